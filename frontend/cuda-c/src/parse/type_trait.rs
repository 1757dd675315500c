//! Questions about types, as the compilers' headers ask them (GCC's manual, "Type Traits").

use optx_source::code;

use super::{Parse, Parser};
use crate::{
    ast::{Expr, ExprKind, TypeExpr},
    token::Tok,
    type_trait::Trait,
};

impl<'a> Parser<'a, '_, '_> {
    /// A name before `(`: a question about types, or any other.
    pub(super) fn trait_or_name(&mut self, t: crate::token::Token) -> Parse<&'a Expr<'a>> {
        let text = self.input.names.get(t.sym);
        if let Some(asked) = Trait::find(text) {
            return self.type_trait(asked);
        }
        let asks = text.starts_with("__is_") || text.starts_with("__has_");
        if asks && self.input.index.named(t.sym).is_empty() && self.starts_type(2) {
            let text = format!("`{text}` is not supported yet");
            return Err(self.error(code::NOT_SUPPORTED, t.span, text));
        }
        self.primary_name()
    }

    /// `__is_class(T)` and its relatives.
    fn type_trait(&mut self, asked: Trait) -> Parse<&'a Expr<'a>> {
        let t = self.bump();
        self.bump();
        let mut list = Vec::new();
        while self.kind() != Tok::RParen {
            let t = self.bracketed(Self::type_name)?;
            list.push(self.type_expansion(t));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        let end = self.expect(Tok::RParen, "the types")?;
        let expands = list.iter().any(|t| matches!(t, TypeExpr::Pack(_)));
        if !asked.takes(list.len()) && !expands {
            let message = format!("`{}` does not take {} types", asked.text(), list.len());
            return Err(self.error(code::ARGUMENT_COUNT, t.span, message));
        }
        let list = self.arenas().type_refs.alloc_extend(list);
        Ok(self.expr(ExprKind::Trait(asked, list), t.span.to(end)))
    }
}
