//! A function, and an allocation of it by hand: with slots of both files, recomputations, a parameter read again, a moved base and a split edge.

use optx_cg::lir::modifiers::{Barrier, Relation, Round, Space, Special, Type};
use optx_cg::lir::opcodes::Form;
use optx_cg::lir::{
    BlockId, Declaration, Function, Guard, Inst, Loc, MemoryForm, Op, Operand, Place, Point, Reg,
    RegClass, State, Symbol, Variable,
};

pub fn alu(form: Form, ty: Type) -> Op {
    let is_float = matches!(ty, Type::F32 | Type::F64);
    Op::Alu { form, ty, round: is_float.then_some(Round::Rn), ftz: false }
}

pub fn access(space: Space, ty: Type) -> MemoryForm {
    let align = MemoryForm::log2(ty.size());
    MemoryForm { space, ty, count: 1, volatile: false, read_only: false, align }
}

pub fn setp(relation: Relation) -> Op {
    Op::Setp { relation, ty: Type::S32, ftz: false }
}

pub fn widen() -> Op {
    Op::Cvt { to: Type::S64, from: Type::S32, round: None, ftz: false, sat: false }
}

pub const PARAMETERS: [Type; 3] = [Type::U64, Type::U32, Type::F32];

/// The function that is allocated, with the registers that it has and those that the allocation adds.
pub struct Sample {
    pub f: Function,
    pub blocks: [BlockId; 6],
    /// The parameters, and the address of the thread's element.
    pub p: Reg,
    pub n: Reg,
    pub a: Reg,
    pub q: Reg,
    pub t: Reg,
    /// Floats: of the thread, of the warp, loaded, summed up.
    pub x: Reg,
    pub u: Reg,
    pub y: Reg,
    pub s: Reg,
    pub i: Reg,
    pub z: Reg,
    /// Predicates.
    pub c: Reg,
    pub d: Reg,
    pub e: Reg,
}

pub fn put(f: &mut Function, bb: BlockId, op: Op, defs: &[Reg], uses: &[Operand]) -> Place {
    let inst = f.inst(op, defs, uses, Loc::NONE);
    f.push(bb, inst);
    Place { block: bb, index: f.insts(bb).len() - 1 }
}

pub fn guarded(f: &mut Function, at: Place, reg: Reg) {
    f.set_guard(at, Some(Guard { reg, expected: true }));
}

impl Sample {
    pub fn new() -> Sample {
        use RegClass::{B32, B64, F32, Pred};
        let mut f = Function::default();
        f.name.push('k');
        for (k, ty) in PARAMETERS.into_iter().enumerate() {
            let name = format!("k_param_{k}");
            f.symbols.push(name.as_str().into());
            f.params.push(Declaration::param(Variable::Scalar(ty), name));
        }
        let blocks = [(); 6].map(|()| f.new_block());
        let [p, q] = [(); 2].map(|()| f.new_reg(B64, None));
        let [n, t, i, z] = [(); 4].map(|()| f.new_reg(B32, None));
        let [a, x, u, y, s] = [(); 5].map(|()| f.new_reg(F32, None));
        let [c, d, e] = [(); 3].map(|()| f.new_reg(Pred, None));
        let mut made = Sample { f, blocks, p, n, a, q, t, x, u, y, s, i, z, c, d, e };
        made.begin();
        made.round();
        made.end();
        made
    }

    fn begin(&mut self) {
        let (f, bb) = (&mut self.f, self.blocks[0]);
        for (k, (reg, ty)) in [self.p, self.n, self.a].into_iter().zip(PARAMETERS).enumerate() {
            let at = Operand::AtSymbol(Symbol(k as u32), 0);
            put(f, bb, Op::Ld(access(Space::Param, ty)), &[reg], &[at]);
        }
        let wide = f.new_reg(RegClass::B64, None);
        // Of an index in the block it is known that it is small, of a block's nothing.
        put(f, bb, Op::Mov(Type::U32), &[self.t], &[Operand::Special(Special::CtaidX)]);
        let uses = [Operand::Reg(self.t), Operand::Int(4)];
        put(f, bb, alu(Form::MulWide, Type::S32), &[wide], &uses);
        let uses = [Operand::Reg(self.p), Operand::Reg(wide)];
        put(f, bb, alu(Form::Add, Type::S64), &[self.q], &uses);
        let load = Op::Ld(access(Space::Global, Type::F32));
        put(f, bb, load, &[self.x], &[Operand::AtReg(self.q, 8)]);
        let of_warp = put(f, bb, load, &[self.u], &[Operand::AtReg(self.p, 0)]);
        if let Some(def) = f.inst_at(of_warp).def_id(0) {
            f.tell(def, Some(State::UNIFORM));
        }
        put(f, bb, Op::Mov(Type::U32), &[self.i], &[Operand::Int(0)]);
        put(f, bb, Op::Mov(Type::F32), &[self.s], &[Operand::F32(0)]);
    }

    fn round(&mut self) {
        let (f, [_, head, latch, out, ..]) = (&mut self.f, self.blocks);
        let [i, n, s, u] = [self.i, self.n, self.s, self.u].map(Operand::Reg);
        let (a, y, x) = (Operand::Reg(self.a), Operand::Reg(self.y), Operand::Reg(self.x));
        f.tell_entering(head, vec![(self.i, State::UNIFORM)]);
        let load = Op::Ld(access(Space::Global, Type::F32));
        put(f, head, load, &[self.y], &[Operand::AtReg(self.q, 16)]);
        put(f, head, alu(Form::Fma, Type::F32), &[self.s], &[s, a, y]);
        put(f, head, alu(Form::Add, Type::F32), &[self.s], &[s, u]);
        put(f, head, Op::Barrier(Barrier::Sync), &[], &[Operand::Int(0)]);
        put(f, head, setp(Relation::Lt), &[self.c], &[i, n]);
        put(f, head, Op::Undef, &[self.z], &[]);
        let at = put(f, head, alu(Form::Sub, Type::S32), &[self.z], &[i, Operand::Int(1)]);
        guarded(f, at, self.c);
        let uses = [Operand::AtReg(self.q, 4), Operand::Reg(self.z)];
        let at = put(f, head, Op::St(access(Space::Global, Type::U32)), &[], &uses);
        guarded(f, at, self.c);
        put(f, head, alu(Form::Add, Type::S32), &[self.i], &[i, Operand::Int(1)]);
        put(f, head, setp(Relation::Ge), &[self.d], &[i, n]);
        let at = put(f, head, Op::Bra { uniform: false }, &[], &[Operand::Label(out)]);
        guarded(f, at, self.d);
        put(f, latch, alu(Form::Add, Type::F32), &[self.s], &[s, x]);
        put(f, latch, Op::Bra { uniform: true }, &[], &[Operand::Label(head)]);
        // What went before it stands behind a new way in.
        f.tell_entering(head, vec![(self.i, State::UNIFORM)]);
    }

    fn end(&mut self) {
        let (f, [_, _, _, out, arm, last]) = (&mut self.f, self.blocks);
        let [s, u, t] = [self.s, self.u, self.t].map(Operand::Reg);
        put(f, out, setp(Relation::Eq), &[self.e], &[t, Operand::Int(0)]);
        let at = put(f, out, Op::Bra { uniform: false }, &[], &[Operand::Label(last)]);
        guarded(f, at, self.e);
        put(f, arm, alu(Form::Add, Type::F32), &[self.s], &[s, u]);
        let uses = [Operand::AtReg(self.q, 0), s];
        put(f, last, Op::St(access(Space::Global, Type::F32)), &[], &uses);
        put(f, last, Op::Ret, &[], &[]);
    }

    /// Where a block, of those that the function began with, is entered by whole warps.
    pub fn whole(&self, bb: BlockId) -> bool {
        bb != self.blocks[4]
    }
}

/// An allocation of the sample, with what it added.
pub struct Allocation {
    pub f: Function,
    /// Slots: of the warp for `u` and `i`, of the thread for `x` and `i + 5`.
    pub warp: [Reg; 2],
    pub thread: [Reg; 2],
    /// What `u` and `x` are reloaded to.
    pub u: [Reg; 2],
    pub x: Reg,
    /// The base `q + 16`, what it is made of, and `q` once more.
    pub tid: Reg,
    pub wide: Reg,
    pub base: Reg,
    pub again: [Reg; 3],
    pub n: Reg,
    pub i: [Reg; 2],
    /// `s` behind the loop.
    pub s: Reg,
    pub between: BlockId,
}

/// Where a block's instruction stands that writes a register, the first behind so many.
pub fn writer(f: &Function, bb: BlockId, reg: Reg, skip: usize) -> Place {
    let writes = |inst: &Inst| f.defs(inst).any(|written| written == reg);
    let found = f.insts(bb).iter().enumerate().filter(|(_, inst)| writes(inst)).nth(skip);
    Place { block: bb, index: found.expect("an instruction that writes it").0 }
}

/// Where a block's first instruction of a form stands.
pub fn of_form(f: &Function, bb: BlockId, form: Form) -> Place {
    let found = f.insts(bb).iter().position(|inst| inst.op.form() == form);
    Place { block: bb, index: found.expect("an instruction of the form") }
}

/// Other registers at what an instruction reads.
pub fn reads(f: &mut Function, at: Place, from: Reg, to: Reg) {
    for k in 0..f.uses(f.inst_at(at)).len() {
        if f.uses(f.inst_at(at))[k] == Operand::Reg(from) {
            f.set_use(at, k, Operand::Reg(to));
        }
    }
}

impl Allocation {
    pub fn new(sample: &Sample) -> Allocation {
        use RegClass::{B32, B64, F32, ThreadSlot, WarpSlot};
        let mut f = sample.f.clone();
        let mut many = |class: RegClass| f.new_reg(class, None);
        let (warp, thread) = ([(); 2].map(|()| many(WarpSlot)), [(); 2].map(|()| many(ThreadSlot)));
        let (u, i, again) =
            ([(); 2].map(|()| many(F32)), [(); 2].map(|()| many(B32)), [(); 3].map(|()| many(B64)));
        let (x, s, tid, n) = (many(F32), many(F32), many(B32), many(B32));
        let (wide, base) = (many(B64), many(B64));
        let between = sample.blocks[0];
        let mut made =
            Allocation { f, warp, thread, u, x, tid, wide, base, again, n, i, s, between };
        made.names(sample);
        made.inserts(sample);
        made
    }

    /// Old instructions read and write other registers; the edge out of the loop is split.
    fn names(&mut self, old: &Sample) {
        let (f, [_, head, latch, out, arm, last]) = (&mut self.f, old.blocks);
        // The loaded element takes the register of what went to a slot.
        let at = writer(f, head, old.y, 0);
        f.set_def(at, 0, old.x);
        f.set_use(at, 0, Operand::AtReg(self.base, 0));
        let at = of_form(f, head, Form::Fma);
        reads(f, at, old.y, old.x);
        let at = writer(f, head, old.s, 1);
        reads(f, at, old.u, self.u[0]);
        let at = writer(f, head, old.c, 0);
        reads(f, at, old.i, self.i[1]);
        // What is guarded takes the counter's, which a slot holds meanwhile.
        for k in 0..2 {
            let at = writer(f, head, old.z, 0);
            f.set_def(at, 0, old.i);
            if k == 1 {
                reads(f, at, old.i, self.i[0]);
            }
        }
        let at = of_form(f, head, Form::St);
        f.set_use(at, 0, Operand::AtReg(self.base, -12));
        f.set_use(at, 1, Operand::Reg(old.i));
        let at = writer(f, head, old.i, 2);
        reads(f, at, old.i, self.i[0]);
        let at = writer(f, head, old.d, 0);
        reads(f, at, old.n, self.n);
        let at = writer(f, latch, old.s, 0);
        reads(f, at, old.x, self.x);
        let at = writer(f, arm, old.s, 0);
        f.set_def(at, 0, self.s);
        reads(f, at, old.s, self.s);
        reads(f, at, old.u, self.u[1]);
        let at = of_form(f, last, Form::St);
        f.set_use(at, 0, Operand::AtReg(self.again[2], 0));
        f.set_use(at, 1, Operand::Reg(self.s));
        self.between = f.split_edge(head, out).expect("the loop is left");
    }

    /// What is inserted, each before or behind an old instruction.
    fn inserts(&mut self, old: &Sample) {
        let [begin, head, latch, out, _, last] = old.blocks;
        let tid = Operand::Special(Special::CtaidX);
        let (word, float, long) = (Op::Mov(Type::U32), Op::Mov(Type::F32), Type::S64);
        let reg = Operand::Reg;
        let [five, four] = [5, 4].map(Operand::Int);
        let Allocation { warp, thread, u, i, again, base, wide, n, .. } = *self;
        let f = &self.f;
        let (first, behind) = (Point::start, Place::behind);
        let counted = writer(f, head, old.c, 0);
        let in_last = first(last);
        let to_thread = f.before_branches(begin);
        let in_latch = f.before_branches(latch);
        let list: Vec<(Point, Op, Vec<Reg>, Vec<Operand>)> = vec![
            (behind(writer(f, begin, old.u, 0)), float, vec![warp[0]], vec![reg(old.u)]),
            (behind(writer(f, begin, old.x, 0)), float, vec![thread[0]], vec![reg(old.x)]),
            (to_thread, word, vec![i[0]], vec![five]),
            (to_thread, word, vec![thread[1]], vec![reg(i[0])]),
            (first(head), Op::Barrier(Barrier::Warp), vec![], vec![Operand::Int(-1)]),
            (first(head), word, vec![warp[1]], vec![reg(old.i)]),
            (first(head), float, vec![u[0]], vec![reg(warp[0])]),
            (first(head), word, vec![self.tid], vec![tid]),
            (first(head), alu(Form::MulWide, Type::S32), vec![wide], vec![reg(self.tid), four]),
            (first(head), alu(Form::Add, long), vec![base], vec![reg(wide), reg(old.p)]),
            (first(head), alu(Form::Add, long), vec![base], vec![reg(base), Operand::Int(16)]),
            (counted.before(), word, vec![i[1]], vec![reg(thread[1])]),
            (counted.before(), alu(Form::Sub, Type::S32), vec![i[1]], vec![reg(i[1]), five]),
            (behind(counted), word, vec![i[0]], vec![reg(warp[1])]),
            (
                writer(f, head, old.d, 0).before(),
                Op::Ld(access(Space::Param, Type::U32)),
                vec![n],
                vec![Operand::AtSymbol(Symbol(1), 0)],
            ),
            (writer(f, latch, old.s, 0).before(), float, vec![self.x], vec![reg(thread[0])]),
            (in_latch, alu(Form::Add, Type::S32), vec![i[1]], vec![reg(old.i), five]),
            (in_latch, word, vec![thread[1]], vec![reg(i[1])]),
            (first(out), float, vec![u[1]], vec![reg(warp[0])]),
            (first(self.between), float, vec![self.s], vec![reg(old.s)]),
            (in_last, widen(), vec![again[0]], vec![reg(old.t)]),
            (
                in_last,
                alu(Form::Shl, Type::B64),
                vec![again[1]],
                vec![reg(again[0]), Operand::Int(2)],
            ),
            (in_last, alu(Form::Add, long), vec![again[2]], vec![reg(old.p), reg(again[1])]),
        ];
        let f = &mut self.f;
        let made: Vec<(Point, Inst)> = list
            .into_iter()
            .map(|(at, op, defs, uses)| (at, f.inst(op, &defs, &uses, Loc::NONE)))
            .collect();
        f.insert_all(made);
    }
}
