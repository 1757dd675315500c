//! Structured bindings ([dcl.struct.bind]): names for the elements of an array or the members of a class, of an object that has no
//! name itself.
//!
//! A name stands for its part of the object, as an expression would: bit-fields and members that are references are what they are.
//! Of classes that `std::tuple_size` knows it is a variable (`tuple_binding`). Copies of whole arrays are absent.

use optx_source::{Span, code};

use crate::{
    ast::{Declaration, Declarator, MemberAccess, Name, TypeExpr},
    check::{Body, Entity, body::E},
    intern::Symbol,
    typed::{LocalId, TStmt},
    types::{Ty, TypeKind, UNKNOWN},
    words,
};

/// What a name of a structured binding stands for.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Binding {
    /// The object that is bound, or the reference to it.
    pub(super) object: LocalId,
    pub(super) part: BoundPart,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum BoundPart {
    Element(u64),
    Member(Symbol),
    /// The object is the part, kept by a reference; the type that it has as a structured binding.
    Variable(Ty),
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// `auto [a, b] = e;`, and by reference.
    pub(super) fn structured_binding(
        &mut self,
        d: &'a Declaration<'a>,
        x: &'a Declarator<'a>,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let span = x.name.span;
        let ty = self.auto_type(d, x);
        let by_value = !matches!(x.ty, TypeExpr::Reference(..));
        if by_value && !ty.is_error() && self.is_array_initial(x) {
            let text =
                "a structured binding of a copy of an array is not supported yet: bind by `auto &`";
            self.error(code::STRUCTURED_BINDING, span, text);
        } else if !ty.is_error() {
            let object = self.automatic(d, x, ty, out);
            self.bind_parts(x, object, ty, out);
            return;
        }
        self.bind_nothing(x);
    }

    /// Declares the names, of which nothing is known, so that nothing is said of their uses.
    fn bind_nothing(&mut self, x: &'a Declarator<'a>) {
        let object = self.add_local(words::EMPTY, Ty::ERROR, 0, x.name.span);
        for name in x.bindings {
            self.declare_in_scope(name.sym, Entity::Local(object));
        }
    }

    /// Whether the initialiser is an array, which `auto` by value makes a copy of.
    fn is_array_initial(&mut self, x: &'a Declarator<'a>) -> bool {
        let init = x.init.or(x.args.and_then(|a| a.first().copied()));
        init.and_then(|e| self.probe(e)).is_some_and(|t| self.cx.types.element(t).is_some())
    }

    fn bind_parts(
        &mut self,
        x: &'a Declarator<'a>,
        object: LocalId,
        ty: Ty,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let span = x.name.span;
        let of = self.cx.types.referred(ty);
        if self.cx.types.is_record(of) && self.complete(of, span) && !wrong!(TuplesAreLookedInto) {
            match self.tuple_size(of, span) {
                Ok(None) => {}
                Ok(Some(n)) if n != x.bindings.len() as u64 => {
                    self.wrong_count(x, of, n);
                    return self.bind_nothing(x);
                }
                Ok(Some(_)) => return self.bind_tuple(x, object, ty, out),
                Err(()) => return self.bind_nothing(x),
            }
        }
        let Some(parts) = self.parts_to_bind(of, span) else { return self.bind_nothing(x) };
        if parts.len() != x.bindings.len() {
            self.wrong_count(x, of, parts.len() as u64);
        }
        let first = BoundPart::Element(0);
        for (k, name) in x.bindings.iter().enumerate() {
            let part = parts.get(k).copied().unwrap_or(first);
            let number = self.variables.bindings.len() as u32;
            self.variables.bindings.push(Binding { object, part });
            self.declare_in_scope(name.sym, Entity::Binding(number));
        }
    }

    fn wrong_count(&mut self, x: &Declarator<'_>, of: Ty, parts: u64) {
        let n = self.cx.type_name(of);
        let names = x.bindings.len();
        let text = format!("`{n}` has {parts} parts to bind, and {names} names are given");
        self.error(code::BAD_DECLARATOR, x.name.span, text);
    }

    /// The parts of an array or class, in order; `None` where it has none that can be bound, and reported.
    fn parts_to_bind(&mut self, of: Ty, span: Span) -> Option<Vec<BoundPart>> {
        if of.is_error() || !self.complete(of, span) {
            return None;
        }
        let wrong = |b: &mut Self, why: &str| {
            let n = b.cx.type_name(of);
            b.error(
                code::STRUCTURED_BINDING,
                span,
                format!("the parts of `{n}` cannot be bound: {why}"),
            );
            None
        };
        match self.cx.types.kind(of) {
            TypeKind::Array(_, n) if n != UNKNOWN => Some((0..n).map(BoundPart::Element).collect()),
            TypeKind::Record(_) => {
                // All members are of one class ([dcl.struct.bind] 4): of a base, where the class has none.
                let mut class = of;
                loop {
                    let (_, record) = self.cx.types.get_record(class)?;
                    let bases: Vec<Ty> =
                        record.fields.iter().filter(|f| f.base).map(|f| f.ty).collect();
                    let own: Vec<(Symbol, Ty)> =
                        record.fields.iter().filter(|f| !f.base).map(|f| (f.name, f.ty)).collect();
                    let hidden: Vec<(Symbol, MemberAccess)> = record
                        .fields
                        .iter()
                        .filter(|f| !f.base && f.name != words::EMPTY)
                        .map(|f| (f.name, f.access))
                        .collect();
                    let is_union = record.is_union;
                    let holds = |t: &&Ty| {
                        self.cx.types.get_record(**t).is_some_and(|(_, r)| !r.fields.is_empty())
                    };
                    let full: Vec<Ty> = bases.iter().filter(holds).copied().collect();
                    if is_union {
                        return wrong(self, "it is a union");
                    }
                    match (&own[..], &full[..]) {
                        ([], [one]) => class = *one,
                        (_, []) => {
                            if own
                                .iter()
                                .any(|(s, t)| *s == words::EMPTY && self.cx.types.is_record(*t))
                            {
                                return wrong(self, "it has an anonymous member");
                            }
                            if let TypeKind::Record(r) = self.cx.types.kind(class) {
                                // Each must be one that can be named here ([dcl.struct.bind] 4).
                                let mut all = hidden.iter();
                                let may = |b: &mut Self, (name, access): &(Symbol, _)| {
                                    b.check_access((r, *access), Some(of), *name, span)
                                };
                                if !all.all(|m| may(self, m)) {
                                    return None;
                                }
                            }
                            let named = own.iter().filter(|(s, _)| *s != words::EMPTY);
                            return Some(named.map(|(s, _)| BoundPart::Member(*s)).collect());
                        }
                        _ => return wrong(self, "its members are of several classes"),
                    }
                }
            }
            _ => wrong(self, "it is no array or class"),
        }
    }

    /// The type of a bound member that is a reference, and of a part of a tuple; `None` of others, which are of their object's type
    /// ([dcl.struct.bind] 3, 5).
    pub(in crate::check) fn bound_reference(&mut self, number: u32) -> Option<Ty> {
        let &Binding { object, part } = self.variables.bindings.get(number as usize)?;
        let name = match part {
            BoundPart::Variable(ty) => return Some(ty),
            BoundPart::Member(name) => name,
            BoundPart::Element(_) => return None,
        };
        let of = self.cx.types.referred(self.variables.locals.get(object)?.ty);
        let member = self.cx.find_member(of, name)?;
        self.cx.types.is_reference(member.ty).then_some(member.ty)
    }

    /// What a name of a structured binding stands for, as an expression.
    pub(super) fn bound_part(&mut self, number: u32, span: Span) -> E<'t> {
        let Some(&Binding { object, part }) = self.variables.bindings.get(number as usize) else {
            return self.bad(span);
        };
        let object = self.entity_value(Entity::Local(object), words::EMPTY, span);
        match part {
            BoundPart::Variable(_) => object,
            BoundPart::Member(sym) => {
                self.member_of_object(object, object.ty, Name { sym, span }, span)
            }
            BoundPart::Element(k) => {
                let Some((element, _)) = self.cx.types.element(object.ty) else {
                    return self.bad(span);
                };
                let offset = k * self.cx.types.size(element);
                self.part(object, offset, None, element)
            }
        }
    }
}
