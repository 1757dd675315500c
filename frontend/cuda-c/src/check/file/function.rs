//! Functions at file scope: declarations, definitions, and instances of templates.

use std::rc::Rc;

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Declaration, Declarator, Expr, Flags, MemberKind, Spec, TypeExpr},
    check::{Body, Checker, DeclarationPlace, Entity, Env, Function, ParamInfo, TArg, TemplateId},
    parse::index::Item,
    typed::FunctionId,
    types::{Ty, TypeKind},
};

impl<'a> Body<'_, 'a, '_, '_> {
    pub(in crate::check) fn declare_function(
        &mut self,
        item: &Item,
        flags: Flags,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
        body: Option<&'a crate::ast::Stmt<'a>>,
    ) {
        let TypeExpr::Function { result, params, variadic, noexcept, span, .. } = x.ty else {
            return;
        };
        let mut list = self.param_list(params);
        let (result_ty, deduced) = self.result_type(result, &list);
        let result_ty =
            if self.cx.types.is_scalar(result_ty) { result_ty.bare() } else { result_ty };
        let name = x.name.sym;
        if *variadic && flags.has(Flags::GLOBAL) {
            self.cx.error(code::BAD_KERNEL, *span, "a kernel cannot have `...`");
        }
        self.check_kernel(flags, spec, result_ty, &list);
        let launch_bounds = spec.launch_bounds.and_then(|args| self.launch_bounds(args, spec.span));
        let same = |a: &[ParamInfo<'_>], b: &[ParamInfo<'_>]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.ty.bare() == b.ty.bare())
        };
        let declared = |cx: &Checker<'_, '_>, any: bool| {
            cx.overloads.get(&name)?.iter().copied().find(|f| {
                let old = &cx.functions[f.0 as usize];
                // A host overload beside a device one is another function.
                same(&old.params, &list)
                    && (old.class.is_none() || old.flags.has(Flags::FRIEND))
                    && old.namespace == item.namespace
                    && (any || old.is_device() == flags.has(Flags::GLOBAL | Flags::DEVICE))
            })
        };
        if x.path.is_some() && declared(self.cx, true).is_none() {
            // A friend that nothing asked for may declare it.
            self.cx.declare_befriending_classes();
            if declared(self.cx, true).is_none() {
                self.not_declared(item.namespace, x.name, "function of this type");
            }
        }
        let found = declared(self.cx, false);
        if let Some(f) = found {
            let old = &self.cx.functions[f.0 as usize];
            let (old_span, old_result) = (old.span, old.result);
            if old.body.is_some() && body.is_some() {
                let text = self.cx.text(name).to_string();
                let d = Diagnostic::new(
                    code::REDEFINED,
                    x.name.span,
                    format!("the function `{text}` is defined twice"),
                )
                .note(old_span, "the first definition is here");
                self.cx.diags.push(d);
                return;
            }
            if old_result.bare() != result_ty.bare() {
                let text = self.cx.text(name).to_string();
                let d = Diagnostic::new(
                    code::REDEFINED,
                    x.name.span,
                    format!("the function `{text}` returns another type here than before"),
                )
                .note(old_span, "the first declaration is here");
                self.cx.diags.push(d);
            }
            let given = self.cx.functions[f.0 as usize].params.clone();
            self.cx.check_repeated_arguments(&given, &list);
            let old = &mut self.cx.functions[f.0 as usize];
            if std::mem::take(&mut old.hidden) {
                old.place.declared = item.place();
            }
            if body.is_some() && old.class.take().is_some() {
                // A friend that is defined outside of its class is in the namespace's scope.
                old.flags = Flags(old.flags.0 & !Flags::FRIEND);
                old.env = self.env.clone();
            }
            old.flags = Flags(old.flags.0 | flags.0);
            old.launch_bounds = old.launch_bounds.or(launch_bounds);
            old.noexcept = old.noexcept.or(*noexcept);
            let from = std::mem::take(&mut old.params);
            for (p, o) in list.iter_mut().zip(&from) {
                p.default = p.default.or(o.default);
            }
            if body.is_some() {
                old.deduced = old.deduced.and(deduced);
                old.body = body;
                old.place.defined = item.place();
                old.span = x.name.span;
                old.params = list;
            } else {
                old.params = from
                    .into_iter()
                    .zip(list)
                    .map(|(o, p)| ParamInfo { default: o.default.or(p.default), ..o })
                    .collect();
            }
            let merged = self.cx.functions[f.0 as usize].params.clone();
            self.cx.check_default_arguments(&merged);
            return;
        }
        self.cx.check_default_arguments(&list);
        let f = FunctionId(self.cx.functions.len() as u32);
        self.cx.functions.push(Function {
            name,
            result: result_ty,
            deduced,
            params: list,
            flags,
            body,
            special: None,
            inherits: None,
            in_place: false,
            variadic: *variadic,
            deleted: x.deleted,
            noexcept: *noexcept,
            access: crate::ast::Access::Public,
            span: x.name.span,
            launch_bounds,
            library: item.library,
            used: None,
            calls: Vec::new(),
            env: self.env.clone(),
            class: None,
            has_this: false,
            object: 0,
            member: MemberKind::Method,
            inits: &[],
            args: Rc::from([]),
            template: None,
            namespace: item.namespace,
            place: DeclarationPlace::of(item),
            hidden: false,
        });
        self.cx.overloads.entry(name).or_default().push(f);
        match self.cx.entity(name) {
            None | Some(Entity::Functions(_)) => self.cx.set_entity(name, Entity::Functions(name)),
            // A function hides a class or enum of its name ([basic.scope.hiding] 2).
            Some(Entity::Type(t, _)) if self.cx.hide_type(name, t) => {
                self.cx.set_entity(name, Entity::Functions(name));
            }
            Some(_) => {
                let text = self.cx.text(name).to_string();
                self.cx.error(
                    code::REDEFINED,
                    x.name.span,
                    format!("`{text}` was declared before as something else"),
                );
            }
        }
    }

    fn launch_bounds(
        &mut self,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> Option<(u32, Option<u32>)> {
        let mut v = Vec::new();
        for a in args {
            let n = self.integer_constant(a, "a launch bound")?;
            if !(1..=1 << 20).contains(&n) {
                self.cx.error(code::BAD_LAUNCH_BOUNDS, a.span, "a launch bound must be positive");
                return None;
            }
            v.push(n as u32);
        }
        match v[..] {
            [a] => Some((a, None)),
            [a, b] | [a, b, _] => Some((a, Some(b))),
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
            if matches!(self.cx.types.kind(p.ty), TypeKind::Reference(_, _)) {
                self.cx.error(
                    code::BAD_KERNEL,
                    p.span,
                    "a kernel's parameter cannot be a reference",
                );
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
        let info = &self.cx.templates[template.0 as usize];
        let (class, namespace) = (info.class, info.namespace);
        let place = DeclarationPlace { declared: self.cx.place, defined: self.cx.place };
        let has_this = class.is_some() && !info.flags.has(Flags::STATIC | Flags::FRIEND);
        let arena = crate::typed::TypedArenas::default();
        let mut b = Body::within(&mut *self.cx, &arena, &env, class);
        b.asking = Some(x.name.sym);
        b.template = Some(template);
        let mut list = Vec::new();
        if let Some(r) = class
            && has_this
        {
            let q = super::declare::quals(*quals) & 3;
            let ty = b.cx.types.record(r).with(q);
            let ty = b.cx.types.pointer(ty);
            let name = crate::words::THIS;
            let plain = b.is_plain_class(r);
            list.push(ParamInfo { name, ty, default: None, plain, span: x.name.span });
        }
        list.extend(b.param_list(params));
        let (result, deduced) = b.result_type(result, &list);
        b.check_kernel(flags, d.spec, result, &list);
        let launch_bounds = d.spec.launch_bounds.and_then(|a| b.launch_bounds(a, d.spec.span));
        let name = x.name.sym;
        let member = match class {
            Some(r) if b.cx.classes.get(&r).is_some_and(|c| c.spec.name.sym == name) => {
                MemberKind::Constructor
            }
            _ => MemberKind::Method,
        };
        let f = FunctionId(b.cx.functions.len() as u32);
        b.cx.functions.push(Function {
            name,
            result: if b.cx.types.is_scalar(result) { result.bare() } else { result },
            deduced,
            params: list,
            flags: if class.is_some() { Flags(flags.0 & !Flags::STATIC) } else { flags },
            body: d.body,
            special: None,
            inherits: None,
            in_place: false,
            variadic: *variadic,
            deleted: x.deleted,
            noexcept: *noexcept,
            access: crate::ast::Access::Public,
            span: x.name.span,
            launch_bounds,
            library,
            used: None,
            calls: Vec::new(),
            env,
            class,
            has_this,
            object: *object,
            member,
            inits: d.inits,
            args,
            template: Some(template),
            namespace,
            place,
            hidden: false,
        });
        Some(f)
    }
}
