//! Dead-store elimination: stores that nobody reads, and stores of what is there already.
//!
//! Idea: two questions per plain store. *Is it there?* Its value is what a store wrote to this place, or what a load found in it,
//! and the clobber of the place ([`ClobberWalk`]) is still that store's version, or that load's. *Is it read?* From the versions that
//! its chis make the uses are followed down: past loads, stores and atomics of other bytes, past stores of some of its bytes (they
//! read nothing), through phis; the walk ends well at stores that cover its bytes, and badly at any other use.
//!
//! Source: LLVM's DeadStoreElimination on MemorySSA (the walk down from a definition, and the check that each path to an exit meets
//! a store that covers); Chow et al. (CC 1996) for chi chains.
//!
//! Legality: a use of a version is all that may read the store: barriers, fences, calls and atomics are uses by their chis,
//! volatile accesses by theirs or their mus. What others can see (all but local memory, which ends with its function) must be covered on every path
//! to a return, with no statement between that may end the thread for good: a trap shows what was written before it. One node is
//! one address within one iteration only: so a phi is gone through where each variable of the address is defined in a block that strictly
//! dominates the phi's ([`super::memory`]'s rule). Volatile stores are other statements, and stay. A store that is there already
//! goes first, and covers nothing after.
//! Cost: linear, and at most [`MOST_USES`] uses and [`MOST_BLOCKS`] blocks a store.

use crate::analysis::memory::{
    ClobberWalk, DefiningBlocks, are_disjoint, covers, defining_blocks, is_same_across,
};
use crate::kit::context::Cx;
use crate::kit::memory_versions::rename_versions;
use crate::kit::stats::Stats;
use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::walk::Walk;
use optx_ir::{
    Access, AuxKind, BbId, CodeRep, CrId, Def, Func, SideTable, Space, StmtId, StmtOp, Terminator,
};
use optx_whirl::PuKind;
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;

/// So many uses are looked at for one store.
const MOST_USES: usize = 64;

/// Bytes of a piece of memory: as many as the widest access, so that what covers a byte begins or ends in its piece.
const PIECE: i64 = 16;

/// So many blocks are looked at between a store and those that cover it.
const MOST_BLOCKS: usize = 64;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("dead-stores");
    let blocks = cx.facts.blocks(f);
    let is_store = |s: &StmtId| f.stmts[*s].op == StmtOp::Istore;
    let in_order = blocks.iter().flat_map(|&bb| &f.bbs[bb].stmts);
    let stores: Vec<StmtId> = in_order.copied().filter(is_store).collect();
    if stores.is_empty() {
        return stats;
    }
    let dom = cx.analyses.dominators(f);
    let there = stores_of_what_is_there(f, &dom, &stores);
    let candidates = candidates(f, &stores, &there);
    let mut unread: Vec<StmtId> = Vec::new();
    if !candidates.is_empty() {
        let mut walk = DeadWalk::new(f, cx, &dom, &there);
        unread.extend(candidates.into_iter().filter(|&s| walk.is_unread(s)));
    }
    let mut gone = there;
    stats.add("stores of what is there", gone.entries().iter().filter(|&&g| g).count() as u64);
    stats.add("stores nobody reads", unread.len() as u64);
    unread.iter().for_each(|&s| *gone.entry(s) = true);
    remove(f, &blocks, &stores, &gone);
    stats
}

/// Takes stores out; their versions become those before.
fn remove(f: &mut Func, blocks: &[BbId], stores: &[StmtId], gone: &SideTable<StmtId, bool>) {
    let removed = stores.iter().filter(|&&s| *gone.get(s));
    let chis = removed.flat_map(|&s| &f.stmts[s].chi);
    let renames: Map<CrId, CrId> = chis.map(|chi| (chi.result, chi.operand)).collect();
    for &bb in blocks {
        f.retain_stmts(bb, |s| !*gone.get(s));
    }
    rename_versions(f, &renames);
}

/// The stores that another store may cover, since it begins or ends in the same piece of memory, or that nobody sees who does not
/// load from the function's own objects.
fn candidates(f: &Func, stores: &[StmtId], going: &SideTable<StmtId, bool>) -> Vec<StmtId> {
    let mut touched: Map<(CrId, i64), u32> = Map::default();
    let pieces = |access: &Access| {
        let last = access.offset.saturating_add(i64::from(access.desc.size()) - 1);
        [access.offset, last].map(|byte| (access.base, byte.div_euclid(PIECE)))
    };
    let stays = stores.iter().copied().filter(|&s| !*going.get(s));
    let places: Vec<(StmtId, Access)> = stays.filter_map(|s| Some((s, target(f, s)?.0))).collect();
    for (_, access) in &places {
        let [first, last] = pieces(access);
        *touched.entry(first).or_default() += 1;
        if last != first {
            *touched.entry(last).or_default() += 1;
        }
    }
    let met = |access: &Access| touched.get(&pieces(access)[0]).is_some_and(|&count| count > 1);
    let may_go = |(_, access): &(StmtId, Access)| ends_with_function(f, access) || met(access);
    places.into_iter().filter(may_go).map(|(s, _)| s).collect()
}

/// What a store accesses, and the version of its own class that it makes.
fn target(f: &Func, s: StmtId) -> Option<(Access, CrId)> {
    match *f.codemap.get(f.stmts[s].results[0]) {
        CodeRep::Ivar { access, mu: Some(version), .. } => Some((access, version)),
        _ => None,
    }
}

/// Finds the stores that write what their place holds.
///
/// A store found here may say what another one's place holds: what was there before it is the same.
fn stores_of_what_is_there(
    f: &Func,
    dom: &Dominance,
    stores: &[StmtId],
) -> SideTable<StmtId, bool> {
    let mut found = SideTable::new(false);
    let mut walk = ClobberWalk::new(dom);
    let mut again: Map<(CrId, i64, CrId), bool> = Map::default();
    let key = |s: StmtId, access: &Access| (access.base, access.offset, f.stmts[s].kids[0]);
    for &s in stores {
        let Some((access, _)) = target(f, s) else { continue };
        again.entry(key(s, &access)).and_modify(|twice| *twice = true).or_insert(false);
    }
    for &s in stores {
        let Some((access, made)) = target(f, s) else { continue };
        let loaded = loaded_from(f, &access, f.stmts[s].kids[0]);
        if loaded.is_none() && again.get(&key(s, &access)) != Some(&true) {
            continue;
        }
        let Some(version) = f.stmts[s].version_before(made) else { continue };
        let clobber = walk.clobber(f, access, version);
        let unchanged = |(from, version)| walk.clobber(f, from, version) == clobber;
        *found.entry(s) = writes_the_same(f, clobber, &access, f.stmts[s].kids[0])
            || loaded.is_some_and(unchanged);
    }
    found
}

/// True where two accesses are of the same bytes. Of one value both write the same: a place's type is the value's, but for its sign.
fn is_same_place(a: &Access, b: &Access) -> bool {
    covers(a, b) && covers(b, a)
}

/// True where a version was made by a store of the value to the place.
fn writes_the_same(f: &Func, version: CrId, access: &Access, value: CrId) -> bool {
    let Def::Chi(s) = f.def(version) else { return false };
    let stmt = &f.stmts[s];
    let place = stmt.access(&f.codemap).filter(|_| stmt.op == StmtOp::Istore);
    place.is_some_and(|place| stmt.kids[0] == value && is_same_place(&place, access))
}

/// The load from the place that gave a value, and the version that it read.
fn loaded_from(f: &Func, access: &Access, value: CrId) -> Option<(Access, CrId)> {
    match *f.codemap.get(f.assigned(value)?) {
        CodeRep::Ivar { access: from, mu: Some(version), .. } => {
            is_same_place(&from, access).then_some((from, version))
        }
        _ => None,
    }
}

/// True for memory that ends with its function: that of its own objects.
fn ends_with_function(f: &Func, access: &Access) -> bool {
    // A function may be given addresses of its caller's objects.
    access.space == Space::Local
        && (f.kind != PuKind::Device || matches!(f.codemap.get(access.base), CodeRep::Lda { .. }))
}

/// True where a statement may be the thread's last.
fn may_end(f: &Func, cx: &Cx<'_>, s: StmtId) -> bool {
    match f.stmts[s].op {
        StmtOp::Call(callee) => cx.facts.may_end_in(callee),
        StmtOp::Asm(_) => true,
        _ => f.stmts[s].may_end(f),
    }
}

/// A place that uses a version of memory.
#[derive(Clone, Copy)]
enum MemoryUse {
    Stmt(StmtId),
    Phi(BbId, u32),
}

/// What a statement does with the bytes that a store wrote.
enum Step {
    /// Makes this version, with the bytes or some of them as they were.
    Over(CrId),
    /// Reads others.
    Aside,
    /// Writes all of them.
    Covered,
}

/// Walks down from stores.
struct DeadWalk<'a> {
    f: &'a Func,
    dom: &'a Dominance,
    /// Stores that go already.
    going: &'a SideTable<StmtId, bool>,
    uses: Grouped<MemoryUse>,
    /// Where a statement that uses memory stands among its block's.
    places: SideTable<StmtId, u32>,
    /// Blocks with a statement that may be the thread's last.
    ends: SideTable<BbId, bool>,
    walk: Walk,
}

impl<'a> DeadWalk<'a> {
    fn new(
        f: &'a Func,
        cx: &Cx<'_>,
        dom: &'a Dominance,
        going: &'a SideTable<StmtId, bool>,
    ) -> DeadWalk<'a> {
        let mut pairs = Vec::new();
        let (mut places, mut ends) = (SideTable::new(0), SideTable::new(false));
        for &bb in &f.layout {
            for (k, phi) in f.bbs[bb].phis.iter().enumerate() {
                if f.auxes[phi.aux].kind == AuxKind::Memory {
                    let uses = phi.operands.iter();
                    pairs.extend(uses.map(|o| (o.index() as u32, MemoryUse::Phi(bb, k as u32))));
                }
            }
            for (k, &s) in f.bbs[bb].stmts.iter().enumerate() {
                *places.entry(s) = k as u32;
                f.stmts[s].for_each_memory_use(&f.codemap, |version| {
                    pairs.push((version.index() as u32, MemoryUse::Stmt(s)));
                });
                if may_end(f, cx, s) {
                    *ends.entry(bb) = true;
                }
            }
        }
        let uses = Grouped::of(f.codemap.len(), &pairs);
        DeadWalk { f, dom, going, uses, places, ends, walk: Walk::new() }
    }

    /// True where nobody reads what a store writes.
    fn is_unread(&mut self, s: StmtId) -> bool {
        let f = self.f;
        let Some((access, _)) = target(f, s) else { return false };
        let defined = defining_blocks(f, &mut self.walk, access.base);
        let Some(covering) = self.covering(s, &access, &defined) else { return false };
        ends_with_function(f, &access) || self.is_covered(s, &covering)
    }

    /// The stores that cover a store's bytes, where nothing reads them before; None where something may.
    fn covering(
        &self,
        s: StmtId,
        access: &Access,
        defined: &DefiningBlocks,
    ) -> Option<SmallVec<[StmtId; 4]>> {
        let f = self.f;
        let mut covering = SmallVec::new();
        let mut work: SmallVec<[CrId; 16]> = f.stmts[s].chi.iter().map(|c| c.result).collect();
        let (mut at, mut looked) = (0, 0);
        while let Some(&version) = work.get(at) {
            at += 1;
            for &used in self.uses.list(version.index()) {
                looked += 1;
                let step = match used {
                    _ if looked > MOST_USES => return None,
                    MemoryUse::Phi(bb, k) => is_same_across(self.dom, defined, bb)
                        .then(|| Step::Over(f.bbs[bb].phis[k as usize].result)),
                    MemoryUse::Stmt(t) => self.step(t, access, version),
                };
                match (step?, used) {
                    (Step::Over(next), _) if !work.contains(&next) => work.push(next),
                    (Step::Covered, MemoryUse::Stmt(t)) => covering.push(t),
                    _ => {}
                }
            }
        }
        Some(covering)
    }

    /// What a statement that uses a version does with the bytes of an access; None where it may read them.
    fn step(&self, t: StmtId, access: &Access, version: CrId) -> Option<Step> {
        let stmt = &self.f.stmts[t];
        let other = stmt.access(&self.f.codemap)?;
        let apart = are_disjoint(self.f, access, &other);
        let over = || stmt.chi.iter().find(|c| c.operand == version).map(|c| Step::Over(c.result));
        match stmt.op {
            StmtOp::Stid => apart.then_some(Step::Aside),
            StmtOp::Istore if !*self.going.get(t) && covers(&other, access) => Some(Step::Covered),
            StmtOp::Istore => over(),
            StmtOp::Intrinsic { .. } if apart => over(),
            _ => None,
        }
    }

    /// True where each path from a store to a return comes to one of those that cover it, and none to what may end the thread.
    fn is_covered(&self, s: StmtId, covering: &[StmtId]) -> bool {
        let place = |s: StmtId| *self.places.get(s);
        let from = self.f.stmts[s].bb;
        let stands_in = |bb: BbId| covering.iter().any(|&t| self.f.stmts[t].bb == bb);
        let follows = |&t: &StmtId| self.f.stmts[t].bb == from && place(t) > place(s);
        if covering.is_empty() || *self.ends.get(from) {
            return false;
        }
        if covering.iter().any(follows) {
            return true;
        }
        let mut seen: SmallVec<[BbId; 16]> = SmallVec::from_slice(&[from]);
        let mut at = 0;
        while let Some(&bb) = seen.get(at) {
            at += 1;
            if *self.ends.get(bb) {
                return false;
            }
            if bb != from && stands_in(bb) {
                continue;
            }
            if self.f.bbs[bb].terminator() == Terminator::Return {
                return false;
            }
            for succ in self.f.succs(bb) {
                if !seen.contains(&succ) {
                    seen.push(succ);
                }
            }
            if seen.len() > MOST_BLOCKS {
                return false;
            }
        }
        true
    }
}
