//! Every kernel, with every compiler, in every schedule.

use std::path::{Path, PathBuf};

use optx_judge::{Tool, ToolError};
use optx_launch::{Emulator, LaunchFile, NoReferences, Outcome, Schedule, run};

use crate::references::Table;

/// The architecture that reference compilers compile for.
pub const ARCH: &str = "80";

/// The folder of this crate at run time: tests that were moved to another machine find their data there, and programs of other
/// crates, which cargo tells of their own folder, where it was built.
pub fn home() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .filter(|folder| folder.join("kernels").is_dir())
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")))
}

/// A kernel file and its launch file.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file's name without its ending.
    pub name: String,
    /// The CUDA source.
    pub source: PathBuf,
    /// The launch file.
    pub launch: LaunchFile,
}

/// All runtime kernels, by name. Each source must have a launch file.
pub fn cases() -> Result<Vec<Case>, String> {
    cases_in(Path::new("kernels"))
}

/// Programs of which something false was claimed once: sources of `false-claims/`, each with a launch file.
pub fn falsely_claimed() -> Result<Vec<Case>, String> {
    cases_in(Path::new("false-claims"))
}

/// Kernels of shapes that an allocator may be wrong about: sources of `allocation-shapes/`, each with a launch file. What is right is what they do without one.
pub fn allocation_shapes() -> Result<Vec<Case>, String> {
    cases_in(Path::new("allocation-shapes"))
}

/// The programs with host code: sources of `mixed/`, each with a launch file for its kernels.
pub fn mixed_cases() -> Result<Vec<Case>, String> {
    cases_in(Path::new("mixed"))
}

/// The sources of a folder, each with a launch file beside it; a relative folder is one of this crate.
pub fn cases_in(folder: &Path) -> Result<Vec<Case>, String> {
    let folder = home().join(folder);
    let wrong = |p: &Path, e: &dyn std::fmt::Display| format!("{}: {e}", p.display());
    let mut out = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(|e| wrong(&folder, &e))? {
        let source = entry.map_err(|e| wrong(&folder, &e))?.path();
        if source.extension().is_none_or(|e| e != "cu") {
            continue;
        }
        let file = source.with_extension("launch.toml");
        let text = std::fs::read_to_string(&file).map_err(|e| wrong(&file, &e))?;
        let launch = LaunchFile::parse(&text).map_err(|e| wrong(&file, &e))?;
        let name = source.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
        out.push(Case { name, source, launch });
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(out)
}

/// A compiler that the suite compares: a name, and how it makes PTX of a source file with options.
#[derive(Clone, Copy)]
pub struct Compiler {
    /// The name in tests.
    pub name: &'static str,
    /// The tools it needs, none for a compiler of this project.
    pub needs: &'static [Tool],
    /// Compiles a source file.
    pub compile: fn(&Path, &[String]) -> Result<String, ToolError>,
}

/// The compilers that are compared on programs with host code.
///
/// optx leaves host code alone. The others read it, so they get `reference/host/`, which declares what it names of the
/// C++ library and the CUDA runtime. NVRTC takes no host functions: there they are functions of the device that nothing
/// calls, which `-rdc=true` allows to launch kernels.
pub const MIXED_COMPILERS: &[Compiler] = &[
    Compiler { name: "nvrtc", needs: &[Tool::Nvrtc], compile: nvrtc_mixed },
    Compiler { name: "clang", needs: optx_judge::clang::NEEDS, compile: clang_mixed },
    Compiler { name: "optx-O0", needs: &[], compile: optx_o0 },
    Compiler { name: "optx-O3", needs: &[], compile: optx_o3 },
];

fn host_headers() -> (String, String) {
    let folder = home().join("reference/host");
    let runtime = folder.join("cuda_runtime.h").to_string_lossy().into_owned();
    (format!("-I{}", folder.display()), runtime)
}

fn nvrtc_mixed(source: &Path, options: &[String]) -> Result<String, ToolError> {
    let (include, runtime) = host_headers();
    let mut all = vec![
        "-default-device".to_owned(),
        "-rdc=true".to_owned(),
        include,
        format!("--pre-include={runtime}"),
    ];
    all.extend_from_slice(options);
    nvrtc(source, &all)
}

fn clang_mixed(source: &Path, options: &[String]) -> Result<String, ToolError> {
    let (include, runtime) = host_headers();
    let mut all = ["-nostdinc", "-nostdinc++", "-include"].map(String::from).to_vec();
    all.extend([runtime, include]);
    all.extend_from_slice(options);
    clang(source, &all)
}

/// The compilers that are compared. A compiler of this project is one more row.
pub const COMPILERS: &[Compiler] = &[
    Compiler { name: "nvrtc", needs: &[Tool::Nvrtc], compile: nvrtc },
    Compiler { name: "clang", needs: optx_judge::clang::NEEDS, compile: clang },
    Compiler { name: "optx-O0", needs: &[], compile: optx_o0 },
    Compiler { name: "optx-O3", needs: &[], compile: optx_o3 },
];

fn optx_o0(source: &Path, options: &[String]) -> Result<String, ToolError> {
    optx(source, options, "-O0", ARCH)
}

fn optx_o3(source: &Path, options: &[String]) -> Result<String, ToolError> {
    optx(source, options, "-O3", ARCH)
}

/// optx in process, at a level (`-O3`) for an architecture number.
pub fn optx(
    source: &Path,
    options: &[String],
    level: &str,
    arch: &str,
) -> Result<String, ToolError> {
    compile(source, options, level, arch).map(|ptx| ptx.text().to_owned())
}

/// As [`optx`], with all that a compilation gives.
pub fn compile(
    source: &Path,
    options: &[String],
    level: &str,
    arch: &str,
) -> Result<optx::Ptx, ToolError> {
    let text = std::fs::read_to_string(source)
        .map_err(|e| ToolError::Failed(format!("{}: {e}", source.display())))?;
    let arch = format!("-arch=sm_{arch}");
    let mut arguments = vec![level, &arch];
    arguments.extend(options.iter().map(String::as_str));
    let (options, _) =
        optx::Options::parse_args(&arguments).map_err(|e| ToolError::Failed(e.to_string()))?;
    let folders = options.include_dirs.iter().map(PathBuf::from).collect();
    let include = optx::DirectoryIncludes::new(folders);
    optx::compile_with(&source.to_string_lossy(), &text, &options, &include)
        .map_err(|diagnostics| ToolError::Refused(diagnostics.to_string()))
}

/// The groups of the pipeline that may be left out at -O3, in its order.
pub fn optional_groups() -> Vec<&'static str> {
    let required: Vec<&str> =
        optx::pipeline::whole().filter(|row| row.required).map(|row| row.group).collect();
    let mut groups: Vec<&'static str> = Vec::new();
    for row in
        optx::pipeline::whole().filter(|row| row.level <= 3 && !required.contains(&row.group))
    {
        if !groups.contains(&row.group) {
            groups.push(row.group);
        }
    }
    groups
}

/// NVRTC at its defaults.
pub fn nvrtc(source: &Path, options: &[String]) -> Result<String, ToolError> {
    nvrtc_for(source, options, ARCH)
}

/// NVRTC at its defaults for an architecture number.
pub fn nvrtc_for(source: &Path, options: &[String], arch: &str) -> Result<String, ToolError> {
    let text = std::fs::read_to_string(source)
        .map_err(|e| ToolError::Failed(format!("{}: {e}", source.display())))?;
    let mut all = vec![format!("--gpu-architecture=compute_{arch}")];
    all.extend_from_slice(options);
    optx_judge::nvrtc::compile(&text, &source.to_string_lossy(), &all)
}

/// clang at -O3, with the prelude of this crate in place of the CUDA SDK.
pub fn clang(source: &Path, options: &[String]) -> Result<String, ToolError> {
    clang_for(source, options, ARCH)
}

/// As [`clang`], for an architecture number.
pub fn clang_for(source: &Path, options: &[String], arch: &str) -> Result<String, ToolError> {
    let prelude = home().join("reference/clang_prelude.h");
    let mut all: Vec<String> =
        ["-Xclang", "-target-feature", "-Xclang", "+ptx80", "-O3", "-include"]
            .map(String::from)
            .into();
    all.push(prelude.to_string_lossy().into_owned());
    all.extend_from_slice(options);
    optx_judge::clang::compile(source, &format!("sm_{arch}"), &all)
}

/// The schedules that every kernel runs in, with their names.
pub const SCHEDULES: [(&str, Schedule); 4] = [
    ("lockstep", Schedule::Lockstep),
    ("adversarial-1", Schedule::Adversarial(1)),
    ("adversarial-2", Schedule::Adversarial(2)),
    ("adversarial-3", Schedule::Adversarial(3)),
];

/// Runs a case's PTX in the emulator, and gives what came out, or why it did not.
pub fn execute(case: &Case, ptx: &str, schedule: Schedule) -> Result<Outcome, String> {
    // Far above what any kernel needs, and low enough that an endless loop ends soon.
    execute_within(case, ptx, schedule, 200_000_000)
}

/// The same, for so many instructions at most.
pub fn execute_within(
    case: &Case,
    ptx: &str,
    schedule: Schedule,
    budget: u64,
) -> Result<Outcome, String> {
    let mut device = Emulator::new(schedule);
    device.config.budget = budget;
    run(&case.launch, ptx, &mut device, &Table, &home().join("kernels")).map_err(|e| e.to_string())
}

/// Compiles a source in process at levels for [`ARCH`], and runs it in lock-step as the text of a launch file says: what went wrong first.
/// `sees` is given each level and its PTX before that runs.
pub fn judge_source(
    source: &str,
    launch: &str,
    options: &[String],
    levels: &[&str],
    mut sees: impl FnMut(&str, &str),
) -> Result<(), String> {
    let file = LaunchFile::parse(launch).map_err(|e| e.to_string())?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = folder.path().join("k.cu");
    std::fs::write(&path, source).map_err(|e| e.to_string())?;
    for level in levels {
        let ptx = optx(&path, options, level, ARCH).map_err(|e| format!("{level}: {e}"))?;
        sees(level, &ptx);
        let mut device = Emulator::new(Schedule::Lockstep);
        let outcome = run(&file, &ptx, &mut device, &NoReferences, folder.path())
            .map_err(|e| format!("{level}: {e}"))?;
        if let Some(difference) = outcome.difference() {
            return Err(format!("{level}: {difference}"));
        }
    }
    Ok(())
}

/// Runs a case's PTX in the emulator and compares with the references.
pub fn judge(case: &Case, ptx: &str, schedule: Schedule) -> Result<(), String> {
    let out = execute(case, ptx, schedule)?;
    match out.difference() {
        None => Ok(()),
        Some(d) => Err(d),
    }
}
