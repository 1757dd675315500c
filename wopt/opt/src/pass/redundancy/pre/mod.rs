//! Partial redundancy elimination of expressions, loop invariants included (SSAPRE).
//!
//! Idea: an expression that some ways to a place have evaluated, and others have not, is evaluated on those others too, and the place
//! reads a temporary. For each lexical form ([`optx_ir::Codemap::lexical`]) the six steps of the paper, a file each, on a sparse graph
//! of its own: [`phis`], [`rename`], [`availability`] (down-safety, will-be-available), [`finalize`], [`motion`].
//! Larger expressions come first: what is inside them is looked at when they stand where they will, in insertions too. That they
//! read variables which evaluate parts of them is no matter ([`values`]).
//!
//! Source: F. Chow, S. Chan, R. Kennedy, S. Liu, R. Lo, P. Tu, "A New Algorithm for Partial Redundancy Elimination based on SSA
//! Form" (PLDI 1997); R. Kennedy et al., "Partial Redundancy Elimination in SSA Form" (TOPLAS 1999); Open64's `opt_etable`. Order and
//! identity are this project's: the paper takes smaller expressions first and makes larger ones of their temporaries.
//!
//! Legality: OPs are pure, and insertion is at down-safe places alone, so no run that ends evaluates an expression more often; but
//! before a loop that may not ask for it there is one evaluation of what is cheap and cannot go wrong
//! ([`availability`]), and before guards that follow each other ([`speculation`]). What is inserted, and what reads it, is U-form; a temporary keeps an I-form where every
//! occurrence has it and nothing is inserted. Values are versions', so a temporary is read only where it is the same value, whatever
//! symbols' versions live together. No load, effect or convergent operation moves; edges that are split get blocks without a way in
//! of their own.
//! Worth: [`crate::kit::candidates`]; and no temporary lives where there is no room for it ([`crate::analysis::pressure`]).
//! Cost: per expression its occurrences, Phis and their operands, and the blocks between; all expressions together have
//! [`WORK`] steps for each block and occurrence of the function, what is left then stays as it is.

mod availability;
mod finalize;
mod flow;
mod graph;
mod load_motion;
mod load_places;
pub mod loads;
mod motion;
mod occurrences;
mod phis;
mod print;
mod remarks;
mod rename;
mod speculation;
mod temporary;
mod values;

pub(crate) use print::print;
pub use speculation::GUARDED;

use crate::analysis::cache::Analyses;
use crate::analysis::pressure::{Pressure, units};
use crate::kit::candidates::{self, MOST_STATEMENTS};
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use finalize::Insertion;
use flow::Flow;
use graph::{Graph, Kind};
use motion::{Added, Plan};
use occurrences::{Fate, Occurrences, Place};
use optx_ir::walk::Rewrite;
use optx_ir::{BbId, CrId, Func, SideTable};
use temporary::Temporary;

/// Steps for each block and occurrence.
const WORK: usize = 64;

/// The counter of temporaries that are evaluated before loops which may not ask for them.
pub const SPECULATED: &str = "speculated";

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    run_as(f, cx, Expressions { speculate: true })
}

/// As [`run`], at down-safe places alone: tests hold it to the claim that no run evaluates an expression more often.
pub fn run_without_speculation(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    run_as(f, cx, Expressions { speculate: false })
}

fn run_as(f: &mut Func, cx: &mut Cx<'_>, domain: Expressions) -> Stats {
    let stats = eliminate(f, cx, domain, &mut |_, _, _| {});
    // Nobody behind asks for lexical forms.
    f.codemap.drop_identities();
    stats
}

/// Tells of each expression's graph before it is used.
type Tell<'a> = &'a mut dyn FnMut(&Func, CrId, &Graph);

fn eliminate(f: &mut Func, cx: &mut Cx<'_>, mut domain: Expressions, tell: Tell<'_>) -> Stats {
    let mut stats = Stats::new("expression-pre");
    if f.stmts.len() > MOST_STATEMENTS {
        return stats;
    }
    // Where nothing is merged nothing is partially redundant.
    if f.layout.iter().all(|&bb| f.bbs[bb].preds().len() < 2) {
        return stats;
    }
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let mut flow = Flow::of(f, &dom, &cycles);
    let mut pre = Pre {
        all: Occurrences::of(f, &dom),
        plan: Plan { added: Vec::new(), promised: SideTable::new(false) },
        graph: Graph::default(),
        insertions: Vec::new(),
        pressure: None,
        folds: Rewrite::folding(),
    };
    let mut work = WORK * (f.bbs.len() + pre.all.list.len());
    let mut by_height: Vec<Vec<u32>> = vec![Vec::new(); usize::from(values::HIGHEST) + 1];
    let mut sorted = 0;
    'expressions: for height in (1..by_height.len()).rev() {
        // Insertions bring expressions that are lower.
        for (k, class) in pre.all.classes.iter().enumerate().skip(sorted) {
            by_height[usize::from(f.codemap.height(class.form))].push(k as u32);
        }
        sorted = pre.all.classes.len();
        for class in std::mem::take(&mut by_height[height]) {
            if !pre.is_worth_a_look(f, &flow, class) {
                continue;
            }
            if domain.speculate {
                pre.speculate(f, &mut cx.analyses, &flow, domain, class, &mut stats);
            }
            let cost = pre.graph.place_phis(f, &mut flow, &pre.all, &domain, class);
            let Some(left) = work.checked_sub(cost) else { break 'expressions };
            work = left;
            if pre.graph.nodes.is_empty() {
                continue;
            }
            pre.graph.rename(f, &flow, &mut domain);
            pre.graph.find_available(f, &flow, &domain);
            let gains = pre.graph.finalize(&flow, &domain, &mut pre.insertions);
            tell(f, pre.all.classes[class as usize].form, &pre.graph);
            if !gains {
                continue;
            }
            let Pre { graph, pressure, all, insertions, .. } = &mut pre;
            let has_room = has_room(f, &mut cx.analyses, graph, pressure, &mut stats);
            remarks::tell(f, cx, all, graph, insertions, has_room);
            if has_room {
                pre.commit(f, &mut stats);
            }
        }
    }
    if stats.changed() {
        motion::move_code(f, cx, &pre.all, &pre.plan);
    }
    stats
}

/// The values of OPs.
#[derive(Clone, Copy)]
struct Expressions {
    /// They may be evaluated before it is known that they are asked for.
    speculate: bool,
}

impl values::Domain for Expressions {
    fn over_edge(&mut self, f: &mut Func, value: CrId, bb: BbId, edge: usize) -> CrId {
        values::over_edge(f, value, bb, edge)
    }

    fn speculates(&self, f: &Func, value: CrId) -> bool {
        self.speculate && candidates::speculates(&f.codemap, value)
    }

    fn most_merges(&self) -> usize {
        64
    }

    /// Placement knows what it costs to keep a value.
    fn reads_below(&self) -> bool {
        false
    }
}

struct Pre {
    all: Occurrences,
    plan: Plan,
    graph: Graph,
    insertions: Vec<Insertion>,
    /// Found when it is first asked for.
    pressure: Option<Pressure>,
    folds: Rewrite,
}

impl Pre {
    /// False for what no Phi can make redundant: one occurrence that is in no cycle, or where a variable is set in each round.
    fn is_worth_a_look(&self, f: &Func, flow: &Flow<'_>, class: u32) -> bool {
        let list = &self.all.classes[class as usize].occurrences;
        let mut standing = list.iter().copied().filter(|&k| self.all.stands(k));
        let Some(first) = standing.next() else { return false };
        let bb = self.all.site_of(first).bb;
        let elsewhere = |k: u32| {
            let site = self.all.site_of(k);
            site.bb != bb || matches!(site.place, Place::Edge(..))
        };
        if standing.any(elsewhere) || elsewhere(first) {
            return true;
        }
        let Some(cycle) = flow.cycles.innermost(bb) else { return false };
        let Some(leaves) = values::leaves(&f.codemap, self.all.list[first as usize].value) else {
            return false;
        };
        leaves.iter().all(|&v| f.def_block(v).is_none_or(|at| !flow.cycles.holds(cycle, at)))
    }

    /// Makes the temporary of the expression in work.
    fn commit(&mut self, f: &mut Func, stats: &mut Stats) {
        let Pre { all, plan, graph, insertions, folds, .. } = self;
        let keeps_promise = insertions.is_empty() && graph.keeps_promise(f, all);
        let before_loops = graph.nodes.iter().filter(|n| n.is_used && n.is_speculated).count();
        stats.add(SPECULATED, before_loops as u64);
        let Some(value) = graph.nodes.iter().find_map(|node| node.value) else { return };
        let temporary = Temporary::new(f, graph, insertions, f.mtype(value));
        for (k, insertion) in insertions.iter().enumerate() {
            let operand = graph.operands[insertion.operand as usize];
            let to = graph.nodes[operand.phi as usize].bb;
            let Some(version) = temporary.inserted(k) else { continue };
            let tree = entering(f, folds, graph.nodes[operand.phi as usize].value, insertion.value);
            let number = plan.added.len() as u32;
            plan.added.push(Added { version, tree });
            all.insert(f, operand.from, Place::Edge(number, to), tree);
            stats.add("insertions", 1);
        }
        temporary.add_phis(f, graph, stats);
        for (n, node) in graph.nodes.iter().enumerate() {
            if let (Kind::Real(k) | Kind::Edge(k, _), Some(saved)) = (node.kind, temporary.made(n))
            {
                all.list[k as usize].fate = Fate::Saves(saved);
                if keeps_promise {
                    *plan.promised.entry(saved) = true;
                }
            }
        }
        for (n, node) in graph.nodes.iter().enumerate() {
            let (Kind::Real(k) | Kind::Edge(k, _)) = node.kind else { continue };
            if all.stands(k)
                && let Some(read) = temporary.read(graph, n)
            {
                all.read(f, |k| plan.added[k as usize].tree, k, read);
                stats.add("evaluations that read", 1);
            }
        }
    }
}

/// True where registers are left for a graph's temporary wherever a Phi makes it live.
fn has_room(
    f: &Func,
    analyses: &mut Analyses,
    graph: &Graph,
    pressure: &mut Option<Pressure>,
    stats: &mut Stats,
) -> bool {
    let pressure = pressure.get_or_insert_with(|| analyses.pressure(f));
    let used = graph.nodes.iter().filter(|node| node.is_phi() && node.is_used);
    let Some(value) = used.clone().find_map(|node| node.value) else { return true };
    let units = units(f.mtype(value));
    let has_room = pressure.take(used.map(|node| node.bb), units);
    stats.add("refused for pressure", u64::from(!has_room));
    has_room
}

/// What is evaluated on an edge, folded with the constants that the edge takes to phis: of the other variables the Phi's value tells.
fn entering(f: &mut Func, folds: &mut Rewrite, behind: Option<CrId>, tree: CrId) -> CrId {
    let find = |f: &Func, tree| values::leaves(&f.codemap, tree).unwrap_or_default();
    let same = behind.map_or(values::Leaves::new(), |value| find(f, value));
    let brought = find(f, tree).into_iter().filter(|leaf| !same.contains(leaf));
    let known: Vec<(CrId, CrId)> =
        brought.filter_map(|leaf| Some((leaf, f.assigned_constant(leaf)?))).collect();
    folds.forget();
    folds.tree(&mut f.codemap, tree, &mut |_, id| {
        known.iter().find(|(leaf, _)| *leaf == id).map(|&(_, constant)| constant)
    })
}
