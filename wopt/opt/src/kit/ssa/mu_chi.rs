//! Mu and chi: which classes of memory each statement reads and writes.
//!
//! Source: Chow et al., "Effective Representation of Aliases and Indirect Memory Operations in SSA Form" (CC 1996).
//! Legality: a statement has a chi on every class that it may change, as [`Classes`] tells; barriers, fences, calls, atomics
//! without a place and inline PTX that clobbers memory on every class that another thread can reach; a call of a function that is
//! summarized on the spaces that the summary names, and on this thread's own objects whose addresses it passes to parameters that
//! the summary says are kept, as it says that they are read and written through.
//! Cost: linear in statements and chis; [`Classes`] bounds the chis.

use crate::analysis::memory::Classes;
use crate::kit::facts::ModuleFacts;
use optx_ir::{
    Access, AuxId, Chi, CodeRep, CrId, Func, Mu, Spaces, StmtId, StmtOp, StmtRep, Summary,
};
use optx_whirl::Module;
use smallvec::SmallVec;

/// Gives every statement of form Cfg its mus and chis, without versions.
pub(super) fn place(f: &mut Func, facts: &ModuleFacts<'_>, classes: &Classes) {
    for bb in facts.blocks(f) {
        for k in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[k];
            ivars(f, facts.module, classes, s);
            let (read, written) = effects(f, facts, classes, s);
            let Func { stmts, codemap, .. } = &mut *f;
            let StmtRep { mu, chi, .. } = &mut stmts[s];
            mu.clear();
            mu.extend(read.iter().map(|&aux| Mu { operand: codemap.plain_var(aux) }));
            chi.clear();
            chi.extend(written.iter().map(|&aux| {
                let var = codemap.plain_var(aux);
                Chi { operand: var, result: var }
            }));
        }
    }
}

/// Names the class in a statement's IVAR.
fn ivars(f: &mut Func, module: &Module, classes: &Classes, s: StmtId) {
    let named = |f: &mut Func, id: CrId| {
        let CodeRep::Ivar { access, read_only, .. } = *f.codemap.get(id) else { return id };
        let class = if read_only { None } else { classes.symbol(module, f, &access) };
        let mu = class.map(|aux| f.plain_var(aux));
        f.codemap.intern(CodeRep::Ivar { access, mu, read_only })
    };
    match f.stmts[s].op {
        StmtOp::Stid => f.stmts[s].kids[0] = named(f, f.stmts[s].kids[0]),
        StmtOp::Istore => f.stmts[s].results[0] = named(f, f.stmts[s].results[0]),
        _ => {}
    }
}

/// The symbols of some classes.
type Symbols = SmallVec<[AuxId; 4]>;

/// The classes that a statement reads without a chi, beside that of its IVAR, and those that it may change.
fn effects(f: &Func, facts: &ModuleFacts<'_>, classes: &Classes, s: StmtId) -> (Symbols, Symbols) {
    let (module, stmt) = (facts.module, &f.stmts[s]);
    let written = |access: &Access| Symbols::from_slice(classes.written(module, f, access));
    let nothing = Symbols::new;
    match &stmt.op {
        StmtOp::Istore => match f.codemap.get(stmt.results[0]) {
            CodeRep::Ivar { access, .. } => (nothing(), written(access)),
            _ => (nothing(), nothing()),
        },
        StmtOp::VolatileLoad(_) => {
            let access = stmt.direct_access();
            let class = access.and_then(|access| classes.symbol(module, f, &access));
            (class.into_iter().collect(), nothing())
        }
        StmtOp::VolatileStore(_) | StmtOp::Intrinsic { shape: Some(_), .. } => {
            (nothing(), stmt.direct_access().as_ref().map_or(nothing(), written))
        }
        _ if stmt.writes_reachable(f) => {
            let summary = match stmt.op {
                StmtOp::Call(callee) => facts.summary(callee),
                _ => None,
            };
            let all = (Spaces::ALL, Spaces::ALL);
            let (reads, writes) = summary.map_or(all, |s| (s.reads, s.writes));
            let (mut read, mut written) = (nothing(), nothing());
            for (class, symbol) in classes.reachable() {
                let space = class.space(module, f);
                if writes.touches(space) {
                    written.push(symbol);
                } else if reads.touches(space) {
                    read.push(symbol);
                }
            }
            if let Some(summary) = summary {
                passed(f, module, classes, stmt, &summary, &mut read, &mut written);
            }
            (read, written)
        }
        _ => (nothing(), nothing()),
    }
}

/// Adds the objects of this thread whose addresses a call passes to a function that gives them to nobody: it reads and
/// writes them through its parameters, or not at all.
fn passed(
    f: &Func,
    module: &Module,
    classes: &Classes,
    call: &StmtRep,
    summary: &Summary,
    read: &mut Symbols,
    written: &mut Symbols,
) {
    let given = call.kids.iter().enumerate().filter(|(k, _)| summary.kept.contains(*k));
    let given = given.filter_map(|(k, &kid)| Some((k, classes.passed(module, f, kid)?)));
    for (k, symbol) in given.clone() {
        if summary.written.contains(k) && !written.contains(&symbol) {
            written.push(symbol);
        }
    }
    // One object may be passed twice: a chi is a use too.
    for (k, symbol) in given {
        if summary.read.contains(k) && !written.contains(&symbol) && !read.contains(&symbol) {
            read.push(symbol);
        }
    }
}
