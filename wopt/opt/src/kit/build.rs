//! Build: M WHIRL to a Func in form Cfg.
//!
//! * Blocks from labels and branches, a fresh entry that nothing jumps to, unreachable code left out.
//! * Each scalar piece of a local becomes an auxiliary symbol where the local's address is not taken, it is not
//!   volatile, and its accesses are equal or disjoint; all other objects are memory.
//! * **Loads are anchored**: every load becomes a Stid of an IVAR to a temporary at the place where the source
//!   evaluates it, so evaluation time is explicit and no pass has to ask where a load may stand.
//! * Parameters are read from parameter space on entry; one that is written or has its address taken is copied to a
//!   local object there.
//! * A call takes and gives scalar parts, so its aggregates are register candidates too.
//!
//! Source: Open64's CFG and `OPT_STAB` creation; the anchoring is this project's. Cost: linear.

mod call;
mod locals;
mod tree;

use locals::Locals;
use optx_ir::{
    Access, Alignments, AuxId, AuxKind, BbId, CodeRep, Codemap, CrId, FloatRules, Func, Space,
    StmtId, StmtOp, StmtRep, Terminator,
};
use optx_whirl::{
    IntrinsicClass, LabelId, Loc, Module, Mtype, Operator, Pu, PuKind, StId, Storage, Wn, WnId,
};
use smallvec::{SmallVec, smallvec};

/// Trees made here are no higher than this, so that propagation has room below [`optx_ir::MAX_HEIGHT`].
const BUILD_HEIGHT: u16 = 24;

/// Builds the Cfg form of one function of a verified M module.
pub fn build(module: &Module, pu: &Pu) -> Func {
    let mut f = Func::new(&pu.name, &pu.ptx_name);
    // About as many nodes as the trees have come to be; rather fewer, so that no room stays empty.
    f.codemap = Codemap::with_capacity(pu.tree.len() / 2);
    f.codemap.floats = FloatRules::of(&module.options);
    f.codemap.alignments = Alignments::of(module, &pu.locals);
    f.kind = pu.kind;
    f.result = pu.result.filter(|_| pu.kind == PuKind::Device);
    f.launch_bounds = pu.launch_bounds;
    f.block_dim = module.options.block_dim;
    f.max_registers = module.options.max_registers;
    f.arch = module.options.arch();
    f.params = pu.params.clone();
    f.locals = pu.locals.clone();
    f.asms = pu.asms.clone();
    f.pos = pu.pos;
    let locals = Locals::analyse(module, pu);
    let mut builder = Builder {
        module,
        pu,
        f,
        locals,
        labels: vec![None; pu.label_count as usize],
        current: BbId::from_index(0),
        loc: Loc::NONE,
        unroll: None,
        steps: Vec::new(),
        values: Vec::new(),
    };
    let entry = builder.f.new_bb();
    builder.current = entry;
    builder.parameters();
    builder.body();
    let mut f = builder.f;
    remove_unreachable(&mut f);
    f
}

struct Builder<'a> {
    module: &'a Module,
    pu: &'a Pu,
    f: Func,
    locals: Locals,
    labels: Vec<Option<BbId>>,
    current: BbId,
    /// The place of what is pushed.
    loc: Loc,
    unroll: Option<u64>,
    /// What [`Builder::tree`] has to do: nodes to enter, or to build from the last of the values.
    steps: Vec<(WnId, bool)>,
    values: Vec<CrId>,
}

impl Builder<'_> {
    fn push(&mut self, op: StmtOp, results: SmallVec<[CrId; 1]>, kids: SmallVec<[CrId; 2]>) {
        let bb = self.current;
        let loc = self.loc;
        let stmt =
            StmtRep { op, results, kids, mu: Default::default(), chi: Default::default(), bb, loc };
        let id: StmtId = self.f.new_stmt(stmt);
        self.f.bbs[bb].stmts.push(id);
    }

    /// Stores a value to a fresh temporary and gives its VAR.
    fn temp(&mut self, mtype: Mtype, value: CrId) -> CrId {
        let aux = self.f.new_aux(AuxKind::Temp, mtype.unsigned(), "t");
        let var = self.f.plain_var(aux);
        self.push(StmtOp::Stid, smallvec![var], smallvec![value]);
        var
    }

    /// Ends the current block and goes on in a new one.
    fn end_block(&mut self, terminator: Terminator) {
        self.f.set_terminator(self.current, terminator);
        self.f.bbs[self.current].loc = self.loc;
        self.current = self.f.new_bb();
    }

    fn label(&mut self, label: LabelId) -> BbId {
        if let Some(bb) = self.labels[label.0 as usize] {
            return bb;
        }
        let bb = self.f.new_bb();
        // It enters the layout where its LABEL stands.
        self.f.layout.pop();
        self.labels[label.0 as usize] = Some(bb);
        bb
    }

    fn parameters(&mut self) {
        for &st in &self.pu.params {
            let ty = self.pu.locals[st.index()].ty;
            let mtype = self.module.types.mtype(ty);
            if mtype != Mtype::M && !self.locals.is_memory(st) {
                let value = self.load_parameter(st, 0, mtype);
                self.store_local(st, 0, mtype, value, 0);
            } else if self.locals.is_memory(st) {
                self.f.stack_objects.push(st);
                for (offset, mtype) in optx_whirl::vho::pieces(&self.module.types, ty) {
                    let value = self.load_parameter(st, offset as i64, mtype);
                    let align = tree::place_align(&self.pu.locals[st.index()], offset as i64);
                    self.store_local(st, offset as i64, mtype, value, align);
                }
            } else {
                for (offset, mtype) in self.locals.written_pieces(st) {
                    let value = self.load_parameter(st, offset, mtype);
                    self.store_local(st, offset, mtype, value, 0);
                }
            }
        }
        for (index, st) in self.pu.locals.iter().enumerate() {
            let id = StId::local(index);
            if st.storage == Storage::Auto && self.locals.is_memory(id) {
                self.f.stack_objects.push(id);
            }
        }
    }

    /// As [`Builder::temp`], at a place of its own where it has one.
    fn temp_at(&mut self, own: Loc, mtype: Mtype, value: CrId) -> CrId {
        let statement = self.loc;
        self.loc = own.or(statement);
        let var = self.temp(mtype, value);
        self.loc = statement;
        var
    }

    fn load_parameter(&mut self, st: StId, offset: i64, desc: Mtype) -> CrId {
        let base = self.f.codemap.intern(CodeRep::Lda { st, offset: 0 });
        // Nobody but the caller has this object, which has its type's alignment.
        let align = tree::place_align(&self.pu.locals[st.index()], offset);
        let access = Access { desc, space: Space::Param, base, offset, align };
        let ivar = self.f.codemap.ivar(access, None, false);
        self.temp(desc.register(), ivar)
    }

    fn body(&mut self) {
        for &statement in self.pu.tree.kids(self.pu.body) {
            let wn = self.pu.tree.get(statement);
            self.loc = wn.loc;
            self.statement(statement, &wn);
        }
        self.f.set_terminator(self.current, Terminator::Return);
        self.f.bbs[self.current].loc = self.loc;
    }

    fn statement(&mut self, id: WnId, wn: &Wn) {
        let pu = self.pu;
        let kids = pu.tree.kids(id);
        match wn.opr {
            Operator::Label => {
                let Some(label) = wn.label else { return };
                let bb = self.label(label);
                let old = self.current;
                self.f.set_terminator(old, Terminator::Goto(bb));
                self.f.bbs[old].loc = self.loc;
                self.f.bbs[bb].unroll = self.unroll.take();
                self.f.layout.push(bb);
                self.current = bb;
            }
            Operator::Goto => {
                let Some(label) = wn.label else { return };
                let to = self.label(label);
                self.end_block(Terminator::Goto(to));
            }
            Operator::TrueBr | Operator::FalseBr => {
                let Some(label) = wn.label else { return };
                let to = self.label(label);
                let condition = self.tree(kids[0]);
                let old = self.current;
                self.end_block(Terminator::Return);
                let next = self.current;
                let (on_true, on_false) =
                    if wn.opr == Operator::TrueBr { (to, next) } else { (next, to) };
                self.f.set_terminator(old, Terminator::Branch { condition, on_true, on_false });
            }
            Operator::Return | Operator::ReturnVal => {
                self.function_result(kids.first().copied());
                self.end_block(Terminator::Return);
            }
            Operator::Call => self.call(wn, kids),
            Operator::PragmaUnroll => self.unroll = Some(wn.value),
            Operator::Block => {
                for &kid in kids {
                    let wn = pu.tree.get(kid);
                    self.loc = wn.loc;
                    self.statement(kid, &wn);
                }
            }
            Operator::Stid => self.stid(wn, kids[0]),
            Operator::Istore => {
                let value = self.tree(kids[0]);
                let address = self.tree(kids[1]);
                let access = self.access(wn, address);
                self.store(access, value, wn.volatile);
            }
            Operator::IntrinsicCall => self.intrinsic(wn, kids),
            Operator::Asm => self.asm(wn, kids),
            // Verified M has no other statement.
            _ => {}
        }
    }

    fn stid(&mut self, wn: &Wn, kid: WnId) {
        let Some(st) = wn.st else { return };
        let source = self.pu.tree.get(kid);
        let value = if source.volatile { self.volatile_load(kid, &source) } else { self.tree(kid) };
        match self.object_access(st, wn.offset, wn.desc, wn.align) {
            Some(access) => self.store(access, value, wn.volatile),
            None => self.store_local(st, wn.offset, wn.desc, value, wn.align),
        }
    }

    fn volatile_load(&mut self, id: WnId, wn: &Wn) -> CrId {
        let access = match (wn.opr, wn.st) {
            (Operator::Ldid, Some(st)) => self.object_access(st, wn.offset, wn.desc, wn.align),
            (Operator::Iload, _) => {
                let address = self.tree(self.pu.tree.kid(id, 0));
                Some(self.access(wn, address))
            }
            _ => None,
        };
        // A volatile access of what is a register is an ordinary one.
        let Some(access) = access else { return self.tree(id) };
        let aux = self.f.new_aux(AuxKind::Temp, wn.rtype.unsigned(), "t");
        let var = self.f.plain_var(aux);
        let load = StmtOp::VolatileLoad(access.shape());
        let around = self.loc;
        self.loc = wn.loc.or(around);
        self.push(load, smallvec![var], smallvec![access.base]);
        self.loc = around;
        var
    }

    fn store(&mut self, access: Access, value: CrId, volatile: bool) {
        if volatile {
            let store = StmtOp::VolatileStore(access.shape());
            self.push(store, smallvec![], smallvec![value, access.base]);
            return;
        }
        let target = self.f.codemap.ivar(access, None, false);
        self.push(StmtOp::Istore, smallvec![target], smallvec![value]);
    }

    /// Stores to a local: a register candidate, or its object in memory.
    fn store_local(&mut self, st: StId, offset: i64, desc: Mtype, value: CrId, align: u32) {
        if let Some(access) = self.object_access(st, offset, desc, align) {
            return self.store(access, value, false);
        }
        let aux = self.local_aux(st, offset, desc);
        let var = self.f.plain_var(aux);
        let value = self.as_kept(value, desc, aux);
        self.push(StmtOp::Stid, smallvec![var], smallvec![value]);
    }

    /// The symbol of a local's scalar piece, made at its first access.
    fn local_aux(&mut self, st: StId, offset: i64, desc: Mtype) -> AuxId {
        let name = &self.pu.locals[st.index()].name;
        let f = &mut self.f;
        self.locals.piece(st, offset, desc, |mtype| {
            f.new_aux(AuxKind::Scalar { st, offset }, mtype, name.to_owned())
        })
    }

    fn intrinsic(&mut self, wn: &Wn, kids: &[WnId]) {
        let Some(intrinsic) = wn.intrinsic else { return };
        let mut values: SmallVec<[CrId; 2]> = kids.iter().map(|&k| self.tree(k)).collect();
        let shape = (intrinsic.class() == IntrinsicClass::Atomic).then(|| {
            let desc = if wn.desc.size() == 2 { wn.desc } else { wn.rtype };
            let access = self.atomic_access(desc, values[0]);
            values[0] = access.base;
            access.shape()
        });
        let mut results = SmallVec::new();
        if wn.rtype != Mtype::V {
            let aux = self.f.new_aux(AuxKind::Temp, wn.rtype.unsigned(), "t");
            results.push(self.f.plain_var(aux));
        }
        let op =
            StmtOp::Intrinsic { intrinsic, rtype: wn.rtype, desc: wn.desc, scope: wn.scope, shape };
        let result = results.first().copied();
        self.push(op, results, values);
        if let (Some(st), Some(value)) = (wn.st, result) {
            let desc = self.symbol_mtype(st);
            self.store_symbol(st, desc, value);
        }
    }

    fn asm(&mut self, wn: &Wn, kids: &[WnId]) {
        let kids: SmallVec<[CrId; 2]> = kids.iter().map(|&k| self.tree(k)).collect();
        let pu = self.pu;
        let mut results = SmallVec::new();
        let mut stores = Vec::new();
        for &(st, ..) in &pu.asms[wn.value as usize].outputs {
            let desc = self.symbol_mtype(st);
            let aux = self.f.new_aux(AuxKind::Temp, desc.register().unsigned(), "t");
            let var = self.f.plain_var(aux);
            results.push(var);
            stores.push((st, desc, var));
        }
        self.push(StmtOp::Asm(wn.value as u32), results, kids);
        for (st, desc, value) in stores {
            self.store_symbol(st, desc, value);
        }
    }

    fn symbol_mtype(&self, st: StId) -> Mtype {
        self.module.types.mtype(self.module.st(self.pu, st).ty)
    }

    /// Stores an intrinsic's or inline PTX's result, which nobody has extended yet.
    fn store_symbol(&mut self, st: StId, desc: Mtype, mut value: CrId) {
        if desc.is_integer() && desc.size() < 4 {
            value = self.f.codemap.unary(Operator::Cvtl, desc.register(), desc, value);
        }
        match self.object_access(st, 0, desc, 0) {
            Some(access) => self.store(access, value, false),
            None => self.store_local(st, 0, desc, value, 0),
        }
    }
}

/// Takes blocks that nothing reaches out of the layout and renews predecessor lists. Only without phis.
pub fn remove_unreachable(f: &mut Func) {
    let seen = f.reachable();
    f.layout.retain(|bb| seen[bb.index()]);
    f.rebuild_preds();
}
