//! String constants: what they are side by side, and arrays that they initialise ([lex.string], [dcl.init.string]).

use optx_source::{Span, code};

use super::own_members::Parts;
use crate::{
    ast::{CharKind, Expr, ExprKind},
    check::Body,
    literal::{self, char_type},
    types::{Ty, UNKNOWN},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The element and length of an array that this string may initialise ([dcl.init.string]).
    pub(super) fn takes_string(&self, ty: Ty, e: &Expr<'_>) -> Option<(Ty, u64)> {
        let ExprKind::Str(list) = e.kind else { return None };
        let (elem, n) = self.cx.types.element(ty)?;
        let fits = match self.string_kind(list) {
            CharKind::Char | CharKind::Several => {
                matches!(elem.bare(), Ty::CHAR | Ty::SCHAR | Ty::UCHAR)
            }
            kind => elem.bare() == char_type(kind),
        };
        fits.then_some((elem, n))
    }

    pub(super) fn string(
        &mut self,
        sink: &mut Parts<'t>,
        elem: Ty,
        len: u64,
        offset: u64,
        e: &'a Expr<'a>,
    ) -> Option<u64> {
        let ExprKind::Str(list) = e.kind else { return None };
        self.check_string(list, e.span);
        let (_, mut units) = self.string_units(list);
        if !wrong!(StringsLoseTheirEnd) {
            units.push(0);
        }
        if len != UNKNOWN && units.len() as u64 > len {
            // C leaves the final zero out where it does not fit; C++ does not allow it ([dcl.init.string] 2).
            let text = format!("this string and its final zero are longer than {len} characters");
            self.error(code::BAD_INITIALIZER, e.span, text);
            units.truncate(len as usize);
        }
        let n = units.len() as u64;
        self.put_units(sink, offset, &units, elem, e.span);
        Some(n)
    }

    /// Reports string constants side by side that say different things of their characters ([lex.string] 13).
    pub(super) fn check_string(&mut self, list: &[crate::intern::Symbol], span: Span) {
        let prefix = |s: &crate::intern::Symbol| {
            let text = self.cx.text(*s);
            text.find('"').map_or("", |q| text.get(..q).unwrap_or("")).trim_end_matches('R')
        };
        let mut said = list.iter().map(prefix).filter(|p| !p.is_empty());
        let first = said.next();
        if said.any(|p| Some(p) != first) {
            let text = "strings with different prefixes cannot stand side by side";
            self.error(code::BAD_INITIALIZER, span, text);
        }
    }

    /// What string constants side by side are: what any of them says ([lex.string] 13).
    pub(super) fn string_kind(&self, list: &[crate::intern::Symbol]) -> CharKind {
        list.iter()
            .map(|s| literal::string_units(self.cx.text(*s)).0)
            .find(|k| *k != CharKind::Char)
            .unwrap_or(CharKind::Char)
    }

    /// The kind and code units of string constants side by side.
    pub(super) fn string_units(&self, list: &[crate::intern::Symbol]) -> (CharKind, Vec<u32>) {
        let kind = self.string_kind(list);
        let mut units = Vec::new();
        for s in list {
            let text = self.cx.text(*s);
            units.extend(literal::units(text, text.find('"').unwrap_or(0), kind));
        }
        (kind, units)
    }

    /// The bytes of string constants side by side.
    pub(super) fn string_bytes(&self, list: &[crate::intern::Symbol]) -> Vec<u8> {
        self.string_units(list).1.into_iter().map(|u| u as u8).collect()
    }
}
