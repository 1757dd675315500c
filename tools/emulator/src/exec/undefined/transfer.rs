//! What an instruction leaves unknown in the registers that it writes, in one lane.
//!
//! Legality: by the rules of [`super::bits`] where bits are followed; everything else is unknown throughout if anything
//! that it reads is.

use super::bits::{self, Value};
use super::{Undefined, width};
use crate::exec::run::compare;
use crate::exec::scalar;
use crate::exec::warp::Warp;
use crate::lower::program::Program;
use crate::op::{
    CARRY, Cmp, Combine, Cond, Float1, Float2, HalfCompared, Inst, Int2, Logic, Op, Pair, R32, R64,
    RP, Row, Shift,
};
use crate::ptx::types::Ty;

/// A lane's registers.
pub struct Lane<'a> {
    pub program: &'a Program,
    pub warp: &'a Warp,
    pub lane: usize,
}

/// Registers that are written, and their unknown bits.
pub type Results = Vec<(Row, u64)>;

impl Lane<'_> {
    fn unknown(&self, row: Row) -> u64 {
        let undefined: &Undefined = &self.warp.undefined;
        undefined.bits(self.program.slot(row), self.lane)
    }

    /// A 32-bit register.
    pub fn w(&self, r: R32) -> Value {
        let bits = u64::from(self.warp.r32[r.0 as usize][self.lane]);
        Value { bits, unknown: self.unknown(Row::W(r)) }
    }

    /// A 64-bit register.
    pub fn d(&self, r: R64) -> Value {
        let bits = self.warp.r64[r.0 as usize][self.lane];
        Value { bits, unknown: self.unknown(Row::D(r)) }
    }

    fn p(&self, c: Cond) -> Value {
        let bits = (self.warp.pred[c.row.0 as usize] ^ c.flip) >> self.lane & 1;
        Value { bits: u64::from(bits), unknown: self.unknown(Row::P(c.row)) }
    }

    /// A register of any kind.
    pub fn any(&self, row: Row) -> Value {
        match row {
            Row::W(r) => self.w(r),
            Row::D(r) => self.d(r),
            Row::P(row) => self.p(Cond { row, flip: 0 }),
        }
    }

    fn pair(&self, ab: Pair) -> (Value, Value) {
        match ab {
            Pair::W(a, b) => (self.w(a), self.w(b)),
            Pair::D(a, b) => (self.d(a), self.d(b)),
        }
    }

    /// What an instruction without other effects leaves unknown.
    pub fn results(&self, i: &Inst, pc: u32) -> Results {
        let one = |row, unknown| vec![(row, unknown)];
        let (w, d) = (|r| Row::W(r), |r| Row::D(r));
        let (p, q) = (|r: R32| self.w(r), |r: R64| self.d(r));
        match i.op {
            Op::Int2W { op, d, a, b } => one(w(d), bits::int2(op, p(a), p(b), a == b, 32)),
            Op::Int2D { op, d: r, a, b } => one(d(r), bits::int2(op, q(a), q(b), a == b, 64)),
            Op::Int2H { op, d, a, b } => one(w(d), bits::int2(op, p(a), p(b), a == b, 16)),
            Op::ShiftW { op, d, a, b } => one(w(d), shift(op, p(a), p(b), 32)),
            Op::ShiftH { op, d, a, b } => one(w(d), shift(op, p(a), p(b), 16)),
            Op::ShiftD { op, d: r, a, b } => one(d(r), shift(op, q(a), p(b), 64)),
            Op::Int1W { op, d, a } => one(w(d), bits::int1(op, p(a), 32)),
            Op::Int1H { op, d, a } => one(w(d), bits::int1(op, p(a), 16)),
            Op::Int1D { op, d: r, a } => one(d(r), bits::int1(op, q(a), 64)),
            Op::CountW { op, d, a } => one(w(d), bits::count(op, p(a), 32)),
            Op::CountD { op, d, a } => one(w(d), bits::count(op, q(a), 64)),
            Op::Int3W { op, d, a, b, c } => one(w(d), bits::int3(op, p(a), p(b), p(c))),
            Op::Mad64 { d: r, a, b, c } => one(d(r), bits::mad(q(a), q(b), q(c), 64)),
            Op::Mad16 { hi: false, d, a, b, c, .. } => one(w(d), bits::mad(p(a), p(b), p(c), 16)),
            Op::Mad16 { d, a, b, c, .. } | Op::Sad16 { d, a, b, c, .. } => {
                one(w(d), bits::any([p(a), p(b), p(c)], 16))
            }
            Op::Bfe64 { signed, d: r, a, b, c } => {
                let (a, b, c) = (q(a), p(b).cut(8), p(c).cut(8));
                let field = |x: u64| scalar::bfe(x, b.bits as u32, c.bits as u32, 64, signed);
                one(d(r), bits::moved([b, c], a.unknown, 64, || field(a.unknown)))
            }
            Op::Bfi32 { d, a, b, c, e } => one(w(d), insert(p(a), p(b), [p(c), p(e)], 32)),
            Op::Bfi64 { d: r, a, b, c, e } => one(d(r), insert(q(a), q(b), [p(c), p(e)], 64)),
            Op::MulWideH { signed, d, a, b } => {
                one(w(d), bits::mad_wide(signed, p(a), p(b), Value::default(), 32))
            }
            Op::MulWideW { signed, d: r, a, b } => {
                one(d(r), bits::mad_wide(signed, p(a), p(b), Value::default(), 64))
            }
            Op::MadWideH { signed, d, a, b, c } => {
                one(w(d), bits::mad_wide(signed, p(a), p(b), p(c), 32))
            }
            Op::MadWideW { signed, d: r, a, b, c } => {
                one(d(r), bits::mad_wide(signed, p(a), p(b), q(c), 64))
            }
            Op::SelW { d, a, b, cond } => one(w(d), bits::select(p(a), p(b), self.p(cond))),
            Op::SelD { d: r, a, b, cond } => one(d(r), bits::select(q(a), q(b), self.p(cond))),
            Op::SlctW { float, d, a, b, c, .. } => {
                one(w(d), bits::select(p(a), p(b), by_sign(float, p(c))))
            }
            Op::SlctD { float, d: r, a, b, c, .. } => {
                one(d(r), bits::select(q(a), q(b), by_sign(float, p(c))))
            }
            Op::F32x1 { .. } | Op::F64x1 { .. } | Op::F32x2 { .. } | Op::F64x2 { .. } => {
                self.of_floats(i, pc)
            }
            Op::AddCarryW { .. }
            | Op::AddCarryD { .. }
            | Op::MadCarryW { .. }
            | Op::MadCarryD { .. } => self.of_carries(i, pc),
            Op::Setp { cmp, ty, ftz, d, q, ab, combine, cond } => {
                let (a, b) = self.pair(ab);
                let c = bits::compare(cmp, ty, a, b);
                let holds = self.outcome(cmp, ty, ftz, ab);
                let p = self.p(cond);
                let yes = Value { bits: holds, unknown: c };
                let no = Value { bits: holds ^ 1, unknown: c };
                let mut out = one(Row::P(d), bits::combine(combine, yes, p));
                out.extend(q.map(|q| (Row::P(q), bits::combine(combine, no, p))));
                out
            }
            Op::Set { cmp, ty, ftz, d, ab, combine, cond, .. } => {
                let (a, b) = self.pair(ab);
                let c = bits::compare(cmp, ty, a, b);
                let holds = Value { bits: self.outcome(cmp, ty, ftz, ab), unknown: c };
                let unknown = bits::combine(combine, holds, self.p(cond));
                one(w(d), if unknown == 0 { 0 } else { bits::low(32) })
            }
            Op::Pred { op, d, a, b } => {
                let (a, b) = (self.p(a), self.p(b));
                let unknown = match op {
                    Logic::And => bits::int2(Int2::And, a, b, false, 1),
                    Logic::Or => bits::int2(Int2::Or, a, b, false, 1),
                    Logic::Xor => bits::int2(Int2::Xor, a, b, false, 1),
                    Logic::Mov => a.unknown,
                };
                one(Row::P(d), unknown)
            }
            Op::Cvt { cvt, d, a } => one(d, bits::convert(cvt, self.any(a))),
            Op::PackHH { d, a, b } => one(w(d), p(a).cut(16).unknown | p(b).cut(16).unknown << 16),
            Op::PackWW { d: r, a, b } => one(d(r), p(a).unknown | p(b).unknown << 32),
            Op::PackHHHH { d: r, rows } => {
                let parts = rows.iter().enumerate();
                one(d(r), parts.fold(0, |x, (k, r)| x | p(*r).cut(16).unknown << (16 * k)))
            }
            Op::UnpackHH { d, e, a } => parts([d, e], p(a).unknown, 16),
            Op::UnpackWW { d, e, a } => parts([d, e], q(a).unknown, 32),
            Op::UnpackHHHH { rows, a } => parts(rows, q(a).unknown, 16),
            Op::Half { op, form, d, abc } => {
                let read = abc.iter().take(op.operands());
                let unknown = read.fold(0, |x, r| x | p(*r).unknown);
                let half = |shift: u32| if unknown >> shift & 0xffff == 0 { 0 } else { 0xffff };
                one(w(d), half(0) | if form.packed { half(16) << 16 } else { 0 })
            }
            Op::HalfCompare { compare } => self.half_compare(compare),
            _ => self.everything(pc),
        }
    }

    /// Those of floats: of operations on signs, bits are followed.
    fn of_floats(&self, i: &Inst, pc: u32) -> Results {
        let one = |row, unknown| vec![(row, unknown)];
        let (w, d) = (|r| Row::W(r), |r| Row::D(r));
        let (p, q) = (|r: R32| self.w(r), |r: R64| self.d(r));
        match i.op {
            // Where subnormals are flushed, all bits of a float hang on all others.
            Op::F32x1 { op: Float1::Neg, fp, d, a } if !fp.ftz => one(w(d), p(a).unknown),
            Op::F32x1 { op: Float1::Abs, fp, d, a } if !fp.ftz => one(w(d), p(a).cut(31).unknown),
            Op::F64x1 { op: Float1::Neg, d: r, a, .. } => one(d(r), q(a).unknown),
            Op::F64x1 { op: Float1::Abs, d: r, a, .. } => one(d(r), q(a).cut(63).unknown),
            Op::F32x2 { op: Float2::Copysign, d, a, b, .. } => {
                one(w(d), (p(a).unknown & 1 << 31) | p(b).cut(31).unknown)
            }
            Op::F64x2 { op: Float2::Copysign, d: r, a, b, .. } => {
                one(d(r), (q(a).unknown & 1 << 63) | q(b).cut(63).unknown)
            }
            _ => self.everything(pc),
        }
    }

    /// Those of sums with carries.
    fn of_carries(&self, i: &Inst, pc: u32) -> Results {
        let (w, d) = (|r| Row::W(r), |r| Row::D(r));
        let (p, q) = (|r: R32| self.w(r), |r: R64| self.d(r));
        match i.op {
            Op::AddCarryW { sub, carry_in, carry_out, d, a, b } => {
                let carry = self.carry(sub, carry_in);
                carried(w(d), carry_out, bits::add_carry(p(a), added(sub, p(b)), carry, 32))
            }
            Op::AddCarryD { sub, carry_in, carry_out, d: r, a, b } => {
                let carry = self.carry(sub, carry_in);
                carried(d(r), carry_out, bits::add_carry(q(a), added(sub, q(b)), carry, 64))
            }
            Op::MadCarryW { hi: false, carry_in, carry_out, d, a, b, c, .. } => {
                let product = bits::product(p(a), p(b));
                let carry = self.carry(false, carry_in);
                carried(w(d), carry_out, bits::add_carry(product, p(c), carry, 32))
            }
            Op::MadCarryD { hi: false, carry_in, carry_out, d: r, a, b, c, .. } => {
                let product = bits::product(q(a), q(b));
                let carry = self.carry(false, carry_in);
                carried(d(r), carry_out, bits::add_carry(product, q(c), carry, 64))
            }
            _ => self.everything(pc),
        }
    }

    /// The operand that a selection takes, if it is known which.
    pub fn selected(&self, op: &Op) -> Option<Row> {
        let (a, b, first) = match *op {
            Op::SelW { a, b, cond, .. } => (Row::W(a), Row::W(b), self.p(cond)),
            Op::SelD { a, b, cond, .. } => (Row::D(a), Row::D(b), self.p(cond)),
            Op::SlctW { float, a, b, c, .. } => (Row::W(a), Row::W(b), by_sign(float, self.w(c))),
            Op::SlctD { float, a, b, c, .. } => (Row::D(a), Row::D(b), by_sign(float, self.w(c))),
            _ => return None,
        };
        (first.unknown == 0).then_some(if first.bits == 1 { a } else { b })
    }

    /// What a sum begins with: a carry, or what stands for one in `a + !b`.
    fn carry(&self, sub: bool, read: bool) -> Value {
        let given = match read {
            true => self.p(Cond { row: CARRY, flip: 0 }),
            false => Value::default(),
        };
        Value { bits: given.bits ^ u64::from(sub), ..given }
    }

    /// What a comparison gives for the bits as they are.
    fn outcome(&self, cmp: Cmp, ty: Ty, ftz: bool, ab: Pair) -> u64 {
        u64::from(compare(self.warp, cmp, ty, ftz, ab) >> self.lane & 1)
    }

    /// Each value of a pair by itself.
    fn half_compare(&self, compare: u32) -> Results {
        let c = &self.program.half_compares[compare as usize];
        let unknown = c.operands.iter().fold(0, |x, r| x | self.w(*r).unknown);
        let predicate = if c.combine == Combine::None { 0 } else { self.p(c.cond).unknown & 1 };
        let half = |shift: u32| u64::from(unknown >> shift & 0xffff != 0) | predicate;
        let (first, second) = (half(0), if c.form.packed { half(16) } else { 0 });
        match c.to {
            HalfCompared::Predicates(d, q) => {
                let places = [(d, first), (q, second)];
                let of = |(r, unknown): (Option<RP>, u64)| r.map(|r| (Row::P(r), unknown));
                places.into_iter().filter_map(of).collect()
            }
            HalfCompared::Value(d, _) => {
                let all = if c.form.packed { 0xffff } else { bits::low(32) };
                vec![(Row::W(d), (first * all) | ((second * 0xffff) << 16))]
            }
        }
    }

    /// Everything that is written, if anything that is read is unknown.
    fn everything(&self, pc: u32) -> Results {
        let flow = &self.program.flow;
        let is_unknown = |slot: &u32| self.warp.undefined.lanes(*slot) >> self.lane & 1 == 1;
        let unknown = flow.reads(pc).iter().any(is_unknown);
        let rows = flow.writes(pc).iter().map(|slot| self.program.row(*slot));
        rows.map(|row| (row, if unknown { bits::low(width(row)) } else { 0 })).collect()
    }
}

/// What is added: for a difference the complement, as in `a - b = a + !b + 1`.
fn added(sub: bool, b: Value) -> Value {
    if sub { Value { bits: !b.bits, ..b } } else { b }
}

/// The results of a sum that may leave its carry.
fn carried(d: Row, leaves: bool, (sum, carry): (u64, u64)) -> Results {
    let mut out = vec![(d, sum)];
    if leaves {
        out.push((Row::P(CARRY), carry));
    }
    out
}

fn shift(op: Shift, a: Value, by: Value, width: u32) -> u64 {
    let n = by.bits as u32;
    bits::moved([by, by], a.unknown, width, || match width {
        16 => u64::from(scalar::shift_h(op, a.unknown as u32, n)),
        32 => u64::from(scalar::shift_w(op, a.unknown as u32, n)),
        _ => scalar::shift_d(op, a.unknown, n),
    })
}

fn insert(a: Value, b: Value, by: [Value; 2], width: u32) -> u64 {
    let by = by.map(|v| v.cut(8));
    let [from, count] = by.map(|v| v.bits as u32);
    bits::moved(by, a.unknown | b.unknown, width, || {
        scalar::bfi(a.unknown, b.unknown, from, count, width)
    })
}

/// Whether `slct` takes its first operand.
fn by_sign(float: bool, c: Value) -> Value {
    let sign = 1 << 31;
    let relevant = if float { bits::low(32) } else { sign };
    let positive = if float { f32::from_bits(c.bits as u32) >= 0.0 } else { c.bits & sign == 0 };
    Value { bits: u64::from(positive), unknown: u64::from(c.unknown & relevant != 0) }
}

fn parts<const N: usize>(rows: [Option<R32>; N], unknown: u64, width: u32) -> Results {
    let part = |(k, row): (usize, &Option<R32>)| {
        row.map(|r| (Row::W(r), unknown >> (width as usize * k) & bits::low(width)))
    };
    rows.iter().enumerate().filter_map(part).collect()
}
