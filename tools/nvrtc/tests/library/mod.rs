//! A library with NVRTC's functions, whichever it is, called as C calls it.
#![allow(dead_code, reason = "each test program uses a part")]

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};

/// A handle of a program.
pub type Handle = *mut c_void;

/// `nvrtcBundledHeadersInfo`.
#[repr(C)]
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Info {
    pub available: c_int,
    pub compressed_size: usize,
    pub uncompressed_size: usize,
    pub major: c_int,
    pub minor: c_int,
    pub files: c_uint,
}

/// A callback.
pub type Callback = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;

type Size = unsafe extern "C" fn(Handle, *mut usize) -> c_int;
type Get = unsafe extern "C" fn(Handle, *mut c_char) -> c_int;
type Strings = *const *const c_char;

macro_rules! functions {
    ($($field:ident $name:literal $type:ty;)*) => {
        /// A loaded library.
        pub struct Library {
            pub path: PathBuf,
            $(pub $field: $type,)*
            library: libloading::Library,
        }

        impl Library {
            /// Loads the library at a path.
            pub fn load(path: &Path) -> Library {
                // SAFETY: loading runs the library's initialisers, which have no preconditions.
                let library = unsafe { libloading::Library::new(path) };
                let library = library.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
                Library {
                    path: path.to_owned(),
                    // SAFETY: the types are those of the documented functions.
                    $($field: *unsafe { library.get(concat!($name, "\0").as_bytes()) }.unwrap_or_else(|e| panic!("{e}")),)*
                    library,
                }
            }
        }
    };
}

functions! {
    error_string "nvrtcGetErrorString" unsafe extern "C" fn(c_int) -> *const c_char;
    version "nvrtcVersion" unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
    archs_count "nvrtcGetNumSupportedArchs" unsafe extern "C" fn(*mut c_int) -> c_int;
    archs "nvrtcGetSupportedArchs" unsafe extern "C" fn(*mut c_int) -> c_int;
    create "nvrtcCreateProgram" unsafe extern "C" fn(*mut Handle, *const c_char, *const c_char, c_int, Strings, Strings) -> c_int;
    destroy "nvrtcDestroyProgram" unsafe extern "C" fn(*mut Handle) -> c_int;
    compile "nvrtcCompileProgram" unsafe extern "C" fn(Handle, c_int, Strings) -> c_int;
    ptx_size "nvrtcGetPTXSize" Size;
    ptx "nvrtcGetPTX" Get;
    cubin_size "nvrtcGetCUBINSize" Size;
    cubin "nvrtcGetCUBIN" Get;
    lto_size "nvrtcGetLTOIRSize" Size;
    lto "nvrtcGetLTOIR" Get;
    optix_size "nvrtcGetOptiXIRSize" Size;
    optix "nvrtcGetOptiXIR" Get;
    tile_size "nvrtcGetTileIRSize" Size;
    tile "nvrtcGetTileIR" Get;
    log_size "nvrtcGetProgramLogSize" Size;
    log "nvrtcGetProgramLog" Get;
    add "nvrtcAddNameExpression" unsafe extern "C" fn(Handle, *const c_char) -> c_int;
    lowered "nvrtcGetLoweredName" unsafe extern "C" fn(Handle, *const c_char, *mut *const c_char) -> c_int;
    heap "nvrtcGetPCHHeapSize" unsafe extern "C" fn(*mut usize) -> c_int;
    set_heap "nvrtcSetPCHHeapSize" unsafe extern "C" fn(usize) -> c_int;
    header_status "nvrtcGetPCHCreateStatus" unsafe extern "C" fn(Handle) -> c_int;
    heap_required "nvrtcGetPCHHeapSizeRequired" Size;
    flow "nvrtcSetFlowCallback" unsafe extern "C" fn(Handle, Option<Callback>, *mut c_void) -> c_int;
    info "nvrtcGetBundledHeadersInfo" unsafe extern "C" fn(*mut Info, *mut *const c_char) -> c_int;
    install "nvrtcInstallBundledHeaders" unsafe extern "C" fn(*const c_char, c_uint, *mut *const c_char) -> c_int;
    remove "nvrtcRemoveBundledHeaders" unsafe extern "C" fn(*const c_char, *mut *const c_char) -> c_int;
}

/// Where cargo built a shared library for the test that asks.
fn built(name: &str) -> PathBuf {
    let program = std::env::current_exe().expect("this program");
    let folder = program.parent().expect("its folder");
    let places = [folder.join(name), folder.join("..").join(name)];
    let found = places.into_iter().find(|path| path.exists());
    found.unwrap_or_else(|| panic!("cargo builds {name} with its tests"))
}

/// This crate's library.
pub fn ours() -> PathBuf {
    built("libnvrtc.so")
}

/// The library of CUDA 12's name.
pub fn ours_of_12() -> PathBuf {
    built("libnvrtc_12.so")
}

/// A C string.
pub fn c(text: impl Into<Vec<u8>>) -> CString {
    CString::new(text).expect("no zero byte")
}

/// The text at a pointer; `-` for none.
pub fn at(text: *const c_char) -> String {
    if text.is_null() {
        return "-".to_owned();
    }
    // SAFETY: the libraries give pointers to strings that stay.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

impl Library {
    /// A symbol of the library, of the type of that function.
    pub fn symbol<T: Copy>(&self, name: &str) -> T {
        // SAFETY: as the caller says.
        *unsafe { self.library.get(name.as_bytes()) }.unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// A program of a source, with a name and headers (name and text).
    pub fn program_of(&self, source: &str, name: &str, headers: &[(&str, &str)]) -> Program<'_> {
        let (source, name) = (c(source), c(name));
        let names: Vec<CString> = headers.iter().map(|h| c(h.0)).collect();
        let texts: Vec<CString> = headers.iter().map(|h| c(h.1)).collect();
        let pointers = |list: &[CString]| list.iter().map(|s| s.as_ptr()).collect::<Vec<_>>();
        let (names, texts) = (pointers(&names), pointers(&texts));
        let mut handle = null_mut();
        // SAFETY: the strings outlive the call, and the arrays have so many.
        let code = unsafe {
            let count = headers.len() as c_int;
            let (texts, names) = (texts.as_ptr(), names.as_ptr());
            (self.create)(&mut handle, source.as_ptr(), name.as_ptr(), count, texts, names)
        };
        assert_eq!(code, 0);
        Program { library: self, handle }
    }

    /// A program of a source.
    pub fn program(&self, source: &str) -> Program<'_> {
        self.program_of(source, "k.cu", &[])
    }

    /// The functions of results: name, size, and the result itself.
    pub fn results(&self) -> [(&'static str, Size, Get); 6] {
        [
            ("PTX", self.ptx_size, self.ptx),
            ("CUBIN", self.cubin_size, self.cubin),
            ("LTOIR", self.lto_size, self.lto),
            ("OptiXIR", self.optix_size, self.optix),
            ("TileIR", self.tile_size, self.tile),
            ("log", self.log_size, self.log),
        ]
    }
}

/// A program that is destroyed when it goes out of scope.
pub struct Program<'l> {
    pub library: &'l Library,
    pub handle: Handle,
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle is this program's, or null by now.
        unsafe { (self.library.destroy)(&mut self.handle) };
    }
}

impl Program<'_> {
    /// Compiles, and gives the code.
    pub fn compile(&self, options: &[&str]) -> c_int {
        let options: Vec<CString> = options.iter().map(|&o| c(o)).collect();
        let pointers: Vec<*const c_char> = options.iter().map(|o| o.as_ptr()).collect();
        // SAFETY: the strings outlive the call, and there are so many.
        unsafe { (self.library.compile)(self.handle, pointers.len() as c_int, pointers.as_ptr()) }
    }

    /// A result: its bytes, with the zero byte where it has one.
    pub fn result(&self, size: Size, get: Get) -> Vec<u8> {
        let mut bytes = 0;
        // SAFETY: the program lives, and the pointer is valid.
        assert_eq!(unsafe { size(self.handle, &mut bytes) }, 0);
        let mut buffer = vec![b'Z'; bytes + 8];
        // SAFETY: the buffer has more than the library asked for.
        assert_eq!(unsafe { get(self.handle, buffer.as_mut_ptr().cast()) }, 0);
        assert_eq!(buffer[bytes..], [b'Z'; 8], "more was written than the size says");
        buffer.truncate(bytes);
        buffer
    }

    fn text(&self, size: Size, get: Get) -> String {
        let bytes = self.result(size, get);
        assert_eq!(bytes.iter().position(|&b| b == 0), Some(bytes.len() - 1), "one zero byte");
        String::from_utf8_lossy(&bytes[..bytes.len() - 1]).into_owned()
    }

    /// The log.
    pub fn log(&self) -> String {
        self.text(self.library.log_size, self.library.log)
    }

    /// The PTX.
    pub fn ptx(&self) -> String {
        self.text(self.library.ptx_size, self.library.ptx)
    }

    /// Adds a name expression.
    pub fn add(&self, expression: &str) -> c_int {
        // SAFETY: the program lives, and the string outlives the call.
        unsafe { (self.library.add)(self.handle, c(expression).as_ptr()) }
    }

    /// The code, and the lowered name where there is one.
    pub fn lowered(&self, expression: &str) -> (c_int, String) {
        let mut name = null();
        // SAFETY: the program lives, and both pointers are valid.
        let code =
            unsafe { (self.library.lowered)(self.handle, c(expression).as_ptr(), &mut name) };
        (code, at(name))
    }
}
