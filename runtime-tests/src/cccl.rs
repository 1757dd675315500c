//! Kernels that use the headers of CCCL: CUB of a block, a warp and a thread, thrust's tuples and pairs, libcu++.
//!
//! `cccl/` holds them, each a kernel `k` of numbers in and numbers out; one launch file is that of all. What they should give nobody computed:
//! it is what the same file gives by NVRTC. `tools/fetch cccl cuda-runtime` brings the headers.

use crate::suite::{self, Case, execute, home};
use optx_judge::{Tool, ToolError, find, nvrtc};
use optx_launch::{Data, LaunchFile, Schedule};
use std::path::Path;

/// What compiling one needs, but for NVRTC.
pub const HEADERS: &[Tool] = &[Tool::Cccl, Tool::CudaRuntime];

/// The kernels, by name, each with the launch file of all.
pub fn cases() -> Result<Vec<Case>, String> {
    let folder = home().join("cccl");
    let wrong = |path: &Path, e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    let file = folder.join("launch.toml");
    let text = std::fs::read_to_string(&file).map_err(|e| wrong(&file, &e))?;
    let launch = LaunchFile::parse(&text).map_err(|e| wrong(&file, &e))?;
    let mut out = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(|e| wrong(&folder, &e))? {
        let source = entry.map_err(|e| wrong(&folder, &e))?.path();
        if source.extension().is_none_or(|e| e != "cu") {
            continue;
        }
        let name = source.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
        out.push(Case { name, source, launch: launch.clone() });
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(out)
}

/// The options that name the headers' folders.
fn folders() -> Result<Vec<String>, ToolError> {
    let mut out = Vec::new();
    for &tool in HEADERS {
        let file = find(tool)?;
        // Headers are named from the cache's folder of the wheel: `cccl-13.3.5` for `cccl-13.3.5/cub/cub.cuh`.
        let depth = Path::new(tool.path_in_cache()).components().count() - 1;
        let folder = file.ancestors().nth(depth).unwrap_or(&file);
        out.push(format!("-I{}", folder.display()));
    }
    Ok(out)
}

/// What optx makes of a kernel, as NVRTC would, at a level (`-O3`) for an architecture number.
pub fn optx(case: &Case, level: &str, arch: &str) -> Result<String, ToolError> {
    let mut options = folders()?;
    options.push("--nvrtc".to_owned());
    suite::optx(&case.source, &options, level, arch)
}

/// What NVRTC makes of it, which is remembered: the headers are pinned, and what is asked names their folder with its version.
pub fn nvrtc(case: &Case, arch: &str) -> Result<String, ToolError> {
    let text = std::fs::read_to_string(&case.source)
        .map_err(|e| ToolError::Failed(format!("{}: {e}", case.source.display())))?;
    let mut options = folders()?;
    options.push(format!("--gpu-architecture=compute_{arch}"));
    nvrtc::compile_once(&text, &format!("{}.cu", case.name), &options)
}

/// What PTX of a kernel writes.
pub fn written(case: &Case, ptx: &str, schedule: Schedule) -> Result<Data, String> {
    let mut outcome = execute(case, ptx, schedule)?;
    outcome.outputs.remove("out").ok_or_else(|| "the launch file has no `out`".to_owned())
}

/// How what PTX of a kernel writes differs from what it is to write: the places, with what stands there.
pub fn difference(written: &Data, wanted: &Data) -> Option<String> {
    let differs = |k: &usize| written.bits(*k) != wanted.bits(*k);
    let places: Vec<usize> = (0..wanted.len()).filter(differs).collect();
    let show = |k: &usize| format!("out[{k}] is {}, not {}", written.show(*k), wanted.show(*k));
    let shown: Vec<String> = places.iter().take(8).map(show).collect();
    match places.len() {
        0 => None,
        count => Some(format!("{count} of {} differ: {}", wanted.len(), shown.join("; "))),
    }
}
