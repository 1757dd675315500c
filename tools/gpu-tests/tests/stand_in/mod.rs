//! Runs the program on the driver that stands in for a GPU.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The driver that stands in.
pub fn driver() -> PathBuf {
    fake_cuda::library().expect("cargo builds the driver with its tests")
}

/// What came of the program.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub said: String,
}

/// Runs the program on a driver that is told something.
pub fn program(driver: &Path, told: &str, words: &[&str]) -> Ran {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_optx-runtime-tests"))
        .args(words)
        .env("OPTX_CUDA_DRIVER", driver)
        .env(fake_cuda::behaviour::VARIABLE, told)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { status: status.code().expect("a status"), out: text(stdout), said: text(stderr) }
}
