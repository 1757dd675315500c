//! Include guards: a file that is all one `#ifndef X` gives nothing while `X` is defined, so it is not read again.
//!
//! Idea: headers of a large library include what they need, and that again, each guarded against being read twice: most of what is opened would be
//! skipped. The first reading finds out whether anything stands outside of the guard, and by which name the file is known to be read.
//! Source: GCC's internals manual, "File Handling": the multiple-include optimization.
//! Legality: nothing but comments stands before the `#ifndef` (or `#if !defined X`) and behind its `#endif`, and it has no other group.
//! Cost: a look at the state of the innermost file for each of its tokens.

use super::{Preprocessor, including::without_detours};
use crate::{
    intern::Symbol,
    token::{Tok, Token},
    words,
};

/// How much of a file is seen to be within a guard.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Guard {
    /// Nothing was met yet.
    #[default]
    Before,
    /// The conditional that guards it, by this name, is open.
    Within(Symbol),
    /// It has ended.
    Behind(Symbol),
    /// There is none.
    None,
}

impl Preprocessor<'_> {
    /// Notes that a directive, or another token, stands at a place of the innermost file: where no conditional is open it stands outside of
    /// any guard.
    pub(super) fn note_outside(&mut self) {
        if let Some(file) = self.files.last_mut()
            && file.conditionals.is_empty()
        {
            file.guard = Guard::None;
        }
    }

    /// Notes that a conditional is about to begin, which holds where this name is not defined.
    pub(super) fn note_beginning(&mut self, unless: Option<Symbol>) {
        if let Some(file) = self.files.last_mut()
            && file.conditionals.is_empty()
        {
            file.guard = match (file.guard, unless) {
                (Guard::Before, Some(name)) => Guard::Within(name),
                _ => Guard::None,
            };
        }
    }

    /// Notes that the innermost conditional has another group.
    pub(super) fn note_other_group(&mut self) {
        if let Some(file) = self.files.last_mut()
            && file.conditionals.len() == 1
        {
            file.guard = Guard::None;
        }
    }

    /// Notes that a conditional has ended.
    pub(super) fn note_end(&mut self) {
        if let Some(file) = self.files.last_mut()
            && file.conditionals.is_empty()
            && let Guard::Within(name) = file.guard
        {
            file.guard = Guard::Behind(name);
        }
    }

    /// Notes what was seen of a file that is read to its end.
    pub(super) fn keep_guard(&mut self, path: &str, guard: Guard) {
        if let Guard::Behind(name) = guard {
            self.guards.insert(without_detours(path), name);
        }
    }

    /// Whether a file would give nothing.
    pub(super) fn is_guarded(&self, path: &str) -> bool {
        self.guards.get(path).is_some_and(|name| self.has_macro(*name))
    }
}

/// `X` in `!defined X` and `!defined(X)`.
pub(super) fn undefined_name(line: &[Token]) -> Option<Symbol> {
    let name = match line {
        [not, defined, name] if is_not_defined(not, defined) => name,
        [not, defined, open, name, close]
            if is_not_defined(not, defined)
                && open.kind == Tok::LParen
                && close.kind == Tok::RParen =>
        {
            name
        }
        _ => return None,
    };
    (name.kind == Tok::Ident).then_some(name.sym)
}

fn is_not_defined(not: &Token, defined: &Token) -> bool {
    not.kind == Tok::Bang && defined.is(words::DEFINED)
}
