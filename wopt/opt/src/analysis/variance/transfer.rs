//! The rows: what an operation's state is where those of its operands are known.
//!
//! Each row follows from the meaning in [`super::lattice`]. Modulo 2^width sums, differences, products with a uniform factor,
//! shifts to the left by a constant, complements and truncations distribute over differences; anything else is an unknown
//! function of the axes that an operand depends on. Over the integers a row holds where nothing wraps: in the signed sense where the
//! operation is an I-form, or the ranges say so. The tests go through all values at 4 bits.

use super::lattice::{Base, Coef, Exact, Extension, Symbol, Variance};
use optx_ir::{CrId, Fact};
use optx_whirl::{Mtype, Operator};

/// An operand.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// Its node.
    pub node: CrId,
    /// Its state.
    pub state: Variance,
    /// Its value where it is a constant, as a signed number of its width.
    pub constant: Option<i64>,
    /// What is known of its value, of an integer.
    pub fact: Option<Fact>,
}

/// What is known of an operation beside its operands.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The width of its result in bits.
    pub width: u32,
    /// It is an I-form: its signed result does not overflow.
    pub keeps: bool,
    /// What is known of its result.
    pub fact: Option<Fact>,
}

/// A number cut to a width, with its sign; false where that changed it.
fn cut(value: i128, width: u32) -> (i64, bool) {
    let shift = 128 - width.clamp(1, 64);
    let cut = (value << shift) >> shift;
    (cut as i64, cut == value)
}

/// A coefficient, and whether it is what it would be over the integers.
fn known(value: i128, width: u32) -> (Coef, bool) {
    let (value, whole) = cut(value, width);
    (Coef::Known(value), whole)
}

fn sum_of(a: Coef, b: Coef, sign: i128, width: u32) -> (Coef, bool) {
    let scaled = |s: Symbol, by: i128| {
        let (scale, whole) = cut(i128::from(s.scale) * by, 64);
        if whole { Coef::Symbolic(Symbol { scale, ..s }) } else { Coef::Unknown }
    };
    match (a, b) {
        (Coef::Top, _) | (_, Coef::Top) => (Coef::Top, true),
        (Coef::Known(x), Coef::Known(y)) => known(i128::from(x) + sign * i128::from(y), width),
        (x, Coef::Known(0)) => (x, true),
        (Coef::Known(0), Coef::Symbolic(s)) => (scaled(s, sign), true),
        (Coef::Symbolic(s), Coef::Symbolic(t)) if (s.node, s.extended) == (t.node, t.extended) => {
            match i128::from(s.scale) + sign * i128::from(t.scale) {
                0 => (Coef::ZERO, true),
                sum => match cut(sum, 64) {
                    (scale, true) => (Coef::Symbolic(Symbol { scale, ..s }), true),
                    _ => (Coef::Unknown, true),
                },
            }
        }
        _ => (Coef::Unknown, true),
    }
}

/// The state of `a + b` or `a - b` (`sign` -1), where `whole` says in which senses nothing wraps.
fn sum(a: &Variance, b: &Variance, sign: i128, width: u32, whole: Exact) -> Variance {
    let mut fits = true;
    let mut of = |a, b| {
        let (coef, fit) = sum_of(a, b, sign, width);
        fits &= fit;
        coef
    };
    let coef = std::array::from_fn(|k| of(a.coef[k], b.coef[k]));
    let lane = of(a.lane, b.lane);
    let kept = if fits { whole } else { Exact::NEITHER };
    let base = match (a.base, b.base) {
        (Base::Top, _) | (_, Base::Top) => Base::Top,
        (Base::Const(x), Base::Const(y)) => {
            Base::Const(cut(i128::from(x) + sign * i128::from(y), width).0)
        }
        _ => Base::Uniform,
    };
    Variance {
        coef,
        lane,
        base,
        exact: a.exact.and(b.exact).and(kept),
        lane_exact: a.lane_exact.and(b.lane_exact).and(kept),
        trusted: false,
        warp_aligned: a.warp_aligned && b.warp_aligned,
    }
    .normal()
}

/// The state of the value times a constant.
fn scaled(a: &Variance, by: i64, width: u32, whole: Exact) -> Variance {
    let mut fits = true;
    let mut of = |coef| match coef {
        Coef::Known(x) => {
            let (coef, fit) = known(i128::from(x) * i128::from(by), width);
            fits &= fit;
            coef
        }
        Coef::Symbolic(_) if by == 0 => Coef::ZERO,
        Coef::Symbolic(s) => match cut(i128::from(s.scale) * i128::from(by), 64) {
            (scale, true) => Coef::Symbolic(Symbol { scale, ..s }),
            _ => Coef::Unknown,
        },
        other => other,
    };
    let (coef, lane) = (a.coef.map(&mut of), of(a.lane));
    let kept = if fits { whole } else { Exact::NEITHER };
    let base = match a.base {
        Base::Const(x) => Base::Const(cut(i128::from(x) * i128::from(by), width).0),
        base => base,
    };
    Variance {
        coef,
        lane,
        base,
        exact: a.exact.and(kept),
        lane_exact: a.lane_exact.and(kept),
        trusted: false,
        // A multiple of 32 is one modulo 2 to the power of any width there is.
        warp_aligned: a.warp_aligned || by & 31 == 0,
    }
    .normal()
}

/// The state of any function of the operands.
pub fn any_function(operands: &[Variance]) -> Variance {
    if operands.iter().any(Variance::is_top) {
        return Variance::TOP;
    }
    let axis = |of: &dyn Fn(&Variance) -> Coef| match operands.iter().all(|v| of(v).is_zero()) {
        true => Coef::ZERO,
        false => Coef::Unknown,
    };
    Variance {
        coef: std::array::from_fn(|k| axis(&|v| v.coef[k])),
        lane: axis(&|v| v.lane),
        base: Base::Uniform,
        exact: Exact::BOTH,
        lane_exact: Exact::BOTH,
        trusted: false,
        warp_aligned: false,
    }
    .normal()
}

/// The state of a product.
fn product(a: &Operand, b: &Operand, place: &Place, whole: Exact) -> Variance {
    let (a, b) = if a.constant.is_some() { (b, a) } else { (a, b) };
    if let Some(by) = b.constant {
        // Without a sign the factor is another number than the coefficient has it.
        let whole = Exact { unsigned: whole.unsigned && by >= 0, ..whole };
        return scaled(&a.state, by, place.width, whole);
    }
    // One factor is to be uniform: that of the block for the axes, that of the warp for the lane.
    let symbolic = |coef: Coef, by: &Operand| match coef {
        Coef::Known(0) => Coef::ZERO,
        Coef::Known(scale) => {
            Coef::Symbolic(Symbol { node: by.node, scale, extended: Extension::None })
        }
        _ => Coef::Unknown,
    };
    let plain = any_function(&[a.state, b.state]);
    let mut result = plain;
    for (x, y) in [(a, b), (b, a)] {
        if y.state.is_block_uniform() && !x.state.is_block_uniform() {
            result.coef = x.state.coef.map(|c| symbolic(c, y));
            result.exact = x.state.exact.and(whole);
        }
        if y.state.is_warp_uniform() && !x.state.is_warp_uniform() {
            result.lane = symbolic(x.state.lane, y);
            result.lane_exact = x.state.lane_exact.and(whole);
        }
    }
    result.normal()
}

/// The state of a selection.
fn selection(condition: &Variance, a: &Operand, b: &Operand) -> Variance {
    if a.node == b.node {
        return a.state;
    }
    a.state.join(&b.state).tainted(condition.axes())
}

/// The state of a comparison: it looks at the difference of its operands, where that is exact in its sense.
fn comparison(opr: Operator, desc: Mtype, a: &Operand, b: &Operand) -> Variance {
    let plain = any_function(&[a.state, b.state]);
    if !desc.is_integer() {
        return plain;
    }
    let equality = matches!(opr, Operator::Eq | Operator::Ne);
    let holds = |of: fn(&Variance) -> Exact| {
        equality || of(&a.state).of(desc.is_signed()) && of(&b.state).of(desc.is_signed())
    };
    let equal = |x: Coef, y: Coef| x == y && !matches!(x, Coef::Unknown | Coef::Top);
    let mut result = plain;
    if holds(|v| v.exact) {
        for k in 0..3 {
            if equal(a.state.coef[k], b.state.coef[k]) {
                result.coef[k] = Coef::ZERO;
            }
        }
    }
    let is_same = holds(|v| v.lane_exact) && equal(a.state.lane, b.state.lane);
    if is_same || is_between_warps(opr, &a.state, &b.state) {
        result.lane = Coef::ZERO;
    }
    result.normal()
}

/// True for an order of what counts lanes from a multiple of 32 and a number that no warp's numbers stand on both sides of: those of a warp are in one half of
/// all numbers, in either sense.
fn is_between_warps(opr: Operator, a: &Variance, b: &Variance) -> bool {
    let counts = |v: &Variance| v.lane == Coef::Known(1) && v.warp_aligned;
    let is_first = |v: &Variance| v.lane == Coef::ZERO && v.warp_aligned;
    let is_last = |v: &Variance| {
        let is_number = v.lane == Coef::ZERO && v.coef == [Coef::ZERO; 3];
        is_number && matches!(v.base, Base::Const(number) if number & 31 == 31)
    };
    match opr {
        Operator::Lt | Operator::Ge => counts(a) && is_first(b) || is_last(a) && counts(b),
        Operator::Le | Operator::Gt => counts(a) && is_last(b) || is_first(a) && counts(b),
        _ => false,
    }
}

/// The state of the larger or smaller of two values: with equal exact coefficients the choice is the same in all threads.
fn larger(a: &Operand, b: &Operand, is_signed: bool) -> Variance {
    let plain = any_function(&[a.state, b.state]);
    let exact =
        |of: fn(&Variance) -> Exact| of(&a.state).of(is_signed) && of(&b.state).of(is_signed);
    let joined = a.state.join(&b.state);
    let mut result = plain;
    let same = a.state.coef == b.state.coef && !a.state.coef.contains(&Coef::Unknown);
    if same && exact(|v| v.exact) {
        (result.coef, result.exact) = (joined.coef, joined.exact);
    }
    if a.state.lane == b.state.lane && exact(|v| v.lane_exact) && a.state.lane != Coef::Unknown {
        (result.lane, result.lane_exact) = (joined.lane, joined.lane_exact);
        result.warp_aligned = joined.warp_aligned;
    }
    result.normal()
}

/// The lane's coefficient of an AND, OR, shift to the right or division with a constant, of what counts lanes from a multiple of 32.
fn of_lanes(opr: Operator, a: &Operand, constant: i64, place: &Place, result: &mut Variance) {
    if a.state.lane != Coef::Known(1) || !a.state.warp_aligned {
        return;
    }
    let low = constant & 31;
    // Below zero quotients are rounded up, and part a warp.
    let counts_up = !place.keeps || a.fact.is_some_and(|fact| fact.is_nonnegative());
    let by_warps = low == 0 && constant > 0 && counts_up;
    let (lane, aligned) = match opr {
        Operator::Band if low == 0 => (Coef::ZERO, true),
        Operator::Band if low == 31 => (Coef::Known(1), true),
        Operator::Bior if low == 31 => (Coef::ZERO, false),
        Operator::Bior if low == 0 => (Coef::Known(1), true),
        Operator::Lshr | Operator::Ashr if constant >= 5 => (Coef::ZERO, false),
        Operator::Div if by_warps => (Coef::ZERO, false),
        Operator::Rem if by_warps => (Coef::Known(1), true),
        _ => return,
    };
    result.lane = lane;
    result.warp_aligned = aligned;
    // Within a warp the numbers run on from a multiple of 32: nothing wraps.
    result.lane_exact = Exact::BOTH;
}

/// The senses in which a sum, difference or product does not wrap.
fn whole(opr: Operator, a: &Operand, b: &Operand, place: &Place) -> Exact {
    let (Some(x), Some(y)) = (a.fact, b.fact) else {
        return Exact { signed: place.keeps, unsigned: false };
    };
    let unsigned = |f: &Fact| f.unsigned_bounds();
    let signed = |f: &Fact| f.signed_bounds();
    let (aul, auh, buh) =
        (i128::from(unsigned(&x).0), i128::from(unsigned(&x).1), i128::from(unsigned(&y).1));
    let [asl, ash, bsl, bsh] =
        [signed(&x).0, signed(&x).1, signed(&y).0, signed(&y).1].map(i128::from);
    let (most, half) = (1i128 << place.width, 1i128 << (place.width - 1));
    let fits = |low: i128, high: i128| low >= -half && high < half;
    let (unsigned, signed) = match opr {
        Operator::Add => (auh + buh < most, fits(asl + bsl, ash + bsh)),
        Operator::Sub => (aul >= buh, fits(asl - bsh, ash - bsl)),
        Operator::Mpy => {
            let corners = [
                asl.saturating_mul(bsl),
                asl.saturating_mul(bsh),
                ash.saturating_mul(bsl),
                ash.saturating_mul(bsh),
            ];
            let (low, high) = (corners.iter().min(), corners.iter().max());
            let signed = low.zip(high).is_some_and(|(&low, &high)| fits(low, high));
            (auh.saturating_mul(buh) < most, signed)
        }
        _ => (false, false),
    };
    Exact { signed: place.keeps || signed, unsigned }
}

/// What the ranges say beyond: a value that is not negative is the same number in both senses, and the low bits of one that lanes
/// share may be zero. The same number: its coefficients only if they are, and a symbol with its sign is another one than without it,
/// but where it was widened with zeros (`-tid * n` is 0 and 3 where n is -3, but -1 times n without its sign is -13 at 4 bits).
fn of_both_senses(mut state: Variance, place: &Place) -> Variance {
    if state.lane.is_zero() && place.fact.is_some_and(|fact| fact.possible() & 31 == 0) {
        state.warp_aligned = true;
    }
    if place.fact.is_some_and(|fact| fact.is_nonnegative()) {
        let one_number = |c: &Coef| match c {
            Coef::Symbolic(symbol) => symbol.extended == Extension::Zero,
            _ => true,
        };
        let both = |e: Exact, coefs: &[Coef]| match (e.signed || e.unsigned)
            && coefs.iter().all(one_number)
        {
            true => Exact::BOTH,
            false => e,
        };
        state.exact = both(state.exact, &state.coef);
        state.lane_exact = both(state.lane_exact, &[state.lane]);
    }
    state
}

/// The state of an operation on integers of one width, or of one on predicates.
pub fn operation(opr: Operator, place: &Place, operands: &[Operand]) -> Variance {
    let states = || operands.iter().map(|o| o.state).collect::<smallvec::SmallVec<[Variance; 3]>>();
    if operands.iter().any(|o| o.state.is_top()) {
        return Variance::TOP;
    }
    let result = match (opr, operands) {
        (Operator::Add, [a, b]) => sum(&a.state, &b.state, 1, place.width, whole(opr, a, b, place)),
        (Operator::Sub, [a, b]) => {
            sum(&a.state, &b.state, -1, place.width, whole(opr, a, b, place))
        }
        (Operator::Bior | Operator::Bxor, [a, b]) if are_disjoint(a, b) => {
            let mut joined =
                sum(&a.state, &b.state, 1, place.width, Exact { signed: false, unsigned: true });
            if let Some(constant) = b.constant {
                of_lanes(opr, a, constant, place, &mut joined);
            }
            joined
        }
        (Operator::Neg, [a]) => {
            scaled(&a.state, -1, place.width, Exact { signed: place.keeps, unsigned: false })
        }
        // -v - 1: no difference wraps in either sense.
        (Operator::Bnot, [a]) => {
            // Not aligned before its form is made normal: what counts lanes down, less one, counts them up from no multiple of 32.
            let unaligned = Variance { warp_aligned: false, ..a.state };
            let mut not = scaled(&unaligned, -1, place.width, Exact::BOTH);
            if let Base::Const(base) = not.base {
                not.base = Base::Const(cut(i128::from(base) - 1, place.width).0);
            }
            not
        }
        (Operator::Mpy, [a, b]) => product(a, b, place, whole(opr, a, b, place)),
        (Operator::Shl, [a, b]) => match b.constant {
            Some(by) if (0..i64::from(place.width)).contains(&by) => {
                let fits = a.fact.map_or(Exact::NEITHER, |f| shifted_fits(&f, by as u32, place));
                let (factor, same) = cut(1i128 << by, place.width);
                let fits = if same { fits } else { Exact::NEITHER };
                let mut state = scaled(&a.state, factor, place.width, fits);
                state.warp_aligned |= by >= 5;
                state.normal()
            }
            _ => any_function(&states()),
        },
        (
            Operator::Band
            | Operator::Bior
            | Operator::Lshr
            | Operator::Ashr
            | Operator::Div
            | Operator::Rem,
            [a, b],
        ) => {
            let mut result = any_function(&states());
            if let Some(constant) = b.constant {
                of_lanes(opr, a, constant, place, &mut result);
            }
            result.normal()
        }
        (Operator::Select, [c, a, b]) => selection(&c.state, a, b),
        _ => any_function(&states()),
    };
    of_both_senses(result, place)
}

/// The state of a comparison of operands of type `desc`, or of the larger or smaller of two integers of it.
pub fn of_order(opr: Operator, desc: Mtype, operands: &[Operand]) -> Variance {
    if operands.iter().any(|o| o.state.is_top()) {
        return Variance::TOP;
    }
    match operands {
        [a, b] if opr.is_compare() => comparison(opr, desc, a, b),
        [a, b] if desc.is_integer() => larger(a, b, desc.is_signed()),
        _ => {
            let states: Vec<Variance> = operands.iter().map(|o| o.state).collect();
            any_function(&states)
        }
    }
}

/// True where no bit can be set in both.
fn are_disjoint(a: &Operand, b: &Operand) -> bool {
    a.fact.zip(b.fact).is_some_and(|(a, b)| a.possible() & b.possible() == 0)
}

fn shifted_fits(fact: &Fact, by: u32, place: &Place) -> Exact {
    let (_, high) = fact.unsigned_bounds();
    let (least, most) = fact.signed_bounds();
    let half = 1i128 << (place.width - 1);
    let signed = (i128::from(least) << by) >= -half && (i128::from(most) << by) < half;
    Exact { signed, unsigned: (u128::from(high) << by) < 1u128 << place.width }
}

/// The largest index on each axis: a block has at most 1024 threads, and 64 along z.
const LARGEST_INDEX: [i128; 3] = [1023, 1023, 63];

/// True where a value is its base and its coefficients times the indices over the integers too. That its differences are exact does
/// not say so: thread 0, 0, 0 may not be among those that come here, and the others beyond an overflow that it alone would
/// not have had (`tid - 2147483648 - 1` after `if (tid >= 1)` has base 2147483647).
fn base_stays(a: &Operand, base: i64, is_signed: bool) -> bool {
    let Some(fact) = a.fact else { return false };
    let (mut low, mut high) = (i128::from(base), i128::from(base));
    for (coef, most) in a.state.coef.iter().zip(LARGEST_INDEX) {
        let Coef::Known(by) = *coef else { return false };
        let last = i128::from(by) * most;
        (low, high) = (low + last.min(0), high + last.max(0));
    }
    let (width, sign) = (fact.width(), u32::from(is_signed));
    let most = 1i128 << (width - sign);
    low >= if is_signed { -most } else { 0 } && high < most
}

/// The state of a value widened from one type of integers to another of more bits.
pub fn extension(a: &Operand, is_signed: bool, place: &Place) -> Variance {
    if a.state.is_top() {
        return Variance::TOP;
    }
    let widened = |coef: Coef| match coef {
        Coef::Symbolic(s) => {
            let to = if is_signed { Extension::Sign } else { Extension::Zero };
            let same = s.extended == Extension::None;
            if same { Coef::Symbolic(Symbol { extended: to, ..s }) } else { Coef::Unknown }
        }
        coef => coef,
    };
    let mut result = any_function(&[a.state]);
    if a.state.exact.of(is_signed) {
        result.coef = a.state.coef.map(widened);
        result.base = match a.state.base {
            Base::Const(base) if base_stays(a, base, is_signed) => Base::Const(base),
            Base::Top => Base::Top,
            _ => Base::Uniform,
        };
        result.exact = Exact { signed: true, unsigned: !is_signed };
    }
    if a.state.lane_exact.of(is_signed) {
        result.lane = widened(a.state.lane);
        result.lane_exact = Exact { signed: true, unsigned: !is_signed };
        result.warp_aligned = a.state.warp_aligned;
    }
    of_both_senses(result.normal(), place)
}

/// The state of the low `place.width` bits of a value.
pub fn truncation(a: &Operand, place: &Place) -> Variance {
    if a.state.is_top() {
        return Variance::TOP;
    }
    let mut fits = true;
    let mut of = |coef| match coef {
        Coef::Known(value) => {
            let (coef, fit) = known(i128::from(value), place.width);
            fits &= fit;
            coef
        }
        // The low bits of what was widened are what they were.
        Coef::Symbolic(s) if s.extended != Extension::None && place.width == 32 => {
            Coef::Symbolic(Symbol { extended: Extension::None, ..s })
        }
        Coef::Symbolic(_) => Coef::Unknown,
        other => other,
    };
    let (coef, lane) = (a.state.coef.map(&mut of), of(a.state.lane));
    // A symbol that was widened in one sense is, narrowed, that number in this sense alone.
    let stays = |coefs: &[Coef], is_signed| {
        let other = if is_signed { Extension::Zero } else { Extension::Sign };
        let is_other = |c: &Coef| matches!(c, Coef::Symbolic(s) if s.extended == other);
        fits && !coefs.iter().any(is_other)
            && a.fact.is_some_and(|f| f.fits(place.width, is_signed))
    };
    let kept = |coefs: &[Coef]| Exact { signed: stays(coefs, true), unsigned: stays(coefs, false) };
    let base = match a.state.base {
        Base::Const(base) => Base::Const(cut(i128::from(base), place.width).0),
        base => base,
    };
    let state = Variance {
        coef,
        lane,
        base,
        exact: a.state.exact.and(kept(&a.state.coef)),
        lane_exact: a.state.lane_exact.and(kept(&[a.state.lane])),
        trusted: false,
        warp_aligned: a.state.warp_aligned,
    };
    of_both_senses(state.normal(), place)
}
