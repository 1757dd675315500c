//! The frontend's options from ours, and its dumps.

use crate::diagnostics::Report;
use crate::options::{Emit, Options};
use optx_frontend::{FrontendOptions, Include, MacroOption};
use optx_whirl::Module;

pub(crate) fn options<'a>(options: &Options, include: &'a dyn Include) -> FrontendOptions<'a> {
    let macro_option = |(define, text): &(bool, String)| {
        if *define {
            MacroOption::Define(text.clone())
        } else {
            MacroOption::Undefine(text.clone())
        }
    };
    FrontendOptions {
        code: options.code.clone(),
        macros: options.macros.iter().map(macro_option).collect(),
        includes: options.pre_includes.clone(),
        include,
        default_device: options.default_device,
        name_expressions: options.name_expressions.clone(),
        dialect: options.dialect.clone(),
        limits: options.limits(),
    }
}

/// The result where it is one of the frontend's own dumps.
pub(crate) fn early_dump(
    name: &str,
    source: &str,
    options: &Options,
    frontend: &FrontendOptions<'_>,
    report: &mut Report,
) -> Option<String> {
    let dump = match options.emit {
        Emit::Tokens => optx_frontend::dump_tokens,
        Emit::Ast => optx_frontend::dump_ast,
        Emit::Preprocessed => optx_frontend::dump_preprocessed,
        _ => return None,
    };
    Some(dump(name, source, frontend, &mut report.map, &mut report.sink))
}

pub(crate) fn translate(
    name: &str,
    source: &str,
    frontend: &FrontendOptions<'_>,
    report: &mut Report,
) -> Option<Module> {
    optx_frontend::compile_to_whirl(name, source, frontend, &mut report.map, &mut report.sink)
}
