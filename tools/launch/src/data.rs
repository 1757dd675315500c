//! Typed arrays as bytes: what buffers hold.

use std::fmt;

/// An element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Elem {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Elem {
    /// All types.
    pub const ALL: [Elem; 10] = [
        Elem::I8,
        Elem::U8,
        Elem::I16,
        Elem::U16,
        Elem::I32,
        Elem::U32,
        Elem::I64,
        Elem::U64,
        Elem::F32,
        Elem::F64,
    ];

    /// The name in launch files.
    pub fn name(self) -> &'static str {
        match self {
            Elem::I8 => "i8",
            Elem::U8 => "u8",
            Elem::I16 => "i16",
            Elem::U16 => "u16",
            Elem::I32 => "i32",
            Elem::U32 => "u32",
            Elem::I64 => "i64",
            Elem::U64 => "u64",
            Elem::F32 => "f32",
            Elem::F64 => "f64",
        }
    }

    /// The type of a name.
    pub fn parse(name: &str) -> Option<Elem> {
        Elem::ALL.into_iter().find(|e| e.name() == name)
    }

    /// Bytes of an element.
    pub fn size(self) -> usize {
        match self {
            Elem::I8 | Elem::U8 => 1,
            Elem::I16 | Elem::U16 => 2,
            Elem::I32 | Elem::U32 | Elem::F32 => 4,
            Elem::I64 | Elem::U64 | Elem::F64 => 8,
        }
    }

    /// Whether elements are floats.
    pub fn is_float(self) -> bool {
        matches!(self, Elem::F32 | Elem::F64)
    }

    /// Smallest and largest integer of the type.
    pub fn range(self) -> (i128, i128) {
        let bits = self.size() as u32 * 8;
        match self {
            Elem::I8 | Elem::I16 | Elem::I32 | Elem::I64 => {
                (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
            }
            _ => (0, (1i128 << bits) - 1),
        }
    }
}

/// One element: an integer, or the bits of a float of the type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(i128),
    /// A float, by value.
    Float(f64),
    /// A float, by bits.
    Bits(u64),
}

/// An array of elements of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// The elements' type.
    pub ty: Elem,
    /// Little-endian elements.
    pub bytes: Vec<u8>,
}

macro_rules! conversions {
    ($($from:ident $to:ident $t:ty, $e:ident;)*) => {
        $(
            /// An array of this type.
            pub fn $from(v: &[$t]) -> Data {
                Data { ty: Elem::$e, bytes: v.iter().flat_map(|x| x.to_le_bytes()).collect() }
            }

            /// The elements, if they are of this type.
            pub fn $to(&self) -> Option<Vec<$t>> {
                if self.ty != Elem::$e {
                    return None;
                }
                let size = self.ty.size();
                let one = |c: &[u8]| <$t>::from_le_bytes(c.try_into().unwrap_or_default());
                Some(self.bytes.chunks_exact(size).map(one).collect())
            }
        )*
    };
}

impl Data {
    conversions! {
        from_i8 to_i8 i8, I8;
        from_u8 to_u8 u8, U8;
        from_i16 to_i16 i16, I16;
        from_u16 to_u16 u16, U16;
        from_i32 to_i32 i32, I32;
        from_u32 to_u32 u32, U32;
        from_i64 to_i64 i64, I64;
        from_u64 to_u64 u64, U64;
        from_f32 to_f32 f32, F32;
        from_f64 to_f64 f64, F64;
    }

    /// An array of zeros.
    pub fn zeros(ty: Elem, length: usize) -> Data {
        Data { ty, bytes: vec![0; length * ty.size()] }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.ty.size()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bits of an element.
    pub fn bits(&self, index: usize) -> u64 {
        let size = self.ty.size();
        let mut b = [0u8; 8];
        if let Some(src) = self.bytes.get(index * size..(index + 1) * size) {
            b[..size].copy_from_slice(src);
        }
        u64::from_le_bytes(b)
    }

    /// An integer element, sign-extended where its type is signed.
    pub fn int(&self, index: usize) -> i128 {
        let bits = self.ty.size() as u32 * 8;
        let v = self.bits(index);
        if self.ty.range().0 < 0 {
            i128::from(((v << (64 - bits)) as i64) >> (64 - bits))
        } else {
            i128::from(v)
        }
    }

    /// A float element as 64 bits wide.
    pub fn float(&self, index: usize) -> f64 {
        match self.ty {
            Elem::F32 => f64::from(f32::from_bits(self.bits(index) as u32)),
            Elem::F64 => f64::from_bits(self.bits(index)),
            _ => self.int(index) as f64,
        }
    }

    /// Appends an element; false if it is out of the type's range or of the wrong kind.
    pub fn push(&mut self, v: Value) -> bool {
        let bits = match (v, self.ty) {
            (Value::Int(i), t) if !t.is_float() => {
                let (low, high) = t.range();
                if i < low || i > high {
                    return false;
                }
                i as u64
            }
            (Value::Int(i), Elem::F32) => u64::from((i as f32).to_bits()),
            (Value::Int(i), _) => (i as f64).to_bits(),
            (Value::Float(x), Elem::F32) => u64::from((x as f32).to_bits()),
            (Value::Float(x), Elem::F64) => x.to_bits(),
            (Value::Bits(b), Elem::F32) if b <= u64::from(u32::MAX) => b,
            (Value::Bits(b), Elem::F64) => b,
            _ => return false,
        };
        self.bytes.extend_from_slice(&bits.to_le_bytes()[..self.ty.size()]);
        true
    }

    /// An element as text: floats with their bits' exact decimal.
    pub fn show(&self, index: usize) -> String {
        match self.ty {
            Elem::F32 => format!("{:?}", f32::from_bits(self.bits(index) as u32)),
            Elem::F64 => format!("{:?}", f64::from_bits(self.bits(index))),
            _ => self.int(index).to_string(),
        }
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A float written as a string: `nan`, `inf`, `-inf`, `bits:0x...`, `0x1p-3`, or decimal.
pub fn parse_float(text: &str) -> Option<Value> {
    let t = text.trim();
    if let Some(hex) = t.strip_prefix("bits:0x") {
        return u64::from_str_radix(hex, 16).ok().map(Value::Bits);
    }
    let (negative, body) = match t.strip_prefix('-') {
        Some(b) => (true, b),
        None => (false, t.strip_prefix('+').unwrap_or(t)),
    };
    let v = match body {
        "nan" => f64::NAN,
        "inf" => f64::INFINITY,
        _ => match body.strip_prefix("0x") {
            Some(hex) => hex_float(hex)?,
            None => {
                if !body.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
                    return None;
                }
                body.parse().ok()?
            }
        },
    };
    Some(Value::Float(if negative { -v } else { v }))
}

/// `h.hhhp[+-]d`, at most 53 significant bits.
fn hex_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let mut exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut m: u64 = 0;
    for c in whole.chars().chain(fraction.chars()) {
        m = m.checked_mul(16)?.checked_add(u64::from(c.to_digit(16)?))?;
    }
    exponent = exponent.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    if m == 0 {
        return Some(0.0);
    }
    if 64 - m.leading_zeros() - m.trailing_zeros() > 53 {
        return None;
    }
    let shift = m.trailing_zeros();
    let (m, exponent) = ((m >> shift) as f64, exponent.checked_add(shift as i32)?);
    // Two steps, so that subnormals are reached without an intermediate zero.
    let half = exponent / 2;
    Some(m * 2f64.powi(half) * 2f64.powi(exponent - half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_in_strings() {
        assert_eq!(parse_float("0x1p-3"), Some(Value::Float(0.125)));
        assert_eq!(parse_float("-0x1.8p1"), Some(Value::Float(-3.0)));
        assert_eq!(parse_float("0x1p-1074"), Some(Value::Float(5e-324)));
        assert_eq!(parse_float("inf"), Some(Value::Float(f64::INFINITY)));
        assert_eq!(parse_float("-inf"), Some(Value::Float(f64::NEG_INFINITY)));
        assert!(matches!(parse_float("nan"), Some(Value::Float(x)) if x.is_nan()));
        assert_eq!(parse_float("bits:0x7fc00001"), Some(Value::Bits(0x7fc0_0001)));
        assert_eq!(parse_float("1.5e3"), Some(Value::Float(1500.0)));
        assert_eq!(parse_float("0x1"), None);
        assert_eq!(parse_float("infinity"), None);
        assert_eq!(parse_float("abc"), None);
    }

    #[test]
    fn elements_keep_their_range() {
        let mut d = Data::zeros(Elem::I8, 0);
        assert!(d.push(Value::Int(-128)));
        assert!(!d.push(Value::Int(128)));
        assert!(!d.push(Value::Float(1.0)));
        assert_eq!(d.int(0), -128);
        let mut f = Data::zeros(Elem::F32, 0);
        assert!(f.push(Value::Bits(0x7fc0_0001)));
        assert!(!f.push(Value::Bits(0x1_0000_0000)));
        assert_eq!(f.bits(0), 0x7fc0_0001);
    }
}
