//! Sparse conditional constant propagation: values that are constants as long as branches that constants decide go one way.
//!
//! Idea: all is unknown and nothing runs but the entry. A branch makes run what its condition may choose; a phi merges what
//! comes over edges that run. What is still one constant at the end is that constant, also around a cycle (`x = 1; for (..) if (x != 1)
//! x = 2;`), which a walk over definitions ([`crate::pass::scalars::propagate`]) cannot see. Uses become the constant, and conditions: the
//! clean-up of the graph takes the edges away.
//!
//! Source: M. Wegman, F. Zadeck, "Constant Propagation with Conditional Branches" (TOPLAS 1991), section 3.4, over trees: a tree is
//! evaluated as a whole, by the CODEMAP's folding with constants in the place of its variables.
//!
//! Legality: by induction over the steps of a run, only edges found to run are taken, and each version has the value found.
//! A load at a known place of a constant object is a constant ([`crate::analysis::constant_objects`]). What the function does not define (parameters, variables never set), other loads, volatile accesses, calls, inline PTX and every
//! other effect give no constant: an undefined variable is not taken for whatever suits. A fold may rely on an I-form: the
//! operation stands where it stood and ran if its value is used. Floats are their bits, so -0 is not 0, and a NaN is itself alone; what
//! an option may change (subnormals) the CODEMAP does not fold. Addresses of objects are constants, generic ones too: a window is an offset. Values only fall (a
//! new value is met with the old), so it ends whatever rows say, and in one state whatever the order.
//! Cost: each version falls at most twice and each edge is walked once: linear in uses. The pass looks at phis alone where
//! none merges one constant with what may become it: propagation found the rest, but for values each of which hangs on a branch
//! that the other decides.

use crate::analysis::constant_objects::held;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::grouped::Grouped;
use optx_ir::uses::Use;
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{
    Access, AuxKind, BbId, CodeRep, Codemap, CrId, Def, Func, Op, Phi, SideTable, StmtId, StmtOp,
};
use optx_whirl::{Module, Operator};

/// So many phis, of so many operands each, are looked through for what is no constant.
const PHIS: u32 = 2;
const MOST_OPERANDS: usize = 4;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("sccp");
    if !has_hope(f) {
        return stats;
    }
    let mut solver = Solver::of(f, cx.facts.module);
    solver.solve(f, cx);
    if solver.found(f, cx) {
        solver.rewrite(f, cx, &mut stats);
    }
    stats
}

/// What is known of a version.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    /// Nothing that runs gave it one yet.
    Unknown,
    Constant(CrId),
    Varies,
}

/// True for what is one value wherever it stands.
fn is_literal(map: &Codemap, id: CrId) -> bool {
    match map.get(id) {
        CodeRep::Const { .. } | CodeRep::Rconst { .. } | CodeRep::Lda { .. } => true,
        CodeRep::Op(_) => map.is_generic_place(id),
        CodeRep::Var { .. } | CodeRep::Ivar { .. } => false,
    }
}

fn is_variable(f: &Func, phi: &Phi) -> bool {
    f.auxes[phi.aux].kind != AuxKind::Memory
}

/// True where some phi merges a constant with nothing that plainly varies.
fn has_hope(f: &Func) -> bool {
    let literal = |o: &CrId| f.assigned(*o).is_some_and(|v| is_literal(&f.codemap, v));
    let phis = f.layout.iter().flat_map(|&bb| &f.bbs[bb].phis).filter(|phi| is_variable(f, phi));
    phis.into_iter().any(|phi| phi.operands.iter().any(literal) && may_merge(f, phi, PHIS))
}

/// False where a phi, also through so many more, merges what is hardly a constant.
fn may_merge(f: &Func, phi: &Phi, through: u32) -> bool {
    phi.operands.iter().all(|&operand| match f.def(operand) {
        Def::Phi(bb, k) => {
            let next = &f.bbs[bb].phis[k as usize];
            let ends = through == 0 || next.operands.len() > MOST_OPERANDS;
            ends || may_merge(f, next, through - 1)
        }
        _ => may_become(f, operand, phi.result),
    })
}

/// False where a value is hardly a constant: what comes from outside or from that, a counter's step.
fn may_become(f: &Func, version: CrId, counter: CrId) -> bool {
    let map = &f.codemap;
    let Some(value) = f.assigned(version) else { return false };
    let varies = |kid: CrId| map.aux_of(kid).is_some() && never_constant(f, kid, false);
    match map.get(value) {
        CodeRep::Var { .. } => !varies(value),
        CodeRep::Ivar { .. } => false,
        CodeRep::Op(op) => {
            let steps = op.kids.contains(&counter) && op.kids.iter().any(|&k| is_literal(map, k));
            let of_varying = |kid: CrId| {
                varies(kid) || map.as_op(kid).is_some_and(|op| op.kids.iter().any(|&k| varies(k)))
            };
            !steps && !op.kids.iter().any(|&kid| of_varying(kid))
        }
        _ => true,
    }
}

enum Task {
    /// The edge out of the block to its successor of that number runs.
    Edge(BbId, usize),
    /// The version has another value.
    Version(CrId),
}

struct Solver<'a> {
    /// Where it has constant objects, whose loads at known places are constants.
    constants: Option<&'a Module>,
    value: SideTable<CrId, Value>,
    /// By block: whether it runs, and which of its edges do.
    runs: Vec<bool>,
    edges: Vec<[bool; 2]>,
    /// The place of each edge among its end's predecessors.
    places: Vec<[u32; 2]>,
    /// Assignments, phis and branches by the versions that they use.
    uses: Grouped<Use>,
    work: Vec<Task>,
    /// What the nodes of the tree in work are: trees are DAGs.
    memo: SideTable<CrId, (u32, Value)>,
    epoch: u32,
}

impl<'a> Solver<'a> {
    fn of(f: &Func, module: &'a Module) -> Solver<'a> {
        let holds = module.globals.iter().any(|st| st.constant && st.init.is_some());
        let mut solver = Solver {
            constants: holds.then_some(module),
            value: SideTable::new(Value::Unknown),
            runs: vec![false; f.bbs.len()],
            edges: vec![[false; 2]; f.bbs.len()],
            places: vec![[0; 2]; f.bbs.len()],
            uses: uses(f, holds),
            work: Vec::new(),
            memo: SideTable::new((0, Value::Unknown)),
            epoch: 0,
        };
        solver.value.cover(f.codemap.len());
        solver.memo.cover(f.codemap.len());
        for &bb in &f.layout {
            for (place, &pred) in f.bbs[bb].preds().iter().enumerate() {
                if let Some(k) = f.succs(pred).iter().position(|&to| to == bb) {
                    solver.places[pred.index()][k] = place as u32;
                }
            }
        }
        solver
    }

    fn solve(&mut self, f: &mut Func, cx: &Cx<'_>) {
        let entry = f.entry();
        for k in 0..f.bbs[entry].phis.len() {
            let result = f.bbs[entry].phis[k].result;
            self.fall(result, Value::Varies);
        }
        self.block(f, entry);
        while let Some(task) = cx.facts.take(&mut self.work) {
            match task {
                Task::Edge(from, k) => self.edge(f, from, k),
                Task::Version(version) => {
                    for k in 0..self.uses.list(version.index()).len() {
                        let user = self.uses.list(version.index())[k];
                        self.user(f, version, user);
                    }
                }
            }
        }
    }

    fn edge(&mut self, f: &mut Func, from: BbId, k: usize) {
        if std::mem::replace(&mut self.edges[from.index()][k], true) {
            return;
        }
        let to = f.succs(from)[k];
        let place = self.places[from.index()][k] as usize;
        for phi in f.bbs[to].phis.iter().filter(|phi| is_variable(f, phi)) {
            self.fall(phi.result, self.of_version(f, phi.operands[place]));
        }
        self.block(f, to);
    }

    /// The block runs.
    fn block(&mut self, f: &mut Func, bb: BbId) {
        if std::mem::replace(&mut self.runs[bb.index()], true) {
            return;
        }
        for k in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[k];
            self.statement(f, s);
        }
        self.branch(f, bb);
    }

    fn branch(&mut self, f: &mut Func, bb: BbId) {
        let Some(condition) = f.bbs[bb].terminator().condition() else {
            self.work.extend((0..f.succs(bb).len()).map(|k| Task::Edge(bb, k)));
            return;
        };
        let choice = match self.root(f, condition) {
            Value::Unknown => return,
            Value::Constant(c) => f.codemap.constant(c),
            Value::Varies => None,
        };
        let count = f.succs(bb).len();
        // Of two equal targets there is one edge.
        let chosen = |k: usize| count < 2 || choice.is_none_or(|c| (c != 0) == (k == 0));
        self.work.extend((0..count).filter(|&k| chosen(k)).map(|k| Task::Edge(bb, k)));
    }

    /// What uses a version whose value fell.
    fn user(&mut self, f: &mut Func, version: CrId, user: Use) {
        match user {
            Use::Phi(bb, k, place) => {
                let pred = f.bbs[bb].preds()[place as usize];
                let edge = f.succs(pred).iter().position(|&to| to == bb);
                if edge.is_some_and(|edge| self.edges[pred.index()][edge]) {
                    let value = self.of_version(f, version);
                    self.fall(f.bbs[bb].phis[k as usize].result, value);
                }
            }
            Use::Stmt(s) if self.runs[f.stmts[s].bb.index()] => self.statement(f, s),
            Use::Branch(bb) if self.runs[bb.index()] => self.branch(f, bb),
            Use::Stmt(_) | Use::Branch(_) => {}
        }
    }

    fn statement(&mut self, f: &mut Func, s: StmtId) {
        let stmt = &f.stmts[s];
        if stmt.op == StmtOp::Stid {
            let (result, tree) = (stmt.results[0], stmt.kids[0]);
            let value = match (*f.codemap.get(tree), self.constants) {
                (CodeRep::Ivar { access, .. }, Some(module)) => self.load(f, module, access),
                _ => self.root(f, tree),
            };
            self.fall(result, value);
        }
    }

    /// A load of a constant object at a known place is a constant.
    fn load(&mut self, f: &mut Func, module: &Module, access: Access) -> Value {
        let base = match self.root(f, access.base) {
            Value::Constant(base) => base,
            other => return other,
        };
        let access = Access { base, ..access }.normal(&mut f.codemap);
        held(&mut f.codemap, module, &access).map_or(Value::Varies, Value::Constant)
    }

    /// The version has the value, too.
    fn fall(&mut self, version: CrId, value: Value) {
        let old = *self.value.get(version);
        let new = match (old, value) {
            (Value::Unknown, new) => new,
            (_, Value::Unknown) => return,
            (old, new) if old == new => return,
            _ => Value::Varies,
        };
        if new != old {
            *self.value.entry(version) = new;
            self.work.push(Task::Version(version));
        }
    }

    fn of_version(&self, f: &Func, version: CrId) -> Value {
        match *self.value.get(version) {
            Value::Unknown if never_constant(f, version, self.constants.is_some()) => Value::Varies,
            known => known,
        }
    }

    fn root(&mut self, f: &mut Func, id: CrId) -> Value {
        self.epoch += 1;
        self.tree(f, id)
    }

    fn tree(&mut self, f: &mut Func, id: CrId) -> Value {
        let op = match *f.codemap.get(id) {
            CodeRep::Var { .. } => return self.of_version(f, id),
            CodeRep::Ivar { .. } => return Value::Varies,
            CodeRep::Op(op) => op,
            _ => return Value::Constant(id),
        };
        let (epoch, known) = *self.memo.get(id);
        if epoch == self.epoch {
            return known;
        }
        let value = match is_literal(&f.codemap, id) {
            true => Value::Constant(id),
            false => self.operation(f, op),
        };
        *self.memo.entry(id) = (self.epoch, value);
        value
    }

    fn operation(&mut self, f: &mut Func, op: Op) -> Value {
        let mut kids = op.kids;
        for kid in kids.iter_mut() {
            match self.tree(f, *kid) {
                Value::Unknown => return Value::Unknown,
                Value::Constant(c) => *kid = c,
                Value::Varies => {}
            }
        }
        // What the CODEMAP did not fold as it stands, it does not fold now.
        if kids == op.kids {
            return Value::Varies;
        }
        let leads_somewhere = op.makes_generic() || op.opr == Operator::Add;
        let new = match f.codemap.simplified(Op { kids, ..op }) {
            None if leads_somewhere => Some(f.codemap.op(Op { kids, ..op })),
            simple => simple,
        };
        match new {
            Some(new) if is_literal(&f.codemap, new) => Value::Constant(new),
            _ => Value::Varies,
        }
    }

    /// True where a use can become a constant that is none, but for those that propagation sees.
    fn found(&self, f: &Func, cx: &Cx<'_>) -> bool {
        let constant = |version: CrId| matches!(self.value.get(version), Value::Constant(_));
        let stid = |s: &StmtId| {
            let stmt = &f.stmts[*s];
            stmt.op == StmtOp::Stid
                && constant(stmt.results[0])
                && !is_literal(&f.codemap, stmt.kids[0])
        };
        cx.facts.blocks(f).into_iter().filter(|bb| self.runs[bb.index()]).any(|bb| {
            let block = &f.bbs[bb];
            let count = f.succs(bb).len();
            let decided = count > 1
                && self.edges[bb.index()] != [true; 2]
                && block.terminator().condition().is_some_and(|c| f.codemap.constant(c).is_none());
            decided
                || block.phis.iter().any(|phi| constant(phi.result))
                || block.stmts.iter().any(stid)
        })
    }

    /// Puts the constants in the places of what has their values.
    fn rewrite(&self, f: &mut Func, cx: &Cx<'_>, stats: &mut Stats) {
        let mut rewrite = Rewrite::folding();
        let mut replace = |_: &mut Codemap, id: CrId| match *self.value.get(id) {
            Value::Constant(c) => Some(c),
            _ => None,
        };
        let mut replaced = 0;
        for bb in cx.facts.blocks(f).into_iter().filter(|bb| self.runs[bb.index()]) {
            let Func { bbs, stmts, codemap, .. } = f;
            let before = replaced;
            for &s in &bbs[bb].stmts {
                let stmt = &mut stmts[s];
                let so_far = replaced;
                stmt.map_uses(codemap, |map, id, _| {
                    let new = rewrite.tree(map, id, &mut replace);
                    replaced += u64::from(new != id);
                    new
                });
                if replaced > so_far {
                    stmt.take_constants_out(codemap);
                }
            }
            bbs[bb].map_condition(|id| {
                let new = rewrite.tree(codemap, id, &mut replace);
                replaced += u64::from(new != id);
                new
            });
            let decided = bbs[bb].terminator().condition().and_then(|c| codemap.constant(c));
            stats.add("branches decided", u64::from(decided.is_some() && replaced > before));
        }
        stats.add("trees replaced", replaced);
    }
}

/// True for a version that no tree over variables gives its value, nor a load where one may be of a constant object.
fn never_constant(f: &Func, version: CrId, holds: bool) -> bool {
    match f.def(version) {
        Def::Entry | Def::Chi(_) => true,
        Def::Phi(..) => false,
        Def::Stmt(s) => {
            let stmt = &f.stmts[s];
            let is_load = || matches!(f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. });
            stmt.op != StmtOp::Stid || !holds && is_load()
        }
    }
}

/// The uses whose value hangs on a version's, of versions that may be constants.
fn uses(f: &Func, holds: bool) -> Grouped<Use> {
    let mut pairs: Vec<(u32, Use)> = Vec::new();
    let mut walk = Walk::new();
    let mut note = |version: CrId, user: Use| {
        if !never_constant(f, version, holds) {
            pairs.push((version.index() as u32, user));
        }
    };
    for &bb in &f.layout {
        for (k, phi) in f.bbs[bb].phis.iter().enumerate().filter(|(_, phi)| is_variable(f, phi)) {
            for (place, &operand) in phi.operands.iter().enumerate() {
                note(operand, Use::Phi(bb, k as u32, place as u32));
            }
        }
        let assigned = f.bbs[bb].stmts.iter().filter(|&&s| f.stmts[s].op == StmtOp::Stid);
        let trees = assigned.map(|&s| (f.stmts[s].kids[0], Use::Stmt(s)));
        let condition = f.bbs[bb].terminator().condition().map(|c| (c, Use::Branch(bb)));
        for (root, user) in trees.chain(condition) {
            let tree = match *f.codemap.get(root) {
                CodeRep::Ivar { .. } if !holds => continue,
                CodeRep::Ivar { access, .. } => access.base,
                _ => root,
            };
            walk.forget();
            walk.variables(&f.codemap, tree, |id, _| note(id, user));
        }
    }
    Grouped::of(f.codemap.len(), &pairs)
}
