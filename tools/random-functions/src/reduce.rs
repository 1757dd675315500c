//! Making a function small that shows a mistake.
//!
//! Idea: edits that take something away (a block's statements, one statement, a way out of a block, a tree but for one of its
//! parts) are tried one by one, the large ones first; what the caller still finds wrong stays, until none does.
//! Cost: a round tries as many edits as the function has statements and operands; every edit that stays begins another look
//! at the edits of its kind only.

use optx_ir::{BbId, CodeRep, CrId, Form, Func, StmtOp, Terminator};
use optx_whirl::Mtype;

/// So many edits are tried at most.
const MOST: usize = 20_000;

/// Something to take away.
#[derive(Clone, Copy)]
enum Edit {
    /// All statements of a block.
    Empty(BbId),
    /// All ways out of a block.
    Return(BbId),
    /// One of two ways out of a block.
    Goto(BbId, BbId),
    /// A statement of a block.
    Drop(BbId, usize),
    /// A block's only successor, which has no other predecessor, becomes part of it.
    Join(BbId, BbId),
    /// Another tree for an operand of a statement.
    Operand(BbId, usize, usize, CrId),
    /// Another tree for a branch's condition.
    Condition(BbId, CrId),
}

/// A smaller function in form Cfg that `fails` too. What is tried has passed the verifier.
pub fn reduce(f: &Func, mut fails: impl FnMut(&Func) -> bool) -> Func {
    let mut best = f.clone();
    let mut tried = 0;
    if best.form != Form::Cfg {
        return best;
    }
    loop {
        let mut smaller = false;
        for kind in [blocks, statements, operands] {
            let mut at = 0;
            // After an edit that stays the list is made anew, and what stood before is not tried again this round.
            while let Some(edit) = kind(&mut best).get(at).copied() {
                tried += 1;
                if tried > MOST {
                    return best;
                }
                let mut candidate = best.clone();
                apply(&mut candidate, edit);
                optx_wopt::kit::build::remove_unreachable(&mut candidate);
                if optx_ir::verify::verify(&candidate).is_empty() && fails(&candidate) {
                    best = candidate;
                    smaller = true;
                } else {
                    at += 1;
                }
            }
        }
        if !smaller {
            return best;
        }
    }
}

fn blocks(f: &mut Func) -> Vec<Edit> {
    let mut edits = Vec::new();
    for &bb in &f.layout {
        match f.bbs[bb].terminator() {
            Terminator::Return => {}
            Terminator::Goto(to) => {
                edits.push(Edit::Return(bb));
                if f.bbs[to].preds().len() == 1 && to != bb && to != f.entry() {
                    edits.push(Edit::Join(bb, to));
                }
            }
            Terminator::Branch { on_true, on_false, .. } => {
                edits.extend([Edit::Goto(bb, on_true), Edit::Goto(bb, on_false)]);
                edits.push(Edit::Return(bb));
            }
        }
        if f.bbs[bb].stmts.len() > 1 {
            edits.push(Edit::Empty(bb));
        }
    }
    edits
}

fn statements(f: &mut Func) -> Vec<Edit> {
    let of = |&bb: &BbId| (0..f.bbs[bb].stmts.len()).rev().map(move |k| Edit::Drop(bb, k));
    f.layout.iter().flat_map(of).collect()
}

fn operands(f: &mut Func) -> Vec<Edit> {
    let mut edits = Vec::new();
    for bb in f.layout.clone() {
        for (k, s) in f.bbs[bb].stmts.clone().into_iter().enumerate() {
            // A volatile store's, an atomic's and a call's operands stand at their own places.
            for (operand, kid) in f.stmts[s].kids.clone().into_iter().enumerate() {
                let is_address = match f.stmts[s].op {
                    StmtOp::Stid | StmtOp::Istore => false,
                    _ => f.stmts[s].address_operand().is_some_and(|(at, _)| at == operand),
                };
                if !is_address {
                    let all = simpler(f, kid);
                    edits.extend(all.into_iter().map(|cr| Edit::Operand(bb, k, operand, cr)));
                }
            }
        }
        if let Terminator::Branch { condition, .. } = f.bbs[bb].terminator() {
            edits.extend(simpler(f, condition).into_iter().map(|cr| Edit::Condition(bb, cr)));
        }
    }
    edits
}

/// Simpler trees of a type: constants, and the parts of this one.
fn simpler(f: &mut Func, cr: CrId) -> Vec<CrId> {
    let mtype = f.mtype(cr);
    let same = |f: &Func, kid: CrId| f.mtype(kid).interchangeable(mtype);
    match f.codemap.get(cr) {
        CodeRep::Const { .. } | CodeRep::Rconst { .. } | CodeRep::Lda { .. } => Vec::new(),
        CodeRep::Var { .. } => constants(f, mtype),
        CodeRep::Ivar { .. } => constants(f, mtype),
        CodeRep::Op(op) => {
            let (op, mut all) = (*op, constants(f, mtype));
            let kids: Vec<CrId> = op.kids.iter().copied().collect();
            all.extend(kids.iter().copied().filter(|&kid| same(f, kid)));
            // Of each operand, simpler ones in this operation: one level each round is enough.
            for (k, &kid) in kids.iter().enumerate() {
                for other in simpler(f, kid) {
                    let mut smaller = op;
                    smaller.kids[k] = other;
                    let node = f.codemap.intern(CodeRep::Op(smaller));
                    all.push(node);
                }
            }
            all.retain(|&other| other != cr);
            all
        }
    }
}

fn constants(f: &mut Func, mtype: Mtype) -> Vec<CrId> {
    match mtype {
        Mtype::F4 | Mtype::F8 => vec![f.codemap.float(mtype, 0)],
        Mtype::V | Mtype::M => Vec::new(),
        // A predicate has no more values.
        _ => vec![f.codemap.integer(mtype, 0), f.codemap.integer(mtype, 1)],
    }
}

fn apply(f: &mut Func, edit: Edit) {
    match edit {
        Edit::Empty(bb) => f.bbs[bb].stmts.clear(),
        Edit::Return(bb) => f.set_terminator(bb, Terminator::Return),
        Edit::Goto(bb, to) => f.set_terminator(bb, Terminator::Goto(to)),
        Edit::Drop(bb, k) => drop(f.bbs[bb].stmts.remove(k)),
        Edit::Join(bb, to) => {
            let (moved, terminator) = (f.bbs[to].stmts.clone(), f.bbs[to].terminator());
            for s in moved {
                f.stmts[s].bb = bb;
                f.bbs[bb].stmts.push(s);
            }
            f.bbs[to].stmts.clear();
            f.set_terminator(bb, terminator);
        }
        Edit::Operand(bb, k, operand, cr) => {
            let s = f.bbs[bb].stmts[k];
            f.stmts[s].kids[operand] = cr;
        }
        Edit::Condition(bb, cr) => f.bbs[bb].map_condition(|_| cr),
    }
}
