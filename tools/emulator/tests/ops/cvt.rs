//! Conversions.

use num_bigint::BigInt;

use super::exact::{F32, F64, Float, Format, MODES};
use super::int::{value, wrap};
use super::kernel::{check, integers};

const INTS: [&str; 8] = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"];

fn bits(ty: &str) -> u32 {
    ty[1..].parse().unwrap()
}

fn range(ty: &str) -> (BigInt, BigInt) {
    let n = bits(ty);
    if ty.starts_with('s') {
        (-(BigInt::from(1) << (n - 1)), (BigInt::from(1) << (n - 1)) - 1)
    } else {
        (BigInt::from(0), (BigInt::from(1) << n) - 1)
    }
}

/// The register that a type's result stands in: 8 bits are extended to 16.
fn register(ty: &str, v: &BigInt) -> u64 {
    let low = wrap(bits(ty), v);
    wrap(bits(ty).max(16), &value(ty, low))
}

#[test]
fn integers_to_integers() {
    for from in INTS {
        for to in INTS {
            let v = [integers(bits(from), 150, 61)];
            check(&format!("cvt.{to}.{from} %d, %a;"), to, &[from], &v, |v| {
                register(to, &value(from, v[0]))
            });
            let (low, high) = range(to);
            check(&format!("cvt.sat.{to}.{from} %d, %a;"), to, &[from], &v, |v| {
                register(to, &value(from, v[0]).clamp(low.clone(), high.clone()))
            });
        }
    }
}

#[test]
fn integers_to_floats() {
    for format in [F32, F64] {
        let to = format.name;
        for from in INTS {
            let v = [integers(bits(from), 200, 62)];
            for mode in MODES {
                check(&format!("cvt.{mode}.{to}.{from} %d, %a;"), to, &[from], &v, |v| {
                    format.round_signed(&value(from, v[0]), 0, false, mode)
                });
            }
        }
    }
    let v = [integers(32, 50, 63)];
    check("cvt.rn.sat.f32.s32 %d, %a;", "f32", &["s32"], &v, |v| {
        if value("s32", v[0]) > BigInt::from(0) { F32.one() } else { 0 }
    });
}

fn fractions(format: Format) -> Vec<u64> {
    let mut v = format.samples(500, 64);
    for k in -40i32..40 {
        let x = f64::from(k) * 0.25;
        v.push(if format.bits == 32 { u64::from((x as f32).to_bits()) } else { x.to_bits() });
    }
    for e in [7, 8, 15, 16, 31, 32, 63, 64] {
        for d in [-1.0, -0.5, 0.0, 0.5, 1.0] {
            for s in [1.0, -1.0] {
                let x = s * (2f64.powi(e) + d);
                v.push(if format.bits == 32 {
                    u64::from((x as f32).to_bits())
                } else {
                    x.to_bits()
                });
            }
        }
    }
    v
}

#[test]
fn floats_to_integers() {
    for format in [F32, F64] {
        let from = format.name;
        let v = [fractions(format)];
        for to in INTS {
            let (low, high) = range(to);
            for mode in MODES {
                let want = |x: u64| match format.to_integer(x, mode) {
                    Some(v) => register(to, &v.clamp(low.clone(), high.clone())),
                    // NaN: zero among types of at most 32 bits, else the top bit.
                    None if from == "f32" && bits(to) < 64 => 0,
                    None => register(to, &(BigInt::from(1) << (bits(to) - 1))),
                };
                check(&format!("cvt.{mode}i.{to}.{from} %d, %a;"), to, &[from], &v, |v| want(v[0]));
                if from == "f32" {
                    check(&format!("cvt.{mode}i.ftz.{to}.f32 %d, %a;"), to, &["f32"], &v, |v| {
                        want(F32.flush(v[0]))
                    });
                }
            }
        }
    }
}

#[test]
fn floats_to_floats() {
    let wide = [fractions(F64)];
    let narrow = [fractions(F32)];
    let reread = |from: Format, to: Format, v: u64, mode: &str| match from.read(v) {
        Float::Nan => to.nan,
        Float::Inf(s) => to.infinity(s),
        Float::Finite(s, m, e) => to.round(s, &m, &1u32.into(), e, mode),
    };
    for mode in MODES {
        check(&format!("cvt.{mode}.f32.f64 %d, %a;"), "f32", &["f64"], &wide, |v| {
            reread(F64, F32, v[0], mode)
        });
        check(&format!("cvt.{mode}.ftz.f32.f64 %d, %a;"), "f32", &["f64"], &wide, |v| {
            F32.flush(reread(F64, F32, v[0], mode))
        });
    }
    check("cvt.f64.f32 %d, %a;", "f64", &["f32"], &narrow, |v| reread(F32, F64, v[0], "rn"));
    check("cvt.ftz.f64.f32 %d, %a;", "f64", &["f32"], &narrow, |v| {
        reread(F32, F64, F32.flush(v[0]), "rn")
    });
    check("cvt.sat.f32.f32 %d, %a;", "f32", &["f32"], &narrow, |v| match F32.read(v[0]) {
        Float::Nan | Float::Inf(true) | Float::Finite(true, ..) => 0,
        _ => v[0].min(F32.one()),
    });
    check("cvt.ftz.f32.f32 %d, %a;", "f32", &["f32"], &narrow, |v| {
        if matches!(F32.read(v[0]), Float::Nan) { F32.nan } else { F32.flush(v[0]) }
    });
}

#[test]
fn integral_values() {
    for format in [F32, F64] {
        let ty = format.name;
        let v = [fractions(format)];
        for mode in MODES {
            check(&format!("cvt.{mode}i.{ty}.{ty} %d, %a;"), ty, &[ty], &v, |v| {
                match format.read(v[0]) {
                    Float::Nan => format.nan,
                    Float::Inf(_) => v[0],
                    Float::Finite(s, ..) => {
                        let i = format.to_integer(v[0], mode).unwrap();
                        format.round_signed(&i, 0, s, mode)
                    }
                }
            });
        }
    }
}

#[test]
fn registers_wider_than_types() {
    let v = [integers(32, 100, 65)];
    check("{ .reg .b32 %x; cvt.s32.s8 %x, %a; mov.b32 %d, %x; }", "s32", &["b32"], &v, |v| {
        wrap(32, &value("s8", v[0]))
    });
    check("{ .reg .b64 %x; cvt.s8.s32 %x, %a; mov.b64 %d, %x; }", "b64", &["s32"], &v, |v| {
        wrap(64, &value("s8", v[0]))
    });
    check("{ .reg .b32 %x; cvt.u16.u32 %x, %a; mov.b32 %d, %x; }", "b32", &["u32"], &v, |v| {
        v[0] & 0xffff
    });
}
