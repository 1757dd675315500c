//! CUDA C to VH WHIRL: preprocess, lex, parse, check, translate.

#![warn(missing_docs)]

mod include;
mod intern;
mod lexer;
pub mod literal;
mod options;
mod preprocess;
mod token;
pub mod words;

pub use include::{DirectoryIncludes, Include, MemoryIncludes, NoIncludes};
pub use intern::{Interner, Symbol};
pub use options::{FrontendOptions, MacroOption};
pub use token::{Tok, Token};
