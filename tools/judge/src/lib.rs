//! Outside tools as judges: ptxas verdicts on PTX, NVRTC and clang as reference compilers.
//!
//! `tools/fetch` brings the pinned tools into `${OPTX_CACHE:-~/.cache/optx}`; this crate only looks there.
//! A tool that is not there is [`ToolError::Missing`]. Tests that need one are built by [`trials`], which shows them as
//! `ignored (<tool> is not in the cache ...)`, or as failures where `OPTX_REQUIRE_TOOLS=1` stands in the environment.

pub mod clang;
pub mod machine_code;
pub mod nvrtc;
pub mod ptxas;
mod tools;
pub mod trials;
pub mod verdicts;

pub use tools::{Tool, ToolError, cache_dir, find};
