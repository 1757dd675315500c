//! A claim in words: the part of it that a check is of.

use super::plan::{Check, Scope};
use super::{At, Claim, Coef};

fn coefficient(c: &Coef) -> String {
    match c {
        Coef::Unknown => "unknown".into(),
        Coef::Known(n) => n.to_string(),
        Coef::Symbolic { reg, scale: 1, .. } => format!("`{reg}`"),
        Coef::Symbolic { reg, scale, .. } => format!("{scale} * `{reg}`"),
    }
}

/// `is 4 more from each thread to the next along x and the same along y`
fn along(claim: &Claim) -> String {
    let axes = ["x", "y", "z"].into_iter().zip(&claim.coef);
    let (mut same, mut parts, mut agree) = (Vec::new(), Vec::new(), Vec::new());
    for (axis, c) in axes {
        match c {
            Coef::Known(0) => same.push(axis),
            Coef::Unknown => agree.push(axis),
            c => parts
                .push(format!("{} more from each thread to the next along {axis}", coefficient(c))),
        }
    }
    let mut out = match (parts.is_empty(), same.len()) {
        (true, 3) => "is the same in all threads of the block".to_string(),
        (true, _) => format!("is the same along {}", same.join(" and ")),
        (false, 0) => format!("is {}", parts.join(", ")),
        (false, _) => format!("is {}, the same along {}", parts.join(", "), same.join(" and ")),
    };
    if !agree.is_empty() {
        out += &format!(" (among threads with one {})", agree.join(" and one "));
    }
    out
}

/// The part of a claim that a check is of; of a claim of a block, all of it.
pub fn words(claim: &Claim, check: Option<&Check>) -> String {
    let Some(check) = check else {
        return "all lanes of a warp that live come to this block, or none".to_string();
    };
    let reg = &claim.reg;
    let what = match (check.coefficient, check.scope, check.base) {
        (Some(axis), scope, _) => {
            let c = claim.coef.get(axis).unwrap_or(&claim.lane);
            let name = match c {
                Coef::Symbolic { reg, .. } => reg.as_str(),
                _ => "?",
            };
            let of = ["along x", "along y", "along z"].get(axis).unwrap_or(&"from lane to lane");
            let all = if scope == Scope::Block { "the block" } else { "a warp" };
            format!("`{name}`, by which `{reg}` grows {of}, is the same in all threads of {all}")
        }
        (None, Scope::Block, Some(base)) => {
            format!("`{reg}` is {base} in thread (0,0,0) and {}", along(claim))
        }
        (None, Scope::Block, None) => {
            let uniform = claim.block_uniform && check.factors.is_empty() && check.within.is_none();
            let all = "is the same in all threads of the block".to_string();
            format!("`{reg}` {}", if uniform { all } else { along(claim) })
        }
        (None, Scope::Warp, _) if check.factors.is_empty() => {
            format!("`{reg}` is the same in all threads of a warp")
        }
        (None, Scope::Warp, _) => {
            format!(
                "`{reg}` is {} more from each lane of a warp to the next",
                coefficient(&claim.lane)
            )
        }
    };
    match claim.at {
        At::Def => what,
        At::LiveIn => format!("{what}, as threads come to this label"),
        At::Branch => format!("{what}, at this branch"),
        At::Block => format!("{what}, as threads come to this block"),
    }
}
