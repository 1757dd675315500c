//! Half precision and bfloat16: arithmetic, comparisons and conversions, single and packed by two.
//!
//! Registers are `.b16` (or `.f16`) and, for pairs, `.b32`: the types are the instructions' alone.

use super::body::{Builder, Res};
use super::int::{COMBINE, COMPARISONS, take};
use super::mods::Mods;
use crate::op::{
    Cmp, Combine, Cond, Half, HalfCompare, HalfCompared, HalfForm, HalfOp, HalfTo, Op, Row,
};
use crate::ptx::ast::{Instr, Operand};
use crate::ptx::types::Ty;
use crate::soft::Rnd;

/// A type that only these instructions have.
const TYPES: [(&str, Half, bool); 4] = [
    ("f16", Half::F16, false),
    ("f16x2", Half::F16, true),
    ("bf16", Half::Bf16, false),
    ("bf16x2", Half::Bf16, true),
];

/// Whether an opcode is one of these.
pub fn is_half(opcode: &str) -> bool {
    opcode.split('.').skip(1).any(|part| TYPES.iter().any(|t| t.0 == part.trim_end()))
}

/// No flushing, no clamping.
const PLAIN: HalfForm =
    HalfForm { half: Half::F16, packed: false, ftz: false, sat: false, relu: false };

/// A type of either kind.
enum Any {
    Half(Half, bool),
    Plain(Ty),
}

impl<'a> Builder<'_, 'a> {
    /// Lowers an instruction with a type of half precision.
    pub fn half(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        match m.head {
            "add" | "sub" | "mul" | "fma" | "mad" => {
                let op = match m.head {
                    "add" => HalfOp::Add,
                    "sub" => HalfOp::Sub,
                    "mul" => HalfOp::Mul,
                    _ => HalfOp::Fma,
                };
                match m.rounding() {
                    Some(Rnd::Near) => {}
                    None if op != HalfOp::Fma => {}
                    _ => return m.err("only .rn exists in half precision"),
                }
                let (ftz, sat) = (m.eat("ftz"), m.eat("sat"));
                let relu = op == HalfOp::Fma && !sat && m.eat("relu");
                self.half_values(m, i, op, HalfForm { ftz, sat, relu, ..PLAIN })
            }
            "neg" | "abs" => {
                let op = if m.head == "neg" { HalfOp::Neg } else { HalfOp::Abs };
                let ftz = m.eat("ftz");
                self.half_values(m, i, op, HalfForm { ftz, ..PLAIN })
            }
            "min" | "max" => {
                let ftz = m.eat("ftz");
                let nan = m.eat("NaN");
                let op = if m.head == "min" { HalfOp::Min { nan } } else { HalfOp::Max { nan } };
                self.half_values(m, i, op, HalfForm { ftz, ..PLAIN })
            }
            "ex2" | "tanh" => {
                if !m.eat("approx") {
                    return m.err("`.approx` is missing");
                }
                let op = if m.head == "ex2" { HalfOp::Ex2 } else { HalfOp::Tanh };
                let ftz = m.eat("ftz");
                self.half_values(m, i, op, HalfForm { ftz, ..PLAIN })
            }
            "setp" => self.half_setp(m, i),
            "set" => self.half_set(m, i),
            "cvt" => self.half_cvt(m, i),
            "atom" | "red" => self.atomic(m, i),
            _ => m.err("this form of half precision is unknown, or not supported yet"),
        }
    }

    pub(super) fn half_type(&self, m: &mut Mods<'a>) -> Res<(Half, bool)> {
        let table = TYPES.map(|(name, half, packed)| (name, (half, packed)));
        m.need(&table, "type")
    }

    fn any_type(&self, m: &mut Mods<'a>) -> Res<Any> {
        let half = |part| TYPES.iter().find(|t| t.0 == part).map(|t| Any::Half(t.1, t.2));
        match m.first(|part| half(part).or_else(|| Ty::parse(part).map(Any::Plain))) {
            Some(ty) => Ok(ty),
            None => m.ty().map(Any::Plain),
        }
    }

    fn half_values(
        &mut self,
        m: &mut Mods<'a>,
        i: &Instr<'a>,
        op: HalfOp,
        like: HalfForm,
    ) -> Res<()> {
        let (half, packed) = self.half_type(m)?;
        m.finish()?;
        let HalfForm { ftz, sat, .. } = like;
        let exists = match (half, op) {
            // ex2 on bfloat16 always flushes and says so; nothing else on it can.
            (Half::Bf16, HalfOp::Ex2) => ftz,
            (Half::Bf16, _) => !ftz && !sat,
            (Half::F16, HalfOp::Tanh) => !ftz,
            (Half::F16, _) => true,
        };
        if !exists {
            return m.err("this form does not exist");
        }
        let ty = if packed { Ty::B32 } else { Ty::B16 };
        let count = op.operands();
        let Some((dst, sources)) = i.operands.split_first().filter(|(_, s)| s.len() == count)
        else {
            return m.err("wrong number of operands");
        };
        let d = self.dw(dst, ty)?;
        let first = self.sw(&sources[0], ty)?;
        let mut abc = [first; 3];
        for (place, source) in abc.iter_mut().zip(sources) {
            *place = self.sw(source, ty)?;
        }
        self.emit(Op::Half { op, form: HalfForm { half, packed, ..like }, d, abc });
        Ok(())
    }

    /// What `setp` and `set` have in common, up to the types.
    fn half_comparison(&mut self, m: &mut Mods<'a>) -> Res<(Cmp, Combine, bool)> {
        let cmp = m.need(&COMPARISONS[..], "comparison")?;
        let combine = m.pick(&COMBINE).unwrap_or(Combine::None);
        Ok((cmp, combine, m.eat("ftz")))
    }

    /// The operands of `setp` and `set`, and the comparison of them.
    fn half_compare<'o>(
        &mut self,
        m: &Mods<'a>,
        i: &'o Instr<'a>,
        (cmp, combine, ftz): (Cmp, Combine, bool),
        (half, packed): (Half, bool),
    ) -> Res<(&'o Operand<'a>, HalfCompare)> {
        if ftz && half == Half::Bf16 {
            return m.err(".ftz is not possible on bfloat16");
        }
        let (d, a, b, cond) = match (i.operands.as_slice(), combine) {
            ([d, a, b], Combine::None) => (d, a, b, Cond::ALWAYS),
            ([d, a, b, c], k) if k != Combine::None => (d, a, b, self.cond(c)?),
            _ => return m.err("wrong number of operands"),
        };
        let source = if packed { Ty::B32 } else { Ty::B16 };
        let operands = [self.sw(a, source)?, self.sw(b, source)?];
        let form = HalfForm { half, packed, ftz, ..PLAIN };
        let to = HalfCompared::Predicates(None, None);
        Ok((d, HalfCompare { cmp, form, operands, combine, cond, to }))
    }

    fn emit_half_compare(&mut self, compare: HalfCompare) {
        self.program.half_compares.push(compare);
        self.emit(Op::HalfCompare { compare: self.program.half_compares.len() as u32 - 1 });
    }

    fn half_setp(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let how = self.half_comparison(m)?;
        let (half, packed) = self.half_type(m)?;
        m.finish()?;
        let (d, mut compare) = self.half_compare(m, i, how, (half, packed))?;
        compare.to = match d {
            Operand::Pair(..) if !packed => {
                return m.err("a second predicate needs a pair of values");
            }
            Operand::Pair(d, q) => {
                HalfCompared::Predicates(self.dp_or_sink(d)?, self.dp_or_sink(q)?)
            }
            d => HalfCompared::Predicates(Some(self.dp(d)?), None),
        };
        self.emit_half_compare(compare);
        Ok(())
    }

    fn half_set(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let how = self.half_comparison(m)?;
        let to = self.any_type(m)?;
        // The manual has 1 in the result's format; what ptxas makes of it is all ones.
        let Any::Half(half, packed) = self.any_type(m)? else {
            return m.err("results of half precision of other operands are not supported yet");
        };
        m.finish()?;
        let (to, ty) = match to {
            Any::Half(h, p) if h == half && p == packed => {
                (HalfTo::Same, if packed { Ty::B32 } else { Ty::B16 })
            }
            Any::Plain(t @ (Ty::U16 | Ty::S16)) if !packed => (HalfTo::Ones(16), t),
            Any::Plain(t @ (Ty::U32 | Ty::S32)) => (HalfTo::Ones(32), t),
            _ => return m.err("this result type is not possible here, or not supported yet"),
        };
        let (d, mut compare) = self.half_compare(m, i, how, (half, packed))?;
        compare.to = HalfCompared::Value(self.dw(d, ty)?, to);
        self.emit_half_compare(compare);
        Ok(())
    }

    fn half_cvt(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let integral =
            m.pick(&[("rni", Rnd::Near), ("rzi", Rnd::Zero), ("rmi", Rnd::Down), ("rpi", Rnd::Up)]);
        let rnd = if integral.is_none() { m.rounding() } else { None };
        let ftz = m.eat("ftz");
        let sat = m.eat("sat");
        let (to, from) = (self.any_type(m)?, self.any_type(m)?);
        m.finish()?;
        if let (Any::Half(half, true), Any::Plain(Ty::F32)) = (&to, &from) {
            return self.half_pack(m, i, *half, rnd, ftz || sat);
        }
        let single = |m: &Mods<'a>, any: Any| match any {
            Any::Half(_, true) => m.err("pairs are made of .f32 only"),
            Any::Half(half, false) => Ok((Some(half), Ty::B16)),
            Any::Plain(ty) if ty == Ty::Pred || ty.is_bits() => m.bad_type(ty),
            Any::Plain(ty) => Ok((None, ty)),
        };
        let ((to, to_ty), (from, from_ty)) = (single(m, to)?, single(m, from)?);
        let float = |half: Option<Half>, ty: Ty| half.is_some() || ty.is_float();
        let same = to == from && to.is_some();
        let widening = to.is_none() && to_ty.is_float();
        let well = match (float(from, from_ty), float(to, to_ty)) {
            (true, false) => integral.is_some(),
            (true, true) if same => rnd.is_none(),
            // Single precision and more hold every value of both.
            (true, true) if widening => rnd.is_none() && integral.is_none(),
            (true, true) | (false, true) => rnd.is_some() && integral.is_none(),
            (false, false) => false,
        };
        if !well {
            return m.err("this rounding is missing or not possible here");
        }
        if ftz && from_ty != Ty::F32 && to_ty != Ty::F32 {
            return m.err(".ftz needs .f32");
        }
        let [d, a] = take(m, i)?;
        let (d, dt) = self.any_reg(d)?;
        let exact = float(to, to_ty);
        if dt == Ty::Pred || dt.bits() < to_ty.bits() || (exact && dt.bits() != to_ty.bits()) {
            return m.err("the destination register does not fit");
        }
        let a = self.src(a, from_ty)?;
        if matches!((d, a), (Row::P(_), _) | (_, Row::P(_))) {
            return m.bad_type(Ty::Pred);
        }
        let rnd = integral.or(rnd).unwrap_or(Rnd::Near);
        self.program.half_cvts.push(crate::op::HalfCvt {
            from: from.ok_or(from_ty),
            to: to.ok_or(to_ty),
            rnd,
            integral: integral.is_some(),
            ftz,
            sat,
            width: dt.bits() as u8,
        });
        self.emit(Op::HalfCvt { cvt: self.program.half_cvts.len() as u32 - 1, d, a });
        Ok(())
    }

    /// Two values of 32 bits as a pair; the first operand is the upper one.
    fn half_pack(
        &mut self,
        m: &mut Mods<'a>,
        i: &Instr<'a>,
        half: Half,
        rnd: Option<Rnd>,
        other: bool,
    ) -> Res<()> {
        let Some(rnd @ (Rnd::Near | Rnd::Zero)) = rnd.filter(|_| !other) else {
            return m.err("only .rn and .rz exist here");
        };
        let [d, a, b] = take(m, i)?;
        let d = self.dw(d, Ty::B32)?;
        let (a, b) = (self.sw(a, Ty::F32)?, self.sw(b, Ty::F32)?);
        self.emit(Op::HalfPack { half, rnd, d, a, b });
        Ok(())
    }
}
