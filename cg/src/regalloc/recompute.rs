//! How a register's value is made once more at a later place: the instructions that made it, as far as what they read no longer holds.
//!
//! Idea: [`Recipes::of`] goes from a register's only definition to what that reads, down to what lives anyway where most lives, to what takes no register (a
//! parameter, [`Weights`]), and to what is made once more itself; three instructions at most. What else is read has to live longer, which
//! is counted.
//!
//! Legality: an instruction that only computes gives the same for the same operands, bit for bit. A register that is written once, where nobody is guarded, and before every read, holds at a read what it
//! was last given; so do those that its definition reads and that are written once: a way from the one's last writing to the read
//! that passed no writing of the other would be a way to the read that never passed one. A register that is written more than once is
//! read again only where none of its writings stands where the value, or what is made on the way to it, lives ([`super::lives::Lives`]).
//! Source: rematerialization of Briggs, Cooper and Torczon (PLDI 1992), of expressions instead of constants; the forms are those that
//! `shared/design/regalloc.md` measured, and sums and products of floats.
//! Cost: of a recipe a constant number of instructions.

use super::pressure::Weights;
use crate::lir::modifiers::Type;
use crate::lir::opcodes::{Effect, Form, Latency};
use crate::lir::{Function, Inst, Op, Operand, Place, Reg, RegClass};
use smallvec::SmallVec;

/// So many instructions make a value once more at most.
const MOST: usize = 3;

/// Where registers are written.
pub struct Writers(Vec<Writer>);

/// How a register is written.
#[derive(Clone, Copy)]
enum Writer {
    /// Nowhere.
    None,
    /// By one instruction without a guard.
    One(Place),
    /// By several, or under a guard.
    Several,
}

impl Writers {
    /// Of a function as it stands.
    pub fn of(f: &Function) -> Writers {
        let mut writers = vec![Writer::None; f.registers().len()];
        for (block, insts) in f.blocks() {
            for (index, inst) in insts.insts.iter().enumerate() {
                for reg in f.defs(inst) {
                    let writer = &mut writers[reg.index()];
                    *writer = match (*writer, inst.guard) {
                        (Writer::None, None) => Writer::One(Place { block, index }),
                        _ => Writer::Several,
                    };
                }
            }
        }
        Writers(writers)
    }

    /// The only instruction that writes a register.
    pub fn one(&self, reg: Reg) -> Option<Place> {
        match self.0[reg.index()] {
            Writer::One(at) => Some(at),
            _ => None,
        }
    }
}

/// How a value is made once more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The instructions to repeat, in order: the last gives the value.
    pub steps: SmallVec<[Place; MOST]>,
    /// Machine instructions, about.
    pub price: u32,
    /// What does not live where most lives, and would have to.
    pub longer: SmallVec<[Reg; 2]>,
    /// What is read that is written more than once.
    pub unsteady: SmallVec<[Reg; 2]>,
}

/// Makes recipes for a place where most lives.
pub struct Recipes<'a> {
    /// The function.
    pub f: &'a Function,
    /// Its writers.
    pub writers: &'a Writers,
    /// What registers take.
    pub weights: &'a Weights,
    /// By register, whether it lives there, and is to.
    pub is_there: &'a [bool],
}

impl Recipes<'_> {
    /// That of a register; none where it has to be kept.
    pub fn of(&self, reg: Reg) -> Option<Recipe> {
        let mut recipe = Recipe {
            steps: SmallVec::new(),
            price: 0,
            longer: SmallVec::new(),
            unsteady: SmallVec::new(),
        };
        let at = self.step(reg)?;
        self.add(at, &mut recipe, 1)?;
        Some(recipe)
    }

    /// The instruction that makes a register's value, if it may be repeated.
    fn step(&self, reg: Reg) -> Option<Place> {
        let at = self.writers.one(reg)?;
        is_repeatable(self.f, self.f.inst_at(at)).then_some(at)
    }

    /// Adds an instruction behind what it needs; so many, it among them, are still to be added.
    fn add(&self, at: Place, recipe: &mut Recipe, pending: usize) -> Option<()> {
        let f = self.f;
        let inst = f.inst_at(at);
        for reg in f.uses(inst).iter().filter_map(Operand::register) {
            let made = |at: &Place| f.def(f.inst_at(*at)) == Some(reg);
            if recipe.steps.iter().any(made) {
                continue;
            }
            let is_steady = self.writers.one(reg).is_some();
            if !is_steady && !recipe.unsteady.contains(&reg) {
                recipe.unsteady.push(reg);
            }
            if self.weights.get(f, reg) == 0 && is_steady || self.is_there[reg.index()] {
                continue;
            }
            match self.step(reg).filter(|_| recipe.steps.len() + pending < MOST) {
                Some(at) => self.add(at, recipe, pending + 1)?,
                None if recipe.longer.contains(&reg) => {}
                None => recipe.longer.push(reg),
            }
        }
        if recipe.steps.len() == MOST {
            return None;
        }
        recipe.price += price(f, inst, &recipe.steps);
        recipe.steps.push(at);
        Some(())
    }
}

/// True for an instruction that gives the same wherever it stands, and soon.
pub(super) fn is_repeatable(f: &Function, inst: &Inst) -> bool {
    let is_number = |reg: Reg| {
        !matches!(f.class(reg), RegClass::Pred | RegClass::B16) && !f.class(reg).is_slot()
    };
    let reads_numbers = f.uses(inst).iter().filter_map(Operand::register).all(is_number);
    let is_cheap = match inst.op {
        Op::Alu { .. } | Op::Mov(_) | Op::Cvta { .. } => inst.op.row().latency == Latency::Short,
        Op::Cvt { to, from, .. } => is_word(from) && (is_word(to) || to == Type::F32),
        _ => false,
    };
    let is_pure = inst.guard.is_none() && inst.op.effect() == Effect::Value;
    is_pure && is_cheap && reads_numbers && f.def(inst).is_some_and(is_number)
}

fn is_word(ty: Type) -> bool {
    matches!(ty, Type::S32 | Type::U32 | Type::S64 | Type::U64)
}

/// About how many machine instructions an instruction is, behind others that are repeated with it.
pub(super) fn price(f: &Function, inst: &Inst, before: &[Place]) -> u32 {
    let is_wide = f.def(inst).is_some_and(|reg| f.class(reg) == RegClass::B64);
    let made = |form: Form| {
        let reads = |at: &Place| {
            let other = f.inst_at(*at);
            other.op.form() == form
                && f.def(other).is_some_and(|reg| f.uses(inst).contains(&Operand::Reg(reg)))
        };
        before.iter().any(reads)
    };
    match inst.op.form() {
        _ if inst.op.ty() == Type::F64 => 4,
        Form::Cvt if inst.op.ty() == Type::F32 => 2,
        // IMAD.WIDE, LEA and IMAD add as well.
        Form::Add | Form::Sub if made(Form::MulWide) || made(Form::Shl) || made(Form::MulLo) => 0,
        Form::Add | Form::Sub | Form::Neg | Form::Shl | Form::Shr if is_wide => 2,
        Form::MulLo | Form::MadLo if is_wide => 4,
        Form::Cvta | Form::CvtaTo => 0,
        // S2R is slow.
        Form::Mov => match f.uses(inst) {
            [Operand::Special(special)] if !special.is_constant() => 2,
            _ => 1,
        },
        _ => 1,
    }
}
