//! Basic blocks, and the edges between them.
//!
//! Who goes where is said twice, by terminators and by lists of predecessors, and both are private to this file: whoever changes an edge comes
//! by here, and each change turns the function's [`GraphRevision`]. What was computed of the graph at another revision is stale, and
//! who keeps it sees that without being told.

use crate::few::Few;
use crate::func::Func;
use crate::ids::{AuxId, BbId, CrId, StmtId};
use optx_whirl::Loc;

/// How often the edges of a function were changed: two graphs of one function with the same revision are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphRevision(u64);

impl GraphRevision {
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
    /// The block that its terminator was that of, where it took that in.
    pub ends_as: Option<BbId>,
    terminator: Terminator,
    preds: Vec<BbId>,
}

impl Bb {
    fn ending(terminator: Terminator, loc: Loc, preds: Vec<BbId>) -> Bb {
        let (phis, stmts, unroll, ends_as) = (Vec::new(), Vec::new(), None, None);
        Bb { phis, stmts, loc, unroll, ends_as, terminator, preds }
    }

    /// How it ends.
    pub fn terminator(&self) -> Terminator {
        self.terminator
    }

    /// Predecessors; the order is that of phi operands.
    pub fn preds(&self) -> &[BbId] {
        &self.preds
    }

    /// Puts another condition at its end, which changes no edge.
    pub fn map_condition(&mut self, each: impl FnOnce(CrId) -> CrId) {
        self.terminator.map_condition(each);
    }
}

impl Func {
    /// A new block without statements that stands nowhere in the layout. Neither does what it goes to know it as a predecessor, nor do the
    /// predecessors go to it: that is for the caller.
    pub fn add_block(&mut self, terminator: Terminator, loc: Loc, preds: Vec<BbId>) -> BbId {
        self.graph_changes();
        self.bbs.alloc(Bb::ending(terminator, loc, preds))
    }

    /// Ends a block in another way. The lists of predecessors are for the caller.
    pub fn set_terminator(&mut self, bb: BbId, terminator: Terminator) {
        self.graph_changes();
        self.bbs[bb].terminator = terminator;
    }

    /// A block goes to `to` where it went to `from`. The lists of predecessors are for the caller.
    pub fn retarget(&mut self, bb: BbId, from: BbId, to: BbId) {
        self.graph_changes();
        self.bbs[bb].terminator.retarget(from, to);
    }

    /// One predecessor of a block is another now. The terminators are for the caller.
    pub fn replace_pred(&mut self, bb: BbId, was: BbId, is: BbId) {
        self.preds_mut(bb).iter_mut().filter(|pred| **pred == was).for_each(|pred| *pred = is);
    }

    /// The predecessors of a block, to change; terminators and phi operands are for the caller.
    pub fn preds_mut(&mut self, bb: BbId) -> &mut Vec<BbId> {
        self.graph_changes();
        &mut self.bbs[bb].preds
    }

    /// Recomputes all predecessor lists from the terminators, in layout order. Only where there are no phis.
    pub fn rebuild_preds(&mut self) {
        self.graph_changes();
        for &bb in &self.layout {
            self.bbs[bb].preds.clear();
        }
        for k in 0..self.layout.len() {
            let bb = self.layout[k];
            for succ in self.succs(bb) {
                self.bbs[succ].preds.push(bb);
            }
        }
    }

    /// Takes predecessors that no longer go to a block out of its list, with the phi operands that came from them; for
    /// each of the blocks, which may be named several times.
    ///
    /// One walk over a list for all that it loses: taking out one at a time is quadratic at a join of many arms.
    pub fn drop_lost_preds(&mut self, blocks: &[BbId]) {
        for &bb in blocks {
            let stays: Vec<bool> =
                self.bbs[bb].preds.iter().map(|&p| self.succs(p).contains(&bb)).collect();
            if stays.iter().all(|&s| s) {
                continue;
            }
            self.graph_changes();
            let block = &mut self.bbs[bb];
            let mut each = stays.iter();
            block.preds.retain(|_| each.next() == Some(&true));
            for Phi { operands, .. } in &mut block.phis {
                let mut each = stays.iter();
                operands.retain(|_| each.next() == Some(&true));
            }
        }
    }
}
