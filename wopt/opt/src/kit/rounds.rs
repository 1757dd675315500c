//! The rounds of a row: a pass whose row does it again finds what it kept of the rounds before.
//!
//! What is kept are bounds on what all rounds together may do, and what need not be looked at again; a pass alone, without rounds, starts from nothing.

use std::any::Any;

/// Which round a pass is in, and what it has kept of those before.
#[derive(Default)]
pub struct Rounds {
    /// The round, from 1 in a row.
    number: u32,
    /// So many there are at most.
    most: u32,
    kept: Option<Box<dyn Any>>,
}

impl Rounds {
    /// A row's rounds begin, with one from 1; so many there are at most, and one where a row says none.
    pub(crate) fn begin(&mut self, most: u32, first: u32) {
        *self = Rounds { number: first, most, kept: None };
    }

    /// The next round begins; false where there are no more.
    pub(crate) fn next(&mut self) -> bool {
        let goes_on = !self.is_last();
        self.number += u32::from(goes_on);
        goes_on
    }

    /// The number of the round, from 1.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// True where no round comes behind this one.
    pub(crate) fn is_last(&self) -> bool {
        self.number >= self.most
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
