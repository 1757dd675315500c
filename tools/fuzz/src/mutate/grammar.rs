//! Mutations that know a source's grammar, roughly.

use super::tokens::bare;
use super::{Tokens, nest, words};
use crate::corpus::Corpus;
use crate::random::Random;
use std::fmt::Write as _;
use std::ops::Range;

/// Changes something. There is at least one token.
pub fn mutate(random: &mut Random, corpus: &Corpus, tokens: &mut Tokens) {
    match random.below(16) {
        0 | 1 => nest::expression(random, tokens),
        2 | 3 => nest::block(random, tokens),
        4 => declarator(random, tokens),
        5 => repeat(random, tokens),
        6 => literal(random, tokens),
        7 => chain(random, tokens),
        8 => prelude(random, tokens),
        9 | 10 => bodies(random, corpus, tokens),
        11 => another_item(random, corpus, tokens),
        12 | 13 => replace(random, tokens, words::TYPES),
        _ => replace(random, tokens, words::OPERATORS),
    }
}

/// Stars after a type, bounds after a name, arguments after a template's name.
fn declarator(random: &mut Random, tokens: &mut Tokens) {
    let count = nest::count(random);
    let word = random.pick(&["*", " const *", "[1]", "[2]", "(", "&", "<int", "<1>", "::x", "->x"]);
    let at = nest::operand(random, tokens).end;
    tokens.insert(at, word.repeat(count));
}

/// A declaration or statement again and again, with the same names or others.
fn repeat(random: &mut Random, tokens: &mut Tokens) {
    let range =
        if random.one_in(2) { item(random, tokens) } else { nest::statement(random, tokens) };
    let length = tokens[range.clone()].iter().map(String::len).sum::<usize>().max(1);
    let count = nest::count(random).min(super::LONGEST / 2 / length);
    let name = range.clone().map(|at| bare(&tokens[at]).to_owned()).find(|t| {
        let known = words::SOURCE.contains(&t.as_str());
        !known && t.starts_with(|c: char| c.is_alphabetic() || c == '_')
    });
    let renamed = name.filter(|_| random.one_in(2));
    let mut out = Vec::new();
    for k in 0..count {
        for at in range.clone() {
            let mut token = tokens[at].clone();
            if renamed.as_deref() == Some(bare(&token)) {
                let _ = write!(token, "_{k}");
            }
            out.push(token);
        }
    }
    tokens.splice(range.end..range.end, out);
}

/// A number or string becomes another, perhaps a very long one.
fn literal(random: &mut Random, tokens: &mut Tokens) {
    let count = nest::count(random);
    let new = match random.below(9) {
        0 => format!(" {}", "9".repeat(count)),
        1 => format!(" 0x{}", "f".repeat(count)),
        2 => format!(" 1.{}e-{}", "3".repeat(count), random.below(500)),
        3 => format!(" 0x1.{}p{}", "8".repeat(count), random.below(3000)),
        4 => {
            format!(" \"{}\"", random.pick(&["a", "\\n", "\\x41", "\\0", "é", "%d"]).repeat(count))
        }
        5 => format!(" '{}'", "a".repeat(count % 9)),
        6 => format!(" {}", random.bits() >> random.below(64)),
        7 => format!(" {{{}}}", "1, ".repeat(count)),
        _ => format!(" {}", [1u64 << 31, 1 << 32, 1 << 33, 1 << 62, 1 << 63][random.below(5)]),
    };
    let from = random.below(tokens.len());
    let is_literal =
        |at: &usize| bare(&tokens[*at]).starts_with(|c: char| c.is_ascii_digit() || c == '"');
    let at = (from..tokens.len()).find(is_literal).unwrap_or(from);
    tokens[at] = new;
}

/// An operand becomes a long chain of operands.
fn chain(random: &mut Random, tokens: &mut Tokens) {
    let range = nest::operand(random, tokens);
    let text = tokens[range.clone()].concat();
    let count = nest::count(random).min(super::LONGEST / 4 / text.len().max(1));
    let op = random.pick(words::OPERATORS);
    let link = format!(" {op} {text}");
    tokens.insert(range.end, link.repeat(count));
}

/// Something before the source that its names are then made of: macros, templates, structures, in steps.
fn prelude(random: &mut Random, tokens: &mut Tokens) {
    let count = nest::count(random).min(2000);
    let mut text = String::from("\n");
    let kind = random.below(8);
    let name = match kind {
        0 => {
            // Each expands to the one before, once or twice.
            let body = random.pick(&["{} {}", "({})", "{} + {}", "F({})", "{}"]);
            text.push_str("#define A0 1\n#define F(x) x\n");
            for k in 1..=count {
                let before = format!("A{}", k - 1);
                let _ = writeln!(text, "#define A{k} {}", body.replace("{}", &before));
            }
            format!(" A{count}")
        }
        1 => {
            text.push_str("#define G0(x, ...) x __VA_ARGS__\n");
            for k in 1..=count {
                let before = k - 1;
                let _ =
                    writeln!(text, "#define G{k}(x, ...) G{before}(x, G{before}(x, __VA_ARGS__))");
            }
            format!(" G{count}(1, 2)")
        }
        2 => {
            text.push_str("struct S0 { int a; };\n");
            for k in 1..=count {
                let _ = writeln!(text, "struct S{k} {{ S{} a[2]; int b : 3; }};", k - 1);
            }
            format!(" S{count}")
        }
        3 => {
            text.push_str("typedef int T0;\n");
            let pointer = random.pick(&["*", "", "[2]", "&"]);
            for k in 1..=count {
                let (star, bound) = if pointer == "[2]" { ("", "[2]") } else { (pointer, "") };
                let _ = writeln!(text, "typedef T{} {star}T{k}{bound};", k - 1);
            }
            format!(" T{count}")
        }
        4 => {
            text.push_str("__device__ int f0(int x) { return x + 1; }\n");
            let body = random.pick(&["f{}(x)", "f{}(x) + f{}(x + 1)", "x > 3 ? f{}(x) : f{}(-x)"]);
            for k in 1..=count {
                let body = body.replace("{}", &(k - 1).to_string());
                let _ = writeln!(text, "__device__ int f{k}(int x) {{ return {body}; }}");
            }
            format!(" f{count}(1)")
        }
        5 => {
            let next = random.pick(&["N + 1", "N - 1", "N / 2", "N * 2, T*", "N, T"]);
            let _ = writeln!(
                text,
                "template<int N, typename T = int> __device__ int t(int x) {{ return t<{next}>(x) + 1; }}\n\
                 template<> __device__ int t<0, int>(int x) {{ return x; }}"
            );
            format!(" t<{count}>(1)")
        }
        6 => {
            let _ = writeln!(
                text,
                "template<typename T, int N> struct V {{ T v[N]; V<T, N - 1> rest; __device__ T sum() const \
                 {{ return v[0] + rest.sum(); }} }};\ntemplate<typename T> struct V<T, 0> {{ __device__ T sum() const \
                 {{ return 0; }} }};\n__device__ V<int, {count}> vv;"
            );
            " vv.sum()".to_owned()
        }
        _ => {
            text.push_str("#include \"header.cuh\"\n#include \"self.cuh\"\n");
            " H(h(1), 2)".to_owned()
        }
    };
    tokens.insert(0, text);
    if tokens.len() > 1 {
        let range = nest::operand(random, tokens);
        tokens.splice(range, [name]);
    }
}

/// Groups in brackets of the same kind change places, within the source or with another.
fn bodies(random: &mut Random, corpus: &Corpus, tokens: &mut Tokens) {
    let open = random.pick(&["{", "{", "(", "["]);
    let Some(a) = group(random, tokens, open) else { return };
    let other = &corpus.sources[random.below(corpus.sources.len())].tokens;
    let piece = if random.one_in(2) {
        group(random, tokens, open).map(|b| tokens[b].to_vec())
    } else {
        group(random, other, open).map(|b| other[b].to_vec())
    };
    if let Some(piece) = piece {
        tokens.splice(a, piece);
    }
}

fn group(random: &mut Random, tokens: &Tokens, open: &str) -> Option<Range<usize>> {
    let partners = nest::partners(tokens);
    let groups: Vec<usize> =
        (0..tokens.len()).filter(|at| partners[*at] > *at && bare(&tokens[*at]) == open).collect();
    let at = *groups.get(random.below(groups.len()))?;
    Some(at..partners[at] + 1)
}

/// A top-level declaration, roughly.
fn item(random: &mut Random, tokens: &Tokens) -> Range<usize> {
    let partners = nest::partners(tokens);
    let mut items = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < tokens.len() {
        let end = partners[at] + 1;
        let word = bare(&tokens[at]);
        let followed = tokens.get(end).is_some_and(|t| bare(t) == ";");
        if word == ";" || (word == "{" && !followed) {
            items.push(start..end);
            start = end;
        }
        at = end;
    }
    items.push(start..tokens.len());
    items[random.below(items.len())].clone()
}

/// A declaration of another source comes in.
fn another_item(random: &mut Random, corpus: &Corpus, tokens: &mut Tokens) {
    let other = &corpus.sources[random.below(corpus.sources.len())].tokens;
    let (from, to) = (item(random, other), item(random, tokens));
    let at = if random.one_in(2) { to.start } else { to.end };
    tokens.splice(at..at, other[from].iter().cloned());
}

/// A word of a list becomes another of it.
fn replace(random: &mut Random, tokens: &mut Tokens, list: &[&str]) {
    let from = random.below(tokens.len());
    let known = |at: &usize| list.contains(&bare(&tokens[*at]));
    if let Some(at) = (from..tokens.len()).find(known) {
        tokens[at] = format!(" {} ", random.pick(list));
    }
}
