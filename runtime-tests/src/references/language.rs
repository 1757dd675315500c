//! Control flow, votes, atomics, overloads, templates, classes: as sums and searches over whole arrays.

use optx_launch::{Data, Inputs};

use super::{Reference, narrow, wide};

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("opcode_result", |i| Ok(Data::from_i32(&machine(i)?.iter().map(|m| m.0).collect::<Vec<_>>()))),
    ("opcode_status", |i| Ok(Data::from_i32(&machine(i)?.iter().map(|m| m.1).collect::<Vec<_>>()))),
    ("volatile_sum", |i| blocks(i, |b| b.iter().sum())),
    ("volatile_most", |i| blocks(i, |b| b.iter().copied().max().unwrap_or(0))),
    ("duff", duff),
    ("overloads", overloads),
    ("block_votes", block_votes),
    ("warp_votes", warp_votes),
    ("warp_moved", warp_moved),
    ("warp_match", warp_match),
    ("atomic_ints", atomic_ints),
    ("atomic_words", atomic_words),
    ("atomic_longs", atomic_longs),
    ("atomic_f", |i| {
        let sum: i32 = i.i32("in")?.iter().map(|v| v & 15).sum();
        Ok(Data::from_f32(&[sum as f32]))
    }),
    ("last_block", last_block),
    ("template_kinds", template_kinds),
    ("functors", functors),
    ("vec3_class", vec3_class),
];

type Res = Result<Data, String>;

/// The stack machine over a growing list, with errors as results.
fn machine(i: &Inputs<'_>) -> Result<Vec<(i32, i32)>, String> {
    fn step(stack: &mut Vec<i32>, code: i32) -> Result<(), i32> {
        let (kind, value) = (code % 9, code / 9);
        let pops = |stack: &mut Vec<i32>| match stack.len() {
            0 | 1 => Err(7),
            n => Ok((stack[n - 2], stack.remove(n - 1))),
        };
        match (kind, code % 2) {
            (0..=2, _) | (3, _) if stack.len() == 8 => Err(8),
            (0..=2, _) => {
                stack.push(value);
                Ok(())
            }
            (3, _) => {
                let top = *stack.last().ok_or(7)?;
                stack.push(top);
                Ok(())
            }
            (8, 1) => {
                if let Some(top) = stack.last_mut() {
                    *top = 0i32.wrapping_sub(*top);
                }
                Ok(())
            }
            (4..=6 | 8, _) => {
                if kind == 8
                    && let Some(top) = stack.last_mut()
                {
                    *top = top.wrapping_add(2);
                }
                let (a, b) = pops(stack)?;
                let last = stack.len() - 1;
                stack[last] = match kind {
                    5 => a.wrapping_sub(b),
                    6 => a.wrapping_mul(b),
                    _ => a.wrapping_add(b),
                };
                Ok(())
            }
            _ => {
                let (a, b) = pops(stack)?;
                let last = stack.len() - 1;
                stack[last] = b;
                stack.push(a);
                Ok(())
            }
        }
    }
    Ok(i.i32("program")?
        .chunks_exact(20)
        .map(|program| {
            let mut stack = Vec::new();
            let end = program.iter().try_for_each(|c| step(&mut stack, *c));
            let status = end.err().unwrap_or(0) * 100 + stack.len() as i32;
            (stack.last().copied().unwrap_or(-1), status)
        })
        .collect())
}

fn blocks(i: &Inputs<'_>, of: fn(&[i32]) -> i32) -> Res {
    // The last block has zeros beyond the end.
    let mut all = i.i32("in")?;
    all.resize(all.len().next_multiple_of(256), 0);
    Ok(Data::from_i32(&all.chunks_exact(256).map(of).collect::<Vec<_>>()))
}

/// The two loops as one recursive function of where it is.
fn duff(i: &Inputs<'_>) -> Res {
    struct State {
        sum: u32,
        a: u32,
        b: u32,
        v: u32,
    }
    /// The body of the inner loop from its label on: true for out of both loops, false for the end of a round.
    fn rounds(s: &mut State) -> bool {
        while s.b < 5 {
            if (s.sum ^ s.v) % 11 == 3 {
                return true;
            }
            if s.sum % 7 == 2 {
                return false;
            }
            s.sum = s.sum.wrapping_add(5);
            s.b += 1;
            if s.b < 5 {
                s.sum = s.sum.wrapping_add(s.a * s.b);
            }
        }
        false
    }
    fn row_end(s: &mut State) {
        if s.sum % 13 != 4 {
            s.sum ^= s.a;
        }
        s.a += 1;
    }
    let out: Vec<u32> = i
        .u32("in")?
        .iter()
        .map(|&v| {
            let count = v % 29 + 1;
            let sum = (0..count).fold(0u32, |s, k| s.wrapping_mul(3).wrapping_add(v % (k + 2)));
            let mut s = State { sum, a: 0, b: 0, v };
            // An odd number starts inside, as if before the first product.
            let mut inside = v % 2 == 1;
            loop {
                while s.a < 5 {
                    if !inside {
                        s.b = 0;
                    }
                    inside = false;
                    if rounds(&mut s) {
                        return s.sum.wrapping_mul(100).wrapping_add(s.a * 10 + s.b);
                    }
                    row_end(&mut s);
                }
                if s.sum >= 100_000 {
                    return s.sum.wrapping_mul(100).wrapping_add(s.a * 10 + s.b);
                }
                s.sum = s.sum * 2 + 1;
                s.a = 0;
            }
        })
        .collect();
    Ok(Data::from_u32(&out))
}

fn overloads(i: &Inputs<'_>) -> Res {
    let all = i.i32("in")?;
    let out: Vec<i32> = all
        .iter()
        .zip(all.iter().rev())
        .map(|(&v, &w)| {
            let s = i32::from(v as i16);
            let c = i32::from(w as i8);
            let half = (f64::from(v) / 2.0).trunc() as i32 + 4;
            let quarter = (f64::from(w) / 4.0).trunc() as i32 + 5;
            let called = (s * 2 - 6) + c + (v + 2) + (w + 3) + half + quarter + (v + 6);
            let (mut x, mut y) = (w, v);
            if x > y {
                x -= 7;
            } else {
                y -= 7;
            }
            let (x, y) = ((x + 3) * 2, y + 6);
            called + x - y + x.rem_euclid(256) + (2 - 6) + 3 + i32::from(x.rem_euclid(4) >= 2)
        })
        .collect();
    Ok(Data::from_i32(&out))
}

fn block_votes(i: &Inputs<'_>) -> Res {
    let out: Vec<i32> = i
        .i32("in")?
        .chunks_exact(96)
        .flat_map(|b| {
            let count = |of: &dyn Fn(&&i32) -> bool| b.iter().filter(of).count() as i32;
            // How often the largest is halved until it is at most ten.
            let most = *b.iter().max().unwrap_or(&0);
            let rounds =
                std::iter::successors(Some(most), |v| Some(v / 2)).take_while(|v| *v > 10).count();
            [
                count(&|v| **v > 30),
                i32::from(count(&|v| **v > -90) == 96),
                i32::from(count(&|v| v.rem_euclid(128) >= 64) > 0),
                count(&|v| v.rem_euclid(2) == 1),
                rounds as i32,
            ]
        })
        .collect();
    Ok(Data::from_i32(&out))
}

fn mask(warp: &[i32], of: impl Fn(usize, i32) -> bool) -> u32 {
    warp.iter().enumerate().filter(|(k, v)| of(*k, **v)).map(|(k, _)| 1 << k).sum()
}

fn warp_votes(i: &Inputs<'_>) -> Res {
    let out: Vec<u32> = i
        .i32("in")?
        .chunks_exact(32)
        .flat_map(|w| {
            let ballot = mask(w, |_, v| v > 0);
            let bits =
                u32::from(w.iter().all(|v| *v > -100)) + 2 * u32::from(w.iter().any(|v| *v > 95));
            let middle = |k: usize| (8..24).contains(&k);
            let odd = mask(w, |k, v| middle(k) && v.rem_euclid(2) == 1);
            let part = odd ^ u32::from(w[8..24].iter().any(|v| *v > 90));
            (0..32).flat_map(move |lane| {
                let rank = (0..lane).filter(|k| ballot >> k & 1 == 1).count() as u32;
                [ballot, bits << 8 | rank, if middle(lane) { part } else { 0 }]
            })
        })
        .collect();
    Ok(Data::from_u32(&out))
}

fn warp_moved(i: &Inputs<'_>) -> Res {
    let out: Vec<i32> = i
        .i32("in")?
        .chunks_exact(32)
        .flat_map(|w| {
            let first = w[w.iter().position(|v| *v > 0).unwrap_or(31)];
            (0..32usize).map(move |k| {
                let extra = if (8..24).contains(&k) { w[8 + k % 16] } else { 0 };
                let up = if k % 8 >= 3 { w[k - 3] } else { w[k] };
                let down = if k % 16 < 11 { w[k + 5] } else { w[k] };
                first + extra + up * 3 - down * 5 + w[k ^ 9] * 7
            })
        })
        .collect();
    Ok(Data::from_i32(&out))
}

fn warp_match(i: &Inputs<'_>) -> Res {
    let out: Vec<u32> = i
        .u32("in")?
        .chunks_exact(32)
        .flat_map(|w| {
            let same = w.iter().all(|v| v >> 31 == w[0] >> 31);
            let all = if same { u32::MAX } else { 0 };
            let sum = w.iter().map(|v| u64::from(*v)).sum::<u64>() as u32;
            let (most, least) = (w.iter().max().copied(), w.iter().min().copied());
            let xor = (0..32).filter(|b| w.iter().filter(|v| *v >> b & 1 == 1).count() % 2 == 1);
            let xor = xor.map(|b| 1u32 << b).sum::<u32>();
            let or = w.iter().fold(0, |x, v| x | (v % 5));
            let and = (0..32)
                .filter(|b| w.iter().all(|v| (v | 0xf0) >> b & 1 == 1))
                .map(|b| 1u32 << b)
                .sum::<u32>();
            w.iter().flat_map(move |v| {
                let equal = w
                    .iter()
                    .enumerate()
                    .filter(|(_, x)| *x % 5 == v % 5)
                    .map(|(k, _)| 1u32 << k)
                    .sum();
                [
                    equal,
                    all,
                    u32::from(same),
                    sum,
                    most.unwrap_or(0),
                    least.unwrap_or(0),
                    xor,
                    or << 8 | and,
                ]
            })
        })
        .collect();
    Ok(Data::from_u32(&out))
}

fn atomic_ints(i: &Inputs<'_>) -> Res {
    let all = i.i32("in")?;
    let sum = all.iter().fold(0i32, |s, v| s.wrapping_add(*v));
    let odd = all.iter().filter(|v| v.rem_euclid(2) == 1).count() as i32;
    let mut out = vec![0i32; 20];
    out[0] = sum;
    out[1] = sum.wrapping_neg();
    out[2] = all.iter().copied().min().unwrap_or(0).min(0);
    out[3] = all.iter().copied().max().unwrap_or(0).max(0);
    out[5] = all.iter().fold(0, |x, v| x | v & 0x7f00);
    out[6] = all.iter().fold(0, |x, v| x ^ v);
    out[7] = 8;
    out[8..16].fill(1);
    out[16] = all.len() as i32 - odd;
    out[17] = odd;
    let blocks = all.chunks(96).map(|b| b.iter().copied().max().unwrap_or(0).max(0));
    out[18] = blocks.fold(0i32, i32::wrapping_add);
    Ok(Data::from_i32(&out))
}

fn atomic_words(i: &Inputs<'_>) -> Res {
    let all = i.i32("in")?;
    let n = all.len() as u32;
    let mut out = [0u32; 8];
    out[0] = n % 100;
    // Down from 0: to 36 first, then one less each time.
    out[1] = (37 - n % 37) % 37;
    out[2] = all.iter().map(|v| *v as u32).max().unwrap_or(0);
    out[4] = 3 * n;
    for (k, b) in all.chunks(96).enumerate() {
        let k = k as u32;
        let set = |bits: i32| {
            (0..32).filter(|x| b.iter().any(|v| v & bits == *x)).map(|x| 1u32 << x).sum::<u32>()
        };
        let chain = b.iter().fold(0u64, |x, _| (x * 5 + 1) % (1 << 32)) as u32;
        out[5] ^= set(31).wrapping_add(k);
        out[6] ^= (u32::MAX - set(15)).wrapping_add(k);
        out[7] ^= chain.wrapping_add(k);
    }
    Ok(Data::from_u32(&out))
}

fn atomic_longs(i: &Inputs<'_>) -> Res {
    let words: Vec<u64> = i.i32("in")?.iter().map(|v| u64::from(*v as u32)).collect();
    let xor = words.iter().fold(0, |x, v| x ^ v);
    let sum = words.iter().map(|v| u128::from(*v) << 20).sum::<u128>() as u64;
    Ok(Data::from_u64(&[sum, words.iter().max().unwrap_or(&0) << 13, xor << 32 | xor]))
}

/// Two launches add the same.
fn last_block(i: &Inputs<'_>) -> Res {
    let all = i.i32("in")?;
    let weighted = all.iter().enumerate().map(|(k, v)| v * (k / 96 % 6 + 1) as i32);
    Ok(Data::from_i32(&[2 * weighted.sum::<i32>()]))
}

fn template_kinds(i: &Inputs<'_>) -> Res {
    let all = i.i32("in")?;
    let n = all.len();
    let out: Vec<i32> = (0..n)
        .map(|k| {
            let list: Vec<i32> = (0..5).map(|j| all[(k + j) % n]).collect();
            // A ring of three holds the last three, one of four the last four; its head began at 1.
            let three = list[4] + 2 * list[2] + list[2..].iter().sum::<i32>() + 100;
            let four = list[3] + (f64::from(list[1..].iter().sum::<i32>()) / 2.0).trunc() as i32;
            let most = *list.iter().max().unwrap_or(&0) * 3 + all[k].max(7) + 5 + (k as i32).max(9);
            let k = k as i32;
            three + four + most + (k % 50).pow(3) + 20 + k + 12 + 31 + 64
        })
        .collect();
    Ok(Data::from_i32(&out))
}

fn functors(i: &Inputs<'_>) -> Res {
    let mut out = Vec::new();
    for (k, b) in i.i32("in")?.chunks(128).enumerate() {
        // 3 (5 - 2 (x + k)) + 1
        let (sum, n) = (b.iter().sum::<i32>(), b.len() as i32);
        out.push(16 * n - 6 * (sum + n * k as i32));
        out.push(2 * b.iter().max().unwrap_or(&0));
    }
    Ok(Data::from_i32(&out))
}

fn vec3_class(i: &Inputs<'_>) -> Res {
    let all = wide(&i.f32("in")?);
    let out = all.chunks_exact(6).flat_map(|p| {
        let (a, b) = (&p[..3], &p[3..]);
        let c: Vec<f64> = (0..3)
            .map(|k| {
                let (m, n) = ((k + 1) % 3, (k + 2) % 3);
                a[m] * b[n] - a[n] * b[m] + 2.0 * (a[k] - b[k]) - 0.25 + k as f64
            })
            .collect();
        let dot: f64 = c.iter().zip(a).map(|(x, y)| x * y).sum();
        let sums: f64 = (0..3).map(|k| 4.0 * (a[k] + b[k]) * f64::from(1 << k)).sum();
        [c[0], c[1], c[2], dot + 1.0, sums]
    });
    Ok(narrow(out.collect::<Vec<_>>()))
}
