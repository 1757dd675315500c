//! Syntax to decoded programs: names, types and forms are checked here, and nowhere later.

pub mod body;
mod control;
pub mod defs;
mod float;
pub mod flow;
pub mod half;
mod int;
mod memory;
pub mod mods;
mod operand;
pub mod program;
pub mod symbols;
pub mod unread;
pub mod uses;
