//! Bytes to preprocessing tokens. Line splices are gone before the lexer sees the text.

use std::sync::Arc;

use optx_source::{Diagnostic, Diagnostics, Span, code};

use crate::{
    intern::Interner,
    token::{LINE_START, SPACE, Tok, Token},
    words,
};

/// A reader of one file.
#[derive(Clone)]
pub(crate) struct Lexer {
    pub(crate) text: Arc<str>,
    pub(crate) base: u32,
    pub(crate) at: usize,
    pub(crate) line_start: bool,
}

/// Which bytes names are made of.
const NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 256 {
        let c = b as u8;
        table[b] = c.is_ascii_alphanumeric() || c == b'_' || c == b'$' || c >= 0x80;
        b += 1;
    }
    table
};

fn is_name_start(b: u8) -> bool {
    is_name(b) && !b.is_ascii_digit()
}

pub(crate) const fn is_name(b: u8) -> bool {
    NAMES[b as usize]
}

impl Lexer {
    pub(crate) fn new(text: Arc<str>, base: u32) -> Lexer {
        let bom = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Lexer { text, base, at: bom, line_start: true }
    }

    fn span(&self, lo: usize, hi: usize) -> Span {
        Span::new(self.base + lo as u32, self.base + hi as u32)
    }

    /// Skips to the end of the line, comments included, without making tokens.
    pub(crate) fn skip_line(&mut self) {
        let b = self.text.as_bytes();
        let mut i = self.at;
        while let Some(&c) = b.get(i) {
            match c {
                b'\n' => break,
                b'/' if b.get(i + 1) == Some(&b'*') => {
                    i = match self.text[i + 2..].find("*/") {
                        Some(k) => i + 2 + k + 2,
                        None => b.len(),
                    };
                }
                b'/' if b.get(i + 1) == Some(&b'/') => {
                    i = self.text[i..].find('\n').map_or(b.len(), |k| i + k);
                }
                b'"' | b'\'' => {
                    let mut k = i + 1;
                    while let Some(&d) = b.get(k) {
                        if d == b'\n' || d == c {
                            break;
                        }
                        k += if d == b'\\' { 2 } else { 1 };
                    }
                    // An apostrophe in skipped text need not be the start of a constant.
                    i = match b.get(k) {
                        Some(d) if *d == c => k + 1,
                        _ if c == b'"' => k.min(b.len()),
                        _ => i + 1,
                    };
                }
                _ => i += 1,
            }
        }
        self.at = i.min(b.len());
    }

    /// Goes to the end of the line, whatever stands on it.
    pub(crate) fn next_line(&mut self) {
        self.at = self.text[self.at..].find('\n').map_or(self.text.len(), |k| self.at + k);
    }

    /// Skips blanks and comments. Returns whether there were any; stops before a newline if `stop`.
    fn skip_blank(&mut self, stop: bool, diags: &mut Diagnostics) -> bool {
        let from = self.at;
        let text = &*self.text;
        let b = text.as_bytes();
        while let Some(&c) = b.get(self.at) {
            match c {
                b'\n' => {
                    if stop {
                        break;
                    }
                    self.at += 1;
                    self.line_start = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'/' if b.get(self.at + 1) == Some(&b'/') => {
                    self.at = text[self.at..].find('\n').map_or(b.len(), |k| self.at + k);
                }
                b'/' if b.get(self.at + 1) == Some(&b'*') => match text[self.at + 2..].find("*/") {
                    Some(k) => self.at += k + 4,
                    None => {
                        diags.push(Diagnostic::new(
                            code::UNTERMINATED,
                            self.span(self.at, self.at + 2),
                            "this comment does not end",
                        ));
                        self.at = b.len();
                    }
                },
                _ => break,
            }
        }
        self.at > from
    }

    /// The next token. With `stop` (inside a directive) the end of the line is a token too, and stays unread.
    pub(crate) fn next(
        &mut self,
        names: &mut Interner,
        diags: &mut Diagnostics,
        stop: bool,
    ) -> Token {
        let space = self.skip_blank(stop, diags);
        let mut t = self.token(names, diags);
        if space {
            t.flags |= SPACE;
        }
        if self.line_start && t.kind != Tok::Newline {
            t.flags |= LINE_START;
            self.line_start = false;
        }
        t
    }

    fn token(&mut self, names: &mut Interner, diags: &mut Diagnostics) -> Token {
        let text = &*self.text;
        let b = text.as_bytes();
        let lo = self.at;
        let Some(&c) = b.get(lo) else {
            return Token::new(Tok::Eof, words::EMPTY, self.span(lo, lo));
        };
        if is_name_start(c) || c == b'\\' && universal(&b[lo..]).is_some() {
            let mut i = lo;
            while b.get(i).is_some_and(|&c| is_name(c)) {
                i += 1;
            }
            if b.get(i) == Some(&b'\\') && universal(&b[i..]).is_some() {
                return self.spelled_name(lo, i, names);
            }
            if i - lo <= 3 && matches!(b.get(i), Some(b'"' | b'\'')) {
                let p = &text[lo..i];
                if matches!(p, "L" | "u" | "U" | "u8") {
                    return self.quoted(lo, i, names, diags);
                }
                if matches!(p, "R" | "LR" | "uR" | "UR" | "u8R") && b.get(i) == Some(&b'"') {
                    return self.raw_string(lo, i, names, diags);
                }
            }
            self.at = i;
            return Token::new(Tok::Ident, names.intern(&text[lo..i]), self.span(lo, i));
        }
        if c.is_ascii_digit() || c == b'.' && b.get(lo + 1).is_some_and(u8::is_ascii_digit) {
            let mut i = lo + 1;
            while let Some(&d) = b.get(i) {
                let sign =
                    matches!(d, b'+' | b'-') && matches!(b[i - 1], b'e' | b'E' | b'p' | b'P');
                let quote = d == b'\'' && b.get(i + 1).is_some_and(u8::is_ascii_alphanumeric);
                if !(is_name(d) || d == b'.' || sign || quote) {
                    break;
                }
                i += 1;
            }
            self.at = i;
            return Token::new(Tok::Number, names.intern(&text[lo..i]), self.span(lo, i));
        }
        if c == b'"' || c == b'\'' {
            return self.quoted(lo, lo, names, diags);
        }
        if c == b'\n' {
            return Token::new(Tok::Newline, words::EMPTY, self.span(lo, lo));
        }
        if let Some((kind, len)) = punctuator(&b[lo..]) {
            self.at = lo + len;
            // A digraph begins with one of three.
            let own = !matches!(c, b'<' | b':' | b'%') || text[lo..lo + len] == *kind.text();
            let sym = match own || wrong!(DigraphsAreSpelledOut) {
                true => words::EMPTY,
                false => names.intern(&text[lo..lo + len]),
            };
            return Token::new(kind, sym, self.span(lo, lo + len));
        }
        self.at = lo + 1;
        Token::new(Tok::Other, names.intern(&text[lo..lo + 1]), self.span(lo, lo + 1))
    }

    /// A name from `lo` on of which a part, from `at` on, is spelled as universal character names ([lex.charset] 3): it is the
    /// name of the characters.
    fn spelled_name(&mut self, lo: usize, mut at: usize, names: &mut Interner) -> Token {
        let text = Arc::clone(&self.text);
        let b = text.as_bytes();
        let mut name = text[lo..at].to_owned();
        loop {
            if let Some((c, length)) = universal(&b[at..]) {
                name.push(c);
                at += length;
                continue;
            }
            let from = at;
            while b.get(at).is_some_and(|&c| is_name(c)) {
                at += 1;
            }
            if at == from {
                break;
            }
            name.push_str(&text[from..at]);
        }
        self.at = at;
        Token::new(Tok::Ident, names.intern(&name), self.span(lo, at))
    }

    /// A character constant or string whose quote stands at `quote`.
    fn quoted(
        &mut self,
        lo: usize,
        quote: usize,
        names: &mut Interner,
        diags: &mut Diagnostics,
    ) -> Token {
        let text = Arc::clone(&self.text);
        let b = text.as_bytes();
        let q = b[quote];
        let mut i = quote + 1;
        loop {
            match b.get(i) {
                None | Some(b'\n') => {
                    let what = if q == b'"' { "string" } else { "character constant" };
                    diags.push(Diagnostic::new(
                        code::UNTERMINATED,
                        self.span(lo, quote + 1),
                        format!("this {what} does not end on its line"),
                    ));
                    break;
                }
                Some(b'\\') if i + 1 < b.len() && b[i + 1] != b'\n' => i += 2,
                Some(&c) if c == q => {
                    i += 1;
                    break;
                }
                Some(_) => i += 1,
            }
        }
        while !text.is_char_boundary(i) {
            i += 1;
        }
        self.at = i;
        let kind = if q == b'"' { Tok::Str } else { Tok::Char };
        Token::new(kind, names.intern(&text[lo..i]), self.span(lo, i))
    }

    fn raw_string(
        &mut self,
        lo: usize,
        quote: usize,
        names: &mut Interner,
        diags: &mut Diagnostics,
    ) -> Token {
        let text = Arc::clone(&self.text);
        let rest = &text[quote + 1..];
        let end = rest.find('(').filter(|&k| k <= 16).and_then(|k| {
            let close = format!("){}\"", &rest[..k]);
            rest[k + 1..].find(&close).map(|e| quote + 1 + k + 1 + e + close.len())
        });
        let hi = end.unwrap_or_else(|| {
            diags.push(Diagnostic::new(
                code::UNTERMINATED,
                self.span(lo, quote + 1),
                "this raw string does not end",
            ));
            text[quote..].find('\n').map_or(text.len(), |k| quote + k)
        });
        self.at = hi;
        Token::new(Tok::Str, names.intern(&text[lo..hi]), self.span(lo, hi))
    }

    /// The rest of the line as it stands, for `#error` and header names; leaves the reader at its end.
    pub(crate) fn rest_of_line(&mut self) -> (String, Span) {
        let lo = self.at;
        let hi = self.text[lo..].find('\n').map_or(self.text.len(), |k| lo + k);
        self.at = hi;
        (self.text[lo..hi].trim().to_string(), self.span(lo, hi))
    }

    /// A header name in angle brackets, if one stands next.
    pub(crate) fn angled(&mut self) -> Option<(String, Span)> {
        let b = self.text.as_bytes();
        let mut i = self.at;
        while matches!(b.get(i), Some(b' ' | b'\t')) {
            i += 1;
        }
        if b.get(i) != Some(&b'<') {
            return None;
        }
        let line = self.text[i..].find('\n').map_or(self.text.len(), |k| i + k);
        let close = i + self.text[i..line].find('>')?;
        let name = self.text[i + 1..close].to_string();
        let span = self.span(i, close + 1);
        self.at = close + 1;
        Some((name, span))
    }
}

/// Whether a text, universal character names and all, spells a name.
pub(crate) fn spells(text: &str, name: &str) -> bool {
    let (mut at, mut rest) = (0, name);
    while let Some(plain) = text[at..].chars().next() {
        let (c, length) = universal(&text.as_bytes()[at..]).unwrap_or((plain, plain.len_utf8()));
        let Some(behind) = rest.strip_prefix(c) else { return false };
        (at, rest) = (at + length, behind);
    }
    rest.is_empty()
}

/// The character of a name that the bytes spell as `\uXXXX` or `\UXXXXXXXX`, and how many they are. What is spelled so in a
/// name is beyond ASCII ([lex.name] 1).
fn universal(b: &[u8]) -> Option<(char, usize)> {
    let digits = match b {
        [b'\\', b'u', ..] => 4,
        [b'\\', b'U', ..] => 8,
        _ => return None,
    };
    let text = std::str::from_utf8(b.get(2..2 + digits)?).ok()?;
    let code = u32::from_str_radix(text, 16).ok().filter(|_| !text.starts_with('+'))?;
    let c = char::from_u32(code).filter(|c| !c.is_ascii() && c.is_alphanumeric())?;
    Some((c, 2 + digits))
}

/// The longest punctuator that the bytes start with.
fn punctuator(b: &[u8]) -> Option<(Tok, usize)> {
    let at = |i: usize| b.get(i).copied().unwrap_or(0);
    let (c, d, e) = (at(0), at(1), at(2));
    Some(match c {
        b'(' => (Tok::LParen, 1),
        b')' => (Tok::RParen, 1),
        b'[' => (Tok::LBracket, 1),
        b']' => (Tok::RBracket, 1),
        b'{' => (Tok::LBrace, 1),
        b'}' => (Tok::RBrace, 1),
        b';' => (Tok::Semi, 1),
        b',' => (Tok::Comma, 1),
        b'.' if d == b'.' && e == b'.' => (Tok::Ellipsis, 3),
        b'.' if d == b'*' => (Tok::DotStar, 2),
        b'.' => (Tok::Dot, 1),
        b':' if d == b':' => (Tok::ColonColon, 2),
        b':' if d == b'>' => (Tok::RBracket, 2),
        b':' => (Tok::Colon, 1),
        b'?' => (Tok::Question, 1),
        b'~' => (Tok::Tilde, 1),
        b'+' if d == b'+' => (Tok::PlusPlus, 2),
        b'+' if d == b'=' => (Tok::PlusEq, 2),
        b'+' => (Tok::Plus, 1),
        b'-' if d == b'-' => (Tok::MinusMinus, 2),
        b'-' if d == b'=' => (Tok::MinusEq, 2),
        b'-' if d == b'>' && e == b'*' => (Tok::ArrowStar, 3),
        b'-' if d == b'>' => (Tok::Arrow, 2),
        b'-' => (Tok::Minus, 1),
        b'*' if d == b'=' => (Tok::StarEq, 2),
        b'*' => (Tok::Star, 1),
        b'/' if d == b'=' => (Tok::SlashEq, 2),
        b'/' => (Tok::Slash, 1),
        b'%' if d == b'=' => (Tok::PercentEq, 2),
        b'%' if d == b'>' => (Tok::RBrace, 2),
        b'%' if b.starts_with(b"%:%:") => (Tok::HashHash, 4),
        b'%' if d == b':' => (Tok::Hash, 2),
        b'%' => (Tok::Percent, 1),
        b'&' if d == b'&' => (Tok::AmpAmp, 2),
        b'&' if d == b'=' => (Tok::AmpEq, 2),
        b'&' => (Tok::Amp, 1),
        b'|' if d == b'|' => (Tok::PipePipe, 2),
        b'|' if d == b'=' => (Tok::PipeEq, 2),
        b'|' => (Tok::Pipe, 1),
        b'^' if d == b'=' => (Tok::CaretEq, 2),
        b'^' => (Tok::Caret, 1),
        b'!' if d == b'=' => (Tok::Ne, 2),
        b'!' => (Tok::Bang, 1),
        b'=' if d == b'=' => (Tok::EqEq, 2),
        b'=' => (Tok::Eq, 1),
        b'<' if d == b'<' && e == b'<' => (Tok::LaunchOpen, 3),
        b'<' if d == b'<' && e == b'=' => (Tok::ShlEq, 3),
        b'<' if d == b'<' => (Tok::Shl, 2),
        b'<' if d == b'=' => (Tok::Le, 2),
        b'<' if d == b':' && (e != b':' || matches!(at(3), b':' | b'>')) => (Tok::LBracket, 2),
        b'<' if d == b'%' => (Tok::LBrace, 2),
        b'<' => (Tok::Lt, 1),
        b'>' if d == b'>' && e == b'=' => (Tok::ShrEq, 3),
        b'>' if d == b'>' => (Tok::Shr, 2),
        b'>' if d == b'=' => (Tok::Ge, 2),
        b'>' => (Tok::Gt, 1),
        b'#' if d == b'#' => (Tok::HashHash, 2),
        b'#' => (Tok::Hash, 1),
        _ => return None,
    })
}
