"""Brings the files that list.toml names into the cache; `tools/fetch public-kernels` runs it, with the cache's folder.

An archive is pinned by its SHA-256 and size: nothing of one that differs is kept, and of one that agrees only the files that kernels
are cut of, and the project's licence. PyPI's archives come by pip's own index and connection, since `pip download` of a source archive
runs its build to learn its dependencies. Debian's come by apt, of the suites below and the mirror that the system uses; where a newer
revision has taken the pinned one's place, the project's archive is usually the same one, which its SHA-256 tells.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib

SUITES = "trixie bookworm"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
HERE = os.path.dirname(os.path.abspath(__file__))


class Wrong(Exception):
    pass


def say(text):
    print(f"fetch: {text}", file=sys.stderr, flush=True)


def pypi(pin, file, to):
    name, version = pin.split("==")
    try:
        from pip._internal.commands import create_command
    except ImportError as e:
        raise Wrong(f"python3 with pip is needed ({e})") from e
    command = create_command("download")
    with command.main_context():
        options, _ = command.parse_args(["--quiet", "--no-binary", ":all:", "--no-deps", name])
        session = command.get_default_session(options)
        finder = command._build_package_finder(options, session)
        links = [c.link for c in finder.find_all_candidates(name) if str(c.version) == version and c.link.filename == file]
        if not links:
            raise Wrong(f"PyPI has no {file} of {name} {version}")
        answer = session.get(links[0].url_without_fragment, headers={"Accept-Encoding": "identity"}, stream=True)
        answer.raise_for_status()
        with open(to, "wb") as out:
            shutil.copyfileobj(answer.raw, out)


class Debian:
    """apt with lists and settings of its own, which leave the system's alone."""

    def __init__(self, scratch):
        if not shutil.which("apt-get") or not os.path.exists(KEYS):
            raise Wrong("apt-get and Debian's keys (debian-archive-keyring) are needed")
        self.scratch = scratch
        uris = self.output(["apt-get", "indextargets", "--format", "$(REPO_URI)"]).split()
        mirror = next((u for u in uris if u.rstrip("/").endswith("/debian")), None)
        if mirror is None:
            raise Wrong("apt knows no mirror of Debian")
        parts = os.path.join(scratch, "parts")
        os.makedirs(os.path.join(scratch, "lists/partial"))
        os.makedirs(parts)
        with open(os.path.join(parts, "sources.sources"), "w") as out:
            out.write(f"Types: deb-src\nURIs: {mirror}\nSuites: {SUITES}\nComponents: main contrib\nSigned-By: {KEYS}\n")
        settings = {
            "Dir::State::Lists": os.path.join(scratch, "lists"),
            "Dir::Cache": os.path.join(scratch, "cache"),
            "Dir::Etc::SourceList": "/dev/null",
            "Dir::Etc::SourceParts": parts,
            "APT::Sandbox::User": "root",
            "Debug::NoLocking": "1",
        }
        self.settings = [x for key, value in settings.items() for x in ("-o", f"{key}={value}")]
        say("public-kernels: Debian's lists of sources (20 MB)")
        self.output(["apt-get", *self.settings, "-qq", "update"])

    def output(self, words):
        done = subprocess.run(words, capture_output=True, text=True, cwd=self.scratch)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise Wrong(f"{os.path.basename(words[0])}: {last}")
        return done.stdout

    def fetch(self, pin, file, to):
        name = pin.split("=")[0]
        for package in (pin, name):
            try:
                lines = self.output(["apt-get", *self.settings, "source", "--print-uris", package]).splitlines()
            except Wrong as e:
                missing = e
                continue
            for line in lines:
                words = line.split()
                if len(words) >= 2 and words[1] == file:
                    self.output(["/usr/lib/apt/apt-helper", *self.settings, "download-file", words[0].strip("'"), to])
                    return
            missing = Wrong(f"Debian's {package} has no {file}")
        raise missing


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def keep(source, files, archive, to):
    """Of an archive the files, and the licence."""
    folder = source["folder"] + "/"
    left = set(files)
    with tarfile.open(archive) as tar:
        for member in tar:
            name = member.name.removeprefix("./").removeprefix(folder)
            licence = "/" not in name and name.upper().startswith(("LICEN", "COPYING"))
            if not member.isfile() or not (name in left or licence):
                continue
            left.discard(name)
            path = os.path.join(to, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with tar.extractfile(member) as data, open(path, "wb") as out:
                shutil.copyfileobj(data, out)
    if left:
        raise Wrong(f"the archive has no {sorted(left)[0]}")


def main(cache):
    with open(os.path.join(HERE, "list.toml"), "rb") as file:
        rows = tomllib.load(file)
    began, fetched, debian, failed = time.monotonic(), 0, None, []
    root = os.path.join(cache, "public-kernels")
    os.makedirs(root, exist_ok=True)
    wanted = {}
    for source in rows["source"]:
        files = sorted({cut["file"] for k in rows["kernel"] if k["source"] == source["name"] for cut in k["cut"]})
        mark = "\n".join([source["sha256"], *files]) + "\n"
        try:
            with open(os.path.join(root, source["name"], ".complete")) as file:
                present = file.read() == mark
        except FileNotFoundError:
            present = False
        if not present:
            wanted[source["name"]] = (source, files, mark)
    total = sum(source["size"] for source, _, _ in wanted.values())
    if wanted:
        say(f"public-kernels: {len(wanted)} archives, {total / 1e6:.1f} MB")
    for k, (name, (source, files, mark)) in enumerate(wanted.items()):
        say(f"public-kernels: {k + 1} of {len(wanted)}: {name} {source['release']}, {source['size'] / 1e6:.1f} MB")
        with tempfile.TemporaryDirectory(prefix=".fetch.", dir=root) as scratch:
            archive, out = os.path.join(scratch, "archive"), os.path.join(scratch, "out")
            os.mkdir(out)
            try:
                kind, pin = source["archive"].split(":", 1)
                if kind == "pypi":
                    pypi(pin, source["file"], archive)
                else:
                    if debian is None:
                        lists = tempfile.TemporaryDirectory(prefix=".fetch.", dir=root)
                        debian = (Debian(lists.name), lists)
                    debian[0].fetch(pin, source["file"], archive)
                if os.path.getsize(archive) != source["size"] or sha256(archive) != source["sha256"]:
                    raise Wrong("the SHA-256 is not the pinned one; nothing of it was kept")
                keep(source, files, archive, out)
            except (Wrong, OSError, tarfile.TarError) as e:
                failed.append(name)
                say(f"public-kernels: {name}: {e}")
                continue
            fetched += source["size"]
            with open(os.path.join(out, ".complete"), "w") as file:
                file.write(mark)
            final = os.path.join(root, name)
            shutil.rmtree(final, ignore_errors=True)
            os.rename(out, final)
    if debian is not None:
        debian[1].cleanup()
    if failed:
        say(f"public-kernels: not fetched: {' '.join(failed)}; what was is kept, and the next try goes on from here")
        return 1
    if not wanted:
        say("public-kernels: present")
        return 0
    say(f"public-kernels: {fetched / 1e6:.1f} MB in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
