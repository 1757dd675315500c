//! Mutations: of bytes, of tokens, and of the grammar.

pub mod bytes;
pub mod grammar;
pub mod nest;
pub mod text_forms;
pub mod tokens;
pub mod words;

use crate::corpus::{Corpus, Kind, Seed};
use crate::random::Random;

/// No mutant is longer.
pub const LONGEST: usize = 192 << 10;

/// A list of tokens, each with the white space before it.
pub type Tokens = Vec<String>;

/// A mutant of a seed.
pub fn mutant(random: &mut Random, corpus: &Corpus, seed: &Seed) -> Vec<u8> {
    let mut tokens = seed.tokens.clone();
    let mut of_bytes = 0;
    for _ in 0..[1, 1, 1, 1, 2, 2, 3, 5][random.below(8)] {
        match (seed.kind, random.below(10)) {
            (_, 0 | 1) => of_bytes += 1,
            (Kind::Source, 2..=5) => tokens::mutate(random, corpus, &mut tokens),
            (Kind::Source, _) => grammar::mutate(random, corpus, &mut tokens),
            _ => text_forms::mutate(random, corpus, seed.kind, &mut tokens),
        }
        trim(&mut tokens);
        if tokens.is_empty() {
            break;
        }
    }
    let mut text = tokens.concat().into_bytes();
    for _ in 0..of_bytes {
        bytes::mutate(random, &mut text);
    }
    text
}

/// Cuts what is too long off.
fn trim(tokens: &mut Tokens) {
    let mut length = 0;
    let fits = tokens.iter().position(|t| {
        length += t.len();
        length > LONGEST
    });
    if let Some(fits) = fits {
        tokens.truncate(fits);
    }
}
