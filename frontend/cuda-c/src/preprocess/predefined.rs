//! The macros that every compilation starts with.
//!
//! Idea: there are hundreds, and a program names a few. Reading the text takes down where each definition stands; it is
//! read when its macro is first named.
//! Legality: the text is ours: each line of it is `#define` and a name that no other line defines, or a comment.
//! Cost: a look-up in the table of names for each line.

use std::sync::Arc;

use optx_source::Span;

use super::{OpenFile, Preprocessor};
use crate::{
    intern::Symbol,
    lexer::{Lexer, is_name},
};

/// Marks an entry of [`Preprocessor::defined`] as the place of a definition that is not read yet.
const LATER: u32 = 1 << 31;

impl Preprocessor<'_> {
    /// Takes down the definitions of a text.
    pub(super) fn predefine(&mut self, text: &str) {
        self.open("<built-in>", text, true, Span::NONE);
        let Some(file) = self.files.pop() else { return };
        let text = Arc::clone(&file.lexer.text);
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if let Some(rest) = line.strip_prefix("#define ") {
                let length = rest.bytes().take_while(|b| is_name(*b)).count();
                let name = self.names.intern(&rest[..length]);
                *self.slot(name) = LATER | (at + line.len() - rest.len()) as u32;
            }
            at += line.len();
        }
        self.predefined = Some(file);
    }

    /// The macro of a name, by its number.
    pub(super) fn macro_of(&mut self, s: Symbol) -> Option<u32> {
        let slot = *self.defined.get(s.0 as usize)?;
        if slot & LATER == 0 {
            return slot.checked_sub(1);
        }
        self.set_macro(s, None);
        let OpenFile { lexer, id, .. } = self.predefined.as_ref()?;
        let lexer = Lexer { at: (slot & !LATER) as usize, ..lexer.clone() };
        self.files.push(OpenFile { lexer, id: *id, conditionals: Vec::new() });
        self.define();
        self.files.pop();
        self.macro_of(s)
    }

    /// Whether a name is a macro's.
    pub(super) fn has_macro(&self, s: Symbol) -> bool {
        self.defined.get(s.0 as usize).is_some_and(|slot| *slot != 0)
    }

    /// Says which macro a name is, or that it is none.
    pub(super) fn set_macro(&mut self, s: Symbol, m: Option<u32>) {
        *self.slot(s) = m.map_or(0, |m| m + 1);
    }

    fn slot(&mut self, s: Symbol) -> &mut u32 {
        let i = s.0 as usize;
        if i >= self.defined.len() {
            self.defined.resize(i + 64, 0);
        }
        &mut self.defined[i]
    }
}
