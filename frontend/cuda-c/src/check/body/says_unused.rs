//! Whether a declaration says that what it declares may be unused: `[[maybe_unused]]`, `__attribute__((unused))`, be they a macro's.
//!
//! The tree does not keep what means nothing else, so the tokens of the declaration are gone over: from where it begins, or from the parameter's comma, to
//! where the declarator ends. Of several declarators an attribute behind one is its own, and one before the first is everybody's.
//! Cost: nothing until a first place is asked for; then one walk over the file for where its tokens stand.

use optx_source::Span;

use crate::{
    check::Checker,
    intern::Map,
    token::{Tok, Token},
    words,
};

/// Which tokens of the file stand where.
pub(in crate::check) type TokenPlaces = Map<u32, u32>;

impl Checker<'_, '_> {
    /// Whether what is declared at a place, which is that of its name or of a parameter's whole declaration, is said to be perhaps unused.
    pub(crate) fn says_unused(&self, at: Span) -> bool {
        let tokens = &self.declared.lists[0].tokens;
        let Some(name) = self.token_at(at) else { return false };
        if tokens[name].span != at {
            let end = tokens[name..].iter().position(|t| t.span.hi >= at.hi);
            return end.is_some_and(|end| self.holds_unused(&tokens[name..=name + end]));
        }
        let (first, comma) = declaration_of(tokens, name);
        let own = comma.map_or(first, |comma| comma + 1);
        self.holds_unused(&tokens[own..declarator_end(tokens, name)])
            || comma.is_some() && self.holds_unused(&tokens[first..specifiers_end(tokens, first)])
    }

    /// The index of the file's token that begins where a place does.
    pub(crate) fn token_at(&self, at: Span) -> Option<usize> {
        let tokens = &self.declared.lists[0].tokens;
        let places = self
            .nesting
            .token_places
            .get_or_init(|| (0u32..).zip(tokens).map(|(k, t)| (t.span.lo, k)).collect());
        places.get(&at.lo).map(|&k| k as usize)
    }

    /// Whether `unused` stands in an attribute among some tokens.
    fn holds_unused(&self, tokens: &[Token]) -> bool {
        let says = |t: &Token| {
            t.kind == Tok::Ident
                && matches!(self.text(t.sym), "unused" | "__unused__" | "maybe_unused")
        };
        let mut k = 0;
        while let Some(t) = tokens.get(k) {
            k = match attribute_end(tokens, k) {
                Some(end) if tokens[k..end].iter().any(says) => return true,
                Some(end) => end,
                // What parameters say is theirs.
                None if t.kind == Tok::LParen => group_end(tokens, k),
                None => k + 1,
            };
        }
        false
    }
}

/// The index behind the attribute that begins at `k`: `[[...]]` or `__attribute__((...))`.
fn attribute_end(tokens: &[Token], k: usize) -> Option<usize> {
    let t = tokens.get(k)?;
    let next = tokens.get(k + 1)?.kind;
    let open = match t.kind {
        Tok::LBracket if next == Tok::LBracket => k,
        Tok::Ident if t.is(words::ATTRIBUTE) && next == Tok::LParen => k + 1,
        _ => return None,
    };
    Some(group_end(tokens, open))
}

/// The index behind a group that opens at `k`.
fn group_end(tokens: &[Token], k: usize) -> usize {
    let mut depth = 0u32;
    for (i, t) in tokens.iter().enumerate().skip(k) {
        match t.kind {
            Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
            Tok::RParen | Tok::RBracket | Tok::RBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

/// The first token of the declaration that a name stands in, of a parameter's own where it is one, and the nearest comma between them.
fn declaration_of(tokens: &[Token], name: usize) -> (usize, Option<usize>) {
    let (mut depth, mut comma) = (0u32, None);
    for k in (0..name).rev() {
        match tokens[k].kind {
            Tok::RParen | Tok::RBracket => depth += 1,
            // An initialiser's.
            Tok::RBrace if depth > 0 || tokens[k + 1].kind == Tok::Comma => depth += 1,
            Tok::LParen | Tok::LBracket | Tok::LBrace if depth > 0 => depth -= 1,
            // What stands in parentheses is a parameter, with a type of its own.
            Tok::LParen => return (comma.map_or(k + 1, |comma| comma + 1), None),
            Tok::Semi | Tok::LBrace | Tok::RBrace if depth == 0 => return (k + 1, comma),
            Tok::Comma if depth == 0 => comma = comma.or(Some(k)),
            _ => {}
        }
    }
    (0, comma)
}

/// Where the words before the first declarator end: keywords, and attributes.
fn specifiers_end(tokens: &[Token], first: usize) -> usize {
    let mut k = first;
    while let Some(t) = tokens.get(k) {
        k = match attribute_end(tokens, k) {
            Some(end) => end,
            None if t.kind == Tok::Ident && words::is_keyword(t.sym) => k + 1,
            None => break,
        };
    }
    k
}

/// Where the declarator of a name ends: before its initialiser, its body or the next one.
fn declarator_end(tokens: &[Token], name: usize) -> usize {
    let mut k = name + 1;
    while let Some(t) = tokens.get(k) {
        k = match t.kind {
            Tok::LParen | Tok::LBracket => group_end(tokens, k),
            Tok::Eq | Tok::Semi | Tok::Comma | Tok::LBrace | Tok::RParen | Tok::Colon => break,
            _ => k + 1,
        };
    }
    k.min(tokens.len())
}
