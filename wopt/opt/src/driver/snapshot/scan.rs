//! Tokens of a line, and the places among them.

use super::{Line, Spot, Word};
use optx_whirl::Pos;

/// A token of a line: a bracket, or what stands between blanks and brackets; strings are none.
#[derive(Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    pub(super) word: Word,
}

/// The lines of a text, each with where it begins.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut begin = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = begin;
        begin += line.len() as u32;
        (at, line)
    })
}

/// A line that says nothing yet.
pub(super) fn empty(at: u32, text: &str) -> Line {
    Line { begin: at, end: at + text.len() as u32, ..Line::default() }
}

/// The tokens of a line that begins at a place; what is in `single` is a token of its own.
pub(super) fn tokens<'t>(at: u32, line: &'t str, single: &'static str) -> Vec<Token<'t>> {
    let mut out = Vec::new();
    let mut from: Option<usize> = None;
    let mut quoted = false;
    let mut escaped = false;
    let mut push = |begin: usize, end: usize| {
        let word = Word { begin: at + begin as u32, end: at + end as u32 };
        out.push(Token { text: &line[begin..end], word });
    };
    for (k, c) in line.char_indices() {
        if quoted {
            (escaped, quoted) = (c == '\\' && !escaped, c != '"' || escaped);
            continue;
        }
        let ends = c.is_whitespace() || c == '"' || single.contains(c);
        if ends && let Some(begin) = from.take() {
            push(begin, k);
        }
        if c == '"' {
            quoted = true;
        } else if single.contains(c) {
            push(k, k + c.len_utf8());
        } else if !ends && from.is_none() {
            from = Some(k);
        }
    }
    if let Some(begin) = from {
        push(begin, line.len());
    }
    out
}

/// The place that a token names: `@0:12:7+5`, with what it is a part of behind `/`, and the call that it was inlined at behind `<`.
pub(super) fn place(token: &str) -> Option<Spot> {
    let text = token.strip_prefix('@')?;
    let (text, site) = match text.split_once('<') {
        Some((text, site)) => (text, site.parse().ok()),
        None => (text, None),
    };
    let own = text.split('/').next()?;
    let (own, length) = match own.split_once('+') {
        Some((own, length)) => (own, length.parse().ok()?),
        None => (own, 0),
    };
    let mut numbers = own.split(':');
    let file = numbers.next()?.parse().ok()?;
    let line = numbers.next()?.parse().ok()?;
    let column = numbers.next()?.parse().ok()?;
    Some(Spot { pos: Pos { file, line, column }, length, site })
}

impl Line {
    /// A name that it sets.
    pub(super) fn define(&mut self, word: Word) {
        self.defines.push(word);
    }
}

/// Names of a line that it reads, each once: without those that are in the text again.
pub(super) fn distinct(text: &str, words: &mut Vec<Word>) {
    let name = |word: &Word| text.get(word.begin as usize..word.end as usize).unwrap_or("");
    let mut seen = std::collections::HashSet::new();
    words.retain(|word| seen.insert(name(word)));
}

#[cfg(test)]
mod tests {
    use super::{place, tokens};

    #[test]
    fn places_as_texts_have_them() {
        let spot = place("@0:12:9+2/0:12:7+5<3").expect("a place");
        assert_eq!((spot.pos.line, spot.pos.column, spot.length, spot.site), (12, 9, 2, Some(3)));
        let spot = place("@1:3:4").expect("a place");
        assert_eq!((spot.pos.file, spot.pos.line, spot.length, spot.site), (1, 3, 0, None));
        for text in ["", "@", "@0:1", "0:1:2", "@a:b:c", "@99999:1:1", "@0:1:2+x"] {
            assert!(place(text).is_none(), "{text}");
        }
    }

    #[test]
    fn strings_are_no_tokens() {
        let found = tokens(10, "(a \"v1 \\\" v2\" (b))\n", "()");
        let texts: Vec<&str> = found.iter().map(|token| token.text).collect();
        assert_eq!(texts, ["(", "a", "(", "b", ")", ")"]);
        assert_eq!(found[1].word.begin, 11);
        assert!(tokens(0, "\"never ends", "()").is_empty());
    }
}
