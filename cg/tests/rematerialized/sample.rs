//! A kernel in which so much lives that values are made once more, one of each kind, and those that may not be.

use optx_cg::lir::modifiers::{Relation, Space, Special, Type};
use optx_cg::lir::opcodes::Form;
use optx_cg::lir::{
    BlockId, Declaration, Directive, Function, Guard, InstId, Loc, MemoryForm, Op, Operand, Place,
    Reg, RegClass, Symbol, Variable,
};
use optx_cg::regalloc::rematerialize::run;
use optx_whirl::{Multiprocessor, Remarks};
use optx_wopt::Stats;

pub fn alu(form: Form, ty: Type) -> Op {
    Op::Alu { form, ty, round: None, ftz: false }
}

pub fn access(space: Space, ty: Type) -> MemoryForm {
    let align = MemoryForm::log2(ty.size());
    MemoryForm { space, ty, count: 1, volatile: false, read_only: false, align }
}

pub fn load(ty: Type) -> Op {
    Op::Ld(access(Space::Global, ty))
}

pub fn store(ty: Type) -> Op {
    Op::St(access(Space::Global, ty))
}

pub fn widen(from: Type) -> Op {
    let to = if from == Type::S32 { Type::S64 } else { Type::U64 };
    Op::Cvt { to, from, round: None, ftz: false, sat: false }
}

pub fn put(f: &mut Function, bb: BlockId, op: Op, defs: &[Reg], uses: &[Operand]) -> Place {
    let inst = f.inst(op, defs, uses, Loc::NONE);
    f.push(bb, inst);
    Place { block: bb, index: f.insts(bb).len() - 1 }
}

/// A kernel of parameters of these types, which may have so many registers.
pub fn kernel(parameters: &[Type], most: u32) -> Function {
    let mut f = Function::default();
    f.name.push('k');
    f.directives.push(Directive::MaxRegisters(most));
    for (k, &ty) in parameters.iter().enumerate() {
        let name = format!("k_param_{k}");
        f.symbols.push(name.as_str().into());
        f.params.push(Declaration::param(Variable::Scalar(ty), name));
    }
    f
}

pub fn parameter(f: &mut Function, bb: BlockId, k: u32, ty: Type, reg: Reg) {
    let load = Op::Ld(access(Space::Param, ty));
    put(f, bb, load, &[reg], &[Operand::AtSymbol(Symbol(k), 0)]);
}

/// Runs the pass; nobody asks for remarks.
pub fn rematerialize(f: &mut Function) -> Stats {
    run(f, Multiprocessor::of(80), None, &mut Remarks::default())
}

/// So many words come from memory and live at the fullest places.
const WORDS: usize = 12;
/// Beyond 32 bits.
pub const FAR: i64 = 0x1_0000_4000;

/// The kernel, and who reads its values, by name: what tests ask about.
pub struct Sample {
    pub f: Function,
    pub blocks: [BlockId; 4],
    pub readers: Vec<(&'static str, InstId)>,
}

struct Maker {
    f: Function,
    at: BlockId,
    readers: Vec<(&'static str, InstId)>,
}

impl Maker {
    fn make(&mut self, class: RegClass, op: Op, uses: &[Operand]) -> Reg {
        let reg = self.f.new_reg(class, None);
        put(&mut self.f, self.at, op, &[reg], uses);
        reg
    }

    fn wide(&mut self, op: Op, uses: &[Operand]) -> Reg {
        self.make(RegClass::B64, op, uses)
    }

    fn word(&mut self, op: Op, uses: &[Operand]) -> Reg {
        self.make(RegClass::B32, op, uses)
    }

    /// A pointer at a multiple of a word.
    fn address(&mut self, base: Reg, index: Reg, size: i64) -> Reg {
        let uses = [Operand::Reg(index), Operand::Int(size)];
        let offset = self.wide(alu(Form::MulWide, Type::S32), &uses);
        self.wide(alu(Form::Add, Type::S64), &[Operand::Reg(offset), Operand::Reg(base)])
    }

    fn words(&mut self, from: Reg) -> Vec<Reg> {
        let at = |k: usize| Operand::AtReg(from, 4 * k as i64);
        (0..WORDS).map(|k| self.word(load(Type::U32), &[at(k)])).collect()
    }

    /// A store, which a test asks about by name.
    fn store(&mut self, name: &'static str, ty: Type, to: Reg, value: Reg) -> Place {
        let uses = [Operand::AtReg(to, 0), Operand::Reg(value)];
        let at = put(&mut self.f, self.at, store(ty), &[], &uses);
        self.readers.push((name, self.f.inst_at(at).id()));
        at
    }

    /// Stores of words, so that they live up to here.
    fn stores(&mut self, to: Reg, words: &[Reg]) {
        for (k, &word) in words.iter().enumerate() {
            let uses = [Operand::AtReg(to, 8 + 4 * k as i64), Operand::Reg(word)];
            put(&mut self.f, self.at, store(Type::U32), &[], &uses);
        }
    }
}

impl Sample {
    pub fn new() -> Sample {
        let mut f = kernel(&[Type::U64, Type::U64, Type::U32], 24);
        let blocks = [(); 4].map(|()| f.new_block());
        let [begin, middle, round, out] = blocks;
        f.set_cycle(round, 1, false);
        let mut m = Maker { f, at: begin, readers: Vec::new() };
        let [p, q] = [(); 2].map(|()| m.f.new_reg(RegClass::B64, None));
        let [n, i] = [(); 2].map(|()| m.f.new_reg(RegClass::B32, None));
        let more = m.f.new_reg(RegClass::Pred, None);
        parameter(&mut m.f, begin, 0, Type::U64, p);
        parameter(&mut m.f, begin, 1, Type::U64, q);
        parameter(&mut m.f, begin, 2, Type::U32, n);
        let (reg, add) = (Operand::Reg, alu(Form::Add, Type::S64));
        let t = m.word(Op::Mov(Type::U32), &[Operand::Special(Special::TidX)]);
        let element = m.address(p, t, 4);
        let other = m.address(q, t, 12);
        let sum = m.word(alu(Form::Add, Type::S32), &[reg(t), reg(n)]);
        let signed = m.wide(widen(Type::S32), &[reg(sum)]);
        let unsigned = m.wide(widen(Type::U32), &[reg(sum)]);
        let far = m.wide(add, &[reg(q), Operand::Int(FAR)]);
        let guarded = m.address(q, t, 20);
        let in_loop = m.address(p, t, 28);
        let compare = Op::Setp { relation: Relation::Lt, ty: Type::S32, ftz: false };
        put(&mut m.f, begin, compare, &[more], &[reg(t), reg(n)]);
        let words = m.words(p);
        // Here most lives: 12 words, 7 values of two units, and t.
        m.store("element", Type::U32, element, words[0]);
        m.store("other", Type::U32, other, words[1]);
        m.store("signed", Type::U64, q, signed);
        m.store("unsigned", Type::U64, q, unsigned);
        m.store("far", Type::U32, far, words[2]);
        let at = m.store("guarded", Type::U32, guarded, words[3]);
        m.f.set_guard(at, Some(Guard { reg: more, expected: true }));
        m.stores(q, &words);
        m.at = middle;
        put(&mut m.f, middle, Op::Mov(Type::U32), &[i], &[Operand::Int(0)]);
        m.at = round;
        let before = m.address(p, i, 4);
        let behind = m.address(q, i, 8);
        let words = m.words(in_loop);
        m.readers.push(("in loop", m.f.insts(round)[4].id()));
        m.store("before the step", Type::U32, before, words[0]);
        put(&mut m.f, round, alu(Form::Add, Type::S32), &[i], &[reg(i), Operand::Int(1)]);
        m.store("behind the step", Type::U32, behind, words[1]);
        m.stores(q, &words);
        put(&mut m.f, round, compare, &[more], &[reg(i), reg(n)]);
        let label = Operand::Label(round);
        let branch = put(&mut m.f, round, Op::Bra { uniform: false }, &[], &[label]);
        m.f.set_guard(branch, Some(Guard { reg: more, expected: true }));
        put(&mut m.f, out, Op::Ret, &[], &[]);
        Sample { f: m.f, blocks, readers: m.readers }
    }

    /// Where a reader stands.
    pub fn reader(&self, f: &Function, name: &str) -> Place {
        let id = self.readers.iter().find(|(other, _)| *other == name).expect("a reader").1;
        find(f, id)
    }
}

/// Where an instruction stands.
pub fn find(f: &Function, id: InstId) -> Place {
    let found = f.blocks().find_map(|(block, insts)| {
        let index = insts.insts.iter().position(|inst| inst.id() == id)?;
        Some(Place { block, index })
    });
    found.expect("an instruction that stands")
}

/// The only place at which a register is written.
pub fn maker(f: &Function, reg: Reg) -> Place {
    let mut found = f.blocks().flat_map(|(block, insts)| {
        let writes = insts.insts.iter().enumerate();
        let writes = writes.filter(move |(_, inst)| f.defs(inst).any(|def| def == reg));
        writes.map(move |(index, _)| Place { block, index })
    });
    let at = found.next().expect("a writer");
    assert!(found.next().is_none(), "written more than once");
    at
}
