//! How values travel through a call that stays one at level M.
//!
//! A CALL's kids are the scalar parts of its arguments, those of one argument after those of the one before; an
//! aggregate result goes, part by part, to the object that the CALL names. A function returns a scalar by RETURN_VAL,
//! an aggregate by what its `result_object` holds at a RETURN.

use crate::module::Pu;
use crate::mtype::Mtype;
use crate::stable_order::sort_by_key;
use crate::ty::{TyId, TyTable};
use crate::vho::{chunks, pieces};

/// The parts that a value of the type travels in: (byte offset, memory type), in order. A scalar is one part; a member
/// of a packed struct travels in as many as its alignment makes it. No two have a byte in common: ptxas keeps what is
/// passed in registers, and a part that is written in part by another loses that.
pub fn parts(types: &TyTable, ty: TyId) -> Vec<(u64, Mtype)> {
    match types.mtype(ty) {
        Mtype::M => {
            let align = types.align(ty);
            let pieces = disjoint(pieces(types, ty), align).into_iter();
            pieces.flat_map(|(at, mtype)| aligned(at, mtype, align)).collect()
        }
        mtype => vec![(0, mtype)],
    }
}

/// Unsigned parts in place of pieces that have bytes in common: those of a unit of bit-fields, and of what stands behind
/// its last bit in the same word.
fn disjoint(mut pieces: Vec<(u64, Mtype)>, align: u32) -> Vec<(u64, Mtype)> {
    let end = |(at, mtype): (u64, Mtype)| at + u64::from(mtype.size());
    sort_by_key(&mut pieces, |piece| piece.0);
    let mut out = Vec::with_capacity(pieces.len());
    let mut pieces = pieces.into_iter().peekable();
    while let Some(first) = pieces.next() {
        let (mut to, mut is_alone) = (end(first), true);
        while let Some(next) = pieces.next_if(|next| next.0 < to) {
            (to, is_alone) = (to.max(end(next)), false);
        }
        if is_alone {
            out.push(first);
        } else {
            let align = alignment(first.0, align);
            chunks(to - first.0, align, first.0, usize::MAX, &mut out);
        }
    }
    out
}

/// The alignment of an offset in an aggregate aligned so.
fn alignment(at: u64, align: u32) -> u64 {
    u64::from(align).min(1 << at.trailing_zeros().min(16))
}

/// A scalar at an offset of an aggregate aligned so: itself, or unsigned pieces that are aligned.
fn aligned(at: u64, mtype: Mtype, align: u32) -> impl Iterator<Item = (u64, Mtype)> {
    let size = u64::from(mtype.size());
    let align = alignment(at, align);
    let (piece, step) = match align {
        _ if align >= size => (mtype, size.max(1)),
        1 => (Mtype::U1, 1),
        2 | 3 => (Mtype::U2, 2),
        _ => (Mtype::U4, 4),
    };
    (0..size.max(1)).step_by(step as usize).map(move |k| (at + k, piece))
}

/// The parts of all parameters of a function, in order.
pub fn parameter_parts(types: &TyTable, pu: &Pu) -> Vec<Mtype> {
    let types_of = |&st: &crate::StId| pu.locals.get(st.index()).map(|local| local.ty);
    let all = pu.params.iter().filter_map(types_of);
    all.flat_map(|ty| parts(types, ty)).map(|(_, mtype)| mtype).collect()
}
