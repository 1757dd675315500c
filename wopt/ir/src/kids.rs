//! The operands of an OP, in place: a small value that is copied, so that looking at a node clones nothing.
//!
//! No operation has more than [`Kids::MOST`]: the operators of M have one to three, and no pure intrinsic has more; what
//! takes more is a statement (shuffles, inline PTX, calls).

use crate::ids::CrId;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Kids of an OP: a list of at most [`Kids::MOST`] nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kids {
    /// What is behind the list's end is always [`NOBODY`], so that equal lists are equal bits.
    ids: [CrId; Kids::MOST],
    len: u8,
}

const NOBODY: CrId = CrId::FIRST;

impl Kids {
    /// The longest list.
    pub const MOST: usize = 3;

    /// No kids.
    pub const fn new() -> Kids {
        Kids { ids: [NOBODY; Kids::MOST], len: 0 }
    }

    /// These kids; of a verified operation, so they are few enough.
    pub fn from_slice(kids: &[CrId]) -> Kids {
        kids.iter().copied().collect()
    }

    /// Adds a kid at the end, where there is room ([`Kids::is_full`]).
    pub fn push(&mut self, kid: CrId) {
        self.ids[usize::from(self.len)] = kid;
        self.len += 1;
    }

    /// True where no kid can be added.
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == Kids::MOST
    }

    /// What `each` makes of every kid, first to last.
    pub fn map(mut self, mut each: impl FnMut(CrId) -> CrId) -> Kids {
        self.iter_mut().for_each(|kid| *kid = each(*kid));
        self
    }
}

impl Default for Kids {
    fn default() -> Kids {
        Kids::new()
    }
}

impl Deref for Kids {
    type Target = [CrId];

    fn deref(&self) -> &[CrId] {
        &self.ids[..usize::from(self.len)]
    }
}

impl DerefMut for Kids {
    fn deref_mut(&mut self) -> &mut [CrId] {
        &mut self.ids[..usize::from(self.len)]
    }
}

impl FromIterator<CrId> for Kids {
    fn from_iter<I: IntoIterator<Item = CrId>>(kids: I) -> Kids {
        let mut list = Kids::new();
        kids.into_iter().for_each(|kid| list.push(kid));
        list
    }
}

impl<'a> IntoIterator for &'a Kids {
    type Item = &'a CrId;
    type IntoIter = std::slice::Iter<'a, CrId>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Kids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self[..], f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_equal_by_what_they_hold() {
        let id = CrId::from_index;
        let mut list = Kids::new();
        list.push(id(7));
        assert_eq!(list, Kids::from_slice(&[id(7)]));
        assert_ne!(list, Kids::from_slice(&[id(7), NOBODY]), "what fills the rest is no kid");
        assert_eq!(list.map(|kid| id(kid.index() + 1))[..], [id(8)]);
        assert_ne!(Kids::new(), list);
    }

    #[test]
    fn operators_and_pure_intrinsics_fit() {
        for &opr in optx_whirl::Operator::ALL {
            if let (false, optx_whirl::Arity::Exactly(n)) = (opr.is_statement(), opr.arity()) {
                assert!(usize::from(n) <= Kids::MOST, "{}", opr.name());
            }
        }
        for &intrinsic in optx_whirl::Intrinsic::ALL {
            if intrinsic.class() == optx_whirl::IntrinsicClass::Pure {
                assert!(intrinsic.kid_count() <= Kids::MOST, "{}", intrinsic.name());
            }
        }
    }

    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Kids>() <= 16);
        assert!(size_of::<crate::CodeRep>() <= 32);
    }
}
