//! Shifts across the words of 64 bits: funnel shifts.
//!
//! ptxas makes one of two shifts of one word that are put together, and four instructions of those of 64 bits; and of a low word shifted
//! by a variable amount it does not know that no more than the two words are needed (docs/decisions/0094-logic-bytes-rotations-and-ptxas.md).

use super::Selector;
use crate::lir::modifiers::{Relation, Type};
use crate::lir::opcodes::Form;
use crate::lir::{Op as Code, Operand, Reg, RegClass};
use optx_ir::{CrId, Op};
use optx_whirl::Operator;

impl Selector<'_> {
    /// `(x << c) | (y >> 64 - c)`, as a sum or a difference of bits too, by two funnel shifts; false for another operation.
    pub(super) fn funnel(&mut self, dst: Reg, op: &Op) -> bool {
        if op.rtype.size() != 8 || !op.rtype.is_integer() {
            return false;
        }
        let found =
            self.around(op.kids[0], op.kids[1], 64).or(self.around(op.kids[1], op.kids[0], 64));
        let Some((high, low, amount)) = found else { return self.rotation(dst, op) };
        let upper = self.both_words(high);
        let lower = if low == high { upper } else { self.both_words(low) };
        // From the highest word down: the result is 64 bits of them, `amount` from the beginning.
        let words = [upper[1], upper[0], lower[1], lower[0]];
        let first = amount as usize / 32;
        let parts = [first + 1, first].map(|k| {
            let rest = (amount % 32) as i64;
            if rest == 0 {
                return words[k];
            }
            let part = self.new_reg(RegClass::B32);
            let operands = [Operand::Reg(words[k + 1]), Operand::Reg(words[k]), Operand::Int(rest)];
            self.alu(Form::ShfLeftWrap, Type::B32, part, &operands);
            part
        });
        self.put(Code::Pack, &[dst], &parts.map(Operand::Reg));
        true
    }

    /// `(x << (n & 63)) | (x >> (-n & 63))`, or the other way, of 64 bits: the words change places where `n` has 32, and are shifted
    /// around; false for another operation.
    fn rotation(&mut self, dst: Reg, op: &Op) -> bool {
        let Some((value, amount, form)) = self.rotated(op) else { return false };
        let [low, high] = self.both_words(value).map(Operand::Reg);
        let amount = Operand::Reg(self.reg(amount));
        let (bit, stays) = (self.new_reg(RegClass::B32), self.new_reg(RegClass::Pred));
        self.alu(Form::And, Type::B32, bit, &[amount, Operand::Int(32)]);
        let equal = Code::Setp { relation: Relation::Eq, ty: Type::S32, ftz: false };
        self.put(equal, &[stays], &[Operand::Reg(bit), Operand::Int(0)]);
        let mut choose = |a, b| {
            let word = self.new_reg(RegClass::B32);
            self.put(Code::Selp(Type::B32), &[word], &[a, b, Operand::Reg(stays)]);
            Operand::Reg(word)
        };
        let words = [choose(low, high), choose(high, low)];
        // To the left the word below comes in, to the right the one above: of two both are the other one.
        let parts = [0, 1].map(|k| {
            let part = self.new_reg(RegClass::B32);
            let first = if form == Form::ShfLeftWrap { 1 - k } else { k };
            self.alu(form, Type::B32, part, &[words[first], words[1 - first], amount]);
            Operand::Reg(part)
        });
        self.put(Code::Pack, &[dst], &parts);
        true
    }

    /// What is rotated by an amount modulo 64, and the way.
    fn rotated(&self, op: &Op) -> Option<(CrId, CrId, Form)> {
        use Operator::{Band, Lshr, Neg, Shl, Sub};
        let map = &self.f.codemap;
        let kids = |id: CrId, opr| map.as_op(id).filter(|op| op.opr == opr).map(|op| op.kids);
        let amount = |id: CrId| {
            kids(id, Band).filter(|kids| map.constant(kids[1]) == Some(63)).map(|kids| kids[0])
        };
        let negates = |id: CrId, of: CrId| {
            kids(id, Neg).is_some_and(|kids| kids[0] == of)
                || kids(id, Sub).is_some_and(|k| map.constant(k[0]) == Some(64) && k[1] == of)
        };
        let (left, right) =
            (0..2).find_map(|k| kids(op.kids[k], Shl).zip(kids(op.kids[1 - k], Lshr)))?;
        let (by_left, by_right) = (amount(left[1])?, amount(right[1])?);
        if op.opr != Operator::Bior || left[0] != right[0] {
            return None;
        }
        if negates(by_right, by_left) {
            return Some((left[0], by_left, Form::ShfLeftWrap));
        }
        negates(by_left, by_right).then_some((left[0], by_right, Form::ShfRightWrap))
    }

    /// What is shifted left and right by amounts that are the width together, and the first of them.
    pub(super) fn around(&self, left: CrId, right: CrId, width: u64) -> Option<(CrId, CrId, u64)> {
        let shifted = |id: CrId, opr: Operator| {
            let op = self.f.codemap.as_op(id).filter(|op| op.opr == opr)?;
            Some((op.kids[0], self.f.codemap.constant(op.kids[1])?))
        };
        let (high, amount) = shifted(left, Operator::Shl)?;
        let (low, rest) = shifted(right, Operator::Lshr)?;
        (amount < width && rest < width && amount + rest == width).then_some((high, low, amount))
    }

    /// The low word of 64 bits shifted right by less than 32, by one funnel shift; false for another conversion.
    pub(super) fn shifted_word(&mut self, dst: Reg, op: &Op) -> bool {
        let cuts = op.rtype.is_integer() && op.rtype.size() == 4 && op.desc.size() == 8;
        let amount = |op: &&Op| {
            let mask = self.f.codemap.as_op(op.kids[1])?;
            let is_31 =
                mask.opr == Operator::Band && self.f.codemap.constant(mask.kids[1]) == Some(31);
            is_31.then(|| mask.kids[0])
        };
        let shift = self.f.codemap.as_op(op.kids[0]).filter(|shift| {
            cuts && matches!(shift.opr, Operator::Lshr | Operator::Ashr) && shift.rtype.size() == 8
        });
        let found = shift.and_then(|shift| Some((shift.kids[0], amount(&shift)?)));
        let Some((value, amount)) = found else { return false };
        let [low, high] = self.both_words(value);
        let operands = [Operand::Reg(low), Operand::Reg(high), Operand::Reg(self.reg(amount))];
        self.alu(Form::ShfRightWrap, Type::B32, dst, &operands);
        true
    }

    /// The words of 64 bits, the lower one first.
    pub(super) fn both_words(&mut self, value: CrId) -> [Reg; 2] {
        let from = self.reg(value);
        let words = [self.new_reg(RegClass::B32), self.new_reg(RegClass::B32)];
        self.put(Code::Unpack, &words, &[Operand::Reg(from)]);
        words
    }
}
