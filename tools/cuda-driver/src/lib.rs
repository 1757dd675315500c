//! The CUDA driver and NVRTC, loaded at run time, so that nothing here needs CUDA to build.
//!
//! [`driver::Driver`] covers what a launcher needs: load a module and read the JIT's log, copy memory,
//! launch, wait. A machine without a driver or without a device gives one clear [`CudaError`].
//! [`nvrtc::Nvrtc`] compiles CUDA source to PTX with a given libnvrtc.

pub mod driver;
pub mod nvrtc;

use std::fmt;

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
            CudaError::Refused(log) => f.write_str(log),
            CudaError::Argument(m) => f.write_str(m),
        }
    }
}

impl std::error::Error for CudaError {}
