//! What templates and default arguments may not say: names of parameters declared again ([temp.local] 6), defaults in the
//! wrong place ([temp.param] 11 and 12, [dcl.fct.default] 4), partial specialisations of everything ([temp.class.spec]).

use optx_source::{Diagnostic, Span, code};

use super::{
    TemplateId,
    named_parameters::{names_parameter, number_parameter, parameter},
    pack::expanded_argument,
    signature::same_template_parameters,
};
use crate::{
    ast::{
        Base, Declaration, Expr, ExprKind, Flags, MemberFunction, Name, RecordSpec, Spec,
        TemplateArg, TemplateParam, TemplateParamKind, TypeExpr,
    },
    check::{Body, Checker, Entity, ParamInfo, template::named_parameters::depends_on},
    intern::Symbol,
    parse::{index::Item, literal_operator::is_operator},
    typed::TypedArenas,
    types::{RecordId, Ty, TypeKind},
    words,
};

fn has_default(p: &TemplateParam<'_>) -> bool {
    p.kind.has_default()
}

/// Whether an argument of a specialisation is a parameter and nothing else.
pub(in crate::check) fn is_parameter(a: &TemplateArg<'_>, p: &TemplateParam<'_>) -> bool {
    let expanded = expanded_argument(a);
    if expanded.is_some() != p.pack {
        return false;
    }
    match &expanded.unwrap_or(*a) {
        TemplateArg::Type(TypeExpr::Base(Spec { base: Base::Named(s), flags, .. })) => {
            *s == p.name.sym && flags.0 == 0
        }
        TemplateArg::Value(e) => matches!(e.kind, ExprKind::Name(s) if s == p.name.sym),
        TemplateArg::Type(_) => false,
    }
}

/// Whether an argument of a specialisation says what a parameter is.
fn says(a: &TemplateArg<'_>, p: &TemplateParam<'_>) -> bool {
    match a {
        TemplateArg::Type(t) => names_parameter(t, std::slice::from_ref(p)),
        TemplateArg::Value(Expr { kind: ExprKind::Pack(e), .. }) => {
            says(&TemplateArg::Value(e), &TemplateParam { pack: false, ..*p })
        }
        TemplateArg::Value(_) => is_parameter(a, p),
    }
}

/// Whether a type's name has parameters of a template in it, whatever else depends on them.
fn surely_depends(class: &Spec<'_>, params: &[TemplateParam<'_>]) -> bool {
    fn in_type(t: &TypeExpr<'_>, params: &[TemplateParam<'_>]) -> bool {
        match t {
            TypeExpr::Pointer(to, _)
            | TypeExpr::Reference(to, _)
            | TypeExpr::Array(to, ..)
            | TypeExpr::Pack(to) => in_type(to, params),
            TypeExpr::Member(to, class, _) => in_type(to, params) || in_type(class, params),
            TypeExpr::Base(spec) => surely_depends(spec, params),
            TypeExpr::Function { result, params: list, .. } => {
                in_type(result, params) || list.iter().any(|p| in_type(p.ty, params))
            }
        }
    }
    match class.base {
        Base::Named(s) => parameter(params, s).is_some(),
        Base::Template(name, _) if parameter(params, name.sym).is_some() => true,
        Base::Template(_, args) => args.iter().any(|a| match a {
            TemplateArg::Type(t) => in_type(t, params),
            TemplateArg::Value(e) => number_parameter(e, params).is_some(),
        }),
        Base::Nested(c, ..) => surely_depends(c, params),
        _ => false,
    }
}

impl<'a> Checker<'a, '_> {
    /// The names that a class declares in its scope and in those of the classes in it. What begins with its name is left out:
    /// `R (T::*f)();` looks like a function `R` until it is parsed.
    fn names_within(&self, r: &RecordSpec<'_>, list: &mut Vec<Name>) {
        let tokens = self.declared.lists.get(r.list as usize).map_or(&[][..], |l| &l.tokens[..]);
        let typed = |f: &&MemberFunction| {
            !f.flags.has(Flags::FRIEND)
                && tokens.get(f.first as usize).is_some_and(|t| t.span != f.name.span)
        };
        list.extend(r.functions.iter().filter(typed).map(|f| f.name));
        for m in r.members {
            list.extend(m.declarators.iter().map(|x| x.name));
            match m.spec.base {
                Base::Record(inner) => {
                    list.push(inner.name);
                    self.names_within(inner, list);
                }
                Base::Enum(e) => {
                    list.push(e.name);
                    list.extend(e.list.iter().filter(|_| !e.scoped).map(|v| v.name));
                }
                _ => {}
            }
        }
    }

    /// Reports what hides a parameter of a template in its class or among a function's parameters ([temp.local] 6).
    fn check_hidden_parameters(&mut self, d: &Declaration<'_>) {
        let mut names = Vec::new();
        match (d.spec.base, d.declarators) {
            (Base::Record(r), []) => self.names_within(r, &mut names),
            (_, [x]) => {
                if let TypeExpr::Function { params, .. } = x.ty {
                    names.extend(params.iter().map(|p| p.name));
                }
            }
            _ => {}
        }
        let params = d.template.unwrap_or(&[]);
        let hides = |n: &&Name| n.sym != words::EMPTY && params.iter().any(|p| p.name.sym == n.sym);
        if let Some(n) = names.iter().find(hides) {
            let text = format!("`{}` is a parameter of the template here", self.text(n.sym));
            self.error(code::REDEFINED, n.span, text);
        }
    }

    /// Reports a parameter of a type that no template's argument has ([temp.param] 4 and 7), where that does not depend on
    /// other parameters.
    fn check_types_of_parameters(&mut self, params: &'a [TemplateParam<'a>]) {
        for p in params {
            let TemplateParamKind::Value(ty, _) = p.kind else { continue };
            let TypeExpr::Base(spec) = ty else {
                if let TypeExpr::Reference(_, true) = ty {
                    self.bad_parameter(p, "an rvalue reference");
                }
                continue;
            };
            // What depends on other parameters is asked of the arguments.
            let plain = matches!(spec.base, Base::Word(_) | Base::Named(_) | Base::Tag(..));
            if !plain || names_parameter(ty, params) {
                continue;
            }
            let arena = TypedArenas::small();
            let t = Body::outside(self, &arena).type_of(ty);
            let what = match self.types.kind(t) {
                TypeKind::Record(_) => "a class",
                _ if t.bare() == Ty::VOID => "`void`",
                _ if self.types.is_arithmetic(t) && !self.types.is_integer(t) => "a floating one",
                _ => continue,
            };
            self.bad_parameter(p, what);
        }
    }

    fn bad_parameter(&mut self, p: &TemplateParam<'_>, what: &str) {
        let text = format!("the type of a template's parameter cannot be {what}");
        let note = "integers, enumerations, pointers and lvalue references can stand here";
        let d = Diagnostic::new(code::TEMPLATE, p.name.span, text);
        self.diags.push(d.note(Span::NONE, note));
    }

    /// Reports parameters of a template that share a name or have its own, defaults before parameters without, types that
    /// they cannot have, and what hides them.
    pub(super) fn check_template_head(&mut self, d: &Declaration<'a>, name: Symbol) {
        self.check_types_of_parameters(d.template.unwrap_or(&[]));
        self.check_hidden_parameters(d);
        let params = d.template.unwrap_or(&[]);
        if d.spec.flags.has(Flags::GLOBAL) {
            self.check_packs_of_kernel(params, d.span);
        }
        for (i, p) in params.iter().enumerate().filter(|(_, p)| p.name.sym != words::EMPTY) {
            if p.name.sym == name || params[..i].iter().any(|q| q.name.sym == p.name.sym) {
                let text = format!("`{}` is declared here already", self.text(p.name.sym));
                self.error(code::REDEFINED, p.name.span, text);
            }
        }
    }

    /// Reports a template of an operator of literals that is none of the characters that a number is spelled with ([over.literal] 5).
    /// Those of strings are C++20's.
    pub(super) fn check_literal_template(&mut self, d: &Declaration<'a>) {
        let [x] = d.declarators else { return };
        if !is_operator(self.text(x.name.sym)) {
            return;
        }
        let takes_none = matches!(x.ty, TypeExpr::Function { params: [], variadic: false, .. });
        let characters = match d.template {
            Some([TemplateParam { kind: TemplateParamKind::Value(ty, _), pack: true, .. }]) => {
                let arena = TypedArenas::small();
                Body::outside(self, &arena).type_of(ty).bare() == Ty::CHAR
            }
            Some([TemplateParam { kind: TemplateParamKind::Value(..), .. }]) => {
                self.options.dialect.is_cpp20()
            }
            _ => false,
        };
        if !takes_none || !characters {
            let text =
                "a template of an operator of literals is one of `<char...>` without parameters";
            self.error(code::BAD_DECLARATOR, x.name.span, text);
        }
    }

    /// Reports a kernel's template with a pack that is not the last parameter: CUDA has no such.
    fn check_packs_of_kernel(&mut self, params: &[TemplateParam<'_>], at: Span) {
        let Some(p) = params.iter().rev().skip(1).find(|p| p.pack) else { return };
        let at = if p.name.sym == words::EMPTY { at } else { p.name.span };
        let text = "a pack must be the last parameter of a kernel's template";
        self.error(code::BAD_KERNEL, at, text);
    }

    /// Reports a class or alias template with a parameter without default behind one that has one.
    pub(super) fn check_defaults_of_parameters(&mut self, params: &[TemplateParam<'_>], at: Span) {
        let with = params.iter().position(has_default);
        // A pack has none, and is the last of a class's.
        let lacks = |p: &&TemplateParam<'_>| !has_default(p) && !p.pack;
        if let Some(p) = params.iter().rev().skip(1).find(|p| p.pack) {
            let at = if p.name.sym == words::EMPTY { at } else { p.name.span };
            self.error(
                code::TEMPLATE,
                at,
                "a pack must be the last parameter of a template of a class, alias or variable",
            );
        }
        if let Some(p) = with.and_then(|i| params[i..].iter().find(lacks)) {
            let at = if p.name.sym == words::EMPTY { at } else { p.name.span };
            self.error(code::TEMPLATE, at, "a parameter behind one with a default needs one too");
        }
    }

    /// Reports a default that an earlier declaration of the template gave already.
    pub(in crate::check) fn check_repeated_defaults(
        &mut self,
        old: &[TemplateParam<'_>],
        new: &[TemplateParam<'_>],
        at: Span,
    ) {
        if old.iter().zip(new).any(|(o, n)| has_default(o) && has_default(n)) {
            self.error(code::REDEFINED, at, "a default of a template parameter stands here again");
        }
    }

    /// Whether a template's first declaration stands before an item.
    pub(in crate::check) fn is_declared_before(&self, t: TemplateId, item: &Item) -> bool {
        item.place() == 0 || self.template(t).place.declared <= item.place()
    }

    pub(in crate::check) fn specialised_early(&mut self, name: Name) {
        let text = self.text(name.sym);
        let text = match self.is_left_alone(name.sym) {
            true => {
                format!("`{text}` needs what is not supported yet, and so does what specialises it")
            }
            false => format!("`{text}` is specialised before it is declared as a template"),
        };
        self.error(code::TEMPLATE, name.span, text);
    }

    /// Reports a partial specialisation that is its template, leaves a parameter open, or has defaults
    /// ([temp.class.spec] 8, [temp.class.spec.match] 3).
    pub(in crate::check) fn check_specialization(
        &mut self,
        t: TemplateId,
        d: &Declaration<'_>,
        name: Name,
        args: &[TemplateArg<'_>],
    ) {
        let params = d.template.unwrap_or(&[]);
        if params.is_empty() {
            return;
        }
        let same = params.len() == args.len()
            && args.iter().zip(params).all(|(a, p)| is_parameter(a, p))
            && same_template_parameters(params, self.template(t).params);
        let said = |p: &TemplateParam<'_>| args.iter().any(|a| says(a, p));
        // The type of a number that is said follows from it.
        let typed = |p: &TemplateParam<'_>| {
            params.iter().filter(|q| said(q)).any(|q| match q.kind {
                TemplateParamKind::Value(t, _) => names_parameter(t, std::slice::from_ref(p)),
                TemplateParamKind::Type(_) | TemplateParamKind::Template(..) => false,
            })
        };
        let open = params.iter().any(|p| !said(p) && !typed(p));
        let text = if same {
            "this specialisation is for all arguments, as its template is"
        } else if open {
            "a parameter of this specialisation does not follow from its arguments"
        } else if params.iter().any(has_default) {
            "a partial specialisation has no defaults"
        } else {
            return;
        };
        self.error(code::TEMPLATE, name.span, text);
    }

    /// Reports a parameter of a function without default argument behind one that has one ([dcl.fct.default] 4).
    pub(in crate::check) fn check_default_arguments(&mut self, params: &[ParamInfo<'_>]) {
        let with = params.iter().position(|p| p.default.is_some());
        if let Some(p) = with.and_then(|i| params[i..].iter().find(|p| p.default.is_none())) {
            self.missing_default(p.span);
        }
    }

    /// The same of a function template.
    pub(super) fn check_default_arguments_of(&mut self, d: &Declaration<'_>) {
        let [x] = d.declarators else { return };
        let TypeExpr::Function { params, .. } = x.ty else { return };
        let with = params.iter().position(|p| p.default.is_some());
        if let Some(p) = with.and_then(|i| params[i..].iter().find(|p| p.default.is_none())) {
            self.missing_default(p.span);
        }
    }

    /// Reports default arguments of a function template's specialisation ([temp.expl.spec] 21).
    pub(super) fn check_no_default_arguments(&mut self, d: &Declaration<'_>) {
        let [x] = d.declarators else { return };
        let TypeExpr::Function { params, .. } = x.ty else { return };
        if let Some(p) = params.iter().find(|p| p.default.is_some()) {
            let text = "a specialisation of a function template has no default arguments";
            self.error(code::BAD_DECLARATOR, p.span, text);
        }
    }

    fn missing_default(&mut self, at: Span) {
        let text = "a parameter behind one with a default argument needs one too";
        self.error(code::BAD_DECLARATOR, at, text);
    }

    /// Reports default arguments that an earlier declaration gave already ([dcl.fct.default] 4).
    pub(in crate::check) fn check_repeated_arguments(
        &mut self,
        old: &[ParamInfo<'_>],
        new: &[ParamInfo<'_>],
    ) {
        let twice =
            |(o, n): &(&ParamInfo<'_>, &ParamInfo<'_>)| o.default.is_some() && n.default.is_some();
        if let Some((o, n)) = old.iter().zip(new).find(twice) {
            let d =
                Diagnostic::new(code::REDEFINED, n.span, "this default argument stands here again");
            self.diags.push(d.note(o.span, "the first one is here"));
        }
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// The templates whose parameters are in scope: that of the function at hand, and those of the classes around it.
    fn templates_around(&self) -> Vec<TemplateId> {
        let mut list: Vec<TemplateId> = self.cx.site.template.into_iter().collect();
        let mut class: Option<RecordId> = self.cx.site.class;
        while let Some(r) = class {
            list.extend(self.cx.templates.instances.get(&r).map(|i| i.template));
            class = self.cx.classes.all.get(&r).and_then(|c| c.outer);
        }
        list
    }

    /// Whether a name is a template's parameter here, which no declaration hides ([temp.local] 6).
    pub(super) fn is_template_parameter(&self, s: Symbol) -> bool {
        self.templates_around().iter().any(|t| {
            let t = &self.cx.templates.all[*t];
            t.params.iter().any(|p| p.name.sym == s)
        })
    }

    /// Reports a declaration that hides a template's parameter.
    pub(in crate::check) fn check_hides_parameter(&mut self, name: Name) {
        if name.sym != words::EMPTY && self.is_template_parameter(name.sym) {
            let text = format!("`{}` is a parameter of the template here", self.cx.text(name.sym));
            self.cx.error(code::REDEFINED, name.span, text);
        }
    }

    /// Reports `X<T>::type` without `typename`, where that depends on a template's parameters and X is not the class at
    /// hand ([temp.res] 3 and 5).
    pub(in crate::check) fn check_typename(&mut self, class: &Spec<'a>, span: Span) -> bool {
        let around = self.templates_around();
        let depends = around.iter().any(|t| depends_on(class, self.cx.templates.all[*t].params));
        if !depends || self.is_current(class, &around) {
            return true;
        }
        let text = "`typename` must stand before a type that depends on a template's parameters";
        self.error(code::TEMPLATE, span, text);
        false
    }

    /// Reports `X<T>::member<...>` without `template` before the member, where X depends on a template's parameters and is
    /// not the class at hand ([temp.names] 4).
    pub(in crate::check) fn check_template_word(&mut self, class: &Spec<'a>, name: Name) -> bool {
        if !class.flags.has(Flags::NO_TEMPLATE) {
            return true;
        }
        let around = self.templates_around();
        let names = |t: &TemplateId| surely_depends(class, self.cx.templates.all[*t].params);
        if !around.iter().any(names) || self.is_current(class, &around) {
            return true;
        }
        self.missing_template_word(name)
    }

    /// The same of a member of an object, where that is a parameter of the function template at hand.
    pub(in crate::check) fn check_template_word_of(
        &mut self,
        object: &Expr<'_>,
        name: Name,
    ) -> bool {
        let (ExprKind::Name(s), Some(t)) = (&object.kind, self.cx.site.template) else {
            return true;
        };
        let around = self.templates_around();
        let d = self.cx.templates.all[t].declaration;
        let Some(TypeExpr::Function { params, .. }) = d.declarators.first().map(|x| x.ty) else {
            return true;
        };
        let Some(mut ty) = params.iter().find(|p| p.name.sym == *s).map(|p| p.ty) else {
            return true;
        };
        let parameter = match self.scope_entity(*s) {
            Some(Entity::Local(l)) => self.variables.locals.get(l).is_some_and(|l| l.param),
            _ => false,
        };
        while let TypeExpr::Pointer(to, _) | TypeExpr::Reference(to, _) = ty {
            ty = to;
        }
        let TypeExpr::Base(class) = ty else { return true };
        let names = |t: &TemplateId| surely_depends(class, self.cx.templates.all[*t].params);
        if !parameter || !around.iter().any(names) || self.is_current(class, &around) {
            return true;
        }
        self.missing_template_word(name)
    }

    fn missing_template_word(&mut self, name: Name) -> bool {
        let text = self.cx.text(name.sym);
        let text = format!(
            "`template` must stand before `{text}<...>`, a member of what depends on a template's parameters"
        );
        let d = Diagnostic::new(code::TEMPLATE, name.span, text);
        let with = format!("template {}", self.cx.text(name.sym));
        self.cx.diags.push(d.suggest(name.span, &with, "write this"));
        false
    }

    /// Whether a class is named by its template and that one's own parameters: it is the one at hand
    /// ([temp.dep.type] 1).
    fn is_current(&self, class: &Spec<'_>, around: &[TemplateId]) -> bool {
        match class.base {
            Base::Template(name, args) => around.iter().any(|t| {
                let t = &self.cx.templates.all[*t];
                t.name == name.sym
                    && args.len() == t.params.len()
                    && args.iter().zip(t.params).all(|(a, p)| is_parameter(a, p))
            }),
            Base::Nested(outer, ..) => self.is_current(outer, around),
            _ => false,
        }
    }
}
