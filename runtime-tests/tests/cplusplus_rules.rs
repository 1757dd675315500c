//! One rule of C++ a file: `frontend/cuda-c/tests/semantics/*.cu`.
//!
//! A file's first line is `// [section] the rule`, its second `// wrong: name; name`, the wrong compilers of a test build
//! that it notices: each is a way to get the rule wrong, a switch in the frontend (`wrong.rs`), and must give another
//! result or none, at -O0 or at -O3. Then come, where they hold, `// device-only` (the host's compiler has no such thing, or another choice
//! of implementation), `// host-only` (NVRTC lacks what nvcc takes from its host compiler) and `// absent: E0040` (optx
//! refuses it so, as `docs/language.md` says). `// options: ...` gives optx and NVRTC options. Kernel `k` writes its
//! numbered results to `out`.
//!
//! What is right is what NVRTC's PTX gives on the emulator and the file built for the host by clang, which must agree;
//! optx must give the same at -O0 and -O3. No result may depend on padding, on a pointer's value or on what was never
//! written.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Failed, Trial};
use optx_frontend::wrong::{self, Wrong};
use optx_judge::trials::{self, trial};
use optx_judge::{Tool, nvrtc};
use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use optx_results_page::Part;
use runtime_tests::host_build;
use runtime_tests::suite::{home, optx};

/// How many results a kernel may write.
const RESULTS: usize = 128;

/// Warp instructions: no right program takes a tenth of them, and some that wrong compilers make have no end.
const BUDGET: u64 = 10_000_000;

const LAUNCH: &str = r#"
source = "k.cu"
[buffers.out]
type = "i64"
length = 128
init = "zeros"
[[launch]]
kernel = "k"
grid = [1]
block = [1]
args = ["&out"]
[[expect]]
buffer = "out"
values = [0]
exact = true
"#;

/// The trial of the wrong compilers.
const WRONG: &str = "wrong compilers";

/// What a kernel wrote, or why there is nothing.
type Results = Result<Vec<i64>, String>;

fn main() {
    let folder = home().join("../frontend/cuda-c/tests/semantics");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of rules")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "cu"))
        .collect();
    files.sort();
    let mut list: Vec<Trial> = files.iter().flat_map(|file| of_file(file)).collect();
    // With OPTX_BLESS set the two are written.
    list.push(trial("the table of rules in docs/language.md", &[], move || {
        Ok(Part::of("language.md", "rules").check(&table(&folder)?)?)
    }));
    let counted = counts(&files);
    list.push(trial("the counts of docs/results/rules.md", &[], move || {
        Ok(Part::of("results/rules.md", "counts").check(&counted?)?)
    }));
    list.push(trial("every wrong compiler is noticed by a file", &[], move || {
        Ok(all_are_noticed(&files)?)
    }));
    trials::run(list);
}

/// What a file's head says.
struct Head {
    wrong: Vec<Wrong>,
    device_only: bool,
    host_only: bool,
    absent: Option<String>,
    options: Vec<String>,
}

fn head(text: &str) -> Result<Head, String> {
    let mut lines = text.lines().map_while(|l| l.strip_prefix("// "));
    let rule = lines.next().unwrap_or_default();
    if !rule.starts_with('[') || !rule.contains("] ") {
        return Err(format!("the first line is no `// [section] rule`: {rule}"));
    }
    let mut head = Head {
        wrong: Vec::new(),
        device_only: false,
        host_only: false,
        absent: None,
        options: Vec::new(),
    };
    let names = lines.next().and_then(|l| l.strip_prefix("wrong:"));
    let names = names.ok_or("the second line is no `// wrong: names`")?;
    for name in names.split(';').map(str::trim).filter(|n| !n.is_empty()) {
        let known = wrong::ALL.iter().find(|w| w.1 == name);
        head.wrong.push(known.ok_or_else(|| format!("no wrong compiler is called {name}"))?.0);
    }
    for line in lines {
        head.device_only |= line == "device-only";
        head.host_only |= line == "host-only";
        if let Some(list) = line.strip_prefix("options: ") {
            head.options.extend(list.split_whitespace().map(str::to_owned));
        }
        head.absent = head.absent.or(line.strip_prefix("absent: ").map(str::to_owned));
    }
    Ok(head)
}

/// The table of rules, one row a file, by section; what is absent stands in a table of its own.
fn table(folder: &Path) -> Result<String, String> {
    let mut rows = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| e.to_string())? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if head(&text)?.absent.is_some() {
            continue;
        }
        let first = text.lines().next().unwrap_or_default();
        let (section, rule) = first.split_once("] ").ok_or_else(|| format!("{stem}: {first}"))?;
        let section = section.trim_start_matches("// [").to_owned();
        let rule = rule.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*");
        rows.push((section, stem, rule));
    }
    rows.sort();
    let mut table = String::from("| section | rule | file |\n|---|---|---|\n");
    for (section, stem, rule) in rows {
        table.push_str(&format!("| {section} | {rule} | `{stem}` |\n"));
    }
    Ok(table)
}

/// How many files and wrong compilers there are.
fn counts(files: &[PathBuf]) -> Result<String, String> {
    let mut absent = 0;
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
        absent += usize::from(head(&text)?.absent.is_some());
    }
    let (files, wrong) = (files.len(), wrong::ALL.len());
    Ok(format!(
        "| | |\n|---|---|\n| files | {files} |\n| of them of what is absent, refused with their code | {absent} |\n\
         | wrong compilers, each noticed | {wrong} |\n"
    ))
}

/// Each wrong compiler is a test of some file, and each file that is not absent names one.
fn all_are_noticed(files: &[PathBuf]) -> Result<(), String> {
    let mut named = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
        named.extend(head(&text).map_err(|e| format!("{}: {e}", file.display()))?.wrong);
    }
    match wrong::ALL.iter().find(|w| !named.contains(&w.0)) {
        Some(w) => Err(format!("no file notices {}: {}", w.1, w.2)),
        None => Ok(()),
    }
}

fn of_file(file: &Path) -> Vec<Trial> {
    let stem = file.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
    let host_only =
        std::fs::read_to_string(file).is_ok_and(|t| head(&t).is_ok_and(|h| h.host_only));
    let right: Arc<OnceLock<Results>> = Arc::default();
    ["oracles", "-O0", "-O3", WRONG]
        .into_iter()
        .map(|what| {
            let needs: &[Tool] = match what {
                _ if host_only => &[Tool::Clang],
                "oracles" => &[Tool::Nvrtc, Tool::Clang],
                _ => &[Tool::Nvrtc],
            };
            let (file, right) = (file.to_owned(), Arc::clone(&right));
            trial(format!("{stem}/{what}"), needs, move || {
                check(&file, what, &right).map_err(Failed::from)
            })
        })
        .collect()
}

fn check(file: &Path, what: &str, right: &OnceLock<Results>) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let head = head(&text)?;
    let right = right.get_or_init(|| {
        if head.host_only {
            return on_host(file);
        }
        let options = ["--gpu-architecture=compute_80", "--std=c++17", "-fmad=false"];
        let options = [&options.map(str::to_owned)[..], &head.options].concat();
        let ptx = nvrtc::compile_once(&text, "k.cu", &options);
        results(&ptx.map_err(|e| format!("NVRTC: {e}"))?)
    });
    let right = right.as_ref().map_err(|e| format!("the oracle: {e}"))?;
    if what == "oracles" {
        if right.iter().all(|&r| r == 0) {
            return Err("there is no result but zero".to_owned());
        }
        if head.device_only || head.host_only {
            return Ok(());
        }
        return same("the host", &on_host(file)?, right);
    }
    let options = [&["-fmad=false".to_owned()][..], &head.options].concat();
    if what == WRONG {
        if head.wrong.is_empty() && head.absent.is_none() {
            return Err(format!(
                "no wrong compiler is named; it notices {}",
                noticed(file, right, &options)
            ));
        }
        for w in head.wrong {
            if !is_noticed(w, file, right, &options) {
                return Err(format!("{w:?} is not noticed"));
            }
        }
        return Ok(());
    }
    match (optx(file, &options, what, "80"), head.absent) {
        (Ok(ptx), None) => same("optx", &results(&ptx)?, right),
        (Ok(_), Some(code)) => Err(format!("it compiles, and is to be refused with {code}")),
        (Err(e), Some(code)) if e.to_string().contains(&code) => Ok(()),
        (Err(e), _) => Err(e.to_string()),
    }
}

/// True where a wrong compiler gives other results, or none; some do so only where the optimizer believes them.
fn is_noticed(wrong: Wrong, file: &Path, right: &[i64], options: &[String]) -> bool {
    let differs = |level: &&str| {
        let got = wrong::with(wrong, || optx(file, options, level, "80"));
        !got.is_ok_and(|ptx| results(&ptx).is_ok_and(|r| r == right))
    };
    ["-O0", "-O3"].iter().any(differs)
}

/// The wrong compilers that a file notices, for who has to name one.
fn noticed(file: &Path, right: &[i64], options: &[String]) -> String {
    let list = wrong::ALL.iter().filter(|w| is_noticed(w.0, file, right, options)).map(|w| w.1);
    list.collect::<Vec<_>>().join("; ")
}

fn same(who: &str, got: &[i64], right: &[i64]) -> Result<(), String> {
    match (0..RESULTS).find(|&k| got[k] != right[k]) {
        Some(k) => Err(format!("out[{k}]: {who} {}, the oracle {}", got[k], right[k])),
        None => Ok(()),
    }
}

fn results(ptx: &str) -> Results {
    let mut launch = LaunchFile::parse(LAUNCH).map_err(|e| e.to_string())?;
    launch.expects.clear();
    let mut device = Emulator::new(Schedule::Lockstep);
    device.config.budget = BUDGET;
    let outcome = optx_launch::run(&launch, ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())?;
    let out = outcome.outputs.get("out").ok_or("no output")?;
    Ok((0..RESULTS).map(|k| out.bits(k) as i64).collect())
}

/// Prints what `k` wrote.
const MAIN: &str = "static long long optx_results[128];\n\
int main() { k(optx_results); for (long long r : optx_results) printf(\"%lld\\n\", r); }";

fn on_host(file: &Path) -> Results {
    let numbers = host_build::run_once(file, MAIN, &[]).map_err(|e| e.to_string())?;
    if numbers.len() == RESULTS { Ok(numbers) } else { Err("the host printed too little".into()) }
}
