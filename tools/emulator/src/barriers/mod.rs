//! Barriers that only some threads reach.
//!
//! A thread waits at a barrier that says no count: all threads of its block have to come there. Another that has run an
//! instruction of a block that post-dominates the barrier's for threads that do not leave early ([`leaving`]), in the same instance (of the cycles around both; see
//! [`crate::observe`]), has gone past it and will not come. That is a fault, whichever of the two came first, and whether
//! the other thread has ended since. A block that only leaves the kernel does not count: threads that left count as
//! arrived, as on hardware, and the run notes that.
//!
//! A barrier that says a count is met by threads that the kernel chooses. But one that is `.aligned` must be reached by
//! all lanes of a warp together: it is judged so, among the lanes of a warp.
//!
//! [`plan`] finds once a kernel what there is to watch: for most kernels little, as where a barrier dominates what
//! post-dominates it in its cycle nobody can get past it there. [`judge`] watches: header counts of the few cycles that matter, and who went
//! past which barrier. All threads of a block that meet at a barrier can forget who went past what: none comes back to a
//! barrier in an instance in which it got past it.

pub mod judge;
pub mod leaving;
pub mod plan;
mod trees;
