//! Results against what is expected.

use optx_emulator::Unknown;

use crate::data::{Data, Elem};
use crate::spec::Tolerance;

/// How a comparison went.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Elements that are off.
    pub wrong: usize,
    /// Elements in all.
    pub total: usize,
    /// The worst deviation: relative for floats, absolute for integers.
    pub worst: f64,
    /// The first element that is off, in words.
    pub first: Option<String>,
}

impl Verdict {
    /// Whether all agrees.
    pub fn agrees(&self) -> bool {
        self.wrong == 0
    }
}

/// Compares what a buffer holds with what it should hold.
pub fn compare(got: &Data, want: &Data, tolerance: Tolerance) -> Result<Verdict, String> {
    compare_known(got, want, tolerance, &[])
}

/// The same, where elements of which something is not known, in order, are wrong, whatever is there.
pub fn compare_known(
    got: &Data,
    want: &Data,
    tolerance: Tolerance,
    unknown: &[Unknown],
) -> Result<Verdict, String> {
    if got.ty != want.ty {
        return Err(format!("the buffer holds {}, what is expected is {}", got.ty, want.ty));
    }
    if got.len() != want.len() {
        return Err(format!("the buffer has {} elements, {} are expected", got.len(), want.len()));
    }
    let mut v = Verdict { wrong: 0, total: got.len(), worst: 0.0, first: None };
    for k in 0..got.len() {
        if let Ok(at) = unknown.binary_search_by_key(&k, |u| u.element) {
            v.wrong += 1;
            let words = || {
                let is = match &unknown[at].origin {
                    Some(origin) => format!("is undefined: it comes from {origin}"),
                    None => "was never written".to_owned(),
                };
                format!("element {k} {is}, expected {}", want.show(k))
            };
            v.first.get_or_insert_with(words);
            continue;
        }
        let (off, good) = deviation(got, want, k, tolerance);
        if off > v.worst || off.is_nan() {
            v.worst = off;
        }
        if !good {
            v.wrong += 1;
            if v.first.is_none() {
                v.first =
                    Some(format!("element {k} is {}, expected {}", got.show(k), want.show(k)));
            }
        }
    }
    Ok(v)
}

/// How far one element is off, and whether that is near enough.
fn deviation(got: &Data, want: &Data, k: usize, tolerance: Tolerance) -> (f64, bool) {
    if got.bits(k) == want.bits(k) {
        return (0.0, true);
    }
    if !got.ty.is_float() {
        let off = (got.int(k) - want.int(k)).unsigned_abs() as f64;
        let near = match tolerance {
            Tolerance::Near { abs, rel } => off <= abs + rel * want.float(k).abs(),
            Tolerance::Exact | Tolerance::Ulp(_) => false,
        };
        return (off, near);
    }
    let (g, w) = (got.float(k), want.float(k));
    if g.is_nan() && w.is_nan() {
        return (0.0, tolerance != Tolerance::Exact);
    }
    let off = if g == w { 0.0 } else { (g - w).abs() / w.abs() };
    let near = match tolerance {
        Tolerance::Exact => false,
        // Infinities and NaN were equal above, or are wrong.
        _ if !g.is_finite() || !w.is_finite() => false,
        Tolerance::Near { abs, rel } => (g - w).abs() <= abs + rel * w.abs(),
        Tolerance::Ulp(n) => steps(got, want, k) <= u128::from(n),
    };
    (off, near)
}

/// Representable values between two floats of a type.
fn steps(a: &Data, b: &Data, k: usize) -> u128 {
    let order = |bits: u64| {
        if a.ty == Elem::F32 {
            let s = bits as u32 as i32;
            i128::from(if s < 0 { i32::MIN.wrapping_sub(s) } else { s })
        } else {
            let s = bits as i64;
            i128::from(if s < 0 { i64::MIN.wrapping_sub(s) } else { s })
        }
    };
    order(a.bits(k)).abs_diff(order(b.bits(k)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(a: f32, b: f32, t: Tolerance) -> bool {
        compare(&Data::from_f32(&[a]), &Data::from_f32(&[b]), t).unwrap().agrees()
    }

    #[test]
    fn floats() {
        let near = Tolerance::Near { abs: 0.0, rel: 1e-6 };
        assert!(one(1.0, 1.0 + f32::EPSILON, near));
        assert!(!one(1.0, 1.0 + f32::EPSILON, Tolerance::Exact));
        assert!(one(1.0, 1.0 + f32::EPSILON, Tolerance::Ulp(1)));
        assert!(!one(1.0, 1.0 + 2.0 * f32::EPSILON, Tolerance::Ulp(1)));
        assert!(one(0.0, -0.0, Tolerance::Ulp(0)));
        assert!(!one(0.0, -0.0, Tolerance::Exact));
        assert!(one(f32::from_bits(1), -f32::from_bits(1), Tolerance::Ulp(2)));
        assert!(one(f32::NAN, f32::from_bits(0x7fff_ffff), near));
        assert!(!one(f32::NAN, 1.0, near));
        assert!(!one(1.0, f32::NAN, near));
        assert!(one(f32::INFINITY, f32::INFINITY, near));
        assert!(!one(f32::INFINITY, f32::MAX, near));
        assert!(!one(f32::INFINITY, f32::NEG_INFINITY, near));
    }

    #[test]
    fn shapes_and_integers() {
        let near = Tolerance::Near { abs: 2.0, rel: 0.0 };
        assert!(compare(&Data::from_i32(&[1]), &Data::from_u32(&[1]), near).is_err());
        assert!(compare(&Data::from_i32(&[1]), &Data::from_i32(&[1, 2]), near).is_err());
        assert!(compare(&Data::from_i32(&[-1]), &Data::from_i32(&[1]), near).unwrap().agrees());
        let v =
            compare(&Data::from_i32(&[5, 7]), &Data::from_i32(&[5, 8]), Tolerance::Exact).unwrap();
        assert_eq!((v.wrong, v.total), (1, 2));
        assert_eq!(v.first.as_deref(), Some("element 1 is 7, expected 8"));
    }
}
