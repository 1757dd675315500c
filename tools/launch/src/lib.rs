//! Launch files: read, check, fill buffers, run on a device, compare.
//!
//! A launch file says in TOML which kernels of a PTX text to launch with which data, and what must come
//! out. [`spec`] reads and checks it, [`fill`] makes the data, [`device`] is where it runs, [`run`] does
//! all of it and [`compare`](mod@compare) judges the results.

pub mod compare;
pub mod cuda;
pub mod data;
pub mod device;
pub mod fill;
mod printed;
mod result_file;
pub mod run;
pub mod spec;

pub use cuda::Cuda;
pub use data::{Data, Elem};
pub use device::{Device, DeviceError, Emulator, Watch};
pub use printed::Printed;
pub use result_file::ResultFile;
pub use run::{
    Checked, Inputs, LaunchError, Launched, NoReferences, Outcome, References, arguments, expected,
    find_kernel, initial, run,
};
pub use spec::{LaunchFile, SpecError};

// Callers choose schedules, read counts and leave a device that hangs without naming the crates below.
pub use optx_cuda::leave;
pub use optx_emulator::{
    ApproxMode, ClaimError, ClaimReport, Claims, Counters, Note, Race, Races, RunError,
    RunErrorKind, Schedule, Unknown,
};
