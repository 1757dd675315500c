//! The state of checking one function, or one expression outside functions.

mod address;
mod alignment;
mod asm;
mod asm_text;
mod assertion;
mod auto_type;
mod braces;
mod built_in_operator;
mod call;
mod cast;
mod category;
mod closure_conversion;
mod conditional;
mod construct;
mod convert;
mod deduced_by_guides;
mod deduced_class;
mod designator;
mod destroy;
mod desugar;
mod ends;
mod expression;
mod function_value;
mod host_call;
mod host_only;
mod initialize;
mod initializer;
mod initializer_list;
mod jump;
mod known_call;
mod label;
mod lambda;
mod lambda_capture;
mod lambda_mentions;
mod lambda_pack;
mod local;
mod member;
mod member_pointer;
mod mistaken_operators;
mod mode;
mod narrowing;
mod new_expression;
mod noexcept_operator;
mod number_of_user;
mod operators;
mod overload;
mod own_members;
mod piece;
mod range;
mod rank;
pub(in crate::check) use says_unused::TokenPlaces;
mod says_unused;
mod sequence;
mod statement;
mod statements_as_value;
mod strings;
mod structured_binding;
mod suspicious;
mod tuple_binding;
mod type_trait;
mod unused;
mod user_conversion;
mod well_formed;

pub(in crate::check) use call::Naming;
pub(in crate::check) use convert::wrap;
pub(in crate::check) use function_value::FunctionConstants;
pub(crate) use function_value::KnownFunction;
pub(in crate::check) use initialize::Initial;
pub(crate) use initializer::StaticInit;
pub(in crate::check) use overload::{Candidate, ChosenOperator};
pub(crate) use piece::Sink;

use std::{
    cell::{Cell, OnceCell, RefCell},
    rc::Rc,
};

use optx_source::{Code, Diagnostic, Span, code};

use optx_whirl::arena_id::Table;

use mode::Mode;

use crate::check::Site;
use crate::{
    ast::{Expr, Stmt, TypeExpr},
    check::{
        Checker, Const, Entity, Env, Function, ParamInfo, ParameterPack, constant::Value,
        template::Making,
    },
    intern::{Map, Symbol},
    typed::{
        Category, FunctionId, GlobalId, Label, LocalId, LocalVar, TExpr, TKind, TStmt, TStmtKind,
        TypedArenas, Uses,
    },
    types::{RecordId, Ty, TypeKind},
    words,
};

/// How deep expressions stand in each other, and what was found wrong in them without a word.
pub(crate) struct Nesting {
    /// How many default arguments and initial values of members are within each other, and how many expressions may still stand
    /// in those that others need.
    pub(in crate::check) brought_depth: u32,
    pub(in crate::check) brought: u32,
    /// Expressions that are being checked, in each other and in declarations that they need.
    pub(in crate::check) depth: u32,
    /// Where an expression was first found wrong that nothing was said of, outside of trials: wrong code, were it left out.
    pub(in crate::check) unsaid: Cell<Option<Span>>,
    pub(in crate::check) token_places: OnceCell<TokenPlaces>,
    /// What is being made of templates.
    pub(in crate::check) making: Making,
}

impl Nesting {
    pub(in crate::check) fn new(brought: u32) -> Nesting {
        Nesting {
            brought_depth: 0,
            brought,
            depth: 0,
            unsaid: Cell::new(None),
            token_places: OnceCell::new(),
            making: Making::default(),
        }
    }
}

/// A typed expression in its arena.
pub(crate) type E<'t> = &'t TExpr<'t>;

/// A label of the source.
pub(in crate::check) struct NamedLabel {
    pub label: Label,
    pub defined: Option<Span>,
    pub used: Option<Span>,
    /// What is in scope at the label, and at each jump to it.
    pub scope: Option<jump::Scoped>,
    pub jumps: Vec<(jump::Scoped, Span)>,
}

impl NamedLabel {
    fn new(label: Label) -> NamedLabel {
        NamedLabel { label, defined: None, used: None, scope: None, jumps: Vec::new() }
    }
}

/// What `break` and `continue` mean here.
#[derive(Clone, Copy, Default)]
pub(in crate::check) struct Jumps {
    pub next: Option<Label>,
    pub end: Option<Label>,
}

/// Cases of the innermost switch.
pub(in crate::check) struct SwitchState {
    pub ty: Ty,
    /// The scoped enumeration that is switched over: cases are of its type.
    pub scoped: Option<Ty>,
    pub cases: Vec<(i64, i64, Label)>,
    pub places: Vec<Span>,
    pub default: Option<(Label, Span)>,
    /// What is in scope where the switch stands.
    pub scope: jump::Scoped,
}

/// A checked function, ready to be translated.
pub(crate) struct CheckedBody<'t> {
    pub locals: Table<LocalId, LocalVar>,
    pub body: TStmt<'t>,
}

#[derive(Default)]
/// The names of the blocks around, and those bound around the function.
pub(crate) struct Block {
    pub(in crate::check) names: Map<Symbol, (Entity, u32)>,
    /// Local classes and enumerations that another thing of their block hides, and how deep it is.
    pub(in crate::check) hidden_tags: Vec<(Symbol, Ty, u32)>,
    /// Functions that blocks declare.
    pub(in crate::check) functions: Vec<local::BlockFunction>,
    pub(in crate::check) undo: Vec<(Symbol, Option<(Entity, u32)>)>,
    pub(in crate::check) depth: u32,
    /// Packs that are being expanded: their names stand for an element.
    pub(in crate::check) packs: Vec<crate::check::template::Expanded>,
    /// The variables with initial values, for jumps.
    pub(in crate::check) initialised: jump::Initialised,
}

#[derive(Default)]
/// The variables of the function, and the values of those that are constants.
pub(crate) struct Variables {
    /// What names of structured bindings stand for.
    bindings: Vec<structured_binding::Binding>,
    pub(in crate::check) locals: Table<LocalId, LocalVar>,
    /// Mentions of constants that the lambda at hand captures.
    captured: Vec<lambda::Mention>,
    /// Those with static storage.
    pub(in crate::check) statics: Map<GlobalId, Uses>,
    pub(in crate::check) values: Map<LocalId, Const>,
    /// Those that are no numbers: `constexpr` variables.
    pub(in crate::check) constants: Map<LocalId, Rc<Value>>,
    /// Locals that are kept as pointers to objects which are this function's own.
    pub(in crate::check) owned: Vec<LocalId>,
    /// Pointers to functions that the language lets change, and that keep what they begin with.
    pub(in crate::check) kept: Vec<LocalId>,
}

#[derive(Default)]
/// Where jumps lead.
pub(crate) struct Flow {
    pub(in crate::check) labels: u32,
    pub(in crate::check) named: Map<Symbol, NamedLabel>,
    pub(in crate::check) jumps: Jumps,
    pub(in crate::check) switches: Vec<SwitchState>,
}

/// What the function returns, and where.
pub(crate) struct Returned<'a> {
    pub(in crate::check) ty: Ty,
    /// The reference to where the result is made, if its copying does something, and the local that is made there.
    pub(in crate::check) object: Option<(LocalId, Span)>,
    pub(in crate::check) local: Option<Symbol>,
    /// What a body returns is being looked for, by `auto` as it is written; and what was found.
    pub(in crate::check) deducing: Option<(&'a TypeExpr<'a>, Option<Ty>)>,
    /// What `return` gives has several types, where one is looked for.
    pub(in crate::check) differing: bool,
}

impl Default for Returned<'_> {
    fn default() -> Self {
        Returned { ty: Ty::VOID, object: None, local: None, deducing: None, differing: false }
    }
}

#[derive(Default)]
/// What the expression at hand is for.
pub(crate) struct Expected {
    /// The address of the element that the next subscript names is asked for: it may be one past the last.
    pub(in crate::check) one_past: bool,
    /// An assignment here is most likely meant as a comparison, and that is told.
    pub(in crate::check) compares: bool,
    /// The name of the template whose declaration is being read for its arguments: who asks where access is looked at.
    pub(in crate::check) asking: Option<Symbol>,
    /// The base class that a special member of this class makes or copies just now, and where that is written.
    pub(in crate::check) making_base: Option<(Ty, Span)>,
}

#[derive(Default)]
/// Arguments that are lists in braces.
pub(crate) struct Braced<'a> {
    /// Arguments that are lists in braces, by their numbers.
    pub(in crate::check) braces: Vec<&'a Expr<'a>>,
    pub(in crate::check) nested: braces::Lists,
}

/// The checker of one function.
pub(crate) struct Body<'c, 'a, 't, 'x> {
    pub(in crate::check) cx: &'c mut Checker<'a, 'x>,
    pub(in crate::check) arena: &'t TypedArenas<'t>,
    /// Who translates long lists of the function's statements piece by piece, if anyone does.
    pub(in crate::check) sink: Option<&'c mut dyn Sink>,
    pub(in crate::check) function: Option<FunctionId>,
    /// How expressions are looked at.
    pub(in crate::check) mode: Mode,
    /// The site that names are looked up from again once this is over.
    around: Option<Site>,
    /// The class whose members are being declared.
    pub(in crate::check) member_of: Option<RecordId>,
    /// The objects of classes that expressions make.
    made: RefCell<Vec<(Ty, Span)>>,
    pub(in crate::check) block: Block,
    pub(in crate::check) variables: Variables,
    pub(in crate::check) flow: Flow,
    pub(in crate::check) returned: Returned<'a>,
    pub(in crate::check) expected: Expected,
    pub(in crate::check) given: Braced<'a>,
}

impl<'c, 'a, 't, 'x> Body<'c, 'a, 't, 'x> {
    /// A checker for expressions outside functions.
    pub(crate) fn outside(
        cx: &'c mut Checker<'a, 'x>,
        arena: &'t TypedArenas<'t>,
    ) -> Body<'c, 'a, 't, 'x> {
        let env = cx.templates.no_env.clone();
        Body::within(cx, arena, &env, None)
    }

    /// A checker for what stands in an environment, and in a class.
    pub(in crate::check) fn within(
        cx: &'c mut Checker<'a, 'x>,
        arena: &'t TypedArenas<'t>,
        env: &Env,
        class: Option<RecordId>,
    ) -> Body<'c, 'a, 't, 'x> {
        let site = cx.site.within(env, class);
        Body::at_site(cx, arena, site)
    }

    /// A checker for what stands at a site, which is the checker's until this goes away.
    pub(in crate::check) fn at_site(
        cx: &'c mut Checker<'a, 'x>,
        arena: &'t TypedArenas<'t>,
        site: Site,
    ) -> Body<'c, 'a, 't, 'x> {
        let names = site.env.names.iter().map(|(s, e)| (*s, (*e, 0))).collect();
        let packs = site.env.expanded.to_vec();
        let around = std::mem::replace(&mut cx.site, site);
        Body {
            cx,
            arena,
            sink: None,
            function: None,
            mode: Mode::default(),
            around: Some(around),
            member_of: None,
            made: RefCell::default(),
            block: Block { names, packs, ..Block::default() },
            variables: Variables::default(),
            flow: Flow::default(),
            returned: Returned::default(),
            expected: Expected::default(),
            given: Braced::default(),
        }
    }

    /// Checks the body of a function, if it has one.
    pub(crate) fn function(
        cx: &'c mut Checker<'a, 'x>,
        arena: &'t TypedArenas<'t>,
        f: FunctionId,
        sink: Option<&'c mut dyn Sink>,
    ) -> Option<CheckedBody<'t>> {
        Body::function_as(cx, arena, f, false, sink)
    }

    /// The same for the compiler to execute, where `constant`.
    pub(in crate::check) fn function_as(
        cx: &'c mut Checker<'a, 'x>,
        arena: &'t TypedArenas<'t>,
        f: FunctionId,
        constant: bool,
        sink: Option<&'c mut dyn Sink>,
    ) -> Option<CheckedBody<'t>> {
        cx.deduce_result(f);
        let info = cx.functions.get(f)?.clone();
        if !info.is_defined() {
            return None;
        }
        let site = Site { point: 0, template: info.origin.template, ..cx.site_of(&info) };
        let mut b = Body::at_site(cx, arena, site);
        b.sink = sink;
        b.function = Some(f);
        b.mode.constant = constant;
        b.returned.ty = info.signature.result;
        b.open_scope();
        let in_place = b.cx.by_address(info.signature.result);
        b.cx.functions[f].signature.in_place = in_place;
        b.declare_result(info.signature.result, info.span, info.body);
        let given = b.declare_own_parameters(&info);
        b.check_literal(info.signature.result, false, info.span);
        let mut complete = true;
        for p in &info.signature.params {
            complete &= b.check_complete_parameter(p);
            b.check_literal(p.ty, false, p.span);
        }
        let body = match (info.body, info.origin.special, info.membership.class) {
            // What is made of a class that is none may have no end.
            _ if !complete => TStmt { kind: TStmtKind::Empty, span: info.span },
            (Some(body), ..) => b.function_body(body),
            (None, Some(s), Some(r)) => {
                let other = info.signature.params.get(1).and_then(|_| b.last_parameter());
                let mut list = Vec::new();
                b.special_body(r, s, other, info.span, &mut list);
                TStmt { kind: TStmtKind::Block(list), span: info.span }
            }
            (None, None, Some(r)) => {
                let mut list = Vec::new();
                if let Some(from) = info.origin.inherits {
                    b.inherited_body(r, from, info.span, &mut list);
                }
                TStmt { kind: TStmtKind::Block(list), span: info.span }
            }
            _ => TStmt { kind: TStmtKind::Empty, span: info.span },
        };
        b.close_scope();
        b.check_labels();
        let body = b.with_destructors(body);
        let body = match given.is_empty() {
            true => body,
            false => {
                let span = body.span;
                let kind = TStmtKind::Block(given.into_iter().chain([body]).collect());
                TStmt { kind, span }
            }
        };
        if !info.origin.library {
            b.unused_variables();
        }
        b.check_made(&info.signature.params);
        Some(CheckedBody { locals: std::mem::take(&mut b.variables.locals), body })
    }

    /// Reports objects that are made, and parameters, that nothing could destroy.
    fn check_made(&mut self, params: &[ParamInfo<'a>]) {
        let made = std::mem::take(self.made.get_mut());
        for (ty, span) in made {
            if self.cx.types.is_record(ty) {
                self.check_destructor(ty, span);
            }
        }
        // Who calls destroys.
        for p in
            params.iter().filter(|p| self.cx.types.is_record(p.ty)).copied().collect::<Vec<_>>()
        {
            if self.cx.types.size(p.ty) == 0 {
                self.check_some_size(p.ty, p.span);
            }
        }
    }

    /// A parameter's type is complete where its function is defined ([dcl.fct] 9): who only declares it asks nothing.
    pub(in crate::check) fn check_complete_parameter(&mut self, p: &ParamInfo<'a>) -> bool {
        if !self.complete(p.ty, p.span) {
            return false;
        }
        if self.cx.types.is_complete(p.ty) || p.ty.is_error() {
            return true;
        }
        self.not_complete(p.ty, p.span);
        false
    }

    /// Reports a type that is not complete where it has to be.
    pub(in crate::check) fn not_complete(&mut self, ty: Ty, span: Span) -> E<'t> {
        let text = format!("the type `{}` is not complete", self.cx.type_name(ty));
        self.error(code::INCOMPLETE_TYPE, span, text)
    }

    /// Declares parameters as locals.
    pub(super) fn declare_parameters(&mut self, params: &[ParamInfo<'a>], packs: &[ParameterPack]) {
        let from = self.variables.locals.len();
        for p in params {
            // A reference is a pointer that its uses look through; so is an object that the caller makes.
            let owned = self.cx.by_address(p.ty) && !self.in_kernel();
            let ty = if owned { self.cx.types.reference(p.ty, false) } else { p.ty };
            let id = self.declare_parameter(p, ty);
            if owned {
                self.variables.owned.push(id);
            }
        }
        packs.iter().for_each(|p| self.declare_parameter_pack(*p, from + p.first as usize));
    }

    /// Declares a pack of parameters, which begin with so many other locals before them.
    pub(in crate::check) fn declare_parameter_pack(&mut self, pack: ParameterPack, before: usize) {
        let first = LocalId::from_index(before);
        self.declare_in_scope(pack.name, Entity::Parameters(first, pack.count));
    }

    /// Declares a parameter for the types that name it behind it, which no object is made for ([basic.scope.proto]).
    pub(in crate::check) fn declare_in_signature(&mut self, p: &ParamInfo<'a>) {
        self.declare_parameter(p, p.ty);
    }

    /// Forgets the parameters that were declared since there were so many locals: the function at hand has them not.
    pub(in crate::check) fn close_signature(&mut self, mark: usize, locals: usize) {
        self.close_scope_to(mark);
        if !wrong!(SignaturesLeaveParameters) {
            self.variables.locals.truncate(locals);
        }
    }

    fn declare_parameter(&mut self, p: &ParamInfo<'a>, ty: Ty) -> LocalId {
        let id = self.add_local(p.name, ty, 0, p.span);
        let local = &mut self.variables.locals[id];
        (local.param, local.plain) = (true, p.plain);
        if p.name != words::EMPTY {
            self.declare_in_scope(p.name, Entity::Local(id));
        }
        id
    }

    /// A kernel's parameters are copied by the host, as bytes.
    fn in_kernel(&self) -> bool {
        let f = self.function.and_then(|f| self.cx.functions.get(f));
        f.is_some_and(Function::is_kernel)
    }

    fn last_parameter(&self) -> Option<LocalId> {
        self.variables.locals.with_ids().rfind(|(_, l)| l.param).map(|(id, _)| id)
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
        self.variables.locals[id].param = true;
        self.variables.owned.push(id);
        self.returned.object = Some((id, span));
        self.returned.local = body.and_then(crate::check::file::returned_local);
    }

    /// The place of a result whose copying does something.
    fn result_place(&mut self) -> Option<E<'t>> {
        let (id, span) = self.returned.object?;
        Some(self.entity_value(Entity::Local(id), words::EMPTY, span))
    }

    /// What a class in this function sees of the names around it: types, constants and objects with static storage, and the
    /// types of other variables ([class.local]).
    pub(in crate::check) fn names_for_classes(&self) -> Vec<(Symbol, Entity)> {
        if wrong!(LocalClassesAreBlind) {
            return Vec::new();
        }
        let seen = |e: Entity| match e {
            Entity::Type(_, _) | Entity::Const(..) | Entity::Global(_) | Entity::Pack(_) => Some(e),
            Entity::Local(l) => {
                let ty = self.variables.locals.get(l)?.ty;
                let value = self.variables.values.get(&l).map(|v| Entity::Const(ty, *v));
                let outside = !wrong!(VariablesOutsideAreUnknown);
                value.or(outside.then_some(Entity::Automatic(ty)))
            }
            Entity::Automatic(_) => Some(e),
            Entity::Captured(r, k) => {
                let c = self.cx.closure_type(r)?.captures.get(k as usize)?;
                Some(Entity::Automatic(c.declared))
            }
            _ => None,
        };
        let own = self.block.names.iter().filter(|(s, _)| **s != words::THIS);
        let mut names: Vec<(Symbol, Entity)> =
            own.filter_map(|(s, e)| Some((*s, seen(e.0)?))).collect();
        optx_whirl::stable_order::sort_by_key(&mut names, |n| n.0);
        names
    }

    pub(in crate::check) fn in_function(&self) -> bool {
        self.function.is_some()
    }

    pub(in crate::check) fn error(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> E<'t> {
        self.cx.diags.push(Diagnostic::new(code, span, message));
        self.bad(span)
    }

    /// The expression that stands for a reported error.
    pub(in crate::check) fn bad(&self, span: Span) -> E<'t> {
        self.cx.note_unsaid(span);
        self.mk(TKind::Error, Ty::ERROR, span)
    }

    pub(in crate::check) fn mk(&self, kind: TKind<'t>, ty: Ty, span: Span) -> E<'t> {
        self.mk_as(kind, ty, Category::Prvalue, span)
    }

    pub(in crate::check) fn mk_as(
        &self,
        kind: TKind<'t>,
        ty: Ty,
        category: Category,
        span: Span,
    ) -> E<'t> {
        let made = matches!(kind, TKind::Aggregate(_) | TKind::New(..) | TKind::Call(..));
        if made
            && (!self.mode.unevaluated || self.cx.classes.declare_destructors)
            && category == Category::Prvalue
            && self.cx.types.is_record(ty)
        {
            self.made.borrow_mut().push((ty, span));
        }
        self.arena.exprs.alloc(TExpr { kind, ty, span, category, null: false })
    }

    pub(in crate::check) fn mk_lvalue(&self, kind: TKind<'t>, ty: Ty, span: Span) -> E<'t> {
        self.mk_as(kind, ty, Category::Lvalue, span)
    }

    pub(in crate::check) fn list(&self, v: Vec<E<'t>>) -> &'t [E<'t>] {
        self.arena.refs.alloc_extend(v)
    }

    pub(in crate::check) fn int(&self, v: i64, ty: Ty, span: Span) -> E<'t> {
        let v = wrap(&self.cx.types, v, ty);
        self.mk(TKind::Int(v), ty, span)
    }

    /// Binds a name around everything.
    pub(in crate::check) fn bind(&mut self, s: Symbol, e: Entity) {
        self.block.names.insert(s, (e, 0));
    }

    pub(in crate::check) fn new_label(&mut self) -> Label {
        self.flow.labels += 1;
        Label::from_index(self.flow.labels as usize - 1)
    }

    pub(in crate::check) fn add_local(
        &mut self,
        name: Symbol,
        ty: Ty,
        align: u64,
        span: Span,
    ) -> LocalId {
        let align = if align > 0 { align } else { self.cx.types.align(ty) };
        self.variables.locals.push(LocalVar {
            name,
            ty,
            align,
            param: false,
            plain: false,
            named: Uses::default(),
            span,
        })
    }

    /// A local that the compiler makes.
    pub(in crate::check) fn temporary(&mut self, ty: Ty, span: Span) -> LocalId {
        self.add_local(words::EMPTY, ty, 0, span)
    }

    pub(in crate::check) fn open_scope(&mut self) -> usize {
        self.block.depth += 1;
        self.block.undo.len()
    }

    /// Notes a place in the scope at hand: what is noted there ends with the scope.
    fn mark_scope(&mut self) -> usize {
        self.block.undo.push((words::USING, None));
        self.block.undo.len()
    }

    pub(in crate::check) fn close_scope_to(&mut self, mark: usize) {
        while self.cx.site.usings.last().is_some_and(|u| u.mark > mark) {
            self.cx.site.usings.pop();
        }
        self.block.initialised.close(mark);
        let depth = self.block.depth;
        self.block.hidden_tags.retain(|t| t.2 < depth);
        self.block.functions.retain(|f| f.depth < depth);
        self.block.depth = depth.saturating_sub(1);
        while self.block.undo.len() > mark {
            match self.block.undo.pop() {
                Some((s, Some(old))) => {
                    self.block.names.insert(s, old);
                }
                Some((s, None)) => {
                    self.block.names.remove(&s);
                }
                None => {}
            }
        }
    }

    /// Looks at an expression that stands outside of this function, with nothing of it in scope.
    fn elsewhere<T>(&mut self, env: &Env, act: impl FnOnce(&mut Self) -> T) -> T {
        if wrong!(DefaultArgumentsSeeCallers) {
            return act(self);
        }
        let names = env.names.iter().map(|(s, e)| (*s, (*e, 0))).collect();
        let scope = std::mem::replace(&mut self.block.names, names);
        let usings = std::mem::take(&mut self.cx.site.usings);
        let instance =
            std::mem::replace(&mut self.cx.site.instance, crate::check::site::is_instance(env));
        let template = self.cx.site.template.take();
        self.cx.nesting.brought_depth += 1;
        let result = act(self);
        self.cx.nesting.brought_depth -= 1;
        self.cx.site.instance = instance;
        self.cx.site.template = template;
        self.block.names = scope;
        self.cx.site.usings = usings;
        result
    }

    fn close_scope(&mut self) {
        self.close_scope_to(0);
    }

    pub(in crate::check) fn scope_entity(&self, s: Symbol) -> Option<Entity> {
        let (e, depth) = *self.block.names.get(&s)?;
        (depth > 0 || !self.is_hidden_by_member(s, e)).then_some(e)
    }

    /// Whether a name that is bound around a class is a member's within it ([basic.scope.hiding] 1): one of a block, or a
    /// template's parameter that a base's member hides ([temp.local] 8).
    fn is_hidden_by_member(&self, s: Symbol, e: Entity) -> bool {
        let mut class = self.cx.site.class;
        let Some(at) = class.and(self.cx.site.env.names.iter().rposition(|n| n.0 == s)) else {
            return false;
        };
        while let Some(r) = class.filter(|_| !wrong!(BlocksHideMembers)) {
            let Some(c) = self.cx.classes.all.get(&r) else { return false };
            let ty = self.cx.types.find_record(r);
            // The class's own name stands among those that are bound around it.
            if ty.is_some_and(|t| matches!(e, Entity::Type(own, _) if own == t)) {
                return false;
            }
            let member = || {
                self.cx.class_entity(r, s).is_some()
                    || self.cx.method_class(r, s).is_some()
                    || ty.is_some_and(|t| self.cx.find_member(t, s).is_some())
            };
            if at < c.env.names.len() && self.cx.is_found_unqualified(r, s) && member() {
                return true;
            }
            class = c.outer;
        }
        false
    }

    /// The type that the innermost scope declares by a name; those around it have others.
    pub(in crate::check) fn type_in_block(&self, s: Symbol) -> Option<Ty> {
        match self.block.names.get(&s) {
            Some((Entity::Type(t, _), depth))
                if *depth == self.block.depth || wrong!(BlocksShareClasses) =>
            {
                Some(*t)
            }
            _ => None,
        }
    }

    /// What the innermost block declares by a name.
    fn entity_in_block(&self, s: Symbol) -> Option<Entity> {
        self.block.names.get(&s).filter(|x| x.1 == self.block.depth).map(|x| x.0)
    }

    /// Whether the innermost block declares a name.
    pub(in crate::check) fn is_in_block(&self, s: Symbol) -> bool {
        self.entity_in_block(s).is_some()
    }

    /// Declares a name in the innermost scope.
    pub(in crate::check) fn declare_in_scope(&mut self, s: Symbol, e: Entity) {
        if s == words::EMPTY {
            return;
        }
        if let Entity::Local(l) = e
            && self.variables.locals.get(l).is_none_or(|l| l.name != words::EMPTY)
        {
            let span = self.variables.locals.get(l).map_or(Span::NONE, |l| l.span);
            self.check_hides_parameter(crate::ast::Name { sym: s, span });
        }
        let depth = self.block.depth;
        let here = self.entity_in_block(s);
        // Another thing hides a class or enumeration of its name, whichever comes first ([basic.scope.hiding] 2).
        match (here, e) {
            (Some(Entity::Type(_, _)), Entity::Type(_, _)) => {}
            (Some(Entity::Type(t, _)), _) if self.is_tag(s, t) => {
                self.block.hidden_tags.push((s, t, depth));
                let old = self.block.names.insert(s, (e, depth));
                self.block.undo.push((s, old));
                return;
            }
            (Some(_), Entity::Type(t, _)) if self.is_tag(s, t) => {
                self.block.hidden_tags.push((s, t, depth));
                return;
            }
            _ => {}
        }
        if let Some(old) = here
            && old != e
            && !matches!((old, e), (Entity::Const(..), Entity::Const(..)))
        {
            let span = match e {
                Entity::Local(l) => self.variables.locals.get(l).map_or(Span::NONE, |l| l.span),
                _ => Span::NONE,
            };
            let text = self.cx.text(s).to_string();
            let mut d = Diagnostic::new(
                code::REDEFINED,
                span,
                format!("`{text}` is declared twice in this scope"),
            );
            if let Entity::Local(l) = old
                && let Some(l) = self.variables.locals.get(l)
            {
                d = d.note(l.span, "the first declaration is here");
            }
            self.cx.diags.push(d);
        }
        let old = self.block.names.insert(s, (e, depth));
        self.block.undo.push((s, old));
    }

    /// Whether a type is the class or enumeration of that name, and no typedef.
    fn is_tag(&self, s: Symbol, t: Ty) -> bool {
        let types = &self.cx.types;
        let own = match types.kind(t) {
            TypeKind::Record(r) => types.records.get(r).map(|r| r.name.as_str()),
            TypeKind::Enum(e) => types.enums.get(e).map(|e| e.name.as_str()),
            _ => None,
        };
        own == Some(self.cx.text(s)) && t.quals() == 0
    }

    /// The innermost type of a name that blocks and what is around the template or class at hand declare; it may be hidden
    /// by what is no type.
    pub(in crate::check) fn block_type(&self, s: Symbol) -> Option<Ty> {
        let ty = |e: Entity, depth: u32| match e {
            Entity::Type(t, _) => Some((depth, t)),
            _ => None,
        };
        let here = self.block.names.get(&s).and_then(|x| ty(x.0, x.1));
        let outer = self.block.undo.iter().filter(|u| u.0 == s).filter_map(|u| u.1);
        let outer = outer.filter_map(|x| ty(x.0, x.1));
        let hidden = self.block.hidden_tags.iter().filter(|t| t.0 == s).map(|t| (t.2, t.1));
        here.into_iter().chain(outer).chain(hidden).max_by_key(|t| t.0).map(|t| t.1)
    }

    /// Notes that a variable with an initial value is in scope from here on.
    fn begin_initialised(&mut self, name: Symbol, span: Span) {
        let mark = self.block.undo.len();
        self.block.initialised.begin(name, span, mark);
    }

    /// What a name stands for here.
    pub(in crate::check) fn lookup(&mut self, s: Symbol) -> Option<Entity> {
        self.scope_entity(s)
            .or_else(|| self.class_scope_entity(s).map(|e| e.1))
            .or_else(|| self.cx.lookup(s))
    }

    /// The value of a constant expression.
    pub(in crate::check) fn const_of(&self, e: E<'t>) -> Option<Const> {
        match e.kind {
            TKind::Int(v) => Some(Const::Int(v)),
            TKind::Float(v) => Some(Const::Float(v)),
            _ => None,
        }
    }

    /// The value of an integer constant expression, or an error that says what it is for.
    pub(in crate::check) fn integer_constant(
        &mut self,
        e: &'a Expr<'a>,
        what: &str,
    ) -> Option<i64> {
        self.typed_constant(e, what).map(|(n, _)| n)
    }

    /// As [`Body::integer_constant`], with the constant's type.
    pub(in crate::check) fn typed_constant(
        &mut self,
        e: &'a Expr<'a>,
        what: &str,
    ) -> Option<(i64, Ty)> {
        self.constant_of(e, what, None)
    }

    /// The same, of a scoped enumeration where one is given: nothing converts to it, nor it to a number.
    fn constant_of(
        &mut self,
        e: &'a Expr<'a>,
        what: &str,
        scoped: Option<Ty>,
    ) -> Option<(i64, Ty)> {
        let v = self.constant_value(e);
        if v.ty.is_error() {
            return None;
        }
        let own = self.cx.types.is_scoped(v.ty).then(|| v.ty.bare());
        if own != scoped {
            let n = self.cx.type_name(v.ty);
            let text = format!("{what} cannot be of type `{n}` here");
            self.error(code::NOT_CONSTANT, e.span, text);
            return None;
        }
        if !self.cx.types.is_integer(v.ty) {
            self.error(code::NOT_CONSTANT, e.span, format!("{what} must be an integer constant"));
            return None;
        }
        match self.const_of(v) {
            Some(Const::Int(n)) => Some((n, v.ty.bare())),
            _ => {
                self.not_constant(code::NOT_CONSTANT, e.span, format!("{what} must be a constant"));
                None
            }
        }
    }

    /// An expression's value: objects are read, arrays become pointers.
    pub(in crate::check) fn value(&mut self, e: &'a Expr<'a>) -> E<'t> {
        let e = self.expr(e);
        self.rvalue(e)
    }

    /// Whether a type is a struct or union.
    fn is_aggregate(&self, t: Ty) -> bool {
        matches!(self.cx.types.kind(t), TypeKind::Record(_) | TypeKind::Array(..))
    }
}

impl Drop for Body<'_, '_, '_, '_> {
    /// Names are looked up again from where they were before.
    fn drop(&mut self) {
        if let Some(around) = self.around.take() {
            self.cx.site = around;
        }
    }
}
