//! Declarations in functions.

use optx_source::{Span, code};

use crate::check::site::LocalUsing;
use crate::{
    ast::{Base, Declaration, Declarator, Flags, Name, Tag, TypeExpr, Using},
    check::{
        Body, Entity, Global, Space, body::E, body::deduced_class::DeducedClass,
        body::initialize::Initial,
    },
    intern::Symbol,
    typed::{FunctionId, LocalId, TKind, TStmt, TStmtKind},
    types::{self, Ty, TypeKind, UNKNOWN},
    words,
};

/// A function that a block declares.
#[derive(Clone, Copy)]
pub(in crate::check) struct BlockFunction {
    name: Symbol,
    /// The file's function of that name and type.
    function: Option<FunctionId>,
    /// It is the file's only function of that name.
    alone: bool,
    /// How deep the block is.
    pub depth: u32,
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Reports a variable of a `constexpr` function that is no template's and that gets no value ([dcl.constexpr] 3, up to C++20).
    fn check_constexpr_variable(&mut self, ty: Ty, span: Span) {
        let Some(f) = self.function else { return };
        let Some(info) = self.cx.functions.get(f) else { return };
        let strict = info.flags.has(Flags::CONSTEXPR)
            && !info.origin.library
            && !self.cx.options.dialect.is_cpp20()
            && !self.cx.is_instance(info)
            && !self.cx.is_lambda(f);
        if strict && self.cx.types.is_scalar(self.cx.types.innermost(ty)) {
            let text = "a variable of a `constexpr` function needs an initial value before C++20";
            self.error(code::BAD_INITIALIZER, span, text);
        }
    }

    /// A using directive of a block, or one name of a using declaration.
    fn local_using(&mut self, u: &'a Using<'a>) {
        if self.std_using(u) {
            return;
        }
        let from = self.cx.site.namespace;
        match self.cx.used_namespace(from, u) {
            Some(used) => {
                let mark = self.mark_scope();
                let depth = self.block.depth;
                self.cx.site.usings.push(LocalUsing { used, mark, depth });
                // A declaration hides what stands around it, locals too ([namespace.udecl] 1).
                if !u.directive
                    && !wrong!(UsingInBlocksHidesNothing)
                    && let Some(e) = self.cx.lookup_in(u.path, u.name.sym)
                {
                    self.declare_in_scope(u.name.sym, e);
                }
            }
            None => {
                let text = "this names no namespace";
                self.error(code::UNKNOWN_NAME, u.name.span, text);
            }
        }
    }

    pub(super) fn local_declaration(&mut self, d: &'a Declaration<'a>, out: &mut Vec<TStmt<'t>>) {
        let flags = d.spec.flags;
        if let Some(u) = d.using {
            u.all().for_each(|u| self.local_using(u));
            return;
        }
        if d.declarators.is_empty() {
            // `struct X;` declares an X of the block, whatever is called so around it ([dcl.type.elab] 2).
            if let Base::Tag(tag, s) = d.spec.base
                && tag != Tag::Enum
                && d.spec.path.is_none()
            {
                if self.type_in_block(s).is_none() {
                    self.new_record(tag, s);
                }
                return;
            }
            let ty = self.base_type(d.spec, words::EMPTY);
            self.anonymous_union(d, ty);
            return;
        }
        let (mut auto, mut class) = (None, DeducedClass::default());
        for x in d.declarators {
            let x = self.expanded_declarator(x);
            if !x.bindings.is_empty() {
                self.structured_binding(d, x, out);
                continue;
            }
            if flags.has(Flags::TYPEDEF) {
                let (ty, align) = self.typedef(d, x);
                self.declare_in_scope(x.name.sym, Entity::Type(ty, align));
                continue;
            }
            if let TypeExpr::Function { params, variadic, .. } = x.ty {
                if !self.refuses_result(d.spec) {
                    self.local_function(x, params, *variadic);
                }
                continue;
            }
            let shared = flags.has(Flags::SHARED);
            let mut ty = self.with_mode(
                |m| m.shared = shared,
                |b| match d.spec.base {
                    Base::Auto => b.auto_type(d, x),
                    Base::DecltypeAuto => b.decltype_auto(x),
                    _ => match b.deduced_local(d.spec, x, &mut class) {
                        Some(ty) => ty,
                        None => b.type_of(x.ty),
                    },
                },
            );
            self.check_auto(d.spec, x, ty, &mut auto);
            let ty_of_mode = self.moded(ty, x.mode);
            ty = ty_of_mode;
            if flags.has(Flags::CONSTEXPR) {
                ty = ty.with(types::CONST);
            }
            let fixed = flags.has(Flags::SHARED | Flags::CONSTANT | Flags::STATIC | Flags::DEVICE);
            let fixed = fixed && !(wrong!(StaticLocalsAreAutomatic) && flags.has(Flags::STATIC));
            let elsewhere = flags.has(Flags::EXTERN) && !flags.has(Flags::SHARED);
            let fixed = fixed && !elsewhere;
            if fixed && self.returned.deducing.is_some() {
                let l = self.add_local(x.name.sym, ty, 0, x.name.span);
                self.declare_in_scope(x.name.sym, Entity::Local(l));
                continue;
            }
            if fixed || flags.has(Flags::THREAD_LOCAL) {
                self.not_in_constexpr("a variable with static or thread storage", x.name.span);
            }
            if fixed {
                self.check_literal(ty, flags.has(Flags::CONSTEXPR), x.name.span);
                self.static_local(flags, d, x, ty);
                continue;
            }
            if elsewhere {
                match self.file_lookup(x.name.sym) {
                    _ if wrong!(BlockDeclarationsIgnored) => {}
                    // The file's own variable, whatever hides it here ([basic.link] 6).
                    Some(e @ Entity::Global(g)) => {
                        self.check_redeclared(g, ty, Space::Device, x.name.span);
                        self.declare_in_scope(x.name.sym, e);
                    }
                    _ => {
                        let text = "`extern` in a function is for `__shared__` arrays and for variables of this file";
                        self.error(code::NOT_SUPPORTED, x.name.span, text);
                    }
                }
                continue;
            }
            self.check_literal(ty, flags.has(Flags::CONSTEXPR), x.name.span);
            self.automatic(d, x, ty, out);
        }
    }

    /// What a name stands for in the namespace at hand, be it declared further down only: that is what a declaration in a
    /// function names ([basic.link] 6).
    fn file_lookup(&mut self, name: Symbol) -> Option<Entity> {
        self.at((self.cx.site.namespace, 0), |b| b.cx.own_entity(name))
    }

    /// `int f(int);` in a function: the file's own function of that name and type; with the others that its block
    /// declares it hides all that stand further out ([basic.scope.hiding] 1).
    fn local_function(
        &mut self,
        x: &'a Declarator<'a>,
        params: &'a [crate::ast::Param<'a>],
        variadic: bool,
    ) {
        let name = x.name.sym;
        if let Some(e) = params.iter().find_map(|p| p.default) {
            let text =
                "default arguments of a function that a block declares are not supported yet";
            self.error(code::NOT_SUPPORTED, e.span, text);
            return;
        }
        let params: Vec<Ty> = self.param_list(params).iter().map(|p| p.ty.bare()).collect();
        let namespace = self.cx.site.namespace;
        let known = matches!(self.file_lookup(name), Some(Entity::Functions(_)));
        let set: Vec<FunctionId> = self
            .cx
            .declared
            .overloads
            .get(&name)
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .copied()
            .filter(|f| {
                let f = &self.cx.functions[*f];
                f.membership.class.is_none() && f.home.namespace == namespace
            })
            .collect();
        let function = set.iter().copied().find(|f| {
            let info = &self.cx.functions[*f];
            info.signature.variadic == variadic
                && info.signature.params.iter().map(|p| p.ty.bare()).eq(params.iter().copied())
        });
        if let Some(f) = function {
            // From here on it is known, if it was not.
            self.cx.note_ahead(name);
            let place = &mut self.cx.functions[f].home.place;
            place.declared = place.declared.min(self.cx.site.place);
        }
        if known || !self.is_builtin_function(name) {
            let templates = self.cx.templates.functions.get(&name).map_or(&[][..], Vec::as_slice);
            let template =
                templates.iter().any(|t| self.cx.templates.all[*t].namespace == namespace);
            let alone = set.len() == 1 && !template;
            let depth = self.block.depth;
            self.block.functions.push(BlockFunction { name, function, alone, depth });
        }
        self.declare_in_scope(name, Entity::Functions(name));
    }

    /// The functions of a name that the innermost block which declares any has, where the name means these.
    pub(super) fn block_functions(&self, name: Symbol) -> Option<Vec<BlockFunction>> {
        let functions = matches!(self.scope_entity(name), Some(Entity::Functions(_)));
        if !functions || wrong!(BlockDeclarationsIgnored) {
            return None;
        }
        let depth = self.block.functions.iter().rev().find(|f| f.name == name)?.depth;
        let own = |f: &&BlockFunction| f.name == name && f.depth == depth;
        Some(self.block.functions.iter().filter(own).copied().collect())
    }

    /// Whether a class here, whose functions see the file's functions only, would miss what a block declares.
    pub(in crate::check) fn blocks_hide_functions(&self) -> bool {
        self.block.functions.iter().any(|f| !f.alone)
    }

    /// A call of one of the functions that a block declares. No other is looked for ([basic.lookup.argdep] 3).
    pub(super) fn call_block_function(
        &mut self,
        set: &[BlockFunction],
        name: Name,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let Some(functions) = set.iter().map(|f| f.function).collect::<Option<Vec<_>>>() else {
            let text = "a function that a block declares can be called only where the file has one of that name and type";
            return self.error(code::NOT_SUPPORTED, name.span, text);
        };
        match self.choose(&functions, &values, None) {
            Ok(f) => self.call_function(f, name.span, values, span),
            Err(problem) => {
                self.no_overload(problem, &functions, name.sym, name.span, &values, span)
            }
        }
    }

    /// Adds a variable of the source's.
    fn add_variable(&mut self, x: &Declarator<'_>, ty: Ty, align: u64) -> LocalId {
        let plain = self.is_plainly_written(x.ty);
        let l = self.add_local(x.name.sym, ty, align, x.name.span);
        self.variables.locals[l].plain = plain;
        l
    }

    /// `union { ... };` in a function: its members are the function's names ([class.union.anon]).
    fn anonymous_union(&mut self, d: &'a Declaration<'a>, ty: Ty) {
        let Base::Record(r) = d.spec.base else { return };
        if r.name.sym != words::EMPTY || r.tag != Tag::Union || ty.is_error() {
            return;
        }
        self.check_destructor(ty, d.span);
        let l = self.add_local(words::EMPTY, ty, 0, d.span);
        let names: Vec<_> = self
            .cx
            .types
            .get_record(ty)
            .map(|(_, r)| r.members.keys().copied().collect())
            .unwrap_or_default();
        for n in names {
            self.declare_in_scope(n, Entity::Part(l));
        }
    }

    fn no_local_constant(&mut self, span: Span) -> E<'t> {
        let text = "the initialiser of a `constexpr` variable must be a constant";
        self.not_constant(code::NOT_CONSTANT, span, text)
    }

    /// `static`, `__shared__` and such in a function: an object of the whole program.
    fn static_local(
        &mut self,
        flags: Flags,
        d: &'a Declaration<'a>,
        x: &'a Declarator<'a>,
        ty: Ty,
    ) {
        let mut ty = ty;
        let space = if flags.has(Flags::SHARED) {
            if flags.has(Flags::EXTERN) { Space::SharedDynamic } else { Space::Shared }
        } else if flags.has(Flags::CONSTANT) {
            Space::Constant
        } else {
            Space::Device
        };
        let (mut init, mut value) = (None, None);
        let ahead = Initial::written(x)
            .filter(|_| !wrong!(InitialisersComeFirst))
            .and_then(|_| self.declare_ahead(x.name, ty, space));
        let made = flags.has(Flags::CONSTEXPR).then_some(Initial::Default);
        let copied = self
            .function
            .and_then(|f| self.cx.functions.get(f))
            .is_some_and(|f| f.origin.known.is_some());
        if copied && (!ty.is_const() || space != Space::Device) {
            let text = "an object with static storage in a function that takes functions is not supported yet";
            self.error(code::NOT_SUPPORTED, x.name.span, text);
        }
        if let Some(initial) = Initial::written(x).or(made) {
            if flags.has(Flags::SHARED) {
                let at = x.init.map_or(x.name.span, |e| e.span);
                let text = "a `__shared__` variable cannot have an initialiser";
                self.error(code::SHARED_INITIALIZER, at, text);
            } else {
                let usable = self.is_usable(ty, flags);
                let (t, i) = self.static_initializer(ty, initial, usable, x.name.span);
                value = self.known_value(ty, &i);
                if let (Some(c), true) = (value, wrong!(StaticLocalsAreValues)) {
                    self.declare_in_scope(x.name.sym, Entity::Const(ty, c));
                    return;
                }
                (ty, init) = (t, Some(i));
            }
        } else {
            init = self.static_default(ty, space, x.name.span);
        }
        self.check_object(ty, space, x.name.span);
        // The last elements of an array may be zeros.
        if !ty.is_const() || self.cx.types.element(ty).is_some() {
            self.no_member_pointer(ty, x.name.span);
        }
        self.check_static_destructor(ty, space, x.name.span);
        let align = self.declared_alignment(d.spec, x, ty);
        let text = self.cx.text(x.name.sym).to_string();
        let name = if space == Space::SharedDynamic {
            // All of one name are one object of the namespace around the functions ([basic.link] 6).
            let text = crate::mangle::variable(self.cx, &text, self.cx.site.namespace, false);
            let same = |g: &Global| g.space == Space::SharedDynamic && g.name == text;
            if let Some(g) = self.cx.output.globals.find_id(same) {
                self.check_redeclared(g, ty, space, x.name.span);
                self.declare_in_scope(x.name.sym, Entity::Global(g));
                return;
            }
            text
        } else {
            let f = self
                .function
                .and_then(|f| self.cx.functions.get(f))
                .map_or(words::EMPTY, |f| f.name);
            format!("{}${text}", self.cx.text(f))
        };
        let name = self.cx.unique_global_name(name);
        let (source, span) = (x.name.sym, x.name.span);
        let is_managed = flags.has(Flags::MANAGED);
        let is_extern = false;
        let global =
            Global { name, source, ty, space, align, init, value, span, is_extern, is_managed };
        let g = self.cx.complete_global(ahead, global);
        if space != Space::SharedDynamic {
            self.variables.statics.entry(g).or_default();
        }
        self.declare_in_scope(x.name.sym, Entity::Global(g));
    }

    /// A variable of the thread.
    pub(super) fn automatic(
        &mut self,
        d: &'a Declaration<'a>,
        x: &'a Declarator<'a>,
        ty: Ty,
        out: &mut Vec<TStmt<'t>>,
    ) -> LocalId {
        let span = x.name.span;
        let align = self.declared_alignment(d.spec, x, ty);
        let init = Initial::written(x).unwrap_or(Initial::Default);
        let constexpr = d.spec.flags.has(Flags::CONSTEXPR);
        if let TypeKind::Reference(to, rvalue) = self.cx.types.kind(ty) {
            let mut v = self.with_mode(
                |m| m.constant |= constexpr,
                |b| b.reference_initial(to, rvalue, init, span),
            );
            let l = self.add_variable(x, ty, 0);
            if constexpr && !v.ty.is_error() {
                v = self.local_constant(l, v, ty).unwrap_or_else(|| self.no_local_constant(v.span));
            }
            self.declare_in_scope(x.name.sym, Entity::Local(l));
            self.begin_initialised(x.name.sym, span);
            if !v.ty.is_error() {
                self.keeps_function(l, ty, v);
                out.push(TStmt { kind: TStmtKind::Init(l, v), span });
            }
            return l;
        }
        if self.cx.types.is_record(ty) || self.cx.types.element(ty).is_some() {
            self.check_destructor(ty, span);
        }
        self.no_array_of_member_pointers(ty, span);
        let arithmetic = self.cx.types.is_arithmetic(ty);
        if matches!(init, Initial::Default) && ty.is_const() && !self.cx.sets_itself(ty) {
            self.error(code::BAD_INITIALIZER, span, "a `const` variable needs an initialiser");
        }
        // The result itself, where it is made by the caller.
        if self.returned.local == Some(x.name.sym)
            && ty.bare() == self.returned.ty.bare()
            && let Some(place) = self.result_place()
            && let Some(l) = self.variables.owned.first().copied()
        {
            self.declare_in_scope(x.name.sym, Entity::Local(l));
            let value = self.initial(ty, init, span);
            if value.is_some() || self.cx.is_destroyed(ty) {
                self.begin_initialised(x.name.sym, span);
            }
            if let Some(v) = value.filter(|v| !v.ty.is_error()) {
                let e = self.mk(TKind::Init(place, v), Ty::VOID, span);
                out.push(TStmt { kind: TStmtKind::Expr(e), span });
            }
            if self.cx.is_destroyed(ty) {
                out.push(TStmt { kind: TStmtKind::Lives(l), span });
            }
            return l;
        }
        // The name is in scope in its own initialiser; an array may get its length only from it.
        let l = self.add_variable(x, ty, align);
        if !wrong!(NamesBeginAfterInitialiser) {
            self.declare_in_scope(x.name.sym, Entity::Local(l));
        }
        if matches!(init, Initial::Default) {
            self.check_object(ty, Space::Device, span);
        }
        let wanted =
            ty.is_const() && self.cx.types.is_integer(ty) && !ty.is_volatile() || constexpr;
        let wanted = wanted && (!wrong!(ConstDoesNotFold) || constexpr);
        let (before, errors) = (self.variables.locals.len(), self.cx.diags.errors());
        let mut value = self.with_mode(|m| m.constant |= wanted, |b| b.initial(ty, init, span));
        if wanted && let Some(v) = value.filter(|v| !v.ty.is_error()) {
            let told = self.cx.diags.errors() > errors;
            value = match self.local_constant(l, v, ty) {
                Some(known) => Some(known),
                None if told => Some(self.bad(v.span)),
                None if constexpr => Some(self.no_local_constant(v.span)),
                None => {
                    // No constant: as any other variable.
                    self.variables.locals.truncate(before);
                    self.initial(ty, init, span)
                }
            };
        }
        if wrong!(NamesBeginAfterInitialiser) {
            self.declare_in_scope(x.name.sym, Entity::Local(l));
        }
        let Some(value) = value else {
            self.check_constexpr_variable(ty, span);
            if self.cx.is_destroyed(ty) {
                self.begin_initialised(x.name.sym, span);
                out.push(TStmt { kind: TStmtKind::Lives(l), span });
            }
            return l;
        };
        self.begin_initialised(x.name.sym, span);
        if value.ty.is_error() || ty.is_error() {
            // Whom it would have called is not known.
            if self.cx.types.names_function(ty) {
                self.variables.locals[l].ty = Ty::ERROR;
            }
            return l;
        }
        if let TypeKind::Array(_, UNKNOWN) = self.cx.types.kind(ty) {
            self.variables.locals[l].ty = value.ty.with(ty.quals());
        }
        let whole = self.variables.locals[l].ty;
        self.check_object(whole, Space::Device, span);
        if ty.is_const()
            && !ty.is_volatile()
            && arithmetic
            && !wrong!(ConstDoesNotFold)
            && let Some(c) = self.const_of(value)
        {
            // Of floating type it is no constant expression, and has its value all the same.
            self.variables.values.insert(l, c);
        }
        self.keeps_function(l, ty, value);
        out.push(TStmt { kind: TStmtKind::Init(l, value), span });
        l
    }

    /// Notes a function that a variable points or refers to from its beginning. It stays that one: the variable is as if it were const.
    pub(super) fn keeps_function(&mut self, l: LocalId, ty: Ty, value: E<'t>) {
        if !self.cx.types.names_function(ty) || ty.is_volatile() {
            return;
        }
        if let Some(n) = self.known_pointer(value) {
            self.variables.values.insert(l, crate::check::Const::Int(n));
            if !ty.is_const() {
                self.variables.kept.push(l);
            }
        }
    }
}
