//! Mutations of WHIRL and SSA text.

use super::{Tokens, words};
use crate::corpus::{Corpus, Kind};
use crate::random::Random;

/// The word without the space before it.
fn bare(word: &str) -> &str {
    word.trim_start()
}

/// The end of the group that opens at `at`, or the word's own end.
fn group_end(tokens: &Tokens, at: usize) -> usize {
    let mut depth = 0i32;
    for (k, token) in tokens.iter().enumerate().skip(at) {
        depth += match bare(token) {
            "(" => 1,
            ")" => -1,
            _ => 0,
        };
        if depth <= 0 {
            return k + 1;
        }
    }
    tokens.len()
}

fn line_end(tokens: &Tokens, at: usize) -> usize {
    let next = tokens.iter().skip(at + 1).position(|t| t.starts_with('\n'));
    next.map_or(tokens.len(), |n| at + 1 + n)
}

/// A word from the list, or from any text form.
fn any(random: &mut Random, corpus: &Corpus) -> String {
    if corpus.forms.is_empty() || random.one_in(2) {
        return format!(" {}", random.pick(words::FORMS));
    }
    let tokens = &corpus.forms[random.below(corpus.forms.len())].tokens;
    format!(" {}", bare(&tokens[random.below(tokens.len())]))
}

/// Changes something. There is at least one word.
pub fn mutate(random: &mut Random, corpus: &Corpus, kind: Kind, tokens: &mut Tokens) {
    let at = random.below(tokens.len());
    match random.below(10) {
        0 => {
            tokens.remove(at);
        }
        1 => tokens.insert(at, any(random, corpus)),
        2 => tokens[at] = any(random, corpus),
        3 => {
            let other = random.below(tokens.len());
            tokens.swap(at, other);
        }
        4 => {
            let end = line_end(tokens, at);
            tokens.drain(at..end);
        }
        5 => {
            let (end, to) = (line_end(tokens, at), random.below(tokens.len()));
            let piece = tokens[at..end].to_vec();
            tokens.splice(to..to, piece);
        }
        6 => {
            // A group takes another's place.
            let (end, other) = (group_end(tokens, at), random.below(tokens.len()));
            let piece = tokens[other..group_end(tokens, other)].to_vec();
            tokens.splice(at..end, piece);
        }
        7 => {
            let (end, count) = (group_end(tokens, at), super::nest::count(random));
            let open = format!(" {}", random.pick(&["(", "(I4NEG", "(U4ADD", "(BLOCK", "(not"]));
            let piece = tokens[at..end].to_vec();
            let opened = std::iter::repeat_n(open, count).chain(piece);
            let nested: Vec<String> =
                opened.chain(std::iter::repeat_n(")".to_owned(), count)).collect();
            tokens.splice(at..end, nested);
        }
        8 => {
            // A number becomes another.
            let digits = tokens[at].find(|c: char| c.is_ascii_digit());
            if let Some(from) = digits {
                let tail = &tokens[at][from..];
                let end = from + tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
                let number =
                    random.pick(&["0", "1", "7", "31", "255", "4294967295", "99999999999"]);
                tokens[at].replace_range(from..end, number);
            }
        }
        _ => {
            let same: Vec<_> = corpus.forms.iter().filter(|f| f.kind == kind).collect();
            if !same.is_empty() {
                let other = &same[random.below(same.len())].tokens;
                let from = random.below(other.len());
                tokens.splice(at..at, other[from..line_end(other, from)].iter().cloned());
            }
        }
    }
}
