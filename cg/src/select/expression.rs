//! Values: leaves, and where an operation's result goes.

use super::Selector;
use crate::lir::modifiers::Type;
use crate::lir::opcodes::Form;
use crate::lir::{Op, Operand, Reg, RegClass};
use optx_ir::{CodeRep, CrId};
use optx_whirl::{Mtype, canonical_constant};

impl Selector<'_> {
    /// The value in a register: the variable's own, or a fresh one.
    pub(super) fn reg(&mut self, id: CrId) -> Reg {
        if let CodeRep::Var { aux, .. } = self.f.codemap.get(id) {
            return self.variable(*aux);
        }
        let dst = self.new_reg(RegClass::of(self.f.mtype(id)));
        self.into(dst, id);
        dst
    }

    /// The value as an operand: a constant as an immediate, else a register.
    pub(super) fn operand(&mut self, id: CrId) -> Operand {
        match self.f.codemap.get(id) {
            CodeRep::Const { mtype, value } if *mtype != Mtype::B => {
                Operand::Int(canonical_constant(mtype.signed(), *value) as i64)
            }
            CodeRep::Rconst { mtype: Mtype::F4, bits } => Operand::F32(*bits as u32),
            CodeRep::Rconst { bits, .. } => Operand::F64(*bits),
            _ => Operand::Reg(self.reg(id)),
        }
    }

    /// Evaluates a tree, or a load, into a register.
    pub(super) fn into(&mut self, dst: Reg, id: CrId) {
        let begin = self.insts.len();
        self.evaluate(dst, id);
        self.tell_node(begin, dst, id);
    }

    fn evaluate(&mut self, dst: Reg, id: CrId) {
        let f = self.f;
        match f.codemap.get(id) {
            CodeRep::Var { aux, .. } => {
                let from = self.variable(*aux);
                if from != dst {
                    self.copy(dst, Operand::Reg(from));
                }
            }
            CodeRep::Const { mtype: Mtype::B, value } => {
                // -1 and 0 are how the vendor's compilers write predicate constants.
                self.copy(dst, Operand::Int(-i64::from(*value != 0)));
            }
            CodeRep::Const { .. } | CodeRep::Rconst { .. } => {
                let constant = self.operand(id);
                self.copy(dst, constant);
            }
            CodeRep::Lda { st, offset } => {
                let name = self.named(*st, false);
                if *offset == 0 {
                    self.put(Op::Mov(Type::U64), &[dst], &[Operand::Symbol(name)]);
                } else {
                    let base = self.new_reg(RegClass::B64);
                    self.put(Op::Mov(Type::U64), &[base], &[Operand::Symbol(name)]);
                    let sum = [Operand::Reg(base), Operand::Int(*offset)];
                    self.alu(Form::Add, Type::S64, dst, &sum);
                }
            }
            CodeRep::Ivar { access, read_only, .. } => {
                self.load(dst, access, false, *read_only);
            }
            CodeRep::Op(op) if self.byte_permutation(dst, id, op) => {}
            CodeRep::Op(op) => self.operation(dst, op),
        }
    }
}
