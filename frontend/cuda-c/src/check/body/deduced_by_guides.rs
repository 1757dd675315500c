//! Which of a class template's guides is the best for an initialiser, and what it gives ([over.match.class.deduct] 2 to 4).
//!
//! Idea: guides are functions; deduction, substitution and the choice are those of calls, but for what lists and copies ask of
//! constructors: explicit ones, those that take a list as a whole, and that a copy converts once. Legality: what a guide says that stands
//! behind the template at hand counts for some compilers alone, and is not guessed. Cost: that of a call.

use optx_source::{Diagnostic, Span, code};

use super::{Body, E};
use crate::{
    ast::{Expr, Flags},
    check::{
        TemplateId,
        template::{Guide, GuideSet},
    },
    typed::FunctionId,
    types::{Ty, TypeKind},
    words,
};

/// A list in braces: as one argument, and its elements.
struct List<'v, 't> {
    whole: E<'t>,
    elements: &'v [E<'t>],
}

/// The guides that were looked at, and the functions that they are for the values.
struct Tried<'v> {
    guides: &'v [Guide],
    functions: &'v [FunctionId],
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The class that values deduce, as the arguments of a direct initialisation, or as what an object is copied from.
    pub(super) fn class_by_values(
        &mut self,
        t: TemplateId,
        values: &[E<'t>],
        direct: bool,
        span: Span,
    ) -> Ty {
        if values.iter().any(|v| v.ty.is_error()) {
            return Ty::ERROR;
        }
        let set = self.cx.guides_of(t);
        if self.may_lack(t, &set, values.len(), span) {
            return Ty::ERROR;
        }
        let seen = self.seen_guides(&set);
        self.settled(t, &set, span, |b, all| {
            let seen = if all { &set.list } else { &seen };
            b.class_by_guides(t, seen, values, direct, span)
        })
    }

    fn class_by_guides(
        &mut self,
        t: TemplateId,
        guides: &[Guide],
        values: &[E<'t>],
        direct: bool,
        span: Span,
    ) -> Ty {
        let all = self.guides_for(guides, values);
        if self.has_missed(t, span) {
            return Ty::ERROR;
        }
        let mut candidates = all.clone();
        if !direct && !wrong!(ExplicitGuidesConvert) {
            candidates.retain(|f| !self.cx.functions[*f].flags.has(Flags::EXPLICIT));
        }
        // What converts an object to be copied is the constructor alone ([over.best.ics] 4).
        let chosen = self
            .with_mode(|m| m.one_conversion |= !direct, |b| b.choose(&candidates, values, None));
        match chosen {
            Ok(f) => self.class_of_guide(t, f, span),
            Err(several) => match self.choose(&all, values, None) {
                Ok(f) if !several => self.by_explicit(f, "a copy", span),
                _ => {
                    let tried = Tried { guides, functions: &candidates };
                    self.no_guide(t, &tried, values, several, span)
                }
            },
        }
    }

    /// Reports a class that only what is explicit would deduce.
    fn by_explicit(&mut self, f: FunctionId, what: &str, span: Span) -> Ty {
        let (at, name) = (self.cx.functions[f].span, self.cx.functions[f].name);
        let name = self.cx.text(name);
        let text = format!("{what} deduces no class by what is `explicit`: `{name}(...)` would");
        let d = Diagnostic::new(code::TYPE_MISMATCH, span, text);
        self.cx.diags.push(d.note(at, "it is declared here"));
        Ty::ERROR
    }

    /// The guides that are written before the place at hand, and those that count everywhere.
    fn seen_guides(&self, set: &GuideSet) -> Vec<Guide> {
        let place = self.cx.site.place;
        let seen = |g: &&Guide| g.place == 0 || place == 0 || g.place <= place;
        set.list.iter().filter(seen).copied().collect()
    }

    /// What guides say of a class: in a template's instance those behind the template count for some compilers and not for others, so that
    /// both have to say the same.
    fn settled(
        &mut self,
        t: TemplateId,
        set: &GuideSet,
        span: Span,
        find: impl Fn(&mut Self, bool) -> Ty,
    ) -> Ty {
        let place = self.cx.site.place;
        let later = set.list.iter().find(|g| place != 0 && g.place > place);
        let Some(later) = later.filter(|_| self.cx.site.instance) else { return find(self, false) };
        let (at, mut found) = (self.cx.template(later.template).span, [Ty::ERROR; 2]);
        for (ty, all) in found.iter_mut().zip([false, true]) {
            let trial = self.cx.diags.begin_trial();
            *ty = find(self, all);
            self.cx.diags.end_inner_trial(trial);
        }
        if found[0] == found[1] {
            return find(self, false);
        }
        let name = self.cx.text(self.cx.template(t).name);
        let text = format!(
            "arguments of `{name}` that a deduction guide says which stands behind the template at hand are not supported yet"
        );
        let d = Diagnostic::new(code::TEMPLATE, span, text);
        self.cx.diags.push(d.note(at, "the guide is here"));
        Ty::ERROR
    }

    /// What is in a list, and what that deduces.
    pub(super) fn class_of_list(&mut self, t: TemplateId, e: &'a Expr<'a>, direct: bool) -> Ty {
        let whole = self.argument(e);
        let Some((_, list)) = self.braces_of(whole) else { return Ty::ERROR };
        if let Some(x) = list.iter().find(|x| x.field.sym != words::EMPTY || x.index.is_some()) {
            let text = "the arguments of a class template are not deduced from designators";
            return self.wrong_placeholder(t, x.value.span, text.to_owned());
        }
        let values: Vec<E<'t>> = list.iter().map(|x| self.argument(x.value)).collect();
        if values.iter().any(|v| v.ty.is_error()) {
            return Ty::ERROR;
        }
        let set = self.cx.guides_of(t);
        if self.may_lack(t, &set, values.len(), e.span) {
            return Ty::ERROR;
        }
        let (seen, list) = (self.seen_guides(&set), List { whole, elements: &values });
        self.settled(t, &set, e.span, |b, all| {
            let seen = if all { &set.list } else { &seen };
            b.class_of_elements(t, seen, &list, direct)
        })
    }

    /// The class that a list deduces, as a whole or by its elements.
    fn class_of_elements(
        &mut self,
        t: TemplateId,
        guides: &[Guide],
        list: &List<'_, 't>,
        direct: bool,
    ) -> Ty {
        let whole = list.whole;
        let as_one = [whole];
        let (candidates, values) = match self.guides_for_list(t, guides, list) {
            Some(by_list) => (by_list, &as_one[..]),
            None => (self.guides_for(guides, list.elements), list.elements),
        };
        if self.has_missed(t, whole.span) {
            return Ty::ERROR;
        }
        match self.choose(&candidates, values, None) {
            Ok(f) if !direct && self.cx.functions[f].flags.has(Flags::EXPLICIT) => {
                self.by_explicit(f, "a list behind `=`", whole.span)
            }
            Ok(f) => self.class_of_guide(t, f, whole.span),
            Err(several) => {
                let tried = Tried { guides, functions: &candidates };
                self.no_guide(t, &tried, values, several, whole.span)
            }
        }
    }

    /// The guides that take a list as a whole, where one of them is meant: not for an empty list where nothing is needed, nor for one
    /// object of the class ([over.match.class.deduct] 4).
    fn guides_for_list(
        &mut self,
        t: TemplateId,
        guides: &[Guide],
        list: &List<'_, 't>,
    ) -> Option<Vec<FunctionId>> {
        let whole = list.whole;
        if list.elements.is_empty() && !self.guides_for(guides, &[]).is_empty() {
            return None;
        }
        if let [one] = *list.elements
            && self.is_of_template(one.ty, t)
            && !wrong!(ListsOfOneAreLists)
        {
            return None;
        }
        let mut all = self.guides_for(guides, &[whole]);
        all.retain(|f| self.cx.takes_list(*f));
        let meant = !all.is_empty() && self.choose(&all, &[whole], None) != Err(false);
        meant.then_some(all)
    }

    /// Whether a class is made of a template, or is derived from one that is.
    fn is_of_template(&self, ty: Ty, t: TemplateId) -> bool {
        let TypeKind::Record(r) = self.cx.types.kind(ty) else { return false };
        if self.cx.templates.instances.get(&r).is_some_and(|i| i.template == t) {
            return true;
        }
        self.cx.class(ty).is_some_and(|c| c.bases.iter().any(|b| self.is_of_template(b.ty, t)))
    }

    /// The functions that guides are for values.
    fn guides_for(&mut self, guides: &[Guide], values: &[E<'t>]) -> Vec<FunctionId> {
        self.cx.templates.guides.missed = false;
        let mut found = Vec::new();
        for g in guides {
            match g.alone {
                Some(f) => found.push(f),
                None => found.extend(self.deduce_call(g.template, &[], values)),
            }
        }
        found
    }

    /// Reports a template with a constructor that is absent and might be what is meant.
    fn may_lack(&mut self, t: TemplateId, set: &GuideSet, given: usize, span: Span) -> bool {
        let Some((at, _)) = set.unread.iter().find(|(_, arity)| arity.takes(given)) else {
            return false;
        };
        let name = self.cx.text(self.cx.template(t).name);
        let text = format!(
            "arguments of `{name}` that are deduced beside this constructor are not supported yet"
        );
        let d = Diagnostic::new(code::TEMPLATE, span, text);
        self.cx.diags.push(d.note(*at, "the constructor is declared here"));
        true
    }

    /// Reports a constructor that fits as far as can be told, and names a member that nothing is known of from outside of the class.
    fn has_missed(&mut self, t: TemplateId, span: Span) -> bool {
        let missed = std::mem::take(&mut self.cx.templates.guides.missed);
        if missed {
            let name = self.cx.text(self.cx.template(t).name);
            let text = format!(
                "arguments of `{name}` that are deduced by what a constructor asks of the class's members are not supported yet"
            );
            self.error(code::TEMPLATE, span, text);
        }
        missed
    }

    /// The class that a guide gives.
    fn class_of_guide(&mut self, t: TemplateId, f: FunctionId, span: Span) -> Ty {
        let info = &self.cx.functions[f];
        let (result, deleted, at) = (info.signature.result, info.signature.deleted, info.span);
        if deleted {
            let text = "the class is deduced by a constructor that is deleted";
            let d = Diagnostic::new(code::CLASS_RULE, span, text);
            self.cx.diags.push(d.note(at, "it is deleted here"));
            return Ty::ERROR;
        }
        let ty = self.cx.types.pointee(result).unwrap_or(Ty::ERROR);
        if !ty.is_error() && !self.is_of_template(ty, t) {
            let text = "this deduction guide gives a class of another template";
            self.error(code::TEMPLATE, at, text);
            return Ty::ERROR;
        }
        if self.complete(ty, span) { ty } else { Ty::ERROR }
    }

    /// Reports that no guide fits, or that several do equally.
    fn no_guide(
        &mut self,
        t: TemplateId,
        tried: &Tried<'_>,
        values: &[E<'t>],
        several: bool,
        span: Span,
    ) -> Ty {
        let name = self.cx.text(self.cx.template(t).name).to_string();
        let types: Vec<String> = values.iter().map(|v| self.cx.type_name(v.ty)).collect();
        let call = format!("{name}({})", types.join(", "));
        if several {
            let text = format!(
                "the arguments of `{name}` can be deduced in several ways: `{call}` is ambiguous"
            );
            let mut d = Diagnostic::new(code::AMBIGUOUS, span, text);
            for f in tried.functions.iter().take(5) {
                d = d.note(self.cx.functions[*f].span, "this constructor or deduction guide fits");
            }
            self.cx.diags.push(d);
            return Ty::ERROR;
        }
        let text = format!(
            "no constructor or deduction guide says the arguments of `{name}` for `{call}`"
        );
        let mut d = Diagnostic::new(code::NO_OVERLOAD, span, text);
        for g in tried.guides.iter().filter(|g| !g.copies).take(5) {
            let why = match g.alone {
                Some(f) => format!("this deduction guide takes {}", self.cx.functions[f].arity()),
                None => self.why_no_deduction(g.template, &[], values),
            };
            d = d.note(self.cx.template(g.template).span, why);
        }
        self.cx.diags.push(d);
        Ty::ERROR
    }
}
