//! The stream of tokens: out of macro expansions, and below them out of files, whose directives are carried out on the way.

use std::rc::Rc;

use optx_source::{Diagnostic, Diagnostics, Span, code};

use super::{Context, Preprocessor, Source};
use crate::{
    token::{PAINTED, SPACE, Tok, Token},
    words,
};

impl Preprocessor<'_> {
    /// The next token after macro expansion.
    pub(super) fn next(&mut self, from: Source) -> Token {
        loop {
            let mut t = self.raw(from);
            if t.kind != Tok::Ident || t.flags & PAINTED != 0 {
                return t;
            }
            if t.sym == words::OPERATOR_PRAGMA {
                // One in an argument is carried out where the argument ends up: until then it is text.
                if from != Source::Files {
                    return t;
                }
                self.pragma_operator(t);
                continue;
            }
            let Some(m) = self.macro_of(t.sym) else { return t };
            if self.macros[m as usize].disabled {
                t.flags |= PAINTED;
                return t;
            }
            if self.stopped || !self.expand(t, m, from) {
                return t;
            }
        }
    }

    /// The next token before macro expansion. Directives are carried out on the way.
    pub(super) fn raw(&mut self, from: Source) -> Token {
        loop {
            let floor = match from {
                Source::Files => 0,
                Source::Above(f) => f,
            };
            while self.stack.len() > floor {
                let Some(top) = self.stack.last_mut() else { break };
                if let Some(t) = top.tokens.get(top.at) {
                    top.at += 1;
                    let t = *t;
                    return self.behind_blank(t);
                }
                if let Some(c) = self.stack.pop() {
                    self.blank |= c.blank;
                    if let Some(m) = c.of {
                        self.macros[m as usize].disabled = false;
                    }
                }
            }
            if from != Source::Files || self.stopped {
                return Token::new(Tok::Eof, words::EMPTY, self.eof);
            }
            let Some(file) = self.files.last_mut() else {
                return Token::new(Tok::Eof, words::EMPTY, self.eof);
            };
            let t = file.lexer.next(self.names, self.diags, false);
            match t.kind {
                Tok::Eof => {
                    self.eof = t.span;
                    self.close_file();
                }
                Tok::Hash if t.flags & crate::token::LINE_START != 0 => self.directive(t),
                _ => {
                    self.note_outside();
                    return self.behind_blank(t);
                }
            }
        }
    }

    /// A token with the white space of macros before it that have become nothing ([cpp.stringize] 2).
    pub(super) fn behind_blank(&mut self, t: Token) -> Token {
        let blank = if std::mem::take(&mut self.blank) { SPACE } else { 0 };
        Token { flags: t.flags | blank, ..t }
    }

    /// Whether the next token is `(`, without reading it.
    pub(super) fn at_paren(&mut self, from: Source) -> bool {
        let floor = match from {
            Source::Files => 0,
            Source::Above(f) => f,
        };
        for c in self.stack[floor..].iter().rev() {
            if let Some(t) = c.tokens.get(c.at) {
                return t.kind == Tok::LParen;
            }
        }
        if from != Source::Files {
            return false;
        }
        let Some(file) = self.files.last() else { return false };
        // Most often the next byte says it; comments, the line's end and what may be a directive are left to the lexer.
        let rest = file.lexer.text.as_bytes().get(file.lexer.at..).unwrap_or(&[]);
        match rest.iter().find(|b| !matches!(b, b' ' | b'\t')) {
            Some(b'(') => return true,
            Some(b) if b.is_ascii_alphanumeric() || matches!(b, b')' | b',' | b';' | b'=') => {
                return false;
            }
            _ => {}
        }
        let mut ahead = file.lexer.clone();
        let mut quiet = Diagnostics::default();
        ahead.next(self.names, &mut quiet, false).kind == Tok::LParen
    }

    pub(super) fn close_file(&mut self) {
        if let Some(f) = self.files.pop() {
            let path = self.sm.file_name(f.id).to_string();
            self.keep_guard(&path, f.guard);
            for c in f.conditionals.iter().rev() {
                self.diags.push(Diagnostic::new(
                    code::UNBALANCED_CONDITIONAL,
                    c.span,
                    "this conditional has no `#endif`",
                ));
            }
        }
    }

    /// Expands a list of tokens by itself.
    pub(super) fn expand_list(&mut self, tokens: Rc<[Token]>) -> Vec<Token> {
        if tokens.iter().all(|t| t.kind != Tok::Ident) {
            return tokens.to_vec();
        }
        let span = tokens.first().map_or(Span::NONE, |t| t.span);
        self.expansion_depth += 1;
        if self.expansion_depth > self.limits.expansion_depth {
            self.error(code::LIMIT_EXPANSION, span, "macro arguments nest too deep");
            self.stop();
        }
        let floor = self.stack.len();
        self.stack.push(Context::new(tokens, None, false));
        let mut out = Vec::new();
        let blank = std::mem::take(&mut self.blank);
        loop {
            let t = self.next(Source::Above(floor));
            if t.kind == Tok::Eof || !self.charge(1, span) {
                break;
            }
            out.push(t);
        }
        self.unwind(floor);
        self.expansion_depth -= 1;
        self.blank = blank;
        out
    }

    /// Drops the expansions above `floor`.
    pub(super) fn unwind(&mut self, floor: usize) {
        while self.stack.len() > floor {
            if let Some(c) = self.stack.pop()
                && let Some(m) = c.of
            {
                self.macros[m as usize].disabled = false;
            }
        }
    }

    /// The tokens up to the end of the line.
    pub(super) fn line_tokens(&mut self) -> Vec<Token> {
        let mut out = Vec::new();
        let Some(file) = self.files.last_mut() else { return out };
        loop {
            let t = file.lexer.next(self.names, self.diags, true);
            if matches!(t.kind, Tok::Newline | Tok::Eof) {
                return out;
            }
            out.push(t);
        }
    }
}
