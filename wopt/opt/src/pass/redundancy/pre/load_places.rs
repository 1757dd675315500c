//! What statements load and store, as load PRE takes it.

use optx_ir::{CodeRep, CrId, Def, Func, StmtId, StmtOp};

/// The place that a load loads from, where its result is what a register of that type holds.
pub(super) fn loaded(f: &Func, s: StmtId) -> Option<CrId> {
    let stmt = &f.stmts[s];
    let &place = stmt.kids.first().filter(|_| stmt.op == StmtOp::Stid)?;
    let is_load = matches!(f.codemap.get(place), CodeRep::Ivar { .. });
    (is_load && f.mtype(stmt.results[0]).interchangeable(f.mtype(place))).then_some(place)
}

/// The place that a store of a whole register stores to, if anything may read it: else no version of memory tells it from what was there
/// before.
pub(super) fn stored(f: &Func, s: StmtId) -> Option<CrId> {
    let stmt = &f.stmts[s];
    let &place = stmt.results.first().filter(|_| stmt.op == StmtOp::Istore)?;
    let CodeRep::Ivar { access, mu: Some(made), .. } = f.codemap.get(place) else { return None };
    let is_whole = access.desc.size() >= 4 && f.mtype(stmt.kids[0]).interchangeable(f.mtype(place));
    (is_whole && f.def(*made) == Def::Chi(s)).then_some(place)
}
