//! A kernel through optx at each level, NVRTC and clang, each run on the emulator in lock-step. NVRTC's results are the control.

use crate::census::measure::{self, Measure};
use crate::list::{HEAVY_ABOVE, Kernel, List};
use crate::text;
use optx_judge::ToolError;
use optx_judge::ptxas::{self, Ptxas};
use optx_launch::compare::compare_known;
use optx_launch::spec::{LaunchFile, Tolerance};
use optx_launch::{Emulator, NoReferences, Outcome, Schedule};
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// The levels of optx.
pub const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-O3"];
/// What is compiled for.
const ARCH: &str = "80";
/// Warp instructions that a launch may take.
const BUDGET: u64 = 200_000_000;

/// What became of a kernel with one compiler.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum End {
    /// Every bit is as with NVRTC.
    Agrees {
        /// Warp instructions executed.
        executed: u64,
    },
    /// It ran, and NVRTC's PTX did not: there was nothing to compare with.
    Alone {
        /// Warp instructions executed.
        executed: u64,
    },
    /// Floats are as near as the list says.
    Near {
        /// Warp instructions executed.
        executed: u64,
        /// The worst relative deviation.
        worst: f64,
        /// With `-fmad=false` for both every bit is as with NVRTC: they only contract differently.
        contraction: bool,
    },
    /// It differs.
    Differs {
        /// Where first.
        first: String,
        /// The worst relative deviation.
        worst: f64,
    },
    /// The compiler refused it.
    Refused {
        /// optx's code; nothing of others.
        code: String,
        /// What it said first.
        said: String,
    },
    /// The compiler panicked, or the PTX did not run.
    Failed {
        /// What was said.
        said: String,
    },
    /// The compiler is not here.
    Absent,
}

impl End {
    /// Warp instructions executed, where it is right.
    pub fn executed(&self) -> Option<u64> {
        match self {
            End::Agrees { executed } | End::Near { executed, .. } => Some(*executed),
            _ => None,
        }
    }
}

/// What became of a kernel.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its name here.
    pub id: String,
    /// The project.
    pub source: String,
    /// NVRTC.
    pub nvrtc: End,
    /// clang, against NVRTC.
    pub clang: End,
    /// optx at each of [`LEVELS`], against NVRTC.
    pub optx: Vec<End>,
    /// What is not as the list says, in words.
    pub wrong: Vec<String>,
}

impl Row {
    /// optx -O3.
    pub fn best(&self) -> Option<&End> {
        self.optx.last()
    }
}

/// optx's PTX at a level.
pub fn optx(source: &str, launch: &LaunchFile, level: &str, name: &str) -> Result<String, End> {
    let arch = format!("-arch=sm_{ARCH}");
    let mut words = vec![level, &arch, "-w"];
    words.extend(launch.options.iter().map(String::as_str));
    let refused = |code: String, said: String| End::Refused { code, said };
    let (options, _) =
        optx::Options::parse_args(&words).map_err(|e| refused(String::new(), e.to_string()))?;
    let compiled = catch_unwind(AssertUnwindSafe(|| {
        optx::compile_with(name, source, &options, &optx::NoIncludes)
    }));
    match compiled {
        Ok(Ok(ptx)) => Ok(ptx.text().to_owned()),
        Ok(Err(said)) => {
            let first = said.list().iter().find(|d| d.code.to_string().starts_with('E'));
            Err(first.map_or_else(
                || refused(String::new(), said.to_string()),
                |d| refused(d.code.to_string(), d.message.clone()),
            ))
        }
        Err(_) => Err(End::Failed { said: "optx panicked".to_owned() }),
    }
}

/// A kernel as a trial has it before it.
struct Bench<'k> {
    kernel: &'k Kernel,
    source: String,
    launch: LaunchFile,
    /// The source as a file, for compilers that want one.
    path: PathBuf,
}

impl Bench<'_> {
    /// NVRTC's PTX.
    fn nvrtc(&self, launch: &LaunchFile) -> Result<String, End> {
        let ptx = runtime_tests::suite::nvrtc_for(&self.path, &launch.options, ARCH);
        ptx.map_err(|e| self.told(&e))
    }

    /// What NVRTC's PTX leaves.
    fn control(&self, launch: &LaunchFile) -> Result<Outcome, End> {
        execute(&self.nvrtc(launch)?, launch)
    }

    /// optx at a level.
    fn optx(&self, level: &str, control: &Result<Outcome, End>) -> End {
        let name = format!("{}.cu", self.kernel.id);
        let end = self.against(optx(&self.source, &self.launch, level, &name), control, true);
        let End::Near { executed, worst, .. } = end else { return end };
        let mut launch = self.launch.clone();
        launch.options.push("-fmad=false".to_owned());
        let plain =
            optx(&self.source, &launch, level, &name).and_then(|ptx| execute(&ptx, &launch));
        let contraction = match (plain, self.control(&launch)) {
            (Ok(got), Ok(control)) => matches!(judge(&got, &control, None), End::Agrees { .. }),
            _ => false,
        };
        End::Near { executed, worst, contraction }
    }

    /// PTX against the control.
    fn against(
        &self,
        ptx: Result<String, End>,
        control: &Result<Outcome, End>,
        is_ours: bool,
    ) -> End {
        let ran = ptx.and_then(|ptx| {
            if is_ours {
                assembles(&ptx)?;
            }
            execute(&ptx, &self.launch)
        });
        match (ran, control) {
            (Err(end), _) => end,
            (Ok(got), Ok(control)) => judge(&got, control, self.kernel.within),
            (Ok(got), Err(_)) => End::Alone { executed: runtime_tests::counts::of(&got) },
        }
    }

    /// What another compiler said.
    fn told(&self, error: &ToolError) -> End {
        if let ToolError::Missing(_) = error {
            return End::Absent;
        }
        let folder = self.path.parent().map_or(String::new(), |f| format!("{}/", f.display()));
        let text = error.to_string().replace(&folder, "");
        let said = text.lines().find(|l| l.contains("error")).or(text.lines().next());
        End::Refused { code: String::new(), said: said.unwrap_or_default().trim().to_owned() }
    }
}

/// A trial of a kernel; an error where the list or the cache is not as it has to be.
pub fn trial(list: &List, kernel: &Kernel, clang: bool) -> Result<Row, String> {
    let (source, launch) = (text::compose(list, kernel)?, kernel.launch()?);
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = folder.path().join(format!("{}.cu", kernel.id));
    std::fs::write(&path, &source).map_err(|e| format!("{}: {e}", path.display()))?;
    let bench = Bench { kernel, source, launch, path };
    let ptx = bench.nvrtc(&bench.launch);
    let measure = ptx.as_ref().ok().map(|ptx| measure::of_ptx(ptx));
    let control = ptx.and_then(|ptx| execute(&ptx, &bench.launch));
    let optx: Vec<End> = LEVELS.iter().map(|level| bench.optx(level, &control)).collect();
    let clang = match clang {
        true => {
            let ptx = runtime_tests::suite::clang_for(&bench.path, &bench.launch.options, ARCH);
            bench.against(ptx.map_err(|e| bench.told(&e)), &control, false)
        }
        false => End::Absent,
    };
    let nvrtc = match control {
        Ok(outcome) => End::Agrees { executed: runtime_tests::counts::of(&outcome) },
        Err(end) => end,
    };
    let (id, source) = (kernel.id.clone(), kernel.source.clone());
    let mut row = Row { id, source, nvrtc, clang, optx, wrong: Vec::new() };
    row.wrong = wrong(&row, kernel);
    match measure {
        Some(Ok(measure)) => row.wrong.extend(wrong_mark(&measure, kernel.heavy)),
        None | Some(Err(ToolError::Missing(_))) => {}
        Some(Err(e)) => row.wrong.push(e.to_string()),
    }
    Ok(row)
}

/// Where the mark of the heavy list is not what NVRTC's code needs. What NVRTC refuses is told elsewhere.
fn wrong_mark(measure: &Measure, heavy: bool) -> Option<String> {
    let Measure::Registers(count) = *measure else { return None };
    let said = if heavy { "heavy" } else { "not heavy" };
    (heavy != (count > HEAVY_ABOVE))
        .then(|| format!("NVRTC's code needs {count} registers, and the list says {said}"))
}

/// Whether ptxas takes PTX, where it is in the cache.
fn assembles(ptx: &str) -> Result<(), End> {
    match ptxas::check(Ptxas::V13, &format!("sm_{ARCH}"), ptx) {
        Ok(verdict) if !verdict.accepted => {
            let first = verdict.report.lines().find(|l| l.contains("error")).unwrap_or_default();
            Err(End::Failed { said: format!("ptxas: {first}") })
        }
        Ok(_) | Err(ToolError::Missing(_)) => Ok(()),
        Err(e) => Err(End::Failed { said: format!("ptxas: {e}") }),
    }
}

fn execute(ptx: &str, launch: &LaunchFile) -> Result<Outcome, End> {
    let mut device = Emulator::new(Schedule::Lockstep);
    device.config.budget = BUDGET;
    let folder = crate::list::folder();
    optx_launch::run(launch, ptx, &mut device, &NoReferences, &folder).map_err(|e| End::Failed {
        said: e.to_string().lines().next().unwrap_or_default().to_owned(),
    })
}

/// All that a run leaves, against the control's.
fn judge(got: &Outcome, control: &Outcome, within: Option<f64>) -> End {
    let executed = runtime_tests::counts::of(got);
    let differs = |first: String, worst: f64| End::Differs { first, worst };
    if got.printed != control.printed {
        return differs("what it prints".to_owned(), 0.0);
    }
    let mut worst: f64 = 0.0;
    let mut exact = true;
    for (buffer, want) in &control.outputs {
        let Some(have) = got.outputs.get(buffer) else {
            return differs(format!("buffer `{buffer}` is missing"), 0.0);
        };
        let tolerance = match within {
            Some(within) if want.ty.is_float() => Tolerance::Near { abs: within, rel: within },
            _ => Tolerance::Exact,
        };
        let unknown = got.unknown.get(buffer).map_or(&[][..], Vec::as_slice);
        match compare_known(have, want, tolerance, unknown) {
            Ok(verdict) if verdict.agrees() => worst = worst.max(verdict.worst),
            Ok(verdict) => {
                let first = verdict.first.unwrap_or_default();
                let of = format!("{} of {}", verdict.wrong, verdict.total);
                return differs(format!("buffer `{buffer}`, {of}: {first}"), verdict.worst);
            }
            Err(message) => return differs(format!("buffer `{buffer}`: {message}"), 0.0),
        }
        exact &= have.bytes == want.bytes;
    }
    if exact { End::Agrees { executed } } else { End::Near { executed, worst, contraction: false } }
}

/// What is not as the list says.
fn wrong(row: &Row, kernel: &Kernel) -> Vec<String> {
    let mut out = Vec::new();
    match &row.nvrtc {
        End::Agrees { .. } => {}
        End::Absent => out.push("NVRTC is not in the cache: run tools/fetch nvrtc".to_owned()),
        End::Refused { said, .. } | End::Failed { said } => out.push(format!("NVRTC: {said}")),
        _ => {}
    }
    for (level, end) in LEVELS.iter().zip(&row.optx) {
        match (end, &kernel.refused) {
            (End::Refused { code, .. }, Some(known)) if code == known => {}
            (End::Refused { code, said }, Some(known)) => {
                out.push(format!(
                    "{level}: refused with {code}, and the list says {known}: {said}"
                ));
            }
            (End::Refused { code, said }, None) => {
                out.push(format!("{level}: refused, {code}: {said}"));
            }
            (End::Differs { first, .. }, _) => out.push(format!("{level}: differs: {first}")),
            (End::Failed { said }, _) => out.push(format!("{level}: {said}")),
            (_, Some(known)) => {
                out.push(format!(
                    "{level}: taken, and the list says that it is refused with {known}"
                ));
            }
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "[[source]]\nname = 's'\nupstream = 'u'\nrelease = '1'\nlicence = 'MIT'\narchive = 'pypi:s==1'\nfile = 's-1.tar.gz'\n\
        folder = 's-1'\nsize = 1\nsha256 = 'SUM'\n[[kernel]]\nid = 'k'\nsource = 's'\nkernel = 'k'\ncut = [{ file = 'k.cu', lines = [1, 2] }]\n";
    const LAUNCH: &str = "[buffers.o]\ntype = \"u32\"\nlength = 4\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 4\nargs = [\"&o\"]\n";
    const SOURCE: &str = "extern \"C\" __global__ void k(int *o) { o[threadIdx.x] = 1; }\n";

    #[test]
    fn the_mark_of_the_heavy_list_is_held_against_what_is_measured() {
        for (registers, heavy, right) in
            [(40, false, true), (41, true, true), (40, true, false), (41, false, false)]
        {
            let wrong = wrong_mark(&Measure::Registers(registers), heavy);
            assert_eq!(wrong.is_none(), right, "{registers}: {wrong:?}");
        }
        assert_eq!(wrong_mark(&Measure::Refused("no".to_owned()), true), None);
    }

    #[test]
    fn what_nothing_is_compared_with_does_not_agree() {
        let list = List::parse(&LIST.replace("SUM", &"0".repeat(64))).unwrap();
        let bench = Bench {
            kernel: &list.kernels[0],
            source: SOURCE.to_owned(),
            launch: LaunchFile::parse(LAUNCH).unwrap(),
            path: PathBuf::from("k.cu"),
        };
        let refused = Err(End::Refused { code: String::new(), said: "error: no".to_owned() });
        for level in LEVELS {
            let end = bench.optx(level, &refused);
            assert!(matches!(end, End::Alone { executed } if executed > 0), "{level}: {end:?}");
            assert_eq!(end.executed(), None);
        }
        let ptx = optx(SOURCE, &bench.launch, "-O2", "k.cu").unwrap();
        let control = execute(&ptx, &bench.launch);
        assert!(matches!(bench.optx("-O3", &control), End::Agrees { .. }));
    }
}
