//! Short lists in place: a small value that is copied, so that looking at a node or at an edge clones nothing.

use crate::ids::{CrId, EntityId};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Kids of an OP. No operation has more than three: the operators of M have one to three, and no pure intrinsic has more;
/// what takes more is a statement (shuffles, inline PTX, calls).
pub type Kids = Few<CrId, 3>;

/// A list of at most `N` ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Few<T, const N: usize> {
    /// What is behind the list's end is always [`EntityId::FIRST`], so that equal lists are equal bits.
    ids: [T; N],
    len: u8,
}

impl<T: EntityId, const N: usize> Few<T, N> {
    /// No ids.
    pub fn new() -> Few<T, N> {
        Few { ids: [T::FIRST; N], len: 0 }
    }

    /// These ids, which the caller knows to be few enough.
    pub fn from_slice(ids: &[T]) -> Few<T, N> {
        ids.iter().copied().collect()
    }

    /// Adds an id at the end, where there is room ([`Few::is_full`]).
    pub fn push(&mut self, id: T) {
        self.ids[usize::from(self.len)] = id;
        self.len += 1;
    }

    /// True where no id can be added.
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == N
    }

    /// What `each` makes of every id, first to last.
    pub fn map(mut self, mut each: impl FnMut(T) -> T) -> Few<T, N> {
        self.iter_mut().for_each(|id| *id = each(*id));
        self
    }
}

impl<T: EntityId, const N: usize> Default for Few<T, N> {
    fn default() -> Few<T, N> {
        Few::new()
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.ids[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.ids[..usize::from(self.len)]
    }
}

impl<T: EntityId, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(ids: I) -> Few<T, N> {
        let mut list = Few::new();
        ids.into_iter().for_each(|id| list.push(id));
        list
    }
}

impl<T, const N: usize> IntoIterator for Few<T, N> {
    type Item = T;
    type IntoIter = std::iter::Take<std::array::IntoIter<T, N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.ids.into_iter().take(usize::from(self.len))
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
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
        assert_ne!(list, Kids::from_slice(&[id(7), CrId::FIRST]), "what fills the rest is no kid");
        assert_eq!(list.map(|kid| id(kid.index() + 1))[..], [id(8)]);
        assert_eq!(list.into_iter().collect::<Vec<_>>(), [id(7)]);
        assert_ne!(Kids::new(), list);
    }

    #[test]
    fn operators_and_pure_intrinsics_fit() {
        for &opr in optx_whirl::Operator::ALL {
            if let (false, optx_whirl::Arity::Exactly(n)) = (opr.is_statement(), opr.arity()) {
                assert!(usize::from(n) <= Kids::new().ids.len(), "{}", opr.name());
            }
        }
        for &intrinsic in optx_whirl::Intrinsic::ALL {
            if intrinsic.class() == optx_whirl::IntrinsicClass::Pure {
                assert!(intrinsic.kid_count() <= Kids::new().ids.len(), "{}", intrinsic.name());
            }
        }
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!((size_of::<Kids>(), size_of::<crate::CodeRep>()), (16, 32));
    }
}
