//! The rules against all choices of the unknown bits, computed by the operations themselves.

use super::*;
use crate::exec::run::combined;
use crate::op::Shift;

/// splitmix64
struct Random(u64);

impl Random {
    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A value with at most four unknown bits, or with none.
    fn value(&mut self, width: u32) -> Value {
        let dense = [self.draw(), self.draw() & 0xff, !(self.draw() & 0xff)];
        let bits = dense[(self.draw() % 3) as usize] & low(width);
        let count = self.draw() % 5;
        let unknown = (0..count).fold(0, |m, _| m | 1 << (self.draw() % u64::from(width)));
        Value { bits, unknown }
    }
}

/// All values that a value may stand for.
fn choices(v: Value) -> Vec<u64> {
    let places: Vec<u32> = (0..64).filter(|k| v.unknown >> k & 1 == 1).collect();
    (0..1u64 << places.len())
        .map(|choice| {
            let set = |m, (k, place): (usize, &u32)| m | (choice >> k & 1) << place;
            places.iter().enumerate().fold(v.bits & !v.unknown, set)
        })
        .collect()
}

/// Bits of a result that differ between choices.
fn differing(operands: [Value; 3], f: &dyn Fn(u64, u64, u64) -> u64) -> u64 {
    let (mut some, mut all) = (0, !0);
    for x in choices(operands[0]) {
        for y in choices(operands[1]) {
            for z in choices(operands[2]) {
                let r = f(x, y, z);
                some |= r;
                all &= r;
            }
        }
    }
    some & !all
}

/// A rule finds what differs: exactly, or at least.
fn check(
    name: &str,
    exact: bool,
    widths: [u32; 3],
    rule: impl Fn(Value, Value, Value) -> u64,
    f: impl Fn(u64, u64, u64) -> u64,
) {
    let mut random =
        Random(name.bytes().fold(7u64, |h, b| h.wrapping_mul(31).wrapping_add(u64::from(b))));
    for _ in 0..600 {
        let [a, b, c] = widths.map(|w| if w == 0 { Value::default() } else { random.value(w) });
        let (found, wanted) = (rule(a, b, c), differing([a, b, c], &f));
        let good = if exact { found == wanted } else { wanted & !found == 0 };
        assert!(good, "{name} of {a:x?} {b:x?} {c:x?}: {found:x}, not {wanted:x}");
    }
}

#[test]
fn operations_of_two() {
    let exact = [Int2::And, Int2::Or, Int2::Xor, Int2::Add, Int2::Sub];
    let others = [
        Int2::Mul,
        Int2::MulHiS,
        Int2::MulHiU,
        Int2::DivS,
        Int2::DivU,
        Int2::RemU,
        Int2::MinS,
        Int2::MinU,
        Int2::MaxS,
        Int2::MaxU,
        Int2::AddSat,
        Int2::SubSat,
    ];
    for (op, exact) in exact.map(|op| (op, true)).into_iter().chain(others.map(|op| (op, false))) {
        let name = format!("{op:?}");
        check(
            &name,
            exact,
            [32, 32, 0],
            |a, b, _| int2(op, a, b, false, 32),
            |x, y, _| u64::from(scalar::int2_w(op, x as u32, y as u32)),
        );
        check(
            &name,
            exact,
            [64, 64, 0],
            |a, b, _| int2(op, a, b, false, 64),
            |x, y, _| scalar::int2_d(op, x, y),
        );
        check(
            &name,
            exact,
            [16, 16, 0],
            |a, b, _| int2(op, a, b, false, 16),
            |x, y, _| u64::from(scalar::int2_h(op, x as u32, y as u32)),
        );
    }
    // One register twice.
    let v = Value { bits: 5, unknown: !0 };
    assert_eq!(int2(Int2::Xor, v, v, true, 32) | int2(Int2::Sub, v, v, true, 32), 0);
    assert_eq!(int2(Int2::Add, v, v, true, 32), low(32));
    // A product by a known multiple of 256 has its low byte known, and by zero all of it.
    let times = |bits| int2(Int2::Mul, v, Value { bits, unknown: 0 }, false, 32);
    assert_eq!((times(0x300), times(0)), (0xffff_ff00, 0));
    // So has one by a multiple of which the other bits are unknown.
    let multiple = Value { bits: 0x100, unknown: 0xff00 };
    assert_eq!(int2(Int2::Mul, v, multiple, false, 32), 0xffff_ff00);
    // The lesser of 4 to 7 and 9 is the first, of 5 and 9 to 11 all is known.
    let some = |bits, unknown| Value { bits, unknown };
    assert_eq!(int2(Int2::MinU, some(4, 3), some(9, 0), false, 32), 3);
    assert_eq!(int2(Int2::MinU, some(5, 0), some(8, 3), false, 32), 0);
    assert_eq!(int2(Int2::MaxS, some(5, 0), some(8, 1 << 31), false, 32), 1 << 31 | 13);
}

#[test]
fn products_of_24_bits() {
    let f = |op| move |x: u64, y: u64, _| u64::from(scalar::int2_w(op, x as u32, y as u32));
    for op in [Int2::Mul24LoS, Int2::Mul24LoU, Int2::Mul24HiS, Int2::Mul24HiU] {
        check(&format!("{op:?}"), false, [32, 32, 0], |a, b, _| int2(op, a, b, false, 32), f(op));
        let high = Value { bits: 5, unknown: 0xff00_0000 };
        assert_eq!(int2(op, high, high, false, 32), 0, "{op:?}");
    }
    for op in [Int3::Mad24LoS, Int3::Mad24LoU, Int3::Mad24HiS, Int3::Mad24HiSat, Int3::MadHiSat] {
        let f = |x: u64, y: u64, z: u64| u64::from(scalar::int3(op, x as u32, y as u32, z as u32));
        check(&format!("{op:?}"), false, [32; 3], |a, b, c| int3(op, a, b, c), f);
    }
}

#[test]
fn sums_with_carries() {
    for width in [32, 64] {
        let sum = |x: u64, y: u64, z: u64| u128::from(x) + u128::from(y) + u128::from(z);
        let rule = |a, b, c| add_carry(a, b, c, width).0;
        let f = |x, y, z| sum(x, y, z) as u64 & low(width);
        check("sum", true, [width, width, 1], rule, f);
        let rule = |a, b, c| add_carry(a, b, c, width).1;
        check("carry", true, [width, width, 1], rule, |x, y, z| (sum(x, y, z) >> width) as u64);
    }
}

/// Of operands with whole bytes unknown, as loads give them, not all choices can be tried: some, of which no two may differ in a bit
/// that counts as known.
#[test]
fn operands_with_unknown_bytes() {
    let mut random = Random(24);
    let rules = [
        Int2::Add,
        Int2::Sub,
        Int2::And,
        Int2::Or,
        Int2::Mul,
        Int2::Mul24LoS,
        Int2::MinS,
        Int2::MaxU,
        Int2::DivU,
    ];
    for op in rules.iter().cycle().take(2000) {
        let bytes = |n: u64| (0..4).fold(0, |m, k| m | (0xff * (n >> k & 1)) << (8 * k));
        let value = |random: &mut Random| {
            let bits = random.draw() & random.draw() & low(32);
            Value { bits, unknown: bytes(random.draw() & random.draw()) }
        };
        let (a, b) = (value(&mut random), value(&mut random));
        let mut choose = |v: Value| (v.bits & !v.unknown | random.draw() & v.unknown) as u32;
        let (mut some, mut all) = (0, !0);
        for _ in 0..200 {
            let r = scalar::int2_w(*op, choose(a), choose(b));
            some |= r;
            all &= r;
        }
        let found = int2(*op, a, b, false, 32);
        let differs = u64::from(some & !all);
        assert_eq!(differs & !found, 0, "{op:?} of {a:x?} {b:x?}: {found:x}, not {differs:x}");
    }
}

#[test]
fn operations_of_one_and_counts() {
    for (op, exact) in [
        (Int1::Mov, true),
        (Int1::Not, true),
        (Int1::Neg, true),
        (Int1::Brev, true),
        (Int1::Cnot, true),
        (Int1::AbsS, false),
    ] {
        for width in [16, 32, 64] {
            let name = format!("{op:?}");
            check(
                &name,
                exact,
                [width, 0, 0],
                |a, _, _| int1(op, a, width),
                |x, _, _| scalar::int1(op, x, width),
            );
        }
    }
    let bfind = |signed| Count::Bfind { signed, shift_amount: false };
    for op in [Count::Popc, Count::Clz, bfind(false), bfind(true)] {
        for width in [32, 64] {
            check(
                &format!("{op:?}"),
                false,
                [width, 0, 0],
                |a, _, _| count(op, a, width),
                |x, _, _| u64::from(scalar::count(op, x, width)),
            );
        }
    }
    // Unknown bits below the first that is set do not matter.
    assert_eq!(count(Count::Clz, Value { bits: 0x100, unknown: 0xff }, 32), 0);
    assert_eq!(count(Count::Clz, Value { bits: 0x100, unknown: 0x200 }, 32), 1);
    // A count of at most four has three bits.
    assert_eq!(count(Count::Popc, Value { bits: 0, unknown: 0xf000 }, 32), 7);
    // A sign that is known tells which way it goes.
    assert_eq!(int1(Int1::AbsS, Value { bits: 0x100, unknown: 0xf }, 32), 0xf);
}

#[test]
fn operations_of_three() {
    let f = |op| {
        move |x: u64, y: u64, z: u64| u64::from(scalar::int3(op, x as u32, y as u32, z as u32))
    };
    for op in [Int3::Lop3(0xe8), Int3::Lop3(0xca), Int3::Lop3(0x01), Int3::Lop3(0xaa)] {
        check(&format!("{op:?}"), true, [32; 3], |a, b, c| int3(op, a, b, c), f(op));
    }
    for op in [
        Int3::Mad,
        Int3::MadHiU,
        Int3::SadS,
        Int3::ShfLeftClamp,
        Int3::ShfRightWrap,
        Int3::Prmt,
        Int3::PrmtF4e,
        Int3::BfeS,
        Int3::BfeU,
        Int3::Dp4a { a_signed: true, b_signed: false },
    ] {
        check(&format!("{op:?}"), false, [32; 3], |a, b, c| int3(op, a, b, c), f(op));
    }
    // By amounts that are known bits are followed one by one.
    for amount in [0, 3, 17, 31, 40, 0x0708, 0x9f32, 0xffff] {
        let by = Value { bits: amount, unknown: 0 };
        for op in [Int3::ShfLeftClamp, Int3::ShfRightWrap, Int3::Prmt] {
            let rule = |a, b, _| int3(op, a, b, by);
            check(&format!("{op:?}"), true, [32, 32, 0], rule, |x, y, _| f(op)(x, y, amount));
        }
        for (op, count) in [(Int3::BfeS, 5), (Int3::BfeU, 12), (Int3::BfeS, 32)] {
            let rule = |a, _, _| int3(op, a, by, Value { bits: count, unknown: 0 });
            check(&format!("{op:?}"), true, [32, 0, 0], rule, |x, _, _| f(op)(x, amount, count));
        }
        for op in [Shift::Left, Shift::RightS, Shift::RightU] {
            let n = amount as u32;
            let rule = |a: Value, _, _| {
                moved([by, by], a.unknown, 32, || {
                    u64::from(scalar::shift_w(op, a.unknown as u32, n))
                })
            };
            check(&format!("{op:?}"), true, [32, 0, 0], rule, |x, _, _| {
                u64::from(scalar::shift_w(op, x as u32, n))
            });
        }
    }
}

#[test]
fn products_that_are_wide() {
    for signed in [false, true] {
        let rule = |a, b, c| mad_wide(signed, a, b, c, 64);
        check("mad.wide", false, [32, 32, 64], rule, |x, y, z| {
            let product = match signed {
                true => (i64::from(x as i32) * i64::from(y as i32)) as u64,
                false => x * y,
            };
            product.wrapping_add(z)
        });
    }
}

#[test]
fn selections_comparisons_and_predicates() {
    let take = |x, y, z: u64| if z & 1 == 1 { x } else { y };
    check("selp", true, [64, 64, 1], select, take);
    let ordered = [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge];
    for cmp in ordered {
        for ty in [Ty::U16, Ty::S16, Ty::U32, Ty::S32, Ty::U64, Ty::S64] {
            let width = ty.bits();
            let order = move |x: u64, y: u64| {
                let value = |v| cvt::int_value(ty, v);
                u64::from(scalar::compare(cmp, Some(value(x).cmp(&value(y)))))
            };
            check(
                &format!("{cmp:?}.{ty:?}"),
                true,
                [width, width, 0],
                |a, b, _| compare(cmp, ty, a, b),
                |x, y, _| order(x, y),
            );
            // Numbers that are close.
            check(
                &format!("{cmp:?}.{ty:?}"),
                true,
                [3, 3, 0],
                |a, b, _| compare(cmp, ty, a, b),
                |x, y, _| order(x, y),
            );
        }
        let nan = Value { bits: 0x7fc0_0000, unknown: 1 };
        assert_eq!(compare(cmp, Ty::F32, nan, nan), 1);
    }
    for kind in [Combine::None, Combine::And, Combine::Or, Combine::Xor] {
        check(
            &format!("{kind:?}"),
            true,
            [1, 1, 0],
            |c, p, _| combine(kind, c, p),
            |c, p, _| u64::from(combined(kind, c as u32, p as u32).0 & 1),
        );
    }
}

#[test]
fn conversions() {
    for from in [Ty::U8, Ty::S8, Ty::U16, Ty::S16, Ty::U32, Ty::S32, Ty::U64, Ty::S64] {
        for to in [Ty::U8, Ty::S8, Ty::U16, Ty::S16, Ty::U32, Ty::S32, Ty::U64, Ty::S64] {
            for sat in [false, true] {
                let width = to.bits().max(32) as u8;
                let c = Cvt {
                    from,
                    to,
                    rnd: crate::soft::Rnd::Zero,
                    integral: false,
                    ftz: false,
                    sat,
                    width,
                };
                let name = format!("{from:?} {to:?} {sat}");
                check(
                    &name,
                    !sat,
                    [from.bits(), 0, 0],
                    |a, _, _| convert(c, a),
                    |x, _, _| cvt::convert(c, x),
                );
            }
        }
    }
    let c = Cvt {
        from: Ty::U16,
        to: Ty::F32,
        rnd: crate::soft::Rnd::Near,
        integral: false,
        ftz: false,
        sat: false,
        width: 32,
    };
    assert_eq!(convert(c, Value { bits: 0, unknown: 1 }), low(32));
    assert_eq!(convert(c, Value { bits: 0, unknown: 1 << 16 }), 0);
}
