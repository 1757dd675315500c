//! Passes, and classes of memory, that are left out together, and what kernels are without them.

use crate::measure::{Machine, Measured, Ran};
use rayon::prelude::*;
use runtime_tests::suite::{self, Case};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// What is left out together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lack {
    /// Groups of the pipeline.
    pub groups: Vec<&'static str>,
    /// Options that say so of what is no row of the pipeline.
    pub options: Vec<&'static str>,
}

impl Lack {
    /// One group.
    pub fn of(group: &'static str) -> Lack {
        Lack { groups: vec![group], options: Vec::new() }
    }

    /// The group, where it is one alone.
    pub fn group(&self) -> Option<&'static str> {
        match (&self.groups[..], &self.options[..]) {
            (&[group], []) => Some(group),
            _ => None,
        }
    }

    fn arguments(&self) -> Vec<String> {
        let list: Vec<String> = self.groups.iter().map(|group| format!("-{group}")).collect();
        let passes = (!list.is_empty()).then(|| format!("--passes={}", list.join(",")));
        passes.into_iter().chain(self.options.iter().map(|&option| option.to_owned())).collect()
    }
}

/// A kernel by optx -O3 with something left out.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its PTX.
    pub ptx: String,
    /// What that is measured as.
    pub measured: Measured,
}

/// What was measured, by the name of the kernel and its architecture, and PTX.
type Known = Mutex<BTreeMap<(String, String), Result<Measured, String>>>;

/// The kernels, for some architectures. PTX that was seen before is not run again: most of what is left out changes few of them.
pub struct Bench<'a> {
    jobs: Vec<(&'a Case, u32)>,
    known: Known,
}

/// What the figures of a cell are.
pub const COLUMNS: [&str; 5] = ["executed", "free", "SASS", "registers", "sectors"];

/// The figures of a cell.
pub fn figures(measured: &Measured) -> [u64; 5] {
    let Measured { nounroll, free, sectors, .. } = measured;
    let Machine { executed, instructions, registers, .. } = *nounroll;
    [executed, free.executed, instructions, registers.into(), *sectors]
}

impl<'a> Bench<'a> {
    /// Of all kernels for all architectures.
    pub fn new(cases: &'a [Case], archs: &[u32]) -> Bench<'a> {
        let jobs = cases.iter().flat_map(|case| archs.iter().map(move |&arch| (case, arch)));
        Bench { jobs: jobs.collect(), known: Known::default() }
    }

    /// Leaves out the kernels that cannot be measured as they are; gives their names, each with the reason.
    pub fn leave_out_failing(&mut self) -> Vec<(String, String)> {
        let whole = self.without(&Lack::default());
        let reason = |(job, cell): (usize, &Result<Cell, String>)| {
            cell.as_ref().err().map(|reason| (self.name(job), reason.clone()))
        };
        let failing: Vec<(String, String)> = whole.iter().enumerate().filter_map(reason).collect();
        let mut each = whole.iter();
        self.jobs.retain(|_| each.next().is_some_and(Result::is_ok));
        failing
    }

    /// The name of a kernel and its architecture.
    pub fn name(&self, job: usize) -> String {
        let (case, arch) = self.jobs[job];
        format!("{} sm_{arch}", case.name)
    }

    /// Every kernel with something left out.
    pub fn without(&self, lack: &Lack) -> Vec<Result<Cell, String>> {
        (0..self.jobs.len()).into_par_iter().map(|job| self.cell(job, lack)).collect()
    }

    fn cell(&self, job: usize, lack: &Lack) -> Result<Cell, String> {
        let (case, arch) = self.jobs[job];
        let mut options = case.launch.options.clone();
        options.extend(lack.arguments());
        let ptx = suite::optx(&case.source, &options, "-O3", &arch.to_string())
            .map_err(|e| e.to_string())?;
        let key = (self.name(job), ptx);
        let before = self.known.lock().ok().and_then(|known| known.get(&key).cloned());
        let measured = before.unwrap_or_else(|| Ran::run(case, &key.1, arch)?.measured());
        let ptx = key.1.clone();
        if let Ok(mut known) = self.known.lock() {
            known.insert(key, measured.clone());
        }
        measured.map(|measured| Cell { ptx, measured })
    }
}

#[cfg(test)]
mod tests {
    use super::Lack;

    #[test]
    fn a_lack_is_told_to_the_compiler() {
        let lack = Lack { groups: vec!["propagate", "sccp"], options: vec!["-alias=spaces"] };
        assert_eq!(lack.arguments(), ["--passes=-propagate,-sccp", "-alias=spaces"]);
        assert_eq!(Lack::default().arguments(), Vec::<String>::new());
    }
}
