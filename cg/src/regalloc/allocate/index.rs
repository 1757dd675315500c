//! What a value has of its thread's index, and how that is added and taken off.
//!
//! Idea: a value of which its state tells factors is a sum of one value for the warp and of each index times its factor: along the axes, or, where
//! these are not told, of the lane's number. A factor is a number, or what a register holds that is one value for all who share the rest.
//! Legality: the sum holds modulo two to the value's bits, so a factor of 32 bits is taken whose opposite has as many. What a register widens to is of the value's width.
//! Source: Sampaio, Martins, Pereira and Collange, "Divergence Analysis with Affine Constraints" (2011): affine values; factors that are not known numbers
//! and the lane's are additions.
//! Cost: of a part three instructions at most, five where its factor is a register.

use crate::lir::modifiers::{Special, Type};
use crate::lir::opcodes::Form;
use crate::lir::{Coefficient, Function, Inst, Op, Operand, Reg, RegClass, State};
use optx_whirl::Loc;
use optx_wopt::analysis::variance::Extension;

/// A factor of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::regalloc) enum Factor {
    /// This number.
    Known(i32),
    /// What a register holds, widened, times a number.
    Register { reg: Reg, scale: i32, extended: Extension },
}

impl Factor {
    fn of(coefficient: Coefficient) -> Option<Factor> {
        let number = |n: i64| i32::try_from(n).ok().filter(|n| n.checked_neg().is_some());
        match coefficient {
            Coefficient::Unknown => None,
            Coefficient::Known(factor) => number(factor).map(Factor::Known),
            Coefficient::Register { reg, scale, extended } => {
                Some(Factor::Register { reg, scale: number(scale)?, extended })
            }
        }
    }

    fn opposite(self) -> Factor {
        match self {
            Factor::Known(factor) => Factor::Known(factor.wrapping_neg()),
            Factor::Register { reg, scale, extended } => {
                Factor::Register { reg, scale: scale.wrapping_neg(), extended }
            }
        }
    }

    fn register(self) -> Option<Reg> {
        match self {
            Factor::Known(_) => None,
            Factor::Register { reg, .. } => Some(reg),
        }
    }
}

/// What a value has of a thread's index along x, y and z, and of its lane's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::regalloc) struct Affine([Factor; 4]);

impl Affine {
    /// Nothing.
    pub(in crate::regalloc) const NONE: Affine = Affine([Factor::Known(0); 4]);

    /// That of a state, where all is told and fits: by the axes, else by the lane.
    pub(super) fn of(state: State) -> Option<Affine> {
        let none = Factor::Known(0);
        let lane = || Some(Affine([none, none, none, Factor::of(state.lane)?]));
        Affine::of_axes(state).or_else(lane)
    }

    fn of_axes(state: State) -> Option<Affine> {
        let [x, y, z] = state.coef;
        Some(Affine([Factor::of(x)?, Factor::of(y)?, Factor::of(z)?, Factor::Known(0)]))
    }

    /// The indices that have a factor.
    pub(in crate::regalloc) fn parts(self) -> impl Iterator<Item = (Special, Factor)> {
        let indices = [Special::TidX, Special::TidY, Special::TidZ, Special::Laneid];
        indices.into_iter().zip(self.0).filter(|(_, factor)| *factor != Factor::Known(0))
    }

    /// The registers among the factors.
    pub(super) fn registers(self) -> impl Iterator<Item = Reg> {
        self.0.into_iter().filter_map(Factor::register)
    }

    /// With other registers for those among the factors.
    pub(super) fn renamed(mut self, mut name: impl FnMut(Reg) -> Reg) -> Affine {
        for factor in &mut self.0 {
            if let Factor::Register { reg, .. } = factor {
                *reg = name(*reg);
            }
        }
        self
    }

    /// What takes it off.
    pub(in crate::regalloc) fn opposite(self) -> Affine {
        Affine(self.0.map(Factor::opposite))
    }
}

/// The factors of a state, where all of them are known numbers along the axes, and fit.
pub(in crate::regalloc) fn known(state: State) -> Option<Affine> {
    Affine::of_axes(state).filter(|affine| affine.registers().next().is_none())
}

/// A copy of what a register holds.
pub(in crate::regalloc) fn copy_of(f: &Function, reg: Reg) -> Op {
    // Only slots have no type, and nobody asks for one of those.
    Op::Mov(f.class(reg).moved().unwrap_or(Type::U32))
}

/// A value that is computed: where to, and where in the source.
#[derive(Clone, Copy, Debug)]
pub(in crate::regalloc) struct To {
    /// The register.
    pub(in crate::regalloc) reg: Reg,
    /// The place.
    pub(in crate::regalloc) loc: Loc,
}

/// `to = from` and each index times its factor; the last instruction writes `to`.
pub(in crate::regalloc) fn with_index(
    f: &mut Function,
    affine: Affine,
    from: Operand,
    to: To,
    made: &mut Vec<Inst>,
) {
    let To { reg: to, loc } = to;
    let class = f.class(to);
    let mut parts = affine.parts().peekable();
    if parts.peek().is_none() {
        let op = copy_of(f, to);
        made.push(f.inst(op, &[to], &[from], loc));
    }
    let mut sum = from;
    while let Some((special, factor)) = parts.next() {
        let next = if parts.peek().is_some() { f.new_reg(class, None) } else { to };
        // Nothing and the index itself is a copy.
        let is_index =
            class == RegClass::B32 && factor == Factor::Known(1) && sum == Operand::Int(0);
        let index = if is_index { next } else { f.new_reg(RegClass::B32, None) };
        made.push(f.inst(Op::Mov(Type::U32), &[index], &[Operand::Special(special)], loc));
        if !is_index {
            add_product(f, Product { index, factor }, sum, To { reg: next, loc }, made);
        }
        sum = Operand::Reg(next);
    }
}

/// An index and its factor.
struct Product {
    index: Reg,
    factor: Factor,
}

fn alu(form: Form, ty: Type) -> Op {
    Op::Alu { form, ty, round: None, ftz: false }
}

/// `to = sum + index * factor`, in the width of `to`.
fn add_product(
    f: &mut Function,
    Product { index, factor }: Product,
    sum: Operand,
    to: To,
    made: &mut Vec<Inst>,
) {
    match (factor, f.class(to.reg)) {
        (Factor::Known(factor), RegClass::B64) => {
            let product = f.new_reg(RegClass::B64, None);
            let number = Operand::Int(i64::from(factor));
            let uses = [Operand::Reg(index), number];
            made.push(f.inst(alu(Form::MulWide, Type::S32), &[product], &uses, to.loc));
            let uses = [Operand::Reg(product), sum];
            made.push(f.inst(alu(Form::Add, Type::S64), &[to.reg], &uses, to.loc));
        }
        (Factor::Known(factor), _) => {
            let (index, number) = (Operand::Reg(index), Operand::Int(i64::from(factor)));
            let (form, uses) = match (factor, sum) {
                (1, Operand::Reg(_)) => (Form::Add, vec![sum, index]),
                (1, sum) => (Form::Add, vec![index, sum]),
                (-1, Operand::Reg(_)) => (Form::Sub, vec![sum, index]),
                _ => (Form::MadLo, vec![index, number, sum]),
            };
            made.push(f.inst(alu(form, Type::S32), &[to.reg], &uses, to.loc));
        }
        (Factor::Register { reg, scale, extended }, class) => {
            if let Some(ty) = wide_product(scale, extended) {
                let index = scaled(f, index, scale, RegClass::B32, to.loc, made);
                let product = f.new_reg(RegClass::B64, None);
                let uses = [Operand::Reg(index), Operand::Reg(reg)];
                made.push(f.inst(alu(Form::MulWide, ty), &[product], &uses, to.loc));
                let uses = [Operand::Reg(product), sum];
                made.push(f.inst(alu(Form::Add, Type::S64), &[to.reg], &uses, to.loc));
                return;
            }
            let ty = if class == RegClass::B64 { Type::S64 } else { Type::S32 };
            let index = scaled(f, index, scale, class, to.loc, made);
            let factor = widened(f, reg, extended, to.loc, made);
            let uses = [Operand::Reg(index), Operand::Reg(factor), sum];
            made.push(f.inst(alu(Form::MadLo, ty), &[to.reg], &uses, to.loc));
        }
    }
}

/// So much an index may be multiplied by in 32 bits: it is below 1024.
const MOST_SCALE: i32 = 1 << 20;

/// The type whose wide product is that of an index times a number and a factor that is widened, where that fits.
fn wide_product(scale: i32, extended: Extension) -> Option<Type> {
    match extended {
        Extension::Sign if scale.abs() <= MOST_SCALE => Some(Type::S32),
        Extension::Zero if (0..=MOST_SCALE).contains(&scale) => Some(Type::U32),
        _ => None,
    }
}

/// An index times a number, in the width of a class.
fn scaled(
    f: &mut Function,
    index: Reg,
    scale: i32,
    class: RegClass,
    loc: Loc,
    made: &mut Vec<Inst>,
) -> Reg {
    if class == RegClass::B32 && scale == 1 {
        return index;
    }
    let form = if class == RegClass::B64 { Form::MulWide } else { Form::MulLo };
    let to = f.new_reg(class, None);
    let uses = [Operand::Reg(index), Operand::Int(i64::from(scale))];
    made.push(f.inst(alu(form, Type::S32), &[to], &uses, loc));
    to
}

/// What a factor's register holds, widened.
fn widened(f: &mut Function, reg: Reg, by: Extension, loc: Loc, made: &mut Vec<Inst>) -> Reg {
    let (to, from) = match by {
        Extension::None => return reg,
        Extension::Sign => (Type::S64, Type::S32),
        Extension::Zero => (Type::U64, Type::U32),
    };
    let wide = f.new_reg(RegClass::B64, None);
    let op = Op::Cvt { to, from, round: None, ftz: false, sat: false };
    made.push(f.inst(op, &[wide], &[Operand::Reg(reg)], loc));
    wide
}

/// True where a factor's register is of the width that its use asks for.
pub(super) fn fits(f: &Function, affine: Affine, of: RegClass) -> bool {
    affine.0.iter().all(|factor| match *factor {
        Factor::Known(_) => true,
        Factor::Register { reg, extended: Extension::None, .. } => f.class(reg) == of,
        Factor::Register { reg, .. } => of == RegClass::B64 && f.class(reg) == RegClass::B32,
    })
}
