//! Slots of the warp: what ptxas would spill for each thread, in each round of a loop, is kept once a warp in shared memory and read four at a time.
//!
//! Idea: a kernel is to get along with few registers, and [recomputation](super::rematerialize) did not suffice. In the deepest loop that is too full, values go that were made outside of it and are one
//! for the warp, or are that once what they have of the thread's index is taken off: each is put to a slot right behind its definition, and read right before it is
//! read ([`windows`]), with those that are read next in one vector ([`crate::slots`]); what the index gives is added there. As many go as bring the function within its [`Limit`], the cheapest
//! first, and only where all that is needed has room, that costs less than what ptxas would have to spill, and that is much ([`choice`]).
//!
//! Source: measured with ptxas 13.5 and 12.9: accesses that are not volatile, and single words, are taken out of loops or cost as much as spills; NVIDIA's `enable_smem_spilling`
//! keeps a slot a thread. The homes are rules ii and iv of Sampaio, Martins, Pereira and Collange, "Divergence Analysis with Affine Constraints" (2011).
//! Legality: that of [`super::allocate`]'s slots: stores stand where warps come whole alone, all lanes store one word, and barriers stand between a store and whatever a lane may still do with what
//! the slot held. States are those that hold for every launch. [`super::check`] proves it of each function.
//! The area is no larger than what leaves as many blocks resident as the limit of registers does.
//! Cost: a round each for so many loops as are too full, [`MOST_ROUNDS`] at most, each linear; nothing where nobody asks for a limit.

mod candidates;
mod choice;
mod rewrite;
mod windows;

use super::allocate::insert_barriers;
use super::limit::Limit;
use super::pressure::{Peak, Pressure};
use super::rematerialize::Source;
use super::told::{Told, tell_each};
use super::words::Words;
use crate::lir::{BlockId, Function};
use crate::slots::{self, MOST_SHARED, Surroundings};
use candidates::VECTOR;
use choice::{Choice, Room};
use optx_whirl::fixed_hash::Set;
use optx_whirl::{Loc, Multiprocessor, RemarkKind, Remarks, STATIC_SHARED};
use optx_wopt::Stats;
use optx_wopt::analysis::pressure::units_of;
use rewrite::rewrite;

/// So many loops are looked at.
const MOST_ROUNDS: usize = 16;
/// A function of more instructions times blocks is left alone.
const MOST_SIZE: usize = 50_000_000;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// What the kernel runs on.
    pub on: Multiprocessor,
    /// The bytes of shared memory that the module's objects take.
    pub shared: u64,
    /// What is known of the module.
    pub around: Surroundings,
}

/// Runs the pass. Where it did something, beside what that was the function before its slots became memory, which the checker asks for. Without a source nothing is told.
pub fn run(
    f: &mut Function,
    asked: Asked,
    source: Option<Source<'_>>,
    remarks: &mut Remarks,
) -> (Stats, Option<Function>) {
    let mut stats = Stats::new("slots");
    let Some(limit) = Limit::asked(f, asked.on) else { return (stats, None) };
    let mut pressure = Pressure::of(f);
    let size = f.instructions().saturating_mul(f.block_count());
    if pressure.peak(f).is_none_or(|peak| peak.units <= units_of(limit.registers))
        || size > MOST_SIZE
    {
        return (stats, None);
    }
    let refused = slots::refused(f, asked.around);
    let room = if refused.is_some() { 0 } else { room(f, asked, limit) };
    if room < VECTOR {
        let why = slots::counter(refused);
        stats.add(why, 1);
        if let Some(source) = source {
            let words = Words::new(f, source.module, source.f);
            let mut first =
                f.blocks().flat_map(|(_, block)| &block.insts).map(|inst| words.place(inst));
            let loc = first.find(|loc| !loc.is_none()).unwrap_or(Loc::NONE);
            remarks.tell(RemarkKind::Missed, loc, || {
                let name = &source.f.name;
                format!("`{name}` is asked for fewer registers than it takes, and has {why}")
            });
        }
        return (stats, None);
    }
    let mut made = f.clone();
    let mut room = Room { left: room, first: f.registers().len() };
    let mut given_up: Set<BlockId> = Set::default();
    let mut told = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let Some(peak) = deepest(&made, &mut pressure, limit, &given_up) else { break };
        let choice = Choice::of(&made, &mut pressure, &peak, limit, room);
        let Some(choice) = choice else {
            given_up.insert(peak.place.block);
            continue;
        };
        if let Some(source) = source.filter(|_| remarks.asks(RemarkKind::Passed)) {
            told.extend(tell(&made, &choice, source));
        }
        rewrite(&mut made, choice, &mut room, &mut stats);
        pressure = Pressure::of(&made);
    }
    if !stats.changed() {
        return (stats, None);
    }
    stats.add("barriers", insert_barriers(&mut made));
    let mut lowered = made.clone();
    match slots::lower(&mut lowered, asked.around) {
        Ok(bytes) => stats.add("shared bytes", bytes.block),
        // Room was asked for before.
        Err(_) => return (Stats::new("slots"), None),
    }
    *f = lowered;
    tell_each(RemarkKind::Passed, told, remarks);
    (stats, Some(made))
}

/// A remark for each value that goes.
fn tell(f: &Function, choice: &Choice, source: Source<'_>) -> Vec<Told> {
    let words = Words::new(f, source.module, source.f);
    let chosen = choice.vectors.iter().flat_map(|vector| &vector.values);
    let told = chosen.map(|&k| {
        let candidate = &choice.candidates[k];
        let value = words.held(candidate.reg).text(true);
        let message =
            format!("{value} is not held over the loop: it is kept once a warp, in shared memory");
        Told { loc: words.place(f.inst_at(candidate.made)), message }
    });
    told.collect()
}

/// The fullest place of the deepest loops that are too full.
fn deepest(
    f: &Function,
    pressure: &mut Pressure,
    limit: Limit,
    given_up: &Set<BlockId>,
) -> Option<Peak> {
    let mut found: Option<(u32, Peak)> = None;
    for (bb, block) in f.blocks() {
        if block.depth == 0 || given_up.contains(&bb) {
            continue;
        }
        let Some(peak) = pressure.peak_in(f, bb) else { continue };
        let is_more =
            |(depth, other): &(u32, Peak)| (block.depth, peak.units) > (*depth, other.units);
        if peak.units > units_of(limit.registers) && found.as_ref().is_none_or(is_more) {
            found = Some((block.depth, peak));
        }
    }
    found.map(|(_, peak)| peak)
}

/// The bytes that a warp's slots may take: of blocks of whatever size the kernel does not say it has, as many stay resident as its registers allow.
fn room(f: &Function, asked: Asked, limit: Limit) -> u64 {
    let warps = slots::warps(f);
    let of_block = f.most_threads().map_or(1, |_| warps as u32);
    let blocks = asked.on.resident(limit.registers, Some(of_block)) / of_block;
    let taken = asked.shared.min(STATIC_SHARED);
    let left = asked.on.shared_left(taken as u32, blocks);
    let left = u64::from(left).min(STATIC_SHARED - taken).min(MOST_SHARED);
    left / warps / VECTOR * VECTOR
}
