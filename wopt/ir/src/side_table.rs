//! Tables beside an arena: what a pass or an analysis knows of the arena's entries.

use crate::ids::EntityId;
use std::marker::PhantomData;

/// Entries are made by so many at a time.
const GROWTH: usize = 64;

/// A table indexed by ids of one kind, grown on demand; entries that were never set hold the default.
///
/// A read beyond the end gives the default, so a table made before an arena grew stays good.
#[derive(Clone, Debug)]
pub struct SideTable<K, V> {
    entries: Vec<V>,
    default: V,
    key: PhantomData<fn(K)>,
}

impl<K: EntityId, V: Clone> SideTable<K, V> {
    /// An empty table with the default for entries not set.
    pub fn new(default: V) -> SideTable<K, V> {
        SideTable { entries: Vec::new(), default, key: PhantomData }
    }

    /// The entry of an id.
    pub fn get(&self, id: K) -> &V {
        self.entries.get(id.index()).unwrap_or(&self.default)
    }

    /// The entry of an id, made where absent.
    pub fn entry(&mut self, id: K) -> &mut V {
        self.cover(id.index() + 1);
        &mut self.entries[id.index()]
    }

    /// Makes the first `count` entries, where they are absent: who knows how many there will be need not grow the table
    /// little by little.
    pub fn cover(&mut self, count: usize) {
        if count > self.entries.len() {
            self.grow(count);
        }
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        // Some more than asked for: the arena beside the table may be growing by one entry at a time.
        self.entries.resize(count.next_multiple_of(GROWTH), self.default.clone());
    }

    /// Sets all entries to the default.
    pub fn reset(&mut self) {
        self.entries.fill(self.default.clone());
    }

    /// Sets the entry of an id and gives what stood there.
    pub fn replace(&mut self, id: K, value: V) -> V {
        std::mem::replace(self.entry(id), value)
    }

    /// All entries that were made, by number; those beyond hold the default.
    pub fn entries(&self) -> &[V] {
        &self.entries
    }
}
