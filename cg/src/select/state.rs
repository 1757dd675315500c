//! States of what is selected: where variance was asked for, each instruction is told of what it writes.
//!
//! What a node becomes has the node's state; what its parts go through on the way is a function of registers whose states are known,
//! of which only uniformity is kept.

use super::Selector;
use crate::lir::opcodes::Effect;
use crate::lir::{Coefficient, Reg, State};
use optx_ir::{BbId, CrId, StmtRep};
use optx_whirl::Operator;
use optx_whirl::fixed_hash::Map;
use optx_wopt::analysis::variance::registers::{Place, RegisterStates};
use optx_wopt::analysis::variance::{Base, Coef, Variance};

/// What is known at the place at hand.
pub(super) struct States<'a> {
    known: Option<&'a RegisterStates>,
    place: Option<Place>,
    /// Of registers of parts of trees.
    parts: Map<Reg, State>,
}

impl<'a> States<'a> {
    pub(super) fn new(known: Option<&'a RegisterStates>) -> States<'a> {
        States { known, place: None, parts: Map::default() }
    }

    pub(super) fn turn_to(&mut self, place: Place) {
        self.place = Some(place);
    }
}

impl Selector<'_> {
    /// The state of variance over registers of LIR.
    fn lowered(&self, variance: &Variance) -> State {
        let f = self.f;
        let lower = |coef: Coef| match coef {
            Coef::Known(value) => Coefficient::Known(value),
            Coef::Symbolic(symbol) => {
                let reg = f.aux_of(symbol.node).and_then(|aux| *self.registers.get(aux));
                let (scale, extended) = (symbol.scale, symbol.extended);
                reg.map_or(Coefficient::Unknown, |reg| Coefficient::Register {
                    reg,
                    scale,
                    extended,
                })
            }
            Coef::Top | Coef::Unknown => Coefficient::Unknown,
        };
        let coef = variance.coef.map(lower);
        let base = match variance.base {
            Base::Const(value) if !coef.contains(&Coefficient::Unknown) => Some(value),
            _ => None,
        };
        State { coef, lane: lower(variance.lane), base }
    }

    fn state_at(&self, place: Place, node: CrId) -> Option<State> {
        let variance = self.states.known?.at(place, node)?;
        Some(self.lowered(variance))
    }

    /// The state of a register that is read at the place at hand.
    fn state_of(&self, reg: Reg) -> Option<State> {
        match self.code.reg(reg).aux {
            Some(aux) => self.state_at(self.states.place?, self.f.plain_var(aux)),
            None => self.states.parts.get(&reg).copied(),
        }
    }

    /// Tells of what a node was evaluated by, from an instruction on: the last that writes its register has its state.
    pub(super) fn tell_node(&mut self, begin: usize, dst: Reg, node: CrId) {
        let (Some(_), Some(place)) = (self.states.known, self.states.place) else { return };
        let last = (begin..self.insts.len())
            .rev()
            .find(|&k| self.code.defs(&self.insts[k]).any(|reg| reg == dst));
        for k in begin..self.insts.len() {
            let inst = &self.insts[k];
            let Some(written) = self.code.def(inst) else { continue };
            let state = match Some(k) == last {
                true => self.state_at(place, node),
                false if self.code.state_of(inst, 0).is_some() => continue,
                false => None,
            };
            let pure = inst.op.effect() == Effect::Value && inst.guard.is_none();
            let by_parts = || self.code.state_of_function(inst, |reg| self.state_of(reg));
            let state = state.or_else(|| pure.then(by_parts).flatten());
            self.tell(k, 0, written, state);
        }
    }

    fn tell(&mut self, k: usize, n: usize, written: Reg, state: Option<State>) {
        if let Some(def) = self.insts[k].def_id(n) {
            self.code.tell(def, state);
        }
        if self.code.reg(written).aux.is_none() {
            match state {
                Some(state) => drop(self.states.parts.insert(written, state)),
                None => drop(self.states.parts.remove(&written)),
            }
        }
    }

    /// Tells of what a statement writes.
    pub(super) fn tell_results(&mut self, begin: usize, place: Place, stmt: &StmtRep) {
        if self.states.known.is_none() {
            return;
        }
        for &result in &stmt.results {
            let Some(aux) = self.f.aux_of(result) else { continue };
            let Some(reg) = *self.registers.get(aux) else { continue };
            let state = self.state_at(place, self.f.plain_var(aux));
            let writers = |k: &usize| self.code.defs(&self.insts[*k]).any(|r| r == reg);
            let Some(k) = (begin..self.insts.len()).rev().find(writers) else { continue };
            let n = self.code.defs(&self.insts[k]).position(|r| r == reg).unwrap_or(0);
            self.tell(k, n, reg, state);
        }
    }

    /// Tells the branch just put of its predicate.
    pub(super) fn tell_branch(&mut self, condition: CrId) {
        let mut node = condition;
        while let Some(op) = self.f.codemap.as_op(node).filter(|op| op.opr == Operator::Lnot) {
            node = op.kids[0];
        }
        let def = self.insts.last().and_then(|branch| branch.def_id(0));
        if let (Some(place), Some(def)) = (self.states.place, def) {
            let state = self.state_at(place, node);
            self.code.tell(def, state);
        }
    }

    /// The states of the registers that live into a block.
    pub(super) fn entering(&self, bb: BbId) -> Vec<(Reg, State)> {
        let Some(known) = self.states.known else { return Vec::new() };
        let list = known.entering(bb).iter();
        let told = list.filter_map(|(aux, variance)| {
            Some(((*self.registers.get(*aux))?, self.lowered(variance)))
        });
        told.collect()
    }
}
