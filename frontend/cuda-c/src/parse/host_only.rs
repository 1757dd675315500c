//! What only a host can do: exceptions, `delete`, and types at run time.

use optx_source::code;

use super::{Parse, Parser};
use crate::{
    ast::{Expr, ExprKind, Handler, HostOnly, Stmt, StmtKind, Try},
    token::Tok,
    words,
};

impl<'a> Parser<'a, '_, '_> {
    /// `throw`, `throw e`.
    pub(super) fn throw_expression(&mut self) -> Parse<&'a Expr<'a>> {
        let from = self.bump().span;
        self.enter()?;
        let thrown = match self.kind() {
            Tok::Semi | Tok::Comma | Tok::Colon => None,
            Tok::RParen | Tok::RBrace | Tok::RBracket => None,
            _ => Some(self.assign()?),
        };
        self.leave();
        // Its place is the word: what is thrown may be long.
        Ok(self.expr(ExprKind::HostOnly(HostOnly::Throw(thrown)), from))
    }

    /// `delete e`, `::delete[] e`.
    pub(super) fn delete_expression(&mut self) -> Parse<&'a Expr<'a>> {
        self.eat(Tok::ColonColon);
        let from = self.bump().span;
        if self.kind() == Tok::LBracket && self.ahead(1).kind == Tok::RBracket {
            self.bump();
            self.bump();
        }
        self.enter()?;
        let pointer = self.unary()?;
        self.leave();
        Ok(self.expr(ExprKind::HostOnly(HostOnly::Delete(pointer)), from))
    }

    /// `typeid(e)`, `typeid(T)`.
    pub(super) fn type_id_of(&mut self) -> Parse<&'a Expr<'a>> {
        let from = self.bump().span;
        self.expect(Tok::LParen, "`typeid`")?;
        self.enter()?;
        let asked = match self.starts_type(0) {
            true => HostOnly::TypeidType(self.bracketed(Self::type_name)?),
            false => HostOnly::TypeidExpr(self.bracketed(Self::expression)?),
        };
        self.leave();
        self.expect(Tok::RParen, "the operand of `typeid`")?;
        Ok(self.expr(ExprKind::HostOnly(asked), from))
    }

    /// `try { ... } catch (T e) { ... }`.
    pub(super) fn try_block(&mut self) -> Parse<&'a Stmt<'a>> {
        let from = self.bump().span;
        let body = self.compound()?;
        let mut handlers = Vec::new();
        while self.eat_word(words::CATCH) {
            if self.kind() != Tok::LParen {
                self.expect(Tok::LParen, "`catch`")?;
            }
            let scope = self.scope();
            let (exception, ..) = self.parameters_in_parentheses()?;
            let body = self.compound()?;
            self.end_scope(scope);
            handlers.push(Handler { exception, body });
        }
        if handlers.is_empty() {
            let span = self.span();
            return Err(self.error(code::EXPECTED, span, "`catch` must stand here, after `try`"));
        }
        let handlers = self.arenas().handlers.alloc_extend(handlers);
        let tried = self.arenas().tries.alloc(Try { body, handlers });
        Ok(self.stmt(StmtKind::Try(tried), from))
    }
}
