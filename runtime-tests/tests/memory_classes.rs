//! Programs whose pointers lead where their own function does not show: initial values, tables, lists, parameters of
//! functions that stay calls, references, atomics, another kernel's store.
//!
//! A file of `memory_classes/` says in its first line which rule it shows and in its second what `o[0]`, `o[1]`, ...
//! hold in the end, which follows from the source by hand. A kernel `prepare`, where there is one, runs before `k`.
//! optx at every level must write these values, and so must NVRTC where it is present, which judges the values.

use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use optx_judge::{Tool, nvrtc, trials};
use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::suite::{home, optx};

fn main() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(home().join("memory_classes"))
        .expect("the folder")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    assert!(files.len() >= 20, "only {} files", files.len());
    let mut list = Vec::new();
    for file in files {
        let stem = file.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
        for compiler in ["-O0", "-O1", "-O2", "-O3", "nvrtc"] {
            let needs: &[Tool] = if compiler == "nvrtc" { &[Tool::Nvrtc] } else { &[] };
            let file = file.clone();
            list.push(trials::trial(format!("{stem}/{compiler}"), needs, move || {
                check(&file, compiler).map_err(Failed::from)
            }));
        }
    }
    trials::run(list);
}

fn check(file: &Path, compiler: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let wanted = text.lines().find_map(|l| l.strip_prefix("// expect: ")).ok_or("no values")?;
    let ptx = if compiler == "nvrtc" {
        nvrtc::compile(&text, "k.cu", &["--gpu-architecture=compute_80".to_owned()])
    } else {
        optx(file, &[], compiler, "80")
    };
    let ptx = ptx.map_err(|e| e.to_string())?;
    let launch = launch_file(&text);
    let mut launch = LaunchFile::parse(&launch).map_err(|e| format!("{e}\n{launch}"))?;
    // The values are compared below, where the message can show the PTX.
    launch.expects.clear();
    let mut device = Emulator::new(Schedule::Lockstep);
    let outcome = optx_launch::run(&launch, &ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())?;
    let o = outcome.outputs.get("o").ok_or("no output")?;
    for (k, word) in wanted.split_whitespace().enumerate() {
        let value: i32 = word.parse().map_err(|e| format!("{word}: {e}"))?;
        if o.bits(k) as u32 != value as u32 {
            return Err(format!("o[{k}] is {}, not {value}\n{ptx}", o.bits(k) as u32 as i32));
        }
    }
    Ok(())
}

fn launch_file(text: &str) -> String {
    let one_thread = "grid = [1]\nblock = [1]\nshared = 64\n";
    let mut launches = String::new();
    if text.contains("void prepare()") {
        launches += &format!("[[launch]]\nkernel = \"prepare\"\n{one_thread}args = []\n");
    }
    let second = if text.contains("void k(int *o, int *q)") { ", \"&q\"" } else { "" };
    launches += &format!("[[launch]]\nkernel = \"k\"\n{one_thread}args = [\"&o\"{second}]\n");
    format!(
        "source = \"k.cu\"\n\
         [buffers.o]\ntype = \"i32\"\nlength = 64\ninit = \"zeros\"\n\
         [buffers.q]\ntype = \"i32\"\nlength = 64\ninit = \"zeros\"\n\
         {launches}\
         [[expect]]\nbuffer = \"o\"\nvalues = [0]\nexact = true\n"
    )
}
