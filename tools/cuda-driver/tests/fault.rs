//! A process after a kernel's fault, as an H100's driver leaves it: nothing that it can call makes the device usable again.

mod stand_in;

use optx_cuda::CudaError;
use optx_cuda::gpu::Gpu;
use stand_in::{driver, launch};

#[test]
fn a_fault_takes_the_device_from_the_process() -> Result<(), CudaError> {
    let driver = driver("fault=bad")?;
    let gpu = Gpu::open(&driver, 0)?;
    let at = gpu.alloc(1000)?;
    launch(&gpu, "good", at)?;
    let is_fault = |e: &CudaError| matches!(e, CudaError::Call { code: 700, .. });
    assert!(launch(&gpu, "bad", at).is_err_and(|e| is_fault(&e)));
    assert!(gpu.alloc(10).is_err_and(|e| is_fault(&e)));
    assert!(launch(&gpu, "good", at).is_err_and(|e| is_fault(&e)));
    // Nor does the primary context, given back and taken again.
    drop(gpu);
    assert!(Gpu::open(&driver, 0).is_err_and(|e| is_fault(&e)));
    Ok(())
}
