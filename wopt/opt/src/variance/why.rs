//! Why a value varies: the shortest chain of causes from it to where variance comes from.
//!
//! Idea: a search backwards, in breadth, through what has the axis asked for: operands; the addresses of loads; operands of phis, and
//! the conditions that decide between them or how often threads go round a cycle. It ends where nothing before has the axis: a special register,
//! a load, an atomic, a shuffle, a call.
//! Cost: linear in the nodes that vary on the axis.

use super::VarianceMap;
use super::joins::Decision;
use super::lattice::Axes;
use crate::closed_ssa::is_eta;
use optx_ir::cycles::Cycles;
use optx_ir::{BbId, CodeRep, CrId, Def, Func, StmtOp};
use optx_whirl::fixed_hash::Map;
use std::collections::VecDeque;

/// How a cause acts on what is before it in the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// It is what was asked for.
    Itself,
    /// It is computed with it.
    Operand,
    /// It is loaded from there.
    Address,
    /// The branch of this block, whose condition it is, decides what a merge takes.
    Branch(BbId),
    /// The branch of this block, whose condition it is, decides how often threads go round a cycle.
    Leaving(BbId),
}

/// A node of a chain, and how it acts on the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The node.
    pub node: CrId,
    /// How it acts.
    pub by: By,
}

impl VarianceMap {
    /// The shortest chain from a node to where its variance on one of these axes comes from, the node first; empty where it varies on none of them.
    pub fn why(&self, f: &Func, id: CrId, axes: Axes) -> Vec<Cause> {
        let bits = (0..Axes::COUNT as u8).map(|bit| Axes(1 << bit));
        let own = self.cr_tid_var_state(id).axes();
        let Some(axis) = bits.into_iter().find(|&bit| axes.has(bit) && own.has(bit)) else {
            return Vec::new();
        };
        let cycles = Cycles::of(f);
        let mut before: Map<CrId, (CrId, By)> = Map::default();
        before.insert(id, (id, By::Itself));
        let mut queue = VecDeque::from([id]);
        while let Some(at) = queue.pop_front() {
            let causes = self.causes(f, &cycles, at, axis);
            if causes.is_empty() {
                return chain(&before, at);
            }
            for cause in causes {
                before.entry(cause.node).or_insert_with(|| {
                    queue.push_back(cause.node);
                    (at, cause.by)
                });
            }
        }
        // What varies only because it varied before has no end to show.
        vec![Cause { node: id, by: By::Itself }]
    }

    /// What makes a node vary on an axis.
    fn causes(&self, f: &Func, cycles: &Cycles, id: CrId, axis: Axes) -> Vec<Cause> {
        let varies = |node: CrId| self.cr_tid_var_state(node).axes().has(axis);
        let mut found = Vec::new();
        let mut add = |node: CrId, by: By| {
            if varies(node) {
                found.push(Cause { node, by });
            }
        };
        let mut decided = |bb: BbId, leaving: bool| {
            if let Some(condition) = f.bbs[bb].terminator.condition() {
                let by = if leaving { By::Leaving(bb) } else { By::Branch(bb) };
                add(condition, by);
            }
        };
        match f.codemap.get(id) {
            CodeRep::Op(op) => op.kids.iter().for_each(|&kid| add(kid, By::Operand)),
            CodeRep::Var { .. } => match f.def(id) {
                Def::Stmt(s) => {
                    for &kid in &f.stmts[s].kids {
                        match f.codemap.get(kid) {
                            CodeRep::Ivar { access, .. } if f.stmts[s].op == StmtOp::Stid => {
                                add(access.base, By::Address);
                            }
                            _ => add(kid, By::Operand),
                        }
                    }
                }
                Def::Phi(bb, k) => {
                    let phi = &f.bbs[bb].phis[k as usize];
                    for decision in self.solution.decisions.get(&id).into_iter().flatten() {
                        decided(decision.block(), matches!(decision, Decision::Exit(_)));
                    }
                    if is_eta(f, cycles, bb, phi) {
                        decided(f.bbs[bb].preds[0], true);
                    }
                    phi.operands.iter().for_each(|&operand| add(operand, By::Operand));
                }
                Def::Entry | Def::Chi(_) => {}
            },
            _ => {}
        }
        found
    }
}

/// The way from what was asked for to a node.
fn chain(before: &Map<CrId, (CrId, By)>, end: CrId) -> Vec<Cause> {
    let mut list = Vec::new();
    let mut at = end;
    while let Some(&(from, by)) = before.get(&at) {
        list.push(Cause { node: at, by });
        if from == at {
            break;
        }
        at = from;
    }
    list.reverse();
    list
}
