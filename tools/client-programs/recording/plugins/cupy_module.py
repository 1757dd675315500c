"""Translates CuPy's module of the runtime library to C, with the settings of CuPy's own build."""

import Cython
from Cython.Build import cythonize
from setuptools import Extension

cythonize(
    [Extension("cupy_backends.cuda.api.runtime", ["cupy_backends/cuda/api/runtime.pyx"])],
    language_level=3,
    compiler_directives={
        "linetrace": False,
        "profile": False,
        "embedsignature": True,
        "c_api_binop_methods": True,
        "binding": False,
        "warn.deprecated.IF": False,
        "freethreading_compatible": True,
    },
    compile_time_env={
        "CUPY_USE_CUDA_PYTHON": False,
        "CUPY_CUFFT_STATIC": False,
        "CUPY_CYTHON_VERSION": Cython.__version__,
        "CUPY_CUDA_VERSION": 13000,
        "CUPY_HIP_VERSION": 0,
    },
)
