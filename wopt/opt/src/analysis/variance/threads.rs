//! What single threads of a block compute from their index alone: numbers where variance knows axes.
//!
//! Idea: a tree over `threadIdx`, `blockDim` and constants, variables seen through, is evaluated for one thread of a block of one shape.
//! Legality: no value but what the tree's operations give; what divides by zero, loads or merges is not known. Cost: [`MOST_NODES`] nodes a
//! question.

use optx_ir::fold::{evaluate_binary, evaluate_compare, evaluate_convert, evaluate_float};
use optx_ir::{CodeRep, CrId, Func, Op};
use optx_whirl::{Intrinsic, Operator, ShapeRegister, canonical_constant};

/// So many nodes are evaluated for one question.
const MOST_NODES: u32 = 256;

/// A thread of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Its index.
    pub index: [u32; 3],
    /// The block's shape.
    pub shape: [u32; 3],
}

impl Thread {
    /// What a node is for the thread; None where that does not follow from its index.
    pub fn value(&self, f: &Func, id: CrId) -> Option<u64> {
        self.node(f, id, &mut { MOST_NODES })
    }

    fn node(&self, f: &Func, id: CrId, left: &mut u32) -> Option<u64> {
        *left = left.checked_sub(1)?;
        match f.codemap.get(id) {
            CodeRep::Const { value, .. } => Some(*value),
            CodeRep::Rconst { bits, .. } => Some(*bits),
            CodeRep::Var { .. } => self.node(f, f.assigned(id)?, left),
            CodeRep::Op(op) => self.operation(f, op, left),
            _ => None,
        }
    }

    fn operation(&self, f: &Func, op: &Op, left: &mut u32) -> Option<u64> {
        if let Some(intrinsic) = op.intrinsic.filter(|_| op.opr == Operator::IntrinsicOp) {
            let [x, y, _] = self.shape;
            let [i, j, k] = self.index;
            return match intrinsic.of_shape() {
                Some((ShapeRegister::Tid, axis)) => Some(self.index[axis].into()),
                Some((ShapeRegister::Ntid, axis)) => Some(self.shape[axis].into()),
                None if intrinsic == Intrinsic::Laneid => Some(u64::from((k * y + j) * x + i) % 32),
                _ => None,
            };
        }
        let mut kid = |k: usize| self.node(f, *op.kids.get(k)?, left);
        let truth = |holds: bool| Some(u64::from(holds));
        match (op.opr, op.kids.len()) {
            // One side may decide.
            (Operator::Land, 2) => match (kid(0), kid(1)) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (a, b) => truth(a? != 0 && b? != 0),
            },
            (Operator::Lior, 2) => match (kid(0), kid(1)) {
                (Some(a), _) | (_, Some(a)) if a != 0 => Some(1),
                (a, b) => truth(a? != 0 || b? != 0),
            },
            (Operator::Select, 3) => {
                let side = if kid(0)? != 0 { 1 } else { 2 };
                kid(side)
            }
            (opr, 2) if opr.is_compare() => {
                truth(evaluate_compare(opr, op.desc, kid(0)?, kid(1)?)?)
            }
            (opr, 2) if op.rtype.is_integer() => evaluate_binary(opr, op.rtype, kid(0)?, kid(1)?),
            (opr, 2) if op.rtype.is_float() => evaluate_float(opr, op.rtype, kid(0)?, kid(1)?),
            (_, 1) => {
                let value = evaluate_convert(op, f.mtype(op.kids[0]), kid(0)?)?;
                Some(match op.rtype.is_float() {
                    true => value,
                    false => canonical_constant(op.rtype.unsigned(), value),
                })
            }
            _ => None,
        }
    }
}

/// True where what a node is for a thread may depend on a register of the block's shape: on its index, or on how many threads there are.
pub fn reads(f: &Func, id: CrId, register: ShapeRegister) -> bool {
    let mut work = vec![id];
    let mut left = MOST_NODES;
    while let Some(id) = work.pop() {
        let Some(fewer) = left.checked_sub(1) else { return true };
        left = fewer;
        match f.codemap.get(id) {
            CodeRep::Var { .. } => work.extend(f.assigned(id)),
            CodeRep::Op(op) => {
                let shape = op.intrinsic.and_then(Intrinsic::of_shape);
                let is_lane = op.intrinsic == Some(Intrinsic::Laneid);
                if shape.is_some_and(|(read, _)| read == register)
                    || is_lane && register == ShapeRegister::Tid
                {
                    return true;
                }
                work.extend(op.kids.iter().copied());
            }
            _ => {}
        }
    }
    false
}
