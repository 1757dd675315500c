//! Folding while hashing: every OP is made here, and comes out simplified.
//!
//! Source: Open64's `opt_fold.cxx` for the place (inside the CODEMAP). The rules are the rows of [`crate::simplify`]; what stands
//! here is what no row can say: operations on constants alone ([`evaluate`](self)), objects' addresses, and conversions of addresses.
//! Legality: a tree may become one that refines it: equal wherever the first is defined. Floats: no result's bits change for
//! numbers, infinities or signed zeros; NaN payloads may. Cost: constant per node.

use crate::codemap::Codemap;
use crate::coderep::{CodeRep, Op};
use crate::few::Kids;
use crate::ids::CrId;
use optx_whirl::{Intrinsic, Mtype, Operator};

mod alignment;
mod evaluate;
mod intrinsic;

pub use evaluate::{evaluate_binary, evaluate_compare, evaluate_convert, evaluate_float};

impl Codemap {
    /// The node for `op`, simplified.
    pub fn op(&mut self, mut op: Op) -> CrId {
        self.order_operands(&mut op);
        if let Some(simple) = self.simplify(&op) {
            return simple;
        }
        self.intern(CodeRep::Op(op))
    }

    /// What a row of the table makes of `op`; None where none does.
    pub fn simplified(&mut self, mut op: Op) -> Option<CrId> {
        self.order_operands(&mut op);
        self.simplify(&op)
    }

    /// A one-operand OP.
    pub fn unary(&mut self, opr: Operator, rtype: Mtype, desc: Mtype, kid: CrId) -> CrId {
        self.op(Op { opr, rtype, desc, intrinsic: None, kids: Kids::from_slice(&[kid]) })
    }

    /// A two-operand OP that shows only its result type.
    pub fn binary(&mut self, opr: Operator, rtype: Mtype, a: CrId, b: CrId) -> CrId {
        self.op(Op { opr, rtype, desc: Mtype::V, intrinsic: None, kids: Kids::from_slice(&[a, b]) })
    }

    /// A comparison of operands of type `desc`.
    pub fn compare(&mut self, opr: Operator, desc: Mtype, a: CrId, b: CrId) -> CrId {
        self.op(Op { opr, rtype: Mtype::B, desc, intrinsic: None, kids: Kids::from_slice(&[a, b]) })
    }

    /// One of two values by a condition.
    pub fn select(&mut self, rtype: Mtype, condition: CrId, a: CrId, b: CrId) -> CrId {
        let kids = Kids::from_slice(&[condition, a, b]);
        self.op(Op { opr: Operator::Select, rtype, desc: Mtype::V, intrinsic: None, kids })
    }

    /// A one-operand pure intrinsic.
    pub fn intrinsic1(
        &mut self,
        intrinsic: Intrinsic,
        rtype: Mtype,
        desc: Mtype,
        kid: CrId,
    ) -> CrId {
        self.op(Op {
            opr: Operator::IntrinsicOp,
            rtype,
            desc,
            intrinsic: Some(intrinsic),
            kids: Kids::from_slice(&[kid]),
        })
    }

    /// The bits of a constant of any type: a number, a predicate or a float.
    pub fn literal_bits(&self, id: CrId) -> Option<u64> {
        match *self.get(id) {
            CodeRep::Const { value, .. } => Some(value),
            CodeRep::Rconst { bits, .. } => Some(bits),
            _ => None,
        }
    }

    /// One order for commutative operands: constants last, else by structural hash. Comparisons swap with it.
    pub(crate) fn order_operands(&self, op: &mut Op) {
        if op.kids.len() < 2 || !(op.opr.is_commutative() || op.opr.is_compare()) {
            return;
        }
        let is_constant = |id: CrId| self.literal_bits(id).is_some();
        let rank = |id: CrId| (is_constant(id), self.hash(id));
        let swap = if op.opr.is_commutative() {
            rank(op.kids[0]) > rank(op.kids[1])
        } else {
            is_constant(op.kids[0]) && !is_constant(op.kids[1])
        };
        if swap {
            op.kids.swap(0, 1);
            op.opr = op.opr.swapped();
        }
    }

    fn simplify(&mut self, op: &Op) -> Option<CrId> {
        if op.opr == Operator::IntrinsicOp {
            return self.simplify_intrinsic(op);
        }
        if op.kids.len() == 3 {
            return self.constant_fma(op).or_else(|| self.replaced(op));
        }
        self.constant_value(op)
            .or_else(|| self.replaced(op))
            .or_else(|| self.moved_object(op))
            .or_else(|| self.distance(op))
            .or_else(|| self.order_of_places(op))
            .or_else(|| self.masked_alignment(op))
    }

    /// An operation on constants alone.
    fn constant_value(&mut self, op: &Op) -> Option<CrId> {
        let value = |k: usize| match *self.get(op.kids[k]) {
            CodeRep::Const { mtype, value } => Some((mtype, value)),
            CodeRep::Rconst { mtype, bits } => Some((mtype, bits)),
            _ => None,
        };
        // A leading constant is rare: one alone stands last.
        let (from, x) = value(0)?;
        if op.kids.len() == 1 {
            return evaluate_convert(op, from, x).map(|v| self.literal(op.rtype, v));
        }
        if op.kids.len() != 2 {
            return None;
        }
        let (_, y) = value(1)?;
        let bits = if op.opr.is_compare() {
            u64::from(evaluate_compare(op.opr, op.desc, x, y)?)
        } else if op.rtype == Mtype::F4 && op.opr == Operator::Div && !self.floats.divides_exactly {
            return None;
        } else if op.rtype.is_float() {
            evaluate_float(op.opr, op.rtype, x, y)?
        } else if op.rtype == Mtype::B {
            // Rows say what is so of any predicate and a constant.
            return None;
        } else {
            evaluate_binary(op.opr, op.rtype, x, y)?
        };
        Some(self.literal(op.rtype, bits))
    }

    fn literal(&mut self, mtype: Mtype, bits: u64) -> CrId {
        if mtype.is_float() { self.float(mtype, bits) } else { self.integer(mtype, bits) }
    }

    /// An object's address and a constant are an address.
    fn moved_object(&mut self, op: &Op) -> Option<CrId> {
        if op.opr != Operator::Add {
            return None;
        }
        let CodeRep::Lda { st, offset } = *self.get(op.kids[0]) else { return None };
        let offset = offset.checked_add(self.constant(op.kids[1])? as i64)?;
        Some(self.intern(CodeRep::Lda { st, offset }))
    }

    /// The difference of two places in one object is a constant, also where both are generic addresses.
    fn distance(&mut self, op: &Op) -> Option<CrId> {
        if op.opr != Operator::Sub || op.rtype.size() != 8 {
            return None;
        }
        let conversion = |id: CrId| self.as_op(id).filter(|op| op.makes_generic());
        let (a, b) = match (conversion(op.kids[0]), conversion(op.kids[1])) {
            (Some(a), Some(b)) if a.intrinsic == b.intrinsic => (a.kids[0], b.kids[0]),
            (None, None) => (op.kids[0], op.kids[1]),
            _ => return None,
        };
        match (self.get(a), self.get(b)) {
            (&CodeRep::Lda { st, offset }, &CodeRep::Lda { st: other, offset: from })
                if st == other =>
            {
                let apart = offset.checked_sub(from)?;
                Some(self.integer(op.rtype.unsigned(), apart as u64))
            }
            _ => None,
        }
    }

    /// Generic addresses of one space compare as the places there, for a window is an offset; places in one object as their offsets.
    fn order_of_places(&mut self, op: &Op) -> Option<CrId> {
        let is_equality = matches!(op.opr, Operator::Eq | Operator::Ne) && op.desc.is_integer();
        let is_unsigned = op.desc.is_integer() && !op.desc.is_signed() && op.desc.size() == 8;
        if !op.opr.is_compare() || !(is_unsigned || op.desc.size() == 8 && is_equality) {
            return None;
        }
        if let (Some(a), Some(b)) = (self.place_in(op.kids[0]), self.place_in(op.kids[1])) {
            let ((space, a, first), (other, b, second)) = (a, b);
            if space != other {
                return None;
            }
            let [a, b] = [(a, first), (b, second)].map(|(place, by)| match by {
                0 => place,
                by => {
                    let by = self.integer(Mtype::U8, by);
                    self.binary(Operator::Add, Mtype::U8, place, by)
                }
            });
            return Some(self.compare(op.opr, op.desc, a, b));
        }
        match (self.get(op.kids[0]), self.get(op.kids[1])) {
            (&CodeRep::Lda { st, offset }, &CodeRep::Lda { st: other, offset: second })
                if st == other =>
            {
                let holds = evaluate_compare(op.opr, Mtype::I8, offset as u64, second as u64)?;
                Some(self.integer(Mtype::B, u64::from(holds)))
            }
            _ => None,
        }
    }

    /// Of a generic address that is made of one in a space: which, its place there, and what is added.
    fn place_in(&self, id: CrId) -> Option<(Intrinsic, CrId, u64)> {
        let op = self.as_op(id)?;
        let (from, by) = match op.opr {
            Operator::Add if op.rtype.size() == 8 => {
                (self.as_op(op.kids[0])?, self.constant(op.kids[1])?)
            }
            _ => (op, 0),
        };
        let is_made = from.makes_generic() && from.desc.size() == 8;
        if is_made { Some((from.intrinsic?, from.kids[0], by)) } else { None }
    }

    /// True for the generic address of a place in an object: one value wherever it stands.
    pub fn is_generic_place(&self, id: CrId) -> bool {
        let made = self.place_in(id);
        made.is_some_and(|(_, place, _)| matches!(self.get(place), CodeRep::Lda { .. }))
    }

    fn simplify_intrinsic(&mut self, op: &Op) -> Option<CrId> {
        use Intrinsic::*;
        let inverse = match op.intrinsic? {
            ToGlobal => FromGlobal,
            ToShared => FromShared,
            ToConstant => FromConstant,
            ToLocal => FromLocal,
            FromGlobal => ToGlobal,
            FromShared => ToShared,
            FromConstant => ToConstant,
            FromLocal => ToLocal,
            _ => return self.constant_intrinsic(op),
        };
        let kid = *op.kids.first()?;
        if let Some(inner) = self.as_op(kid).filter(|inner| inner.intrinsic == Some(inverse)) {
            return Some(inner.kids[0]);
        }
        // The numbers of global addresses are those of generic ones (PTX ISA, "Generic Addressing"). An object's generic
        // address keeps its conversion, which tells its space.
        let global = matches!(op.intrinsic, Some(ToGlobal | FromGlobal));
        (global && !matches!(self.get(kid), CodeRep::Lda { .. })).then_some(kid)
    }
}
