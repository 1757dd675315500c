//! From source, or a text form, to the result asked for.

use crate::diagnostics::Report;
use crate::kernel_info::{self, KernelInfo};
use crate::options::{Emit, Input, Options};
use optx_cg::{CgError, Generator, Names, Wanted};
use optx_ir::Func;
use optx_ir::dominance::Dominance;
use optx_source::{Diagnostic, Span, code};
use optx_whirl::Module;
use optx_whirl::verify::{AtLevel, verify_module};
use optx_wopt::{Backend, NoBackend, Stats};
use std::fmt::Write as _;
use std::time::Duration;

/// What a compilation gave.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The result: PTX, or what `--emit` asked for.
    pub text: String,
    /// Kernels, in order.
    pub kernels: Vec<KernelInfo>,
    /// Dumps, statistics and times, for standard error.
    pub notes: String,
}

/// Compiles `source`, named `name`; diagnostics go to `report`. None where there are errors.
pub(crate) fn run(
    name: &str,
    source: &str,
    options: &Options,
    include: &dyn optx_frontend::Include,
    report: &mut Report,
) -> Option<Output> {
    for ignored in &options.ignored {
        let message = format!("{ignored} means nothing for PTX and is ignored");
        report.push(Diagnostic::new(code::IGNORED_OPTION, Span::NONE, message));
    }
    match options.input {
        Input::Cu => {
            let frontend = crate::frontend::options(options, include);
            if let Some(text) =
                crate::frontend::early_dump(name, source, options, &frontend, report)
            {
                return Some(Output { text, ..Output::default() });
            }
            let mut module = crate::frontend::translate(name, source, &frontend, report)?;
            module.options = options.code.clone();
            from_whirl(module, AtLevel::Vh, options, report)
        }
        Input::Whirl => {
            let (module, level) = crate::text_input::whirl(name, source, options, report)?;
            from_whirl(module, level, options, report)
        }
        Input::Ssa => {
            let (module, funcs) = crate::text_input::ssa(name, source, options, report)?;
            to_text(&module, funcs, None, options, report)
        }
    }
}

fn run_options(options: &Options) -> optx_wopt::RunOptions {
    let mut run = options.run.clone();
    let last_ssa = "split-edges";
    run.stop_after = match options.emit {
        Emit::Cfg | Emit::CfgDot | Emit::DomDot => Some(optx_wopt::pipeline::BUILD.to_owned()),
        Emit::Ssa => Some(last_ssa.to_owned()),
        _ => None,
    };
    run
}

fn from_whirl(
    module: Module,
    level: AtLevel,
    options: &Options,
    report: &mut Report,
) -> Option<Output> {
    if module.options.max_registers.is_some() {
        for pu in module.functions.iter().filter(|pu| pu.launch_bounds.is_some()) {
            let span = report.span_of(&module.files, pu.pos);
            let message = format!(
                "the register cap is written for `{}` too, which has launch bounds; nvcc would ignore it there",
                pu.name
            );
            report.push(Diagnostic::new(code::CAP_BESIDE_BOUNDS, span, message));
        }
    }
    if level == AtLevel::Vh {
        debug_assert_eq!(verify_module(&module, AtLevel::Vh), vec![]);
    }
    if options.emit == Emit::WhirlVh {
        let text = optx_whirl::print::print_module(&module);
        return Some(Output { text, ..Output::default() });
    }
    let module = if level == AtLevel::Vh {
        let lowered = optx_whirl::vho::lower(&module);
        match lowered {
            Ok(lowered) => {
                // Both trees at once would double the peak.
                drop(module);
                lowered
            }
            Err(errors) => {
                for error in errors {
                    let span = report.span_of(&module.files, error.pos);
                    let code = match error.kind {
                        optx_whirl::vho::VhoErrorKind::Recursion(_) => code::RECURSION,
                        optx_whirl::vho::VhoErrorKind::Parts(_) => code::LIMIT_OBJECT,
                    };
                    report.push(Diagnostic::new(code, span, error.to_string()));
                }
                return None;
            }
        }
    } else {
        module
    };
    debug_assert_eq!(verify_module(&module, AtLevel::M), vec![]);
    if options.emit == Emit::WhirlM {
        let text = optx_whirl::print::print_module(&module);
        return Some(Output { text, ..Output::default() });
    }
    let mut module = module;
    let (funcs, times) = optx_wopt::runner::build(&mut module);
    to_text(&module, funcs, Some(times), options, report)
}

/// Through the pipeline to the result: functions just built (`times` says in what time), or read from text.
fn to_text(
    module: &Module,
    mut funcs: Vec<Func>,
    times: Option<Vec<Duration>>,
    options: &Options,
    report: &mut Report,
) -> Option<Output> {
    let wanted = Wanted { lir: options.emit == Emit::Lir, lines: false };
    let coded = matches!(options.emit, Emit::Ptx | Emit::Lir);
    let mut generator = match coded.then(|| Generator::new(module, &funcs, wanted)) {
        None => None,
        Some(Ok(generator)) => Some(generator),
        Some(Err(errors)) => return refused(module, errors, report),
    };
    let backend: &mut dyn Backend = match &mut generator {
        Some(generator) => generator,
        None => &mut NoBackend,
    };
    let run = run_options(options);
    let ran = match times {
        Some(times) => optx_wopt::optimize(module, (&mut funcs, &times), &run, backend),
        None => optx_wopt::resume(module, &mut funcs, &run, backend),
    };
    let mut output = Output { notes: ran.dumps, ..Output::default() };
    if options.stats || options.time_passes {
        notes(&ran.passes, options, &mut output.notes);
    }
    if !ran.violations.is_empty() {
        return broken(ran.violations, &output.notes, report);
    }
    let names;
    (output.text, names) = match generator.map(Generator::finish) {
        Some(Ok(generated)) => (generated.text, generated.names),
        Some(Err(errors)) => return refused(module, errors, report),
        None => {
            let text = match options.emit {
                Emit::CfgDot => funcs.iter().map(optx_ir::print::cfg_dot).collect(),
                Emit::DomDot => funcs.iter().map(dom_dot).collect(),
                _ => optx_ir::print::print_module(module, &funcs),
            };
            (text, funcs.iter().map(Names::of).collect())
        }
    };
    output.kernels = kernel_info::of_all(module, &funcs, &names);
    Some(output)
}

/// What the target cannot do.
fn refused(module: &Module, errors: Vec<CgError>, report: &mut Report) -> Option<Output> {
    for error in errors {
        let span = report.span_of(&module.files, error.pos);
        report.push(Diagnostic::new(code::TARGET_LACKS, span, error.message));
    }
    None
}

/// A bug of ours: the first one's place is shown.
fn broken(violations: Vec<String>, dumps: &str, report: &mut Report) -> Option<Output> {
    let mut place = Some(around_violations(dumps));
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
fn around_violations(dumps: &str) -> String {
    const AROUND: usize = 6;
    let lines: Vec<&str> = dumps.lines().collect();
    let marked = |k: usize| lines[k].starts_with(";!!");
    let near = |k: usize| (k.saturating_sub(AROUND)..lines.len().min(k + AROUND)).any(marked);
    let shown: Vec<&str> =
        (0..lines.len()).filter(|&k| near(k)).map(|k| lines[k]).take(60).collect();
    format!("in the function's text:\n{}", shown.join("\n"))
}

fn notes(passes: &[(String, Stats, Duration)], options: &Options, out: &mut String) {
    for (function, stats, time) in passes {
        let _ = write!(out, "{function}: {}", stats.pass);
        if options.time_passes {
            let _ = write!(out, " {:.1} us", time.as_secs_f64() * 1e6);
        }
        if options.stats {
            for (name, count) in &stats.counters {
                let _ = write!(out, ", {name} {count}");
            }
        }
        out.push('\n');
    }
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
