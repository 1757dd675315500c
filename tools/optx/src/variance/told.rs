//! What the listing says of an access: how the lanes of a warp lie, and what that costs.

use super::{Access, Coefficient, Pattern, Rows};

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
    let space = match a.space.name() {
        "global" => "",
        "const" => "constant ",
        name => &format!("{name} "),
    };
    let (told, tone) = match &a.pattern {
        Pattern::Own => ("memory".to_owned(), Tone::Plain),
        Pattern::Broadcast => ("broadcast".to_owned(), Tone::Good),
        Pattern::Symbolic(stride) => (format!("stride {stride} B, known when it runs"), Tone::Bad),
        Pattern::Unknown => {
            (unknown(a), if a.space.name() == "shared" { Tone::Doubt } else { Tone::Bad })
        }
        Pattern::Stride(0) | Pattern::AlongX(0) => ("broadcast along x".to_owned(), Tone::Good),
        Pattern::Stride(stride) => costs(a, &format!("stride {stride} B")),
        Pattern::AlongX(stride) => costs(a, &format!("stride {stride} B along x")),
        Pattern::Rows(rows) => costs(a, &apart(rows)),
    };
    (format!("{space}{told}"), tone)
}

fn unknown(a: &Access) -> String {
    if a.is_global() {
        format!("stride unknown, up to {} sectors a warp", a.sectors())
    } else {
        "stride unknown".to_owned()
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
    if let Some(turns) = a.bank_turns() {
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
            let least = a.least_sectors();
            (format!("{apart} for {} B, {count} ({least} at best)", a.bytes), Tone::Bad)
        }
    }
}

/// `4 sectors a warp`; `up to` where warps differ, or it hangs on what is not known.
pub(super) fn count(a: &Access) -> String {
    let up_to = if a.sectors_are_exact() { "" } else { "up to " };
    match a.sectors() {
        1 => format!("{up_to}1 sector a warp"),
        sectors => format!("{up_to}{sectors} sectors a warp"),
    }
}
