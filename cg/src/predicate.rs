//! Short arms without a branch: `@p bra JOIN; a; b; JOIN:` becomes `@!p a; @!p b;`.
//!
//! Of two arms, where one only copies what the other writes too ([`copies`]), that one goes before the branch, and the other is an
//! arm of its own: `mov a, b; @p ld a`. What loads under a condition (`x > 0 ? in[x - 1] : 0`) is so, and a warp of which some
//! threads load waits for one load and for no branch.
//!
//! What only computes, in few cycles, and gives what nobody but the arm asks for gets no guard: guarded, it takes its place in the pipe
//! too, and of a guarded wide product and sum ptxas makes a product, selections against what the registers held, and two sums.
//!
//! Legality: the arm is entered from the branch alone and goes on to the join alone; a guarded instruction does nothing
//! where its guard is off, so exactly the source's accesses happen. Barriers, shuffles, votes, atomics, volatile
//! accesses and inline PTX keep their branch. The guard is not written in the arm. A register that the arm writes keeps
//! what it held where the guard is off, so what writes it is guarded; one that nobody asks for behind the arm held nothing: an `undef`
//! says so where its writer has a guard.
//! Cost: linear, and for the registers that short arms write the blocks that they are live in.

mod copies;
mod one_warp;

use crate::lir::liveness::written_live_in;
use crate::lir::opcodes::{Effect, Form, Latency};
use crate::lir::{BlockId, Function, Guard, Inst, Op, Operand, Reg, State};
use one_warp::OneWarp;
use optx_whirl::fixed_hash::Set;
use optx_wopt::Stats;
use smallvec::SmallVec;

/// The longest arm that is worth it, in machine instructions: of 4 and more, warps that would all go round pay more than the branch (`compare-peers --ablate predicate`:
/// 1.000 at 2 and 3, 0.999 at 4, 0.990 at 6).
const LONGEST: usize = 3;

/// The same at a kernel's end, where at most one warp of a block runs it ([`one_warp`]).
const LONGEST_OF_ONE_WARP: usize = 1;

/// Rewrites all short arms.
pub fn run(f: &mut Function) -> Stats {
    let mut stats = Stats::new("predicate");
    let moved = copies::before_branches(f);
    if moved > 0 {
        stats.add("arms of copies", moved);
        f.renew_edges();
    }
    let arms = short_arms(f);
    if arms.is_empty() {
        return stats;
    }
    let around = |arm: BlockId| [arm, BlockId(arm.0 + 1)];
    let asked: Set<BlockId> = arms.iter().flat_map(|arm| around(arm.0)).collect();
    let insts = arms.iter().flat_map(|arm| &f.blocks[arm.0.index()].insts);
    let live = written_live_in(f, insts, &asked);
    for (arm, guard) in arms {
        rewrite(f, arm, guard, &live);
        stats.add("arms without a branch", 1);
    }
    f.renew_edges();
    stats
}

/// How many branches go to each block.
fn branches_to(f: &Function) -> Vec<u32> {
    let mut entered: Vec<u32> = vec![0; f.blocks.len()];
    for inst in f.blocks.iter().flat_map(|b| &b.insts) {
        if let Some(to) = f.target(inst) {
            entered[to.index()] += 1;
        }
    }
    entered
}

/// The arms, from the last block to the first, each with the guard that its instructions get.
fn short_arms(f: &Function) -> Vec<(BlockId, Guard)> {
    let mut entered = branches_to(f);
    let warps = OneWarp::of(f);
    let mut arms = Vec::new();
    // From the end, so that an arm that lost its own inner branch is seen whole.
    for k in (0..f.blocks.len().saturating_sub(2)).rev() {
        let Some((guard, join)) = arm_after(f, k, &entered, &warps) else { continue };
        entered[join.index()] -= 1;
        arms.push((BlockId(k as u32 + 1), guard));
    }
    arms
}

/// What the instructions behind block `k` are guarded by, and the block that its branch skips to, where the block
/// between is a short arm.
fn arm_after(f: &Function, k: usize, entered: &[u32], warps: &OneWarp) -> Option<(Guard, BlockId)> {
    let branch = f.blocks[k].insts.last()?;
    let Guard { reg, expected } = branch.guard?;
    let join = f.target(branch)?;
    let arm = &f.blocks[k + 1];
    if join.index() != k + 2 || entered[k + 1] > 0 || arm.insts.is_empty() {
        return None;
    }
    let fits = |inst: &Inst| {
        let plain = inst.op.effect().is_free() && !matches!(inst.op, Op::Undef | Op::Any);
        plain && inst.guard.is_none() && f.defs(inst).all(|written| written != reg)
    };
    let guard = Guard { reg, expected: !expected };
    // Before more code the branch has a reconvergence of two instructions around it.
    let is_last = matches!(f.blocks[join.index()].insts[..], [end] if end.op == Op::Ret);
    let longest = match is_last && warps.holds(f, guard) {
        true => LONGEST_OF_ONE_WARP,
        false => LONGEST,
    };
    let short = machine_instructions(f, &arm.insts) <= longest && arm.insts.iter().all(fits);
    short.then_some((guard, join))
}

/// So many instructions ptxas makes of these at least: a wide product and the sum behind it are one.
fn machine_instructions(f: &Function, insts: &[Inst]) -> usize {
    let is = |inst: &Inst, wanted: Form| matches!(inst.op, Op::Alu { form, .. } if form == wanted);
    let joined = insts.windows(2).filter(|pair| {
        is(&pair[0], Form::MulWide)
            && is(&pair[1], Form::Add)
            && f.defs(&pair[0]).any(|part| f.uses(&pair[1]).contains(&Operand::Reg(part)))
    });
    insts.iter().map(weight).sum::<usize>() - joined.count()
}

/// Of two words the smaller or larger is a comparison and selections, which ptxas guards better than a guard does.
fn weight(inst: &Inst) -> usize {
    match inst.op {
        Op::Alu { form: Form::Min | Form::Max, ty, .. } if ty.size() == 8 => 6,
        _ => 1,
    }
}

/// Takes the branch away and guards the arm.
fn rewrite(f: &mut Function, arm: BlockId, guard: Guard, live: &Set<(Reg, BlockId)>) {
    let join = BlockId(arm.0 + 1);
    let Some(branch) = f.blocks[arm.index() - 1].insts.pop() else { return };
    let mut insts = std::mem::take(&mut f.blocks[arm.index()].insts);
    let held = |reg: Reg| live.contains(&(reg, arm)) || live.contains(&(reg, join));
    let mut without_value: Vec<Reg> = Vec::new();
    // What was written in the arm and is not known for all who come here now.
    let mut less_told: Vec<Reg> = Vec::new();
    let mut written: Vec<Reg> = Vec::new();
    for k in 0..insts.len() {
        let is_always_run = runs_always(f, &insts, k, held, &without_value);
        if is_always_run && f.has_states() {
            let (before, within) = (BlockId(arm.0 - 1), &insts[..k]);
            let operands = operand_states(f, before, within, &insts[k], &less_told);
            tell(f, &insts[k], &written, operands, &mut less_told);
        }
        written.extend(f.defs(&insts[k]));
        if is_always_run {
            continue;
        }
        insts[k].guard = Some(guard);
        less_told.extend(f.defs(&insts[k]));
        // What the arm reads, or the join, was written before.
        for reg in f.defs(&insts[k]).filter(|&reg| !held(reg)) {
            if !without_value.contains(&reg) {
                without_value.push(reg);
            }
        }
    }
    let undefs: Vec<Inst> =
        without_value.into_iter().map(|reg| f.inst(Op::Undef, &[reg], &[], branch.loc)).collect();
    insts.splice(0..0, undefs);
    f.blocks[arm.index()].insts = insts;
}

/// What all threads that come to a branch know of what an instruction of its arm reads, as a function of which its result is told: of what the
/// arm wrote before it, of what the block of the branch wrote, or of what lives into that, whichever was last.
fn operand_states(
    f: &Function,
    before: BlockId,
    arm: &[Inst],
    inst: &Inst,
    less_told: &[Reg],
) -> Option<State> {
    let before = &f.blocks[before.index()];
    let of = |reg: Reg| {
        if less_told.contains(&reg) {
            return None;
        }
        for by in arm.iter().rev().chain(before.insts.iter().rev()) {
            if let Some(n) = f.defs(by).position(|written| written == reg) {
                // With a guard it tells of some threads alone.
                return f.state(by, n).filter(|_| by.guard.is_none());
            }
        }
        before.entering.iter().find(|&&(entering, _)| entering == reg).map(|&(_, state)| state)
    };
    f.state_of_function(inst, of)
}

/// Tells of what an instruction writes that now runs for more threads; `written` in its arm before it, and what it is as a function of what it
/// reads, where that is known.
fn tell(
    f: &mut Function,
    inst: &Inst,
    written: &[Reg],
    by_operands: Option<State>,
    less_told: &mut Vec<Reg>,
) {
    let writes: SmallVec<[Reg; 2]> = f.defs(inst).collect();
    let is_from_outside = |reg: Reg| !written.contains(&reg);
    for (n, reg) in writes.into_iter().enumerate() {
        let before = f.state(inst, n);
        let state = f.state_run_always(inst, n, |reg| !less_told.contains(&reg), is_from_outside);
        let state = state.or(by_operands.filter(|state| !state.says_nothing()));
        f.set_state(inst, n, state);
        if state != before {
            less_told.push(reg);
        }
    }
}

/// True for an instruction of an arm that may run whatever the guard says: it only computes, quickly, from what has a value, what
/// nobody but the arm asks for.
fn runs_always(
    f: &Function,
    insts: &[Inst],
    k: usize,
    held: impl Fn(Reg) -> bool,
    without_value: &[Reg],
) -> bool {
    let inst = &insts[k];
    let written = |reg: Reg| insts.iter().filter(|i| f.defs(i).any(|r| r == reg)).count();
    let has_value =
        |operand: &Operand| !matches!(operand, Operand::Reg(r) if without_value.contains(r));
    inst.op.row().latency <= Latency::Short
        && inst.op.effect() == Effect::Value
        && f.uses(inst).iter().all(has_value)
        && f.defs(inst).all(|reg| !held(reg) && written(reg) == 1)
}
