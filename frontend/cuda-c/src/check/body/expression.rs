//! Expressions.

use optx_source::{Diagnostic, Span, code};
use optx_whirl::Intrinsic;

use crate::{
    ast::{CaptureMode, Expr, ExprKind, Lambda, Name, Scoped, TypeExpr, UnaryOp},
    check::{Body, Const, Entity, Global, Space, StaticInit, body::E},
    intern::Symbol,
    literal::{char_type, integer_type},
    typed::{Action, InitPart, TExpr, TKind},
    types::{self, Ty, TypeKind},
    words,
};

/// Depth of expressions within the declarations that expressions need, all together. Each declaration alone is held by
/// the parser's limit, and the chain of them by its own, but the one may stand within the other at each link.
const DEEPEST: u32 = 1200;

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Checks an expression. What is wrong is reported and becomes an error node.
    pub(in crate::check) fn expr(&mut self, e: &'a Expr<'a>) -> E<'t> {
        if self.cx.nesting.brought_depth > 1 && !self.may_bring(e.span) {
            return self.bad(e.span);
        }
        let checked = self.deeper(1, e.span, |b| b.expr_of_kind(e));
        if self.complete(checked.ty, e.span) { checked } else { self.bad(e.span) }
    }

    /// Counts an expression of a default argument or initial value that another one needs: each stands for all that it needs,
    /// which doubles with every step where it is needed twice. False past the limit.
    fn may_bring(&mut self, span: Span) -> bool {
        let left = self.cx.nesting.brought;
        self.cx.nesting.brought = left.saturating_sub(1);
        if left == 1 {
            let text = "default arguments and initial values of members need too many others of their kind";
            self.cx.stop_instances(span, text);
        }
        left > 1
    }

    /// Checks what stands within an expression, or an object that it needs, which takes the stack of so many `steps`
    /// into expressions; an error where that nests too deep.
    pub(super) fn deeper(
        &mut self,
        steps: u32,
        span: Span,
        check: impl FnOnce(&mut Self) -> E<'t>,
    ) -> E<'t> {
        if self.cx.nesting.depth >= DEEPEST {
            let message = "expressions and the declarations that they need nest too deep";
            return self.error(code::LIMIT_NESTING, span, message);
        }
        self.cx.nesting.depth += steps;
        let checked = check(self);
        self.cx.nesting.depth -= steps;
        checked
    }

    fn expr_of_kind(&mut self, e: &'a Expr<'a>) -> E<'t> {
        match &e.kind {
            ExprKind::Binary(..) => self.binary_chain(e),
            ExprKind::Name(s) => self.name(*s, e.span),
            ExprKind::Index(b, i) => self.index(b, i, e.span),
            ExprKind::Member { more: Some(more), .. } if more.args.is_some() => {
                self.member_with_arguments(e)
            }
            ExprKind::Member { base, name, arrow, more } => {
                self.member(base, *name, (*arrow, more.and_then(|m| m.class)), e.span)
            }
            ExprKind::Qualified(q) if wrong!(QualificationIgnored) => self.name(q.name.sym, e.span),
            ExprKind::Qualified(q) => match self.cx.lookup_in(q.path, q.name.sym) {
                Some(Entity::Functions(name)) => {
                    self.named_functions(Some(q.path), name, q.args, e.span)
                }
                Some(x) => self.entity_with(x, q.name.sym, q.args, e.span),
                None => self.builtin_name(q.name.sym, e.span),
            },
            ExprKind::Conversion(call) => self.call_named_conversion(**call, e.span),
            ExprKind::Scoped(s) => self.scoped(s.class, s.name, s.args, e.span),
            ExprKind::TemplateName(s, args) => match self.lookup(*s) {
                found
                    if !matches!(found, Some(Entity::VariableTemplate(_)))
                        && let Some(functions) =
                            self.own_methods(Name { sym: *s, span: e.span }, Some(args)) =>
                {
                    functions
                }
                Some(x @ Entity::VariableTemplate(_)) => {
                    self.entity_with(x, *s, Some(args), e.span)
                }
                Some(Entity::Functions(name)) => {
                    self.named_functions(None, name, Some(args), e.span)
                }
                _ => self.name(*s, e.span),
            },
            ExprKind::Call(f, args) => {
                let args = self.expanded(args);
                if let ExprKind::Member { base, name, arrow, more: Some(more) } = f.kind
                    && name.sym == words::DESTRUCTOR
                {
                    return self.destructor_call(base, arrow, more.class, args, e.span);
                }
                self.call(f, args, e.span)
            }
            ExprKind::Assign(op, at, l, r) => self.assign(*op, *at, l, r, e.span),
            ExprKind::Unary(
                UnaryOp::AddrOf,
                // Parentheses around the name make it one of the object's ([expr.unary.op] 4).
                Expr { kind: ExprKind::Scoped(Scoped { class, name, .. }), parens: false, .. },
            ) if self.is_object_member(class, name.sym) => {
                self.address_of_member(class, *name, e.span)
            }
            ExprKind::PointedMember { arrow, object, member } => {
                self.pointed_member(*arrow, object, member, e.span)
            }
            ExprKind::Unary(op, x) => self.unary(*op, x, e.span),
            ExprKind::IncDec { inc, prefix, operand } => {
                self.inc_dec(*inc, *prefix, operand, e.span)
            }
            ExprKind::Cond(c, a, b) => self.conditional(c, a, b, e.span),
            ExprKind::Cast(style, ty, x) => self.cast(*style, ty, x, e.span),
            _ => self.leaf(e),
        }
    }

    fn leaf(&mut self, e: &'a Expr<'a>) -> E<'t> {
        match &e.kind {
            ExprKind::Int { value, decimal, unsigned, longs } => {
                self.integer(*value, *decimal, *unsigned, *longs, e.span)
            }
            ExprKind::Float { value, single, long } => {
                let ty = match (*single && !wrong!(FloatSuffixIgnored), *long) {
                    (true, _) => Ty::FLOAT,
                    (false, true) if !wrong!(LongDoubleIsDouble) => Ty::LONGDOUBLE,
                    _ => Ty::DOUBLE,
                };
                self.mk(TKind::Float(*value), ty, e.span)
            }
            ExprKind::Char { value, kind } => {
                let ty = char_type(*kind);
                self.int(*value, ty, e.span)
            }
            ExprKind::Bool(b) => self.int(i64::from(*b), Ty::BOOL, e.span),
            ExprKind::Nullptr => self.mk(TKind::Int(0), Ty::NULLPTR, e.span),
            ExprKind::Str(list) => {
                self.check_string(list, e.span);
                self.string_object(list, e.span)
            }
            ExprKind::StdName(q) => self.std_value(q, e.span),
            ExprKind::This => match self.this_object(e.span) {
                Some(o) => self.address(o),
                None if self.scope_entity(words::THIS).is_some()
                    && self.closure_here().is_some() =>
                {
                    self.not_captured(words::THIS, e.span)
                }
                None => self.error(
                    code::CLASS_RULE,
                    e.span,
                    "`this` can be used only in a member function that is not static",
                ),
            },
            ExprKind::SizeofExpr(x) => {
                if let Some(ty) = self.scoped_type(x) {
                    return self.size_of(ty, e.span);
                }
                let x = self.unevaluated(|b| b.unevaluated_operand(x, false));
                // [expr.sizeof] 1
                if self.may_be_bit_field(x) {
                    return self.error(code::BAD_BITFIELD, e.span, "a bit-field has no size");
                }
                if wrong!(SizeofDecays) && self.cx.types.element(x.ty).is_some() {
                    return self.int(8, Ty::ULONG, e.span);
                }
                self.size_of(x.ty, e.span)
            }
            ExprKind::SizeofType(t) => {
                let ty = self.type_of(t);
                self.size_of(ty, e.span)
            }
            ExprKind::Alignof(t) => self.align_of_type(t, e.span),
            ExprKind::AlignofExpr(x) => self.align_of_expression(x, e.span),
            ExprKind::Offsetof(t, path) => self.offset_of(t, path, e.span),
            ExprKind::Statements(s) => self.statements_as_value(s, e.span),
            ExprKind::Lambda(l) => self.lambda(l, e.span),
            ExprKind::Associated(call) => self.associated_call(call, e.span),
            ExprKind::Trait(asked, types) => self.type_trait(*asked, types, e.span),
            ExprKind::Pack(pattern) => {
                let text = "`...` cannot expand a pack here";
                self.error(code::TEMPLATE, pattern.span, text)
            }
            ExprKind::PackElement(x) => self.with_element(x.packs, x.index, |b| b.expr(x.pattern)),
            ExprKind::UserNumber { operator, value, literal } => {
                self.number_of_user(*operator, value, *literal, e.span)
            }
            ExprKind::New(new) => self.new_object(new, e.span),
            ExprKind::Noexcept(operand) => self.noexcept_operator(operand, e.span),
            ExprKind::HostOnly(what) => self.host_only(*what, e.span),
            ExprKind::SizeofPack(name) => self.size_of_pack(*name, e.span),
            ExprKind::Fold(fold) => match self.folded_expression(fold, e.span) {
                Some(all) => self.expr(all),
                None => self.bad(e.span),
            },
            ExprKind::Construct { ty, args, braces } => {
                let args = self.expanded(args);
                self.construct_written(ty, args, *braces, e.span)
            }
            ExprKind::InitList(_) => {
                self.error(code::EXPECTED_EXPRESSION, e.span, "a list in braces cannot stand here")
            }
            _ => self.bad(e.span),
        }
    }

    /// The type of an integer constant, by C++'s rules.
    fn integer(
        &mut self,
        value: u64,
        decimal: bool,
        unsigned: bool,
        longs: u8,
        span: Span,
    ) -> E<'t> {
        let ty = integer_type(value, decimal, unsigned, longs);
        let v = self.int(value as i64, ty, span);
        self.arena.exprs.alloc(TExpr { null: value == 0, ..*v })
    }

    fn size_of(&mut self, ty: Ty, span: Span) -> E<'t> {
        if ty.is_error() {
            return self.bad(span);
        }
        let ty = self.cx.types.referred(ty);
        if !self.cx.types.is_complete(ty) {
            let n = self.cx.type_name(ty);
            return self.error(
                code::INCOMPLETE_TYPE,
                span,
                format!("the type `{n}` has no size here"),
            );
        }
        let n = self.cx.types.size(ty) as i64;
        self.int(n, Ty::ULONG, span)
    }

    fn offset_of(&mut self, t: &'a TypeExpr<'a>, path: &'a [Symbol], span: Span) -> E<'t> {
        let mut ty = self.type_of(t);
        let mut offset = 0;
        for m in path {
            let found = self.cx.find_member(ty, *m).filter(|m| m.bits.is_none());
            let Some((t, o)) = found.map(|m| (m.ty, m.offset)) else {
                self.unknown_member(ty, Name { sym: *m, span });
                return self.bad(span);
            };
            (ty, offset) = (t, offset + o);
        }
        self.int(offset as i64, Ty::ULONG, span)
    }

    /// A string constant: an object in constant storage.
    fn string_object(&mut self, list: &'a [Symbol], span: Span) -> E<'t> {
        let (kind, units) = self.string_units(list);
        let elem = char_type(kind);
        let size = self.cx.types.size(elem) as usize;
        let mut bytes = Vec::with_capacity((units.len() + 1) * size);
        for u in units.into_iter().chain([0]) {
            bytes.extend_from_slice(&u.to_le_bytes()[..size.min(4)]);
        }
        self.string_of(bytes, elem, span)
    }

    /// The object of a string constant, its final zero included.
    pub(in crate::check) fn string_of_bytes(&mut self, bytes: Vec<u8>, span: Span) -> E<'t> {
        self.string_of(bytes, Ty::CHAR, span)
    }

    fn string_of(&mut self, bytes: Vec<u8>, elem: Ty, span: Span) -> E<'t> {
        let size = self.cx.types.size(elem).max(1);
        let ty = self.cx.types.array(elem.with(types::CONST), bytes.len() as u64 / size);
        let key = (bytes, elem);
        let g = match self.cx.output.strings.get(&key) {
            Some(g) => *g,
            None => {
                let name = format!("$str{}", self.cx.output.strings.len());
                let g = self.cx.add_global(Global {
                    name,
                    source: words::EMPTY,
                    ty,
                    space: Space::Device,
                    align: size,
                    init: Some(StaticInit { bytes: key.0.clone(), ..StaticInit::default() }),
                    value: None,
                    span,
                    is_extern: false,
                    is_managed: false,
                });
                self.cx.output.strings.insert(key, g);
                g
            }
        };
        self.mk_lvalue(TKind::Global(g), ty, span)
    }

    fn name(&mut self, s: Symbol, span: Span) -> E<'t> {
        if let Some(e) = self.scope_entity(s) {
            return self.entity_value(e, s, span);
        }
        if self.cx.site.class.is_some() {
            if let Some(object) = self.this_object(span)
                && self.cx.find_member(object.ty, s).is_some()
                && self.cx.class_id(object.ty).is_none_or(|r| self.cx.is_found_unqualified(r, s))
            {
                return self.member_of_object(object, object.ty, Name { sym: s, span }, span);
            }
            if let Some(object) = self.no_object(s, span) {
                return self.member_of_object(object, object.ty, Name { sym: s, span }, span);
            }
            if let Some((r, e)) = self.class_scope_entity(s) {
                if !self.check_entity_access(r, Name { sym: s, span }) {
                    return self.bad(span);
                }
                return self.entity_value(e, s, span);
            }
            if let Some(functions) = self.own_methods(Name { sym: s, span }, None) {
                return functions;
            }
            if self.closure_here().is_some() && self.is_member_around(s) {
                return self.not_captured(words::THIS, span);
            }
        }
        self.file_name(s, span)
    }

    /// Stands for an object of the class at hand, or of one around it, that has a data member of the name: an operand that is
    /// not evaluated may name it without an object ([expr.prim.id] 2.3).
    fn no_object(&mut self, s: Symbol, span: Span) -> Option<E<'t>> {
        let mut class = self.cx.site.class.filter(|_| self.mode.unevaluated);
        while let Some(r) = class {
            let ty = self.cx.types.record(r);
            if self.cx.find_member(ty, s).is_some() && self.cx.is_found_unqualified(r, s) {
                return Some(self.object_of(ty, span));
            }
            class = self.cx.classes.all.get(&r).and_then(|c| c.outer);
        }
        None
    }

    /// An object of a class that is nowhere, for operands that are not evaluated.
    pub(in crate::check) fn object_of(&mut self, ty: Ty, span: Span) -> E<'t> {
        let p = self.cx.types.pointer(ty);
        let null = self.mk(TKind::Int(0), p, span);
        self.mk_lvalue(TKind::Deref(null), ty, span)
    }

    /// The type that `X::name` is, where it is written as an expression.
    pub(super) fn scoped_type(&mut self, e: &'a Expr<'a>) -> Option<Ty> {
        let ExprKind::Scoped(&Scoped { class, name, args: None }) = e.kind else { return None };
        let ty = self.unevaluated(|b| b.type_of(class));
        let r = self.cx.class_id(ty)?;
        match self.cx.class_entity(r, name.sym)? {
            Entity::Type(..) if !self.check_entity_access(r, name) => None,
            Entity::Type(t, _) => Some(self.type_in_class(ty, t, name)),
            _ => None,
        }
    }

    /// A name at file scope, whatever else has it here.
    fn file_name(&mut self, s: Symbol, span: Span) -> E<'t> {
        match self.cx.lookup(s) {
            Some(e) => self.entity_value(e, s, span),
            None => self.builtin_name(s, span),
        }
    }

    /// A variable of the function around the class at hand: only its type may be asked for ([class.local] 1).
    fn automatic_outside(&mut self, ty: Ty, s: Symbol, span: Span) -> E<'t> {
        let closure = self.closure_here().map(|c| c.lambda);
        if !self.mode.unevaluated {
            if closure.is_some() {
                return self.not_captured(s, span);
            }
            let text = self.cx.text(s);
            let text = format!(
                "`{text}` is a variable of the function around this class, whose objects do not know it"
            );
            return self.error(code::UNKNOWN_NAME, span, text);
        }
        // As if it were captured ([expr.prim.id.unqual] 2).
        let copy = |l: &Lambda<'_>| l.default == Some(CaptureMode::Copy) && !l.mutable;
        let ty = match self.cx.types.kind(ty) {
            TypeKind::Reference(to, _) => to,
            _ => ty,
        };
        let copied = closure.is_some_and(copy) && !wrong!(NamesAsIfTheyStayed);
        let ty = if copied { self.cx.types.qualified(ty, types::CONST) } else { ty };
        self.mk_lvalue(TKind::Error, ty, span)
    }

    /// What a name stands for, as a value or object.
    pub(in crate::check) fn entity_value(&mut self, e: Entity, s: Symbol, span: Span) -> E<'t> {
        match e {
            Entity::Local(l) => {
                let local = &mut self.variables.locals[l];
                local.named.uses += 1;
                let ty = local.ty;
                if let TypeKind::Reference(to, _) = self.cx.types.kind(ty) {
                    let p = self.cx.types.pointer(to);
                    let v = self.mk_lvalue(TKind::Local(l), p, span);
                    let v = self.mk(TKind::Load(v), p, span);
                    let rvalue = matches!(self.cx.types.kind(ty), TypeKind::Reference(_, true));
                    if wrong!(NamedReferencesAreRvalues) && rvalue {
                        return self.mk_as(
                            TKind::Deref(v),
                            to,
                            crate::typed::Category::Xvalue,
                            span,
                        );
                    }
                    if self.cx.types.function_type(to).is_some()
                        && let Some(c) = self.variables.values.get(&l)
                    {
                        let p = self.constant_expr(*c, p, span);
                        return self.mk_lvalue(TKind::Deref(p), to, span);
                    }
                    return self.mk_lvalue(TKind::Deref(v), to, span);
                }
                self.mk_lvalue(TKind::Local(l), ty, span)
            }
            Entity::Global(g) => self.global(g, span),
            Entity::Automatic(ty) => self.automatic_outside(ty, s, span),
            Entity::Captured(r, k) => self.captured(r, k, span),
            Entity::Object(ty, g) => {
                let object = self.global(g, span);
                match self.cx.types.kind(ty) {
                    TypeKind::Reference(to, _) => self.mk_lvalue(object.kind, to, span),
                    _ => {
                        let first = match self.cx.types.element(object.ty) {
                            Some(_) => self.rvalue(object),
                            None => self.address(object),
                        };
                        self.mk(first.kind, ty, span)
                    }
                }
            }
            Entity::Binding(number) => self.bound_part(number, span),
            Entity::Part(l) => {
                let ty = self.variables.locals[l].ty;
                let object = self.mk_lvalue(TKind::Local(l), ty, span);
                self.member_of_object(object, object.ty, Name { sym: s, span }, span)
            }
            Entity::Const(ty, c) => match self.cx.types.kind(ty) {
                // A function that a parameter refers to.
                TypeKind::Reference(to, _) => {
                    let p = self.cx.types.pointer(to);
                    let p = self.constant_expr(c, p, span);
                    self.mk_lvalue(TKind::Deref(p), to, span)
                }
                _ => self.constant_expr(c, ty.bare(), span),
            },
            Entity::Functions(name) => self.named_functions(None, name, None, span),
            Entity::Type(_, _) => {
                let n = self.cx.text(s).to_string();
                self.error(
                    code::EXPECTED_EXPRESSION,
                    span,
                    format!("`{n}` is a type and not a value"),
                )
            }
            e => {
                self.bad_entity(e, s, span);
                self.bad(span)
            }
        }
    }

    fn global(&mut self, g: crate::typed::GlobalId, span: Span) -> E<'t> {
        if !self.variables.statics.is_empty()
            && let Some(own) = self.variables.statics.get_mut(&g)
        {
            own.uses += 1;
        }
        let x = &self.cx.output.globals[g];
        let (ty, space) = (x.ty, x.space);
        if space == Space::Host {
            if let Some(v) = self.known_number(g)
                && !ty.is_volatile()
            {
                return self.constant_expr(v, ty.bare(), span);
            }
            if self.mode.unevaluated || self.mode.constant {
                return self.mk_lvalue(TKind::Global(g), ty, span);
            }
            // One that is defined further on is no constant here, and has its value all the same.
            if let Some(v) = self.cx.output.globals[g].value
                && !ty.is_volatile()
            {
                return self.constant_expr(v, ty.bare(), span);
            }
            return self.host_variable(g, span);
        }
        if let TypeKind::Error = self.cx.types.kind(ty) {
            return self.bad(span);
        }
        if let TypeKind::Reference(to, _) = self.cx.types.kind(ty) {
            let p = self.cx.types.pointer(to);
            let v = self.mk_lvalue(TKind::Global(g), p, span);
            let v = self.mk(TKind::Load(v), p, span);
            return self.mk_lvalue(TKind::Deref(v), to, span);
        }
        self.mk_lvalue(TKind::Global(g), ty, span)
    }

    /// The indices and sizes of threads and blocks, and constants of the C library.
    pub(in crate::check) fn builtin_name(&mut self, s: Symbol, span: Span) -> E<'t> {
        match s {
            words::THREAD_IDX | words::BLOCK_IDX | words::BLOCK_DIM | words::GRID_DIM => {
                let dims = matches!(s, words::BLOCK_DIM | words::GRID_DIM);
                let ty = self.cx.builtin_type_named(if dims { "dim3" } else { "uint3" });
                let parts: Vec<InitPart<'t>> = (0..3)
                    .filter_map(|i| {
                        let value = self.mk(
                            TKind::Builtin(Action::Pure(special_register(s, i)?), &[]),
                            Ty::UINT,
                            span,
                        );
                        Some(InitPart { offset: u64::from(i) * 4, bits: None, value })
                    })
                    .collect();
                let parts = self.arena.parts.alloc_extend(parts);
                return self.mk(TKind::Aggregate(parts), ty, span);
            }
            words::WARP_SIZE => return self.int(32, Ty::INT, span),
            words::FUNC | words::FUNCTION | words::PRETTY_FUNCTION => {
                return self.function_name_string(s, span);
            }
            _ => {}
        }
        // `__null` under nvcc: a number of a pointer's width.
        if self.cx.text(s) == "NULL" {
            return self.integer(0, true, false, 1, span);
        }
        if let Some((ty, c)) = library_constant(self.cx.text(s)) {
            return self.constant_expr(c, ty, span);
        }
        if self.is_builtin_function(s) {
            return self.mention(s, Vec::new(), Vec::new(), None, span);
        }
        // It depends on nothing ([temp.dep]).
        self.in_earnest(|b| b.unknown_name(s, span));
        self.bad(span)
    }

    /// What a name stands for that may have template arguments.
    pub(in crate::check) fn entity_with(
        &mut self,
        e: Entity,
        name: Symbol,
        args: Option<&'a [crate::ast::TemplateArg<'a>]>,
        span: Span,
    ) -> E<'t> {
        match (e, args) {
            (Entity::VariableTemplate(t), Some(args)) => {
                match self.variable_instance(t, args, span) {
                    Some(e) => self.entity_value(e, name, span),
                    None => self.bad(span),
                }
            }
            _ => self.entity_value(e, name, span),
        }
    }

    fn index(&mut self, b: &'a Expr<'a>, i: &'a Expr<'a>, span: Span) -> E<'t> {
        self.comma_in_subscript(i);
        let one_past = u64::from(std::mem::take(&mut self.expected.one_past));
        let mut operands = [self.expr(b), self.expr(i)];
        if let Some(e) = self.overloaded(words::OP_INDEX, b.span, &mut operands, span) {
            return e;
        }
        let [base, index] = operands;
        let index = self.operand(index);
        if base.ty.is_error() || index.ty.is_error() {
            return self.bad(span);
        }
        let array = self.cx.types.element(base.ty);
        let base = self.rvalue(base);
        // `i[p]` is `p[i]`, and `i` comes first all the same ([expr.sub]).
        let mut kept = None;
        let (p, index) = if self.cx.types.pointee(base.ty).is_none()
            && self.cx.types.pointee(index.ty).is_some()
        {
            let plain = wrong!(SubscriptPointerFirst)
                || matches!(base.kind, TKind::Int(_))
                || matches!(index.kind, TKind::AddrOf(_))
                || matches!(index.kind, TKind::Load(x) if matches!(x.kind, TKind::Local(_)));
            if plain {
                (index, base)
            } else {
                let l = self.temporary(base.ty.bare(), span);
                let place = self.mk_lvalue(TKind::Local(l), base.ty.bare(), span);
                kept = Some(self.mk(TKind::Init(place, base), Ty::VOID, span));
                (index, self.mk(TKind::Load(place), base.ty.bare(), span))
            }
        } else {
            (base, index)
        };
        let Some(to) = self.cx.types.pointee(p.ty) else {
            if base.ty.is_error() {
                return base;
            }
            let n = self.cx.type_name(base.ty);
            return self.error(
                code::BAD_SUBSCRIPT,
                span,
                format!("a value of type `{n}` cannot be subscripted"),
            );
        };
        if !self.cx.types.is_index(index.ty) {
            let n = self.cx.type_name(index.ty);
            return self.error(
                code::BAD_SUBSCRIPT,
                i.span,
                format!("a subscript must be an integer, not `{n}`"),
            );
        }
        if let (Some((_, len)), TKind::Int(v)) = (array, index.kind)
            && len != types::UNKNOWN
            && len > 1
            && (v < 0 || v as u64 >= len + one_past)
            && !self.mode.unevaluated
            && !self.mode.unreachable
        {
            let message = format!("the index {v} is beyond the array's {len} elements");
            self.cx.diags.push(Diagnostic::new(code::ARRAY_BOUND, i.span, message));
        }
        let Some(size) = self.stride(to, span) else { return self.bad(span) };
        let index = match self.cx.types.is_function_pointer(to) && wrong!(FirstFunctionOfTables) {
            true => self.int(0, Ty::INT, span),
            false => index,
        };
        let sum = self.pointer_add(p, index, size, false, span);
        let element = self.mk_lvalue(TKind::Deref(sum), to, span);
        match kept {
            Some(k) => self.mk_lvalue(TKind::Comma(k, element), to, span),
            None => element,
        }
    }
}

/// The register behind a component of a built-in index.
pub(super) fn special_register(s: Symbol, i: u32) -> Option<Intrinsic> {
    let list = match s {
        words::THREAD_IDX => [Intrinsic::TidX, Intrinsic::TidY, Intrinsic::TidZ],
        words::BLOCK_IDX => [Intrinsic::CtaidX, Intrinsic::CtaidY, Intrinsic::CtaidZ],
        words::BLOCK_DIM => [Intrinsic::NtidX, Intrinsic::NtidY, Intrinsic::NtidZ],
        _ => [Intrinsic::NctaidX, Intrinsic::NctaidY, Intrinsic::NctaidZ],
    };
    list.get(i as usize).copied()
}

/// Constants that nvcc's own includes bring in.
fn library_constant(name: &str) -> Option<(Ty, Const)> {
    let f = |v: f32| Some((Ty::FLOAT, Const::Float(f64::from(v))));
    let d = |v: f64| Some((Ty::DOUBLE, Const::Float(v)));
    let i = |t: Ty, v: i64| Some((t, Const::Int(v)));
    match name {
        "INFINITY" | "HUGE_VALF" => f(f32::INFINITY),
        "NAN" => f(f32::from_bits(0x7fff_ffff)),
        "HUGE_VAL" => d(f64::INFINITY),
        "FLT_MAX" => f(f32::MAX),
        "FLT_MIN" => f(f32::MIN_POSITIVE),
        "FLT_EPSILON" => f(f32::EPSILON),
        "DBL_MAX" => d(f64::MAX),
        "DBL_MIN" => d(f64::MIN_POSITIVE),
        "DBL_EPSILON" => d(f64::EPSILON),
        "M_PI" => d(std::f64::consts::PI),
        "M_PI_2" => d(std::f64::consts::FRAC_PI_2),
        "M_PI_4" => d(std::f64::consts::FRAC_PI_4),
        "M_E" => d(std::f64::consts::E),
        "M_SQRT2" => d(std::f64::consts::SQRT_2),
        "M_SQRT1_2" => d(std::f64::consts::FRAC_1_SQRT_2),
        "M_LN2" => d(std::f64::consts::LN_2),
        "M_LN10" => d(std::f64::consts::LN_10),
        "M_LOG2E" => d(std::f64::consts::LOG2_E),
        "INT_MAX" | "INT32_MAX" => i(Ty::INT, i64::from(i32::MAX)),
        "INT_MIN" | "INT32_MIN" => i(Ty::INT, i64::from(i32::MIN)),
        "UINT_MAX" | "UINT32_MAX" => i(Ty::UINT, i64::from(u32::MAX)),
        "LONG_MAX" => i(Ty::LONG, i64::MAX),
        "LONG_MIN" => i(Ty::LONG, i64::MIN),
        "LLONG_MAX" => i(Ty::LONGLONG, i64::MAX),
        "LLONG_MIN" => i(Ty::LONGLONG, i64::MIN),
        "ULONG_MAX" => i(Ty::ULONG, -1),
        "ULLONG_MAX" => i(Ty::ULONGLONG, -1),
        "CHAR_BIT" => i(Ty::INT, 8),
        "CHAR_MAX" => i(Ty::INT, 127),
        "SHRT_MAX" => i(Ty::INT, 32767),
        "SHRT_MIN" => i(Ty::INT, -32768),
        "RAND_MAX" => i(Ty::INT, i64::from(i32::MAX)),
        _ => None,
    }
}
