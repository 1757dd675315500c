//! Arithmetic expressions: each with its type, the range of its values and its precedence, so that nothing in it is
//! undefined and only the parentheses it needs are printed.

use super::random::Random;
use super::scalar::{
    BOOL, DOUBLE, FLOAT, INT, SCALARS, Scalar, ULONG, UNSIGNED, common, converted, is_float, name,
    promoted, range, rounded,
};

/// What an evaluation touches: two that are not sequenced must not conflict.
pub mod touch {
    /// Reads something that may change.
    pub const READS: u8 = 1;
    /// Changes a variable.
    pub const WRITES: u8 = 2;
    /// Appends to the thread's trace.
    pub const TRACES: u8 = 4;
}

/// Precedences, from the loosest.
pub mod prec {
    pub const COMMA: u8 = 1;
    pub const ASSIGN: u8 = 2;
    pub const OR: u8 = 3;
    pub const AND: u8 = 4;
    pub const BIT_OR: u8 = 5;
    pub const BIT_XOR: u8 = 6;
    pub const BIT_AND: u8 = 7;
    pub const EQUAL: u8 = 8;
    pub const LESS: u8 = 9;
    pub const SHIFT: u8 = 10;
    pub const ADD: u8 = 11;
    pub const MULTIPLY: u8 = 12;
    pub const UNARY: u8 = 14;
    pub const POSTFIX: u8 = 15;
    pub const PRIMARY: u8 = 16;
}

/// An expression of an arithmetic type.
#[derive(Clone)]
pub struct Ex {
    pub text: String,
    pub prec: u8,
    pub ty: Scalar,
    /// The type after promotion, which for a bit-field goes by its width.
    pub promoted: Scalar,
    pub range: (i128, i128),
    pub touches: u8,
}

impl Ex {
    fn new(text: String, prec: u8, ty: Scalar, range: (i128, i128), touches: u8) -> Ex {
        Ex { text, prec, ty, promoted: promoted(ty), range, touches }
    }

    /// The text as an operand where nothing looser than `least` may stand.
    pub fn at(&self, least: u8) -> String {
        if self.prec < least { format!("({})", self.text) } else { self.text.clone() }
    }

    /// A call of `function` with this one argument; `ty` is the result's type.
    fn called(&self, function: &str, ty: Scalar, range: (i128, i128)) -> Ex {
        let text = format!("{function}({})", self.at(prec::ASSIGN));
        Ex::new(text, prec::POSTFIX, ty, range, self.touches)
    }
}

/// Something that can be read, and assigned where `writable`, whose values stay in `range`.
#[derive(Clone)]
pub struct Place {
    pub text: String,
    pub ty: Scalar,
    pub range: (i128, i128),
    /// The width of a bit-field.
    pub bits: Option<u32>,
    pub writable: bool,
}

impl Place {
    /// A place with all values of its type.
    pub fn whole(text: &str, ty: Scalar) -> Place {
        let range = if is_float(ty) { (-1024, 1024) } else { range(ty) };
        Place { text: text.to_owned(), ty, range, bits: None, writable: true }
    }

    pub fn read(&self) -> Ex {
        let touches = if self.writable { touch::READS } else { 0 };
        let mut e = Ex::new(self.text.clone(), prec::POSTFIX, self.ty, self.range, touches);
        let row = &SCALARS[self.ty];
        if self.bits.is_some_and(|b| b < 32 || (b == 32 && row.signed)) {
            e.promoted = INT;
        } else if self.bits == Some(32) {
            e.promoted = UNSIGNED;
        }
        e
    }
}

/// Whether two evaluations that are not sequenced would be undefined or could give two results.
fn conflict(a: u8, b: u8) -> bool {
    let one_way = |a: u8, b: u8| a & touch::WRITES != 0 && b & (touch::READS | touch::WRITES) != 0;
    one_way(a, b) || one_way(b, a) || a & b & touch::TRACES != 0
}

/// Makes expressions over places.
pub struct Expressions {
    pub places: Vec<Place>,
    /// Whether `step`, a function with a trace, may be called.
    pub step: bool,
}

const LITERALS: [(&str, Scalar, i128); 26] = [
    ("0", INT, 0),
    ("1", INT, 1),
    ("2", INT, 2),
    ("3", INT, 3),
    ("7", INT, 7),
    ("'a'", 1, 97),
    ("true", BOOL, 1),
    ("false", BOOL, 0),
    ("31", INT, 31),
    ("63", INT, 63),
    ("127", INT, 127),
    ("128u", UNSIGNED, 128),
    ("255", INT, 255),
    ("256", INT, 256),
    ("32767", INT, 32767),
    ("0xffff", INT, 65535),
    ("0x7fffffff", INT, 0x7fff_ffff),
    ("0x80000000", UNSIGNED, 0x8000_0000),
    ("0xffffffff", UNSIGNED, 0xffff_ffff),
    ("5l", 8, 5),
    ("9ul", 9, 9),
    ("5ll", 10, 5),
    ("0xffffffffffull", ULONG, 0xff_ffff_ffff),
    ("4294967296", 8, 1 << 32),
    ("2.0f", FLOAT, 2),
    ("3.0", DOUBLE, 3),
];

impl Expressions {
    fn leaf(&self, r: &mut Random) -> Ex {
        if r.chance(25) {
            let (text, ty, v) = r.pick(&LITERALS);
            return Ex::new(text.to_owned(), prec::PRIMARY, ty, (v, v), 0);
        }
        self.places[r.next(self.places.len())].read()
    }

    /// Any expression, at most `depth` operators high.
    pub fn any(&self, r: &mut Random, depth: usize) -> Ex {
        if depth == 0 || r.chance(8) {
            return self.leaf(r);
        }
        for _ in 0..8 {
            if let Some(mut e) = self.form(r, depth - 1) {
                if r.chance(4) {
                    e.text = format!("({})", e.text);
                    e.prec = prec::PRIMARY;
                }
                return e;
            }
        }
        self.leaf(r)
    }

    /// An expression of an integer type.
    pub fn integer(&self, r: &mut Random, depth: usize) -> Ex {
        for _ in 0..8 {
            let e = self.any(r, depth);
            if !is_float(e.ty) {
                return e;
            }
        }
        Ex::new("6".to_owned(), prec::PRIMARY, INT, (6, 6), 0)
    }

    /// An integer whose evaluation changes no variable.
    pub fn quiet(&self, r: &mut Random, depth: usize) -> Ex {
        loop {
            let e = self.integer(r, depth);
            if e.touches & touch::WRITES == 0 {
                return e;
            }
        }
    }

    fn form(&self, r: &mut Random, depth: usize) -> Option<Ex> {
        match r.next(20) {
            0..=9 => {
                let (a, b) = (self.any(r, depth), self.any(r, depth));
                let operators = [
                    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==",
                    "!=", "&&", "||", ",",
                ];
                binary(r.pick(&operators), &a, &b)
            }
            10 | 11 => unary(r.pick(&["-", "~", "!", "+"]), &self.any(r, depth)),
            12 | 13 => {
                let e = self.any(r, depth);
                cast(r, r.clone().next(SCALARS.len()), &e)
            }
            14 | 15 => conditional(&self.any(r, depth), &self.any(r, depth), &self.any(r, depth)),
            16 => self.assignment(r, depth),
            17 if self.step => {
                let mut e = self.integer(r, depth).called("step", UNSIGNED, range(UNSIGNED));
                e.touches |= touch::TRACES;
                Some(e)
            }
            18 => {
                let e = self.integer(r, depth);
                let (f, most) = r.pick(&[("__popc", 32), ("__clz", 32), ("__ffs", 32)]);
                Some(e.called(f, INT, (0, most)))
            }
            19 => {
                let (a, b) = (self.integer(r, depth), self.integer(r, depth));
                if conflict(a.touches, b.touches) {
                    return None;
                }
                let f = r.pick(&["min", "max", "__umulhi", "add3"]);
                let one = |e: &Ex| {
                    if promoted(e.ty) == UNSIGNED {
                        e.at(prec::ASSIGN)
                    } else {
                        format!("(unsigned){}", e.at(prec::UNARY))
                    }
                };
                let text = format!("{f}({}, {})", one(&a), one(&b));
                Some(Ex::new(text, prec::POSTFIX, UNSIGNED, range(UNSIGNED), a.touches | b.touches))
            }
            _ => None,
        }
    }

    fn assignment(&self, r: &mut Random, depth: usize) -> Option<Ex> {
        let place = self.target(r)?;
        let text = self.store(r, &place, depth)?;
        let mut e = place.read();
        e.prec = prec::ASSIGN;
        e.text = text.0;
        e.touches |= text.1 | touch::WRITES;
        Some(e)
    }

    /// A place that may be assigned.
    pub fn target(&self, r: &mut Random) -> Option<Place> {
        (0..8).map(|_| &self.places[r.next(self.places.len())]).find(|p| p.writable).cloned()
    }

    /// An assignment, plain or compound, or a step up or down, that keeps the place's range; and what its right side touches.
    pub fn store(&self, r: &mut Random, place: &Place, depth: usize) -> Option<(String, u8)> {
        let here = place.read();
        let at = &place.text;
        let modular = place.bits.is_none()
            && !is_float(place.ty)
            && place.ty != BOOL
            && place.range == range(place.ty);
        let narrow = modular && SCALARS[place.ty].bits < 32;
        let unsigned = modular && !SCALARS[place.ty].signed;
        if r.chance(12) && (narrow || unsigned) {
            let form = r.next(4);
            let word = if form & 1 == 0 { "++" } else { "--" };
            let inner = if at.starts_with('*') { format!("({at})") } else { at.clone() };
            return Some((
                if form < 2 { format!("{inner}{word}") } else { format!("{word}{at}") },
                0,
            ));
        }
        if r.chance(35) && !is_float(place.ty) && place.ty != BOOL {
            let e = self.any(r, depth);
            let operator = r.pick(&["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"]);
            // The left operand is read after the right side was evaluated.
            let value = binary(operator, &here, &Ex { touches: 0, ..e.clone() })?;
            let back = converted(value.ty, value.range, place.ty)?;
            let fits = back.0 >= place.range.0 && back.1 <= place.range.1;
            if !fits {
                return None;
            }
            return Some((format!("{at} {operator}= {}", e.at(prec::ASSIGN)), e.touches));
        }
        let e = kept(self.any(r, depth), place)?;
        Some((format!("{at} = {}", e.at(prec::ASSIGN)), e.touches))
    }
}

/// The expression, changed so far that its conversion to the place's type keeps the place's range.
pub fn kept(e: Ex, place: &Place) -> Option<Ex> {
    let fits = |e: &Ex| {
        converted(e.ty, e.range, place.ty)
            .is_some_and(|(lo, hi)| lo >= place.range.0 && hi <= place.range.1)
    };
    if fits(&e) {
        return Some(e);
    }
    if is_float(e.ty) {
        let tamed = e.called("keep", e.ty, (-1024, 1024));
        return if fits(&tamed) { Some(tamed) } else { None };
    }
    // A remainder by a power of two keeps a signed range, a mask an unsigned one.
    let most = place.range.1;
    let mask = Ex::new(
        most.to_string(),
        prec::PRIMARY,
        if most > 0x7fff_ffff { 8 } else { INT },
        (most, most),
        0,
    );
    let masked = binary("&", &e, &mask)?;
    if fits(&masked) { Some(masked) } else { None }
}

/// The bits that all values of a range fit in, sign not counted.
fn width((lo, hi): (i128, i128)) -> u32 {
    let bits = |x: i128| 128 - (if x < 0 { !x } else { x }).leading_zeros();
    bits(lo).max(bits(hi))
}

fn bitwise(operator: &str, a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    if operator == "&" && (a.0 >= 0 || b.0 >= 0) {
        let most = [a, b].iter().filter(|r| r.0 >= 0).map(|r| r.1).min();
        return (0, most.unwrap_or(0));
    }
    let n = width(a).max(width(b));
    (if a.0 >= 0 && b.0 >= 0 { 0 } else { -(1 << n) }, (1 << n) - 1)
}

/// The ends of what `f` gives for the ends of two ranges.
fn corners(a: (i128, i128), b: (i128, i128), f: impl Fn(i128, i128) -> i128) -> (i128, i128) {
    let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    (*all.iter().min().unwrap_or(&0), *all.iter().max().unwrap_or(&0))
}

/// `range` as that of a result of type `ty`: nothing where a signed result would overflow.
fn result(ty: Scalar, wanted: (i128, i128)) -> Option<(i128, i128)> {
    if is_float(ty) {
        let (lo, hi) = rounded(wanted);
        return (hi < 1 << 60 && lo > -(1 << 60)).then(|| (lo - 1, hi + 1));
    }
    let (least, most) = range(ty);
    if wanted.0 >= least && wanted.1 <= most {
        Some(wanted)
    } else if SCALARS[ty].signed {
        None
    } else {
        Some((least, most))
    }
}

/// `a operator b` where that is defined for all their values.
pub fn binary(operator: &str, a: &Ex, b: &Ex) -> Option<Ex> {
    use prec::*;
    let touches = a.touches | b.touches;
    let sequenced = matches!(operator, "&&" | "||" | "," | "<<" | ">>");
    if !sequenced && conflict(a.touches, b.touches) {
        return None;
    }
    let level = match operator {
        "," => COMMA,
        "||" => OR,
        "&&" => AND,
        "|" => BIT_OR,
        "^" => BIT_XOR,
        "&" => BIT_AND,
        "==" | "!=" => EQUAL,
        "<" | "<=" | ">" | ">=" => LESS,
        "<<" | ">>" => SHIFT,
        "+" | "-" => ADD,
        _ => MULTIPLY,
    };
    let text = format!("{} {operator} {}", a.at(level), b.at(level + 1));
    let floats = is_float(a.ty) || is_float(b.ty);
    let ty = common(a.promoted, b.promoted);
    let both = || Some((converted(a.ty, a.range, ty)?, converted(b.ty, b.range, ty)?));
    let (ty, range) = match operator {
        "," => return Some(Ex { text, prec: level, touches, ..b.clone() }),
        "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=" => (BOOL, (0, 1)),
        "<<" | ">>" if !floats => {
            let ty = a.promoted;
            let bits = i128::from(SCALARS[ty].bits);
            if b.range.0 < 0 || b.range.1 >= bits {
                return None;
            }
            if operator == ">>" {
                (ty, corners(a.range, b.range, |x, n| x >> n))
            } else if a.range.0 < 0 {
                return None;
            } else {
                (ty, result(ty, (a.range.0 << b.range.0, a.range.1 << b.range.1))?)
            }
        }
        "&" | "|" | "^" if !floats => {
            let (x, y) = both()?;
            (ty, bitwise(operator, x, y))
        }
        "/" | "%" if !floats => {
            let (x, y) = both()?;
            if y.0 <= 0 {
                return None;
            }
            let quotient = corners(x, y, |x, y| x / y);
            let most = (y.1 - 1).min(x.0.abs().max(x.1.abs()));
            let rest = (if x.0 < 0 { -most } else { 0 }, if x.1 > 0 { most } else { 0 });
            (ty, if operator == "/" { quotient } else { rest })
        }
        "/" if b.range.0 > 0 => {
            let (x, y) = both()?;
            (ty, result(ty, corners(x, y, |x, y| x / y + x.signum()))?)
        }
        "+" | "-" | "*" => {
            let (x, y) = both()?;
            let wanted = corners(x, y, |x, y| match operator {
                "+" => x + y,
                "-" => x - y,
                _ => x.saturating_mul(y),
            });
            (ty, result(ty, wanted)?)
        }
        _ => return None,
    };
    Some(Ex::new(text, level, ty, range, touches))
}

fn unary(operator: &str, a: &Ex) -> Option<Ex> {
    let ty = a.promoted;
    let operand = a.at(prec::UNARY);
    let space = if operand.starts_with(['-', '+']) { " " } else { "" };
    let text = format!("{operator}{space}{operand}");
    let (lo, hi) = a.range;
    let (ty, range) = match operator {
        "!" => (BOOL, (0, 1)),
        "+" => (ty, a.range),
        "-" => (ty, result(ty, (-hi, -lo))?),
        _ if is_float(ty) => return None,
        _ => (ty, if SCALARS[ty].signed { (!hi, !lo) } else { range(ty) }),
    };
    Some(Ex::new(text, prec::UNARY, ty, range, a.touches))
}

fn cast(r: &mut Random, ty: Scalar, e: &Ex) -> Option<Ex> {
    let range = converted(e.ty, e.range, ty)?;
    let n = name(ty);
    let (text, level) = match r.next(3) {
        0 => (format!("({n}){}", e.at(prec::UNARY)), prec::UNARY),
        1 if !n.contains(' ') => (format!("{n}({})", e.at(prec::ASSIGN)), prec::POSTFIX),
        _ => (format!("static_cast<{n}>({})", e.text), prec::POSTFIX),
    };
    Some(Ex::new(text, level, ty, range, e.touches))
}

fn conditional(c: &Ex, a: &Ex, b: &Ex) -> Option<Ex> {
    // Bit-fields of one type stay bit-fields, on whose promotion compilers differ.
    let same = a.ty == b.ty && a.promoted == promoted(a.ty) && b.promoted == promoted(b.ty);
    let ty = if same { a.ty } else { common(a.promoted, b.promoted) };
    if a.ty == b.ty && !same {
        return None;
    }
    let (x, y) = (converted(a.ty, a.range, ty)?, converted(b.ty, b.range, ty)?);
    let text = format!("{} ? {} : {}", c.at(prec::OR), a.text, b.at(prec::ASSIGN));
    let touches = a.touches | b.touches | c.touches;
    Some(Ex::new(text, prec::ASSIGN, ty, (x.0.min(y.0), x.1.max(y.1)), touches))
}
