//! A range goes to its home: it is fetched before each instruction that reads it, and put back behind each that writes it.
//!
//! Idea: at each instruction the register has a new one in its place, of one range that begins at the fetching and ends at the putting back. What only made a value that is made again
//! goes.
//! Legality: [`super`]. An instruction under a guard leaves alone what it does not write, so what it may leave is fetched first; a text of inline PTX has one
//! register for what it reads and writes.
//! Cost: of all ranges of a scan together the function once each.

use super::homes::{Affine, Home, Homes};
use super::{Counters, RULES};
use crate::lir::modifiers::{Space, Type};
use crate::lir::opcodes::{Effect, Form};
use crate::lir::{BlockId, Function, Inst, MemoryForm, Op, Operand, Place, Point, Reg, RegClass};
use optx_whirl::Loc;
use optx_whirl::fixed_hash::{Map, Set};
use optx_wopt::Stats;
use smallvec::SmallVec;

/// How one makes a value again: an operation and its operands.
#[derive(Clone, Debug)]
struct Again {
    op: Op,
    uses: Vec<Operand>,
}

/// What went.
pub(super) struct Spills {
    first: usize,
    /// The bytes that slots of the warp have.
    bytes: u64,
    counts: Map<&'static str, u64>,
}

impl Spills {
    /// Of a function that nothing was done to yet.
    pub(super) fn new(f: &Function) -> Spills {
        Spills { first: f.registers().len(), bytes: 0, counts: Map::default() }
    }

    /// Registers from here on fetch something.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// The home that a register gets: where there is no room for a slot of the warp any more, one of the thread.
    fn home(&mut self, homes: &Homes, reg: Reg) -> Home {
        let home = homes.home(reg);
        if !home.is_of_warp() {
            return home;
        }
        if self.bytes + WIDEST > homes.stride {
            return Home::ThreadSlot;
        }
        self.bytes += WIDEST;
        home
    }

    /// Tells how much was inserted.
    pub(super) fn count(&self, stats: &mut Stats) {
        let names = RULES.iter().flat_map(|rule| [Some(rule.fetched), rule.put_back]);
        for name in names.flatten() {
            stats.add(name, self.counts.get(name).copied().unwrap_or(0));
        }
    }

    /// Sends registers home; true where one has a slot of the warp.
    pub(super) fn send(&mut self, f: &mut Function, homes: &Homes, regs: &[Reg]) -> bool {
        let mut sent: Map<Reg, Sent> = Map::default();
        for &reg in regs {
            let home = self.home(homes, reg);
            let slot = match home {
                Home::WarpSlot | Home::AffineSlot(_) => Some(RegClass::WarpSlot),
                Home::ThreadSlot => Some(RegClass::ThreadSlot),
                _ => None,
            };
            let slot = slot.map(|class| f.new_reg(class, None));
            sent.insert(reg, Sent { home, slot, again: None });
        }
        for inst in f.blocks().flat_map(|(_, block)| &block.insts) {
            for reg in f.defs(inst) {
                if let Some(sent) = sent.get_mut(&reg).filter(|sent| sent.home.is_definition()) {
                    sent.again = Some(Again { op: inst.op, uses: f.uses(inst).to_vec() });
                }
            }
        }
        let (mut inserted, mut gone) = (Vec::new(), Set::default());
        let blocks: Vec<BlockId> = f.layout().collect();
        for block in blocks {
            for index in 0..f.insts(block).len() {
                let at = Place { block, index };
                if self.at(f, at, &sent, &mut inserted) {
                    gone.insert(f.inst_at(at).id());
                }
            }
        }
        f.insert_all(inserted);
        f.remove_all(&gone);
        sent.values().any(|sent| sent.home.is_of_warp())
    }

    /// Sees to what an instruction reads and writes; true where it is to go.
    fn at(
        &mut self,
        f: &mut Function,
        at: Place,
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
            if reads.contains(&reg) {
                *self.counts.entry(counters(sent.home).fetched).or_default() += 1;
                let made = fetched(f, sent, new, loc);
                inserted.extend(made.into_iter().map(|inst| (at.before(), inst)));
            }
            if let Some(name) = counters(sent.home).put_back.filter(|_| writes.contains(&reg)) {
                *self.counts.entry(name).or_default() += 1;
                let made = put_back(f, sent, new, loc);
                inserted.extend(made.into_iter().map(|inst| (at.behind(), inst)));
            }
        }
        let name = |reg: Reg| own.iter().find(|(old, _)| *old == reg).map_or(reg, |(_, new)| *new);
        f.rename(at, name);
        false
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
        Home::Affine(..) => 3,
        Home::AffineSlot(_) => 4,
        Home::ThreadSlot => 5,
    };
    RULES[k]
}

/// A register that went home.
struct Sent {
    home: Home,
    slot: Option<Reg>,
    again: Option<Again>,
}

/// True for what makes a value that is made again, and does nothing else.
fn may_go(f: &Function, inst: &Inst, sent: &Sent) -> bool {
    let is_parameter = matches!(inst.op, Op::Ld(MemoryForm { space: Space::Param, .. }));
    let only_gives = is_parameter || inst.op.effect() == Effect::Value;
    sent.home.is_made_again() && inst.guard.is_none() && f.defs(inst).len() == 1 && only_gives
}

/// What fetches it to a register.
fn fetched(f: &mut Function, sent: &Sent, to: Reg, loc: Loc) -> Vec<Inst> {
    let mut made = Vec::new();
    match (sent.home, sent.slot, &sent.again) {
        (Home::Parameter | Home::Constant, _, Some(again)) => {
            made.push(f.inst(again.op, &[to], &again.uses, loc));
        }
        (Home::Affine(affine, base), ..) => {
            let from = match f.class(to) {
                RegClass::B64 => Operand::Int(base),
                _ => Operand::Int(i64::from(base as i32)),
            };
            with_index(f, affine.0, from, to, loc, &mut made);
        }
        (Home::AffineSlot(Affine(factors)), Some(slot), _) => {
            let rest = f.new_reg(f.class(to), None);
            let op = copy_of(f, to);
            made.push(f.inst(op, &[rest], &[Operand::Reg(slot)], loc));
            with_index(f, factors, Operand::Reg(rest), to, loc, &mut made);
        }
        (_, Some(slot), _) => {
            let op = copy_of(f, to);
            made.push(f.inst(op, &[to], &[Operand::Reg(slot)], loc));
        }
        _ => {}
    }
    made
}

/// What puts it back.
fn put_back(f: &mut Function, sent: &Sent, from: Reg, loc: Loc) -> Vec<Inst> {
    let Some(slot) = sent.slot else { return Vec::new() };
    let mut made = Vec::new();
    let mut value = from;
    if let Home::AffineSlot(Affine(factors)) = sent.home {
        value = f.new_reg(f.class(from), None);
        let less = factors.map(i32::wrapping_neg);
        with_index(f, less, Operand::Reg(from), value, loc, &mut made);
    }
    let op = copy_of(f, from);
    made.push(f.inst(op, &[slot], &[Operand::Reg(value)], loc));
    made
}

/// A copy of what a register holds.
fn copy_of(f: &Function, reg: Reg) -> Op {
    // Only slots have no type, and nobody asks for one of those.
    Op::Mov(f.class(reg).moved().unwrap_or(Type::U32))
}

/// `to = from` and the thread's index along each axis times its factor; the last instruction writes `to`.
pub(in crate::regalloc) fn with_index(
    f: &mut Function,
    factors: [i32; 3],
    from: Operand,
    to: Reg,
    loc: Loc,
    made: &mut Vec<Inst>,
) {
    let class = f.class(to);
    let mut parts = Affine(factors).parts().peekable();
    if parts.peek().is_none() {
        let op = copy_of(f, to);
        made.push(f.inst(op, &[to], &[from], loc));
    }
    let mut sum = from;
    while let Some((special, factor)) = parts.next() {
        let next = if parts.peek().is_some() { f.new_reg(class, None) } else { to };
        // Nothing and the index itself is a copy.
        let is_index = class == RegClass::B32 && factor == 1 && sum == Operand::Int(0);
        let index = if is_index { next } else { f.new_reg(RegClass::B32, None) };
        made.push(f.inst(Op::Mov(Type::U32), &[index], &[Operand::Special(special)], loc));
        if !is_index {
            add_product(f, Product { index, factor }, sum, next, loc, made);
        }
        sum = Operand::Reg(next);
    }
}

/// A thread's index and its factor.
struct Product {
    index: Reg,
    factor: i32,
}

/// `to = sum + index * factor`, in the width of `to`.
fn add_product(
    f: &mut Function,
    Product { index, factor }: Product,
    sum: Operand,
    to: Reg,
    loc: Loc,
    made: &mut Vec<Inst>,
) {
    let alu = |form, ty| Op::Alu { form, ty, round: None, ftz: false };
    let (index, number) = (Operand::Reg(index), Operand::Int(i64::from(factor)));
    if f.class(to) == RegClass::B64 {
        let product = f.new_reg(RegClass::B64, None);
        made.push(f.inst(alu(Form::MulWide, Type::S32), &[product], &[index, number], loc));
        made.push(f.inst(alu(Form::Add, Type::S64), &[to], &[Operand::Reg(product), sum], loc));
        return;
    }
    let (form, uses) = match (factor, sum) {
        (1, Operand::Reg(_)) => (Form::Add, vec![sum, index]),
        (1, sum) => (Form::Add, vec![index, sum]),
        (-1, Operand::Reg(_)) => (Form::Sub, vec![sum, index]),
        _ => (Form::MadLo, vec![index, number, sum]),
    };
    made.push(f.inst(alu(form, Type::S32), &[to], &uses, loc));
}
