//! Neighbouring loads, or stores, of one base become `.v2` or `.v4`.
//!
//! Legality: the same bytes are accessed, at an address known to be aligned to the vector's size. A load moves up to
//! the group's first over instructions without memory or effect that neither read nor write its result, and over
//! loads; a store moves down to the group's last over instructions without memory or effect that change neither its
//! value nor its base. Volatile accesses, barriers, atomics and inline PTX end a group.
//! Cost: a window of instructions for each access.

use crate::lir::{Base, Class, Inst, Kernel, Kind, Memory, Operand, Reg};
use smallvec::SmallVec;

/// So many instructions are looked at for neighbours.
const WINDOW: usize = 32;
/// Bytes of the widest access.
const WIDEST: u32 = 16;

/// Merges accesses in every block.
pub(crate) fn run(kernel: &mut Kernel) {
    for k in 0..kernel.blocks.len() {
        let mut insts = std::mem::take(&mut kernel.blocks[k].insts);
        let mut at = 0;
        while at < insts.len() {
            match insts[at].kind {
                Kind::Load(memory) => merge_loads(&mut insts, at, memory),
                Kind::Store(memory) => merge_stores(kernel, &mut insts, at, memory),
                _ => {}
            }
            at += 1;
        }
        kernel.blocks[k].insts = insts;
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

fn merge_loads(insts: &mut Vec<Inst>, at: usize, memory: Memory) {
    for count in counts(memory) {
        if let Some(found) = load_group(insts, at, memory.size, count) {
            let regs: SmallVec<[Reg; 4]> =
                found.iter().filter_map(|&k| single(insts[k].dst.first())).collect();
            let name = vector_name(insts[at].name(), count);
            insts[at].name = SmallVec::from_slice(name.as_bytes());
            insts[at].dst[0] = Operand::Vector(regs);
            // It is not an element any more.
            insts[at].kind = Kind::Load(Memory { size: memory.size * count as u32, align: 0 });
            let mut later: Vec<usize> = found[1..].to_vec();
            later.sort_unstable();
            for k in later.into_iter().rev() {
                insts.remove(k);
            }
            return;
        }
    }
}

/// The instructions that load elements 0, 1, ... of the vector that starts at `insts[at]`.
fn load_group(insts: &[Inst], at: usize, size: u32, count: usize) -> Option<Vec<usize>> {
    let (base, offset) = place(&insts[at])?;
    let first = single(insts[at].dst.first())?;
    // A load over its own base: what comes after it is at another address.
    if matches!(base, Base::Reg(reg) if writes(&insts[at], *reg)) {
        return None;
    }
    let mut found: Vec<Option<usize>> = vec![None; count];
    found[0] = Some(at);
    let end = insts.len().min(at + WINDOW);
    for k in at + 1..end {
        let inst = &insts[k];
        if !matches!(inst.kind, Kind::Plain | Kind::Load(_)) {
            break;
        }
        if let Some((b, o)) = place(inst)
            && b == base
            && inst.name == insts[at].name
            && let Some(dst) = single(inst.dst.first())
            && dst.class == first.class
        {
            let index = (o - offset) / i64::from(size);
            let exact = (o - offset) % i64::from(size) == 0;
            let free = insts[at..k].iter().all(|i| !touches(i, dst));
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

fn merge_stores(kernel: &mut Kernel, insts: &mut Vec<Inst>, at: usize, memory: Memory) {
    for count in counts(memory) {
        let Some(found) = store_group(insts, at, memory.size, count) else { continue };
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
        let mut store = insts[at].clone();
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
fn store_group(insts: &[Inst], at: usize, size: u32, count: usize) -> Option<Vec<usize>> {
    let (base, offset) = place(&insts[at])?;
    let class = |inst: &Inst| single(inst.src.first()).map(|r| r.class);
    let mut found = vec![at];
    let mut values: Vec<Reg> = single(insts[at].src.first()).into_iter().collect();
    for (k, inst) in insts.iter().enumerate().take(at + WINDOW).skip(at + 1) {
        if let Some((b, o)) = place(inst) {
            let next = offset + found.len() as i64 * i64::from(size);
            let same_class = class(inst).is_none()
                || values.first().is_none_or(|v| class(inst) == Some(v.class));
            if matches!(inst.kind, Kind::Store(_))
                && b == base
                && o == next
                && inst.name == insts[at].name
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
