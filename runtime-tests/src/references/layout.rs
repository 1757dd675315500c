//! Structures, unions, vectors, initialisers, pointers, strings: bytes and numbers, without the kernels' types.

use optx_launch::{Data, Inputs};

use super::Reference;

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("struct_params_out", |_| {
        Ok(Data::from_f64(&(0..200).map(|k| config(k).0).collect::<Vec<_>>()))
    }),
    ("struct_params_sums", |_| {
        Ok(Data::from_i64(&(0..200).map(|k| config(k).1).collect::<Vec<_>>()))
    }),
    ("punning_fields", punning_fields),
    ("punning_next", punning_next),
    ("punning_built", punning_built),
    ("typedef_chain", typedef_chain),
    ("vector_ints", |i| {
        Ok(Data::from_i32(&vectors(i)?.iter().flat_map(|v| v.ints).collect::<Vec<_>>()))
    }),
    ("vector_doubles", |i| {
        Ok(Data::from_f64(&vectors(i)?.iter().flat_map(|v| v.doubles).collect::<Vec<_>>()))
    }),
    ("vector_longs", |i| {
        Ok(Data::from_u64(&vectors(i)?.iter().flat_map(|v| v.longs).collect::<Vec<_>>()))
    }),
    ("vector_triples", |i| {
        Ok(Data::from_f32(&vectors(i)?.iter().flat_map(|v| v.triples).collect::<Vec<_>>()))
    }),
    ("vector_halves", |i| {
        Ok(Data::from_u16(&vectors(i)?.iter().flat_map(|v| v.halves).collect::<Vec<_>>()))
    }),
    ("initialisers", initialisers),
    ("walks_out", |i| Ok(Data::from_i32(&walks(i)?.iter().map(|w| w.0).collect::<Vec<_>>()))),
    ("walks_bits", |i| Ok(Data::from_u64(&walks(i)?.iter().map(|w| w.1).collect::<Vec<_>>()))),
    ("string_text", string_text),
    ("string_hash", string_hash),
    ("constant_structs", constant_structs),
    ("constant_uses", |_| Ok(Data::from_i32(&[83 + 83, 84 * 97 + 83 * 99]))),
];

type Res = Result<Data, String>;

/// The bytes of the launch file's arguments as numbers, and what thread `k` makes of them.
fn config(k: i64) -> (f64, i64) {
    let mut dims = [3i64, -4, 5];
    dims[k as usize % 3] += k;
    let mut bytes = [[1i64, 2, 3, 4, 5, 6, 0, 0], [10, 20, 30, 40, 250, 0, 0, 0]];
    bytes[k as usize % 2][k as usize % 8] ^= 0x55;
    let total = |b: &[i64; 8], pair: [i64; 2]| pair[0] * 2 + pair[1] * 3 + b.iter().sum::<i64>();
    let half = i64::from((321 * (k + 1)) as i16);
    let out = 1.5 * dims[k as usize % 3] as f64 + 0.25 - 11.0;
    let sum = total(&bytes[0], [-6, 7]) + 1000 * total(&bytes[1], [800, -9]) + (123_456 - k)
        - 3
        - 77
        - 5_000_000_000;
    (out, sum + 9 - 100_000 + half + 7)
}

fn punning_fields(i: &Inputs<'_>) -> Res {
    let out: Vec<u32> = i
        .f32("in")?
        .iter()
        .flat_map(|x| {
            let (bits, bytes) = (x.to_bits(), x.to_le_bytes());
            let exponent = bits / (1 << 23) % 256;
            let first = (exponent * 65536) | (u32::from(bytes[3]) * 256) | u32::from(bytes[0]);
            [first, bits - bits % (1 << 23)]
        })
        .collect();
    Ok(Data::from_u32(&out))
}

/// Away from zero for positive numbers, towards it for negative ones: one less as a signed number of bits.
fn punning_next(i: &Inputs<'_>) -> Res {
    let next =
        |x: &f32| if x.is_sign_negative() { x.next_up_in_size(-1) } else { x.next_up_in_size(1) };
    Ok(Data::from_f32(&i.f32("in")?.iter().map(next).collect::<Vec<_>>()))
}

trait BySize {
    fn next_up_in_size(&self, by: i32) -> f32;
}

impl BySize for f32 {
    fn next_up_in_size(&self, by: i32) -> f32 {
        let size = self.abs();
        let moved = if by > 0 { size.next_up() } else { size.next_down() };
        moved.copysign(*self)
    }
}

fn punning_built(i: &Inputs<'_>) -> Res {
    let built = |(k, x): (usize, &f32)| {
        let bytes = f64::from(*x).to_be_bytes();
        let low = (k as u64 * 2_654_435_761) % (1 << 32);
        let high = u64::from(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        -f64::from_bits(high << 32 | low)
    };
    Ok(Data::from_f64(&i.f32("in")?.iter().enumerate().map(built).collect::<Vec<_>>()))
}

fn typedef_chain(i: &Inputs<'_>) -> Res {
    let out: Vec<i32> = i
        .u8("in")?
        .chunks_exact(24)
        .enumerate()
        .map(|(at, grid)| {
            // The list runs from the last row to the first.
            let parts = (0..3).rev().map(|k| {
                let row = (0..6).map(|j| i32::from(grid[6 * k + j] ^ grid[18 + j]));
                let value = row.enumerate().map(|(j, b)| b << (5 - j)).sum::<i32>();
                let pair = (at + k) as i32 % 3;
                value + (2 * pair + 2) - 10 * (2 * pair + 1)
            });
            parts.zip([1, 3, 9]).map(|(p, w)| p * w).sum()
        })
        .collect();
    Ok(Data::from_i32(&out))
}

struct Vectors {
    ints: [i32; 4],
    doubles: [f64; 2],
    longs: [u64; 2],
    triples: [f32; 3],
    halves: [u16; 2],
}

fn vectors(i: &Inputs<'_>) -> Result<Vec<Vectors>, String> {
    let shorts = i.get("shorts")?.to_i16().ok_or("shorts")?;
    let (bytes, floats) = (i.u8("bytes")?, i.f32("floats")?);
    let all = bytes.chunks_exact(4).zip(shorts.chunks_exact(4)).zip(floats.chunks_exact(4));
    Ok(all
        .map(|((b, s), f)| {
            let a: Vec<i32> = b.iter().map(|b| i32::from(*b)).collect();
            let c: Vec<i32> = b.iter().rev().map(|b| i32::from(*b as i8)).collect();
            let s32 = |k: usize| i32::from(s[k]);
            let minor = |j: usize, k: usize| a[j] * c[k] - a[k] * c[j];
            let ints =
                [minor(1, 2) + s32(0), minor(2, 0) + s32(1), minor(0, 1) + s32(2), c[3] * s32(3)];
            let first = (a[0] as u64) << 40 | u64::from(s[0] as u16);
            let h = [(s[0] ^ s[1]) as u16, (a[0] * a[1]) as u16];
            Vectors {
                ints,
                doubles: [
                    f64::from(f[0]) * 2.0 - f64::from(f[2]) * 0.5,
                    f64::from(f[1]) * 2.0 + f64::from(f[3]) * 0.5,
                ],
                longs: [first, (!first).wrapping_add(u64::from(ints[3] as u32))],
                triples: [f[3] * -0.5, f[0] * 2.0, f32::from(s[2])],
                halves: [h[0], h[1].wrapping_add(h[0] & 0xff)],
            }
        })
        .collect())
}

fn initialisers(i: &Inputs<'_>) -> Res {
    let table = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [13, 0, 0, 0, 14, 0]];
    let curve = [[1, 2, 0], [3, 4, 5]];
    let out: Vec<i32> = i
        .i32("in")?
        .iter()
        .map(|&v| {
            let third = (v as u32 % 3) as usize;
            let t: i32 = table[third].iter().zip(1..).map(|(x, k)| x * k).sum();
            // lines[0] is {{v, v + 1}, {2 v, 0}, {0, 0}}, lines[1] {{v, 2}, {3, 0}, {0, 0}}.
            let lines = 2 * v + 3 * 7;
            let grid = v + v * 2 + 7;
            let flat = v * 3 + 4 + (v & 0xffff);
            // q.x * q.y is -v, rest[1].x is v.
            let points = 16;
            let letters = i32::from(b'a') + i32::from(v as i8) + curve[(v & 1) as usize][third];
            let word = i32::from(b"optx\0"[(v as u32 % 5) as usize]);
            t + lines + grid + flat + points + letters + word + 12 + 10 + 1
        })
        .collect();
    Ok(Data::from_i32(&out))
}

/// Rows as slices, in the order that the thread puts them.
fn walks(i: &Inputs<'_>) -> Result<Vec<(i32, u64)>, String> {
    let all = i.i32("in")?;
    Ok(all
        .chunks_exact(32)
        .enumerate()
        .map(|(k, base)| {
            let place = |r: usize| (r + 4 - k % 4) % 4 * 8;
            let stretch = |r: usize| base[place(r)..place(r) + 7].iter().take_while(|v| **v >= 0);
            let sum: i32 = (0..4).flat_map(stretch).sum();
            let back = place(3) + stretch(3).count();
            let flags = if place(0) < place(2) { 100_000 } else { 0 };
            let second = base[place(0) + 1].to_le_bytes();
            let short = i32::from(i16::from_le_bytes([second[2], second[3]]));
            let bytes = i32::from(second[0]) + i32::from(second[3]) * 3 + short;
            let out =
                sum + 1000 * back as i32 + flags + 200_000 + bytes + base[place(3) + 2] + base[3];
            let offset = |r: usize| ((32 * k + place(r)) * 4) as u64;
            (out, offset(2) | (offset(0) + 4) << 32)
        })
        .collect())
}

const NAMES: [&str; 8] = ["zero", "one", "two", "three", "four", "five", "six", "seven"];

fn string_text(i: &Inputs<'_>) -> Res {
    let out: Vec<u8> = i
        .u32("in")?
        .iter()
        .flat_map(|v| {
            let mut text = format!("{v:08x}").into_bytes();
            let name = NAMES[*v as usize % 8].as_bytes();
            text.push(name[name.len() - 1]);
            text.push(if v % 2 == 0 { b'e' } else { b'o' });
            text.extend([b'z', 10 + 92 - 65]);
            text
        })
        .collect();
    Ok(Data::from_u8(&out))
}

fn string_hash(i: &Inputs<'_>) -> Res {
    let steps = [[1, 2, 3], [10, 20, 30], [100, 200, 250], [7, 0, 0]];
    let out: Vec<u32> = i
        .u32("in")?
        .iter()
        .map(|v| {
            let name = NAMES[*v as usize % 8];
            // FNV-1a in 64 bits, cut at each step.
            let hash = name
                .bytes()
                .fold(2_166_136_261u64, |h, b| (h ^ u64::from(b)) * 16_777_619 % (1 << 32));
            let tail = b"tail\t\"\\"[(v >> 3) as usize % 7];
            let rest =
                8 + u32::from(tail) + 97 + v % 3 + steps[(v >> 30) as usize][(v % 3) as usize];
            (hash as u32).wrapping_add(name.len() as u32 * 1000 + rest)
        })
        .collect();
    Ok(Data::from_u32(&out))
}

/// Filters as lists of (offset, weight).
fn constant_structs(i: &Inputs<'_>) -> Res {
    let filters: [&[(i64, f64)]; 4] = [
        &[(-1, 0.25), (0, 0.5), (1, 0.25)],
        &[(0, 0.5), (1, 0.5)],
        &[(-2, 1.0), (-1, -2.0), (0, 4.0), (1, -2.0), (2, 1.0)],
        &[(-3, 1.0), (-2, 1.0), (-1, 1.0), (0, 1.0), (1, -0.5)],
    ];
    let v = i.f32("in")?;
    let at = |k: i64| usize::try_from(k).ok().and_then(|k| v.get(k)).map_or(0.0, |x| f64::from(*x));
    let out = (0..v.len() as i64)
        .map(|k| filters[k as usize % 4].iter().map(|(d, w)| w * at(k + d)).sum());
    Ok(super::narrow(out))
}
