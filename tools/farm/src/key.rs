//! Hashes that jobs, bundles and plans are known by.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// A SHA-256; as text 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Digits<'_>", into = "String")]
pub struct Key([u8; 32]);

/// The digits of a key, as JSON has them.
#[derive(Deserialize)]
struct Digits<'a>(#[serde(borrow)] std::borrow::Cow<'a, str>);

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
        Key(hasher.finalize().into())
    }

    /// The first digits, for people.
    pub fn short(&self) -> String {
        let mut text = self.to_string();
        text.truncate(12);
        text
    }

    /// Of its digits.
    pub fn parse(digits: &str) -> Option<Key> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let bytes = digits.as_bytes();
        let mut key = [0; 32];
        if bytes.len() != 2 * key.len() {
            return None;
        }
        for (byte, pair) in key.iter_mut().zip(bytes.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Key(key))
    }
}

impl std::hash::Hash for Key {
    /// A part of a hash is one.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        state.write_u64(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
    }
}

impl TryFrom<Digits<'_>> for Key {
    type Error = String;

    fn try_from(Digits(text): Digits<'_>) -> Result<Key, String> {
        let wrong = || format!("{text:?} is no key: 64 digits of 0-9, a-f make one");
        Key::parse(&text).ok_or_else(wrong)
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        key.to_string()
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut text = [0; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        f.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}
