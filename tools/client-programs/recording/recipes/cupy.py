"""CuPy: its own tests, with its runtime module built anew against the stand-in for the runtime library.

The wheel's module has NVIDIA's runtime library in its own code, which cannot do without a device; CuPy's source of that module is compiled
against the stand-in instead. All else is the wheel's. What kernels compute is nothing, so that most tests fail: what they compile on the
way is what is recorded. Device-wide reductions of CUB, which are compiled into the wheel, are told not to be there, so that CuPy takes its
own kernels.
"""

import os
import sysconfig

from concurrent.futures import ThreadPoolExecutor

import draw
from record import HERE, compiled_modules, run
from recipes import cuda

VERSION = "14.2.0"
PINS = [f"cupy-cuda13x=={VERSION}", "cuda-pathfinder==1.9.1", *cuda.HEADERS]
PLAIN = ["numpy==2.4.6", "scipy==1.17.1", "fastrlock==0.8.4", "pytest==9.2.0", "cython==3.2.4", "setuptools==65.5.0"]
# The part of the tests by group.
TESTS = {
    "userkernel": "cupy_tests/core_tests/test_userkernel.py",
    "raw": "cupy_tests/core_tests/test_raw.py",
    "reduction": "cupy_tests/core_tests/test_reduction.py",
    "elementwise": "cupy_tests/core_tests/test_elementwise.py",
    "fusion": "cupy_tests/core_tests/fusion_tests",
    "jit": "cupyx_tests/jit_tests",
    "core_math": "cupy_tests/core_tests/test_ndarray_math.py",
    "ufunc": "cupy_tests/core_tests/test_ndarray_elementwise_op.py",
    "complex": "cupy_tests/core_tests/test_ndarray_complex_ops.py",
    "ndreduction": "cupy_tests/core_tests/test_ndarray_reduction.py",
    "cubreduction": "cupy_tests/core_tests/test_cub_reduction.py",
    "scan": "cupy_tests/core_tests/test_scan.py",
    "advindex": "cupy_tests/core_tests/test_ndarray_adv_indexing.py",
    "scatter": "cupy_tests/core_tests/test_ndarray_scatter.py",
    "mdspan": "cupy_tests/core_tests/test_mdspan.py",
    "gufuncs": "cupy_tests/core_tests/test_gufuncs.py",
    "structured": "cupy_tests/core_tests/test_structured.py",
    "include": "cupy_tests/core_tests/test_include.py",
    "math": "cupy_tests/math_tests",
    "random": "cupy_tests/random_tests",
    "sorting": "cupy_tests/sorting_tests",
    "statistics": "cupy_tests/statistics_tests",
    "linalg": "cupy_tests/linalg_tests",
    "indexing": "cupy_tests/indexing_tests",
    "creation": "cupy_tests/creation_tests",
    "padding": "cupy_tests/padding_tests",
    "special": "cupyx_tests/scipy_tests/special_tests",
    "ndimage": "cupyx_tests/scipy_tests/ndimage_tests",
    "signal": "cupyx_tests/scipy_tests/signal_tests",
    "interpolate": "cupyx_tests/scipy_tests/interpolate_tests",
    "sparse": "cupyx_tests/scipy_tests/sparse_tests",
    "spatial": "cupyx_tests/scipy_tests/spatial_tests",
    "stats": "cupyx_tests/scipy_tests/stats_tests",
    "xsignal": "cupyx_tests/signal_tests",
    "rsqrt": "cupyx_tests/test_rsqrt.py",
}
MOST = 300
# No group takes longer; the longest ones are cut.
SECONDS = 150


def runtime_module(workshop, python, packages, source):
    """CuPy's module of the runtime library's functions, compiled against the stand-in."""
    run([python, os.path.join(HERE, "plugins", "cupy_module.py")], cwd=source)
    # What the wheels of headers lack.
    extra = workshop.folder("extra-headers")
    with open(os.path.join(extra, "cuda_profiler_api.h"), "w") as out:
        out.write('extern "C" { cudaError_t cudaProfilerStart(void); cudaError_t cudaProfilerStop(void); }\n')
    api = os.path.join("cupy_backends", "cuda", "api")
    module = f"runtime{sysconfig.get_config_var('EXT_SUFFIX')}"
    run([
        "g++", "-O1", "-w", "-fPIC", "-shared", "-x", "c++", "-DCYTHON_EXTERN_C=extern \"C\"", os.path.join(source, api, "runtime.c"),
        "-I" + sysconfig.get_paths()["include"], "-I" + cuda.headers(packages), "-I" + extra,
        "-x", "none", "-L" + workshop.libraries, "-l:libcudart.so.13", "-o", os.path.join(packages, api, module),
    ])  # fmt: skip


def record(workshop):
    python, packages = workshop.environment("cupy", PINS, PLAIN)
    workshop.stand_ins(cuda.headers(packages))
    source = workshop.archive(f"cupy=={VERSION}", f"cupy-{VERSION}.tar.gz")
    runtime_module(workshop, python, packages, source)
    workshop.missing(compiled_modules(packages, "cupy", "cupy_backends", "cupyx"))
    for name in ["libnvJitLink.so.13", "libcublasLt.so.13", "libcufftw.so.12"]:
        workshop.library(name)
    workshop.instead(packages)
    nvcc = os.path.join(workshop.scratch, "nvcc")
    with open(nvcc, "w") as out:
        out.write("#!/bin/sh\necho 'Cuda compilation tools, release 13.5, V13.5.37'\n")
    os.chmod(nvcc, 0o755)
    environment = {"CUPY_CACHE_IN_MEMORY": "1", "CUPY_CI": "1", "NVCC": nvcc, "PYTHONPATH": os.path.join(HERE, "plugins")}

    def tests(group):
        words = [python, "-m", "pytest", "-p", "cupy_plugin", "-q", "--tb=no", "-p", "no:cacheprovider", TESTS[group]]
        to = workshop.folder("recorded", "cupy", group)
        workshop.record(words, to, SECONDS, to + ".log", cwd=os.path.join(source, "tests"), env=environment)
        return draw.recorded(to, group)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        groups = list(pool.map(tests, TESTS))
    folders = [cuda.folder(packages), (os.path.join(packages, "cupy", "_core", "include"), f"cupy-{VERSION}")]
    draw.store(workshop, "cupy", PINS, groups, MOST, folders)
