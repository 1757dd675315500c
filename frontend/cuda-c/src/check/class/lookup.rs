//! What a name is in a class and its bases together ([class.member.lookup]).
//!
//! Data members, member functions and the rest are kept, and found, apart. A name that two bases have, as whatever, means
//! none of them; that is found here, and each search asks.

use crate::{
    ast::MemberKind,
    check::{Checker, Entity, class::ClassInfo},
    intern::Symbol,
    types::{RecordId, Ty},
    words,
};

/// What a class declares by a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Data,
    Function,
    /// A type, a static member or a constant.
    Entity,
}

/// The class that declares a name, and as what.
type Place = (RecordId, Kind);

/// Several bases have the name.
struct Several;

impl Checker<'_, '_> {
    /// Whether a class has a name from several bases.
    pub(in crate::check) fn is_ambiguous(&self, r: RecordId, name: Symbol) -> bool {
        !wrong!(BasesAnswerApart) && self.place_of(r, name).is_err()
    }

    /// The type of a name in a class or its bases; what is no type hides none.
    pub(super) fn class_type(&self, r: RecordId, name: Symbol) -> Option<Ty> {
        if let Some(Entity::Type(t, _)) = self.class_entity(r, name) {
            return Some(t);
        }
        let bases = self.classes.all.get(&r).map_or(&[][..], |c| &c.bases);
        let mut bases = bases.iter().filter_map(|b| self.class_id(b.ty));
        bases.find_map(|b| self.class_type(b, name))
    }

    fn place_of(&self, r: RecordId, name: Symbol) -> Result<Option<Place>, Several> {
        let Some(c) = self.classes.all.get(&r) else { return Ok(None) };
        if let Some(kind) = self.own_kind(r, c, name) {
            return Ok(Some((r, kind)));
        }
        let mut first = None;
        for base in c.bases.iter().filter_map(|b| self.class_id(b.ty)) {
            match (first, self.place_of(base, name)?) {
                (_, None) => {}
                (None, found) => first = found,
                (Some(a), Some(b)) if self.is_same(a, b, name) => {}
                _ => return Err(Several),
            }
        }
        Ok(first)
    }

    /// Whether what two bases have is one thing, which needs no object ([class.member.lookup] 9).
    fn is_same(&self, a: Place, b: Place, name: Symbol) -> bool {
        match (a.1, b.1) {
            (Kind::Entity, Kind::Entity) => {
                self.class_entity(a.0, name) == self.class_entity(b.0, name)
            }
            (Kind::Function, Kind::Function) => a.0 == b.0 && self.is_static(a.0, name),
            _ => false,
        }
    }

    fn own_kind(&self, r: RecordId, c: &ClassInfo<'_>, name: Symbol) -> Option<Kind> {
        let used = |u: &(Ty, Symbol, crate::ast::MemberAccess)| {
            u.1 == name && self.class_id(u.0).is_some_and(|b| self.class_entity(b, name).is_some())
        };
        if c.entities.contains_key(&name)
            || c.spec.name.sym == name
            || c.used.members.iter().any(used)
        {
            return Some(Kind::Entity);
        }
        if self.declares(r, name, MemberKind::Method) {
            return Some(Kind::Function);
        }
        let rec = self.types.records.get(r)?;
        let anonymous = || {
            let mut within = rec.fields.iter().filter(|f| f.name == words::EMPTY && !f.base);
            within.any(|f| self.find_member(f.ty, name).is_some())
        };
        let data = rec.members.contains_key(&name)
            || c.used.members.iter().any(|u| u.1 == name)
            || anonymous();
        data.then_some(Kind::Data)
    }
}
