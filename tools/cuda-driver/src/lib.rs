//! The CUDA driver and NVRTC by run-time loading.
