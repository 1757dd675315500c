//! Where the pinned tools lie, and the one error for all that can go wrong with them.

use std::cell::RefCell;
use std::path::PathBuf;

/// A pinned outside tool, as `tools/fetch` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// ptxas 13.5: targets sm_75 and up.
    Ptxas13,
    /// ptxas 12.9: targets sm_50 to sm_121, for those that 13.5 dropped.
    Ptxas12,
    /// nvdisasm 13.5.
    Nvdisasm,
    /// cuobjdump 13.5.
    Cuobjdump,
    /// NVRTC 13.5, a shared library.
    Nvrtc,
    /// libdevice's bitcode, which clang links in.
    Libdevice,
    /// clang 19.
    Clang,
    /// z3 4.16, a solver of formulas.
    Z3,
    /// CCCL 3.3's headers: CUB, thrust and libcu++.
    Cccl,
    /// The headers of the CUDA runtime 13.5, which those of CCCL include.
    CudaRuntime,
}

impl Tool {
    /// The name `tools/fetch` knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Ptxas13 => "ptxas",
            Tool::Ptxas12 => "ptxas-12.9",
            Tool::Nvdisasm => "nvdisasm",
            Tool::Cuobjdump => "cuobjdump",
            Tool::Nvrtc => "nvrtc",
            Tool::Libdevice => "libdevice",
            Tool::Clang => "clang",
            Tool::Z3 => "z3",
            Tool::Cccl => "cccl",
            Tool::CudaRuntime => "cuda-runtime",
        }
    }

    /// Where it lies in the cache: its version is a part of that.
    pub fn path_in_cache(self) -> &'static str {
        match self {
            Tool::Ptxas13 => "ptxas-13.5/ptxas",
            Tool::Ptxas12 => "ptxas-12.9/ptxas",
            Tool::Nvdisasm => "nvdisasm-13.5/nvdisasm",
            Tool::Cuobjdump => "cuobjdump-13.5/cuobjdump",
            Tool::Nvrtc => "nvrtc-13.5/libnvrtc.so.13",
            Tool::Libdevice => "libdevice-13.5/libdevice.10.bc",
            Tool::Clang => "clang-19/usr/lib/llvm-19/bin/clang",
            Tool::Z3 => "z3-4.16/z3",
            Tool::Cccl => "cccl-13.3.5/cub/cub.cuh",
            Tool::CudaRuntime => "cuda-runtime-13.5/cuda_fp16.h",
        }
    }
}

/// What can go wrong with an outside tool.
#[derive(Clone, Debug)]
pub enum ToolError {
    /// The tool is not in the cache; `tools/fetch <name>` brings it.
    Missing(Tool),
    /// The tool ran and refused its input: its own words.
    Refused(String),
    /// The tool could not be run, or a file could not be read or written.
    Failed(String),
}

impl std::fmt::Display for ToolError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ToolError::Missing(tool) => {
                write!(f, "{0} is not in the cache: run tools/fetch {0}", tool.name())
            }
            ToolError::Refused(text) | ToolError::Failed(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for ToolError {}

/// The folder of fetched tools and cached verdicts: `$OPTX_CACHE`, else `~/.cache/optx`.
pub fn cache_dir() -> PathBuf {
    if let Some(dir) = std::env::var_os("OPTX_CACHE") {
        return PathBuf::from(dir);
    }
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_else(std::env::temp_dir);
    home.join(".cache").join("optx")
}

thread_local! {
    /// The tools that this thread asked for, each once.
    static ASKED: RefCell<Vec<Tool>> = const { RefCell::new(Vec::new()) };
}

/// The path of a fetched tool.
pub fn find(tool: Tool) -> Result<PathBuf, ToolError> {
    ASKED.with_borrow_mut(|asked| {
        if !asked.contains(&tool) {
            asked.push(tool);
        }
    });
    let path = cache_dir().join(tool.path_in_cache());
    if path.is_file() { Ok(path) } else { Err(ToolError::Missing(tool)) }
}

/// The tools that this thread asked for since it was last asked, there or not.
pub(crate) fn asked() -> Vec<Tool> {
    ASKED.take()
}

/// True where a missing tool must be a failure and not an ignored test (`OPTX_REQUIRE_TOOLS=1`).
///
/// Tests do not ask this: [`crate::trials`] does, for all of them.
pub(crate) fn required() -> bool {
    std::env::var_os("OPTX_REQUIRE_TOOLS").is_some_and(|v| v == "1")
}

/// True where tests that need no tool are left out (`OPTX_ONLY_WITH_TOOLS=1`).
pub(crate) fn only_with_tools() -> bool {
    std::env::var_os("OPTX_ONLY_WITH_TOOLS").is_some_and(|v| v == "1")
}
