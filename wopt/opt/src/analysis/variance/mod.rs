//! Thread variance: how each value differs between the threads of a block ([`VarianceMap`]).
//!
//! Idea: the state of a value ([`Variance`]) says on which axes of `threadIdx` it depends, with what coefficient where that is known, and
//! how it differs between lanes of a warp. States go from special registers and loads through the rows of [`transfer`]; a phi
//! is what its operands have in common, less the axes of the branches that decide between them ([`joins`]); what leaves a cycle
//! depends on what decides how often threads go round ([`crate::kit::closed_ssa`]); whether threads come to a block is iterated control
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
mod gates;
pub mod given;
mod joins;
mod lattice;
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
pub mod why;
mod worklist;

pub use lattice::{Axes, Base, Coef, Exact, Extension, Symbol, Variance};
pub use sources::{Assumptions, reads_rows};

use crate::kit::facts::ModuleFacts;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, CrId, Fact, Func, StmtId};
use optx_whirl::fixed_hash::Map;

/// The variance of every value of a function: `CR_VarianceMap` of the source.
pub struct VarianceMap {
    solution: solve::Solution,
    cycles: Cycles,
}

impl VarianceMap {
    /// That of a function in closed SSA.
    pub fn of(f: &Func, assumptions: Assumptions) -> VarianceMap {
        VarianceMap::knowing(f, assumptions, &Map::default())
    }

    /// The same where more is known of nodes than their definitions say ([`given::Given`]).
    pub(crate) fn knowing(
        f: &Func,
        assumptions: Assumptions,
        known: &Map<CrId, Fact>,
    ) -> VarianceMap {
        let (dom, cycles) = (Dominance::of(f), Cycles::of(f));
        let premises = solve::Premises { assumptions, known, held: Vec::new() };
        let solution = solve::solve(f, &dom, &cycles, premises);
        VarianceMap { solution, cycles }
    }

    /// Of a function that is not to be closed itself; with the closed one, which has its blocks and statements and some more.
    #[inline(never)]
    pub fn of_closed(
        f: &Func,
        facts: &ModuleFacts<'_>,
        assumptions: Assumptions,
    ) -> (Func, VarianceMap) {
        let mut closed = f.clone();
        crate::kit::closed_ssa::close_over(&mut closed, facts, &Cycles::of(f));
        let map = VarianceMap::of(&closed, assumptions);
        (closed, map)
    }

    /// The function's cycles.
    pub fn cycles(&self) -> &Cycles {
        &self.cycles
    }

    /// What launches have to keep to for it to hold.
    pub fn assumed(&self) -> Assumptions {
        self.solution.assumed
    }

    /// The state of a node; of a load, that of the variable it is assigned to.
    pub fn cr_tid_var_state(&self, id: CrId) -> Variance {
        *self.solution.states.get(id)
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
