//! `optx compile`.

use crate::arguments::Compile;
use crate::{Failure, output, render};
use optx::{Diagnostics, Options, Ptx};
use std::path::Path;
use std::time::Instant;

pub(crate) fn run(c: &Compile) -> Result<(), Failure> {
    apart(c)?;
    let begin = Instant::now();
    let source = output::read(&c.input)?;
    let read = begin.elapsed();
    let name = if c.input == "-" { "<stdin>" } else { &c.input };
    let ptx = compile(name, &source, &c.options)?;
    let begin = Instant::now();
    // What can fail fails before a file is replaced.
    let claims = match (&c.options.claims_file, ptx.claims()) {
        (Some(path), Some(claims)) => Some(output::prepare(path, claims)?),
        _ => None,
    };
    let rule = match rule_file(c) {
        Some(path) => Some(output::prepare(&path, &rule(c, name, &ptx))?),
        None => None,
    };
    match result_file(c) {
        Some(path) => output::prepare(path, ptx.text())?.finish(),
        None if c.options.dependencies.alone && rule.is_some() => Ok(()),
        None => output::print(ptx.text()),
    }?;
    claims.map_or(Ok(()), output::Prepared::finish)?;
    rule.map_or(Ok(()), output::Prepared::finish)?;
    if c.options.time_passes {
        let times = [("read", read), ("write", begin.elapsed())];
        for (step, time) in times {
            output::tell(format_args!("files: {step} {:.1} us", time.as_secs_f64() * 1e6));
        }
    }
    Ok(())
}

/// The file that `-o` names; none for standard output.
fn result_file(c: &Compile) -> Option<&String> {
    c.output.as_ref().filter(|path| *path != "-")
}

/// The file that a rule for make is written to beside the result, or in its place.
fn rule_file(c: &Compile) -> Option<String> {
    let asked = &c.options.dependencies;
    let beside = match result_file(c) {
        Some(path) => Path::new(path).with_extension("d").to_string_lossy().into_owned(),
        None => optx::result_of(&c.input, "d"),
    };
    match &asked.file {
        Some(path) if path != "-" => Some(path.clone()),
        _ => asked.beside.then_some(beside).filter(|_| !asked.alone),
    }
}

/// The rule for make: `-M`'s is the result, and has its own idea of what hangs on the files.
fn rule(c: &Compile, name: &str, ptx: &Ptx) -> String {
    if c.options.dependencies.alone {
        return ptx.text().to_owned();
    }
    let result = result_file(c).cloned().unwrap_or_else(|| optx::result_of(name, "ptx"));
    optx::make_rule(&c.options, &result, name, ptx.included())
}

/// Refuses to write over the source, and two results to one file.
fn apart(c: &Compile) -> Result<(), Failure> {
    let output = result_file(c).map(|path| ("-o", path));
    let claims = c.options.claims_file.as_ref().map(|path| ("--emit-claims", path));
    let rule = rule_file(c);
    let rule = rule.as_ref().map(|path| ("-MF", path));
    for (option, path) in [output, claims, rule].into_iter().flatten() {
        if c.input != "-" && output::is_same(&c.input, path) {
            let message = format!("`{option} {path}` is the source, which would be overwritten");
            return Err(Failure::usage(message));
        }
    }
    for (one, other) in [(output, claims), (output, rule), (claims, rule)] {
        if let (Some((option, one)), Some((another, other))) = (one, other)
            && output::is_same(one, other)
        {
            let message = format!("`{option} {one}` and `{another} {other}` are one file");
            return Err(Failure::usage(message));
        }
    }
    Ok(())
}

/// Compiles, and shows nothing.
pub(crate) fn quiet(name: &str, source: &str, options: &Options) -> Result<Ptx, Diagnostics> {
    optx::compile_with(name, source, options, &options.folders())
}

/// Compiles while somebody watches, and shows nothing.
pub(crate) fn watched(
    name: &str,
    source: &str,
    options: &Options,
    observers: optx::observe::Observers<'_, '_>,
) -> Result<Ptx, Diagnostics> {
    let include = options.folders();
    optx::compile_watched(optx::Source { name, source, include: &include }, options, observers)
}

/// Compiles and shows what there is to say; a failure has been shown already.
pub(crate) fn compile(name: &str, source: &str, options: &Options) -> Result<Ptx, Failure> {
    match quiet(name, source, options) {
        Ok(ptx) => {
            let notes = ptx.notes();
            if !notes.is_empty() {
                output::tell(format_args!("{}", notes.trim_end_matches('\n')));
            }
            render::diagnostics(ptx.warnings(), options.json_messages);
            Ok(ptx)
        }
        Err(diagnostics) => {
            render::diagnostics(&diagnostics, options.json_messages);
            Err(Failure::new(1, ""))
        }
    }
}
