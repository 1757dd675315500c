//! Depth and length: how much, and of what.

use super::Tokens;
use super::tokens::bare;
use crate::random::Random;

/// How often something is repeated: a few times mostly, and about the limits.
pub fn count(random: &mut Random) -> usize {
    match random.below(8) {
        0..=3 => 1 + random.below(8),
        4 => [63, 64, 100, 255, 256, 257][random.below(6)],
        5 => [300, 301, 400, 512][random.below(4)],
        6 => [1000, 1024, 2000][random.below(3)],
        _ => [4096, 5000, 10_000][random.below(3)],
    }
}

/// What an expression can be put into.
const EXPRESSIONS: &[(&str, &str)] = &[
    ("(", ")"),
    (" -", ""),
    (" !", ""),
    (" ~", ""),
    (" *&", ""),
    (" ++", ""),
    (" (int)", ""),
    (" (float)", ""),
    (" sizeof ", ""),
    (" static_cast<int>(", ")"),
    ("(1 ? ", " : 2)"),
    (" 1 ? 2 : ", ""),
    ("(1 + ", ")"),
    ("(1.5f * ", " + 2)"),
    ("(0, ", ")"),
    ("(1 && ", ")"),
    ("(x = ", ")"),
    (" f(", ")"),
    (" abs(", ")"),
    (" sqrt(", ")"),
    (" min(1, ", ")"),
    (" p[", "]"),
    (" F(", ")"),
    (" {", "}"),
    (" int(", ")"),
    (" atomicAdd(&x, ", ")"),
    (" T<", ">"),
    (" (", ""),
    ("", ")"),
];

/// What a statement can be put into.
const STATEMENTS: &[(&str, &str)] = &[
    (" {", "}"),
    (" if (1)", ""),
    (" if (threadIdx.x) {", "}"),
    (" if (0) {} else", ""),
    (" for (;;)", ""),
    (" for (int i = 0; i < 4; i++) {", "}"),
    (" while (n)", ""),
    (" do", " while (0);"),
    (" switch (n) case 1:", ""),
    (" switch (n) { default:", "}"),
    (" x:", ""),
    (" case 1:", ""),
    (" {", ""),
    (" if (x", ""),
    (" namespace N {", "}"),
    (" struct S {", "} s;"),
    (" extern \"C\" {", "}"),
    (" template<typename T>", ""),
    ("\n#if 1\n", "\n#endif\n"),
    ("\n#if 0\n#else\n", "\n#endif\n"),
];

/// Places of the brackets that close those at the same index, by place; a place without a partner is its own.
pub fn partners(tokens: &Tokens) -> Vec<usize> {
    let mut out: Vec<usize> = (0..tokens.len()).collect();
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match bare(token) {
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => {
                if let Some(from) = open.pop() {
                    out[from] = at;
                }
            }
            _ => {}
        }
    }
    out
}

/// An operand: a name, a number, or a group in brackets.
pub fn operand(random: &mut Random, tokens: &Tokens) -> std::ops::Range<usize> {
    let partners = partners(tokens);
    let mut at = random.below(tokens.len());
    for _ in 0..tokens.len() {
        let first = bare(&tokens[at]).chars().next();
        if first.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '(' | '"' | '\'')) {
            break;
        }
        at = (at + 1) % tokens.len();
    }
    at..partners[at] + 1
}

/// A statement, roughly: from after `;`, `{` or `}` to the next `;` or the end of a block.
pub fn statement(random: &mut Random, tokens: &Tokens) -> std::ops::Range<usize> {
    let partners = partners(tokens);
    let starts = |at: &usize| matches!(bare(&tokens[*at]), ";" | "{" | "}");
    let from = random.below(tokens.len());
    let start = (from..tokens.len()).find(starts).map_or(0, |at| at + 1);
    let mut at = start;
    while at < tokens.len() {
        match bare(&tokens[at]) {
            ";" => return start..at + 1,
            "{" => return start..partners[at] + 1,
            "}" => return start..at,
            _ => at = partners[at] + 1,
        }
    }
    start..tokens.len()
}

/// Puts `range` into `count` pairs.
pub fn wrap(
    tokens: &mut Tokens,
    range: std::ops::Range<usize>,
    (open, close): (&str, &str),
    count: usize,
) {
    tokens.insert(range.end, close.repeat(count));
    tokens.insert(range.start, open.repeat(count));
}

/// Nests an expression.
pub fn expression(random: &mut Random, tokens: &mut Tokens) {
    let (range, count) = (operand(random, tokens), count(random));
    let pair = EXPRESSIONS[random.below(EXPRESSIONS.len())];
    wrap(tokens, range, pair, count);
}

/// Nests a statement.
pub fn block(random: &mut Random, tokens: &mut Tokens) {
    let (range, count) = (statement(random, tokens), count(random));
    let pair = STATEMENTS[random.below(STATEMENTS.len())];
    wrap(tokens, range, pair, count);
}
