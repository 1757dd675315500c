//! Selections, comparisons, and the larger and the smaller of two, for threads of a block.

use crate::arithmetic;
use crate::cases::*;
use crate::model::{Setting, number};
use optx_ir::Fact;
use optx_whirl::{Mtype, Operator};
use optx_wopt::analysis::variance::transfer::{Operand, of_order};
use optx_wopt::analysis::variance::{Base, Coef, Variance};

const COMPARISONS: [Operator; 6] =
    [Operator::Eq, Operator::Ne, Operator::Lt, Operator::Le, Operator::Gt, Operator::Ge];

/// What an order gives.
pub fn value(opr: Operator, is_signed: bool, width: u32, kids: &[u64]) -> u64 {
    let [a, b] = [kids[0], kids[1]].map(|v| number(v, is_signed, width));
    let holds = match opr {
        Operator::Eq => a == b,
        Operator::Ne => a != b,
        Operator::Lt => a < b,
        Operator::Le => a <= b,
        Operator::Gt => a > b,
        Operator::Ge => a >= b,
        Operator::Max => return if a > b { kids[0] } else { kids[1] },
        Operator::Min => return if a < b { kids[0] } else { kids[1] },
        _ => panic!("no order: {opr:?}"),
    };
    u64::from(holds)
}

/// The state of an order of 32 bits.
pub fn state(opr: Operator, is_signed: bool, kids: &[Operand]) -> Variance {
    of_order(opr, if is_signed { Mtype::I4 } else { Mtype::U4 }, kids)
}

/// Checks orders of both signednesses.
pub fn check_orders(
    oprs: &[Operator],
    width: u32,
    settings: &[Setting],
    (a, b): (&[Case], &[Case]),
) {
    for &opr in oprs {
        for is_signed in [false, true] {
            let row = Row {
                name: &format!("{opr:?}, signed: {is_signed}"),
                from: width,
                width: if opr.is_compare() { 1 } else { width },
                state: &|kids| state(opr, is_signed, kids),
                value: &|kids| Some(value(opr, is_signed, width, kids)),
            };
            check_pairs(&row, settings, a, b);
        }
    }
}

#[test]
fn comparisons_are_as_claimed() {
    let settings = apart();
    let of = |k| cases(k, &one_axis(), &[Fact::full(WIDTH)], &settings, WIDTH);
    check_orders(&COMPARISONS, WIDTH, &settings, (&of(0), &of(1)));
    let two = apart_on_two();
    let of = |k| cases(k, &two_axes(), &[Fact::full(WIDTH)], &two, WIDTH);
    check_orders(&COMPARISONS, WIDTH, &two, (&of(0), &of(1)));
}

#[test]
fn the_larger_and_the_smaller_are_as_claimed() {
    let oprs = [Operator::Max, Operator::Min];
    let settings = apart();
    let of = |k| cases(k, &one_axis(), &facts(WIDTH)[..3], &settings, WIDTH);
    check_orders(&oprs, WIDTH, &settings, (&of(0), &of(1)));
    let two = apart_on_two();
    let of = |k| cases(k, &two_axes(), &[Fact::full(WIDTH)], &two, WIDTH);
    check_orders(&oprs, WIDTH, &two, (&of(0), &of(1)));
}

#[test]
fn selections_are_as_claimed() {
    let settings = apart_on_two();
    let truth = Fact::unsigned(WIDTH, 0, 1);
    let conditions = [Coef::ZERO, Coef::Unknown].into_iter().flat_map(|x| {
        [Coef::ZERO, Coef::Unknown]
            .into_iter()
            .flat_map(move |z| on_axes([x, Coef::ZERO, z], Base::Uniform))
    });
    let conditions: Vec<_> = conditions.collect();
    let conditions = cases(2, &conditions, &[truth], &settings, WIDTH);
    let facts = [Fact::full(WIDTH), Fact::unsigned(WIDTH, 0, 7)];
    let of = |k| cases(k, &two_axes(), &facts, &settings, WIDTH);
    let (a, b) = (of(0), of(1));
    let row = Row {
        name: "Select",
        from: WIDTH,
        width: WIDTH,
        state: &|kids| arithmetic::state(Operator::Select, false, WIDTH, kids),
        value: &|kids| arithmetic::value(Operator::Select, false, WIDTH, kids),
    };
    check_triples(&row, &settings, [&conditions, &a, &b]);
    // One value on both sides is that value.
    let row = Row {
        name: "Select of one",
        state: &|kids| {
            let kids = [kids[0], kids[1], kids[1]];
            arithmetic::state(Operator::Select, false, WIDTH, &kids)
        },
        value: &|kids| Some(kids[1]),
        ..row
    };
    check_pairs(&row, &settings, &conditions, &a);
}
