//! Loops that count at the ends of their types: begun and bounded at an end, near it before and behind, in every form of loop, by every test.
//!
//! What a pass believes of how often such a loop goes round, of what its counter comes to and of what steps beside it is wrong first where the counter
//! passes the end of its range: in its last round, in its first, or on its way to a bound behind the end. Random functions begin at 0 and
//! count to five; these begin and end where that shows. Numbers are constants, or constants and two bits from memory of which nobody knows.

use super::generator::Generator;
use optx_ir::{AuxId, AuxKind, CrId, Space, Terminator};
use optx_whirl::Mtype::{self, B, I1, I2, I4, I8, U1, U2, U4, U8, V};
use optx_whirl::{Operator, StId};

/// The types of counters: 8, 16, 32 and 64 bits; each of the latter two as likely as both of the former.
const TYPES: [Mtype; 12] = [I1, U1, I2, U2, I4, I4, U4, U4, I8, I8, U8, U8];

/// The tests of what counts up, which end it; those of what counts down are the same swapped.
const TESTS: [Operator; 8] = {
    use Operator::{Eq, Le, Lt, Ne};
    [Lt, Lt, Lt, Le, Le, Ne, Ne, Eq]
};

/// Where a loop tests its counter.
#[derive(Clone, Copy)]
enum Shape {
    /// `while (i OP bound) { body; i += step; }`
    While,
    /// The same with its first test before the loop, as compilers rotate it.
    Rotated,
    /// `do { body; i += step; } while (i OP bound);`
    DoWhile,
    /// `do body; while ((i += step, the old i) OP bound);`, which is `i++ OP bound`.
    TestsOld,
    /// `while ((i += step, the old i) OP bound) body;`
    WhileOld,
    /// `for (;; i += step) { body; if (!(i OP bound)) break; body }`
    Breaks,
}

const SHAPES: [Shape; 6] =
    [Shape::While, Shape::Rotated, Shape::DoWhile, Shape::TestsOld, Shape::WhileOld, Shape::Breaks];

/// What a loop counts by.
struct Count {
    aux: AuxId,
    mtype: Mtype,
    /// The type of the additions: an I-form or a U-form.
    adds: Mtype,
    step: u64,
    test: Operator,
    bound: CrId,
}

impl Generator {
    /// The function of a seed, of one loop to three.
    pub fn counting(seed: u64) -> optx_ir::Func {
        let mut g = Generator::begun(seed);
        for _ in 0..1 + g.random.next(2) {
            g.counting_loop(1);
        }
        g.show(true);
        g.ended()
    }

    fn counting_loop(&mut self, depth: usize) {
        let mtype = self.random.of(&TYPES);
        let register = mtype.register().unsigned();
        let largest = self.random.of(&[1, 1, 2, 31]);
        let step = 1 + self.random.next(largest) as u64;
        let up = self.random.next(2) == 0;
        let step = if up { step } else { step.wrapping_neg() };
        let (first, bound) = self.ends(mtype, step);
        let aux = self.f.new_aux(AuxKind::Temp, register, "i");
        self.assign(aux, first);
        let bound = self.fixed(bound, register);
        // C's arithmetic of what is signed, and of what is promoted, overflows.
        let is_promoted = mtype.bits() < 32;
        let promises = (mtype.is_signed() || is_promoted) && self.random.next(8) > 0;
        let adds = if promises { register.signed() } else { register };
        // Now and then it counts away from its bound.
        let test = self.random.of(&TESTS);
        let test = if up == (self.random.next(8) > 0) { test } else { test.swapped() };
        let count = Count { aux, mtype, adds, step, test, bound };
        let unroll = self.random.next(4) == 0;
        let unroll = unroll.then(|| 1 + self.random.next(8) as u64);
        let beside = self.f.new_aux(AuxKind::Temp, register, "j");
        let value = self.variable(register);
        self.assign(beside, value);
        self.shaped(&count, beside, unroll, depth);
        let (last, kept) = (self.f.plain_var(aux), self.f.plain_var(beside));
        for value in [last, kept] {
            if self.random.next(4) > 0 {
                self.show_value(value, register);
            }
        }
    }

    fn shaped(&mut self, count: &Count, beside: AuxId, unroll: Option<u64>, depth: usize) {
        let shape = self.random.of(&SHAPES);
        let (head, exit) = (self.f.new_bb(), self.f.new_bb());
        self.f.bbs[head].unroll = unroll;
        if let Shape::Rotated = shape {
            let condition = self.test(count, count.aux);
            self.goes(condition, head, exit, head);
        } else {
            self.ends_with(Terminator::Goto(head), head);
        }
        match shape {
            Shape::While => {
                let (condition, body) = (self.test(count, count.aux), self.f.new_bb());
                self.goes(condition, body, exit, body);
                self.body(count, beside, depth);
                self.step(count);
                self.ends_with(Terminator::Goto(head), exit);
            }
            Shape::Rotated | Shape::DoWhile => {
                self.body(count, beside, depth);
                self.step(count);
                let condition = self.test(count, count.aux);
                self.goes(condition, head, exit, exit);
            }
            Shape::TestsOld => {
                self.body(count, beside, depth);
                let old = self.old(count);
                self.step(count);
                let condition = self.test(count, old);
                self.goes(condition, head, exit, exit);
            }
            Shape::WhileOld => {
                let (old, body) = (self.old(count), self.f.new_bb());
                self.step(count);
                let condition = self.test(count, old);
                self.goes(condition, body, exit, body);
                self.body(count, beside, depth);
                self.ends_with(Terminator::Goto(head), exit);
            }
            Shape::Breaks => {
                self.body(count, beside, depth);
                let (condition, rest) = (self.test(count, count.aux), self.f.new_bb());
                self.goes(condition, rest, exit, rest);
                self.body(count, beside, 0);
                self.step(count);
                self.ends_with(Terminator::Goto(head), exit);
            }
        }
    }

    fn ends_with(&mut self, terminator: Terminator, next: optx_ir::BbId) {
        self.f.set_terminator(self.bb, terminator);
        self.bb = next;
    }

    fn goes(
        &mut self,
        condition: CrId,
        on_true: optx_ir::BbId,
        on_false: optx_ir::BbId,
        next: optx_ir::BbId,
    ) {
        self.ends_with(Terminator::Branch { condition, on_true, on_false }, next);
    }

    /// What a counter begins with and is bounded by: near an end of the type, on either side of it, mostly some steps from each other.
    fn ends(&mut self, mtype: Mtype, step: u64) -> (CrId, CrId) {
        let top = 1u64 << (mtype.bits() - 1);
        let end = self.random.of(&[0, 0, top, top - 1, u64::MAX, u64::MAX, 1]);
        let near = [0, 0, 0, 1, u64::MAX, 2, 7, 8, 9, 16, 23];
        let away = self.random.of(&near);
        let first = if self.random.next(2) == 0 {
            end.wrapping_add(away)
        } else {
            end.wrapping_sub(away.wrapping_mul(step))
        };
        let bound = match self.random.next(8) {
            0 => self.random.of(&[0, top, top - 1, u64::MAX]),
            1..=3 => end.wrapping_add(self.random.of(&[0, 0, 1, u64::MAX])),
            _ => {
                let steps = self.random.of(&[0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 24]);
                let off = self.random.of(&[0, 0, 0, 1, u64::MAX]);
                first.wrapping_add(step.wrapping_mul(steps)).wrapping_add(off)
            }
        };
        (self.near(mtype, first), self.near(mtype, bound))
    }

    /// A number, or one up to three more that nobody knows, as the type has it.
    fn near(&mut self, mtype: Mtype, value: u64) -> CrId {
        let register = mtype.register().unsigned();
        let value = optx_whirl::canonical_constant(mtype, value);
        let constant = self.f.codemap.integer(register, value);
        if self.random.next(3) == 0 {
            return constant;
        }
        let (base, at) = (self.lda(StId::global(3), 0), self.random.next(8) as i64 * 8);
        let loaded = self.load(register, Space::Constant, base, at);
        let mask = self.f.codemap.integer(register, self.random.of(&[1, 3]));
        let more = self.op(Operator::Band, register, V, &[loaded, mask]);
        let sum = self.op(Operator::Add, register, V, &[constant, more]);
        self.narrowed(mtype, sum)
    }

    fn narrowed(&mut self, mtype: Mtype, value: CrId) -> CrId {
        match mtype {
            I1 | I2 => self.op(Operator::Cvtl, I4, mtype, &[value]),
            U1 | U2 => self.op(Operator::Cvtl, U4, mtype, &[value]),
            _ => value,
        }
    }

    /// A value in a variable of its own.
    fn fixed(&mut self, value: CrId, register: Mtype) -> CrId {
        if self.f.codemap.constant(value).is_some() {
            return value;
        }
        let aux = self.f.new_aux(AuxKind::Temp, register, "n");
        self.assign(aux, value);
        self.f.plain_var(aux)
    }

    fn step(&mut self, count: &Count) {
        let register = count.mtype.register().unsigned();
        let (from, step) =
            (self.f.plain_var(count.aux), self.f.codemap.integer(register, count.step));
        let sum = self.op(Operator::Add, count.adds, V, &[from, step]);
        let sum = self.narrowed(count.mtype, sum);
        self.assign(count.aux, sum);
    }

    /// The counter before its step.
    fn old(&mut self, count: &Count) -> AuxId {
        let old = self.f.new_aux(AuxKind::Temp, count.mtype.register().unsigned(), "old");
        let value = self.f.plain_var(count.aux);
        self.assign(old, value);
        old
    }

    /// The test that stays; now and then of the counter plus a number.
    fn test(&mut self, count: &Count, tested: AuxId) -> CrId {
        let register = count.mtype.register().unsigned();
        let mut tested = self.f.plain_var(tested);
        if self.random.next(8) == 0 {
            let more = self.edge(register);
            tested = self.op(Operator::Add, register, V, &[tested, more]);
        }
        // What is narrow is promoted.
        let desc = if count.mtype.bits() < 32 { I4 } else { count.mtype };
        match self.random.next(3) {
            0 => self.op(count.test.swapped(), B, desc, &[count.bound, tested]),
            _ => self.op(count.test, B, desc, &[tested, count.bound]),
        }
    }

    fn show_value(&mut self, value: CrId, mtype: Mtype) {
        let base = self.lda(StId::global(1), 0);
        let access =
            optx_ir::Access { desc: mtype, space: Space::Shared, base, offset: 0, align: 0 };
        self.push(optx_ir::StmtOp::VolatileStore(access.shape()), &[], &[value, base]);
    }

    /// What counts and what is made of it, shown or gathered; often nothing that anybody sees.
    fn body(&mut self, count: &Count, beside: AuxId, depth: usize) {
        let register = count.mtype.register().unsigned();
        for _ in 0..self.random.next(4) {
            match self.random.next(7) {
                0 => {
                    let value = self.of_the_counter(count);
                    self.show_value(value, U8);
                }
                1 => {
                    let value = self.f.plain_var(count.aux);
                    self.show_value(value, register);
                }
                2 => {
                    let (sum, value) = (self.variable(U8), self.of_the_counter(count));
                    let factor = self.f.codemap.integer(U8, 31);
                    let more = self.op(Operator::Mpy, U8, V, &[sum, factor]);
                    let more = self.op(Operator::Bxor, U8, V, &[more, value]);
                    self.push(optx_ir::StmtOp::Stid, &[sum], &[more]);
                }
                3 => {
                    let by = 1 + self.random.next(40) as u64;
                    let by = if self.random.next(2) == 0 { by } else { by.wrapping_neg() };
                    let (from, by) =
                        (self.f.plain_var(beside), self.f.codemap.integer(register, by));
                    let sum = self.op(Operator::Add, register, V, &[from, by]);
                    self.assign(beside, sum);
                }
                4 if depth > 0 => self.counting_loop(depth - 1),
                5 => self.computation(),
                _ => {
                    let to = self.variable(register);
                    let value = self.f.plain_var(count.aux);
                    self.push(optx_ir::StmtOp::Stid, &[to], &[value]);
                }
            }
        }
    }

    /// The counter in 64 bits, with its sign or without, times something: what strength reduction steps.
    fn of_the_counter(&mut self, count: &Count) -> CrId {
        let (value, register) = (self.f.plain_var(count.aux), count.mtype.register());
        let wide = match register.bits() {
            32 if self.random.next(4) > 0 => {
                let (to, from) = if count.adds.is_signed() { (I8, I4) } else { (U8, U4) };
                self.op(Operator::Cvt, to, from, &[value])
            }
            32 => self.op(Operator::Cvt, U8, U4, &[value]),
            _ => value,
        };
        match self.random.next(3) {
            0 => wide,
            1 => {
                let by = self.f.codemap.integer(U8, self.random.of(&[4, 3, 12, 1 << 31]));
                self.op(Operator::Mpy, U8, V, &[wide, by])
            }
            _ => {
                let by = self.variable(U8);
                self.op(Operator::Mpy, U8, V, &[wide, by])
            }
        }
    }
}
