//! The process that a device is used from: it takes the numbers of jobs, and answers with what came of them.
//!
//! A kernel may take its process with it, so the parent starts another then. What kernels print goes to standard output as
//! well as the answers, which stand on lines of their own behind [`MARK`]; the parent takes the rest for printed.

use std::io::{BufRead as _, Write as _};
use std::path::Path;
use std::time::Instant;

use optx::cg::target::Target;
use optx_launch::{Cuda, Device, Emulator, LaunchError};
use runtime_tests::references::Table;
use serde::{Deserialize, Serialize};

use crate::arguments::{DeviceChoice, Run};
use crate::cases::{Job, Subject};

/// Begins an answer. No kernel of ours prints it.
pub(crate) const MARK: &str = "\u{1}optx ";

/// What came of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Passed,
    /// It ran, and gave something else.
    Differs,
    /// It does not compile, or the device refuses it.
    Refused,
    /// The kernel went wrong.
    Faulted,
    /// The kernel did not end.
    Hangs,
    /// The process ended with it.
    Crashed,
    /// Nothing can be run.
    Device,
    /// The time was over before it.
    Skipped,
}

impl Outcome {
    /// Whether something is wrong.
    pub(crate) fn is_bad(self) -> bool {
        !matches!(self, Outcome::Passed | Outcome::Skipped)
    }
}

/// An answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The job's number.
    pub(crate) job: usize,
    pub(crate) outcome: Outcome,
    pub(crate) message: String,
    /// Of compiling, loading, copying, running and comparing.
    pub(crate) milliseconds: f64,
}

impl Answer {
    /// Of a job that no worker has answered.
    pub(crate) fn without_run(job: usize, outcome: Outcome, message: String) -> Answer {
        Answer { job, outcome, message, milliseconds: 0.0 }
    }
}

/// The first line that a worker writes: the device, or why there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Greeting {
    pub(crate) device: Result<String, String>,
}

struct Opened {
    device: Where,
    /// What is compiled for.
    target: String,
}

enum Where {
    Emulator(Emulator),
    Cuda(Cuda),
}

impl Where {
    /// The device, as a job wants it.
    fn for_job(&mut self, job: &Job) -> &mut dyn Device {
        match self {
            Where::Emulator(emulator) => {
                // A bit-field of a random program is written by way of the whole unit it lies in.
                emulator.config.allow_unwritten = matches!(job.subject, Subject::Random(_));
                emulator
            }
            Where::Cuda(cuda) => cuda,
        }
    }

    fn name(&self) -> String {
        match self {
            Where::Emulator(emulator) => emulator.name(),
            Where::Cuda(cuda) => cuda.name(),
        }
    }
}

fn open(run: &Run) -> Result<Opened, String> {
    match run.device {
        DeviceChoice::Emulator => {
            let mut emulator = Emulator::new(run.schedule);
            // Far above what any kernel needs, and low enough that an endless loop ends soon.
            emulator.config.budget = 200_000_000;
            Ok(Opened { device: Where::Emulator(emulator), target: "sm_80".into() })
        }
        DeviceChoice::Cuda(number) => {
            let mut cuda = Cuda::open(number).map_err(|e| e.to_string())?;
            cuda.limit = run.time_limit;
            let target = target(cuda.capability(), cuda.version().map_err(|e| e.to_string())?)?;
            Ok(Opened { device: Where::Cuda(cuda), target })
        }
    }
}

fn say(line: &impl Serialize) {
    let text = serde_json::to_string(line).unwrap_or_default();
    let mut out = std::io::stdout().lock();
    // Without a parent there is nobody to tell.
    let _ = write!(out, "\n{MARK}{text}\n").and_then(|()| out.flush());
}

/// Answers until its input ends.
pub(crate) fn work(run: &Run, jobs: &[Job]) {
    let opened = open(run);
    let device = opened.as_ref().map(|o| o.device.name()).map_err(Clone::clone);
    say(&Greeting { device });
    let Ok(Opened { mut device, target }) = opened else { return };
    for line in std::io::stdin().lock().lines() {
        let Some(number) = line.ok().and_then(|l| l.trim().parse::<usize>().ok()) else { return };
        let Some(job) = jobs.get(number) else { return };
        let begin = Instant::now();
        let (outcome, message) = judge(job, device.for_job(job), &target);
        let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
        say(&Answer { job: number, outcome, message, milliseconds });
        if outcome == Outcome::Hangs {
            optx_launch::leave(0);
        }
    }
}

fn judge(job: &Job, device: &mut dyn Device, target: &str) -> (Outcome, String) {
    let file = match job.launch_file() {
        Ok(file) => file,
        Err(e) => return (Outcome::Refused, e),
    };
    let ptx = match job.ptx(&file, target) {
        Ok(ptx) => ptx,
        Err(e) => return (Outcome::Refused, e),
    };
    match optx_launch::run(&file, &ptx, device, &Table, Path::new(".")) {
        Ok(outcome) => match job.difference(&outcome) {
            None => (Outcome::Passed, String::new()),
            Some(difference) => (Outcome::Differs, difference),
        },
        Err(e) => {
            let outcome = match e {
                LaunchError::File(_) | LaunchError::Ptx(_) => Outcome::Refused,
                LaunchError::Kernel(_) => Outcome::Faulted,
                LaunchError::Hang(_) => Outcome::Hangs,
                LaunchError::Device(_) => Outcome::Device,
            };
            (outcome, e.to_string())
        }
    }
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
