//! Constant tables: objects of a thread that hold the same constants in every thread are constant memory.
//!
//! Idea: an array that is filled with constants at constant places and loaded at variable ones (`const int days[] = {31, 28, ..};`
//! in a function) would be written by each thread before it is read. Where nothing else is done with it, its bytes are known, and it
//! becomes an object of constant memory of the function's own, with these bytes; the stores go.
//!
//! Source: what LLVM makes of `llvm.memcpy` from a constant initialiser (SROA, InstCombine); nvcc 13.5 leaves such arrays in local memory.
//!
//! Legality: the object's address stands nowhere but as one summand of a plain load's address, or as the whole of a store's; each
//! store writes a constant at a constant place, inside, and no byte gets two values. A load of a byte that is not written, or not yet,
//! gives any value. Objects that are volatile, or whose address goes elsewhere, stay.
//! Worth: always, while constant memory lasts: [`CONSTANT_BYTES`] less what the module has, shared among its functions.
//! Cost: linear in statements and trees.

use crate::kit::context::Cx;
use crate::kit::memory_versions::rename_versions;
use crate::kit::stats::Stats;
use optx_ir::walk::Walk;
use optx_ir::{Access, CodeRep, CrId, Func, Space, StmtId, StmtOp};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Init, Operator, StId, Storage};
use smallvec::SmallVec;

/// Constant memory that a module can name (PTX ISA, "Constant State Space"), but for some that is the linker's.
const CONSTANT_BYTES: u64 = 60 << 10;

/// So many summands of an address are looked at.
const MOST_SUMMANDS: usize = 16;

/// Makes tables of the objects that are left in memory.
pub(super) fn run(f: &mut Func, cx: &Cx<'_>, stats: &mut Stats) {
    if f.stack_objects.iter().all(|st| f.locals[st.index()].storage != Storage::Auto) {
        return;
    }
    let found = Tables::of(f, cx);
    if found.tables.is_empty() {
        return;
    }
    let (mut renames, mut walk) = (Map::default(), Walk::new());
    for bb in cx.facts.blocks(f) {
        let mut gone = Vec::new();
        for k in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[k];
            let Some((st, access)) = accessed(f, &mut walk, s) else { continue };
            if !found.tables.contains_key(&st) {
                continue;
            }
            if f.stmts[s].op == StmtOp::Istore {
                gone.push(s);
                renames.extend(f.stmts[s].chi.iter().map(|chi| (chi.result, chi.operand)));
                continue;
            }
            let access = Access { space: Space::Constant, ..access };
            f.stmts[s].kids[0] =
                f.codemap.intern(CodeRep::Ivar { access, mu: None, read_only: false });
            stats.add("loads from tables", 1);
        }
        if !gone.is_empty() {
            gone.sort_unstable();
            f.retain_stmts(bb, |s| gone.binary_search(&s).is_err());
        }
    }
    rename_versions(f, &renames);
    stats.add("tables", found.tables.len() as u64);
    for (st, bytes) in found.tables {
        let local = &mut f.locals[st.index()];
        local.storage = Storage::Constant;
        local.constant = true;
        let bytes = bytes.into_iter().map(Option::unwrap_or_default).collect();
        local.init = Some(Init { bytes, addresses: Vec::new() });
    }
}

/// The bytes of objects, as far as they are written.
struct Tables {
    tables: Map<StId, Vec<Option<u8>>>,
}

impl Tables {
    fn of(f: &Func, cx: &Cx<'_>) -> Tables {
        let mut room = room(f, cx);
        let mut tables = Map::default();
        for &st in &f.stack_objects {
            let local = &f.locals[st.index()];
            let size = cx.facts.module.types.size(local.ty);
            if local.storage == Storage::Auto && !local.volatile && size <= room {
                room = room.saturating_sub(size.next_multiple_of(16));
                tables.insert(st, vec![None; size as usize]);
            }
        }
        let mut found = Tables { tables };
        let mut walk = Walk::new();
        for &bb in &f.layout {
            for &s in &f.bbs[bb].stmts {
                let own = accessed(f, &mut walk, s);
                if let Some((st, access)) = own {
                    found.store(f, s, st, &access);
                }
                f.stmts[s].for_each_use(&f.codemap, |root, _| {
                    if own.is_none_or(|(_, access)| access.base != root) {
                        found.names(f, &mut walk, root);
                    }
                });
            }
            if let Some(condition) = f.bbs[bb].terminator().condition() {
                found.names(f, &mut walk, condition);
            }
        }
        // What nobody writes is no table.
        found.tables.retain(|_, bytes| bytes.iter().any(Option::is_some));
        found
    }

    /// The objects named in a tree that is no access's address are no tables.
    fn names(&mut self, f: &Func, walk: &mut Walk, root: CrId) {
        walk.forget();
        walk.tree(&f.codemap, root, |_, node| {
            if let CodeRep::Lda { st, .. } = node {
                self.tables.remove(st);
            }
            true
        });
    }

    /// Notes the bytes of a store.
    fn store(&mut self, f: &Func, s: StmtId, st: StId, access: &Access) {
        let stmt = &f.stmts[s];
        let Some(bytes) = self.tables.get_mut(&st).filter(|_| stmt.op == StmtOp::Istore) else {
            return;
        };
        let value = f.codemap.literal_bits(stmt.kids[0]);
        let place = match f.codemap.get(access.base) {
            CodeRep::Lda { offset, .. } => offset.checked_add(access.offset),
            _ => None,
        };
        let place = place.and_then(|place| usize::try_from(place).ok());
        let size = access.desc.size() as usize;
        let range = place.and_then(|place| bytes.get_mut(place..place.checked_add(size)?));
        let (Some(value), Some(range)) = (value, range) else {
            self.tables.remove(&st);
            return;
        };
        for (byte, new) in range.iter_mut().zip(value.to_le_bytes()) {
            if byte.replace(new).is_some_and(|old| old != new) {
                self.tables.remove(&st);
                return;
            }
        }
    }
}

/// How many bytes of constant memory a function may have.
fn room(f: &Func, cx: &Cx<'_>) -> u64 {
    let size = |ty| cx.facts.module.types.size(ty);
    let constants = cx.facts.module.globals.iter().filter(|st| st.storage == Storage::Constant);
    let taken: u64 = constants.map(|st| size(st.ty).next_multiple_of(16)).sum();
    let own = f.locals.iter().filter(|st| st.storage == Storage::Constant);
    let own: u64 = own.map(|st| size(st.ty).next_multiple_of(16)).sum();
    let share = CONSTANT_BYTES.saturating_sub(taken) / (cx.facts.calls.len().max(1) as u64);
    share.saturating_sub(own)
}

/// The object of this thread that a plain load or store accesses, named by its address and by nothing else there.
fn accessed(f: &Func, walk: &mut Walk, s: StmtId) -> Option<(StId, Access)> {
    let stmt = &f.stmts[s];
    let plain = matches!(stmt.op, StmtOp::Stid | StmtOp::Istore);
    let access = stmt.access(&f.codemap).filter(|a| plain && a.space == Space::Local)?;
    // What a store writes is a use of its own.
    if stmt.op == StmtOp::Istore && stmt.kids[0] == access.base {
        return None;
    }
    Some((summand(f, walk, access.base)?, access))
}

/// The one object whose address is a summand of an address, where no other object is named in it.
fn summand(f: &Func, walk: &mut Walk, address: CrId) -> Option<StId> {
    let mut found = None;
    let mut others = false;
    let mut steps = 0;
    let mut sums: SmallVec<[CrId; 8]> = SmallVec::from_slice(&[address]);
    walk.forget();
    while let Some(id) = sums.pop() {
        match f.codemap.get(id) {
            CodeRep::Lda { st, .. } => others |= found.replace(*st).is_some(),
            CodeRep::Op(op) if op.opr == Operator::Add => sums.extend_from_slice(&op.kids),
            _ => walk.tree(&f.codemap, id, |_, node| {
                others |= matches!(node, CodeRep::Lda { .. });
                true
            }),
        }
        // An address may add itself to itself again and again.
        steps += 1;
        if steps > MOST_SUMMANDS || others {
            return None;
        }
    }
    found.filter(|st: &StId| st.is_local())
}
