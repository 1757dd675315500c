//! Copy and constant propagation, and folding through definitions.
//!
//! Idea: one walk down the dominator tree. A use of a version that a Stid gave a constant, another version, or an object's
//! address is replaced by it. What a Stid *evaluates* stays evaluated there: no OP takes a variable's place, but for what the
//! using instruction takes in at no cost ([`optx_ir::Codemap::is_free_base`], extended factors of a product). The CODEMAP
//! folds what comes together; and where a row of its table would match if an operand were the tree that its definition assigns
//! (two levels down), the row's answer is taken if it is worth it.
//!
//! Source: Open64's propagation while the CODEMAP is built (`opt_htable.cxx`, `opt_prop.cxx`) for the walk; the bound on
//! what comes back is this project's: evaluation is a statement.
//!
//! The constants inside an address go to its access's offset ([`optx_ir::Access::with_constants_out`]); a load of a constant object is what that
//! was initialised with ([`crate::analysis::constant_objects`]).
//!
//! A copy of a version of a cycle is not replaced where control has left the cycle: the copy is what the cycle carries on (`c = b;
//! b = f(b)`), and the version would have to live beside its successor for the sake of the use behind.
//!
//! Legality: a version's value never changes, so a tree over versions may stand wherever its operands' definitions
//! reach, which a dominating definition ensures. What a definition computed ran before its use, so a row may rely on its
//! I-forms. A phi's operands stay what they are: a phi merges versions of one symbol.
//! Worth: the answer's leaves are VARs, constants and addresses, and it costs no more than the tree that stood there, or than
//! that and the looked-through definitions which nothing else uses and which are in no shallower cycle: they die with it.
//! Cost: linear in nodes and statements per round; three rounds at most.

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::walk::Walk;
use optx_ir::{BbId, CodeRep, Codemap, CrId, Func, Op, Role, SideTable, StmtOp};
use optx_whirl::Module;

/// Rounds after which what is left is left: phis of phis may need one each.
const ROUNDS: u32 = 3;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("propagate");
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let mut round = Round::new(f, cx.facts.module, &cycles);
    for _ in 0..ROUNDS {
        round.begin(f, cx);
        for &bb in dom.preorder() {
            // What may stand in a place depends on the place's cycle alone.
            if cycles.innermost(bb) != cycles.innermost(round.bb) {
                round.epoch += 1;
            }
            round.bb = bb;
            round.depth = cycles.depth(bb);
            round.block(f, bb);
        }
        stats.add("uses replaced", round.replaced);
        stats.add("folded through definitions", round.folded);
        if round.replaced + round.folded + round.learned == 0 {
            break;
        }
    }
    stats
}

/// Counts how often each version is used: by phis, and by the nodes of each statement's trees.
fn count_uses(f: &Func, cx: &Cx<'_>, uses: &mut SideTable<CrId, u32>, walk: &mut Walk) {
    for bb in cx.facts.blocks(f) {
        for &operand in f.bbs[bb].phis.iter().flat_map(|phi| &phi.operands) {
            *uses.entry(operand) += 1;
        }
        f.for_each_use_in(bb, |_, root, _| {
            *uses.entry(root) += 1;
            // Most roots are leaves, or operations over leaves.
            match (f.codemap.height(root), f.codemap.as_op(root)) {
                (0, _) => return,
                (1, Some(op)) => return op.kids.iter().for_each(|&kid| *uses.entry(kid) += 1),
                _ => {}
            }
            // Two roots of one statement may share a node; each counts.
            walk.forget();
            walk.tree(&f.codemap, root, |_, node| {
                if let CodeRep::Op(op) = node {
                    op.kids.iter().for_each(|&kid| *uses.entry(kid) += 1);
                }
                true
            });
        });
    }
}

/// Finds the OP that each version is assigned, and the cycle nesting of the assignment.
fn definitions(
    f: &Func,
    cx: &Cx<'_>,
    cycles: &Cycles,
    found: &mut SideTable<CrId, Option<(CrId, u32)>>,
) {
    for bb in cx.facts.blocks(f) {
        for &s in &f.bbs[bb].stmts {
            let stmt = &f.stmts[s];
            if stmt.op == StmtOp::Stid && f.codemap.as_op(stmt.kids[0]).is_some() {
                *found.entry(stmt.results[0]) = Some((stmt.kids[0], cycles.depth(bb)));
            }
        }
    }
}

/// Finds the result of a phi that a version, or a copy of it, is an operand of; of several the last in layout order.
fn carried(f: &Func, found: &mut SideTable<CrId, Option<CrId>>) {
    for phi in f.layout.iter().flat_map(|&bb| &f.bbs[bb].phis) {
        for &operand in &phi.operands {
            *found.entry(operand) = Some(phi.result);
            if let Some(copied) = f.assigned(operand).filter(|&value| f.aux_of(value).is_some()) {
                *found.entry(copied) = Some(phi.result);
            }
        }
    }
}

/// A leaf that a version equals, since the block of a copy; and the block that defines the leaf, if it is a version.
#[derive(Clone, Copy)]
struct Equal {
    leaf: CrId,
    copied: BbId,
    defined: Option<BbId>,
}

struct Round<'a> {
    module: &'a Module,
    cycles: &'a Cycles,
    bb: BbId,
    uses: SideTable<CrId, u32>,
    /// What [`definitions`] found; kept as the walk rewrites.
    definitions: SideTable<CrId, Option<(CrId, u32)>>,
    /// The phi that a version goes to.
    carried: SideTable<CrId, Option<CrId>>,
    /// The leaf that a version equals.
    value: SideTable<CrId, Option<Equal>>,
    /// What nodes became. A version's value is known before its first use.
    memo: SideTable<CrId, (u32, CrId)>,
    epoch: u32,
    /// The cycle nesting of the block.
    depth: u32,
    walk: Walk,
    replaced: u64,
    folded: u64,
    /// Versions that got a value: their uses that came before are for the next round.
    learned: u64,
}

impl<'a> Round<'a> {
    fn new(f: &Func, module: &'a Module, cycles: &'a Cycles) -> Round<'a> {
        let mut round = Round {
            module,
            cycles,
            bb: f.entry(),
            uses: SideTable::new(0),
            definitions: SideTable::new(None),
            carried: SideTable::new(None),
            value: SideTable::new(None),
            memo: SideTable::new((0, CrId::from_index(0))),
            epoch: 0,
            depth: 0,
            walk: Walk::new(),
            replaced: 0,
            folded: 0,
            learned: 0,
        };
        let count = f.codemap.len();
        round.uses.cover(count);
        round.definitions.cover(count);
        round.carried.cover(count);
        round.value.cover(count);
        round.memo.cover(count);
        round
    }

    /// Looks at the function as the round before left it; what versions equal stays known.
    fn begin(&mut self, f: &Func, cx: &Cx<'_>) {
        self.bb = f.entry();
        self.uses.reset();
        count_uses(f, cx, &mut self.uses, &mut self.walk);
        self.definitions.reset();
        definitions(f, cx, self.cycles, &mut self.definitions);
        self.carried.reset();
        carried(f, &mut self.carried);
        self.epoch += 1;
        (self.replaced, self.folded, self.learned) = (0, 0, 0);
    }

    fn block(&mut self, f: &mut Func, bb: BbId) {
        for k in 0..f.bbs[bb].phis.len() {
            let phi = &f.bbs[bb].phis[k];
            let mut same = None;
            let known = |o: &CrId| self.value.get(*o).map_or(*o, |equal| equal.leaf);
            let mut operands = phi.operands.iter().map(known).filter(|&o| o != phi.result);
            // The one value comes in over every edge but those from the phi itself, so it dominates the phi.
            if operands.all(|o| *same.get_or_insert(o) == o)
                && let Some(value) = same
            {
                self.learn(f, phi.result, value);
            }
        }
        for k in 0..f.bbs[bb].stmts.len() {
            let Func { bbs, stmts, codemap, .. } = f;
            let stmt = &mut stmts[bbs[bb].stmts[k]];
            stmt.map_uses(codemap, |map, id, role| self.root(map, id, role));
            stmt.take_constants_out(codemap);
            if stmt.op != StmtOp::Stid {
                continue;
            }
            if let CodeRep::Ivar { access, .. } = *codemap.get(stmt.kids[0])
                && let Some(held) =
                    crate::analysis::constant_objects::held(codemap, self.module, &access)
            {
                stmt.kids[0] = held;
                self.folded += 1;
            }
            let (result, value) = (stmt.results[0], stmt.kids[0]);
            match codemap.get(value) {
                CodeRep::Op(_) => *self.definitions.entry(result) = Some((value, self.depth)),
                CodeRep::Ivar { .. } => {}
                _ if value != result => self.learn(f, result, value),
                _ => {}
            }
        }
        let Func { bbs, codemap, .. } = f;
        bbs[bb].map_condition(|id| self.root(codemap, id, Role::Condition));
    }

    /// Notes that a version equals another node, which stood in a use's place here.
    fn learn(&mut self, f: &Func, result: CrId, leaf: CrId) {
        let equal = Equal { leaf, copied: self.bb, defined: f.def_block(leaf) };
        let old = self.value.replace(result, Some(equal));
        self.learned += u64::from(old.is_none());
    }

    /// What may stand here for a version.
    fn value(&self, version: CrId) -> Option<CrId> {
        let Equal { leaf, copied, defined } = (*self.value.get(version))?;
        let leaves = defined.is_some_and(|at| self.cycles.leaves_with(copied, at, self.bb));
        (!leaves).then_some(leaf)
    }

    fn root(&mut self, map: &mut Codemap, id: CrId, role: Role) -> CrId {
        let new = self.tree(map, id);
        if role != Role::Base {
            return new;
        }
        // An address takes in the constant of its definition.
        match *self.definitions.get(new) {
            Some((sum, _)) if map.is_free(sum, role) && !self.carries(map, new, sum) => {
                self.replaced += 1;
                self.count(map, sum);
                sum
            }
            _ => new,
        }
    }

    fn tree(&mut self, map: &mut Codemap, id: CrId) -> CrId {
        let (epoch, known) = *self.memo.get(id);
        if epoch == self.epoch {
            return known;
        }
        let new = match *map.get(id) {
            CodeRep::Var { .. } => match self.value(id) {
                Some(value) => {
                    self.replaced += 1;
                    *self.uses.entry(value) += 1;
                    value
                }
                None => id,
            },
            CodeRep::Op(op) => self.operation(map, id, op),
            _ => id,
        };
        *self.memo.entry(id) = (self.epoch, new);
        new
    }

    /// Not part of [`Round::tree`], which most often meets a leaf.
    #[inline(never)]
    fn operation(&mut self, map: &mut Codemap, id: CrId, op: Op) -> CrId {
        let kids = op.kids.map(|kid| self.tree(map, kid));
        let mut new = if kids == op.kids { id } else { map.op(Op { kids, ..op }) };
        if let Some(wide) = map.as_op(new).copied().and_then(|op| self.widened(map, op)) {
            new = wide;
        }
        if let Some(op) = map.as_op(new).copied()
            && let Some(better) = self.through(map, new, &op)
        {
            self.folded += 1;
            self.count(map, better);
            new = better;
        }
        // Too high a tree stays as it was.
        if map.height(new) > optx_ir::MAX_HEIGHT { id } else { new }
    }

    /// The product with the extensions that define its factors, where one instruction takes them in.
    fn widened(&mut self, map: &mut Codemap, op: Op) -> Option<CrId> {
        if op.opr != optx_whirl::Operator::Mpy || op.rtype.size() != 8 {
            return None;
        }
        let extension = |kid: CrId| match *self.definitions.get(kid) {
            Some((tree, _)) if map.extended(tree).is_some_and(|(k, _)| map.aux_of(k).is_some()) => {
                tree
            }
            _ => kid,
        };
        let kids = op.kids.map(extension);
        let wide = Op { kids, ..op };
        if wide.kids == op.kids || map.wide_product(&wide).is_none() {
            return None;
        }
        let new = map.op(wide);
        self.count(map, new);
        Some(new)
    }

    /// What a row makes of an OP whose operands are looked through, where it is worth it.
    fn through(&mut self, map: &mut Codemap, id: CrId, op: &Op) -> Option<CrId> {
        for (k, &kid) in op.kids.iter().enumerate() {
            let Some((tree, credit)) = self.looked_through(map, kid) else { continue };
            let mut budget = map.tree_cost(id).saturating_add(credit);
            // A comparison of the value before (`x + 1 < 9` as `x < 8`) is worth nothing where the sum is there anyway: it would keep
            // both alive.
            if credit == 0 && op.opr.is_compare() {
                budget = budget.saturating_sub(1);
            }
            if let Some(new) = self.row(map, op, k, tree, budget) {
                return Some(new);
            }
            // One level more.
            let inner = *map.as_op(tree)?;
            for (j, &below) in inner.kids.iter().enumerate() {
                let Some((deeper, more)) = self.looked_through(map, below) else { continue };
                let mut kids = inner.kids;
                kids[j] = deeper;
                let whole = map.op(Op { kids, ..inner });
                let credit = if credit > 0 { more } else { 0 };
                if let Some(new) = self.row(map, op, k, whole, budget.saturating_add(credit)) {
                    return Some(new);
                }
            }
        }
        None
    }

    /// The OP that defines a VAR, and what its death saves.
    fn looked_through(&self, map: &Codemap, kid: CrId) -> Option<(CrId, u32)> {
        map.aux_of(kid)?;
        let (tree, depth) = (*self.definitions.get(kid))?;
        let dies = *self.uses.get(kid) <= 1 && depth >= self.depth;
        if !dies && self.carries(map, kid, tree) {
            return None;
        }
        Some((tree, if dies { map.tree_cost(tree) } else { 0 }))
    }

    /// True where the tree is of the version that its variable's new version takes the place of (`p = p + 1`): a use of the tree
    /// would keep both alive.
    fn carries(&self, map: &Codemap, version: CrId, tree: CrId) -> bool {
        let Some(op) = map.as_op(tree) else { return false };
        let aux = map.aux_of(version);
        let next = *self.carried.get(version);
        op.kids.iter().any(|&kid| next == Some(kid) || (aux.is_some() && map.aux_of(kid) == aux))
    }

    /// A row's answer for `op` with operand `k` replaced, within a budget.
    fn row(&self, map: &mut Codemap, op: &Op, k: usize, with: CrId, budget: u32) -> Option<CrId> {
        let mut kids = op.kids;
        kids[k] = with;
        // Trees hold no loads, so the answer's leaves are VARs, constants and addresses.
        let new = map.simplified(Op { kids, ..*op })?;
        (map.tree_cost(new) <= budget).then_some(new)
    }

    /// Notes that what a tree uses is used once more.
    fn count(&mut self, map: &Codemap, root: CrId) {
        self.walk.forget();
        self.walk.variables(map, root, |id, _| *self.uses.entry(id) += 1);
    }
}
