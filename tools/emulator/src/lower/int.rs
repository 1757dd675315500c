//! Integer, logic, comparison and selection instructions.

use super::body::{Builder, Res};
use super::mods::Mods;
use crate::op::{Cmp, Combine, Cond, Count, Int1, Int2, Int3, Logic, Op, Pair, Row, Shift, Testp};
use crate::ptx::ast::{Instr, Operand};
use crate::ptx::types::Ty;

pub(super) const COMPARISONS: [(&str, Cmp); 18] = [
    ("eq", Cmp::Eq),
    ("ne", Cmp::Ne),
    ("lt", Cmp::Lt),
    ("le", Cmp::Le),
    ("gt", Cmp::Gt),
    ("ge", Cmp::Ge),
    ("lo", Cmp::Lt),
    ("ls", Cmp::Le),
    ("hi", Cmp::Gt),
    ("hs", Cmp::Ge),
    ("equ", Cmp::Equ),
    ("neu", Cmp::Neu),
    ("ltu", Cmp::Ltu),
    ("leu", Cmp::Leu),
    ("gtu", Cmp::Gtu),
    ("geu", Cmp::Geu),
    ("num", Cmp::Num),
    ("nan", Cmp::Nan),
];

/// The ways to combine a comparison with a predicate.
pub const COMBINE: [(&str, Combine); 3] =
    [("and", Combine::And), ("or", Combine::Or), ("xor", Combine::Xor)];

/// The operands of an instruction that takes exactly `N`.
pub fn take<'o, 'a, const N: usize>(m: &Mods<'a>, i: &'o Instr<'a>) -> Res<&'o [Operand<'a>; N]> {
    match <&[Operand<'a>; N]>::try_from(i.operands.as_slice()) {
        Ok(a) => Ok(a),
        Err(_) => m.err(format!("takes {N} operands, given are {}", i.operands.len())),
    }
}

impl<'a> Builder<'_, 'a> {
    /// `op.type d, a, b` on integers of 16, 32 or 64 bits.
    pub fn int2(&mut self, m: &Mods<'a>, i: &Instr<'a>, op: Int2, ty: Ty) -> Res<()> {
        let [d, a, b] = take(m, i)?;
        m.finish()?;
        match ty.bits() {
            16 => {
                let (d, a, b) = (self.dw(d, ty)?, self.sw(a, ty)?, self.sw(b, ty)?);
                self.emit(Op::Int2H { op, d, a, b });
            }
            32 => {
                let (d, a, b) = (self.dw(d, ty)?, self.sw(a, ty)?, self.sw(b, ty)?);
                self.emit(Op::Int2W { op, d, a, b });
            }
            64 => {
                let (d, a, b) = (self.dd(d, ty)?, self.sd(a, ty)?, self.sd(b, ty)?);
                self.emit(Op::Int2D { op, d, a, b });
            }
            _ => return m.bad_type(ty),
        }
        Ok(())
    }

    fn int1(&mut self, m: &Mods<'a>, i: &Instr<'a>, op: Int1, ty: Ty) -> Res<()> {
        let [d, a] = take(m, i)?;
        m.finish()?;
        match ty.bits() {
            16 => {
                let (d, a) = (self.dw(d, ty)?, self.sw(a, ty)?);
                self.emit(Op::Int1H { op, d, a });
            }
            32 => {
                let (d, a) = (self.dw(d, ty)?, self.sw(a, ty)?);
                self.emit(Op::Int1W { op, d, a });
            }
            64 => {
                let (d, a) = (self.dd(d, ty)?, self.sd(a, ty)?);
                self.emit(Op::Int1D { op, d, a });
            }
            _ => return m.bad_type(ty),
        }
        Ok(())
    }

    fn int3(&mut self, m: &Mods<'a>, i: &Instr<'a>, op: Int3, types: [Ty; 4]) -> Res<()> {
        let [d, a, b, c] = take(m, i)?;
        m.finish()?;
        let (d, a) = (self.dw(d, types[0])?, self.sw(a, types[1])?);
        let (b, c) = (self.sw(b, types[2])?, self.sw(c, types[3])?);
        self.emit(Op::Int3W { op, d, a, b, c });
        Ok(())
    }

    /// `add` and `sub` on integers, after the floating forms were told apart.
    pub fn add_int(&mut self, m: &mut Mods<'a>, i: &Instr<'a>, sub: bool) -> Res<()> {
        let carry_in = matches!(m.head, "addc" | "subc");
        let carry_out = m.eat("cc");
        let sat = !carry_in && !carry_out && m.eat("sat");
        let ty = m.ty()?;
        if !ty.is_int() || ty.bits() < 16 {
            return m.bad_type(ty);
        }
        if carry_in || carry_out {
            let [d, a, b] = take(m, i)?;
            m.finish()?;
            match ty.bits() {
                32 => {
                    let (d, a, b) = (self.dw(d, ty)?, self.sw(a, ty)?, self.sw(b, ty)?);
                    self.emit(Op::AddCarryW { sub, carry_in, carry_out, d, a, b });
                }
                64 => {
                    let (d, a, b) = (self.dd(d, ty)?, self.sd(a, ty)?, self.sd(b, ty)?);
                    self.emit(Op::AddCarryD { sub, carry_in, carry_out, d, a, b });
                }
                _ => return m.bad_type(ty),
            }
            return Ok(());
        }
        if sat && ty != Ty::S32 {
            return m.err(".sat needs .s32");
        }
        let op = match (sub, sat) {
            (false, false) => Int2::Add,
            (false, true) => Int2::AddSat,
            (true, false) => Int2::Sub,
            (true, true) => Int2::SubSat,
        };
        self.int2(m, i, op, ty)
    }

    /// `mul`, `mul24` on integers.
    pub fn mul_int(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let is24 = m.head == "mul24";
        #[derive(Clone, Copy, PartialEq)]
        enum Part {
            Lo,
            Hi,
            Wide,
        }
        let part =
            m.need_next(&[("lo", Part::Lo), ("hi", Part::Hi), ("wide", Part::Wide)], "part")?;
        let ty = m.ty()?;
        if !ty.is_int() || ty.bits() < 16 || (is24 && (ty.bits() != 32 || part == Part::Wide)) {
            return m.bad_type(ty);
        }
        let s = ty.is_signed();
        let op = match (part, is24) {
            (Part::Wide, _) => {
                let [d, a, b] = take(m, i)?;
                m.finish()?;
                let (a, b) = match ty.bits() {
                    64 => return m.bad_type(ty),
                    _ => (self.sw(a, ty)?, self.sw(b, ty)?),
                };
                if ty.bits() == 16 {
                    let d = self.dw(d, if s { Ty::S32 } else { Ty::U32 })?;
                    self.emit(Op::MulWideH { signed: s, d, a, b });
                } else {
                    let d = self.dd(d, if s { Ty::S64 } else { Ty::U64 })?;
                    self.emit(Op::MulWideW { signed: s, d, a, b });
                }
                return Ok(());
            }
            (Part::Lo, false) => Int2::Mul,
            (Part::Hi, false) => {
                if s {
                    Int2::MulHiS
                } else {
                    Int2::MulHiU
                }
            }
            (Part::Lo, true) => {
                if s {
                    Int2::Mul24LoS
                } else {
                    Int2::Mul24LoU
                }
            }
            (Part::Hi, true) => {
                if s {
                    Int2::Mul24HiS
                } else {
                    Int2::Mul24HiU
                }
            }
        };
        self.int2(m, i, op, ty)
    }

    /// `mad`, `madc`, `mad24` on integers.
    pub fn mad_int(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let is24 = m.head == "mad24";
        let carry_in = m.head == "madc";
        let wide = m.eat_next("wide");
        let hi = !wide && m.need_next(&[("lo", false), ("hi", true)], "part")?;
        let carry_out = !wide && !is24 && m.eat("cc");
        let sat = hi && m.eat("sat");
        let ty = m.ty()?;
        if !ty.is_int()
            || ty.bits() < 16
            || (is24 && (ty.bits() != 32 || wide))
            || (wide && carry_in)
        {
            return m.bad_type(ty);
        }
        if sat && ty != Ty::S32 {
            return m.err(".sat needs .s32");
        }
        let signed = ty.is_signed();
        let [d, a, b, c] = take(m, i)?;
        m.finish()?;
        if wide {
            if ty.bits() == 64 {
                return m.bad_type(ty);
            }
            let (a, b) = (self.sw(a, ty)?, self.sw(b, ty)?);
            if ty.bits() == 16 {
                let w = if signed { Ty::S32 } else { Ty::U32 };
                let (d, c) = (self.dw(d, w)?, self.sw(c, w)?);
                self.emit(Op::MadWideH { signed, d, a, b, c });
            } else {
                let w = if signed { Ty::S64 } else { Ty::U64 };
                let (d, c) = (self.dd(d, w)?, self.sd(c, w)?);
                self.emit(Op::MadWideW { signed, d, a, b, c });
            }
            return Ok(());
        }
        match ty.bits() {
            64 => {
                let (d, a) = (self.dd(d, ty)?, self.sd(a, ty)?);
                let (b, c) = (self.sd(b, ty)?, self.sd(c, ty)?);
                self.emit(if carry_in || carry_out {
                    Op::MadCarryD { hi, signed, carry_in, carry_out, d, a, b, c }
                } else if hi {
                    Op::MadHi64 { signed, d, a, b, c }
                } else {
                    Op::Mad64 { d, a, b, c }
                });
            }
            bits => {
                let (d, a) = (self.dw(d, ty)?, self.sw(a, ty)?);
                let (b, c) = (self.sw(b, ty)?, self.sw(c, ty)?);
                if bits == 16 {
                    if carry_in || carry_out {
                        return m.bad_type(ty);
                    }
                    self.emit(Op::Mad16 { hi, signed, d, a, b, c });
                    return Ok(());
                }
                if carry_in || carry_out {
                    self.emit(Op::MadCarryW { hi, signed, carry_in, carry_out, d, a, b, c });
                    return Ok(());
                }
                let op = match (is24, hi, signed, sat) {
                    (false, false, ..) => Int3::Mad,
                    (false, true, true, false) => Int3::MadHiS,
                    (false, true, true, true) => Int3::MadHiSat,
                    (false, true, false, _) => Int3::MadHiU,
                    (true, false, true, _) => Int3::Mad24LoS,
                    (true, false, false, _) => Int3::Mad24LoU,
                    (true, true, true, false) => Int3::Mad24HiS,
                    (true, true, true, true) => Int3::Mad24HiSat,
                    (true, true, false, _) => Int3::Mad24HiU,
                };
                self.emit(Op::Int3W { op, d, a, b, c });
            }
        }
        Ok(())
    }

    /// `sad`
    pub fn sad(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if !ty.is_int() {
            return m.bad_type(ty);
        }
        let signed = ty.is_signed();
        match ty.bits() {
            32 => self.int3(m, i, if signed { Int3::SadS } else { Int3::SadU }, [ty; 4]),
            16 => {
                let [d, a, b, c] = take(m, i)?;
                m.finish()?;
                let (d, a) = (self.dw(d, ty)?, self.sw(a, ty)?);
                let (b, c) = (self.sw(b, ty)?, self.sw(c, ty)?);
                self.emit(Op::Sad16 { signed, d, a, b, c });
                Ok(())
            }
            64 => {
                let [d, a, b, c] = take(m, i)?;
                m.finish()?;
                let (d, a) = (self.dd(d, ty)?, self.sd(a, ty)?);
                let (b, c) = (self.sd(b, ty)?, self.sd(c, ty)?);
                self.emit(Op::Sad64 { signed, d, a, b, c });
                Ok(())
            }
            _ => m.bad_type(ty),
        }
    }

    /// `div` and `rem` on integers.
    pub fn div_int(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if !ty.is_int() || ty.bits() < 16 {
            return m.bad_type(ty);
        }
        let op = match (m.head, ty.is_signed()) {
            ("div", true) => Int2::DivS,
            ("div", false) => Int2::DivU,
            (_, true) => Int2::RemS,
            (_, false) => Int2::RemU,
        };
        self.int2(m, i, op, ty)
    }

    /// `min` and `max` on integers.
    pub fn minmax_int(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if !ty.is_int() || ty.bits() < 16 {
            return m.bad_type(ty);
        }
        let op = match (m.head, ty.is_signed()) {
            ("min", true) => Int2::MinS,
            ("min", false) => Int2::MinU,
            (_, true) => Int2::MaxS,
            (_, false) => Int2::MaxU,
        };
        self.int2(m, i, op, ty)
    }

    /// `neg` and `abs` on integers.
    pub fn sign_int(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if !ty.is_signed() || ty.bits() < 16 {
            return m.bad_type(ty);
        }
        self.int1(m, i, if m.head == "neg" { Int1::Neg } else { Int1::AbsS }, ty)
    }

    /// `and`, `or`, `xor`
    pub fn logic(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if ty == Ty::Pred {
            let op = match m.head {
                "and" => Logic::And,
                "or" => Logic::Or,
                _ => Logic::Xor,
            };
            let [d, a, b] = take(m, i)?;
            m.finish()?;
            let (d, a, b) = (self.dp(d)?, self.cond(a)?, self.cond(b)?);
            self.emit(Op::Pred { op, d, a, b });
            return Ok(());
        }
        if !ty.is_bits() || ty.bits() < 16 {
            return m.bad_type(ty);
        }
        let op = match m.head {
            "and" => Int2::And,
            "or" => Int2::Or,
            _ => Int2::Xor,
        };
        self.int2(m, i, op, ty)
    }

    /// `not`, `cnot`, `brev`
    pub fn bits1(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if ty == Ty::Pred && m.head == "not" {
            let [d, a] = take(m, i)?;
            m.finish()?;
            let (d, a) = (self.dp(d)?, self.cond(a)?);
            self.emit(Op::Pred {
                op: Logic::Mov,
                d,
                a: Cond { flip: !a.flip, ..a },
                b: Cond::ALWAYS,
            });
            return Ok(());
        }
        if !ty.is_bits() || ty.bits() < 16 || (m.head == "brev" && ty.bits() == 16) {
            return m.bad_type(ty);
        }
        let op = match m.head {
            "not" => Int1::Not,
            "cnot" => Int1::Cnot,
            _ => Int1::Brev,
        };
        self.int1(m, i, op, ty)
    }

    /// `shl`, `shr`
    pub fn shift(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        let left = m.head == "shl";
        if ty.is_float() || ty == Ty::Pred || ty.bits() < 16 || (left && !ty.is_bits()) {
            return m.bad_type(ty);
        }
        let op = match (left, ty.is_signed()) {
            (true, _) => Shift::Left,
            (_, true) => Shift::RightS,
            (_, false) => Shift::RightU,
        };
        let [d, a, b] = take(m, i)?;
        m.finish()?;
        let b = self.sw(b, Ty::U32)?;
        match ty.bits() {
            64 => {
                let (d, a) = (self.dd(d, ty)?, self.sd(a, ty)?);
                self.emit(Op::ShiftD { op, d, a, b });
            }
            bits => {
                let (d, a) = (self.dw(d, ty)?, self.sw(a, ty)?);
                self.emit(if bits == 16 {
                    Op::ShiftH { op, d, a, b }
                } else {
                    Op::ShiftW { op, d, a, b }
                });
            }
        }
        Ok(())
    }

    /// `shf`
    pub fn funnel(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let left = m.need_next(&[("l", true), ("r", false)], "direction")?;
        let clamp = m.need(&[("clamp", true), ("wrap", false)], "mode")?;
        let ty = m.ty()?;
        if ty != Ty::B32 {
            return m.bad_type(ty);
        }
        let op = match (left, clamp) {
            (true, true) => Int3::ShfLeftClamp,
            (true, false) => Int3::ShfLeftWrap,
            (false, true) => Int3::ShfRightClamp,
            (false, false) => Int3::ShfRightWrap,
        };
        self.int3(m, i, op, [ty, ty, ty, Ty::U32])
    }

    /// `prmt`
    pub fn prmt(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if ty != Ty::B32 {
            return m.bad_type(ty);
        }
        let op = m
            .pick(&[
                ("f4e", Int3::PrmtF4e),
                ("b4e", Int3::PrmtB4e),
                ("rc8", Int3::PrmtRc8),
                ("ecl", Int3::PrmtEcl),
                ("ecr", Int3::PrmtEcr),
                ("rc16", Int3::PrmtRc16),
            ])
            .unwrap_or(Int3::Prmt);
        self.int3(m, i, op, [ty; 4])
    }

    /// `lop3.b32 d, a, b, c, table`
    pub fn lop3(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if ty != Ty::B32 {
            return m.bad_type(ty);
        }
        if m.pick(&COMBINE).is_some() {
            return m.err("lop3 with a predicate is not supported yet");
        }
        let [d, a, b, c, table] = take(m, i)?;
        m.finish()?;
        let table = match table {
            Operand::Int(v @ 0..=255) => *v as u8,
            _ => return m.err("the last operand must be a constant from 0 to 255"),
        };
        let (d, a) = (self.dw(d, ty)?, self.sw(a, ty)?);
        let (b, c) = (self.sw(b, ty)?, self.sw(c, ty)?);
        self.emit(Op::Int3W { op: Int3::Lop3(table), d, a, b, c });
        Ok(())
    }

    /// `bfe`
    pub fn bfe(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if !ty.is_int() {
            return m.bad_type(ty);
        }
        let signed = ty.is_signed();
        match ty.bits() {
            32 => {
                let op = if signed { Int3::BfeS } else { Int3::BfeU };
                self.int3(m, i, op, [ty, ty, Ty::U32, Ty::U32])
            }
            64 => {
                let [d, a, b, c] = take(m, i)?;
                m.finish()?;
                let (d, a) = (self.dd(d, ty)?, self.sd(a, ty)?);
                let (b, c) = (self.sw(b, Ty::U32)?, self.sw(c, Ty::U32)?);
                self.emit(Op::Bfe64 { signed, d, a, b, c });
                Ok(())
            }
            _ => m.bad_type(ty),
        }
    }

    /// `bfi`
    pub fn bfi(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        let [d, a, b, c, e] = take(m, i)?;
        m.finish()?;
        let (c, e) = (self.sw(c, Ty::U32)?, self.sw(e, Ty::U32)?);
        match ty {
            Ty::B32 => {
                let (d, a, b) = (self.dw(d, ty)?, self.sw(a, ty)?, self.sw(b, ty)?);
                self.emit(Op::Bfi32 { d, a, b, c, e });
            }
            Ty::B64 => {
                let (d, a, b) = (self.dd(d, ty)?, self.sd(a, ty)?, self.sd(b, ty)?);
                self.emit(Op::Bfi64 { d, a, b, c, e });
            }
            _ => return m.bad_type(ty),
        }
        Ok(())
    }

    /// `szext`, `bmsk`
    pub fn field(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let clamp = m.need(&[("clamp", true), ("wrap", false)], "mode")?;
        let ty = m.ty()?;
        let op = match (m.head, ty) {
            ("szext", Ty::U32 | Ty::S32) => Int2::Szext { signed: ty == Ty::S32, clamp },
            ("bmsk", Ty::B32) => Int2::Bmsk { clamp },
            _ => return m.bad_type(ty),
        };
        self.int2(m, i, op, ty)
    }

    /// `popc`, `clz`, `bfind`
    pub fn count(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let shift_amount = m.head == "bfind" && m.eat("shiftamt");
        let ty = m.ty()?;
        let bfind = m.head == "bfind";
        if ty.bits() < 32 || ty.is_float() || ty.is_bits() == bfind {
            return m.bad_type(ty);
        }
        let op = match m.head {
            "popc" => Count::Popc,
            "clz" => Count::Clz,
            _ => Count::Bfind { signed: ty.is_signed(), shift_amount },
        };
        let [d, a] = take(m, i)?;
        m.finish()?;
        let d = self.dw(d, Ty::U32)?;
        match self.src(a, ty)? {
            Row::W(a) => self.emit(Op::CountW { op, d, a }),
            Row::D(a) => self.emit(Op::CountD { op, d, a }),
            Row::P(_) => return m.bad_type(ty),
        }
        Ok(())
    }

    /// `dp4a`, `dp2a`
    pub fn dot(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let dp2 = m.head == "dp2a";
        let high = dp2 && m.need_next(&[("lo", false), ("hi", true)], "part")?;
        let (ta, tb) = (m.ty()?, m.ty()?);
        for t in [ta, tb] {
            if t != Ty::U32 && t != Ty::S32 {
                return m.bad_type(t);
            }
        }
        let (a_signed, b_signed) = (ta.is_signed(), tb.is_signed());
        let op = if dp2 {
            Int3::Dp2a { a_signed, b_signed, high }
        } else {
            Int3::Dp4a { a_signed, b_signed }
        };
        let tc = if a_signed || b_signed { Ty::S32 } else { Ty::U32 };
        self.int3(m, i, op, [tc, ta, tb, tc])
    }

    fn pair(&mut self, a: &Operand<'a>, b: &Operand<'a>, ty: Ty) -> Res<Pair> {
        if ty.bits() == 64 {
            Ok(Pair::D(self.sd(a, ty)?, self.sd(b, ty)?))
        } else {
            Ok(Pair::W(self.sw(a, ty)?, self.sw(b, ty)?))
        }
    }

    fn comparison(&self, m: &Mods<'a>, cmp: Cmp, ty: Ty) -> Res<()> {
        use Cmp::*;
        if ty == Ty::Pred || ty.bits() < 16 {
            return m.bad_type(ty);
        }
        let ordered_bits = matches!(cmp, Eq | Ne);
        let plain = matches!(cmp, Eq | Ne | Lt | Le | Gt | Ge);
        if (ty.is_bits() && !ordered_bits) || (ty.is_int() && !plain) {
            return m.err(format!("this comparison is not possible on .{}", ty.name()));
        }
        Ok(())
    }

    /// `setp`
    pub fn setp(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let cmp = m.need(&COMPARISONS, "comparison")?;
        let combine = m.pick(&COMBINE).unwrap_or(Combine::None);
        let ftz = m.eat("ftz");
        let ty = m.ty()?;
        m.finish()?;
        self.comparison(m, cmp, ty)?;
        if ftz && ty != Ty::F32 {
            return m.err(".ftz needs .f32");
        }
        let (dst, a, b, c) = match (i.operands.as_slice(), combine) {
            ([d, a, b], Combine::None) => (d, a, b, None),
            ([d, a, b, c], k) if k != Combine::None => (d, a, b, Some(c)),
            _ => return m.err("wrong number of operands"),
        };
        let (d, q) = match dst {
            Operand::Pair(d, q) => (self.dp_or_sink(d)?, self.dp_or_sink(q)?),
            d => (Some(self.dp(d)?), None),
        };
        let ab = self.pair(a, b, ty)?;
        let cond = match c {
            Some(c) => self.cond(c)?,
            None => Cond::ALWAYS,
        };
        let d = match d {
            Some(d) => d,
            None => match self.fresh(Ty::Pred) {
                Row::P(p) => p,
                _ => return m.err("no predicate"),
            },
        };
        self.emit(Op::Setp { cmp, ty, ftz, d, q, ab, combine, cond });
        Ok(())
    }

    /// `set`
    pub fn set(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let cmp = m.need(&COMPARISONS, "comparison")?;
        let combine = m.pick(&COMBINE).unwrap_or(Combine::None);
        let ftz = m.eat("ftz");
        let to = m.ty()?;
        let ty = m.ty()?;
        m.finish()?;
        self.comparison(m, cmp, ty)?;
        if !matches!(to, Ty::U32 | Ty::S32 | Ty::F32) {
            return m.bad_type(to);
        }
        if ftz && ty != Ty::F32 {
            return m.err(".ftz needs .f32");
        }
        let (d, a, b, c) = match (i.operands.as_slice(), combine) {
            ([d, a, b], Combine::None) => (d, a, b, None),
            ([d, a, b, c], k) if k != Combine::None => (d, a, b, Some(c)),
            _ => return m.err("wrong number of operands"),
        };
        let d = self.dw(d, to)?;
        let ab = self.pair(a, b, ty)?;
        let cond = match c {
            Some(c) => self.cond(c)?,
            None => Cond::ALWAYS,
        };
        self.emit(Op::Set { cmp, ty, ftz, float: to == Ty::F32, d, ab, combine, cond });
        Ok(())
    }

    /// `selp`
    pub fn selp(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if ty == Ty::Pred || ty.bits() < 16 {
            return m.bad_type(ty);
        }
        let [d, a, b, c] = take(m, i)?;
        m.finish()?;
        let cond = self.cond(c)?;
        if ty.bits() == 64 {
            let (d, a, b) = (self.dd(d, ty)?, self.sd(a, ty)?, self.sd(b, ty)?);
            self.emit(Op::SelD { d, a, b, cond });
        } else {
            let (d, a, b) = (self.dw(d, ty)?, self.sw(a, ty)?, self.sw(b, ty)?);
            self.emit(Op::SelW { d, a, b, cond });
        }
        Ok(())
    }

    /// `slct`
    pub fn slct(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ftz = m.eat("ftz");
        let ty = m.ty()?;
        let tc = m.ty()?;
        if ty == Ty::Pred || ty.bits() < 16 {
            return m.bad_type(ty);
        }
        if !matches!(tc, Ty::S32 | Ty::F32) || (ftz && tc != Ty::F32) {
            return m.bad_type(tc);
        }
        let float = tc == Ty::F32;
        let [d, a, b, c] = take(m, i)?;
        m.finish()?;
        let c = self.sw(c, tc)?;
        if ty.bits() == 64 {
            let (d, a, b) = (self.dd(d, ty)?, self.sd(a, ty)?, self.sd(b, ty)?);
            self.emit(Op::SlctD { float, ftz, d, a, b, c });
        } else {
            let (d, a, b) = (self.dw(d, ty)?, self.sw(a, ty)?, self.sw(b, ty)?);
            self.emit(Op::SlctW { float, ftz, d, a, b, c });
        }
        Ok(())
    }

    /// `testp`
    pub fn testp(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let op = m.need(
            &[
                ("finite", Testp::Finite),
                ("infinite", Testp::Infinite),
                ("number", Testp::Number),
                ("notanumber", Testp::NotANumber),
                ("normal", Testp::Normal),
                ("subnormal", Testp::Subnormal),
            ],
            "test",
        )?;
        let ty = m.ty()?;
        let [d, a] = take(m, i)?;
        m.finish()?;
        let d = self.dp(d)?;
        match ty {
            Ty::F32 => {
                let a = self.sw(a, ty)?;
                self.emit(Op::TestpW { op, d, a });
            }
            Ty::F64 => {
                let a = self.sd(a, ty)?;
                self.emit(Op::TestpD { op, d, a });
            }
            _ => return m.bad_type(ty),
        }
        Ok(())
    }
}
