//! Texts to be found, with captures: `{name}` is one word, any at its first use and the same from then on.

use crate::Wrong;
use crate::directive::{Check, How};
use std::collections::BTreeMap;

/// What captures stand for.
pub(crate) type Captures = BTreeMap<String, String>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Capture(String),
}

/// A text to be found in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    parts: Vec<Part>,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'%')
}

impl Pattern {
    /// Reads the text of a check.
    pub(crate) fn parse(text: &str) -> Result<Pattern, String> {
        let mut parts: Vec<Part> = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('{') {
            plain.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix('{') {
                plain.push('{');
                rest = after;
                continue;
            }
            let (name, after) =
                rest.split_once('}').ok_or("a `{` that nothing closes; `{{` is a brace")?;
            let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
            if !starts || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
                return Err(format!("`{{{name}}}` is no name of a capture; `{{{{` is a brace"));
            }
            if !plain.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut plain)));
            } else if matches!(parts.last(), Some(Part::Capture(_))) {
                return Err("two captures with nothing between them".to_owned());
            }
            parts.push(Part::Capture(name.to_owned()));
            rest = after;
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(Pattern { parts })
    }

    fn captures(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Capture(name) => Some(name.as_str()),
            Part::Text(_) => None,
        })
    }

    /// The first place from `start` on where it stands in the line, with its end; binds captures there.
    pub(crate) fn find(
        &self,
        line: &str,
        start: usize,
        bound: &mut Captures,
    ) -> Option<(usize, usize)> {
        (start..=line.len()).filter(|&at| line.is_char_boundary(at)).find_map(|at| {
            let mut trial = bound.clone();
            let end = matched(&self.parts, line, at, true, &mut trial)?;
            *bound = trial;
            Some((at, end))
        })
    }

    /// How often it stands in the text, line by line.
    pub(crate) fn count(&self, text: &str, bound: &Captures) -> usize {
        let mut found = 0;
        for line in text.lines() {
            let mut at = 0;
            while let Some((start, end)) = self.find(line, at, &mut bound.clone()) {
                found += 1;
                at = end.max(start + 1);
            }
        }
        found
    }

    /// As it reads with its captures put in.
    pub(crate) fn text(&self, bound: &Captures) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Capture(name) => match bound.get(name) {
                Some(word) => word.clone(),
                None => format!("{{{name}}}"),
            },
        };
        self.parts.iter().map(part).collect()
    }
}

/// The end of the parts where they stand at `at`; `first` where nothing of the pattern stands before.
fn matched(
    parts: &[Part],
    line: &str,
    at: usize,
    first: bool,
    bound: &mut Captures,
) -> Option<usize> {
    let Some((part, rest)) = parts.split_first() else { return Some(at) };
    let bytes = line.as_bytes();
    match part {
        Part::Text(text) => {
            line[at..].starts_with(text.as_str()).then_some(())?;
            matched(rest, line, at + text.len(), false, bound)
        }
        Part::Capture(name) => {
            // Where no text of the pattern cuts a word, it is a whole one.
            if first && at > 0 && is_word(bytes[at - 1]) {
                return None;
            }
            let longest = bytes[at..].iter().take_while(|&&b| is_word(b)).count();
            let shortest = if rest.is_empty() { longest.max(1) } else { 1 };
            (shortest..=longest).rev().find_map(|length| {
                let word = &line[at..at + length];
                if bound.get(name).is_some_and(|known| known != word) {
                    return None;
                }
                let mut trial = bound.clone();
                trial.insert(name.clone(), word.to_owned());
                let end = matched(rest, line, at + length, false, &mut trial)?;
                *bound = trial;
                Some(end)
            })
        }
    }
}

/// Checks that each capture is used again, and that those of `not:` and `count` have a match that says what they are.
pub(crate) fn uses(checks: &[Check]) -> Result<(), Wrong> {
    let mut seen: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let matches = |check: &&Check| matches!(check.how, How::Check | How::Next);
    for check in checks.iter().filter(matches) {
        for name in check.pattern.captures() {
            seen.entry(name).or_insert((check.line, 0)).1 += 1;
        }
    }
    for check in checks.iter().filter(|check| !matches(check)) {
        for name in check.pattern.captures() {
            match seen.get_mut(name) {
                Some((line, uses)) if *line < check.line => *uses += 1,
                _ => {
                    let wrong = format!("nothing before it says what `{{{name}}}` is");
                    return Err(Wrong::at(check.line, wrong));
                }
            }
        }
    }
    match seen.iter().find(|(_, (_, uses))| *uses < 2) {
        Some((name, (line, _))) => {
            Err(Wrong::at(*line, format!("`{{{name}}}` is captured and never used again")))
        }
        None => Ok(()),
    }
}
