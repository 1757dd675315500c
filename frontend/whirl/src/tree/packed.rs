//! A node in 32 bytes.
//!
//! The fields that every node has stand for themselves. Of the others an operator uses one of 8 bytes, its offset or its
//! value, and one of 4: the label of a jump, the callee of a CALL, the bits of a bit-field, an intrinsic, or the type of
//! an aggregate.

use super::{LabelId, Wn, WnId};
use crate::intrinsic::{AtomicScope, Intrinsic};
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::place::Loc;
use crate::symbol::StId;
use crate::ty::{Bits, TyId};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Packed {
    pub(super) opr: Operator,
    pub(super) rtype: Mtype,
    desc: Mtype,
    flags: u8,
    pub(super) loc: Loc,
    /// [`NO_SYMBOL`] for none.
    st: u32,
    /// The offset or the value, in two halves: 8 bytes would make the node 8 bytes longer.
    number: [u32; 2],
    /// What else the operator uses, counted from 1; the node's number among the wide ones.
    other: u32,
    /// The kid where there is one, else where the kids begin in the pool.
    kids: WnId,
    /// [`MANY`] where the pool begins with the number of kids.
    kid_count: u8,
    /// 0 for its type's own, else the logarithm from 1.
    align: u8,
}

const NO_SYMBOL: u32 = u32::MAX;

const VOLATILE: u8 = 1;
const READ_ONLY: u8 = 2;
const BLOCK: u8 = 4;
const SYSTEM: u8 = 8;
const WIDE: u8 = 16;

/// So many kids and more are counted in the pool.
const MANY: u8 = 255;

/// What an operator uses of the fields of 8 and of 4 bytes.
enum Uses {
    /// A value, a label.
    Jump,
    /// A value, an intrinsic.
    Intrinsic,
    /// An offset, the callee.
    Call,
    /// An offset, bits.
    BitField,
    /// An offset, a type.
    Memory,
}

fn uses(opr: Operator) -> Uses {
    use Operator::*;
    match opr {
        Intconst | Const | CaseGoto | Asm | PragmaUnroll | Goto | Label | TrueBr | FalseBr
        | Switch => Uses::Jump,
        IntrinsicOp | IntrinsicCall => Uses::Intrinsic,
        Call => Uses::Call,
        Stbits | Istbits | Ldbits | Ildbits => Uses::BitField,
        _ => Uses::Memory,
    }
}

/// A number from 1; None where it does not fit.
fn counted(number: Option<u32>) -> Option<u32> {
    number.map_or(Some(0), |n| n.checked_add(1))
}

impl Packed {
    /// The node, still without kids; None where it says what its operator does not use.
    pub(super) fn new(wn: &Wn) -> Option<Packed> {
        let (offset, label) = (wn.offset as u64, wn.label.map(|l| l.0));
        let (ty, intrinsic) = (wn.ty.map(|t| t.0), wn.intrinsic.map(|i| i as u32));
        let unused = |values: [bool; 3]| values.iter().all(|is_default| *is_default).then_some(());
        let [no_label, no_ty] = [label.is_none(), ty.is_none()];
        let [no_intrinsic, no_bits] = [intrinsic.is_none(), wn.bits.is_none()];
        let [no_offset, no_value] = [offset == 0, wn.value == 0];
        let (number, other) = match uses(wn.opr) {
            Uses::Jump => {
                unused([no_offset, no_ty, no_intrinsic && no_bits])?;
                (wn.value, counted(label)?)
            }
            Uses::Intrinsic => {
                unused([no_offset, no_label && no_ty, no_bits])?;
                (wn.value, counted(intrinsic)?)
            }
            Uses::Call => {
                unused([no_label, no_ty, no_intrinsic && no_bits])?;
                (offset, u32::try_from(wn.value).ok()?)
            }
            Uses::BitField => {
                unused([no_value, no_label && no_ty, no_intrinsic])?;
                let of = |b: Bits| u32::from(b.start) << 8 | u32::from(b.width);
                (offset, counted(wn.bits.map(of))?)
            }
            Uses::Memory => {
                unused([no_value, no_label, no_intrinsic && no_bits])?;
                (offset, counted(ty)?)
            }
        };
        let align = match wn.align {
            0 => 0,
            align if align.is_power_of_two() => align.trailing_zeros() as u8 + 1,
            _ => return None,
        };
        let number = [number as u32, (number >> 32) as u32];
        Some(Packed { flags: flags(wn), number, other, align, ..Packed::wide(wn, 0) })
    }

    /// A node that stands among the wide ones.
    pub(super) fn wide(wn: &Wn, index: usize) -> Packed {
        let Wn { opr, rtype, desc, loc, .. } = *wn;
        Packed {
            opr,
            rtype,
            desc,
            flags: WIDE,
            loc,
            st: wn.st.map_or(NO_SYMBOL, StId::number),
            number: [0; 2],
            other: index as u32,
            kids: WnId(0),
            kid_count: 0,
            align: 0,
        }
    }

    #[inline]
    pub(super) fn symbol(&self) -> Option<StId> {
        (self.st != NO_SYMBOL).then(|| StId::from_number(self.st))
    }

    pub(super) fn set_symbol(&mut self, st: Option<StId>) {
        self.st = st.map_or(NO_SYMBOL, StId::number);
    }

    /// Its number among the wide ones, if it is one.
    #[inline]
    pub(super) fn wide_index(&self) -> Option<usize> {
        (self.flags & WIDE != 0).then_some(self.other as usize)
    }

    /// What it says, where it is no wide one.
    #[inline]
    pub(super) fn unpack(&self) -> Wn {
        let Packed { opr, rtype, desc, loc, .. } = *self;
        let st = self.symbol();
        let number = u64::from(self.number[1]) << 32 | u64::from(self.number[0]);
        let mut wn = Wn { st, loc, ..Wn::new(opr, rtype, desc) };
        wn.volatile = self.flags & VOLATILE != 0;
        wn.read_only = self.flags & READ_ONLY != 0;
        wn.scope = match self.flags & (BLOCK | SYSTEM) {
            0 => AtomicScope::Device,
            BLOCK => AtomicScope::Block,
            _ => AtomicScope::System,
        };
        wn.align = if self.align == 0 { 0 } else { 1 << (self.align - 1) };
        let other = self.other.checked_sub(1);
        match uses(opr) {
            Uses::Jump => (wn.value, wn.label) = (number, other.map(LabelId)),
            Uses::Intrinsic => {
                wn.value = number;
                wn.intrinsic = other.and_then(|k| Intrinsic::ALL.get(k as usize).copied());
            }
            Uses::Call => (wn.offset, wn.value) = (number as i64, u64::from(self.other)),
            Uses::BitField => {
                wn.offset = number as i64;
                wn.bits = other.map(|b| Bits { start: (b >> 8) as u8, width: b as u8 });
            }
            Uses::Memory => (wn.offset, wn.ty) = (number as i64, other.map(TyId)),
        }
        wn
    }

    /// Gives a new node its kids.
    pub(super) fn set_kids(&mut self, kids: &[WnId], pool: &mut Vec<WnId>) {
        self.kid_count = u8::try_from(kids.len()).unwrap_or(MANY);
        self.kids = match kids {
            [one] => *one,
            _ => WnId(pool.len() as u32),
        };
        if self.kid_count == MANY {
            pool.push(WnId(kids.len() as u32));
        }
        if kids.len() > 1 {
            pool.extend_from_slice(kids);
        }
    }

    /// Takes over another node's kids.
    pub(super) fn take_kids(&mut self, from: &Packed) {
        (self.kids, self.kid_count) = (from.kids, from.kid_count);
    }

    #[inline]
    pub(super) fn kids<'a>(&'a self, pool: &'a [WnId]) -> &'a [WnId] {
        let at = self.kids.0 as usize;
        match self.kid_count {
            0 => &[],
            1 => std::slice::from_ref(&self.kids),
            MANY => &pool[at + 1..][..pool[at].0 as usize],
            count => &pool[at..][..usize::from(count)],
        }
    }
}

fn flags(wn: &Wn) -> u8 {
    let scope = match wn.scope {
        AtomicScope::Device => 0,
        AtomicScope::Block => BLOCK,
        AtomicScope::System => SYSTEM,
    };
    let set = |is: bool, flag: u8| if is { flag } else { 0 };
    set(wn.volatile, VOLATILE) | set(wn.read_only, READ_ONLY) | scope
}
