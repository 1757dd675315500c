//! The walk over both functions: states to their fixed point, then once more to tell what is wrong.

use super::evaluate::{computes, constant_or, operand, parameters, result};
use super::pairs::Pairs;
use super::state::{Binding, MOST_RETURNS, Settled, State};
use super::values::{Leaf, Site, ValueId, Values};
use super::{Rule, Violation};
use crate::lir::modifiers::{Barrier, Special};
use crate::lir::{
    BlockId, Coefficient, Function, Inst, Op, Operand, Place, Reg, RegClass, State as LaneState,
};
use optx_wopt::analysis::variance::Extension;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What is wrong with the values of the new function.
pub(super) fn walk(
    old: &Function,
    new: &Function,
    pairs: &Pairs,
    whole_warps: &dyn Fn(BlockId) -> bool,
) -> Vec<Violation> {
    let mut settled: Vec<Settled> = Vec::new();
    settled.resize_with(new.block_count(), Settled::default);
    let (ends, found) = (vec![None; new.block_count()], Vec::new());
    let entered = vec![None; new.block_count()];
    let numbers = new.layout_numbers();
    let Some(entry) = new.entry() else { return found };
    let place = Place { block: entry, index: 0 };
    let mut walk = Walk {
        old,
        new,
        pairs,
        whole_warps,
        values: Values::default(),
        settled,
        ends,
        entered,
        numbers,
        is_waiting: false,
        place,
        tells: false,
        found,
    };
    // Each round settles one register more, or a loop more; what is settled may be so some times.
    let most = (8 + new.block_count() + old.registers().len()) * (1 + usize::from(MOST_RETURNS));
    if (0..most).any(|_| !walk.round()) {
        walk.tells = true;
        walk.round();
    } else {
        walk.place = place;
        walk.tells = true;
        walk.says(Rule::Checker, "the checker comes to no end");
    }
    if walk.values.are_too_many() {
        return Vec::new();
    }
    if walk.values.has_contradiction {
        walk.place = place;
        walk.says(Rule::Checker, "equal forms have unequal numbers");
    }
    walk.found
}

struct Walk<'a> {
    old: &'a Function,
    new: &'a Function,
    pairs: &'a Pairs,
    whole_warps: &'a dyn Fn(BlockId) -> bool,
    values: Values,
    settled: Vec<Settled>,
    /// By block, the state at its end, once it was reached.
    ends: Vec<Option<State>>,
    /// By block, what came from before it in the last round, as a number.
    entered: Vec<Option<u64>>,
    /// By block, its place in the new function's layout.
    numbers: Vec<u32>,
    /// A block did not look at what comes from behind it: one more round is needed.
    is_waiting: bool,
    /// The instruction at hand.
    place: Place,
    /// What is wrong is told, not only walked over.
    tells: bool,
    found: Vec<Violation>,
}

impl Walk<'_> {
    fn says(&mut self, rule: Rule, what: impl Into<String>) {
        if self.tells {
            self.found.push(Violation { place: self.place, rule, what: what.into() });
        }
    }

    /// Goes over all blocks once; true where something changed.
    fn round(&mut self) -> bool {
        let mut has_changed = false;
        self.is_waiting = false;
        for (bb, _) in self.new.blocks() {
            if self.values.are_too_many() {
                return false;
            }
            let Some(mut state) = self.begin(bb) else { continue };
            let wanted: &[Inst] = if self.old.has_block(bb) { self.old.insts(bb) } else { &[] };
            let mut wanted = wanted.iter();
            for (index, inst) in self.new.insts(bb).iter().enumerate() {
                self.place = Place { block: bb, index };
                let Some(was) = self.pairs.old(self.old, inst) else {
                    self.inserted(&mut state, inst);
                    continue;
                };
                for lost in wanted.by_ref().take_while(|other| other.id() != inst.id()) {
                    self.lost(&mut state, lost);
                }
                self.old_instruction(&mut state, was, inst);
            }
            wanted.for_each(|lost| self.lost(&mut state, lost));
            let end = &mut self.ends[bb.index()];
            has_changed |= end.as_ref() != Some(&state);
            *end = Some(state);
        }
        has_changed || self.is_waiting
    }

    /// The states on the ways to a block. Where what comes from before it is another than in the last round, what comes from behind it is of that round,
    /// and waits for the next: else a value would differ on two ways that is one.
    fn ways(&mut self, bb: BlockId) -> Vec<State> {
        let own = self.numbers[bb.index()];
        let state = |pred: &BlockId| self.ends[pred.index()].clone();
        let is_before = |pred: &&BlockId| self.numbers[pred.index()] < own;
        let preds = &self.new.block(bb).preds;
        let mut ways: Vec<State> = preds.iter().filter(is_before).filter_map(state).collect();
        let mut hasher = DefaultHasher::new();
        ways.iter()
            .for_each(|way| (&way.old, &way.new, &way.touched, &way.of_warp).hash(&mut hasher));
        let now = Some(hasher.finish());
        let mut behind = preds.iter().filter(|pred| !is_before(pred)).filter_map(state).peekable();
        if std::mem::replace(&mut self.entered[bb.index()], now) == now {
            ways.extend(behind);
        } else {
            self.is_waiting |= behind.peek().is_some();
        }
        ways
    }

    /// The state at a block's begin; None where nobody came yet.
    fn begin(&mut self, bb: BlockId) -> Option<State> {
        let (old, new) = (self.old, self.new);
        let first = (new.entry() == Some(bb)).then(|| self.first());
        let from_blocks = self.ways(bb);
        let ways: Vec<&State> = from_blocks.iter().chain(&first).collect();
        if ways.is_empty() {
            return None;
        }
        let is_whole = (self.whole_warps)(bb);
        let is_uniform = |reg: Reg| {
            let mut known = old.has_block(bb).then(|| old.entering(bb)).into_iter().flatten();
            is_whole && known.any(|(entering, state)| entering == reg && state.is_warp_uniform())
        };
        let leaf = |reg: Reg| (Leaf::Met(bb, reg), bits(old, reg), is_uniform(reg));
        let binding = Binding { site: Site::Block(bb), leaf: &leaf };
        let settled = &mut self.settled[bb.index()];
        if self.is_waiting {
            // What differs on ways now may not once all of them are looked at.
            return Some(binding.meet(
                &mut self.values,
                old.registers(),
                &ways,
                &mut settled.clone(),
            ));
        }
        Some(binding.meet(&mut self.values, old.registers(), &ways, settled))
    }

    /// The state at the function's begin.
    fn first(&mut self) -> State {
        let old = self.old;
        let held = |reg: Reg| self.values.leaf(&Leaf::Entry(reg), bits(old, reg), false);
        let held = old.registers().map(held).collect();
        let count = self.new.registers().len();
        State { old: held, new: vec![None; count], touched: vec![false; count], ..State::default() }
    }

    /// An instruction that both functions have.
    fn old_instruction(&mut self, state: &mut State, was: &Inst, now: &Inst) {
        let (old, new) = (self.old, self.new);
        let is_same = was.op == now.op
            && old.uses(was).len() == new.uses(now).len()
            && old.defs(was).len() == new.defs(now).len();
        if !is_same {
            return self.says(Rule::Instructions, "the instruction does something else");
        }
        self.guard(state, was, now);
        for k in 0..old.uses(was).len() {
            self.operand(state, was, now, k);
        }
        let pairs: Vec<(Reg, Reg)> = old.defs(was).zip(new.defs(now)).collect();
        for &(to, place) in &pairs {
            if old.class(to) != new.class(place) {
                self.says(Rule::Class, "the register is of another class");
            }
            if was.guard.is_some() && state.new[place.index()] != Some(state.old[to.index()]) {
                self.says(Rule::Kept, "the register does not hold what the guard leaves alone");
            }
        }
        let written = self.results(state, was);
        for (&(to, place), value) in pairs.iter().zip(written) {
            state.old[to.index()] = value;
            state.new[place.index()] = Some(value);
        }
        if matches!(now.op, Op::Barrier(_)) && self.meets(now) {
            state.touched.fill(false);
        }
    }

    /// An instruction that the old function alone has, and that only gives a value.
    fn lost(&mut self, state: &mut State, was: &Inst) {
        let written = self.results(state, was);
        for (to, value) in self.old.defs(was).zip(written) {
            state.old[to.index()] = value;
        }
    }

    /// What an old instruction writes; its leaves get other numbers.
    fn results(&mut self, state: &mut State, was: &Inst) -> Vec<ValueId> {
        let old = self.old;
        if was.guard.is_none() {
            if let Some(loaded) = parameters(&mut self.values, old, was) {
                return loaded;
            }
            let known = |reg: Reg| Some(state.old[reg.index()]);
            if let Some(value) = self.computed(old, was, known)
                && let Some(value) = self.as_told(state, value, was)
            {
                return vec![value];
            }
        }
        if old.defs(was).len() == 0 {
            return Vec::new();
        }
        let site = Site::Inst(was.id());
        let is_bound = |value: &ValueId| self.values.is_bound_at(*value, site);
        if state.old.iter().any(is_bound) || state.new.iter().flatten().any(is_bound) {
            let leaf = |reg: Reg| (Leaf::Kept(was.id(), reg), bits(old, reg), false);
            let binding = Binding { site, leaf: &leaf };
            let settled = &mut Settled::default();
            *state = binding.meet(&mut self.values, old.registers(), &[state], settled);
        }
        let mut found = Vec::new();
        for (k, to) in old.defs(was).enumerate() {
            // Lanes that come one without the other hold what they wrote at other times.
            let is_whole = was.guard.is_none() && (self.whole_warps)(self.place.block);
            let known = old.state_of(was, k).filter(|_| is_whole);
            let leaf = Leaf::Written(was.id(), k);
            let bits = bits(old, to);
            let known = known.and_then(|told| self.of_the_index(state, &told, bits));
            let rest = self.values.leaf(&leaf, bits, known.is_some());
            found.push(known.and_then(|known| self.values.sum(rest, known)).unwrap_or(rest));
        }
        found
    }

    /// A value of which its instruction's state tells something: that it is one for the warp, once what it has of the thread's index is taken off, which is noted where the form does not show it.
    /// None where the form cannot say so.
    fn as_told(&mut self, state: &mut State, value: ValueId, was: &Inst) -> Option<ValueId> {
        let is_whole = (self.whole_warps)(self.place.block);
        let Some(told) = self.old.state_of(was, 0).filter(|_| is_whole) else { return Some(value) };
        let bits = self.values.bits(value);
        let Some(known) = self.of_the_index(state, &told, bits) else { return Some(value) };
        let rest = self.values.difference(value, known)?;
        if !state.is_uniform(&self.values, rest) {
            state.of_warp.insert(rest);
        }
        Some(value)
    }

    /// What a value of so many bits has of the thread's index along the axes, or of its lane's number, by what is told of it: what is left of it is one value for the warp. None where
    /// that is not told. Old registers hold what `state` says.
    fn of_the_index(&mut self, state: &State, told: &LaneState, bits: u32) -> Option<ValueId> {
        if told.is_warp_uniform() || !matches!(bits, 32 | 64) {
            return told.is_warp_uniform().then(|| self.values.constant(bits, 0));
        }
        let axes = [Special::TidX, Special::TidY, Special::TidZ].into_iter().zip(told.coef);
        let lane = [(Special::Laneid, told.lane)];
        self.of_indices(state, axes, bits)
            .or_else(|| self.of_indices(state, lane.into_iter(), bits))
    }

    /// The sum of indices times their coefficients.
    fn of_indices(
        &mut self,
        state: &State,
        parts: impl Iterator<Item = (Special, Coefficient)>,
        bits: u32,
    ) -> Option<ValueId> {
        let mut sum = self.values.constant(bits, 0);
        for (special, coefficient) in parts {
            let factor = match coefficient {
                Coefficient::Unknown => return None,
                Coefficient::Known(factor) => self.values.constant(bits, factor as u64),
                Coefficient::Register { reg, scale, extended } => {
                    let held = state.old[reg.index()];
                    let held = match extended {
                        Extension::None => held,
                        by => self.values.extended(by == Extension::Sign, held)?,
                    };
                    if self.values.bits(held) != bits {
                        return None;
                    }
                    let scale = self.values.constant(bits, scale as u64);
                    self.values.product(held, scale)?
                }
            };
            let index = self.values.leaf(&Leaf::Special(special), 32, false);
            let index = if bits == 64 { self.values.extended(true, index)? } else { index };
            let product = self.values.product(index, factor)?;
            sum = self.values.sum(sum, product)?;
        }
        Some(sum)
    }

    /// The value of an instruction that only computes, of known operands.
    fn computed(
        &mut self,
        f: &Function,
        inst: &Inst,
        of: impl Fn(Reg) -> Option<ValueId>,
    ) -> Option<ValueId> {
        if !computes(f, inst) {
            return None;
        }
        let bits = f.class(f.def(inst)?).bits()?;
        let args = (0..f.uses(inst).len()).map(|k| operand(&mut self.values, f, inst, k, &of));
        let args = args.collect::<Option<_>>()?;
        Some(result(&mut self.values, inst.op, args, bits))
    }

    fn guard(&mut self, state: &State, was: &Inst, now: &Inst) {
        let is_same = match (was.guard, now.guard) {
            (None, None) => true,
            (Some(was), Some(now)) => {
                let held = state.new[now.reg.index()];
                was.expected == now.expected && held == Some(state.old[was.reg.index()])
            }
            _ => false,
        };
        if !is_same {
            self.says(Rule::Guard, "the guard is another");
        }
    }

    fn operand(&mut self, state: &State, was: &Inst, now: &Inst, k: usize) {
        let (old, new) = (self.old, self.new);
        let (before, after) = (old.uses(was)[k], new.uses(now)[k]);
        if matches!((before, after), (Operand::Label(_), Operand::Label(_))) {
            // Where it goes was seen to.
            return;
        }
        if after.register().is_some_and(|reg| new.class(reg).is_slot()) {
            return self.says(Rule::Operand, "an old instruction reads a slot");
        }
        let same_class = match (before.register(), after.register()) {
            (Some(before), Some(after)) => old.class(before) == new.class(after),
            _ => true,
        };
        if before.is_address() != after.is_address() || !same_class {
            return self.says(Rule::Operand, format!("operand {k} is of another kind"));
        }
        if before == after && before.register().is_none() {
            return;
        }
        let wanted = operand(&mut self.values, old, was, k, |reg| Some(state.old[reg.index()]));
        let bits = wanted.map_or(64, |wanted| self.values.bits(wanted));
        let held = |reg: Reg| state.new[reg.index()];
        let found = constant_or(&mut self.values, new, after, bits, held);
        if wanted.is_none() || wanted != found {
            self.says(Rule::Operand, format!("operand {k} is not what it was"));
        }
    }

    /// An instruction that the new function alone has.
    fn inserted(&mut self, state: &mut State, inst: &Inst) {
        let new = self.new;
        if inst.guard.is_some() {
            self.says(Rule::Inserted, "an inserted instruction is guarded");
        }
        let slot_of = |operand: &Operand| operand.as_reg().filter(|reg| new.class(*reg).is_slot());
        let slot = new.operands(inst).iter().find_map(slot_of);
        let held = |reg: Reg| state.new[reg.index()];
        let value = match (inst.op, new.uses(inst), slot) {
            (Op::Mov(_), &[Operand::Reg(from)], Some(slot)) => {
                let value = held(from).filter(|_| inst.guard.is_none());
                self.copy(state, slot, from != slot, value);
                value
            }
            (_, _, Some(_)) => {
                self.says(Rule::Inserted, "a slot is read or written by more than a copy");
                None
            }
            (Op::Bra { .. }, ..) => None,
            (Op::Barrier(Barrier::Warp), ..) => {
                match self.meets(inst) {
                    true => state.touched.fill(false),
                    false => self.says(Rule::PartOfWarp, "a barrier for a part of a warp"),
                }
                None
            }
            _ => {
                let loaded = parameters(&mut self.values, new, inst);
                if loaded.is_none() && !computes(new, inst) {
                    self.says(Rule::Inserted, "an inserted instruction does more than to compute");
                }
                if let Some(loaded) = loaded.filter(|_| inst.guard.is_none()) {
                    for (reg, value) in new.defs(inst).zip(loaded) {
                        state.new[reg.index()] = Some(value);
                    }
                    return;
                }
                self.computed(new, inst, held).filter(|_| inst.guard.is_none())
            }
        };
        for reg in new.defs(inst) {
            state.new[reg.index()] = value;
        }
    }

    /// A copy to a slot or from one.
    fn copy(&mut self, state: &mut State, slot: Reg, stores: bool, value: Option<ValueId>) {
        if self.new.class(slot) != RegClass::WarpSlot {
            return;
        }
        if stores && !(self.whole_warps)(self.place.block) {
            self.says(
                Rule::PartOfWarp,
                "a slot of a warp is written where not all of its lanes come",
            );
        }
        if stores && !value.is_some_and(|value| state.is_uniform(&self.values, value)) {
            self.says(Rule::Varies, "lanes may have different values for a slot of the warp");
        }
        if std::mem::replace(&mut state.touched[slot.index()], true) && stores {
            self.says(Rule::Barrier, "a lane may yet read, or write, what the slot held");
        }
    }

    /// True for a barrier behind which all lanes of a warp have done what stands before it.
    fn meets(&self, inst: &Inst) -> bool {
        match (inst.op, self.new.uses(inst)) {
            (Op::Barrier(Barrier::Warp), &[Operand::Int(mask)]) => {
                let is_all = mask as u32 == u32::MAX && inst.guard.is_none();
                is_all && (self.whole_warps)(self.place.block)
            }
            (Op::Barrier(Barrier::Warp), _) => false,
            (Op::Barrier(_), _) => inst.guard.is_none(),
            _ => false,
        }
    }
}

/// Bits of an old register: what is selected has no slots.
fn bits(f: &Function, reg: Reg) -> u32 {
    f.class(reg).bits().unwrap_or(64)
}
