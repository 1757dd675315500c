//! What runs evaluate: how often each expression and each load, how many steps, what all statements cost, and which promises break.
//!
//! Idea: a run tells which blocks and edges it takes; what stands in a block it evaluates as often, each node once. An
//! *expression* is told by its [lexical form](optx_ir::Codemap::lexical). A temporary that a pass made stands for what is stored in it, so
//! that expressions of temporaries are those that they came of. A *load* is told in the same way, by its place.
//!
//! Source: the claims of the papers on SSAPRE (F. Chow et al., PLDI 1997; R. Kennedy et al., CC 1998) on each way of a run.
//! Limits: what an instruction takes in of its operands, an extension, a negation or the product of a sum, goes along in what is moved and is
//! not counted; nor is an object's address, which links to a constant.

use optx_ir::interpret::{End, Input, Outcome, Value, Watch, run_watching};
use optx_ir::print::tree_text;
use optx_ir::walk::Walk;
use optx_ir::{AuxId, BbId, CodeRep, Codemap, CrId, Func, Op, Role, StmtId, StmtOp, Terminator};
use optx_whirl::{Module, Mtype, Operator};
use std::collections::{BTreeMap, BTreeSet};

/// How often, by what.
pub type Counts = BTreeMap<String, u64>;

/// A run that came to its end.
pub struct Ran {
    /// Statements and terminators.
    pub steps: u64,
    /// How often each block is come to.
    blocks: BTreeMap<BbId, u64>,
    /// How often each edge is taken.
    edges: BTreeMap<(BbId, BbId), u64>,
    /// How often an I-form of operands that are known overflows.
    pub overflows: u64,
}

struct Way {
    at: BbId,
    blocks: BTreeMap<BbId, u64>,
    edges: BTreeMap<(BbId, BbId), u64>,
    overflows: u64,
}

impl Watch for Way {
    fn set(&mut self, _: CrId, _: Value) {}

    fn enter(&mut self, bb: BbId) {
        *self.blocks.entry(bb).or_default() += 1;
        *self.edges.entry((self.at, bb)).or_default() += 1;
        self.at = bb;
    }

    fn overflow(&mut self, _: &Op) {
        self.overflows += 1;
    }
}

impl Ran {
    /// Runs a function; None where it does not end well.
    pub fn of(module: &Module, f: &Func, input: Input) -> Option<Ran> {
        let (at, edges) = (f.entry(), BTreeMap::new());
        let mut way = Way { at, blocks: BTreeMap::from([(at, 1)]), edges, overflows: 0 };
        let Outcome::Ran(trace) = run_watching(module, f, input, &mut way) else { return None };
        let End::Returned { .. } = trace.end else { return None };
        let Way { blocks, edges, overflows, .. } = way;
        Some(Ran { steps: trace.steps, blocks, edges, overflows })
    }

    /// How often a block is come to.
    pub fn times(&self, bb: BbId) -> u64 {
        self.blocks.get(&bb).copied().unwrap_or(0)
    }

    /// How often an edge is taken.
    pub fn taken(&self, from: BbId, to: BbId) -> u64 {
        self.edges.get(&(from, to)).copied().unwrap_or(0)
    }

    /// Evaluations by expression, in statements that count.
    pub fn expressions(
        &self,
        f: &Func,
        naming: Naming,
        counted: impl Fn(StmtId) -> bool,
    ) -> Counts {
        let mut forms = Forms::of(f, naming);
        let mut found = Counts::new();
        for (&bb, &times) in &self.blocks {
            // An operation that promises not to overflow is the same instruction as one that does not.
            let ops = evaluated(f, bb, &counted).into_iter();
            let ops: BTreeSet<CrId> = ops.map(|op| forms.f.codemap.unsigned_form(op)).collect();
            for op in ops {
                *found.entry(forms.text(op)).or_default() += times;
            }
        }
        found
    }

    /// Loads by place.
    pub fn loads(&self, f: &Func, naming: Naming) -> Counts {
        let mut forms = Forms::of(f, naming);
        let mut found = Counts::new();
        for (&bb, &times) in &self.blocks {
            for &s in &f.bbs[bb].stmts {
                let loaded = f.stmts[s].kids.iter().filter(|&&kid| is_load(f, kid));
                for &kid in loaded {
                    *found.entry(forms.text(kid)).or_default() += times;
                }
            }
        }
        found
    }

    /// What the statements cost, in form Regs: operations by their cost, a copy, a constant, a load, a store and a branch one.
    pub fn cost(&self, f: &Func) -> u64 {
        self.blocks.iter().map(|(&bb, &times)| times * cost(f, bb)).sum()
    }

    /// Copies of one variable to another.
    pub fn copies(&self, f: &Func) -> u64 {
        let is_copy = |s: &StmtId| {
            let stmt = &f.stmts[*s];
            stmt.op == StmtOp::Stid && matches!(f.codemap.get(stmt.kids[0]), CodeRep::Var { .. })
        };
        let in_block = |bb: BbId| f.bbs[bb].stmts.iter().copied().filter(is_copy).count() as u64;
        self.blocks.iter().map(|(&bb, &times)| times * in_block(bb)).sum()
    }
}

fn is_load(f: &Func, id: CrId) -> bool {
    matches!(f.codemap.get(id), CodeRep::Ivar { .. })
}

/// What the statements of a block cost once, its terminator included.
pub fn cost(f: &Func, bb: BbId) -> u64 {
    let mut sum = u64::from(matches!(f.bbs[bb].terminator(), Terminator::Branch { .. }));
    for &s in &f.bbs[bb].stmts {
        let mut operations = 0;
        f.stmts[s].for_each_use(&f.codemap, |root, role| {
            if !f.codemap.is_free(root, role) {
                operations += u64::from(f.codemap.tree_cost(root));
            }
        });
        let is_assignment = f.stmts[s].op == StmtOp::Stid && !is_load(f, f.stmts[s].kids[0]);
        sum += if is_assignment { operations.max(1) } else { operations + 1 };
    }
    if let Some(condition) = f.bbs[bb].terminator().condition() {
        sum += u64::from(f.codemap.tree_cost(condition));
    }
    sum
}

/// The operations that a block evaluates, each node once: what several of its statements ask for `placement` keeps in a temporary.
fn evaluated(f: &Func, bb: BbId, counted: &impl Fn(StmtId) -> bool) -> Vec<CrId> {
    let (mut found, mut walk) = (Vec::new(), Walk::new());
    let mut asked: BTreeSet<CrId> = BTreeSet::new();
    let mut look = |root: CrId, role: Role, walk: &mut Walk| {
        if !f.codemap.is_free(root, role) {
            asked.insert(root);
            walk.tree(&f.codemap, root, |id, node| {
                if let CodeRep::Op(op) = node {
                    found.push((id, *op));
                    let kids = op.kids.iter().filter(|&&kid| !takes_in(&f.codemap, op, kid));
                    asked.extend(kids);
                }
                true
            });
        }
    };
    for &s in f.bbs[bb].stmts.iter().filter(|&&s| counted(s)) {
        f.stmts[s].for_each_use(&f.codemap, |root, role| look(root, role, &mut walk));
    }
    if let Some(condition) = f.bbs[bb].terminator().condition() {
        look(condition, Role::Condition, &mut walk);
    }
    let counts = |(id, op): &(CrId, Op)| asked.contains(id) && counts(&f.codemap, op);
    found.into_iter().filter(counts).map(|(id, _)| id).collect()
}

/// True for the product that a sum takes in, one of integers whose extended factors it takes in included.
fn takes_in(map: &Codemap, op: &Op, kid: CrId) -> bool {
    let is_sum = matches!(op.opr, Operator::Add | Operator::Sub);
    let product = map.as_op(kid).filter(|inner| is_sum && inner.opr == Operator::Mpy);
    product.is_some_and(|inner| inner.rtype.size() == 4 || map.wide_product(inner).is_some())
}

/// False for what an instruction takes in of its operands, and for an object's address, which is a number when the program is linked.
fn counts(map: &Codemap, op: &Op) -> bool {
    let is_address = op.kids.len() == 1 && matches!(map.get(op.kids[0]), CodeRep::Lda { .. });
    let is_taken_in = match op.opr {
        _ if is_address => true,
        Operator::Cvt => op.rtype.size() == 8,
        Operator::Neg | Operator::Abs => op.rtype.is_float(),
        _ => op.cost() == 0 || op.kids.is_empty(),
    };
    op.rtype != Mtype::B && op.rtype.size() >= 4 && !is_taken_in
}

/// A variable stands for a tree of so many levels.
const HIGHEST: u16 = 6;

/// By what variables expressions are told.
#[derive(Clone, Copy, Debug)]
pub struct Naming {
    /// Variables from here on are the pass's.
    pub own: usize,
    /// A variable of the program stands for what it is assigned, a copy or a tree of few levels.
    pub sees_values: bool,
}

/// Lexical forms, in which a pass's own variables are what they stand for.
struct Forms {
    f: Func,
    naming: Naming,
    /// The highest tree that is stored in a variable: others are what constants made of it.
    stored: BTreeMap<AuxId, CrId>,
    forms: BTreeMap<CrId, CrId>,
    known: BTreeMap<CrId, String>,
}

impl Forms {
    fn of(f: &Func, naming: Naming) -> Forms {
        let mut stored = BTreeMap::new();
        for s in f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts) {
            let stmt = &f.stmts[*s];
            if stmt.op == StmtOp::Stid
                && let CodeRep::Var { aux, .. } = f.codemap.get(stmt.results[0])
                && aux.index() >= naming.own
            {
                let tree = stmt.kids[0];
                let known = stored.entry(*aux).or_insert(tree);
                if f.codemap.height(tree) > f.codemap.height(*known) {
                    *known = tree;
                }
            }
        }
        Forms { f: f.clone(), naming, stored, forms: BTreeMap::new(), known: BTreeMap::new() }
    }

    fn text(&mut self, id: CrId) -> String {
        if let Some(text) = self.known.get(&id) {
            return text.clone();
        }
        let form = self.form(id);
        let text = tree_text(&self.f, form);
        self.known.insert(id, text.clone());
        text
    }

    fn form(&mut self, id: CrId) -> CrId {
        if let Some(&form) = self.forms.get(&id) {
            return form;
        }
        let form = match *self.f.codemap.get(id) {
            CodeRep::Var { aux, .. } => {
                // Until it is known it stands for itself: variables may be set of each other.
                let itself = self.f.plain_var(aux);
                self.forms.insert(id, itself);
                self.stands_for(id, aux).map_or(itself, |tree| self.form(tree))
            }
            CodeRep::Op(op) => {
                let kids = op.kids.map(|kid| self.form(kid));
                self.f.codemap.unsigned_over(op, kids)
            }
            CodeRep::Ivar { access, .. } => {
                let base = self.form(access.base);
                let access = optx_ir::identity::lexical_shape(access.shape()).at(base);
                self.f.codemap.ivar(access, None, false)
            }
            _ => id,
        };
        self.forms.insert(id, form);
        form
    }

    /// What a variable is read as: what one of the program is assigned, where that is seen, and what is stored in one of the pass, but for
    /// a variable of the program, which there stands for the load of what was stored.
    fn stands_for(&self, id: CrId, aux: AuxId) -> Option<CrId> {
        let Naming { own: first, sees_values } = self.naming;
        let own = |tree: &CrId| self.f.aux_of(*tree).map(|aux| aux.index() >= first);
        let is_seen = |tree: &CrId| match self.f.codemap.get(*tree) {
            CodeRep::Var { .. } => own(tree) == Some(false),
            CodeRep::Op(_) => self.f.codemap.height(*tree) <= HIGHEST,
            _ => false,
        };
        match aux.index() < first {
            true => self.f.assigned(id).filter(|tree| sees_values && is_seen(tree)),
            false => self.stored.get(&aux).copied().filter(|tree| own(tree) != Some(false)),
        }
    }
}
