//! As which NVRTC the library answers: one source makes the libraries of CUDA 13 and of CUDA 12.

use std::ffi::c_int;

/// The version of NVRTC that it answers as.
pub(crate) const VERSION: (c_int, c_int) = if cfg!(cuda12) { (12, 9) } else { (13, 5) };

/// The architectures that this version of NVRTC lists, but for sm_50, which optx does not compile for.
pub(crate) const ARCHITECTURES: &[c_int] = if cfg!(cuda12) {
    &[52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 120, 121]
} else {
    &[75, 80, 86, 87, 88, 89, 90, 100, 103, 107, 110, 120, 121]
};

/// What is compiled for where no option says it.
pub(crate) const TARGET: &str = if cfg!(cuda12) { "sm_52" } else { "sm_75" };

/// A mark in handles: those of one library mean nothing to the other, in one process too.
pub(crate) const MARK: usize = if cfg!(cuda12) { 8 } else { 0 };

#[cfg(test)]
mod tests {
    use super::*;
    use optx::cg::target::Target;

    #[test]
    fn all_that_is_listed_is_compiled_for() {
        for arch in ARCHITECTURES {
            assert!(Target::parse(&format!("sm_{arch}")).is_some(), "{arch}");
        }
        assert!(Target::parse(TARGET).is_some());
    }
}
