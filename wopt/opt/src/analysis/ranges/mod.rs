//! Value ranges and known bits of every version: what [`Fact`] holds of it wherever it is defined, and what more where a branch or
//! an assumption says so.
//!
//! Idea: walks down the dominator tree. A statement's fact is that of its tree over the facts of its operands ([`Fact::operation`]); a phi's
//! joins what came over the edges that run; a branch that the facts decide runs one edge alone. Where control came over a
//! branch's edge, the condition tells of its operands, in all that the edge dominates ([`Context`]). Walks go up from nothing until
//! no edge brings anything new; bounds that move at a cycle's entry are widened. One walk down narrows what widening gave away.
//!
//! Source: J. Patterson, "Accurate Static Branch Prediction by Value Range Propagation" (PLDI 1995); widening and narrowing after P. and R.
//! Cousot (POPL 1977); conditions that hold below an edge as GCC's VRP has its assertions, without names of their own for them.
//!
//! Legality: at the end every fact includes what its definition gives for operands that their facts include, over all edges that can
//! run: by induction over the steps of a run each version's value is in its fact. A condition tells of versions whose definitions
//! dominate the branch; between the edge and a place that it dominates none of them is defined again without the edge being taken
//! again. I-forms that overflow, divisions by zero and assumptions that do not hold have no meaning and bound nothing. What a
//! function does not define, loads and results of calls, of inline PTX and of exchanges between threads are anything of their type.
//! Special registers are within the hardware's limits and the launch bounds ([`limits`]).
//! Cost: [`MOST_WALKS`] walks at most, two where there is no cycle, each linear in nodes; where that is not enough, phis of cycles
//! are anything.

mod context;
mod limits;

pub use context::Context;

use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::{AuxKind, BbId, CodeRep, CrId, Fact, Func, SideTable, StmtId, StmtOp};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Intrinsic, Mtype};

/// So many walks are made before what still changes is given up.
const MOST_WALKS: u32 = 6;

/// The entry of a version of which nothing is known yet, and that of one of which nothing is known.
const UNSET: u32 = 0;
const FULL: u32 = 1;

/// What is known of each version where it is defined.
#[derive(Clone, Debug)]
pub struct Ranges {
    /// By version: the fact's number, above those that have none of their own.
    numbers: SideTable<CrId, u32>,
    facts: Vec<Fact>,
    reached: Vec<bool>,
}

impl Ranges {
    /// The facts of a function in form Ssa.
    pub fn of(f: &Func, dom: &Dominance) -> Ranges {
        Ranges::knowing(f, dom, &Map::default())
    }

    /// The same where more is known of nodes than their definitions say.
    pub(crate) fn knowing(f: &Func, dom: &Dominance, known: &Map<CrId, Fact>) -> Ranges {
        let mut solver = Solver::of(f, dom, known);
        solver.solve(f);
        solver.context.into_ranges()
    }

    /// What is known of a version; None where it is no integer. Where it is never given a value, no value.
    pub fn version(&self, f: &Func, version: CrId) -> Option<Fact> {
        let width = Fact::width_of(f.mtype(version))?;
        Some(match *self.numbers.get(version) {
            FULL => Fact::full(width),
            UNSET if is_defined(f, version) => Fact::empty(width),
            UNSET => Fact::full(width),
            number => self.facts[number as usize - 2],
        })
    }

    /// True where others of the same function say the same of its versions and blocks.
    pub(crate) fn says_the_same(&self, f: &Func, other: &Ranges) -> bool {
        let versions = f.auxes.iter().flat_map(|(_, aux)| &aux.versions);
        let same = |&version: &CrId| self.version(f, version) == other.version(f, version);
        versions.into_iter().all(same) && self.reached == other.reached
    }

    /// True for a block that may run.
    pub fn is_reached(&self, bb: BbId) -> bool {
        self.reached.get(bb.index()).is_none_or(|&reached| reached)
    }

    fn set(&mut self, version: CrId, fact: Fact) {
        let number = *self.numbers.get(version);
        if number > FULL {
            self.facts[number as usize - 2] = fact;
        } else if fact.is_full() {
            *self.numbers.entry(version) = FULL;
        } else {
            self.facts.push(fact);
            *self.numbers.entry(version) = self.facts.len() as u32 + 1;
        }
    }
}

/// True where a version has a definition; what has none holds whatever was there.
fn is_defined(f: &Func, version: CrId) -> bool {
    !matches!(f.def(version), optx_ir::Def::Entry)
}

/// True for a phi of an integer.
fn is_integer(f: &Func, aux: optx_ir::AuxId) -> bool {
    let aux = &f.auxes[aux];
    aux.kind != AuxKind::Memory && Fact::width_of(aux.mtype).is_some()
}

struct Solver {
    context: Context,
    /// What came to phis over edges in this walk.
    incoming: Map<CrId, Fact>,
    /// What ever came to them over edges that the walk comes to late.
    late: Map<CrId, Fact>,
    /// The blocks below each in the dominator tree, arms before what they meet in.
    children: Grouped<BbId>,
    /// The place of each block in the walk.
    order: Vec<u32>,
    /// The places of edges among those into their ends ([`Func::places_at_joins`]).
    places: Vec<[u32; 2]>,
    /// Blocks that an edge enters from one that the walk comes to later, or from themselves.
    is_entered_late: Vec<bool>,
    /// Blocks with one edge to them, of which it was not asked yet whether it may run.
    is_open: Vec<bool>,
    /// Blocks that a walk came to.
    is_known: Vec<bool>,
    /// An edge brought something new to a block behind.
    is_late: bool,
    /// Something is not what it was when the walk before came here: until then there is nothing to look at.
    has_moved: bool,
    /// A bound was given away.
    has_widened: bool,
    walk: Walk,
}

/// What a walk does with phis that have a fact.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Walk {
    Up,
    Widening,
    /// Phis that late edges enter are anything.
    GivingUp,
    Down,
}

impl Solver {
    fn of(f: &Func, dom: &Dominance, known: &Map<CrId, Fact>) -> Solver {
        let ranges = Ranges {
            numbers: SideTable::new(UNSET),
            facts: Vec::new(),
            reached: vec![false; f.bbs.len()],
        };
        let mut solver = Solver {
            context: Context::knowing(ranges, known),
            incoming: Map::default(),
            late: Map::default(),
            children: children(f, dom),
            order: vec![0; f.bbs.len()],
            places: f.places_at_joins(),
            is_entered_late: vec![false; f.bbs.len()],
            is_open: vec![false; f.bbs.len()],
            is_known: vec![false; f.bbs.len()],
            is_late: false,
            has_moved: true,
            has_widened: false,
            walk: Walk::Up,
        };
        let mut stack = vec![f.entry()];
        let mut count = 0;
        while let Some(bb) = stack.pop() {
            solver.order[bb.index()] = count;
            count += 1;
            stack.extend(solver.children.list(bb.index()).iter().rev());
        }
        for &bb in &f.layout {
            for to in f.succs(bb) {
                solver.is_entered_late[to.index()] |= solver.comes_late(bb, to);
            }
        }
        solver
    }

    /// True for an edge that the walk comes to behind its end.
    fn comes_late(&self, from: BbId, to: BbId) -> bool {
        self.order[to.index()] <= self.order[from.index()]
    }

    fn solve(&mut self, f: &Func) {
        self.context.ranges.numbers.cover(f.codemap.len());
        self.context.ranges.reached[f.entry().index()] = true;
        for number in 0..MOST_WALKS {
            self.walk = if number == 0 { Walk::Up } else { Walk::Widening };
            self.tree(f);
            if !self.is_late {
                break;
            }
        }
        if self.is_late {
            (self.walk, self.has_widened) = (Walk::GivingUp, true);
            self.context.ranges.reached.fill(true);
            self.tree(f);
        }
        if self.has_widened {
            self.walk = Walk::Down;
            self.tree(f);
        }
    }

    /// One walk down the dominator tree.
    fn tree(&mut self, f: &Func) {
        self.is_late = false;
        self.has_moved = self.walk != Walk::Widening;
        let mut stack = vec![(f.entry(), false)];
        while let Some((bb, leaves)) = stack.pop() {
            if leaves {
                self.context.leave();
                continue;
            }
            if !self.context.ranges.reached[bb.index()] {
                continue;
            }
            let is_open = std::mem::take(&mut self.is_open[bb.index()]);
            if !is_open {
                self.has_moved |= !std::mem::replace(&mut self.is_known[bb.index()], true);
                self.phis(f, bb);
            }
            if !self.context.enter(f, bb) {
                self.context.leave();
                self.context.ranges.reached[bb.index()] &= !is_open;
                continue;
            }
            if is_open {
                self.has_moved |= !std::mem::replace(&mut self.is_known[bb.index()], true);
            }
            let runs_on = f.bbs[bb].stmts.iter().all(|&s| self.statement(f, s));
            if runs_on {
                self.edges(f, bb);
            }
            stack.push((bb, true));
            let below = self.children.list(bb.index()).iter().rev();
            stack.extend(below.map(|&child| (child, false)));
        }
    }

    fn phis(&mut self, f: &Func, bb: BbId) {
        for phi in f.bbs[bb].phis.iter().filter(|phi| is_integer(f, phi.aux)) {
            let Some(old) = self.context.ranges.version(f, phi.result) else { continue };
            let (full, empty) = (Fact::full(old.width()), Fact::empty(old.width()));
            let early = self.incoming.remove(&phi.result).unwrap_or(empty);
            let late = self.late.get(&phi.result).copied().unwrap_or(empty);
            let came = if bb == f.entry() { full } else { early.join(&late) };
            let new = match self.walk {
                // What did not move came before.
                Walk::Widening if !self.is_entered_late[bb.index()] => old.join(&came),
                Walk::Widening => old.widen(&came),
                Walk::Up => came,
                Walk::GivingUp if self.is_entered_late[bb.index()] => full,
                Walk::GivingUp => came,
                Walk::Down => old.meet(&came),
            };
            if new != old {
                self.has_moved = true;
                self.has_widened |= self.walk == Walk::Widening;
                self.context.ranges.set(phi.result, new);
            }
        }
    }

    /// Learns what a statement gives; false where nothing runs behind it.
    fn statement(&mut self, f: &Func, s: StmtId) -> bool {
        let stmt = &f.stmts[s];
        if stmt.op == StmtOp::Stid {
            if !self.has_moved {
                return true;
            }
            if let Some(fact) = self.context.fact(f, stmt.kids[0]) {
                self.context.ranges.set(stmt.results[0], fact);
            }
            return true;
        }
        for &result in &stmt.results {
            if *self.context.ranges.numbers.get(result) != UNSET {
                continue;
            }
            let of_type = |mtype: Mtype| Fact::width_of(mtype).map(Fact::full);
            let is_version = matches!(f.codemap.get(result), CodeRep::Var { .. });
            if let Some(full) = of_type(f.mtype(result)).filter(|_| is_version) {
                let fact = limits::of_statement(&stmt.op, full);
                self.context.ranges.set(result, fact);
            }
        }
        match stmt.op {
            StmtOp::Intrinsic { intrinsic: Intrinsic::Assume, .. } => {
                self.context.assume(f, stmt.kids[0], true)
            }
            StmtOp::Intrinsic { intrinsic: Intrinsic::Trap, .. } => false,
            _ => true,
        }
    }

    /// Takes what is known at a block's end over the edges that may run.
    fn edges(&mut self, f: &Func, bb: BbId) {
        let condition = f.bbs[bb].terminator().condition();
        let succs = f.succs(bb);
        for (k, &to) in succs.iter().enumerate() {
            if !self.brings(f, to) {
                continue;
            }
            // Asked when the walk comes there, which is before anybody else looks.
            if f.bbs[to].preds().len() == 1 && !f.bbs[to].phis.iter().any(|p| is_integer(f, p.aux))
            {
                self.is_open[to.index()] = true;
                self.context.ranges.reached[to.index()] = true;
                continue;
            }
            self.context.mark();
            // Of two equal targets there is one edge.
            let decided = condition.filter(|_| succs.len() > 1);
            if decided.is_none_or(|condition| self.context.assume(f, condition, k == 0)) {
                self.edge(f, bb, to, k);
            }
            self.context.leave();
        }
    }

    /// True where an edge may bring what it did not bring before.
    fn brings(&self, f: &Func, to: BbId) -> bool {
        let runs = self.context.ranges.reached[to.index()];
        self.has_moved && (!runs || f.bbs[to].phis.iter().any(|phi| is_integer(f, phi.aux)))
    }

    /// Takes what is known over an edge, the one of this number out of its block.
    fn edge(&mut self, f: &Func, from: BbId, to: BbId, number: usize) {
        let late = self.comes_late(from, to);
        if !std::mem::replace(&mut self.context.ranges.reached[to.index()], true) {
            (self.has_moved, self.is_late) = (true, self.is_late | late);
        }
        let place = self.places[from.index()][number] as usize;
        for phi in f.bbs[to].phis.iter().filter(|phi| is_integer(f, phi.aux)) {
            let Some(fact) = self.context.fact(f, phi.operands[place]) else { continue };
            if late && let Some(known) = self.context.ranges.version(f, phi.result) {
                self.is_late |= !known.includes(&fact);
            }
            let incoming = if late { &mut self.late } else { &mut self.incoming };
            let entry = incoming.entry(phi.result).or_insert(Fact::empty(fact.width()));
            *entry = entry.join(&fact);
        }
    }
}

/// The dominator tree's children in reverse postorder of the graph, so that a block comes behind all that leads to it, but for
/// edges back.
fn children(f: &Func, dom: &Dominance) -> Grouped<BbId> {
    let mut seen = vec![false; f.bbs.len()];
    let order = f.postorder(f.entry(), |bb| !std::mem::replace(&mut seen[bb.index()], true));
    let below = order.into_iter().rev();
    let below = below.filter_map(|bb| Some((dom.idom(bb)?.index() as u32, bb)));
    Grouped::of(f.bbs.len(), &below.collect::<Vec<_>>())
}
