//! A text without what is not code: comments and the insides of strings as blanks, so that offsets and lines stay.

/// Brackets that close farther away, in bytes, do not: so that a text of open ones takes no time.
pub const FARTHEST: usize = 1 << 17;

/// The text with comments, the insides of strings and what is not ASCII as blanks. As long as the text, line breaks where they were.
pub fn mask(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out: Vec<u8> = Vec::with_capacity(bytes.len());
    while out.len() < bytes.len() {
        let at = out.len();
        let end = after(bytes, at).clamp(at + 1, bytes.len());
        if end == at + 1 {
            out.push(blank(bytes[at], bytes[at].is_ascii()));
            continue;
        }
        let quoted = matches!(bytes[at], b'"' | b'\'' | b'R');
        for (k, &byte) in bytes[at..end].iter().enumerate() {
            let edge = quoted && (k == 0 || at + k + 1 == end) && matches!(byte, b'"' | b'\'');
            out.push(blank(byte, edge));
        }
    }
    String::from_utf8(out).unwrap_or_default()
}

/// A byte as it stays: itself where it is code.
fn blank(byte: u8, code: bool) -> u8 {
    match byte {
        b'\n' => b'\n',
        byte if code => byte,
        _ => b' ',
    }
}

/// Where the comment or string ends that begins here; just behind where none does.
fn after(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let before = at.checked_sub(1).and_then(|k| bytes.get(k));
    let in_word = before.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    match rest {
        [b'/', b'/', ..] => at + line_end(rest),
        [b'/', b'*', ..] => find(&rest[2..], b"*/").map_or(bytes.len(), |k| at + k + 4),
        [b'R', b'"', ..] if !in_word => raw_end(rest).map_or(at + 2, |k| at + k),
        [b'"', ..] => at + quoted_end(rest),
        [b'\'', ..] if !in_word => at + quoted_end(rest),
        _ => at + 1,
    }
}

/// The end of a line that a backslash may prolong.
fn line_end(rest: &[u8]) -> usize {
    let mut at = 0;
    while at < rest.len() && (rest[at] != b'\n' || at > 0 && rest[at - 1] == b'\\') {
        at += 1;
    }
    at
}

/// Behind the closing quote, or at the line's end.
fn quoted_end(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == rest[0] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

/// Behind a raw string.
fn raw_end(rest: &[u8]) -> Option<usize> {
    let open = rest.iter().take(20).position(|&b| b == b'(')?;
    let close = [b")", &rest[2..open], b"\""].concat();
    let end = rest.len().min(open + FARTHEST);
    Some(open + find(&rest[open..end], &close)? + close.len())
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|w| w == what)
}

/// The names in a masked text, each with where it begins.
pub fn words(masked: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = masked.as_bytes();
        loop {
            let begin = at + bytes.get(at..)?.iter().position(|&b| is_word(b))?;
            let length = bytes[begin..].iter().position(|&b| !is_word(b));
            at = length.map_or(bytes.len(), |n| begin + n);
            if !bytes[begin].is_ascii_digit() {
                return Some((begin, &masked[begin..at]));
            }
        }
    })
}

/// Where the bracket closes that stands at `at` in a masked text.
pub fn closing(masked: &str, at: usize) -> Option<usize> {
    let bytes = masked.as_bytes();
    let open = *bytes.get(at)?;
    let close = match open {
        b'(' => b')',
        b'{' => b'}',
        b'[' => b']',
        b'<' => b'>',
        _ => return None,
    };
    let mut depth = 0_usize;
    let mut round = 0_usize;
    for (k, &byte) in bytes.iter().enumerate().skip(at).take(FARTHEST) {
        // Within `<...>`, a comparison in parentheses closes nothing.
        if open == b'<' {
            match byte {
                b'(' => round += 1,
                b')' => round = round.saturating_sub(1),
                b';' | b'{' => return None,
                _ => {}
            }
        }
        if byte == open {
            depth += 1;
        } else if byte == close && round == 0 {
            depth -= 1;
            if depth == 0 {
                return Some(k);
            }
        }
    }
    None
}

/// The parts of a masked list between commas that no bracket holds.
pub fn parts(masked: &str) -> Vec<&str> {
    let (mut out, mut depth, mut begin) = (Vec::new(), 0_i64, 0);
    for (k, byte) in masked.bytes().enumerate() {
        match byte {
            b'(' | b'<' | b'[' | b'{' => depth += 1,
            b')' | b'>' | b']' | b'}' => depth -= 1,
            b',' if depth <= 0 => {
                out.push(masked[begin..k].trim());
                begin = k + 1;
            }
            _ => {}
        }
    }
    out.push(masked[begin..].trim());
    out.retain(|part| !part.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_blank_and_lines_stay() {
        let text = "a /* { \n } */ b // }\nc \"}\\\"{\" d 'x' 1'000 R\"q(})\")q\" e é";
        let masked = mask(text);
        assert_eq!(masked.len(), text.len());
        assert_eq!(masked.matches('\n').count(), 2);
        assert!(!masked.contains(['{', '}']), "{masked}");
        let names: Vec<&str> = words(&masked).map(|(_, w)| w).collect();
        assert_eq!(
            names,
            ["a", "b", "c", "d", "R", "e"]
                .to_vec()
                .iter()
                .filter(|w| **w != "R")
                .copied()
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn what_never_closes_ends_with_the_text() {
        for text in ["/* x", "\"x", "'", "R\"(x", "R\"", "/", "// x\\", "\\"] {
            assert_eq!(mask(text).len(), text.len(), "{text}");
        }
        assert_eq!(closing("(()", 0), None);
        assert_eq!(closing("<a, (1 > 2)>", 0), Some(11));
        assert_eq!(closing("", 0), None);
        assert_eq!(parts("int a, b<c, d> e, (f, g)"), ["int a", "b<c, d> e", "(f, g)"]);
    }
}
