//! What the caller of the frontend may choose.

use optx_source::Limits;

use crate::include::{Include, NoIncludes};

/// Options of one compilation.
#[derive(Clone)]
pub struct FrontendOptions<'a> {
    /// The target's number, 75 for `sm_75`.
    pub arch: u32,
    /// `-D`, `-U` in the order in which they were given.
    pub macros: Vec<MacroOption>,
    /// `-include`.
    pub includes: Vec<String>,
    /// Where included files come from.
    pub include: &'a dyn Include,
    /// Fuse multiplications and additions within one expression (`-fmad`).
    pub fmad: bool,
    /// Flush denormal floats to zero (`-ftz`).
    pub ftz: bool,
    /// IEEE division of floats (`-prec-div`).
    pub prec_div: bool,
    /// IEEE square root of floats (`-prec-sqrt`).
    pub prec_sqrt: bool,
    /// Fast forms for the math functions that have one (`--use_fast_math`).
    pub fast_math: bool,
    /// All pointer parameters of kernels are `__restrict__` (`--restrict`).
    pub restrict: bool,
    /// What is not marked is the device's (`-default-device`).
    pub default_device: bool,
    /// Bounds.
    pub limits: Limits,
}

/// One macro option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MacroOption {
    /// `-D name` or `-D name=value`.
    Define(String),
    /// `-U name`.
    Undefine(String),
}

impl Default for FrontendOptions<'_> {
    fn default() -> Self {
        FrontendOptions {
            arch: 75,
            macros: Vec::new(),
            includes: Vec::new(),
            include: &NoIncludes,
            fmad: true,
            ftz: false,
            prec_div: true,
            prec_sqrt: true,
            fast_math: false,
            restrict: false,
            default_device: false,
            limits: Limits::default(),
        }
    }
}
