"""ArrayFire: its CUDA kernels, as compile_module.cpp hands them over: a source, headers in memory, one name expression, options.

The library itself would have to be built with nvcc. So what its kernel/*.hpp ask for, kernels with template arguments and values, stands in
a table here, for types that ArrayFire instantiates. Kernels that its JIT puts together of operations are left out.
"""

import os

import draw
from recipes import cuda

COMMIT = "492718b5a256d4a9d5198fdce89d8fd21772bfda"
MOST = 120
# As in the list of compile_module.cpp; those without a path are empty.
HEADERS = {
    "math.h": None, "stdbool.h": None, "stdlib.h": None, "vector_types.h": None, "utility": None,
    "backend.hpp": "src/backend/cuda/backend.hpp", "cuComplex.h": "cuda:cuComplex.h", "jit.cuh": "src/backend/cuda/kernel/jit.cuh",
    "math.hpp": "src/backend/cuda/math.hpp", "optypes.hpp": "src/api/c/optypes.hpp", "Param.hpp": "src/backend/cuda/Param.hpp",
    "shared.hpp": "src/backend/cuda/kernel/shared.hpp", "types.hpp": "src/backend/cuda/types.hpp", "cuda_fp16.hpp": "cuda:cuda_fp16.hpp",
    "cuda_fp16.h": "cuda:cuda_fp16.h", "common/Binary.hpp": "src/backend/common/Binary.hpp",
    "common/Transform.hpp": "src/backend/common/Transform.hpp", "common/half.hpp": "src/backend/common/half.hpp",
    "common/kernel_type.hpp": "src/backend/common/kernel_type.hpp", "af/traits.hpp": "include/af/traits.hpp",
    "interp.hpp": "src/backend/cuda/kernel/interp.hpp", "math_constants.h": "cuda:math_constants.h", "af/defines.h": "include/af/defines.h",
    "af/version.h": "version", "utility.hpp": "src/backend/cuda/utility.hpp", "assign_kernel_param.hpp": "src/backend/cuda/assign_kernel_param.hpp",
    "dims_param.hpp": "src/backend/cuda/dims_param.hpp", "common/internal_enums.hpp": "src/backend/common/internal_enums.hpp",
    "minmax_op.hpp": "src/backend/cuda/minmax_op.hpp", "vector_functions.h": "cuda:vector_functions.h",
}  # fmt: skip
# What the build makes of the version.
VERSION = '#pragma once\n#define AF_VERSION "3.10.0"\n#define AF_VERSION_MAJOR 3\n#define AF_VERSION_MINOR 10\n#define AF_VERSION_PATCH 0\n#define AF_API_VERSION_CURRENT 310\n'
FLOATS = ["float", "double"]
NUMBERS = ["float", "double", "int", "detail::uint", "detail::uchar", "short", "long long"]
WITH_COMPLEX = ["float", "cuFloatComplex", "cuDoubleComplex", "char", "detail::ushort", "unsigned long long", "half"]
# File, kernel, the choices for each template argument in turn (the k-th instance takes the k-th of each, round), values.
KERNELS = [
    ("anisotropic_diffusion", "diffUpdate", [FLOATS, ["AF_FLUX_EXPONENTIAL", "AF_FLUX_QUADRATIC"], ["true", "false"]], "THREADS_X=32 THREADS_Y=8 YDIM_LOAD=8"),
    ("approx1", "approx1", [["float", "cuFloatComplex", "double"], ["float", "float", "double"], ["0", "1"], ["AF_INTERP_LINEAR", "AF_INTERP_CUBIC_SPLINE", "AF_INTERP_NEAREST"]], ""),
    ("approx2", "approx2", [["float", "cuFloatComplex", "double"], ["float", "float", "double"], ["0"], ["1"], ["AF_INTERP_BILINEAR", "AF_INTERP_BICUBIC", "AF_INTERP_NEAREST"]], ""),
    ("assign", "assign", [WITH_COMPLEX], ""),
    ("bilateral", "bilateral", [["float", "double", "detail::uchar"], ["float", "double", "float"]], "THREADS_X=16 THREADS_Y=16"),
    ("canny", "nonMaxSuppression", [["float"]], "STRONG=1 WEAK=2 NOEDGE=0 THREADS_X=16 THREADS_Y=16"),
    ("canny", "edgeTrack", [["char"]], "STRONG=1 WEAK=2 NOEDGE=0 THREADS_X=16 THREADS_Y=16"),
    ("convolve1", "convolve1", [["float", "cuFloatComplex", "int"], ["float", "cuFloatComplex", "float"], ["true", "false"]], "MAX_CONV1_FILTER_LEN=129 CONV_THREADS=256"),
    ("convolve2", "convolve2", [["float", "cuDoubleComplex"], ["float", "cuDoubleComplex"], ["true", "false"], ["3", "5"], ["3", "5"]], "MAX_CONV1_FILTER_LEN=129 CONV_THREADS=256 CONV2_THREADS_X=16 CONV2_THREADS_Y=16"),
    ("convolve3", "convolve3", [["float", "detail::uchar"], ["float", "float"], ["false"]], "MAX_CONV1_FILTER_LEN=129 CONV_THREADS=256 CONV3_CUBE_X=8 CONV3_CUBE_Y=8 CONV3_CUBE_Z=4"),
    ("convolve_separable", "convolve2_separable", [["float", "cuFloatComplex"], ["float", "cuFloatComplex"], ["0", "1"], ["true"], ["5", "7"]], "MAX_SCONV_FILTER_LEN=31 SCONV_THREADS_X=16 SCONV_THREADS_Y=16"),
    ("copy", "scaledCopy", [["float", "int", "cuFloatComplex", "half"], ["double", "float", "cuDoubleComplex", "float"], ["true", "false"], ["false", "true"]], ""),
    ("copy", "scaledCopyLoop123", [["float", "char"], ["float", "int"], ["true"], ["false"]], ""),
    ("memcopy", "memCopyLoop1", [["char", "float2", "float4"]], ""),
    ("memcopy", "memCopyLoop123", [["short", "float"]], ""),
    ("diagonal", "createDiagonalMat", [["float", "cuDoubleComplex", "half"]], ""),
    ("diagonal", "extractDiagonal", [["double", "detail::uint"]], ""),
    ("diff", "diff", [["float", "cuFloatComplex", "int"], ["0", "1"], ["false", "true"]], ""),
    ("fftconvolve", "packData", [["cuFloatComplex", "cuDoubleComplex"], ["float", "double"]], ""),
    ("fftconvolve", "complexMultiply", [["cuFloatComplex", "cuDoubleComplex"], ["AF_BATCH_NONE", "AF_BATCH_SAME"]], ""),
    ("fftconvolve", "reorderOutput", [["float", "int"], ["cuFloatComplex"], ["true", "false"], ["false", "true"]], ""),
    ("flood_fill", "initSeeds", [["float"]], ""),
    ("flood_fill", "floodStep", [["float", "detail::uint"]], "THREADS_X=32 THREADS_Y=8"),
    ("gradient", "gradient", [["float", "cuFloatComplex", "double"]], "TX=32 TY=8"),
    ("histogram", "histogram", [["float", "int", "detail::uchar"], ["true", "false"]], "MAX_BINS=4000 THRD_LOAD=16"),
    ("hsv_rgb", "hsvrgbConverter", [FLOATS, ["true", "false"]], ""),
    ("identity", "identity", [["float", "cuFloatComplex", "half", "char"]], ""),
    ("iir", "iir", [["float", "cuFloatComplex"], ["true", "false"]], "MAX_A_SIZE=1024"),
    ("index", "index", [WITH_COMPLEX], ""),
    ("iota", "iota", [NUMBERS], ""),
    ("ireduce", "ireduceDim", [["float", "int", "half", "cuFloatComplex"], ["af_min_t", "af_max_t"], ["0", "1"], ["true", "false"], ["8", "4"]], "THREADS_X=32"),
    ("ireduce", "ireduceFirst", [["float", "double", "detail::uchar"], ["af_max_t", "af_min_t"], ["true", "false"], ["32", "128"]], "THREADS_PER_BLOCK=256"),
    ("lookup", "lookup1D", [["float", "cuFloatComplex"], ["int", "detail::uint"]], "THREADS=256 THRD_LOAD=4"),
    ("lookup", "lookupND", [["double", "half"], ["float", "short"], ["0", "1"]], ""),
    ("lu_split", "luSplit", [["float", "cuDoubleComplex"], ["true", "false"]], ""),
    ("match_template", "matchTemplate", [["float", "detail::uchar"], ["float"], ["AF_SAD", "AF_ZSSD"], ["false", "true"]], ""),
    ("meanshift", "meanshift", [["float", "double"], ["float", "double"], ["1", "3"]], ""),
    ("medfilt", "medfilt2", [["float", "int"], ["AF_PAD_ZERO", "AF_PAD_SYM"], ["3", "5"], ["3", "5"]], "THREADS_X=16 THREADS_Y=16"),
    ("moments", "moments", [NUMBERS], ""),
    ("morph", "morph", [["float", "char"], ["true", "false"], ["3", "5"]], "MAX_MORPH_FILTER_LEN=19"),
    ("morph", "morph3D", [["float"], ["true"], ["3"]], "MAX_MORPH_FILTER_LEN=19"),
    ("pad_array_borders", "padBorders", [["float", "cuFloatComplex"], ["AF_PAD_SYM", "AF_PAD_PERIODIC", "AF_PAD_CLAMP_TO_EDGE"]], ""),
    ("range", "range", [NUMBERS + ["half"]], ""),
    ("reorder", "reorder", [["float", "cuDoubleComplex"]], ""),
    ("resize", "resize", [["float", "cuFloatComplex", "int"], ["AF_INTERP_NEAREST", "AF_INTERP_BILINEAR", "AF_INTERP_LOWER"]], ""),
    ("rotate", "rotate", [["float", "cuDoubleComplex"], ["1", "3"]], ""),
    ("scan_dim", "scan_dim", [["float", "int", "cuFloatComplex"], ["float", "int", "cuFloatComplex"], ["af_add_t", "af_max_t", "af_mul_t"], ["0", "1"], ["true", "false"], ["8"], ["true", "false"]], "THREADS_X=32"),
    ("scan_dim", "scan_dim_bcast", [["float"], ["af_add_t"], ["1"]], ""),
    ("scan_first", "scan_first", [["float", "char", "double"], ["float", "detail::uint", "double"], ["af_add_t", "af_notzero_t", "af_min_t"], ["true", "false"], ["64"], ["true", "false"]], "THREADS_PER_BLOCK=256"),
    ("scan_dim_by_key", "scanbykey_dim_nonfinal", [["float"], ["int"], ["float"], ["af_add_t"]], "THREADS_X=32 DIMY=8"),
    ("scan_first_by_key", "scanbykey_first_final", [["float", "double"], ["detail::uint", "int"], ["float", "double"], ["af_add_t", "af_max_t"]], "THREADS_PER_BLOCK=256 DIMX=64"),
    ("select", "select", [["float", "cuFloatComplex", "half"], ["true", "false"]], ""),
    ("select", "selectScalar", [["double", "int"], ["true", "false"]], ""),
    ("sobel", "sobel3x3", [["float", "int"], ["float", "int"]], "THREADS_X=16 THREADS_Y=16"),
    ("sparse", "coo2Dense", [["float", "cuDoubleComplex"]], "reps=4"),
    ("sparse_arith", "csrArithDSD", [["float", "cuFloatComplex"], ["af_add_t", "af_mul_t"]], "TX=32 TY=8"),
    ("sparse_arith", "cooArithSSD", [["double"], ["af_div_t"]], "THREADS=256"),
    ("susan", "susan", [["float"]], "BLOCK_X=16 BLOCK_Y=16"),
    ("tile", "tile", [["float", "half", "detail::uchar"]], ""),
    ("transform", "transform", [["float", "cuFloatComplex"], ["true", "false"], ["1", "2"]], ""),
    ("transpose", "transpose", [["float", "cuFloatComplex", "cuDoubleComplex"], ["false", "true", "true"], ["true", "false"]], "TILE_DIM=32 THREADS_Y=8"),
    ("transpose_inplace", "transposeIP", [["float", "cuDoubleComplex"], ["false", "true"], ["false"]], "TILE_DIM=32 THREADS_Y=8"),
    ("triangle", "triangle", [["float", "cuFloatComplex"], ["true", "false"], ["false", "true"]], ""),
    ("unwrap", "unwrap", [["float", "cuDoubleComplex"], ["true", "false"]], ""),
    ("where", "where", [["float", "cuFloatComplex", "char"]], ""),
    ("wrap", "wrap", [["float", "detail::uint"], ["true", "false"]], ""),
]  # fmt: skip


def record(workshop):
    _, packages = workshop.environment("headers", cuda.HEADERS)
    paths = ["src/backend/cuda", "src/backend/common", "src/api/c/optypes.hpp", "include"]
    source = workshop.repository("arrayfire/arrayfire", COMMIT, *paths)

    def text(path):
        if path is None or path == "version":
            return VERSION if path else ""
        whole = os.path.join(cuda.headers(packages), path[5:]) if path.startswith("cuda:") else os.path.join(source, path)
        with open(whole) as file:
            return file.read()

    headers = [(name, text(path)) for name, path in HEADERS.items()]
    programs = []
    for file, kernel, choices, values in KERNELS:
        for k in range(max(map(len, choices))):
            arguments = ",".join(choice[k % len(choice)] for choice in choices)
            # The values are one string, as ArrayFire has them.
            options = ["--gpu-architecture=compute_80", "--std=c++17", "--device-as-default-execution-space"]
            options += [f" -D {value}" for value in values.split()]
            expression = f"arrayfire::cuda::{kernel}<{arguments}>"
            programs.append(draw.program(file, f"{file}.cu", text(f"src/backend/cuda/kernel/{file}.cuh"), options, headers, [expression]))
    draw.store(workshop, "arrayfire", [f"arrayfire/arrayfire {COMMIT}"], [programs], MOST, [])
