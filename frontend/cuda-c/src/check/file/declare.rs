//! Declarations at file scope, and types from their syntax.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Base, Declaration, Declarator, Expr, Flags, Mode, Name, Spec, Tag, TypeExpr, Using},
    check::{Body, Checker, Const, Entity, Global, Space, StaticInit, body::initialize::Initial},
    intern::Symbol,
    parse::index::{Item, ItemKind},
    typed::{GlobalId, TypedArenas},
    types::{self, Ty, TypeKind, UNKNOWN},
    words,
};

impl<'a> Checker<'a, '_> {
    /// Declares what one top-level declaration declares.
    pub(in crate::check) fn declare(&mut self, item: &Item, d: Declaration<'a>) {
        let arena = TypedArenas::default();
        let mut b = Body::outside(self, &arena);
        b.declare_top(item, d);
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// The namespace that `void n::f() {}` lies in, where that is not the one it stands in; `Err` where it may not be defined
    /// here, and reported ([namespace.memdef] 2).
    pub(in crate::check) fn namespace_within(
        &mut self,
        item: &Item,
        x: &Declarator<'_>,
    ) -> Option<Result<u32, ()>> {
        let p = x.path?;
        let n = self.cx.index.resolve(item.namespace, p.global, p.names)?;
        let n = self.declaring_namespace(n, x.name.sym);
        if n == item.namespace {
            return None;
        }
        if !self.cx.encloses(item.namespace, n) {
            let text = "what a namespace declares is defined in it or in one around it";
            self.error(code::BAD_DECLARATOR, x.name.span, text);
            return Some(Err(()));
        }
        Some(Ok(n))
    }

    fn declare_top(&mut self, item: &Item, d: Declaration<'a>) {
        let mut flags = Flags(d.spec.flags.0 | item.flags.0 & Flags::EXTERN_C);
        if item.kind == ItemKind::Variable && !wrong!(ExternCDefines) {
            // `extern "C" int x;` declares and does not define ([dcl.link]).
            flags.0 |= item.flags.0 & Flags::EXTERN;
        }
        if let [x] = d.declarators
            && let Some(n) = self.namespace_within(item, x)
        {
            let Ok(n) = n else { return };
            self.cx.declare_in(n, x.name.sym);
            let was = self.cx.enter(n, self.cx.place);
            let inner = Item { namespace: n, ..item.clone() };
            if let TypeExpr::Function { .. } = x.ty {
                self.declare_function(&inner, flags, d.spec, x, d.body);
            } else {
                self.declare_variable(item, flags, d.spec, x);
            }
            self.cx.leave(was);
            return;
        }
        if let Some(a) = d.assertion {
            let strict = self.cx.index.default_device;
            self.static_assertion_outside(a, strict);
            return;
        }
        if let Some(u) = d.using.filter(|_| self.cx.index.default_device && !item.library) {
            u.all().for_each(|u| self.check_used(item, u));
            return;
        }
        if d.declarators.is_empty() {
            if !matches!(d.spec.base, Base::Error) {
                self.base_type(d.spec, words::EMPTY);
            }
            return;
        }
        let ahead = flags.has(Flags::TYPEDEF).then(|| self.struct_ahead(&d)).flatten();
        let mut auto = None;
        for x in d.declarators {
            if flags.has(Flags::TYPEDEF) {
                let (ty, align) = self.typedef(&d, x);
                self.redeclare_check(x.name.sym, ty, x.name.span);
                self.cx.set_entity(x.name.sym, Entity::Type(ty, align));
                continue;
            }
            if let TypeExpr::Function { .. } = x.ty {
                self.declare_function(item, flags, d.spec, x, d.body);
            } else {
                self.declare_variable(item, flags, d.spec, x);
                if let Some(Entity::Global(g)) = self.cx.entity(x.name.sym) {
                    let ty = self.cx.globals[g.0 as usize].ty;
                    self.check_auto(d.spec, x, ty, &mut auto);
                }
            }
        }
        if let Some(s) = ahead {
            self.cx.declare_named(s);
        }
    }

    /// The namespace whose member `n::name` is: that, or an inline one in it ([namespace.def] 8).
    fn declaring_namespace(&self, n: u32, name: Symbol) -> u32 {
        let index = &self.cx.index;
        let declares = |n: u32| {
            index
                .named(name)
                .iter()
                .filter_map(|i| index.items.get(*i as usize))
                .any(|i| i.namespace == n && i.scope == words::EMPTY)
        };
        let mut inlined = index.inlined(n).iter().copied();
        if declares(n) { n } else { inlined.find(|m| declares(*m)).unwrap_or(n) }
    }

    /// Reports a qualified name that its namespace does not declare ([namespace.memdef] 2).
    pub(in crate::check) fn not_declared(&mut self, n: u32, name: Name, what: &str) {
        let path = self.cx.index.namespaces.get(n as usize);
        let around = match path.and_then(|p| p.last()) {
            Some(s) if *s != words::EMPTY => format!("the namespace `{}`", self.cx.text(*s)),
            _ => "the namespace around it".to_owned(),
        };
        let text = format!("{around} declares no {what} called `{}`", self.cx.text(name.sym));
        self.error(code::UNKNOWN_NAME, name.span, text);
    }

    /// Reports a using declaration or directive of a namespace of which nothing is, in a file that is all the device's; the
    /// host's library is absent.
    fn check_used(&mut self, item: &Item, u: &Using<'_>) {
        let names = u.path.names;
        if names.first().unwrap_or(&u.name.sym) == &words::STD {
            return;
        }
        let known = match self.cx.used_namespace(item.namespace, u) {
            None => false,
            // What is built in is found by calls alone.
            Some(_) if u.directive || names.is_empty() => true,
            Some(_) => self.cx.lookup_in(u.path, u.name.sym).is_some(),
        };
        if !known {
            let text = match u.directive {
                true => "no namespace is declared by this name",
                false => "no namespace declares this name",
            };
            self.error(code::UNKNOWN_NAME, u.name.span, text);
        }
    }

    /// For `typedef struct S T;` before S is defined, and for `typedef S T;` where S is only declared: S, incomplete until
    /// the typedef is known, since its members may name T.
    fn struct_ahead(&mut self, d: &Declaration<'a>) -> Option<Symbol> {
        // An alias's type stands behind its name.
        let spec = match d.declarators.first()?.ty {
            TypeExpr::Base(spec) | TypeExpr::Pointer(TypeExpr::Base(spec), _) => *spec,
            _ => return None,
        };
        let s = match spec.base {
            Base::Tag(tag, s) if tag != Tag::Enum => s,
            Base::Named(s) if spec.path.is_none() => s,
            _ => return None,
        };
        let simple = |x: &Declarator<'_>| match x.ty {
            TypeExpr::Base(_) => true,
            TypeExpr::Pointer(to, _) => matches!(to, TypeExpr::Base(_)),
            _ => false,
        };
        let known = self.cx.entity(s).is_some() || self.cx.tag(s).is_some();
        if known || !d.declarators.iter().all(simple) || self.cx.index.named(s).is_empty() {
            return None;
        }
        if let Base::Tag(tag, _) = spec.base {
            self.cx.note_ahead(s);
            self.new_record(tag, s);
            return Some(s);
        }
        // What stands before: `struct S;`.
        let (namespace, place) = (self.cx.types.namespace, self.cx.place);
        for i in self.cx.index.named(s).to_vec() {
            let item = self.cx.index.items.get(i as usize);
            let before = item
                .is_some_and(|x| x.namespace == namespace && x.place() > 0 && x.place() < place);
            if before
                && let Some(d) = self.cx.parsed_item(i)
                && d.declarators.is_empty()
                && d.template.is_none()
                && let Base::Tag(tag, t) = d.spec.base
                && (t == s && tag != Tag::Enum && d.spec.path.is_none())
            {
                self.new_record(tag, s);
                return Some(s);
            }
        }
        None
    }

    fn redeclare_check(&mut self, name: Symbol, ty: Ty, span: Span) {
        if let Some(Entity::Type(old, _)) = self.cx.entity(name)
            && old != ty
            && !old.is_error()
            && !ty.is_error()
        {
            let text = self.cx.text(name).to_string();
            let (o, n) = (self.cx.type_name(old), self.cx.type_name(ty));
            self.cx.error(
                code::REDEFINED,
                span,
                format!("`{text}` was declared as `{o}` before, and as `{n}` here"),
            );
        }
    }

    fn declare_variable(
        &mut self,
        item: &Item,
        flags: Flags,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
    ) {
        let (name, library) = (x.name.sym, item.library);
        let marked =
            flags.has(Flags::DEVICE | Flags::CONSTANT | Flags::SHARED | Flags::MANAGED) || library;
        let single = x.init.or(match x.args {
            Some([one]) => Some(*one),
            _ => None,
        });
        // A `constexpr` object without an initialiser is made by its constructor.
        let constexpr = flags.has(Flags::CONSTEXPR).then_some(Initial::Default);
        let written = Initial::written(x).or(constexpr);
        let ty = if matches!(spec.base, Base::Auto) && single.is_some() {
            self.top_auto(spec, x, single)
        } else {
            self.type_of(x.ty)
        };
        let mut ty = self.moded(ty, x.mode);
        if flags.has(Flags::CONSTEXPR) {
            ty = ty.with(types::CONST);
            self.check_literal(ty, true, x.name.span);
        }
        let space = if flags.has(Flags::SHARED) {
            if flags.has(Flags::EXTERN) { Space::SharedDynamic } else { Space::Shared }
        } else if flags.has(Flags::CONSTANT) {
            Space::Constant
        } else if marked {
            Space::Device
        } else {
            Space::Host
        };
        if let TypeKind::Reference(..) = self.cx.types.kind(ty) {
            self.declared_alignment(spec, x, ty);
            self.declare_reference(flags, space, x, ty, written);
            return;
        }
        let (mut init, mut value) = (None, None);
        let mut space = space;
        let ahead = written.filter(|_| self.names_itself(item, name));
        let ahead = ahead.and_then(|_| self.declare_ahead(x.name, ty, space));
        if space == Space::Host
            && flags.has(Flags::CONSTEXPR)
            && !self.cx.types.is_arithmetic(ty)
            && let Some(initial) = written
        {
            // A constant that device code may use, if it is one; its errors are told at its use.
            let trial = self.cx.diags.begin_trial();
            let (t, i) = self.static_initializer(ty, initial, true, x.name.span);
            let wrong = self.cx.diags.end_trial(trial);
            if !wrong && !t.is_error() {
                (ty, init, space) = (t, Some(i), Space::Device);
            }
        }
        if space == Space::Device && init.is_some() {
        } else if space == Space::Host {
            // Only a constant's value is of interest, and its errors only at its use.
            if ty.is_const()
                && self.cx.types.is_arithmetic(ty)
                && let Some(e) = single
            {
                let trial = self.cx.diags.begin_trial();
                value = self.constant(e, ty);
                self.cx.diags.end_trial(trial);
                // Of floating type only what is `constexpr` may stand in constant expressions.
                let usable = self.is_usable(ty, flags);
                init = Some(StaticInit { usable, ..StaticInit::default() });
            }
        } else {
            if matches!(space, Space::Shared | Space::SharedDynamic) {
                if let Some(e) = x.init {
                    self.cx.error(
                        code::SHARED_INITIALIZER,
                        e.span,
                        "a `__shared__` variable cannot have an initialiser",
                    );
                }
                self.static_default(ty, space, x.name.span);
            } else if let Some(initial) = written {
                let usable = self.is_usable(ty, flags);
                let (t, i) = self.static_initializer(ty, initial, usable, x.name.span);
                ty = t;
                if space == Space::Device {
                    value = self.known_value(ty, &i);
                }
                init = Some(i);
            } else if !flags.has(Flags::EXTERN) {
                init = self.static_default(ty, space, x.name.span);
            }
            if flags.has(Flags::THREAD_LOCAL) {
                let text = "a variable of the device cannot be `thread_local`";
                self.cx.error(code::NOT_SUPPORTED, x.name.span, text);
            }
            // An array's length may come with its definition.
            let open = flags.has(Flags::EXTERN) && written.is_none();
            if !open || !matches!(self.cx.types.kind(ty), TypeKind::Array(_, UNKNOWN)) {
                self.check_object(ty, space, x.name.span);
            }
        }
        let align = self.declared_alignment(spec, x, ty);
        let is_extern = flags.has(Flags::EXTERN) && written.is_none();
        let outside = x.path.is_some() && x.scope.is_none() && space != Space::Host;
        if outside && self.cx.entity(name).is_none() {
            self.not_declared(self.cx.types.namespace, x.name, "variable");
        }
        if let Some(Entity::Type(t, _)) = self.cx.entity(name)
            && !self.cx.hide_type(name, t)
            && !t.is_error()
        {
            let text = format!("`{}` was declared before as a type", self.cx.text(name));
            self.error(code::REDEFINED, x.name.span, text);
        }
        if let Some(Entity::Global(g)) = self.cx.entity(name)
            && ahead.is_none()
        {
            self.check_redeclared(g, ty, space, x.name.span);
            let old = &mut self.cx.globals[g.0 as usize];
            let (old_span, both) = (old.span, !old.is_extern && !is_extern && space != Space::Host);
            if both {
                let text = self.cx.text(name).to_string();
                let d = Diagnostic::new(
                    code::REDEFINED,
                    x.name.span,
                    format!("`{text}` is defined twice"),
                )
                .note(old_span, "the first definition is here");
                self.cx.diags.push(d);
            } else if !is_extern {
                let old = &mut self.cx.globals[g.0 as usize];
                old.init = init;
                old.value = value;
                old.is_extern = false;
                if !wrong!(ArraysStayIncomplete) {
                    old.ty = ty;
                }
            }
            return;
        }
        let text = self.cx.text(name).to_string();
        let text = if space == Space::Host || flags.has(Flags::EXTERN_C) {
            text
        } else if !marked {
            format!("$constant${text}")
        } else {
            let internal = flags.has(Flags::STATIC) || ty.is_const();
            crate::mangle::variable(self.cx, &text, self.cx.types.namespace, internal)
        };
        let text = if space == Space::Host { text } else { self.cx.unique_global_name(text) };
        let span = x.name.span;
        let global =
            Global { name: text, source: name, ty, space, align, init, value, span, is_extern };
        let g = self.cx.complete_global(ahead, global);
        self.cx.set_entity(name, Entity::Global(g));
    }

    /// Whether a variable's name stands in its declaration once more.
    fn names_itself(&self, item: &Item, name: Symbol) -> bool {
        let list = self.cx.lists.get(item.list as usize).map_or(&[][..], |l| &l.tokens);
        let own = list.get(item.first as usize..item.end as usize).unwrap_or(&[]);
        own.iter().filter(|t| t.is(name)).nth(1).is_some() && !wrong!(InitialisersComeFirst)
    }

    /// Declares a variable whose initialiser is not looked at yet, and may name it ([basic.scope.pdecl] 1).
    pub(in crate::check) fn declare_ahead(
        &mut self,
        name: Name,
        ty: Ty,
        space: Space,
    ) -> Option<GlobalId> {
        if !self.in_function() && self.cx.entity(name.sym).is_some() || ty.is_error() {
            return None;
        }
        let text = self.cx.text(name.sym).to_string();
        let g = self.cx.add_global(Global {
            name: text,
            source: name.sym,
            ty,
            space,
            align: 1,
            init: None,
            value: None,
            span: name.span,
            is_extern: true,
        });
        match self.in_function() {
            true => self.declare_in_scope(name.sym, Entity::Global(g)),
            false => self.cx.set_entity(name.sym, Entity::Global(g)),
        }
        Some(g)
    }

    /// Reports a variable of the device that is declared again with another type ([basic.link] 10); an array's length may be
    /// left out.
    pub(in crate::check) fn check_redeclared(
        &mut self,
        g: GlobalId,
        ty: Ty,
        space: Space,
        span: Span,
    ) {
        let Some(old) = self.cx.globals.get(g.0 as usize) else { return };
        let (before, at) = (old.ty, old.span);
        let types = &self.cx.types;
        let same = match (types.kind(before), types.kind(ty)) {
            (TypeKind::Array(a, m), TypeKind::Array(b, n)) => {
                a == b && (m == n || m == UNKNOWN || n == UNKNOWN)
            }
            _ => before == ty,
        };
        if same
            || before.is_error()
            || ty.is_error()
            || old.space == Space::Host
            || space == Space::Host
        {
            return;
        }
        let (text, o, n) =
            (self.cx.text(old.source), self.cx.type_name(before), self.cx.type_name(ty));
        let text = format!("`{text}` was declared as `{o}` before, and as `{n}` here");
        let d = Diagnostic::new(code::REDEFINED, span, text);
        self.cx.diags.push(d.note(at, "the first declaration is here"));
    }

    /// The type of `auto` at file scope.
    fn top_auto(
        &mut self,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
        init: Option<&'a Expr<'a>>,
    ) -> Ty {
        let Some(init) = init else { return Ty::ERROR };
        let trial = self.cx.diags.begin_trial();
        let ty = self.unevaluated(|b| {
            let v = b.expr(init);
            b.auto_as(x.ty, spec.flags, v, x.name.span)
        });
        if self.cx.diags.end_trial(trial) { Ty::ERROR } else { ty }
    }

    /// A reference with static storage: a pointer that its uses look through, with an address for its first value. One
    /// without marks is the host's; device code may use it where it is `constexpr`.
    fn declare_reference(
        &mut self,
        flags: Flags,
        space: Space,
        x: &'a Declarator<'a>,
        ty: Ty,
        init: Option<Initial<'a>>,
    ) {
        let span = x.name.span;
        let host = space == Space::Host;
        let none = Entity::Const(Ty::ERROR, Const::Int(0));
        if host && (!flags.has(Flags::CONSTEXPR) || init.is_none()) {
            self.cx.set_entity(x.name.sym, none);
            return;
        }
        let Some(initial) = init else {
            self.cx.error(code::BAD_INITIALIZER, span, "a reference needs an initialiser");
            return;
        };
        let trial = host.then(|| self.cx.diags.begin_trial());
        let (_, init) = self.static_initializer(ty, initial, true, span);
        let wrong = trial.is_some_and(|t| self.cx.diags.end_trial(t));
        if wrong || init.value.is_none() {
            self.cx.set_entity(x.name.sym, none);
            return;
        }
        let text = self.cx.text(x.name.sym).to_string();
        let text = match host {
            true => format!("$constant${text}"),
            false => crate::mangle::variable(self.cx, &text, self.cx.types.namespace, false),
        };
        let text = self.cx.unique_global_name(text);
        let g = self.cx.add_global(Global {
            name: text,
            source: x.name.sym,
            ty,
            space: if host { Space::Device } else { space },
            align: 8,
            init: Some(init),
            value: None,
            span,
            is_extern: false,
        });
        self.cx.set_entity(x.name.sym, Entity::Global(g));
    }

    /// Reports a type that no object of the space can have.
    pub(in crate::check) fn check_object(&mut self, ty: Ty, space: Space, span: Span) {
        if ty.is_error() {
            return;
        }
        if self.cx.types.element(ty).is_some() || self.cx.types.is_record(ty) {
            self.check_destructor(ty, span);
        }
        let unknown = matches!(self.cx.types.kind(ty), TypeKind::Array(_, UNKNOWN));
        if space == Space::SharedDynamic {
            if !unknown && !self.cx.types.is_complete(ty) {
                self.cx.error(
                    code::INCOMPLETE_TYPE,
                    span,
                    "the type of this variable is not complete",
                );
            }
            return;
        }
        if !self.cx.types.is_complete(ty) {
            let t = self.cx.type_name(ty);
            self.cx.error(
                code::INCOMPLETE_TYPE,
                span,
                format!("a variable cannot be of type `{t}`, which is not complete"),
            );
        }
        let (size, limit) = (self.cx.types.size(ty), self.cx.limits().object_bytes);
        if size > limit {
            self.cx.error(
                code::LIMIT_OBJECT,
                span,
                format!("this object is larger than {limit} bytes"),
            );
        }
    }

    /// A type as wide as `__attribute__((mode(...)))` says.
    pub(in crate::check) fn moded(&mut self, ty: Ty, mode: Option<Mode>) -> Ty {
        let Some(mode) = mode.filter(|_| self.cx.types.is_arithmetic(ty)) else { return ty };
        let signed = self.cx.types.is_signed(ty);
        let made = match (mode, signed) {
            (Mode::QI, true) => Ty::SCHAR,
            (Mode::QI, false) => Ty::UCHAR,
            (Mode::HI, true) => Ty::SHORT,
            (Mode::HI, false) => Ty::USHORT,
            (Mode::SI, true) => Ty::INT,
            (Mode::SI, false) => Ty::UINT,
            (Mode::DI, true) => Ty::LONG,
            (Mode::DI, false) => Ty::ULONG,
            (Mode::SF, _) => Ty::FLOAT,
            (Mode::DF, _) => Ty::DOUBLE,
        };
        made.with(ty.quals())
    }
}

/// The qualifiers among flags.
pub(in crate::check) fn quals(f: Flags) -> u32 {
    (if f.has(Flags::CONST) { types::CONST } else { 0 })
        | (if f.has(Flags::VOLATILE) { types::VOLATILE } else { 0 })
        | (if f.has(Flags::RESTRICT) { types::RESTRICT } else { 0 })
}
