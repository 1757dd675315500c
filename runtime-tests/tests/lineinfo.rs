//! `-lineinfo` charges no line that nothing ran: what `.loc` says of each executed instruction of the PTX is held against what a
//! run at `-O0` is charged with, kernel by kernel, and against marks in a source.

use libtest_mimic::{Arguments, Failed, Trial};
use optx_emulator::{Device, LaunchConfig, Module, launch};
use runtime_tests::suite::{ARCH, Case, cases, execute, optx};
use std::collections::BTreeSet;

/// Lines marked `never` are run by no thread; those marked `runs` are by some. The arms that are not taken compute what the code
/// around them computes too, so that what merges, moves or becomes a vector could take their lines along.
const MARKED: &str = r#"
__device__ int pick(const int *p, int k) {
    if (k < 0)                                  // runs
        return p[3] / p[4];                     // never
    return p[k] / p[4];                         // runs
}

extern "C" __global__ void marked(int *p, int n, int none) {
    int t = threadIdx.x;                        // runs
    int a = p[t] * n;                           // runs
    if (none)                                   // runs
        a += p[t] * n + p[t + 32];              // never
    else
        a -= p[t + 32];                         // runs
    int q = 0;                                  // runs
    for (int i = 0; i < none; i++) {            // runs
        q += p[i] / n;                          // never
        if (q == 7)                             // never
            p[99] = p[t + 64] + a;              // never
    }
    switch (none) {                             // runs
    case 1: q += n / 3; p[7] = q; break;        // never
    case 2: q += n / 3; p[8] = q; break;        // never
    default: q += n / 3; p[128 + t] = q;        // runs
    }
    float2 *f = (float2 *)(p + 256);            // a constant of an address: at -O3 nothing is evaluated here
    float x = f[t].x;                           // runs
    if (none > 3)                               // runs
        x += f[t].y;                            // never
    do {
        x = x * 2.0f + (float)(a / n);          // runs
        if (none)                               // runs
            continue;                           // never
        x += 1.0f;                              // runs
    } while (none--);                           // runs
    p[160 + t] = (int)x + pick(p, p[t]) + pick(p, p[t + 1]);  // runs
}
"#;

fn main() {
    let cases = match cases() {
        Ok(cases) => cases,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(101);
        }
    };
    let mut list = vec![
        Trial::test("marked/O0", || marked("-O0")),
        Trial::test("marked/O3", || marked("-O3")),
    ];
    for case in cases {
        let name = format!("kernel/{}", case.name);
        list.push(Trial::test(name, move || kernel(&case)));
    }
    libtest_mimic::run(&Arguments::from_args(), list).exit();
}

/// The source line of each line of a PTX text, both from 1: that of the last `.loc` of its function; 0 before the first.
fn charged(ptx: &str) -> Vec<u32> {
    let mut at = 0;
    let mut lines = vec![0];
    for line in ptx.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [".loc", "1", number, _] => at = number.parse().unwrap_or(0),
            // Another file: a header of ours.
            [".loc", ..] => at = 0,
            [".visible" | ".func", ..] => at = 0,
            _ => {}
        }
        lines.push(at);
    }
    lines
}

fn say(e: impl std::fmt::Display) -> Failed {
    Failed::from(e.to_string())
}

fn kernel(case: &Case) -> Result<(), Failed> {
    // The lines that ran, and those that have instructions.
    let lines = |level: &str| -> Result<[BTreeSet<u32>; 2], Failed> {
        let mut options = case.launch.options.clone();
        options.push("-lineinfo".to_owned());
        let ptx = optx(&case.source, &options, level, ARCH).map_err(say)?;
        let of = charged(&ptx);
        let outcome = execute(case, &ptx, optx_launch::Schedule::Lockstep)?;
        let counters = outcome.launches.iter().filter_map(|launched| launched.counters.as_ref());
        let counted = counters.flat_map(|counters| &counters.lines);
        let ran = counted.filter(|(_, count)| count.executed.threads > 0);
        Ok([ran.map(|(line, _)| of[*line as usize]).collect(), of.iter().copied().collect()])
    };
    let ([plain, known], [optimized, _]) = (lines("-O0")?, lines("-O3")?);
    if plain.len() < 2 {
        return Err(format!("lines of -O0 are {plain:?}").into());
    }
    // A copy that -O0 makes no instruction for may be a constant's at -O3: of such a line -O0 knows nothing.
    let more: Vec<&u32> = optimized.difference(&plain).filter(|l| known.contains(l)).collect();
    if more.is_empty() { Ok(()) } else { Err(format!("-O3 is charged with {more:?}").into()) }
}

fn marked(level: &str) -> Result<(), Failed> {
    let (options, _) = optx::Options::parse_args(&[level, "-lineinfo"]).map_err(say)?;
    let ptx = optx::compile(MARKED, &options).map_err(say)?.text().to_owned();
    let module = Module::load(&ptx).map_err(say)?;
    let mut device = Device::new();
    let buffer = device.alloc(4096, "p").map_err(say)?;
    let words: Vec<u8> = (0..1024u32).flat_map(|k| (k % 50 + 1).to_le_bytes()).collect();
    device.write(buffer, &words).map_err(say)?;
    let arguments =
        [buffer.0.to_le_bytes().to_vec(), 5i32.to_le_bytes().to_vec(), 0i32.to_le_bytes().to_vec()];
    let config = LaunchConfig { block: [32, 1, 1], ..LaunchConfig::default() };
    let counters = launch(&mut device, &module, "marked", &config, &arguments).map_err(say)?;
    let of = charged(&ptx);
    let ran: BTreeSet<u32> = counters
        .lines
        .iter()
        .filter(|(_, count)| count.executed.threads > 0)
        .map(|(line, _)| of[*line as usize])
        .collect();
    for (number, line) in (1u32..).zip(MARKED.lines()) {
        let wrong = match line.rsplit_once("// ").map(|(_, mark)| mark) {
            Some("never") => ran.contains(&number),
            Some("runs") => !ran.contains(&number),
            _ => false,
        };
        if wrong {
            return Err(format!("line {number} is not so:\n{line}\n{ptx}").into());
        }
    }
    Ok(())
}
