//! Line splices ([lex.phases] 2): a backslash before the end of a line, and both are gone. In raw strings they stay
//! ([lex.string] 8).
//!
//! Cost: one pass, and a second one over files that have raw strings and splices.

use std::ops::Range;

/// Where the lines of a text start.
pub(crate) fn line_starts(text: &str) -> Vec<u32> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i as u32 + 1)).collect()
}

/// Takes out line splices and finds where the lines of the file start in what is left; `None` where there is none to take
/// out.
pub(crate) fn splice(text: &str) -> Option<(String, Vec<u32>)> {
    let mut starts = vec![0u32];
    let bytes = text.as_bytes();
    if !bytes.contains(&b'\\') || !text.contains("\\\n") && !text.contains("\\\r\n") {
        return None;
    }
    let raw = if text.contains("R\"") { raw_strings(bytes) } else { Vec::new() };
    let mut raw = raw.into_iter().peekable();
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (i, _) in text.match_indices('\n') {
        let cr = usize::from(i > from && bytes[i - 1] == b'\r');
        let end = i - cr;
        while raw.next_if(|r| r.end <= i).is_some() {}
        let within = raw.peek().is_some_and(|r| r.start <= i);
        if end > from && bytes[end - 1] == b'\\' && !within {
            out.push_str(&text[from..end - 1]);
        } else {
            out.push_str(&text[from..=i]);
        }
        starts.push(out.len() as u32);
        from = i + 1;
    }
    out.push_str(&text[from..]);
    Some((out, starts))
}

/// Where raw strings stand: from their quote to their end.
fn raw_strings(b: &[u8]) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    let at = |i: usize| b.get(i).copied().unwrap_or(0);
    let is_name = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80;
    let mut i = 0;
    while i < b.len() {
        match (at(i), at(i + 1)) {
            (b'/', b'/') => i = line_end(b, i),
            (b'/', b'*') => i = find(b, i + 2, b"*/").map_or(b.len(), |k| k + 2),
            (b'"' | b'\'', _) => i = quoted_end(b, i),
            (c, _) if is_name(c) => {
                let from = i;
                while is_name(at(i)) || c.is_ascii_digit() && at(i) == b'\'' {
                    i += 1;
                }
                let prefix = matches!(&b[from..i], b"R" | b"u8R" | b"uR" | b"UR" | b"LR");
                if prefix && at(i) == b'"' {
                    let Some(end) = raw_end(b, i) else { return list };
                    list.push(i..end);
                    i = end;
                }
            }
            _ => i += 1,
        }
    }
    list
}

fn find(b: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    b.get(from..)?.windows(what.len()).position(|w| w == what).map(|k| from + k)
}

/// The end of a line that begins with `//`: splices go on with it.
fn line_end(b: &[u8], from: usize) -> usize {
    let mut i = from;
    while let Some(k) = find(b, i, b"\n") {
        let before = b[from..k].strip_suffix(b"\r").unwrap_or(&b[from..k]);
        if before.last() != Some(&b'\\') {
            return k;
        }
        i = k + 1;
    }
    b.len()
}

/// The end of an ordinary string or character constant, or of its line.
fn quoted_end(b: &[u8], quote: usize) -> usize {
    let mut i = quote + 1;
    while let Some(&c) = b.get(i) {
        match c {
            b'\\' if b.get(i + 1) == Some(&b'\r') => i += 3,
            b'\\' => i += 2,
            b'\n' => return i,
            _ if c == b[quote] => return i + 1,
            _ => i += 1,
        }
    }
    b.len()
}

/// The end of the raw string whose quote stands at `quote`.
fn raw_end(b: &[u8], quote: usize) -> Option<usize> {
    let open = find(b, quote, b"(").filter(|k| k - quote <= 17)?;
    let close = [b")", &b[quote + 1..open], b"\""].concat();
    find(b, open, &close).map(|k| k + close.len())
}
