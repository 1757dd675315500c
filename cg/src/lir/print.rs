//! LIR as PTX text, and as text for the reader of a dump.

use super::check::Violation;
use super::modifiers::Round;
use super::opcodes::Slot;
use super::{
    Block, BlockId, CallSite, Function, Inst, Op, Operand, Passed, Reg, RegClass, Variable,
};
use optx_ir::Func;
use optx_whirl::{LocTable, Pos, place};
use std::fmt::Write as _;

/// About as many bytes as an instruction's line has.
const INSTRUCTION_TEXT: usize = 32;

/// Where an instruction stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Its block.
    pub block: BlockId,
    /// Its number in the block.
    pub inst: u32,
    /// The line, from 0, of the function's text.
    pub line: u32,
}

/// Name, parameters and result of a function, as it is declared.
pub fn head(out: &mut String, f: &Function) {
    match f.function.as_deref() {
        None => out.push_str(".visible .entry "),
        Some("") => out.push_str(".func "),
        Some(result) => {
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
/// instruction that gets text.
pub fn function(
    out: &mut String,
    f: &Function,
    lineinfo: Option<&LocTable>,
    mut each: Option<impl FnMut(Printed)>,
) {
    out.reserve(INSTRUCTION_TEXT * f.len());
    let mut lines = Lines { counted: out.len(), line: 0 };
    out.push('\n');
    head(out, f);
    out.push('\n');
    for directive in &f.directives {
        let _ = writeln!(out, "{directive}");
    }
    out.push_str("{\n");
    for local in &f.locals {
        let _ = writeln!(out, "\t{local}");
    }
    for class in RegClass::ALL {
        let count = f.count(class);
        if count > 0 {
            let _ = writeln!(out, "\t.reg .{} {}<{count}>;", class.declared(), class.prefix());
        }
    }
    out.push('\n');
    let targets = targets(f);
    let mut lineinfo = lineinfo.map(|locs| LineInfo { locs, at: Pos::default() });
    if let Some(info) = &mut lineinfo {
        info.line(out, f.pos);
    }
    for (k, block) in f.blocks.iter().enumerate() {
        if targets[k] {
            let _ = writeln!(out, "$L{k}:");
            if block.no_unroll {
                out.push_str("\t.pragma \"nounroll\";\n");
            }
            if let Some(info) = &mut lineinfo {
                info.begin(out, f, block);
            }
        }
        for (n, inst) in block.insts.iter().enumerate() {
            if !has_text(inst) {
                continue;
            }
            if let Some(info) = &mut lineinfo {
                info.inst(out, inst);
            }
            if let Some(each) = &mut each {
                let line = lines.at_end(out);
                each(Printed { block: BlockId(k as u32), inst: n as u32, line });
            }
            instruction(out, f, inst);
        }
    }
    out.push_str("}\n");
}

/// Whether PTX has an instruction for it.
fn has_text(inst: &Inst) -> bool {
    !matches!(inst.op, Op::Undef | Op::Any)
}

/// Writes `.loc`: what follows one, in the order of the text, is charged to its line.
struct LineInfo<'a> {
    locs: &'a LocTable,
    at: Pos,
}

impl LineInfo<'_> {
    /// Before a block that is jumped to: the text before it may be of another path, so that an instruction without a place
    /// is charged to the next in the block that has one, else to the function's line, which every path runs.
    fn begin(&mut self, out: &mut String, f: &Function, block: &Block) {
        let own = block.insts.iter().find(|inst| has_text(inst) && !inst.loc.is_none());
        self.line(out, own.map_or(f.pos, |inst| self.locs.pos(inst.loc)));
    }

    fn inst(&mut self, out: &mut String, inst: &Inst) {
        self.line(out, self.locs.pos(inst.loc));
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
    let mut found = vec![false; f.blocks.len()];
    for inst in f.blocks.iter().flat_map(|b| &b.insts) {
        if let Some(to) = f.target(inst) {
            found[to.index()] = true;
        }
    }
    found
}

fn register(out: &mut String, f: &Function, reg: Reg) {
    let info = f.reg(reg);
    out.push_str(info.class.prefix());
    number(out, u64::from(info.number));
}

/// A number in decimal: most of a text is registers, and the formatter's machinery is slow.
fn number(out: &mut String, value: u64) {
    if value < 10 {
        return out.push(char::from(b'0' + value as u8));
    }
    let mut digits = [0u8; 20];
    let (mut at, mut rest) = (digits.len(), value);
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&b| char::from(b)));
}

fn integer(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    number(out, value.unsigned_abs());
}

/// One operand as text.
fn operand(out: &mut String, f: &Function, operand: &Operand) {
    match *operand {
        Operand::Reg(reg) => register(out, f, reg),
        Operand::Int(value) => integer(out, value),
        Operand::F32(bits) => {
            let _ = write!(out, "0f{bits:08X}");
        }
        Operand::F64(bits) => {
            let _ = write!(out, "0d{bits:016X}");
        }
        Operand::Symbol(symbol) => out.push_str(&f.symbols[symbol.0 as usize]),
        Operand::Special(special) => out.push_str(special.name()),
        Operand::Label(to) => {
            out.push_str("$L");
            number(out, u64::from(to.0));
        }
        Operand::AtReg(reg, offset) => {
            out.push('[');
            register(out, f, reg);
            displacement(out, offset);
        }
        Operand::AtSymbol(symbol, offset) => {
            out.push('[');
            out.push_str(&f.symbols[symbol.0 as usize]);
            displacement(out, offset);
        }
    }
}

/// The rest of an address.
fn displacement(out: &mut String, offset: i64) {
    // ptxas wants the plus sign before a negative offset, too.
    if offset != 0 {
        out.push('+');
        integer(out, offset);
    }
    out.push(']');
}

/// An instruction and its line's end.
pub fn instruction(out: &mut String, f: &Function, inst: &Inst) {
    out.push('\t');
    if let Some(guard) = inst.guard {
        out.push_str(if guard.expected { "@" } else { "@!" });
        register(out, f, guard.reg);
        out.push(' ');
    }
    match inst.op {
        Op::Call(site) => return call(out, f, &f.calls[site as usize], inst),
        Op::Asm(text) => return asm(out, f, text, inst),
        op => opcode(out, op),
    }
    let mut first = true;
    let row = inst.op.row();
    let (defs, uses) = f.operands(inst).split_at(f.defs(inst).len());
    for (list, slots) in [(defs, row.defs), (uses, row.uses)] {
        let vector = vector_at(inst.op, slots);
        for (k, each) in list.iter().enumerate() {
            out.push_str(if first { " " } else { ", " });
            first = false;
            if vector == Some(k) {
                out.push('{');
            }
            operand(out, f, each);
        }
        if vector.is_some() {
            out.push('}');
        }
    }
    if inst.op == (Op::Clock(true)) {
        out.push_str(", %clock64");
    } else if inst.op == Op::Clock(false) {
        out.push_str(", %clock");
    }
    out.push_str(";\n");
}

/// Where among the operands of such slots those begin that are one value of several registers.
fn vector_at(op: Op, slots: &[Slot]) -> Option<usize> {
    match (op, slots) {
        (Op::Ld(access) | Op::St(access), [.., Slot::Elements]) if access.count > 1 => {
            Some(slots.len() - 1)
        }
        (Op::Pack | Op::Unpack, [Slot::Word, Slot::Word]) => Some(0),
        _ => None,
    }
}

/// The opcode with all modifiers and types.
pub fn opcode(out: &mut String, op: Op) {
    let ftz = |on: bool| if on { ".ftz" } else { "" };
    let round = |round: Option<Round>| round.map_or("", Round::name);
    let spelling = op.row().spelling;
    let mut put = |parts: &[&str]| parts.iter().for_each(|part| out.push_str(part));
    match op {
        Op::Alu { ty, round: r, ftz: z, .. } => put(&[spelling, round(r), ftz(z), ".", ty.name()]),
        Op::Setp { relation, ty, ftz: z } => {
            put(&[spelling, relation.name(), ftz(z), ".", ty.name()]);
        }
        Op::Selp(ty) | Op::Mov(ty) => put(&[spelling, ".", ty.name()]),
        Op::Cvt { to, from, round: r, ftz: z, sat } => {
            let sat = if sat { ".sat" } else { "" };
            put(&[spelling, round(r), ftz(z), sat, ".", to.name(), ".", from.name()]);
        }
        Op::Cvta { space, .. } => put(&[spelling, space.name(), ".u64"]),
        Op::Ld(access) | Op::St(access) => {
            let volatile = if access.volatile { ".volatile" } else { "" };
            let cache = if access.read_only { ".nc" } else { "" };
            let vector = match access.count {
                2 => ".v2",
                4 => ".v4",
                _ => "",
            };
            let (space, ty) = (access.space.name(), access.ty.name());
            put(&[spelling, volatile, space, cache, vector, ".", ty]);
        }
        Op::Atom { update, space, scope, ty, returns } => {
            let word = if returns { "atom" } else { "red" };
            put(&[word, scope.name(), space.name(), update.name(), ".", ty.name()]);
        }
        Op::Warp(warp, ty) => put(&[warp.name(), ".", ty.name()]),
        Op::Barrier(barrier) => put(&[barrier.name()]),
        Op::Fence(scope) => {
            // The older spelling says `gl` where others leave the device out.
            put(&[spelling, if scope.name().is_empty() { ".gl" } else { scope.name() }]);
        }
        Op::Clock(wide) => put(&[if wide { "mov.u64" } else { "mov.u32" }]),
        Op::Bra { uniform } => put(&[spelling, if uniform { ".uni" } else { "" }]),
        Op::Undef => put(&["undef"]),
        Op::Any => put(&["any"]),
        _ => put(&[spelling]),
    }
}

fn declare(out: &mut String, passed: &Passed, name: std::fmt::Arguments<'_>) {
    match passed.variable {
        Variable::Scalar(ty) => {
            let _ = writeln!(out, "\t.param .{} {name};", ty.name());
        }
        Variable::Bytes { align, size } => {
            let _ = writeln!(out, "\t.param .align {align} .b8 {name}[{size}];");
        }
    }
}

fn place(out: &mut String, name: std::fmt::Arguments<'_>, offset: u64) {
    let _ = write!(out, "[{name}");
    displacement(out, offset as i64);
}

/// A call: its own scope with the variables that it passes. The tab of the first line stands already.
fn call(out: &mut String, f: &Function, site: &CallSite, inst: &Inst) {
    out.push_str("{\n");
    let mut values = f.uses(inst).iter();
    for (k, passed) in site.arguments.iter().enumerate() {
        declare(out, passed, format_args!("param{k}"));
        for ((offset, ty), value) in passed.parts.iter().zip(&mut values) {
            let _ = write!(out, "\tst.param.{} ", ty.name());
            place(out, format_args!("param{k}"), *offset);
            out.push_str(", ");
            operand(out, f, value);
            out.push_str(";\n");
        }
    }
    if let Some(result) = &site.result {
        declare(out, result, format_args!("retval0"));
    }
    let _ = write!(
        out,
        "\tcall.uni {}{}",
        if site.result.is_some() { "(retval0), " } else { "" },
        site.callee
    );
    for k in 0..site.arguments.len() {
        let _ = write!(out, "{}param{k}", if k == 0 { ", (" } else { ", " });
    }
    out.push_str(if site.arguments.is_empty() { ";\n" } else { ");\n" });
    if let Some(result) = &site.result {
        for ((offset, ty), reg) in result.parts.iter().zip(f.defs(inst)) {
            let _ = write!(out, "\tld.param.{} ", ty.name());
            register(out, f, reg);
            out.push_str(", ");
            place(out, format_args!("retval0"), *offset);
            out.push_str(";\n");
        }
    }
    out.push_str("\t}\n");
}

/// Inline PTX in braces of its own.
fn asm(out: &mut String, f: &Function, text: u32, inst: &Inst) {
    let operands = f.operands(inst);
    out.push_str("{ ");
    let begin = out.len();
    for (text, number) in &f.asms[text as usize].pieces {
        out.push_str(text);
        if let Some(value) = number.and_then(|k| operands.get(usize::from(k))) {
            operand(out, f, value);
        }
    }
    if !out[begin..].trim_end().ends_with([';', '}']) {
        out.push(';');
    }
    out.push_str(" }\n");
}

/// The function for the reader of a dump: blocks with their edges and depth, every instruction as PTX, behind it its place
/// and the names of the variables that it reads and writes. What is wrong stands behind the instruction that is wrong.
pub fn dump(
    out: &mut String,
    f: &Function,
    locs: &LocTable,
    source: Option<&Func>,
    broken: &[Violation],
) {
    let sites = place::text::Sites::default();
    let _ = writeln!(
        out,
        "lir {} {}",
        if f.function.is_some() { "function" } else { "kernel" },
        f.name
    );
    for (k, block) in f.blocks.iter().enumerate() {
        edges(out, BlockId(k as u32), block);
        for (n, inst) in block.insts.iter().enumerate() {
            let begin = out.len();
            instruction(out, f, inst);
            out.truncate(out.trim_end().len());
            let width = out.len() - begin;
            let mut names: Vec<&str> = Vec::new();
            let registers = f.operands(inst).iter().filter_map(Operand::register);
            for aux in registers.filter_map(|reg| f.reg(reg).aux) {
                let name = source.map_or("", |source| source.auxes[aux].name.as_ref());
                if !name.is_empty() && !names.contains(&name) {
                    names.push(name);
                }
            }
            let pad =
                if out[begin..].contains('\n') { 1 } else { 48usize.saturating_sub(width).max(1) };
            let _ = write!(out, "{:pad$};", "");
            place::text::print(out, locs, &sites, inst.loc, locs.statement(inst.loc));
            for name in names {
                let _ = write!(out, " {name}");
            }
            out.push('\n');
            tell(out, broken, BlockId(k as u32), n);
        }
        tell(out, broken, BlockId(k as u32), block.insts.len());
    }
}

/// The violations of a place.
fn tell(out: &mut String, broken: &[Violation], block: BlockId, inst: usize) {
    for violation in broken.iter().filter(|v| v.place == (block, inst)) {
        let _ = writeln!(out, ";!! {}", violation.rule);
    }
}

fn edges(out: &mut String, id: BlockId, block: &Block) {
    let list = |blocks: &[BlockId]| blocks.iter().map(|b| format!(" {b}")).collect::<String>();
    let _ = writeln!(
        out,
        "{id}: ; depth {}, from{}, to{}{}",
        block.depth,
        list(&block.preds),
        list(&block.succs),
        if block.no_unroll { ", not unrolled" } else { "" }
    );
}
