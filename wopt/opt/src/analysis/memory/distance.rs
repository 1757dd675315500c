//! How far apart two addresses are: sums of variables times numbers, compared term by term.
//!
//! Idea: an address is taken apart into a constant and terms, each a leaf and its factor, through sums, differences, products by
//! constants, extensions, and through the definitions of the versions that it names. Where the terms of two addresses cancel,
//! what is left is how many bytes lie between them: `a[i]` and `a[j]` with `j = i + 1`, `p[0]` and `q[0]` with `q = p + 8`.
//!
//! Source: the decomposed addresses of LLVM's BasicAliasAnalysis (`DecomposeGEPExpression`), with definitions in their place.
//! Legality: sums of 64 bits are modulo 2^64. The sign-extension of a sum of 32 bits is the sum of the extensions where it is an
//! I-form: one that overflows has no value, and an access at such an address none either; not where it may wrap. A version that
//! is looked through must hold what its definition gives of the *present* values of the versions in it. That is so wherever it is
//! used: the definitions of those dominate its own, so where one of them runs again, its own runs again before any use. Two
//! places then see one value of a leaf where no definition of the versions that one of the addresses names runs between them, which is the rule of
//! [`super::clobber`]: what a leaf is defined by cannot run again without those.
//! Cost: at most [`MOST_NODES`] nodes an address.

use optx_ir::{CodeRep, CrId, Func, Op};
use optx_whirl::{Mtype, Operator, StId};
use smallvec::SmallVec;

/// So many nodes of an address are looked at.
const MOST_NODES: u32 = 32;

/// What is not taken apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaf {
    /// Where an object lies.
    Object(StId),
    /// A value of 64 bits.
    Whole(CrId),
    /// A value of 32 bits, extended by its sign.
    Extended(CrId),
}

/// A sum.
struct Sum<'a> {
    f: &'a Func,
    terms: SmallVec<[(Leaf, u64); 8]>,
    constant: u64,
    left: u32,
}

/// How many bytes behind address `a` address `b` is, both of 64 bits; None where that is not a constant, as far as one can see.
pub(super) fn distance(f: &Func, a: CrId, b: CrId) -> Option<i64> {
    if a == b {
        return Some(0);
    }
    let wide = |id: CrId| f.mtype(id).size() == 8;
    if !wide(a) || !wide(b) {
        return None;
    }
    let mut sum = Sum { f, terms: SmallVec::new(), constant: 0, left: MOST_NODES };
    sum.add(b, 1);
    sum.left = MOST_NODES;
    sum.add(a, 1u64.wrapping_neg());
    sum.terms.iter().all(|&(_, factor)| factor == 0).then_some(sum.constant as i64)
}

impl Sum<'_> {
    fn term(&mut self, leaf: Leaf, factor: u64) {
        match self.terms.iter_mut().find(|(other, _)| *other == leaf) {
            Some((_, sum)) => *sum = sum.wrapping_add(factor),
            None => self.terms.push((leaf, factor)),
        }
    }

    /// True as long as nodes may be looked at.
    fn goes_on(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// What a version of so many bytes is assigned, if it is no load.
    fn definition(&self, version: CrId, size: u32) -> Option<CrId> {
        let value = self.f.assigned(version).filter(|_| self.f.mtype(version).size() == size)?;
        let is_load = matches!(self.f.codemap.get(value), CodeRep::Ivar { .. });
        (!is_load && self.f.mtype(value).size() == size).then_some(value)
    }

    /// Adds a value of 64 bits, times a factor.
    fn add(&mut self, id: CrId, factor: u64) {
        let goes_on = self.goes_on();
        match *self.f.codemap.get(id) {
            CodeRep::Const { value, .. } => {
                self.constant = self.constant.wrapping_add(value.wrapping_mul(factor));
            }
            CodeRep::Lda { st, offset } => {
                self.constant = self.constant.wrapping_add((offset as u64).wrapping_mul(factor));
                self.term(Leaf::Object(st), factor);
            }
            CodeRep::Var { .. } => match self.definition(id, 8).filter(|_| goes_on) {
                Some(value) => self.add(value, factor),
                None => self.term(Leaf::Whole(id), factor),
            },
            CodeRep::Op(op) if goes_on && self.operation(&op, factor) => {}
            _ => self.term(Leaf::Whole(id), factor),
        }
    }

    /// Adds what an OP of 64 bits is made of; false where it is no sum.
    fn operation(&mut self, op: &Op, factor: u64) -> bool {
        if !op.rtype.is_integer() || op.rtype.size() != 8 {
            return false;
        }
        let constant = |k: usize| op.kids.get(k).and_then(|&kid| self.f.codemap.constant(kid));
        match (op.opr, constant(1)) {
            (Operator::Add, _) => {
                self.add(op.kids[0], factor);
                self.add(op.kids[1], factor);
            }
            (Operator::Sub, _) => {
                self.add(op.kids[0], factor);
                self.add(op.kids[1], factor.wrapping_neg());
            }
            (Operator::Neg, _) => self.add(op.kids[0], factor.wrapping_neg()),
            (Operator::Mpy, Some(by)) => self.add(op.kids[0], factor.wrapping_mul(by)),
            (Operator::Shl, Some(by)) if by < 64 => self.add(op.kids[0], factor << by),
            (Operator::Cvt, _) if op.desc == Mtype::I4 => self.extended(op.kids[0], factor),
            _ => return false,
        }
        true
    }

    /// Adds a value of 32 bits extended by its sign, times a factor.
    fn extended(&mut self, id: CrId, factor: u64) {
        let goes_on = self.goes_on();
        match *self.f.codemap.get(id) {
            CodeRep::Const { value, .. } => {
                let value = i64::from(value as u32 as i32) as u64;
                self.constant = self.constant.wrapping_add(value.wrapping_mul(factor));
            }
            CodeRep::Var { .. } => match self.definition(id, 4).filter(|_| goes_on) {
                Some(value) => self.extended(value, factor),
                None => self.term(Leaf::Extended(id), factor),
            },
            CodeRep::Op(op) if goes_on && self.promised(&op, factor) => {}
            _ => self.term(Leaf::Extended(id), factor),
        }
    }

    /// Adds what an I-form of 32 bits is made of; false where it is none.
    fn promised(&mut self, op: &Op, factor: u64) -> bool {
        if op.rtype != Mtype::I4 {
            return false;
        }
        let constant = op.kids.get(1).and_then(|&kid| self.f.codemap.constant(kid));
        match (op.opr, constant) {
            (Operator::Add, _) => {
                self.extended(op.kids[0], factor);
                self.extended(op.kids[1], factor);
            }
            (Operator::Sub, _) => {
                self.extended(op.kids[0], factor);
                self.extended(op.kids[1], factor.wrapping_neg());
            }
            (Operator::Neg, _) => self.extended(op.kids[0], factor.wrapping_neg()),
            (Operator::Mpy, Some(by)) => {
                let by = i64::from(by as u32 as i32) as u64;
                self.extended(op.kids[0], factor.wrapping_mul(by));
            }
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::distance;
    use optx_ir::{AuxKind, CrId, Func};
    use optx_whirl::{Mtype, Operator};

    fn element(f: &mut Func, base: CrId, index: CrId, desc: Mtype) -> CrId {
        let map = &mut f.codemap;
        let wide = map.unary(Operator::Cvt, Mtype::U8, desc, index);
        let four = map.integer(Mtype::U8, 4);
        let scaled = map.binary(Operator::Mpy, Mtype::U8, wide, four);
        map.binary(Operator::Add, Mtype::U8, base, scaled)
    }

    /// Only what is extended by its sign, of sums that do not overflow, is taken apart: an extension by zero of -1 + 1 is less than
    /// that of -1.
    #[test]
    fn extensions_are_taken_apart_where_they_distribute() {
        let mut f = Func::new("f", "f");
        let (p, i) =
            (f.new_aux(AuxKind::Temp, Mtype::U8, "p"), f.new_aux(AuxKind::Temp, Mtype::U4, "i"));
        let (p, i) = (f.plain_var(p), f.plain_var(i));
        let cases = [
            (Mtype::I4, Mtype::I4, Some(4)),
            (Mtype::U4, Mtype::I4, None),
            (Mtype::I4, Mtype::U4, None),
            (Mtype::U4, Mtype::U4, None),
        ];
        for (sum, extension, wanted) in cases {
            let one = f.codemap.integer(Mtype::U4, 1);
            let next = f.codemap.binary(Operator::Add, sum, i, one);
            let (here, there) =
                (element(&mut f, p, i, extension), element(&mut f, p, next, extension));
            assert_eq!(distance(&f, here, there), wanted, "{sum:?} {extension:?}");
            assert_eq!(distance(&f, there, here), wanted.map(|d: i64| -d), "{sum:?} {extension:?}");
        }
    }

    /// Factors must cancel: twice an index is not the index.
    #[test]
    fn other_factors_are_other_places() {
        let mut f = Func::new("f", "f");
        let (p, i) =
            (f.new_aux(AuxKind::Temp, Mtype::U8, "p"), f.new_aux(AuxKind::Temp, Mtype::U8, "i"));
        let (p, i) = (f.plain_var(p), f.plain_var(i));
        let two = f.codemap.integer(Mtype::U8, 2);
        let twice = f.codemap.binary(Operator::Mpy, Mtype::U8, i, two);
        let sum = f.codemap.binary(Operator::Add, Mtype::U8, i, i);
        let [once, twice, sum] =
            [i, twice, sum].map(|by| f.codemap.binary(Operator::Add, Mtype::U8, p, by));
        assert_eq!(distance(&f, once, twice), None);
        assert_eq!(distance(&f, sum, twice), Some(0));
        assert_eq!(distance(&f, p, p), Some(0));
    }
}
