//! Rematerialization on functions made by hand: what is made once more, and what is kept; that the checker of allocations finds mistakes in what the pass
//! makes; and that its work grows as the function does.

mod large;
mod mistakes;
mod sample;

use mistakes::{MISTAKES, reads_again};
use optx_cg::lir::check::check as check_lir;
use optx_cg::lir::{Function, Operand};
use optx_cg::regalloc::check::{Rule, check};
use optx_cg::regalloc::pressure::Pressure;
use sample::{Sample, find, maker, rematerialize};

fn peak(f: &Function) -> u32 {
    Pressure::of(f).peak(f).map_or(0, |peak| peak.units)
}

/// The sample, before the pass and behind it.
fn sample() -> (Sample, Function) {
    let old = Sample::new();
    assert_eq!(check_lir(&old.f), []);
    let mut new = old.f.clone();
    assert!(rematerialize(&mut new).changed());
    (old, new)
}

#[test]
fn the_result_is_right_and_holds_less() {
    let (old, new) = sample();
    assert_eq!(check_lir(&new), []);
    assert_eq!(check(&old.f, &new, |_| false), []);
    // Before, 12 words and 7 addresses and extensions of two units each. Behind it, in the loop 12 words, the counter, the address that they
    // come from, the one behind the step, and the one before it, where it is read.
    assert_eq!((peak(&old.f), peak(&new)), (26, 19));
}

/// Each value of which that may be is made once more, the other stays; where: right before who reads it, or before the loop.
#[test]
fn what_may_be_is_made_where_it_is_read() {
    let (old, new) = sample();
    let mut remade = Vec::new();
    for (name, id) in &old.readers {
        let (was, now) = (find(&old.f, *id), find(&new, *id));
        let (was, now) = (old.f.uses(old.f.inst_at(was)), new.uses(new.inst_at(now)));
        if was != now {
            remade.push(*name);
        }
    }
    let wanted =
        ["element", "other", "signed", "unsigned", "far", "guarded", "in loop", "before the step"];
    assert_eq!(remade, wanted);
    let [_, middle, round, _] = old.blocks;
    let at = |name: &str| {
        let reader = old.reader(&new, name);
        let reg = new.uses(new.inst_at(reader)).iter().find_map(Operand::register);
        (maker(&new, reg.expect("a register")), reader)
    };
    let (made, reader) = at("in loop");
    assert_eq!((made.block, reader.block), (middle, round), "made before the loop");
    let (made, reader) = at("before the step");
    assert_eq!((made.block, made.index + 1), (reader.block, reader.index));
}

/// What the mistake of another parameter is made of is right.
#[test]
fn a_parameter_may_be_read_again() {
    let (old, mut new) = sample();
    reads_again(&mut new, &old, 1);
    assert_eq!(check_lir(&new), []);
    assert_eq!(check(&old.f, &new, |_| false), []);
}

/// The rules that a mistake breaks.
fn broken(make: fn(&mut Function, &Sample)) -> Vec<Rule> {
    let (old, mut new) = sample();
    make(&mut new, &old);
    check(&old.f, &new, |_| false).into_iter().map(|found| found.rule).collect()
}

#[test]
fn planted_mistakes_are_found() {
    let found = MISTAKES.iter().map(|(what, make, rule)| (what, rule, broken(*make)));
    let missed: Vec<_> = found.filter(|(_, rule, found)| !found.contains(rule)).collect();
    assert_eq!(MISTAKES.len(), 8);
    assert!(missed.is_empty(), "{} of 8 are missed: {missed:#?}", missed.len());
}
