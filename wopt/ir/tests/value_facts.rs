//! Facts of values are true: of every operation, for all operands at 3 bits against integer arithmetic written here, and at 32 and 64
//! bits against the interpreter; and they know what they should.

use optx_ir::interpret::{self, Value};
use optx_ir::{CrId, Fact, Kids, Op, Overflow};
use optx_whirl::{Intrinsic, Module, Mtype, Operator};

const WIDTH: u32 = 3;

fn number(value: u64, is_signed: bool, width: u32) -> i128 {
    let value = i128::from(value & (u64::MAX >> (64 - width)));
    if is_signed && value >= 1 << (width - 1) { value - (1 << width) } else { value }
}

/// All facts of one kind over so many bits: intervals of either signedness, and known bits.
fn facts(width: u32) -> Vec<Fact> {
    let mut all = Vec::new();
    let count = 1i64 << width;
    for low in 0..count {
        for high in low..count {
            all.push(Fact::unsigned(width, low as u64, high as u64));
            all.push(Fact::signed(width, low - count / 2, high - count / 2));
        }
    }
    for zeros in 0..count as u64 {
        for ones in (0..count as u64).filter(|ones| ones & zeros == 0) {
            all.push(Fact::bits(width, zeros, ones));
        }
    }
    all.push(Fact::unsigned(width, 1, 5).meet(&Fact::bits(width, 1, 0)));
    all
}

fn values(fact: &Fact) -> Vec<u64> {
    (0..1 << fact.width()).filter(|&x| fact.holds(x)).collect()
}

/// Holds a row to what the operation gives: none where it has no value.
fn hold_binary(
    name: &str,
    row: impl Fn(&Fact, &Fact) -> Fact,
    gives: impl Fn(u64, u64) -> Option<i128>,
) {
    let all = facts(WIDTH);
    for a in &all {
        for b in &all {
            let fact = row(a, b);
            for x in values(a) {
                for y in values(b) {
                    let Some(result) = gives(x, y) else { continue };
                    assert!(
                        fact.holds(result as u64),
                        "{name} of {x} in {a:?} and {y} in {b:?}: {result} not in {fact:?}"
                    );
                }
            }
        }
    }
}

fn kept(exact: i128, is_signed: bool, overflow: Overflow) -> Option<i128> {
    let fits = (-4..4).contains(&exact);
    (!is_signed || overflow == Overflow::Wraps || fits).then_some(exact)
}

#[test]
fn sums_and_products_at_three_bits() {
    for overflow in [Overflow::Wraps, Overflow::Poison] {
        let by = |f: fn(i128, i128) -> i128| {
            move |x, y| {
                let signed = overflow == Overflow::Poison;
                kept(f(number(x, signed, WIDTH), number(y, signed, WIDTH)), signed, overflow)
            }
        };
        hold_binary("add", |a, b| a.add(b, overflow), by(|x, y| x + y));
        hold_binary("sub", |a, b| a.sub(b, overflow), by(|x, y| x - y));
        hold_binary("mul", |a, b| a.mul(b, overflow), by(|x, y| x * y));
        hold_binary("neg", |a, _| a.neg(overflow), by(|x, _| -x));
    }
}

#[test]
fn quotients_and_bounds_at_three_bits() {
    for signed in [false, true] {
        let by = |f: fn(i128, i128) -> Option<i128>| {
            move |x, y| f(number(x, signed, WIDTH), number(y, signed, WIDTH))
        };
        let defined = move |exact: Option<i128>| exact.filter(|q| !signed || (-4..4).contains(q));
        hold_binary(
            "div",
            |a, b| a.div(b, signed),
            move |x, y| defined(by(|x, y| (y != 0).then(|| x / y))(x, y)),
        );
        hold_binary("rem", |a, b| a.rem(b, signed), by(|x, y| (y != 0).then(|| x % y)));
        hold_binary("max", |a, b| a.max(b, signed), by(|x, y| Some(x.max(y))));
        hold_binary("min", |a, b| a.min(b, signed), by(|x, y| Some(x.min(y))));
        hold_binary("high", |a, b| a.high_mul(b, signed), by(|x, y| Some((x * y) >> WIDTH)));
        for opr in
            [Operator::Eq, Operator::Ne, Operator::Lt, Operator::Le, Operator::Gt, Operator::Ge]
        {
            let holds = move |x: u64, y: u64| {
                let (x, y) = (number(x, signed, WIDTH), number(y, signed, WIDTH));
                match opr {
                    Operator::Eq => x == y,
                    Operator::Ne => x != y,
                    Operator::Lt => x < y,
                    Operator::Le => x <= y,
                    Operator::Gt => x > y,
                    _ => x >= y,
                }
            };
            hold_binary(
                "where",
                |a, b| a.where_holds(opr, signed, b),
                |x, y| holds(x, y).then_some(i128::from(x)),
            );
            hold_binary(
                "compare",
                |a, b| match a.compare(opr, signed, b) {
                    Some(truth) => Fact::constant(1, u64::from(truth)),
                    None => Fact::full(1),
                },
                |x, y| Some(i128::from(holds(x, y))),
            );
        }
    }
    hold_binary("abs", |a, _| a.abs(), |x, _| Some(number(x, true, WIDTH).abs()));
}

#[test]
fn bits_and_shifts_at_three_bits() {
    let w = u64::from(WIDTH);
    hold_binary("and", Fact::and, |x, y| Some(i128::from(x & y)));
    hold_binary("or", Fact::or, |x, y| Some(i128::from(x | y)));
    hold_binary("xor", Fact::xor, |x, y| Some(i128::from(x ^ y)));
    hold_binary("not", |a, _| a.not(), |x, _| Some(i128::from(!x & 7)));
    hold_binary("join", Fact::join, |x, _| Some(i128::from(x)));
    hold_binary("join", Fact::join, |_, y| Some(i128::from(y)));
    hold_binary("widen", Fact::widen, |x, _| Some(i128::from(x)));
    hold_binary("widen", Fact::widen, |_, y| Some(i128::from(y)));
    hold_binary("meet", Fact::meet, |x, y| (x == y).then_some(i128::from(x)));
    hold_binary("shl", Fact::shl, |x, y| Some(if y >= w { 0 } else { i128::from(x << y) }));
    hold_binary("lshr", Fact::lshr, |x, y| Some(if y >= w { 0 } else { i128::from(x >> y) }));
    hold_binary("ashr", Fact::ashr, |x, y| Some(number(x, true, WIDTH) >> y.min(2)));
    hold_binary("popc", |a, _| a.count_of_ones(5), |x, _| Some(i128::from(x.count_ones())));
    hold_binary("clz", |a, _| a.leading_zeros(5), |x, _| Some(i128::from(x.leading_zeros() - 61)));
    hold_binary("brev", |a, _| a.reversed(), |x, _| Some(i128::from(x.reverse_bits() >> 61)));
}

#[test]
fn conversions_at_three_bits() {
    for signed in [false, true] {
        hold_binary("extend", |a, _| a.extend(6, signed), |x, _| Some(number(x, signed, WIDTH)));
        for width in 1..=WIDTH {
            let cut = |x: u64| number(x, signed, width);
            hold_binary("truncate", |a, _| a.truncate(width), |x, _| Some(cut(x)));
            hold_binary("cut", |a, _| a.cut(width, signed), |x, _| Some(cut(x)));
            for a in facts(WIDTH) {
                let same = |x: &u64| cut(*x) == number(*x, signed, WIDTH);
                assert!(!a.fits(width, signed) || values(&a).iter().all(same), "{a:?} {width}");
            }
        }
    }
    // An extension of a value by one sign is that of the other where it is not negative.
    for a in facts(WIDTH) {
        let both = |b: &Fact| a.add(b, Overflow::Wraps).is_empty();
        assert!(values(&a).is_empty() || !both(&a), "{a:?}");
    }
}

/// The rows, reached by operators and types, against the interpreter at the widths that there are.
#[test]
fn operations_at_full_width() {
    use Operator::*;
    let module = Module::default();
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let kid = CrId::from_index(0);
    let mut checked = 0;
    for _ in 0..40_000 {
        let wide = random() % 2 == 0;
        let (signed, other) = if wide { (Mtype::I8, Mtype::I4) } else { (Mtype::I4, Mtype::I8) };
        let rtype = if random() % 2 == 0 { signed } else { signed.unsigned() };
        let binary = [
            Add, Sub, Mpy, Highmpy, Div, Rem, Max, Min, Band, Bior, Bxor, Shl, Ashr, Lshr, Eq, Ne,
            Lt, Le, Gt, Ge,
        ];
        let unary = [Neg, Abs, Bnot, Cvt, Cvtl, IntrinsicOp];
        let pick = random() as usize % (binary.len() + unary.len());
        let (opr, count) = match binary.get(pick) {
            Some(&opr) => (opr, 2),
            None => (unary[pick - binary.len()], 1),
        };
        let mut op = Op {
            opr,
            rtype,
            desc: Mtype::V,
            intrinsic: None,
            kids: Kids::from_slice(&[kid, kid][..count]),
        };
        let mut types = [rtype; 2];
        match opr {
            Shl | Ashr | Lshr => types[1] = Mtype::U4,
            opr if opr.is_compare() => (op.desc, op.rtype) = (rtype, Mtype::B),
            Cvt => {
                op.desc = if random() % 2 == 0 { other } else { other.unsigned() };
                types[0] = op.desc;
            }
            Cvtl => op.desc = [Mtype::I1, Mtype::U1, Mtype::I2, Mtype::U2][random() as usize % 4],
            IntrinsicOp => {
                let all = [Intrinsic::Popc, Intrinsic::Clz, Intrinsic::Ffs, Intrinsic::Brev];
                op.intrinsic = Some(all[random() as usize % 4]);
                op.desc = rtype.unsigned();
                op.rtype = if op.intrinsic == all.last().copied() { op.desc } else { Mtype::U4 };
                types[0] = op.desc;
            }
            _ => {}
        }
        // Operands near each other, near the ends, and of few bits.
        let mut operand = |mtype: Mtype| {
            let bits = mtype.bits();
            let shift = random() % u64::from(bits);
            let all = u64::MAX >> (64 - bits);
            let value = match random() % 4 {
                0 => random(),
                1 => random() >> (64 - bits) >> shift,
                2 => (random() % 8).wrapping_sub(4),
                _ => (all >> 1).wrapping_add(random() % 6),
            } & all;
            let near = (random() >> (64 - bits)) >> (random() % u64::from(bits));
            let fact = match random() % 5 {
                0 => Fact::constant(bits, value),
                1 => Fact::unsigned(
                    bits,
                    value.saturating_sub(near),
                    value.saturating_add(near).min(all),
                ),
                2 => {
                    let (least, most) = Fact::full(bits).signed_bounds();
                    let number = number(value, true, bits) as i64;
                    let near = (near >> 1) as i64;
                    Fact::signed(
                        bits,
                        number.saturating_sub(near).max(least),
                        number.saturating_add(near).min(most),
                    )
                }
                3 => Fact::bits(bits, !value & random(), value & random()),
                _ => Fact::full(bits),
            };
            assert!(fact.holds(value), "{value:#x} {fact:?}");
            (value, fact)
        };
        let operands: Vec<(u64, Fact)> = types[..count].iter().map(|&t| operand(t)).collect();
        let known: Vec<Option<Fact>> = operands.iter().map(|(_, fact)| Some(*fact)).collect();
        let kids: Vec<Value> =
            operands.iter().zip(types).map(|((value, _), t)| Value::of(t, *value)).collect();
        let Some(value) = interpret::evaluate(&module, &op, &kids) else { continue };
        let fact = Fact::operation(&op, &known).expect("an integer");
        checked += 1;
        assert!(
            !value.is_known() || fact.holds(value.bits),
            "{op:?} of {operands:x?}: {value:x?} not in {fact:x?}"
        );
    }
    assert!(checked > 35_000, "{checked}");
}

/// Of what never runs nothing more is known, whatever is compared.
#[test]
fn no_value_stays_no_value() {
    let compares = [Operator::Eq, Operator::Ne, Operator::Lt, Operator::Le, Operator::Gt];
    for width in [1, 3, 32, 64] {
        for other in [0, 1, u64::MAX].map(|value| Fact::constant(width, value)) {
            for (opr, is_signed) in compares.iter().flat_map(|&opr| [(opr, false), (opr, true)]) {
                let none = Fact::empty(width).where_holds(opr, is_signed, &other);
                assert!(none.is_empty(), "{opr:?} {other:?}: {none:?}");
            }
        }
    }
}

/// What passes count on being known.
#[test]
fn facts_know_what_they_should() {
    let word = Fact::full(32);
    let to = |high| Fact::unsigned(32, 0, high);
    let byte = word.and(&Fact::constant(32, 255));
    assert_eq!(byte.unsigned_bounds(), (0, 255));
    assert!(byte.is_nonnegative() && byte.fits(8, false) && !byte.fits(8, true));
    // i < n, i >= 0.
    let counter = Fact::signed(32, 0, i64::from(i32::MAX));
    let inside = counter.where_holds(Operator::Lt, true, &word);
    let next = inside.add(&Fact::constant(32, 1), Overflow::Poison);
    assert_eq!(next.signed_bounds(), (1, i64::from(i32::MAX)));
    // A multiple of four, and one more: the bits are apart.
    let four = word.shl(&Fact::constant(32, 2));
    assert_eq!(four.known_bits(), (3, 0));
    assert_eq!(four.add(&Fact::constant(32, 1), Overflow::Wraps).known_bits(), (2, 1));
    assert_eq!(word.rem(&Fact::constant(32, 10), true).signed_bounds(), (-9, 9));
    assert_eq!(to(1023).rem(&Fact::constant(32, 32), true).unsigned_bounds(), (0, 31));
    assert_eq!(to(100).div(&Fact::constant(32, 10), true).unsigned_bounds(), (0, 10));
    assert_eq!(to(63).mul(&Fact::constant(32, 64), Overflow::Wraps).unsigned_bounds(), (0, 4032));
    assert_eq!(word.lshr(&Fact::constant(32, 28)).unsigned_bounds(), (0, 15));
    assert_eq!(byte.extend(64, true).unsigned_bounds(), (0, 255));
    assert!(to(5).compare(Operator::Lt, false, &Fact::constant(32, 6)) == Some(true));
    assert!(four.compare(Operator::Eq, false, &Fact::constant(32, 2)) == Some(false));
    assert_eq!(to(9).widen(&to(10)).unsigned_bounds(), (0, 15));
    assert_eq!(to(15).widen(&to(16)).unsigned_bounds(), (0, 0x7fff_ffff));
}
