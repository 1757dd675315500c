//! The log, in NVRTC's words: programs look through it for names of files, lines and counts.
//!
//! Source: the logs of NVRTC 13.5 for sources that are wrong in one way each. Messages are optx's own, with their codes behind them, but for those that
//! programs look for: files that cannot be opened, and `#error`.

use crate::options::Read;
use optx::{Diagnostics, Place, Resolved, Severity, warning_rows};
use std::fmt::Write as _;

/// An `#error`, an included file that cannot be found, and headers that include each other without end: NVRTC calls them catastrophic, and ends there.
const CATASTROPHIC: [&str; 3] = [ERROR_DIRECTIVE, INCLUDE_MISSING, "E0021"];
const ERROR_DIRECTIVE: &str = "E0008";
const INCLUDE_MISSING: &str = "E0013";

/// What NVRTC calls the mistake where an option names the file that cannot be found.
const COMMAND_LINE: &str = "Command-line error";

/// Said behind the first warning that has a number.
const REMARK: &str =
    "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n";

/// How many errors of which kind a log has.
#[derive(Default)]
struct Count {
    errors: u32,
    catastrophic: u32,
}

/// The log of a program's compilation.
pub(crate) fn log(diagnostics: &Diagnostics, program: &str, read: &Read) -> String {
    let mut out = String::new();
    let (mut count, mut remarked) = (Count::default(), read.unnumbered);
    for d in diagnostics.list() {
        let is_error = d.severity == Severity::Error;
        let kind = match (is_error && CATASTROPHIC.contains(&d.code.0), &d.place) {
            (true, None) => COMMAND_LINE.to_owned(),
            (true, Some(_)) => "catastrophic error".to_owned(),
            (false, _) => kind(d, read),
        };
        match CATASTROPHIC.contains(&d.code.0) {
            true => count.catastrophic += u32::from(is_error),
            false => count.errors += u32::from(is_error),
        }
        told(&mut out, d.place.as_ref(), &kind, &message(d, read), read.brief);
        for note in &d.notes {
            told(&mut out, note.place.as_ref(), "note", &note.message, read.brief);
        }
        if let Some((message, place, replacement)) = &d.suggestion {
            let stands = replacement.is_empty() || message.contains(replacement.as_str());
            let message =
                if stands { message.clone() } else { format!("{message}: `{replacement}`") };
            told(&mut out, place.as_ref(), "note", &message, read.brief);
        }
        let ends = if read.brief { "" } else { "\n" };
        out.push_str(ends);
        if !remarked && kind.contains('#') {
            remarked = true;
            out.push_str(REMARK);
            out.push_str(ends);
        }
    }
    out + &count.told(program, diagnostics.dropped() > 0)
}

impl Count {
    /// What is said of it at the end; `limited`: there were more than are told.
    fn told(&self, program: &str, limited: bool) -> String {
        let some = |count: u32, what: &str| {
            (count > 0).then(|| format!("{count} {what}{}", if count == 1 { "" } else { "s" }))
        };
        let parts = [some(self.errors, "error"), some(self.catastrophic, "catastrophic error")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            return String::new();
        }
        let reached = if limited { "Error limit reached.\n" } else { "" };
        let ended = if limited || self.catastrophic > 0 { "Compilation terminated.\n" } else { "" };
        let parts = parts.join(" and ");
        format!("{reached}{parts} detected in the compilation of \"{program}\".\n{ended}")
    }
}

/// What a diagnostic is, with the number that NVRTC gives such a warning.
fn kind(d: &Resolved, read: &Read) -> String {
    let word = d.severity.word();
    let row = warning_rows().iter().find(|row| row.code == d.code);
    match row.and_then(|row| row.numbers.first()) {
        Some(number) if d.severity == Severity::Warning && !read.unnumbered => {
            format!("{word} #{number}-D")
        }
        _ => word.to_owned(),
    }
}

/// The message, with the code that `optx --explain` knows.
fn message(d: &Resolved, read: &Read) -> String {
    let said = match d.code.0 {
        ERROR_DIRECTIVE => d.message.replacen("#error:", "#error directive:", 1),
        INCLUDE_MISSING if is_in_angles(d.place.as_ref()) && has_no_folders(read) => {
            d.message.replacen("cannot open", "could not open", 1)
                + " (no directories in search list)"
        }
        _ => d.message.clone(),
    };
    let label = if d.label.is_empty() { String::new() } else { format!(" ({})", d.label) };
    format!("{said}{label} [{}]", d.code)
}

fn has_no_folders(read: &Read) -> bool {
    read.options.include_dirs.is_empty() && read.options.system_dirs.is_empty()
}

/// Whether an included file's name stands in angle brackets at a place.
fn is_in_angles(place: Option<&Place>) -> bool {
    let at = place.and_then(|place| place.text.get(place.start..));
    at.is_some_and(|text| text.starts_with('<'))
}

/// One message, with the line that it is about, and a mark below.
fn told(out: &mut String, place: Option<&Place>, kind: &str, message: &str, brief: bool) {
    let Some(place) = place else {
        let _ = writeln!(out, "{kind}: {message}");
        return;
    };
    let _ = writeln!(out, "{}({}): {kind}: {message}", place.file, place.line);
    if brief {
        return;
    }
    let before = place.text.get(..place.start).unwrap_or(&place.text);
    let blank: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let _ = writeln!(out, "  {}\n  {blank}^", place.text);
}
