//! Claims that warps come whole to blocks: the emulator's check against a trace, and where the compiler makes them.

mod flow;

use std::path::PathBuf;

use optx_emulator::claims::{At, KernelClaims};
use optx_emulator::{ClaimReport, Claims, Schedule};
use optx_launch::LaunchFile;
use runtime_tests::claims::checked;
use runtime_tests::suite::{Case, cases, compile};
use runtime_tests::whole_warps::{claim, walks};

const SCHEDULES: [Schedule; 3] =
    [Schedule::Lockstep, Schedule::Adversarial(1), Schedule::Adversarial(7)];

/// What becomes of the claim of one block.
fn of_block(
    case: &Case,
    ptx: &str,
    schedule: Schedule,
    kernel: &str,
    line: u32,
) -> Result<ClaimReport, String> {
    let alone = KernelClaims { name: kernel.to_owned(), claims: vec![claim(line)] };
    checked(case, ptx, schedule, &Claims { kernels: vec![alone] })
}

#[test]
fn what_a_trace_shows_of_labels_is_what_the_check_says() {
    let (mut whole, mut split) = (0, 0);
    for case in &cases().unwrap() {
        for level in ["-O0", "-O3"] {
            let ptx = compile(&case.source, &case.launch.options, level, "80").unwrap();
            for schedule in [Schedule::Lockstep, Schedule::Adversarial(3)] {
                let walks = walks(case, ptx.text(), schedule).unwrap();
                assert!(walks.is_whole(), "{}: too long a run", case.name);
                for kernel in walks.kernels() {
                    for line in walks.labels(&kernel) {
                        let report = of_block(case, ptx.text(), schedule, &kernel, line).unwrap();
                        let shown = walks.split(&kernel, line);
                        let at = format!("{} {level} {schedule:?} {kernel} {line}", case.name);
                        assert_eq!(report.violations, shown as u64, "{at}");
                        split += usize::from(shown > 0);
                        whole += usize::from(shown == 0);
                    }
                }
            }
        }
    }
    println!("{whole} whole, {split} split");
    assert!(whole > 1000 && split > 400);
}

/// A case of a source's text that is launched in blocks of a size.
fn case_of(name: &str, block: &str) -> Case {
    let launch = format!(
        "source = \"k.cu\"\n[buffers.out]\ntype = \"i32\"\nlength = 256\ninit = \"zeros\"\n\
         [buffers.in]\ntype = \"i32\"\nlength = 64\ninit = {{ uniform = [0, 9] }}\n\
         [[launch]]\nkernel = \"k\"\ngrid = [2]\nblock = [{block}]\nargs = [\"&out\", \"&in\", {{ i32 = 4 }}]\n"
    );
    let launch = LaunchFile::parse(&launch).unwrap();
    Case { name: name.to_owned(), source: PathBuf::from("k.cu"), launch }
}

/// PTX and claims of a text.
fn compiled(text: &str, words: &[&str]) -> Result<(String, Claims), String> {
    let words = [&["-arch=sm_80", "--emit-claims=-"][..], words].concat();
    let (options, _) = optx::Options::parse_args(&words).map_err(|e| e.to_string())?;
    let ptx = optx::compile_with("k.cu", text, &options, &optx::NoIncludes)
        .map_err(|e| format!("{e}\n{text}"))?;
    let claims = Claims::parse(ptx.claims().unwrap_or_default()).map_err(|e| e.to_string())?;
    Ok((ptx.text().to_owned(), claims))
}

/// A kernel around statements, one a line; `LOOP` is a loop that all who come to it go round as often, whose header has a label and is the first code of its line.
fn kernel(body: &str) -> String {
    let body = body.replace("LOOP", "for (int i = 0; i < n; i++) v += in[i];");
    format!(
        "__device__ int lock;\nextern \"C\" __global__ void k(int *out, const int *in, int n) {{\nint t = threadIdx.x;\nint v = in[t & 63];\n{body}\nout[t] = v;\n}}\n"
    )
}

/// Of each line with a `LOOP`, whether it is claimed that warps come to it whole.
fn loops_claimed(body: &str, words: &[&str]) -> Vec<bool> {
    let (_, claims) = compiled(&kernel(body), words).unwrap();
    let lines: Vec<u32> = claims
        .of("k")
        .filter(|c| c.at == At::Block && c.whole_warp)
        .filter_map(|c| c.source.as_ref().map(|s| s.line))
        .collect();
    let of_body = body.lines().zip(5..).filter(|(line, _)| line.contains("LOOP"));
    of_body.map(|(_, number)| lines.contains(&number)).collect()
}

/// Bodies, options, and of each loop whether warps come to it whole.
const BODIES: &[(&str, &[&str], &[bool])] = &[
    ("LOOP", &[], &[true]),
    // Who leaves for nothing but its end is not missed.
    ("if (t >= n) return;\nLOOP", &[], &[true]),
    ("if (t >= n) return;\nif (v > 5) return;\nLOOP\nif (v & 1) return;\nLOOP", &[], &[true, true]),
    // Who does more before it leaves is, until a barrier of the block waits for its end; one of the warp may be met elsewhere.
    ("if (t >= n) { out[t] = 1; return; }\nLOOP\n__syncthreads();\nLOOP", &[], &[false, true]),
    ("if (t >= n) { out[t] = 1; return; }\n__syncwarp();\nLOOP", &[], &[false]),
    ("if (n > 3) { out[t] = 1; return; }\nLOOP", &[], &[true]),
    ("if (t < 9) v++; else if (n > 3) { out[t] = 1; return; }\nLOOP", &[], &[false]),
    // Arms, and what follows them.
    ("if (v > 3) {\nLOOP\n} else {\nLOOP\n}\nLOOP", &[], &[false, false, true]),
    ("if (n > 3) {\nLOOP\n} else {\nLOOP\n}\nLOOP", &[], &[true, true, true]),
    ("if (t / 32 == 0) {\nLOOP\n}\nLOOP", &["--block-dim=64,1,1"], &[true, true]),
    ("if (t / 32 == 0) {\nLOOP\n}\nLOOP", &["--block-dim=32,2,1"], &[true, true]),
    ("if (t / 16 == 0) {\nLOOP\n}\nLOOP", &["--block-dim=64,1,1"], &[false, true]),
    ("if (threadIdx.x / 32 == 0) {\nLOOP\n}\nLOOP", &["--block-dim=64,1,1"], &[true, true]),
    ("if (threadIdx.x < 64) {\nLOOP\n}\nLOOP", &["--block-dim=96,1,1"], &[true, true]),
    ("if (31 >= threadIdx.x) {\nLOOP\n}\nLOOP", &["--block-dim=96,1,1"], &[true, true]),
    ("if (threadIdx.x > 31) {\nLOOP\n}\nLOOP", &["--block-dim=96,1,1"], &[true, true]),
    ("if (threadIdx.x < 33) {\nLOOP\n}\nLOOP", &["--block-dim=96,1,1"], &[false, true]),
    ("if (threadIdx.x <= 32) {\nLOOP\n}\nLOOP", &["--block-dim=96,1,1"], &[false, true]),
    ("if (threadIdx.x > 32) {\nLOOP\n}\nLOOP", &["--block-dim=96,1,1"], &[false, true]),
    ("if (threadIdx.x == 32) {\nLOOP\n}\nLOOP", &["--block-dim=96,1,1"], &[false, true]),
    ("if (threadIdx.x < 32) {\nLOOP\n}\nLOOP", &["--block-dim=48,2,1"], &[false, true]),
    // Loops around: the same for all, left early by some, of other rounds for each thread.
    ("for (int j = 0; j < n; j++) {\nLOOP\n}\nLOOP", &[], &[true, true]),
    ("for (int j = 0; j < n; j++) {\nif (v > 40) break;\nLOOP\n}\nLOOP", &[], &[false, true]),
    ("for (int j = 0; j < n; j++) {\nif (v > 40) return;\nLOOP\n}\nLOOP", &[], &[true, true]),
    ("for (int j = 0; j < n; j++) {\nif (v > 40) continue;\nLOOP\n}\nLOOP", &[], &[false, true]),
    ("for (int j = 0; j < (v & 3); j++) {\nLOOP\n}\nLOOP", &[], &[false, true]),
    // A thread may wait for a lock that another has.
    (
        "while (atomicCAS(&lock, 0, 1) != 0) ;\nLOOP\natomicExch(&lock, 0);\nLOOP\n__syncthreads();\nLOOP",
        &[],
        &[false, false, true],
    ),
    ("atomicAdd(&lock, 1);\nLOOP", &[], &[true]),
    ("if (v > 3) atomicAdd(&lock, 1);\nLOOP\n__syncwarp();\nLOOP", &[], &[false, true]),
];

#[test]
fn where_the_compiler_says_that_warps_come_whole() {
    for (body, options, want) in BODIES {
        for level in ["-O0", "-O1"] {
            let words = [&[level][..], options].concat();
            assert_eq!(loops_claimed(body, &words), *want, "{level}:\n{body}");
        }
    }
}

#[test]
fn what_it_says_of_them_holds() {
    let mut claims = 0;
    for (body, options, _) in BODIES {
        let block = options.iter().find_map(|option| option.strip_prefix("--block-dim="));
        let text = kernel(body);
        for level in ["-O0", "-O3"] {
            let (ptx, list) = compiled(&text, &[&[level][..], options].concat()).unwrap();
            let case = case_of("k", block.unwrap_or("64"));
            for schedule in SCHEDULES {
                let report = checked(&case, &ptx, schedule, &list).unwrap();
                assert!(report.holds(), "{level} {schedule:?}:\n{body}\n{}", report.to_text());
                claims += list.of("k").filter(|c| c.at == At::Block).count();
            }
        }
    }
    assert!(claims > 200, "{claims}");
}

/// Random programs.
const SEEDS: std::ops::Range<u64> = 1..301;

#[test]
fn what_is_claimed_of_random_programs_holds() {
    let asked = std::env::var("FLOW_PROGRAMS").ok();
    let parsed = asked.and_then(|text| {
        let (a, b) = text.split_once("..")?;
        Some(a.parse().ok()?..b.parse().ok()?)
    });
    let mut wrong = Vec::new();
    let (mut judged, mut made, mut labels, mut split, mut same) = (0, 0, 0, 0, 0);
    for seed in parsed.unwrap_or(SEEDS) {
        let text = flow::program(seed);
        let case = case_of(&seed.to_string(), ["48", "64"][seed as usize % 2]);
        for level in ["-O0", "-O3"] {
            let (ptx, claims) = compiled(&text, &[level]).unwrap_or_else(|e| panic!("{seed}: {e}"));
            made += claims.of("k").filter(|c| c.at == At::Block).count();
            for schedule in SCHEDULES {
                // It waits for ever, or goes past a barrier.
                let Ok(report) = checked(&case, &ptx, schedule, &claims) else { continue };
                judged += 1;
                let said = |r: &ClaimReport| {
                    format!("{seed} {level} {schedule:?}: {}\n{text}\n{ptx}", r.to_text())
                };
                if !report.holds() {
                    wrong.push(said(&report));
                }
                let walks = walks(&case, &ptx, schedule).unwrap();
                for line in walks.labels("k") {
                    let report = of_block(&case, &ptx, schedule, "k", line).unwrap();
                    let shown = walks.split("k", line) as u64;
                    if report.violations > shown {
                        wrong.push(format!("{shown} shown, {}", said(&report)));
                    }
                    labels += 1;
                    split += u64::from(shown > 0);
                    same += u64::from(report.violations == shown);
                }
            }
        }
    }
    println!("{judged} runs; {made} claims; {labels} labels, {split} split, {same} the same");
    let shortest = wrong.iter().min_by_key(|text| text.len());
    assert!(wrong.is_empty(), "{} wrong, as\n{}", wrong.len(), shortest.unwrap());
}
