//! `times`: how long each compiler's code of a kernel takes at a size that fills a GPU.
//!
//! A round restores as many copies of the kernel's buffers as do not fit into the second-level cache together, twice over, and
//! then runs each compiler's code once on a copy of its own, the oldest first, so that no code finds its data in the cache and
//! all of them see the same clocks. Who begins changes from round to round, and with it each code's copy: where a copy lies in the
//! device's memory can cost a fifth (atomic operations all over it, on an H100). The work of a round is queued while the copies are
//! still being made, and events around each run give its time without the launch's own. Median, quartiles and least are kept.
//!
//! After the first round what they computed is compared, ours with the others'; at small sizes ours with the references too, which
//! would take longer than everything else at large ones.

mod prepared;
mod statistics;
mod table;

use std::path::Path;
use std::time::{Duration, Instant};

use optx_cuda::CudaError;
use optx_cuda::driver::Attribute;
use optx_cuda::event::Event;
use optx_cuda::gpu::{Gpu, Loaded};
use optx_cuda::management::Management;
use optx_launch::{Data, DeviceError, Inputs, LaunchError, LaunchFile};
use runtime_tests::large::Large;
use runtime_tests::references::Table;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::cases::{Embedded, Job, Maker, Peer, Subject, peers, texts};
use crate::device::failed;
use crate::facts::Clocks;
use crate::outcome::{Judged, Outcome};
use prepared::{Memory, Ready};
pub(crate) use statistics::Spread;
pub(crate) use table::table;

/// Rounds that are not counted: the driver's lazy loading, clocks that rise.
const WARM_UP: u32 = 2;
/// No more rounds begin after this, once there are [`LEAST_ROUNDS`].
const LONG_ENOUGH: Duration = Duration::from_millis(1500);
const LEAST_ROUNDS: u32 = 5;

/// A kernel's times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Timed {
    /// The size, as its template has it.
    pub(crate) n: u64,
    /// Of all buffers.
    pub(crate) bytes: usize,
    /// Copies of the buffers that took turns.
    pub(crate) copies: usize,
    pub(crate) rounds: u32,
    /// One a compiler, ours first.
    pub(crate) codes: Vec<TimedCode>,
    /// Why no launch fills the device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) small: Option<String>,
    /// What the codes computed is not the same.
    #[serde(default)]
    pub(crate) differs: bool,
    pub(crate) before: Clocks,
    pub(crate) after: Clocks,
}

/// A compiler's code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TimedCode {
    pub(crate) compiler: String,
    /// In microseconds; absent where the device refuses the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) microseconds: Option<Spread>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) registers: Option<i32>,
    /// Bytes of local memory of a thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) local_bytes: Option<i32>,
    /// What the driver said against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refused: Option<String>,
}

/// What times kernels on a device.
pub(crate) struct Timer<'g> {
    pub(crate) gpu: &'g Gpu,
    pub(crate) target: String,
    pub(crate) limit: Duration,
    pub(crate) rounds: u32,
    /// The sizes that the emulator can run.
    pub(crate) small: bool,
    /// Our levels; the first one is what the others are compared with.
    pub(crate) levels: Vec<u8>,
    /// Texts that are timed beside all others.
    pub(crate) beside: Vec<Peer>,
}

/// What ended a kernel's timing.
enum Failed {
    Launch(LaunchError),
    Differs(String, Box<Timed>),
}

impl From<CudaError> for Failed {
    fn from(e: CudaError) -> Failed {
        Failed::Launch(DeviceError::from(e).into())
    }
}

impl From<LaunchError> for Failed {
    fn from(e: LaunchError) -> Failed {
        Failed::Launch(e)
    }
}

/// What a kernel's times are as a farm reads them: of each code median and quartiles, in microseconds.
pub(crate) fn spreads(data: &Map<String, Value>) -> Value {
    let timed = serde_json::from_value::<Timed>(Value::Object(data.clone()));
    let codes = timed.map(|timed| timed.codes).unwrap_or_default();
    let spread = |code: &TimedCode| {
        let Spread { median, low, high, .. } = code.microseconds?;
        Some(json!({ "code": code.compiler, "median": median, "low": low, "high": high }))
    };
    codes.iter().filter_map(spread).collect()
}

/// What ours is made for where others are: what the other compilers' PTX was made for, where the device runs that.
pub(crate) fn target(of_device: &str) -> String {
    let number = |name: &str| name.trim_start_matches("sm_").parse::<u32>().unwrap_or(0);
    let others = format!("sm_{}", runtime_tests::suite::ARCH);
    if number(of_device) >= number(&others) { others } else { of_device.to_owned() }
}

/// The template of a kernel's large sizes.
fn template(case: &Embedded) -> Result<Large, String> {
    Large::parse(case.large).map_err(|e| format!("{}: {e}", case.name))
}

impl Timer<'_> {
    /// Times a kernel.
    pub(crate) fn judge(&self, case: &'static Embedded) -> Judged {
        let of = |outcome, message: String, timed: &Timed| Judged {
            data: serde_json::to_value(timed).unwrap_or_default(),
            ..Judged::new(outcome, message)
        };
        match self.time(case) {
            Ok(timed) => of(Outcome::Passed, String::new(), &timed),
            Err(Failed::Differs(message, timed)) => of(Outcome::Differs, message, &timed),
            Err(Failed::Launch(e)) => failed(self.gpu, &e),
        }
    }

    fn time(&self, case: &'static Embedded) -> Result<Timed, Failed> {
        let file_error = |m: String| LaunchError::File(m);
        let large = template(case).map_err(file_error)?;
        let n = if self.small { large.test_n } else { large.n };
        let file = large.launch_file(n).map_err(file_error)?;
        let mut codes = Vec::new();
        let mut loaded: Vec<(usize, Loaded<'_>, String)> = Vec::new();
        for maker in self.makers(case.name).map_err(file_error)? {
            let job = Job { subject: Subject::Kernel(case), maker };
            let ptx = job.ptx(&file, &self.target).map_err(LaunchError::Ptx)?;
            let mut code = TimedCode {
                compiler: job.maker.name(),
                microseconds: None,
                registers: None,
                local_bytes: None,
                refused: None,
            };
            match self.gpu.load(&ptx) {
                Ok(module) => loaded.push((codes.len(), module, ptx)),
                Err(e @ (CudaError::Refused(_) | CudaError::TooOld(_))) => {
                    code.refused = Some(e.to_string());
                }
                Err(e) => return Err(e.into()),
            }
            codes.push(code);
        }
        // Without ours there is nothing to compare with.
        if let Some(why) = codes.first().and_then(|ours| ours.refused.clone()) {
            return Err(LaunchError::Ptx(why).into());
        }
        let memory = Memory::new(self.gpu, &file, self.copies(&file, loaded.len())?)?;
        let ready = loaded
            .iter()
            .map(|(code, module, ptx)| {
                let compiler = codes[*code].compiler.clone();
                Ready::new(module, ptx, &file, &memory, (loaded.len(), compiler))
            })
            .collect::<Result<Vec<_>, Failed>>()?;
        let management = Management::open(self.gpu);
        let before = Clocks::now(management.as_ref());
        let (samples, differs) = self.rounds(&file, &memory, &ready)?;
        let after = Clocks::now(management.as_ref());
        for ((code, _, _), (ready, samples)) in loaded.iter().zip(ready.iter().zip(&samples)) {
            let code = &mut codes[*code];
            code.microseconds = Spread::of(samples);
            code.registers = Some(ready.resources.registers);
            code.local_bytes = Some(ready.resources.local);
        }
        let rounds = samples.first().map_or(0, |s| s.len() as u32);
        let (bytes, copies) = (memory.bytes(), memory.copies());
        let (small, is_wrong) = (large.small, differs.is_some());
        let timed =
            Timed { n, bytes, copies, rounds, codes, small, differs: is_wrong, before, after };
        match differs {
            Some(differs) => Err(Failed::Differs(differs, Box::new(timed))),
            None => Ok(timed),
        }
    }

    /// Who is timed: ours, and whom there is PTX of.
    fn makers(&self, case: &str) -> Result<Vec<Maker>, String> {
        let others = peers()?.into_iter().chain(self.beside.iter().cloned());
        let others = others.filter(|peer| peer.case == case).map(Maker::Peer);
        Ok(self.levels.iter().map(|&level| Maker::Level(level)).chain(others).collect())
    }

    /// How many copies of the buffers take turns.
    fn copies(&self, file: &LaunchFile, codes: usize) -> Result<usize, Failed> {
        const MOST: usize = 64;
        let l2 = self.gpu.attribute(Attribute::L2Bytes)?.max(0) as usize;
        let bytes = file.buffers.iter().map(|b| b.length * b.ty.size()).sum::<usize>().max(1);
        let beyond_cache = 1 + (2 * l2).div_ceil(bytes);
        let fit = (self.gpu.memory()?.0 / 2 / bytes).saturating_sub(1);
        let least = codes.max(1);
        if fit < least {
            let wanted = (least + 1) * bytes;
            let message = format!("no memory for {least} copies of the buffers ({wanted} bytes)");
            return Err(LaunchError::Device(message).into());
        }
        Ok(beyond_cache.clamp(least, MOST.max(least)).min(fit))
    }

    /// Microseconds of each code by round, and how results of the first round differ.
    fn rounds(
        &self,
        file: &LaunchFile,
        memory: &Memory<'_>,
        ready: &[Ready<'_>],
    ) -> Result<(Vec<Vec<f64>>, Option<String>), Failed> {
        let mut samples = vec![Vec::new(); ready.len()];
        let mut differs = None;
        let begin = Instant::now();
        for round in 0..WARM_UP + self.rounds {
            if round >= WARM_UP + LEAST_ROUNDS && begin.elapsed() > LONG_ENOUGH {
                break;
            }
            let times = self.round(memory, ready, round as usize)?;
            if round >= WARM_UP {
                samples.iter_mut().zip(times).for_each(|(all, one)| all.push(one));
            } else if round == 0 {
                differs = compared(file, memory, ready)?;
                if self.small && differs.is_none() {
                    differs = against_references(file, memory)?;
                }
            }
        }
        Ok((samples, differs))
    }

    /// Microseconds of each code.
    fn round(
        &self,
        memory: &Memory<'_>,
        ready: &[Ready<'_>],
        round: usize,
    ) -> Result<Vec<f64>, Failed> {
        ready.iter().try_for_each(|code| code.restore_symbols(memory))?;
        let events = ready
            .iter()
            .map(|_| Ok((self.gpu.event()?, self.gpu.event()?)))
            .collect::<Result<Vec<(Event<'_>, Event<'_>)>, CudaError>>()?;
        memory.restore()?;
        for copy in 0..ready.len() {
            let code = (copy + round) % ready.len();
            let (begin, end) = &events[code];
            begin.record()?;
            ready[code].launch(self.gpu, copy)?;
            end.record()?;
        }
        self.gpu.wait(self.limit)?;
        // What kernels print comes out here; nobody reads it.
        self.gpu.synchronize()?;
        let microseconds = |(begin, end): &(Event<'_>, Event<'_>)| {
            Ok::<f64, Failed>(f64::from(end.since(begin)?) * 1e3)
        };
        events.iter().map(microseconds).collect()
    }
}

/// The texts of a folder, `KERNEL.NAME.ptx`.
pub(crate) fn beside(folder: Option<&Path>) -> Result<Vec<Peer>, String> {
    let Some(folder) = folder else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (name, path) in texts(folder).map_err(|e| format!("--beside: {e}"))? {
        let Some((case, compiler)) = name.split_once('.') else { continue };
        let ptx = std::fs::read_to_string(&path)
            .map_err(|e| format!("--beside: {}: {e}", path.display()))?;
        found.push(Peer { case: case.to_owned(), compiler: compiler.to_owned(), ptx });
    }
    Ok(found)
}

/// How what the codes computed in the first round, each on the copy of its number, differs from what the first one did, where a launch file
/// says how near it should be: each is
/// allowed that much from the exact result, so twice as much from another.
fn compared(
    file: &LaunchFile,
    memory: &Memory<'_>,
    ready: &[Ready<'_>],
) -> Result<Option<String>, Failed> {
    let mut seen: Vec<&str> = Vec::new();
    for expect in &file.expects {
        let is_new = !seen.contains(&expect.buffer.as_str());
        seen.push(&expect.buffer);
        let buffer = &expect.buffer;
        let Some(first) = ready.first().filter(|_| is_new) else { continue };
        let Some(ours) = memory.read(0, buffer)? else { continue };
        for (copy, other) in ready.iter().enumerate().skip(1) {
            let Some(theirs) = memory.read(copy, buffer)? else { continue };
            if let Some(difference) = difference(&ours, &theirs, expect)? {
                let (ours, theirs) = (&first.compiler, &other.compiler);
                return Ok(Some(format!(
                    "buffer `{buffer}`, {ours} beside {theirs}: {difference}"
                )));
            }
        }
    }
    Ok(None)
}

/// How what the first code computed differs from the references.
fn against_references(file: &LaunchFile, memory: &Memory<'_>) -> Result<Option<String>, Failed> {
    let folder = Path::new(".");
    let data = optx_launch::initial(file, folder)?;
    let inputs = Inputs { file, data: &data };
    for expect in &file.expects {
        let Some(ours) = memory.read(0, &expect.buffer)? else { continue };
        let wanted = optx_launch::expected(expect, &inputs, &Table, folder)?;
        let verdict = optx_launch::compare::compare(&ours, &wanted, expect.tolerance)
            .map_err(|e| Failed::Launch(LaunchError::File(e)))?;
        if !verdict.agrees() {
            let said = verdict.first.unwrap_or_default();
            return Ok(Some(format!("buffer `{}`: {said}", expect.buffer)));
        }
    }
    Ok(None)
}

fn difference(
    ours: &Data,
    theirs: &Data,
    expect: &optx_launch::spec::Expect,
) -> Result<Option<String>, Failed> {
    use optx_launch::spec::Tolerance;
    let tolerance = match expect.tolerance {
        Tolerance::Exact => Tolerance::Exact,
        Tolerance::Near { abs, rel } => Tolerance::Near { abs: 2.0 * abs, rel: 2.0 * rel },
        Tolerance::Ulp(n) => Tolerance::Ulp(2 * n),
    };
    let verdict = optx_launch::compare::compare(ours, theirs, tolerance)
        .map_err(|e| Failed::Launch(LaunchError::File(e)))?;
    Ok((!verdict.agrees()).then(|| {
        let (wrong, total) = (verdict.wrong, verdict.total);
        format!("{wrong} of {total} elements differ: {}", verdict.first.unwrap_or_default())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use optx_launch::spec::{Expect, Expected, Tolerance};

    fn floats(values: &[f32]) -> Data {
        let bytes = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        Data { ty: optx_launch::Elem::F32, bytes }
    }

    #[test]
    fn two_codes_may_lie_twice_as_far_apart() {
        let near = |tolerance, a: &[f32], b: &[f32]| {
            let from = Expected::Reference("r".into());
            let expect = Expect { buffer: "b".into(), from, tolerance };
            difference(&floats(a), &floats(b), &expect).is_ok_and(|d| d.is_none())
        };
        let tenth = Tolerance::Near { abs: 0.0, rel: 0.1 };
        assert!(near(tenth, &[1.0, 2.0], &[1.19, 2.0]));
        assert!(!near(tenth, &[1.0, 2.0], &[1.3, 2.0]));
        assert!(!near(Tolerance::Exact, &[1.0], &[1.000_000_1]));
        assert!(near(Tolerance::Exact, &[1.0], &[1.0]));
    }

    #[test]
    fn all_are_compiled_for_the_same() {
        assert_eq!(target("sm_90"), "sm_80");
        assert_eq!(target("sm_75"), "sm_75");
    }
}
