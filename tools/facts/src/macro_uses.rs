//! The uses of macros in the source's files, and which of them a text takes a part of.
//!
//! Idea: a place in the source ends where its last token was written. Tokens of a macro's replacement stand nowhere, so a condition from `BELOW(i, n)` has
//! the place of `i, n` or of `BELOW`. What begins in one argument and ends in another, or in a use and outside of it, is quoted with the whole use.
//! Cost: a sort of the uses and a scan of their arguments, once; a search for each text, and the uses around it.

use optx_source::{SourceMap, Span};

/// Arguments are not looked at further than that.
const LONGEST: u32 = 4096;

/// A use: a macro's name with its arguments, if it has any.
#[derive(Clone, Copy)]
struct Use {
    whole: Span,
    /// Where the name ends.
    name_end: u32,
    /// The use whose argument it stands in.
    around: Option<usize>,
}

/// The uses of macros in files, in order.
pub(crate) struct MacroUses(Vec<Use>);

impl MacroUses {
    pub(crate) fn of(map: &SourceMap) -> MacroUses {
        let in_file = |call: &Span| map.expansion(*call).is_none() && !map.is_builtin(*call);
        let mut names: Vec<Span> =
            map.expansions().iter().map(|e| e.call).filter(in_file).collect();
        names.sort_unstable_by_key(|span| (span.lo, span.hi));
        names.dedup();
        let mut uses: Vec<Use> = Vec::with_capacity(names.len());
        for name in names {
            let whole = Span::new(name.lo, closed_at(map, name.hi).unwrap_or(name.hi));
            let mut around = uses.len().checked_sub(1);
            while let Some(k) = around.filter(|&k| uses[k].whole.hi <= name.lo) {
                around = uses[k].around;
            }
            uses.push(Use { whole, name_end: name.hi, around });
        }
        MacroUses(uses)
    }

    /// The text with the whole of each macro's use that it takes a part of, be it not an argument alone.
    pub(crate) fn whole(&self, map: &SourceMap, text: Span) -> Span {
        let mut found = text;
        for at in [found.lo, found.hi.saturating_sub(1)] {
            // From within: what an argument's own uses widen is still of that argument.
            let mut around = self.last_until(at);
            while let Some(k) = around {
                found = with(&self.0[k], map, found);
                around = self.0[k].around;
            }
        }
        found
    }

    /// The last use that begins at a place or before it.
    fn last_until(&self, at: u32) -> Option<usize> {
        self.0.partition_point(|of| of.whole.lo <= at).checked_sub(1)
    }
}

/// The text, with a use that it takes a part of.
fn with(of: &Use, map: &SourceMap, text: Span) -> Span {
    let Span { lo, hi } = of.whole;
    let is_apart = hi <= text.lo || text.hi <= lo;
    let is_within = text.lo <= lo && hi <= text.hi;
    if is_apart || is_within {
        return text;
    }
    let is_argument = of.name_end < text.lo && text.hi < hi;
    if is_argument && !map.text(text).is_some_and(takes_several_arguments) {
        return text;
    }
    Span::new(lo.min(text.lo), hi.max(text.hi))
}

/// Whether a text has a comma outside of brackets, or brackets that are not its own.
fn takes_several_arguments(text: &str) -> bool {
    let mut depth = 0i32;
    for c in text.bytes() {
        match c {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return true,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// Behind the bracket that closes the one that opens at a place, white space before it.
fn closed_at(map: &SourceMap, from: u32) -> Option<u32> {
    let file = map.file(map.file_of(Span::new(from.checked_sub(1)?, from))?)?;
    let end = file.span().hi.min(from.saturating_add(LONGEST));
    let text = map.text(Span::new(from, end)).or_else(|| {
        // A text that is cut may end within a character.
        (1..4).find_map(|k| map.text(Span::new(from, end.checked_sub(k)?)))
    })?;
    let mut depth = 0i32;
    let mut quote = None;
    let mut bytes = text.bytes().zip(0..);
    while let Some((c, k)) = bytes.next() {
        match (quote, c) {
            (Some(_), b'\\') => {
                bytes.next();
            }
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') if depth > 0 => quote = Some(c),
            (None, b'(') => depth += 1,
            (None, b')') if depth == 1 => return Some(from + k + 1),
            (None, b')') => depth -= 1,
            (None, c) if depth == 0 && !c.is_ascii_whitespace() => return None,
            (None, _) => {}
        }
    }
    None
}
