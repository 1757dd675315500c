//! `new` ([expr.new]).

use super::{Parse, Parser};
use crate::{
    ast::{Expr, ExprKind, New, NewInitial, TypeExpr},
    token::Tok,
};

impl<'a> Parser<'a, '_, '_> {
    /// `new T`, `::new (place) T(a, b)`, `new (T)`.
    pub(super) fn new_object(&mut self) -> Parse<&'a Expr<'a>> {
        let from = self.span();
        let global = self.eat(Tok::ColonColon);
        self.bump();
        self.enter()?;
        let mut placement: &'a [&'a Expr<'a>] = &[];
        if self.kind() == Tok::LParen && !self.starts_type(1) {
            self.bump();
            placement = self.bracketed(Self::arguments)?;
            self.expect(Tok::RParen, "the place")?;
        }
        let ty: &'a TypeExpr<'a> = if self.eat(Tok::LParen) {
            let ty = self.bracketed(Self::type_name)?;
            self.expect(Tok::RParen, "the type")?;
            ty
        } else {
            self.conversion_type()?
        };
        let extents = self.new_extents()?;
        let initial = match self.kind() {
            Tok::LParen => {
                self.bump();
                let args = self.bracketed(Self::arguments)?;
                self.expect(Tok::RParen, "the arguments")?;
                NewInitial::Parens(args)
            }
            Tok::LBrace => NewInitial::Braces(self.init_list()?),
            _ => NewInitial::None,
        };
        self.leave();
        let new = self.arenas().news.alloc(New { global, placement, ty, extents, initial });
        Ok(self.expr(ExprKind::New(new), from.to(self.last_span())))
    }

    /// `[n][3]`, `[]`.
    fn new_extents(&mut self) -> Parse<Option<&'a [&'a Expr<'a>]>> {
        if self.kind() != Tok::LBracket {
            return Ok(None);
        }
        let mut list = Vec::new();
        while self.eat(Tok::LBracket) {
            if self.kind() != Tok::RBracket || !list.is_empty() {
                list.push(self.bracketed(Self::expression)?);
            }
            self.expect(Tok::RBracket, "the extent")?;
        }
        Ok(Some(self.expr_list(list)))
    }
}
