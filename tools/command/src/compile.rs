//! `optx compile`.

use crate::arguments::Compile;
use crate::{Failure, output, render};
use optx::{Diagnostics, Options, Ptx};
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
    match &c.output {
        Some(path) if path != "-" => output::prepare(path, ptx.text())?.finish(),
        _ => output::print(ptx.text()),
    }?;
    claims.map_or(Ok(()), output::Prepared::finish)?;
    if c.options.time_passes {
        let times = [("read", read), ("write", begin.elapsed())];
        for (step, time) in times {
            output::tell(format_args!("files: {step} {:.1} us", time.as_secs_f64() * 1e6));
        }
    }
    Ok(())
}

/// Refuses to write over the source, and two results to one file.
fn apart(c: &Compile) -> Result<(), Failure> {
    let output = c.output.as_ref().filter(|path| *path != "-").map(|path| ("-o", path));
    let claims = c.options.claims_file.as_ref().map(|path| ("--emit-claims", path));
    for (option, path) in [output, claims].into_iter().flatten() {
        if c.input != "-" && output::is_same(&c.input, path) {
            let message = format!("`{option} {path}` is the source, which would be overwritten");
            return Err(Failure::usage(message));
        }
    }
    match (output, claims) {
        (Some((_, output)), Some((_, claims))) if output::is_same(output, claims) => {
            Err(Failure::usage(format!("`-o {output}` and `--emit-claims {claims}` are one file")))
        }
        _ => Ok(()),
    }
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
