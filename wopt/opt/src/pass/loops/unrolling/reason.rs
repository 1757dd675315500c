//! Why a loop is not unrolled, for remarks.

use optx_ir::cycles::Cycles;
use optx_ir::{BbId, Func, Terminator};
use optx_whirl::{Loc, LocTable};
use std::fmt;

/// Why a loop stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// `#pragma unroll 1`, or `nounroll`.
    Forbidden,
    /// Nobody asked, and the level is below that which copies code unasked.
    Level,
    /// Control enters it at several places.
    Entered,
    /// Inline PTX in it declares a label.
    Label,
    /// The statements of its copies would be more than so many.
    Statements(usize),
    /// Its copies would cost more than so much, folded.
    Dear(u32),
    /// An iteration ends in which no branch out of it is decided.
    CountUnknown,
    /// It runs once.
    Once,
    /// It has more iterations than were asked for.
    MoreThanAsked(u64),
    /// It holds another loop.
    HoldsLoop,
    /// Several blocks lead back to its header.
    Latches,
    /// What decides whether there is another iteration compares no counter with a bound.
    NoTest,
    /// The counter may wrap before the test fails, or steps too far.
    Wraps,
    /// A convergent operation is in it, and it is not known how many iterations it has.
    Converges,
    /// It has fewer iterations than one pass over the copies takes.
    Few(u64, u64),
    /// Both arms of a branch are in its body, or of more than a few where the number of iterations is known.
    Arms,
    /// Its body costs so much, and the most is the other.
    Body(u32, u32),
    /// Each thread counts what it loaded, and its body costs so much, where the most is the other.
    Uneven(u32, u32),
    /// Its copies would not find registers.
    Registers,
    /// The function changed before its turn came.
    Changed,
}

impl Reason {
    /// True where nothing is missed: nothing is wanted, or there is nothing to do.
    pub(super) fn is_none(self) -> bool {
        matches!(self, Reason::Once)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Reason::Forbidden => "the source forbids it",
            Reason::Level => "without a pragma that is for -O3",
            Reason::Entered => "control enters it at several places",
            Reason::Label => "inline PTX in it declares a label",
            Reason::Statements(most) => {
                return write!(out, "its copies would be more than {most} statements");
            }
            Reason::Dear(most) => return write!(out, "its copies would cost more than {most}"),
            Reason::CountUnknown => "it is not known how many iterations it has",
            Reason::Once => "it runs once",
            Reason::MoreThanAsked(asked) => {
                return write!(out, "it has more iterations than the {asked} that are asked for");
            }
            Reason::HoldsLoop => "it holds another loop",
            Reason::Latches => "several ways lead back to its beginning",
            Reason::NoTest => "no counter is compared with a bound at its end",
            Reason::Wraps => "its counter may wrap",
            Reason::Converges => {
                "a convergent operation is in it, and the number of its iterations is not known"
            }
            Reason::Few(count, by) => {
                return write!(out, "it has {count} iterations, fewer than {by}");
            }
            Reason::Arms => "branches part its body",
            Reason::Body(body, most) => {
                return write!(out, "its body costs {body}, more than {most}");
            }
            Reason::Uneven(body, most) => {
                return write!(
                    out,
                    "threads may have different numbers of iterations, and its body costs {body}, more than {most}"
                );
            }
            Reason::Registers => "no registers are left for its copies",
            Reason::Changed => "what is around it was changed before",
        };
        out.write_str(words)
    }
}

/// Where the loop of a cycle stands in the source: the statement whose branch leads back to its header, else the first block that does.
pub(super) fn place(f: &Func, locs: &LocTable, cycles: &Cycles, cycle: usize) -> Loc {
    let header = cycles.all()[cycle].header;
    let back = || f.bbs[header].preds().iter().copied().filter(|&bb| cycles.holds(cycle, bb));
    let branches = |bb: &BbId| !matches!(f.bbs[*bb].terminator(), Terminator::Goto(_));
    let back = back().find(branches).or(back().next());
    locs.statement(back.map_or(Loc::NONE, |bb| f.bbs[bb].loc).or(f.bbs[header].loc))
}
