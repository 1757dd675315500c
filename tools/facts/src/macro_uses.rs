//! The uses of macros in the source's files, and which of them a text takes a part of.
//!
//! Idea: a place in the source ends where its last token was written. Tokens of a macro's replacement stand nowhere, so a condition from `BELOW(i, n)` has
//! the place of `i, n` or of `BELOW`. What begins in one argument and ends in another, or in a use and outside of it, is quoted with the whole use; and so is one
//! token of a use that joins tokens, which may be a part of another name.
//! Cost: a sort of the uses and a scan of the files, once; a search for each text, and the uses around it.

use optx_source::{SourceMap, Span};

/// A use: a macro's name with its arguments, if it has any.
#[derive(Clone, Copy)]
struct Use {
    whole: Span,
    /// Where the name ends.
    name_end: u32,
    /// Its replacement joins tokens (`##`): an argument that is one may be part of another.
    joins: bool,
    /// The use whose argument it stands in.
    around: Option<usize>,
}

/// The uses of macros in files, in order.
pub(crate) struct MacroUses(Vec<Use>);

impl MacroUses {
    pub(crate) fn of(map: &SourceMap) -> MacroUses {
        let in_file = |call: &Span| map.expansion(*call).is_none() && !map.is_builtin(*call);
        let of_files = map.expansions().iter().filter(|e| in_file(&e.call));
        let mut named: Vec<(Span, Span)> = of_files.map(|e| (e.call, e.body)).collect();
        named.sort_unstable_by_key(|(call, _)| (call.lo, call.hi));
        named.dedup_by_key(|(call, _)| *call);
        let names: Vec<Span> = named.iter().map(|&(call, _)| call).collect();
        let mut uses: Vec<Use> = Vec::with_capacity(names.len());
        let closed = closings(map, &names);
        for ((name, body), closed) in named.into_iter().zip(closed) {
            let joins = map.text(body).is_some_and(|text| text.contains("##"));
            let whole = Span::new(name.lo, closed.unwrap_or(name.hi));
            let mut around = uses.len().checked_sub(1);
            while let Some(k) = around.filter(|&k| uses[k].whole.hi <= name.lo) {
                around = uses[k].around;
            }
            uses.push(Use { whole, name_end: name.hi, joins, around });
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
    let is_part = |text: &str| takes_several_arguments(text) || of.joins && is_token(text);
    if is_argument && !map.text(text).is_some_and(is_part) {
        return text;
    }
    Span::new(lo.min(text.lo), hi.max(text.hi))
}

/// Whether a text is a name or a number.
fn is_token(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
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

/// By use, behind the bracket that closes its arguments; none where it has none.
fn closings(map: &SourceMap, names: &[Span]) -> Vec<Option<u32>> {
    let mut found = vec![None; names.len()];
    for file in map.files().iter().filter(|file| !file.builtin) {
        let span = file.span();
        let first = names.partition_point(|name| name.lo < span.lo);
        let behind = names.partition_point(|name| name.lo < span.hi);
        let mut ends = names[first..behind].iter().map(|name| name.hi).zip(first..).peekable();
        // Open brackets, each with the use whose arguments it begins.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut awaits = None;
        for (at, byte) in code(&file.text) {
            let at = span.lo + at;
            while let Some((_, of)) = ends.next_if(|(end, _)| *end <= at) {
                awaits = Some(of);
            }
            match byte {
                b'(' => open.push(awaits.take()),
                b')' => {
                    if let Some(of) = open.pop().flatten() {
                        found[of] = Some(at + 1);
                    }
                    awaits = None;
                }
                byte if !byte.is_ascii_whitespace() => awaits = None,
                _ => {}
            }
        }
    }
    found
}

/// The bytes of a source without those of comments, strings and character constants, each with its place.
fn code(text: &str) -> impl Iterator<Item = (u32, u8)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let &byte = bytes.get(at)?;
            let behind = match (byte, bytes.get(at + 1)) {
                (b'/', Some(b'/')) => bytes[at..].iter().position(|&c| c == b'\n'),
                (b'/', Some(b'*')) => {
                    bytes[at..].windows(2).skip(2).position(|c| c == b"*/").map(|k| k + 4)
                }
                (b'"' | b'\'', _) => quoted(&bytes[at..]),
                _ => {
                    at += 1;
                    return Some((at as u32 - 1, byte));
                }
            };
            at += behind?.max(1);
        }
    })
}

/// The length of a string or a character constant; it ends with its line.
fn quoted(bytes: &[u8]) -> Option<usize> {
    let quote = bytes.first()?;
    let mut is_escaped = false;
    for (k, byte) in bytes.iter().enumerate().skip(1) {
        match byte {
            b'\n' => return Some(k),
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            byte if byte == quote => return Some(k + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{MacroUses, code};
    use optx_source::{SourceMap, Span};
    use std::sync::Arc;

    /// The texts that parts of a source are quoted with, where `M`, `N` and `J` are macros.
    fn whole(text: &str, part: &str) -> String {
        let mut map = SourceMap::new();
        let id = map.add_file("k.cu", text).expect("small");
        let base = map.file(id).expect("just added").span().lo;
        let at = |k: usize, length: usize| Span::new(base + k as u32, base + (k + length) as u32);
        // Of these three the last joins tokens.
        let joined = map.add_file("joins", "a##b").expect("small");
        let joined = map.file(joined).expect("just added").span();
        for (name, body) in [("M", at(0, 1)), ("N", at(0, 1)), ("J", joined)] {
            for (k, _) in text.match_indices(name) {
                map.add_expansion(&Arc::from(name), at(k, 1), body).expect("small");
            }
        }
        let span = at(text.find(part).expect("a part"), part.len());
        let found = MacroUses::of(&map).whole(&map, span);
        map.text(found).expect("a text").to_owned()
    }

    #[test]
    fn parts_of_uses_are_quoted_whole() {
        for (text, part, wanted) in [
            ("if (M(i, n)) x;", "i, n", "M(i, n)"),
            ("if (M(i > n)) x;", "i > n", "i > n"),
            ("if (M (f(a, b), n)) x;", "f(a, b)", "f(a, b)"),
            ("if (i < M(n)) x;", "i < M", "i < M(n)"),
            ("if (M < n) x;", "M", "M"),
            ("if (M(i) < n) x;", "i) < n", "M(i) < n"),
            ("if (M(i, N(a, b))) x;", "a, b", "N(a, b)"),
            ("if (M(i, N(a, b))) x;", "i, N", "M(i, N(a, b))"),
            ("if (M(\")\", ')', n /* ) */)) x;", "n", "n"),
            ("if (M(\")\", ')', n /* ) */)) x;", "')', n", "M(\")\", ')', n /* ) */)"),
            ("if (i < n) M(", "i < n", "i < n"),
            ("i < M(", "i < M", "i < M"),
            ("if (J(q, 1)) x;", "q", "J(q, 1)"),
            ("if (J(q, 1) > M(i)) x;", "i", "i"),
            ("if (J(i > 1, 2)) x;", "i > 1", "i > 1"),
        ] {
            assert_eq!(whole(text, part), wanted, "{text}: {part}");
        }
    }

    #[test]
    fn comments_and_strings_are_no_code() {
        let text = |source: &str| code(source).map(|(_, byte)| byte as char).collect::<String>();
        assert_eq!(text("a // (\nb /* ( */ c \"(\\\"(\" d '(' e"), "a \nb  c  d  e");
        for open in ["\"never", "/* never", "// never", "'", "/", "\"\\"] {
            assert!(text(open).len() <= 1, "{open}");
        }
    }
}
