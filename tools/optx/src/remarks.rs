//! `-Rpass`, `-Rpass-missed`, `-Rpass-analysis`, and warnings: what passes said of the source, at its places, as diagnostics.
//!
//! What several copies of a text are told alike is told once. Of texts of the device library nothing is said: nobody can change them.

use crate::diagnostics::Report;
use optx_source::{Code, Diagnostic, Span, code};
use optx_whirl::{Loc, Module, Remark, RemarkKind, SourcePlace};
use optx_wopt::kit::warnings::{Spot, Warning};

/// Tells what passes said, in the order of the source.
pub(crate) fn tell(module: &Module, remarks: &[Remark], report: &mut Report) {
    let mut told: Vec<Diagnostic> = Vec::new();
    for remark in remarks {
        let place = module.locs.get(remark.loc);
        let span = span(module, report, place, &remark.function);
        if report.is_library(span) {
            continue;
        }
        let (code, flag) = (code_of(remark.kind), remark.kind.option());
        let message = format!("{} [-{flag}={}]", remark.message, remark.pass);
        let diagnostic = Diagnostic::new(code, span, message);
        told.push(with_calls(diagnostic, module, report, (place, &remark.function)));
    }
    push(told, report);
}

/// Tells what is wrong with the source, in its order.
pub(crate) fn warn(module: &Module, warnings: &[Warning], report: &mut Report) {
    let mut told: Vec<Diagnostic> = Vec::new();
    for warning in warnings {
        let of = |loc: Loc| span(module, report, module.locs.get(loc), &warning.function);
        // What stands in the library is told where it is called.
        let mut loc = warning.loc;
        while loc != Loc::NONE && report.is_library(of(loc)) {
            loc = module.locs.inlined_at(loc);
        }
        if loc == Loc::NONE {
            continue;
        }
        let (at, place) = (of(loc), module.locs.get(loc));
        let at = warning.word.as_ref().map_or(at, |word| naming(report, at, word));
        if is_told(report, warning.code, at) {
            continue;
        }
        let mut diagnostic = Diagnostic::new(warning.code, at, warning.message.clone());
        for (spot, note) in &warning.notes {
            let at = match *spot {
                Spot::At(loc) => of(loc),
                Spot::Declared(pos) => report.span_of(&module.files, pos, &warning.function),
            };
            diagnostic = diagnostic.note(at, note.clone());
        }
        told.push(with_calls(diagnostic, module, report, (place, &warning.function)));
    }
    push(told, report);
}

/// Whether the frontend has told the same of a line: it names the member, where a pass sees the object.
fn is_told(report: &Report, code: Code, at: Span) -> bool {
    let line = |at: Span| report.map.source_line(at).map(|(start, _)| start);
    let own = code == code::UNINITIALIZED && !report.reads_text();
    own && report.sink.list().iter().any(|d| d.code == code && line(d.span) == line(at))
}

/// The first place within a text that names a variable; the text where none does, as where a macro stands for it.
fn naming(report: &Report, at: Span, word: &str) -> Span {
    let Some(text) = report.map.text(at).filter(|_| !report.reads_text()) else { return at };
    let is_name = |byte: u8| byte == b'_' || byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let stands_alone = |&(k, _): &(usize, &str)| {
        let around = [k.checked_sub(1), Some(k + word.len())];
        let mut around = around.into_iter().flatten().filter_map(|k| text.as_bytes().get(k));
        around.all(|&byte| !is_name(byte))
    };
    match text.match_indices(word).find(stands_alone) {
        Some((k, _)) => {
            let lo = at.lo + k as u32;
            Span::new(lo, lo + word.len() as u32)
        }
        None => at,
    }
}

/// With the calls that its place was inlined at.
fn with_calls(
    mut diagnostic: Diagnostic,
    module: &Module,
    report: &Report,
    (place, function): (SourcePlace, &str),
) -> Diagnostic {
    let mut site = place.inlined_at;
    while site != Loc::NONE {
        let around = module.locs.get(site);
        let at = span(module, report, around, function);
        diagnostic = diagnostic.note(at, "in what is inlined here");
        site = around.inlined_at;
    }
    diagnostic
}

fn push(mut told: Vec<Diagnostic>, report: &mut Report) {
    // Past the cap on what is kept the last ones go, and of several copies the first call's is shown, whichever was worked on first.
    let calls = |d: &Diagnostic| d.notes.iter().map(|note| note.span.lo).collect::<Vec<_>>();
    optx_whirl::stable_order::sort_by(&mut told, |a, b| {
        let key = (a.span.lo, &a.message).cmp(&(b.span.lo, &b.message));
        key.then_with(|| calls(a).cmp(&calls(b)))
    });
    told.dedup_by(|a, b| (a.span, &a.message) == (b.span, &b.message));
    told.into_iter().for_each(|diagnostic| report.push(diagnostic));
}

fn code_of(kind: RemarkKind) -> Code {
    match kind {
        RemarkKind::Passed => code::PASS_DID,
        RemarkKind::Missed => code::PASS_DID_NOT,
        RemarkKind::Analysis => code::PASS_FOUND,
    }
}

fn span(module: &Module, report: &Report, place: SourcePlace, function: &str) -> Span {
    let begin = report.span_of(&module.files, place.pos(), function);
    let whole = Span::new(begin.lo, begin.lo.saturating_add(place.length.into()).max(begin.hi));
    // A length that was cut short may end within a character, and a text form has other columns.
    let known = !begin.is_none() && !report.reads_text() && report.map.text(whole).is_some();
    if known { whole } else { begin }
}
