//! Reductions, scans, sorting, counting.

use optx_launch::{Data, Inputs};

use super::Reference;

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("chunk_sums_256_added", chunk_sums_added),
    ("chunk_sums_192", |i| chunk_sums(i, 192)),
    ("chunk_maxima_256", chunk_maxima),
    ("chunk_sums_u32_256", chunk_sums_u32),
    ("total_sum", total_sum),
    ("scan_inclusive_128", scan_inclusive),
    ("scan_exclusive_256", scan_exclusive),
    ("histogram", histogram),
    ("sorted_chunks_256", sorted_chunks),
    ("radix_digit", radix_digit),
    ("radix_counts", radix_counts),
    ("kmeans_label", kmeans_label),
    ("kmeans_members", kmeans_members),
];

type Res = Result<Data, String>;

/// Sums of consecutive chunks, as differences of a running total.
fn chunk_sums(i: &Inputs<'_>, size: usize) -> Res {
    let v = i.i32("in")?;
    let sums: Vec<i32> =
        v.chunks(size).map(|c| c.iter().map(|&x| i64::from(x)).sum::<i64>() as i32).collect();
    Ok(Data::from_i32(&sums))
}

fn chunk_sums_added(i: &Inputs<'_>) -> Res {
    let (v, before) = (i.i32("in")?, i.i32("sums")?);
    let sums: Vec<i32> =
        v.chunks(256).zip(&before).map(|(c, b)| c.iter().fold(*b, |s, x| s + x)).collect();
    Ok(Data::from_i32(&sums))
}

fn chunk_maxima(i: &Inputs<'_>) -> Res {
    // Elements past the end count as 0 in the last chunk.
    let v = i.i32("in")?;
    let most: Vec<i32> = v
        .chunks(256)
        .map(|c| {
            let m = c.iter().copied().max().unwrap_or(0);
            if c.len() < 256 { m.max(0) } else { m }
        })
        .collect();
    Ok(Data::from_i32(&most))
}

fn chunk_sums_u32(i: &Inputs<'_>) -> Res {
    let v = i.u32("in")?;
    let sums: Vec<u32> =
        v.chunks(256).map(|c| c.iter().map(|&x| u64::from(x)).sum::<u64>() as u32).collect();
    Ok(Data::from_u32(&sums))
}

fn total_sum(i: &Inputs<'_>) -> Res {
    let sum: i64 = i.i32("in")?.iter().map(|&x| i64::from(x)).sum();
    Ok(Data::from_i32(&[sum as i32]))
}

fn scan_inclusive(i: &Inputs<'_>) -> Res {
    let v = i.i32("in")?;
    let scan = |c: &[i32]| {
        c.iter()
            .scan(0i64, |s, &x| {
                *s += i64::from(x);
                Some(*s as i32)
            })
            .collect::<Vec<_>>()
    };
    Ok(Data::from_i32(&v.chunks(128).flat_map(scan).collect::<Vec<_>>()))
}

fn scan_exclusive(i: &Inputs<'_>) -> Res {
    let v = i.u32("in")?;
    let scan = |c: &[u32]| {
        c.iter()
            .scan(0u64, |s, &x| {
                let before = *s;
                *s += u64::from(x);
                Some(before as u32)
            })
            .collect::<Vec<_>>()
    };
    Ok(Data::from_u32(&v.chunks(256).flat_map(scan).collect::<Vec<_>>()))
}

/// By sorting and measuring runs.
fn histogram(i: &Inputs<'_>) -> Res {
    let mut bins = i.u32("bins")?;
    let n = bins.len() as u32;
    let mut v: Vec<u32> = i.u32("in")?.iter().map(|x| x % n).collect();
    v.sort_unstable();
    for run in v.chunk_by(|a, b| a == b) {
        bins[run[0] as usize] += run.len() as u32;
    }
    Ok(Data::from_u32(&bins))
}

fn sorted_chunks(i: &Inputs<'_>) -> Res {
    let mut v = i.i32("data")?;
    v.chunks_mut(256).for_each(<[i32]>::sort_unstable);
    Ok(Data::from_i32(&v))
}

fn radix_digit(i: &Inputs<'_>) -> Res {
    let mut v = i.u32("in")?;
    let shift = i.size(0, 3)?;
    v.chunks_mut(128).for_each(|c| c.sort_by_key(|k| k >> shift & 15));
    Ok(Data::from_u32(&v))
}

fn radix_counts(i: &Inputs<'_>) -> Res {
    let v = i.u32("in")?;
    let shift = i.size(0, 3)?;
    let counts: Vec<u32> = v
        .chunks(128)
        .flat_map(|c| (0..16).map(|d| c.iter().filter(|&k| k >> shift & 15 == d).count() as u32))
        .collect();
    Ok(Data::from_u32(&counts))
}

/// By `|c|^2 - 2 p.c`, which orders centres as the distance does.
fn labels(i: &Inputs<'_>) -> Result<Vec<i32>, String> {
    let (n, k, dims) = (i.size(0, 4)?, i.size(0, 5)?, i.size(0, 6)?);
    let (p, c) = (i.f32("points")?, i.f32("centres")?);
    let at = |v: &[f32], k: usize| f64::from(v[k]);
    let score = |point: usize, centre: usize| -> f64 {
        (0..dims)
            .map(|d| {
                let (x, y) = (at(&p, d * n + point), at(&c, centre * dims + d));
                y * y - 2.0 * x * y
            })
            .sum()
    };
    Ok((0..n)
        .map(|i| {
            (0..k).min_by(|&a, &b| score(i, a).total_cmp(&score(i, b))).map_or(0, |c| c as i32)
        })
        .collect())
}

fn kmeans_label(i: &Inputs<'_>) -> Res {
    Ok(Data::from_i32(&labels(i)?))
}

fn kmeans_members(i: &Inputs<'_>) -> Res {
    let l = labels(i)?;
    let k = i.size(0, 5)? as i32;
    let counts: Vec<i32> = (0..k).map(|c| l.iter().filter(|&&x| x == c).count() as i32).collect();
    Ok(Data::from_i32(&counts))
}
