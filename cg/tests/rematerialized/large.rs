//! Functions of very many live ranges: the pass comes to its end soon, and what it makes is right. The checker of allocations takes too long for them, so
//! what is stored is followed back to the sums that made it.

use crate::sample::{alu, kernel, parameter, put, rematerialize, store};
use optx_cg::lir::check::check as check_lir;
use optx_cg::lir::modifiers::{Special, Type};
use optx_cg::lir::opcodes::Form;
use optx_cg::lir::{BlockId, Function, Op, Operand, Reg, RegClass};
use optx_cg::regalloc::pressure::Pressure;
use optx_wopt::Stats;

fn start() -> (Function, BlockId, [Reg; 2]) {
    let mut f = kernel(&[Type::U64], 24);
    let begin = f.new_block();
    let (p, t) = (f.new_reg(RegClass::B64, None), f.new_reg(RegClass::B32, None));
    parameter(&mut f, begin, 0, Type::U64, p);
    put(&mut f, begin, Op::Mov(Type::U32), &[t], &[Operand::Special(Special::TidX)]);
    (f, begin, [p, t])
}

fn sums(f: &mut Function, bb: BlockId, of: Reg, count: usize) -> Vec<Reg> {
    let make = |k: usize| {
        let reg = f.new_reg(RegClass::B32, None);
        let uses = [Operand::Reg(of), Operand::Int(k as i64)];
        put(f, bb, alu(Form::Add, Type::S32), &[reg], &uses);
        reg
    };
    (0..count).map(make).collect()
}

fn stores(f: &mut Function, bb: BlockId, to: Reg, values: &[Reg]) {
    for &value in values {
        let uses = [Operand::AtReg(to, 0), Operand::Reg(value)];
        put(f, bb, store(Type::U32), &[], &uses);
    }
}

/// So many values live at one place of a block.
fn straight(count: usize) -> Function {
    let (mut f, bb, [p, t]) = start();
    let values = sums(&mut f, bb, t, count);
    stores(&mut f, bb, p, &values);
    put(&mut f, bb, Op::Ret, &[], &[]);
    f
}

/// So many values, of which those of a block are read in the next: many places are as full.
fn blocks(count: usize) -> Function {
    let (mut f, begin, [p, t]) = start();
    let mut values = sums(&mut f, begin, t, 50);
    for _ in 1..count / 50 {
        let bb = f.new_block();
        let own = sums(&mut f, bb, t, 50);
        stores(&mut f, bb, p, &values);
        values = own;
    }
    let out = f.new_block();
    stores(&mut f, out, p, &values);
    put(&mut f, out, Op::Ret, &[], &[]);
    f
}

/// Checks that each store stores a sum with the number that it stored: nothing but sums is made, all of one register.
#[track_caller]
fn is_same(old: &Function, new: &Function) {
    assert_eq!(stored(old), stored(new));
}

/// The numbers in the stored sums, in the order of the stores.
fn stored(f: &Function) -> Vec<Operand> {
    let mut numbers = vec![None; f.registers().len()];
    let mut found = Vec::new();
    for inst in f.blocks().flat_map(|(_, block)| &block.insts) {
        match (inst.op.form(), f.uses(inst)) {
            (Form::Add, [_, number]) => {
                let sum = f.def(inst).expect("a sum");
                assert_eq!(numbers[sum.index()].replace(*number), None, "{sum:?} is written twice");
            }
            (Form::St, [_, value]) => {
                let sum = value.as_reg().expect("a register");
                found.push(numbers[sum.index()].expect("a sum that was made before"));
            }
            _ => {}
        }
    }
    found
}

fn count(stats: &Stats, name: &str) -> u64 {
    stats.counters.iter().find(|(other, _)| *other == name).map_or(0, |(_, count)| *count)
}

/// Runs the pass; what it makes is right and more work than so many copies is not done. The peak behind it.
#[track_caller]
fn made(mut f: Function, copies: u64) -> u32 {
    let old = f.clone();
    let stats = rematerialize(&mut f);
    assert_eq!(check_lir(&f), []);
    is_same(&old, &f);
    assert_eq!(count(&stats, "recomputations"), copies);
    Pressure::of(&f).peak(&f).map_or(0, |peak| peak.units)
}

/// 11 units are within the limit of 24 registers: t, an address that takes none, nine of the values, and the one that is made where it is read.
#[test]
fn straight_code() {
    assert_eq!(made(straight(10_000), 9_991), 11);
    assert_eq!(made(straight(100_000), 99_991), 11);
}

/// A round is for one place, and there are fewer the larger a function is; 90 of 101 units of a place go. So some places stay full.
#[test]
fn many_blocks() {
    assert_eq!(made(blocks(10_000), 9 * 90), 101);
    assert_eq!(made(blocks(100_000), 2 * 90), 101);
}
