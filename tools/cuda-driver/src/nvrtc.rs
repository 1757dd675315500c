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
type Add = unsafe extern "C" fn(Program, *const c_char) -> c_int;
type Lowered = unsafe extern "C" fn(Program, *const c_char, *mut *const c_char) -> c_int;
type Compile = unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int;
type Size = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type Text = unsafe extern "C" fn(Program, *mut c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut Program) -> c_int;
type Version = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
type ErrorString = unsafe extern "C" fn(c_int) -> *const c_char;

/// All that a client can give a program.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a> {
    /// The source.
    pub source: &'a str,
    /// What it is called.
    pub name: &'a str,
    /// Options as NVRTC has them.
    pub options: &'a [String],
    /// Headers by the names that they are included by, with their texts.
    pub headers: &'a [(String, String)],
    /// What names are asked for.
    pub expressions: &'a [String],
}

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
        let whole = Whole { source, name, options, headers: &[], expressions: &[] };
        let owned = self.compiled(&whole)?;
        self.output(owned.program, b"nvrtcGetPTXSize\0", b"nvrtcGetPTX\0")
    }

    /// Whether a program is taken, with all that a client of NVRTC can give it; an error carries the log.
    pub fn takes(&self, whole: &Whole<'_>) -> Result<(), CudaError> {
        self.compiled(whole).map(drop)
    }

    /// What each name expression of a program is called in its PTX; an error carries the log.
    pub fn lowered_names(&self, whole: &Whole<'_>) -> Result<Vec<String>, CudaError> {
        let owned = self.compiled(whole)?;
        let lowered = self.symbol::<Lowered>(b"nvrtcGetLoweredName\0")?;
        let mut names = Vec::with_capacity(whole.expressions.len());
        for expression in whole.expressions {
            let expression = c_string(expression)?;
            let mut name: *const c_char = ptr::null();
            // SAFETY: the program lives, and both pointers are valid for the call.
            let code = unsafe { lowered(owned.program, expression.as_ptr(), &mut name) };
            self.check("nvrtcGetLoweredName", code)?;
            // SAFETY: the library gives a string that lives as long as the program.
            names.push(unsafe { text_at(name) });
        }
        Ok(names)
    }

    fn compiled(&self, whole: &Whole<'_>) -> Result<Owned<'_>, CudaError> {
        let source = c_string(whole.source)?;
        let name = c_string(whole.name)?;
        let options = c_strings(whole.options.iter())?;
        let names = c_strings(whole.headers.iter().map(|h| &h.0))?;
        let texts = c_strings(whole.headers.iter().map(|h| &h.1))?;
        let expressions = c_strings(whole.expressions.iter())?;
        let (names, texts) = (pointers(&names), pointers(&texts));
        let options = pointers(&options);
        let create = self.symbol::<Create>(b"nvrtcCreateProgram\0")?;
        let compile = self.symbol::<Compile>(b"nvrtcCompileProgram\0")?;
        let mut program: Program = ptr::null_mut();
        let headers = count(names.len())?;
        // SAFETY: the strings outlive the call, and both arrays have so many.
        self.check("nvrtcCreateProgram", unsafe {
            let (source, name) = (source.as_ptr(), name.as_ptr());
            create(&mut program, source, name, headers, texts.as_ptr(), names.as_ptr())
        })?;
        let owned = Owned { nvrtc: self, program };
        if !expressions.is_empty() {
            let add = self.symbol::<Add>(b"nvrtcAddNameExpression\0")?;
            for expression in &expressions {
                // SAFETY: the program lives, and the string outlives the call.
                let code = unsafe { add(owned.program, expression.as_ptr()) };
                self.check("nvrtcAddNameExpression", code)?;
            }
        }
        // SAFETY: the option strings outlive the call.
        let code = unsafe { compile(owned.program, count(options.len())?, options.as_ptr()) };
        if code != 0 {
            let log = self
                .output(owned.program, b"nvrtcGetProgramLogSize\0", b"nvrtcGetProgramLog\0")
                .unwrap_or_default();
            if log.trim().is_empty() {
                self.check("nvrtcCompileProgram", code)?;
            }
            return Err(CudaError::Refused(log));
        }
        Ok(owned)
    }
}

fn c_strings<'a>(texts: impl Iterator<Item = &'a String>) -> Result<Vec<CString>, CudaError> {
    texts.map(|text| c_string(text)).collect()
}

fn pointers(texts: &[CString]) -> Vec<*const c_char> {
    texts.iter().map(|text| text.as_ptr()).collect()
}

fn count(n: usize) -> Result<c_int, CudaError> {
    c_int::try_from(n).map_err(|_| CudaError::Argument("too many of them for NVRTC".into()))
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
