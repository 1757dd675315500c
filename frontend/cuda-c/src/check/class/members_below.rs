//! Which members a member function's declaration does not see: those that the class declares behind it ([basic.scope.class] 1).
//!
//! Idea: what hides nothing yet hides no type around the class. Only names that mean types around it are asked for, as others are read alike.
//! Legality: a name whose meaning changes where it is read again in the whole class makes a program ill-formed, without a diagnostic; nvcc,
//! gcc and clang read it as here.
//! Cost: the tokens of a declaration; for a name that is a type outside, the members' names.

use crate::{
    ast::{Base, Flags, Known, MemberFunction, MemberKind, RecordSpec},
    check::Checker,
    intern::Symbol,
    token::{Tok, Token},
    types::RecordId,
};

impl Checker<'_, '_> {
    /// Names in a member function's declaration that mean types around the class, although the class declares something else by them
    /// further down ([basic.scope.class] 1). That its meaning changes so makes a program ill-formed, of which nobody tells.
    pub(in crate::check) fn members_below(
        &self,
        spec: &RecordSpec<'_>,
        outer: Option<RecordId>,
        f: &MemberFunction,
        names: &[(Symbol, bool)],
    ) -> Vec<Symbol> {
        let list = self.declared.lists.get(spec.list as usize);
        let tokens = list.map_or(&[][..], |l| &l.tokens[..]);
        let own = tokens.get(f.first as usize..f.end as usize).unwrap_or(&[]);
        let head = own.iter().take_while(|t| t.kind != Tok::LBrace);
        let is_type_outside = |s: Symbol| {
            self.index.is_type(s)
                || self.index.is_both(s)
                || spec.known.iter().any(|k| k.0 == s && k.1 == Known::Type)
        };
        let mut found: Vec<Symbol> = Vec::new();
        for t in head.filter(|t| t.kind == Tok::Ident && t.span != f.name.span) {
            let member = || names.contains(&(t.sym, false));
            let asked = !found.contains(&t.sym) && is_type_outside(t.sym) && member();
            if asked && !wrong!(MembersAreSeenAbove) {
                // The innermost class that declares it says where.
                let mut around = outer;
                let mut places = places_of(spec, t.sym, tokens);
                while let Some(c) = around.filter(|_| places.is_empty()) {
                    let Some(c) = self.classes.all.get(&c).filter(|c| c.spec.list == spec.list)
                    else {
                        break;
                    };
                    places = places_of(c.spec, t.sym, tokens);
                    around = c.outer;
                }
                if !places.is_empty() && places.iter().all(|p| *p > f.first as usize) {
                    found.push(t.sym);
                }
            }
        }
        found
    }
}

/// The tokens by which a class declares members of a name.
fn places_of(spec: &RecordSpec<'_>, name: Symbol, tokens: &[Token]) -> Vec<usize> {
    let mut places = Vec::new();
    let methods = spec.functions.iter();
    let methods = methods.filter(|g| g.kind == MemberKind::Method && g.name.sym == name);
    places.extend(methods.filter(|g| !g.flags.has(Flags::FRIEND)).map(|g| g.first as usize));
    for d in spec.members {
        let enumerators = match d.spec.base {
            Base::Enum(e) => e.list,
            _ => &[],
        };
        let declared = d.declarators.iter().map(|x| x.name);
        let declared = declared.chain(enumerators.iter().map(|e| e.name));
        for own in declared.filter(|n| n.sym == name) {
            places.extend(tokens.iter().position(|t| t.span == own.span));
        }
    }
    places
}
