//! Literals of the user's: `3_k` is a call of `operator""_k` ([lex.ext], [over.literal]).
//!
//! A literal operator is a function whose name nothing else can spell. Before the file is cut its tokens become one name,
//! `operator""_k`, which is declared, looked up and overloaded as any function is; a literal with a suffix that some operator has
//! is a call of it with the character, or the string and its length; what a number is a call of goes by the operators that are found.

use crate::{
    ast::{BinaryOp, Expr, ExprKind},
    intern::{Interner, Symbol},
    literal::{self, Number},
    parse::{Parse, Parser},
    token::{SPACE, Tok, Token},
    words,
};

/// What the names of literal operators begin with.
pub(crate) const OPERATOR: &str = "operator\"\"";

/// Whether a name is that of an operator of literals.
pub(crate) fn is_operator(name: &str) -> bool {
    name.starts_with(OPERATOR)
}

/// Makes the names of literal operators one token each.
pub(crate) fn join(tokens: &mut Vec<Token>, names: &mut Interner) {
    let starts = |t: &[Token]| match t {
        [word, text, suffix] => {
            word.is(words::OPERATOR) && text.kind == Tok::Str && suffix.kind == Tok::Ident
        }
        _ => false,
    };
    let is_empty = |t: &Token, names: &Interner| names.get(t.sym) == "\"\"";
    let Some(first) = tokens.windows(3).position(|t| starts(t) && is_empty(&t[1], names)) else {
        return;
    };
    let (mut kept, mut at) = (first, first);
    while at < tokens.len() {
        let three = tokens.get(at..at + 3).filter(|t| starts(t) && is_empty(&t[1], names));
        let (token, taken) = match three {
            Some(t) => {
                let name = format!("{OPERATOR}{}", names.get(t[2].sym));
                let span = t[0].span.to(t[2].span);
                (Token { sym: names.intern(&name), span, ..t[2] }, 3)
            }
            None => (tokens[at], 1),
        };
        tokens[kept] = token;
        at += taken;
        kept += 1;
    }
    tokens.truncate(kept);
}

impl<'a> Parser<'a, '_, '_> {
    /// The operator of a suffix, where the file has one.
    fn literal_operator(&self, suffix: &str) -> Option<Symbol> {
        self.input.names.find(&format!("{OPERATOR}{suffix}"))
    }

    /// A number whose suffix is the user's.
    pub(super) fn number_of_user(&self, t: Token) -> Option<&'a Expr<'a>> {
        let text = self.input.names.get(t.sym);
        // The suffix is what is left of the longest number before it.
        let mut ends = text.char_indices().rev().filter(|(_, c)| c.is_alphabetic() || *c == '_');
        let (number, operator) = ends.find_map(|(i, _)| {
            let number = literal::number(text.get(..i)?).ok()?;
            Some((number, self.literal_operator(&text[i..])?))
        })?;
        let value = match number {
            Number::Int { value, decimal, .. } => {
                ExprKind::Int { value, decimal, unsigned: true, longs: 2 }
            }
            Number::Float { value, .. } => ExprKind::Float { value, single: false, long: true },
        };
        let value = self.expr(value, t.span);
        Some(self.expr(ExprKind::UserNumber { operator, value, literal: t.sym }, t.span))
    }

    /// The operator whose suffix stands right behind a character or string, which has been read.
    fn suffix_behind(&self) -> Option<Symbol> {
        let t = self.tok();
        let adjacent = t.kind == Tok::Ident && t.flags & SPACE == 0;
        adjacent.then(|| self.literal_operator(self.input.names.get(t.sym))).flatten()
    }

    /// A character, or a call of the operator whose suffix stands behind it.
    pub(super) fn character_of_user(&mut self, e: &'a Expr<'a>) -> Parse<&'a Expr<'a>> {
        let Some(operator) = self.suffix_behind() else { return Ok(e) };
        let span = e.span.to(self.bump().span);
        Ok(self.call_of(operator, vec![e], span))
    }

    /// The same for a string.
    pub(super) fn string_of_user(&mut self, e: &'a Expr<'a>) -> Parse<&'a Expr<'a>> {
        let Some(operator) = self.suffix_behind() else { return Ok(e) };
        let span = e.span.to(self.bump().span);
        let int = |value| ExprKind::Int { value, decimal: true, unsigned: true, longs: 1 };
        let zero = self.expr(int(0), span);
        let first = self.expr(ExprKind::Index(e, zero), span);
        let bytes = self.expr(ExprKind::SizeofExpr(e), span);
        let unit = self.expr(ExprKind::SizeofExpr(first), span);
        let units = self.expr(ExprKind::Binary(BinaryOp::Div, span, bytes, unit), span);
        let one = self.expr(int(1), span);
        let length = self.expr(ExprKind::Binary(BinaryOp::Sub, span, units, one), span);
        Ok(self.call_of(operator, vec![e, length], span))
    }

    fn call_of(
        &self,
        operator: Symbol,
        arguments: Vec<&'a Expr<'a>>,
        span: optx_source::Span,
    ) -> &'a Expr<'a> {
        let f = self.expr(ExprKind::Name(operator), span);
        let arguments = self.expr_list(arguments);
        self.expr(ExprKind::Call(f, arguments), span)
    }
}
