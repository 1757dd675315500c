//! What follows from something that is absent, and is not told.
//!
//! Idea: a program that needs what the compiler lacks cannot be compiled, whatever else is said of it. What cannot be read is unknown to all
//! that names it, so that one absent form may be followed by a hundred errors that are none. A few errors behind the first absence
//! are the program's own, and told; many are taken for its consequences. Of what is absent for one reason the first places stand for all.
//!
//! Legality: nothing is dropped where nothing is absent; what is dropped is counted, and a program with errors stays one.

use crate::{Diagnostic, Diagnostics, Severity};

/// So many errors behind an absence are told.
const FOLLOWING: usize = 5;
/// So many places of one absence are told.
const PLACES: usize = 3;

impl Diagnostics {
    /// Leaves out the errors that follow from what is absent, and all but the first places of each absence.
    pub fn leave_out_what_follows(&mut self) {
        let Some(first) = self.list.iter().position(Diagnostic::is_absence) else { return };
        let is_other = |d: &Diagnostic| d.severity == Severity::Error && !d.is_absence();
        let others = self.list[first..].iter().filter(|d| is_other(d)).count();
        let mut reasons: Vec<(&'static str, String, usize)> = Vec::new();
        let list = std::mem::take(&mut self.list);
        let mut kept = Vec::with_capacity(list.len());
        for (k, d) in list.into_iter().enumerate() {
            let told = match d.is_absence() {
                true => is_among_first(&d, &mut reasons),
                false => k < first || !is_other(&d) || others <= FOLLOWING,
            };
            match told {
                true => kept.push(d),
                false => self.dropped = self.dropped.saturating_add(1),
            }
        }
        self.list = kept;
    }
}

/// Whether few have been told for the same reason: the same code, and the same message but for names.
fn is_among_first(d: &Diagnostic, reasons: &mut Vec<(&'static str, String, usize)>) -> bool {
    let reason: String = d.message.split('`').step_by(2).collect();
    match reasons.iter_mut().find(|r| r.0 == d.code.0 && r.1 == reason) {
        Some(known) => {
            known.2 += 1;
            known.2 <= PLACES
        }
        None => {
            reasons.push((d.code.0, reason, 1));
            true
        }
    }
}
