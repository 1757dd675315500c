//! `optx run --device=cuda` against a driver that is told what to do: what a machine with a GPU, or with half of one, gives.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const KERNEL: &str = "extern \"C\" __global__ void k(int *p) { p[threadIdx.x] = 7; }\n";

fn driver() -> PathBuf {
    fake_cuda::library().expect("cargo builds the driver with its tests")
}

struct Ran {
    status: i32,
    out: String,
    said: String,
}

/// Runs a kernel's source on the driver, which behaves as told.
fn run_source(told: &str, source: &str, more: &str, words: &[&str]) -> Ran {
    run_on(&driver(), told, source, more, words)
}

fn run_on(driver: &Path, told: &str, source: &str, more: &str, words: &[&str]) -> Ran {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("k.cu");
    std::fs::write(&file, source).expect("a temporary file");
    let launch = format!(
        "source = \"k.cu\"\n[buffers.p]\ntype = \"i32\"\nlength = 4\ninit = \"zeros\"\n[[launch]]\nkernel = \"k\"\n\
         grid = [1]\nblock = [4]\nargs = [\"&p\"]\n{more}\
         [[expect]]\nbuffer = \"p\"\nvalues = [7, 7, 7, 7]\nexact = true\n"
    );
    std::fs::write(folder.path().join("k.launch.toml"), launch).expect("a temporary file");
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_optx"))
        .arg("run")
        .arg(&file)
        .args(words)
        .env("OPTX_CUDA_DRIVER", driver)
        .env(fake_cuda::behaviour::VARIABLE, told)
        .output()
        .expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { status: status.code().expect("a status"), out: text(stdout), said: text(stderr) }
}

fn run(told: &str, words: &[&str]) -> Ran {
    run_source(told, KERNEL, "", &[&["--device=cuda"], words].concat())
}

#[track_caller]
fn ends(ran: &Ran, status: i32, said: &str) {
    assert_eq!(ran.status, status, "{}", ran.said);
    assert!(ran.said.contains(said), "{}", ran.said);
    assert!(ran.said.lines().filter(|line| line.starts_with("error")).count() <= 1, "{}", ran.said);
}

#[test]
fn what_agrees_is_0() {
    ends(&run("", &[]), 0, "device: cuda:0, Fake GPU (sm_90)");
    ends(&run_source("", KERNEL, "cooperative = true\n", &["--device=cuda"]), 0, "");
    // A GPU that answers is chosen.
    ends(&run_source("", KERNEL, "", &[]), 0, "cuda:0");
}

#[test]
fn what_differs_is_3() {
    ends(&run("wrong=k", &[]), 3, "buffer `p`: 1 of 4 elements differ");
    // Each launch finds what the one before left.
    let more = KERNEL.replace("= 7", "+= 7");
    ends(&run_source("", &more, "repeat = 2\n", &["--device=cuda"]), 3, "4 of 4 elements differ");
}

#[test]
fn a_device_that_is_not_there_is_5() {
    ends(&run("no-device", &[]), 5, "no CUDA device");
    ends(&run("devices=0", &[]), 5, "device 0 of 0 does not exist");
    ends(&run_source("", KERNEL, "", &["--device=cuda:1"]), 5, "device 1 of 1 does not exist");
    let nowhere = Path::new("/nowhere/libcuda.so");
    ends(&run_on(nowhere, "", KERNEL, "", &["--device=cuda"]), 5, "no CUDA driver: /nowhere/");
    // Without one that is named, the emulator takes its place.
    ends(&run_source("no-device", KERNEL, "", &[]), 0, "device: emulator");
}

#[test]
fn a_driver_that_is_too_old_says_of_what() {
    let said =
        "the CUDA driver is too old: PTX 7.8 is newer than the driver knows (its CUDA is 11.4)";
    ends(&run("version=11.4", &["--ptx-version=7.8"]), 5, said);
    ends(&run("version=11.4", &["--ptx-version=7.4"]), 0, "");
}

#[test]
fn code_for_another_device_and_code_that_the_jit_refuses_are_1() {
    ends(&run("capability=7.5", &["-arch=sm_90"]), 1, "no code for this device (sm_75)");
    ends(&run("refuse=k", &[]), 1, "told to refuse k");
}

#[test]
fn no_memory_is_5_and_names_the_buffer() {
    ends(
        &run("memory=100", &[]),
        5,
        "no memory for buffer `p` (16 bytes): CUDA_ERROR_OUT_OF_MEMORY",
    );
}

#[test]
fn a_kernel_that_goes_wrong_is_4() {
    let wild = KERNEL.replace("p[threadIdx.x]", "*(int *)(0x1000 + 4 * threadIdx.x)");
    ends(&run_source("", &wild, "", &["--device=cuda"]), 4, "illegal memory access");
    ends(&run("fault=k", &[]), 4, "out of bounds");
    let misaligned = KERNEL.replace("p[threadIdx.x]", "*(int *)((char *)p + 1)");
    ends(&run_source("", &misaligned, "", &["--device=cuda"]), 4, "misaligned address");
}

#[test]
fn a_write_beside_a_buffer_is_4() {
    let behind = KERNEL.replace("p[threadIdx.x] = 7;", "p[threadIdx.x] = 7; p[4] = 0;");
    ends(
        &run_source("", &behind, "", &["--device=cuda"]),
        4,
        "4 bytes behind buffer `p` were written",
    );
    let before = KERNEL.replace("p[threadIdx.x] = 7;", "p[threadIdx.x] = 7; p[-1] = 0;");
    ends(
        &run_source("", &before, "", &["--device=cuda"]),
        4,
        "4 bytes before buffer `p` were written",
    );
}

#[test]
fn a_kernel_without_end_is_4_and_the_process_ends() {
    let begin = Instant::now();
    ends(&run("hang=k", &["--time-limit=1"]), 4, "`k`: the kernel did not end within 1 s");
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn what_kernels_print_comes_from_the_device() {
    let source = "#include <stdio.h>\nextern \"C\" __global__ void k(int *p) { printf(\"hello\\n\"); p[threadIdx.x] = 7; }\n";
    let ran = run_source("", source, "", &["--device=cuda"]);
    ends(&ran, 0, "");
    assert_eq!(ran.out.matches("hello\n").count(), 4, "{}", ran.out);
}
