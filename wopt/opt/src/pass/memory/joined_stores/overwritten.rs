//! A store that one way behind it overwrites: `p[i] = a; if (c) p[i] = b;` stores once.
//!
//! Idea: the first store is dead on the way through the arm. Where the arm stores last, both leave the store to the block where the ways
//! meet ([`over`]); where it stores first, the store before the branch is of `c ? b : a` ([`selected`]).
//!
//! Source: the store half of R. Lo, F. Chow, R. Kennedy, S. Liu, P. Tu, "Register Promotion by Sparse Partial Redundancy Elimination of
//! Loads and Stores" (PLDI 1998), section 5, which moves such a store to the ways that do not overwrite it; LLVM's SimplifyCFG
//! (`isSafeToSpeculateStore`) for the selection.
//! Legality: the arm has one way in, and between the stores stands arithmetic alone, or loads of what the first does not write (no load's mu is
//! a chi of it): nothing that other threads could wait for, no end of the thread, so nobody sees the first. Both are plain and write
//! the same bytes through one address. What the arm evaluated for its store is evaluated always only where that is a few operations of trees,
//! never a load, and its promises go.
//! Worth: a store an arm for a selection. Cost: linear; the versions of stores that went are renamed by one walk at the end.

use super::{Store, is_arithmetic, is_same_place, last_store, store};
use optx_ir::{BbId, Chi, CodeRep, CrId, Func, StmtId, StmtOp, Terminator};
use optx_whirl::Loc;
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;

/// What the arm's value may cost where it is evaluated always.
const MOST_COST: u32 = 3;

/// The stores of a block's two ways in, where the first is before a branch to the block and an arm that overwrites it last of all; in the order of
/// the ways.
pub(super) fn over(f: &Func, bb: BbId) -> Option<SmallVec<[Store; 4]>> {
    let &[a, b] = f.bbs[bb].preds() else { return None };
    let is_head = |head: BbId, arm: BbId| {
        let ways = f.bbs[head].terminator().successors();
        f.bbs[arm].preds()[..] == [head] && arm != bb && ways.contains(&bb) && ways.contains(&arm)
    };
    let (head, arm) = match (is_head(a, b), is_head(b, a)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        _ => return None,
    };
    if f.bbs[arm].terminator() != Terminator::Goto(bb) {
        return None;
    }
    let (first, second) = (last_store(f, head)?, last_store(f, arm)?);
    let before = f.bbs[arm].stmts.iter().take_while(|&&s| s != second.stmt);
    let is_unseen = before.into_iter().all(|&s| does_not_see(f, s, first.stmt));
    let stores = if head == a { [first, second] } else { [second, first] };
    is_unseen.then(|| stores.into_iter().collect())
}

/// True for an evaluation that reads nothing of what a store writes.
fn does_not_see(f: &Func, s: StmtId, store: StmtId) -> bool {
    let stmt = &f.stmts[s];
    let reads = |version: CrId| f.stmts[store].chi.iter().any(|chi| chi.result == version);
    stmt.op == StmtOp::Stid
        && match f.codemap.get(stmt.kids[0]) {
            CodeRep::Ivar { mu, read_only, .. } => !read_only && mu.is_some_and(|mu| !reads(mu)),
            _ => true,
        }
}

/// Makes one store of a block's last and the first of an arm that the block leads to; the first's place. The versions that the arm's made are what
/// `renamed` says from here on.
pub(super) fn selected(f: &mut Func, bb: BbId, renamed: &mut Map<CrId, CrId>) -> Option<Loc> {
    let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator() else {
        return None;
    };
    if on_true == on_false {
        return None;
    }
    let first = last_store(f, bb)?;
    let (arm, at) = [on_true, on_false]
        .into_iter()
        .find_map(|arm| Some((arm, overwrites(f, &first, arm, renamed)?)))?;
    let second = f.bbs[arm].stmts[at];

    // Nothing fails from here on.
    for k in 0..at {
        let s = f.bbs[arm].stmts[k];
        f.stmts[s].kids[0] = f.codemap.unsigned_form(f.stmts[s].kids[0]);
        f.stmts[s].bb = bb;
        f.bbs[bb].stmts.push(s);
    }
    for &Chi { result, operand } in &f.stmts[second].chi {
        renamed.insert(result, operand);
    }
    let value = f.codemap.unsigned_form(f.stmts[second].kids[0]);
    f.retain_stmts(arm, |s| s != second);
    f.bbs[arm].stmts.drain(..at);
    let loc = f.stmts[first.stmt].loc;
    if value != first.value {
        let [x, y] = if arm == on_true { [value, first.value] } else { [first.value, value] };
        let mtype = f.mtype(first.value);
        f.stmts[first.stmt].kids[0] = f.codemap.select(mtype, condition, x, y);
    }
    // Behind what its value reads.
    f.bbs[bb].stmts.retain(|&s| s != first.stmt);
    f.bbs[bb].stmts.push(first.stmt);
    Some(loc)
}

/// Where an arm of a store's block stores to the same place, before anything but a few operations.
fn overwrites(f: &Func, first: &Store, arm: BbId, renamed: &Map<CrId, CrId>) -> Option<usize> {
    let block = &f.bbs[arm];
    if block.preds()[..] != [first.arm]
        || arm == first.arm
        || block.unroll.is_some()
        || !block.phis.is_empty()
    {
        return None;
    }
    let at = block.stmts.iter().position(|&s| !is_arithmetic(f, s))?;
    let second = store(f, arm, block.stmts[at])?;
    let trees = block.stmts[..=at].iter().map(|&s| f.codemap.tree_cost(f.stmts[s].kids[0]));
    let is_cheap = trees.fold(0u32, u32::saturating_add) <= MOST_COST;
    let now = |version: CrId| *renamed.get(&version).unwrap_or(&version);
    let written = &f.stmts[first.stmt].chi;
    let is_of_first = |chi: &Chi| written.iter().any(|own| own.result == now(chi.operand));
    let has_its_versions = f.stmts[second.stmt].chi.iter().all(is_of_first);
    (is_cheap && has_its_versions && is_same_place(f, first, &second)).then_some(at)
}
