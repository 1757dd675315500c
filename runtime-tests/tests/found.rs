//! Wrong answers that were found from outside, and what they must give: `found/` holds reduced kernels that once compiled
//! without a word and computed something else than nvcc, clang and g++ agree on, or were refused or lost. PTX there is what the emulator must run.
//!
//! The reference is NVRTC's PTX on the emulator, or the launch file beside a kernel; where there is none, one thread runs
//! with buffers of 64 elements: the first parameter's of zeros, the others' of 0, 1, 2, ...

use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use optx_judge::{Tool, trials};
use optx_launch::{Emulator, LaunchFile, NoReferences, Outcome, Schedule};
use runtime_tests::suite::{home, nvrtc, optx};

/// The levels at which each must be right.
const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-O3"];

fn main() {
    let mut files: Vec<PathBuf> = match std::fs::read_dir(home().join("found")) {
        Ok(d) => d.filter_map(|f| Some(f.ok()?.path())).collect(),
        Err(e) => {
            eprintln!("found/: {e}");
            std::process::exit(101);
        }
    };
    files.retain(|f| f.extension().is_some_and(|e| e == "cu" || e == "ptx"));
    files.sort();
    let mut list = Vec::new();
    for file in files {
        let name = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let own = file.with_extension("launch.toml").exists();
        let needs: &[Tool] = if own { &[] } else { &[Tool::Nvrtc] };
        list.push(trials::trial(name, needs, move || check(&file).map_err(Failed::from)));
    }
    trials::run(list);
}

/// The launches of a kernel without a launch file, one for each kernel of the source: `out` and further buffers.
fn launch_of(source: &str) -> Result<String, String> {
    let mut text = String::from("source = \"x.cu\"\n");
    let mut launches = String::new();
    for (n, head) in source.split("__global__").skip(1).enumerate() {
        let open = head.find('(').ok_or("no parameters")?;
        let close = head.find(')').ok_or("no parameters")?;
        let name = head[..open].trim().rsplit([' ', '\n']).next().unwrap_or("");
        let mut list = Vec::new();
        for (k, p) in head[open + 1..close].split(',').enumerate() {
            let Some((ty, _)) = p.split_once('*') else {
                return Err(format!("`{p}` wants a launch file"));
            };
            let ty = match ty.replace("const", "").trim() {
                "int" => "i32",
                "unsigned" | "unsigned int" => "u32",
                "float" => "f32",
                "double" => "f64",
                "long" | "long long" => "i64",
                "unsigned long long" | "unsigned long" => "u64",
                other => return Err(format!("a buffer of `{other}` wants a launch file")),
            };
            let init = if k == 0 { "zeros" } else { "iota" };
            text.push_str(&format!(
                "[buffers.b{n}_{k}]\ntype = \"{ty}\"\nlength = 64\ninit = \"{init}\"\n"
            ));
            list.push(format!("\"&b{n}_{k}\""));
        }
        launches.push_str(&format!(
            "[[launch]]\nkernel = \"{name}\"\ngrid = [1]\nblock = [1]\nargs = [{}]\n",
            list.join(", ")
        ));
    }
    text.push_str(&launches);
    text.push_str("[[expect]]\nbuffer = \"b0_0\"\nvalues = [0]\nexact = true\n");
    Ok(text)
}

fn outputs(launch: &LaunchFile, ptx: &str) -> Result<Outcome, String> {
    let mut device = Emulator::new(Schedule::Lockstep);
    device.config.budget = 50_000_000;
    optx_launch::run(launch, ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())
}

fn check(file: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let ours = |level: &str| {
        optx(file, &[], level, "80").map_err(|e| format!("optx {level} refuses it: {e}"))
    };
    let own = file.with_extension("launch.toml");
    if file.extension().is_some_and(|e| e == "ptx") {
        let text = std::fs::read_to_string(&own).map_err(|e| e.to_string())?;
        let launch = LaunchFile::parse(&text).map_err(|e| e.0)?;
        return outputs(&launch, &source)?.difference().map_or(Ok(()), Err);
    }
    if own.exists() {
        let text = std::fs::read_to_string(&own).map_err(|e| e.to_string())?;
        let launch = LaunchFile::parse(&text).map_err(|e| e.0)?;
        for level in LEVELS {
            if let Some(d) = outputs(&launch, &ours(level)?)?.difference() {
                return Err(format!("{level}: {d}"));
            }
        }
        return Ok(());
    }
    let mut launch = LaunchFile::parse(&launch_of(&source)?).map_err(|e| e.0)?;
    launch.expects.clear();
    let reference = nvrtc(file, &[]).map_err(|e| format!("NVRTC: {e}"))?;
    let reference = outputs(&launch, &reference).map_err(|e| format!("NVRTC's PTX: {e}"))?;
    for level in LEVELS {
        let got = outputs(&launch, &ours(level)?).map_err(|e| format!("{level}: {e}"))?;
        for (name, data) in &reference.outputs {
            let other = got.outputs.get(name).ok_or("a buffer is missing")?;
            if let Some(k) = (0..data.len()).find(|&k| data.bits(k) != other.bits(k)) {
                let (a, b) = (other.bits(k), data.bits(k));
                return Err(format!("{level}: {name}[{k}] is {a:#x}, and NVRTC's {b:#x}"));
            }
        }
    }
    Ok(())
}
