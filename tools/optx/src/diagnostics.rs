//! Diagnostics as the library's callers get them: places resolved, rendered as plain text or JSON.

use crate::options::Options;
use crate::text_places::place_in_text;
use optx_source::{
    Code, Diagnostic, MOST_OF_A_KIND, Place, Resolved, ResolvedNote, Severity, SourceMap, Span,
};
use std::fmt;

/// The source map and the sink of one compilation.
pub(crate) struct Report {
    pub(crate) map: SourceMap,
    pub(crate) sink: optx_source::Diagnostics,
    /// The input is a text form, the only file of the map.
    is_text: bool,
}

impl Report {
    pub(crate) fn new(options: &Options) -> Report {
        let mut sink = optx_source::Diagnostics::new(&options.limits());
        sink.set_warnings(options.warnings.clone());
        Report { map: SourceMap::new(), sink, is_text: false }
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
    }

    /// Takes the text form that is the input: what is said of its functions stands there from here on.
    pub(crate) fn read_text(&mut self, name: &str, source: &str) {
        self.is_text = self.map.add_file(name, source).is_ok();
    }

    /// Whether the input is a text form.
    pub(crate) fn reads_text(&self) -> bool {
        self.is_text
    }

    /// Whether a span is in a file of the compiler's own.
    pub(crate) fn is_library(&self, span: Span) -> bool {
        self.map.is_builtin(span)
    }

    /// The span of a place in the text form that was read.
    pub(crate) fn place(&self, name: &str, line: u32, column: u32) -> Span {
        self.map.locate(name, line, column)
    }

    /// The span of a position that an IR carries, in a function or, without a name, in none. The source of a text form is not
    /// at hand, and another file may have its name by now: what stands at the position is shown in the text form.
    pub(crate) fn span_of(&self, files: &[String], pos: optx_whirl::Pos, function: &str) -> Span {
        if let [text, ..] = self.map.files()
            && self.is_text
        {
            let (line, column) = place_in_text(&text.text, function, pos);
            return self.map.locate(&text.name, line, column);
        }
        match files.get(usize::from(pos.file)) {
            Some(name) if pos.line > 0 => self.map.locate(name, pos.line, u32::from(pos.column)),
            _ => Span::NONE,
        }
    }

    pub(crate) fn finish(mut self) -> Diagnostics {
        self.sink.judge(&self.map);
        let mut list: Vec<Resolved> =
            self.sink.list().iter().map(|d| self.map.resolve(d)).collect();
        // Phases find mistakes in another order than readers look for them.
        let files = self.map.files();
        optx_whirl::stable_order::sort_by_key(&mut list, |d| {
            d.place
                .as_ref()
                .map(|p| (files.iter().position(|f| f.name == p.file), p.line, p.column))
        });
        let list = merged(list, &self.sink);
        Diagnostics { list, dropped: self.sink.dropped(), errors: self.sink.errors() }
    }
}

/// So many of a kind of warnings are shown where they are errors, which are to be mended one by one.
pub const MOST_AS_ERRORS: usize = 64;

/// The same with one of many warnings of a kind, and some of those that are errors, the last of which says how many there are.
fn merged(list: Vec<Resolved>, sink: &optx_source::Diagnostics) -> Vec<Resolved> {
    // Those that are errors because they are asked to be so too.
    let is_warning = |d: &Resolved| d.code.severity() == Severity::Warning;
    let mut kinds: Vec<Kind> = Vec::new();
    for d in list.iter().filter(|d| is_warning(d)) {
        let is_error = d.severity == Severity::Error;
        match kinds.iter_mut().find(|k| k.code == d.code && k.is_error == is_error) {
            Some(kind) => kind.count += 1,
            None => kinds.push(Kind { code: d.code, is_error, count: 1, shown: 0 }),
        }
    }
    // Those that were only counted are taken for warnings where some are.
    kinds.sort_by_key(|kind| kind.is_error);
    for k in 0..kinds.len() {
        if kinds[..k].iter().all(|kind| kind.code != kinds[k].code) {
            kinds[k].count += sink.uncounted(kinds[k].code) as usize;
        }
    }
    let mut out = Vec::with_capacity(list.len());
    for mut d in list {
        let is_error = d.severity == Severity::Error;
        let of_kind = |k: &&mut Kind| is_warning(&d) && k.code == d.code && k.is_error == is_error;
        if let Some(kind) = kinds.iter_mut().find(of_kind) {
            kind.shown += 1;
            let (most, shown) =
                if is_error { (MOST_AS_ERRORS, MOST_AS_ERRORS) } else { (MOST_OF_A_KIND, 1) };
            if kind.count > most {
                if kind.shown > shown {
                    continue;
                }
                if kind.shown == shown {
                    let message = format!("and {} more of this kind", kind.count - shown);
                    d.notes.push(ResolvedNote { message, place: None });
                }
            }
        }
        out.push(d);
    }
    out
}

/// Warnings of a code that are errors, or that are not.
struct Kind {
    code: Code,
    is_error: bool,
    count: usize,
    /// So many were looked at.
    shown: usize,
}

/// What a compilation had to say, in the order in which it was found.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    pub(crate) list: Vec<Resolved>,
    pub(crate) dropped: u32,
    pub(crate) errors: u32,
}

impl Diagnostics {
    /// The diagnostics, places resolved.
    pub fn list(&self) -> &[Resolved] {
        &self.list
    }

    /// How many errors there were, those not shown included.
    pub fn errors(&self) -> u32 {
        self.errors
    }

    /// How many diagnostics were dropped past the limit.
    pub fn dropped(&self) -> u32 {
        self.dropped
    }

    /// True where nothing was said.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// As JSON lines: one object a diagnostic, with `code`, `severity`, `option` (what turns a warning off: `-Wname`), `message`, `place` (`file`, `line`, `column`,
    /// `end_column`), `label`, `notes` and `suggestion`.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        for d in &self.list {
            out.push_str("{\"code\":");
            string(&mut out, d.code.0);
            out.push_str(",\"severity\":");
            string(&mut out, d.severity.word());
            out.push_str(",\"option\":");
            match d.option() {
                Some(option) => string(&mut out, &option),
                None => out.push_str("null"),
            }
            out.push_str(",\"message\":");
            string(&mut out, &d.message);
            out.push_str(",\"place\":");
            place(&mut out, d.place.as_ref());
            out.push_str(",\"label\":");
            string(&mut out, &d.label);
            out.push_str(",\"notes\":[");
            for (k, note) in d.notes.iter().enumerate() {
                out.push_str(if k > 0 { ",{\"message\":" } else { "{\"message\":" });
                string(&mut out, &note.message);
                out.push_str(",\"place\":");
                place(&mut out, note.place.as_ref());
                out.push('}');
            }
            out.push_str("],\"suggestion\":");
            match &d.suggestion {
                None => out.push_str("null"),
                Some((message, at, replacement)) => {
                    out.push_str("{\"message\":");
                    string(&mut out, message);
                    out.push_str(",\"place\":");
                    place(&mut out, at.as_ref());
                    out.push_str(",\"replacement\":");
                    string(&mut out, replacement);
                    out.push('}');
                }
            }
            out.push_str("}\n");
        }
        out
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for d in &self.list {
            write!(f, "{d}")?;
        }
        if self.dropped > 0 {
            writeln!(f, "{} more are not shown", self.dropped)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

fn place(out: &mut String, place: Option<&Place>) {
    let Some(p) = place else { return out.push_str("null") };
    out.push_str("{\"file\":");
    string(out, &p.file);
    let end = p.column as usize + (p.end - p.start);
    out.push_str(&format!(",\"line\":{},\"column\":{},\"end_column\":{end}}}", p.line, p.column));
}

pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}
