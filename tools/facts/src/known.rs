//! How far a number is known, and why not further.

/// How far a number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known {
    /// It is that for every whole warp all of whose lanes come there, wherever its memory begins.
    Exact,
    /// It is no more for any warp.
    AtMost,
    /// No more is known than what any access of so many bytes keeps to.
    Unknown,
}

impl Known {
    /// The word of reports.
    pub fn name(self) -> &'static str {
        match self {
            Known::Exact => "exact",
            Known::AtMost => "at-most",
            Known::Unknown => "unknown",
        }
    }
}

/// Why something is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// It hangs on where in a sector, or in a word of a bank, the memory of a warp begins.
    Phase,
    /// Whole warps of a block differ.
    Warps,
    /// It hangs on the block's shape, which is not known.
    Shape,
    /// The distance of threads is a value that is known when the kernel runs.
    RuntimeStride,
    /// The distance of threads is not known at all: an index was loaded, say.
    Data,
    /// An index in fewer bits than an address might wrap.
    Wrap,
    /// The address is generic: which memory it leads to is known when the kernel runs.
    Generic,
    /// Copies of the statement differ.
    Copies,
}

impl Doubt {
    /// All of them.
    pub const ALL: [Doubt; 8] = [
        Doubt::Phase,
        Doubt::Warps,
        Doubt::Shape,
        Doubt::RuntimeStride,
        Doubt::Data,
        Doubt::Wrap,
        Doubt::Generic,
        Doubt::Copies,
    ];

    /// The word of reports.
    pub fn name(self) -> &'static str {
        match self {
            Doubt::Phase => "phase",
            Doubt::Warps => "warps",
            Doubt::Shape => "shape",
            Doubt::RuntimeStride => "runtime-stride",
            Doubt::Data => "data",
            Doubt::Wrap => "wrap",
            Doubt::Generic => "generic",
            Doubt::Copies => "copies",
        }
    }
}
