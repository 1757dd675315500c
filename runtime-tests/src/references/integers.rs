//! Hashes, division, bit-fields, scanners, jumps.

use optx_launch::{Data, Inputs};

use super::Reference;

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("hash_md5", hash_md5),
    ("div64_quot", |i| Ok(Data::from_i64(&div64(i)?.into_iter().map(|x| x.0).collect::<Vec<_>>()))),
    ("div64_rem", |i| Ok(Data::from_i64(&div64(i)?.into_iter().map(|x| x.1).collect::<Vec<_>>()))),
    ("div64_mixed", |i| {
        Ok(Data::from_u64(&div64(i)?.into_iter().map(|x| x.2).collect::<Vec<_>>()))
    }),
    ("bitfields_out", bitfields_out),
    ("bitfields_sums", bitfields_sums),
    ("scanner_numbers", |i| scanner(i, 0)),
    ("scanner_names", |i| scanner(i, 1)),
    ("scanner_errors", |i| scanner(i, 2)),
    ("irreducible_out", irreducible_out),
    ("irreducible_steps", irreducible_steps),
    ("exits_first", |i| exits(i, 0)),
    ("exits_second", |i| exits(i, 1)),
    ("exits_tries", |i| exits(i, 2)),
    ("monte_carlo_hits", monte_carlo_hits),
    ("monte_carlo_last", monte_carlo_last),
    ("mandelbrot", mandelbrot),
];

type Res = Result<Data, String>;

/// MD5 of single blocks, round constants from the sine, as RFC 1321 gives them.
fn hash_md5(i: &Inputs<'_>) -> Res {
    let out: Vec<u32> = i
        .u32("message")?
        .chunks_exact(16)
        .flat_map(|m| {
            let start = [0x6745_2301u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
            let mut s = start;
            let turns = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
            for k in 0..64u32 {
                let sine = (f64::from(k + 1).sin().abs() * 4_294_967_296.0) as u32;
                let [a, b, c, d] = s;
                let (mix, word) = match k / 16 {
                    0 => ((b & c) | (!b & d), k),
                    1 => ((b & d) | (c & !d), 5 * k + 1),
                    2 => (b ^ c ^ d, 3 * k + 5),
                    _ => (c ^ (b | !d), 7 * k),
                };
                let sum = [a, mix, sine, m[word as usize % 16]]
                    .iter()
                    .fold(0u32, |x, y| x.wrapping_add(*y));
                let turned = sum.rotate_left(turns[k as usize / 16][k as usize % 4]);
                s = [d, b.wrapping_add(turned), b, c];
            }
            [0, 1, 2, 3].map(|k: usize| s[k].wrapping_add(start[k]))
        })
        .collect();
    Ok(Data::from_u32(&out))
}

/// Division by shifting and subtracting, of magnitudes.
fn divide(a: u128, b: u128) -> (u128, u128) {
    let (mut q, mut r) = (0u128, 0u128);
    for k in (0..128).rev() {
        r = r << 1 | (a >> k & 1);
        q <<= 1;
        if r >= b {
            r -= b;
            q |= 1;
        }
    }
    (q, r)
}

fn div64(i: &Inputs<'_>) -> Result<Vec<(i64, i64, u64)>, String> {
    let (a, b) = (i.i64("a")?, i.i64("b")?);
    let signed = |v: u128, negative: bool| {
        if negative { -(v as i128) as i64 } else { v as i64 }
    };
    Ok(a.iter()
        .zip(&b)
        .enumerate()
        .map(|(k, (&x, &y))| {
            let x = x >> (k % 5 * 13);
            let y = match y >> (k % 64) {
                0 => 7,
                y => y,
            };
            let (q, r) = divide(x.unsigned_abs().into(), y.unsigned_abs().into());
            let (u, v) = (u128::from(x as u64), u128::from(y as u64));
            let (lo, small) = (u & 0xffff_ffff, k as u128 + 3);
            let (uq, ur) = divide(u, v);
            let (lq, lr) = divide(lo, small);
            let mixed = uq + ur + lq + lr + divide(u, 10).0 + divide(u, 1_000_003).1;
            (signed(q, (x < 0) != (y < 0)), signed(r, x < 0), mixed as u64)
        })
        .collect())
}

/// The fields of a word, lowest first: 5, 7, 9 (signed) and 11 bits.
fn fields(w: u32) -> [i64; 4] {
    let mut at = 0;
    [5, 7, 9, 11].map(|bits| {
        let v = i64::from(w >> at) % (1 << bits);
        at += bits;
        if bits == 9 && v >= 256 { v - 512 } else { v }
    })
}

fn bitfields_sums(i: &Inputs<'_>) -> Res {
    let out: Vec<i32> = i
        .u32("in")?
        .iter()
        .map(|&w| fields(w).iter().zip([1, 3, 5, 7]).map(|(f, k)| f * k).sum::<i64>() as i32)
        .collect();
    Ok(Data::from_i32(&out))
}

fn bitfields_out(i: &Inputs<'_>) -> Res {
    let pack = |f: [i64; 4]| {
        let mut at = 0;
        f.iter().zip([5, 7, 9, 11]).fold(0u32, |w, (v, bits)| {
            let w = w | (v.rem_euclid(1 << bits) as u32) << at;
            at += bits;
            w
        })
    };
    let out: Vec<u32> = i
        .u32("in")?
        .iter()
        .map(|&w| {
            let [a, b, c, d] = fields(w);
            // The byte is read after the first three fields were changed.
            let half = pack([a + 9, b ^ 0x55, c / 2, d]);
            pack([a + 9, b ^ 0x55, c / 2, d * 3 + i64::from(half >> 8 & 0xff)])
        })
        .collect();
    Ok(Data::from_u32(&out))
}

/// By splitting each line into words, instead of by states.
fn scanner(i: &Inputs<'_>, which: usize) -> Res {
    let text = i.u8("text")?;
    let out: Vec<i32> = text
        .chunks_exact(40)
        .map(|line| {
            let kind = |c: u8| match c & 31 {
                0..10 => 'd',
                10..22 => 'l',
                22..30 => ' ',
                _ => '?',
            };
            let line: Vec<char> = line.iter().map(|&c| kind(c)).collect();
            let (mut numbers, mut names, mut bad, mut state) = (0, 0, 0, 0);
            let mut at = 0;
            while at < line.len() {
                let run = |from: usize, ok: &str| {
                    line[from..].iter().take_while(|c| ok.contains(**c)).count()
                };
                match line[at] {
                    ' ' => {
                        state = 0;
                        at += 1;
                    }
                    'd' => {
                        numbers += 1;
                        at += run(at, "d");
                        state = 1;
                        match line.get(at) {
                            Some('l') => {
                                numbers -= 1;
                                bad += 1;
                                at = skip(&line, at + 1);
                                state = 3;
                            }
                            // Anything else ends the number and is swallowed with it.
                            Some(_) => {
                                state = 0;
                                at += 1;
                            }
                            None => {}
                        }
                    }
                    'l' => {
                        names += 1;
                        at += run(at, "dl");
                        state = 2;
                        match line.get(at) {
                            Some(' ') => {
                                state = 0;
                                at += 1;
                            }
                            Some(_) => {
                                at = skip(&line, at + 1);
                                state = 3;
                            }
                            None => {}
                        }
                    }
                    _ => {
                        bad += 1;
                        at = skip(&line, at + 1);
                        state = 3;
                    }
                }
            }
            [numbers, names, bad * 10 + state][which]
        })
        .collect();
    Ok(Data::from_i32(&out))
}

/// The next space at or after a place: where an error ends.
fn skip(line: &[char], from: usize) -> usize {
    line.iter().skip(from).position(|c| *c == ' ').map_or(line.len(), |k| from + k)
}

/// The two-entry loop as a recursive function of its two places.
fn jumps(i: &Inputs<'_>) -> Result<Vec<(u32, u32)>, String> {
    fn even(x: u64, n: u32) -> (u32, u32) {
        let x = (x / 2 + 12345) % (1 << 32);
        match (n + 1 > 60, x % 4 == 3) {
            (true, _) => (x as u32, n + 1),
            (_, true) => even(x, n + 1),
            _ => odd(x, n + 1),
        }
    }
    fn odd(x: u64, n: u32) -> (u32, u32) {
        let y = (x * 5 + 3) % (1 << 32);
        let z = y ^ (y / 128);
        if z % 32 == 7 { (z as u32, n + 4) } else { even(z, n + 4) }
    }
    let start = |x: u32| if x % 2 == 1 { odd(x.into(), 0) } else { even(x.into(), 0) };
    Ok(i.u32("in")?.iter().map(|&x| start(x)).collect())
}

fn irreducible_out(i: &Inputs<'_>) -> Res {
    Ok(Data::from_u32(&jumps(i)?.iter().map(|x| x.0).collect::<Vec<_>>()))
}

fn irreducible_steps(i: &Inputs<'_>) -> Res {
    Ok(Data::from_u32(&jumps(i)?.iter().map(|x| x.1).collect::<Vec<_>>()))
}

/// All pairs that are tried, listed first and searched afterwards.
fn exits(i: &Inputs<'_>, which: usize) -> Res {
    let (modulus, rest) = (i.i32("modulus")?, i.i32("rest")?);
    let out: Vec<i32> = modulus
        .iter()
        .zip(&rest)
        .map(|(&m, &r)| {
            let pairs: Vec<(i32, i32)> = (2..24)
                .filter(|a| a % 7 != 0)
                .flat_map(|a| {
                    let last = (m - a + 1).max(a).min(31);
                    (a..=last).map(move |b| (a, b))
                })
                .collect();
            let found = pairs.iter().position(|(a, b)| (a * b - r) % m == 0);
            match found {
                Some(k) => [pairs[k].0, pairs[k].1, k as i32 + 1][which],
                None => [-1, pairs.len() as i32, pairs.len() as i32][which],
            }
        })
        .collect();
    Ok(Data::from_i32(&out))
}

/// The generator's step as a 64 x 64 matrix over two elements, applied to each seed.
fn draws(i: &Inputs<'_>) -> Result<Vec<Vec<u64>>, String> {
    let n = i.size(0, 3)?;
    let shift = |m: &[u64; 64], by: i32| -> [u64; 64] {
        // Row k of the product with `1 + shift`: row k plus the row that the shift brings there.
        std::array::from_fn(|k| {
            let from = k as i32 - by;
            m[k] ^ if (0..64).contains(&from) { m[from as usize] } else { 0 }
        })
    };
    let unit: [u64; 64] = std::array::from_fn(|k| 1 << k);
    let step = shift(&shift(&shift(&unit, 13), -7), 17);
    let apply = |s: u64| -> u64 {
        step.iter()
            .enumerate()
            .fold(0, |r, (k, row)| r | u64::from((row & s).count_ones() & 1) << k)
    };
    Ok(i.u64("seed")?
        .iter()
        .map(|&s| {
            let first = apply(s | 1);
            std::iter::successors(Some(first), |&s| Some(apply(s))).take(n).collect()
        })
        .collect())
}

fn monte_carlo_hits(i: &Inputs<'_>) -> Res {
    let inside = |s: &&u64| {
        let b = s.to_be_bytes();
        let x = f64::from(u16::from_be_bytes([b[1], b[2]]));
        let y = f64::from((*s % (1 << 28) / (1 << 12)) as u32);
        x * x + y * y < 4_294_967_296.0
    };
    let hits: Vec<i32> = draws(i)?.iter().map(|d| d.iter().filter(inside).count() as i32).collect();
    Ok(Data::from_i32(&hits))
}

fn monte_carlo_last(i: &Inputs<'_>) -> Res {
    Ok(Data::from_u64(&draws(i)?.iter().map(|d| d[d.len() - 1]).collect::<Vec<_>>()))
}

/// The whole orbit of each point, then the first place outside the circle.
fn mandelbrot(i: &Inputs<'_>) -> Res {
    let (width, height, limit) = (i.size(0, 1)?, i.size(0, 2)?, i.size(0, 3)?);
    let mut out = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let c = (
                (f64::from(x as u32) * 0.046875 - 2.0) as f32,
                (f64::from(y as u32) * 0.0625 - 1.25) as f32,
            );
            let orbit = std::iter::successors(Some((0f32, 0f32)), |&(a, b)| {
                let inner = (-b).mul_add(b, c.0);
                Some((a.mul_add(a, inner), (2.0 * a).mul_add(b, c.1)))
            });
            let outside = |&(a, b): &(f32, f32)| a.mul_add(a, b * b) > 4.0;
            out.push(orbit.take(limit).position(|z| outside(&z)).unwrap_or(limit) as i32);
        }
    }
    Ok(Data::from_i32(&out))
}
