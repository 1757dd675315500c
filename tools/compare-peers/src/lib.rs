//! The scoreboard: what machine code the kernels become, by optx and by its peers.
//!
//! ```text
//! source -> compiler -> PTX -> [statements] one a line -> emulator: executions by line
//!                                                      -> ptxas, nvdisasm: [sass] with the lines it comes from
//!                                                         -> [flow] blocks and loops -> [estimate] executions of blocks
//! ```
//!
//! [`measure`] does it for a kernel and a compiler, [`board`] makes rows and means of it, [`report`] and [`explain`] show them,
//! [`frozen`] holds what it is all compared with. [`ablation`] and [`cumulation`] say what passes are worth, by kernels without some of them ([`lack`]).
//! [`registers`] is another board: how few registers are enough; [`allocators`] and [`divergence`] repeat a paper's figures; [`cccl`] is the board of kernels that use CCCL's headers.

pub mod ablation;
pub mod allocators;
pub mod assembled;
pub mod board;
pub mod cccl;
pub mod cumulation;
pub mod divergence;
pub mod estimate;
pub mod explain;
pub mod flow;
pub mod frozen;
pub mod lack;
pub mod loops;
pub mod measure;
pub mod occupancy;
pub mod registers;
pub mod report;
pub mod sass;
pub mod statements;
