//! Instructions as values: what an operand is, and what an operation without effect makes of its operands.

use super::values::{Leaf, ValueId, Values};
use crate::lir::modifiers::{Space, Special, Type};
use crate::lir::opcodes::{Effect, Form, Slot};
use crate::lir::{Function, Inst, Kind, MemoryForm, Op, Operand, Reg};

/// How many bits a value of a type has.
fn bits_of(ty: Type) -> u32 {
    match ty {
        Type::Pred => 1,
        // Narrow values lie in words.
        _ => (8 * ty.size()).max(32),
    }
}

/// How many bits a constant has at a place among what an operation reads.
fn bits_at(op: Op, k: usize) -> u32 {
    let slots = op.row().uses;
    match (slots.get(k).or(slots.last()), op) {
        (Some(Slot::Ty | Slot::Value | Slot::Elements | Slot::Values), _) => bits_of(op.ty()),
        (Some(Slot::From), Op::Cvt { from, .. }) => bits_of(from),
        (Some(Slot::Word), _) => 32,
        (Some(Slot::Pred), _) => 1,
        _ => 64,
    }
}

/// What an operand of an instruction is, where `of` knows registers; an address is a sum.
pub(super) fn operand(
    values: &mut Values,
    f: &Function,
    inst: &Inst,
    k: usize,
    of: impl Fn(Reg) -> Option<ValueId>,
) -> Option<ValueId> {
    let bits = bits_at(inst.op, k);
    constant_or(values, f, *f.uses(inst).get(k)?, bits, of)
}

/// What an operand is that has so many bits if it is a constant.
pub(super) fn constant_or(
    values: &mut Values,
    f: &Function,
    operand: Operand,
    bits: u32,
    of: impl Fn(Reg) -> Option<ValueId>,
) -> Option<ValueId> {
    match operand {
        Operand::Reg(reg) => of(reg),
        Operand::Int(number) => Some(values.constant(bits, number as u64)),
        Operand::F32(number) => Some(values.constant(32, u64::from(number))),
        Operand::F64(number) => Some(values.constant(64, number)),
        Operand::Special(special) => {
            Some(values.leaf(&Leaf::Special(special), 32, is_of_block(special)))
        }
        Operand::Symbol(symbol) => Some(values.leaf(&Leaf::Address(symbol, bits), bits, true)),
        Operand::AtReg(reg, offset) => {
            let bits = f.class(reg).bits()?;
            let (base, offset) = (of(reg)?, values.constant(bits, offset as u64));
            values.sum(base, offset)
        }
        Operand::AtSymbol(symbol, offset) => {
            let base = values.leaf(&Leaf::Address(symbol, 64), 64, true);
            let offset = values.constant(64, offset as u64);
            values.sum(base, offset)
        }
        Operand::Label(_) => None,
    }
}

/// True for what all threads of a block share.
fn is_of_block(special: Special) -> bool {
    use Special::{CtaidX, CtaidY, CtaidZ, NctaidX, NctaidY, NctaidZ, NtidX, NtidY, NtidZ};
    matches!(
        special,
        CtaidX | CtaidY | CtaidZ | NctaidX | NctaidY | NctaidZ | NtidX | NtidY | NtidZ
    )
}

/// The parameters that an instruction loads, one for each register that it writes: of a kernel, where nobody writes them.
pub(super) fn parameters(values: &mut Values, f: &Function, inst: &Inst) -> Option<Vec<ValueId>> {
    let (Op::Ld(MemoryForm { space: Space::Param, ty, .. }), Kind::Kernel) = (inst.op, &f.kind)
    else {
        return None;
    };
    let [Operand::AtSymbol(symbol, offset)] = *f.uses(inst) else { return None };
    let place = |k: usize| offset + k as i64 * i64::from(ty.size());
    let mut load = |(k, reg): (usize, Reg)| {
        let bits = f.class(reg).bits()?;
        Some(values.leaf(&Leaf::Parameter(symbol, place(k), ty), bits, true))
    };
    f.defs(inst).enumerate().map(&mut load).collect()
}

/// True for an instruction that gives one value of what it reads, and does nothing else.
pub(super) fn computes(f: &Function, inst: &Inst) -> bool {
    inst.op.effect() == Effect::Value
        && !matches!(inst.op, Op::Undef | Op::Any)
        && f.def(inst).is_some()
}

/// What an operation that only computes gives, in so many bits.
pub(super) fn result(values: &mut Values, op: Op, args: Vec<ValueId>, bits: u32) -> ValueId {
    let found = known(values, op, &args).filter(|found| values.bits(*found) == bits);
    found.unwrap_or_else(|| values.applied(op, args, bits))
}

/// The value of an operation of which more is known than its name.
fn known(values: &mut Values, op: Op, args: &[ValueId]) -> Option<ValueId> {
    let is_integer = !matches!(op.ty(), Type::F32 | Type::F64 | Type::Pred);
    match (op, args) {
        (Op::Mov(_), &[a]) => Some(a),
        (Op::Cvt { to, from, round: None, sat: false, .. }, &[a]) => converted(values, to, from, a),
        (Op::Alu { form, ty, .. }, _) if is_integer => match (form, args) {
            (Form::Add, &[a, b]) => values.sum(a, b),
            (Form::Sub, &[a, b]) => values.difference(a, b),
            (Form::Neg, &[a]) => {
                let zero = values.constant(values.bits(a), 0);
                values.difference(zero, a)
            }
            (Form::MulLo, &[a, b]) => values.product(a, b),
            (Form::MadLo, &[a, b, c]) => {
                let product = values.product(a, b)?;
                values.sum(product, c)
            }
            (Form::Shl, &[a, b]) => {
                let bits = values.bits(a);
                // More than all bits are as all bits.
                let amount = values.number(b)?.min(u64::from(bits));
                let factor = if amount >= 64 { 0 } else { 1 << amount };
                let factor = values.constant(bits, factor);
                values.product(a, factor)
            }
            (Form::MulWide, &[a, b]) => {
                let is_signed = ty == Type::S32;
                let (a, b) = (values.extended(is_signed, a)?, values.extended(is_signed, b)?);
                values.product(a, b)
            }
            _ => None,
        },
        _ => None,
    }
}

fn converted(values: &mut Values, to: Type, from: Type, a: ValueId) -> Option<ValueId> {
    use Type::{S32, S64, U32, U64};
    match (to, from) {
        (S64 | U64, S32) => values.extended(true, a),
        (S64 | U64, U32) => values.extended(false, a),
        (S32 | U32, S64 | U64) => values.cut(a),
        (S32 | U32, S32 | U32) | (S64 | U64, S64 | U64) => Some(a),
        _ => None,
    }
}
