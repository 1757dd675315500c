//! Partial redundancy elimination of loads: what memory holds is kept in a register over loops and joins.
//!
//! Idea: the steps of expression PRE on loads. A load's value ([`super::values`]) is a tree over its address and the *clobber* of its
//! memory ([`ClobberWalk`]), so that two loads are one version where no store between may have written there. A store is an occurrence too: it
//! evaluates nothing and reads nothing, but what it writes is what a load of its place behind it gives. So `c[i] += x` in a
//! loop loads before the loop, and adds in a register.
//!
//! Source: R. Lo, F. Chow, R. Kennedy, S. Liu, P. Tu, "Register Promotion by Sparse Partial Redundancy Elimination of Loads and Stores"
//! (PLDI 1998), section 3; the clobber walk is LLVM's MemorySSA's.
//!
//! Legality: a load is inserted where it is down-safe and nowhere else, so every run that ends and comes there loads from that address, before
//! anything may have written to it; no run loads more often, and nothing is speculated. Volatile accesses and atomics are no loads
//! here, and a function is left alone in which inline PTX, its own or one that it calls, may end the thread; barriers, fences, calls and inline PTX that may write, or order other threads' writes, are clobbers of all that other threads
//! reach. A store narrower than a register is not read: its value is cut. An inserted load has the least alignment that a load of its
//! place claims, and its address reads by name what variables hold that are evaluated above its edge: on the way there, so their I-forms
//! did not overflow. Constants at known places are operands of instructions and stay. Order: behind address reassociation, so that neighbours
//! have one base and copies of a loop's body meet; before expression PRE, whose temporaries hide where an address leads.
//! Worth: [`super::has_room`], where a Phi makes the value live; a load below another of its version always reads.
//! Cost: as expression PRE; a round more, up to [`ROUNDS`], where an address is loaded by what was replaced.

use super::finalize::Insertion;
use super::flow::Flow;
use super::graph::{Graph, Kind};
use super::load_motion::Plan;
use super::load_places::{loaded, stored};
use super::occurrences::{Fate, Occurrences, Place};
use super::temporary::Temporary;
use super::values::{Domain, HIGHEST, leaves, over_edge};
use super::{MOST_STATEMENTS, Tell, WORK, entering, has_room, remarks};
use crate::analysis::memory::ClobberWalk;
use crate::analysis::pressure::Pressure;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::dominance::Dominance;
use optx_ir::identity::lexical_shape;
use optx_ir::walk::Rewrite;
use optx_ir::{Access, BbId, CodeRep, CrId, Func, SideTable, Space, StmtId, StmtOp};

/// Loads through loaded pointers meet when the pointers have: so often.
const ROUNDS: usize = 3;

/// So many definitions of memory are looked at for a Phi's operand: of a loop's body and what stands before it.
const MOST_STEPS: u32 = 12;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("load-pre");
    for _ in 0..ROUNDS {
        if !eliminate(f, cx, &mut stats, &mut |_, _, _| {}) {
            break;
        }
    }
    stats
}

/// One round; true where another may find more.
pub(super) fn eliminate(f: &mut Func, cx: &mut Cx<'_>, stats: &mut Stats, tell: Tell<'_>) -> bool {
    if f.stmts.len() > MOST_STATEMENTS {
        return false;
    }
    // Behind what may end the thread nothing is down-safe, and what ends it is hardly ever there.
    if f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).any(|&s| may_exit(f, cx, s)) {
        return false;
    }
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let mut domain = Loads { clobbers: ClobberWalk::new(&dom) };
    let mut all = domain.occurrences(f, &dom);
    if all.classes.iter().all(|class| class.occurrences.len() < 2) && cycles.all().is_empty() {
        return false;
    }
    let mut flow = Flow::of(f, &dom, &cycles);
    let mut pre = Pre {
        graph: Graph::default(),
        insertions: Vec::new(),
        pressure: None,
        folds: Rewrite::folding(),
        plan: Plan::default(),
        held: None,
    };
    let mut work = WORK * (f.bbs.len() + all.list.len());
    for class in 0..all.classes.len() as u32 {
        if !is_worth_a_look(f, &flow, &all, class) {
            continue;
        }
        let cost = pre.graph.place_phis(f, &mut flow, &all, &domain, class);
        let Some(left) = work.checked_sub(cost) else { break };
        work = left;
        if pre.graph.nodes.is_empty() {
            continue;
        }
        pre.graph.rename(f, &flow, &mut domain);
        pre.graph.find_available(f, &flow, &domain);
        let gains = pre.graph.finalize(&flow, &domain, &mut pre.insertions);
        tell(f, all.classes[class as usize].form, &pre.graph);
        if !gains {
            continue;
        }
        let has_room = has_room(f, &mut cx.analyses, &pre.graph, &mut pre.pressure, stats);
        remarks::tell(f, cx, &all, &pre.graph, &pre.insertions, has_room);
        if has_room {
            pre.commit(f, &dom, &mut all, class, stats);
        }
    }
    if all.list.iter().all(|load| load.fate == Fate::Stays) {
        return false;
    }
    pre.plan.move_loads(f, cx, &dom, &all)
}

/// True where a thread may leave in a statement as at a return: a trap ends the whole grid.
fn may_exit(f: &Func, cx: &Cx<'_>, s: StmtId) -> bool {
    match f.stmts[s].op {
        StmtOp::Call(callee) => cx.facts.may_end_in(callee),
        StmtOp::Asm(_) => f.stmts[s].may_end(f),
        _ => false,
    }
}

/// The values of loads.
struct Loads<'a> {
    clobbers: ClobberWalk<'a>,
}

impl Domain for Loads<'_> {
    fn over_edge(&mut self, f: &mut Func, value: CrId, bb: BbId, edge: usize) -> CrId {
        let CodeRep::Ivar { access, mu, read_only } = *f.codemap.get(value) else { return value };
        let access = Access { base: over_edge(f, access.base, bb, edge), ..access };
        let mu = mu.map(|mu| over_edge(f, mu, bb, edge));
        self.value(f, access, mu, read_only)
    }

    /// What is loaded may not be there.
    fn speculates(&self, _: &Func, _: CrId) -> bool {
        false
    }

    /// Phis of memory follow each other through the whole function.
    fn most_merges(&self) -> usize {
        8
    }

    fn reads_below(&self) -> bool {
        true
    }
}

impl Loads<'_> {
    /// The value of a load from an address that is one.
    fn value(&mut self, f: &mut Func, access: Access, mu: Option<CrId>, read_only: bool) -> CrId {
        let mu = mu.map(|version| self.clobbers.clobber_within(f, access, version, MOST_STEPS));
        f.codemap.intern(CodeRep::Ivar { access, mu, read_only })
    }

    /// All loads and the stores that tell what they give.
    fn occurrences(&mut self, f: &mut Func, dom: &Dominance) -> Occurrences {
        let mut all = Occurrences::none(f);
        all.values.meets_over_variables = true;
        for &bb in dom.preorder() {
            for k in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[k];
                if let Some(place) = loaded(f, s).or_else(|| stored(f, s)) {
                    if let Some(value) = self.place_value(f, &mut all, place) {
                        all.note(f, bb, Place::Stmt(s, k as u32), place, value);
                    }
                } else if f.stmts[s].op == StmtOp::Stid {
                    let (result, tree) = (f.stmts[s].results[0], f.stmts[s].kids[0]);
                    all.values.assign(f, result, tree);
                }
            }
        }
        all
    }

    fn place_value(&mut self, f: &mut Func, all: &mut Occurrences, place: CrId) -> Option<CrId> {
        let CodeRep::Ivar { access, mu, read_only } = *f.codemap.get(place) else { return None };
        let value = all.values.tree(&mut f.codemap, access.base);
        let base = [value, access.base].into_iter().find(|&id| f.codemap.height(id) < HIGHEST)?;
        let is_operand = access.space == Space::Param
            || access.space == Space::Constant && leaves(&f.codemap, base)?.is_empty();
        if is_operand {
            return None;
        }
        // Walked as it stands, which is the most that is known of it.
        let mu = mu.map(|version| self.clobbers.clobber(f, access, version));
        let access = lexical_shape(access.shape()).at(base);
        Some(f.codemap.intern(CodeRep::Ivar { access, mu, read_only }))
    }
}

/// False for what has no load that anything can make redundant.
fn is_worth_a_look(f: &Func, flow: &Flow<'_>, all: &Occurrences, class: u32) -> bool {
    let list = &all.classes[class as usize].occurrences;
    let statement = |k: u32| match all.site_of(k).place {
        Place::Stmt(s, _) => Some(s),
        _ => None,
    };
    let is_load = |&k: &u32| statement(k).is_some_and(|s| loaded(f, s).is_some());
    let Some(first) = list.iter().copied().find(is_load) else { return false };
    if list.len() > 1 {
        return true;
    }
    let Some(cycle) = flow.cycles.innermost(all.site_of(first).bb) else { return false };
    let Some(leaves) = leaves(&f.codemap, all.list[first as usize].value) else { return false };
    leaves.iter().all(|&v| f.def_block(v).is_none_or(|at| !flow.cycles.holds(cycle, at)))
}

struct Pre {
    graph: Graph,
    insertions: Vec<Insertion>,
    pressure: Option<Pressure>,
    folds: Rewrite,
    plan: Plan,
    /// Made for the first insertion.
    held: Option<Held>,
}

/// What variables hold, by its value: loads of all places, and what is evaluated.
struct Held {
    first: SideTable<CrId, Option<StmtId>>,
}

impl Held {
    /// Of each value the first statement that gives it to a variable, down the dominator tree.
    fn of(f: &mut Func, dom: &Dominance, all: &mut Occurrences) -> Held {
        let mut first = SideTable::new(None);
        first.cover(f.codemap.len());
        for (k, load) in all.list.iter().enumerate() {
            if let Place::Stmt(s, _) = all.site_of(k as u32).place
                && loaded(f, s).is_some()
            {
                first.entry(load.value).get_or_insert(s);
            }
        }
        for &bb in dom.preorder() {
            for k in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[k];
                if let Some(tree) = evaluated(f, s) {
                    // Under both names: a value that is too high stands as the tree.
                    for value in [all.values.tree(&mut f.codemap, tree), tree] {
                        first.entry(value).get_or_insert(s);
                    }
                }
            }
        }
        Held { first }
    }

    /// A tree at the end of a block, with variables in the place of what they hold there.
    fn named(&self, f: &mut Func, dom: &Dominance, id: CrId, bb: BbId) -> CrId {
        let CodeRep::Op(op) = *f.codemap.get(id) else { return id };
        if let Some(s) = *self.first.get(id)
            && dom.dominates(f.stmts[s].bb, bb)
        {
            return f.stmts[s].results[0];
        }
        let kids = op.kids.map(|kid| self.named(f, dom, kid, bb));
        if kids == op.kids { id } else { f.codemap.unsigned_over(op, kids) }
    }

    /// The variable of a load above the end of a block that gives the value of an insertion there, whatever name its address has: a phi
    /// takes a copy where the load reads what was copied.
    fn above(&self, f: &mut Func, dom: &Dominance, value: CrId, bb: BbId) -> Option<CrId> {
        let CodeRep::Ivar { access, mu, read_only } = *f.codemap.get(value) else { return None };
        let base = without_copies(f, access.base);
        let value =
            f.codemap.intern(CodeRep::Ivar { access: Access { base, ..access }, mu, read_only });
        let stmt = &f.stmts[(*self.first.get(value))?];
        dom.dominates(stmt.bb, bb).then_some(stmt.results[0])
    }
}

/// The tree that a statement evaluates to a variable.
fn evaluated(f: &Func, s: StmtId) -> Option<CrId> {
    let stmt = &f.stmts[s];
    let &tree = stmt.kids.first().filter(|_| stmt.op == StmtOp::Stid)?;
    let is_whole = f.mtype(stmt.results[0]).interchangeable(f.mtype(tree));
    (is_whole && f.codemap.as_op(tree).is_some()).then_some(tree)
}

/// A tree, of few levels, with what variables are copies of in their places.
fn without_copies(f: &mut Func, id: CrId) -> CrId {
    match *f.codemap.get(id) {
        CodeRep::Var { .. } => f.origin(id),
        CodeRep::Op(op) => {
            let kids = op.kids.map(|kid| without_copies(f, kid));
            if kids == op.kids { id } else { f.codemap.unsigned_over(op, kids) }
        }
        _ => id,
    }
}

impl Pre {
    /// Makes the temporary of the place in work.
    fn commit(
        &mut self,
        f: &mut Func,
        dom: &Dominance,
        all: &mut Occurrences,
        class: u32,
        stats: &mut Stats,
    ) {
        let Pre { graph, insertions, folds, plan, held, .. } = self;
        let Some(value) = graph.nodes.iter().find_map(|node| node.value) else { return };
        let temporary = Temporary::new(f, graph, insertions, f.mtype(value));
        let align = least_alignment(f, all, class);
        for (k, insertion) in insertions.iter().enumerate() {
            let operand = graph.operands[insertion.operand as usize];
            let phi = &graph.nodes[operand.phi as usize];
            let Some(version) = temporary.inserted(k) else { continue };
            let load = entering(f, folds, phi.value, insertion.value);
            let CodeRep::Ivar { access, mu, read_only } = *f.codemap.get(load) else { continue };
            let held = held.get_or_insert_with(|| Held::of(f, dom, all));
            let access = Access { align, ..access }.normal(&mut f.codemap);
            let base = held.named(f, dom, access.base, operand.from);
            let access = Access { base, ..access };
            let load = f.codemap.intern(CodeRep::Ivar { access, mu, read_only });
            if let Some(variable) = held.above(f, dom, insertion.value, operand.from) {
                plan.insert(operand.from, phi.bb, version, variable);
                stats.add("insertions that read", 1);
                continue;
            }
            plan.insert(operand.from, phi.bb, version, load);
            stats.add("insertions", 1);
        }
        temporary.add_phis(f, graph, stats);
        for (n, node) in graph.nodes.iter().enumerate() {
            let Kind::Real(k) = node.kind else { continue };
            let occurrence = &mut all.list[k as usize];
            if let Some(read) = temporary.read(graph, n) {
                occurrence.fate = Fate::Reads(read);
                stats.add("loads that read", 1);
            } else if let Some(saved) = temporary.made(n) {
                occurrence.fate = Fate::Saves(saved);
            }
        }
    }
}

/// The least alignment that the loads and stores of a class are known to have.
fn least_alignment(f: &Func, all: &Occurrences, class: u32) -> u32 {
    let list = &all.classes[class as usize].occurrences;
    let known = list.iter().map(|&k| match f.codemap.get(all.list[k as usize].node) {
        CodeRep::Ivar { access, .. } => access.align,
        _ => 0,
    });
    known.min().unwrap_or(0)
}
