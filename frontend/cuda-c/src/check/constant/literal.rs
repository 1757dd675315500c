//! Literal types ([basic.types] 10), and what stands in no `constexpr` function ([dcl.constexpr] 3).

use optx_source::{Span, code};

use crate::{
    ast::{Flags, MemberKind},
    check::{Body, Checker, class::Special},
    types::{RecordId, Ty, VOLATILE},
    words,
};

impl<'a> Checker<'a, '_> {
    /// Whether constants may have a type: all but classes with destructors that do something, and classes that no
    /// `constexpr` constructor makes. One that is not complete is told elsewhere.
    pub(in crate::check) fn is_literal(&mut self, ty: Ty) -> bool {
        self.has_literal_parts(ty, &mut Vec::new())
    }

    /// The same, but for classes that were `seen`.
    fn has_literal_parts(&mut self, ty: Ty, seen: &mut Vec<RecordId>) -> bool {
        let inner = self.types.innermost(ty);
        let Some(r) = self.class_id(inner).filter(|r| self.classes.all.contains_key(r)) else {
            return true;
        };
        if !self.types.is_complete(inner) || seen.contains(&r) {
            return true;
        }
        seen.push(r);
        if self.provides_destructor(r) || !self.has_constant_constructor(r) {
            return false;
        }
        let Some(record) = self.types.records.get(r) else { return true };
        let (union, parts) = (record.is_union, record.fields.iter().map(|f| f.ty));
        let parts: Vec<Ty> = parts.collect();
        let mut literal = parts
            .iter()
            .map(|t| self.types.qualifiers(*t) & VOLATILE == 0 && self.has_literal_parts(*t, seen));
        match union && !parts.is_empty() {
            true => literal.any(|l| l),
            false => literal.all(|l| l),
        }
    }

    /// Whether a class itself says what its destructor does, be it nothing.
    fn provides_destructor(&self, r: RecordId) -> bool {
        let functions = self.classes.all.get(&r).map_or(&[][..], |c| c.spec.functions);
        functions.iter().any(|f| f.kind == MemberKind::Destructor && !f.defaulted && !f.deleted)
    }

    /// Whether a class is an aggregate, or something `constexpr` makes it that copies and moves nothing.
    fn has_constant_constructor(&mut self, r: RecordId) -> bool {
        if self.closure_type(r).is_some() {
            return true;
        }
        let inherits = self.classes.all.get(&r).is_some_and(|c| !c.used.constructors.is_empty());
        let set = self.methods(r, words::EMPTY, MemberKind::Constructor);
        if inherits || set.templates.iter().any(|t| self.is_constexpr_template(*t)) {
            return true;
        }
        set.functions.iter().any(|f| {
            let copies = matches!(
                self.special_of(*f),
                Some(Special::CopyConstructor | Special::MoveConstructor)
            );
            let info = self.functions.get(*f);
            !copies
                && info.is_some_and(|f| f.origin.special.is_some() || f.flags.has(Flags::CONSTEXPR))
        })
    }

    fn is_constexpr_template(&self, t: crate::check::TemplateId) -> bool {
        self.templates.all.get(t).is_some_and(|t| t.flags.has(Flags::CONSTEXPR))
    }
}

impl Body<'_, '_, '_, '_> {
    /// Whether this is a `constexpr` function as it is written: an instance of a template that breaks the rules is a
    /// function all the same, and no constant calls it ([dcl.constexpr] 6).
    fn is_constexpr(&self) -> bool {
        let f = self.function.and_then(|f| self.cx.functions.get(f));
        f.is_some_and(|f| f.flags.has(Flags::CONSTEXPR) && !self.cx.is_instance(f))
    }

    /// Reports what must not stand in a `constexpr` function.
    pub(in crate::check) fn not_in_constexpr(&mut self, what: &str, span: Span) {
        if self.is_constexpr() {
            let text = format!("{what} cannot stand in a `constexpr` function");
            self.error(code::NOT_CONSTANT, span, text);
        }
    }

    /// Reports a variable of a `constexpr` function, or one that is `constexpr` itself, whose type is not literal.
    pub(in crate::check) fn check_literal(&mut self, ty: Ty, constexpr: bool, span: Span) {
        if (constexpr || self.is_constexpr()) && !self.cx.is_literal(ty) {
            let n = self.cx.type_name(ty);
            let what =
                if constexpr { "`constexpr` variables" } else { "what a `constexpr` function has" };
            let text = format!("{what} must be of literal type, and `{n}` is none");
            self.error(code::NOT_CONSTANT, span, text);
        }
    }
}
