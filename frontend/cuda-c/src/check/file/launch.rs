//! A launch in host code, `k<<<grid, block, shared>>>(arguments)`, and what all launches of a file ask.

use std::cell::OnceCell;

use optx_source::Span;

use crate::{
    intern::{Map, Symbol},
    token::Tok,
};

/// A launch in host code.
pub(super) struct Launch {
    /// The token of the kernel's name.
    pub(super) at: usize,
    pub(super) name: Symbol,
    pub(super) span: Span,
    /// The item that it stands in.
    pub(super) item: Option<u32>,
}

/// What all launches of a file ask, found when the first one does.
#[derive(Default)]
pub(super) struct WholeFile {
    /// Names that stand somewhere and are not launched there, and at which token of the file first.
    pub(super) elsewhere: OnceCell<Map<Symbol, usize>>,
    /// Whether more shared memory is asked for somewhere.
    pub(super) asks_for_shared: OnceCell<bool>,
    /// Names that stand where an address is handed on.
    pub(super) handed_on: OnceCell<Map<Symbol, ()>>,
}

/// Whether a launch stands within the parentheses of another: it is wrong, whatever its own arguments are, and looked at for each around it a file of such
/// would take the square of its length.
#[derive(Default)]
pub(super) struct Nesting {
    depth: u32,
    /// The depth of the last launch, while its statement goes on.
    launched: Option<u32>,
}

impl Nesting {
    /// Goes over a token.
    pub(super) fn over(&mut self, kind: Tok) {
        match kind {
            Tok::LParen | Tok::LBracket | Tok::LBrace => self.depth += 1,
            Tok::RParen | Tok::RBracket | Tok::RBrace => {
                self.depth = self.depth.saturating_sub(1);
            }
            Tok::Semi if self.launched.is_some_and(|around| self.depth <= around) => {
                self.launched = None;
            }
            _ => {}
        }
    }

    /// A launch stands here: whether it stands in another.
    pub(super) fn is_within(&mut self) -> bool {
        if self.launched.is_some_and(|around| self.depth > around) {
            return true;
        }
        self.launched = Some(self.depth);
        false
    }
}
