//! The checks of a run that failed: how many of each claim, and the first.

use super::report::{Deed, MOST_SHOWN};
use super::whole::{Split, WholePlan};
use crate::observe::Moment;

/// A thread and what it did.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The thread's number in the block.
    pub thread: u32,
    /// The value that it had, or where it came.
    pub deed: Deed,
}

/// A check that failed.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The claim.
    pub claim: u32,
    /// The check, if it is of a register's value.
    pub check: Option<u32>,
    /// The block.
    pub ctaid: [u32; 3],
    /// Header counts of the cycles around.
    pub instance: Option<Vec<u32>>,
    /// The thread that was there first, if it is not one thread's failure.
    pub first: Option<Seen>,
    /// The thread that disagrees.
    pub second: Seen,
}

/// What failed.
#[derive(Clone, Debug)]
pub struct Failures {
    /// Violations of each claim.
    pub violations: Vec<u64>,
    /// The first of each, of some claims.
    pub shown: Vec<Failed>,
}

impl Failures {
    /// None yet, of so many claims.
    pub fn new(claims: usize) -> Failures {
        Failures { violations: vec![0; claims], shown: Vec::new() }
    }

    /// Counts a violation of a claim. True: it is the first, and there is room to show it.
    pub fn count(&mut self, claim: u32) -> bool {
        let count = &mut self.violations[claim as usize];
        *count += 1;
        *count == 1 && self.shown.len() < MOST_SHOWN
    }

    /// Keeps it that not all living lanes of a warp came to an instance of a block of code.
    #[cold]
    pub fn split(&mut self, plan: &WholePlan, at: &Moment<'_>, split: &Split) {
        let seen = |lanes: u32, deed: Deed| Seen {
            thread: at.warp * 32 + (lanes.trailing_zeros() & 31),
            deed,
        };
        for &claim in plan.claims(split.code_block) {
            if self.count(claim) {
                self.shown.push(Failed {
                    claim,
                    check: None,
                    ctaid: at.ctaid,
                    instance: Some(split.instance.clone()),
                    first: Some(seen(split.came, Deed::Came)),
                    second: seen(split.lived, Deed::WentBy),
                });
            }
        }
    }
}
