//! Variables that are read though nothing sets them: the source may leave some so, and no pass may add one.
//!
//! Idea: in form Ssa such a read is of a version without definition; a pass that takes a definition away and leaves a reader makes one
//! where none was. In form Regs it is of a register that some way from the entry comes to unwritten.
//! Cost: linear in the nodes of statements' trees; in form Regs, times the blocks that such a register is live in.

use crate::coderep::CodeRep;
use crate::defs::Def;
use crate::func::{AuxKind, Form, Func};
use crate::ids::{AuxId, BbId, CrId, Version};
use crate::walk::Walk;
use std::collections::BTreeSet;

/// The versions without definition that statements, branches and phis read, memory's apart, of a function in form Ssa.
pub fn versions_read(f: &Func) -> BTreeSet<(AuxId, Version)> {
    debug_assert_eq!(f.form, Form::Ssa);
    let mut found = BTreeSet::new();
    let mut note = |id: CrId| {
        if let CodeRep::Var { aux, version } = *f.codemap.get(id)
            && f.auxes[aux].kind != AuxKind::Memory
            && f.def(id) == Def::Entry
        {
            found.insert((aux, version));
        }
    };
    let mut walk = Walk::new();
    for &bb in &f.layout {
        f.bbs[bb].phis.iter().flat_map(|phi| &phi.operands).for_each(|&operand| note(operand));
        f.for_each_use_in(bb, |_, root, _| {
            walk.variables(&f.codemap, root, |id, _| note(id));
        });
    }
    found
}

/// The registers that are read where some way from the entry has not written them, of a function in form Regs.
pub fn registers_read(f: &Func) -> BTreeSet<AuxId> {
    debug_assert_eq!(f.form, Form::Regs);
    let mut kills: BTreeSet<(BbId, AuxId)> = BTreeSet::new();
    let mut work: Vec<(BbId, AuxId)> = Vec::new();
    let mut walk = Walk::new();
    for &bb in &f.layout {
        let mut read = |kills: &BTreeSet<(BbId, AuxId)>, walk: &mut Walk, root: CrId| {
            walk.variables(&f.codemap, root, |_, aux| {
                if !kills.contains(&(bb, aux)) {
                    work.push((bb, aux));
                }
            });
        };
        for &s in &f.bbs[bb].stmts {
            walk.forget();
            f.stmts[s].for_each_use(&f.codemap, |root, _| read(&kills, &mut walk, root));
            kills.extend(f.stmts[s].results.iter().filter_map(|&r| Some((bb, f.aux_of(r)?))));
        }
        walk.forget();
        let condition = f.bbs[bb].terminator().condition();
        condition.into_iter().for_each(|root| read(&kills, &mut walk, root));
    }
    let mut live = BTreeSet::new();
    while let Some((bb, aux)) = work.pop() {
        if live.insert((bb, aux)) {
            let preds = f.bbs[bb].preds().iter().map(|&pred| (pred, aux));
            work.extend(preds.filter(|at| !kills.contains(at)));
        }
    }
    let entry = f.entry();
    live.into_iter().filter(|(bb, _)| *bb == entry).map(|(_, aux)| aux).collect()
}
