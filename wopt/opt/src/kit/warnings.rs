//! What is wrong with the source, as passes tell it.

use optx_source::Code;
use optx_whirl::{Loc, Pos};

/// What is wrong with the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The function, as the source names it.
    pub function: String,
    /// Which warning.
    pub code: Code,
    /// Where.
    pub loc: Loc,
    /// The variable that it is about: within the place, its first naming is meant.
    pub word: Option<String>,
    /// What is told.
    pub message: String,
    /// What belongs to it at other places.
    pub notes: Vec<(Spot, String)>,
}

/// Where a note of a warning points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// To a statement, or a part of one.
    At(Loc),
    /// To a declaration.
    Declared(Pos),
}

/// A use of a variable that may be unset, in one of the copies of its text.
#[derive(Clone, Debug)]
pub(crate) struct Unset {
    /// Where the variable is declared, and its name: what tells the copies of one text.
    pub(crate) variable: (Pos, String),
    /// Where it is used.
    pub(crate) used: Pos,
    /// Nothing sets it on any way there.
    pub(crate) sure: bool,
    pub(crate) warning: Warning,
}
