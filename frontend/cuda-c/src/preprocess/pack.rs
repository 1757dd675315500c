//! `#pragma pack`, `push_macro` and `pop_macro`.
//!
//! A `pack` is in effect from its place in the output on, and not from where it is read: one in a macro's argument
//! is read long before. So it goes through expansion as a token of its own, and each token that leaves the
//! preprocessor carries what is in effect there.

use optx_source::{Span, code};

use super::{Context, Preprocessor};
use crate::{
    literal::{self, Number},
    token::{PACK_SHIFT, Tok, Token},
};

/// So many `pack(push)` may be open.
const DEEPEST: usize = 4096;

/// The bound in effect, and those put away with the names that they were given.
#[derive(Default)]
pub(super) struct Packing {
    bound: u8,
    stack: Vec<(String, u8)>,
}

impl Packing {
    /// The bound, as tokens carry it.
    pub(super) fn flags(&self) -> u8 {
        match self.bound {
            0 => 0,
            n => (n.trailing_zeros() as u8 + 1) << PACK_SHIFT,
        }
    }
}

impl Preprocessor<'_> {
    fn bad_pragma(&mut self, span: Span, message: &str) {
        self.error(code::BAD_PRAGMA, span, message);
    }

    /// Reads `pack(...)` and puts what it does into the stream: `set n`, `push n name`, `pop n name`, where an `n` of
    /// `-` leaves the bound alone.
    pub(super) fn pragma_pack(&mut self, line: &[Token], span: Span) {
        let rest = self.expand_list(line.get(1..).unwrap_or(&[]).into());
        let inner = match &*rest {
            [open, inner @ .., close] if open.kind == Tok::LParen && close.kind == Tok::RParen => {
                inner
            }
            _ => return self.bad_pragma(span, "`#pragma pack` takes its arguments in parentheses"),
        };
        let (mut verb, mut name, mut bound) = ("set", String::new(), None);
        for (i, part) in inner.split(|t| t.kind == Tok::Comma).enumerate() {
            let [t] = part else {
                if inner.is_empty() {
                    bound = Some(0);
                    break;
                }
                return self.bad_pragma(span, "malformed arguments of `#pragma pack`");
            };
            let text = t.spelling(self.names);
            match t.kind {
                Tok::Ident if i == 0 && text == "push" => verb = "push",
                Tok::Ident if i == 0 && text == "pop" => verb = "pop",
                Tok::Ident if i == 0 && text == "show" => return,
                Tok::Ident if i > 0 && name.is_empty() && bound.is_none() => {
                    name = text.to_string();
                }
                Tok::Number if bound.is_none() && (i == 0 || verb != "set") => {
                    match literal::number(text) {
                        Ok(Number::Int { value: v @ (0 | 1 | 2 | 4 | 8 | 16), .. }) => {
                            bound = Some(v);
                        }
                        _ => {
                            return self
                                .bad_pragma(t.span, "`#pragma pack` takes 1, 2, 4, 8 or 16");
                        }
                    }
                }
                _ => return self.bad_pragma(t.span, "malformed arguments of `#pragma pack`"),
            }
        }
        let bound = bound.map_or("-".to_string(), |b| b.to_string());
        let sym = self.names.intern(&format!("{verb} {bound} {name}"));
        let t = Token::new(Tok::PragmaPack, sym, span);
        self.stack.push(Context::new([t].into(), None, false));
    }

    /// Carries out what `pragma_pack` put into the stream.
    pub(super) fn repack(&mut self, t: Token) {
        let text = self.names.get(t.sym).to_string();
        let mut parts = text.split(' ');
        let verb = parts.next().unwrap_or("");
        let bound = parts.next().and_then(|b| b.parse::<u8>().ok());
        let name = parts.next().unwrap_or("").to_string();
        let p = &mut self.packing;
        match verb {
            "push" => {
                if p.stack.len() >= DEEPEST {
                    return self.bad_pragma(t.span, "too many `#pragma pack(push)` stand open");
                }
                p.stack.push((name, p.bound));
            }
            "pop" => {
                let at = if name.is_empty() {
                    p.stack.len().checked_sub(1)
                } else {
                    p.stack.iter().rposition(|s| s.0 == name)
                };
                match at.and_then(|i| p.stack.drain(i..).next()) {
                    Some((_, old)) => p.bound = old,
                    None => {
                        return self.bad_pragma(t.span, "this `pop` has no `#pragma pack(push)`");
                    }
                }
            }
            _ => {}
        }
        if let Some(b) = bound {
            self.packing.bound = b;
        }
    }

    /// `push_macro("X")` and `pop_macro("X")`.
    pub(super) fn pragma_macro(&mut self, line: &[Token], span: Span, push: bool) {
        let [_, open, name, close] = line else {
            return self.bad_pragma(span, "this pragma takes a macro's name as a string");
        };
        let text = name.spelling(self.names);
        let text = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).map(str::trim);
        let (Some(text), Tok::LParen, Tok::RParen) = (text, open.kind, close.kind) else {
            return self.bad_pragma(span, "this pragma takes a macro's name as a string");
        };
        let text = text.to_string();
        let sym = self.names.intern(&text);
        if push {
            let was = self.put_away(sym);
            self.saved.entry(sym).or_default().push(was);
        } else if !wrong!(MacrosStayPopped)
            && let Some(was) = self.saved.get_mut(&sym).and_then(Vec::pop)
        {
            self.put_back(sym, was);
        }
    }
}
