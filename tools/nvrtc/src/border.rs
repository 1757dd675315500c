//! What callers point to, read and written; and panics, which end here.

use crate::error::Error;
use std::ffi::{CStr, CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What NVRTC gives for success.
const SUCCESS: c_int = 0;

/// The code of a function that does this. A panic is a bug of ours, and an error code to the caller.
pub(crate) fn call(body: impl FnOnce() -> Result<(), Error>) -> c_int {
    // Programs hold nothing that a panic could leave half done: their state is replaced as a whole.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => SUCCESS,
        Ok(Err(error)) => error as c_int,
        Err(_) => Error::Internal as c_int,
    }
}

/// The text at a pointer.
///
/// # Safety
/// The pointer is null or points to a string that ends in a zero byte, which nobody changes during the call.
pub(crate) unsafe fn text(at: *const c_char) -> Result<CString, Error> {
    if at.is_null() {
        return Err(Error::InvalidInput);
    }
    // SAFETY: not null, and as the caller promises.
    Ok(unsafe { CStr::from_ptr(at) }.to_owned())
}

/// A text that goes to the compiler, which reads UTF-8: other bytes are replacement characters there.
pub(crate) fn lossy(text: &CStr) -> String {
    text.to_string_lossy().into_owned()
}

/// So many texts at the pointers of an array; none of an empty one, whatever the pointer. None where an entry is null.
///
/// # Safety
/// `at` is null or points to `count` pointers, each as [`text`] has it.
pub(crate) unsafe fn texts(
    count: usize,
    at: *const *const c_char,
) -> Result<Option<Vec<CString>>, Error> {
    if count == 0 {
        return Ok(Some(Vec::new()));
    }
    if at.is_null() {
        return Err(Error::InvalidInput);
    }
    // SAFETY: not null, and as the caller promises.
    let pointers = unsafe { std::slice::from_raw_parts(at, count) };
    // SAFETY: each is as the caller promises.
    Ok(pointers.iter().map(|&pointer| unsafe { text(pointer) }.ok()).collect())
}

/// What a pointer points to.
///
/// # Safety
/// The pointer is null or valid for reading.
pub(crate) unsafe fn read<T: Copy>(at: *const T) -> Option<T> {
    // SAFETY: as the caller promises.
    (!at.is_null()).then(|| unsafe { at.read() })
}

/// Puts a value where the caller wants it.
///
/// # Safety
/// The pointer is null or valid for writing.
pub(crate) unsafe fn put<T>(to: *mut T, value: T) -> Result<(), Error> {
    if to.is_null() {
        return Err(Error::InvalidInput);
    }
    // SAFETY: not null, and as the caller promises.
    unsafe { to.write(value) };
    Ok(())
}

/// Copies elements to where the caller wants them.
///
/// # Safety
/// The pointer is null or valid for writing so many.
pub(crate) unsafe fn copy<T: Copy>(to: *mut T, from: &[T]) -> Result<(), Error> {
    if to.is_null() {
        return Err(Error::InvalidInput);
    }
    // SAFETY: not null, as the caller promises, and nothing of ours lies there.
    unsafe { to.copy_from_nonoverlapping(from.as_ptr(), from.len()) };
    Ok(())
}
