//! The functions that are measured: how each is called, what it should be, and the bound that CUDA documents.
//!
//! Source of the bounds: CUDA C++ Programming Guide, "Mathematical Functions", "Standard Functions", maximum ulp error.

/// What a function takes and gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One float.
    F1,
    /// Two floats.
    F2,
    /// Three floats.
    F3,
    /// Four floats.
    F4,
    /// One double.
    D1,
    /// Two doubles.
    D2,
    /// Three doubles.
    D3,
    /// Four doubles.
    D4,
}

use Kind::{D1, D2, D3, D4, F1, F2, F3, F4};

/// What the arguments are called in bodies and references.
pub const ARGUMENTS: [&str; 4] = ["x", "y", "z", "w"];

impl Kind {
    /// How many arguments.
    pub fn arguments(self) -> usize {
        match self {
            F1 | D1 => 1,
            F2 | D2 => 2,
            F3 | D3 => 3,
            F4 | D4 => 4,
        }
    }

    /// The type's name in C.
    pub fn type_name(self) -> &'static str {
        if self.is_double() { "double" } else { "float" }
    }

    /// True for doubles.
    pub fn is_double(self) -> bool {
        matches!(self, D1 | D2 | D3 | D4)
    }

    /// Bytes of an argument, and of the result.
    pub fn bytes(self) -> usize {
        if self.is_double() { 8 } else { 4 }
    }

    /// The host's macro for it.
    pub fn macro_name(self) -> &'static str {
        match self {
            F1 => "F1",
            F2 => "F2",
            F3 => "F3",
            F4 => "F4",
            D1 => "D1",
            D2 => "D2",
            D3 => "D3",
            D4 => "D4",
        }
    }
}

/// What CUDA documents of a function's error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// The distance from the correctly rounded result in numbers of the format; 0.5 is none.
    Numbers(f64),
    /// One that depends on the input: an expression of C++ of the double `x` (and `y`), `numbers(n)` or, from the exact
    /// value, `absolute(d)` for 2^-d, and the same in words.
    Depends(&'static str, &'static str),
}

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name, once in the table.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// The body of a C function of `x` (and `y`, `z`, `w`) in the kernel language.
    pub body: &'static str,
    /// What it should be: of the double `x` for one float, of the quads `x`, `y`, `z` and `w` for the others.
    pub wanted: &'static str,
    /// The largest error that CUDA documents.
    pub bound: Bound,
    /// Where a device does not keep it: the part of it that was measured there, rounded outwards.
    pub before: Option<crate::claims::Before>,
    /// Options of the compiler that it is compiled with, and the host's function that computes the same.
    pub options: Option<(&'static [&'static str], &'static str)>,
    /// Between which inputs CUDA documents no bound.
    pub unbounded: Option<(f64, f64)>,
    /// Where half of the inputs of doubles and of two arguments lie, beside those of all exponents.
    pub range: (f64, f64),
}

const fn row(
    kind: Kind,
    name: &'static str,
    body: &'static str,
    wanted: &'static str,
    bound: f64,
    range: (f64, f64),
) -> Function {
    let (bound, before) = (Bound::Numbers(bound), None);
    Function { name, kind, body, wanted, bound, before, options: None, unbounded: None, range }
}

/// The function, with no bound between two inputs.
const fn except(f: Function, low: f64, high: f64) -> Function {
    Function { unbounded: Some((low, high)), ..f }
}

/// The functions of the library, and those that the compiler makes instructions of.
pub const FUNCTIONS: &[Function] = &[
    row(F1, "sqrtf", "return sqrtf(x);", "sqrt(x)", 0.5, (0.0, 9.0)),
    row(F1, "rsqrtf", "return rsqrtf(x);", "d_rsqrt(x)", 2.0, (0.0, 9.0)),
    row(F1, "__frsqrt_rn", "return __frsqrt_rn(x);", "d_rsqrt(x)", 0.5, (0.0, 9.0)),
    row(F1, "exp2f", "return exp2f(x);", "exp2(x)", 2.0, (-151.0, 129.0)),
    row(F1, "sincosf", "float s, c; sincosf(x, &s, &c); return s;", "sin(x)", 2.0, (-99.0, 99.0)),
    row(
        F1,
        "sincospif",
        "float s, c; sincospif(x, &s, &c); return c;",
        "d_cospi(x)",
        1.0,
        (-9.0, 9.0),
    ),
    row(F1, "cbrtf", "return cbrtf(x);", "cbrt(x)", 1.0, (-9.0, 9.0)),
    row(F1, "rcbrtf", "return rcbrtf(x);", "d_rcbrt(x)", 1.0, (-9.0, 9.0)),
    row(F1, "expf", "return expf(x);", "exp(x)", 2.0, (-104.0, 89.0)),
    row(F1, "exp10f", "return exp10f(x);", "d_exp10(x)", 2.0, (-46.0, 39.0)),
    row(F1, "expm1f", "return expm1f(x);", "expm1(x)", 1.0, (-20.0, 89.0)),
    row(F1, "logf", "return logf(x);", "log(x)", 1.0, (0.0, 9.0)),
    row(F1, "log2f", "return log2f(x);", "log2(x)", 1.0, (0.0, 9.0)),
    row(F1, "log10f", "return log10f(x);", "log10(x)", 2.0, (0.0, 9.0)),
    row(F1, "log1pf", "return log1pf(x);", "log1p(x)", 1.0, (-1.0, 9.0)),
    row(F1, "sinf", "return sinf(x);", "sin(x)", 2.0, (-99.0, 99.0)),
    row(F1, "cosf", "return cosf(x);", "cos(x)", 2.0, (-99.0, 99.0)),
    row(F1, "tanf", "return tanf(x);", "tan(x)", 4.0, (-99.0, 99.0)),
    row(F1, "sinpif", "return sinpif(x);", "d_sinpi(x)", 1.0, (-9.0, 9.0)),
    row(F1, "cospif", "return cospif(x);", "d_cospi(x)", 1.0, (-9.0, 9.0)),
    row(F1, "asinf", "return asinf(x);", "asin(x)", 2.0, (-1.0, 1.0)),
    row(F1, "acosf", "return acosf(x);", "acos(x)", 2.0, (-1.0, 1.0)),
    row(F1, "atanf", "return atanf(x);", "atan(x)", 2.0, (-9.0, 9.0)),
    row(F1, "sinhf", "return sinhf(x);", "sinh(x)", 3.0, (-90.0, 90.0)),
    row(F1, "coshf", "return coshf(x);", "cosh(x)", 2.0, (-90.0, 90.0)),
    row(F1, "tanhf", "return tanhf(x);", "tanh(x)", 2.0, (-10.0, 10.0)),
    row(F1, "asinhf", "return asinhf(x);", "asinh(x)", 3.0, (-9.0, 9.0)),
    row(F1, "acoshf", "return acoshf(x);", "acosh(x)", 4.0, (1.0, 9.0)),
    row(F1, "atanhf", "return atanhf(x);", "atanh(x)", 3.0, (-1.0, 1.0)),
    row(F1, "erff", "return erff(x);", "erf(x)", 2.0, (-5.0, 5.0)),
    row(F1, "erfcf", "return erfcf(x);", "erfc(x)", 4.0, (-5.0, 11.0)),
    row(F1, "erfcxf", "return erfcxf(x);", "d_erfcx(x)", 4.0, (-9.5, 40.0)),
    row(F1, "erfinvf", "return erfinvf(x);", "library::erfinv(x)", 2.0, (-1.0, 1.0)),
    row(F1, "erfcinvf", "return erfcinvf(x);", "library::erfcinv(x)", 4.0, (0.0, 2.0)),
    row(F1, "normcdff", "return normcdff(x);", "d_normcdf(x)", 5.0, (-15.0, 9.0)),
    row(F1, "normcdfinvf", "return normcdfinvf(x);", "library::normcdfinv(x)", 5.0, (0.0, 1.0)),
    except(
        row(F1, "lgammaf", "return lgammaf(x);", "lgamma(x)", 6.0, (0.0, 40.0)),
        -10.001,
        -2.264,
    ),
    row(F1, "tgammaf", "return tgammaf(x);", "tgamma(x)", 5.0, (-43.0, 36.0)),
    row(F1, "roundf", "return roundf(x);", "round(x)", 0.0, (-9.0, 9.0)),
    row(F1, "rintf", "return rintf(x);", "rint(x)", 0.0, (-9.0, 9.0)),
    row(F1, "truncf", "return truncf(x);", "trunc(x)", 0.0, (-9.0, 9.0)),
    row(F1, "floorf", "return floorf(x);", "floor(x)", 0.0, (-9.0, 9.0)),
    row(F1, "ceilf", "return ceilf(x);", "ceil(x)", 0.0, (-9.0, 9.0)),
    row(F1, "nearbyintf", "return nearbyintf(x);", "nearbyint(x)", 0.0, (-9.0, 9.0)),
    row(F1, "ilogbf", "return ilogbf(x);", "d_ilogb(x)", 0.0, (-9.0, 9.0)),
    row(F1, "lroundf", "return lroundf(x);", "d_lround(x)", 0.0, (-9.0, 9.0)),
    row(F1, "lrintf", "return lrintf(x);", "d_lrint(x)", 0.0, (-9.0, 9.0)),
    row(F1, "logbf", "return logbf(x);", "logb(x)", 0.0, (-9.0, 9.0)),
    row(F1, "frexpf", "int e; return frexpf(x, &e);", "frexp(x, (int[]){0})", 0.0, (-9.0, 9.0)),
    row(F1, "modff", "float w; return modff(x, &w);", "modf(x, (double[]){0})", 0.0, (-9.0, 9.0)),
    row(F2, "powf", "return powf(x, y);", "powq(x, y)", 4.0, (0.0, 9.0)),
    // CUDA states no bound for whole powers: that of the others is taken.
    row(
        F2,
        "powif",
        "return powif(x, __float2int_rz(y));",
        "powq(x, isnanq(y) ? 0 : q_whole(y))",
        4.0,
        (-9.0, 9.0),
    ),
    row(F2, "hypotf", "return hypotf(x, y);", "hypotq(x, y)", 3.0, (-9.0, 9.0)),
    row(F2, "rhypotf", "return rhypotf(x, y);", "q_rhypot(x, y)", 2.0, (-9.0, 9.0)),
    row(F3, "norm3df", "return norm3df(x, y, z);", "q_norm(x, y, z)", 3.0, (-9.0, 9.0)),
    row(F3, "rnorm3df", "return rnorm3df(x, y, z);", "q_rnorm(x, y, z)", 2.0, (-9.0, 9.0)),
    row(F4, "norm4df", "return norm4df(x, y, z, w);", "q_norm(x, y, z, w)", 3.0, (-9.0, 9.0)),
    row(F4, "rnorm4df", "return rnorm4df(x, y, z, w);", "q_rnorm(x, y, z, w)", 2.0, (-9.0, 9.0)),
    // CUDA states no bound for vectors of any length: that of `norm4df` is taken for both.
    row(
        F4,
        "normf",
        "float v[] = {x, y, z, w}; return normf(4, v);",
        "q_norm(x, y, z, w)",
        3.0,
        (-9.0, 9.0),
    ),
    row(
        F4,
        "rnormf",
        "float v[] = {x, y, z, w}; return rnormf(4, v);",
        "q_rnorm(x, y, z, w)",
        3.0,
        (-9.0, 9.0),
    ),
    row(
        F2,
        "ldexpf",
        "return ldexpf(x, __float2int_rz(y));",
        "q_ldexpf(x, y)",
        0.0,
        (-150.0, 150.0),
    ),
    row(
        F2,
        "nextafterf",
        "return nextafterf(x, y);",
        "nextafterf((float)x, (float)y)",
        0.0,
        (-9.0, 9.0),
    ),
    row(F2, "fmaxf", "return fmaxf(x, y);", "q_fmax(x, y)", 0.0, (-9.0, 9.0)),
    row(F2, "fminf", "return fminf(x, y);", "q_fmin(x, y)", 0.0, (-9.0, 9.0)),
    row(F2, "copysignf", "return copysignf(x, y);", "copysignq(x, y)", 0.0, (-9.0, 9.0)),
    row(F2, "atan2f", "return atan2f(x, y);", "atan2q(x, y)", 3.0, (-9.0, 9.0)),
    row(F2, "fmodf", "return fmodf(x, y);", "fmodq(x, y)", 0.0, (-99.0, 99.0)),
    row(F2, "remainderf", "return remainderf(x, y);", "remainderq(x, y)", 0.0, (-99.0, 99.0)),
    row(F2, "remquof", "int q; return remquof(x, y, &q);", "remainderq(x, y)", 0.0, (-99.0, 99.0)),
    row(F2, "fdimf", "return fdimf(x, y);", "fdimq(x, y)", 0.5, (-99.0, 99.0)),
    row(D1, "sqrt", "return sqrt(x);", "sqrtq(x)", 0.5, (0.0, 9.0)),
    row(D1, "rsqrt", "return rsqrt(x);", "q_rsqrt(x)", 1.0, (0.0, 9.0)),
    row(D1, "sincos", "double s, c; sincos(x, &s, &c); return s;", "sinq(x)", 2.0, (-99.0, 99.0)),
    row(
        D1,
        "sincospi",
        "double s, c; sincospi(x, &s, &c); return c;",
        "q_cospi(x)",
        2.0,
        (-9.0, 9.0),
    ),
    row(D1, "cbrt", "return cbrt(x);", "cbrtq(x)", 1.0, (-9.0, 9.0)),
    row(D1, "rcbrt", "return rcbrt(x);", "q_rcbrt(x)", 1.0, (-9.0, 9.0)),
    row(D1, "exp", "return exp(x);", "expq(x)", 1.0, (-746.0, 710.0)),
    row(D1, "exp2", "return exp2(x);", "exp2q(x)", 1.0, (-1076.0, 1025.0)),
    row(D1, "exp10", "return exp10(x);", "q_exp10(x)", 1.0, (-325.0, 309.0)),
    row(D1, "expm1", "return expm1(x);", "expm1q(x)", 1.0, (-40.0, 710.0)),
    row(D1, "log", "return log(x);", "logq(x)", 1.0, (0.0, 4.0)),
    row(D1, "log2", "return log2(x);", "log2q(x)", 1.0, (0.0, 4.0)),
    row(D1, "log10", "return log10(x);", "log10q(x)", 1.0, (0.0, 4.0)),
    row(D1, "log1p", "return log1p(x);", "log1pq(x)", 1.0, (-1.0, 4.0)),
    row(D1, "sin", "return sin(x);", "sinq(x)", 2.0, (-99.0, 99.0)),
    row(D1, "cos", "return cos(x);", "cosq(x)", 2.0, (-99.0, 99.0)),
    row(D1, "tan", "return tan(x);", "tanq(x)", 2.0, (-99.0, 99.0)),
    row(D1, "sinpi", "return sinpi(x);", "q_sinpi(x)", 2.0, (-9.0, 9.0)),
    row(D1, "cospi", "return cospi(x);", "q_cospi(x)", 2.0, (-9.0, 9.0)),
    row(D1, "asin", "return asin(x);", "asinq(x)", 2.0, (-1.0, 1.0)),
    row(D1, "acos", "return acos(x);", "acosq(x)", 2.0, (-1.0, 1.0)),
    row(D1, "atan", "return atan(x);", "atanq(x)", 2.0, (-9.0, 9.0)),
    row(D1, "sinh", "return sinh(x);", "sinhq(x)", 2.0, (-711.0, 711.0)),
    row(D1, "cosh", "return cosh(x);", "coshq(x)", 1.0, (-711.0, 711.0)),
    row(D1, "tanh", "return tanh(x);", "tanhq(x)", 1.0, (-20.0, 20.0)),
    row(D1, "asinh", "return asinh(x);", "asinhq(x)", 3.0, (-9.0, 9.0)),
    row(D1, "acosh", "return acosh(x);", "acoshq(x)", 3.0, (1.0, 9.0)),
    row(D1, "atanh", "return atanh(x);", "atanhq(x)", 2.0, (-1.0, 1.0)),
    row(D1, "erf", "return erf(x);", "erfq(x)", 2.0, (-6.0, 6.0)),
    row(D1, "erfc", "return erfc(x);", "erfcq(x)", 5.0, (-6.0, 28.0)),
    row(D1, "erfcx", "return erfcx(x);", "q_erfcx(x)", 4.0, (-27.0, 200.0)),
    row(D1, "erfinv", "return erfinv(x);", "q_erfinv_from(x, got)", 5.0, (-1.0, 1.0)),
    row(D1, "erfcinv", "return erfcinv(x);", "q_erfcinv_from(x, got)", 6.0, (0.0, 2.0)),
    row(D1, "normcdf", "return normcdf(x);", "q_normcdf(x)", 5.0, (-39.0, 9.0)),
    row(D1, "normcdfinv", "return normcdfinv(x);", "q_normcdfinv_from(x, got)", 8.0, (0.0, 1.0)),
    except(
        row(D1, "lgamma", "return lgamma(x);", "lgammaq(x)", 4.0, (0.0, 99.0)),
        -23.0001,
        -2.2637,
    ),
    row(D1, "tgamma", "return tgamma(x);", "tgammaq(x)", 10.0, (-185.0, 172.0)),
    row(D1, "round", "return round(x);", "roundq(x)", 0.0, (-9.0, 9.0)),
    row(D1, "rint", "return rint(x);", "rintq(x)", 0.0, (-9.0, 9.0)),
    row(D1, "trunc", "return trunc(x);", "truncq(x)", 0.0, (-9.0, 9.0)),
    row(D1, "floor", "return floor(x);", "floorq(x)", 0.0, (-9.0, 9.0)),
    row(D1, "ceil", "return ceil(x);", "ceilq(x)", 0.0, (-9.0, 9.0)),
    row(D1, "nearbyint", "return nearbyint(x);", "nearbyintq(x)", 0.0, (-9.0, 9.0)),
    row(D1, "ilogb", "return ilogb(x);", "d_ilogb((double)x)", 0.0, (-9.0, 9.0)),
    row(D1, "lround", "return lround(x);", "d_lround((double)x)", 0.0, (-9.0, 9.0)),
    row(D1, "lrint", "return lrint(x);", "d_lrint((double)x)", 0.0, (-9.0, 9.0)),
    row(D1, "logb", "return logb(x);", "logbq(x)", 0.0, (-9.0, 9.0)),
    row(D1, "frexp", "int e; return frexp(x, &e);", "frexpq(x, (int[]){0})", 0.0, (-9.0, 9.0)),
    row(D1, "modf", "double w; return modf(x, &w);", "modfq(x, (quad[]){0})", 0.0, (-9.0, 9.0)),
    row(D2, "pow", "return pow(x, y);", "powq(x, y)", 2.0, (0.0, 30.0)),
    row(
        D2,
        "powi",
        "return powi(x, __double2int_rz(y));",
        "powq(x, isnanq(y) ? -2147483647 - 1 : q_whole(y))",
        2.0,
        (-9.0, 9.0),
    ),
    row(D2, "hypot", "return hypot(x, y);", "hypotq(x, y)", 2.0, (-9.0, 9.0)),
    row(D2, "rhypot", "return rhypot(x, y);", "q_rhypot(x, y)", 1.0, (-9.0, 9.0)),
    row(D3, "norm3d", "return norm3d(x, y, z);", "q_norm(x, y, z)", 2.0, (-9.0, 9.0)),
    row(D3, "rnorm3d", "return rnorm3d(x, y, z);", "q_rnorm(x, y, z)", 1.0, (-9.0, 9.0)),
    row(D4, "norm4d", "return norm4d(x, y, z, w);", "q_norm(x, y, z, w)", 2.0, (-9.0, 9.0)),
    row(D4, "rnorm4d", "return rnorm4d(x, y, z, w);", "q_rnorm(x, y, z, w)", 1.0, (-9.0, 9.0)),
    // As above, that of `norm4d`.
    row(
        D4,
        "norm",
        "double v[] = {x, y, z, w}; return norm(4, v);",
        "q_norm(x, y, z, w)",
        2.0,
        (-9.0, 9.0),
    ),
    row(
        D4,
        "rnorm",
        "double v[] = {x, y, z, w}; return rnorm(4, v);",
        "q_rnorm(x, y, z, w)",
        2.0,
        (-9.0, 9.0),
    ),
    row(
        D2,
        "ldexp",
        "return ldexp(x, __double2int_rz(y));",
        "q_ldexp(x, y)",
        0.0,
        (-1080.0, 1080.0),
    ),
    row(
        D2,
        "nextafter",
        "return nextafter(x, y);",
        "nextafter((double)x, (double)y)",
        0.0,
        (-9.0, 9.0),
    ),
    row(D2, "fmax", "return fmax(x, y);", "q_fmax(x, y)", 0.0, (-9.0, 9.0)),
    row(D2, "fmin", "return fmin(x, y);", "q_fmin(x, y)", 0.0, (-9.0, 9.0)),
    row(D2, "copysign", "return copysign(x, y);", "copysignq(x, y)", 0.0, (-9.0, 9.0)),
    row(D2, "atan2", "return atan2(x, y);", "atan2q(x, y)", 2.0, (-9.0, 9.0)),
    row(D2, "fmod", "return fmod(x, y);", "fmodq(x, y)", 0.0, (-99.0, 99.0)),
    row(D2, "remainder", "return remainder(x, y);", "remainderq(x, y)", 0.0, (-99.0, 99.0)),
    row(D2, "remquo", "int q; return remquo(x, y, &q);", "remainderq(x, y)", 0.0, (-99.0, 99.0)),
    row(D2, "fdim", "return fdim(x, y);", "fdimq(x, y)", 0.5, (-99.0, 99.0)),
    // What some functions give through a pointer.
    row(
        F1,
        "sincosf_cosine",
        "float s, c; sincosf(x, &s, &c); return c;",
        "cos(x)",
        2.0,
        (-99.0, 99.0),
    ),
    row(
        F1,
        "sincospif_sine",
        "float s, c; sincospif(x, &s, &c); return s;",
        "d_sinpi(x)",
        1.0,
        (-9.0, 9.0),
    ),
    row(
        F1,
        "frexpf_exponent",
        "int e; frexpf(x, &e); return e;",
        "d_exponent(x)",
        0.0,
        (-9.0, 9.0),
    ),
    row(F1, "modff_whole", "float w; modff(x, &w); return w;", "trunc(x)", 0.0, (-9.0, 9.0)),
    // Where remainders are subnormal they may be flushed, and the quotient is one off then.
    row(
        F2,
        "remquof_quotient",
        "int q; float r = remquof(x, y, &q); bool none = r != r || fabsf(y) < 0x1p-120f;
         return none ? 0 : q < 0 ? -(-q & 7) : q & 7;",
        "fabsq(y) < 0x1p-120Q ? 0 : q_quotient(x, y)",
        0.0,
        (-99.0, 99.0),
    ),
    row(
        D1,
        "sincos_cosine",
        "double s, c; sincos(x, &s, &c); return c;",
        "cosq(x)",
        2.0,
        (-99.0, 99.0),
    ),
    row(
        D1,
        "sincospi_sine",
        "double s, c; sincospi(x, &s, &c); return s;",
        "q_sinpi(x)",
        2.0,
        (-9.0, 9.0),
    ),
    row(D1, "frexp_exponent", "int e; frexp(x, &e); return e;", "d_exponent(x)", 0.0, (-9.0, 9.0)),
    row(D1, "modf_whole", "double w; modf(x, &w); return w;", "truncq(x)", 0.0, (-9.0, 9.0)),
    row(
        D2,
        "remquo_quotient",
        "int q; double r = remquo(x, y, &q); return r != r ? 0 : q < 0 ? -(-q & 7) : q & 7;",
        "q_quotient(x, y)",
        0.0,
        (-99.0, 99.0),
    ),
];

impl Function {
    /// Its parameters in C.
    pub fn parameters(&self) -> String {
        let named = |name: &&str| format!("{} {name}", self.kind.type_name());
        let names = &ARGUMENTS[..self.kind.arguments()];
        names.iter().map(named).collect::<Vec<_>>().join(", ")
    }

    /// The options of the compiler that are its own.
    pub fn own_options(&self) -> &'static [&'static str] {
        self.options.map_or(&[], |(options, _)| options)
    }

    /// Whether an input, given by its bits, is one for which CUDA documents no bound.
    pub fn is_unbounded(&self, bits: u64) -> bool {
        let float = |bits: u64| f64::from(f32::from_bits(bits as u32));
        let x = if self.kind.is_double() { f64::from_bits(bits) } else { float(bits) };
        self.unbounded.is_some_and(|(low, high)| low < x && x < high)
    }

    /// The bits of all floats, in ascending ranges without those for which there is no bound. Where there are any, they are
    /// negative.
    pub fn bounded_floats(&self) -> Vec<std::ops::Range<u64>> {
        let whole = 0..1 << 32;
        let Some((low, high)) = self.unbounded else { return vec![whole] };
        // Past zero's, the bits of negative numbers rise as the numbers fall.
        let near = |x: f64| u64::from((x as f32).to_bits());
        let first = (near(high) - 1..).find(|&b| self.is_unbounded(b)).unwrap_or(1 << 32);
        let end = (near(low) - 1..).find(|&b| !self.is_unbounded(b)).unwrap_or(1 << 32);
        vec![0..first, end..1 << 32]
    }
}

/// Those and the short ones.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().chain(crate::short::SHORT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_without_a_bound_are_left_out() {
        let lgammaf = all().find(|f| f.name == "lgammaf").expect("a row");
        let ranges = lgammaf.bounded_floats();
        let value = |bits: u64| f32::from_bits(bits as u32);
        assert_eq!((ranges[0].start, ranges[1].end), (0, 1 << 32));
        assert!(value(ranges[0].end - 1) >= -2.264 && value(ranges[0].end) < -2.264);
        assert!(value(ranges[1].start - 1) > -10.001 && value(ranges[1].start) <= -10.001);
        let expf = all().find(|f| f.name == "expf").expect("a row");
        assert_eq!(expf.bounded_floats().first(), Some(&(0..1 << 32)));
    }
}
