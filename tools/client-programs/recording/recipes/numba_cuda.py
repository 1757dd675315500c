"""numba-cuda: its own tests. Its kernels go by NVVM; what it hands to NVRTC, by cuda.core, is CUDA C that is linked with them: its own
memory management, and the sources that its tests link.

All but the driver is true here, NVRTC too: what it makes is linked.
"""

import os

import draw
from record import HERE
from recipes import cuda

VERSION = "0.30.4"
PINS = [f"numba-cuda=={VERSION}", *cuda.PYTHON, *cuda.HEADERS]
PLAIN = [
    "numpy==2.4.6", "numba==0.68.1", "packaging==26.4", "pytest==9.2.0", "cffi==2.1.1", "ml-dtypes==0.6.0", "psutil==7.2.2",
    "filecheck==1.0.6",
]  # fmt: skip
# Those of its tests that say anything of CUDA C, of numba's own memory management or of narrow floats, by group.
TESTS = {
    "cudadrv": ["linker", "cuda_driver", "nvjitlink", "module_callbacks", "nvvm_driver", "linkable_code", "nvrtc"],
    "cudapy": [
        "caching", "inspect", "cffi", "device_func", "array_methods", "extending", "compiler", "cooperative_groups", "print", "bfloat16",
        "bfloat16_bindings", "fp8_bindings", "array_reductions",
    ],
    "nrt": ["nrt", "nrt_refct"],
    "doc_examples": ["ffi"],
}  # fmt: skip
MOST = 60
SECONDS = 100


def record(workshop):
    python, packages = workshop.environment("numba_cuda", PINS, PLAIN)
    workshop.stand_ins(cuda.headers(packages))
    workshop.instead(packages)
    environment = {"OPTX_TRUE_NVRTC": workshop.true_nvrtc(), "PYTHONPATH": os.path.join(HERE, "plugins")}
    groups = []
    for group, tests in TESTS.items():
        words = [python, "-m", "pytest", "-p", "numba_plugin", "-q", "--tb=no", "-p", "no:cacheprovider", "--import-mode=importlib"]
        to = workshop.folder("recorded", "numba_cuda", group)
        for test in tests:
            # One after the other: where a kernel does nothing, some end the process.
            whole = [*words, "--pyargs", f"numba.cuda.tests.{group}.test_{test}"]
            workshop.record(whole, to, SECONDS, f"{to}.{test}.log", env=environment)
        # A source that names a file by its whole path is another one on each machine.
        groups.append([one for one in draw.recorded(to, group) if packages not in one["source"]])
    own = os.path.join(packages, "numba_cuda", "numba", "cuda")
    inside = {
        "include": "", "memory_management": "-memory", "tests/data/include": "-tests", "tests/doc_examples/ffi/include": "-examples",
    }  # fmt: skip
    folders = [(os.path.join(own, path), f"numba-cuda-{VERSION}{name}") for path, name in inside.items()]
    draw.store(workshop, "numba_cuda", PINS, groups, MOST, [*folders, cuda.folder(packages)])
