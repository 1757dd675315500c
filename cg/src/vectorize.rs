//! Neighbouring loads, or stores, of one base become `.v2` or `.v4`.
//!
//! Legality: the same bytes are accessed, at an address known to be aligned to the vector's size; three elements of four in global memory are loaded
//! with the one between or behind them, which lies within the same aligned bytes, can neither fault nor be of another sector, is of the same object, since what is aligned is as long, and is not used.
//! A load moves up to the group's first over instructions without memory or effect that neither read nor write its result, over
//! loads, and over stores that are apart from it; a store moves down to the group's last over instructions without memory or effect that change neither its
//! value nor its base, and over accesses that are apart from it (`apart`). Volatile accesses, barriers, atomics and inline PTX end a group. The vector's place is the one that its
//! elements have in common.
//! Worth: an access less. What moves up is in its register earlier, what moves down later, and a constant that is stored needs one: that is done where
//! a thread has registers left, or the block holds as many elsewhere ([`crate::lir::pressure`]). Neighbours with nothing between hold no more
//! than before, and are not asked about.
//! Cost: a window of instructions for each access; what is merged moves within it, never the rest of the block. What registers hold is asked once
//! of a function, and once of a block.

mod apart;
mod neighbours;
pub mod parts;
mod room;

use crate::lir::modifiers::Type;
use crate::lir::opcodes::Effect;
use crate::lir::{Function, Inst, MemoryForm, Op, Operand, Reg, RegClass};
use crate::pipeline::{ROWS, VECTORIZE};
use apart::{Bytes, is_apart};
use neighbours::Neighbours;
use optx_whirl::{CodeOptions, Loc, LocTable, RemarkKind, Remarks};
use optx_wopt::Stats;
use room::{Longer, Room, Wanted};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// So many instructions are looked at for neighbours.
const WINDOW: usize = 32;
/// Bytes of the widest access.
const WIDEST: u32 = 16;

/// Whether the pass runs, by the options of a module.
pub fn runs(options: &CodeOptions) -> bool {
    let said = |sign: &str| options.passes.iter().any(|w| *w == [sign, VECTORIZE].concat());
    let row = ROWS.iter().find(|row| row.pass.name == VECTORIZE);
    let has_level = row.is_some_and(|row| options.opt_level >= row.pass.level);
    (has_level || said("+")) && !said("-")
}

/// Merges accesses in every block of a function whose threads may use so many registers.
pub fn run(f: &mut Function, locs: &LocTable, most: u32, remarks: &mut Remarks) -> Stats {
    let mut stats = Stats::new("vectorize");
    let mut room = Room::new(most);
    let mut next = f.entry();
    while let Some(bb) = next {
        next = f.behind(bb);
        if !f.insts(bb).iter().any(|inst| element(inst).is_some()) {
            continue;
        }
        let ahead = VecDeque::from(f.open(bb));
        let done = Vec::with_capacity(ahead.len());
        room.enter(bb);
        let mut merger = Merger { f, locs, ahead, done, room: &mut room, refused: None };
        while let Some(first) = merger.ahead.front() {
            if let Some(access) = element(first) {
                let is_load = matches!(first.op, Op::Ld(_));
                let merged = if is_load { merger.loads(access) } else { merger.stores(access) };
                if merged > 0 {
                    stats.add("accesses merged", merged as u64);
                }
                if let Some((count, loc)) = merger.refused.take() {
                    stats.add("refused for pressure", 1);
                    remarks.tell(RemarkKind::Missed, locs.statement(loc), || {
                        let what = if is_load { "loads" } else { "stores" };
                        format!("{count} neighbouring {what} are not one: no register is left")
                    });
                }
            }
            merger.done.extend(merger.ahead.pop_front());
            merger.room.pass();
        }
        let done = merger.done;
        f.close(bb, done);
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

/// The base of an access that may become a part of a wider one, and the offset from it.
fn place(f: &Function, inst: &Inst) -> Option<(Operand, i64)> {
    element(inst)?;
    apart::address(f, inst)
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

/// Counts to try, widest first, for an element of so many bytes.
fn counts_of(size: u32) -> impl Iterator<Item = u8> {
    [4u8, 2].into_iter().filter(move |&n| size * u32::from(n) <= WIDEST)
}

/// True where an element at the head of so many is known to be aligned to all of them.
fn is_aligned(access: MemoryForm, count: u8) -> bool {
    access.alignment() >= access.ty.size() * u32::from(count)
}

/// A block, while its accesses are merged.
struct Merger<'a> {
    f: &'a mut Function,
    locs: &'a LocTable,
    /// From the instruction in work on.
    ahead: VecDeque<Inst>,
    done: Vec<Inst>,
    room: &'a mut Room,
    /// So many neighbours were to be one and are not, and where the first stands.
    refused: Option<(usize, Loc)>,
}

impl Merger<'_> {
    /// Makes the load at the front one of a vector, where the others of the vector come soon; how many are one now.
    fn loads(&mut self, access: MemoryForm) -> usize {
        let neighbours = Neighbours::of(self.f, &self.ahead, access);
        for group in neighbours.groups(&self.ahead, access) {
            let count = group.len() as u8;
            let mut found: SmallVec<[usize; 4]> = group.iter().copied().flatten().collect();
            let head = found[0];
            found.sort_unstable();
            let gap = group.len() - found.len();
            if gap > 0 || found.last() >= Some(&found.len()) {
                let longer: SmallVec<[Longer; 4]> = found
                    .iter()
                    .filter_map(|&end| Some((self.f.def(&self.ahead[end])?, end)))
                    .map(|(reg, end)| Longer { reg, begin: 0, end })
                    .collect();
                if !self.has_room(&found, &longer, gap as u32) {
                    continue;
                }
            }
            let address = self.f.uses(&self.ahead[head])[0];
            let align = element(&self.ahead[head]).map_or(access.align, |head| head.align);
            let loc = common(self.locs, &self.ahead, &found);
            let Some(class) = self.f.def(&self.ahead[head]).map(|reg| self.f.class(reg)) else {
                continue;
            };
            let op = Op::Ld(MemoryForm { count, align, ..access });
            let vector = {
                let part = |element: &Option<usize>| element.map(|k| &self.ahead[k]);
                let parts: SmallVec<[Option<&Inst>; 4]> = group.iter().map(part).collect();
                self.f.merged(op, &parts, class, &[address], loc)
            };
            self.put(0, vector);
            self.remove(&found[1..]);
            return found.len();
        }
        0
    }

    /// Makes the store at the front, and those of its neighbours that come soon, one at the place of the last; how many are
    /// one now.
    fn stores(&mut self, access: MemoryForm) -> usize {
        for count in counts_of(access.ty.size()) {
            if !is_aligned(access, count) {
                continue;
            }
            let group = store_group(self.f, &self.ahead, access, usize::from(count));
            let Some(found) = group else { continue };
            let last = found[found.len() - 1];
            let wide = access.ty.size() == 8;
            let values: SmallVec<[Operand; 4]> =
                found.iter().map(|&k| self.f.uses(&self.ahead[k])[1]).collect();
            let constants = values.iter().filter(|value| value.as_reg().is_none()).count() as u32;
            if last >= found.len() || constants > 0 {
                let longer = self.held_longer(&found, &values);
                if !self.has_room(&found, &longer, constants * (1 + u32::from(wide))) {
                    continue;
                }
            }
            let address = self.f.uses(&self.ahead[0])[0];
            let loc = common(self.locs, &self.ahead, &found);
            let mut operands: SmallVec<[Operand; 5]> = SmallVec::from_slice(&[address]);
            let mut moves = Vec::new();
            for (&k, value) in found.iter().zip(values) {
                if value.as_reg().is_some() {
                    operands.push(value);
                    continue;
                }
                // A vector's elements are registers.
                let reg = self.f.new_reg(if wide { RegClass::B64 } else { RegClass::B32 }, None);
                let ty = if wide { Type::U64 } else { Type::U32 };
                moves.push(self.f.constant(Op::Mov(ty), reg, &[value], self.ahead[k].loc));
                operands.push(Operand::Reg(reg));
            }
            let store = Op::St(MemoryForm { count, ..access });
            let store = self.f.inst(store, &[], &operands, loc);
            self.put(last, store);
            self.remove(&found[..found.len() - 1]);
            let place = last + 1 - found.len();
            for (k, constant) in moves.into_iter().enumerate() {
                self.ahead.insert(place + k, constant);
                self.room.insert(place + k);
            }
            return found.len();
        }
        0
    }

    /// The values of stores that nothing reads soon behind the last of them.
    fn held_longer(&self, found: &[usize], values: &[Operand]) -> SmallVec<[Longer; 4]> {
        let end = found[found.len() - 1];
        let is_read = |reg| {
            let mut behind = self.ahead.iter().take(WINDOW).skip(end + 1);
            behind.any(|inst| self.f.touches(inst, reg))
        };
        let values = found.iter().zip(values.iter().map(Operand::as_reg));
        let longer = values.filter_map(|(&begin, reg)| Some(Longer { reg: reg?, begin, end }));
        longer.filter(|longer| !is_read(longer.reg)).collect()
    }

    /// Asks for registers: for what is held longer, and new ones where the last is.
    fn has_room(&mut self, found: &[usize], longer: &[Longer], new: u32) -> bool {
        let end = found.iter().copied().max().unwrap_or(0);
        let wanted = Wanted { longer, end, new };
        let has_room = self.room.take(self.f, &mut self.done, &mut self.ahead, &wanted);
        if !has_room && self.refused.is_none() {
            self.refused = Some((found.len(), self.ahead[0].loc));
        }
        has_room
    }

    /// Another instruction stands at a place.
    fn put(&mut self, k: usize, inst: Inst) {
        let old = std::mem::replace(&mut self.ahead[k], inst);
        self.f.discard(old);
    }

    /// Instructions go that stand in order.
    fn remove(&mut self, places: &[usize]) {
        for &k in places.iter().rev() {
            if let Some(old) = self.ahead.remove(k) {
                self.f.discard(old);
            }
            self.room.remove(k);
        }
    }
}

/// The place of what becomes one instruction.
fn common(locs: &LocTable, insts: &VecDeque<Inst>, merged: &[usize]) -> Loc {
    let places = merged.iter().map(|&k| insts[k].loc);
    places.reduce(|a, b| locs.common(a, b)).unwrap_or(Loc::NONE)
}

/// Stores of consecutive elements, in order.
fn store_group(
    f: &Function,
    insts: &VecDeque<Inst>,
    access: MemoryForm,
    count: usize,
) -> Option<Vec<usize>> {
    let (base, offset) = place(f, &insts[0])?;
    let size = access.ty.size();
    let value = |inst: &Inst| f.uses(inst).get(1).and_then(Operand::as_reg);
    let class = |inst: &Inst| value(inst).map(|reg| f.class(reg));
    let mut found = vec![0];
    let mut values: Vec<Reg> = value(&insts[0]).into_iter().collect();
    for (k, inst) in insts.iter().enumerate().take(WINDOW).skip(1) {
        if let Some((b, o)) = place(f, inst)
            && matches!(inst.op, Op::St(_))
        {
            let next = offset.checked_add(found.len() as i64 * i64::from(size));
            let same_class = class(inst).is_none()
                || values.first().is_none_or(|&v| class(inst) == Some(f.class(v)));
            if b == base && Some(o) == next && alike(inst, &insts[0]) && same_class {
                found.push(k);
                values.extend(value(inst));
                if found.len() == count {
                    return Some(found);
                }
                continue;
            }
        }
        let changes = values.iter().any(|&v| writes(f, inst, v)) || changes_base(f, inst, &base);
        let end = offset.checked_add(found.len() as i64 * i64::from(size))?;
        let is_passed = inst.op.effect() == Effect::Value
            || is_apart(f, inst, access.space, Bytes { base, begin: offset, end });
        if changes || !is_passed {
            return None;
        }
    }
    None
}
