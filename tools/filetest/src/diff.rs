//! A unified diff.

use similar::{Algorithm, TextDiff};

/// What makes the second text of the first, with three lines of context; empty where they are equal.
pub fn unified(before: &str, after: &str) -> String {
    let lines = TextDiff::configure().algorithm(Algorithm::Lcs).diff_lines(before, after);
    lines.unified_diff().context_radius(3).to_string()
}
