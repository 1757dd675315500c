//! Why threads part at a branch, or only some come to a barrier, in the words of the source.
//!
//! Idea: of a chain of nodes ([`optx_wopt::analysis::variance::why`]) those are told that the source has words for: variables, loads and calls, conditions,
//! `threadIdx`. How a node that is passed over acts is told of the next one that is not.

use super::text::Source;
use super::{Entry, Kind, Site, names};
use optx_ir::cycles::Cycles;
use optx_ir::{BbId, CodeRep, Def, Func, StmtOp};
use optx_whirl::{Loc, Module};
use optx_wopt::analysis::variance::why::{By, Cause as Node};
use std::collections::{HashMap, HashSet};

/// So many links are told; of a longer chain the first ones and the last.
const MOST: usize = 4;

/// A link of a chain of causes: what is before it varies because of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Where it is; of `threadIdx`, the statement that reads it.
    pub at: Site,
    /// Its text in the source.
    pub text: String,
    /// How it acts: `operand`, what is before it is computed from it; `address`, is loaded from there; `branch`, hangs on which way its
    /// branch goes; `rounds`, on how often a loop that it ends runs; `rest`, by way of what is not told.
    pub by: &'static str,
}

impl Cause {
    /// What the text says before it.
    pub fn words(&self) -> &'static str {
        match self.by {
            "address" => "the address ",
            "branch" => "the branch on ",
            "rounds" => "the rounds of ",
            "rest" => "what hangs on ",
            _ => "",
        }
    }
}

impl Entry {
    /// The chain of causes where the entry does not tell it itself: a branch does whose condition names `threadIdx`, or a variable that is
    /// computed from it, or what varies and has no cause.
    pub fn told_why(&self) -> &[Cause] {
        let is_plain = self.kind == Kind::Branch
            && self.why.iter().all(|cause| cause.by == "operand")
            && match &self.why[..] {
                [only] => self.target.contains(&only.text),
                [first, last] => {
                    self.target.contains(&first.text) && last.text.starts_with("threadIdx")
                }
                _ => false,
            };
        if is_plain { &[] } else { &self.why }
    }
}

/// A link: its place, its text, how it acts.
pub(super) type Link = (Loc, String, &'static str);

/// The places that blocks of different cycles have: those of the tests of inverted loops, before the loop and behind each round.
pub(super) fn tests_of_loops(f: &Func, cycles: &Cycles) -> HashSet<Loc> {
    let mut around: HashMap<Loc, Option<usize>> = HashMap::new();
    let mut differs = |bb: BbId| {
        let own = cycles.innermost(bb);
        *around.entry(f.bbs[bb].loc).or_insert(own) != own
    };
    f.layout.iter().filter(|&&bb| differs(bb)).map(|&bb| f.bbs[bb].loc).collect()
}

/// The links of a chain, told of something at a place; `loops` are the places of [`tests_of_loops`].
pub(super) fn links(
    module: &Module,
    f: &Func,
    (source, loops): (&Source<'_>, &HashSet<Loc>),
    (chain, own): (&[Node], Loc),
) -> Vec<Link> {
    let mut found: Vec<Link> = Vec::new();
    let (mut at, mut by) = (own, "operand");
    for node in chain {
        let (loc, text) = match node.by {
            By::Branch(bb) | By::Leaving(bb) => (f.bbs[bb].loc, source.text(f.bbs[bb].loc)),
            _ => told(module, f, source, node, at),
        };
        by = match node.by {
            By::Branch(bb) if !loops.contains(&f.bbs[bb].loc) => "branch",
            By::Branch(_) | By::Leaving(_) => "rounds",
            By::Address => "address",
            By::Operand | By::Itself => by,
        };
        if loc.is_none() || source.is_builtin(source.place(loc).file) {
            continue;
        }
        at = loc;
        let is_told = found.last().is_some_and(|last| (last.0, &last.1) == (loc, &text));
        if !text.is_empty() && !is_told {
            found.push((loc, text, std::mem::replace(&mut by, "operand")));
        }
    }
    if found.len() > MOST {
        found.drain(MOST - 1..found.len() - 1);
        found[MOST - 1].2 = "rest";
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
