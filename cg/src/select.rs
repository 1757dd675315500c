//! Instruction selection: one walk over each statement's trees, bottom up with the patterns that PTX has: an address is
//! a register and an immediate, a product added is `mad`, a widened product `mul.wide`, a comparison `setp`, a SELECT
//! `selp`.
//!
//! Trees come out of placement: each OP has one user, so the walk is linear; their height is bounded, so it recurses.

mod bits;
mod byte_permutation;
mod byte_sources;
mod call;
mod expression;
mod funnel;
mod half;
mod intrinsic;
mod limits;
mod memory;
mod misaligned;
mod operation;
mod state;

pub(crate) use call::External;
pub(crate) use memory::access_type;
pub(crate) use misaligned::piece_type;

use crate::lir::liveness::for_each_live_in;
use crate::lir::modifiers::{Round, Space, Type};
use crate::lir::opcodes::Effect;
use crate::lir::opcodes::Form;
use crate::lir::{
    BlockId, Declaration, Directive, Function, Guard, Inst, Kind, Op, Operand, Point, Reg,
    RegClass, Symbol, Variable,
};
use crate::symbols::{Symbols, identifier};
use crate::target::Target;
use crate::{CgError, Demands, Signature};
use optx_ir::cycles::Cycles;
use optx_ir::walk::Walk;
use optx_ir::{AuxId, BbId, CodeRep, CrId, Func, SideTable, StmtOp, StmtRep, Terminator};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Loc, Module, Mtype, Operator, PuKind, StId, Storage};
use optx_wopt::analysis::variance::registers::{Place, RegisterStates};

/// What all functions of a module share.
#[derive(Clone, Copy)]
pub(crate) struct ModuleScope<'a> {
    pub(crate) module: &'a Module,
    pub(crate) signatures: &'a [Signature],
    pub(crate) symbols: &'a Symbols,
    pub(crate) target: Target,
}

/// Selects instructions for one function.
pub(crate) fn select(
    scope: ModuleScope<'_>,
    f: &Func,
    cycles: &Cycles,
    states: Option<&RegisterStates>,
    demands: &mut Demands,
    errors: &mut Vec<CgError>,
) -> Function {
    let ModuleScope { module, signatures, symbols, target } = scope;
    errors.extend(limits::parameters(module, f, target, demands));
    let mut code = Function::default();
    code.name.clone_from(&f.ptx_name);
    code.pos = f.pos;
    if f.kind == PuKind::Device {
        code.kind = Kind::Function(call::result(module, f, symbols));
    }
    code.params = parameters(module, f, symbols);
    code.directives = directives(module, f);
    code.assumed = states.map_or(Vec::new(), |states| states.assumed().words());
    let mut blocks = SideTable::new(None);
    for (&bb, made) in f.layout.iter().zip(code.new_blocks(f.layout.len())) {
        *blocks.entry(bb) = Some(made);
    }
    let mut selector = Selector {
        module,
        signatures,
        f,
        symbols,
        target,
        demands,
        errors,
        code,
        names: Map::default(),
        registers: SideTable::new(None),
        reads: find_reads(f),
        blocks,
        insts: Vec::new(),
        own: Loc::NONE,
        statement: Loc::NONE,
        ftz: module.options.ftz,
        states: state::States::new(states),
        nodes_left: 0,
    };
    for (k, &bb) in f.layout.iter().enumerate() {
        selector.block(bb, f.layout.get(k + 1).copied(), cycles.depth(bb));
    }
    // Only now each register has its name.
    for &bb in f.layout.iter().filter(|_| states.is_some()) {
        if let Some(block) = *selector.blocks.get(bb) {
            let entering = selector.entering(bb);
            selector.code.tell_entering(block, entering);
            let whole = states.is_some_and(|states| states.whole_warps(f, bb));
            selector.code.tell_whole_warps(block, whole);
        }
    }
    let named = |st: StId| selector.names.contains_key(&(st, false));
    let objects = objects(module, f, named);
    let mut code = selector.code;
    code.objects = objects;
    code.renew_edges();
    give_any(&mut code, f);
    code.drop_all_empty();
    code
}

/// What the source reads before it writes has some value: an `any` at the entry. What is unwritten here and was written in the form that this was selected
/// from is a fault of the selection, and stays for the checker.
fn give_any(code: &mut Function, f: &Func) {
    let mut unwritten = Vec::new();
    let entry = code.entry();
    let variables: Vec<bool> = code.registers().map(|reg| code.reg(reg).aux.is_some()).collect();
    for_each_live_in(
        code,
        |reg| variables[reg.index()],
        |block| Some(block) == entry,
        |reg, _| unwritten.push(reg),
    );
    if unwritten.is_empty() {
        return;
    }
    let of_source = optx_ir::unset::registers_read(f);
    let is_of_source = |reg: &Reg| code.reg(*reg).aux.is_some_and(|aux| of_source.contains(&aux));
    unwritten.retain(is_of_source);
    let Some(start) = entry.map(Point::start) else { return };
    let insts =
        unwritten.into_iter().map(|reg| (start, code.inst(Op::Any, &[reg], &[], Loc::NONE)));
    let insts = insts.collect();
    code.insert_all(insts);
}

fn parameters(module: &Module, f: &Func, symbols: &Symbols) -> Vec<Declaration> {
    let prefix = symbols.parameter_prefix(f);
    let declare = |(k, st): (usize, &StId)| {
        let types = &module.types;
        let ty = f.locals[st.index()].ty;
        let variable = match types.mtype(ty) {
            Mtype::M => Variable::Bytes { align: types.align(ty), size: types.size(ty).max(1) },
            mtype if f.kind == PuKind::Device => Variable::Scalar(call::abi_type(mtype)),
            mtype => Variable::Scalar(access_type(mtype)),
        };
        Declaration::param(variable, format!("{prefix}{k}"))
    };
    f.params.iter().enumerate().map(declare).collect()
}

fn directives(module: &Module, f: &Func) -> Vec<Directive> {
    let mut out = Vec::new();
    if f.kind == PuKind::Device {
        return out;
    }
    // PTX takes one of the two.
    match (f.block_dim, f.launch_bounds) {
        (Some(extent), _) => out.push(Directive::BlockDim(extent)),
        (None, Some(bounds)) => out.push(Directive::MaxThreads(bounds.max_threads)),
        (None, None) => {}
    }
    let blocks = f.launch_bounds.and_then(|bounds| bounds.min_blocks);
    out.extend(blocks.map(Directive::MinBlocks));
    out.extend(module.options.max_registers.map(Directive::MaxRegisters));
    out
}

/// The name of a local object in PTX; that of a table is the module's.
fn local_name(f: &Func, st: StId) -> String {
    let local = &f.locals[st.index()];
    let name = identifier(&local.name);
    match local.storage {
        Storage::Constant => format!("__optx_{}_{name}${}", f.ptx_name, st.index()),
        _ => format!("{name}${}", st.index()),
    }
}

fn is_table(f: &Func, st: StId) -> bool {
    f.locals[st.index()].storage == Storage::Constant
}

/// A function's objects that its code names: tables of constants, and what is in local memory, of which ptxas gives the others room as well.
fn objects(module: &Module, f: &Func, named: impl Fn(StId) -> bool) -> Vec<Declaration> {
    let declared = f.stack_objects.iter().filter(|&&st| named(st)).map(|&st| {
        let local = &f.locals[st.index()];
        let size = module.types.size(local.ty).max(1);
        let bytes = local.init.iter().flat_map(|init| &init.bytes).filter(|_| is_table(f, st));
        Declaration {
            space: if is_table(f, st) { Space::Const } else { Space::Local },
            variable: Variable::Bytes { align: local.align.max(1), size },
            name: local_name(f, st).into_boxed_str(),
            bytes: bytes.copied().collect(),
        }
    });
    declared.collect()
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
    signatures: &'a [Signature],
    f: &'a Func,
    symbols: &'a Symbols,
    target: Target,
    demands: &'a mut Demands,
    errors: &'a mut Vec<CgError>,
    code: Function,
    /// The symbols of objects, and (under the second key) of parameters.
    names: Map<(StId, bool), Symbol>,
    registers: SideTable<AuxId, Option<Reg>>,
    reads: SideTable<AuxId, bool>,
    /// What blocks become.
    blocks: SideTable<BbId, Option<BlockId>>,
    insts: Vec<Inst>,
    /// The place of the access, call, barrier or branch at hand.
    own: Loc,
    /// That of the source's statement: of all else.
    statement: Loc,
    /// Single precision takes subnormals for zero.
    ftz: bool,
    /// What variance says, where it was asked for.
    states: state::States<'a>,
    /// Operations that the walk over bytes may still look at.
    nodes_left: u32,
}

impl Selector<'_> {
    fn block(&mut self, bb: BbId, next: Option<BbId>, depth: u32) {
        let block = &self.f.bbs[bb];
        for &s in &block.stmts {
            let stmt = &self.f.stmts[s];
            self.place(stmt.loc);
            // What evaluates an OP at a place of its own is that OP: a division.
            if stmt.op == StmtOp::Stid && self.f.codemap.as_op(stmt.kids[0]).is_some() {
                self.statement = stmt.loc;
            }
            let begin = self.insts.len();
            self.states.turn_to(Place::Read(s));
            self.statement(stmt);
            self.tell_results(begin, Place::Written(s), stmt);
        }
        self.place(block.loc);
        self.states.turn_to(RegisterStates::end(self.f, bb));
        self.terminator(block.terminator(), next);
        if let Some(made) = *self.blocks.get(bb) {
            self.code.set_cycle(made, depth, block.unroll == Some(1));
            self.code.close(made, self.insts.drain(..).collect());
        }
    }

    fn place(&mut self, loc: Loc) {
        self.own = loc;
        self.statement = self.module.locs.statement(loc);
    }

    /// Blocks are numbered in layout order: the numbers of the function's hang on which there once were.
    fn label(&self, bb: BbId) -> Operand {
        // A branch goes to blocks of the layout.
        self.blocks.get(bb).map_or(Operand::Int(0), Operand::Label)
    }

    fn terminator(&mut self, terminator: Terminator, next: Option<BbId>) {
        let jump = Op::Bra { uniform: true };
        match terminator {
            Terminator::Return => self.put(Op::Ret, &[], &[]),
            Terminator::Goto(to) => {
                if next != Some(to) {
                    self.put(jump, &[], &[self.label(to)]);
                }
            }
            Terminator::Branch { condition, on_true, on_false } => {
                let (reg, expected) = self.predicate(condition);
                let (taken, other, expected) = if next == Some(on_true) {
                    (on_false, on_true, !expected)
                } else {
                    (on_true, on_false, expected)
                };
                self.put(Op::Bra { uniform: false }, &[], &[self.label(taken)]);
                if let Some(inst) = self.insts.last_mut() {
                    inst.guard = Some(Guard { reg, expected });
                }
                self.tell_branch(condition);
                if next != Some(other) {
                    self.put(jump, &[], &[self.label(other)]);
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

    /// An instruction at the present place; what its form asks of the target is noted, an error where the target lacks it.
    fn put(&mut self, op: Op, defs: &[Reg], uses: &[Operand]) {
        if let Some(needs) = op.row().needs {
            if self.target.arch < needs.arch {
                let (what, arch, target) = (needs.what, needs.arch, self.target);
                self.error(format!("{what} needs sm_{arch} or later, and the target is {target}"));
            }
            self.demands.version = self.demands.version.max(needs.version);
        }
        let loc = if op.effect() == Effect::Value { self.statement } else { self.own };
        let inst = self.code.inst(op, defs, uses, loc);
        self.insts.push(inst);
    }

    /// An instruction from registers to a register.
    fn alu(&mut self, form: Form, ty: Type, dst: Reg, uses: &[Operand]) {
        self.put(Op::Alu { form, ty, round: None, ftz: false }, &[dst], uses);
    }

    /// One that rounds.
    fn rounding(&mut self, form: Form, ty: Type, round: Option<Round>, dst: Reg, uses: &[Operand]) {
        let ftz = self.ftz && ty == Type::F32;
        self.put(Op::Alu { form, ty, round, ftz }, &[dst], uses);
    }

    /// A copy between registers of one class, or of a constant to a register.
    fn copy(&mut self, dst: Reg, from: Operand) {
        // Selection makes no slots.
        let ty = self.code.class(dst).moved().unwrap_or(Type::B32);
        self.put(Op::Mov(ty), &[dst], &[from]);
    }

    fn new_reg(&mut self, class: RegClass) -> Reg {
        self.code.new_reg(class, None)
    }

    /// The register of a variable of form Regs.
    fn variable(&mut self, aux: AuxId) -> Reg {
        if let Some(reg) = *self.registers.get(aux) {
            return reg;
        }
        let reg = self.code.new_reg(RegClass::of(self.f.auxes[aux].mtype), Some(aux));
        *self.registers.entry(aux) = Some(reg);
        reg
    }

    fn error(&mut self, message: String) {
        // One line of source may select the same form many times.
        let pos = self.module.locs.pos(self.own);
        let error = CgError { pos, function: self.f.name.clone(), message };
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
