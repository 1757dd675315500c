//! OPs to instructions.

use super::Selector;
use crate::lir::modifiers::{Relation, Round, Type};
use crate::lir::opcodes::Form;
use crate::lir::{Op as Code, Operand, Reg, RegClass, Symbol};
use optx_ir::{CodeRep, CrId, Op, Space};
use optx_whirl::{Intrinsic, Mtype, Operator};

/// The signed or unsigned type of an integer; floats have their own.
pub(super) fn arithmetic_type(mtype: Mtype) -> Type {
    match mtype {
        Mtype::I4 => Type::S32,
        Mtype::U4 => Type::U32,
        Mtype::I8 => Type::S64,
        Mtype::U8 => Type::U64,
        Mtype::F4 => Type::F32,
        Mtype::F8 => Type::F64,
        Mtype::I1 => Type::S8,
        Mtype::U1 => Type::U8,
        Mtype::I2 => Type::S16,
        Mtype::U2 => Type::U16,
        Mtype::B | Mtype::V | Mtype::M => Type::Pred,
    }
}

/// The type where signedness does not matter.
fn bits_type(mtype: Mtype) -> Type {
    match mtype.size() {
        8 => Type::B64,
        0 => Type::Pred,
        _ => Type::B32,
    }
}

impl Selector<'_> {
    /// Whether single precision takes subnormals for zero.
    pub(super) fn flush(&self, mtype: Mtype) -> bool {
        self.ftz && mtype == Mtype::F4
    }

    pub(super) fn operation(&mut self, dst: Reg, op: &Op) {
        use Operator::*;
        let t = op.rtype;
        let bits = bits_type(t);
        match op.opr {
            Add | Bior | Bxor if self.funnel(dst, op) => {}
            Add | Sub | Mpy if t.is_float() => self.float_arithmetic(dst, op),
            Add => self.add(dst, op),
            Mpy => self.multiply(dst, op),
            Sub => self.same(Form::Sub, arithmetic_type(t.signed()), None, dst, op),
            Neg => self.same(Form::Neg, arithmetic_type(t.signed()), None, dst, op),
            Abs => self.same(Form::Abs, arithmetic_type(t.signed()), None, dst, op),
            Min => self.same(Form::Min, arithmetic_type(t), None, dst, op),
            Max => self.same(Form::Max, arithmetic_type(t), None, dst, op),
            Highmpy => self.same(Form::MulHi, arithmetic_type(t), None, dst, op),
            Div => self.divide(dst, op),
            Rem => self.same(Form::Rem, arithmetic_type(t), None, dst, op),
            Fma => self.same(Form::Fma, arithmetic_type(t), Some(Round::Rn), dst, op),
            Band | Land => self.same(Form::And, bits, None, dst, op),
            Bior | Lior => self.same(Form::Or, bits, None, dst, op),
            Bxor => self.same(Form::Xor, bits, None, dst, op),
            Bnot | Lnot => self.same(Form::Not, bits, None, dst, op),
            Shl => self.same(Form::Shl, bits, None, dst, op),
            Ashr => self.same(Form::Shr, arithmetic_type(t.signed()), None, dst, op),
            Lshr => self.same(Form::Shr, arithmetic_type(t.unsigned()), None, dst, op),
            Eq | Ne | Lt | Le | Gt | Ge => self.comparison(dst, op),
            Select => self.select(dst, op),
            Cvt => self.conversion(dst, op, None),
            Cvtl => self.narrowing(dst, op),
            Tas => self.through(Code::Mov(bits), dst, op),
            IntrinsicOp => self.intrinsic(dst, op),
            // No other operator is an expression of M WHIRL: the verifier of WHIRL holds that.
            other => self.error(format!("{} is not supported yet", other.name())),
        }
    }

    /// All kids as operands of one instruction from registers to a register.
    pub(super) fn same(&mut self, form: Form, ty: Type, round: Option<Round>, dst: Reg, op: &Op) {
        let ftz = self.ftz && ty == Type::F32;
        self.through(Code::Alu { form, ty, round, ftz }, dst, op);
    }

    /// All kids as operands of one instruction; only the last may be an immediate where there are several.
    pub(super) fn through(&mut self, code: Code, dst: Reg, op: &Op) {
        let last = op.kids.len() - 1;
        let mut operands = smallvec::SmallVec::<[Operand; 4]>::new();
        for (k, &kid) in op.kids.iter().enumerate() {
            // Predicates have no immediates; a leading constant goes to a register.
            let operand =
                if k == last && last > 0 { self.operand(kid) } else { Operand::Reg(self.reg(kid)) };
            operands.push(operand);
        }
        self.put(code, &[dst], &operands);
    }

    fn float_arithmetic(&mut self, dst: Reg, op: &Op) {
        let form = match op.opr {
            Operator::Add => Form::Add,
            Operator::Sub => Form::Sub,
            _ => Form::Mul,
        };
        // With a rounding mode ptxas does not contract; without one it may, as under nvcc's -fmad=true.
        let round = if self.module.options.fmad { None } else { Some(Round::Rn) };
        self.same(form, arithmetic_type(op.rtype), round, dst, op);
    }

    fn product_of(&self, id: CrId) -> Option<Op> {
        let op = *self.f.codemap.as_op(id)?;
        (op.opr == Operator::Mpy && op.rtype.is_integer()).then_some(op)
    }

    /// A sum. A product of 32 bits is added in one instruction; a wide one, or an extended value, apart: ptxas makes IMAD.WIDE of
    /// `mul.wide` and `add.s64`, and two instructions of `mad.wide` (docs/decisions/0045-what-ptx-is-shortest-is-asked-of-ptxas.md).
    fn add(&mut self, dst: Reg, op: &Op) {
        let ty = arithmetic_type(op.rtype.signed());
        for k in 0..2 {
            let addend = op.kids[1 - k];
            if let Some((a, b, wide)) = self.widened(op.kids[k]) {
                let part = self.new_reg(RegClass::B64);
                let (a, b) = (Operand::Reg(self.reg(a)), b.operand(self));
                let begin = self.insts.len();
                self.alu(Form::MulWide, wide, part, &[a, b]);
                self.tell_node(begin, part, op.kids[k]);
                let c = self.operand(addend);
                return self.alu(Form::Add, ty, dst, &[Operand::Reg(part), c]);
            }
            let Some(product) = self.product_of(op.kids[k]) else { continue };
            if let Some(amount) = self.shift_of(&product) {
                let part = self.new_reg(RegClass::B64);
                let a = Operand::Reg(self.reg(product.kids[0]));
                let begin = self.insts.len();
                self.alu(Form::Shl, Type::B64, part, &[a, amount]);
                self.tell_node(begin, part, op.kids[k]);
                let c = self.operand(addend);
                return self.alu(Form::Add, ty, dst, &[Operand::Reg(part), c]);
            }
            let a = Operand::Reg(self.reg(product.kids[0]));
            let (b, c) = (self.operand(product.kids[1]), self.operand(addend));
            return self.alu(Form::MadLo, ty, dst, &[a, b, c]);
        }
        self.same(Form::Add, ty, None, dst, op);
    }

    /// What `mul.wide` makes of an operand of a sum: a product, or an extended value times 1.
    fn widened(&self, id: CrId) -> Option<(CrId, Factor, Type)> {
        if let Some((value, signed)) = self.f.codemap.extended(id) {
            let ty = if signed { Type::S32 } else { Type::U32 };
            return Some((value, Factor::Constant(1), ty));
        }
        self.wide_factors(&self.product_of(id)?)
    }

    /// The shift that a product of 64 bits by a power of two is: ptxas makes a multiplication of it otherwise.
    fn shift_of(&self, product: &Op) -> Option<Operand> {
        let factor = self.f.codemap.constant(product.kids[1])?;
        let shifts = product.rtype.size() == 8 && factor.is_power_of_two();
        shifts.then(|| Operand::Int(i64::from(factor.trailing_zeros())))
    }

    /// The factors of a product that one instruction widens, and their type.
    fn wide_factors(&self, op: &Op) -> Option<(CrId, Factor, Type)> {
        let product = self.f.codemap.wide_product(op)?;
        let ty = if product.signed { Type::S32 } else { Type::U32 };
        let second = match product.second {
            Ok(value) => Factor::Value(value),
            Err(constant) => Factor::Constant(constant),
        };
        Some((product.first, second, ty))
    }

    fn multiply(&mut self, dst: Reg, op: &Op) {
        if let Some((a, b, wide)) = self.wide_factors(op) {
            let (a, b) = (Operand::Reg(self.reg(a)), b.operand(self));
            return self.alu(Form::MulWide, wide, dst, &[a, b]);
        }
        if let Some(amount) = self.shift_of(op) {
            let a = Operand::Reg(self.reg(op.kids[0]));
            return self.alu(Form::Shl, Type::B64, dst, &[a, amount]);
        }
        self.same(Form::MulLo, arithmetic_type(op.rtype.signed()), None, dst, op);
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
            let (form, round, of) = match root {
                Some(root) => (Form::Rsqrt, Round::Approx, root.kids[0]),
                None if t == Mtype::F4 && !options.prec_div => {
                    (Form::Rcp, Round::Approx, denominator)
                }
                None => (Form::Rcp, Round::Rn, denominator),
            };
            let of = Operand::Reg(self.reg(of));
            return self.rounding(form, arithmetic_type(t), Some(round), dst, &[of]);
        }
        let round = match t {
            Mtype::F4 if options.prec_div => Some(Round::Rn),
            Mtype::F4 if options.fast_math => Some(Round::Approx),
            Mtype::F4 => Some(Round::Full),
            Mtype::F8 => Some(Round::Rn),
            _ => None,
        };
        self.same(Form::Div, arithmetic_type(t), round, dst, op);
    }

    fn comparison(&mut self, dst: Reg, op: &Op) {
        use Operator::*;
        let desc = op.desc;
        if desc == Mtype::B {
            // Equality of predicates.
            self.same(Form::Xor, Type::Pred, None, dst, op);
            if op.opr == Eq {
                self.alu(Form::Not, Type::Pred, dst, &[Operand::Reg(dst)]);
            }
            return;
        }
        let relation = match op.opr {
            Eq => Relation::Eq,
            // Unequal holds for NaN.
            Ne if desc.is_float() => Relation::Neu,
            Ne => Relation::Ne,
            Lt => Relation::Lt,
            Le => Relation::Le,
            Gt => Relation::Gt,
            _ => Relation::Ge,
        };
        let t = match op.opr {
            Eq | Ne if desc.is_integer() => desc.signed(),
            _ => desc,
        };
        let code = Code::Setp { relation, ty: arithmetic_type(t), ftz: self.flush(desc) };
        self.through(code, dst, op);
    }

    fn select(&mut self, dst: Reg, op: &Op) {
        let (condition, expected) = self.predicate(op.kids[0]);
        let (a, b) = if expected { (op.kids[1], op.kids[2]) } else { (op.kids[2], op.kids[1]) };
        if op.rtype == Mtype::B {
            // (c & a) | (!c & b)
            let (a, b) = (self.reg(a), self.reg(b));
            let (yes, no) = (self.new_reg(RegClass::Pred), self.new_reg(RegClass::Pred));
            let c = Operand::Reg(condition);
            self.alu(Form::And, Type::Pred, yes, &[c, Operand::Reg(a)]);
            self.alu(Form::Not, Type::Pred, no, &[c]);
            self.alu(Form::And, Type::Pred, no, &[Operand::Reg(no), Operand::Reg(b)]);
            let either = [Operand::Reg(yes), Operand::Reg(no)];
            return self.alu(Form::Or, Type::Pred, dst, &either);
        }
        let operands = [self.operand(a), self.operand(b), Operand::Reg(condition)];
        self.put(Code::Selp(selected_type(op.rtype)), &[dst], &operands);
    }

    /// CVT; `rounding` is that of an intrinsic conversion.
    pub(super) fn conversion(&mut self, dst: Reg, op: &Op, rounding: Option<Round>) {
        let (to, from) = (op.rtype, op.desc);
        let kid = op.kids[0];
        if let Some(name) = self.narrow_name(to, kid) {
            return self.put(Code::Mov(Type::U32), &[dst], &[Operand::Symbol(name)]);
        }
        if from == Mtype::B {
            let (condition, expected) = self.predicate(kid);
            let (one, zero) = match to {
                Mtype::F4 => (Operand::F32(1f32.to_bits()), Operand::F32(0)),
                Mtype::F8 => (Operand::F64(1f64.to_bits()), Operand::F64(0)),
                _ => (Operand::Int(1), Operand::Int(0)),
            };
            let (a, b) = if expected { (one, zero) } else { (zero, one) };
            let operands = [a, b, Operand::Reg(condition)];
            return self.put(Code::Selp(selected_type(to)), &[dst], &operands);
        }
        if self.shifted_word(dst, op) {
            return;
        }
        let source = match to.is_float() && from.is_integer() {
            true => self.reg_of_number(kid, to),
            false => self.reg(kid),
        };
        let source = Operand::Reg(source);
        if from == Mtype::I4 && to.is_integer() && to.size() == 8 {
            // As in a sum; it is one instruction where `cvt` is a shift and a move.
            return self.alu(Form::MulWide, Type::S32, dst, &[source, Operand::Int(1)]);
        }
        let ftz = self.flush(from) || (from == Mtype::F8 && self.flush(to));
        let (round, ftz) = match (to.is_float(), from.is_float()) {
            (false, true) => (Some(rounding.unwrap_or(Round::Rz).to_integer()), self.flush(from)),
            (true, false) => (Some(rounding.unwrap_or(Round::Rn)), false),
            (true, true) if to == Mtype::F4 && from == Mtype::F8 => {
                (Some(rounding.unwrap_or(Round::Rn)), ftz)
            }
            (true, true) => (None, ftz && to != from),
            (false, false) if to.size() == from.register().size() && from.size() >= 4 => {
                return self.copy(dst, source);
            }
            (false, false) => (None, false),
        };
        let (to, from) = (arithmetic_type(to), arithmetic_type(from));
        self.put(Code::Cvt { to, from, round, ftz, sat: false }, &[dst], &[source]);
    }

    /// The name of the shared object whose address is wanted in 32 bits.
    fn narrow_name(&mut self, to: Mtype, id: CrId) -> Option<Symbol> {
        let CodeRep::Lda { st, offset: 0 } = *self.f.codemap.get(id) else { return None };
        let shared = !st.is_local()
            && Space::of(self.module.globals[st.index()].storage) == Space::Shared
            && to.is_integer()
            && to.size() == 4;
        shared.then(|| self.named(st, false))
    }

    fn narrowing(&mut self, dst: Reg, op: &Op) {
        let source = Operand::Reg(self.reg(op.kids[0]));
        let bits = bits_type(op.rtype);
        match op.desc {
            Mtype::U1 => self.alu(Form::And, bits, dst, &[source, Operand::Int(255)]),
            Mtype::U2 => self.alu(Form::And, bits, dst, &[source, Operand::Int(65535)]),
            desc => {
                let (to, from) = (arithmetic_type(op.rtype.signed()), arithmetic_type(desc));
                let code = Code::Cvt { to, from, round: None, ftz: false, sat: false };
                self.put(code, &[dst], &[source]);
            }
        }
    }
}

/// The type of a SELP of values of a type.
fn selected_type(mtype: Mtype) -> Type {
    match mtype {
        Mtype::F4 => Type::F32,
        Mtype::F8 => Type::F64,
        t if t.size() == 8 => Type::B64,
        _ => Type::B32,
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
