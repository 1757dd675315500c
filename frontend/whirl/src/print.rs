//! WHIRL as text. The text is an input too: [`crate::parse`] reads it back to an equal module.
//!
//! S-expressions. A node is `(OPCODE attribute... kid...)`; attributes are told apart by their first character:
//! `%3` local, `$3` global, `+8`/`-8` offset, `=5` value, `L2` label, `t4` type, `!volatile !ro !block !system`
//! flags, `~shfl.up` intrinsic, `<3:5>` bits (start:width), `@0:12:5+3` place (as [`crate::place::text`] says). `;` starts a
//! comment.

use crate::intrinsic::AtomicScope;
use crate::module::{Module, Pu, PuKind};
use crate::operator::Operator;
use crate::options::{CODE_OPTIONS, CodeOptions};
use crate::place::{self, Loc};
use crate::symbol::{St, Storage};
use crate::tree::{Wn, WnId};
use crate::ty::{TyKind, TyTable};
use std::fmt::Write as _;

/// The whole module as text, beginning with `(whirl 1`, or `(whirl 1 m` after lowering.
pub fn print_module(module: &Module) -> String {
    let mut out = String::with_capacity(4096);
    out.push_str(if module.lowered { "(whirl 1 m\n" } else { "(whirl 1\n" });
    print_header(&mut out, module);
    let sites = place::text::Sites::of(&module.locs, module.functions.iter().flat_map(places_of));
    place::text::print_sites(&mut out, " ", &module.locs, &sites);
    for (index, pu) in module.functions.iter().enumerate() {
        print_pu(&mut out, &Places { locs: &module.locs, sites: &sites }, index, pu);
    }
    out.push_str(")\n");
    out
}

/// One function of a module as text, with the places that it names before it.
pub fn print_function(module: &Module, index: usize) -> String {
    let mut out = String::new();
    let Some(pu) = module.functions.get(index) else { return out };
    let sites = place::text::Sites::of(&module.locs, places_of(pu));
    place::text::print_sites(&mut out, " ", &module.locs, &sites);
    print_pu(&mut out, &Places { locs: &module.locs, sites: &sites }, index, pu);
    out
}

/// The places of a function's nodes.
fn places_of(pu: &Pu) -> Vec<Loc> {
    let mut places = Vec::new();
    let mut stack = vec![pu.body];
    while let Some(id) = stack.pop() {
        places.push(pu.tree.loc(id));
        stack.extend_from_slice(pu.tree.kids(id));
    }
    places
}

/// Options, files, types and global symbols: the part that the SSA form's text shares.
pub fn print_header(out: &mut String, module: &Module) {
    print_options(out, &module.options);
    for file in &module.files {
        let _ = writeln!(out, " (file {})", quoted(file));
    }
    print_types(out, &module.types);
    for (index, st) in module.globals.iter().enumerate() {
        let _ = write!(out, " (global ${index} ");
        print_symbol(out, st);
        out.push_str(")\n");
    }
}

fn print_options(out: &mut String, options: &CodeOptions) {
    out.push_str(" (options");
    let default = CodeOptions::default();
    for row in CODE_OPTIONS {
        let value = (row.text)(options);
        if value != (row.text)(&default) || ["target", "O"].contains(&row.name) {
            let _ = write!(out, " {}={}", row.name, value.unwrap_or_default());
        }
    }
    out.push_str(")\n");
}

fn print_types(out: &mut String, types: &TyTable) {
    for (id, kind) in types.iter() {
        let _ = write!(out, " (type {id} ");
        match kind {
            TyKind::Scalar(m) => {
                let _ = write!(out, "scalar {m}");
            }
            TyKind::Bool => out.push_str("bool"),
            TyKind::Pointer(to) => {
                let _ = write!(out, "pointer {to}");
            }
            TyKind::Array(of, count) => {
                let _ = write!(out, "array {of} {count}");
            }
            TyKind::Struct { name, fields, size, align, is_union } => {
                let word = if *is_union { "union" } else { "struct" };
                let _ = write!(out, "{word} {} {size} {align}", quoted(name));
                for f in fields {
                    let _ = write!(out, " ({} {} {}", quoted(&f.name), f.ty, f.offset);
                    if let Some(b) = f.bits {
                        let _ = write!(out, " <{}:{}>", b.start, b.width);
                    }
                    out.push(')');
                }
            }
        }
        out.push_str(")\n");
    }
}

/// `"name" t3 storage align=4 flags... place init`, without parentheses.
pub fn print_symbol(out: &mut String, st: &St) {
    let _ = write!(out, "{} {} {} align={}", quoted(&st.name), st.ty, st.storage.name(), st.align);
    for (flag, word) in [
        (st.volatile, "!volatile"),
        (st.constant, "!const"),
        (st.restrict, "!restrict"),
        (st.unchanging, "!unchanging"),
        (st.temporary, "!temp"),
        (st.managed, "!managed"),
    ] {
        if flag {
            let _ = write!(out, " {word}");
        }
    }
    if st.pos.line != 0 {
        let _ = write!(out, " {}", place(st.pos));
    }
    if let Some(init) = &st.init {
        out.push_str(" (init ");
        out.push('"');
        for byte in &init.bytes {
            let _ = write!(out, "{byte:02x}");
        }
        out.push('"');
        for (offset, target, addend) in &init.addresses {
            let _ = write!(out, " ({offset} {target} {addend})");
        }
        out.push(')');
    }
}

/// What the text of a place goes by.
struct Places<'a> {
    locs: &'a place::LocTable,
    sites: &'a place::text::Sites,
}

fn print_pu(out: &mut String, places: &Places<'_>, index: usize, pu: &Pu) {
    let kind = match pu.kind {
        PuKind::Kernel => "kernel",
        PuKind::Device => "device",
    };
    let _ = write!(
        out,
        " (function ={index} {kind} {} {} {}",
        quoted(&pu.name),
        quoted(&pu.ptx_name),
        place(pu.pos)
    );
    if let Some(b) = pu.launch_bounds {
        let _ = write!(out, " (bounds {}", b.max_threads);
        if let Some(m) = b.min_blocks {
            let _ = write!(out, " {m}");
        }
        out.push(')');
    }
    match pu.inlining {
        crate::Inlining::Default => {}
        crate::Inlining::Force => out.push_str(" !force-inline"),
        crate::Inlining::Never => out.push_str(" !no-inline"),
    }
    if let Some(ty) = pu.result {
        let _ = write!(out, " (result {ty}");
        if let Some(object) = pu.result_object {
            let _ = write!(out, " {object}");
        }
        out.push(')');
    }
    out.push('\n');
    for (index, st) in pu.locals.iter().enumerate() {
        let _ = write!(out, "  (local %{index} ");
        print_symbol(out, st);
        if st.storage == Storage::Param
            && let Some(k) = pu.params.iter().position(|p| p.index() == index)
        {
            let _ = write!(out, " ={k}");
        }
        out.push_str(")\n");
    }
    for (index, asm) in pu.asms.iter().enumerate() {
        print_asm(out, index, asm);
    }
    print_node(out, places, pu, pu.body, 2);
    out.push_str(" )\n");
}

/// One entry of a function's table of inline PTX.
pub fn print_asm(out: &mut String, index: usize, asm: &crate::AsmInfo) {
    let _ = write!(out, "  (asm ={index} {}", quoted(&asm.text));
    for (st, class, tied) in &asm.outputs {
        let _ = write!(out, " (out {st} {}", class.letter());
        if let Some(k) = tied {
            let _ = write!(out, " {k}");
        }
        out.push(')');
    }
    for class in &asm.inputs {
        let _ = write!(out, " (in {})", class.letter());
    }
    for (flag, word) in [(asm.volatile, " !volatile"), (asm.memory, " !memory")] {
        if flag {
            out.push_str(word);
        }
    }
    out.push_str(")\n");
}

/// A position as `@file:line:column`.
pub fn place(pos: crate::Pos) -> String {
    format!("@{}:{}:{}", pos.file, pos.line, pos.column)
}

/// Prints one statement or expression; statements on lines of their own, indented.
///
/// Works with an explicit stack: trees are as deep as the source makes them.
fn print_node(out: &mut String, places: &Places<'_>, pu: &Pu, root: WnId, indent: usize) {
    enum Step {
        /// A node, its indentation, whether it has a line of its own, and the statement that it stands in.
        Open(WnId, usize, bool, Loc),
        Close {
            newline: bool,
            indent: Option<usize>,
        },
    }
    let mut stack = vec![Step::Open(root, indent, true, Loc::NONE)];
    while let Some(step) = stack.pop() {
        match step {
            Step::Close { newline, indent } => {
                if let Some(n) = indent {
                    out.extend(std::iter::repeat_n(' ', n));
                }
                out.push(')');
                if newline {
                    out.push('\n');
                }
            }
            Step::Open(id, indent, own_line, around) => {
                let wn = pu.tree.get(id);
                if own_line {
                    out.extend(std::iter::repeat_n(' ', indent));
                } else {
                    out.push(' ');
                }
                out.push('(');
                let statement = wn.opr.is_statement();
                let (inside, outside) = match statement {
                    true => (places.locs.statement(wn.loc), Loc::NONE),
                    false => (around, around),
                };
                print_head(out, places, &wn, outside);
                let kids = pu.tree.kids(id);
                // Blocks, and statements that hold blocks, put their kids on lines of their own.
                let spread = kids.iter().any(|&k| pu.tree.opr(k).is_statement()) || kids.len() > 8;
                if spread {
                    out.push('\n');
                }
                stack.push(Step::Close { newline: own_line, indent: spread.then_some(indent) });
                for &kid in kids.iter().rev() {
                    stack.push(Step::Open(kid, indent + 1, spread, inside));
                }
            }
        }
    }
}

fn print_head(out: &mut String, places: &Places<'_>, wn: &Wn, around: Loc) {
    match wn.opr {
        // The common case, without an intermediate string.
        Operator::Block => out.push_str("BLOCK"),
        opr => out.push_str(&opr.opcode_name(wn.rtype, wn.desc)),
    }
    place::text::print(out, places.locs, places.sites, wn.loc, around);
    for (flag, word) in [(wn.volatile, " !volatile"), (wn.read_only, " !ro")] {
        if flag {
            out.push_str(word);
        }
    }
    match wn.scope {
        AtomicScope::Device => {}
        AtomicScope::Block => out.push_str(" !block"),
        AtomicScope::System => out.push_str(" !system"),
    }
    if let Some(i) = wn.intrinsic {
        let _ = write!(out, " ~{}", i.name());
    }
    if let Some(st) = wn.st {
        let _ = write!(out, " {st}");
    }
    if wn.offset != 0 {
        let _ = write!(out, " {:+}", wn.offset);
    }
    if let Some(label) = wn.label {
        let _ = write!(out, " L{}", label.0);
    }
    if wn.value != 0 || shows_value(wn.opr) {
        match wn.opr {
            Operator::Intconst | Operator::CaseGoto if !wn.rtype.unsigned().eq(&wn.rtype) => {
                let _ = write!(out, " ={}", wn.value as i64);
            }
            Operator::Const => {
                let _ = write!(out, " =0x{:x}", wn.value);
                let shown = if wn.rtype == crate::Mtype::F4 {
                    f64::from(f32::from_bits(wn.value as u32))
                } else {
                    f64::from_bits(wn.value)
                };
                // For the reader only.
                let _ = write!(out, " #{shown:?}");
            }
            _ => {
                let _ = write!(out, " ={}", wn.value);
            }
        }
    }
    if wn.align != 0 {
        let _ = write!(out, " align={}", wn.align);
    }
    if let Some(bits) = wn.bits {
        let _ = write!(out, " <{}:{}>", bits.start, bits.width);
    }
    if let Some(ty) = wn.ty {
        let _ = write!(out, " {ty}");
    }
}

fn shows_value(opr: Operator) -> bool {
    matches!(
        opr,
        Operator::Intconst
            | Operator::Const
            | Operator::CaseGoto
            | Operator::Call
            | Operator::Asm
            | Operator::PragmaUnroll
    )
}

/// The text between double quotes, with `\\`, `\"`, `\n`, `\t`, `\r` and `\xNN` for what cannot stand as it is.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if (c as u32) < 0x20 || c as u32 == 0x7f => {
                let _ = write!(out, "\\x{:02x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
