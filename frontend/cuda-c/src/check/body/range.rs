//! Range loops, as the loops that they stand for (ISO C++ 17 [stmt.ranged]).

use optx_source::code;

use crate::{
    ast::{
        Base, BinaryOp, Declarator, Expr, ExprKind, Name, Spec, Stmt, StmtKind, TypeExpr, UnaryOp,
        Unroll,
    },
    check::{Body, Entity},
    intern::Symbol,
    typed::{Category, TStmt},
    types::{TypeKind, UNKNOWN},
    words,
};

/// What the loop's own variables are called: words that no program can name a variable by.
const RANGE: Symbol = words::AUTO;
const AT: Symbol = words::FOR;
const END: Symbol = words::WHILE;
const ELEMENT: Symbol = words::TYPEOF;

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(super) fn range_loop(
        &mut self,
        spec: &'a Spec<'a>,
        variable: &'a Declarator<'a>,
        range: &'a Expr<'a>,
        (body, unroll): (&'a Stmt<'a>, Unroll<'a>),
        out: &mut Vec<TStmt<'t>>,
    ) {
        let mark = self.open_scope();
        if let Some(whole) = self.range_as_loop(spec, variable, range, (body, unroll)) {
            self.statement(whole, out);
        }
        self.close_scope_to(mark);
    }

    fn range_as_loop(
        &mut self,
        spec: &'a Spec<'a>,
        variable: &'a Declarator<'a>,
        range: &'a Expr<'a>,
        (body, unroll): (&'a Stmt<'a>, Unroll<'a>),
    ) -> Option<&'a Stmt<'a>> {
        let (range, span) = (self.expanded_braces(range), range.span);
        let mut list = Vec::new();
        let hides = |s| s == variable.name.sym && !wrong!(RangesSeeTheVariable);
        let plain = matches!(range.kind, ExprKind::Name(s) if !hides(s));
        let over = match range.kind {
            ExprKind::InitList(elements) => {
                let [first, ..] = elements else {
                    self.error(code::BAD_INITIALIZER, span, "this range has no elements");
                    return None;
                };
                let element = self.value(first.value).ty;
                if element.is_error() {
                    return None;
                }
                self.declare_in_scope(ELEMENT, Entity::plain(element.bare()));
                let base = self.base(Base::Named(ELEMENT), span);
                let ty = self.ty(TypeExpr::Array(base, None, span));
                list.push(self.declare(RANGE, base, ty, range));
                TypeKind::Array(element.bare(), elements.len() as u64)
            }
            _ => {
                let v = self.expr(range);
                if v.ty.is_error() {
                    return None;
                }
                let base = self.base(Base::Auto, span);
                let ty = match v.category {
                    Category::Lvalue => self.ty(TypeExpr::Reference(base, false)),
                    Category::Xvalue => self.ty(TypeExpr::Reference(base, true)),
                    Category::Prvalue => base,
                };
                // What has a name is not computed again by its uses, unless the loop's variable hides it.
                if !plain {
                    list.push(self.declare(RANGE, base, ty, range));
                }
                self.cx.types.kind(v.ty)
            }
        };
        let object = match range.kind {
            ExprKind::Name(_) if plain => range,
            _ => self.named(RANGE, span),
        };
        let at = self.named(AT, span);
        let (init, cond, element) = match over {
            TypeKind::Array(_, n) if n != UNKNOWN => {
                let base = self.base(Base::Word(crate::ast::BaseWord::Int), span);
                let zero = self.number(0, span);
                let init = self.declare(AT, base, base, zero);
                let n = self.number(n, span);
                let cond = self.node(ExprKind::Binary(BinaryOp::Lt, span, at, n), span);
                (init, cond, self.node(ExprKind::Index(object, at), span))
            }
            TypeKind::Record(_) => {
                let base = self.base(Base::Auto, span);
                let members = self.has_ends(over);
                let begin = self.end_of((range, object), "begin", members);
                let end = self.end_of((range, object), "end", members);
                let (Some(begin), Some(end)) = (begin, end) else {
                    let text = "a range loop needs an array, or a class with `begin` and `end`";
                    self.error(code::TYPE_MISMATCH, span, text);
                    return None;
                };
                let init = self.declare(AT, base, base, begin);
                list.push(self.declare(END, base, base, end));
                let end = self.named(END, span);
                let cond = self.node(ExprKind::Binary(BinaryOp::Ne, span, at, end), span);
                (init, cond, self.node(ExprKind::Unary(UnaryOp::Deref, at), span))
            }
            _ => {
                let text = "a range loop needs an array, or a class with `begin` and `end`";
                self.error(code::TYPE_MISMATCH, span, text);
                return None;
            }
        };
        let step = self.node(ExprKind::IncDec { inc: true, prefix: true, operand: at }, span);
        let variable = Declarator { init: Some(element), ..*variable };
        let variable = self.declaration(spec, variable);
        let body = self.block(vec![variable, body], body.span);
        let (init, cond, step) = (Some(init), Some(cond), Some(step));
        list.push(self.made(StmtKind::For { init, cond, step, body, unroll }, span));
        Some(self.block(list, span))
    }

    /// Whether a class has members of the names `begin` and `end`: else functions are meant (P0962, as gcc, clang and nvcc
    /// have it in C++17 too).
    fn has_ends(&mut self, over: TypeKind) -> bool {
        let TypeKind::Record(r) = over else { return false };
        let ty = self.cx.types.record(r);
        ["begin", "end"].into_iter().all(|name| {
            self.cx.names.find(name).is_some_and(|s| {
                self.cx.method_class(r, s).is_some() || self.cx.find_member(ty, s).is_some()
            })
        })
    }

    /// `object.begin()`, or `begin(object)` with a function of the namespaces that belong to the object's class: others are
    /// not looked for ([stmt.ranged] 1.3.3).
    fn end_of(
        &mut self,
        (range, object): (&'a Expr<'a>, &'a Expr<'a>),
        name: &str,
        members: bool,
    ) -> Option<&'a Expr<'a>> {
        let sym = self.cx.names.find(name)?;
        let span = range.span;
        let name = Name { sym, span };
        if !members {
            let v = self.unevaluated(|b| b.expr(range));
            let (functions, templates) = self.associated_functions(sym, &[v])?;
            if functions.is_empty() && templates.is_empty() {
                return None;
            }
            return Some(self.associated_node(name, None, object, span));
        }
        let kind = ExprKind::Member { base: object, name, arrow: false, more: None };
        let f = self.node(kind, span);
        Some(self.node(ExprKind::Call(f, &[]), span))
    }
}
