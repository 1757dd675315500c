//! Analyses as text, for `--print-analysis`: a line a block, a cycle or a version. They are computed anew, and nothing is kept.

use crate::analysis::demanded_bits::DemandedBits;
use crate::analysis::memory::Classes;
use crate::analysis::pressure::Pressure;
use crate::analysis::ranges::Ranges;
use crate::analysis::variance::VarianceMap;
use crate::kit::context::Cx;
use optx_ir::control_dependence::ControlDependence;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::uses::Uses;
use optx_ir::{AuxKind, BbId, Fact, Form, Func};
use std::fmt::Write as _;

/// Every name that `--print-analysis` takes: [`crate::analysis::cache::Analysis::ALL`], and those that no pass keeps for another.
pub const PRINTED: &[&str] = &[
    "dom", "post-dom", "control", "cycles", "uses", "alias", "ranges", "pressure", "demanded",
    "variance", "pre",
];

fn blocks(list: &[BbId]) -> String {
    list.iter().map(BbId::to_string).collect::<Vec<_>>().join(" ")
}

/// An analysis of a function as text, a line a block, a cycle or a version; None where the name is none.
pub fn print(cx: &Cx<'_>, f: &Func, name: &str) -> Option<String> {
    let mut out = String::new();
    match name {
        "dom" => dominance(&mut out, f, &Dominance::of(f), "idom"),
        "post-dom" => dominance(&mut out, f, &Dominance::post(f), "ipdom"),
        "control" => {
            let control = ControlDependence::of(f, &Dominance::post(f));
            for &bb in &f.layout {
                let edges = control.of_block(bb).iter();
                let edges: Vec<String> = edges.map(|(from, to)| format!("{from}->{to}")).collect();
                let _ = writeln!(out, "{bb}: on {}", or_none(&edges.join(" ")));
            }
        }
        "cycles" => cycles(&mut out, f),
        "uses" => {
            let uses = Uses::of(f);
            for (_, aux) in f.auxes.iter() {
                for &version in &aux.versions {
                    let list = uses.of_version(version);
                    if !list.is_empty() {
                        let text = optx_ir::print::tree_text(f, version);
                        let _ = writeln!(out, "{text}: {list:?}");
                    }
                }
            }
        }
        "alias" if f.form == Form::Regs => out.push_str("none in form regs\n"),
        "ranges" | "pressure" | "demanded" | "variance" | "pre" if f.form != Form::Ssa => {
            out.push_str("in form ssa only\n")
        }
        "ranges" => {
            let ranges = Ranges::of(f, &Dominance::of(f));
            let told = |fact: Fact| (!fact.is_full()).then(|| fact.to_string());
            versions(&mut out, f, |version| told(ranges.version(f, version)?));
        }
        "pressure" => {
            let pressure = Pressure::of(f, &Cycles::of(f));
            for &bb in &f.layout {
                let (used, room) = (pressure.live(bb), pressure.room(bb));
                let _ = writeln!(out, "{bb}: {used} registers live at an end, room for {room}");
            }
        }
        "demanded" => {
            let demanded = DemandedBits::find(f);
            versions(&mut out, f, |version| demanded.describe(f, version));
        }
        "variance" => variance(&mut out, cx, f),
        "pre" => out = crate::pass::redundancy::pre::print(cx, f),
        "alias" => out = Classes::of(&cx.facts, f).describe(cx.facts.module, f),
        _ => return None,
    }
    Some(out)
}

/// A line for each version, for each that is read behind exits of cycles that make it, and for each block that not all threads come to.
fn variance(out: &mut String, cx: &Cx<'_>, f: &Func) {
    let found = VarianceMap::of(f, cx.assumptions());
    versions(out, f, |version| {
        let state = found.cr_tid_var_state(version);
        let mut text = state.to_string();
        found.gates(f, version, &mut text);
        (!state.is_top()).then_some(text)
    });
    found.etas(f).iter().for_each(|line| out.extend([line, "\n"]));
    for &bb in &f.layout {
        let axes = found.bb_control_variance(bb);
        if !axes.is_none() {
            let _ = writeln!(out, "{bb}: reached by {axes}");
        }
    }
}

/// A line for each version that something is said of.
fn versions(out: &mut String, f: &Func, says: impl Fn(optx_ir::CrId) -> Option<String>) {
    for (_, aux) in f.auxes.iter().filter(|(_, aux)| aux.kind != AuxKind::Memory) {
        for &version in aux.versions.iter().skip(1) {
            if let Some(text) = says(version) {
                let _ = writeln!(out, "{}: {text}", optx_ir::print::tree_text(f, version));
            }
        }
    }
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// A line a block in the tree's preorder: `bb3: idom bb1, frontier bb5`.
fn dominance(out: &mut String, f: &Func, dom: &Dominance, word: &str) {
    let frontiers = (word == "idom").then(|| dom.frontiers(f));
    for &bb in dom.preorder() {
        let up = dom.idom(bb).map_or("none".to_owned(), |up| up.to_string());
        let _ = write!(out, "{bb}: {word} {up}");
        let list = frontiers.as_ref().map_or(&[][..], |of| of.list(bb.index()));
        if !list.is_empty() {
            let _ = write!(out, ", frontier {}", blocks(list));
        }
        out.push('\n');
    }
}

/// A line a cycle, one around others before them: `cycle bb1: depth 1, entries bb1, blocks bb1 bb2, latches bb2, exits bb1->bb3,
/// preheader bb0`.
fn cycles(out: &mut String, f: &Func) {
    let found = Cycles::of(f);
    for (number, cycle) in found.all().iter().enumerate().rev() {
        let mut inside = found.blocks(number).to_vec();
        inside.sort_unstable();
        let _ = write!(out, "cycle {}: depth {}", cycle.header, cycle.depth);
        if let Some(k) = cycle.parent {
            let _ = write!(out, ", in {}", found.all()[k].header);
        }
        let exits = found.exits(f, number).into_iter();
        let exits: Vec<String> = exits.map(|(from, to)| format!("{from}->{to}")).collect();
        let _ = writeln!(
            out,
            ", entries {}, blocks {}, latches {}, exits {}, preheader {}",
            blocks(&found.entries(f, number)),
            blocks(&inside),
            blocks(&found.latches(f, number)),
            or_none(&exits.join(" ")),
            found.preheader(f, number).map_or("none".to_owned(), |bb| bb.to_string()),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::PRINTED;
    use crate::analysis::cache::Analysis;

    /// What `optx passes` says that a row needs can be printed by that name.
    #[test]
    fn analyses_are_printed_by_their_names() {
        let names: Vec<&str> = Analysis::ALL.iter().map(|a| a.name()).collect();
        assert!(names.iter().all(|name| PRINTED.contains(name)), "{names:?}");
        let distinct: std::collections::HashSet<&str> = names.iter().copied().collect();
        assert_eq!(distinct.len(), names.len());
    }
}
