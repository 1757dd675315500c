//! Source map, spans, diagnostics and limits.
//!
//! Every byte of every file has one position in a single 32-bit address space, and so has every byte of
//! every macro expansion; a [`Span`] is two such positions. The [`SourceMap`] turns a span into a file,
//! a line and a column ([`Pos`]), into the source line it lies on, and into the chain of macro expansions
//! it came out of. A [`Diagnostic`] carries spans only; [`SourceMap::resolve`] makes it ready to show.
//! Nothing here renders beyond the plain text that tests compare.

#![warn(missing_docs)]

mod codes;
mod diagnostic;
mod explanations;
mod following;
mod limits;
mod many;
mod map;
mod nearest;
mod resolve;
mod span;
mod splice;
mod switches;
mod tags;
#[cfg(test)]
mod tests;
mod warnings;

pub use codes::{Code, CodeRow, code, code_rows, find_code};
pub use diagnostic::{Diagnostic, Diagnostics, MOST_OF_A_KIND, Note, Severity, Suggestion, Trial};
pub use limits::Limits;
pub use map::{Expansion, SourceFile, SourceMap, TooLarge};
pub use nearest::{edit_distance, nearest};
pub use resolve::{Place, Resolved, ResolvedNote};
pub use span::{FileId, Pos, Span};
pub use switches::{Selector, Switch};
pub use tags::{warning_number, warning_tag_near};
pub use warnings::{
    ERROR_KINDS, Group, State, WarningRow, WarningStates, warning_name, warning_rows,
};
