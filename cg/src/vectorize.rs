//! Neighbouring loads, or stores, of one base become `.v2` or `.v4`.
//!
//! Legality: the same bytes are accessed, at an address known to be aligned to the vector's size. A load moves up to
//! the group's first over instructions without memory or effect that neither read nor write its result, and over
//! loads; a store moves down to the group's last over instructions without memory or effect that change neither its
//! value nor its base. Volatile accesses, barriers, atomics and inline PTX end a group.
//! Cost: a window of instructions for each access; what is merged moves within it, never the rest of the block.

use crate::lir::{Base, Class, Inst, Kernel, Kind, Memory, Operand, Reg};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// So many instructions are looked at for neighbours.
const WINDOW: usize = 32;
/// Bytes of the widest access.
const WIDEST: u32 = 16;

/// Merges accesses in every block.
pub(crate) fn run(kernel: &mut Kernel) {
    for k in 0..kernel.blocks.len() {
        let mut ahead = VecDeque::from(std::mem::take(&mut kernel.blocks[k].insts));
        let mut done = Vec::with_capacity(ahead.len());
        while let Some(first) = ahead.front() {
            match first.kind {
                Kind::Load(memory) => merge_loads(&mut ahead, memory),
                Kind::Store(memory) => merge_stores(kernel, &mut ahead, memory),
                _ => {}
            }
            done.extend(ahead.pop_front());
        }
        kernel.blocks[k].insts = done;
    }
}

fn place(inst: &Inst) -> Option<(&Base, i64)> {
    let operand = match inst.kind {
        Kind::Load(_) => inst.src.first(),
        Kind::Store(_) => inst.dst.first(),
        _ => None,
    };
    match operand {
        Some(Operand::Address(base, offset)) if inst.guard.is_none() => Some((base, *offset)),
        _ => None,
    }
}

fn touches(inst: &Inst, reg: Reg) -> bool {
    let mut found = false;
    inst.reads(|r| found |= r == reg);
    inst.writes(|r| found |= r == reg);
    found
}

fn writes(inst: &Inst, reg: Reg) -> bool {
    let mut found = false;
    inst.writes(|r| found |= r == reg);
    found
}

/// Counts to try, widest first, for an element size and a known alignment.
fn counts(memory: Memory) -> impl Iterator<Item = usize> {
    [4usize, 2].into_iter().filter(move |&n| {
        let bytes = memory.size * n as u32;
        bytes <= WIDEST && memory.align >= bytes
    })
}

/// The opcode with `.vN` before its type.
fn vector_name(name: &str, count: usize) -> String {
    match name.rfind('.') {
        Some(dot) => format!("{}.v{count}{}", &name[..dot], &name[dot..]),
        None => name.to_owned(),
    }
}

fn single(operand: Option<&Operand>) -> Option<Reg> {
    match operand {
        Some(Operand::Reg(reg)) => Some(*reg),
        _ => None,
    }
}

/// Makes the load at the front one of a vector, where the others of the vector come soon.
fn merge_loads(insts: &mut VecDeque<Inst>, memory: Memory) {
    for count in counts(memory) {
        if let Some(found) = load_group(insts, memory.size, count) {
            let regs: SmallVec<[Reg; 4]> =
                found.iter().filter_map(|&k| single(insts[k].dst.first())).collect();
            let name = vector_name(insts[0].name(), count);
            insts[0].name = SmallVec::from_slice(name.as_bytes());
            insts[0].dst[0] = Operand::Vector(regs);
            // It is not an element any more.
            insts[0].kind = Kind::Load(Memory { size: memory.size * count as u32, align: 0 });
            let mut later: Vec<usize> = found[1..].to_vec();
            later.sort_unstable();
            for k in later.into_iter().rev() {
                insts.remove(k);
            }
            return;
        }
    }
}

/// The instructions that load elements 0, 1, ... of the vector that starts at the front.
fn load_group(insts: &VecDeque<Inst>, size: u32, count: usize) -> Option<Vec<usize>> {
    let (base, offset) = place(&insts[0])?;
    let first = single(insts[0].dst.first())?;
    // A load over its own base: what comes after it is at another address.
    if matches!(base, Base::Reg(reg) if writes(&insts[0], *reg)) {
        return None;
    }
    let mut found: Vec<Option<usize>> = vec![None; count];
    found[0] = Some(0);
    let end = insts.len().min(WINDOW);
    for k in 1..end {
        let inst = &insts[k];
        if !matches!(inst.kind, Kind::Plain | Kind::Load(_)) {
            break;
        }
        if let Some((b, o)) = place(inst)
            && b == base
            && inst.name == insts[0].name
            && let Some(dst) = single(inst.dst.first())
            && dst.class == first.class
        {
            let index = (o - offset) / i64::from(size);
            let exact = (o - offset) % i64::from(size) == 0;
            let free = insts.iter().take(k).all(|i| !touches(i, dst));
            if exact && free && index > 0 && (index as usize) < count {
                found[index as usize].get_or_insert(k);
            }
        }
        if found.iter().all(Option::is_some) {
            return found.into_iter().collect();
        }
        if let Base::Reg(reg) = base
            && writes(inst, *reg)
        {
            break;
        }
    }
    None
}

/// Makes the store at the front, and those of its neighbours that come soon, one at the place of the last.
fn merge_stores(kernel: &mut Kernel, insts: &mut VecDeque<Inst>, memory: Memory) {
    for count in counts(memory) {
        let Some(found) = store_group(insts, memory.size, count) else { continue };
        let last = found[count - 1];
        let mut regs = SmallVec::new();
        let mut constants = Vec::new();
        for &k in &found {
            match single(insts[k].src.first()) {
                Some(reg) => regs.push(reg),
                None => {
                    // A vector's elements are registers.
                    let wide = memory.size == 8;
                    let reg = kernel.new_reg(if wide { Class::B64 } else { Class::B32 });
                    let name = if wide { "mov.u64" } else { "mov.u32" };
                    let value = insts[k].src[0].clone();
                    let pos = insts[k].pos;
                    constants.push(Inst::new(
                        name,
                        &[Operand::Reg(reg)],
                        &[value],
                        Kind::Plain,
                        pos,
                    ));
                    regs.push(reg);
                }
            }
        }
        let mut store = insts[0].clone();
        store.name = SmallVec::from_slice(vector_name(store.name(), count).as_bytes());
        store.src[0] = Operand::Vector(regs);
        store.kind = Kind::Store(Memory { size: memory.size * count as u32, align: 0 });
        insts[last] = store;
        for &k in found[..count - 1].iter().rev() {
            insts.remove(k);
        }
        let place = last + 1 - count;
        for (k, constant) in constants.into_iter().enumerate() {
            insts.insert(place + k, constant);
        }
        return;
    }
}

/// Stores of consecutive elements, in order.
fn store_group(insts: &VecDeque<Inst>, size: u32, count: usize) -> Option<Vec<usize>> {
    let (base, offset) = place(&insts[0])?;
    let class = |inst: &Inst| single(inst.src.first()).map(|r| r.class);
    let mut found = vec![0];
    let mut values: Vec<Reg> = single(insts[0].src.first()).into_iter().collect();
    for (k, inst) in insts.iter().enumerate().take(WINDOW).skip(1) {
        if let Some((b, o)) = place(inst) {
            let next = offset + found.len() as i64 * i64::from(size);
            let same_class = class(inst).is_none()
                || values.first().is_none_or(|v| class(inst) == Some(v.class));
            if matches!(inst.kind, Kind::Store(_))
                && b == base
                && o == next
                && inst.name == insts[0].name
                && same_class
            {
                found.push(k);
                values.extend(single(inst.src.first()));
                if found.len() == count {
                    return Some(found);
                }
                continue;
            }
        }
        let changes = values.iter().any(|&v| writes(inst, v))
            || matches!(base, Base::Reg(reg) if writes(inst, *reg));
        if inst.kind != Kind::Plain || changes {
            return None;
        }
    }
    None
}
