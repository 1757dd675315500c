//! Which step of the pipeline changes a result.
//!
//! Idea: optional steps (a pass on a function) are numbered as they come, and `--opt-bisect-limit=N` runs the first N. The
//! result without any is taken to be right; where that with all of them is wrong, a limit between them is the first that is
//! wrong while the one before it is right. Halving finds such a limit in log2(N) compilations.
//!
//! Source: LLVM's `-opt-bisect-limit`, and `git bisect`.
//! Limits: halving assumes that what is wrong stays wrong. Where a later step hides a mistake again, the step found still
//! changes a right result into a wrong one, but need not be the first that does; [`Bisection::Step`] tells which of the later
//! limits that are tried are right again, and [`every`] finds the first of all by trying each.
//! Cost: log2(N) trials to find it, log2(N) more to look behind it; N for [`every`].

use crate::Ptx;

/// An optional step of a compilation, by its number from 1: with a limit of one less it is the first that does not run.
pub use optx_wopt::driver::observers::Offered as Step;

/// Lists the steps of a compilation as they come, and lets so many of them run.
pub use optx_wopt::driver::observers::Limit;

/// The optional steps of a compilation under `--opt-bisect-limit`, whether they ran or not. A step that does not run has no steps behind it: under a
/// limit of N the first N + 1 are those of a compilation without one, and all are only where all run.
pub fn steps(compiled: &Ptx) -> Vec<Step> {
    compiled.steps().to_vec()
}

/// What the result under a limit is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trial {
    /// As it should be.
    Right,
    /// Not so; why: it does not compile, it goes wrong as it runs, its outputs differ.
    Wrong(String),
}

impl Trial {
    fn is_right(&self) -> bool {
        *self == Trial::Right
    }
}

/// What came of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bisection {
    /// With all steps it is right.
    Nothing,
    /// Without any step it is wrong already; why.
    Before(String),
    /// The step of this number makes it wrong.
    Step {
        /// The number.
        number: u64,
        /// What is wrong then.
        why: String,
        /// Later limits, of those tried, with which it is right again.
        right_again: Vec<u64>,
    },
}

/// Finds, among so many steps, one that makes the result wrong, by halving. `trial` says what the result under a limit is.
pub fn halve(steps: u64, mut trial: impl FnMut(u64) -> Trial) -> Bisection {
    if let Trial::Wrong(why) = trial(0) {
        return Bisection::Before(why);
    }
    let Trial::Wrong(mut why) = (if steps == 0 { Trial::Right } else { trial(steps) }) else {
        return Bisection::Nothing;
    };
    // Right with the lower limit, wrong with the upper one.
    let (mut lower, mut upper) = (0, steps);
    let mut wrong = vec![steps];
    while upper - lower > 1 {
        let middle = lower + (upper - lower) / 2;
        match trial(middle) {
            Trial::Right => lower = middle,
            Trial::Wrong(other) => {
                (upper, why) = (middle, other);
                wrong.push(middle);
            }
        }
    }
    let mut right_again = Vec::new();
    let mut gap = 1;
    while upper + gap < steps {
        if !wrong.contains(&(upper + gap)) && trial(upper + gap).is_right() {
            right_again.push(upper + gap);
        }
        gap *= 2;
    }
    Bisection::Step { number: upper, why, right_again }
}

/// As [`halve`], by trying every limit: the first step of all that makes it wrong, also where a later one hides that again.
pub fn every(steps: u64, mut trial: impl FnMut(u64) -> Trial) -> Bisection {
    if let Trial::Wrong(why) = trial(0) {
        return Bisection::Before(why);
    }
    let mut found = None;
    let mut right_again = Vec::new();
    for limit in 1..=steps {
        match trial(limit) {
            Trial::Wrong(why) if found.is_none() => found = Some((limit, why)),
            Trial::Right if found.is_some() => right_again.push(limit),
            _ => {}
        }
    }
    match found {
        Some((number, why)) => Bisection::Step { number, why, right_again },
        None => Bisection::Nothing,
    }
}
