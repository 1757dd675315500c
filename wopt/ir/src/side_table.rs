//! Tables beside an arena: what a pass or an analysis knows of the arena's entries.

use crate::ids::EntityId;
use std::marker::PhantomData;

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
        if id.index() >= self.entries.len() {
            self.entries.resize(id.index() + 1, self.default.clone());
        }
        &mut self.entries[id.index()]
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
