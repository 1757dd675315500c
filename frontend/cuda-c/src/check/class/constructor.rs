//! What a constructor does before its body: its bases and members, by its initialisers and theirs ([class.base.init]).

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{ExprKind, MemberInit},
    check::{Body, Entity, body::E, body::Initial, template::ExpandedInits},
    intern::Symbol,
    typed::{TKind, TStmt, TStmtKind},
    types::{Field, RecordId, Ty, TypeKind},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The statements before a constructor's body: base classes and members, in the order of the class
    /// ([class.base.init] 13).
    pub(in crate::check) fn constructor_prologue(
        &mut self,
        r: RecordId,
        inits: &'a [MemberInit<'a>],
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let Some(object) = self.this_object(span) else { return };
        let object = self.mk_lvalue(object.kind, object.ty.bare(), span);
        let class = self.cx.types.record(r);
        let ExpandedInits { list: inits, elements } = self.expanded_inits(inits);
        let classes: Vec<Option<Ty>> = inits
            .iter()
            .zip(&elements)
            .map(|(i, element)| match element {
                Some(of) => self.with_element(of.packs, of.index, |b| b.class_named(r, i)),
                None => self.class_named(r, i),
            })
            .collect();
        if let ([one], [Some(named)]) = (inits, &classes[..])
            && named.bare() == class
        {
            // The work is another constructor's.
            let init = if wrong!(DelegationDefaults) { Initial::Value } else { written(one) };
            if let Some(value) = self.initial(class, init, one.name.span) {
                self.push_init(object, value, span, out);
            }
            return;
        }
        let Some(rec) = self.cx.types.records.get(r) else { return };
        let (mut fields, is_union) = (rec.fields.clone(), rec.is_union);
        if wrong!(MembersInWrittenOrder) {
            fields.sort_by_key(|f| inits.iter().position(|i| i.name.sym == f.name && !f.base));
        }
        self.check_named_once(inits, &classes);
        self.check_one_of_union(class, inits);
        let mut used = vec![false; inits.len()];
        for (place, f) in fields.iter().enumerate() {
            let position = inits.iter().zip(&classes).position(|(i, class)| match class {
                Some(class) => f.base && class.bare() == f.ty.bare(),
                None => !f.base && f.name != words::EMPTY && i.name.sym == f.name,
            });
            let part = self.raw_field(object, f);
            let (init, at) = match position {
                Some(k) => {
                    used[k] = true;
                    match f.base {
                        true => self.check_base_name(r, &inits[k], f.ty),
                        false if is_union => {}
                        false => self.told_of_unset_members(&inits[k], &fields[place..]),
                    }
                    (written(&inits[k]), inits[k].name.span)
                }
                // Of a union's members one is initialised ([class.base.init] 9).
                None if is_union && !inits.is_empty() && !wrong!(UnionDefaultsToo) => continue,
                None => match self.member_initializer(r, f) {
                    Some(init) => (init, span),
                    // An anonymous member's own initialisers are its class's.
                    None if is_union => continue,
                    None => (Initial::Default, span),
                },
            };
            // One of the members of an anonymous union is named here.
            if f.name == words::EMPTY && !f.base && self.names_member(inits, f.ty) {
                if !wrong!(AnonymousMembersLast) {
                    self.anonymous_members(f.ty, (object, class), inits, &mut used, out);
                }
                continue;
            }
            if position.is_none() && self.is_open_union(f) {
                continue;
            }
            self.expected.making_base = f.base.then_some((f.ty, at));
            if matches!(init, Initial::Default) && f.name != words::EMPTY {
                self.check_left(f, at);
            }
            if position.is_some() {
                self.initialize_member(part, f.ty, init, at, out);
            } else {
                // It stands in the class: the constructor's parameters are not seen there.
                let this = self.scope_entity(words::THIS);
                self.in_class_of(r, this, |b| b.initialize_member(part, f.ty, init, at, out));
            }
        }
        for ((i, used), named) in inits.iter().zip(used).zip(&classes) {
            if used {
                continue;
            }
            // What is written as a class has no member's name.
            if let Some(named) = named.filter(|t| i.class.is_some() && !t.is_error()) {
                let (base, own) = (self.cx.type_name(named.bare()), self.cx.type_name(class));
                let text = format!("`{base}` is no direct base of `{own}`");
                self.error(code::CLASS_RULE, i.name.span, text);
                continue;
            }
            // A base's member is the base's to initialise ([class.base.init] 2).
            match self.cx.find_member(class, i.name.sym).filter(|m| m.declared == r) {
                Some(m) => {
                    let part = self.part(object, m.offset, m.bits, m.ty);
                    self.initialize_member(part, m.ty, written(i), i.name.span, out);
                }
                None => self.unknown_member(class, i.name),
            }
        }
    }

    /// Reports a constant that a constructor leaves without a value ([class.base.init] 9.3, [dcl.init] 7).
    fn check_left(&mut self, f: &Field, span: Span) {
        if self.cx.types.innermost(f.ty).is_const() && !self.cx.sets_itself(f.ty) {
            let text = format!("the `const` member `{}` gets no value here", self.cx.text(f.name));
            let d = Diagnostic::new(code::BAD_INITIALIZER, span, text);
            let note =
                "write a value behind its name in the class, or an initialiser of the constructor";
            self.cx.diags.push(d.note(Span::NONE, note));
        }
    }

    /// Reports what two initialisers of a constructor name ([class.base.init] 5).
    fn check_named_once(&mut self, inits: &[MemberInit<'_>], classes: &[Option<Ty>]) {
        for (k, (i, class)) in inits.iter().zip(classes).enumerate() {
            let before = inits[..k].iter().zip(classes).find(|(other, c)| match (c, class) {
                (Some(c), Some(class)) => c.bare() == class.bare() && !c.is_error(),
                (None, None) => other.name.sym == i.name.sym,
                _ => false,
            });
            if let Some((first, _)) = before {
                let text = format!("`{}` is initialised twice", self.cx.text(i.name.sym));
                let d = Diagnostic::new(code::REDEFINED, i.name.span, text);
                self.cx.diags.push(d.note(first.name.span, "the first time is here"));
            }
        }
    }

    /// Reports several members of one union, the class itself or an anonymous one in it, that initialisers name
    /// ([class.base.init] 8).
    fn check_one_of_union(&mut self, t: Ty, inits: &[MemberInit<'_>]) {
        let Some((_, rec)) = self.cx.types.get_record(t) else { return };
        let (fields, is_union) = (rec.fields.clone(), rec.is_union);
        let anonymous = |f: &Field| f.name == words::EMPTY && !f.base;
        let mut first: Option<Symbol> = None;
        for f in &fields {
            let named = inits.iter().find(|i| match anonymous(f) {
                true => self.cx.find_member(f.ty, i.name.sym).is_some(),
                false => f.name == i.name.sym && !f.base,
            });
            let Some(i) = named else { continue };
            if let Some(s) = first.filter(|_| is_union) {
                let (a, b) = (self.cx.text(s), self.cx.text(i.name.sym));
                let text =
                    format!("`{a}` and `{b}` are members of one union: one can be initialised");
                self.error(code::BAD_INITIALIZER, i.name.span, &text);
            }
            first.get_or_insert(i.name.sym);
            if anonymous(f) {
                self.check_one_of_union(f.ty, inits);
            }
        }
    }

    /// The members of an anonymous struct or union that a constructor's initialisers name, in the order of their places.
    fn anonymous_members(
        &mut self,
        within: Ty,
        (object, class): (E<'t>, Ty),
        inits: &'a [MemberInit<'a>],
        used: &mut [bool],
        out: &mut Vec<TStmt<'t>>,
    ) {
        let mut named: Vec<(u64, usize)> = (0usize..)
            .zip(inits)
            .filter_map(|(k, i)| Some((self.cx.find_member(within, i.name.sym)?.offset, k)))
            .collect();
        named.sort_unstable();
        for (_, k) in named {
            let i = &inits[k];
            if let Some(m) = self.cx.find_member(class, i.name.sym).filter(|_| !used[k]) {
                used[k] = true;
                let part = self.part(object, m.offset, m.bits, m.ty);
                self.initialize_member(part, m.ty, written(i), i.name.span, out);
            }
        }
    }

    /// Whether a field is an anonymous union without an initial value: a constructor makes none of its members
    /// ([class.base.init] 9.2).
    fn is_open_union(&self, f: &Field) -> bool {
        let union = self.cx.types.get_record(f.ty).filter(|(_, r)| r.is_union && !f.base);
        let class = union.and_then(|(id, _)| self.cx.classes.all.get(&id));
        f.name == words::EMPTY && class.is_some_and(|c| c.inits.is_empty())
    }

    fn names_member(&self, inits: &[MemberInit<'_>], t: Ty) -> bool {
        inits.iter().any(|i| self.cx.find_member(t, i.name.sym).is_some())
    }

    fn initialize_member(
        &mut self,
        part: E<'t>,
        ty: Ty,
        init: Initial<'a>,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let value = match self.cx.types.kind(ty) {
            TypeKind::Reference(r, _) if wrong!(ReferenceMembersAreCopies) => {
                match self.initial(r.bare(), init, span) {
                    Some(v) => self.object_pointer(v, span),
                    None => return,
                }
            }
            TypeKind::Reference(r, rvalue) => self.reference_initial(r, rvalue, init, span),
            _ => match self.initial(ty.bare(), init, span) {
                Some(v) => v,
                None => return,
            },
        };
        if self.cx.types.is_reference(ty) {
            self.check_bound_member(value, span);
        }
        let target = self.mk_as(part.kind, part.ty, part.category, span);
        self.push_init(target, value, span, out);
    }

    fn push_init(&mut self, part: E<'t>, value: E<'t>, span: Span, out: &mut Vec<TStmt<'t>>) {
        if value.ty.is_error() {
            return;
        }
        let e = self.mk(TKind::Init(part, value), Ty::VOID, span);
        out.push(TStmt { kind: TStmtKind::Expr(e), span });
    }

    /// Reports an initialiser that names a base by that one's own name, where names are not looked up in the base, as it
    /// depends on the parameters of the class's template ([temp.dep] 3).
    fn check_base_name(&mut self, r: RecordId, i: &MemberInit<'_>, base: Ty) {
        let bases = self.cx.classes.all.get(&r).map_or(&[][..], |c| &c.bases);
        let dependent = bases.iter().any(|b| b.dependent && b.ty.bare() == base.bare());
        if !dependent || i.class.is_some() || self.names_type(i.name.sym, base) {
            return;
        }
        let (text, full) = (self.cx.text(i.name.sym).to_string(), self.cx.type_name(base.bare()));
        let text = format!(
            "`{text}` is not found in the base `{full}`, which depends on the template's parameters"
        );
        let arguments = full.contains('<');
        let note = if arguments {
            "write the base as behind the class's name, with its arguments"
        } else {
            "write the base as behind the class's name"
        };
        let d = Diagnostic::new(code::TEMPLATE, i.name.span, text);
        self.cx.diags.push(d.note(Span::NONE, note));
    }

    /// Whether a name that is looked up here is a type's.
    fn names_type(&mut self, s: Symbol, t: Ty) -> bool {
        let is = |e: Option<Entity>| matches!(e, Some(Entity::Type(x, _)) if x.bare() == t.bare());
        is(self.scope_entity(s))
            || is(self.class_scope_entity(s).map(|e| e.1))
            || is(self.cx.lookup(s))
    }

    /// The class that an initialiser of a constructor names: a base, or the class itself. A name is looked up in the class
    /// first, where it may be a member's, and then around it ([class.base.init] 2).
    fn class_named(&mut self, r: RecordId, i: &MemberInit<'a>) -> Option<Ty> {
        if let Some(spec) = i.class {
            let class = self.base_type(spec, words::EMPTY);
            if !wrong!(BasesByTheirLastName) {
                return Some(class);
            }
        } else if self.cx.types.records.get(r)?.members.contains_key(&i.name.sym) {
            return None;
        }
        if let Some(Entity::Type(t, _)) = self.lookup(i.name.sym) {
            return Some(t);
        }
        // What is not found, as a base that depends on parameters hides it, is told of the base that has the name.
        let own = self.cx.types.record(r);
        let fields = &self.cx.types.records.get(r)?.fields;
        let mut all = fields.iter().filter(|f| f.base).map(|f| f.ty).chain([own]);
        all.find(|t| self.is_named(i.name.sym, *t))
    }

    /// Whether a class or its template has a name.
    fn is_named(&self, s: Symbol, t: Ty) -> bool {
        let text = self.cx.text(s);
        let named = |name: &str| name == text || name.split('<').next() == Some(text);
        self.cx.types.get_record(t).is_some_and(|(_, r)| named(&r.name))
    }
}

/// An initialiser of a member as it is written.
fn written<'a>(i: &MemberInit<'a>) -> Initial<'a> {
    match i.args {
        [one] if matches!(one.kind, ExprKind::InitList(_)) => Initial::List(one),
        [] if wrong!(EmptyMemberInitialiserIsDefault) => Initial::Default,
        [] => Initial::Value,
        args => Initial::Direct(args),
    }
}
