//! Sums, products, bits and shifts, for threads of a block.

use crate::cases::*;
use crate::model::{Setting, bits, mask, number};
use optx_ir::{Fact, Overflow};
use optx_whirl::Operator;
use optx_wopt::analysis::variance::Variance;
use optx_wopt::analysis::variance::transfer::{Operand, Place, operation};

/// The value of an operation on numbers of a width; None where it is an I-form that overflows.
pub fn value(opr: Operator, keeps: bool, width: u32, kids: &[u64]) -> Option<u64> {
    let s = |k: usize| number(kids[k], true, width);
    let u = |k: usize| number(kids[k], false, width);
    let whole = match opr {
        Operator::Add => s(0) + s(1),
        Operator::Sub => s(0) - s(1),
        Operator::Mpy => s(0) * s(1),
        Operator::Div if keeps => s(0).checked_div(s(1))?,
        Operator::Rem if keeps => s(0).checked_rem(s(1))?,
        Operator::Div => u(0).checked_div(u(1))?,
        Operator::Rem => u(0).checked_rem(u(1))?,
        Operator::Neg => -s(0),
        Operator::Bnot => return Some(bits(!s(0), width)),
        Operator::Band => return Some(kids[0] & kids[1]),
        Operator::Bior => return Some(kids[0] | kids[1]),
        Operator::Bxor => return Some(kids[0] ^ kids[1]),
        Operator::Shl => return Some(bits(u(0) << u(1).min(64), width)),
        Operator::Lshr => return Some(bits(u(0) >> u(1).min(64), width)),
        Operator::Ashr => return Some(bits(s(0) >> u(1).min(64), width)),
        Operator::Select => return Some(if kids[0] & 1 != 0 { kids[1] } else { kids[2] }),
        _ => panic!("no value for {opr:?}"),
    };
    let value = bits(whole, width);
    (!keeps || number(value, true, width) == whole).then_some(value)
}

/// The fact of an operation.
pub fn fact(opr: Operator, keeps: bool, kids: &[Operand]) -> Option<Fact> {
    let fact = |k: usize| kids.get(k).and_then(|kid| kid.fact);
    let overflow = if keeps { Overflow::Poison } else { Overflow::Wraps };
    let a = fact(0)?;
    let Some(b) = fact(1) else {
        return Some(match opr {
            Operator::Neg => a.neg(overflow),
            Operator::Bnot => a.not(),
            _ => return None,
        });
    };
    Some(match opr {
        Operator::Add => a.add(&b, overflow),
        Operator::Sub => a.sub(&b, overflow),
        Operator::Mpy => a.mul(&b, overflow),
        Operator::Band => a.and(&b),
        Operator::Bior => a.or(&b),
        Operator::Bxor => a.xor(&b),
        Operator::Shl => a.shl(&b),
        Operator::Lshr => a.lshr(&b),
        Operator::Ashr => a.ashr(&b),
        Operator::Select => b.join(&fact(2)?),
        _ => return None,
    })
}

/// The row's state, with the fact that the operation has.
pub fn state(opr: Operator, keeps: bool, width: u32, kids: &[Operand]) -> Variance {
    operation(opr, &Place { width, keeps, fact: fact(opr, keeps, kids) }, kids)
}

/// Checks an operation in a width with every pair of the cases, or with every one of the first where `b` is None.
pub fn check_operation(
    opr: Operator,
    keeps: bool,
    width: u32,
    settings: &[Setting],
    (a, b): (&[Case], Option<&[Case]>),
) {
    let row = Row {
        name: &format!("{opr:?}, keeps: {keeps}"),
        from: width,
        width,
        state: &|kids| state(opr, keeps, width, kids),
        value: &|kids| value(opr, keeps, width, kids),
    };
    match b {
        Some(b) => check_pairs(&row, settings, a, b),
        None => check_each(&row, settings, a),
    }
}

/// Checks both forms with operands on one axis, and on two.
fn check_both(opr: Operator) {
    let (settings, states) = (apart(), one_axis());
    let facts = facts(WIDTH);
    let of = |k, facts: &[Fact]| cases(k, &states, facts, &settings, WIDTH);
    let (a, b) = (of(0, &facts), of(1, &facts[1..7]));
    let two = apart_on_two();
    let of_two = |k| cases(k, &two_axes(), &facts[..2], &two, WIDTH);
    let (c, d) = (of_two(0), of_two(1));
    for keeps in [false, true] {
        check_operation(opr, keeps, WIDTH, &settings, (&a, Some(&b)));
        check_operation(opr, keeps, WIDTH, &two, (&c, Some(&d)));
    }
}

/// Checks an operation with every constant on the right, in both forms.
fn check_constants(opr: Operator) {
    let settings = apart();
    let a = cases(0, &one_axis(), &facts(WIDTH), &settings, WIDTH);
    let half = 1i64 << (WIDTH - 1);
    let b: Vec<Case> =
        (-half..half).map(|value| Case::constant(1, value, &settings, WIDTH)).collect();
    for keeps in [false, true] {
        check_operation(opr, keeps, WIDTH, &settings, (&a, Some(&b)));
        if matches!(opr, Operator::Add | Operator::Sub | Operator::Mpy) {
            check_operation(opr, keeps, WIDTH, &settings, (&b, Some(&a)));
        }
    }
}

#[test]
fn sums_are_as_claimed() {
    check_both(Operator::Add);
    check_constants(Operator::Add);
}

#[test]
fn differences_are_as_claimed() {
    check_both(Operator::Sub);
    check_constants(Operator::Sub);
}

#[test]
fn products_are_as_claimed() {
    check_both(Operator::Mpy);
    check_constants(Operator::Mpy);
}

#[test]
fn negations_and_complements_are_as_claimed() {
    let settings = apart();
    let a = cases(0, &one_axis(), &facts(WIDTH), &settings, WIDTH);
    for keeps in [false, true] {
        for opr in [Operator::Neg, Operator::Bnot] {
            check_operation(opr, keeps, WIDTH, &settings, (&a, None));
        }
    }
}

#[test]
fn bits_together_are_as_claimed() {
    for opr in [Operator::Band, Operator::Bior, Operator::Bxor] {
        check_both(opr);
        check_constants(opr);
    }
}

#[test]
fn shifts_are_as_claimed() {
    let settings = apart();
    let a = cases(0, &one_axis(), &facts(WIDTH), &settings, WIDTH);
    let b = cases(1, &one_axis(), &facts(WIDTH)[..4], &settings, WIDTH);
    for opr in [Operator::Shl, Operator::Lshr, Operator::Ashr] {
        check_operation(opr, false, WIDTH, &settings, (&a, Some(&b)));
        check_constants(opr);
    }
    assert_eq!(value(Operator::Ashr, false, WIDTH, &[8, 15]), Some(mask(WIDTH)));
}

#[test]
fn what_is_not_known_of_operands_is_not_used() {
    let settings = apart();
    let without = |k| {
        let operand = |state| Operand { node: node(k), state, constant: None, fact: None };
        let cases = one_axis().into_iter().map(operand);
        cases.filter_map(|operand| Case::of(operand, &settings, WIDTH)).collect::<Vec<_>>()
    };
    let (a, b) = (without(0), without(1));
    for opr in [Operator::Add, Operator::Sub, Operator::Mpy, Operator::Bior, Operator::Bxor] {
        for keeps in [false, true] {
            check_operation(opr, keeps, WIDTH, &settings, (&a, Some(&b)));
        }
    }
    check_operation(Operator::Shl, false, WIDTH, &settings, (&a, Some(&b)));
}
