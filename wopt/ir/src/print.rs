//! A Func as text, in any form. The text is an input too: [`crate::parse`].
//!
//! S-expressions, sharing WHIRL's header and attribute syntax. A VAR is `v3.2` (symbol 3, version 2) or `v3` without
//! a version; constants are `=5:U4`; an OP used more than once is named by `(let cr12 ...)` before its first use. What a
//! statement may use and define beside is `mu(v13.1)` and `chi(v13.2 <- v13.1)`. Places are as [`optx_whirl::place::text`] says.

use crate::block::Terminator;
use crate::coderep::{Access, AccessShape, CodeRep};
use crate::func::{AuxKind, Func};
use crate::ids::{BbId, CrId, StmtId, Version};
use crate::side_table::SideTable;
use crate::stmtrep::{StmtOp, StmtRep};
use crate::violation::Violation;
use optx_whirl::place;
use optx_whirl::print::{place as position, print_asm, print_header, print_symbol, quoted};
use optx_whirl::{AtomicScope, Loc, LocTable, Module, Mtype, PuKind, Storage};
use std::fmt::Write as _;

/// The module's header and the functions, beginning with `(ssa 1`.
pub fn print_module(header: &Module, funcs: &[Func]) -> String {
    let mut out = String::with_capacity(4096);
    out.push_str("(ssa 1\n");
    print_header(&mut out, header);
    for func in funcs {
        print_func(&mut out, &header.locs, func);
    }
    out.push_str(")\n");
    out
}

/// One function, whose places are in the table `locs`.
pub fn print_func(out: &mut String, locs: &LocTable, f: &Func) {
    print_broken(out, locs, f, &[]);
}

/// One function, with what is wrong told behind the place where it is wrong.
pub fn print_broken(out: &mut String, locs: &LocTable, f: &Func, broken: &[Violation]) {
    let uses = count_uses(f);
    let sites = place::text::Sites::of(
        locs,
        f.layout.iter().flat_map(|&bb| {
            let block = &f.bbs[bb];
            block.stmts.iter().map(|&s| f.stmts[s].loc).chain([block.loc])
        }),
    );
    let places = Some(Places { locs, sites: &sites });
    let mut printer = Printer { f, uses, named: SideTable::new(0), lets: 0, places, broken };
    for violation in broken.iter().filter(|v| v.bb.is_none()) {
        let _ = writeln!(out, ";!! {}", violation.rule);
    }
    printer.func(out);
}

/// How often each node is a kid or a root, counting each parent once.
fn count_uses(f: &Func) -> SideTable<CrId, u32> {
    let mut uses = SideTable::new(0u32);
    let mut stack = Vec::new();
    for &bb in &f.layout {
        let block = &f.bbs[bb];
        for &s in &block.stmts {
            stack.extend(f.stmts[s].kids.iter().chain(&f.stmts[s].results).copied());
        }
        if let Terminator::Branch { condition, .. } = block.terminator() {
            stack.push(condition);
        }
    }
    while let Some(id) = stack.pop() {
        let count = uses.entry(id);
        *count += 1;
        if *count > 1 {
            continue;
        }
        match f.codemap.get(id) {
            CodeRep::Op(op) => stack.extend_from_slice(&op.kids),
            CodeRep::Ivar { access, .. } => stack.push(access.base),
            _ => {}
        }
    }
    uses
}

struct Printer<'a> {
    f: &'a Func,
    uses: SideTable<CrId, u32>,
    /// The number of the name that an OP was given; 0 for none. Names count in printing order.
    named: SideTable<CrId, u32>,
    lets: u32,
    /// None for trees, which have no places.
    places: Option<Places<'a>>,
    broken: &'a [Violation],
}

/// What places are printed by.
#[derive(Clone, Copy)]
struct Places<'a> {
    locs: &'a LocTable,
    /// Calls that were inlined.
    sites: &'a place::text::Sites,
}

impl Printer<'_> {
    fn func(&mut self, out: &mut String) {
        let f = self.f;
        let _ = write!(
            out,
            " (func {} {} {} {} at={}",
            f.form.name(),
            quoted(&f.name),
            quoted(&f.ptx_name),
            position(f.pos),
            if f.at.is_empty() { "start" } else { &f.at }
        );
        if f.kind == PuKind::Device {
            out.push_str(" (device");
            if let Some(ty) = f.result {
                let _ = write!(out, " {ty}");
            }
            out.push(')');
        }
        if let Some(summary) = f.summary {
            let _ = write!(out, " ({summary})");
        }
        if let Some(b) = f.launch_bounds {
            let _ = write!(out, " (bounds {}", b.max_threads);
            if let Some(m) = b.min_blocks {
                let _ = write!(out, " {m}");
            }
            out.push(')');
        }
        out.push('\n');
        if let Some(Places { locs, sites }) = self.places {
            place::text::print_sites(out, "  ", locs, sites);
        }
        for (index, st) in f.locals.iter().enumerate() {
            let _ = write!(out, "  (local %{index} ");
            print_symbol(out, st);
            if st.storage == Storage::Param
                && let Some(k) = f.params.iter().position(|p| p.index() == index)
            {
                let _ = write!(out, " ={k}");
            }
            out.push_str(")\n");
        }
        for (index, asm) in f.asms.iter().enumerate() {
            print_asm(out, index, asm);
        }
        for st in &f.stack_objects {
            let _ = writeln!(out, "  (stack {st})");
        }
        for (id, aux) in f.auxes.iter() {
            let _ = write!(out, "  (aux {id} ");
            match aux.kind {
                AuxKind::Scalar { st, offset } => {
                    let _ = write!(out, "scalar {st} {offset}");
                }
                AuxKind::Temp => out.push_str("temp"),
                AuxKind::Register(None) => out.push_str("register"),
                AuxKind::Register(Some(st)) => {
                    let _ = write!(out, "register {st}");
                }
                AuxKind::Memory => out.push_str("memory"),
            }
            let versions = aux.versions.len();
            let _ = writeln!(out, " {} {} {versions})", aux.mtype, quoted(&aux.name));
        }
        for &bb in &f.layout {
            self.block(out, bb);
        }
        out.push_str(" )\n");
    }

    fn block(&mut self, out: &mut String, bb: BbId) {
        let f = self.f;
        let block = &f.bbs[bb];
        let _ = write!(out, "  (bb {bb}");
        if !block.preds().is_empty() {
            out.push_str(" (preds");
            for p in block.preds() {
                let _ = write!(out, " {p}");
            }
            out.push(')');
        }
        if let Some(n) = block.unroll {
            let _ = write!(out, " (unroll {n})");
        }
        if let Some(unrolled) = block.unrolled {
            let _ = write!(out, " (unrolled {})", unrolled.name());
        }
        out.push('\n');
        self.wrong(out, bb, None);
        for phi in &block.phis {
            let _ = write!(out, "   (phi {}", self.leaf(phi.result));
            for &operand in &phi.operands {
                let _ = write!(out, " {}", self.leaf(operand));
            }
            out.push_str(")\n");
        }
        for &s in &block.stmts {
            self.statement(out, &f.stmts[s]);
            self.wrong(out, bb, Some(s));
        }
        if let Terminator::Branch { condition, .. } = block.terminator() {
            self.lets(out, condition);
        }
        out.push_str("   (");
        match block.terminator() {
            Terminator::Goto(to) => {
                let _ = write!(out, "goto{} {to}", self.place(block.loc));
            }
            Terminator::Branch { condition, on_true, on_false } => {
                let _ = write!(out, "branch{} ", self.place(block.loc));
                self.tree(out, condition);
                let _ = write!(out, " {on_true} {on_false}");
            }
            Terminator::Return => {
                let _ = write!(out, "return{}", self.place(block.loc));
            }
        }
        out.push_str("))\n");
    }

    /// What is wrong at a place.
    fn wrong(&self, out: &mut String, bb: BbId, s: Option<StmtId>) {
        for violation in self.broken.iter().filter(|v| v.bb == Some(bb) && v.stmt == s) {
            let _ = writeln!(out, ";!! {}", violation.rule);
        }
    }

    /// Names the shared OPs below (and at) a root that have no name yet, operands first.
    fn lets(&mut self, out: &mut String, root: CrId) {
        let mut steps = vec![(root, false)];
        while let Some((id, leave)) = steps.pop() {
            if *self.named.get(id) != 0 {
                continue;
            }
            let shared = *self.uses.get(id) > 1;
            let kids: &[CrId] = match self.f.codemap.get(id) {
                CodeRep::Op(op) => &op.kids,
                CodeRep::Ivar { access, .. } => &[access.base],
                _ => continue,
            };
            let is_op = matches!(self.f.codemap.get(id), CodeRep::Op(_));
            if leave {
                if shared && is_op {
                    let _ = write!(out, "   (let cr{} ", self.lets + 1);
                    self.node(out, id);
                    out.push_str(")\n");
                    self.lets += 1;
                    *self.named.entry(id) = self.lets;
                }
            } else {
                steps.push((id, true));
                steps.extend(kids.iter().map(|&k| (k, false)));
            }
        }
    }

    fn statement(&mut self, out: &mut String, s: &StmtRep) {
        for &root in s.kids.iter().chain(&s.results) {
            self.lets(out, root);
        }
        out.push_str("   (");
        let word = match &s.op {
            StmtOp::Stid => "stid",
            StmtOp::Istore => "istore",
            StmtOp::VolatileLoad(_) => "volatile-load",
            StmtOp::VolatileStore(_) => "volatile-store",
            StmtOp::Intrinsic { .. } => "intrinsic",
            StmtOp::Asm(_) => "asm",
            StmtOp::Call(_) => "call",
            StmtOp::Result => "result",
        };
        let _ = write!(out, "{word}{}", self.place(s.loc));
        match &s.op {
            StmtOp::Stid | StmtOp::Istore | StmtOp::Result => {}
            StmtOp::VolatileLoad(a) | StmtOp::VolatileStore(a) => {
                let _ = write!(out, " {} {} {}", a.desc, a.space.name(), a.offset);
                print_align(out, a);
            }
            StmtOp::Intrinsic { intrinsic, rtype, desc, scope, shape } => {
                let scope = match scope {
                    AtomicScope::Device => "device",
                    AtomicScope::Block => "block",
                    AtomicScope::System => "system",
                };
                let _ = write!(out, " ~{} {rtype} {desc} {scope}", intrinsic.name());
                if let Some(a) = shape {
                    let _ = write!(out, " (at {} {} {}", a.desc, a.space.name(), a.offset);
                    print_align(out, a);
                    out.push(')');
                }
            }
            StmtOp::Asm(k) | StmtOp::Call(k) => {
                let _ = write!(out, " ={k}");
            }
        }
        out.push_str(" (");
        for (k, &r) in s.results.iter().enumerate() {
            if k > 0 {
                out.push(' ');
            }
            self.tree(out, r);
        }
        out.push(')');
        for &k in &s.kids {
            out.push(' ');
            self.tree(out, k);
        }
        for m in &s.mu {
            let _ = write!(out, " mu({})", self.leaf(m.operand));
        }
        for c in &s.chi {
            let _ = write!(out, " chi({} <- {})", self.leaf(c.result), self.leaf(c.operand));
        }
        out.push_str(")\n");
    }

    /// A statement's place, behind a blank; nothing for none.
    fn place(&self, loc: Loc) -> String {
        let mut out = String::new();
        if let Some(Places { locs, sites }) = self.places {
            place::text::print(&mut out, locs, sites, loc, Loc::NONE);
        }
        out
    }

    fn leaf(&self, id: CrId) -> String {
        match self.f.codemap.get(id) {
            CodeRep::Var { aux, version: Version::NONE } => format!("{aux}"),
            CodeRep::Var { aux, version } => format!("{aux}.{}", version.0),
            _ => format!("{id}"),
        }
    }

    fn tree(&self, out: &mut String, id: CrId) {
        match *self.named.get(id) {
            0 => self.node(out, id),
            name => {
                let _ = write!(out, "cr{name}");
            }
        }
    }

    fn node(&self, out: &mut String, id: CrId) {
        match self.f.codemap.get(id) {
            CodeRep::Var { .. } => out.push_str(&self.leaf(id)),
            CodeRep::Lda { st, offset } => {
                let _ = write!(out, "(lda {st} {offset})");
            }
            CodeRep::Const { mtype, value } => {
                let _ = write!(out, "={value}:{mtype}");
            }
            CodeRep::Rconst { mtype, bits } => {
                let _ = write!(out, "=0x{bits:x}:{mtype}");
                let shown = if *mtype == Mtype::F4 {
                    f64::from(f32::from_bits(*bits as u32))
                } else {
                    f64::from_bits(*bits)
                };
                let _ = write!(out, " #{shown:?}");
            }
            CodeRep::Ivar { access, mu, read_only } => {
                let Access { desc, space, base, offset, .. } = access;
                let _ = write!(out, "(ivar {desc} {} ", space.name());
                self.tree(out, *base);
                let _ = write!(out, " {offset}");
                print_align(out, &access.shape());
                if let Some(mu) = mu {
                    let _ = write!(out, " mu({})", self.leaf(*mu));
                }
                if *read_only {
                    out.push_str(" !ro");
                }
                out.push(')');
            }
            CodeRep::Op(op) => {
                let _ = write!(out, "({}", op.opr.opcode_name(op.rtype, op.desc));
                if let Some(i) = op.intrinsic {
                    let _ = write!(out, " ~{}", i.name());
                }
                for &kid in &op.kids {
                    out.push(' ');
                    self.tree(out, kid);
                }
                out.push(')');
            }
        }
    }
}

fn print_align(out: &mut String, place: &AccessShape) {
    if place.align > 0 {
        let _ = write!(out, " align={}", place.align);
    }
}

/// One tree as text, for messages.
pub fn tree_text(f: &Func, id: CrId) -> String {
    let printer = Printer {
        f,
        uses: SideTable::new(0),
        named: SideTable::new(0),
        lets: 0,
        places: None,
        broken: &[],
    };
    let mut out = String::new();
    printer.node(&mut out, id);
    out
}

/// The control-flow graph for Graphviz.
pub fn cfg_dot(locs: &LocTable, f: &Func) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "digraph {} {{", quoted(&f.name));
    out.push_str("  node [shape=box fontname=monospace];\n");
    for &bb in &f.layout {
        let block = &f.bbs[bb];
        let lines = block.stmts.iter().map(|&s| locs.pos(f.stmts[s].loc).line).filter(|l| *l > 0);
        let (low, high) = lines.fold((u32::MAX, 0), |(a, b), l| (a.min(l), b.max(l)));
        let range = if high == 0 { String::new() } else { format!("\\nlines {low}-{high}") };
        let _ = writeln!(out, "  {bb} [label=\"{bb}: {} statements{range}\"];", block.stmts.len());
        match block.terminator() {
            Terminator::Branch { on_true, on_false, .. } => {
                let _ = writeln!(out, "  {bb} -> {on_true} [label=\"T\"];");
                let _ = writeln!(out, "  {bb} -> {on_false} [label=\"F\"];");
            }
            Terminator::Goto(to) => {
                let _ = writeln!(out, "  {bb} -> {to};");
            }
            Terminator::Return => {}
        }
    }
    out.push_str("}\n");
    out
}
