"""gpuowl (PRPLL): the program itself, built for CUDA against the stand-ins, with transforms of each kind that it has.

Its first check of what the device computes fails; all kernels are compiled before.
"""

import os
import shutil

import draw
from record import HERE, run
from recipes import cuda

COMMIT = "23790711f7f4afd908a531d80c3d8424bc1322b1"
MOST = 60
SECONDS = 120
# Transforms, each with an exponent that it takes and the kind of test: of doubles, floats, integers modulo Mersenne primes, both.
TRANSFORMS = [
    ("1K:12:512", "118063003", "-prp"), ("256:13:1K", "118063003", "-ll"), ("512:8:512", "70000027", "-prp"), ("4K:3:512", "118063003", "-prp"),
    ("1:1K:8:256", "118063003", "-prp"), ("2:512:8:512", "118063003", "-prp"), ("3:1K:8:512", "118063003", "-ll"), ("4:1K:8:256", "118063003", "-prp"),
]  # fmt: skip


def record(workshop):
    _, packages = workshop.environment("headers", cuda.HEADERS)
    workshop.stand_ins(cuda.headers(packages))
    source = workshop.repository("gwoltman/gpuowl", COMMIT)
    toolkit = workshop.folder("toolkit")
    shutil.copy(os.path.join(HERE, "plugins", "nvrtc.h"), toolkit)
    for name, library in {"cuda": "libcuda.so.1", "nvrtc": "libnvrtc.so.13"}.items():
        link = os.path.join(workshop.libraries, f"lib{name}.so")
        if not os.path.exists(link):
            os.symlink(library, link)
    # Its assertions ask of a device what the stand-in does not know.
    flags = f"-O0 -w -DNDEBUG -DCUDA_BACKEND -Isrc/cuda -I{cuda.headers(packages)} -I{toolkit} -std=c++20"
    libraries = f"-L{workshop.libraries} -lnvrtc -lcuda -lpthread"
    run(["make", f"-j{os.cpu_count()}", "CUDA=1", f"CXXFLAGS={flags}", f"OPENCL_LIBS={libraries}", "prpll"], cwd=source)
    groups = []
    for transform, exponent, test in TRANSFORMS:
        name = transform.replace(":", "-")
        to = workshop.folder("recorded", "gpuowl", name)
        words = [os.path.join(source, "build-cuda", "prpll"), "-fft", transform, test, exponent]
        workshop.record(words, to, SECONDS, to + ".log", cwd=workshop.folder("gpuowl", name))
        groups.append(draw.recorded(to, name))
    draw.store(workshop, "gpuowl", [f"gwoltman/gpuowl {COMMIT}"], groups, MOST, [])
