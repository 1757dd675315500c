//! The analysis cache: what is known of the function in work, computed once and kept while passes say they preserve it.
//!
//! A row of the pipeline says which analyses its pass needs and which it preserves; the runner drops the others after the pass,
//! and under `--verify` recomputes those that were said to be preserved and compares. Callee summaries and the module's
//! exposure are facts of the module and stand in [`crate::Cx`].

use crate::demanded_bits::DemandedBits;
use crate::memory::Classes;
use crate::ranges::Ranges;
use crate::variance::VarianceMap;
use optx_ir::control_dependence::ControlDependence;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::uses::Uses;
use optx_ir::{AuxKind, BbId, Fact, Form, Func};
use std::fmt::Write as _;
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

/// Every name that `--print-analysis` takes: [`Analysis::ALL`], `alias`, which is made of the module's facts too, and those that no
/// pass keeps for another.
pub const PRINTED: &[&str] = &[
    "dom", "post-dom", "control", "cycles", "uses", "alias", "ranges", "demanded", "variance",
    "pre",
];

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

fn blocks(list: &[BbId]) -> String {
    list.iter().map(BbId::to_string).collect::<Vec<_>>().join(" ")
}

/// An analysis of a function as text, a line a block, a cycle or a version; None where the name is none.
pub fn print(cx: &crate::Cx<'_>, f: &Func, name: &str) -> Option<String> {
    let mut out = String::new();
    match name {
        "dom" => dominance(&mut out, f, &Dominance::of(f), "idom"),
        "post-dom" => dominance(&mut out, f, &Dominance::post(f), "ipdom"),
        "control" => {
            let control = ControlDependence::of(f, &Dominance::post(f));
            for &bb in &f.layout {
                let edges = control.of_block(bb).iter();
                let edges: Vec<String> = edges.map(|(from, to)| format!("{from}->{to}")).collect();
                let _ = writeln!(out, "{bb}: on {}", or_none(&edges.join(" ")));
            }
        }
        "cycles" => cycles(&mut out, f),
        "uses" => {
            let uses = Uses::of(f);
            for (_, aux) in f.auxes.iter() {
                for &version in &aux.versions {
                    let list = uses.of_version(version);
                    if !list.is_empty() {
                        let text = optx_ir::print::tree_text(f, version);
                        let _ = writeln!(out, "{text}: {list:?}");
                    }
                }
            }
        }
        "alias" if f.form == Form::Regs => out.push_str("none in form regs\n"),
        "ranges" | "demanded" | "variance" | "pre" if f.form != Form::Ssa => {
            out.push_str("in form ssa only\n")
        }
        "ranges" => {
            let ranges = Ranges::of(f, &Dominance::of(f));
            let told = |fact: Fact| (!fact.is_full()).then(|| fact.to_string());
            versions(&mut out, f, |version| told(ranges.version(f, version)?));
        }
        "demanded" => {
            let demanded = DemandedBits::find(f);
            versions(&mut out, f, |version| demanded.describe(f, version));
        }
        "variance" => variance(&mut out, cx, f),
        "pre" => out = crate::pre::print(cx, f),
        "alias" => out = Classes::of(cx, f).describe(cx.module, f),
        _ => return None,
    }
    Some(out)
}

/// A line for each version, and for each block that not all threads come to; of the function in closed SSA.
fn variance(out: &mut String, cx: &crate::Cx<'_>, f: &Func) {
    let (f, found) = &VarianceMap::of_closed(f, cx, cx.assumptions());
    versions(out, f, |version| {
        let state = found.cr_tid_var_state(version);
        let mut text = state.to_string();
        found.gates(f, version, &mut text);
        (!state.is_top()).then_some(text)
    });
    for &bb in &f.layout {
        let axes = found.bb_control_variance(bb);
        if !axes.is_none() {
            let _ = writeln!(out, "{bb}: reached by {axes}");
        }
    }
}

/// A line for each version that something is said of.
fn versions(out: &mut String, f: &Func, says: impl Fn(optx_ir::CrId) -> Option<String>) {
    for (_, aux) in f.auxes.iter().filter(|(_, aux)| aux.kind != AuxKind::Memory) {
        for &version in aux.versions.iter().skip(1) {
            if let Some(text) = says(version) {
                let _ = writeln!(out, "{}: {text}", optx_ir::print::tree_text(f, version));
            }
        }
    }
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// A line a block in the tree's preorder: `bb3: idom bb1, frontier bb5`.
fn dominance(out: &mut String, f: &Func, dom: &Dominance, word: &str) {
    let frontiers = (word == "idom").then(|| dom.frontiers(f));
    for &bb in dom.preorder() {
        let up = dom.idom(bb).map_or("none".to_owned(), |up| up.to_string());
        let _ = write!(out, "{bb}: {word} {up}");
        let list = frontiers.as_ref().map_or(&[][..], |of| of.list(bb.index()));
        if !list.is_empty() {
            let _ = write!(out, ", frontier {}", blocks(list));
        }
        out.push('\n');
    }
}

/// A line a cycle, one around others before them: `cycle bb1: depth 1, entries bb1, blocks bb1 bb2, latches bb2, exits bb1->bb3,
/// preheader bb0`.
fn cycles(out: &mut String, f: &Func) {
    let found = Cycles::of(f);
    for (number, cycle) in found.all().iter().enumerate().rev() {
        let mut inside = found.blocks(number).to_vec();
        inside.sort_unstable();
        let _ = write!(out, "cycle {}: depth {}", cycle.header, cycle.depth);
        if let Some(k) = cycle.parent {
            let _ = write!(out, ", in {}", found.all()[k].header);
        }
        let exits = found.exits(f, number).into_iter();
        let exits: Vec<String> = exits.map(|(from, to)| format!("{from}->{to}")).collect();
        let _ = writeln!(
            out,
            ", entries {}, blocks {}, latches {}, exits {}, preheader {}",
            blocks(&found.entries(f, number)),
            blocks(&inside),
            blocks(&found.latches(f, number)),
            or_none(&exits.join(" ")),
            found.preheader(f, number).map_or("none".to_owned(), |bb| bb.to_string()),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Analysis, PRINTED};

    /// What `optx passes` says that a row needs can be printed by that name.
    #[test]
    fn analyses_are_printed_by_their_names() {
        let names: Vec<&str> = Analysis::ALL.iter().map(|a| a.name()).collect();
        assert!(names.iter().all(|name| PRINTED.contains(name)), "{names:?}");
        let distinct: std::collections::HashSet<&str> = names.iter().copied().collect();
        assert_eq!(distinct.len(), names.len());
    }
}
