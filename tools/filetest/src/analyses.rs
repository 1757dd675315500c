//! Analyses as text, by name.

use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, Func};
use std::fmt::Write as _;

/// An analysis that can be tested.
pub struct Analysis {
    /// The name in the test line.
    pub name: &'static str,
    /// What it finds, as lines of text; None where the function is not in a form that it works on.
    pub print: fn(&Func) -> Option<String>,
}

/// All of them. An analysis that the optimizer learns to print gets its row here.
pub const TABLE: &[Analysis] = &[
    Analysis { name: "dom", print: dominators },
    Analysis { name: "post-dom", print: post_dominators },
    Analysis { name: "cycles", print: cycles },
];

fn list(blocks: &[BbId]) -> String {
    let names: Vec<String> = blocks.iter().map(BbId::to_string).collect();
    names.join(" ")
}

/// A line a block in the tree's preorder: `bb3: idom bb1, frontier bb5`.
fn dominators(f: &Func) -> Option<String> {
    let dom = Dominance::of(f);
    let frontiers = dom.frontiers(f);
    Some(tree(&dom, "idom", |bb| match frontiers[bb.index()].as_slice() {
        [] => String::new(),
        blocks => format!(", frontier {}", list(blocks)),
    }))
}

/// A line a block in the tree's preorder: `bb1: ipdom bb3`.
fn post_dominators(f: &Func) -> Option<String> {
    Some(tree(&Dominance::post(f), "ipdom", |_| String::new()))
}

fn tree(dom: &Dominance, word: &str, more: impl Fn(BbId) -> String) -> String {
    let mut out = String::new();
    for &bb in dom.preorder() {
        let up = dom.idom(bb).map_or("none".to_owned(), |up| up.to_string());
        let _ = writeln!(out, "{bb}: {word} {up}{}", more(bb));
    }
    out
}

/// A line a cycle, one around others before them: `cycle bb1: depth 1, entries bb1, blocks bb1 bb2 bb3`.
fn cycles(f: &Func) -> Option<String> {
    let found = Cycles::of(f);
    let mut out = String::new();
    for cycle in found.all().iter().rev() {
        let mut blocks = cycle.blocks.clone();
        blocks.sort_unstable();
        let around = cycle.parent.map(|k| format!(", in {}", found.all()[k].header));
        let _ = writeln!(
            out,
            "cycle {}: depth {}{}, entries {}, blocks {}",
            cycle.header,
            cycle.depth,
            around.unwrap_or_default(),
            list(&cycle.entries),
            list(&blocks)
        );
    }
    if out.is_empty() {
        out.push_str("no cycle\n");
    }
    Some(out)
}
