//! Functions at file scope: declarations, definitions, and instances of templates.

use std::rc::Rc;

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{
        Declaration, Declarator, Expr, Flags, MemberKind, Name, RefQualifier, Spec, Stmt, TypeExpr,
    },
    check::{
        Body, Checker, DeclarationPlace, Entity, Env, Function, Home, Membership, Origin,
        ParamInfo, ParameterList, Signature, TArg, TemplateId, Usage,
    },
    parse::index::Item,
    typed::FunctionId,
    types::{Ty, TypeKind},
};

impl<'a> Body<'_, 'a, '_, '_> {
    /// Declares a function at file scope, or once more.
    pub(super) fn declare_function(
        &mut self,
        item: &Item,
        flags: Flags,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
        body: Option<&'a Stmt<'a>>,
    ) {
        let Some(mut new) = self.undeclared_function(item, flags, spec, x) else { return };
        new.body = body;
        let (name, flags) = (new.name, new.flags);
        let (params, variadic) = (&new.signature.params, new.signature.variadic);
        if !item.library
            && let TypeExpr::Function { params: written, .. } = x.ty
        {
            self.cx.check_operator(x.name, (written, variadic), Some(params));
        }
        self.cx.check_literal_operator(name, flags, params, variadic, new.span);
        if x.path.is_some() && self.cx.function_before(&new, true).is_none() {
            // A friend that nothing asked for may declare it.
            self.cx.declare_befriending_classes();
            if self.cx.function_before(&new, true).is_none() {
                self.not_declared(item.namespace, x.name, "function of this type");
            }
        }
        match self.cx.function_before(&new, false) {
            Some(f) => self.cx.redeclare_function(f, new),
            None => self.cx.add_function(new),
        }
    }

    /// The function that a declarator declares, without its body; what it cannot be is reported.
    fn undeclared_function(
        &mut self,
        item: &Item,
        flags: Flags,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
    ) -> Option<Function<'a>> {
        let TypeExpr::Function { result, params, variadic, noexcept, span, .. } = x.ty else {
            return None;
        };
        let list = self.parameters_from(params);
        let (result, deduced) = self.result_type(result, &list);
        let ParameterList { params, packs } = list;
        let result = if self.cx.types.is_scalar(result) { result.bare() } else { result };
        if *variadic && flags.has(Flags::GLOBAL) {
            self.cx.error(code::BAD_KERNEL, *span, "a kernel cannot have `...`");
        }
        self.check_kernel(flags, spec, result, &params);
        let launch_bounds = spec.launch_bounds.and_then(|args| self.launch_bounds(args, spec.span));
        Some(Function {
            name: x.name.sym,
            flags,
            body: None,
            span: x.name.span,
            launch_bounds,
            env: self.cx.site.env.clone(),
            signature: Signature {
                result,
                deduced,
                params,
                packs,
                variadic: *variadic,
                noexcept: *noexcept,
                deleted: x.deleted,
                in_place: false,
            },
            origin: Origin {
                special: None,
                inherits: None,
                template: None,
                args: Rc::from([]),
                known: None,
                library: item.library,
            },
            membership: Membership {
                class: None,
                has_this: false,
                qualifier: RefQualifier::None,
                kind: MemberKind::Method,
                access: crate::ast::MemberAccess::Public,
                inits: &[],
            },
            usage: Usage::default(),
            home: Home {
                namespace: item.namespace,
                place: DeclarationPlace::of(item),
                hidden: false,
            },
        })
    }

    fn launch_bounds(
        &mut self,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> Option<(u32, Option<u32>)> {
        let mut v = Vec::new();
        for a in args {
            let n = self.integer_constant(a, "a launch bound")?;
            if !(0..=1 << 20).contains(&n) {
                self.cx.error(
                    code::BAD_LAUNCH_BOUNDS,
                    a.span,
                    "a launch bound must not be negative",
                );
                return None;
            }
            v.push(n as u32);
        }
        match v[..] {
            // Zero says nothing, and the second nothing without the first.
            [0] | [0, _] | [0, _, _] => None,
            [a] => Some((a, None)),
            [a, b] | [a, b, _] => Some((a, (b > 0).then_some(b))),
            _ => {
                self.cx.error(
                    code::BAD_LAUNCH_BOUNDS,
                    span,
                    "`__launch_bounds__` takes one to three numbers",
                );
                None
            }
        }
    }

    /// Reports what a kernel cannot be.
    fn check_kernel(
        &mut self,
        flags: Flags,
        spec: &Spec<'a>,
        result: Ty,
        params: &[ParamInfo<'a>],
    ) {
        if !flags.has(Flags::GLOBAL) {
            return;
        }
        if result.bare() != Ty::VOID && !result.is_error() {
            self.cx.error(code::BAD_KERNEL, spec.span, "a kernel must return `void`");
        }
        for (other, word) in [(Flags::DEVICE, "__device__"), (Flags::HOST, "__host__")] {
            if flags.has(other) {
                let text = format!("`__global__` and `{word}` do not go together");
                self.cx.error(code::BAD_KERNEL, spec.span, text);
            }
        }
        for p in params {
            if self.cx.initializer_list_of(p.ty).is_some() {
                let text = "a kernel's parameter cannot be a `std::initializer_list`";
                self.cx.error(code::BAD_KERNEL, p.span, text);
            }
            match self.cx.types.kind(p.ty) {
                TypeKind::Reference(_, true) => {
                    let text = "a kernel's parameter cannot be an rvalue reference";
                    self.cx.error(code::BAD_KERNEL, p.span, text);
                }
                TypeKind::Reference(to, false)
                    if matches!(self.cx.types.kind(to), TypeKind::Function(_)) =>
                {
                    let text = "a kernel's parameter that is a function is not supported yet";
                    self.cx.error(code::FUNCTION_POINTER, p.span, text);
                }
                _ => {}
            }
        }
    }

    /// Declares the instance of a function template for given arguments. `outer` is the environment of the instance,
    /// or of the template for a specialisation.
    pub(in crate::check) fn declare_instance(
        &mut self,
        d: &'a Declaration<'a>,
        flags: Flags,
        env: Env,
        template: TemplateId,
        args: Rc<[TArg]>,
        library: bool,
    ) -> Option<FunctionId> {
        let [x] = d.declarators else { return None };
        let TypeExpr::Function { result, params, quals, object, variadic, noexcept, .. } = x.ty
        else {
            return None;
        };
        let info = &self.cx.templates.all[template];
        let (class, namespace, access) = (info.class, info.namespace, info.access);
        let place = DeclarationPlace { declared: self.cx.site.place, defined: self.cx.site.place };
        let has_this = class.is_some() && !info.flags.has(Flags::STATIC | Flags::FRIEND);
        let arena = crate::typed::TypedArenas::small();
        let mut b = Body::within(&mut *self.cx, &arena, &env, class);
        b.expected.asking = Some(x.name.sym);
        b.cx.site.template = Some(template);
        let mut list = Vec::new();
        if let Some(r) = class
            && has_this
        {
            let q = super::declare::quals(*quals) & 3;
            let ty = b.cx.types.record(r).with(q);
            let ty = b.cx.types.pointer(ty);
            let name = b.cx.object_name(r);
            let plain = b.is_plain_class(r);
            list.push(ParamInfo { name, ty, default: None, plain, span: x.name.span });
        }
        b.mode.signature = true;
        let list = b.parameters_from(params).behind(list);
        let (result, deduced) = b.result_type(result, &list);
        b.mode.signature = false;
        b.check_kernel(flags, d.spec, result, &list.params);
        let launch_bounds = d.spec.launch_bounds.and_then(|a| b.launch_bounds(a, d.spec.span));
        let name = x.name.sym;
        let member = match class {
            Some(r) if b.cx.classes.all.get(&r).is_some_and(|c| c.spec.name.sym == name) => {
                MemberKind::Constructor
            }
            _ => MemberKind::Method,
        };
        let f = b.cx.functions.next_id();
        b.cx.functions.push(Function {
            name,
            flags: if class.is_some() { Flags(flags.0 & !Flags::STATIC) } else { flags },
            body: d.body,
            span: x.name.span,
            launch_bounds,
            env,
            signature: Signature {
                result: if b.cx.types.is_scalar(result) { result.bare() } else { result },
                deduced,
                params: list.params,
                packs: list.packs,
                variadic: *variadic,
                noexcept: *noexcept,
                deleted: x.deleted,
                in_place: false,
            },
            origin: Origin {
                special: None,
                inherits: None,
                template: Some(template),
                args,
                known: None,
                library,
            },
            membership: Membership {
                class,
                has_this,
                qualifier: *object,
                kind: member,
                access,
                inits: d.inits,
            },
            usage: Usage::default(),
            home: Home { namespace, place, hidden: false },
        });
        Some(f)
    }
}

impl<'a> Checker<'a, '_> {
    /// The function of the same name, parameters and namespace that was declared before; a host overload beside a device one
    /// is another function, and found where `any` is wanted.
    fn function_before(&self, new: &Function<'a>, any: bool) -> Option<FunctionId> {
        self.declared.overloads.get(&new.name)?.iter().copied().find(|f| {
            let old = &self.functions[*f];
            same_parameters(&old.signature.params, &new.signature.params)
                && (old.signature.variadic == new.signature.variadic
                    || wrong!(EllipsesOverloadNothing))
                && (old.membership.class.is_none() || old.flags.has(Flags::FRIEND))
                && old.home.namespace == new.home.namespace
                && (any || old.is_device() == new.flags.has(Flags::GLOBAL | Flags::DEVICE))
        })
    }

    /// Takes what another declaration of a function adds to those before it.
    fn redeclare_function(&mut self, f: FunctionId, new: Function<'a>) {
        let old = &self.functions[f];
        let (first, twice) = (old.span, old.body.is_some() && new.body.is_some());
        let (given, other) = (
            old.signature.params.clone(),
            old.signature.result.bare() != new.signature.result.bare(),
        );
        let name = self.text(new.name).to_string();
        if twice {
            let text = format!("the function `{name}` is defined twice");
            let d = Diagnostic::new(code::REDEFINED, new.span, text);
            self.diags.push(d.note(first, "the first definition is here"));
            return;
        }
        if other {
            let text = format!("the function `{name}` returns another type here than before");
            let d = Diagnostic::new(code::REDEFINED, new.span, text);
            self.diags.push(d.note(first, "the first declaration is here"));
        }
        self.check_repeated_arguments(&given, &new.signature.params);
        let old = &self.functions[f];
        if !old.origin.library && !new.origin.library {
            let (was, is) = (old.signature.noexcept, new.signature.noexcept);
            let said =
                self.other_noexcept(was, old.span, is, Name { sym: new.name, span: new.span });
            said.into_iter().for_each(|d| self.diags.push(d));
        }
        merge(&mut self.functions[f], new);
        let merged = self.functions[f].signature.params.clone();
        self.check_default_arguments(&merged);
    }

    /// Adds a function that was not declared before, and its name.
    fn add_function(&mut self, new: Function<'a>) {
        self.check_default_arguments(&new.signature.params);
        let (name, span) = (new.name, new.span);
        let f = self.functions.push(new);
        self.declared.overloads.entry(name).or_default().push(f);
        match self.entity(name) {
            None | Some(Entity::Functions(_)) => self.set_entity(name, Entity::Functions(name)),
            // A function hides a class or enum of its name ([basic.scope.hiding] 2).
            Some(Entity::Type(t, _)) if self.hide_type(name, t) => {
                self.set_entity(name, Entity::Functions(name));
            }
            Some(_) => {
                let text = format!("`{}` was declared before as something else", self.text(name));
                self.error(code::REDEFINED, span, text);
            }
        }
    }
}

/// Whether two functions take parameters of the same types, but for qualifiers.
fn same_parameters(a: &[ParamInfo<'_>], b: &[ParamInfo<'_>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.ty.bare() == b.ty.bare())
}

/// Adds to a function what another declaration of it says. Its parameters are named as in the definition.
fn merge<'a>(old: &mut Function<'a>, mut new: Function<'a>) {
    if std::mem::take(&mut old.home.hidden) {
        old.home.place.declared = new.home.place.declared;
    }
    if new.body.is_some() && old.membership.class.take().is_some() {
        // A friend that is defined outside of its class is in the namespace's scope.
        old.flags = Flags(old.flags.0 & !Flags::FRIEND);
        old.env = new.env;
    }
    old.flags = Flags(old.flags.0 | new.flags.0);
    old.launch_bounds = old.launch_bounds.or(new.launch_bounds);
    old.signature.noexcept = old.signature.noexcept.or(new.signature.noexcept);
    for (n, o) in new.signature.params.iter_mut().zip(&mut old.signature.params) {
        // An argument that both give is reported; each keeps its own.
        (n.default, o.default) = (n.default.or(o.default), o.default.or(n.default));
    }
    if new.body.is_some() {
        old.signature.deduced = old.signature.deduced.and(new.signature.deduced);
        old.body = new.body;
        // What a file declares and the library defines is the library's.
        old.origin.library |= new.origin.library;
        old.home.place.defined = new.home.place.defined;
        old.span = new.span;
        old.signature.params = new.signature.params;
    }
}
