//! The functions of `include/optx.h`, for what NVRTC has not.

use super::{Handle, compiled};
use crate::border::{call, copy, put, text};
use crate::compile::variance;
use crate::entry::results::ended;
use crate::error::Error;
use crate::handles;
use crate::options::Taken;
use optx::CacheOptions;
use std::ffi::{CStr, c_char, c_int};

/// The version of optx, as a text.
const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"",
    };

/// The version of optx.
#[unsafe(no_mangle)]
extern "C" fn optxVersion() -> *const c_char {
    VERSION.as_ptr()
}

/// Compiles a program with optx's own options and NVRTC's.
#[unsafe(no_mangle)]
unsafe extern "C" fn optxCompileProgram(
    program: Handle,
    count: c_int,
    options: *const *const c_char,
) -> c_int {
    // SAFETY: the caller's array, as the header documents it.
    call(|| unsafe { compiled(program, count, options, Taken::All) })
}

/// Says where results of a program's compilations are kept.
#[unsafe(no_mangle)]
unsafe extern "C" fn optxSetCache(program: Handle, folder: *const c_char, bytes: usize) -> c_int {
    call(|| {
        let program = handles::get(program.addr())?;
        // SAFETY: the caller's string, as the header documents it.
        let folder = if folder.is_null() { None } else { Some(unsafe { text(folder) }?) };
        let folder = folder.map(|folder| folder.into_string().map_err(|_| Error::InvalidInput));
        let folder = folder.transpose()?;
        if folder.as_ref().is_some_and(String::is_empty) {
            return Err(Error::InvalidInput);
        }
        let bound = (bytes > 0).then_some(bytes as u64);
        program.state().cache = CacheOptions { off: folder.is_none(), folder, bound };
        Ok(())
    })
}

/// The size of what variance knows, as JSON; it is found out at the first call behind a compilation.
#[unsafe(no_mangle)]
unsafe extern "C" fn optxGetVarianceSize(program: Handle, to: *mut usize) -> c_int {
    call(|| {
        let text = variance(&*handles::get(program.addr())?)?;
        // SAFETY: the caller's pointer, as the header documents it.
        unsafe { put(to, text.len() + 1) }
    })
}

/// Copies what variance knows, as JSON.
#[unsafe(no_mangle)]
unsafe extern "C" fn optxGetVariance(program: Handle, to: *mut c_char) -> c_int {
    call(|| {
        let text = variance(&*handles::get(program.addr())?)?;
        // SAFETY: the caller's bytes, as many as the size says.
        unsafe { copy(to.cast(), &ended(&text)) }
    })
}
