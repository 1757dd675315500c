//! How far values spread over threads, at a glance: for choices that are right, and cost the same, either way.
//!
//! Idea: what comes from a thread's own numbers, from memory at such an address, or from another thread varies; what is made of nothing of that
//! kind is the same for all threads of a block; a thread's number less its low five bits is the same for a warp. Branches are not looked at, and
//! neither is what a merge in work may yet become.
//!
//! Legality: none: nothing may hang on it but the order of operands, and what another tool, which looks no closer, will do. Truths are [`super::VarianceMap`]'s, which costs fifty times as much.
//! Cost: linear in what is asked about, each node once.

use super::lattice::Coef;
use super::shape::Shape;
use optx_ir::{CodeRep, CrId, Def, Func, SideTable, StmtOp};
use optx_whirl::{Intrinsic, Operator, ShapeRegister};

/// So many definitions are followed one behind the other.
const MOST_DEEP: u32 = 64;

/// Whom a value is the same for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Spread {
    /// All threads of a block.
    Block,
    /// All of a warp.
    Warp,
    /// One.
    Thread,
}

/// What was found so far.
pub(crate) struct Spreads {
    known: SideTable<CrId, Option<Spread>>,
}

impl Spreads {
    pub(crate) fn new() -> Spreads {
        Spreads { known: SideTable::new(None) }
    }

    /// As an assembler of warps sees it: what their lanes find together is one for a warp, and where the shape of blocks is known, so are the
    /// indices of rows and the number of the warp in one. It is called [`Spread::Block`] where `sees` of those the assembler does.
    pub(crate) fn over_warps(f: &Func, sees: bool) -> Spreads {
        let mut spreads = Spreads::new();
        let found = if sees { Spread::Block } else { Spread::Warp };
        for &s in f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts) {
            let stmt = &f.stmts[s];
            if let StmtOp::Intrinsic { intrinsic, .. } = stmt.op
                && intrinsic.is_convergent()
            {
                stmt.results.iter().for_each(|&r| *spreads.known.entry(r) = Some(found));
            }
        }
        let Some(shape) = f.block_dim.map(Shape) else { return spreads };
        let lane =
            |id: CrId| match f.codemap.as_op(f.assigned(id).unwrap_or(id))?.intrinsic?.of_shape() {
                Some((ShapeRegister::Tid, axis)) => Some(shape.lane_of_axis(axis)),
                _ => None,
            };
        for id in (0..f.codemap.len()).map(CrId::from_index) {
            let Some(op) = f.codemap.as_op(id) else { continue };
            let is_warp = match op.opr {
                Operator::Lshr => {
                    lane(op.kids[0]) == Some(Coef::Known(1))
                        && f.codemap.constant(op.kids[1]).is_some_and(|by| by >= 5)
                }
                _ => lane(id) == Some(Coef::ZERO),
            };
            if is_warp {
                *spreads.known.entry(id) = Some(Spread::Block);
            }
        }
        spreads
    }

    /// The spread of a tree's value.
    pub(crate) fn of(&mut self, f: &Func, id: CrId) -> Spread {
        self.deep(f, id, MOST_DEEP)
    }

    fn deep(&mut self, f: &Func, id: CrId, deep: u32) -> Spread {
        if let Some(known) = *self.known.get(id) {
            return known;
        }
        let Some(deep) = deep.checked_sub(1) else { return Spread::Thread };
        // A merge that leads back here adds nothing.
        *self.known.entry(id) = Some(Spread::Block);
        let found = self.found(f, id, deep);
        *self.known.entry(id) = Some(found);
        found
    }

    fn found(&mut self, f: &Func, id: CrId, deep: u32) -> Spread {
        match f.codemap.get(id) {
            CodeRep::Var { .. } => match f.def(id) {
                Def::Phi(bb, k) => {
                    let operands = &f.bbs[bb].phis[k as usize].operands;
                    operands.iter().map(|&o| self.deep(f, o, deep)).max().unwrap_or(Spread::Thread)
                }
                Def::Stmt(s) if f.stmts[s].op == StmtOp::Stid => {
                    self.deep(f, f.stmts[s].kids[0], deep)
                }
                _ => Spread::Thread,
            },
            CodeRep::Ivar { access, .. } => self.deep(f, access.base, deep),
            CodeRep::Op(op) => {
                if op.kids.is_empty() {
                    return of_number(op.intrinsic);
                }
                let of = op.kids.iter().map(|&kid| self.deep(f, kid, deep)).max();
                let of = of.unwrap_or(Spread::Block);
                let drops_lanes = match op.opr {
                    Operator::Lshr | Operator::Ashr => {
                        f.codemap.constant(op.kids[1]).is_some_and(|by| by >= 5)
                    }
                    _ => false,
                };
                if drops_lanes { of.min(Spread::Warp) } else { of }
            }
            _ => Spread::Block,
        }
    }
}

fn of_number(intrinsic: Option<Intrinsic>) -> Spread {
    match intrinsic {
        Some(Intrinsic::TidX | Intrinsic::TidY | Intrinsic::TidZ | Intrinsic::Laneid) => {
            Spread::Thread
        }
        _ => Spread::Block,
    }
}
