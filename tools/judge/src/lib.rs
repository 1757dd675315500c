//! Outside tools as judges: ptxas verdicts on PTX, NVRTC and clang as reference compilers.
//!
//! `tools/fetch` brings the pinned tools into `${OPTX_CACHE:-~/.cache/optx}`; this crate only looks there.
//! A tool that is not there is [`ToolError::Missing`], which tests show as `ignored: <tool>`, or as a failure
//! where `OPTX_REQUIRE_TOOLS=1` stands in the environment ([`required`]).

pub mod clang;
pub mod nvrtc;
pub mod ptxas;
mod tools;

pub use tools::{Tool, ToolError, cache_dir, find, required};
