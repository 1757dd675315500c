//! A device after a kernel's fault, and after one that never ends. One test: the driver that stands in is told by the
//! environment what to do, once in a process.

use std::time::Duration;

use optx_cuda::CudaError;
use optx_cuda::driver::{Driver, LIBRARY};
use optx_cuda::gpu::{Gpu, Resources, Shape};
use optx_cuda::management::{Management, Moment};

const PTX: &str = "
.version 7.0
.target sm_80
.address_size 64
.visible .entry good(.param .u64 p) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 5; ret; }
.visible .entry bad(.param .u64 p) { ret; }
.visible .entry spin(.param .u64 p) { ret; }
";

const ONE: Shape = Shape { grid: [1; 3], block: [1; 3], dyn_shared: 0, cooperative: false };
const LIMIT: Duration = Duration::from_millis(50);

fn launch(gpu: &Gpu, kernel: &str, at: u64) -> Result<(), CudaError> {
    let loaded = gpu.load(PTX)?;
    gpu.launch(loaded.kernel(kernel)?, ONE, &[at.to_le_bytes().to_vec()])?;
    gpu.wait(LIMIT)
}

#[test]
fn a_fault_takes_the_context_and_a_hang_the_device() -> Result<(), CudaError> {
    let library = fake_cuda::library().expect("cargo builds the driver with its tests");
    // SAFETY: nothing else of this process runs yet.
    unsafe {
        std::env::set_var(LIBRARY, library);
        std::env::set_var(
            fake_cuda::behaviour::VARIABLE,
            "fault=bad,hang=spin,memory=1000000,version=12.4",
        );
    }
    let driver = Driver::load()?;
    assert_eq!(driver.version()?, (12, 4));
    let gpu = Gpu::open(&driver, 0)?;
    let at = gpu.alloc(1000)?;
    assert_eq!(gpu.memory()?, (999_000, 1_000_000));
    launch(&gpu, "good", at)?;
    assert_eq!(gpu.read(at, 4)?, [5, 0, 0, 0]);
    let (begin, end) = (gpu.event()?, gpu.event()?);
    assert!(end.since(&begin).is_err(), "nothing was recorded");
    begin.record()?;
    end.record()?;
    assert!(end.since(&begin)? >= 0.0);
    assert!(matches!(gpu.alloc(1_000_000), Err(CudaError::OutOfMemory(_))));

    // After a fault every call fails, until the context is made anew; then memory is as it was at first.
    assert!(matches!(launch(&gpu, "bad", at), Err(CudaError::Call { code: 700, .. })));
    assert!(matches!(gpu.alloc(10), Err(CudaError::Call { code: 700, .. })));
    assert!(matches!(launch(&gpu, "good", at), Err(CudaError::Call { code: 700, .. })));
    gpu.renew()?;
    assert_eq!(gpu.memory()?.0, 1_000_000);
    let at = gpu.alloc(1000)?;
    launch(&gpu, "good", at)?;

    // Copies on the device, what a kernel takes, and how the device runs.
    let other = gpu.alloc(8)?;
    gpu.copy(other + 4, at, 4)?;
    assert_eq!(gpu.read(other + 4, 4)?, [5, 0, 0, 0]);
    assert!(gpu.copy(other, at, 100).is_err());
    let loaded = gpu.load(PTX)?;
    assert_eq!(loaded.resources(loaded.kernel("good")?)?, Resources { registers: 32, local: 0 });
    let management = Management::open(&gpu).expect("the driver stands in for it");
    assert_eq!(management.driver_version().as_deref(), Some("999.1"));
    let wanted = Moment {
        clock: Some(1400),
        memory_clock: Some(1000),
        temperature: Some(41),
        held_back: vec!["power cap"],
    };
    assert_eq!(management.now(), wanted);
    drop(loaded);

    // A cubin is loaded as it is.
    let image = fake_cuda::cubin(PTX);
    gpu.load_cubin(&image)?.kernel("good")?;

    // What no device can run is told apart.
    let newer = PTX.replace("7.0", "8.7");
    assert!(matches!(gpu.load(&newer), Err(CudaError::TooOld(m)) if m.contains("PTX 8.7")));
    assert!(matches!(gpu.load_cubin(b"\x7fELF...."), Err(CudaError::Call { code: 200, .. })));
    assert!(matches!(gpu.load("no PTX"), Err(CudaError::Refused(_))));

    assert!(matches!(launch(&gpu, "spin", at), Err(CudaError::Hang(LIMIT))));
    Ok(())
}
