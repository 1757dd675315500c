"""Draws programs from what was recorded, and writes them as `client-programs run` reads them.

What is drawn is pinned: `drawn/PROJECT` has the hashes of the programs, and a later recording takes the same ones. Where there is no
such file, programs are drawn in the order of their hashes, of each group in turn: nobody chose them.
"""

import hashlib
import json
import os
import re
import shutil

from record import HERE, Wrong, say


def parts(folder, name):
    """The strings of a part of a recorded program, each of which ends in a zero byte."""
    with open(os.path.join(folder, name), "rb") as file:
        return [s.decode("utf-8", "replace") for s in file.read().split(b"\0")[:-1]]


def program(group, name, source, options, headers=(), expressions=()):
    """A program: `headers` are pairs of a name and a text."""
    headers = [list(h) for h in headers]
    return {"group": group, "name": name, "source": source, "options": list(options), "headers": headers, "expressions": list(expressions)}


def recorded(folder, group):
    """The programs that the recording library wrote into a folder."""
    out = []
    for key in os.listdir(folder) if os.path.isdir(folder) else []:
        if key.startswith("."):
            continue
        at = os.path.join(folder, key)
        headers = parts(at, "headers")
        pairs = zip(headers[::2], headers[1::2])
        out.append(program(group, parts(at, "name")[0], parts(at, "source")[0], parts(at, "options"), pairs, parts(at, "expressions")))
    return out


def placed(one, folders):
    """A program whose options say where included files lie below the folder of them, and nothing of this machine's folders."""
    longest_first = sorted(folders, key=lambda f: -len(f[0]))
    options = []
    for option in one["options"]:
        for path, name in longest_first:
            option = option.replace(path, "{includes}/" + name)
        options.append(re.sub(r"/tmp/[\w.-]+", "{scratch}", option))
    # A name that a client makes up at each run says nothing.
    out = {**one, "options": options, "name": re.sub(r"^/.*/", "", one["name"])}
    text = json.dumps([out["source"], out["headers"], out["options"], out["expressions"]])
    out["key"] = hashlib.sha256(text.encode()).hexdigest()[:20]
    return out


def drawn(project, groups, most):
    """The pinned programs, in their order; else at most so many, none twice, which are pinned then."""
    pins = os.path.join(HERE, "drawn", project)
    if os.path.exists(pins):
        with open(pins) as file:
            wanted = file.read().split()
        there = {p["key"]: p for group in groups for p in group}
        missing = [key for key in wanted if key not in there]
        if missing:
            say(f"{project}: {len(missing)} of {len(wanted)} pinned programs were not recorded this time")
        return [there[key] for key in wanted if key in there]
    queues, out, seen = [sorted(group, key=lambda p: p["key"]) for group in groups], [], set()
    while any(queues) and len(out) < most:
        for queue in queues:
            while queue:
                one = queue.pop(0)
                if one["key"] not in seen:
                    seen.add(one["key"])
                    out.append(one)
                    break
    out = out[:most]
    os.makedirs(os.path.dirname(pins), exist_ok=True)
    with open(pins, "w") as file:
        file.writelines(one["key"] + "\n" for one in out)
    return out


def write(folder, number, one):
    at = os.path.join(folder, f"{number:04}")
    os.makedirs(at)
    files = [("source.cu", one["source"])]
    headers = []
    for k, (name, text) in enumerate(one["headers"]):
        files.append((f"header-{k}", text))
        headers.append({"name": name, "file": f"header-{k}"})
    for name, text in files:
        with open(os.path.join(at, name), "w", encoding="utf-8", newline="") as out:
            out.write(text)
    told = {key: one[key] for key in ["group", "name", "options", "expressions"]}
    with open(os.path.join(at, "program.json"), "w") as out:
        json.dump({**told, "source": "source.cu", "headers": headers}, out, indent=1)
        out.write("\n")


def store(workshop, project, of, groups, most, folders):
    """Draws and writes a project's programs. `of`: what was recorded; `folders`: pairs of a path in options and its name below the folder of
    included files, which it is copied into."""
    for path, name in folders:
        to = os.path.join(workshop.includes, name)
        if not os.path.exists(to):
            shutil.copytree(path, to + ".part", dirs_exist_ok=True)
            os.rename(to + ".part", to)
    groups = [[placed(one, folders) for one in group] for group in groups]
    if not any(groups):
        raise Wrong("nothing was recorded; what the client said lies in the scratch folder, which OPTX_RECORD_SCRATCH keeps")
    programs = drawn(project, groups, most)
    part = os.path.join(workshop.to, f".{project}.part")
    shutil.rmtree(part, ignore_errors=True)
    os.makedirs(part)
    for number, one in enumerate(programs, 1):
        write(part, number, one)
    with open(os.path.join(part, "recorded.json"), "w") as out:
        json.dump({"project": project, "of": of, "recorded": sum(map(len, groups)), "programs": len(programs)}, out, indent=1)
        out.write("\n")
    final = os.path.join(workshop.to, project)
    shutil.rmtree(final, ignore_errors=True)
    os.rename(part, final)
    say(f"{project}: {len(programs)} programs of {sum(map(len, groups))}")
