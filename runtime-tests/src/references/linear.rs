//! Vectors and matrices.

use optx_launch::{Data, Inputs};

use super::{Reference, narrow, wide};

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("saxpy", saxpy),
    ("dot", dot),
    ("matmul", |i| matmul(i, 0)),
    ("matmul_second", |i| matmul(i, 1)),
    ("matmul_third", |i| matmul(i, 2)),
    ("spmv", spmv),
    ("spmv_added", spmv_added),
    ("lu_block", lu_block),
    ("gauss_multipliers", gauss_multipliers),
    ("gauss_step", gauss_step),
    ("transpose", transpose),
    ("spin_fma", spin_fma),
];

type Res = Result<Data, String>;

fn saxpy(i: &Inputs<'_>) -> Res {
    let a = i.scalar(0, 1)?;
    let (x, y) = (wide(&i.f32("x")?), wide(&i.f32("y")?));
    Ok(narrow(x.iter().zip(&y).map(|(x, y)| a * x + y)))
}

/// Elements are dealt to blocks like cards, then summed.
fn dot(i: &Inputs<'_>) -> Res {
    let (x, y) = (wide(&i.f32("x")?), wide(&i.f32("y")?));
    let l = &i.file.launches[0];
    let (blocks, threads) = (l.grid[0] as usize, l.block[0] as usize);
    let mut sums = wide(&i.f32("out")?);
    for (k, (x, y)) in x.iter().zip(&y).enumerate() {
        sums[k / threads % blocks] += x * y;
    }
    Ok(narrow(sums))
}

/// By outer products, in double precision, with the sizes of a launch.
fn matmul(i: &Inputs<'_>, launch: usize) -> Res {
    let (m, n, k) = (i.size(launch, 3)?, i.size(launch, 4)?, i.size(launch, 5)?);
    let (a, b) = (wide(&i.f32("a")?), wide(&i.f32("b")?));
    let mut c = vec![0.0; m * n];
    for inner in 0..k {
        for (row, line) in c.chunks_mut(n).enumerate() {
            for (col, v) in line.iter_mut().enumerate() {
                *v += a[row * k + inner] * b[inner * n + col];
            }
        }
    }
    Ok(narrow(c))
}

fn spmv(i: &Inputs<'_>) -> Res {
    let rows = i.i32("row")?.len() - 1;
    Ok(narrow(products(i, vec![0.0; rows])?))
}

fn spmv_added(i: &Inputs<'_>) -> Res {
    Ok(narrow(products(i, wide(&i.f32("y")?))?))
}

/// Over the entries, each of which knows its row.
fn products(i: &Inputs<'_>, mut y: Vec<f64>) -> Result<Vec<f64>, String> {
    let (row, col) = (i.i32("row")?, i.i32("col")?);
    let (val, x) = (wide(&i.f32("val")?), wide(&i.f32("x")?));
    for (k, v) in val.iter().enumerate() {
        let r = row.partition_point(|&s| s as usize <= k) - 1;
        y[r] += v * x[col[k] as usize];
    }
    Ok(y)
}

fn lu_block(i: &Inputs<'_>) -> Res {
    let cols = i.size(0, 4)?;
    let (l, u) = (wide(&i.f32("lower")?), wide(&i.f32("upper")?));
    let mut a = wide(&i.f32("a")?);
    for k in 0..16 {
        for (at, v) in a.iter_mut().enumerate() {
            *v -= l[at / cols * 16 + k] * u[k * cols + at % cols];
        }
    }
    Ok(narrow(a))
}

fn multiplier(a: &[f64], cols: usize, t: usize, row: usize) -> f64 {
    a[row * cols + t] / a[t * cols + t]
}

fn gauss_multipliers(i: &Inputs<'_>) -> Res {
    let (cols, t) = (i.size(0, 3)?, i.size(0, 4)?);
    let (a, m) = (wide(&i.f32("a")?), wide(&i.f32("m")?));
    Ok(narrow(m.iter().enumerate().map(
        |(r, &old)| {
            if r > t { multiplier(&a, cols, t, r) } else { old }
        },
    )))
}

fn gauss_step(i: &Inputs<'_>) -> Res {
    let (cols, t) = (i.size(0, 3)?, i.size(0, 4)?);
    let a = wide(&i.f32("a")?);
    Ok(narrow(a.iter().enumerate().map(|(at, &v)| {
        let (r, c) = (at / cols, at % cols);
        if r > t && c >= t { v - multiplier(&a, cols, t, r) * a[t * cols + c] } else { v }
    })))
}

/// By where each result comes from.
fn transpose(i: &Inputs<'_>) -> Res {
    let (width, height) = (i.size(0, 2)?, i.size(0, 3)?);
    let a = i.f32("in")?;
    let out: Vec<f32> =
        (0..width).flat_map(|x| a.iter().skip(x).step_by(width).take(height).copied()).collect();
    Ok(Data::from_f32(&out))
}

/// The closed form of the recurrence `x = a * x + b`.
fn spin_fma(i: &Inputs<'_>) -> Res {
    let (a, b, n) = (i.scalar(0, 1)?, i.scalar(0, 2)?, i.size(0, 3)? as i32);
    let power = a.powi(n);
    let rest = b * (power - 1.0) / (a - 1.0);
    Ok(narrow(wide(&i.f32("data")?).iter().map(|x| x * power + rest)))
}
