//! `--options-file=FILE`, nvcc's way to take options out of files: each stands for the words in it.
//!
//! Words are apart by blanks and ends of lines; quotes, single or double, hold a word together, and a backslash takes the next character as it is.
//! Source: nvcc's documentation, "--options-file".

use crate::{Failure, output};

/// So deep files name files.
const DEEPEST: u32 = 16;

/// The arguments with what files of options hold in the place of their names.
pub(crate) fn expanded(arguments: Vec<String>) -> Result<Vec<String>, Failure> {
    let mut out = Vec::new();
    expand(arguments, &mut out, 0)?;
    Ok(out)
}

fn expand(arguments: Vec<String>, out: &mut Vec<String>, depth: u32) -> Result<(), Failure> {
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let body = argument.trim_start_matches('-');
        let (name, file) = match body.split_once('=') {
            Some((name, file)) => (name, Some(file.to_owned())),
            None => (body, None),
        };
        if !argument.starts_with('-') || !matches!(name, "options-file" | "optf") {
            out.push(argument);
            continue;
        }
        let Some(files) = file.or_else(|| arguments.next()) else {
            return Err(Failure::usage(format!("`{argument}` wants a value")));
        };
        if depth >= DEEPEST {
            return Err(Failure::usage(format!("`{argument}`: files of options name each other")));
        }
        for file in files.split(',') {
            expand(words(&output::read(file)?), out, depth + 1)?;
        }
    }
    Ok(())
}

/// The words of a text.
fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let (mut word, mut quote) = (None::<String>, None::<char>);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => out.extend(word.take()),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(q), c) if c == q => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(rest.next()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    out
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_apart_by_blanks_but_for_quotes() {
        for (text, wanted) in [
            ("", &[][..]),
            (" -DA=1\n-I  inc\t", &["-DA=1", "-I", "inc"]),
            ("-D'A= 1' \"-I a b\"", &["-DA= 1", "-I a b"]),
            ("-DA=\\\"x\\\" a\\ b '' \"\\\"\"", &["-DA=\"x\"", "a b", "", "\""]),
            ("'a\\b'", &["a\\b"]),
        ] {
            assert_eq!(words(text), wanted, "{text}");
        }
    }
}
