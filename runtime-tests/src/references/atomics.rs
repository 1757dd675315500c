//! Atomics: what is left when the threads come one after the other.

use optx_launch::{Data, Inputs};

use super::Reference;

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("atomics_ints", ints),
    ("atomics_words", words),
    ("atomics_longs", longs),
    ("atomics_wides", wides),
    ("atomics_single", single),
    ("atomics_twice", twice),
    ("atomics_more", more),
];

type Res = Result<Data, String>;

/// Threads of a block.
const BLOCK: usize = 64;

/// Object 0 takes all inputs; those after the second are the second after each block's.
fn objects<T: Copy, const N: usize>(
    initial: &[T],
    v: &[i32],
    step: impl Fn(&mut [T; N], i32),
) -> Vec<T> {
    let object = |k: usize| std::array::from_fn(|j| initial[k * N + j]);
    let run = |mut o: [T; N], part: &[i32]| {
        part.iter().for_each(|&x| step(&mut o, x));
        o
    };
    let mut out = run(object(0), v).to_vec();
    out.extend(object(1));
    v.chunks(BLOCK).for_each(|part| out.extend(run(object(1), part)));
    out
}

fn ints(i: &Inputs<'_>) -> Res {
    let step = |o: &mut [i32; 8], v: i32| {
        o[0] = o[0].wrapping_add(v);
        o[1] = o[1].wrapping_sub(v);
        o[2] = o[2].min(v);
        o[3] = o[3].max(v);
        o[4] &= v | 0x4000_0000;
        o[5] |= v & 0xff;
        o[6] ^= v;
        o[7] = o[7].wrapping_add(v ^ 5);
    };
    Ok(Data::from_i32(&objects(&i.i32("ints")?, &i.i32("in")?, step)))
}

fn words(i: &Inputs<'_>) -> Res {
    let step = |o: &mut [u32; 10], v: i32| {
        let v = (v as u32).wrapping_mul(2_654_435_761);
        o[0] = o[0].wrapping_add(v);
        o[1] = o[1].wrapping_sub(v);
        o[2] = o[2].min(v);
        o[3] = o[3].max(v);
        o[4] &= v | 3;
        o[5] |= v >> 7;
        o[6] ^= v;
        o[7] = if o[7] >= 100 { 0 } else { o[7] + 1 };
        o[8] = if o[8] == 0 || o[8] > 90 { 90 } else { o[8] - 1 };
        o[9] = o[9].wrapping_add(v >> 3);
    };
    Ok(Data::from_u32(&objects(&i.u32("words")?, &i.i32("in")?, step)))
}

fn longs(i: &Inputs<'_>) -> Res {
    let mut o = i.i64("longs")?;
    for v in i.i32("in")? {
        let v = i64::from(v).wrapping_mul(6_364_136_223_846_793_005);
        o[0] = o[0].min(v);
        o[1] = o[1].max(v);
        o[2] &= v | 0x1_0000_0000;
        o[3] |= v & 0xff_00ff_00ff;
        o[4] ^= v;
    }
    Ok(Data::from_i64(&o))
}

fn wides(i: &Inputs<'_>) -> Res {
    let step = |o: &mut [u64; 8], v: i32| {
        let v = (i64::from(v) as u64).wrapping_mul(6_364_136_223_846_793_005);
        o[1] = o[1].min(v);
        o[2] = o[2].max(v);
        o[3] &= v | 1;
        o[4] |= v >> 9;
        o[5] ^= v;
        o[6] = o[6].wrapping_add(v);
        let first = std::mem::replace(&mut o[7], 77) == 12345;
        o[0] = o[0].wrapping_add(v).wrapping_add(if first { 1000 } else { 0 });
    };
    Ok(Data::from_u64(&objects(&i.u64("wides")?, &i.i32("in")?, step)))
}

fn single(i: &Inputs<'_>) -> Res {
    let v = i.i32("in")?;
    let sum = |part: &[i32], mask: i32| part.iter().map(|x| x & mask).sum::<i32>() as f32;
    let mut out = vec![sum(&v, 255), 7.5];
    out.extend(v.chunks(BLOCK).map(|part| sum(part, 15)));
    Ok(Data::from_f32(&out))
}

fn twice(i: &Inputs<'_>) -> Res {
    let eighths: i64 = i.i32("in")?.into_iter().map(i64::from).sum();
    Ok(Data::from_f64(&[eighths as f64 / 8.0]))
}

fn more(i: &Inputs<'_>) -> Res {
    let (v, start) = (i.i32("in")?, i.u32("more")?);
    let n = v.len() as u32;
    let added = v.iter().fold(start[0], |s, &x| s.wrapping_add(x as u32));
    let most = v.iter().map(|&x| x as u32).max().unwrap_or(0);
    let high = ((start[4] >> 16) + 3 * n) & 0xffff;
    Ok(Data::from_u32(&[added, most, 9, n, high << 16 | start[4] & 0xffff]))
}
