"""cudarc: its own tests and examples, of which each compiles a kernel or two; what they expect of results fails."""

import json
import os
import shutil

import draw
from record import run
from recipes import cuda

VERSION = "0.19.10"
FEATURES = "std,driver,runtime,nvrtc,f16,f8,cuda-13020,dynamic-loading"
EXAMPLES = ["03-launch-kernel", "05-device-repr", "06-threading", "09-constant-memory", "matmul-kernel", "nvrtc-compile"]
MOST = 40
SECONDS = 100


def crate(workshop, name, version):
    """The source of a crate, as it was published, tests and examples with it."""
    asking = workshop.folder("crates", name)
    os.makedirs(os.path.join(asking, "src"), exist_ok=True)
    open(os.path.join(asking, "src", "lib.rs"), "w").close()
    with open(os.path.join(asking, "Cargo.toml"), "w") as out:
        out.write(f'[package]\nname = "asking"\nversion = "0.0.0"\n\n[dependencies]\n{name} = "={version}"\n\n[workspace]\n')
    run(["cargo", "vendor", "--quiet", "vendor"], cwd=asking)
    # Apart from the project that asked for it, whose part it would be taken for.
    source = os.path.join(workshop.folder("crate-sources"), name)
    shutil.copytree(os.path.join(asking, "vendor", name), source, dirs_exist_ok=True)
    return source


def record(workshop):
    _, packages = workshop.environment("headers", cuda.HEADERS)
    workshop.stand_ins(cuda.headers(packages))
    for name in ["cuda", "cudart", "nvrtc"]:
        found = next(n for n in os.listdir(workshop.libraries) if n.startswith(f"lib{name}.so."))
        link = os.path.join(workshop.libraries, f"lib{name}.so")
        if not os.path.exists(link):
            os.symlink(found, link)
    source = crate(workshop, "cudarc", VERSION)
    features = ["--quiet", "--message-format=json", "--no-default-features", "--features", FEATURES]
    built = {**os.environ, "CARGO_TARGET_DIR": os.path.join(source, "target"), "CARGO_PROFILE_DEV_DEBUG": "0"}

    def executables(*words):
        lines = run(["cargo", *words, *features], cwd=source, env=built).splitlines()
        return [one["executable"] for one in map(json.loads, lines) if one.get("executable")]

    programs = {
        "tests": [[test, "--test-threads=1"] for test in executables("test", "--no-run", "--lib")],
        "examples": [[example] for example in executables("build", *[word for name in EXAMPLES for word in ["--example", name]])],
    }
    groups = []
    for group in programs:
        to = workshop.folder("recorded", "cudarc", group)
        for program in programs[group]:
            workshop.record(program, to, SECONDS, f"{to}.{os.path.basename(program[0])}.log", cwd=source)
        groups.append(draw.recorded(to, group))
    draw.store(workshop, "cudarc", [f"cudarc {VERSION}"], groups, MOST, [])
