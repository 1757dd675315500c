//! The entry points of libnvidia-ml, which a driver comes with: one device, held back by its power cap.

use std::ffi::{CStr, c_char, c_int, c_uint};

use crate::state::anyhow;
use crate::{Handle, as_handle, entry_points, give, give_text, status};

entry_points! {
    /// Initialises; `no-management` refuses.
    fn nvmlInit_v2() {
        anyhow(|s| c_int::from(s.behaviour.no_management))
    }

    /// A device by its place on the bus.
    fn nvmlDeviceGetHandleByPciBusId_v2(bus: *const c_char, device: *mut Handle) {
        // SAFETY: the name ends in a zero byte.
        match unsafe { CStr::from_ptr(bus) } == c"0000:01:00.0" {
            true => unsafe { give(device, Ok(as_handle(1))) },
            false => status::NOT_FOUND,
        }
    }

    /// A clock in MHz.
    fn nvmlDeviceGetClockInfo(_device: Handle, kind: c_uint, clock: *mut c_uint) {
        unsafe { give(clock, if kind == 2 { Ok(1000) } else { Ok(1400) }) }
    }

    /// What holds the clocks back: the power cap.
    fn nvmlDeviceGetCurrentClocksThrottleReasons(_device: Handle, reasons: *mut u64) {
        unsafe { give(reasons, Ok(4)) }
    }

    /// Degrees.
    fn nvmlDeviceGetTemperature(_device: Handle, _sensor: c_uint, degrees: *mut c_uint) {
        unsafe { give(degrees, Ok(41)) }
    }

    /// The driver's own version.
    fn nvmlSystemGetDriverVersion(text: *mut c_char, length: c_uint) {
        unsafe { give_text(text, length.cast_signed(), c"999.1") }
    }
}
