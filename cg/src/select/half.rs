//! Half precision and bfloat16: values live in the low 16 bits of words, or two in a word.

use super::Selector;
use crate::lir::modifiers::{Round, Type};
use crate::lir::opcodes::Form;
use crate::lir::{Op, Operand, Reg, RegClass};
use optx_ir::Op as Tree;
use optx_whirl::{Intrinsic, Mtype};

impl Selector<'_> {
    /// The instruction that the intrinsic is named for, its single values through 16-bit registers.
    pub(super) fn half_precision(&mut self, dst: Reg, op: &Tree, intrinsic: Intrinsic) {
        let Some(what) = self.half_operation(intrinsic) else { return };
        let pairs = matches!(what.ty(), Type::F16x2 | Type::Bf16x2);
        let mut operands = Vec::with_capacity(op.kids.len());
        for &kid in &op.kids {
            let word = self.reg(kid);
            let single = !pairs && !self.f.mtype(kid).is_float();
            operands.push(Operand::Reg(if single { self.low_half(word) } else { word }));
        }
        if pairs || op.rtype == Mtype::F4 {
            return self.put(what, &[dst], &operands);
        }
        let half = self.new_reg(RegClass::B16);
        self.put(what, &[half], &operands);
        self.widen_half(dst, half);
    }

    /// The low half of a word in a register of 16 bits.
    pub(super) fn low_half(&mut self, word: Reg) -> Reg {
        let half = self.new_reg(RegClass::B16);
        self.put(conversion(Type::U16, Type::U32, None), &[half], &[Operand::Reg(word)]);
        half
    }

    /// A register of 16 bits as the low half of a word.
    pub(super) fn widen_half(&mut self, dst: Reg, half: Reg) {
        self.put(conversion(Type::U32, Type::U16, None), &[dst], &[Operand::Reg(half)]);
    }

    fn half_operation(&self, intrinsic: Intrinsic) -> Option<Op> {
        use Intrinsic::*;
        // As in single precision: without a rounding mode ptxas may contract.
        let contracted = if self.module.options.fmad { None } else { Some(Round::Rn) };
        let alu = |form, ty, round| Op::Alu { form, ty, round, ftz: false };
        Some(match intrinsic {
            F16Add => alu(Form::HalfAdd, Type::F16, contracted),
            F16Sub => alu(Form::HalfSub, Type::F16, contracted),
            F16Mul => alu(Form::HalfMul, Type::F16, contracted),
            F16x2Add => alu(Form::HalfAdd, Type::F16x2, contracted),
            F16x2Sub => alu(Form::HalfSub, Type::F16x2, contracted),
            F16x2Mul => alu(Form::HalfMul, Type::F16x2, contracted),
            F16Fma => alu(Form::HalfFma, Type::F16, Some(Round::Rn)),
            F16x2Fma => alu(Form::HalfFma, Type::F16x2, Some(Round::Rn)),
            Bf16Fma => alu(Form::Bf16Fma, Type::Bf16, Some(Round::Rn)),
            Bf16x2Fma => alu(Form::Bf16Fma, Type::Bf16x2, Some(Round::Rn)),
            F16FromF32Rn => conversion(Type::F16, Type::F32, Some(Round::Rn)),
            F16FromF32Rz => conversion(Type::F16, Type::F32, Some(Round::Rz)),
            F16FromF32Ru => conversion(Type::F16, Type::F32, Some(Round::Rp)),
            F16FromF32Rd => conversion(Type::F16, Type::F32, Some(Round::Rm)),
            F16FromF64Rn => conversion(Type::F16, Type::F64, Some(Round::Rn)),
            F32FromF16 => conversion(Type::F32, Type::F16, None),
            Bf16FromF32Rn => conversion(Type::Bf16, Type::F32, Some(Round::Rn)),
            Bf16FromF32Rz => conversion(Type::Bf16, Type::F32, Some(Round::Rz)),
            _ => return None,
        })
    }
}

fn conversion(to: Type, from: Type, round: Option<Round>) -> Op {
    Op::Cvt { to, from, round, ftz: false, sat: false }
}
