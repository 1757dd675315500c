//! Floating-point instructions and conversions.

use super::body::{Builder, Res};
use super::int::take;
use super::mods::Mods;
use crate::op::{Approx, Cvt, Float1, Float2, Fp, Op, Row};
use crate::ptx::ast::{Instr, Operand};
use crate::ptx::types::Ty;
use crate::soft::Rnd;

impl<'a> Builder<'_, 'a> {
    fn float2(&mut self, m: &Mods<'a>, i: &Instr<'a>, op: Float2, fp: Fp, ty: Ty) -> Res<()> {
        let [d, a, b] = take(m, i)?;
        m.finish()?;
        match ty {
            Ty::F32 => {
                let (d, a, b) = (self.dw(d, ty)?, self.sw(a, ty)?, self.sw(b, ty)?);
                self.emit(Op::F32x2 { op, fp, d, a, b });
            }
            Ty::F64 => {
                let (d, a, b) = (self.dd(d, ty)?, self.sd(a, ty)?, self.sd(b, ty)?);
                self.emit(Op::F64x2 { op, fp, d, a, b });
            }
            _ => return m.bad_type(ty),
        }
        Ok(())
    }

    fn float1(&mut self, m: &Mods<'a>, i: &Instr<'a>, op: Float1, fp: Fp, ty: Ty) -> Res<()> {
        let [d, a] = take(m, i)?;
        m.finish()?;
        match ty {
            Ty::F32 => {
                let (d, a) = (self.dw(d, ty)?, self.sw(a, ty)?);
                self.emit(Op::F32x1 { op, fp, d, a });
            }
            Ty::F64 => {
                let (d, a) = (self.dd(d, ty)?, self.sd(a, ty)?);
                self.emit(Op::F64x1 { op, fp, d, a });
            }
            _ => return m.bad_type(ty),
        }
        Ok(())
    }

    /// `.ftz` and `.sat` exist for 32 bits only.
    fn only32(&self, m: &Mods<'a>, fp: Fp, ty: Ty) -> Res<()> {
        if ty == Ty::F64 && (fp.ftz || fp.sat) { m.err(".ftz and .sat need .f32") } else { Ok(()) }
    }

    /// `add`, `sub`, `mul` on floats.
    pub fn arith_float(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let op = match m.head {
            "add" => Float2::Add,
            "sub" => Float2::Sub,
            _ => Float2::Mul,
        };
        let rnd = m.rounding().unwrap_or(Rnd::Near);
        let fp = Fp { rnd, ftz: m.eat("ftz"), sat: m.eat("sat") };
        let ty = m.ty()?;
        self.only32(m, fp, ty)?;
        self.float2(m, i, op, fp, ty)
    }

    /// `fma`, and `mad` on floats, which is the same.
    pub fn fma(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let Some(rnd) = m.rounding() else { return m.err("rounding missing") };
        let fp = Fp { rnd, ftz: m.eat("ftz"), sat: m.eat("sat") };
        let ty = m.ty()?;
        self.only32(m, fp, ty)?;
        let [d, a, b, c] = take(m, i)?;
        m.finish()?;
        match ty {
            Ty::F32 => {
                let (d, a) = (self.dw(d, ty)?, self.sw(a, ty)?);
                let (b, c) = (self.sw(b, ty)?, self.sw(c, ty)?);
                self.emit(Op::Fma32 { fp, d, a, b, c });
            }
            Ty::F64 => {
                let (d, a) = (self.dd(d, ty)?, self.sd(a, ty)?);
                let (b, c) = (self.sd(b, ty)?, self.sd(c, ty)?);
                self.emit(Op::Fma64 { fp, d, a, b, c });
            }
            _ => return m.bad_type(ty),
        }
        Ok(())
    }

    /// `div` on floats.
    pub fn div_float(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let (op, rnd) = if m.eat_next("approx") {
            (Float2::DivApprox, Rnd::Near)
        } else if m.eat_next("full") {
            (Float2::DivFull, Rnd::Near)
        } else if let Some(r) = m.rounding() {
            (Float2::Div, r)
        } else {
            return m.err("rounding missing");
        };
        let fp = Fp { rnd, ftz: m.eat("ftz"), sat: false };
        let ty = m.ty()?;
        self.only32(m, fp, ty)?;
        if ty == Ty::F64 && op != Float2::Div {
            return m.bad_type(ty);
        }
        self.float2(m, i, op, fp, ty)
    }

    /// `min` and `max` on floats.
    pub fn minmax_float(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ftz = m.eat("ftz");
        let nan = m.eat("NaN");
        let xorsign = m.eat("xorsign");
        let abs = m.eat("abs");
        if xorsign != abs {
            return m.err("only .xorsign.abs exists");
        }
        let ty = m.ty()?;
        if ty == Ty::F64 && (nan || xorsign) {
            return m.bad_type(ty);
        }
        let fp = Fp { ftz, ..Fp::PLAIN };
        self.only32(m, fp, ty)?;
        let op = if m.head == "min" {
            Float2::Min { nan, xorsign, abs }
        } else {
            Float2::Max { nan, xorsign, abs }
        };
        self.float2(m, i, op, fp, ty)
    }

    /// `neg` and `abs` on floats.
    pub fn sign_float(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let fp = Fp { ftz: m.eat("ftz"), ..Fp::PLAIN };
        let ty = m.ty()?;
        self.only32(m, fp, ty)?;
        let op = if m.head == "neg" { Float1::Neg } else { Float1::Abs };
        self.float1(m, i, op, fp, ty)
    }

    /// `copysign`
    pub fn copysign(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        self.float2(m, i, Float2::Copysign, Fp::PLAIN, ty)
    }

    /// `rcp`, `sqrt`, `rsqrt`, `sin`, `cos`, `lg2`, `ex2`, `tanh`
    pub fn unary_float(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let approx = m.eat("approx");
        let rnd = if approx { None } else { m.rounding() };
        let fp = Fp { rnd: rnd.unwrap_or(Rnd::Near), ftz: m.eat("ftz"), sat: false };
        let ty = m.ty()?;
        let op = match (m.head, approx, rnd) {
            ("rcp", false, Some(_)) => Float1::Rcp,
            ("sqrt", false, Some(_)) => Float1::Sqrt,
            ("rcp", true, _) => Float1::Approx(Approx::Rcp),
            ("sqrt", true, _) => Float1::Approx(Approx::Sqrt),
            ("rsqrt", true, _) => Float1::Approx(Approx::Rsqrt),
            ("sin", true, _) => Float1::Approx(Approx::Sin),
            ("cos", true, _) => Float1::Approx(Approx::Cos),
            ("lg2", true, _) => Float1::Approx(Approx::Lg2),
            ("ex2", true, _) => Float1::Approx(Approx::Ex2),
            ("tanh", true, _) if !fp.ftz => Float1::Approx(Approx::Tanh),
            _ => return m.err("this form does not exist"),
        };
        if ty == Ty::F64 {
            match op {
                Float1::Approx(Approx::Rcp) if fp.ftz => {}
                Float1::Approx(Approx::Rsqrt) => {}
                Float1::Approx(_) => return m.bad_type(ty),
                _ => self.only32(m, fp, ty)?,
            }
        }
        self.float1(m, i, op, fp, ty)
    }

    /// `cvt`
    pub fn cvt(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let integral =
            m.pick(&[("rni", Rnd::Near), ("rzi", Rnd::Zero), ("rmi", Rnd::Down), ("rpi", Rnd::Up)]);
        let rnd = if integral.is_none() { m.rounding() } else { None };
        let ftz = m.eat("ftz");
        let sat = m.eat("sat");
        let to = m.ty()?;
        let from = m.ty()?;
        let [d, a] = take(m, i)?;
        m.finish()?;
        for t in [to, from] {
            if t == Ty::Pred || t.is_bits() {
                return m.bad_type(t);
            }
        }
        if ftz && from != Ty::F32 && to != Ty::F32 {
            return m.err(".ftz needs .f32");
        }
        let narrowing = from == Ty::F64 && to == Ty::F32;
        match (from.is_float(), to.is_float()) {
            (true, false) if integral.is_none() => return m.err("integer rounding missing"),
            (false, true) if rnd.is_none() => return m.err("rounding missing"),
            (true, true) if narrowing && rnd.is_none() => return m.err("rounding missing"),
            (true, true) if from.bits() < to.bits() && (rnd.is_some() || integral.is_some()) => {
                return m.err("a widening conversion does not round");
            }
            (true, true) if from == to && rnd.is_some() => {
                return m.err("integer rounding is needed between equal types");
            }
            (false, false) if integral.is_some() || rnd.is_some() => {
                return m.err("integers are not rounded");
            }
            (false, true) | (true, true) if narrowing && integral.is_some() => {
                return m.err("this rounding is not possible here");
            }
            (false, true) if integral.is_some() => {
                return m.err("this rounding is not possible here");
            }
            _ => {}
        }
        let (d, dt) = self.any_reg(d)?;
        if dt == Ty::Pred || dt.bits() < to.bits() || (to.is_float() && dt.bits() != to.bits()) {
            return m.err("the destination register does not fit");
        }
        if (to.is_float() && !dt.is_float() && !dt.is_bits()) || (!to.is_float() && dt.is_float()) {
            return m.err("the destination register is of the wrong kind");
        }
        let a = match a {
            Operand::Name(_) => match self.any_reg(a) {
                Ok((row, at)) => {
                    if at == Ty::Pred
                        || at.bits() < from.bits()
                        || (from.is_float() && at.bits() != from.bits())
                        || (from.is_float() && !at.is_float() && !at.is_bits())
                        || (!from.is_float() && at.is_float())
                    {
                        return m.err("the source register does not fit");
                    }
                    row
                }
                Err(_) => self.src(a, from)?,
            },
            _ => self.src(a, from)?,
        };
        let cvt = Cvt {
            from,
            to,
            rnd: integral.or(rnd).unwrap_or(Rnd::Near),
            integral: integral.is_some(),
            ftz,
            sat,
            width: dt.bits() as u8,
        };
        if matches!((d, a), (Row::P(_), _) | (_, Row::P(_))) {
            return m.bad_type(Ty::Pred);
        }
        self.emit(Op::Cvt { cvt, d, a });
        Ok(())
    }
}
