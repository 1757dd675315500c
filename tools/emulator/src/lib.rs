//! Runs PTX text on the CPU, warp by warp.
//!
//! The crate shares nothing with the compiler: it reads PTX text, whoever wrote it, checks every
//! instruction at load, and runs kernels with a chosen schedule while it counts and looks for errors.
//!
//! ```
//! use optx_emulator::{Device, LaunchConfig, Module, launch};
//! let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n\
//!     .entry k(.param .u64 p) { .reg .b64 %rd<3>; .reg .b32 %r<2>;\n\
//!     ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;\n\
//!     mad.wide.u32 %rd2, %r1, 4, %rd1; st.global.u32 [%rd2], %r1; ret; }";
//! let module = Module::load(ptx)?;
//! let mut device = Device::new();
//! let out = device.alloc(32 * 4, "out")?;
//! launch(&mut device, &module, "k", &LaunchConfig::default(), &[out.0.to_le_bytes().to_vec()])?;
//! assert_eq!(device.read(out, 128)?[28..32], 7u32.to_le_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access;
pub mod assume;
mod barriers;
pub mod claims;
mod class;
pub mod counters;
pub mod error;
pub mod exec;
mod half;
mod host;
mod lanes;
pub mod layout;
pub mod lower;
pub mod memory;
mod module;
pub mod observe;
pub mod op;
pub mod ptx;
pub mod race;
pub mod soft;
mod unknown;
mod unwritten;

pub use claims::{ClaimError, ClaimReport, Claims, launch_checked};
pub use counters::{Counters, Executed, LineCount};
pub use error::{LoadError, Note, Place, RunError, RunErrorKind};
pub use exec::env::Schedule;
pub use exec::fp::ApproxMode;
pub use exec::{LaunchConfig, launch, launch_observed, launch_sanitized};
pub use memory::{Device, DevicePtr};
pub use module::Module;
pub use observe::{Moment, Observer};
pub use race::report::{Race, Races, Site};
pub use unwritten::Unknown;
