//! What each step of a compilation did, and how long it took: `--stats` and `--time-passes`.

use crate::options::Options;
use optx_wopt::Stats;
use optx_wopt::driver::observe::{Observer, Step};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The steps of one compilation, in order.
#[derive(Debug)]
pub(crate) struct Ledger {
    /// The function (nothing for what is of the whole module), what was done, and the time.
    rows: Vec<(String, Stats, Duration)>,
    /// What the code is like is shown too.
    figures: bool,
}

impl Ledger {
    /// One that shows what the options ask for.
    pub(crate) fn new(options: &Options) -> Ledger {
        Ledger { rows: Vec::new(), figures: options.stats }
    }

    /// A step of the whole module, begun then and done now.
    pub(crate) fn step(
        &mut self,
        name: &'static str,
        begin: Instant,
        counters: &[(&'static str, usize)],
    ) {
        let mut stats = Stats::new(name);
        counters.iter().for_each(|&(counter, count)| stats.add(counter, count as u64));
        self.rows.push((String::new(), stats, begin.elapsed()));
    }

    /// What the options ask for: a line a step, of each function its sum, and the sum of all.
    pub(crate) fn text(&self, options: &Options) -> String {
        let mut out = String::new();
        if !options.stats && !options.time_passes {
            return out;
        }
        for (function, stats, time) in &self.rows {
            let whose = if function.is_empty() { "module" } else { function };
            let _ = write!(out, "{whose}: {}", stats.pass);
            if options.time_passes {
                let _ = write!(out, " {}", microseconds(*time));
            }
            if options.stats {
                for (name, count) in stats.counters.iter().chain(&stats.figures) {
                    let _ = write!(out, ", {name} {count}");
                }
            }
            out.push('\n');
        }
        if options.time_passes {
            self.sums(&mut out);
        }
        out
    }

    fn sums(&self, out: &mut String) {
        let sum = |whose: &str| {
            let of = self.rows.iter().filter(|(function, ..)| function == whose);
            of.map(|(_, _, time)| *time).sum::<Duration>()
        };
        let mut functions: Vec<&str> = Vec::new();
        for (function, ..) in &self.rows {
            if !function.is_empty() && functions.last() != Some(&function.as_str()) {
                functions.push(function);
            }
        }
        functions.sort_unstable();
        functions.dedup();
        for function in functions {
            let _ = writeln!(out, "total of {function} = {}", microseconds(sum(function)));
        }
        let all: Duration = self.rows.iter().map(|row| row.2).sum();
        let _ = writeln!(out, "total = {}", microseconds(all));
    }
}

impl Observer for Ledger {
    fn wants_figures(&self) -> bool {
        self.figures
    }

    fn ran(&mut self, step: &Step<'_>, stats: &Stats, time: Duration) {
        self.rows.push((step.function.to_owned(), stats.clone(), time));
    }
}

fn microseconds(time: Duration) -> String {
    format!("{:.1} us", time.as_secs_f64() * 1e6)
}
