//! Bisection: so many optional steps run and no more, and which they were.

use super::Tape;
use crate::driver::observe::{Observer, Step};

/// An optional step that came, whether it ran or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Its number, from 1.
    pub number: u64,
    /// The pass.
    pub pass: &'static str,
    /// The function, as the source calls it.
    pub function: String,
}

/// Lets so many optional steps run.
#[derive(Debug, Default)]
pub struct Limit {
    most: u64,
    tape: Option<Tape>,
    /// The steps that came, in order.
    pub offered: Vec<Offered>,
}

impl Limit {
    /// One that tells of each step, as `--opt-bisect-limit` does.
    pub fn told(most: u64, tape: Tape) -> Limit {
        Limit { tape: Some(tape), ..Limit::silent(most) }
    }

    /// One that tells nothing.
    pub fn silent(most: u64) -> Limit {
        Limit { most, tape: None, offered: Vec::new() }
    }
}

impl Observer for Limit {
    fn admits(&mut self, step: &Step<'_>, number: u64) -> bool {
        let runs = number <= self.most;
        let Step { pass, function, .. } = step;
        if let Some(tape) = &self.tape {
            let word = if runs { "running" } else { "NOT running" };
            tape.put(&format!("BISECT: {word} pass ({number}) {pass} on {function}\n"));
        }
        self.offered.push(Offered { number, pass, function: (*function).to_owned() });
        runs
    }
}
