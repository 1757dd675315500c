//! Which registers the instructions of a dump write, for who reads it line by line.

use super::Function;
use super::instruction_text::{instruction, register};

/// Of each instruction, in the order of [`super::dump`]: how many lines it is, and the registers that it writes.
pub fn written(f: &Function) -> Vec<(usize, Vec<String>)> {
    let mut text = String::new();
    let of = |inst| {
        text.clear();
        instruction(&mut text, f, inst);
        let lines = text.trim_end().lines().count().max(1);
        let name = |reg| {
            let mut name = String::new();
            register(&mut name, f, reg);
            name
        };
        (lines, f.defs(inst).map(name).collect())
    };
    f.blocks().flat_map(|(_, block)| &block.insts).map(of).collect()
}
