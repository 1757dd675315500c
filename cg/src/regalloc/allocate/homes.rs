//! Where the value of a register can live beside a register, and what that costs.
//!
//! Idea: what a register's definitions are, and their states, decide ([`super`] has the table). What an allocator may use of it is its own: linear scan nothing, `remra` the
//! rules without memory (i, iii), `divra` rule ii alone, `affra` and `priced` all of them.
//! Legality: a parameter and a constant are the same wherever they are asked for. A state of a definition says how what it writes differs between threads that come to it
//! together; where warps come whole to all who write it, what is the same for all lanes, or is once the part that is known is taken off, is stored by all of them as one word. A
//! register of several definitions has a home where all of them say the same. States are asked of the function before anything is changed. What is made of
//! others' homes (`made.rs`) is what its only definition makes of them.
//! Source: figure 6 of the paper.
//! Cost: one walk over the function.

use super::Asked;
use super::index::{self, Affine, known};
use super::intervals::Interval;
use crate::lir::liveness::for_each_live_in;
use crate::lir::modifiers::{Space, Special};
use crate::lir::pressure::units;
use crate::lir::{
    Block, BlockId, Function, Inst, Kind, MemoryForm, Op, Operand, Place, Reg, RegClass, State,
};
use crate::slots;
use optx_whirl::Allocator;
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;

/// A home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// Its definition, which is made again: a parameter's load.
    Parameter,
    /// The same of a constant.
    Constant,
    /// Nowhere: it is computed.
    Affine(Affine, i64),
    /// A slot of the warp.
    WarpSlot,
    /// A slot of the warp holds what it is less what is known.
    AffineSlot(Affine),
    /// Its definition is made again, of what is fetched from the homes of what it reads: so many instructions in all.
    Made {
        /// Instructions.
        steps: u8,
        /// A slot of the warp is among the homes.
        is_of_warp: bool,
    },
    /// A slot of the thread.
    ThreadSlot,
}

impl Home {
    /// True where nothing is put back.
    pub(super) fn is_made_again(self) -> bool {
        matches!(self, Home::Parameter | Home::Constant | Home::Affine(..) | Home::Made { .. })
    }

    /// True for a slot of the warp of its own.
    pub(super) fn is_of_warp(self) -> bool {
        matches!(self, Home::WarpSlot | Home::AffineSlot(_))
    }
}

/// How one makes a value again: an operation and its operands.
#[derive(Clone, Debug)]
pub(super) struct Again {
    pub(super) op: Op,
    pub(super) uses: Vec<Operand>,
}

impl Again {
    /// How the value that an instruction gives a register is made: of a vector of parameters it is a load of that element.
    fn of(f: &Function, inst: &Inst, reg: Reg) -> Again {
        let mut again = Again { op: inst.op, uses: f.uses(inst).to_vec() };
        if let (Op::Ld(form), [Operand::AtSymbol(_, offset)]) = (&mut again.op, &mut *again.uses)
            && form.count > 1
        {
            let size = form.ty.size();
            let k = f.defs(inst).position(|other| other == reg).unwrap_or(0);
            *offset += k as i64 * i64::from(size);
            (form.count, form.align) = (1, MemoryForm::log2(size));
        }
        again
    }
}

/// What is known of a register.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    pub(super) defs: SmallVec<[Place; 1]>,
    /// Some definition stands under a guard, or gives no value, or is one of inline PTX.
    pub(super) is_odd: bool,
    /// Something reads it before it is written, it may be.
    is_open: bool,
    /// Nothing may fetch it: it has no value at some place.
    stays: bool,
    /// All that write it stand where warps come whole.
    is_whole: bool,
    /// How often it is read and written, by the loops around.
    reads: u64,
    writes: u64,
}

/// The homes of all registers.
pub(super) struct Homes {
    of: Vec<Home>,
    may_go: Vec<bool>,
    prices: Vec<u64>,
    /// By register whose only definition is made again, that.
    again: Map<Reg, Again>,
    /// Victims are those of the least price.
    pub(super) by_price: bool,
    /// The bytes that a warp's slots may take.
    pub(super) stride: u64,
}

impl Homes {
    /// Of a function that nothing was done to yet; `more` finds homes that are made of others'.
    pub(super) fn of(
        f: &Function,
        asked: Asked,
        may_have_slots: bool,
        more: impl FnOnce(&Finder<'_>, &mut [Home]),
    ) -> Homes {
        let uses = uses(f);
        let has_slots =
            may_have_slots && asked.room >= 16 && slots::refused(f, asked.around).is_none();
        let finder = Finder { f, allocator: asked.allocator, has_slots, uses: &uses };
        let mut of: Vec<Home> = f.registers().map(|reg| finder.home(reg)).collect();
        more(&finder, &mut of);
        let price = |reg: Reg| price(f, reg, of[reg.index()], &uses[reg.index()]);
        let prices = f.registers().map(price).collect();
        let may_go = uses.iter().map(|uses| !uses.stays).collect();
        let stride = stride(f, asked);
        let mut again = Map::default();
        for reg in f.registers().filter(|reg| of[reg.index()].is_made_again()) {
            if let [at] = *uses[reg.index()].defs.as_slice() {
                again.insert(reg, Again::of(f, f.inst_at(at), reg));
            }
        }
        let by_price = asked.allocator == Allocator::Priced;
        Homes { of, may_go, prices, again, by_price, stride }
    }

    /// True where all registers have the same home.
    pub(super) fn is_same(&self, other: &Homes) -> bool {
        self.of == other.of
    }

    /// How a register that is made again is.
    pub(super) fn again(&self, reg: Reg) -> Option<&Again> {
        self.again.get(&reg)
    }

    /// The home of a register that the function had.
    pub(super) fn home(&self, reg: Reg) -> Home {
        self.of.get(reg.index()).copied().unwrap_or(Home::ThreadSlot)
    }

    /// True where a register's value may be anywhere else.
    pub(super) fn may_go(&self, reg: Reg) -> bool {
        self.may_go.get(reg.index()).is_some_and(|&may| may)
    }

    /// What the home of a range's register costs to what it frees, its units all along, for who chooses by that; else nothing.
    pub(super) fn price(&self, range: &Interval) -> u64 {
        if !self.by_price {
            return 0;
        }
        let price = self.prices.get(range.reg.index()).copied().unwrap_or(0);
        price.saturating_mul(1 << 10) / u64::from((range.end - range.start + 1) * range.units)
    }
}

/// The bytes of a warp's slots that there is room for.
pub(super) fn stride(f: &Function, asked: Asked) -> u64 {
    asked.room / slots::warps(f) / 16 * 16
}

/// About what it costs to live there: an access of the thread's memory is the dearest, and one of the warp's slots dearer than what computes.
fn price(f: &Function, reg: Reg, home: Home, uses: &Uses) -> u64 {
    let words = u64::from(units(f, reg));
    let (fetch, put) = match home {
        Home::Parameter | Home::Constant => (1, 0),
        Home::Affine(affine, _) => (2 * affine.parts().count() as u64 + words, 0),
        Home::WarpSlot => (2, 3),
        Home::AffineSlot(affine) => {
            // A factor that is a register is fetched as well.
            let parts = 2 * (affine.parts().count() + affine.registers().count()) as u64;
            (2 + parts, 3 + parts)
        }
        Home::Made { steps, is_of_warp } => (u64::from(steps) + 1, if is_of_warp { 3 } else { 0 }),
        Home::ThreadSlot => (64, 64),
    };
    uses.reads.saturating_mul(fetch) + uses.writes.saturating_mul(put)
}

/// About what an instruction costs: as [`price`].
pub(super) fn price_of(f: &Function, inst: &Inst) -> u64 {
    let mut regs = f.defs(inst).chain(f.uses(inst).iter().filter_map(Operand::as_reg));
    let slot = regs.find(|reg| f.class(*reg).is_slot()).map(|reg| f.class(reg));
    match slot {
        Some(RegClass::ThreadSlot) => 64,
        Some(_) => 2,
        None => 1,
    }
}

/// About what a function costs, by the loops around.
pub(super) fn price_of_all(f: &Function) -> u64 {
    let of_block = |b: &Block| {
        let sum: u64 = b.insts.iter().map(|inst| price_of(f, inst)).sum();
        b.often().saturating_mul(sum)
    };
    f.blocks().fold(0, |sum, (_, b)| sum.saturating_add(of_block(b)))
}

/// What is read and written where.
fn uses(f: &Function) -> Vec<Uses> {
    let mut found = vec![Uses { is_whole: true, ..Uses::default() }; f.registers().len()];
    for (block, b) in f.blocks() {
        let often = b.often();
        let mut meet = |reg: Reg, is_def: Option<Place>, is_odd: bool, stays: bool| {
            let uses = &mut found[reg.index()];
            uses.is_whole &= is_def.is_none() || b.whole_warps;
            uses.is_odd |= is_odd;
            uses.stays |= stays;
            match is_def {
                Some(at) => {
                    uses.defs.push(at);
                    uses.writes += often;
                }
                None => uses.reads += often,
            }
        };
        for (index, inst) in b.insts.iter().enumerate() {
            let stays = matches!(inst.op, Op::Undef | Op::Any);
            let is_odd = inst.guard.is_some() || stays || matches!(inst.op, Op::Asm(_));
            f.for_each_read(inst, |reg| meet(reg, None, false, false));
            f.defs(inst).for_each(|reg| meet(reg, Some(Place { block, index }), is_odd, stays));
        }
    }
    let is_entry = |block: BlockId| f.entry() == Some(block);
    for_each_live_in(f, |_| true, is_entry, |reg, _| found[reg.index()].is_open = true);
    found
}

/// Finds homes.
pub(super) struct Finder<'a> {
    pub(super) f: &'a Function,
    pub(super) allocator: Allocator,
    has_slots: bool,
    uses: &'a [Uses],
}

impl Finder<'_> {
    /// The only instruction that writes a register, which comes before all that read it.
    pub(super) fn only(&self, reg: Reg) -> Option<Place> {
        let uses = &self.uses[reg.index()];
        match *uses.defs.as_slice() {
            [at] if !uses.is_odd && !uses.is_open => Some(at),
            _ => None,
        }
    }

    /// The cheapest home that the allocator knows, but for what is made of others.
    fn home(&self, reg: Reg) -> Home {
        let uses = &self.uses[reg.index()];
        let again = || self.made_again(uses);
        let affine = || Some(self.affine(reg, uses)).flatten();
        let (is_all, is_rem, is_div) = match self.allocator {
            Allocator::LinearScan => (false, false, false),
            Allocator::RemRa => (false, true, false),
            Allocator::DivRa => (false, false, true),
            Allocator::AffRa | Allocator::Priced => (true, true, true),
        };
        let constant = is_rem.then(again).flatten();
        let constant = constant.filter(|home| is_all || matches!(home, Home::Constant));
        let computed = || {
            let (affine, base) = affine()?;
            Some(Home::Affine(affine, base?))
        };
        let slot = || (is_div && self.is_one_for_the_warp(reg, uses)).then_some(Home::WarpSlot);
        let rest = || {
            let (affine, _) = affine()?;
            (is_all && self.may_have_slot(uses)).then_some(Home::AffineSlot(affine))
        };
        constant
            .or_else(slot)
            .or_else(|| is_rem.then(computed).flatten())
            .or_else(rest)
            .unwrap_or(Home::ThreadSlot)
    }

    /// What gives the value wherever it stands.
    fn made_again(&self, uses: &Uses) -> Option<Home> {
        use Special::{CtaidX, CtaidY, CtaidZ};
        let [at] = *uses.defs.as_slice() else { return None };
        let inst = self.f.inst_at(at);
        if uses.is_odd {
            return None;
        }
        match (inst.op, self.f.uses(inst)) {
            (Op::Ld(MemoryForm { space: Space::Param, .. }), [Operand::AtSymbol(..)])
                if self.f.kind == Kind::Kernel =>
            {
                Some(Home::Parameter)
            }
            (
                Op::Mov(_),
                [Operand::Int(_) | Operand::F32(_) | Operand::F64(_) | Operand::Symbol(_)],
            ) => Some(Home::Constant),
            (Op::Mov(_), [Operand::Special(special)]) if special.is_constant() => {
                Some(Home::Constant)
            }
            // The launch's, as parameters are.
            (Op::Mov(_), [Operand::Special(CtaidX | CtaidY | CtaidZ)]) => Some(Home::Parameter),
            _ => None,
        }
    }

    /// What all definitions have in common of an index by factors that are not numbers, or by the lane's number, of a register that may have a slot of the warp and holds at each read what
    /// one of them wrote.
    pub(super) fn affine_of_warp(&self, reg: Reg) -> Option<Affine> {
        let uses = &self.uses[reg.index()];
        let class = self.f.class(reg);
        let knows_all = matches!(self.allocator, Allocator::AffRa | Allocator::Priced);
        if !knows_all
            || uses.is_open
            || !self.may_have_slot(uses)
            || !matches!(class, RegClass::B32 | RegClass::B64)
        {
            return None;
        }
        let mut all = self.states(reg, uses).map(|state| Affine::of(state?));
        let first = all.next()??;
        let is_one = all.all(|other| other == Some(first));
        (is_one && index::fits(self.f, first, class)).then_some(first)
    }

    /// The places where a register is written.
    pub(super) fn written(&self, reg: Reg) -> &[Place] {
        &self.uses[reg.index()].defs
    }

    fn may_have_slot(&self, uses: &Uses) -> bool {
        self.has_slots && uses.is_whole && !uses.is_odd && !uses.defs.is_empty()
    }

    fn is_one_for_the_warp(&self, reg: Reg, uses: &Uses) -> bool {
        let is_one = |state: State| state.is_warp_uniform();
        self.may_have_slot(uses) && self.states(reg, uses).all(|state| state.is_some_and(is_one))
    }

    /// What all definitions have in common of the thread's index, and the rest where that is one number.
    fn affine(&self, reg: Reg, uses: &Uses) -> Option<(Affine, Option<i64>)> {
        let class = self.f.class(reg);
        if uses.is_odd || !matches!(class, RegClass::B32 | RegClass::B64) {
            return None;
        }
        let mut states = self.states(reg, uses);
        let first = states.next()??;
        let affine = known(first)?;
        let mut base = first.base;
        for state in states {
            let state = state?;
            if known(state)? != affine {
                return None;
            }
            base = base.filter(|base| state.base == Some(*base));
        }
        Some((affine, base))
    }

    /// The states of what definitions write.
    fn states<'a>(&'a self, reg: Reg, uses: &'a Uses) -> impl Iterator<Item = Option<State>> + 'a {
        uses.defs.iter().map(move |&at| {
            let inst = self.f.inst_at(at);
            let mut defs = self.f.defs(inst);
            defs.position(|other| other == reg).and_then(|k| self.f.state_of(inst, k))
        })
    }
}
