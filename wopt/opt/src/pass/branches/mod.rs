//! Passes over the graph: branches that are decided, joined or made selections, critical edges.

pub mod if_conversion;
pub mod simplify_cfg;
pub mod split_edges;
