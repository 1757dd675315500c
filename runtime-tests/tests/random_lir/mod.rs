//! Random functions of LIR, and what they leave in memory on the emulator, which reads the printed PTX and knows nothing of LIR. Accesses overlap, arms are
//! short and long, bases change on the way.

use optx::cg::lir::modifiers::{AtomicScope, Relation, Space, Special, Type};
use optx::cg::lir::opcodes::Form;
use optx::cg::lir::print::function;
use optx::cg::lir::{
    BlockId, Declaration, Function, Guard, Inst, Loc, MemoryForm, Op, Operand, Reg, RegClass,
    Symbol, Variable,
};
use optx_emulator::{Device, LaunchConfig, Module, launch};
use runtime_tests::random::Random;

/// Bytes that a thread reads and writes.
const BYTES: u64 = 512;
const THREADS: u64 = 32;

/// A program in the making.
struct Maker {
    random: Random,
    f: Function,
    bases: Vec<Reg>,
    words: Vec<Reg>,
    longs: Vec<Reg>,
    floats: Vec<Reg>,
    preds: Vec<Reg>,
    insts: Vec<Inst>,
    blocks: Vec<BlockId>,
    /// The block in work.
    now: usize,
    /// How far the bases have moved.
    moved: u64,
    /// The last block's branch skips this one.
    skipped: bool,
}

fn alu(form: Form, ty: Type) -> Op {
    Op::Alu { form, ty, round: None, ftz: false }
}

fn plain(space: Space, ty: Type, align: u32) -> MemoryForm {
    let align = MemoryForm::log2(align);
    MemoryForm { space, ty, count: 1, volatile: false, read_only: false, align }
}

impl Maker {
    fn put(&mut self, op: Op, defs: &[Reg], uses: &[Operand]) {
        let inst = self.f.inst(op, defs, uses, Loc::NONE);
        self.insts.push(inst);
    }

    fn of_class(&mut self, class: RegClass, count: usize) -> Vec<Reg> {
        (0..count).map(|_| self.f.new_reg(class, None)).collect()
    }

    fn word(&mut self) -> Operand {
        if self.random.one_in(4) {
            return Operand::Int(self.random.next(100) as i64 - 50);
        }
        Operand::Reg(self.random.of(&self.words.clone()))
    }

    /// A value of a type, and a register to write one to.
    fn pair(&mut self, ty: Type) -> (Operand, Reg) {
        let list = match ty {
            Type::U64 => self.longs.clone(),
            Type::F32 => self.floats.clone(),
            _ => self.words.clone(),
        };
        let value = self.random.of(&list);
        (Operand::Reg(value), self.random.of(&list))
    }

    /// Registers, and all memory that the thread has, get values.
    fn begin(&mut self) {
        let symbol = Operand::AtSymbol(Symbol(0), 0);
        let (start, tid) = (self.bases[0], self.words[0]);
        self.put(Op::Ld(plain(Space::Param, Type::U64, 8)), &[start], &[symbol]);
        self.put(Op::Mov(Type::U32), &[tid], &[Operand::Special(Special::TidX)]);
        let uses = [Operand::Reg(tid), Operand::Int(BYTES as i64)];
        self.put(alu(Form::MulWide, Type::U32), &[self.bases[1]], &uses);
        let uses = [Operand::Reg(start), Operand::Reg(self.bases[1])];
        self.put(alu(Form::Add, Type::S64), &[start], &uses);
        // The second base is in the first's memory.
        let offset = Operand::Int(16 * self.random.next(4) as i64);
        self.put(alu(Form::Add, Type::S64), &[self.bases[1]], &[Operand::Reg(start), offset]);
        for k in 1..self.words.len() {
            let at = Operand::AtReg(start, 4 * k as i64);
            self.put(Op::Ld(plain(Space::Global, Type::U32, 4)), &[self.words[k]], &[at]);
        }
        for k in 0..self.longs.len() {
            let at = Operand::AtReg(start, 32 + 8 * k as i64);
            self.put(Op::Ld(plain(Space::Global, Type::U64, 8)), &[self.longs[k]], &[at]);
        }
        for k in 0..self.floats.len() {
            let word = Operand::Reg(self.words[k]);
            let op = Op::Mov(Type::B32);
            self.put(op, &[self.floats[k]], &[word]);
        }
        for k in 0..self.preds.len() {
            self.compare(self.preds[k]);
        }
    }

    fn compare(&mut self, to: Reg) {
        let relation = self.random.of(&[Relation::Lt, Relation::Eq, Relation::Ne, Relation::Ge]);
        let (a, b) = (Operand::Reg(self.random.of(&self.words.clone())), self.word());
        self.put(Op::Setp { relation, ty: Type::S32, ftz: false }, &[to], &[a, b]);
    }

    /// A load or store; runs of them have neighbouring places.
    fn access(&mut self) {
        let ty = self.random.of(&[Type::U32, Type::U32, Type::U32, Type::U64, Type::F32, Type::U8]);
        let (size, base) = (u64::from(ty.size()), self.random.of(&self.bases.clone()));
        let mut at = size * self.random.next(96 / size as usize) as u64;
        let store = self.random.one_in(2);
        let space = self.random.of(&[Space::Global, Space::Global, Space::Generic]);
        let run = 1 + self.random.next(5);
        for _ in 0..run {
            let aligned = 16u64.min(1 << (at | 16).trailing_zeros());
            // What is known may be less than what is so.
            let known = if self.random.one_in(4) { size } else { aligned.max(size) };
            let volatile = self.random.one_in(12);
            let access = MemoryForm { volatile, ..plain(space, ty, known as u32) };
            let place = Operand::AtReg(base, at as i64);
            let (value, to) = self.pair(ty);
            match store {
                true if ty == Type::U32 && self.random.one_in(4) => {
                    let constant = Operand::Int(self.random.next(1000) as i64);
                    self.put(Op::St(access), &[], &[place, constant]);
                }
                true => self.put(Op::St(access), &[], &[place, value]),
                false => self.put(Op::Ld(access), &[to], &[place]),
            }
            if self.random.one_in(5) {
                self.compute();
            }
            at = (at + size).min(96);
        }
    }

    fn compute(&mut self) {
        let words = self.words.clone();
        let to = self.random.of(&words);
        let a = Operand::Reg(self.random.of(&words));
        match self.random.next(9) {
            0 => {
                let pred = self.random.of(&self.preds.clone());
                self.compare(pred);
            }
            1 => {
                let (p, b) = (self.random.of(&self.preds.clone()), self.word());
                self.put(Op::Selp(Type::B32), &[to], &[a, b, Operand::Reg(p)]);
            }
            2 => {
                let (value, to) = self.pair(Type::U64);
                let amount = Operand::Int(self.random.next(100) as i64);
                self.put(alu(Form::Add, Type::S64), &[to], &[value, amount]);
            }
            3 if self.moved < 4 => {
                self.moved += 1;
                let base = self.random.of(&self.bases.clone());
                let uses = [Operand::Reg(base), Operand::Int(16)];
                self.put(alu(Form::Add, Type::S64), &[base], &uses);
            }
            4 => {
                // A register of its own, used at once.
                let own = self.f.new_reg(RegClass::B32, None);
                let b = self.word();
                self.put(alu(Form::Sub, Type::S32), &[own], &[a, b]);
                self.put(alu(Form::And, Type::B32), &[to], &[Operand::Reg(own), a]);
            }
            k => {
                let form = [Form::Xor, Form::Or, Form::And, Form::Add][k % 4];
                let ty = if form == Form::Add { Type::S32 } else { Type::B32 };
                let b = self.word();
                self.put(alu(form, ty), &[to], &[a, b]);
            }
        }
    }

    fn end_block(&mut self) {
        for inst in std::mem::take(&mut self.insts) {
            self.f.push(self.blocks[self.now], inst);
        }
        self.now += 1;
    }

    /// A block's instructions, and a branch to one that comes later.
    fn block(&mut self, k: usize, count: usize) {
        let arm = self.skipped && !self.random.one_in(4);
        self.skipped = false;
        let length = if arm { 1 + self.random.next(2) } else { self.random.next(14) };
        for _ in 0..length {
            match self.random.next(10) {
                0 => self.put(Op::Fence(AtomicScope::Cta), &[], &[]),
                1..=4 => self.access(),
                _ => self.compute(),
            }
        }
        if arm {
            return self.end_block();
        }
        let target =
            if self.random.one_in(4) { k + 1 + self.random.next(count - k) } else { k + 2 };
        let to = Operand::Label(self.blocks[target.min(count)]);
        if !self.random.one_in(3) {
            self.skipped = target == k + 2;
            let reg = self.random.of(&self.preds.clone());
            let expected = self.random.one_in(2);
            self.put(Op::Bra { uniform: false }, &[], &[to]);
            if let Some(inst) = self.insts.last_mut() {
                inst.guard = Some(Guard { reg, expected });
            }
        }
        self.end_block();
    }

    /// The end of a loop that begins with the second block.
    fn round(&mut self, rounds: Reg) {
        let reg = self.f.new_reg(RegClass::Pred, None);
        let uses = [Operand::Reg(rounds), Operand::Int(-1)];
        self.put(alu(Form::Add, Type::S32), &[rounds], &uses);
        let more = Op::Setp { relation: Relation::Gt, ty: Type::S32, ftz: false };
        self.put(more, &[reg], &[Operand::Reg(rounds), Operand::Int(0)]);
        self.put(Op::Bra { uniform: false }, &[], &[Operand::Label(self.blocks[1])]);
        if let Some(inst) = self.insts.last_mut() {
            inst.guard = Some(Guard { reg, expected: true });
        }
        self.end_block();
    }

    /// All registers to memory.
    fn end(&mut self) {
        let base = self.bases[0];
        let mut at = 256;
        for list in [self.words.clone(), self.floats.clone(), self.longs.clone()] {
            for reg in list {
                let ty = match self.f.class(reg) {
                    RegClass::B64 => Type::U64,
                    RegClass::F32 => Type::F32,
                    _ => Type::U32,
                };
                let store = Op::St(plain(Space::Global, ty, ty.size()));
                self.put(store, &[], &[Operand::AtReg(base, at), Operand::Reg(reg)]);
                at += 8;
            }
        }
        for pred in self.preds.clone() {
            let word = self.words[0];
            let choice = [Operand::Int(1), Operand::Int(0), Operand::Reg(pred)];
            self.put(Op::Selp(Type::B32), &[word], &choice);
            let store = Op::St(plain(Space::Global, Type::U32, 4));
            self.put(store, &[], &[Operand::AtReg(base, at), Operand::Reg(word)]);
            at += 8;
        }
        self.put(Op::Ret, &[], &[]);
        self.end_block();
    }
}

/// A function that runs from its begin to its end.
pub fn program(seed: u64) -> Function {
    made(seed, false)
}

/// One of which all but the begin and the end is run twice.
pub fn program_with_loop(seed: u64) -> Function {
    made(seed, true)
}

fn made(seed: u64, has_loop: bool) -> Function {
    let mut f = Function::default();
    f.name.push('k');
    f.params.push(Declaration::param(Variable::Scalar(Type::U64), "k_param_0"));
    f.symbols.push("k_param_0".into());
    let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut maker = Maker {
        random,
        f,
        bases: Vec::new(),
        words: Vec::new(),
        longs: Vec::new(),
        floats: Vec::new(),
        preds: Vec::new(),
        insts: Vec::new(),
        blocks: Vec::new(),
        now: 0,
        moved: 0,
        skipped: false,
    };
    maker.bases = maker.of_class(RegClass::B64, 2);
    maker.words = maker.of_class(RegClass::B32, 6);
    maker.longs = maker.of_class(RegClass::B64, 3);
    maker.floats = maker.of_class(RegClass::F32, 3);
    maker.preds = maker.of_class(RegClass::Pred, 3);
    maker.begin();
    let count = 2 + maker.random.next(6);
    maker.blocks = (0..=count + usize::from(has_loop)).map(|_| maker.f.new_block()).collect();
    let rounds = maker.f.new_reg(RegClass::B32, None);
    if has_loop {
        maker.put(Op::Mov(Type::U32), &[rounds], &[Operand::Int(2)]);
    }
    for k in 0..count {
        maker.block(k, count);
    }
    if has_loop {
        maker.round(rounds);
    }
    maker.end();
    maker.f
}

/// Its text as a module.
pub fn text(f: &Function) -> String {
    let mut out = ".version 7.0\n.target sm_80\n.address_size 64\n".to_owned();
    function(&mut out, f, None, Some(|_| ()));
    out
}

/// The memory that a run leaves.
pub fn run(text: &str) -> Result<Vec<u8>, String> {
    let module = Module::load(text).map_err(|e| format!("{e}\n{text}"))?;
    let mut device = Device::new();
    let size = BYTES * THREADS;
    let memory = device.alloc(size, "memory").map_err(|e| e.to_string())?;
    let mut random = Random(77);
    let bytes: Vec<u8> = (0..size).map(|_| random.next(256) as u8).collect();
    device.write(memory, &bytes).map_err(|e| e.to_string())?;
    let config = LaunchConfig { block: [THREADS as u32, 1, 1], ..LaunchConfig::default() };
    let parameter = memory.0.to_le_bytes().to_vec();
    launch(&mut device, &module, "k", &config, &[parameter]).map_err(|e| format!("{e}\n{text}"))?;
    device.read(memory, size).map_err(|e| e.to_string())
}
