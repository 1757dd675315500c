//! Straight-line strength reduction: what differs by little from what is there is that and the little.
//!
//! Idea: `(k + 1) * n + c` behind `k * n + c` is that and `n`: a product less. Every evaluation is a [polynomial](polynomial), and is looked up
//! among those of the evaluations that dominate it, each with one term less or another coefficient of one. What the two differ by, one
//! term and a constant, is added where that is cheaper ([`price`]), and `(a * b) * c` behind `a * c` is that times b; of an address the constant goes to the access's offset. So the copies
//! of an unrolled loop's body take steps instead of products, sums in another order meet, and of a base, a stride and an index any may
//! differ.
//!
//! Source: gpucc (Wu et al., CGO 2016, section 4.2) with its three forms, and LLVM's later variable deltas; global reassociation (section 4.3)
//! falls out for what dominates. The polynomials are this project's: LLVM looks up base, stride and index by their shapes.
//!
//! Legality: sums and products are modulo 2^32 or 2^64, and what is put in is U-form. Equations between the extensions of I-forms hold
//! where both are evaluated, which is so for what dominates and for what stands here. Leaves are the same versions. Nothing else is evaluated
//! than OPs over the leaves of what was.
//! Worth: fewer machine instructions, or as many and fewer operations. The nearest evaluation is taken, so that steps are equal and shared. All
//! leaves of what it is made of are its own, so nothing that a loop does not change comes to hang on what it changes. From
//! one block to another only where registers are left ([`crate::analysis::pressure`]).
//! Cost: near-linear in the nodes: each has a bounded number of look-ups, each of which looks at [`MOST_LOOKED_AT`].

use crate::analysis::cache::Analyses;
use crate::analysis::pressure::{Pressure, units};
use crate::analysis::variance::estimate::Spreads;
use crate::kit::candidates::{self, MOST_STATEMENTS};
use crate::kit::context::Cx;
use crate::kit::polynomial::{Polynomial, Polynomials};
use crate::kit::price::{Price, price};
use crate::kit::stats::Stats;
use optx_ir::dominance::Dominance;
use optx_ir::linear::{Product, Term, Width, multiple};
use optx_ir::{BbId, CodeRep, Codemap, CrId, Func, Op, Role, SideTable, StmtId};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Mtype, Operator, RemarkKind};
use smallvec::SmallVec;

/// Of what a look-up finds so many are looked at, the nearest first.
const MOST_LOOKED_AT: usize = 4;

/// A chain of steps is no longer than this: each waits for the one before. What comes then begins another.
const HIGHEST: u16 = 24;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("straight-line-reduction");
    if f.stmts.len() > MOST_STATEMENTS {
        return stats;
    }
    let dom = cx.analyses.dominators(f);
    let mut pass = Pass {
        dom: &dom,
        bb: f.entry(),
        polynomials: Polynomials::new(),
        bases: Vec::new(),
        whole: Map::default(),
        less: Map::default(),
        became: SideTable::new(None),
        evaluated: SideTable::new(None),
        printed: SideTable::new(None),
        analyses: &mut cx.analyses,
        pressure: None,
        spreads: Spreads::new(),
        reduced: 0,
    };
    for &bb in dom.preorder() {
        pass.bb = bb;
        for k in 0..f.bbs[bb].stmts.len() {
            let (s, before) = (f.bbs[bb].stmts[k], pass.reduced);
            pass.statement(f, s);
            if pass.reduced > before {
                let at = cx.facts.module.locs.statement(f.stmts[s].loc);
                cx.remarks.tell(RemarkKind::Passed, at, || {
                    "an evaluation is one that stands before it, and a step".to_owned()
                });
            }
        }
        if let Some(condition) = f.bbs[bb].terminator().condition() {
            let new = pass.tree(f, condition, true);
            f.bbs[bb].map_condition(|_| new);
        }
    }
    stats.add("evaluations reduced", pass.reduced);
    stats
}

/// What others may be made of.
struct Base {
    /// As it is evaluated now.
    node: CrId,
    polynomial: u32,
    bb: BbId,
}

/// What a node becomes.
struct Reduced {
    /// What is evaluated, with its polynomial: of an address without the constant that goes to the access.
    node: CrId,
    polynomial: u32,
    whole: CrId,
}

/// As [`Reduced`], while better ones are looked for.
#[derive(Clone, Copy)]
struct Found {
    node: CrId,
    whole: CrId,
    offset: u64,
    base: CrId,
    /// Where it is evaluated.
    from: BbId,
}

struct Pass<'a> {
    dom: &'a Dominance,
    bb: BbId,
    polynomials: Polynomials,
    bases: Vec<Base>,
    /// By hash, the bases whose terms are those, and those that have one term besides; innermost last.
    whole: Map<u64, SmallVec<[u32; 2]>>,
    less: Map<u64, SmallVec<[u32; 2]>>,
    /// By node as it was, what it became, and where.
    became: SideTable<CrId, Option<(BbId, CrId)>>,
    /// By node as it is, where it is evaluated for itself.
    evaluated: SideTable<CrId, Option<BbId>>,
    /// By node as it is, the block where it is a product of words that a sum takes in.
    printed: SideTable<CrId, Option<BbId>>,
    analyses: &'a mut Analyses,
    pressure: Option<Pressure>,
    spreads: Spreads,
    reduced: u64,
}

impl Pass<'_> {
    fn statement(&mut self, f: &mut Func, s: StmtId) {
        f.rewrite_uses(s, |f, root, role| match role {
            Role::Base => self.address(f, root),
            _ => self.tree(f, root, false),
        });
    }

    /// An access's address.
    fn address(&mut self, f: &mut Func, root: CrId) -> CrId {
        if f.codemap.is_free(root, Role::Base) {
            return root;
        }
        self.node(f, root, false, true)
    }

    /// A tree that is evaluated, or taken in by what reads it.
    fn tree(&mut self, f: &mut Func, id: CrId, is_taken_in: bool) -> CrId {
        self.node(f, id, is_taken_in, false)
    }

    fn node(&mut self, f: &mut Func, id: CrId, is_taken_in: bool, is_address: bool) -> CrId {
        let CodeRep::Op(op) = *f.codemap.get(id) else { return id };
        if let Some((bb, new)) = *self.became.get(id)
            && self.is_above(&bb)
        {
            return new;
        }
        let is_own = !is_taken_in && op.rtype.is_integer() && matches!(op.rtype.size(), 4 | 8);
        let number = if is_own { self.polynomials.number(f, id) } else { None };
        let number = number.filter(|&k| self.polynomials.get(k).is_composed());
        let reduced = number.and_then(|k| self.reduced(f, id, k, is_address));
        let new = match reduced {
            Some(Reduced { node, polynomial, whole }) => {
                self.reduced += 1;
                self.note(f, node, Some(polynomial));
                return self.becomes(id, whole);
            }
            None => self.over_kids(f, op, id),
        };
        if is_own {
            self.note(f, new, number);
        } else if f.codemap.as_op(new).is_some_and(|op| f.codemap.wide_product(op).is_some()) {
            *self.printed.entry(new) = Some(self.bb);
        }
        self.becomes(id, new)
    }

    fn becomes(&mut self, id: CrId, new: CrId) -> CrId {
        *self.became.entry(id) = Some((self.bb, new));
        new
    }

    /// A node over what its operands become; promises hold as they did.
    fn over_kids(&mut self, f: &mut Func, op: Op, id: CrId) -> CrId {
        let kids = op.kids.map(|kid| {
            let is_taken_in = takes_in(&f.codemap, &op, kid);
            self.tree(f, kid, is_taken_in)
        });
        if kids == op.kids {
            return id;
        }
        let new = f.codemap.op(Op { kids, ..op });
        if f.codemap.height(new) <= optx_ir::MAX_HEIGHT { new } else { id }
    }

    /// Notes that a node is evaluated here, and may be the base of others.
    fn note(&mut self, f: &Func, node: CrId, polynomial: Option<u32>) {
        // What stands above stays so for blocks that this one does not dominate.
        if !self.evaluated.get(node).is_some_and(|bb| self.is_above(&bb)) {
            *self.evaluated.entry(node) = Some(self.bb);
        }
        let Some(polynomial) = polynomial.filter(|_| f.codemap.as_op(node).is_some()) else {
            return;
        };
        let base = self.bases.len() as u32;
        self.bases.push(Base { node, polynomial, bb: self.bb });
        let of = self.polynomials.get(polynomial);
        let hash = of.key();
        self.whole.entry(hash).or_default().push(base);
        for term in of.terms() {
            self.less.entry(hash.wrapping_sub(term.key())).or_default().push(base);
        }
    }

    /// A node as another and what it differs by.
    fn reduced(
        &mut self,
        f: &mut Func,
        id: CrId,
        number: u32,
        is_address: bool,
    ) -> Option<Reduced> {
        let own = self.polynomials.get(number).clone();
        let candidates = self.candidates(&own);
        if candidates.is_empty() {
            return None;
        }
        let mut best: Option<(Price, Found)> = None;
        let old = self.price(f, id)?;
        for base in candidates {
            let Base { node, polynomial, bb } = self.bases[base as usize];
            let other = self.polynomials.get(polynomial);
            if other.width() != own.width() || !other.is_over_leaves_of(&own) || node == id {
                continue;
            }
            let made = match own.divided_by(other) {
                Some(factor) => self.product(f, node, factor).map(|new| ((new, new), 0)),
                None => own
                    .plus(other, u64::MAX)
                    .filter(|rest| rest.terms().len() < 2)
                    .and_then(|rest| Some((self.sum(f, node, &rest)?, rest.constant()))),
            };
            let Some(((new, with_constant), constant)) = made else { continue };
            let is_offset = is_address && i32::try_from(constant as i64).is_ok();
            let priced = if is_offset { new } else { with_constant };
            let Some(price) = self.price(f, priced) else { continue };
            let is_better = match best {
                // Of equals, the one that warps have in common: what is made of it is in the uniform datapath, and leaves loops.
                Some((least, found)) => {
                    let spreads = (price == least)
                        .then(|| [node, found.base].map(|id| self.spreads.of(f, id)));
                    price < least || spreads.is_some_and(|[new, old]| new < old)
                }
                None => price < old,
            };
            if is_better {
                let offset = if is_offset { constant } else { 0 };
                let whole = with_constant;
                best = Some((price, Found { node: priced, whole, offset, base: node, from: bb }));
            }
        }
        let (_, Found { node, whole, offset, from, .. }) = best?;
        if !self.has_room(f, node, from) {
            return None;
        }
        let polynomial =
            if offset == 0 { number } else { self.polynomials.without(number, offset) };
        Some(Reduced { node, polynomial, whole })
    }

    fn price(&self, f: &Func, id: CrId) -> Option<Price> {
        use crate::kit::price::Known;
        if self.is_there(id) { Some(Price::default()) } else { price(&f.codemap, id, self) }
    }

    /// True for a block that the one in work is below.
    fn is_above(&self, bb: &BbId) -> bool {
        self.dom.dominates(*bb, self.bb)
    }

    /// The nearest bases that differ by one term at most.
    fn candidates(&mut self, own: &Polynomial) -> SmallVec<[u32; 8]> {
        let mut found = SmallVec::new();
        let hash = own.key();
        let without = |term: &Term<Product>| hash.wrapping_sub(term.key());
        nearest(&mut self.whole, hash, &self.bases, self.dom, self.bb, &mut found);
        nearest(&mut self.less, hash, &self.bases, self.dom, self.bb, &mut found);
        for term in own.terms() {
            let at = without(term);
            nearest(&mut self.whole, at, &self.bases, self.dom, self.bb, &mut found);
            nearest(&mut self.less, at, &self.bases, self.dom, self.bb, &mut found);
        }
        if let [term] = own.terms()
            && own.constant() == 0
        {
            for k in 0..term.atom.leaves().len() {
                let at = own.key_without_factor(term, k);
                nearest(&mut self.whole, at, &self.bases, self.dom, self.bb, &mut found);
            }
        }
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        found
    }

    /// A base times a leaf.
    fn product(&self, f: &mut Func, base: CrId, factor: CrId) -> Option<CrId> {
        let mtype = f.mtype(base).unsigned();
        let new = f.codemap.binary(Operator::Mpy, mtype, base, factor);
        (f.codemap.height(new) <= HIGHEST).then_some(new)
    }

    /// A base and what is to be added: without the constant, and with it.
    fn sum(&self, f: &mut Func, base: CrId, rest: &Polynomial) -> Option<(CrId, CrId)> {
        let map = &mut f.codemap;
        let (width, mtype) = (rest.width(), rest.width().mtype());
        let new = match rest.terms().first() {
            None => base,
            Some(term) => {
                let (&first, others) = term.atom.leaves().split_first()?;
                let product =
                    others.iter().fold(first, |p, &leaf| map.binary(Operator::Mpy, mtype, p, leaf));
                // Machine code shifts and adds in one instruction; a product is kept apart at times.
                let is_word_shift =
                    width == Width::WORD && term.factor.is_power_of_two() && term.factor != 1;
                match is_word_shift {
                    true => {
                        let by = map.integer(Mtype::U4, u64::from(term.factor.trailing_zeros()));
                        let step = map.binary(Operator::Shl, mtype, product, by);
                        map.binary(Operator::Add, mtype, base, step)
                    }
                    false => multiple(map, width, Some(base), product, term.factor),
                }
            }
        };
        let with_constant = match rest.constant() {
            0 => new,
            constant => {
                let constant = map.integer(mtype, constant);
                map.binary(Operator::Add, mtype, new, constant)
            }
        };
        (map.height(with_constant) <= HIGHEST).then_some((new, with_constant))
    }

    /// True where the base's value may live up to here.
    fn has_room(&mut self, f: &Func, new: CrId, from: BbId) -> bool {
        if from == self.bb {
            return true;
        }
        let pressure = self.pressure.get_or_insert_with(|| self.analyses.pressure(f));
        let units = units(f.mtype(new));
        let has_room = pressure.room(self.bb) >= units && pressure.room(from) >= units;
        if has_room {
            pressure.charge(self.bb, units);
        }
        has_room
    }
}

impl crate::kit::price::Known for Pass<'_> {
    fn is_there(&self, id: CrId) -> bool {
        let is = |id| self.evaluated.get(id).is_some_and(|bb| self.is_above(&bb));
        is(id) || self.became.get(id).is_some_and(|(bb, new)| self.is_above(&bb) && is(new))
    }

    fn is_printed(&self, id: CrId) -> bool {
        *self.printed.get(id) == Some(self.bb)
    }
}

/// Adds the last of a list that dominate a block; what does not dominate it dominates none that comes later.
fn nearest(
    lists: &mut Map<u64, SmallVec<[u32; 2]>>,
    hash: u64,
    bases: &[Base],
    dom: &Dominance,
    bb: BbId,
    found: &mut SmallVec<[u32; 8]>,
) {
    let Some(list) = lists.get_mut(&hash) else { return };
    while list.last().is_some_and(|&last| !dom.dominates(bases[last as usize].bb, bb)) {
        list.pop();
    }
    found.extend(list.iter().rev().take(MOST_LOOKED_AT).copied());
}

/// True where the instruction of an operation evaluates an operand of it too, a word's shift by a constant included.
fn takes_in(map: &Codemap, op: &Op, kid: CrId) -> bool {
    let is_shift = |inner: &Op| {
        let is_word = inner.opr == Operator::Shl && inner.rtype.size() == 4;
        is_word && map.constant(inner.kids[1]).is_some()
    };
    let is_sum = matches!(op.opr, Operator::Add | Operator::Sub);
    candidates::takes_in(map, op, kid) || is_sum && map.as_op(kid).is_some_and(is_shift)
}
