//! Coefficients that are values, and what becomes of them.

use crate::arithmetic::check_operation;
use crate::cases::*;
use crate::model::{Setting, Shared, Threads, bits};
use crate::orders::check_orders;
use crate::widths::{check_extensions, check_truncation};
use optx_ir::Fact;
use optx_whirl::Operator;
use optx_wopt::analysis::variance::transfer::Operand;
use optx_wopt::analysis::variance::{Base, Coef, Exact, Extension, Variance};

/// Two symbols of the values' width, and one that is a bit narrower.
const S: usize = 10;
const R: usize = 11;
const T: usize = 12;

/// Settings in which the symbols have some values in a width.
fn settings(tids: &[[[i64; 3]; 2]], width: u32) -> Vec<Setting> {
    let half = 1 << (width - 1);
    let values = [0, 1, 2, 5, half - 1, half, half + 1, 2 * half - 3, 2 * half - 1];
    let of = |tids: [[i64; 3]; 2], s: u64| {
        let shared = |k, value: u64, width| Shared {
            node: node(k),
            value: bits(value.into(), width),
            width,
        };
        let shared =
            vec![shared(S, s, width), shared(R, 5 * s + 3, width), shared(T, 3 * s + 1, width - 1)];
        Setting { threads: Threads::Block(tids), shared }
    };
    tids.iter().flat_map(|&tids| values.map(|s| of(tids, s))).collect()
}

fn some() -> Vec<Coef> {
    use Extension::{None, Sign, Zero};
    let symbols = [(S, 1, None), (S, -2, None), (S, 3, None), (R, 1, None)];
    let narrower = [(T, 1, Sign), (T, 1, Zero), (T, -1, Zero)];
    symbols.into_iter().chain(narrower).map(|(k, scale, e)| symbol(k, scale, e)).collect()
}

/// States with a symbol on one axis.
fn one_axis() -> Vec<Variance> {
    let known = [0, 1, -3].map(Coef::Known).into_iter().chain([Coef::Unknown]);
    let coefs = some().into_iter().chain(known);
    let based = on_axes([symbol(S, 1, Extension::None), Coef::ZERO, Coef::ZERO], Base::Const(3));
    let plain = coefs.flat_map(|c| on_axes([c, Coef::ZERO, Coef::ZERO], Base::Uniform));
    plain.chain(based).collect()
}

/// States with symbols on two axes.
fn two_axes() -> Vec<Variance> {
    let [s, negative, _, r, sign, zero, _] = some()[..] else { panic!("seven symbols") };
    let pairs = [(s, r), (s, s), (Coef::Known(1), s), (negative, Coef::Known(-3)), (sign, zero)];
    pairs.into_iter().flat_map(|(x, z)| on_axes([x, Coef::ZERO, z], Base::Uniform)).collect()
}

const APART: [[[i64; 3]; 2]; 2] = [[[3, 0, 0], [2, 0, 0]], [[1, 0, 0], [4, 0, 0]]];
const APART_ON_TWO: [[[i64; 3]; 2]; 3] =
    [[[2, 0, 2], [1, 0, 1]], [[0, 0, 3], [2, 0, 2]], [[1, 0, 5], [2, 0, 0]]];

#[test]
fn sums_and_products_are_as_claimed() {
    let settings = settings(&APART, WIDTH);
    let of = |k| cases(k, &one_axis(), &facts(WIDTH)[..2], &settings, WIDTH);
    let (a, b) = (of(0), of(1));
    for keeps in [false, true] {
        for opr in [Operator::Add, Operator::Sub, Operator::Mpy] {
            check_operation(opr, keeps, WIDTH, &settings, (&a, Some(&b)));
        }
    }
}

#[test]
fn operations_with_constants_are_as_claimed() {
    let settings = settings(&[APART[0], APART[1], APART_ON_TWO[0], APART_ON_TWO[1]], WIDTH);
    let states: Vec<Variance> = one_axis().into_iter().chain(two_axes()).collect();
    let a = cases(0, &states, &facts(WIDTH), &settings, WIDTH);
    let b = [-8, -3, -1, 0, 1, 2, 3, 7].map(|value| Case::constant(1, value, &settings, WIDTH));
    for opr in [Operator::Mpy, Operator::Shl, Operator::Bior, Operator::Add, Operator::Sub] {
        check_operation(opr, false, WIDTH, &settings, (&a, Some(&b)));
    }
    check_operation(Operator::Mpy, true, WIDTH, &settings, (&a, Some(&b)));
    check_operation(Operator::Sub, true, WIDTH, &settings, (&b, Some(&a)));
    for keeps in [false, true] {
        check_operation(Operator::Neg, keeps, WIDTH, &settings, (&a, None));
        check_operation(Operator::Bnot, keeps, WIDTH, &settings, (&a, None));
    }
}

#[test]
fn orders_are_as_claimed() {
    let settings = settings(&APART, WIDTH);
    let of = |k| cases(k, &one_axis(), &[Fact::full(WIDTH)], &settings, WIDTH);
    let oprs = [Operator::Eq, Operator::Lt, Operator::Le, Operator::Max, Operator::Min];
    check_orders(&oprs, WIDTH, &settings, (&of(0), &of(1)));
}

#[test]
fn widths_are_as_claimed() {
    let tids: Vec<[[i64; 3]; 2]> = APART.into_iter().chain(APART_ON_TWO).collect();
    let settings = settings(&tids, WIDTH);
    let states: Vec<Variance> = one_axis().into_iter().chain(two_axes()).collect();
    let a = cases(0, &states, &facts(WIDTH), &settings, WIDTH);
    check_extensions(WIDTH, 6, &settings, &a);
    check_truncation(WIDTH, WIDTH, &settings, &a);
    check_truncation(WIDTH, 3, &settings, &a);
}

/// A product that is not negative in all threads is one number in both senses, but its negative factor is two.
#[test]
fn what_is_not_negative_keeps_a_symbol_in_its_own_sense() {
    let settings = settings(&[[[0, 0, 0], [1, 0, 0]]], WIDTH);
    let signed = Exact { signed: true, unsigned: false };
    let factor = Variance {
        coef: [Coef::Known(-1), Coef::ZERO, Coef::ZERO],
        exact: signed,
        ..Variance::VARYING
    };
    let a = cases(0, &[factor], &[Fact::signed(WIDTH, -2, 0)], &settings, WIDTH);
    let uniform = Variance { lane: Coef::Unknown, ..Variance::UNIFORM };
    let b = cases(1, &[uniform], &[Fact::signed(WIDTH, -3, -1)], &settings, WIDTH);
    let row = Row {
        name: "Mpy",
        from: WIDTH,
        width: WIDTH,
        state: &|kids| crate::arithmetic::state(Operator::Mpy, true, WIDTH, kids),
        value: &|kids| crate::arithmetic::value(Operator::Mpy, true, WIDTH, kids),
    };
    check_pairs(&row, &settings, &a, &b);
}

/// The row narrows symbols from 64 bits to 32 alone, so here are corners of both.
#[test]
fn a_widened_symbol_is_narrowed_as_claimed() {
    let corners: [i64; 8] =
        [0, 1, 5, -1, -7, i32::MIN as i64, i32::MIN as i64 + 5, i32::MAX as i64];
    let tids = [[[1, 0, 0], [0, 0, 0]], [[1, 0, 0], [3, 0, 0]]];
    let of = |tids, s: i64| Setting {
        threads: Threads::Block(tids),
        shared: vec![Shared { node: node(S), value: bits(s.into(), 32), width: 32 }],
    };
    let settings: Vec<Setting> =
        tids.into_iter().flat_map(|tids| corners.map(|s| of(tids, s))).collect();
    let facts = [
        Fact::full(64),
        Fact::signed(64, i32::MIN.into(), i32::MAX.into()),
        Fact::unsigned(64, 0, u32::MAX.into()),
        Fact::unsigned(64, 0, i32::MAX as u64),
    ];
    let mut cases = Vec::new();
    for (extended, scale) in [Extension::Sign, Extension::Zero]
        .into_iter()
        .flat_map(|e| [1, -1, 2].map(|scale| (e, scale)))
    {
        let coef = [symbol(S, scale, extended), Coef::ZERO, Coef::ZERO];
        for (state, fact) in
            on_axes(coef, Base::Uniform).into_iter().flat_map(|s| facts.map(|fact| (s, fact)))
        {
            let operand = Operand { node: node(0), state, constant: None, fact: Some(fact) };
            let pairs = near(scale, &corners);
            cases.extend(Case::among(operand, &settings, 64, &pairs));
        }
    }
    check_truncation(64, 32, &settings, &cases);
}

/// Pairs of numbers that differ by multiples of these, taken with their sign and without.
fn near(scale: i64, symbols: &[i64]) -> Vec<[u64; 2]> {
    let ends = symbols.iter().copied().chain([i64::MIN, i64::MAX, u32::MAX as i64, 1 << 31]);
    let mut pairs = Vec::new();
    for end in ends {
        for &symbol in symbols {
            for number in [i128::from(symbol), i128::from(symbol as u32)] {
                for times in [1, -2] {
                    let other = i128::from(end) + number * i128::from(scale) * times;
                    pairs.push([bits(other, 64), end as u64]);
                    pairs.push([end as u64, bits(other, 64)]);
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
