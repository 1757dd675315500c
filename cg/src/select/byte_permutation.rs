//! Words that are put together of bytes: `prmt.b32`.
//!
//! Idea: where the bytes of a tree come from ([`super::byte_sources`]) says by how many `prmt` it can be made: one of two words, or of
//! one and zeros, two of three, three of four. It is where that is fewer than ptxas makes of the tree as it is written
//! (docs/decisions/0094-logic-bytes-rotations-and-ptxas.md); 64 bits are two words, of which one that is there already or is zero costs nothing.
//!
//! Legality: the bytes are the tree's, whatever the leaves are. What is evaluated in a temporary is a leaf, so nothing is evaluated
//! twice. Left alone: a leaf that is a constant (LOP3 has its own), an extension to 64 bits (its operand is asked), and a byte that
//! only becomes a float before sm_86, where the conversion takes it out of its word itself. Signs in a word of several words
//! are left to the operations that spread them: ptxas up to 13.0 takes them from the wrong word where a mask follows
//! (docs/results/gpu/ptxas.md).
//! Cost: a bounded walk for each operation on bytes.

use super::Selector;
use super::byte_sources::{MOST, Source, is_there};
use crate::lir::modifiers::Type;
use crate::lir::opcodes::Form;
use crate::lir::{Op as Code, Operand, Reg, RegClass};
use optx_ir::{CrId, Op};
use optx_whirl::{Intrinsic, Mtype, Operator};

/// A `prmt` of two words.
struct Permutation {
    words: [Source; 2],
    selector: i64,
    /// What stands for its result where that is not the last.
    result: Source,
}

/// The permutations, at most three, that put a word together.
fn permutations(mut word: [Source; 4], emit: &mut dyn FnMut(Permutation, bool)) {
    // The words that it is made of, zeros last; then what pairs of them are.
    let (mut queue, mut end) = ([Source::ZERO; 8], 0);
    let mut first = 0;
    for byte in word {
        if byte != Source::ZERO && !queue[..end].contains(&byte.word()) {
            queue[end] = byte.word();
            end += 1;
        }
    }
    end += usize::from(word.contains(&Source::ZERO));
    loop {
        let is_last = end <= first + 2;
        let words = [queue[first], if end > first + 1 { queue[first + 1] } else { Source::ZERO }];
        let (mut selector, result) = (0, Source::temporary(first as u64));
        for (k, byte) in word.iter_mut().enumerate() {
            let digit = match byte.word() {
                of if of == words[0] => byte.digit(),
                of if of == words[1] => byte.digit() | 4,
                _ => continue,
            };
            selector |= (digit as i64) << (4 * k);
            *byte = result.at(k);
        }
        emit(Permutation { words, selector, result }, is_last);
        if is_last {
            return;
        }
        (queue[end], end, first) = (result, end + 1, first + 2);
    }
}

/// The instructions that make a word.
fn count(word: [Source; 4]) -> u32 {
    let mut made = 0;
    if !is_there(&word) {
        permutations(word, &mut |_, _| made += 1);
    }
    made
}

/// Whether a word has a sign and is of several words.
fn has_sign_among_words(word: &[Source; 4]) -> bool {
    let mut there = word.iter().filter(|&&byte| byte != Source::ZERO);
    let Some(first) = there.next() else { return false };
    word.iter().any(|byte| byte.is_sign()) && there.any(|byte| byte.word() != first.word())
}

/// The registers of words, the latest last.
type Known = Vec<(Source, Operand)>;

/// Whether an operation may be one on bytes that takes more than one instruction.
fn may_gain(op: &Op, is_op: impl Fn(usize) -> bool, has_constant: bool) -> bool {
    use Operator::*;
    let size = op.rtype.size();
    op.rtype.is_integer()
        && match op.opr {
            Bior | Bxor | Add => is_op(0) && is_op(1),
            Band | Shl | Lshr | Ashr | Mpy => has_constant && is_op(0),
            Cvt => op.desc.is_integer() && size <= op.desc.size() && is_op(0),
            Cvtl => is_op(0),
            IntrinsicOp => {
                op.intrinsic == Some(Intrinsic::Prmt) && has_constant && (is_op(0) || is_op(1))
            }
            _ => false,
        }
}

impl Selector<'_> {
    /// A tree by permutations of bytes; false where they are no fewer instructions.
    pub(super) fn byte_permutation(&mut self, dst: Reg, id: CrId, op: &Op) -> bool {
        let map = &self.f.codemap;
        let has_constant = op.kids.last().is_some_and(|&kid| map.constant(kid).is_some());
        if !may_gain(op, |k| map.as_op(op.kids[k]).is_some(), has_constant) {
            return false;
        }
        self.nodes_left = MOST;
        let bytes = self.bytes(id);
        let bytes_of = &bytes.of[..op.rtype.size() as usize];
        let is_constant = |&of: &Source| of != Source::ZERO && map.constant(of.leaf().0).is_some();
        let [low, high] = [0, 4].map(|k| [0, 1, 2, 3].map(|j| bytes.of[k + j]));
        if 2 * (count(low) + count(high)) >= bytes.cost() || bytes_of.iter().any(is_constant) {
            return false;
        }
        if [low, high].iter().any(has_sign_among_words) {
            return false;
        }
        let mut known = Known::new();
        if bytes_of.len() == 4 {
            let part = self.assembled(low, Some(dst), &mut known);
            if part != Operand::Reg(dst) {
                self.copy(dst, part);
            }
        } else {
            let parts = [low, high].map(|word| self.assembled(word, None, &mut known));
            self.put(Code::Pack, &[dst], &parts);
        }
        true
    }

    /// A word by what puts it together.
    fn assembled(&mut self, word: [Source; 4], dst: Option<Reg>, known: &mut Known) -> Operand {
        if is_there(&word) {
            return self.leaf_word(word[0], known);
        }
        let mut last = Operand::Int(0);
        permutations(word, &mut |permutation, is_last| {
            let [a, b] = permutation.words.map(|word| self.leaf_word(word, known));
            let to = dst.filter(|_| is_last).unwrap_or_else(|| self.new_reg(RegClass::B32));
            self.alu(Form::Prmt, Type::B32, to, &[a, b, Operand::Int(permutation.selector)]);
            last = Operand::Reg(to);
            known.push((permutation.result, last));
        });
        last
    }

    /// A word that was put together, or a leaf's: that is evaluated when it is first asked for.
    fn leaf_word(&mut self, word: Source, known: &mut Known) -> Operand {
        if word == Source::ZERO {
            return Operand::Int(0);
        }
        if let Some(&(_, found)) = known.iter().rev().find(|(of, _)| *of == word) {
            return found;
        }
        let (leaf, k) = word.leaf();
        let words = match self.f.mtype(leaf).size() {
            8 => self.both_words(leaf),
            _ => [self.reg(leaf); 2],
        };
        let words = words.map(Operand::Reg);
        known.extend([(Source::byte(leaf, 0), words[0]), (Source::byte(leaf, 4), words[1])]);
        words[k]
    }

    /// An integer that becomes a float: before sm_86 the conversion to F4 takes a byte out of a word.
    pub(super) fn reg_of_number(&mut self, id: CrId, to: Mtype) -> Reg {
        let map = &self.f.codemap;
        let byte = map.as_op(id).copied().filter(|op| {
            to == Mtype::F4
                && self.target.arch < 86
                && op.opr == Operator::Band
                && op.rtype.size() == 4
                && map.constant(op.kids[1]) == Some(255)
                && map.as_op(op.kids[0]).is_some_and(|shift| shift.opr == Operator::Lshr)
        });
        let Some(op) = byte else { return self.reg(id) };
        let (begin, dst) = (self.insts.len(), self.new_reg(RegClass::B32));
        self.operation(dst, &op);
        self.tell_node(begin, dst, id);
        dst
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, count, is_there, permutations};
    use optx_ir::CrId;
    use std::collections::HashMap;

    /// `prmt` on numbers, written byte by byte.
    fn permuted(a: u32, b: u32, selector: i64) -> u32 {
        let both = u64::from(a) | u64::from(b) << 32;
        let mut word = 0;
        for k in 0..4 {
            let digit = selector >> (4 * k) & 15;
            let byte = both >> (8 * (digit & 7)) & 255;
            let sign = if byte < 128 { 0 } else { 255 };
            word |= if digit < 8 { byte << (8 * k) } else { sign << (8 * k) };
        }
        word as u32
    }

    /// All words of bytes, signs and zeros of two leaves and a third's lowest byte, one leaf of 64 bits.
    #[test]
    fn each_word_is_what_its_bytes_say() {
        const VALUES: [u64; 3] = [0x91_22_f3_44_05_86_77_88, 0xa9_1a_2b_bc, 0xcd];
        let mut sources = vec![(Source::ZERO, 0)];
        let mut leaves = HashMap::from([(Source::ZERO, 0)]);
        for (leaf, size) in [(0, 8), (1, 4), (2, 1)] {
            for k in 0..size {
                let (byte, value) =
                    (Source::byte(CrId::from_index(leaf), k), VALUES[leaf] >> (8 * k));
                sources.push((byte, value as u8));
                sources.push((byte.sign(), if value & 128 == 0 { 0 } else { 255 }));
                assert_eq!(byte.leaf(), (CrId::from_index(leaf), k / 4));
                if k % 4 == 0 {
                    leaves.insert(byte, value as u32);
                }
            }
        }
        let n = sources.len();
        for number in 0..n.pow(4) {
            let word = [0, 1, 2, 3].map(|k| sources[number / n.pow(k) % n]);
            let expected = u32::from_le_bytes(word.map(|(_, value)| value));
            let word = word.map(|(source, _)| source);
            if is_there(&word) {
                assert_eq!(leaves[&word[0]], expected, "{word:?}");
                continue;
            }
            let (mut made, mut last, mut known) = (0, None, leaves.clone());
            permutations(word, &mut |p, is_last| {
                let value = permuted(known[&p.words[0]], known[&p.words[1]], p.selector);
                known.insert(p.result, value);
                made += 1;
                assert!(last.is_none(), "{word:?} goes on");
                last = is_last.then_some(value);
            });
            assert_eq!(last, Some(expected), "{word:?}");
            assert_eq!(count(word), made);
            let words: std::collections::HashSet<Source> =
                word.iter().map(|source| source.word()).collect();
            assert_eq!(made as usize, (words.len() - 1).max(1), "{word:?}");
        }
    }
}
