"""Slang, by SlangPy: its own tests on a device of CUDA, whose shaders the Slang compiler turns into CUDA C with its prelude."""

import glob
import os
import re
import shutil

import draw
from recipes import cuda

VERSION = "0.43.1"
PINS = [f"slangpy=={VERSION}"]
PLAIN = ["numpy==2.4.6", "typing-extensions==4.16.0", "pytest==9.2.0"]
PARTS = ["slangpy_tests", "device"]
MOST = 100
SECONDS = 60


def toolkit(workshop, headers):
    """A folder as that of the vendor's toolkit, where Slang looks for NVRTC and for headers."""
    home = workshop.folder("slang-toolkit")
    libraries = workshop.folder("slang-toolkit", "lib64")
    for name in ["libnvrtc.so.13", "libnvrtc.so"]:
        shutil.copy(os.path.join(workshop.libraries, "libnvrtc.so.13"), os.path.join(libraries, name))
    shutil.copytree(headers, os.path.join(home, "include"), dirs_exist_ok=True)
    return home


def anywhere(source, packages):
    """A source whose lines are said to be of no file of this machine, nor of a module whose name is another one at each run."""
    return re.sub(r'^(#line \d+) "[0-9a-f]{40}"', r'\1 "generated"', source.replace(packages + "/", ""), flags=re.M)


def record(workshop):
    _, packages = workshop.environment("headers", cuda.HEADERS)
    headers = cuda.headers(packages)
    workshop.stand_ins(headers)
    for name, library in {"libcuda.so": "libcuda.so.1", "libnvrtc.so": "libnvrtc.so.13"}.items():
        link = os.path.join(workshop.libraries, name)
        if not os.path.exists(link):
            os.symlink(library, link)
    home = toolkit(workshop, headers)
    python, packages = workshop.environment("slangpy", PINS, PLAIN)
    groups = []
    for part in PARTS:
        to = workshop.folder("recorded", "slangpy", part)
        for test in sorted(glob.glob(os.path.join(packages, "slangpy", "tests", part, "test_*.py"))):
            # One after the other: where a kernel does nothing, some end the process.
            words = [python, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", "--device-types=cuda", test]
            log = f"{to}.{os.path.basename(test)}.log"
            workshop.record(words, to, SECONDS, log, cwd=workshop.folder("slangpy-tests"), env={"CUDA_PATH": home})
        groups.append([{**one, "source": anywhere(one["source"], packages)} for one in draw.recorded(to, part)])
    draw.store(workshop, "slangpy", PINS, groups, MOST, [(os.path.join(home, "include"), cuda.folder(packages)[1])])
