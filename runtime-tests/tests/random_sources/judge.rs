//! What the compilers say of a program: which of its probes they refuse, and what the rest computes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use optx_judge::ToolError;
use optx_launch::{Emulator, NoReferences, Schedule};
use runtime_tests::host_build::{self, SANITIZE};
use runtime_tests::suite::optx;

use runtime_tests::random_sources::{
    Lines, OPTIONS, Program, THREADS, WORDS, input, launch, words,
};

/// A difference between optx and the references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is the same for one mistake in several programs.
    pub kind: String,
    /// Where, and how much.
    pub detail: String,
}

/// What came of a program.
#[derive(Default)]
pub struct Verdict {
    pub problems: Vec<Problem>,
    pub counts: Counts,
    /// What all compute, and without which probes.
    pub agreed: Option<(Lines, Vec<i64>)>,
}

/// Probes by what became of them.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    /// Accepted by all, and run.
    pub run: usize,
    /// Refused by all.
    pub refused: usize,
    /// NVRTC and clang differ on whether they are valid.
    pub split: usize,
    /// Stopped on the host, where they do what is undefined, or left out since they take an object for one of another class.
    pub undefined: usize,
    /// Valid, and refused by optx as not supported.
    pub absent: usize,
    /// Programs whose declarations a reference refuses, that ran into what is undefined, or whose references differ.
    pub lost: usize,
    /// Differences that [`crate::open`] knows.
    pub known: usize,
}

/// The `main` that runs the kernel's threads on the host.
fn host_main() -> String {
    let values: Vec<String> = input().iter().map(i32::to_string).collect();
    format!(
        "static unsigned long long optx_out[{}];\nstatic const int optx_in[] = {{{}}};\nint main() {{\n\
         blockDim.x = 32; gridDim.x = {};\n\
         for (unsigned b = 0; b < gridDim.x; b++) for (unsigned t = 0; t < 32; t++) {{\n\
         blockIdx.x = b; threadIdx.x = t; k(optx_out, optx_in); }}\n\
         for (unsigned long long x : optx_out) printf(\"%lld\\n\", (long long)x); }}",
        THREADS * WORDS,
        values.join(", "),
        THREADS / 32
    )
}

fn execute(ptx: &str) -> Result<Vec<i64>, String> {
    let file = launch().map_err(|e| e.to_string())?;
    let mut device = Emulator::new(Schedule::Lockstep);
    device.config.budget = 80_000_000;
    let outcome = optx_launch::run(&file, ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())?;
    words(&outcome).ok_or_else(|| "no output".into())
}

/// The lines of the source that a compiler's messages name, each with its first message.
fn named(log: &str, file: &str) -> BTreeMap<usize, String> {
    let mut found = BTreeMap::new();
    let mut heading = String::new();
    for line in log.lines() {
        if line.contains("error:") || line.contains("error[") {
            heading = line.to_owned();
        }
        for mark in [format!("{file}:"), format!("{file}("), "at line ".to_owned()] {
            for (at, _) in line.match_indices(&mark) {
                let digits: String =
                    line[at + mark.len()..].chars().take_while(char::is_ascii_digit).collect();
                if let Ok(n) = digits.parse() {
                    found.entry(n).or_insert_with(|| heading.clone());
                }
            }
        }
    }
    found
}

/// The probes that a compiler refuses, each with the message, and what it makes of the rest.
type Settled<T> = Result<(BTreeMap<usize, String>, T), String>;

/// Compiles without the probes that are refused, until none is.
fn settle<T>(
    program: &Program,
    file: &Path,
    without: &Lines,
    compile: impl Fn(&Path) -> Result<T, ToolError>,
) -> Settled<T> {
    let mut refused: BTreeMap<usize, String> = BTreeMap::new();
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    loop {
        let out: Lines = refused.keys().chain(without).copied().collect();
        std::fs::write(file, program.text(&out)).map_err(|e| e.to_string())?;
        let log = match compile(file) {
            Ok(value) => return Ok((refused, value)),
            Err(ToolError::Refused(log)) => log,
            Err(e) => return Err(e.to_string()),
        };
        let before = refused.len();
        for (line, message) in named(&log, &name) {
            if program.probes.contains(&(line - 1)) && !out.contains(&line) {
                refused.insert(line, message);
            }
        }
        if refused.len() == before {
            return Err(log);
        }
    }
}

/// The least that ptxas keeps to.
const CAP: &str = "--maxrregcount=24";

/// What the allocators are asked for; of debug builds the checker proves each allocation.
const ALLOCATIONS: [[&str; 2]; 4] = [
    ["--ptx-regs=12", "--regalloc=priced"],
    ["--ptx-regs=9", "--regalloc=affra"],
    ["--ptx-regs=12", "--regalloc=priced"],
    ["--ptx-regs=16", "--regalloc=divra"],
];

fn with_optx(file: &Path, level: &str) -> Result<String, ToolError> {
    optx(file, &OPTIONS.map(str::to_owned), level, "80")
}

/// A place for one program's text.
pub fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("optx-random-{}-{name}.cu", std::process::id()))
}

/// Whether optx says that it lacks something.
fn is_absent(message: &str) -> bool {
    message.contains("[E010") || message.contains("[E011") || message.contains("not supported")
}

/// A message without names and numbers.
fn kind(message: &str) -> String {
    let (_, message) = message.split_once("error").unwrap_or(("", message));
    let mut out = String::new();
    let mut quoted = false;
    for c in message.chars() {
        quoted ^= c == '`';
        if !quoted && !c.is_ascii_digit() {
            out.push(c);
        }
    }
    out
}

fn problem(kind: impl Into<String>, detail: impl Into<String>) -> Problem {
    Problem { kind: kind.into(), detail: detail.into() }
}

/// The first word that differs.
fn difference(a: &[i64], b: &[i64]) -> Option<String> {
    let k = (0..a.len().max(b.len())).find(|&k| a.get(k) != b.get(k))?;
    let (x, y) = (a.get(k).copied().unwrap_or(0), b.get(k).copied().unwrap_or(0));
    Some(format!("word {} of thread {}: {x:#x}, {y:#x}", k % WORDS, k / WORDS))
}

/// Judges a program, `name` naming its files.
pub fn judge(program: &Program, name: &str) -> Verdict {
    let path = file(name);
    let verdict = judged(program, &path);
    // A file that stays behind does no harm.
    let _ = std::fs::remove_file(&path);
    verdict
}

fn judged(program: &Program, path: &Path) -> Verdict {
    let mut v = Verdict::default();
    let none = Lines::new();
    let reference = settle(program, path, &none, crate::apart::compile);
    let ours = settle(program, path, &none, |f| with_optx(f, "-O0"));
    let (nvrtc_refuses, _) = match reference {
        Ok(r) => r,
        Err(log) => {
            v.counts.lost = 1;
            let first = first_line(&log);
            // NVRTC's own failures say nothing of the program.
            if ours.is_ok() && first.contains("error:") {
                v.problems.push(problem(
                    format!("accepts declarations: {}", kind(&first)),
                    first.clone(),
                ));
            }
            return v;
        }
    };
    let nvrtc_lines: Lines = nvrtc_refuses.keys().copied().collect();
    let Some(found) = on_host(program, path, &nvrtc_lines) else {
        v.counts.lost = 1;
        return v;
    };
    let undefined = found.undefined.clone();
    let host_refuses: Lines = found.refused.keys().copied().collect();
    let (we_refuse, _) = match ours {
        Ok(r) => r,
        Err(log) => {
            let first = first_line(&log);
            if is_absent(&first) {
                v.counts.absent += program.probes.len();
            } else {
                v.problems.push(problem(format!("refuses declarations: {}", kind(&first)), log));
            }
            return v;
        }
    };
    for line in program.probes.iter().map(|p| p + 1) {
        let split = host_refuses.contains(&line);
        let text = &program.lines[line - 1];
        match (nvrtc_refuses.get(&line), we_refuse.get(&line)) {
            _ if undefined.contains(&line) => v.counts.undefined += 1,
            _ if split => v.counts.split += 1,
            (None, None) => v.counts.run += 1,
            (Some(_), Some(_)) => v.counts.refused += 1,
            (None, Some(m)) if is_absent(m) => v.counts.absent += 1,
            (None, Some(_)) if references_differ(program, path, line) => v.counts.split += 1,
            (None, Some(m)) => v
                .problems
                .push(problem(format!("refuses: {}", kind(m)), format!("{m}\n{line}: {text}"))),
            (Some(_), None) if clang_takes(program, path, line) => v.counts.split += 1,
            (Some(m), None) => {
                v.problems
                    .push(problem(format!("accepts: {}", kind(m)), format!("{m}\n{line}: {text}")));
            }
        }
    }
    let mut without: Lines = nvrtc_lines.union(&host_refuses).copied().collect();
    without.extend(we_refuse.keys().chain(&undefined));
    match compared(program, path, &without, found) {
        Ok(Some(words)) => v.agreed = Some((without, words)),
        Ok(None) => v.counts.lost = 1,
        Err(problem) => v.problems.push(problem),
    }
    v
}

/// All probes but one.
fn others(program: &Program, line: usize) -> Lines {
    program.probes.iter().map(|p| p + 1).filter(|l| *l != line).collect()
}

/// Whether clang compiles one probe without the others, narrowing aside, of which NVRTC only warns.
fn clang_takes(program: &Program, path: &Path, line: usize) -> bool {
    let written = std::fs::write(path, program.text(&others(program, line)));
    let result = host_build::run(path, &host_main(), &["-Wno-c++11-narrowing"]);
    written.is_ok() && !matches!(result, Err(ToolError::Refused(_)))
}

/// Whether NVRTC and clang make different things of one probe without the others: both take it, and refusing it is right.
fn references_differ(program: &Program, path: &Path, line: usize) -> bool {
    let written = std::fs::write(path, program.text(&others(program, line)));
    let nvrtc = crate::apart::compile(path).ok().and_then(|ptx| execute(&ptx).ok());
    let host = host_build::run(path, &host_main(), &SANITIZE).ok();
    written.is_ok() && nvrtc.zip(host).is_some_and(|(a, b)| a != b)
}

/// What the host says of a program.
struct Host {
    /// The probes that clang refuses.
    refused: BTreeMap<usize, String>,
    /// The probes that do what is undefined.
    undefined: Lines,
    /// What the program computes without those, and those that NVRTC refuses.
    computed: (Lines, Vec<i64>),
}

/// Nothing where what is no probe is refused, or undefined.
fn on_host(program: &Program, path: &Path, nvrtc: &Lines) -> Option<Host> {
    let main = host_main();
    // A program that stops is a verdict as well.
    let compile = |f: &Path| match host_build::run(f, &main, &SANITIZE) {
        Err(ToolError::Failed(_)) => Ok(None),
        other => other.map(Some),
    };
    let (refused, numbers) = settle(program, path, nvrtc, compile).ok()?;
    let mut out: Lines = refused.keys().chain(nvrtc).copied().collect();
    let mut undefined = crate::casts::reinterpreting(program, path, &out)?;
    if let Some(numbers) = numbers.filter(|_| undefined.is_empty()) {
        return Some(Host { refused, undefined, computed: (out, numbers) });
    }
    out.extend(&undefined);
    let run = |out: &Lines| {
        std::fs::write(path, program.text(out)).ok()?;
        host_build::run(path, &main, &SANITIZE).ok()
    };
    if let Some(numbers) = run(&out) {
        return Some(Host { refused, undefined, computed: (out, numbers) });
    }
    let all: Lines = program.probes.iter().map(|p| p + 1).collect();
    let stops = |l: &usize| run(&others(program, *l)).is_none();
    undefined.extend(all.difference(&out).copied().filter(stops));
    out.extend(&undefined);
    let numbers = run(&out)?;
    Some(Host { refused, undefined, computed: (out, numbers) })
}

/// Compares what the program computes without some probes; nothing where the standard leaves that open.
fn compared(
    program: &Program,
    path: &Path,
    without: &Lines,
    host: Host,
) -> Result<Option<Vec<i64>>, Problem> {
    let text = program.text(without);
    std::fs::write(path, text).map_err(|e| problem("no file", e.to_string()))?;
    let by = |who: &str, ptx: Result<String, ToolError>| {
        let ptx = ptx.map_err(|e| problem(format!("{who} refuses in the end"), e.to_string()))?;
        execute(&ptx).map_err(|e| problem(format!("{who} does not run: {}", kind(&e)), e))
    };
    let reference = crate::apart::compile(path);
    if matches!(reference, Err(ToolError::Failed(_))) {
        // NVRTC's own failures say nothing of the program.
        return Ok(None);
    }
    let wanted = by("NVRTC", reference)?;
    let numbers = match &host.computed {
        (out, numbers) if out == without => Some(numbers.clone()),
        _ => host_build::run(path, &host_main(), &SANITIZE).ok(),
    };
    if numbers.is_none_or(|n| n != wanted) {
        return Ok(None);
    }
    // Half of the programs under a cap that none of them keeps to by itself, where values are made again at their reads; all by an allocator.
    let drawn = program.lines.len();
    let first: (&str, &[&str]) =
        if drawn.is_multiple_of(2) { ("-O0", &[]) } else { ("-O3", &[CAP]) };
    let allocated: &[&str] = &ALLOCATIONS[drawn % ALLOCATIONS.len()];
    for (level, more) in [first, ("-O3", &[]), ("-O3", allocated)] {
        let shown = format!("optx {level} {}", more.join(" "));
        let options = OPTIONS.iter().chain(more).map(|&o| o.to_owned()).collect::<Vec<_>>();
        let ptx = optx(path, &options, level, "80");
        // Calls that stay have no allocator, nor what takes more registers at once.
        if more == allocated && ptx.as_ref().is_err_and(|e| e.to_string().contains("[E0121]")) {
            continue;
        }
        let got = by(shown.trim(), ptx)?;
        if let Some(d) = difference(&got, &wanted) {
            return Err(problem(format!("{} differs", shown.trim()), d));
        }
    }
    Ok(Some(wanted))
}

fn first_line(log: &str) -> String {
    log.lines().find(|l| l.contains("error")).unwrap_or(log).to_owned()
}
