//! Formatting as C's `printf` does it, for `vprintf`: the flags, widths, precisions, length modifiers and conversions
//! that CUDA C documents. Floats are formatted exactly, whatever the precision.
//!
//! What CUDA C does not document is no conversion: `hh j z t L q` and a precision of `*`. A device takes no argument for it,
//! does not count it, and prints whatever the host's C library finds in its place (seen on an H100, driver 580.159.04). Here it is
//! printed as it stands.

/// Widths and precisions are cut to this, so that one call prints a bounded text.
const WIDEST: usize = 4096;

/// Where a format's arguments come from.
pub trait Arguments {
    /// What can go wrong.
    type Error;

    /// The next argument of 4 or 8 bytes.
    fn next(&mut self, bytes: u32) -> Result<u64, Self::Error>;

    /// The text at an address, without its final zero byte.
    fn text(&mut self, at: u64) -> Result<Vec<u8>, Self::Error>;
}

#[derive(Clone, Copy, Default)]
struct Spec {
    minus: bool,
    plus: bool,
    space: bool,
    hash: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Length {
    Short,
    Int,
    Long,
}

/// Formats, and gives the number of arguments used.
pub fn format<A: Arguments>(
    format: &[u8],
    arguments: &mut A,
    out: &mut Vec<u8>,
) -> Result<u32, A::Error> {
    let mut used = 0;
    let mut at = 0;
    while let Some(&c) = format.get(at) {
        at += 1;
        if c != b'%' {
            out.push(c);
            continue;
        }
        let start = at - 1;
        let mut spec = Spec::default();
        while let Some(flag) = format.get(at) {
            match flag {
                b'-' => spec.minus = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.hash = true,
                b'0' => spec.zero = true,
                _ => break,
            }
            at += 1;
        }
        if format.get(at) == Some(&b'*') {
            at += 1;
            used += 1;
            let width = arguments.next(4)? as i32;
            spec.minus |= width < 0;
            spec.width = (width.unsigned_abs() as usize).min(WIDEST);
        } else {
            spec.width = number(format, &mut at);
        }
        if format.get(at) == Some(&b'.') {
            at += 1;
            spec.precision = Some(number(format, &mut at));
        }
        let (length, letters) = match &format[at..] {
            [b'h', ..] => (Length::Short, 1),
            [b'l', b'l', ..] => (Length::Long, 2),
            [b'l', ..] => (Length::Long, 1),
            _ => (Length::Int, 0),
        };
        at += letters;
        let Some(&conversion) = format.get(at) else {
            // The text ends inside a conversion.
            out.extend_from_slice(&format[start..]);
            break;
        };
        at += 1;
        let bytes = if length == Length::Long { 8 } else { 4 };
        match conversion {
            b'%' => {
                out.push(b'%');
                continue;
            }
            b'd' | b'i' => {
                let v = signed(arguments.next(bytes)?, length);
                integer(out, spec, v < 0, v.unsigned_abs(), b'd', true);
            }
            b'u' | b'x' | b'X' | b'o' => {
                let v = unsigned(arguments.next(bytes)?, length);
                integer(out, spec, false, v, conversion, false);
            }
            b'p' => {
                let v = arguments.next(8)?;
                if v == 0 {
                    pad(out, spec, b"", b"(nil)", false);
                } else {
                    integer(out, Spec { hash: true, ..spec }, false, v, b'x', false);
                }
            }
            b'c' => {
                let v = arguments.next(4)? as u8;
                pad(out, spec, b"", &[v], false);
            }
            b's' => {
                let at = arguments.next(8)?;
                let mut text = if at == 0 { b"(null)".to_vec() } else { arguments.text(at)? };
                text.truncate(spec.precision.unwrap_or(usize::MAX));
                pad(out, spec, b"", &text, false);
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                float(out, spec, f64::from_bits(arguments.next(8)?), conversion);
            }
            _ => {
                out.extend_from_slice(&format[start..at]);
                continue;
            }
        }
        used += 1;
    }
    Ok(used)
}

fn number(format: &[u8], at: &mut usize) -> usize {
    let mut n = 0usize;
    while let Some(digit) = format.get(*at).filter(|c| c.is_ascii_digit()) {
        n = (n * 10 + usize::from(digit - b'0')).min(WIDEST);
        *at += 1;
    }
    n
}

fn signed(v: u64, length: Length) -> i64 {
    match length {
        Length::Short => i64::from(v as i16),
        Length::Int => i64::from(v as i32),
        Length::Long => v as i64,
    }
}

fn unsigned(v: u64, length: Length) -> u64 {
    match length {
        Length::Short => u64::from(v as u16),
        Length::Int => u64::from(v as u32),
        Length::Long => v,
    }
}

/// Sign or prefix, then the body, in the field's width; `zeros` may fill between them.
fn pad(out: &mut Vec<u8>, spec: Spec, prefix: &[u8], body: &[u8], zeros: bool) {
    let fill = spec.width.saturating_sub(prefix.len() + body.len());
    let zeros = zeros && spec.zero && !spec.minus;
    if !spec.minus && !zeros {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
    out.extend_from_slice(prefix);
    if zeros {
        out.extend(std::iter::repeat_n(b'0', fill));
    }
    out.extend_from_slice(body);
    if spec.minus {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
}

fn sign(spec: Spec, negative: bool) -> &'static [u8] {
    match (negative, spec.plus, spec.space) {
        (true, ..) => b"-",
        (_, true, _) => b"+",
        (_, _, true) => b" ",
        _ => b"",
    }
}

fn integer(out: &mut Vec<u8>, spec: Spec, negative: bool, v: u64, conversion: u8, is_signed: bool) {
    let mut digits = match conversion {
        b'x' => format!("{v:x}"),
        b'X' => format!("{v:X}"),
        b'o' => format!("{v:o}"),
        _ => v.to_string(),
    };
    if v == 0 && spec.precision == Some(0) {
        digits.clear();
    }
    let least = spec.precision.unwrap_or(0);
    if digits.len() < least {
        digits.insert_str(0, &"0".repeat(least - digits.len()));
    }
    if conversion == b'o' && spec.hash && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    let prefix = match conversion {
        b'x' if spec.hash && v != 0 => b"0x".as_slice(),
        b'X' if spec.hash && v != 0 => b"0X",
        _ if is_signed => sign(spec, negative),
        _ => b"",
    };
    // A precision switches the zero flag off.
    pad(out, spec, prefix, digits.as_bytes(), spec.precision.is_none());
}

fn float(out: &mut Vec<u8>, spec: Spec, v: f64, conversion: u8) {
    let upper = conversion.is_ascii_uppercase();
    let sign = sign(spec, v.is_sign_negative());
    if !v.is_finite() {
        let word: &[u8] = match (v.is_nan(), upper) {
            (true, true) => b"NAN",
            (true, false) => b"nan",
            (false, true) => b"INF",
            (false, false) => b"inf",
        };
        return pad(out, spec, sign, word, false);
    }
    let v = v.abs();
    let precision = spec.precision.unwrap_or(6);
    let mut text = match conversion.to_ascii_lowercase() {
        b'f' => fixed(v, precision, spec.hash),
        b'e' => exponential(v, precision, spec.hash),
        b'g' => general(v, precision.max(1), spec.hash),
        _ => hexadecimal(v, spec.precision, spec.hash),
    };
    let mut prefix = sign.to_vec();
    if conversion.eq_ignore_ascii_case(&b'a') {
        prefix.extend_from_slice(if upper { b"0X" } else { b"0x" });
    }
    if upper {
        text.make_ascii_uppercase();
    }
    pad(out, spec, &prefix, text.as_bytes(), true);
}

fn fixed(v: f64, precision: usize, point: bool) -> String {
    let mut text = format!("{v:.precision$}");
    if precision == 0 && point {
        text.push('.');
    }
    text
}

/// Mantissa and decimal exponent, rounded to so many digits after the point.
fn scientific(v: f64, precision: usize) -> (String, i32) {
    let text = format!("{v:.precision$e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa.to_owned(), exponent.parse().unwrap_or(0)),
        None => (text, 0),
    }
}

fn with_exponent(mut mantissa: String, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    mantissa.push_str(&format!("e{sign}{:02}", exponent.unsigned_abs()));
    mantissa
}

fn exponential(v: f64, precision: usize, point: bool) -> String {
    let (mut mantissa, exponent) = scientific(v, precision);
    if precision == 0 && point {
        mantissa.push('.');
    }
    with_exponent(mantissa, exponent)
}

fn general(v: f64, precision: usize, keep: bool) -> String {
    let (mantissa, exponent) = scientific(v, precision - 1);
    let places = precision as i32;
    if exponent >= -4 && exponent < places {
        let text = fixed(v, usize::try_from(places - 1 - exponent).unwrap_or(0), keep);
        return if keep { text } else { trimmed(text) };
    }
    let mantissa = match keep {
        true if !mantissa.contains('.') => mantissa + ".",
        true => mantissa,
        false => trimmed(mantissa),
    };
    with_exponent(mantissa, exponent)
}

/// Without zeros at the end of the fraction.
fn trimmed(text: String) -> String {
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Without the prefix `0x`.
fn hexadecimal(v: f64, precision: Option<usize>, point: bool) -> String {
    let bits = v.to_bits();
    let (mut fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
    let (mut lead, exponent) = match biased {
        0 if fraction == 0 => (0u64, 0),
        0 => (0, -1022),
        e => (1, e - 1023),
    };
    let mut digits = 13;
    if let Some(p) = precision.filter(|&p| p < 13) {
        // To nearest, ties to even, of all that is before the cut.
        let cut = 52 - 4 * p as u32;
        let whole = lead << 52 | fraction;
        let (kept, rest, half) = (whole >> cut, whole & ((1 << cut) - 1), 1u64 << (cut - 1));
        let up = rest > half || (rest == half && kept & 1 == 1);
        let rounded = (kept + u64::from(up)) << cut;
        (lead, fraction) = (rounded >> 52, rounded & ((1 << 52) - 1));
        digits = p;
    }
    let mut text = format!("{fraction:013x}");
    text.truncate(digits);
    match precision {
        Some(p) => text.push_str(&"0".repeat(p.saturating_sub(13))),
        None => text = text.trim_end_matches('0').to_owned(),
    }
    let dot = if text.is_empty() && !point { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{lead}{dot}{text}p{sign}{}", exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One argument of known bits; texts are at their own address.
    struct One(u64, u32);

    impl Arguments for One {
        type Error = String;

        fn next(&mut self, bytes: u32) -> Result<u64, String> {
            if bytes != self.1 { Err(format!("{bytes} bytes are read")) } else { Ok(self.0) }
        }

        fn text(&mut self, at: u64) -> Result<Vec<u8>, String> {
            Ok(at.to_string().into_bytes())
        }
    }

    #[test]
    fn formats_are_those_of_the_c_library() {
        let table = include_str!("../../tests/printf_formats.txt");
        let mut rows = 0;
        for line in table.lines().filter(|l| !l.starts_with('#')) {
            let [conversion, kind, bits, wanted] =
                <[&str; 4]>::try_from(line.split('\t').collect::<Vec<_>>()).expect("four columns");
            let bits = u64::from_str_radix(&bits[2..], 16).expect("hexadecimal");
            let mut out = Vec::new();
            let mut one = One(bits, if kind == "i" { 4 } else { 8 });
            let used = format(conversion.as_bytes(), &mut one, &mut out).expect("one argument");
            let text = String::from_utf8(out).expect("ASCII");
            assert_eq!((text.as_str(), used), (wanted, 1), "{conversion} of {bits:#x}");
            rows += 1;
        }
        assert!(rows > 2500, "{rows} rows");
    }

    #[test]
    fn text_around_conversions_stays() {
        let gives = |conversion: &str, bits: u64, bytes: u32| {
            let mut out = Vec::new();
            let used = format(conversion.as_bytes(), &mut One(bits, bytes), &mut out);
            (String::from_utf8(out).expect("ASCII"), used.expect("arguments"))
        };
        assert_eq!(gives("100%% <%s>", 77, 8), ("100% <77>".into(), 1));
        assert_eq!(gives("<%5s|%-5s|%.1s>", 77, 8), ("<   77|77   |7>".into(), 3));
        assert_eq!(gives("%s", 0, 8), ("(null)".into(), 1));
        assert_eq!(gives("%*d", 4, 4), ("   4".into(), 2));
        // Not conversions: printed as they stand.
        assert_eq!(gives("50% ", 0, 4), ("50% ".into(), 0));
        assert_eq!(gives("%", 0, 4), ("%".into(), 0));
        assert_eq!(gives("%y %5", 0, 4), ("%y %5".into(), 0));
        // What an H100 counts of these: none of them, and `%hd` and `%ld` beside them.
        for other in
            ["%hhu", "%hhhd", "%llld", "%zu", "%jd", "%td", "%Lf", "%.*d", "%'d", "%I64d", "%qd"]
        {
            assert_eq!(gives(other, 7, 4), (other.into(), 0));
            assert_eq!(gives(&format!("{other}|%hd"), 7, 4), (format!("{other}|7"), 1));
        }
        // A width is bounded.
        assert_eq!(gives("%99999999999999999999d", 1, 4).0.len(), WIDEST);
    }
}
