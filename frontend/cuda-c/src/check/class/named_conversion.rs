//! Conversion functions called by their names, `x.operator T()` ([class.conv.fct], [basic.lookup.classref] 7).

use optx_source::{Span, code};

use crate::{
    ast::{Base, Conversion, MemberKind, Name, Spec, TypeExpr},
    check::{Body, Entity, body::E},
    typed::{FunctionId, TypedArenas},
    types::{RecordId, Ty},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(in crate::check) fn call_named_conversion(
        &mut self,
        call: Conversion<'a>,
        span: Span,
    ) -> E<'t> {
        let name = Name { sym: words::OP_CONVERSION, span };
        let found = match call.object {
            Some((base, arrow)) => self.member_object(base, name, (arrow, call.class), span),
            None => self.own_object(call.class, span),
        };
        let Some((object, by)) = found else { return self.bad(span) };
        if object.ty.is_error() || !self.complete(object.ty, span) {
            return self.bad(span);
        }
        let Some(r) = self.cx.class_id(object.ty) else {
            let n = self.cx.type_name(object.ty);
            let text = format!("a value of type `{n}` has no members");
            return self.error(code::UNKNOWN_MEMBER, span, text);
        };
        let to = self.conversion_type_in(r, call.ty);
        if to.is_error() {
            return self.bad(span);
        }
        let mut found = self.conversions_named(r, to, 0);
        found.dedup_by_key(|f| f.0);
        let (class, candidates) = match found.len() {
            1 => found.swap_remove(0),
            n => {
                let (c, t) = (self.cx.type_name(object.ty), self.cx.type_name(to));
                return match n {
                    0 => {
                        let text = format!("`{c}` has no conversion function to `{t}`");
                        self.error(code::UNKNOWN_MEMBER, span, text)
                    }
                    _ => {
                        let text = format!("several bases of `{c}` convert to `{t}`");
                        self.error(code::AMBIGUOUS, span, text)
                    }
                };
            }
        };
        let owner = self.cx.types.record(class);
        if !self.check_base(object.ty, owner, span) {
            return self.bad(span);
        }
        let object = self.base_part(object, owner);
        self.call_candidates(class, (object, by), name, &candidates)
    }

    /// The object of the function at hand, or its part of a class; and the class by which it is named.
    fn own_object(&mut self, class: Option<&'a TypeExpr<'a>>, span: Span) -> Option<(E<'t>, Ty)> {
        let of = class.map(|c| self.type_of(c));
        let Some(own) = self.this_object(span) else {
            self.error(
                code::CLASS_RULE,
                span,
                "a conversion function needs an object to be called on",
            );
            return None;
        };
        match of {
            Some(ty) if ty.is_error() => None,
            Some(ty) if self.cx.base_path(own.ty, ty).is_some() => {
                Some((self.base_part(own, ty), own.ty))
            }
            Some(ty) => {
                let text = format!("`{}` is no base of this class", self.cx.type_name(ty));
                self.error(code::CLASS_RULE, span, text);
                None
            }
            None => Some((own, own.ty)),
        }
    }

    /// The type in the function's name: a name is looked up in the object's class, then where it stands.
    fn conversion_type_in(&mut self, r: RecordId, ty: &'a TypeExpr<'a>) -> Ty {
        let mut inner = ty;
        while let TypeExpr::Pointer(to, _) | TypeExpr::Reference(to, _) = inner {
            inner = to;
        }
        let member = match inner {
            TypeExpr::Base(Spec { base: Base::Named(s), path: None, .. }) => {
                matches!(self.cx.class_entity(r, *s), Some(Entity::Type(_, _)))
            }
            _ => false,
        };
        let env = self.cx.classes.all.get(&r).map(|c| c.env.clone()).filter(|_| member);
        match env {
            Some(env) => {
                let arena = TypedArenas::small();
                Body::within(&mut *self.cx, &arena, &env, Some(r)).type_of(ty)
            }
            None => self.type_of(ty),
        }
    }

    /// The functions that convert to just this type, of the class or of the nearest bases that have some.
    fn conversions_named(
        &mut self,
        r: RecordId,
        to: Ty,
        depth: u32,
    ) -> Vec<(RecordId, Vec<FunctionId>)> {
        let set = self.cx.methods(r, words::EMPTY, MemberKind::Conversion);
        let mut own = set.functions.clone();
        for t in &set.templates {
            own.extend(self.deduce_conversion(*t, to));
        }
        own.retain(|f| {
            let result = self.cx.functions[*f].signature.result;
            let scalar = self.cx.types.is_scalar(result) && self.cx.types.is_scalar(to);
            result == to || scalar && result.bare() == to.bare() || wrong!(ConversionsByAnyName)
        });
        // A function is meant before a template's instance that is as good.
        if !own.is_empty() || depth >= 32 {
            return vec![(r, own)];
        }
        let bases = self.cx.classes.all.get(&r).map(|c| c.bases.clone()).unwrap_or_default();
        let mut found = Vec::new();
        for b in bases {
            if let Some(id) = self.cx.class_id(b.ty) {
                found.extend(self.conversions_named(id, to, depth + 1));
            }
        }
        found
    }
}
