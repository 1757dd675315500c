//! The key of a compilation, made here and nowhere else.

use super::CacheOptions;
use crate::{Options, Source};
use optx_cache::{Key, KeyMaker};

/// This build of the compiler: made by `build.rs`.
const BUILD: &str = env!("OPTX_BUILD");

/// The digest of all that a compilation is given, but for included files.
///
/// Options are taken as their `Debug` text, which is derived, of all their fields and of those within: none can be left out. That a compilation reads nothing of the
/// environment a test holds.
pub(super) fn base(from: Source<'_>, options: &Options) -> Key {
    // Where results are kept changes none.
    let options = Options { cache: CacheOptions::default(), ..options.clone() };
    KeyMaker::new()
        .part(env!("CARGO_PKG_VERSION").as_bytes())
        .part(BUILD.as_bytes())
        .part(&[cfg!(debug_assertions).into()])
        .part(format!("{options:?}").as_bytes())
        .part(from.name.as_bytes())
        .part(from.source.as_bytes())
        .key()
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
