//! Which of a call's arguments each parameter of a function template takes, before anything is deduced ([temp.deduct.call] 1).
//!
//! Idea: a pack at the end takes what is left. A pack that others follow takes as many as are stated for it, and nothing is deduced
//! from these; what it comes to by other arguments has to be as many.

use super::{TArg, Template, pack::packs_in};
use crate::{
    ast::{Param, Pattern, TypeExpr},
    check::Checker,
};

/// A parameter that is no pack, and the number of the argument that it takes.
#[derive(Clone, Copy)]
pub(super) struct Single<'a> {
    pub argument: usize,
    pub pattern: &'a TypeExpr<'a>,
}

/// A pack of parameters.
#[derive(Clone, Copy)]
pub(super) struct Several<'a> {
    /// The number of the first argument that it takes.
    pub first: usize,
    pub pattern: &'a TypeExpr<'a>,
}

/// What the parameters of a function template take.
pub(super) struct Taken<'a> {
    pub singles: Vec<Single<'a>>,
    /// The last parameter, where it is a pack.
    pub rest: Option<Several<'a>>,
    /// The other packs, and how many arguments each takes.
    between: Vec<(&'a TypeExpr<'a>, usize)>,
}

impl<'a> Checker<'a, '_> {
    /// What parameters take, where so much is stated of a template's arguments.
    pub(super) fn taken(
        &self,
        params: &'a [Param<'a>],
        t: &Template<'a>,
        stated: &[Option<TArg>],
    ) -> Taken<'a> {
        let mut taken = Taken { singles: Vec::new(), rest: None, between: Vec::new() };
        let mut next = 0;
        for (i, p) in params.iter().enumerate() {
            match p.ty {
                TypeExpr::Pack(pattern) if i + 1 == params.len() => {
                    taken.rest = Some(Several { first: next, pattern });
                }
                TypeExpr::Pack(pattern) => {
                    let count = match wrong!(PacksBeforeOthersTakeNothing) {
                        true => 0,
                        false => self.elements_of_packs(pattern, t, stated),
                    };
                    taken.between.push((pattern, count));
                    next += count;
                }
                pattern => {
                    taken.singles.push(Single { argument: next, pattern });
                    next += 1;
                }
            }
        }
        taken
    }

    /// Whether packs that others follow are as many as they take, with what is known of the arguments in the end.
    pub(super) fn are_as_taken(
        &self,
        taken: &Taken<'a>,
        t: &Template<'a>,
        binds: &[Option<TArg>],
    ) -> bool {
        taken.between.iter().all(|(pattern, n)| self.elements_of_packs(pattern, t, binds) == *n)
    }

    fn elements_of_packs(
        &self,
        pattern: &'a TypeExpr<'a>,
        t: &Template<'a>,
        binds: &[Option<TArg>],
    ) -> usize {
        let first = packs_in(t.params, Pattern::Type(pattern)).first().and_then(|i| binds.get(*i));
        match first {
            Some(Some(TArg::Pack(p) | TArg::Begun(p))) => self.elements(*p).len(),
            _ => 0,
        }
    }
}
