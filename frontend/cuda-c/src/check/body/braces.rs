//! Lists in braces as arguments: their type is the parameter's (ISO C++ 17 [over.ics.list]).

use optx_source::code;

use crate::{
    ast::{Element, Expr, ExprKind, Flags},
    check::{
        Body,
        body::E,
        body::sequence::{Conversion, Sequence},
    },
    typed::TKind,
    types::{Ty, TypeKind},
    words,
};

/// Lists within so many lists are counted where they are tried for a parameter.
const DEEP: u32 = 4;

/// How many of them one argument may try.
const TRIED: u32 = 10_000;

/// The lists that are looked at as arguments.
#[derive(Default)]
pub(in crate::check) struct Lists {
    /// How many the one at hand is within.
    within: u32,
    /// How many deep ones were tried for the outermost one.
    tried: u32,
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// An argument: a list in braces is nothing until the parameter is known.
    pub(in crate::check) fn argument(&mut self, e: &'a Expr<'a>) -> E<'t> {
        if !matches!(e.kind, ExprKind::InitList(_)) {
            return self.expr(e);
        }
        let e = self.expanded_braces(e);
        let number = self.given.braces.len() as u32;
        self.given.braces.push(e);
        self.mk(TKind::Braces(number), Ty::BRACES, e.span)
    }

    /// Reports a list where no parameter says what it is.
    pub(in crate::check) fn without_braces(&mut self, values: &[E<'t>]) -> bool {
        let Some(e) = values.iter().find(|v| v.ty.bare() == Ty::BRACES) else { return true };
        self.error(code::EXPECTED_EXPRESSION, e.span, "a list in braces cannot stand here");
        false
    }

    pub(in crate::check) fn braces_of(
        &self,
        e: E<'t>,
    ) -> Option<(&'a Expr<'a>, &'a [Element<'a>])> {
        let TKind::Braces(number) = e.kind else { return None };
        let found = *self.given.braces.get(number as usize)?;
        match found.kind {
            ExprKind::InitList(list) => Some((found, list)),
            _ => None,
        }
    }

    /// How a list becomes a value of a parameter's type ([over.ics.list]). Lists in lists may fit constructors of
    /// constructors in more ways than can be tried: then it is an error.
    pub(super) fn list_sequence(&mut self, e: E<'t>, to: Ty) -> Option<Sequence> {
        if self.given.nested.within >= DEEP {
            self.given.nested.tried += 1;
        }
        if self.given.nested.tried > TRIED {
            return None;
        }
        self.given.nested.within += 1;
        let sequence = self.one_list_sequence(e, to);
        self.given.nested.within -= 1;
        if self.given.nested.within == 0 && std::mem::take(&mut self.given.nested.tried) > TRIED {
            let text = "lists in lists fit these constructors in too many ways";
            self.error(code::LIMIT_NESTING, e.span, text);
            return None;
        }
        sequence
    }

    fn one_list_sequence(&mut self, e: E<'t>, to: Ty) -> Option<Sequence> {
        let (whole, list) = self.braces_of(e)?;
        if let TypeKind::Reference(r, _) = self.cx.types.kind(to)
            && let Some(one) = self.related_element(list, r)
        {
            let trial = self.cx.diags.begin_trial();
            let sequence = self.unevaluated(|b| {
                let v = b.expr(one);
                b.standard_sequence(v, to)
            });
            let wrong = self.cx.diags.end_trial(trial);
            return sequence.filter(|_| !wrong);
        }
        let (to, bound) = match self.cx.types.kind(to) {
            TypeKind::Reference(r, rvalue) if !rvalue && !self.cx.types.is_const_only(r) => {
                return None;
            }
            TypeKind::Reference(r, rvalue) => (r.bare(), Some((rvalue, r))),
            _ => (to.bare(), None),
        };
        let trial = self.cx.diags.begin_trial();
        let sequence = self.unevaluated(|b| b.list_to(whole, list, to));
        let wrong = self.cx.diags.end_trial(trial);
        let sequence = sequence.filter(|_| !wrong)?;
        Some(match bound {
            Some((rvalue, r)) => {
                let quals = self.cx.types.qualifiers(r) & 3;
                sequence.bound_to_temporary(rvalue, r, quals)
            }
            None => sequence,
        })
    }

    /// The one element of a list that a reference to `r` is bound to, as if it stood alone ([dcl.init.list] 3.8): it is an
    /// `r` or derived from one.
    pub(super) fn related_element(
        &mut self,
        list: &'a [Element<'a>],
        r: Ty,
    ) -> Option<&'a Expr<'a>> {
        let [one] = list else { return None };
        let plain = one.index.is_none() && one.field.sym == words::EMPTY;
        if !plain || matches!(one.value.kind, ExprKind::InitList(_)) || wrong!(ListsMakeTemporaries)
        {
            return None;
        }
        let ty = self.probe(one.value)?;
        let related = self.cx.is_reference_related(ty, r) || self.cx.similar_pointers(ty, r);
        related.then_some(one.value)
    }

    /// Whether a list in braces has one element, which a reference to the class is bound to.
    pub(super) fn lists_related(&mut self, e: E<'t>, class: Ty) -> bool {
        let Some((_, list)) = self.braces_of(e) else { return false };
        self.related_element(list, class).is_some()
    }

    fn list_to(
        &mut self,
        whole: &'a Expr<'a>,
        list: &'a [Element<'a>],
        to: Ty,
    ) -> Option<Sequence> {
        let values: Vec<E<'t>> = list.iter().map(|x| self.argument(x.value)).collect();
        if self.cx.types.is_scalar(to) {
            return match values[..] {
                [] => Some(Sequence::EXACT),
                [one] if one.ty.bare() == Ty::BRACES => None,
                [one] => self.sequence(one, to),
                _ => None,
            };
        }
        if let Some((elem, n)) = self.cx.types.element(to) {
            // The worst of what its elements need ([over.ics.list] 5).
            let mut worst = Sequence::EXACT;
            for v in (values.len() as u64 <= n).then_some(&values)? {
                let own = self.sequence(v, elem.bare())?;
                worst = if own.compare(&worst, self.cx).is_gt() { own } else { worst };
            }
            return Some(worst);
        }
        if let Some(element) = self.cx.initializer_list_of(to) {
            return self.sequence_to_list(&values, element);
        }
        let by_list = Sequence::list(to, false);
        if !self.cx.types.is_record(to) {
            return None;
        }
        if let [one] = values[..]
            && self.cx.base_path(one.ty, to).is_some()
        {
            return self.standard_sequence(one, to);
        }
        if self.is_aggregate_class(to) {
            if wrong!(AggregatesTakeAnyList) {
                return Some(by_list);
            }
            // What fits it as an aggregate's initialiser; what is narrowed is an error only where it is used.
            let v =
                self.with_mode(|m| m.strict_lists = false, |b| b.list_initial(to, whole, false));
            return (!v.ty.is_error()).then_some(by_list);
        }
        let whole = self.argument(whole);
        let by_list_alone = self.list_constructors(to, whole);
        if !by_list_alone.is_empty() && self.choose(&by_list_alone, &[whole], None) != Err(false) {
            return Some(by_list);
        }
        self.list_to_class(&values, to)
    }

    /// How a list makes a class by a constructor. Explicit ones are not looked at while another fits: clang and nvcc have it
    /// so, and gcc and the standard ([over.match.list] 1) let them take part, to be an error where they are chosen, which
    /// what initialises the parameter says here.
    fn list_to_class(&mut self, values: &[E<'t>], to: Ty) -> Option<Sequence> {
        let all = self.constructors_for_list(to, values);
        let (explicit, implicit): (Vec<_>, Vec<_>) =
            all.iter().partition(|f| self.cx.functions[**f].flags.has(Flags::EXPLICIT));
        let implicit = if wrong!(ExplicitListsRankFirst) { &all } else { &implicit };
        match self.choose_maker(implicit, values, to, false) {
            Ok(_) => return Some(Sequence::list(to, false)),
            // Several constructors that fit equally are a conversion all the same ([over.best.ics] 10).
            Err(true) => return Some(Sequence::EXACT.after(Conversion::Ambiguous)),
            Err(false) if explicit.is_empty() => return None,
            Err(false) => {}
        }
        match self.choose_maker(&all, values, to, false) {
            Ok(_) => Some(Sequence::list(to, true)),
            Err(several) => several.then_some(Sequence::EXACT.after(Conversion::Ambiguous)),
        }
    }

    /// The value of a list for a parameter of type `to`.
    pub(super) fn braces_value(&mut self, e: E<'t>, to: Ty) -> E<'t> {
        match self.braces_of(e) {
            Some((list, _)) if !to.is_error() => self.list_initial(to.bare(), list, false),
            _ => self.bad(e.span),
        }
    }
}
