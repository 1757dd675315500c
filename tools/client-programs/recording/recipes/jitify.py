"""Jitify: its example program, which asks NVRTC again and again for the headers that are missing; what NVRTC takes in the end is recorded."""

import os
import shutil

import draw
from record import HERE, run
from recipes import cuda

COMMIT = "e0a37a6ca8d9ca0f1b185ca3f6e8ecc2c1830960"
MOST = 40
SECONDS = 300


def record(workshop):
    true_library = workshop.true_nvrtc()
    _, packages = workshop.environment("headers", cuda.HEADERS)
    workshop.stand_ins(cuda.headers(packages))
    source = workshop.repository("NVIDIA/jitify", COMMIT)
    shutil.copy(os.path.join(HERE, "plugins", "nvrtc.h"), source)
    for name, library in {"cuda": "libcuda.so.1", "cudart": "libcudart.so.13", "nvrtc": "libnvrtc.so.13"}.items():
        link = os.path.join(workshop.libraries, f"lib{name}.so")
        if not os.path.exists(link):
            os.symlink(library, link)
    run(["g++", "-w", "stringify.cpp", "-o", "stringify"], cwd=source)
    text = run(["./stringify", "example_headers/my_header1.cuh"], cwd=source)
    with open(os.path.join(source, "example_headers", "my_header1.cuh.jit"), "w") as out:
        out.write(text)
    include = cuda.headers(packages)
    words = ["g++", "-w", "-O0", "-std=c++17", "-DLINUX", "-pthread", "-I.", f"-I{include}", f'-DCUDA_INC_DIR="{include}"', "jitify_example.cpp"]
    words += ["-o", "example", f"-L{workshop.libraries}", "-lnvrtc", "-lcuda", "-lcudart", "-ldl", "-rdynamic"]
    run([*words, "-Wl,-b,binary,example_headers/my_header2.cuh,-b,default"], cwd=source)
    to = workshop.folder("recorded", "jitify", "example")
    workshop.record(["./example"], to, SECONDS, to + ".log", cwd=source, env={"OPTX_TRUE_NVRTC": true_library})
    draw.store(workshop, "jitify", [f"NVIDIA/jitify {COMMIT}"], [draw.recorded(to, "example")], MOST, [cuda.folder(packages)])
