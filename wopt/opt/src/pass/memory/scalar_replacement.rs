//! Scalar replacement: pieces of this thread's objects become variables.
//!
//! Idea: an object that only loads and stores at constant places of it name has no address that anything else could hold. Its bytes
//! fall into slots ([`slots`]), runs that no access crosses the border of; each slot becomes a symbol, a store an assignment, a load
//! a use, and [`SsaUpdate`] merges what reaches each use. What is accessed in several widths is one integer that narrow accesses
//! take bits out of and put bits into: unions, bit-fields, pieces of a `double`.
//!
//! Source: LLVM's SROA (slices of an alloca, integer promotion) for the slots; Cytron et al. (TOPLAS 1991) for the rest. It runs
//! in form Ssa: there propagation has brought addresses to their accesses, of out-parameters of inlined functions too.
//!
//! A load through one of two addresses is a selection of two loads before ([`choices`]), a store two stores ([`chosen_stores`]).
//!
//! What is left in memory and holds constants alone becomes a table in constant memory ([`tables`]).
//!
//! Legality: where the object's address stands anywhere else than as the base of a plain load or store (a call, an atomic, a
//! volatile access, an operation, a phi's variable), or an access reaches over the object's end, all of it stays in memory. What was
//! stored narrower than a register is extended by each load as its type says. Bytes that nothing wrote are indeterminate; a slot of
//! several widths is 0 on entry, so that bits beside them are not. No effect moves: neither loads nor stores of such an object are
//! seen by other threads.
//! Cost: linear in statements and trees, and the phis.

mod access;
mod choices;
mod chosen_stores;
mod slots;
mod tables;

use crate::kit::context::Cx;
use crate::kit::memory_versions::rename_versions;
use crate::kit::ssa::SsaUpdate;
use crate::kit::stats::Stats;
pub(crate) use choices::is_of_object;
use optx_ir::walk::Walk;
use optx_ir::{
    Access, AuxKind, CodeRep, CrId, Func, MAX_HEIGHT, Space, StmtId, StmtOp, StmtRep, new_aux,
    new_version,
};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Loc, Mtype, StId};
use slots::Slot;

/// What putting bits into a slot adds to the height of what is stored.
const INSERTION: u16 = 4;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("scalar-replacement");
    scalars(f, cx, &mut stats);
    tables::run(f, cx, &mut stats);
    stats
}

/// Makes variables alone, on a function in form Ssa: a loop's counter may yet become constants, and with it what of a table is read.
pub fn run_on_scalars(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("scalars-before-loops");
    scalars(f, cx, &mut stats);
    stats
}

/// Makes loads and stores through a chosen address such of each object, on a function in form Ssa.
pub fn run_on_chosen(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("chosen-accesses");
    choices::run(f, &cx.facts.module.types, &mut stats);
    chosen_stores::run(f, &cx.facts.module.types, &mut stats);
    stats
}

/// Makes variables of the pieces of objects.
fn scalars(f: &mut Func, cx: &mut Cx<'_>, stats: &mut Stats) {
    let objects = Objects::of(f, cx);
    let before = f.stack_objects.len();
    f.stack_objects.retain(|st| !objects.gone(*st));
    stats.add("objects replaced", (before - f.stack_objects.len()) as u64);
    if objects.slots.values().all(Vec::is_empty) {
        return;
    }
    let mut replaced =
        Replaced { f, variables: Vec::new(), of_slot: Map::default(), memory: Map::default() };
    replaced.variables(&objects);
    replaced.statements(&objects, stats);
    let Replaced { variables, memory, .. } = replaced;
    rename_versions(f, &memory);
    let mut update = SsaUpdate::new();
    for variable in &variables {
        update.variable(f, &variable.versions);
    }
    stats.add("slots", variables.len() as u64);
    let dom = cx.analyses.dominators(f);
    stats.add("phis", update.run(f, &cx.facts, &dom));
}

/// The objects of this thread, with what is known of each.
struct Objects {
    /// What may be replaced of an object whose address goes nowhere, and whether all of it may.
    slots: Map<StId, Vec<Slot>>,
    whole: Map<StId, bool>,
}

impl Objects {
    fn of(f: &Func, cx: &Cx<'_>) -> Objects {
        let mut places: Map<StId, Vec<(i64, Mtype)>> =
            f.stack_objects.iter().map(|&st| (st, Vec::new())).collect();
        let mut escaping = Walk::new();
        for &bb in &f.layout {
            for &s in &f.bbs[bb].stmts {
                let plain = direct(f, s);
                // What the caller gave is not the object that it is stored to.
                let given = f.stmts[s].access(&f.codemap).filter(|a| a.space == Space::Param);
                f.stmts[s].for_each_use(&f.codemap, |root, _| match plain {
                    _ if given.is_some_and(|access| root == access.base) => {}
                    Some((st, access)) if root == access.base => {
                        if let Some(list) = places.get_mut(&st) {
                            list.push((access.offset, access.desc));
                        }
                    }
                    _ => escape(f, &mut escaping, root, &mut places),
                });
            }
            if let Some(condition) = f.bbs[bb].terminator().condition() {
                escape(f, &mut escaping, condition, &mut places);
            }
        }
        let (mut slots, mut whole) = (Map::default(), Map::default());
        for (st, list) in places {
            let size = cx.facts.module.types.size(f.locals[st.index()].ty);
            let inside = list.iter().all(|(offset, desc)| {
                *offset >= 0 && *offset as u64 + u64::from(desc.size()) <= size
            });
            if inside {
                let found = slots::partition(list);
                whole.insert(st, found.iter().all(Option::is_some));
                slots.insert(st, found.into_iter().flatten().collect());
            }
        }
        Objects { slots, whole }
    }

    /// True where nothing of an object stays in memory.
    fn gone(&self, st: StId) -> bool {
        self.whole.get(&st) == Some(&true)
    }

    /// The slot of a statement's access, with its number among its object's.
    fn slot(&self, f: &Func, s: StmtId) -> Option<(StId, usize, Access)> {
        let (st, access) = direct(f, s)?;
        let list = self.slots.get(&st)?;
        let k = list.partition_point(|slot| slot.start <= access.offset).checked_sub(1)?;
        (access.offset < list[k].end()).then_some((st, k, access))
    }
}

/// The place of a load or store whose address is that of an object of this thread, and a constant.
///
/// What a store writes is a use of its own: an address that is stored at itself is met as both.
fn direct(f: &Func, s: StmtId) -> Option<(StId, Access)> {
    let stmt = &f.stmts[s];
    if !matches!(stmt.op, StmtOp::Stid | StmtOp::Istore) {
        return None;
    }
    let access = stmt.access(&f.codemap)?;
    match *f.codemap.get(access.base) {
        CodeRep::Lda { st, offset: 0 }
            if st.is_local() && access.space == Space::Local && !stores(f, s, access.base) =>
        {
            Some((st, access))
        }
        _ => None,
    }
}

/// True where a statement stores this very value.
fn stores(f: &Func, s: StmtId, value: CrId) -> bool {
    f.stmts[s].op == StmtOp::Istore && f.stmts[s].kids[0] == value
}

/// The objects whose addresses stand in a tree are no candidates.
fn escape(f: &Func, walk: &mut Walk, root: CrId, places: &mut Map<StId, Vec<(i64, Mtype)>>) {
    walk.tree(&f.codemap, root, |_, node| {
        if let CodeRep::Lda { st, .. } = node {
            places.remove(st);
        }
        true
    });
}

/// The variable that a slot became.
struct Variable {
    aux: optx_ir::AuxId,
    slot: Slot,
    /// Its definitions; the first stands for what reaches a use.
    versions: Vec<CrId>,
}

struct Replaced<'a> {
    f: &'a mut Func,
    variables: Vec<Variable>,
    /// The variables by object and number of the slot.
    of_slot: Map<(StId, usize), usize>,
    /// What the versions of memory that replaced stores made were made of.
    memory: Map<CrId, CrId>,
}

impl Replaced<'_> {
    /// Makes a symbol for each slot.
    fn variables(&mut self, objects: &Objects) {
        let mut order: Vec<StId> = objects.slots.keys().copied().collect();
        order.sort_unstable();
        let mut zeros = Vec::new();
        for st in order {
            for (k, &slot) in objects.slots[&st].iter().enumerate() {
                let Func { auxes, codemap, locals, .. } = &mut *self.f;
                let kind = AuxKind::Scalar { st, offset: slot.start };
                let name = locals[st.index()].name.clone();
                let aux = new_aux(auxes, codemap, kind, slot.mtype, name);
                let mut versions = vec![new_version(auxes, codemap, aux)];
                if slot.mixed {
                    let zero = codemap.integer(slot.mtype, 0);
                    versions.push(new_version(auxes, codemap, aux));
                    zeros.push((0, StmtRep::stid(versions[1], zero, self.f.entry(), Loc::NONE)));
                }
                self.of_slot.insert((st, k), self.variables.len());
                self.variables.push(Variable { aux, slot, versions });
            }
        }
        let entry = self.f.entry();
        self.f.insert_all(entry, zeros);
    }

    /// Makes assignments of stores and uses of loads.
    fn statements(&mut self, objects: &Objects, stats: &mut Stats) {
        for bb in self.f.layout.clone() {
            let (mut added, mut gone) = (Vec::new(), Vec::new());
            for k in 0..self.f.bbs[bb].stmts.len() {
                let s = self.f.bbs[bb].stmts[k];
                let Some((st, slot, access)) = objects.slot(self.f, s) else { continue };
                let variable = self.of_slot[&(st, slot)];
                if self.f.stmts[s].op == StmtOp::Stid {
                    let Variable { slot, ref versions, .. } = self.variables[variable];
                    let value = access::load(&mut self.f.codemap, &slot, versions[0], &access);
                    self.f.stmts[s].kids[0] = value;
                    stats.add("loads replaced", 1);
                } else {
                    self.store(s, k, variable, &access, &mut added);
                    gone.push(s);
                    stats.add("stores replaced", 1);
                }
            }
            self.f.insert_all(bb, added);
            if !gone.is_empty() {
                gone.sort_unstable();
                self.f.retain_stmts(bb, |s| gone.binary_search(&s).is_err());
            }
        }
    }

    /// The assignment in the place of a store.
    fn store(
        &mut self,
        s: StmtId,
        at: usize,
        variable: usize,
        access: &Access,
        added: &mut Vec<(usize, StmtRep)>,
    ) {
        let Func { auxes, codemap, stmts, .. } = &mut *self.f;
        let Variable { aux, slot, versions } = &mut self.variables[variable];
        let (bb, loc) = (stmts[s].bb, stmts[s].loc);
        let mut value = stmts[s].kids[0];
        if codemap.height(value) + INSERTION > MAX_HEIGHT {
            let temp =
                new_aux(auxes, codemap, AuxKind::Temp, access.desc.register().unsigned(), "t");
            let version = new_version(auxes, codemap, temp);
            added.push((at, StmtRep::stid(version, value, bb, loc)));
            value = version;
        }
        let value = access::store(codemap, slot, versions[0], access, value);
        let version = new_version(auxes, codemap, *aux);
        versions.push(version);
        added.push((at, StmtRep::stid(version, value, bb, loc)));
        for chi in &stmts[s].chi {
            self.memory.insert(chi.result, chi.operand);
        }
    }
}
