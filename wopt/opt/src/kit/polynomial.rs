//! Integer trees as polynomials: two trees whose polynomials differ by little are one evaluation and little more.
//!
//! A polynomial is a linear form over products of leaves ([`optx_ir::linear`], whose legality is this one's too). Leaves are variables, and
//! nodes that are no sum, difference, product, negation or left shift by a constant. A variable that was assigned a tree is looked through.
//!
//! Every node's polynomial is made once, of its operands', so a function's trees cost what they are large.

use optx_ir::linear::{Extension, Form, Parts, Product, Whole, Width};
use optx_ir::{CodeRep, CrId, Func, SideTable};
use optx_whirl::{Mtype, Operator};

/// So many variables deep a tree is looked through.
const DEEPEST: u32 = 16;

/// A linear form over products of nodes.
pub(crate) type Polynomial = Form<Product>;

/// The polynomials of nodes.
pub(crate) struct Polynomials {
    list: Vec<Polynomial>,
    /// By node of its own width, and by node of 32 bits that is extended with its sign: one more than the number in the list.
    own: SideTable<CrId, u32>,
    extended: SideTable<CrId, u32>,
    /// Variables that the one in work was come to through.
    depth: u32,
}

impl Polynomials {
    pub(crate) fn new() -> Polynomials {
        Polynomials {
            list: Vec::new(),
            own: SideTable::new(0),
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
        new.add_constant(constant.wrapping_neg());
        self.noted(new)
    }

    fn noted(&mut self, polynomial: Polynomial) -> u32 {
        self.list.push(polynomial);
        self.list.len() as u32 - 1
    }

    /// The number of a node's polynomial; None where the node is no integer of 4 or 8 bytes.
    pub(crate) fn number(&mut self, f: &mut Func, id: CrId) -> Option<u32> {
        let known = *self.own.get(id);
        if known != 0 {
            return Some(known - 1);
        }
        let width = Width::of(f.mtype(id))?;
        Some(self.of(f, Whole::of(id), width))
    }

    /// The number of a value's polynomial, which is one of so many bits; no value is extended by zero.
    fn of(&mut self, f: &mut Func, whole: Whole, width: Width) -> u32 {
        let is_extended = whole.extension.is_some();
        let table = if is_extended { &self.extended } else { &self.own };
        let known = *table.get(whole.tree);
        if known != 0 {
            return known - 1;
        }
        let found = self.compute(f, whole, width);
        let number = self.noted(found);
        let table = if is_extended { &mut self.extended } else { &mut self.own };
        *table.entry(whole.tree) = number + 1;
        number
    }

    fn compute(&mut self, f: &mut Func, whole: Whole, width: Width) -> Polynomial {
        let tree = self.looked_through(f, whole.tree);
        let is_deeper = u32::from(tree != whole.tree);
        let parts = f.codemap.parts(Whole { tree, ..whole });
        self.depth += is_deeper;
        let found = parts.and_then(|parts| self.combined(f, parts, width));
        self.depth -= is_deeper;
        found.unwrap_or_else(|| {
            let leaf = match whole.extension {
                None => whole.tree,
                Some(_) => f.codemap.unary(Operator::Cvt, Mtype::I8, Mtype::I4, whole.tree),
            };
            Form::leaf(width, leaf)
        })
    }

    /// What is made of parts; None where that is too large, and of an object's place, which is a leaf with its offset.
    fn combined(&mut self, f: &mut Func, parts: Parts, width: Width) -> Option<Polynomial> {
        let zero = Form::constant_of(width, 0);
        match parts {
            Parts::Constant(value) => Some(Form::constant_of(width, value)),
            Parts::Object(..) => None,
            Parts::Sum(a, b) => self.part(f, a, width).plus(&self.part(f, b, width), 1),
            Parts::Difference(a, b) => {
                self.part(f, a, width).plus(&self.part(f, b, width), u64::MAX)
            }
            Parts::Negative(of) => zero.plus(&self.part(f, of, width), u64::MAX),
            Parts::Multiple(of, by) => zero.plus(&self.part(f, of, width), by),
            Parts::Product(a, b) => self.part(f, a, width).times(&self.part(f, b, width)),
            Parts::Extension(of) => (of.extension == Some(Extension::Sign)).then(|| {
                let number = self.of(f, of, width);
                self.get(number).clone()
            }),
        }
    }

    fn part(&mut self, f: &mut Func, whole: Whole, width: Width) -> Polynomial {
        match f.codemap.constant_of(whole) {
            Some(value) => Form::constant_of(width, value),
            None => {
                let number = self.of(f, whole, width);
                self.get(number).clone()
            }
        }
    }

    /// The tree that a variable was assigned.
    fn looked_through(&self, f: &Func, id: CrId) -> CrId {
        if self.depth == DEEPEST || !matches!(f.codemap.get(id), CodeRep::Var { .. }) {
            return id;
        }
        f.assigned_tree(id).unwrap_or(id)
    }
}

#[cfg(test)]
mod tests {
    use super::{Polynomial, Polynomials};
    use optx_ir::linear::{Form, Width};
    use optx_ir::{AuxKind, CrId, Func};
    use optx_whirl::{Mtype, Operator};

    fn variable(f: &mut Func, mtype: Mtype) -> CrId {
        let aux = f.new_aux(AuxKind::Temp, mtype, "x");
        f.plain_var(aux)
    }

    fn of(f: &mut Func, id: CrId) -> Polynomial {
        let mut polynomials = Polynomials::new();
        let number = polynomials.number(f, id).expect("an integer");
        assert_eq!(polynomials.number(f, id), Some(number));
        let less = polynomials.without(number, 5);
        let mut again = polynomials.get(less).clone();
        again.add_constant(5);
        assert_eq!(again, *polynomials.get(number));
        again
    }

    /// 4 (long)((i + 3) n) is 4 times the product of the extensions and 12 (long)n, where neither operation may wrap.
    #[test]
    fn extensions_are_those_of_leaves() {
        for (sum, product, desc) in [
            (Mtype::I4, Mtype::I4, Mtype::I4),
            (Mtype::U4, Mtype::I4, Mtype::I4),
            (Mtype::I4, Mtype::U4, Mtype::I4),
            (Mtype::I4, Mtype::I4, Mtype::U4),
        ] {
            let mut f = Func::new("f", "f");
            let [i, n] = [(); 2].map(|()| variable(&mut f, Mtype::U4));
            let map = &mut f.codemap;
            let three = map.integer(Mtype::U4, 3);
            let next = map.binary(Operator::Add, sum, i, three);
            let times = map.binary(Operator::Mpy, product, next, n);
            let wide = map.unary(Operator::Cvt, Mtype::I8, desc, times);
            let four = map.integer(Mtype::U8, 4);
            let root = map.binary(Operator::Mpy, Mtype::U8, wide, four);
            let mut extended = |id| {
                let id = f.codemap.unary(Operator::Cvt, Mtype::I8, Mtype::I4, id);
                Form::leaf(Width::LONG, id)
            };
            let (i, n, next) = (extended(i), extended(n), extended(next));
            let zero = Form::constant_of(Width::LONG, 0);
            let wanted = match (sum, product, desc) {
                (Mtype::I4, Mtype::I4, Mtype::I4) => {
                    let product = i.times(&n).expect("two leaves");
                    zero.plus(&product, 4).and_then(|form| form.plus(&n, 12))
                }
                // The sum is a leaf of the product.
                (Mtype::U4, Mtype::I4, _) => zero.plus(&next.times(&n).expect("two leaves"), 4),
                _ => zero.plus(&Form::leaf(Width::LONG, wide), 4),
            };
            assert_eq!(of(&mut f, root), wanted.expect("few terms"), "{sum} {product} {desc}");
        }
    }

    /// Sums of too many products and products of too many leaves are leaves.
    #[test]
    fn what_is_too_large_is_a_leaf() {
        let mut f = Func::new("f", "f");
        let x: Vec<CrId> = (0..8).map(|_| variable(&mut f, Mtype::U4)).collect();
        let fold = |f: &mut Func, opr, list: &[CrId]| {
            let all = list.iter().copied();
            all.reduce(|a, b| f.codemap.binary(opr, Mtype::U4, a, b)).expect("some")
        };
        let product = fold(&mut f, Operator::Mpy, &x[..3]);
        assert_eq!(of(&mut f, product).leaves().count(), 3);
        let product = fold(&mut f, Operator::Mpy, &x[..4]);
        assert_eq!(of(&mut f, product), Form::leaf(Width::WORD, product));
        let sum = fold(&mut f, Operator::Add, &x[..6]);
        assert_eq!(of(&mut f, sum).terms().len(), 6);
        let sum = fold(&mut f, Operator::Add, &x[..7]);
        assert_eq!(of(&mut f, sum), Form::leaf(Width::WORD, sum));
    }
}
