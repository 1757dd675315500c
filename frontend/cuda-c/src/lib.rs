//! CUDA C to VH WHIRL: preprocess, lex, parse, check, translate.
//!
//! The way of a file, and where each step is:
//!
//! 1. `preprocess` runs all of C's preprocessor over the whole file and gives one list of tokens; `lexer` makes them,
//!    `literal` gives numbers, characters and strings their values, [`Include`] is where included files come from.
//! 2. `parse::cut` cuts the list into top-level declarations by tokens and brackets. What is marked for the device is
//!    parsed; the rest only when device code names it, so host code outside the kernel language costs nothing.
//! 3. `parse` makes a syntax tree ([`ast`]) of one declaration.
//! 4. `check` resolves names, types every expression, folds constants and makes a typed tree (`typed`) of one function.
//! 5. `translate` makes VH WHIRL of it. Multiplications and additions of one expression are fused here and nowhere else.
//!
//! Functions that PTX has no instruction for are in `lib/*.cuh`, in the kernel language, and go the same way when used.
//! Nothing recurses deeper than the nesting of the source, which is bounded; chains of operators are walked in loops.

#![warn(missing_docs)]

#[macro_use]
#[cfg_attr(not(feature = "wrong-compilers"), allow(dead_code, reason = "only a test build asks"))]
pub mod wrong;

pub mod ast;
mod builtin_types;
mod check;
mod compile;
mod dump;
mod header_names;
mod host_marks;
mod include;
mod intern;
mod lexer;
mod library;
pub mod literal;
mod mangle;
mod options;
mod parse;
mod preprocess;
mod token;
mod translate;
pub mod type_trait;
mod typed;
mod types;
pub mod words;

pub use compile::{compile_to_whirl, dump_ast, dump_preprocessed, dump_tokens};
pub use include::{DirectoryIncludes, FirstOf, Include, MemoryIncludes, NoIncludes};
pub use intern::{Interner, Symbol};
pub use options::{Dialect, FrontendOptions, MacroOption, Standard};
pub use token::{Tok, Token};
