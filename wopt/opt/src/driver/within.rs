//! How far a function is within a row that has steps behind its pass and rounds, as its text says.

/// How far a row is that has steps behind its pass and rounds.
#[derive(Clone, Copy)]
pub(crate) struct Within {
    /// The round, from 1.
    pub(crate) round: u32,
    /// So many of the steps are done in it, or left out.
    pub(crate) steps: usize,
}

impl Within {
    /// The row that a function stands at, and how far it is where it is not through: `full-unrolling:2.1`.
    pub(crate) fn of(at: &str) -> (&str, Option<Within>) {
        let Some((row, within)) = at.split_once(':') else { return (at, None) };
        let within = within.split_once('.').and_then(|(round, steps)| {
            Some(Within { round: round.parse().ok()?, steps: steps.parse().ok()? })
        });
        (row, within)
    }

    pub(crate) fn text(self, row: &str) -> String {
        format!("{row}:{}.{}", self.round, self.steps)
    }
}

/// The row that a function stands at, by what its text says: [`optx_ir::Func::at`].
pub fn row_of(at: &str) -> &str {
    Within::of(at).0
}
