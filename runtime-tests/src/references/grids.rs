//! Stencils, images, dynamic programming, graphs.

use optx_launch::{Data, Inputs};

use super::{Reference, narrow, wide};

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("stencil_2d", stencil_2d),
    ("stencil_3d", stencil_3d),
    ("convolution", convolution),
    ("jacobi", jacobi),
    ("jacobi_change", jacobi_change),
    ("pathfinder", pathfinder),
    ("needleman", needleman),
    ("bfs_next", bfs_next),
    ("bfs_cost", bfs_cost),
    ("bfs_changed", bfs_changed),
    ("budget_out", budget_out),
    ("budget_bins", budget_bins),
    ("budget_sums", budget_sums),
];

type Res = Result<Data, String>;

/// An image whose edge goes on outside.
struct Image {
    v: Vec<f64>,
    nx: i64,
    ny: i64,
}

impl Image {
    fn at(&self, x: i64, y: i64) -> f64 {
        self.v[(y.clamp(0, self.ny - 1) * self.nx + x.clamp(0, self.nx - 1)) as usize]
    }

    fn pixels(&self) -> impl Iterator<Item = (i64, i64)> {
        let nx = self.nx;
        (0..self.ny).flat_map(move |y| (0..nx).map(move |x| (x, y)))
    }

    fn of(v: Vec<f64>, nx: usize) -> Self {
        let ny = (v.len() / nx) as i64;
        Self { v, nx: nx as i64, ny }
    }
}

fn stencil_2d(i: &Inputs<'_>) -> Res {
    let g = Image::of(wide(&i.f32("in")?), i.size(0, 2)?);
    let (c0, c1) = (i.scalar(0, 4)?, i.scalar(0, 5)?);
    Ok(narrow(g.pixels().map(|(x, y)| {
        let around: f64 =
            [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().map(|(dx, dy)| g.at(x + dx, y + dy)).sum();
        c0 * g.at(x, y) + c1 * around
    })))
}

/// Each element adds its share to its neighbours.
fn stencil_3d(i: &Inputs<'_>) -> Res {
    let (nx, ny, nz) = (i.size(0, 2)?, i.size(0, 3)?, i.size(0, 4)?);
    let v = wide(&i.f32("in")?);
    let plane = nx * ny;
    let mut out = vec![0.0; v.len()];
    let share = f64::from(0.0833f32);
    for (at, x) in v.iter().enumerate() {
        out[at] += 0.5 * x;
        for step in [1, nx, plane] {
            if at >= step {
                out[at - step] += share * x;
            }
            if at + step < v.len() {
                out[at + step] += share * x;
            }
        }
    }
    for (at, o) in out.iter_mut().enumerate() {
        let (x, y, z) = (at % nx, at / nx % ny, at / plane);
        if x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1 {
            *o = 0.0;
        }
    }
    Ok(narrow(out))
}

fn convolution(i: &Inputs<'_>) -> Res {
    let g = Image::of(wide(&i.f32("in")?), i.size(0, 2)?);
    let w = wide(&i.f32("weights")?);
    let mut out = vec![0.0; g.v.len()];
    for (k, w) in w.iter().enumerate() {
        let (dx, dy) = (k as i64 % 5 - 2, k as i64 / 5 - 2);
        for ((x, y), o) in g.pixels().zip(&mut out) {
            *o += w * g.at(x + dx, y + dy);
        }
    }
    Ok(narrow(out))
}

fn jacobi_step(i: &Inputs<'_>) -> Result<(Image, Vec<Option<f64>>), String> {
    let g = Image::of(i.f64("u")?, i.size(0, 4)?);
    let f = i.f64("f")?;
    let next = g
        .pixels()
        .zip(&f)
        .map(|((x, y), f)| {
            let inner = x > 0 && y > 0 && x < g.nx - 1 && y < g.ny - 1;
            inner.then(|| {
                (f + g.at(x, y + 1) + g.at(x, y - 1) + g.at(x + 1, y) + g.at(x - 1, y)) / 4.0
            })
        })
        .collect();
    Ok((g, next))
}

fn jacobi(i: &Inputs<'_>) -> Res {
    let (_, next) = jacobi_step(i)?;
    let old = i.f64("next")?;
    let out: Vec<f64> = next.iter().zip(&old).map(|(n, o)| n.unwrap_or(*o)).collect();
    Ok(Data::from_f64(&out))
}

fn jacobi_change(i: &Inputs<'_>) -> Res {
    let (g, next) = jacobi_step(i)?;
    let grid = i.file.launches[0].grid;
    let mut most = vec![0f64; (grid[0] * grid[1]) as usize];
    for ((x, y), n) in g.pixels().zip(&next) {
        if let Some(n) = n {
            let b = (y / 4 * i64::from(grid[0]) + x / 32) as usize;
            most[b] = most[b].max((n - g.at(x, y)).abs());
        }
    }
    Ok(Data::from_f64(&most))
}

/// From the end of each path upwards, with all costs remembered.
fn pathfinder(i: &Inputs<'_>) -> Res {
    let (wall, start) = (i.i32("wall")?, i.i32("start")?);
    let cols = start.len();
    let mut best: Vec<Vec<i32>> = vec![start];
    for row in wall.chunks(cols) {
        let last = &best[best.len() - 1];
        let next = row
            .iter()
            .enumerate()
            .map(|(x, w)| {
                let near = &last[x.saturating_sub(1)..(x + 2).min(cols)];
                w + near.iter().min().copied().unwrap_or(0)
            })
            .collect();
        best.push(next);
    }
    Ok(Data::from_i32(&best[best.len() - 1]))
}

/// Row by row with two rows kept.
fn needleman(i: &Inputs<'_>) -> Res {
    let (a, b) = (i.i32("a")?, i.i32("b")?);
    let gap = i.scalar(0, 3)? as i32;
    let (la, lb) = (90, 70);
    let mut out = Vec::new();
    for (a, b) in a.chunks(la).zip(b.chunks(lb)) {
        let mut row: Vec<i32> = (0..=lb as i32).map(|j| -gap * j).collect();
        for (r, x) in a.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = -gap * (r as i32 + 1);
            for (j, y) in b.iter().enumerate() {
                let hit = diagonal + if x == y { 5 } else { -3 };
                diagonal = row[j + 1];
                row[j + 1] = hit.max(row[j + 1] - gap).max(row[j] - gap);
            }
        }
        out.extend(row);
    }
    Ok(Data::from_i32(&out))
}

/// For each node, whether some node of the frontier leads to it.
fn reached(i: &Inputs<'_>) -> Result<Vec<bool>, String> {
    let (row, edge) = (i.i32("row")?, i.i32("edge")?);
    let (frontier, visited) = (i.i32("frontier")?, i.i32("visited")?);
    let source: Vec<usize> =
        (0..edge.len()).map(|e| row.partition_point(|&s| s as usize <= e) - 1).collect();
    Ok((0..visited.len())
        .map(|v| {
            visited[v] == 0
                && edge.iter().zip(&source).any(|(&to, &s)| to as usize == v && frontier[s] != 0)
        })
        .collect())
}

fn bfs_next(i: &Inputs<'_>) -> Res {
    Ok(Data::from_i32(&reached(i)?.into_iter().map(i32::from).collect::<Vec<_>>()))
}

fn bfs_cost(i: &Inputs<'_>) -> Res {
    let level = i.scalar(0, 7)? as i32;
    let cost = i.i32("cost")?;
    let r = reached(i)?;
    let out: Vec<i32> =
        cost.iter().zip(r).map(|(&c, r)| if r { c.min(level + 1) } else { c }).collect();
    Ok(Data::from_i32(&out))
}

fn bfs_changed(i: &Inputs<'_>) -> Res {
    Ok(Data::from_i32(&[reached(i)?.into_iter().filter(|r| *r).count() as i32]))
}

/// Direction, strength and bin of each pixel of `budget_100`.
fn gradients(i: &Inputs<'_>) -> Result<Vec<[f64; 4]>, String> {
    let g = Image::of(wide(&i.f32("image")?), i.size(0, 4)?);
    let scale = i.scalar(0, 6)?;
    Ok(g.pixels()
        .map(|(x, y)| {
            // The Sobel operator as a smoothing across times a difference along.
            let smooth_x = |y| g.at(x - 1, y) + 2.0 * g.at(x, y) + g.at(x + 1, y);
            let smooth_y = |x| g.at(x, y - 1) + 2.0 * g.at(x, y) + g.at(x, y + 1);
            let gx = smooth_y(x + 1) - smooth_y(x - 1);
            let gy = smooth_x(y + 1) - smooth_x(y - 1);
            let mean: f64 = (-1..2)
                .flat_map(|dy| (-1..2).map(move |dx| (dx, dy)))
                .map(|(dx, dy)| g.at(x + dx, y + dy))
                .sum::<f64>()
                / 9.0;
            let length = gx.hypot(gy);
            let strength = (length * scale).clamp(0.0, 1.0);
            let flat = (g.at(x, y) - mean).abs() > f64::from(0.4f32);
            let bin = if flat { 15.0 } else { (strength * 15.0).trunc() };
            let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
            [gx * inverse, gy * inverse, strength, bin]
        })
        .collect())
}

fn budget_out(i: &Inputs<'_>) -> Res {
    Ok(narrow(gradients(i)?.into_iter().flatten()))
}

fn budget_bins(i: &Inputs<'_>) -> Res {
    let mut bins = i.u32("bins")?;
    for g in gradients(i)? {
        bins[g[3] as usize] += 1;
    }
    Ok(Data::from_u32(&bins))
}

fn budget_sums(i: &Inputs<'_>) -> Res {
    let nx = i.size(0, 4)?;
    let grid = i.file.launches[0].grid[0] as usize;
    let mut sums = vec![0.0; i.f32("sums")?.len()];
    for (at, g) in gradients(i)?.iter().enumerate() {
        let (x, y) = (at % nx, at / nx);
        sums[(y / 4 * grid + x / 32) * 4 + y % 4] += g[2];
    }
    Ok(narrow(sums))
}
