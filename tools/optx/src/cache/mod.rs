//! Results of compilations, kept on disk, so that what is compiled again is read.
//!
//! **Idea.** A compilation is a function of the source, its name, the options, this build of the compiler, and of what it is answered when it asks for files. The
//! key is a digest of the first four (`key`). Under it lies what compilations of it asked for, each question with a digest of the answer, that there is no such
//! file too (`asked`): where asking again gives the same answers, the result is the same. It lies under a key of its own, with all that was said (`made`).
//!
//! A question is that of [`Include`]: no matter where its files come from, a header that appears in an earlier folder, or that `__has_include` asked for in vain, is
//! another answer. The text after preprocessing is no key: messages show lines as they stand in files, and columns, which it has not.
//!
//! **Legality.** Up to the first answer that is another one, a compilation would ask for the same: nothing is asked that it would not ask.
//! Source: the two ways of ccache (its manual, "How ccache works": the direct mode), for a compiler in the same process.
//!
//! **Cost.** A hit: a digest of the source and the options' text, two files read, and each included file read and its digest made. A miss besides: a digest of
//! each file that was read, and two files written.

mod asked;
mod key;
mod made;
mod stored;

use crate::{Diagnostics, Options, Ptx, Source};
use asked::{Asked, Traces};
use optx_cache::{Cache, Event};
use stored::Stored;

/// Where results are kept, if at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CacheOptions {
    /// `--cache`: the folder.
    pub folder: Option<String>,
    /// `--cache-size`: so many bytes at most; else [`optx_cache::DEFAULT_BOUND`].
    pub bound: Option<u64>,
    /// `--no-cache`: nothing is kept or looked up, whatever the environment says.
    pub off: bool,
}

/// The cache that a compilation asks, if it may. What is watched, timed or cut short is wanted for itself and not for its result.
pub(crate) fn of(options: &Options, watched: bool) -> Option<Cache> {
    let CacheOptions { folder, bound, off } = &options.cache;
    let itself = watched || options.time_passes || options.asked.bisect_limit.is_some();
    let folder = folder.as_ref().filter(|_| !off && !itself)?;
    Some(Cache::new(folder, bound.unwrap_or(optx_cache::DEFAULT_BOUND)))
}

/// The result of a compilation: what is kept, or what `compile` makes, which is kept then.
pub(crate) fn compiled(
    cache: &Cache,
    from: Source<'_>,
    options: &Options,
    compile: impl FnOnce(Source<'_>) -> Result<Ptx, Diagnostics>,
) -> Result<Ptx, Diagnostics> {
    let base = key::base(from, options);
    let traces = || cache.get(&base).and_then(|bytes| Traces::from_bytes(&bytes));
    let known = traces().and_then(|traces| traces.holding(&base, from.include));
    let kept = known.and_then(|key| cache.get(&key)).and_then(|bytes| made::from_bytes(&bytes));
    if let Some(kept) = kept {
        cache.note(Event::Hit);
        return kept;
    }
    let asked = Asked::new(from.include);
    let made = compile(Source { include: &asked, ..from });
    let trace = asked.finish().filter(|_| !key::names_the_clock(from, options));
    if let Some(trace) = trace {
        cache.put(&trace.key(&base), &made::to_bytes(&made));
        // Others may have come by meanwhile.
        let mut all = traces().unwrap_or_default();
        all.add(trace);
        cache.put(&base, &all.to_bytes());
    }
    cache.note(Event::Miss);
    made
}
