//! optx as NVRTC: a shared library with NVRTC's C functions, under NVRTC's file name, for programs that load that.
//!
//! **Idea.** A program that calls NVRTC finds the functions of 13.5 here, with their error codes, sizes and logs, and gets PTX of optx's. What the
//! library has besides, `include/optx.h` declares. [docs/nvrtc.md](../../../docs/nvrtc.md) is for users.
//!
//! **Source.** The documented functions of NVRTC, and its behaviour as 13.5 showed it when it was asked; the tests hold both libraries to it, side by side.
//!
//! **The border.** Handles are no addresses but entries of a table (`handles`), so that a wrong one is an error. What callers point to is read and written in
//! `border`, and their callback is called in `flow`; `entry` hands pointers on, and nothing else is `unsafe`. A panic ends at `border::call` or, while it
//! compiles, at the thread that compiles (`compile`), and is an error code: the library is built by the profile `library`, which unwinds.
//!
//! **Cost.** A thread for each compilation, with a stack of 32 MiB of address space; no lock is shared between programs.

mod assemble;
mod border;
mod compile;
mod entry;
mod error;
mod flavour;
mod flow;
mod handles;
mod log;
mod options;
mod program;
