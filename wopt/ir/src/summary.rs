//! What callers know of a function without looking at its body.

use crate::coderep::Space;
use std::fmt;

/// A set of memory spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spaces(u8);

impl Spaces {
    /// No space.
    pub const NONE: Spaces = Spaces(0);
    /// Every space that can be written.
    pub const ALL: Spaces = Spaces(1 << Space::Generic as u8);

    /// Adds a space; generic stands for all.
    pub fn insert(&mut self, space: Space) {
        self.0 |= 1 << space as u8;
    }

    /// Adds all of another set.
    pub fn union(&mut self, other: Spaces) {
        self.0 |= other.0;
    }

    /// True where memory of the space may be memory of the set; generic memory may be of any.
    pub fn touches(self, space: Space) -> bool {
        let generic = 1 << Space::Generic as u8;
        self.0 != 0 && (space == Space::Generic || self.0 & (generic | 1 << space as u8) != 0)
    }

    /// True where every space of another set is one of this.
    pub fn covers(self, other: Spaces) -> bool {
        Space::ALL.iter().all(|&s| other.0 & 1 << s as u8 == 0 || self.0 & (1 << s as u8) != 0)
            || self.0 & Spaces::ALL.0 != 0
    }

    /// True for the empty set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Spaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let names = Space::ALL.iter().filter(|&&s| self.0 & 1 << s as u8 != 0).map(|s| s.name());
        f.write_str(&names.collect::<Vec<_>>().join("+"))
    }
}

impl std::str::FromStr for Spaces {
    type Err = ();

    fn from_str(text: &str) -> Result<Spaces, ()> {
        let mut set = Spaces::NONE;
        if text == "none" {
            return Ok(set);
        }
        for word in text.split('+') {
            set.insert(*Space::ALL.iter().find(|s| s.name() == word).ok_or(())?);
        }
        Ok(set)
    }
}

/// What a function, with all that it calls, may do beyond its own objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Spaces of the memory that it may read.
    pub reads: Spaces,
    /// Spaces of the memory that it may write, or see written by other threads because it waits for them.
    pub writes: Spaces,
    /// Threads may wait for each other in it, or exchange values.
    pub converges: bool,
}

impl Summary {
    /// True where the other one tells of nothing that this does not.
    pub fn covers(self, other: Summary) -> bool {
        self.reads.covers(other.reads)
            && self.writes.covers(other.writes)
            && (self.converges || !other.converges)
    }
}
