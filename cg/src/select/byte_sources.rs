//! Where the bytes of a value come from: a walk over trees of shifts by whole bytes, masks of whole bytes, extensions and sums.
//!
//! Idea: each byte of a node is 0, a byte of a leaf or the sign of one, eight times; what is no operation on whole bytes is a leaf
//! itself, so the walk has an answer for every node. It looks at no more than [`MOST`] operations of a root, what is below is a leaf:
//! the walks of all roots are linear together, though trees are DAGs.
//!
//! Beside the bytes stands what the tree costs as it is written, in halves of an instruction as ptxas 13.5 counts them
//! (docs/decisions/0094-logic-bytes-rotations-and-ptxas.md): a shift is one, two operations of logic together are (LOP3), and so are the cut of a low byte and
//! its shift, and two shifts around a word.
//!
//! Legality, for each operation:
//!
//! | tree | its bytes |
//! |---|---|
//! | `x & c` | where `c` has 255 those of `x`, where it has 0 zero; another byte of `c` wants that of `x` to be zero already |
//! | `x \| y`, `x ^ y`, `x + y` | at each place one of the two is zero: nothing is carried, and nothing cleared. Of `\|` both may be the same |
//! | `x * c` of 32 bits | each byte of `c` is 0 or 1, and the shifted values meet nowhere: their sum |
//! | `x << c`, `x >> c` | moved, as `c` is a multiple of 8; what comes in is zero, or the sign of the highest byte. An amount of the width or more leaves zeros or signs, as the operator has it |
//! | CVT, CVTL of integers | the low ones, with zeros above or the sign of the highest |
//! | `prmt`, `shf` by a constant | as the instruction says |
//!
//! A sum that promises not to overflow and whose bytes meet nowhere does not. A leaf is evaluated whole, so what it promises is not
//! asked for where it was not.

use super::Selector;
use optx_ir::{CrId, Op};
use optx_whirl::{Intrinsic, Operator};

/// Operations that are looked at for one root; those of a swap of 64 bits are 23.
pub(super) const MOST: u32 = 64;

/// Where a byte comes from: zero, or a leaf and the digit that a selector has for it: its place, and 8 for its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Source(u64);

impl Source {
    pub(super) const ZERO: Source = Source(0);

    pub(super) fn byte(leaf: CrId, k: usize) -> Source {
        Source((leaf.index() as u64 + 1) << 4 | k as u64)
    }

    /// The byte's sign, eight times.
    pub(super) fn sign(self) -> Source {
        if self == Source::ZERO { self } else { Source(self.0 | 8) }
    }

    pub(super) fn is_sign(self) -> bool {
        self.0 & 8 != 0
    }

    /// The lowest byte of the leaf's word.
    pub(super) fn word(self) -> Source {
        Source(self.0 & !11)
    }

    /// The digit of a selector.
    pub(super) fn digit(self) -> u64 {
        self.0 & 11
    }

    /// The leaf, which zero has not, and which of its words.
    pub(super) fn leaf(self) -> (CrId, usize) {
        (CrId::from_index((self.0 >> 4) as usize - 1), (self.0 >> 2 & 1) as usize)
    }

    /// The word that is put together in place of others.
    pub(super) fn temporary(number: u64) -> Source {
        Source(u64::MAX << 32 | number << 4)
    }

    /// The byte at a place of the word.
    pub(super) fn at(self, k: usize) -> Source {
        Source(self.0 | k as u64)
    }
}

/// A value's bytes, of 4 the upper ones zero, and what each word costs as it is written.
#[derive(Clone, Copy)]
pub(super) struct Bytes {
    pub(super) of: [Source; 8],
    halves: [u32; 2],
}

impl Bytes {
    fn leaf(id: CrId, size: u32) -> Bytes {
        let mut of = [Source::ZERO; 8];
        for (k, byte) in of.iter_mut().enumerate().take(size as usize) {
            *byte = Source::byte(id, k);
        }
        Bytes { of, halves: [0; 2] }
    }

    /// Halves of instructions.
    pub(super) fn cost(&self) -> u32 {
        self.halves[0].saturating_add(self.halves[1])
    }

    /// What words cost more that are not there already.
    #[inline(never)]
    fn add(&mut self, halves: u32) {
        for word in 0..2 {
            if !is_there(&self.of[4 * word..]) {
                self.halves[word] = self.halves[word].saturating_add(halves);
            }
        }
    }

    /// Moved up by bytes, down where it is negative; `above` comes in from above.
    #[inline(never)]
    fn moved(&self, by: i32, size: u32, above: Source) -> [Source; 8] {
        let mut of = [Source::ZERO; 8];
        for k in 0..size as i32 {
            let from = k - by;
            of[k as usize] = if from >= size as i32 {
                above
            } else if from >= 0 {
                self.of[from as usize]
            } else {
                Source::ZERO
            };
        }
        of
    }

    /// What two values with no bytes in common are together; of `equal` ones both may have the same.
    #[inline(never)]
    fn join(&mut self, other: &[Source; 8], equal: bool) -> Option<()> {
        for (a, &b) in self.of.iter_mut().zip(other) {
            if *a != Source::ZERO && b != Source::ZERO && !(equal && *a == b) {
                return None;
            }
            *a = b.max(*a);
        }
        Some(())
    }
}

/// True of a leaf's word, and of zeros.
pub(super) fn is_there(word: &[Source]) -> bool {
    let first = word[0];
    let is_zero = first == Source::ZERO;
    first == first.word() && (1..4).all(|k| word[k] == if is_zero { first } else { first.at(k) })
}

impl Selector<'_> {
    /// The bytes of an integer, or of an address.
    pub(super) fn bytes(&mut self, id: CrId) -> Bytes {
        let f = self.f;
        let is_zero = f.codemap.constant(id) == Some(0);
        let whole = Bytes::leaf(id, if is_zero { 0 } else { f.mtype(id).size() });
        let Some(op) = f.codemap.as_op(id) else { return whole };
        if self.nodes_left == 0 {
            return whole;
        }
        self.nodes_left -= 1;
        self.traced(op).unwrap_or(whole)
    }

    /// The bytes of an operation on whole bytes.
    fn traced(&mut self, op: &Op) -> Option<Bytes> {
        use Operator::*;
        let size = op.rtype.size();
        if !op.rtype.is_integer() || size < 4 {
            return None;
        }
        let constant = op.kids.last().and_then(|&kid| self.f.codemap.constant(kid));
        let integers = op.desc.is_integer();
        let (from, signed) = (op.desc.size(), op.desc.is_signed());
        let digits = digits(op, constant);
        // What each byte of a factor, or of a mask, may be.
        let fits = match op.opr {
            Band => constant?.to_le_bytes().contains(&255),
            Mpy => size == 4 && constant? & !0x101_0101 == 0,
            Shl | Lshr | Ashr => constant? % 8 == 0,
            Cvt | Cvtl => integers,
            IntrinsicOp => digits.is_some(),
            opr => matches!(opr, Bior | Bxor | Add),
        };
        if !fits {
            return None;
        }
        let mut a = self.bytes(op.kids[0]);
        let is_byte = size == 4 && a.of[1..4] == [Source::ZERO; 3];
        match op.opr {
            Band => a.mask(constant?)?,
            Cvt | Cvtl if from < 4 && !signed => a.mask((1 << (8 * from)) - 1)?,
            Bior | Bxor | Add => {
                let b = self.bytes(op.kids[1]);
                a.join(&b.of, op.opr == Bior)?;
                for word in 0..2 {
                    a.halves[word] = a.halves[word].saturating_add(b.halves[word]);
                }
                a.add(1);
                let width = u64::from(op.rtype.bits());
                let around = |k: usize| self.around(op.kids[k], op.kids[1 - k], width).is_some();
                if around(0) || around(1) {
                    a.halves = a.halves.map(|halves| halves.saturating_sub(3).max(halves.min(2)));
                }
            }
            Mpy => {
                let factor = constant?.to_le_bytes();
                let mut sum = Bytes { of: [Source::ZERO; 8], ..a };
                for k in (0..4).filter(|&k| factor[k] != 0) {
                    sum.join(&a.moved(k as i32, 4, Source::ZERO), false)?;
                }
                a = sum;
                a.add(2);
            }
            Cvt | Cvtl => {
                let above = if signed { a.of[from as usize - 1].sign() } else { Source::ZERO };
                a.of[from as usize..].fill(above);
                a.of[size as usize..].fill(Source::ZERO);
                if from != size {
                    a.halves[1] = if from == 4 && above != Source::ZERO { 2 } else { 0 };
                }
                if from < 4 {
                    a.add(2);
                }
            }
            IntrinsicOp => {
                let b = self.bytes(op.kids[1]);
                if op.kids[0] != op.kids[1] {
                    a.halves[0] = a.halves[0].saturating_add(b.halves[0]);
                }
                a.of[4..].copy_from_slice(&b.of[..4]);
                let (both, digits) = (a.of, digits?);
                a.of = [Source::ZERO; 8];
                for k in 0..4 {
                    let digit = digits >> (4 * k) & 15;
                    let byte = both[digit as usize & 7];
                    a.of[k] = if digit < 8 { byte } else { byte.sign() };
                }
                a.add(2);
            }
            opr => {
                let by = (constant? / 8).min(8) as i32;
                let above = if opr == Ashr { a.of[size as usize - 1].sign() } else { Source::ZERO };
                a.of = a.moved(if opr == Shl { by } else { -by }, size, above);
                if by >= 4 {
                    a.halves = if opr == Shl { [0, a.halves[0]] } else { [a.halves[1], 0] };
                }
                if by != 4 || opr == Ashr {
                    // A low byte is cut and moved by one instruction.
                    a.add(if is_byte { 1 } else { 2 });
                }
            }
        }
        Some(a)
    }
}

impl Bytes {
    /// What a mask of whole bytes leaves.
    fn mask(&mut self, mask: u64) -> Option<()> {
        for (byte, has) in self.of.iter_mut().zip(mask.to_le_bytes()) {
            match has {
                255 => {}
                0 => *byte = Source::ZERO,
                _ if *byte == Source::ZERO => {}
                _ => return None,
            }
        }
        for word in 0..2 {
            if mask >> (32 * word) & 0xffff_ffff != 0xffff_ffff && !is_there(&self.of[4 * word..]) {
                self.halves[word] = self.halves[word].saturating_add(1);
            }
        }
        Some(())
    }
}

/// The selector of `prmt`, and of `shf` by whole bytes.
fn digits(op: &Op, constant: Option<u64>) -> Option<u64> {
    use Intrinsic::*;
    let amount = constant?;
    let moves = matches!(amount, 8 | 16 | 24);
    match op.intrinsic? {
        Prmt => Some(amount),
        FunnelLeftWrap | FunnelLeftClamp if moves => Some(0x7654_3210 >> (16 - amount / 2)),
        FunnelRightWrap | FunnelRightClamp if moves => Some(0x7654_3210 >> (amount / 2)),
        _ => None,
    }
}
