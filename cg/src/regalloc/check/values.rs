//! Values: polynomials in a normal form, and beside each the numbers that it is under some valuations of its leaves.

use crate::lir::modifiers::{Special, Type};
use crate::lir::{BlockId, InstId, Op, Reg, Symbol};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// So many valuations stand beside each value.
const VALUATIONS: usize = 64;
/// A form of more monomials is given up: no allocator makes such by itself.
const MOST_TERMS: usize = 24;
/// So is one with longer monomials.
const LONGEST: usize = 6;

/// With more values the checker gives up.
const MOST_VALUES: usize = 100_000;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ValueId(u32);

/// A leaf that has been seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct LeafId(u32);

/// Where a leaf gets another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Site {
    /// Where control comes to a block.
    Block(BlockId),
    /// Where an old instruction runs.
    Inst(InstId),
}

/// What a form is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Leaf {
    /// What an old register held at the begin.
    Entry(Reg),
    /// What an old instruction wrote, by the number among its definitions.
    Written(InstId, usize),
    /// What an old register held where ways met.
    Met(BlockId, Reg),
    /// What an old register held when an instruction ran.
    Kept(InstId, Reg),
    /// A parameter of a kernel.
    Parameter(Symbol, i64, Type),
    /// A special register.
    Special(Special),
    /// The address of an object, in so many bits.
    Address(Symbol, u32),
    /// What an operation without effect makes of values.
    Applied(Op, Vec<ValueId>),
    /// A value of 32 bits, extended to 64.
    Extended(bool, ValueId),
    /// The low 32 bits of a leaf of 64.
    Cut(LeafOf),
}

/// A leaf inside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LeafOf(LeafId);

/// A polynomial modulo two to its bits: monomials in order, each with a coefficient that is not zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Form {
    bits: u32,
    terms: Vec<(Vec<LeafId>, u64)>,
}

type Numbers = Box<[u64; VALUATIONS]>;

/// What is known of a leaf.
struct LeafInfo {
    leaf: Leaf,
    sites: Vec<Site>,
    is_uniform: bool,
}

struct Value {
    form: Form,
    numbers: Numbers,
    sites: Vec<Site>,
    is_uniform: bool,
}

/// All values that were met.
#[derive(Default)]
pub(super) struct Values {
    leaves: Vec<LeafInfo>,
    leaf_ids: HashMap<Leaf, LeafId>,
    values: Vec<Value>,
    ids: HashMap<Form, ValueId>,
    /// Equal forms had unequal numbers.
    pub(super) has_contradiction: bool,
}

fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The greatest number that a leaf is, where it is all ones: a block has 1024 threads along x and y, 64 along z, a warp 32.
fn most(leaf: &Leaf) -> Option<u64> {
    match leaf {
        Leaf::Special(Special::TidX | Special::TidY) => Some(1023),
        Leaf::Special(Special::TidZ) => Some(63),
        Leaf::Special(Special::Laneid) => Some(31),
        _ => None,
    }
}

/// Numbers that hang together with nothing.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Form {
    /// Puts what was gathered into the normal form.
    fn new(bits: u32, mut terms: Vec<(Vec<LeafId>, u64)>) -> Option<Form> {
        terms.sort_unstable();
        let mut normal: Vec<(Vec<LeafId>, u64)> = Vec::with_capacity(terms.len());
        for (monomial, coefficient) in terms {
            match normal.last_mut() {
                Some((last, sum)) if *last == monomial => *sum = sum.wrapping_add(coefficient),
                _ => normal.push((monomial, coefficient)),
            }
        }
        normal.iter_mut().for_each(|(_, coefficient)| *coefficient &= mask(bits));
        normal.retain(|(_, coefficient)| *coefficient != 0);
        let fits = normal.len() <= MOST_TERMS && normal.iter().all(|(m, _)| m.len() <= LONGEST);
        fits.then_some(Form { bits, terms: normal })
    }

    fn product(&self, other: &Form) -> Option<Form> {
        let mut terms = Vec::new();
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                let mut monomial: Vec<LeafId> = a.iter().chain(b).copied().collect();
                monomial.sort_unstable();
                terms.push((monomial, x.wrapping_mul(*y)));
            }
        }
        Form::new(self.bits, terms)
    }

    fn sum(&self, other: &Form) -> Option<Form> {
        Form::new(self.bits, self.terms.iter().chain(&other.terms).cloned().collect())
    }
}

impl Values {
    fn intern(&mut self, form: Form, numbers: Numbers) -> ValueId {
        if let Some(&id) = self.ids.get(&form) {
            self.has_contradiction |= self.values[id.0 as usize].numbers != numbers;
            return id;
        }
        let id = ValueId(self.values.len() as u32);
        let leaves = || form.terms.iter().flat_map(|(monomial, _)| monomial);
        let mut sites: Vec<Site> = Vec::new();
        for leaf in leaves() {
            for site in &self.leaves[leaf.0 as usize].sites {
                if !sites.contains(site) {
                    sites.push(*site);
                }
            }
        }
        let is_uniform = leaves().all(|leaf| self.leaves[leaf.0 as usize].is_uniform);
        self.ids.insert(form.clone(), id);
        self.values.push(Value { form, numbers, sites, is_uniform });
        id
    }

    fn value(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize]
    }

    /// How many bits a value has.
    pub(super) fn bits(&self, id: ValueId) -> u32 {
        self.value(id).form.bits
    }

    /// True where a leaf of it gets another number at a place.
    pub(super) fn is_bound_at(&self, id: ValueId, site: Site) -> bool {
        self.value(id).sites.contains(&site)
    }

    /// True where it is time to give up.
    pub(super) fn are_too_many(&self) -> bool {
        self.values.len() > MOST_VALUES
    }

    /// True for one value for all lanes of a warp.
    pub(super) fn is_uniform(&self, id: ValueId) -> bool {
        self.value(id).is_uniform
    }

    /// The number that a value always is.
    pub(super) fn number(&self, id: ValueId) -> Option<u64> {
        match self.value(id).form.terms.as_slice() {
            [] => Some(0),
            [(monomial, number)] if monomial.is_empty() => Some(*number),
            _ => None,
        }
    }

    /// What is computed number by number.
    fn numbers(&self, args: &[ValueId], bits: u32, of: impl Fn(&[u64]) -> u64) -> Numbers {
        let mut found = Box::new([0; VALUATIONS]);
        let mut row = vec![0; args.len()];
        for (k, number) in found.iter_mut().enumerate() {
            args.iter().zip(&mut row).for_each(|(arg, x)| *x = self.value(*arg).numbers[k]);
            *number = of(&row) & mask(bits);
        }
        found
    }

    /// A number.
    pub(super) fn constant(&mut self, bits: u32, number: u64) -> ValueId {
        let number = number & mask(bits);
        let terms = if number == 0 { Vec::new() } else { vec![(Vec::new(), number)] };
        self.intern(Form { bits, terms }, Box::new([number; VALUATIONS]))
    }

    fn leaf_id(&mut self, leaf: &Leaf, is_uniform: bool) -> LeafId {
        if let Some(&id) = self.leaf_ids.get(leaf) {
            return id;
        }
        let sites = match leaf {
            Leaf::Written(inst, _) | Leaf::Kept(inst, _) => vec![Site::Inst(*inst)],
            Leaf::Met(block, _) => vec![Site::Block(*block)],
            Leaf::Applied(_, args) => {
                args.iter().flat_map(|arg| self.value(*arg).sites.clone()).collect()
            }
            Leaf::Extended(_, arg) => self.value(*arg).sites.clone(),
            Leaf::Cut(of) => self.leaves[of.0.0 as usize].sites.clone(),
            Leaf::Entry(_) | Leaf::Parameter(..) | Leaf::Special(_) | Leaf::Address(..) => {
                Vec::new()
            }
        };
        let id = LeafId(self.leaves.len() as u32);
        self.leaves.push(LeafInfo { leaf: leaf.clone(), sites, is_uniform });
        self.leaf_ids.insert(leaf.clone(), id);
        id
    }

    fn of_leaf(&mut self, leaf: &Leaf, bits: u32, is_uniform: bool, numbers: Numbers) -> ValueId {
        let id = self.leaf_id(leaf, is_uniform);
        self.intern(Form { bits, terms: vec![(vec![id], 1)] }, numbers)
    }

    /// A leaf that any number may be.
    pub(super) fn leaf(&mut self, leaf: &Leaf, bits: u32, is_uniform: bool) -> ValueId {
        let mut hasher = DefaultHasher::new();
        leaf.hash(&mut hasher);
        let seed = hasher.finish();
        let most = most(leaf).unwrap_or(u64::MAX);
        let numbers = std::array::from_fn(|k| mix(seed.wrapping_add(k as u64)) & mask(bits) & most);
        self.of_leaf(leaf, bits, is_uniform, Box::new(numbers))
    }

    /// What an operation makes of values, of which nothing more is known.
    pub(super) fn applied(&mut self, op: Op, args: Vec<ValueId>, bits: u32) -> ValueId {
        let mut hasher = DefaultHasher::new();
        (op, args.len()).hash(&mut hasher);
        let seed = hasher.finish();
        let numbers =
            self.numbers(&args, bits, |row| row.iter().fold(seed, |h, &x| mix(h ^ mix(x))));
        let is_uniform = args.iter().all(|arg| self.is_uniform(*arg));
        self.of_leaf(&Leaf::Applied(op, args), bits, is_uniform, numbers)
    }

    /// The sum of two values of as many bits.
    pub(super) fn sum(&mut self, a: ValueId, b: ValueId) -> Option<ValueId> {
        let (x, y) = (&self.value(a).form, &self.value(b).form);
        let form = (x.bits == y.bits).then(|| x.sum(y))??;
        let numbers = self.numbers(&[a, b], form.bits, |row| row[0].wrapping_add(row[1]));
        Some(self.intern(form, numbers))
    }

    /// The product of two values of as many bits.
    pub(super) fn product(&mut self, a: ValueId, b: ValueId) -> Option<ValueId> {
        let (x, y) = (&self.value(a).form, &self.value(b).form);
        let form = (x.bits == y.bits).then(|| x.product(y))??;
        let numbers = self.numbers(&[a, b], form.bits, |row| row[0].wrapping_mul(row[1]));
        Some(self.intern(form, numbers))
    }

    /// What is to be added to the second to be the first.
    pub(super) fn difference(&mut self, a: ValueId, b: ValueId) -> Option<ValueId> {
        let minus = self.constant(self.bits(b), u64::MAX);
        let b = self.product(b, minus)?;
        self.sum(a, b)
    }

    /// A value of 32 bits, extended to 64.
    pub(super) fn extended(&mut self, is_signed: bool, a: ValueId) -> Option<ValueId> {
        if self.bits(a) != 32 {
            return None;
        }
        let extend = move |x: u64| if is_signed { i64::from(x as u32 as i32) as u64 } else { x };
        if let Some(number) = self.number(a) {
            return Some(self.constant(64, extend(number)));
        }
        if let Some(sum) = self.extended_sum(is_signed, a) {
            return Some(sum);
        }
        let numbers = self.numbers(&[a], 64, |row| extend(row[0]));
        let is_uniform = self.is_uniform(a);
        Some(self.of_leaf(&Leaf::Extended(is_signed, a), 64, is_uniform, numbers))
    }

    /// The extension of a constant and the thread's indices times numbers, where that wraps for none: each index is extended by itself.
    fn extended_sum(&mut self, is_signed: bool, a: ValueId) -> Option<ValueId> {
        let (mut least, mut greatest) = (0i64, 0i64);
        let mut parts: Vec<(Option<LeafId>, i64)> = Vec::new();
        for (monomial, coefficient) in &self.value(a).form.terms {
            let factor = i64::from(*coefficient as u32 as i32);
            let (leaf, most) = match monomial.as_slice() {
                [] => (None, 1),
                [leaf] => (Some(*leaf), most(&self.leaves[leaf.0 as usize].leaf)? as i64),
                _ => return None,
            };
            let end = factor * most;
            least += if leaf.is_some() { end.min(0) } else { end };
            greatest += if leaf.is_some() { end.max(0) } else { end };
            parts.push((leaf, factor));
        }
        let fits = match is_signed {
            true => least >= i64::from(i32::MIN) && greatest <= i64::from(i32::MAX),
            false => least >= 0 && greatest <= i64::from(u32::MAX),
        };
        if !fits {
            return None;
        }
        let mut sum = self.constant(64, 0);
        for (leaf, factor) in parts {
            let mut part = self.constant(64, factor as u64);
            if let Some(leaf) = leaf {
                let of = self.leaves[leaf.0 as usize].leaf.clone();
                let index = self.leaf(&of, 32, false);
                let numbers = self.numbers(&[index], 64, |row| row[0]);
                // No index is negative: both extensions are one.
                let wide = self.of_leaf(&Leaf::Extended(true, index), 64, false, numbers);
                part = self.product(part, wide)?;
            }
            sum = self.sum(sum, part)?;
        }
        Some(sum)
    }

    /// The low 32 bits of a value of 64.
    pub(super) fn cut(&mut self, a: ValueId) -> Option<ValueId> {
        if self.bits(a) != 64 {
            return None;
        }
        let mut form = Form { bits: 32, terms: Vec::new() };
        for (monomial, coefficient) in self.value(a).form.terms.clone() {
            let mut term = Form::new(32, vec![(Vec::new(), coefficient)])?;
            for leaf in monomial {
                term = term.product(&self.cut_leaf(leaf))?;
            }
            form = form.sum(&term)?;
        }
        let numbers = self.numbers(&[a], 32, |row| row[0]);
        Some(self.intern(form, numbers))
    }

    fn cut_leaf(&mut self, leaf: LeafId) -> Form {
        let LeafInfo { leaf: of, is_uniform, .. } = &self.leaves[leaf.0 as usize];
        let is_uniform = *is_uniform;
        if let Leaf::Extended(_, inner) = of {
            return self.value(*inner).form.clone();
        }
        let id = self.leaf_id(&Leaf::Cut(LeafOf(leaf)), is_uniform);
        Form { bits: 32, terms: vec![(vec![id], 1)] }
    }
}

#[cfg(test)]
mod tests {
    use super::{Leaf, Values};
    use crate::lir::modifiers::Special;

    #[test]
    fn equal_sums_are_one_value() {
        let mut v = Values::default();
        let tid = v.leaf(&Leaf::Special(Special::TidX), 32, false);
        let other = v.leaf(&Leaf::Special(Special::TidY), 32, false);
        let [two, three] = [2, 3].map(|k| v.constant(32, k));
        let both = v.sum(tid, other).expect("32 bits");
        let a = v.product(both, three).expect("32 bits");
        let twice = v.product(tid, two).expect("32 bits");
        let thrice = v.product(three, other).expect("32 bits");
        let b = [tid, thrice, twice].into_iter().reduce(|a, b| v.sum(a, b).expect("32 bits"));
        assert_eq!(Some(a), b);
        assert_ne!(a, twice);
        let none = v.difference(a, a).expect("32 bits");
        assert_eq!(v.number(none), Some(0));
        assert!(!v.has_contradiction);
    }

    #[test]
    fn extensions_go_into_sums_of_indices_that_do_not_wrap() {
        let mut v = Values::default();
        let tid = v.leaf(&Leaf::Special(Special::TidX), 32, false);
        let long = v.extended(true, tid).expect("32 bits");
        assert_eq!(v.extended(false, tid), Some(long));
        let mut apart = |number: u64, is_signed: bool| {
            let [short, wide] = [32, 64].map(|bits| {
                let sign = i64::from(number as u32 as i32) as u64;
                v.constant(bits, sign)
            });
            let sum = v.sum(tid, short).expect("32 bits");
            let sums = (v.extended(is_signed, sum), v.sum(long, wide));
            assert!(!v.has_contradiction);
            sums.0 == sums.1
        };
        assert!(apart(16, true) && apart(16, false) && apart(-16i64 as u64, true));
        assert!(!apart(-16i64 as u64, false), "below zero");
        assert!(!apart(0x7fff_fff0, true), "above the greatest");
        assert!(apart(0x7fff_fc00, true), "the greatest");
    }

    #[test]
    fn halves_of_extensions_are_what_was_extended_and_sums_are_not() {
        let mut v = Values::default();
        let tid = v.leaf(&Leaf::Special(Special::CtaidX), 32, true);
        let one = v.constant(32, 1);
        let more = v.sum(tid, one).expect("32 bits");
        let [wide, other] = [true, false].map(|signed| v.extended(signed, more).expect("32 bits"));
        assert_ne!(wide, other);
        assert_eq!(v.cut(wide), Some(more));
        assert_eq!(v.cut(other), Some(more));
        let long = v.extended(true, tid).expect("32 bits");
        let wide_one = v.constant(64, 1);
        let sum = v.sum(long, wide_one).expect("64 bits");
        assert_ne!(sum, wide, "the sum may wrap in 32 bits");
        assert_eq!(v.cut(sum), Some(more));
        let tall = v.product(sum, sum).expect("64 bits");
        let low = v.product(more, more).expect("32 bits");
        assert_eq!(v.cut(tall), Some(low));
        assert_eq!(v.sum(long, tid), None, "of two widths");
        assert!(!v.has_contradiction);
    }
}
