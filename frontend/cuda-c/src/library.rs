//! The device library: functions written in the kernel language, parsed only when used.

/// The library file that defines a function, and its text.
pub(crate) fn file_of(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "expf" | "logf" | "log2f" | "log10f" | "powf" => {
            ("explog.cuh", include_str!("../lib/explog.cuh"))
        }
        "sinf" | "cosf" => ("trig.cuh", include_str!("../lib/trig.cuh")),
        _ => return None,
    })
}

/// Types that are known without an include and are declared in a library file.
const TYPES: &[&str] = &[
    "cudaError",
    "cudaError_t",
    "cudaMemcpyKind",
    "cudaPitchedPtr",
    "cudaExtent",
    "cudaPos",
    "cudaStream_t",
    "cudaEvent_t",
    "cudaArray",
    "cudaArray_t",
];

/// Whether a library file declares a type of that name.
pub(crate) fn is_type(name: &str) -> bool {
    name.starts_with("cuda") && TYPES.contains(&name)
}

/// The library file that declares a type, and its text.
pub(crate) fn type_file_of(name: &str) -> Option<(&'static str, &'static str)> {
    is_type(name).then_some(("runtime_types.cuh", include_str!("../lib/runtime_types.cuh")))
}

/// The short form that fast mathematics takes instead of a function.
pub(crate) fn fast_form(name: &str) -> &str {
    match name {
        "expf" => "__expf",
        "logf" => "__logf",
        "powf" => "__powf",
        "sinf" => "__sinf",
        "cosf" => "__cosf",
        "exp10f" => "__exp10f",
        "log2f" => "__log2f",
        "log10f" => "__log10f",
        "tanf" => "__tanf",
        "fdividef" => "__fdividef",
        _ => name,
    }
}
