//! Calls by name: what the name stands for, references, default arguments.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{
        Associated, Expr, ExprKind, Flags, MemberAccess, MemberMore, Name, Path, Scoped,
        TemplateArg,
    },
    check::{
        Body, DefaultArgument, Entity, TArg, TemplateId,
        body::E,
        body::overload::Candidate,
        body::{overload::takes_vector, sequence::Conversion},
        builtin::table,
    },
    intern::Symbol,
    library,
    typed::{Category, FunctionId, TKind},
    types::{RecordId, Ty, TypeKind},
};

/// How a member function is named: the class in which its name was found, and that of the object before it.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Naming {
    pub class: RecordId,
    pub by: Option<Ty>,
}

/// The class that declares a member function, and the object at hand: as that class's, and its own class.
type OwnMethod<'t> = (RecordId, Option<(E<'t>, Ty)>);

/// The name in front of a call's arguments.
#[derive(Clone, Copy)]
struct Called<'a> {
    path: Option<&'a Path<'a>>,
    name: Symbol,
    /// Arguments in angle brackets.
    explicit: Option<&'a [TemplateArg<'a>]>,
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Whether a name that is not declared is a built-in function.
    pub(in crate::check) fn is_builtin_function(&self, s: Symbol) -> bool {
        self.cx.is_built_in(s)
    }

    /// Whether all functions of a name are the library's own, loaded for a built-in function.
    fn is_library_only(&self, s: Symbol) -> bool {
        library::file_of(self.cx.text(s)).is_some()
            && !self.cx.templates.functions.contains_key(&s)
            && !self.cx.is_left_alone(s)
            && self
                .cx
                .declared
                .overloads
                .get(&s)
                .is_some_and(|set| set.iter().all(|f| self.cx.functions[*f].origin.library))
    }

    /// A call ([expr.call]), of a function, an object, or what is made.
    pub(super) fn call(&mut self, f: &'a Expr<'a>, args: &'a [&'a Expr<'a>], span: Span) -> E<'t> {
        let called = match f.kind {
            ExprKind::StdName(q) => match self.cx.lookup_in(q.path, q.name.sym) {
                Some(_) => Called { path: Some(q.path), name: q.name.sym, explicit: q.args },
                None => return self.std_call(q, f.span, args, span),
            },
            ExprKind::Name(name) => Called { path: None, name, explicit: None },
            ExprKind::TemplateName(name, list) => Called { path: None, name, explicit: Some(list) },
            ExprKind::Qualified(q) => {
                Called { path: Some(q.path), name: q.name.sym, explicit: q.args }
            }
            _ => return self.call_of_no_name(f, args, span),
        };
        self.call_of_name(called, f, args, span)
    }

    /// A call of a member, or of what is no name.
    fn call_of_no_name(&mut self, f: &'a Expr<'a>, args: &'a [&'a Expr<'a>], span: Span) -> E<'t> {
        match f.kind {
            ExprKind::Member { base, name, arrow, more } => {
                let MemberMore { args: explicit, word, class } = more.copied().unwrap_or_default();
                if explicit.is_some() && !word && !self.check_template_word_of(base, name) {
                    return self.bad(span);
                }
                let Some(object) = self.member_object(base, name, (arrow, class), span) else {
                    self.check_all(args);
                    return self.bad(span);
                };
                self.call_member(object, name, explicit, args, span)
            }
            ExprKind::PointedMember { arrow, object, member } => {
                self.call_pointed_member(arrow, object, member, args, span)
            }
            ExprKind::Scoped(&Scoped { class, name, args: explicit }) => {
                if let crate::ast::TypeExpr::Base(class) = class
                    && !self.check_template_word(class, name)
                {
                    return self.bad(span);
                }
                self.call_scoped(class, name, explicit, args, span)
            }
            _ => {
                let e = self.expr(f);
                let e = self.function_object(e);
                self.call_value(e, args, span)
            }
        }
    }

    /// A call of what a name stands for.
    fn call_of_name(
        &mut self,
        Called { path, name: s, explicit }: Called<'a>,
        f: &'a Expr<'a>,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        // A member that is no function hides functions further out, of classes around too ([basic.lookup.unqual] 8).
        if path.is_none() && self.scope_entity(s).is_none() && self.is_member_before_methods(s) {
            let e = self.expr(f);
            return self.call_value(e, args, span);
        }
        let outside = wrong!(InnerScopesHideNothing)
            && matches!(self.cx.lookup(s), Some(Entity::Functions(_)));
        if path.is_none()
            && self.scope_entity(s).is_none()
            && !outside
            && let Some((class, object)) = self.own_method(s, span)
        {
            let values = self.check_all(args);
            let name = Name { sym: s, span: f.span };
            return self.call_method_by(class, object, name, explicit, values, span);
        }
        if path.is_none()
            && explicit.is_none()
            && let Some(set) = self.block_functions(s)
        {
            let values = self.check_all(args);
            return self.call_block_function(&set, Name { sym: s, span: f.span }, values, span);
        }
        let found = match path {
            Some(_) if wrong!(QualificationIgnored) => self.lookup(s),
            Some(p) => self.cx.lookup_in(p, s),
            None => self.lookup(s),
        };
        match found {
            // What the library declares is called as the built-in function that it is: by the arguments' types.
            Some(Entity::Functions(name)) => {
                // The arguments' classes may declare friends of that name.
                let values = self.check_all(args);
                if explicit.is_none() && self.is_library_only(s) {
                    return self.builtin_values(s, f.span, values, span);
                }
                self.user_call((path, name, !f.parens), f.span, explicit, values, span)
            }
            Some(Entity::Type(t, _)) => self.construct_from(t, args, span),
            Some(e @ (Entity::ClassTemplate(_) | Entity::Unparsable(_) | Entity::Ambiguous)) => {
                // A host helper that hides a built-in function of its name, as `max` templates do.
                if self.is_builtin_function(s) {
                    let values = self.check_all(args);
                    return self.builtin_values(s, f.span, values, span);
                }
                if let Entity::ClassTemplate(t) = e
                    && explicit.is_none()
                    && !f.parens
                {
                    return self.construct_deduced(t, args, false, span);
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
            // Its arguments are absent as well.
            None if path.is_none() && crate::check::file::is_texture(self.cx.text(s)) => {
                self.unknown_name(s, f.span);
                self.bad(span)
            }
            None => {
                let values = self.check_all(args);
                self.call_undeclared((path, s, f), explicit, values, span)
            }
        }
    }

    /// A call of a name that no lookup finds: a function of an argument's own namespace, or a built-in one.
    fn call_undeclared(
        &mut self,
        (path, s, f): (Option<&'a Path<'a>>, Symbol, &'a Expr<'a>),
        explicit: Option<&'a [TemplateArg<'a>]>,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        let by: &[E<'t>] = if f.parens { &[] } else { &values };
        let Some((functions, templates)) = self.functions_named(path, s, by) else {
            return self.bad(span);
        };
        if !functions.is_empty() || !templates.is_empty() {
            return self.user_call((path, s, !f.parens), f.span, explicit, values, span);
        }
        if path.is_some_and(|p| !self.cx.may_be_built_in(p, s)) {
            self.in_earnest(|b| b.unknown_name(s, f.span));
            return self.bad(span);
        }
        // Without arguments nothing depends on a template's ([temp.dep] 1).
        if values.is_empty() && explicit.is_none() && !self.is_builtin_function(s) {
            self.in_earnest(|b| b.unknown_name(s, f.span));
            return self.bad(span);
        }
        self.builtin_values(s, f.span, values, span)
    }

    /// The class around the code at hand that declares a member function, and the object that it is called on.
    fn own_method(&mut self, s: Symbol, span: Span) -> Option<OwnMethod<'t>> {
        let mut class = self.cx.site.class;
        while let Some(r) = class {
            if let Some((owner, _)) = self.cx.method_class(r, s)
                && self.cx.is_found_unqualified(r, s)
            {
                let ty = self.cx.types.record(owner);
                let object = match self.this_object(span) {
                    Some(o) if self.cx.base_path(o.ty, ty).is_some() => {
                        Some((self.base_part(o, ty), o.ty))
                    }
                    _ => None,
                };
                return Some((owner, object));
            }
            class = self.cx.classes.all.get(&r).and_then(|c| c.outer);
        }
        None
    }

    /// Whether the innermost class that has a member of a name has a data member by it.
    fn is_member_before_methods(&mut self, s: Symbol) -> bool {
        let mut class = self.cx.site.class;
        while let Some(r) = class {
            let known = self.cx.is_found_unqualified(r, s);
            if known && self.cx.method_class(r, s).is_some() {
                return false;
            }
            let ty = self.cx.types.record(r);
            if known && self.cx.find_member(ty, s).is_some() {
                return !wrong!(MembersHideNoFunctions);
            }
            class = self.cx.classes.all.get(&r).and_then(|c| c.outer);
        }
        false
    }

    /// Whether the class at hand, or one around it, has a member of a name.
    pub(in crate::check) fn is_of_class(&mut self, s: Symbol) -> bool {
        let mut class = self.cx.site.class;
        while let Some(r) = class {
            let ty = self.cx.types.record(r);
            if self.cx.method_class(r, s).is_some() || self.cx.find_member(ty, s).is_some() {
                return true;
            }
            class = self.cx.classes.all.get(&r).and_then(|c| c.outer);
        }
        false
    }

    /// Whether a name is a data member of the object at hand.
    fn is_data_member(&mut self, s: Symbol) -> bool {
        let Some(r) = self.cx.site.class else { return false };
        let class = self.cx.types.record(r);
        self.cx.find_member(class, s).is_some()
    }

    /// Checks arguments for their own errors.
    pub(in crate::check) fn check_all(&mut self, args: &'a [&'a Expr<'a>]) -> Vec<E<'t>> {
        args.iter().map(|a| self.argument(a)).collect()
    }

    /// A call of a function by its name: of those that lookup finds, and those of the arguments' own namespaces where the
    /// name stands without parentheses ([basic.lookup.argdep] 1).
    fn user_call(
        &mut self,
        (path, name, by_arguments): (Option<&'a Path<'a>>, Symbol, bool),
        at: Span,
        explicit: Option<&'a [TemplateArg<'a>]>,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        let given = if wrong!(ExplicitArgumentsIgnored) { &[] } else { explicit.unwrap_or(&[]) };
        let Some(given) = self.template_arg_list(given) else { return self.bad(span) };
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let by: &[E<'t>] = if by_arguments { &values } else { &[] };
        let Some((functions, templates)) = self.functions_named(path, name, by) else {
            return self.bad(span);
        };
        let functions = if explicit.is_none() { functions } else { Vec::new() };
        let plain = explicit.is_none() && self.reaches_built_ins(path, name, by);
        self.call_among((functions, templates), &given, (name, plain), at, values, span)
    }

    /// Whether a name that functions of the file have means the built-in functions of it too, which are the global
    /// namespace's: where lookup comes there, and does not find the name before, or an argument's class does.
    fn reaches_built_ins(
        &mut self,
        path: Option<&'a Path<'a>>,
        name: Symbol,
        by: &[E<'t>],
    ) -> bool {
        self.is_builtin_function(name)
            && (self.cx.function_namespaces(path, name).iter().any(|r| r.namespace == 0)
                || self.associated(by).0.contains(&0)
                || wrong!(BuiltInsJoinEverywhere))
    }

    /// A call of a function that its argument's classes alone bring.
    pub(super) fn associated_call(&mut self, call: &'a Associated<'a>, span: Span) -> E<'t> {
        let Some(given) = self.template_arg_list(call.args.unwrap_or(&[])) else {
            return self.bad(span);
        };
        let values = vec![self.argument(call.argument)];
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let name = call.name;
        let Some((functions, templates)) = self.associated_functions(name.sym, &values) else {
            return self.bad(span);
        };
        let plain = call.args.is_none();
        let functions = if plain { functions } else { Vec::new() };
        self.call_among((functions, templates), &given, (name.sym, plain), name.span, values, span)
    }

    /// A call of the best of functions and templates, beside the built-in functions of the name where it is `plain`.
    fn call_among(
        &mut self,
        (mut set, templates): (Vec<FunctionId>, Vec<TemplateId>),
        given: &[TArg],
        (name, plain): (Symbol, bool),
        at: Span,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        for t in &templates {
            if let Some(f) = self.deduce_call(*t, given, &values) {
                set.push(f);
            }
        }
        // Device functions first: a host overload of the same name is not meant here.
        let device: Vec<FunctionId> =
            set.iter().copied().filter(|f| self.cx.functions[*f].is_device()).collect();
        let mut candidates = if device.is_empty() { set } else { device };
        self.as_literal(name, &mut candidates, &values, at == span);
        // The library's own code means its own functions.
        let library = |f: &FunctionId| self.cx.functions[*f].origin.library;
        let inside = self.function.is_some_and(|f| library(&f));
        match self.is_builtin_function(name) {
            true if inside => candidates.retain(library),
            // Elsewhere they are the built-in functions that are looked at below; those that a header declares beside one of that name are not.
            true if plain && library::file_of(self.cx.text(name)).is_some() => {
                candidates.retain(|f| !library(f));
            }
            _ => {}
        }
        let builtin = plain && self.is_builtin_function(name);
        let rows = if builtin { self.joining_rows(name) } else { &[] };
        let found = match self.choose_among(&candidates, rows, &values) {
            Ok(Candidate::BuiltIn(_)) => return self.builtin_values(name, at, values, span),
            Ok(Candidate::Function(f)) => Ok(f),
            Ok(Candidate::Operator(_)) => Err(false),
            Err(problem) => Err(problem),
        };
        match found {
            // The built-in overloads of the name are in the set too ([over.match.funcs]).
            // A declaration of a built-in function, which C programs repeat, says nothing new.
            Ok(f)
                if builtin
                    && (self.is_declaration_of_built_in(f, name)
                        || self.builtin_is_better(f, name, &values)) =>
            {
                self.builtin_values(name, at, values, span)
            }
            Ok(f) if builtin && self.is_as_good_as_builtin(f, name, &values) => {
                self.no_overload(true, &candidates, name, at, &values, span)
            }
            Ok(f) => self.call_function(f, at, values, span),
            Err(false) if builtin && !wrong!(UserOverloadsHideBuiltIns) => {
                self.builtin_values(name, at, values, span)
            }
            Err(false) if candidates.is_empty() && !templates.is_empty() => {
                self.no_deduction((&templates, given), name, at, &values, span)
            }
            Err(problem) => self.no_overload(problem, &candidates, name, at, &values, span),
        }
    }

    /// A literal means the operators that take just what it is ([lex.ext] 3 to 6).
    fn as_literal(
        &self,
        name: Symbol,
        candidates: &mut Vec<FunctionId>,
        values: &[E<'t>],
        literal: bool,
    ) {
        let types = &self.cx.types;
        let [value] = values else { return };
        let first = value.ty.bare();
        let character = matches!(first, Ty::CHAR | Ty::WCHAR | Ty::CHAR16 | Ty::CHAR32);
        if !(matches!(first, Ty::ULONGLONG | Ty::LONGDOUBLE) || literal && character)
            || !crate::parse::literal_operator::is_operator(self.cx.text(name))
        {
            return;
        }
        let takes = |f: &FunctionId| {
            let params = &self.cx.functions[*f].signature.params;
            params.first().map(|p| types.referred(p.ty).bare())
        };
        candidates.retain(|f| takes(f) == Some(first));
    }

    /// Whether a built-in overload of the name fits numbers better than the function chosen among the user's: it is no
    /// template, and its parameters are the arguments' types.
    fn builtin_is_better(&mut self, f: FunctionId, name: Symbol, values: &[E<'t>]) -> bool {
        // NVRTC's overloads were looked at beside the user's already.
        let settled = !self.nvrtc_overloads(self.cx.text(name)).is_empty();
        if settled || !values.iter().all(|v| self.cx.types.is_arithmetic(v.ty)) {
            return false;
        }
        let info = &self.cx.functions[f];
        let template = info.origin.template.is_some();
        let params: Vec<Ty> = info.signature.params.iter().map(|p| p.ty).collect();
        let exact = values
            .iter()
            .zip(params)
            .all(|(v, p)| self.sequence(v, p).is_some_and(|s| s.is_exact()));
        if exact && !template {
            return false;
        }
        self.builtin_takes(name, values)
    }

    /// Whether a built-in overload of the name takes numbers as they are.
    fn builtin_takes(&self, name: Symbol, values: &[E<'t>]) -> bool {
        if !values.iter().all(|v| self.cx.types.is_arithmetic(v.ty)) {
            return false;
        }
        let text = self.cx.text(name);
        let exact = |r: &table::Row| {
            r.params().count() == values.len()
                && r.params().zip(values).all(|(p, v)| v.ty.bare() == p)
        };
        let own = Some(self.nvrtc_overloads(text)).filter(|rows| !rows.is_empty());
        match own.or_else(|| table::find(text)) {
            Some(rows) => rows.iter().any(exact),
            // They take no numbers alone.
            None if takes_vector(text) => false,
            None => {
                let float = values.iter().all(|v| v.ty.bare() == Ty::FLOAT);
                let double = values.iter().all(|v| v.ty.bare() == Ty::DOUBLE);
                // `erf` has no end.
                let known = |t: &str| table::find(t).is_some() || library::file_of(t).is_some();
                let suffixed = text.strip_suffix('f').is_some_and(known);
                !values.is_empty() && (double && !suffixed || float)
            }
        }
    }

    /// Whether neither of a function of some namespace and the built-in ones of its name is better: both take the numbers as they
    /// are. One of the global namespace replaces the built-in function of its type.
    fn is_as_good_as_builtin(&mut self, f: FunctionId, name: Symbol, values: &[E<'t>]) -> bool {
        let info = &self.cx.functions[f];
        let other = info.home.namespace != 0
            && info.membership.class.is_none()
            && info.origin.template.is_none();
        other && !info.origin.library && self.builtin_takes(name, values)
    }

    /// The overloads of a built-in function that stand beside the user's as they are; those of mathematics, which take
    /// integers for doubles, are looked at apart.
    fn joining_rows(&self, name: Symbol) -> &'static [table::Row] {
        let own = self.nvrtc_overloads(self.cx.text(name));
        if !own.is_empty() {
            return own;
        }
        let rows = table::find(self.cx.text(name)).unwrap_or(&[]);
        if let [row] = rows
            && !row.shuffles().is_empty()
        {
            return row.shuffles();
        }
        let plain =
            |r: &table::Row| matches!(r.meaning, table::Meaning::Signature(..)) && !r.promotes;
        if rows.iter().all(plain) { rows } else { &[] }
    }

    /// Who may call a member function, by the class in which its name was found: a using declaration there says so anew.
    fn access_of(&self, f: FunctionId, naming: Option<Naming>) -> Option<(RecordId, MemberAccess)> {
        let info = &self.cx.functions[f];
        let own = info.membership.class.filter(|_| !info.flags.has(Flags::FRIEND))?;
        let class = naming.map_or(own, |n| n.class);
        let usings = self.cx.classes.all.get(&class).map_or(&[][..], |c| &c.used.members);
        match usings.iter().find(|u| u.1 == info.name && class != own) {
            Some(u) => Some((class, u.2)),
            None => Some((own, info.membership.access)),
        }
    }

    /// Whether a function may be called here by the way it is named; an error where not.
    pub(super) fn may_call(&mut self, f: FunctionId, naming: Option<Naming>, at: Span) -> bool {
        let info = &self.cx.functions[f];
        let (flags, def) = (info.flags, info.span);
        // What makes, copies or assigns the base of an object may be protected.
        let by = naming.and_then(|n| n.by);
        let by = by.filter(|t| {
            info.membership.has_this && self.expected.making_base != Some((t.bare(), at))
        });
        let far = self.access_of(f, naming);
        let text = self.cx.function_name(info);
        let wrong = if info.signature.deleted {
            Some((code::CLASS_RULE, format!("`{text}` is deleted"), "it is deleted here"))
        } else if flags.has(Flags::GLOBAL) {
            let message = format!("the kernel `{text}` cannot be called from device code");
            Some((code::KERNEL_CALLED, message, "it is declared here"))
        } else if !info.is_device()
            && !info.origin.library
            && !self.mode.unevaluated
            && !self.mode.constant
            && !self.warned_of_host_call(f, at)
        {
            let message =
                format!("`{text}` is a function of the host and cannot be called from device code");
            let note = "it is declared here; `__device__` would make it a device function";
            Some((code::HOST_ONLY, message, note))
        } else if let Some((r, access)) = far
            && !self.mode.by_pointer
            && !by.map_or_else(|| self.may_access(r, access), |t| self.may_access_by(r, access, t))
        {
            let word = if access == MemberAccess::Private { "private" } else { "protected" };
            let message = format!("`{text}` is {word} and cannot be called here");
            Some((code::CLASS_RULE, message, "it is declared here"))
        } else {
            None
        };
        let Some((code, message, note)) = wrong else { return true };
        self.cx.diags.push(Diagnostic::new(code, at, message).note(def, note));
        false
    }

    /// The arguments of a call as the function's parameters, from the parameter `skip` on; `None` where one is wrong.
    pub(super) fn passed(
        &mut self,
        f: FunctionId,
        skip: usize,
        values: &[E<'t>],
    ) -> Option<Vec<E<'t>>> {
        let params = self.cx.functions[f].signature.params.clone();
        let mut list = Vec::with_capacity(params.len());
        for (i, p) in params.iter().enumerate().skip(skip) {
            let v = match values.get(i - skip) {
                Some(v) => v,
                None => self.default_argument(f, p.default?, p.ty),
            };
            list.push(self.for_parameter(f, p.ty, i == skip, |b| b.pass(v, p.ty)));
        }
        list.iter().all(|v| !v.ty.is_error()).then_some(list)
    }

    /// A value, and something done after it.
    fn kept_value(&mut self, value: E<'t>, after: E<'t>) -> E<'t> {
        if self.const_of(after).is_some() {
            return value;
        }
        let l = self.temporary(value.ty.bare(), value.span);
        let place = self.mk_lvalue(TKind::Local(l), value.ty.bare(), value.span);
        let set = self.mk(TKind::Init(place, value), Ty::VOID, value.span);
        let again = self.mk(TKind::Load(place), value.ty.bare(), value.span);
        let rest = self.mk(TKind::Comma(after, again), again.ty, value.span);
        self.mk(TKind::Comma(set, rest), again.ty, value.span)
    }

    /// Evaluates the values behind those of a function's parameters: what `...` takes is not passed, as nothing in device code
    /// can read it. It follows the last parameter; what is given back is to be done where there is none.
    pub(super) fn drop_further(
        &mut self,
        passed: &mut Vec<E<'t>>,
        values: &[E<'t>],
    ) -> Result<Option<E<'t>>, E<'t>> {
        if !self.without_braces(values.get(passed.len()..).unwrap_or(&[])) {
            return Err(self.bad(values[passed.len()].span));
        }
        let mut before: Option<E<'t>> = None;
        for v in values.iter().skip(passed.len()) {
            // Where nothing is evaluated no object is copied ([expr.call] 9 asks for that of evaluated calls alone).
            let copies = !self.mode.unevaluated || wrong!(EllipsisAlwaysCopies);
            if !copies && self.cx.types.is_record(v.ty) {
                continue;
            }
            let v = self.rvalue(v);
            if v.ty.is_error() {
                return Err(v);
            }
            match (passed.pop(), before) {
                (Some(last), _) => {
                    let keep = self.kept_value(last, v);
                    passed.push(keep);
                }
                (None, Some(first)) => {
                    before = Some(self.mk(TKind::Comma(first, v), v.ty, v.span));
                }
                (None, None) => before = Some(v),
            }
        }
        Ok(before)
    }

    /// A call without parameters, after something.
    fn call_after(&mut self, first: E<'t>, f: FunctionId, span: Span) -> E<'t> {
        let call = self.call_function(f, span, Vec::new(), span);
        self.mk_as(TKind::Comma(first, call), call.ty, call.category, span)
    }

    /// Calls a function with checked arguments.
    pub(in crate::check) fn call_function(
        &mut self,
        f: FunctionId,
        at: Span,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        self.call_by(f, None, at, values, span)
    }

    /// The same of a member function, by the way it is named.
    pub(in crate::check) fn call_by(
        &mut self,
        f: FunctionId,
        naming: Option<Naming>,
        at: Span,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        if !self.takes_functions(f) {
            self.deduce_result(f, span);
        }
        if !self.may_call(f, naming, at) {
            return self.bad(span);
        }
        let info = &self.cx.functions[f];
        if let (Some(s), Some(r), [this, value]) =
            (info.origin.special, info.membership.class, &values[..])
        {
            let class = self.cx.types.record(r);
            if self.cx.is_trivial(class, s) {
                let target = self.deref(this, class, span);
                let value = self.copied_object(f, value, class);
                if value.ty.is_error() {
                    return value;
                }
                return self.mk_lvalue(TKind::Assign(target, value), class, span);
            }
        }
        let Some(mut list) = self.passed(f, 0, &values) else { return self.bad(span) };
        match self.drop_further(&mut list, &values) {
            Ok(None) => {}
            Ok(Some(first)) => return self.call_after(first, f, span),
            Err(wrong) => return wrong,
        }
        let Some((f, list)) = self.with_known_functions(f, 0, list) else { return self.bad(span) };
        self.deduce_result(f, span);
        let result = self.cx.functions[f].signature.result;
        let unneeded = self.mode.unreachable && self.is_declaration(f);
        if !self.mode.unevaluated && !self.mode.constant && !unneeded {
            self.cx.mark_used(f, self.function, span);
        } else {
            self.cx.functions[f].usage.named = true;
        }
        self.cx.functions[f].signature.in_place = self.cx.by_address(result);
        let args = self.list(list);
        if let TypeKind::Reference(to, rvalue) = self.cx.types.kind(result) {
            let p = self.cx.types.pointer(to);
            let v = self.mk(TKind::Call(f, args), p, span);
            let category = self.category_of(to, rvalue);
            return self.mk_as(TKind::Deref(v), to, category, span);
        }
        let ty = if self.cx.types.is_record(result) { result } else { result.bare() };
        self.mk(TKind::Call(f, args), ty, span)
    }

    /// A default argument, with the names of its function's declaration.
    pub(super) fn default_argument(
        &mut self,
        f: FunctionId,
        default: DefaultArgument<'a>,
        ty: Ty,
    ) -> E<'t> {
        let DefaultArgument { value: e, place } = default;
        // An inherited constructor's is its base's.
        let env = self.cx.env_of_defaults(f);
        let info = self.cx.declared_function(f);
        let (class, namespace) = (info.membership.class, info.home.namespace);
        if wrong!(DefaultArgumentsAreZero) && self.cx.types.is_scalar(ty) {
            return self.zero(ty, e.span);
        }
        let value = |b: &mut Self| match (&e.kind, b.cx.types.kind(ty)) {
            (ExprKind::InitList(_), TypeKind::Reference(to, _)) => {
                b.list_initial(to.bare(), e, false)
            }
            (ExprKind::InitList(_), _) => b.list_initial(ty.bare(), e, false),
            _ => b.expr(e),
        };
        self.at((namespace, place), |b| b.in_class(class, |b| b.elsewhere(&env, value)))
    }

    /// Converts an argument to a parameter's type; references become pointers, and so do objects whose copying does
    /// something: they are made by the caller.
    pub(in crate::check) fn pass(&mut self, v: E<'t>, to: Ty) -> E<'t> {
        if let TypeKind::Reference(r, rvalue) = self.cx.types.kind(to) {
            return self.bind_reference(v, r, rvalue);
        }
        if v.ty.bare() == Ty::OVERLOADS && self.cx.types.is_record(to) {
            let p = self.function_object(v);
            return if p.ty.bare() == Ty::OVERLOADS {
                self.ambiguous_function(v)
            } else {
                self.pass(p, to)
            };
        }
        if wrong!(ParametersAreReferences)
            && v.is_glvalue()
            && v.ty.bare() == to.bare()
            && self.cx.by_address(to)
        {
            return self.address(v);
        }
        let v = self.copy_initial(v, to.bare());
        if !v.ty.is_error() && self.cx.by_address(to) {
            let object = self.materialize(v);
            return self.address(object);
        }
        v
    }

    /// The pointer that a reference to `v` is ([dcl.init.ref] 5).
    pub(super) fn bind_reference(&mut self, v: E<'t>, r: Ty, rvalue: bool) -> E<'t> {
        if v.ty.is_error() {
            return v;
        }
        if self.cx.types.function_type(r).is_some() {
            return self.bind_function(v, r);
        }
        if self.is_kept_function(v) && v.is_glvalue() && !r.is_const() && !self.mode.unevaluated {
            let text =
                "a reference to a pointer to a function that may change it is not supported yet";
            return self.error(code::FUNCTION_POINTER, v.span, text);
        }
        let v = if v.ty.bare() == Ty::OVERLOADS { self.rvalue(v) } else { v };
        if v.ty.bare() != r.bare() && !self.complete(r, v.span) {
            return self.bad(v.span);
        }
        let temporary = rvalue || self.cx.types.is_const_only(r);
        if v.ty.bare() == Ty::BRACES {
            let to = self.cx.types.reference(r, rvalue);
            return self.braces_value(v, to);
        }
        let bits = self.may_be_bit_field(v);
        let related = self.cx.is_reference_related(v.ty, r);
        // A bit-field is an lvalue like others there ([dcl.init.ref] 5.4.4).
        if related && bits && rvalue && v.category == Category::Lvalue {
            return self.unbindable(v, r, rvalue);
        }
        if related && !bits {
            let lost = self.cx.types.qualifiers(v.ty) & !self.cx.types.qualifiers(r) & 3;
            if lost != 0 && (v.is_glvalue() || self.cx.types.is_record(v.ty)) {
                let (n, m) = (self.cx.type_name(v.ty), self.cx.type_name(r));
                let text = format!("a reference to `{m}` cannot refer to an object of type `{n}`");
                return self.error(code::CONST_VIOLATION, v.span, text);
            }
            let fits = match v.category {
                Category::Lvalue => !rvalue,
                Category::Xvalue | Category::Prvalue => temporary,
            };
            if !fits {
                return self.unbindable(v, r, rvalue);
            }
            // An array's elements carry its qualifiers; a value's do not.
            let v = if wrong!(ReferencesBindToCopies)
                && self.cx.types.is_const_only(r)
                && self.cx.types.is_scalar(v.ty)
            {
                self.rvalue(v)
            } else {
                v
            };
            let object = self.materialize(v);
            if !self.reach_base(object.ty, r, v.span) {
                return self.bad(v.span);
            }
            let part = self.base_part(object, r);
            let p = self.cx.types.pointer(r);
            let address = self.address(part);
            return self.mk(address.kind, p, v.span);
        }
        if v.is_glvalue() && !bits && self.cx.similar_pointers(v.ty, r) {
            if rvalue && v.category == Category::Lvalue {
                return self.unbindable(v, r, rvalue);
            }
            if self.cx.qualification(v.ty, r).is_some() {
                let p = self.cx.types.pointer(r);
                let address = self.address(v);
                return self.mk(address.kind, p, v.span);
            }
        }
        // What a class converts to: an object to bind, or a value, which may convert once more to a temporary.
        let (v, converts) = match self.cx.types.is_record(v.ty) && !related {
            false => (v, true),
            true => match self.reference_conversion(v, r, rvalue) {
                Some((Conversion::Function(f), _)) => {
                    let object = self.call_conversion(f, v);
                    let related = self.cx.is_reference_related(object.ty, r);
                    if object.ty.is_error() {
                        return object;
                    }
                    if object.is_glvalue() || related && !wrong!(ConvertedBasesAreCopied) {
                        return self.bind_reference(object, r, rvalue);
                    }
                    (object, true)
                }
                // No second search: of a value's conversions a reference has fewer.
                Some((found, _)) if !wrong!(ReferencesConvertAsValues) => {
                    (self.apply_conversion(found, v, r.bare()), true)
                }
                found => (v, found.is_some()),
            },
        };
        if v.ty.is_error() {
            return v;
        }
        if !temporary || !converts {
            return self.unbindable(v, r, rvalue);
        }
        let value = self.copy_initial(v, r.bare());
        if value.ty.is_error() {
            return value;
        }
        let object = self.materialize(value);
        let address = self.address(object);
        let p = self.cx.types.pointer(r);
        self.mk(address.kind, p, v.span)
    }

    fn unbindable(&mut self, v: E<'t>, r: Ty, rvalue: bool) -> E<'t> {
        let (n, m) = (self.cx.type_name(v.ty), self.cx.type_name(r));
        let what = if v.category == Category::Lvalue { "an object" } else { "a value" };
        let word = if rvalue { "an rvalue reference" } else { "a reference" };
        let text = format!("{word} to `{m}` cannot refer to {what} of type `{n}`");
        self.error(code::TYPE_MISMATCH, v.span, text)
    }
}
