//! How a value differs between threads, in the words of the source.
//!
//! Idea: the states of [`optx_wopt::analysis::variance`] name nodes of the IR where a coefficient is no number; here it has the text of what it is.

use optx_wopt::analysis::variance::Coef;

/// The axes of `threadIdx`, and whether it hangs on the lane.
pub use optx_wopt::analysis::variance::Axes;

/// A coefficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coefficient {
    /// This number.
    Known(i64),
    /// A value that threads share, in the words of the source where it has any.
    Symbolic(String),
    /// Any dependence.
    Unknown,
}

/// What is left of a value where no axis is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// This number.
    Const(i64),
    /// A value that the block shares.
    Uniform,
    /// Nothing is said.
    Unknown,
}

/// How a value differs between threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Along x, y and z of `threadIdx`.
    pub axes: [Coefficient; 3],
    /// Along the lanes of a warp.
    pub lane: Coefficient,
    /// The rest.
    pub base: Base,
    /// It leans on a barrier that all threads are trusted to reach.
    pub trusted: bool,
}

impl State {
    /// The axes that it varies on, as letters.
    pub fn mask(&self) -> String {
        let varies = |k: &usize| self.axes[*k] != Coefficient::Known(0);
        (0..3).filter(varies).map(|k| ["x", "y", "z"][k]).collect()
    }

    /// One value a block.
    pub fn is_block_uniform(&self) -> bool {
        self.axes.iter().all(|c| *c == Coefficient::Known(0))
    }

    /// One value a warp.
    pub fn is_warp_uniform(&self) -> bool {
        self.lane == Coefficient::Known(0)
    }
}

/// Letters of the axes of the block among some.
pub fn axes_text(axes: Axes) -> String {
    (0..3).filter(|&k| axes.has(Axes::axis(k))).map(|k| ["x", "y", "z"][k]).collect()
}

/// A coefficient that is known.
pub(crate) fn known(coef: Coef) -> Option<i64> {
    match coef {
        Coef::Known(c) => Some(c),
        Coef::Top => Some(0),
        Coef::Symbolic(_) | Coef::Unknown => None,
    }
}
