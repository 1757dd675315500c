//! Pragmas, of a directive or of a `_Pragma`.
//!
//! What a pragma does to the code behind it goes into the stream of tokens as tokens of its own, so that one out of a macro stands where the
//! macro's text stands: before its loop.
//! Source: C99 6.10.9 and [cpp.pragma.op]; that every part of a `_Pragma` may come of macros is NVRTC's way, gcc's and clang's.

use std::rc::Rc;

use optx_source::{Diagnostic, Diagnostics, Span, code, nearest};

use super::{Context, Preprocessor, Source};
use crate::{
    lexer::Lexer,
    token::{LINE_START, Tok, Token},
    words,
};

impl Preprocessor<'_> {
    /// A pragma, without `#pragma`.
    pub(super) fn pragma(&mut self, line: &[Token], span: Span) {
        let first = line.first().filter(|t| t.kind == Tok::Ident);
        let Some(first) = first else { return };
        match first.sym {
            words::ONCE => self.only_once(),
            words::UNROLL | words::NOUNROLL => {
                let kind = if first.sym == words::UNROLL {
                    Tok::PragmaUnroll
                } else {
                    Tok::PragmaNounroll
                };
                // A pragma stands on a line of its own.
                let flags = first.flags | LINE_START;
                let mut out = vec![Token { kind, span: first.span, flags, ..*first }];
                if kind == Tok::PragmaUnroll {
                    let rest = self.expand_list(line[1..].into());
                    out.extend(rest);
                    out.push(Token { kind: Tok::PragmaEnd, span: first.span, ..*first });
                }
                self.stack.push(Context::new(out.into(), None, false));
            }
            s => {
                const KNOWN: &[&str] = &[
                    "GCC",
                    "clang",
                    "nv_diag_suppress",
                    "nv_diag_default",
                    "nv_diag_push",
                    "nv_diag_pop",
                    "nv_diagnostic",
                    "diag_suppress",
                    "diag_default",
                    "omp",
                    "warning",
                    "message",
                    "STDC",
                    "region",
                    "endregion",
                    "comment",
                    "acc",
                ];
                let name = self.names.get(s).to_string();
                if !matches!(name.as_str(), "pack" | "push_macro" | "pop_macro") {
                    self.keep_pragma(line, span);
                }
                if self.pragma_of_warnings(&name, line, span) {
                    return;
                }
                match name.as_str() {
                    "nv_exec_check_disable" | "hd_warning_disable" => {
                        return self.sm.note_unchecked(span);
                    }
                    "pack" => return self.pragma_pack(line, span),
                    "push_macro" | "pop_macro" => {
                        return self.pragma_macro(line, span, name == "push_macro");
                    }
                    _ => {}
                }
                if KNOWN.contains(&name.as_str()) {
                    return;
                }
                let mut d = Diagnostic::new(
                    code::UNKNOWN_PRAGMA,
                    if first.span.is_none() { span } else { first.span },
                    format!("the pragma `{name}` is unknown and ignored"),
                );
                if let Some(n) = nearest(&name, ["once", "unroll", "nounroll"]) {
                    d = d.suggest(first.span, n, format!("did you mean `#pragma {n}`?"));
                }
                self.diags.push(d);
            }
        }
    }

    /// `_Pragma("...")`, of which every part may come of macros, as NVRTC, gcc and clang have it.
    pub(super) fn pragma_operator(&mut self, at: Token) {
        let open = self.next(Source::Files);
        let string = if open.kind == Tok::LParen { self.next(Source::Files) } else { open };
        let text = match (open.kind, string.kind) {
            (Tok::LParen, Tok::Str) => destringized(string.spelling(self.names)),
            _ => None,
        };
        let close = if text.is_some() { self.next(Source::Files) } else { string };
        let Some(text) = text.filter(|_| close.kind == Tok::RParen) else {
            self.error(code::BAD_PRAGMA, at.span, "`_Pragma` takes one string in parentheses");
            let in_parentheses = open.kind == Tok::LParen;
            return self.give_up_pragma(close, in_parentheses);
        };
        let mut lexer = Lexer::new(text.as_str().into(), 0);
        let mut quiet = Diagnostics::default();
        let mut line = Vec::new();
        loop {
            let t = lexer.next(self.names, &mut quiet, true);
            if matches!(t.kind, Tok::Eof | Tok::Newline) {
                break;
            }
            line.push(Token { span: at.span, ..t });
        }
        self.pragma(&line, at.span);
    }

    /// Goes on behind a `_Pragma` that is wrong from `t` on: behind its `)`, where that stands in the same statement.
    fn give_up_pragma(&mut self, mut t: Token, in_parentheses: bool) {
        let mut depth = u32::from(in_parentheses);
        while depth > 0 {
            match t.kind {
                Tok::LParen => depth += 1,
                Tok::RParen if depth == 1 => return,
                Tok::RParen => depth -= 1,
                Tok::Semi | Tok::LBrace | Tok::RBrace | Tok::Eof => break,
                _ => {}
            }
            t = self.raw(Source::Files);
        }
        if t.kind != Tok::Eof {
            self.stack.push(Context::new(Rc::new([t]), None, false));
        }
    }
}

/// What a string constant says to `_Pragma` ([cpp.pragma.op] 1): without its prefix and quotes, `\\"` and `\\\\` undone; a raw one
/// as it stands.
fn destringized(spelling: &str) -> Option<String> {
    let (prefix, rest) = spelling.split_once('"')?;
    let text = rest.strip_suffix('"')?;
    if prefix.ends_with('R') {
        let (delimiter, text) = text.split_once('(')?;
        return Some(text.strip_suffix(delimiter)?.strip_suffix(')')?.to_owned());
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match rest.as_str().chars().next() {
            Some(escaped @ ('"' | '\\')) if c == '\\' => {
                out.push(escaped);
                rest.next();
            }
            _ => out.push(c),
        }
    }
    Some(out)
}
