//! What rows may not lose, at the widths of programs: an analysis that calls all unknown claims nothing false.

use crate::cases::{node, symbol};
use crate::{arithmetic, orders};
use optx_ir::Fact;
use optx_whirl::Operator::{
    self, Add, Ashr, Band, Bior, Bnot, Lshr, Lt, Max, Mpy, Neg, Select, Shl, Sub,
};
use optx_wopt::analysis::variance::transfer::{Operand, Place, extension, truncation};
use optx_wopt::analysis::variance::{Base, Coef, Exact, Extension, Variance};

/// What an I-form is where the ranges say nothing.
const SIGNED: Exact = Exact { signed: true, unsigned: false };

fn operand(k: usize, state: Variance, fact: Fact) -> Operand {
    Operand { node: node(k), state, constant: None, fact: Some(fact) }
}

/// `threadIdx` of an axis, with the lane where blocks have one dimension.
fn tid(axis: usize, lane: Coef) -> Operand {
    let mut state =
        Variance { lane, warp_aligned: lane == Coef::Known(1), ..Variance::constant(0) };
    state.coef[axis] = Coef::Known(1);
    operand(axis, state, Fact::unsigned(32, 0, 1023))
}

fn tid_x() -> Operand {
    tid(0, Coef::Known(1))
}

fn uniform(k: usize) -> Operand {
    operand(k, Variance::UNIFORM, Fact::full(32))
}

fn constant(value: i64) -> Operand {
    let fact = Some(Fact::constant(32, value as u64));
    Operand { node: node(100), state: Variance::constant(value), constant: Some(value), fact }
}

/// The result of an I-form (`keeps`) or a U-form, as the operand of another.
fn of(opr: Operator, keeps: bool, kids: &[Operand]) -> Operand {
    let width = kids[kids.len() - 1].fact.map_or(32, |fact| fact.width());
    let state = arithmetic::state(opr, keeps, width, kids);
    let k = 50 + kids.iter().map(|kid| kid.node.index()).sum::<usize>();
    Operand { node: node(k), state, constant: None, fact: arithmetic::fact(opr, keeps, kids) }
}

/// Widened to 64 bits.
fn widened(a: &Operand, is_signed: bool) -> Operand {
    let fact = a.fact.map(|fact| fact.extend(64, is_signed));
    let place = Place { width: 64, keeps: is_signed, fact };
    Operand { node: node(200), state: extension(a, is_signed, &place), constant: None, fact }
}

/// Asserts a value's coefficients on x and y, its lane's, and its exactness.
fn assert_state(a: &Operand, coef: [Coef; 2], lane: Coef, exact: Exact) {
    let state = &a.state;
    assert_eq!(
        (state.coef, state.lane, state.exact),
        ([coef[0], coef[1], Coef::ZERO], lane, exact),
        "{state:?}"
    );
}

const fn k(value: i64) -> Coef {
    Coef::Known(value)
}

const ZERO: Coef = Coef::ZERO;

#[test]
fn sums_with_constants_and_uniform_values_keep_coefficients() {
    for opr in [Add, Sub] {
        let sum = of(opr, true, &[tid_x(), uniform(7)]);
        assert_state(&sum, [k(1), ZERO], k(1), SIGNED);
        let wraps = of(opr, false, &[tid_x(), uniform(7)]);
        assert_state(&wraps, [k(1), ZERO], k(1), Exact::NEITHER);
    }
    let sum = of(Add, false, &[tid_x(), constant(32)]);
    assert_state(&sum, [k(1), ZERO], k(1), Exact::BOTH);
    assert_eq!((sum.state.base, sum.state.warp_aligned), (Base::Const(32), true));
    let from = of(Sub, true, &[constant(5), tid_x()]);
    assert_state(&from, [k(-1), ZERO], k(-1), SIGNED);
    assert_eq!(from.state.base, Base::Const(5));
    let less = of(Sub, true, &[tid_x(), tid_x()]);
    assert!(less.state.is_block_uniform() && less.state.is_warp_uniform());
    assert_eq!(less.state.base, Base::Const(0));
}

#[test]
fn products_and_shifts_by_constants_keep_coefficients() {
    for times in [of(Mpy, false, &[tid_x(), constant(12)]), of(Mpy, true, &[constant(12), tid_x()])]
    {
        assert_state(&times, [k(12), ZERO], k(12), Exact::BOTH);
        assert_eq!(times.state.base, Base::Const(0));
    }
    let shifted = of(Shl, false, &[tid_x(), constant(4)]);
    assert_state(&shifted, [k(16), ZERO], k(16), Exact::BOTH);
    let negative = of(Neg, true, &[tid_x()]);
    assert_state(&negative, [k(-1), ZERO], k(-1), SIGNED);
    let complement = of(Bnot, false, &[tid_x()]);
    assert_state(&complement, [k(-1), ZERO], k(-1), Exact::BOTH);
    assert_eq!(complement.state.base, Base::Const(-1));
    let down = of(Sub, true, &[constant(1023), tid_x()]);
    let times = of(Mpy, true, &[down, constant(-4)]);
    assert_state(&times, [k(4), ZERO], k(4), SIGNED);
}

#[test]
fn indices_into_rows_keep_both_axes() {
    // 2 * tid + 3 * ctaid
    let twice = of(Mpy, true, &[tid_x(), constant(2)]);
    let index = of(Add, true, &[twice, of(Mpy, true, &[uniform(8), constant(3)])]);
    assert_state(&index, [k(2), ZERO], k(2), SIGNED);
    // tid.y * n + tid.x, widened with its sign, times 4, at an address.
    let row = of(Mpy, true, &[tid(1, Coef::Unknown), uniform(9)]);
    let n = symbol(9, 1, Extension::None);
    assert_state(&row, [ZERO, n], Coef::Unknown, SIGNED);
    let index = of(Add, true, &[tid(0, Coef::Unknown), row]);
    assert_state(&index, [k(1), n], Coef::Unknown, SIGNED);
    let wide = widened(&index, true);
    assert_state(&wide, [k(1), symbol(9, 1, Extension::Sign)], Coef::Unknown, SIGNED);
    let four = Operand { fact: Some(Fact::constant(64, 4)), ..constant(4) };
    let offset = of(Mpy, true, &[wide, four]);
    assert_state(&offset, [k(4), symbol(9, 4, Extension::Sign)], Coef::Unknown, SIGNED);
    let base = operand(10, Variance::UNIFORM, Fact::full(64));
    let address = of(Add, false, &[base, offset]);
    let exact = Exact::NEITHER;
    assert_state(&address, [k(4), symbol(9, 4, Extension::Sign)], Coef::Unknown, exact);
    // The low half of it is the index again.
    let place = Place { width: 32, keeps: false, fact: wide.fact.map(|f| f.truncate(32)) };
    let low = Operand { state: truncation(&wide, &place), ..wide };
    assert_state(&low, [k(1), n], Coef::Unknown, SIGNED);
    // A symbol taken away again leaves nothing.
    assert!(of(Sub, true, &[row, row]).state.is_block_uniform());
}

#[test]
fn extensions_keep_what_is_exact() {
    let sum = of(Add, true, &[tid_x(), uniform(7)]);
    assert_state(&widened(&sum, true), [k(1), ZERO], k(1), SIGNED);
    assert_state(&widened(&sum, false), [Coef::Unknown, ZERO], Coef::Unknown, Exact::BOTH);
    let in_range = of(Add, false, &[tid_x(), constant(7)]);
    for is_signed in [false, true] {
        let wide = widened(&in_range, is_signed);
        assert_state(&wide, [k(1), ZERO], k(1), Exact::BOTH);
        assert_eq!(wide.state.base, Base::Const(7));
    }
    let whole = operand(7, Variance::UNIFORM, Fact::full(32));
    assert!(widened(&whole, true).state.is_block_uniform());
    assert_eq!(widened(&constant(-3), true).state.base, Base::Const(-3));
    assert!(widened(&tid_x(), true).state.warp_aligned);
}

#[test]
fn disjoint_bits_are_a_sum() {
    let high = of(Shl, false, &[tid_x(), constant(3)]);
    let both = of(Bior, false, &[high, constant(5)]);
    assert_state(&both, [k(8), ZERO], k(8), Exact::BOTH);
    assert_eq!(both.state.base, Base::Const(5));
}

#[test]
fn lanes_are_found() {
    let lane = of(Band, false, &[tid_x(), constant(31)]);
    assert_eq!((lane.state.lane, lane.state.warp_aligned), (k(1), true));
    assert_eq!(lane.state.lane_exact, Exact::BOTH);
    for opr in [Lshr, Ashr] {
        assert!(of(opr, false, &[tid_x(), constant(5)]).state.is_warp_uniform());
        assert!(!of(opr, false, &[tid_x(), constant(4)]).state.is_warp_uniform());
    }
    assert!(of(Band, false, &[tid_x(), constant(-32)]).state.is_warp_uniform());
    assert!(of(Bior, false, &[tid_x(), constant(31)]).state.is_warp_uniform());
    // beg + lane: the stride of a row's reader.
    let index = of(Add, true, &[uniform(7), lane]);
    assert_eq!((index.state.lane, index.state.lane_exact), (k(1), SIGNED));
    // A warp's number times 32, and the lane.
    let warp = of(Lshr, false, &[tid_x(), constant(5)]);
    let first = of(Shl, false, &[warp, constant(5)]);
    assert_eq!((first.state.lane, first.state.warp_aligned), (ZERO, true));
    let again = of(Add, false, &[first, lane]);
    assert_eq!((again.state.lane, again.state.warp_aligned), (k(1), true));
    // lane * stride, of a stride that the warp shares.
    let stride = operand(7, Variance { lane: ZERO, ..Variance::VARYING }, Fact::full(32));
    let times = of(Mpy, true, &[lane, stride]);
    assert_eq!(times.state.lane, symbol(7, 1, Extension::None));
}

#[test]
fn orders_look_at_differences() {
    let sum = |k, keeps| of(Add, keeps, &[tid_x(), uniform(k)]);
    let order = |opr, a, b| orders::state(opr, true, &[a, b]);
    assert!(order(Lt, sum(7, true), sum(8, true)).axes().is_none());
    assert!(order(Operator::Eq, sum(7, false), sum(8, false)).axes().is_none());
    assert!(!order(Lt, sum(7, false), sum(8, false)).is_block_uniform());
    assert!(!order(Lt, tid_x(), uniform(8)).is_block_uniform());
    let most = order(Max, sum(7, true), sum(8, true));
    assert_eq!((most.coef[0], most.lane, most.exact), (k(1), k(1), SIGNED));
}

#[test]
fn selections_under_uniform_conditions_keep_coefficients() {
    let (a, b) = (of(Add, true, &[tid_x(), uniform(7)]), of(Add, true, &[tid_x(), uniform(8)]));
    let kept = of(Select, false, &[uniform(9), a, b]);
    assert_state(&kept, [k(1), ZERO], k(1), SIGNED);
    let lost = of(Select, false, &[tid_x(), a, b]);
    assert_state(&lost, [Coef::Unknown, ZERO], Coef::Unknown, Exact::BOTH);
}
