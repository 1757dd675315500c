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
    /// Whose compiler this stands for, and of which standard.
    pub dialect: Dialect,
    /// Bounds.
    pub limits: Limits,
}

/// What a program can find out of the compiler that it is read by. The language is one in all of them.
#[derive(Clone, Debug, Default, Hash)]
pub struct Dialect {
    /// NVRTC: nothing but its own macros is predefined, there are no headers of the system, what is included comes before what is built in, and
    /// functions and variables that are the host's are errors. Else nvcc, with g++.
    pub nvrtc: bool,
    /// The standard that was asked for; None: C++17, with GNU's extensions where that is nvcc's.
    pub standard: Option<Standard>,
    /// Macros that options predefine, each as 1.
    pub option_macros: Vec<&'static str>,
}

impl Dialect {
    /// Whether the standard is C++17 or a later one.
    #[must_use]
    pub fn is_cpp17(&self) -> bool {
        let since = |s: Standard| s.number() >= Standard::Cpp17.number();
        self.standard.is_none_or(since)
    }

    /// Whether the standard is C++20 or a later one.
    #[must_use]
    pub fn is_cpp20(&self) -> bool {
        self.standard.is_some_and(|s| s.number() >= Standard::Cpp20.number())
    }
}

/// A standard of C++, as `-std` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standard {
    /// `c++03`.
    Cpp03,
    /// `c++11`.
    Cpp11,
    /// `c++14`.
    Cpp14,
    /// `c++17`.
    Cpp17,
    /// `c++20`.
    Cpp20,
    /// `c++23`.
    Cpp23,
}

impl Standard {
    /// All of them, with the names that `-std` has for them.
    pub const NAMES: &'static [(&'static str, Standard)] = &[
        ("c++03", Standard::Cpp03),
        ("c++11", Standard::Cpp11),
        ("c++14", Standard::Cpp14),
        ("c++17", Standard::Cpp17),
        ("c++20", Standard::Cpp20),
        ("c++23", Standard::Cpp23),
    ];

    /// What `__cplusplus` is.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Standard::Cpp03 => 199_711,
            Standard::Cpp11 => 201_103,
            Standard::Cpp14 => 201_402,
            Standard::Cpp17 => 201_703,
            Standard::Cpp20 => 202_002,
            Standard::Cpp23 => 202_302,
        }
    }
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
            dialect: Dialect::default(),
            limits: Limits::default(),
        }
    }
}
