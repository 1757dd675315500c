//! Aggregates as scalar pieces, and bit-fields as shifts and masks. Copies are in `copy`.

use super::Lowering;
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::place::Loc;
use crate::symbol::StId;
use crate::tree::{Wn, WnId};
use crate::ty::{Bits, Field, TyId, TyKind, TyTable};

/// Where an aggregate lies, in the new function.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// In an object.
    Symbol { st: Option<StId>, offset: i64, volatile: bool, align: u32, loc: Loc },
    /// Behind an address, a leaf that may be evaluated many times.
    Address { address: WnId, offset: i64, volatile: bool, align: u32, loc: Loc },
}

impl Place {
    /// A whole object of the compiler's own.
    pub(super) fn of(st: StId) -> Place {
        Place::Symbol { st: Some(st), offset: 0, volatile: false, align: 0, loc: Loc::NONE }
    }

    /// What a node accesses: the object that it names.
    pub(super) fn symbol(wn: &Wn) -> Place {
        let Wn { st, offset, volatile, align, loc, .. } = *wn;
        Place::Symbol { st, offset, volatile, align, loc }
    }

    /// What a node accesses behind an address.
    pub(super) fn behind(address: WnId, wn: &Wn) -> Place {
        let Wn { offset, volatile, align, loc, .. } = *wn;
        Place::Address { address, offset, volatile, align, loc }
    }

    /// The alignment of a piece of the aggregate of a type aligned so; `align` of a place is as [`Wn::align`].
    fn piece_align(self, align: u32, at: u64) -> u32 {
        let (Place::Symbol { align: own, .. } | Place::Address { align: own, .. }) = self;
        let align = if own == 0 { align } else { own };
        align.min(1 << at.trailing_zeros().min(16))
    }

    /// The place so many bytes further, which knows its alignment.
    pub(super) fn part(self, by: u64) -> Place {
        let known = |align: u32| align.min(1 << by.trailing_zeros().min(16));
        match self {
            Place::Symbol { st, offset, volatile, align, loc } => {
                let offset = offset.wrapping_add(by as i64);
                Place::Symbol { st, offset, volatile, align: known(align), loc }
            }
            Place::Address { address, offset, volatile, align, loc } => {
                let offset = offset.wrapping_add(by as i64);
                Place::Address { address, offset, volatile, align: known(align), loc }
            }
        }
    }
}

/// The scalar pieces of a type: (offset, access type), in order. Unions and bit-field containers are covered by
/// unsigned pieces as wide as their alignment allows; padding between members is not copied.
pub fn pieces(types: &TyTable, ty: TyId) -> Vec<(u64, Mtype)> {
    let mut out = Vec::new();
    collect(types, ty, 0, usize::MAX, &mut out);
    out
}

/// The pieces of a type that has at most so many.
pub(super) fn pieces_up_to(types: &TyTable, ty: TyId, most: usize) -> Option<Vec<(u64, Mtype)>> {
    let mut out = Vec::new();
    collect(types, ty, 0, most, &mut out);
    (out.len() <= most).then_some(out)
}

/// The units that a struct's bit-fields stand in.
pub(super) fn units(types: &TyTable, fields: &[Field]) -> Vec<(u64, Mtype)> {
    let mut out = Vec::new();
    for field in fields.iter().filter(|f| f.bits.is_some()) {
        add_unit(types, fields, field, 0, &mut out);
    }
    out
}

fn add_unit(
    types: &TyTable,
    fields: &[Field],
    field: &Field,
    at: u64,
    out: &mut Vec<(u64, Mtype)>,
) {
    let (mtype, offset) = (unit(types, fields, field.offset), at + field.offset);
    // Several fields share a container, and containers of different types may overlap.
    let covered = out
        .iter()
        .any(|(o, m)| *o <= offset && offset + u64::from(mtype.size()) <= o + u64::from(m.size()));
    if !covered {
        out.push((offset, mtype));
    }
}

/// Collects the pieces, and stops soon after there are more than `most`.
fn collect(types: &TyTable, ty: TyId, at: u64, most: usize, out: &mut Vec<(u64, Mtype)>) {
    match types.kind(ty) {
        TyKind::Struct { fields, is_union: false, .. } => {
            for field in fields {
                if out.len() > most {
                    return;
                }
                if field.bits.is_some() {
                    add_unit(types, fields, field, at, out);
                } else {
                    collect(types, field.ty, at + field.offset, most, out);
                }
            }
        }
        TyKind::Struct { size, align, .. } => chunks(*size, u64::from(*align), at, most, out),
        TyKind::Array(element, count) => {
            let stride = types.size(*element);
            for k in 0..*count {
                if out.len() > most {
                    return;
                }
                collect(types, *element, at + k * stride, most, out);
            }
        }
        _ => out.push((at, types.mtype(ty))),
    }
}

/// The type that covers the bit-fields at an offset: a whole unit, named bits or not, for that is what a read of one of
/// them loads.
fn unit(types: &TyTable, fields: &[Field], offset: u64) -> Mtype {
    let there = fields.iter().filter(|f| f.offset == offset);
    let bytes = there.filter_map(|f| {
        let bits = f.bits?;
        let named = u64::from(bits.start) + u64::from(bits.width);
        Some(types.size(f.ty).max(named.div_ceil(8)))
    });
    match bytes.max().unwrap_or(0) {
        0..=1 => Mtype::U1,
        2 => Mtype::U2,
        3..=4 => Mtype::U4,
        _ => Mtype::U8,
    }
}

/// Unsigned pieces as wide as an alignment allows that cover so many bytes.
pub(crate) fn chunks(size: u64, align: u64, at: u64, most: usize, out: &mut Vec<(u64, Mtype)>) {
    let mut done = 0;
    while done < size && out.len() <= most {
        let left = size - done;
        let (width, mtype) = [(8, Mtype::U8), (4, Mtype::U4), (2, Mtype::U2), (1, Mtype::U1)]
            .into_iter()
            .find(|(w, _)| *w <= align && *w <= left)
            .unwrap_or((1, Mtype::U1));
        out.push((at + done, mtype));
        done += width;
    }
}

impl Lowering<'_> {
    /// Copies the aggregate value of a source tree to `to`.
    pub(super) fn copy_aggregate(&mut self, value: WnId, ty: Option<TyId>, to: Place) {
        let Some(ty) = ty else { return };
        let source = self.source;
        let wn = source.tree.get(value);
        let kids = source.tree.kids(value);
        match wn.opr {
            Operator::Ldid => {
                self.copy_pieces(ty, Place::symbol(&wn), to);
            }
            Operator::Iload => {
                let address = self.expression(kids[0]);
                let address = self.save(address);
                self.copy_pieces(ty, Place::behind(address, &wn), to);
            }
            Operator::Comma => {
                let loc = self.loc;
                self.block(kids[0]);
                self.loc = loc;
                self.copy_aggregate(kids[1], Some(ty), to);
            }
            Operator::Cselect | Operator::Select => {
                let (on_true, on_false, end) =
                    (self.pu.new_label(), self.pu.new_label(), self.pu.new_label());
                self.branch((kids[0], Loc::NONE), on_true, on_false, on_true);
                self.label(on_true);
                self.copy_aggregate(kids[1], Some(ty), to);
                self.goto(end);
                self.label(on_false);
                self.copy_aggregate(kids[2], Some(ty), to);
                self.label(end);
            }
            // Verified VH has no other aggregate value.
            _ => {}
        }
    }

    /// The address leaf again: a tree node has one parent.
    pub(super) fn again(&mut self, leaf: WnId) -> WnId {
        let wn = self.pu.tree.get(leaf);
        self.pu.tree.add(wn, &[])
    }

    pub(super) fn read(&mut self, from: Place, at: u64, mtype: Mtype, align: u32) -> WnId {
        let align = from.piece_align(align, at);
        match from {
            Place::Symbol { st, offset, volatile, loc, .. } => {
                let mut wn = Wn::new(Operator::Ldid, mtype.register(), mtype);
                (wn.st, wn.offset, wn.volatile) = (st, offset.wrapping_add(at as i64), volatile);
                (wn.align, wn.loc) = (below(align, mtype), loc);
                self.pu.tree.add(wn, &[])
            }
            Place::Address { address, offset, volatile, loc, .. } => {
                let address = self.again(address);
                let mut wn = Wn::new(Operator::Iload, mtype.register(), mtype);
                (wn.offset, wn.volatile) = (offset.wrapping_add(at as i64), volatile);
                (wn.align, wn.loc) = (align, loc);
                self.pu.tree.add(wn, &[address])
            }
        }
    }

    pub(super) fn write(&mut self, to: Place, at: u64, mtype: Mtype, value: WnId, align: u32) {
        let align = to.piece_align(align, at);
        match to {
            Place::Symbol { st, offset, volatile, loc, .. } => {
                let mut wn = Wn::new(Operator::Stid, Mtype::V, mtype);
                (wn.st, wn.offset, wn.volatile) = (st, offset.wrapping_add(at as i64), volatile);
                (wn.align, wn.loc) = (below(align, mtype), loc);
                self.emit(wn, &[value]);
            }
            Place::Address { address, offset, volatile, loc, .. } => {
                let address = self.again(address);
                let mut wn = Wn::new(Operator::Istore, Mtype::V, mtype);
                (wn.offset, wn.volatile) = (offset.wrapping_add(at as i64), volatile);
                (wn.align, wn.loc) = (align, loc);
                self.emit(wn, &[value, address]);
            }
        }
    }

    /// LDBITS, ILDBITS: the container loaded, the bits moved down and extended by the container's sign.
    pub(super) fn load_bits(&mut self, wn: &Wn, kids: &[WnId]) -> WnId {
        let Some(bits) = wn.bits else { return self.pu.tree.intconst(wn.rtype, 0) };
        let kids = self.expressions(kids);
        let container = self.container(wn, &kids);
        self.extract(container, wn.rtype, bits)
    }

    fn container(&mut self, wn: &Wn, address: &[WnId]) -> WnId {
        let by_address = !address.is_empty();
        let opr = if by_address { Operator::Iload } else { Operator::Ldid };
        let desc = wn.desc.unsigned();
        let mut load = Wn::new(opr, desc.register(), desc);
        (load.st, load.offset, load.volatile) = (wn.st, wn.offset, wn.volatile);
        (load.align, load.loc) = (wn.align, wn.loc);
        let load = self.pu.tree.add(load, address);
        // A volatile load stands in a statement of its own.
        if wn.volatile { self.save(load) } else { load }
    }

    fn extract(&mut self, container: WnId, rtype: Mtype, bits: Bits) -> WnId {
        let width = rtype.bits();
        let (start, count) = (u32::from(bits.start), u32::from(bits.width));
        let unsigned = rtype.unsigned();
        let tree = &mut self.pu.tree;
        if rtype.is_signed() {
            let up = tree.intconst(Mtype::U4, i64::from(width.saturating_sub(start + count)));
            let down = tree.intconst(Mtype::U4, i64::from(width.saturating_sub(count)));
            let high = tree.binary(Operator::Shl, unsigned, container, up);
            return tree.binary(Operator::Ashr, rtype, high, down);
        }
        let amount = tree.intconst(Mtype::U4, i64::from(start));
        let low = if start == 0 {
            container
        } else {
            tree.binary(Operator::Lshr, unsigned, container, amount)
        };
        let mask = tree.intconst(unsigned, ones(count) as i64);
        tree.binary(Operator::Band, unsigned, low, mask)
    }

    /// STBITS, ISTBITS: the container loaded, its bits replaced, stored back.
    pub(super) fn store_bits(&mut self, wn: &Wn, kids: &[WnId]) {
        let Some(bits) = wn.bits else { return };
        let lowered = self.expressions(kids);
        let value = self.save(lowered[0]);
        let address = lowered.get(1).map(|&a| self.save(a));
        let desc = wn.desc.unsigned();
        let rtype = desc.register();
        let again: Vec<WnId> = address.map(|a| self.again(a)).into_iter().collect();
        let old = self.container(wn, &again);
        let (start, count) = (i64::from(bits.start), u32::from(bits.width));
        let tree = &mut self.pu.tree;
        let mask = ones(count) << bits.start;
        let keep = tree.intconst(rtype, !mask as i64);
        let old = tree.binary(Operator::Band, rtype, old, keep);
        let low = tree.intconst(rtype, ones(count) as i64);
        let value = tree.binary(Operator::Band, rtype, value, low);
        let amount = tree.intconst(Mtype::U4, start);
        let value =
            if start == 0 { value } else { tree.binary(Operator::Shl, rtype, value, amount) };
        let new = tree.binary(Operator::Bior, rtype, old, value);
        let opr = if address.is_some() { Operator::Istore } else { Operator::Stid };
        let mut store = Wn::new(opr, Mtype::V, desc);
        (store.st, store.offset, store.volatile) = (wn.st, wn.offset, wn.volatile);
        (store.align, store.loc) = (wn.align, wn.loc);
        let mut new_kids = vec![new];
        new_kids.extend(address);
        self.emit(store, &new_kids);
    }
}

/// The alignment of a symbol's part, which is told only where it is less than its type's.
fn below(align: u32, mtype: Mtype) -> u32 {
    if align < mtype.size() { align } else { 0 }
}

fn ones(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
