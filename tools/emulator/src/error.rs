//! What can go wrong: a text that does not load, and a kernel that does not run.

use std::fmt;

/// Why PTX text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The line of the PTX text, from 1; 0 when no single line is to blame.
    pub line: u32,
    /// What is wrong, in words.
    pub message: String,
}

impl LoadError {
    /// An error at a line of the PTX text.
    pub fn new(line: u32, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            write!(f, "PTX: {}", self.message)
        } else {
            write!(f, "PTX line {}: {}", self.line, self.message)
        }
    }
}

impl std::error::Error for LoadError {}

/// The kind of a failure at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunErrorKind {
    /// An access outside every buffer, or inside a buffer's guard.
    OutOfBounds,
    /// An address that is no multiple of the access size.
    Misaligned,
    /// A write to constant or read-only memory.
    ReadOnly,
    /// A use of a register or of memory that was never written.
    Uninitialised,
    /// A barrier reached by only some threads, different barriers, or a misused thread mask.
    Barrier,
    /// No thread can go on.
    Deadlock,
    /// The instruction budget is used up.
    Budget,
    /// The kernel executed `trap`.
    Trap,
    /// An assertion failed.
    Assertion,
    /// The launch itself is wrong: no such kernel, wrong arguments, a shape beyond the limits.
    Launch,
    /// Claims do not fit the kernel.
    Claims,
}

impl RunErrorKind {
    /// The short name of the kind, as reports print it.
    pub fn name(self) -> &'static str {
        match self {
            Self::OutOfBounds => "out of bounds",
            Self::Misaligned => "misaligned address",
            Self::ReadOnly => "write to read-only memory",
            Self::Uninitialised => "use of what was never written",
            Self::Barrier => "barrier misuse",
            Self::Deadlock => "deadlock",
            Self::Budget => "instruction budget exceeded",
            Self::Trap => "trap",
            Self::Assertion => "assertion failure",
            Self::Launch => "launch error",
            Self::Claims => "claims",
        }
    }

    /// Whether the kernel went wrong while running, as opposed to a launch that never started.
    pub fn is_kernel_fault(self) -> bool {
        !matches!(self, Self::Launch | Self::Claims)
    }
}

/// The place of a failure at run time, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The kernel's name.
    pub kernel: String,
    /// The line of the PTX text, from 1; 0 when unknown.
    pub ptx_line: u32,
    /// Source file and line, where `.loc` tells.
    pub source: Option<(String, u32)>,
    /// The block's index.
    pub block: Option<[u32; 3]>,
    /// The thread's index inside the block.
    pub thread: Option<[u32; 3]>,
}

/// A failure of a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// What kind of failure.
    pub kind: RunErrorKind,
    /// What happened, in words.
    pub message: String,
    /// Where.
    pub place: Box<Place>,
}

impl RunError {
    /// A failure that has no place inside a kernel.
    pub fn launch(message: impl Into<String>) -> Self {
        Self { kind: RunErrorKind::Launch, message: message.into(), place: Box::default() }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.message)?;
        self.place.fmt(f)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = self;
        if !p.kernel.is_empty() {
            write!(f, "\n  in kernel {}", p.kernel)?;
        }
        if p.ptx_line != 0 {
            write!(f, ", PTX line {}", p.ptx_line)?;
        }
        if let Some((file, line)) = &p.source {
            write!(f, " ({file}:{line})")?;
        }
        if let Some([x, y, z]) = p.block {
            write!(f, ", block ({x},{y},{z})")?;
        }
        if let Some([x, y, z]) = p.thread {
            write!(f, ", thread ({x},{y},{z})")?;
        }
        Ok(())
    }
}

/// Something worth a note about a launch that went well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it is, in words.
    pub message: String,
    /// Where.
    pub place: Place,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "note: {}{}", self.message, self.place)
    }
}

impl std::error::Error for RunError {}
