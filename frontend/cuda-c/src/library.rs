//! The device library: functions written in the kernel language, parsed only when used.

use std::sync::OnceLock;

use crate::intern::Map;

/// A file of the library: its name, its text, and the functions that it defines for others.
struct File(&'static str, &'static str, &'static [&'static str]);

macro_rules! files {
    ($($name:literal: $($function:literal)*;)*) => {
        &[$(File($name, include_str!(concat!("../lib/", $name)), &[$($function),*])),*]
    };
}

const FILES: &[File] = files! {
    "quotient.cuh": "__optx_divf" "__optx_sqrtf" "__optx_reciprocal" "__optx_div" "__optx_sqrt" "__optx_rsqrt_steps" "rsqrt" "__frsqrt_rn";
    "explog.cuh": "expf" "logf" "log2f" "log10f" "powf" "powif" "__optx_exp_reduce" "__optx_exp_slope" "__optx_exp_less" "__optx_between";
    "trig.cuh": "sinf" "cosf" "__optx_reduce" "__optx_sin_quadrant";
    "trig_more.cuh": "tanf" "sincosf" "sinpif" "cospif" "sincospif" "atanf" "asinf" "acosf" "atan2f";
    "hyperbolic.cuh": "exp10f" "expm1f" "log1pf" "sinhf" "coshf" "tanhf" "asinhf" "acoshf" "atanhf" "cbrtf" "rcbrtf"
        "hypotf" "rhypotf" "erff" "erfcf" "erfcxf" "__optx_erfc_positivef";
    "explog_double.cuh": "exp" "exp2" "exp10" "expm1" "log" "log2" "log10" "log1p" "pow" "powi" "__optx_exp_small" "__optx_exp_sum" "__optx_scale"
        "__optx_exp_normal" "__optx_exp_rest" "__optx_power_of_two" "__optx_log_normal" "__optx_log1p_finite" "__optx_stirling";
    "trig_double.cuh": "sin" "cos" "tan" "sincos" "sinpi" "cospi" "sincospi";
    "inverse_double.cuh": "asin" "acos" "atan" "atan2";
    "hyperbolic_double.cuh": "sinh" "cosh" "tanh" "asinh" "acosh" "atanh";
    "error_double.cuh": "cbrt" "rcbrt" "hypot" "rhypot" "erf" "erfc" "erfcx" "__optx_erfc_positive";
    "gamma_double.cuh": "tgamma" "lgamma";
    "gamma.cuh": "tgammaf" "lgammaf";
    "normal_double.cuh": "erfinv" "erfcinv" "normcdf" "normcdfinv";
    "normal.cuh": "erfinvf" "erfcinvf" "normcdff" "normcdfinvf";
    "norm_double.cuh": "norm3d" "rnorm3d" "norm4d" "rnorm4d" "norm" "rnorm";
    "norm.cuh": "norm3df" "rnorm3df" "norm4df" "rnorm4df" "normf" "rnormf";
    "powers.cuh": "__optx_pow_1" "__optx_pow_2" "__optx_pow_3" "__optx_pow_4" "__optx_pow_half" "__optx_pow_reciprocal"
        "__optx_pow_1f" "__optx_pow_2f" "__optx_pow_3f" "__optx_pow_4f" "__optx_pow_halff" "__optx_pow_reciprocalf";
    "packed.cuh": "__dp4a" "__dp2a_lo" "__dp2a_hi" "__sincosf";
    "simd.cuh": "__vadd2" "__vaddss2" "__vaddus2" "__vsub2" "__vsubss2" "__vsubus2" "__vneg2" "__vnegss2" "__vabs2" "__vabsss2"
        "__vabsdiffs2" "__vabsdiffu2" "__vmaxs2" "__vmaxu2" "__vmins2" "__vminu2" "__vavgs2" "__vavgu2" "__vhaddu2" "__vsads2" "__vsadu2" "__vcmpeq2"
        "__vcmpne2" "__vcmplts2" "__vcmpltu2" "__vcmples2" "__vcmpleu2" "__vcmpgts2" "__vcmpgtu2" "__vcmpges2" "__vcmpgeu2"
        "__vseteq2" "__vsetne2" "__vsetlts2" "__vsetltu2" "__vsetles2" "__vsetleu2" "__vsetgts2" "__vsetgtu2" "__vsetges2"
        "__vsetgeu2" "__vadd4" "__vaddss4" "__vaddus4" "__vsub4" "__vsubss4" "__vsubus4" "__vneg4" "__vnegss4" "__vabs4" "__vabsss4"
        "__vabsdiffs4" "__vabsdiffu4" "__vmaxs4" "__vmaxu4" "__vmins4" "__vminu4" "__vavgs4" "__vavgu4" "__vhaddu4" "__vsads4"
        "__vsadu4" "__vcmpeq4" "__vcmpne4" "__vcmplts4" "__vcmpltu4" "__vcmples4" "__vcmpleu4" "__vcmpgts4" "__vcmpgtu4" "__vcmpges4"
        "__vcmpgeu4" "__vseteq4" "__vsetne4" "__vsetlts4" "__vsetltu4" "__vsetles4" "__vsetleu4" "__vsetgts4" "__vsetgtu4"
        "__vsetges4" "__vsetgeu4";
    "ieee.cuh": "__fmaf_ieee_rn" "__fmaf_ieee_rz" "__fmaf_ieee_ru" "__fmaf_ieee_rd";
    "bits.cuh": "fmod" "remainder" "nextafter" "frexp" "scalbn" "scalbln" "ldexp" "ilogb" "logb" "modf" "nan" "nanf" "remquo" "remquof" "fmodf" "remainderf"
        "nextafterf" "frexpf" "scalbnf" "scalblnf" "ldexpf" "ilogbf" "logbf" "modff";
    "address.cuh": "__cvta_generic_to_global" "__cvta_global_to_generic" "__isGlobal" "__cvta_generic_to_shared" "__cvta_shared_to_generic" "__isShared"
        "__cvta_generic_to_constant" "__cvta_constant_to_generic" "__isConstant" "__cvta_generic_to_local" "__cvta_local_to_generic" "__isLocal" "__isGridConstant"
        "__isCtaShared" "__isClusterShared";
    "memory.cuh": "memcpy" "memset";
};

/// The library file that defines a function, and its text.
pub(crate) fn file_of(name: &str) -> Option<(&'static str, &'static str)> {
    static BY_NAME: OnceLock<Map<&str, usize>> = OnceLock::new();
    let by_name = BY_NAME.get_or_init(|| {
        let named = |(k, f): (usize, &File)| f.2.iter().map(move |name| (*name, k));
        FILES.iter().enumerate().flat_map(named).collect()
    });
    by_name.get(name).and_then(|k| FILES.get(*k)).map(|f| (f.0, f.1))
}

/// The functions of the library that are for programs.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().flat_map(|f| f.2).copied().filter(|name| !name.starts_with("__optx_"))
}

/// Types that are known without an include and are declared in a library file.
const TYPES: &[&str] = &[
    "cudaError",
    "cudaError_t",
    "cudaMemcpyKind",
    "cudaSharedMemConfig",
    "cudaRoundMode",
    "cudaSurfaceBoundaryMode",
    "cudaSurfaceFormatMode",
    "cudaTextureAddressMode",
    "cudaTextureFilterMode",
    "cudaTextureReadMode",
    "cudaChannelFormatKind",
    "cudaChannelFormatDesc",
    "cudaFuncCache",
    "cudaLimit",
    "cudaPitchedPtr",
    "cudaExtent",
    "cudaPos",
    "cudaStream_t",
    "cudaEvent_t",
    "cudaArray",
    "cudaArray_t",
];

/// Types of the runtime, and the constants of its enumerations.
const RUNTIME_TYPES: &str = include_str!("../lib/runtime_types.cuh");

/// Whether a name is of a constant of the runtime's.
fn is_constant(name: &str) -> bool {
    let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    name.starts_with("cuda") && RUNTIME_TYPES.split(is_end).any(|word| word == name)
}

/// Whether a library file declares a type of that name.
pub(crate) fn is_type(name: &str) -> bool {
    name == "dim3" || name.starts_with("cuda") && TYPES.contains(&name)
}

/// The library file that declares a type or a constant, and its text.
pub(crate) fn type_file_of(name: &str) -> Option<(&'static str, &'static str)> {
    if name == "dim3" {
        return Some(("dim3.cuh", include_str!("../lib/dim3.cuh")));
    }
    (is_type(name) || is_constant(name)).then_some(("runtime_types.cuh", RUNTIME_TYPES))
}

/// The short form that fast mathematics takes instead of a function.
pub(crate) fn fast_form(name: &str, arch: u32) -> &str {
    match name {
        "expf" => "__expf",
        "logf" => "__logf",
        "powf" => "__powf",
        "sinf" => "__sinf",
        "cosf" => "__cosf",
        "exp10f" => "__exp10f",
        "log2f" => "__log2f",
        "log10f" => "__log10f",
        "tanf" => "__tanf",
        "sincosf" => "__sincosf",
        "tanhf" if arch >= 75 => "__tanhf",
        "fdividef" => "__fdividef",
        _ => name,
    }
}
