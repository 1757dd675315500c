//! Runtime kernels whose registers were allocated, or capped: each gives its reference, in lock-step and where warps are parted at random, and what is claimed of it holds.
//!
//! `OPTX_ALLOCATIONS=all` asks for each kernel in each way by 100 seeds: the nightly does.

use crate::allocator_mistakes::{difference, kernels};
use crate::claims::checked;
use crate::suite::{Case, compile, execute};
use libtest_mimic::{Arguments, Trial};
use optx_emulator::Claims;
use optx_launch::{Outcome, Schedule};

/// A kernel, and what it is to give where no reference says.
pub struct Kernel {
    /// Its place in the list.
    pub number: usize,
    /// Its launch file.
    pub case: Case,
    /// What it gives without an allocator.
    pub plain: Option<Outcome>,
}

/// What a way of compiling made of a kernel.
pub struct Made {
    /// The PTX.
    pub ptx: String,
    claims: Claims,
}

impl Kernel {
    /// Compiles with more options than its own.
    pub fn made(&self, more: &[String]) -> Result<Made, String> {
        let mut options = self.case.launch.options.clone();
        options.extend(more.iter().cloned());
        options.extend(["-w".to_owned(), "--emit-claims=-".to_owned()]);
        let ptx = compile(&self.case.source, &options, "-O3", "80").map_err(|e| e.to_string())?;
        let claims = Claims::parse(ptx.claims().unwrap_or_default()).map_err(|e| e.to_string())?;
        Ok(Made { ptx: ptx.text().to_owned(), claims })
    }

    /// What is wrong with it by some schedules, by the last of which its claims are looked at.
    pub fn wrong(&self, made: &Made, schedules: &[Schedule]) -> Vec<String> {
        let mut wrong = Vec::new();
        for &schedule in schedules {
            let outcome = execute(&self.case, &made.ptx, schedule);
            let difference = outcome.map(|outcome| difference(&outcome, self.plain.as_ref()));
            if let Some(said) = difference.unwrap_or_else(Some) {
                wrong.push(format!("{schedule:?}: {said}"));
            }
        }
        let Some(&last) = schedules.last() else { return wrong };
        match checked(&self.case, &made.ptx, last, &made.claims) {
            Ok(report) if report.violations == 0 => {}
            Ok(report) => wrong.push(format!("{} claims do not hold", report.violations)),
            Err(said) => wrong.push(format!("the check of claims: {said}")),
        }
        wrong
    }
}

/// Lock-step and so many seeds.
pub fn schedules(seeds: impl Iterator<Item = u64>) -> Vec<Schedule> {
    [Schedule::Lockstep].into_iter().chain(seeds.map(Schedule::Adversarial)).collect()
}

/// A test program: of each kernel a test, which is told whether everything is asked for and says what is wrong.
pub fn run(wrong: fn(&Kernel, bool) -> Vec<String>) -> ! {
    let list = match kernels() {
        Ok(list) => list,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(101);
        }
    };
    let is_all = std::env::var("OPTX_ALLOCATIONS").is_ok_and(|word| word == "all");
    let trials = list.into_iter().enumerate().map(|(number, (case, plain))| {
        let name = case.name.clone();
        let kernel = Kernel { number, case, plain };
        Trial::test(name, move || {
            let wrong = wrong(&kernel, is_all);
            if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit()
}
