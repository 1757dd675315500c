//! Calls by name: what the name stands for, references, default arguments.

use optx_source::{Diagnostic, Span, code};

use super::{Body, Entity, body::E, builtins};
use crate::{
    ast::{Expr, ExprKind, Flags, Name, TemplateArg},
    intern::Symbol,
    library,
    typed::{FunctionId, TKind},
    types::{RecordId, Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Whether a name that is not declared is a built-in function.
    pub(super) fn is_builtin_function(&self, s: Symbol) -> bool {
        let n = self.cx.text(s);
        builtins::find(n).is_some()
            || builtins::GENERIC.contains(&n)
            || library::file_of(n).is_some()
    }

    /// Whether all functions of a name are the library's own, loaded for a built-in function.
    fn is_library_only(&self, s: Symbol) -> bool {
        library::file_of(self.cx.text(s)).is_some()
            && !self.cx.fn_templates.contains_key(&s)
            && self
                .cx
                .overloads
                .get(&s)
                .is_some_and(|set| set.iter().all(|f| self.cx.functions[f.0 as usize].library))
    }

    pub(super) fn call(&mut self, f: &'a Expr<'a>, args: &'a [&'a Expr<'a>], span: Span) -> E<'t> {
        let (s, explicit): (Symbol, &'a [TemplateArg<'a>]) = match f.kind {
            ExprKind::StdName(s) if self.is_host_library(s) => {
                self.check_all(args);
                return self.host_library(s, f.span);
            }
            ExprKind::Name(s) | ExprKind::StdName(s) => (s, &[]),
            ExprKind::TemplateName(s, list) => (s, list),
            ExprKind::Qualified(_, n, list) => (n.sym, list.unwrap_or(&[])),
            ExprKind::Member { base, name, arrow, args: explicit, .. } => {
                let Some(object) = self.member_object(base, name, arrow, span) else {
                    self.check_all(args);
                    return self.bad(span);
                };
                return self.call_member(object, name, explicit, args, span);
            }
            ExprKind::Scoped { class, name, args: explicit } => {
                return self.call_scoped(class, name, explicit, args, span);
            }
            _ => {
                let e = self.expr(f);
                if self.cx.types.is_record(e.ty) {
                    return self.call_value(e, args, span);
                }
                self.check_all(args);
                if e.ty.is_error() {
                    return e;
                }
                return self.error(
                    code::FUNCTION_POINTER,
                    f.span,
                    "only functions by their name can be called",
                );
            }
        };
        if self.scope_entity(s).is_none()
            && let Some((class, object)) = self.own_method(s, span)
        {
            let values = self.check_all(args);
            let name = Name { sym: s, span: f.span };
            return self.call_method(class, object, name, explicit, values, span);
        }
        match self.lookup(s) {
            // What the library declares is called as the built-in function that it is: by the arguments' types.
            Some(Entity::Functions(_)) if explicit.is_empty() && self.is_library_only(s) => {
                self.builtin_call(s, f.span, args, span)
            }
            Some(Entity::Functions(name)) => self.user_call(name, f.span, explicit, args, span),
            Some(Entity::Type(t)) => self.construct_from(t, args, span),
            Some(e @ (Entity::ClassTemplate(_) | Entity::Unparsable(_))) => {
                // A host helper that hides a built-in function of its name, as `max` templates do.
                if self.is_builtin_function(s) {
                    return self.builtin_call(s, f.span, args, span);
                }
                self.bad_entity(e, s, f.span);
                self.check_all(args);
                self.bad(span)
            }
            Some(_) => {
                let e = self.expr(f);
                self.call_value(e, args, span)
            }
            None if self.is_data_member(s) => {
                let e = self.expr(f);
                self.call_value(e, args, span)
            }
            None => self.builtin_call(s, f.span, args, span),
        }
    }

    /// The class around the code at hand that declares a member function, and the object that it is called on.
    fn own_method(&mut self, s: Symbol, span: Span) -> Option<(RecordId, Option<E<'t>>)> {
        let mut class = self.class;
        while let Some(r) = class {
            if let Some((owner, offset)) = self.cx.method_class(r, s) {
                let object = match self.this_object(span) {
                    Some(o) if self.cx.class_id(o.ty) == Some(r) && owner != r => {
                        let ty = self.cx.types.record(owner).with(o.ty.quals());
                        let kind = TKind::Field { base: o, offset, bits: None };
                        Some(self.mk_lvalue(kind, ty, span))
                    }
                    Some(o) if self.cx.class_id(o.ty) == Some(owner) => Some(o),
                    _ => None,
                };
                return Some((owner, object));
            }
            class = self.cx.classes.get(&r).and_then(|c| c.outer);
        }
        None
    }

    /// Whether a name is a data member of the object at hand.
    fn is_data_member(&mut self, s: Symbol) -> bool {
        let Some(r) = self.class else { return false };
        let class = self.cx.types.record(r);
        self.cx.find_member(class, s).is_some()
    }

    /// Checks arguments for their own errors.
    pub(super) fn check_all(&mut self, args: &'a [&'a Expr<'a>]) -> Vec<E<'t>> {
        args.iter().map(|a| self.argument(a)).collect()
    }

    fn user_call(
        &mut self,
        name: Symbol,
        at: Span,
        explicit: &'a [TemplateArg<'a>],
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        let values = self.check_all(args);
        let Some(given) = self.template_arg_list(explicit) else { return self.bad(span) };
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let mut set = if explicit.is_empty() {
            self.cx.overloads.get(&name).cloned().unwrap_or_default()
        } else {
            Vec::new()
        };
        let templates = self.cx.fn_templates.get(&name).cloned().unwrap_or_default();
        for t in &templates {
            if let Some(f) = self.deduce_call(*t, &given, &values) {
                set.push(f);
            }
        }
        // Device functions first: a host overload of the same name is not meant here.
        let device: Vec<FunctionId> =
            set.iter().copied().filter(|f| self.cx.functions[f.0 as usize].is_device()).collect();
        let candidates = if device.is_empty() { set } else { device };
        let found = self.choose(&candidates, &values, None);
        let f = match found {
            Ok(f) => f,
            Err(problem) => {
                if explicit.is_empty() && self.is_builtin_function(name) {
                    return self.builtin_values(name, at, args, values, span);
                }
                if candidates.is_empty() && !templates.is_empty() {
                    return self.no_deduction(&templates, name, at, &values, span);
                }
                return self.no_overload(problem, &candidates, name, at, &values, span);
            }
        };
        // The built-in overload may fit better; it is no template, so it is chosen where both are exact.
        let template = self.cx.functions[f.0 as usize].template.is_some();
        if explicit.is_empty()
            && self.is_builtin_function(name)
            && (template || !self.all_exact(f, &values))
            && values.iter().all(|v| self.cx.types.is_arithmetic(v.ty))
            && let Some(row) =
                builtins::find(self.cx.text(name)).and_then(|rows| self.exact_row(rows, &values))
        {
            return self.apply_row(row, values, span);
        }
        self.call_function(f, at, values, span)
    }

    /// Calls a function with checked arguments.
    pub(super) fn call_function(
        &mut self,
        f: FunctionId,
        at: Span,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        self.cx.deduce_result(f);
        let info = &self.cx.functions[f.0 as usize];
        let (flags, def, result) = (info.flags, info.span, info.result);
        let text = self.cx.function_name(info);
        if flags.has(Flags::GLOBAL) {
            let d = Diagnostic::new(
                code::KERNEL_CALLED,
                at,
                format!("the kernel `{text}` cannot be called from device code"),
            )
            .note(def, "it is declared here");
            self.cx.diags.push(d);
            return self.bad(span);
        }
        if self.wants_constant
            && flags.has(Flags::CONSTEXPR)
            && let Some(v) = self.constant_call(f, &values, span)
        {
            return v;
        }
        let info = &self.cx.functions[f.0 as usize];
        if !info.is_device() && !info.library && !self.unevaluated {
            let d = Diagnostic::new(
                code::HOST_ONLY,
                at,
                format!("`{text}` is a function of the host and cannot be called from device code"),
            )
            .note(def, "it is declared here; `__device__` would make it a device function");
            self.cx.diags.push(d);
            return self.bad(span);
        }
        let params = self.cx.functions[f.0 as usize].params.clone();
        let mut list = Vec::with_capacity(params.len());
        for (i, p) in params.iter().enumerate() {
            let v = match values.get(i) {
                Some(v) => v,
                None => match p.default {
                    Some(d) => self.default_argument(f, d, p.ty),
                    None => return self.bad(span),
                },
            };
            list.push(self.pass(v, p.ty));
        }
        if list.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        if !self.unevaluated {
            self.cx.mark_used(f, self.function, span);
        }
        let args = self.list(list);
        if let TypeKind::Reference(to, _) = self.cx.types.kind(result) {
            let p = self.cx.types.pointer(to);
            let v = self.mk(TKind::Call(f, args), p, span);
            return self.mk_lvalue(TKind::Deref(v), to, span);
        }
        self.mk(TKind::Call(f, args), result.bare(), span)
    }

    /// A default argument, with the names of its function's declaration.
    pub(super) fn default_argument(&mut self, f: FunctionId, e: &'a Expr<'a>, ty: Ty) -> E<'t> {
        let info = &self.cx.functions[f.0 as usize];
        let (env, class) = (info.env.clone(), info.class);
        if let ExprKind::InitList(_) = e.kind {
            let to = match self.cx.types.kind(ty) {
                TypeKind::Reference(r, _) => r,
                _ => ty,
            };
            return self.initializer_value(to.bare(), e);
        }
        if env.names.is_empty() && class.is_none() {
            return self.expr(e);
        }
        let was = std::mem::replace(&mut self.class, class);
        let mark = self.open_scope();
        for (s, x) in env.names.iter() {
            self.declare_in_scope(*s, *x);
        }
        let v = self.expr(e);
        self.close_scope_to(mark);
        self.class = was;
        v
    }

    /// Converts an argument to a parameter's type; references become pointers.
    pub(super) fn pass(&mut self, v: E<'t>, to: Ty) -> E<'t> {
        match self.cx.types.kind(to) {
            TypeKind::Reference(r, _) => self.bind_reference(v, r),
            _ => self.convert(v, to.bare()),
        }
    }

    /// The pointer that a reference to `v` is.
    pub(super) fn bind_reference(&mut self, v: E<'t>, r: Ty) -> E<'t> {
        if v.ty.is_error() {
            return v;
        }
        if v.ty.bare() == Ty::BRACES && r.is_const() {
            let v = self.braces_value(v, r);
            return self.bind_reference(v, r);
        }
        let v = self.object(v);
        let p = self.cx.types.pointer(r);
        let bits = matches!(v.kind, TKind::Field { bits: Some(_), .. });
        if v.lvalue && self.cx.types.same_but_qualified(v.ty, r) && !bits {
            if self.cx.types.qualifiers(v.ty) & !self.cx.types.qualifiers(r) & 3 != 0 {
                let n = self.cx.type_name(v.ty);
                let m = self.cx.type_name(r);
                return self.error(
                    code::CONST_VIOLATION,
                    v.span,
                    format!("a reference to `{m}` cannot refer to an object of type `{n}`"),
                );
            }
            return match v.kind {
                TKind::Deref(inner) if inner.ty.bare() == p => inner,
                _ => self.mk(TKind::AddrOf(v), p, v.span),
            };
        }
        if v.lvalue
            && !bits
            && v.ty.quals() & !r.quals() & 3 == 0
            && let Some(offset) = self.cx.base_offset(v.ty, r)
        {
            let ty = r.bare().with(v.ty.quals());
            let part = self.mk_lvalue(TKind::Field { base: v, offset, bits: None }, ty, v.span);
            return self.mk(TKind::AddrOf(part), p, v.span);
        }
        if !r.is_const() {
            let n = self.cx.type_name(v.ty);
            let m = self.cx.type_name(r);
            let what = if v.lvalue { "an object" } else { "a value" };
            return self.error(
                code::TYPE_MISMATCH,
                v.span,
                format!("a reference to `{m}` cannot refer to {what} of type `{n}`"),
            );
        }
        let span = v.span;
        let value = self.convert(v, r.bare());
        if value.ty.is_error() {
            return value;
        }
        let l = self.temporary(r.bare(), span);
        let object = self.mk_lvalue(TKind::Local(l), r.bare(), span);
        let set = self.mk(TKind::Assign(object, value), r.bare(), span);
        let address = self.mk(TKind::AddrOf(object), p, span);
        self.mk(TKind::Comma(set, address), p, span)
    }
}
