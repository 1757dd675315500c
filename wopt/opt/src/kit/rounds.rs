//! The rounds of a row: a pass whose row does it again finds what it kept of the rounds before.
//!
//! What is kept are bounds on what all rounds together may do, and what need not be looked at again; a pass alone, without rounds, starts from nothing.

use std::any::Any;

/// Which round a pass is in, and what it has kept of those before.
#[derive(Default)]
pub struct Rounds {
    /// So many rounds come behind this one at most.
    left: u32,
    kept: Option<Box<dyn Any>>,
}

impl Rounds {
    /// The first of so many rounds begins, if any has to.
    pub(crate) fn begin(&mut self, most: u32) {
        *self = Rounds { left: most.saturating_sub(1), kept: None };
    }

    /// The next round begins; false where there are no more.
    pub(crate) fn next(&mut self) -> bool {
        let goes_on = self.left > 0;
        self.left = self.left.saturating_sub(1);
        goes_on
    }

    /// The number of the round, from 1, of so many at most.
    pub(crate) fn number(&self, most: u32) -> u32 {
        most.saturating_sub(self.left).max(1)
    }

    /// True where no round comes behind this one.
    pub(crate) fn is_last(&self) -> bool {
        self.left == 0
    }

    /// What the pass kept of the round before; nothing in the first.
    pub(crate) fn take<T: Default + 'static>(&mut self) -> T {
        let kept = self.kept.take().and_then(|kept| kept.downcast::<T>().ok());
        kept.map_or_else(T::default, |kept| *kept)
    }

    /// Keeps something for the next round.
    pub(crate) fn keep<T: 'static>(&mut self, what: T) {
        self.kept = Some(Box::new(what));
    }
}
