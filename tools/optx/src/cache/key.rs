//! The key of a compilation, made here and nowhere else.

use super::CacheOptions;
use crate::{Options, Source};
use optx_cache::{Key, KeyMaker};
use std::hash::{Hash as _, Hasher};

/// This build of the compiler: made by `build.rs`.
const BUILD: &str = env!("OPTX_BUILD");

/// The digest of all that a compilation is given, but for included files.
///
/// Of options it takes what their `Hash` goes through, which is derived, of all their fields and of those within: none can be left out. That a compilation reads
/// nothing of the environment a test holds.
pub(super) fn base(from: Source<'_>, options: &Options) -> Key {
    // Where results are kept changes none.
    let options = Options { cache: CacheOptions::default(), ..options.clone() };
    let mut bytes = Bytes(Vec::new());
    options.hash(&mut bytes);
    KeyMaker::new()
        .part(env!("CARGO_PKG_VERSION").as_bytes())
        .part(BUILD.as_bytes())
        .part(&[cfg!(debug_assertions).into()])
        .part(&bytes.0)
        .part(from.name.as_bytes())
        .part(from.source.as_bytes())
        .key()
}

/// What a value gives its hasher.
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

/// What follows the clock, or could.
const CLOCK: [&str; 3] = ["__DATE__", "__TIME__", "__TIMESTAMP__"];

/// Whether a text names the clock's macros.
pub(super) fn is_of_the_clock(text: &str) -> bool {
    CLOCK.iter().any(|name| text.contains(name))
}

/// Whether the source or a macro of the options names the clock's macros: what is made of them is not kept.
pub(super) fn names_the_clock(from: Source<'_>, options: &Options) -> bool {
    is_of_the_clock(from.source) || options.macros.iter().any(|(_, text)| is_of_the_clock(text))
}
