//! States of what form Regs holds: of each node where a statement reads it, of what each statement writes, of conditions, and of the
//! registers that live into blocks where ways meet.
//!
//! Idea: a register holds several values one after another, and a node over registers is interned like any other, so neither has one
//! state; a node at a statement has. [`Leaving`] keeps what is known of the versions while a function leaves SSA; what becomes of
//! each statement is told with its nodes ([`RegisterStates`]), which instruction selection asks for. A symbolic coefficient stays where one
//! register holds the symbol and is written once.
//!
//! Legality: a register that is read behind an exit of the cycle that writes it is seen from there ([`super::views`]); what that asks of definitions is asked
//! before they are gone. What a variable that was never set may have led to
//! has no state.
//! Cost: one entry for each node of a statement, and for each value that lives into a block of several predecessors: this is made for
//! claims and for who asks, not in a plain compilation.

use super::affect::CoderepAffectMap;
use super::together::Whole;
use super::views::At;
use super::{Assumptions, Coef, Extension, Premises, Symbol, Variance, VarianceMap};
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::{
    AuxId, AuxKind, BbId, CodeRep, CrId, Def, Fact, Func, SideTable, StmtId, StmtOp, Version,
};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Mtype, Operator, PuKind};

/// Where something is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Read by a statement.
    Read(StmtId),
    /// Written by a statement.
    Written(StmtId),
    /// Read by the terminator that a block had.
    End(BbId),
}

/// The states of a function in form Regs; symbols are registers.
#[derive(Clone, Debug)]
pub struct RegisterStates {
    states: Map<(Place, CrId), Variance>,
    entering: Map<BbId, Vec<(AuxId, Variance)>>,
    assumed: Assumptions,
    cycles: Cycles,
    whole: Option<Whole>,
}

impl RegisterStates {
    /// True for a block to which all lanes of a warp that live come, or none, and in which none of them can be waiting for another, wherever that is: a
    /// barrier of the warp may be put there.
    pub fn whole_warps(&self, f: &Func, bb: BbId) -> bool {
        let stmts = f.bbs[bb].stmts.iter().copied();
        self.whole.as_ref().is_some_and(|whole| whole.holds(bb, stmts))
    }

    /// The cycles that the states are of: those of the function when it left SSA.
    pub fn into_cycles(self) -> Cycles {
        self.cycles
    }

    /// What launches have to keep to for the states to hold.
    pub fn assumed(&self) -> Assumptions {
        self.assumed
    }

    /// The state of a node at a place.
    pub fn at(&self, place: Place, node: CrId) -> Option<&Variance> {
        self.states.get(&(place, node))
    }

    /// The place that a block's terminator stands for.
    pub fn end(f: &Func, bb: BbId) -> Place {
        Place::End(f.bbs[bb].ends_as.unwrap_or(bb))
    }

    /// The registers that live into a block where ways meet, each with its state there.
    pub fn entering(&self, bb: BbId) -> &[(AuxId, Variance)] {
        self.entering.get(&bb).map_or(&[], |list| list)
    }

    pub(crate) fn add(&mut self, place: Place, node: CrId, state: Variance) {
        self.states.entry((place, node)).and_modify(|s| *s = s.join(&state)).or_insert(state);
    }

    pub(crate) fn enters(&mut self, bb: BbId, register: AuxId, state: Variance) {
        self.entering.entry(bb).or_default().push((register, state));
    }
}

/// What is known of a kernel that is about to leave SSA.
pub(crate) struct Leaving {
    map: VarianceMap,
    dom: Dominance,
    /// What a variable may have led to that nothing had set.
    unset: SideTable<CrId, bool>,
    /// The version that holds a node, and the block that assigns it.
    holders: Map<CrId, (CrId, BbId)>,
}

impl Leaving {
    /// None for a function that is no kernel. Of some nodes more may be known.
    pub(crate) fn of(
        f: &Func,
        assumptions: Assumptions,
        known: &Map<CrId, Fact>,
    ) -> Option<Leaving> {
        if f.kind != PuKind::Kernel {
            return None;
        }
        let premises = Premises { known, asks_whole: true, ..Premises::of(assumptions) };
        let map = VarianceMap::under(f, premises);
        map.settle(f);
        Some(Leaving { map, dom: Dominance::of(f), unset: unset(f), holders: holders(f) })
    }

    /// The function's cycles.
    pub(crate) fn cycles(&self) -> &Cycles {
        self.map.cycles()
    }

    /// No state yet, under what holds.
    pub(crate) fn begin(&self) -> RegisterStates {
        RegisterStates {
            states: Map::default(),
            entering: Map::default(),
            assumed: self.map.assumed(),
            cycles: self.map.cycles().clone(),
            whole: self.map.solution.whole.clone(),
        }
    }

    /// The state of a node in a block, `register` naming what holds a version and nothing else.
    pub(crate) fn state(
        &self,
        f: &Func,
        bb: BbId,
        node: CrId,
        register: impl Fn(CrId) -> Option<CrId>,
    ) -> Option<Variance> {
        if self.map.cr_tid_var_state(node).is_top() || *self.unset.get(node) {
            return None;
        }
        let mut state = self.map.seen(f, node, At::Block(bb));
        for coef in state.coef.iter_mut().chain([&mut state.lane]) {
            let Coef::Symbolic(symbol) = *coef else { continue };
            let held = |symbol: Symbol| {
                let held =
                    self.holder(f, symbol.node).filter(|&(_, at)| self.dom.dominates(at, bb));
                let node = held.and_then(|(version, _)| register(version))?;
                Some(Coef::Symbolic(Symbol { node, ..symbol }))
            };
            let narrower = || held(before_extension(f, symbol)?);
            *coef = held(symbol).or_else(narrower).unwrap_or(Coef::Unknown);
        }
        Some(state.normal())
    }

    fn holder(&self, f: &Func, node: CrId) -> Option<(CrId, BbId)> {
        match f.codemap.get(node) {
            CodeRep::Var { .. } if *self.unset.get(node) => None,
            CodeRep::Var { .. } => Some((node, *self.holders.get(&node).map(|(_, at)| at)?)),
            _ => self.holders.get(&node).copied(),
        }
    }
}

/// The same coefficient by the node of 32 bits that its own is an extension of: where no register holds the one, some may the other.
fn before_extension(f: &Func, symbol: Symbol) -> Option<Symbol> {
    let op = f.codemap.as_op(symbol.node).filter(|op| op.opr == Operator::Cvt)?;
    let is_word = |ty: Mtype| matches!(ty, Mtype::I4 | Mtype::U4);
    let is_long = |ty: Mtype| matches!(ty, Mtype::I8 | Mtype::U8);
    let widens = is_long(op.rtype) && is_word(op.desc) && symbol.extended == Extension::None;
    let extended = if op.desc == Mtype::I4 { Extension::Sign } else { Extension::Zero };
    widens.then(|| Symbol { node: op.kids[0], extended, ..symbol })
}

/// What variables may have led to that nothing had set.
fn unset(f: &Func) -> SideTable<CrId, bool> {
    let affects = CoderepAffectMap::of(f, &[], &SideTable::new(false));
    let mut found = SideTable::new(false);
    let is_unset = |id: &CrId| match *f.codemap.get(*id) {
        CodeRep::Var { aux, version } => {
            version != Version::NONE
                && f.auxes[aux].kind != AuxKind::Memory
                && f.def(*id) == Def::Entry
        }
        _ => false,
    };
    let mut work: Vec<CrId> = affects.order().iter().copied().filter(is_unset).collect();
    while let Some(id) = work.pop() {
        if !found.replace(id, true) {
            work.extend(affects.affected(id));
        }
    }
    found
}

/// By version, itself; by node that is assigned to one, that; each with the block, the first in the layout.
fn holders(f: &Func) -> Map<CrId, (CrId, BbId)> {
    let mut found = Map::default();
    for &bb in &f.layout {
        for phi in &f.bbs[bb].phis {
            found.insert(phi.result, (phi.result, bb));
        }
        for &s in &f.bbs[bb].stmts {
            let stmt = &f.stmts[s];
            for &result in stmt.results.iter().filter(|&&r| f.aux_of(r).is_some()) {
                found.insert(result, (result, bb));
                if stmt.op == StmtOp::Stid {
                    found.entry(stmt.kids[0]).or_insert((result, bb));
                }
            }
        }
    }
    found
}
