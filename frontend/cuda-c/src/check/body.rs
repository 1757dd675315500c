//! The state of checking one function, or one expression outside functions.

use optx_source::{Code, Diagnostic, Span, code};

use super::{Checker, Const, Entity, Env, ParamInfo, convert::wrap};
use crate::{
    ast::{Expr, Stmt, TypeExpr},
    intern::{Map, Symbol},
    typed::{
        Category, FunctionId, Label, LocalId, LocalVar, TExpr, TKind, TStmt, TStmtKind, TypedArenas,
    },
    types::{RecordId, Ty, TypeKind},
    words,
};

/// A typed expression in its arena.
pub(crate) type E<'t> = &'t TExpr<'t>;

/// A label of the source.
pub(super) struct NamedLabel {
    pub label: Label,
    pub defined: Option<Span>,
    pub used: Option<Span>,
}

/// What `break` and `continue` mean here.
#[derive(Clone, Copy, Default)]
pub(super) struct Jumps {
    pub next: Option<Label>,
    pub end: Option<Label>,
}

/// Cases of the innermost switch.
pub(super) struct SwitchState {
    pub ty: Ty,
    pub cases: Vec<(i64, i64, Label)>,
    pub places: Vec<Span>,
    pub default: Option<(Label, Span)>,
}

/// A checked function, ready to be translated.
pub(crate) struct CheckedBody<'t> {
    pub locals: Vec<LocalVar>,
    pub body: TStmt<'t>,
    pub labels: u32,
}

/// The checker of one function.
pub(crate) struct Body<'c, 'a, 't, 'x> {
    pub(super) cx: &'c mut Checker<'a, 'x>,
    pub(super) arena: &'t TypedArenas<'t>,
    pub(super) function: Option<FunctionId>,
    pub(super) result: Ty,
    pub(super) locals: Vec<LocalVar>,
    pub(super) values: Map<LocalId, Const>,
    scope: Map<Symbol, (Entity, u32)>,
    undo: Vec<(Symbol, Option<(Entity, u32)>)>,
    scope_depth: u32,
    pub(super) labels: u32,
    pub(super) named_labels: Map<Symbol, NamedLabel>,
    pub(super) jumps: Jumps,
    pub(super) switches: Vec<SwitchState>,
    /// In `sizeof` and such: nothing is evaluated.
    pub(super) unevaluated: bool,
    /// Names bound around the function.
    pub(super) env: Env,
    /// The class whose members are in scope.
    pub(super) class: Option<RecordId>,
    /// The class whose members are being declared.
    pub(super) member_of: Option<RecordId>,
    /// A conversion that a class defines is being looked for: no second one follows it.
    pub(super) without_user_conversions: bool,
    /// A `__shared__` variable is being declared.
    pub(super) declares_shared: bool,
    /// A constant must stand here: calls of `constexpr` functions are executed.
    pub(super) wants_constant: bool,
    /// Locals that are kept as pointers to objects which are this function's own.
    pub(super) owned: Vec<LocalId>,
    /// Where the result is made, if its copying does something, and the local that is made there.
    pub(super) result_object: Option<E<'t>>,
    pub(super) result_local: Option<Symbol>,
    /// Arguments that are lists in braces.
    pub(super) braces: Vec<(E<'t>, &'a Expr<'a>)>,
    /// What a body returns is being looked for, by `auto` as it is written; and what was found.
    pub(super) deducing: Option<(&'a TypeExpr<'a>, Option<Ty>)>,
}

impl<'c, 'a, 't, 'x> Body<'c, 'a, 't, 'x> {
    /// A checker for expressions outside functions.
    pub(crate) fn outside(
        cx: &'c mut Checker<'a, 'x>,
        arena: &'t TypedArenas<'t>,
    ) -> Body<'c, 'a, 't, 'x> {
        let env = cx.no_env.clone();
        Body::within(cx, arena, &env, None)
    }

    /// A checker for what stands in an environment, and in a class.
    pub(super) fn within(
        cx: &'c mut Checker<'a, 'x>,
        arena: &'t TypedArenas<'t>,
        env: &Env,
        class: Option<RecordId>,
    ) -> Body<'c, 'a, 't, 'x> {
        let mut scope = Map::default();
        for (s, e) in env.names.iter() {
            scope.insert(*s, (*e, 0));
        }
        Body {
            env: env.clone(),
            class,
            member_of: None,
            without_user_conversions: false,
            declares_shared: false,
            deducing: None,
            wants_constant: false,
            braces: Vec::new(),
            owned: Vec::new(),
            result_object: None,
            result_local: None,
            cx,
            arena,
            function: None,
            result: Ty::VOID,
            locals: Vec::new(),
            values: Map::default(),
            scope,
            undo: Vec::new(),
            scope_depth: 0,
            labels: 0,
            named_labels: Map::default(),
            jumps: Jumps::default(),
            switches: Vec::new(),
            unevaluated: false,
        }
    }

    /// Checks the body of a function, if it has one.
    pub(crate) fn function(
        cx: &'c mut Checker<'a, 'x>,
        arena: &'t TypedArenas<'t>,
        f: FunctionId,
    ) -> Option<CheckedBody<'t>> {
        cx.deduce_result(f);
        let info = cx.functions.get(f.0 as usize)?.clone();
        if info.body.is_none() && info.special.is_none() && info.inherits.is_none() {
            return None;
        }
        let namespace = std::mem::replace(&mut cx.types.namespace, info.namespace);
        let usings = std::mem::take(&mut cx.local_usings);
        let mut b = Body::within(cx, arena, &info.env, info.class);
        b.function = Some(f);
        b.result = info.result;
        b.open_scope();
        let in_place = b.cx.by_address(info.result);
        b.cx.functions[f.0 as usize].in_place = in_place;
        b.declare_result(info.result, info.span, info.body);
        b.declare_parameters(&info.params);
        let body = match (info.body, info.special, info.class) {
            (Some(body), ..) => b.function_body(body),
            (None, Some(s), Some(r)) => {
                let other = info.params.get(1).and_then(|_| b.last_parameter());
                let mut list = Vec::new();
                b.special_body(r, s, other, info.span, &mut list);
                TStmt { kind: TStmtKind::Block(list), span: info.span }
            }
            (None, None, Some(r)) => {
                let mut list = Vec::new();
                if let Some(from) = info.inherits {
                    b.inherited_body(r, from, info.span, &mut list);
                }
                TStmt { kind: TStmtKind::Block(list), span: info.span }
            }
            _ => TStmt { kind: TStmtKind::Empty, span: info.span },
        };
        b.close_scope();
        b.check_labels();
        b.cx.types.namespace = namespace;
        b.cx.local_usings = usings;
        Some(CheckedBody { locals: b.locals, body, labels: b.labels })
    }

    /// Declares parameters as locals.
    pub(super) fn declare_parameters(&mut self, params: &[ParamInfo<'a>]) {
        for p in params {
            // A reference is a pointer that its uses look through; so is an object that the caller makes.
            let owned = self.cx.by_address(p.ty) && !self.in_kernel();
            let ty = if owned { self.cx.types.reference(p.ty, false) } else { p.ty };
            let id = self.add_local(p.name, ty, 0, p.span);
            if owned {
                self.owned.push(id);
            }
            self.locals[id.0 as usize].param = true;
            if p.name != words::EMPTY {
                self.declare_in_scope(p.name, Entity::Local(id));
            }
        }
    }

    /// A kernel's parameters are copied by the host, as bytes.
    fn in_kernel(&self) -> bool {
        let f = self.function.and_then(|f| self.cx.functions.get(f.0 as usize));
        f.is_some_and(super::Function::is_kernel)
    }

    fn last_parameter(&self) -> Option<LocalId> {
        let n = self.locals.iter().rposition(|l| l.param)?;
        Some(LocalId(n as u32))
    }

    /// The place of a result whose copying does something: the caller says where by a pointer, the first parameter.
    /// Where all `return` give one local, that local lies there ([class.copy.elision] 1).
    fn declare_result(&mut self, result: Ty, span: Span, body: Option<&'a Stmt<'a>>) {
        if !self.cx.by_address(result) {
            return;
        }
        let object = result.bare();
        let ty = self.cx.types.reference(object, false);
        let id = self.add_local(words::EMPTY, ty, 0, span);
        self.locals[id.0 as usize].param = true;
        self.owned.push(id);
        self.result_object = Some(self.entity_value(Entity::Local(id), words::EMPTY, span));
        self.result_local = body.and_then(super::result::returned_local);
    }

    pub(super) fn in_function(&self) -> bool {
        self.function.is_some()
    }

    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<String>) -> E<'t> {
        self.cx.diags.push(Diagnostic::new(code, span, message));
        self.bad(span)
    }

    /// The expression that stands for a reported error.
    pub(super) fn bad(&self, span: Span) -> E<'t> {
        self.mk(TKind::Error, Ty::ERROR, span)
    }

    pub(super) fn mk(&self, kind: TKind<'t>, ty: Ty, span: Span) -> E<'t> {
        self.mk_as(kind, ty, Category::Prvalue, span)
    }

    pub(super) fn mk_as(&self, kind: TKind<'t>, ty: Ty, category: Category, span: Span) -> E<'t> {
        self.arena.exprs.alloc(TExpr { kind, ty, span, category })
    }

    pub(super) fn mk_lvalue(&self, kind: TKind<'t>, ty: Ty, span: Span) -> E<'t> {
        self.mk_as(kind, ty, Category::Lvalue, span)
    }

    pub(super) fn list(&self, v: Vec<E<'t>>) -> &'t [E<'t>] {
        self.arena.refs.alloc_extend(v)
    }

    pub(super) fn int(&self, v: i64, ty: Ty, span: Span) -> E<'t> {
        let v = wrap(&self.cx.types, v, ty);
        self.mk(TKind::Int(v), ty, span)
    }

    /// Binds a name around everything.
    pub(super) fn bind(&mut self, s: Symbol, e: Entity) {
        self.scope.insert(s, (e, 0));
    }

    pub(super) fn new_label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    pub(super) fn add_local(&mut self, name: Symbol, ty: Ty, align: u64, span: Span) -> LocalId {
        let align = align.max(self.cx.types.align(ty));
        self.locals.push(LocalVar { name, ty, align, param: false, span });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// A local that the compiler makes.
    pub(super) fn temporary(&mut self, ty: Ty, span: Span) -> LocalId {
        self.add_local(words::EMPTY, ty, 0, span)
    }

    pub(super) fn open_scope(&mut self) -> usize {
        self.scope_depth += 1;
        self.undo.len()
    }

    /// Notes a place in the scope at hand: what is noted there ends with the scope.
    pub(super) fn mark_scope(&mut self) -> usize {
        self.undo.push((words::USING, None));
        self.undo.len()
    }

    pub(super) fn close_scope_to(&mut self, mark: usize) {
        while self.cx.local_usings.last().is_some_and(|u| u.1 > mark) {
            self.cx.local_usings.pop();
        }
        self.scope_depth = self.scope_depth.saturating_sub(1);
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some((s, Some(old))) => {
                    self.scope.insert(s, old);
                }
                Some((s, None)) => {
                    self.scope.remove(&s);
                }
                None => {}
            }
        }
    }

    fn close_scope(&mut self) {
        self.close_scope_to(0);
    }

    pub(super) fn scope_entity(&self, s: Symbol) -> Option<Entity> {
        self.scope.get(&s).map(|e| e.0)
    }

    pub(super) fn scope_names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.scope.keys().copied()
    }

    /// Declares a name in the innermost scope.
    pub(super) fn declare_in_scope(&mut self, s: Symbol, e: Entity) {
        let depth = self.scope_depth;
        if let Some((old, d)) = self.scope.get(&s).copied()
            && d == depth
            && old != e
            && !matches!((old, e), (Entity::Const(..), Entity::Const(..)))
        {
            let span = match e {
                Entity::Local(l) => self.locals.get(l.0 as usize).map_or(Span::NONE, |l| l.span),
                _ => Span::NONE,
            };
            let text = self.cx.text(s).to_string();
            let mut d = Diagnostic::new(
                code::REDEFINED,
                span,
                format!("`{text}` is declared twice in this scope"),
            );
            if let Entity::Local(l) = old
                && let Some(l) = self.locals.get(l.0 as usize)
            {
                d = d.note(l.span, "the first declaration is here");
            }
            self.cx.diags.push(d);
        }
        let old = self.scope.insert(s, (e, depth));
        self.undo.push((s, old));
    }

    /// What a name stands for here.
    pub(super) fn lookup(&mut self, s: Symbol) -> Option<Entity> {
        self.scope_entity(s).or_else(|| self.class_scope_entity(s)).or_else(|| self.cx.lookup(s))
    }

    /// The value of a constant expression.
    pub(super) fn const_of(&self, e: E<'t>) -> Option<Const> {
        match e.kind {
            TKind::Int(v) => Some(Const::Int(v)),
            TKind::Float(v) => Some(Const::Float(v)),
            _ => None,
        }
    }

    /// The value of an integer constant expression, or an error that says what it is for.
    pub(super) fn integer_constant(&mut self, e: &'a Expr<'a>, what: &str) -> Option<i64> {
        let v = self.constant_value(e);
        if v.ty.is_error() {
            return None;
        }
        if !self.cx.types.is_integer(v.ty) {
            self.error(code::NOT_CONSTANT, e.span, format!("{what} must be an integer constant"));
            return None;
        }
        match self.const_of(v) {
            Some(Const::Int(n)) => Some(n),
            _ => {
                self.error(code::NOT_CONSTANT, e.span, format!("{what} must be a constant"));
                None
            }
        }
    }

    /// The constant value of an initialiser for an arithmetic type, if it has one.
    pub(super) fn constant(&mut self, e: &'a Expr<'a>, ty: Ty) -> Option<Const> {
        let e = match e.kind {
            crate::ast::ExprKind::InitList([one]) => one.value,
            _ => e,
        };
        let v = self.constant_value(e);
        if v.ty.is_error() {
            return None;
        }
        let v = self.convert(v, ty.bare());
        self.const_of(v)
    }

    /// An expression's value: objects are read, arrays become pointers.
    pub(super) fn value(&mut self, e: &'a Expr<'a>) -> E<'t> {
        let e = self.expr(e);
        self.rvalue(e)
    }

    /// Whether a type is a struct or union.
    pub(super) fn is_aggregate(&self, t: Ty) -> bool {
        matches!(self.cx.types.kind(t), TypeKind::Record(_) | TypeKind::Array(..))
    }
}
