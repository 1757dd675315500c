//! Which passes ran, and whether they changed something.

use crate::driver::observe::{Observer, Step};
use crate::kit::stats::Stats;
use std::time::Duration;

/// Keeps the passes that ran.
#[derive(Debug, Default)]
pub struct Ran {
    /// By name, in order.
    pub passes: Vec<&'static str>,
    /// One of them changed something.
    pub changed: bool,
}

impl Observer for Ran {
    fn ran(&mut self, step: &Step<'_>, stats: &Stats, _: Duration) {
        self.passes.push(step.pass);
        self.changed |= stats.changed();
    }
}
