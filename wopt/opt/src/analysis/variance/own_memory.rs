//! What threads have in their own memory: whether local memory holds the same for all of them, by version and piece.
//!
//! Idea: a version of a memory class stands for contents, so it has a state as a value has: what was there, joined with what is stored and with
//! where, and merged by phis as values are. A load in local space gives what its address and the version's state let it. So an array that
//! all threads fill alike is known to be alike, though each thread has its own. Only whether contents differ is followed, not how.
//! The bytes that a load may read are a *piece* of its object. A store in the object changes the pieces that it may write to: what is at
//! another offset, as far as the ranges of both indices say, stays as it was. A version that a cycle made is, outside, what it was in the round in which
//! threads left: who left when is the exits' to say ([`super::joins::Decision::Exit`]).
//!
//! Legality: no thread writes another's local memory, so contents follow from what the thread itself did, by the version's definition. A
//! statement other than a store in local space may write anything. Bytes are counted from the object's start; of an index
//! nothing is taken for granted but its range, so that a store behind the end of an array in an object changes what is there. An address made of one object's leads to no
//! other. What was never written is read by no program that means something.
//! Cost: nothing where no load is in local space; else the versions of the classes that such loads read, each with [`PIECES`] times four bits.

use super::lattice::Axes;
use super::views::At;
use crate::analysis::ranges::Context;
use optx_ir::{Access, AuxId, Chi, CodeRep, CrId, Func, SideTable, Space, StmtId, StmtOp};
use optx_whirl::{Operator, StId};

/// So many pieces of a class are told apart; the last is what any load may read.
const PIECES: usize = 32;
const REST: usize = PIECES - 1;

/// The bits of [`Axes`], for each piece.
const BITS: usize = Axes::COUNT;

/// So many copies are seen through on the way to an address's object.
const MOST_COPIES: usize = 8;

/// The axes that what memory holds varies on, by piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Contents(u128);

impl Contents {
    /// All pieces vary on these axes.
    pub(super) fn all(axes: Axes) -> Contents {
        Contents::of_pieces(axes, u32::MAX)
    }

    fn of_pieces(axes: Axes, pieces: u32) -> Contents {
        let of = |k: usize| u128::from(axes.0) << (k * BITS);
        let has = |k: &usize| pieces >> k & 1 == 1;
        Contents((0..PIECES).filter(has).fold(0, |bits, k| bits | of(k)))
    }

    /// What holds of both.
    pub(super) fn join(self, other: Contents) -> Contents {
        Contents(self.0 | other.0)
    }

    fn piece(self, k: usize) -> Axes {
        Axes((self.0 >> (k * BITS)) as u8 & Axes::ALL.0)
    }

    /// The axes that any piece varies on.
    pub(super) fn axes(self) -> Axes {
        (0..PIECES).fold(Axes::NONE, |axes, k| axes.join(self.piece(k)))
    }
}

/// Bytes of an object, from its start: the first, and one behind the last.
type Bytes = (StId, i64, i64);

/// What is known of local memory.
pub(super) struct OwnMemory {
    /// The classes whose versions are followed: those that loads in local space read.
    pub(super) followed: SideTable<AuxId, bool>,
    /// By load: its piece.
    pieces: SideTable<StmtId, u32>,
    /// By store: the pieces that it may write to.
    touched: SideTable<StmtId, u32>,
    contents: SideTable<CrId, Contents>,
}

impl OwnMemory {
    /// Of a function in form Ssa.
    pub(super) fn of(f: &Func, facts: &mut Context) -> OwnMemory {
        let mut own = OwnMemory {
            followed: SideTable::new(false),
            pieces: SideTable::new(REST as u32),
            touched: SideTable::new(u32::MAX),
            contents: SideTable::new(Contents::default()),
        };
        let mut known: SideTable<AuxId, Vec<Bytes>> = SideTable::new(Vec::new());
        let mut is_read = false;
        let stmts = || f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).copied();
        for s in stmts() {
            let Some(version) = read_by(f, s) else { continue };
            let Some(class) = f.aux_of(version) else { continue };
            *own.followed.entry(class) = true;
            is_read = true;
            let list = known.entry(class);
            let Some(bytes) = accessed(f, s).and_then(|access| bytes(f, facts, &access)) else {
                continue;
            };
            let place = list.iter().position(|&other| other == bytes).unwrap_or(list.len());
            if place < REST {
                if place == list.len() {
                    list.push(bytes);
                }
                *own.pieces.entry(s) = place as u32;
            }
        }
        if !is_read {
            return own;
        }
        for s in stmts().filter(|&s| chis(f, s, &own.followed).next().is_some()) {
            let Some(written) = accessed(f, s).and_then(|access| bytes(f, facts, &access)) else {
                continue;
            };
            // One class has several objects at most; a piece of another is not touched.
            let lists =
                chis(f, s, &own.followed).filter_map(|chi| Some(known.get(f.aux_of(chi.result)?)));
            let touched = lists
                .flat_map(|list| list.iter().enumerate())
                .fold(1 << REST, |mask, (k, piece)| {
                    mask | u32::from(overlap(piece, &written)) << k
                });
            *own.touched.entry(s) = touched;
        }
        own
    }

    /// Every place that reads a followed version: the version, the place, and what follows from it.
    pub(super) fn for_each_read(&self, f: &Func, mut each: impl FnMut(CrId, At, CrId)) {
        for &bb in &f.layout {
            for phi in f.bbs[bb].phis.iter().filter(|phi| *self.followed.get(phi.aux)) {
                for (&operand, &pred) in phi.operands.iter().zip(f.bbs[bb].preds()) {
                    each(operand, At::Edge(pred, bb), phi.result);
                }
            }
            let at = At::Block(bb);
            for &s in &f.bbs[bb].stmts {
                if let Some(version) = read_by(f, s) {
                    each(version, at, f.stmts[s].results[0]);
                }
                chis(f, s, &self.followed).for_each(|chi| each(chi.operand, at, chi.result));
            }
        }
    }

    /// What a version holds as far as that is known.
    pub(super) fn held(&self, version: CrId) -> Contents {
        *self.contents.get(version)
    }

    /// A version holds this too; true where that is new.
    pub(super) fn add(&mut self, version: CrId, contents: Contents) -> bool {
        let held = self.contents.entry(version);
        let new = held.join(contents);
        std::mem::replace(held, new) != new
    }

    /// The axes that what a load reads varies on.
    pub(super) fn read(&self, s: StmtId, contents: Contents) -> Axes {
        contents.piece(*self.pieces.get(s) as usize)
    }

    /// What a store adds that varies, or goes where that varies, on these axes.
    pub(super) fn written(&self, s: StmtId, axes: Axes) -> Contents {
        Contents::of_pieces(axes, *self.touched.get(s))
    }
}

/// The possible definitions of followed classes that a statement makes.
pub(super) fn chis<'a>(
    f: &'a Func,
    s: StmtId,
    followed: &'a SideTable<AuxId, bool>,
) -> impl Iterator<Item = &'a Chi> {
    let is_followed = |chi: &&Chi| f.aux_of(chi.result).is_some_and(|aux| *followed.get(aux));
    f.stmts[s].chi.iter().filter(is_followed)
}

/// The version that a load in local space reads.
pub(super) fn read_by(f: &Func, s: StmtId) -> Option<CrId> {
    let stmt = &f.stmts[s];
    let kid = stmt.kids.first().filter(|_| stmt.op == StmtOp::Stid)?;
    match *f.codemap.get(*kid) {
        CodeRep::Ivar { access, mu, .. } if access.space == Space::Local => mu,
        _ => None,
    }
}

/// True for a function that reads local memory.
pub(super) fn is_read(f: &Func) -> bool {
    f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).any(|&s| read_by(f, s).is_some())
}

/// What a load or store in local space accesses.
fn accessed(f: &Func, s: StmtId) -> Option<Access> {
    let stmt = &f.stmts[s];
    let place = match stmt.op {
        StmtOp::Stid => *stmt.kids.first()?,
        StmtOp::Istore => *stmt.results.first()?,
        _ => return None,
    };
    match *f.codemap.get(place) {
        CodeRep::Ivar { access, .. } if access.space == Space::Local => Some(access),
        _ => None,
    }
}

fn overlap(a: &Bytes, b: &Bytes) -> bool {
    a.0 == b.0 && a.1 < b.2 && b.1 < a.2
}

/// The bytes that an access may be to, where its object is known.
fn bytes(f: &Func, facts: &mut Context, access: &Access) -> Option<Bytes> {
    let (mut low, mut high) =
        (access.offset, access.offset.checked_add(i64::from(access.desc.size()))?);
    let (mut at, mut copies) = (access.base, 0);
    loop {
        match *f.codemap.get(at) {
            CodeRep::Lda { st, offset } => {
                return Some((st, low.checked_add(offset)?, high.checked_add(offset)?));
            }
            CodeRep::Var { .. } if copies < MOST_COPIES => {
                (at, copies) = (f.assigned(at)?, copies + 1)
            }
            CodeRep::Op(op) if op.opr == Operator::Add => {
                let [a, b] = op.kids[..] else { return None };
                let (base, index) = if leads_to_object(f, a) { (a, b) } else { (b, a) };
                let (least, most) = facts.fact(f, index)?.signed_bounds();
                (low, high) = (low.checked_add(least)?, high.checked_add(most)?);
                at = base;
            }
            _ => return None,
        }
    }
}

/// True for a sum, or a variable, that has an object's address in it at its left, or is one.
fn leads_to_object(f: &Func, id: CrId) -> bool {
    let mut at = id;
    for _ in 0..MOST_COPIES {
        match *f.codemap.get(at) {
            CodeRep::Lda { .. } => return true,
            CodeRep::Var { .. } => match f.assigned(at) {
                Some(value) => at = value,
                None => return false,
            },
            CodeRep::Op(op) if op.opr == Operator::Add => {
                let [a, b] = op.kids[..] else { return false };
                at = if matches!(f.codemap.get(b), CodeRep::Lda { .. }) { b } else { a };
            }
            _ => return false,
        }
    }
    false
}
