//! Particles and prices.

use optx_launch::{Data, Inputs};

use super::{Reference, narrow, wide};

/// References by name.
pub const TABLE: &[(&str, Reference)] = &[
    ("nbody", nbody),
    ("particles", particles),
    ("black_scholes_call", black_scholes_call),
    ("black_scholes_put", black_scholes_put),
];

type Res = Result<Data, String>;

fn nbody(i: &Inputs<'_>) -> Res {
    let (t, s) = (wide(&i.f32("targets")?), wide(&i.f32("sources")?));
    let m = i.scalar(0, 4)?;
    let out = t.chunks_exact(4).flat_map(|p| {
        let mut a = [0.0, 0.0, 0.0, m];
        for q in s.chunks_exact(4) {
            let d: Vec<f64> = (0..3).map(|k| q[k] - p[k]).collect();
            let r2: f64 = d.iter().map(|x| x * x).sum::<f64>() + f64::from(0.01f32);
            for k in 0..3 {
                a[k] += q[3] * d[k] * r2.powf(-1.5);
            }
        }
        a
    });
    Ok(narrow(out))
}

/// Coordinate by coordinate; the box is that of the launch file.
fn particles(i: &Inputs<'_>) -> Res {
    let wall = [0.75, 0.5, 0.875];
    let v = wide(&i.f32("all")?);
    let out = v.iter().enumerate().map(|(at, &x)| {
        let (k, base) = (at % 8, at / 8 * 8);
        let moved = |k: usize| v[base + k] + v[base + k + 4] * 0.25;
        let outside = |k: usize| (moved(k) as f32).abs() > wall[k] as f32;
        match k {
            0..=2 => moved(k).clamp(-wall[k], wall[k]),
            3 => x + 1.0,
            4..=6 if outside(k - 4) => -x,
            _ => x,
        }
    });
    Ok(narrow(out))
}

/// Call and put by put-call parity; the normal distribution by the same polynomial, whose own error is 7.5e-8.
fn prices(i: &Inputs<'_>) -> Result<Vec<(f64, f64)>, String> {
    let (s, x, t) = (wide(&i.f32("price")?), wide(&i.f32("strike")?), wide(&i.f32("years")?));
    let (rate, vol) = (i.scalar(0, 5)?, i.scalar(0, 6)?);
    let normal = |d: f64| {
        // Integrated from 0 by Simpson's rule.
        let steps = 400;
        let h = d / f64::from(steps);
        let density = |u: f64| (-0.5 * u * u).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let sum: f64 = (0..=steps)
            .map(|k| {
                let weight = if k == 0 || k == steps { 1.0 } else { f64::from(2 + 2 * (k % 2)) };
                weight * density(h * f64::from(k))
            })
            .sum();
        0.5 + sum * h / 3.0
    };
    Ok((0..s.len())
        .map(|k| {
            let spread = vol * t[k].sqrt();
            let d1 = ((s[k] / x[k]).ln() + rate * t[k]) / spread + 0.5 * spread;
            let paid = x[k] * (-rate * t[k]).exp();
            let call = s[k] * normal(d1) - paid * normal(d1 - spread);
            (call, call + paid - s[k])
        })
        .collect())
}

fn black_scholes_call(i: &Inputs<'_>) -> Res {
    Ok(narrow(prices(i)?.into_iter().map(|p| p.0)))
}

fn black_scholes_put(i: &Inputs<'_>) -> Res {
    Ok(narrow(prices(i)?.into_iter().map(|p| p.1)))
}
