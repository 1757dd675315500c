//! The text forms as inputs: read, verified, and given the options of the command line.

use crate::diagnostics::Report;
use crate::options::{Options, passes_word};
use crate::text_places::line_of_function;
use optx_ir::{Form, Func};
use optx_source::{Diagnostic, Span, code};
use optx_whirl::sexpr::TextError;
use optx_whirl::verify::{AtLevel, verify_module};
use optx_whirl::{CODE_OPTIONS, Module, Mtype, Operator, PuKind};
use optx_wopt::driver::pipeline::Stage;

/// A WHIRL text and the level that it is at.
pub(crate) fn whirl(
    name: &str,
    source: &str,
    options: &Options,
    report: &mut Report,
) -> Option<(Module, AtLevel)> {
    let mut module = match optx_whirl::parse::parse_module(source) {
        Ok(module) => module,
        Err(error) => return text_error(name, &error, report),
    };
    override_options(&mut module, options);
    let level = level_of(&module);
    let mut wrong: Vec<String> =
        verify_module(&module, level).iter().map(ToString::to_string).collect();
    wrong.extend(wrong_options(&module));
    if wrong.is_empty() {
        return Some((module, level));
    }
    refuse((name, source), wrong, report);
    None
}

/// Functions in the optimizer's form, with their header.
pub(crate) fn ssa(
    name: &str,
    source: &str,
    options: &Options,
    report: &mut Report,
) -> Option<(Module, Vec<Func>)> {
    let (mut module, mut funcs) = match optx_ir::parse::parse_module(source) {
        Ok(read) => read,
        Err(error) => return text_error(name, &error, report),
    };
    let made_for = module.options.block_dim;
    override_options(&mut module, options);
    for f in &mut funcs {
        f.block_dim = module.options.block_dim;
    }
    let mut wrong: Vec<String> =
        optx_whirl::verify::verify_header(&module).iter().map(ToString::to_string).collect();
    wrong.extend(wrong_options(&module));
    // Sizes and indices have become the numbers of that shape.
    if let Some([x, y, z]) = made_for.filter(|_| made_for != module.options.block_dim) {
        wrong.push(format!("the text was made with --block-dim={x},{y},{z}, and is for no other"));
    }
    for f in &funcs {
        let told = |violation| format!("in {:?}: {violation}", f.name);
        wrong.extend(optx_ir::verify::verify(f).into_iter().map(told));
        wrong.extend(misplaced(f));
    }
    wrong.extend(optx_ir::calls::verify_calls(&module, &funcs));
    if wrong.is_empty() {
        // Only what is whole can be asked what it does.
        wrong = optx_wopt::wrong_summaries(&module, &funcs);
    }
    if wrong.is_empty() {
        return Some((module, funcs));
    }
    refuse((name, source), wrong, report);
    None
}

/// Whether a WHIRL text is a valid module once it is lowered.
pub(crate) fn is_valid(module: &Module, text: (&str, &str), report: &mut Report) -> bool {
    let wrong = verify_module(module, AtLevel::M);
    refuse(text, wrong.iter().map(ToString::to_string).collect(), report);
    wrong.is_empty()
}

/// Whether the functions that a WHIRL text has become keep the optimizer's rules: types, and what inline PTX takes and gives.
pub(crate) fn holds(
    module: &Module,
    funcs: &[Func],
    text: (&str, &str),
    report: &mut Report,
) -> bool {
    let mut wrong = optx_ir::calls::verify_calls(module, funcs);
    for f in funcs {
        let told = |violation| format!("in {:?}: {violation}", f.name);
        wrong.extend(optx_ir::verify::verify(f).into_iter().map(told));
    }
    let holds = wrong.is_empty();
    refuse(text, wrong, report);
    holds
}

/// What a text's options name that there is not: passes, a target.
fn wrong_options(module: &Module) -> impl Iterator<Item = String> + '_ {
    let words = module.options.passes.iter();
    let passes =
        words.filter_map(|word| Some(format!("`passes={word}` {}", passes_word(word).err()?)));
    let target = &module.options.target;
    let unknown = optx_cg::target::Target::parse(target).is_none();
    passes.chain(unknown.then(|| format!("unknown target `{target}`")))
}

/// Tells what is wrong in a text, by name and source: in a function (`in "k": ...`) at the function's begin, of an object or a type
/// (`in "": global $1 ...`) at its line, else at the options.
fn refuse((name, source): (&str, &str), wrong: Vec<String>, report: &mut Report) {
    for message in wrong {
        let span = match line_of(source, &message) {
            None => Span::NONE,
            Some(line) => report.place(name, line as u32 + 1, 1),
        };
        let message = message.strip_prefix("in \"\": ").map_or(message.clone(), str::to_owned);
        report.push(Diagnostic::new(code::BAD_TEXT_FORM, span, message));
    }
}

/// The line, from 0, of what a message is about.
fn line_of(source: &str, message: &str) -> Option<usize> {
    let (of, rest) = match message.strip_prefix("in ").and_then(|rest| rest.split_once(": ")) {
        Some(split) => split,
        None => ("", message),
    };
    if of.len() > 2 {
        return line_of_function(source, of);
    }
    let mut words = rest.split([' ', ',']);
    let begin = match (words.next(), words.next()) {
        (Some(word @ ("global" | "type")), Some(id)) => format!("({word} {id} "),
        _ => "(options ".to_owned(),
    };
    source.lines().position(|line| line.trim_start().starts_with(&begin))
}

/// What is wrong with the place in the pipeline that a function says it has.
fn misplaced(f: &Func) -> Option<String> {
    let table = optx_wopt::driver::pipeline::TABLE;
    let (at, form) = (optx_wopt::driver::row_of(&f.at), f.form.name());
    let leaves = match table.iter().find(|pass| pass.name == at) {
        Some(pass) => pass.leaves,
        None if at == optx_wopt::driver::pipeline::BUILD => Stage::Func(Form::Cfg),
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
    for row in CODE_OPTIONS.iter().filter(|row| options.given.contains(&row.name)) {
        (row.copy)(&mut module.options, &options.code);
    }
}

/// A mistake in a text form: shown at its place.
fn text_error<T>(name: &str, error: &TextError, report: &mut Report) -> Option<T> {
    let span = report.place(name, error.line, error.column);
    report.push(Diagnostic::new(code::BAD_TEXT_FORM, span, error.message.clone()));
    None
}
