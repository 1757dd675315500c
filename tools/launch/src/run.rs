//! Running a launch file on a device, and checking what came out.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use optx_emulator::assume::Assumptions;
use optx_emulator::{ClaimReport, Counters, Races, Unknown};

use crate::compare::{Verdict, compare_known};
use crate::data::Data;
use crate::device::{Device, DeviceError, KernelInfo, Launching};
use crate::fill::{argument, contents};
use crate::spec::{Arg, Expect, Expected, Init, Launch, LaunchFile, SpecError, nearest};

/// What a reference function sees: the launch file, and every buffer as it was before the first launch.
pub struct Inputs<'a> {
    /// The launch file.
    pub file: &'a LaunchFile,
    /// Buffers and symbols by name.
    pub data: &'a BTreeMap<String, Data>,
}

impl Inputs<'_> {
    /// A buffer or symbol by name.
    pub fn get(&self, name: &str) -> Result<&Data, String> {
        self.data.get(name).ok_or_else(|| format!("the launch file has no buffer `{name}`"))
    }

    /// A buffer of 32-bit floats.
    pub fn f32(&self, name: &str) -> Result<Vec<f32>, String> {
        self.get(name)?.to_f32().ok_or_else(|| format!("buffer `{name}` does not hold f32"))
    }

    /// A buffer of 64-bit floats.
    pub fn f64(&self, name: &str) -> Result<Vec<f64>, String> {
        self.get(name)?.to_f64().ok_or_else(|| format!("buffer `{name}` does not hold f64"))
    }

    /// A buffer of 32-bit integers.
    pub fn i32(&self, name: &str) -> Result<Vec<i32>, String> {
        self.get(name)?.to_i32().ok_or_else(|| format!("buffer `{name}` does not hold i32"))
    }

    /// A buffer of unsigned 32-bit integers.
    pub fn u32(&self, name: &str) -> Result<Vec<u32>, String> {
        self.get(name)?.to_u32().ok_or_else(|| format!("buffer `{name}` does not hold u32"))
    }

    /// A buffer of unsigned 64-bit integers.
    pub fn u64(&self, name: &str) -> Result<Vec<u64>, String> {
        self.get(name)?.to_u64().ok_or_else(|| format!("buffer `{name}` does not hold u64"))
    }

    /// A buffer of 64-bit integers.
    pub fn i64(&self, name: &str) -> Result<Vec<i64>, String> {
        self.get(name)?.to_i64().ok_or_else(|| format!("buffer `{name}` does not hold i64"))
    }

    /// A buffer of bytes.
    pub fn u8(&self, name: &str) -> Result<Vec<u8>, String> {
        self.get(name)?.to_u8().ok_or_else(|| format!("buffer `{name}` does not hold u8"))
    }

    /// The scalar at an argument's place, counted from 0, of a launch, counted from 0.
    pub fn scalar(&self, launch: usize, arg: usize) -> Result<f64, String> {
        match self.file.launches.get(launch).and_then(|l| l.args.get(arg)) {
            Some(Arg::Scalars(d)) if d.len() == 1 => Ok(d.float(0)),
            _ => Err(format!("argument {arg} of launch {launch} is no scalar")),
        }
    }

    /// As [`Inputs::scalar`], for sizes.
    pub fn size(&self, launch: usize, arg: usize) -> Result<usize, String> {
        Ok(self.scalar(launch, arg)? as usize)
    }
}

/// Where references come from.
pub trait References {
    /// The expected contents by the reference of a name; `None` if there is no such reference.
    fn compute(&self, name: &str, inputs: &Inputs<'_>) -> Option<Result<Data, String>>;

    /// The names there are, for messages.
    fn names(&self) -> Vec<String>;
}

/// No references: launch files must give values or files.
pub struct NoReferences;

impl References for NoReferences {
    fn compute(&self, _: &str, _: &Inputs<'_>) -> Option<Result<Data, String>> {
        None
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What went wrong, as far as it is not a difference in results.
#[derive(Clone, Debug)]
pub enum LaunchError {
    /// The launch file is wrong, or does not fit the kernel.
    File(String),
    /// The PTX was refused.
    Ptx(String),
    /// The kernel went wrong.
    Kernel(Box<optx_emulator::RunError>),
    /// A kernel did not end in time; the process has to end by [`optx_cuda::leave`].
    Hang(String),
    /// The device is missing or failed.
    Device(String),
}

impl LaunchError {
    /// The exit status of a command that ends with this error.
    pub fn exit_status(&self) -> u8 {
        match self {
            LaunchError::File(_) | LaunchError::Ptx(_) => 1,
            LaunchError::Kernel(_) | LaunchError::Hang(_) => 4,
            LaunchError::Device(_) => 5,
        }
    }
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaunchError::File(m) => write!(f, "launch file: {m}"),
            LaunchError::Ptx(m) => f.write_str(m),
            LaunchError::Kernel(e) => write!(f, "{e}"),
            LaunchError::Hang(m) | LaunchError::Device(m) => f.write_str(m),
        }
    }
}

impl std::error::Error for LaunchError {}

impl From<SpecError> for LaunchError {
    fn from(e: SpecError) -> Self {
        LaunchError::File(e.0)
    }
}

impl From<DeviceError> for LaunchError {
    fn from(e: DeviceError) -> Self {
        match e {
            DeviceError::Ptx(m) => LaunchError::Ptx(m),
            DeviceError::Launch(m) => LaunchError::File(m),
            DeviceError::Kernel(e) => LaunchError::Kernel(e),
            DeviceError::Hang(m) => LaunchError::Hang(m),
            DeviceError::Device(m) => LaunchError::Device(m),
        }
    }
}

/// One launch as it went.
#[derive(Clone, Debug)]
pub struct Launched {
    /// The kernel's name in the PTX.
    pub kernel: String,
    /// How often it ran.
    pub repeat: u32,
    /// Time of all runs together.
    pub time: Duration,
    /// Counts of all runs together, from the emulator.
    pub counters: Option<Counters>,
}

/// One expectation as it went.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The buffer.
    pub buffer: String,
    /// How it compares.
    pub verdict: Verdict,
}

impl Checked {
    /// Where it does not hold, in words.
    pub fn difference(&self) -> Option<String> {
        let v = &self.verdict;
        (!v.agrees()).then(|| {
            format!(
                "buffer `{}`: {} of {} elements differ (worst {:.3e}); {}",
                self.buffer,
                v.wrong,
                v.total,
                v.worst,
                v.first.as_deref().unwrap_or("")
            )
        })
    }
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Launches in order.
    pub launches: Vec<Launched>,
    /// Expectations in order.
    pub checks: Vec<Checked>,
    /// All buffers afterwards.
    pub outputs: BTreeMap<String, Data>,
    /// Elements of buffers and symbols of which something is not known afterwards, as far as the device knows: by buffer that has some, in
    /// order.
    pub unknown: BTreeMap<String, Vec<Unknown>>,
    /// The races, where the device looks for them.
    pub races: Option<Races>,
    /// What became of the claims, where the device checks them.
    pub claims: Option<ClaimReport>,
    /// What the kernels printed; None where the device printed it by itself.
    pub printed: Option<Vec<u8>>,
    /// How that differs from what the launch file expects, in words.
    pub printed_difference: Option<String>,
}

impl Outcome {
    /// Whether every expectation holds.
    pub fn agrees(&self) -> bool {
        self.printed_difference.is_none() && self.checks.iter().all(|c| c.verdict.agrees())
    }

    /// The first expectation that does not hold, in words.
    pub fn difference(&self) -> Option<String> {
        let first = self.checks.iter().find_map(Checked::difference);
        first.or_else(|| self.printed_difference.clone())
    }
}

/// The kernel in a PTX that a source calls `name`: the name itself, or `_Z<length><name>...`.
pub fn find_kernel<'k>(kernels: &'k [KernelInfo], name: &str) -> Result<&'k KernelInfo, SpecError> {
    if let Some(k) = kernels.iter().find(|k| k.name == name) {
        return Ok(k);
    }
    let mangled = format!("_Z{}{name}", name.len());
    let found: Vec<&KernelInfo> = kernels.iter().filter(|k| k.name.starts_with(&mangled)).collect();
    match found.as_slice() {
        [k] => Ok(k),
        [] => {
            let all: Vec<&str> = kernels.iter().map(|k| k.name.as_str()).collect();
            let near = nearest(name, all.iter().copied())
                .map_or(String::new(), |n| format!("; the nearest known one is `{n}`"));
            Err(SpecError(format!(
                "`kernel` names `{name}`, which the PTX does not have (it has: {}){near}",
                all.join(", ")
            )))
        }
        many => {
            let all: Vec<&str> = many.iter().map(|k| k.name.as_str()).collect();
            Err(SpecError(format!(
                "`kernel` names `{name}`, which several kernels match: {}; write one of these names",
                all.join(", ")
            )))
        }
    }
}

/// Data of all buffers and symbols before the first launch.
pub fn initial(file: &LaunchFile, folder: &Path) -> Result<BTreeMap<String, Data>, LaunchError> {
    let mut out = BTreeMap::new();
    for b in file.buffers.iter().chain(&file.symbols) {
        out.insert(b.name.clone(), contents(b, file.seed, folder)?);
    }
    Ok(out)
}

/// What an expectation wants.
pub fn expected(
    e: &Expect,
    inputs: &Inputs<'_>,
    references: &dyn References,
    folder: &Path,
) -> Result<Data, LaunchError> {
    let ty = inputs.data.get(&e.buffer).map(|d| d.ty);
    let Some(ty) = ty else {
        return Err(LaunchError::File(format!("`{}` is no buffer", e.buffer)));
    };
    match &e.from {
        Expected::Values(v) => {
            let mut d = Data::zeros(ty, 0);
            for x in v {
                d.push(*x);
            }
            Ok(d)
        }
        Expected::File(name) => {
            let path = folder.join(name);
            let bytes = std::fs::read(&path)
                .map_err(|err| LaunchError::File(format!("{}: {err}", path.display())))?;
            Ok(Data { ty, bytes })
        }
        Expected::Reference(name) => match references.compute(name, inputs) {
            Some(Ok(d)) => Ok(d),
            Some(Err(m)) => Err(LaunchError::File(format!("reference `{name}`: {m}"))),
            None => {
                let all = references.names();
                let near = nearest(name, all.iter().map(String::as_str))
                    .map_or(String::new(), |n| format!("; the nearest known one is `{n}`"));
                Err(LaunchError::File(format!("there is no reference `{name}`{near}")))
            }
        },
    }
}

/// Memory of the device that is freed when the run is over.
struct Held<'d> {
    device: &'d mut dyn Device,
    at: Vec<u64>,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        for at in self.at.drain(..) {
            // Nothing can be done about an address that cannot be freed.
            let _ = self.device.free(at);
        }
    }
}

/// Runs a launch file with a PTX text. File names in it are relative to `folder`.
pub fn run(
    file: &LaunchFile,
    ptx: &str,
    device: &mut dyn Device,
    references: &dyn References,
    folder: &Path,
) -> Result<Outcome, LaunchError> {
    let data = initial(file, folder)?;
    let assumptions = Assumptions::parse(ptx).map_err(|e| LaunchError::Ptx(e.to_string()))?;
    let kernels = device.load(ptx)?;
    // What an earlier run left behind is not this one's.
    let _ = device.printed();
    let _ = device.races();
    let _ = device.claims();
    let mut held = Held { device, at: Vec::new() };
    let mut address: BTreeMap<&str, u64> = BTreeMap::new();
    for b in &file.buffers {
        let d = &data[&b.name];
        let at = match b.init {
            Init::None => held.device.alloc_unwritten(&d.bytes, &b.name)?,
            _ => held.device.alloc(d.bytes.len(), &b.name)?,
        };
        held.at.push(at);
        if b.init != Init::None {
            held.device.write(at, &d.bytes)?;
        }
        address.insert(&b.name, at);
    }
    for s in &file.symbols {
        let d = &data[&s.name];
        let Some((at, bytes)) = held.device.symbol(&s.name)? else {
            return Err(LaunchError::File(format!(
                "[symbols.{}]: the PTX has no such variable",
                s.name
            )));
        };
        if d.bytes.len() as u64 > bytes {
            return Err(LaunchError::File(format!(
                "[symbols.{}] has {} bytes, the variable has {bytes}",
                s.name,
                d.bytes.len()
            )));
        }
        held.device.write(at, &d.bytes)?;
        address.insert(&s.name, at);
    }
    let mut launches = Vec::new();
    for (k, l) in file.launches.iter().enumerate() {
        let kernel = find_kernel(&kernels, &l.kernel)
            .map_err(|e| LaunchError::File(format!("[[launch]] {}: {e}", k + 1)))?;
        assumptions
            .check(&kernel.name, l.grid, l.block)
            .map_err(|e| LaunchError::File(format!("[[launch]] {}: {e}", k + 1)))?;
        let args = arguments(l, kernel, k + 1, &|n| address.get(n).copied())?;
        let launching = Launching {
            kernel: &kernel.name,
            grid: l.grid,
            block: l.block,
            shared: l.shared,
            cooperative: l.cooperative,
            args: &args,
        };
        let start = Instant::now();
        let mut counters: Option<Counters> = None;
        for _ in 0..l.repeat {
            if let Some(c) = held.device.launch(&launching)? {
                counters.get_or_insert_default().add(&c);
            }
        }
        launches.push(Launched {
            kernel: kernel.name.clone(),
            repeat: l.repeat,
            time: start.elapsed(),
            counters,
        });
    }
    for b in &file.buffers {
        held.device.intact(address[b.name.as_str()])?;
    }
    let mut outputs = BTreeMap::new();
    let mut unknown = BTreeMap::new();
    for b in file.buffers.iter().chain(&file.symbols) {
        let d = &data[&b.name];
        let (at, length) = (address[b.name.as_str()], d.bytes.len());
        let bytes = held.device.read(at, length)?;
        outputs.insert(b.name.clone(), Data { ty: b.ty, bytes });
        let elements = held.device.unknown(at, length, b.ty.size())?;
        if !elements.is_empty() {
            unknown.insert(b.name.clone(), elements);
        }
    }
    let inputs = Inputs { file, data: &data };
    let mut checks = Vec::new();
    for e in &file.expects {
        let want = expected(e, &inputs, references, folder)?;
        let never = unknown.get(&e.buffer).map_or(&[][..], Vec::as_slice);
        let verdict = compare_known(&outputs[&e.buffer], &want, e.tolerance, never)
            .map_err(|m| LaunchError::File(format!("expectation on `{}`: {m}", e.buffer)))?;
        checks.push(Checked { buffer: e.buffer.clone(), verdict });
    }
    let races = held.device.races();
    let claims = held.device.claims();
    let printed = held.device.printed();
    let printed_difference = match (&file.printed, &printed) {
        (Some(wanted), Some(found)) => wanted.difference(found),
        _ => None,
    };
    Ok(Outcome { launches, checks, outputs, unknown, races, claims, printed, printed_difference })
}

/// The bytes of a launch's arguments, which are as many and as large as the kernel's parameters. `number` is the launch's in its
/// file, from 1; `address` gives a buffer's or symbol's address.
pub fn arguments(
    l: &Launch,
    kernel: &KernelInfo,
    number: usize,
    address: &dyn Fn(&str) -> Option<u64>,
) -> Result<Vec<Vec<u8>>, LaunchError> {
    let args = l.args.iter().map(|a| argument(a, address)).collect::<Result<Vec<_>, _>>()?;
    check_args(&args, kernel, number)?;
    Ok(args)
}

fn check_args(args: &[Vec<u8>], kernel: &KernelInfo, number: usize) -> Result<(), LaunchError> {
    if args.len() != kernel.params.len() {
        return Err(LaunchError::File(format!(
            "`args` of [[launch]] {number} has {} arguments, kernel `{}` takes {}",
            args.len(),
            kernel.name,
            kernel.params.len()
        )));
    }
    for (k, (a, &size)) in args.iter().zip(&kernel.params).enumerate() {
        if a.len() as u64 != size {
            return Err(LaunchError::File(format!(
                "argument {} of [[launch]] {number} has {} bytes, parameter {} of `{}` has {size}",
                k + 1,
                a.len(),
                k + 1,
                kernel.name
            )));
        }
    }
    Ok(())
}
