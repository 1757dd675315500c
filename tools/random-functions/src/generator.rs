//! Random functions in form Cfg, with trees as they come: folding has its first look at them in the passes.

use super::random::Random;
use super::surroundings::module;
use optx_ir::{Access, AuxId, AuxKind, BbId, CodeRep, CrId, Func, Op, Space, StmtOp, StmtRep};
use optx_whirl::Mtype::{self, B, F4, F8, U4, U8, V};
use optx_whirl::{AsmClass, AsmInfo, Loc, Operator, St, StId, Storage, TyKind};

/// The types that variables have.
const TYPES: [Mtype; 5] = [U4, U8, F4, F8, B];

/// A function in the making.
pub struct Generator {
    pub(crate) random: Random,
    pub(crate) f: Func,
    variables: Vec<(Mtype, AuxId)>,
    /// Variables that hold generic addresses of 64 bytes at least.
    pub(crate) pointers: Vec<AuxId>,
    /// What most functions count, so that most cycles are left: those that nothing leaves show little.
    pub(crate) fuel: Option<AuxId>,
    /// What counts the rounds of the loops around, inner ones last.
    pub(crate) counters: Vec<AuxId>,
    /// Of the loops around, those whose counters are multiplied: with what.
    pub(crate) strides: Vec<(AuxId, AuxId)>,
    /// Trees evaluated so far.
    evaluated: Vec<(Mtype, CrId)>,
    pub(crate) bb: BbId,
}

impl Generator {
    /// The function of a seed.
    pub fn function(seed: u64) -> Func {
        let mut g = Generator::begun(seed);
        match g.random.next(3) {
            0 => g.structured(),
            _ => g.tangled(),
        }
        g.ended()
    }

    /// A function of which nothing but the entry stands, with variables that have values.
    pub(crate) fn begun(seed: u64) -> Generator {
        let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let f = Func::new("random", "random");
        let bb = BbId::from_index(0);
        let (variables, pointers, fuel, counters) = (Vec::new(), Vec::new(), None, Vec::new());
        let (strides, evaluated) = (Vec::new(), Vec::new());
        let mut g =
            Generator { random, f, variables, pointers, fuel, counters, strides, evaluated, bb };
        g.symbols();
        g.f.new_bb();
        g.entry();
        g
    }

    /// The function, of which the block in work is the last.
    pub(crate) fn ended(mut self) -> Func {
        optx_wopt::kit::build::remove_unreachable(&mut self.f);
        self.f.at = "build".to_owned();
        self.f
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

    /// Shows a variable now and then, and every one at the end.
    pub(crate) fn show(&mut self, ends: bool) {
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

    pub(crate) fn push(&mut self, op: StmtOp, results: &[CrId], kids: &[CrId]) {
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

    pub(crate) fn assign(&mut self, aux: AuxId, value: CrId) {
        let var = self.f.plain_var(aux);
        self.push(StmtOp::Stid, &[var], &[value]);
    }

    /// A variable of the type.
    pub(crate) fn variable(&mut self, mtype: Mtype) -> CrId {
        let mut random = Random(self.random.0);
        let variable = self.some_variable(&mut random, mtype);
        self.random = random;
        variable
    }

    pub(crate) fn some_variable(&mut self, random: &mut Random, mtype: Mtype) -> CrId {
        let fits: Vec<AuxId> =
            self.variables.iter().filter(|(m, _)| *m == mtype).map(|(_, aux)| *aux).collect();
        let aux = random.of(&fits);
        self.f.plain_var(aux)
    }

    /// Numbers that take none from what follows.
    pub(crate) fn aside(&self) -> Random {
        Random(self.random.0.rotate_left(17) | 1)
    }

    pub(crate) fn lda(&mut self, st: StId, offset: i64) -> CrId {
        self.f.codemap.intern(CodeRep::Lda { st, offset })
    }

    pub(crate) fn statement(&mut self) {
        match self.random.next(19) {
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
            12 => self.overlapping(),
            13 => self.twins(),
            15 => self.neighbours(),
            _ => self.computation(),
        }
    }

    /// A variable takes the value of a tree.
    pub(crate) fn computation(&mut self) {
        if !self.evaluated.is_empty() && self.random.next(4) == 0 {
            return self.again();
        }
        let mtype = self.random.of(&TYPES);
        let (value, to) = (self.tree(mtype, 3), self.variable(mtype));
        self.evaluated.push((mtype, value));
        self.push(StmtOp::Stid, &[to], &[value]);
    }

    /// A U-form beside an equal I-form, which often overflows, so that nothing reads it.
    fn twins(&mut self) {
        let mtype = self.random.of(&[U4, U8]);
        let opr = self.random.of(&[Operator::Add, Operator::Sub, Operator::Mpy]);
        let (first, second) = (self.variable(mtype), self.edge(mtype));
        let signed = self.op(opr, mtype.signed(), V, &[first, second]);
        let unsigned = self.op(opr, mtype, V, &[first, second]);
        let promised = self.f.new_aux(AuxKind::Temp, mtype, "i");
        let wraps = self.f.new_aux(AuxKind::Temp, mtype, "u");
        let both = [(promised, signed), (wraps, unsigned)];
        let order = if self.random.next(3) == 0 { [both[1], both[0]] } else { both };
        order.into_iter().for_each(|(aux, value)| self.assign(aux, value));
        let (value, to) = (self.f.plain_var(wraps), self.variable(mtype));
        self.push(StmtOp::Stid, &[to], &[value]);
    }

    /// A tree that stood before, now and then with another promise.
    fn again(&mut self) {
        let (mtype, value) = self.random.of(&self.evaluated);
        let to = self.variable(mtype);
        let promised = self.other_form(value);
        self.push(StmtOp::Stid, &[to], &[promised]);
    }

    /// An I-form for a U-form and the other way round, of what has both.
    fn other_form(&mut self, value: CrId) -> CrId {
        use Operator::{Add, Mpy, Neg, Sub};
        let Some(op) = self.f.codemap.as_op(value).copied() else { return value };
        let promises = matches!(op.opr, Add | Mpy | Neg | Sub) && op.rtype.is_integer();
        if !promises || self.random.next(2) == 0 {
            return value;
        }
        let rtype = if op.rtype.is_signed() { op.rtype.unsigned() } else { op.rtype.signed() };
        self.f.codemap.intern(CodeRep::Op(Op { rtype, ..op }))
    }
}
