//! Who watches a compilation: those that its options ask for, and those that the caller brings.

use crate::ledger::Ledger;
use crate::options::Options;
use optx_wopt::driver::observe::{self, Observer, Observers, When};
use optx_wopt::driver::observers::{Limit, Offered, Printer, Tape};

/// Those that watch a compilation.
pub(crate) struct Watch<'c, 'o> {
    tape: Tape,
    limit: Option<Limit>,
    printer: Option<Printer>,
    pub(crate) ledger: Ledger,
    counts: bool,
    callers: Observers<'c, 'o>,
}

impl<'c, 'o> Watch<'c, 'o> {
    pub(crate) fn new(options: &Options, callers: Observers<'c, 'o>) -> Watch<'c, 'o> {
        let tape = Tape::default();
        let mut asked = options.asked.clone();
        asked.print_all |= asked.print_diff && asked.print.is_empty();
        let limit = asked.bisect_limit.map(|most| Limit::told(most, tape.clone()));
        let printer = asked.prints_anything().then(|| Printer::new(asked, tape.clone()));
        let counts = options.stats || options.time_passes;
        Watch { tape, limit, printer, ledger: Ledger::new(options), counts, callers }
    }

    /// Calls with all of them.
    pub(crate) fn with<T>(&mut self, call: impl FnOnce(Observers<'_, '_>) -> T) -> T {
        let mut all: Vec<&mut dyn Observer> = Vec::new();
        if let Some(limit) = &mut self.limit {
            all.push(limit);
        }
        if let Some(printer) = &mut self.printer {
            all.push(printer);
        }
        if self.counts {
            all.push(&mut self.ledger);
        }
        for observer in self.callers.iter_mut() {
            all.push(&mut **observer);
        }
        call(&mut all)
    }

    /// Tells of a step on WHIRL.
    pub(crate) fn whirl(&mut self, module: &optx_whirl::Module, step: &'static str, when: When) {
        self.with(|observers| observe::whirl(module, step, when, observers));
    }

    /// What was written.
    pub(crate) fn notes(&self) -> String {
        self.tape.take()
    }

    /// The optional steps that came, where they are limited.
    pub(crate) fn offered(&mut self) -> Vec<Offered> {
        self.limit.as_mut().map(|limit| std::mem::take(&mut limit.offered)).unwrap_or_default()
    }
}
