//! Arms that only copy: `@p bra ELSE; ld a; bra JOIN; ELSE: mov a, b; JOIN:` becomes `mov a, b; @p bra JOIN; ld a; JOIN:`.
//!
//! Legality: the copies are entered from the branch alone and go on to the join alone. What they write the other arm writes too,
//! without a guard, and does not read before; the branch does not read it. So behind the join nobody can tell whether the
//! copies ran.
//! Worth: the arm that copied loses nothing, the other a jump and has [`MOST`] copies at most before it.
//! Cost: linear.

use super::branches_to;
use crate::lir::{BlockId, Function, Guard, Inst, Op, Place, Reg, Threads};

/// So many copies are worth a branch.
const MOST: usize = 2;

/// Two arms behind a block, of which one copies.
struct Arms {
    /// The block that ends in the branch.
    from: BlockId,
    /// The arm that the branch falls into.
    first: BlockId,
    /// The arm that the branch goes to.
    second: BlockId,
    /// Where both go on to.
    join: BlockId,
    /// The copies are of the first.
    is_first: bool,
}

/// Moves the copies before their branches; how many arms of copies there were.
pub(super) fn before_branches(f: &mut Function) -> u64 {
    let mut entered = branches_to(f);
    let mut moved = 0;
    // From the end, so that what is inside another arm has gone when that is asked.
    let mut next = f.layout().next_back();
    while let Some(bb) = next {
        next = f.before(bb);
        if let Some(arms) = arms_behind(f, bb, &entered) {
            entered[arms.join.index()] -= 1;
            rewrite(f, &arms);
            moved += 1;
        }
    }
    moved
}

fn arms_behind(f: &Function, from: BlockId, entered: &[u32]) -> Option<Arms> {
    let branch = f.insts(from).last()?;
    let guard = branch.guard?;
    let first = f.behind(from)?;
    let second = f.behind(first)?;
    let join = f.behind(second)?;
    let leaves = f.insts(first).last()?;
    let is_shape = f.target(branch)? == second
        && leaves.guard.is_none()
        && f.target(leaves)? == join
        && (entered[first.index()], entered[second.index()]) == (0, 1)
        && f.insts(second).iter().all(|inst| inst.op.effect().is_free());
    if !is_shape {
        return None;
    }
    let (own, other) = (without_jump(f, first), f.insts(second));
    let is_first = !are_copies(f, other, own, guard);
    if is_first && !are_copies(f, own, other, guard) {
        return None;
    }
    Some(Arms { from, first, second, join, is_first })
}

/// An arm without the jump at its end.
fn without_jump(f: &Function, arm: BlockId) -> &[Inst] {
    let insts = f.insts(arm);
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

fn rewrite(f: &mut Function, arms: &Arms) {
    let &Arms { from, first, second, is_first, .. } = arms;
    f.hoist(if is_first { first } else { second }, from, Threads::More);
    let [.., branch] = f.insts(from) else { return };
    let guard = branch.guard.map(|guard| Guard { expected: !guard.expected, ..guard });
    f.remove(Place { block: first, index: f.insts(first).len() - 1 });
    if is_first {
        // The other arm takes its place.
        f.take_over(first, second);
        f.set_guard(Place { block: from, index: f.insts(from).len() - 1 }, guard);
    }
}
