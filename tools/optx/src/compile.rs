//! From source, or a text form, to the result asked for.

use crate::diagnostics::Report;
use crate::options::{Emit, Input, Options};
use optx_ir::dominance::Dominance;
use optx_ir::{Form, Func};
use optx_source::{Diagnostic, Span, code};
use optx_whirl::sexpr::TextError;
use optx_whirl::verify::{AtLevel, verify_module};
use optx_whirl::{Module, Mtype, Operator, PuKind, TyKind};
use std::fmt::Write as _;

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

/// One kernel of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelInfo {
    /// The name in the source.
    pub name: String,
    /// The name in PTX.
    pub ptx_name: String,
    /// Parameters: name and type as text.
    pub params: Vec<(String, String)>,
    /// Bytes of static shared memory.
    pub shared_bytes: u64,
    /// `__launch_bounds__`: threads, and blocks where given.
    pub launch_bounds: Option<(u32, Option<u32>)>,
}

/// A type as C writes it.
fn type_text(module: &Module, ty: optx_whirl::TyId) -> String {
    match module.types.kind(ty) {
        TyKind::Scalar(m) => match m {
            Mtype::V => "void",
            Mtype::B => "bool",
            Mtype::I1 => "char",
            Mtype::I2 => "short",
            Mtype::I4 => "int",
            Mtype::I8 => "long long",
            Mtype::U1 => "unsigned char",
            Mtype::U2 => "unsigned short",
            Mtype::U4 => "unsigned int",
            Mtype::U8 => "unsigned long long",
            Mtype::F4 => "float",
            Mtype::F8 => "double",
            Mtype::M => "struct",
        }
        .to_owned(),
        TyKind::Bool => "bool".to_owned(),
        TyKind::Pointer(to) => format!("{} *", type_text(module, *to)),
        TyKind::Array(of, count) => format!("{}[{count}]", type_text(module, *of)),
        TyKind::Struct { name, .. } => name.clone(),
    }
}

fn kernel_infos(module: &Module, funcs: &[Func]) -> Vec<KernelInfo> {
    funcs
        .iter()
        .filter(|f| f.kind == PuKind::Kernel)
        .map(|f| KernelInfo {
            name: f.name.clone(),
            ptx_name: f.ptx_name.clone(),
            params: f
                .params
                .iter()
                .map(|p| {
                    let st = &f.locals[p.index()];
                    (st.name.clone(), type_text(module, st.ty))
                })
                .collect(),
            shared_bytes: optx_cg::shared_bytes(module, funcs, f),
            launch_bounds: f.launch_bounds.map(|b| (b.max_threads, b.min_blocks)),
        })
        .collect()
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
            let mut module = match optx_whirl::parse::parse_module(source) {
                Ok(module) => module,
                Err(error) => return text_error(name, source, &error, report),
            };
            override_options(&mut module, options);
            let level = level_of(&module);
            let violations = verify_module(&module, level);
            if !violations.is_empty() {
                for v in violations {
                    report.push(Diagnostic::new(code::BAD_TEXT_FORM, Span::NONE, v.to_string()));
                }
                return None;
            }
            from_whirl(module, level, options, report)
        }
        Input::Ssa => {
            let (mut module, mut funcs) = match optx_ir::parse::parse_module(source) {
                Ok(read) => read,
                Err(error) => return text_error(name, source, &error, report),
            };
            override_options(&mut module, options);
            let mut bad = false;
            for violation in optx_whirl::verify::verify_header(&module) {
                report.push(Diagnostic::new(
                    code::BAD_TEXT_FORM,
                    Span::NONE,
                    violation.to_string(),
                ));
                bad = true;
            }
            for f in &funcs {
                for violation in optx_ir::verify::verify(f) {
                    let message = format!("in {:?}: {violation}", f.name);
                    report.push(Diagnostic::new(code::BAD_TEXT_FORM, Span::NONE, message));
                    bad = true;
                }
                if let Some(message) = misplaced(f) {
                    report.push(Diagnostic::new(code::BAD_TEXT_FORM, Span::NONE, message));
                    bad = true;
                }
            }
            for violation in optx_ir::calls::verify_calls(&module, &funcs) {
                report.push(Diagnostic::new(code::BAD_TEXT_FORM, Span::NONE, violation));
                bad = true;
            }
            // Only what is whole can be asked what it does.
            let wrong = if bad { Vec::new() } else { optx_wopt::wrong_summaries(&module, &funcs) };
            for violation in wrong {
                report.push(Diagnostic::new(code::BAD_TEXT_FORM, Span::NONE, violation));
                bad = true;
            }
            if bad {
                return None;
            }
            let mut output = Output::default();
            let run = run_options(options);
            let ran = optx_wopt::resume(&module, &mut funcs, &run);
            finish(&module, funcs, ran, options, &mut output, report)
        }
    }
}

/// What is wrong with the place in the pipeline that a function says it has.
fn misplaced(f: &Func) -> Option<String> {
    let table = optx_wopt::pipeline::TABLE;
    let (at, form) = (f.at.as_str(), f.form.name());
    let leaves = match table.iter().find(|pass| pass.name == at) {
        Some(pass) => pass.leaves,
        None if at == optx_wopt::pipeline::BUILD => Form::Cfg,
        None => {
            return Some(format!("in {:?}: there is no pass `{at}`, so no form after it", f.name));
        }
    };
    let wrong = leaves != f.form;
    wrong.then(|| {
        format!("in {:?}: no form {form} comes out of `{at}`, but {}", f.name, leaves.name())
    })
}

/// M is what says so, or what has no operator of VH alone and no device function.
fn level_of(module: &Module) -> AtLevel {
    if module.lowered {
        return AtLevel::M;
    }
    let is_vh = |pu: &optx_whirl::Pu| {
        let mut stack = vec![pu.body];
        while let Some(id) = stack.pop() {
            let wn = pu.tree.get(id);
            let aggregate = wn.desc == Mtype::M || wn.rtype == Mtype::M;
            if wn.opr.level() == optx_whirl::Level::Vh || wn.opr == Operator::Call || aggregate {
                return true;
            }
            stack.extend_from_slice(pu.tree.kids(id));
        }
        pu.kind == PuKind::Device
    };
    if module.functions.iter().any(is_vh) { AtLevel::Vh } else { AtLevel::M }
}

/// Options given by hand win over those that a text form carries.
fn override_options(module: &mut Module, options: &Options) {
    let (to, from) = (&mut module.options, &options.code);
    for name in &options.given {
        match *name {
            "arch" => to.target.clone_from(&from.target),
            "O" => to.opt_level = from.opt_level,
            "fmad" => to.fmad = from.fmad,
            "ftz" => to.ftz = from.ftz,
            "prec-div" => to.prec_div = from.prec_div,
            "prec-sqrt" => to.prec_sqrt = from.prec_sqrt,
            "fast-math" => to.fast_math = from.fast_math,
            "lineinfo" => to.lineinfo = from.lineinfo,
            "restrict" => to.restrict = from.restrict,
            "maxrregcount" => to.max_registers = from.max_registers,
            "ptx-version" => to.ptx_version = from.ptx_version,
            _ => {}
        }
    }
}

/// A mistake in a text form: shown at its place.
fn text_error(name: &str, source: &str, error: &TextError, report: &mut Report) -> Option<Output> {
    let span = report.place(name, source, error.line, error.column);
    report.push(Diagnostic::new(code::BAD_TEXT_FORM, span, error.message.clone()));
    None
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
    let mut output = Output::default();
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
        output.text = optx_whirl::print::print_module(&module);
        return Some(output);
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
        output.text = optx_whirl::print::print_module(&module);
        return Some(output);
    }
    let run = run_options(options);
    let (funcs, ran) = optx_wopt::optimize(&module, &run);
    finish(&module, funcs, ran, options, &mut output, report)
}

fn finish(
    module: &Module,
    funcs: Vec<Func>,
    ran: optx_wopt::Report,
    options: &Options,
    output: &mut Output,
    report: &mut Report,
) -> Option<Output> {
    output.notes.push_str(&ran.dumps);
    if options.stats || options.time_passes {
        notes(&ran, options, &mut output.notes);
    }
    if !ran.violations.is_empty() {
        let mut place = Some(around_violations(&ran.dumps));
        for violation in ran.violations {
            let message = format!("a bug in optx: {violation}");
            let mut told = Diagnostic::new(code::INTERNAL, Span::NONE, message);
            if let Some(text) = place.take() {
                told = told.note(Span::NONE, text);
            }
            report.push(told);
        }
        return None;
    }
    output.kernels = kernel_infos(module, &funcs);
    output.text = match options.emit {
        Emit::Cfg | Emit::Ssa | Emit::Regs => optx_ir::print::print_module(module, &funcs),
        Emit::CfgDot => funcs.iter().map(optx_ir::print::cfg_dot).collect(),
        Emit::DomDot => funcs.iter().map(dom_dot).collect(),
        _ => match optx_cg::generate(module, &funcs) {
            Ok(text) => text,
            Err(errors) => {
                for error in errors {
                    let span = report.span_of(&module.files, error.pos);
                    report.push(Diagnostic::new(code::TARGET_LACKS, span, error.message));
                }
                return None;
            }
        },
    };
    Some(std::mem::take(output))
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

fn notes(ran: &optx_wopt::Report, options: &Options, out: &mut String) {
    for (function, stats, time) in &ran.passes {
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
