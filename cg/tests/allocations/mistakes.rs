//! Mistakes in the allocation, each with its name and the rule that it breaks.

use crate::sample::{Allocation, Sample, access, alu, guarded, of_form, reads, writer};
use optx_cg::lir::modifiers::{Barrier, Space, Special, Type};
use optx_cg::lir::opcodes::Form;
use optx_cg::lir::{Function, Guard, Loc, Op, Operand, Place, Point, Reg, Symbol};
use optx_cg::regalloc::check::Rule;

/// Another instruction with some of what one has.
pub fn instead(f: &mut Function, at: Place, op: Op, uses: &[Operand]) {
    let defs: Vec<Reg> = f.defs(f.inst_at(at)).collect();
    let inst = f.inst(op, &defs, uses, Loc::NONE);
    f.replace(at, inst);
}

pub fn insert(f: &mut Function, at: Point, op: Op, defs: &[Reg], uses: &[Operand]) {
    let inst = f.inst(op, defs, uses, Loc::NONE);
    f.insert(at, inst);
}

pub type Mistake = (&'static str, fn(&mut Allocation, &Sample), Rule);

pub const WORD: Op = Op::Mov(Type::U32);
pub const FLOAT: Op = Op::Mov(Type::F32);

/// Mistakes of slots.
pub const OF_SLOTS: &[Mistake] = &[
    (
        "a slot is read that holds another value",
        |m, o| {
            let at = writer(&m.f, o.blocks[2], m.x, 0);
            m.f.set_use(at, 0, Operand::Reg(m.warp[0]));
        },
        Rule::Operand,
    ),
    ("a reload is left out", |m, o| m.f.remove(writer(&m.f, o.blocks[2], m.x, 0)), Rule::Operand),
    (
        "a store is left out",
        |m, o| m.f.remove(writer(&m.f, o.blocks[0], m.thread[0], 0)),
        Rule::Operand,
    ),
    (
        "a store stands before the value is there",
        |m, o| {
            let at = writer(&m.f, o.blocks[0], m.thread[0], 0);
            m.f.move_within(at, Point::start(o.blocks[0]));
        },
        Rule::Operand,
    ),
    (
        "a store stands behind the reload",
        |m, o| {
            let at = writer(&m.f, o.blocks[0], m.thread[0], 0);
            m.f.remove(at);
            insert(
                &mut m.f,
                Point::start(o.blocks[3]),
                FLOAT,
                &[m.thread[0]],
                &[Operand::Reg(o.x)],
            );
        },
        Rule::Operand,
    ),
    (
        "two values in one slot of the thread",
        |m, o| {
            let at = writer(&m.f, o.blocks[0], m.thread[1], 0);
            m.f.set_def(at, 0, m.thread[0]);
        },
        Rule::Operand,
    ),
    (
        "two values in one slot of the warp",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.warp[1], 0);
            m.f.set_def(at, 0, m.warp[0]);
        },
        Rule::Operand,
    ),
    (
        "a slot is stored from another register",
        |m, o| {
            let at = writer(&m.f, o.blocks[0], m.thread[0], 0);
            m.f.set_use(at, 0, Operand::Reg(o.u));
        },
        Rule::Operand,
    ),
    (
        "a slot is not stored on the way round",
        |m, o| m.f.remove(writer(&m.f, o.blocks[2], m.thread[1], 0)),
        Rule::Operand,
    ),
    (
        "a guarded store",
        |m, o| {
            let at = writer(&m.f, o.blocks[2], m.thread[1], 0);
            guarded(&mut m.f, at, o.c);
        },
        Rule::Inserted,
    ),
    (
        "a guarded store to a slot of the warp",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.warp[1], 0);
            guarded(&mut m.f, at, o.c);
        },
        Rule::Inserted,
    ),
    (
        "a slot of the warp for what threads differ in",
        |m, o| {
            let at = writer(&m.f, o.blocks[0], o.x, 0).behind();
            insert(&mut m.f, at, FLOAT, &[m.warp[0]], &[Operand::Reg(o.x)]);
        },
        Rule::Varies,
    ),
    (
        "a slot of the warp for a thread's number",
        |m, o| {
            let at = Point::start(o.blocks[1]);
            let number = [Operand::Special(Special::TidX)];
            insert(&mut m.f, at, Op::Mov(Type::U32), &[m.tid], &number);
            let at = writer(&m.f, o.blocks[1], m.warp[1], 0);
            m.f.set_use(at, 0, Operand::Reg(m.tid));
        },
        Rule::Varies,
    ),
    (
        "a slot of the warp is written by a part of it",
        |m, o| {
            let at = Point::start(o.blocks[4]);
            insert(&mut m.f, at, FLOAT, &[m.warp[0]], &[Operand::Reg(m.u[1])]);
        },
        Rule::PartOfWarp,
    ),
    (
        "a barrier is left out",
        |m, o| m.f.remove(of_form(&m.f, o.blocks[1], Form::BarWarp)),
        Rule::Barrier,
    ),
    (
        "a barrier stands behind the store",
        |m, o| {
            let (at, store) = (
                of_form(&m.f, o.blocks[1], Form::BarWarp),
                writer(&m.f, o.blocks[1], m.warp[1], 0),
            );
            m.f.move_within(at, store.behind());
        },
        Rule::Barrier,
    ),
    (
        "a barrier of some lanes",
        |m, o| {
            let at = of_form(&m.f, o.blocks[1], Form::BarWarp);
            m.f.set_use(at, 0, Operand::Int(0xffff));
        },
        Rule::PartOfWarp,
    ),
    (
        "a barrier in a part of the warp",
        |m, o| {
            let at = Point::start(o.blocks[4]);
            insert(&mut m.f, at, Op::Barrier(Barrier::Warp), &[], &[Operand::Int(-1)]);
        },
        Rule::PartOfWarp,
    ),
    (
        "two stores without a barrier between",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.warp[1], 0).behind();
            insert(&mut m.f, at, WORD, &[m.warp[1]], &[Operand::Reg(o.i)]);
        },
        Rule::Barrier,
    ),
    (
        "an old instruction reads a slot",
        |m, o| {
            let at = writer(&m.f, o.blocks[2], o.s, 0);
            m.f.set_use(at, 1, Operand::Reg(m.thread[0]));
        },
        Rule::Operand,
    ),
    (
        "an old instruction writes a slot",
        |m, o| {
            let at = writer(&m.f, o.blocks[0], o.x, 0);
            m.f.set_def(at, 0, m.thread[0]);
        },
        Rule::Class,
    ),
];

/// Mistakes of recomputations.
pub const OF_SUMS: &[Mistake] = &[
    (
        "another coefficient",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.wide, 0);
            m.f.set_use(at, 1, Operand::Int(8));
        },
        Rule::Operand,
    ),
    (
        "another axis",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.tid, 0);
            m.f.set_use(at, 0, Operand::Special(Special::TidY));
        },
        Rule::Operand,
    ),
    (
        "the sign of an extension",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.wide, 0);
            let uses = [Operand::Reg(m.tid), Operand::Int(4)];
            instead(&mut m.f, at, alu(Form::MulWide, Type::U32), &uses);
        },
        Rule::Operand,
    ),
    (
        "another sign of another extension",
        |m, o| {
            let at = writer(&m.f, o.blocks[5], m.again[0], 0);
            let op =
                Op::Cvt { to: Type::U64, from: Type::U32, round: None, ftz: false, sat: false };
            instead(&mut m.f, at, op, &[Operand::Reg(o.t)]);
        },
        Rule::Operand,
    ),
    (
        "a product that wraps before it is extended",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.tid, 0).behind();
            let uses = [Operand::Reg(m.tid), Operand::Int(4)];
            insert(&mut m.f, at, alu(Form::MulLo, Type::S32), &[m.tid], &uses);
            let at = writer(&m.f, o.blocks[1], m.wide, 0);
            m.f.set_use(at, 1, Operand::Int(1));
        },
        Rule::Operand,
    ),
    (
        "a constant is cut",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.base, 1);
            m.f.set_use(at, 1, Operand::Int(16 + (1 << 32)));
        },
        Rule::Operand,
    ),
    (
        "another offset",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], o.x, 0);
            m.f.set_use(at, 0, Operand::AtReg(m.base, 4));
        },
        Rule::Operand,
    ),
    (
        "the offset of what is stored",
        |m, o| {
            let at = of_form(&m.f, o.blocks[1], Form::St);
            m.f.set_use(at, 0, Operand::AtReg(m.base, 4));
        },
        Rule::Operand,
    ),
    (
        "a difference for a sum",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.i[1], 1);
            let uses = [Operand::Reg(m.i[1]), Operand::Int(5)];
            instead(&mut m.f, at, alu(Form::Add, Type::S32), &uses);
        },
        Rule::Operand,
    ),
    (
        "the operands of a difference",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.i[1], 1);
            let uses = [Operand::Int(5), Operand::Reg(m.i[1])];
            instead(&mut m.f, at, alu(Form::Sub, Type::S32), &uses);
        },
        Rule::Operand,
    ),
    (
        "a base moved by something else on one way",
        |m, o| {
            let at = writer(&m.f, o.blocks[2], m.i[1], 0);
            m.f.set_use(at, 1, Operand::Int(6));
        },
        Rule::Operand,
    ),
    (
        "another amount of a shift",
        |m, o| {
            let at = writer(&m.f, o.blocks[5], m.again[1], 0);
            m.f.set_use(at, 1, Operand::Int(3));
        },
        Rule::Operand,
    ),
    (
        "another parameter",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.n, 0);
            m.f.set_use(at, 0, Operand::AtSymbol(Symbol(2), 0));
        },
        Rule::Operand,
    ),
    (
        "a recomputation of what was redefined since",
        |m, o| {
            let at = writer(&m.f, o.blocks[2], m.i[1], 0);
            m.f.move_within(at, Point::start(o.blocks[2]));
            let before = m.f.before_branches(o.blocks[1]);
            m.f.remove(writer(&m.f, o.blocks[2], m.i[1], 0));
            let counted = writer(&m.f, o.blocks[1], o.i, 2);
            let uses = [Operand::Reg(m.i[0]), Operand::Int(5)];
            assert!(counted.index < before.index());
            insert(&mut m.f, counted.before(), alu(Form::Add, Type::S32), &[m.i[1]], &uses);
        },
        Rule::Operand,
    ),
    (
        "a load instead of a recomputation",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], m.n, 0);
            let load = Op::Ld(access(Space::Global, Type::U32));
            instead(&mut m.f, at, load, &[Operand::AtReg(o.p, 0)]);
        },
        Rule::Inserted,
    ),
];

/// Mistakes of registers, and of what stands where.
pub const OF_REGISTERS: &[Mistake] = &[
    (
        "an operand is redefined before it is read",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], o.x, 0).behind();
            insert(&mut m.f, at, FLOAT, &[o.x], &[Operand::Reg(m.u[0])]);
        },
        Rule::Operand,
    ),
    (
        "a register is taken while it is needed",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], o.x, 0);
            m.f.set_def(at, 0, m.u[0]);
            let at = of_form(&m.f, o.blocks[1], Form::Fma);
            reads(&mut m.f, at, o.x, m.u[0]);
        },
        Rule::Operand,
    ),
    (
        "the copy on an edge is left out",
        |m, _| m.f.remove(writer(&m.f, m.between, m.s, 0)),
        Rule::Operand,
    ),
    (
        "the copy on an edge stands on the other",
        |m, o| {
            m.f.remove(writer(&m.f, m.between, m.s, 0));
            insert(&mut m.f, Point::start(o.blocks[2]), FLOAT, &[m.s], &[Operand::Reg(o.s)]);
        },
        Rule::Operand,
    ),
    (
        "one of two ways writes another register",
        |m, o| {
            let at = writer(&m.f, o.blocks[4], m.s, 0);
            m.f.set_def(at, 0, o.s);
        },
        Rule::Operand,
    ),
    (
        "a register of another class",
        |m, o| {
            let at = writer(&m.f, o.blocks[2], o.s, 0);
            m.f.set_def(at, 0, m.n);
        },
        Rule::Class,
    ),
    (
        "a guard asks for the opposite",
        |m, o| {
            let at = of_form(&m.f, o.blocks[1], Form::St);
            m.f.set_guard(at, Some(Guard { reg: o.c, expected: false }));
        },
        Rule::Guard,
    ),
    (
        "a guard asks another",
        |m, o| {
            let at = of_form(&m.f, o.blocks[1], Form::Bra);
            m.f.set_guard(at, Some(Guard { reg: o.c, expected: true }));
        },
        Rule::Guard,
    ),
    (
        "a guarded definition goes where its other value is not",
        |m, o| {
            let at = writer(&m.f, o.blocks[1], o.i, 1);
            m.f.set_def(at, 0, m.i[1]);
            let at = of_form(&m.f, o.blocks[1], Form::St);
            m.f.set_use(at, 1, Operand::Reg(m.i[1]));
        },
        Rule::Kept,
    ),
    (
        "an instruction is lost",
        |m, o| m.f.remove(of_form(&m.f, o.blocks[1], Form::BarSync)),
        Rule::Instructions,
    ),
    (
        "a block's last instruction is lost, and read",
        |m, o| m.f.remove(writer(&m.f, o.blocks[4], m.s, 0)),
        Rule::Operand,
    ),
    (
        "control does not go on to what stands behind",
        |m, o| {
            let away = m.f.new_block_behind(o.blocks[3]);
            let to = Operand::Label(o.blocks[5]);
            let jump = m.f.inst(Op::Bra { uniform: true }, &[], &[to], Loc::NONE);
            m.f.push(away, jump);
        },
        Rule::Flow,
    ),
    (
        "two instructions change places",
        |m, o| {
            let at = of_form(&m.f, o.blocks[1], Form::Fma);
            let second = writer(&m.f, o.blocks[1], o.s, 1);
            m.f.move_within(at, second.behind());
        },
        Rule::Instructions,
    ),
    (
        "a branch goes elsewhere",
        |m, o| {
            let at = of_form(&m.f, o.blocks[3], Form::Bra);
            m.f.set_use(at, 0, Operand::Label(o.blocks[4]));
        },
        Rule::Flow,
    ),
    (
        "a new block goes on elsewhere",
        |m, o| {
            let jump =
                m.f.inst(Op::Bra { uniform: true }, &[], &[Operand::Label(o.blocks[5])], Loc::NONE);
            m.f.push(m.between, jump);
        },
        Rule::Flow,
    ),
];
