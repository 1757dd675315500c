//! The analysis cache: what is known of the function in work, computed once and kept while passes say they preserve it.
//!
//! Analyses of the graph hold for one [`GraphRevision`]: whoever changes an edge turns it, and what was computed before is dropped where it is
//! asked for next. What hangs on statements (uses, classes of memory, ranges, pressure, variance) is dropped by the runner behind a pass that changed something, unless its row says that
//! it preserves it. Under `--verify` all that is kept is computed anew and compared. Callee summaries and the module's exposure are
//! facts of the module and stand in [`crate::kit::context::Cx`].

use crate::analysis::memory::Classes;
use crate::analysis::pressure::Pressure;
use crate::analysis::ranges::Ranges;
#[cfg(debug_assertions)]
use crate::analysis::variance::oracle;
use crate::analysis::variance::{Assumptions, Premises, VarianceMap};
use crate::kit::facts::ModuleFacts;
use optx_ir::control_dependence::ControlDependence;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::uses::Uses;
use optx_ir::{Func, GraphRevision};
use std::rc::Rc;

/// An analysis by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Analysis {
    /// [`Dominance::of`].
    Dominators,
    /// [`Dominance::post`].
    PostDominators,
    /// [`ControlDependence`].
    ControlDependence,
    /// [`Cycles`].
    Cycles,
    /// [`Uses`].
    Uses,
    /// [`Classes`].
    Alias,
    /// [`Ranges`].
    Ranges,
    /// [`Pressure`].
    Pressure,
    /// [`VarianceMap`], under the module's assumptions.
    Variance,
}

impl Analysis {
    /// All analyses that are kept.
    pub const ALL: &[Analysis] = &[
        Analysis::Dominators,
        Analysis::PostDominators,
        Analysis::ControlDependence,
        Analysis::Cycles,
        Analysis::Uses,
        Analysis::Alias,
        Analysis::Ranges,
        Analysis::Pressure,
        Analysis::Variance,
    ];

    /// True for what hangs on the graph alone.
    pub fn is_of_graph(self) -> bool {
        use Analysis::{ControlDependence, Cycles, Dominators, PostDominators};
        matches!(self, Dominators | PostDominators | ControlDependence | Cycles)
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Analysis::Dominators => "dom",
            Analysis::PostDominators => "post-dom",
            Analysis::ControlDependence => "control",
            Analysis::Cycles => "cycles",
            Analysis::Uses => "uses",
            Analysis::Alias => "alias",
            Analysis::Ranges => "ranges",
            Analysis::Pressure => "pressure",
            Analysis::Variance => "variance",
        }
    }
}

/// What is known of one function.
#[derive(Clone, Default)]
pub struct Analyses {
    /// The graph that all of it is of.
    graph: GraphRevision,
    dominators: Option<Rc<Dominance>>,
    post_dominators: Option<Rc<Dominance>>,
    control: Option<Rc<ControlDependence>>,
    cycles: Option<Rc<Cycles>>,
    uses: Option<Rc<Uses>>,
    alias: Option<Rc<Classes>>,
    ranges: Option<Rc<Ranges>>,
    pressure: Option<Rc<Pressure>>,
    variance: Option<Rc<VarianceMap>>,
}

impl Analyses {
    /// The dominators.
    pub fn dominators(&mut self, f: &Func) -> Rc<Dominance> {
        self.of(f).dominators.get_or_insert_with(|| Rc::new(Dominance::of(f))).clone()
    }

    /// The post-dominators.
    pub fn post_dominators(&mut self, f: &Func) -> Rc<Dominance> {
        self.of(f).post_dominators.get_or_insert_with(|| Rc::new(Dominance::post(f))).clone()
    }

    /// Which branches decide whether a block runs.
    pub fn control_dependence(&mut self, f: &Func) -> Rc<ControlDependence> {
        let post = self.post_dominators(f);
        self.control.get_or_insert_with(|| Rc::new(ControlDependence::of(f, &post))).clone()
    }

    /// The cycles.
    pub fn cycles(&mut self, f: &Func) -> Rc<Cycles> {
        self.of(f).cycles.get_or_insert_with(|| Rc::new(Cycles::of(f))).clone()
    }

    /// The uses of all versions.
    pub fn uses(&mut self, f: &Func) -> Rc<Uses> {
        self.of(f).uses.get_or_insert_with(|| Rc::new(Uses::of(f))).clone()
    }

    /// The classes of memory, without symbols.
    pub fn alias(&mut self, f: &Func, facts: &ModuleFacts<'_>) -> Rc<Classes> {
        self.of(f).alias.get_or_insert_with(|| Rc::new(Classes::of(facts, f))).clone()
    }

    /// The facts of all versions.
    pub fn ranges(&mut self, f: &Func) -> Rc<Ranges> {
        let dom = self.dominators(f);
        self.ranges.get_or_insert_with(|| Rc::new(Ranges::of(f, &dom))).clone()
    }

    /// The registers in use, to be charged with what a pass makes live.
    pub fn pressure(&mut self, f: &Func) -> Pressure {
        let cycles = self.cycles(f);
        Pressure::clone(self.pressure.get_or_insert_with(|| Rc::new(Pressure::of(f, &cycles))))
    }

    /// The variance of all values, under the module's assumptions ([`Assumptions::of`]). Debug builds hold it to the closed function's.
    pub fn variance(&mut self, f: &Func, facts: &ModuleFacts<'_>) -> Rc<VarianceMap> {
        if let Some(kept) = &self.of(f).variance {
            return kept.clone();
        }
        let (dom, cycles) = (self.dominators(f), self.cycles(f));
        let premises = Premises::of(Assumptions::of(facts));
        let made = Rc::new(VarianceMap::in_graph(f, dom, cycles, premises));
        #[cfg(debug_assertions)]
        {
            let found = oracle::compare(f, facts, Assumptions::of(facts), &made);
            assert!(found.differences.is_empty(), "{}: {:?}", f.name, found.differences);
            let refuted = oracle::first_answers(f, &made).refuted;
            assert!(refuted.is_empty(), "{}: one for a warp at second sight: {refuted:?}", f.name);
        }
        self.variance.insert(made).clone()
    }

    /// Computes an analysis where it is not kept yet.
    pub fn compute(&mut self, f: &Func, facts: &ModuleFacts<'_>, analysis: Analysis) {
        match analysis {
            Analysis::Dominators => drop(self.dominators(f)),
            Analysis::PostDominators => drop(self.post_dominators(f)),
            Analysis::ControlDependence => drop(self.control_dependence(f)),
            Analysis::Cycles => drop(self.cycles(f)),
            Analysis::Uses => drop(self.uses(f)),
            Analysis::Alias => drop(self.alias(f, facts)),
            Analysis::Ranges => drop(self.ranges(f)),
            Analysis::Pressure => drop(self.pressure(f)),
            Analysis::Variance => drop(self.variance(f, facts)),
        }
    }

    /// Drops what is known of another graph than the function's.
    fn of(&mut self, f: &Func) -> &mut Analyses {
        if self.graph != f.graph_revision() {
            *self = Analyses { graph: f.graph_revision(), ..Analyses::default() };
        }
        self
    }

    /// Drops everything: what is asked next is another function.
    pub(crate) fn forget(&mut self) {
        *self = Analyses::default();
    }

    /// Drops what hangs on statements, but for what is preserved: some changed.
    pub(crate) fn forget_statements(&mut self, preserved: &[Analysis]) {
        let keeps = |analysis: Analysis| preserved.contains(&analysis);
        self.uses = self.uses.take().filter(|_| keeps(Analysis::Uses));
        self.alias = self.alias.take().filter(|_| keeps(Analysis::Alias));
        self.ranges = self.ranges.take().filter(|_| keeps(Analysis::Ranges));
        self.pressure = self.pressure.take().filter(|_| keeps(Analysis::Pressure));
        self.variance = self.variance.take().filter(|_| keeps(Analysis::Variance));
    }

    /// Those of the kept analyses that say something else than a new computation.
    pub fn stale(&mut self, f: &Func, facts: &ModuleFacts<'_>) -> Vec<Analysis> {
        let Analyses { dominators, post_dominators, control, cycles, uses, .. } = self.of(f);
        fn differs<T: PartialEq>(kept: &Option<Rc<T>>, new: impl FnOnce() -> T) -> bool {
            kept.as_ref().is_some_and(|kept| **kept != new())
        }
        let mut stale = Vec::new();
        if differs(dominators, || Dominance::of(f)) {
            stale.push(Analysis::Dominators);
        }
        if differs(post_dominators, || Dominance::post(f)) {
            stale.push(Analysis::PostDominators);
        }
        if differs(control, || ControlDependence::of(f, &Dominance::post(f))) {
            stale.push(Analysis::ControlDependence);
        }
        if differs(cycles, || Cycles::of(f)) {
            stale.push(Analysis::Cycles);
        }
        if differs(uses, || Uses::of(f)) {
            stale.push(Analysis::Uses);
        }
        let Analyses { alias, ranges, pressure, variance, .. } = self;
        let classes = |of: &Classes| of.describe(facts.module, f);
        if alias.as_ref().is_some_and(|kept| classes(kept) != classes(&Classes::of(facts, f))) {
            stale.push(Analysis::Alias);
        }
        let made = || Ranges::of(f, &Dominance::of(f));
        if ranges.as_ref().is_some_and(|kept| !kept.says_the_same(f, &made())) {
            stale.push(Analysis::Ranges);
        }
        if differs(pressure, || Pressure::of(f, &Cycles::of(f))) {
            stale.push(Analysis::Pressure);
        }
        let made = || VarianceMap::of(f, Assumptions::of(facts));
        if variance.as_ref().is_some_and(|kept| !kept.says_the_same(f, &made())) {
            stale.push(Analysis::Variance);
        }
        stale
    }
}
