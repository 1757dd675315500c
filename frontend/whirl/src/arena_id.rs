//! Typed ids: 4 bytes with a niche, so that `Option` of one is 4 bytes too; and tables that are read by nothing else.
//!
//! Ids of two tables that hold the same kind of thing are not told apart; verifiers must.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// What numbers the entries of a table or arena, and so of the side tables beside it.
pub trait EntityId: Copy {
    /// The id of entry number 0.
    const FIRST: Self;

    /// The id of entry number `index`.
    fn from_index(index: usize) -> Self;

    /// The entry's number, from 0.
    fn index(self) -> usize;
}

/// Defines the type of ids, whose `Display` is the prefix and the number: `arena_id! { /// Docs. Id, "prefix" }`. With a third
/// name between them it also defines how the crate `id-arena` makes and reads the ids: `arena_id! { Id, Behavior, "prefix" }`.
#[macro_export]
macro_rules! arena_id {
    ($(#[$doc:meta])* $id:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $id(::std::num::NonZeroU32);

        impl $id {
            /// The id of entry number `index`.
            pub fn from_index(index: usize) -> $id {
                // A table of 2^32 entries does not fit the memory bounds of the compiler.
                let raw = u32::try_from(index + 1).unwrap_or(u32::MAX);
                $id(::std::num::NonZeroU32::new(raw).unwrap_or(::std::num::NonZeroU32::MAX))
            }

            /// The entry's number, from 0.
            pub fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl $crate::arena_id::EntityId for $id {
            const FIRST: $id = $id(::std::num::NonZeroU32::MIN);

            fn from_index(index: usize) -> $id {
                $id::from_index(index)
            }

            fn index(self) -> usize {
                self.index()
            }
        }

        impl ::std::fmt::Display for $id {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.index())
            }
        }

        impl ::std::fmt::Debug for $id {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
    ($(#[$doc:meta])* $id:ident, $behavior:ident, $prefix:literal) => {
        $crate::arena_id! { $(#[$doc])* $id, $prefix }

        /// How `id-arena` makes and reads the id. Ids of two functions are not told apart; the verifier must.
        #[derive(Clone, Copy, Debug)]
        pub enum $behavior {}

        impl ::id_arena::ArenaBehavior for $behavior {
            type Id = $id;

            fn new_id(_arena: u32, index: usize) -> $id {
                $id::from_index(index)
            }

            fn index(id: $id) -> usize {
                id.index()
            }

            fn arena_id(_id: $id) -> u32 {
                0
            }

            fn new_arena_id() -> u32 {
                0
            }
        }
    };
}

/// A growing list whose entries are named by ids.
#[derive(Clone, Debug)]
pub struct Table<I, T> {
    entries: Vec<T>,
    ids: PhantomData<fn(I)>,
}

impl<I: EntityId, T> Table<I, T> {
    /// An empty table.
    pub fn new() -> Table<I, T> {
        Table { entries: Vec::new(), ids: PhantomData }
    }

    /// Adds an entry, and gives its id.
    pub fn push(&mut self, entry: T) -> I {
        let id = self.next_id();
        self.entries.push(entry);
        id
    }

    /// The id of the entry that is added next.
    pub fn next_id(&self) -> I {
        I::from_index(self.entries.len())
    }

    /// The entry of an id, where there is one.
    pub fn get(&self, id: I) -> Option<&T> {
        self.entries.get(id.index())
    }

    /// The entry of an id to be changed, where there is one.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.entries.get_mut(id.index())
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }

    /// The entries with their ids, in order.
    pub fn with_ids(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.entries.iter().enumerate().map(|(i, e)| (I::from_index(i), e))
    }

    /// The id of the first entry of which something holds.
    pub fn find_id(&self, holds: impl Fn(&T) -> bool) -> Option<I> {
        self.entries.iter().position(holds).map(I::from_index)
    }

    /// The entries in the order of their ids.
    pub fn as_slice(&self) -> &[T] {
        &self.entries
    }

    /// The ids, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.entries.len()).map(I::from_index)
    }

    /// Takes the entries away behind the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.entries.truncate(count);
    }
}

impl<I: EntityId, T> Default for Table<I, T> {
    fn default() -> Table<I, T> {
        Table::new()
    }
}

impl<'t, I: EntityId, T> IntoIterator for &'t Table<I, T> {
    type Item = &'t T;
    type IntoIter = std::slice::Iter<'t, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<I: EntityId, T> FromIterator<T> for Table<I, T> {
    fn from_iter<E: IntoIterator<Item = T>>(entries: E) -> Table<I, T> {
        Table { entries: entries.into_iter().collect(), ids: PhantomData }
    }
}

impl<I: EntityId, T> Index<I> for Table<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.entries[id.index()]
    }
}

impl<I: EntityId, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.entries[id.index()]
    }
}
