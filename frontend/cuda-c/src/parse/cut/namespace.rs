//! Namespaces: those that open and close, and other names for them.

use optx_source::{Diagnostic, Span, code};

use super::{Cutter, Open};
use crate::{intern::Symbol, token::Tok, words};

/// Namespaces nest so deep and no deeper.
const DEEPEST: usize = 256;

impl Cutter<'_> {
    /// Notes what the using declarations and directives of the list name, now that all namespaces are known.
    pub(super) fn note_usings(&mut self) {
        for (namespace, item) in self.index.usings.clone() {
            let Some(item) = self.index.items.get(item as usize).filter(|i| i.list == self.list)
            else {
                continue;
            };
            let Some(tokens) = self.tokens.get(item.first as usize + 1..item.end as usize) else {
                continue;
            };
            for tokens in tokens.split(|t| t.kind == Tok::Comma) {
                let directive = tokens.first().is_some_and(|t| t.is(words::NAMESPACE));
                let tokens = &tokens[usize::from(directive)..];
                let global = tokens.first().is_some_and(|t| t.kind == Tok::ColonColon);
                let path: Vec<Symbol> =
                    tokens.iter().filter(|t| t.kind == Tok::Ident).map(|t| t.sym).collect();
                self.index.note_used(namespace, directive, global, &path);
            }
        }
    }

    pub(super) fn at_namespace(&self) -> bool {
        self.is(self.at, words::NAMESPACE)
            || self.is(self.at, words::INLINE) && self.is(self.at + 1, words::NAMESPACE)
    }

    /// `namespace a::inline b {`, `namespace {`, `namespace x = a::b;`.
    pub(super) fn namespace(&mut self, c_linkage: bool) {
        let span = self.tokens[self.at].span;
        // Each name, and whether its namespace is inline.
        let mut names: Vec<(Symbol, bool)> = Vec::new();
        let mut inline = false;
        while let Some(t) = self.tokens.get(self.at).copied() {
            match t.kind {
                Tok::LBrace | Tok::Eof | Tok::Semi | Tok::Eq => break,
                Tok::LParen | Tok::LBracket => {
                    // Of an attribute.
                    self.at = self.skip_group(self.at);
                    continue;
                }
                Tok::Ident if matches!(t.sym, words::INLINE) => inline = true,
                Tok::Ident if !words::is_keyword(t.sym) => {
                    names.push((t.sym, std::mem::take(&mut inline)));
                }
                Tok::ColonColon => {}
                Tok::Ident
                    if matches!(t.sym, words::NAMESPACE | words::ATTRIBUTE | words::DECLSPEC) => {}
                _ => break,
            }
            self.at += 1;
        }
        match self.kind(self.at) {
            Tok::LBrace => {
                self.at += 1;
                if names.is_empty() {
                    names.push((words::EMPTY, inline));
                }
                let mut added = 0;
                for (s, inline) in names {
                    if self.path.len() >= DEEPEST {
                        let message = format!("namespaces nest deeper than {DEEPEST}");
                        self.diags.push(Diagnostic::new(code::LIMIT_NESTING, span, message));
                        self.open.clear();
                        self.at = self.tokens.len();
                        return;
                    }
                    self.path.push(s);
                    added += 1;
                    self.namespace = self.index.child(self.namespace, s);
                    // What an unnamed namespace declares is found without it, as in an inline one.
                    if inline || s == words::EMPTY {
                        self.index.make_inline(self.namespace);
                    }
                }
                self.open.push(Open { c_linkage, added, span });
            }
            Tok::Eq => {
                self.at += 1;
                let name = names.last().map(|n| n.0);
                self.alias(name);
            }
            _ => {
                let at = self.tokens.get(self.at).map_or(span, |t| t.span);
                let text = "`{` must stand here, after a namespace's name";
                self.diags.push(Diagnostic::new(code::EXPECTED, at, text));
            }
        }
    }

    /// The namespace that an alias names, its `=` read.
    fn alias(&mut self, name: Option<Symbol>) {
        let (first, global) = (self.at, self.kind(self.at) == Tok::ColonColon);
        let mut names = Vec::new();
        while let Some(t) = self.tokens.get(self.at).copied() {
            match t.kind {
                Tok::Ident if !words::is_keyword(t.sym) => names.push(t.sym),
                Tok::ColonColon => {}
                _ => break,
            }
            self.at += 1;
        }
        let Some(name) = name.filter(|_| !names.is_empty() && names.len() <= DEEPEST) else {
            return;
        };
        if self.kind(self.at) != Tok::Semi {
            self.missing_semicolon(self.at, "`;` is missing after the name of the namespace");
        }
        let to = self.index.resolve(self.namespace, global, &names).unwrap_or_else(|| {
            // In a file that is all the device's nothing but the host's library is unknown.
            let span = self.tokens.get(first).map_or(Span::NONE, |t| t.span);
            if self.index.default_device && names.first() != Some(&words::STD) {
                let text = "no namespace is declared by this name";
                self.diags.push(Diagnostic::new(code::UNKNOWN_NAME, span, text));
            }
            // One that nothing is declared in, as of the host's library.
            names.iter().fold(0, |n, s| self.index.child(n, *s))
        });
        self.index.aliases.insert((self.namespace, name), to);
    }

    /// A `}`: the end of a namespace or `extern "C"`.
    pub(super) fn close(&mut self) {
        match self.open.pop() {
            Some(o) => {
                for _ in 0..o.added {
                    self.path.pop();
                    self.namespace = self.index.parent(self.namespace).unwrap_or(0);
                }
            }
            None => self.diags.push(Diagnostic::new(
                code::UNBALANCED_BRACKET,
                self.tokens[self.at].span,
                "this `}` closes nothing",
            )),
        }
        self.at += 1;
    }
}
