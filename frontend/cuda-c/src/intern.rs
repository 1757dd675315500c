//! Names: each spelling is one [`Symbol`], and the words of the language have fixed ones.

use std::hash::Hasher;

use hashbrown::HashTable;
pub(crate) use optx_whirl::fixed_hash::{FixedHasher, Map};

/// An interned spelling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

impl Symbol {
    /// Its number among the spellings.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

fn hash(text: &str) -> u64 {
    let mut h = FixedHasher::default();
    h.write(text.as_bytes());
    h.finish()
}

/// The table of spellings.
pub struct Interner {
    text: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl Interner {
    /// A table that holds the words of the language, at their fixed symbols.
    #[must_use]
    pub fn new() -> Interner {
        let mut i = Interner {
            text: String::with_capacity(4096),
            ends: Vec::with_capacity(512),
            table: HashTable::with_capacity(512),
        };
        for w in crate::words::WORDS {
            i.intern(w);
        }
        i
    }

    /// The symbol of a spelling.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let h = hash(text);
        let (all, ends) = (&self.text, &self.ends);
        if let Some(&i) = self.table.find(h, |&i| get(all, ends, i) == text) {
            return Symbol(i);
        }
        let id = self.ends.len() as u32;
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        let (all, ends) = (&self.text, &self.ends);
        self.table.insert_unique(h, id, |&i| hash(get(all, ends, i)));
        Symbol(id)
    }

    /// The symbol of a spelling that was interned before.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.table.find(hash(text), |&i| get(&self.text, &self.ends, i) == text).map(|&i| Symbol(i))
    }

    /// The spelling of a symbol.
    #[must_use]
    pub fn get(&self, s: Symbol) -> &str {
        get(&self.text, &self.ends, s.0)
    }

    /// How many spellings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl Default for Interner {
    fn default() -> Self {
        Interner::new()
    }
}

fn get<'a>(text: &'a str, ends: &[u32], i: u32) -> &'a str {
    let i = i as usize;
    let lo = if i == 0 { 0 } else { ends[i - 1] as usize };
    ends.get(i).map_or("", |&hi| &text[lo..hi as usize])
}
