//! `optx precision`: what variance knows of kernels, against what launches show.

use crate::arguments::Precision;
use crate::run::options_of;
use crate::{Failure, output, render};
use optx::DirectoryIncludes;
use optx_launch::LaunchFile;
use optx_precision::{Error, Kernels, Report, measure};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

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
        Some((file, _)) => options_of(file, &p.raw_options, &p.options)?,
        None => p.options.clone(),
    };
    let directories = options.include_dirs.iter().map(PathBuf::from).collect();
    let include = DirectoryIncludes::new(directories);
    let kernels = Kernels { name: input, source, options: &options, include: &include };
    let shows = std::io::stderr().is_terminal();
    let mut progress = |done: u64| {
        if shows && done.is_multiple_of(16) {
            eprint!("\r{input}: launch {done}\x1b[K");
        }
    };
    let launch = launch.as_ref().map(|(file, folder)| (file.clone(), folder.as_path()));
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

/// The launch file that is named or stands beside the input, and its folder; None where launches are to be made up.
fn launch_file(p: &Precision, input: &str) -> Result<Option<(LaunchFile, PathBuf)>, Failure> {
    let beside = Path::new(input).with_extension("launch.toml");
    let path = match &p.launch {
        Some(path) => PathBuf::from(path),
        None if beside.exists() => beside,
        None => return Ok(None),
    };
    let wrong = |e: &dyn std::fmt::Display| Failure::new(1, format!("{}: {e}", path.display()));
    let text = std::fs::read_to_string(&path).map_err(|e| wrong(&e))?;
    let file = LaunchFile::parse(&text).map_err(|e| wrong(&e))?;
    Ok(Some((file, path.parent().unwrap_or(Path::new(".")).to_path_buf())))
}
