//! The divergence-aware allocator: a kernel's registers onto so many of 32 bits, and what does not fit to the cheapest home that variance allows.
//!
//! Idea: linear scan of whole live ranges. Where more is live than there are registers, a range is chosen that lives in its *home* from then on: it is fetched to a
//! register of its own before each instruction that reads it, and put back behind each that writes it. What is fetched has short ranges that stay, so
//! scans follow each other until one finds nothing to choose. What a home is follows from how the value differs between threads ([`homes`]):
//!
//! | rule | the value | put back | fetched |
//! |---|---|---|---|
//! | 0 | a parameter | nothing | loaded again |
//! | i | a constant | nothing | the constant |
//! | ii | one for the warp | to a slot of the warp | from it |
//! | iii | affine in the thread's index, all of it known | nothing | computed |
//! | iv | affine in the thread's index, but for what the warp shares | less what is known, to a slot of the warp | from it, and what is known added |
//! | - | any | to a slot of the thread | from it |
//!
//! Source: Sampaio, Martins, Pereira and Collange, "Divergence Analysis with Affine Constraints" (2011), section 4, figure 6; Poletto and Sarkar, "Linear Scan
//! Register Allocation" (TOPLAS 1999). The paper's four allocators share one choice, the range that ends last; parameters (rule 0), which PTX has and the paper's
//! machine has not, are an addition, and so is [`Allocator::Priced`], which chooses by what the homes cost.
//! Legality: what is fetched is what was put back, or what the value is by its state: [`super::check`] proves it of each function. Slots of the warp
//! are written where warps come whole alone ([`Block::whole_warps`](crate::lir::Block)): all lanes store one value. Who reads one may come alone: its own lane stored what it reads, and no
//! other stores anew before all have come to a barrier. So [`barriers`] stand between a store and whatever a lane may still
//! do with what the slot held. States are those that hold for every launch.
//! Cost: scans are as many as what is fetched crowds out more, seldom above five; each is the live ranges and a sort.

mod assign;
mod barriers;
mod homes;
mod intervals;
mod scan;
mod spill;

use crate::lir::{Function, Op};
use crate::slots::{self, Surroundings};
use homes::Homes;
use optx_whirl::{Allocator, Loc};
use optx_wopt::Stats;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Registers of 32 bits; predicates have their own.
    pub registers: u32,
    /// How what does not fit is treated.
    pub allocator: Allocator,
    /// The bytes of shared memory that slots of a block's warps may take.
    pub room: u64,
    /// What is known of the module.
    pub around: Surroundings,
}

/// Why nothing was allocated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// One instruction takes more registers than there are.
    TooFew {
        /// So many would do.
        least: u32,
        /// The instruction.
        loc: Loc,
    },
    /// A call stays: the callee has registers of its own.
    Calls(Loc),
    /// Something is not supported.
    Unsupported(String),
}

/// More registers than these nobody has.
const MOST: u32 = 255;

/// Allocates; where it is refused the function is as it was.
pub fn run(f: &mut Function, asked: Asked) -> Result<(Stats, Function), Refused> {
    let call = f.blocks().flat_map(|(_, b)| &b.insts).find(|i| matches!(i.op, Op::Call(_)));
    if let Some(call) = call {
        return Err(Refused::Calls(call.loc));
    }
    let before = f.clone();
    let homes = Homes::of(f, asked);
    let mut stats = Stats::new("allocate");
    match allocated(f, &homes, asked.registers, &mut stats) {
        Ok(()) => {}
        Err(loc) => {
            let would_do = |n: &u32| {
                allocated(&mut before.clone(), &homes, *n, &mut Stats::new("allocate")).is_ok()
            };
            let least = (asked.registers + 1..=MOST).find(would_do).unwrap_or(MOST);
            *f = before;
            return Err(Refused::TooFew { least, loc });
        }
    }
    let made = f.clone();
    match slots::lower(f, asked.around) {
        Ok(bytes) => {
            stats.add("bytes of a thread", bytes.thread);
            stats.add("shared bytes", bytes.block);
            Ok((stats, made))
        }
        Err(why) => {
            *f = before;
            Err(Refused::Unsupported(why))
        }
    }
}

/// Allocates onto so many registers; else the place in the source of an instruction that takes more.
fn allocated(
    f: &mut Function,
    homes: &Homes,
    registers: u32,
    stats: &mut Stats,
) -> Result<(), Loc> {
    let mut spills = spill::Spills::new(f);
    // A slot of the warp is found by a register that lives everywhere.
    let mut has_slots = false;
    loop {
        let limit = registers.saturating_sub(u32::from(has_slots));
        let chosen = scan::scan(f, homes, limit, spills.first())?;
        if chosen.is_empty() {
            break;
        }
        has_slots |= spills.send(f, homes, &chosen);
    }
    spills.count(stats);
    stats.add("barriers of the warp", barriers::insert(f));
    assign::assign(f);
    Ok(())
}
