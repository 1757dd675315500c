//! Integer arithmetic.

use num_bigint::BigInt;

use super::kernel::{check, integers, pairs, triples};

/// The value of a type's bits.
pub fn value(ty: &str, v: u64) -> BigInt {
    let bits: u32 = ty[1..].parse().unwrap();
    let v = if bits == 64 { v } else { v & ((1 << bits) - 1) };
    let x = BigInt::from(v);
    if ty.starts_with('s') && v >> (bits - 1) & 1 == 1 { x - (BigInt::from(1) << bits) } else { x }
}

/// The bits of a type that an integer becomes, modulo the width.
pub fn wrap(bits: u32, v: &BigInt) -> u64 {
    let m = BigInt::from(1) << bits;
    let r = ((v % &m) + &m) % &m;
    u64::try_from(r).unwrap()
}

fn bits(ty: &str) -> u32 {
    ty[1..].parse().unwrap()
}

/// Division rounding down, for shifts to the right.
fn floor_shift(v: &BigInt, by: u32) -> BigInt {
    v >> by
}

fn clamp(v: BigInt, ty: &str) -> BigInt {
    let n = bits(ty);
    let (low, high) = if ty.starts_with('s') {
        (-(BigInt::from(1) << (n - 1)), (BigInt::from(1) << (n - 1)) - 1)
    } else {
        (BigInt::from(0), (BigInt::from(1) << n) - 1)
    };
    v.clamp(low, high)
}

const TYPES: [&str; 6] = ["u16", "s16", "u32", "s32", "u64", "s64"];

fn two(op: &str, f: impl Fn(&str, BigInt, BigInt) -> BigInt) {
    for ty in TYPES {
        check(&format!("{op}.{ty} %d, %a, %b;"), ty, &[ty, ty], &pairs(bits(ty), 3), |v| {
            wrap(bits(ty), &f(ty, value(ty, v[0]), value(ty, v[1])))
        });
    }
}

#[test]
fn add_sub() {
    two("add", |_, a, b| a + b);
    two("sub", |_, a, b| a - b);
}

#[test]
fn add_sub_saturating() {
    let p = pairs(32, 4);
    check("add.sat.s32 %d, %a, %b;", "s32", &["s32", "s32"], &p, |v| {
        wrap(32, &clamp(value("s32", v[0]) + value("s32", v[1]), "s32"))
    });
    check("sub.sat.s32 %d, %a, %b;", "s32", &["s32", "s32"], &p, |v| {
        wrap(32, &clamp(value("s32", v[0]) - value("s32", v[1]), "s32"))
    });
}

#[test]
fn multiply() {
    two("mul.lo", |_, a, b| a * b);
    two("mul.hi", |ty, a, b| floor_shift(&(a * b), bits(ty)));
    for (ty, wide) in [("u16", "u32"), ("s16", "s32"), ("u32", "u64"), ("s32", "s64")] {
        let p = pairs(bits(ty), 5);
        check(&format!("mul.wide.{ty} %d, %a, %b;"), wide, &[ty, ty], &p, |v| {
            wrap(bits(wide), &(value(ty, v[0]) * value(ty, v[1])))
        });
        let mut t = p.clone();
        t.push(integers(bits(wide), p[0].len(), 77));
        check(&format!("mad.wide.{ty} %d, %a, %b, %c;"), wide, &[ty, ty, wide], &t, |v| {
            wrap(bits(wide), &(value(ty, v[0]) * value(ty, v[1]) + value(wide, v[2])))
        });
    }
}

#[test]
fn multiply_add() {
    for ty in TYPES {
        let n = bits(ty);
        let t = triples(n, 6);
        check(&format!("mad.lo.{ty} %d, %a, %b, %c;"), ty, &[ty, ty, ty], &t, |v| {
            wrap(n, &(value(ty, v[0]) * value(ty, v[1]) + value(ty, v[2])))
        });
        check(&format!("mad.hi.{ty} %d, %a, %b, %c;"), ty, &[ty, ty, ty], &t, |v| {
            wrap(n, &(floor_shift(&(value(ty, v[0]) * value(ty, v[1])), n) + value(ty, v[2])))
        });
    }
    check("mad.hi.sat.s32 %d, %a, %b, %c;", "s32", &["s32", "s32", "s32"], &triples(32, 7), |v| {
        let p = floor_shift(&(value("s32", v[0]) * value("s32", v[1])), 32);
        wrap(32, &clamp(p + value("s32", v[2]), "s32"))
    });
}

#[test]
fn multiply_24() {
    for ty in ["u32", "s32"] {
        let narrow = if ty == "u32" { "u24" } else { "s24" };
        let p = |v: &[u64]| value(narrow, v[0]) * value(narrow, v[1]);
        let t = triples(32, 8);
        let ab = &t[..2];
        check(&format!("mul24.lo.{ty} %d, %a, %b;"), ty, &[ty, ty], ab, |v| wrap(32, &p(v)));
        check(&format!("mul24.hi.{ty} %d, %a, %b;"), ty, &[ty, ty], ab, |v| {
            wrap(32, &floor_shift(&p(v), 16))
        });
        check(&format!("mad24.lo.{ty} %d, %a, %b, %c;"), ty, &[ty; 3], &t, |v| {
            wrap(32, &(p(v) + value(ty, v[2])))
        });
        check(&format!("mad24.hi.{ty} %d, %a, %b, %c;"), ty, &[ty; 3], &t, |v| {
            wrap(32, &(floor_shift(&p(v), 16) + value(ty, v[2])))
        });
    }
    check("mad24.hi.sat.s32 %d, %a, %b, %c;", "s32", &["s32"; 3], &triples(32, 9), |v| {
        let p = floor_shift(&(value("s24", v[0]) * value("s24", v[1])), 16);
        wrap(32, &clamp(p + value("s32", v[2]), "s32"))
    });
}

#[test]
fn divide() {
    // Division by zero: all ones, and the dividend as the rest.
    let zero = |v: &BigInt| *v == BigInt::from(0);
    two("div", |_, a, b| if zero(&b) { BigInt::from(-1) } else { a / b });
    two("rem", |_, a, b| if zero(&b) { a } else { a % b });
}

#[test]
fn extremes() {
    two("min", |_, a, b| a.min(b));
    two("max", |_, a, b| a.max(b));
}

#[test]
fn sum_of_differences() {
    for ty in TYPES {
        check(&format!("sad.{ty} %d, %a, %b, %c;"), ty, &[ty; 3], &triples(bits(ty), 10), |v| {
            let (a, b) = (value(ty, v[0]), value(ty, v[1]));
            let d = if a > b { a - b } else { b - a };
            wrap(bits(ty), &(d + value(ty, v[2])))
        });
    }
}

#[test]
fn signs() {
    for ty in ["s16", "s32", "s64"] {
        let v = [integers(bits(ty), 200, 11)];
        check(&format!("neg.{ty} %d, %a;"), ty, &[ty], &v, |v| wrap(bits(ty), &-value(ty, v[0])));
        check(&format!("abs.{ty} %d, %a;"), ty, &[ty], &v, |v| {
            let x = value(ty, v[0]);
            wrap(bits(ty), &if x < BigInt::from(0) { -x } else { x })
        });
    }
}

/// Chains of carries against sums of twice the width.
#[test]
fn carries() {
    for (ty, n) in [("u32", 32u32), ("s32", 32), ("u64", 64), ("s64", 64)] {
        let mut p = pairs(n, 12);
        let q = pairs(n, 13);
        p.extend(q);
        let wide = |hi: u64, lo: u64| (BigInt::from(hi) << n) + BigInt::from(lo);
        for (op, sign) in [("add", 1), ("sub", -1)] {
            for part in ["%lo", "%hi"] {
                let body = format!(
                    "{{ .reg .b{n} %lo, %hi; {op}.cc.{ty} %lo, %a, %b; {op}c.{ty} %hi, %c, %e; mov.b{n} %d, {part}; }}"
                );
                check(&body, ty, &[ty; 4], &p, |v| {
                    let r = wide(v[2], v[0]) + wide(v[3], v[1]) * sign;
                    let r = if part == "%lo" { r } else { r >> n };
                    wrap(n, &r)
                });
            }
            // The carry goes on through a middle link.
            let body = format!(
                "{{ .reg .b{n} %x; {op}.cc.{ty} %x, %a, %b; {op}c.cc.{ty} %x, %c, %e; {op}c.{ty} %d, 5, 3; }}"
            );
            check(&body, ty, &[ty; 4], &p, |v| {
                let r = (BigInt::from(5) << (2 * n))
                    + wide(v[2], v[0])
                    + ((BigInt::from(3) << (2 * n)) + wide(v[3], v[1])) * sign;
                wrap(n, &(r >> (2 * n)))
            });
        }
    }
    for (ty, n) in [("u32", 32u32), ("u64", 64)] {
        // A full product by halves: low with carry out, then high with carry in.
        let t = triples(n, 14);
        let body = format!(
            "{{ .reg .b{n} %x; mad.lo.cc.{ty} %x, %a, %b, %c; madc.hi.{ty} %d, %a, %b, 7; }}"
        );
        check(&body, ty, &[ty; 3], &t, |v| {
            let p = BigInt::from(v[0]) * BigInt::from(v[1]) + BigInt::from(v[2]);
            wrap(n, &((p >> n) + 7))
        });
    }
}

#[test]
fn dot_products() {
    for ta in ["u32", "s32"] {
        for tb in ["u32", "s32"] {
            let t = triples(32, 15);
            let tc = if ta == "s32" || tb == "s32" { "s32" } else { "u32" };
            let byte = |ty: &str, v: u64, k: u32| {
                value(if ty == "u32" { "u8" } else { "s8" }, v >> (8 * k))
            };
            let half = |ty: &str, v: u64, k: u32| {
                value(if ty == "u32" { "u16" } else { "s16" }, v >> (16 * k))
            };
            check(&format!("dp4a.{ta}.{tb} %d, %a, %b, %c;"), tc, &[ta, tb, tc], &t, |v| {
                let s: BigInt = (0..4).map(|k| byte(ta, v[0], k) * byte(tb, v[1], k)).sum();
                wrap(32, &(s + value(tc, v[2])))
            });
            for (part, first) in [("lo", 0), ("hi", 2)] {
                check(
                    &format!("dp2a.{part}.{ta}.{tb} %d, %a, %b, %c;"),
                    tc,
                    &[ta, tb, tc],
                    &t,
                    |v| {
                        let s: BigInt =
                            (0..2).map(|k| half(ta, v[0], k) * byte(tb, v[1], first + k)).sum();
                        wrap(32, &(s + value(tc, v[2])))
                    },
                );
            }
        }
    }
}
