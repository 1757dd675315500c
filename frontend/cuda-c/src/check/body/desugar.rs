//! Syntax that no program wrote: what a form of the language stands for, made of the parts that it was written with.
//!
//! Names that such syntax declares are words that no program can name a variable by.

use optx_source::Span;

use crate::{
    ast::{
        Associated, Base, Declaration, Declarator, Expr, ExprKind, Flags, Name, Spec, Stmt,
        StmtKind, TemplateArg, TypeExpr,
    },
    check::Body,
    intern::Symbol,
};

impl<'a> Body<'_, 'a, '_, '_> {
    pub(super) fn node(&self, kind: ExprKind<'a>, span: Span) -> &'a Expr<'a> {
        self.cx.arenas.exprs.alloc(Expr { kind, span, parens: false })
    }

    /// `name<args>(argument)`, where only the argument's classes bring functions.
    pub(super) fn associated_node(
        &self,
        name: Name,
        args: Option<&'a [TemplateArg<'a>]>,
        argument: &'a Expr<'a>,
        span: Span,
    ) -> &'a Expr<'a> {
        let call = Associated { name, args, argument };
        self.node(ExprKind::Associated(self.cx.arenas.associated.alloc(call)), span)
    }

    pub(super) fn named(&self, s: Symbol, span: Span) -> &'a Expr<'a> {
        self.node(ExprKind::Name(s), span)
    }

    pub(super) fn number(&self, value: u64, span: Span) -> &'a Expr<'a> {
        self.node(ExprKind::Int { value, decimal: true, unsigned: false, longs: 0 }, span)
    }

    pub(super) fn ty(&self, t: TypeExpr<'a>) -> &'a TypeExpr<'a> {
        self.cx.arenas.types.alloc(t)
    }

    pub(super) fn base(&self, base: Base<'a>, span: Span) -> &'a TypeExpr<'a> {
        let flags = Flags::default();
        let spec = Spec { flags, ..Spec::new(base, span) };
        let spec = self.cx.arenas.specs.alloc(spec);
        self.ty(TypeExpr::Base(spec))
    }

    pub(super) fn made(&self, kind: StmtKind<'a>, span: Span) -> &'a Stmt<'a> {
        self.cx.arenas.stmts.alloc(Stmt { kind, span })
    }

    pub(super) fn block(&self, list: Vec<&'a Stmt<'a>>, span: Span) -> &'a Stmt<'a> {
        let list = &*self.cx.arenas.stmt_refs.alloc_extend(list);
        self.made(StmtKind::Block { list, bare: false }, span)
    }

    pub(super) fn declaration(&self, spec: &'a Spec<'a>, d: Declarator<'a>) -> &'a Stmt<'a> {
        let span = d.name.span;
        let declarators = &*self.cx.arenas.declarators.alloc_extend([d]);
        let d = Declaration { declarators, ..Declaration::new(spec, span) };
        self.made(StmtKind::Decl(self.cx.arenas.declarations.alloc(d)), span)
    }

    /// `base name = init;`, where `ty` is built of `base`.
    pub(super) fn declare(
        &self,
        name: Symbol,
        base: &'a TypeExpr<'a>,
        ty: &'a TypeExpr<'a>,
        init: &'a Expr<'a>,
    ) -> &'a Stmt<'a> {
        let TypeExpr::Base(spec) = base else { return self.made(StmtKind::Empty, init.span) };
        let mut d = Declarator::new(Name { sym: name, span: init.span }, ty, &[]);
        d.init = Some(init);
        self.declaration(spec, d)
    }
}
