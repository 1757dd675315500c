//! Folding while hashing: every OP is made here, and comes out simplified.
//!
//! Source: Open64's `opt_fold.cxx` for the place (inside the CODEMAP), the table of rows below for the content.
//! Legality: a row may replace a tree by one that refines it: equal wherever the first is defined, where an I-form
//! ADD, SUB, MPY or NEG that overflows is undefined. A U-form may replace an equal I-form, never the reverse; a row
//! that combines constants of two I-forms keeps the I-form only where the combined constant does not overflow.
//! Floats: no row changes a result's bits for numbers, infinities or signed zeros; NaN payloads may change.
//! Cost: constant per node; every row looks at most two levels down.

use crate::codemap::Codemap;
use crate::coderep::{CodeRep, Op};
use crate::few::Kids;
use crate::ids::CrId;
use optx_whirl::{Intrinsic, Mtype, Operator};

mod evaluate;

pub use evaluate::{evaluate_binary, evaluate_compare, evaluate_convert};

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

    fn is_constant(&self, id: CrId) -> bool {
        matches!(self.get(id), CodeRep::Const { .. } | CodeRep::Rconst { .. })
    }

    /// One order for commutative operands: constants last, else by structural hash. Comparisons swap with it.
    pub(crate) fn order_operands(&self, op: &mut Op) {
        if op.kids.len() < 2 || !(op.opr.is_commutative() || op.opr.is_compare()) {
            return;
        }
        let rank = |id: CrId| (self.is_constant(id), self.hash(id));
        let swap = if op.opr.is_commutative() {
            rank(op.kids[0]) > rank(op.kids[1])
        } else {
            self.is_constant(op.kids[0]) && !self.is_constant(op.kids[1])
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
        match op.kids.len() {
            1 => self.simplify_unary(op),
            2 if op.opr.is_compare() => self.simplify_compare(op),
            2 if op.rtype == Mtype::B => self.simplify_logic(op),
            2 if op.rtype.is_float() => self.simplify_float(op),
            2 => self.simplify_integer(op),
            3 if op.opr == Operator::Select => self.simplify_select(op),
            _ => None,
        }
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
            _ => return None,
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

    fn simplify_unary(&mut self, op: &Op) -> Option<CrId> {
        use Operator::*;
        let kid = op.kids[0];
        match *self.get(kid) {
            CodeRep::Const { mtype, value } => {
                return evaluate_convert(op, mtype, value).map(|v| self.literal(op.rtype, v));
            }
            CodeRep::Rconst { mtype, bits } => {
                return evaluate_convert(op, mtype, bits).map(|v| self.literal(op.rtype, v));
            }
            _ => {}
        }
        let inner = *self.as_op(kid)?;
        match (op.opr, inner.opr) {
            // Two complements undo each other; -(-x) in I-form may have overflowed inside, and x refines that.
            (Neg, Neg) | (Bnot, Bnot) | (Lnot, Lnot) => Some(inner.kids[0]),
            (Abs, Abs) => Some(kid),
            (Lnot, cmp) if cmp.is_compare() => {
                let exact = !inner.desc.is_float() || matches!(cmp, Eq | Ne);
                let negated = cmp.negated().filter(|_| exact)?;
                Some(self.compare(negated, inner.desc, inner.kids[0], inner.kids[1]))
            }
            (Cvtl, Cvtl) if inner.desc.size() <= op.desc.size() => {
                // A value already narrower, and extended in a way that the outer cut keeps.
                let keeps = inner.desc == op.desc
                    || (inner.desc.size() < op.desc.size()
                        && (!inner.desc.is_signed() || op.desc.is_signed()));
                keeps.then_some(kid)
            }
            (Cvtl, Cvtl) => Some(self.unary(Cvtl, op.rtype, op.desc, inner.kids[0])),
            // A predicate as an integer is 0 or 1 already.
            (Cvtl, Cvt) if inner.desc == Mtype::B => Some(kid),
            (Tas, Tas) => {
                let from = inner.desc;
                if op.rtype.interchangeable(from) {
                    return Some(inner.kids[0]);
                }
                Some(self.unary(Tas, op.rtype, from, inner.kids[0]))
            }
            _ => None,
        }
    }

    fn literal(&mut self, mtype: Mtype, bits: u64) -> CrId {
        if mtype.is_float() { self.float(mtype, bits) } else { self.integer(mtype, bits) }
    }

    fn simplify_compare(&mut self, op: &Op) -> Option<CrId> {
        use Operator::*;
        let (a, b) = (op.kids[0], op.kids[1]);
        let bits = |id: CrId, map: &Codemap| match *map.get(id) {
            CodeRep::Const { value, .. } => Some(value),
            CodeRep::Rconst { bits, .. } => Some(bits),
            _ => None,
        };
        if let (Some(x), Some(y)) = (bits(a, self), bits(b, self)) {
            let holds = evaluate_compare(op.opr, op.desc, x, y)?;
            return Some(self.integer(Mtype::B, u64::from(holds)));
        }
        if op.desc.is_float() {
            return None;
        }
        if a == b {
            return Some(self.integer(Mtype::B, u64::from(matches!(op.opr, Eq | Le | Ge))));
        }
        // (int)p != 0 is p; (int)p == 0 is !p.
        let value = self.constant(b)?;
        let inner = self.as_op(a)?;
        if inner.opr == Cvt && inner.desc == Mtype::B && value <= 1 {
            let p = inner.kids[0];
            match (op.opr, value) {
                (Ne, 0) | (Eq, 1) => return Some(p),
                (Eq, 0) | (Ne, 1) => return Some(self.unary(Lnot, Mtype::B, Mtype::V, p)),
                _ => {}
            }
        }
        None
    }

    fn simplify_logic(&mut self, op: &Op) -> Option<CrId> {
        let (a, b) = (op.kids[0], op.kids[1]);
        if a == b && matches!(op.opr, Operator::Land | Operator::Lior) {
            return Some(a);
        }
        match (op.opr, self.constant(b)?) {
            (Operator::Land, 0) | (Operator::Lior, 1) => Some(b),
            (Operator::Land, 1) | (Operator::Lior, 0) => Some(a),
            _ => None,
        }
    }

    fn simplify_select(&mut self, op: &Op) -> Option<CrId> {
        let (condition, a, b) = (op.kids[0], op.kids[1], op.kids[2]);
        if a == b {
            return Some(a);
        }
        match self.constant(condition) {
            Some(0) => return Some(b),
            Some(_) => return Some(a),
            None => {}
        }
        let inner = self.as_op(condition)?;
        if inner.opr != Operator::Lnot {
            return None;
        }
        let kids = Kids::from_slice(&[inner.kids[0], b, a]);
        Some(self.op(Op { kids, ..*op }))
    }

    fn simplify_float(&mut self, op: &Op) -> Option<CrId> {
        use Operator::*;
        let (a, b) = (op.kids[0], op.kids[1]);
        let CodeRep::Rconst { bits: y, .. } = *self.get(b) else { return None };
        if let CodeRep::Rconst { bits: x, .. } = *self.get(a) {
            return evaluate::evaluate_float(op.opr, op.rtype, x, y)
                .map(|v| self.float(op.rtype, v));
        }
        let (one, minus_zero) = if op.rtype == Mtype::F4 {
            (u64::from(1f32.to_bits()), u64::from((-0f32).to_bits()))
        } else {
            (1f64.to_bits(), (-0f64).to_bits())
        };
        match op.opr {
            Mpy | Div if y == one => Some(a),
            // x + (-0) is x for every x; x + 0 is not, for x = -0.
            Add if y == minus_zero => Some(a),
            Sub if y == 0 => Some(a),
            _ => None,
        }
    }

    fn simplify_integer(&mut self, op: &Op) -> Option<CrId> {
        use Operator::*;
        let (a, b) = (op.kids[0], op.kids[1]);
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            return evaluate_binary(op.opr, op.rtype, x, y).map(|v| self.integer(op.rtype, v));
        }
        if a == b {
            match op.opr {
                Sub | Bxor => return Some(self.integer(op.rtype, 0)),
                Band | Bior | Min | Max => return Some(a),
                _ => {}
            }
        }
        let y = self.constant(b)?;
        self.simplify_by_constant(op, a, b, y)
    }

    fn simplify_by_constant(&mut self, op: &Op, a: CrId, b: CrId, y: u64) -> Option<CrId> {
        use Operator::*;
        let ones = optx_whirl::canonical_constant(op.rtype.unsigned(), u64::MAX);
        let is_power = y.is_power_of_two();
        match op.opr {
            Add | Bior | Bxor | Sub | Shl | Ashr | Lshr if y == 0 => Some(a),
            Mpy | Band if y == 0 => Some(b),
            Mpy | Div if y == 1 => Some(a),
            Rem if y == 1 => Some(self.integer(op.rtype, 0)),
            Band if y == ones => Some(a),
            Bior if y == ones => Some(b),
            Sub => {
                // x - c is x + (-c); -c overflows only for the most negative c, where the U-form is right.
                let negative = 0u64.wrapping_sub(y);
                let lowest = ones ^ (ones >> 1);
                let rtype = if y == lowest { op.rtype.unsigned() } else { op.rtype };
                let constant = self.integer(op.rtype, negative);
                Some(self.binary(Add, rtype, a, constant))
            }
            Add => self.add_constant(op, a, y),
            Div if !op.rtype.is_signed() && is_power => {
                let amount = self.integer(Mtype::U4, u64::from(y.trailing_zeros()));
                Some(self.binary(Lshr, op.rtype, a, amount))
            }
            Rem if !op.rtype.is_signed() && is_power => {
                let mask = self.integer(op.rtype, y - 1);
                Some(self.binary(Band, op.rtype, a, mask))
            }
            _ => None,
        }
    }

    /// The additive constant of a chain is kept in one place: `(x + c1) + c2` is `x + (c1 + c2)`.
    fn add_constant(&mut self, op: &Op, a: CrId, y: u64) -> Option<CrId> {
        if let CodeRep::Lda { st, offset } = *self.get(a) {
            let offset = offset.checked_add(y as i64)?;
            return Some(self.intern(CodeRep::Lda { st, offset }));
        }
        let inner = self.as_op(a)?;
        if inner.opr != Operator::Add {
            return None;
        }
        let (x, inner_type) = (inner.kids[0], inner.rtype);
        let z = self.constant(inner.kids[1])?;
        let sum = y.wrapping_add(z);
        // If neither I-form sum overflows then x + sum does not either, unless the constants' own sum does.
        let both_signed = op.rtype.is_signed() && inner_type.is_signed();
        let fits = evaluate::signed_sum_fits(op.rtype, y, z);
        let rtype = if both_signed && fits { op.rtype } else { op.rtype.unsigned() };
        let constant = self.integer(rtype, sum);
        Some(self.binary(Operator::Add, rtype, x, constant))
    }
}
