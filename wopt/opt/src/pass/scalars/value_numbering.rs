//! Value numbering: a tree or load equal to one that is evaluated at a dominating place becomes a copy of it.
//!
//! Idea: one walk down the dominator tree. Versions that are copies stand for what they copy; then hashing says which trees are
//! equal, I-form or U-form, and which loads: those of one place and one clobber ([`ClobberWalk`]). The first evaluation is
//! the leader; an equal Stid below it becomes a copy of the leader's variable, an equal part of a tree reads it. A load of
//! what a store wrote, which is its clobber, becomes a copy of the value stored.
//!
//! Source: Briggs, Cooper and Simpson, "Value Numbering" (Software: Practice and Experience, 1997), the dominator-based
//! technique; Chow et al. (CC 1996) for loads: the version of memory is an operand, here the clobber, as in LLVM's GVN with MemorySSA.
//!
//! Legality: equal operands give equal values; a dominating evaluation has run. Nothing is evaluated that was not, and no load
//! is added. Where a U-form reads an I-form, the evaluation becomes the U-form: the promise is kept where it was made, but
//! not for who did not make it. An access's alignment is no part of the value, and no fact about another evaluation. A store
//! narrower than a register cuts its value: a load reads it extended as the load's type says, as it does a load of the other
//! signedness. Volatile accesses and effects are statements that this pass does not touch. Extensions that a product takes in stay
//! with it.
//! Cost: near-linear in the nodes of all statements' trees.

use crate::analysis::memory::ClobberWalk;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use bumpalo::Bump;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::identity::lexical_shape;
use optx_ir::walk::Rewrite;
use optx_ir::{
    Access, AuxKind, BbId, CodeRep, Codemap, CrId, Func, Kids, Op, SideTable, StmtId, StmtOp,
    StmtRep, new_aux, new_version,
};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Mtype, Operator};
use smallvec::SmallVec;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let mut pass = Pass {
        dom: &dom,
        cycles: &cycles,
        bb: f.entry(),
        clobbers: ClobberWalk::new(&dom),
        leader: SideTable::new(None),
        canonical: Rewrite::folding(),
        evaluated: Map::default(),
        done: SideTable::new((0, CrId::from_index(0))),
        epoch: 0,
        stored: Vec::new(),
        stats: Stats::new("value-numbering"),
    };
    pass.leader.cover(f.codemap.len());
    pass.done.cover(f.codemap.len());
    for &bb in dom.preorder() {
        if cycles.innermost(bb) != cycles.innermost(pass.bb) {
            pass.canonical.forget();
        }
        pass.bb = bb;
        pass.block(f, &cx.scratch, bb);
    }
    let Pass { stored, stats, .. } = pass;
    name_stored(f, cx, stored);
    stats
}

/// Evaluates what stores write to variables before them.
fn name_stored(f: &mut Func, cx: &Cx<'_>, stored: Vec<(StmtId, CrId)>) {
    let mut wanted: SideTable<StmtId, Option<CrId>> = SideTable::new(None);
    let mut blocks = Vec::new();
    for (store, version) in stored {
        *wanted.entry(store) = Some(version);
        blocks.push(f.stmts[store].bb);
    }
    blocks.sort_unstable();
    blocks.dedup();
    cx.facts.shuffle(&mut blocks);
    for bb in blocks {
        let mut added = Vec::new();
        for k in 0..f.bbs[bb].stmts.len() {
            let stmt = &mut f.stmts[f.bbs[bb].stmts[k]];
            if let Some(version) = *wanted.get(f.bbs[bb].stmts[k]) {
                let value = std::mem::replace(&mut stmt.kids[0], version);
                added.push((
                    k,
                    StmtRep::stid(version, value, bb, cx.facts.module.locs.statement(stmt.loc)),
                ));
            }
        }
        f.insert_all(bb, added);
    }
}

/// An evaluation that dominated uses may read.
#[derive(Clone, Copy)]
struct Evaluation {
    bb: BbId,
    /// The tree as it stood there, in canonical form: of equal trees, one may promise more.
    tree: CrId,
    value: Value,
    /// Of memory narrower than a register, as what the value is extended: None where a store is to cut it.
    extended: Option<Mtype>,
}

#[derive(Clone, Copy)]
enum Value {
    /// A leaf: the variable that the statement assigns, or what a version is known to be.
    Leaf(CrId, Option<StmtId>),
    /// What the store writes, an OP that no variable holds yet.
    Stored(StmtId),
}

struct Pass<'a> {
    dom: &'a Dominance,
    cycles: &'a Cycles,
    bb: BbId,
    clobbers: ClobberWalk<'a>,
    /// The leaf that a version equals, with the blocks of the copy and of the leaf's definition.
    leader: SideTable<CrId, Option<(CrId, BbId, Option<BbId>)>>,
    /// Trees with leaders for their versions, for uses in one cycle. A leader is known before its version's first use.
    canonical: Rewrite,
    /// The last evaluation met of each canonical tree, in U-form, and of each load.
    evaluated: Map<CrId, Evaluation>,
    /// What trees became in the statement at hand: they are DAGs.
    done: SideTable<CrId, (u32, CrId)>,
    epoch: u32,
    /// Stores whose value got a variable.
    stored: Vec<(StmtId, CrId)>,
    stats: Stats,
}

impl Pass<'_> {
    fn block(&mut self, f: &mut Func, scratch: &Bump, bb: BbId) {
        self.phis(f, scratch, bb);
        for k in 0..f.bbs[bb].stmts.len() {
            self.epoch += 1;
            let s = f.bbs[bb].stmts[k];
            self.statement(f, s);
        }
        self.epoch += 1;
        if let Some(condition) = f.bbs[bb].terminator().condition() {
            let new = self.tree(f, condition);
            f.bbs[bb].map_condition(|_| new);
        }
    }

    /// Phis of one block that merge the same versions of two variables are one value.
    fn phis(&mut self, f: &Func, scratch: &Bump, bb: BbId) {
        let mut known: Map<&[CrId], CrId> = Map::default();
        for phi in &f.bbs[bb].phis {
            if f.auxes[phi.aux].kind == AuxKind::Memory {
                continue;
            }
            let of = |&o: &CrId| self.leader.get(o).map_or(o, |(leaf, ..)| leaf);
            let operands = &*scratch.alloc_slice_fill_iter(phi.operands.iter().map(of));
            match known.get(operands) {
                Some(&first) if f.mtype(first) == f.mtype(phi.result) => {
                    self.stats.add("phis replaced", 1);
                    *self.leader.entry(phi.result) = Some((first, bb, Some(bb)));
                }
                _ => {
                    known.insert(operands, phi.result);
                }
            }
        }
    }

    fn statement(&mut self, f: &mut Func, s: StmtId) {
        let value = f.stmts[s].kids.first().copied();
        match (&f.stmts[s].op, value.map(|id| f.codemap.get(id))) {
            (StmtOp::Stid, Some(CodeRep::Ivar { .. })) => self.load(f, s),
            (StmtOp::Stid, _) => self.assignment(f, s),
            (StmtOp::Istore, _) => {
                self.parts(f, s);
                self.store(f, s);
            }
            _ => self.parts(f, s),
        }
    }

    /// Puts what is known in the place of parts of a statement's trees.
    fn parts(&mut self, f: &mut Func, s: StmtId) {
        let mut roots: SmallVec<[CrId; 4]> = SmallVec::new();
        f.stmts[s].for_each_use(&f.codemap, |root, _| roots.push(root));
        let new: SmallVec<[CrId; 4]> = roots.into_iter().map(|root| self.tree(f, root)).collect();
        // Both walks meet the trees in one order.
        let Func { stmts, codemap, .. } = f;
        let mut next = new.into_iter();
        stmts[s].map_uses(codemap, |_, id, _| next.next().unwrap_or(id));
    }

    /// A tree of a statement, with what is known in the place of its parts.
    fn tree(&mut self, f: &mut Func, root: CrId) -> CrId {
        let canonical = self.canonical(&mut f.codemap, root);
        self.read(f, canonical)
    }

    fn assignment(&mut self, f: &mut Func, s: StmtId) {
        let (result, root) = (f.stmts[s].results[0], f.stmts[s].kids[0]);
        let fits = |f: &Func, v: CrId| f.mtype(v).interchangeable(f.mtype(result));
        let canonical = self.canonical(&mut f.codemap, root);
        let new = self.read(f, canonical);
        f.stmts[s].kids[0] = new;
        if f.codemap.as_op(new).is_none() {
            if new != result && fits(f, new) {
                *self.leader.entry(result) = Some((new, self.bb, f.def_block(new)));
            }
            return;
        }
        if !fits(f, new) {
            return;
        }
        for tree in [canonical, new] {
            if f.codemap.as_op(tree).is_some() {
                let key = f.codemap.unsigned_form(tree);
                let value = Value::Leaf(result, Some(s));
                self.remember(key, tree, value, None);
            }
        }
    }

    fn load(&mut self, f: &mut Func, s: StmtId) {
        let result = f.stmts[s].results[0];
        self.parts(f, s);
        let Some((key, desc)) = self.memory_key(f, f.stmts[s].kids[0]) else { return };
        let extended = self.evaluated.get(&key).and_then(|found| found.extended);
        if let Some(value) = self.value_of(f, key, key)
            && f.mtype(value).interchangeable(f.mtype(result))
        {
            self.stats.add("loads replaced", 1);
            if desc.size() >= 4 || extended == Some(desc) {
                f.stmts[s].kids[0] = value;
                *self.leader.entry(result) = Some((value, self.bb, f.def_block(value)));
                return;
            }
            f.stmts[s].kids[0] = f.codemap.unary(Operator::Cvtl, desc.register(), desc, value);
            self.assignment(f, s);
        }
        self.remember(key, key, Value::Leaf(result, None), Some(desc));
    }

    fn store(&mut self, f: &mut Func, s: StmtId) {
        let CodeRep::Ivar { access, mu: Some(_), .. } = *f.codemap.get(f.stmts[s].results[0])
        else {
            return;
        };
        let kid = f.stmts[s].kids[0];
        if !f.mtype(kid).interchangeable(access.desc.register()) {
            return;
        }
        let Some((key, _)) = self.memory_key(f, f.stmts[s].results[0]) else { return };
        let value = match f.codemap.get(kid) {
            CodeRep::Op(_) => Value::Stored(s),
            _ => Value::Leaf(kid, None),
        };
        self.remember(key, key, value, None);
    }

    /// What is known here of a key from now on.
    fn remember(&mut self, key: CrId, tree: CrId, value: Value, extended: Option<Mtype>) {
        self.evaluated.insert(key, Evaluation { bb: self.bb, tree, value, extended });
    }

    /// The canonical form of a load's, or a store's, place and memory, of either signedness, and the type that it has there.
    fn memory_key(&mut self, f: &mut Func, id: CrId) -> Option<(CrId, Mtype)> {
        let CodeRep::Ivar { access, mu, .. } = *f.codemap.get(id) else { return None };
        let mu = mu.map(|version| self.clobbers.clobber(f, access, version));
        let base = self.canonical(&mut f.codemap, access.base);
        let base = f.codemap.unsigned_form(base);
        let desc = access.desc;
        let access = Access { desc: desc.unsigned(), ..lexical_shape(access.shape()).at(base) };
        Some((f.codemap.intern(CodeRep::Ivar { access, mu, read_only: false }), desc))
    }

    fn canonical(&mut self, map: &mut Codemap, id: CrId) -> CrId {
        let (leader, cycles, bb) = (&self.leader, self.cycles, self.bb);
        self.canonical.tree(map, id, &mut |_, id| {
            let (leaf, copied, defined) = (*leader.get(id))?;
            // As in propagation: what leaves a cycle is what the cycle carries on.
            let leaves = defined.is_some_and(|at| cycles.leaves_with(copied, at, bb));
            (!leaves).then_some(leaf)
        })
    }

    /// The leaf that holds the value of a key here.
    fn value_of(&mut self, f: &mut Func, key: CrId, tree: CrId) -> Option<CrId> {
        let found = *self.evaluated.get(&key)?;
        if !self.dom.dominates(found.bb, self.bb) {
            return None;
        }
        match found.value {
            Value::Leaf(leaf, s) => {
                // At once: what asks next how far addresses are apart is not to count on the promise.
                if found.tree != tree
                    && let Some(s) = s
                {
                    f.stmts[s].kids[0] = f.codemap.unsigned_form(f.stmts[s].kids[0]);
                }
                Some(leaf)
            }
            Value::Stored(s) => {
                let value = f.stmts[s].kids[0];
                let mtype = f.mtype(value).unsigned();
                let aux = new_aux(&mut f.auxes, &mut f.codemap, AuxKind::Temp, mtype, "s");
                let version = new_version(&mut f.auxes, &mut f.codemap, aux);
                self.stored.push((s, version));
                let value = Value::Leaf(version, None);
                self.evaluated.insert(key, Evaluation { value, ..found });
                Some(version)
            }
        }
    }

    /// A canonical tree with what is known in the place of its parts, the largest first.
    fn read(&mut self, f: &mut Func, id: CrId) -> CrId {
        let CodeRep::Op(op) = *f.codemap.get(id) else { return id };
        let (epoch, done) = *self.done.get(id);
        if epoch == self.epoch {
            return done;
        }
        let new = self.operation(f, id, op);
        *self.done.entry(id) = (self.epoch, new);
        new
    }

    fn operation(&mut self, f: &mut Func, id: CrId, op: Op) -> CrId {
        if let Some(leaf) = self.known(f, id) {
            return leaf;
        }
        let widens = f.codemap.wide_product(&op).is_some();
        let mut kids = Kids::new();
        for &kid in &op.kids {
            // A product takes the extension of its factor in.
            let extension = f.codemap.as_op(kid).filter(|_| widens).copied();
            kids.push(match extension {
                Some(extension) => {
                    let inner = self.read(f, extension.kids[0]);
                    f.codemap.op(Op { kids: Kids::from_slice(&[inner]), ..extension })
                }
                None => self.read(f, kid),
            });
        }
        if kids == op.kids {
            return id;
        }
        let new = f.codemap.op(Op { kids, ..op });
        self.known(f, new).unwrap_or(new)
    }

    /// The leaf that holds an OP's value here.
    fn known(&mut self, f: &mut Func, id: CrId) -> Option<CrId> {
        f.codemap.as_op(id)?;
        let key = f.codemap.unsigned_form(id);
        let leaf = self.value_of(f, key, id)?;
        if !f.mtype(leaf).interchangeable(f.mtype(id)) {
            return None;
        }
        self.stats.add("trees replaced", 1);
        Some(leaf)
    }
}
