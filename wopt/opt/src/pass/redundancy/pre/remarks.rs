//! What becomes of partially redundant evaluations and loads, in words (`-Rpass`, `-Rpass-missed`).

use super::finalize::Insertion;
use super::graph::{Graph, Kind};
use super::occurrences::{Occurrences, Place};
use crate::kit::context::Cx;
use optx_ir::{CodeRep, CrId, Func};
use optx_whirl::{Loc, RemarkKind};

/// Tells of one graph from which something is gained, or would be if a register were left.
pub(super) fn tell(
    f: &Func,
    cx: &mut Cx<'_>,
    all: &Occurrences,
    graph: &Graph,
    insertions: &[Insertion],
    has_room: bool,
) {
    let at = cx.facts.module.locs.statement(first(f, all, graph));
    let kind = if has_room { RemarkKind::Passed } else { RemarkKind::Missed };
    cx.remarks.tell(kind, at, || {
        let what = named(f, graph.nodes.iter().find_map(|node| node.value));
        if !has_room {
            return format!("{what} stays where it is: no register is left for its value");
        }
        let reads = |n: &usize| {
            let node = &graph.nodes[*n];
            !node.is_phi()
                && node.source as usize != *n
                && graph.nodes[node.source as usize].is_used
        };
        let count = (0..graph.nodes.len()).filter(reads).count();
        let added = insertions.len();
        format!(
            "{what} reads a register where its value is there: at {count} places; added at {added}"
        )
    });
}

fn named(f: &Func, value: Option<CrId>) -> String {
    match value.map(|value| f.codemap.get(value)) {
        Some(CodeRep::Op(op)) => format!("an evaluation ({})", op.opr.name()),
        _ => "a load".to_owned(),
    }
}

/// Where the first evaluation is.
fn first(f: &Func, all: &Occurrences, graph: &Graph) -> Loc {
    let real = graph.nodes.iter().find_map(|node| match node.kind {
        Kind::Real(k) if !node.is_before_guards => Some(all.site_of(k)),
        _ => None,
    });
    match real.map(|site| (site.place, site.bb)) {
        Some((Place::Stmt(s, _), _)) => f.stmts[s].loc,
        Some((_, bb)) => f.bbs[bb].loc,
        None => Loc::NONE,
    }
}
