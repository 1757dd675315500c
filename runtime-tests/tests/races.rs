//! The race detector on the runtime kernels: as they are they are clean, but for the races that are known; what is planted is found.

use optx_launch::{Race, Schedule};
use runtime_tests::races::{KNOWN, PLANTED, compiled, races, source};
use runtime_tests::suite::{Case, cases, mixed_cases};

fn lines(r: &Race) -> (u32, u32) {
    let line = |s: &optx_emulator::Site| s.source.as_ref().map_or(0, |s| s.1);
    let (a, b) = (line(&r.first), line(&r.second));
    (a.min(b), a.max(b))
}

fn found(case: &Case, text: &str, schedule: Schedule) -> Vec<Race> {
    let ptx = compiled(case, text).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    let all = races(case, &ptx, schedule).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    all.races().cloned().collect()
}

#[test]
fn runtime_kernels_are_clean() {
    for case in cases().unwrap().iter().chain(&mixed_cases().unwrap()) {
        for schedule in [Schedule::Lockstep, Schedule::Adversarial(1)] {
            let all = found(case, &source(case).unwrap(), schedule);
            let known =
                |r: &Race| KNOWN.iter().any(|k| k.kernel == case.name && k.lines == lines(r));
            let new: Vec<String> =
                all.iter().filter(|r| !known(r)).map(ToString::to_string).collect();
            assert!(new.is_empty(), "{}: {}", case.name, new.join("\n"));
            let of_case = || KNOWN.iter().filter(|k| k.kernel == case.name);
            let gone = of_case().find(|k| !all.iter().any(|r| lines(r) == k.lines));
            assert!(gone.is_none(), "known and gone: {gone:?}");
        }
    }
}

#[test]
fn planted_races_are_found() {
    assert!(PLANTED.len() >= 20);
    let cases = cases().unwrap();
    let mut missed = Vec::new();
    for p in PLANTED {
        let case = cases.iter().find(|c| c.name == p.kernel).expect(p.kernel);
        let text = p.plant(&source(case).unwrap()).unwrap();
        if found(case, &text, Schedule::Lockstep).is_empty() {
            missed.push(p);
        }
    }
    assert!(missed.is_empty(), "{} not found: {missed:#?}", missed.len());
}

/// The last block and the lock of the issue: plain data, clean with both fences, found without either.
#[test]
fn the_last_block_needs_its_fences() {
    let cases = cases().unwrap();
    let case = cases.iter().find(|c| c.name == "last_block").unwrap();
    let plain = source(case).unwrap().replace("volatile int *part", "int *part");
    let count = "last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;";
    let fenced = plain.replace(count, &format!("{count} __threadfence();"));
    assert_eq!(found(case, &fenced, Schedule::Lockstep), []);
    for broken in [plain.clone(), fenced.replacen("__threadfence();", "", 1)] {
        assert!(!found(case, &broken, Schedule::Lockstep).is_empty(), "{broken}");
    }
}
