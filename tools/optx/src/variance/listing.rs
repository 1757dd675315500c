//! A report as text: the source, beside each line who runs it and what it computes, and under it what matters.
//!
//! It stands here and not in the command because this crate is built for size, and the command as a whole for speed.

use super::told::{Tone, cut, words};
use super::verdict::{condition, told_verdict};
use optx_facts::{
    Access, Axes, Coefficient, Entry, Facts, Function, Kind, Promised, State, axes_text,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Lines around those that something is said of.
const AROUND: usize = 2;

/// Colours, or none.
struct Paint(bool);

impl Paint {
    fn tone(&self, tone: Tone, text: &str) -> String {
        let code = match tone {
            Tone::Plain => return text.to_owned(),
            Tone::Good => "32",
            Tone::Doubt => "33",
            Tone::Bad => "1;31",
        };
        self.code(code, text)
    }

    fn code(&self, code: &str, text: &str) -> String {
        if self.0 && !text.trim().is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn dim(&self, text: &str) -> String {
        self.code("2", text)
    }
}

/// A note under a line: the verb, the targets it is said of, the verdict, and where only.
struct Note {
    kind: Kind,
    targets: Vec<String>,
    verdict: String,
    tone: Tone,
    only: String,
    why: String,
}

/// The listing of all functions, with colours for a terminal or without.
pub fn listing(found: &Facts, colour: bool) -> String {
    let paint = Paint(colour);
    let mut out = String::new();
    if found.functions.is_empty() {
        return "no kernel\n".to_owned();
    }
    let legend = "who: axes of threadIdx that decide which of the threads still there run the line; value: u one a block, w one a warp, a affine, v varies";
    let _ = writeln!(out, "{}", paint.dim(legend));
    for (number, file) in found.files.iter().enumerate() {
        let mut lines: BTreeMap<u32, Vec<(&Function, &Entry)>> = BTreeMap::new();
        for f in &found.functions {
            if f.at.file.index() == number {
                lines.entry(f.at.line).or_default();
            }
            for e in f.entries.iter().filter(|e| e.at.file.index() == number) {
                lines.entry(e.at.line).or_default().push((f, e));
            }
        }
        if !lines.is_empty() {
            let _ = writeln!(out, "\n{}", paint.code("1", &file.name));
            file_listing(&mut out, &paint, found, &file.lines, &lines);
        }
    }
    out.push('\n');
    for f in &found.functions {
        summary(&mut out, &paint, f);
    }
    out
}

fn file_listing(
    out: &mut String,
    paint: &Paint,
    found: &Facts,
    source: &[String],
    lines: &BTreeMap<u32, Vec<(&Function, &Entry)>>,
) {
    let width = lines.keys().last().map_or(1, |l| l.to_string().len()).max(4);
    let _ = writeln!(out, "{}", paint.dim(&format!("{:>width$} who value", "line")));
    let mut shown = vec![false; source.len()];
    for &line in lines.keys() {
        let first = (line as usize).saturating_sub(1 + AROUND);
        let last = (line as usize + AROUND).min(source.len());
        shown[first.min(last)..last].iter_mut().for_each(|s| *s = true);
    }
    // A gap is worth its sign where it is longer than that.
    for k in 1..shown.len().saturating_sub(1) {
        shown[k] |= shown[k - 1] && shown[k + 1];
    }
    let mut skipped = false;
    for (k, text) in source.iter().enumerate() {
        if !shown[k] {
            if !std::mem::replace(&mut skipped, true) && k > 0 {
                let _ = writeln!(out, "{}", paint.dim(&format!("{:>width$}", "...")));
            }
            continue;
        }
        skipped = false;
        let entries = lines.get(&(k as u32 + 1)).map_or(&[][..], Vec::as_slice);
        let who = entries.iter().fold(Axes::NONE, |axes, (_, e)| axes.join(e.control));
        let (who, value) = (axes_text(who), value_letter(entries));
        let who = paint.tone(Tone::Doubt, &format!("{who:<3}"));
        let value = match value {
            'v' => paint.tone(Tone::Doubt, "v"),
            letter => paint.tone(Tone::Good, &letter.to_string()),
        };
        let bar = paint.dim("|");
        let text = text.replace('\t', "    ");
        let line = paint.dim(&format!("{:>width$}", k + 1));
        let _ = writeln!(out, "{}", format!("{line} {who}   {value}   {bar} {text}").trim_end());
        let indent = " ".repeat(text.len() - text.trim_start().len());
        for note in notes(found, entries) {
            let gutter = " ".repeat(width + 9) + "  ";
            let _ = writeln!(out, "{gutter}{bar} {indent}{}", shown_note(paint, &note));
            if !note.why.is_empty() {
                let mark = paint.dim("   why:");
                let _ = writeln!(out, "{gutter}{bar} {indent}{mark} {}", note.why);
            }
        }
    }
}

fn shown_note(paint: &Paint, note: &Note) -> String {
    let mark = paint.dim("`-");
    let verb = match note.kind {
        Kind::Assign => "",
        kind => kind.name(),
    };
    let targets: Vec<String> = note.targets.iter().map(|t| cut(t)).collect();
    let head = [verb, &targets.join(", ")]
        .iter()
        .filter(|s| !s.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(" ");
    let verdict = paint.tone(note.tone, &note.verdict);
    let only =
        if note.only.is_empty() { String::new() } else { paint.dim(&format!("  ({})", note.only)) };
    let head = if head.is_empty() { head } else { paint.dim(&format!("{head}:")) + " " };
    format!("{mark} {head}{verdict}{only}")
}

/// The least shared of the values that a line makes.
fn value_letter(entries: &[(&Function, &Entry)]) -> char {
    let letter = |v: &State| {
        if v.is_block_uniform() {
            (1, 'u')
        } else if v.is_warp_uniform() {
            (2, 'w')
        } else if !v.axes.contains(&Coefficient::Unknown) || v.lane != Coefficient::Unknown {
            (3, 'a')
        } else {
            (4, 'v')
        }
    };
    let values = entries.iter().filter_map(|(_, e)| e.value.as_ref());
    values.map(letter).max().map_or(' ', |(_, letter)| letter)
}

/// What there is to say of a line: of each statement, in all contexts together where they agree.
fn notes(found: &Facts, entries: &[(&Function, &Entry)]) -> Vec<Note> {
    let mut out: Vec<Note> = Vec::new();
    let mut done = vec![false; entries.len()];
    let mut order: Vec<usize> = (0..entries.len()).collect();
    // What is read comes before what is written.
    optx_whirl::stable_order::sort_by_key(&mut order, |&k| entries[k].1.kind);
    for k in order {
        if done[k] {
            continue;
        }
        let same = |e: &Entry| {
            let first = entries[k].1;
            (e.kind, e.at, &e.target) == (first.kind, first.at, &first.target)
        };
        let mut said: Vec<(String, Tone, Vec<String>, String)> = Vec::new();
        for (j, &(f, e)) in entries.iter().enumerate().filter(|(_, (_, e))| same(e)) {
            done[j] = true;
            let (verdict, tone) = told_verdict(e).unwrap_or_default();
            match said.iter_mut().find(|s| s.0 == verdict) {
                Some(known) => known.2.push(context(found, f, e)),
                None => said.push((verdict, tone, vec![context(found, f, e)], why(found, e))),
            }
        }
        let differ = said.len() > 1;
        for (verdict, tone, contexts, why) in said.into_iter().filter(|s| !s.0.is_empty()) {
            let only = if differ { format!("in {}", contexts.join(", ")) } else { String::new() };
            let (kind, target) = (entries[k].1.kind, entries[k].1.target.clone());
            let joins = |n: &&mut Note| {
                n.kind == kind && n.verdict == verdict && n.only == only && n.why == why
            };
            match out.iter_mut().find(joins) {
                Some(note) if note.targets.contains(&target) => {}
                Some(note) => note.targets.push(target),
                None => out.push(Note { kind, targets: vec![target], verdict, tone, only, why }),
            }
        }
    }
    out.extend(who_if_reached(entries));
    out
}

/// Who runs a line if barriers are reached by all, where that is told more of.
fn who_if_reached(entries: &[(&Function, &Entry)]) -> Option<Note> {
    let fewer = |p: &Promised, e: &Entry| axes_text(p.control) != axes_text(e.control);
    // That who comes to a barrier's own line comes there is no news.
    let is_news = |p: &Promised, e: &Entry| {
        p.barriers.iter().any(|b| (b.file, b.line) != (e.at.file, e.at.line))
    };
    let mut promised = entries.iter().filter_map(|(_, e)| e.promised.as_ref().zip(Some(e)));
    let (promised, _) = promised.find(|(p, e)| fewer(p, e) && is_news(p, e))?;
    let who = axes_text(promised.control);
    let who = if who.is_empty() { "all threads run it".to_owned() } else { format!("who {who}") };
    Some(Note {
        kind: Kind::Assign,
        targets: Vec::new(),
        verdict: format!("{who}, {}", condition(promised)),
        tone: Tone::Plain,
        only: String::new(),
        why: String::new(),
    })
}

/// The chain of causes of what is not plain to see, with lines where they change.
fn why(found: &Facts, e: &Entry) -> String {
    let mut at = (e.at.file, e.at.line);
    let mut out = String::new();
    for cause in e.told_why() {
        out += if out.is_empty() { "" } else { " <- " };
        out += words(cause);
        out += &cut(&cause.text);
        let now = (cause.at.file, cause.at.line);
        if now != at {
            let file = found.files.get(now.0.index()).filter(|_| now.0 != e.at.file);
            let file = file.map_or(String::new(), |file| format!("{}, ", file.name));
            let _ = write!(out, " ({file}line {})", now.1);
        }
        at = now;
    }
    out
}

/// A function and the call that an entry was inlined at.
fn context(found: &Facts, f: &Function, e: &Entry) -> String {
    let several = found.functions.iter().filter(|g| g.name == f.name).count() > 1;
    let name = if several { &f.symbol } else { &f.name };
    let sites: Vec<String> =
        e.inlined_at.iter().map(|s| format!("{}:{}", s.line, s.column)).collect();
    if sites.is_empty() { name.clone() } else { format!("{name} by {}", sites.join(" by ")) }
}

/// A line a function: how many of what.
fn summary(out: &mut String, paint: &Paint, f: &Function) {
    let of = |kind: Kind| f.entries.iter().filter(move |e| e.kind == kind);
    let divergent =
        of(Kind::Branch).filter(|e| e.value.as_ref().is_some_and(|v| !v.is_warp_uniform())).count();
    let accesses: Vec<&Access> =
        f.entries.iter().filter_map(|e| e.access.as_ref()).filter(|a| a.is_global()).collect();
    let far = accesses.iter().filter(|a| a.is_uncoalesced()).count();
    let (some, barriers) = (
        f.entries.iter().filter(|e| e.may_be_reached_by_some()).count(),
        f.entries.iter().filter(|e| e.kind == Kind::Barrier || e.barrier.is_some()).count(),
    );
    let mut parts = Vec::new();
    let mut count = |(some, all): (usize, usize), tone: Tone, what: &str| {
        if all > 0 {
            let tone = if some > 0 { tone } else { Tone::Good };
            parts.push(paint.tone(tone, &format!("{some} of {all} {what}")));
        }
    };
    count((divergent, of(Kind::Branch).count()), Tone::Doubt, "branches diverge");
    count((far, accesses.len()), Tone::Bad, "global accesses not coalesced");
    count((some, barriers), Tone::Bad, "barriers may be reached by only some threads");
    if parts.is_empty() {
        parts.push("no branch, access of global memory or barrier".to_owned());
    }
    let word = if f.is_kernel { "kernel" } else { "function" };
    let _ = writeln!(out, "{word} {}: {}", paint.code("1", &f.name), parts.join(", "));
}
