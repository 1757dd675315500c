//! What classes at file scope declare as types and templates, by their names alone, as the cut finds it: so much tells
//! `(C::x)-1` from a cast, and `C::f<3>(1)` from a comparison, before anything is checked.
//!
//! Classes of one name, in several namespaces or specialised, are one here: a name is a type if one of them says so.

use crate::intern::{Map, Symbol};

/// So many bases upwards are looked at.
const FARTHEST: u32 = 64;

/// What a class's name stands for as a member.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Member {
    Type,
    Template,
    /// A using declaration brings it.
    Brought,
}

#[derive(Default)]
struct Names {
    members: Map<Symbol, Vec<Member>>,
    bases: Vec<Symbol>,
    /// Something is a part of it that is not looked through.
    open: bool,
}

/// The classes of a file.
#[derive(Default)]
pub(super) struct Classes {
    by_name: Map<Symbol, Names>,
}

impl Classes {
    /// Notes a class that is defined, with the names of its bases.
    pub(super) fn define(&mut self, class: Symbol, bases: &[Symbol]) {
        self.by_name.entry(class).or_default().bases.extend(bases);
    }

    /// Notes that a name is another's too: a typedef, or a class whose bases cannot be told.
    pub(super) fn open(&mut self, name: Symbol) {
        self.by_name.entry(name).or_default().open = true;
    }

    pub(super) fn note(&mut self, class: Symbol, name: Symbol, member: Member) {
        self.by_name.entry(class).or_default().members.entry(name).or_default().push(member);
    }

    /// Whether a class or a base of it has a member of that kind; `None` where that cannot be told.
    pub(super) fn has(&self, class: Symbol, name: Symbol, member: Member) -> Option<bool> {
        self.has_from(class, name, member, 0)
    }

    fn has_from(&self, class: Symbol, name: Symbol, member: Member, depth: u32) -> Option<bool> {
        let c = self.by_name.get(&class).filter(|_| depth < FARTHEST)?;
        let own = c.members.get(&name).map_or(&[][..], Vec::as_slice);
        if own.contains(&member) {
            return Some(true);
        }
        let mut known = !c.open && !own.contains(&Member::Brought);
        for b in &c.bases {
            match self.has_from(*b, name, member, depth + 1) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => known = false,
            }
        }
        known.then_some(false)
    }
}
