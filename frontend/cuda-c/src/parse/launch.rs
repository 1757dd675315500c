//! What is wrong with the text of a launch, `k<<<grid, block>>>(arguments)`, whatever its names mean: nothing else of host code is read.
//!
//! Only what is sure is told: where `<` stands between the brackets, commas and `>>>` may be those of template arguments.

use optx_source::{Code, Diagnostic, Span, code};

use crate::token::{Tok, Token};

/// The grid, its blocks, bytes of shared memory and a stream.
const MOST_PARTS: usize = 4;

/// What is wrong with the launch whose `<<<` stands at `open`.
pub(crate) fn fault(tokens: &[Token], open: usize) -> Option<Diagnostic> {
    let list = Parts::read(tokens, open + 1, |k| closes(tokens, k))?;
    let template = tokens[open..list.close].iter().any(|t| t.kind == Tok::Lt);
    if let Some(at) = list.missing.filter(|_| list.count > 1) {
        return told(
            code::EXPECTED_EXPRESSION,
            at,
            "something must stand here, between the commas",
        );
    }
    if template {
        return None;
    }
    if list.count > MOST_PARTS {
        let text = format!(
            "a launch says a grid, its blocks, bytes of shared memory and a stream, and {} are given",
            list.count
        );
        return told(code::ARGUMENT_COUNT, tokens[open].span, text);
    }
    let behind = list.close + 2;
    let last = tokens.get(behind - 1)?.span;
    if tokens.get(behind).is_none_or(|t| t.kind != Tok::LParen) {
        let text = "the arguments of a launch must stand behind it in parentheses, be there none";
        return told(code::EXPECTED, last, text);
    }
    let arguments = Parts::read(tokens, behind + 1, |k| tokens[k].kind == Tok::RParen)?;
    let at = arguments.missing.filter(|_| arguments.count > 1)?;
    told(code::EXPECTED_EXPRESSION, at, "an argument of the launch must stand here")
}

fn told(code: Code, span: Span, text: impl Into<String>) -> Option<Diagnostic> {
    Some(Diagnostic::new(code, span, text))
}

/// Whether the `>>>` of a launch stands at a token: `>>` and `>`.
fn closes(tokens: &[Token], k: usize) -> bool {
    let next = tokens.get(k + 1).map(|t| t.kind);
    matches!((tokens[k].kind, next), (Tok::Shr, Some(Tok::Gt)) | (Tok::Gt, Some(Tok::Shr)))
}

/// What stands between commas.
struct Parts {
    /// Where it ends.
    close: usize,
    count: usize,
    /// The first token that a part is missing before.
    missing: Option<Span>,
}

impl Parts {
    /// The parts from `first` to the first token that ends them; `None` where there is none such.
    fn read(tokens: &[Token], first: usize, ends: impl Fn(usize) -> bool) -> Option<Parts> {
        let mut parts = Parts { close: first, count: 1, missing: None };
        let (mut depth, mut from) = (0u32, first);
        for (k, t) in tokens.iter().enumerate().skip(first) {
            let end = depth == 0 && ends(k);
            if (end || depth == 0 && t.kind == Tok::Comma) && from == k {
                parts.missing = parts.missing.or(Some(t.span));
            }
            match t.kind {
                _ if end => return Some(Parts { close: k, ..parts }),
                Tok::Comma if depth == 0 => {
                    parts.count += 1;
                    from = k + 1;
                }
                Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace => depth = depth.checked_sub(1)?,
                Tok::Semi if depth == 0 => return None,
                _ => {}
            }
        }
        None
    }
}
