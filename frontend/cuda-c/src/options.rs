//! What the caller of the frontend may choose.

use optx_source::Limits;
use optx_whirl::CodeOptions;

use crate::include::{Include, NoIncludes};

/// Options of one compilation.
#[derive(Clone)]
pub struct FrontendOptions<'a> {
    /// Those that reach beyond the frontend: the module takes them along.
    pub code: CodeOptions,
    /// `-D`, `-U` in the order in which they were given.
    pub macros: Vec<MacroOption>,
    /// `-include`.
    pub includes: Vec<String>,
    /// Where included files come from.
    pub include: &'a dyn Include,
    /// What is not marked is the device's (`-default-device`).
    pub default_device: bool,
    /// Names to be told by what they are in PTX, and compiled if they are instances of templates, as `nvrtcAddNameExpression` has them.
    pub name_expressions: Vec<String>,
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
            code: CodeOptions::default(),
            macros: Vec::new(),
            includes: Vec::new(),
            include: &NoIncludes,
            default_device: false,
            name_expressions: Vec::new(),
            limits: Limits::default(),
        }
    }
}
