//! Namespace `std`, which is there without a declaration: what of it code of the device may name ([cmath.syn], [cstdlib.syn],
//! [cstring.syn], [ctime.syn]). A name after `std::` is looked for there and nowhere else; what the file declares in a
//! `namespace std` of its own is found before.

use optx_source::{Span, code};

use crate::{
    ast::{Expr, Path, Qualified, Using},
    check::{Body, Checker, Entity, body::E, file::absent},
    intern::Symbol,
    words,
};

/// The functions of C's mathematics that `std` has with the ends `f` too.
const MATHEMATICS: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nan",
    "nearbyint",
    "nextafter",
    "nexttoward",
    "pow",
    "remainder",
    "remquo",
    "rint",
    "round",
    "scalbln",
    "scalbn",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// Its other functions.
const OTHERS: &[&str] = &[
    "abs",
    "labs",
    "llabs",
    "abort",
    "isfinite",
    "isinf",
    "isnan",
    "isnormal",
    "signbit",
    "fpclassify",
    "isgreater",
    "isgreaterequal",
    "isless",
    "islessequal",
    "islessgreater",
    "isunordered",
    "memcpy",
    "memset",
    "memmove",
    "memcmp",
    "strlen",
    "clock",
];

/// Whether a built-in type's name is one that namespace `std` has too.
pub(in crate::check) fn is_type(text: &str) -> bool {
    let others = ["cuda", "u_", "ssize_t"];
    text.ends_with("_t") && !others.iter().any(|o| text.starts_with(o))
}

/// Whether a function's name is one that namespace `std` has.
fn is_standard(text: &str) -> bool {
    let known = |t: &str| MATHEMATICS.contains(&t);
    known(text) || OTHERS.contains(&text) || text.strip_suffix('f').is_some_and(known)
}

impl Checker<'_, '_> {
    /// Whether a using declaration names built-in functions of `std`.
    pub(in crate::check) fn is_std_built_in(&self, from: u32, u: &Using<'_>) -> bool {
        !self.options.dialect.nvrtc
            && self.index.is_std(from, u.path)
            && !self.index.declares_in_std(u.name.sym)
            && is_standard(self.text(u.name.sym))
            && self.is_built_in(u.name.sym)
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Whether a using declaration or directive of `std` in a block is done: what a directive makes visible is so without it,
    /// and types have no namespace to be looked for in. Built-in functions are taken for the global namespace's, which is not
    /// the same where the file has others there or nearer.
    pub(in crate::check) fn std_using(&mut self, u: &'a Using<'a>) -> bool {
        let (from, s) = (self.cx.site.namespace, u.name.sym);
        if u.directive {
            return u.path.names.is_empty()
                && s == words::STD
                && self.cx.used_namespace(from, u).is_none();
        }
        if self.cx.is_std_built_in(from, u) {
            let global = self.cx.index.items_named(s).any(|i| i.namespace == 0 && !i.library);
            let nearer = self.scope_entity(s).is_some() || self.is_of_class(s);
            if global || nearer {
                let text = self.cx.text(s);
                let text = format!(
                    "a using declaration of `std::{text}` beside the file's own `{text}` is not supported yet"
                );
                self.error(code::NOT_SUPPORTED, u.name.span, text);
                return true;
            }
            return false;
        }
        let found = self.cx.lookup_in(u.path, s);
        match found {
            Some(e @ Entity::Type(..))
                if self.cx.index.is_std(from, u.path) && !self.cx.index.declares_in_std(s) =>
            {
                self.declare_in_scope(s, e);
                true
            }
            _ => false,
        }
    }

    /// A call of what `std` has and the file does not declare there.
    pub(in crate::check) fn std_call(
        &mut self,
        q: &'a Qualified<'a>,
        at: Span,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        let s = q.name.sym;
        // nvcc has `std::move` and `std::forward` in device code ([CUDA C++ Programming Guide], "Rvalue references").
        if let ("move", None, [one]) = (self.cx.text(s), q.args, args) {
            let e = self.expr(one);
            let e = self.materialize(e);
            return self.as_xvalue(e);
        }
        let values = self.check_all(args);
        if self.is_std_function(s) && q.args.is_none() {
            return self.builtin_values(s, at, values, span);
        }
        self.not_in_std(s, at)
    }

    /// A name of `std` that stands for a value.
    pub(in crate::check) fn std_value(&mut self, q: &'a Qualified<'a>, span: Span) -> E<'t> {
        let s = q.name.sym;
        match self.cx.lookup_in(q.path, s) {
            Some(e) => self.entity_value(e, s, span),
            None if self.is_std_function(s) => self.builtin_name(s, span),
            None => self.not_in_std(s, span),
        }
    }

    /// Whether `std` has built-in functions of a name; NVRTC's, which includes no header, has those that the file puts there (`using ::sin;`).
    fn is_std_function(&mut self, s: Symbol) -> bool {
        self.is_builtin_function(s)
            && match self.cx.options.dialect.nvrtc {
                true => {
                    let std = Path { global: true, names: &[words::STD] };
                    let declared = self.cx.index.resolve(0, true, std.names).is_some();
                    declared && self.cx.may_be_built_in(&std, s)
                }
                false => is_standard(self.cx.text(s)),
            }
    }

    /// Reports a name of `std` that code of the device cannot use.
    fn not_in_std(&mut self, s: Symbol, span: Span) -> E<'t> {
        let text = self.cx.text(s).to_string();
        if absent(&text).is_some() {
            self.unknown_name(s, span);
            return self.bad(span);
        }
        // What the file or the device calls so is not meant, and C++'s own templates of these names are the host's.
        let own = self.is_builtin_function(s) || !self.cx.index.named(s).is_empty();
        if !own || matches!(text.as_str(), "min" | "max" | "move") {
            return self.host_library(s, span);
        }
        let message = format!("namespace `std` has no `{text}` that device code can use");
        self.error(code::UNKNOWN_NAME, span, message)
    }
}
