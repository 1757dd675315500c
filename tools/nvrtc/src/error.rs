//! NVRTC's error codes.

use std::ffi::{CStr, c_int};

/// What a function fails with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Error {
    /// There is no memory, thread or free entry for what is asked.
    OutOfMemory = 1,
    /// An argument is null, or makes no sense.
    InvalidInput = 3,
    /// The handle is null, of a program that was destroyed, or never was one.
    InvalidProgram = 4,
    /// An option is wrong; the log says which.
    InvalidOption = 5,
    /// The source is wrong; the log says where.
    Compilation = 6,
    /// What is asked for is not here.
    Builtin = 7,
    /// A name expression comes behind the compilation.
    NamesAfterCompilation = 8,
    /// A lowered name is asked for, and there is no compilation that made it.
    NamesBeforeCompilation = 9,
    /// A name expression was not added before the compilation.
    UnknownName = 10,
    /// A bug in optx.
    Internal = 11,
    /// No precompiled header was tried to be made, and none ever is.
    NoPrecompiledHeader = 13,
    /// The caller's callback ended the compilation.
    Cancelled = 16,
}

/// The names by code.
const NAMES: [&CStr; 19] = [
    c"NVRTC_SUCCESS",
    c"NVRTC_ERROR_OUT_OF_MEMORY",
    c"NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
    c"NVRTC_ERROR_INVALID_INPUT",
    c"NVRTC_ERROR_INVALID_PROGRAM",
    c"NVRTC_ERROR_INVALID_OPTION",
    c"NVRTC_ERROR_COMPILATION",
    c"NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
    c"NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
    c"NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
    c"NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
    c"NVRTC_ERROR_INTERNAL_ERROR",
    c"NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
    c"NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
    c"NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
    c"NVRTC_ERROR_PCH_CREATE",
    c"NVRTC_ERROR_CANCELLED",
    c"NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED",
    c"NVRTC_ERROR_BUSY",
];

/// A code's name.
pub(crate) fn name(code: c_int) -> &'static CStr {
    let known = usize::try_from(code).ok().and_then(|code| NAMES.get(code));
    known.copied().unwrap_or(c"NVRTC_ERROR unknown")
}
