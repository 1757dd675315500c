//! The names of the steps that come before the pipeline's.

/// The step that makes VH WHIRL of a source.
pub const FRONTEND: &str = "frontend";
/// The step that lowers VH to M WHIRL.
pub const LOWERING: &str = "vho";
