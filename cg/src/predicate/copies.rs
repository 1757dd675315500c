//! Arms that only copy: `@p bra ELSE; ld a; bra JOIN; ELSE: mov a, b; JOIN:` becomes `mov a, b; @p bra JOIN; ld a; JOIN:`.
//!
//! Legality: the copies are entered from the branch alone and go on to the join alone. What they write the other arm writes too,
//! without a guard, and does not read before; the branch does not read it. So behind the join nobody can tell whether the
//! copies ran.
//! Worth: the arm that copied loses nothing, the other a jump and has [`MOST`] copies at most before it.
//! Cost: linear.

use super::{branches_to, operand_states, tell};
use crate::lir::{BlockId, Function, Guard, Inst, Op, Reg};

/// So many copies are worth a branch.
const MOST: usize = 2;

/// Two arms behind block `k`, of which one copies.
struct Arms {
    /// The block that ends in the branch.
    from: BlockId,
    /// The copies are of the first arm, the one that the branch falls into.
    is_first: bool,
}

/// Moves the copies before their branches; how many arms of copies there were.
pub(super) fn before_branches(f: &mut Function) -> u64 {
    let mut entered = branches_to(f);
    let mut moved = 0;
    // From the end, so that what is inside another arm has gone when that is asked.
    for k in (0..f.blocks.len().saturating_sub(3)).rev() {
        if let Some(arms) = arms_after(f, k, &entered) {
            entered[k + 3] -= 1;
            rewrite(f, &arms);
            moved += 1;
        }
    }
    moved
}

fn arms_after(f: &Function, k: usize, entered: &[u32]) -> Option<Arms> {
    let (branch, [first, second]) = (f.blocks[k].insts.last()?, [k + 1, k + 2]);
    let guard = branch.guard?;
    let leaves = f.blocks[first].insts.last()?;
    let is_shape = f.target(branch)?.index() == second
        && leaves.guard.is_none()
        && f.target(leaves)?.index() == k + 3
        && (entered[first], entered[second]) == (0, 1)
        && f.blocks[second].insts.iter().all(|inst| inst.op.effect().is_free());
    if !is_shape {
        return None;
    }
    let (first, second) = (without_jump(f, first), &f.blocks[second].insts[..]);
    let is_first = !are_copies(f, second, first, guard);
    if is_first && !are_copies(f, first, second, guard) {
        return None;
    }
    Some(Arms { from: BlockId(k as u32), is_first })
}

/// An arm without the jump at its end.
fn without_jump(f: &Function, arm: usize) -> &[Inst] {
    let insts = &f.blocks[arm].insts;
    &insts[..insts.len() - 1]
}

/// True where instructions are few copies of what the other arm writes anew.
fn are_copies(f: &Function, insts: &[Inst], other: &[Inst], guard: Guard) -> bool {
    let is_copy = |inst: &Inst| {
        matches!(inst.op, Op::Mov(_))
            && inst.guard.is_none()
            && f.defs(inst).all(|reg| reg != guard.reg && is_written_first(f, other, reg))
    };
    (1..=MOST).contains(&insts.len()) && insts.iter().all(is_copy)
}

/// True where an arm writes a register for all its threads before it reads it.
fn is_written_first(f: &Function, arm: &[Inst], reg: Reg) -> bool {
    let first = arm.iter().find(|inst| f.touches(inst, reg));
    // What touches a register, has no guard and does not read it writes it.
    first.is_some_and(|inst| {
        let is_read = f.uses(inst).iter().any(|operand| operand.register() == Some(reg));
        inst.guard.is_none() && !is_read
    })
}

fn rewrite(f: &mut Function, &Arms { from, is_first }: &Arms) {
    let [k, first, second] = [0, 1, 2].map(|n| from.index() + n);
    f.blocks[first].insts.pop();
    if is_first {
        // The other arm takes its place.
        f.blocks.swap(first, second);
        if let Some(branch) = f.blocks[k].insts.last_mut()
            && let Some(guard) = &mut branch.guard
        {
            guard.expected = !guard.expected;
        }
    }
    f.blocks[second].entering.clear();
    let copies = std::mem::take(&mut f.blocks[second].insts);
    if f.has_states() {
        let mut less_told = Vec::new();
        for (n, copy) in copies.iter().enumerate() {
            let operands = operand_states(f, from, &copies[..n], copy, &less_told);
            let written: Vec<Reg> = copies[..n].iter().flat_map(|inst| f.defs(inst)).collect();
            tell(f, copy, &written, operands, &mut less_told);
        }
    }
    let place = f.blocks[k].insts.len() - 1;
    f.blocks[k].insts.splice(place..place, copies);
}
