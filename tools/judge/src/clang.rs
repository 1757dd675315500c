//! clang 19 as a reference compiler: device-only CUDA to PTX, without the CUDA SDK.

use crate::tools::{Tool, ToolError, cache_dir, find};
use std::path::Path;
use std::process::Command;

/// What [`compile`] needs.
pub const NEEDS: &[Tool] = &[Tool::Clang, Tool::Libdevice];

/// Compiles the CUDA file at `source` for `arch` (`sm_80`) with further `options` (includes of a prelude,
/// `-D`, `-O3`) and returns the PTX text. libdevice is linked in where it is present.
pub fn compile(source: &Path, arch: &str, options: &[String]) -> Result<String, ToolError> {
    let clang = find(Tool::Clang)?;
    let libdevice = find(Tool::Libdevice)?;
    let root = cache_dir().join("clang-19");
    let libraries = format!(
        "{0}/usr/lib/x86_64-linux-gnu:{0}/usr/lib/llvm-19/lib:{1}",
        root.display(),
        std::env::var("LD_LIBRARY_PATH").unwrap_or_default()
    );
    let output = Command::new(&clang)
        .env("LD_LIBRARY_PATH", libraries)
        .args(["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-S", "-o", "-"])
        .arg(format!("--cuda-gpu-arch={arch}"))
        .args(["-Xclang", "-mlink-builtin-bitcode", "-Xclang"])
        .arg(&libdevice)
        .args(["-Wno-unknown-cuda-version", "-Wno-everything"])
        .args(options)
        .arg(source)
        .output()
        .map_err(|e| ToolError::Failed(format!("{}: {e}", clang.display())))?;
    if !output.status.success() {
        return Err(ToolError::Refused(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    String::from_utf8(output.stdout)
        .map_err(|_| ToolError::Failed("clang printed bytes that are not UTF-8".into()))
}
