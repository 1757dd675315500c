//! What threads have in their own memory: whether local memory holds the same for all of them, by version.
//!
//! Idea: a version of a memory class stands for contents, so it has a state as a value has: what was there, joined with what is stored and with
//! where, and merged by phis as values are. A load in local space gives what its address and the version's state let it. So an array that
//! all threads fill alike is known to be alike, though each thread has its own. Only whether contents differ is followed, not how.
//!
//! Legality: no thread writes another's local memory, so contents follow from what the thread itself did, by the version's definition. A
//! statement other than a store in local space may write anything. Memory is not closed over cycles ([`crate::closed_ssa`]): of a version
//! that a cycle makes nothing is known outside. What was never written is read by no program that means something.
//! Cost: nothing where no load is in local space; else the versions of the classes that such loads read.

use super::lattice::Variance;
use super::transfer::any_function;
use optx_ir::cycles::Cycles;
use optx_ir::{AuxId, BbId, Chi, CodeRep, CrId, Def, Func, SideTable, Space, StmtId, StmtOp};

/// The classes whose versions are followed: those that loads in local space read.
pub(super) fn followed(f: &Func) -> SideTable<AuxId, bool> {
    let mut found = SideTable::new(false);
    for &s in f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts) {
        if let Some(version) = read_by(f, s)
            && let Some(class) = f.aux_of(version)
        {
            *found.entry(class) = true;
        }
    }
    found
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

/// The states of a function's nodes as they stand.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) f: &'a Func,
    pub(super) cycles: &'a Cycles,
    pub(super) states: &'a SideTable<CrId, Variance>,
}

impl Known<'_> {
    /// What a version of memory holds, in a block that reads it.
    pub(super) fn contents(self, version: CrId, bb: BbId) -> Variance {
        let made = self.f.def_block(version).and_then(|at| self.cycles.innermost(at));
        match made {
            Some(cycle) if !self.cycles.holds(cycle, bb) => Variance::VARYING,
            _ => *self.states.get(version),
        }
    }

    /// What a version holds that a statement makes, or that the kernel finds.
    pub(super) fn made(self, version: CrId) -> Variance {
        let f = self.f;
        let Def::Chi(s) = f.def(version) else { return Variance::UNIFORM };
        let stmt = &f.stmts[s];
        let Some(chi) = stmt.chi.iter().find(|chi| chi.result == version) else {
            return Variance::VARYING;
        };
        let before = self.contents(chi.operand, stmt.bb);
        match stmt.results.first().map(|&place| f.codemap.get(place)) {
            Some(CodeRep::Ivar { access, .. })
                if stmt.op == StmtOp::Istore && access.space == Space::Local =>
            {
                let (value, address) =
                    (self.states.get(stmt.kids[0]), self.states.get(access.base));
                any_function(&[before, *value, *address])
            }
            _ => Variance::VARYING,
        }
    }
}
