//! Diagnostics as people read them: the source line, the span underlined, colour on terminals only.

use crate::output::tell;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use optx::{Diagnostics, Place, Resolved, Severity};
use std::io::IsTerminal as _;

/// Shows diagnostics on standard error.
pub(crate) fn diagnostics(diagnostics: &Diagnostics, json: bool) {
    if json {
        let lines = diagnostics.to_json();
        if !lines.is_empty() {
            tell(format_args!("{}", lines.trim_end_matches('\n')));
        }
        return;
    }
    let renderer = renderer();
    for diagnostic in diagnostics.list() {
        tell(format_args!("{}", one(diagnostic, &renderer)));
    }
    if diagnostics.dropped() > 0 {
        tell(format_args!("{} more are not shown", diagnostics.dropped()));
    }
}

/// A message without a place.
pub(crate) fn error(message: &str) {
    let title = Level::ERROR.primary_title(message);
    tell(format_args!("{}", renderer().render(&[Group::with_title(title)])));
}

/// A message without a place, of which its first line is the title.
pub(crate) fn message(level: Level<'_>, text: &str) {
    let (title, rest) = text.split_once('\n').unwrap_or((text, ""));
    let group = Group::with_title(level.primary_title(title));
    tell(format_args!("{}", renderer().render(&[group])));
    if !rest.is_empty() {
        tell(format_args!("{rest}"));
    }
}

fn renderer() -> Renderer {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    if colour { Renderer::styled() } else { Renderer::plain() }
}

fn one(d: &Resolved, renderer: &Renderer) -> String {
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Remark => Level::INFO.with_name("remark"),
    };
    let title = match d.option() {
        Some(option) => format!("{} [{option}]", d.message),
        None => d.message.clone(),
    };
    let mut main = Group::with_title(level.primary_title(title.as_str()).id(d.code.0));
    let label;
    if let Some(place) = &d.place {
        // The renderer counts columns from the start of what it is shown.
        label = match place.column as usize == place.start + 1 {
            true => d.label.clone(),
            false => format!("{} (column {} of a long line)", d.label, place.column),
        };
        main = main.element(snippet(place, &label, AnnotationKind::Primary));
    }
    let mut groups = vec![main];
    for note in &d.notes {
        let mut group = Group::with_title(Level::NOTE.secondary_title(note.message.as_str()));
        if let Some(place) = &note.place {
            group = group.element(snippet(place, "", AnnotationKind::Context));
        }
        groups.push(group);
    }
    if let Some((message, _, replacement)) = &d.suggestion {
        let text = if replacement.is_empty() || message.contains(replacement.as_str()) {
            message.clone()
        } else {
            format!("{message}: `{replacement}`")
        };
        groups.push(Group::with_title(Level::HELP.secondary_title(text)));
    }
    let mut text = renderer.render(&groups);
    text.push('\n');
    text
}

/// The lines of a span only: the renderer never sees the rest of the file.
fn snippet<'a>(
    place: &'a Place,
    label: &'a str,
    kind: AnnotationKind,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let end = place.end.max(place.start).min(place.text.len());
    let mut annotation = kind.span(place.start..end);
    if !label.is_empty() {
        annotation = annotation.label(label);
    }
    Snippet::source(place.text.as_str())
        .path(place.file.as_str())
        .line_start(place.line as usize)
        .annotation(annotation)
}
