//! Initial values of members that name other members of their object, in lists in braces ([class.mem] 8,
//! [dcl.init.aggr] 5): `struct X { int i, n = i; }; X x{1};`.
//!
//! The value of a list is made part by part and has no place that `this` could point to. Where an initial value reads
//! a member, the whole list is made in a variable, in order, and the value is that of the variable. An initial value that
//! lets the address of its object out would see the variable and not the object: it is refused.

use optx_source::{Span, code};

use crate::{
    check::{Body, Entity, body::E},
    typed::{InitPart, LocalId, TKind},
    types::{RecordId, Ty},
};

/// What a list in braces makes, part by part.
#[derive(Default)]
pub(in crate::check) struct Parts<'t> {
    pub list: Vec<InitPart<'t>>,
    /// The variable that it is made in, if an initial value reads it.
    pub object: Option<LocalId>,
}

impl<'t> Body<'_, '_, 't, '_> {
    /// Checks an initial value of a member, which may name members of the object that lies at `offset` of what `parts`
    /// make.
    pub(super) fn beside_members(
        &mut self,
        parts: &mut Parts<'t>,
        r: RecordId,
        offset: u64,
        span: Span,
        check: impl FnOnce(&mut Self) -> Option<E<'t>>,
    ) -> Option<E<'t>> {
        let class = self.cx.types.record(r);
        let pointer = self.cx.types.pointer(class);
        let this = self.temporary(pointer, span);
        let value = self.in_class_of(r, Some(Entity::Local(this)), check)?;
        let uses = uses_of(value, this);
        if uses == Uses::None {
            if self.variables.locals.len() == this.index() + 1 {
                self.variables.locals.truncate(this.index());
            }
            return Some(value);
        }
        if uses == Uses::Address {
            let text = "an initial value that needs the address of its object is not supported yet in a list";
            return Some(self.error(code::NOT_SUPPORTED, span, text));
        }
        let object = match parts.object {
            Some(l) => l,
            None => self.temporary(class, span),
        };
        parts.object = Some(object);
        // The variable's own type is known when the list is read.
        let whole = self.mk_lvalue(TKind::Local(object), class, span);
        let part = self.part(whole, offset, None, class);
        let address = self.address(part);
        let place = self.mk_lvalue(TKind::Local(this), pointer, span);
        let set = self.mk(TKind::Init(place, address), Ty::VOID, span);
        Some(self.mk_as(TKind::Comma(set, value), value.ty, value.category, value.span))
    }

    /// The value of a list in braces of a type.
    pub(super) fn value_of_parts(&mut self, parts: Parts<'t>, ty: Ty, span: Span) -> E<'t> {
        let Some(l) = parts.object else {
            let list = self.arena.parts.alloc_extend(parts.list);
            return self.mk(TKind::Aggregate(list), ty.bare(), span);
        };
        let ty = ty.bare();
        let mut of = ty;
        while let Some((e, _)) = self.cx.types.element(of) {
            of = e;
        }
        if self.cx.by_address(of) {
            let text = "initial values that name other members are not supported yet in a list for this class";
            return self.error(code::NOT_SUPPORTED, span, text);
        }
        if let Some(local) = self.variables.locals.get_mut(l) {
            local.ty = ty;
            local.align = local.align.max(self.cx.types.align(ty));
        }
        let whole = self.mk_lvalue(TKind::Local(l), ty, span);
        let zero = self.mk(TKind::Aggregate(&[]), ty, span);
        let mut steps = vec![self.mk(TKind::Init(whole, zero), Ty::VOID, span)];
        for p in parts.list {
            let place = self.part(whole, p.offset, p.bits, p.value.ty.bare());
            steps.push(self.mk(TKind::Init(place, p.value), Ty::VOID, span));
        }
        steps.push(self.mk(TKind::Load(whole), ty, span));
        self.one_by_one(steps, span)
    }

    /// Expressions that are evaluated one by one, and the value of the last: commas, no deeper than their logarithm.
    fn one_by_one(&mut self, mut steps: Vec<E<'t>>, span: Span) -> E<'t> {
        while steps.len() > 1 {
            let pairs = steps.chunks(2).map(|pair| match *pair {
                [a, b] => self.mk(TKind::Comma(a, b), b.ty, span),
                _ => pair[0],
            });
            steps = pairs.collect();
        }
        steps.pop().unwrap_or_else(|| self.bad(span))
    }
}

/// What an expression does with the object that a variable points to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Uses {
    None,
    /// It reads members, and nothing else.
    Reads,
    /// It may let the address out.
    Address,
}

fn uses_of(e: E<'_>, this: LocalId) -> Uses {
    match e.kind {
        TKind::Local(l) if l == this => Uses::Address,
        TKind::Load(place) if is_member(place, this) => Uses::Reads,
        // What they name is not looked for.
        TKind::Statements(_) => Uses::Address,
        _ => {
            let mut most = Uses::None;
            e.operands(|x| most = most.max(uses_of(x, this)));
            most
        }
    }
}

/// Whether a place is a member, or a member's member, of what the variable points to.
fn is_member(place: E<'_>, this: LocalId) -> bool {
    let mut at = place;
    loop {
        match at.kind {
            TKind::Field { base, .. } => at = base,
            TKind::Deref(p) => match p.kind {
                TKind::Load(l) => return matches!(l.kind, TKind::Local(l) if l == this),
                TKind::AddrOf(x) => at = x,
                TKind::PtrAdd { ptr, index, .. } if uses_of(index, this) != Uses::Address => {
                    match ptr.kind {
                        TKind::AddrOf(x) => at = x,
                        _ => return false,
                    }
                }
                _ => return false,
            },
            _ => return false,
        }
    }
}
