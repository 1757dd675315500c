//! What an operator of literals may be ([over.literal] 3, 6).

use optx_source::{Span, code};

use crate::{
    ast::Flags,
    check::{Checker, ParamInfo},
    intern::Symbol,
    parse::literal_operator::is_operator,
    types::{CONST, Ty},
};

impl Checker<'_, '_> {
    /// Reports an operator of literals that takes what no literal is.
    pub(super) fn check_literal_operator(
        &mut self,
        name: Symbol,
        flags: Flags,
        params: &[ParamInfo<'_>],
        variadic: bool,
        at: Span,
    ) {
        if !is_operator(self.text(name)) || params.iter().any(|p| p.ty.is_error()) {
            return;
        }
        let character = |t: Ty| matches!(t, Ty::CHAR | Ty::WCHAR | Ty::CHAR16 | Ty::CHAR32);
        let text = |t: Ty| {
            self.types.pointee(t).is_some_and(|c| c.quals() == CONST && character(c.bare()))
        };
        let fits = match params {
            [one] => {
                let t = one.ty.bare();
                let number = matches!(t, Ty::ULONGLONG | Ty::LONGDOUBLE);
                // A number's spelling is a string of `char`.
                let spelling = text(t) && self.types.pointee(t).map(Ty::bare) == Some(Ty::CHAR);
                number || character(t) || spelling
            }
            [of, length] => text(of.ty.bare()) && length.ty.bare() == Ty::ULONG,
            _ => false,
        };
        let why = if variadic {
            "`...`"
        } else if params.iter().any(|p| p.default.is_some()) {
            "default arguments"
        } else if flags.has(Flags::EXTERN_C) {
            "a name as C has it"
        } else if !fits {
            "such parameters"
        } else {
            return;
        };
        let text = format!("`{}` is an operator of literals, and has not {why}", self.text(name));
        self.error(code::BAD_DECLARATOR, at, text);
    }
}
