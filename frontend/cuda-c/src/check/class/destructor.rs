//! Destructors ([class.dtor]): which classes have one that does something, and the function that does it.
//!
//! Idea: what a class's source declares is a member function as others are; what it leaves to the compiler is one with an empty
//! body. Behind either body the bases and members are destroyed, which [`crate::check::body`]'s `destroy` adds.

use optx_source::Span;

use super::special::Implicit;

use crate::{
    ast::{MemberAccess, MemberKind, Stmt, StmtKind},
    check::{Checker, ParamInfo},
    intern::Map,
    typed::FunctionId,
    types::{RecordId, Ty, TypeKind},
    words,
};

impl<'a> Checker<'a, '_> {
    /// Whether destroying an object of the type does something.
    pub(in crate::check) fn is_destroyed(&mut self, t: Ty) -> bool {
        let t = self.types.innermost(t);
        let TypeKind::Record(r) = self.types.kind(t) else { return false };
        if !self.classes.declare_destructors {
            return false;
        }
        if let Some(known) = self.classes.destroyed.get(&r) {
            return *known;
        }
        let destroyed = self.destructor(t).is_some();
        if self.types.records.get(r).is_some_and(|x| x.complete) {
            self.classes.destroyed.insert(r, destroyed);
        }
        destroyed
    }

    /// The function that destroys objects of a class.
    pub(in crate::check) fn destructor_function(&mut self, r: RecordId) -> Option<FunctionId> {
        if let Some(known) = self.classes.destructors.get(&r) {
            return Some(*known);
        }
        let set = self.declared_methods(r, words::EMPTY, MemberKind::Destructor);
        let f = match set.functions.first() {
            Some(f) => *f,
            None if self.declares_destructor(r) => return None,
            None => self.implicit_destructor(r)?,
        };
        self.classes.destructors.insert(r, f);
        Some(f)
    }

    fn declares_destructor(&self, r: RecordId) -> bool {
        let functions = self.classes.all.get(&r).map_or(&[][..], |c| c.spec.functions);
        functions.iter().any(|f| f.kind == MemberKind::Destructor)
    }

    /// A body with nothing in it.
    pub(super) fn empty_body(&self, span: Span) -> &'a Stmt<'a> {
        self.arenas.stmts.alloc(Stmt { kind: StmtKind::Block { list: &[], bare: false }, span })
    }

    fn implicit_destructor(&mut self, r: RecordId) -> Option<FunctionId> {
        let class = self.types_record(r)?;
        let c = self.classes.all.get(&r)?;
        let span = c.spec.name.span;
        let ty = self.types.pointer(class);
        let this = ParamInfo { name: words::THIS, ty, default: None, plain: false, span };
        let body = Some(self.empty_body(span));
        self.implicit_member(
            r,
            Implicit {
                name: words::DESTRUCTOR,
                kind: MemberKind::Destructor,
                result: Ty::VOID,
                params: vec![this],
                special: None,
                deleted: false,
                body,
            },
        )
    }

    /// Who may destroy an object of a class.
    pub(in crate::check) fn destructor_access(&self, r: RecordId) -> MemberAccess {
        let functions = self.classes.all.get(&r).map_or(&[][..], |c| c.spec.functions);
        let own = functions.iter().find(|f| f.kind == MemberKind::Destructor);
        own.map_or(MemberAccess::Public, |f| f.access)
    }

    /// Whether a class says that its objects are not destroyed.
    pub(in crate::check) fn is_destructor_deleted(&self, r: RecordId) -> bool {
        let functions = self.classes.all.get(&r).map_or(&[][..], |c| c.spec.functions);
        functions.iter().any(|f| f.kind == MemberKind::Destructor && f.deleted)
    }

    /// A base or member within a class whose destructor the class around it cannot reach. Each class within is looked at
    /// once.
    pub(in crate::check) fn lacks_destructor(&self, r: RecordId) -> Option<RecordId> {
        let mut seen: Map<RecordId, ()> = Map::default();
        let mut rest = vec![r];
        while let Some(r) = rest.pop() {
            if seen.insert(r, ()).is_some() {
                continue;
            }
            let fields = self.types.records.get(r).map_or(&[][..], |r| &r.fields);
            for f in fields {
                let Some(part) = self.class_id(self.types.innermost(f.ty)) else { continue };
                let near = match self.destructor_access(part) {
                    _ if self.is_destructor_deleted(part) => false,
                    MemberAccess::Public => true,
                    MemberAccess::Protected => f.base || self.is_friend_class(part, r),
                    MemberAccess::Private => self.is_friend_class(part, r),
                };
                if !near {
                    return Some(part);
                }
                rest.push(part);
            }
        }
        None
    }

    /// The destructor of a class, of a base or of a member that does something.
    pub(in crate::check) fn destructor(&self, t: Ty) -> Option<Span> {
        let mut seen: Map<RecordId, ()> = Map::default();
        let mut rest = vec![t];
        while let Some(t) = rest.pop() {
            match self.types.kind(t) {
                TypeKind::Array(e, _) => rest.push(e),
                TypeKind::Record(r) if seen.insert(r, ()).is_none() => {
                    let functions = self.classes.all.get(&r).map_or(&[][..], |c| c.spec.functions);
                    let own = functions
                        .iter()
                        .find(|f| f.kind == MemberKind::Destructor && !f.trivial && !f.deleted);
                    if let Some(f) = own {
                        return Some(f.name.span);
                    }
                    // A union's members are who made them's to destroy.
                    if let Some(rec) = self.types.records.get(r).filter(|x| !x.is_union) {
                        rest.extend(rec.fields.iter().map(|f| f.ty));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// A union within a type with a member whose destructor does something: its own is deleted, or knows what to destroy
    /// ([class.union] 3).
    pub(in crate::check) fn destroyed_in_union(&self, t: Ty) -> Option<RecordId> {
        let mut seen: Map<RecordId, ()> = Map::default();
        let mut rest = vec![t];
        while let Some(t) = rest.pop() {
            let TypeKind::Record(r) = self.types.kind(self.types.innermost(t)) else { continue };
            let Some(rec) = self.types.records.get(r).filter(|_| seen.insert(r, ()).is_none())
            else {
                continue;
            };
            if rec.is_union && rec.fields.iter().any(|f| self.destructor(f.ty).is_some()) {
                return Some(r);
            }
            rest.extend(rec.fields.iter().map(|f| f.ty));
        }
        None
    }
}
