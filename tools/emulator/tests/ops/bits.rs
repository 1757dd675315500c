//! Logic, shifts, bit fields.

use num_bigint::BigInt;

use super::int::{value, wrap};
use super::kernel::{check, integers, pairs, triples};

/// The bits of a word, lowest first.
fn bit_list(v: u64, n: u32) -> Vec<bool> {
    (0..n).map(|k| v >> k & 1 == 1).collect()
}

fn word(b: &[bool]) -> u64 {
    b.iter().rev().fold(0, |w, x| w << 1 | u64::from(*x))
}

#[test]
fn logic() {
    for n in [16u32, 32, 64] {
        let ty = format!("b{n}");
        let ty = ty.as_str();
        let p = pairs(n, 21);
        let by_bit = |f: fn(bool, bool) -> bool| {
            move |v: &[u64]| {
                let (a, b) = (bit_list(v[0], n), bit_list(v[1], n));
                word(&a.iter().zip(&b).map(|(x, y)| f(*x, *y)).collect::<Vec<_>>())
            }
        };
        check(&format!("and.{ty} %d, %a, %b;"), ty, &[ty, ty], &p, by_bit(|x, y| x && y));
        check(&format!("or.{ty} %d, %a, %b;"), ty, &[ty, ty], &p, by_bit(|x, y| x || y));
        check(&format!("xor.{ty} %d, %a, %b;"), ty, &[ty, ty], &p, by_bit(|x, y| x != y));
        check(&format!("not.{ty} %d, %a;"), ty, &[ty], &p[..1], |v| {
            word(&bit_list(v[0], n).iter().map(|x| !x).collect::<Vec<_>>())
        });
        check(&format!("cnot.{ty} %d, %a;"), ty, &[ty], &p[..1], |v| u64::from(v[0] == 0));
    }
}

#[test]
fn shifts_past_the_width() {
    for n in [16u32, 32, 64] {
        let values = integers(n, 120, 22);
        let amounts: Vec<u64> = (0..120u64)
            .map(|k| match k {
                0..70 => k,
                70..100 => 250 + k,
                _ => 0xffff_ff00 + k,
            })
            .collect();
        let args = [values, amounts];
        let types = [format!("b{n}"), format!("u{n}"), format!("s{n}")];
        let [b, u, s] = types.each_ref().map(String::as_str);
        check(&format!("shl.{b} %d, %a, %b;"), b, &[b, "u32"], &args, |v| {
            if v[1] >= 200 { 0 } else { wrap(n, &(BigInt::from(v[0]) << v[1])) }
        });
        check(&format!("shr.{u} %d, %a, %b;"), u, &[u, "u32"], &args, |v| {
            if v[1] >= 200 { 0 } else { wrap(n, &(BigInt::from(v[0]) >> v[1])) }
        });
        check(&format!("shr.{s} %d, %a, %b;"), s, &[s, "u32"], &args, |v| {
            wrap(n, &(value(s, v[0]) >> v[1].min(200)))
        });
    }
}

#[test]
fn funnel_shifts() {
    let mut t = pairs(32, 23);
    let n = t[0].len();
    t.push((0..n as u64).map(|k| if k % 3 == 0 { k * 7 } else { k % 40 }).collect());
    for mode in ["clamp", "wrap"] {
        let by = |c: u64| if mode == "clamp" { c.min(32) } else { c % 32 };
        let both = |v: &[u64]| (BigInt::from(v[1]) << 32) + BigInt::from(v[0]);
        check(
            &format!("shf.l.{mode}.b32 %d, %a, %b, %c;"),
            "b32",
            &["b32", "b32", "u32"],
            &t,
            |v| wrap(32, &((both(v) << by(v[2])) >> 32)),
        );
        check(
            &format!("shf.r.{mode}.b32 %d, %a, %b, %c;"),
            "b32",
            &["b32", "b32", "u32"],
            &t,
            |v| wrap(32, &(both(v) >> by(v[2]))),
        );
    }
}

#[test]
fn counts() {
    for n in [32u32, 64] {
        let v = [integers(n, 300, 24)];
        let (b, u, s) = (format!("b{n}"), format!("u{n}"), format!("s{n}"));
        check(&format!("popc.{b} %d, %a;"), "u32", &[&b], &v, |v| {
            bit_list(v[0], n).iter().filter(|x| **x).count() as u64
        });
        check(&format!("clz.{b} %d, %a;"), "u32", &[&b], &v, |v| {
            bit_list(v[0], n).iter().rev().take_while(|x| !**x).count() as u64
        });
        check(&format!("brev.{b} %d, %a;"), &b, &[&b], &v, |v| {
            word(&bit_list(v[0], n).into_iter().rev().collect::<Vec<_>>())
        });
        for (ty, signed) in [(&u, false), (&s, true)] {
            let find = |v: u64| {
                let l = bit_list(v, n);
                let skip = signed && l[n as usize - 1];
                l.iter().rposition(|x| *x != skip)
            };
            check(&format!("bfind.{ty} %d, %a;"), "u32", &[ty], &v, |v| {
                find(v[0]).map_or(0xffff_ffff, |k| k as u64)
            });
            check(&format!("bfind.shiftamt.{ty} %d, %a;"), "u32", &[ty], &v, |v| {
                find(v[0]).map_or(0xffff_ffff, |k| u64::from(n) - 1 - k as u64)
            });
        }
    }
}

/// Positions and lengths, within the word and far beyond it; only their lowest 8 bits count.
fn fields(n: usize) -> (Vec<u64>, Vec<u64>) {
    let pick = |k: usize, m: usize| {
        [0, 1, 5, 8, 15, 16, 31, 32, 33, 40, 63, 64, 65, 100, 255, 256, 257, 300][(k * m) % 18]
    };
    ((0..n).map(|k| pick(k, 1)).collect(), (0..n).map(|k| pick(k / 18, 1)).collect())
}

#[test]
fn extract() {
    for ty in ["u32", "s32", "u64", "s64"] {
        let n: u32 = ty[1..].parse().unwrap();
        let a = integers(n, 400, 25);
        let (pos, len) = fields(400);
        check(&format!("bfe.{ty} %d, %a, %b, %c;"), ty, &[ty, "u32", "u32"], &[a, pos, len], |v| {
            let (pos, len) = (v[1] as u32 & 255, v[2] as u32 & 255);
            let l = bit_list(v[0], n);
            let top = n as usize - 1;
            let sign = ty.starts_with('s') && len > 0 && l[((pos + len - 1) as usize).min(top)];
            let out: Vec<bool> = (0..n)
                .map(|k| if k < len && pos + k < n { l[(pos + k) as usize] } else { sign })
                .collect();
            word(&out)
        });
    }
}

#[test]
fn insert() {
    for n in [32u32, 64] {
        let ty = format!("b{n}");
        let (a, b) = (integers(n, 400, 26), integers(n, 400, 27));
        let (pos, len) = fields(400);
        let src = [ty.as_str(), ty.as_str(), "u32", "u32"];
        check(&format!("bfi.{ty} %d, %a, %b, %c, %e;"), &ty, &src, &[a, b, pos, len], |v| {
            let (pos, len) = (v[2] as u32 & 255, v[3] as u32 & 255);
            let (from, mut to) = (bit_list(v[0], n), bit_list(v[1], n));
            for k in 0..len {
                if pos + k < n {
                    to[(pos + k) as usize] = from[k as usize];
                }
            }
            word(&to)
        });
    }
}

/// Fields at the low end, and masks, by their bits (PTX ISA, `szext` and `bmsk`).
#[test]
fn low_fields_and_masks() {
    let numbers: Vec<u64> =
        (0..140).map(|k| if k < 70 { k % 70 } else { 0xffff_ffc0 + k % 64 }).collect();
    let (mut values, mut amounts) = (Vec::new(), Vec::new());
    for v in [0u64, 1, 0x8000_0000, 0xffff_ffff, 0x5555_5555, 0xa5a5_0180] {
        values.extend(std::iter::repeat_n(v, numbers.len()));
        amounts.extend(&numbers);
    }
    for (mode, most) in [("clamp", 32), ("wrap", 31)] {
        let length = move |n: u64| if most == 32 { n.min(32) } else { n % 32 } as usize;
        for ty in ["s32", "u32"] {
            let args = [values.clone(), amounts.clone()];
            check(&format!("szext.{mode}.{ty} %d, %a, %b;"), ty, &[ty, "u32"], &args, |v| {
                let (bits, n) = (bit_list(v[0], 32), length(v[1]));
                let sign = ty == "s32" && n > 0 && bits[n - 1];
                word(&(0..32).map(|k| if k < n { bits[k] } else { sign }).collect::<Vec<_>>())
            });
        }
        let starts: Vec<u64> = numbers.iter().flat_map(|n| [*n; 140]).collect();
        let args = [starts, numbers.repeat(140)];
        check(&format!("bmsk.{mode}.b32 %d, %a, %b;"), "b32", &["u32", "u32"], &args, |v| {
            let (first, n) = (length(v[0]), length(v[1]));
            word(&(0..32).map(|k| k >= first && k < first + n).collect::<Vec<_>>())
        });
    }
}

#[test]
fn lookup_tables() {
    let t = triples(32, 28);
    for table in [0x00u64, 0x80, 0xfe, 0x96, 0xe8, 0xca, 0x1d, 0xff, 0x3c] {
        check(&format!("lop3.b32 %d, %a, %b, %c, {table};"), "b32", &["b32"; 3], &t, |v| {
            let l = v.iter().map(|x| bit_list(*x, 32)).collect::<Vec<_>>();
            let out: Vec<bool> = (0..32)
                .map(|k| {
                    let row = u64::from(l[0][k]) * 4 + u64::from(l[1][k]) * 2 + u64::from(l[2][k]);
                    table >> row & 1 == 1
                })
                .collect();
            word(&out)
        });
    }
}

#[test]
fn byte_permutations() {
    let t = triples(32, 29);
    let bytes = |v: &[u64]| -> Vec<u8> {
        (v[0] as u32).to_le_bytes().into_iter().chain((v[1] as u32).to_le_bytes()).collect()
    };
    let join = |b: [u8; 4]| u64::from(u32::from_le_bytes(b));
    check("prmt.b32 %d, %a, %b, %c;", "b32", &["b32"; 3], &t, |v| {
        let b = bytes(v);
        join([0, 1, 2, 3].map(|k| {
            let s = v[2] >> (4 * k) & 15;
            let x = b[s as usize & 7];
            if s < 8 {
                x
            } else if x >= 128 {
                0xff
            } else {
                0
            }
        }))
    });
    type Mode = (&'static str, fn(usize) -> [usize; 4]);
    let modes: [Mode; 6] = [
        ("f4e", |c| [c, c + 1, c + 2, c + 3]),
        ("b4e", |c| [c, (c + 7) % 8, (c + 6) % 8, (c + 5) % 8]),
        ("rc8", |c| [c; 4]),
        ("ecl", |c| [c, c.max(1), c.max(2), c.max(3)]),
        ("ecr", |c| [0, c.min(1), c.min(2), c.min(3)]),
        ("rc16", |c| if c % 2 == 0 { [0, 1, 0, 1] } else { [2, 3, 2, 3] }),
    ];
    for (name, pick) in modes {
        check(&format!("prmt.b32.{name} %d, %a, %b, %c;"), "b32", &["b32"; 3], &t, |v| {
            let b = bytes(v);
            join(pick(v[2] as usize & 3).map(|k| b[k]))
        });
    }
}

#[test]
fn packing() {
    let p = pairs(32, 30);
    check("mov.b64 %d, {%a, %b};", "b64", &["b32", "b32"], &p, |v| v[1] << 32 | v[0]);
    let w = [integers(64, 100, 31)];
    check(
        "{ .reg .b32 %x, %y; mov.b64 {%x, %y}, %a; mov.b32 %d, %y; }",
        "b32",
        &["b64"],
        &w,
        |v| v[0] >> 32,
    );
    check("{ .reg .b32 %y; mov.b64 {%y, _}, %a; mov.b32 %d, %y; }", "b32", &["b64"], &w, |v| {
        v[0] & 0xffff_ffff
    });
    let h = pairs(16, 32);
    check("mov.b32 %d, {%a, %b};", "b32", &["b16", "b16"], &h, |v| v[1] << 16 | v[0]);
    check(
        "{ .reg .b16 %y; mov.b32 {_, %y}, %a; mov.b16 %d, %y; }",
        "b16",
        &["b32"],
        &p[..1],
        |v| v[0] >> 16,
    );
    check(
        "{ .reg .b16 %p, %q, %r, %s; mov.b64 {%p, %q, %r, %s}, %a; mov.b64 %d, {%s, %r, %q, %p}; }",
        "b64",
        &["b64"],
        &w,
        |v| (0..4).fold(0, |r, k| r << 16 | v[0] >> (16 * k) & 0xffff),
    );
}
