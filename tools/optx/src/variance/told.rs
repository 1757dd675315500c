//! Accesses, causes and threads in words: how the lanes of a warp lie, and what that costs.

use optx_facts::{Access, Cause, Coefficient, Disagreement, Effect, Pattern, Rows, Space};

/// A longer target is cut.
const TARGET: usize = 44;

/// What a note means for the reader.
#[derive(Clone, Copy, Default)]
pub(super) enum Tone {
    #[default]
    Plain,
    Good,
    Doubt,
    Bad,
}

/// How a warp makes an access.
pub(super) fn accessed(a: &Access) -> (String, Tone) {
    let space = match a.space {
        Space::Global => "",
        Space::Constant => "constant ",
        space => &format!("{} ", space.name()),
    };
    let (told, tone) = match &a.pattern {
        Pattern::Own => ("memory".to_owned(), Tone::Plain),
        Pattern::Broadcast => ("broadcast".to_owned(), Tone::Good),
        Pattern::Symbolic(stride) => (format!("stride {stride} B, known when it runs"), Tone::Bad),
        Pattern::Unknown => {
            (unknown(a), if a.space == Space::Shared { Tone::Doubt } else { Tone::Bad })
        }
        Pattern::Stride(0) | Pattern::AlongX(0) => ("broadcast along x".to_owned(), Tone::Good),
        Pattern::Stride(stride) => costs(a, &format!("stride {stride} B")),
        Pattern::AlongX(stride) => costs(a, &format!("stride {stride} B along x")),
        Pattern::Rows(rows) => costs(a, &apart(rows)),
    };
    (format!("{space}{told}"), tone)
}

fn unknown(a: &Access) -> String {
    match &a.sectors {
        Some(_) => format!("stride unknown, {}", count(a)),
        None => "stride unknown".to_owned(),
    }
}

/// `stride 4 B along x, 64 B along y`; where threads access one address, `broadcast along z`.
fn apart(rows: &Rows) -> String {
    let mut is_first = true;
    let mut stride = |text: &str| {
        let word = if std::mem::take(&mut is_first) { "stride " } else { "" };
        format!("{word}{text}")
    };
    let told = rows.within_a_warp().map(|(axis, coef)| {
        let told = match coef {
            Coefficient::Known(0) => "broadcast".to_owned(),
            Coefficient::Known(c) => stride(&format!("{c} B")),
            Coefficient::Symbolic(text) => stride(&format!("{text} B")),
            Coefficient::Unknown => stride("unknown"),
        };
        format!("{told} along {axis}")
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Adds sectors or turns of banks to how far lanes are apart.
fn costs(a: &Access, apart: &str) -> (String, Tone) {
    if let Some(turns) = a.ways.as_ref().and_then(|ways| ways.estimate) {
        return match turns {
            1 => (format!("{apart}, no bank conflict"), Tone::Good),
            _ => (format!("{apart}, {turns}-way bank conflict"), Tone::Bad),
        };
    }
    if !a.is_global() {
        return (apart.to_owned(), Tone::Doubt);
    }
    let count = count(a);
    match a.is_uncoalesced() {
        false => (format!("coalesced, {apart}, {count}"), Tone::Good),
        true => {
            let (bytes, least) = (bytes(a), a.ideal);
            (format!("{apart} for {bytes} B, {count} ({least} at best)"), Tone::Bad)
        }
    }
}

/// What a thread accesses, by instruction: `4`, `4 x 8`, `8 + 4`.
pub(super) fn bytes(a: &Access) -> String {
    let mut runs: Vec<(usize, u32)> = Vec::new();
    for i in &a.instructions {
        match runs.last_mut() {
            Some((count, bytes)) if *bytes == i.bytes => *count += 1,
            _ => runs.push((1, i.bytes)),
        }
    }
    let told = runs.iter().map(|(count, bytes)| match count {
        1 => bytes.to_string(),
        _ => format!("{count} x {bytes}"),
    });
    told.collect::<Vec<_>>().join(" + ")
}

/// `4 sectors a warp`; `up to` where warps differ, or it hangs on what is not known.
pub(super) fn count(a: &Access) -> String {
    let Some(cost) = &a.sectors else { return String::new() };
    let up_to = if cost.is_even() { "" } else { "up to " };
    match cost.estimate.unwrap_or(cost.most) {
        1 => format!("{up_to}1 sector a warp"),
        sectors => format!("{up_to}{sectors} sectors a warp"),
    }
}

/// What the text says before a cause.
pub(super) fn words(cause: &Cause) -> &'static str {
    match cause.by {
        Effect::Operand => "",
        Effect::Address => "the address ",
        Effect::Branch => "the branch on ",
        Effect::Rounds => "the rounds of ",
        Effect::Rest => "what hangs on ",
    }
}

/// `thread (1,0,0) waits for (0,0,0), which does not come`.
pub(super) fn disagreement(found: &Disagreement) -> String {
    let thread = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
    let (comes, away) = (thread(found.comes), thread(found.stays_away));
    format!("thread {comes} waits for {away}, which does not come")
}

/// A target, cut where it is long.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(TARGET) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}
