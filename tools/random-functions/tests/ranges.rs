//! What the analysis of ranges says of versions is held to every value that they take, interpreted; random functions are the judges.

use optx_ir::dominance::Dominance;
use optx_ir::interpret::{Input, Outcome, run_watching};
use optx_ir::{CodeRep, CrId, Func};
use optx_random_functions::{Generator, Step, all_rows, rows};
use optx_whirl::Module;
use optx_wopt::analysis::ranges::Ranges;
use optx_wopt::driver::pipeline::TABLE;
use std::time::{Duration, Instant};

/// The function behind some rows of the table, in form Ssa.
fn in_ssa(module: &Module, seed: u64, behind: &str) -> Func {
    let mut f = Generator::function(seed);
    let wanted = ["memory-spaces", "ssa", behind];
    for pass in TABLE.iter().filter(|pass| wanted.contains(&pass.name)) {
        Step::Row(pass).run(module, &mut f).expect("a verified function");
    }
    f
}

/// Runs the function, and gives how many values were held to a fact that says something, and how many there were.
fn hold(module: &Module, f: &Func, seed: u64) -> (u64, u64) {
    let ranges = Ranges::of(f, &Dominance::of(f));
    let (mut said, mut all) = (0, 0);
    for input in 0..4 {
        let mut watch = |version: CrId, value: optx_ir::interpret::Value| {
            if !value.is_known() || !matches!(f.codemap.get(version), CodeRep::Var { .. }) {
                return;
            }
            let Some(fact) = ranges.version(f, version) else { return };
            all += 1;
            said += u64::from(!fact.is_full());
            assert!(
                fact.holds(value.bits),
                "function {seed}, input {input}: {} is {:#x}, not {fact}",
                optx_ir::print::tree_text(f, version),
                value.bits
            );
        };
        let input = Input { seed: input, steps: 2000 };
        let outcome = run_watching(module, f, input, &mut watch);
        assert!(matches!(outcome, Outcome::Ran(_) | Outcome::Unsupported(_)));
    }
    (said, all)
}

/// For a second, and these at least; `OPTX_RANGES` says how many instead.
#[test]
fn values_are_in_their_ranges() {
    let module = all_rows();
    assert!(!rows(&[]).expect("all rows").is_empty());
    let least = std::env::var("OPTX_RANGES").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let start = Instant::now();
    let (mut seed, mut said, mut all) = (1, 0, 0);
    while seed <= least || start.elapsed() < Duration::from_secs(1) {
        for behind in ["ssa", "propagate", "if-conversion"] {
            let (some, of) = hold(&module, &in_ssa(&module, seed, behind), seed);
            said += some;
            all += of;
        }
        seed += 1;
    }
    println!("{seed} functions: {said} of {all} values are bounded");
    assert!(said * 5 > all, "only {said} of {all} values are bounded");
}
