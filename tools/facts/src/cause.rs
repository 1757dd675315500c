//! A link of a chain of causes.

use crate::site::Site;

/// A link of a chain of causes: what is before it varies because of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Where it is; of `threadIdx`, the statement that reads it.
    pub at: Site,
    /// Its text in the source.
    pub text: String,
    /// How it acts.
    pub by: Effect,
}

/// How a cause acts on what is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// That is computed from it.
    Operand,
    /// That is loaded from there.
    Address,
    /// That hangs on which way its branch goes.
    Branch,
    /// That hangs on how often a loop runs that it ends.
    Rounds,
    /// By way of causes that are not told.
    Rest,
}

impl Effect {
    /// The word of reports.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Operand => "operand",
            Effect::Address => "address",
            Effect::Branch => "branch",
            Effect::Rounds => "rounds",
            Effect::Rest => "rest",
        }
    }
}
