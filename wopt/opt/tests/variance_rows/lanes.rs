//! The rows for two threads of one warp, at 6 and 7 bits: a multiple of 32 and a lane need more than 5.

use crate::arithmetic::check_operation;
use crate::cases::*;
use crate::model::{Setting, Threads};
use crate::orders::check_orders;
use crate::widths::{check_extensions, check_truncation};
use optx_ir::Fact;
use optx_whirl::Operator;
use optx_wopt::analysis::variance::{Base, Coef, Variance};

/// Two lanes: next to each other, at both ends, either way round, over the middle.
fn lanes() -> Vec<Setting> {
    [[1, 0], [0, 31], [17, 5], [15, 16]]
        .into_iter()
        .map(|lanes| Setting { threads: Threads::Warp(lanes), shared: Vec::new() })
        .collect()
}

/// States of these lane coefficients; what the axes say is to make no difference.
fn states(coefs: &[i64]) -> Vec<Variance> {
    let coefs = coefs.iter().map(|&c| Coef::Known(c)).chain([Coef::Unknown]);
    let exact = |lane: Coef| {
        EXACTNESS.into_iter().flat_map(move |lane_exact| {
            [false, true].map(|warp_aligned| Variance {
                lane,
                lane_exact,
                warp_aligned,
                ..Variance::VARYING
            })
        })
    };
    let plain = coefs.flat_map(exact);
    // Something shared by the block, and an axis that says more than the lane.
    let axis = Variance { coef: [Coef::Known(1), Coef::ZERO, Coef::ZERO], ..Variance::VARYING };
    let beside = [
        Variance { base: Base::Const(3), ..Variance::UNIFORM },
        axis,
        Variance { lane: Coef::ZERO, ..axis },
    ];
    distinct(plain.chain(beside).map(Variance::normal))
}

fn facts(width: u32) -> [Fact; 3] {
    [Fact::full(width), Fact::unsigned(width, 0, 31), Fact::bits(width, 31, 0)]
}

#[test]
fn sums_and_products_are_as_claimed() {
    let settings = lanes();
    let of = |k, facts: &[Fact]| cases(k, &states(&[0, 1, -1, 2]), facts, &settings, 6);
    let (a, b) = (of(0, &facts(6)[..1]), of(1, &facts(6)[1..]));
    for opr in [Operator::Add, Operator::Sub, Operator::Mpy, Operator::Bior, Operator::Bxor] {
        check_operation(opr, false, 6, &settings, (&a, Some(&b)));
    }
    for opr in [Operator::Add, Operator::Sub, Operator::Mpy] {
        check_operation(opr, true, 6, &settings, (&a, Some(&b)));
    }
}

#[test]
fn operations_with_constants_are_as_claimed() {
    use Operator::{Add, Ashr, Band, Bior, Bnot, Bxor, Div, Lshr, Mpy, Neg, Rem, Shl, Sub};
    let settings = lanes();
    let a = cases(0, &states(&[0, 1, -1, 2, 31, -32]), &facts(7), &settings, 7);
    let some = [-64, -63, -32, -31, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 30, 31, 32, 33];
    let b: Vec<Case> =
        some.into_iter().map(|value| Case::constant(1, value, &settings, 7)).collect();
    for opr in [Add, Sub, Mpy, Band, Bior, Bxor, Lshr, Ashr, Shl] {
        check_operation(opr, false, 7, &settings, (&a, Some(&b)));
        if matches!(opr, Add | Sub | Mpy) {
            check_operation(opr, true, 7, &settings, (&a, Some(&b)));
            check_operation(opr, true, 7, &settings, (&b, Some(&a)));
        }
    }
    for opr in [Div, Rem] {
        check_operation(opr, false, 7, &settings, (&a, Some(&b)));
        check_operation(opr, true, 7, &settings, (&a, Some(&b)));
    }
    for opr in [Neg, Bnot] {
        check_operation(opr, false, 7, &settings, (&a, None));
        check_operation(opr, true, 7, &settings, (&a, None));
    }
}

#[test]
fn orders_are_as_claimed() {
    let settings = lanes();
    let of = |k| cases(k, &states(&[0, 1, -1]), &facts(6)[..1], &settings, 6);
    let oprs = [Operator::Eq, Operator::Lt, Operator::Ge, Operator::Max, Operator::Min];
    check_orders(&oprs, 6, &settings, (&of(0), &of(1)));
}

#[test]
fn widths_are_as_claimed() {
    let settings = lanes();
    let a = cases(0, &states(&[0, 1, -1, 2, 31, -32]), &facts(6), &settings, 6);
    check_extensions(6, 8, &settings, &a);
    let fitting = [Fact::signed(8, -32, 31), Fact::unsigned(8, 0, 63)];
    let facts: Vec<Fact> = facts(8).into_iter().chain(fitting).collect();
    let a = cases(0, &states(&[0, 1, -1, 33, 63, 65, -64]), &facts, &settings, 8);
    check_truncation(8, 6, &settings, &a);
}
