//! A loop's last block that only copies: `@p bra OUT; mov r, s; bra LOOP; OUT:` becomes `mov r, s; @!p bra LOOP;`.
//!
//! A loop of which the condition does the work (`while ((seen = atomicCAS(p, old, old + v)) != old) old = seen;`) has nothing else in its body. Two branches
//! go round with it, and to be rid of one ptxas copies the condition in front of the loop, atomic and all.
//!
//! Legality: the copies are reached from the branch alone, do nothing but write registers, and nobody reads behind the loop what they wrote over;
//! the branch's predicate is not among it. They run once more, for who leaves.
//! Cost: linear, and the blocks in which the registers that such copies write are live.

use crate::lir::liveness::written_live_in;
use crate::lir::{BlockId, Function, Guard, Inst, Op, Operand, Reg};
use optx_whirl::fixed_hash::Set;
use optx_wopt::Stats;

/// So many copies are made once more at most.
const MOST: usize = 4;

/// Rewrites all such loops.
pub fn run(f: &mut Function) -> Stats {
    let mut stats = Stats::new("latches");
    let latches: Vec<Latch> =
        (0..f.blocks.len().saturating_sub(2)).filter_map(|k| latch_after(f, k)).collect();
    if latches.is_empty() {
        return stats;
    }
    let outside: Set<BlockId> = latches.iter().map(Latch::outside).collect();
    let live = written_live_in(f, latches.iter().flat_map(|latch| copies(f, latch)), &outside);
    for latch in latches {
        let is_free = |reg: Reg| !live.contains(&(reg, latch.outside())) && reg != latch.guard.reg;
        if copies(f, &latch).all(|inst| f.defs(inst).all(is_free)) {
            rewrite(f, &latch);
            stats.add("loops with one branch", 1);
        }
    }
    f.renew_edges();
    stats
}

/// Copies between the branch out of a loop and the jump to its begin.
struct Latch {
    /// The block of the copies; the branch ends the one before.
    block: BlockId,
    /// When the branch leaves.
    guard: Guard,
    /// The loop's begin.
    begin: BlockId,
}

impl Latch {
    /// Where the branch goes, which stands behind the copies.
    fn outside(&self) -> BlockId {
        BlockId(self.block.0 + 1)
    }
}

fn copies<'f>(f: &'f Function, latch: &Latch) -> impl Iterator<Item = &'f Inst> {
    f.blocks[latch.block.index()].insts.iter().filter(|inst| matches!(inst.op, Op::Mov(_)))
}

/// True for a copy of a register or a number; a clock's is none.
fn is_copy(f: &Function, inst: &Inst) -> bool {
    let is_value = |operand: &Operand| {
        matches!(operand, Operand::Reg(_) | Operand::Int(_) | Operand::F32(_) | Operand::F64(_))
    };
    matches!(inst.op, Op::Mov(_)) && inst.guard.is_none() && f.uses(inst).iter().all(is_value)
}

/// The copies behind block `k`, where its branch leaves a loop that they end.
fn latch_after(f: &Function, k: usize) -> Option<Latch> {
    let branch = f.blocks[k].insts.last()?;
    let (guard, block) = (branch.guard?, BlockId(k as u32 + 1));
    let (jump, copies) = f.blocks[block.index()].insts.split_last()?;
    let begin = f.target(jump).filter(|begin| begin.index() <= k && jump.guard.is_none())?;
    let fits = f.target(branch) == Some(BlockId(block.0 + 1))
        && f.blocks[block.index()].preds.as_slice() == [BlockId(k as u32)]
        && copies.len() <= MOST
        && copies.iter().all(|inst| is_copy(f, inst));
    fits.then_some(Latch { block, guard, begin })
}

/// Puts the copies before the branch, which goes to the loop's begin now.
fn rewrite(f: &mut Function, latch: &Latch) {
    let before = latch.block.index() - 1;
    let mut copies = std::mem::take(&mut f.blocks[latch.block.index()].insts);
    copies.pop();
    let Some(leave) = f.blocks[before].insts.pop() else { return };
    if f.has_states() {
        // What was known of who goes round is not of who leaves.
        copies.iter().for_each(|inst| f.set_state(inst, 0, None));
    }
    let mut again =
        f.inst(Op::Bra { uniform: false }, &[], &[Operand::Label(latch.begin)], leave.loc);
    again.guard = Some(Guard { expected: !latch.guard.expected, ..latch.guard });
    let state = f.state(&leave, 0);
    f.set_state(&again, 0, state);
    f.blocks[before].insts.extend(copies);
    f.blocks[before].insts.push(again);
}
