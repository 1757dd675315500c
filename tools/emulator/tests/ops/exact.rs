//! Exact fractions and their rounding into floats, with big integers.

use num_bigint::{BigInt, BigUint, Sign};

/// A rounding direction by its PTX name.
pub const MODES: [&str; 4] = ["rn", "rz", "rm", "rp"];

/// A float format: precision, exponent of the lowest subnormal bit, largest exponent.
#[derive(Clone, Copy)]
pub struct Format {
    pub name: &'static str,
    pub bits: u32,
    pub precision: u32,
    pub lowest: i64,
    pub highest: i64,
    pub nan: u64,
}

pub const F32: Format =
    Format { name: "f32", bits: 32, precision: 24, lowest: -149, highest: 127, nan: 0x7fff_ffff };
pub const F64: Format = Format {
    name: "f64",
    bits: 64,
    precision: 53,
    lowest: -1074,
    highest: 1023,
    nan: 0x7ff8_0000_0000_0000,
};

/// A float taken apart.
#[derive(Clone, Debug)]
pub enum Float {
    Nan,
    Inf(bool),
    /// Sign (for zeros too), magnitude as `m * 2^e`.
    Finite(bool, BigUint, i64),
}

impl Format {
    pub fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }

    pub fn infinity(self, negative: bool) -> u64 {
        let exponent = (1u64 << (self.bits - self.precision)) - 1;
        exponent << (self.precision - 1) | if negative { self.sign() } else { 0 }
    }

    pub fn zero(self, negative: bool) -> u64 {
        if negative { self.sign() } else { 0 }
    }

    pub fn read(self, v: u64) -> Float {
        let negative = v & self.sign() != 0;
        let m = v & (self.sign() - 1);
        let inf = self.infinity(false);
        if m > inf {
            return Float::Nan;
        }
        if m == inf {
            return Float::Inf(negative);
        }
        let field = m >> (self.precision - 1);
        let fraction = m & ((1 << (self.precision - 1)) - 1);
        if field == 0 {
            Float::Finite(negative, fraction.into(), self.lowest)
        } else {
            let whole = fraction | 1 << (self.precision - 1);
            Float::Finite(negative, whole.into(), self.lowest + field as i64 - 1)
        }
    }

    /// Rounds `num / den * 2^e`.
    pub fn round(self, negative: bool, num: &BigUint, den: &BigUint, e: i64, mode: &str) -> u64 {
        let zero = BigUint::ZERO;
        if *num == zero {
            return self.zero(negative);
        }
        // The quantum is 2^q, where the value has `precision` bits above it, or is subnormal.
        let mut q = (num.bits() as i64 - den.bits() as i64 + e - i64::from(self.precision) - 1)
            .max(self.lowest);
        loop {
            let shift = e - q;
            let (n, d) = if shift >= 0 {
                (num << shift as u64, den.clone())
            } else {
                (num.clone(), den << (-shift) as u64)
            };
            let (whole, rest) = (&n / &d, &n % &d);
            if whole.bits() > u64::from(self.precision) {
                q += 1;
                continue;
            }
            let twice: BigUint = &rest * 2u32;
            let odd = whole.bit(0);
            let up = match mode {
                "rn" => twice > d || (twice == d && odd),
                "rz" => false,
                "rm" => negative && rest != zero,
                _ => !negative && rest != zero,
            };
            let mut m = whole + u32::from(up);
            if m.bits() > u64::from(self.precision) {
                m >>= 1u32;
                q += 1;
            }
            if m != zero && m.bits() as i64 - 1 + q > self.highest {
                let away = match mode {
                    "rn" => true,
                    "rz" => false,
                    "rm" => negative,
                    _ => !negative,
                };
                return self.infinity(negative) - u64::from(!away);
            }
            let m = u64::try_from(m).unwrap();
            let hidden = 1u64 << (self.precision - 1);
            let magnitude = if m < hidden {
                m
            } else {
                ((q - self.lowest + 1) as u64) << (self.precision - 1) | (m - hidden)
            };
            return self.zero(negative) | magnitude;
        }
    }

    /// Rounds a signed multiple of a power of two; `zero_sign` is the sign of an exact zero.
    pub fn round_signed(self, v: &BigInt, e: i64, zero_sign: bool, mode: &str) -> u64 {
        match v.sign() {
            Sign::NoSign => self.zero(zero_sign),
            s => self.round(s == Sign::Minus, v.magnitude(), &1u32.into(), e, mode),
        }
    }

    fn sum(self, a: (bool, BigInt, i64), b: (bool, BigInt, i64), mode: &str) -> u64 {
        let e = a.2.min(b.2);
        let total = (&a.1 << (a.2 - e) as u64) + (&b.1 << (b.2 - e) as u64);
        let sign = if a.0 == b.0 { a.0 } else { mode == "rm" };
        self.round_signed(&total, e, sign, mode)
    }

    pub fn fma(self, a: u64, b: u64, c: u64, mode: &str) -> u64 {
        let negative = (a ^ b) & self.sign() != 0;
        let product = match (self.read(a), self.read(b)) {
            (Float::Nan, _) | (_, Float::Nan) => return self.nan,
            (Float::Inf(_), Float::Finite(_, m, _)) | (Float::Finite(_, m, _), Float::Inf(_)) => {
                if m == BigUint::ZERO {
                    return self.nan;
                }
                None
            }
            (Float::Inf(_), Float::Inf(_)) => None,
            (Float::Finite(_, m, e), Float::Finite(_, n, f)) => Some((m * n, e + f)),
        };
        let signed = |neg: bool, m: BigUint| {
            BigInt::from_biguint(if neg { Sign::Minus } else { Sign::Plus }, m)
        };
        match (product, self.read(c)) {
            (_, Float::Nan) => self.nan,
            (None, Float::Inf(s)) if s != negative => self.nan,
            (None, _) => self.infinity(negative),
            (_, Float::Inf(s)) => self.infinity(s),
            (Some((m, e)), Float::Finite(s, n, f)) => {
                self.sum((negative, signed(negative, m), e), (s, signed(s, n), f), mode)
            }
        }
    }

    pub fn one(self) -> u64 {
        self.round(false, &1u32.into(), &1u32.into(), 0, "rn")
    }

    pub fn add(self, a: u64, b: u64, mode: &str) -> u64 {
        self.fma(a, self.one(), b, mode)
    }

    pub fn mul(self, a: u64, b: u64, mode: &str) -> u64 {
        let negative = (a ^ b) & self.sign() != 0;
        self.fma(a, b, self.zero(negative), mode)
    }

    pub fn div(self, a: u64, b: u64, mode: &str) -> u64 {
        let negative = (a ^ b) & self.sign() != 0;
        match (self.read(a), self.read(b)) {
            (Float::Nan, _) | (_, Float::Nan) | (Float::Inf(_), Float::Inf(_)) => self.nan,
            (Float::Inf(_), _) => self.infinity(negative),
            (_, Float::Inf(_)) => self.zero(negative),
            (Float::Finite(_, m, e), Float::Finite(_, n, f)) => {
                if n == BigUint::ZERO {
                    return if m == n { self.nan } else { self.infinity(negative) };
                }
                self.round(negative, &m, &n, e - f, mode)
            }
        }
    }

    pub fn sqrt(self, a: u64, mode: &str) -> u64 {
        match self.read(a) {
            Float::Nan | Float::Inf(true) => self.nan,
            Float::Inf(false) => a,
            Float::Finite(s, m, _) if m == BigUint::ZERO => self.zero(s),
            Float::Finite(true, ..) => self.nan,
            Float::Finite(_, m, e) => {
                // 200 more bits than needed; the rest is a sticky bit.
                let (m, e) =
                    if e % 2 == 0 { (m << 400u32, e - 400) } else { (m << 401u32, e - 401) };
                let root = m.sqrt();
                let inexact = &root * &root != m;
                let root: BigUint = (root << 1u32) + u32::from(inexact);
                self.round(false, &root, &1u32.into(), e / 2 - 1, mode)
            }
        }
    }

    /// Subnormals become zeros.
    pub fn flush(self, v: u64) -> u64 {
        if v & (self.sign() - 1) < 1 << (self.precision - 1) { v & self.sign() } else { v }
    }

    /// The numeric value as an integer, rounded, or `None` for NaN; infinities are huge.
    pub fn to_integer(self, v: u64, mode: &str) -> Option<BigInt> {
        match self.read(v) {
            Float::Nan => None,
            Float::Inf(s) => Some(BigInt::from(if s { -1 } else { 1 }) << 2000u32),
            Float::Finite(s, m, e) => {
                let magnitude = if e >= 0 {
                    m << e as u64
                } else {
                    let d = BigUint::from(1u32) << (-e) as u64;
                    let (whole, rest) = (&m / &d, &m % &d);
                    let twice: BigUint = &rest * 2u32;
                    let inexact = rest != BigUint::ZERO;
                    let up = match mode {
                        "rn" => twice > d || (twice == d && whole.bit(0)),
                        "rz" => false,
                        "rm" => s && inexact,
                        _ => !s && inexact,
                    };
                    whole + u32::from(up)
                };
                Some(BigInt::from_biguint(if s { Sign::Minus } else { Sign::Plus }, magnitude))
            }
        }
    }

    /// Operands: corners, random bits, and values of like size, whose sums cancel.
    pub fn samples(self, count: usize, seed: u64) -> Vec<u64> {
        let mut r = super::kernel::Random(seed | 1);
        let hidden = 1u64 << (self.precision - 1);
        let inf = self.infinity(false);
        let mut v = Vec::new();
        for x in [
            0,
            1,
            2,
            hidden - 1,
            hidden,
            hidden + 1,
            self.one() - 1,
            self.one(),
            self.one() + 1,
            self.one() + hidden,
            self.one() + 3 * hidden / 2,
            inf - 1,
            inf,
            inf + 1,
            self.nan & (self.sign() - 1),
            self.one() + 23 * hidden,
            self.one() + 24 * hidden + 1,
        ] {
            v.push(x);
            v.push(x | self.sign());
        }
        while v.len() < count {
            let x = r.next();
            v.push(x >> (64 - self.bits));
            let near = (x >> 20) % (8 * hidden);
            v.push((self.one() - 4 * hidden + near) | if x & 1 == 1 { self.sign() } else { 0 });
        }
        v.truncate(count);
        v
    }

    /// Pairs of samples: all pairs of corners, then random ones.
    pub fn pairs(self, seed: u64) -> Vec<Vec<u64>> {
        let corners = self.samples(34, seed);
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for x in &corners {
            for y in &corners {
                a.push(*x);
                b.push(*y);
            }
        }
        let more = self.samples(700, seed);
        let n = more.len();
        for (k, x) in more.iter().enumerate() {
            a.push(*x);
            b.push(more[(k * 31 + 7) % n]);
        }
        vec![a, b]
    }

    pub fn triples(self, seed: u64) -> Vec<Vec<u64>> {
        let mut v = self.pairs(seed);
        let more = self.samples(500, seed + 3);
        let mut r = super::kernel::Random(seed | 9);
        let third = (0..v[0].len()).map(|_| more[r.next() as usize % more.len()]).collect();
        v.push(third);
        v
    }
}
