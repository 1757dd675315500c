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
//! | iv | affine in the thread's index, or its lane's number, but for what the warp shares | less that, to a slot of the warp | from it, and that added |
//! | - | any | to a slot of the thread | from it |
//!
//! Factors of an index are numbers, or in rule iv what registers hold that have homes themselves ([`index`]). Rules iii and iv are of what is [made] of such values by few instructions as well: of an index that was extended to an address. A slot of the warp takes a register to
//! find it by: so each allocator allocates with such slots and without, with what is made of others and without, and takes what seems cheapest. What was fetched stays for the next that reads it where there is room ([`reuse`]).
//!
//! Source: Sampaio, Martins, Pereira and Collange, "Divergence Analysis with Affine Constraints" (2011), section 4, figure 6; Poletto and Sarkar, "Linear Scan
//! Register Allocation" (TOPLAS 1999). The paper's four allocators share one choice, the range that ends last; parameters (rule 0), which PTX has and the paper's
//! machine has not, are an addition, and so is [`Allocator::Priced`], which chooses by what the homes cost.
//! Legality: what is fetched is what was put back, or what the value is by its state: [`super::check`] proves it of each function. Slots of the warp
//! are written where warps come whole alone ([`Block::whole_warps`](crate::lir::Block)): all lanes store one value. Who reads one may come alone: its own lane stored what it reads, and no
//! other stores anew before all have come to a barrier. So [`barriers`] stand between a store and whatever a lane may still
//! do with what the slot held. States are those that hold for every launch.
//! Cost: four allocations at most; in each scans are as many as what is fetched crowds out more, seldom above five; each is the live ranges and a sort.

mod assign;
mod barriers;
mod homes;
mod index;
mod intervals;
mod made;
mod reuse;
mod scan;
mod spill;

use crate::lir::{Function, Op};
use crate::slots::{self, Surroundings};
pub(super) use barriers::insert as insert_barriers;
use homes::Homes;
pub(super) use index::{Affine, To, copy_of, known, with_index};
pub use optx_whirl::Allocator;
use optx_whirl::Loc;
use optx_wopt::Stats;

/// How a rule is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    /// The rule, and what it is of.
    pub rule: &'static str,
    /// Of statistics, where a value is fetched.
    pub fetched: &'static str,
    /// Where it is put back, if it is.
    pub put_back: Option<&'static str>,
}

/// The rules, the thread's memory last.
pub const RULES: [Counters; 6] = [
    counted("0: parameter", "parameters loaded again", None),
    counted("i: constant", "constants made again", None),
    counted("ii: warp", "loads from the warp", Some("stores to the warp")),
    counted("iii: affine", "affine values computed", None),
    counted(
        "iv: warp and index",
        "loads from the warp with the index",
        Some("stores to the warp without the index"),
    ),
    counted("thread", "loads from the thread", Some("stores to the thread")),
];

const fn counted(
    rule: &'static str,
    fetched: &'static str,
    put_back: Option<&'static str>,
) -> Counters {
    Counters { rule, fetched, put_back }
}

/// The counter of barriers of the warp.
pub const BARRIERS: &str = "barriers of the warp";

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

/// Allocates; where it is refused the function is as it was. Beside what was done it gives the function before its slots became memory, which the checker asks for.
pub fn run(f: &mut Function, asked: Asked) -> Result<(Stats, Function), Refused> {
    let call = f.blocks().flat_map(|(_, b)| &b.insts).find(|i| matches!(i.op, Op::Call(_)));
    if let Some(call) = call {
        return Err(Refused::Calls(call.loc));
    }
    let kinds = kinds(f, asked);
    let onto = |registers: u32| best(f, &kinds, registers);
    let (mut stats, made) = onto(asked.registers).map_err(|loc| {
        let would_do = |n: &u32| onto(*n).is_ok();
        let least = (asked.registers + 1..=MOST).find(would_do).unwrap_or(MOST);
        Refused::TooFew { least, loc }
    })?;
    let mut lowered = made.clone();
    let bytes = slots::lower(&mut lowered, asked.around).map_err(Refused::Unsupported)?;
    let refused = slots::refused(f, asked.around);
    let knows_slots = !matches!(asked.allocator, Allocator::LinearScan | Allocator::RemRa);
    if knows_slots && (refused.is_some() || homes::stride(f, asked) == 0) {
        stats.add(slots::counter(refused), 1);
    }
    stats.add("bytes of a thread", bytes.thread);
    stats.add("shared bytes", bytes.block);
    *f = lowered;
    Ok((stats, made))
}

/// The homes with slots of the warp and without, and with what is made of others and without: a slot takes a register to find it by, and what is made of others takes some to
/// make it in, which may cost more than it saves.
fn kinds(f: &Function, asked: Asked) -> Vec<Homes> {
    let mut found: Vec<Homes> = Vec::new();
    for (have_slots, be_made) in [(true, true), (false, true), (true, false), (false, false)] {
        let homes = Homes::of(f, asked, have_slots, |finder, of| {
            if be_made {
                made::find(finder, of);
            }
        });
        if !found.iter().any(|other| other.is_same(&homes)) {
            found.push(homes);
        }
    }
    found
}

/// Allocates onto so many registers with each kind of homes, and takes the cheapest; else the place in the source of an instruction that takes more.
fn best(f: &Function, kinds: &[Homes], registers: u32) -> Result<(Stats, Function), Loc> {
    let mut found: Option<(u64, Stats, Function)> = None;
    let mut refused = Loc::NONE;
    for homes in kinds {
        let (mut made, mut stats) = (f.clone(), Stats::new("allocate"));
        match allocated(&mut made, homes, registers, &mut stats) {
            Ok(()) => {
                let price = homes::price_of_all(&made);
                if found.as_ref().is_none_or(|(least, ..)| price < *least) {
                    found = Some((price, stats, made));
                }
            }
            Err(loc) => refused = loc,
        }
    }
    found.map(|(_, stats, made)| (stats, made)).ok_or(refused)
}

/// Allocates onto so many registers; else the place in the source of an instruction that takes more.
fn allocated(
    f: &mut Function,
    homes: &Homes,
    registers: u32,
    stats: &mut Stats,
) -> Result<(), Loc> {
    let mut spills = spill::Spills::new(f);
    loop {
        // A slot of the warp is found by a register that lives everywhere.
        let limit = registers.saturating_sub(u32::from(spills.has_slots()));
        let chosen = scan::scan(f, homes, limit, spills.first())?;
        if chosen.is_empty() {
            spills.reuse(f, limit);
            break;
        }
        spills.send(f, homes, &chosen);
    }
    spills.count(stats);
    stats.add(BARRIERS, barriers::insert(f));
    assign::assign(f);
    Ok(())
}
