//! Arms that load: `c ? *p : *q` is `*(c ? p : q)`.
//!
//! Idea: two arms that load last, or one that does where the other has what was loaded before, are one load of a selected
//! address. A warp of which some threads go each way waits for one load and no branch; what clang makes of
//! `x > 0 ? in[x - 1] : in[x]`.
//!
//! Legality: the loads are plain, of one shape (type, space, alignment), one version of memory and one path (`__ldg` stays what it is). Where both arms load, each thread
//! loads what it loaded. Where the other value was loaded before, the thread that did not load loads that again: it may, since it
//! did, and gets the same, since nobody whom it must heed wrote there. Addresses are evaluated where they were not: without promises.
//! Volatile loads are statements of another kind.
//! Worth: a load is saved, or a branch and its join, and what waits for them; [`MOST`] for all that is evaluated, before addresses are
//! taken apart.
//! Cost: as the pass.

use super::{BbId, Hammock, Selection, hammock_of, place, pure_cost, straighten};
use optx_ir::{Access, AuxKind, CodeRep, CrId, Func, StmtId, StmtOp};
use optx_whirl::{Loc, Mtype, Operator};

/// What the arms and the selection of the address may cost.
const MOST: u32 = 10;

/// Where the load stands that an arm ends with, but for copies of it.
fn last_load(f: &Func, arm: BbId) -> Option<usize> {
    let stmts = &f.bbs[arm].stmts;
    let is_kind = |&s: &StmtId, is: fn(&CodeRep) -> bool| {
        let stmt = &f.stmts[s];
        stmt.op == StmtOp::Stid && is(f.codemap.get(stmt.kids[0]))
    };
    let at = stmts.iter().rposition(|s| !is_kind(s, |kid| matches!(kid, CodeRep::Var { .. })))?;
    let loaded = *f.stmts[stmts[at]].results.first()?;
    let are_copies = stmts[at + 1..].iter().all(|&s| f.origin(f.stmts[s].kids[0]) == loaded);
    let is_load = is_kind(&stmts[at], |kid| matches!(kid, CodeRep::Ivar { .. }));
    (is_load && are_copies).then_some(at)
}

/// Makes one load of a block's branch, if its arms are short and load; the place of the branch.
pub(super) fn arms(f: &mut Func, bb: BbId, gone: &mut [bool]) -> Option<Loc> {
    let cost_of = |arm: BbId| {
        let stmts = &f.bbs[arm].stmts[..];
        let before = last_load(f, arm).map_or(stmts, |at| &stmts[..at]);
        pure_cost(f, arm, bb, before)
    };
    let hammock = hammock_of(f, bb, cost_of)?;
    let ends = hammock.ends;
    let loads = ends.map(|end| last_load(f, end).filter(|_| end != bb));
    let selection = selected_load(f, &hammock, loads)?;
    for (end, load) in ends.into_iter().zip(loads) {
        if let Some(at) = load {
            let kept = f.bbs[end].stmts[..at].to_vec();
            f.retain_stmts(end, |s| kept.contains(&s));
        }
    }
    straighten(f, bb, &hammock, vec![selection], gone);
    Some(f.bbs[bb].loc)
}

/// The load for the one phi of a join that differs between the ways; `loads` has the place of the load that each way ends with, if it does.
fn selected_load(f: &mut Func, hammock: &Hammock, loads: [Option<usize>; 2]) -> Option<Selection> {
    let Hammock { condition, ends, join, mut cost } = *hammock;
    if loads == [None; 2] {
        return None;
    }
    let [first, second] = ends.map(|end| place(f, join, end));
    let (first, second) = (first?, second?);
    let phis = f.bbs[join].phis.iter().enumerate();
    let mut differing = phis.filter(|(_, phi)| phi.operands[first] != phi.operands[second]);
    let (k, phi) = differing.next().filter(|_| differing.next().is_none())?;
    let (aux, operands) = (phi.aux, [phi.operands[first], phi.operands[second]]);
    if f.auxes[aux].kind == AuxKind::Memory {
        return None;
    }
    // What an arm loads is what the phi takes from it.
    let origins = operands.map(|operand| f.origin(operand));
    let is_taken = |n: usize| {
        let result = |at: usize| f.stmts[f.bbs[ends[n]].stmts[at]].results.first().copied();
        loads[n].is_none_or(|at| result(at) == Some(origins[n]))
    };
    if !is_taken(0) || !is_taken(1) {
        return None;
    }
    let [(a, mu, read_only), (b, others_mu, others_path)] =
        [loaded(f, origins[0])?, loaded(f, origins[1])?];
    let is_alike = b == Access { base: b.base, offset: b.offset, ..a };
    if !is_alike || mu != others_mu || read_only != others_path {
        return None;
    }
    for (access, _) in [a, b].into_iter().zip(loads).filter(|(_, load)| load.is_some()) {
        cost = cost.saturating_add(f.codemap.tree_cost(access.base));
    }
    cost = cost.saturating_add(if a.base == b.base { 1 } else { 2 });
    if cost > MOST {
        return None;
    }
    let access = selected(f, condition, [a, b]);
    Some((k, aux, f.codemap.ivar(access, mu, read_only)))
}

/// The load that gave a value: its place, the memory that it reads, and whether it goes through the read-only cache.
fn loaded(f: &Func, version: CrId) -> Option<(Access, Option<CrId>, bool)> {
    match *f.codemap.get(f.assigned(version)?) {
        CodeRep::Ivar { access, mu, read_only } => Some((access, mu, read_only)),
        _ => None,
    }
}

/// One of two places by a condition.
fn selected(f: &mut Func, condition: CrId, [a, b]: [Access; 2]) -> Access {
    let rtype = f.mtype(a.base);
    let bases = [a, b].map(|access| f.codemap.unsigned_form(access.base));
    if a.base == b.base {
        // An offset is a signed number of 32 bits.
        let [x, y] = [a, b].map(|access| f.codemap.integer(Mtype::I4, access.offset as u64));
        let by = f.codemap.select(Mtype::I4, condition, x, y);
        let by = match rtype.size() {
            8 => f.codemap.unary(Operator::Cvt, rtype, Mtype::I4, by),
            _ => by,
        };
        let base = f.codemap.binary(Operator::Add, rtype, bases[0], by);
        return Access { base, offset: 0, ..a };
    }
    let [x, y] = [(bases[0], a.offset), (bases[1], b.offset)].map(|(base, offset)| {
        if a.offset == b.offset {
            return base;
        }
        let offset = f.codemap.integer(rtype, offset as u64);
        f.codemap.binary(Operator::Add, rtype, base, offset)
    });
    let base = f.codemap.select(rtype, condition, x, y);
    let offset = if a.offset == b.offset { a.offset } else { 0 };
    Access { base, offset, ..a }
}
