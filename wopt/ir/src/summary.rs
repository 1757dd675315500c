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

/// A set of a call's operands, by number. Those from [`Operands::COUNT`] on are in no set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operands(u64);

impl Operands {
    /// No operand.
    pub const NONE: Operands = Operands(0);
    /// So many operands are told apart.
    pub const COUNT: usize = 64;

    /// Adds an operand; one that no set can hold stays out.
    pub fn insert(&mut self, k: usize) {
        if k < Operands::COUNT {
            self.0 |= 1 << k;
        }
    }

    /// True for an operand of the set.
    pub fn contains(self, k: usize) -> bool {
        k < Operands::COUNT && self.0 & (1 << k) != 0
    }

    /// True for the empty set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The operands of either set.
    pub fn or(self, other: Operands) -> Operands {
        Operands(self.0 | other.0)
    }

    /// The operands of both sets.
    pub fn and(self, other: Operands) -> Operands {
        Operands(self.0 & other.0)
    }

    /// The operands of this set that are not of the other.
    pub fn without(self, other: Operands) -> Operands {
        Operands(self.0 & !other.0)
    }
}

/// Where the pointer leads that a function returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Returned {
    /// It may lead anywhere, or is none.
    #[default]
    Anything,
    /// The function does not return.
    Nothing,
    /// It is null.
    Null,
    /// Into this space; null too where the space is the global one, whose addresses are the same numbers generic.
    Into(Space),
}

impl Returned {
    /// True where what this says holds if the other one does.
    pub fn covers(self, other: Returned) -> bool {
        use Returned::{Anything, Into, Nothing, Null};
        let fits = matches!((self, other), (_, Nothing) | (Into(Space::Global), Null));
        self == Anything || self == other || fits
    }
}

impl fmt::Display for Returned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Returned::Anything => "anything",
            Returned::Nothing => "nothing",
            Returned::Null => "null",
            Returned::Into(space) => space.name(),
        })
    }
}

impl std::str::FromStr for Returned {
    type Err = ();

    fn from_str(text: &str) -> Result<Returned, ()> {
        let spaces = [Space::Global, Space::Shared, Space::Constant].map(Returned::Into);
        let mut all = [Returned::Nothing, Returned::Null].into_iter().chain(spaces);
        all.find(|returned| returned.to_string() == text).ok_or(())
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
    /// A thread may end in it for good: by a trap, or by inline PTX.
    pub may_end: bool,
    /// Operands whose address it gives to nobody: it neither stores nor returns it, nor hands it on to who may.
    pub kept: Operands,
    /// Kept operands through whose address it may read.
    pub read: Operands,
    /// Kept operands through whose address it may write.
    pub written: Operands,
    /// Where the pointer leads that it returns.
    pub returned: Returned,
}

impl Summary {
    /// True where the other one tells of nothing that this does not.
    pub fn covers(self, other: Summary) -> bool {
        let told = |all: Operands, own: Operands| all.and(self.kept).without(own).is_empty();
        self.reads.covers(other.reads)
            && self.writes.covers(other.writes)
            && (self.converges || !other.converges)
            && (self.may_end || !other.may_end)
            && self.kept.without(other.kept).is_empty()
            && told(other.read, self.read)
            && told(other.written, self.written)
            && self.returned.covers(other.returned)
    }
}

/// As the text form has it, without its parentheses: `summary none generic diverges (ends) (keeps 0 writes) (returns global)`.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let converges = if self.converges { "converges" } else { "diverges" };
        write!(f, "summary {} {} {converges}", self.reads, self.writes)?;
        if self.may_end {
            write!(f, " (ends)")?;
        }
        for k in (0..Operands::COUNT).filter(|&k| self.kept.contains(k)) {
            let does = match (self.read.contains(k), self.written.contains(k)) {
                (false, false) => "none",
                (true, false) => "reads",
                (false, true) => "writes",
                (true, true) => "reads+writes",
            };
            write!(f, " (keeps {k} {does})")?;
        }
        if self.returned != Returned::Anything {
            write!(f, " (returns {})", self.returned)?;
        }
        Ok(())
    }
}
