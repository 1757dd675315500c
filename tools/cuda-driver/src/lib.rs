//! The CUDA driver and NVRTC by run-time loading. The one crate of the workspace with `unsafe`.

pub mod nvrtc;
