//! Leaves the tables for unwinding out of the release's command, half a megabyte: it aborts on a panic, so nothing unwinds its
//! stack. A panic still says where it is; a backtrace needs another profile. With glibc it is linked for one address, which saves 190 KB of
//! relocations, and the loader the work.

use std::{env, fs, path::Path};

/// What the linker is told beside what it does anyway.
const WITHOUT_TABLES: &str = "SECTIONS { /DISCARD/ : { *(.eh_frame) } }\nINSERT AFTER .text;\n";

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") {
        let script = Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("without_tables.ld");
        fs::write(&script, WITHOUT_TABLES)?;
        if is("CARGO_CFG_TARGET_ENV", "gnu") {
            println!("cargo:rustc-link-arg-bins=-no-pie");
        }
        println!("cargo:rustc-link-arg-bins=-Wl,--no-eh-frame-hdr");
        println!("cargo:rustc-link-arg-bins=-Wl,-T,{}", script.display());
    }
    Ok(())
}
