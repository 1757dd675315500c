//! What starts no declaration, and what is read over within one: said rather than lost.

use optx_source::{Diagnostic, Span, code};

use super::{Cutter, is_mark};
use crate::{intern::Symbol, token::Tok, words};

impl Cutter<'_> {
    /// Whether the token at hand can start a declaration, of whatever dialect: no statement and no expression does.
    pub(super) fn starts_declaration(&self) -> bool {
        let Some(t) = self.tokens.get(self.at) else { return false };
        match t.kind {
            Tok::Ident => !is_statement_word(t.sym),
            Tok::ColonColon => true,
            Tok::LBracket => self.kind(self.at + 1) == Tok::LBracket,
            _ => false,
        }
    }

    /// Whether attributes and a `;` stand at `i`, and nothing else.
    pub(super) fn is_attribute(&self, i: usize) -> bool {
        self.kind(i) == Tok::LBracket && self.kind(self.skip_group(i)) == Tok::Semi
    }

    /// Reports what is no declaration, and goes to where the next one may start.
    pub(super) fn no_declaration(&mut self) {
        let Some(t) = self.tokens.get(self.at) else { return };
        let text = "a declaration must stand here, outside of functions";
        self.diags.push(Diagnostic::new(code::EXPECTED, t.span, text));
        loop {
            match self.kind(self.at) {
                Tok::LParen | Tok::LBracket => self.at = self.skip_group(self.at),
                Tok::LBrace => {
                    self.at = self.skip_group(self.at);
                    return;
                }
                Tok::Semi => {
                    self.at += 1;
                    return;
                }
                Tok::Eof | Tok::RBrace => return,
                Tok::Ident if self.starts_other(self.at) => return,
                _ => self.at += 1,
            }
        }
    }

    /// Goes over a using declaration, directive or alias to its `;`; the index of that, or of what stands there instead.
    pub(super) fn using_end(&mut self, i: usize) -> usize {
        let mut k = i;
        loop {
            match self.kind(k) {
                Tok::Semi | Tok::RBrace | Tok::Eof => return k,
                Tok::Ident if self.is(k, words::EXTERN) || is_mark(self.tokens[k].sym) => {
                    self.missing_semicolon(k, "`;` is missing after what `using` declares");
                    return k;
                }
                _ => k += 1,
            }
        }
    }

    /// Reports a missing `;` before the token at `i`.
    pub(super) fn missing_semicolon(&mut self, i: usize, text: &str) {
        let before = i.checked_sub(1).and_then(|k| self.tokens.get(k));
        let at = before.map_or(Span::NONE, |t| t.span.after());
        let d = Diagnostic::new(code::EXPECTED, at, text);
        self.diags.push(d.suggest(at, ";", "put `;` here"));
    }

    /// Reports a kernel that lies in a declaration which is none of a kernel, and would be lost with it.
    pub(super) fn no_kernel_within(&mut self, first: usize) {
        let within = self.tokens.get(first..self.at).unwrap_or(&[]);
        if let Some(t) = within.iter().find(|t| t.is(words::GLOBAL)) {
            let text = "this starts a declaration before the one before it ends";
            self.diags.push(Diagnostic::new(code::EXPECTED, t.span, text));
        }
    }

    /// Checks the language in `extern "C"`, whose string is given.
    pub(super) fn linkage(&mut self, i: usize) {
        let Some(t) = self.tokens.get(i) else { return };
        if !matches!(t.sym, words::LINKAGE_C | words::LINKAGE_CPP) {
            let text = "no linkage is known but that of `extern \"C\"` and `extern \"C++\"`";
            self.diags.push(Diagnostic::new(code::BAD_SPECIFIERS, t.span, text));
        }
    }
}

/// Whether a word starts a statement, an expression or a part of a class, and no declaration.
fn is_statement_word(s: Symbol) -> bool {
    // A function's body may be a `try` block, with its handlers behind it.
    const OTHERS: &[Symbol] = &[words::ASM, words::ASM_ALT, words::ASM_MS, words::CATCH];
    const WORDS: &[Symbol] = &[
        words::NEW,
        words::DELETE,
        words::THIS,
        words::OPERATOR,
        words::PUBLIC,
        words::PRIVATE,
        words::PROTECTED,
        words::NOEXCEPT,
        words::TYPEID,
    ];
    let range = words::IF.0..=words::DYNAMIC_CAST.0;
    range.contains(&s.0) && !OTHERS.contains(&s) || WORDS.contains(&s)
}
