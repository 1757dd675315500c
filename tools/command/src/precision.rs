//! `optx precision`: what variance knows of kernels, against what launches show.

use crate::arguments::Precision;

use crate::run::{Launch, beside, options_of, read_launch};
use crate::{Failure, output, render};
use optx_precision::{Error, Kernels, Report, measure};
use std::io::IsTerminal as _;

pub(crate) fn run(p: &Precision) -> Result<(), Failure> {
    let mut all = Report::default();
    let mut files = Vec::new();
    for input in &p.inputs {
        let source = output::read(input)?;
        let report = of_file(p, input, &source)?;
        if p.json {
            files.push(serde_json::json!({ "file": input, "report": report.to_json() }));
        } else {
            output::print(&format!("{input}: {}\n", report.to_text(&source)))?;
        }
        all.extend(input, report);
    }
    if p.json {
        let document = serde_json::json!({ "version": 1, "files": files, "all": all.to_json() });
        output::print(&format!("{document}\n"))?;
    } else {
        output::print(&all.table())?;
        output::tell(format_args!("{}{}", all.claims.details(), all.claims.summary()));
    }
    if all.claims.holds() { Ok(()) } else { Err(Failure::new(4, "")) }
}

fn of_file(p: &Precision, input: &str, source: &str) -> Result<Report, Failure> {
    let launch = launch_file(p, input)?;
    let options = match &launch {
        Some(launch) => options_of(&launch.file, &p.raw_options, &p.options)?,
        None => p.options.clone(),
    };
    let include = options.folders();
    let kernels = Kernels { name: input, source, options: &options, include: &include };
    let shows = std::io::stderr().is_terminal();
    let mut progress = |done: u64| {
        if shows && done.is_multiple_of(16) {
            eprint!("\r{input}: launch {done}\x1b[K");
        }
    };
    let launch = launch.as_ref().map(|launch| (launch.file.clone(), launch.folder.as_path()));
    let measured = measure(&kernels, launch, p.request, &mut progress);
    if shows {
        eprint!("\r\x1b[K");
    }
    measured.map_err(|e| match e {
        Error::Compile(diagnostics) => {
            render::diagnostics(&diagnostics, options.json_messages);
            Failure::new(1, "")
        }
        Error::Launch(message) => Failure::new(1, format!("{input}: {message}")),
    })
}

/// The launch file that is named or stands beside the input; None where launches are to be made up.
fn launch_file(p: &Precision, input: &str) -> Result<Option<Launch>, Failure> {
    if p.launch.is_none() && !beside(input).exists() {
        return Ok(None);
    }
    read_launch(input, &p.launch, None).map(Some)
}
