//! The clobber walk: which definition of memory may have changed what a load reads.
//!
//! Idea: a load names the version of its class that is current; most stores that made versions before it wrote elsewhere. From
//! the load's version the walk goes up past each store whose bytes provably are others, and through a phi of memory all of whose
//! operands lead to one version (those that lead back to the phi count for nothing). Where it ends, the *clobber*, is a side
//! fact: the load's IVAR keeps its mu. Two loads of one place with one clobber, the first of which dominates the second, give
//! one value; a store's own version as the clobber of a load of its place gives the value stored.
//!
//! Source: LLVM's MemorySSA (its clobber walker); Chow et al. (CC 1996) for the versions.
//!
//! Legality, going past a store: the addresses are a known number of bytes apart ([`super::distance`]), and the byte ranges do not meet; only plain
//! stores and atomics at a place (which are relaxed) are gone past. Volatile accesses, barriers, fences, calls and inline PTX
//! end the walk. One node is one value only within one iteration: so a phi is gone through only where each variable of the load's
//! address is defined in a block that strictly dominates the phi's. Then no definition of the variable runs between a store that
//! the walk comes to and the load, also where flow is irreducible: a store that uses the variable is dominated by its definition, and
//! what dominates the load runs again before the load runs again. (Value numbering, whose first load dominates the second, would do
//! without that rule; who asks for clobbers of loads that do not dominate each other needs it.) Types are not asked, since nvcc does not ask them and programs
//! count on that.
//! Cost: at most [`MOST_STEPS`] definitions a load.

use super::distance::distance;
use optx_ir::dominance::Dominance;
use optx_ir::walk::Walk;
use optx_ir::{Access, BbId, CrId, Def, Func, StmtOp};
use smallvec::SmallVec;

/// So many definitions are looked at for one load.
const MOST_STEPS: u32 = 48;

/// Narrower differences of offsets cannot meet again around the end of a space.
const MOST_APART: i64 = 1 << 30;

/// How many bytes behind one access's place another's is, whose base is so many bytes behind the first's.
fn apart(a: &Access, b: &Access, bases: i64) -> Option<i64> {
    if a.space != b.space {
        return None;
    }
    let apart = bases.checked_add(b.offset)?.checked_sub(a.offset)?;
    (apart.unsigned_abs() < MOST_APART as u64).then_some(apart)
}

/// True where two accesses touch no byte in common, in one iteration of all cycles around them.
pub(crate) fn are_disjoint(f: &Func, a: &Access, b: &Access) -> bool {
    let size = |access: &Access| i64::from(access.desc.size());
    let apart = distance(f, a.base, b.base).and_then(|bases| apart(a, b, bases));
    apart.is_some_and(|apart| apart >= size(a) || -apart >= size(b))
}

/// True where an access touches all bytes that another of the same base does, in one iteration of all cycles around them.
pub(crate) fn covers(a: &Access, b: &Access) -> bool {
    let size = |access: &Access| i64::from(access.desc.size());
    let apart = (a.base == b.base).then(|| apart(a, b, 0)).flatten();
    apart.is_some_and(|apart| apart >= 0 && apart + size(b) <= size(a))
}

/// The blocks that define the variables of an address.
pub(crate) type DefiningBlocks = SmallVec<[BbId; 4]>;

/// Finds the blocks that define an address's variables.
pub(crate) fn defining_blocks(f: &Func, walk: &mut Walk, address: CrId) -> DefiningBlocks {
    let mut blocks = SmallVec::new();
    walk.forget();
    walk.variables(&f.codemap, address, |id, _| blocks.extend(f.def_block(id)));
    blocks
}

/// True where an address whose variables these blocks define is one address before and behind the phis of a block.
pub(crate) fn is_same_across(dom: &Dominance, defined: &DefiningBlocks, phis: BbId) -> bool {
    defined.iter().all(|&at| at != phis && dom.dominates(at, phis))
}

/// Walks for the loads of one function.
pub(crate) struct ClobberWalk<'a> {
    dom: &'a Dominance,
    walk: Walk,
}

/// One walk.
struct Load<'a> {
    f: &'a Func,
    dom: &'a Dominance,
    access: Access,
    defined: DefiningBlocks,
    /// Phis whose operands are being followed.
    pending: SmallVec<[CrId; 4]>,
    left: u32,
}

impl<'a> ClobberWalk<'a> {
    /// Walks over a function whose blocks have these dominators.
    pub(crate) fn new(dom: &'a Dominance) -> ClobberWalk<'a> {
        ClobberWalk { dom, walk: Walk::new() }
    }

    /// The version that a load of a place at a version of its memory reads in truth.
    pub(crate) fn clobber(&mut self, f: &Func, access: Access, version: CrId) -> CrId {
        self.clobber_within(f, access, version, MOST_STEPS)
    }

    /// The same, where so many definitions are looked at.
    pub(crate) fn clobber_within(
        &mut self,
        f: &Func,
        access: Access,
        version: CrId,
        left: u32,
    ) -> CrId {
        let defined = defining_blocks(f, &mut self.walk, access.base);
        let pending = SmallVec::new();
        Load { f, dom: self.dom, access, defined, pending, left }.from(version)
    }
}

impl Load<'_> {
    fn from(&mut self, mut version: CrId) -> CrId {
        while self.left > 0 && !self.pending.contains(&version) {
            self.left -= 1;
            let next = match self.f.def(version) {
                Def::Entry | Def::Stmt(_) => return version,
                Def::Chi(s) => self.past_statement(s, version),
                Def::Phi(bb, k) => self.through_phi(bb, k, version),
            };
            match next {
                Some(next) => version = next,
                None => return version,
            }
        }
        version
    }

    /// The version before a statement that wrote elsewhere.
    fn past_statement(&self, s: optx_ir::StmtId, version: CrId) -> Option<CrId> {
        let stmt = &self.f.stmts[s];
        let plain = matches!(stmt.op, StmtOp::Istore | StmtOp::Intrinsic { shape: Some(_), .. });
        let written = stmt.access(&self.f.codemap).filter(|_| plain)?;
        if !are_disjoint(self.f, &self.access, &written) {
            return None;
        }
        stmt.version_before(version)
    }

    /// The one version that all operands of a phi lead to.
    fn through_phi(&mut self, bb: BbId, k: u32, version: CrId) -> Option<CrId> {
        if !is_same_across(self.dom, &self.defined, bb) {
            return None;
        }
        self.pending.push(version);
        let f = self.f;
        let mut common = None;
        let mut is_one = true;
        for &operand in &f.bbs[bb].phis[k as usize].operands {
            let from = self.from(operand);
            if from != version && *common.get_or_insert(from) != from {
                is_one = false;
                break;
            }
        }
        self.pending.pop();
        common.filter(|_| is_one)
    }
}
