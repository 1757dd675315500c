//! What a kernel's file needs by one compiler for one architecture.

use crate::assembled::{Resources, resources};
use crate::measure::Compiler;
use crate::occupancy::Multiprocessor;
use crate::registers::capped::capped;
use crate::registers::caps::{CAPS, Probe, smallest, spilling_above};
use optx_judge::ToolError;
use optx_judge::ptxas::{Ptxas, check_with};
use runtime_tests::suite::Case;
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::Path;

/// What is needed; of a file that launches several kernels, by the one that needs most.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    /// The smallest cap without a spill; none where the largest is not enough.
    pub s0: Option<u32>,
    /// Registers without a cap.
    pub registers: u32,
    /// Bytes stored and loaded for want of registers without a cap: launch bounds may be one.
    pub spilled: u32,
    /// Blocks of the launch file's size that a multiprocessor holds, without a cap; none for an architecture whose limits are not known.
    pub blocks: Option<u32>,
    /// Caps above S0 under which it spills all the same; known with `--all-caps` only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spilling_above: Vec<u32>,
}

/// Why a cell has nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Absent {
    /// The compiler does not take the source.
    Refused(String),
    /// Something else went wrong.
    Failed(String),
}

impl Absent {
    fn of(error: &ToolError) -> Absent {
        match error {
            ToolError::Refused(text) => Absent::Refused(telling_line(text)),
            ToolError::Missing(_) | ToolError::Failed(_) => {
                Absent::Failed(telling_line(&error.to_string()))
            }
        }
    }

    /// Without the folder of the source, which says nothing elsewhere.
    fn without(self, source: &Path) -> Absent {
        let folder = source.parent().map_or(String::new(), |f| format!("{}/", f.display()));
        let short = |reason: String| match &*folder {
            "" | "/" => reason,
            folder => reason.replace(folder, ""),
        };
        match self {
            Absent::Refused(reason) => Absent::Refused(short(reason)),
            Absent::Failed(reason) => Absent::Failed(short(reason)),
        }
    }

    /// The reason.
    pub fn reason(&self) -> &str {
        match self {
            Absent::Refused(reason) | Absent::Failed(reason) => reason,
        }
    }
}

/// The line that says what is wrong.
fn telling_line(text: &str) -> String {
    let line = text.lines().find(|l| l.contains("error")).or(text.lines().next());
    line.unwrap_or_default().trim().to_owned()
}

/// A kernel's file, and how it is compiled.
pub struct Subject<'a> {
    case: &'a Case,
    compiler: Compiler,
    arch: u32,
    options: Vec<String>,
    /// PTX that no cap changes, as the compiler knows none.
    once: OnceCell<String>,
}

impl<'a> Subject<'a> {
    /// By a compiler for an architecture; `passes` are optx's alone, as `--passes` takes them. Caps of the launch file's are left out.
    pub fn new(case: &'a Case, compiler: Compiler, arch: u32, passes: Option<&str>) -> Self {
        let mut options = without_caps(&case.launch.options);
        if compiler == Compiler::Optx3 {
            options.extend(passes.map(|words| format!("--passes={words}")));
        }
        Subject { case, compiler, arch, options, once: OnceCell::new() }
    }

    /// What it needs; with `all_caps` every cap is tried, and told which above S0 spill.
    pub fn need(&self, all_caps: bool) -> Result<Need, Absent> {
        let mut need = self.without_cap()?;
        if !all_caps {
            need.s0 = smallest(|cap| self.spills(cap))?;
            return Ok(need);
        }
        let probe = |&cap: &u32| Ok(Probe { cap, spills: self.spills(cap)? });
        let probes: Vec<Probe> = CAPS.iter().map(probe).collect::<Result<_, Absent>>()?;
        let spills = |cap| Ok(probes.iter().any(|p| p.cap == cap && p.spills));
        need.s0 = smallest::<Absent>(spills)?;
        need.spilling_above = spilling_above(need.s0, &probes);
        Ok(need)
    }

    /// The figures of the code as it is compiled and assembled without a cap.
    fn without_cap(&self) -> Result<Need, Absent> {
        let all = self.launched(&self.ptx(None)?, None)?;
        let limits = Multiprocessor::of(self.arch);
        let blocks = self.case.launch.launches.iter().zip(&all).map(|(launch, own)| {
            let threads = launch.block.iter().product();
            limits.map(|m| m.resident(threads, own.registers, own.shared + launch.shared))
        });
        Ok(Need {
            registers: all.iter().map(|own| own.registers).max().unwrap_or(0),
            spilled: all.iter().map(|own| own.spilled + own.reloaded).max().unwrap_or(0),
            blocks: blocks.min().flatten(),
            ..Need::default()
        })
    }

    /// Whether a launched kernel spills under a cap.
    fn spills(&self, cap: u32) -> Result<bool, Absent> {
        let all = self.launched(&capped(&self.ptx(Some(cap))?, cap), Some(cap))?;
        Ok(all.iter().any(|own| own.spilled + own.reloaded > 0))
    }

    /// The PTX that the compiler makes where it is told the cap, if it can be told.
    pub(super) fn ptx(&self, cap: Option<u32>) -> Result<String, Absent> {
        let compile = |options: &[String]| {
            let ptx = self.compiler.compile_with(&self.case.source, options, self.arch);
            ptx.map_err(|e| Absent::of(&e).without(&self.case.source))
        };
        if self.compiler == Compiler::Clang {
            if let Some(known) = self.once.get() {
                return Ok(known.clone());
            }
            let ptx = compile(&self.options)?;
            return Ok(self.once.get_or_init(|| ptx).clone());
        }
        let mut options = self.options.clone();
        options.extend(cap.map(|n| format!("--maxrregcount={n}")));
        compile(&options)
    }

    /// What ptxas says of the kernel of each launch. It is asked once of the same text: what it said is kept in the cache.
    fn launched(&self, ptx: &str, cap: Option<u32>) -> Result<Vec<Resources>, Absent> {
        let cap = cap.map(|n| format!("-maxrregcount={n}"));
        let options: Vec<&str> = ["-O3", "-v"].into_iter().chain(cap.as_deref()).collect();
        let verdict = check_with(Ptxas::V13, &format!("sm_{}", self.arch), ptx, &options);
        let verdict = verdict.map_err(|e| Absent::of(&e))?;
        if !verdict.accepted {
            return Err(Absent::Failed(format!("ptxas: {}", telling_line(&verdict.report))));
        }
        let all = resources(&verdict.report);
        let names = self.case.launch.launches.iter().map(|launch| &*launch.kernel);
        let found: Vec<Resources> =
            names.map(|name| kernel(&all, name)).collect::<Result<_, _>>()?;
        match found.is_empty() {
            true => Err(Absent::Failed("its launch file launches nothing".to_owned())),
            false => Ok(found),
        }
    }
}

/// What the mangled names of functions of a name begin with.
pub(super) fn mangled(name: &str) -> String {
    format!("_Z{}{name}", name.len())
}

/// The kernel that a source calls so: by this name, or the only one whose mangled name begins with it.
fn kernel(all: &BTreeMap<String, Resources>, name: &str) -> Result<Resources, Absent> {
    let mangled = mangled(name);
    let exact = all.get(name);
    let mut others = all.iter().filter(|(k, _)| k.starts_with(&mangled)).map(|(_, own)| own);
    match (exact, others.next(), others.next()) {
        (Some(own), _, _) | (None, Some(own), None) => Ok(*own),
        (None, None, _) => Err(Absent::Failed(format!("ptxas reports no kernel `{name}`"))),
        (None, Some(_), Some(_)) => Err(Absent::Failed(format!("several kernels match `{name}`"))),
    }
}

/// Options without caps of registers, in any form that the compilers take.
fn without_caps(options: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    let mut words = options.iter();
    while let Some(word) = words.next() {
        match word.trim_start_matches('-').split_once('=') {
            Some(("maxrregcount", _)) => {}
            None if word.trim_start_matches('-') == "maxrregcount" => {
                words.next();
            }
            _ => out.push(word.clone()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Absent, kernel, telling_line, without_caps};
    use crate::assembled::{Resources, resources};
    use std::path::Path;

    #[test]
    fn a_cap_of_the_launch_file_is_left_out() {
        let options = |words: &[&str]| words.iter().map(|&w| w.to_owned()).collect::<Vec<_>>();
        let given = options(&["-DN=1", "--maxrregcount=32", "-maxrregcount", "40", "-w"]);
        assert_eq!(without_caps(&given), options(&["-DN=1", "-w"]));
    }

    /// Spills of a function that a kernel calls are the kernel's, loads count as stores do, and kernels are found by their sources' names.
    #[test]
    fn spills_are_read_and_kernels_found() {
        let report = "\
ptxas info    : Compiling entry function '_Z4stepPf' for 'sm_80'
ptxas info    : Function properties for _Z4stepPf
    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 24 registers, used 0 barriers, 8 bytes cumulative stack size, 360 bytes cmem[0]
ptxas info    : Function properties for callee
    16 bytes stack frame, 0 bytes spill stores, 8 bytes spill loads
ptxas info    : Compiling entry function '_Z4stepPd' for 'sm_80'
ptxas info    : Function properties for _Z4stepPd
    16 bytes stack frame, 12 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 32 registers, used 0 barriers, 360 bytes cmem[0]
ptxas info    : Compiling entry function 'last' for 'sm_80'
ptxas info    : Function properties for last
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 10 registers, used 0 barriers, 360 bytes cmem[0]
";
        let all = resources(report);
        let spilled = |name| kernel(&all, name).map(|own: Resources| (own.spilled, own.reloaded));
        assert_eq!(spilled("_Z4stepPf"), Ok((0, 8)));
        assert_eq!(spilled("_Z4stepPd"), Ok((12, 0)));
        assert_eq!(spilled("last"), Ok((0, 0)));
        for name in ["step", "none"] {
            assert!(matches!(spilled(name), Err(Absent::Failed(_))), "{name}");
        }
    }

    #[test]
    fn a_reason_is_one_line() {
        assert_eq!(telling_line("In file k.cu:\n  k.cu:3: error: no\nmore"), "k.cu:3: error: no");
        assert_eq!(telling_line("first\nsecond"), "first");
        assert_eq!(telling_line(""), "");
        let refused = |text: &str| Absent::Refused(text.to_owned());
        let path = Path::new("/a/b/k.cu");
        assert_eq!(refused("/a/b/k.cu:3: error").without(path), refused("k.cu:3: error"));
        assert_eq!(refused("k.cu:3: error").without(Path::new("k.cu")), refused("k.cu:3: error"));
    }
}
