//! The observers that the command's options ask for, what prints ([`Printer`]) and what limits ([`Limit`]), and one that tells what ran ([`Ran`]).

mod limit;
mod printer;
mod ran;
mod tape;

pub use limit::{Limit, Offered};
pub use printer::Printer;
pub use ran::Ran;
pub use tape::Tape;

use super::observe::When;

/// What a user asks to see, and how far to go.
#[derive(Clone, Debug, Default, Hash)]
pub struct Asked {
    /// Print the IR before or after these passes.
    pub print: Vec<(When, String)>,
    /// Print after every pass.
    pub print_all: bool,
    /// With the printing options: only lines that the pass changed.
    pub print_diff: bool,
    /// Only functions of this name (source or PTX) are printed.
    pub filter: Option<String>,
    /// Print these analyses behind every pass, or behind those that are printed.
    pub print_analysis: Vec<String>,
    /// Run so many optional passes in all, then no more.
    pub bisect_limit: Option<u64>,
}

impl Asked {
    /// Whether anything is to be printed.
    pub fn prints_anything(&self) -> bool {
        self.print_all
            || self.print_diff
            || !self.print.is_empty()
            || !self.print_analysis.is_empty()
    }
}
