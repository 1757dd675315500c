//! Joined stores: arms that all end with a store to one place leave it to the block where they meet.
//!
//! Idea: of `if (c) { ..; p[i] = a; } else { ..; p[i] = b; }` the store is one behind both, of a phi of what the arms store. Threads that took different
//! arms store together, in as many sectors as one store has; and an arm that held nothing else with an effect may become a selection.
//!
//! Source: LLVM's SimplifyCFG (`sinkCommonCodeFromPredecessors`), for stores alone; the paper's warps that diverge (gpucc, section 5) for the worth.
//! Legality: every way into the block comes from an arm that goes nowhere else and stores to the place last of all that it does with memory, other threads
//! or the clock: what each thread does stays in its order, and it stores as often. The address is one node, so what it reads reaches the block too. Volatile
//! stores and atomics stay. Alignment is the least that an arm knows.
//! Cost: linear in statements; [`MOST`] stores of a block.

mod overwritten;

use crate::kit::context::Cx;
use crate::kit::memory_versions::rename_versions;
use crate::kit::stats::Stats;
use optx_ir::{
    Access, AuxKind, BbId, Chi, CodeRep, CrId, Func, Phi, StmtId, StmtOp, StmtRep, Terminator,
};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Loc, Mtype, RemarkKind};
use smallvec::SmallVec;

/// So many stores move into one block.
const MOST: u64 = 8;

/// So many arms are compared.
const MOST_ARMS: usize = 16;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("joined-stores");
    // Arms stand before the block where they meet, so what meets inside of an arm has joined before.
    for bb in f.layout.clone() {
        let mut moved = 0;
        while moved < MOST
            && let Some((stores, loc)) = join(f, bb)
        {
            cx.remarks.tell(RemarkKind::Passed, cx.facts.module.locs.statement(loc), || {
                format!("{stores} stores to one place are one where their arms meet")
            });
            moved += 1;
        }
        stats.add("stores joined", moved);
    }
    select(f, cx, &mut stats);
    stats
}

/// Stores before a branch take over those that an arm begins with.
fn select(f: &mut Func, cx: &mut Cx<'_>, stats: &mut Stats) {
    let mut renamed = Map::default();
    // What an arm's own arms overwrite is one store first.
    for bb in f.layout.clone().into_iter().rev() {
        while let Some(loc) = overwritten::selected(f, bb, &mut renamed) {
            cx.remarks.tell(RemarkKind::Passed, cx.facts.module.locs.statement(loc), || {
                "a store and one that overwrites it on one way are one of a selected value".into()
            });
            stats.add("stores of selected values", 1);
        }
    }
    rename_versions(f, &renamed);
}

/// What an arm stores, and where in its block.
struct Store {
    arm: BbId,
    stmt: StmtId,
    access: Access,
    value: CrId,
}

/// Moves the last store of all arms into the block where they meet: how many there were, and the place of the first.
fn join(f: &mut Func, bb: BbId) -> Option<(usize, Loc)> {
    let arms = f.bbs[bb].preds();
    if !(2..=MOST_ARMS).contains(&arms.len()) {
        return None;
    }
    let stores: Option<SmallVec<[Store; 4]>> = arms.iter().map(|&arm| last(f, arm, bb)).collect();
    let stores = stores.or_else(|| overwritten::over(f, bb))?;
    let (first, others) = stores.split_first()?;
    if !others.iter().all(|store| is_same_place(f, store, first)) {
        return None;
    }
    let mtype = f.mtype(first.value).unsigned();
    let memory = memory(f, bb, &stores)?;
    let mut stmt = f.stmts[first.stmt].clone();
    let CodeRep::Ivar { mut mu, .. } = *f.codemap.get(stmt.results[0]) else { return None };

    // Nothing fails from here on.
    // The class of the place itself; where nobody reads it any more the version that the first store made stands for it.
    let own = mu.and_then(|version| f.aux_of(version));
    stmt.chi = memory.into_iter().map(|merge| merged(f, bb, merge)).collect();
    let is_own = |chi: &&Chi| f.aux_of(chi.result) == own;
    mu = stmt.chi.iter().find(is_own).map(|chi| chi.result).or(mu);
    let access = Access { align: alignment(&stores), ..first.access };
    stmt.results[0] = f.codemap.ivar(access, mu, false);
    stmt.bb = bb;
    let told = (stores.len(), stmt.loc);
    if others.iter().any(|store| f.stmts[store.stmt].loc != stmt.loc) {
        stmt.loc = Loc::NONE;
    }
    if others.iter().any(|store| store.value != first.value) {
        stmt.kids[0] = phi_of_values(f, bb, &stores, mtype);
    }
    for store in &stores {
        f.retain_stmts(store.arm, |s| s != store.stmt);
    }
    f.insert(0, stmt);
    Some(told)
}

/// The last statement of an arm that is more than arithmetic, where that is a store and the arm leads to the block alone.
fn last(f: &Func, arm: BbId, to: BbId) -> Option<Store> {
    if arm == to || f.bbs[arm].terminator() != Terminator::Goto(to) {
        return None;
    }
    last_store(f, arm)
}

/// The last statement of a block that is more than arithmetic, where that is a store.
fn last_store(f: &Func, bb: BbId) -> Option<Store> {
    let stmts = f.bbs[bb].stmts.iter().rev();
    store(f, bb, *stmts.into_iter().find(|&&s| !is_arithmetic(f, s))?)
}

/// A statement as a store.
fn store(f: &Func, arm: BbId, stmt: StmtId) -> Option<Store> {
    let access = f.stmts[stmt].access(&f.codemap)?;
    let value = *f.stmts[stmt].kids.first()?;
    (f.stmts[stmt].op == StmtOp::Istore).then_some(Store { arm, stmt, access, value })
}

/// True for an evaluation that is no load.
fn is_arithmetic(f: &Func, s: StmtId) -> bool {
    let stmt = &f.stmts[s];
    stmt.op == StmtOp::Stid && !matches!(f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. })
}

/// True for stores of values of one type to the same bytes by one address.
fn is_same_place(f: &Func, a: &Store, b: &Store) -> bool {
    let place = |access: &Access| (access.space, access.base, access.offset, access.desc);
    let mtype = |store: &Store| f.mtype(store.value).unsigned();
    place(&a.access) == place(&b.access) && mtype(a) == mtype(b)
}

/// A class of memory that the stores define: its phi in the block, and what each arm had before its store.
struct Merge {
    after: CrId,
    before: SmallVec<[CrId; 4]>,
}

/// The classes of memory that the stores define and the block merges; None where an arm's own store does not define what the block merges of one.
/// A class that the block does not merge is read nowhere behind it.
fn memory(f: &Func, bb: BbId, stores: &[Store]) -> Option<Vec<Merge>> {
    let chis = |store: &Store| &f.stmts[store.stmt].chi;
    let is_defined = |phi: &&Phi| {
        let defines = |chi: &Chi| f.aux_of(chi.result) == Some(phi.aux);
        stores.iter().any(|store| chis(store).iter().any(defines))
    };
    // What one overwrites that another wrote goes as well.
    let kept = |version: CrId| {
        let mut written = stores.iter().flat_map(chis);
        written.find(|chi| chi.result == version).map_or(version, |chi| chi.operand)
    };
    let merge = |phi: &Phi| {
        let before = stores.iter().zip(&phi.operands).map(|(store, &operand)| {
            chis(store).iter().find(|chi| chi.result == operand).map(|chi| kept(chi.operand))
        });
        Some(Merge { after: phi.result, before: before.collect::<Option<_>>()? })
    };
    f.bbs[bb].phis.iter().filter(is_defined).map(merge).collect()
}

/// The chi of the one store in the place of a phi of what the arms' stores made.
fn merged(f: &mut Func, bb: BbId, Merge { after, before }: Merge) -> Chi {
    f.retain_phis(bb, |phi| phi.result != after);
    let one = before.iter().all(|&version| version == before[0]);
    let aux = f.aux_of(after).filter(|_| !one);
    let operand = aux.map_or(before[0], |aux| {
        let result = f.new_version(aux);
        f.add_phi(bb, Phi { aux, result, operands: before.into_iter().collect() });
        result
    });
    Chi { operand, result: after }
}

/// The alignment that all stores know.
fn alignment(stores: &[Store]) -> u32 {
    let under = stores.iter().filter(|store| store.access.is_under_aligned());
    under.map(|store| store.access.align).min().unwrap_or_else(|| {
        let first = stores[0].access.align;
        if stores.iter().all(|store| store.access.align == first) { first } else { 0 }
    })
}

/// A phi of what the arms store, each assigned at the arm's end.
fn phi_of_values(f: &mut Func, bb: BbId, stores: &[Store], mtype: Mtype) -> CrId {
    let aux = f.new_aux(AuxKind::Temp, mtype, "s");
    let operands = stores.iter().map(|store| {
        let version = f.new_version(aux);
        let loc = f.stmts[store.stmt].loc;
        f.append(StmtRep::stid(version, store.value, store.arm, loc));
        version
    });
    let operands = operands.collect();
    let result = f.new_version(aux);
    f.add_phi(bb, Phi { aux, result, operands });
    result
}
