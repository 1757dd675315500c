//! Class template argument deduction ([dcl.type.class.deduct], [over.match.class.deduct]): a class template's name without arguments,
//! where an initialiser says what they are.
//!
//! Idea: the template's guides are a set of functions like any other; the best of them for the initialiser is found as a constructor would
//! be, and what it gives is the type. From there on everything is as if the type were written, so that the constructor is chosen among those
//! of the real class. Cost: the initialiser of a variable is looked at twice, as that of `auto` is; lists in braces are kept by what
//! they deduced, so that lists in lists are not looked at again and again.

use optx_source::{Diagnostic, Span, code};

use super::{Body, E, Initial};
use crate::{
    ast::{Base, Declarator, Expr, ExprKind, Flags, New, NewInitial, Spec, TypeExpr},
    check::{Entity, TemplateId, file::quals},
    types::Ty,
    words,
};

/// Lists that deduce classes are so deep in each other, where packs are expanded around them.
const DEEPEST: u32 = 16;

/// How the classes of a declaration's declarators are deduced, which have to be one.
#[derive(Default)]
pub(super) struct DeducedClass {
    first: Option<Ty>,
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The class template that specifiers name without arguments, where no parameter list of its own stands behind the name.
    fn placeholder(&mut self, spec: &'a Spec<'a>) -> Option<TemplateId> {
        if !self.cx.index.has_class_templates() {
            return None;
        }
        let found = match spec.base {
            Base::Named(s) => match spec.path {
                Some(path) => self.cx.lookup_in(path, s),
                None => self.lookup(s),
            },
            Base::Nested(class, name, [])
                if self.cx.index.is_member_template(name.sym)
                    && !class.flags.has(Flags::LISTS_NONE) =>
            {
                let outer = self.base_type(class, words::EMPTY);
                let r = self.cx.class_id(outer)?;
                self.cx.class_entity(r, name.sym)
            }
            _ => None,
        };
        match found {
            Some(Entity::ClassTemplate(t)) => Some(t),
            Some(Entity::Type(..)) if wrong!(OwnNamesAreDeduced) => match spec.base {
                Base::Named(s) => self.class_template(spec.path, s),
                _ => None,
            },
            _ => None,
        }
    }

    /// The same of a type, where that is the name and nothing else.
    pub(super) fn placeholder_type(&mut self, ty: &'a TypeExpr<'a>) -> Option<TemplateId> {
        match ty {
            TypeExpr::Base(spec) => self.placeholder(spec),
            _ => None,
        }
    }

    /// The type of a variable whose specifiers name a class template without arguments; `None` where they do not.
    pub(in crate::check) fn deduced_variable(
        &mut self,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
    ) -> Option<Ty> {
        let t = self.placeholder(spec)?;
        Some(self.deduced_declarator(t, spec, x))
    }

    /// The same of one of a block's declarators, which are all of one class.
    pub(super) fn deduced_local(
        &mut self,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
        known: &mut DeducedClass,
    ) -> Option<Ty> {
        let ty = self.deduced_variable(spec, x)?;
        self.check_deduced_alike(x, ty, known);
        Some(ty)
    }

    /// Reports a function whose result is a class template without arguments.
    pub(super) fn refuses_result(&mut self, spec: &'a Spec<'a>) -> bool {
        let template = self.placeholder(spec);
        if let Some(t) = template {
            self.cx.template_without_arguments(t, spec.span);
        }
        template.is_some()
    }

    fn deduced_declarator(
        &mut self,
        t: TemplateId,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
    ) -> Ty {
        if !matches!(x.ty, TypeExpr::Base(_)) {
            let text = self.cx.text(self.cx.template(t).name).to_string();
            let text = format!(
                "the class template `{text}` without arguments stands for the whole type of what is declared, and for no part of one"
            );
            return self.wrong_placeholder(t, spec.span, text);
        }
        if self.is_in_parentheses(spec, x) {
            let text =
                "what is declared by a class template without arguments stands in no parentheses";
            return self.wrong_placeholder(t, x.name.span, text.to_owned());
        }
        if spec.flags.has(Flags::EXTERN) && x.init.is_none() && x.args.is_none() {
            let text = "nothing says the arguments of the class template here";
            return self.wrong_placeholder(t, spec.span, text.to_owned());
        }
        let init = Initial::written(x).unwrap_or(Initial::Default);
        let ty = self.deduced_class(t, init, x.name.span);
        if ty.is_error() { ty } else { ty.with(quals(spec.flags)) }
    }

    /// Whether a declarator's name stands in parentheses.
    fn is_in_parentheses(&self, spec: &Spec<'_>, x: &Declarator<'_>) -> bool {
        if spec.span.hi > x.name.span.lo {
            return false;
        }
        let between = Span::new(spec.span.hi, x.name.span.lo);
        self.cx.sm.text(between).is_some_and(|text| text.trim_end().ends_with('('))
    }

    pub(super) fn wrong_placeholder(&mut self, t: TemplateId, span: Span, text: String) -> Ty {
        let at = self.cx.template(t).span;
        let d = Diagnostic::new(code::TEMPLATE, span, text);
        self.cx.diags.push(d.note(at, "the template is declared here"));
        Ty::ERROR
    }

    /// Reports a declarator whose class is another than that of those before ([dcl.spec.auto] 7).
    fn check_deduced_alike(&mut self, x: &Declarator<'_>, ty: Ty, known: &mut DeducedClass) {
        let first = *known.first.get_or_insert(ty.bare());
        if first != ty.bare() && !first.is_error() && !ty.is_error() {
            let (a, b) = (self.cx.type_name(first), self.cx.type_name(ty.bare()));
            let text = format!(
                "the class is deduced as `{a}` before in this declaration, and as `{b}` here"
            );
            self.error(code::TYPE_MISMATCH, x.name.span, text);
        }
    }

    /// The class that an initialiser deduces.
    fn deduced_class(&mut self, t: TemplateId, init: Initial<'a>, span: Span) -> Ty {
        if self.is_alias(t, span) {
            return Ty::ERROR;
        }
        match init {
            Initial::Default | Initial::Value | Initial::Direct([]) => {
                self.class_by_values(t, &[], true, span)
            }
            Initial::List(e) => self.class_by_list(t, e, true),
            Initial::Copy(e) if matches!(e.kind, ExprKind::InitList(_)) => {
                self.class_by_list(t, e, false)
            }
            Initial::Copy(e) => self.class_by_expressions(t, &[e], false, span),
            Initial::Direct(args) => self.class_by_expressions(t, args, true, span),
        }
    }

    /// Reports an alias template, through which C++17 deduces nothing.
    fn is_alias(&mut self, t: TemplateId, span: Span) -> bool {
        let alias = self.cx.template(t).flags.has(Flags::TYPEDEF);
        if alias {
            self.cx.template_without_arguments(t, span);
        }
        alias
    }

    /// The class that expressions deduce, which are looked at for their types alone.
    fn class_by_expressions(
        &mut self,
        t: TemplateId,
        args: &[&'a Expr<'a>],
        direct: bool,
        span: Span,
    ) -> Ty {
        let locals = self.variables.locals.len();
        let ty = self.with_mode(
            |m| m.unevaluated = true,
            |b| {
                let values: Vec<E<'t>> = args.iter().map(|a| b.argument(a)).collect();
                b.class_by_values(t, &values, direct, span)
            },
        );
        self.variables.locals.truncate(locals);
        ty
    }

    /// The class that a list in braces deduces ([over.match.list]).
    fn class_by_list(&mut self, t: TemplateId, e: &'a Expr<'a>, direct: bool) -> Ty {
        let key = (std::ptr::from_ref(e) as usize, self.cx.site.env.id);
        let alone = self.block.packs.is_empty();
        if alone && let Some(ty) = self.cx.templates.guides.known.get(&key) {
            return *ty;
        }
        let locals = self.variables.locals.len();
        let ty = self.with_mode(|m| m.unevaluated = true, |b| b.class_by_new_list(t, e, direct));
        self.variables.locals.truncate(locals);
        if alone && !ty.is_error() {
            self.cx.templates.guides.known.insert(key, ty);
        }
        ty
    }

    fn class_by_new_list(&mut self, t: TemplateId, e: &'a Expr<'a>, direct: bool) -> Ty {
        let deep = &mut self.cx.templates.guides.depth;
        if *deep >= DEEPEST && !self.block.packs.is_empty() {
            let text = "lists that deduce classes nest too deep here";
            self.error(code::LIMIT_NESTING, e.span, text);
            return Ty::ERROR;
        }
        *deep += 1;
        let ty = self.class_of_list(t, e, direct);
        self.cx.templates.guides.depth -= 1;
        ty
    }

    /// `S(a, b)` and `S{a, b}` as expressions ([expr.type.conv]).
    pub(super) fn construct_deduced(
        &mut self,
        t: TemplateId,
        args: &'a [&'a Expr<'a>],
        braces: bool,
        span: Span,
    ) -> E<'t> {
        if self.is_alias(t, span) {
            return self.bad(span);
        }
        if braces && let [one] = args {
            let ty = self.class_by_list(t, one, true);
            return if ty.is_error() { self.bad(span) } else { self.list_initial(ty, one, true) };
        }
        let values = self.check_all(args);
        let ty = self.class_by_values(t, &values, true, span);
        match values[..] {
            _ if ty.is_error() => self.bad(span),
            [] => self.value_initial(ty, true, span),
            [one] if one.ty.bare() != Ty::BRACES => self.explicit(one, ty, span),
            _ => self.direct_initial(values, ty, span),
        }
    }

    /// The type of a `new` whose class is deduced.
    pub(super) fn deduced_new(&mut self, t: TemplateId, new: &New<'a>, span: Span) -> Ty {
        if new.extents.is_some() {
            let text = "the class of an array's elements is not deduced";
            return self.wrong_placeholder(t, span, text.to_owned());
        }
        let init = match new.initial {
            NewInitial::None => Initial::Default,
            NewInitial::Parens(args) => Initial::Direct(self.expanded(args)),
            NewInitial::Braces(list) => Initial::List(self.expanded_braces(list)),
        };
        let ty = self.deduced_class(t, init, span);
        match new.ty {
            TypeExpr::Base(spec) if !ty.is_error() => ty.with(quals(spec.flags)),
            _ => ty,
        }
    }
}
