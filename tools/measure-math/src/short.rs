//! The fast intrinsics, and quotients and roots under the options that shorten them.
//!
//! Source of the bounds: CUDA C++ Programming Guide, "Mathematical Functions", "Intrinsic Functions" and, for the options,
//! "Standard Functions". `__tanf` and `__powf` have none: they are what the other instructions make of them.

use crate::claims::{Before, FIRST};
use crate::functions::{
    Bound, Function,
    Kind::{self, F1, F2},
};

/// An intrinsic, or what an option makes of an operation.
const fn short(
    kind: Kind,
    name: &'static str,
    body: &'static str,
    wanted: &'static str,
    bound: (&'static str, &'static str),
    options: Option<(&'static [&'static str], &'static str)>,
    range: (f64, f64),
) -> Function {
    let bound = Bound::Depends(bound.0, bound.1);
    Function { name, kind, body, wanted, bound, before: None, options, unbounded: None, range }
}

/// The function, of whose bound a device was found to keep this part, which is more than all of it.
const fn not_kept(f: Function, bound: f64) -> Function {
    Function { before: Some(Before { bound, on: FIRST }), ..f }
}

/// All of them.
pub const SHORT: &[Function] = &[
    short(
        F1,
        "__expf",
        "return __expf(x);",
        "exp(x)",
        ("numbers(2 + floor(fabs(1.173 * x)))", "2 + floor(abs(1.173 x)) ulp"),
        None,
        (-104.0, 89.0),
    ),
    short(
        F1,
        "__exp10f",
        "return __exp10f(x);",
        "d_exp10(x)",
        ("numbers(2 + floor(fabs(2.97 * x)))", "2 + floor(abs(2.97 x)) ulp"),
        None,
        (-46.0, 39.0),
    ),
    short(
        F1,
        "__logf",
        "return __logf(x);",
        "log(x)",
        ("x >= 0.5 && x <= 2 ? absolute(21.41) : numbers(3)", "2^-21.41 from 0.5 to 2, else 3 ulp"),
        None,
        (0.0, 9.0),
    ),
    short(
        F1,
        "__log2f",
        "return __log2f(x);",
        "log2(x)",
        ("x >= 0.5 && x <= 2 ? absolute(22) : numbers(2)", "2^-22 from 0.5 to 2, else 2 ulp"),
        None,
        (0.0, 9.0),
    ),
    // It is `lg2.approx` times a constant, in NVIDIA's own library too.
    not_kept(
        short(
            F1,
            "__log10f",
            "return __log10f(x);",
            "log10(x)",
            ("x >= 0.5 && x <= 2 ? absolute(24) : numbers(3)", "2^-24 from 0.5 to 2, else 3 ulp"),
            None,
            (0.0, 9.0),
        ),
        1.0771,
    ),
    short(
        F1,
        "__sinf",
        "return __sinf(x);",
        "sin(x)",
        ("fabs(x) <= M_PI ? absolute(21.41) : anything", "2^-21.41 from -pi to pi"),
        None,
        (-9.0, 9.0),
    ),
    short(
        F1,
        "__cosf",
        "return __cosf(x);",
        "cos(x)",
        ("fabs(x) <= M_PI ? absolute(21.19) : anything", "2^-21.19 from -pi to pi"),
        None,
        (-9.0, 9.0),
    ),
    short(
        F2,
        "__fdividef",
        "return __fdividef(x, y);",
        "x / y",
        (
            "fabsq(y) >= 0x1p-126Q && fabsq(y) <= 0x1p126Q ? numbers(2) : anything",
            "2 ulp where abs(y) is from 2^-126 to 2^126",
        ),
        None,
        (-9.0, 9.0),
    ),
    short(
        F2,
        "quotient",
        "return x / y;",
        "x / y",
        ("numbers(2)", "2 ulp"),
        Some((&["-prec-div=false"], "full_quotient(x, y)")),
        (-9.0, 9.0),
    ),
    short(
        F1,
        "reciprocal",
        "return 1.0f / x;",
        "1 / x",
        ("numbers(1)", "1 ulp"),
        Some((&["-prec-div=false"], "short_reciprocal(x)")),
        (-9.0, 9.0),
    ),
    short(
        F1,
        "root",
        "return sqrtf(x);",
        "sqrt(x)",
        ("numbers(1)", "1 ulp"),
        Some((&["-prec-sqrt=false"], "short_root(x)")),
        (0.0, 9.0),
    ),
    short(
        F1,
        "reciprocal_root",
        "return 1.0f / sqrtf(x);",
        "d_rsqrt(x)",
        ("numbers(2)", "2 ulp"),
        Some((&["-prec-div=false", "-prec-sqrt=false"], "rsqrtf(x)")),
        (0.0, 9.0),
    ),
];
