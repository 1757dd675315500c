//! Access to members ([class.access]): what is private or protected is for its class, its friends and, if protected, the
//! classes derived from it.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Base, Flags, MemberAccess, MemberFunction, Name, Spec},
    check::{Body, Checker, Entity, class::ClassInfo},
    intern::Symbol,
    token::Tok,
    types::{RecordId, Ty, TypeKind},
};

impl Body<'_, '_, '_, '_> {
    /// Whether a member of class `r` may be named here.
    pub(in crate::check) fn may_access(&self, r: RecordId, access: MemberAccess) -> bool {
        if access == MemberAccess::Public {
            return true;
        }
        if wrong!(PrivateIsForAll) {
            return false;
        }
        if self.is_member_or_friend(r) {
            return true;
        }
        let mut around = self.cx.site.class.filter(|_| access == MemberAccess::Protected);
        while let Some(c) = around {
            let classes = self.cx.types.find_record(c).zip(self.cx.types.find_record(r));
            if classes.is_some_and(|(d, b)| self.cx.derives(d, b)) {
                return true;
            }
            around = self.cx.classes.all.get(&c).and_then(|c| c.outer);
        }
        false
    }

    /// The same of a member that is not static, of an object that is named by its class `by`: what is protected is for
    /// the classes between that one and `r`, and not for others that derive from `r` ([class.protected] 1).
    pub(in crate::check) fn may_access_by(
        &self,
        r: RecordId,
        access: MemberAccess,
        by: Ty,
    ) -> bool {
        if access != MemberAccess::Protected || wrong!(PrivateIsForAll) {
            return self.may_access(r, access);
        }
        let Some(base) = self.cx.types.find_record(r) else { return true };
        let mut work = vec![by.bare()];
        let mut k = 0;
        while let Some(&t) = work.get(k) {
            k += 1;
            let Some(d) = self.cx.class_id(t) else { continue };
            if self.is_member_or_friend(d) {
                return true;
            }
            for b in self.cx.classes.all.get(&d).map_or(&[][..], |c| &c.bases) {
                if (b.ty == base || self.cx.derives(b.ty, base)) && !work.contains(&b.ty) {
                    work.push(b.ty);
                }
            }
        }
        false
    }

    /// Whether this is code of a class, of one within it, or of a friend.
    fn is_member_or_friend(&self, r: RecordId) -> bool {
        let mut around = self.cx.site.class;
        while let Some(c) = around {
            if c == r || self.cx.is_friend_class(r, c) {
                return true;
            }
            around = self.cx.classes.all.get(&c).and_then(|c| c.outer);
        }
        match self.expected.asking {
            Some(name) => self.befriends(r, name) || wrong!(DeclarationsSeePrivate),
            None => self.is_friend_function(r),
        }
    }

    /// Whether a class names a function, which is declared here, or a class of that name as a friend.
    fn befriends(&self, r: RecordId, name: Symbol) -> bool {
        let Some(c) = self.cx.classes.all.get(&r) else { return false };
        self.names_friend(c, name, self.cx.site.namespace, true)
            || c.spec.friends.iter().any(|f| friend_name(f) == Some(name))
    }

    /// Whether the function at hand is one that the class names as a friend.
    fn is_friend_function(&self, r: RecordId) -> bool {
        let Some(f) = self.function.and_then(|f| self.cx.functions.get(f)) else {
            return self.function.is_none() && self.cx.site.class.is_none();
        };
        let free = f.membership.class.is_none_or(|own| own == r);
        self.cx
            .classes
            .all
            .get(&r)
            .is_some_and(|c| self.names_friend(c, f.name, f.home.namespace, free))
    }

    /// Whether a class names a function of a namespace as a friend: one of that name, and in the class's namespace where the
    /// name stands by itself ([class.friend] 11). `free` says that it is no member of another class. Parameters are not
    /// looked at.
    fn names_friend(&self, c: &ClassInfo<'_>, name: Symbol, namespace: u32, free: bool) -> bool {
        let tokens =
            self.cx.declared.lists.get(c.spec.list as usize).map_or(&[][..], |l| &l.tokens[..]);
        let near = free
            && (namespace == c.namespace
                || self.cx.index.inline_set(c.namespace).any(|n| n == namespace));
        let alone = |g: &MemberFunction| {
            let own = tokens.get(g.first as usize..g.end as usize).unwrap_or(&[]);
            let mut pairs = own.windows(2).filter(|w| w[1].span == g.name.span);
            pairs.all(|w| w[0].kind != Tok::ColonColon)
        };
        c.spec.functions.iter().any(|g| {
            let named = g.flags.has(Flags::FRIEND) && g.name.sym == name;
            named && (near || !alone(g) || wrong!(FriendsByTheirLastNames))
        })
    }

    /// Whether a member type, constant or static member of a class may be named here; an error where not.
    pub(in crate::check) fn check_entity_access(&mut self, r: RecordId, name: Name) -> bool {
        match self.cx.entity_access(r, name.sym) {
            Some(found) => self.check_access(found, None, name.sym, name.span),
            None => true,
        }
    }

    /// Whether a class may become a base of it here: it has one such base, and may be known to have it; an error where not.
    pub(in crate::check) fn reach_base(&mut self, derived: Ty, base: Ty, at: Span) -> bool {
        if self.cx.derives(derived, base) && self.cx.base_path(derived, base).is_none() {
            self.ambiguous_base(derived, base, at);
            return false;
        }
        self.check_base(derived, base, at)
    }

    /// Whether the base that lies in a class may be reached here, by public steps or by those that are this code's to
    /// take ([class.access.base] 4); an error where not.
    pub(in crate::check) fn check_base(&mut self, derived: Ty, base: Ty, at: Span) -> bool {
        let mut class = derived.bare();
        while class != base.bare() {
            let Some(r) = self.cx.class_id(class) else { return true };
            let bases = self.cx.classes.all.get(&r).map_or(&[][..], |c| &c.bases);
            let Some(step) = bases.iter().find(|b| self.cx.derives(b.ty, base)).copied() else {
                return true;
            };
            if !self.may_access(r, step.access) {
                let (b, d) = (self.cx.type_name(step.ty), self.cx.type_name(class));
                let word =
                    if step.access == MemberAccess::Private { "private" } else { "protected" };
                let text = format!("`{b}` is a {word} base of `{d}` and cannot be reached here");
                self.error(code::CLASS_RULE, at, text);
                return false;
            }
            class = step.ty.bare();
        }
        true
    }

    /// Reports a member that may not be named here; false where it may not. `by` is the class that an object is named by,
    /// for members that lie in one.
    pub(in crate::check) fn check_access(
        &mut self,
        (r, access): (RecordId, MemberAccess),
        by: Option<Ty>,
        name: Symbol,
        at: Span,
    ) -> bool {
        let may = match by {
            Some(t) => self.may_access_by(r, access, t),
            None => self.may_access(r, access),
        };
        if may {
            return true;
        }
        let (text, class) = (self.cx.text(name).to_string(), self.cx.types.records[r].name.clone());
        let word = if access == MemberAccess::Private { "private" } else { "protected" };
        self.cx.diags.push(Diagnostic::new(
            code::CLASS_RULE,
            at,
            format!("`{text}` is a {word} member of `{class}` and cannot be named here"),
        ));
        false
    }
}

impl Checker<'_, '_> {
    /// Whether a class names another as its friend.
    pub(super) fn is_friend_class(&self, r: RecordId, c: RecordId) -> bool {
        let Some(name) = self.classes.all.get(&c).map(|c| c.spec.name.sym) else { return false };
        let Some(class) = self.classes.all.get(&r) else { return false };
        let (types, names) = &class.friends;
        if self.types.find_record(c).is_some_and(|t| types.contains(&t)) {
            return true;
        }
        let means = |f: &&Spec<'_>| friend_name(f) == Some(name) && self.may_mean(f, r, c);
        names.contains(&name) && class.spec.friends.iter().any(means)
    }

    /// Whether a friend declaration in class `r` that has the name of class `c` means it: without a path it is one of the
    /// classes around `r`, or of the innermost namespace ([namespace.memdef] 3).
    fn may_mean(&self, friend: &Spec<'_>, r: RecordId, c: RecordId) -> bool {
        let (Some(class), Some(meant)) = (self.classes.all.get(&r), self.classes.all.get(&c))
        else {
            return false;
        };
        match (friend.base, friend.path) {
            (Base::Nested(outer, ..), _) => {
                let around = meant.outer.and_then(|o| self.classes.all.get(&o));
                around.is_some_and(|o| friend_name(outer) == Some(o.spec.name.sym))
            }
            (Base::Tag(..), Some(p)) => {
                let n = self.index.resolve(class.namespace, p.global, p.names);
                meant.outer.is_none() && n.is_none_or(|n| self.is_namespace_of(n, meant))
            }
            (Base::Tag(..), None) => match meant.outer {
                None => self.is_namespace_of(class.namespace, meant),
                Some(o) => {
                    let mut around = Some(r);
                    while around.is_some_and(|a| a != o) {
                        around =
                            around.and_then(|a| self.classes.all.get(&a)).and_then(|a| a.outer);
                    }
                    around.is_some()
                }
            },
            _ => true,
        }
    }

    /// Whether a class is one of a namespace, or of one that belongs together with it by being inline.
    fn is_namespace_of(&self, n: u32, class: &ClassInfo<'_>) -> bool {
        let inline = |m: u32| m == class.namespace && !wrong!(FriendsOfNoInlineNamespace);
        n == class.namespace || self.index.inline_set(n).any(inline)
    }

    /// Who may name a member type, constant or static member of a class: a class, and how far its word goes. That of a
    /// base is as far away as the base is ([class.access.base] 1).
    pub(in crate::check) fn entity_access(
        &self,
        r: RecordId,
        name: Symbol,
    ) -> Option<(RecordId, MemberAccess)> {
        let c = self.classes.all.get(&r)?;
        if let Some(entity) = c.entities.get(&name) {
            let declares = c.spec.members.iter().find(|d| {
                d.declarators.iter().any(|x| x.name.sym == name)
                    || match d.spec.base {
                        Base::Record(x) => x.name.sym == name,
                        Base::Tag(_, s) => s == name,
                        Base::Enum(e) => {
                            e.name.sym == name || e.list.iter().any(|v| v.name.sym == name)
                        }
                        _ => false,
                    }
            });
            // An enumerator that stands outside of the class goes by its enumeration.
            let around = || {
                let Entity::Const(t, _) = entity else { return None };
                let TypeKind::Enum(e) = self.types.kind(*t) else { return None };
                let of = &self.types.enums.get(e)?.name;
                c.spec
                    .members
                    .iter()
                    .find(|d| matches!(d.spec.base, Base::Enum(e) if self.text(e.name.sym) == of))
            };
            let declaration = declares.or_else(around);
            return Some((r, declaration.map_or(MemberAccess::Public, |d| d.access)));
        }
        if c.spec.name.sym == name {
            return Some((r, MemberAccess::Public));
        }
        if let Some(u) = c.used.members.iter().find(|u| u.1 == name) {
            return Some((r, u.2));
        }
        c.bases.iter().find_map(|b| {
            let found = self.entity_access(self.class_id(b.ty)?, name)?;
            Some(if b.access > found.1 { (r, b.access) } else { found })
        })
    }
}

/// The name of the class that a friend declaration names.
pub(super) fn friend_name(friend: &Spec<'_>) -> Option<Symbol> {
    match friend.base {
        Base::Named(s) | Base::Tag(_, s) => Some(s),
        Base::Template(n, _) | Base::Nested(_, n, _) => Some(n.sym),
        _ => None,
    }
}
