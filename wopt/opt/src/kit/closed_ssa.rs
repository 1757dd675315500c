//! Closed SSA: what a cycle defines and code outside it reads goes through an *eta*, a phi of one operand in the block behind the
//! exit.
//!
//! Idea: CODEREPs are interned, so `i + 1` in a cycle and behind an exit that threads take in different iterations would be one node
//! with two truths. Each exit edge gets a block of its own where it has none; there an eta names the value that leaves; every use
//! outside is renamed to the eta that reaches it, through phis where several do ([`SsaUpdate`]). An edge that leaves several cycles
//! has one eta for all of them. [`open`] puts the values back in the places of their etas.
//!
//! Source: the eta functions of gated SSA (Ottenstein, Ballance and MacCabe, PLDI 1990; Tu and Padua, PLDI 1995); "loop-closed SSA"
//! of GCC and LLVM, here for cycles of any shape.
//! Legality: an eta is a copy. Nothing may look through one between [`close_over`] and [`open`]: passes that propagate copies and
//! phis of one value come before or after.
//! Memory is not closed: what a load gives is a matter of its statement, which stands at one place.
//! Cost: a walk over the function, the blocks in which versions live between their etas and their uses, and the phis of [`SsaUpdate`].

use crate::kit::facts::ModuleFacts;
use crate::kit::ssa::SsaUpdate;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{AuxId, AuxKind, BbId, CodeRep, CrId, Def, Func, Phi, SideTable, Terminator};
use optx_whirl::fixed_hash::{Map, Set};

/// Closes SSA over the cycles of a function in form Ssa.
pub(crate) fn close_over(f: &mut Func, facts: &ModuleFacts<'_>, cycles: &Cycles) -> Stats {
    let mut stats = Stats::new("close-ssa");
    if cycles.all().is_empty() {
        return stats;
    }
    let split = split_exits(f, cycles);
    stats.add("exits split", split as u64);
    let parted = (split > 0).then(|| Cycles::of(f));
    let (dom, cycles) = (Dominance::of(f), parted.as_ref().unwrap_or(cycles));
    let known: Vec<usize> = f.auxes.iter().map(|(_, aux)| aux.versions.len()).collect();
    // What merges etas may stand in another cycle, and leave that.
    loop {
        let leaving = leaving(f, cycles);
        if leaving.is_empty() {
            break;
        }
        let places = places(f, facts, &dom, cycles, &leaving);
        let mut update = SsaUpdate::keeping();
        let mut etas = 0;
        for (k, &(version, _)) in leaving.iter().enumerate() {
            etas += add_etas(f, version, places.list(k), &mut update);
        }
        stats.add("etas", etas);
        stats.add("phis behind exits", update.run(f, facts, &dom));
    }
    let is_new = |f: &Func, v: CrId| match *f.codemap.get(v) {
        CodeRep::Var { aux, version } => version.0 as usize >= known[aux.index()],
        _ => false,
    };
    stats.add("phis that nobody reads", drop_unread(f, is_new) as u64);
    stats
}

/// The blocks in which versions that leave cycles get etas, by the place in the list of each with the outermost cycle that it leaves: those
/// behind exits on the ways to its uses. Where it is not read behind an exit it gets none there: all versions at all exits of one
/// cycle would be a square.
fn places(
    f: &Func,
    facts: &ModuleFacts<'_>,
    dom: &Dominance,
    cycles: &Cycles,
    leaving: &[(CrId, usize)],
) -> Grouped<BbId> {
    let mut alone = SsaUpdate::keeping();
    leaving.iter().for_each(|&(version, _)| alone.variable(f, &[version]));
    let uses = alone.uses(f, facts);
    let mut met: SideTable<BbId, u32> = SideTable::new(u32::MAX);
    let (mut found, mut work) = (Vec::new(), Vec::new());
    for (k, &(version, outermost)) in leaving.iter().enumerate() {
        let Some(home) = f.def_block(version) else { continue };
        let is_behind = |bb: BbId| match f.bbs[bb].preds()[..] {
            [from] => cycles.around_both(home, from).is_some_and(|inner| {
                cycles.is_within(inner, outermost) && !cycles.holds(inner, bb)
            }),
            _ => false,
        };
        let first = found.len();
        work.extend_from_slice(uses.list(k));
        while let Some(bb) = work.pop() {
            if met.replace(bb, k as u32) == k as u32 || bb == home {
                continue;
            }
            if is_behind(bb) && dom.dominates(home, bb) {
                found.push((k as u32, bb));
            }
            // An eta reads the version before its exit, which may be behind the exit of another cycle.
            work.extend_from_slice(f.bbs[bb].preds());
        }
        found[first..].sort_unstable();
    }
    Grouped::of(leaving.len(), &found)
}

/// Adds the etas of a version in some blocks, and tells of them as one variable; gives how many there are.
fn add_etas(f: &mut Func, version: CrId, places: &[BbId], update: &mut SsaUpdate) -> u64 {
    let Some(aux) = f.aux_of(version) else { return 0 };
    let mut names = vec![version];
    for &bb in places {
        let result = f.new_version(aux);
        f.add_phi(bb, Phi { aux, result, operands: vec![version] });
        names.push(result);
    }
    update.variable(f, &names);
    places.len() as u64
}

/// Takes etas out again, and the phis that merged them.
pub(crate) fn open_over(f: &mut Func, cycles: &Cycles) -> Stats {
    let mut stats = Stats::new("open-ssa");
    // What each version stands for: a phi all of whose operands are one value, beside itself, is that value.
    let mut stands: Map<CrId, CrId> = Map::default();
    let is_variable = |phi: &Phi| f.auxes[phi.aux].kind != AuxKind::Memory;
    for &bb in &f.layout {
        for phi in f.bbs[bb].phis.iter().filter(|phi| is_variable(phi)) {
            if is_eta(f, cycles, bb, phi) {
                stands.insert(phi.result, phi.operands[0]);
            }
        }
    }
    if stands.is_empty() {
        return stats;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for &bb in &f.layout {
            for phi in f.bbs[bb].phis.iter().filter(|phi| is_variable(phi)) {
                if stands.contains_key(&phi.result) || !merges_an_eta(f, &stands, phi) {
                    continue;
                }
                let mut values = phi.operands.iter().map(|&v| stand_in(&stands, v));
                let first = values.find(|&v| v != phi.result);
                if let Some(first) = first.filter(|&first| {
                    values.all(|v| v == first || v == phi.result) && same_symbol(f, first, phi)
                }) {
                    stands.insert(phi.result, first);
                    changed = true;
                }
            }
        }
    }
    for k in 0..f.layout.len() {
        let bb = f.layout[k];
        let gone = f.retain_phis(bb, |phi| !stands.contains_key(&phi.result));
        stats.add("phis removed", gone as u64);
    }
    rename(f, |v| stands.contains_key(&v).then(|| stand_in(&stands, v)));
    give_back(f, &stands);
    stats
}

/// Gives back the numbers of the last versions of each symbol that are gone, so that versions made later have those that they would have had:
/// the order of operands goes by them.
fn give_back(f: &mut Func, gone: &Map<CrId, CrId>) {
    let mut first: Map<AuxId, usize> = Map::default();
    for &version in gone.keys() {
        if let CodeRep::Var { aux, version } = *f.codemap.get(version) {
            let least = first.entry(aux).or_insert(usize::MAX);
            *least = (*least).min(version.0 as usize);
        }
    }
    // A phi that nobody reads is gone since the cycle was closed.
    let mut used = SideTable::new(false);
    let mut walk = Walk::new();
    for &bb in &f.layout {
        f.for_each_use_in(bb, |_, root, _| {
            walk.variables(&f.codemap, root, |id, _| *used.entry(id) = true);
        });
        f.bbs[bb].phis.iter().flat_map(|phi| &phi.operands).for_each(|&v| *used.entry(v) = true);
    }
    let is_gone = |v: CrId| f.def(v) == Def::Entry && !*used.get(v);
    let mut ends = Vec::new();
    for (&aux, &least) in &first {
        let versions = &f.auxes[aux].versions;
        let kept = versions.iter().skip(least).rposition(|&v| !is_gone(v));
        ends.push((aux, least + kept.map_or(0, |k| k + 1)));
    }
    for (aux, end) in ends {
        f.auxes[aux].versions.truncate(end);
    }
}

/// True for a phi of one operand that comes out of a cycle that defines it.
pub fn is_eta(f: &Func, cycles: &Cycles, bb: BbId, phi: &Phi) -> bool {
    let ([from], [operand]) = (f.bbs[bb].preds(), &phi.operands[..]) else { return false };
    leaves_a_cycle(cycles, *from, bb)
        && f.def_block(*operand).is_some_and(|at| leaves_a_cycle(cycles, at, bb))
}

/// True where some cycle holds the first block and not the other.
fn leaves_a_cycle(cycles: &Cycles, from: BbId, to: BbId) -> bool {
    cycles.left(from, to).next().is_some()
}

/// What [`close_over`] promises and does not hold: versions that are read outside a cycle that defines them, and not by an eta.
pub fn violations(f: &Func) -> Vec<String> {
    let cycles = Cycles::of(f);
    let mut found = Vec::new();
    for (version, outermost) in leaving(f, &cycles) {
        let header = cycles.all()[outermost].header;
        let text = optx_ir::print::tree_text(f, version);
        found.push(format!("{text} is read outside the cycle of {header}, and not by an eta"));
    }
    found
}

fn same_symbol(f: &Func, version: CrId, phi: &Phi) -> bool {
    f.aux_of(version) == Some(phi.aux)
}

fn merges_an_eta(f: &Func, stands: &Map<CrId, CrId>, phi: &Phi) -> bool {
    let is_eta = |v: &CrId| stands.contains_key(v) && same_symbol(f, *v, phi);
    phi.operands.len() > 1 && phi.operands.iter().any(is_eta)
}

fn stand_in(stands: &Map<CrId, CrId>, version: CrId) -> CrId {
    let mut at = version;
    while let Some(&next) = stands.get(&at) {
        at = next;
    }
    at
}

/// Puts other versions in the places of those that `other` has one for.
fn rename(f: &mut Func, other: impl Fn(CrId) -> Option<CrId>) {
    let mut rewrite = Rewrite::keeping();
    for k in 0..f.layout.len() {
        let bb = f.layout[k];
        for n in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[n];
            let Func { stmts, codemap, .. } = f;
            stmts[s].map_uses(codemap, |map, id, _| rewrite.tree(map, id, &mut |_, id| other(id)));
        }
        let Func { bbs, codemap, .. } = f;
        bbs[bb].map_condition(|id| rewrite.tree(codemap, id, &mut |_, id| other(id)));
        for phi in &mut f.bbs[bb].phis {
            for operand in &mut phi.operands {
                *operand = other(*operand).unwrap_or(*operand);
            }
        }
    }
}

/// Gives each edge that leaves a cycle a block of its own where it leads to a block with other ways in.
fn split_exits(f: &mut Func, cycles: &Cycles) -> usize {
    let mut edges = Vec::new();
    for &from in &f.layout {
        let Terminator::Branch { on_true, on_false, .. } = f.bbs[from].terminator() else {
            continue;
        };
        for to in [on_false, on_true] {
            if on_true != on_false
                && f.bbs[to].preds().len() > 1
                && leaves_a_cycle(cycles, from, to)
            {
                edges.push((from, to));
            }
        }
    }
    if edges.is_empty() {
        return 0;
    }
    f.split_edges(&edges);
    edges.len()
}

/// The blocks behind the exits of each cycle, of edges that a test keeps (from, to).
pub(crate) fn exits(f: &Func, cycles: &Cycles, keep: impl Fn(BbId, BbId) -> bool) -> Grouped<BbId> {
    let mut pairs = Vec::new();
    for &from in &f.layout {
        for to in f.succs(from).into_iter().filter(|&to| keep(from, to)) {
            pairs.extend(cycles.left(from, to).map(|k| (k as u32, to)));
        }
    }
    Grouped::of(cycles.all().len(), &pairs)
}

/// The versions of variables that are read outside a cycle that defines them, where a phi reads at the ends of its predecessors; each with the
/// outermost such cycle.
fn leaving(f: &Func, cycles: &Cycles) -> Vec<(CrId, usize)> {
    let mut outermost: Map<CrId, usize> = Map::default();
    let mut order = Vec::new();
    let mut walk = Walk::new();
    let mut read = |version: CrId, at: BbId| {
        let Some(home) = f.def_block(version) else { return };
        let Some(left) = cycles.outermost_left(home, at) else { return };
        let known = outermost.entry(version).or_insert_with(|| {
            order.push(version);
            left
        });
        if cycles.all()[left].depth < cycles.all()[*known].depth {
            *known = left;
        }
    };
    for &bb in &f.layout {
        let mut last = usize::MAX;
        f.for_each_use_in(bb, |k, root, _| {
            if std::mem::replace(&mut last, k) != k {
                walk.forget();
            }
            walk.variables(&f.codemap, root, |id, _| read(id, bb));
        });
        for phi in &f.bbs[bb].phis {
            if f.auxes[phi.aux].kind == AuxKind::Memory {
                continue;
            }
            // An eta reads in the cycle that it leaves, or behind another's exit what left that.
            for (&operand, &pred) in phi.operands.iter().zip(f.bbs[bb].preds()) {
                read(operand, pred);
            }
        }
    }
    order.into_iter().map(|version| (version, outermost[&version])).collect()
}

/// Takes new phis out that nothing reads, those that only such read included; gives their number.
fn drop_unread(f: &mut Func, is_new: impl Fn(&Func, CrId) -> bool) -> usize {
    let mut readers: SideTable<CrId, u32> = SideTable::new(0);
    let mut walk = Walk::new();
    let mut new = Vec::new();
    for &bb in &f.layout {
        f.for_each_use_in(bb, |_, root, _| {
            walk.variables(&f.codemap, root, |id, _| *readers.entry(id) += 1);
        });
        for phi in &f.bbs[bb].phis {
            phi.operands.iter().for_each(|&operand| *readers.entry(operand) += 1);
            if f.auxes[phi.aux].kind != AuxKind::Memory && is_new(f, phi.result) {
                new.push((bb, phi.result));
            }
        }
    }
    let mut may_go: Set<CrId> = new.iter().map(|&(_, version)| version).collect();
    let mut gone: Set<CrId> = Set::default();
    let mut work: Vec<CrId> = new.iter().map(|&(_, version)| version).collect();
    while let Some(version) = work.pop() {
        if *readers.get(version) > 0 || !may_go.remove(&version) {
            continue;
        }
        gone.insert(version);
        if let Def::Phi(bb, k) = f.def(version) {
            for &operand in &f.bbs[bb].phis[k as usize].operands {
                *readers.entry(operand) -= 1;
                work.push(operand);
            }
        }
    }
    // Phis of one block stand together in the list.
    new.retain(|(_, version)| gone.contains(version));
    new.dedup_by_key(|(bb, _)| *bb);
    for (bb, _) in new {
        f.retain_phis(bb, |phi| !gone.contains(&phi.result));
    }
    gone.len()
}
