//! What the versions of an expression are told apart by: each tree's *value*, a tree over what no evaluation made.
//!
//! A variable that a Stid evaluates stands for its tree, so that `x = a + b; x * c` here and `(a + b) * c` there are one
//! expression: an expression of higher order needs no second pass over what the first made of its operands. A version that a phi
//! merges stays itself, because the phi goes by its symbol. Of equal versions of an expression the values are one node, so the
//! renaming of the paper (sections 3.2 and 6) compares ids.

use super::candidates::{is_candidate, takes_in};
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, CodeRep, Codemap, CrId, Def, Func, Op, SideTable, StmtOp};
use smallvec::SmallVec;

/// No tree of more levels is looked at: larger ones are looked at in parts.
pub(super) const HIGHEST: u16 = 6;

/// An expression of more variables is left as it is.
const MOST_LEAVES: usize = 8;

/// The variables of a value.
pub(super) type Leaves = SmallVec<[CrId; MOST_LEAVES]>;

/// The values of nodes.
pub(super) struct Values {
    of: SideTable<CrId, Option<CrId>>,
    /// What phis take.
    merged: SideTable<CrId, bool>,
    /// A tree that would be too high through its variables is what it is over them, so that who reads a variable and who evaluates what it holds meet:
    /// addresses, whose loads gain more by that than their own evaluation costs.
    pub(super) meets_over_variables: bool,
}

impl Values {
    /// Of a function, before the walk that assigns.
    pub(super) fn new(f: &Func) -> Values {
        let mut values = Values {
            of: SideTable::new(None),
            merged: SideTable::new(false),
            meets_over_variables: false,
        };
        values.of.cover(f.codemap.len());
        values.merged.cover(f.codemap.len());
        for phi in f.layout.iter().flat_map(|&bb| &f.bbs[bb].phis) {
            phi.operands.iter().for_each(|&operand| *values.merged.entry(operand) = true);
        }
        values
    }

    /// True for what a phi takes.
    pub(super) fn is_merged(&self, version: CrId) -> bool {
        *self.merged.get(version)
    }

    /// The value of a tree. Versions that it reads were assigned, where they are.
    pub(super) fn tree(&mut self, map: &mut Codemap, id: CrId) -> CrId {
        if let Some(known) = *self.of.get(id) {
            return known;
        }
        let CodeRep::Op(op) = *map.get(id) else { return id };
        let mut kids = op.kids.map(|kid| self.tree(map, kid));
        let over = Op { kids, ..op };
        for (k, &kid) in op.kids.iter().enumerate() {
            // What the operation would take in is in a register here.
            if map.aux_of(kid).is_some() && takes_in(map, &over, kids[k]) {
                kids[k] = kid;
            }
        }
        let value = map.unsigned_over(op, kids);
        *self.of.entry(id) = Some(value);
        value
    }

    /// Notes what a Stid gives its version.
    pub(super) fn assign(&mut self, f: &mut Func, version: CrId, tree: CrId) {
        let looked_through = match f.codemap.get(tree) {
            CodeRep::Op(op) => is_candidate(&f.codemap, op),
            CodeRep::Var { .. } => true,
            _ => false,
        };
        if !looked_through
            || self.is_merged(version)
            || !f.mtype(version).interchangeable(f.mtype(tree))
        {
            return;
        }
        let value = self.tree(&mut f.codemap, tree);
        if f.codemap.height(value) < HIGHEST {
            *self.of.entry(version) = Some(value);
        } else if self.meets_over_variables && f.codemap.height(tree) < HIGHEST {
            *self.of.entry(version) = Some(tree);
        }
    }
}

/// What the steps ask of values of one kind.
pub(super) trait Domain {
    /// A value as it is at the end of a block's predecessor, by its place.
    fn over_edge(&mut self, f: &mut Func, value: CrId, bb: BbId, edge: usize) -> CrId;

    /// True where a value may be evaluated on paths that did not ask for it.
    fn speculates(&self, f: &Func, value: CrId) -> bool;

    /// Of so many phis that merge variables of an expression its Phis are made.
    fn most_merges(&self) -> usize;

    /// True where an evaluation below another of its version reads too.
    fn reads_below(&self) -> bool;
}

/// The variables of a value, of a load its memory's version too, each once; None where they are too many.
#[inline(never)]
pub(super) fn leaves(map: &Codemap, value: CrId) -> Option<Leaves> {
    let mut found = Leaves::new();
    let mut met: SmallVec<[CrId; 16]> = SmallVec::new();
    let mut stack: SmallVec<[CrId; 16]> = SmallVec::from_slice(&[value]);
    while let Some(id) = stack.pop() {
        match map.get(id) {
            CodeRep::Var { .. } if !found.contains(&id) => {
                if found.len() == MOST_LEAVES {
                    return None;
                }
                found.push(id);
            }
            CodeRep::Op(op) if !met.contains(&id) => {
                met.push(id);
                stack.extend_from_slice(&op.kids);
            }
            CodeRep::Ivar { access, mu, .. } => {
                stack.push(access.base);
                stack.extend(*mu);
            }
            _ => {}
        }
    }
    Some(found)
}

/// True where a version is there at a block's start: it is defined above, or by a phi of the block.
#[inline(never)]
pub(super) fn reaches_start(f: &Func, dom: &Dominance, version: CrId, bb: BbId) -> bool {
    match f.def(version) {
        Def::Entry => true,
        Def::Phi(at, _) => dom.dominates(at, bb),
        Def::Stmt(s) | Def::Chi(s) => f.stmts[s].bb != bb && dom.dominates(f.stmts[s].bb, bb),
    }
}

/// A value as it is at the end of a block's predecessor, by its place: the block's phis give way to what they take from there.
#[inline(never)]
pub(super) fn over_edge(f: &mut Func, value: CrId, bb: BbId, edge: usize) -> CrId {
    match *f.codemap.get(value) {
        CodeRep::Var { .. } => match f.def(value) {
            Def::Phi(at, k) if at == bb => f.bbs[bb].phis[k as usize].operands[edge],
            _ => value,
        },
        // Of few levels: [`HIGHEST`].
        CodeRep::Op(op) => {
            let kids = op.kids.map(|kid| over_edge(f, kid, bb, edge));
            if kids == op.kids { value } else { f.codemap.unsigned_over(op, kids) }
        }
        _ => value,
    }
}

/// The statement of a version that evaluates a tree.
pub(super) fn evaluation(f: &Func, version: CrId) -> Option<optx_ir::StmtId> {
    match f.def(version) {
        Def::Stmt(s) if f.stmts[s].op == StmtOp::Stid => {
            f.codemap.as_op(f.stmts[s].kids[0]).map(|_| s)
        }
        _ => None,
    }
}
