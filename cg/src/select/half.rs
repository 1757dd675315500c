//! Half precision and bfloat16: values live in the low 16 bits of words, or two in a word.

use super::Selector;
use crate::lir::{Class, Operand, Reg};
use crate::version::Feature;
use optx_ir::Op;
use optx_whirl::{Intrinsic, Mtype};

impl Selector<'_> {
    /// The instruction that the intrinsic is named for, its single values through 16-bit registers.
    pub(super) fn half_precision(&mut self, dst: Reg, op: &Op, intrinsic: Intrinsic) {
        use Intrinsic::*;
        match intrinsic {
            F16Add | F16Sub | F16Mul | F16Fma | F16x2Add | F16x2Sub | F16x2Mul | F16x2Fma => {
                self.needs(Feature::HalfArithmetic);
            }
            Bf16Fma | Bf16x2Fma => self.needs(Feature::Bf16Fma),
            Bf16FromF32Rn | Bf16FromF32Rz => self.needs(Feature::Bf16Convert),
            _ => {}
        }
        let name = intrinsic.name();
        // As in single precision: without a rounding mode ptxas may contract.
        let contracts =
            matches!(intrinsic, F16Add | F16Sub | F16Mul | F16x2Add | F16x2Sub | F16x2Mul);
        let name = match name.split_once('.') {
            Some((word, ty)) if contracts && !self.module.options.fmad => {
                format!("{word}.rn.{ty}")
            }
            _ => name.to_owned(),
        };
        let pairs = name.contains("x2");
        let mut operands = Vec::with_capacity(op.kids.len());
        for &kid in &op.kids {
            let word = self.reg(kid);
            let operand = if pairs || self.f.mtype(kid).is_float() {
                word
            } else {
                let half = self.new_reg(Class::B16);
                self.plain("cvt.u16.u32", half, &[Operand::Reg(word)]);
                half
            };
            operands.push(Operand::Reg(operand));
        }
        if pairs || op.rtype == Mtype::F4 {
            return self.plain(&name, dst, &operands);
        }
        let half = self.new_reg(Class::B16);
        self.plain(&name, half, &operands);
        self.plain("cvt.u32.u16", dst, &[Operand::Reg(half)]);
    }
}
