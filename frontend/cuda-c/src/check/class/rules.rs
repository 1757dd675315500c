//! What a class may not be made of: members of one name, bases of one type, bases of unions ([class.mem], [class.mi],
//! [class.union]).

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Base, Flags, MemberAccess, MemberFunction, MemberKind, Name, RecordSpec, Tag},
    check::{Body, class::place::Member},
    intern::{Map, Symbol},
    token::Tok,
    types::{RecordId, Ty},
    words,
};

/// What a class declares a name as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Declared {
    Data,
    Function,
    Typedef,
    /// A class or enum: what else is declared by its name hides it.
    Tag,
    /// A static member, an enumerator or a template.
    Other,
}

/// The names by which objects of a class are asked for: data members, and functions but operators.
pub(in crate::check) fn member_names(r: &RecordSpec<'_>) -> Vec<Symbol> {
    let is_type = |d: &Declared| matches!(d, Declared::Typedef | Declared::Tag);
    declared_names(r).into_iter().filter(|(_, d)| !is_type(d)).map(|(name, _)| name.sym).collect()
}

/// The names that a class declares, those of its anonymous members too.
fn declared_names(r: &RecordSpec<'_>) -> Vec<(Name, Declared)> {
    let mut list = Vec::new();
    for f in r.functions {
        if f.kind == MemberKind::Method && !f.flags.has(Flags::FRIEND) {
            list.push((f.name, Declared::Function));
        }
    }
    for d in r.members {
        let f = d.spec.flags;
        let kind = if f.has(Flags::TYPEDEF) {
            Declared::Typedef
        } else if f.has(Flags::STATIC | Flags::EXTERN) {
            Declared::Other
        } else {
            Declared::Data
        };
        let kind = if d.template.is_some() { Declared::Other } else { kind };
        // A specialisation is one of a member that is declared already.
        let own = d.declarators.iter().filter(|x| x.template_args.is_none());
        list.extend(own.map(|x| (x.name, kind)));
        match d.spec.base {
            Base::Record(inner) if d.template.is_some() && inner.template_args.is_some() => {}
            Base::Record(inner) if d.template.is_some() => list.push((inner.name, kind)),
            Base::Record(inner) if inner.name.sym == words::EMPTY && d.declarators.is_empty() => {
                list.extend(declared_names(inner));
            }
            Base::Record(inner) => list.push((inner.name, Declared::Tag)),
            Base::Enum(e) => {
                list.push((e.name, Declared::Tag));
                if !e.scoped {
                    list.extend(e.list.iter().map(|v| (v.name, Declared::Other)));
                }
            }
            _ => {}
        }
    }
    list.retain(|n| n.0.sym != words::EMPTY);
    list
}

/// Whether two declarations of one name may stand in a class.
fn may_share(a: Declared, b: Declared) -> bool {
    match (a, b) {
        (Declared::Function, Declared::Function) => true,
        // Told where they are declared.
        (Declared::Typedef | Declared::Tag, Declared::Typedef | Declared::Tag) => true,
        (Declared::Tag, _) | (_, Declared::Tag) => true,
        // Member templates are functions too.
        (Declared::Other, Declared::Other) | (Declared::Data, Declared::Data) => false,
        _ => false,
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// Reports names that a class declares twice, or that are its own ([class.mem] 1, 13 to 15).
    pub(super) fn check_member_names(&mut self, r: &'a RecordSpec<'a>) {
        let constructors = r.functions.iter().any(|f| f.kind == MemberKind::Constructor);
        let mut seen = Map::default();
        for (name, kind) in declared_names(r) {
            self.check_hides_parameter(name);
            let own = name.sym == r.name.sym && kind != Declared::Tag;
            if own && (kind != Declared::Data || constructors) {
                let text = format!("`{}` is the name of the class", self.cx.text(name.sym));
                self.cx.error(code::REDEFINED, name.span, text);
            }
            match seen.get(&name.sym) {
                Some(&(first, other)) if !may_share(other, kind) => {
                    let at: Span = first;
                    let text = self.cx.text(name.sym).to_string();
                    let text = format!("the member `{text}` stands here twice");
                    let d = Diagnostic::new(code::REDEFINED, name.span, text);
                    self.cx.diags.push(d.note(at, "the first one is here"));
                }
                Some(&(_, other)) if other != Declared::Tag => {}
                _ => {
                    seen.insert(name.sym, (name.span, kind));
                }
            }
        }
    }

    /// Reports friends that a class in a function defines: they would be the namespace's ([class.friend] 6).
    pub(super) fn check_local_friends(&mut self, r: &'a RecordSpec<'a>) {
        let tokens = &self.cx.declared.lists[r.list as usize].tokens;
        let defined = |f: &&MemberFunction| {
            f.flags.has(Flags::FRIEND)
                && tokens
                    .get((f.end as usize).wrapping_sub(1))
                    .is_some_and(|t| t.kind == Tok::RBrace)
        };
        if let Some(at) = r.functions.iter().find(defined).map(|f| f.name.span) {
            let text = "a class in a function defines no friends";
            self.error(code::CLASS_RULE, at, text);
        }
    }

    /// Whether a class may be derived from another; an error where not ([class.mi] 3, [class.union] 2).
    pub(super) fn may_derive(&mut self, tag: Tag, base: Ty, others: &[Member], at: Span) -> bool {
        let n = self.cx.type_name(base);
        let union = self.cx.types.get_record(base).is_some_and(|(_, r)| r.is_union);
        let types = others.iter().map(|m| m.ty).chain([base]);
        let objects = types.fold(0u32, |n, t| self.cx.base_objects(t).saturating_add(n));
        if objects > self.cx.limits().bases {
            let text = "this class is derived from too many others, in all ways";
            self.error(code::LIMIT_NESTING, at, text);
            return false;
        }
        let text = if tag == Tag::Union {
            "a union has no base classes".to_owned()
        } else if union {
            format!("the union `{n}` cannot be a base class")
        } else if self.cx.class(base).is_some_and(|c| c.spec.is_final) {
            format!("`{n}` is `final`: nothing derives from it")
        } else if others.iter().any(|m| m.ty == base.bare()) {
            format!("`{n}` is a base of this class already")
        } else {
            return true;
        };
        self.error(code::CLASS_RULE, at, text);
        false
    }

    /// Reports references among the members of a union, and initial values of several ([class.union] 2, [class.mem] 10).
    pub(super) fn check_union(&mut self, id: RecordId, list: &[Member]) {
        if !self.cx.types.records.get(id).is_some_and(|r| r.is_union) {
            return;
        }
        for m in list {
            if self.cx.types.is_reference(m.ty) {
                self.error(code::CLASS_RULE, m.span, "a union has no members that are references");
            }
        }
        let inits = self.cx.classes.all.get(&id).map_or(0, |c| c.inits.len());
        if let Some(m) = list.first().filter(|_| inits > 1) {
            self.error(code::CLASS_RULE, m.span, "one member of a union may have an initial value");
        }
    }

    /// Whether a using declaration may name a member of a base; an error where not ([namespace.udecl] 17).
    pub(super) fn may_use(&mut self, class: RecordId, base: Ty, name: Name) -> bool {
        let Some(r) = self.cx.class_id(base) else { return true };
        if let Some((owner, _)) = self.cx.method_class(r, name.sym) {
            let functions = self.cx.classes.all.get(&owner).map_or(&[][..], |c| c.spec.functions);
            let far = functions.iter().filter(|f| f.name.sym == name.sym).map(|f| f.access).max();
            let found = (owner, far.unwrap_or(MemberAccess::Public));
            let by = self.cx.types.record(class);
            return self.check_access(found, Some(by), name.sym, name.span);
        }
        if self.cx.class_entity(r, name.sym).is_some() {
            return self.check_entity_access(r, name);
        }
        let by = self.cx.types.record(class);
        match self.cx.find_member(base, name.sym) {
            Some(m) => self.check_access((m.class, m.access), Some(by), name.sym, name.span),
            None => {
                self.unknown_member(base, name);
                false
            }
        }
    }
}
