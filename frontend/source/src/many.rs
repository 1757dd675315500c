//! A thousand warnings of one kind: so many are kept, and the others counted. Where there are pragmas of warnings more are kept, since they may take
//! back those that come first.

use crate::{Code, Diagnostic, Diagnostics};

/// So many warnings of one kind are kept; more are counted.
const MOST_KEPT: u32 = 1024;

/// So many where pragmas may take some back.
const MOST_SWITCHED: u32 = 16 * MOST_KEPT;

/// Warnings of one kind.
#[derive(Debug, Clone)]
pub(crate) struct Kind {
    code: Code,
    kept: u32,
    uncounted: u32,
}

impl Diagnostics {
    /// Takes a warning, or counts it where there are very many of its kind.
    pub(crate) fn push_warning(&mut self, d: Diagnostic) {
        if self.repeats(&d) {
            return;
        }
        let kind = match self.kinds.iter_mut().find(|kind| kind.code == d.code) {
            Some(kind) => kind,
            None => {
                self.kinds.push(Kind { code: d.code, kept: 0, uncounted: 0 });
                let last = self.kinds.len() - 1;
                &mut self.kinds[last]
            }
        };
        let most = if self.switches.is_empty() { MOST_KEPT } else { MOST_SWITCHED };
        if kind.kept >= most {
            kind.uncounted += 1;
            return;
        }
        kind.kept += 1;
        self.warnings += 1;
        self.list.push(d);
    }

    /// How many warnings of a kind there were past those that were kept.
    #[must_use]
    pub fn uncounted(&self, code: Code) -> u32 {
        self.kinds.iter().find(|kind| kind.code == code).map_or(0, |kind| kind.uncounted)
    }
}
