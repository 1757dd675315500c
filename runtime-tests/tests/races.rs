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

/// A kernel of one argument, a buffer of 64 words.
fn small(text: &str, grid: u32, block: u32) -> Vec<Race> {
    let launch = format!(
        "source = \"k.cu\"\n[buffers.p]\ntype = \"i32\"\nlength = 64\n[[launch]]\nkernel = \"k\"\ngrid = [{grid}]\n\
         block = [{block}]\nargs = [\"&p\"]\n"
    );
    let launch = optx_launch::LaunchFile::parse(&launch).unwrap();
    found(&Case { name: "k".into(), source: "k.cu".into(), launch }, text, Schedule::Lockstep)
}

#[test]
fn a_lock_needs_its_fences() {
    let lock = "extern \"C\" __global__ void k(int *p)\n{\n    if (threadIdx.x % 32 == 0) {\n\
                while (atomicCAS(&p[0], 0, 1)) ;\n__threadfence();\np[1] += 1;\n__threadfence();\natomicExch(&p[0], 0);\n}\n}\n";
    assert_eq!(small(lock, 3, 64), []);
    let first = lock.replacen("__threadfence();", "", 1);
    let second = format!(
        "{}{}",
        &lock[..lock.rfind("__threadfence();").unwrap()],
        "atomicExch(&p[0], 0);\n}\n}\n"
    );
    for broken in [first, second, lock.replace("__threadfence();", "")] {
        assert!(!small(&broken, 3, 64).is_empty(), "{broken}");
    }
    // A fence of the block does for one block alone.
    let narrow = lock.replace("__threadfence()", "__threadfence_block()");
    assert_eq!(small(&narrow, 1, 64), []);
    assert!(!small(&narrow, 3, 64).is_empty());
}

#[test]
fn sixty_four_threads_that_add_one_are_found() {
    for s in ["__shared__ int s;", "int &s = *p;"] {
        let text = format!("extern \"C\" __global__ void k(int *p)\n{{\n{s}\ns += 1;\n}}\n");
        let all = small(&text, 1, 64);
        assert!(
            all.iter().any(|r| lines(r) == (4, 4) && r.first.thread != r.second.thread),
            "{all:?}"
        );
    }
}

/// Plain accesses within a warp are clean with `__syncwarp`, as the kernel has it.
#[test]
fn a_plain_warp_needs_its_syncwarps() {
    let cases = cases().unwrap();
    let case = cases.iter().find(|c| c.name == "volatile_warp").unwrap();
    let text = source(case).unwrap();
    let plain = text.replace(
        "volatile int *p = part + t, *m = &top[t];",
        "int *p = (int *)part + t, *m = (int *)&top[t];",
    );
    assert!(plain != text);
    assert_eq!(found(case, &plain, Schedule::Lockstep), []);
}
