//! The heavy list is the rows with the mark: NVRTC's code of these, and of no others, needs more than 40 registers. Ignored where the
//! fetched files are absent.

use optx_judge::{Tool, trials};
use optx_public_kernels::census::measure::{Measure, measure};
use optx_public_kernels::list::{Kernel, List};
use optx_public_kernels::text;

/// The mark of the heavy list.
const ABOVE: u32 = 40;

/// What is not as the row says.
fn wrong(list: &List, kernel: &Kernel) -> Option<String> {
    let source = text::compose(list, kernel).unwrap_or_else(|e| panic!("{}: {e}", kernel.id));
    let options = kernel.launch().unwrap_or_else(|e| panic!("{e}")).options;
    match measure(&source, &format!("{}.cu", kernel.id), &options) {
        Ok(Measure::Registers(n)) if (n > ABOVE) == kernel.heavy => None,
        Ok(Measure::Registers(n)) => Some(format!("{}: {n} registers", kernel.id)),
        Ok(Measure::Refused(said)) => Some(format!("{}: {said}", kernel.id)),
        Err(e) => panic!("{}: {e}", kernel.id),
    }
}

fn the_mark_says_which_kernels_need_more_than_40_registers() {
    let list = List::load().unwrap_or_else(|e| panic!("{e}"));
    let wrong: Vec<String> = list.kernels.iter().filter_map(|k| wrong(&list, k)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn main() {
    let fetched = List::load()
        .is_ok_and(|list| list.sources.iter().all(|s| s.cached().join(".complete").is_file()));
    let trial = trials::assertions(
        "the_mark_says_which_kernels_need_more_than_40_registers",
        &[Tool::Nvrtc, Tool::Ptxas13],
        the_mark_says_which_kernels_need_more_than_40_registers,
    );
    trials::run(vec![trial.with_ignored_flag(!fetched)]);
}
