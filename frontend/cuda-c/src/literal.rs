//! Numbers, characters and strings: spellings to values.

use crate::{ast::CharKind, types::Ty};

/// A number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer.
    Int {
        /// Its value.
        value: u64,
        /// Written in base ten (the rules for its type differ).
        decimal: bool,
        /// `u` suffix.
        unsigned: bool,
        /// `l` (1) or `ll` (2) suffix.
        longs: u8,
    },
    /// A floating constant.
    Float {
        /// The value, rounded once to the type of the suffix.
        value: f64,
        /// `f` suffix.
        single: bool,
        /// `l` suffix.
        long: bool,
    },
}

/// The type of an integer constant ([lex.icon] 2).
pub(crate) fn integer_type(value: u64, decimal: bool, unsigned: bool, longs: u8) -> Ty {
    let fits = |t: Ty| match t {
        Ty::INT => value <= i32::MAX as u64,
        Ty::UINT => value <= u64::from(u32::MAX),
        Ty::LONG | Ty::LONGLONG => value <= i64::MAX as u64,
        _ => true,
    };
    let decimal = decimal || wrong!(HexLiteralsStaySigned);
    let list: &[Ty] = match (longs, unsigned, decimal) {
        (0, false, true) => &[Ty::INT, Ty::LONG, Ty::ULONG],
        (0, false, false) => &[Ty::INT, Ty::UINT, Ty::LONG, Ty::ULONG],
        (0, true, _) => &[Ty::UINT, Ty::ULONG],
        (1, false, true) => &[Ty::LONG, Ty::ULONG],
        (1, false, false) => &[Ty::LONG, Ty::ULONG],
        (1, true, _) => &[Ty::ULONG],
        (_, false, _) => &[Ty::LONGLONG, Ty::ULONGLONG],
        _ => &[Ty::ULONGLONG],
    };
    list.iter().copied().find(|t| fits(*t)).unwrap_or(Ty::ULONG)
}

/// The type of a character of a kind.
pub(crate) fn char_type(kind: CharKind) -> Ty {
    match kind {
        CharKind::Char => Ty::CHAR,
        CharKind::Several => Ty::INT,
        CharKind::Wide => Ty::WCHAR,
        CharKind::Utf16 => Ty::CHAR16,
        CharKind::Utf32 => Ty::CHAR32,
    }
}

/// The value of a preprocessing number, or what is wrong with it.
pub fn number(text: &str) -> Result<Number, &'static str> {
    let clean: String;
    let text = if text.contains('\'') {
        clean = text.replace('\'', "");
        clean.as_str()
    } else {
        text
    };
    let b = text.as_bytes();
    let hex = b.len() > 1 && b[0] == b'0' && matches!(b[1], b'x' | b'X');
    let binary = b.len() > 1 && b[0] == b'0' && matches!(b[1], b'b' | b'B');
    let float = if hex {
        b.iter().any(|c| matches!(c, b'p' | b'P' | b'.'))
    } else {
        !binary && b.iter().any(|c| matches!(c, b'e' | b'E' | b'.'))
    };
    if float { floating(text, hex) } else { integer(text, hex, binary) }
}

fn integer(text: &str, hex: bool, binary: bool) -> Result<Number, &'static str> {
    let (radix, digits) = if hex {
        (16, &text[2..])
    } else if binary {
        (2, &text[2..])
    } else if text.starts_with('0') {
        (8, text)
    } else {
        (10, text)
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    if end == 0 {
        return Err("a number needs digits");
    }
    let mut value = 0u64;
    for c in digits[..end].chars() {
        let d = u64::from(c.to_digit(radix).unwrap_or(0));
        value = value
            .checked_mul(u64::from(radix))
            .and_then(|v| v.checked_add(d))
            .ok_or("this integer is too large for any type")?;
    }
    let (mut unsigned, mut longs) = (false, 0u8);
    let mut rest = &digits[end..];
    while !rest.is_empty() {
        if !unsigned && rest.starts_with(['u', 'U']) {
            unsigned = true;
            rest = &rest[1..];
        } else if longs == 0 && (rest.starts_with("ll") || rest.starts_with("LL")) {
            longs = 2;
            rest = &rest[2..];
        } else if longs == 0 && rest.starts_with(['l', 'L']) {
            longs = 1;
            rest = &rest[1..];
        } else if radix == 8 && rest.starts_with(['8', '9']) {
            return Err("an octal number has the digits 0 to 7 only");
        } else if radix == 10 && (rest == "f" || rest == "F")
            || radix == 8 && end == 1 && rest == "f"
        {
            return Err("an integer cannot have the suffix `f`");
        } else {
            return Err("this number has an unknown suffix");
        }
    }
    Ok(Number::Int { value, decimal: radix == 10, unsigned, longs })
}

fn floating(text: &str, hex: bool) -> Result<Number, &'static str> {
    let (mut body, mut single, mut long) = (text, false, false);
    match text.as_bytes().last() {
        Some(b'f' | b'F') if !hex || text.contains(['p', 'P']) => {
            single = true;
            body = &text[..text.len() - 1];
        }
        Some(b'l' | b'L') => {
            long = true;
            body = &text[..text.len() - 1];
        }
        _ => {}
    }
    let value = if hex {
        hex_float(&body[2..], single)?
    } else {
        let ok = body.bytes().all(|c| matches!(c, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
        if !ok {
            return Err("this number has an unknown suffix");
        }
        if single {
            f64::from(body.parse::<f32>().map_err(|_| "this number is malformed")?)
        } else {
            body.parse::<f64>().map_err(|_| "this number is malformed")?
        }
    };
    Ok(Number::Float { value, single, long })
}

/// Whether a floating constant has a digit other than 0 before its exponent.
#[must_use]
pub fn is_written_nonzero(text: &str) -> bool {
    let hex = text.strip_prefix("0x").or(text.strip_prefix("0X"));
    let radix = if hex.is_some() { 16 } else { 10 };
    let digits = hex.unwrap_or(text).chars().filter(|c| !matches!(c, '.' | '\''));
    digits.map_while(|c| c.to_digit(radix)).any(|d| d != 0)
}

/// The value of a hexadecimal floating constant without `0x` and suffix, rounded to nearest even.
fn hex_float(text: &str, single: bool) -> Result<f64, &'static str> {
    let (mantissa, exponent) =
        text.split_once(['p', 'P']).ok_or("a hexadecimal floating constant needs an exponent")?;
    let exponent: i64 = exponent.parse().map_err(|_| "this exponent is malformed")?;
    let (mut m, mut e, mut sticky, mut digits, mut point) = (0u64, 0i64, false, 0, false);
    for c in mantissa.chars() {
        if c == '.' {
            if point {
                return Err("this number is malformed");
            }
            point = true;
            continue;
        }
        let d = c.to_digit(16).ok_or("this number is malformed")?;
        digits += 1;
        if m >> 59 == 0 {
            m = m << 4 | u64::from(d);
            e -= if point { 4 } else { 0 };
        } else {
            sticky |= d != 0 && !wrong!(LateDigitsAreNothing);
            e += if point { 0 } else { 4 };
        }
    }
    if digits == 0 {
        return Err("a number needs digits");
    }
    if m == 0 {
        return Ok(0.0);
    }
    let e = e.saturating_add(exponent);
    let (bits, least, most) = if single { (24, -149, 127) } else { (53, -1074, 1023) };
    let top = e.saturating_add(63 - i64::from(m.leading_zeros()));
    if top > most {
        return Ok(f64::INFINITY);
    }
    if top < least - 1 {
        return Ok(0.0);
    }
    // Bits below `unit` are rounded away.
    let unit = (top - bits + 1).max(least);
    let cut = unit - e;
    if cut <= 0 {
        return Ok(m as f64 * pow2(e));
    }
    let cut = cut.min(64) as u32;
    let (kept, rest) = if cut == 64 { (0, m) } else { (m >> cut, m & ((1 << cut) - 1)) };
    let half = 1u64 << (cut - 1);
    let up = rest > half || rest == half && (sticky || kept & 1 == 1);
    let value = (kept + u64::from(up)) as f64 * pow2(unit);
    Ok(if single && value > f64::from(f32::MAX) { f64::INFINITY } else { value })
}

/// A power of two by exact steps.
fn pow2(mut e: i64) -> f64 {
    let mut v = 1.0f64;
    while e > 0 {
        let s = e.min(1000);
        v *= 2f64.powi(s as i32);
        e -= s;
    }
    while e < 0 {
        let s = (-e).min(1000);
        v *= 2f64.powi(-s as i32);
        e += s;
    }
    v
}

/// The kind that a prefix gives a character or string constant; `R` after it is read over.
fn prefix_kind(prefix: &str) -> CharKind {
    if wrong!(PrefixesIgnored) {
        return CharKind::Char;
    }
    match prefix.strip_suffix('R').unwrap_or(prefix) {
        "L" => CharKind::Wide,
        "u" => CharKind::Utf16,
        "U" => CharKind::Utf32,
        _ => CharKind::Char,
    }
}

/// The value of a character constant, and what decides its type.
pub fn character(text: &str) -> Result<(i64, CharKind), &'static str> {
    let quote = text.find('\'').ok_or("a malformed character constant")?;
    let prefix = &text[..quote];
    let body =
        text[quote + 1..].strip_suffix('\'').ok_or("a character constant that does not end")?;
    if body.is_empty() {
        return Err("an empty character constant");
    }
    let kind = prefix_kind(prefix);
    let mut units = Vec::new();
    if !unescape(body, kind, &mut units) {
        return Err("an escape sequence out of range");
    }
    match (units.as_slice(), kind) {
        ([one], CharKind::Char) => Ok((i64::from(*one as u8 as i8), kind)),
        // wchar_t has a sign, char16_t and char32_t have none.
        ([one], CharKind::Wide) => Ok((i64::from(*one as i32), kind)),
        ([one], _) => Ok((i64::from(*one), kind)),
        (list, CharKind::Char) if list.len() <= 4 && prefix.is_empty() => {
            let v = list.iter().fold(0u32, |v, b| {
                if wrong!(LastCharacterCounts) { *b } else { v << 8 | b & 0xff }
            });
            Ok((i64::from(v as i32), CharKind::Several))
        }
        _ => Err("a character constant that is too long"),
    }
}

/// The bytes of a string constant as spelled, without the final zero. Unknown escapes stand for themselves.
#[must_use]
pub fn string_text(text: &str) -> Vec<u8> {
    let quote = text.find('"').unwrap_or(0);
    units(text, quote, CharKind::Char).into_iter().map(|u| u as u8).collect()
}

/// The kind of a string constant as spelled, and its code units without the final zero: bytes for `""` and `u8""`,
/// UTF-16 for `u""`, UTF-32 for `U""` and `L""`. String constants side by side are of the kind that any of them has.
#[must_use]
pub fn string_units(text: &str) -> (CharKind, Vec<u32>) {
    let quote = text.find('"').unwrap_or(0);
    let kind = prefix_kind(&text[..quote]);
    (kind, units(text, quote, kind))
}

/// The code units of the string whose quote stands at `quote`, as a string of `kind`, whatever its prefix says:
/// that is what stands beside a string with a prefix.
#[must_use]
pub fn units(text: &str, quote: usize, kind: CharKind) -> Vec<u32> {
    let mut out = Vec::with_capacity(text.len());
    let (prefix, rest) = (text.get(..quote).unwrap_or(""), text.get(quote + 1..).unwrap_or(""));
    let body = rest.strip_suffix('"').unwrap_or(rest);
    if prefix.ends_with('R') {
        if let Some(open) = body.find('(') {
            // As much as stands before `(` stands after `)`.
            let end = body.len().saturating_sub(open + 1).max(open + 1);
            if wrong!(RawStringsHaveEscapes) {
                unescape(body.get(open + 1..end).unwrap_or(""), kind, &mut out);
                return out;
            }
            body.get(open + 1..end).unwrap_or("").chars().for_each(|c| encode(c, kind, &mut out));
        }
        return out;
    }
    unescape(body, kind, &mut out);
    out
}

/// Appends the code units of a character.
fn encode(c: char, kind: CharKind, out: &mut Vec<u32>) {
    match kind {
        CharKind::Char | CharKind::Several => {
            out.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        }
        CharKind::Utf16 => out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|u| u32::from(*u))),
        CharKind::Wide | CharKind::Utf32 => out.push(u32::from(c)),
    }
}

/// Appends `body` with its escapes carried out; false if one is out of range.
fn unescape(body: &str, kind: CharKind, out: &mut Vec<u32>) -> bool {
    let b = body.as_bytes();
    let most = match kind {
        CharKind::Char | CharKind::Several => 0xff,
        CharKind::Utf16 => 0xffff,
        CharKind::Wide | CharKind::Utf32 => u32::MAX,
    };
    let mut ok = true;
    let mut i = 0;
    while let Some(c) = body.get(i..).and_then(|r| r.chars().next()) {
        i += c.len_utf8();
        if c != '\\' {
            encode(c, kind, out);
            continue;
        }
        let Some(e) = body.get(i..).and_then(|r| r.chars().next()) else { break };
        i += e.len_utf8();
        match e {
            'n' => out.push(10),
            't' => out.push(9),
            'r' => out.push(13),
            'a' => out.push(7),
            'b' => out.push(8),
            'f' => out.push(12),
            'v' => out.push(11),
            'e' | 'E' => out.push(27),
            '0'..='7' => {
                let mut v = e.to_digit(8).unwrap_or(0);
                let mut n = 1;
                while n < 3
                    && let Some(d) = b.get(i).and_then(|c| char::from(*c).to_digit(8))
                {
                    v = v * 8 + d;
                    i += 1;
                    n += 1;
                }
                ok &= v <= most;
                out.push(v & most);
            }
            'x' => {
                let (v, n) = hex_digits(b.get(i..).unwrap_or(&[]), 16);
                i += n;
                ok &= n > 0 && v <= u64::from(most);
                out.push(v as u32 & most);
            }
            'u' | 'U' => {
                let digits = if e == 'u' { 4 } else { 8 };
                let (v, n) = hex_digits(b.get(i..).unwrap_or(&[]), digits);
                i += n;
                match u32::try_from(v).ok().and_then(char::from_u32) {
                    Some(c) if n == digits => encode(c, kind, out),
                    _ => ok = false,
                }
            }
            other => encode(other, kind, out),
        }
    }
    ok
}

fn hex_digits(b: &[u8], most: usize) -> (u64, usize) {
    let mut v = 0u64;
    let mut n = 0;
    while n < most
        && let Some(d) = b.get(n).and_then(|c| char::from(*c).to_digit(16))
    {
        v = v.saturating_mul(16).saturating_add(u64::from(d));
        n += 1;
    }
    (v, n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(text: &str) -> f64 {
        match number(text) {
            Ok(Number::Float { value, .. }) => value,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers() {
        let int =
            |value, decimal, unsigned, longs| Ok(Number::Int { value, decimal, unsigned, longs });
        assert_eq!(number("42"), int(42, true, false, 0));
        assert_eq!(number("0x1Fu"), int(31, false, true, 0));
        assert_eq!(number("017LL"), int(15, false, false, 2));
        assert_eq!(number("0b101ull"), int(5, false, true, 2));
        assert_eq!(number("1'000'000"), int(1_000_000, true, false, 0));
        assert_eq!(number("0"), int(0, false, false, 0));
        assert_eq!(number("18446744073709551615u"), int(u64::MAX, true, true, 0));
        assert!(number("18446744073709551616").is_err());
        assert!(number("08").is_err());
        assert!(number("1lul").is_err());
        assert!(number("12abc").is_err());
        assert!(number("0x").is_err());
    }

    #[test]
    fn floats() {
        assert_eq!(float("1.5"), 1.5);
        assert_eq!(float("1e3f"), 1000.0);
        assert_eq!(float(".5"), 0.5);
        assert_eq!(float("0.1f"), f64::from(0.1f32));
        assert_eq!(float("0x1p-3"), 0.125);
        assert_eq!(float("0x1.8p1f"), 3.0);
        assert_eq!(float("0x1.ffffffp0f"), 2.0);
        assert_eq!(float("0x1.000001p0f"), 1.0);
        assert_eq!(float("0x1.000003p0f"), f64::from(f32::from_bits(0x3f80_0002)));
        assert_eq!(float("0x1p-149f"), f64::from(f32::from_bits(1)));
        assert_eq!(float("0x1p-1074"), f64::from_bits(1));
        assert_eq!(float("0x1p-1075"), 0.0);
        assert_eq!(float("0x1.8p-1075"), f64::from_bits(1));
        assert_eq!(float("0x1p1024"), f64::INFINITY);
        assert_eq!(float("0x123456789abcdef01p0"), 20988295479420645138.0);
        assert!(number("1e").is_err());
        assert!(number("0x1.8").is_err());
        assert!(number("1.5q").is_err());
    }

    #[test]
    fn characters_and_strings() {
        assert_eq!(character("'a'"), Ok((97, CharKind::Char)));
        assert_eq!(character(r"'\xff'"), Ok((-1, CharKind::Char)));
        assert_eq!(character(r"'\0'"), Ok((0, CharKind::Char)));
        assert_eq!(character("'ab'"), Ok((24930, CharKind::Several)));
        assert_eq!(character("'abcd'"), Ok((1_633_837_924, CharKind::Several)));
        assert_eq!(character(r"'\377\377\377\377'"), Ok((-1, CharKind::Several)));
        assert_eq!(character("L'é'"), Ok((0xe9, CharKind::Wide)));
        assert_eq!(character(r"L'\xffffffff'"), Ok((-1, CharKind::Wide)));
        assert_eq!(character(r"u'\xffff'"), Ok((0xffff, CharKind::Utf16)));
        assert_eq!(character(r"U'\U0001F600'"), Ok((0x1f600, CharKind::Utf32)));
        assert_eq!(character("u8'a'"), Ok((97, CharKind::Char)));
        assert!(character(r"u'\x10000'").is_err());
        assert!(character("u'\u{1f600}'").is_err());
        assert!(character("u8'é'").is_err());
        assert!(character("L'ab'").is_err());
        assert!(character("'abcde'").is_err());
        assert!(character("''").is_err());
        assert_eq!(string_text(r#""a\n\x41\101\"""#), b"a\nAA\"");
        assert_eq!(string_text("R\"x(a\\n)x\""), b"a\\n");
        let units = |text| string_units(text);
        assert_eq!(units(r#""\xe9é""#), (CharKind::Char, vec![0xe9, 0xc3, 0xa9]));
        assert_eq!(units(r#"u8"é""#), (CharKind::Char, vec![0xc3, 0xa9]));
        assert_eq!(units("u\"\u{1f600}\\x1234\""), (CharKind::Utf16, vec![0xd83d, 0xde00, 0x1234]));
        assert_eq!(units(r#"U"a\u00e9""#), (CharKind::Utf32, vec![97, 0xe9]));
        assert_eq!(units("L\"\u{1f600}\""), (CharKind::Wide, vec![0x1f600]));
        assert_eq!(units("LR\"x(\\n\u{e9})x\""), (CharKind::Wide, vec![92, 110, 0xe9]));
        assert_eq!(units(r#"L"#), (CharKind::Char, vec![]));
    }
}
