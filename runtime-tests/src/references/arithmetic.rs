//! Promotions, wide integers, conversions, bits, inline PTX: in 128 bits and by hand.

use optx_launch::{Data, Inputs};

use super::Reference;

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("promotions", promotions),
    ("wide_integers", wide_integers),
    ("convert_ints", convert_ints),
    ("convert_words", convert_words),
    ("convert_longs", convert_longs),
    ("convert_floats", convert_floats),
    ("convert_doubles", convert_doubles),
    ("bit_intrinsics", bit_intrinsics),
    ("ptx_out", ptx_out),
    ("ptx_floats", |i| {
        let f = i.f32("f")?;
        Ok(Data::from_f32(
            &f.iter().map(|x| if *x > 0.0 { x * 4.0 } else { -4.0 }).collect::<Vec<_>>(),
        ))
    }),
];

type Res = Result<Data, String>;

/// The value that is left of `x` in so many bits.
fn signed(x: i128, bits: u32) -> i128 {
    let low = x.rem_euclid(1 << bits);
    if low >= 1 << (bits - 1) { low - (1 << bits) } else { low }
}

fn unsigned(x: i128, bits: u32) -> i128 {
    x.rem_euclid(1 << bits)
}

fn promotions(i: &Inputs<'_>) -> Res {
    let out: Vec<i64> = i
        .i32("in")?
        .chunks_exact(2)
        .flat_map(|p| {
            let (v, w) = (i128::from(p[0]), i128::from(p[1]));
            let floor = |x: i128, by: u32| x.div_euclid(1 << by);
            let (c, uc) = (signed(v, 8), unsigned(w, 8));
            let (s, us) = (signed(floor(v, 3), 16), unsigned(floor(w, 5), 16));
            let (b, d) = (floor(v, 2) % 2 != 0, w != 0);
            let bit = i128::from;
            let mut o = [0i128; 16];
            o[0] = c + uc * c;
            o[1] = -uc - 1;
            o[2] = signed(us << 15, 32);
            o[3] = bit(uc >= 128);
            o[4] = floor(s, 2) | -us;
            o[5] = bit(unsigned(c, 32) < unsigned(w, 32)) * 2 + bit(c < us) * 4;
            o[6] = bit(b) + bit(d) + bit(b == d) + bit(c == 0);
            o[7] = if b { c } else { us } - if d { uc } else { s };
            o[8] = if b { unsigned(c, 32) } else { 0 };
            o[9] = unsigned(c, 32) - unsigned(s, 16);
            let c = signed(c + uc, 8);
            let uc = unsigned(uc - s, 8);
            let s = signed(s * 3, 16);
            let us = us >> (v & 7);
            (o[10], o[11], o[12], o[13]) = (c, uc, s, us);
            // b - 1 is 0 for true, and -1, which is true, for false.
            let _ = uc;
            o[14] = bit(!b) + 20 + 100;
            o[15] = signed(floor(v, 1), 8) + unsigned(s + us, 32);
            o.map(|x| signed(x, 64) as i64)
        })
        .collect();
    Ok(Data::from_i64(&out))
}

fn wide_integers(i: &Inputs<'_>) -> Res {
    let (a, b) = (i.i64("a")?, i.u64("b")?);
    let out: Vec<u64> = a
        .iter()
        .zip(&b)
        .flat_map(|(&x, &y)| {
            let (x, y) = (i128::from(x), i128::from(y));
            let (ux, sy) = (unsigned(x, 64), signed(y, 64));
            let (x32, y32) = (unsigned(x, 32), unsigned(y, 32));
            let k = (y / 8 % 64) as u32;
            let floor = |x: i128, by: u32| x.div_euclid(1i128 << by);
            let bit = i128::from;
            let high = ((ux as u128 * y as u128) >> 64) as i128;
            let odd = signed(y | 1, 32);
            let mut o = [0i128; 12];
            o[0] = unsigned(floor(x, k), 64) ^ unsigned(y << (63 - k), 64);
            o[1] = floor(x * sy, 64);
            o[2] = high;
            o[3] = (ux as u128).wrapping_mul(y as u128) as u64 as i128 + x32 * y32;
            o[4] = bit(x < sy) + 2 * bit(ux < y) + 4 * bit(x <= 0) + 8 * bit(y > 1 << 63);
            o[5] = floor(x, 1) / odd + y32 % 1_000_000_007;
            o[6] = y / (ux >> 40 | 3) + y % 12_345_678_901;
            o[7] = signed(x, 32) * signed(y, 32);
            o[8] = x.min(sy) - ux.max(y);
            o[9] = i128::from((y as u64).rotate_left(7))
                + if x > 0 { floor(x, 2) } else { -floor(x, 2) };
            o[10] = (floor(x, 5) ^ i128::from(k)) << 3;
            o[11] = x32 - 1 + signed(y, 32);
            o.map(|v| unsigned(v, 64) as u64)
        })
        .collect();
    Ok(Data::from_u64(&out))
}

/// Nearest, zero, up, down.
fn rounded(x: f64) -> [i64; 4] {
    let low = x.floor();
    let up = x - low > 0.5 || (x - low == 0.5 && low as i64 % 2 != 0);
    [low as i64 + i64::from(up), x.trunc() as i64, x.ceil() as i64, low as i64]
}

fn convert_ints(i: &Inputs<'_>) -> Res {
    let all = i.f32("in")?;
    let of = |x: &f32| {
        let r = rounded(f64::from(*x));
        [r[0], r[1], r[2], r[3], r[1]].map(|v| v as i32)
    };
    Ok(Data::from_i32(&all.iter().flat_map(of).collect::<Vec<_>>()))
}

fn convert_words(i: &Inputs<'_>) -> Res {
    let all = i.f32("in")?;
    let of = |x: &f32| rounded(f64::from(x.abs())).map(|v| v as u32);
    Ok(Data::from_u32(&all.iter().flat_map(of).collect::<Vec<_>>()))
}

fn convert_longs(i: &Inputs<'_>) -> Res {
    let all = i.f32("in")?;
    let of = |x: &f32| {
        let d = f64::from(*x) * 65537.0;
        let r = rounded(d);
        [
            r[0],
            r[1],
            r[2],
            r[3],
            r[1].abs(),
            rounded(f64::from(*x))[3] + i64::from(rounded(d / 3.0)[0] as i32),
        ]
    };
    Ok(Data::from_i64(&all.iter().flat_map(of).collect::<Vec<_>>()))
}

/// The floats at and below, at and above a number that a nearest one is known for.
fn around(exact: i128, near: f32) -> (f32, f32) {
    let value = near as i128;
    match value.cmp(&exact) {
        std::cmp::Ordering::Less => (near, near.next_up()),
        std::cmp::Ordering::Equal => (near, near),
        std::cmp::Ordering::Greater => (near.next_down(), near),
    }
}

fn convert_floats(i: &Inputs<'_>) -> Res {
    let (v, wide) = (i.i32("v")?, i.i64("wide")?);
    let of = |(v, l): (&i32, &i64)| {
        let (down, up) = around(i128::from(*v), *v as f32);
        let zero = if *v < 0 { up } else { down };
        let word = *v as u32;
        let d = f64::from(*v) * 1.1;
        let near = d as f32;
        let low = if f64::from(near) > d { near.next_down() } else { near };
        [
            *v as f32,
            zero,
            up,
            down,
            around(i128::from(word), word as f32).0,
            around(i128::from(*l), *l as f32).1,
            low,
        ]
    };
    Ok(Data::from_f32(&v.iter().zip(&wide).flat_map(of).collect::<Vec<_>>()))
}

fn convert_doubles(i: &Inputs<'_>) -> Res {
    let (v, wide) = (i.i32("v")?, i.i64("wide")?);
    let of = |(v, l): (&i32, &i64)| {
        // Towards zero: 53 bits of the magnitude.
        let size = l.unsigned_abs();
        let cut = 64u32.saturating_sub(53 + size.leading_zeros());
        let kept = (size >> cut << cut) as f64;
        [if *l < 0 { -kept } else { kept }, f64::from(*v) + (*l as u64) as f64]
    };
    Ok(Data::from_f64(&v.iter().zip(&wide).flat_map(of).collect::<Vec<_>>()))
}

fn bit_intrinsics(i: &Inputs<'_>) -> Res {
    let (pairs, wide) = (i.u32("in")?, i.u64("wide")?);
    let digits = |v: u64, n: u32| (0..n).map(move |k| v >> k & 1).collect::<Vec<_>>();
    let number = |bits: &[u64]| bits.iter().rev().fold(0u64, |v, b| v * 2 + b);
    let leading =
        |v: u64, n: u32| digits(v, n).iter().rev().take_while(|b| **b == 0).count() as u32;
    let first =
        |v: u64, n: u32| digits(v, n).iter().position(|b| *b == 1).map_or(0, |k| k as u32 + 1);
    let ones = |v: u64| digits(v, 64).iter().sum::<u64>() as u32;
    let out: Vec<u32> = pairs
        .chunks_exact(2)
        .zip(&wide)
        .flat_map(|(p, w)| {
            let (a, b) = (p[0], p[1]);
            let (sa, sb) = (i128::from(a as i32), i128::from(b as i32));
            let (ua, ub) = (i128::from(a), i128::from(b));
            let w = w >> (a & 63);
            let mut mirrored = digits(a.into(), 32);
            mirrored.reverse();
            let mut wide_mirrored = digits(w, 64);
            wide_mirrored.reverse();
            let r = number(&wide_mirrored);
            let bytes = [a.to_le_bytes(), b.to_le_bytes()].concat();
            let chosen: Vec<u8> = (0..4).map(|k| bytes[(b >> (4 * k)) as usize & 7]).collect();
            let both = u64::from(b) << 32 | u64::from(a);
            let shifted = unsigned(ua << (b & 31), 32) as u64;
            let low24 = |x: i128| signed(x, 24);

            [
                number(&mirrored) as u32,
                leading((a >> (b & 31)).into(), 32) * 100 + ones(a.into()),
                first(shifted, 32) * 100 + 32,
                u32::from_le_bytes([chosen[0], chosen[1], chosen[2], chosen[3]]),
                ((both << (b >> 7 & 31)) >> 32) as u32,
                (both >> (b >> 9 & 31)) as u32,
                (r as u32) ^ (r >> 32) as u32,
                leading(w, 64) * 10_000 + ones(w) * 100 + first(w, 64),
                unsigned(((ua * ub) >> 32) + (sa * sb).div_euclid(1 << 32), 32) as u32,
                (unsigned(low24(sa) * low24(sb), 32)
                    ^ unsigned(unsigned(ua, 24) * unsigned(ub, 24), 32)) as u32,
                unsigned((sa - sb).abs() + 7 + (ua - ub).abs() + 9, 32) as u32,
                unsigned((sa + sb).div_euclid(2) + (ua + ub) / 2 + (sa + sb + 1).div_euclid(2), 32)
                    as u32,
            ]
        })
        .collect();
    Ok(Data::from_u32(&out))
}

fn ptx_out(i: &Inputs<'_>) -> Res {
    let (a, b) = (i.u64("a")?, i.u64("b")?);
    let out: Vec<u32> = a
        .iter()
        .zip(&b)
        .enumerate()
        .flat_map(|(k, (&x, &y))| {
            let sum = u128::from(x) + u128::from(y);
            let field = x as u32 >> 5 & 0x7ff;
            let squared = u64::from(y as u32) * u64::from(y as u32);
            let wide = (k % 96 % 32) as u64 * u64::from(x as u32);
            [
                sum as u32,
                (sum >> 32) as u32,
                (sum >> 64) as u32,
                field,
                (squared as u32).wrapping_add(field),
                (wide as u32).wrapping_add((wide >> 32) as u32),
            ]
        })
        .collect();
    Ok(Data::from_u32(&out))
}
