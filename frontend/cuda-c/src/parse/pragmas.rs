//! Unroll pragmas in the wrong place: each gets a warning and goes from the list of tokens, so that the parser finds them before loops
//! alone, and whatever stands around one in the wrong place is read as if it were not there.
//!
//! Source: the CUDA C++ Programming Guide, "#pragma unroll": "It must be placed immediately before the loop and only applies to that loop."
//! Several pragmas may stand before one loop. The `while` of a `do` is the parser's to tell from a loop.
//! Cost: one walk over the tokens.

use optx_source::{Diagnostic, Diagnostics, Span, code};

use crate::{
    token::{Tok, Token},
    words,
};

/// The warning of an unroll pragma in the wrong place.
pub(super) fn misplaced(at: Span) -> Diagnostic {
    Diagnostic::new(code::UNKNOWN_PRAGMA, at, "this pragma must stand before a loop")
}

/// Takes out the unroll pragmas that stand before something other than a loop.
pub(crate) fn take_misplaced(tokens: &mut Vec<Token>, diags: &mut Diagnostics) {
    let Some(first) = tokens.iter().position(is_pragma) else { return };
    let mut kept = first;
    let mut at = first;
    while at < tokens.len() {
        let mut end = at;
        while tokens.get(end).is_some_and(is_pragma) {
            end = behind(tokens, end);
        }
        if end > at && !tokens.get(end).is_some_and(begins_loop) {
            for t in tokens[at..end].iter().filter(|t| is_pragma(t)) {
                diags.push(misplaced(t.span));
            }
            at = end;
            continue;
        }
        // The pragmas, and what they stand before.
        for k in at..(end + 1).min(tokens.len()) {
            tokens[kept] = tokens[k];
            kept += 1;
        }
        at = end + 1;
    }
    tokens.truncate(kept);
}

fn is_pragma(t: &Token) -> bool {
    matches!(t.kind, Tok::PragmaUnroll | Tok::PragmaNounroll)
}

fn begins_loop(t: &Token) -> bool {
    t.kind == Tok::Ident && matches!(t.sym, words::FOR | words::WHILE | words::DO)
}

/// The place behind the pragma at a place.
fn behind(tokens: &[Token], at: usize) -> usize {
    if tokens[at].kind == Tok::PragmaNounroll {
        return at + 1;
    }
    let end = tokens[at..].iter().position(|t| t.kind == Tok::PragmaEnd);
    end.map_or(tokens.len(), |k| at + k + 1)
}
