//! What starts no declaration, and what is read over within one: said rather than lost.

use optx_source::{Diagnostic, Span, code};

use super::{Cutter, is_mark, item::is_type_word};
use crate::{
    intern::Symbol,
    token::{LINE_START, Tok},
    words,
};

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
                // Expressions in the type have groups of their own, a value in braces among template arguments too.
                Tok::LParen => k = self.over_group(k),
                Tok::LBrace => {
                    let end = self.over_group(k);
                    let value = matches!(self.kind(end), Tok::Gt | Tok::Shr | Tok::Comma);
                    k = if value { end } else { k + 1 };
                }
                _ => k += 1,
            }
        }
    }

    /// The index behind a group, or behind its first token where it is not closed.
    fn over_group(&self, i: usize) -> usize {
        match self.group_end(i) {
            (end, true) => end,
            _ => i + 1,
        }
    }

    /// What stands at `i`, directly behind a function's parameters and on a line of its own, where it begins something else: the index at which to go
    /// on, and an error that says what is missing between them.
    pub(super) fn behind_parameters(&mut self, i: usize) -> Option<usize> {
        let t = self.tokens[i];
        if t.flags & LINE_START == 0 || self.kind(i.wrapping_sub(1)) != Tok::RParen {
            return None;
        }
        let declares = is_type_word(t.sym) || is_mark(t.sym) || t.sym == words::EXTERN;
        let runs = is_type_word(t.sym)
            || t.sym == words::SHARED
            || is_statement_word(t.sym) && t.sym != words::NOEXCEPT
            || !words::is_keyword(t.sym);
        let ends = if runs { self.body_end(i) } else { None };
        if ends.is_none() && !(declares && self.comes_to_end(i)) {
            return None;
        }
        let (what, text) = match ends {
            Some(_) => ("{", "`{` is missing before the function's body"),
            None => (";", "`;` is missing after this declaration"),
        };
        let at = self.tokens.get(i.checked_sub(1)?)?.span.after();
        let d = Diagnostic::new(code::EXPECTED, at, text);
        self.diags.push(d.suggest(at, what, format!("put `{what}` here")));
        Some(ends.unwrap_or(i))
    }

    /// Whether a declaration at `i` ends, or has its body, before the one around it does.
    fn comes_to_end(&self, mut i: usize) -> bool {
        loop {
            match self.kind(i) {
                Tok::Semi | Tok::LBrace | Tok::Eq => return true,
                Tok::RBrace | Tok::Eof => return false,
                _ => i += 1,
            }
        }
    }

    /// The index behind the statements at `i` whose `{` is missing while their `}` is there: there are more `}` than `{`.
    fn body_end(&self, i: usize) -> Option<usize> {
        if self.closing_from(i) <= self.open.len() as i32 {
            return None;
        }
        let (mut depth, mut ends) = (0u32, false);
        let mut k = i;
        loop {
            match self.kind(k) {
                // A body that is there: what stands before it is read as it can be.
                Tok::LBrace if !ends => return None,
                Tok::LBrace => depth += 1,
                Tok::RBrace if depth == 0 => return Some(k + 1),
                Tok::RBrace => depth -= 1,
                Tok::Semi => ends = true,
                Tok::Eof => return None,
                _ => {}
            }
            k += 1;
        }
    }

    /// How many more `}` than `{` stand from a token on.
    pub(super) fn closing_from(&self, i: usize) -> i32 {
        let closing = self.closing.get_or_init(|| {
            let mut count = 0;
            let mut list: Vec<i32> = self
                .tokens
                .iter()
                .rev()
                .map(|t| {
                    count += match t.kind {
                        Tok::RBrace => 1,
                        Tok::LBrace => -1,
                        _ => 0,
                    };
                    count
                })
                .collect();
            list.reverse();
            list
        });
        closing.get(i).copied().unwrap_or(0)
    }

    /// Reports a missing `;` before the token at `i`.
    pub(super) fn missing_semicolon(&mut self, i: usize, text: &str) {
        let before = i.checked_sub(1).and_then(|k| self.tokens.get(k));
        let at = before.map_or(Span::NONE, |t| t.span.after());
        let d = Diagnostic::new(code::EXPECTED, at, text);
        self.diags.push(d.suggest(at, ";", "put `;` here"));
        self.index.note_unended(self.list, i);
    }

    /// Reports a kernel that is defined in a declaration which is none of a kernel, and would be lost with it.
    pub(super) fn no_kernel_within(&mut self, first: usize) {
        let end = self.at.min(self.tokens.len());
        let within = self.tokens.get(first..end).unwrap_or(&[]);
        if !within.iter().any(|t| t.is(words::GLOBAL)) {
            return;
        }
        // Of the braces around, whether they are a class's.
        let mut around = Vec::new();
        for k in first..end {
            match self.kind(k) {
                Tok::LBrace => around.push(self.is_class_body(first, k)),
                Tok::RBrace => {
                    around.pop();
                }
                Tok::Ident if self.is(k, words::GLOBAL) => {
                    // Who befriends a kernel declares it.
                    let member = around.last() == Some(&true) && !self.is_befriended(k);
                    if self.only_declares(k) && !member {
                        continue;
                    }
                    let (code, text) = match around.last() {
                        Some(true) => (code::BAD_KERNEL, "a kernel cannot be a member of a class"),
                        Some(false) => {
                            (code::BAD_KERNEL, "a kernel cannot be defined in a function")
                        }
                        None => {
                            let text = "this starts a declaration before the one before it ends";
                            (code::EXPECTED, text)
                        }
                    };
                    self.diags.push(Diagnostic::new(code, self.tokens[k].span, text));
                    return;
                }
                _ => {}
            }
        }
    }

    /// The tokens before one, back to where its declaration begins.
    fn head_before(&self, first: usize, k: usize) -> impl Iterator<Item = usize> {
        let ends = |k: &usize| matches!(self.kind(*k), Tok::Semi | Tok::LBrace | Tok::RBrace);
        (first..k).rev().take_while(move |k| !ends(k))
    }

    /// Whether the `{` at `k` opens a class.
    pub(super) fn is_class_body(&self, first: usize, k: usize) -> bool {
        self.head_before(first, k).any(|k| {
            self.is(k, words::STRUCT) || self.is(k, words::CLASS) || self.is(k, words::UNION)
        })
    }

    /// Whether `friend` stands among the specifiers before a token.
    fn is_befriended(&self, k: usize) -> bool {
        self.head_before(0, k).any(|k| self.is(k, words::FRIEND))
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
pub(super) fn is_statement_word(s: Symbol) -> bool {
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
