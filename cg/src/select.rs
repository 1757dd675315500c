//! Instruction selection: one walk over each statement's trees, bottom up with the patterns that PTX has: an address is
//! a register and an immediate, a product added is `mad`, a widened product `mul.wide`, a comparison `setp`, a SELECT
//! `selp`.
//!
//! Trees come out of placement: each OP has one user, so the walk is linear; their height is bounded, so it recurses.

mod call;
mod expression;
mod half;
mod intrinsic;
mod limits;
mod memory;
mod misaligned;
mod operation;

use crate::lir::{Block, Class, Inst, Kernel, Kind, Label, Operand, Reg};
use crate::symbols::{Symbols, identifier};
use crate::version::{Feature, Target, row};
use crate::{CgError, Needs};
use optx_ir::walk::Walk;
use optx_ir::{AuxId, BbId, CodeRep, CrId, Func, SideTable, StmtOp, StmtRep, Terminator};
use optx_whirl::{Module, Mtype, Operator, Pos, PuKind, StId};

/// What all functions of a module share.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) module: &'a Module,
    pub(crate) funcs: &'a [Func],
    pub(crate) symbols: &'a Symbols,
    pub(crate) target: Target,
}

/// Selects instructions for one function.
pub(crate) fn select(
    scope: Scope<'_>,
    f: &Func,
    needs: &mut Needs,
    errors: &mut Vec<CgError>,
) -> Kernel {
    let Scope { module, funcs, symbols, target } = scope;
    errors.extend(limits::parameters(module, f, target, needs));
    let kernel = Kernel {
        name: f.ptx_name.clone(),
        function: (f.kind == PuKind::Device).then(|| call::result_declaration(module, f)),
        params: parameters(module, f),
        directives: directives(module, f),
        locals: locals(module, f),
        blocks: Vec::with_capacity(f.layout.len()),
        registers: [0; 6],
    };
    let mut places = SideTable::new(0);
    for (k, &bb) in f.layout.iter().enumerate() {
        *places.entry(bb) = k as u32;
    }
    let mut selector = Selector {
        module,
        funcs,
        f,
        symbols,
        target,
        needs,
        errors,
        kernel,
        registers: SideTable::new(None),
        reads: find_reads(f),
        places,
        insts: Vec::new(),
        pos: f.pos,
        ftz: if module.options.ftz { ".ftz" } else { "" },
    };
    for (k, &bb) in f.layout.iter().enumerate() {
        selector.block(bb, f.layout.get(k + 1).copied());
    }
    selector.kernel
}

/// The name of parameter number `k` of a function.
fn parameter_name(f: &Func, k: usize) -> String {
    format!("{}_param_{k}", f.ptx_name)
}

fn parameters(module: &Module, f: &Func) -> Vec<String> {
    let declare = |(k, st): (usize, &StId)| {
        let st = &f.locals[st.index()];
        let name = parameter_name(f, k);
        let types = &module.types;
        match types.mtype(st.ty) {
            Mtype::M => {
                let (align, size) = (types.align(st.ty), types.size(st.ty).max(1));
                format!(".param .align {align} .b8 {name}[{size}]")
            }
            mtype if f.kind == PuKind::Device => {
                format!(".param .{} {name}", call::abi_type(mtype))
            }
            mtype => format!(".param .{} {name}", memory::type_name(mtype)),
        }
    };
    f.params.iter().enumerate().map(declare).collect()
}

fn directives(module: &Module, f: &Func) -> Vec<String> {
    let mut out = Vec::new();
    if f.kind == PuKind::Device {
        return out;
    }
    if let Some(bounds) = f.launch_bounds {
        out.push(format!(".maxntid {}, 1, 1", bounds.max_threads));
        if let Some(blocks) = bounds.min_blocks {
            out.push(format!(".minnctapersm {blocks}"));
        }
    }
    if let Some(count) = module.options.max_registers {
        out.push(format!(".maxnreg {count}"));
    }
    out
}

/// The name of a local object in PTX.
fn local_name(f: &Func, st: StId) -> String {
    format!("{}${}", identifier(&f.locals[st.index()].name), st.index())
}

fn locals(module: &Module, f: &Func) -> Vec<String> {
    f.stack_objects
        .iter()
        .map(|&st| {
            let local = &f.locals[st.index()];
            let (align, size) = (local.align.max(1), module.types.size(local.ty).max(1));
            format!(".local .align {align} .b8 {}[{size}];", local_name(f, st))
        })
        .collect()
}

/// Which registers are read, to know results that nobody wants.
fn find_reads(f: &Func) -> SideTable<AuxId, bool> {
    let (mut reads, mut walk) = (SideTable::new(false), Walk::new());
    for &bb in &f.layout {
        f.for_each_use_in(bb, |_, root, _| {
            walk.variables(&f.codemap, root, |_, aux| *reads.entry(aux) = true);
        });
    }
    reads
}

struct Selector<'a> {
    module: &'a Module,
    funcs: &'a [Func],
    f: &'a Func,
    symbols: &'a Symbols,
    target: Target,
    needs: &'a mut Needs,
    errors: &'a mut Vec<CgError>,
    kernel: Kernel,
    registers: SideTable<AuxId, Option<Reg>>,
    reads: SideTable<AuxId, bool>,
    /// Where blocks stand in the layout.
    places: SideTable<BbId, u32>,
    insts: Vec<Inst>,
    pos: Pos,
    /// `.ftz` or nothing, for single precision.
    ftz: &'static str,
}

impl Selector<'_> {
    fn block(&mut self, bb: BbId, next: Option<BbId>) {
        let block = &self.f.bbs[bb];
        for &s in &block.stmts {
            let stmt = &self.f.stmts[s];
            self.pos = stmt.pos;
            self.statement(stmt);
        }
        self.pos = block.pos;
        self.terminator(block.terminator, next);
        self.kernel.blocks.push(Block {
            label: self.label(bb),
            insts: std::mem::take(&mut self.insts),
            no_unroll: block.unroll == Some(1),
        });
    }

    /// Labels count in layout order: the numbers of blocks hang on which there once were.
    fn label(&self, bb: BbId) -> Label {
        Label(*self.places.get(bb))
    }

    fn terminator(&mut self, terminator: Terminator, next: Option<BbId>) {
        match terminator {
            Terminator::Return => self.put("ret", &[], &[], Kind::Control),
            Terminator::Goto(to) => {
                if next != Some(to) {
                    self.put("bra.uni", &[], &[Operand::Label(self.label(to))], Kind::Control);
                }
            }
            Terminator::Branch { condition, on_true, on_false } => {
                let (reg, expected) = self.predicate(condition);
                let (taken, other, expected) = if next == Some(on_true) {
                    (on_false, on_true, !expected)
                } else {
                    (on_true, on_false, expected)
                };
                self.put("bra", &[], &[Operand::Label(self.label(taken))], Kind::Control);
                if let Some(inst) = self.insts.last_mut() {
                    inst.guard = Some((reg, expected));
                }
                if next != Some(other) {
                    self.put("bra.uni", &[], &[Operand::Label(self.label(other))], Kind::Control);
                }
            }
        }
    }

    /// A condition as a predicate register and the value it is to have.
    fn predicate(&mut self, condition: CrId) -> (Reg, bool) {
        if let Some(op) = self.f.codemap.as_op(condition)
            && op.opr == Operator::Lnot
        {
            let (reg, expected) = self.predicate(op.kids[0]);
            return (reg, !expected);
        }
        (self.reg(condition), true)
    }

    fn put(&mut self, name: &str, dst: &[Operand], src: &[Operand], kind: Kind) {
        let inst = Inst::new(name, dst, src, kind, self.pos);
        self.insts.push(inst);
    }

    /// An instruction without memory or effect, with one result.
    fn plain(&mut self, name: &str, dst: Reg, src: &[Operand]) {
        self.put(name, &[Operand::Reg(dst)], src, Kind::Plain);
    }

    fn new_reg(&mut self, class: Class) -> Reg {
        self.kernel.new_reg(class)
    }

    /// The register of a variable of form Regs.
    fn variable(&mut self, aux: AuxId) -> Reg {
        if let Some(reg) = *self.registers.get(aux) {
            return reg;
        }
        let reg = self.kernel.new_reg(Class::of(self.f.auxes[aux].mtype));
        *self.registers.entry(aux) = Some(reg);
        reg
    }

    /// Notes an instruction form; an error where the target lacks it.
    fn needs(&mut self, feature: Feature) {
        let row = row(feature);
        if self.target.arch < row.arch {
            let (name, arch, target) = (row.name, row.arch, self.target);
            self.error(format!("{name} needs sm_{arch} or later, and the target is {target}"));
        }
        self.needs.features.insert(feature);
    }

    fn error(&mut self, message: String) {
        // One line of source may select the same form many times.
        let error = CgError { pos: self.pos, message };
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    fn statement(&mut self, stmt: &StmtRep) {
        match &stmt.op {
            StmtOp::Stid => {
                let Some(aux) = self.f.aux_of(stmt.results[0]) else { return };
                // A load whose value nobody reads is no effect: a copy of a union leaves some, of bytes that may never
                // have been written.
                let load = matches!(self.f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. });
                if load && !*self.reads.get(aux) {
                    return;
                }
                let dst = self.variable(aux);
                self.into(dst, stmt.kids[0]);
            }
            StmtOp::Istore => {
                if let CodeRep::Ivar { access, .. } = self.f.codemap.get(stmt.results[0]) {
                    self.store(access, stmt.kids[0], false);
                }
            }
            StmtOp::VolatileLoad(place) => {
                if let Some(aux) = self.f.aux_of(stmt.results[0]) {
                    let dst = self.variable(aux);
                    self.load(dst, &place.at(stmt.kids[0]), true, false);
                }
            }
            StmtOp::VolatileStore(place) => {
                self.store(&place.at(stmt.kids[1]), stmt.kids[0], true);
            }
            StmtOp::Intrinsic { .. } => self.effect(stmt),
            StmtOp::Asm(k) => self.inline_ptx(*k as usize, stmt),
            StmtOp::Call(callee) => self.call(*callee as usize, stmt),
            StmtOp::Result => self.function_result(stmt),
        }
    }
}
