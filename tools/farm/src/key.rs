//! Hashes that jobs, bundles and plans are known by.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// A SHA-256 as 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key(String);

impl Key {
    /// Of a file.
    pub fn of(bytes: &[u8]) -> Key {
        Key::from_hasher(Sha256::new_with_prefix(bytes))
    }

    /// Of some parts, the length of each among what is hashed, so that no two lists of parts are one.
    pub fn of_parts(parts: &[&[u8]]) -> Key {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Key::from_hasher(hasher)
    }

    fn from_hasher(hasher: Sha256) -> Key {
        Key(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first digits, for people.
    pub fn short(&self) -> &str {
        &self.0[..12]
    }
}

impl TryFrom<String> for Key {
    type Error = String;

    fn try_from(text: String) -> Result<Key, String> {
        let is_digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        match text.len() == 64 && text.bytes().all(is_digit) {
            true => Ok(Key(text)),
            false => Err(format!("{text:?} is no key: 64 digits of 0-9, a-f make one")),
        }
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        key.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
