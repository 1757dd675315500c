//! The kernels of `mixed/`: conjugate gradients, a flow on a lattice, a pipeline over an image.

use optx_launch::spec::Arg;
use optx_launch::{Data, Inputs};

use super::{Reference, narrow, wide};

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("cg_begin", |i| Ok(Data::from_i32(&Square::of(i)?.rows().0))),
    ("cg_column", |i| Ok(Data::from_i32(&Square::of(i)?.rows().1))),
    ("cg_value", |i| Ok(narrow(Square::of(i)?.rows().2))),
    ("cg_x", |i| Ok(narrow(solve(i)?.x))),
    ("cg_r", |i| Ok(narrow(solve(i)?.r))),
    ("cg_z", |i| Ok(narrow(solve(i)?.z))),
    ("cg_p", |i| Ok(narrow(solve(i)?.p))),
    ("cg_ap", |i| Ok(narrow(solve(i)?.ap))),
    ("cg_progress", |i| Ok(Data::from_f64(&solve(i)?.progress))),
    ("cg_residual", |i| Ok(narrow([solve(i)?.r.iter().fold(0.0, |a: f64, v| a.max(v.abs()))]))),
    ("cg_iteration", |i| Ok(Data::from_i32(&[count(i, "advance") as i32]))),
    ("lb_cells", |i| Ok(Data::from_u8(&Flow::of(i)?.kind))),
    ("lb_f0", |i| Ok(Flow::of(i)?.populations(0))),
    ("lb_f1", |i| Ok(Flow::of(i)?.populations(1))),
    ("lb_velocity", |i| Ok(narrow(Flow::of(i)?.velocities().into_iter().flatten()))),
    ("lb_vorticity", |i| Ok(narrow(Flow::of(i)?.curl()))),
    ("lb_mass", |i| Ok(Data::from_u64(&[Flow::of(i)?.thousandths()]))),
    ("lb_fastest", |i| {
        let speeds = Flow::of(i)?.velocities().into_iter().map(|[x, y]| x.hypot(y));
        Ok(narrow([speeds.fold(0.0, f64::max)]))
    }),
    ("ip_grey", |i| Picture::of(i)?.bytes(|p| &p.grey)),
    ("ip_bright", |i| Picture::of(i)?.bytes(|p| &p.bright)),
    ("ip_bins", |i| Ok(Data::from_u32(&Picture::of(i)?.bins))),
    ("ip_table", |i| Ok(Data::from_u8(&Picture::of(i)?.table))),
    ("ip_even", |i| Picture::of(i)?.bytes(|p| &p.even)),
    ("ip_mid", |i| {
        let p = Picture::of(i)?;
        Ok(narrow(p.padded(&p.mid).into_iter().map(|v| v as f64 / 64.0)))
    }),
    ("ip_smooth", |i| Picture::of(i)?.bytes(|p| &p.smooth)),
    ("ip_smoother", |i| Picture::of(i)?.bytes(|p| &p.smoother)),
    ("ip_rim", |i| Picture::of(i)?.bytes(|p| &p.rim)),
    ("ip_area", |i| {
        let p = Picture::of(i)?;
        let area: Vec<u32> = p.padded(&p.area).into_iter().map(|v| v as u32).collect();
        Ok(Data::from_u32(&area))
    }),
];

/// How often a kernel is launched whose name holds a word.
fn count(i: &Inputs<'_>, word: &str) -> usize {
    i.file.launches.iter().filter(|l| l.kernel.contains(word)).count()
}

/// A field of a structure that is an argument.
fn field(i: &Inputs<'_>, launch: usize, arg: usize, field: usize) -> Result<usize, String> {
    match i.file.launches.get(launch).and_then(|l| l.args.get(arg)) {
        Some(Arg::Fields(list)) => match list.get(field) {
            Some(Arg::Scalars(d)) if d.len() == 1 => Ok(d.float(0) as usize),
            _ => Err(format!("field {field} of argument {arg} of launch {launch} is no scalar")),
        },
        _ => Err(format!("argument {arg} of launch {launch} is no structure")),
    }
}

/// The five-point Laplacian of a square with 1/4 added to the diagonal; it is never written down as a matrix but where
/// the matrix itself is asked for.
struct Square {
    side: usize,
}

impl Square {
    fn of(i: &Inputs<'_>) -> Result<Self, String> {
        Ok(Self { side: i.size(0, 1)? })
    }

    /// The cells on the left, on the right, below and above, where they are.
    fn around(&self, at: usize) -> impl Iterator<Item = usize> {
        let (s, x, y) = (self.side, at % self.side, at / self.side);
        [
            (x > 0).then(|| at - 1),
            (x + 1 < s).then(|| at + 1),
            (y > 0).then(|| at - s),
            (y + 1 < s).then(|| at + s),
        ]
        .into_iter()
        .flatten()
    }

    fn rows(&self) -> (Vec<i32>, Vec<i32>, Vec<f64>) {
        let n = self.side * self.side;
        let (mut begin, mut column, mut value) = (vec![0], Vec::new(), Vec::new());
        for at in 0..n {
            column.extend(self.around(at).chain([at]).map(|c| c as i32));
            value.resize(column.len() - 1, -1.0);
            value.push(4.25);
            begin.push(column.len() as i32);
        }
        column.resize(5 * n, 0);
        value.resize(5 * n, 0.0);
        (begin, column, value)
    }

    fn times(&self, v: &[f64]) -> Vec<f64> {
        (0..v.len()).map(|at| 4.25 * v[at] - self.around(at).map(|k| v[k]).sum::<f64>()).collect()
    }
}

struct Solution {
    x: Vec<f64>,
    r: Vec<f64>,
    z: Vec<f64>,
    p: Vec<f64>,
    ap: Vec<f64>,
    progress: [f64; 3],
}

/// Conjugate gradients as in a book, in double precision.
fn solve(i: &Inputs<'_>) -> Result<Solution, String> {
    let square = Square::of(i)?;
    let r = wide(&i.f32("r")?);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let preconditioned = |r: &[f64]| r.iter().map(|v| v / 4.25).collect::<Vec<_>>();
    let zeros = vec![0.0; r.len()];
    let z = preconditioned(&r);
    let mut s =
        Solution { x: zeros.clone(), p: zeros.clone(), ap: zeros, z, r, progress: [0.0; 3] };
    for _ in 0..count(i, "advance") {
        let rz = dot(&s.r, &s.z);
        let beta = if s.progress[0] > 0.0 { rz / s.progress[0] } else { 0.0 };
        s.p = s.p.iter().zip(&s.z).map(|(p, z)| z + beta * p).collect();
        s.ap = square.times(&s.p);
        s.progress = [rz, s.progress[0], dot(&s.p, &s.ap)];
        let alpha = rz / s.progress[2];
        s.x = s.x.iter().zip(&s.p).map(|(x, p)| x + alpha * p).collect();
        s.r = s.r.iter().zip(&s.ap).map(|(r, ap)| r - alpha * ap).collect();
        s.z = preconditioned(&s.r);
    }
    Ok(s)
}

/// Populations by cell, which pushes its own to its neighbours.
struct Flow {
    width: i64,
    height: i64,
    kind: Vec<u8>,
    sets: [Vec<[f64; 9]>; 2],
    way: Vec<(i64, i64)>,
    weight: Vec<f64>,
}

impl Flow {
    fn of(i: &Inputs<'_>) -> Result<Self, String> {
        let (width, height) = (field(i, 0, 1, 0)? as i64, field(i, 0, 1, 1)? as i64);
        let way: Vec<(i64, i64)> =
            i.i32("way")?.chunks(2).map(|c| (c[0].into(), c[1].into())).collect();
        let weight = wide(&i.f32("weight")?);
        let (cx, cy, radius) = (i.scalar(0, 2)?, i.scalar(0, 3)?, i.scalar(0, 4)?);
        let speed = i.scalar(1, 2)?;
        let places = (0..width * height).map(|at| (at % width, at / width));
        let kind = places.clone().map(|(x, y)| {
            let near = (x as f64 - cx).hypot(y as f64 - cy) <= radius;
            match (y == 0 || y == height - 1 || near, x) {
                (true, _) => 1,
                (_, 0) => 2,
                (_, x) if x == width - 1 => 3,
                _ => 0,
            }
        });
        let kind = kind.collect();
        let mut flow = Self { width, height, kind, sets: [Vec::new(), Vec::new()], way, weight };
        let start: Vec<[f64; 9]> = places
            .map(|(x, _)| flow.equilibrium(1.0, [speed * (1.0 + 0.125 * (x % 4) as f64), 0.0]))
            .collect();
        flow.sets = [start.clone(), start];
        let steps = count(i, "stream_and_collide");
        for step in 0..steps {
            flow.step(step % 2, i.scalar(3, 4)?, speed);
        }
        Ok(flow)
    }

    fn equilibrium(&self, density: f64, [ux, uy]: [f64; 2]) -> [f64; 9] {
        std::array::from_fn(|k| {
            let eu = self.way[k].0 as f64 * ux + self.way[k].1 as f64 * uy;
            let rest = 1.5 * (ux * ux + uy * uy);
            self.weight[k] * density * (1.0 + 3.0 * eu + 4.5 * eu * eu - rest)
        })
    }

    fn moments(&self, f: &[f64; 9]) -> (f64, [f64; 2]) {
        let density: f64 = f.iter().sum();
        let x: f64 = f.iter().zip(&self.way).map(|(f, w)| f * w.0 as f64).sum();
        let y: f64 = f.iter().zip(&self.way).map(|(f, w)| f * w.1 as f64).sum();
        (density, [x / density, y / density])
    }

    fn step(&mut self, from: usize, omega: f64, speed: f64) {
        let mut moved = self.sets[1 - from].clone();
        for at in 0..self.kind.len() {
            let (x, y) = (at as i64 % self.width, at as i64 / self.width);
            for (k, (dx, dy)) in self.way.iter().enumerate() {
                let (tx, ty) = (x + dx, y + dy);
                let inside = (0..self.width).contains(&tx) && (0..self.height).contains(&ty);
                let to = (ty * self.width + tx) as usize;
                let value = self.sets[from][at][k];
                match (self.kind[at], if inside { self.kind[to] } else { 1 }) {
                    (1, _) => {}
                    (_, 0) => moved[to][k] = value,
                    (0, 1) => {
                        let back = self.way.iter().position(|w| *w == (-dx, -dy));
                        moved[at][back.unwrap_or(k)] = value;
                    }
                    _ => {}
                }
            }
        }
        for (f, kind) in moved.iter_mut().zip(&self.kind) {
            if *kind == 0 {
                let (density, u) = self.moments(f);
                let calm = self.equilibrium(density, u);
                for (f, calm) in f.iter_mut().zip(calm) {
                    *f = (1.0 - omega) * *f + omega * calm;
                }
            }
        }
        for at in 0..self.kind.len() {
            match self.kind[at] {
                2 => moved[at] = self.equilibrium(1.0, [speed, 0.0]),
                3 => moved[at] = moved[at - 1],
                _ => {}
            }
        }
        self.sets[1 - from] = moved;
    }

    /// One plane after another.
    fn populations(&self, set: usize) -> Data {
        narrow((0..9).flat_map(|k| self.sets[set].iter().map(move |f| f[k])))
    }

    fn velocities(&self) -> Vec<[f64; 2]> {
        let cells = self.sets[1].iter().zip(&self.kind);
        cells.map(|(f, kind)| if *kind == 1 { [0.0; 2] } else { self.moments(f).1 }).collect()
    }

    /// The mass, where each cell's is rounded.
    fn thousandths(&self) -> u64 {
        let one = |f: &[f64; 9]| (1000.0 * f.iter().sum::<f64>()).round_ties_even() as u64;
        self.sets[1].iter().map(one).sum()
    }

    fn curl(&self) -> Vec<f64> {
        let v = self.velocities();
        let at = |x: i64, y: i64| {
            v[(y.clamp(0, self.height - 1) * self.width + x.clamp(0, self.width - 1)) as usize]
        };
        (0..self.height)
            .flat_map(|y| (0..self.width).map(move |x| (x, y)))
            .map(|(x, y)| {
                0.5 * (at(x + 1, y)[1] - at(x - 1, y)[1] - at(x, y + 1)[0] + at(x, y - 1)[0])
            })
            .collect()
    }
}

/// The stages of the pipeline in whole numbers, without padding.
struct Picture {
    width: usize,
    stride: usize,
    grey: Vec<i64>,
    bright: Vec<i64>,
    bins: Vec<u32>,
    table: Vec<u8>,
    even: Vec<i64>,
    /// In parts of 64.
    mid: Vec<i64>,
    smooth: Vec<i64>,
    smoother: Vec<i64>,
    rim: Vec<i64>,
    area: Vec<i64>,
}

impl Picture {
    fn of(i: &Inputs<'_>) -> Result<Self, String> {
        let (width, height, stride) = (field(i, 0, 0, 1)?, field(i, 0, 0, 2)?, field(i, 0, 0, 3)?);
        let source = i.u8("source")?;
        let grey: Vec<i64> = source
            .chunks(4 * stride)
            .flat_map(|row| row.chunks(4).take(width))
            .map(|p| {
                (77 * i64::from(p[0]) + 150 * i64::from(p[1]) + 29 * i64::from(p[2]) + 128) / 256
            })
            .collect();
        let gamma = i.scalar(1, 2)?;
        let bright = grey.iter().map(|v| (255.0 * (*v as f64 / 255.0).powf(gamma) + 0.5) as i64);
        let bright = bright.collect();
        let mut ordered = grey.clone();
        ordered.sort_unstable();
        let below = |v: i64| ordered.partition_point(|g| *g < v);
        let bins: Vec<u32> = (0..256).map(|v| (below(v + 1) - below(v)) as u32).collect();
        let table: Vec<u8> =
            (0..256).map(|v| ((below(v) + below(v + 1)) * 255 / (2 * grey.len())) as u8).collect();
        let even: Vec<i64> = grey.iter().map(|g| i64::from(table[*g as usize])).collect();
        let mask: Vec<i64> =
            i.f32("_ZN8pipeline4maskE")?.iter().map(|m| (64.0 * m) as i64).collect();
        let at = |v: &[i64], x: i64, y: i64| {
            let (x, y) = (x.clamp(0, width as i64 - 1), y.clamp(0, height as i64 - 1));
            v[y as usize * width + x as usize]
        };
        let each = |f: &dyn Fn(i64, i64) -> i64| -> Vec<i64> {
            (0..(width * height) as i64).map(|k| f(k % width as i64, k / width as i64)).collect()
        };
        let pass = |v: &[i64], radius: i64, (dx, dy): (i64, i64)| {
            each(&|x, y| {
                let taps = (-radius..=radius).zip(&mask);
                taps.map(|(k, m)| m * at(v, x + k * dx, y + k * dy)).sum()
            })
        };
        // To the nearest, ties to even; at most 255.
        let rounded = |v: Vec<i64>| -> Vec<i64> {
            let one = |v: i64| (v as f64 / 4096.0).min(255.0).round_ties_even() as i64;
            v.into_iter().map(one).collect()
        };
        let mid = pass(&even, 3, (1, 0));
        let smooth = rounded(pass(&mid, 3, (0, 1)));
        let smoother = rounded(pass(&pass(&even, 5, (1, 0)), 5, (0, 1)));
        let rim = each(&|x, y| {
            let slope = |ax: i64, ay: i64| -> i64 {
                let side = |s: i64| -> i64 {
                    [(-1, 1), (0, 2), (1, 1)]
                        .iter()
                        .map(|(d, w)| w * at(&smooth, x + s * ax + d * ay, y + s * ay + d * ax))
                        .sum()
                };
                side(1) - side(-1)
            };
            (slope(1, 0).abs() + slope(0, 1).abs()).min(255)
        });
        let threshold = i.file.launches.iter().position(|l| l.kernel.contains("Threshold"));
        let level = i.scalar(threshold.ok_or("nothing has a threshold")?, 2)? as i64;
        // How many lie within the rectangle from the origin, from three smaller rectangles.
        let mut area: Vec<i64> = Vec::with_capacity(rim.len());
        for (k, v) in rim.iter().enumerate() {
            let left = if k % width > 0 { area[k - 1] } else { 0 };
            let above = if k >= width { area[k - width] } else { 0 };
            let both = if k % width > 0 && k >= width { area[k - width - 1] } else { 0 };
            area.push(i64::from(*v > level) + left + above - both);
        }
        Ok(Self {
            width,
            stride,
            grey,
            bright,
            bins,
            table,
            even,
            mid,
            smooth,
            smoother,
            rim,
            area,
        })
    }

    /// With zeros after each row.
    fn padded(&self, v: &[i64]) -> Vec<i64> {
        let rest = vec![0; self.stride - self.width];
        v.chunks(self.width).flat_map(|row| row.iter().chain(&rest).copied()).collect()
    }

    fn bytes(&self, of: impl Fn(&Self) -> &Vec<i64>) -> Result<Data, String> {
        let bytes: Vec<u8> = self.padded(of(self)).into_iter().map(|v| v as u8).collect();
        Ok(Data::from_u8(&bytes))
    }
}
