//! Half precision against a reference that knows the formats by their definition alone: the list of all their values,
//! in order, as exact integers of a common unit.

use super::*;

/// The value of a format's bits by its definition: `(bits of exponent, bits of fraction)`.
fn define(half: Half, a: u16) -> f64 {
    let (e, f) = if half == Half::F16 { (5, 10) } else { (8, 7) };
    let bias = (1 << (e - 1)) - 1;
    let (field, fraction) = (i32::from(a >> f) & ((1 << e) - 1), f64::from(a & ((1 << f) - 1)));
    let scale = f64::from(1 << f);
    let magnitude = if field == (1 << e) - 1 {
        if fraction == 0.0 { f64::INFINITY } else { f64::NAN }
    } else if field == 0 {
        fraction / scale * 2f64.powi(1 - bias)
    } else {
        (1.0 + fraction / scale) * 2f64.powi(field - bias)
    };
    if a >> 15 == 1 { -magnitude } else { magnitude }
}

/// Rounds a value by looking for it between all values of the format.
struct Table {
    half: Half,
    /// All finite values that are not negative, in order; their bits are their places.
    values: Vec<f64>,
}

impl Table {
    fn new(half: Half) -> Table {
        Table { half, values: (0..infinity(half)).map(|a| define(half, a)).collect() }
    }

    /// `compare(v)` orders the wanted magnitude against a value of the format, exactly; `middle(v, w)` against the middle
    /// of two neighbours.
    fn round(
        &self,
        negative: bool,
        rnd: Rnd,
        compare: impl Fn(f64) -> std::cmp::Ordering,
        middle: impl Fn(f64, f64) -> std::cmp::Ordering,
    ) -> u16 {
        use std::cmp::Ordering::*;
        let sign = if negative { SIGN } else { 0 };
        let above = self.values.partition_point(|&v| compare(v) != Less);
        let below = above - 1;
        if compare(self.values[below]) == Equal {
            return sign | below as u16;
        }
        // Past the largest the next value would be a power of two; halfway to it infinity begins.
        let next = self.values.get(above).copied();
        let last = self.values[self.values.len() - 1];
        let after = next.unwrap_or(last + (last - self.values[self.values.len() - 2]));
        let up = match rnd {
            Rnd::Near => match middle(self.values[below], after) {
                Greater => true,
                Less => false,
                Equal => below % 2 == 1,
            },
            Rnd::Zero => false,
            Rnd::Down => negative,
            Rnd::Up => !negative,
        };
        sign | (if up { above } else { below }) as u16
    }

    fn round_f64(&self, x: f64, rnd: Rnd) -> u16 {
        if x.is_nan() {
            return NAN;
        }
        let magnitude = x.abs();
        if magnitude.is_infinite() {
            return infinity(self.half) | if x < 0.0 { SIGN } else { 0 };
        }
        let order = |v: f64| magnitude.partial_cmp(&v).expect("numbers");
        // Halves of these values are exact in 64 bits.
        self.round(x.is_sign_negative(), rnd, order, |v, w| order(v / 2.0 + w / 2.0))
    }

    /// Rounds `n * 2^-shift`.
    fn round_fixed(&self, n: i128, shift: i32, rnd: Rnd) -> u16 {
        let magnitude = n.abs();
        let fixed = |v: f64| (v * 2f64.powi(shift + 1)) as i128;
        self.round(
            n < 0,
            rnd,
            |v| (2 * magnitude).cmp(&fixed(v)),
            |v, w| (4 * magnitude).cmp(&(fixed(v) + fixed(w))),
        )
    }
}

const HALVES: [Half; 2] = [Half::F16, Half::Bf16];
fn single(op: HalfOp, form: HalfForm, abc: [u16; 3]) -> u16 {
    super::single(op, form, abc, ApproxMode::Exact)
}

const MODES: [Rnd; 4] = [Rnd::Near, Rnd::Zero, Rnd::Down, Rnd::Up];

fn cvt(from: Result<Half, Ty>, to: Result<Half, Ty>, rnd: Rnd) -> HalfCvt {
    HalfCvt { from, to, rnd, integral: false, ftz: false, sat: false, width: 64 }
}

fn form(half: Half) -> HalfForm {
    HalfForm { half, packed: false, ftz: false, sat: false, relu: false }
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state ^ (*state >> 29)
}

#[test]
fn every_value_widens_to_itself() {
    for half in HALVES {
        for a in 0..=u16::MAX {
            let wanted = define(half, a);
            let double = f64::from_bits(convert(&cvt(Ok(half), Err(Ty::F64), Rnd::Near), a.into()));
            let single =
                f32::from_bits(convert(&cvt(Ok(half), Err(Ty::F32), Rnd::Near), a.into()) as u32);
            assert!(double == wanted || double.is_nan() && wanted.is_nan(), "{half:?} {a:#x}");
            assert!(f64::from(single) == wanted || single.is_nan() && wanted.is_nan());
            assert_eq!(double.is_sign_negative(), wanted.is_sign_negative() && !wanted.is_nan());
        }
    }
}

#[test]
fn narrowing_rounds_at_and_around_every_middle() {
    for half in HALVES {
        let table = Table::new(half);
        for a in 0..infinity(half) {
            let low = define(half, a);
            let high = if a + 1 == infinity(half) { low * 2.0 } else { define(half, a + 1) };
            let middle = low / 2.0 + high / 2.0;
            for x in
                [low, low.next_up(), middle.next_down(), middle, middle.next_up(), high.next_down()]
            {
                for x in [x, -x] {
                    for rnd in MODES {
                        let found = convert(&cvt(Err(Ty::F64), Ok(half), rnd), x.to_bits()) as u16;
                        assert_eq!(found, table.round_f64(x, rnd), "{half:?} {x:e} {rnd:?}");
                        let y = x as f32;
                        let bits = u64::from(y.to_bits());
                        let found = convert(&cvt(Err(Ty::F32), Ok(half), rnd), bits) as u16;
                        assert_eq!(found, table.round_f64(f64::from(y), rnd), "{half:?} {y:e}");
                    }
                }
            }
        }
        for x in [f64::INFINITY, f64::NAN, f64::MAX, 5e-324] {
            for rnd in MODES {
                let found = convert(&cvt(Err(Ty::F64), Ok(half), rnd), x.to_bits()) as u16;
                assert_eq!(found, table.round_f64(x, rnd), "{half:?} {x:e} {rnd:?}");
            }
        }
    }
}

#[test]
fn sums_products_and_fused_products_are_rounded_once() {
    // Units of 2^-96 for half precision, whose values are multiples of 2^-24; bfloat16 is held between 2^-16 and 2^15.
    for half in HALVES {
        let table = Table::new(half);
        let mut state = 7;
        let mut draw = || loop {
            let a = random(&mut state) as u16;
            let a = if half == Half::F16 { a } else { (a & 0x8fff) | 0x3800 };
            if define(half, a).is_finite() {
                return a;
            }
        };
        let fixed = |x: f64, shift: i32| (x * 2f64.powi(shift)) as i128;
        for _ in 0..60_000 {
            let (a, b, c) = (draw(), draw(), draw());
            let [x, y, z] = [a, b, c].map(|v| define(half, v));
            let zero = |n: i128, found: u16| n == 0 && found & !SIGN == 0;
            for (op, n) in [
                (HalfOp::Add, fixed(x, 30) + fixed(y, 30)),
                (HalfOp::Sub, fixed(x, 30) - fixed(y, 30)),
            ] {
                let found = single(op, form(half), [a, b, 0]);
                let wanted = table.round_fixed(n, 30, Rnd::Near);
                assert!(found == wanted || zero(n, found), "{op:?} {x:e} {y:e}");
            }
            let product = fixed(x, 30) * fixed(y, 30);
            let found = single(HalfOp::Mul, form(half), [a, b, 0]);
            assert!(found == table.round_fixed(product, 60, Rnd::Near) || zero(product, found));
            let n = product + (fixed(z, 30) << 30);
            let found = single(HalfOp::Fma, form(half), [a, b, c]);
            let wanted = table.round_fixed(n, 60, Rnd::Near);
            assert!(found == wanted || zero(n, found), "fma {x:e} {y:e} {z:e}");
        }
    }
}

#[test]
fn specials() {
    for half in HALVES {
        let (f, inf) = (form(half), infinity(half));
        let one = if half == Half::F16 { 0x3c00 } else { 0x3f80 };
        let do_ = |op, a, b| single(op, f, [a, b, 0]);
        assert_eq!(do_(HalfOp::Add, inf, inf | SIGN), NAN);
        assert_eq!(do_(HalfOp::Mul, inf, 0), NAN);
        assert_eq!(do_(HalfOp::Add, 0, SIGN), 0);
        assert_eq!(do_(HalfOp::Sub, SIGN, 0), SIGN);
        assert_eq!(do_(HalfOp::Sub, one, one), 0);
        assert_eq!(do_(HalfOp::Neg, one, 0), one | SIGN);
        assert_eq!(do_(HalfOp::Abs, inf | SIGN, 0), inf);
        assert_eq!(do_(HalfOp::Min { nan: false }, NAN, one), one);
        assert_eq!(do_(HalfOp::Min { nan: true }, NAN, one), NAN);
        assert_eq!(do_(HalfOp::Max { nan: false }, NAN, inf + 1), NAN);
        assert_eq!(do_(HalfOp::Min { nan: false }, 0, SIGN), SIGN);
        assert_eq!(do_(HalfOp::Max { nan: false }, SIGN, 0), 0);
        assert_eq!(do_(HalfOp::Ex2, 0, 0), one);
        assert_eq!(do_(HalfOp::Tanh, inf, 0), one);
        let sat = HalfForm { sat: true, ..f };
        assert_eq!(single(HalfOp::Add, sat, [inf, one, 0]), one);
        assert_eq!(single(HalfOp::Add, sat, [NAN, one, 0]), 0);
        assert_eq!(single(HalfOp::Add, sat, [one | SIGN, 0, 0]), 0);
        let relu = HalfForm { relu: true, ..f };
        assert_eq!(single(HalfOp::Fma, relu, [one | SIGN, one, 0]), 0);
        assert_eq!(single(HalfOp::Fma, relu, [SIGN, one, SIGN]), 0);
        assert_eq!(single(HalfOp::Fma, relu, [inf, one, one]), inf);
        assert_eq!(single(HalfOp::Fma, relu, [inf | SIGN, one, inf]), NAN);
        let word = u32::from(one) << 16 | 1;
        assert_eq!(atomic_sum(half, true, word, word), u32::from(nearest(half, 2.0)) << 16 | 2);
        assert_eq!(atomic_sum(half, false, 1, 1 | u32::from(SIGN)), 0);
        let ftz = HalfForm { ftz: true, ..f };
        assert_eq!(single(HalfOp::Add, ftz, [1, one, 0]), one);
        assert_eq!(single(HalfOp::Add, ftz, [1 | SIGN, 1, 0]), 0);
    }
}

#[test]
fn comparisons_and_extremes_of_many_pairs() {
    for half in HALVES {
        let mut state = 3;
        for _ in 0..200_000 {
            let r = random(&mut state);
            let (a, b) = (r as u16, if r >> 60 == 0 { r as u16 } else { (r >> 16) as u16 });
            let (x, y) = (define(half, a), define(half, b));
            let unordered = x.is_nan() || y.is_nan();
            for (cmp, wanted) in [
                (Cmp::Eq, x == y),
                (Cmp::Ne, !unordered && x != y),
                (Cmp::Lt, x < y),
                (Cmp::Ge, x >= y),
                (Cmp::Neu, x != y),
                (Cmp::Ltu, unordered || x < y),
                (Cmp::Nan, unordered),
            ] {
                assert_eq!(compare(cmp, form(half), a, b), wanted, "{cmp:?} {x:e} {y:e}");
            }
            if !x.is_nan() && !y.is_nan() {
                let low = define(half, single(HalfOp::Min { nan: false }, form(half), [a, b, 0]));
                let high = define(half, single(HalfOp::Max { nan: false }, form(half), [a, b, 0]));
                assert_eq!((low, high), (x.min(y), x.max(y)));
            }
        }
    }
}

#[test]
fn every_value_as_integers_and_integers_as_values() {
    for half in HALVES {
        let table = Table::new(half);
        for a in 0..=u16::MAX {
            let x = define(half, a);
            for (rnd, rounded) in
                MODES.iter().zip([x.round_ties_even(), x.trunc(), x.floor(), x.ceil()])
            {
                let c = HalfCvt { integral: true, ..cvt(Ok(half), Err(Ty::S32), *rnd) };
                // Rust's conversion of floats clamps, and gives 0 for NaN.
                assert_eq!(convert(&c, a.into()) as i32, rounded as i32, "{half:?} {x:e} {rnd:?}");
                let c = HalfCvt { integral: true, ..cvt(Ok(half), Err(Ty::U8), *rnd) };
                assert_eq!(convert(&c, a.into()) as u8, rounded as u8, "{half:?} {x:e} {rnd:?}");
                let c = HalfCvt { integral: true, ..cvt(Ok(half), Ok(half), *rnd) };
                let found = define(half, convert(&c, a.into()) as u16);
                assert!(found == rounded || x.is_nan() && found.is_nan());
            }
        }
        let mut state = 11;
        for k in 0..200_000i64 {
            let v = if k < 70_000 { k } else { random(&mut state) as i64 >> (k % 60) };
            for rnd in MODES {
                let found = convert(&cvt(Err(Ty::S64), Ok(half), rnd), v as u64) as u16;
                let wanted =
                    if v == 0 { 0 } else { table.round_fixed(i128::from(v) << 30, 30, rnd) };
                assert_eq!(found, wanted, "{half:?} {v} {rnd:?}");
            }
        }
    }
}

#[test]
fn pairs_hold_the_first_operand_above() {
    assert_eq!(pack(Half::F16, Rnd::Near, 1f32.to_bits(), 2f32.to_bits()), 0x3c00_4000);
    assert_eq!(pack(Half::Bf16, Rnd::Near, 1f32.to_bits(), 2f32.to_bits()), 0x3f80_4000);
    assert_eq!(parts(0x3c00_4000), [0x4000, 0x3c00]);
}

/// One number off where that is within the error: what an H100 gave (2026-11-26) for the operands with the largest errors.
#[test]
fn moved_results_reach_those_of_a_gpu() {
    let reached = |op, half, a: u16, wanted: u16| {
        let ends = [ApproxMode::Low, ApproxMode::High]
            .map(|m| super::single(op, form(half), [a, 0, 0], m));
        assert!(ends.contains(&wanted), "{op:?} {half:?} {a:#x}: {ends:x?}");
    };
    reached(HalfOp::Tanh, Half::Bf16, 0xbb81, 0xbb80);
    reached(HalfOp::Tanh, Half::F16, 0xbe23, 0xbb49);
    reached(HalfOp::Ex2, Half::F16, 0x15c4, 0x3c00);
    reached(HalfOp::Ex2, Half::Bf16, 0x3c37, 0x3f80);
    for half in HALVES {
        for op in [HalfOp::Ex2, HalfOp::Tanh] {
            for a in 0..=u16::MAX {
                let exact = single(op, form(half), [a, 0, 0]);
                let [low, high] = [ApproxMode::Low, ApproxMode::High]
                    .map(|m| super::single(op, form(half), [a, 0, 0], m));
                assert!(
                    is_nan(half, exact) && (low, high) == (exact, exact)
                        || order(low) <= order(exact) && order(exact) <= order(high)
                );
                assert!(order(high) - order(low) <= 2, "{op:?} {half:?} {a:#x}");
            }
        }
    }
}
