//! Widened and narrowed values, for threads of a block and of a warp.

use crate::cases::*;
use crate::model::{Setting, bits, number};
use optx_ir::Fact;
use optx_wopt::analysis::variance::transfer::{Place, extension, truncation};
use optx_wopt::analysis::variance::{Base, Coef, Variance};

/// Checks both extensions.
pub fn check_extensions(from: u32, width: u32, settings: &[Setting], cases: &[Case]) {
    for is_signed in [false, true] {
        let row = Row {
            name: if is_signed { "sign extension" } else { "zero extension" },
            from,
            width,
            state: &|kids| {
                let fact = kids[0].fact.map(|fact| fact.extend(width, is_signed));
                extension(&kids[0], is_signed, &Place { width, keeps: is_signed, fact })
            },
            value: &|kids| Some(bits(number(kids[0], is_signed, from), width)),
        };
        check_each(&row, settings, cases);
    }
}

/// Checks a truncation.
pub fn check_truncation(from: u32, width: u32, settings: &[Setting], cases: &[Case]) {
    let row = Row {
        name: "truncation",
        from,
        width,
        state: &|kids| {
            let fact = kids[0].fact.map(|fact| fact.truncate(width));
            truncation(&kids[0], &Place { width, keeps: false, fact })
        },
        value: &|kids| Some(bits(number(kids[0], false, from), width)),
    };
    check_each(&row, settings, cases);
}

#[test]
fn extensions_are_as_claimed() {
    let settings = apart();
    for (from, width) in [(4, 8), (4, 6)] {
        let a = cases(0, &one_axis(), &facts(from), &settings, from);
        check_extensions(from, width, &settings, &a);
    }
    let two = apart_on_two();
    let a = cases(0, &two_axes(), &facts(4), &two, 4);
    check_extensions(4, 7, &two, &a);
}

#[test]
fn truncations_are_as_claimed() {
    let settings = apart();
    let wide = [0, 1, -1, 3, 7, 8, 9, 16, 17, -8, -9, 31, -32].map(Coef::Known);
    let states = wide.into_iter().chain([Coef::Unknown]).flat_map(|c| {
        [Base::Uniform, Base::Const(9), Base::Const(-16)]
            .into_iter()
            .flat_map(move |base| on_axes([c, Coef::ZERO, Coef::ZERO], base))
    });
    let states: Vec<Variance> = distinct(states);
    let mut wide = facts(6);
    wide.extend([Fact::signed(6, -8, 7), Fact::unsigned(6, 0, 15), Fact::signed(6, -4, 3)]);
    let a = cases(0, &states, &wide, &settings, 6);
    for width in [3, 4, 5, 6] {
        check_truncation(6, width, &settings, &a);
    }
}
