//! The conversions that classes define: converting constructors and conversion functions, which of them take part where,
//! and the best of them ([class.conv], [over.match.copy], [over.match.conv], [over.match.ref]).

use std::cmp::Ordering;

use super::sequence::{Conversion, Sequence};
use crate::{
    ast::{Flags, MemberKind},
    check::{Body, body::E},
    typed::{Category, FunctionId, TKind},
    types::{Ty, TypeKind},
    words,
};

/// A conversion, how its argument is made, and what follows it.
pub(in crate::check) type Converting = (Conversion, Sequence, Sequence);

impl<'t> Body<'_, '_, 't, '_> {
    /// The conversion that a class defines from `e` to an object of type `to`, with the standard conversion after it: a
    /// constructor of `to` or a conversion function of `e` ([over.match.copy], [over.match.conv], [over.match.ref]).
    /// `lvalue` asks for an object that a reference which is not const may be bound to.
    pub(in crate::check) fn user_conversion(
        &mut self,
        e: E<'t>,
        to: Ty,
        explicit: bool,
        lvalue: bool,
    ) -> Option<(Conversion, Sequence)> {
        if e.ty.is_error() {
            return None;
        }
        let found = self.user_conversions(e, to, explicit, lvalue);
        self.best_conversion(&found)
    }

    /// The conversion by which a reference to `r` is bound to `e` or to what becomes of it ([dcl.init.ref] 5): to an object
    /// that a conversion function refers to, to a value that one gives, to a temporary, the first that there is.
    pub(super) fn reference_conversion(
        &mut self,
        e: E<'t>,
        r: Ty,
        rvalue: bool,
    ) -> Option<(Conversion, Sequence)> {
        if !rvalue {
            let objects = self.direct_conversions(e, r, true);
            if !objects.is_empty() || !self.cx.types.is_const_only(r) {
                return self.best_conversion(&objects);
            }
        }
        // A reference that is const takes the best conversion to its type here, constructors among them, and so does one to
        // an rvalue, as gcc, clang and nvcc have it.
        if rvalue {
            let mut values = self.direct_conversions(e, r, false);
            if !values.is_empty() {
                if !wrong!(RvaluesComeFirst) {
                    values.extend(self.constructor_conversions(e, r));
                }
                return self.best_conversion(&values);
            }
        }
        // No rvalue reference is bound by way of the object that a conversion function refers to ([over.ics.ref] 3), were it
        // to a temporary: so have it gcc, clang and nvcc.
        let mut found = self.user_conversions(e, r, false, false);
        if rvalue && found.iter().any(|c| self.gives_object(c.0)) {
            // An ellipsis gives way to any of them (gcc and clang).
            found.retain(|c| !self.gives_object(c.0) && c.1 != Sequence::ELLIPSIS);
        }
        self.best_conversion(&found)
    }

    /// Whether a conversion is a function that refers to an object.
    fn gives_object(&self, c: Conversion) -> bool {
        let Conversion::Function(f) = c else { return false };
        let result = self.cx.functions.get(f).map_or(Ty::ERROR, |f| f.signature.result);
        matches!(self.cx.types.kind(result), TypeKind::Reference(_, false))
    }

    /// Whether a conversion function gives a reference.
    pub(super) fn gives_reference(&self, f: FunctionId) -> bool {
        let result = self.cx.functions.get(f).map(|f| self.cx.types.kind(f.signature.result));
        matches!(result, Some(TypeKind::Reference(..)))
    }

    /// Whether a conversion is a function that refers to an object which goes away.
    pub(super) fn gives_xvalue(&self, c: Conversion) -> bool {
        let Conversion::Function(f) = c else { return false };
        let result = self.cx.functions.get(f).map_or(Ty::ERROR, |f| f.signature.result);
        matches!(self.cx.types.kind(result), TypeKind::Reference(_, true))
    }

    /// The conversion functions to objects or to values that a reference to `r` is bound to directly ([over.match.ref]).
    pub(super) fn direct_conversions(&mut self, e: E<'t>, r: Ty, objects: bool) -> Vec<Converting> {
        let mut found = self.user_conversions(e, r, false, objects);
        found.retain(|c| {
            let Some(result) = self.result_of(c.0) else { return false };
            // A number or pointer that a function gives is no object: it goes as any value does.
            let whole = objects || self.cx.types.is_record(result) || self.gives_xvalue(c.0);
            // What an rvalue reference is bound to loses no qualifiers ([dcl.init.ref] 5.2.1.2).
            let kept = objects || result.quals() & !r.quals() & 3 == 0 || wrong!(ValuesLoseConst);
            whole
                && kept
                && self.cx.is_reference_related(result, r)
                && self.gives_object(c.0) == objects
        });
        found
    }

    /// The conversions by constructors of a class, none of them explicit.
    fn constructor_conversions(&mut self, e: E<'t>, to: Ty) -> Vec<Converting> {
        let set = |m: &mut super::mode::Mode| {
            (m.one_conversion, m.explicit_functions) = (true, false);
        };
        self.with_mode(set, |b| b.converting_constructors(e, to.bare(), false))
    }

    pub(super) fn best_conversion(
        &mut self,
        found: &[Converting],
    ) -> Option<(Conversion, Sequence)> {
        if wrong!(ConversionsByDeclaration) {
            return found.first().map(|c| (c.0, c.2));
        }
        match (self.best_of(found), found.first()) {
            (Some(c), _) => Some((c.0, c.2)),
            (None, Some(c)) => Some((Conversion::Ambiguous, c.2)),
            (None, None) => None,
        }
    }

    /// The best conversion function of `e` to just this type, to `values` of it alone where that is said, and how `e`
    /// becomes its object.
    pub(super) fn conversion_function_to(
        &mut self,
        e: E<'t>,
        to: Ty,
        explicit: bool,
        values: bool,
    ) -> Option<(FunctionId, Sequence)> {
        let mut found = self.user_conversions(e, to.bare(), explicit, false);
        found.retain(|c| self.result_of(c.0).is_some_and(|t| t.bare() == to.bare()));
        if values {
            found.retain(|c| !matches!(c.0, Conversion::Function(f) if self.gives_reference(f)));
        }
        match self.best_of(&found)? {
            (Conversion::Function(f), object, _) => Some((*f, *object)),
            _ => None,
        }
    }

    /// The one of several conversions that is better than each other, if there is one.
    fn best_of<'c>(&mut self, found: &'c [Converting]) -> Option<&'c Converting> {
        found.iter().enumerate().find_map(|(i, c)| {
            let mut others = found.iter().enumerate().filter(|(k, _)| *k != i);
            others.all(|(_, d)| self.is_better_conversion(c, d)).then_some(c)
        })
    }

    /// What a conversion function gives, or refers to.
    fn result_of(&self, c: Conversion) -> Option<Ty> {
        let Conversion::Function(f) = c else { return None };
        Some(self.cx.types.referred(self.cx.functions.get(f)?.signature.result))
    }

    fn is_better_conversion(&mut self, a: &Converting, b: &Converting) -> bool {
        match a.1.compare(&b.1, self.cx) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => match (a.0, b.0) {
                (Conversion::Function(f), Conversion::Function(g)) => {
                    match a.2.compare(&b.2, self.cx) {
                        Ordering::Less => true,
                        Ordering::Greater => false,
                        Ordering::Equal => self.more_special(f, g, 0),
                    }
                }
                (Conversion::Constructor(f), Conversion::Constructor(g)) => {
                    self.more_special(f, g, 1)
                }
                // What is no template is preferred to templates, be they of the one kind or of the other.
                (
                    Conversion::Constructor(f) | Conversion::Function(f),
                    Conversion::Constructor(g) | Conversion::Function(g),
                ) => {
                    let template = |f: FunctionId| self.cx.functions[f].origin.template;
                    template(f).is_none()
                        && template(g).is_some()
                        && !wrong!(TemplatesOfKindsRankAlike)
                }
                _ => false,
            },
        }
    }

    /// All conversions that classes define: with how `e` becomes their argument, which no other of them makes, and what
    /// follows.
    fn user_conversions(
        &mut self,
        e: E<'t>,
        to: Ty,
        explicit: bool,
        lvalue: bool,
    ) -> Vec<Converting> {
        self.with_mode(
            |m| m.one_conversion = true,
            |b| {
                let mut found = b.converting_functions(e, to, explicit, lvalue);
                b.mode.explicit_functions = false;
                if !lvalue && b.cx.types.is_record(to) {
                    found.extend(b.converting_constructors(e, to, explicit));
                }
                found
            },
        )
    }

    fn converting_functions(
        &mut self,
        e: E<'t>,
        to: Ty,
        explicit: bool,
        lvalue: bool,
    ) -> Vec<Converting> {
        let mut found = Vec::new();
        if let Some(r) = self.cx.class_id(e.ty)
            && !(wrong!(Dim3Stays) && self.cx.types.is_dim3(e.ty))
        {
            for (f, this) in self.conversion_functions(r, e, Some(to)) {
                let info = &self.cx.functions[f];
                let takes = explicit
                    || self.mode.explicit_functions
                        && self.gives_reference(f)
                        && !wrong!(ExplicitFunctionsBindNothing);
                if info.flags.has(Flags::EXPLICIT) && !takes && !wrong!(ExplicitIsImplicit) {
                    continue;
                }
                let (result, explicit_only) =
                    (info.signature.result, info.flags.has(Flags::EXPLICIT));
                let Some(mut first) = self.object_sequence(this, f) else { continue };
                // A base's conversion function is as the class's own ([over.match.funcs] 4).
                if let Some(binding) = &mut first.binding {
                    binding.to = e.ty.bare();
                }
                let (from, category) = match self.cx.types.kind(result) {
                    TypeKind::Reference(r, true) => (r, Category::Xvalue),
                    TypeKind::Reference(r, false) => (r, Category::Lvalue),
                    _ => (result.bare(), Category::Prvalue),
                };
                let probe = self.mk_as(TKind::Error, from, category, e.span);
                let target = if lvalue { self.cx.types.reference(to, false) } else { to };
                if let Some(second) = self.standard_sequence(probe, target) {
                    // [over.match.conv], [over.match.ref] an explicit one is for its own type alone.
                    let own = second.is_exact();
                    if explicit_only && !own && !wrong!(ExplicitIsImplicit) {
                        continue;
                    }
                    found.push((Conversion::Function(f), first, second));
                }
            }
        }
        found
    }

    fn converting_constructors(&mut self, e: E<'t>, to: Ty, explicit: bool) -> Vec<Converting> {
        let mut found = Vec::new();
        for f in self.constructors_for(to, &[e]) {
            let info = &self.cx.functions[f];
            if info.flags.has(Flags::EXPLICIT) && !explicit && !wrong!(ExplicitIsImplicit) {
                continue;
            }
            if self.cx.copies_by_value(f) {
                continue;
            }
            if !info.arity().takes(1) {
                continue;
            }
            // What `...` takes is converted by no class ([over.best.ics] 3).
            let Some(p) = info.signature.params.get(1).map(|p| p.ty) else {
                if !wrong!(EllipsisConvertsNothing) {
                    found.push((Conversion::Constructor(f), Sequence::ELLIPSIS, Sequence::EXACT));
                }
                continue;
            };
            let chain = wrong!(ConversionsChain) && self.cx.special_of(f).is_none();
            let first = self.with_mode(|m| m.one_conversion &= !chain, |b| b.sequence(e, p));
            if let Some(first) = first {
                found.push((Conversion::Constructor(f), first, Sequence::EXACT));
            }
        }
        found
    }

    /// The types of the conversions of a class to scalars that are not explicit, whatever object they want.
    pub(in crate::check) fn declared_conversion_results(&mut self, e: E<'t>) -> Vec<Ty> {
        let mut types: Vec<Ty> = Vec::new();
        for (_, result) in self.conversions_to_scalars(e, false) {
            let ty = self.cx.types.referred(result).bare();
            if !types.contains(&ty) {
                types.push(ty);
            }
        }
        types
    }

    /// The conversions of a class to scalars that are not explicit, with their result types.
    pub(super) fn scalar_conversions(&mut self, e: E<'t>) -> Vec<(FunctionId, Ty)> {
        self.conversions_to_scalars(e, true)
    }

    /// The same, of those alone that can be called on the object where that is wanted.
    fn conversions_to_scalars(&mut self, e: E<'t>, callable: bool) -> Vec<(FunctionId, Ty)> {
        let Some(r) = self.cx.class_id(e.ty) else { return Vec::new() };
        let list = self.conversion_functions(r, e, None);
        list.into_iter()
            .filter_map(|(f, this)| {
                let info = &self.cx.functions[f];
                let result = self.cx.types.referred(info.signature.result);
                let fits = !callable || self.object_sequence(this, f).is_some();
                let explicit = info.flags.has(Flags::EXPLICIT) && !wrong!(ExplicitConvertsOperands);
                (fits && !explicit && self.cx.types.is_scalar(result))
                    .then_some((f, info.signature.result))
            })
            .collect()
    }

    /// The conversion functions of a class and its bases, each with a pointer to the part of `e` that it is called on; and
    /// what their templates make for the type that is wanted.
    fn conversion_functions(
        &mut self,
        r: crate::types::RecordId,
        e: E<'t>,
        wanted: Option<Ty>,
    ) -> Vec<(FunctionId, E<'t>)> {
        let mut list: Vec<(FunctionId, E<'t>)> = Vec::new();
        // A class with its object, and the types that the classes derived from it convert to: they hide its own.
        let mut work: Vec<(crate::types::RecordId, E<'t>, Vec<Ty>)> = vec![(r, e, Vec::new())];
        while let Some((r, object, mut hidden)) = work.pop() {
            if let Some(f) = self.closure_conversion(r, wanted) {
                let p = self.cx.types.pointer(object.ty);
                list.push((f, self.mk_as(TKind::Error, p, object.category, e.span)));
            }
            if self.cx.declares(r, words::EMPTY, MemberKind::Conversion) {
                let set = self.cx.methods(r, words::EMPTY, MemberKind::Conversion);
                let p = self.cx.types.pointer(object.ty);
                let this = self.mk_as(TKind::Error, p, object.category, e.span);
                let known = hidden.len();
                for &f in &set.functions {
                    let result = self.cx.functions[f].signature.result;
                    if !hidden[..known].contains(&result) {
                        list.push((f, this));
                        hidden.push(result);
                    }
                }
                for &t in &set.templates {
                    let made = wanted.and_then(|to| self.deduce_conversion(t, to));
                    list.extend(made.map(|f| (f, this)));
                }
            }
            let bases = self.cx.classes.all.get(&r).map(|c| c.bases.clone()).unwrap_or_default();
            for b in bases {
                if let Some(id) = self.cx.class_id(b.ty) {
                    let part = self.part(object, b.offset, None, b.ty.with(object.ty.quals()));
                    work.push((id, part, hidden.clone()));
                }
            }
        }
        list
    }
}
