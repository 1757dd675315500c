//! What pragmas say of warnings from their place on: `nv_diag_suppress`, `nv_diagnostic push`, `GCC diagnostic ignored`.
//!
//! A warning is judged by the switches that are read before its place, whatever phase finds it: when all are known the list is gone through once more.
//! Cost: linear in warnings times switches, and nothing where there are no switches.

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
    fn selects(&self, code: Code) -> bool {
        warning_rows().iter().any(|row| {
            row.code == code
                && match self {
                    Selector::Number(number) => row.numbers.contains(number),
                    Selector::Name(name) => row.name == name,
                }
        })
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
        self.switches.push(Placed { at, switch });
    }

    /// Judges what was told so far by the switches: takes out what is not to be told, and makes errors of what is to be one. Headers of the system are quiet.
    pub fn settle(&mut self, map: &SourceMap) {
        let quiet = |d: &Diagnostic| {
            let file = map.file_of(map.outermost(d.span)).and_then(|id| map.file(id));
            file.is_some_and(|file| file.system)
        };
        let system = !self.states.tells_of_system_headers() && map.files().iter().any(|f| f.system);
        if self.switches.is_empty() && !system {
            return;
        }
        let order: Vec<Vec<u32>> =
            self.switches.iter().map(|placed| map.reading_order(placed.at)).collect();
        let list = std::mem::take(&mut self.list);
        let (mut errors, mut warnings) = (0, 0);
        let mut kept = Vec::with_capacity(list.len());
        for mut d in list {
            let is_warning = d.code.severity() == Severity::Warning;
            let was_error = d.severity == Severity::Error;
            if is_warning {
                if system && quiet(&d) {
                    errors += u32::from(was_error);
                    warnings += u32::from(!was_error);
                    continue;
                }
                let state = self.state_at(d.code, &map.reading_order(d.span), &order);
                match state {
                    Some(State::Off) => {
                        errors += u32::from(was_error);
                        warnings += u32::from(!was_error);
                        continue;
                    }
                    Some(State::Error) if !was_error => {
                        d.severity = Severity::Error;
                        self.errors += 1;
                        warnings += 1;
                    }
                    Some(State::On) if was_error => {
                        d.severity = Severity::Warning;
                        self.warnings += 1;
                        errors += 1;
                    }
                    _ => {}
                }
            }
            kept.push(d);
        }
        self.list = kept;
        self.errors = self.errors.saturating_sub(errors);
        self.warnings = self.warnings.saturating_sub(warnings);
    }

    /// What switches make of a warning at a place; `None` where no switch speaks of it.
    fn state_at(&self, code: Code, at: &[u32], order: &[Vec<u32>]) -> Option<State> {
        let mut kept = Vec::new();
        let mut state = None;
        for (placed, _) in self.switches.iter().zip(order).filter(|(_, read)| &read[..] < at) {
            match &placed.switch {
                Switch::Push => kept.push(state),
                Switch::Pop => state = kept.pop().unwrap_or(None),
                Switch::Set(selector, new) if selector.selects(code) => state = *new,
                Switch::Set(..) => {}
            }
        }
        state
    }
}
