//! `k(p);` in host code, where `k` is a kernel: nvcc wants to be told the grid and its blocks.
//!
//! Only what is sure is told: a statement of a plain function that calls what nothing but kernels is named, in a file whose headers are all known.
//! Cost: one walk over the tokens of host functions, in files that have such and kernels.

use optx_source::{Diagnostic, code};

use crate::{
    ast::Flags,
    check::Checker,
    intern::Symbol,
    parse::index::{Item, ItemKind},
    token::{Tok, Token},
    words,
};

impl Checker<'_, '_> {
    /// Reports calls of kernels in host code.
    pub(crate) fn check_kernel_calls(&mut self) {
        if self.sm.lacks_headers() {
            return;
        }
        let mut found: Vec<Token> = Vec::new();
        for item in self.index.items.iter().filter(|i| is_plain_host(i)) {
            let tokens = &self.declared.lists[0].tokens[item.first as usize..item.end as usize];
            for (k, t) in tokens.iter().enumerate().skip(1) {
                let called = t.kind == Tok::Ident
                    && tokens.get(k + 1).is_some_and(|t| t.kind == Tok::LParen)
                    && begins_statement(&tokens[k - 1]);
                if called && self.is_only_kernels(t.sym) && is_nothing_else(tokens, t.sym) {
                    found.push(*t);
                }
            }
        }
        for t in found {
            if self.diags.is_full() {
                return;
            }
            let text = self.text(t.sym).to_string();
            let message =
                format!("the kernel `{text}` is called: host code launches it with `<<<`");
            let declared = self.index.items_named(t.sym).next().map(|i| i.span);
            let told = Diagnostic::new(code::KERNEL_CALLED, t.span, message);
            self.diags.push(match declared {
                Some(at) => told.note(at, "it is declared here"),
                None => told,
            });
        }
    }

    /// Whether a name is one of kernels of the file and of nothing else.
    fn is_only_kernels(&self, name: Symbol) -> bool {
        let mut items = self.index.items_named(name).peekable();
        items.peek().is_some()
            && items.all(|i| {
                matches!(i.kind, ItemKind::Function | ItemKind::FunctionTemplate)
                    && i.flags.has(Flags::GLOBAL)
                    && (i.list, i.namespace, i.scope) == (0, 0, words::EMPTY)
            })
    }
}

/// Whether an item is a function of the host that is no member and no template.
fn is_plain_host(i: &Item) -> bool {
    !i.is_device()
        && i.kind == ItemKind::Function
        && !i.library
        && (i.list, i.namespace, i.scope) == (0, 0, words::EMPTY)
}

/// Whether what stands behind a token is a statement of its own, where it is no declaration.
fn begins_statement(before: &Token) -> bool {
    matches!(before.kind, Tok::Semi | Tok::LBrace | Tok::RBrace | Tok::RParen)
        || before.is(words::ELSE)
        || before.is(words::DO)
}

/// Whether a function's tokens declare nothing of a name: it stands there as what is called, launched or passed on alone.
fn is_nothing_else(tokens: &[Token], name: Symbol) -> bool {
    tokens.iter().enumerate().filter(|(_, t)| t.is(name)).all(|(k, _)| {
        let before = k.checked_sub(1).and_then(|k| tokens.get(k));
        let next = tokens.get(k + 1).map(|t| t.kind);
        let begins = before.is_some_and(begins_statement);
        let passed = before.is_some_and(|t| matches!(t.kind, Tok::LParen | Tok::Comma));
        begins && matches!(next, Some(Tok::LParen | Tok::LaunchOpen | Tok::Lt))
            || passed && matches!(next, Some(Tok::Comma | Tok::RParen))
    }) && !tokens.iter().any(|t| t.is(words::GLOBAL))
}
