//! The constant part of an address: what is left of a tree of 64 bits when its constants are taken out.
//!
//! Idea: the tree is a sum of terms, each a factor times a tree or the extension of one, and a constant. What has no constant inside stays
//! whole; the way down to a constant is taken apart, and its terms are added again, each with its own factor:
//! `p + 4 (d + (long)(a + (b + 8)))` is `p + 4 d + 4 (long)a + 4 (long)b` and 32. Machine code extends, multiplies and adds in one
//! instruction, so a term costs what the sum in 32 bits did.
//!
//! Source: LLVM's SeparateConstOffsetFromGEP, which distributes extensions too, and traces disjoint `or` and `xor`; products inside
//! an extension are this project's.
//! Legality: sums and products of 64 bits are modulo 2^64. The extension of a sum, difference or product of 32 bits is that of the
//! extensions where it is an I-form: one that overflows has no value. A sum that may wrap stays whole. `x | c` and `x ^ c` are sums
//! where no bit of `c` may be set in `x`, of the bits of `c` for which that is so, and such a sum does not wrap.
//! Cost: [`MOST_NODES`] for each address.

use crate::codemap::Codemap;
use crate::coderep::{CodeRep, Op};
use crate::ids::CrId;
use crate::value_fact::Fact;
use optx_whirl::{Mtype, Operator, StId};
use smallvec::SmallVec;

/// So many nodes of an address are looked at: trees are DAGs, and what is shared is met on every way to it.
const MOST_NODES: u32 = 32;

/// Addresses of more terms stay as they are.
const MOST_TERMS: usize = 6;

/// So many operations down tell which bits a value has.
const MOST_FACTS: u32 = 4;

/// A tree of 64 bits without its constant part, and that part; None where it has none.
pub(crate) fn constant_part(map: &mut Codemap, base: CrId) -> Option<(CrId, i64)> {
    let mut parts = Parts { map, terms: SmallVec::new(), constant: 0, left: MOST_NODES };
    let found = parts.take_apart(Whole { tree: base, extension: None }, 1);
    let Parts { terms, constant, .. } = parts;
    if !found || terms.is_empty() || terms.len() > MOST_TERMS {
        return None;
    }
    // An extension is multiplied and added in one instruction to what is there.
    let is_plain = |term: &&Term| term.extension.is_none() && term.factor == 1;
    let plain = terms.iter().filter(is_plain);
    let in_order = plain.chain(terms.iter().filter(|term| !is_plain(term)));
    let terms: SmallVec<[Term; MOST_TERMS]> = in_order.copied().collect();
    let rest = sum(map, &terms);
    (map.height(rest) <= crate::MAX_HEIGHT).then_some((rest, constant as i64))
}

/// A tree of 64 bits, or one of 32 that is extended, with sign or without.
#[derive(Clone, Copy)]
struct Whole {
    tree: CrId,
    extension: Option<Extension>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Extension {
    Sign,
    Zero,
}

#[derive(Clone, Copy)]
enum Leaf {
    Tree(CrId),
    /// A bitwise operation with what is left of its constant.
    Bits(Operator, CrId, u64),
    /// An object's own address.
    Object(StId),
}

/// A factor, modulo 2^64, times a leaf.
#[derive(Clone, Copy)]
struct Term {
    leaf: Leaf,
    extension: Option<Extension>,
    factor: u64,
}

struct Parts<'a> {
    map: &'a Codemap,
    terms: SmallVec<[Term; 8]>,
    constant: u64,
    left: u32,
}

impl Parts<'_> {
    /// Adds the terms of a factor times a tree: of the parts where they have a constant, which it answers, else of the whole.
    fn take_apart(&mut self, whole: Whole, factor: u64) -> bool {
        let mark = self.terms.len();
        if self.left > 0 {
            self.left -= 1;
            if self.parts(whole, factor) {
                return true;
            }
            self.terms.truncate(mark);
        }
        self.push(Leaf::Tree(whole.tree), whole.extension, factor);
        false
    }

    fn push(&mut self, leaf: Leaf, extension: Option<Extension>, factor: u64) {
        self.terms.push(Term { leaf, extension, factor });
    }

    fn parts(&mut self, whole: Whole, factor: u64) -> bool {
        let Whole { tree, extension } = whole;
        if let Some(value) = self.map.constant(tree) {
            self.constant =
                self.constant.wrapping_add(factor.wrapping_mul(extended(value, extension)));
            return true;
        }
        let op = match *self.map.get(tree) {
            CodeRep::Op(op) if op.rtype.is_integer() => op,
            CodeRep::Lda { st, offset } if offset != 0 && extension.is_none() => {
                self.push(Leaf::Object(st), None, factor);
                self.constant = self.constant.wrapping_add(factor.wrapping_mul(offset as u64));
                return true;
            }
            _ => return false,
        };
        let is_wide = extension.is_none() && op.rtype.size() == 8;
        let is_linear = is_wide || extension == Some(Extension::Sign) && op.promises_no_wrap();
        let kid = |k: usize| Whole { tree: op.kids[k], extension };
        match op.opr {
            Operator::Add | Operator::Sub if is_linear => {
                let minus = op.opr == Operator::Sub;
                let of_second = if minus { factor.wrapping_neg() } else { factor };
                // Both: terms of the one side are needed where the other has a constant.
                let first = self.take_apart(kid(0), factor);
                self.take_apart(kid(1), of_second) | first
            }
            Operator::Neg if is_linear => self.take_apart(kid(0), factor.wrapping_neg()),
            Operator::Mpy if is_linear => match self.map.constant(op.kids[1]) {
                Some(by) => self.take_apart(kid(0), factor.wrapping_mul(extended(by, extension))),
                None => false,
            },
            Operator::Shl if is_wide => match self.map.constant(op.kids[1]) {
                Some(by @ 0..64) => self.take_apart(kid(0), factor << by),
                _ => false,
            },
            Operator::Bior | Operator::Bxor if is_wide || extension.is_some() => {
                self.bits(&op, extension, factor)
            }
            Operator::Cvt if is_wide => {
                let extension = match op.desc {
                    Mtype::I4 => Extension::Sign,
                    Mtype::U4 => Extension::Zero,
                    _ => return false,
                };
                self.take_apart(Whole { tree: op.kids[0], extension: Some(extension) }, factor)
            }
            _ => false,
        }
    }

    /// The bits of a constant that its operation sets where none are.
    fn bits(&mut self, op: &Op, extension: Option<Extension>, factor: u64) -> bool {
        let Some(constant) = self.map.constant(op.kids[1]) else { return false };
        let Some(width) = Fact::width_of(op.rtype) else { return false };
        let (zeros, _) = fact(self.map, op.kids[0], width, MOST_FACTS).known_bits();
        let added = constant & zeros;
        if added == 0 {
            return false;
        }
        let more = factor.wrapping_mul(extended(added, extension));
        self.constant = self.constant.wrapping_add(more);
        match constant & !added {
            0 => {
                self.take_apart(Whole { tree: op.kids[0], extension }, factor);
            }
            rest => self.push(Leaf::Bits(op.opr, op.kids[0], rest), extension, factor),
        }
        true
    }
}

/// A constant of 32 bits in 64, where it is extended.
fn extended(value: u64, extension: Option<Extension>) -> u64 {
    match extension {
        None => value,
        Some(Extension::Zero) => u64::from(value as u32),
        Some(Extension::Sign) => value as u32 as i32 as u64,
    }
}

/// What the operations of an integer tree tell of its value, so many of them down; of variables nothing.
fn fact(map: &Codemap, id: CrId, width: u32, depth: u32) -> Fact {
    if let Some(value) = map.constant(id) {
        return Fact::constant(width, value);
    }
    let full = Fact::full(width);
    let Some(op) = map.as_op(id).filter(|_| depth > 0) else { return full };
    if Fact::width_of(op.rtype) != Some(width) {
        return full;
    }
    let of = |k: usize, width| Some(fact(map, op.kids[k], width, depth - 1));
    use Operator::{Band, Bior, Bxor, Cvt, Lshr, Mpy, Shl};
    let known = match op.opr {
        Band | Bior | Bxor | Mpy => Fact::operation(op, &[of(0, width), of(1, width)]),
        // Amounts are words.
        Shl | Lshr => Fact::operation(op, &[of(0, width), of(1, 32)]),
        Cvt => Fact::width_of(op.desc).and_then(|from| Fact::operation(op, &[of(0, from)])),
        _ => None,
    };
    known.unwrap_or(full)
}

/// The terms added.
fn sum(map: &mut Codemap, terms: &[Term]) -> CrId {
    let mut whole = None;
    for term in terms {
        let leaf = match term.leaf {
            Leaf::Tree(tree) => tree,
            Leaf::Object(st) => map.intern(CodeRep::Lda { st, offset: 0 }),
            Leaf::Bits(opr, kid, rest) => {
                let rtype = if term.extension.is_some() { Mtype::U4 } else { Mtype::U8 };
                let rest = map.integer(rtype, rest);
                map.binary(opr, rtype, kid, rest)
            }
        };
        let leaf = match term.extension {
            None => leaf,
            Some(Extension::Sign) => map.unary(Operator::Cvt, Mtype::I8, Mtype::I4, leaf),
            Some(Extension::Zero) => map.unary(Operator::Cvt, Mtype::U8, Mtype::U4, leaf),
        };
        let is_minus = term.factor == u64::MAX && whole.is_some();
        let leaf = match term.factor {
            1 => leaf,
            _ if is_minus => leaf,
            factor => {
                let factor = map.integer(Mtype::U8, factor);
                map.binary(Operator::Mpy, Mtype::U8, leaf, factor)
            }
        };
        let opr = if is_minus { Operator::Sub } else { Operator::Add };
        whole = Some(match whole {
            None => leaf,
            Some(before) => map.binary(opr, Mtype::U8, before, leaf),
        });
    }
    whole.unwrap_or_else(|| map.integer(Mtype::U8, 0))
}
