//! What is known of an instruction that more threads, or others, run than did: see the rule of [`super::state`].
//!
//! Idea: where an arm loses its branch, or code goes up over one, what an instruction writes is still a function of what it reads. Where nothing was
//! told of its operands for some threads alone, an operation that is what it is modulo its width gives for all what it gave for some; else
//! only what its operands give, for all who come, is left: one value where they have one.
//! Legality: [`Function::state_run_always`].
//! Cost: of an instruction the block before it, where states are told; else nothing.

use super::edges::leaves;
use super::opcodes::Form;
use super::{BlockId, Function, Guard, Inst, Operand, Place, Reg, State};
use smallvec::SmallVec;

/// Who runs what is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Those that did, and more of those that have what it reads.
    More,
    /// Those of another time: of a round more.
    Others,
}

/// A row of instructions of which some run for more threads, as far as it has been gone through.
#[derive(Default)]
pub struct Widened {
    /// Registers that were written in it.
    written: Vec<Reg>,
    /// Those of them that less is known of, or that of some threads alone.
    less_told: Vec<Reg>,
}

impl Function {
    /// Moves what a block does, but for its branches, to before another's, which its threads came over.
    pub fn hoist(&mut self, from: BlockId, to: BlockId, threads: Threads) {
        let (at, count) = (self.before_branches(to), self.before_branches(from).index());
        let moved: SmallVec<[Inst; 4]> = self.blocks[from.index()].insts.drain(..count).collect();
        if self.has_states() {
            let written: Vec<Reg> = moved.iter().flat_map(|inst| self.defs(inst)).collect();
            self.states.unname(written.into_iter());
        }
        let is_flow = moved.iter().any(leaves);
        self.blocks[to.index()].insts.splice(at.index()..at.index(), moved);
        if is_flow {
            // Of what is no right function: branches that stand before others.
            [from, to].into_iter().for_each(|bb| self.update_edges(bb));
        }
        if !self.has_states() {
            return;
        }
        let mut done = Widened::default();
        for index in at.index()..at.index() + count {
            let place = Place { block: to, index };
            match threads {
                Threads::More => self.widen(place, &mut done),
                Threads::Others => self.withdraw(place),
            }
        }
    }

    /// The instruction at a place runs for all threads that come to the block or, where that goes on to this one alone, the block before.
    pub fn widen(&mut self, at: Place, done: &mut Widened) {
        if !self.has_states() {
            return;
        }
        let inst = self.inst_at(at);
        let of = |reg: Reg| self.known_before(at, reg).filter(|_| !done.less_told.contains(&reg));
        let by_operands = self.state_of_function(inst, of).filter(|state| !state.says_nothing());
        let is_told = |reg: Reg| !done.less_told.contains(&reg);
        let is_from_outside = |reg: Reg| !done.written.contains(&reg);
        let mut changes: SmallVec<[_; 2]> = SmallVec::new();
        for (n, reg) in self.defs(inst).enumerate() {
            let state = self.state_run_always(inst, n, is_told, is_from_outside).or(by_operands);
            changes.push((n, reg, state));
        }
        for (n, reg, state) in changes {
            let inst = self.inst_at(at);
            if state != self.state_of(inst, n) {
                done.less_told.push(reg);
            }
            done.written.push(reg);
            if let Some(def) = inst.def_id(n) {
                self.states.set(def, state);
            }
        }
    }

    /// The instruction at a place gets a guard, which holds for the threads that ran it: what is known of it is of those.
    pub fn keep_to(&mut self, at: Place, guard: Guard, done: &mut Widened) {
        if self.has_states() {
            let written: SmallVec<[Reg; 2]> = self.defs(self.inst_at(at)).collect();
            done.written.extend(written.iter().copied());
            done.less_told.extend(written);
        }
        self.set_guard(at, Some(guard));
    }

    /// What is known of a register before a place, for all threads that come there: by who wrote it last in the block, by what lives into
    /// that, or by the block before, where that goes on to this one alone.
    fn known_before(&self, at: Place, reg: Reg) -> Option<State> {
        let (mut bb, mut end) = (at.block, at.index);
        for _ in 0..2 {
            for by in self.insts(bb)[..end].iter().rev() {
                if let Some(n) = self.defs(by).position(|written| written == reg) {
                    // With a guard it tells of some threads alone.
                    return self.state_of(by, n).filter(|_| by.guard.is_none());
                }
            }
            let mut entering = self.entering(bb);
            if let Some((_, state)) = entering.find(|&(entering, _)| entering == reg) {
                return Some(state);
            }
            let &[before] = self.block(bb).preds.as_slice() else { return None };
            if self.block(before).succs.as_slice() != [bb] {
                return None;
            }
            (bb, end) = (before, self.insts(before).len());
        }
        None
    }

    /// What is left of an instruction's state where threads run it too that the source lets pass by; `told` says of a register whether all
    /// that is said of it holds for them. An operation that is what it is modulo its width keeps all. Of others a coefficient may lean on what the
    /// source promises where it stands (that nothing overflows), but for no dependence at all where no operand has any. What its operands promise
    /// holds for all who wrote them: so it does where they are `from_outside` of what some would have passed by.
    fn state_run_always(
        &self,
        inst: &Inst,
        k: usize,
        told: impl Fn(Reg) -> bool,
        from_outside: impl Fn(Reg) -> bool,
    ) -> Option<State> {
        use Form::{
            Add, And, Cvta, CvtaTo, MadLo, MulHi, MulLo, MulWide, Neg, Not, Or, Shl, Shr, Sub, Xor,
        };
        let state = self.state_of(inst, k)?;
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

/// Taking back.
impl Function {
    /// Nothing is known any more of what the instruction at a place writes.
    pub fn withdraw(&mut self, at: Place) {
        self.inst_at(at).def_ids().for_each(|def| self.states.set(def, None));
    }

    /// Of what lives into a block, only what is known of some registers still is.
    pub fn withdraw_entering(&mut self, bb: BlockId, keeps: impl Fn(Reg) -> bool) {
        self.blocks[bb.index()].entering.retain(|&(reg, _)| keeps(reg));
    }

    /// Says what is known of registers that live into a block: for who makes the function.
    pub fn tell_entering(&mut self, bb: BlockId, states: Vec<(Reg, State)>) {
        self.blocks[bb.index()].entering = states;
    }
}
