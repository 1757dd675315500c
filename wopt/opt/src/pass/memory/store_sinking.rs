//! Stores to one place go behind the loop that repeats them.
//!
//! Idea: load PRE left `c[i] += x` in a loop as a sum in a register and a store in each round, of which the last alone is read. Where
//! the address does not change in the loop, every exit comes behind such a store, and nothing in the loop reads the place, the stores
//! go and each exit stores what the last of them stored: the version of memory that is current there tells which that was.
//!
//! Source: the store half of R. Lo, F. Chow, R. Kennedy, S. Liu, P. Tu, "Register Promotion by Sparse Partial Redundancy Elimination of
//! Loads and Stores" (PLDI 1998), section 5, for loops alone; LLVM's promotion in LICM.
//!
//! Legality: each exit is dominated by a store of the loop, so no run stores that did not. The loop holds assignments, loads and
//! stores and nothing else: no barrier, fence, atomic, volatile access, call, inline PTX or convergent operation, behind which others
//! could look for the store. Unless the memory is the function's own, the loop and all loops in it provably end
//! ([`ExitTest::does_not_wrap`] of a test that every round makes). Every load and store in the loop of a class that the store
//! writes is at a place that the loop does not change either, and that provably holds other bytes ([`are_disjoint`]), or is
//! such a store. What is stored stands in a register from the last store to the exit: the value's definition dominates the store,
//! and the store the exit.
//! Worth: a store a round for one an exit, of which there are at most [`MOST_EXITS`].
//! Cost: each round, of at most [`ROUNDS`], one walk over the loops' statements; where a store went, memory's versions are made anew.

use crate::analysis::loops::{ExitTest, Loop};
use crate::analysis::memory::{ClobberWalk, are_disjoint};
use crate::kit::context::Cx;
use crate::kit::memory_versions::current_at_ends;
use crate::kit::ssa::renew_memory;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::walk::Walk;
use optx_ir::{
    Access, AuxId, AuxKind, BbId, CodeRep, CrId, Def, Func, Kids, SideTable, Space, StmtId, StmtOp,
    StmtRep,
};
use optx_whirl::RemarkKind;
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;

/// Stores go out of so many loops around them.
const ROUNDS: usize = 4;

/// Each exit gets a store.
const MOST_EXITS: usize = 4;

/// So many accesses of a loop are compared with each other.
const MOST_ACCESSES: usize = 64;

/// So many nodes of an address are looked at, variables that the loop sets looked through.
const MOST_NODES: u32 = 64;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("store-sinking");
    if !may_sink(f, cx) {
        return stats;
    }
    // Chis that nobody read are gone; here they tell which stores overlap.
    let dom = cx.analyses.dominators(f);
    renew_memory(f, &cx.facts, &dom);
    cx.analyses.forget_statements(&[]);
    for _ in 0..ROUNDS {
        let sunk = sink(f, cx);
        if sunk == 0 {
            break;
        }
        let dom = cx.analyses.dominators(f);
        renew_memory(f, &cx.facts, &dom);
        stats.add("places stored to behind loops", sunk);
    }
    stats
}

/// True where a loop of loads and stores alone stores to a place that it does not change.
fn may_sink(f: &mut Func, cx: &mut Cx<'_>) -> bool {
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let pass = Pass { dom: &dom, cycles: &cycles, walk: Walk::new() };
    (0..cycles.all().len()).any(|k| {
        let accesses = pass.accesses(f, k).unwrap_or_default();
        accesses.iter().any(|access| access.is_store && access.fixed.is_some())
    })
}

/// A round: loops none of which holds another that changed.
fn sink(f: &mut Func, cx: &mut Cx<'_>) -> u64 {
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let mut pass = Pass { dom: &dom, cycles: &cycles, walk: Walk::new() };
    let mut all_end = vec![true; cycles.all().len()];
    let mut candidates = Vec::new();
    // Nested cycles come first.
    for (k, cycle) in cycles.all().iter().enumerate() {
        all_end[k] = all_end[k] && pass.ends(f, k);
        if let Some(parent) = cycle.parent {
            all_end[parent] &= all_end[k];
        }
        candidates.extend(pass.candidates(f, k, all_end[k]));
    }
    let mut changed = vec![false; cycles.all().len()];
    let mut places = pass.places(f, candidates).into_iter().peekable();
    let mut moves = Vec::new();
    for (k, cycle) in cycles.all().iter().enumerate() {
        let inner_changed = changed[k];
        while let Some(place) = places.next_if(|place| place.cycle == k) {
            if !inner_changed {
                changed[k] = true;
                moves.push(place);
            }
        }
        if let Some(parent) = cycle.parent {
            changed[parent] |= changed[k];
        }
    }
    if moves.is_empty() {
        return 0;
    }
    let count = moves.len() as u64;
    for place in &moves {
        let at = cx.facts.module.locs.statement(f.stmts[place.stores[0]].loc);
        cx.remarks.tell(RemarkKind::Passed, at, || "a store of the loop goes behind it".to_owned());
    }
    let blocks = exit_blocks(f, &moves);
    moves.into_iter().for_each(|place| place.go(f, &blocks));
    count
}

struct Pass<'a> {
    dom: &'a Dominance,
    cycles: &'a Cycles,
    walk: Walk,
}

/// A load or store of a loop.
struct InLoop {
    s: StmtId,
    /// As at a place that the loop does not change; none where it does.
    fixed: Option<Access>,
    /// The class of a load, the classes of a store.
    classes: SmallVec<[AuxId; 2]>,
    is_store: bool,
}

/// A place that nothing in a loop touches but its stores.
struct Candidate {
    cycle: usize,
    access: Access,
    /// A version of its class.
    memory: CrId,
    stores: Vec<StmtId>,
    exits: Vec<(BbId, BbId)>,
}

/// A place whose stores go behind a loop.
struct Place {
    cycle: usize,
    access: Access,
    stores: Vec<StmtId>,
    /// Each exit with the store whose value it finds.
    exits: Vec<(BbId, BbId, StmtId)>,
}

impl Pass<'_> {
    /// True where a loop has a test that every round makes, and that fails in the end.
    fn ends(&mut self, f: &Func, cycle: usize) -> bool {
        let Some(lp) = Loop::of(f, self.cycles, cycle) else { return false };
        self.cycles.exits(f, cycle).into_iter().any(|(from, _)| {
            lp.latches.iter().all(|&latch| self.dom.dominates(from, latch))
                && ExitTest::of(f, self.cycles, cycle, from, &mut self.walk)
                    .is_some_and(|test| test.does_not_wrap())
        })
    }

    /// The places of a loop whose stores may go behind it if each exit comes behind one.
    fn candidates(&self, f: &mut Func, cycle: usize, ends: bool) -> Vec<Candidate> {
        let exits = self.cycles.exits(f, cycle);
        if exits.is_empty() || exits.len() > MOST_EXITS || Loop::of(f, self.cycles, cycle).is_none()
        {
            return Vec::new();
        }
        let Some(accesses) = self.accesses(f, cycle) else { return Vec::new() };
        let mut met: Vec<Access> = Vec::new();
        let mut found = Vec::new();
        for access in &accesses {
            let Some(place) = access.fixed.filter(|_| access.is_store) else { continue };
            let is_met = met.iter().any(|known| at_one_place(known, &place));
            if is_met || !(ends || place.space == Space::Local) {
                continue;
            }
            met.push(place);
            let CodeRep::Ivar { mu: Some(memory), .. } =
                *f.codemap.get(f.stmts[access.s].results[0])
            else {
                continue;
            };
            if let Some(stores) = stores_at(f, &accesses, &place, &access.classes) {
                let exits = exits.clone();
                found.push(Candidate { cycle, access: place, memory, stores, exits });
            }
        }
        found
    }

    /// Those of some places that a store of the loop is stored to before each exit. The versions of memory at all exits are found in one walk.
    fn places(&self, f: &Func, candidates: Vec<Candidate>) -> Vec<Place> {
        let at_exits = |c: &Candidate| c.exits.iter().map(|&(from, _)| (from, c.memory)).collect();
        let wanted: Vec<(BbId, CrId)> = candidates.iter().flat_map::<Vec<_>, _>(at_exits).collect();
        let mut current = current_at_ends(f, self.dom, &wanted).into_iter();
        let mut walk = ClobberWalk::new(self.dom);
        let mut found = Vec::new();
        for Candidate { cycle, access, stores, exits, .. } in candidates {
            let current: SmallVec<[CrId; MOST_EXITS]> =
                current.by_ref().take(exits.len()).collect();
            let last = |version| match f.def(walk.clobber(f, access, version)) {
                Def::Chi(s) if stores.contains(&s) => Some(s),
                _ => None,
            };
            let last: Option<Vec<StmtId>> = current.into_iter().map(last).collect();
            if let Some(last) = last {
                let exits = exits.into_iter().zip(last).map(|((from, to), s)| (from, to, s));
                found.push(Place { cycle, access, stores, exits: exits.collect() });
            }
        }
        found
    }

    /// A loop's loads and stores; none where it holds anything behind which others could look for a store.
    fn accesses(&self, f: &mut Func, cycle: usize) -> Option<Vec<InLoop>> {
        let mut found = Vec::new();
        let mut any_store = false;
        for &bb in self.cycles.blocks(cycle) {
            for k in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[k];
                let (place, is_store) = match f.stmts[s].op {
                    StmtOp::Stid => (f.stmts[s].kids[0], false),
                    StmtOp::Istore => (f.stmts[s].results[0], true),
                    _ => return None,
                };
                let CodeRep::Ivar { access, mu, .. } = *f.codemap.get(place) else { continue };
                any_store |= is_store;
                let own = mu.and_then(|mu| f.aux_of(mu));
                let written = f.stmts[s].chi.iter().filter_map(|chi| f.aux_of(chi.result));
                let classes: SmallVec<[AuxId; 2]> = own.into_iter().chain(written).collect();
                if classes.is_empty() {
                    continue;
                }
                if found.len() == MOST_ACCESSES {
                    return None;
                }
                let base = self.outside(f, cycle, access.base, &mut { MOST_NODES });
                let fixed = base.map(|base| Access { base, ..access });
                found.push(InLoop { s, fixed, classes, is_store });
            }
        }
        any_store.then_some(found)
    }

    /// A tree over what is defined outside a loop.
    fn outside(&self, f: &mut Func, cycle: usize, tree: CrId, left: &mut u32) -> Option<CrId> {
        *left = left.checked_sub(1)?;
        match *f.codemap.get(tree) {
            CodeRep::Var { .. } => {
                let inside = f.def_block(tree).is_some_and(|bb| self.cycles.holds(cycle, bb));
                if !inside {
                    return Some(tree);
                }
                let value = f.assigned(tree)?;
                let is_same = f.mtype(value).interchangeable(f.mtype(tree));
                self.outside(f, cycle, value, left).filter(|_| is_same)
            }
            CodeRep::Op(op) => {
                let mut kids = Kids::new();
                for &kid in &op.kids {
                    kids.push(self.outside(f, cycle, kid, left)?);
                }
                Some(f.codemap.unsigned_over(op, kids))
            }
            CodeRep::Ivar { .. } => None,
            _ => Some(tree),
        }
    }
}

/// The stores of a loop at a place; none where something else may touch it.
fn stores_at(
    f: &Func,
    accesses: &[InLoop],
    place: &Access,
    classes: &[AuxId],
) -> Option<Vec<StmtId>> {
    let mut stores = Vec::new();
    for other in accesses {
        if !other.classes.iter().any(|class| classes.contains(class)) {
            continue;
        }
        let fixed = other.fixed?;
        if other.is_store && at_one_place(&fixed, place) {
            stores.push(other.s);
        } else if !are_disjoint(f, &fixed, place) {
            return None;
        }
    }
    Some(stores)
}

/// True for stores of equal bytes, whatever is known of their alignment.
fn at_one_place(a: &Access, b: &Access) -> bool {
    let bytes = |access: &Access| (access.base, access.offset, access.space, access.desc);
    bytes(a) == bytes(b)
}

/// A block for each exit: its end where that is reached by it alone, else one between.
fn exit_blocks(f: &mut Func, places: &[Place]) -> Map<(BbId, BbId), BbId> {
    let mut at = SideTable::new(0u32);
    for (k, &bb) in f.layout.iter().enumerate() {
        *at.entry(bb) = k as u32;
    }
    let all = places.iter().flat_map(|place| &place.exits);
    let mut edges: Vec<(BbId, BbId)> = all.map(|&(from, to, _)| (from, to)).collect();
    optx_whirl::stable_order::sort_by_key(&mut edges, |&(from, to)| (*at.get(from), to.index()));
    edges.dedup();
    let (own, shared): (Vec<_>, Vec<_>) =
        edges.into_iter().partition(|&(_, to)| f.bbs[to].preds().len() == 1);
    let first = f.bbs.len();
    f.split_edges(&shared);
    let between = shared.into_iter().enumerate().map(|(k, e)| (e, BbId::from_index(first + k)));
    own.into_iter().map(|(from, to)| ((from, to), to)).chain(between).collect()
}

impl Place {
    /// Takes the stores out of the loop, and puts one on each exit.
    fn go(self, f: &mut Func, blocks: &Map<(BbId, BbId), BbId>) {
        let Place { access, stores, exits, .. } = self;
        let mut values: SideTable<StmtId, Option<CrId>> = SideTable::new(None);
        for &(_, _, s) in &exits {
            if values.get(s).is_none() {
                *values.entry(s) = Some(in_register(f, s));
            }
        }
        for (from, to, s) in exits {
            let (Some(value), Some(&bb)) = (*values.get(s), blocks.get(&(from, to))) else {
                continue;
            };
            let CodeRep::Ivar { access: own, .. } = *f.codemap.get(f.stmts[s].results[0]) else {
                continue;
            };
            let target = Access { align: own.align, ..access };
            // Memory is named anew when all stores stand where they will.
            let target = f.codemap.ivar(target, None, false);
            let loc = f.stmts[s].loc;
            f.insert(0, StmtRep::plain(StmtOp::Istore, &[target], &[value], bb, loc));
        }
        for &s in &stores {
            let bb = f.stmts[s].bb;
            f.retain_stmts(bb, |other| other != s);
        }
    }
}

/// What a store writes, as a constant or a variable; a tree gets one, evaluated where the store stands.
fn in_register(f: &mut Func, s: StmtId) -> CrId {
    let value = f.stmts[s].kids[0];
    if f.codemap.as_op(value).is_none() {
        return value;
    }
    let mtype = f.mtype(value);
    let aux = f.new_aux(AuxKind::Temp, mtype, "s");
    let version = f.new_version(aux);
    let bb = f.stmts[s].bb;
    let at = f.bbs[bb].stmts.iter().position(|&other| other == s).unwrap_or(0);
    let stid = StmtRep::stid(version, value, bb, f.stmts[s].loc);
    f.insert(at, stid);
    f.stmts[s].kids[0] = version;
    version
}
