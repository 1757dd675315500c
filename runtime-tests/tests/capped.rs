//! Every runtime kernel under caps of registers: see [`runtime_tests::allocations`]. Debug builds prove slots of the warp right by the checker as well. Caps under which the
//! code is the same are one.

use runtime_tests::allocations::{Kernel, run, schedules};
use std::collections::BTreeMap;

const CAPS: [u32; 3] = [24, 32, 40];

fn wrong(kernel: &Kernel, is_all: bool) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for cap in CAPS {
        let made = match kernel.made(&[format!("--maxrregcount={cap}")]) {
            Ok(made) => made,
            Err(e) => {
                wrong.push(format!("a cap of {cap}: {e}"));
                continue;
            }
        };
        let is_other = |line: &&str| !line.starts_with(".maxnreg");
        let code: Vec<&str> = made.ptx.lines().filter(is_other).collect();
        if seen.insert(code.join("\n"), cap).is_some() {
            continue;
        }
        let own = kernel.number as u64 + 1;
        let seeds = if is_all { 1..=100 } else { own..=own };
        let said = kernel.wrong(&made, &schedules(seeds));
        wrong.extend(said.into_iter().map(|e| format!("a cap of {cap}: {e}")));
    }
    wrong
}

fn main() {
    run(wrong)
}
