//! `--print-before`, `--print-after(-all)`, `--print-diff`, `--print-analysis` and `--filter-kernel`: the code at steps, as text.

use super::{Asked, Tape};
use crate::driver::line_diff::line_diff;
use crate::driver::observe::{CodeKind, Observer, Step, View, When};
use crate::driver::snapshot::Snapshot;

/// Prints what was asked for.
#[derive(Debug)]
pub struct Printer {
    asked: Asked,
    tape: Tape,
    /// Texts before the step at hand, where the difference is asked for; of steps over a module one a function.
    old: Vec<Old>,
}

/// A function's text before a step.
#[derive(Debug)]
struct Old {
    symbol: String,
    kind: CodeKind,
    text: String,
}

impl Printer {
    /// One that writes to a tape.
    pub fn new(asked: Asked, tape: Tape) -> Printer {
        Printer { asked, tape, old: Vec::new() }
    }

    /// Whether a step is printed, before or behind it.
    fn prints(&self, step: &Step<'_>, when: When) -> bool {
        let asked = &self.asked;
        let named = asked.print.iter().any(|(w, pass)| *w == when && pass == step.pass);
        let shown = named || (when == When::After && asked.print_all);
        let of = |name: &String| *name == step.function || *name == step.symbol;
        shown && asked.filter.as_ref().is_none_or(of)
    }

    /// The text of a function before the step at hand.
    fn take_old(&mut self, step: &Step<'_>) -> Option<Old> {
        let k = self.old.iter().position(|old| old.symbol == step.symbol)?;
        Some(self.old.swap_remove(k))
    }

    fn analyses(&self, step: &Step<'_>, view: &View<'_>) {
        for name in &self.asked.print_analysis {
            if let Some(text) = view.analysis(name) {
                let Step { pass, function, .. } = step;
                self.tape.put(&format!("; {name} after {pass} on {function}\n{text}"));
            }
        }
    }
}

impl Observer for Printer {
    fn before(&mut self, step: &Step<'_>, view: &View<'_>) {
        self.take_old(step);
        let before = self.prints(step, When::Before);
        let diff = self.asked.print_diff && self.prints(step, When::After);
        if !before && !diff {
            return;
        }
        let text = view.text();
        if before {
            let Step { pass, function, .. } = step;
            self.tape.put(&format!("; before {pass} on {function}\n{text}"));
        }
        if diff {
            self.old.push(Old { symbol: step.symbol.to_owned(), kind: view.kind(), text });
        }
    }

    fn after(&mut self, step: &Step<'_>, view: &View<'_>) {
        let is_printed = self.prints(step, When::After);
        if is_printed {
            let text = view.text();
            // What became of another kind has no line in common.
            let changed = match self.take_old(step).filter(|old| old.kind == view.kind()) {
                Some(old) => line_diff(&old.text, &text),
                None => text,
            };
            let nothing = if changed.is_empty() { ": nothing changes" } else { "" };
            let Step { pass, function, .. } = step;
            self.tape.put(&format!("; after {pass} on {function}{nothing}\n{changed}"));
        }
        if is_printed || self.asked.print.is_empty() && !self.asked.print_all {
            self.analyses(step, view);
        }
    }

    fn broken(&mut self, step: &Step<'_>, snapshot: &Snapshot) {
        let Step { pass, function, .. } = step;
        self.tape.put(&format!("; broken by {pass} on {function}\n{}", snapshot.text()));
    }
}
