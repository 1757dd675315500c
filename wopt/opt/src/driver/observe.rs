//! Whoever watches the steps of a compilation: what prints, counts, bisects or shows them is an [`Observer`], and the runner is none of it.
//!
//! Idea: the runner asks observers before an optional step whether it runs, and tells them before and behind each step; what they want to see of
//! the code they take from the [`View`], which makes nothing before it is asked.
//! Cost: where nobody watches, a loop over no observers.

use super::backend::Backend;
use super::pipeline::Stage;
use super::snapshot::Snapshot;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::Func;
use optx_ir::verify::Violation;
use optx_whirl::Module;
use std::time::Duration;

/// A step: a pass on a function, be it a row or what runs behind one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The pass; of what runs behind a row, its group.
    pub pass: &'static str,
    /// The row that it is, or that it runs behind.
    pub row: &'static str,
    /// The round of the row, from 1.
    pub round: u32,
    /// The function's name in the source.
    pub function: &'a str,
    /// Its name in PTX.
    pub symbol: &'a str,
}

/// Somebody who watches. Each method does nothing where an observer does not say otherwise.
pub trait Observer {
    /// Whether an optional step runs, which is that of this number, from 1; every observer is asked, and one that says no is enough.
    fn admits(&mut self, _step: &Step<'_>, _number: u64) -> bool {
        true
    }

    /// Whether it wants figures of the code ([`Stats::figures`]), which nobody makes unasked.
    fn wants_figures(&self) -> bool {
        false
    }

    /// A step comes.
    fn before(&mut self, _step: &Step<'_>, _view: &View<'_>) {}

    /// A step has run.
    fn after(&mut self, _step: &Step<'_>, _view: &View<'_>) {}

    /// What a step did, and how long it took.
    fn ran(&mut self, _step: &Step<'_>, _stats: &Stats, _time: Duration) {}

    /// A step broke the code, which shows it; no step follows.
    fn broken(&mut self, _step: &Step<'_>, _snapshot: &Snapshot) {}
}

/// Observers, each told in turn.
pub type Observers<'a, 'o> = &'a mut [&'o mut dyn Observer];

/// The code at a step, to look at.
pub struct View<'a>(Code<'a>);

enum Code<'a> {
    /// A function of a module in WHIRL.
    Whirl(&'a Module, usize),
    Func(&'a Cx<'a>, &'a Func),
    /// The code generator's.
    Backend(&'a dyn Backend, &'a Func, Stage),
}

/// What kind of code it is: of two kinds no line is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// WHIRL.
    Whirl,
    /// A function of the optimizer.
    Func,
    /// Instructions.
    Lir,
    /// Text.
    Ptx,
}

impl<'a> View<'a> {
    pub(crate) fn of_whirl(module: &'a Module, number: usize) -> View<'a> {
        View(Code::Whirl(module, number))
    }

    pub(crate) fn of_func(cx: &'a Cx<'a>, f: &'a Func) -> View<'a> {
        View(Code::Func(cx, f))
    }

    pub(crate) fn of_code(backend: &'a dyn Backend, f: &'a Func, stage: Stage) -> View<'a> {
        View(Code::Backend(backend, f, stage))
    }

    /// The kind of code.
    pub fn kind(&self) -> CodeKind {
        match self.0 {
            Code::Whirl(..) => CodeKind::Whirl,
            Code::Func(..) | Code::Backend(_, _, Stage::Func(_)) => CodeKind::Func,
            Code::Backend(_, _, Stage::Lir) => CodeKind::Lir,
            Code::Backend(_, _, Stage::Ptx) => CodeKind::Ptx,
        }
    }

    /// The text.
    pub fn text(&self) -> String {
        match self.0 {
            Code::Whirl(module, number) => optx_whirl::print::print_function(module, number),
            Code::Func(cx, f) => {
                let mut text = String::new();
                optx_ir::print::print_func(&mut text, &cx.facts.module.locs, f);
                text
            }
            Code::Backend(backend, f, _) => backend.dump(f, false),
        }
    }

    /// The text by lines, with what each is of.
    pub fn snapshot(&self) -> Snapshot {
        let text = self.text();
        match self.0 {
            Code::Whirl(..) => Snapshot::of_whirl(text),
            Code::Func(..) => Snapshot::of_func(text, Vec::new()),
            Code::Backend(backend, ..) => Snapshot::of_code(text, &backend.written(), Vec::new()),
        }
    }

    /// The function, while it is the optimizer's.
    pub fn func(&self) -> Option<&'a Func> {
        match self.0 {
            Code::Func(_, f) => Some(f),
            _ => None,
        }
    }

    /// An analysis of it by its name ([`super::print_analysis::PRINTED`]) as text; none of what is no function of the optimizer.
    pub fn analysis(&self, name: &str) -> Option<String> {
        match self.0 {
            Code::Func(cx, f) => super::print_analysis::print(cx, f, name),
            _ => None,
        }
    }
}

/// A function of the optimizer that is broken, with what is wrong where it is.
pub(crate) fn broken_func(cx: &Cx<'_>, f: &Func, found: &[Violation]) -> Snapshot {
    let mut text = String::new();
    optx_ir::print::print_broken(&mut text, &cx.facts.module.locs, f, found);
    Snapshot::of_func(text, found.iter().map(ToString::to_string).collect())
}

/// Instructions that are broken.
pub(crate) fn broken_code(backend: &dyn Backend, f: &Func, found: &[String]) -> Snapshot {
    Snapshot::of_code(backend.dump(f, true), &backend.written(), found.to_vec())
}

/// Before or behind a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// Before it.
    Before,
    /// Behind it.
    After,
}

/// Tells of a step on WHIRL, function by function: what comes, or what was done.
pub fn whirl(module: &Module, pass: &'static str, when: When, observers: Observers<'_, '_>) {
    if observers.is_empty() {
        return;
    }
    for (k, pu) in module.functions.iter().enumerate() {
        let step = Step { pass, row: pass, round: 1, function: &pu.name, symbol: &pu.ptx_name };
        let view = View::of_whirl(module, k);
        for observer in observers.iter_mut() {
            match when {
                When::Before => observer.before(&step, &view),
                When::After => observer.after(&step, &view),
            }
        }
    }
}
