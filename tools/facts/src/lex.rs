//! Just enough of C's tokens to find brackets and assignments in a statement's text.

/// More tokens of a text are not looked at: what is assigned or accessed stands before them.
const MOST: usize = 512;

/// Words, numbers and punctuators of a text, each with its place; strings are one.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    const LONG: [&str; 23] = [
        "<<=", ">>=", "->", "++", "--", "::", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=",
        "/=", "%=", "&=", "|=", "^=", "<<", ">>", "//",
    ];
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
            continue;
        } else if word(c) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if c == '"' || c == '\'' {
            quoted(rest, c)
        } else if let Some(long) = LONG.iter().find(|long| rest.starts_with(**long)) {
            long.len()
        } else {
            c.len_utf8()
        };
        out.push(&rest[..length]);
        if out.len() == MOST {
            break;
        }
        rest = &rest[length..];
    }
    out
}

/// The length of a string or a character constant.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

pub(crate) fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The text from one token of a text to another, the last included.
pub(crate) fn between<'t>(text: &'t str, tokens: &[&'t str], first: usize, last: usize) -> &'t str {
    let at = |token: &str| token.as_ptr() as usize - text.as_ptr() as usize;
    match (tokens.get(first), tokens.get(last)) {
        (Some(a), Some(b)) if first <= last => &text[at(a)..at(b) + b.len()],
        _ => "",
    }
}

/// The bracket that closes the one at a token; the last token where none does.
pub(crate) fn closing(tokens: &[&str], open: usize) -> usize {
    let mut depth = 0;
    for (k, token) in tokens.iter().enumerate().skip(open) {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return k;
        }
    }
    tokens.len().saturating_sub(1)
}

/// How many brackets a text closes that it does not open.
pub(crate) fn unopened(text: &str) -> usize {
    let (mut depth, mut least) = (0i32, 0i32);
    for token in tokens(text) {
        depth += i32::from(matches!(token, "(" | "[" | "{"))
            - i32::from(matches!(token, ")" | "]" | "}"));
        least = least.min(depth);
    }
    least.unsigned_abs() as usize
}

/// How many brackets a text opens that it does not close.
pub(crate) fn unclosed(text: &str) -> usize {
    let mut depth = 0usize;
    for token in tokens(text) {
        match token {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}

/// The bracket that the one at a token closes.
pub(crate) fn opening(tokens: &[&str], close: usize) -> usize {
    let mut depth = 0;
    for k in (0..=close).rev() {
        match tokens[k] {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return k;
        }
    }
    0
}

/// The last token of what begins at a token: a name with what is indexed, called and selected of it.
pub(crate) fn forward(tokens: &[&str], first: usize) -> usize {
    let mut last = first;
    if tokens.get(first) == Some(&"(") {
        last = closing(tokens, first);
    }
    loop {
        match tokens.get(last + 1) {
            Some(&("[" | "(")) => last = closing(tokens, last + 1),
            Some(&("." | "->" | "::")) if last + 2 < tokens.len() => last += 2,
            _ => return last.min(tokens.len().saturating_sub(1)),
        }
    }
}

/// The first token of what ends at a token.
pub(crate) fn backward(tokens: &[&str], last: usize) -> usize {
    let mut at = last;
    loop {
        if matches!(tokens[at], "]" | ")") {
            at = opening(tokens, at);
            let goes_on =
                at > 0 && (is_word(tokens[at - 1]) || matches!(tokens[at - 1], "]" | ")"));
            if !goes_on {
                return at;
            }
            at -= 1;
        } else if at >= 2 && matches!(tokens[at - 1], "." | "->" | "::") {
            at -= 2;
        } else {
            return at;
        }
    }
}
