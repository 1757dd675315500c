//! Why threads part at a branch, or only some come to a barrier, in the words of the source.
//!
//! Idea: of a chain of nodes ([`optx_wopt::analysis::variance::why`]) those are told that the source has words for: variables, loads and calls, conditions,
//! `threadIdx`. How a node that is passed over acts is told of the next one that is not.

use crate::cause::Effect;
use crate::names;
use crate::source::Source;
use optx_ir::cycles::Cycles;
use optx_ir::{BbId, CodeRep, Def, Func, StmtOp};
use optx_whirl::{Loc, Module};
use optx_wopt::analysis::variance::why::{By, Cause as Node};
use std::collections::{HashMap, HashSet};

/// So many links are told; of a longer chain the first ones and the last.
const MOST: usize = 4;

/// A link, told by its place in the IR.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Link {
    pub(crate) loc: Loc,
    /// Its text in the source.
    pub(crate) text: String,
    pub(crate) by: Effect,
}

/// The places that blocks of different cycles have: those of the tests of inverted loops, before the loop and behind each round.
pub(crate) fn tests_of_loops(f: &Func, cycles: &Cycles) -> HashSet<Loc> {
    let mut around: HashMap<Loc, Option<usize>> = HashMap::new();
    let mut differs = |bb: BbId| {
        let own = cycles.innermost(bb);
        *around.entry(f.bbs[bb].loc).or_insert(own) != own
    };
    f.layout.iter().filter(|&&bb| differs(bb)).map(|&bb| f.bbs[bb].loc).collect()
}

/// What chains are told of.
pub(crate) struct Chains<'a, 's> {
    pub(crate) module: &'a Module,
    pub(crate) f: &'a Func,
    pub(crate) source: &'a Source<'s>,
    /// The places of [`tests_of_loops`].
    pub(crate) loops: &'a HashSet<Loc>,
}

/// The links of a chain, told of something at a place.
pub(crate) fn links(of: &Chains<'_, '_>, chain: &[Node], own: Loc) -> Vec<Link> {
    let &Chains { module, f, source, loops } = of;
    let mut found: Vec<Link> = Vec::new();
    let (mut at, mut by) = (own, Effect::Operand);
    for node in chain {
        let (loc, text) = match node.by {
            By::Branch(bb) | By::Leaving(bb) => (f.bbs[bb].loc, source.text(f.bbs[bb].loc)),
            _ => told(module, f, source, node, at),
        };
        by = match node.by {
            By::Branch(bb) if !loops.contains(&f.bbs[bb].loc) => Effect::Branch,
            By::Branch(_) | By::Leaving(_) => Effect::Rounds,
            By::Address => Effect::Address,
            By::Operand | By::Itself => by,
        };
        if loc.is_none() || source.is_builtin(source.place(loc).file) {
            continue;
        }
        at = loc;
        let is_told = found.last().is_some_and(|last| last.loc == loc && last.text == text);
        if !text.is_empty() && !is_told {
            found.push(Link { loc, text, by: std::mem::replace(&mut by, Effect::Operand) });
        }
    }
    if found.len() > MOST {
        found.drain(MOST - 1..found.len() - 1);
        found[MOST - 1].by = Effect::Rest;
    }
    found
}

/// The place and the text of a node, which is evaluated at a place if it has none of its own; no text where the source has no word for it.
fn told(module: &Module, f: &Func, source: &Source<'_>, node: &Node, at: Loc) -> (Loc, String) {
    let stmt = match f.codemap.get(node.node) {
        CodeRep::Op(op) => {
            let register = op.intrinsic.and_then(names::register);
            return (at, register.unwrap_or("").to_owned());
        }
        CodeRep::Var { .. } => match f.def(node.node) {
            Def::Stmt(s) | Def::Chi(s) => &f.stmts[s],
            Def::Phi(..) | Def::Entry => return (Loc::NONE, String::new()),
        },
        _ => return (Loc::NONE, String::new()),
    };
    let is_load = || matches!(f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. });
    let text = match names::variable(module, f, node.node) {
        Some(name) => name,
        None if stmt.op != StmtOp::Stid || is_load() => source.text(stmt.loc),
        None => String::new(),
    };
    (stmt.loc, text)
}
