//! Claims of how values differ between threads and of who comes to blocks of code, and their check at every dynamic instance of a run.
//!
//! *Idea.* A compiler that says "this register is 4 more from each thread to the next" can be held to it: the claim is a
//! statement about the threads of a block that execute one dynamic instance of an instruction ([`crate::observe`]), so a
//! run either keeps it or shows two threads that break it. Claims come as JSON beside the PTX, whoever wrote it;
//! docs/emulator.md describes them.
//!
//! *How.* [`resolve`] binds claims to code positions and registers of a kernel, [`plan`] turns them into elementary checks for
//! a block's shape ("the value less its claimed part is equal among these threads"), [`check`] makes them as an
//! [`Observer`](crate::Observer). The first thread of an instance leaves its normalised value in a [`record`], all others are
//! compared with it. A record is given up when all threads have left its instance. Of a block of code it can be claimed that warps come to it
//! whole: [`whole`] judges that as lanes leave the kernel.
//!
//! *Cost.* A launch without claims pays nothing but the observer's test of a flag. With claims: one look-up each time a warp
//! enters a block of code and a pass over 32 lanes a claim; at most [`MOST_SLOTS`] values are kept, what goes beyond is
//! checked among lanes that execute together and counted as unchecked.
//!
//! Inside irreducible cycles there are no instances: only lane claims of values are checked there, among lanes that execute together.

mod check;
mod failed;
mod lanes;
mod launch;
mod parse;
mod plan;
mod record;
mod report;
mod resolve;
mod state;
mod strengthen;
mod whole;
mod words;

pub use launch::launch_checked;
pub use record::MOST_SLOTS;
pub use report::{ClaimReport, Deed, Violation, Witness};
pub use strengthen::{Strengthened, strengthen};
pub use whole::MOST_OPEN;

use std::fmt;

/// Claims cannot be read, or do not fit the PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimError(pub String);

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "claims: {}", self.0)
    }
}

impl std::error::Error for ClaimError {}

/// The claims of a PTX text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// By kernel.
    pub kernels: Vec<KernelClaims>,
}

/// The claims of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelClaims {
    /// The kernel's name in the PTX.
    pub name: String,
    /// The claims.
    pub claims: Vec<Claim>,
}

/// When a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Behind an instruction that defines the register, over lanes with a true guard.
    Def,
    /// As threads enter the block at a label.
    LiveIn,
    /// At a conditional branch, whose guard the register is.
    Branch,
    /// As threads come to a block, of no register.
    Block,
}

impl At {
    /// The word in the text.
    pub fn name(self) -> &'static str {
        match self {
            At::Def => "def",
            At::LiveIn => "live-in",
            At::Branch => "branch",
            At::Block => "block",
        }
    }
}

/// How a register is widened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extend {
    /// By its sign.
    Signed,
    /// By zeros.
    Unsigned,
}

/// What a value grows by from one thread to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coef {
    /// Nobody knows.
    Unknown,
    /// This.
    Known(i64),
    /// A register, times a number.
    Symbolic {
        /// The register.
        reg: String,
        /// The number.
        scale: i64,
        /// How it is widened to the value's width.
        extend: Option<Extend>,
    },
}

/// What a value is where all coefficients' threads are at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// One value, whichever.
    Uniform,
    /// This.
    Const(i64),
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// When it holds.
    pub at: At,
    /// The instruction's or label's line in the PTX text, from 1.
    pub ptx_line: u32,
    /// The register; empty for a block.
    pub reg: String,
    /// Its width in bits, to which all arithmetic is modulo; 0 for a block.
    pub width: u32,
    /// Coefficients along x, y and z, block-wide.
    pub coef: [Coef; 3],
    /// The coefficient of the lane's number, within a warp.
    pub lane: Coef,
    /// The rest.
    pub base: Base,
    /// One value in the block.
    pub block_uniform: bool,
    /// One value in the warp.
    pub warp_uniform: bool,
    /// Of a block: at each instance all lanes of a warp that live come, or none.
    pub whole_warp: bool,
    /// What the source has there.
    pub source: Option<Source>,
}

impl Claim {
    /// A claim of which nothing is said yet.
    pub fn nothing(at: At, ptx_line: u32, reg: String, width: u32) -> Claim {
        Claim {
            at,
            ptx_line,
            reg,
            width,
            coef: [Coef::Unknown, Coef::Unknown, Coef::Unknown],
            lane: Coef::Unknown,
            base: Base::Uniform,
            block_uniform: false,
            warp_uniform: false,
            whole_warp: false,
            source: None,
        }
    }
}

impl Claims {
    /// Reads the JSON text.
    pub fn parse(text: &str) -> Result<Claims, ClaimError> {
        parse::parse(text)
    }

    /// As JSON text.
    pub fn to_json(&self) -> String {
        parse::to_json(self)
    }

    /// The claims of a kernel.
    pub fn of<'a>(&'a self, kernel: &'a str) -> impl Iterator<Item = &'a Claim> {
        self.kernels.iter().filter(move |k| k.name == kernel).flat_map(|k| &k.claims)
    }
}
