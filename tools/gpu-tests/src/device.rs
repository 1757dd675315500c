//! The device that a process uses.

use std::time::Duration;

use optx::cg::target::Target;
use optx_cuda::gpu::Gpu;
use optx_launch::{Cuda, Device, Emulator, LaunchError, Schedule};

use crate::facts::Facts;
use crate::outcome::{Judged, Outcome};

/// Where jobs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeviceChoice {
    Emulator,
    Cuda(u32),
}

/// A device, opened.
pub(crate) enum Opened {
    Emulator(Box<Emulator>),
    Cuda(Cuda),
}

/// What the emulator's code is made for.
const EMULATED: &str = "sm_80";
/// Far above the instructions that any kernel needs, and low enough that an endless loop ends soon.
const BUDGET: u64 = 200_000_000;

impl Opened {
    /// Opens a device; the schedule is the emulator's, the limit a GPU's.
    pub(crate) fn open(
        choice: DeviceChoice,
        schedule: Schedule,
        limit: Duration,
    ) -> Result<(Opened, Facts), String> {
        match choice {
            DeviceChoice::Emulator => {
                let mut emulator = Emulator::new(schedule);
                emulator.config.budget = BUDGET;
                let facts = Facts::named(emulator.name(), EMULATED);
                Ok((Opened::Emulator(Box::new(emulator)), facts))
            }
            DeviceChoice::Cuda(number) => {
                let (cuda, facts) = open_gpu(number, limit)?;
                Ok((Opened::Cuda(cuda), facts))
            }
        }
    }
}

/// Opens a GPU.
pub(crate) fn open_gpu(number: u32, limit: Duration) -> Result<(Cuda, Facts), String> {
    let mut cuda = Cuda::open(number).map_err(|e| e.to_string())?;
    cuda.limit = limit;
    let target = target(cuda.capability(), cuda.version().map_err(|e| e.to_string())?)?;
    let facts = Facts::of(&cuda, &target);
    Ok((cuda, facts))
}

/// What an error says of a job.
pub(crate) fn outcome_of(e: &LaunchError) -> Outcome {
    match e {
        LaunchError::File(_) | LaunchError::Ptx(_) => Outcome::Refused,
        LaunchError::Kernel(_) => Outcome::Faulted,
        LaunchError::Hang(_) => Outcome::Hangs,
        LaunchError::Device(_) => Outcome::Device,
    }
}

/// What an error says of a job that used the device directly.
pub(crate) fn failed(gpu: &Gpu, e: &LaunchError) -> Judged {
    let mut outcome = outcome_of(e);
    if outcome != Outcome::Hangs && gpu.synchronize().is_err() {
        outcome = Outcome::Faulted;
    }
    Judged::new(outcome, e.to_string())
}

/// The latest target that runs on a device of this capability and that a driver of this CUDA knows; plain targets run on all
/// later devices.
fn target((major, minor): (i32, i32), cuda: (i32, i32)) -> Result<String, String> {
    // PTX 7.0 came with CUDA 11.0, 8.0 with 12.0, 9.0 with 13.0; minors fall behind in some, so this may be one too low.
    let ptx = (cuda.0 - 4, cuda.1.saturating_sub(i32::from(cuda.0 == 12 && cuda.1 > 5)));
    let known = Target::names().into_iter().filter_map(|name| Target::parse(&name));
    let runs = |t: &Target| {
        let base = (i32::from(t.base.0), i32::from(t.base.1));
        t.suffix.is_empty() && t.arch as i32 <= 10 * major + minor && base <= ptx
    };
    let best = known.filter(runs).max_by_key(|t| t.arch);
    best.map(|t| t.to_string()).ok_or_else(|| {
        format!(
            "the device (sm_{major}{minor}) or the driver (CUDA {}.{}) is too old",
            cuda.0, cuda.1
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_what_device_and_driver_know() {
        assert_eq!(target((9, 0), (12, 4)).as_deref(), Ok("sm_90"));
        assert_eq!(target((8, 6), (13, 0)).as_deref(), Ok("sm_86"));
        assert_eq!(target((12, 0), (12, 4)).as_deref(), Ok("sm_90"));
        assert_eq!(target((7, 5), (11, 0)).as_deref(), Ok("sm_75"));
        assert!(target((3, 5), (11, 0)).is_err());
    }
}
