//! Every runtime kernel under every allocator and few registers: see [`runtime_tests::allocations`]. Debug builds prove each allocation right by the checker as well.

use runtime_tests::allocations::{Kernel, run, schedules};

const ALLOCATORS: [&str; 5] = ["linear-scan", "divra", "remra", "affra", "priced"];

/// Numbers of registers.
const REGISTERS: [u32; 3] = [9, 12, 16];

/// Kernels with calls that stay, which no allocator takes.
const WITH_CALLS: [&str; 3] = ["inline_bound", "noinline_calls", "printing"];

/// What is wrong with a kernel under an allocator, in lock-step and by some seeds.
fn wrong_under(
    kernel: &Kernel,
    allocator: &str,
    registers: u32,
    seeds: impl Iterator<Item = u64>,
) -> Vec<String> {
    let options = [format!("--ptx-regs={registers}"), format!("--regalloc={allocator}")];
    let name = kernel.case.name.as_str();
    let wrong = match kernel.made(&options) {
        Err(e) if WITH_CALLS.contains(&name) && e.contains("a call that stays") => Vec::new(),
        // Vectors of doubles take more.
        Err(e) if e.contains("is too few") && registers < 16 => Vec::new(),
        Err(e) => vec![e],
        Ok(made) => kernel.wrong(&made, &schedules(seeds)),
    };
    wrong.into_iter().map(|e| format!("{allocator}, {registers} registers: {e}")).collect()
}

/// Each allocator with one number of registers, one of them parted at random as well; or everything.
fn wrong(kernel: &Kernel, is_all: bool) -> Vec<String> {
    let k = kernel.number;
    let parted = ["affra", "priced", "divra"][k / 3 % 3];
    let mut wrong = Vec::new();
    for allocator in ALLOCATORS {
        if is_all {
            for registers in REGISTERS {
                wrong.extend(wrong_under(kernel, allocator, registers, 1..=100));
            }
        } else {
            let seed = (allocator == parted).then_some(k as u64 + 1);
            wrong.extend(wrong_under(kernel, allocator, REGISTERS[k % 3], seed.into_iter()));
        }
    }
    wrong
}

fn main() {
    run(wrong)
}
