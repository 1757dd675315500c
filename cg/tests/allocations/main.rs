//! The checker of allocations: an allocation made by hand is right, and each of the mistakes planted in it is noticed, by the rule
//! that it breaks.

mod mistakes;
mod sample;

use mistakes::{Mistake, OF_REGISTERS, OF_SLOTS, OF_SUMS, insert};
use optx_cg::lir::check::check as check_lir;
use optx_cg::lir::modifiers::{Relation, Space, Special, Type};
use optx_cg::lir::opcodes::Form;
use optx_cg::lir::{
    BlockId, Function, Guard, Loc, MemoryForm, Op, Operand, Place, Point, RegClass, State, Symbol,
};
use optx_cg::regalloc::check::{Rule, check};
use sample::{Allocation, Sample, access, alu, put, setp, writer};

#[test]
fn the_allocation_is_right() {
    let old = Sample::new();
    assert_eq!(check_lir(&old.f), []);
    let new = Allocation::new(&old);
    assert_eq!(check_lir(&new.f), []);
    assert_eq!(check(&old.f, &new.f, |bb| old.whole(bb)), []);
    assert_eq!(check(&old.f, &old.f, |_| false), [], "what nobody touched is right");
}

/// The rules that a mistake breaks.
fn broken(mistake: fn(&mut Allocation, &Sample)) -> Vec<Rule> {
    let old = Sample::new();
    let mut new = Allocation::new(&old);
    mistake(&mut new, &old);
    check(&old.f, &new.f, |bb| old.whole(bb)).into_iter().map(|v| v.rule).collect()
}

#[test]
fn planted_mistakes_are_found() {
    let mistakes: Vec<&Mistake> = OF_SLOTS.iter().chain(OF_SUMS).chain(OF_REGISTERS).collect();
    let missed: Vec<_> = mistakes
        .iter()
        .map(|(what, make, rule)| (what, rule, broken(*make)))
        .filter(|(_, rule, found)| !found.contains(rule))
        .collect();
    assert!(mistakes.len() >= 40, "{} mistakes", mistakes.len());
    assert!(missed.is_empty(), "{} of {} are missed: {missed:#?}", missed.len(), mistakes.len());
}

/// The lanes of a part fetch what all of them put back before: no lane puts anything else there before it has met them.
#[test]
fn a_part_of_a_warp_may_read_its_slot() {
    let read_by_a_part = |m: &mut Allocation, o: &Sample| {
        m.f.remove(writer(&m.f, o.blocks[3], m.u[1], 0));
        let at = Point::start(o.blocks[4]);
        insert(&mut m.f, at, Op::Mov(Type::F32), &[m.u[1]], &[Operand::Reg(m.warp[0])]);
    };
    assert_eq!(broken(read_by_a_part), []);
    let written_by_a_part = |m: &mut Allocation, o: &Sample| {
        let at = Point::start(o.blocks[4]);
        insert(&mut m.f, at, Op::Mov(Type::F32), &[m.warp[0]], &[Operand::Reg(m.u[1])]);
    };
    assert!(broken(written_by_a_part).contains(&Rule::PartOfWarp));
}

/// Lanes leave a loop one after the other: each has what it loaded last, though all that load together load the same.
#[test]
fn what_lanes_wrote_at_other_times_is_not_one_value() {
    let mut old = Function::default();
    old.name.push('k');
    let [begin, round, out] = [(); 3].map(|()| old.new_block());
    let at = old.new_reg(RegClass::B64, None);
    let [loaded, count] = [(); 2].map(|()| old.new_reg(RegClass::B32, None));
    let more = old.new_reg(RegClass::Pred, None);
    let load = Op::Ld(access(Space::Global, Type::U32));
    put(&mut old, begin, Op::Any, &[at], &[]);
    put(&mut old, begin, Op::Mov(Type::U32), &[count], &[Operand::Special(Special::TidX)]);
    let by = put(&mut old, round, load, &[loaded], &[Operand::AtReg(at, 0)]);
    let uses = [Operand::Reg(count), Operand::Int(-1)];
    put(&mut old, round, alu(Form::Add, Type::S32), &[count], &uses);
    let uses = [Operand::Reg(count), Operand::Int(0)];
    put(&mut old, round, setp(Relation::Gt), &[more], &uses);
    let branch = put(&mut old, round, Op::Bra { uniform: false }, &[], &[Operand::Label(round)]);
    old.set_guard(branch, Some(Guard { reg: more, expected: true }));
    let uses = [Operand::AtReg(at, 0), Operand::Reg(loaded)];
    put(&mut old, out, Op::St(access(Space::Global, Type::U32)), &[], &uses);
    put(&mut old, out, Op::Ret, &[], &[]);
    if let Some(def) = old.inst_at(by).def_id(0) {
        old.tell(def, Some(State::UNIFORM));
    }
    let mut new = old.clone();
    let slot = new.new_reg(RegClass::WarpSlot, None);
    let word = Op::Mov(Type::U32);
    let copies = [(slot, loaded), (loaded, slot)].map(|(to, from)| {
        (Point::start(out), new.inst(word, &[to], &[Operand::Reg(from)], Loc::NONE))
    });
    new.insert_all(copies.into());
    let rules = |whole: &dyn Fn(BlockId) -> bool| -> Vec<Rule> {
        check(&old, &new, whole).into_iter().map(|v| v.rule).collect()
    };
    assert_eq!(rules(&|bb| bb != round), [Rule::Varies]);
    assert_eq!(rules(&|_| true), [], "lanes that leave together");
}

/// Of a vector of parameters each register is its own: what loads one of them by itself is that one, and no other.
#[test]
fn an_element_of_a_vector_of_parameters_is_loaded_by_itself() {
    let mut old = Function::default();
    old.name.push('k');
    old.symbols.push("k_param_0".into());
    let block = old.new_block();
    let [a, b] = [(); 2].map(|()| old.new_reg(RegClass::B32, None));
    let at = old.new_reg(RegClass::B64, None);
    let one = access(Space::Param, Type::U32);
    let two = MemoryForm { count: 2, align: 3, ..one };
    let place = |offset| Operand::AtSymbol(Symbol(0), offset);
    put(&mut old, block, Op::Any, &[at], &[]);
    put(&mut old, block, Op::Ld(two), &[a, b], &[place(0)]);
    let uses = [Operand::AtReg(at, 0), Operand::Reg(b)];
    put(&mut old, block, Op::St(access(Space::Global, Type::U32)), &[], &uses);
    put(&mut old, block, Op::Ret, &[], &[]);
    let loaded_from = |offset| {
        let mut new = old.clone();
        let again = new.new_reg(RegClass::B32, None);
        let store = Place { block, index: 2 };
        new.rename(store, |reg| if reg == b { again } else { reg });
        insert(&mut new, store.before(), Op::Ld(one), &[again], &[place(offset)]);
        check(&old, &new, |_| true).into_iter().map(|v| v.rule).collect::<Vec<_>>()
    };
    assert_eq!(loaded_from(4), []);
    assert_eq!(loaded_from(0), [Rule::Operand]);
}

/// What is told to be one for the warp is so from there on, for who lives on: not where more lanes lived.
#[test]
fn what_is_one_for_a_warp_behind_an_exit_is_not_before_it() {
    let mut old = Function::default();
    old.name.push('k');
    let [begin, rest] = [(); 2].map(|()| old.new_block());
    let at = old.new_reg(RegClass::B64, None);
    let [before, behind] = [(); 2].map(|()| old.new_reg(RegClass::B32, None));
    let leaves = old.new_reg(RegClass::Pred, None);
    let [word, row] = [Op::Mov(Type::U32), alu(Form::Add, Type::S32)];
    put(&mut old, begin, Op::Any, &[at], &[]);
    put(&mut old, begin, word, &[before], &[Operand::Special(Special::TidY)]);
    let uses = [Operand::Reg(before), Operand::Int(1)];
    put(&mut old, begin, setp(Relation::Gt), &[leaves], &uses);
    let exit = put(&mut old, begin, Op::Ret, &[], &[]);
    old.set_guard(exit, Some(Guard { reg: leaves, expected: true }));
    let uses = [Operand::Reg(before), Operand::Int(0)];
    let by = put(&mut old, rest, row, &[behind], &uses);
    for value in [before, behind] {
        let uses = [Operand::AtReg(at, 0), Operand::Reg(value)];
        put(&mut old, rest, Op::St(access(Space::Global, Type::U32)), &[], &uses);
    }
    put(&mut old, rest, Op::Ret, &[], &[]);
    if let Some(def) = old.inst_at(by).def_id(0) {
        old.tell(def, Some(State::UNIFORM));
    }
    let rules = |place: Place| -> Vec<Rule> {
        let mut new = old.clone();
        let slot = new.new_reg(RegClass::WarpSlot, None);
        insert(&mut new, place.behind(), word, &[slot], &[Operand::Reg(before)]);
        check(&old, &new, |_| true).into_iter().map(|v| v.rule).collect()
    };
    let first = Place { block: begin, index: 1 };
    assert_eq!(rules(first), [Rule::Varies]);
    assert_eq!(rules(by), []);
}
