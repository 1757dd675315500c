//! Accesses of memory as a warp makes them: the instructions that they become, and what each costs.
//!
//! Idea: a structure that is copied is as many instructions as the code generator makes of its parts ([`optx_cg::vectorize::parts`]), and each is a
//! request of its own. Of each the sectors, or the turns of banks, are counted lane by lane, for every place where its memory may begin.
//! Sources: [`crate::sectors`], [`crate::banks`].
//! Legality: what is [`Known::Exact`] or [`Known::AtMost`] rests on claims of variance alone; estimates take indices not to wrap, the lowest byte of a
//! warp to begin a sector, and warps to go along x.
//! Cost: 32 lanes times at most 32 places an instruction; in blocks of a known shape, the threads of a block.

use crate::banks;
use crate::known::{Doubt, Known};
use crate::lanes::Pattern;
use crate::rows::Spread;
use crate::sectors::{self, LANES, SECTOR};
use crate::state::State;
use optx_ir::Space;

/// An access of memory.
#[derive(Clone, Debug)]
pub struct Access {
    /// The space.
    pub space: Space,
    /// Bytes that a thread accesses.
    pub bytes: u32,
    /// The address.
    pub address: State,
    /// How the lanes of a warp lie.
    pub pattern: Pattern,
    /// The instructions that it becomes, in the order of their places.
    pub instructions: Vec<Instruction>,
    /// Sectors that a warp moves; none where it goes through no sectors.
    pub sectors: Option<Cost>,
    /// Sectors that as many bytes take side by side.
    pub ideal: u32,
    /// Turns of the banks for the instruction that waits longest; none where it goes to no banks.
    pub ways: Option<Cost>,
}

/// An instruction that an access becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// From the access's first byte on.
    pub offset: u32,
    /// Bytes that a thread accesses.
    pub bytes: u32,
}

/// What a warp pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// What it is where things are as they look: the access's lowest byte begins a sector, indices do not wrap, lanes follow x; the most of a warp. None
    /// where nothing is known of how lanes lie.
    pub estimate: Option<u32>,
    /// No warp pays more.
    pub most: u32,
    /// What the bound is worth.
    pub known: Known,
    /// Why no more is known, in order.
    pub why: Vec<Doubt>,
}

impl Cost {
    /// Of a bound that follows from distances, if any does, and one that every access of so many bytes keeps to.
    fn new(estimate: Option<u32>, bound: Option<u32>, any: u32, mut why: Vec<Doubt>) -> Cost {
        why.sort_unstable();
        why.dedup();
        let (most, known) = match bound {
            Some(bound) if why.is_empty() => (bound, Known::Exact),
            Some(bound) => (bound, Known::AtMost),
            None => (any, Known::Unknown),
        };
        Cost { estimate, most, known, why }
    }

    /// Whether it is what the estimate says for each warp of a block, where things are as they look.
    pub fn is_even(&self) -> bool {
        let differs =
            |doubt: &Doubt| matches!(doubt, Doubt::Warps | Doubt::RuntimeStride | Doubt::Data);
        self.estimate.is_some() && !self.why.iter().any(differs)
    }

    /// Both together, or of two that wait the longer.
    fn with(self, other: Cost, join: impl Fn(u32, u32) -> u32) -> Cost {
        let estimate = self.estimate.zip(other.estimate).map(|(a, b)| join(a, b));
        let why = self.why.into_iter().chain(other.why);
        let mut why: Vec<Doubt> = why.collect();
        why.sort_unstable();
        why.dedup();
        let most = join(self.most, other.most);
        Cost { estimate, most, known: self.known.max(other.known), why }
    }
}

/// Where an access goes.
pub(crate) struct Place {
    pub(crate) space: Space,
    pub(crate) address: State,
    pub(crate) pattern: Pattern,
    /// Why the distances that the pattern tells are not sure.
    pub(crate) doubts: Vec<Doubt>,
}

impl Access {
    /// Of a place, by instructions.
    pub(crate) fn of(place: Place, instructions: Vec<Instruction>) -> Access {
        let Place { space, address, pattern, doubts } = place;
        let end = |i: &Instruction| i.offset.saturating_add(i.bytes);
        let bytes = instructions.iter().map(end).max().unwrap_or(1);
        let lanes = match &pattern {
            Pattern::Rows(rows) => rows.lanes() as u64,
            _ => LANES as u64,
        };
        let side_by_side = |i: &Instruction| (lanes * u64::from(i.bytes)).div_ceil(SECTOR as u64);
        let ideal = instructions.iter().map(side_by_side).sum::<u64>();
        let ideal = u32::try_from(ideal).unwrap_or(u32::MAX);
        let (sectors, ways) = (None, None);
        let mut access =
            Access { space, bytes, address, pattern, ideal, instructions, sectors, ways };
        let all = access.instructions.iter();
        if access.is_global() {
            let costs = all.map(|i| access.sectors_of(i, &doubts));
            access.sectors = costs.reduce(|a, b| a.with(b, u32::saturating_add));
        } else if space == Space::Shared {
            let costs = all.map(|i| access.ways_of(i, &doubts));
            access.ways = costs.reduce(|a, b| a.with(b, u32::max));
        }
        access
    }

    /// Whether it goes through sectors, as far as anyone knows.
    pub fn is_global(&self) -> bool {
        matches!(self.space, Space::Global | Space::Generic)
    }

    /// An access of global memory with an instruction whose lanes are further apart than what it accesses, or nobody knows how far; where a warp covers
    /// several rows of a known shape, one that moves more sectors than it has to.
    pub fn is_uncoalesced(&self) -> bool {
        let Some(cost) = &self.sectors else { return false };
        match (&self.pattern, self.pattern.stride()) {
            (Pattern::Own, _) => false,
            (Pattern::Rows(_), _) => cost.estimate.is_none_or(|sectors| sectors > self.ideal),
            (_, Some(by)) => {
                self.instructions.iter().any(|i| by.unsigned_abs() > u64::from(i.bytes))
            }
            (_, None) => true,
        }
    }

    /// Why no more is known, and whether a bound follows from distances nevertheless.
    fn doubts(&self, doubts: &[Doubt]) -> (Vec<Doubt>, bool) {
        let mut why = doubts.to_vec();
        let mut is_bounded = why.is_empty();
        match &self.pattern {
            Pattern::Broadcast | Pattern::Stride(_) => {}
            Pattern::Rows(rows) => why.extend(rows.doubts()),
            Pattern::AlongX(_) => why.push(Doubt::Shape),
            Pattern::Symbolic(_) => why.push(Doubt::RuntimeStride),
            Pattern::Unknown | Pattern::Own => why.push(Doubt::Data),
        }
        is_bounded &= !matches!(
            self.pattern,
            Pattern::AlongX(_) | Pattern::Symbolic(_) | Pattern::Unknown | Pattern::Own
        );
        why.extend((self.space == Space::Generic).then_some(Doubt::Generic));
        (why, is_bounded)
    }

    fn sectors_of(&self, i: &Instruction, doubts: &[Doubt]) -> Cost {
        let (mut why, is_bounded) = self.doubts(doubts);
        let any = (LANES as u32).saturating_mul(i.bytes.div_ceil(SECTOR as u32).max(1));
        let from = i64::from(i.offset);
        if let Pattern::Rows(rows) = &self.pattern {
            let estimate = rows.sectors(i.bytes, from);
            let bound = rows.most_sectors(i.bytes);
            why.extend((!estimate.is_even).then_some(Doubt::Warps));
            why.extend((!bound.is_even).then_some(Doubt::Phase));
            let bound = is_bounded.then_some(bound.most);
            return Cost::new(Some(estimate.most), bound, any, why);
        }
        let Some(stride) = self.pattern.stride() else {
            return Cost::new(None, None, any, why);
        };
        let bytes = i64::from(i.bytes);
        let count = |phase: i64| sectors::touched(sectors::lanes_from(phase, stride), bytes);
        let (least, most) = sectors::least_and_most(sectors::phases(i.bytes).map(count));
        why.extend((least != most).then_some(Doubt::Phase));
        Cost::new(Some(count(from)), is_bounded.then_some(most), any, why)
    }

    fn ways_of(&self, i: &Instruction, doubts: &[Doubt]) -> Cost {
        let (mut why, is_bounded) = self.doubts(doubts);
        let bytes = i64::from(i.bytes);
        let any = banks::lanes_at_once(bytes) as u32;
        let turns: Vec<Spread> = match (&self.pattern, self.pattern.stride()) {
            (Pattern::Rows(rows), _) if rows.is_known() => {
                banks::phases(i.bytes).map(|phase| rows.turns(i.bytes, phase)).collect()
            }
            (_, Some(stride)) => {
                let lanes = |phase| sectors::lanes_from(phase, stride).take(any as usize);
                let of = |phase| Spread { most: banks::turns(lanes(phase), bytes), is_even: true };
                banks::phases(i.bytes).map(of).collect()
            }
            _ => return Cost::new(None, None, any, why),
        };
        let (least, most) = sectors::least_and_most(turns.iter().map(|spread| spread.most));
        why.extend(turns.iter().any(|spread| !spread.is_even).then_some(Doubt::Warps));
        why.extend((least != most).then_some(Doubt::Phase));
        let estimate = turns.first().map(|spread| spread.most);
        Cost::new(estimate, is_bounded.then_some(most), any, why)
    }
}
