//! Pointers to members ([dcl.mptr], [expr.mptr.oper], [conv.mem]).
//!
//! Idea: a pointer to data is the member's offset in its class, -1 where it is null, as the Itanium ABI has it: `.*` adds it to the object's
//! address. A pointer to a function is the constant that the function is ([`super::function_value`]): a call by it is one of a known
//! function, and one that is decided while the program runs is refused as those by other pointers to functions are.
//! Legality: null is not zero, so nothing that may be filled with zeros holds one: members, elements, and variables that are not
//! automatic are refused.

use optx_source::{Span, code};

use super::{Body, E, KnownFunction, Naming};
use crate::{
    ast::{BinaryOp, Expr, MemberKind, Name, RefQualifier, TypeExpr},
    check::Const,
    typed::{Category, FunctionId, TKind},
    types::{CONST, FunctionType, RecordId, Suffix, Ty, TypeKind, VOLATILE},
    words,
};

/// The pointer to data that leads nowhere.
const NULL: i64 = -1;

/// An object, a pointer to a member of its class, and the member's type.
struct Pointed<'t> {
    object: E<'t>,
    pointer: E<'t>,
    to: Ty,
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// `&C::m`, whose member is one of objects.
    pub(super) fn address_of_member(
        &mut self,
        class: &'a TypeExpr<'a>,
        name: Name,
        span: Span,
    ) -> E<'t> {
        let class = self.type_of(class);
        let Some(r) = self.cx.class_id(class) else { return self.bad(span) };
        let Some(found) = self.cx.find_member(class, name.sym) else {
            let Some((owner, _)) = self.cx.method_class(r, name.sym) else {
                self.unknown_member(class, name);
                return self.bad(span);
            };
            let base = self.cx.types.record(owner);
            if !self.check_base(class, base, name.span) {
                return self.bad(span);
            }
            let set = self.cx.methods(owner, name.sym, MemberKind::Method);
            let (functions, templates) = (set.functions.clone(), set.templates.clone());
            // [class.protected] 1
            for f in &functions {
                let by = self.cx.functions[*f].membership.has_this.then_some(class);
                if !self.may_call(*f, Some(Naming { class: r, by }), name.span) {
                    return self.bad(span);
                }
            }
            let named = self.mention(name.sym, functions, templates, None, span);
            return self.function_address(named, span);
        };
        if !self.check_access((found.class, found.access), Some(class), name.sym, name.span) {
            return self.bad(span);
        }
        if found.bits.is_some() {
            return self.error(code::ADDRESS_OF_VALUE, span, "a bit-field has no address");
        }
        if self.cx.types.is_reference(found.ty) {
            let text = "nothing points to a member that is a reference";
            return self.error(code::ADDRESS_OF_VALUE, span, text);
        }
        let owner = self.cx.types.record(found.declared);
        let offset = self.cx.find_member(owner, name.sym).map_or(found.offset, |f| f.offset);
        let pointer = self.cx.types.member_pointer(owner, found.ty);
        self.mk(TKind::Int(offset as i64), pointer, span)
    }

    /// `object.*pointer` and `pointer->*pointer` of data.
    pub(super) fn pointed_member(
        &mut self,
        arrow: bool,
        object: &'a Expr<'a>,
        member: &'a Expr<'a>,
        span: Span,
    ) -> E<'t> {
        match self.pointed_parts(arrow, object, member, span) {
            Ok(parts) => self.pointed_data(parts, span),
            Err(value) => value,
        }
    }

    fn pointed_data(&mut self, pointed: Pointed<'t>, span: Span) -> E<'t> {
        let Pointed { object, pointer, to } = pointed;
        if self.cx.types.function_type(to).is_some() {
            let text = "a member function that a pointer leads to can only be called";
            return self.error(code::MEMBER_POINTER, span, text);
        }
        let to = to.with(object.ty.quals() & (CONST | VOLATILE));
        if let Some(Const::Int(offset)) = self.const_of(pointer) {
            let whole = self.materialize(object);
            return self.part(whole, offset as u64, None, to);
        }
        let category = match object.category {
            Category::Prvalue => Category::Xvalue,
            category => category,
        };
        let whole = self.materialize(object);
        let address = self.address(whole);
        let place = self.cx.types.pointer(to);
        let index = self.mk(TKind::Cast(pointer), Ty::LONG, span);
        let kind = TKind::PtrAdd { ptr: address, index, size: 1, minus: false };
        let moved = self.mk(kind, place, span);
        self.mk_as(TKind::Deref(moved), to, category, span)
    }

    /// The object, the pointer to a member of its class, and the member's type; or what all of it is by an operator of the object's class, or
    /// where it is wrong.
    fn pointed_parts(
        &mut self,
        arrow: bool,
        object: &'a Expr<'a>,
        member: &'a Expr<'a>,
        span: Span,
    ) -> Result<Pointed<'t>, E<'t>> {
        let mut base = self.expr(object);
        let pointer = self.expr(member);
        if arrow && self.cx.types.is_record(base.ty) {
            let operands = &mut [base, pointer];
            if let Some(v) = self.overloaded(words::OP_ARROW_STAR, span, operands, span) {
                return Err(v);
            }
        }
        let pointer = self.rvalue(pointer);
        if arrow {
            let p = self.rvalue(base);
            base = match self.cx.types.pointee(p.ty) {
                _ if p.ty.is_error() => return Err(p),
                Some(to) => self.deref(p, to, object.span),
                None => {
                    let n = self.cx.type_name(p.ty);
                    let text = format!("`->*` needs a pointer, and this is of type `{n}`");
                    return Err(self.error(code::BAD_DEREFERENCE, span, text));
                }
            };
        }
        if base.ty.is_error() || pointer.ty.is_error() {
            return Err(self.bad(span));
        }
        let types = &self.cx.types;
        let Some((class, to)) = types.member_pointee(pointer.ty) else {
            let n = self.cx.type_name(pointer.ty);
            let text = format!("a pointer to a member must stand here, not a value of type `{n}`");
            return Err(self.error(code::MEMBER_POINTER, member.span, text));
        };
        if base.ty.bare() == class {
            return Ok(Pointed { object: base, pointer, to });
        }
        if !self.cx.derives(base.ty, class) {
            let (o, c) = (self.cx.type_name(base.ty.bare()), self.cx.type_name(class));
            let text = format!("the pointer is to members of `{c}`, and the object is a `{o}`");
            return Err(self.error(code::MEMBER_POINTER, span, text));
        }
        if !self.reach_base(base.ty, class, span) {
            return Err(self.bad(span));
        }
        let class = class.with(base.ty.quals() & (CONST | VOLATILE));
        let base = self.materialize(base);
        Ok(Pointed { object: self.base_part(base, class), pointer, to })
    }

    /// `(object.*pointer)(args)`.
    pub(super) fn call_pointed_member(
        &mut self,
        arrow: bool,
        object: &'a Expr<'a>,
        member: &'a Expr<'a>,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        let Pointed { object, pointer, to } = match self.pointed_parts(arrow, object, member, span)
        {
            Ok(parts) => parts,
            Err(value) => return self.call_value(value, args, span),
        };
        let Some(signature) = self.cx.types.function_type(to).cloned() else {
            let callee = self.pointed_data(Pointed { object, pointer, to }, span);
            return self.call_value(callee, args, span);
        };
        let values = self.check_all(args);
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        if !self.takes_object(signature.suffix, object) {
            let text = format!(
                "a function of type `{}` cannot be called on this object",
                self.cx.type_name(to)
            );
            return self.error(code::CONST_VIOLATION, span, text);
        }
        if self.mode.unevaluated {
            let value = self.value_of_type(signature.result, span);
            return self.behind_call(value, &values, !signature.suffix.noexcept);
        }
        let known = self.known_pointer(pointer).and_then(KnownFunction::of);
        let Some(KnownFunction::Function(f)) = known else {
            return self.unknown_function(member.span);
        };
        let object = self.materialize(object);
        let this = self.address(object);
        if !self.cx.functions[f].membership.has_this {
            let value = self.with_mode(
                |m| m.by_pointer = true,
                |b| b.call_by(f, None, member.span, values, span),
            );
            return self.beside_object(object, value);
        }
        let mut list = vec![self.this_for(f, this)];
        list.extend(values);
        self.with_mode(|m| m.by_pointer = true, |b| b.call_by(f, None, member.span, list, span))
    }

    /// Whether a function with what stands behind its parameters is called on such objects ([expr.mptr.oper] 6).
    fn takes_object(&self, suffix: Suffix, object: E<'t>) -> bool {
        let quals = object.ty.quals() & (CONST | VOLATILE) & !suffix.quals == 0;
        let lvalue = object.category == Category::Lvalue;
        quals
            && match suffix.object {
                RefQualifier::None => true,
                RefQualifier::Lvalue => lvalue || suffix.quals == CONST,
                RefQualifier::Rvalue => !lvalue,
            }
    }

    /// Whether a function is called on an object: a member that is not static is, and a closure's `operator()`, which has no parameter for the
    /// closure where that captures nothing.
    pub(super) fn is_called_on_objects(&self, f: FunctionId) -> bool {
        self.cx.functions.get(f).is_some_and(|f| {
            let closure =
                |r: RecordId| f.name == words::OP_CALL && self.cx.closure_type(r).is_some();
            f.membership.has_this
                || f.membership.class.is_some_and(closure) && !wrong!(ClosuresAreFunctions)
        })
    }

    /// The type of a pointer to a member function.
    pub(super) fn type_of_method(&mut self, f: FunctionId) -> Option<Ty> {
        self.cx.deduce_result(f);
        let info = self.cx.functions.get(f)?;
        let class = info.membership.class.filter(|_| self.is_called_on_objects(f))?;
        let params = info.own_params().iter().map(|p| p.ty.bare()).collect();
        let (result, variadic) = (info.signature.result, info.signature.variadic);
        let object = info.membership.qualifier;
        let this = info.signature.params.first().filter(|_| info.membership.has_this);
        let quals = match this {
            Some(this) => {
                self.cx.types.pointee(this.ty).map_or(0, |t| t.quals() & (CONST | VOLATILE))
            }
            // A closure that captures nothing.
            None => {
                let mutable = self.cx.closure_type(class).is_some_and(|c| c.lambda.mutable);
                if mutable { 0 } else { CONST }
            }
        };
        let noexcept = self.cx.never_throws(f)?;
        let suffix = Suffix { quals, object, noexcept };
        let of = self.cx.types.function(FunctionType { result, params, variadic, suffix });
        let class = self.cx.types.record(class);
        Some(self.cx.types.member_pointer(class, of))
    }

    /// A value as a pointer to members, or one as a bool; `None` where neither type is such.
    pub(super) fn cast_member_pointer(&mut self, e: E<'t>, to: Ty) -> Option<E<'t>> {
        let null = match (self.cx.types.kind(e.ty), self.cx.types.kind(to)) {
            (TypeKind::Member(..), TypeKind::Bool) => {
                let null = self.int(self.null_member(e.ty), e.ty.bare(), e.span);
                return Some(match self.const_of(e) {
                    Some(Const::Int(n)) => {
                        self.int(i64::from(n != self.null_member(e.ty)), Ty::BOOL, e.span)
                    }
                    _ => self.mk(TKind::Compare(BinaryOp::Ne, e, null), Ty::BOOL, e.span),
                });
            }
            (TypeKind::Member(c, _), TypeKind::Member(d, of)) => {
                let data = self.cx.types.function_type(of).is_none();
                let offset = match (self.cx.base_path(d, c), self.cx.base_path(c, d)) {
                    _ if c == d || !data || wrong!(MemberPointersStay) => 0,
                    (Some((offset, _)), _) => offset as i64,
                    (None, Some((offset, _))) => -(offset as i64),
                    (None, None) => 0,
                };
                return Some(self.moved_member(e, offset, to));
            }
            (_, TypeKind::Member(..)) => self.null_member(to),
            _ => return None,
        };
        let null = self.int(null, to.bare(), e.span);
        // What gives a null pointer runs, where it is no constant.
        let runs = self.const_of(e).is_none() && !wrong!(NullMembersForgetCalls);
        Some(if runs { self.mk(TKind::Comma(e, null), to.bare(), e.span) } else { null })
    }

    /// A pointer to a member of a part as one of the whole, where it lies `offset` further on; null stays null.
    fn moved_member(&mut self, e: E<'t>, offset: i64, to: Ty) -> E<'t> {
        let to = to.bare();
        let null = self.null_member(to);
        match self.const_of(e) {
            Some(Const::Int(n)) => {
                let stays = n == null && !wrong!(NullMembersMove);
                let moved = if stays { n } else { n + offset };
                self.int(moved, to, e.span)
            }
            _ if offset == 0 => self.mk_as(e.kind, to, e.category, e.span),
            _ => {
                let (keep, again) = self.kept(e);
                let [is_null, value] =
                    [Ty::LONG; 2].map(|t| self.mk(TKind::Cast(again), t, e.span));
                let null = self.int(null, Ty::LONG, e.span);
                let is = match wrong!(NullMembersMove) {
                    true => self.int(0, Ty::BOOL, e.span),
                    false => self.mk(TKind::Compare(BinaryOp::Eq, is_null, null), Ty::BOOL, e.span),
                };
                let by = self.int(offset, Ty::LONG, e.span);
                let moved = self.mk(TKind::Binary(BinaryOp::Add, value, by), Ty::LONG, e.span);
                let chosen = self.mk(TKind::Cond(is, null, moved), Ty::LONG, e.span);
                let value = self.mk(TKind::Cast(chosen), to, e.span);
                keep.map_or(value, |k| self.mk(TKind::Comma(k, value), to, e.span))
            }
        }
    }

    /// The type that pointers to members are compared in: `==` and `!=` alone, beside null or a pointer that one becomes ([expr.eq] 3).
    pub(super) fn compared_members(&self, op: BinaryOp, a: E<'t>, b: E<'t>) -> Option<Ty> {
        if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            return None;
        }
        let becomes = |e: E<'t>, to: E<'t>| {
            let member = self.cx.types.member_pointee(to.ty).is_some();
            member && self.standard_sequence(e, to.ty).is_some()
        };
        match (becomes(a, b), becomes(b, a)) {
            (true, _) => Some(b.ty.bare()),
            (false, true) => Some(a.ty.bare()),
            (false, false) => None,
        }
    }

    /// The null of a type of pointers to members.
    pub(super) fn null_member(&self, ty: Ty) -> i64 {
        match self.cx.types.member_pointee(ty) {
            Some((_, to)) if self.cx.types.function_type(to).is_none() => {
                if wrong!(FirstMemberIsNull) { 0 } else { NULL }
            }
            _ => 0,
        }
    }

    /// Refuses an array of pointers to members, whose last elements may be zeros.
    pub(super) fn no_array_of_member_pointers(&mut self, ty: Ty, span: Span) {
        if self.cx.types.element(ty).is_some() {
            self.no_member_pointer(ty, span);
        }
    }

    /// Refuses pointers to members where zeros may be what is there.
    pub(in crate::check) fn no_member_pointer(&mut self, ty: Ty, span: Span) -> bool {
        let is = self.cx.types.member_pointee(self.cx.types.innermost(ty)).is_some();
        if is {
            let text = "a pointer to members is not supported yet in an array, a class or a variable that is not automatic";
            self.error(code::MEMBER_POINTER, span, text);
        }
        is
    }
}
