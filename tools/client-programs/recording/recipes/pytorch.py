"""PyTorch: the wheel itself, with the operations of its own tests' list of operations (plugins/pytorch_program.py).

All that is asked of the vendor's libraries finds a stand-in; kernels that are compiled into the wheel do nothing. What PyTorch hands to
NVRTC are the kernels of its jiterator, and those that its two fusers of traced functions put together.
"""

import glob
import os
import re

import draw
from record import HERE, run
from recipes import cuda

VERSION = "2.15.0"
PINS = [f"torch=={VERSION}"]
PLAIN = [
    "numpy==2.4.6", "scipy==1.17.1", "filelock==4.3.1", "typing-extensions==4.16.0", "sympy==1.14.0", "networkx==3.6.1", "jinja2==3.1.6",
    "fsspec==2026.9.0", "expecttest==0.3.0",
]  # fmt: skip
# Libraries whose functions bear no version, or another than the library's name, by how the names begin.
UNVERSIONED = {
    "libcufile.so.0": ("cuFile", None),
    "libcusparseLt.so.0": ("cusparseLt", None),
    "libnccl.so.2": ("nccl", None),
    "libnvshmem_host.so.3": ("nvshmem", "NVSHMEM"),
}
PARTS = ["elementwise", "reductions", "others", "written", "fused", "fused-before"]
MOST = 130
SECONDS = 600


def record(workshop):
    _, packages = workshop.environment("headers", cuda.HEADERS)
    workshop.stand_ins(cuda.headers(packages), [os.path.join(HERE, "plugins", "pytorch_runtime.c")])
    # No package of the vendor's is in this environment: what it lacks, the stand-ins give.
    python, packages = workshop.environment("pytorch", PINS, PLAIN)
    modules = glob.glob(os.path.join(packages, "torch", "lib", "*.so"))
    workshop.missing(modules)
    wanted = set(re.findall(r" U (\w+)", "".join(run(["nm", "-D", "--undefined-only", module]) for module in modules)))
    for library, (beginning, version) in UNVERSIONED.items():
        workshop.library(library, {name for name in wanted if name.startswith(beginning)}, version)
    groups = []
    for part in PARTS:
        to = workshop.folder("recorded", "pytorch", part)
        words = [python, os.path.join(HERE, "plugins", "pytorch_program.py"), part]
        workshop.record(words, to, SECONDS, to + ".log", env={"USE_PYTORCH_KERNEL_CACHE": "0"})
        groups.append(draw.recorded(to, part))
    draw.store(workshop, "pytorch", PINS, groups, MOST, [])
