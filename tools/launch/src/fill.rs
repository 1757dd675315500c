//! Contents of buffers and bytes of arguments.

use std::path::Path;

use optx_emulator::memory::UNWRITTEN_BYTE;

use crate::data::{Data, Elem, Value};
use crate::spec::{Arg, Buffer, Init, SpecError};

/// A generator of random numbers (splitmix64), one a buffer.
pub struct Random(u64);

impl Random {
    /// That of a seed and a name.
    pub fn new(seed: u64, name: &str) -> Self {
        let mut r = Random(seed ^ 0x5851_f42d_4c95_7f2d);
        for b in name.bytes() {
            r.0 = r.0.wrapping_mul(0x0100_0000_01b3) ^ u64::from(b);
            r.draw();
        }
        r
    }

    /// 64 random bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// The contents of a buffer at the start. Files are looked for in `folder`.
pub fn contents(b: &Buffer, seed: u64, folder: &Path) -> Result<Data, SpecError> {
    let wrong = |m: String| SpecError(format!("buffer `{}`: {m}", b.name));
    let mut d = Data::zeros(b.ty, 0);
    d.bytes.reserve(b.length * b.ty.size());
    match &b.init {
        Init::Zeros => return Ok(Data::zeros(b.ty, b.length)),
        Init::None => d.bytes.resize(b.length * b.ty.size(), UNWRITTEN_BYTE),
        Init::File(name) => {
            let path = folder.join(name);
            let bytes =
                std::fs::read(&path).map_err(|e| wrong(format!("{}: {e}", path.display())))?;
            if bytes.len() != b.length * b.ty.size() {
                return Err(wrong(format!(
                    "{} has {} bytes, {} elements of {} need {}",
                    path.display(),
                    bytes.len(),
                    b.length,
                    b.ty,
                    b.length * b.ty.size()
                )));
            }
            d.bytes = bytes;
        }
        Init::Values(v) => {
            for x in v {
                d.push(*x);
            }
        }
        Init::Iota => {
            for k in 0..b.length {
                let modulus = b.ty.range().1 + 1;
                let v = if b.ty.is_float() { k as i128 } else { k as i128 % modulus };
                d.push(Value::Int(v));
            }
        }
        Init::Bits => {
            let mut r = Random::new(seed, &b.name);
            let bytes = b.length * b.ty.size();
            while d.bytes.len() < bytes {
                d.bytes.extend(r.draw().to_le_bytes());
            }
            d.bytes.truncate(bytes);
        }
        Init::Fill(v) => {
            for _ in 0..b.length {
                d.push(*v);
            }
        }
        Init::Uniform(low, high) => {
            let mut r = Random::new(seed, &b.name);
            for _ in 0..b.length {
                d.push(draw(&mut r, b.ty, *low, *high));
            }
        }
        Init::Sums(low, high) => {
            let mut r = Random::new(seed, &b.name);
            let (low, high) = (Value::Int((*low).into()), Value::Int((*high).into()));
            let mut sum = 0;
            for k in 0..b.length {
                if !d.push(Value::Int(sum)) {
                    return Err(wrong(format!("`sums` do not fit {}: element {k} is {sum}", b.ty)));
                }
                if let Value::Int(step) = draw(&mut r, b.ty, low, high) {
                    sum += step;
                }
            }
        }
    }
    Ok(d)
}

fn draw(r: &mut Random, ty: Elem, low: Value, high: Value) -> Value {
    match (low, high) {
        (Value::Int(l), Value::Int(h)) => {
            let span = (h - l) as u128 + 1;
            let wide = u128::from(r.draw()) << 64 | u128::from(r.draw());
            Value::Int(l + (wide % span) as i128)
        }
        (Value::Float(l), Value::Float(h)) => {
            // Fewer bits than the type holds, so that rounding cannot reach the upper end.
            let bits = if ty == Elem::F32 { 24 } else { 53 };
            let t = (r.draw() >> (64 - bits)) as f64 / (1u64 << bits) as f64;
            let v = l + (h - l) * t;
            Value::Float(if ty == Elem::F32 && (v as f32) >= h as f32 { l } else { v })
        }
        _ => low,
    }
}

/// The bytes of an argument; `address` gives a buffer's address.
pub fn argument(a: &Arg, address: &dyn Fn(&str) -> Option<u64>) -> Result<Vec<u8>, SpecError> {
    match a {
        Arg::Pointer(name) => match address(name) {
            Some(at) => Ok(at.to_le_bytes().to_vec()),
            None => Err(SpecError(format!("`&{name}` has no address"))),
        },
        Arg::Scalars(d) => Ok(d.bytes.clone()),
        Arg::Bytes(b) => Ok(b.clone()),
        Arg::Fields(fields) => {
            let mut out = Vec::new();
            let mut most = 1;
            for f in fields {
                let align = alignment(f);
                most = most.max(align);
                out.resize(out.len().next_multiple_of(align), 0);
                out.extend(argument(f, address)?);
            }
            out.resize(out.len().next_multiple_of(most), 0);
            Ok(out)
        }
    }
}

fn alignment(a: &Arg) -> usize {
    match a {
        Arg::Pointer(_) => 8,
        Arg::Scalars(d) => d.ty.size(),
        Arg::Bytes(_) => 1,
        Arg::Fields(f) => f.iter().map(alignment).max().unwrap_or(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_aligned() {
        let one = |ty, v| {
            let mut d = Data::zeros(ty, 0);
            d.push(v);
            Arg::Scalars(d)
        };
        let a = Arg::Fields(vec![
            one(Elem::U8, Value::Int(7)),
            Arg::Pointer("p".into()),
            one(Elem::F32, Value::Float(1.0)),
        ]);
        let bytes = argument(&a, &|_| Some(0x0102)).unwrap();
        assert_eq!(bytes.len(), 24);
        assert_eq!((bytes[0], bytes[8], bytes[9], bytes[19]), (7, 2, 1, 0x3f));
    }

    #[test]
    fn random_data_is_in_range_and_repeats() {
        let b = Buffer {
            name: "x".into(),
            ty: Elem::F32,
            length: 1000,
            init: Init::Uniform(Value::Float(-1.0), Value::Float(1.0)),
        };
        let (x, y) =
            (contents(&b, 1, Path::new(".")).unwrap(), contents(&b, 1, Path::new(".")).unwrap());
        assert_eq!(x, y);
        assert!(x.to_f32().unwrap().iter().all(|v| (-1.0..1.0).contains(v)));
        assert_ne!(x, contents(&b, 2, Path::new(".")).unwrap());
    }

    #[test]
    fn sums_go_up_by_steps_in_range() {
        let b = |ty, length, low, high| Buffer {
            name: "row".into(),
            ty,
            length,
            init: Init::Sums(low, high),
        };
        let go = |b: &Buffer| contents(b, 1, Path::new("."));
        let rows = go(&b(Elem::I32, 1000, 2, 9)).unwrap().to_i32().unwrap();
        assert_eq!((rows[0], rows.len()), (0, 1000));
        let steps: Vec<i32> = rows.windows(2).map(|w| w[1] - w[0]).collect();
        assert_eq!((steps.iter().min(), steps.iter().max()), (Some(&2), Some(&9)));
        assert!(go(&b(Elem::I32, 0, 2, 9)).unwrap().is_empty());
        assert_eq!(go(&b(Elem::U8, 4, 85, 85)).unwrap().to_u8().unwrap(), [0, 85, 170, 255]);
        // The step after the last element is not taken.
        let error = go(&b(Elem::U8, 5, 85, 85)).unwrap_err().to_string();
        assert_eq!(error, "buffer `row`: `sums` do not fit u8: element 4 is 340");
        assert!(go(&b(Elem::U64, 3, u64::MAX, u64::MAX)).is_err());
    }
}
