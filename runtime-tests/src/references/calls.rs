//! Functions called out of line.

use optx_launch::{Data, Inputs};

use super::Reference;

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("calls_range", range),
    ("calls_random", random),
    ("calls_ring", ring),
    ("calls_narrow", narrow),
    ("calls_halves", halves),
    ("inline_bound", inline_bound),
];

type Res = Result<Data, String>;

fn range(i: &Inputs<'_>) -> Res {
    let v = i.i32("in")?;
    let out: Vec<i32> = (0..v.len())
        .map(|k| {
            let others = (1..9).map(|j| v[(k * 7 + j * j) % v.len()]).filter(|x| x % 3 != 0);
            let all: Vec<i32> = std::iter::once(v[k]).chain(others).collect();
            let least = all.iter().min().copied().unwrap_or(0);
            let most = all.iter().max().copied().unwrap_or(0);
            most - least + 1000 * all.len() as i32
        })
        .collect();
    Ok(Data::from_i32(&out))
}

fn random(i: &Inputs<'_>) -> Res {
    let out: Vec<u32> = i
        .i32("in")?
        .into_iter()
        .map(|v| {
            let mut state = u64::from(v as u32);
            let mut steps = 0;
            while state % 5 != 0 && steps < 20 {
                state = (state * 1_664_525 + 1_013_904_223 + steps) % (1 << 32);
                steps += 1;
            }
            (state + steps) as u32
        })
        .collect();
    Ok(Data::from_u32(&out))
}

fn ring(i: &Inputs<'_>) -> Res {
    let mut v = i.i32("in")?;
    let n = v.len();
    let digits = [3, 1, 4, 1, 5, 9, 2, 6];
    v.resize(n.next_multiple_of(96), 0);
    for chunk in v.chunks_mut(96) {
        for _ in 0..4 {
            let added: Vec<i32> = chunk.iter().map(|x| digits[x.rem_euclid(8) as usize]).collect();
            chunk.rotate_left(1);
            chunk.iter_mut().zip(added).for_each(|(x, a)| *x += a);
        }
    }
    v.truncate(n);
    Ok(Data::from_i32(&v))
}

fn narrow(i: &Inputs<'_>) -> Res {
    let out: Vec<i32> = i
        .i32("in")?
        .into_iter()
        .map(|v| {
            let (a, b) = (i64::from(v as i8), i64::from((v >> 3) as u8));
            let wide = if v.rem_euclid(2) == 1 { a + b } else { a - b };
            // Into -128..128.
            (wide + 128).rem_euclid(256) as i32 - 128
        })
        .collect();
    Ok(Data::from_i32(&out))
}

fn halves(i: &Inputs<'_>) -> Res {
    let out: Vec<f64> = i
        .i32("in")?
        .into_iter()
        .enumerate()
        .map(|(k, v)| (f64::from(v) / 2.0) * k as f64)
        .collect();
    Ok(Data::from_f64(&out))
}

/// `f_0` is a round of Marsaglia's xorshift, `f_k(x) = f_(k-1)(f_(k-1)(x) + k) ^ x >> k`.
fn twice(k: u32, x: u32) -> u32 {
    if k == 0 {
        return [13i32, -17, 5].into_iter().fold(x, |x, s| {
            x ^ if s > 0 { x.wrapping_shl(s as u32) } else { x.wrapping_shr(-s as u32) }
        });
    }
    twice(k - 1, twice(k - 1, x).wrapping_add(k)) ^ (x >> k)
}

fn inline_bound(i: &Inputs<'_>) -> Res {
    let out: Vec<u32> = i
        .u32("in")?
        .into_iter()
        .zip(1..)
        .map(|(x, k)| twice(10, x).wrapping_add(twice(4, k)))
        .collect();
    Ok(Data::from_u32(&out))
}
