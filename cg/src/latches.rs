//! A loop's last block that only copies: `@p bra OUT; mov r, s; bra LOOP; OUT:` becomes `mov r, s; @!p bra LOOP;`.
//!
//! A loop of which the condition does the work (`while ((seen = atomicCAS(p, old, old + v)) != old) old = seen;`) has nothing else in its body. Two branches
//! go round with it, and to be rid of one ptxas copies the condition in front of the loop, atomic and all.
//!
//! Legality: the copies are reached from the branch alone, do nothing but write registers, and nobody reads behind the loop what they wrote over;
//! the branch's predicate is not among it. They run once more, for who leaves.
//! Cost: linear, and the blocks in which the registers that such copies write are live.

use crate::lir::liveness::written_live_in;
use crate::lir::{BlockId, Function, Inst, Op, Operand, Reg, Threads};
use optx_whirl::fixed_hash::Set;
use optx_wopt::Stats;

/// So many copies are made once more at most.
const MOST: usize = 4;

/// Rewrites all such loops.
pub fn run(f: &mut Function) -> Stats {
    let mut stats = Stats::new("latches");
    let mut latches: Vec<Latch> = f.layout().filter_map(|bb| latch_behind(f, bb)).collect();
    if latches.is_empty() {
        return stats;
    }
    let numbers = f.layout_numbers();
    latches.retain(|latch| numbers[latch.begin.index()] <= numbers[latch.before.index()]);
    let outside: Set<BlockId> = latches.iter().map(|latch| latch.outside).collect();
    let live = written_live_in(f, latches.iter().flat_map(|latch| copies(f, latch)), &outside);
    for latch in latches {
        let is_free = |reg: Reg| !live.contains(&(reg, latch.outside)) && reg != latch.asked;
        if copies(f, &latch).all(|inst| f.defs(inst).all(is_free)) {
            // Who leaves runs them too, once more.
            f.hoist(latch.block, latch.before, Threads::Others);
            f.jump_over(latch.before);
            stats.add("loops with one branch", 1);
        }
    }
    f.drop_all_empty();
    stats
}

/// Copies between the branch out of a loop and the jump to its begin.
struct Latch {
    /// The block that the branch ends.
    before: BlockId,
    /// The block of the copies.
    block: BlockId,
    /// What the branch asks.
    asked: Reg,
    /// Where the branch goes, which stands behind the copies.
    outside: BlockId,
    /// Where the jump goes: the loop's begin, where that stands before.
    begin: BlockId,
}

fn copies<'f>(f: &'f Function, latch: &Latch) -> impl Iterator<Item = &'f Inst> {
    f.insts(latch.block).iter().filter(|inst| matches!(inst.op, Op::Mov(_)))
}

/// True for a copy of a register or a number; a clock's is none.
fn is_copy(f: &Function, inst: &Inst) -> bool {
    let is_value = |operand: &Operand| {
        matches!(operand, Operand::Reg(_) | Operand::Int(_) | Operand::F32(_) | Operand::F64(_))
    };
    matches!(inst.op, Op::Mov(_)) && inst.guard.is_none() && f.uses(inst).iter().all(is_value)
}

/// The copies behind a block, where its branch leaves something that they end.
fn latch_behind(f: &Function, before: BlockId) -> Option<Latch> {
    let branch = f.insts(before).last()?;
    let asked = branch.guard?.reg;
    let block = f.behind(before)?;
    let outside = f.behind(block)?;
    let (jump, copies) = f.insts(block).split_last()?;
    let begin = f.target(jump).filter(|_| jump.guard.is_none())?;
    let fits = f.target(branch) == Some(outside)
        && f.block(block).preds.as_slice() == [before]
        && copies.len() <= MOST
        && copies.iter().all(|inst| is_copy(f, inst));
    fits.then_some(Latch { before, block, asked, outside, begin })
}
