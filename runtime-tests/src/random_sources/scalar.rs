//! The arithmetic types, their conversions and the ranges of their values.

/// An arithmetic type, by its place in [`SCALARS`].
pub type Scalar = usize;

/// A row of [`SCALARS`].
pub struct Row {
    pub name: &'static str,
    pub bits: u32,
    pub signed: bool,
    /// The conversion rank of an integer.
    rank: u32,
}

const fn row(name: &'static str, bits: u32, signed: bool, rank: u32) -> Row {
    Row { name, bits, signed, rank }
}

pub const SCALARS: [Row; 14] = [
    row("bool", 1, false, 0),
    row("char", 8, true, 1),
    row("signed char", 8, true, 1),
    row("unsigned char", 8, false, 1),
    row("short", 16, true, 2),
    row("unsigned short", 16, false, 2),
    row("int", 32, true, 3),
    row("unsigned", 32, false, 3),
    row("long", 64, true, 4),
    row("unsigned long", 64, false, 4),
    row("long long", 64, true, 5),
    row("unsigned long long", 64, false, 5),
    row("float", 0, true, 6),
    row("double", 0, true, 7),
];

pub const BOOL: Scalar = 0;
pub const INT: Scalar = 6;
pub const UNSIGNED: Scalar = 7;
pub const ULONG: Scalar = 11;
pub const FLOAT: Scalar = 12;
pub const DOUBLE: Scalar = 13;

pub fn name(s: Scalar) -> &'static str {
    SCALARS[s].name
}

pub fn is_float(s: Scalar) -> bool {
    s >= FLOAT
}

/// The values of an integer type.
pub fn range(s: Scalar) -> (i128, i128) {
    let r = &SCALARS[s];
    if is_float(s) {
        (-(1 << 100), 1 << 100)
    } else if r.signed {
        (-(1 << (r.bits - 1)), (1 << (r.bits - 1)) - 1)
    } else {
        (0, (1 << r.bits) - 1)
    }
}

/// [conv.prom]
pub fn promoted(s: Scalar) -> Scalar {
    if s < INT { INT } else { s }
}

/// The type of the usual arithmetic conversions, [expr.arith.conv].
pub fn common(a: Scalar, b: Scalar) -> Scalar {
    let (a, b) = (promoted(a), promoted(b));
    if is_float(a) || is_float(b) {
        return a.max(b);
    }
    let (x, y) = (&SCALARS[a], &SCALARS[b]);
    if x.signed == y.signed {
        return if x.rank >= y.rank { a } else { b };
    }
    let (signed, unsigned) = if x.signed { (a, b) } else { (b, a) };
    if SCALARS[unsigned].rank >= SCALARS[signed].rank {
        unsigned
    } else if SCALARS[signed].bits > SCALARS[unsigned].bits {
        signed
    } else {
        signed + 1
    }
}

/// The range of values of `(lo, hi)` after a conversion to `s`; nothing where one of them is out of a floating value's
/// reach.
pub fn converted(from: Scalar, (lo, hi): (i128, i128), s: Scalar) -> Option<(i128, i128)> {
    let (least, most) = range(s);
    if s == BOOL {
        return Some((0, 1));
    }
    if is_float(s) {
        return Some(rounded((lo, hi)));
    }
    if lo >= least && hi <= most {
        return Some((lo, hi));
    }
    if is_float(from) { None } else { Some((least, most)) }
}

/// A range with room for the rounding of its ends to `float`.
pub fn rounded((lo, hi): (i128, i128)) -> (i128, i128) {
    let room =
        |x: i128| if x.unsigned_abs() < 1 << 24 { 0 } else { (x.unsigned_abs() >> 20) as i128 + 1 };
    (lo.saturating_sub(room(lo)), hi.saturating_add(room(hi)))
}
