//! What the listing says of an entry.

use super::told::{Tone, accessed, cut, disagreement};
use optx_facts::{BarrierReach, Base, Coefficient, Entry, Kind, Promised, State, axes_text};

/// `if all threads reach the barrier in line 6`.
pub(super) fn condition(promised: &Promised) -> String {
    let mut lines: Vec<String> = promised.barriers.iter().map(|b| b.line.to_string()).collect();
    lines.dedup();
    match &lines[..] {
        [line] => format!("if all threads reach the barrier in line {line}"),
        lines => format!("if all threads reach the barriers in lines {}", lines.join(", ")),
    }
}

/// What is known of an entry, and what beside it if barriers are reached by all.
pub(super) fn told_verdict(e: &Entry) -> Option<(String, Tone)> {
    let mut plain = verdict(e, e.value.as_ref());
    // A call of a function that has a barrier is one.
    if let (Kind::Call, Some((told, tone))) = (e.kind, e.barrier.as_ref().and_then(barrier)) {
        let (value, _) = plain.unwrap_or_default();
        let gap = if value.is_empty() { "" } else { "; " };
        plain = Some((format!("{value}{gap}{told}"), tone));
    }
    let promised = e.promised.as_ref();
    let Some((promised, value)) = promised.and_then(|p| Some((p, p.value.as_ref()?))) else {
        return plain;
    };
    if !matches!(e.kind, Kind::Assign | Kind::Call | Kind::Return | Kind::Branch) {
        return plain;
    }
    let (mut told, tone) = plain.unwrap_or_default();
    told += if told.is_empty() { "" } else { "; " };
    told += &format!("{} {}", describe(value), condition(promised));
    Some((told, tone))
}

fn verdict(e: &Entry, value: Option<&State>) -> Option<(String, Tone)> {
    match e.kind {
        Kind::Assign | Kind::Call | Kind::Return => {
            let value = value?;
            let told = describe(value);
            // That a block shares a value, or nothing is known of it, is in the gutter.
            let says_more = !value.is_block_uniform() && told != "varies (xyz)";
            says_more.then_some((told, Tone::Plain))
        }
        Kind::Branch => {
            let v = value.filter(|_| !e.target.is_empty())?;
            Some(if v.is_block_uniform() {
                ("uniform".to_owned(), Tone::Good)
            } else if v.is_warp_uniform() {
                (format!("warp-uniform ({})", mask(v)), Tone::Good)
            } else if v.axes[0] == Coefficient::Known(0) {
                (format!("uniform along x, divergent ({})", mask(v)), Tone::Doubt)
            } else {
                (format!("divergent ({})", mask(v)), Tone::Doubt)
            })
        }
        Kind::Barrier => barrier(e.barrier.as_ref()?),
        Kind::Load | Kind::Store | Kind::Atomic => Some(accessed(e.access.as_ref()?)),
    }
}

/// Who comes to a barrier of the block, where not all do that there are.
fn barrier(reach: &BarrierReach) -> Option<(String, Tone)> {
    let mut told = String::new();
    let mut tone = Tone::Plain;
    if !reach.axes.is_none() {
        let axes = axes_text(reach.axes);
        let whose = if axes.is_empty() { String::new() } else { format!(" ({axes})") };
        told = format!("only some threads of the block may reach it{whose}");
        (told, tone) = match &reach.disagree {
            Some(disagree) => (format!("WARNING: {told}, {}", disagreement(disagree)), Tone::Bad),
            None => (format!("note: {told}"), Tone::Doubt),
        };
    }
    if !reach.exits.is_empty() {
        let exits: Vec<String> =
            reach.exits.iter().map(|e| format!("{} (line {})", cut(&e.text), e.at.line)).collect();
        told += if told.is_empty() { "note: " } else { "; " };
        told += &format!("threads that left the kernel do not come: {}", exits.join(", "));
    }
    (!told.is_empty()).then_some((told, tone))
}

fn mask(v: &State) -> String {
    let mask = v.mask();
    if mask.is_empty() { "lane".to_owned() } else { mask }
}

/// A value as a sum: `x + 4*y + uniform`.
fn describe(v: &State) -> String {
    let term = |coefficient: &Coefficient, axis: &str| match coefficient {
        Coefficient::Known(0) | Coefficient::Unknown => None,
        Coefficient::Known(1) => Some(axis.to_owned()),
        Coefficient::Known(-1) => Some(format!("-{axis}")),
        Coefficient::Known(c) => Some(format!("{c}*{axis}")),
        Coefficient::Symbolic(text) => {
            let plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '*'));
            Some(if plain { format!("{text}*{axis}") } else { format!("({text})*{axis}") })
        }
    };
    if v.is_block_uniform() {
        return match v.base {
            Base::Const(c) => c.to_string(),
            _ => "uniform".to_owned(),
        };
    }
    let axes = ["x", "y", "z"];
    let terms: Vec<String> =
        v.axes.iter().zip(axes).filter_map(|(c, axis)| term(c, axis)).collect();
    let open: String =
        (0..3).filter(|&k| v.axes[k] == Coefficient::Unknown).map(|k| axes[k]).collect();
    let sum = |mut terms: Vec<String>| {
        match v.base {
            Base::Const(0) => {}
            Base::Const(c) => terms.push(c.to_string()),
            Base::Uniform | Base::Unknown => terms.push("uniform".to_owned()),
        }
        terms.join(" + ").replace("+ -", "- ")
    };
    if open.is_empty() {
        return sum(terms);
    }
    let lane = match &v.lane {
        Coefficient::Known(0) => Some("one value a warp".to_owned()),
        lane => term(lane, "lane").map(|lane| format!("{lane} + one value a warp")),
    };
    match lane {
        Some(lane) => lane,
        None if terms.is_empty() => format!("varies ({open})"),
        None => format!("varies ({open}), {} else", terms.join(" + ")),
    }
}
