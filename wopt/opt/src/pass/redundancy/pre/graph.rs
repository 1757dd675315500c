//! The factored redundancy graph of one expression: its Phis and occurrences, down the dominator tree, with what the steps find of
//! them.

use optx_ir::{BbId, CrId};
use std::ops::Range;

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A merge of versions at a block's start.
    Phi,
    /// An occurrence in the block.
    Real(u32),
    /// An occurrence in an insertion on the edge to the block.
    Edge(u32, BbId),
}

/// A Phi or an occurrence.
pub(super) struct Node {
    /// Its block; of an edge the start.
    pub(super) bb: BbId,
    pub(super) kind: Kind,
    /// The value: known of a Phi once something of its version is.
    pub(super) value: Option<CrId>,
    /// The node that defines its version: itself, or a Phi or occurrence above.
    pub(super) def: u32,
    /// The node next above it.
    pub(super) above: Option<u32>,
    /// Of a Phi, its operands in the order of predecessors.
    pub(super) operands: Range<u32>,
    /// The blocks without a way on that other nodes hide.
    pub(super) hidden: u32,
    /// Of a Phi: on every way from it the value is evaluated before a variable changes.
    pub(super) is_down_safe: bool,
    /// Of a Phi of a loop: its value may be evaluated before the loop though not every way asks.
    pub(super) is_speculated: bool,
    /// Of an occurrence: it was added before guards.
    pub(super) is_before_guards: bool,
    /// Of a Phi: the value is there, or down-safe insertion makes it so.
    pub(super) can_be_avail: bool,
    /// Of a Phi: insertion may wait for a Phi below.
    pub(super) later: bool,
    /// Who evaluates what it reads: itself where it evaluates.
    pub(super) source: u32,
    /// The temporary's version made there is read.
    pub(super) is_used: bool,
}

impl Node {
    pub(super) fn new(bb: BbId, kind: Kind, value: Option<CrId>) -> Node {
        Node {
            bb,
            kind,
            value,
            def: 0,
            above: None,
            operands: 0..0,
            hidden: 0,
            is_down_safe: true,
            is_speculated: false,
            is_before_guards: false,
            can_be_avail: false,
            later: false,
            source: 0,
            is_used: false,
        }
    }

    /// The edge that an insertion's occurrence is on.
    pub(super) fn edge(&self) -> Option<(BbId, BbId)> {
        match self.kind {
            Kind::Edge(_, to) => Some((self.bb, to)),
            _ => None,
        }
    }

    pub(super) fn is_phi(&self) -> bool {
        self.kind == Kind::Phi
    }

    /// What a Phi's version will have at run time.
    pub(super) fn will_be_avail(&self) -> bool {
        self.can_be_avail && !self.later
    }
}

/// What a Phi takes from a predecessor.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    /// The predecessor.
    pub(super) from: BbId,
    /// The Phi.
    pub(super) phi: u32,
    /// The node that comes last on the way there.
    pub(super) top: Option<u32>,
    /// The node that defines the version; none where the value is not there.
    pub(super) def: Option<u32>,
    /// An occurrence of the version comes last, so no insertion is needed there (has_real_use).
    pub(super) is_real: bool,
    /// The value that the edge takes to the Phi.
    pub(super) value: Option<CrId>,
    /// An evaluation may be put on the edge.
    pub(super) takes_insertion: bool,
    /// Which insertion there is.
    pub(super) insertion: Option<u32>,
}

/// The graph, emptied for each expression.
#[derive(Default)]
pub(super) struct Graph {
    /// Down the dominator tree, in the order of evaluation.
    pub(super) nodes: Vec<Node>,
    pub(super) operands: Vec<Operand>,
    /// Phis and occurrences before they are nodes: the preorder number of the block, and there 0 for a Phi and one more than its number
    /// for an occurrence, as they are numbered in the order of evaluation.
    pub(super) found: Vec<(u32, u32)>,
    /// Blocks where the last node has a way on to a join without Phi.
    pub(super) exposed: Vec<BbId>,
    pub(super) room: Room,
}

/// Room for the steps to work in, kept from one expression to the next.
#[derive(Default)]
pub(super) struct Room {
    /// Blocks that get a Phi, and all that define versions.
    pub(super) phis: Vec<BbId>,
    pub(super) blocks: Vec<BbId>,
    /// Different values of occurrences that follow each other.
    pub(super) values: Vec<CrId>,
    /// Operands by where their edges start.
    pub(super) order: Vec<(u32, u32)>,
    /// Nodes above the place of the walk.
    pub(super) stack: Vec<u32>,
    /// Phis whose operands are to be named.
    pub(super) known: Vec<u32>,
    /// The first occurrence on each edge out of the last block that has any: start, end, node.
    pub(super) edges: Vec<(BbId, BbId, u32)>,
    /// By version that no Phi makes, the last node that evaluates it.
    pub(super) evaluates: Vec<Option<u32>>,
    /// Nodes that are read.
    pub(super) read: Vec<u32>,
}

impl Graph {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.operands.clear();
        self.found.clear();
        self.exposed.clear();
    }

    /// A Phi's operands.
    pub(super) fn operands_of(&self, phi: usize) -> &[Operand] {
        let Range { start, end } = self.nodes[phi].operands;
        &self.operands[start as usize..end as usize]
    }
}
