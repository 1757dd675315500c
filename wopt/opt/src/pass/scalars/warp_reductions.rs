//! Butterflies of shuffles over whole warps are one reduction (`redux.sync`).
//!
//! Idea: `for (m = 16; m; m >>= 1) v += __shfl_xor_sync(~0u, v, m)`, unrolled, is five shuffles and five sums, behind which each lane has the sum of all
//! lanes. From sm_80 on one instruction gives that. A chain of shuffles by 1, 2, 4, 8 and 16, in any order, each of whose results is combined with
//! what it shuffled, by one operation all along, becomes the instruction at the place of its last shuffle.
//!
//! Source: PTX ISA, `redux.sync`, `shfl.sync`; NVIDIA, "Using CUDA Warp-Level Primitives", for the butterfly.
//! Legality: integers of 32 bits, whose sums, minima and bit operations are the same in any order; never floats. All shuffles name all lanes of a
//! warp, whose width is 32, so all lanes that are there take part in the reduction too. The chain is in one block: who comes to one of its shuffles comes to
//! all. What is combined on the way is read by the chain alone, once by its shuffle and once by the
//! operation that combines it. Shuffles order no memory, so none that goes is missed by others.
//! Worth: ten instructions for one.
//! Cost: linear in the shuffles.

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::uses::{Use, Uses};
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{BbId, CodeRep, CrId, Func, StmtId, StmtOp};
use optx_whirl::fixed_hash::{Map, Set};
use optx_whirl::{Intrinsic, Mtype, Operator, RemarkKind};
use smallvec::SmallVec;

/// The first target that has the instruction.
const FIRST: u32 = 80;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("warp-reductions");
    if cx.facts.module.options.arch() < FIRST {
        return stats;
    }
    let all = || f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).copied();
    let shuffles: Vec<Shuffle> = all().filter_map(|s| Shuffle::of(f, s)).collect();
    if shuffles.len() < 5 {
        return stats;
    }
    let uses = cx.analyses.uses(f);
    let mut chains: Vec<Chain> = Vec::new();
    // By what the last step of a chain combined, the chain.
    let mut ends: Map<CrId, usize> = Map::default();
    let mut walk = Walk::new();
    for shuffle in shuffles {
        let Some(step) = Step::of(f, &uses, shuffle, &mut walk) else { continue };
        let before = ends.get(&shuffle.value).copied();
        let before = before.filter(|&k| chains[k].goes_on(f, &uses, &step, &mut walk));
        let k = before.unwrap_or_else(|| {
            chains.push(Chain { steps: Vec::new() });
            chains.len() - 1
        });
        if let Some(result) = step.result(f) {
            ends.insert(result, k);
        }
        chains[k].steps.push(step);
    }
    let (mut rewrite, mut gone) = (Rewrite::keeping(), Set::default());
    let mut blocks: Vec<BbId> = Vec::new();
    for chain in chains.into_iter().filter(Chain::is_whole) {
        let last = chain.last().shuffle;
        blocks.push(last.bb);
        let at = cx.facts.module.locs.statement(f.stmts[last.s].loc);
        cx.remarks.tell(RemarkKind::Passed, at, || {
            "a butterfly of shuffles is one reduction of the warp".to_owned()
        });
        chain.reduce(f, &mut rewrite, &mut gone);
        stats.add("butterflies", 1);
    }
    blocks.dedup();
    for bb in blocks {
        f.retain_stmts(bb, |s| !gone.contains(&s));
    }
    stats
}

/// A shuffle by a power of two between all lanes.
#[derive(Clone, Copy)]
struct Shuffle {
    s: StmtId,
    bb: BbId,
    by: u64,
    value: CrId,
    result: CrId,
}

impl Shuffle {
    fn of(f: &Func, s: StmtId) -> Option<Shuffle> {
        let stmt = &f.stmts[s];
        let StmtOp::Intrinsic { intrinsic: Intrinsic::ShflBfly, .. } = stmt.op else { return None };
        let (&[mask, value, by, clamp], &[result]) = (&stmt.kids[..], &stmt.results[..]) else {
            return None;
        };
        let constant = |id| f.codemap.constant(id);
        let is_whole = constant(mask)? as u32 == u32::MAX && constant(clamp)? == 31;
        let by = constant(by).filter(|by| matches!(by, 1 | 2 | 4 | 8 | 16))?;
        is_whole.then_some(Shuffle { s, bb: stmt.bb, by, value, result })
    }
}

/// A shuffle whose result is combined with what it shuffled, once.
struct Step {
    shuffle: Shuffle,
    /// The statement that combines, and how.
    combines: StmtId,
    node: CrId,
    opr: Operator,
    /// Of minima and maxima the signs matter.
    rtype: Mtype,
}

impl Step {
    fn of(f: &Func, uses: &Uses, shuffle: Shuffle, walk: &mut Walk) -> Option<Step> {
        let &[Use::Stmt(combines)] = uses.of_version(shuffle.result) else { return None };
        if uses.occurrences(f, shuffle.result, walk) != 1 {
            return None;
        }
        let mut found: SmallVec<[CrId; 2]> = SmallVec::new();
        walk.forget();
        f.stmts[combines].for_each_use(&f.codemap, |root, _| {
            walk.tree(&f.codemap, root, |id, node| {
                if matches!(node, CodeRep::Op(op) if op.kids.contains(&shuffle.result)) {
                    found.push(id);
                }
                true
            });
        });
        let [node] = found[..] else { return None };
        let op = f.codemap.as_op(node)?;
        let is_pair = op.kids.len() == 2
            && op.kids.contains(&shuffle.value)
            && shuffle.value != shuffle.result;
        let rtype = match op.opr {
            Operator::Min | Operator::Max => op.rtype,
            _ => op.rtype.unsigned(),
        };
        let is_word = matches!(op.rtype, Mtype::I4 | Mtype::U4) && reduction(op.opr).is_some();
        (is_pair && is_word).then_some(Step { shuffle, combines, node, opr: op.opr, rtype })
    }

    /// The version that is what the step combines, and nothing else.
    fn result(&self, f: &Func) -> Option<CrId> {
        let stmt = &f.stmts[self.combines];
        let is_it = stmt.op == StmtOp::Stid && stmt.kids[0] == self.node;
        is_it.then_some(stmt.results[0])
    }
}

fn reduction(opr: Operator) -> Option<Intrinsic> {
    Some(match opr {
        Operator::Add => Intrinsic::ReduxAdd,
        Operator::Min => Intrinsic::ReduxMin,
        Operator::Max => Intrinsic::ReduxMax,
        Operator::Band => Intrinsic::ReduxAnd,
        Operator::Bior => Intrinsic::ReduxOr,
        Operator::Bxor => Intrinsic::ReduxXor,
        _ => return None,
    })
}

/// Steps each of which shuffles what the one before it combined.
struct Chain {
    steps: Vec<Step>,
}

impl Chain {
    fn last(&self) -> &Step {
        &self.steps[self.steps.len() - 1]
    }

    /// True where a step goes on with what the chain combined, which nobody else reads.
    fn goes_on(&self, f: &Func, uses: &Uses, step: &Step, walk: &mut Walk) -> bool {
        let last = self.last();
        let Some(result) = last.result(f).filter(|&result| result == step.shuffle.value) else {
            return false;
        };
        // The statement that combines may read it beside the sum too: `(v + t) ^ v`.
        let reads = [Use::Stmt(step.shuffle.s), Use::Stmt(step.combines)];
        (last.opr, last.rtype, last.shuffle.bb) == (step.opr, step.rtype, step.shuffle.bb)
            && uses.of_version(result).iter().all(|user| reads.contains(user))
            && uses.occurrences(f, result, walk) == reads.len()
    }

    fn is_whole(&self) -> bool {
        let all = self.steps.iter().fold(0, |all, step| all | step.shuffle.by);
        self.steps.len() == 5 && all == 31
    }

    /// Puts the reduction in the place of the last shuffle; the others go, and what they were combined to.
    fn reduce(self, f: &mut Func, rewrite: &mut Rewrite, gone: &mut Set<StmtId>) {
        let Step { shuffle, combines, node, opr, rtype } = *self.last();
        let Some(intrinsic) = reduction(opr) else { return };
        let stmt = &mut f.stmts[shuffle.s];
        if let StmtOp::Intrinsic { intrinsic: of, rtype: result, desc, .. } = &mut stmt.op {
            (*of, *result, *desc) = (intrinsic, rtype, rtype);
        }
        stmt.kids = SmallVec::from_slice(&[stmt.kids[0], self.steps[0].shuffle.value]);
        let result = shuffle.result;
        rewrite.forget();
        f.rewrite_uses(combines, |f, root, _| {
            rewrite.tree(&mut f.codemap, root, &mut |_, id| (id == node).then_some(result))
        });
        let earlier = &self.steps[..self.steps.len() - 1];
        gone.extend(earlier.iter().flat_map(|step| [step.shuffle.s, step.combines]));
    }
}
