//! Basic blocks, and the edges between them.
//!
//! Who goes where is said twice, by terminators and by lists of predecessors, and both are private to this file: an edge is changed with the function's
//! [`GraphRevision`] in hand, which that turns, and the function alone has it. What was computed of the graph at another revision is stale,
//! and who keeps it sees that without being told.

use crate::few::Few;
use crate::ids::{AuxId, BbId, CrId, StmtId};
use optx_whirl::Loc;

/// How often the edges of a function were changed: two graphs of one function with the same revision are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphRevision(u64);

impl GraphRevision {
    /// A block comes or goes.
    pub(crate) fn turn(&mut self) {
        self.0 += 1;
    }
}

/// A merge of versions at a block's start.
#[derive(Clone, Debug, PartialEq)]
pub struct Phi {
    /// The symbol merged.
    pub aux: AuxId,
    /// The version made.
    pub result: CrId,
    /// One version a predecessor, in the order of the block's predecessors.
    pub operands: Vec<CrId>,
}

/// How a block ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Terminator {
    /// Goes to the block.
    Goto(BbId),
    /// Goes to `on_true` where the condition (of type `B`) holds, else to `on_false`.
    Branch {
        /// The condition.
        condition: CrId,
        /// Target if it holds.
        on_true: BbId,
        /// Target if not.
        on_false: BbId,
    },
    /// The thread ends.
    Return,
}

impl Terminator {
    /// Goes to another block where it went to `from`.
    pub(crate) fn retarget(&mut self, from: BbId, to: BbId) {
        match self {
            Terminator::Goto(t) if *t == from => *t = to,
            Terminator::Branch { on_true, on_false, .. } => {
                for t in [on_true, on_false] {
                    if *t == from {
                        *t = to;
                    }
                }
            }
            Terminator::Goto(_) | Terminator::Return => {}
        }
    }

    /// The successors, each once, `on_true` first.
    pub fn successors(&self) -> Few<BbId, 2> {
        match *self {
            Terminator::Goto(to) => Few::from_slice(&[to]),
            Terminator::Branch { on_true, on_false, .. } if on_true == on_false => {
                Few::from_slice(&[on_true])
            }
            Terminator::Branch { on_true, on_false, .. } => Few::from_slice(&[on_true, on_false]),
            Terminator::Return => Few::new(),
        }
    }

    /// The condition of a branch.
    pub fn condition(&self) -> Option<CrId> {
        match self {
            Terminator::Branch { condition, .. } => Some(*condition),
            Terminator::Goto(_) | Terminator::Return => None,
        }
    }

    /// Puts another condition.
    pub(crate) fn map_condition(&mut self, each: impl FnOnce(CrId) -> CrId) {
        if let Terminator::Branch { condition, .. } = self {
            *condition = each(*condition);
        }
    }
}

/// What unrolling made of a loop whose rounds are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrolled {
    /// Copies of its body, one behind the other: of the rounds a fraction is left.
    Copies,
    /// What is left over: fewer rounds than there are copies.
    Rest,
}

impl Unrolled {
    /// As IR text has it.
    pub fn name(self) -> &'static str {
        match self {
            Unrolled::Copies => "copies",
            Unrolled::Rest => "rest",
        }
    }
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Bb {
    /// Merges at its start.
    pub phis: Vec<Phi>,
    /// Statements in order.
    pub stmts: Vec<StmtId>,
    /// Where its terminator stands in the source.
    pub loc: Loc,
    /// The unroll pragma of the loop that this block heads.
    pub unroll: Option<u64>,
    /// What unrolling made of that loop.
    pub unrolled: Option<Unrolled>,
    /// The block that its terminator was that of, where it took that in.
    pub ends_as: Option<BbId>,
    terminator: Terminator,
    preds: Vec<BbId>,
}

impl Bb {
    pub(crate) fn ending(terminator: Terminator, loc: Loc, preds: Vec<BbId>) -> Bb {
        let (phis, stmts) = (Vec::new(), Vec::new());
        Bb { phis, stmts, loc, unroll: None, unrolled: None, ends_as: None, terminator, preds }
    }

    /// How it ends.
    pub fn terminator(&self) -> Terminator {
        self.terminator
    }

    /// Predecessors; the order is that of phi operands.
    pub fn preds(&self) -> &[BbId] {
        &self.preds
    }

    /// Ends it in another way.
    pub(crate) fn terminator_mut(&mut self, graph: &mut GraphRevision) -> &mut Terminator {
        graph.turn();
        &mut self.terminator
    }

    /// Its predecessors, to change.
    pub(crate) fn preds_mut(&mut self, graph: &mut GraphRevision) -> &mut Vec<BbId> {
        graph.turn();
        &mut self.preds
    }

    /// Puts another condition at its end, which changes no edge.
    pub fn map_condition(&mut self, each: impl FnOnce(CrId) -> CrId) {
        self.terminator.map_condition(each);
    }
}
