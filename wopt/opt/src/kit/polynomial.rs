//! Integer trees as polynomials: two trees whose polynomials differ by little are one evaluation and little more.
//!
//! A polynomial is a constant and a sum of products of leaves, each with a coefficient, modulo 2^32 or 2^64. Leaves are variables, and
//! nodes that are no sum, difference, product, negation or left shift by a constant. A variable that a Stid assigned is looked through. The
//! extension of an I-form of 32 bits is that of its leaves: the I-form does not overflow where it is evaluated, so the equation holds between
//! whole numbers, and modulo 2^64.

use optx_ir::{CodeRep, CrId, Def, Func, Op, SideTable, StmtOp};
use optx_whirl::{Mtype, Operator};
use smallvec::SmallVec;

/// Sums of more products are leaves.
const MOST_TERMS: usize = 6;

/// Products of more leaves are leaves.
const MOST_FACTORS: usize = 3;

/// So many variables deep a tree is looked through.
const DEEPEST: u32 = 16;

/// A coefficient times a product of leaves, which are in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) leaves: SmallVec<[CrId; 2]>,
    pub(crate) coefficient: u64,
}

impl Term {
    /// A number that equal terms share.
    pub(crate) fn hash(&self) -> u64 {
        let mut hash = self.coefficient ^ 0x9e37_79b9_7f4a_7c15;
        for leaf in &self.leaves {
            hash = (hash.rotate_left(5) ^ leaf.index() as u64).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        hash
    }
}

/// A polynomial; terms are in the order of their leaves, no two over the same, none zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Polynomial {
    /// 4 or 8 bytes.
    pub(crate) size: u32,
    pub(crate) constant: u64,
    pub(crate) terms: SmallVec<[Term; 4]>,
}

impl Polynomial {
    fn constant(size: u32, value: u64) -> Polynomial {
        Polynomial { size, constant: cut(size, value), terms: SmallVec::new() }
    }

    fn leaf(size: u32, id: CrId) -> Polynomial {
        let term = Term { leaves: SmallVec::from_slice(&[id]), coefficient: 1 };
        Polynomial { size, constant: 0, terms: SmallVec::from_elem(term, 1) }
    }

    /// This and a factor times another; None where it has too many terms.
    pub(crate) fn plus(&self, other: &Polynomial, factor: u64) -> Option<Polynomial> {
        let mut sum = self.clone();
        sum.constant =
            cut(self.size, sum.constant.wrapping_add(other.constant.wrapping_mul(factor)));
        for term in &other.terms {
            sum.add(Term { coefficient: term.coefficient.wrapping_mul(factor), ..term.clone() });
        }
        (sum.terms.len() <= MOST_TERMS).then_some(sum)
    }

    fn add(&mut self, term: Term) {
        let coefficient = cut(self.size, term.coefficient);
        match self.terms.binary_search_by(|known| known.leaves.cmp(&term.leaves)) {
            Ok(k) => {
                let sum = cut(self.size, self.terms[k].coefficient.wrapping_add(coefficient));
                self.terms[k].coefficient = sum;
                if sum == 0 {
                    self.terms.remove(k);
                }
            }
            Err(_) if coefficient == 0 => {}
            Err(k) => self.terms.insert(k, Term { coefficient, ..term }),
        }
    }

    /// The product with another; None where it has too many terms, or one of too many leaves.
    pub(crate) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product =
            Polynomial::constant(self.size, self.constant.wrapping_mul(other.constant));
        for (from, by) in [(self, other.constant), (other, self.constant)] {
            for term in &from.terms {
                product
                    .add(Term { coefficient: term.coefficient.wrapping_mul(by), ..term.clone() });
            }
        }
        for (a, b) in self.terms.iter().flat_map(|a| other.terms.iter().map(move |b| (a, b))) {
            let mut leaves = a.leaves.clone();
            leaves.extend_from_slice(&b.leaves);
            leaves.sort_unstable();
            if leaves.len() > MOST_FACTORS {
                return None;
            }
            product.add(Term { leaves, coefficient: a.coefficient.wrapping_mul(b.coefficient) });
        }
        (product.terms.len() <= MOST_TERMS).then_some(product)
    }

    /// True where all leaves are another's too.
    pub(crate) fn is_over_leaves_of(&self, other: &Polynomial) -> bool {
        let holds = |leaf: &CrId| other.terms.iter().any(|term| term.leaves.contains(leaf));
        self.terms.iter().flat_map(|term| &term.leaves).all(holds)
    }

    /// The leaves of its terms; some more than once.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = CrId> + '_ {
        self.terms.iter().flat_map(|term| term.leaves.iter().copied())
    }

    /// What it grows by where a leaf grows by one; None where the leaf is in a product with itself.
    pub(crate) fn slope(&self, leaf: CrId) -> Option<Polynomial> {
        let mut slope = Polynomial::constant(self.size, 0);
        for term in &self.terms {
            let Some(k) = term.leaves.iter().position(|&other| other == leaf) else { continue };
            let leaves = without(&term.leaves, k);
            match leaves.first() {
                _ if leaves.contains(&leaf) => return None,
                None => slope.constant = term.coefficient,
                Some(_) => slope.add(Term { leaves, ..*term }),
            }
        }
        Some(slope)
    }

    /// The polynomial as a tree, with others in its leaves' places: sums of single leaves first.
    pub(crate) fn tree(&self, f: &mut Func, mut leaf: impl FnMut(CrId) -> CrId) -> CrId {
        let map = &mut f.codemap;
        let mtype = if self.size == 4 { Mtype::U4 } else { Mtype::U8 };
        let is_single = |term: &&Term| term.leaves.len() <= 1 && term.coefficient == 1;
        let singles = self.terms.iter().filter(is_single);
        let terms = singles.chain(self.terms.iter().filter(|term| !is_single(term)));
        let mut sum = map.integer(mtype, 0);
        for term in terms {
            let mut product = map.integer(mtype, 1);
            for &id in &term.leaves {
                product = map.binary(Operator::Mpy, mtype, product, leaf(id));
            }
            let by = map.integer(mtype, term.coefficient);
            product = map.binary(Operator::Mpy, mtype, product, by);
            sum = map.binary(Operator::Add, mtype, sum, product);
        }
        let constant = map.integer(mtype, self.constant);
        map.binary(Operator::Add, mtype, sum, constant)
    }

    /// A number that polynomials which differ in their constants share.
    pub(crate) fn hash(&self) -> u64 {
        self.terms.iter().fold(u64::from(self.size), |sum, term| sum.wrapping_add(term.hash()))
    }

    /// The leaf that this is another times, where both are one product.
    pub(crate) fn divided_by(&self, other: &Polynomial) -> Option<CrId> {
        let ([own], [less]) = (&self.terms[..], &other.terms[..]) else { return None };
        let is_one = less.leaves.len() > 1 && own.leaves.len() == less.leaves.len() + 1;
        if !is_one
            || self.constant != 0
            || other.constant != 0
            || own.coefficient != less.coefficient
        {
            return None;
        }
        (0..own.leaves.len())
            .find(|&k| without(&own.leaves, k) == less.leaves)
            .map(|k| own.leaves[k])
    }

    /// The hash of a product without one of its factors.
    pub(crate) fn hash_without_factor(&self, term: &Term, k: usize) -> u64 {
        let leaves = without(&term.leaves, k);
        u64::from(self.size).wrapping_add(Term { leaves, ..*term }.hash())
    }

    /// True for what is more than a leaf, a coefficient and a constant.
    pub(crate) fn is_composed(&self) -> bool {
        self.terms.len() > 1 || self.terms.iter().any(|term| term.leaves.len() > 1)
    }
}

fn without(leaves: &[CrId], k: usize) -> SmallVec<[CrId; 2]> {
    let mut rest = SmallVec::from_slice(leaves);
    rest.remove(k);
    rest
}

fn cut(size: u32, value: u64) -> u64 {
    if size == 4 { u64::from(value as u32) } else { value }
}

/// The polynomials of nodes.
pub(crate) struct Polynomials {
    list: Vec<Polynomial>,
    /// By node of its own width, and by node of 32 bits that is extended with its sign: one more than the number in the list.
    of: SideTable<CrId, u32>,
    extended: SideTable<CrId, u32>,
    /// Variables that the one in work was come to through.
    depth: u32,
}

impl Polynomials {
    pub(crate) fn new() -> Polynomials {
        Polynomials {
            list: Vec::new(),
            of: SideTable::new(0),
            extended: SideTable::new(0),
            depth: 0,
        }
    }

    pub(crate) fn get(&self, number: u32) -> &Polynomial {
        &self.list[number as usize]
    }

    /// The number of a polynomial that is another less a constant.
    pub(crate) fn without(&mut self, number: u32, constant: u64) -> u32 {
        let mut new = self.get(number).clone();
        new.constant = cut(new.size, new.constant.wrapping_sub(constant));
        self.list.push(new);
        self.list.len() as u32 - 1
    }

    /// The number of a node's polynomial; None where the node is no integer of 4 or 8 bytes.
    pub(crate) fn number(&mut self, f: &mut Func, id: CrId) -> Option<u32> {
        let known = *self.of.get(id);
        if known != 0 {
            return Some(known - 1);
        }
        let mtype = f.mtype(id);
        if !mtype.is_integer() || !matches!(mtype.size(), 4 | 8) {
            return None;
        }
        let found = self.compute(f, id, mtype.size());
        self.list.push(found);
        *self.of.entry(id) = self.list.len() as u32;
        Some(self.list.len() as u32 - 1)
    }

    /// A node's polynomial as part of another of so many bytes.
    pub(crate) fn part(&mut self, f: &mut Func, id: CrId, size: u32) -> Polynomial {
        if let Some(value) = f.codemap.constant(id) {
            return Polynomial::constant(size, value);
        }
        match self.number(f, id) {
            Some(k) if self.get(k).size == size => self.get(k).clone(),
            _ => Polynomial::leaf(size, id),
        }
    }

    fn compute(&mut self, f: &mut Func, id: CrId, size: u32) -> Polynomial {
        let leaf = Polynomial::leaf(size, id);
        let tree = self.looked_through(f, id);
        self.depth += u32::from(tree != id);
        let found = self.of_tree(f, tree, size).unwrap_or(leaf);
        self.depth -= u32::from(tree != id);
        found
    }

    fn of_tree(&mut self, f: &mut Func, tree: CrId, size: u32) -> Option<Polynomial> {
        let op = f.codemap.as_op(tree).copied()?;
        if !op.rtype.is_integer() || op.rtype.size() != size {
            return None;
        }
        if op.opr == Operator::Cvt && op.desc == Mtype::I4 && size == 8 {
            let found = self.extension(f, op.kids[0]);
            return Some(self.get(found).clone());
        }
        self.combined(f, &op, |polynomials, f, kid| polynomials.part(f, kid, size))
    }

    fn combined(
        &mut self,
        f: &mut Func,
        op: &Op,
        mut part: impl FnMut(&mut Polynomials, &mut Func, CrId) -> Polynomial,
    ) -> Option<Polynomial> {
        match op.opr {
            Operator::Add | Operator::Sub | Operator::Mpy => {
                let (a, b) = (part(self, f, op.kids[0]), part(self, f, op.kids[1]));
                match op.opr {
                    Operator::Add => a.plus(&b, 1),
                    Operator::Sub => a.plus(&b, u64::MAX),
                    _ => a.times(&b),
                }
            }
            Operator::Neg => {
                let a = part(self, f, op.kids[0]);
                Polynomial::constant(a.size, 0).plus(&a, u64::MAX)
            }
            Operator::Shl => {
                let by =
                    f.codemap.constant(op.kids[1]).filter(|&by| by < u64::from(op.rtype.bits()))?;
                let a = part(self, f, op.kids[0]);
                Polynomial::constant(a.size, 0).plus(&a, 1 << by)
            }
            _ => None,
        }
    }

    /// The tree that a variable was assigned, where it is one of the same width.
    fn looked_through(&self, f: &Func, id: CrId) -> CrId {
        if self.depth == DEEPEST || !matches!(f.codemap.get(id), CodeRep::Var { .. }) {
            return id;
        }
        let Def::Stmt(s) = f.def(id) else { return id };
        let stmt = &f.stmts[s];
        if stmt.op != StmtOp::Stid {
            return id;
        }
        let op = f.codemap.as_op(stmt.kids[0]);
        let is_tree = op.is_some_and(|op| op.rtype.size() == f.mtype(id).size());
        if is_tree { stmt.kids[0] } else { id }
    }

    /// The number of the polynomial of a node of 32 bits that is extended with its sign.
    fn extension(&mut self, f: &mut Func, id: CrId) -> u32 {
        let known = *self.extended.get(id);
        if known != 0 {
            return known - 1;
        }
        let found = self.extend(f, id);
        self.list.push(found);
        *self.extended.entry(id) = self.list.len() as u32;
        self.list.len() as u32 - 1
    }

    fn extend(&mut self, f: &mut Func, id: CrId) -> Polynomial {
        if let Some(value) = f.codemap.constant(id) {
            return Polynomial::constant(8, value as u32 as i32 as u64);
        }
        let tree = self.looked_through(f, id);
        let op = f.codemap.as_op(tree).filter(|op| op.promises_no_wrap() && op.rtype.size() == 4);
        let op = op.copied();
        self.depth += u32::from(tree != id);
        let found = op.and_then(|op| {
            self.combined(f, &op, |polynomials, f, kid| {
                let number = polynomials.extension(f, kid);
                polynomials.get(number).clone()
            })
        });
        self.depth -= u32::from(tree != id);
        found.unwrap_or_else(|| {
            let leaf = f.codemap.unary(Operator::Cvt, Mtype::I8, Mtype::I4, id);
            Polynomial::leaf(8, leaf)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Polynomial, Term};
    use optx_ir::CrId;
    use smallvec::smallvec;

    fn leaf(k: usize) -> Polynomial {
        Polynomial::leaf(4, CrId::from_index(k))
    }

    /// (a + 3) (b - 1) = ab - a + 3b - 3, modulo 2^32.
    #[test]
    fn products_are_multiplied_out() {
        let a = leaf(1).plus(&Polynomial::constant(4, 3), 1).expect("few terms");
        let b = leaf(2).plus(&Polynomial::constant(4, 1), u64::MAX).expect("few terms");
        let product = a.times(&b).expect("few terms");
        let id = CrId::from_index;
        let minus = |k: u32| u64::from(k.wrapping_neg());
        assert_eq!(product.constant, minus(3));
        assert_eq!(
            product.terms[..],
            [
                Term { leaves: smallvec![id(1)], coefficient: minus(1) },
                Term { leaves: smallvec![id(1), id(2)], coefficient: 1 },
                Term { leaves: smallvec![id(2)], coefficient: 3 },
            ]
        );
        // What is taken away is gone: nothing of coefficient 0 stays.
        let nothing = product.plus(&product, u64::MAX).expect("few terms");
        assert_eq!(nothing, Polynomial::constant(4, 0));
    }

    /// Coefficients are modulo the width: 2^31 twice is nothing in 32 bits.
    #[test]
    fn coefficients_are_cut() {
        let half = Polynomial::constant(4, 0).plus(&leaf(1), 1 << 31).expect("few terms");
        assert!(half.plus(&half, 1).expect("few terms").terms.is_empty());
    }

    #[test]
    fn leaves_of_one_in_another() {
        let sum = leaf(1).plus(&leaf(2), 1).expect("few terms");
        assert!(leaf(1).is_over_leaves_of(&sum));
        assert!(!sum.is_over_leaves_of(&leaf(1)));
    }
}
