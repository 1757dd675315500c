//! Copies of aggregates between two places.
//!
//! Idea: up to [`LONGEST`] pieces are loads and stores one after another, in groups, so that the code generator can merge
//! neighbours to vectors. Past that an array is copied by a loop, each turn a group's worth of its elements, and a struct
//! member by member: a struct of 16 MB takes as many statements as one of a kilobyte.
//! Legality: the same bytes are copied as by pieces, none of them padding; each access is as volatile as the whole, and
//! aligned as its turn of the loop lets it be. That source and target do not overlap, or are the same, is C's rule (C17
//! 6.5.16.1).
//! Cost: statements linear in the members that the type names.

use super::aggregate::{Place, pieces_up_to};
use super::{Lowering, TyId, TyKind};
use crate::AccessInfo;
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::symbol::StId;
use crate::tree::WnId;

/// So many pieces are all loaded before the first is stored, which lets the code generator use vector accesses.
const GROUP: usize = 16;
/// More pieces are copied by loops.
const LONGEST: usize = 512;

impl Lowering<'_> {
    /// Copies an aggregate between two places.
    pub(super) fn copy_pieces(&mut self, ty: TyId, from: Place, to: Place) {
        let align = self.module.types.align(ty);
        match pieces_up_to(&self.module.types, ty, LONGEST) {
            Some(pieces) => self.copy_list(&pieces, from, to, align),
            None => {
                // Pieces of a long aggregate lie at addresses that a loop computes.
                let (from, to) = (self.pinned(from, align), self.pinned(to, align));
                self.copy_long(ty, from, to);
            }
        }
    }

    fn copy_list(&mut self, pieces: &[(u64, Mtype)], from: Place, to: Place, align: u32) {
        for group in pieces.chunks(GROUP) {
            let values: Vec<WnId> = group
                .iter()
                .map(|&(offset, mtype)| {
                    let value = self.read(from, offset, mtype, align);
                    let register = mtype.register();
                    let st = self.new_temp(register);
                    self.store_temp(register, st, value);
                    self.load_temp(register, st)
                })
                .collect();
            for (&(offset, mtype), value) in group.iter().zip(values) {
                self.write(to, offset, mtype, value, align);
            }
        }
    }

    /// A place behind an address, with the alignment that all parts' alignment follows from.
    fn pinned(&mut self, place: Place, align: u32) -> Place {
        match place {
            Place::Symbol { st: Some(st), offset, volatile, align: own, loc } => {
                let address = self.pu.tree.lda(st, offset);
                let align = if own == 0 { align } else { own };
                Place::Address { address, offset: 0, volatile, align, loc }
            }
            Place::Address { address, offset, volatile, align: own, loc } => {
                let align = if own == 0 { align } else { own };
                Place::Address { address, offset, volatile, align, loc }
            }
            nowhere => nowhere,
        }
    }

    fn copy_long(&mut self, ty: TyId, from: Place, to: Place) {
        let align = self.module.types.align(ty);
        if let Some(pieces) = pieces_up_to(&self.module.types, ty, LONGEST) {
            return self.copy_list(&pieces, from, to, align);
        }
        match self.module.types.kind(ty).clone() {
            TyKind::Array(element, count) => self.copy_array(element, count, from, to),
            TyKind::Struct { fields, is_union: false, .. } => {
                // Bit-fields stand in units, which only the whole's list tells; there are few of them.
                let units = super::aggregate::units(&self.module.types, &fields);
                self.copy_list(&units, from, to, align);
                for field in fields.iter().filter(|f| f.bits.is_none()) {
                    let (from, to) = (from.part(field.offset), to.part(field.offset));
                    self.copy_long(field.ty, from, to);
                }
            }
            // A union is an array of units as wide as its alignment.
            TyKind::Struct { size, align, .. } => {
                let unit = match align {
                    1 => Mtype::U1,
                    2 | 3 => Mtype::U2,
                    4..=7 => Mtype::U4,
                    _ => Mtype::U8,
                };
                let element = self.module.types.intern(TyKind::Scalar(unit));
                self.copy_array(element, size / u64::from(unit.size()), from, to);
            }
            _ => {}
        }
    }

    /// A loop over an array; each turn copies some elements, and what is left over follows.
    fn copy_array(&mut self, element: TyId, count: u64, from: Place, to: Place) {
        let stride = self.module.types.size(element);
        let pieces = pieces_up_to(&self.module.types, element, GROUP).map_or(GROUP, |p| p.len());
        let each = (GROUP / pieces.max(1)).max(1) as u64;
        let (turns, rest) = (count / each, count % each);
        let step = (each * stride) as i64;
        let (a, b) = (self.moving(from, step), self.moving(to, step));
        let (Some((source, from)), Some((target, to))) = (a, b) else { return };
        if turns > 0 {
            let end = self.sum(target, turns as i64 * step);
            let end = self.save(end);
            let head = self.pu.new_label();
            self.label(head);
            for k in 0..each {
                self.copy_long(element, from.part(k * stride), to.part(k * stride));
            }
            for pointer in [source, target] {
                let next = self.sum(pointer, step);
                self.store_temp(Mtype::U8, pointer, next);
            }
            let at = self.load_temp(Mtype::U8, target);
            let end = self.again(end);
            let more = self.pu.tree.compare(Operator::Ne, Mtype::U8, at, end);
            let jump = self.pu.tree.jump(Operator::TrueBr, head, &[more], self.loc);
            self.push(jump);
        }
        for k in 0..rest {
            self.copy_long(element, from.part(k * stride), to.part(k * stride));
        }
    }

    /// A pointer of its own to a place, which goes on by `step`, and the place behind it.
    fn moving(&mut self, place: Place, step: i64) -> Option<(StId, Place)> {
        let Place::Address { address, offset, volatile, align, loc } = place else { return None };
        let base = self.again(address);
        let by = self.pu.tree.intconst(Mtype::U8, offset);
        let base = self.pu.tree.binary(Operator::Add, Mtype::U8, base, by);
        let st = self.new_temp(Mtype::U8);
        self.store_temp(Mtype::U8, st, base);
        let address = self.pu.tree.ldid(Mtype::U8, st, 0, AccessInfo::default());
        let align = align.min(1 << step.trailing_zeros().min(16));
        Some((st, Place::Address { address, offset: 0, volatile, align, loc }))
    }

    fn sum(&mut self, pointer: StId, by: i64) -> WnId {
        let at = self.load_temp(Mtype::U8, pointer);
        let by = self.pu.tree.intconst(Mtype::U8, by);
        self.pu.tree.binary(Operator::Add, Mtype::U8, at, by)
    }
}
