//! Files whose one kernel writes what C++ says of many constructs. The reference is NVRTC and clang: every level of optx must write the same bits.

use std::path::{Path, PathBuf};

use optx_judge::{Tool, clang, nvrtc, trials};
use optx_launch::{Data, Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::suite::{home, optx};

const LAUNCH: &str = r#"
source = "x.cu"
[buffers.o]
type = "i32"
length = 128
init = "zeros"
[buffers.f]
type = "f32"
length = 64
init = "zeros"
[[launch]]
kernel = "run"
grid = [1, 1, 1]
block = [1, 1, 1]
args = ["&o", "&f", { i32 = 5 }]
[[expect]]
buffer = "o"
values = [0]
exact = true
[[expect]]
buffer = "f"
values = [0]
exact = true
"#;

fn outputs(ptx: &str, what: &str) -> (Data, Data) {
    let mut file = LaunchFile::parse(LAUNCH).expect("a launch file");
    file.expects.clear();
    let mut device = Emulator::new(Schedule::Lockstep);
    let mut outcome = optx_launch::run(&file, ptx, &mut device, &NoReferences, Path::new("."))
        .unwrap_or_else(|e| panic!("{what}: {e}"));
    let mut take = |name: &str| outcome.outputs.remove(name).expect("the buffer");
    (take("o"), take("f"))
}

fn same(a: &(Data, Data), b: &(Data, Data), what: &str) {
    for (name, x, y) in [("o", &a.0, &b.0), ("f", &a.1, &b.1)] {
        let differs = (0..x.len()).filter(|&k| x.bits(k) != y.bits(k));
        let list: Vec<String> =
            differs.map(|k| format!("{name}[{k}]: {:#x}, {:#x}", x.bits(k), y.bits(k))).collect();
        assert!(list.is_empty(), "{what} differ in {}", list.join("; "));
    }
}

fn main() {
    let folder = home().join("agreement");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|f| f.expect("a file").path())
        .collect();
    files.sort();
    assert!(files.len() >= 12, "only {} files", files.len());
    let mut list = Vec::new();
    for file in files {
        let stem = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("the file");
        let mut add = |what: &str, needs: &[Tool], run: fn(&Path, &str)| {
            let (file, text) = (file.clone(), text.clone());
            let run = move || run(&file, &text);
            list.push(trials::assertions(format!("{stem}/{what}"), needs, run));
        };
        add("levels", &[], |file, _| same(&ours(file, "-O0"), &ours(file, "-O3"), "-O0 and -O3"));
        if !text.starts_with("// clang only") {
            add("nvrtc", &[Tool::Nvrtc], as_nvrtc);
        }
        if !text.starts_with("// NVRTC only") {
            add("clang", clang::NEEDS, as_clang);
        }
    }
    trials::run(list);
}

fn ours(file: &Path, level: &str) -> (Data, Data) {
    let ptx = optx(file, &[], level, "80").unwrap_or_else(|e| panic!("{level}: {e}"));
    outputs(&ptx, level)
}

fn as_nvrtc(file: &Path, text: &str) {
    let arguments = ["--gpu-architecture=compute_80", "--std=c++20"].map(str::to_owned);
    let ptx = nvrtc::compile(text, "k.cu", &arguments).unwrap_or_else(|e| panic!("{e}"));
    same(&ours(file, "-O0"), &outputs(&ptx, "NVRTC"), "optx and NVRTC");
}

fn as_clang(file: &Path, _text: &str) {
    let prelude = home().join("reference/clang_prelude.h");
    let options = ["-O2".to_owned(), "-include".to_owned(), prelude.display().to_string()];
    let ptx = clang::compile(file, "sm_80", &options).unwrap_or_else(|e| panic!("{e}"));
    same(&ours(file, "-O0"), &outputs(&ptx, "clang"), "optx and clang");
}
