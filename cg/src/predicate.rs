//! Short arms without a branch: `@p bra JOIN; a; b; JOIN:` becomes `@!p a; @!p b;`.
//!
//! Legality: the arm is entered from the branch alone and goes on to the join alone; a guarded instruction does nothing
//! where its guard is off, so exactly the source's accesses happen. Barriers, shuffles, votes, atomics, volatile
//! accesses and inline PTX keep their branch. The guard is not written in the arm.
//! Cost: linear.

use crate::lir::{Kernel, Kind, Label, Operand};
use std::collections::HashMap;

/// The longest arm that is worth it: a branch costs about as much.
const LONGEST: usize = 4;

/// Rewrites all short arms.
pub(crate) fn run(kernel: &mut Kernel) {
    let mut references: HashMap<Label, u32> = HashMap::new();
    for inst in kernel.blocks.iter().flat_map(|b| &b.insts) {
        for operand in &inst.src {
            if let Operand::Label(label) = operand {
                *references.entry(*label).or_default() += 1;
            }
        }
    }
    // From the end, so that an arm that lost its own inner branch is seen whole.
    for k in (0..kernel.blocks.len().saturating_sub(2)).rev() {
        let Some(arm) = arm_after(kernel, k, &references) else { continue };
        let Some(branch) = kernel.blocks[k].insts.pop() else { continue };
        let Some((guard, expected)) = branch.guard else { continue };
        for inst in &mut kernel.blocks[k + 1].insts {
            inst.guard = Some((guard, !expected));
        }
        *references.entry(arm).or_default() -= 1;
    }
}

/// The join that the branch at the end of block `k` skips to, where the block after it is a short arm.
fn arm_after(kernel: &Kernel, k: usize, references: &HashMap<Label, u32>) -> Option<Label> {
    let branch = kernel.blocks[k].insts.last()?;
    let (guard, _) = branch.guard?;
    let [Operand::Label(join)] = branch.src.as_slice() else { return None };
    let (arm, next) = (&kernel.blocks[k + 1], &kernel.blocks[k + 2]);
    let entered_elsewhere = references.get(&arm.label).is_some_and(|&n| n > 0);
    if branch.kind != Kind::Control
        || next.label != *join
        || entered_elsewhere
        || arm.insts.is_empty()
    {
        return None;
    }
    let fits = arm.insts.len() <= LONGEST
        && arm.insts.iter().all(|inst| {
            let mut keeps = true;
            inst.writes(|reg| keeps &= reg != guard);
            let plain = matches!(inst.kind, Kind::Plain | Kind::Load(_) | Kind::Store(_));
            keeps && plain && inst.guard.is_none()
        });
    fits.then_some(*join)
}
