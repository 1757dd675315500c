//! Neighbouring loads, or stores, of one base become `.v2` or `.v4`.
//!
//! Legality: the same bytes are accessed, at an address known to be aligned to the vector's size. A load moves up to
//! the group's first over instructions without memory or effect that neither read nor write its result, and over
//! loads; a store moves down to the group's last over instructions without memory or effect that change neither its
//! value nor its base. Volatile accesses, barriers, atomics and inline PTX end a group. The vector's place is the one that its
//! elements have in common.
//! Cost: a window of instructions for each access; what is merged moves within it, never the rest of the block.

use crate::lir;
use crate::lir::modifiers::Type;
use crate::lir::opcodes::Effect;
use crate::lir::{Function, Inst, MemoryForm, Op, Operand, Reg, RegClass};
use optx_whirl::{Loc, LocTable};
use optx_wopt::Stats;
use smallvec::SmallVec;
use std::collections::VecDeque;

/// So many instructions are looked at for neighbours.
const WINDOW: usize = 32;
/// Bytes of the widest access.
const WIDEST: u32 = 16;

/// Merges accesses in every block.
pub fn run(f: &mut Function, locs: &LocTable) -> Stats {
    let mut stats = Stats::new("vectorize");
    for k in 0..f.blocks.len() {
        if !f.blocks[k].insts.iter().any(|inst| element(inst).is_some()) {
            continue;
        }
        let mut ahead = VecDeque::from(std::mem::take(&mut f.blocks[k].insts));
        let before = ahead.len();
        let mut done = Vec::with_capacity(before);
        while let Some(first) = ahead.front() {
            if let Some(access) = element(first) {
                let merged = match first.op {
                    Op::Ld(_) => merge_loads(f, locs, &mut ahead, access),
                    _ => merge_stores(f, locs, &mut ahead, access),
                };
                if merged > 0 {
                    stats.add("accesses merged", merged as u64);
                }
            }
            done.extend(ahead.pop_front());
        }
        f.blocks[k].insts = done;
    }
    stats
}

/// The access of a load or store of one element that may become a part of a wider one.
fn element(inst: &Inst) -> Option<MemoryForm> {
    match inst.op {
        Op::Ld(access) | Op::St(access)
            if access.count == 1
                && inst.guard.is_none()
                && matches!(inst.op.effect(), Effect::Load | Effect::Store) =>
        {
            Some(access)
        }
        _ => None,
    }
}

/// The base of an access, and the offset from it.
fn place(f: &Function, inst: &Inst) -> Option<(Operand, i64)> {
    element(inst)?;
    match *f.uses(inst).first()? {
        Operand::AtReg(reg, offset) => Some((Operand::AtReg(reg, 0), offset)),
        Operand::AtSymbol(symbol, offset) => Some((Operand::AtSymbol(symbol, 0), offset)),
        _ => None,
    }
}

/// True where two accesses differ in place and known alignment alone.
fn alike(a: &Inst, b: &Inst) -> bool {
    let of = |inst: &Inst| element(inst).map(|access| MemoryForm { align: 0, ..access });
    std::mem::discriminant(&a.op) == std::mem::discriminant(&b.op) && of(a) == of(b)
}

fn writes(f: &Function, inst: &Inst, reg: Reg) -> bool {
    f.defs(inst).any(|written| written == reg)
}

fn changes_base(f: &Function, inst: &Inst, base: &Operand) -> bool {
    base.register().is_some_and(|reg| writes(f, inst, reg))
}

/// Counts to try, widest first, for an element size and a known alignment.
fn counts(access: MemoryForm) -> impl Iterator<Item = u8> {
    [4u8, 2].into_iter().filter(move |&n| {
        let bytes = access.ty.size() * u32::from(n);
        bytes <= WIDEST && access.alignment() >= bytes
    })
}

/// Makes the load at the front one of a vector, where the others of the vector come soon; how many are one now.
fn merge_loads(
    f: &mut Function,
    locs: &LocTable,
    insts: &mut VecDeque<Inst>,
    access: MemoryForm,
) -> usize {
    for count in counts(access) {
        let Some(found) = load_group(f, insts, access.ty.size(), usize::from(count)) else {
            continue;
        };
        let regs: SmallVec<[Reg; 4]> = found.iter().filter_map(|&k| f.def(&insts[k])).collect();
        let address = f.uses(&insts[0])[0];
        let loc = common(locs, insts, &found);
        let states: SmallVec<[_; 4]> = found.iter().map(|&k| f.state(&insts[k], 0)).collect();
        let vector = f.inst(Op::Ld(MemoryForm { count, ..access }), &regs, &[address], loc);
        for (k, state) in states.into_iter().enumerate() {
            // Registers that it names may be written only now.
            f.set_state(&vector, k, state.map(lir::State::without_registers));
        }
        insts[0] = vector;
        let mut later: Vec<usize> = found[1..].to_vec();
        later.sort_unstable();
        for k in later.into_iter().rev() {
            insts.remove(k);
        }
        return found.len();
    }
    0
}

/// The place of what becomes one instruction.
fn common(locs: &LocTable, insts: &VecDeque<Inst>, merged: &[usize]) -> Loc {
    let places = merged.iter().map(|&k| insts[k].loc);
    places.reduce(|a, b| locs.common(a, b)).unwrap_or(Loc::NONE)
}

/// The instructions that load elements 0, 1, ... of the vector that starts at the front.
fn load_group(f: &Function, insts: &VecDeque<Inst>, size: u32, count: usize) -> Option<Vec<usize>> {
    let (base, offset) = place(f, &insts[0])?;
    let first = f.def(&insts[0])?;
    // A load over its own base: what comes after it is at another address.
    if changes_base(f, &insts[0], &base) {
        return None;
    }
    let mut found: Vec<Option<usize>> = vec![None; count];
    found[0] = Some(0);
    for (k, inst) in insts.iter().enumerate().take(WINDOW).skip(1) {
        if !matches!(inst.op.effect(), Effect::Value | Effect::Load) {
            break;
        }
        if let Some((b, o)) = place(f, inst)
            && b == base
            && alike(inst, &insts[0])
            && let Some(dst) = f.def(inst)
            && f.class(dst) == f.class(first)
        {
            let index = (o - offset) / i64::from(size);
            let exact = (o - offset) % i64::from(size) == 0;
            let free = insts.iter().take(k).all(|i| !f.touches(i, dst));
            if exact && free && index > 0 && (index as usize) < count {
                found[index as usize].get_or_insert(k);
            }
        }
        if found.iter().all(Option::is_some) {
            return found.into_iter().collect();
        }
        if changes_base(f, inst, &base) {
            break;
        }
    }
    None
}

/// Makes the store at the front, and those of its neighbours that come soon, one at the place of the last; how many are
/// one now.
fn merge_stores(
    f: &mut Function,
    locs: &LocTable,
    insts: &mut VecDeque<Inst>,
    access: MemoryForm,
) -> usize {
    for count in counts(access) {
        let Some(found) = store_group(f, insts, access.ty.size(), usize::from(count)) else {
            continue;
        };
        let last = found[found.len() - 1];
        let address = f.uses(&insts[0])[0];
        let loc = common(locs, insts, &found);
        let mut operands: SmallVec<[Operand; 5]> = SmallVec::from_slice(&[address]);
        let mut constants = Vec::new();
        for &k in &found {
            let value = f.uses(&insts[k])[1];
            if value.as_reg().is_some() {
                operands.push(value);
                continue;
            }
            // A vector's elements are registers.
            let wide = access.ty.size() == 8;
            let reg = f.new_reg(if wide { RegClass::B64 } else { RegClass::B32 }, None);
            let ty = if wide { Type::U64 } else { Type::U32 };
            let constant = f.inst(Op::Mov(ty), &[reg], &[value], insts[k].loc);
            if f.has_states() {
                f.set_state(&constant, 0, Some(lir::State::UNIFORM));
            }
            constants.push(constant);
            operands.push(Operand::Reg(reg));
        }
        let store = Op::St(MemoryForm { count, ..access });
        insts[last] = f.inst(store, &[], &operands, loc);
        for &k in found[..found.len() - 1].iter().rev() {
            insts.remove(k);
        }
        let place = last + 1 - found.len();
        for (k, constant) in constants.into_iter().enumerate() {
            insts.insert(place + k, constant);
        }
        return found.len();
    }
    0
}

/// Stores of consecutive elements, in order.
fn store_group(
    f: &Function,
    insts: &VecDeque<Inst>,
    size: u32,
    count: usize,
) -> Option<Vec<usize>> {
    let (base, offset) = place(f, &insts[0])?;
    let value = |inst: &Inst| f.uses(inst).get(1).and_then(Operand::as_reg);
    let class = |inst: &Inst| value(inst).map(|reg| f.class(reg));
    let mut found = vec![0];
    let mut values: Vec<Reg> = value(&insts[0]).into_iter().collect();
    for (k, inst) in insts.iter().enumerate().take(WINDOW).skip(1) {
        if let Some((b, o)) = place(f, inst)
            && matches!(inst.op, Op::St(_))
        {
            let next = offset + found.len() as i64 * i64::from(size);
            let same_class = class(inst).is_none()
                || values.first().is_none_or(|&v| class(inst) == Some(f.class(v)));
            if b == base && o == next && alike(inst, &insts[0]) && same_class {
                found.push(k);
                values.extend(value(inst));
                if found.len() == count {
                    return Some(found);
                }
                continue;
            }
        }
        let changes = values.iter().any(|&v| writes(f, inst, v)) || changes_base(f, inst, &base);
        if inst.op.effect() != Effect::Value || changes {
            return None;
        }
    }
    None
}
