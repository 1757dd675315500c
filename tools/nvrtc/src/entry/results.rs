//! What a compilation made, each by two functions: its size, and itself into so many bytes. Texts end in a zero byte, which their size counts.

use super::Handle;
use crate::border::{call, copy, put};
use crate::error::Error;
use crate::handles;
use crate::program::Made;
use std::ffi::{c_char, c_int};

/// The bytes of a result.
type Bytes = fn(&Made) -> Vec<u8>;

/// A text with the zero byte behind it.
pub(super) fn ended(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() + 1);
    bytes.extend_from_slice(text.as_bytes());
    bytes.push(0);
    bytes
}

fn bytes(program: Handle, of: Bytes) -> Result<Vec<u8>, Error> {
    let program = handles::get(program.addr())?;
    let state = program.state();
    Ok(of(state.made()))
}

/// # Safety
/// `to` is null or valid for writing.
unsafe fn size(program: Handle, to: *mut usize, of: Bytes) -> c_int {
    call(|| {
        let size = bytes(program, of)?.len();
        // SAFETY: as the caller promises.
        unsafe { put(to, size) }
    })
}

/// # Safety
/// `to` is null or valid for writing as many bytes as the result has.
unsafe fn result(program: Handle, to: *mut c_char, of: Bytes) -> c_int {
    call(|| {
        let bytes = bytes(program, of)?;
        // SAFETY: as the caller promises.
        unsafe { copy(to.cast(), &bytes) }
    })
}

/// The two functions of a result.
macro_rules! results {
    ($($size:ident $get:ident $what:literal $of:expr;)*) => {
        $(
            #[doc = concat!("The size of ", $what, ".")]
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $size(program: Handle, to: *mut usize) -> c_int {
                // SAFETY: the caller's pointer, as the function is documented.
                unsafe { size(program, to, $of) }
            }

            #[doc = concat!("Copies ", $what, ".")]
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $get(program: Handle, to: *mut c_char) -> c_int {
                // SAFETY: the caller's bytes, as many as the size says.
                unsafe { result(program, to, $of) }
            }
        )*
    };
}

results! {
    nvrtcGetPTXSize nvrtcGetPTX "the PTX" |made| ended(&made.ptx);
    nvrtcGetCUBINSize nvrtcGetCUBIN "what a driver loads: PTX with its zero byte, or ptxas's machine code; nothing where no true architecture was named"
        |made| made.binary.clone();
    nvrtcGetProgramLogSize nvrtcGetProgramLog "the log" |made| ended(&made.log);
    nvrtcGetLTOIRSize nvrtcGetLTOIR "the form for optimizing at link time: nothing" |_| Vec::new();
    nvrtcGetOptiXIRSize nvrtcGetOptiXIR "OptiX's form: nothing" |_| Vec::new();
    nvrtcGetTileIRSize nvrtcGetTileIR "the form of tiles: nothing" |_| Vec::new();
    optxGetDiagnosticsSize optxGetDiagnostics "the diagnostics, as JSON" |made| ended(&made.diagnostics);
    optxGetKernelsSize optxGetKernels "the kernels, as JSON" |made| ended(&made.kernels);
}
