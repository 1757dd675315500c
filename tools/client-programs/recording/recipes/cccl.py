"""CCCL's Python library cuda.compute: CUB's algorithms, whose kernels its library cccl.c.parallel puts together for NVRTC by name
expressions, with operators of ours and its iterators (plugins/cccl_program.py), which go by cuda.core.

What NVRTC makes is linked before the next is compiled: so a true NVRTC answers, and what it takes is recorded.
"""

import os

import draw
from record import HERE
from recipes import cuda

VERSION = "1.2.1"
PINS = [f"cuda-cccl=={VERSION}", *cuda.PYTHON, "nvidia-cuda-runtime==13.5.37", "nvidia-cuda-crt==13.5.37"]
PLAIN = ["numpy==2.4.6", "typing-extensions==4.16.0"]
MOST = 120
SECONDS = 1500


def record(workshop):
    python, packages = workshop.environment("cccl", PINS, PLAIN)
    workshop.stand_ins(cuda.headers(packages))
    workshop.instead(packages)
    to = workshop.folder("recorded", "cccl", "algorithms")
    environment = {"OPTX_TRUE_NVRTC": workshop.true_nvrtc(), "CCCL_ENABLE_PCH": "0"}
    workshop.record([python, os.path.join(HERE, "plugins", "cccl_program.py")], to, SECONDS, to + ".log", env=environment)
    folders = [(os.path.join(packages, "cuda", "cccl", "headers", "include"), f"cccl-{VERSION}"), cuda.folder(packages)]
    draw.store(workshop, "cccl", PINS, [draw.recorded(to, "algorithms")], MOST, folders)
