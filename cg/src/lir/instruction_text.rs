//! An instruction of LIR as PTX text.

use super::modifiers::{Round, Type};
use super::opcodes::Slot;
use super::{CallSite, Function, Inst, Op, Operand, Passed, Reg, Variable};
use std::fmt::Write as _;

pub(super) fn register(out: &mut String, f: &Function, reg: Reg) {
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
            number(out, to.index() as u64);
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

/// The parts of a value, neighbours narrower than a register together, as one access of two or four of them: by itself each costs
/// an extension. Legal where they are of one type, side by side, and the first is aligned as all of them ask.
fn vectors(passed: &Passed) -> impl Iterator<Item = &[(u64, Type)]> {
    let align = match passed.variable {
        Variable::Scalar(_) => 1,
        Variable::Bytes { align, .. } => u64::from(align),
    };
    let mut rest = &passed.parts[..];
    std::iter::from_fn(move || {
        let &(first, ty) = rest.first()?;
        let size = u64::from(ty.size());
        let fits = |&count: &usize| {
            let bytes = size * count as u64;
            size < 4
                && align >= bytes
                && first % bytes == 0
                && rest.len() >= count
                && (0..count).all(|k| rest[k] == (first + size * k as u64, ty))
        };
        let (parts, after) = rest.split_at([4, 2].into_iter().find(fits).unwrap_or(1));
        rest = after;
        Some(parts)
    })
}

/// What an access of so many says of them.
fn vector(parts: &[(u64, Type)]) -> &'static str {
    match parts.len() {
        4 => "v4.",
        2 => "v2.",
        _ => "",
    }
}

/// So many operands, in braces where they are several.
fn braced(out: &mut String, count: usize, mut each: impl FnMut(&mut String)) {
    if count > 1 {
        out.push('{');
    }
    for k in 0..count {
        out.push_str(if k > 0 { ", " } else { "" });
        each(out);
    }
    if count > 1 {
        out.push('}');
    }
}

/// A call: its own scope with the variables that it passes. The tab of the first line stands already.
fn call(out: &mut String, f: &Function, site: &CallSite, inst: &Inst) {
    out.push_str("{\n");
    // The scope's variables must not hide the function that is called.
    let own = if ["param", "retval"].iter().any(|p| site.callee.starts_with(p)) { "$" } else { "" };
    let mut values = f.uses(inst).iter();
    for (k, passed) in site.arguments.iter().enumerate() {
        declare(out, passed, format_args!("param{own}{k}"));
        for parts in vectors(passed) {
            let _ = write!(out, "\tst.param.{}{} ", vector(parts), parts[0].1.name());
            place(out, format_args!("param{own}{k}"), parts[0].0);
            out.push_str(", ");
            braced(out, parts.len(), |out| {
                if let Some(value) = values.next() {
                    operand(out, f, value);
                }
            });
            out.push_str(";\n");
        }
    }
    if let Some(result) = &site.result {
        declare(out, result, format_args!("retval{own}0"));
    }
    out.push_str("\tcall.uni ");
    if site.result.is_some() {
        let _ = write!(out, "(retval{own}0), ");
    }
    out.push_str(&site.callee);
    for k in 0..site.arguments.len() {
        let _ = write!(out, "{}param{own}{k}", if k == 0 { ", (" } else { ", " });
    }
    out.push_str(if site.arguments.is_empty() { ";\n" } else { ");\n" });
    if let Some(result) = &site.result {
        let mut regs = f.defs(inst);
        for parts in vectors(result) {
            let _ = write!(out, "\tld.param.{}{} ", vector(parts), parts[0].1.name());
            braced(out, parts.len(), |out| {
                if let Some(reg) = regs.next() {
                    register(out, f, reg);
                }
            });
            out.push_str(", ");
            place(out, format_args!("retval{own}0"), parts[0].0);
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
    // Behind a label there is nothing to end.
    if !out[begin..].trim_end().ends_with([';', '}', ':']) {
        out.push(';');
    }
    out.push_str(" }\n");
}
