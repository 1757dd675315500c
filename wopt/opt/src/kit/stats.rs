//! Named counters of a pass, and figures.
//!
//! Idea: a counter says what a pass did, and one that moved says that something changed. A figure says what the code is like: who measures
//! changes nothing.

/// What a pass did, for `--stats` and for the runner to know whether anything changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The pass.
    pub pass: &'static str,
    /// Counters in the order they were added; those at zero are not kept.
    pub counters: Vec<(&'static str, u64)>,
    /// What was measured, in the order in which it was; a zero is kept.
    pub figures: Vec<(&'static str, u64)>,
}

impl Stats {
    /// No counter yet.
    pub fn new(pass: &'static str) -> Stats {
        Stats { pass, counters: Vec::new(), figures: Vec::new() }
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

    /// Tells a figure of the code, which is as it was.
    pub fn measure(&mut self, name: &'static str, figure: u64) {
        self.figures.push((name, figure));
    }

    /// True where any counter moved.
    pub fn changed(&self) -> bool {
        !self.counters.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Stats;

    #[test]
    fn figures_are_no_change_and_counters_are() {
        let mut stats = Stats::new("pass");
        stats.measure("units", 7);
        stats.measure("none", 0);
        assert!(!stats.changed());
        assert_eq!(stats.figures, [("units", 7), ("none", 0)]);
        stats.add("moved", 0);
        assert!(!stats.changed());
        stats.add("moved", 1);
        assert!(stats.changed());
    }
}
