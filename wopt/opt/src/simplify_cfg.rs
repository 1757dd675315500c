//! CFG clean-up: branches on constants, unreachable blocks, straight-line merges, empty blocks.
//!
//! Legality: nothing executes on other paths than before, so convergent operations keep their conditions: an empty
//! block is skipped, never copied; blocks merge only where one always follows the other.
//! Cost: linear per round; rounds end when nothing changes (each removes a block or an edge).

use crate::Cx;
use crate::stats::Stats;
use optx_ir::{BbId, CodeRep, CrId, Func, StmtOp, StmtRep, Terminator};
use smallvec::{SmallVec, smallvec};
use std::collections::HashMap;

/// Runs the pass on a function in any form.
pub fn run(f: &mut Func, _cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("simplify-cfg");
    loop {
        let before = stats.clone();
        stats.add("branches folded", fold_branches(f));
        stats.add("blocks removed", remove_unreachable(f));
        stats.add("blocks merged", merge_straight_lines(f));
        stats.add("empty blocks skipped", skip_empty(f));
        if stats == before {
            return stats;
        }
    }
}

fn fold_branches(f: &mut Func) -> u64 {
    let mut folded = 0;
    for bb in f.layout.clone() {
        let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator else {
            continue;
        };
        let (to, lost) = match f.codemap.constant(condition) {
            _ if on_true == on_false => (on_true, None),
            Some(0) => (on_false, Some(on_true)),
            Some(_) => (on_true, Some(on_false)),
            None => continue,
        };
        f.bbs[bb].terminator = Terminator::Goto(to);
        if let Some(lost) = lost {
            f.remove_pred(lost, bb);
        }
        folded += 1;
    }
    folded
}

fn remove_unreachable(f: &mut Func) -> u64 {
    let seen = f.reachable();
    let mut removed = 0;
    for bb in f.layout.clone() {
        if seen[bb.index()] {
            continue;
        }
        removed += 1;
        for succ in f.succs(bb) {
            f.remove_pred(succ, bb);
        }
    }
    f.layout.retain(|bb| seen[bb.index()]);
    removed
}

/// A block whose one successor has no other predecessor takes it in.
fn merge_straight_lines(f: &mut Func) -> u64 {
    let mut gone = vec![false; f.bbs.len()];
    let mut merged = 0;
    let mut renames = HashMap::new();
    for bb in f.layout.clone() {
        if gone[bb.index()] {
            continue;
        }
        while let Terminator::Goto(next) = f.bbs[bb].terminator {
            // The head of a loop that is to be unrolled keeps its pragma, and its place.
            if next == bb || f.bbs[next].preds.len() != 1 || f.bbs[next].unroll.is_some() {
                break;
            }
            for phi in std::mem::take(&mut f.bbs[next].phis) {
                if f.auxes[phi.aux].kind == optx_ir::AuxKind::Memory {
                    renames.insert(phi.result, phi.operands[0]);
                    continue;
                }
                let stmt = StmtRep {
                    op: StmtOp::Stid,
                    results: smallvec![phi.result],
                    kids: smallvec![phi.operands[0]],
                    mu: SmallVec::new(),
                    chi: SmallVec::new(),
                    bb,
                    pos: f.bbs[next].pos,
                };
                let id = f.new_stmt(stmt);
                f.bbs[bb].stmts.push(id);
            }
            for s in std::mem::take(&mut f.bbs[next].stmts) {
                f.stmts[s].bb = bb;
                f.bbs[bb].stmts.push(s);
            }
            f.bbs[bb].terminator = f.bbs[next].terminator;
            f.bbs[bb].pos = f.bbs[next].pos;
            for succ in f.succs(bb) {
                for pred in &mut f.bbs[succ].preds {
                    if *pred == next {
                        *pred = bb;
                    }
                }
            }
            gone[next.index()] = true;
            merged += 1;
        }
    }
    f.layout.retain(|bb| !gone[bb.index()]);
    rename_memory(f, &renames);
    merged
}

/// A memory phi of one operand is its operand: every use of the one version becomes a use of the other.
fn rename_memory(f: &mut Func, renames: &HashMap<CrId, CrId>) {
    if renames.is_empty() {
        return;
    }
    let new = |mut id: CrId| {
        while let Some(&next) = renames.get(&id) {
            id = next;
        }
        id
    };
    for bb in f.layout.clone() {
        for phi in &mut f.bbs[bb].phis {
            for operand in &mut phi.operands {
                *operand = new(*operand);
            }
        }
        for k in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[k];
            let stmt = &mut f.stmts[s];
            for mu in &mut stmt.mu {
                mu.operand = new(mu.operand);
            }
            for chi in &mut stmt.chi {
                chi.operand = new(chi.operand);
            }
            if let (StmtOp::Stid, Some(&kid)) = (&stmt.op, stmt.kids.first())
                && let CodeRep::Ivar { access, mu: Some(mu), read_only } = *f.codemap.get(kid)
                && renames.contains_key(&mu)
            {
                let ivar = CodeRep::Ivar { access, mu: Some(new(mu)), read_only };
                f.stmts[s].kids[0] = f.codemap.intern(ivar);
            }
        }
    }
}

/// Predecessors of an empty block go on to its successor, where every phi can tell the edges apart.
fn skip_empty(f: &mut Func) -> u64 {
    let mut skipped = 0;
    for bb in f.layout.clone() {
        let Terminator::Goto(to) = f.bbs[bb].terminator else { continue };
        let block = &f.bbs[bb];
        let is_empty = block.stmts.is_empty() && block.phis.is_empty() && block.unroll.is_none();
        if bb == f.entry() || to == bb || !is_empty || block.preds.is_empty() {
            continue;
        }
        let preds = block.preds.clone();
        let known: Vec<bool> = preds.iter().map(|p| f.bbs[to].preds.contains(p)).collect();
        if !f.bbs[to].phis.is_empty() && known.iter().any(|&k| k) {
            continue;
        }
        let Some(place) = f.bbs[to].preds.iter().position(|&p| p == bb) else { continue };
        for (&pred, &already) in preds.iter().zip(&known) {
            redirect(f, pred, bb, to);
            if !already {
                f.bbs[to].preds.push(pred);
                for phi in &mut f.bbs[to].phis {
                    let operand = phi.operands[place];
                    phi.operands.push(operand);
                }
            }
        }
        f.bbs[bb].preds.clear();
        f.remove_pred(to, bb);
        f.bbs[bb].terminator = Terminator::Return;
        skipped += 1;
    }
    if skipped > 0 {
        remove_unreachable(f);
    }
    skipped
}

fn redirect(f: &mut Func, bb: BbId, from: BbId, to: BbId) {
    match &mut f.bbs[bb].terminator {
        Terminator::Goto(t) if *t == from => *t = to,
        Terminator::Branch { on_true, on_false, .. } => {
            for t in [on_true, on_false] {
                if *t == from {
                    *t = to;
                }
            }
        }
        _ => {}
    }
}
