//! Exact binary floating point: every operation is computed without error and rounded once, in any direction.
//!
//! A finite value is `m * 2^e`; where bits are lost in alignment, the lowest bit of `m` is set in their place
//! (a sticky bit), far below the rounding position.

/// A rounding direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rnd {
    /// To nearest, ties to even (`.rn`).
    Near,
    /// Towards zero (`.rz`).
    Zero,
    /// Towards minus infinity (`.rm`).
    Down,
    /// Towards plus infinity (`.rp`).
    Up,
}

/// A binary interchange format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Bits of the significand, the hidden one included.
    precision: u32,
    /// Exponent of the lowest bit of a subnormal.
    lowest: i32,
    /// Largest exponent of the leading bit.
    highest: i32,
}

/// 32-bit floats.
pub const F32: Format = Format { precision: 24, lowest: -149, highest: 127 };
/// 64-bit floats.
pub const F64: Format = Format { precision: 53, lowest: -1074, highest: 1023 };

/// Half precision.
pub const F16: Format = Format { precision: 11, lowest: -24, highest: 15 };
/// bfloat16: the upper half of 32 bits.
pub const BF16: Format = Format { precision: 8, lowest: -133, highest: 127 };

/// NaN as results carry it, for 16 bits.
pub const NAN16: u16 = 0x7fff;
/// NaN as results carry it, for 32 bits.
pub const NAN32: u32 = 0x7fff_ffff;
/// NaN as results carry it, for 64 bits.
pub const NAN64: u64 = 0x7ff8_0000_0000_0000;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Nan,
    Inf(bool),
    Finite(Exact),
}

/// A finite value `(-1)^negative * m * 2^e`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Exact {
    negative: bool,
    m: u128,
    e: i32,
}

/// Position of the leading bit after normalising, two below the top so that sums fit.
const TOP: u32 = 125;

impl Exact {
    fn normal(self) -> Exact {
        if self.m == 0 {
            return self;
        }
        let shift = self.m.leading_zeros() as i32 - (127 - TOP as i32);
        debug_assert!(shift >= 0);
        Exact { m: self.m << shift, e: self.e - shift, ..self }
    }
}

impl Format {
    fn nan(self) -> u64 {
        match self.precision {
            24 => u64::from(NAN32),
            53 => NAN64,
            _ => u64::from(NAN16),
        }
    }

    fn sign_bit(self) -> u64 {
        match self.precision {
            24 => 1 << 31,
            53 => 1 << 63,
            _ => 1 << 15,
        }
    }

    fn infinity(self, negative: bool) -> u64 {
        let field = (self.highest - self.lowest - self.precision as i32 + 3) as u64;
        (field << (self.precision - 1)) | if negative { self.sign_bit() } else { 0 }
    }

    fn unpack(self, bits: u64) -> Value {
        let negative = bits & self.sign_bit() != 0;
        let magnitude = bits & (self.sign_bit() - 1);
        let hidden = 1u64 << (self.precision - 1);
        let field = (magnitude >> (self.precision - 1)) as i32;
        let fraction = magnitude & (hidden - 1);
        let infinity = self.infinity(false);
        if magnitude > infinity {
            Value::Nan
        } else if magnitude == infinity {
            Value::Inf(negative)
        } else if field == 0 {
            Value::Finite(Exact { negative, m: u128::from(fraction), e: self.lowest })
        } else {
            let m = u128::from(fraction | hidden);
            Value::Finite(Exact { negative, m, e: self.lowest + field - 1 })
        }
    }

    /// Rounds an exact value into the format.
    fn pack(self, x: Exact, rnd: Rnd) -> u64 {
        let sign = if x.negative { self.sign_bit() } else { 0 };
        if x.m == 0 {
            return sign;
        }
        let lead = 127 - x.m.leading_zeros() as i32 + x.e;
        let mut q = (lead - (self.precision as i32 - 1)).max(self.lowest);
        let shift = q - x.e;
        let (mut m, above, half, inexact);
        if shift <= 0 {
            m = x.m << (-shift);
            (above, half, inexact) = (false, false, false);
        } else if shift > 127 {
            m = 0;
            (above, half, inexact) = (false, false, true);
        } else {
            m = x.m >> shift;
            let rest = x.m & ((1u128 << shift) - 1);
            let middle = 1u128 << (shift - 1);
            (above, half, inexact) = (rest > middle, rest == middle, rest != 0);
        }
        let up = match rnd {
            Rnd::Near => above || (half && m & 1 == 1),
            Rnd::Zero => false,
            Rnd::Down => x.negative && inexact,
            Rnd::Up => !x.negative && inexact,
        };
        m += u128::from(up);
        if m == 1 << self.precision {
            m >>= 1;
            q += 1;
        }
        if m != 0 && q + (127 - m.leading_zeros() as i32) > self.highest {
            let to_infinity = match rnd {
                Rnd::Near => true,
                Rnd::Zero => false,
                Rnd::Down => x.negative,
                Rnd::Up => !x.negative,
            };
            return self.infinity(x.negative) - u64::from(!to_infinity);
        }
        let hidden = 1u128 << (self.precision - 1);
        let magnitude = if m < hidden {
            m as u64
        } else {
            (((q - self.lowest + 1) as u64) << (self.precision - 1)) | (m - hidden) as u64
        };
        sign | magnitude
    }

    fn sum(self, a: Exact, b: Exact, rnd: Rnd) -> u64 {
        if a.m == 0 && b.m == 0 {
            let negative = if a.negative == b.negative { a.negative } else { rnd == Rnd::Down };
            return if negative { self.sign_bit() } else { 0 };
        }
        if a.m == 0 {
            return self.pack(b, rnd);
        }
        if b.m == 0 {
            return self.pack(a, rnd);
        }
        let (mut a, mut b) = (a.normal(), b.normal());
        if a.e < b.e {
            std::mem::swap(&mut a, &mut b);
        }
        let d = (a.e - b.e) as u32;
        let low = if d > TOP { 1 } else { (b.m >> d) | u128::from(b.m & ((1u128 << d) - 1) != 0) };
        if a.negative == b.negative {
            return self.pack(Exact { m: a.m + low, ..a }, rnd);
        }
        match a.m.cmp(&low) {
            std::cmp::Ordering::Greater => self.pack(Exact { m: a.m - low, ..a }, rnd),
            std::cmp::Ordering::Less => {
                self.pack(Exact { negative: b.negative, m: low - a.m, e: a.e }, rnd)
            }
            std::cmp::Ordering::Equal => {
                if rnd == Rnd::Down {
                    self.sign_bit()
                } else {
                    0
                }
            }
        }
    }

    /// `a + b`
    pub fn add(self, a: u64, b: u64, rnd: Rnd) -> u64 {
        match (self.unpack(a), self.unpack(b)) {
            (Value::Nan, _) | (_, Value::Nan) => self.nan(),
            (Value::Inf(x), Value::Inf(y)) if x != y => self.nan(),
            (Value::Inf(x), _) | (_, Value::Inf(x)) => self.infinity(x),
            (Value::Finite(x), Value::Finite(y)) => self.sum(x, y, rnd),
        }
    }

    /// `a * b`
    pub fn mul(self, a: u64, b: u64, rnd: Rnd) -> u64 {
        match self.product(a, b) {
            Value::Nan => self.nan(),
            Value::Inf(s) => self.infinity(s),
            Value::Finite(x) => self.pack(x, rnd),
        }
    }

    fn product(self, a: u64, b: u64) -> Value {
        let negative = (a ^ b) & self.sign_bit() != 0;
        match (self.unpack(a), self.unpack(b)) {
            (Value::Nan, _) | (_, Value::Nan) => Value::Nan,
            (Value::Inf(_), Value::Finite(x)) | (Value::Finite(x), Value::Inf(_)) => {
                if x.m == 0 {
                    Value::Nan
                } else {
                    Value::Inf(negative)
                }
            }
            (Value::Inf(_), Value::Inf(_)) => Value::Inf(negative),
            (Value::Finite(x), Value::Finite(y)) => {
                Value::Finite(Exact { negative, m: x.m * y.m, e: x.e + y.e })
            }
        }
    }

    /// `a * b + c`, rounded once.
    pub fn fma(self, a: u64, b: u64, c: u64, rnd: Rnd) -> u64 {
        match (self.product(a, b), self.unpack(c)) {
            (Value::Nan, _) | (_, Value::Nan) => self.nan(),
            (Value::Inf(x), Value::Inf(y)) if x != y => self.nan(),
            (Value::Inf(x), _) | (_, Value::Inf(x)) => self.infinity(x),
            (Value::Finite(x), Value::Finite(y)) => self.sum(x, y, rnd),
        }
    }

    /// `a / b`
    pub fn div(self, a: u64, b: u64, rnd: Rnd) -> u64 {
        let negative = (a ^ b) & self.sign_bit() != 0;
        match (self.unpack(a), self.unpack(b)) {
            (Value::Nan, _) | (_, Value::Nan) | (Value::Inf(_), Value::Inf(_)) => self.nan(),
            (Value::Inf(_), _) => self.infinity(negative),
            (_, Value::Inf(_)) => self.pack(Exact { negative, m: 0, e: 0 }, rnd),
            (Value::Finite(x), Value::Finite(y)) => {
                if y.m == 0 {
                    return if x.m == 0 { self.nan() } else { self.infinity(negative) };
                }
                if x.m == 0 {
                    return self.pack(Exact { negative, m: 0, e: 0 }, rnd);
                }
                let x = x.normal();
                let (q, r) = (x.m / y.m, x.m % y.m);
                // Two more bits make room for the sticky one.
                let m = (q << 2) | u128::from(r != 0);
                self.pack(Exact { negative, m, e: x.e - y.e - 2 }, rnd)
            }
        }
    }

    /// The square root of `a`.
    pub fn sqrt(self, a: u64, rnd: Rnd) -> u64 {
        match self.unpack(a) {
            Value::Nan | Value::Inf(true) => self.nan(),
            Value::Inf(false) => a,
            Value::Finite(x) if x.m == 0 => a,
            Value::Finite(x) if x.negative => self.nan(),
            Value::Finite(x) => {
                let mut x = x.normal();
                if x.e & 1 != 0 {
                    x.m <<= 1;
                    x.e -= 1;
                }
                let root = x.m.isqrt();
                let m = (root << 2) | u128::from(root * root != x.m);
                self.pack(Exact { negative: false, m, e: x.e / 2 - 2 }, rnd)
            }
        }
    }

    /// An integer, rounded into the format.
    pub fn from_int(self, v: i128, rnd: Rnd) -> u64 {
        self.pack(Exact { negative: v < 0, m: v.unsigned_abs(), e: 0 }, rnd)
    }

    /// A value of format `from`, rounded into this one.
    pub fn convert(self, from: Format, a: u64, rnd: Rnd) -> u64 {
        match from.unpack(a) {
            Value::Nan => self.nan(),
            Value::Inf(s) => self.infinity(s),
            Value::Finite(x) => self.pack(x, rnd),
        }
    }

    /// The value as an integer clamped to `[low, high]`; NaN gives `None`.
    pub fn to_int(self, a: u64, rnd: Rnd, low: i128, high: i128) -> Option<i128> {
        match self.unpack(a) {
            Value::Nan => None,
            Value::Inf(negative) => Some(if negative { low } else { high }),
            Value::Finite(x) => {
                let lead = 127 - x.m.leading_zeros() as i32 + x.e;
                let magnitude = if x.m == 0 {
                    0
                } else if lead > 100 {
                    return Some(if x.negative { low } else { high });
                } else if x.e >= 0 {
                    x.m << x.e
                } else {
                    let shift = -x.e;
                    let (m, above, half, inexact) = if shift > 120 {
                        (0, false, false, true)
                    } else {
                        let rest = x.m & ((1u128 << shift) - 1);
                        let middle = 1u128 << (shift - 1);
                        (x.m >> shift, rest > middle, rest == middle, rest != 0)
                    };
                    let up = match rnd {
                        Rnd::Near => above || (half && m & 1 == 1),
                        Rnd::Zero => false,
                        Rnd::Down => x.negative && inexact,
                        Rnd::Up => !x.negative && inexact,
                    };
                    m + u128::from(up)
                };
                let v = magnitude as i128;
                Some((if x.negative { -v } else { v }).clamp(low, high))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<u64> {
        let mut v: Vec<u64> = [
            0.0f64,
            -0.0,
            1.0,
            -1.0,
            1.5,
            0.1,
            -0.3,
            1e300,
            -1e-300,
            5e-324,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            3.0,
            1.0 / 3.0,
            2f64.powi(53),
            2f64.powi(-60),
        ]
        .iter()
        .map(|x| x.to_bits())
        .collect();
        let mut s = 1u64;
        for _ in 0..400 {
            s = s.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let x = s ^ (s >> 29);
            v.push(x);
            // Same magnitude region, so that sums cancel.
            v.push((x & 0x800f_ffff_ffff_ffff) | ((1023 - 2 + (x >> 60)) << 52));
        }
        v
    }

    fn same(x: u64, y: f64) -> bool {
        (f64::from_bits(x).is_nan() && y.is_nan()) || x == y.to_bits()
    }

    #[test]
    fn nearest_agrees_with_the_processor() {
        let v = samples();
        for (i, &a) in v.iter().enumerate() {
            let (x, b) = (f64::from_bits(a), v[(i * 7 + 3) % v.len()]);
            let y = f64::from_bits(b);
            let c = v[(i * 13 + 5) % v.len()];
            let z = f64::from_bits(c);
            assert!(same(F64.add(a, b, Rnd::Near), x + y), "{x:e} + {y:e}");
            assert!(same(F64.mul(a, b, Rnd::Near), x * y), "{x:e} * {y:e}");
            assert!(same(F64.div(a, b, Rnd::Near), x / y), "{x:e} / {y:e}");
            assert!(same(F64.sqrt(a, Rnd::Near), x.sqrt()), "sqrt {x:e}");
            assert!(same(F64.fma(a, b, c, Rnd::Near), x.mul_add(y, z)), "{x:e}*{y:e}+{z:e}");
            let f = F32.convert(F64, a, Rnd::Near) as u32;
            let g = x as f32;
            assert!(f == g.to_bits() || g.is_nan(), "{x:e} as f32");
        }
    }

    #[test]
    fn directions_enclose_the_nearest() {
        let v = samples();
        for (i, &a) in v.iter().enumerate() {
            let b = v[(i * 11 + 1) % v.len()];
            for f in [Format::add, Format::mul, Format::div] {
                let at = |r| f64::from_bits(f(F64, a, b, r));
                let (n, d, u, z) = (at(Rnd::Near), at(Rnd::Down), at(Rnd::Up), at(Rnd::Zero));
                if n.is_nan() {
                    continue;
                }
                assert!(d <= n && n <= u, "{d:e} {n:e} {u:e}");
                assert!(z.abs() <= d.abs().max(u.abs()) && z.abs() == d.abs().min(u.abs()));
                assert!(d == u || d.next_up() == u);
            }
        }
    }

    #[test]
    fn integers() {
        assert_eq!(F32.from_int(16_777_217, Rnd::Near), u64::from(16_777_216f32.to_bits()));
        assert_eq!(F32.from_int(16_777_217, Rnd::Up), u64::from(16_777_218f32.to_bits()));
        assert_eq!(F64.to_int(2.5f64.to_bits(), Rnd::Near, -9, 9), Some(2));
        assert_eq!(F64.to_int(3.5f64.to_bits(), Rnd::Near, -9, 9), Some(4));
        assert_eq!(F64.to_int((-2.5f64).to_bits(), Rnd::Down, -9, 9), Some(-3));
        assert_eq!(F64.to_int(1e30f64.to_bits(), Rnd::Zero, -9, 9), Some(9));
        assert_eq!(F64.to_int(f64::NAN.to_bits(), Rnd::Zero, -9, 9), None);
    }
}
