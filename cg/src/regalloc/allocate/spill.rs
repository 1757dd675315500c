//! A range goes to its home: it is fetched before each instruction that reads it, and put back behind each that writes it.
//!
//! Idea: at each instruction the register has a new one in its place, of one range that begins at the fetching and ends at the putting back. What only made a value that is made again
//! goes. What another is made of is put to its slot where it is written, though it has not gone itself.
//! Legality: [`super`]. An instruction under a guard leaves alone what it does not write, so what it may leave is fetched first; a text of inline PTX has one
//! register for what it reads and writes.
//! Cost: of all ranges of a scan together the function once each.

use super::homes::{Home, Homes, price_of};
use super::index::{To, copy_of, with_index};
use super::reuse::{self, Fetched, OfInsts};
use super::{Counters, RULES};
use crate::lir::modifiers::Space;
use crate::lir::opcodes::Effect;
use crate::lir::{
    BlockId, Function, Inst, InstId, MemoryForm, Op, Operand, Place, Point, Reg, RegClass,
};
use optx_whirl::Loc;
use optx_whirl::fixed_hash::{Map, Set};
use optx_wopt::Stats;
use smallvec::SmallVec;

/// What puts a register to a slot that it has for another's sake.
#[derive(Default)]
struct Kept {
    insts: SmallVec<[InstId; 4]>,
    times: u64,
}

/// What went.
pub(super) struct Spills {
    first: usize,
    /// The bytes that slots of the warp have.
    bytes: u64,
    /// Slots of the warp, by whose value they hold.
    slots: Map<Reg, Reg>,
    /// Of who has a slot of the warp for another's sake, and has not gone itself, what puts it there.
    kept: Map<Reg, Kept>,
    /// By instruction, what was fetched for it.
    fetched: OfInsts,
    counts: Map<&'static str, u64>,
}

impl Spills {
    /// Of a function that nothing was done to yet.
    pub(super) fn new(f: &Function) -> Spills {
        let first = f.registers().len();
        let (slots, kept, fetched, counts) = Default::default();
        Spills { first, bytes: 0, slots, kept, fetched, counts }
    }

    /// Registers from here on fetch something.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// True once there is a slot of the warp.
    pub(super) fn has_slots(&self) -> bool {
        self.bytes > 0
    }

    /// The home that a register gets: where there is no room for a slot of the warp any more, one of the thread.
    fn home(&mut self, f: &mut Function, homes: &Homes, reg: Reg) -> Home {
        let mut wanted: Vec<Reg> = Vec::new();
        for_each_slot(homes, reg, &mut |reg| {
            if !self.slots.contains_key(&reg) && !wanted.contains(&reg) {
                wanted.push(reg);
            }
        });
        let bytes = self.bytes + WIDEST * wanted.len() as u64;
        if !wanted.is_empty() && bytes > homes.stride {
            return Home::ThreadSlot;
        }
        self.bytes = bytes;
        for reg in wanted {
            let slot = f.new_reg(RegClass::WarpSlot, None);
            self.slots.insert(reg, slot);
        }
        homes.home(reg)
    }

    /// What was fetched stays where there is room in so many registers.
    pub(super) fn reuse(&mut self, f: &mut Function, limit: u32) {
        for counter in reuse::run(f, &self.fetched, limit) {
            let count = self.counts.entry(counter).or_default();
            *count = count.saturating_sub(1);
        }
    }

    /// Tells how much was inserted.
    pub(super) fn count(&self, stats: &mut Stats) {
        let names = RULES.iter().flat_map(|rule| [Some(rule.fetched), rule.put_back]);
        for name in names.flatten() {
            stats.add(name, self.counts.get(name).copied().unwrap_or(0));
        }
    }

    /// Sends registers home.
    pub(super) fn send(&mut self, f: &mut Function, homes: &Homes, regs: &[Reg]) {
        let had: Set<Reg> = self.slots.keys().copied().collect();
        let (mut sent, mut gone): (Map<Reg, Sent>, _) = (Map::default(), Set::default());
        for &reg in regs {
            let home = self.home(f, homes, reg);
            let slot = match home {
                Home::ThreadSlot => Some(f.new_reg(RegClass::ThreadSlot, None)),
                home if home.is_of_warp() => self.slots.get(&reg).copied(),
                _ => None,
            };
            sent.insert(reg, Sent { home, slot });
            // It is put back where it is written as all are that go.
            if let Some(kept) = self.kept.remove(&reg) {
                gone.extend(kept.insts);
                self.count_put(homes.home(reg), |count| count - kept.times);
            }
        }
        // Who has a slot for another's sake from now on.
        let own = |reg: &Reg| !had.contains(reg) && !sent.contains_key(reg);
        let stored: Map<Reg, Reg> = self
            .slots
            .iter()
            .filter(|(reg, _)| own(reg))
            .map(|(&reg, &slot)| (reg, slot))
            .collect();
        let mut inserted = Vec::new();
        let blocks: Vec<BlockId> = f.layout().collect();
        for block in blocks {
            for index in 0..f.insts(block).len() {
                let at = Place { block, index };
                if gone.contains(&f.inst_at(at).id()) {
                    continue;
                }
                if self.at(f, at, homes, &sent, &mut inserted) {
                    gone.insert(f.inst_at(at).id());
                }
                self.store(f, at, homes, &stored, &mut inserted);
            }
        }
        f.insert_all(inserted);
        f.remove_all(&gone);
    }

    /// Puts what an instruction writes to slots that it has for another's sake.
    fn store(
        &mut self,
        f: &mut Function,
        at: Place,
        homes: &Homes,
        stored: &Map<Reg, Reg>,
        inserted: &mut Vec<(Point, Inst)>,
    ) {
        let inst = f.inst_at(at);
        let loc = inst.loc;
        let written: Regs = f.defs(inst).filter(|reg| stored.contains_key(reg)).collect();
        for reg in written {
            let sent = Sent { home: homes.home(reg), slot: stored.get(&reg).copied() };
            let made = self.put_back(f, homes, &sent, To { reg, loc });
            let kept = self.kept.entry(reg).or_default();
            kept.insts.extend(made.iter().map(Inst::id));
            kept.times += 1;
            self.count_put(sent.home, |count| count + 1);
            inserted.extend(made.into_iter().map(|inst| (at.behind(), inst)));
        }
    }

    /// Sees to what an instruction reads and writes; true where it is to go.
    fn at(
        &mut self,
        f: &mut Function,
        at: Place,
        homes: &Homes,
        sent: &Map<Reg, Sent>,
        inserted: &mut Vec<(Point, Inst)>,
    ) -> bool {
        let inst = f.inst_at(at);
        let (mut reads, mut writes): (Regs, Regs) = Default::default();
        f.for_each_read(inst, |reg| {
            if sent.contains_key(&reg) && !reads.contains(&reg) {
                reads.push(reg);
            }
        });
        writes.extend(f.defs(inst).filter(|reg| sent.contains_key(reg)));
        if reads.is_empty() && writes.is_empty() {
            return false;
        }
        let is_gone = writes.iter().any(|reg| may_go(f, inst, &sent[reg]));
        if is_gone {
            return true;
        }
        let loc = inst.loc;
        let mut own: SmallVec<[(Reg, Reg); 4]> = SmallVec::new();
        for &reg in reads.iter().chain(writes.iter().filter(|reg| !reads.contains(reg))) {
            own.push((reg, f.new_reg(f.class(reg), None)));
        }
        for &(reg, new) in &own {
            let sent = &sent[&reg];
            let mut made = Vec::new();
            let counter = counters(sent.home).fetched;
            if reads.contains(&reg) {
                *self.counts.entry(counter).or_default() += 1;
                self.fetch(f, homes, sent, Fetch { reg, to: new, loc }, &mut made);
            }
            let insts = made.iter().map(Inst::id).collect();
            let price = made.iter().map(|inst| price_of(f, inst)).sum();
            let fetched = Fetched { reg, own: new, insts, price, counter };
            self.fetched.entry(f.inst_at(at).id()).or_default().push(fetched);
            inserted.extend(made.into_iter().map(|inst| (at.before(), inst)));
            if sent.slot.is_some() && writes.contains(&reg) {
                let made = self.put_back(f, homes, sent, To { reg: new, loc });
                inserted.extend(made.into_iter().map(|inst| (at.behind(), inst)));
                self.count_put(sent.home, |count| count + 1);
            }
        }
        let name = |reg: Reg| own.iter().find(|(old, _)| *old == reg).map_or(reg, |(_, new)| *new);
        f.rename(at, name);
        false
    }

    /// Counts what is put back by a home's rule.
    fn count_put(&mut self, home: Home, count: impl FnOnce(u64) -> u64) {
        if let Some(name) = counters(home).put_back {
            let now = self.counts.entry(name).or_default();
            *now = count(*now);
        }
    }

    /// Fetches a register from its home.
    fn fetch(
        &self,
        f: &mut Function,
        homes: &Homes,
        sent: &Sent,
        Fetch { reg, to, loc }: Fetch,
        made: &mut Vec<Inst>,
    ) {
        match (sent.home, sent.slot, homes.again(reg)) {
            (Home::Parameter | Home::Constant | Home::Made { .. }, _, Some(again)) => {
                let mut uses = again.uses.clone();
                for operand in &mut uses {
                    let Some(of) = operand.as_reg() else { continue };
                    *operand = Operand::Reg(self.fetch_own(f, homes, of, loc, made));
                }
                made.push(f.inst(again.op, &[to], &uses, loc));
            }
            (Home::Affine(affine, base), ..) => {
                let from = match f.class(to) {
                    RegClass::B64 => Operand::Int(base),
                    _ => Operand::Int(i64::from(base as i32)),
                };
                with_index(f, affine, from, To { reg: to, loc }, made);
            }
            (Home::AffineSlot(affine), Some(slot), _) => {
                let affine = affine.renamed(|of| self.fetch_own(f, homes, of, loc, made));
                let rest = f.new_reg(f.class(to), None);
                let op = copy_of(f, to);
                made.push(f.inst(op, &[rest], &[Operand::Reg(slot)], loc));
                with_index(f, affine, Operand::Reg(rest), To { reg: to, loc }, made);
            }
            (_, Some(slot), _) => {
                let op = copy_of(f, to);
                made.push(f.inst(op, &[to], &[Operand::Reg(slot)], loc));
            }
            _ => {}
        }
    }

    /// Fetches a register to one of its own.
    fn fetch_own(
        &self,
        f: &mut Function,
        homes: &Homes,
        reg: Reg,
        loc: Loc,
        made: &mut Vec<Inst>,
    ) -> Reg {
        let to = f.new_reg(f.class(reg), None);
        let sent = Sent { home: homes.home(reg), slot: self.slots.get(&reg).copied() };
        self.fetch(f, homes, &sent, Fetch { reg, to, loc }, made);
        to
    }

    /// What puts back what `from` holds.
    fn put_back(
        &self,
        f: &mut Function,
        homes: &Homes,
        sent: &Sent,
        To { reg: from, loc }: To,
    ) -> Vec<Inst> {
        let Some(slot) = sent.slot else { return Vec::new() };
        let mut made = Vec::new();
        let mut value = from;
        if let Home::AffineSlot(affine) = sent.home {
            let affine = affine.renamed(|of| self.fetch_own(f, homes, of, loc, &mut made));
            value = f.new_reg(f.class(from), None);
            let to = To { reg: value, loc };
            with_index(f, affine.opposite(), Operand::Reg(from), to, &mut made);
        }
        let op = copy_of(f, from);
        made.push(f.inst(op, &[slot], &[Operand::Reg(value)], loc));
        made
    }
}

/// Goes over the registers whose slots of the warp a register is fetched from.
fn for_each_slot(homes: &Homes, reg: Reg, each: &mut dyn FnMut(Reg)) {
    match homes.home(reg) {
        Home::WarpSlot => each(reg),
        Home::AffineSlot(affine) => {
            each(reg);
            affine.registers().for_each(|of| for_each_slot(homes, of, each));
        }
        Home::Made { is_of_warp: true, .. } => {
            let uses = homes.again(reg).map_or(&[][..], |again| &again.uses);
            uses.iter().filter_map(Operand::as_reg).for_each(|of| for_each_slot(homes, of, each));
        }
        _ => {}
    }
}

type Regs = SmallVec<[Reg; 4]>;

/// The bytes of the widest value: as many as a slot of the warp is thought to take.
const WIDEST: u64 = 8;

/// The counters of a home's rule.
fn counters(home: Home) -> Counters {
    let k = match home {
        Home::Parameter => 0,
        Home::Constant => 1,
        Home::WarpSlot => 2,
        Home::Affine(..) | Home::Made { is_of_warp: false, .. } => 3,
        Home::AffineSlot(_) | Home::Made { .. } => 4,
        Home::ThreadSlot => 5,
    };
    RULES[k]
}

/// What is fetched, to which register, for who stands where.
struct Fetch {
    reg: Reg,
    to: Reg,
    loc: Loc,
}

/// A register that went home.
struct Sent {
    home: Home,
    slot: Option<Reg>,
}

/// True for what makes a value that is made again, and does nothing else.
fn may_go(f: &Function, inst: &Inst, sent: &Sent) -> bool {
    let is_parameter = matches!(inst.op, Op::Ld(MemoryForm { space: Space::Param, .. }));
    let only_gives = is_parameter || inst.op.effect() == Effect::Value;
    sent.home.is_made_again() && inst.guard.is_none() && f.defs(inst).len() == 1 && only_gives
}
