//! What a pass is given beside the function: facts of the module, what is known of the function, and room to work.

use super::facts::ModuleFacts;
use super::rounds::Rounds;
use super::warnings::{Unset, Warning};
use crate::analysis::cache::Analyses;
use crate::analysis::module_facts;
use crate::analysis::variance::given::Given;
use crate::analysis::variance::registers::RegisterStates;
use crate::analysis::variance::{Assumptions, VarianceMap};
use bumpalo::Bump;
use optx_ir::Func;
use optx_whirl::{Module, Remarks};
use std::rc::Rc;

/// What a pass is given beside the function.
pub struct Cx<'a> {
    /// What is known of the module.
    pub facts: ModuleFacts<'a>,
    /// What is known of the function in work.
    pub analyses: Analyses,
    /// The states of the registers of the function in work, where they are asked for and it has left SSA.
    pub register_states: Option<RegisterStates>,
    /// What is known of a kernel's launches, for the states of registers alone: empty but where somebody asks what would follow.
    pub given: Given,
    /// The shapes of blocks that kernels are meant to be launched in, by a kernel's name in the source or in PTX.
    pub launches: Vec<(String, [u32; 3])>,
    /// What passes have to say of the source; the runner takes it behind each.
    pub remarks: Remarks,
    /// Somebody wants figures of the code ([`crate::kit::stats::Stats::figures`]).
    pub figures: bool,
    /// What is wrong with the source; the runner takes it behind each.
    pub warnings: Vec<Warning>,
    /// Uses of what may be unset, in all functions so far: what is told of them is known behind the last.
    pub(crate) unset: Vec<Unset>,
    /// Which round of its row a pass is in.
    pub rounds: Rounds,
    /// What passes leave is checked: one with a checker of its own gives it what that asks for.
    pub verifies: bool,
    /// Memory that a pass may fill; the runner empties it behind each.
    pub scratch: Bump,
}

impl<'a> Cx<'a> {
    /// Of a module whose functions, in any form, are `funcs`.
    pub fn of(module: &'a Module, funcs: &[Func]) -> Cx<'a> {
        Cx::shuffled(module, funcs, None)
    }

    /// As [`Cx::of`]; with a seed, what has no order is taken in another one.
    pub fn shuffled(module: &'a Module, funcs: &[Func], seed: Option<u64>) -> Cx<'a> {
        Cx {
            facts: module_facts::of(module, funcs, seed),
            analyses: Analyses::default(),
            register_states: None,
            given: Given::default(),
            launches: Vec::new(),
            remarks: Remarks::default(),
            figures: false,
            warnings: Vec::new(),
            unset: Vec::new(),
            rounds: Rounds::default(),
            verifies: false,
            scratch: Bump::new(),
        }
    }

    /// The shapes that a function is meant to be launched in; none where nobody says.
    pub fn shapes_of(&self, f: &Func) -> Vec<[u32; 3]> {
        let is_of = |name: &String| *name == f.name || *name == f.ptx_name;
        let mut shapes: Vec<[u32; 3]> =
            self.launches.iter().filter(|(name, _)| is_of(name)).map(|&(_, shape)| shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        shapes
    }

    /// Turns to a function, by its number: what is asked of now on is asked for it.
    pub fn turn_to(&mut self, function: usize) {
        self.facts.function = function;
        self.analyses.forget();
        self.register_states = None;
    }

    /// The variance of the function in work.
    pub fn variance(&mut self, f: &Func) -> Rc<VarianceMap> {
        self.analyses.variance(f, &self.facts)
    }

    /// What launches are taken to keep to.
    pub fn assumptions(&self) -> Assumptions {
        Assumptions::of(&self.facts)
    }
}
