//! Values that are undefined: registers read before they were written, memory that was never written.
//!
//! Idea: that of valgrind's memcheck (Seward and Nethercote, "Using Valgrind to detect undefined value errors with
//! bit-precision", USENIX 2005). Each bit of each register of each lane is known or not. Unknown bits are followed through computation
//! ([`bits`], [`transfer`]) and through shared and local memory ([`memory`], [`access`]), and said nothing of until they have an effect ([`step`]): they decide a branch or
//! whether an instruction with an effect is executed, are part of an address, go into an atomic or an instruction by which threads
//! meet, or are written to global memory, but as copies ([`moves`]). So code may compute with what it does not use, as compilers have it.
//! The report tells where the value comes from ([`origin`]).
//!
//! With each bit goes its place in its byte, by which what is moved to another is told from a copy.
//!
//! What differs from memcheck: it is a judge of lanes, so a shuffle carries what the source lane has, and writing to global memory is
//! an effect. A load of which nothing comes to an effect is no mistake.
//!
//! Cost: a kernel in which no register may be read before it is written ([`crate::lower::flow`]) pays one test an
//! instruction; so does every other, while all that it holds is known.

pub mod access;
pub mod bits;
pub mod kept;
pub mod memory;
mod moves;
pub mod origin;
pub mod shuffle;
pub mod step;
mod transfer;

use crate::exec::mem::lanes;
use crate::lower::flow::Slot;
use crate::lower::program::Program;
use crate::op::Row;
use origin::{NOT_YET, Origin, Source, Unset};

/// The unknown bits of a register, by lane.
type Shadow = [Unset; 32];

/// The unknown bits of a warp's registers.
#[derive(Clone, Debug, Default)]
pub struct Undefined {
    /// By register; what is not there, or of a lane that is not in `lanes`, says nothing.
    shadows: Vec<Option<Box<Shadow>>>,
    /// By register: lanes with unknown bits.
    lanes: Vec<u32>,
    /// Number of registers with unknown bits.
    live: u32,
}

impl Undefined {
    /// A warp starts: what may be read unwritten is unknown, if that is asked for.
    pub fn begin(&mut self, p: &Program, followed: bool) {
        self.lanes.clear();
        self.lanes.resize(p.flow.slots as usize, 0);
        self.shadows.resize(p.flow.slots as usize, None);
        self.live = 0;
        if followed {
            self.anew(p, &p.flow.begins, !0);
        }
    }

    /// Registers of some lanes are as if nothing had written them.
    #[cold]
    pub fn anew(&mut self, p: &Program, rows: &[Row], mask: u32) {
        for row in rows {
            let origin = Origin::new(Source::Register(*row), NOT_YET);
            let all = Unset::at_home(bits::low(width(*row)), origin);
            for lane in lanes(mask) {
                self.set(p.slot(*row), lane, all);
            }
        }
    }

    /// True where every bit is known.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// The lanes in which a register has unknown bits.
    pub fn lanes(&self, slot: Slot) -> u32 {
        self.lanes.get(slot as usize).copied().unwrap_or(0)
    }

    /// The unknown bits of a register in a lane, if there are any.
    pub fn get(&self, slot: Slot, lane: usize) -> Option<Unset> {
        let shadow = self.shadows.get(slot as usize)?.as_ref()?;
        (self.lanes(slot) >> lane & 1 == 1).then(|| shadow[lane])
    }

    /// The unknown bits of a register in a lane.
    pub fn bits(&self, slot: Slot, lane: usize) -> u64 {
        self.get(slot, lane).map_or(0, |unset| unset.bits)
    }

    /// A lane's register is written: these bits of it are unknown.
    pub fn set(&mut self, slot: Slot, lane: usize, unset: Unset) {
        if unset.bits == 0 {
            return self.clear(slot, 1 << lane);
        }
        let Some(lanes) = self.lanes.get_mut(slot as usize) else { return };
        self.live += u32::from(*lanes == 0);
        *lanes |= 1 << lane;
        let shadow = self.shadows[slot as usize].get_or_insert_with(|| Box::new([unset; 32]));
        shadow[lane] = unset;
    }

    /// A register of some lanes is written with what is known.
    pub fn clear(&mut self, slot: Slot, mask: u32) {
        let Some(lanes) = self.lanes.get_mut(slot as usize) else { return };
        if *lanes & mask != 0 {
            *lanes &= !mask;
            self.live -= u32::from(*lanes == 0);
        }
    }
}

/// The bits of a register.
fn width(row: Row) -> u32 {
    match row {
        Row::W(_) => 32,
        Row::D(_) => 64,
        Row::P(_) => 1,
    }
}
