//! A GPU, by the CUDA driver.
//!
//! Idea: allocations stand between guard bytes, which are looked at after the launches, and begin with bytes that are no likely
//! value. A kernel has a time in which to end. After a fault, and after a kernel that does not end, nothing more runs in this
//! process: the driver refuses all calls, whatever is made anew.

use std::collections::BTreeMap;
use std::time::Duration;

use optx_cuda::CudaError;
use optx_cuda::driver::{Attribute, Driver};
use optx_cuda::gpu::{Gpu, Loaded, Shape};
use optx_emulator::{Counters, RunError, RunErrorKind};

use crate::device::{Device, DeviceError, KernelInfo, Launching, kernels};

/// Guard bytes before and behind each allocation: as much as the driver aligns them.
const GUARD: usize = 256;
const GUARD_BYTE: u8 = 0xa5;
/// What an allocation holds before anything is written to it: a float near -2.6e7, an integer near -0x34343435.
const POISON: u8 = 0xcb;
/// How long a kernel may run.
pub const LIMIT: Duration = Duration::from_secs(20);

/// A GPU.
pub struct Cuda {
    // Modules borrow the device: both live until the end of the process.
    gpu: &'static Gpu,
    loaded: Option<Loaded<'static>>,
    name: String,
    capability: (i32, i32),
    /// Allocations by their address: how many bytes, whose.
    held: BTreeMap<u64, (usize, String)>,
    state: State,
    /// How long a kernel may run.
    pub limit: Duration,
    /// Machine code that the next load takes instead of the PTX, which then says what kernels there are.
    pub cubin: Option<Vec<u8>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Well,
    /// This kernel went wrong; the driver does nothing more for this process.
    Faulted(String),
    /// This kernel runs still.
    Hangs(String),
}

impl Cuda {
    /// Opens a GPU by number. A missing driver or device is one clear message.
    pub fn open(number: u32) -> Result<Self, DeviceError> {
        let gpu = Gpu::open(&Driver::load()?, number)?;
        let major = gpu.attribute(Attribute::CapabilityMajor)?;
        let minor = gpu.attribute(Attribute::CapabilityMinor)?;
        let name = format!("cuda:{number}, {} (sm_{major}{minor})", gpu.name()?);
        let gpu: &'static Gpu = Box::leak(Box::new(gpu));
        let held = BTreeMap::new();
        Ok(Self {
            gpu,
            loaded: None,
            name,
            capability: (major, minor),
            held,
            state: State::Well,
            limit: LIMIT,
            cubin: None,
        })
    }

    /// The device.
    pub fn gpu(&self) -> &Gpu {
        self.gpu
    }

    /// The compute capability: major and minor.
    pub fn capability(&self) -> (i32, i32) {
        self.capability
    }

    /// The CUDA that the driver is of: major and minor.
    pub fn version(&self) -> Result<(i32, i32), DeviceError> {
        Ok(self.gpu.driver().version()?)
    }

    /// What the driver's JIT said when the PTX was loaded.
    pub fn log(&self) -> &str {
        self.loaded.as_ref().map_or("", |l| &l.log)
    }

    /// That kernels can run.
    fn usable(&self) -> Result<(), DeviceError> {
        match &self.state {
            State::Well => Ok(()),
            State::Hangs(kernel) => {
                Err(DeviceError::Hang(format!("`{kernel}` still runs on the device")))
            }
            State::Faulted(kernel) => Err(DeviceError::Device(format!(
                "`{kernel}` went wrong, after which this process cannot use the device"
            ))),
        }
    }

    /// What a failed launch means; what the device is good for from now on is noted.
    fn failed(&mut self, e: CudaError, kernel: &str) -> DeviceError {
        match e {
            CudaError::Hang(_) => {
                self.state = State::Hangs(kernel.to_owned());
                DeviceError::Hang(format!("`{kernel}`: {e}"))
            }
            CudaError::Call { .. } => {
                self.state = State::Faulted(kernel.to_owned());
                kernel_fault(e, kernel)
            }
            e => e.into(),
        }
    }
}

impl Device for Cuda {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn load(&mut self, ptx: &str) -> Result<Vec<KernelInfo>, DeviceError> {
        let list = kernels(ptx)?;
        self.usable()?;
        self.loaded = None;
        self.loaded = Some(match self.cubin.take() {
            Some(image) => self.gpu.load_cubin(&image)?,
            None => self.gpu.load(ptx)?,
        });
        Ok(list)
    }

    fn alloc(&mut self, bytes: usize, name: &str) -> Result<u64, DeviceError> {
        self.usable()?;
        let all = bytes
            .checked_add(2 * GUARD)
            .ok_or_else(|| DeviceError::Launch(format!("buffer `{name}` is too large")))?;
        let begin = self.gpu.alloc(all).map_err(|e| match e {
            CudaError::OutOfMemory(m) => {
                DeviceError::Device(format!("no memory for buffer `{name}` ({bytes} bytes): {m}"))
            }
            e => e.into(),
        })?;
        let at = begin + GUARD as u64;
        self.gpu.fill(begin, GUARD_BYTE, all)?;
        self.gpu.fill(at, POISON, bytes)?;
        self.held.insert(at, (bytes, name.to_owned()));
        Ok(at)
    }

    fn free(&mut self, at: u64) -> Result<(), DeviceError> {
        // What is left behind a fault or a hanging kernel goes with the process.
        match self.held.remove(&at) {
            Some(_) if self.state == State::Well => Ok(self.gpu.free(at - GUARD as u64)?),
            _ => Ok(()),
        }
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        Ok(self.gpu.write(at, bytes)?)
    }

    fn read(&mut self, at: u64, bytes: usize) -> Result<Vec<u8>, DeviceError> {
        Ok(self.gpu.read(at, bytes)?)
    }

    fn intact(&mut self, at: u64) -> Result<(), DeviceError> {
        let Some((bytes, name)) = self.held.get(&at).cloned() else { return Ok(()) };
        for (where_, from) in [("before", at - GUARD as u64), ("behind", at + bytes as u64)] {
            let guard = self.gpu.read(from, GUARD)?;
            let changed = guard.iter().filter(|&&b| b != GUARD_BYTE).count();
            if changed > 0 {
                return Err(DeviceError::Kernel(Box::new(RunError {
                    kind: RunErrorKind::OutOfBounds,
                    message: format!("{changed} bytes {where_} buffer `{name}` were written"),
                    place: Box::default(),
                })));
            }
        }
        Ok(())
    }

    fn symbol(&mut self, name: &str) -> Result<Option<(u64, u64)>, DeviceError> {
        // A name the module lacks is an error code of the driver.
        Ok(self.loaded.as_ref().and_then(|l| l.global(name).ok()).map(|(p, n)| (p, n as u64)))
    }

    fn launch(&mut self, l: &Launching<'_>) -> Result<Option<Counters>, DeviceError> {
        let Some(loaded) = &self.loaded else {
            return Err(DeviceError::Device("no PTX is loaded".into()));
        };
        let shape = Shape {
            grid: l.grid,
            block: l.block,
            dyn_shared: l.shared,
            cooperative: l.cooperative,
        };
        let kernel = loaded.kernel(l.kernel)?;
        self.gpu.launch(kernel, shape, l.args)?;
        match self.gpu.wait(self.limit) {
            Ok(()) => {
                // What the kernel printed comes out here, by the C library's stream.
                self.gpu.synchronize()?;
                optx_cuda::flush();
                Ok(None)
            }
            Err(e) => Err(self.failed(e, l.kernel)),
        }
    }
}

/// Driver errors that mean that the kernel itself went wrong.
fn kernel_fault(e: CudaError, kernel: &str) -> DeviceError {
    let CudaError::Call { code, message, .. } = &e else { return e.into() };
    let kind = match code {
        700 => RunErrorKind::OutOfBounds,
        716 => RunErrorKind::Misaligned,
        702 => RunErrorKind::Budget,
        710 | 715 | 717 | 718 | 719 => RunErrorKind::Trap,
        _ => return e.into(),
    };
    let place = optx_emulator::Place { kernel: kernel.to_string(), ..Default::default() };
    DeviceError::Kernel(Box::new(RunError {
        kind,
        message: message.clone(),
        place: Box::new(place),
    }))
}
