//! Keys: digests of all that a value hangs on.

use std::fmt;

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key([u8; 32]);

/// Into so many parts entries are put, by their keys.
pub(crate) const PARTS: u8 = 64;

/// What names of entries end in.
const ENDING: &str = ".optx";

impl Key {
    /// The bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A key that was written down.
    pub fn from_bytes(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    pub(crate) fn part(&self) -> u8 {
        self.0[0] % PARTS
    }

    pub(crate) fn file_name(&self) -> String {
        self.digits() + ENDING
    }

    fn digits(&self) -> String {
        let halves = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        halves.filter_map(|half| char::from_digit(half.into(), 16)).collect()
    }
}

/// Whether a file's name is that of an entry.
pub(crate) fn is_entry(name: &str) -> bool {
    let digits = name.strip_suffix(ENDING).unwrap_or_default();
    digits.len() == 64 && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.digits())
    }
}

/// Makes a key, part by part.
#[derive(Clone, Debug, Default)]
pub struct KeyMaker(blake3::Hasher);

impl KeyMaker {
    /// Without parts yet.
    pub fn new() -> KeyMaker {
        KeyMaker::default()
    }

    /// Adds a part; its length too, so that no two lists of parts are one.
    #[must_use]
    pub fn part(mut self, bytes: &[u8]) -> KeyMaker {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// The key of all parts.
    #[must_use]
    pub fn key(&self) -> Key {
        Key(*self.0.finalize().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a part ends is of the key.
    #[test]
    fn parts_do_not_run_together() {
        let key = |parts: &[&str]| {
            parts.iter().fold(KeyMaker::new(), |made, part| made.part(part.as_bytes())).key()
        };
        let all = [&["ab", "c"][..], &["a", "bc"], &["abc"], &["abc", ""], &["", "abc"], &[]];
        for (k, one) in all.iter().enumerate() {
            for (l, other) in all.iter().enumerate() {
                assert_eq!(key(one) == key(other), k == l, "{one:?} {other:?}");
            }
        }
        assert!(is_entry(&key(&["a"]).file_name()));
        assert!(!is_entry("notes.optx") && !is_entry(&format!("{:?}", key(&["a"]))));
    }
}
