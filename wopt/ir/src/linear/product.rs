//! Products of nodes as atoms, which makes forms polynomials.

use super::form::{Form, Term};
use super::print::multiple;
use super::width::Width;
use crate::codemap::Codemap;
use crate::few::Few;
use crate::ids::CrId;
use optx_whirl::Operator;
use smallvec::SmallVec;

/// Products of more nodes are not worked with.
const MOST_FACTORS: usize = 3;

/// A product of nodes, one at least, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Product(Few<CrId, MOST_FACTORS>);

impl Product {
    /// A node alone.
    pub fn of(leaf: CrId) -> Product {
        Product(Few::from_slice(&[leaf]))
    }

    /// The nodes.
    pub fn leaves(&self) -> &[CrId] {
        &self.0
    }

    /// The product with another; None where it has too many nodes.
    fn times(&self, other: &Product) -> Option<Product> {
        if self.0.len() + other.0.len() > MOST_FACTORS {
            return None;
        }
        let mut leaves: Few<_, MOST_FACTORS> =
            self.0.iter().chain(other.leaves()).copied().collect();
        leaves.sort_unstable();
        Some(Product(leaves))
    }

    /// The other nodes.
    fn without(&self, k: usize) -> Few<CrId, MOST_FACTORS> {
        let others = self.0.iter().enumerate().filter(|&(other, _)| other != k);
        others.map(|(_, &leaf)| leaf).collect()
    }
}

/// A number that equal terms share.
fn key(leaves: &[CrId], factor: u64) -> u64 {
    leaves.iter().fold(factor ^ 0x9e37_79b9_7f4a_7c15, |key, leaf| {
        (key.rotate_left(5) ^ leaf.index() as u64).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

impl Term<Product> {
    /// A number that equal terms share.
    pub fn key(&self) -> u64 {
        key(self.atom.leaves(), self.factor)
    }
}

impl Form<Product> {
    /// A node.
    pub fn leaf(width: Width, id: CrId) -> Form<Product> {
        Form::atom_of(width, Product::of(id))
    }

    /// The product with another; None where it has too many terms, or one of too many nodes.
    pub fn times(&self, other: &Form<Product>) -> Option<Form<Product>> {
        let mut product =
            Form::constant_of(self.width(), self.constant().wrapping_mul(other.constant()));
        for (from, by) in [(self, other.constant()), (other, self.constant())] {
            for term in from.terms() {
                product.add(term.atom, term.factor.wrapping_mul(by));
            }
        }
        for a in self.terms() {
            for b in other.terms() {
                product.add(a.atom.times(&b.atom)?, a.factor.wrapping_mul(b.factor));
            }
        }
        product.has_few_terms().then_some(product)
    }

    /// The nodes of its terms; some more than once.
    pub fn leaves(&self) -> impl Iterator<Item = CrId> + '_ {
        self.terms().iter().flat_map(|term| term.atom.leaves().iter().copied())
    }

    /// True where all nodes are another's too.
    pub fn is_over_leaves_of(&self, other: &Form<Product>) -> bool {
        let holds =
            |leaf: CrId| other.terms().iter().any(|term| term.atom.leaves().contains(&leaf));
        self.leaves().all(holds)
    }

    /// True for what is more than a node, a factor and a constant.
    pub fn is_composed(&self) -> bool {
        let terms = self.terms();
        terms.len() > 1 || terms.iter().any(|term| term.atom.leaves().len() > 1)
    }

    /// What it grows by where a node grows by one; None where the node is in a product with itself.
    pub fn slope(&self, leaf: CrId) -> Option<Form<Product>> {
        let mut slope = Form::constant_of(self.width(), 0);
        for term in self.terms() {
            let Some(k) = term.atom.leaves().iter().position(|&other| other == leaf) else {
                continue;
            };
            let leaves = term.atom.without(k);
            match leaves.first() {
                _ if leaves.contains(&leaf) => return None,
                None => slope.add_constant(term.factor),
                Some(_) => slope.add(Product(leaves), term.factor),
            }
        }
        Some(slope)
    }

    /// The node that this is another times, where both are one product.
    pub fn divided_by(&self, other: &Form<Product>) -> Option<CrId> {
        let ([own], [less]) = (self.terms(), other.terms()) else { return None };
        let (leaves, fewer) = (own.atom.leaves(), less.atom.leaves());
        let is_one = fewer.len() > 1 && leaves.len() == fewer.len() + 1;
        if !is_one || (self.constant(), other.constant()) != (0, 0) || own.factor != less.factor {
            return None;
        }
        (0..leaves.len()).find(|&k| own.atom.without(k)[..] == *fewer).map(|k| leaves[k])
    }

    /// A number that polynomials which differ in their constants share.
    pub fn key(&self) -> u64 {
        let size = u64::from(self.width().words() * 4);
        self.terms().iter().fold(size, |sum, term| sum.wrapping_add(term.key()))
    }

    /// The key of one term alone, without one of its factors.
    pub fn key_without_factor(&self, term: &Term<Product>, k: usize) -> u64 {
        let size = u64::from(self.width().words() * 4);
        size.wrapping_add(key(&term.atom.without(k), term.factor))
    }

    /// The polynomial as a tree, with others in its nodes' places: single nodes first, each kind in the order of its nodes.
    pub fn tree(&self, map: &mut Codemap, mut leaf: impl FnMut(CrId) -> CrId) -> CrId {
        let (width, mtype) = (self.width(), self.width().mtype());
        let mut terms: SmallVec<[&Term<Product>; 8]> = self.terms().iter().collect();
        let is_single = |term: &Term<Product>| term.atom.leaves().len() == 1 && term.factor == 1;
        terms.sort_unstable_by(|a, b| {
            let rank = |term| (!is_single(term), term.atom.leaves());
            rank(a).cmp(&rank(b))
        });
        let mut sum = None;
        for term in terms {
            let nodes = term.atom.leaves();
            let product = nodes.iter().fold(None, |product, &id| {
                let node = leaf(id);
                Some(match product {
                    Some(product) => map.binary(Operator::Mpy, mtype, product, node),
                    None => node,
                })
            });
            sum = product.map(|product| multiple(map, width, sum, product, term.factor));
        }
        let constant = map.integer(mtype, self.constant());
        match sum {
            Some(sum) => map.binary(Operator::Add, mtype, sum, constant),
            None => constant,
        }
    }
}
