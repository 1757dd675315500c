//! The types of results: written after the parameters, or deduced from what a body returns (ISO C++ 17
//! [dcl.spec.auto]).

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Base, Expr, ExprKind, Flags, Scoped, Stmt, StmtKind, TemplateArg, TypeExpr},
    check::{Body, Checker, Entity, ParameterList},
    intern::Symbol,
    typed::{Category, FunctionId, TypedArenas},
    types::{CONST, Ty, TypeKind},
};

/// The specifiers under pointers and references, if they are `auto`.
pub(in crate::check) fn is_auto(t: &TypeExpr<'_>) -> bool {
    match t {
        TypeExpr::Base(spec) => matches!(spec.base, Base::Auto | Base::DecltypeAuto),
        TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) => is_auto(t),
        _ => false,
    }
}

/// The specifiers' flags under pointers and references.
fn flags_within(t: &TypeExpr<'_>) -> Flags {
    match t {
        TypeExpr::Base(spec) => spec.flags,
        TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) => flags_within(t),
        _ => Flags::default(),
    }
}

/// Where a type is written.
fn place_of(t: &TypeExpr<'_>) -> Span {
    match t {
        TypeExpr::Base(spec) => spec.span,
        TypeExpr::Pointer(t, _)
        | TypeExpr::Reference(t, _)
        | TypeExpr::Pack(t)
        | TypeExpr::Member(t, ..)
        | TypeExpr::Array(t, ..)
        | TypeExpr::Function { result: t, .. } => place_of(t),
    }
}

/// Whether a type's syntax has an expression in it that may name a parameter.
pub(in crate::check) fn names_values(t: &TypeExpr<'_>) -> bool {
    match t {
        TypeExpr::Base(s) => match s.base {
            Base::Decltype(..) => true,
            Base::Typeof(t) | Base::Underlying(t) => names_values(t),
            Base::Template(_, args) => have_value_or(args, names_values),
            Base::Nested(class, _, args) => {
                have_value_or(args, names_values) || names_values(&TypeExpr::Base(class))
            }
            _ => false,
        },
        TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) | TypeExpr::Pack(t) => names_values(t),
        TypeExpr::Member(t, class, _) => names_values(t) || names_values(class),
        TypeExpr::Array(t, n, _) => names_values(t) || n.is_some(),
        TypeExpr::Function { result, params, .. } => {
            names_values(result) || params.iter().any(|p| names_values(p.ty))
        }
    }
}

/// Whether one of a template's arguments is a value, or a type of which something holds.
pub(in crate::check) fn have_value_or(
    args: &[TemplateArg<'_>],
    holds: fn(&TypeExpr<'_>) -> bool,
) -> bool {
    args.iter().any(|a| match a {
        TemplateArg::Type(t) => holds(t),
        TemplateArg::Value(_) => true,
    })
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// The type of `decltype(e)` ([dcl.type.decltype]): a name's as declared, or by the category of what is no name.
    pub(in crate::check) fn decltype(&mut self, e: &'a Expr<'a>, by_category: bool) -> Ty {
        if !by_category && let Some(t) = self.type_as_declared(e) {
            return t;
        }
        // A constant member or variable is an object all the same.
        if by_category
            && matches!(e.kind, ExprKind::Name(_) | ExprKind::Scoped(_))
            && let Some(t) = self.type_as_declared(e).filter(|t| t.is_const())
        {
            return match self.cx.types.kind(t) {
                TypeKind::Reference(..) => t,
                _ => self.cx.types.reference(t, false),
            };
        }
        let v = self.unevaluated_operand(e, true);
        // Of a function's name that is its type, and of an address the pointer's.
        let named = matches!(
            e.kind,
            ExprKind::Name(_)
                | ExprKind::Qualified(_)
                | ExprKind::Scoped(_)
                | ExprKind::TemplateName(..)
        );
        let v = match v.ty.bare() == Ty::OVERLOADS && !named {
            true => self.rvalue(v),
            false => self.function_object(v),
        };
        // Several functions have no type ([over.over] 1).
        if v.ty.bare() == Ty::OVERLOADS && !wrong!(OverloadsHaveTypes) {
            return self.function_object(v).ty;
        }
        match v.category {
            Category::Prvalue => v.ty,
            _ if !by_category || wrong!(DecltypeCopies) => v.ty,
            c => self.cx.types.reference(v.ty, c == Category::Xvalue),
        }
    }

    /// The type that a variable or member was declared with.
    fn type_as_declared(&mut self, e: &'a Expr<'a>) -> Option<Ty> {
        match e.kind {
            ExprKind::Name(s) => match self.lookup(s)? {
                Entity::Local(l) => Some(self.variables.locals.get(l)?.ty),
                Entity::Automatic(ty) => Some(ty),
                Entity::Captured(..) if wrong!(CapturedTypesAreMembers) => None,
                Entity::Captured(r, k) => {
                    Some(self.cx.closure_type(r)?.captures.get(k as usize)?.declared)
                }
                // A template's parameter is a value, and no object.
                Entity::Const(ty, _) if self.scope_entity(s).is_some() => Some(ty),
                Entity::Object(ty, _) => Some(ty),
                Entity::Binding(number) => self.bound_reference(number),
                Entity::Global(g) => Some(self.cx.output.globals.get(g)?.ty),
                e => self.constant_as_declared(e),
            },
            ExprKind::Scoped(&Scoped { class, name, .. }) => {
                let ty = self.type_of(class);
                let e = self.cx.class_id(ty).and_then(|r| self.cx.class_entity(r, name.sym));
                let Some(e) = e else {
                    let found = self.cx.find_member(ty, name.sym);
                    return found.filter(|m| self.may_access(m.class, m.access)).map(|m| m.ty);
                };
                let far = self.cx.class_id(ty).and_then(|r| self.cx.entity_access(r, name.sym));
                if far.is_some_and(|(class, access)| !self.may_access(class, access)) {
                    return None;
                }
                self.constant_as_declared(e)
            }
            ExprKind::Member { base, name, arrow, more } => {
                let class = more.and_then(|m| m.class);
                let (object, by) = self.member_object(base, name, (arrow, class), e.span)?;
                let found = self.cx.find_member(object.ty, name.sym);
                found.filter(|m| self.may_access_by(m.class, m.access, by)).map(|m| m.ty)
            }
            _ => None,
        }
    }

    /// The type of a variable that is a constant here: `const`; an enumerator's is not.
    fn constant_as_declared(&self, e: Entity) -> Option<Ty> {
        match e {
            Entity::Const(ty, _)
                if ty.is_const() || !matches!(self.cx.types.kind(ty), TypeKind::Enum(_)) =>
            {
                Some(ty.with(CONST))
            }
            _ => None,
        }
    }

    /// The type of a result, in which the parameters are in scope; or that it has to be deduced.
    pub(in crate::check) fn result_type(
        &mut self,
        result: &'a TypeExpr<'a>,
        list: &ParameterList<'a>,
    ) -> (Ty, Option<&'a TypeExpr<'a>>) {
        if is_auto(result) {
            return (Ty::ERROR, Some(result));
        }
        if !names_values(result) {
            let ty = self.type_of(result);
            return (self.checked_result(ty, result), None);
        }
        let mark = self.open_scope();
        let from = self.variables.locals.len();
        list.params.iter().for_each(|p| self.declare_in_signature(p));
        list.packs.iter().for_each(|p| self.declare_parameter_pack(*p, from + p.first as usize));
        let ty = self.unevaluated(|b| b.type_of(result));
        self.close_signature(mark, from);
        (self.checked_result(ty, result), None)
    }

    /// Refuses a result that no function has ([dcl.fct] 10).
    fn checked_result(&mut self, ty: Ty, written: &TypeExpr<'_>) -> Ty {
        let what = match self.cx.types.kind(ty) {
            TypeKind::Array(..) => "array",
            TypeKind::Function(_) => "function",
            _ => return ty,
        };
        if wrong!(ArraysAreReturned) {
            return ty;
        }
        let text = format!("a function cannot return the {what} type `{}`", self.cx.type_name(ty));
        self.error(code::BAD_DECLARATOR, place_of(written), text);
        Ty::ERROR
    }

    /// Notes the type of what a `return` gives, where that is looked for: the first says it, and the others the same.
    pub(in crate::check) fn deduce_return(&mut self, e: Option<&'a Expr<'a>>) {
        let Some((pattern, first)) = self.returned.deducing else { return };
        let ty = match e {
            None => Ty::VOID,
            Some(e) if matches!(e.kind, ExprKind::InitList(_)) => Ty::ERROR,
            Some(e) => {
                if matches!(pattern, TypeExpr::Base(s) if matches!(s.base, Base::DecltypeAuto)) {
                    let named = e.is_plain_name();
                    let ty = self.decltype(e, !named);
                    self.deduced(pattern, first, ty);
                    return;
                }
                let v = self.expr(e);
                self.auto_as(pattern, flags_within(pattern), v, e.span)
            }
        };
        self.deduced(pattern, first, ty);
    }

    /// Notes the type that one `return` of several gives: all give one ([dcl.spec.auto] 9).
    fn deduced(&mut self, pattern: &'a TypeExpr<'a>, first: Option<Ty>, ty: Ty) {
        self.returned.differing |=
            first.is_some_and(|f| f != ty && !f.is_error() && !ty.is_error());
        self.returned.deducing = Some((pattern, first.or(Some(ty))));
    }
}

/// How many functions' results may be deduced from each other.
const DEEPEST: u32 = crate::check::template::INSTANCE_DEPTH;

impl Checker<'_, '_> {
    /// Reports what goes on without end, and makes no more instances: an error wherever it is found, since no substitution
    /// goes on without it.
    pub(in crate::check) fn stop_instances(&mut self, span: Span, text: &str) {
        self.templates.endless = true;
        let trials = self.diags.suspend();
        self.error(code::LIMIT_NESTING, span, text);
        self.diags.resume(trials);
    }

    /// Finds the type of a result that is `auto`. What is wrong in the body is told when it is checked itself, and here where there is no type.
    pub(crate) fn deduce_result(&mut self, f: FunctionId) {
        let Some(info) = self.functions.get_mut(f) else { return };
        let Some(pattern) = info.signature.deduced else { return };
        let span = info.span;
        let Some(body) = info.body else {
            self.error(
                code::EXPECTED_TYPE,
                span,
                "the type of this result is not known before the function's definition",
            );
            return;
        };
        // A call of itself before its first `return` finds no type.
        info.signature.deduced = None;
        if self.declared.resolving >= DEEPEST {
            self.functions[f].signature.result = Ty::ERROR;
            let text = "the result of this function is deduced from those of others too deep";
            self.stop_instances(span, text);
            return;
        }
        let info = info.clone();
        self.declared.resolving += 1;
        let arena = TypedArenas::small();
        let trial = self.diags.begin_trial();
        let site = self.site_of(&info);
        let mut b = Body::at_site(self, &arena, site);
        b.function = Some(f).filter(|_| !wrong!(DeducedClassesAreGlobal));
        b.mode.unevaluated = true;
        b.returned.deducing = Some((pattern, None));
        b.open_scope();
        b.declare_own_parameters(&info);
        b.function_body(body);
        let found = b.returned.deducing.and_then(|d| d.1).unwrap_or(Ty::VOID);
        let differing = b.returned.differing;
        drop(b);
        self.declared.resolving -= 1;
        let tried = self.diags.close_trial(trial);
        if found.is_error() {
            // Told here, as the body may be none that is checked itself.
            let text = "the type of this result cannot be deduced";
            let unsaid = || Diagnostic::new(code::EXPECTED_TYPE, span, text);
            self.diags.push(tried.into_first().unwrap_or_else(unsaid));
        }
        if differing {
            let text = "what this function returns has several types, and `auto` is one";
            self.error(code::BAD_RETURN, span, text);
        }
        self.functions[f].signature.result = found;
    }
}

/// The local that all `return` of a body give, if there is one and it is declared once ([class.copy.elision] 1).
pub(in crate::check) fn returned_local(body: &Stmt<'_>) -> Option<Symbol> {
    let mut seen = Returns { name: None, differs: false, declared: Vec::new() };
    seen.statement(body);
    let name = seen.name.filter(|_| !seen.differs)?;
    (seen.declared.iter().filter(|d| **d == name).count() == 1).then_some(name)
}

/// What the `return` of a body give, and which names it declares.
struct Returns {
    name: Option<Symbol>,
    differs: bool,
    declared: Vec<Symbol>,
}

impl Returns {
    fn statement(&mut self, s: &Stmt<'_>) {
        match &s.kind {
            StmtKind::Return(Some(Expr { kind: ExprKind::Name(n), .. })) => {
                self.differs |= self.name.is_some_and(|m| m != *n);
                self.name = Some(*n);
            }
            StmtKind::Return(_) => self.differs = true,
            StmtKind::Decl(d) => {
                // Copying a volatile object is never left out ([class.copy.elision] 1.1).
                let times = if d.spec.flags.has(Flags::VOLATILE) && !wrong!(VolatileIsElided) {
                    2
                } else {
                    1
                };
                for _ in 0..times {
                    self.declared.extend(d.declarators.iter().map(|x| x.name.sym));
                }
            }
            StmtKind::Block { list, .. } => list.iter().for_each(|s| self.statement(s)),
            StmtKind::If { arms, other, .. } => {
                arms.iter().for_each(|a| self.statement(a.1));
                other.iter().for_each(|s| self.statement(s));
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Switch(_, body) => self.statement(body),
            StmtKind::For { init, body, .. } => {
                init.iter().for_each(|s| self.statement(s));
                self.statement(body);
            }
            StmtKind::Range { variable, body, .. } => {
                self.declared.push(variable.name.sym);
                self.statement(body);
            }
            _ => {}
        }
    }
}
