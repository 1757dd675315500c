//! A constant and a sum of atoms, each times a factor, modulo a power of two.

use super::MOST_TERMS;
use super::width::Width;
use optx_whirl::fixed_hash::FixedHasher;
use smallvec::SmallVec;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// A factor times an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term<A> {
    /// What is taken so many times.
    pub atom: A,
    /// Modulo the form's width, and not zero.
    pub factor: u64,
}

/// A constant and terms: no two over one atom, none zero, in the order in which the atoms came.
///
/// Forms are equal where they are the same sum, whatever their order.
#[derive(Clone, Debug)]
pub struct Form<A> {
    width: Width,
    constant: u64,
    terms: SmallVec<[Term<A>; MOST_TERMS]>,
}

impl<A: Clone + PartialEq> Form<A> {
    /// A number.
    pub fn constant_of(width: Width, value: u64) -> Form<A> {
        Form { width, constant: width.cut(value), terms: SmallVec::new() }
    }

    /// An atom.
    pub fn atom_of(width: Width, atom: A) -> Form<A> {
        let mut form = Form::constant_of(width, 0);
        form.terms.push(Term { atom, factor: 1 });
        form
    }

    /// The width.
    pub fn width(&self) -> Width {
        self.width
    }

    /// The constant.
    pub fn constant(&self) -> u64 {
        self.constant
    }

    /// The terms.
    pub fn terms(&self) -> &[Term<A>] {
        &self.terms
    }

    /// Adds a number.
    pub fn add_constant(&mut self, value: u64) {
        self.constant = self.width.cut(self.constant.wrapping_add(value));
    }

    /// Adds a factor times an atom.
    pub fn add(&mut self, atom: A, factor: u64) {
        let Some(k) = self.terms.iter().position(|term| term.atom == atom) else {
            return self.append(atom, factor);
        };
        let sum = self.width.cut(self.terms[k].factor.wrapping_add(factor));
        self.terms[k].factor = sum;
        if sum == 0 {
            self.terms.remove(k);
        }
    }

    /// Adds a factor times another form.
    pub fn add_form(&mut self, other: &Form<A>, factor: u64) {
        self.add_constant(other.constant.wrapping_mul(factor));
        for term in &other.terms {
            self.add(term.atom.clone(), term.factor.wrapping_mul(factor));
        }
    }

    /// This and a factor times another; None where it has too many terms.
    pub fn plus(&self, other: &Form<A>, factor: u64) -> Option<Form<A>> {
        let mut sum = self.clone();
        sum.add_form(other, factor);
        sum.has_few_terms().then_some(sum)
    }

    /// True for no more terms than are worked with.
    pub fn has_few_terms(&self) -> bool {
        self.terms.len() <= MOST_TERMS
    }

    /// Adds a factor times an atom that is in no other term, or that [`Form::merge`] will put to it.
    pub(super) fn append(&mut self, atom: A, factor: u64) {
        let factor = self.width.cut(factor);
        if factor != 0 {
            self.terms.push(Term { atom, factor });
        }
    }

    /// Takes back the last terms that were appended, all but so many.
    pub(super) fn truncate(&mut self, count: usize) {
        self.terms.truncate(count);
    }

    /// Puts the terms of one atom to the first of them.
    pub(super) fn merge(&mut self) {
        for term in std::mem::take(&mut self.terms) {
            self.add(term.atom, term.factor);
        }
    }
}

impl<A: PartialEq> PartialEq for Form<A> {
    fn eq(&self, other: &Form<A>) -> bool {
        (self.width, self.constant, self.terms.len())
            == (other.width, other.constant, other.terms.len())
            && self.terms.iter().all(|term| other.terms.contains(term))
    }
}

impl<A: Eq> Eq for Form<A> {}

impl<A: Hash> Hash for Form<A> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let of = |term: &Term<A>| BuildHasherDefault::<FixedHasher>::default().hash_one(term);
        let sum = self.terms.iter().fold(self.constant, |sum, term| sum.wrapping_add(of(term)));
        state.write_u64(sum);
    }
}
