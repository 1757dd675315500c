//! A device through the driver that stands in, up to a kernel that never ends. One test: see [`stand_in`].

mod stand_in;

use optx_cuda::CudaError;
use optx_cuda::gpu::{Gpu, Resources};
use optx_cuda::management::{Management, Moment};
use stand_in::{LIMIT, PTX, driver, launch};

#[test]
fn a_device_does_what_it_is_asked_until_a_kernel_hangs() -> Result<(), CudaError> {
    let driver = driver("hang=spin,memory=1000000,version=12.4")?;
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
