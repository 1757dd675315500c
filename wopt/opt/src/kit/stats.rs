//! Named counters of a pass.

/// What a pass did, for `--stats` and for the runner to know whether anything changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The pass.
    pub pass: &'static str,
    /// Counters in the order they were added; those at zero are not kept.
    pub counters: Vec<(&'static str, u64)>,
}

impl Stats {
    /// No counter yet.
    pub fn new(pass: &'static str) -> Stats {
        Stats { pass, counters: Vec::new() }
    }

    /// Adds to a counter.
    pub fn add(&mut self, name: &'static str, count: u64) {
        if count == 0 {
            return;
        }
        match self.counters.iter_mut().find(|(n, _)| *n == name) {
            Some((_, total)) => *total += count,
            None => self.counters.push((name, count)),
        }
    }

    /// True where any counter moved.
    pub fn changed(&self) -> bool {
        !self.counters.is_empty()
    }
}
