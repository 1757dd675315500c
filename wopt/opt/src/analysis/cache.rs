//! The analysis cache: what is known of the function in work, computed once and kept while passes say they preserve it.
//!
//! A row of the pipeline says which analyses its pass needs and which it preserves; the runner drops the others after the pass,
//! and under `--verify` recomputes those that were said to be preserved and compares. Callee summaries and the module's
//! exposure are facts of the module and stand in [`crate::kit::context::Cx`].

use optx_ir::Func;
use optx_ir::control_dependence::ControlDependence;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::uses::Uses;
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
}

/// The analyses of the control-flow graph alone: who changes no edge preserves them.
pub const CFG: &[Analysis] = &[
    Analysis::Dominators,
    Analysis::PostDominators,
    Analysis::ControlDependence,
    Analysis::Cycles,
];

impl Analysis {
    /// All analyses that are kept.
    pub const ALL: &[Analysis] = &[
        Analysis::Dominators,
        Analysis::PostDominators,
        Analysis::ControlDependence,
        Analysis::Cycles,
        Analysis::Uses,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Analysis::Dominators => "dom",
            Analysis::PostDominators => "post-dom",
            Analysis::ControlDependence => "control",
            Analysis::Cycles => "cycles",
            Analysis::Uses => "uses",
        }
    }
}

/// What is known of one function.
#[derive(Clone, Debug, Default)]
pub struct Analyses {
    dominators: Option<Rc<Dominance>>,
    post_dominators: Option<Rc<Dominance>>,
    control: Option<Rc<ControlDependence>>,
    cycles: Option<Rc<Cycles>>,
    uses: Option<Rc<Uses>>,
}

impl Analyses {
    /// The dominators.
    pub fn dominators(&mut self, f: &Func) -> Rc<Dominance> {
        self.dominators.get_or_insert_with(|| Rc::new(Dominance::of(f))).clone()
    }

    /// The post-dominators.
    pub fn post_dominators(&mut self, f: &Func) -> Rc<Dominance> {
        self.post_dominators.get_or_insert_with(|| Rc::new(Dominance::post(f))).clone()
    }

    /// Which branches decide whether a block runs.
    pub fn control_dependence(&mut self, f: &Func) -> Rc<ControlDependence> {
        let post = self.post_dominators(f);
        self.control.get_or_insert_with(|| Rc::new(ControlDependence::of(f, &post))).clone()
    }

    /// The cycles.
    pub fn cycles(&mut self, f: &Func) -> Rc<Cycles> {
        self.cycles.get_or_insert_with(|| Rc::new(Cycles::of(f))).clone()
    }

    /// The uses of all versions.
    pub fn uses(&mut self, f: &Func) -> Rc<Uses> {
        self.uses.get_or_insert_with(|| Rc::new(Uses::of(f))).clone()
    }

    /// Computes an analysis where it is not kept yet.
    pub fn compute(&mut self, f: &Func, analysis: Analysis) {
        match analysis {
            Analysis::Dominators => drop(self.dominators(f)),
            Analysis::PostDominators => drop(self.post_dominators(f)),
            Analysis::ControlDependence => drop(self.control_dependence(f)),
            Analysis::Cycles => drop(self.cycles(f)),
            Analysis::Uses => drop(self.uses(f)),
        }
    }

    /// Drops everything: of who has added, moved or taken away edges or blocks, and goes on asking.
    pub(crate) fn graph_changed(&mut self) {
        self.keep(&[]);
    }

    /// Drops all but the analyses named.
    pub(crate) fn keep(&mut self, kept: &[Analysis]) {
        let keeps = |a: Analysis| kept.contains(&a);
        self.dominators = self.dominators.take().filter(|_| keeps(Analysis::Dominators));
        self.post_dominators =
            self.post_dominators.take().filter(|_| keeps(Analysis::PostDominators));
        self.control = self.control.take().filter(|_| keeps(Analysis::ControlDependence));
        self.cycles = self.cycles.take().filter(|_| keeps(Analysis::Cycles));
        self.uses = self.uses.take().filter(|_| keeps(Analysis::Uses));
    }

    /// Drops what says where versions are used: of a pass that makes memory's versions anew and counts that for no change.
    pub(crate) fn forget_uses(&mut self) {
        self.uses = None;
    }

    /// Those of the kept analyses that say something else than a new computation.
    pub fn stale(&self, f: &Func) -> Vec<Analysis> {
        fn differs<T: PartialEq>(kept: &Option<Rc<T>>, new: impl FnOnce() -> T) -> bool {
            kept.as_ref().is_some_and(|kept| **kept != new())
        }
        let mut stale = Vec::new();
        if differs(&self.dominators, || Dominance::of(f)) {
            stale.push(Analysis::Dominators);
        }
        if differs(&self.post_dominators, || Dominance::post(f)) {
            stale.push(Analysis::PostDominators);
        }
        if differs(&self.control, || ControlDependence::of(f, &Dominance::post(f))) {
            stale.push(Analysis::ControlDependence);
        }
        if differs(&self.cycles, || Cycles::of(f)) {
            stale.push(Analysis::Cycles);
        }
        if differs(&self.uses, || Uses::of(f)) {
            stale.push(Analysis::Uses);
        }
        stale
    }
}
