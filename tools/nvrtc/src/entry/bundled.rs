//! NVRTC's functions for the headers that come with it. optx has those that it knows built in, where a program finds them without a folder, and has none to put
//! into one.

use crate::border::{call, put, text};
use crate::error::Error;
use crate::flavour::VERSION;
use std::ffi::{CStr, c_char, c_int, c_uint};

/// `nvrtcBundledHeadersInfo`.
#[repr(C)]
struct Info {
    available: c_int,
    compressed_size: usize,
    uncompressed_size: usize,
    major: c_int,
    minor: c_int,
    files: c_uint,
}

const NO_INFO: &CStr = c"nvrtc: error: info is NULL";
const NO_PATH: &CStr = c"nvrtc: error: installPath is NULL or empty";
const NOTHING: &CStr = c"";
const NONE: &CStr =
    c"nvrtc: error: optx has its headers built in: to put them into a folder is not supported yet";
const FOREIGN: &CStr = c"nvrtc: error: optx put no headers there, and leaves the folder as it is";

/// The code of a failure, with why: callers that want to know get a pointer to a text that stays.
///
/// # Safety
/// `log` is null or valid for writing.
unsafe fn because(log: *mut *const c_char, why: &'static CStr, error: Error) -> Result<(), Error> {
    // SAFETY: as the caller promises; one that is null is none, and no error.
    let _ = unsafe { put(log, why.as_ptr()) };
    Err(error)
}

/// Says that there are none to install.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcGetBundledHeadersInfo(info: *mut Info, log: *mut *const c_char) -> c_int {
    let none = Info {
        available: 0,
        compressed_size: 0,
        uncompressed_size: 0,
        major: VERSION.0,
        minor: VERSION.1,
        files: 0,
    };
    // SAFETY: the caller's pointers, as NVRTC documents them.
    call(|| unsafe { put(info, none).or_else(|error| because(log, NO_INFO, error)) })
}

/// Refuses: there are none to install.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcInstallBundledHeaders(
    path: *const c_char,
    _flags: c_uint,
    log: *mut *const c_char,
) -> c_int {
    // SAFETY: the caller's pointers, as NVRTC documents them.
    call(|| unsafe {
        match text(path) {
            Ok(path) if !path.is_empty() => because(log, NONE, Error::Builtin),
            _ => because(log, NO_PATH, Error::InvalidInput),
        }
    })
}

/// Leaves a folder that is there, and is content where there is none.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcRemoveBundledHeaders(
    path: *const c_char,
    log: *mut *const c_char,
) -> c_int {
    // SAFETY: the caller's pointers, as NVRTC documents them.
    call(|| unsafe {
        let path = match text(path) {
            Ok(path) if !path.is_empty() => path,
            _ => return because(log, NO_PATH, Error::InvalidInput),
        };
        if std::path::Path::new(path.to_string_lossy().as_ref()).exists() {
            return because(log, FOREIGN, Error::Builtin);
        }
        let _ = put(log, NOTHING.as_ptr());
        Ok(())
    })
}
