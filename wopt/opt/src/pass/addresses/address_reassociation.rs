//! Addresses in cycles: what the cycle does not change is added first.
//!
//! Idea: an address is a sum, of an array's start, products of indices, offsets. Its terms are taken apart ([`optx_ir::linear`]) and added
//! again by the cycle that they change in, the outermost first ([`levels`]): `(a + 4 (n i + j))` becomes `(a + 4 n i) + 4 j` where
//! `j` alone changes. The first part is one value for the whole cycle, which ptxas keeps; the rest is one product and sum. Outside
//! of cycles, and where all terms change alike, nothing does.
//!
//! What was taken apart for its constant is put together again where an equal sum stands before it ([`reunion`]), and a product inside
//! an extension joins the factor outside: `4 (long)(32 x)` is `128 (long)x`.
//!
//! Sums of the same terms in another order become the first one's, where that asks for no more than its terms.
//!
//! Before, a variable that is an index and nothing else gives way to its definition ([`indices`]), and an address that a variable
//! holds, as that of `a[i + 1] += x` does, which is loaded from and stored to, gives way to its tree where that has a constant: the
//! constant goes to the access's offset, and neighbours have one base.
//!
//! Source: the global reassociation of gpucc (Wu et al., CGO 2016, section 4.3) and the ranks of Briggs and Cooper, "Effective
//! Partial Redundancy Elimination" (PLDI 1994), for addresses alone.
//! Legality: that of linear forms, and an access evaluates its own address. Not another's: the first address of the same terms may stand
//! on a way that is not taken, so none is put in another's place whose terms were found in an operation that may not overflow,
//! or that has variables which cancel.
//! What a variable was assigned was evaluated before, I-forms too, and is its value still, in the same round of all cycles. An
//! access's place does not change, nor does what runs. Cost: linear in addresses.

mod indices;
mod levels;
mod reunion;

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use levels::Levels;
use optx_ir::cycles::Cycles;
use optx_ir::linear::{self, Atom, Form, MOST_TERMS, Width, multiple, sum};
use optx_ir::{Access, BbId, CodeRep, Codemap, CrId, Def, Func, StmtId};
use optx_whirl::Operator;
use optx_whirl::fixed_hash::Map;
use reunion::{Evaluated, Site};
use smallvec::SmallVec;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("address-reassociation");
    let (cycles, dom) = (cx.analyses.cycles(f), cx.analyses.dominators(f));
    stats.add("indices seen through", indices::see_through(f, &dom, &cycles));
    let mut pass = Pass {
        cycles: &cycles,
        levels: Levels::new(&cycles),
        evaluated: None,
        orders: Map::default(),
    };
    // Before any address changes: under any order of blocks the same is found.
    if pass.look_at_all(f) {
        pass.evaluated = Some(Evaluated::of(f));
    }
    for bb in cx.facts.blocks(f) {
        pass.levels.enter(bb);
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
    term: linear::Term<Atom>,
    level: u32,
}

/// The terms of an address in order.
type Terms = SmallVec<[Term; MOST_TERMS]>;

struct Pass<'a> {
    cycles: &'a Cycles,
    levels: Levels<'a>,
    /// Where some address has two terms that may be one.
    evaluated: Option<Evaluated>,
    /// Of addresses of three terms and more, by their forms, the first one.
    orders: Map<Form<Atom>, CrId>,
}

impl Pass<'_> {
    /// Looks at all addresses as they are, in the order of the layout: true where two terms of some address may be one.
    fn look_at_all(&mut self, f: &Func) -> bool {
        let mut may_reunite = false;
        for &bb in &f.layout {
            self.levels.enter(bb);
            for &s in &f.bbs[bb].stmts {
                let Some(access) = f.stmts[s].access(&f.codemap) else { continue };
                let (form, opened) = self.levels.form(f, access.base);
                may_reunite |= reunion::may_reunite(&form);
                if form.terms().len() > 2 && !opened.asks_for_more {
                    self.orders.entry(form).or_insert(access.base);
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
        let (form, opened) = self.levels.form(f, access.base);
        let mut terms = self.levels.of_terms(f, &form);
        let reunited = match &self.evaluated {
            Some(evaluated) if reunion::may_reunite(&form) => {
                reunion::reunite(&mut terms, evaluated, site)
            }
            _ => false,
        };
        let first = terms.first()?.level;
        let is_level = terms.iter().all(|term| term.level == first);
        if is_level && !reunited && !opened.has_products {
            let first = self.orders.get(&form).filter(|_| terms.len() > 2);
            let base = *first.filter(|&&first| first != access.base)?;
            return Some(Access { base, ..access });
        }
        terms.sort_by_key(|term| term.level);
        let base = tree(&mut f.codemap, &terms, form.constant())?;
        let fits = base != access.base && f.codemap.height(base) < optx_ir::MAX_HEIGHT;
        fits.then_some(Access { base, ..access })
    }
}

/// The sum of terms in order of their levels, those of one level first among themselves, and of a constant.
fn tree(map: &mut Codemap, terms: &[Term], constant: u64) -> Option<CrId> {
    let mut whole = None;
    for group in terms.chunk_by(|a, b| a.level == b.level) {
        let part = sum(map, group.iter().map(|term| &term.term))?;
        whole = Some(match whole {
            Some(whole) => multiple(map, Width::LONG, Some(whole), part, 1),
            None => part,
        });
    }
    if constant == 0 {
        return whole;
    }
    let constant = map.integer(Width::LONG.mtype(), constant);
    Some(multiple(map, Width::LONG, whole, constant, 1))
}
