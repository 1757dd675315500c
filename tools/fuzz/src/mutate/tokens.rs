//! Mutations of tokens: exchanged, doubled, gone, from a dictionary, from another file.

use super::{Tokens, words};
use crate::corpus::Corpus;
use crate::random::Random;

/// Operators of more than one character, longest first.
const LONG: &[&str] = &[
    "<<<", ">>>", "<<=", ">>=", "...", "->*", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
    "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##",
];

/// Splits a source into tokens, each with the white space and comments before it; put together they are the source.
pub fn split(text: &str) -> Tokens {
    let mut out = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let space = space(rest);
        let length = space + lexeme(&rest[space..]);
        out.push(rest[..length].to_owned());
        rest = &rest[length..];
    }
    out
}

/// How much white space and how many comments a text starts with.
fn space(text: &str) -> usize {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        rest = if trimmed.starts_with("//") {
            &trimmed[trimmed.find('\n').unwrap_or(trimmed.len())..]
        } else if trimmed.starts_with("/*") {
            &trimmed[trimmed.find("*/").map_or(trimmed.len(), |e| e + 2)..]
        } else {
            return text.len() - trimmed.len();
        };
    }
}

fn lexeme(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if first == '"' || first == '\'' {
        let mut escaped = false;
        for (at, c) in text.char_indices().skip(1) {
            match c {
                '\n' => return at,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if c == first => return at + 1,
                _ => {}
            }
        }
        return text.len();
    }
    if first.is_ascii_digit() {
        return text.find(|c| !word(c) && c != '.').unwrap_or(text.len());
    }
    if word(first) {
        return text.find(|c| !word(c)).unwrap_or(text.len());
    }
    let long = LONG.iter().find(|l| text.starts_with(**l));
    long.map_or(first.len_utf8(), |l| l.len())
}

/// Splits a text form into words, parentheses of their own, each with the white space before it.
pub fn words(text: &str) -> Tokens {
    let mut out = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let space = rest.len() - rest.trim_start().len();
        let body = &rest[space..];
        let length = match body.chars().next() {
            Some('(' | ')') => 1,
            Some('"') => body[1..].find('"').map_or(body.len(), |e| e + 2),
            _ => {
                body.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(body.len())
            }
        };
        out.push(rest[..space + length].to_owned());
        rest = &rest[space + length..];
    }
    out
}

/// The token without the space before it.
pub fn bare(token: &str) -> &str {
    &token[space(token)..]
}

/// A token from the dictionary, or from any source.
pub fn any(random: &mut Random, corpus: &Corpus) -> String {
    if random.one_in(3) {
        let tokens = &corpus.sources[random.below(corpus.sources.len())].tokens;
        return format!(" {}", bare(&tokens[random.below(tokens.len())]));
    }
    format!(" {} ", random.pick(words::SOURCE))
}

/// Changes a few tokens. There is at least one.
pub fn mutate(random: &mut Random, corpus: &Corpus, tokens: &mut Tokens) {
    let at = random.below(tokens.len());
    match random.below(8) {
        0 => {
            let end = (at + 1 + random.below(4)).min(tokens.len());
            tokens.drain(at..end);
        }
        1 | 2 => tokens.insert(at, any(random, corpus)),
        3 => tokens[at] = any(random, corpus),
        4 => {
            let other = random.below(tokens.len());
            tokens.swap(at, other);
        }
        5 => {
            let end = (at + 1 + random.below(12)).min(tokens.len());
            let piece = tokens[at..end].to_vec();
            let to = random.below(tokens.len());
            tokens.splice(to..to, piece);
        }
        6 => {
            // One name becomes another everywhere, or the next one only.
            let (from, to) = (bare(&tokens[at]).to_owned(), any(random, corpus));
            let everywhere = random.one_in(2);
            for token in tokens.iter_mut().skip(if everywhere { 0 } else { at }) {
                if bare(token) == from {
                    token.clone_from(&to);
                    if !everywhere {
                        break;
                    }
                }
            }
        }
        _ => {
            let other = &corpus.sources[random.below(corpus.sources.len())].tokens;
            let from = random.below(other.len());
            let end = (from + 1 + random.below(30)).min(other.len());
            tokens.splice(at..at, other[from..end].iter().cloned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{bare, split, words};

    #[test]
    fn tokens_together_are_the_text() {
        let text = " // a\nint x = 0x1fu<<=3; /* b */ \"s\\\"t\" 'c' é # \"open\n\\ end ";
        let tokens = split(text);
        assert_eq!(tokens.concat(), text);
        let bare: Vec<&str> = tokens.iter().map(|t| bare(t)).collect();
        assert_eq!(
            bare,
            [
                "int",
                "x",
                "=",
                "0x1fu",
                "<<=",
                "3",
                ";",
                "\"s\\\"t\"",
                "'c'",
                "é",
                "#",
                "\"open",
                "\\",
                "end",
                ""
            ]
        );
        let form = "(whirl 1\n  (func \"a b\" U4))\n";
        assert_eq!(words(form).concat(), form);
        assert_eq!(words(form).len(), 10);
    }
}
