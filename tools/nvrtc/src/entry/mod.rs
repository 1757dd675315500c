//! NVRTC's C functions, as NVRTC 13.5 has them, and those of `include/optx.h`.
//!
//! Each takes what its caller gives as the documentation of the function says; pointers are null or lead where it says, for as long as it says.
#![allow(non_snake_case, reason = "the names are NVRTC's")]

mod bundled;
mod own;
mod results;
// The programs of unit tests have no versions of symbols.
#[cfg(all(target_os = "linux", not(test)))]
mod versions;

use crate::border::{call, copy, put, read, text, texts};
use crate::compile;
use crate::error::{self, Error};
use crate::flavour::{ARCHITECTURES, VERSION};
use crate::flow::{Callback, Flow};
use crate::handles;
use crate::options::Taken;
use crate::program::Program;
use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};

/// `nvrtcProgram`: a number of the table of handles, in the shape of a pointer.
pub(crate) type Handle = *mut c_void;

/// The name of an error code.
#[unsafe(no_mangle)]
extern "C" fn nvrtcGetErrorString(code: c_int) -> *const c_char {
    error::name(code).as_ptr()
}

/// The version of NVRTC that this library answers as.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcVersion(major: *mut c_int, minor: *mut c_int) -> c_int {
    call(|| {
        if major.is_null() || minor.is_null() {
            return Err(Error::InvalidInput);
        }
        // SAFETY: the caller's pointers, as NVRTC documents them.
        unsafe { put(major, VERSION.0).and_then(|()| put(minor, VERSION.1)) }
    })
}

/// How many architectures there are.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcGetNumSupportedArchs(count: *mut c_int) -> c_int {
    // SAFETY: the caller's pointer, as NVRTC documents it.
    call(|| unsafe { put(count, ARCHITECTURES.len() as c_int) })
}

/// The architectures, into an array of as many.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcGetSupportedArchs(to: *mut c_int) -> c_int {
    // SAFETY: the caller's array, as NVRTC documents it.
    call(|| unsafe { copy(to, ARCHITECTURES) })
}

/// Creates a program of a source, with headers in memory.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcCreateProgram(
    to: *mut Handle,
    source: *const c_char,
    name: *const c_char,
    count: c_int,
    headers: *const *const c_char,
    names: *const *const c_char,
) -> c_int {
    call(|| {
        if to.is_null() {
            return Err(Error::InvalidProgram);
        }
        let count = usize::try_from(count).map_err(|_| Error::InvalidInput)?;
        // SAFETY: the caller's strings and arrays, as NVRTC documents them.
        let (source, name, headers, names) = unsafe {
            (text(source)?, text(name).ok(), texts(count, headers)?, texts(count, names)?)
        };
        let (Some(headers), Some(names)) = (headers, names) else {
            return Err(Error::InvalidInput);
        };
        let headers: Vec<(CString, CString)> = names.into_iter().zip(headers).collect();
        let handle = handles::insert(Program::new(&source, name.as_deref(), &headers)?)?;
        // SAFETY: the caller's pointer, which is not null.
        unsafe { put(to, std::ptr::without_provenance_mut(handle)) }
    })
}

/// Destroys a program, and makes its handle null.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcDestroyProgram(program: *mut Handle) -> c_int {
    call(|| {
        // SAFETY: the caller's pointer, as NVRTC documents it.
        let handle = unsafe { read(program) }.ok_or(Error::InvalidProgram)?;
        handles::remove(handle.addr())?;
        // SAFETY: it could be read.
        unsafe { put(program, std::ptr::null_mut()) }
    })
}

/// Adds a name whose name in the PTX will be asked for, before the program is compiled.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcAddNameExpression(program: Handle, expression: *const c_char) -> c_int {
    call(|| {
        let program = handles::get(program.addr())?;
        // SAFETY: the caller's string, as NVRTC documents it.
        let expression = unsafe { text(expression) }?;
        program.state().add(expression)
    })
}

/// What a name that was added is called in the PTX; the text lives as long as the program.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcGetLoweredName(
    program: Handle,
    expression: *const c_char,
    to: *mut *const c_char,
) -> c_int {
    call(|| {
        let program = handles::get(program.addr())?;
        // SAFETY: the caller's string, as NVRTC documents it.
        let expression = unsafe { text(expression) }?;
        if to.is_null() {
            return Err(Error::InvalidInput);
        }
        let state = program.state();
        let name = state.lowered(&expression)?.as_ptr();
        // SAFETY: the caller's pointer, which is not null.
        unsafe { put(to, name) }
    })
}

/// Compiles a program with NVRTC's options.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcCompileProgram(
    program: Handle,
    count: c_int,
    options: *const *const c_char,
) -> c_int {
    // SAFETY: the caller's array, as NVRTC documents it.
    call(|| unsafe { compiled(program, count, options, Taken::Nvrtcs) })
}

/// # Safety
/// As of [`nvrtcCompileProgram`].
unsafe fn compiled(
    program: Handle,
    count: c_int,
    options: *const *const c_char,
    taken: Taken,
) -> Result<(), Error> {
    let program = handles::get(program.addr())?;
    let count = usize::try_from(count).map_err(|_| Error::InvalidInput)?;
    // SAFETY: as the caller promises.
    match unsafe { texts(count, options) } {
        Ok(Some(words)) => {
            let words: Vec<String> = words.iter().map(|word| crate::border::lossy(word)).collect();
            compile::compile(&program, &words, taken)
        }
        Ok(None) | Err(_) => Err(compile::refuse(
            &program,
            "nvrtc: error: number of arguments supplied does not match number of arguments specified",
        )),
    }
}

/// Sets what is called while the program is compiled, and may end that.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcSetFlowCallback(
    program: Handle,
    callback: Option<Callback>,
    payload: *mut c_void,
) -> c_int {
    call(|| {
        let program = handles::get(program.addr())?;
        let callback = callback.ok_or(Error::InvalidInput)?;
        program.state().flow = Some(Flow { callback, payload: payload.expose_provenance() });
        Ok(())
    })
}

/// What was set by [`nvrtcSetPCHHeapSize`]: there are no precompiled headers, and nothing reads it but who set it.
static HEAP_SIZE: AtomicUsize = AtomicUsize::new(0);

/// NVRTC's heap is made of pages.
const PAGE: usize = 4096;

/// The size of the heap for precompiled headers, as it was set.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcGetPCHHeapSize(to: *mut usize) -> c_int {
    // SAFETY: the caller's pointer, as NVRTC documents it.
    call(|| unsafe { put(to, HEAP_SIZE.load(Ordering::Relaxed)) })
}

/// Sets the size of the heap for precompiled headers, rounded up to pages.
#[unsafe(no_mangle)]
extern "C" fn nvrtcSetPCHHeapSize(size: usize) -> c_int {
    call(|| {
        let pages = size.checked_next_multiple_of(PAGE).ok_or(Error::InvalidInput)?;
        HEAP_SIZE.store(pages, Ordering::Relaxed);
        Ok(())
    })
}

/// That no precompiled header was tried to be made.
#[unsafe(no_mangle)]
extern "C" fn nvrtcGetPCHCreateStatus(program: Handle) -> c_int {
    call(|| handles::get(program.addr()).and(Err(Error::NoPrecompiledHeader)))
}

/// The size that a precompiled header needs: 0.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcGetPCHHeapSizeRequired(program: Handle, to: *mut usize) -> c_int {
    // SAFETY: the caller's pointer, as NVRTC documents it.
    call(|| handles::get(program.addr()).and_then(|_| unsafe { put(to, 0) }))
}
