//! Spans and positions: small copyable values.

use std::fmt;

/// A range of positions in the source map's address space, `lo` included and `hi` not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First position.
    pub lo: u32,
    /// Position after the last.
    pub hi: u32,
}

impl Span {
    /// The span of nothing in particular; resolves to no place.
    pub const NONE: Span = Span { lo: 0, hi: 0 };

    /// A span from `lo` up to `hi`.
    #[must_use]
    pub fn new(lo: u32, hi: u32) -> Span {
        Span { lo, hi }
    }

    /// Whether this is [`Span::NONE`].
    #[must_use]
    pub fn is_none(self) -> bool {
        self.lo == 0
    }

    /// The span from the start of `self` to the end of `end`. Where the two do not lie in this order
    /// (one comes from a macro expansion and the other does not), `self` alone.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        if self.is_none() {
            return end;
        }
        if end.hi >= self.hi && end.lo >= self.lo { Span { lo: self.lo, hi: end.hi } } else { self }
    }

    /// The empty span at the end of `self`.
    #[must_use]
    pub fn after(self) -> Span {
        Span { lo: self.hi, hi: self.hi }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)
    }
}

/// A file of the source map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FileId(pub u32);

impl fmt::Display for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A place in a file, as statements of the intermediate forms carry it: 12 bytes, copyable.
/// Lines and columns count from 1; line 0 means "no place".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pos {
    /// The file (after `#line`, the file that the directive names).
    pub file: FileId,
    /// The line, from 1; 0 where there is no place.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

impl Pos {
    /// No place.
    pub const NONE: Pos = Pos { file: FileId(0), line: 0, column: 0 };

    /// Whether this is no place.
    #[must_use]
    pub fn is_none(self) -> bool {
        self.line == 0
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
