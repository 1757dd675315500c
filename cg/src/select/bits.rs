//! Intrinsics on bits that are a few instructions.

use super::Selector;
use super::operation::arithmetic_type;
use crate::lir::modifiers::{Relation, Type};
use crate::lir::opcodes::Form;
use crate::lir::{Op as Code, Operand, Reg, RegClass};
use optx_ir::Op;

impl Selector<'_> {
    /// The average of two words without overflow: `(a & b) + ((a ^ b) >> 1)`, rounded up: `(a | b) - ((a ^ b) >> 1)`.
    pub(super) fn average(&mut self, dst: Reg, op: &Op, up: bool) {
        let (a, b) = (Operand::Reg(self.reg(op.kids[0])), Operand::Reg(self.reg(op.kids[1])));
        let (half, both) = (self.new_reg(RegClass::B32), self.new_reg(RegClass::B32));
        let shifted = arithmetic_type(op.rtype);
        self.alu(Form::Xor, Type::B32, half, &[a, b]);
        self.alu(Form::Shr, shifted, half, &[Operand::Reg(half), Operand::Int(1)]);
        self.alu(if up { Form::Or } else { Form::And }, Type::B32, both, &[a, b]);
        let operands = [Operand::Reg(both), Operand::Reg(half)];
        self.alu(if up { Form::Sub } else { Form::Add }, Type::S32, dst, &operands);
    }

    /// The place of the lowest one bit: the highest one's of the reversed word; 2^32 - 1 of none, and one more is 0. Of two words
    /// the low one counts where it is not zero, else 32 is added as bits, which leave 2^32 - 1 alone.
    pub(super) fn find_first(&mut self, dst: Reg, op: &Op) {
        let from = self.reg(op.kids[0]);
        let found = self.new_reg(RegClass::B32);
        if self.code.class(from) == RegClass::B64 {
            let (low, high) = (self.new_reg(RegClass::B32), self.new_reg(RegClass::B32));
            self.put(Code::Unpack, &[low, high], &[Operand::Reg(from)]);
            let has_low = self.new_reg(RegClass::Pred);
            let is_set = Code::Setp { relation: Relation::Ne, ty: Type::S32, ftz: false };
            self.put(is_set, &[has_low], &[Operand::Reg(low), Operand::Int(0)]);
            let choose = |a, b| [Operand::Reg(a), Operand::Reg(b), Operand::Reg(has_low)];
            self.put(Code::Selp(Type::B32), &[low], &choose(low, high));
            self.highest_of_reversed(found, low);
            let above = self.new_reg(RegClass::B32);
            self.alu(Form::Or, Type::B32, above, &[Operand::Reg(found), Operand::Int(32)]);
            self.put(Code::Selp(Type::B32), &[found], &choose(found, above));
        } else {
            self.highest_of_reversed(found, from);
        }
        self.alu(Form::Add, Type::S32, dst, &[Operand::Reg(found), Operand::Int(1)]);
    }

    fn highest_of_reversed(&mut self, dst: Reg, word: Reg) {
        self.alu(Form::Brev, Type::B32, dst, &[Operand::Reg(word)]);
        self.alu(Form::Bfind, Type::U32, dst, &[Operand::Reg(dst)]);
    }
}
