//! Why a value varies: the shortest chain of causes from it to where variance comes from.
//!
//! Idea: a search backwards, in breadth, through what has the axis asked for: operands; the addresses and the contents of loads; operands
//! of phis, and the conditions that decide between them; and, of what is read outside a cycle that makes it, the conditions that decide how often threads go
//! round ([`super::views`]). It ends where nothing before has the axis:
//! a special register, a load, an atomic, a shuffle, a call. Why only some threads come to a block is asked of the branch that first brought it the
//! axis ([`super::control`]).
//! Cost: linear in the nodes that vary on the axis.

use super::VarianceMap;
use super::joins::Decision;
use super::lattice::Axes;
use super::solve::is_held;
use super::views::{At, Read};
use optx_ir::{BbId, CodeRep, CrId, Def, Func, StmtOp};
use optx_whirl::fixed_hash::Set;

/// So many nodes are looked at for all branches that decide about them.
const MOST_BEHIND: usize = 1024;

/// How a cause acts on what is before it in the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// It is what was asked for.
    Itself,
    /// It is computed with it.
    Operand,
    /// It is loaded from there.
    Address,
    /// The branch of this block, whose condition it is, decides what a merge takes, or whether threads come to what was asked for.
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

/// A cause with where it is read, and the place of the one before it in the list of those that were met.
struct Met {
    cause: Cause,
    at: At,
    before: usize,
}

impl VarianceMap {
    /// The shortest chain from a node, as it is read at a place, to where its variance on one of these axes comes from, the node first; empty where
    /// it varies on none of them.
    pub fn why(&self, f: &Func, id: CrId, at: At, axes: Axes) -> Vec<Cause> {
        let own = self.read_at(f, id, at).axes();
        match first_of(axes, own) {
            Some(axis) => self.search(f, Cause { node: id, by: By::Itself }, at, axis),
            None => Vec::new(),
        }
    }

    /// The same for a branch of which somebody asks: its condition first.
    pub fn why_branch(&self, f: &Func, branch: BbId) -> Vec<Cause> {
        let Some(node) = f.bbs[branch].terminator().condition() else { return Vec::new() };
        let first = Cause { node, by: By::Branch(branch) };
        let at = At::Block(branch);
        match first_of(Axes::ALL, self.read_at(f, node, at).axes()) {
            Some(axis) => self.search(f, first, at, axis),
            None => vec![first],
        }
    }

    /// The nearest branch that decides whether threads come to a block, and varies.
    pub(super) fn first_decider(&self, bb: BbId) -> Option<BbId> {
        let axis = first_of(Axes::ALL, self.bb_control_variance(bb))?;
        self.solution.control.decider(bb, axis)
    }

    /// The branches that brought a block each of the axes that it depends on.
    pub(super) fn deciders_of_block(&self, bb: BbId) -> Vec<BbId> {
        let axes = self.bb_control_variance(bb);
        let bits = (0..Axes::COUNT as u8).map(|bit| Axes(1 << bit)).filter(|&bit| axes.has(bit));
        bits.filter_map(|axis| self.solution.control.decider(bb, axis)).collect()
    }

    /// Tells of each branch that decides about one of some nodes, each read at a place, or about what those of which `differs` holds follow from; false
    /// where they are too many.
    pub(super) fn branches_behind(
        &self,
        f: &Func,
        nodes: &[Read],
        differs: impl Fn(Read) -> bool,
        mut note: impl FnMut(BbId),
    ) -> bool {
        let mut seen: Set<Read> = Set::default();
        let mut work: Vec<Read> = nodes.to_vec();
        while let Some(read) = work.pop() {
            if !differs(read) || !seen.insert(read) {
                continue;
            }
            if seen.len() > MOST_BEHIND {
                return false;
            }
            for bit in 0..Axes::COUNT as u8 {
                let axis = Axes(1 << bit);
                let mut causes = self.exits_behind(f, read, axis);
                causes.extend(self.causes(f, read, axis));
                for (cause, at) in causes {
                    if let By::Branch(bb) | By::Leaving(bb) = cause.by {
                        note(bb);
                    }
                    work.push(Read { node: cause.node, at });
                }
            }
        }
        true
    }

    /// The shortest chain from a cause that is read at a place.
    fn search(&self, f: &Func, first: Cause, at: At, axis: Axes) -> Vec<Cause> {
        let mut seen: Set<Read> = [Read { node: first.node, at }].into_iter().collect();
        let mut met = vec![Met { cause: first, at, before: 0 }];
        let (mut next, mut inside) = (0, Set::default());
        while next < met.len() {
            let Met { cause: Cause { node, .. }, at, .. } = met[next];
            // Of a node that was met at another place there are only the exits on the way to this one to tell.
            let is_first = inside.insert(node);
            let read = Read { node, at };
            let mut causes = self.exits_behind(f, read, axis);
            if is_first {
                causes.extend(self.causes(f, read, axis));
                if causes.is_empty() {
                    return chain(&met, next);
                }
            }
            for (cause, at) in causes {
                if seen.insert(Read { node: cause.node, at }) {
                    met.push(Met { cause, at, before: next });
                }
            }
            next += 1;
        }
        // What varies only because it varied before has no end to show.
        vec![first]
    }

    /// What decides from which rounds threads have a node where it is read.
    fn exits_behind(&self, f: &Func, read: Read, axis: Axes) -> Vec<(Cause, At)> {
        let mut found = Found { map: self, f, axis, list: Vec::new() };
        for exit in self.exits_between(f, read.node, read.at) {
            found.decision(Decision::Exit(exit));
        }
        found.list
    }

    /// What makes a node vary on an axis for threads that are in one round, each with where that is read.
    fn causes(&self, f: &Func, read: Read, axis: Axes) -> Vec<(Cause, At)> {
        let Read { node: id, at } = read;
        let mut found = Found { map: self, f, axis, list: Vec::new() };
        if !self.cr_tid_var_state(id).axes().has(axis) {
            return found.list;
        }
        match f.codemap.get(id) {
            CodeRep::Op(op) => found.operands(&op.kids, at),
            CodeRep::Var { .. } => match f.def(id) {
                Def::Stmt(s) => {
                    let at = At::Block(f.stmts[s].bb);
                    match *f.codemap.get(f.stmts[s].kids.first().copied().unwrap_or(id)) {
                        CodeRep::Ivar { access, mu, .. } if f.stmts[s].op == StmtOp::Stid => {
                            found.add(access.base, at, By::Address);
                            found.operands(mu.as_slice(), at);
                        }
                        _ => found.operands(&f.stmts[s].kids, at),
                    }
                }
                Def::Phi(bb, k) => {
                    if let Some(list) = self.solution.decisions.get(&id) {
                        list.iter().for_each(|&decision| found.decision(decision));
                    }
                    let operands = f.bbs[bb].phis[k as usize].operands.iter();
                    for (&operand, &from) in operands.zip(f.bbs[bb].preds()) {
                        found.add(operand, At::Edge(from, bb), By::Operand);
                    }
                }
                Def::Chi(s) => {
                    let stmt = &f.stmts[s];
                    let at = At::Block(stmt.bb);
                    found.operands(&stmt.kids, at);
                    for chi in stmt.chi.iter().filter(|chi| chi.result == id) {
                        found.add(chi.operand, at, By::Operand);
                    }
                }
                Def::Entry => {}
            },
            _ => {}
        }
        found.list
    }
}

/// The causes of one node that vary on an axis. Few calls, none of them inlined: nobody waits for it.
struct Found<'a> {
    map: &'a VarianceMap,
    f: &'a Func,
    axis: Axes,
    list: Vec<(Cause, At)>,
}

impl Found<'_> {
    #[inline(never)]
    fn add(&mut self, node: CrId, at: At, by: By) {
        if self.map.read_at(self.f, node, at).axes().has(self.axis) {
            self.list.push((Cause { node, by }, at));
        }
    }

    #[inline(never)]
    fn operands(&mut self, nodes: &[CrId], at: At) {
        nodes.iter().for_each(|&node| self.add(node, at, By::Operand));
    }

    /// The condition of a block's branch, if it is not taken to be the same for all threads.
    #[inline(never)]
    fn condition(&mut self, bb: BbId, by: By) {
        if let Some(condition) = self.f.bbs[bb].terminator().condition()
            && !is_held(&self.map.solution.held, bb)
        {
            self.add(condition, At::Block(bb), by);
        }
    }

    /// The conditions that a decision hangs on.
    #[inline(never)]
    fn decision(&mut self, decision: Decision) {
        let cycles = &self.map.cycles;
        let bb = decision.block();
        let is_exit = matches!(decision, Decision::Exit(_));
        self.condition(bb, if is_exit { By::Leaving(bb) } else { By::Branch(bb) });
        if matches!(decision, Decision::Branch(_)) {
            return;
        }
        // Whether threads come there; of an exit, in each round.
        let in_round = |at: BbId| cycles.innermost(bb).is_some_and(|k| cycles.holds(k, at));
        if let Some(at) = self.map.solution.control.decider(bb, self.axis)
            && (!is_exit || in_round(at))
        {
            self.condition(at, By::Branch(at));
        }
    }
}

/// The first axis that is in both.
fn first_of(axes: Axes, others: Axes) -> Option<Axes> {
    let mut bits = (0..Axes::COUNT as u8).map(|bit| Axes(1 << bit));
    bits.find(|&bit| axes.has(bit) && others.has(bit))
}

/// The way from what was asked for to the cause at a place of the list; what is met again on it, for the exits behind it, is not told again.
fn chain(met: &[Met], end: usize) -> Vec<Cause> {
    let mut list = vec![met[end].cause];
    let mut at = end;
    while at > 0 {
        at = met[at].before;
        list.push(met[at].cause);
    }
    list.reverse();
    let mut told = Set::default();
    list.retain(|cause| told.insert(cause.node));
    list
}
