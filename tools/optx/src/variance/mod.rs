//! Views of what is known of a source by line ([`optx_facts`]): the listing of `optx variance`, and remarks.

mod json;
mod listing;
mod remarks;
mod told;
mod verdict;

pub use json::json;
pub use listing::listing;
pub(crate) use remarks::remarks;
