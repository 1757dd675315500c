//! Lists in braces: for aggregates with bases and nested classes, braces left out or not, for constructors, for arrays.

use super::probes::{Piece, Prober};
use super::types::Base;

/// A list in braces that may initialise the type.
pub fn braces(p: &mut Prober, base: Base, depth: usize) -> Piece {
    let text = match base {
        Base::Class(k) => format!("{{{}}}", inside(p, k, depth)),
        _ if p.r.chance(10) => "{}".to_owned(),
        other => format!("{{{}}}", value(p, other)),
    };
    Piece { text, prec: 16 }
}

/// A value for a field: of its type, or a literal that fits every type, or another.
fn value(p: &mut Prober, base: Base) -> String {
    match (base, p.r.next(8)) {
        (Base::Scalar(s), 0 | 1) => p.literal(s),
        (Base::Scalar(_), 2) => p.r.next(9).to_string(),
        (_, 3) => {
            let other = p.base();
            p.atom(other).at(2)
        }
        (Base::Class(k), 4) => format!("make{k}(n)"),
        _ => p.atom(base).at(2),
    }
}

/// What stands between the braces for class `k`.
fn inside(p: &mut Prober, k: usize, depth: usize) -> String {
    let class = p.world.classes[k].clone();
    if !class.aggregate {
        return match class.constructors.len() {
            0 => p.r.pick(&["", "Tag{}, 4"]).to_owned(),
            n => {
                let parameters = class.constructors[p.r.next(n)].clone();
                p.list(&parameters, 0)
            }
        };
    }
    let mut parts: Vec<String> = Vec::new();
    for &b in &class.bases {
        parts.push(part(p, Base::Class(b), depth));
    }
    for f in &class.fields {
        match f.count {
            Some(n) => {
                let count = n - p.r.next(2);
                let all: Vec<String> =
                    (0..count).map(|_| part(p, f.base, depth.saturating_sub(1))).collect();
                let all = all.join(", ");
                // Braces may be left out around what is complete.
                parts.push(if count == n && p.r.chance(40) { all } else { format!("{{{all}}}") });
            }
            None => parts.push(part(p, f.base, depth)),
        }
    }
    // The rest is initialised from nothing.
    if p.r.chance(25) {
        parts.truncate(p.r.next(parts.len() + 1));
    }
    let comma = if !parts.is_empty() && p.r.chance(10) { "," } else { "" };
    parts.join(", ") + comma
}

/// An initialiser for a base, a field or an element.
fn part(p: &mut Prober, base: Base, depth: usize) -> String {
    match base {
        Base::Class(k) if depth > 0 && p.r.chance(50) => {
            let inner = inside(p, k, depth - 1);
            if p.world.classes[k].aggregate && !inner.is_empty() && p.r.chance(30) {
                inner
            } else {
                format!("{{{inner}}}")
            }
        }
        _ => value(p, base),
    }
}

/// An array, its elements shown.
pub fn array(p: &mut Prober, base: Base, name: &str) -> String {
    let count = 1 + p.r.next(3);
    let all: Vec<String> = (0..count).map(|_| part(p, base, 1)).collect();
    let t = base.name();
    let length = if p.r.chance(30) { String::new() } else { (count + p.r.next(2)).to_string() };
    let equals = if p.r.chance(70) { " = " } else { "" };
    let element = p.r.pick(&["auto &", "const auto &", "auto "]);
    if p.r.chance(20) {
        let list = format!("{{{{{}}}}}", all.join(", "));
        return format!(
            "Row<{t}, {count}> {name}{equals}{list}; for ({element}z : {name}) note(z); note({name}[n & 1]);"
        );
    }
    let list = format!("{{{}}}", all.join(", "));
    format!(
        "{t} {name}[{length}]{equals}{list}; for ({element}z : {name}) note(z); mark(sizeof {name});"
    )
}
