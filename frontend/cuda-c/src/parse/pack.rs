//! Packs: `T... x`, `e...`, `sizeof...(x)` and folds ([temp.variadic], [expr.prim.fold]).

use optx_source::{Span, code};

use super::{Parse, Parser, expression::assignment};
use crate::{
    ast::{Expr, ExprKind, Fold, FoldOperator, Known, Param, Pattern, TypeExpr},
    intern::Symbol,
    token::Tok,
};

impl<'a> Parser<'a, '_, '_> {
    /// Whether a pack stands in something, and not within an expansion.
    pub(super) fn has_pack(&self, pattern: Pattern<'_, 'a>) -> bool {
        let mut found = false;
        pattern.names(&mut |s| found |= self.local.get(&s).is_some_and(|k| k.is_pack()));
        found
    }

    /// What an expression is with the `...` that may stand behind it.
    pub(super) fn expansion(&mut self, e: &'a Expr<'a>) -> &'a Expr<'a> {
        if self.kind() != Tok::Ellipsis {
            return e;
        }
        let end = self.bump().span;
        self.expr(ExprKind::Pack(e), e.span.to(end))
    }

    /// The same of a type.
    pub(super) fn type_expansion(&mut self, t: &'a TypeExpr<'a>) -> &'a TypeExpr<'a> {
        if self.kind() != Tok::Ellipsis {
            return t;
        }
        self.bump();
        self.arenas().types.alloc(TypeExpr::Pack(t))
    }

    /// Declares a parameter of a function where its body is read.
    pub(super) fn declare_parameter(&mut self, p: &Param<'_>) {
        self.declare_parameter_as(p.name.sym, p.ty);
    }

    /// The same, as it is written.
    pub(super) fn declare_parameter_as(&mut self, name: Symbol, ty: &TypeExpr<'_>) {
        let pack = matches!(ty, TypeExpr::Pack(_));
        self.declare_known(name, if pack { Known::ValuePack } else { Known::Value });
    }

    /// `sizeof...(name)`, the `sizeof` read.
    pub(super) fn sizeof_pack(&mut self, from: Span) -> Parse<&'a Expr<'a>> {
        self.bump();
        self.expect(Tok::LParen, "`sizeof...`")?;
        let name = self.identifier("a pack's name")?;
        let end = self.expect(Tok::RParen, "the pack")?;
        Ok(self.expr(ExprKind::SizeofPack(name), from.to(end)))
    }

    /// The operator of a fold that stands here.
    fn fold_operator(&self) -> Option<FoldOperator> {
        let kind = self.operator();
        if let Some(op) = assignment(kind) {
            return Some(FoldOperator::Assign(op));
        }
        if kind == Tok::Comma {
            return Some(FoldOperator::Binary(crate::ast::BinaryOp::Comma));
        }
        super::expression::binary(kind).map(|b| FoldOperator::Binary(b.0))
    }

    /// `... op e)`, behind the `(` of a left fold.
    pub(super) fn left_fold(&mut self, open: Span) -> Parse<&'a Expr<'a>> {
        self.bump();
        let Some(operator) = self.fold_operator() else { return Err(self.no_fold_operator()) };
        let at = self.bump().span;
        let pattern = self.unary()?;
        self.end_fold(Fold { operator, at, pattern, initial: None, left: true }, open)
    }

    /// Whether an operator and `...` stand behind an operand in parentheses.
    pub(super) fn at_fold(&self) -> bool {
        self.ahead(1).kind == Tok::Ellipsis && self.fold_operator().is_some()
    }

    /// `op ...)` or `op ... op e)`, behind the first operand.
    pub(super) fn fold_behind(&mut self, first: &'a Expr<'a>, open: Span) -> Parse<&'a Expr<'a>> {
        use ExprKind::{Assign, Binary, Cond};
        if matches!(first.kind, Binary(..) | Assign(..) | Cond(..)) && !first.parens {
            let text = "an operand of a fold with an operator in it stands in parentheses";
            return Err(self.error(code::TEMPLATE, first.span, text));
        }
        let Some(operator) = self.fold_operator() else { return Err(self.no_fold_operator()) };
        let at = self.bump().span;
        self.bump();
        if self.kind() == Tok::RParen {
            let fold = Fold { operator, at, pattern: first, initial: None, left: false };
            return self.end_fold(fold, open);
        }
        if self.fold_operator() != Some(operator) {
            let span = self.span();
            let text = "the two operators of a fold are one";
            return Err(self.error(code::EXPECTED, span, text));
        }
        self.bump();
        let last = self.unary()?;
        let (before, behind) =
            (self.has_pack(Pattern::Expr(first)), self.has_pack(Pattern::Expr(last)));
        if before == behind {
            let text = match before {
                true => "one operand of a fold is a pack, and the other is none",
                false => "neither operand of this fold is a pack",
            };
            return Err(self.error(code::TEMPLATE, first.span.to(last.span), text));
        }
        let (pattern, initial) = if before { (first, last) } else { (last, first) };
        self.end_fold(Fold { operator, at, pattern, initial: Some(initial), left: behind }, open)
    }

    fn end_fold(&mut self, fold: Fold<'a>, open: Span) -> Parse<&'a Expr<'a>> {
        let end = self.expect(Tok::RParen, "the fold")?;
        let fold = self.arenas().folds.alloc(fold);
        Ok(self.expr(ExprKind::Fold(fold), open.to(end)))
    }

    fn no_fold_operator(&mut self) -> super::Failed {
        let span = self.span();
        self.error(code::EXPECTED, span, "an operator must stand at the `...` of a fold")
    }

    /// Whether the `...` here, behind the type of a parameter, expands it: it has packs in it. Else it takes any arguments.
    pub(super) fn is_parameter_pack(&self, ty: &TypeExpr<'a>) -> bool {
        self.kind() == Tok::Ellipsis
            && (self.has_pack(Pattern::Type(ty)) || self.is_auto_parameter(ty))
    }
}
