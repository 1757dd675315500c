//! `std::initializer_list<E>`: what a list in braces is where a parameter or variable says so ([dcl.init.list] 5, 6,
//! [over.match.list], [over.ics.list] 6, [temp.deduct.call] 1).
//!
//! The class is the library's (`lib/initializer_list.cuh`), or the file's own of that name in `std`: a pointer and a number, or
//! two pointers. Its elements lie in an array that is a variable of the function; it lives as long as that, which is at
//! least as long as the standard has it.

use optx_source::{Span, code};

use crate::{
    ast::{Base, Element, Expr, TemplateArg, TypeExpr},
    check::{Body, Checker, TArg, Template, body::E, body::mode::Mode, body::sequence::Sequence},
    typed::{FunctionId, InitPart, TKind},
    types::{CONST, Ty, TypeKind},
};

const NAME: &str = "initializer_list";

impl Checker<'_, '_> {
    /// Makes the library's class known, where the file names it and has none of its own.
    pub(crate) fn load_initializer_list(&mut self) {
        let Some(name) = self.names.find(NAME) else { return };
        if !self.index.declares_in_std(name) {
            let text = include_str!("../../../lib/initializer_list.cuh");
            self.load_library("initializer_list.cuh", text);
        }
    }

    /// What a type's elements are, if it is a `std::initializer_list`.
    pub(crate) fn initializer_list_of(&self, ty: Ty) -> Option<Ty> {
        let TypeKind::Record(r) = self.types.kind(ty) else { return None };
        let instance = self.templates.instances.get(&r)?;
        let template = &self.templates.all[instance.template];
        if self.text(template.name) != NAME || !self.index.is_namespace_std(template.namespace) {
            return None;
        }
        match instance.args[..] {
            [TArg::Type(t)] => Some(t),
            _ => None,
        }
    }

    /// Whether a function's first parameter takes a list as a whole, and the others have default arguments
    /// ([dcl.init.list] 2).
    pub(super) fn takes_list(&self, f: FunctionId) -> bool {
        let f = &self.functions[f];
        let Some((first, others)) = f.own_params().split_first() else { return false };
        let ty = self.types.referred(first.ty);
        self.initializer_list_of(ty).is_some() && others.iter().all(|p| p.default.is_some())
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// `auto x = {1, 2}`: the type, of the elements', which are all of one ([dcl.type.auto.deduct] 4).
    pub(super) fn auto_of_list(&mut self, list: &'a [Element<'a>], span: Span) -> Ty {
        let mut ty: Option<Ty> = None;
        for x in list {
            let own = self.unevaluated(|b| b.value(x.value)).ty.bare();
            if own.is_error() {
                return Ty::ERROR;
            }
            if ty.is_some_and(|t| t != own) {
                let (a, b) = (self.cx.type_name(ty.unwrap_or(own)), self.cx.type_name(own));
                let text =
                    format!("the elements of this list are of several types: `{a}` and `{b}`");
                self.error(code::BAD_INITIALIZER, x.value.span, text);
                return Ty::ERROR;
            }
            ty = Some(own);
        }
        let Some(element) = ty else {
            self.error(code::BAD_INITIALIZER, span, "`auto` cannot be deduced from an empty list");
            return Ty::ERROR;
        };
        self.initializer_list_type(element, span)
    }

    fn initializer_list_type(&mut self, element: Ty, span: Span) -> Ty {
        let name = self.cx.names.intern(NAME);
        self.cx.load_initializer_list();
        match self.template_of_std(name) {
            Some(t) => self.class_instance(t, std::rc::Rc::from([TArg::Type(element)]), span),
            None => {
                let text = "this list is a `std::initializer_list`, which is not declared here";
                self.error(code::UNKNOWN_TYPE, span, text);
                Ty::ERROR
            }
        }
    }

    /// An object of a `std::initializer_list` of `element` by a list.
    pub(super) fn initializer_list(
        &mut self,
        ty: Ty,
        element: Ty,
        e: &'a Expr<'a>,
        list: &'a [Element<'a>],
    ) -> E<'t> {
        if !self.complete(ty, e.span) {
            return self.bad(e.span);
        }
        let count = list.len() as u64;
        let fields = match self.cx.types.get_record(ty) {
            Some((_, r)) => r.fields.clone(),
            None => return self.bad(e.span),
        };
        let [first, second] = &fields[..] else {
            let text = "this `std::initializer_list` is not a pointer and a number";
            return self.error(code::NOT_SUPPORTED, e.span, text);
        };
        let array = self.cx.types.array(element.with(CONST), count.max(1));
        let begin = if list.is_empty() {
            self.zero(first.ty, e.span)
        } else {
            if !self.in_function() && (!self.mode.constant || wrong!(ListsNeedFunctions)) {
                let text = "a `std::initializer_list` outside of functions is not supported yet";
                return self.error(code::NOT_SUPPORTED, e.span, text);
            }
            let scalars = self.cx.types.is_scalar(element);
            let strict = |m: &mut Mode| (m.strict_lists, m.strict_elements) = (true, scalars);
            let value = self.with_mode(strict, |b| b.list_initial(array, e, false));
            if value.ty.is_error() {
                return value;
            }
            let place = self.materialize(value);
            self.rvalue(place)
        };
        let end = match self.cx.types.is_pointer(second.ty) {
            true => {
                let n = self.int(count as i64, Ty::LONG, e.span);
                self.pointer_add(begin, n, self.cx.types.size(element), false, e.span)
            }
            false => self.int(count as i64, second.ty.bare(), e.span),
        };
        let part = |offset, value| InitPart { offset, bits: None, value };
        let parts = [part(first.offset, begin), part(second.offset, end)];
        let parts = self.arena.parts.alloc_extend(parts);
        self.mk(TKind::Aggregate(parts), ty.bare(), e.span)
    }

    /// Those of a class's constructors that take a list as a whole ([over.match.list] 1.1).
    pub(super) fn list_constructors(&mut self, ty: Ty, whole: E<'t>) -> Vec<FunctionId> {
        if wrong!(ListsGoByElements) {
            return Vec::new();
        }
        let mut all = self.constructors_for(ty, &[whole]);
        all.retain(|f| self.cx.takes_list(*f));
        all
    }

    /// How a list becomes a `std::initializer_list`: by the worst of what its elements need.
    pub(super) fn sequence_to_list(&mut self, values: &[E<'t>], element: Ty) -> Option<Sequence> {
        let mut worst = Sequence::EXACT;
        for v in values {
            let own = self.sequence(v, element.bare())?;
            worst = if own.compare(&worst, self.cx).is_gt() { own } else { worst };
        }
        Some(Sequence { listed: true, ..worst })
    }

    /// Deduces from a list for a parameter that is a `std::initializer_list` of a pattern, or a reference to one
    /// ([temp.deduct.call] 1): every element gives the same. `None` where the parameter is none.
    pub(in crate::check) fn list_pattern(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        t: &Template<'a>,
    ) -> Option<&'a TypeExpr<'a>> {
        let pattern = match pattern {
            TypeExpr::Reference(inner, _) => *inner,
            other => other,
        };
        let TypeExpr::Base(spec) = pattern else { return None };
        if !matches!(spec.base, Base::Template(name, _) if self.cx.text(name.sym) == NAME) {
            return None;
        }
        let (template, args) = self.pattern_template(spec, t.params, &t.env)?;
        let namespace = self.cx.templates.all[template].namespace;
        match args {
            [TemplateArg::Type(element)] if self.cx.index.is_namespace_std(namespace) => {
                Some(element)
            }
            _ => None,
        }
    }
}
