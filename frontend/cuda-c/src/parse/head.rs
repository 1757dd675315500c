//! Names of a statement's head: what `for`, `while`, `if` and `switch` declare there is not declared again in a later
//! part of the head, nor in the outermost block of what they control ([basic.scope.block] 4).

use optx_source::code;

use super::{Parse, Parser};
use crate::{
    ast::{Base, Declaration, Name, Stmt, StmtKind},
    words,
};

/// What the statements of a head declare.
pub(super) fn names_of(head: &[&Stmt<'_>]) -> Vec<Name> {
    let mut list = Vec::new();
    for s in head {
        declared(s, &mut list);
    }
    list
}

/// The names that a statement declares in the scope around it.
fn declared(s: &Stmt<'_>, list: &mut Vec<Name>) {
    match s.kind {
        StmtKind::Decl(d) => declared_by(d, list),
        StmtKind::Block { list: inner, bare: true } => {
            inner.iter().for_each(|s| declared(s, list));
        }
        _ => {}
    }
}

fn declared_by(d: &Declaration<'_>, list: &mut Vec<Name>) {
    list.extend(d.declarators.iter().map(|x| x.name));
    match d.spec.base {
        Base::Record(r) => list.push(r.name),
        Base::Enum(e) => {
            list.push(e.name);
            if !e.scoped {
                list.extend(e.list.iter().map(|v| v.name));
            }
        }
        _ => {}
    }
}

impl<'a> Parser<'a, '_, '_> {
    /// The statement that a head controls; names of the head that its outermost block declares again are refused. What
    /// another head within declares is of no block.
    pub(super) fn controlled(&mut self, head: &[Name]) -> Parse<&'a Stmt<'a>> {
        let heads = [words::IF, words::FOR, words::WHILE, words::SWITCH];
        let headed = heads.iter().any(|w| self.tok().is(*w)) && !wrong!(HeadsWithinAreBlocks);
        let body = self.one()?;
        if !head.is_empty() {
            let again = match body.kind {
                StmtKind::Block { list, .. } if !headed => names_of(list),
                _ => names_of(&[body]),
            };
            self.not_again(head, &again)?;
        }
        Ok(body)
    }

    /// Refuses names that are among those before.
    pub(super) fn not_again(&mut self, head: &[Name], again: &[Name]) -> Parse<()> {
        let twice = |n: &&Name| n.sym != words::EMPTY && head.iter().any(|h| h.sym == n.sym);
        let Some(n) = again.iter().find(twice) else { return Ok(()) };
        let text = self.input.names.get(n.sym);
        let text = format!("`{text}` is declared in the head of this statement already");
        Err(self.error(code::REDEFINED, n.span, text))
    }
}
