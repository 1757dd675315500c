//! NVRTC 13.5 as a reference compiler, in process.

use crate::tools::{Tool, ToolError, find};
use crate::verdicts::{Answer, remembered};
use optx_cuda::CudaError;
use optx_cuda::nvrtc::Nvrtc;
pub use optx_cuda::nvrtc::Whole;
use std::sync::{Mutex, OnceLock};

/// Compiles CUDA C++ source text to PTX. `options` as NVRTC takes them (`--gpu-architecture=compute_80`).
///
/// One compilation runs at a time: the library is shared by all threads of the process.
pub fn compile(source: &str, name: &str, options: &[String]) -> Result<String, ToolError> {
    with_library(|nvrtc| nvrtc.compile(source, name, options))
}

/// Whether a program is taken, with its headers and name expressions; what it is refused for is NVRTC's log.
pub fn takes(whole: &Whole<'_>) -> Result<(), ToolError> {
    with_library(|nvrtc| nvrtc.takes(whole))
}

/// What each name expression of a program is called in its PTX.
pub fn lowered_names(whole: &Whole<'_>) -> Result<Vec<String>, ToolError> {
    with_library(|nvrtc| nvrtc.lowered_names(whole))
}

fn with_library<T>(ask: impl FnOnce(&Nvrtc) -> Result<T, CudaError>) -> Result<T, ToolError> {
    static LIBRARY: OnceLock<Result<Mutex<Nvrtc>, String>> = OnceLock::new();
    let path = find(Tool::Nvrtc)?;
    let library =
        LIBRARY.get_or_init(|| Nvrtc::load(&path).map(Mutex::new).map_err(|e| e.to_string()));
    let library = library.as_ref().map_err(|e| ToolError::Failed(e.clone()))?;
    let nvrtc = library.lock().map_err(|_| ToolError::Failed("NVRTC's lock is poisoned".into()))?;
    ask(&nvrtc).map_err(|e| ToolError::Refused(e.to_string()))
}

/// As [`compile`], from the cache where the same was asked before: for tests that ask the same in each run. The source includes nothing but what is
/// in the library.
pub fn compile_once(source: &str, name: &str, options: &[String]) -> Result<String, ToolError> {
    find(Tool::Nvrtc)?;
    let question =
        [Tool::Nvrtc.name(), Tool::Nvrtc.path_in_cache(), name, &options.join("\u{1f}"), source];
    let answer = remembered(&question, || match compile(source, name, options) {
        Ok(text) => Ok(Answer { accepted: true, text }),
        Err(ToolError::Refused(text)) => Ok(Answer { accepted: false, text }),
        Err(e) => Err(e),
    })?;
    if answer.accepted { Ok(answer.text) } else { Err(ToolError::Refused(answer.text)) }
}
