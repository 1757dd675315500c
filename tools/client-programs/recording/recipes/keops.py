"""KeOps: its own generator and its own binding to NVRTC, compiled as it compiles it, with formulas of ours (plugins/keops_program.py)."""

import os
import shutil

import draw
from record import HERE
from recipes import cuda

VERSION = "2.3"
MOST = 100
SECONDS = 900


def record(workshop):
    python, packages = workshop.environment("keops", cuda.HEADERS, ["numpy==2.4.6", "pybind11==3.0.4", "scipy==1.17.1"])
    workshop.stand_ins(cuda.headers(packages))
    for name in ["cuda", "cudart", "nvrtc"]:
        found = next(n for n in os.listdir(workshop.libraries) if n.startswith(f"lib{name}.so."))
        link = os.path.join(workshop.libraries, f"lib{name}.so")
        if not os.path.exists(link):
            os.symlink(found, link)
    sources = [workshop.archive(f"{name}=={VERSION}", f"{name}-{VERSION}.tar.gz") for name in ["keopscore", "pykeops"]]
    # What the vendor's wheel of headers lacks.
    toolkit = workshop.folder("keops-toolkit")
    shutil.copytree(cuda.headers(packages), os.path.join(toolkit, "include"), dirs_exist_ok=True)
    shutil.copy(os.path.join(HERE, "plugins", "nvrtc.h"), os.path.join(toolkit, "include"))
    to = workshop.folder("recorded", "keops", "formulas")
    environment = {
        "CUDA_PATH": toolkit,
        "KEOPS_CACHE_FOLDER": workshop.folder("keops-cache"),
        "PYTHONPATH": ":".join(sources),
        "PATH": os.path.dirname(python) + ":" + os.environ["PATH"],
    }
    workshop.record([python, os.path.join(HERE, "plugins", "keops_program.py")], to, SECONDS, to + ".log", env=environment)
    pins = [f"keopscore=={VERSION}", f"pykeops=={VERSION}"]
    draw.store(workshop, "keops", pins, [draw.recorded(to, "formulas")], MOST, [(os.path.join(toolkit, "include"), "cuda-13.5.37")])
