//! Conditions that hold in one warp of a block at most: `threadIdx.x == 0`, `threadIdx.x < 32`, and what is true where such a thing is too.
//!
//! Idea: for the other warps an arm that all of them go round is a branch, and a guard on each of its instructions is each of those instructions.
//! Source: thread variance (docs/variance.md) tells of registers only where claims are asked for; this is the one shape that ends most
//! kernels that reduce, told by the comparison itself.
//! Legality: an estimate; both forms do the same.
//! Cost: linear once; [`MOST_DEEP`] conjunctions a branch.

use crate::lir::modifiers::{Relation, Special};
use crate::lir::opcodes::Form;
use crate::lir::{Function, Guard, Inst, Op, Operand, Place, Reg};

/// The threads of a warp.
const WARP: u64 = 32;

/// Conditions of conditions.
const MOST_DEEP: u32 = 3;

/// What defines each register that has one definition.
pub(super) struct OneWarp {
    /// By register's number: its place; none where there are several.
    definers: Vec<Option<Place>>,
    /// The function asks for no dimension but x, so that neighbours along x are neighbours in a warp.
    is_flat: bool,
}

impl OneWarp {
    /// Of a function.
    pub(super) fn of(f: &Function) -> OneWarp {
        let mut definers = vec![None; f.registers().len()];
        let mut is_defined = vec![false; definers.len()];
        let mut is_flat = true;
        let other = |operand: &Operand| {
            use Special::{NtidY, NtidZ, TidY, TidZ};
            matches!(operand, Operand::Special(TidY | TidZ | NtidY | NtidZ))
        };
        for (bb, block) in f.blocks() {
            for (index, inst) in block.insts.iter().enumerate() {
                is_flat &= !f.uses(inst).iter().any(other);
                for reg in f.defs(inst) {
                    let again = std::mem::replace(&mut is_defined[reg.index()], true);
                    definers[reg.index()] = (!again).then_some(Place { block: bb, index });
                }
            }
        }
        OneWarp { definers, is_flat }
    }

    fn definer<'a>(&self, f: &'a Function, reg: Reg) -> Option<&'a Inst> {
        let place = (*self.definers.get(reg.index())?)?;
        f.insts(place.block).get(place.index)
    }

    /// True where a guard holds in one warp at most.
    pub(super) fn holds(&self, f: &Function, guard: Guard) -> bool {
        self.is_flat && self.is_true(f, guard.reg, guard.expected, MOST_DEEP)
    }

    fn is_true(&self, f: &Function, reg: Reg, expected: bool, deep: u32) -> bool {
        let Some(inst) = self.definer(f, reg) else { return false };
        match (inst.op, f.uses(inst)) {
            (Op::Setp { relation, .. }, &[Operand::Reg(thread), Operand::Int(bound)]) => {
                let bound = u64::from(bound as u32);
                self.is_thread(f, thread)
                    && match (relation, expected) {
                        (Relation::Eq, true) | (Relation::Ne, false) => true,
                        (Relation::Lt, true) | (Relation::Ge, false) => bound <= WARP,
                        (Relation::Le, true) | (Relation::Gt, false) => bound < WARP,
                        _ => false,
                    }
            }
            (Op::Alu { form: Form::And, .. }, &[Operand::Reg(a), Operand::Reg(b)])
                if expected && deep > 0 =>
            {
                [a, b].into_iter().any(|kid| self.is_true(f, kid, true, deep - 1))
            }
            _ => false,
        }
    }

    /// True for the thread's number along x.
    fn is_thread(&self, f: &Function, reg: Reg) -> bool {
        let is_copy = |inst: &Inst| {
            matches!(inst.op, Op::Mov(_)) && f.uses(inst) == [Operand::Special(Special::TidX)]
        };
        self.definer(f, reg).is_some_and(is_copy)
    }
}
