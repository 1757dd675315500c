//! The check of claims on runtime kernels: what is observed of a run holds in it, and what is false in it is refused.

use optx_emulator::claims::{KernelClaims, strengthen};
use optx_emulator::{Claims, Schedule};
use runtime_tests::claims::{checked, trace};
use runtime_tests::races::{compiled, source};
use runtime_tests::suite::cases;

/// Kernels with loops, divergence, shuffles, shared memory, calls, blocks of two and three dimensions.
const KERNELS: [&str; 14] = [
    "bfs_step",
    "bitonic_sort",
    "block_votes",
    "duff",
    "histogram",
    "jacobi",
    "nested_exits",
    "noinline_calls",
    "reduce_shuffle",
    "scan_inclusive",
    "spmv_warp",
    "stencil_3d",
    "transpose_tiled",
    "warp_votes",
];

/// False claims that are to be refused, of each kernel and schedule.
const FALSE: usize = 5;

#[test]
fn what_is_false_in_a_run_is_refused_and_what_is_true_is_not() {
    let (mut refused, mut accepted, mut missed) = (0, 0, Vec::new());
    for case in cases().unwrap().iter().filter(|c| KERNELS.contains(&c.name.as_str())) {
        let ptx = compiled(case, &source(case).unwrap()).unwrap();
        for schedule in [Schedule::Lockstep, Schedule::Adversarial(3)] {
            let trace =
                trace(case, &ptx, schedule).unwrap_or_else(|e| panic!("{}: {e}", case.name));
            assert!(trace.is_whole(), "{}: too long a run", case.name);
            let claims = trace.observed();
            let report = checked(case, &ptx, schedule, &claims).unwrap();
            assert!(report.holds(), "{}, {schedule:?}:\n{}", case.name, report.to_text());
            assert!(report.claims() > 10 && report.checks > 0 && report.unchecked == 0);
            let mut wrong = 0;
            for seed in 0..1000 {
                if wrong == FALSE {
                    break;
                }
                let s = strengthen(&claims, seed).unwrap();
                let claim = s.claims.of(&s.kernel).nth(s.claim).unwrap().clone();
                let is_true = trace.says(&s.kernel, &claim);
                // By itself, so that nothing else is refused.
                let alone = KernelClaims { name: s.kernel.clone(), claims: vec![claim.clone()] };
                let alone = Claims { kernels: vec![alone] };
                let report = checked(case, &ptx, schedule, &alone).unwrap();
                wrong += usize::from(!is_true);
                match (is_true, report.holds()) {
                    (true, true) => accepted += 1,
                    (false, false) => refused += 1,
                    (_, holds) => missed.push(format!(
                        "{}, {schedule:?}: {} of {claim:?}: true {is_true}, holds {holds}",
                        case.name, s.what
                    )),
                }
            }
        }
    }
    println!("{refused} false claims refused, {accepted} true ones accepted");
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(refused >= 100, "{refused}");
}
