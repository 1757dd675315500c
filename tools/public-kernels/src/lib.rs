//! Kernels of public projects: a list of them (`list.toml`), a launch file of ours for each (`launches/`), and what compilers make of them.
//!
//! **Idea.** What the optimizer is judged by must be repeatable by anybody and not chosen for what it does well. So a project's release is
//! pinned by its archive's SHA-256, `tools/fetch public-kernels` brings the files that the list names into the cache, a kernel's text is cut
//! of them by lines, and nothing of them is in this repository. What optx refuses stays in the list with the code.
//!
//! **Source.** PyPI's source archives and Debian's source packages; how the kernels were drawn stands at the head of the list.
//!
//! **Cost.** Some 25 seconds on two cores in the bundle profile for all kernels at four levels with the peers; three where only PTX is
//! compared.

pub mod against;
pub mod census;
pub mod list;
pub mod report;
pub mod text;
pub mod trial;
