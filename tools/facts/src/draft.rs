//! Entries in work: what is found of one place, kind and object, joined.

use crate::chains::Link;
use crate::promised::{Barrier, Differing, Reach};
use crate::statement::Kind;
use crate::touched::Touched;
use optx_whirl::Loc;

/// An entry in work: states of one place, kind and object are joined.
pub(crate) struct Draft {
    pub(crate) kind: Kind,
    pub(crate) loc: Loc,
    pub(crate) target: String,
    pub(crate) value: Option<Differing>,
    pub(crate) access: Option<Touched>,
    pub(crate) reach: Reach,
    pub(crate) barrier: Option<Barrier>,
    pub(crate) why: Vec<Link>,
}

impl Draft {
    /// Takes who comes to a barrier of the block that it is, or calls, and why.
    pub(crate) fn waits(&mut self, found: Option<(Barrier, Vec<Link>)>) {
        if let Some((barrier, why)) = found {
            self.barrier = joined(self.barrier.take(), Some(barrier), Barrier::join);
            self.because(why);
        }
    }

    /// Takes causes where there are none yet.
    pub(crate) fn because(&mut self, why: Vec<Link>) {
        if self.why.is_empty() {
            self.why = why;
        }
    }
}

/// Both where there are both.
pub(crate) fn joined<T>(a: Option<T>, b: Option<T>, join: impl Fn(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(join(a, b)),
        (a, b) => a.or(b),
    }
}
