//! Declarators in parentheses among the members of a class: `T (x);`, `T (*p)[4];`, `T (f)(int);`.
//!
//! What stands before a `(` is the declared name only where a type stands before that, and in constructors, destructors and
//! operators; else it is the type, and a declarator begins there ([dcl.ambig.res], [class.mem]).

use super::Parser;
use crate::{ast::Name, token::Tok, words};

/// Parentheses around a name nest so deep and no deeper.
const DEEPEST: usize = 256;

impl Parser<'_, '_, '_> {
    /// The function that the declarator in parentheses from `open` on declares; `None` where it declares no function.
    pub(super) fn function_in_parens(&self, open: usize) -> Option<Name> {
        // For each open parenthesis, whether what is in it is pointed to.
        let mut parens: Vec<bool> = Vec::new();
        let mut k = open;
        let name = loop {
            let t = self.input.tokens.get(k).copied().filter(|_| k < self.end)?;
            match t.kind {
                Tok::LParen if parens.len() < DEEPEST => parens.push(false),
                Tok::Star | Tok::Amp | Tok::AmpAmp => *parens.last_mut()? = true,
                Tok::ColonColon => {}
                Tok::LBracket if self.token_is(k + 1, Tok::LBracket) => {
                    k = self.after_group(k);
                    continue;
                }
                Tok::Ident if matches!(t.sym, words::ATTRIBUTE | words::DECLSPEC) => {
                    k = self.after_group(k + 1);
                    continue;
                }
                Tok::Ident if t.sym == words::OPERATOR => {
                    let (sym, _, end) = self.cut_operator(k);
                    k = end;
                    break Name { sym, span: t.span };
                }
                Tok::Ident if is_qualifier(t.sym) => {}
                Tok::Ident if words::is_keyword(t.sym) => return None,
                Tok::Ident => {
                    k += 1;
                    if self.token_is(k, Tok::Lt) {
                        k = self.at + self.after_angles(k - self.at)?;
                    }
                    if !self.token_is(k, Tok::ColonColon) {
                        break Name { sym: t.sym, span: t.span };
                    }
                }
                _ => return None,
            }
            k += 1;
        };
        // What stands next to the name decides, then what stands next to the parentheses around it.
        loop {
            match self.input.tokens.get(k).filter(|_| k < self.end).map(|t| t.kind) {
                Some(Tok::LParen) => return Some(name),
                Some(Tok::RParen) if !parens.pop()? => k += 1,
                _ => return None,
            }
        }
    }

    /// Whether the `(` at `open` behind the name of the class at hand begins a constructor's parameters, rather than a declarator
    /// in parentheses whose type is the class. A name there is taken for a type, as a member of just that class could only be
    /// static.
    pub(super) fn holds_constructor(&self, open: usize) -> bool {
        let inner = self.input.tokens.get(open + 1).map(|t| t.kind);
        match inner {
            Some(Tok::Star | Tok::Amp | Tok::AmpAmp) => false,
            Some(Tok::LParen) => self.token_is(open + 2, Tok::RParen),
            _ => true,
        }
    }

    fn token_is(&self, k: usize, kind: Tok) -> bool {
        self.input.tokens.get(k).is_some_and(|t| t.kind == kind)
    }
}

/// Words that may stand before a name in a declarator.
fn is_qualifier(s: crate::intern::Symbol) -> bool {
    matches!(
        s,
        words::CONST
            | words::CONST_ALT
            | words::CONST_GNU
            | words::VOLATILE
            | words::VOLATILE_ALT
            | words::RESTRICT_ALT
            | words::RESTRICT_MS
            | words::NOINLINE
            | words::FORCEINLINE
    )
}
