//! The runner: the only place that decides what runs, and that times, prints, verifies and bisects.

use crate::analysis::cache::Analysis;
use crate::analysis::variance::given::Given;
use crate::driver::line_diff::line_diff;
use crate::driver::pipeline::{BUILD, Pass, Stage, TABLE, Work};
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use crate::kit::warnings::Warning;
use crate::pass::out::diagnose::judged;
use optx_ir::verify::Violation;
use optx_ir::{Form, Func, unset};
use optx_whirl::{Module, Remark, RemarksAsked, Tree};
use std::time::{Duration, Instant};

/// What to print of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before it.
    Before,
    /// After it.
    After,
}

/// What a user asks of the runner.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Print the IR before or after these passes.
    pub print: Vec<(When, String)>,
    /// Print after every pass.
    pub print_all: bool,
    /// With the printing options: only lines that the pass changed.
    pub print_diff: bool,
    /// Only functions of this name (source or PTX) are printed.
    pub filter: Option<String>,
    /// Print these analyses behind every pass, or behind those that are printed.
    pub print_analysis: Vec<String>,
    /// Take functions, and what else has no order, in another one.
    pub shuffle_seed: Option<u64>,
    /// Run so many optional passes in all, then no more.
    pub bisect_limit: Option<u64>,
    /// Verify after every pass; debug builds always do.
    pub verify: bool,
    /// Stop after this pass, or after [`BUILD`].
    pub stop_after: Option<String>,
    /// What is known of a kernel's launches, for the states of registers ([`Given`]).
    pub given: Given,
    /// Launches that are meant, by the kernel's name in the source or in PTX: of them warnings and reports of barriers speak, and nothing else.
    pub launches: Vec<(String, [u32; 3])>,
    /// What passes are asked to say of the source.
    pub remarks: RemarksAsked,
}

/// What the runner found and did, for the caller to show.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// IR dumps and bisection notes, for standard error.
    pub dumps: String,
    /// Per pass run: function, statistics, time.
    pub passes: Vec<(String, Stats, Duration)>,
    /// What passes said of the source, in the order in which they ran.
    pub remarks: Vec<Remark>,
    /// What is wrong with the source.
    pub warnings: Vec<Warning>,
    /// Broken invariants, with pass and function: a bug in the compiler.
    pub violations: Vec<String>,
}

/// What comes behind form Regs: the rows that follow [`TABLE`], run by the same runner. It holds the code of one function
/// at a time.
pub trait Backend {
    /// Its rows, in order.
    fn rows(&self) -> &'static [Pass];

    /// Runs one of its rows, by number, for function number `number`: the first takes it from form Regs.
    fn run(&mut self, row: usize, f: &mut Func, number: usize, cx: &mut Cx<'_>) -> Stats;

    /// The code as it stands, for the reader; with `marks` what is wrong stands where it is (`;!!`).
    fn dump(&self, f: &Func, marks: bool) -> String;

    /// What is wrong with the code.
    fn verify(&self) -> Vec<String>;
}

/// Nothing comes behind form Regs.
pub struct NoBackend;

impl Backend for NoBackend {
    fn rows(&self) -> &'static [Pass] {
        &[]
    }

    fn run(&mut self, _: usize, _: &mut Func, _: usize, _: &mut Cx<'_>) -> Stats {
        Stats::new("")
    }

    fn dump(&self, _: &Func, _: bool) -> String {
        String::new()
    }

    fn verify(&self) -> Vec<String> {
        Vec::new()
    }
}

impl RunOptions {
    /// Whether a pass is printed, before or after it, on the function of these names.
    fn prints(&self, pass: &str, when: When, name: &str, ptx_name: &str) -> bool {
        let named = self.print.iter().any(|(w, p)| *w == when && p == pass);
        let shown = named || (when == When::After && self.print_all);
        shown && self.filter.as_ref().is_none_or(|n| *n == name || *n == ptx_name)
    }
}

/// What `--print-before=build` prints: the functions in WHIRL, which [`build`] takes away.
pub fn before_build(module: &Module, options: &RunOptions) -> String {
    let mut out = String::new();
    for (k, pu) in module.functions.iter().enumerate() {
        if options.prints(BUILD, When::Before, &pu.name, &pu.ptx_name) {
            let text = optx_whirl::print::print_function(module, k);
            out.push_str(&format!("; before {BUILD} on {}\n{text}", pu.name));
        }
    }
    out
}

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
    through(module, funcs, Some(times), options, backend)
}

/// Takes functions read from text on from where they stand.
pub fn resume(
    module: &Module,
    funcs: &mut [Func],
    options: &RunOptions,
    backend: &mut dyn Backend,
) -> Report {
    through(module, funcs, None, options, backend)
}

/// Takes functions on from where they stand; those just built, each in its time, are looked at first.
fn through(
    module: &Module,
    funcs: &mut [Func],
    built: Option<&[Duration]>,
    options: &RunOptions,
    backend: &mut dyn Backend,
) -> Report {
    let mut report = Report::default();
    let mut run = Run::new(module, funcs, options, backend);
    for k in run.bottom_up() {
        let f = &mut funcs[k];
        run.begin(k);
        if let Some(times) = built {
            let mut stats = Stats::new(BUILD);
            stats.add("blocks", f.layout.len() as u64);
            report.passes.push((f.name.clone(), stats, times[k]));
            run.after(f, BUILD, Stage::Func(f.form), None, &mut report);
        }
        run.resume(f, &mut report);
        run.end(f);
    }
    report.warnings.extend(judged(std::mem::take(&mut run.cx.unset), funcs));
    report
}

struct Run<'a> {
    options: &'a RunOptions,
    backend: &'a mut dyn Backend,
    level: u8,
    cx: Cx<'a>,
    optional_run: u64,
    verify: bool,
    /// So many nodes make a look at how many of them are used worth it.
    compact_at: usize,
}

/// Groups of passes that may leave a reader of what nothing sets, and why.
const MAY_UNSET: [(&str, &str); 2] = [
    (
        "scalar-replacement",
        "it makes variables of memory, of which the source may have written none",
    ),
    ("atomic-aggregation", "lanes that do nothing hand on what no lane takes"),
];

/// True for a pass behind which nothing is read that nothing sets but what was before it.
fn keeps_set(pass: &Pass) -> bool {
    let stays = pass.form == Form::Ssa && pass.leaves == Form::Ssa;
    stays && !MAY_UNSET.iter().any(|(group, _)| *group == pass.group)
}

/// How far a row is that has steps behind its pass and rounds.
#[derive(Clone, Copy)]
struct Within {
    /// The round, from 1.
    round: u32,
    /// So many of the steps are done in it, or left out.
    steps: usize,
}

impl Within {
    /// The row that a function stands at, and how far it is where it is not through: `full-unrolling:2.1`.
    fn of(at: &str) -> (&str, Option<Within>) {
        let Some((row, within)) = at.split_once(':') else { return (at, None) };
        let within = within.split_once('.').and_then(|(round, steps)| {
            Some(Within { round: round.parse().ok()?, steps: steps.parse().ok()? })
        });
        (row, within)
    }

    fn text(self, row: &str) -> String {
        format!("{row}:{}.{}", self.round, self.steps)
    }
}

/// The row that a function stands at, by what its text says: [`optx_ir::Func::at`].
pub fn row_of(at: &str) -> &str {
    Within::of(at).0
}

/// No codemap of fewer nodes is compacted.
const LEAST_COMPACTED: usize = 4096;

impl<'a> Run<'a> {
    fn new(
        module: &'a Module,
        funcs: &[Func],
        options: &'a RunOptions,
        backend: &'a mut dyn Backend,
    ) -> Run<'a> {
        Run {
            options,
            backend,
            level: module.options.opt_level,
            cx: Cx {
                given: options.given.clone(),
                launches: options.launches.clone(),
                ..Cx::shuffled(module, funcs, options.shuffle_seed)
            },
            optional_run: 0,
            verify: options.verify || cfg!(debug_assertions),
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

    fn wanted(&mut self, pass: &Pass, f: &Func, report: &mut Report) -> bool {
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
        // Claims are of closed SSA.
        let closes =
            pass.name == crate::driver::pipeline::CLOSE && self.cx.facts.module.options.claims;
        let demanded = said('+', pass.name) || closes;
        let skipped = said('-', pass.name) || said('-', pass.group);
        if (self.level < pass.level && !demanded) || skipped {
            return false;
        }
        // What runs at every level may be left out by name, but is no step of optimizing.
        if pass.level == 0 {
            return true;
        }
        self.optional_run += 1;
        let Some(limit) = self.options.bisect_limit else { return true };
        let runs = self.optional_run <= limit;
        let word = if runs { "running" } else { "NOT running" };
        report.dumps.push_str(&format!(
            "BISECT: {word} pass ({}) {} on {}\n",
            self.optional_run, pass.name, f.name
        ));
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
        let mut done = from.map(|within| within.steps);
        loop {
            let first = match done.take() {
                Some(done) => done,
                None if self.wanted(row, f, report) && self.pass(f, row, report) => 0,
                None => break,
            };
            for (k, step) in row.then.iter().enumerate().skip(first) {
                let is_right = report.violations.is_empty();
                if is_right && self.wanted(step, f, report) {
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
        let text_before = self.dump_before(f, pass, report);
        let leaves_ssa = pass.form == Form::Ssa && pass.leaves != Form::Ssa;
        let source = (self.verify && leaves_ssa).then(|| f.clone());
        let unset = (self.verify && keeps_set(pass)).then(|| unset::versions_read(f));
        self.cx.remarks.turn_to((pass.name, pass.group), &self.options.remarks);
        // An analysis is made in the time of who asks first.
        let start = Instant::now();
        for &analysis in pass.needs {
            self.cx.analyses.compute(f, analysis);
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
            if has_changed && !pass.preserves.contains(&Analysis::Uses) {
                self.cx.analyses.forget_uses();
            }
        }
        let changed = stats.changed();
        if pass.is_row() && is_over_func {
            f.at = match changed && !pass.then.is_empty() {
                true => Within { round: self.cx.rounds.number(), steps: 0 }.text(pass.name),
                false => pass.name.to_owned(),
            };
        }
        report.passes.push((f.name.clone(), stats, start.elapsed()));
        self.after(f, pass.name, pass.leaves, text_before, report);
        if let Some(before) = unset {
            let after = unset::versions_read(f);
            let told = after.difference(&before).map(|&(aux, version)| {
                Violation::from(format!(
                    "{aux}.{} is read, and nothing sets it any more",
                    version.0
                ))
            });
            let told: Vec<Violation> = told.collect();
            self.violated(f, pass.name, told, report);
        }
        if let Some(source) = source {
            let found = crate::pass::out::leave_ssa::check(&source, f);
            self.violated(f, pass.name, found.into_iter().map(Violation::from), report);
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
            self.cx.analyses.forget_uses();
        }
        // Nothing is counted again before the codemap has grown by as much.
        self.compact_at = LEAST_COMPACTED.max(2 * used).max(f.codemap.len() + used);
    }

    fn prints(&self, f: &Func, pass: &str, when: When) -> bool {
        self.options.prints(pass, when, &f.name, &f.ptx_name)
    }

    fn dump_before(&self, f: &Func, pass: &Pass, report: &mut Report) -> Option<String> {
        let before = self.prints(f, pass.name, When::Before);
        // What becomes of another kind has no line in common.
        let kind = std::mem::discriminant::<Stage>;
        let diff = self.options.print_diff
            && kind(&pass.form) == kind(&pass.leaves)
            && self.prints(f, pass.name, When::After);
        if !before && !diff {
            return None;
        }
        let text = self.text(f, pass.form);
        if before {
            report.dumps.push_str(&format!("; before {} on {}\n{text}", pass.name, f.name));
        }
        Some(text)
    }

    /// The function at a stage, for the reader.
    fn text(&self, f: &Func, stage: Stage) -> String {
        if !matches!(stage, Stage::Func(_)) {
            return self.backend.dump(f, false);
        }
        let mut text = String::new();
        optx_ir::print::print_func(&mut text, &self.cx.facts.module.locs, f);
        text
    }

    fn after(
        &mut self,
        f: &Func,
        pass: &str,
        stage: Stage,
        before: Option<String>,
        report: &mut Report,
    ) {
        if self.prints(f, pass, When::After) {
            let text = self.text(f, stage);
            let changed = match before.filter(|_| self.options.print_diff) {
                Some(old) => line_diff(&old, &text),
                None => text,
            };
            let nothing = if changed.is_empty() { ": nothing changes" } else { "" };
            report.dumps.push_str(&format!("; after {pass} on {}{nothing}\n{changed}", f.name));
        }
        if !matches!(stage, Stage::Func(_)) {
            if self.verify {
                self.code_violated(f, pass, report);
            }
            return;
        }
        if self.options.print.is_empty() && !self.options.print_all
            || self.prints(f, pass, When::After)
        {
            for name in &self.options.print_analysis {
                if let Some(text) = super::print_analysis::print(&self.cx, f, name) {
                    report.dumps.push_str(&format!("; {name} after {pass} on {}\n{text}", f.name));
                }
            }
        }
        if self.verify {
            self.violated(f, pass, optx_ir::verify::verify(f), report);
            let stale = self.cx.analyses.stale(f).into_iter();
            let told = |a: Analysis| Violation::from(format!("{} was not preserved", a.name()));
            self.violated(f, pass, stale.map(told), report);
            // A summary that was read from text, or that a pass broke, must not reach the callers.
            if let Some(told) = f.summary.filter(|_| f.form != Form::Regs)
                && !told.covers(crate::analysis::summarize::of(f, &self.cx.facts))
            {
                let wrong = Violation::from("does what its summary does not tell".to_owned());
                self.violated(f, pass, [wrong], report);
            }
        }
    }

    /// As [`Run::violated`], of the code generator's code.
    fn code_violated(&self, f: &Func, pass: &str, report: &mut Report) {
        let found = self.backend.verify();
        if !found.is_empty() && report.violations.is_empty() {
            report.dumps.push_str(&format!("; broken by {pass} on {}\n", f.name));
            report.dumps.push_str(&self.backend.dump(f, true));
        }
        report.violations.extend(found.iter().map(|v| format!("{}: {pass}: {v}", f.name)));
    }

    /// Tells of broken invariants, and shows the first pass's in the function's text, where they are.
    fn violated(
        &self,
        f: &Func,
        pass: &str,
        found: impl IntoIterator<Item = Violation>,
        report: &mut Report,
    ) {
        let found: Vec<Violation> = found.into_iter().collect();
        if found.is_empty() {
            return;
        }
        if report.violations.is_empty() {
            report.dumps.push_str(&format!("; broken by {pass} on {}\n", f.name));
            optx_ir::print::print_broken(&mut report.dumps, &self.cx.facts.module.locs, f, &found);
        }
        report.violations.extend(found.iter().map(|v| format!("{}: {pass}: {v}", f.name)));
    }
}
