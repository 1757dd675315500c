//! Words, numbers and punctuation of PTX text.
//!
//! A word keeps its dotted parts: `ld.global.nc.f32` and `%tid.x` are one token each. What begins with a dot is one part:
//! `.reg.b32` and `.reg .b32` are the same two tokens, `.L2::128B` is one.

use crate::error::LoadError;

/// One token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tok<'a> {
    /// An identifier, opcode, directive or register, dotted parts included.
    Word(&'a str),
    /// An integer literal.
    Int(u64),
    /// `0fXXXXXXXX`.
    F32(u32),
    /// `0dXXXXXXXXXXXXXXXX`, or a decimal floating literal.
    F64(u64),
    /// A quoted string, without its quotes.
    Str(&'a str),
    /// One character of punctuation.
    Punct(char),
}

impl Tok<'_> {
    /// How the token is named in a message.
    pub fn describe(&self) -> String {
        match self {
            Tok::Word(w) => format!("`{w}`"),
            Tok::Int(v) => format!("`{v}`"),
            Tok::F32(v) => format!("`0f{v:08X}`"),
            Tok::F64(v) => format!("`0d{v:016X}`"),
            Tok::Str(s) => format!("\"{s}\""),
            Tok::Punct(c) => format!("`{c}`"),
        }
    }
}

/// A token and its line.
#[derive(Clone, Copy, Debug)]
pub struct Spanned<'a> {
    /// The token.
    pub tok: Tok<'a>,
    /// Its line, from 1.
    pub line: u32,
    /// Where it begins in the text.
    pub at: usize,
}

fn word_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || matches!(c, b'_' | b'$' | b'%')
}

fn word_part(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$')
}

/// Splits PTX text into tokens.
pub fn lex(text: &str) -> Result<Vec<Spanned<'_>>, LoadError> {
    let s = text.as_bytes();
    let mut out = Vec::with_capacity(s.len() / 4);
    let mut i = 0;
    let mut line = 1u32;
    while i < s.len() {
        let c = s[i];
        let at = |k: usize| s.get(k).copied().unwrap_or(0);
        match c {
            b'\n' => {
                line += 1;
                i += 1;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0 => i += 1,
            b'/' if at(i + 1) == b'/' => {
                while i < s.len() && s[i] != b'\n' {
                    i += 1;
                }
            }
            b'/' if at(i + 1) == b'*' => {
                let from = line;
                i += 2;
                loop {
                    if i >= s.len() {
                        return Err(LoadError::new(from, "comment without end"));
                    }
                    if s[i] == b'*' && at(i + 1) == b'/' {
                        i += 2;
                        break;
                    }
                    if s[i] == b'\n' {
                        line += 1;
                    }
                    i += 1;
                }
            }
            b'"' => {
                let start = i + 1;
                let mut k = start;
                while k < s.len() && s[k] != b'"' && s[k] != b'\n' {
                    k += if s[k] == b'\\' { 2 } else { 1 };
                }
                if k >= s.len() || s[k] != b'"' {
                    return Err(LoadError::new(line, "string without end"));
                }
                out.push(Spanned { tok: Tok::Str(&text[start..k]), line, at: start });
                i = k + 1;
            }
            b'0'..=b'9' => {
                let (tok, end) = number(text, i, line)?;
                out.push(Spanned { tok, line, at: i });
                i = end;
            }
            _ if word_start(c) || (c == b'.' && (word_start(at(i + 1)))) => {
                let start = i;
                i += 1;
                loop {
                    while word_part(at(i)) {
                        i += 1;
                    }
                    if c != b'.' && at(i) == b'.' && (word_part(at(i + 1)) || at(i + 1) == b'%') {
                        i += 2;
                    } else if at(i) == b':' && at(i + 1) == b':' && word_part(at(i + 2)) {
                        i += 3;
                    } else {
                        break;
                    }
                }
                out.push(Spanned { tok: Tok::Word(&text[start..i]), line, at: start });
            }
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b',' | b';' | b':' | b'+' | b'-' | b'='
            | b'<' | b'>' | b'|' | b'@' | b'!' | b'*' | b'.' => {
                out.push(Spanned { tok: Tok::Punct(c as char), line, at: i });
                i += 1;
            }
            _ => {
                let ch = text[i..].chars().next().unwrap_or('?');
                return Err(LoadError::new(line, format!("unexpected character {ch:?}")));
            }
        }
    }
    Ok(out)
}

fn number(text: &str, start: usize, line: u32) -> Result<(Tok<'_>, usize), LoadError> {
    let s = text.as_bytes();
    let mut end = start;
    while end < s.len() && (s[end].is_ascii_alphanumeric() || s[end] == b'_') {
        end += 1;
    }
    let mut body = &text[start..end];
    let bad = |what: &str| LoadError::new(line, format!("malformed number `{what}`"));
    if let Some(hex) = body.strip_prefix("0f").or_else(|| body.strip_prefix("0F")) {
        if hex.len() != 8 {
            return Err(bad(body));
        }
        return u32::from_str_radix(hex, 16).map(|v| (Tok::F32(v), end)).map_err(|_| bad(body));
    }
    if let Some(hex) = body.strip_prefix("0d").or_else(|| body.strip_prefix("0D")) {
        if hex.len() != 16 {
            return Err(bad(body));
        }
        return u64::from_str_radix(hex, 16).map(|v| (Tok::F64(v), end)).map_err(|_| bad(body));
    }
    if body.bytes().all(|c| c.is_ascii_digit())
        && s.get(end) == Some(&b'.')
        && s.get(end + 1).is_some_and(u8::is_ascii_digit)
    {
        end += 1;
        while end < s.len()
            && (s[end].is_ascii_digit()
                || matches!(s[end], b'e' | b'E')
                || (matches!(s[end], b'+' | b'-') && matches!(s[end - 1], b'e' | b'E')))
        {
            end += 1;
        }
        let body = &text[start..end];
        let v: f64 = body.parse().map_err(|_| bad(body))?;
        return Ok((Tok::F64(v.to_bits()), end));
    }
    body = body.strip_suffix(['U', 'u']).unwrap_or(body);
    let value = if let Some(h) = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")) {
        u64::from_str_radix(h, 16)
    } else if let Some(b) = body.strip_prefix("0b").or_else(|| body.strip_prefix("0B")) {
        u64::from_str_radix(b, 2)
    } else if body.len() > 1 && body.starts_with('0') {
        u64::from_str_radix(&body[1..], 8)
    } else {
        body.parse()
    };
    value.map(|v| (Tok::Int(v), end)).map_err(|_| bad(body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_dots() {
        let t =
            lex("ld.global.nc.L2::128B.f32 %f1, [%rd1+-4]; // x\n@!%p1 bra $L__BB0_1;").unwrap();
        let words: Vec<_> = t
            .iter()
            .filter_map(|t| if let Tok::Word(w) = t.tok { Some(w) } else { None })
            .collect();
        assert_eq!(words, ["ld.global.nc.L2::128B.f32", "%f1", "%rd1", "%p1", "bra", "$L__BB0_1"]);
        assert_eq!(t.last().unwrap().line, 2);
    }

    #[test]
    fn directives_are_one_part_each() {
        let words = |text| -> Vec<_> { lex(text).unwrap().iter().map(|t| t.tok).collect() };
        assert_eq!(words(".reg.b32 x;"), words(".reg .b32 x;"));
        assert_eq!(words(".visible.entry k(.param.u64.ptr.global p)").len(), 10);
        assert_eq!(words(".L2::128B"), [Tok::Word(".L2::128B")]);
    }

    #[test]
    fn numbers() {
        let t = lex("0x1F 017 0b101 12U 0f3F800000 0d3FF0000000000000 9.5").unwrap();
        let toks: Vec<_> = t.iter().map(|t| t.tok).collect();
        assert_eq!(
            toks,
            [
                Tok::Int(31),
                Tok::Int(15),
                Tok::Int(5),
                Tok::Int(12),
                Tok::F32(0x3f80_0000),
                Tok::F64(0x3ff0_0000_0000_0000),
                Tok::F64(9.5f64.to_bits())
            ]
        );
        assert!(lex("0f12").is_err());
        assert!(lex("\"abc").is_err());
        assert!(lex("/* abc").is_err());
    }
}
