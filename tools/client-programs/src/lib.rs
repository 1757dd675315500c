//! The programs that NVRTC's clients hand to it at run time: recorded as they are handed, and judged.
//!
//! **Idea.** Who calls NVRTC (array libraries, simulators, code generators) gives it a text, a name, headers in memory, options and name
//! expressions. `recording/` has a recipe for each project that runs the project itself against a libnvrtc that writes down what it is
//! given, and draws from that before anybody looked at what optx takes. [`judge`] asks NVRTC and optx whether they take a program, once
//! with the options as they are and once without those that optx does not know; [`reasons`] groups what optx says of those that it refuses.
//!
//! **What is kept.** Recordings lie in the cache, `client-programs/PROJECT/NUMBER/`; nothing of any project is in this repository.
//!
//! **Cost.** NVRTC's verdicts are cached by all that it was given, so that it is asked once; optx is asked in worker processes, since a
//! crash or a hang is to cost one program.

pub mod judge;
pub mod reasons;
pub mod recording;
pub mod report;
pub mod run;
pub mod turns;
pub mod worker;
