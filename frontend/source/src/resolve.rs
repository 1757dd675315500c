//! Diagnostics made ready to show: places instead of spans, macro expansions as notes.

use std::fmt;

use crate::{Code, Diagnostic, Severity, SourceMap, Span, warning_name};

/// A span as a reader sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// File name.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// The source line, without its end; of a very long line what is near the span, so that `start + 1` is not `column`.
    pub text: String,
    /// The first byte of the span in `text`.
    pub start: usize,
    /// The byte after the span's last in `text`; at least `start`.
    pub end: usize,
}

/// A note with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedNote {
    /// What is said.
    pub message: String,
    /// Where, if anywhere.
    pub place: Option<Place>,
}

/// A diagnostic with its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The stable code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where, if anywhere.
    pub place: Option<Place>,
    /// What stands under the span; may be empty.
    pub label: String,
    /// Notes, those for macro expansions first.
    pub notes: Vec<ResolvedNote>,
    /// The sentence of the suggestion, its place, and the text to put there.
    pub suggestion: Option<(String, Option<Place>, String)>,
}

/// Expansion notes shown for one diagnostic; the middle of a longer chain is left out.
const EXPANSION_NOTES: usize = 6;

/// Bytes of a line that is shown whole.
const LONG_LINE: usize = 16 << 10;

/// Bytes before and after a place that are kept of a longer line.
const NEAR: usize = 1 << 10;

impl SourceMap {
    /// The place of a span that lies in a file; of an expansion's outermost use where it lies in one.
    #[must_use]
    pub fn place(&self, span: Span) -> Option<Place> {
        if span.is_none() {
            return None;
        }
        let seen = self.outermost(span);
        let (start, text) = self.source_line(seen)?;
        let pos = self.pos(seen);
        let column = floor(text, (seen.lo - start) as usize);
        let end = ((seen.hi.saturating_sub(start)) as usize).min(text.len());
        let end = floor(text, end.max(column));
        // A hundred diagnostics on a line of megabytes must not hold it a hundred times.
        let (from, to) = if text.len() > LONG_LINE {
            (floor(text, column.saturating_sub(NEAR)), floor(text, (column + NEAR).min(text.len())))
        } else {
            (0, text.len())
        };
        let (text, column, end) = (&text[from..to], column - from, end.min(to) - from);
        Some(Place {
            file: self.file_name(pos.file).to_string(),
            line: pos.line,
            column: pos.column,
            text: text.to_string(),
            start: column,
            end,
        })
    }

    /// Makes a diagnostic ready to show.
    #[must_use]
    pub fn resolve(&self, d: &Diagnostic) -> Resolved {
        let mut notes = Vec::new();
        let chain = self.backtrace(d.span);
        let many = chain.len() > EXPANSION_NOTES;
        for (i, (span, x)) in chain.iter().enumerate() {
            if many && i >= EXPANSION_NOTES / 2 && i < chain.len() - EXPANSION_NOTES / 2 {
                if i == EXPANSION_NOTES / 2 {
                    let message =
                        format!("({} expansions left out)", chain.len() - EXPANSION_NOTES);
                    notes.push(ResolvedNote { message, place: None });
                }
                continue;
            }
            let place = self.place(self.spelling(*span));
            notes
                .push(ResolvedNote { message: format!("expanded from macro `{}`", x.name), place });
        }
        for n in &d.notes {
            notes.push(ResolvedNote { message: n.message.clone(), place: self.place(n.span) });
        }
        Resolved {
            code: d.code,
            severity: d.severity,
            message: d.message.clone(),
            place: self.place(d.span),
            label: d.label.clone(),
            notes,
            suggestion: d
                .suggestion
                .as_ref()
                .map(|s| (s.message.clone(), self.place(s.span), s.replacement.clone())),
        }
    }
}

impl Resolved {
    /// The option that turns a warning off, or that made it an error: `-Wname`, `-Werror,-Wname`.
    #[must_use]
    pub fn option(&self) -> Option<String> {
        let name = warning_name(self.code)?;
        let error = if self.severity == Severity::Error { "-Werror," } else { "" };
        Some(format!("{error}-W{name}"))
    }
}

/// The nearest character boundary at or before `i`.
fn floor(text: &str, i: usize) -> usize {
    let mut i = i.min(text.len());
    while !text.is_char_boundary(i) {
        i -= 1;
    }
    i
}

impl Place {
    fn write_source(&self, f: &mut fmt::Formatter<'_>, label: &str) -> fmt::Result {
        // Only a window of a very long line is shown.
        let lo = floor(&self.text, self.start.saturating_sub(80));
        let hi = floor(&self.text, (self.start + 120).min(self.text.len()));
        let shown = self.text[lo..hi].replace('\t', " ");
        let pad = self.text[lo..self.start].chars().count();
        let marks = self.text[self.start..self.end.min(hi)].chars().count().max(1);
        let label = if label.is_empty() { String::new() } else { format!(" {label}") };
        writeln!(f, "    {shown}")?;
        writeln!(f, "    {}{}{label}", " ".repeat(pad), "^".repeat(marks))
    }
}

/// The plain text form: `file:line:column: error[E0001]: message`, the line, the marks, notes.
impl fmt::Display for Resolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(p) = &self.place {
            write!(f, "{}:{}:{}: ", p.file, p.line, p.column)?;
        }
        write!(f, "{}[{}]: {}", self.severity.word(), self.code, self.message)?;
        match self.option() {
            Some(option) => writeln!(f, " [{option}]")?,
            None => writeln!(f)?,
        }
        if let Some(p) = &self.place {
            p.write_source(f, &self.label)?;
        }
        for n in &self.notes {
            match &n.place {
                Some(p) => {
                    writeln!(f, "{}:{}:{}: note: {}", p.file, p.line, p.column, n.message)?;
                    p.write_source(f, "")?;
                }
                None => writeln!(f, "  note: {}", n.message)?,
            }
        }
        if let Some((message, ..)) = &self.suggestion {
            writeln!(f, "  help: {message}")?;
        }
        Ok(())
    }
}
