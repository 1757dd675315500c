//! Suggestions are for what compiles when they are taken: each is taken by itself, and the mistake is gone.

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, Severity, SourceMap};

/// From where to where in a text, and what to put there.
type Replacement = (usize, usize, String);

/// The errors of a source and all its mistakes, and its suggestions as places in its text and what to put there.
fn mistakes(source: &str, options: &FrontendOptions<'_>) -> ((usize, usize), Vec<Replacement>) {
    let (mut map, mut diags) = (SourceMap::new(), Diagnostics::default());
    compile_to_whirl("t.cu", source, options, &mut map, &mut diags);
    let base = map.files().iter().find(|f| f.name == "t.cu").map_or(0, |f| f.base());
    let count = |most: Severity| diags.list().iter().filter(|d| d.severity <= most).count();
    let list = diags.list();
    let suggestions = list.iter().filter_map(|d| d.suggestion.as_ref()).filter_map(|s| {
        // What a macro wrote is mended in the macro.
        let (lo, hi) =
            (s.span.lo.checked_sub(base)? as usize, s.span.hi.checked_sub(base)? as usize);
        (hi <= source.len()).then(|| (lo, hi, s.replacement.clone()))
    });
    ((count(Severity::Error), count(Severity::Warning)), suggestions.collect())
}

/// Takes each suggestion of a source by itself; panics where that does not leave fewer mistakes.
pub fn each_mends(source: &str, options: &FrontendOptions<'_>) {
    let (before, suggestions) = mistakes(source, options);
    for (lo, hi, text) in suggestions {
        let mended = format!("{}{text}{}", &source[..lo], &source[hi..]);
        let (after, _) = mistakes(&mended, options);
        assert!(
            after < before,
            "{before:?} mistakes, and {after:?} with `{text}`:\n{source}\n{mended}"
        );
    }
}
