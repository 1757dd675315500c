//! Random functions in form Cfg, with trees as they come: folding has its first look at them in the passes.

use super::random::Random;
use super::surroundings::module;
use optx_ir::{
    Access, AuxId, AuxKind, BbId, CodeRep, CrId, Func, Space, StmtOp, StmtRep, Terminator,
};
use optx_whirl::Mtype::{self, B, F4, F8, I1, I2, I4, U1, U2, U4, U8, V};
use optx_whirl::{
    AsmClass, AsmInfo, AtomicScope, Intrinsic, Loc, Operator, St, StId, Storage, TyKind,
};
use smallvec::{SmallVec, smallvec};

/// The types that variables have.
const TYPES: [Mtype; 5] = [U4, U8, F4, F8, B];
/// A function in the making.
pub struct Generator {
    pub random: Random,
    pub f: Func,
    variables: Vec<(Mtype, AuxId)>,
    /// Variables that hold generic addresses of 64 bytes at least.
    pointers: Vec<AuxId>,
    /// What most functions count, so that most cycles are left: those that nothing leaves show little.
    fuel: Option<AuxId>,
    bb: BbId,
}

impl Generator {
    /// The function of a seed.
    pub fn function(seed: u64) -> Func {
        let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let f = Func::new("random", "random");
        let bb = BbId::from_index(0);
        let (variables, pointers, fuel) = (Vec::new(), Vec::new(), None);
        let mut g = Generator { random, f, variables, pointers, fuel, bb };
        g.symbols();
        let blocks: Vec<BbId> = (0..2 + g.random.next(8)).map(|_| g.f.new_bb()).collect();
        let exit = g.f.new_bb();
        g.entry();
        for (k, &bb) in blocks.iter().enumerate() {
            g.bb = bb;
            for _ in 0..g.random.next(6) {
                g.statement();
            }
            // The entry has no predecessor.
            let target = |g: &mut Generator| blocks[1 + g.random.next(blocks.len() - 1)];
            let terminator = match g.random.next(8) {
                0 if k > 0 => Terminator::Return,
                1..=3 => {
                    let (on_true, on_false) = (target(&mut g), exit);
                    match g.fuel_left() {
                        Some(condition) => Terminator::Branch { condition, on_true, on_false },
                        None => Terminator::Goto(on_true),
                    }
                }
                _ => {
                    let condition = g.tree(B, 2);
                    let (on_true, on_false) = (target(&mut g), target(&mut g));
                    Terminator::Branch { condition, on_true, on_false }
                }
            };
            g.show(terminator == Terminator::Return);
            g.f.bbs[bb].terminator = terminator;
        }
        g.bb = exit;
        g.show(true);
        optx_wopt::build::remove_unreachable(&mut g.f);
        g.f.at = "build".to_owned();
        g.f
    }

    fn symbols(&mut self) {
        let types = module(0).types;
        let named = |wanted: fn(&TyKind) -> bool| {
            types.iter().find(|(_, kind)| wanted(kind)).map(|(ty, _)| ty).expect("a type")
        };
        let array = named(|kind| matches!(kind, TyKind::Array(..)));
        let pointer = named(|kind| matches!(kind, TyKind::Pointer(_)));
        // Two arrays on the stack, two parameters that are pointers.
        for (name, ty, storage) in [
            ("l", array, Storage::Auto),
            ("m", array, Storage::Auto),
            ("p", pointer, Storage::Param),
            ("q", pointer, Storage::Param),
        ] {
            let st = StId::local(self.f.locals.len());
            self.f.locals.push(St::new(name, ty, storage, 8));
            if storage == Storage::Auto {
                self.f.stack_objects.push(st);
            } else {
                self.f.params.push(st);
            }
        }
        let output = (StId::local(0), AsmClass::R, None);
        let text = |outputs, inputs, memory| AsmInfo {
            text: "text".to_owned(),
            volatile: memory,
            memory,
            outputs,
            inputs,
        };
        self.f.asms.push(text(vec![output], vec![AsmClass::R], false));
        self.f.asms.push(text(Vec::new(), Vec::new(), true));
    }

    /// Every variable has a value on entry.
    fn entry(&mut self) {
        for mtype in TYPES {
            for k in 0..1 + self.random.next(4) {
                let aux = self.f.new_aux(AuxKind::Temp, mtype, format!("{mtype}{k}"));
                let value = if mtype != B && self.random.next(3) > 0 {
                    let offset = self.random.next(8) as i64 * 8;
                    let base = self.lda(StId::global(3), 0);
                    self.load(mtype, Space::Constant, base, offset)
                } else {
                    self.constant(mtype)
                };
                self.assign(aux, value);
                self.variables.push((mtype, aux));
            }
        }
        if self.random.next(4) > 0 {
            let aux = self.f.new_aux(AuxKind::Temp, U4, "fuel");
            let value = self.f.codemap.integer(U4, 0);
            self.assign(aux, value);
            self.fuel = Some(aux);
        }
        for k in 0..1 + self.random.next(3) {
            let aux = self.f.new_aux(AuxKind::Temp, U8, format!("p{k}"));
            self.pointer(aux);
            self.pointers.push(aux);
        }
    }

    /// Counts a round, and gives the condition that another may follow.
    fn fuel_left(&mut self) -> Option<CrId> {
        let aux = self.fuel?;
        let (count, one) = (self.f.plain_var(aux), self.f.codemap.integer(U4, 1));
        let more = self.op(Operator::Add, U4, V, &[count, one]);
        self.assign(aux, more);
        let most = self.f.codemap.integer(U4, 5);
        Some(self.op(Operator::Lt, B, U4, &[count, most]))
    }

    /// Shows a variable now and then, and every one at the end.
    fn show(&mut self, ends: bool) {
        let count = self.variables.len();
        let first = self.random.next(count);
        let shown = if ends { count } else { self.random.next(3).min(1) };
        for k in 0..shown {
            let (mtype, aux) = self.variables[(first + k) % count];
            let mut value = self.f.plain_var(aux);
            if mtype == B {
                value = self.op(Operator::Cvt, U4, B, &[value]);
            }
            let desc = if mtype == B { U4 } else { mtype };
            let base = self.lda(StId::global(1), 0);
            let access = Access { desc, space: Space::Shared, base, offset: 0, align: 0 };
            self.push(StmtOp::VolatileStore(access.shape()), &[], &[value, base]);
        }
    }

    fn push(&mut self, op: StmtOp, results: &[CrId], kids: &[CrId]) {
        let stmt = StmtRep {
            op,
            results: results.iter().copied().collect(),
            kids: kids.iter().copied().collect(),
            mu: Default::default(),
            chi: Default::default(),
            bb: self.bb,
            loc: Loc::NONE,
        };
        let id = self.f.new_stmt(stmt);
        self.f.bbs[self.bb].stmts.push(id);
    }

    fn assign(&mut self, aux: AuxId, value: CrId) {
        let var = self.f.plain_var(aux);
        self.push(StmtOp::Stid, &[var], &[value]);
    }

    /// A variable of the type.
    pub fn variable(&mut self, mtype: Mtype) -> CrId {
        let fits: Vec<AuxId> =
            self.variables.iter().filter(|(m, _)| *m == mtype).map(|(_, aux)| *aux).collect();
        let aux = self.random.of(&fits);
        self.f.plain_var(aux)
    }

    fn lda(&mut self, st: StId, offset: i64) -> CrId {
        self.f.codemap.intern(CodeRep::Lda { st, offset })
    }

    /// Gives a pointer a generic address: of an object, of a parameter's, of another pointer, one of two.
    fn pointer(&mut self, aux: AuxId) {
        let value = match self.random.next(8) {
            0..=1 => {
                let base = StId::local(2 + self.random.next(2));
                let base = self.lda(base, 0);
                self.load(U8, Space::Param, base, 0)
            }
            2..=3 if !self.pointers.is_empty() => {
                let other = self.random.of(&self.pointers);
                self.f.plain_var(other)
            }
            4 if !self.pointers.is_empty() => {
                let other = self.random.of(&self.pointers);
                let (condition, other) = (self.tree(B, 1), self.f.plain_var(other));
                let object = self.object();
                self.op(Operator::Select, U8, V, &[condition, object, other])
            }
            _ => self.object(),
        };
        self.assign(aux, value);
    }

    /// The generic address of an object that may be written.
    fn object(&mut self) -> CrId {
        let (st, i) = match self.random.next(5) {
            0 => (StId::global(0), Intrinsic::FromShared),
            1 => (StId::global(1), Intrinsic::FromShared),
            2 => (StId::global(2), Intrinsic::FromGlobal),
            3 => (StId::global(4), Intrinsic::FromShared),
            _ => (StId::local(0), Intrinsic::FromLocal),
        };
        let base = self.lda(st, 0);
        self.intrinsic(i, U8, U8, &[base])
    }

    /// A load, to a variable of its own.
    fn load(&mut self, desc: Mtype, space: Space, base: CrId, offset: i64) -> CrId {
        let ivar = self.ivar(desc, space, base, offset);
        let aux = self.f.new_aux(AuxKind::Temp, desc.register().unsigned(), "t");
        self.assign(aux, ivar);
        self.f.plain_var(aux)
    }

    fn ivar(&mut self, desc: Mtype, space: Space, base: CrId, offset: i64) -> CrId {
        let access = Access { desc, space, base, offset, align: 0 };
        self.f.codemap.intern(CodeRep::Ivar { access, mu: None, read_only: false })
    }

    /// A place in memory: type, space, base, offset, all within an object.
    fn place(&mut self, writes: bool) -> (Mtype, Space, CrId, i64) {
        let desc = self.random.of(&[U4, U4, I4, F4, U8, F8, I1, U1, I2, U2]);
        let size = i64::from(desc.size());
        let offset = self.random.next(4) as i64 * size;
        let (space, base) = match self.random.next(9) {
            0..=1 => (Space::Shared, self.lda(StId::global(0), 0)),
            2 => (Space::Shared, self.lda(StId::global(1), 0)),
            3 => (Space::Global, self.lda(StId::global(2), 0)),
            4 if !writes => (Space::Constant, self.lda(StId::global(3), 0)),
            4 => (Space::Shared, self.lda(StId::global(4), 0)),
            5 => (Space::Shared, self.lda(StId::global(5), 0)),
            6 => {
                let st = StId::local(self.random.next(2));
                (Space::Local, self.lda(st, 0))
            }
            _ => {
                let aux = self.random.of(&self.pointers);
                (Space::Generic, self.f.plain_var(aux))
            }
        };
        if self.random.next(3) > 0 {
            return (desc, space, base, offset);
        }
        // An index that the program computes.
        let index = self.tree(U4, 1);
        let mask = self.f.codemap.integer(U4, 3);
        let index = self.op(Operator::Band, U4, V, &[index, mask]);
        let index = self.op(Operator::Cvt, U8, U4, &[index]);
        let scale = self.f.codemap.integer(U8, size as u64);
        let index = self.op(Operator::Mpy, U8, V, &[index, scale]);
        (desc, space, self.op(Operator::Add, U8, V, &[base, index]), offset)
    }

    fn statement(&mut self) {
        match self.random.next(16) {
            0..=2 => self.store(),
            3..=5 => {
                let (desc, space, base, offset) = self.place(false);
                let (place, to) =
                    (self.ivar(desc, space, base, offset), desc.register().unsigned());
                let to = self.variable(to);
                self.push(StmtOp::Stid, &[to], &[place]);
            }
            // Plain copies make swaps and lost copies.
            6..=8 => {
                let mtype = self.random.of(&TYPES);
                let (from, to) = (self.variable(mtype), self.variable(mtype));
                self.push(StmtOp::Stid, &[to], &[from]);
            }
            9 => {
                let aux = self.random.of(&self.pointers);
                self.pointer(aux);
            }
            10 => self.effect(),
            11 => self.around_an_effect(),
            _ => {
                let mtype = self.random.of(&TYPES);
                let (value, to) = (self.tree(mtype, 3), self.variable(mtype));
                self.push(StmtOp::Stid, &[to], &[value]);
            }
        }
    }

    fn store(&mut self) {
        let (desc, space, base, offset) = self.place(true);
        let value = self.tree(desc.register().unsigned(), 2);
        let place = self.ivar(desc, space, base, offset);
        self.push(StmtOp::Istore, &[place], &[value]);
    }

    /// A place accessed, a store or something that others see, and the place read: what may be forwarded, and what not.
    fn around_an_effect(&mut self) {
        let (desc, space, base, offset) = self.place(true);
        let (place, mtype) = (self.ivar(desc, space, base, offset), desc.register().unsigned());
        if self.random.next(2) == 0 {
            let value = self.tree(mtype, 1);
            self.push(StmtOp::Istore, &[place], &[value]);
        } else {
            let to = self.variable(mtype);
            self.push(StmtOp::Stid, &[to], &[place]);
        }
        if self.random.next(2) == 0 {
            self.store()
        } else {
            self.effect()
        }
        let to = self.variable(mtype);
        self.push(StmtOp::Stid, &[to], &[place]);
    }

    /// Something that others see.
    fn effect(&mut self) {
        use Intrinsic::*;
        let word = self.variable(U4);
        let plain = |intrinsic, rtype| StmtOp::Intrinsic {
            intrinsic,
            rtype,
            desc: V,
            scope: AtomicScope::Device,
            shape: None,
        };
        match self.random.next(9) {
            0 => self.push(plain(Barrier, V), &[], &[]),
            1 => self.push(plain(FenceDevice, V), &[], &[]),
            2 => {
                let (value, zero) = (self.tree(U4, 1), self.constant(U4));
                self.push(plain(ShflIdx, U4), &[word], &[word, value, zero, zero]);
            }
            3 => self.push(plain(Clock, U4), &[word], &[]),
            4 => {
                let aux = self.random.of(&self.pointers);
                let (given, value) = (self.f.plain_var(aux), self.tree(F4, 1));
                self.push(StmtOp::Call(0), &[word], &[given, value]);
            }
            5 => {
                let value = self.tree(U4, 1);
                self.push(StmtOp::Asm(0), &[word], &[value]);
            }
            6 => self.push(StmtOp::Asm(1), &[], &[]),
            7 => {
                let (desc, space, base, offset) = self.place(true);
                let access = Access { desc, space, base, offset, align: 0 };
                let mtype = desc.register().unsigned();
                if self.random.next(2) == 0 {
                    let to = self.variable(mtype);
                    self.push(StmtOp::VolatileLoad(access.shape()), &[to], &[base]);
                } else {
                    let value = self.tree(mtype, 1);
                    self.push(StmtOp::VolatileStore(access.shape()), &[], &[value, base]);
                }
            }
            _ => {
                let intrinsic = self.random.of(&[AtomAdd, AtomExch, AtomMin, AtomInc, AtomXor]);
                let (_, space, base, _) = self.place(true);
                let aligned = matches!(self.f.codemap.get(base), CodeRep::Lda { .. });
                let base = if aligned { base } else { self.lda(StId::global(0), 0) };
                let space = if aligned { space } else { Space::Shared };
                let access = Access { desc: U4, space, base, offset: 4, align: 0 };
                let value = self.tree(U4, 1);
                let (rtype, desc, scope) = (U4, V, AtomicScope::Device);
                let shape = Some(access.shape());
                let op = StmtOp::Intrinsic { intrinsic, rtype, desc, scope, shape };
                let results: SmallVec<[CrId; 1]> = smallvec![word];
                self.push(op, &results, &[base, value]);
            }
        }
    }
}
