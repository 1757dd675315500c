//! What an instruction does about undefined values, before it is executed.

use super::origin::{HOME, Origin, Unset, fault};
use super::transfer::Lane;
use super::{bits, moves, width};
use crate::exec::env::{Env, Fault, Located};
use crate::exec::mem::lanes;
use crate::exec::warp::Warp;
use crate::lower::flow::Slot;
use crate::op::{Op, Row, WarpOp};

/// What an instruction does with what it reads.
enum Kind {
    /// It only writes registers.
    Pure,
    /// A load: as pure, but that its address must be known, and whether it is executed.
    Load,
    /// What is written to memory is the store's own matter; all else must be known.
    Store,
    /// A shuffle: what it gives to which lane is its own matter; the thread mask must be known.
    Shuffle,
    /// Everything that it reads must be known, and whether it is executed. In words.
    Effect(&'static str),
    /// Threads meet: the same, and what it writes is written when they do.
    Meeting(&'static str),
    /// Nothing that it does can be seen.
    Silent,
}

fn kind(op: &Op) -> Kind {
    match op {
        Op::Branch { .. } => Kind::Effect("a branch is decided by"),
        Op::BranchIndexed { .. } => Kind::Effect("a branch goes by"),
        Op::Exit | Op::Trap => Kind::Effect("whether the thread ends is decided by"),
        Op::Load { .. } => Kind::Load,
        Op::Store { .. } => Kind::Store,
        Op::Atom { .. } => Kind::Effect("an atomic operation has as its operand"),
        Op::Host { .. } => Kind::Effect("a call is decided by"),
        Op::Fence { .. } => Kind::Effect("a fence is decided by"),
        Op::Warp { op: WarpOp::Shfl { .. }, .. } => Kind::Shuffle,
        Op::Warp { op, .. } => Kind::Meeting(match op {
            WarpOp::VoteAll { .. }
            | WarpOp::VoteAny { .. }
            | WarpOp::VoteUni { .. }
            | WarpOp::Ballot { .. } => "a vote is of",
            WarpOp::MatchAny { .. } | WarpOp::MatchAll { .. } => "a match is of",
            WarpOp::Redux { .. } => "a reduction of the warp is of",
            WarpOp::Bar | WarpOp::Shfl { .. } | WarpOp::Elect { .. } => "a thread mask is",
        }),
        Op::Bar { .. } => Kind::Meeting("a barrier has as its operand"),
        Op::Prefetch | Op::Sleep | Op::Jump { .. } => Kind::Silent,
        _ => Kind::Pure,
    }
}

const GUARD: &str = "whether this instruction is executed is decided by";
const ADDRESS: &str = "the address of this access is made of";

/// Before an instruction is executed by the lanes of `mask`, which are those of `active` with a true guard: what must be known is
/// looked at, and what it leaves unknown in registers is noted.
#[cold]
#[inline(never)]
pub fn step(
    env: &mut Env<'_>,
    w: &mut Warp,
    pc: u32,
    active: u32,
    mask: u32,
) -> Result<(), Located> {
    let warp = w.index;
    executes(env, w, pc, active, mask).map_err(|fault| Located { fault, pc, warp })
}

fn executes(env: &Env<'_>, w: &mut Warp, pc: u32, active: u32, mask: u32) -> Result<(), Fault> {
    let program = env.program;
    let inst = &program.code[pc as usize];
    let guard = program.slot(Row::P(inst.guard.row));
    let unsure = w.undefined.lanes(guard) & active;
    let reads = program.flow.reads(pc);
    let unknown = reads.iter().fold(0, |all, slot| all | w.undefined.lanes(*slot)) & mask;
    let kind = kind(&inst.op);
    if unsure | unknown == 0 {
        if !matches!(kind, Kind::Shuffle | Kind::Meeting(_)) {
            clear(w, program.flow.writes(pc), mask);
        }
        return Ok(());
    }
    let tell =
        |what: &str, (lane, origin): (usize, Origin)| Err(fault(env, what, origin, lane, pc));
    if !matches!(kind, Kind::Pure | Kind::Silent)
        && let Some(found) = first(w, guard, unsure)
    {
        return match (&kind, &inst.op) {
            (Kind::Effect(what), Op::Branch { .. } | Op::Exit | Op::Trap | Op::Host { .. }) => {
                tell(what, found)
            }
            _ => tell(GUARD, found),
        };
    }
    match kind {
        Kind::Silent => {}
        Kind::Pure => {
            pure(env, w, pc, mask, unknown);
            let writes = program.flow.writes(pc);
            for l in lanes(unsure) {
                let Some(unset) = w.undefined.get(guard, l) else { continue };
                for &slot in writes {
                    let all = bits::low(width(program.row(slot)));
                    let origin = Origin { computed: true, ..unset.origin.read_at(pc) };
                    w.undefined.set(slot, l, Unset::at_home(all, origin));
                }
            }
        }
        Kind::Load | Kind::Store => {
            let (Op::Load { access } | Op::Store { access }) = inst.op else { return Ok(()) };
            let base = program.accesses[access as usize].address.base;
            if let Some(found) = base.and_then(|row| first(w, program.slot(row), mask)) {
                return tell(ADDRESS, found);
            }
            clear(w, program.flow.writes(pc), mask);
        }
        Kind::Shuffle => {
            let Op::Warp { mask: members, .. } = inst.op else { return Ok(()) };
            if let Some(found) = first(w, program.slot(Row::W(members)), mask) {
                return tell("a thread mask is", found);
            }
        }
        Kind::Effect(what) | Kind::Meeting(what) => {
            let what_of = |slot: Slot| match inst.op {
                Op::Atom { atom }
                    if program.atoms[atom as usize].address.base == Some(program.row(slot)) =>
                {
                    ADDRESS
                }
                Op::Warp { mask: members, .. } if program.row(slot) == Row::W(members) => {
                    "a thread mask is"
                }
                _ => what,
            };
            for &slot in reads {
                if let Some(found) = first(w, slot, mask) {
                    return tell(what_of(slot), found);
                }
            }
        }
    }
    Ok(())
}

/// The first of some lanes in which a register has unknown bits.
fn first(w: &Warp, slot: Slot, mask: u32) -> Option<(usize, Origin)> {
    let found = lanes(w.undefined.lanes(slot) & mask).next()?;
    w.undefined.get(slot, found).map(|unset| (found, unset.origin))
}

fn clear(w: &mut Warp, writes: &[Slot], mask: u32) {
    for &slot in writes {
        w.undefined.clear(slot, mask);
    }
}

/// Follows unknown bits through an instruction that only writes registers.
fn pure(env: &Env<'_>, w: &mut Warp, pc: u32, mask: u32, unknown: u32) {
    let program = env.program;
    clear(w, program.flow.writes(pc), mask & !unknown);
    for l in lanes(unknown) {
        let lane = Lane { program, warp: w, lane: l };
        let inst = &program.code[pc as usize];
        let results = lane.results(inst, pc);
        // What is selected is to blame, and not what is not.
        let selected = lane.selected(&inst.op).map(|row| program.slot(row));
        let reads = program.flow.reads(pc);
        let mut found = selected.iter().chain(reads).filter_map(|slot| w.undefined.get(*slot, l));
        let Some(Unset { origin: first, .. }) = found.next() else { continue };
        let computed = first.computed || (selected.is_none() && found.any(|u| u.origin.computed));
        // What was computed stays so wherever it is moved.
        let places = match computed {
            true => None,
            false => moves::places(&lane, &inst.op, &results, reads),
        };
        let origin = Origin { computed: places.is_none(), ..first.read_at(pc) };
        for (k, (row, bits)) in results.into_iter().enumerate() {
            let places = places.map_or(HOME, |places| places[k]);
            w.undefined.set(program.slot(row), l, Unset { bits, places, origin });
        }
    }
}
