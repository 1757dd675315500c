//! PTX as ptxas assembles it: machine code, registers, spills.

use crate::sass::{self, Section};
use optx_judge::machine_code::disassemble;
use optx_judge::ptxas::Ptxas;
use std::collections::BTreeMap;

/// What ptxas says of a kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Registers a thread.
    pub registers: u32,
    /// Bytes stored for want of registers.
    pub spilled: u32,
    /// Bytes loaded again for want of registers.
    pub reloaded: u32,
    /// Bytes of local memory on the stack, spills among them.
    pub stack: u32,
    /// Bytes of shared memory that the kernel itself declares.
    pub shared: u32,
}

/// A module in machine code.
#[derive(Clone, Debug, Default)]
pub struct Assembled {
    /// Kernels with their instructions.
    pub sections: Vec<Section>,
    /// What ptxas says of each kernel.
    pub resources: BTreeMap<String, Resources>,
}

/// Assembles PTX whose lines are to be named, for an architecture number.
pub fn assemble(ptx: &str, arch: u32) -> Result<Assembled, String> {
    let arch = format!("sm_{arch}");
    let made = disassemble(Ptxas::V13, ptx, &arch, &["-O3", "-lineinfo", "-v"], &["-c", "-gp"])
        .map_err(|e| e.to_string())?;
    Ok(Assembled { sections: sass::read(&made.text), resources: resources(&made.report) })
}

/// Reads the report of `ptxas -v`: what it says of each kernel.
pub fn resources(report: &str) -> BTreeMap<String, Resources> {
    let mut all: BTreeMap<String, Resources> = BTreeMap::new();
    let mut kernel = String::new();
    // Properties follow of the kernel and of each function in it.
    let mut own = false;
    for line in report.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            kernel = rest.split('\'').next().unwrap_or("").to_owned();
            all.insert(kernel.clone(), Resources::default());
        } else if let Some((_, name)) = line.split_once("Function properties for ") {
            own = name.trim() == kernel;
        } else if let Some(entry) = all.get_mut(&kernel) {
            if own || line.contains(" registers") {
                entry.registers = before(line, " registers").unwrap_or(entry.registers);
                entry.shared = before(line, " bytes smem").unwrap_or(entry.shared);
                entry.stack = before(line, " bytes stack frame").unwrap_or(entry.stack);
            }
            entry.spilled += before(line, " bytes spill stores").unwrap_or(0);
            entry.reloaded += before(line, " bytes spill loads").unwrap_or(0);
        }
    }
    all
}

/// The number that stands before some words.
fn before(line: &str, words: &str) -> Option<u32> {
    let (head, _) = line.split_once(words)?;
    head.rsplit([' ', ',']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Resources, resources};

    #[test]
    fn resources_are_the_kernel_s_own_and_spills_those_of_all_functions() {
        let report = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'a' for 'sm_90'
ptxas info    : Function properties for a
    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 24 registers, used 1 barriers, 8 bytes cumulative stack size, 384 bytes smem
ptxas info    : Compile time = 21.697 ms
ptxas info    : Function properties for callee
    16 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads
ptxas info    : Compiling entry function 'b' for 'sm_90'
ptxas info    : Function properties for b
    0 bytes stack frame, 4 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 7 registers, used 0 barriers, 1536 bytes smem, 384 bytes cmem[0]
";
        let all = resources(report);
        let a = Resources { registers: 24, spilled: 12, reloaded: 8, stack: 8, shared: 384 };
        assert_eq!(all["a"], a);
        let b = Resources { registers: 7, spilled: 4, reloaded: 0, stack: 0, shared: 1536 };
        assert_eq!(all["b"], b);
        assert_eq!(all.len(), 2);
    }
}
