//! Every operation on floats in each of its roundings, on each of its types, against the exact result, which is computed
//! in integers here and rounded as IEEE 754-2019, section 4.3, says.

mod random;

use optx_ir::interpret::{Value, evaluate};
use optx_ir::{Kids, Op};
use optx_whirl::{Intrinsic, Module, Mtype, Operator};
use random::Random;

/// The value is an integer times a power of two; `more` says that its magnitude is larger by less than one of the integer.
#[derive(Clone, Copy, Debug)]
struct Exact {
    integer: i128,
    power: i32,
    more: bool,
}

impl Exact {
    /// Rounded to so many bits of precision, as a double, which holds it exactly. No value here leaves the format's range.
    fn rounded(self, mode: &str, precision: u32) -> f64 {
        let (negative, magnitude) = (self.integer < 0, self.integer.unsigned_abs());
        let dropped = (128 - magnitude.leading_zeros()).saturating_sub(precision);
        assert!(!self.more || dropped > 1, "the integer is too short to round");
        let (mut kept, rest) = (magnitude >> dropped, magnitude & ((1 << dropped) - 1));
        let half = if dropped == 0 { u128::MAX } else { 1 << (dropped - 1) };
        let inexact = rest != 0 || self.more;
        let away = match mode {
            "rn" => rest > half || (rest == half && (self.more || kept & 1 == 1)),
            "rz" => false,
            "rp" => inexact && !negative,
            "rm" => inexact && negative,
            _ => panic!("the mode {mode}"),
        };
        kept += u128::from(away);
        let value = kept as f64 * 2f64.powi(self.power + dropped as i32);
        if negative { -value } else { value }
    }
}

/// What an operation of one word is of its operands, each an integer times 2^-scale.
fn exact(word: &str, kids: &[i128], scale: i32) -> Exact {
    let same = |integer| Exact { integer, power: -scale, more: false };
    let product = || kids[0] * kids[1];
    let quotient = |dividend: i128, power| {
        let (a, b) = (dividend.unsigned_abs() << 64, kids[kids.len() - 1].unsigned_abs());
        let sign = dividend.signum() * kids[kids.len() - 1].signum();
        Exact { integer: sign * (a / b) as i128, power, more: a % b != 0 }
    };
    match word {
        "add" => same(kids[0] + kids[1]),
        "sub" => same(kids[0] - kids[1]),
        "mul" => Exact { integer: product(), power: -2 * scale, more: false },
        "fma" => Exact { integer: product() + (kids[2] << scale), power: -2 * scale, more: false },
        "div" => quotient(kids[0], -64),
        "rcp" => quotient(1 << scale, -64),
        "sqrt" => {
            let square = kids[0].unsigned_abs() << 64;
            let root = square.isqrt();
            let more = root * root != square;
            Exact { integer: root as i128, power: -(scale + 64) / 2, more }
        }
        _ => panic!("the operation {word}"),
    }
}

/// A float type: its precision, the power of two that operands count, and by how many bits they may lie apart.
struct Format {
    mtype: Mtype,
    precision: u32,
    scale: i32,
    apart: u64,
}

const FORMATS: [Format; 2] = [
    Format { mtype: Mtype::F4, precision: 24, scale: 30, apart: 20 },
    Format { mtype: Mtype::F8, precision: 53, scale: 60, apart: 8 },
];

impl Format {
    /// An operand as an integer: of all bits, or of few, so that some results are exact and some lie halfway.
    fn operand(&self, random: &mut Random) -> i128 {
        let bits = if random.next().is_multiple_of(3) { 5 } else { self.precision };
        let fraction = random.next() >> (64 - bits) | 1 << (bits - 1);
        let integer =
            i128::from(fraction) << (self.precision - bits) << (random.next() % (self.apart + 1));
        if random.next().is_multiple_of(2) { -integer } else { integer }
    }

    fn bits(&self, value: f64) -> u64 {
        if self.mtype == Mtype::F4 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
    }

    /// Holds an operation to its exact results. Gives how often rounding mattered.
    fn held(&self, op: &Op, word: &str, mode: &str, count: usize) -> u32 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut inexact = 0;
        for _ in 0..400 {
            let mut kids: Vec<i128> = (0..count).map(|_| self.operand(&mut random)).collect();
            if word == "sqrt" {
                kids[0] = kids[0].abs();
            }
            let value = exact(word, &kids, self.scale);
            if value.integer == 0 {
                continue;
            }
            let wanted = value.rounded(mode, self.precision);
            inexact += u32::from(
                value.rounded("rm", self.precision) < value.rounded("rp", self.precision),
            );
            let floats: Vec<f64> =
                kids.iter().map(|&k| k as f64 * 2f64.powi(-self.scale)).collect();
            let values: Vec<Value> = floats.iter().map(|&x| Value::exact(self.bits(x))).collect();
            let found = evaluate(&Module::default(), op, &values);
            let wanted = Some(Value::exact(self.bits(wanted)));
            assert_eq!(found, wanted, "{word}.{mode} of {} {floats:?}", self.mtype);
        }
        inexact
    }
}

fn op(opr: Operator, intrinsic: Option<Intrinsic>, mtype: Mtype) -> Op {
    let desc = if intrinsic.is_some() { mtype } else { Mtype::V };
    Op { opr, rtype: mtype, desc, intrinsic, kids: Kids::new() }
}

#[test]
fn every_operation_is_rounded_as_its_name_says() {
    let words = ["add", "sub", "mul", "fma", "div", "rcp", "sqrt"];
    let modes = ["rn", "rz", "rp", "rm"];
    let mut held = 0;
    for &i in Intrinsic::ALL {
        let Some((word, mode)) = i.name().split_once('.') else { continue };
        if !words.contains(&word) || !modes.contains(&mode) {
            continue;
        }
        for format in &FORMATS {
            let op = op(Operator::IntrinsicOp, Some(i), format.mtype);
            let inexact = format.held(&op, word, mode, i.kid_count());
            assert!(inexact > 100, "{} of {}: {inexact}", i.name(), format.mtype);
        }
        held += 1;
    }
    // FMA to nearest is an operator.
    assert_eq!(held, words.len() * modes.len() - 1);
}

#[test]
fn operators_are_rounded_to_nearest() {
    let operators = [
        (Operator::Add, "add", 2),
        (Operator::Sub, "sub", 2),
        (Operator::Mpy, "mul", 2),
        (Operator::Div, "div", 2),
        (Operator::Fma, "fma", 3),
    ];
    for format in &FORMATS {
        for (opr, word, count) in operators {
            format.held(&op(opr, None, format.mtype), word, "rn", count);
        }
        format.held(
            &op(Operator::IntrinsicOp, Some(Intrinsic::Sqrt), format.mtype),
            "sqrt",
            "rn",
            1,
        );
    }
}

/// What has no exact result, and the zeros, as IEEE 754-2019, sections 6.1 to 6.3 and 7, has them and the machine does; of a NaN
/// only that it is one.
#[test]
fn zeros_infinities_and_nans_are_those_of_the_machine() {
    let special = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -3.0];
    let all = || special.into_iter();
    for format in &FORMATS {
        let check = |i: Intrinsic, kids: &[f64], wanted: f64| {
            let op = op(Operator::IntrinsicOp, Some(i), format.mtype);
            let values: Vec<Value> = kids.iter().map(|&x| Value::exact(format.bits(x))).collect();
            let found = evaluate(&Module::default(), &op, &values).expect("an exact operation");
            let number = match format.mtype {
                Mtype::F4 => f64::from(f32::from_bits(found.bits as u32)),
                _ => f64::from_bits(found.bits),
            };
            let fine = format.bits(wanted) == found.bits || (wanted.is_nan() && number.is_nan());
            assert!(fine, "{} of {} {kids:?}: {number}, not {wanted}", i.name(), format.mtype);
        };
        // Each of these is exact in both formats, or no number.
        for x in all() {
            if x.abs() != 3.0 {
                check(Intrinsic::RcpRn, &[x], 1.0 / x);
                check(Intrinsic::SqrtRn, &[x], x.sqrt());
            }
            for y in all() {
                check(Intrinsic::AddRn, &[x, y], x + y);
                check(Intrinsic::SubRn, &[x, y], x - y);
                check(Intrinsic::MulRn, &[x, y], x * y);
                if y.abs() != 3.0 {
                    check(Intrinsic::DivRn, &[x, y], x / y);
                }
                for z in all().filter(|z| x * y + z != 0.0) {
                    check(Intrinsic::FmaRz, &[x, y, z], x.mul_add(y, z));
                }
                // Downward, what cancels is -0 (section 6.3).
                if x == -y && x.is_finite() {
                    let zero = if x == 0.0 && !x.is_sign_negative() && !y.is_sign_negative() {
                        0.0
                    } else {
                        -0.0
                    };
                    check(Intrinsic::AddRd, &[x, y], zero);
                    check(Intrinsic::SubRd, &[x, -y], zero);
                }
            }
        }
    }
}

/// An integer over 2^scale as a whole number.
fn whole(integer: i128, scale: u32, mode: &str) -> i128 {
    let (below, rest, half) = (integer >> scale, integer & ((1 << scale) - 1), 1 << (scale - 1));
    let up = match mode {
        "rn" => rest > half || (rest == half && below & 1 == 1),
        "rz" => integer < 0 && rest != 0,
        "rp" => rest != 0,
        "rm" => false,
        _ => panic!("the mode {mode}"),
    };
    below + i128::from(up)
}

const CONVERSIONS: [(Intrinsic, &str); 4] = [
    (Intrinsic::CvtRn, "rn"),
    (Intrinsic::CvtRz, "rz"),
    (Intrinsic::CvtRu, "rp"),
    (Intrinsic::CvtRd, "rm"),
];

/// PTX ISA, `cvt`: rounded as said, then clamped to the range of the type; C cuts toward zero.
#[test]
fn floats_become_the_integers_next_to_them() {
    let types = [
        (Mtype::I4, i128::from(i32::MIN), i128::from(i32::MAX)),
        (Mtype::U4, 0, i128::from(u32::MAX)),
        (Mtype::I8, i128::from(i64::MIN), i128::from(i64::MAX)),
        (Mtype::U8, 0, i128::from(u64::MAX)),
    ];
    for format in &FORMATS {
        // Eighths around zero, what the format has around each end, and what is far outside.
        let mut numbers: Vec<f64> = (-40..=40).map(|k| f64::from(k) / 8.0).collect();
        for (_, low, high) in types {
            for end in [low, high] {
                let at = if format.mtype == Mtype::F4 { f64::from(end as f32) } else { end as f64 };
                let near = |x: f64, up: bool| match (format.mtype, up) {
                    (Mtype::F4, true) => f64::from((x as f32).next_up()),
                    (Mtype::F4, false) => f64::from((x as f32).next_down()),
                    (_, true) => x.next_up(),
                    (_, false) => x.next_down(),
                };
                numbers.extend([at, near(at, true), near(at, false), 2.0 * at, -at]);
            }
        }
        // But for the neighbours of zero, which are too small.
        numbers.retain(|x| *x == 0.0 || x.abs() >= 0.125);
        for (to, low, high) in types {
            for &x in &numbers {
                // No number here has bits below 2^-30.
                let exact = (x * 2f64.powi(30)) as i128;
                let kid = [Value::exact(format.bits(x))];
                let give = |opr, intrinsic| {
                    let op =
                        Op { opr, rtype: to, desc: format.mtype, intrinsic, kids: Kids::new() };
                    evaluate(&Module::default(), &op, &kid)
                };
                let wanted =
                    |mode| Some(Value::of(to, whole(exact, 30, mode).clamp(low, high) as u64));
                for (i, mode) in CONVERSIONS {
                    let found = give(Operator::IntrinsicOp, Some(i));
                    assert_eq!(found, wanted(mode), "{mode} of {x} {} to {to}", format.mtype);
                }
                assert_eq!(give(Operator::Cvt, None), wanted("rz"), "{x} {} to {to}", format.mtype);
            }
        }
    }
}

#[test]
fn numbers_become_the_floats_next_to_them() {
    let mut random = Random(77);
    for format in &FORMATS {
        for from in [Mtype::I4, Mtype::U4, Mtype::I8, Mtype::U8, Mtype::F8] {
            for _ in 0..300 {
                let bits = random.next() >> (random.next() % 64);
                // The value is an integer over a power of two, as the type has it.
                let (bits, integer, power) = match from {
                    Mtype::I4 => (bits & 0xffff_ffff, i128::from(bits as i32), 0),
                    Mtype::U4 => (bits & 0xffff_ffff, i128::from(bits as u32), 0),
                    Mtype::I8 => (bits, i128::from(bits as i64), 0),
                    Mtype::U8 => (bits, i128::from(bits), 0),
                    _ => {
                        let integer = FORMATS[1].operand(&mut random);
                        ((integer as f64 * 2f64.powi(-60)).to_bits(), integer, -60)
                    }
                };
                if integer == 0 || (from == Mtype::F8 && format.mtype == Mtype::F8) {
                    continue;
                }
                let exact = Exact { integer, power, more: false };
                let kid = [Value::exact(bits)];
                let give = |opr, intrinsic| {
                    let op =
                        Op { opr, rtype: format.mtype, desc: from, intrinsic, kids: Kids::new() };
                    evaluate(&Module::default(), &op, &kid)
                };
                let wanted = |mode| {
                    let bits = format.bits(exact.rounded(mode, format.precision));
                    Some(Value::exact(bits))
                };
                for (i, mode) in CONVERSIONS {
                    let found = give(Operator::IntrinsicOp, Some(i));
                    assert_eq!(found, wanted(mode), "{mode} of {exact:?} to {}", format.mtype);
                }
                assert_eq!(give(Operator::Cvt, None), wanted("rn"), "{exact:?}");
            }
        }
    }
}

#[test]
fn the_reference_rounds_as_ieee_754_says() {
    let of = |integer, more| Exact { integer, power: 0, more };
    // Two bits of precision: 4, 6, 8; between them 5 and 7 lie halfway.
    let table = [
        (of(4, false), [4., 4., 4., 4.]),
        (of(5, false), [4., 4., 6., 4.]),
        (of(7, false), [8., 6., 8., 6.]),
        (of(-5, false), [-4., -4., -4., -6.]),
        (of(-7, false), [-8., -6., -6., -8.]),
        (of(10, true), [12., 8., 12., 8.]),
        (of(9, true), [8., 8., 12., 8.]),
        (of(-12, true), [-12., -12., -12., -16.]),
    ];
    for (value, wanted) in table {
        let found = ["rn", "rz", "rp", "rm"].map(|mode| value.rounded(mode, 2));
        assert_eq!(found, wanted, "{value:?}");
    }
}
