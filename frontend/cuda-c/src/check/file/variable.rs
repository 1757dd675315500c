//! Variables at file scope, and what the declarations of all variables with static storage share.

use optx_source::{Diagnostic, Span, code};

use crate::check::constant::Value;
use crate::{
    ast::{Base, Declarator, Expr, Flags, Name, Spec},
    check::{Body, Const, Entity, Global, Space, StaticInit, body::Initial},
    intern::Symbol,
    parse::index::Item,
    typed::GlobalId,
    types::{self, Ty, TypeKind, UNKNOWN},
};

/// A variable at file scope while it is declared.
pub(super) struct Variable<'a> {
    x: &'a Declarator<'a>,
    flags: Flags,
    /// It is marked for the device, or the library's.
    marked: bool,
    /// The only expression that initialises it.
    single: Option<&'a Expr<'a>>,
    written: Option<Initial<'a>>,
    pub ty: Ty,
    pub space: Space,
    pub init: Option<StaticInit>,
    pub value: Option<Const>,
}

impl Variable<'_> {
    /// Whether it is declared here and not defined.
    pub(super) fn is_extern(&self) -> bool {
        self.flags.has(Flags::EXTERN) && self.written.is_none()
    }
}

/// Where a variable with such flags lies; `marked` says that it is the device's.
fn space_of(flags: Flags, marked: bool) -> Space {
    if flags.has(Flags::SHARED) {
        if flags.has(Flags::EXTERN) { Space::SharedDynamic } else { Space::Shared }
    } else if flags.has(Flags::CONSTANT) {
        Space::Constant
    } else if marked {
        Space::Device
    } else {
        Space::Host
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// Declares a variable at file scope.
    pub(super) fn declare_variable(
        &mut self,
        item: &Item,
        flags: Flags,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
    ) {
        let mut v = self.variable(flags, item.library, spec, x);
        if self.is_function_by_its_type(v.ty, x.name.span) {
            return;
        }
        if let TypeKind::Reference(..) = self.cx.types.kind(v.ty) {
            self.declared_alignment(spec, x, v.ty);
            self.declare_reference(flags, v.space, x, v.ty, v.written);
            return;
        }
        let name = x.name.sym;
        let ahead = v.written.filter(|_| self.names_itself(item, name));
        let ahead = ahead.and_then(|_| self.declare_ahead(x.name, v.ty, v.space));
        if v.space != Space::Host {
            self.initialise_on_device(&mut v);
        } else if !self.initialise_for_device(&mut v) {
            self.evaluate_on_host(&mut v);
        }
        let align = self.declared_alignment(spec, x, v.ty);
        self.check_name_of_variable(&v);
        if let Some(Entity::Global(g)) = self.cx.entity(name)
            && ahead.is_none()
        {
            self.redeclare_variable(g, v, align);
            return;
        }
        let global = Global {
            name: self.symbol_of_variable(&v),
            source: name,
            ty: v.ty,
            space: v.space,
            align,
            is_extern: v.is_extern(),
            is_managed: v.flags.has(Flags::MANAGED),
            init: v.init,
            value: v.value,
            span: x.name.span,
        };
        let g = self.cx.complete_global(ahead, global);
        self.cx.set_entity(name, Entity::Global(g));
    }

    /// A variable with its type and space, which is not initialised yet.
    pub(super) fn variable(
        &mut self,
        flags: Flags,
        library: bool,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
    ) -> Variable<'a> {
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
        } else if let Some(ty) = self.deduced_variable(spec, x) {
            ty
        } else {
            self.type_of(x.ty)
        };
        let mut ty = self.moded(ty, x.mode);
        if flags.has(Flags::CONSTEXPR) {
            ty = ty.with(types::CONST);
            self.check_literal(ty, true, x.name.span);
        }
        let space = space_of(flags, marked);
        Variable { x, flags, marked, single, written, ty, space, init: None, value: None }
    }

    /// Initialises a `constexpr` object of the host that device code may use, if it is a constant: then it is the device's.
    /// Its errors are told at its use.
    pub(super) fn initialise_for_device(&mut self, v: &mut Variable<'a>) -> bool {
        if !v.flags.has(Flags::CONSTEXPR) || self.cx.types.is_arithmetic(v.ty) {
            return false;
        }
        let Some(initial) = v.written else { return false };
        let trial = self.cx.diags.begin_trial();
        let (ty, init) = self.static_initializer(v.ty, initial, true, v.x.name.span);
        let wrong = self.cx.diags.end_trial(trial);
        if wrong || ty.is_error() {
            return false;
        }
        (v.ty, v.init, v.space) = (ty, Some(init), Space::Device);
        true
    }

    /// Finds out the value of a constant of the host. Only that is of interest, and its errors only at its use.
    pub(super) fn evaluate_on_host(&mut self, v: &mut Variable<'a>) {
        let types = &self.cx.types;
        if v.ty.is_const()
            && (types.is_arithmetic(v.ty) || types.is_function_pointer(v.ty))
            && let Some(e) = v.single
        {
            let trial = self.cx.diags.begin_trial();
            v.value = self.constant(e, v.ty);
            self.cx.diags.end_trial(trial);
            // Of floating type only what is `constexpr` may stand in constant expressions.
            let usable = self.is_usable(v.ty, v.flags);
            v.init = Some(StaticInit { usable, ..StaticInit::default() });
        }
    }

    /// Initialises a variable that is the device's, and reports what such a one cannot be.
    pub(super) fn initialise_on_device(&mut self, v: &mut Variable<'a>) {
        let span = v.x.name.span;
        if matches!(v.space, Space::Shared | Space::SharedDynamic) {
            if let Some(e) = v.x.init {
                let text = "a `__shared__` variable cannot have an initialiser";
                self.cx.error(code::SHARED_INITIALIZER, e.span, text);
            }
            self.static_default(v.ty, v.space, span);
        } else if let Some(initial) = v.written {
            let usable = self.is_usable(v.ty, v.flags);
            let (ty, init) = self.static_initializer(v.ty, initial, usable, span);
            v.ty = ty;
            if v.space == Space::Device {
                v.value = self.known_value(ty, &init);
            }
            v.init = Some(init);
        } else if !v.flags.has(Flags::EXTERN) {
            v.init = self.static_default(v.ty, v.space, span);
        }
        if v.flags.has(Flags::THREAD_LOCAL) {
            let text = "a variable of the device cannot be `thread_local`";
            self.cx.error(code::NOT_SUPPORTED, span, text);
        }
        // An array's length may come with its definition; nvcc takes one of 0 in a declaration.
        if !v.is_extern() || !matches!(self.cx.types.kind(v.ty), TypeKind::Array(_, UNKNOWN | 0)) {
            self.check_object(v.ty, v.space, span);
            // The last elements of an array may be zeros.
            if !v.ty.is_const() || self.cx.types.element(v.ty).is_some() {
                self.no_member_pointer(v.ty, span);
            }
            self.check_static_destructor(v.ty, v.space, span);
        }
    }

    /// Reports a qualified name that nothing declares, and a name that is a type's.
    fn check_name_of_variable(&mut self, v: &Variable<'a>) {
        let name = v.x.name;
        let outside = v.x.path.is_some() && v.x.scope.is_none() && v.space != Space::Host;
        if outside && self.cx.entity(name.sym).is_none() {
            self.not_declared(self.cx.site.namespace, name, "variable");
        }
        if let Some(Entity::Type(t, _)) = self.cx.entity(name.sym)
            && !self.cx.hide_type(name.sym, t)
            && !t.is_error()
        {
            let text = format!("`{}` was declared before as a type", self.cx.text(name.sym));
            self.error(code::REDEFINED, name.span, text);
        }
    }

    /// Takes what another declaration of a variable adds to those before it.
    fn redeclare_variable(&mut self, g: GlobalId, v: Variable<'a>, align: u64) {
        let (name, is_extern) = (v.x.name, v.is_extern());
        self.check_redeclared(g, v.ty, v.space, name.span);
        let old = &mut self.cx.output.globals[g];
        // [dcl.align] 6: a declaration that asks for none leaves what another asks for.
        if !wrong!(FirstDeclarationsAlign) {
            old.align = old.align.max(align);
        }
        old.is_managed |= v.flags.has(Flags::MANAGED);
        if !old.is_extern && !is_extern && v.space != Space::Host {
            let first = old.span;
            let text = format!("`{}` is defined twice", self.cx.text(name.sym));
            let d = Diagnostic::new(code::REDEFINED, name.span, text);
            self.cx.diags.push(d.note(first, "the first definition is here"));
        } else if !is_extern {
            old.init = v.init;
            old.value = v.value;
            old.is_extern = false;
            if !wrong!(ArraysStayIncomplete) {
                old.ty = v.ty;
            }
        }
    }

    /// The name that a variable has in the module.
    fn symbol_of_variable(&mut self, v: &Variable<'a>) -> String {
        let text = self.cx.text(v.x.name.sym).to_string();
        if v.space == Space::Host {
            return text;
        }
        let text = if v.flags.has(Flags::EXTERN_C) {
            text
        } else if !v.marked {
            format!("$constant${text}")
        } else {
            let internal = v.flags.has(Flags::STATIC) || v.ty.is_const();
            crate::mangle::variable(self.cx, &text, self.cx.site.namespace, internal)
        };
        self.cx.unique_global_name(text)
    }

    /// Whether a variable's name stands in its declaration once more.
    fn names_itself(&self, item: &Item, name: Symbol) -> bool {
        let list = self.cx.declared.lists.get(item.list as usize).map_or(&[][..], |l| &l.tokens);
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
            is_managed: false,
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
        let Some(old) = self.cx.output.globals.get(g) else { return };
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
            let v = b.function_object(v);
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
        if self.cx.types.names_function(ty) {
            // A function by another name.
            let entity = match init.value.as_deref() {
                Some(Value::Int(number)) => Entity::Const(ty, Const::Int(*number)),
                _ => none,
            };
            self.cx.set_entity(x.name.sym, entity);
            return;
        }
        let text = self.cx.text(x.name.sym).to_string();
        let text = match host {
            true => format!("$constant${text}"),
            false => crate::mangle::variable(self.cx, &text, self.cx.site.namespace, false),
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
            is_managed: false,
        });
        self.cx.set_entity(x.name.sym, Entity::Global(g));
    }

    /// Refuses `F f;` where `F` is the type of functions: a function is declared ([dcl.fct] 11).
    pub(super) fn is_function_by_its_type(&mut self, ty: Ty, span: Span) -> bool {
        let is = self.cx.types.function_type(ty).is_some();
        if is {
            let text = "a function that is declared by the name of its type is not supported yet";
            self.error(code::FUNCTION_POINTER, span, text);
        }
        is
    }

    /// Reports a type that no object of the space can have.
    pub(in crate::check) fn check_object(&mut self, ty: Ty, space: Space, span: Span) {
        if ty.is_error() {
            return;
        }
        if self.cx.types.element(ty).is_some() || self.cx.types.is_record(ty) {
            self.check_destructor(ty, span);
        }
        if self.is_function_by_its_type(ty, span) {
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
                format!("a variable cannot be of type `{t}`, which is not complete"),
            );
        }
        let (size, limit) = (self.cx.types.size(ty), self.cx.limits().object_bytes);
        if size == 0 {
            self.check_some_size(ty, span);
        } else if size > limit {
            self.cx.error(
                code::LIMIT_OBJECT,
                span,
                format!("this object is larger than {limit} bytes"),
            );
        }
    }
    /// Reports an object without size. Arrays of length 0 are GNU's: nvcc takes them as types and as members, and not as objects of the device.
    pub(in crate::check) fn check_some_size(&mut self, ty: Ty, span: Span) {
        if !self.cx.types.is_complete(ty) || self.is_faulty(ty) {
            return;
        }
        let text = match self.cx.types.kind(ty) {
            TypeKind::Array(..) => "an array needs an element at least",
            _ => "an object whose members are all arrays of length 0 has no size",
        };
        self.cx.error(code::BAD_ARRAY, span, text);
    }
}
