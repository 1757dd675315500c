//! Placement: each evaluation has one place, and nothing is evaluated where the source does not.
//!
//! Idea: hashing makes equal OPs one node, which says nothing of where it is computed. A statement evaluates its trees at its
//! place. So in one walk down the dominator tree, an occurrence of an OP that an evaluation of the same OP dominates reads
//! that evaluation's value; the first of a block, and each of two siblings, evaluates for itself. An evaluation that
//! another occurrence reads gets a temporary before its statement, unless it is what a Stid assigns: then the variable
//! is the register. Everything else stays in the tree of its user. Constants, addresses of objects, and extensions that a product
//! takes in ([`optx_ir::Codemap::wide_product`]) are repeated. What is constant for the thread, an object's address that is no
//! part of an access or a special register, is read once on entry where a cycle reads it. Loads need nothing: the build anchored
//! each where the source evaluates it.
//! After it, walking trees costs what the function's size is: `x1 = x0 + x0; x2 = x1 + x1; ...` is no tree of 2^n.
//!
//! Source: C. Click, "Global Code Motion, Global Value Numbering" (PLDI 1995), without its motion: a place that no occurrence
//! has would make paths pay that did not ask (two divisions in two arms are two).
//! Legality: OPs are pure. What is read dominates the reader, so it was evaluated, and nothing is evaluated on a path that
//! did not evaluate it: I-forms stay I-forms.
//! Cost: linear in the nodes of all statements' trees.

use crate::kit::candidates::is_thread_constant;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::walk::Walk;
use optx_ir::{
    AuxKind, Auxes, BbId, CodeRep, Codemap, CrId, Func, Kids, Op, Role, SideTable, StmtOp, StmtRep,
    new_aux, new_version,
};
use optx_whirl::{Loc, LocTable, Operator};

/// What a cycle evaluates at no more than this cost is evaluated again behind the cycle: that is less often, and the cycle's own
/// evaluation stays in the instruction of its user.
const CHEAP: u32 = 4;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let mut placer = Placer {
        dom: &dom,
        cycles: &cycles,
        constant: SideTable::new(None),
        sites: Vec::new(),
        met: 0,
        current: SideTable::new(None),
        rewrites: false,
        bb: f.entry(),
        place: 0,
        locs: &cx.facts.module.locs,
        loc: Loc::NONE,
        assigned: None,
        added: Vec::new(),
    };
    let constants = placer.name_constants(f);
    let on_entry = constants.len();
    placer.walk(f);
    placer.rewrites = true;
    placer.added = constants;
    placer.walk(f);
    let mut stats = Stats::new("placement");
    let shared = placer.sites.iter().filter(|site| site.shared).count();
    stats.add("evaluations shared", shared as u64);
    stats.add("constants of the thread read on entry", on_entry as u64);
    stats
}

/// One evaluation of an OP.
struct Site {
    bb: BbId,
    /// Another occurrence reads it.
    shared: bool,
    /// The version that holds the value.
    version: Option<CrId>,
}

/// Two equal walks: the first finds which evaluations are read, the second rewrites.
struct Placer<'a> {
    dom: &'a Dominance,
    cycles: &'a Cycles,
    /// The version that holds a constant of the thread that cycles read.
    constant: SideTable<CrId, Option<CrId>>,
    /// Evaluations in the order in which the walk meets them.
    sites: Vec<Site>,
    /// How many the walk has met.
    met: usize,
    /// The last evaluation of each OP that the walk met.
    current: SideTable<CrId, Option<u32>>,
    rewrites: bool,
    bb: BbId,
    /// The statement's place in its block.
    place: usize,
    locs: &'a LocTable,
    /// The place of the source's statement.
    loc: Loc,
    /// What the statement assigns its tree to.
    assigned: Option<CrId>,
    /// Temporaries' statements for the block, by place.
    added: Vec<(usize, StmtRep)>,
}

impl Placer<'_> {
    /// Gives each constant of the thread that a cycle reads a version; their assignments, for the entry.
    fn name_constants(&mut self, f: &mut Func) -> Vec<(usize, StmtRep)> {
        let (mut found, mut walk) = (Vec::new(), Walk::new());
        let cycles = self.cycles;
        for &bb in f.layout.iter().filter(|&&bb| cycles.innermost(bb).is_some()) {
            f.for_each_use_in(bb, |_, root, role| {
                if names_object(&f.codemap, root, role) {
                    return;
                }
                walk.tree(&f.codemap, root, |id, _| {
                    let constant = is_thread_constant(&f.codemap, id);
                    if constant {
                        found.push(id);
                    }
                    !constant
                });
            });
        }
        let entry = f.entry();
        let name = |id| {
            let aux = f.new_aux(AuxKind::Temp, f.mtype(id).unsigned(), "e");
            let version = f.new_version(aux);
            *self.constant.entry(id) = Some(version);
            (0, StmtRep::stid(version, id, entry, Loc::NONE))
        };
        found.into_iter().map(name).collect()
    }

    fn walk(&mut self, f: &mut Func) {
        self.met = 0;
        self.current.reset();
        self.current.cover(f.codemap.len());
        for &bb in self.dom.preorder() {
            self.bb = bb;
            let Func { bbs, stmts, codemap, auxes, .. } = f;
            let block = &mut bbs[bb];
            for (k, &s) in block.stmts.iter().enumerate() {
                let stmt = &mut stmts[s];
                (self.place, self.loc) = (k, self.locs.statement(stmt.loc));
                self.assigned = stmt.results.first().copied().filter(|_| stmt.op == StmtOp::Stid);
                stmt.map_uses(codemap, |map, id, role| self.root(auxes, map, id, role));
            }
            (self.place, self.loc, self.assigned) =
                (block.stmts.len(), self.locs.statement(block.loc), None);
            block.map_condition(|id| self.root(auxes, codemap, id, Role::Condition));
            f.insert_all(bb, std::mem::take(&mut self.added));
        }
    }

    /// A tree that a statement evaluates.
    fn root(&mut self, auxes: &mut Auxes, map: &mut Codemap, id: CrId, role: Role) -> CrId {
        // A branch on !c is one on c with its targets exchanged.
        if let Some(op) = map.as_op(id).filter(|op| is_taken_in(op, role)).copied() {
            return self.over(auxes, map, id, op);
        }
        if names_object(map, id, role) {
            return id;
        }
        let variable = self.assigned.filter(|_| role == Role::Assigned);
        self.occurrence(auxes, map, id, variable)
    }

    /// What an occurrence of a node becomes. `variable` is what a Stid assigns it to.
    fn occurrence(
        &mut self,
        auxes: &mut Auxes,
        map: &mut Codemap,
        id: CrId,
        variable: Option<CrId>,
    ) -> CrId {
        if let Some(version) = *self.constant.get(id) {
            return if self.rewrites { version } else { id };
        }
        let Some(op) = map.as_op(id).copied() else { return id };
        if let Some(site) = self.evaluated(map, id) {
            self.sites[site].shared = true;
            return if self.rewrites { self.sites[site].version.unwrap_or(id) } else { id };
        }
        let site = self.enter(id);
        let rtype = op.rtype;
        let value = self.over(auxes, map, id, op);
        if !self.rewrites {
            let fits =
                |v: &CrId| map.aux_of(*v).is_some_and(|a| auxes[a].mtype.interchangeable(rtype));
            self.sites[site].version = variable.filter(fits);
            return id;
        }
        if !self.sites[site].shared || self.sites[site].version.is_some() {
            return value;
        }
        let aux = new_aux(auxes, map, AuxKind::Temp, rtype.unsigned(), "e");
        let version = new_version(auxes, map, aux);
        self.sites[site].version = Some(version);
        self.added.push((self.place, StmtRep::stid(version, value, self.bb, self.loc)));
        version
    }

    /// The evaluation of an OP that dominates this place, and is to be read here.
    fn evaluated(&self, map: &Codemap, id: CrId) -> Option<usize> {
        let site = (*self.current.get(id))? as usize;
        let at = self.sites[site].bb;
        if !self.dom.dominates(at, self.bb) {
            return None;
        }
        let leaves = at != self.bb && self.cycles.leaves_with(at, at, self.bb);
        (!leaves || map.tree_cost(id) > CHEAP).then_some(site)
    }

    /// An evaluation here, the next one of the walk.
    fn enter(&mut self, id: CrId) -> usize {
        let site = self.met;
        if site == self.sites.len() {
            self.sites.push(Site { bb: self.bb, shared: false, version: None });
        }
        self.met += 1;
        *self.current.entry(id) = Some(site as u32);
        site
    }

    /// The OP over what its kids' occurrences become. It is not folded again: its operands only got names.
    fn over(&mut self, auxes: &mut Auxes, map: &mut Codemap, id: CrId, op: Op) -> CrId {
        let widens = map.wide_product(&op).is_some();
        let mut kids = Kids::new();
        for (k, &kid) in op.kids.iter().enumerate() {
            let taken_in = match map.as_op(kid) {
                Some(inner) if widens => inner.opr == Operator::Cvt,
                Some(inner) => op.opr == Operator::Select && k == 0 && inner.opr == Operator::Lnot,
                None => false,
            };
            kids.push(match map.as_op(kid).filter(|_| taken_in).copied() {
                Some(inner) => self.over(auxes, map, kid, inner),
                None => self.occurrence(auxes, map, kid, None),
            });
        }
        if kids == op.kids { id } else { map.intern(CodeRep::Op(Op { kids, ..op })) }
    }
}

/// True for the object that an access is to: its instruction names it.
fn names_object(map: &Codemap, id: CrId, role: Role) -> bool {
    role == Role::Base && matches!(map.get(id), CodeRep::Lda { .. })
}

/// True for an OP that the instruction of its statement takes in.
fn is_taken_in(op: &Op, role: Role) -> bool {
    role == Role::Condition && op.opr == Operator::Lnot
}
