//! Terms of an address that were one sum of 32 bits elsewhere are that sum again.
//!
//! `p[x + (y + 5)]` gives its constant to the access and is `p + 4 (long)x + 4 (long)y`; where `p[x + y]` is evaluated too,
//! it is `p + 4 (long)(x + y)`, and both have one base. Products by constants are found as the factors that they became.
//! Source: LLVM's SeparateConstOffsetFromGEP, "reunite". Legality: an I-form that was evaluated on every way here did not overflow, nor does
//! one that surely will be: in the same block, with no effect between that may end the thread or wait for ever. Its operands are the
//! same versions, and the extension of its value is the sum of the extensions.

use super::{Term, Terms};
use optx_ir::dominance::Dominance;
use optx_ir::linear::{self, Atom, Form, Parts, Whole};
use optx_ir::walk::Walk;
use optx_ir::{BbId, CodeRep, Codemap, CrId, Func, StmtOp, StmtRep};
use optx_whirl::fixed_hash::Map;

/// What an I-form of 32 bits is made of; None for what may wrap.
fn parts(map: &Codemap, tree: CrId) -> Option<Parts> {
    map.parts(Whole::sign_extended(tree))
}

/// The I-forms of 32 bits that statements evaluate, each with the first statement in layout order.
#[derive(Default)]
pub(super) struct Evaluated {
    of: Map<Parts, (CrId, BbId, u32)>,
    /// The places of each block's statements that may not go on.
    runs: Map<BbId, Vec<u32>>,
}

/// Where an address is.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) dom: &'a Dominance,
    pub(super) bb: BbId,
    /// The place of the statement in its block.
    pub(super) at: u32,
}

/// True for a statement behind which the next one runs.
fn goes_on(stmt: &StmtRep) -> bool {
    matches!(stmt.op, StmtOp::Stid | StmtOp::Istore)
}

impl Evaluated {
    pub(super) fn of(f: &Func) -> Evaluated {
        let mut of = Map::default();
        let mut runs: Map<BbId, Vec<u32>> = Map::default();
        let mut walk = Walk::new();
        for &bb in &f.layout {
            for (at, &s) in f.bbs[bb].stmts.iter().enumerate() {
                if !goes_on(&f.stmts[s]) {
                    runs.entry(bb).or_default().push(at as u32);
                }
                f.stmts[s].for_each_use(&f.codemap, |root, _| {
                    walk.tree(&f.codemap, root, |id, node| {
                        if let CodeRep::Op(_) = node
                            && let Some(parts) = parts(&f.codemap, id)
                        {
                            of.entry(parts).or_insert((id, bb, at as u32));
                        }
                        true
                    });
                });
            }
        }
        Evaluated { of, runs }
    }

    /// What is evaluated on every way to a site, or surely will be behind it.
    fn at(&self, site: Site<'_>, parts: Parts) -> Option<CrId> {
        let &(id, bb, at) = self.of.get(&parts)?;
        let surely = if bb == site.bb {
            at < site.at || self.run(site.bb, at) == self.run(site.bb, site.at)
        } else {
            site.dom.dominates(bb, site.bb)
        };
        surely.then_some(id)
    }

    /// Which run of statements without one that may not go on ends behind a place of a block, or with it.
    fn run(&self, bb: BbId, at: u32) -> usize {
        self.runs.get(&bb).map_or(0, |ends| ends.partition_point(|&end| end < at))
    }

    fn sum(&self, site: Site<'_>, a: Whole, b: Whole) -> Option<CrId> {
        self.at(site, Parts::Sum(a, b)).or_else(|| self.at(site, Parts::Sum(b, a)))
    }
}

/// True for a form two of whose terms may be one.
pub(super) fn may_reunite(form: &Form<Atom>) -> bool {
    let is_word = |term: &&linear::Term<Atom>| term.atom.sign_extended().is_some();
    form.has_few_terms() && form.terms().iter().filter(is_word).count() > 1
}

/// Puts terms together that change alike, as long as there are two; true where there were.
pub(super) fn reunite(terms: &mut Terms, evaluated: &Evaluated, site: Site<'_>) -> bool {
    let mut any = false;
    while let Some((i, j, whole, factor)) = pair(terms, evaluated, site) {
        let atom = Atom::Tree(Whole::sign_extended(whole));
        terms[i].term = linear::Term { atom, factor };
        terms.remove(j);
        any = true;
    }
    any
}

/// A term of 32 bits that are extended, and its factor.
fn word(term: &Term) -> Option<(Whole, i64)> {
    let tree = term.term.atom.sign_extended()?;
    Some((Whole::sign_extended(tree), term.term.factor as i64))
}

/// Two terms of one level, the sum that they are of, and its factor.
fn pair(
    terms: &[Term],
    evaluated: &Evaluated,
    site: Site<'_>,
) -> Option<(usize, usize, CrId, u64)> {
    for (i, first) in terms.iter().enumerate() {
        let Some((a, by)) = word(first) else { continue };
        for (j, second) in terms.iter().enumerate() {
            if i == j || first.level != second.level {
                continue;
            }
            let Some((b, factor)) = word(second) else { continue };
            let whole = if by == factor {
                evaluated.sum(site, a, b)
            } else if by == factor.wrapping_neg() {
                evaluated.at(site, Parts::Difference(b, a))
            } else {
                let quotient = by.checked_div(factor).and_then(|q| i32::try_from(q).ok());
                quotient.filter(|&q| factor.checked_mul(i64::from(q)) == Some(by)).and_then(|q| {
                    let product = evaluated.at(site, Parts::Multiple(a, i64::from(q) as u64))?;
                    evaluated.sum(site, Whole::sign_extended(product), b)
                })
            };
            if let Some(whole) = whole {
                return Some((i, j, whole, factor as u64));
            }
        }
    }
    None
}
