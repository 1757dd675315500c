//! The names in an expression or a type that may be packs to expand ([temp.variadic] 5): those that stand in it and not within
//! another expansion. A lambda names what it does not declare itself; what it declares anywhere hides the name in all of it.

use super::*;

/// What may be expanded.
#[derive(Clone, Copy, Debug)]
pub enum Pattern<'p, 'a> {
    /// A type.
    Type(&'p TypeExpr<'a>),
    /// Specifiers: a base class, or what a constructor initialises.
    Spec(&'p Spec<'a>),
    /// An expression.
    Expr(&'p Expr<'a>),
}

impl<'a> Pattern<'_, 'a> {
    /// Visits each name.
    pub fn names(self, visit: &mut dyn FnMut(Symbol)) {
        match self {
            Pattern::Type(t) => of_type(t, visit),
            Pattern::Spec(s) => of_spec(s, visit),
            Pattern::Expr(e) => of_expr(e, visit),
        }
    }
}

fn of_args(args: &[TemplateArg<'_>], visit: &mut dyn FnMut(Symbol)) {
    for a in args {
        match a {
            TemplateArg::Type(t) => of_type(t, visit),
            TemplateArg::Value(e) => of_expr(e, visit),
        }
    }
}

fn of_spec(s: &Spec<'_>, visit: &mut dyn FnMut(Symbol)) {
    match s.base {
        Base::Named(n) if s.path.is_none() => visit(n),
        Base::Template(n, args) => {
            visit(n.sym);
            of_args(args, visit);
        }
        Base::Nested(class, _, args) => {
            of_spec(class, visit);
            of_args(args, visit);
        }
        Base::Decltype(e, _) => of_expr(e, visit),
        Base::Typeof(t) | Base::Underlying(t) => of_type(t, visit),
        _ => {}
    }
}

fn of_type(t: &TypeExpr<'_>, visit: &mut dyn FnMut(Symbol)) {
    match t {
        TypeExpr::Base(s) => of_spec(s, visit),
        TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) => of_type(t, visit),
        TypeExpr::Member(t, class, _) => {
            of_type(t, visit);
            of_type(class, visit);
        }
        TypeExpr::Array(t, n, _) => {
            of_type(t, visit);
            if let Some(n) = n {
                of_expr(n, visit);
            }
        }
        TypeExpr::Function { result, params, .. } => {
            of_type(result, visit);
            params.iter().for_each(|p| of_type(p.ty, visit));
        }
        TypeExpr::Pack(_) => {}
    }
}

fn of_expr(e: &Expr<'_>, visit: &mut dyn FnMut(Symbol)) {
    match e.kind {
        ExprKind::Name(s) => visit(s),
        ExprKind::StdName(q) | ExprKind::Qualified(q) => of_args(q.args.unwrap_or(&[]), visit),
        ExprKind::TemplateName(s, args) => {
            visit(s);
            of_args(args, visit);
        }
        ExprKind::Scoped(s) => {
            of_type(s.class, visit);
            of_args(s.args.unwrap_or(&[]), visit);
        }
        ExprKind::Unary(_, e)
        | ExprKind::IncDec { operand: e, .. }
        | ExprKind::SizeofExpr(e)
        | ExprKind::AlignofExpr(e) => of_expr(e, visit),
        ExprKind::Associated(call) => of_expr(call.argument, visit),
        ExprKind::Binary(_, _, a, b) | ExprKind::Assign(_, _, a, b) | ExprKind::Index(a, b) => {
            of_expr(a, visit);
            of_expr(b, visit);
        }
        ExprKind::Cond(a, b, c) => [a, b, c].iter().for_each(|e| of_expr(e, visit)),
        ExprKind::Call(f, args) => {
            of_expr(f, visit);
            args.iter().for_each(|e| of_expr(e, visit));
        }
        ExprKind::Member { base, more, .. } => {
            of_expr(base, visit);
            if let Some(more) = more {
                of_args(more.args.unwrap_or(&[]), visit);
                more.class.iter().for_each(|c| of_type(c, visit));
            }
        }
        ExprKind::Conversion(c) => {
            c.object.iter().for_each(|o| of_expr(o.0, visit));
            c.class.iter().for_each(|c| of_type(c, visit));
            of_type(c.ty, visit);
        }
        ExprKind::Cast(_, t, e) => {
            of_type(t, visit);
            of_expr(e, visit);
        }
        ExprKind::Construct { ty, args, .. } => {
            of_type(ty, visit);
            args.iter().for_each(|e| of_expr(e, visit));
        }
        ExprKind::SizeofType(t) | ExprKind::Alignof(t) | ExprKind::Offsetof(t, _) => {
            of_type(t, visit);
        }
        ExprKind::Trait(_, types) => types.iter().for_each(|t| of_type(t, visit)),
        ExprKind::InitList(list) => {
            for x in list {
                x.index.iter().for_each(|e| of_expr(e, visit));
                of_expr(x.value, visit);
            }
        }
        ExprKind::New(new) => {
            new.placement.iter().for_each(|e| of_expr(e, visit));
            new.extents.unwrap_or(&[]).iter().for_each(|e| of_expr(e, visit));
            match new.initial {
                NewInitial::None => {}
                NewInitial::Parens(args) => args.iter().for_each(|e| of_expr(e, visit)),
                NewInitial::Braces(list) => of_expr(list, visit),
            }
            of_type(new.ty, visit);
        }
        ExprKind::PointedMember { object, member, .. } => {
            of_expr(object, visit);
            of_expr(member, visit);
        }
        ExprKind::Noexcept(e) => of_expr(e, visit),
        ExprKind::HostOnly(what) => match what {
            HostOnly::Throw(thrown) => thrown.iter().for_each(|e| of_expr(e, visit)),
            HostOnly::Delete(e) | HostOnly::TypeidExpr(e) => of_expr(e, visit),
            HostOnly::TypeidType(t) => of_type(t, visit),
            HostOnly::DynamicCast(t, e) => {
                of_type(t, visit);
                of_expr(e, visit);
            }
        },
        ExprKind::Lambda(l) => l.packs.iter().for_each(|s| visit(*s)),
        ExprKind::Fold(f) => f.initial.iter().for_each(|e| of_expr(e, visit)),
        ExprKind::Int { .. }
        | ExprKind::Float { .. }
        | ExprKind::Char { .. }
        | ExprKind::UserNumber { .. }
        | ExprKind::Str(_)
        | ExprKind::Bool(_)
        | ExprKind::Nullptr
        | ExprKind::This
        | ExprKind::Error
        // Blocks are not looked into.
        | ExprKind::Statements(_)
        | ExprKind::Pack(_)
        | ExprKind::PackElement(_)
        | ExprKind::SizeofPack(_) => {}
    }
}

/// Whether a name is in an expression; a block or a lambda, which are not looked into, may have any.
pub(crate) fn may_name(e: &Expr<'_>, is: impl Fn(Symbol) -> bool) -> bool {
    let mut found = false;
    of_expr(e, &mut |s| found |= is(s));
    found || matches!(e.kind, ExprKind::Statements(_) | ExprKind::Lambda(_))
}

/// The names in a lambda that stand in no expansion of its own, and that it does not declare.
pub(crate) fn free_names<'a>(
    params: impl Iterator<Item = (Symbol, &'a TypeExpr<'a>)>,
    result: &TypeExpr<'_>,
    captures: &[Capture<'_>],
    body: &Stmt<'_>,
) -> Vec<Symbol> {
    let mut names = Names::default();
    for (name, ty) in params {
        names.own.push(name);
        names.visit(|v| of_type(ty, v));
    }
    names.visit(|v| of_type(result, v));
    for c in captures {
        match c.kind {
            CaptureKind::Init(d) if !c.pack => names.of_declaration(d),
            CaptureKind::Init(_) => names.own.push(c.name.sym),
            _ if !c.pack => names.named.push(c.name.sym),
            _ => {}
        }
    }
    names.of_statement(body);
    let Names { own, mut named } = names;
    named.retain(|s| !own.contains(s));
    named
}

/// The names in statements: those that they declare, and those that they name.
#[derive(Default)]
struct Names {
    own: Vec<Symbol>,
    named: Vec<Symbol>,
}

impl Names {
    fn visit(&mut self, walk: impl FnOnce(&mut dyn FnMut(Symbol))) {
        let named = &mut self.named;
        walk(&mut |s| {
            if !named.contains(&s) {
                named.push(s);
            }
        });
    }

    fn of_expr(&mut self, e: &Expr<'_>) {
        self.visit(|v| of_expr(e, v));
    }

    fn of_declaration(&mut self, d: &Declaration<'_>) {
        self.visit(|v| of_spec(d.spec, v));
        for x in d.declarators {
            self.own.push(x.name.sym);
            self.own.extend(x.bindings.iter().map(|n| n.sym));
            self.visit(|v| of_type(x.ty, v));
            x.init.iter().for_each(|e| self.of_expr(e));
            x.args.unwrap_or(&[]).iter().for_each(|e| self.of_expr(e));
        }
        d.assertion.iter().for_each(|a| self.of_expr(a.condition));
    }

    fn of_statement(&mut self, s: &Stmt<'_>) {
        match &s.kind {
            StmtKind::Expr(e) | StmtKind::Return(Some(e)) => self.of_expr(e),
            StmtKind::Decl(d) => self.of_declaration(d),
            StmtKind::Block { list, .. } => list.iter().for_each(|s| self.of_statement(s)),
            StmtKind::If { arms, other, .. } => {
                for (cond, body) in *arms {
                    self.of_expr(cond);
                    self.of_statement(body);
                }
                other.iter().for_each(|s| self.of_statement(s));
            }
            StmtKind::While { cond, body, .. } | StmtKind::DoWhile { body, cond, .. } => {
                self.of_expr(cond);
                self.of_statement(body);
            }
            StmtKind::For { init, cond, step, body, .. } => {
                init.iter().for_each(|s| self.of_statement(s));
                cond.iter().chain(step).for_each(|e| self.of_expr(e));
                self.of_statement(body);
            }
            StmtKind::Range { spec, variable, range, body, .. } => {
                self.visit(|v| of_spec(spec, v));
                self.own.push(variable.name.sym);
                self.own.extend(variable.bindings.iter().map(|n| n.sym));
                self.visit(|v| of_type(variable.ty, v));
                self.of_expr(range);
                self.of_statement(body);
            }
            StmtKind::Switch(e, body) => {
                self.of_expr(e);
                self.of_statement(body);
            }
            StmtKind::Case(e, last) => {
                self.of_expr(e);
                last.iter().for_each(|e| self.of_expr(e));
            }
            StmtKind::Asm(a) => {
                a.outputs.iter().chain(a.inputs).for_each(|o| self.of_expr(o.expr));
            }
            StmtKind::StaticAssert(a) => self.of_expr(a.condition),
            StmtKind::Try(tried) => {
                self.of_statement(tried.body);
                for handler in tried.handlers {
                    handler.exception.iter().for_each(|p| self.visit(|v| of_type(p.ty, v)));
                    self.own.extend(handler.exception.iter().map(|p| p.name.sym));
                    self.of_statement(handler.body);
                }
            }
            StmtKind::Empty
            | StmtKind::Return(None)
            | StmtKind::Default
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue => {}
        }
    }
}
