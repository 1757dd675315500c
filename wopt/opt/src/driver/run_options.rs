//! What is asked of the runner, and what it found.

use super::snapshot::Snapshot;
use crate::analysis::variance::given::Given;
use crate::kit::warnings::Warning;
use optx_whirl::{Remark, RemarksAsked};

/// What a user asks of the runner.
#[derive(Clone, Debug, Default, Hash)]
pub struct RunOptions {
    /// Take functions, and what else has no order, in another one.
    pub shuffle_seed: Option<u64>,
    /// Verify after every pass; debug builds always do.
    pub verify: bool,
    /// Stop after this pass, or after [`super::pipeline::BUILD`].
    pub stop_after: Option<String>,
    /// What is known of a kernel's launches, for the states of registers ([`Given`]).
    pub given: Given,
    /// Launches that are meant, by the kernel's name in the source or in PTX: of them warnings and reports of barriers speak, and nothing else.
    pub launches: Vec<(String, [u32; 3])>,
    /// What passes are asked to say of the source.
    pub remarks: RemarksAsked,
}

/// What the runner found, for the caller to show.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What passes said of the source, in the order in which they ran.
    pub remarks: Vec<Remark>,
    /// What is wrong with the source.
    pub warnings: Vec<Warning>,
    /// Broken invariants, with pass and function: a bug in the compiler.
    pub violations: Vec<String>,
    /// The code that a pass broke first, with what is wrong where it is.
    pub broken: Option<Snapshot>,
}
