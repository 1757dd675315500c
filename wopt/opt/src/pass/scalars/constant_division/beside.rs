//! Remainders beside a quotient: where `a / b` is evaluated, `a % b` is `a - (a / b) * b`.
//!
//! Idea: a division of words by a variable is a subroutine of some twenty machine instructions, and ptxas makes another of the remainder; from the quotient
//! it is one. `(a / b) * b + a % b` is `a`. What index arithmetic takes apart (`i / w`, `i % w`) is this.
//!
//! Source: LLVM's DivRemPairs. Long divisions are shared by their bypass ([`crate::pass::scalars::division_bypass`]).
//! Legality: C++ has it so ([expr.mul] 4) wherever the quotient is a value; where it is none, the remainder is none. The new tree is a U-form: its
//! product and difference are what they are modulo 2^32. The quotient is evaluated in the block of the remainder, or above it.
//! Cost: one walk over all trees, and one rewrite of the blocks that have a pair.

use crate::kit::context::Cx;
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{BbId, CodeRep, CrId, Func, Op};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Mtype, Operator};
use smallvec::SmallVec;

/// A quotient or remainder by its type and operands.
type Key = (Mtype, CrId, CrId);

/// The blocks that evaluate each quotient.
type Quotients = Map<Key, SmallVec<[BbId; 2]>>;

/// So many blocks that evaluate one quotient are looked at.
const MOST: usize = 8;

/// Rewrites the remainders that have a quotient beside them; how many.
pub(super) fn run(f: &mut Func, cx: &mut Cx<'_>) -> u64 {
    let (quotients, remainders) = found(f);
    if quotients.is_empty() || remainders.is_empty() {
        return 0;
    }
    let dom = cx.analyses.dominators(f);
    let has_quotient = |f: &Func, bb: BbId, id: CrId| {
        let op = f.codemap.as_op(id)?;
        let blocks = quotients.get(&key(op))?;
        blocks.iter().any(|&at| at == bb || dom.dominates(at, bb)).then_some(*op)
    };
    let (mut rewrite, mut walk) = (Rewrite::folding(), Walk::new());
    let mut count = 0;
    for of_block in remainders.chunk_by(|a, b| a.0 == b.0) {
        let bb = of_block[0].0;
        let mut instead: Map<CrId, CrId> = Map::default();
        for &(_, id) in of_block {
            if let Some(op) = has_quotient(f, bb, id) {
                instead.insert(id, from_quotient(f, &op));
            }
        }
        if instead.is_empty() {
            continue;
        }
        count += instead.len() as u64;
        rewrite.forget();
        walk.forget();
        f.for_each_use_in(bb, |_, root, _| {
            walk.tree(&f.codemap, root, |id, _| {
                instead.extend(dividend(f, id).map(|whole| (id, whole)));
                true
            });
        });
        let find = |id: CrId| instead.get(&id).copied();
        let Func { bbs, stmts, codemap, .. } = &mut *f;
        for &s in &bbs[bb].stmts {
            stmts[s].map_uses(codemap, |map, id, _| rewrite.tree(map, id, &mut |_, id| find(id)));
        }
        bbs[bb].map_condition(|id| rewrite.tree(codemap, id, &mut |_, id| find(id)));
    }
    count
}

fn key(op: &Op) -> Key {
    (op.rtype, op.kids[0], op.kids[1])
}

/// The quotients of words by variables, with the blocks that evaluate them, and the remainders, block by block.
fn found(f: &Func) -> (Quotients, Vec<(BbId, CrId)>) {
    let mut quotients = Quotients::default();
    let mut remainders = Vec::new();
    let mut walk = Walk::new();
    for &bb in &f.layout {
        walk.forget();
        f.for_each_use_in(bb, |_, root, _| {
            walk.tree(&f.codemap, root, |id, node| {
                if let CodeRep::Op(op) = node
                    && op.rtype.size() == 4
                    && op.rtype.is_integer()
                    && f.codemap.constant(op.kids.get(1).copied().unwrap_or(id)).is_none()
                {
                    match op.opr {
                        Operator::Div => {
                            let blocks = quotients.entry(key(op)).or_default();
                            if blocks.len() < MOST {
                                blocks.push(bb);
                            }
                        }
                        Operator::Rem => remainders.push((bb, id)),
                        _ => {}
                    }
                }
                true
            });
        });
    }
    (quotients, remainders)
}

/// The dividend of which a sum adds both parts: `(a / b) * b + a % b`.
fn dividend(f: &Func, id: CrId) -> Option<CrId> {
    let of = |id: CrId, opr: Operator| {
        // Divisions are statements of their own.
        let tree = f.assigned(id).unwrap_or(id);
        f.codemap.as_op(tree).filter(|op| op.opr == opr)
    };
    let sum = f.codemap.as_op(id).filter(|op| op.opr == Operator::Add)?;
    [(0, 1), (1, 0)].into_iter().find_map(|(x, y)| {
        let rest = of(sum.kids[y], Operator::Rem)?;
        let product = of(sum.kids[x], Operator::Mpy)?;
        let is_quotient = |&k: &usize| {
            let quotient = of(product.kids[k], Operator::Div);
            product.kids[1 - k] == rest.kids[1]
                && quotient.is_some_and(|quotient| key(quotient) == key(rest))
        };
        [0, 1].iter().any(is_quotient).then_some(rest.kids[0])
    })
}

/// What is left of the dividend without the quotient's multiple of the divisor.
fn from_quotient(f: &mut Func, op: &Op) -> CrId {
    let (a, b) = (op.kids[0], op.kids[1]);
    let quotient = f.codemap.op(Op { opr: Operator::Div, ..*op });
    let multiple = f.codemap.binary(Operator::Mpy, Mtype::U4, quotient, b);
    f.codemap.binary(Operator::Sub, Mtype::U4, a, multiple)
}
