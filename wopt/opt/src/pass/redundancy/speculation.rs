//! Speculative execution: of bodies that guards keep apart, what differs by steps is evaluated before each guard.
//!
//! Idea: `if (c[j]) use((b + j) * s)`, unrolled, has a product under each guard, and none dominates another. Before their guards they do: the first is a
//! product, and straight-line reduction makes each other one the sum of the one before it and s. What is left under a guard is
//! short enough to be predicated. Where the values of several guards differ by constants alone, as the addresses of copies of a loop's body do, the first of them
//! is enough: the others are it and a constant, which their accesses take in.
//!
//! Source: J. Wu and others, "gpucc" (CGO 2016), section 3.5; LLVM's SpeculativeExecution for the bounds. That hoists all that is cheap; here it is what
//! straight-line reduction makes something of, for threads that want nothing of it pay.
//!
//! Legality: what moves before a guard has no effect and cannot go wrong ([`candidates::speculates`]: no load, division or convergent operation), its
//! variables are set there, and it is U-form. An address that is the extension of sums of words which promise not to overflow moves as its polynomial of
//! 64 bits, over the extended words: that is the address wherever the promises hold, which is where somebody asks for it, and a number anywhere.
//! The body is entered over its guard alone, so every evaluation in it is behind the one before it.
//! Worth: at least two bodies, one guard dominating the other, whose values differ by one term ([`crate::kit::polynomial`]); where that is no constant the later costs at
//! least [`LEAST_COST`] machine instructions, those of a body at most [`MOST_SPENT`] together, and no more than [`MOST_LEFT`] are left behind
//! under the guard, loads and stores counted once. What others have for a constant moves where [`LEAST_SAVED`] other values do, which cost as much as it
//! together, whatever is left: it is worth its evaluation where a third of the guards are passed. A register has to be left from guard to body.
//! Cost: linear in the nodes; a value is looked up by each of its terms.

use crate::analysis::pressure::units;
use crate::kit::candidates;
use crate::kit::candidates::MOST_STATEMENTS;
use crate::kit::context::Cx;
use crate::kit::polynomial::Polynomials;
use crate::kit::price::{Known, price};
use crate::kit::stats::Stats;
use optx_ir::dominance::Dominance;
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{AuxKind, BbId, CodeRep, CrId, Def, Func, Role, StmtOp, StmtRep, Terminator};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Loc, RemarkKind};
use smallvec::SmallVec;

/// What the evaluations may cost that move before one guard, in machine instructions: LLVM's default.
const MOST_SPENT: u32 = 7;

/// What may be left under it: LLVM's default.
const MOST_LEFT: u32 = 5;

/// A step costs one instruction.
const LEAST_COST: u32 = 2;

/// So many values in other bodies are to be this one and a constant.
const LEAST_SAVED: u32 = 2;

/// So many values of one kind are compared with each other.
const MOST_ALIKE: usize = 16;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("speculation");
    if f.stmts.len() > MOST_STATEMENTS {
        return stats;
    }
    let dom = cx.analyses.dominators(f);
    let bodies: Vec<(BbId, BbId)> =
        dom.preorder().iter().filter_map(|&bb| Some((guard(f, bb)?, bb))).collect();
    if bodies.len() < 2 {
        return stats;
    }
    let (list, polynomials) = found(f, &dom, &bodies);
    if list.len() < 2 {
        return stats;
    }
    let (mut pressure, mut rewrite) = (None, Rewrite::keeping());
    for list in chosen(f, &dom, list, &polynomials) {
        let Candidate { guard, body, .. } = list[0];
        let spent: u32 = list.iter().map(|candidate| candidate.spent).sum();
        let is_worth_it = list.iter().all(Candidate::saves);
        if spent > MOST_SPENT || !is_worth_it && left(f, body, &list) > MOST_LEFT {
            stats.add("bodies too long", 1);
            continue;
        }
        for candidate in list {
            let at = cx.facts.module.locs.statement(candidate.loc);
            let pressure = pressure.get_or_insert_with(|| cx.analyses.pressure(f));
            if !pressure.take([guard, body].into_iter(), units(f.mtype(candidate.node))) {
                stats.add("refused for pressure", 1);
                cx.remarks.tell(RemarkKind::Missed, at, || {
                    "an evaluation stays under its guard: no register is left".to_owned()
                });
                continue;
            }
            cx.remarks.tell(RemarkKind::Passed, at, || {
                "an evaluation is made before its guard: another guard's differs from it by a step"
                    .to_owned()
            });
            hoist(f, &candidate, &mut rewrite);
            stats.add("evaluations before their guards", 1);
        }
    }
    stats
}

/// The block whose branch alone leads to a body, if the other way does not come by another body of the same branch.
fn guard(f: &Func, body: BbId) -> Option<BbId> {
    let [guard] = f.bbs[body].preds()[..] else { return None };
    let Terminator::Branch { on_true, on_false, .. } = f.bbs[guard].terminator() else {
        return None;
    };
    let Terminator::Goto(join) = f.bbs[body].terminator() else { return None };
    let other = if on_true == body { on_false } else { on_true };
    (on_true != on_false && other == join && f.bbs[body].phis.is_empty()).then_some(guard)
}

/// A body, and the block whose branch alone leads to it.
#[derive(Clone, Copy)]
struct Guarded {
    guard: BbId,
    body: BbId,
}

/// What may be evaluated before a guard.
struct Candidate {
    guard: BbId,
    body: BbId,
    node: CrId,
    loc: Loc,
    /// What it is under its guard, in machine instructions.
    cost: u32,
    /// As it is evaluated before the guard, without promises.
    tree: CrId,
    /// In machine instructions.
    spent: u32,
    /// Of the tree.
    polynomial: u32,
    /// It has a product of variables.
    has_product: bool,
    /// So many values in other bodies differ from it by a constant.
    saved: u32,
}

impl Candidate {
    /// True where others that differ from it by constants cost as much as it before its guard.
    fn saves(&self) -> bool {
        self.saved >= LEAST_SAVED && self.spent <= self.saved * self.cost
    }
}

/// All candidates, and their polynomials.
fn found(f: &mut Func, dom: &Dominance, bodies: &[(BbId, BbId)]) -> (Vec<Candidate>, Polynomials) {
    let (mut polynomials, mut walk) = (Polynomials::new(), Walk::new());
    let mut list = Vec::new();
    for &(guard, body) in bodies {
        let mut roots: Vec<(CrId, Loc)> = Vec::new();
        for &s in &f.bbs[body].stmts {
            let loc = f.stmts[s].loc;
            f.stmts[s].for_each_use(&f.codemap, |root, role| {
                if role != Role::Base || !f.codemap.is_free(root, role) {
                    roots.push((root, loc));
                }
            });
        }
        optx_whirl::stable_order::sort_by_key(&mut roots, |&(root, _)| root);
        roots.dedup_by_key(|&mut (root, _)| root);
        for (node, loc) in roots {
            list.extend(candidate(
                f,
                dom,
                &mut polynomials,
                &mut walk,
                Guarded { guard, body },
                node,
                loc,
            ));
        }
    }
    (list, polynomials)
}

fn candidate(
    f: &mut Func,
    dom: &Dominance,
    polynomials: &mut Polynomials,
    walk: &mut Walk,
    Guarded { guard, body }: Guarded,
    node: CrId,
    loc: Loc,
) -> Option<Candidate> {
    let CodeRep::Op(op) = *f.codemap.get(node) else { return None };
    let is_word = op.rtype.is_integer() && matches!(op.rtype.size(), 4 | 8);
    if !is_word || !candidates::speculates(&f.codemap, node) {
        return None;
    }
    let cost = price(&f.codemap, node, &Moved(&[]))?.instructions;
    let (tree, polynomial) = without_promises(f, polynomials, node)?;
    let spent = price(&f.codemap, tree, &Moved(&[]))?.instructions;
    let has_product =
        polynomials.get(polynomial).terms().iter().any(|term| term.atom.leaves().len() > 1);
    let is_set = |id: CrId| match f.def(id) {
        Def::Entry => true,
        _ => f.def_block(id).is_none_or(|at| dom.dominates(at, guard)),
    };
    let mut variables: SmallVec<[CrId; 8]> = SmallVec::new();
    walk.forget();
    walk.variables(&f.codemap, node, |version, _| variables.push(version));
    let fits = variables.into_iter().all(is_set);
    let saved = 0;
    fits.then_some(Candidate {
        guard,
        body,
        node,
        loc,
        cost,
        tree,
        spent,
        polynomial,
        has_product,
        saved,
    })
}

/// What a node is where its promises hold, and a number anywhere else, and the polynomial of that.
fn without_promises(
    f: &mut Func,
    polynomials: &mut Polynomials,
    node: CrId,
) -> Option<(CrId, u32)> {
    let moved = f.codemap.unsigned_form(node);
    let of_moved = polynomials.number(f, moved)?;
    if f.mtype(node).size() == 8 {
        let with_promises = polynomials.number(f, node)?;
        let polynomial = polynomials.get(with_promises).clone();
        if polynomial.is_composed() && polynomial != *polynomials.get(of_moved) {
            let leaves: SmallVec<[(CrId, CrId); 8]> =
                polynomial.leaves().map(|leaf| (leaf, f.codemap.unsigned_form(leaf))).collect();
            let unsigned =
                |leaf: CrId| leaves.iter().find(|(of, _)| *of == leaf).map_or(leaf, |&(_, is)| is);
            return Some((polynomial.tree(&mut f.codemap, unsigned), with_promises));
        }
    }
    Some((moved, of_moved))
}

/// Those that differ by one term from one of a guard above or below, by body.
fn chosen(
    f: &Func,
    dom: &Dominance,
    mut list: Vec<Candidate>,
    polynomials: &Polynomials,
) -> Vec<Vec<Candidate>> {
    let mut alike: Map<u64, SmallVec<[usize; 4]>> = Map::default();
    let mut is_chosen = vec![false; list.len()];
    for k in 0..list.len() {
        let candidate = &list[k];
        let (own, own_has_product) = (polynomials.get(candidate.polynomial), candidate.has_product);
        let keys = own.terms().iter().map(|term| own.key().wrapping_sub(term.key()));
        let keys: SmallVec<[u64; 8]> = keys.chain([own.key()]).collect();
        let mut by_constant = None;
        for &other in keys.iter().filter_map(|key| alike.get(key)).flatten() {
            let before = &list[other];
            let theirs = polynomials.get(before.polynomial);
            if theirs.width() != own.width()
                || before.body == candidate.body
                || !dom.dominates(before.guard, candidate.guard)
            {
                continue;
            }
            match own.plus(theirs, u64::MAX).map(|rest| rest.terms().len()) {
                Some(0) => by_constant = by_constant.or(Some(other)),
                Some(1)
                    if candidate.cost >= LEAST_COST && own_has_product && before.has_product =>
                {
                    (is_chosen[other], is_chosen[k]) = (true, true);
                }
                _ => {}
            }
        }
        if let Some(other) = by_constant {
            list[other].saved += 1;
            is_chosen[other] |= list[other].saves();
        }
        for key in keys {
            let alike = alike.entry(key).or_default();
            if alike.len() < MOST_ALIKE {
                alike.push(k);
            }
        }
    }
    let mut by_body: Vec<Vec<Candidate>> = Vec::new();
    for (candidate, _) in list.into_iter().zip(is_chosen).filter(|(_, is)| *is) {
        match by_body.last_mut().filter(|group| group[0].body == candidate.body) {
            Some(group) => group.push(candidate),
            None => by_body.push(vec![candidate]),
        }
    }
    debug_assert!(by_body.iter().flatten().all(|c| f.bbs[c.body].preds()[..] == [c.guard]));
    by_body
}

/// What has moved is there.
struct Moved<'a>(&'a [Candidate]);

impl Known for Moved<'_> {
    fn is_there(&self, id: CrId) -> bool {
        self.0.iter().any(|candidate| candidate.node == id)
    }

    fn is_printed(&self, _: CrId) -> bool {
        false
    }
}

/// The machine instructions that are left under a guard.
fn left(f: &Func, body: BbId, moved: &[Candidate]) -> u32 {
    let moved = Moved(moved);
    let mut sum = 0u32;
    for &s in &f.bbs[body].stmts {
        let stmt = &f.stmts[s];
        if matches!(stmt.op, StmtOp::Call(_) | StmtOp::Asm(_)) {
            return u32::MAX;
        }
        let is_copy =
            stmt.op == StmtOp::Stid && !matches!(f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. });
        sum += u32::from(!is_copy);
        stmt.for_each_use(&f.codemap, |root, role| {
            if f.codemap.is_free(root, role) || moved.is_there(root) {
                return;
            }
            let cost =
                price(&f.codemap, root, &moved).map_or(MOST_LEFT, |price| price.instructions);
            sum = sum.saturating_add(cost);
        });
    }
    sum
}

/// Evaluates a value at the end of the block before its guard, for the body to read.
fn hoist(f: &mut Func, candidate: &Candidate, rewrite: &mut Rewrite) {
    let &Candidate { guard, body, node, tree, .. } = candidate;
    let aux = f.new_aux(AuxKind::Temp, f.mtype(node).unsigned(), "h");
    let version = f.new_version(aux);
    // No line of the source asks for it there.
    f.append(StmtRep::stid(version, tree, guard, Loc::NONE));
    rewrite.forget();
    for k in 0..f.bbs[body].stmts.len() {
        let s = f.bbs[body].stmts[k];
        f.rewrite_uses(s, |f, root, _| {
            rewrite.tree(&mut f.codemap, root, &mut |_, id| (id == node).then_some(version))
        });
    }
}
