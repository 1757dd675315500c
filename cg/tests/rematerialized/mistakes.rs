//! Mistakes in what the pass made, each with its name and the rule that it breaks.

use crate::sample::{FAR, Sample, access, alu, maker, widen};
use optx_cg::lir::modifiers::{Space, Type};
use optx_cg::lir::opcodes::Form;
use optx_cg::lir::{Function, Loc, Op, Operand, Place, Reg, RegClass, Symbol};
use optx_cg::regalloc::check::Rule;

pub type Mistake = (&'static str, fn(&mut Function, &Sample), Rule);

/// What makes the value that a reader reads at an operand.
fn made(f: &Function, old: &Sample, name: &str, k: usize) -> Place {
    let reg = f.uses(f.inst_at(old.reader(f, name)))[k].register();
    maker(f, reg.expect("a register"))
}

/// What makes the first operand of an instruction.
fn step(f: &Function, at: Place) -> Place {
    maker(f, f.uses(f.inst_at(at))[0].register().expect("a register"))
}

/// Another operation with other operands, to the same register.
fn instead(f: &mut Function, at: Place, op: Op, uses: &[Operand]) {
    let defs: Vec<Reg> = f.defs(f.inst_at(at)).collect();
    let inst = f.inst(op, &defs, uses, Loc::NONE);
    f.replace(at, inst);
}

/// A new register that an inserted instruction makes.
fn before(f: &mut Function, at: Place, op: Op, uses: &[Operand]) -> Reg {
    let reg = f.new_reg(RegClass::B64, None);
    let inst = f.inst(op, &[reg], uses, Loc::NONE);
    f.insert(at.before(), inst);
    reg
}

/// The address of `other` gets its base from a parameter that is read once more.
pub fn reads_again(f: &mut Function, old: &Sample, k: u32) {
    let at = made(f, old, "other", 0);
    let load = Op::Ld(access(Space::Param, Type::U64));
    let base = before(f, at, load, &[Operand::AtSymbol(Symbol(k), 0)]);
    let at = made(f, old, "other", 0);
    f.set_use(at, 1, Operand::Reg(base));
}

/// A value of 32 bits that is extended is a sum of extensions, which does not wrap.
fn sum_of_extensions(f: &mut Function, old: &Sample) {
    let sum = step(f, made(f, old, "signed", 1));
    let terms = [0, 1].map(|k| f.uses(f.inst_at(sum))[k]);
    let terms = terms.map(|term| {
        let at = made(f, old, "signed", 1);
        Operand::Reg(before(f, at, widen(Type::S32), &[term]))
    });
    let at = made(f, old, "signed", 1);
    instead(f, at, alu(Form::Add, Type::S64), &terms);
}

/// What is read behind the counter's step is made once more there, of the counter as it is then.
fn behind_the_step(f: &mut Function, old: &Sample) {
    let sum = made(f, old, "behind the step", 0);
    let product = step(f, sum);
    let (sum, product) = (f.inst_at(sum), f.inst_at(product));
    let (add, wide) = (sum.op, product.op);
    let (base, factors) = (f.uses(sum)[1], f.uses(product).to_vec());
    let at = old.reader(f, "behind the step");
    let offset = before(f, at, wide, &factors);
    let at = old.reader(f, "behind the step");
    let address = before(f, at, add, &[Operand::Reg(offset), base]);
    f.set_use(old.reader(f, "behind the step"), 0, Operand::AtReg(address, 0));
}

pub const MISTAKES: &[Mistake] = &[
    (
        "another coefficient",
        |f, old| {
            let at = step(f, made(f, old, "element", 0));
            f.set_use(at, 1, Operand::Int(8));
        },
        Rule::Operand,
    ),
    ("a leaf was written since", behind_the_step, Rule::Operand),
    (
        "an extension of the other sign",
        |f, old| {
            let at = made(f, old, "signed", 1);
            let uses = f.uses(f.inst_at(at)).to_vec();
            instead(f, at, widen(Type::U32), &uses);
        },
        Rule::Operand,
    ),
    ("an extension of a sum as a sum of extensions", sum_of_extensions, Rule::Operand),
    (
        "a constant is cut to 32 bits",
        |f, old| {
            let at = made(f, old, "far", 0);
            f.set_use(at, 1, Operand::Int(i64::from(FAR as i32)));
        },
        Rule::Operand,
    ),
    (
        "a value is made before what it is made of",
        |f, old| {
            let at = made(f, old, "signed", 1);
            f.move_within(at, step(f, at).before());
        },
        Rule::Operand,
    ),
    ("another parameter is read again", |f, old| reads_again(f, old, 0), Rule::Operand),
    ("a guard is lost", |f, old| f.set_guard(old.reader(f, "guarded"), None), Rule::Guard),
];
