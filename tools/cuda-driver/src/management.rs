//! Clocks, temperature and what holds the clocks back: libnvidia-ml, which comes with the driver.
//!
//! It may be missing, or refuse (in containers it often does); then there is nothing to read, which is no error.

use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::ptr;

use libloading::Library;

use crate::driver::{Handle, libraries};
use crate::gpu::Gpu;
use crate::nvrtc::text_at;

const LIBRARIES: [&str; 2] = ["libnvidia-ml.so.1", "libnvidia-ml.so"];

type Init = unsafe extern "C" fn() -> c_int;
type ByBus = unsafe extern "C" fn(*const c_char, *mut Handle) -> c_int;
type Clock = unsafe extern "C" fn(Handle, c_uint, *mut c_uint) -> c_int;
type Reasons = unsafe extern "C" fn(Handle, *mut u64) -> c_int;
type Temperature = unsafe extern "C" fn(Handle, c_uint, *mut c_uint) -> c_int;
type Version = unsafe extern "C" fn(*mut c_char, c_uint) -> c_int;

/// The library, and one device in it.
pub struct Management {
    library: Library,
    device: Handle,
}

/// How a device runs at a moment; what the driver does not tell is None.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Clock of the multiprocessors, in MHz.
    pub clock: Option<u32>,
    /// Clock of the memory, in MHz.
    pub memory_clock: Option<u32>,
    /// In degrees Celsius.
    pub temperature: Option<u32>,
    /// What holds the clocks back.
    pub held_back: Vec<&'static str>,
}

/// Bits of `nvmlDeviceGetCurrentClocksThrottleReasons` and what they mean; that the device is idle holds nothing back.
const REASONS: [(u64, &str); 8] = [
    (0x2, "clocks set by an application"),
    (0x4, "power cap"),
    (0x8, "hardware slowdown"),
    (0x10, "synchronised with other devices"),
    (0x20, "temperature"),
    (0x40, "hardware: temperature"),
    (0x80, "hardware: power brake"),
    (0x100, "display clocks"),
];

impl Management {
    /// For a device of the driver; None where the library is missing or does not know it.
    pub fn open(gpu: &Gpu) -> Option<Management> {
        // SAFETY: loading runs the library's initialisers, which have no preconditions.
        let library =
            libraries(&LIBRARIES).iter().find_map(|name| unsafe { Library::new(name) }.ok())?;
        let bus = CString::new(gpu.bus().ok()?).ok()?;
        let mut device: Handle = ptr::null_mut();
        // SAFETY: the types are the documented signatures, and the pointers are valid for the calls.
        let is_there = unsafe {
            let init = library.get::<Init>(b"nvmlInit_v2\0").ok()?;
            let find = library.get::<ByBus>(b"nvmlDeviceGetHandleByPciBusId_v2\0").ok()?;
            init() == 0 && find(bus.as_ptr(), &mut device) == 0
        };
        is_there.then_some(Management { library, device })
    }

    fn number<T: Copy + Default>(
        &self,
        ask: impl FnOnce(&Library, *mut T) -> Option<c_int>,
    ) -> Option<T> {
        let mut value = T::default();
        (ask(&self.library, &mut value)? == 0).then_some(value)
    }

    /// The driver's own version, `550.54.15`.
    pub fn driver_version(&self) -> Option<String> {
        let mut buffer = [0 as c_char; 96];
        // SAFETY: as in `open`; the buffer has the size that is passed.
        let code = unsafe {
            let ask = self.library.get::<Version>(b"nvmlSystemGetDriverVersion\0").ok()?;
            ask(buffer.as_mut_ptr(), buffer.len() as c_uint - 1)
        };
        // SAFETY: the library ends the text with a zero byte.
        (code == 0).then(|| unsafe { text_at(buffer.as_ptr()) })
    }

    /// How the device runs now.
    pub fn now(&self) -> Moment {
        const MULTIPROCESSORS: c_uint = 1;
        const MEMORY: c_uint = 2;
        const OF_THE_CHIP: c_uint = 0;
        // SAFETY: as in `open`.
        let clock = |kind: c_uint| {
            self.number::<c_uint>(|library, to| unsafe {
                Some(library.get::<Clock>(b"nvmlDeviceGetClockInfo\0").ok()?(self.device, kind, to))
            })
        };
        let temperature = self.number::<c_uint>(|library, to| unsafe {
            let ask = library.get::<Temperature>(b"nvmlDeviceGetTemperature\0").ok()?;
            Some(ask(self.device, OF_THE_CHIP, to))
        });
        let reasons = self.number::<u64>(|library, to| unsafe {
            let name = b"nvmlDeviceGetCurrentClocksThrottleReasons\0";
            Some(library.get::<Reasons>(name).ok()?(self.device, to))
        });
        let bits = reasons.unwrap_or_default();
        let held_back = REASONS.iter().filter(|(bit, _)| bits & bit != 0).map(|r| r.1).collect();
        Moment {
            clock: clock(MULTIPROCESSORS),
            memory_clock: clock(MEMORY),
            temperature,
            held_back,
        }
    }
}

impl std::fmt::Debug for Management {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Management").field("device", &self.device.cast::<c_void>()).finish()
    }
}
