//! What becomes of constants: nodes of the typed tree, and bytes of objects with static storage.

use optx_source::{Span, code};

use super::{
    path,
    value::{Pointer, Root, Value},
};
use crate::{
    check::{Body, Space, StaticInit, body::E},
    typed::{GlobalId, InitPart, TKind},
    types::{BitField, Ty, TypeKind},
};

/// A part of a value: its type, and where it lies in the whole.
#[derive(Clone, Copy)]
struct Part<'v> {
    value: &'v Value,
    ty: Ty,
    offset: u64,
    bits: Option<BitField>,
}

impl Part<'_> {
    fn whole(value: &Value, ty: Ty) -> Part<'_> {
        Part { value, ty, offset: 0, bits: None }
    }
}

impl<'t> Body<'_, '_, 't, '_> {
    /// A constant as an expression.
    pub(super) fn node_of(&mut self, v: &Value, ty: Ty, span: Span) -> E<'t> {
        match v {
            Value::Int(n) => self.mk(TKind::Int(*n), ty, span),
            Value::Float(n) => self.mk(TKind::Float(*n), ty, span),
            Value::Zero | Value::Unset if self.cx.types.is_scalar(ty) => self.zero(ty, span),
            Value::Pointer(p) => self.address_node(p, ty, span),
            _ => {
                let mut parts = Vec::new();
                self.each_part(Part::whole(v, ty), &mut |b, p| {
                    let stored = b.stored_type(p.ty);
                    let value = b.node_of(p.value, stored, span);
                    parts.push(InitPart { offset: p.offset, bits: p.bits, value });
                });
                let parts = self.arena.parts.alloc_extend(parts);
                self.mk(TKind::Aggregate(parts), ty, span)
            }
        }
    }

    fn address_node(&mut self, p: &Pointer, ty: Ty, span: Span) -> E<'t> {
        let Some((g, offset)) = self.static_address(p) else { return self.bad(span) };
        let of = self.cx.output.globals.get(g).map_or(Ty::ERROR, |g| g.ty);
        let object = self.mk_lvalue(TKind::Global(g), of, span);
        if p.path.is_empty() && !p.past {
            return self.mk(TKind::AddrOf(object), ty, span);
        }
        let whole = self.cx.types.pointer(of);
        let first = self.mk(TKind::AddrOf(object), whole, span);
        let first = self.mk(TKind::Cast(first), ty, span);
        if offset == 0 {
            return first;
        }
        let index = self.int(offset, Ty::LONG, span);
        self.mk(TKind::PtrAdd { ptr: first, index, size: 1, minus: false }, ty, span)
    }

    fn stored_type(&mut self, ty: Ty) -> Ty {
        match self.cx.types.kind(ty) {
            TypeKind::Reference(to, _) => self.cx.types.pointer(to),
            _ => ty.bare(),
        }
    }

    /// Visits the scalars of a value that were written.
    fn each_part(&mut self, whole: Part<'_>, visit: &mut dyn FnMut(&mut Self, Part<'_>)) {
        let Part { value, ty, offset, .. } = whole;
        let field = |b: &Self, i: u64| {
            let (_, r) = b.cx.types.get_record(ty)?;
            r.fields.get(usize::try_from(i).ok()?).map(|f| (f.ty, offset + f.offset, f.bits))
        };
        match value {
            Value::Zero | Value::Unset | Value::Union(None) => {}
            Value::Int(_) | Value::Float(_) | Value::Pointer(_) => visit(self, whole),
            Value::Class(parts) => {
                for (value, i) in parts.iter().zip(0u64..) {
                    let Some((ty, offset, bits)) = field(self, i) else { return };
                    self.each_part(Part { value, ty, offset, bits }, visit);
                }
            }
            Value::Union(Some(active)) => {
                let Some((ty, offset, bits)) = field(self, active.0) else { return };
                self.each_part(Part { value: &active.1, ty, offset, bits }, visit);
            }
            Value::Array(a) => {
                let Some((ty, _)) = self.cx.types.element(ty) else { return };
                let size = self.cx.types.size(ty);
                for (value, i) in a.made.iter().zip(0u64..) {
                    let offset = offset + i * size;
                    self.each_part(Part { value, ty, offset, bits: None }, visit);
                }
            }
        }
    }

    /// The bytes of a static object, and the addresses in it.
    pub(super) fn image(&mut self, v: &Value, ty: Ty, span: Span) -> StaticInit {
        let mut init = StaticInit::default();
        self.each_part(Part::whole(v, ty), &mut |b, p| b.put_static(&mut init, p, span));
        init
    }

    fn put_static(&mut self, s: &mut StaticInit, part: Part<'_>, span: Span) {
        let Part { value: v, ty, offset, bits } = part;
        let Ok(at) = usize::try_from(offset) else { return };
        let raw = match v {
            Value::Int(v) => *v as u64,
            Value::Float(v) if ty.bare() == Ty::FLOAT => u64::from((*v as f32).to_bits()),
            Value::Float(v) => v.to_bits(),
            Value::Pointer(_) if !offset.is_multiple_of(8) => {
                let text = "an address in a packed struct of static storage is not supported yet";
                self.error(code::NOT_SUPPORTED, span, text);
                return;
            }
            Value::Pointer(p) => {
                let Some((g, k)) = self.static_address(p) else { return };
                let space = self.cx.output.globals.get(g).map(|g| g.space);
                if matches!(space, Some(Space::Shared | Space::SharedDynamic)) {
                    let text = "the address of a `__shared__` variable is another in each block, and no constant";
                    self.error(code::NOT_CONSTANT, span, text);
                } else if self.near(at.saturating_add(8), span) {
                    s.addresses.push((offset, g, k));
                }
                return;
            }
            _ => return,
        };
        let size = bits.map_or(self.cx.types.size(ty) as usize, |b| usize::from(b.unit)).min(16);
        if !self.near(at.saturating_add(size), span) {
            return;
        }
        if s.bytes.len() < at + size {
            s.bytes.resize(at + size, 0);
        }
        let Some(place) = s.bytes.get_mut(at..at + size) else { return };
        let mut word = [0u8; 16];
        word[..size].copy_from_slice(place);
        let mut v = u128::from(raw);
        if let Some(b) = bits {
            let mask = (1u128 << b.width.min(64)) - 1;
            v = u128::from_le_bytes(word) & !(mask << b.start) | (v & mask) << b.start;
        }
        place.copy_from_slice(&v.to_le_bytes()[..size]);
    }

    /// The static object that a pointer leads into, and how far.
    fn static_address(&self, p: &Pointer) -> Option<(GlobalId, i64)> {
        let (Root::Global(g) | Root::Literal(g, _)) = p.root else { return None };
        let (types, of) = (&self.cx.types, self.cx.output.globals.get(g)?.ty);
        let at = path::offset(types, of, &p.path)?;
        let past = if p.past { types.size(path::end(types, of, &p.path)?) } else { 0 };
        let at = i64::try_from(at.checked_add(past)?).ok()?;
        Some((g, at.checked_add(p.bytes.unwrap_or(0))?))
    }

    /// Whether an object's initial value may reach to `end`; an error where not.
    fn near(&mut self, end: usize, span: Span) -> bool {
        let near = end <= self.cx.limits().initializer_bytes;
        if !near {
            self.error(code::LIMIT_OBJECT, span, "this initialiser is too long");
        }
        near
    }
}
