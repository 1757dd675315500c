//! Puts the functions into the version of the library's symbols that the build script declares: the assembler's `.symver`, which takes effect in the object
//! that the functions are in, so that the crate is built as one object (`codegen-units` in Cargo.toml).

#[cfg(cuda12)]
macro_rules! version {
    () => {
        "libnvrtc.so.12"
    };
}
#[cfg(not(cuda12))]
macro_rules! version {
    () => {
        "libnvrtc.so.13"
    };
}

macro_rules! versioned {
    ($($name:ident)*) => {
        $(std::arch::global_asm!(concat!(
            ".symver ", stringify!($name), ",", stringify!($name), "@@", version!(), ", remove"
        ));)*
    };
}

versioned! {
    nvrtcAddNameExpression nvrtcCompileProgram nvrtcCreateProgram nvrtcDestroyProgram nvrtcGetBundledHeadersInfo nvrtcGetCUBIN nvrtcGetCUBINSize
    nvrtcGetErrorString nvrtcGetLTOIR nvrtcGetLTOIRSize nvrtcGetLoweredName nvrtcGetNumSupportedArchs nvrtcGetOptiXIR nvrtcGetOptiXIRSize
    nvrtcGetPCHCreateStatus nvrtcGetPCHHeapSize nvrtcGetPCHHeapSizeRequired nvrtcGetPTX nvrtcGetPTXSize nvrtcGetProgramLog nvrtcGetProgramLogSize
    nvrtcGetSupportedArchs nvrtcGetTileIR nvrtcGetTileIRSize nvrtcInstallBundledHeaders nvrtcRemoveBundledHeaders nvrtcSetFlowCallback
    nvrtcSetPCHHeapSize nvrtcVersion
    optxCompileProgram optxGetDiagnostics optxGetDiagnosticsSize optxGetKernels optxGetKernelsSize optxGetVariance optxGetVarianceSize optxSetCache optxVersion
}
