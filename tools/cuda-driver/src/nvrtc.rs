//! NVRTC, NVIDIA's run-time compiler, loaded from a given shared library: a reference compiler for
//! comparisons. It needs neither a GPU nor a driver.
//!
//! API: NVIDIA's NVRTC documentation, section "User's Guide: Interface".

use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;

type Program = *mut c_void;
type GetSize = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type GetText = unsafe extern "C" fn(Program, *mut c_char) -> c_int;

/// A loaded NVRTC library.
pub struct Nvrtc {
    library: libloading::Library,
}

/// Why a compilation, or loading the library, failed: text meant for people (NVRTC's own log where it gave one).
#[derive(Debug, Clone)]
pub struct NvrtcError(pub String);

impl std::fmt::Display for NvrtcError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NvrtcError {}

fn text_of(
    program: Program,
    get_size: &libloading::Symbol<'_, GetSize>,
    get_text: &libloading::Symbol<'_, GetText>,
) -> Option<String> {
    let mut size = 0usize;
    // SAFETY: `program` is live; NVRTC writes one size_t.
    if unsafe { get_size(program, &mut size) } != 0 || size == 0 {
        return None;
    }
    let mut bytes = vec![0u8; size];
    // SAFETY: the buffer has the size NVRTC asked for, the terminating NUL included.
    if unsafe { get_text(program, bytes.as_mut_ptr().cast()) } != 0 {
        return None;
    }
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(size);
    bytes.truncate(end);
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

impl Nvrtc {
    /// Loads the library at `path` (for example `libnvrtc.so.13`; its built-ins library must lie beside it).
    pub fn load(path: &Path) -> Result<Nvrtc, NvrtcError> {
        // SAFETY: loading a vendor library runs its initialisers; the caller names a genuine NVRTC.
        let library = unsafe { libloading::Library::new(path) }
            .map_err(|e| NvrtcError(format!("cannot load {}: {e}", path.display())))?;
        Ok(Nvrtc { library })
    }

    fn symbol<T>(&self, name: &str) -> Result<libloading::Symbol<'_, T>, NvrtcError> {
        // SAFETY: every T in this file is the documented C signature of `name`.
        unsafe { self.library.get(name.as_bytes()) }
            .map_err(|e| NvrtcError(format!("NVRTC lacks {name}: {e}")))
    }

    /// Compiles CUDA C++ source text to PTX. `options` as NVRTC takes them, e.g. `--gpu-architecture=compute_80`.
    ///
    /// The error is NVRTC's log.
    pub fn compile(
        &self,
        source: &str,
        name: &str,
        options: &[String],
    ) -> Result<String, NvrtcError> {
        type Create = unsafe extern "C" fn(
            *mut Program,
            *const c_char,
            *const c_char,
            c_int,
            *const *const c_char,
            *const *const c_char,
        ) -> c_int;
        type Compile = unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int;
        type Destroy = unsafe extern "C" fn(*mut Program) -> c_int;
        let create: libloading::Symbol<'_, Create> = self.symbol("nvrtcCreateProgram")?;
        let compile: libloading::Symbol<'_, Compile> = self.symbol("nvrtcCompileProgram")?;
        let destroy: libloading::Symbol<'_, Destroy> = self.symbol("nvrtcDestroyProgram")?;
        let log_size: libloading::Symbol<'_, GetSize> = self.symbol("nvrtcGetProgramLogSize")?;
        let log: libloading::Symbol<'_, GetText> = self.symbol("nvrtcGetProgramLog")?;
        let ptx_size: libloading::Symbol<'_, GetSize> = self.symbol("nvrtcGetPTXSize")?;
        let ptx: libloading::Symbol<'_, GetText> = self.symbol("nvrtcGetPTX")?;

        let c = |s: &str| {
            CString::new(s).map_err(|_| NvrtcError("a NUL byte in source or option".into()))
        };
        let (source, name) = (c(source)?, c(name)?);
        let options = options.iter().map(|o| c(o)).collect::<Result<Vec<_>, _>>()?;
        let pointers: Vec<*const c_char> = options.iter().map(|o| o.as_ptr()).collect();
        let count = c_int::try_from(pointers.len())
            .map_err(|_| NvrtcError("too many options for NVRTC".into()))?;

        let mut program: Program = std::ptr::null_mut();
        // SAFETY: all strings outlive the call; no headers are given.
        let status = unsafe {
            create(
                &mut program,
                source.as_ptr(),
                name.as_ptr(),
                0,
                std::ptr::null(),
                std::ptr::null(),
            )
        };
        if status != 0 {
            return Err(NvrtcError(format!("nvrtcCreateProgram failed with status {status}")));
        }
        // SAFETY: `program` is live and the option strings outlive the call.
        let status = unsafe { compile(program, count, pointers.as_ptr()) };
        let result = if status == 0 {
            text_of(program, &ptx_size, &ptx)
                .ok_or_else(|| NvrtcError("NVRTC gave no PTX".into()))
        } else {
            let log = text_of(program, &log_size, &log).unwrap_or_default();
            Err(NvrtcError(format!("NVRTC status {status}\n{log}")))
        };
        // SAFETY: the program was created above and is not used again.
        unsafe { destroy(&mut program) };
        result
    }
}
