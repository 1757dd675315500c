//! Inputs: special values, then values of every exponent and sign with random digits, then values of the range that
//! matters to the function. The same ones on every machine.

use crate::functions::{Function, Kind};

/// A small generator (Steele, Lea and Flood: SplitMix64).
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Between two numbers.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 / (1u64 << 53) as f64)
    }
}

const SPECIAL: &[f64] = &[
    0.0,
    1.0,
    2.0,
    0.5,
    0.25,
    1.5,
    3.0,
    10.0,
    f64::INFINITY,
    f64::NAN,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    f32::MAX as f64,
    f32::MIN_POSITIVE as f64,
    1e-45,
    1e-40,
    1e-310,
    std::f64::consts::PI,
    std::f64::consts::FRAC_PI_2,
    std::f64::consts::FRAC_PI_4,
    std::f64::consts::LN_2,
    std::f64::consts::E,
    88.72283935546875,
    103.97208404541016,
    709.782712893384,
    745.1332191019411,
    16777216.0,
    16777217.0,
    2147483648.0,
    9007199254740992.0,
    9223372036854775808.0,
];

/// Arguments near which reductions and tables lose most, as bits of doubles. Sources: Kahan and McDonald's search for
/// the double nearest to a multiple of pi/2 (6381956970095103 * 2^797); Lefèvre and Muller, "Worst cases for correct
/// rounding of the elementary functions in double precision" (exp, log, sin); multiples of pi/2 themselves.
const HARD: &[u64] = &[
    0x7506_ac5b_262c_a5ff,
    0x3ff9_21fb_5444_2d18,
    0x4009_21fb_5444_2d18,
    0x4012_d97c_7f33_21d2,
    0x4015_fdbb_e9bb_a775,
    0x3f4b_4640_7c89_0bd2,
    0x3ff0_0000_0000_0001,
    0x3fef_ffff_ffff_ffff,
    0x3fef_fc17_8c2d_7b2e,
    0x3c90_0000_0000_0001,
    0x402d_f760_b2cd_eed3,
    0x4086_2e42_fefa_39ef,
    0xc087_4910_d52d_3051,
    0x4338_0000_0000_0001,
    0x7fef_ffff_ffff_ffff,
    0x000f_ffff_ffff_ffff,
];

/// A value's bits in the function's format.
fn encode(kind: Kind, value: f64) -> u64 {
    if kind.is_double() { value.to_bits() } else { u64::from((value as f32).to_bits()) }
}

/// Value `k` of the stratified ones.
fn stratified(kind: Kind, k: usize, random: &mut Random) -> u64 {
    let digits = random.bits();
    if kind.is_double() {
        let exponent = (k as u64).wrapping_mul(5) % 2048;
        (k as u64 / 2048 % 2) << 63 | exponent << 52 | digits >> 12
    } else {
        let exponent = (k as u64).wrapping_mul(5) % 256;
        (k as u64 / 256 % 2) << 31 | exponent << 23 | digits >> 41
    }
}

/// `count` inputs as raw bytes; with `bounded` only those for which CUDA documents a bound.
pub fn inputs(function: &Function, count: usize, bounded: bool) -> Vec<u8> {
    Inputs::of(function, bounded).take(count)
}

/// The same in parts: what several calls of [`Inputs::take`] give is together what one would give.
pub struct Inputs<'f> {
    function: &'f Function,
    bounded: bool,
    random: Random,
    specials: Vec<u64>,
    next: usize,
}

impl<'f> Inputs<'f> {
    /// From the first on.
    pub fn of(function: &'f Function, bounded: bool) -> Inputs<'f> {
        let kind = function.kind;
        let mut specials: Vec<u64> =
            SPECIAL.iter().flat_map(|&v| [encode(kind, v), encode(kind, -v)]).collect();
        let hard = HARD.iter().map(|&b| encode(kind, f64::from_bits(b)));
        specials
            .extend(hard.flat_map(|b| [b, b ^ if kind.is_double() { 1 << 63 } else { 1 << 31 }]));
        Inputs { function, bounded, random: Random(0x6f70_7478), specials, next: 0 }
    }

    /// The next ones, as raw bytes.
    pub fn take(&mut self, count: usize) -> Vec<u8> {
        let (function, kind) = (self.function, self.function.kind);
        let (specials, random) = (&self.specials, &mut self.random);
        let pairs = if kind.arguments() > 1 { specials.len() } else { 1 };
        let (low, high) = function.range;
        let mut out = Vec::new();
        let mut put = |bits: u64| out.extend_from_slice(&bits.to_le_bytes()[..kind.bytes()]);
        for k in self.next..self.next + count {
            let mut x = if k < specials.len() * pairs {
                specials[k / pairs]
            } else if k % 2 == 0 {
                stratified(kind, k / 2, random)
            } else {
                encode(kind, random.between(low, high))
            };
            if self.bounded && function.is_unbounded(x) {
                x = encode(kind, 1.5);
            }
            put(x);
            for n in 1..kind.arguments() {
                put(if k < specials.len() * pairs {
                    // Pairs of special values; of what comes after them some are as the first, some as any.
                    specials[[k, k / 7, k / pairs + k / 3][n - 1] % pairs]
                } else {
                    second(function, k * n, x, random)
                });
            }
        }
        self.next += count;
        out
    }
}

/// A second, third or fourth argument: of any exponent, near the first, or in the range.
fn second(function: &Function, k: usize, x: u64, random: &mut Random) -> u64 {
    let kind = function.kind;
    let value =
        if kind.is_double() { f64::from_bits(x) } else { f64::from(f32::from_bits(x as u32)) };
    let (low, high) = function.range;
    if function.name.starts_with("pow") && !k.is_multiple_of(4) {
        // A result of any exponent.
        let reach = if kind.is_double() { 1080.0 } else { 152.0 };
        let y = random.between(-reach, reach) / value.abs().log2();
        return encode(kind, if k % 8 == 1 { y.round() } else { y });
    }
    match k / 2 % 3 {
        0 => stratified(kind, random.bits() as usize, random),
        1 => encode(kind, value * random.between(-4.0, 4.0)),
        _ => encode(kind, random.between(low, high)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Inputs, inputs};

    #[test]
    fn parts_are_the_whole() {
        for name in ["powf", "lgamma"] {
            let f = crate::functions::all().find(|f| f.name == name).expect("a row");
            let mut parts = Inputs::of(f, true);
            let joined = [parts.take(70), parts.take(1), parts.take(10_000)].concat();
            assert_eq!(joined, inputs(f, 10_071, true), "{name}");
        }
    }
}
