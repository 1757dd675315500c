//! The runner: the only place that decides what runs, and that times and verifies. What is shown of it is made by those who watch
//! ([`crate::driver::observe`]).

use crate::analysis::cache::Analysis;
use crate::driver::backend::Backend;
use crate::driver::observe::{self, Observers, Step, View};
use crate::driver::pipeline::{BUILD, Pass, Stage, TABLE, Work};
use crate::driver::run_options::{Report, RunOptions};
use crate::driver::snapshot::Snapshot;
use crate::driver::within::Within;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use crate::pass::out::diagnose::judged;
use optx_ir::verify::Violation;
use optx_ir::{Form, Func, unset};
use optx_whirl::{Module, Tree};
use std::time::{Duration, Instant};

/// M WHIRL to functions in form Cfg, and the time that each took. The trees are dropped as they are built from: nothing
/// asks for them again.
///
/// All are built before the first goes on: which objects are exposed is a fact of the module.
pub fn build(module: &mut Module) -> (Vec<Func>, Vec<Duration>) {
    let (mut funcs, mut times) = (Vec::new(), Vec::new());
    for k in 0..module.functions.len() {
        let start = Instant::now();
        let mut f = crate::kit::build::build(module, &module.functions[k]);
        f.at = BUILD.to_owned();
        funcs.push(f);
        module.functions[k].tree = Tree::default();
        times.push(start.elapsed());
    }
    (funcs, times)
}

/// Takes functions just built from a verified M module, each in its time, through the pipeline.
pub fn optimize(
    module: &Module,
    funcs: &mut [Func],
    times: &[Duration],
    options: &RunOptions,
    backend: &mut dyn Backend,
) -> Report {
    optimize_watched(module, funcs, times, Watched { options, backend, observers: &mut [] })
}

/// Takes functions read from text on from where they stand.
pub fn resume(
    module: &Module,
    funcs: &mut [Func],
    options: &RunOptions,
    backend: &mut dyn Backend,
) -> Report {
    resume_watched(module, funcs, Watched { options, backend, observers: &mut [] })
}

/// How a run goes, and who watches it.
pub struct Watched<'a, 'o> {
    /// What is asked of the runner.
    pub options: &'a RunOptions,
    /// What comes behind form Regs.
    pub backend: &'a mut dyn Backend,
    /// Who watches.
    pub observers: Observers<'a, 'o>,
}

/// As [`optimize`], with somebody who watches.
pub fn optimize_watched<'a>(
    module: &'a Module,
    funcs: &mut [Func],
    times: &[Duration],
    how: Watched<'a, '_>,
) -> Report {
    through(module, funcs, Some(times), how)
}

/// As [`resume`], with somebody who watches.
pub fn resume_watched<'a>(module: &'a Module, funcs: &mut [Func], how: Watched<'a, '_>) -> Report {
    through(module, funcs, None, how)
}

/// Takes functions on from where they stand; those just built, each in its time, are looked at first.
fn through<'a>(
    module: &'a Module,
    funcs: &mut [Func],
    built: Option<&[Duration]>,
    how: Watched<'a, '_>,
) -> Report {
    let mut report = Report::default();
    let mut run = Run::new(module, funcs, how);
    for k in run.bottom_up() {
        let f = &mut funcs[k];
        run.begin(k);
        // What follows a broken invariant means nothing.
        if let Some(times) = built.filter(|_| report.violations.is_empty()) {
            run.built(f, times[k], &mut report);
        }
        run.resume(f, &mut report);
        run.end(f);
    }
    report.warnings.extend(judged(std::mem::take(&mut run.cx.unset), funcs));
    report
}

struct Run<'a, 'o> {
    options: &'a RunOptions,
    backend: &'a mut dyn Backend,
    observers: Observers<'a, 'o>,
    level: u8,
    cx: Cx<'a>,
    optional_run: u64,
    /// The row in work.
    row: Option<&'static str>,
    verify: bool,
    /// So many nodes make a look at how many of them are used worth it.
    compact_at: usize,
}

/// Groups of passes that may leave a reader of what nothing sets, and why.
const MAY_UNSET: [(&str, &str); 3] = [
    (
        "scalar-replacement",
        "it makes variables of memory, of which the source may have written none",
    ),
    ("atomic-aggregation", "lanes that do nothing hand on what no lane takes"),
    (
        "memory-spaces",
        "an address that nothing sets has a twin that nothing sets, which the same phi reads",
    ),
];

/// True for a pass behind which nothing is read that nothing sets but what was before it.
fn keeps_set(pass: &Pass) -> bool {
    let stays = pass.form == Form::Ssa && pass.leaves == Form::Ssa;
    stays && !MAY_UNSET.iter().any(|(group, _)| *group == pass.group)
}

/// No codemap of fewer nodes is compacted.
const LEAST_COMPACTED: usize = 4096;

impl<'a, 'o> Run<'a, 'o> {
    fn new(module: &'a Module, funcs: &[Func], how: Watched<'a, 'o>) -> Run<'a, 'o> {
        let Watched { options, backend, observers } = how;
        let verify = options.verify || cfg!(debug_assertions);
        Run {
            options,
            backend,
            level: module.options.opt_level,
            cx: Cx {
                given: options.given.clone(),
                launches: options.launches.clone(),
                verifies: verify,
                figures: observers.iter().any(|o| o.wants_figures()),
                ..Cx::shuffled(module, funcs, options.shuffle_seed)
            },
            observers,
            optional_run: 0,
            row: None,
            verify,
            compact_at: LEAST_COMPACTED,
        }
    }

    /// The functions, callees before their callers.
    fn bottom_up(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cx.facts.calls.len()).collect();
        self.cx.facts.shuffle(&mut order);
        let mut calls = self.cx.facts.calls.clone();
        calls.iter_mut().for_each(|callees| self.cx.facts.shuffle(callees));
        crate::kit::call_order::bottom_up(&order, &calls).0
    }

    /// A function's turn begins.
    fn begin(&mut self, number: usize) {
        self.cx.turn_to(number);
        self.compact_at = LEAST_COMPACTED;
    }

    /// A function's turn ends; its callers are told of it.
    fn end(&mut self, f: &Func) {
        self.cx.facts.summaries[self.cx.facts.function] = f.summary;
    }

    /// The building of a function is told of when its turn comes.
    fn built(&mut self, f: &Func, time: Duration, report: &mut Report) {
        let step =
            Step { pass: BUILD, row: BUILD, round: 1, function: &f.name, symbol: &f.ptx_name };
        if !self.observers.is_empty() {
            let mut stats = Stats::new(BUILD);
            stats.add("blocks", f.layout.len() as u64);
            self.observers.iter_mut().for_each(|o| o.ran(&step, &stats, time));
        }
        self.after(f, &step, Stage::Func(f.form), report);
    }

    /// A pass on a function, as those who watch are told of it.
    fn step<'f>(&self, pass: &Pass, f: &'f Func) -> Step<'f> {
        let row = self.row.unwrap_or(pass.name);
        let round = self.cx.rounds.number();
        Step { pass: pass.name, row, round, function: &f.name, symbol: &f.ptx_name }
    }

    fn wanted(&mut self, pass: &Pass, f: &Func) -> bool {
        if pass.required {
            return true;
        }
        let said = |sign: char, name: &str| {
            self.cx
                .facts
                .module
                .options
                .passes
                .iter()
                .any(|word| word.strip_prefix(sign) == Some(name))
        };
        let demanded = said('+', pass.name);
        let skipped = said('-', pass.name) || said('-', pass.group);
        if (self.level < pass.level && !demanded) || skipped {
            return false;
        }
        // What runs at every level may be left out by name, but is no step of optimizing.
        if pass.level == 0 {
            return true;
        }
        self.optional_run += 1;
        if self.observers.is_empty() {
            return true;
        }
        let (step, number) = (self.step(pass, f), self.optional_run);
        // Each is asked, whatever the others say.
        let mut runs = true;
        self.observers.iter_mut().for_each(|o| runs &= o.admits(&step, number));
        runs
    }

    fn resume(&mut self, f: &mut Func, report: &mut Report) {
        let (at, mut within) = Within::of(&f.at);
        // Where a row is not done, it goes on within it.
        let skipped = usize::from(within.is_none());
        let done = TABLE.iter().position(|p| p.name == at).map_or(0, |k| k + skipped);
        if self.options.stop_after.as_deref() == Some(f.at.as_str()) {
            return;
        }
        for pass in TABLE[done..].iter().chain(self.backend.rows()) {
            // What follows a broken invariant means nothing.
            if !report.violations.is_empty() {
                return;
            }
            self.row(f, pass, within.take(), report);
            if self.options.stop_after.as_deref() == Some(pass.name) {
                f.at = pass.name.to_owned();
                return;
            }
        }
    }

    /// Runs a row: its pass, what comes behind it where that changed something, and all of it again.
    fn row(&mut self, f: &mut Func, row: &Pass, from: Option<Within>, report: &mut Report) {
        self.cx.rounds.begin(row.rounds, from.map_or(1, |within| within.round));
        self.row = Some(row.name);
        let mut done = from.map(|within| within.steps);
        loop {
            let first = match done.take() {
                Some(done) => done,
                None if self.wanted(row, f) && self.pass(f, row, report) => 0,
                None => break,
            };
            for (k, step) in row.then.iter().enumerate().skip(first) {
                let is_right = report.violations.is_empty();
                if is_right && self.wanted(step, f) {
                    let round = self.cx.rounds.number();
                    f.at = Within { round, steps: k + 1 }.text(row.name);
                    self.pass(f, step, report);
                }
            }
            if !report.violations.is_empty() || !self.cx.rounds.next() {
                break;
            }
        }
        if matches!(row.run, Work::Func(_)) {
            if Within::of(&f.at).0 == row.name {
                row.name.clone_into(&mut f.at);
            }
            self.compact(f);
        }
    }

    /// Runs a pass, as a row or as a step behind one; true where it changed something.
    fn pass(&mut self, f: &mut Func, pass: &Pass, report: &mut Report) -> bool {
        let is_over_func = matches!(pass.run, Work::Func(_));
        if let Stage::Func(form) = pass.form {
            assert_eq!(f.form, form, "pass {} is run in the wrong form", pass.name);
        }
        self.before(f, pass);
        let leaves_ssa = pass.form == Form::Ssa && pass.leaves != Form::Ssa;
        let source = (self.verify && leaves_ssa).then(|| f.clone());
        let unset = (self.verify && keeps_set(pass)).then(|| unset::versions_read(f));
        self.cx.remarks.turn_to((pass.name, pass.group), &self.options.remarks);
        // An analysis is made in the time of who asks first.
        let start = (!self.observers.is_empty()).then(Instant::now);
        for &analysis in pass.needs {
            self.cx.analyses.compute(f, &self.cx.facts, analysis);
        }
        let mut stats = match pass.run {
            Work::Func(_) if pass.only.is_some_and(|only| !only(f)) => Stats::new(pass.name),
            Work::Func(run) => run(f, &mut self.cx),
            Work::Code(row) => self.backend.run(row, f, self.cx.facts.function, &mut self.cx),
        };
        stats.pass = pass.name;
        self.cx.scratch.reset();
        report.remarks.extend(self.cx.remarks.take(&f.name));
        report.warnings.append(&mut self.cx.warnings);
        if is_over_func {
            // Another form has other uses, be there a statement that changed or not.
            let has_changed = stats.changed() || pass.form != pass.leaves;
            if has_changed {
                self.cx.analyses.forget_statements(pass.preserves);
            }
        }
        let changed = stats.changed();
        if pass.is_row() && is_over_func {
            f.at = match changed && !pass.then.is_empty() {
                true => Within { round: self.cx.rounds.number(), steps: 0 }.text(pass.name),
                false => pass.name.to_owned(),
            };
        }
        let step = self.step(pass, f);
        if let Some(start) = start {
            let time = start.elapsed();
            self.observers.iter_mut().for_each(|o| o.ran(&step, &stats, time));
        }
        self.after(f, &step, pass.leaves, report);
        if let Some(before) = unset {
            let after = unset::versions_read(f);
            let told = after.difference(&before).map(|&(aux, version)| {
                Violation::from(format!(
                    "{aux}.{} is read, and nothing sets it any more",
                    version.0
                ))
            });
            let told: Vec<Violation> = told.collect();
            self.violated(f, &step, told, report);
        }
        if let Some(source) = source {
            let found = crate::pass::out::leave_ssa::check(&source, f);
            self.violated(f, &step, found.into_iter().map(Violation::from), report);
        }
        changed
    }

    /// Drops unused nodes where they are more than the others.
    fn compact(&mut self, f: &mut Func) {
        // States of registers name nodes.
        if f.codemap.len() < self.compact_at || self.cx.register_states.is_some() {
            return;
        }
        let used = f.nodes_in_use();
        if f.codemap.len() > 2 * used {
            f.compact();
            self.cx.analyses.forget_statements(&[]);
        }
        // Nothing is counted again before the codemap has grown by as much.
        self.compact_at = LEAST_COMPACTED.max(2 * used).max(f.codemap.len() + used);
    }

    /// Those who watch are told that a pass comes.
    fn before(&mut self, f: &Func, pass: &Pass) {
        if self.observers.is_empty() {
            return;
        }
        let step = self.step(pass, f);
        let view = match pass.form {
            Stage::Func(_) => View::of_func(&self.cx, f),
            stage => View::of_code(&*self.backend, f, stage),
        };
        self.observers.iter_mut().for_each(|o| o.before(&step, &view));
    }

    /// Those who watch are told that it has run, and what it left is verified.
    fn after(&mut self, f: &Func, step: &Step<'_>, stage: Stage, report: &mut Report) {
        if !self.observers.is_empty() {
            let view = match stage {
                Stage::Func(_) => View::of_func(&self.cx, f),
                stage => View::of_code(&*self.backend, f, stage),
            };
            self.observers.iter_mut().for_each(|o| o.after(step, &view));
        }
        if !self.verify {
            return;
        }
        if !matches!(stage, Stage::Func(_)) {
            return self.code_violated(f, step, report);
        }
        self.violated(f, step, optx_ir::verify::verify(f), report);
        let stale = self.cx.analyses.stale(f, &self.cx.facts).into_iter();
        let told = |a: Analysis| Violation::from(format!("{} was not preserved", a.name()));
        self.violated(f, step, stale.map(told), report);
        // A summary that was read from text, or that a pass broke, must not reach the callers.
        if let Some(told) = f.summary.filter(|_| f.form != Form::Regs)
            && !told.covers(crate::analysis::summarize::of(f, &self.cx.facts))
        {
            let wrong = Violation::from("does what its summary does not tell".to_owned());
            self.violated(f, step, [wrong], report);
        }
    }

    /// As [`Run::violated`], of the code generator's code.
    fn code_violated(&mut self, f: &Func, step: &Step<'_>, report: &mut Report) {
        let found = self.backend.verify();
        if !found.is_empty() && report.broken.is_none() {
            self.broke(step, observe::broken_code(&*self.backend, f, &found), report);
        }
        report.violations.extend(found.iter().map(|v| format!("{}: {}: {v}", f.name, step.pass)));
    }

    /// Tells of broken invariants, and shows the first pass's in the function's text, where they are.
    fn violated(
        &mut self,
        f: &Func,
        step: &Step<'_>,
        found: impl IntoIterator<Item = Violation>,
        report: &mut Report,
    ) {
        let found: Vec<Violation> = found.into_iter().collect();
        if found.is_empty() {
            return;
        }
        if report.broken.is_none() {
            self.broke(step, observe::broken_func(&self.cx, f, &found), report);
        }
        report.violations.extend(found.iter().map(|v| format!("{}: {}: {v}", f.name, step.pass)));
    }

    /// The first pass that broke the code is shown to those who watch.
    fn broke(&mut self, step: &Step<'_>, snapshot: Snapshot, report: &mut Report) {
        self.observers.iter_mut().for_each(|o| o.broken(step, &snapshot));
        report.broken = Some(snapshot);
    }
}
