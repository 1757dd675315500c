//! How precise variance is on a kernel, measured by running it.
//!
//! Idea: what was the same for all threads in every launch might have been known to be; where no claim says so, the analysis missed it, or no
//! analysis could know it. The same launches check the claims that there are: neither violations nor precision says much
//! without the other.
//!
//! *Values* are the registers that the PTX's instructions write. A value is *observed* where two or more threads of a block came to
//! [`FEWEST_INSTANCES`](trace::FEWEST_INSTANCES) dynamic instances of it; it is uniform where it was one value in each instance, and affine where it differed
//! and was a sum of `threadIdx` times numbers in each. *Recall* is the share of what was observed to be so that claims say is so.
//!
//! Each miss has a class: *range*, *relational* (what is known of the launches that were seen would have been enough), *equal by data* (further
//! launches show that it is not so), or *ours* ([`classify`]).
//!
//! Of each miss facts by line ([`optx_facts`]) tell whether it is known where it stands in the source ([`by_line`]).
//!
//! Cost: a compile, two runs a launch, and for misses three to ten more compiles and up to as many further launches as are asked for.

mod by_line;
mod classify;
mod fit;
mod report;
mod trace;
mod vary;

pub use report::{Count, KernelReport, Miss, MissClass, Missed, Report, Row};

use optx::{Diagnostics, Include, Options, Ptx};
use optx_emulator::assume::{Assumption, Assumptions};
use optx_launch::spec::Launch;
use optx_launch::{
    ClaimReport, Claims, Device, Emulator, LaunchError, LaunchFile, NoReferences, Schedule,
};
use optx_launch::{SpecError, find_kernel, run};
use std::fmt;
use std::path::Path;
use trace::Shared;
use vary::Blocks;

/// Most warp instructions of a launch.
const BUDGET: u64 = 4_000_000;

/// Why nothing was measured.
#[derive(Debug)]
pub enum Error {
    /// The source does not compile.
    Compile(Diagnostics),
    /// There is nothing to launch, or it does not fit.
    Launch(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Compile(diagnostics) => write!(f, "{} errors", diagnostics.errors()),
            Error::Launch(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

impl From<SpecError> for Error {
    fn from(e: SpecError) -> Error {
        Error::Launch(e.0)
    }
}

/// A source, and how it is compiled.
pub struct Kernels<'a> {
    /// What diagnostics call it.
    pub name: &'a str,
    /// CUDA source.
    pub source: &'a str,
    /// Options of the compile; claims and line numbers are asked for besides.
    pub options: &'a Options,
    /// Gives included files.
    pub include: &'a dyn Include,
}

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// So many runs of the launch file.
    pub launches: u64,
    /// So many more at most, to separate what was equal by chance.
    pub further: u64,
    /// Of all that is random.
    pub seed: u64,
    /// Whether misses are classed.
    pub classify: bool,
}

impl Default for Request {
    fn default() -> Request {
        Request { launches: 100, further: 1000, seed: 1, classify: true }
    }
}

/// A compile: the PTX and its claims.
pub(crate) struct Compiled {
    pub ptx: Ptx,
    pub claims: Claims,
}

pub(crate) fn compile(kernels: &Kernels<'_>, given: optx::given::Given) -> Result<Compiled, Error> {
    let mut options = kernels.options.clone();
    options.code.claims = true;
    options.code.lineinfo = true;
    options.emit = optx::Emit::Ptx;
    options.run.given = given;
    let ptx = optx::compile_with(kernels.name, kernels.source, &options, kernels.include)
        .map_err(Error::Compile)?;
    let claims = Claims::parse(ptx.claims().unwrap_or_default())
        .map_err(|e| Error::Launch(format!("the compiler's claims: {e}")))?;
    Ok(Compiled { ptx, claims })
}

/// The launches of some kernels.
pub(crate) struct Launches<'a> {
    ptx: &'a str,
    base: LaunchFile,
    folder: &'a Path,
    seed: u64,
    /// By launch of the base: the blocks that its kernel can be launched with.
    blocks: Vec<Blocks>,
}

/// How a launch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// As it should.
    Done,
    /// The kernel went wrong, or did not end: it was given what it is not made for.
    Stopped,
    /// The shape or the arguments are not those of the kernel.
    Refused,
}

impl Launches<'_> {
    /// Runs a launch; with what became of the claims, where the device checks them.
    fn run(
        &self,
        number: u64,
        device: &mut Emulator,
    ) -> Result<(Ended, Option<ClaimReport>), Error> {
        device.config.budget = BUDGET;
        let file = vary::varied(&self.base, self.seed, number, &self.blocks);
        let ended = match run(&file, self.ptx, device, &NoReferences, self.folder) {
            Ok(outcome) => return Ok((Ended::Done, outcome.claims)),
            Err(LaunchError::Kernel(_)) => Ended::Stopped,
            Err(e) if number == 0 => return Err(Error::Launch(e.to_string())),
            Err(_) => Ended::Refused,
        };
        Ok((ended, device.claims()))
    }

    /// What becomes of claims in a launch; false where a data race broke one, which is left out of the report.
    fn check(&self, number: u64, claims: &Claims, report: &mut ClaimReport) -> Result<bool, Error> {
        let schedule = match number % 2 {
            0 => Schedule::Lockstep,
            _ => Schedule::Adversarial(number),
        };
        let mut device = Emulator::new(schedule).with_claims(Some(claims.clone()));
        let (_, found) = self.run(number, &mut device)?;
        let found = found.unwrap_or_default();
        if !found.races.is_clean() {
            return Ok(false);
        }
        report.extend(found);
        Ok(true)
    }

    /// What a launch shows.
    pub(crate) fn watch(&self, number: u64, trace: &Shared) -> Result<Ended, Error> {
        let mut device = Emulator::new(Schedule::Lockstep).with_watch(Box::new(trace.clone()));
        Ok(self.run(number, &mut device)?.0)
    }
}

/// By launch, the blocks that its kernel is made for; any where the kernel is not found, which the launch tells.
fn blocks(ptx: &Ptx, file: &LaunchFile) -> Result<Vec<Blocks>, Error> {
    let wrong = |e: &dyn fmt::Display| Error::Launch(e.to_string());
    let assumptions = Assumptions::parse(ptx.text()).map_err(|e| wrong(&e))?;
    let kernels = optx_launch::device::kernels(ptx.text()).map_err(|e| wrong(&e))?;
    let of_launch = |launch: &Launch| {
        let Ok(kernel) = find_kernel(&kernels, &launch.kernel) else { return Blocks::default() };
        let known = ptx.kernels().iter().find(|k| k.ptx_name == kernel.name);
        Blocks {
            is_flat: assumptions.of(&kernel.name).any(|a| a == Assumption::FlatBlocks),
            only: known.and_then(|k| k.block_dim),
            most: known.and_then(|k| k.launch_bounds).map(|(most, _)| most),
        }
    };
    Ok(file.launches.iter().map(of_launch).collect())
}

/// Measures it. The launches are those of the launch file, by chance others in data, scalars and shape, or made up where there is none;
/// `progress` is told how many have run.
pub fn measure(
    kernels: &Kernels<'_>,
    launch_file: Option<(LaunchFile, &Path)>,
    request: Request,
    progress: &mut dyn FnMut(u64),
) -> Result<Report, Error> {
    let compiled = compile(kernels, optx::given::Given::default())?;
    let ptx = compiled.ptx.text();
    let (base, folder) = match launch_file {
        Some(known) => known,
        None => (vary::made_up(compiled.ptx.kernels())?, Path::new(".")),
    };
    let blocks = blocks(&compiled.ptx, &base)?;
    let launches = Launches { ptx, base, folder, seed: request.seed, blocks };
    let trace = Shared::default();
    let mut checked = ClaimReport::default();
    let (mut ended, mut raced) = ([0; 3], 0);
    for number in 0..request.launches {
        raced += u64::from(!launches.check(number, &compiled.claims, &mut checked)?);
        ended[launches.watch(number, &trace)? as usize] += 1;
        progress(number + 1);
    }
    let mut report = Report::of(&trace, &compiled.claims, checked);
    (report.ended, report.raced) = (ended, raced);
    if !report.misses.is_empty() {
        let Kernels { name, source, options, include } = *kernels;
        let request = optx_facts::Request::default();
        let (facts, _) =
            optx::facts_with(name, source, options, include, request).map_err(Error::Compile)?;
        by_line::mark(&mut report, &facts, name);
    }
    if request.classify {
        let mut more = |n| progress(request.launches + n);
        classify::classify(kernels, &launches, &trace, request, &mut report, &mut more)?;
    }
    Ok(report)
}
