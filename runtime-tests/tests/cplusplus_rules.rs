//! One rule of C++ a file: `frontend/cuda-c/tests/semantics/*.cu`.
//!
//! A file's first line is `// [section] the rule`, its second `// wrong: names`, the wrong compilers of a test build that
//! it notices. Then come, where they hold, `// device-only` (the host's compiler has no such thing, or another choice of
//! implementation), `// host-only` (NVRTC lacks what nvcc takes from its host compiler) and `// absent: E0040` (optx refuses it so, as `docs/language.md` says). Kernel `k` writes its numbered
//! results to `out`.
//!
//! What is right is what NVRTC's PTX gives on the emulator and the file built for the host by clang, which must agree;
//! optx must give the same at -O0 and -O3. No result may depend on padding, on a pointer's value or on what was never
//! written.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Arguments, Failed, Trial};
use optx_judge::{Tool, find, nvrtc, required};
use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::host_build;
use runtime_tests::suite::{home, optx};

/// How many results a kernel may write.
const RESULTS: usize = 128;

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

/// What a kernel wrote, or why there is nothing.
type Results = Result<Vec<i64>, String>;

fn main() {
    let args = Arguments::from_args();
    let folder = home().join("../frontend/cuda-c/tests/semantics");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of rules")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "cu"))
        .collect();
    files.sort();
    let trials = files.iter().flat_map(|file| trials(file)).collect();
    libtest_mimic::run(&args, trials).exit();
}

/// What a file's head says.
struct Head {
    device_only: bool,
    host_only: bool,
    absent: Option<String>,
}

fn head(text: &str) -> Result<Head, String> {
    let mut lines = text.lines().map_while(|l| l.strip_prefix("// "));
    let rule = lines.next().unwrap_or_default();
    if !rule.starts_with('[') || !rule.contains("] ") {
        return Err(format!("the first line is no `// [section] rule`: {rule}"));
    }
    let mut head = Head { device_only: false, host_only: false, absent: None };
    if !lines.next().is_some_and(|l| l.starts_with("wrong:")) {
        return Err("the second line is no `// wrong: names`".to_owned());
    }
    for line in lines {
        head.device_only |= line == "device-only";
        head.host_only |= line == "host-only";
        head.absent = head.absent.or(line.strip_prefix("absent: ").map(str::to_owned));
    }
    Ok(head)
}

fn trials(file: &Path) -> Vec<Trial> {
    let stem = file.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
    let skipped = |tool| find(tool).is_err() && !required();
    let (no_nvrtc, no_clang) = (skipped(Tool::Nvrtc), skipped(Tool::Clang));
    let right: Arc<OnceLock<Results>> = Arc::default();
    ["oracles", "-O0", "-O3"]
        .into_iter()
        .map(|what| {
            let skip = no_nvrtc || (no_clang && what == "oracles");
            let note = match (no_nvrtc, no_clang) {
                (true, _) => " (ignored: nvrtc)",
                (false, true) if skip => " (ignored: clang)",
                _ => "",
            };
            let (file, right) = (file.to_owned(), Arc::clone(&right));
            Trial::test(format!("{stem}/{what}{note}"), move || {
                check(&file, what, &right).map_err(Failed::from)
            })
            .with_ignored_flag(skip)
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
        let ptx = nvrtc::compile(&text, "k.cu", &options.map(str::to_owned));
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
    let options = ["-fmad=false".to_owned()];
    match (optx(file, &options, what, "80"), head.absent) {
        (Ok(ptx), None) => same("optx", &results(&ptx)?, right),
        (Ok(_), Some(code)) => Err(format!("it compiles, and is to be refused with {code}")),
        (Err(e), Some(code)) if e.to_string().contains(&code) => Ok(()),
        (Err(e), _) => Err(e.to_string()),
    }
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
    let outcome = optx_launch::run(&launch, ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())?;
    let out = outcome.outputs.get("out").ok_or("no output")?;
    Ok((0..RESULTS).map(|k| out.bits(k) as i64).collect())
}

/// Prints what `k` wrote.
const MAIN: &str = "static long long optx_results[128];\n\
int main() { k(optx_results); for (long long r : optx_results) printf(\"%lld\\n\", r); }";

fn on_host(file: &Path) -> Results {
    let numbers = host_build::run(file, MAIN, &[]).map_err(|e| e.to_string())?;
    if numbers.len() == RESULTS { Ok(numbers) } else { Err("the host printed too little".into()) }
}
