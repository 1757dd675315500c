//! Kernels, launch files, references, and the comparison of compilers on them.
//!
//! `kernels/` holds CUDA sources that nvcc takes as they are, each with a launch file; [`references`]
//! computes what they should give. [`suite`] compiles and runs them, [`mutants`] checks that the
//! comparison notices wrong code. [`cccl`] has those of `cccl/`, which use NVIDIA's headers. `large/` holds launch files of sizes that fill a GPU, as templates that [`large`] reads.

pub mod allocations;
pub mod allocator_mistakes;
pub mod cccl;
pub mod claims;
pub mod counts;
pub mod filter;
pub mod host_build;
pub mod large;
pub mod mutants;
pub mod numbered_kernels;
pub mod overwritten;
pub mod prefixes;
pub mod races;
pub mod random;
pub mod random_sources;
pub mod ratios;
pub mod references;
pub mod selection_forms;
pub mod suite;
pub mod unsound_variants;
pub mod whole_warps;
