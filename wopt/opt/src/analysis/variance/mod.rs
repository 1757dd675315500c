//! Thread variance: how each value differs between the threads of a block ([`VarianceMap`]).
//!
//! Idea: the state of a value ([`Variance`]) says on which axes of `threadIdx` it depends, with what coefficient where that is known, and
//! how it differs between lanes of a warp. States go from special registers and loads through the rows of [`transfer`]; a phi
//! is what its operands have in common, less the axes of the branches that decide between them ([`joins`]); what leaves a cycle
//! depends for who reads it outside on what decides how often threads go round ([`views`]); whether threads come to a block is iterated control
//! dependence ([`control`]).
//!
//! Source: X. Kong, "Variance Analysis on SSA-based IR (CODEREP/STMTREP)" (2009): masks, worklist, iterated control dependence. Sampaio,
//! Martins, Pereira and Collange, "Divergence Analysis with Affine Constraints" (2011): coefficients. Sahasrabuddhe and Hähnle,
//! "Uniformity Analysis for Irreducible CFGs" (2022): convergence.
//! Legality: by induction over the steps of a block's threads each state holds at each dynamic instance of its value, if the program has
//! no data race and the launch keeps to the assumptions ([`Assumptions`]). In irreducible cycles values vary on whatever may bring threads apart.
//! Cost: near-linear in nodes and edges.

pub mod affect;
pub mod barriers;
mod control;
pub(crate) mod estimate;
pub(crate) mod first_answer;
mod gates;
pub mod given;
mod joins;
mod lattice;
pub mod oracle;
mod own_memory;
pub mod registers;
mod remainders;
mod shape;
mod solve;
mod sources;
mod states;
mod tangles;
pub mod threads;
mod together;
pub mod transfer;
pub mod trust;
pub mod views;
pub mod why;
mod worklist;

pub use lattice::{Axes, Base, Coef, Exact, Extension, Symbol, Variance};
pub(crate) use solve::Premises;
pub use sources::{Assumptions, reads_rows};

use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, CrId, Fact, Func, StmtId};
use optx_whirl::fixed_hash::Map;
use std::rc::Rc;
use views::{At, Exits, Scene};

/// The variance of every value of a function: `CR_VarianceMap` of the source.
pub struct VarianceMap {
    solution: solve::Solution,
    dom: Rc<Dominance>,
    cycles: Rc<Cycles>,
}

impl VarianceMap {
    /// That of a function in form Ssa.
    pub fn of(f: &Func, assumptions: Assumptions) -> VarianceMap {
        VarianceMap::knowing(f, assumptions, &Map::default())
    }

    /// The same where more is known of nodes than their definitions say ([`given::Given`]).
    pub(crate) fn knowing(
        f: &Func,
        assumptions: Assumptions,
        known: &Map<CrId, Fact>,
    ) -> VarianceMap {
        VarianceMap::under(f, Premises { known, ..Premises::of(assumptions) })
    }

    /// The same, under what it is to be found.
    pub(crate) fn under(f: &Func, premises: Premises<'_>) -> VarianceMap {
        let (dom, cycles) = (Rc::new(Dominance::of(f)), Rc::new(Cycles::of(f)));
        VarianceMap::in_graph(f, dom, cycles, premises)
    }

    /// The same in a graph that is known.
    pub(crate) fn in_graph(
        f: &Func,
        dom: Rc<Dominance>,
        cycles: Rc<Cycles>,
        premises: Premises<'_>,
    ) -> VarianceMap {
        let solution = solve::solve(f, &dom, &cycles, premises);
        VarianceMap { solution, dom, cycles }
    }

    /// Lets the function's definitions go: what is asked of its nodes later is known.
    pub(crate) fn settle(&self, f: &Func) {
        self.solution.views.settle(self.scene(f));
    }

    /// The blocks from which threads left the cycles that made a node, for who reads it at a place.
    pub(crate) fn exits_between(&self, f: &Func, id: CrId, at: At) -> Exits {
        self.solution.views.exits(self.scene(f), id, at)
    }

    fn scene<'a>(&'a self, f: &'a Func) -> Scene<'a> {
        Scene { f, dom: &self.dom, cycles: &self.cycles }
    }

    /// True where another map of the same function has the same states, for nodes and for blocks.
    pub(crate) fn says_the_same(&self, f: &Func, other: &VarianceMap) -> bool {
        let nodes = (0..f.codemap.len()).map(CrId::from_index);
        let same = |id: CrId| self.cr_tid_var_state(id) == other.cr_tid_var_state(id);
        let blocks = |&bb: &BbId| self.bb_control_variance(bb) == other.bb_control_variance(bb);
        nodes.into_iter().all(same) && f.layout.iter().all(blocks)
    }

    /// The function's cycles.
    pub fn cycles(&self) -> &Cycles {
        &self.cycles
    }

    /// What launches have to keep to for it to hold.
    pub fn assumed(&self) -> Assumptions {
        self.solution.assumed
    }

    /// The state of a node for threads that are in the same round of all cycles that make it; of a load, that of the variable it is assigned to. Of a
    /// function that is not closed ([`crate::kit::closed_ssa`]), [`VarianceMap::seen`] says what it is for who reads it.
    pub fn cr_tid_var_state(&self, id: CrId) -> Variance {
        *self.solution.states.get(id)
    }

    /// The state of a node for who reads it at a place; of a node that was made since, that it may vary.
    pub fn seen(&self, f: &Func, id: CrId, at: At) -> Variance {
        let state = self.read_at(f, id, at);
        if state.is_top() { Variance::VARYING } else { state }
    }

    /// The same of a function that nothing was added to since: of what no thread comes to nothing is said ([`Variance::TOP`]).
    pub fn read_at(&self, f: &Func, id: CrId, at: At) -> Variance {
        let state = self.cr_tid_var_state(id);
        if state.is_top() {
            return state;
        }
        let leaving = |from: &BbId| *self.solution.leaving.get(*from);
        let exits = |id: CrId| self.exits_between(f, id, at);
        views::seen(state, id, |id| exits(id).iter().map(leaving).fold(Axes::NONE, Axes::join))
    }

    /// The axes that a statement's results vary on, with those that decide whether it runs.
    pub fn stmt_tid_var_state(&self, f: &Func, s: StmtId) -> Axes {
        let stmt = &f.stmts[s];
        let results = stmt.results.iter().map(|&r| self.cr_tid_var_state(r).axes());
        results.fold(self.bb_control_variance(stmt.bb), Axes::join)
    }

    /// The axes that it depends on whether a thread comes to a block.
    pub fn bb_control_variance(&self, bb: BbId) -> Axes {
        self.solution.control.axes(bb)
    }
}

impl std::fmt::Display for Variance {
    /// `uniform`, `varies`, or what is known: `x:1 y:v3.1*4 lane:1 exact`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_top() {
            return f.write_str("nothing");
        }
        if self.axes().is_none() {
            return match self.base {
                Base::Const(value) => write!(f, "uniform {value}"),
                _ => f.write_str("uniform"),
            };
        }
        let mut parts = Vec::new();
        for (name, coef) in ["x", "y", "z", "lane"].iter().zip(self.coef.iter().chain([&self.lane]))
        {
            match coef {
                Coef::Known(0) if *name == "lane" => parts.push("lane:0".to_owned()),
                Coef::Top | Coef::Known(0) => {}
                Coef::Known(value) => parts.push(format!("{name}:{value}")),
                Coef::Symbolic(s) if s.scale == 1 => parts.push(format!("{name}:{}", s.node)),
                Coef::Symbolic(s) => parts.push(format!("{name}:{}*{}", s.node, s.scale)),
                Coef::Unknown => parts.push(format!("{name}:?")),
            }
        }
        if let Base::Const(value) = self.base {
            parts.push(format!("base:{value}"));
        }
        for (exact, name) in [(self.exact.signed, "s"), (self.exact.unsigned, "u")] {
            if exact {
                parts.push(format!("exact-{name}"));
            }
        }
        f.write_str(&parts.join(" "))
    }
}
