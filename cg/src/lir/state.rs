//! What is known of how a value differs between threads, of registers in LIR: see `optx_wopt::analysis::variance` for the meaning.
//!
//! A register that is written several times holds values of several states; so the state belongs to what an instruction writes, to a
//! branch (of its predicate), and to what lives into a block.

use super::opcodes::Form;
use super::{Function, Inst, Operand, Reg};
use optx_wopt::analysis::variance::Extension;

/// A coefficient of a register's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coefficient {
    /// Any function of the axis.
    Unknown,
    /// This number.
    Known(i64),
    /// What a register holds, widened, times a number.
    Register {
        /// As it is before the instruction.
        reg: Reg,
        /// The number.
        scale: i64,
        /// How it is widened to the value's width.
        extended: Extension,
    },
}

impl Coefficient {
    /// True where the value does not depend on the axis.
    pub fn is_zero(self) -> bool {
        self == Coefficient::Known(0)
    }
}

/// The state of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// On the axes x, y and z.
    pub coef: [Coefficient; 3],
    /// On the lane.
    pub lane: Coefficient,
    /// The value at thread 0, 0, 0, where it is a known number.
    pub base: Option<i64>,
}

impl State {
    /// Of a value that all threads of the block share.
    pub const UNIFORM: State =
        State { coef: [Coefficient::Known(0); 3], lane: Coefficient::Known(0), base: None };

    /// True where all threads of a block have one value.
    pub fn is_block_uniform(&self) -> bool {
        self.coef.iter().all(|c| c.is_zero())
    }

    /// True where all threads of a warp have one value.
    pub fn is_warp_uniform(&self) -> bool {
        self.lane.is_zero()
    }

    /// True where nothing is said.
    pub fn says_nothing(&self) -> bool {
        self.coef.iter().chain([&self.lane]).all(|c| *c == Coefficient::Unknown)
    }

    /// That of any function of values of these states.
    pub fn of_function(states: impl Iterator<Item = State>) -> State {
        let plain = |a: Coefficient, b: Coefficient| {
            if a.is_zero() && b.is_zero() { a } else { Coefficient::Unknown }
        };
        states.fold(State::UNIFORM, |a, b| State {
            coef: std::array::from_fn(|k| plain(a.coef[k], b.coef[k])),
            lane: plain(a.lane, b.lane),
            base: None,
        })
    }

    /// The same without what other registers would have to hold.
    pub fn without_registers(self) -> State {
        let plain = |c: Coefficient| match c {
            Coefficient::Register { .. } => Coefficient::Unknown,
            c => c,
        };
        let coef = self.coef.map(plain);
        let base = self.base.filter(|_| !coef.contains(&Coefficient::Unknown));
        State { coef, lane: plain(self.lane), base }
    }
}

impl Function {
    /// The state of what an instruction writes, by its number among what it writes; of a branch, number 0, that of its predicate.
    pub fn state(&self, inst: &Inst, k: usize) -> Option<State> {
        self.states.get(&(inst.start + k as u32)).copied()
    }

    /// Says it, or that there is none.
    pub fn set_state(&mut self, inst: &Inst, k: usize, state: Option<State>) {
        let place = inst.start + k as u32;
        match state {
            // Without operands an instruction has no place of its own.
            Some(state) if usize::from(inst.defs) + usize::from(inst.uses) > k => {
                self.states.insert(place, state);
            }
            _ => {
                self.states.remove(&place);
            }
        }
    }

    /// True where states are told of at all.
    pub(crate) fn has_states(&self) -> bool {
        !self.states.is_empty()
    }

    /// What is left of an instruction's state where threads run it too that the source lets pass by; `told` says of a register whether all
    /// that is said of it holds for them. An operation that is what it is modulo its width keeps all. Of others a coefficient may lean on what the
    /// source promises where it stands (that nothing overflows), but for no dependence at all where no operand has any. What its operands promise
    /// holds for all who wrote them: so it does where they are `from_outside` of what some would have passed by.
    pub(crate) fn state_run_always(
        &self,
        inst: &Inst,
        k: usize,
        told: impl Fn(Reg) -> bool,
        from_outside: impl Fn(Reg) -> bool,
    ) -> Option<State> {
        use Form::{
            Add, And, Cvta, CvtaTo, MadLo, MulHi, MulLo, MulWide, Neg, Not, Or, Shl, Shr, Sub, Xor,
        };
        let state = self.state(inst, k)?;
        let uses = self.uses(inst);
        let mut registers = uses.iter().filter_map(Operand::register);
        if !registers.clone().all(told) {
            return None;
        }
        let keeps_promises = registers.all(from_outside);
        match inst.op.row().form {
            Add | Sub | Neg | Not | MulLo | MadLo | Shl | CvtaTo | Cvta | Form::Mov => Some(state),
            MulWide | MulHi | And | Or | Xor | Shr | Form::Cvt if keeps_promises => Some(state),
            MulWide | MulHi | And | Or | Xor | Shr | Form::Cvt => {
                Some(State::of_function(std::iter::once(state)))
            }
            _ => None,
        }
    }

    /// The state of any function of an instruction's operands, which are registers, numbers or addresses of objects (a kernel's own are
    /// at one place for all threads); `of` knows those of registers.
    pub(crate) fn state_of_function(
        &self,
        inst: &Inst,
        of: impl Fn(Reg) -> Option<State>,
    ) -> Option<State> {
        let mut states = Vec::new();
        for operand in self.uses(inst) {
            match *operand {
                Operand::Reg(reg) => states.push(of(reg)?),
                Operand::Int(_) | Operand::F32(_) | Operand::F64(_) | Operand::Symbol(_) => {}
                _ => return None,
            }
        }
        Some(State::of_function(states.into_iter()))
    }
}
