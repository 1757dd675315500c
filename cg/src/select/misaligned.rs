//! Accesses of places that may not be aligned as their type is: members of packed structs.
//!
//! Idea: an access of `n` bytes at an address known to be a multiple of `a < n` is `n / a` accesses of `a` bytes, the
//! lowest first, put together (or taken apart) in registers; PTX wants every address to be a multiple of the access's
//! size ("Addresses as Operands"). Neighbours may become vectors later, as any others.
//! Legality: the pieces cover the same bytes. A volatile access becomes several, as nvcc's and clang's does: no single
//! access of the hardware could do it.
//! Cost: for each piece the access, a shift and an OR.

use super::Selector;
use crate::lir::modifiers::Type;
use crate::lir::opcodes::Form;
use crate::lir::{Op, Operand, Reg, RegClass};
use optx_ir::{Access, CrId};
use optx_whirl::Mtype;

/// The type of a piece.
pub(crate) fn piece_type(bytes: u32) -> Mtype {
    match bytes {
        1 => Mtype::U1,
        2 => Mtype::U2,
        _ => Mtype::U4,
    }
}

/// The access of the piece at `at` bytes.
fn piece(access: &Access, bytes: u32, at: u32) -> Access {
    let offset = access.offset.wrapping_add(i64::from(at));
    Access { desc: piece_type(bytes), offset, align: bytes, ..*access }
}

impl Selector<'_> {
    /// Loads a value in pieces of `align` bytes.
    pub(super) fn load_pieces(
        &mut self,
        dst: Reg,
        access: &Access,
        align: u32,
        volatile: bool,
        read_only: bool,
    ) {
        let size = access.desc.size();
        // The address may be in the register that the value goes to, so nothing is written there before the end.
        let words: Vec<Reg> = (0..size)
            .step_by(4)
            .map(|at| self.load_word(access, align, at..size.min(at + 4), volatile, read_only))
            .collect();
        match (access.desc, words.as_slice()) {
            (_, &[low, high]) => {
                self.put(Op::Pack, &[dst], &[Operand::Reg(low), Operand::Reg(high)]);
            }
            (Mtype::I2, &[word]) => {
                let (to, from) = (Type::S32, Type::S16);
                let extend = Op::Cvt { to, from, round: None, ftz: false, sat: false };
                self.put(extend, &[dst], &[Operand::Reg(word)]);
            }
            (_, &[word]) => self.put(Op::Mov(Type::B32), &[dst], &[Operand::Reg(word)]),
            _ => {}
        }
    }

    /// The bytes of a range of at most four in a register of 32 bits.
    fn load_word(
        &mut self,
        access: &Access,
        align: u32,
        range: std::ops::Range<u32>,
        volatile: bool,
        read_only: bool,
    ) -> Reg {
        let mut word = None;
        for at in range.clone().step_by(align as usize) {
            let loaded = self.new_reg(RegClass::B32);
            self.load(loaded, &piece(access, align, at), volatile, read_only);
            let Some(low) = word else {
                word = Some(loaded);
                continue;
            };
            let (moved, both) = (self.new_reg(RegClass::B32), self.new_reg(RegClass::B32));
            let amount = Operand::Int(i64::from(8 * (at - range.start)));
            self.alu(Form::Shl, Type::B32, moved, &[Operand::Reg(loaded), amount]);
            self.alu(Form::Or, Type::B32, both, &[Operand::Reg(low), Operand::Reg(moved)]);
            word = Some(both);
        }
        word.unwrap_or_else(|| self.new_reg(RegClass::B32))
    }

    /// Stores a value in pieces of `align` bytes.
    pub(super) fn store_pieces(
        &mut self,
        access: &Access,
        align: u32,
        value: CrId,
        volatile: bool,
    ) {
        let value = self.reg(value);
        let size = access.desc.size();
        let words = self.words(value, size);
        for (word, at) in words.into_iter().zip((0..size).step_by(4)) {
            for k in (0..size.min(4)).step_by(align as usize) {
                let mut part = word;
                if k > 0 {
                    part = self.new_reg(RegClass::B32);
                    let amount = Operand::Int(i64::from(8 * k));
                    self.alu(Form::Shr, Type::U32, part, &[Operand::Reg(word), amount]);
                }
                self.store_at(&piece(access, align, at + k), Operand::Reg(part), volatile);
            }
        }
    }

    /// A value of up to eight bytes as registers of 32 bits, the lowest first.
    fn words(&mut self, value: Reg, size: u32) -> Vec<Reg> {
        if size == 8 {
            let (low, high) = (self.new_reg(RegClass::B32), self.new_reg(RegClass::B32));
            self.put(Op::Unpack, &[low, high], &[Operand::Reg(value)]);
            return vec![low, high];
        }
        if self.code.class(value) == RegClass::B32 {
            return vec![value];
        }
        let word = self.new_reg(RegClass::B32);
        self.put(Op::Mov(Type::B32), &[word], &[Operand::Reg(value)]);
        vec![word]
    }
}
