//! The values of the compiler's type traits (GCC's manual, "Type Traits"; [meta.unary.prop] for what C++ took over).
//!
//! What would be guessed is refused: traits of classes with deleted copies or constructors, and of functions whose
//! `noexcept` is not understood.

use optx_source::{Code, Diagnostic, Span, code};

use super::{E, Initial, well_formed::Form};

use crate::{
    ast::{Expr, ExprKind, MemberFunction, MemberKind, TypeExpr},
    check::{Body, Checker, Const, Signature, Site, class::Special},
    type_trait::Trait,
    typed::{FunctionId, TypedArenas},
    types::{CONST, Field, RecordId, Ty, TypeKind},
};

/// What is told of a condition of `noexcept`: the program is wrong, and not what the compiler understands.
const MISTAKES: [Code; 8] = [
    code::UNKNOWN_TYPE,
    code::UNKNOWN_MEMBER,
    code::NO_OVERLOAD,
    code::BAD_OPERANDS,
    code::TYPE_MISMATCH,
    code::NOT_CONSTANT,
    code::BAD_CONDITION_TYPE,
    code::CLASS_RULE,
];

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The value of a type trait.
    pub(super) fn type_trait(
        &mut self,
        asked: Trait,
        types: &'a [&'a TypeExpr<'a>],
        span: Span,
    ) -> E<'t> {
        let list: Vec<Ty> = match types.iter().any(|t| matches!(t, TypeExpr::Pack(_))) {
            false => types.iter().map(|t| self.type_of(t)).collect(),
            true => match self.types_of_list(types) {
                Some(list) if asked.takes(list.len()) => list,
                Some(list) => {
                    let text = format!("`{}` does not take {} types", asked.text(), list.len());
                    return self.error(code::ARGUMENT_COUNT, span, text);
                }
                None => return self.bad(span),
            },
        };
        if list.iter().any(|t| t.is_error()) {
            return self.bad(span);
        }
        if let Some(t) = self.asked_while_open(asked, &list) {
            return self.not_complete(t, span);
        }
        let holds = match (asked, &list[..]) {
            (Trait::IsBaseOf, &[base, derived]) => {
                Some(self.cx.is_class_type(base, false) && self.cx.derives(derived, base))
            }
            (_, &[t]) if !asked.asks_of_expression() => self.has_trait(asked, t),
            _ => self.expression_trait(asked, &list),
        };
        match holds {
            Some(holds) => self.int(i64::from(holds), Ty::BOOL, span),
            None => {
                let name = self.cx.type_name(list.first().copied().unwrap_or(Ty::ERROR));
                let text = format!("`{}` of `{name}` is not supported yet", asked.text());
                self.error(code::NOT_SUPPORTED, span, text)
            }
        }
    }

    /// The class that would have to be complete for an answer; it is made so where it can be.
    fn asked_while_open(&mut self, asked: Trait, types: &[Ty]) -> Option<Ty> {
        if matches!(asked, Trait::IsClass | Trait::IsUnion | Trait::IsEnum | Trait::IsFunction) {
            return None;
        }
        let types = match asked {
            Trait::IsBaseOf => &types[types.len().saturating_sub(1)..],
            _ => types,
        };
        types.iter().copied().find(|t| self.cx.is_open(*t))
    }

    /// A trait of an expression over types.
    fn expression_trait(&mut self, asked: Trait, types: &[Ty]) -> Option<bool> {
        use Trait::*;
        let form = match asked {
            IsConstructible | IsNothrowConstructible | IsTriviallyConstructible => {
                Form::Construction
            }
            IsAssignable | IsNothrowAssignable | IsTriviallyAssignable => Form::Assignment,
            _ => Form::Conversion,
        };
        let Some(effects) = self.cx.well_formed(form, types) else { return Some(false) };
        match asked {
            IsNothrowConstructible | IsNothrowAssignable => effects.throws.map(|throws| !throws),
            IsTriviallyConstructible => Some(effects.trivial && self.ends_trivially(types[0])),
            IsTriviallyAssignable => Some(effects.trivial),
            _ => Some(true),
        }
    }

    fn ends_trivially(&mut self, t: Ty) -> bool {
        let of = self.cx.types.innermost(t);
        self.cx.types.is_reference(t)
            || !self.cx.types.is_record(of)
            || self.cx.destroyed_trivially(of)
    }

    fn has_trait(&mut self, asked: Trait, t: Ty) -> Option<bool> {
        let of = self.cx.types.innermost(t);
        let reference = self.cx.types.is_reference(t);
        let array = self.cx.types.element(t).is_some();
        // Compilers differ about copies of arrays that are not plain.
        let whole = match array && !self.is_plain(of) {
            true => None,
            false => Some(of),
        };
        Some(match asked {
            Trait::IsClass => self.cx.is_class_type(t, false),
            Trait::IsUnion => self.cx.is_class_type(t, true),
            Trait::IsEnum => matches!(self.cx.types.kind(t), TypeKind::Enum(_)),
            Trait::IsEmpty => self.cx.is_class_type(t, false) && self.cx.is_empty_class(t),
            // Classes with virtual functions are refused as a whole.
            Trait::IsPolymorphic | Trait::IsAbstract | Trait::HasVirtualDestructor => false,
            Trait::IsAggregate => array || self.is_aggregate_class(t),
            Trait::IsPod => self.is_plain(of),
            Trait::HasTrivialDestructor => {
                let object = t.bare() != Ty::VOID && self.cx.types.function_type(t).is_none();
                object && self.ends_trivially(t)
            }
            Trait::HasTrivialCopy => {
                reference || self.cx.trivial_or_deleted(whole?, Special::CopyConstructor)?
            }
            Trait::HasTrivialConstructor => {
                !reference && self.cx.trivial_or_deleted(of, Special::DefaultConstructor)?
            }
            Trait::HasTrivialAssign => {
                self.is_assignable(t)
                    && self.cx.trivial_or_deleted(whole?, Special::CopyAssignment)?
            }
            Trait::HasNothrowCopy => {
                self.has_trait(Trait::HasTrivialCopy, t)?
                    || self.none_throws(whole?, Special::CopyConstructor)?
            }
            Trait::HasNothrowConstructor => {
                self.has_trait(Trait::HasTrivialConstructor, t)?
                    || self.none_throws(of, Special::DefaultConstructor)?
            }
            Trait::HasNothrowAssign => {
                self.is_assignable(t)
                    && (self.has_trait(Trait::HasTrivialAssign, t)?
                        || self.none_throws(whole?, Special::CopyAssignment)?)
            }
            Trait::IsDestructible => self.cx.is_destructible(t),
            Trait::IsNothrowDestructible => {
                self.cx.is_destructible(t) && !self.cx.destruction_may_throw(of)?
            }
            Trait::IsTriviallyDestructible => self.cx.is_destructible(t) && self.ends_trivially(t),
            Trait::IsFinal => self.cx.class(t).is_some_and(|c| c.spec.is_final),
            Trait::IsFunction => self.cx.types.function_type(t).is_some(),
            Trait::IsLiteralType => {
                self.cx.types.function_type(t).is_none() && self.cx.is_literal(t)
            }
            Trait::IsStandardLayout => self.is_object_with(t, |b, of| b.cx.is_standard_layout(of)),
            Trait::IsTriviallyCopyable => self.is_object_with(t, |b, of| b.cx.copies_trivially(of)),
            Trait::IsTrivial => self.is_object_with(t, |b, of| b.cx.is_trivial_class(of)),
            Trait::HasUniqueObjectRepresentations => {
                !reference && self.cx.has_unique_representations(of)?
            }
            Trait::IsBaseOf
            | Trait::IsAssignable
            | Trait::IsConstructible
            | Trait::IsConvertibleTo
            | Trait::IsNothrowAssignable
            | Trait::IsNothrowConstructible
            | Trait::IsTriviallyAssignable
            | Trait::IsTriviallyConstructible => return None,
        })
    }

    /// Whether a type is a scalar, or a class with a property, or an array of those.
    fn is_object_with(&mut self, t: Ty, has: impl FnOnce(&mut Self, Ty) -> bool) -> bool {
        let of = self.cx.types.innermost(t);
        match self.cx.types.is_record(of) {
            true => has(self, of),
            false => self.cx.types.is_scalar(of),
        }
    }

    fn is_assignable(&self, t: Ty) -> bool {
        !self.cx.types.qualifiers(t) & CONST != 0 && !self.cx.types.is_reference(t)
    }

    /// Whether a type that is no array is plain data ([class] 10): a scalar, or a class that is trivial and of standard layout.
    fn is_plain(&mut self, t: Ty) -> bool {
        match self.cx.types.is_record(t) {
            true => self.cx.is_trivial_class(t) && self.cx.is_standard_layout(t),
            false => self.cx.types.is_scalar(t),
        }
    }

    /// Whether a class has such special members and none of them may throw.
    fn none_throws(&mut self, t: Ty, s: Special) -> Option<bool> {
        let Some(r) = self.cx.class_id(t) else { return Some(false) };
        if !self.cx.classes.all.contains_key(&r) {
            return Some(true);
        }
        let list = self.cx.special_functions(r, s);
        for &f in &list {
            if !self.cx.functions[f].signature.deleted && self.cx.may_throw(f, s, 0)? {
                return Some(false);
            }
        }
        Some(!list.is_empty())
    }

    /// `__underlying_type(E)`.
    pub(in crate::check) fn underlying_type(&mut self, t: &'a TypeExpr<'a>, span: Span) -> Ty {
        let ty = self.type_of(t);
        match self.cx.types.kind(ty) {
            TypeKind::Enum(e) => self.cx.types.underlying(e),
            TypeKind::Error => Ty::ERROR,
            _ => {
                let n = self.cx.type_name(ty);
                self.error(code::TYPE_MISMATCH, span, format!("`{n}` is no enumeration"));
                Ty::ERROR
            }
        }
    }
}

impl<'a> Checker<'a, '_> {
    /// Whether a type is a class whose members are not known yet.
    fn is_open(&self, t: Ty) -> bool {
        let t = self.types.innermost(t);
        self.types.is_record(t) && !self.types.is_complete(t)
    }

    fn is_class_type(&self, t: Ty, union: bool) -> bool {
        self.types.get_record(t).is_some_and(|(_, r)| r.is_union == union)
    }

    /// Whether a class has no data: no members, no unnamed bit-field of a width, and no base that has any ([meta.unary.prop]).
    fn is_empty_class(&self, t: Ty) -> bool {
        let Some((_, rec)) = self.types.get_record(t) else { return false };
        rec.data_size == 0 && rec.fields.iter().all(|f| f.base)
    }

    /// Whether a class is trivial ([class] 6): it is copied so, and begins so.
    fn is_trivial_class(&mut self, t: Ty) -> bool {
        self.copies_trivially(t) && self.is_trivially(t, Special::DefaultConstructor)
    }

    /// Whether a class has special members of a kind that are not deleted, and all those are trivial.
    fn is_trivially(&mut self, t: Ty, s: Special) -> bool {
        let Some(r) = self.class_id(t).filter(|r| self.classes.all.contains_key(r)) else {
            return true;
        };
        let mut list = self.special_functions(r, s);
        list.retain(|f| !self.functions[*f].signature.deleted);
        !list.is_empty()
            && list.iter().all(|f| self.functions[*f].origin.special.is_some())
            && self.is_trivial(t, s)
    }

    /// Whether a class is trivially copyable ([class] 6): what copies, moves and destroys it is trivial or deleted. NVRTC's traits ask no
    /// more, be all of it deleted.
    fn copies_trivially(&mut self, t: Ty) -> bool {
        let Some(r) = self.class_id(t).filter(|r| self.classes.all.contains_key(r)) else {
            return true;
        };
        let all = [
            Special::CopyConstructor,
            Special::CopyAssignment,
            Special::MoveConstructor,
            Special::MoveAssignment,
        ];
        let deleted = self.is_destructor_deleted(r);
        (deleted || self.destroyed_trivially(t))
            && all.into_iter().all(|s| {
                let mut list = self.special_functions(r, s);
                list.retain(|f| !self.functions[*f].signature.deleted);
                list.is_empty() || self.is_trivially(t, s)
            })
    }

    /// Whether equal values have equal bytes ([meta.unary.prop] 9): no padding, no floats.
    fn has_unique_representations(&mut self, t: Ty) -> Option<bool> {
        let t = self.types.innermost(t);
        let Some((_, rec)) = self.types.get_record(t) else {
            let other = self.types.is_float(t) || t.bare() == Ty::NULLPTR;
            return Some(self.types.is_scalar(t) && !other);
        };
        // Of bit-fields, references and empty bases compilers say this and that.
        let plain = |f: &Field| f.bits.is_none() && !self.types.is_reference(f.ty);
        if !rec.fields.iter().all(plain) {
            return None;
        }
        let fields: Vec<(Ty, bool)> = rec.fields.iter().map(|f| (f.ty, f.base)).collect();
        let (is_union, size) = (rec.is_union, self.types.size(t));
        if !self.copies_trivially(t) {
            return Some(false);
        }
        let mut sum = 0;
        for (f, base) in fields.iter().copied() {
            if base && self.is_empty_class(f) {
                return None;
            }
            if !self.has_unique_representations(f)? || is_union && self.types.size(f) != size {
                return Some(false);
            }
            sum += self.types.size(f);
        }
        Some(!fields.is_empty() && (is_union || sum == size))
    }

    /// Whether destroying an object does nothing by [class.dtor] 6: no class in it has a destructor of its own.
    fn destroyed_trivially(&self, t: Ty) -> bool {
        let Some(r) = self.class_id(t) else { return false };
        let own = self.classes.all.get(&r).is_some_and(|c| {
            let provided = |f: &MemberFunction| !f.defaulted && !f.deleted;
            c.spec.functions.iter().any(|f| f.kind == MemberKind::Destructor && provided(f))
        });
        let parts = self.parts(r);
        !own && parts.iter().all(|(t, _)| !self.types.is_record(*t) || self.destroyed_trivially(*t))
    }

    /// Whether a scalar, or a class whose special members of a kind are all trivial or deleted: what NVRTC's older traits ask. One that
    /// the compiler deletes is as trivial as those of its parts are; an assignment of that kind is none.
    fn trivial_or_deleted(&mut self, t: Ty, s: Special) -> Option<bool> {
        let Some(r) = self.class_id(t) else { return Some(self.types.is_scalar(t)) };
        let list = match self.classes.all.contains_key(&r) {
            true => self.special_functions(r, s),
            false => return Some(true),
        };
        let Some(f) = list.iter().find(|f| self.functions[**f].signature.deleted) else {
            return self.all_trivial(t, s);
        };
        match (self.functions[*f].origin.special, s) {
            (None, _) => Some(true),
            (Some(_), Special::CopyAssignment | Special::MoveAssignment) => {
                let fixed = |(t, _): &(Ty, _)| {
                    self.types.qualifiers(*t) & CONST != 0 || self.types.is_reference(*t)
                };
                self.parts(r).iter().any(fixed).then_some(false)
            }
            (Some(_), _) => {
                for (part, _) in self.parts(r) {
                    if self.types.is_record(part) && !self.trivial_or_deleted(part, s)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
        }
    }

    /// Whether a class's special members of a kind are all trivial; a move that it lacks is none.
    fn all_trivial(&mut self, t: Ty, s: Special) -> Option<bool> {
        let Some(r) = self.class_id(t) else { return Some(false) };
        // A vector of the language.
        if !self.classes.all.contains_key(&r) {
            return Some(true);
        }
        let list = self.special_functions(r, s);
        if list.iter().any(|f| self.functions[*f].signature.deleted) {
            return None;
        }
        let lacking = list.is_empty() && !s.is_move();
        let own = list.iter().any(|f| self.functions[*f].origin.special.is_none());
        Some(!lacking && !own && (list.is_empty() || self.is_trivial(t, s)))
    }

    /// Whether a special member may throw ([except.spec] 3, 7); `None` where that is not known.
    fn may_throw(&mut self, f: FunctionId, s: Special, depth: u32) -> Option<bool> {
        let info = &self.functions[f];
        if info.signature.deleted || depth > self.limits().nesting {
            return None;
        }
        match (info.signature.noexcept, info.origin.special, info.membership.class) {
            (Some(_), ..) => self.says_noexcept(f).map(|holds| !holds),
            (None, None, _) | (None, _, None) => Some(true),
            // As its parts do.
            (None, Some(_), Some(r)) => self.parts_may_throw(r, s, None, depth),
        }
    }

    /// Whether what a special member that the compiler makes does for the parts of a class may throw, but for one base.
    fn parts_may_throw(
        &mut self,
        r: RecordId,
        s: Special,
        but: Option<RecordId>,
        depth: u32,
    ) -> Option<bool> {
        if s == Special::DefaultConstructor && self.initial_values_throw(r)? {
            return Some(true);
        }
        for (t, field) in self.parts(r) {
            let Some(part) = self.class_id(t) else { continue };
            if field.base && Some(part) == but {
                continue;
            }
            // Which of several is meant depends on how the part is qualified, and templates may fit better.
            let throws = match self.special_functions(part, s)[..] {
                [one] if !self.has_special_templates(part, s) => {
                    self.may_throw(one, s, depth + 1)?
                }
                _ => self.part_may_throw(r, t, s)?,
            };
            if throws {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether an inherited constructor may throw: that of the base does, or what makes the other parts ([except.spec] 7).
    fn inherited_may_throw(&mut self, f: FunctionId, of: FunctionId) -> Option<bool> {
        if self.function_may_throw(of)? {
            return Some(true);
        }
        let r = self.functions[f].membership.class?;
        let base = self.functions[of].membership.class;
        self.parts_may_throw(r, Special::DefaultConstructor, base, 0)
    }

    /// Whether the values that a class's members begin with may throw; `None` for lists in braces that hold something, and for members
    /// of classes.
    fn initial_values_throw(&mut self, r: RecordId) -> Option<bool> {
        let inits = self.classes.all.get(&r).map_or(Vec::new(), |c| c.inits.clone());
        for (name, init) in inits {
            let value = match init {
                Initial::Copy(e) | Initial::List(e) | Initial::Direct(&[e]) => e,
                Initial::Default | Initial::Value | Initial::Direct(_) => continue,
            };
            let fields = self.types.records.get(r).map_or(&[][..], |r| &r.fields);
            let ty = fields.iter().find(|f| f.name == name).map(|f| f.ty)?;
            match value.kind {
                ExprKind::InitList([]) => continue,
                ExprKind::InitList(_) => return None,
                _ if !self.types.is_scalar(ty) => return None,
                _ => {}
            }
            if self.value_throws(r, value)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the type of a function says that it throws nothing; `None` where its condition is wrong.
    pub(super) fn never_throws(&mut self, f: FunctionId) -> Option<bool> {
        let info = &self.functions[f];
        let of_type = self.options.dialect.is_cpp17() && !wrong!(NoexceptIsOfNoType);
        match info.signature.noexcept.is_some() && of_type {
            true => self.says_noexcept(f),
            false => Some(false),
        }
    }

    /// Whether a function may throw: its type does not say that it doesn't, or it is the compiler's and does what may.
    pub(super) fn function_may_throw(&mut self, f: FunctionId) -> Option<bool> {
        let info = &self.functions[f];
        if info.membership.kind == MemberKind::Destructor
            && let Some(r) = info.membership.class
            && !wrong!(CalledDestructorsThrow)
        {
            let class = self.types.record(r);
            return self.destruction_may_throw(class);
        }
        if let Some(of) = info.origin.inherits.filter(|_| !wrong!(InheritedThrowAsTheirBases)) {
            return self.inherited_may_throw(f, of);
        }
        match self.special_of(f) {
            Some(special) => self.may_throw(f, special, 0),
            None => match self.functions[f].signature.noexcept {
                Some(_) => self.says_noexcept(f).map(|never| !never),
                None => Some(true),
            },
        }
    }

    /// Whether the end of an object of a class may throw: its destructor says so, or where that says nothing one of a part's does
    /// ([except.spec] 8), be it defined here or elsewhere.
    pub(super) fn destruction_may_throw(&mut self, t: Ty) -> Option<bool> {
        let asked = self.classes.declare_destructors && !wrong!(DestructorsNeverThrow);
        let Some(r) = self.class_id(t).filter(|_| asked) else { return Some(false) };
        if let Some(f) = self.destructor_function(r)
            && self.functions[f].signature.noexcept.is_some()
        {
            return self.says_noexcept(f).map(|never| !never);
        }
        self.parts_end_throws(r)
    }

    /// Whether the end of a part of an object of a class may throw.
    pub(in crate::check) fn parts_end_throws(&mut self, r: RecordId) -> Option<bool> {
        for (t, _) in self.parts(r) {
            if self.types.is_record(t) && self.destruction_may_throw(t)? {
                return Some(true);
            }
        }
        Some(false)
    }

    pub(in crate::check) fn says_noexcept(&mut self, f: FunctionId) -> Option<bool> {
        self.read_noexcept(f).0
    }

    /// What the `noexcept` of a function says, and what is wrong with it first.
    fn read_noexcept(&mut self, f: FunctionId) -> (Option<bool>, Option<Diagnostic>) {
        // What an inherited constructor says stands in its base.
        let f = self.declared_id(f);
        let info = &self.functions[f];
        let e = match info.signature.noexcept {
            None => return (Some(false), None),
            Some(e) => match e.kind {
                ExprKind::Bool(holds) => return (Some(holds), None),
                ExprKind::Error => return (None, None),
                _ if wrong!(ConditionsOfNoexceptHold) => return (Some(true), None),
                _ => e,
            },
        };
        let mut site = self.site_of(info);
        if wrong!(ConditionsSeeBelow) {
            site.place = self.site.place;
        }
        if wrong!(ConditionsOfNoexceptAreOfTheAsker) {
            site = site.at(self.site.namespace, self.site.place);
        }
        let signature = info.signature.clone();
        self.noexcept_holds(e, site, &signature)
    }

    /// Reports a condition of a function's `noexcept` that makes no sense: that of an instance is instantiated where the function is
    /// called ([except.spec] 13).
    pub(in crate::check) fn check_noexcept(&mut self, f: FunctionId) {
        let Some(info) = self.functions.get(f) else { return };
        let known = |e: &&Expr<'_>| matches!(e.kind, ExprKind::Bool(_) | ExprKind::Error);
        let library = info.origin.library;
        if info.signature.noexcept.is_none_or(|e| known(&e)) || library && !self.is_instance(info) {
            return;
        }
        let first = self.read_noexcept(f).1;
        let wrong =
            |d: &Diagnostic| d.code == code::UNKNOWN_NAME || !library && MISTAKES.contains(&d.code);
        if let Some(d) = first.filter(wrong) {
            self.diags.push(d);
        }
    }

    fn noexcept_holds(
        &mut self,
        e: &'a Expr<'a>,
        site: Site,
        signature: &Signature<'a>,
    ) -> (Option<bool>, Option<Diagnostic>) {
        let arena = TypedArenas::small();
        let trial = self.diags.begin_trial();
        let value = {
            let mut body = Body::at_site(self, &arena, site);
            body.declare_parameters(&signature.params, &signature.packs);
            body.constant(e, Ty::BOOL)
        };
        let trial = self.diags.close_trial(trial);
        match value {
            Some(Const::Int(n)) if !trial.is_wrong() => (Some(n != 0), None),
            _ => (None, trial.into_first()),
        }
    }

    /// Whether a class is of standard layout ([class] 7).
    fn is_standard_layout(&self, t: Ty) -> bool {
        let mut classes = vec![t.bare()];
        let mut holder = None;
        let mut next = 0;
        while let Some(class) = classes.get(next).copied() {
            next += 1;
            let Some((_, rec)) = self.types.get_record(class) else { return false };
            for base in rec.fields.iter().filter(|f| f.base) {
                if classes.contains(&base.ty.bare()) {
                    return false;
                }
                classes.push(base.ty.bare());
            }
            if rec.fields.iter().any(|f| !f.base) && holder.replace(rec).is_some() {
                return false;
            }
        }
        let Some(rec) = holder else { return true };
        let mut members = rec.fields.iter().filter(|f| !f.base).peekable();
        let access = members.peek().map(|f| f.access);
        members.enumerate().all(|(i, f)| {
            let of = self.types.innermost(f.ty);
            let plain = match self.types.kind(of) {
                TypeKind::Reference(..) => false,
                TypeKind::Record(_) => self.is_standard_layout(of),
                _ => true,
            };
            // The first member is of no type of a base: both would lie at one address.
            let first = i == 0 || rec.is_union;
            let clash = first && classes.iter().any(|c| self.starts_with(of, *c));
            Some(f.access) == access && plain && !clash
        })
    }

    /// Whether an object of a class may begin with one of another: it is that, or its first member does.
    fn starts_with(&self, t: Ty, class: Ty) -> bool {
        let t = self.types.innermost(t);
        if t.bare() == class {
            return true;
        }
        let Some((_, rec)) = self.types.get_record(t) else { return false };
        let first = if rec.is_union { rec.fields.len() } else { 1 };
        let members = rec.fields.iter().filter(|f| !f.base).take(first);
        members.chain(rec.fields.iter().filter(|f| f.base)).any(|f| self.starts_with(f.ty, class))
    }
}
