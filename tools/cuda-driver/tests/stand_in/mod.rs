//! The driver that stands in, and kernels for it. It is told by the environment what to do, once in a process.

use std::sync::Arc;
use std::time::Duration;

use optx_cuda::CudaError;
use optx_cuda::driver::{Driver, LIBRARY};
use optx_cuda::gpu::{Gpu, Shape};

pub const PTX: &str = "
.version 7.0
.target sm_80
.address_size 64
.visible .entry good(.param .u64 p) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 5; ret; }
.visible .entry bad(.param .u64 p) { ret; }
.visible .entry spin(.param .u64 p) { ret; }
";

const ONE: Shape = Shape { grid: [1; 3], block: [1; 3], dyn_shared: 0, cooperative: false };
pub const LIMIT: Duration = Duration::from_millis(50);

/// The driver, told what to do wrong. A process has one test that does this.
pub fn driver(told: &str) -> Result<Arc<Driver>, CudaError> {
    let library = fake_cuda::library().expect("cargo builds the driver with its tests");
    // SAFETY: nothing else of this process runs yet.
    unsafe {
        std::env::set_var(LIBRARY, library);
        std::env::set_var(fake_cuda::behaviour::VARIABLE, told);
    }
    Driver::load()
}

pub fn launch(gpu: &Gpu, kernel: &str, at: u64) -> Result<(), CudaError> {
    let loaded = gpu.load(PTX)?;
    gpu.launch(loaded.kernel(kernel)?, ONE, &[at.to_le_bytes().to_vec()])?;
    gpu.wait(LIMIT)
}
