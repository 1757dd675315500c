//! OPs to instructions.

use super::Selector;
use crate::lir::{Class, Operand, Reg};
use optx_ir::{CodeRep, CrId, Op};
use optx_whirl::{Intrinsic, Mtype, Operator};

/// The signed or unsigned type name of an integer, `s32`; floats by their own.
pub(super) fn arithmetic_type(mtype: Mtype) -> &'static str {
    match mtype {
        Mtype::I4 => "s32",
        Mtype::U4 => "u32",
        Mtype::I8 => "s64",
        Mtype::U8 => "u64",
        Mtype::F4 => "f32",
        Mtype::F8 => "f64",
        Mtype::I1 => "s8",
        Mtype::U1 => "u8",
        Mtype::I2 => "s16",
        Mtype::U2 => "u16",
        Mtype::B | Mtype::V | Mtype::M => "pred",
    }
}

/// Type name where signedness does not matter.
fn bits_type(mtype: Mtype) -> &'static str {
    match mtype.size() {
        8 => "b64",
        0 => "pred",
        _ => "b32",
    }
}

impl Selector<'_> {
    /// `.ftz` for single precision where the options ask for it.
    pub(super) fn flush(&self, mtype: Mtype) -> &'static str {
        if mtype == Mtype::F4 { self.ftz } else { "" }
    }

    pub(super) fn operation(&mut self, dst: Reg, op: &Op) {
        use Operator::*;
        let t = op.rtype;
        match op.opr {
            Add | Sub | Mpy if t.is_float() => self.float_arithmetic(dst, op),
            Add => self.add(dst, op),
            Mpy => self.multiply(dst, op),
            Sub => self.same(&format!("sub.{}", arithmetic_type(t.signed())), dst, op),
            Neg | Abs => {
                let word = if op.opr == Neg { "neg" } else { "abs" };
                let t = if op.opr == Neg { t.signed() } else { t };
                let name = format!("{word}{}.{}", self.flush(t), arithmetic_type(t.signed()));
                self.same(&name, dst, op);
            }
            Min | Max => {
                let word = if op.opr == Min { "min" } else { "max" };
                let name = format!("{word}{}.{}", self.flush(t), arithmetic_type(t));
                self.same(&name, dst, op);
            }
            Highmpy => self.same(&format!("mul.hi.{}", arithmetic_type(t)), dst, op),
            Div => self.divide(dst, op),
            Rem => self.same(&format!("rem.{}", arithmetic_type(t)), dst, op),
            Fma => self.same(&format!("fma.rn{}.{}", self.flush(t), arithmetic_type(t)), dst, op),
            Band | Land => self.same(&format!("and.{}", bits_type(t)), dst, op),
            Bior | Lior => self.same(&format!("or.{}", bits_type(t)), dst, op),
            Bxor => self.same(&format!("xor.{}", bits_type(t)), dst, op),
            Bnot | Lnot => self.same(&format!("not.{}", bits_type(t)), dst, op),
            Shl => self.same(&format!("shl.{}", bits_type(t)), dst, op),
            Ashr => self.same(&format!("shr.{}", arithmetic_type(t.signed())), dst, op),
            Lshr => self.same(&format!("shr.{}", arithmetic_type(t.unsigned())), dst, op),
            Eq | Ne | Lt | Le | Gt | Ge => self.comparison(dst, op),
            Select => self.select(dst, op),
            Cvt => self.conversion(dst, op, None),
            Cvtl => self.narrowing(dst, op),
            Tas => self.same(&format!("mov.{}", bits_type(t)), dst, op),
            IntrinsicOp => self.intrinsic(dst, op),
            // No other operator is an expression of M WHIRL: the verifier of WHIRL holds that.
            other => self.error(format!("{} is not supported yet", other.name())),
        }
    }

    /// All kids as operands of one instruction; only the last may be an immediate where there are several.
    pub(super) fn same(&mut self, name: &str, dst: Reg, op: &Op) {
        let last = op.kids.len() - 1;
        let operands: Vec<Operand> = op
            .kids
            .iter()
            .enumerate()
            .map(|(k, &kid)| {
                // Predicates have no immediates; a leading constant goes to a register.
                if k == last && last > 0 { self.operand(kid) } else { Operand::Reg(self.reg(kid)) }
            })
            .collect();
        self.plain(name, dst, &operands);
    }

    fn float_arithmetic(&mut self, dst: Reg, op: &Op) {
        let word = match op.opr {
            Operator::Add => "add",
            Operator::Sub => "sub",
            _ => "mul",
        };
        // With a rounding mode ptxas does not contract; without one it may, as under nvcc's -fmad=true.
        let round = if self.module.options.fmad { "" } else { ".rn" };
        let name = format!("{word}{round}{}.{}", self.flush(op.rtype), arithmetic_type(op.rtype));
        self.same(&name, dst, op);
    }

    fn product_of(&self, id: CrId) -> Option<Op> {
        let op = self.f.codemap.as_op(id)?;
        (op.opr == Operator::Mpy && op.rtype.is_integer()).then(|| op.clone())
    }

    fn add(&mut self, dst: Reg, op: &Op) {
        for k in 0..2 {
            let Some(product) = self.product_of(op.kids[k]) else { continue };
            let addend = op.kids[1 - k];
            if let Some((a, b, wide)) = self.wide_factors(&product) {
                let (a, b) = (Operand::Reg(self.reg(a)), b.operand(self));
                let c = self.operand(addend);
                return self.plain(&format!("mad.wide.{wide}"), dst, &[a, b, c]);
            }
            let a = Operand::Reg(self.reg(product.kids[0]));
            let (b, c) = (self.operand(product.kids[1]), self.operand(addend));
            let name = format!("mad.lo.{}", arithmetic_type(op.rtype.signed()));
            return self.plain(&name, dst, &[a, b, c]);
        }
        self.same(&format!("add.{}", arithmetic_type(op.rtype.signed())), dst, op);
    }

    /// The factors of a product that one instruction widens, and the name of their type.
    fn wide_factors(&self, op: &Op) -> Option<(CrId, Factor, &'static str)> {
        let product = self.f.codemap.wide_product(op)?;
        let name = if product.signed { "s32" } else { "u32" };
        let second = match product.second {
            Ok(value) => Factor::Value(value),
            Err(constant) => Factor::Constant(constant),
        };
        Some((product.first, second, name))
    }

    fn multiply(&mut self, dst: Reg, op: &Op) {
        if let Some((a, b, wide)) = self.wide_factors(op) {
            let (a, b) = (Operand::Reg(self.reg(a)), b.operand(self));
            return self.plain(&format!("mul.wide.{wide}"), dst, &[a, b]);
        }
        self.same(&format!("mul.lo.{}", arithmetic_type(op.rtype.signed())), dst, op);
    }

    /// A quotient; one of 1 is a reciprocal, which rounds to the same.
    fn divide(&mut self, dst: Reg, op: &Op) {
        let t = op.rtype;
        let options = &self.module.options;
        let one = if t == Mtype::F4 { u64::from(1f32.to_bits()) } else { 1f64.to_bits() };
        let numerator = self.f.codemap.get(op.kids[0]);
        if matches!(numerator, CodeRep::Rconst { bits, .. } if *bits == one) {
            let denominator = op.kids[1];
            let root = self.f.codemap.as_op(denominator).filter(|root| {
                root.intrinsic == Some(Intrinsic::Sqrt)
                    && t == Mtype::F4
                    && !(options.prec_div || options.prec_sqrt)
            });
            let (name, of) = match root {
                Some(root) => ("rsqrt.approx", root.kids[0]),
                None if t == Mtype::F4 && !options.prec_div => ("rcp.approx", denominator),
                None => ("rcp.rn", denominator),
            };
            let name = format!("{name}{}.{}", self.flush(t), arithmetic_type(t));
            let of = Operand::Reg(self.reg(of));
            return self.plain(&name, dst, &[of]);
        }
        let name = match t {
            Mtype::F4 if options.prec_div => format!("div.rn{}.f32", self.ftz),
            Mtype::F4 if options.fast_math => format!("div.approx{}.f32", self.ftz),
            Mtype::F4 => format!("div.full{}.f32", self.ftz),
            Mtype::F8 => "div.rn.f64".to_owned(),
            _ => format!("div.{}", arithmetic_type(t)),
        };
        self.same(&name, dst, op);
    }

    fn comparison(&mut self, dst: Reg, op: &Op) {
        use Operator::*;
        let desc = op.desc;
        if desc == Mtype::B {
            // Equality of predicates.
            let name = "xor.pred";
            self.same(name, dst, op);
            if op.opr == Eq {
                self.plain("not.pred", dst, &[Operand::Reg(dst)]);
            }
            return;
        }
        let relation = match op.opr {
            Eq => "eq",
            // Unequal holds for NaN.
            Ne if desc.is_float() => "neu",
            Ne => "ne",
            Lt => "lt",
            Le => "le",
            Gt => "gt",
            _ => "ge",
        };
        let t = match op.opr {
            Eq | Ne if desc.is_integer() => desc.signed(),
            _ => desc,
        };
        let name = format!("setp.{relation}{}.{}", self.flush(desc), arithmetic_type(t));
        self.same(&name, dst, op);
    }

    fn select(&mut self, dst: Reg, op: &Op) {
        let (condition, expected) = self.predicate(op.kids[0]);
        let (a, b) = if expected { (op.kids[1], op.kids[2]) } else { (op.kids[2], op.kids[1]) };
        if op.rtype == Mtype::B {
            // (c & a) | (!c & b)
            let (a, b) = (self.reg(a), self.reg(b));
            let (yes, no) = (self.new_reg(Class::Pred), self.new_reg(Class::Pred));
            let c = Operand::Reg(condition);
            self.plain("and.pred", yes, &[c.clone(), Operand::Reg(a)]);
            self.plain("not.pred", no, &[c]);
            self.plain("and.pred", no, &[Operand::Reg(no), Operand::Reg(b)]);
            return self.plain("or.pred", dst, &[Operand::Reg(yes), Operand::Reg(no)]);
        }
        let name = match op.rtype {
            Mtype::F4 => "selp.f32",
            Mtype::F8 => "selp.f64",
            t if t.size() == 8 => "selp.b64",
            _ => "selp.b32",
        };
        let operands = [self.operand(a), self.operand(b), Operand::Reg(condition)];
        self.plain(name, dst, &operands);
    }

    /// CVT; `rounding` is that of an intrinsic conversion (`rn rz rp rm`).
    pub(super) fn conversion(&mut self, dst: Reg, op: &Op, rounding: Option<&str>) {
        let (to, from) = (op.rtype, op.desc);
        let kid = op.kids[0];
        if from == Mtype::B {
            let (condition, expected) = self.predicate(kid);
            let (name, one, zero) = match to {
                Mtype::F4 => ("selp.f32", Operand::F32(1f32.to_bits()), Operand::F32(0)),
                Mtype::F8 => ("selp.f64", Operand::F64(1f64.to_bits()), Operand::F64(0)),
                t if t.size() == 8 => ("selp.b64", Operand::Int(1), Operand::Int(0)),
                _ => ("selp.b32", Operand::Int(1), Operand::Int(0)),
            };
            let (a, b) = if expected { (one, zero) } else { (zero, one) };
            return self.plain(name, dst, &[a, b, Operand::Reg(condition)]);
        }
        let source = Operand::Reg(self.reg(kid));
        let (t, s) = (arithmetic_type(to), arithmetic_type(from));
        let round = match (to.is_float(), from.is_float()) {
            (false, true) => {
                format!(".{}i{}", rounding.unwrap_or("rz"), self.flush(from))
            }
            (true, false) => format!(".{}", rounding.unwrap_or("rn")),
            (true, true) if to == Mtype::F4 && from == Mtype::F8 => {
                format!(".{}{}", rounding.unwrap_or("rn"), self.ftz)
            }
            (true, true) if to != from => self.ftz.to_owned(),
            (true, true) => String::new(),
            (false, false) if to.size() == from.register().size() && from.size() >= 4 => {
                return self.plain(super::expression::move_name(dst.class), dst, &[source]);
            }
            (false, false) => String::new(),
        };
        self.plain(&format!("cvt{round}.{t}.{s}"), dst, &[source]);
    }

    fn narrowing(&mut self, dst: Reg, op: &Op) {
        let source = Operand::Reg(self.reg(op.kids[0]));
        let wide = op.rtype.size() == 8;
        match (op.desc, wide) {
            (Mtype::U1, false) => self.plain("and.b32", dst, &[source, Operand::Int(255)]),
            (Mtype::U2, false) => self.plain("and.b32", dst, &[source, Operand::Int(65535)]),
            (Mtype::U1, true) => self.plain("and.b64", dst, &[source, Operand::Int(255)]),
            (Mtype::U2, true) => self.plain("and.b64", dst, &[source, Operand::Int(65535)]),
            (desc, _) => {
                let to = arithmetic_type(op.rtype.signed());
                let name = format!("cvt.{to}.{}", arithmetic_type(desc));
                self.plain(&name, dst, &[source]);
            }
        }
    }
}

/// The second factor of a widened product.
enum Factor {
    Constant(i64),
    Value(CrId),
}

impl Factor {
    fn operand(self, selector: &mut Selector<'_>) -> Operand {
        match self {
            Factor::Constant(value) => Operand::Int(value),
            Factor::Value(id) => Operand::Reg(selector.reg(id)),
        }
    }
}
