//! Variables that are indices and nothing else give way to what they were assigned, where that has a constant.
//!
//! `int a = d * (2 * t + 1) - 1` that only `s[a]` and `s[a + d]` ask for is a part of their addresses: its constant goes to the accesses,
//! what is left may be what other indices have left too, and the variable goes.
//! Source: LLVM's SeparateConstOffsetFromGEP sees through the definitions of values anyway; here propagation leaves what several
//! statements read in its variable.
//! Legality: the definition dominates the accesses, in the same round of all cycles, so its operands are what they were, and its I-forms
//! did not overflow. Worth: all that reads the variable is addresses that it is a term of, one block of them dominates the
//! others, so what is left is evaluated once, and every access takes its constant. Cost: linear in addresses.

use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::linear::{Atom, Build, Extension, Whole};
use optx_ir::uses::{Use, Uses};
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{Access, BbId, CodeRep, Codemap, CrId, Def, Func, StmtId, StmtOp};
use optx_whirl::Operator;
use optx_whirl::fixed_hash::Map;

/// An index read by more statements stays.
const MOST_USES: usize = 16;

/// So many operations and variables down a constant is looked for.
const DEEPEST: u32 = 8;

/// An address in a variable is seen through first, then the index in it, then one of which that is made.
const ROUNDS: usize = 3;

/// Puts the definitions of indices into addresses; how many.
pub(super) fn see_through(f: &mut Func, dom: &Dominance, cycles: &Cycles) -> u64 {
    let mut count = 0;
    for _ in 0..ROUNDS {
        match round(f, dom, cycles) {
            0 => break,
            more => count += more,
        }
    }
    count
}

fn round(f: &mut Func, dom: &Dominance, cycles: &Cycles) -> u64 {
    let mut found: Vec<CrId> = Vec::new();
    for &bb in &f.layout {
        for &s in &f.bbs[bb].stmts {
            let Some(access) = f.stmts[s].access(&f.codemap) else { continue };
            terms(&f.codemap, access.base, |id| {
                if assigned_operation(f, id).is_some_and(|tree| gives(f, tree, DEEPEST).is_some()) {
                    found.push(id);
                }
            });
        }
    }
    if found.is_empty() {
        return 0;
    }
    found.sort_unstable();
    found.dedup();
    let uses = Uses::of(f);
    let (mut walk, mut rewrite) = (Walk::new(), Rewrite::folding());
    let mut count = 0;
    let mut gone: Map<BbId, Vec<StmtId>> = Map::default();
    for index in found {
        let Some(tree) = assigned_operation(f, index) else { continue };
        let Def::Stmt(definition) = f.def(index) else { continue };
        let found = accesses(f, dom, cycles, index, &uses, &mut walk);
        let new = found.and_then(|found| without(f, index, tree, &found, &mut rewrite));
        let Some(new) = new else { continue };
        let Func { stmts, codemap, .. } = &mut *f;
        for (s, access) in new {
            stmts[s].set_access(codemap, access);
        }
        gone.entry(f.stmts[definition].bb).or_default().push(definition);
        count += 1;
    }
    for (bb, list) in gone {
        f.retain_stmts(bb, |s| !list.contains(&s));
    }
    count
}

/// The operation that a variable was assigned.
fn assigned_operation(f: &Func, id: CrId) -> Option<CrId> {
    let tree = f.aux_of(id).and_then(|_| f.assigned_tree(id))?;
    f.codemap.as_op(tree).is_some_and(|op| op.rtype.is_integer()).then_some(tree)
}

/// The variables that are terms of an address, themselves or extended by their sign.
fn terms(map: &Codemap, base: CrId, mut each: impl FnMut(CrId)) {
    let mut build = Build::new(map, ());
    build.add(base, 1);
    let (form, _) = build.finish();
    for term in form.terms() {
        match term.atom {
            Atom::Tree(Whole { tree, extension: None | Some(Extension::Sign) })
                if matches!(map.get(tree), CodeRep::Var { .. }) =>
            {
                each(tree);
            }
            _ => {}
        }
    }
}

/// Where the constant is that a tree may have to give.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gives {
    Itself,
    /// The definition of a variable in it has one.
    Within,
}

/// Whether a tree may have a constant to give, and where.
fn gives(f: &Func, id: CrId, depth: u32) -> Option<Gives> {
    let depth = depth.checked_sub(1)?;
    if let Some(tree) = assigned_operation(f, id) {
        return gives(f, tree, depth).map(|_| Gives::Within);
    }
    let op = f.codemap.as_op(id)?;
    let is_constant = |k: usize| f.codemap.constant(op.kids[k]).is_some();
    let kid = |k: usize| gives(f, op.kids[k], depth);
    match op.opr {
        Operator::Add | Operator::Sub if is_constant(0) || is_constant(1) => Some(Gives::Itself),
        Operator::Add | Operator::Sub => match (kid(0), kid(1)) {
            (Some(Gives::Itself), _) | (_, Some(Gives::Itself)) => Some(Gives::Itself),
            (a, b) => a.or(b),
        },
        Operator::Mpy | Operator::Shl if is_constant(1) => kid(0),
        Operator::Neg | Operator::Cvt => kid(0),
        _ => None,
    }
}

/// The statements that read an index, with what they access, where that is all that reads it.
fn accesses(
    f: &Func,
    dom: &Dominance,
    cycles: &Cycles,
    index: CrId,
    uses: &Uses,
    walk: &mut Walk,
) -> Option<Vec<(StmtId, Access)>> {
    let list = uses.of_version(index);
    if list.is_empty() || list.len() > MOST_USES {
        return None;
    }
    let home = cycles.innermost(f.def_block(index)?);
    let mut accesses = Vec::new();
    for place in list {
        let &Use::Stmt(s) = place else { return None };
        let access = f.stmts[s].access(&f.codemap)?;
        // Twice in one statement, as what is stored and where, it stays.
        let stores = f.stmts[s].kids.iter().any(|&kid| {
            let is_address = f.stmts[s].direct_access().is_some_and(|a| a.base == kid);
            !is_address && reads(f, walk, kid, index)
        });
        let is_load = f.stmts[s].op == StmtOp::Stid;
        if stores && !is_load || cycles.innermost(f.stmts[s].bb) != home {
            return None;
        }
        let mut is_term = false;
        terms(&f.codemap, access.base, |id| is_term |= id == index);
        if !is_term {
            return None;
        }
        accesses.push((s, access));
    }
    let first = f.stmts[accesses[0].0].bb;
    let is_below = |&(s, _): &(StmtId, Access)| dom.dominates(first, f.stmts[s].bb);
    accesses.iter().all(is_below).then_some(accesses)
}

fn reads(f: &Func, walk: &mut Walk, root: CrId, version: CrId) -> bool {
    let mut found = false;
    walk.forget();
    walk.variables(&f.codemap, root, |id, _| found |= id == version);
    found
}

/// The accesses with an index's definition in its place; None where one of them does not take its constant.
fn without(
    f: &mut Func,
    index: CrId,
    tree: CrId,
    accesses: &[(StmtId, Access)],
    rewrite: &mut Rewrite,
) -> Option<Vec<(StmtId, Access)>> {
    let is_within = gives(f, tree, DEEPEST) == Some(Gives::Within);
    rewrite.forget();
    let mut new = Vec::with_capacity(accesses.len());
    for &(s, access) in accesses {
        let base =
            rewrite.tree(&mut f.codemap, access.base, &mut |_, id| (id == index).then_some(tree));
        if f.codemap.height(base) >= optx_ir::MAX_HEIGHT {
            return None;
        }
        let seen = Access { base, ..access };
        let taken = seen.with_constants_out(&mut f.codemap);
        if taken.offset == access.offset && !is_within {
            return None;
        }
        new.push((s, taken));
    }
    Some(new)
}
