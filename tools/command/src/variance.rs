//! `optx variance`: what differs between threads, by line of the source, or as JSON.

use crate::arguments::VarianceReport;
use crate::run::{read_launch, shapes};
use crate::{Failure, output, render};
use optx::Options;
use optx::facts::{Facts, Request};
use optx::variance::{json, listing};
use std::io::IsTerminal as _;

pub(crate) fn run(c: &VarianceReport) -> Result<(), Failure> {
    let source = output::read(&c.input)?;
    let name = if c.input == "-" { "<stdin>" } else { &c.input };
    let mut options = c.options.clone();
    if c.launch.is_some() {
        options.run.launches = shapes(&read_launch(&c.input, &c.launch, None)?.file);
    }
    let mut found = analyse(name, &source, &options, c.after.clone())?;
    if let Some(kernel) = &c.kernel {
        choose(&mut found, kernel)?;
    }
    if c.json {
        return output::print(&json(&found));
    }
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    output::print(&listing(&found, colour))
}

fn analyse(
    name: &str,
    source: &str,
    options: &Options,
    after: Option<String>,
) -> Result<Facts, Failure> {
    match optx::facts_with(
        name,
        source,
        options,
        &options.folders(),
        Request { after, ..Request::default() },
    ) {
        Ok((found, warnings)) => {
            render::diagnostics(&warnings, options.json_messages);
            Ok(found)
        }
        Err(diagnostics) => {
            render::diagnostics(&diagnostics, options.json_messages);
            Err(Failure::new(1, ""))
        }
    }
}

/// Leaves the functions of a name, the source's or PTX's.
fn choose(found: &mut Facts, kernel: &str) -> Result<(), Failure> {
    let names: Vec<String> = found.functions.iter().map(|f| f.name.clone()).collect();
    found.functions.retain(|f| f.name == kernel || f.symbol == kernel);
    if !found.functions.is_empty() {
        return Ok(());
    }
    let near = optx::nearest(kernel, names.iter().map(String::as_str));
    let hint = match near {
        Some(near) => format!("; did you mean `{near}`?"),
        None if names.is_empty() => String::new(),
        None => format!("; there are {}", names[..names.len().min(8)].join(", ")),
    };
    Err(Failure::new(1, format!("--kernel: there is no `{kernel}`{hint}")))
}
