//! Registers: how many are full, what is made again instead of kept, or kept once a warp, allocation onto few, and what proves that right.

pub mod allocate;
pub mod check;
mod choice;
mod dominance;
pub mod limit;
mod lives;
mod mentions;
pub mod pressure;
pub mod recompute;
pub mod rematerialize;
pub mod told;
pub mod warp_slots;
pub mod words;
