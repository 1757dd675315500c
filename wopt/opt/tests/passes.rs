//! What each pass does, one behaviour a file of `tests/passes`: see `optx_filetest`.

fn main() -> std::process::ExitCode {
    let home = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    optx_filetest::run_folder(std::path::Path::new(&home).join("tests/passes"))
}
