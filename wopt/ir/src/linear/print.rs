//! Trees of forms, in U-form: nothing is promised of how a sum is put together again.

use super::atom::Atom;
use super::form::Term;
use super::parts::{Extension, Whole};
use super::width::Width;
use crate::codemap::Codemap;
use crate::coderep::CodeRep;
use crate::ids::CrId;
use optx_whirl::{Mtype, Operator};

/// A factor times a tree, added to what is there; the product alone where nothing is.
pub fn multiple(
    map: &mut Codemap,
    width: Width,
    before: Option<CrId>,
    tree: CrId,
    factor: u64,
) -> CrId {
    let mtype = width.mtype();
    let Some(before) = before else {
        let by = map.integer(mtype, factor);
        return map.binary(Operator::Mpy, mtype, tree, by);
    };
    match factor {
        1 => map.binary(Operator::Add, mtype, before, tree),
        _ if factor == width.cut(u64::MAX) => map.binary(Operator::Sub, mtype, before, tree),
        _ => {
            let by = map.integer(mtype, factor);
            let product = map.binary(Operator::Mpy, mtype, tree, by);
            map.binary(Operator::Add, mtype, before, product)
        }
    }
}

/// Terms of 64 bits added, in their order; None of none.
pub fn sum<'a>(map: &mut Codemap, terms: impl IntoIterator<Item = &'a Term<Atom>>) -> Option<CrId> {
    terms.into_iter().fold(None, |before, term| {
        let tree = term.atom.tree(map);
        Some(multiple(map, Width::LONG, before, tree, term.factor))
    })
}

impl Atom {
    /// True where it has to be extended first, which machine code does with a product and a sum in one instruction.
    pub fn is_extended(&self) -> bool {
        match self {
            Atom::Object(_) => false,
            Atom::Tree(Whole { extension, .. }) | Atom::Bits { extension, .. } => {
                extension.is_some()
            }
        }
    }

    /// The tree of an atom.
    fn tree(&self, map: &mut Codemap) -> CrId {
        let (tree, extension) = match *self {
            Atom::Object(st) => (map.intern(CodeRep::Lda { st, offset: 0 }), None),
            Atom::Tree(Whole { tree, extension }) => (tree, extension),
            Atom::Bits { opr, kid, constant, extension } => {
                let mtype = if extension.is_some() { Mtype::U4 } else { Mtype::U8 };
                let constant = map.integer(mtype, constant);
                (map.binary(opr, mtype, kid, constant), extension)
            }
        };
        match extension {
            None => tree,
            Some(Extension::Sign) => map.unary(Operator::Cvt, Mtype::I8, Mtype::I4, tree),
            Some(Extension::Zero) => map.unary(Operator::Cvt, Mtype::U8, Mtype::U4, tree),
        }
    }
}
