//! The oracle of virtual etas ([`super::views`]): the same function with its etas inserted says the same to every reader.
//!
//! Idea: closing SSA ([`crate::kit::closed_ssa`]) keeps statements and blocks, so each tree that a statement, a phi or a terminator reads has its like in
//! the closed function, where one state a node is exact. What is read, what statements make, and who comes to a block are compared.
//! Symbols are compared by how they scale: behind an exit the closed function has another name for them. What is said beside coefficients (that no
//! sum wraps, what number it is where nothing varies) is counted apart: a virtual eta stands above a tree and not above its leaves, so that was
//! asked of the threads of one round, and seldom is another answer.
//! Cost: a copy of the function, closed, and a second solution: for tests and for runs that verify.

use super::first_answer::FirstAnswer;
use super::views::At;
use super::{Assumptions, Base, Coef, Exact, Variance, VarianceMap};
use crate::kit::closed_ssa::close_over;
use crate::kit::facts::ModuleFacts;
use optx_ir::cycles::Cycles;
use optx_ir::{BbId, CrId, Func};

/// A state that the two do not agree about.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Who reads what.
    pub what: String,
    /// With virtual etas.
    pub seen: Variance,
    /// With inserted ones.
    pub closed: Variance,
}

/// What became of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Where virtual etas say less of how threads differ, or another thing.
    pub differences: Vec<Difference>,
    /// Where they say more: a copy that a cycle makes of what stands before it is that, whoever decides between the two, and an eta hides it.
    pub more: Vec<Difference>,
    /// How many states were compared.
    pub states: usize,
    /// Of how many of them only what is said beside coefficients differs.
    pub beside: usize,
}

/// Compares what the map of a function says with what that of the same function closed does.
pub fn compare(
    f: &Func,
    facts: &ModuleFacts<'_>,
    assumptions: Assumptions,
    map: &VarianceMap,
) -> Comparison {
    let mut closed = f.clone();
    close_over(&mut closed, facts, &Cycles::of(f));
    let other = VarianceMap::of(&closed, assumptions);
    let mut compared = Compared { f, map, other: &other, found: Comparison::default() };
    for &bb in &f.layout {
        let at = At::Block(bb);
        for &s in &f.bbs[bb].stmts {
            let (stmt, like) = (&f.stmts[s], &closed.stmts[s]);
            for (&kid, &like) in stmt.kids.iter().zip(&like.kids) {
                compared.tree((kid, at), like);
            }
            for (&result, &like) in stmt.results.iter().zip(&like.results) {
                if f.aux_of(result).is_some() {
                    compared.tree((result, at), like);
                }
            }
        }
        let condition = |f: &Func| f.bbs[bb].terminator().condition();
        if let (Some(a), Some(b)) = (condition(f), condition(&closed)) {
            compared.tree((a, at), b);
        }
        compared.control(bb);
    }
    compared.found
}

/// What the first answer ([`super::first_answer`]) is worth beside a map.
#[derive(Clone, Debug, Default)]
pub struct FirstAnswers {
    /// So many nodes it says vary in a warp, and so many that they do not.
    pub told: [usize; 2],
    /// Those that it says vary and the map does not. What it says is one has one value in all rounds, too, so behind an exit the map may say less.
    pub refuted: Vec<CrId>,
}

/// Holds the first answer of each node to the map's.
pub fn first_answers(f: &Func, map: &VarianceMap) -> FirstAnswers {
    let (mut first, mut found) = (FirstAnswer::new(), FirstAnswers::default());
    for id in (0..f.codemap.len()).map(CrId::from_index) {
        let state = map.cr_tid_var_state(id);
        let Some(is_one) = first.is_one(f, id).filter(|_| !state.is_top()) else { continue };
        found.told[usize::from(is_one)] += 1;
        if !is_one && state.is_warp_uniform() {
            found.refuted.push(id);
        }
    }
    found
}

struct Compared<'a> {
    f: &'a Func,
    map: &'a VarianceMap,
    other: &'a VarianceMap,
    found: Comparison,
}

impl Compared<'_> {
    fn tree(&mut self, read: (CrId, At), like: CrId) {
        let (id, at) = read;
        let closed = self.other.cr_tid_var_state(like);
        let closed = if closed.is_top() { Variance::VARYING } else { closed };
        let seen = self.map.seen(self.f, id, at);
        self.found.states += 1;
        let pairs = || coefs(&seen).zip(coefs(&closed));
        if pairs().all(|(a, b)| is_same(a, b)) {
            self.found.beside += usize::from(rest(&seen) != rest(&closed));
        } else {
            let says_more = pairs().all(|(a, b)| is_same(a, b) || b == Coef::Unknown);
            let text = optx_ir::print::tree_text(self.f, id);
            let list = match says_more {
                true => &mut self.found.more,
                false => &mut self.found.differences,
            };
            list.push(Difference { what: format!("{text} at {at:?}"), seen, closed });
        }
    }

    fn control(&mut self, bb: BbId) {
        let of = |map: &VarianceMap| Variance::UNIFORM.tainted(map.bb_control_variance(bb));
        let (seen, closed) = (of(self.map), of(self.other));
        self.found.states += 1;
        if seen != closed {
            self.found.differences.push(Difference {
                what: format!("control of {bb}"),
                seen,
                closed,
            });
        }
    }
}

/// How a value differs between threads, by axis and by lane.
fn coefs(state: &Variance) -> impl Iterator<Item = Coef> {
    state.coef.into_iter().chain([state.lane])
}

/// True for the same coefficient, symbols by any name.
fn is_same(a: Coef, b: Coef) -> bool {
    match (a, b) {
        (Coef::Symbolic(a), Coef::Symbolic(b)) => a.scale == b.scale,
        _ => a == b,
    }
}

/// What a state says beside its coefficients.
fn rest(of: &Variance) -> (Base, Exact, Exact, bool) {
    (of.base, of.exact, of.lane_exact, of.warp_aligned)
}
