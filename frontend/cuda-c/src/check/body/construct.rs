//! Making a class: which constructor or conversion function the arguments choose ([over.match.ctor],
//! [over.match.copy], [over.match.list]).
//!
//! Idea: constructors are a set of overloads like any other. A conversion function of the one argument to the class itself
//! stands beside them (core issue 2327): it makes the object in its place.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Flags, MemberKind},
    check::{Body, body::E, body::call::Naming, body::sequence::Conversion, class::Special},
    typed::{FunctionId, TKind},
    types::{RecordId, Ty, TypeKind},
    words,
};

impl<'t> Body<'_, '_, 't, '_> {
    /// The constructors of a class, instances of its templates for the arguments among them.
    pub(in crate::check) fn constructors_for(
        &mut self,
        ty: Ty,
        values: &[E<'t>],
    ) -> Vec<FunctionId> {
        let Some(r) = self.cx.class_id(ty) else { return Vec::new() };
        let name = self.cx.classes.all.get(&r).map_or(words::EMPTY, |c| c.spec.name.sym);
        let set = self.cx.methods(r, name, MemberKind::Constructor);
        let mut candidates = set.functions.clone();
        for t in &set.templates {
            candidates.extend(self.deduce_call(*t, &[], values));
        }
        candidates.extend(self.inherited_instances(r, ty, values));
        candidates
    }

    /// What the templates of inherited constructors make of the arguments; no copies of the base, or of what lies between
    /// ([over.match.funcs] 8).
    fn inherited_instances(&mut self, r: RecordId, ty: Ty, values: &[E<'t>]) -> Vec<FunctionId> {
        let bases =
            self.cx.classes.all.get(&r).map(|c| c.used.constructors.clone()).unwrap_or_default();
        let mut made = Vec::new();
        for base in bases {
            let Some(b) = self.cx.class_id(base) else { continue };
            let name = self.cx.classes.all.get(&b).map_or(words::EMPTY, |c| c.spec.name.sym);
            let set = self.cx.methods(b, name, MemberKind::Constructor);
            let mut found = self.inherited_instances(b, base, values);
            for t in &set.templates {
                found.extend(self.deduce_call(*t, &[], values));
            }
            for f in found {
                let first = self.cx.functions[f].signature.params.get(1).map(|p| p.ty);
                let copy = first.is_some_and(|t| match self.cx.types.kind(t) {
                    TypeKind::Reference(p, _) => {
                        self.cx.types.is_record(p)
                            && self.cx.derives(p, base)
                            && self.cx.derives(ty, p)
                    }
                    _ => false,
                });
                if !copy || values.len() != 1 {
                    made.extend(self.cx.inherited_constructor(r, f));
                }
            }
        }
        made
    }

    /// The constructors that a list may call. A list in a list becomes an object of the class, to be copied, by no
    /// conversion that a class defines ([over.best.ics] 4.5).
    pub(super) fn constructors_for_list(&mut self, ty: Ty, values: &[E<'t>]) -> Vec<FunctionId> {
        let mut candidates = self.constructors_for(ty, values);
        if let [one] = *values
            && one.ty.bare() == Ty::BRACES
            && !wrong!(ListsInListsAreObjects)
        {
            // A list of lists, or of several, is the class by a conversion, or not at all.
            let whole = self.lists_related(one, ty);
            candidates.retain(|f| {
                let first = self.cx.functions[*f].signature.params.get(1).map(|p| p.ty);
                first.is_none_or(|t| {
                    self.cx.types.referred(t).bare() != ty.bare()
                        || whole && self.sequence(one, t).is_some_and(|s| s.user.is_none())
                })
            });
        }
        candidates
    }

    /// What makes a class of arguments, by direct initialisation where `explicit`: a constructor, or a conversion function of the one argument to a value of the class
    /// itself, which beats constructors that convert it first (core issue 2327, as gcc, clang and nvcc have it); a function
    /// that gives a reference is only what the copy constructor converts with. `Err` as of [`Body::choose`].
    pub(super) fn choose_maker(
        &mut self,
        candidates: &[FunctionId],
        values: &[E<'t>],
        ty: Ty,
        explicit: bool,
    ) -> Result<Conversion, bool> {
        // A list that is not direct is looked at as the standard has it, as gcc and nvcc do: what converts may only make the
        // object in its place where a constructor would copy it.
        let copies = |b: &mut Self| match b.choose(candidates, values, None) {
            Ok(f) => b.copies(f),
            Err(_) => true,
        };
        if let [one] = *values
            && self.cx.types.is_record(one.ty)
            && !self.cx.derives(one.ty, ty)
            && !wrong!(ConversionsAreMoved)
            && (explicit || wrong!(ListsConvertFirst) || copies(self))
            && let Some((f, object)) = self.conversion_function_to(one, ty, explicit, true)
            && self.beats_constructors(object, candidates, values)
        {
            return Ok(Conversion::Function(f));
        }
        self.choose(candidates, values, None).map(Conversion::Constructor)
    }

    /// Whether a constructor copies or moves an object of its class.
    fn copies(&self, f: FunctionId) -> bool {
        let special = self.cx.special_of(f);
        matches!(special, Some(Special::CopyConstructor | Special::MoveConstructor))
    }

    /// A value of a class made by the constructor that the arguments choose; `explicit` ones take part where `direct`.
    pub(in crate::check) fn construct(
        &mut self,
        ty: Ty,
        values: Vec<E<'t>>,
        direct: bool,
        span: Span,
    ) -> E<'t> {
        let mut candidates = self.constructors_for(ty, &values);
        // A copy of an object of a derived class calls converting constructors alone ([over.match.ctor]).
        if !direct && !values.is_empty() && !wrong!(ExplicitIsImplicit) {
            candidates.retain(|f| !self.cx.functions[*f].flags.has(Flags::EXPLICIT));
        }
        self.construct_by(&candidates, ty, values, direct, span)
    }

    pub(super) fn construct_by(
        &mut self,
        candidates: &[FunctionId],
        ty: Ty,
        values: Vec<E<'t>>,
        direct: bool,
        span: Span,
    ) -> E<'t> {
        let Some(r) = self.cx.class_id(ty).filter(|r| self.cx.classes.all.contains_key(r)) else {
            // A class of the language itself: it can be copied, and made of nothing.
            return match values[..] {
                [] => self.mk(TKind::Aggregate(&[]), ty.bare(), span),
                // By a const reference, which binds to no volatile object ([class.copy.ctor] 7).
                [one]
                    if one.ty.bare() == ty.bare()
                        && !(one.is_glvalue() && one.ty.is_volatile()) =>
                {
                    let kind = if one.is_glvalue() { TKind::Load(one) } else { one.kind };
                    self.mk(kind, ty.bare(), span)
                }
                [one] => match self.user_conversion(one, ty.bare(), direct, false) {
                    Some((c, _)) => self.apply_conversion(c, one, ty.bare()),
                    None => self.no_constructor(ty, span),
                },
                _ => self.no_constructor(ty, span),
            };
        };
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let alone = direct && values.len() == 1;
        let maker = self.with_mode(
            |m| m.direct_argument = alone,
            |b| b.choose_maker(candidates, &values, ty, direct),
        );
        match maker {
            Ok(Conversion::Function(f)) => {
                // The object is made in its place; by a constructor that might be called where the standard has a copy.
                let Some(&one) = values.first() else { return self.bad(span) };
                if !direct
                    && let Ok(copy) = self.choose(candidates, &values, None)
                    && !self.may_be_implicit(copy, ty, span)
                {
                    return self.bad(span);
                }
                self.call_conversion(f, one)
            }
            Ok(Conversion::Constructor(f)) => {
                let copy = self.copies(f);
                if !direct && !self.may_be_implicit(f, ty, span) {
                    return self.bad(span);
                }
                // What a list makes to be copied or moved is made in the place of the copy ([class.copy.elision]), as gcc,
                // clang and nvcc have it.
                if let [one] = values[..]
                    && copy
                    && one.ty.bare() == Ty::BRACES
                    && !self.lists_related(one, ty)
                    && !wrong!(ListsAreMoved)
                {
                    return self.braces_value(one, ty.bare());
                }
                // The making of classes that take each other by value never ends.
                self.deeper(16, span, |b| {
                    b.with_mode(
                        |m| m.direct_argument = alone,
                        |b| b.call_constructor(f, values, ty, span),
                    )
                })
            }
            Ok(_) => self.bad(span),
            Err(ambiguous) => {
                let name = self.cx.classes.all.get(&r).map_or(words::EMPTY, |c| c.spec.name.sym);
                let own: Vec<FunctionId> = candidates
                    .iter()
                    .copied()
                    .filter(|f| self.cx.functions[*f].origin.special.is_none())
                    .collect();
                if own.is_empty() && !ambiguous {
                    return self.no_constructor(ty, span);
                }
                self.no_overload(ambiguous, &own, name, span, &values, span)
            }
        }
    }

    /// Whether a constructor may be called where none is written out; an error where not.
    fn may_be_implicit(&mut self, f: FunctionId, ty: Ty, span: Span) -> bool {
        let info = &self.cx.functions[f];
        if !info.flags.has(Flags::EXPLICIT) {
            return true;
        }
        let (at, n) = (info.span, self.cx.type_name(ty.bare()));
        let text =
            format!("this makes a `{n}` by an `explicit` constructor, which must be written out");
        self.cx.diags.push(
            Diagnostic::new(code::TYPE_MISMATCH, span, text)
                .note(at, "the constructor is declared here"),
        );
        false
    }

    pub(super) fn no_constructor(&mut self, ty: Ty, span: Span) -> E<'t> {
        let n = self.cx.type_name(ty.bare());
        let text = format!("`{n}` has no constructor that takes these arguments");
        self.error(code::CLASS_RULE, span, text)
    }

    pub(super) fn call_constructor(
        &mut self,
        f: FunctionId,
        values: Vec<E<'t>>,
        ty: Ty,
        span: Span,
    ) -> E<'t> {
        let class = self.cx.class_id(ty);
        let naming = class.map(|class| Naming { class, by: Some(ty) });
        if !self.may_call(f, naming, span) {
            return self.bad(span);
        }
        if let Some(s) = self.cx.functions[f].origin.special
            && self.cx.is_trivial(ty, s)
        {
            return match values[..] {
                [one] => self.copied_object(f, one, ty),
                _ => self.mk(TKind::Aggregate(&[]), ty.bare(), span),
            };
        }
        let Some(mut list) = self.passed(f, 1, &values) else { return self.bad(span) };
        let before = match self.drop_further(&mut list, &values) {
            Ok(before) => before,
            Err(wrong) => return wrong,
        };
        let Some((f, list)) = self.with_known_functions(f, 1, list) else { return self.bad(span) };
        if !self.mode.unevaluated && !self.mode.constant {
            self.cx.mark_used(f, self.function, span);
        }
        let args = self.list(list);
        let made = self.mk(TKind::New(f, args, false), ty.bare(), span);
        match before {
            Some(first) => self.mk(TKind::Comma(first, made), ty.bare(), span),
            None => made,
        }
    }

    /// What a trivial copy, move or assignment takes of an object, or of what a class refers to when it is converted: no copy
    /// of that is made.
    pub(super) fn copied_object(&mut self, f: FunctionId, one: E<'t>, ty: Ty) -> E<'t> {
        if !self.cx.types.is_record(one.ty) || wrong!(ConvertedIsCopied) {
            return self.whole_value(one, ty);
        }
        let parameter = self.cx.functions[f].signature.params.get(1).map(|p| p.ty);
        match parameter.map(|p| (p, self.cx.types.kind(p))) {
            Some((p, TypeKind::Reference(r, rvalue)))
                if self.cx.base_path(one.ty, ty).is_none() =>
            {
                let p = self.for_parameter(f, p, true, |b| b.bind_reference(one, r, rvalue));
                if p.ty.is_error() {
                    return p;
                }
                let object = self.mk_lvalue(TKind::Deref(p), ty.bare(), one.span);
                self.mk(TKind::Load(object), ty.bare(), one.span)
            }
            _ => self.whole_value(one, ty),
        }
    }
}
