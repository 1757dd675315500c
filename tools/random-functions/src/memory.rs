//! Memory: pointers, places within objects, accesses that overlap.

use super::generator::Generator;
use optx_ir::{Access, AuxId, AuxKind, CodeRep, CrId, Space, StmtOp};
use optx_whirl::Mtype::{self, B, F4, F8, I1, I2, I4, U1, U2, U4, U8, V};
use optx_whirl::{Intrinsic, Operator, StId};

impl Generator {
    /// Gives a pointer a generic address: of an object, of a parameter's, of another pointer, one of two.
    pub(crate) fn pointer(&mut self, aux: AuxId) {
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
    pub(crate) fn load(&mut self, desc: Mtype, space: Space, base: CrId, offset: i64) -> CrId {
        let ivar = self.ivar(desc, space, base, offset);
        let aux = self.f.new_aux(AuxKind::Temp, desc.register().unsigned(), "t");
        self.assign(aux, ivar);
        self.f.plain_var(aux)
    }

    pub(crate) fn ivar(&mut self, desc: Mtype, space: Space, base: CrId, offset: i64) -> CrId {
        let access = Access { desc, space, base, offset, align: 0 };
        self.f.codemap.intern(CodeRep::Ivar { access, mu: None, read_only: false })
    }

    /// A place in memory: type, space, base, offset, all within an object.
    pub(crate) fn place(&mut self, writes: bool) -> (Mtype, Space, CrId, i64) {
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
        // An index that the program computes, or counts.
        let counter = self.counter();
        let index = counter.filter(|_| self.random.next(2) == 0);
        let index = index.unwrap_or_else(|| self.tree(U4, 1));
        let mask = self.f.codemap.integer(U4, 3);
        let index = self.op(Operator::Band, U4, V, &[index, mask]);
        let index = self.op(Operator::Cvt, U8, U4, &[index]);
        let scale = self.f.codemap.integer(U8, size as u64);
        let index = self.op(Operator::Mpy, U8, V, &[index, scale]);
        (desc, space, self.op(Operator::Add, U8, V, &[base, index]), offset)
    }

    pub(crate) fn store(&mut self) {
        let (desc, space, base, offset) = self.place(true);
        let value = self.tree(desc.register().unsigned(), 2);
        let place = self.ivar(desc, space, base, offset);
        self.push(StmtOp::Istore, &[place], &[value]);
    }

    /// A place accessed, a store or something that others see, and the place read: what may be forwarded, and what not.
    pub(crate) fn around_an_effect(&mut self) {
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

    /// Accesses of several widths that share bytes of one object, stores and loads in turn.
    pub(crate) fn overlapping(&mut self) {
        let (_, space, base, _) = self.place(true);
        // Behind an index the wider ones would not be aligned.
        let indexed = matches!(self.f.codemap.get(base), CodeRep::Op(_));
        let (space, base) =
            if indexed { (Space::Shared, self.lda(StId::global(0), 0)) } else { (space, base) };
        let start = 8 * self.random.next(4) as i64;
        for _ in 0..2 + self.random.next(3) {
            let desc = self.random.of(&[U8, F8, U4, I4, F4, U2, I2, U1, I1]);
            let size = desc.size() as usize;
            let offset = start + (self.random.next(8 / size) * size) as i64;
            let (place, mtype) = (self.ivar(desc, space, base, offset), desc.register().unsigned());
            if self.random.next(2) == 0 {
                let value = self.tree(mtype, 1);
                self.push(StmtOp::Istore, &[place], &[value]);
            } else {
                let to = self.variable(mtype);
                self.push(StmtOp::Stid, &[to], &[place]);
            }
        }
    }

    /// Accesses at indices a few apart, which may be variables, and addresses that may be; the index itself may change between.
    pub(crate) fn neighbours(&mut self) {
        let (st, space, from) = self.random.of(&[
            (0, Space::Shared, Intrinsic::FromShared),
            (1, Space::Shared, Intrinsic::FromShared),
            (2, Space::Global, Intrinsic::FromGlobal),
        ]);
        let base = self.lda(StId::global(st), 0);
        let generic = self.intrinsic(from, U8, U8, &[base]);
        let (space, base) = self.random.of(&[(space, base), (Space::Generic, generic)]);
        let desc = self.random.of(&[U4, U8, F4, U2]);
        let index = self.f.new_aux(AuxKind::Temp, U4, "j");
        self.index(index);
        let mut addresses = Vec::new();
        for _ in 0..4 + self.random.next(4) {
            match self.random.next(6) {
                0 => self.index(index),
                1..=2 => {
                    let address = self.neighbour(base, index, desc);
                    addresses.push(address);
                }
                _ => {
                    let address = match addresses.len() {
                        0 => self.neighbour(base, index, desc),
                        _ => self.random.of(&addresses),
                    };
                    let offset = i64::from(desc.size()) * self.random.next(2) as i64;
                    let (place, mtype) =
                        (self.ivar(desc, space, address, offset), desc.register().unsigned());
                    if self.random.next(2) == 0 {
                        let value = self.tree(mtype, 1);
                        self.push(StmtOp::Istore, &[place], &[value]);
                    } else {
                        let to = self.variable(mtype);
                        self.push(StmtOp::Stid, &[to], &[place]);
                    }
                }
            }
        }
    }

    /// Gives a variable a small number.
    fn index(&mut self, aux: AuxId) {
        let (value, mask) = (self.tree(U4, 1), self.f.codemap.integer(U4, 3));
        let value = self.op(Operator::Band, U4, V, &[value, mask]);
        self.assign(aux, value);
    }

    /// The address of an element at an index and a few.
    fn neighbour(&mut self, base: CrId, index: AuxId, desc: Mtype) -> CrId {
        let (index, by) = (self.f.plain_var(index), self.random.next(4) as u64);
        let by = self.f.codemap.integer(U4, by);
        let rtype = self.random.of(&[I4, I4, U4]);
        let mut sum = self.op(Operator::Add, rtype, V, &[index, by]);
        if self.random.next(2) == 0 {
            let aux = self.f.new_aux(AuxKind::Temp, U4, "k");
            self.assign(aux, sum);
            sum = self.f.plain_var(aux);
        }
        let extension = self.random.of(&[I4, I4, U4]);
        let wide = self.op(Operator::Cvt, U8, extension, &[sum]);
        let size = self.f.codemap.integer(U8, u64::from(desc.size()));
        let scaled = self.op(Operator::Mpy, U8, V, &[wide, size]);
        let address = self.op(Operator::Add, U8, V, &[base, scaled]);
        if self.random.next(2) == 0 {
            return address;
        }
        let aux = self.f.new_aux(AuxKind::Temp, U8, "b");
        self.assign(aux, address);
        self.f.plain_var(aux)
    }
}
