//! CUDA C to VH WHIRL: preprocess, lex, parse, check, translate.

#![warn(missing_docs)]

pub mod ast;
mod builtin_types;
mod check;
mod compile;
mod dump;
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
mod typed;
mod types;
pub mod words;

pub use compile::{compile_to_whirl, dump_ast, dump_tokens};
pub use include::{DirectoryIncludes, Include, MemoryIncludes, NoIncludes};
pub use intern::{Interner, Symbol};
pub use options::{FrontendOptions, MacroOption};
pub use token::{Tok, Token};
