//! What classes at file scope declare as types and templates, by their names alone, as the cut finds it: so much tells
//! `(C::x)-1` from a cast, and `C::f<3>(1)` from a comparison, before anything is checked.
//!
//! Classes of one name, in several namespaces or specialised, are one here: a name is a type if one of them says so.

use crate::intern::{Map, Symbol};

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
    ///
    /// By their names classes may be their own bases (`A<const T>` that derives from `A<T>`): each name is looked at once, so
    /// that the names not seen yet become fewer with each step.
    pub(super) fn has(&self, class: Symbol, name: Symbol, member: Member) -> Option<bool> {
        let mut known = true;
        let (mut seen, mut next) = (Map::default(), vec![class]);
        while let Some(class) = next.pop() {
            if seen.insert(class, ()).is_some() {
                continue;
            }
            let Some(c) = self.by_name.get(&class) else {
                known = false;
                continue;
            };
            let own = c.members.get(&name).map_or(&[][..], Vec::as_slice);
            if own.contains(&member) {
                return Some(true);
            }
            known &= !c.open && !own.contains(&Member::Brought);
            next.extend(&c.bases);
        }
        known.then_some(false)
    }
}
