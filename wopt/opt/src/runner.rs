//! The runner: the only place that decides what runs, and that times, prints, verifies and bisects.

use crate::analyses::{Analysis, CFG};
use crate::pipeline::{BUILD, Pass, TABLE};
use crate::{Cx, Stats};
use optx_ir::verify::Violation;
use optx_ir::{Form, Func};
use optx_whirl::Module;
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
    /// Passes to leave out, by name or by group; required ones cannot be.
    pub skip: Vec<String>,
    /// Rows [`crate::pipeline::ON_DEMAND`] to run, by name.
    pub demand: Vec<String>,
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
}

/// What the runner found and did, for the caller to show.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// IR dumps and bisection notes, for standard error.
    pub dumps: String,
    /// Per pass run: function, statistics, time.
    pub passes: Vec<(String, Stats, Duration)>,
    /// Broken invariants, with pass and function: a bug in the compiler.
    pub violations: Vec<String>,
}

/// Takes every function of a verified M module through the pipeline.
pub fn optimize(module: &Module, options: &RunOptions) -> (Vec<Func>, Report) {
    let mut report = Report::default();
    // All are built before the first goes on: which objects are exposed is a fact of the module.
    let mut funcs = Vec::new();
    let mut times = Vec::new();
    for pu in &module.functions {
        let start = Instant::now();
        let mut f = crate::build::build(module, pu);
        f.at = BUILD.to_owned();
        funcs.push(f);
        times.push(start.elapsed());
    }
    let mut run = Run::new(module, &funcs, options);
    for k in run.bottom_up() {
        let f = &mut funcs[k];
        let mut stats = Stats::new(BUILD);
        stats.add("blocks", f.layout.len() as u64);
        report.passes.push((f.name.clone(), stats, times[k]));
        run.begin(k);
        run.after(f, BUILD, None, &mut report);
        run.resume(f, &mut report);
        run.end(f);
    }
    (funcs, report)
}

/// Takes functions read from text on from where they stand.
pub fn resume(module: &Module, funcs: &mut [Func], options: &RunOptions) -> Report {
    let mut report = Report::default();
    let mut run = Run::new(module, funcs, options);
    for k in run.bottom_up() {
        run.begin(k);
        run.resume(&mut funcs[k], &mut report);
        run.end(&funcs[k]);
    }
    report
}

struct Run<'a> {
    options: &'a RunOptions,
    level: u8,
    cx: Cx<'a>,
    optional_run: u64,
    verify: bool,
    /// So many nodes make a look at how many of them are used worth it.
    compact_at: usize,
}

/// No codemap of fewer nodes is compacted.
const LEAST_COMPACTED: usize = 4096;

impl<'a> Run<'a> {
    fn new(module: &'a Module, funcs: &[Func], options: &'a RunOptions) -> Run<'a> {
        Run {
            options,
            level: module.options.opt_level,
            cx: Cx::shuffled(module, funcs, options.shuffle_seed),
            optional_run: 0,
            verify: options.verify || cfg!(debug_assertions),
            compact_at: LEAST_COMPACTED,
        }
    }

    /// The functions, callees before their callers.
    fn bottom_up(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cx.calls.len()).collect();
        self.cx.shuffle(&mut order);
        let mut calls = self.cx.calls.clone();
        calls.iter_mut().for_each(|callees| self.cx.shuffle(callees));
        crate::summarize::bottom_up(&order, &calls).0
    }

    /// A function's turn begins.
    fn begin(&mut self, number: usize) {
        self.cx.turn_to(number);
        self.compact_at = LEAST_COMPACTED;
    }

    /// A function's turn ends; its callers are told of it.
    fn end(&mut self, f: &Func) {
        self.cx.summaries[self.cx.function] = f.summary;
    }

    fn wanted(&mut self, pass: &Pass, f: &Func, report: &mut Report) -> bool {
        if pass.required {
            return true;
        }
        let demanded = self.options.demand.iter().any(|d| d == pass.name);
        let skipped = self.options.skip.iter().any(|s| s == pass.name || s == pass.group);
        if (self.level < pass.level && !demanded) || skipped {
            return false;
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
        let done = TABLE.iter().position(|p| p.name == f.at).map_or(0, |k| k + 1);
        if self.options.stop_after.as_deref() == Some(f.at.as_str()) {
            return;
        }
        for pass in &TABLE[done..] {
            // What follows a broken invariant means nothing.
            if !report.violations.is_empty() {
                return;
            }
            if self.wanted(pass, f, report) {
                self.pass(f, pass, report);
            }
            if self.options.stop_after.as_deref() == Some(pass.name) {
                f.at = pass.name.to_owned();
                return;
            }
        }
    }

    fn pass(&mut self, f: &mut Func, pass: &Pass, report: &mut Report) {
        assert_eq!(f.form, pass.form, "pass {} is run in the wrong form", pass.name);
        let text_before = self.dump_before(f, pass, report);
        let leaves_ssa = pass.form == Form::Ssa && pass.leaves != Form::Ssa;
        let source = (self.verify && leaves_ssa).then(|| f.clone());
        for &analysis in pass.needs {
            self.cx.analyses.compute(f, analysis);
        }
        let start = Instant::now();
        let mut stats = (pass.run)(f, &mut self.cx);
        stats.pass = pass.name;
        self.cx.scratch.reset();
        if stats.changed() {
            self.cx.analyses.keep(pass.preserves);
        }
        self.compact(f);
        report.passes.push((f.name.clone(), stats, start.elapsed()));
        f.at = pass.name.to_owned();
        self.after(f, pass.name, text_before, report);
        if let Some(source) = source {
            let found = crate::leave_ssa::check(&source, f);
            self.violated(f, pass.name, found.into_iter().map(Violation::from), report);
        }
    }

    /// Drops unused nodes where they are more than the others.
    fn compact(&mut self, f: &mut Func) {
        if f.codemap.len() < self.compact_at {
            return;
        }
        let used = f.nodes_in_use();
        if f.codemap.len() > 2 * used {
            f.compact();
            self.cx.analyses.keep(CFG);
        }
        // Nothing is counted again before the codemap has grown by as much.
        self.compact_at = LEAST_COMPACTED.max(2 * used).max(f.codemap.len() + used);
    }

    fn prints(&self, f: &Func, pass: &str, when: When) -> bool {
        let named = self.options.print.iter().any(|(w, p)| *w == when && p == pass);
        let shown = named || (when == When::After && self.options.print_all);
        let filtered =
            self.options.filter.as_ref().is_some_and(|n| *n != f.name && *n != f.ptx_name);
        shown && !filtered
    }

    fn dump_before(&self, f: &Func, pass: &Pass, report: &mut Report) -> Option<String> {
        let before = self.prints(f, pass.name, When::Before);
        let diff = self.options.print_diff && self.prints(f, pass.name, When::After);
        if !before && !diff {
            return None;
        }
        let mut text = String::new();
        optx_ir::print::print_func(&mut text, f);
        if before {
            report.dumps.push_str(&format!("; before {} on {}\n{text}", pass.name, f.name));
        }
        Some(text)
    }

    fn after(&mut self, f: &Func, pass: &str, before: Option<String>, report: &mut Report) {
        if self.prints(f, pass, When::After) {
            let mut text = String::new();
            optx_ir::print::print_func(&mut text, f);
            report.dumps.push_str(&format!("; after {pass} on {}\n", f.name));
            match before.filter(|_| self.options.print_diff) {
                Some(old) => report.dumps.push_str(&line_diff(&old, &text)),
                None => report.dumps.push_str(&text),
            }
        }
        if self.options.print.is_empty() && !self.options.print_all
            || self.prints(f, pass, When::After)
        {
            for name in &self.options.print_analysis {
                if let Some(text) = crate::analyses::print(&self.cx, f, name) {
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
                && !told.covers(crate::summarize::of(f, &self.cx))
            {
                let wrong = Violation::from("does what its summary does not tell".to_owned());
                self.violated(f, pass, [wrong], report);
            }
        }
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
            optx_ir::print::print_broken(&mut report.dumps, f, &found);
        }
        report.violations.extend(found.iter().map(|v| format!("{}: {pass}: {v}", f.name)));
    }
}

/// Lines taken away (`-`) and added (`+`), found by common prefix and suffix, then by the longest common subsequence
/// of what is between (in windows, so that the cost stays near-linear).
fn line_diff(old: &str, new: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut out = String::new();
    let (mut i, mut j) = (0, 0);
    const WINDOW: usize = 200;
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            i += 1;
            j += 1;
            continue;
        }
        // The nearest pair of equal lines ahead.
        let ahead = (0..2 * WINDOW).find_map(|sum| {
            (0..=sum.min(WINDOW)).find_map(|x| {
                let y = sum - x;
                let same = a.get(i + x).is_some() && a.get(i + x) == b.get(j + y);
                same.then_some((x, y))
            })
        });
        let (x, y) = ahead.unwrap_or((a.len() - i, b.len() - j));
        for line in &a[i..(i + x).min(a.len())] {
            out.push_str(&format!("-{line}\n"));
        }
        for line in &b[j..(j + y).min(b.len())] {
            out.push_str(&format!("+{line}\n"));
        }
        i = (i + x).min(a.len());
        j = (j + y).min(b.len());
    }
    out
}
