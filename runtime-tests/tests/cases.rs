//! The case kernels of `cases/`: as NVRTC and clang compile them, they must load and run.
//!
//! They say nothing about results, so arguments are generated: pointers into the middle of a buffer of small
//! numbers, small scalars. What they leave must be known, whatever it is.

use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use optx_emulator::{Device, LaunchConfig, Module, RunErrorKind, Schedule, launch};
use optx_judge::{Tool, ToolError, clang, trials};
use runtime_tests::suite::{ARCH, home};

/// Bytes of each buffer; pointers point to its middle.
const BYTES: u64 = 1 << 20;

/// Cases whose kernel does not end well with any arguments, and how it ends.
const ENDINGS: [(&str, RunErrorKind); 3] = [
    // Loops without an exit.
    ("I03", RunErrorKind::Budget),
    ("L13", RunErrorKind::Budget),
    // Writes 8 GiB before its buffer, to show that the distance does not wrap.
    ("R11", RunErrorKind::OutOfBounds),
];

/// Cases that are no complete programs: they use shared memory that nothing wrote.
const UNWRITTEN: [&str; 3] = ["A05", "G01", "P11"];

fn main() {
    let mut list = Vec::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(home().join("cases"))
        .expect("the folder")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "cu"));
    files.sort();
    assert!(files.len() >= 50, "only {} files", files.len());
    for file in files {
        let stem = file.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
        for (compiler, needs) in [("nvrtc", &[Tool::Nvrtc][..]), ("clang", clang::NEEDS)] {
            let file = file.clone();
            list.push(trials::trial(format!("{stem}/{compiler}"), needs, move || {
                check(&file, compiler).map_err(Failed::from)
            }));
        }
    }
    trials::run(list);
}

fn compile(file: &Path, compiler: &str) -> Result<String, ToolError> {
    if compiler == "clang" {
        let options = ["-Xclang", "-target-feature", "-Xclang", "+ptx80", "-O3"].map(String::from);
        return clang::compile(file, &format!("sm_{ARCH}"), &options);
    }
    let text = std::fs::read_to_string(file)
        .map_err(|e| ToolError::Failed(format!("{}: {e}", file.display())))?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let options = [
        format!("--gpu-architecture=compute_{ARCH}"),
        // The prelude's part for compilers that know the built-ins.
        "-D__OPTX__".to_string(),
        format!("-I{}", folder.display()),
    ];
    optx_judge::nvrtc::compile(&text, &file.to_string_lossy(), &options)
}

/// For each parameter of kernel `k`: whether it is a pointer, and whether a float.
fn parameters(file: &Path) -> Result<Vec<(bool, bool)>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let list = text
        .split("__global__")
        .nth(1)
        .and_then(|t| t.split_once('('))
        .and_then(|(_, t)| t.split_once(')'))
        .map(|(list, _)| list.to_string())
        .ok_or("no kernel in the file")?;
    Ok(list
        .split(',')
        .filter(|p| !p.trim().is_empty())
        .map(|p| (p.contains('*'), p.contains("float") || p.contains("double")))
        .collect())
}

fn check(file: &Path, compiler: &str) -> Result<(), String> {
    let ptx = compile(file, compiler).map_err(|e| e.to_string())?;
    let module = Module::load(&ptx).map_err(|e| format!("{e}\n{ptx}"))?;
    let written = parameters(file)?;
    let stem = file.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
    let ending = ENDINGS.iter().find(|e| e.0 == stem).map(|e| e.1);
    let kernels: Vec<String> = module.kernels().map(|k| k.name.clone()).collect();
    let name = kernels.first().ok_or("no kernel in the PTX")?;
    for schedule in [Schedule::Lockstep, Schedule::Adversarial(1)] {
        let mut device = Device::new();
        let (mut args, mut buffers) = (Vec::new(), Vec::new());
        let program = module.program(name).ok_or("no kernel")?;
        for (p, (pointer, float)) in program.params.iter().zip(&written) {
            let bytes = if *pointer {
                let at = device.alloc(BYTES, &p.name).map_err(|e| e.to_string())?;
                let words: Vec<u8> =
                    (0..BYTES as u32 / 4).flat_map(|k| (k % 7).to_le_bytes()).collect();
                device.write(at, &words).map_err(|e| e.to_string())?;
                buffers.push(at);
                (at.0 + BYTES / 2).to_le_bytes().to_vec()
            } else if *float {
                if p.size == 8 {
                    1.5f64.to_le_bytes().to_vec()
                } else {
                    1.5f32.to_le_bytes().to_vec()
                }
            } else {
                3u64.to_le_bytes()[..p.size.min(8) as usize].to_vec()
            };
            args.push(bytes);
        }
        let config = LaunchConfig {
            grid: [2, 1, 1],
            block: [64, 1, 1],
            schedule,
            budget: 200_000,
            dyn_shared: 4096,
            allow_unwritten: UNWRITTEN.contains(&stem.as_str()),
            ..LaunchConfig::default()
        };
        let ran = launch(&mut device, &module, name, &config, &args);
        match (ran, ending) {
            (Ok(_), None) => {
                for &at in &buffers {
                    let unknown = device.unknown(at, BYTES, 1).map_err(|e| e.to_string())?;
                    if let Some(origin) = unknown.first().and_then(|u| u.origin.as_deref()) {
                        return Err(format!("{schedule:?}: it leaves what is undefined: {origin}"));
                    }
                }
            }
            (Err(e), Some(kind)) if e.kind == kind => {}
            (Ok(_), Some(kind)) => {
                return Err(format!("{schedule:?}: ends well, not with {}", kind.name()));
            }
            (Err(e), _) => {
                return Err(format!(
                    "{schedule:?}: {e}
{ptx}"
                ));
            }
        }
    }
    Ok(())
}
