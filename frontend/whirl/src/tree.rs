//! A function's tree: nodes, and lists of kids.
//!
//! Idea: a [`Wn`] has a field for all that a node may say. The tree keeps it in 32 bytes (`packed`): no operator uses more
//! than two of the large fields, and a node that says what its operator does not use, which only a text written by hand
//! has, goes whole to a list beside. One kid is kept in its parent, several in a pool.
//!
//! Cost: constant for each node.

mod packed;

use crate::intrinsic::{AtomicScope, Intrinsic};
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::place::Loc;
use crate::symbol::StId;
use crate::ty::{Bits, TyId};
use packed::Packed;

/// A node of a function's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WnId(pub u32);

/// A label of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// What a tree node says, its kids left out. Which fields mean something is the operator's matter; the rest hold their
/// defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wn {
    /// The operator.
    pub opr: Operator,
    /// Result type.
    pub rtype: Mtype,
    /// Descriptor type: of memory, of compared or converted operands.
    pub desc: Mtype,
    /// The access is volatile (loads, stores): kept in number and order.
    pub volatile: bool,
    /// The load may go through the read-only cache (`__ldg`).
    pub read_only: bool,
    /// The scope of an atomic.
    pub scope: AtomicScope,
    /// The symbol of LDID, STID, LDA, LDBITS, STBITS; the result of CALL and INTRINSIC_CALL.
    pub st: Option<StId>,
    /// Byte offset of a memory access or LDA.
    pub offset: i64,
    /// Constant (bits), case value, callee's index, asm index, unroll factor.
    pub value: u64,
    /// The target of a jump, or the label defined.
    pub label: Option<LabelId>,
    /// The object's type for aggregate (`M`) accesses.
    pub ty: Option<TyId>,
    /// The alignment in bytes that the place of an access is known to have: more than its type's, or less where the
    /// place is a member of a packed struct. 0 stands for its type's alignment.
    pub align: u32,
    /// The bits of a bit-field access.
    pub bits: Option<Bits>,
    /// The intrinsic.
    pub intrinsic: Option<Intrinsic>,
    /// Its own place in the source; an expression without one has its statement's ([`crate::LocTable::of`]).
    pub loc: Loc,
}

impl Wn {
    /// A node that says nothing but what it is; all else at its default.
    pub fn new(opr: Operator, rtype: Mtype, desc: Mtype) -> Wn {
        Wn {
            opr,
            rtype,
            desc,
            volatile: false,
            read_only: false,
            scope: AtomicScope::Device,
            st: None,
            offset: 0,
            value: 0,
            label: None,
            ty: None,
            align: 0,
            bits: None,
            intrinsic: None,
            loc: Loc::NONE,
        }
    }
}

/// The nodes of one function.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Tree {
    nodes: Vec<Packed>,
    /// Kids of nodes that have several.
    kids: Vec<WnId>,
    /// Nodes that say more than 32 bytes hold.
    wide: Vec<Wn>,
}

impl Tree {
    /// Adds a node with its kids.
    pub fn add(&mut self, wn: Wn, kids: &[WnId]) -> WnId {
        let mut node = Packed::new(&wn).unwrap_or_else(|| self.widen(&wn));
        node.set_kids(kids, &mut self.kids);
        self.nodes.push(node);
        WnId(self.nodes.len() as u32 - 1)
    }

    /// Makes room for as many nodes as another tree has.
    pub(crate) fn reserve(&mut self, like: &Tree) {
        self.nodes.reserve(like.nodes.len());
        self.kids.reserve(like.kids.len());
    }

    fn widen(&mut self, wn: &Wn) -> Packed {
        self.wide.push(*wn);
        Packed::wide(wn, self.wide.len() - 1)
    }

    /// The node.
    #[inline]
    pub fn get(&self, id: WnId) -> Wn {
        let node = &self.nodes[id.0 as usize];
        match node.wide_index() {
            Some(index) => Wn { loc: node.loc, ..self.wide[index] },
            None => node.unpack(),
        }
    }

    /// The operator of a node.
    #[inline]
    pub fn opr(&self, id: WnId) -> Operator {
        self.nodes[id.0 as usize].opr
    }

    /// The result type of a node.
    #[inline]
    pub fn rtype(&self, id: WnId) -> Mtype {
        self.nodes[id.0 as usize].rtype
    }

    /// The place of a node's own.
    #[inline]
    pub fn loc(&self, id: WnId) -> Loc {
        self.nodes[id.0 as usize].loc
    }

    /// The nodes of an operator, dead ones included.
    pub(crate) fn of_operator(&self, opr: Operator) -> impl Iterator<Item = WnId> + '_ {
        (0u32..).zip(&self.nodes).filter(move |(_, node)| node.opr == opr).map(|(id, _)| WnId(id))
    }

    /// Adds what a node of another tree says, with kids of this one.
    pub(crate) fn copy(&mut self, from: &Tree, id: WnId, kids: &[WnId]) -> WnId {
        let mut node = from.nodes[id.0 as usize];
        if let Some(index) = node.wide_index() {
            let loc = node.loc;
            node = self.widen(&Wn { loc, ..from.wide[index] });
        }
        node.set_kids(kids, &mut self.kids);
        self.nodes.push(node);
        WnId(self.nodes.len() as u32 - 1)
    }

    /// Changes a node, all but its kids.
    pub fn change(&mut self, id: WnId, f: impl FnOnce(&mut Wn)) {
        let mut wn = self.get(id);
        f(&mut wn);
        let mut node = Packed::new(&wn).unwrap_or_else(|| self.widen(&wn));
        let place = &mut self.nodes[id.0 as usize];
        node.take_kids(place);
        *place = node;
    }

    /// Gives a node a place, and another symbol for its own.
    pub(crate) fn relocate(&mut self, id: WnId, symbol: impl Fn(StId) -> StId, loc: Loc) {
        let node = &mut self.nodes[id.0 as usize];
        node.loc = loc;
        match node.wide_index() {
            None => node.set_symbol(node.symbol().map(symbol)),
            Some(index) => {
                let wide = &mut self.wide[index];
                wide.st = wide.st.map(symbol);
            }
        }
    }

    /// Gives all nodes other symbols for their own.
    pub(crate) fn rename(&mut self, symbol: impl Fn(StId) -> StId) {
        for node in &mut self.nodes {
            node.set_symbol(node.symbol().map(&symbol));
        }
        for wide in &mut self.wide {
            wide.st = wide.st.map(&symbol);
        }
    }

    /// Gives a node other kids.
    pub(crate) fn set_kids(&mut self, id: WnId, kids: &[WnId]) {
        self.nodes[id.0 as usize].set_kids(kids, &mut self.kids);
    }

    /// Gives a node a place.
    pub fn set_loc(&mut self, id: WnId, loc: Loc) {
        self.nodes[id.0 as usize].loc = loc;
    }

    /// Its kids in order.
    #[inline]
    pub fn kids(&self, id: WnId) -> &[WnId] {
        self.nodes[id.0 as usize].kids(&self.kids)
    }

    /// How many kids it has.
    pub fn kid_count(&self, id: WnId) -> usize {
        self.kids(id).len()
    }

    /// Kid number `k`.
    pub fn kid(&self, id: WnId, k: usize) -> WnId {
        self.kids(id)[k]
    }

    /// How many nodes were made, dead ones included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True where there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

#[cfg(test)]
mod tests;
