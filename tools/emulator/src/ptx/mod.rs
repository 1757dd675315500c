//! PTX text: tokens, syntax, types.

pub mod ast;
pub mod lex;
pub mod parse;
pub mod types;
