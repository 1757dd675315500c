//! Comparisons and selections.

use std::cmp::Ordering;

use super::exact::{F32, F64, Float, Format};
use super::int::value;
use super::kernel::{check, pairs, triples};

/// Whether a comparison holds for an order; `None` is unordered.
fn holds(cmp: &str, o: Option<Ordering>) -> bool {
    let (base, unordered) = match cmp {
        "num" => return o.is_some(),
        "nan" => return o.is_none(),
        "equ" | "neu" | "ltu" | "leu" | "gtu" | "geu" => (&cmp[..2], true),
        c => (c, false),
    };
    match o {
        None => unordered,
        Some(o) => match base {
            "eq" => o.is_eq(),
            "ne" => o.is_ne(),
            "lt" | "lo" => o.is_lt(),
            "le" | "ls" => o.is_le(),
            "gt" | "hi" => o.is_gt(),
            "ge" | "hs" => o.is_ge(),
            _ => panic!("{cmp}"),
        },
    }
}

fn float_order(f: Format, a: u64, b: u64) -> Option<Ordering> {
    let key = |v: u64| match f.read(v) {
        Float::Nan => None,
        _ if v & (f.sign() - 1) == 0 => Some(0),
        _ if v & f.sign() != 0 => Some(-i128::from(v ^ f.sign())),
        _ => Some(i128::from(v)),
    };
    Some(key(a)?.cmp(&key(b)?))
}

const INT_CMPS: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];
const FLOAT_CMPS: [&str; 14] =
    ["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"];

#[test]
fn integers() {
    for ty in ["u16", "s16", "u32", "s32", "u64", "s64", "b16", "b32", "b64"] {
        let n: u32 = ty[1..].parse().unwrap();
        let p = pairs(n, 71);
        let cmps: &[&str] = match &ty[..1] {
            "b" => &["eq", "ne"],
            "u" => &["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"],
            _ => &INT_CMPS,
        };
        let as_int = if ty.starts_with('s') { ty.to_string() } else { format!("u{n}") };
        for cmp in cmps {
            let want =
                |v: &[u64]| holds(cmp, Some(value(&as_int, v[0]).cmp(&value(&as_int, v[1]))));
            check(&format!("setp.{cmp}.{ty} %d, %a, %b;"), "pred", &[ty, ty], &p, |v| {
                u64::from(want(v))
            });
            check(&format!("set.{cmp}.u32.{ty} %d, %a, %b;"), "u32", &[ty, ty], &p, |v| {
                if want(v) { 0xffff_ffff } else { 0 }
            });
            check(&format!("set.{cmp}.f32.{ty} %d, %a, %b;"), "f32", &[ty, ty], &p, |v| {
                if want(v) { F32.one() } else { 0 }
            });
        }
    }
}

#[test]
fn floats() {
    for format in [F32, F64] {
        let ty = format.name;
        let p = format.pairs(72);
        for cmp in FLOAT_CMPS {
            check(&format!("setp.{cmp}.{ty} %d, %a, %b;"), "pred", &[ty, ty], &p, |v| {
                u64::from(holds(cmp, float_order(format, v[0], v[1])))
            });
        }
    }
    let p = F32.pairs(73);
    for cmp in ["lt", "eq", "geu"] {
        check(&format!("setp.{cmp}.ftz.f32 %d, %a, %b;"), "pred", &["f32", "f32"], &p, |v| {
            u64::from(holds(cmp, float_order(F32, F32.flush(v[0]), F32.flush(v[1]))))
        });
    }
}

#[test]
fn combined_with_a_predicate() {
    let mut p = pairs(32, 74);
    let n = p[0].len() as u64;
    p.push((0..n).map(|k| k % 2).collect());
    for (op, f) in [
        ("and", (|x, y| x && y) as fn(bool, bool) -> bool),
        ("or", |x, y| x || y),
        ("xor", |x, y| x != y),
    ] {
        for (not, flip) in [("", false), ("!", true)] {
            let src = ["s32", "s32", "pred"];
            let lt = |v: &[u64]| value("s32", v[0]) < value("s32", v[1]);
            let c = move |v: &[u64]| (v[2] != 0) != flip;
            check(&format!("setp.lt.{op}.s32 %d, %a, %b, {not}%c;"), "pred", &src, &p, |v| {
                u64::from(f(lt(v), c(v)))
            });
            let body = format!("{{ .reg .pred %x; setp.lt.{op}.s32 %x|%d, %a, %b, {not}%c; }}");
            check(&body, "pred", &src, &p, |v| u64::from(f(!lt(v), c(v))));
            check(&format!("set.lt.{op}.u32.s32 %d, %a, %b, {not}%c;"), "u32", &src, &p, |v| {
                if f(lt(v), c(v)) { 0xffff_ffff } else { 0 }
            });
        }
    }
    check("setp.ge.u32 _|%d, %a, %b;", "pred", &["u32", "u32"], &p[..2], |v| {
        u64::from(v[0] < v[1])
    });
}

#[test]
fn selections() {
    for ty in ["b16", "b32", "b64", "f32", "f64", "s32", "u64"] {
        let n: u32 = ty[1..].parse().unwrap();
        let mut p = pairs(n, 75);
        let len = p[0].len() as u64;
        p.push((0..len).map(|k| k / 3 % 2).collect());
        check(&format!("selp.{ty} %d, %a, %b, %c;"), ty, &[ty, ty, "pred"], &p, |v| {
            if v[2] != 0 { v[0] } else { v[1] }
        });
        p[2] = triples(32, 76)[2].iter().cycle().take(len as usize).copied().collect();
        check(&format!("slct.{ty}.s32 %d, %a, %b, %c;"), ty, &[ty, ty, "s32"], &p, |v| {
            if (v[2] as u32 as i32) >= 0 { v[0] } else { v[1] }
        });
        check(&format!("slct.{ty}.f32 %d, %a, %b, %c;"), ty, &[ty, ty, "f32"], &p, |v| {
            if f32::from_bits(v[2] as u32) >= 0.0 { v[0] } else { v[1] }
        });
    }
    // -0 is not below zero; a flushed negative subnormal neither; NaN takes the second.
    let args = [vec![1; 3], vec![2; 3], vec![0x8000_0000, 0x8000_0001, 0x7fc0_0000]];
    check("slct.ftz.b32.f32 %d, %a, %b, %c;", "b32", &["b32", "b32", "f32"], &args, |v| {
        if v[2] == 0x7fc0_0000 { 2 } else { 1 }
    });
}

#[test]
fn predicate_logic() {
    let p = [vec![0, 0, 1, 1], vec![0, 1, 0, 1]];
    check("and.pred %d, %a, %b;", "pred", &["pred", "pred"], &p, |v| v[0] & v[1]);
    check("or.pred %d, %a, %b;", "pred", &["pred", "pred"], &p, |v| v[0] | v[1]);
    check("xor.pred %d, %a, %b;", "pred", &["pred", "pred"], &p, |v| v[0] ^ v[1]);
    check("not.pred %d, %a;", "pred", &["pred"], &p[..1], |v| 1 - v[0]);
    check("mov.pred %d, %a;", "pred", &["pred"], &p[..1], |v| v[0]);
    check("and.pred %d, %a, !%b;", "pred", &["pred", "pred"], &p, |v| v[0] & (1 - v[1]));
    // Guards, positive and negative.
    check("mov.pred %d, %a; @%b mov.pred %d, 1;", "pred", &["pred", "pred"], &p, |v| v[0] | v[1]);
    check("mov.pred %d, %a; @!%b mov.pred %d, 0;", "pred", &["pred", "pred"], &p, |v| v[0] & v[1]);
}
