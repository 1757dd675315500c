//! NVRTC: CUDA source text to PTX, in process.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr;

use libloading::{Library, Symbol};

use crate::CudaError;

type Program = *mut c_void;
type Create = unsafe extern "C" fn(
    *mut Program,
    *const c_char,
    *const c_char,
    c_int,
    *const *const c_char,
    *const *const c_char,
) -> c_int;
type Compile = unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int;
type Size = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type Text = unsafe extern "C" fn(Program, *mut c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut Program) -> c_int;
type Version = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
type ErrorString = unsafe extern "C" fn(c_int) -> *const c_char;

/// A loaded libnvrtc.
pub struct Nvrtc {
    library: Library,
}

/// A program that is destroyed when it goes out of scope.
struct Owned<'l> {
    nvrtc: &'l Nvrtc,
    program: Program,
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        if let Ok(destroy) = self.nvrtc.symbol::<Destroy>(b"nvrtcDestroyProgram\0") {
            // SAFETY: the program was made by nvrtcCreateProgram and is destroyed once.
            unsafe { destroy(&mut self.program) };
        }
    }
}

impl Nvrtc {
    /// Loads the library at a path.
    pub fn load(path: &Path) -> Result<Self, CudaError> {
        // SAFETY: loading runs the library's initialisers; NVRTC's have no preconditions.
        let library = unsafe { Library::new(path) }
            .map_err(|e| CudaError::NoDriver(format!("{}: {e}", path.display())))?;
        Ok(Self { library })
    }

    fn symbol<T>(&self, name: &'static [u8]) -> Result<Symbol<'_, T>, CudaError> {
        // SAFETY: every type named here is the documented signature of that function.
        unsafe { self.library.get(name) }.map_err(|e| CudaError::NoDriver(e.to_string()))
    }

    fn check(&self, function: &'static str, code: c_int) -> Result<(), CudaError> {
        if code == 0 {
            return Ok(());
        }
        let message = match self.symbol::<ErrorString>(b"nvrtcGetErrorString\0") {
            // SAFETY: the function gives a pointer to a constant string.
            Ok(f) => unsafe { text_at(f(code)) },
            Err(_) => String::new(),
        };
        Err(CudaError::Call { function, code, message })
    }

    /// Major and minor version.
    pub fn version(&self) -> Result<(i32, i32), CudaError> {
        let f = self.symbol::<Version>(b"nvrtcVersion\0")?;
        let (mut major, mut minor) = (0, 0);
        // SAFETY: both pointers are valid for the call.
        self.check("nvrtcVersion", unsafe { f(&mut major, &mut minor) })?;
        Ok((major, minor))
    }

    fn output(
        &self,
        p: Program,
        size: &'static [u8],
        get: &'static [u8],
    ) -> Result<String, CudaError> {
        let (size, get) = (self.symbol::<Size>(size)?, self.symbol::<Text>(get)?);
        let mut n = 0usize;
        // SAFETY: the program lives, and the pointer is valid for the call.
        self.check("nvrtc size query", unsafe { size(p, &mut n) })?;
        let mut buffer = vec![0u8; n.max(1)];
        // SAFETY: the buffer has the size that the library asked for.
        self.check("nvrtc text query", unsafe { get(p, buffer.as_mut_ptr().cast()) })?;
        let end = buffer.iter().position(|&c| c == 0).unwrap_or(buffer.len());
        Ok(String::from_utf8_lossy(&buffer[..end]).into_owned())
    }

    /// Compiles source text and gives the PTX; an error carries the log.
    pub fn compile(
        &self,
        source: &str,
        name: &str,
        options: &[String],
    ) -> Result<String, CudaError> {
        let source = c_string(source)?;
        let name = c_string(name)?;
        let options: Vec<CString> =
            options.iter().map(|o| c_string(o)).collect::<Result<_, _>>()?;
        let pointers: Vec<*const c_char> = options.iter().map(|o| o.as_ptr()).collect();
        let create = self.symbol::<Create>(b"nvrtcCreateProgram\0")?;
        let compile = self.symbol::<Compile>(b"nvrtcCompileProgram\0")?;
        let mut program: Program = ptr::null_mut();
        // SAFETY: the strings outlive the call; no headers are given.
        self.check("nvrtcCreateProgram", unsafe {
            create(&mut program, source.as_ptr(), name.as_ptr(), 0, ptr::null(), ptr::null())
        })?;
        let owned = Owned { nvrtc: self, program };
        let count = c_int::try_from(pointers.len())
            .map_err(|_| CudaError::Argument("too many options".into()))?;
        // SAFETY: the option strings outlive the call.
        let code = unsafe { compile(owned.program, count, pointers.as_ptr()) };
        if code != 0 {
            let log = self
                .output(owned.program, b"nvrtcGetProgramLogSize\0", b"nvrtcGetProgramLog\0")
                .unwrap_or_default();
            if log.trim().is_empty() {
                self.check("nvrtcCompileProgram", code)?;
            }
            return Err(CudaError::Refused(log));
        }
        self.output(owned.program, b"nvrtcGetPTXSize\0", b"nvrtcGetPTX\0")
    }
}

/// A C string, or the error that the text has a zero byte.
pub(crate) fn c_string(text: &str) -> Result<CString, CudaError> {
    CString::new(text)
        .map_err(|_| CudaError::Argument("text with a zero byte cannot be passed to CUDA".into()))
}

/// The text at a pointer to a C string.
///
/// # Safety
/// The pointer is null or points to a string that ends in a zero byte.
pub(crate) unsafe fn text_at(p: *const c_char) -> String {
    if p.is_null() {
        return String::new();
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(p) }.to_string_lossy().into_owned()
}
