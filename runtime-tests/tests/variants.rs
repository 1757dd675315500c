//! The kernels as other options of NVRTC and clang compile them: other targets, no optimisation, no contraction,
//! debug information, fast mathematics. They must load, run and, but for fast mathematics, agree with the references.

use std::sync::Arc;

use optx_judge::{Tool, clang, nvrtc, trials};
use optx_launch::Schedule;
use runtime_tests::suite::{Case, cases, execute, home, judge};

/// Name, NVRTC's options, and whether results are compared.
const NVRTC: [(&str, &[&str], bool); 4] = [
    ("sm_120", &["--gpu-architecture=compute_120", "-lineinfo"], true),
    ("debug", &["--gpu-architecture=compute_80", "-G"], true),
    ("no-fma", &["--gpu-architecture=compute_75", "--fmad=false"], true),
    ("fast", &["--gpu-architecture=compute_90", "--use_fast_math"], false),
];

/// Name, clang's architecture and level.
const CLANG: [(&str, &str, &str); 2] = [("sm_60-O1", "sm_60", "-O1"), ("O0", "sm_90", "-O0")];

fn main() {
    let all = match cases() {
        Ok(c) => c,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(101);
        }
    };
    let mut list = Vec::new();
    for case in all.into_iter().map(Arc::new) {
        for (name, options, compared) in NVRTC {
            let c = Arc::clone(&case);
            let name = format!("{}/nvrtc/{name}", case.name);
            let test = move || Ok(with_nvrtc(&c, options, compared)?);
            list.push(trials::trial(name, &[Tool::Nvrtc], test));
        }
        for (name, arch, level) in CLANG {
            let c = Arc::clone(&case);
            let name = format!("{}/clang/{name}", case.name);
            let test = move || Ok(with_clang(&c, arch, level)?);
            list.push(trials::trial(name, clang::NEEDS, test));
        }
    }
    trials::run(list);
}

fn with_nvrtc(case: &Case, options: &[&str], compared: bool) -> Result<(), String> {
    let text = std::fs::read_to_string(&case.source).map_err(|e| e.to_string())?;
    let mut all: Vec<String> = options.iter().map(|o| o.to_string()).collect();
    all.extend_from_slice(&case.launch.options);
    let ptx =
        nvrtc::compile(&text, &case.source.to_string_lossy(), &all).map_err(|e| e.to_string())?;
    if compared {
        judge(case, &ptx, Schedule::Lockstep)
    } else {
        execute(case, &ptx, Schedule::Lockstep).map(|_| ())
    }
}

fn with_clang(case: &Case, arch: &str, level: &str) -> Result<(), String> {
    let mut all: Vec<String> =
        ["-Xclang", "-target-feature", "-Xclang", "+ptx83", level, "-include"]
            .map(String::from)
            .into();
    all.push(home().join("reference/clang_prelude.h").to_string_lossy().into_owned());
    all.extend_from_slice(&case.launch.options);
    let ptx = clang::compile(&case.source, arch, &all).map_err(|e| e.to_string())?;
    judge(case, &ptx, Schedule::Lockstep)
}
