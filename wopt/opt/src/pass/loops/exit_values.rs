//! Exit values: what a counter comes to behind its loop is said without the loop.
//!
//! Idea: where one branch alone leaves a loop, and a comparison of a [counter](crate::analysis::loops::Counter) with a bound decides it, the loop goes round a known
//! number of times, and each of its counters is behind it what it began with and its step so many times. That is evaluated where the loop is left. What
//! is constant so goes on as a constant. A loop of which else nobody reads anything has no more readers, and goes with dead code.
//!
//! Source: LLVM's `rewriteLoopExitValues`; the counts are those of Allen and Kennedy, "Optimizing Compilers for Modern Architectures".
//!
//! Legality: one way out, tested in every round, by a test that fails before the counter passes the end of its range ([`ExitTest::does_not_wrap`]): the
//! number of rounds is exact. A counter adds a constant in each of them, modulo its width; so the product is its value, U-form, whatever I-forms the
//! loop had. Without constants the count is the distance from the first value to the bound, of steps of 1: that asks that the loop is entered below
//! the bound (or that it is left on equality, which any value comes to). Sums of floats are no counters.
//! A read behind the loop is behind its one way out, where the value is set.
//! Worth: constants always. Else only where the loop can go: without effects, and all that is read behind it known.
//! Cost: linear in the nodes of statements, and in the cycles that each edge and each read leaves.

use crate::analysis::loops::{Counter, ExitTest};
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{AuxKind, BbId, CrId, Def, Func, SideTable, StmtRep, Terminator};
use optx_whirl::{Loc, Mtype, Operator, RemarkKind, canonical_constant};

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("exit-values");
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let mut values = SideTable::new(None);
    let mut walk = Walk::new();
    let mut is_empty = true;
    for (k, way) in ways_out(f, &cycles).into_iter().enumerate() {
        let Some(exit) = way else { continue };
        let Some(counted) = Counted::of(f, (&dom, &cycles), k, exit.0, &mut walk) else { continue };
        let phis = f.bbs[cycles.all()[k].header].phis.iter();
        let counters: Vec<Counter> =
            phis.filter_map(|phi| Counter::of(f, &cycles, k, phi.result)).collect();
        for counter in counters {
            for (version, is_next) in [(counter.phi, false), (counter.next, true)] {
                if let Some(tree) = counted.value(f, &counter, is_next) {
                    *values.entry(version) = Some(Leaving { cycle: k, exit, tree });
                    is_empty = false;
                }
            }
        }
    }
    if is_empty {
        return stats;
    }
    let (read, stays) = read_behind(f, &cycles, &values, &mut walk);
    let (mut on_edges, mut became) = (Vec::new(), SideTable::new(None));
    for (version, Leaving { cycle, exit: (from, to), tree }) in read {
        if stays[cycle] && f.codemap.constant(tree).is_none() {
            continue;
        }
        // Phis merge versions of one symbol.
        let Some(aux) = f.aux_of(version) else { continue };
        let new = f.new_version(aux);
        on_edges.push((from, to, StmtRep::stid(new, tree, from, Loc::NONE)));
        *became.entry(version) = Some((cycle, new));
        let at = cx.facts.module.locs.statement(f.bbs[from].loc);
        cx.remarks.tell(RemarkKind::Passed, at, || {
            "what a counter of the loop comes to is evaluated behind it".to_owned()
        });
        stats.add("values behind loops", 1);
    }
    if !on_edges.is_empty() {
        replace(f, &cycles, &became);
        f.insert_on_edges(on_edges);
        // Edges were split.
        cx.analyses.graph_changed();
    }
    stats
}

/// By cycle, the one edge that leaves it; None where there are several or none.
fn ways_out(f: &Func, cycles: &Cycles) -> Vec<Option<(BbId, BbId)>> {
    let mut ways = vec![(0, None); cycles.all().len()];
    for &bb in &f.layout {
        for to in f.succs(bb) {
            for k in cycles.left(bb, to) {
                ways[k] = (ways[k].0 + 1, Some((bb, to)));
            }
        }
    }
    ways.into_iter().map(|(count, way)| way.filter(|_| count == 1)).collect()
}

/// What a version that a loop defines is behind it.
#[derive(Clone, Copy)]
struct Leaving {
    cycle: usize,
    /// The one edge out.
    exit: (BbId, BbId),
    tree: CrId,
}

/// A loop that goes round a known number of times.
struct Counted {
    test: ExitTest,
    /// The block before it, by its place among the header's predecessors.
    entry: usize,
    /// So many steps lead from what the counter begins with to what the test fails of.
    steps: CrId,
    /// The type of the counter, without a sign.
    mtype: Mtype,
}

impl Counted {
    fn of(
        f: &mut Func,
        (dom, cycles): (&Dominance, &Cycles),
        k: usize,
        from: BbId,
        walk: &mut Walk,
    ) -> Option<Counted> {
        let test = ExitTest::of(f, cycles, k, from, walk).filter(ExitTest::does_not_wrap)?;
        let is_tested = |&latch: &BbId| dom.dominates(from, latch);
        if cycles.innermost(from) != Some(k) || !cycles.latches(f, k).iter().all(is_tested) {
            return None;
        }
        let header = cycles.all()[k].header;
        let way_in = cycles.only_way_in(f, k)?;
        let entry = f.bbs[header].preds.iter().position(|&pred| pred == way_in)?;
        let mtype = f.mtype(test.counter.phi).unsigned();
        if !matches!(mtype, Mtype::U4 | Mtype::U8) {
            return None;
        }
        let first = begun(f, header, entry, &test.counter, mtype);
        let bound = plain(f, test.bound, mtype);
        let steps = match [first, bound].map(|id| f.codemap.constant(id)) {
            [Some(first), Some(bound)] => {
                let ahead = if test.tests_next { test.counter.step as u64 } else { 0 };
                let rounds = test.rounds(first.wrapping_add(ahead), bound)?;
                let steps = rounds.wrapping_add(u64::from(test.tests_next));
                f.codemap.integer(mtype, canonical_constant(mtype, steps))
            }
            _ if is_guarded(f, &test, first, (way_in, header)) => match test.counter.step {
                1 => f.codemap.binary(Operator::Sub, mtype, bound, first),
                -1 => f.codemap.binary(Operator::Sub, mtype, first, bound),
                _ => return None,
            },
            _ => return None,
        };
        Some(Counted { test, entry, steps, mtype })
    }

    /// What a counter, or what follows it, is in the round that leaves the loop.
    fn value(&self, f: &mut Func, counter: &Counter, is_next: bool) -> Option<CrId> {
        let Counted { test, entry, steps, mtype } = *self;
        if f.mtype(counter.phi).unsigned() != mtype {
            return None;
        }
        let Def::Phi(header, _) = f.def(counter.phi) else { return None };
        let more = i64::from(is_next) - i64::from(test.tests_next);
        let by = f.codemap.integer(mtype, canonical_constant(mtype, counter.step as u64));
        let rest = canonical_constant(mtype, counter.step.wrapping_mul(more) as u64);
        let rest = f.codemap.integer(mtype, rest);
        // The one that is tested is at its bound.
        let is_at_bound = counter.phi == test.counter.phi && f.codemap.constant(steps).is_none();
        let reached = if is_at_bound {
            plain(f, test.bound, mtype)
        } else {
            let first = begun(f, header, entry, counter, mtype);
            let product = f.codemap.binary(Operator::Mpy, mtype, steps, by);
            f.codemap.binary(Operator::Add, mtype, first, product)
        };
        let value = f.codemap.binary(Operator::Add, mtype, reached, rest);
        (f.codemap.height(value) < optx_ir::MAX_HEIGHT).then_some(value)
    }
}

/// What a counter begins with.
fn begun(f: &mut Func, header: BbId, entry: usize, counter: &Counter, mtype: Mtype) -> CrId {
    let first = f.bbs[header].phis[counter.place].operands[entry];
    plain(f, first, mtype)
}

/// A node without a sign; a constant where it is one.
fn plain(f: &mut Func, id: CrId, mtype: Mtype) -> CrId {
    let value = f.assigned_constant(id).unwrap_or(id);
    match f.codemap.constant(value) {
        Some(constant) => f.codemap.integer(mtype, canonical_constant(mtype, constant)),
        None => f.codemap.unsigned_form(id),
    }
}

/// True where the counter comes to the bound itself by steps of 1: it is left on equality, or begins below, as the branch before the loop asks.
fn is_guarded(f: &mut Func, test: &ExitTest, first: CrId, (from, to): (BbId, BbId)) -> bool {
    match test.opr {
        Operator::Ne => return true,
        Operator::Lt | Operator::Gt => {}
        _ => return false,
    }
    let (mut from, mut to) = (from, to);
    if let (Terminator::Goto(_), [above]) = (&f.bbs[from].terminator, &f.bbs[from].preds[..]) {
        (from, to) = (*above, from);
    }
    let Terminator::Branch { condition, on_true, on_false } = f.bbs[from].terminator else {
        return false;
    };
    let holds = if on_true == to { Some(test.opr) } else { test.opr.negated() };
    let Some(opr) = holds.filter(|_| on_true != on_false) else { return false };
    let condition = f.assigned(condition).unwrap_or(condition);
    f.codemap.compare(opr, test.desc, first, test.bound) == condition
}

/// Those of the versions with values that are read behind their loops, in order of blocks; and by cycle whether it stays, for an effect or something else that is read behind it.
fn read_behind(
    f: &Func,
    cycles: &Cycles,
    values: &SideTable<CrId, Option<Leaving>>,
    walk: &mut Walk,
) -> (Vec<(CrId, Leaving)>, Vec<bool>) {
    let mut stays = vec![false; cycles.all().len()];
    let mut met = SideTable::new(false);
    let mut read = Vec::new();
    let mut note = |stays: &mut Vec<bool>, version: CrId, bb: BbId| {
        let Some(home) = f.def_block(version) else { return };
        for k in cycles.left(home, bb) {
            match *values.get(version) {
                Some(leaving) if leaving.cycle == k => {
                    if !std::mem::replace(met.entry(version), true) {
                        read.push((version, leaving));
                    }
                }
                _ => stays[k] = true,
            }
        }
    };
    for &bb in &f.layout {
        walk.forget();
        f.for_each_use_in(bb, |_, root, _| {
            walk.variables(&f.codemap, root, |version, _| note(&mut stays, version, bb));
        });
        for phi in f.bbs[bb].phis.iter().filter(|phi| f.auxes[phi.aux].kind != AuxKind::Memory) {
            phi.operands.iter().for_each(|&operand| note(&mut stays, operand, bb));
        }
        if let Some(k) = cycles.innermost(bb) {
            stays[k] |= f.bbs[bb].stmts.iter().any(|&s| f.stmts[s].has_effect(f));
        }
    }
    // Nested cycles come first.
    for (k, cycle) in cycles.all().iter().enumerate() {
        if let Some(parent) = cycle.parent {
            stays[parent] |= stays[k];
        }
    }
    (read, stays)
}

/// Puts what versions became in their places behind their loops.
fn replace(f: &mut Func, cycles: &Cycles, became: &SideTable<CrId, Option<(usize, CrId)>>) {
    let mut rewrite = Rewrite::keeping();
    for k in 0..f.layout.len() {
        let bb = f.layout[k];
        rewrite.forget();
        let new = |id: CrId| {
            let (cycle, new) = (*became.get(id))?;
            (!cycles.holds(cycle, bb)).then_some(new)
        };
        let Func { stmts, bbs, codemap, .. } = f;
        let block = &mut bbs[bb];
        for &s in &block.stmts {
            stmts[s].map_uses(codemap, |map, id, _| rewrite.tree(map, id, &mut |_, id| new(id)));
        }
        block.terminator.map_condition(|id| rewrite.tree(codemap, id, &mut |_, id| new(id)));
        for operand in block.phis.iter_mut().flat_map(|phi| &mut phi.operands) {
            *operand = new(*operand).unwrap_or(*operand);
        }
    }
}
