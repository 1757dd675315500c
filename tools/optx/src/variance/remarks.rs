//! `-Rpass-analysis=variance`: a remark for each branch at which threads part, each barrier that only some may reach, and each access of global
//! memory whose lanes are too far apart.

use super::told::{bytes, count, words};
use crate::diagnostics::Report;
use optx_facts::{Access, Coefficient, Entry, Facts, Kind, Pattern, Site, axes_text};
use optx_source::{Diagnostic, Span, code};

/// Behind each remark, as clang has it.
const FLAG: &str = "[-Rpass-analysis=variance]";

/// Tells of what was found, each place once for all contexts.
pub(crate) fn remarks(found: &Facts, report: &mut Report) {
    for f in &found.functions {
        for entry in &f.entries {
            if let Some(message) = message(entry) {
                let span = span(found, report, &entry.at);
                let mut told = Diagnostic::new(code::VARIANCE, span, format!("{message} {FLAG}"));
                for cause in entry.told_why() {
                    let because = ["because of ", words(cause), "`", &cause.text, "`"].concat();
                    told = told.note(self::span(found, report, &cause.at), because);
                }
                report.push(told);
            }
        }
    }
}

fn span(found: &Facts, report: &Report, at: &Site) -> Span {
    let name = found.files.get(at.file.index()).map_or("", |file| file.name.as_str());
    let begin = report.place(name, at.line, at.column);
    let end = begin.lo.saturating_add(at.length).max(begin.hi);
    let whole = Span::new(begin.lo, end);
    // A length that was cut short may end within a character.
    let known = !begin.is_none() && report.map.text(whole).is_some();
    if known { whole } else { begin }
}

/// What there is to say of an entry.
fn message(entry: &Entry) -> Option<String> {
    match entry.kind {
        Kind::Branch => {
            let value = entry.value.as_ref().filter(|v| !v.is_block_uniform())?;
            let along = along(&value.mask());
            Some(match value.is_warp_uniform() {
                true => {
                    format!("branch parts warps and no warp's threads: condition varies {along}")
                }
                false => format!("branch diverges: condition varies {along}"),
            })
        }
        Kind::Barrier | Kind::Call if entry.may_be_reached_by_some() => {
            let along = along(&axes_text(entry.barrier.as_ref()?.axes));
            Some(format!(
                "barrier may be reached by only some threads of the block: whether they come here varies {along}"
            ))
        }
        Kind::Load | Kind::Store | Kind::Atomic => {
            let access = entry.access.as_ref().filter(|a| a.is_uncoalesced())?;
            Some(format!(
                "{} `{}` is not coalesced: {}",
                entry.kind.name(),
                entry.target,
                apart(access)
            ))
        }
        _ => None,
    }
}

fn along(mask: &str) -> String {
    let axes: Vec<String> = mask.chars().map(String::from).collect();
    match axes.as_slice() {
        [] => "between the warps or lanes".to_owned(),
        [axis] => format!("along {axis}"),
        [rest @ .., last] => format!("along {} and {last}", rest.join(", ")),
    }
}

fn apart(access: &Access) -> String {
    let (bytes, count) = (bytes(access), count(access));
    match &access.pattern {
        Pattern::Symbolic(stride) => {
            format!("its lanes are {stride} bytes apart, which is known when it runs")
        }
        Pattern::AlongX(stride) => {
            format!("along x it is {stride} bytes apart for {bytes} bytes a thread")
        }
        Pattern::Rows(rows) => {
            let far = rows.within_a_warp().map(|(axis, coef)| match coef {
                Coefficient::Known(c) => format!("{c} bytes along {axis}"),
                Coefficient::Symbolic(text) => format!("{text} bytes along {axis}"),
                Coefficient::Unknown => format!("an unknown number of bytes along {axis}"),
            });
            let far: Vec<String> = far.collect();
            let ([x, y, z], far) = (rows.block, far.join(" and "));
            let least = access.ideal;
            format!(
                "in blocks of {x} x {y} x {z} its lanes are apart {far} for {bytes} bytes a lane, {count} ({least} at best)"
            )
        }
        pattern => match pattern.stride() {
            Some(stride) => {
                format!("its lanes are {stride} bytes apart for {bytes} bytes a lane, {count}")
            }
            None => "how far its lanes are apart is not known".to_owned(),
        },
    }
}
