//! One file test of each kind that no other crate has: sources, analyses, runs, PTX.

fn main() -> std::process::ExitCode {
    let home = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    optx_filetest::run_folder(std::path::Path::new(&home).join("tests/files"))
}
