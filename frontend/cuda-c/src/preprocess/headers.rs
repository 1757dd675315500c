//! Built-in headers and predefined macros.

use crate::options::{FrontendOptions, MacroOption};

/// The text of a header that is built in. What most of them declare is known to the checker anyway, so that only
/// macros remain.
pub(crate) fn header(name: &str) -> Option<&'static str> {
    Some(match name {
        "stdint.h" | "cstdint" | "inttypes.h" | "cinttypes" => STDINT,
        "limits.h" | "climits" => LIMITS,
        "float.h" | "cfloat" => FLOAT,
        "math.h" | "cmath" => MATH,
        "math_constants.h" => MATH_CONSTANTS,
        "stdbool.h" | "cstdbool" => "#define __bool_true_false_are_defined 1\n",
        "stddef.h" | "cstddef" => "#ifndef NULL\n#define NULL 0\n#endif\n",
        "assert.h" | "cassert" => ASSERT,
        "cuda_fp16.h" | "cuda_fp16.hpp" => include_str!("../../lib/cuda_fp16.h"),
        "optx_half.h" => include_str!("../../lib/optx_half.h"),
        "optx_half_class.h" => include_str!("../../lib/optx_half_class.h"),
        "optx_half_convert.h" => include_str!("../../lib/optx_half_convert.h"),
        "optx_half_arithmetic.h" => include_str!("../../lib/optx_half_arithmetic.h"),
        "optx_half_memory.h" => include_str!("../../lib/optx_half_memory.h"),
        "cuda_bf16.h" | "cuda_bf16.hpp" => include_str!("../../lib/cuda_bf16.h"),
        "cooperative_groups.h" => include_str!("../../lib/cooperative_groups.h"),
        "cooperative_groups/reduce.h" => {
            include_str!("../../lib/cooperative_groups_reduce.h")
        }
        "cuComplex.h" => include_str!("../../lib/cuComplex.h"),
        "cufft.h" | "cufftXt.h" => CUFFT,
        "cublas.h" | "cublas_v2.h" | "cublas_api.h" | "cublasLt.h" | "cublasXt.h" => CUBLAS,
        "cuda.h" => {
            "#include <stdint.h>\n#ifndef CUDA_VERSION\n#define CUDA_VERSION CUDART_VERSION\n#endif\n"
        }
        "cuda_runtime.h"
        | "cuda_runtime_api.h"
        | "cuda_device_runtime_api.h"
        | "driver_types.h"
        | "driver_functions.h"
        | "device_functions.h"
        | "device_launch_parameters.h"
        | "device_types.h"
        | "host_defines.h"
        | "vector_types.h"
        | "vector_functions.h"
        | "math_functions.h"
        | "sm_20_intrinsics.h"
        | "sm_30_intrinsics.h"
        | "sm_20_atomic_functions.h"
        | "sm_32_intrinsics.h"
        | "sm_60_atomic_functions.h"
        | "curand_mtgp32.h"
        | "cuda_profiler_api.h"
        | "crt/host_defines.h"
        | "builtin_types.h"
        | "common_functions.h"
        | "nv/target" => "",
        _ if yields(name) || HOSTS.binary_search(&name).is_ok() => "",
        _ => return None,
    })
}

/// Whether a header that is built in is so in NVRTC's mode too: what stands there for a header of the host's that gives device code nothing is not.
pub(super) fn is_nvrtcs(name: &str) -> bool {
    !yields(name) && HOSTS.binary_search(&name).is_err()
}

/// Headers of the C and C++ library of which device code has nothing but what is known to the checker, in order.
#[rustfmt::skip]
const HOSTS: &[&str] = &[
    "algorithm", "array", "cctype", "cerrno", "chrono", "cstdio", "cstdlib", "cstring", "ctime", "ctype.h", "errno.h", "exception", "fstream", "functional", "getopt.h", "iomanip", "iostream", "limits", "map", "memory", "new", "numeric", "random", "set", "sstream", "stdexcept", "stdio.h", "stdlib.h", "string", "string.h", "sys/stat.h", "sys/time.h", "sys/types.h", "time.h", "tuple", "type_traits", "unistd.h", "utility", "vector",
];

/// Whether a header is one of the C and C++ library's, or of POSIX, of which nothing is known to the checker: a file of its name
/// in a folder that is looked in is read instead.
pub(super) fn yields(name: &str) -> bool {
    EMPTY.binary_search(&name).is_ok()
}

/// In their order.
const EMPTY: &[&str] = &[
    "alloca.h",
    "any",
    "arpa/inet.h",
    "atomic",
    "barrier",
    "bit",
    "bitset",
    "ccomplex",
    "cfenv",
    "charconv",
    "ciso646",
    "clocale",
    "codecvt",
    "compare",
    "complex",
    "complex.h",
    "concepts",
    "condition_variable",
    "coroutine",
    "csetjmp",
    "csignal",
    "cstdalign",
    "cstdarg",
    "ctgmath",
    "cuchar",
    "cwchar",
    "cwctype",
    "deque",
    "dirent.h",
    "dlfcn.h",
    "err.h",
    "execinfo.h",
    "execution",
    "expected",
    "fcntl.h",
    "fenv.h",
    "filesystem",
    "flat_map",
    "flat_set",
    "fnmatch.h",
    "format",
    "forward_list",
    "ftw.h",
    "future",
    "generator",
    "glob.h",
    "grp.h",
    "initializer_list",
    "ios",
    "iosfwd",
    "iso646.h",
    "istream",
    "iterator",
    "latch",
    "libgen.h",
    "list",
    "locale",
    "locale.h",
    "malloc.h",
    "mdspan",
    "memory.h",
    "memory_resource",
    "mutex",
    "netdb.h",
    "netinet/in.h",
    "numbers",
    "optional",
    "ostream",
    "poll.h",
    "print",
    "pthread.h",
    "pwd.h",
    "queue",
    "ranges",
    "ratio",
    "regex",
    "regex.h",
    "sched.h",
    "scoped_allocator",
    "semaphore",
    "semaphore.h",
    "setjmp.h",
    "shared_mutex",
    "signal.h",
    "source_location",
    "span",
    "spanstream",
    "stack",
    "stacktrace",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdfloat",
    "stdnoreturn.h",
    "stop_token",
    "streambuf",
    "string_view",
    "strings.h",
    "strstream",
    "syncstream",
    "sys/ioctl.h",
    "sys/mman.h",
    "sys/param.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/socket.h",
    "sys/sysinfo.h",
    "sys/times.h",
    "sys/uio.h",
    "sys/utsname.h",
    "sys/wait.h",
    "sysexits.h",
    "syslog.h",
    "system_error",
    "termios.h",
    "tgmath.h",
    "thread",
    "threads.h",
    "typeindex",
    "typeinfo",
    "uchar.h",
    "unordered_map",
    "unordered_set",
    "utime.h",
    "valarray",
    "values.h",
    "variant",
    "version",
    "wchar.h",
    "wctype.h",
];

const STDINT: &str = "\
#define INT8_MIN (-128)\n#define INT16_MIN (-32767-1)\n#define INT32_MIN (-2147483647-1)\n\
#define INT64_MIN (-9223372036854775807L-1)\n#define INT8_MAX 127\n#define INT16_MAX 32767\n\
#define INT32_MAX 2147483647\n#define INT64_MAX 9223372036854775807L\n#define UINT8_MAX 255\n\
#define UINT16_MAX 65535\n#define UINT32_MAX 4294967295U\n#define UINT64_MAX 18446744073709551615UL\n\
#define INTPTR_MIN INT64_MIN\n#define INTPTR_MAX INT64_MAX\n#define UINTPTR_MAX UINT64_MAX\n\
#define SIZE_MAX UINT64_MAX\n#define PTRDIFF_MAX INT64_MAX\n#define PTRDIFF_MIN INT64_MIN\n\
#define INT8_C(x) x\n#define INT16_C(x) x\n#define INT32_C(x) x\n#define INT64_C(x) x##L\n\
#define UINT8_C(x) x\n#define UINT16_C(x) x\n#define UINT32_C(x) x##U\n#define UINT64_C(x) x##UL\n";

/// Read anew by each include, since `NDEBUG` may have changed.
pub(super) const ASSERT: &str = "\
#undef assert\n#ifdef NDEBUG\n#define assert(e) ((void)0)\n#else\n\
#define assert(e) ((e) ? (void)0 : __optx_assert_fail(#e, __FILE__, __LINE__))\n#endif\n";

const LIMITS: &str = "\
#define CHAR_BIT 8\n#define SCHAR_MIN (-128)\n#define SCHAR_MAX 127\n#define UCHAR_MAX 255\n\
#define CHAR_MIN (-128)\n#define CHAR_MAX 127\n#define SHRT_MIN (-32768)\n#define SHRT_MAX 32767\n\
#define USHRT_MAX 65535\n#define INT_MIN (-2147483647-1)\n#define INT_MAX 2147483647\n\
#define UINT_MAX 4294967295U\n#define LONG_MIN (-9223372036854775807L-1)\n\
#define LONG_MAX 9223372036854775807L\n#define ULONG_MAX 18446744073709551615UL\n\
#define LLONG_MIN (-9223372036854775807LL-1)\n#define LLONG_MAX 9223372036854775807LL\n\
#define ULLONG_MAX 18446744073709551615ULL\n";

const FLOAT: &str = "\
#define FLT_RADIX 2\n#define FLT_MANT_DIG 24\n#define FLT_DIG 6\n#define FLT_MIN_EXP (-125)\n\
#define FLT_MAX_EXP 128\n#define FLT_EPSILON 1.19209290e-07F\n#define FLT_MIN 1.17549435e-38F\n\
#define FLT_MAX 3.40282347e+38F\n#define DBL_MANT_DIG 53\n#define DBL_DIG 15\n#define DBL_MIN_EXP (-1021)\n\
#define DBL_MAX_EXP 1024\n#define DBL_EPSILON 2.2204460492503131e-16\n\
#define DBL_MIN 2.2250738585072014e-308\n#define DBL_MAX 1.7976931348623157e+308\n";

const MATH: &str = "\
#define M_E 2.7182818284590452354\n#define M_LOG2E 1.4426950408889634074\n\
#define M_LOG10E 0.43429448190325182765\n#define M_LN2 0.69314718055994530942\n\
#define M_LN10 2.30258509299404568402\n#define M_PI 3.14159265358979323846\n\
#define M_PI_2 1.57079632679489661923\n#define M_PI_4 0.78539816339744830962\n\
#define M_1_PI 0.31830988618379067154\n#define M_2_PI 0.63661977236758134308\n\
#define M_2_SQRTPI 1.12837916709551257390\n#define M_SQRT2 1.41421356237309504880\n\
#define M_SQRT1_2 0.70710678118654752440\n";

const MATH_CONSTANTS: &str = "\
#define CUDART_INF_F __int_as_float(0x7f800000)\n#define CUDART_NAN_F __int_as_float(0x7fffffff)\n\
#define CUDART_MIN_DENORM_F 1.401298464e-45f\n#define CUDART_MAX_NORMAL_F 3.402823466e+38f\n\
#define CUDART_NEG_ZERO_F -0.0f\n#define CUDART_ZERO_F 0.0f\n#define CUDART_ONE_F 1.0f\n\
#define CUDART_PI_F 3.141592654f\n#define CUDART_PIO2_F 1.570796327f\n#define CUDART_PIO4_F 0.785398163f\n\
#define CUDART_2PI_F 6.283185307f\n#define CUDART_SQRT_TWO_F 1.414213562f\n#define CUDART_LN2_F 0.693147181f\n\
#define CUDART_L2E_F 1.442695041f\n#define CUDART_INF __longlong_as_double(0x7ff0000000000000ULL)\n\
#define CUDART_NAN __longlong_as_double(0xfff8000000000000ULL)\n#define CUDART_PI 3.1415926535897931e+0\n\
#define CUDART_PIO2 1.5707963267948966e+0\n#define CUDART_2PI 6.2831853071795865e+0\n\
#define CUDART_SQRT_TWO 1.4142135623730951e+0\n#define CUDART_ZERO 0.0\n#define CUDART_ONE 1.0\n";

/// What the library's headers bring: the types of its numbers. Its own functions are the host's.
const CUBLAS: &str = "#include <cuComplex.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n";

const CUFFT: &str = "\
#include <cuComplex.h>\ntypedef cuFloatComplex cufftComplex;\ntypedef cuDoubleComplex cufftDoubleComplex;\n\
typedef float cufftReal;\ntypedef double cufftDoubleReal;\n";

/// Whether a header that is not built in is part of the CUDA toolkit, so that it is missing here and not at its author's.
pub(super) fn is_vendor(name: &str) -> bool {
    const FILES: &[&str] = &[
        "cuda_gl_interop.h",
        "cudnn.h",
        "cufftw.h",
        "curand.h",
        "curand_kernel.h",
        "cusolverDn.h",
        "cusolverSp.h",
        "cusparse.h",
        "cusparse_v2.h",
        "cutil.h",
        "cutil_inline.h",
        "cutil_math.h",
        "mma.h",
        "nccl.h",
        "npp.h",
        "nvml.h",
        "nvToolsExt.h",
        "nvrtc.h",
        "surface_functions.h",
        "texture_fetch_functions.h",
        "texture_types.h",
        "texture_indirect_functions.h",
    ];
    const FOLDERS: &[&str] = &["thrust/", "cub/", "cuda/", "crt/", "nvtx3/", "cooperative_groups/"];
    FILES.contains(&name) || FOLDERS.iter().any(|f| name.starts_with(f))
}

/// The directives that the options `-D` and `-U` stand for.
pub(super) fn command_line(options: &FrontendOptions<'_>) -> String {
    let mut s = String::new();
    for m in &options.macros {
        match m {
            MacroOption::Define(d) => {
                let d = d.replace(['\n', '\r'], " ");
                match d.split_once('=') {
                    Some((name, value)) => s.push_str(&format!("#define {name} {value}\n")),
                    None => s.push_str(&format!("#define {d} 1\n")),
                }
            }
            MacroOption::Undefine(u) => {
                s.push_str(&format!("#undef {}\n", u.replace(['\n', '\r'], " ")));
            }
        }
    }
    s
}
