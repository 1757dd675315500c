//! The values of the compiler's type traits (GCC's manual, "Type Traits"; [meta.unary.prop] for what C++ took over).
//!
//! What would be guessed is refused: traits of classes with deleted copies or constructors, and of functions whose
//! `noexcept` is not understood.

use optx_source::{Span, code};

use crate::{
    ast::{Expr, ExprKind, MemberKind, TypeExpr},
    check::{Body, Checker, Const, body::E, class::special::Special},
    type_trait::Trait,
    typed::{FunctionId, TypedArenas},
    types::{RecordId, Ty, TypeKind},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The value of a type trait.
    pub(in crate::check) fn type_trait(
        &mut self,
        asked: Trait,
        types: &'a [&'a TypeExpr<'a>],
        span: Span,
    ) -> E<'t> {
        let list: Vec<Ty> = match types.iter().any(|t| matches!(t, TypeExpr::Pack(_))) {
            false => types.iter().map(|t| self.type_of(t)).collect(),
            true => match self.types_of_list(types) {
                Some(list) if list.len() == asked.arity() => list,
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
        let by_name = matches!(asked, Trait::IsClass | Trait::IsUnion | Trait::IsEnum);
        if let Some(t) = list.last().filter(|t| !by_name && self.cx.is_open(**t)) {
            return self.not_complete(*t, span);
        }
        let holds = match list[..] {
            [base, derived] => {
                Some(self.cx.is_class_type(base, false) && self.cx.derives(derived, base))
            }
            [t] => self.has_trait(asked, t),
            _ => None,
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

    fn has_trait(&mut self, asked: Trait, t: Ty) -> Option<bool> {
        let of = self.cx.types.innermost(t);
        let reference = self.cx.types.is_reference(t);
        let array = self.cx.types.element(t).is_some();
        // Compilers differ about copies of arrays that are not plain.
        let whole = (!array).then_some(of);
        Some(match asked {
            Trait::IsClass => self.cx.is_class_type(t, false),
            Trait::IsUnion => self.cx.is_class_type(t, true),
            Trait::IsEnum => matches!(self.cx.types.kind(t), TypeKind::Enum(_)),
            Trait::IsEmpty => self.cx.is_class_type(t, false) && self.cx.is_empty_class(t)?,
            // Classes with virtual functions are refused as a whole.
            Trait::IsPolymorphic | Trait::IsAbstract | Trait::HasVirtualDestructor => false,
            Trait::IsAggregate => array || self.is_aggregate_class(t),
            Trait::IsPod => self.is_plain(of)?,
            Trait::HasTrivialDestructor => {
                reference || self.is_plain(of)? || self.cx.destroyed_trivially(of)
            }
            Trait::HasTrivialCopy => {
                reference
                    || self.is_plain(of)?
                    || self.cx.all_trivial(whole?, Special::CopyConstructor)?
            }
            Trait::HasTrivialConstructor => {
                self.is_plain(of)? || self.cx.all_trivial(of, Special::DefaultConstructor)?
            }
            Trait::HasTrivialAssign => {
                self.is_assignable(t)
                    && (self.is_plain(of)?
                        || self.cx.all_trivial(whole?, Special::CopyAssignment)?)
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
            Trait::IsBaseOf => return None,
        })
    }

    fn is_assignable(&self, t: Ty) -> bool {
        !self.cx.types.qualifiers(t) & crate::types::CONST != 0 && !self.cx.types.is_reference(t)
    }

    /// Whether a type that is no array is plain data: a scalar, or a class that is trivial and of standard layout.
    fn is_plain(&mut self, t: Ty) -> Option<bool> {
        if !self.cx.types.is_record(t) {
            return Some(self.cx.types.is_scalar(t));
        }
        let all = [
            Special::DefaultConstructor,
            Special::CopyConstructor,
            Special::CopyAssignment,
            Special::MoveConstructor,
            Special::MoveAssignment,
        ];
        let trivial: Vec<Option<bool>> =
            all.into_iter().map(|s| self.cx.all_trivial(t, s)).collect();
        let known = self.cx.destroyed_trivially(t) && self.cx.is_standard_layout(t);
        if trivial.contains(&Some(false)) || !known {
            return Some(false);
        }
        (!trivial.contains(&None)).then_some(true)
    }

    /// Whether a class has such special members and none of them may throw.
    fn none_throws(&mut self, t: Ty, s: Special) -> Option<bool> {
        let Some(r) = self.cx.class_id(t) else { return Some(false) };
        let list = self.cx.special_functions(r, s);
        for &f in &list {
            if self.cx.may_throw(f, s, 0)? {
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

    /// Whether a class has no members and neither have its bases; an unnamed bit-field, which is none, is not looked at.
    fn is_empty_class(&self, t: Ty) -> Option<bool> {
        let (r, rec) = self.types.get_record(t)?;
        let unnamed = |d: &crate::ast::Declaration<'_>| {
            d.declarators.iter().any(|x| x.bits.is_some() && x.name.sym == words::EMPTY)
        };
        if self.classes.all.get(&r).is_some_and(|c| c.spec.members.iter().any(unnamed)) {
            return None;
        }
        for f in &rec.fields {
            if !f.base || !self.is_empty_class(f.ty)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether destroying an object does nothing by [class.dtor] 6: no class in it has a destructor of its own.
    fn destroyed_trivially(&self, t: Ty) -> bool {
        let Some(r) = self.class_id(t) else { return false };
        let own = self.classes.all.get(&r).is_some_and(|c| {
            c.spec.functions.iter().any(|f| f.kind == MemberKind::Destructor && !f.defaulted)
        });
        let parts = self.parts(r);
        !own && parts.iter().all(|(t, _)| !self.types.is_record(*t) || self.destroyed_trivially(*t))
    }

    /// The functions of a class that are such special members, its own and the compiler's.
    pub(super) fn special_functions(&mut self, r: RecordId, s: Special) -> Vec<FunctionId> {
        let Some(name) = self.classes.all.get(&r).map(|c| c.spec.name.sym) else {
            return Vec::new();
        };
        let set = if s.is_constructor() {
            self.methods(r, name, MemberKind::Constructor)
        } else {
            self.methods(r, words::OP_ASSIGN, MemberKind::Method)
        };
        set.functions.iter().copied().filter(|f| self.special_of(*f) == Some(s)).collect()
    }

    /// Whether a class's special members of a kind are all trivial; a move that it lacks is none.
    fn all_trivial(&mut self, t: Ty, s: Special) -> Option<bool> {
        let Some(r) = self.class_id(t) else { return Some(false) };
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
            (Some(e), ..) => {
                let (env, class) = (info.env.clone(), info.membership.class);
                self.noexcept_holds(e, &env, class).map(|holds| !holds)
            }
            (None, None, _) | (None, _, None) => Some(true),
            // As its parts do.
            (None, Some(_), Some(r)) => {
                let initialised = self.classes.all.get(&r).is_some_and(|c| !c.inits.is_empty());
                if s == Special::DefaultConstructor && initialised {
                    return None;
                }
                for (t, _) in self.parts(r) {
                    let Some(part) = self.class_id(t) else { continue };
                    // Which of several is meant depends on how the part is qualified.
                    let [one] = self.special_functions(part, s)[..] else { return None };
                    if self.may_throw(one, s, depth + 1)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
        }
    }

    fn noexcept_holds(
        &mut self,
        e: &'a Expr<'a>,
        env: &crate::check::Env,
        class: Option<RecordId>,
    ) -> Option<bool> {
        if matches!(e.kind, ExprKind::Error) {
            return None;
        }
        let arena = TypedArenas::small();
        let trial = self.diags.begin_trial();
        let value = Body::within(self, &arena, env, class).constant(e, Ty::BOOL);
        let wrong = self.diags.end_trial(trial);
        match value {
            Some(Const::Int(n)) if !wrong => Some(n != 0),
            _ => None,
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
