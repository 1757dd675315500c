//! From source, or a text form, to the result asked for.

use crate::dependencies::{IncludedFile, Noting};
use crate::diagnostics::Report;
use crate::kernel_info::{self, KernelInfo};
use crate::options::{Emit, Input, Options};
use crate::phases::{FRONTEND, LOWERING};
use crate::text_input;
use crate::variance;
use crate::watch::Watch;
use optx_cg::regalloc::limit::LowCap;
use optx_cg::{CgError, Generator, Names, NamesInTexts, Wanted};
use optx_facts::{Facts, Request};
use optx_ir::Func;
use optx_ir::dominance::Dominance;
use optx_source::{Diagnostic, Span, code};
use optx_whirl::verify::{AtLevel, verify_module};
use optx_whirl::vho::VhoErrorKind;
use optx_whirl::{LaunchBounds, Module, Pos};
use optx_wopt::driver::observe::{Observers, When};
use optx_wopt::driver::observers::Offered;
use optx_wopt::driver::runner::{Watched, optimize_watched, resume_watched};
use optx_wopt::driver::snapshot::Snapshot;
use optx_wopt::{Backend, NoBackend};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// What a compilation gave.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The result: PTX, or what `--emit` asked for.
    pub text: String,
    /// Name expressions, and what each is called in the PTX.
    pub lowered_names: Vec<(String, String)>,
    /// Kernels, in order.
    pub kernels: Vec<KernelInfo>,
    /// Dumps, statistics and times, for standard error.
    pub notes: String,
    /// What variance claims of the registers of the PTX, where that was asked for.
    pub claims: Option<String>,
    /// Files that were included.
    pub(crate) included: Vec<IncludedFile>,
    /// The optional steps that came, where they are limited.
    pub(crate) offered: Vec<Offered>,
    /// What is known by line, where that was asked for.
    pub(crate) facts: Facts,
}

/// Compiles `source`, named `name`; diagnostics go to `report`. None where there are errors.
pub(crate) fn run(
    name: &str,
    source: &str,
    options: &Options,
    include: &dyn optx_frontend::Include,
    report: &mut Report,
    request: Option<Request>,
    observers: Observers<'_, '_>,
) -> Option<Output> {
    for ignored in &options.ignored {
        report.push(Diagnostic::new(code::IGNORED_OPTION, Span::NONE, ignored.clone()));
    }
    for said in &options.unknown_warnings {
        report.push(Diagnostic::new(code::UNKNOWN_WARNING, Span::NONE, said.clone()));
    }
    let request = request.or(options.variance_remarks.then(Request::default));
    let watch = Watch::new(options, observers);
    let mut driver = Driver { options, report, watch, request };
    match options.input {
        Input::Cu => driver.source(name, source, include),
        Input::Whirl => {
            let begin = Instant::now();
            driver.report.read_text(name, source);
            let (module, level) = text_input::whirl(name, source, options, driver.report)?;
            driver.watch.ledger.step("read-whirl", begin, &[("bytes", source.len())]);
            driver.whirl(module, level, Some((name, source)))
        }
        Input::Ssa => {
            let begin = Instant::now();
            driver.report.read_text(name, source);
            let (module, funcs) = text_input::ssa(name, source, options, driver.report)?;
            driver.watch.ledger.step("read-ssa", begin, &[("bytes", source.len())]);
            let bounds = funcs.iter().map(|f| (&*f.name, f.pos, f.launch_bounds));
            driver.bounds_allow_the_shape(&module, bounds)?;
            driver.functions(&module, funcs, None)
        }
    }
}

fn run_options(options: &Options) -> optx_wopt::RunOptions {
    let mut run = options.run.clone();
    let last_ssa = "split-edges";
    run.stop_after = match options.emit {
        Emit::Cfg | Emit::CfgDot | Emit::DomDot => {
            Some(optx_wopt::driver::pipeline::BUILD.to_owned())
        }
        Emit::Ssa => Some(last_ssa.to_owned()),
        _ => None,
    };
    run
}

/// One compilation, step by step.
struct Driver<'a, 'c, 'o> {
    options: &'a Options,
    report: &'a mut Report,
    watch: Watch<'c, 'o>,
    /// What is asked of facts by line.
    request: Option<Request>,
}

impl Driver<'_, '_, '_> {
    fn source(
        &mut self,
        name: &str,
        source: &str,
        include: &dyn optx_frontend::Include,
    ) -> Option<Output> {
        let begin = Instant::now();
        let noting = Noting::new(include);
        let frontend = crate::frontend::options(self.options, &noting);
        let early = crate::frontend::early_dump(name, source, self.options, &frontend, self.report);
        if let Some(text) = early {
            let included = noting.files(&self.report.map);
            return Some(Output { text, included, ..Output::default() });
        }
        let mut module = crate::frontend::translate(name, source, &frontend, self.report)?;
        let included = noting.files(&self.report.map);
        let lowered_names = std::mem::take(&mut module.lowered_names);
        let counters = [("bytes", source.len()), ("functions", module.functions.len())];
        self.watch.ledger.step(FRONTEND, begin, &counters);
        let output = self.whirl(module, AtLevel::Vh, None)?;
        let told = lowered_names.iter().map(|(name, lowered)| format!("{name} is {lowered}\n"));
        let notes = told.collect::<String>() + &output.notes;
        Some(Output { lowered_names, notes, included, ..output })
    }

    /// From WHIRL on, which came from a source or from a text of that name.
    fn whirl(
        &mut self,
        module: Module,
        level: AtLevel,
        text: Option<(&str, &str)>,
    ) -> Option<Output> {
        let bounds = module.functions.iter().map(|pu| (&*pu.name, pu.pos, pu.launch_bounds));
        self.bounds_allow_the_shape(&module, bounds)?;
        if module.options.max_registers.is_some() {
            for pu in module.functions.iter().filter(|pu| pu.launch_bounds.is_some()) {
                let span = self.report.span_of(&module.files, pu.pos, &pu.name);
                let message = format!(
                    "the register cap is written for `{}` too, which has launch bounds; nvcc would ignore it there",
                    pu.name
                );
                self.report.push(Diagnostic::new(code::CAP_BESIDE_BOUNDS, span, message));
            }
        }
        if level == AtLevel::Vh {
            debug_assert_eq!(verify_module(&module, AtLevel::Vh), vec![]);
            self.watch.whirl(&module, FRONTEND, When::After);
        }
        if self.options.emit == Emit::WhirlVh {
            return self.whirl_text(&module);
        }
        let mut module = if level == AtLevel::Vh { self.lower(module)? } else { module };
        match text {
            // What lowering makes of a text shows more of it.
            Some(text) if !text_input::is_valid(&module, text, self.report) => return None,
            Some(_) => {}
            None => debug_assert_eq!(verify_module(&module, AtLevel::M), vec![]),
        }
        if self.options.emit == Emit::WhirlM {
            return self.whirl_text(&module);
        }
        self.watch.whirl(&module, optx_wopt::driver::pipeline::BUILD, When::Before);
        let (funcs, times) = optx_wopt::driver::runner::build(&mut module);
        if let Some(text) = text
            && !text_input::holds(&module, &funcs, text, self.report)
        {
            return None;
        }
        self.functions(&module, funcs, Some(times))
    }

    fn whirl_text(&mut self, module: &Module) -> Option<Output> {
        let begin = Instant::now();
        let text = optx_whirl::print::print_module(module);
        self.watch.ledger.step("print-whirl", begin, &[("bytes", text.len())]);
        Some(Output { text, notes: self.watch.ledger.text(self.options), ..Output::default() })
    }

    /// VH to M.
    fn lower(&mut self, module: Module) -> Option<Module> {
        self.watch.whirl(&module, LOWERING, When::Before);
        let begin = Instant::now();
        let mut told = Vec::new();
        let lowered = optx_whirl::vho::lower_with(&module, &self.options.run.remarks, &mut told);
        match lowered {
            Ok(lowered) => {
                crate::remarks::tell(&lowered, &told, self.report);
                let before = module.functions.len();
                // Both trees at once would double the peak.
                drop(module);
                let counters = [("functions inlined or dropped", before - lowered.functions.len())];
                self.watch.ledger.step(LOWERING, begin, &counters);
                self.watch.whirl(&lowered, LOWERING, When::After);
                Some(lowered)
            }
            Err(errors) => {
                for error in errors {
                    let (code, function) = match &error.kind {
                        VhoErrorKind::Recursion(cycle) => (code::RECURSION, cycle.first()),
                        VhoErrorKind::Parts(name) => (code::LIMIT_OBJECT, Some(name)),
                    };
                    let function = function.map_or("", String::as_str);
                    let span = self.report.span_of(&module.files, error.pos, function);
                    self.report.push(Diagnostic::new(code, span, error.to_string()));
                }
                None
            }
        }
    }

    /// Through the pipeline to the result: functions just built (`times` says in what time), or read from text.
    fn functions(
        &mut self,
        module: &Module,
        mut funcs: Vec<Func>,
        times: Option<Vec<Duration>>,
    ) -> Option<Output> {
        self.filter_names_a_function(&funcs)?;
        let options = self.options;
        let mut output = Output::default();
        // Functions read from text may be past the stage that is asked for.
        if let Some(request) = self.request.as_ref().filter(|_| times.is_some()) {
            let request = &Request { bisect_limit: options.asked.bisect_limit, ..request.clone() };
            match optx_facts::of_module(module, &funcs, request, &options.run, &self.report.map) {
                Ok(found) => output.facts = found,
                Err(violations) => return broken(violations, "", self.report),
            }
            if options.variance_remarks {
                variance::remarks(&output.facts, self.report);
            }
        }
        let wanted = Wanted { lir: options.emit == Emit::Lir, lines: false };
        let coded = matches!(options.emit, Emit::Ptx | Emit::Lir);
        let mut generator = match coded.then(|| Generator::new(module, &funcs, wanted)) {
            None => None,
            Some(Ok(generator)) => Some(generator),
            Some(Err(errors)) => return refused(module, errors, self.report),
        };
        let backend: &mut dyn Backend = match &mut generator {
            Some(generator) => generator,
            None => &mut NoBackend,
        };
        let run = run_options(options);
        let ran = self.watch.with(|observers| {
            let how = Watched { options: &run, backend, observers };
            match times {
                Some(times) => optimize_watched(module, &mut funcs, &times, how),
                None => resume_watched(module, &mut funcs, how),
            }
        });
        output.notes = self.watch.notes();
        output.offered = self.watch.offered();
        crate::remarks::tell(module, &ran.remarks, self.report);
        crate::remarks::warn(module, &ran.warnings, self.report);
        if !ran.violations.is_empty() {
            let shown = ran.broken.as_ref().map_or("", Snapshot::text);
            return broken(ran.violations, shown, self.report);
        }
        let begin = Instant::now();
        let names;
        (output.text, names) = match generator.map(Generator::finish) {
            Some(Ok(generated)) => {
                let claims = &generated.claims;
                let told = module.options.claims.then(|| crate::claims::json(module, claims));
                output.claims = told;
                if let Some(cap) = generated.low_cap {
                    self.report.push(Diagnostic::new(code::LOW_CAP, Span::NONE, raised(cap)));
                }
                (generated.text, generated.names)
            }
            Some(Err(errors)) => return refused(module, errors, self.report),
            None => {
                let text = match options.emit {
                    Emit::CfgDot => {
                        let dot = |f: &Func| optx_ir::print::cfg_dot(&module.locs, f);
                        funcs.iter().map(dot).collect()
                    }
                    Emit::DomDot => funcs.iter().map(dom_dot).collect(),
                    _ => optx_ir::print::print_module(module, &funcs),
                };
                let in_texts = NamesInTexts::new(module, &funcs);
                (text, funcs.iter().map(|f| Names::of(f, &in_texts)).collect())
            }
        };
        if options.emit == Emit::Ptx && !crate::limits::keep(module, &funcs, &names, self.report) {
            return None;
        }
        output.kernels = kernel_info::of_all(module, &funcs, &names);
        self.watch.ledger.step("assemble", begin, &[("bytes", output.text.len())]);
        output.notes.push_str(&self.watch.ledger.text(options));
        Some(output)
    }

    /// Launch bounds allow as many threads as `--block-dim` has; an error for each function whose bounds do not.
    fn bounds_allow_the_shape<'f>(
        &mut self,
        module: &Module,
        bounds: impl Iterator<Item = (&'f str, Pos, Option<LaunchBounds>)>,
    ) -> Option<()> {
        let Some([x, y, z]) = module.options.block_dim else { return Some(()) };
        let threads = x.saturating_mul(y).saturating_mul(z);
        let mut allowed = Some(());
        for (name, pos, bounds) in bounds {
            let Some(most) = bounds.map(|b| b.max_threads).filter(|&most| most < threads) else {
                continue;
            };
            let span = self.report.span_of(&module.files, pos, name);
            let message = format!(
                "the launch bounds of `{name}` allow {most} threads a block; --block-dim={x},{y},{z} has {threads}"
            );
            self.report.push(Diagnostic::new(code::BOUNDS_BELOW_BLOCK, span, message));
            allowed = None;
        }
        allowed
    }

    /// `--filter-kernel` names something; an error with the near names where it does not.
    fn filter_names_a_function(&mut self, funcs: &[Func]) -> Option<()> {
        let Some(filter) = &self.options.asked.filter else { return Some(()) };
        if funcs.iter().any(|f| f.name == *filter || f.ptx_name == *filter) {
            return Some(());
        }
        let names = funcs.iter().map(|f| f.name.as_str());
        let hint = match optx_source::nearest(filter, names.clone()) {
            Some(near) => format!("; did you mean `{near}`?"),
            None if funcs.is_empty() => String::new(),
            None => format!("; there are {}", names.take(8).collect::<Vec<_>>().join(", ")),
        };
        let message = format!("--filter-kernel: there is no `{filter}`{hint}");
        self.report.push(Diagnostic::new(code::NO_SUCH_KERNEL, Span::NONE, message));
        None
    }
}

/// That ptxas does not keep to a cap, and what would be enough.
fn raised(cap: LowCap) -> String {
    let LowCap { asked, least, enough } = cap;
    let enough = enough.map_or(String::new(), |enough| {
        format!("; about the smallest that is enough here is --maxrregcount={enough}")
    });
    format!(
        "--maxrregcount={asked}: ptxas takes {least} registers at least for this target{enough}"
    )
}

/// What the target cannot do.
fn refused(module: &Module, errors: Vec<CgError>, report: &mut Report) -> Option<Output> {
    for error in errors {
        let span = report.span_of(&module.files, error.pos, &error.function);
        report.push(Diagnostic::new(code::TARGET_LACKS, span, error.message));
    }
    None
}

/// A bug of ours: the first one's place is shown.
fn broken(violations: Vec<String>, text: &str, report: &mut Report) -> Option<Output> {
    let mut place = Some(around_violations(text));
    for violation in violations {
        let message = format!("a bug in optx: {violation}");
        let mut told = Diagnostic::new(code::INTERNAL, Span::NONE, message);
        if let Some(text) = place.take() {
            told = told.note(Span::NONE, text);
        }
        report.push(told);
    }
    None
}

/// What the runner shows of broken invariants (`;!!`), each with the lines around it.
fn around_violations(text: &str) -> String {
    const AROUND: usize = 6;
    let lines: Vec<&str> = text.lines().collect();
    let marked = |k: usize| lines[k].starts_with(";!!");
    let near = |k: usize| (k.saturating_sub(AROUND)..lines.len().min(k + AROUND)).any(marked);
    let shown: Vec<&str> =
        (0..lines.len()).filter(|&k| near(k)).map(|k| lines[k]).take(60).collect();
    format!("in the function's text:\n{}", shown.join("\n"))
}

fn dom_dot(f: &Func) -> String {
    let dom = Dominance::of(f);
    let mut out = format!("digraph {} {{\n", optx_whirl::print::quoted(&f.name));
    for &bb in dom.preorder() {
        let _ = writeln!(out, "  {bb} [shape=box];");
        if let Some(up) = dom.idom(bb) {
            let _ = writeln!(out, "  {up} -> {bb};");
        }
    }
    out.push_str("}\n");
    out
}
