//! Floats as exact numbers, rounded once: what directed rounding and the 16-bit formats need and Rust's floats lack.
//!
//! Idea: a finite number is `mantissa * 2^exponent` with a mantissa of 128 bits, and a mark that says that it is a
//! little more than that ("sticky"). Sums, products, quotients and roots keep far more bits than any format has, so
//! that the one rounding at the end sees what it needs.
//! Source: IEEE 754-2019, sections 4.3 and 5.4; J. R. Hauser, "Berkeley SoftFloat", for the sticky bit.

/// A binary format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Half precision.
    F16,
    /// bfloat16.
    Bf16,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

/// How a result is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To nearest, ties to even (`.rn`).
    Nearest,
    /// Toward zero (`.rz`).
    Zero,
    /// Upward (`.rp`).
    Up,
    /// Downward (`.rm`).
    Down,
}

/// A number, or what a float is instead of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// No number.
    Nan,
    /// An infinity, negative or not.
    Infinite(bool),
    /// A zero, negative or not.
    Zero(bool),
    /// Any other.
    Finite {
        /// Below zero.
        negative: bool,
        /// Not zero.
        mantissa: u128,
        /// The power of two that the mantissa counts.
        exponent: i32,
        /// The magnitude is larger by less than one unit of the mantissa.
        sticky: bool,
    },
}

impl Format {
    /// Bits of the fraction, bits of the exponent.
    fn widths(self) -> (i32, i32) {
        match self {
            Format::F16 => (10, 5),
            Format::Bf16 => (7, 8),
            Format::F32 => (23, 8),
            Format::F64 => (52, 11),
        }
    }

    /// The NaN that arithmetic gives (PTX ISA, "Floating-Point Instructions": `0x7fffffff` in single precision).
    /// Where it is double precision nothing is said of its bits; here they are all ones too.
    pub fn nan(self) -> u64 {
        match self {
            Format::F16 | Format::Bf16 => 0x7fff,
            Format::F32 => 0x7fff_ffff,
            Format::F64 => 0x7fff_ffff_ffff_ffff,
        }
    }
}

/// The number that the bits stand for.
pub fn decode(format: Format, bits: u64) -> Number {
    let (fraction_bits, exponent_bits) = format.widths();
    let negative = bits >> (fraction_bits + exponent_bits) & 1 == 1;
    let fraction = u128::from(bits & ((1 << fraction_bits) - 1));
    let biased = (bits >> fraction_bits) as i32 & ((1 << exponent_bits) - 1);
    let bias = (1 << (exponent_bits - 1)) - 1;
    match (biased, fraction) {
        (0, 0) => Number::Zero(negative),
        (0, _) => finite(negative, fraction, 1 - bias - fraction_bits),
        (b, 0) if b == (1 << exponent_bits) - 1 => Number::Infinite(negative),
        (b, _) if b == (1 << exponent_bits) - 1 => Number::Nan,
        (b, _) => finite(negative, fraction | 1 << fraction_bits, b - bias - fraction_bits),
    }
}

fn finite(negative: bool, mantissa: u128, exponent: i32) -> Number {
    Number::Finite { negative, mantissa, exponent, sticky: false }
}

/// An integer.
pub fn of_integer(value: i128) -> Number {
    if value == 0 { Number::Zero(false) } else { finite(value < 0, value.unsigned_abs(), 0) }
}

/// The bits of the number, rounded.
pub fn encode(format: Format, rounding: Rounding, number: Number) -> u64 {
    let (fraction_bits, exponent_bits) = format.widths();
    let sign = |negative: bool| u64::from(negative) << (fraction_bits + exponent_bits);
    let infinite = ((1u64 << exponent_bits) - 1) << fraction_bits;
    let (negative, mantissa, exponent, sticky) = match number {
        Number::Nan => return format.nan(),
        Number::Infinite(negative) => return sign(negative) | infinite,
        Number::Zero(negative) => return sign(negative),
        Number::Finite { negative, mantissa, exponent, sticky } => {
            (negative, mantissa, exponent, sticky)
        }
    };
    let bias = (1 << (exponent_bits - 1)) - 1;
    let top = 127 - mantissa.leading_zeros() as i32;
    // The power of two of the result's last place.
    let mut last = (exponent + top - fraction_bits).max(1 - bias - fraction_bits);
    let mut kept = rounded(negative, mantissa, sticky, last - exponent, rounding);
    if kept >> (fraction_bits + 1) != 0 {
        kept >>= 1;
        last += 1;
    }
    if kept >> fraction_bits == 0 {
        return sign(negative) | kept as u64;
    }
    let biased = last + fraction_bits + bias;
    if biased >= (1 << exponent_bits) - 1 {
        let away = match rounding {
            Rounding::Nearest => true,
            Rounding::Zero => false,
            Rounding::Up => !negative,
            Rounding::Down => negative,
        };
        return sign(negative) | if away { infinite } else { infinite - 1 };
    }
    let fraction = kept as u64 & ((1 << fraction_bits) - 1);
    sign(negative) | (biased as u64) << fraction_bits | fraction
}

/// The magnitude without its last `shift` bits, rounded.
fn rounded(negative: bool, mantissa: u128, sticky: bool, shift: i32, rounding: Rounding) -> u128 {
    if shift <= 0 {
        // Only exact results are so short.
        return mantissa << -shift;
    }
    let (kept, half, below) = match shift {
        1..=127 => {
            let rest = mantissa & ((1 << shift) - 1);
            let half = rest >> (shift - 1) == 1;
            (mantissa >> shift, half, rest & ((1 << (shift - 1)) - 1) != 0)
        }
        128 => (0, mantissa >> 127 == 1, mantissa << 1 != 0),
        _ => (0, false, true),
    };
    let below = below || sticky;
    let more = match rounding {
        Rounding::Nearest => half && (below || kept & 1 == 1),
        Rounding::Zero => false,
        Rounding::Up => (half || below) && !negative,
        Rounding::Down => (half || below) && negative,
    };
    kept + u128::from(more)
}

/// The number rounded to an integer; None for a NaN. What is out of reach becomes a bound of `i128`.
pub fn to_integer(number: Number, rounding: Rounding) -> Option<i128> {
    let (negative, mantissa, exponent, sticky) = match number {
        Number::Nan => return None,
        Number::Infinite(negative) => return Some(if negative { i128::MIN } else { i128::MAX }),
        Number::Zero(_) => return Some(0),
        Number::Finite { negative, mantissa, exponent, sticky } => {
            (negative, mantissa, exponent, sticky)
        }
    };
    if exponent > mantissa.leading_zeros() as i32 - 2 {
        return Some(if negative { i128::MIN } else { i128::MAX });
    }
    let magnitude = rounded(negative, mantissa, sticky, -exponent, rounding) as i128;
    Some(if negative { -magnitude } else { magnitude })
}

/// The number with its sign changed.
pub fn negated(number: Number) -> Number {
    match number {
        Number::Nan => Number::Nan,
        Number::Infinite(negative) => Number::Infinite(!negative),
        Number::Zero(negative) => Number::Zero(!negative),
        Number::Finite { negative, mantissa, exponent, sticky } => {
            Number::Finite { negative: !negative, mantissa, exponent, sticky }
        }
    }
}

/// A sum. The rounding says which zero an exact difference of nothing is.
pub fn sum(a: Number, b: Number, rounding: Rounding) -> Number {
    use Number::{Finite, Infinite, Nan, Zero};
    let nothing = Zero(rounding == Rounding::Down);
    match (a, b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinite(x), Infinite(y)) => {
            if x == y {
                a
            } else {
                Nan
            }
        }
        (Infinite(_), _) => a,
        (_, Infinite(_)) => b,
        (Zero(x), Zero(y)) => {
            if x == y {
                a
            } else {
                nothing
            }
        }
        (Zero(_), _) => b,
        (_, Zero(_)) => a,
        (
            Finite { negative: x, mantissa: m, exponent: e, .. },
            Finite { negative: y, mantissa: n, exponent: g, .. },
        ) => {
            // Highest bits in place 125: a sum still fits, and the larger exponent is the larger number.
            let (up, by) = (m.leading_zeros() as i32 - 2, n.leading_zeros() as i32 - 2);
            let (mut big, mut small) = ((x, m << up, e - up), (y, n << by, g - by));
            if (big.2, big.1) < (small.2, small.1) {
                std::mem::swap(&mut big, &mut small);
            }
            let distance = (big.2 - small.2) as u32;
            let moved = small.1.checked_shr(distance).unwrap_or(0);
            let sticky = moved.checked_shl(distance).unwrap_or(0) != small.1;
            let mantissa = if big.0 == small.0 {
                big.1 + moved
            } else {
                // A little less than the difference is one less and a little more.
                big.1 - moved - u128::from(sticky)
            };
            match mantissa {
                0 => nothing,
                _ => Finite { negative: big.0, mantissa, exponent: big.2, sticky },
            }
        }
    }
}

/// An exact product of numbers of at most 64 bits.
pub fn product(a: Number, b: Number) -> Number {
    use Number::{Finite, Infinite, Nan, Zero};
    let negative = is_negative(a) != is_negative(b);
    match (a, b) {
        (Nan, _) | (_, Nan) | (Infinite(_), Zero(_)) | (Zero(_), Infinite(_)) => Nan,
        (Infinite(_), _) | (_, Infinite(_)) => Infinite(negative),
        (Zero(_), _) | (_, Zero(_)) => Zero(negative),
        (Finite { mantissa: m, exponent: e, .. }, Finite { mantissa: n, exponent: g, .. }) => {
            finite(negative, m * n, e + g)
        }
    }
}

/// A quotient of numbers of at most 53 bits.
pub fn quotient(a: Number, b: Number) -> Number {
    use Number::{Finite, Infinite, Nan, Zero};
    let negative = is_negative(a) != is_negative(b);
    match (a, b) {
        (Nan, _) | (_, Nan) | (Infinite(_), Infinite(_)) | (Zero(_), Zero(_)) => Nan,
        (Infinite(_), _) | (_, Zero(_)) => Infinite(negative),
        (Zero(_), _) | (_, Infinite(_)) => Zero(negative),
        (Finite { mantissa: m, exponent: e, .. }, Finite { mantissa: n, exponent: g, .. }) => {
            let up = m.leading_zeros();
            let dividend = m << up;
            let sticky = !dividend.is_multiple_of(n);
            Finite { negative, mantissa: dividend / n, exponent: e - up as i32 - g, sticky }
        }
    }
}

/// A square root of a number of at most 53 bits.
pub fn root(a: Number) -> Number {
    match a {
        Number::Nan | Number::Infinite(true) | Number::Finite { negative: true, .. } => Number::Nan,
        Number::Infinite(false) | Number::Zero(_) => a,
        Number::Finite { mantissa, exponent, .. } => {
            let mut up = mantissa.leading_zeros() as i32;
            up -= (exponent - up).rem_euclid(2);
            let square = mantissa << up;
            let root = square.isqrt();
            let sticky = root * root != square;
            Number::Finite {
                negative: false,
                mantissa: root,
                exponent: (exponent - up) / 2,
                sticky,
            }
        }
    }
}

fn is_negative(number: Number) -> bool {
    match number {
        Number::Nan => false,
        Number::Infinite(negative) | Number::Zero(negative) => negative,
        Number::Finite { negative, .. } => negative,
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::mixed;
    use super::*;

    fn doubles(seed: u64) -> [f64; 3] {
        [0, 1, 2].map(|k| {
            let x = mixed(&[seed, k]);
            // Near in exponent, so that sums cancel, or anything.
            let bits = match x % 5 {
                0 => mixed(&[x]),
                1 => (1023 - 3 + mixed(&[x]) % 6) << 52 | mixed(&[x, 1]) >> 12 & !0xfff_ffff,
                2 => mixed(&[x]) % 5000,
                _ => (1023 - 30 + mixed(&[x]) % 60) << 52 | mixed(&[x, 1]) >> 12,
            };
            f64::from_bits(bits | x >> 63 << 63)
        })
    }

    fn same(found: u64, wanted: f64, what: &str) {
        let found = f64::from_bits(found);
        let fine = found.to_bits() == wanted.to_bits() || (found.is_nan() && wanted.is_nan());
        assert!(fine, "{what}: {found:e} where {wanted:e} is right");
    }

    #[test]
    fn to_nearest_is_what_rust_has() {
        use Rounding::Nearest;
        for seed in 0..40_000 {
            let [x, y, z] = doubles(seed);
            let [a, b, c] = [x, y, z].map(|v| decode(Format::F64, v.to_bits()));
            let give = |n: Number| encode(Format::F64, Nearest, n);
            same(give(sum(a, b, Nearest)), x + y, &format!("{x:e} + {y:e}"));
            same(give(product(a, b)), x * y, &format!("{x:e} * {y:e}"));
            same(give(quotient(a, b)), x / y, &format!("{x:e} / {y:e}"));
            same(give(root(a)), x.sqrt(), &format!("sqrt {x:e}"));
            let fused = sum(product(a, b), c, Nearest);
            same(give(fused), x.mul_add(y, z), &format!("{x:e} * {y:e} + {z:e}"));
            let single = encode(Format::F32, Nearest, a) as u32;
            let wanted = x as f32;
            assert!(single == wanted.to_bits() || wanted.is_nan(), "{x:e} as f32");
            let whole = x.round_ties_even();
            if whole.abs() < 1e30 {
                assert_eq!(to_integer(a, Nearest), Some(whole as i128), "{x:e}");
            }
        }
    }

    #[test]
    fn directed_results_enclose_the_exact_one() {
        for seed in 0..20_000 {
            let [x, y, _] = doubles(seed);
            let (a, b) = (decode(Format::F64, x.to_bits()), decode(Format::F64, y.to_bits()));
            let exact = product(a, b);
            let give = |r| f64::from_bits(encode(Format::F64, r, exact));
            let (up, down, zero) = (give(Rounding::Up), give(Rounding::Down), give(Rounding::Zero));
            if up.is_nan() {
                continue;
            }
            assert!(down <= x * y && x * y <= up, "{x:e} * {y:e}");
            assert!(up == down || down.next_up() == up, "{x:e} * {y:e}: {down:e} to {up:e}");
            assert_eq!(zero, if x.is_sign_negative() == y.is_sign_negative() { down } else { up });
        }
    }

    #[test]
    fn sixteen_bits() {
        // IEEE 754 binary16: 1, the largest, the least subnormal, halfway cases.
        let half = |x: f64, r| encode(Format::F16, r, decode(Format::F64, x.to_bits()));
        assert_eq!(half(1.0, Rounding::Nearest), 0x3c00);
        assert_eq!(half(65504.0, Rounding::Nearest), 0x7bff);
        assert_eq!(half(65520.0, Rounding::Nearest), 0x7c00);
        assert_eq!(half(65520.0, Rounding::Zero), 0x7bff);
        assert_eq!(half(-65520.0, Rounding::Up), 0xfbff);
        assert_eq!(half(2f64.powi(-24), Rounding::Nearest), 1);
        assert_eq!(half(2f64.powi(-25), Rounding::Nearest), 0);
        assert_eq!(half(2f64.powi(-25), Rounding::Up), 1);
        assert_eq!(half(1.0 + 2f64.powi(-11), Rounding::Nearest), 0x3c00);
        assert_eq!(half(1.0 + 3.0 * 2f64.powi(-11), Rounding::Nearest), 0x3c02);
        for bits in (0..0x7c00u64).chain(0x8000..0xfc00) {
            let back = encode(Format::F16, Rounding::Nearest, decode(Format::F16, bits));
            assert_eq!(back, bits);
        }
    }
}
