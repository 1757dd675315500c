//! NVRTC's mathematics: there the names are plain overloads on `float` and `double`, as NVRTC 13.5 declares them, and ordinary overload resolution
//! ([over.match]) chooses among them. So `fma(float, float, int)` is a `float` and `sin(int)` is ambiguous, where C++'s `<cmath>`, which g++ has for
//! nvcc, makes each a `double`. `pow(float, int)` is a function of its own, and `float`.
//!
//! What is chosen is then called as the built-in function that it is with arguments of just these types. The sets are asked of NVRTC one signature at a
//! time by a test (`runtime-tests/tests/nvrtc_mathematics.rs`).
//!
//! Cost: one search by name and the choice among two to four candidates per call.

use optx_source::Span;

use super::table::{self, Row};
use crate::{
    ast::{Name, Path},
    check::{
        Body, Entity,
        body::{Candidate, E},
    },
    library,
    typed::FunctionId,
    types::Ty,
};

const UNARY: &[Row] = &[Row::overload("ff"), Row::overload("dd")];
const BINARY: &[Row] = &[Row::overload("fff"), Row::overload("ddd")];
const BINARY_OF_DOUBLE: &[Row] = &[Row::overload("ddd")];
const TERNARY_OF_DOUBLE: &[Row] = &[Row::overload("dddd")];
const QUATERNARY_OF_DOUBLE: &[Row] = &[Row::overload("ddddd")];
const TERNARY: &[Row] = &[Row::overload("ffff"), Row::overload("dddd")];
const SCALED: &[Row] = &[Row::overload("ffi"), Row::overload("ddi")];
const SCALED_LONG: &[Row] = &[Row::overload("ffq"), Row::overload("ddq")];
const POWER: &[Row] =
    &[Row::overload("fff"), Row::overload("ffi"), Row::overload("ddd"), Row::overload("ddi")];
const SIGNED: &[Row] =
    &[Row::overload("fff"), Row::overload("dfd"), Row::overload("ddf"), Row::overload("ddd")];
const CLASSIFIED: &[Row] = &[Row::overload("if"), Row::overload("id"), Row::overload("ie")];
const TO_INT: &[Row] = &[Row::overload("if"), Row::overload("id")];
const TO_LONG: &[Row] = &[Row::overload("qf"), Row::overload("qd")];
const TO_LONG_LONG: &[Row] = &[Row::overload("lf"), Row::overload("ld")];

/// The overloads of a name, where they are not those of the table of built-in functions, or `long double`, which is a `double` elsewhere, counts; of some with pointers there are others ([`by_pointers`]).
fn overloads(name: &str) -> &'static [Row] {
    match name {
        "acos" | "acosh" | "asin" | "asinh" | "atan" | "atanh" | "cbrt" | "ceil" | "cos"
        | "cosh" | "cospi" | "erf" | "erfc" | "erfcinv" | "erfcx" | "erfinv" | "exp" | "exp10"
        | "exp2" | "expm1" | "fabs" | "floor" | "lgamma" | "log" | "log10" | "log1p" | "log2"
        | "logb" | "nearbyint" | "normcdf" | "normcdfinv" | "rcbrt" | "rint" | "round"
        | "rsqrt" | "sin" | "sinh" | "sinpi" | "sqrt" | "tan" | "tanh" | "tgamma" | "trunc" => {
            UNARY
        }
        "atan2" | "fdim" | "fmax" | "fmin" | "fmod" | "hypot" | "nextafter" | "remainder" => BINARY,
        "rhypot" => BINARY_OF_DOUBLE,
        "fma" => TERNARY,
        "ldexp" | "scalbn" => SCALED,
        "scalbln" => SCALED_LONG,
        "pow" => POWER,
        "copysign" => SIGNED,
        "isfinite" | "isinf" | "isnan" | "signbit" => CLASSIFIED,
        "ilogb" => TO_INT,
        "lrint" | "lround" => TO_LONG,
        "llrint" | "llround" => TO_LONG_LONG,
        "abs" | "max" | "min" => table::find(name).unwrap_or(&[]),
        _ => of_one_type(name),
    }
}

/// The only one of a name, of which `<cmath>` makes no more either.
fn of_one_type(name: &str) -> &'static [Row] {
    match name {
        "norm3d" | "rnorm3d" => TERNARY_OF_DOUBLE,
        "norm4d" | "rnorm4d" => QUATERNARY_OF_DOUBLE,
        _ => &[],
    }
}

/// Names overloaded on `float` and `double` whose functions take pointers: those of the library with an `f` at the end and without.
fn by_pointers(name: &str) -> bool {
    matches!(name, "frexp" | "modf" | "remquo" | "sincos" | "sincospi")
}

impl<'t> Body<'_, '_, 't, '_> {
    /// The overloads of a name in NVRTC's mode, and elsewhere the function of a name that is of one type only; the library's own code means
    /// `<cmath>`'s.
    pub(in crate::check) fn nvrtc_overloads(&self, name: &str) -> &'static [Row] {
        let library = self.function.is_some_and(|f| self.cx.functions[f].origin.library);
        match self.cx.options.dialect.nvrtc {
            _ if library => &[],
            true => overloads(name),
            false => of_one_type(name),
        }
    }

    /// A call of one of NVRTC's overloads, by its name and arguments: their values become the parameters'. `Err` is what an error left.
    pub(super) fn nvrtc_overload(
        &mut self,
        name: Name,
        text: &str,
        mut values: Vec<E<'t>>,
        span: Span,
    ) -> Result<(String, Vec<E<'t>>), E<'t>> {
        let nvrtc = self.cx.options.dialect.nvrtc;
        if nvrtc && by_pointers(text) {
            return self.nvrtc_overload_of_library(name, text, values, span);
        }
        let rows = self.nvrtc_overloads(text);
        if rows.is_empty() {
            return Ok((text.to_string(), values));
        }
        let counts = || rows.iter().map(|r| r.params().count());
        if !counts().any(|n| n == values.len()) {
            let n = counts().next().unwrap_or(0);
            return Err(self.count(text, n, name.span, values.len(), span));
        }
        let row = match self.choose_among(&[], rows, &values) {
            Ok(Candidate::BuiltIn(row)) => row,
            Ok(_) => return Err(self.no_row(false, text, name.span, &values, span)),
            Err(ambiguous) => return Err(self.no_row(ambiguous, text, name.span, &values, span)),
        };
        for (v, p) in values.iter_mut().zip(row.params()) {
            *v = self.convert(v, p);
            // `copysign(float, double)`: both are of the result's type.
            if text == "copysign" {
                *v = self.cast_node(v, row.result());
            }
            if v.ty.is_error() {
                return Err(v);
            }
        }
        let integer = row.params().nth(1) == Some(Ty::INT);
        let text = match (text, row.result()) {
            ("pow", Ty::FLOAT) if integer => "powif",
            ("pow", _) if integer => "powi",
            _ => text,
        };
        Ok((text.to_string(), values))
    }

    /// One of the functions of the library that a name is overloaded on.
    fn nvrtc_overload_of_library(
        &mut self,
        name: Name,
        text: &str,
        values: Vec<E<'t>>,
        span: Span,
    ) -> Result<(String, Vec<E<'t>>), E<'t>> {
        let float = format!("{text}f");
        let mut set: Vec<FunctionId> = Vec::new();
        for text in [text, float.as_str()] {
            if let Some((file, source)) = library::file_of(text) {
                self.cx.load_library(file, source);
            }
            let s = self.cx.names.intern(text);
            let global = Path { global: true, names: &[] };
            if let Some(Entity::Functions(n)) = self.at((0, 0), |b| b.cx.lookup_in(&global, s)) {
                let all = self.cx.declared.overloads.get(&n).map_or(&[][..], Vec::as_slice);
                set.extend(all.iter().filter(|f| self.cx.functions[**f].origin.library));
            }
        }
        match self.choose(&set, &values, None) {
            Ok(f) => {
                let name = self.cx.functions[f].name;
                Ok((self.cx.text(name).to_string(), values))
            }
            Err(problem) => {
                Err(self.no_overload(problem, &set, name.sym, name.span, &values, span))
            }
        }
    }
}
