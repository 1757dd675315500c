//! What a verifier tells.

use crate::ids::{BbId, StmtId};
use std::fmt;

/// A broken invariant, and where it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The block.
    pub bb: Option<BbId>,
    /// The statement, where it is one's.
    pub stmt: Option<StmtId>,
    /// What is wrong.
    pub rule: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bb {
            Some(bb) => write!(f, "{bb}: {}", self.rule),
            None => f.write_str(&self.rule),
        }
    }
}

impl From<String> for Violation {
    fn from(rule: String) -> Violation {
        Violation { bb: None, stmt: None, rule }
    }
}
