//! What instructions a source becomes, and what each pass over LIR does: one behaviour a file of `tests/ptx`: see
//! `optx_filetest`. What the instructions compute is executed in `runtime-tests`.

fn main() -> std::process::ExitCode {
    let home = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    optx_filetest::run_folder(std::path::Path::new(&home).join("tests/ptx"))
}
