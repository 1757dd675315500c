//! What is known of how a value differs between threads, of registers in LIR: see `optx_wopt::analysis::variance` for the meaning.
//!
//! A register that is written several times holds values of several states; so a state belongs to a **definition** ([`DefId`]): to what one
//! instruction writes, or to the predicate that a branch asks. It says what is so for the threads that come to the instruction, when they do.
//! Others stand at a block's begin, of what lives into it.
//!
//! **The rule.** An edit ([`super::edit`]) does to a definition one of five things, and its state follows without anybody saying so:
//!
//! | the edit | the threads, and when | the state |
//! |---|---|---|
//! | writes it to another register, guards it, moves blocks | the same | is carried |
//! | moves it within its block | the same, at another time | is carried, but for registers that it names: they may not hold yet, or no more, what they held |
//! | runs it for more threads | more | is kept as far as it does not lean on who came ([`Function::widen`]); else what it is as a function of its operands |
//! | runs it for others, or gives an operand another value | others | is withdrawn |
//! | takes it away | none | is withdrawn |
//!
//! A register that an edit lets be written elsewhere than before is named by no state any more. Of what is new nothing is known, but
//! that a constant ([`Function::constant`]) is the same for all. A block that is entered over a new edge loses what was known at its begin.
//!
//! Legality: a state that is carried is true of the same values in the same threads. One that is withdrawn says nothing, which is true.
//! The checker finds states of definitions that stand nowhere.
//! Cost: nothing where no states are told; else a look-up for each definition that an edit touches.

use super::{Function, Inst, Op, Reg};
use optx_whirl::fixed_hash::{Map, Set};
use optx_wopt::analysis::variance::Extension;

/// A definition: what an instruction writes at one of its places, or the predicate of a branch. It is its instruction's as long as that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefId(u32);

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

    /// That says nothing.
    pub const UNKNOWN: State =
        State { coef: [Coefficient::Unknown; 3], lane: Coefficient::Unknown, base: None };

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
        self.without(|_| true)
    }

    /// The same without what some registers would have to hold.
    pub(super) fn without(self, is_lost: impl Fn(Reg) -> bool) -> State {
        let plain = |c: Coefficient| match c {
            Coefficient::Register { reg, .. } if is_lost(reg) => Coefficient::Unknown,
            c => c,
        };
        let coef = self.coef.map(plain);
        let base = self.base.filter(|_| !coef.contains(&Coefficient::Unknown));
        State { coef, lane: plain(self.lane), base }
    }
}

/// What is told of a function's definitions.
#[derive(Clone, Debug, Default)]
pub(super) struct States {
    of: Map<DefId, State>,
    /// Registers that are written elsewhere than when states were told: none names them.
    moved: Set<Reg>,
}

impl States {
    pub(super) fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The registers hold other values than they did.
    pub(super) fn unname(&mut self, regs: impl Iterator<Item = Reg>) {
        if !self.of.is_empty() {
            self.moved.extend(regs);
        }
    }

    /// Says it, or that there is none.
    pub(super) fn set(&mut self, def: DefId, state: Option<State>) {
        match state {
            Some(state) => drop(self.of.insert(def, state)),
            None => drop(self.of.remove(&def)),
        }
    }

    pub(super) fn get(&self, def: DefId) -> Option<State> {
        self.of.get(&def).map(|&state| self.named(state))
    }

    fn named(&self, state: State) -> State {
        if self.moved.is_empty() {
            return state;
        }
        state.without(|reg| self.moved.contains(&reg))
    }

    /// Definitions that something is said of.
    pub(super) fn told(&self) -> impl Iterator<Item = DefId> + '_ {
        self.of.keys().copied()
    }
}

impl Inst {
    /// What it writes at a place among its definitions; of a branch, 0 is its predicate.
    pub fn def_id(&self, k: usize) -> Option<DefId> {
        (k < self.told()).then(|| DefId(self.start + k as u32))
    }

    /// How many definitions it has, of which something may be said.
    pub(super) fn told(&self) -> usize {
        match self.op {
            // It writes nothing, but has its label for a place in the pool.
            Op::Bra { .. } => usize::from(self.uses > 0),
            _ => usize::from(self.defs),
        }
    }

    /// All of them.
    pub fn def_ids(&self) -> impl Iterator<Item = DefId> + use<> {
        let start = self.start;
        (0..self.told() as u32).map(move |k| DefId(start + k))
    }
}

impl Function {
    /// What is known of a definition.
    pub fn state(&self, def: DefId) -> Option<State> {
        self.states.get(def)
    }

    /// What is known of what an instruction writes, by its number among what it writes.
    pub fn state_of(&self, inst: &Inst, k: usize) -> Option<State> {
        if self.states.is_empty() { None } else { self.state(inst.def_id(k)?) }
    }

    /// Says what is known of a definition, or that nothing is: for who makes the function. What becomes of it later is the edits' matter.
    pub fn tell(&mut self, def: DefId, state: Option<State>) {
        self.states.set(def, state);
    }

    /// What is known of registers that live into a block.
    pub fn entering(&self, bb: super::BlockId) -> impl Iterator<Item = (Reg, State)> + '_ {
        self.blocks[bb.index()].entering.iter().map(|&(reg, state)| (reg, self.states.named(state)))
    }

    /// True where states are told of at all.
    pub(crate) fn has_states(&self) -> bool {
        !self.states.is_empty()
    }
}
