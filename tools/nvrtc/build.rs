//! Names the shared library as NVRTC's is named: its SONAME, and a version of its symbols of the same name, which programs that were linked with
//! NVRTC ask the loader for.
//!
//! rustc has a version script of its own for what is exported. LLD takes a second one beside it, which is rustc's linker on x86-64 Linux; `src/entry`
//! puts the symbols into the version that it names.

use std::{env, fs, path::Path};

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(cuda12)");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let twelve = is("CARGO_PKG_NAME", "optx-nvrtc-12");
    if twelve {
        println!("cargo:rustc-cfg=cuda12");
    }
    if is("CARGO_CFG_TARGET_OS", "linux") {
        let name = if twelve { "libnvrtc.so.12" } else { "libnvrtc.so.13" };
        let script = Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("version.map");
        fs::write(&script, format!("{name} {{ }};\n"))?;
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{name}");
        println!("cargo:rustc-cdylib-link-arg=-Wl,--version-script={}", script.display());
    }
    Ok(())
}
