//! The CUDA driver and NVRTC, loaded at run time, so that nothing here needs CUDA to build.
//!
//! [`driver::Driver`] and [`gpu::Gpu`] cover what a launcher needs: load a module and read the JIT's log, copy memory,
//! launch, wait no longer than is allowed, time. A machine without a driver or without a device gives one clear [`CudaError`].
//! [`management::Management`] reads clocks and what holds them back, where the driver tells.
//! [`nvrtc::Nvrtc`] compiles CUDA source to PTX with a given libnvrtc.

pub mod driver;
pub mod event;
pub mod gpu;
pub mod management;
pub mod nvrtc;

use std::ffi::{c_int, c_void};
use std::fmt;
use std::time::Duration;

/// What went wrong with the driver or NVRTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CudaError {
    /// The shared library is not there, or lacks a function.
    NoDriver(String),
    /// There is a driver, but no device it can use.
    NoDevice(String),
    /// A call failed.
    Call {
        /// The function that failed.
        function: &'static str,
        /// The driver's number for the error.
        code: i32,
        /// The driver's name and words for it.
        message: String,
    },
    /// The device has no such memory left.
    OutOfMemory(String),
    /// The driver is older than the PTX.
    TooOld(String),
    /// What was launched did not end in time.
    Hang(Duration),
    /// PTX was refused; the text is the JIT's or NVRTC's log.
    Refused(String),
    /// An argument that no call can take (a name with a zero byte, a size out of range).
    Argument(String),
}

impl fmt::Display for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CudaError::NoDriver(m) => write!(f, "no CUDA driver: {m}"),
            CudaError::NoDevice(m) => write!(f, "no CUDA device: {m}"),
            CudaError::Call { function, code, message } => {
                write!(f, "{function} failed with {code} ({message})")
            }
            CudaError::OutOfMemory(m) => write!(f, "out of memory on the device: {m}"),
            CudaError::TooOld(m) => write!(f, "the CUDA driver is too old: {m}"),
            CudaError::Hang(limit) => {
                write!(f, "the kernel did not end within {} s", limit.as_secs_f64())
            }
            CudaError::Refused(log) => f.write_str(log),
            CudaError::Argument(m) => f.write_str(m),
        }
    }
}

impl std::error::Error for CudaError {}

/// Ends the process at once, without any library's clean-up: the driver's waits for kernels that never end.
pub fn leave(status: u8) -> ! {
    unsafe extern "C" {
        fn _exit(status: c_int) -> !;
    }
    // SAFETY: it only ends the process.
    unsafe { _exit(c_int::from(status)) }
}

/// Writes out what the driver printed to the C library's streams for kernels.
pub fn flush() {
    unsafe extern "C" {
        fn fflush(stream: *mut c_void) -> c_int;
    }
    // SAFETY: null stands for all streams.
    unsafe { fflush(std::ptr::null_mut()) };
}
