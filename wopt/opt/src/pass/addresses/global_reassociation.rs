//! Global reassociation: operands of nested sums, products, minima and bit operations are grouped anew, by what stands before and by what loops change.
//!
//! Idea: `max(max(b, c), a)` where `max(a, b)` stands before is `max(max(a, b), c)`; `((t + a) + i) + b` in a loop that changes i alone is
//! `((a + b) + t) + i`, of which PRE takes two sums out; `(a + 3) - (b - 4)` is `a - b + 7`. Nested operations of one kind are taken apart
//! into operands, differences among sums, also through variables that nobody else reads. Then pairs that were evaluated before, where that dominates, are one operand; and the operands are put together in order of the loops that
//! change them, outermost first, among those what is the same for all threads of a block first, then of a warp, so that this leaves
//! loops and goes to the uniform datapath.
//!
//! Source: J. Wu and others, "gpucc" (CGO 2016), algorithm 2; LLVM's NaryReassociate for minima and maxima. Sums and products that differ from one that
//! stands before are [`crate::pass::addresses::straight_line`]'s, sums that are addresses [`crate::pass::addresses::address_reassociation`]'s.
//! Legality: integers alone. Sums and products wrap and become U-forms; minima are of one signedness. An operation inside is read by the one above it alone, and a
//! variable's assignment is in the same cycle: nothing is evaluated twice or more often.
//! Worth: a pair that stands before saves an operation, as does a constant less. Order counts where machine instructions fall to outer loops, those of the deepest loop
//! first; one adds three numbers, or makes one word's bits of three.
//! Cost: linear in the nodes, [`MOST_OPERANDS`] squared for each operation at the top. Variance is estimated ([`crate::analysis::variance::estimate`]): order is right either way.

mod nest;

use crate::analysis::variance::estimate::{Spread, Spreads};
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use nest::{
    Depths, MOST_OPERANDS, Nest, Operand, count, is_kind, is_less, is_same, is_sum, kind, subtracts,
};
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::uses::Uses;
use optx_ir::walk::Walk;
use optx_ir::{BbId, CodeRep, CrId, Def, Func, Op, Role, SideTable, StmtId, StmtOp};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Mtype, Operator, RemarkKind};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("global-reassociation");
    let parents = parents(f);
    if !has_nests(f, &parents) {
        return stats;
    }
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let mut pass = Pass {
        dom: &dom,
        cycles: &cycles,
        uses: cx.analyses.uses(f),
        parents,
        bb: f.entry(),
        at: None,
        evaluated: Map::default(),
        became: Map::default(),
        spreads: Spreads::new(),
        depths: RefCell::new(SideTable::new(None)),
        met: Walk::new(),
        regrouped: 0,
        reused: 0,
        merged: 0,
    };
    for &bb in dom.preorder() {
        pass.bb = bb;
        for k in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[k];
            let before = (pass.regrouped, pass.reused, pass.merged);
            pass.at = Some(s);
            pass.became.clear();
            f.rewrite_uses(s, |f, root, role| pass.root(f, root, role));
            pass.note(f, s);
            let told = match (pass.regrouped, pass.reused, pass.merged) {
                counts if counts == before => continue,
                (_, reused, _) if reused > before.1 => "operands are grouped as they stand before",
                (.., merged) if merged > before.2 => "constants of nested operations are one",
                _ => "operands are grouped so that what outer loops leave as it is comes first",
            };
            let at = cx.facts.module.locs.statement(f.stmts[s].loc);
            cx.remarks.tell(RemarkKind::Passed, at, || told.to_owned());
        }
        if let Some(condition) = f.bbs[bb].terminator().condition() {
            pass.at = None;
            pass.became.clear();
            let new = pass.root(f, condition, Role::Condition);
            f.bbs[bb].map_condition(|_| new);
        }
    }
    stats.add("operations grouped by loops", pass.regrouped);
    stats.add("pairs that stand before", pass.reused);
    stats.add("constants merged", pass.merged);
    stats
}

/// By node, how many read it: operations, each once, and statements.
fn parents(f: &Func) -> SideTable<CrId, u32> {
    let mut parents = SideTable::new(0);
    let mut walk = Walk::new();
    for &bb in &f.layout {
        f.for_each_use_in(bb, |_, root, _| {
            *parents.entry(root) += 1;
            walk.tree(&f.codemap, root, |_, node| {
                if let CodeRep::Op(op) = node {
                    op.kids.iter().for_each(|&kid| *parents.entry(kid) += 1);
                }
                true
            });
        });
    }
    parents
}

/// True where an operation stands in another of its kind, or in a variable that one reads.
fn has_nests(f: &Func, parents: &SideTable<CrId, u32>) -> bool {
    let is_nest = |op: &Op| {
        op.kids.iter().any(|&kid| {
            let kid = match f.codemap.get(kid) {
                CodeRep::Var { .. } => f.assigned(kid).and_then(|tree| f.codemap.as_op(tree)),
                _ => f.codemap.as_op(kid),
            };
            kid.is_some_and(|inner| is_same(op, inner))
        })
    };
    (0..f.codemap.len()).map(CrId::from_index).any(|id| {
        *parents.get(id) > 0 && f.codemap.as_op(id).is_some_and(|op| is_kind(op) && is_nest(op))
    })
}

/// The statement that assigns a variable ([`Func::assigned`] has the tree).
fn assignment(f: &Func, version: CrId) -> Option<StmtId> {
    match f.def(version) {
        Def::Stmt(s) if f.stmts[s].op == StmtOp::Stid => Some(s),
        _ => None,
    }
}

/// An operation on two operands, the lesser number first.
type Pair = (Operator, Mtype, CrId, CrId);

fn pair_of(opr: Operator, rtype: Mtype, a: CrId, b: CrId) -> Pair {
    (opr, rtype, a.min(b), a.max(b))
}

/// Operations that are looked for where they stand before: sums and products that differ are another pass's.
fn has_pairs(opr: Operator) -> bool {
    !is_sum(opr) && opr != Operator::Mpy
}

struct Pass<'a> {
    dom: &'a Dominance,
    cycles: &'a Cycles,
    uses: Rc<Uses>,
    parents: SideTable<CrId, u32>,
    bb: BbId,
    /// The statement in work; none at a block's end.
    at: Option<StmtId>,
    /// By operation on two operands, where it is evaluated, and as which node: signs make no other bits.
    evaluated: Map<Pair, (BbId, CrId)>,
    /// What nodes of the statement became.
    became: Map<CrId, CrId>,
    spreads: Spreads,
    /// By node, its depth in a block.
    depths: RefCell<SideTable<CrId, Option<(BbId, u32)>>>,
    met: Walk,
    regrouped: u64,
    reused: u64,
    merged: u64,
}

impl Pass<'_> {
    fn root(&mut self, f: &mut Func, root: CrId, role: Role) -> CrId {
        // Sums that are addresses have been put together: their constants are the access's.
        let is_sum = f.codemap.as_op(root).is_some_and(|op| op.opr == Operator::Add);
        let new = match role == Role::Base && is_sum {
            true => self.over_kids(f, root),
            false => self.node(f, root),
        };
        if f.codemap.height(new) > optx_ir::MAX_HEIGHT { root } else { new }
    }

    fn node(&mut self, f: &mut Func, id: CrId) -> CrId {
        let CodeRep::Op(op) = *f.codemap.get(id) else { return id };
        if let Some(&known) = self.became.get(&id) {
            return known;
        }
        let regrouped = if is_kind(&op) { self.regrouped(f, id, &op) } else { None };
        let new = regrouped.unwrap_or_else(|| self.over_kids(f, id));
        self.became.insert(id, new);
        new
    }

    fn over_kids(&mut self, f: &mut Func, id: CrId) -> CrId {
        let CodeRep::Op(op) = *f.codemap.get(id) else { return id };
        let kids = op.kids.map(|kid| self.node(f, kid));
        if kids == op.kids { id } else { f.codemap.op(Op { kids, ..op }) }
    }

    /// An operation with its operands in other groups, where that is worth it.
    fn regrouped(&mut self, f: &mut Func, id: CrId, op: &Op) -> Option<CrId> {
        let mut nest = Nest::of(op);
        self.take_apart(f, Operand { id, negative: false }, op, &mut nest);
        let merges = nest.constants.len() > 1;
        if nest.operands.len() < 3 && !merges || nest.is_negative() {
            return None;
        }
        let pairs = self.pairs(&mut nest);
        let depths: SmallVec<[u32; MOST_OPERANDS]> =
            nest.operands.iter().map(|operand| self.depth(f, operand.id)).collect();
        let mut sorted = depths.clone();
        sorted.sort_unstable();
        // The first operation has two operands, each other one more.
        let mut together = Depths::new();
        sorted.iter().skip(1).for_each(|&depth| count(&mut together, depth));
        if pairs == 0 && !merges && !is_less(op.opr, &together, &nest.depths) {
            return None;
        }
        let keyed = nest.operands.iter().zip(depths).enumerate();
        let mut keys: Vec<(u32, Spread, usize)> =
            keyed.map(|(k, (o, depth))| (depth, self.spreads.of(f, o.id), k)).collect();
        keys.sort_unstable();
        let mut whole: Option<Operand> = None;
        for (.., k) in keys {
            let mut operand = nest.operands[k];
            if !nest.standing.contains(&operand.id) {
                operand.id = self.node(f, operand.id);
            }
            whole = Some(match whole {
                Some(whole) => nest.join(&mut f.codemap, whole, operand),
                None => operand,
            });
        }
        let constant = nest.constant(&mut f.codemap);
        let whole = match (whole, constant) {
            (Some(whole), Some(constant)) => nest.join(&mut f.codemap, whole, constant),
            (whole, constant) => whole.or(constant)?,
        };
        self.reused += pairs;
        self.merged += u64::from(merges && pairs == 0);
        self.regrouped += u64::from(pairs == 0 && !merges);
        debug_assert!(!whole.negative, "a sum that takes off has something to take it off");
        Some(whole.id)
    }

    /// Adds the operands of an operation and of those of its kind below that it alone reads; the depth of the whole.
    fn take_apart(&self, f: &Func, at: Operand, op: &Op, nest: &mut Nest) -> u32 {
        nest.inside.push(at.id);
        let mut depth = 0;
        let mut is_constant = false;
        for (k, &id) in op.kids.iter().enumerate() {
            let negative = at.negative != subtracts(op, k);
            depth = depth.max(match self.inner(f, id, op, nest) {
                Some((id, inner)) => self.take_apart(f, Operand { id, negative }, &inner, nest),
                None if f.codemap.constant(id).is_some() => {
                    nest.constants.push(Operand { id, negative });
                    is_constant = true;
                    0
                }
                None => {
                    nest.operands.push(Operand { id, negative });
                    self.depth(f, id)
                }
            });
        }
        if !is_constant {
            count(&mut nest.depths, depth);
        }
        depth
    }

    /// An operation of the same kind that nobody else reads, in a variable that nobody else reads or in none.
    fn inner(&self, f: &Func, id: CrId, above: &Op, nest: &Nest) -> Option<(CrId, Op)> {
        if nest.operands.len() + 2 > MOST_OPERANDS || *self.parents.get(id) != 1 {
            return None;
        }
        let node = match f.codemap.get(id) {
            CodeRep::Var { .. } => {
                let s = assignment(f, id).filter(|&s| Some(s) != self.at)?;
                let is_here =
                    self.cycles.innermost(f.stmts[s].bb) == self.cycles.innermost(self.bb);
                let tree = f.stmts[s].kids[0];
                if !is_here || self.uses.of_version(id).len() != 1 || *self.parents.get(tree) != 1 {
                    return None;
                }
                tree
            }
            _ => id,
        };
        let inner = *f.codemap.as_op(node).filter(|inner| is_same(above, inner))?;
        Some((node, inner))
    }

    /// Puts the operations on two operands that stand before in their places; how many.
    fn pairs(&self, nest: &mut Nest) -> u64 {
        if !has_pairs(nest.opr) {
            return 0;
        }
        let mut found = 0;
        'again: loop {
            for k in 0..nest.operands.len() {
                for j in k + 1..nest.operands.len() {
                    let (a, b) = (nest.operands[k].id, nest.operands[j].id);
                    let known = self.evaluated.get(&pair_of(nest.opr, nest.rtype, a, b));
                    let Some(&(at, pair)) = known else { continue };
                    if !self.dom.dominates(at, self.bb) {
                        continue;
                    }
                    if !nest.inside.contains(&pair) {
                        nest.operands.remove(j);
                        nest.operands[k].id = pair;
                        nest.standing.push(pair);
                        found += 1;
                        continue 'again;
                    }
                }
            }
            return found;
        }
    }

    /// In how many of the loops around the block in work a value changes. Trees share their parts: each is asked once.
    fn depth(&self, f: &Func, id: CrId) -> u32 {
        let known = *self.depths.borrow().get(id);
        if let Some((_, depth)) = known.filter(|&(bb, _)| bb == self.bb) {
            return depth;
        }
        let depth = match f.codemap.get(id) {
            CodeRep::Var { .. } => {
                f.def_block(id).map_or(0, |at| self.cycles.common_depth(at, self.bb))
            }
            CodeRep::Op(op) => op.kids.iter().map(|&kid| self.depth(f, kid)).max().unwrap_or(0),
            _ => 0,
        };
        *self.depths.borrow_mut().entry(id) = Some((self.bb, depth));
        depth
    }

    /// Notes what the statement evaluates.
    fn note(&mut self, f: &Func, s: StmtId) {
        let Pass { dom, bb, evaluated, met, .. } = self;
        met.forget();
        f.stmts[s].for_each_use(&f.codemap, |root, _| {
            met.tree(&f.codemap, root, |id, node| {
                if let CodeRep::Op(op) = node
                    && is_kind(op)
                    && has_pairs(op.opr)
                    && let [a, b] = op.kids[..]
                {
                    let (opr, rtype) = kind(op);
                    let pair = pair_of(opr, rtype, a, b);
                    let known = evaluated.entry(pair).or_insert((*bb, id));
                    if !dom.dominates(known.0, *bb) {
                        *known = (*bb, id);
                    }
                }
                true
            });
        });
    }
}
