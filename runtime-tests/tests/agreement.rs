//! Files whose one kernel writes what C++ says of many constructs. The reference is NVRTC (and clang, where it is
//! present): every level of optx must write the same bits.

use std::path::Path;

use optx_judge::{ToolError, clang, nvrtc, required};
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
        let differs = (0..x.len()).find(|&k| x.bits(k) != y.bits(k));
        if let Some(k) = differs {
            panic!("{what} differ in {name}[{k}]: {:#x}, {:#x}", x.bits(k), y.bits(k));
        }
    }
}

#[test]
fn optx_writes_what_the_reference_compilers_write() {
    let folder = home().join("agreement");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|f| f.expect("a file").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let compile = |level| {
            let ptx =
                optx(&file, &[], level, "80").unwrap_or_else(|e| panic!("{name} {level}: {e}"));
            outputs(&ptx, &format!("{name} {level}"))
        };
        let ours = compile("-O0");
        same(&ours, &compile("-O3"), &format!("{name}: -O0 and -O3"));
        let text = std::fs::read_to_string(&file).expect("the file");
        if !text.starts_with("// clang only") {
            let arguments = ["--gpu-architecture=compute_80", "--std=c++20"].map(str::to_owned);
            match nvrtc::compile(&text, &name, &arguments) {
                Ok(ptx) => same(&ours, &outputs(&ptx, &name), &format!("{name}: optx and NVRTC")),
                Err(e @ ToolError::Missing(_)) if !required() => println!("ignored: {e}"),
                Err(e) => panic!("{name}: {e}"),
            }
        }
        if text.starts_with("// NVRTC only") {
            continue;
        }
        let prelude = home().join("reference/clang_prelude.h");
        let options = ["-O2".to_owned(), "-include".to_owned(), prelude.display().to_string()];
        match clang::compile(&file, "sm_80", &options) {
            Ok(ptx) => same(&ours, &outputs(&ptx, &name), &format!("{name}: optx and clang")),
            Err(e @ ToolError::Missing(_)) if !required() => println!("ignored: {e}"),
            Err(e) => panic!("{name}: {e}"),
        }
    }
}
