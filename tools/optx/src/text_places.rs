//! Where in a text form something stands that is said of a function or of a position in the source.

use optx_whirl::Pos;

/// The line, from 0, at which a function begins, by its name in quotes.
pub(crate) fn line_of_function(source: &str, name: &str) -> Option<usize> {
    let begins = |line: &str| line.trim_start().starts_with("(func") && line.contains(name);
    source.lines().position(begins)
}

/// The line and column, from 1, at which a text form names a position in a function, from its begin on: else that begin, and of
/// what is in no function the options.
pub(crate) fn place_in_text(source: &str, function: &str, pos: Pos) -> (u32, u32) {
    let begin = match function {
        "" => source.lines().position(|line| line.trim_start().starts_with("(options ")),
        name => line_of_function(source, &format!("{name:?}")),
    };
    let begin = begin.unwrap_or(0);
    let spot = format!("{}:{}:{}", pos.file, pos.line, pos.column);
    let names = |line: &str| {
        line.match_indices(&spot).map(|(at, _)| at).find(|&at| {
            let (before, behind) = (&line[..at], &line[at + spot.len()..]);
            before.ends_with(['@', '/']) && !behind.starts_with(|c: char| c.is_ascii_digit())
        })
    };
    let mut lines = source.lines().enumerate().skip(begin).filter(|_| pos.line > 0);
    let named = lines.find_map(|(line, text)| Some((line, names(text)?)));
    let (line, column) = named.unwrap_or((begin, 0));
    (line as u32 + 1, column as u32 + 1)
}
