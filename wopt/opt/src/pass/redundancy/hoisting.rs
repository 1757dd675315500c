//! Hoisting: what both arms of a branch evaluate is evaluated before it, where threads of a warp part at the branch.
//!
//! Idea: an expression is *very busy* at a place if every way from there evaluates it. Of a branch whose arms both do, each arm evaluates
//! for itself, which costs a warp nothing where it goes one way: it comes by one evaluation. A warp that parts runs both. There one
//! evaluation before the branch stands for two. Under a condition that each warp has in common it would only lengthen
//! the value's life. What an arm and the block behind both arms evaluate, one way evaluates twice, whatever the condition:
//! that is hoisted under any. What is very busy is found upwards, from the ends of arms to their branches; then branches are gone
//! through downwards, so that a value goes as far up as it may at once.
//!
//! Source: very busy expressions: Muchnick, "Advanced Compiler Design and Implementation" (1997), section 13.5; divergence decides as in
//! Coutinho, Sampaio, Pereira and Meira, "Divergence Analysis and Optimizations" (PACT 2011), who fuse arms for its sake.
//!
//! Legality: OPs are pure. Every way evaluates what is hoisted, and none into or out of a cycle, nor past what may not come back (a
//! call, inline PTX, a trap), is counted: so an I-form stays one, a division divides nothing new, and no more is evaluated than was. One node has one
//! set of operands, and what reads them stands behind both sides of the branch: so they are defined before it. Loads, effects and convergent operations
//! are no OPs. A statement is added and nothing else; placement, which comes next, has the arms read it.
//! Worth: what its user takes into its own instruction (factors of sums, terms of sums, parts of logical operations, widened factors, an
//! access's constant) is no evaluation of its own; and a register has to be left ([`crate::analysis::pressure`]). Where a variable is set to it, its arms keep a copy: it has to cost more than that.
//! Cost: near-linear in the nodes of all trees: sets go up by putting the smaller into the larger, and of two arms' sets one element of each pair
//! goes. Variance is asked for only where there is something to decide.

use crate::analysis::pressure::units;
use crate::analysis::variance::views::At;
use crate::kit::candidates::is_thread_constant;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::walk::Walk;
use optx_ir::{
    AuxKind, BbId, CodeRep, Codemap, CrId, Func, Op, Role, SideTable, StmtOp, StmtRep, Terminator,
};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Intrinsic, Loc, LocTable, Operator, RemarkKind};

/// What it costs to copy a value.
const COPY: u32 = 1;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("hoisting");
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let mut search = Search {
        f,
        dom: &dom,
        cycles: &cycles,
        locs: &cx.facts.module.locs,
        busy: f.bbs.iter().map(|_| None).collect(),
        walks: Walks::default(),
        met: 0,
    };
    let found: Vec<(BbId, Vec<Candidate>)> = dom
        .preorder()
        .iter()
        .rev()
        .filter_map(|&bb| Some((bb, search.block(bb))).filter(|(_, list)| !list.is_empty()))
        .collect();
    if found.is_empty() {
        return stats;
    }
    let mut chosen = chosen(f, cx, found);
    let (mut walks, mut walk) = (Walks::default(), Walk::new());
    let mut pressure = None;
    let mut before: SideTable<CrId, Option<BbId>> = SideTable::new(None);
    for &bb in dom.preorder() {
        let is_new = |before: &SideTable<CrId, Option<BbId>>, id: CrId| {
            before.get(id).is_none_or(|at| !dom.dominates(at, bb))
        };
        walks.evaluations(f, bb, |id, _| {
            if is_new(&before, id) {
                *before.entry(id) = Some(bb);
            }
        });
        // They were found from the last block to the first.
        let Some((_, list)) = chosen.pop_if(|(at, _)| *at == bb) else { continue };
        let list = list.into_iter().filter(|c| is_new(&before, c.id)).collect();
        for candidate in outermost(f, list) {
            let at = cx.facts.module.locs.statement(f.bbs[bb].loc);
            let pressure = pressure.get_or_insert_with(|| cx.analyses.pressure(f));
            if !pressure.take([bb].into_iter(), units(f.mtype(candidate.id))) {
                stats.add("refused for pressure", 1);
                let why = "stays in both: no register is left for it";
                cx.remarks.tell(RemarkKind::Missed, at, || told(f, &candidate, why));
                continue;
            }
            evaluate(f, bb, &candidate);
            cx.remarks.tell(RemarkKind::Passed, at, || told(f, &candidate, "is hoisted before it"));
            walk.forget();
            walk.tree(&f.codemap, candidate.id, |id, _| {
                *before.entry(id) = Some(bb);
                true
            });
            stats.add("evaluations hoisted", 1);
        }
    }
    stats
}

/// Evaluations of one node, taken together.
#[derive(Clone, Copy)]
struct Evaluation {
    /// The place that they have in common.
    loc: Loc,
    /// The first was met as number so: nodes' own numbers are others in a function read from text.
    order: u32,
}

impl Evaluation {
    fn and(self, other: Evaluation, locs: &LocTable) -> Evaluation {
        Evaluation { loc: locs.common(self.loc, other.loc), order: self.order.min(other.order) }
    }
}

/// What is very busy behind a branch.
#[derive(Clone, Copy)]
struct Candidate {
    id: CrId,
    evaluation: Evaluation,
    /// No way evaluates it twice: it is worth the while of warps that part.
    needs_parting: bool,
}

/// The candidates by branch, less those that a warp comes by once.
fn chosen(
    f: &Func,
    cx: &mut Cx<'_>,
    mut found: Vec<(BbId, Vec<Candidate>)>,
) -> Vec<(BbId, Vec<Candidate>)> {
    if found.iter().flat_map(|(_, list)| list).all(|candidate| !candidate.needs_parting) {
        return found;
    }
    let variance = cx.variance(f);
    for (bb, list) in &mut found {
        let condition = f.bbs[*bb].terminator().condition();
        let state = condition.map(|condition| variance.seen(f, condition, At::Block(*bb)));
        let parts = state.is_some_and(|state| !state.is_warp_uniform());
        if !parts {
            let at = cx.facts.module.locs.statement(f.bbs[*bb].loc);
            for candidate in list.iter().filter(|candidate| candidate.needs_parting) {
                let why = "stays in both: a warp goes one way";
                cx.remarks.tell(RemarkKind::Missed, at, || told(f, candidate, why));
            }
        }
        list.retain(|candidate| parts || !candidate.needs_parting);
    }
    found
}

/// What becomes of what is very busy behind a branch, in words.
fn told(f: &Func, candidate: &Candidate, what: &str) -> String {
    let name = f.codemap.as_op(candidate.id).map_or("value", |op| op.opr.name());
    format!("an evaluation ({name}) on both sides of the branch {what}")
}

/// Those that no other holds, in their order, each once: what is inside comes with what it is inside of.
fn outermost(f: &Func, mut list: Vec<Candidate>) -> Vec<Candidate> {
    let (mut walk, mut inside) = (Walk::new(), SideTable::new(false));
    for candidate in &list {
        walk.tree(&f.codemap, candidate.id, |_, node| {
            if let CodeRep::Op(op) = node {
                op.kids.iter().for_each(|&kid| *inside.entry(kid) = true);
            }
            true
        });
    }
    list.retain(|candidate| !*inside.get(candidate.id));
    optx_whirl::stable_order::sort_by_key(&mut list, |candidate| {
        (candidate.evaluation.order, candidate.id)
    });
    list.dedup_by_key(|candidate| candidate.id);
    list
}

/// Evaluates a tree at the end of a block.
fn evaluate(f: &mut Func, bb: BbId, candidate: &Candidate) {
    let aux = f.new_aux(AuxKind::Temp, f.mtype(candidate.id).unsigned(), "e");
    let version = f.new_version(aux);
    f.append(StmtRep::stid(version, candidate.id, bb, candidate.evaluation.loc));
}

/// What every way from a block's beginning evaluates, and the block that all of them come to next.
#[derive(Default)]
struct Busy {
    ids: Map<CrId, Evaluation>,
    ends: Option<BbId>,
}

struct Search<'a> {
    f: &'a Func,
    dom: &'a Dominance,
    cycles: &'a Cycles,
    locs: &'a LocTable,
    /// By block, until the one above it has asked.
    busy: Vec<Option<Busy>>,
    walks: Walks,
    /// So many evaluations were met.
    met: u32,
}

impl Search<'_> {
    /// Finds what is very busy at a block, those below it in the tree of dominators being done; what is to be hoisted to its end.
    fn block(&mut self, bb: BbId) -> Vec<Candidate> {
        let (f, mut candidates) = (self.f, Vec::new());
        let (mut own, met) = (Map::default(), &mut self.met);
        let is_whole = self.walks.evaluations(f, bb, |id, loc| {
            *met += 1;
            own.entry(id).or_insert(Evaluation { loc, order: *met });
        });
        let mut behind = match f.bbs[bb].terminator() {
            Terminator::Return => Busy::default(),
            Terminator::Goto(to) => self.way(bb, to),
            Terminator::Branch { on_true, on_false, .. } if on_true != on_false => {
                let arms = [self.way(bb, on_true), self.way(bb, on_false)];
                self.branch(bb, arms, &mut candidates)
            }
            Terminator::Branch { .. } => Busy::default(),
        };
        if !is_whole {
            behind = Busy::default();
        }
        behind.ids = self.union(behind.ids, own);
        self.busy[bb.index()] = Some(behind);
        candidates
    }

    /// What is very busy on the way from a block to one of its targets.
    fn way(&mut self, from: BbId, to: BbId) -> Busy {
        let is_own = self.f.bbs[to].preds()[..] == [from] && self.is_beside(from, to);
        let below = is_own.then(|| self.busy[to.index()].take()).flatten();
        below.unwrap_or_else(|| Busy { ids: Map::default(), ends: Some(to) })
    }

    /// True where one block is in the cycles that another is in.
    fn is_beside(&self, a: BbId, b: BbId) -> bool {
        self.cycles.innermost(a) == self.cycles.innermost(b)
    }

    /// What is very busy behind a branch.
    fn branch(&mut self, bb: BbId, arms: [Busy; 2], candidates: &mut Vec<Candidate>) -> Busy {
        let [a, b] = arms;
        let ends = a.ends.filter(|_| a.ends == b.ends);
        let meets = ends.filter(|&to| self.dom.idom(to) == Some(bb) && self.is_beside(bb, to));
        let mut rest = match meets.and_then(|to| self.busy[to.index()].take()) {
            Some(rest) => rest,
            None => Busy { ids: Map::default(), ends },
        };
        let (mut few, mut many) =
            if a.ids.len() < b.ids.len() { (a.ids, b.ids) } else { (b.ids, a.ids) };
        for set in [&mut few, &mut many] {
            set.retain(|&id, evaluation| match rest.ids.get_mut(&id) {
                None => true,
                Some(known) => {
                    *known = known.and(*evaluation, self.locs);
                    candidates.push(Candidate { id, evaluation: *known, needs_parting: false });
                    false
                }
            });
        }
        few.retain(|id, evaluation| match many.get(id) {
            None => false,
            Some(&other) => {
                *evaluation = evaluation.and(other, self.locs);
                true
            }
        });
        let both = few.iter();
        candidates.extend(both.map(|(&id, &evaluation)| Candidate {
            id,
            evaluation,
            needs_parting: true,
        }));
        rest.ids = self.union(rest.ids, few);
        rest
    }

    fn union(&self, a: Map<CrId, Evaluation>, b: Map<CrId, Evaluation>) -> Map<CrId, Evaluation> {
        let (few, mut many) = if a.len() < b.len() { (a, b) } else { (b, a) };
        for (id, evaluation) in few {
            let known = many.entry(id).or_insert(evaluation);
            *known = known.and(evaluation, self.locs);
        }
        many
    }
}

/// Goes through what a block evaluates.
#[derive(Default)]
struct Walks {
    /// Nodes met as evaluations of their own, and those met inside their users' instructions.
    met: Walk,
    taken_in: Walk,
    stack: Vec<(CrId, bool)>,
}

impl Walks {
    /// What a block evaluates, each node once, up to what may not come back; true where nothing may not.
    fn evaluations(&mut self, f: &Func, bb: BbId, mut each: impl FnMut(CrId, Loc)) -> bool {
        self.met.forget();
        self.taken_in.forget();
        let block = &f.bbs[bb];
        for &s in &block.stmts {
            let stmt = &f.stmts[s];
            stmt.for_each_use(&f.codemap, |root, role| {
                self.root(&f.codemap, root, role, |id| each(id, stmt.loc));
            });
            if may_stay_away(&stmt.op) {
                return false;
            }
        }
        if let Some(condition) = block.terminator().condition() {
            self.root(&f.codemap, condition, Role::Condition, |id| each(id, block.loc));
        }
        true
    }

    fn root(&mut self, map: &Codemap, root: CrId, role: Role, mut each: impl FnMut(CrId)) {
        let is_free = |op: &Op| match role {
            Role::Base => map.is_free(root, role),
            Role::Condition => op.opr == Operator::Lnot,
            // A variable that both arms set is to be set all the same, by a copy.
            Role::Assigned => map.tree_cost(root) <= COPY,
            _ => false,
        };
        let is_own = !map.as_op(root).is_some_and(is_free);
        self.stack.push((root, is_own));
        while let Some((id, is_own)) = self.stack.pop() {
            let Some(op) = map.as_op(id).filter(|_| !is_thread_constant(map, id)) else { continue };
            let walk = if is_own { &mut self.met } else { &mut self.taken_in };
            if !walk.meet(id) {
                continue;
            }
            if is_own {
                each(id);
            }
            let kids = op.kids.iter().rev();
            self.stack.extend(
                kids.map(|&kid| (kid, !map.as_op(kid).is_some_and(|kid| takes_in(map, op, kid)))),
            );
        }
    }
}

/// True for a statement that a thread may not come back from.
fn may_stay_away(op: &StmtOp) -> bool {
    match op {
        StmtOp::Call(_) | StmtOp::Asm(_) => true,
        StmtOp::Intrinsic { intrinsic, .. } => {
            matches!(intrinsic, Intrinsic::Trap | Intrinsic::AssertFail)
        }
        _ => false,
    }
}

/// True where the instruction of one operation evaluates an operand of it too: by selection, or by what ptxas makes of the two.
fn takes_in(map: &Codemap, op: &Op, kid: &Op) -> bool {
    use Operator::{
        Add, Band, Bior, Bnot, Bxor, Cvt, Land, Lior, Lnot, Mpy, Neg, Select, Shl, Sub,
    };
    match op.opr {
        Add | Sub => matches!(kid.opr, Add | Sub | Neg | Mpy | Shl),
        Mpy => kid.opr == Neg || kid.opr == Cvt && map.wide_product(op).is_some(),
        Band | Bior | Bxor | Bnot => matches!(kid.opr, Band | Bior | Bxor | Bnot),
        Land | Lior | Lnot | Select => {
            matches!(kid.opr, Land | Lior | Lnot) || kid.opr.is_compare()
        }
        _ => false,
    }
}
