//! What pragmas say of warnings from their place on: `nv_diag_suppress`, `nv_diagnostic push`, `GCC diagnostic ignored`.
//!
//! A warning is judged by the switches that are read before its place, whatever phase finds it: when all are known, both are gone through once
//! in the order in which they are read. Cost: that of sorting both. Without switches the order says nothing and is made all the same: 0.1 us where there
//! are no warnings, 9 us for 80, less than it takes to find their lines.

use crate::warnings::row_of;
use crate::{Code, Diagnostic, Diagnostics, Severity, SourceMap, Span, State, warning_rows};

/// What a pragma switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Keeps what holds.
    Push,
    /// Goes back to what was kept last.
    Pop,
    /// Gives warnings another state; `None` the one that options give.
    Set(Selector, Option<State>),
    /// Of warnings the first is told, and no other.
    Once(Selector),
}

/// Which warnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Those that nvcc gives the number.
    Number(u32),
    /// Those of the name.
    Name(String),
}

impl Selector {
    /// Whether a row of the table of warnings is meant.
    fn selects(&self, row: usize) -> bool {
        let row = &warning_rows()[row];
        match self {
            Selector::Number(number) => row.numbers.contains(number),
            Selector::Name(name) => row.name == name,
        }
    }
}

/// A switch, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub at: Span,
    pub switch: Switch,
}

impl Diagnostics {
    /// Takes a switch, in the order in which they are read.
    pub fn switch(&mut self, at: Span, switch: Switch) {
        if let Switch::Set(selector, Some(State::On | State::Error)) | Switch::Once(selector) =
            &switch
        {
            self.asked.resize(warning_rows().len(), false);
            for (row, asked) in self.asked.iter_mut().enumerate() {
                *asked |= selector.selects(row);
            }
        }
        self.switches.push(Placed { at, switch });
    }

    /// Whether some switch, wherever it stands, asks for warnings with a code.
    pub(crate) fn is_asked_for(&self, code: Code) -> bool {
        row_of(code).is_some_and(|row| self.asked.get(row).copied().unwrap_or(false))
    }

    /// Takes out what was told so far and is not to be told, as switches have it. Headers of the system are quiet.
    pub fn settle(&mut self, map: &SourceMap) {
        let system = !self.states.tells_of_system_headers() && map.files().iter().any(|f| f.system);
        if system || !self.switches.is_empty() {
            self.apply(map, false);
        }
    }

    /// The last word on all that was told: what [`Diagnostics::settle`] does, and what is to be an error becomes one.
    pub fn judge(&mut self, map: &SourceMap) {
        self.apply(map, true);
    }

    fn apply(&mut self, map: &SourceMap, last: bool) {
        let quiet = |d: &Diagnostic| {
            let here = map.file_of(map.outermost(d.span)).and_then(|id| map.file(id));
            // A line marker names a file of which this is the text.
            let said = map.file(map.pos(d.span).file).filter(|_| !d.span.is_none());
            [here, said].iter().flatten().any(|file| file.system)
        };
        let system = !self.states.tells_of_system_headers();
        let verdicts = self.verdicts(map);
        let list = std::mem::take(&mut self.list);
        let mut kept = Vec::with_capacity(list.len());
        for (mut d, verdict) in list.into_iter().zip(verdicts) {
            if d.severity == Severity::Warning {
                let is_off = verdict == State::Off || system && quiet(&d);
                if is_off || last && verdict == State::Error {
                    self.uncount(Severity::Warning);
                }
                if is_off {
                    continue;
                }
                if last && verdict == State::Error {
                    self.count(Severity::Error);
                    d.severity = Severity::Error;
                }
            }
            kept.push(d);
        }
        self.list = kept;
    }

    /// What becomes of each of the list, as options and switches have it; of what is no warning this says nothing.
    fn verdicts(&self, map: &SourceMap) -> Vec<State> {
        let mut switches: Vec<(Vec<u32>, &Switch)> = self
            .switches
            .iter()
            .map(|placed| (map.reading_order(placed.at), &placed.switch))
            .collect();
        switches.sort_by(|a, b| a.0.cmp(&b.0));
        let mut told: Vec<(Vec<u32>, usize, usize)> = Vec::new();
        for (k, d) in self.list.iter().enumerate() {
            if let Some(row) = row_of(d.code) {
                told.push((map.reading_order(d.span), k, row));
            }
        }
        told.sort();
        let mut verdicts = vec![State::On; self.list.len()];
        let mut sweep = Sweep::default();
        let mut switches = switches.into_iter().peekable();
        for (at, k, row) in told {
            while let Some((_, switch)) = switches.next_if(|(read, _)| *read < at) {
                sweep.take(switch);
            }
            let by_options = self.states.of(self.list[k].code);
            verdicts[k] = sweep.verdict(row, by_options);
        }
        verdicts
    }
}

/// What switches say of one row.
#[derive(Clone, Copy, Default)]
struct Held {
    state: Option<State>,
    once: bool,
}

/// What the switches read so far say.
struct Sweep {
    /// By row.
    held: Vec<Held>,
    kept: Vec<Vec<Held>>,
    /// By row: whether one was told.
    told: Vec<bool>,
}

impl Default for Sweep {
    fn default() -> Sweep {
        let rows = warning_rows().len();
        Sweep { held: vec![Held::default(); rows], kept: Vec::new(), told: vec![false; rows] }
    }
}

impl Sweep {
    fn take(&mut self, switch: &Switch) {
        let (selector, new) = match switch {
            Switch::Push => return self.kept.push(self.held.clone()),
            Switch::Pop => {
                let rows = self.held.len();
                self.held = self.kept.pop().unwrap_or_else(|| vec![Held::default(); rows]);
                return;
            }
            Switch::Set(selector, state) => (selector, Held { state: *state, once: false }),
            Switch::Once(selector) => (selector, Held { state: Some(State::On), once: true }),
        };
        for (row, held) in self.held.iter_mut().enumerate() {
            if selector.selects(row) {
                *held = new;
            }
        }
    }

    /// What becomes of the next warning of a row.
    fn verdict(&mut self, row: usize, by_options: State) -> State {
        let held = self.held[row];
        if held.once && self.told[row] {
            return State::Off;
        }
        let state = held.state.unwrap_or(by_options);
        self.told[row] |= state != State::Off;
        state
    }
}
