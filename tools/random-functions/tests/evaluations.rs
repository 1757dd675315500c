//! What PRE and strength reduction promise of runs, held on random functions; what PRE of loads and expressions is worth in form Regs.
//!
//! The claims are told in `src/harm.rs`; `optx-random-functions --harm` holds more functions to them. Functions in which PRE may speculate are
//! compared by what they show.

use optx_ir::interpret::{Input, compare};
use optx_random_functions::{Generator, Harm, Step, all_rows, harm};
use optx_whirl::Module;
use optx_wopt::driver::pipeline::{self, TABLE};
use optx_wopt::{Cx, pass::redundancy::pre};

/// Functions that are held to the claims.
const FUNCTIONS: u64 = 1000;

#[test]
fn no_run_is_harmed() {
    let mut all = Harm::default();
    for seed in 1..=FUNCTIONS {
        match harm(seed) {
            Ok(found) => all.add(&found),
            Err(why) => panic!("{why}"),
        }
    }
    print!("{}", all.told());
    // They say something.
    assert!(all.changed * 5 > FUNCTIONS && all.runs > FUNCTIONS / 2, "{}", all.told());
    assert!(all.dearer * 100 < all.runs, "{}", all.told());
    assert!(all.stepped * 50 > FUNCTIONS && all.stepped_runs * 50 > FUNCTIONS, "{}", all.told());
    assert!(all.without_overflow > FUNCTIONS / 2, "{}", all.told());
    for worth in all.worth {
        assert!(worth.runs > FUNCTIONS && worth.less > worth.more, "{}", all.told());
        assert!(worth.cost[1] < worth.cost[0], "{}", all.told());
        assert!(worth.ratios < worth.runs as f64, "{}", all.told());
    }
}

/// Brings a function to form Ssa, or on to where the pass stands.
fn bring(module: &Module, f: &mut optx_ir::Func, with_all: bool) {
    let at = pipeline::position("expression-pre").expect("a row");
    let levels = |k: usize| TABLE[k].required || (with_all && TABLE[k].level <= 3);
    for k in (0..at).filter(|&k| levels(k)) {
        Step::Row(&TABLE[k]).run(module, f).expect("a row that works");
    }
}

#[test]
fn what_is_speculated_shows_the_same() {
    let module = all_rows();
    let mut speculates = 0;
    for seed in 1..=300 {
        let mut before = Generator::function(seed);
        bring(&module, &mut before, seed % 2 == 0);
        let mut after = [before.clone()];
        let mut cx = Cx::of(&module, &after);
        let stats = pre::run(&mut after[0], &mut cx);
        assert_eq!(optx_ir::verify::verify(&after[0]), vec![], "function {seed}");
        let is_early = |name: &str| name == pre::SPECULATED || name == pre::GUARDED;
        speculates += u64::from(stats.counters.iter().any(|(name, _)| is_early(name)));
        if !stats.changed() {
            continue;
        }
        for input in 0..4 {
            let input = Input { seed: input, steps: 3000 };
            let said = compare(&module, &before, &after[0], input);
            assert!(said.is_ok(), "function {seed}, input {input:?}: {said:?}");
        }
    }
    assert!(speculates > 10, "{speculates} functions");
}
