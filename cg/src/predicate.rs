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
use crate::lir::{BlockId, Function, Guard, Inst, Op, Operand, Place, Point, Reg, Widened};
use one_warp::OneWarp;
use optx_whirl::fixed_hash::Set;
use optx_wopt::Stats;

/// The longest arm that is worth it, in machine instructions: of 4 and more, warps that would all go round pay more than the branch (`compare-peers --ablate predicate`:
/// 1.000 at 2 and 3, 0.999 at 4, 0.990 at 6).
const LONGEST: usize = 3;

/// The same at a kernel's end, where at most one warp of a block runs it ([`one_warp`]).
const LONGEST_OF_ONE_WARP: usize = 1;

/// An arm between a branch and where that goes.
struct Arm {
    /// The block that the branch ends.
    before: BlockId,
    /// The arm.
    block: BlockId,
    /// Where the branch goes, which stands behind the arm.
    join: BlockId,
    /// What its instructions get.
    guard: Guard,
}

/// Rewrites all short arms.
pub fn run(f: &mut Function) -> Stats {
    let mut stats = Stats::new("predicate");
    let moved = copies::before_branches(f);
    if moved > 0 {
        stats.add("arms of copies", moved);
    }
    guard_arms(f, &mut stats);
    f.drop_all_empty();
    stats
}

/// Gives the instructions of short arms guards, in the place of their branches.
fn guard_arms(f: &mut Function, stats: &mut Stats) {
    let arms = short_arms(f);
    if arms.is_empty() {
        return;
    }
    let asked: Set<BlockId> = arms.iter().flat_map(|arm| [arm.block, arm.join]).collect();
    let insts = arms.iter().flat_map(|arm| f.insts(arm.block));
    let live = written_live_in(f, insts, &asked);
    for arm in arms {
        rewrite(f, &arm, &live);
        stats.add("arms without a branch", 1);
    }
}

/// How many branches go to each block.
fn branches_to(f: &Function) -> Vec<u32> {
    let mut entered: Vec<u32> = vec![0; f.block_count()];
    for inst in f.blocks().flat_map(|(_, block)| &block.insts) {
        if let Some(to) = f.target(inst) {
            entered[to.index()] += 1;
        }
    }
    entered
}

/// The arms, from the last block to the first, each with the guard that its instructions get.
fn short_arms(f: &Function) -> Vec<Arm> {
    let mut entered = branches_to(f);
    let warps = OneWarp::of(f);
    let mut arms = Vec::new();
    // From the end, so that an arm that lost its own inner branch is seen whole.
    for bb in f.layout().rev() {
        let Some(arm) = arm_behind(f, bb, &entered, &warps) else { continue };
        entered[arm.join.index()] -= 1;
        arms.push(arm);
    }
    arms
}

/// What stands behind a block, where that is a short arm that its branch skips.
fn arm_behind(f: &Function, before: BlockId, entered: &[u32], warps: &OneWarp) -> Option<Arm> {
    let branch = f.insts(before).last()?;
    let Guard { reg, expected } = branch.guard?;
    let (join, block) = (f.target(branch)?, f.behind(before)?);
    let insts = f.insts(block);
    if f.behind(block) != Some(join) || entered[block.index()] > 0 || insts.is_empty() {
        return None;
    }
    let fits = |inst: &Inst| {
        let plain = inst.op.effect().is_free() && !matches!(inst.op, Op::Undef | Op::Any);
        plain && inst.guard.is_none() && f.defs(inst).all(|written| written != reg)
    };
    let guard = Guard { reg, expected: !expected };
    // Before more code the branch has a reconvergence of two instructions around it.
    let is_last = matches!(f.insts(join), [end] if end.op == Op::Ret);
    let longest = match is_last && warps.holds(f, guard) {
        true => LONGEST_OF_ONE_WARP,
        false => LONGEST,
    };
    let short = machine_instructions(f, insts) <= longest && insts.iter().all(fits);
    short.then_some(Arm { before, block, join, guard })
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
fn rewrite(f: &mut Function, arm: &Arm, live: &Set<(Reg, BlockId)>) {
    let &Arm { before, block, join, guard } = arm;
    let Some(last) = f.insts(before).len().checked_sub(1) else { return };
    let branch = Place { block: before, index: last };
    let loc = f.inst_at(branch).loc;
    f.remove(branch);
    let held = |reg: Reg| live.contains(&(reg, block)) || live.contains(&(reg, join));
    let mut without_value: Vec<Reg> = Vec::new();
    let mut done = Widened::default();
    for index in 0..f.insts(block).len() {
        let place = Place { block, index };
        if runs_always(f, f.insts(block), index, held, &without_value) {
            f.widen(place, &mut done);
            continue;
        }
        f.keep_to(place, guard, &mut done);
        // What the arm reads, or the join, was written before.
        for reg in f.defs(f.inst_at(place)).filter(|&reg| !held(reg)) {
            if !without_value.contains(&reg) {
                without_value.push(reg);
            }
        }
    }
    for reg in without_value.into_iter().rev() {
        let undef = f.inst(Op::Undef, &[reg], &[], loc);
        f.insert(Point::start(block), undef);
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
