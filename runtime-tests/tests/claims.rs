//! The check of claims on runtime kernels: what is observed of a run holds in it, and what is false in it is refused.

use optx_emulator::Schedule;
use optx_emulator::claims::{At, Claim, KernelClaims};
use optx_emulator::{ClaimReport, Claims};

use runtime_tests::claims::{checked, mutate, trace};
use runtime_tests::races::{compiled, source};
use runtime_tests::suite::{Case, cases, compile, falsely_claimed};

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
            let observed = trace(case, &ptx, schedule, None).unwrap();
            assert!(observed.is_whole(), "{}: too long a run", case.name);
            let claims = observed.observed();
            let report = checked(case, &ptx, schedule, &claims).unwrap();
            assert!(report.holds(), "{}, {schedule:?}:\n{}", case.name, report.to_text());
            assert!(report.claims() > 10 && report.checks > 0 && report.unchecked == 0);
            let m = mutate(case, &ptx, schedule, &claims, FALSE).unwrap();
            refused += m.refused;
            accepted += m.accepted;
            missed.extend(m.missed);
        }
    }
    println!("{refused} false claims refused, {accepted} true ones accepted");
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(refused >= 100, "{refused}");
}

/// PTX with what the compiler claims of it, where options are added to the case's own.
fn with_claims(case: &Case, level: &str, more: &[String]) -> (String, Claims) {
    let mut options = case.launch.options.clone();
    options.push("--emit-claims=-".to_owned());
    options.extend_from_slice(more);
    let ptx = compile(&case.source, &options, level, "80").unwrap();
    (ptx.text().to_owned(), Claims::parse(ptx.claims().unwrap()).unwrap())
}

/// The claims of blocks.
fn whole_of(kernel: &KernelClaims) -> impl Iterator<Item = &Claim> {
    kernel.claims.iter().filter(|claim| claim.at == At::Block && claim.whole_warp)
}

/// What became of a case's claims, all of which hold.
fn held(
    case: &Case,
    level: &str,
    (ptx, list): &(String, Claims),
    schedule: Schedule,
) -> ClaimReport {
    let report = checked(case, ptx, schedule, list)
        .unwrap_or_else(|e| panic!("{} {level}, {schedule:?}: {e}", case.name));
    assert!(report.holds(), "{} {level}, {schedule:?}:\n{}", case.name, report.to_text());
    report
}

/// What variance claims of every register, branch and merge holds at every dynamic instance, of every kernel, level and schedule.
#[test]
fn what_the_compiler_claims_holds() {
    let (mut claims, mut checks) = (0, 0);
    let (mut labels, mut whole) = (0, 0);
    for case in &cases().unwrap() {
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            let compiled = with_claims(case, level, &[]);
            labels += compiled.0.lines().filter(|line| line.starts_with("$L")).count();
            whole += compiled.1.kernels.iter().map(|k| whole_of(k).count()).sum::<usize>();
            for schedule in [Schedule::Lockstep, Schedule::Adversarial(3)] {
                let report = held(case, level, &compiled, schedule);
                claims += report.claims();
                checks += report.checks;
            }
        }
    }
    println!("{claims} claims, {checks} checks; {whole} of {labels} labels");
    assert!(claims > 10_000 && checks > 1_000_000);
    assert!(3 * whole > labels, "{whole} of {labels}");
}

/// The one shape that all blocks of a case's launches have; None for several.
fn shape(case: &Case) -> Option<[u32; 3]> {
    let mut shapes = case.launch.launches.iter().map(|launch| launch.block);
    let first = shapes.next()?;
    shapes.all(|shape| shape == first).then_some(first)
}

/// So it does where the kernel is compiled for the shape that its blocks have; then more is claimed of warps of rows.
#[test]
fn what_is_claimed_for_blocks_of_a_known_shape_holds() {
    let (mut shapes, mut claims) = (std::collections::BTreeSet::new(), 0);
    let mut warp_uniform = [0, 0];
    for case in &cases().unwrap() {
        let Some([x, y, z]) = shape(case) else { continue };
        let option = format!("--block-dim={x},{y},{z}");
        for level in ["-O0", "-O3"] {
            let compiled = with_claims(case, level, std::slice::from_ref(&option));
            assert!(compiled.0.contains(&format!(".reqntid {x}, {y}, {z}")), "{}", case.name);
            for schedule in [Schedule::Lockstep, Schedule::Adversarial(5)] {
                let report = held(case, level, &compiled, schedule);
                claims += report.claims();
            }
        }
        if y > 1 {
            for (k, more) in [&[][..], std::slice::from_ref(&option)].into_iter().enumerate() {
                let (_, list) = with_claims(case, "-O3", more);
                let all = list.kernels.iter().flat_map(|kernel| &kernel.claims);
                warp_uniform[k] += all.filter(|claim| claim.warp_uniform).count();
            }
        }
        shapes.insert([x, y, z]);
    }
    println!("{claims} claims, {shapes:?}, warp-uniform {warp_uniform:?}");
    assert!(claims > 5_000 && shapes.iter().filter(|shape| shape[1] > 1).count() >= 4);
    assert!(warp_uniform[1] > warp_uniform[0], "{warp_uniform:?}");
}

/// Programs that an attack found: what was claimed of each was false once.
#[test]
fn what_was_claimed_falsely_once_is_not_claimed() {
    for case in &falsely_claimed().unwrap() {
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            let compiled = with_claims(case, level, &[]);
            for schedule in [Schedule::Lockstep, Schedule::Adversarial(1)] {
                let report = held(case, level, &compiled, schedule);
                // Of some of them the optimizer leaves nothing.
                assert!(report.claims() > 0 || level != "-O0", "{}", case.name);
            }
        }
    }
}

/// Of the compiler's own claims made stronger, those that are false in a run are refused in it.
#[test]
fn claims_that_are_made_too_strong_are_refused() {
    let (mut refused, mut missed) = (0, Vec::new());
    for case in cases().unwrap().iter().filter(|c| KERNELS.contains(&c.name.as_str())) {
        let (ptx, list) = with_claims(case, "-O3", &[]);
        let m = mutate(case, &ptx, Schedule::Lockstep, &list, 8).unwrap();
        refused += m.refused;
        missed.extend(m.missed);
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(refused >= 100, "{refused}");
}
