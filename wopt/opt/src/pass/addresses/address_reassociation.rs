//! Addresses in cycles: what the cycle does not change is added first.
//!
//! Idea: an address is a sum, of an array's start, products of indices, offsets. Its terms are taken apart, through sums, products
//! by constants and extensions of sums, and added again by the cycle that they change in, the outermost first: `(a + 4 (n i + j))`
//! becomes `(a + 4 n i) + 4 j` where `j` alone changes. The first part is one value for the whole cycle, which ptxas keeps; the
//! rest is one product and sum. Outside of cycles, and where all terms change alike, nothing does.
//!
//! What was taken apart for its constant is put together again where an equal sum stands before it ([`reunion`]), and a product inside
//! an extension joins the factor outside: `4 (long)(32 x)` is `128 (long)x`.
//!
//! Sums of the same terms in another order become the first one's.
//!
//! Before, a variable that is an index and nothing else gives way to its definition ([`indices`]), and an address that a variable holds, as that of `a[i + 1] += x` does, which is loaded from and stored to, gives way to its tree
//! where that has a constant: the constant goes to the access's offset, and neighbours have one base.
//!
//! Source: the global reassociation of gpucc (Wu et al., CGO 2016, section 4.3) and the ranks of Briggs and Cooper, "Effective
//! Partial Redundancy Elimination" (PLDI 1994), for addresses alone.
//! Legality: sums and products of 64 bits are modulo 2^64, so they may be taken apart and put together in U-form in any order. The
//! extension of a sum of 32 bits is the sum of the extensions where it is an I-form, whose overflow has no value; an unsigned one
//! may wrap and stays whole; products alike. What a variable was assigned was evaluated before, I-forms too, and is its value still, in the same round of all
//! cycles. An access's place does not change, nor does what runs. Cost: linear in addresses, of each at most
//! [`MOST_NODES`].

mod indices;
mod reunion;

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::walk::Walk;
use optx_ir::{Access, BbId, CodeRep, Codemap, CrId, Def, Func, SideTable, StmtId};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Mtype, Operator};
use reunion::{Evaluated, Site};
use smallvec::SmallVec;

/// So many nodes of an address are taken apart.
const MOST_NODES: usize = 24;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("address-reassociation");
    let (cycles, dom) = (cx.analyses.cycles(f), cx.analyses.dominators(f));
    stats.add("indices seen through", indices::see_through(f, &dom, &cycles));
    let mut pass = Pass {
        cycles: &cycles,
        levels: SideTable::new((0, 0)),
        epoch: 0,
        walk: Walk::new(),
        evaluated: None,
        orders: Map::default(),
    };
    // Before any address changes: under any order of blocks the same is found.
    if pass.look_at_all(f) {
        pass.evaluated = Some(Evaluated::of(f));
    }
    for bb in cx.facts.blocks(f) {
        pass.epoch += 1;
        for k in 0..f.bbs[bb].stmts.len() {
            let site = Site { dom: &dom, bb, at: k as u32 };
            let changed = pass.statement(f, site, f.bbs[bb].stmts[k]);
            stats.add("addresses put in order", u64::from(changed));
        }
    }
    stats
}

/// A term of an address, and how deep the innermost cycle around the access is that it changes in.
#[derive(Clone, Copy)]
struct Term {
    tree: CrId,
    level: u32,
    /// A product joined its factor.
    is_merged: bool,
}

struct Pass<'a> {
    cycles: &'a Cycles,
    /// The levels of trees, each with the block that it was asked for.
    levels: SideTable<CrId, (u32, u32)>,
    epoch: u32,
    walk: Walk,
    /// Where some address has two terms that may be one.
    evaluated: Option<Evaluated>,
    /// By their terms, of addresses of three and more, the first one.
    orders: Map<Set, CrId>,
}

/// Terms whatever their order.
type Set = SmallVec<[CrId; 4]>;

fn set(terms: &[Term]) -> Set {
    let mut set: Set = terms.iter().map(|term| term.tree).collect();
    set.sort_unstable();
    set
}

impl Pass<'_> {
    /// Looks at all addresses as they are, in the order of the layout: true where two terms of some address may be one.
    fn look_at_all(&mut self, f: &mut Func) -> bool {
        let (mut terms, mut may_reunite) = (Vec::new(), false);
        for k in 0..f.layout.len() {
            let bb = f.layout[k];
            self.epoch += 1;
            for at in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[at];
                let Some(access) = f.stmts[s].access(&f.codemap) else { continue };
                terms.clear();
                self.terms(f, bb, access.base, &mut terms, &mut { MOST_NODES });
                may_reunite |= reunion::may_reunite(&f.codemap, &terms);
                if terms.len() > 2 {
                    self.orders.entry(set(&terms)).or_insert(access.base);
                }
            }
        }
        may_reunite
    }

    fn statement(&mut self, f: &mut Func, site: Site<'_>, s: StmtId) -> bool {
        let access = f.stmts[s].access(&f.codemap);
        let Some(new) = access.and_then(|access| self.access(f, site, access)) else {
            return false;
        };
        let Func { stmts, codemap, .. } = f;
        stmts[s].set_access(codemap, new);
        true
    }

    /// The access with its address in order; None where it is.
    fn access(&mut self, f: &mut Func, site: Site<'_>, access: Access) -> Option<Access> {
        let without = self.without_constant(f, site.bb, access);
        self.in_order(f, site, without.unwrap_or(access)).or(without)
    }

    /// An access at the address that a variable of this cycle holds, with the constant of that address in its offset; of any variable
    /// where that is an object's.
    fn without_constant(&self, f: &mut Func, bb: BbId, access: Access) -> Option<Access> {
        let tree = f.aux_of(access.base).and_then(|_| f.assigned(access.base))?;
        // What ranges made an object's address of.
        if let CodeRep::Lda { .. } = f.codemap.get(tree) {
            return Some(Access { base: tree, ..access }.normal(&mut f.codemap));
        }
        let sum = f.codemap.as_op(tree).filter(|op| op.opr == Operator::Add)?;
        let same_size = sum.rtype.bits() == f.mtype(access.base).bits();
        let defined = f.def_block(access.base)?;
        // Of a pointer that walks the next value would live beside the one that it is made of.
        let walks = matches!(f.codemap.get(sum.kids[0]), CodeRep::Var { .. })
            && matches!(f.def(sum.kids[0]), Def::Phi(..));
        if !same_size || walks || self.cycles.innermost(defined) != self.cycles.innermost(bb) {
            return None;
        }
        let found = Access { base: tree, ..access }.with_constants_out(&mut f.codemap);
        (found.base != tree).then_some(found)
    }

    fn in_order(&mut self, f: &mut Func, site: Site<'_>, access: Access) -> Option<Access> {
        f.codemap.as_op(access.base)?;
        let mut terms = Vec::new();
        self.terms(f, site.bb, access.base, &mut terms, &mut { MOST_NODES });
        let reunited = match &self.evaluated {
            Some(evaluated) if reunion::may_reunite(&f.codemap, &terms) => {
                reunion::reunite(&mut f.codemap, &mut terms, evaluated, site)
            }
            _ => false,
        };
        let first = terms.first()?.level;
        let is_level = terms.iter().all(|term| term.level == first);
        if is_level && !reunited && !terms.iter().any(|term| term.is_merged) {
            let first = self.orders.get(&set(&terms)).filter(|_| terms.len() > 2);
            let base = *first.filter(|&&first| first != access.base)?;
            return Some(Access { base, ..access });
        }
        terms.sort_by_key(|term| term.level);
        let base = sum(&mut f.codemap, &terms);
        let fits = base != access.base && f.codemap.height(base) < optx_ir::MAX_HEIGHT;
        fits.then_some(Access { base, ..access })
    }

    /// Takes a value of 64 bits apart.
    fn terms(&mut self, f: &mut Func, bb: BbId, id: CrId, terms: &mut Vec<Term>, left: &mut usize) {
        self.wide(f, bb, (id, 1), terms, left);
        // No more than was asked for: what is one term stays itself.
        if let [term] = terms[..]
            && !term.is_merged
        {
            terms[0].tree = id;
        }
    }

    fn wide(
        &mut self,
        f: &mut Func,
        bb: BbId,
        (id, factor): (CrId, u64),
        terms: &mut Vec<Term>,
        left: &mut usize,
    ) {
        *left = left.saturating_sub(1);
        let op = f.codemap.as_op(id).filter(|op| op.rtype.size() == 8 && *left > 0).copied();
        match op {
            Some(op) if op.opr == Operator::Add => {
                op.kids.iter().for_each(|&kid| self.wide(f, bb, (kid, factor), terms, left));
            }
            Some(op) if op.opr == Operator::Mpy && self.has_parts(f, bb, op.kids[0]) => {
                match f.codemap.constant(op.kids[1]) {
                    Some(by) => {
                        let factor = factor.wrapping_mul(by);
                        self.wide(f, bb, (op.kids[0], factor), terms, left);
                    }
                    None => self.term(f, bb, (id, factor), false, terms),
                }
            }
            Some(op) if op.opr == Operator::Cvt && self.has_parts(f, bb, id) => {
                self.words(f, bb, (op.kids[0], factor), false, terms, left);
            }
            _ => self.term(f, bb, (id, factor), false, terms),
        }
    }

    fn term(
        &mut self,
        f: &mut Func,
        bb: BbId,
        (id, factor): (CrId, u64),
        is_merged: bool,
        terms: &mut Vec<Term>,
    ) {
        let level = self.level(f, bb, id);
        let by = f.codemap.integer(Mtype::U8, factor);
        let tree = f.codemap.binary(Operator::Mpy, Mtype::U8, id, by);
        terms.push(Term { tree, level, is_merged });
    }

    /// True for an extension of a sum whose sides change in different cycles or of a product by a constant, or a sum of 64 bits.
    fn has_parts(&mut self, f: &Func, bb: BbId, id: CrId) -> bool {
        let Some(op) = f.codemap.as_op(id) else { return false };
        match op.opr {
            Operator::Add => op.rtype.size() == 8,
            Operator::Cvt if op.desc == Mtype::I4 => self.are_words(f, bb, op.kids[0]),
            _ => false,
        }
    }

    /// True for an I-form of 32 bits that is to be taken apart.
    fn are_words(&mut self, f: &Func, bb: BbId, id: CrId) -> bool {
        let Some(op) = f.codemap.as_op(id).filter(|op| op.rtype == Mtype::I4) else { return false };
        match op.opr {
            Operator::Add => self.level(f, bb, op.kids[0]) != self.level(f, bb, op.kids[1]),
            Operator::Mpy => f.codemap.constant(op.kids[1]).is_some(),
            _ => false,
        }
    }

    /// Takes an I-form of 32 bits apart.
    fn words(
        &mut self,
        f: &mut Func,
        bb: BbId,
        (id, factor): (CrId, u64),
        is_merged: bool,
        terms: &mut Vec<Term>,
        left: &mut usize,
    ) {
        *left = left.saturating_sub(1);
        if *left > 0
            && self.are_words(f, bb, id)
            && let Some(op) = f.codemap.as_op(id).copied()
        {
            let by = (op.opr == Operator::Mpy).then(|| f.codemap.constant(op.kids[1])).flatten();
            let Some(by) = by else {
                return op
                    .kids
                    .iter()
                    .for_each(|&kid| self.words(f, bb, (kid, factor), is_merged, terms, left));
            };
            let factor = factor.wrapping_mul(by as u32 as i32 as u64);
            return self.words(f, bb, (op.kids[0], factor), true, terms, left);
        }
        let extended = f.codemap.unary(Operator::Cvt, Mtype::I8, Mtype::I4, id);
        self.term(f, bb, (extended, factor), is_merged, terms);
    }

    /// How deep the innermost cycle around a block is that a tree changes in; 0 where in none.
    fn level(&mut self, f: &Func, bb: BbId, tree: CrId) -> u32 {
        let (epoch, known) = *self.levels.get(tree);
        if epoch == self.epoch {
            return known;
        }
        let mut level = 0;
        self.walk.forget();
        self.walk.variables(&f.codemap, tree, |id, _| {
            let defined = f.def_block(id).map_or(0, |at| self.cycles.common_depth(at, bb));
            level = level.max(defined);
        });
        *self.levels.entry(tree) = (self.epoch, level);
        level
    }
}

/// The sum of terms in order of their levels: those of one level first among themselves.
fn sum(map: &mut Codemap, terms: &[Term]) -> CrId {
    let add = |map: &mut Codemap, a: Option<CrId>, b: CrId| match a {
        Some(a) => map.binary(Operator::Add, Mtype::U8, a, b),
        None => b,
    };
    let mut whole = None;
    for group in terms.chunk_by(|a, b| a.level == b.level) {
        let mut part = None;
        for term in group {
            part = Some(add(map, part, term.tree));
        }
        if let Some(part) = part {
            whole = Some(add(map, whole, part));
        }
    }
    whole.unwrap_or(terms[0].tree)
}
