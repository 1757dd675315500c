//! Declarations at file scope, and types from their syntax.

use optx_source::{Diagnostic, Span, code};

use super::{Body, Checker, Const, Entity, Global, Space, initialize::Initial, layout::Member};
use crate::{
    ast::{
        Base, Declaration, Declarator, EnumSpec, Expr, Flags, Mode, Path, RecordSpec, Spec, Tag,
        TypeExpr,
    },
    intern::Symbol,
    parse::index::{Item, ItemKind},
    typed::TypedArenas,
    types::{self, Ty, TypeKind, UNKNOWN},
    words,
};

impl<'a> Checker<'a, '_> {
    /// Declares what one top-level declaration declares.
    pub(super) fn declare(&mut self, item: &Item, d: Declaration<'a>) {
        let arena = TypedArenas::default();
        let mut b = Body::outside(self, &arena);
        b.declare_top(item, d);
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    fn declare_top(&mut self, item: &Item, d: Declaration<'a>) {
        let mut flags = Flags(d.spec.flags.0 | item.flags.0 & Flags::EXTERN_C);
        if item.kind == ItemKind::Variable {
            // `extern "C" int x;` declares and does not define ([dcl.link]).
            flags.0 |= item.flags.0 & Flags::EXTERN;
        }
        // `void n::f() {}` lies in the namespace n.
        if let [x] = d.declarators
            && let Some(p) = x.path
            && let Some(n) = self.cx.index.resolve(item.namespace, p.global, p.names)
            && n != item.namespace
        {
            let was = std::mem::replace(&mut self.cx.types.namespace, n);
            let inner = Item { namespace: n, ..item.clone() };
            if let TypeExpr::Function { .. } = x.ty {
                self.declare_function(&inner, flags, d.spec, x, d.body);
            } else {
                self.declare_variable(flags, d.spec, x, item.library);
            }
            self.cx.types.namespace = was;
            return;
        }
        if d.declarators.is_empty() {
            if !matches!(d.spec.base, Base::Error) {
                self.base_type(d.spec, words::EMPTY);
            }
            return;
        }
        let ahead = flags.has(Flags::TYPEDEF).then(|| self.struct_ahead(&d)).flatten();
        for x in d.declarators {
            if flags.has(Flags::TYPEDEF) {
                let ty = self.typedef(&d, x);
                self.redeclare_check(x.name.sym, ty, x.name.span);
                self.cx.set_entity(x.name.sym, Entity::Type(ty));
                continue;
            }
            if let TypeExpr::Function { .. } = x.ty {
                self.declare_function(item, flags, d.spec, x, d.body);
            } else {
                self.declare_variable(flags, d.spec, x, item.library);
            }
        }
        if let Some(s) = ahead {
            self.cx.declare_named(s);
        }
    }

    /// For `typedef struct S T;` before S is defined: S, incomplete until the typedef is known, since its members may
    /// name T.
    fn struct_ahead(&mut self, d: &Declaration<'a>) -> Option<Symbol> {
        let Base::Tag(tag, s) = d.spec.base else { return None };
        let simple = |x: &Declarator<'_>| match x.ty {
            TypeExpr::Base(_) => true,
            TypeExpr::Pointer(to, _) => matches!(to, TypeExpr::Base(_)),
            _ => false,
        };
        let known = self.cx.entity(s).is_some() || self.cx.tag(s).is_some();
        let fits = tag != Tag::Enum && d.declarators.iter().all(simple);
        if known || !fits || self.cx.index.named(s).is_empty() {
            return None;
        }
        self.new_record(tag, s);
        Some(s)
    }

    fn redeclare_check(&mut self, name: Symbol, ty: Ty, span: Span) {
        if let Some(Entity::Type(old)) = self.cx.entity(name)
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
        flags: Flags,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
        library: bool,
    ) {
        let name = x.name.sym;
        let marked =
            flags.has(Flags::DEVICE | Flags::CONSTANT | Flags::SHARED | Flags::MANAGED) || library;
        let written = x.init.or(match x.args {
            Some([one]) => Some(*one),
            _ => None,
        });
        let ty = if matches!(spec.base, Base::Auto) && written.is_some() {
            self.top_auto(spec, x, written)
        } else {
            self.declared_type(x.ty, words::EMPTY)
        };
        let mut ty = self.with_mode(ty, x.mode);
        if flags.has(Flags::CONSTEXPR) {
            ty = ty.with(types::CONST);
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
        if let TypeKind::Reference(to, rvalue) = self.cx.types.kind(ty) {
            if !marked {
                self.cx.set_entity(name, Entity::Const(Ty::ERROR, Const::Int(0)));
                return;
            }
            self.declare_reference(space, x, (to, rvalue), written);
            return;
        }
        let (mut init, mut value) = (None, None);
        if space == Space::Host {
            // Only a constant's value is of interest, and its errors only at its use.
            if ty.is_const()
                && self.cx.types.is_arithmetic(ty)
                && let Some(e) = written
            {
                let trial = self.cx.diags.begin_trial();
                value = self.constant(e, ty);
                self.cx.diags.end_trial(trial);
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
            } else if let Some(e) = written {
                let (t, i) = self.static_initializer(ty, e);
                ty = t;
                init = Some(i);
            }
            self.check_object(ty, space, x.name.span);
        }
        let align = self.alignment(spec.align, x.align).max(self.cx.types.align(ty));
        let align = align.max(self.typedef_alignment(spec));
        let is_extern = flags.has(Flags::EXTERN) && written.is_none();
        if let Some(Entity::Type(t)) = self.cx.entity(name) {
            self.cx.hide_type(name, t);
        }
        if let Some(Entity::Global(g)) = self.cx.entity(name) {
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
                old.ty = ty;
            }
            return;
        }
        let text = self.cx.text(name).to_string();
        let text = if space == Space::Host || flags.has(Flags::EXTERN_C) {
            text
        } else {
            let internal = flags.has(Flags::STATIC) || ty.is_const();
            crate::mangle::variable(self.cx, &text, self.cx.types.namespace, internal)
        };
        let text = if space == Space::Host { text } else { self.cx.unique_global_name(text) };
        let g = self.cx.add_global(Global {
            name: text,
            source: name,
            ty,
            space,
            align,
            init,
            value,
            span: x.name.span,
            is_extern,
        });
        self.cx.set_entity(name, Entity::Global(g));
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
        let was = std::mem::replace(&mut self.unevaluated, true);
        let v = self.expr(init);
        let ty = self.auto_as(x.ty, spec.flags, v, x.name.span);
        self.unevaluated = was;
        if self.cx.diags.end_trial(trial) { Ty::ERROR } else { ty }
    }

    /// A reference with static storage: a pointer that its uses look through, with an address for its first value.
    fn declare_reference(
        &mut self,
        space: Space,
        x: &'a Declarator<'a>,
        (to, rvalue): (Ty, bool),
        init: Option<&'a Expr<'a>>,
    ) {
        let span = x.name.span;
        let Some(e) = init else {
            self.cx.error(code::BAD_INITIALIZER, span, "a reference needs an initialiser");
            return;
        };
        let v = self.expr(e);
        let pointer = self.bind_reference(v, to, rvalue);
        if pointer.ty.is_error() {
            return;
        }
        let init = self.static_value(pointer);
        let text = self.cx.text(x.name.sym).to_string();
        let text = crate::mangle::variable(self.cx, &text, self.cx.types.namespace, false);
        let text = self.cx.unique_global_name(text);
        let ty = self.cx.types.reference(to, rvalue);
        let g = self.cx.add_global(Global {
            name: text,
            source: x.name.sym,
            ty,
            space,
            align: 8,
            init: Some(init),
            value: None,
            span,
            is_extern: false,
        });
        self.cx.set_entity(x.name.sym, Entity::Global(g));
    }

    /// Reports a type that no object of the space can have.
    pub(super) fn check_object(&mut self, ty: Ty, space: Space, span: Span) {
        if ty.is_error() {
            return;
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
                format!("a variable cannot be of type `{t}`"),
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

    /// The alignment that a typedef's name gives, or 0.
    pub(super) fn typedef_alignment(&self, spec: &Spec<'_>) -> u64 {
        match spec.base {
            Base::Named(s) => self.cx.aligned_typedefs.get(&s).copied().unwrap_or(0),
            _ => 0,
        }
    }

    /// The type of a typedef, its name's alignment noted.
    pub(super) fn typedef(&mut self, d: &Declaration<'a>, x: &'a Declarator<'a>) -> Ty {
        let ty = self.declared_type(x.ty, x.name.sym);
        let ty = self.with_mode(ty, x.mode);
        let align = self.alignment(x.align, d.spec.align).max(self.typedef_alignment(d.spec));
        if align > 0 {
            self.cx.aligned_typedefs.insert(x.name.sym, align);
        }
        ty
    }

    /// A type as wide as `__attribute__((mode(...)))` says.
    pub(super) fn with_mode(&mut self, ty: Ty, mode: Option<Mode>) -> Ty {
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

    /// The largest of the alignments given, or 0.
    pub(super) fn alignment(&mut self, a: &'a [&'a Expr<'a>], b: &'a [&'a Expr<'a>]) -> u64 {
        let mut most = 0;
        for e in a.iter().chain(b) {
            let Some(n) = self.integer_constant(e, "an alignment") else { continue };
            if n <= 0 || n > 1 << 20 || n & (n - 1) != 0 {
                self.cx.error(code::BAD_ALIGNMENT, e.span, "an alignment must be a power of two");
            } else {
                most = most.max(n as u64);
            }
        }
        most
    }

    /// The type that a declarator gives a name; `named` names a typedef's unnamed struct.
    pub(super) fn declared_type(&mut self, t: &'a TypeExpr<'a>, named: Symbol) -> Ty {
        if named != words::EMPTY
            && let TypeExpr::Base(spec) = t
        {
            return self.base_type(spec, named);
        }
        self.type_of(t)
    }

    /// A parameter's type: arrays and functions become pointers.
    pub(super) fn param_type(&mut self, t: &'a TypeExpr<'a>) -> Ty {
        let ty = self.type_of(t);
        match self.cx.types.kind(ty) {
            TypeKind::Array(e, _) => self.cx.types.pointer(e),
            _ => ty,
        }
    }

    /// The type of a type's syntax.
    pub(super) fn type_of(&mut self, t: &'a TypeExpr<'a>) -> Ty {
        // Pointers, arrays: a chain from the outside in, walked to its base and back.
        let mut chain = Vec::new();
        let mut cur = t;
        let spec = loop {
            match cur {
                TypeExpr::Base(spec) => break *spec,
                TypeExpr::Pointer(inner, _)
                | TypeExpr::Reference(inner, _)
                | TypeExpr::Array(inner, ..) => {
                    chain.push(cur);
                    cur = inner;
                }
                TypeExpr::Function { span, .. } => {
                    self.cx.error(
                        code::FUNCTION_POINTER,
                        *span,
                        "function pointers are not supported",
                    );
                    return Ty::ERROR;
                }
            }
        };
        let mut ty = self.base_type(spec, words::EMPTY);
        while let Some(t) = chain.pop() {
            ty = match t {
                TypeExpr::Pointer(_, flags) => self.cx.types.pointer(ty).with(quals(*flags)),
                TypeExpr::Reference(_, rvalue) => self.cx.types.reference(ty, *rvalue),
                TypeExpr::Array(_, len, span) => self.array_type(ty, *len, *span),
                _ => ty,
            };
            if self.cx.types.depth(ty) > self.cx.limits().nesting {
                self.cx.error(code::LIMIT_NESTING, spec.span, "types nest too deep");
                return Ty::ERROR;
            }
        }
        ty
    }

    fn array_type(&mut self, of: Ty, len: Option<&'a Expr<'a>>, span: Span) -> Ty {
        if of.is_error() {
            return of;
        }
        if !self.cx.types.is_complete(of) {
            let t = self.cx.type_name(of);
            self.cx.error(
                code::BAD_ARRAY,
                span,
                format!("an array cannot have elements of type `{t}`"),
            );
            return Ty::ERROR;
        }
        if matches!(self.cx.types.kind(of), TypeKind::Reference(_, _)) {
            self.cx.error(
                code::BAD_ARRAY,
                span,
                "an array cannot have elements that are references",
            );
            return Ty::ERROR;
        }
        let Some(len) = len else { return self.cx.types.array(of, UNKNOWN) };
        let e = self.constant_value(len);
        if e.ty.is_error() {
            return Ty::ERROR;
        }
        let Some(Const::Int(n)) = self.const_of(e) else {
            let mut d = Diagnostic::new(
                code::VARIABLE_ARRAY,
                len.span,
                "the length of an array must be a constant",
            );
            if self.declares_shared {
                d = d.note(
                    Span::NONE,
                    "`extern __shared__ T name[];` takes its size from the launch",
                );
            }
            self.cx.diags.push(d);
            return Ty::ERROR;
        };
        let size = self.cx.types.size(of);
        if n < 0 || !self.cx.types.is_integer(e.ty) {
            self.cx.error(code::BAD_ARRAY, len.span, "the length of an array must not be negative");
            return Ty::ERROR;
        }
        if (n as u64).saturating_mul(size.max(1)) > self.cx.limits().object_bytes {
            self.cx.error(
                code::LIMIT_OBJECT,
                len.span,
                format!("this array is larger than {} bytes", self.cx.limits().object_bytes),
            );
            return Ty::ERROR;
        }
        self.cx.types.array(of, n as u64)
    }

    /// The type of specifiers.
    pub(super) fn base_type(&mut self, spec: &'a Spec<'a>, named: Symbol) -> Ty {
        let q = quals(spec.flags);
        let t = match spec.base {
            Base::Word(w) => Ty::word(w),
            Base::Named(s) | Base::Tag(_, s) => match self.find_type(spec.path, s) {
                Some(t) => t,
                None => match spec.base {
                    Base::Tag(tag, s) if tag != Tag::Enum => self.new_record(tag, s),
                    _ => {
                        self.unknown_type(s, spec.span);
                        Ty::ERROR
                    }
                },
            },
            Base::Template(name, args) => match self.class_template(spec.path, name.sym) {
                Some(t) => self.template_type(t, args, spec.span),
                None => {
                    self.unknown_type(name.sym, spec.span);
                    Ty::ERROR
                }
            },
            Base::Nested(class, name, args) => self.nested_type(class, name, args, spec.span),
            Base::Record(r) => self.record_type(r, named),
            Base::Enum(e) => self.enum_type(e, named),
            Base::Auto | Base::DecltypeAuto => {
                self.cx.error(
                    code::EXPECTED_TYPE,
                    spec.span,
                    "`auto` needs an initialiser and cannot stand here",
                );
                Ty::ERROR
            }
            Base::Decltype(e, by_category) => {
                let was = std::mem::replace(&mut self.unevaluated, true);
                let t = self.decltype(e, by_category);
                self.unevaluated = was;
                t
            }
            Base::Typeof(t) => self.type_of(t),
            Base::Error => Ty::ERROR,
        };
        // Qualifiers of an array typedef belong to its elements; they are kept on the whole.
        if let TypeKind::Array(e, n) = self.cx.types.kind(t)
            && q != 0
        {
            return self.cx.types.array(e.with(q), n);
        }
        t.with(q)
    }

    /// `X<T>::type`.
    fn nested_type(
        &mut self,
        class: &'a Spec<'a>,
        name: crate::ast::Name,
        args: &'a [crate::ast::TemplateArg<'a>],
        span: Span,
    ) -> Ty {
        let outer = self.base_type(class, words::EMPTY);
        if outer.is_error() {
            return outer;
        }
        let found = self.cx.class_id(outer).and_then(|r| self.cx.class_entity(r, name.sym));
        match found {
            Some(Entity::Type(t)) => t,
            Some(Entity::ClassTemplate(t)) => self.template_type(t, args, span),
            _ => {
                let (n, text) = (self.cx.type_name(outer), self.cx.text(name.sym).to_string());
                self.cx.error(
                    code::UNKNOWN_TYPE,
                    name.span,
                    format!("`{n}` has no member type `{text}`"),
                );
                Ty::ERROR
            }
        }
    }

    /// A type, in an environment of its own.
    pub(super) fn type_in(&mut self, env: &super::Env, t: &'a TypeExpr<'a>) -> Ty {
        let arena = TypedArenas::default();
        let mut b = Body::within(&mut *self.cx, &arena, env, None);
        b.type_of(t)
    }

    fn find_type(&mut self, path: Option<&'a Path<'a>>, s: Symbol) -> Option<Ty> {
        if let Some(p) = path {
            return match self.cx.lookup_in(p, s) {
                Some(Entity::Type(t)) => Some(t),
                _ => self.cx.tag(s),
            };
        }
        if let Some(Entity::Type(t)) = self.scope_entity(s).or_else(|| self.class_scope_entity(s)) {
            return Some(t);
        }
        match self.cx.lookup(s) {
            Some(Entity::Type(t)) => Some(t),
            // `struct X` beside a function or variable X.
            _ => self.cx.tag(s),
        }
    }

    fn unknown_type(&mut self, s: Symbol, span: Span) {
        let text = self.cx.text(s).to_string();
        let d = match self.cx.lookup(s) {
            Some(Entity::ClassTemplate(_)) => Diagnostic::new(
                code::TEMPLATE,
                span,
                format!("the class template `{text}` needs arguments: `{text}<...>`"),
            ),
            Some(Entity::Unparsable(i)) => {
                let at = self.cx.index.items.get(i as usize).map_or(Span::NONE, |i| i.span);
                let message = format!("the type `{text}` is declared outside the kernel language");
                Diagnostic::new(code::UNPARSABLE_DECLARATION, span, message)
                    .note(at, "it is declared here")
            }
            Some(_) => Diagnostic::new(code::UNKNOWN_TYPE, span, format!("`{text}` is not a type")),
            None => Diagnostic::new(
                code::UNKNOWN_TYPE,
                span,
                format!("the type `{text}` is not declared"),
            ),
        };
        self.cx.diags.push(d);
    }

    fn new_record(&mut self, tag: Tag, name: Symbol) -> Ty {
        let text = self.cx.text(name).to_string();
        let r = self.cx.types.new_record(text, tag == Tag::Union);
        let t = self.cx.types.record(r);
        self.declare_type(name, t);
        t
    }

    pub(super) fn declare_type(&mut self, name: Symbol, t: Ty) {
        if let Some(c) = self.member_of.and_then(|r| self.cx.classes.get_mut(&r)) {
            c.entities.insert(name, Entity::Type(t));
        } else if self.in_function() {
            self.declare_in_scope(name, Entity::Type(t));
        } else if self.cx.entity(name).is_none() {
            self.cx.set_entity(name, Entity::Type(t));
        } else {
            self.cx.set_tag(name, t);
        }
    }

    fn record_type(&mut self, r: &'a RecordSpec<'a>, named: Symbol) -> Ty {
        if let Some(t) = self.cx.record_seen(r, self.env.id) {
            return t;
        }
        let sym = if r.name.sym == words::EMPTY { named } else { r.name.sym };
        // No member has its class's name ([class.mem] 13).
        let outer = self.member_of.and_then(|id| self.cx.classes.get(&id)).map(|c| c.spec.name.sym);
        if r.name.sym != words::EMPTY && outer == Some(r.name.sym) {
            let text = format!("`{}` is defined within its own definition", self.cx.text(sym));
            self.cx.error(code::REDEFINED, r.name.span, text);
            return Ty::ERROR;
        }
        // A declaration without members may have come first.
        let existing = if r.name.sym == words::EMPTY {
            None
        } else if let Some(id) = self.member_of {
            match self.cx.classes.get(&id).and_then(|c| c.entities.get(&r.name.sym)) {
                Some(Entity::Type(t)) => Some(*t),
                _ => None,
            }
        } else if self.in_function() {
            match self.scope_entity(r.name.sym) {
                Some(Entity::Type(t)) => Some(t),
                _ => None,
            }
        } else {
            match self.cx.entity(r.name.sym) {
                Some(Entity::Type(t)) => Some(t),
                _ => self.cx.tag(r.name.sym),
            }
        };
        let id = match existing.and_then(|t| self.cx.types.get_record(t)) {
            Some((id, rec)) if !rec.complete => id,
            Some(_) => {
                let text = self.cx.text(r.name.sym).to_string();
                self.cx.error(
                    code::REDEFINED,
                    r.name.span,
                    format!("the type `{text}` is defined twice"),
                );
                return existing.unwrap_or(Ty::ERROR);
            }
            None => {
                let text =
                    if sym == words::EMPTY { "<unnamed>" } else { self.cx.text(sym) }.to_string();
                let id = self.cx.types.new_record(text, r.tag == Tag::Union);
                let t = self.cx.types.record(id);
                if r.name.sym != words::EMPTY {
                    self.declare_type(r.name.sym, t);
                }
                id
            }
        };
        let t = self.cx.types.record(id);
        self.cx.see_record(r, self.env.id, t);
        self.define_class(id, r, std::rc::Rc::from([]), None);
        t
    }

    /// The data members of a class; its member types and constants are declared on the way.
    pub(super) fn data_members(&mut self, r: &'a RecordSpec<'a>) -> Vec<Member> {
        let mut list = Vec::new();
        for d in r.members {
            let f = d.spec.flags;
            if d.using.is_some() {
                self.class_using(d);
                continue;
            }
            if d.template.is_some() {
                self.member_template(d, r.list);
                continue;
            }
            if f.has(Flags::STATIC | Flags::TYPEDEF | Flags::EXTERN) {
                self.class_member(d);
                continue;
            }
            if d.declarators.is_empty() {
                let ty = self.base_type(d.spec, words::EMPTY);
                let anonymous =
                    matches!(d.spec.base, Base::Record(r) if r.name.sym == words::EMPTY);
                if anonymous {
                    list.push(Member { access: d.access, ..Member::new(ty, d.span) });
                }
                continue;
            }
            let spec_align = self.alignment(d.spec.align, &[]);
            for x in d.declarators {
                let ty = self.type_of(x.ty);
                let ty = self.with_mode(ty, x.mode);
                let align = self.alignment(x.align, &[]).max(spec_align);
                let align = align.max(self.typedef_alignment(d.spec));
                if let Some(e) = x.init
                    && let Some(c) = self.member_of.and_then(|r| self.cx.classes.get_mut(&r))
                {
                    c.inits.push((
                        x.name.sym,
                        if x.direct { Initial::List(e) } else { Initial::Copy(e) },
                    ));
                }
                if !ty.is_error() && !self.cx.types.is_complete(ty) {
                    let t = self.cx.type_name(ty);
                    self.cx.error(
                        code::INCOMPLETE_TYPE,
                        x.name.span,
                        format!("a member cannot be of type `{t}`"),
                    );
                    continue;
                }
                let width = match x.bits {
                    Some(e) => match self.bit_width(e, ty, x.name.sym) {
                        Some(w) => Some(w),
                        None => continue,
                    },
                    None => None,
                };
                list.push(Member {
                    name: x.name.sym,
                    width,
                    align,
                    packed: x.packed || f.has(Flags::PACKED),
                    mutable: f.has(Flags::MUTABLE),
                    access: d.access,
                    ..Member::new(ty, x.name.span)
                });
            }
        }
        list
    }

    fn bit_width(&mut self, e: &'a Expr<'a>, ty: Ty, name: Symbol) -> Option<u32> {
        let n = self.integer_constant(e, "the width of a bit-field")?;
        if ty.is_error() {
            return None;
        }
        let most = self.cx.types.size(ty) * 8;
        if !self.cx.types.is_integer(ty) {
            self.cx.error(code::BAD_BITFIELD, e.span, "a bit-field must be of an integer type");
        } else if n < 0 || n as u64 > most || n == 0 && name != words::EMPTY {
            self.cx.error(
                code::BAD_BITFIELD,
                e.span,
                format!("the width of this bit-field must be 1 to {most}"),
            );
        } else {
            return Some(n as u32);
        }
        None
    }

    fn enum_type(&mut self, e: &'a EnumSpec<'a>, named: Symbol) -> Ty {
        if let Some(t) = self.cx.enum_seen(e, self.env.id) {
            return t;
        }
        let sym = if e.name.sym == words::EMPTY { named } else { e.name.sym };
        let text =
            if sym == words::EMPTY { "<unnamed enum>" } else { self.cx.text(sym) }.to_string();
        let given = e.underlying.map(|t| self.type_of(t));
        let t = self.cx.types.new_enum(text, given.unwrap_or(Ty::INT).bare());
        if let TypeKind::Enum(id) = self.cx.types.kind(t) {
            let promoted = self.cx.types.promote(given.unwrap_or(Ty::INT));
            let place = &mut self.cx.types.enums[id.0 as usize];
            place.class = self.member_of;
            place.promoted = promoted;
            place.fixed = given.is_some() || e.scoped;
        }
        self.cx.see_enum(e, self.env.id, t);
        if e.name.sym != words::EMPTY {
            self.declare_type(e.name.sym, t);
        }
        let mut next = 0i64;
        let (mut least, mut most) = (0i64, 0i64);
        let mut declared = Vec::new();
        for x in e.list {
            if let Some(v) = x.value
                && let Some(n) = self.integer_constant(v, "the value of an enumerator")
            {
                next = n;
            }
            least = least.min(next);
            most = most.max(next);
            // While the enum is open its enumerators have their value's type.
            let ty = if i32::try_from(next).is_ok() { Ty::INT } else { Ty::LONG };
            if !e.scoped {
                self.declare_enumerator(x.name.sym, ty, next, x.name.span);
            }
            declared.push((x.name.sym, next, x.name.span));
            next = next.wrapping_add(1);
        }
        if given.is_none() {
            // As gcc and clang choose: unsigned where no value is negative ([dcl.enum] 7).
            let int = i32::try_from(least).is_ok() && i32::try_from(most).is_ok();
            let (underlying, promoted) = if e.scoped {
                (Ty::INT, Ty::INT)
            } else if least >= 0 && u32::try_from(most).is_ok() {
                (Ty::UINT, if int { Ty::INT } else { Ty::UINT })
            } else if int {
                (Ty::INT, Ty::INT)
            } else if least >= 0 {
                (Ty::ULONG, Ty::LONG)
            } else {
                (Ty::LONG, Ty::LONG)
            };
            if let TypeKind::Enum(id) = self.cx.types.kind(t) {
                let place = &mut self.cx.types.enums[id.0 as usize];
                (place.underlying, place.promoted) = (underlying, promoted);
            }
        }
        if let TypeKind::Enum(id) = self.cx.types.kind(t) {
            let place = &mut self.cx.types.enums[id.0 as usize];
            place.scoped = e.scoped;
            place.values = declared.iter().map(|(s, v, _)| (*s, *v)).collect();
        }
        if e.scoped {
            return t;
        }
        for (s, v, _) in declared {
            if let Some(c) = self.member_of.and_then(|r| self.cx.classes.get_mut(&r)) {
                c.entities.insert(s, Entity::Const(t, Const::Int(v)));
            } else if self.in_function() {
                self.declare_in_scope(s, Entity::Const(t, Const::Int(v)));
            } else {
                self.cx.set_entity(s, Entity::Const(t, Const::Int(v)));
            }
        }
        t
    }

    fn declare_enumerator(&mut self, s: Symbol, ty: Ty, v: i64, span: Span) {
        if let Some(c) = self.member_of.and_then(|r| self.cx.classes.get_mut(&r)) {
            c.entities.insert(s, Entity::Const(ty, Const::Int(v)));
            return;
        }
        if self.in_function() {
            self.declare_in_scope(s, Entity::Const(ty, Const::Int(v)));
            return;
        }
        if matches!(self.cx.entity(s), Some(e) if !matches!(e, Entity::Unparsable(_))) {
            let text = self.cx.text(s).to_string();
            self.cx.error(code::REDEFINED, span, format!("`{text}` is declared twice"));
        }
        self.cx.set_entity(s, Entity::Const(ty, Const::Int(v)));
    }
}

/// The qualifiers among flags.
pub(super) fn quals(f: Flags) -> u32 {
    (if f.has(Flags::CONST) { types::CONST } else { 0 })
        | (if f.has(Flags::VOLATILE) { types::VOLATILE } else { 0 })
        | (if f.has(Flags::RESTRICT) { types::RESTRICT } else { 0 })
}
