//! A kernel file by a compiler for an architecture: compiled, run on the emulator, assembled twice, estimated.

use crate::assembled::{Assembled, assemble};
use crate::estimate::{Executed, Line, estimate};
use crate::occupancy::Multiprocessor;
use crate::sass::Section;
use crate::statements::Statements;
use optx_judge::ToolError;
use optx_launch::{Outcome, Schedule};
use runtime_tests::suite::{self, Case};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Compiler {
    /// optx -O0.
    #[serde(rename = "optx -O0")]
    Optx0,
    /// optx -O2.
    #[serde(rename = "optx -O2")]
    Optx2,
    /// optx -O3.
    #[serde(rename = "optx -O3")]
    Optx3,
    /// NVRTC at its defaults, which are -O3.
    #[serde(rename = "nvrtc")]
    Nvrtc,
    /// clang -O3.
    #[serde(rename = "clang")]
    Clang,
}

impl Compiler {
    /// All of them, in the table's order.
    pub const ALL: [Compiler; 5] =
        [Compiler::Optx0, Compiler::Optx2, Compiler::Optx3, Compiler::Nvrtc, Compiler::Clang];
    /// Those that optx is measured by.
    pub const PEERS: [Compiler; 2] = [Compiler::Nvrtc, Compiler::Clang];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Compiler::Optx0 => "optx -O0",
            Compiler::Optx2 => "optx -O2",
            Compiler::Optx3 => "optx -O3",
            Compiler::Nvrtc => "nvrtc",
            Compiler::Clang => "clang",
        }
    }

    /// The PTX of a kernel's file; with `places` for `.loc`, which says where it comes from.
    pub fn compile(self, case: &Case, arch: u32, places: bool) -> Result<String, String> {
        let mut options = case.launch.options.clone();
        if places {
            let word = if self == Compiler::Clang { "-gline-tables-only" } else { "-lineinfo" };
            options.push(word.to_owned());
        }
        self.compile_with(&case.source, &options, arch).map_err(|e| e.to_string())
    }

    /// The PTX of a source with options, for an architecture number.
    pub fn compile_with(
        self,
        source: &Path,
        options: &[String],
        arch: u32,
    ) -> Result<String, ToolError> {
        let arch = arch.to_string();
        match self {
            Compiler::Optx0 => suite::optx(source, options, "-O0", &arch),
            Compiler::Optx2 => suite::optx(source, options, "-O2", &arch),
            Compiler::Optx3 => suite::optx(source, options, "-O3", &arch),
            Compiler::Nvrtc => suite::nvrtc_for(source, options, &arch),
            Compiler::Clang => suite::clang_for(source, options, &arch),
        }
    }
}

/// Machine code, summed over the kernels that the launch file launches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Machine {
    /// Instructions that warps execute, estimated.
    pub executed: u64,
    /// Instructions.
    pub instructions: u64,
    /// Instructions that access memory.
    pub accesses: u64,
    /// Registers a thread, of the kernel that takes most.
    pub registers: u32,
    /// Bytes spilled.
    pub spilled: u32,
    /// Bytes of local memory a thread, of the kernel that takes most.
    pub stack: u32,
    /// Blocks that a multiprocessor holds, of the kernel of which it holds the fewest; none for an architecture whose limits are
    /// not known.
    pub resident: Option<u32>,
}

/// A cell of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Measured {
    /// With `.pragma "nounroll"` at every loop's head.
    pub nounroll: Machine,
    /// With ptxas free to unroll.
    pub free: Machine,
    /// Instructions of the PTX that warps executed.
    pub ptx: u64,
    /// 32-byte sectors of global memory touched.
    pub sectors: u64,
    /// Passes over shared memory beyond the least number.
    pub bank_conflicts: u64,
}

/// A kernel's file as it ran: what is needed to estimate any machine code of its PTX.
pub struct Ran {
    /// The PTX with a statement a line.
    pub statements: Statements,
    /// Counts by line.
    lines: BTreeMap<u32, u64>,
    /// What was launched, by the kernel's name in the PTX.
    launched: BTreeMap<String, Launched>,
    arch: u32,
    ptx: u64,
    sectors: u64,
    bank_conflicts: u64,
}

/// All launches of a kernel.
#[derive(Clone, Copy, Debug, Default)]
struct Launched {
    /// Warps of all.
    warps: u64,
    /// Threads of the largest block.
    threads: u32,
    /// Bytes of shared memory of the launch that asks for most.
    shared: u32,
}

impl Ran {
    /// Runs PTX in lock-step; results that differ from the reference's are an error.
    pub fn run(case: &Case, ptx: &str, arch: u32) -> Result<Ran, String> {
        let statements = Statements::read(ptx);
        let outcome = suite::execute(case, &statements.text(true), Schedule::Lockstep)?;
        if let Some(difference) = outcome.difference() {
            return Err(difference);
        }
        let mut ran = Ran {
            statements,
            lines: BTreeMap::new(),
            launched: BTreeMap::new(),
            arch,
            ptx: 0,
            sectors: 0,
            bank_conflicts: 0,
        };
        ran.add(case, &outcome);
        Ok(ran)
    }

    fn add(&mut self, case: &Case, outcome: &Outcome) {
        for (asked, launched) in case.launch.launches.iter().zip(&outcome.launches) {
            let blocks: u64 = asked.grid.iter().map(|&n| u64::from(n)).product();
            let threads: u32 = asked.block.iter().product();
            let all = self.launched.entry(launched.kernel.clone()).or_default();
            all.warps += blocks * u64::from(threads.div_ceil(32)) * u64::from(launched.repeat);
            all.threads = all.threads.max(threads);
            all.shared = all.shared.max(asked.shared);
            let Some(counters) = &launched.counters else { continue };
            self.ptx += counters.instructions.warps;
            self.sectors += counters.global_sectors;
            self.bank_conflicts += counters.bank_conflicts;
            for (&line, count) in &counters.lines {
                *self.lines.entry(line).or_default() += count.executed.warps;
            }
        }
    }

    /// Machine code of its PTX.
    pub fn assemble(&self, nounroll: bool) -> Result<Assembled, String> {
        assemble(&self.statements.text(nounroll), self.arch)
    }

    /// How often warps executed a line; none for one that is no instruction.
    pub fn count(&self, line: u32) -> Option<u64> {
        let is_instruction = self.statements.is_instruction(line);
        is_instruction.then(|| self.lines.get(&line).copied().unwrap_or(0))
    }

    /// What the instructions of a launched kernel execute; none of one that was not launched. `rolled` is the same module where
    /// ptxas unrolled nothing, unless this is.
    pub fn executed<'a>(
        &self,
        section: &'a Section,
        rolled: Option<&Assembled>,
    ) -> Option<Vec<Executed<'a>>> {
        let launched = self.launched.get(&section.kernel)?;
        let is_same = |other: &&Section| other.kernel == section.kernel;
        let rolled = rolled.and_then(|module| module.sections.iter().find(is_same));
        let line = |number| {
            let branches = self.statements.is_branch(number);
            self.count(number).map(|executed| Line { executed, branches })
        };
        Some(estimate(section, rolled, launched.warps, &line))
    }

    /// The figures of machine code.
    pub fn machine(&self, assembled: &Assembled, rolled: Option<&Assembled>) -> Machine {
        let mut machine = Machine::default();
        for section in &assembled.sections {
            let Some(executed) = self.executed(section, rolled) else { continue };
            let launched = self.launched.get(&section.kernel).copied().unwrap_or_default();
            machine.executed += executed.iter().map(|e| e.count).sum::<u64>();
            machine.instructions += executed.len() as u64;
            machine.accesses += section.instructions().filter(|i| i.is_memory()).count() as u64;
            let Some(&own) = assembled.resources.get(&section.kernel) else { continue };
            machine.registers = machine.registers.max(own.registers);
            machine.spilled += own.spilled;
            machine.stack = machine.stack.max(own.stack);
            let resident = Multiprocessor::of(self.arch)
                .map(|m| m.resident(launched.threads, own.registers, own.shared + launched.shared));
            machine.resident = match (machine.resident, resident) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        machine
    }

    /// The cell of the table.
    pub fn measured(&self) -> Result<Measured, String> {
        let rolled = self.assemble(true)?;
        Ok(Measured {
            nounroll: self.machine(&rolled, None),
            free: self.machine(&self.assemble(false)?, Some(&rolled)),
            ptx: self.ptx,
            sectors: self.sectors,
            bank_conflicts: self.bank_conflicts,
        })
    }
}

/// A cell of the table, or why there is none.
pub fn measure(case: &Case, compiler: Compiler, arch: u32) -> Result<Measured, String> {
    let ptx = compiler.compile(case, arch, false)?;
    Ran::run(case, &ptx, arch)?.measured()
}
