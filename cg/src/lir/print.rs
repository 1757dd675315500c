//! A function of LIR as PTX text.

use super::modifiers::Space;
use super::{BlockId, Declaration, Function, Guard, Inst, Kind, Op, RegClass, instruction};
use optx_whirl::{LocTable, Pos};
use std::fmt::Write as _;

/// About as many bytes as an instruction's line has.
const INSTRUCTION_TEXT: usize = 32;

/// Where an instruction stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Its block.
    pub block: BlockId,
    /// Its number in the block; None for the block's label.
    pub inst: Option<u32>,
    /// The line, from 0, of the function's text.
    pub line: u32,
}

/// Name, parameters and result of a function, as it is declared.
pub fn head(out: &mut String, f: &Function) {
    match &f.kind {
        Kind::Kernel => out.push_str(".visible .entry "),
        Kind::Function(None) => out.push_str(".func "),
        Kind::Function(Some(result)) => {
            let _ = write!(out, ".func ({result}) ");
        }
    }
    let _ = write!(out, "{}(", f.name);
    for (k, param) in f.params.iter().enumerate() {
        let _ = write!(out, "{}\n\t{param}", if k > 0 { "," } else { "" });
    }
    out.push_str("\n)");
}

/// The function as PTX, behind a blank line; with the table of places, `.loc` is written. `each`, if any, is told of every
/// instruction that gets text, and of every label.
pub fn function(
    out: &mut String,
    f: &Function,
    lineinfo: Option<&LocTable>,
    mut each: Option<impl FnMut(Printed)>,
) {
    out.reserve(INSTRUCTION_TEXT * f.instructions());
    let mut lines = Lines { counted: out.len(), line: 0 };
    out.push('\n');
    let is_table = |object: &&Declaration| object.space == Space::Const;
    for table in f.objects.iter().filter(is_table) {
        let _ = writeln!(out, "{table};");
    }
    if !f.assumed.is_empty() {
        let _ = writeln!(out, "// optx.assume {}: {}", f.name, f.assumed.join(" "));
    }
    head(out, f);
    out.push('\n');
    for directive in &f.directives {
        let _ = writeln!(out, "{directive}");
    }
    out.push_str("{\n");
    for local in f.objects.iter().filter(|object| !is_table(object)) {
        let _ = writeln!(out, "\t{local};");
    }
    for class in RegClass::ALL {
        let count = f.count(class);
        if count > 0 {
            let _ = writeln!(out, "\t.reg .{} {}<{count}>;", class.declared(), class.prefix());
        }
    }
    out.push('\n');
    let targets = targets(f);
    let mut lineinfo = lineinfo.map(|locs| LineInfo { locs, at: Pos::default(), guard: None });
    if let Some(info) = &mut lineinfo {
        info.line(out, f.pos);
    }
    for (bb, block) in f.blocks() {
        // What is known of registers that live into a block is told at its label, be it that nothing jumps there.
        if targets[bb.index()] || !block.entering.is_empty() {
            if let Some(each) = &mut each {
                let line = lines.at_end(out);
                each(Printed { block: bb, inst: None, line });
            }
            let _ = writeln!(out, "$L{}:", bb.index());
            if block.no_unroll {
                out.push_str("\t.pragma \"nounroll\";\n");
            }
            if let Some(info) = &mut lineinfo {
                info.begin(out, f, &block.insts);
            }
        }
        for (n, inst) in block.insts.iter().enumerate() {
            if !has_text(inst) {
                continue;
            }
            if let Some(info) = &mut lineinfo {
                info.inst(out, f, &block.insts[n..]);
            }
            if let Some(each) = &mut each {
                let line = lines.at_end(out);
                each(Printed { block: bb, inst: Some(n as u32), line });
            }
            instruction(out, f, inst);
        }
    }
    out.push_str("}\n");
}

/// Whether PTX has an instruction for it.
pub(crate) fn has_text(inst: &Inst) -> bool {
    !matches!(inst.op, Op::Undef | Op::Any)
}

/// Writes `.loc`: what follows one, in the order of the text, is charged to its line.
struct LineInfo<'a> {
    locs: &'a LocTable,
    at: Pos,
    /// What the last instruction with a place was guarded by.
    guard: Option<Guard>,
}

impl LineInfo<'_> {
    /// Before instructions of a block that not all who come to them have the text before in common with: that may be of another path, so
    /// an instruction without a place is charged to the next in the block that has one and runs with it, else to the function's line,
    /// which every path runs.
    fn begin(&mut self, out: &mut String, f: &Function, insts: &[Inst]) {
        let mut with_text = insts.iter().filter(|inst| has_text(inst));
        let first = with_text.clone().next().and_then(|inst| inst.guard);
        let runs_too = |inst: &&Inst| inst.guard.is_none() || inst.guard == first;
        let own = with_text.find(|inst| !inst.loc.is_none() && runs_too(inst));
        self.guard = own.and_then(|inst| inst.guard);
        self.line(out, own.map_or(f.pos, |inst| self.locs.pos(inst.loc)));
    }

    /// Before the first of a block's instructions from it on.
    fn inst(&mut self, out: &mut String, f: &Function, insts: &[Inst]) {
        let Some(inst) = insts.first() else { return };
        if !inst.loc.is_none() {
            self.guard = inst.guard;
            self.line(out, self.locs.pos(inst.loc));
        } else if self.guard.is_some() && self.guard != inst.guard {
            // Where the guard does not hold, the line before was not run.
            self.begin(out, f, insts);
        }
    }

    fn line(&mut self, out: &mut String, pos: Pos) {
        if pos.line != 0 && pos != self.at {
            self.at = pos;
            let Pos { file, line, column } = pos;
            let _ = writeln!(out, "\t.loc {} {line} {column}", u32::from(file) + 1);
        }
    }
}

/// How many lines of text end in it.
pub fn line_count(text: &str) -> u32 {
    text.bytes().filter(|&b| b == b'\n').count() as u32
}

/// Counts the lines of a growing text.
struct Lines {
    counted: usize,
    line: u32,
}

impl Lines {
    fn at_end(&mut self, out: &str) -> u32 {
        self.line += line_count(&out[self.counted..]);
        self.counted = out.len();
        self.line
    }
}

/// Which blocks something goes to.
fn targets(f: &Function) -> Vec<bool> {
    let mut found = vec![false; f.block_count()];
    for inst in f.blocks().flat_map(|(_, block)| &block.insts) {
        if let Some(to) = f.target(inst) {
            found[to.index()] = true;
        }
    }
    found
}
