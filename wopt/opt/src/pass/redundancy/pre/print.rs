//! The steps as text, for `--print-analysis=pre`.

use super::graph::{Graph, Kind};
use super::{Expressions, eliminate, loads};
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::print::tree_text;
use optx_ir::{CrId, Func};
use std::fmt::Write as _;

/// For each place of loads, then for each expression, that has a Phi: a line an occurrence, `bb2: evaluates (U4ADD v1.1 v2.1)`, and a line a Phi, `bb3: phi of
/// (U4ADD v1.1 v2.1), down-safe, available: bb1 has it, bb2 gets it`.
pub(crate) fn print(cx: &Cx<'_>, f: &Func) -> String {
    let mut out = String::new();
    let mut tell = |f: &Func, form, graph: &Graph| describe(&mut out, f, form, graph);
    let copy = [f.clone()];
    let mut inner = Cx::of(cx.facts.module, &copy);
    let mut stats = Stats::new("load-pre");
    loads::eliminate(&mut copy[0].clone(), &mut inner, &mut stats, &mut tell);
    let domain = Expressions { speculate: true };
    eliminate(&mut copy[0].clone(), &mut inner, domain, &mut tell);
    out
}

fn describe(out: &mut String, f: &Func, form: CrId, graph: &Graph) {
    let _ = writeln!(out, "{}:", tree_text(f, form));
    for (k, node) in graph.nodes.iter().enumerate() {
        let value = node.value.map_or("nothing".to_owned(), |value| tree_text(f, value));
        let _ = match node.kind {
            Kind::Real(_) if graph.nodes[node.source as usize].is_phi() => {
                writeln!(out, "  {}: reads {value}", node.bb)
            }
            Kind::Real(_) => writeln!(out, "  {}: evaluates {value}", node.bb),
            Kind::Edge(_, to) => writeln!(out, "  {}->{to}: evaluates {value}", node.bb),
            Kind::Phi => {
                let safety = match (node.is_down_safe, node.is_speculated) {
                    (true, _) => "down-safe",
                    (_, true) => "speculated",
                    _ => "not down-safe",
                };
                let state = match (node.can_be_avail, node.later) {
                    (true, false) => "available",
                    (true, true) => "later",
                    _ => "not available",
                };
                let _ = write!(out, "  {}: phi of {value}, {safety}, {state}:", node.bb);
                for operand in graph.operands_of(k) {
                    let what = match operand.insertion {
                        Some(_) => "gets it",
                        None if operand.is_real => "has it",
                        None if operand.def.is_some() => "passes it",
                        None => "lacks it",
                    };
                    let _ = write!(out, " {} {what}", operand.from);
                }
                writeln!(out)
            }
        };
    }
}
