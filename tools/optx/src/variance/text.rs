//! Source texts: of places, and what of a statement's text is assigned or accessed.

use super::{File, Site};
use crate::diagnostics::Report;
use optx_source::Span;
use optx_whirl::{Loc, Module, SourcePlace};
use std::collections::{HashMap, HashSet};

/// The source of a module.
pub(super) struct Source<'a> {
    module: &'a Module,
    report: &'a Report,
    builtin: Vec<bool>,
    macros: HashSet<String>,
    numbers: HashMap<u16, usize>,
    files: Vec<File>,
}

impl<'a> Source<'a> {
    pub(super) fn new(module: &'a Module, report: &'a Report) -> Source<'a> {
        let is_builtin = |name: &String| {
            let mut files = report.map.files().iter();
            files.find(|f| f.name == *name).is_some_and(|f| f.builtin)
        };
        let builtin = module.files.iter().map(is_builtin).collect();
        let macros = report.map.expansions().iter().map(|e| e.name.to_string()).collect();
        Source { module, report, builtin, macros, numbers: HashMap::new(), files: Vec::new() }
    }

    /// A file of the compiler's own library.
    pub(super) fn is_builtin(&self, file: u16) -> bool {
        self.builtin.get(usize::from(file)).copied().unwrap_or(false)
    }

    /// A call of a function, as far as its text says.
    pub(super) fn is_call(&self, text: &str) -> bool {
        let tokens = tokens(text);
        let open = tokens.iter().position(|t| *t == "(");
        let called = open.and_then(|k| tokens.get(k.checked_sub(1)?)).copied();
        called.is_some_and(|name| name == ">" || is_word(name) && !self.macros.contains(name))
            && open.is_some_and(|k| closing(&tokens, k) + 1 == tokens.len())
    }

    pub(super) fn place(&self, loc: Loc) -> SourcePlace {
        self.module.locs.get(loc)
    }

    /// A place as the report has it.
    pub(super) fn site(&mut self, place: &SourcePlace) -> Site {
        let next = self.files.len();
        let file = *self.numbers.entry(place.file).or_insert(next);
        if file == next {
            let name = self.module.files.get(usize::from(place.file)).cloned().unwrap_or_default();
            let known = self.report.map.files().iter().find(|f| f.name == name);
            let lines = known.map_or(0, |f| f.text.lines().count() + f.lines()) as u32;
            let mut lines: Vec<String> =
                (1..=lines).map_while(|line| self.line(&name, line)).collect();
            while lines.last().is_some_and(|line| line.trim().is_empty()) {
                lines.pop();
            }
            self.files.push(File { name, lines });
        }
        let (line, column) = (place.line, u32::from(place.column));
        Site { file, line, column, length: u32::from(place.length) }
    }

    fn line(&self, name: &str, line: u32) -> Option<String> {
        let span = self.report.map.locate(name, line, 1);
        self.report.map.source_line(span).map(|(_, text)| text.to_owned())
    }

    pub(super) fn files(self) -> Vec<File> {
        self.files
    }

    /// The text at a place, on one line. Where nobody knows its length, an access or a call that begins there.
    pub(super) fn text(&self, loc: Loc) -> String {
        let place = self.place(loc);
        let Some(name) = self.module.files.get(usize::from(place.file)) else {
            return String::new();
        };
        if place.line == 0 {
            return String::new();
        }
        let map = &self.report.map;
        let begin = map.locate(name, place.line, u32::from(place.column));
        if begin.is_none() {
            return String::new();
        }
        if place.length == 0 {
            let line = map.source_line(begin);
            let rest = line.and_then(|(start, text)| text.get((begin.lo - start) as usize..));
            return rest.map_or(String::new(), |rest| one_line(leading_access(rest)));
        }
        let span = Span::new(begin.lo, begin.lo + u32::from(place.length));
        map.text(span).map_or(String::new(), one_line)
    }
}

/// White space as one blank, comments left as they are.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words, numbers and punctuators of a text, each with its place; strings are one.
fn tokens(text: &str) -> Vec<&str> {
    const LONG: [&str; 23] = [
        "<<=", ">>=", "->", "++", "--", "::", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=",
        "/=", "%=", "&=", "|=", "^=", "<<", ">>", "//",
    ];
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
            continue;
        } else if word(c) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if c == '"' || c == '\'' {
            quoted(rest, c)
        } else if let Some(long) = LONG.iter().find(|long| rest.starts_with(**long)) {
            long.len()
        } else {
            c.len_utf8()
        };
        out.push(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// The length of a string or a character constant.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The text from one token of a text to another, the last included.
fn between<'t>(text: &'t str, tokens: &[&'t str], first: usize, last: usize) -> &'t str {
    let at = |token: &str| token.as_ptr() as usize - text.as_ptr() as usize;
    match (tokens.get(first), tokens.get(last)) {
        (Some(a), Some(b)) if first <= last => &text[at(a)..at(b) + b.len()],
        _ => "",
    }
}

/// The bracket that closes the one at a token; the last token where none does.
fn closing(tokens: &[&str], open: usize) -> usize {
    let mut depth = 0;
    for (k, token) in tokens.iter().enumerate().skip(open) {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return k;
        }
    }
    tokens.len().saturating_sub(1)
}

/// The bracket that the one at a token closes.
fn opening(tokens: &[&str], close: usize) -> usize {
    let mut depth = 0;
    for k in (0..=close).rev() {
        match tokens[k] {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return k;
        }
    }
    0
}

/// The last token of what begins at a token: a name with what is indexed, called and selected of it.
fn forward(tokens: &[&str], first: usize) -> usize {
    let mut last = first;
    if tokens.get(first) == Some(&"(") {
        last = closing(tokens, first);
    }
    loop {
        match tokens.get(last + 1) {
            Some(&("[" | "(")) => last = closing(tokens, last + 1),
            Some(&("." | "->" | "::")) if last + 2 < tokens.len() => last += 2,
            _ => return last.min(tokens.len().saturating_sub(1)),
        }
    }
}

/// The first token of what ends at a token.
fn backward(tokens: &[&str], last: usize) -> usize {
    let mut at = last;
    loop {
        if matches!(tokens[at], "]" | ")") {
            at = opening(tokens, at);
            let goes_on =
                at > 0 && (is_word(tokens[at - 1]) || matches!(tokens[at - 1], "]" | ")"));
            if !goes_on {
                return at;
            }
            at -= 1;
        } else if at >= 2 && matches!(tokens[at - 1], "." | "->" | "::") {
            at -= 2;
        } else {
            return at;
        }
    }
}

/// The access or call that a text begins with.
fn leading_access(text: &str) -> &str {
    let tokens = tokens(text);
    let first = tokens.iter().take_while(|t| matches!(**t, "*" | "&")).count();
    if tokens.is_empty() || first >= tokens.len() {
        return "";
    }
    between(text, &tokens, 0, forward(&tokens, first))
}

/// What of a statement's text sets a variable of that name: the name itself (a declaration), or what stands before `=`, a compound assignment,
/// `++` or `--`, or behind the latter.
pub(super) fn assigned(text: &str, name: &str) -> Option<String> {
    if text == name {
        return Some(name.to_owned());
    }
    let tokens = tokens(text);
    for (k, token) in tokens.iter().enumerate() {
        let sets = *token == "="
            || (token.len() >= 2
                && token.ends_with('=')
                && !matches!(*token, "==" | "!=" | "<=" | ">="));
        let steps = matches!(*token, "++" | "--");
        let before = (k > 0 && (is_word(tokens[k - 1]) || matches!(tokens[k - 1], "]" | ")")))
            .then(|| (backward(&tokens, k - 1), k - 1));
        let found = match before {
            Some(found) if sets || steps => Some(found),
            None if steps && k + 1 < tokens.len() => Some((k + 1, forward(&tokens, k + 1))),
            _ => None,
        };
        if let Some((first, last)) = found {
            let root = tokens[first..=last].iter().find(|t| is_word(t));
            if root == Some(&name) {
                return Some(between(text, &tokens, first, last).to_owned());
            }
        }
    }
    None
}

/// What an atomic's call accesses: behind `&`, or at its first argument.
pub(super) fn pointed_at(call: &str) -> Option<String> {
    let tokens = tokens(call);
    let open = tokens.iter().position(|t| *t == "(")?;
    let mut end = open + 1;
    while end < tokens.len() && !matches!(tokens[end], "," | ")") {
        end = if matches!(tokens[end], "(" | "[" | "{") { closing(&tokens, end) } else { end } + 1;
    }
    let argument = between(call, &tokens, open + 1, end.checked_sub(1)?);
    match argument.strip_prefix('&') {
        _ if argument.is_empty() => None,
        Some(object) if !object.starts_with('&') => Some(object.trim().to_owned()),
        _ if tokens[open + 1..end].len() == 1 || forward(&tokens, open + 1) + 1 == end => {
            Some(format!("*{argument}"))
        }
        _ => Some(format!("*({argument})")),
    }
}

/// What a return's text returns; none for another statement's text.
pub(super) fn returned(text: &str) -> Option<String> {
    let rest = text.strip_prefix("return")?;
    (!rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        .then(|| rest.trim_end_matches(';').trim().to_owned())
}

/// Whether a text is an access of a variable of that name, or of a part of it, and nothing more.
pub(super) fn is_access_of(text: &str, name: &str) -> bool {
    let tokens = tokens(text);
    tokens.first() == Some(&name) && forward(&tokens, 0) + 1 == tokens.len()
}

/// A variable or a member of one: nothing that is indexed or pointed at.
pub(super) fn is_variable(text: &str) -> bool {
    let plain = |t: &&str| is_word(t) || *t == ".";
    !text.is_empty() && tokens(text).iter().all(|t| plain(&t))
}

#[cfg(test)]
mod tests {
    use super::{assigned, is_access_of, is_variable, leading_access, pointed_at, returned};

    #[test]
    fn what_is_assigned() {
        for (text, name, wanted) in [
            ("i", "i", Some("i")),
            ("i = j + 1", "i", Some("i")),
            ("s += p[i]", "s", Some("s")),
            ("i++", "i", Some("i")),
            ("--i", "i", Some("i")),
            ("i += s, j++", "j", Some("j")),
            ("a = b = c", "b", Some("b")),
            ("q.y = 3", "q", Some("q.y")),
            ("v[i & 3].x = f(a, b)", "v", Some("v[i & 3].x")),
            ("(x) = 3", "x", Some("(x)")),
            ("i == j", "i", None),
            ("a[i] = twice(b[i])", "v", None),
            ("foo(\"i = 1\")", "i", None),
            ("m <<= 2", "m", Some("m")),
            ("", "m", None),
        ] {
            assert_eq!(assigned(text, name).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_accessed() {
        assert_eq!(leading_access("a[b[i]].x + 1"), "a[b[i]].x");
        assert_eq!(leading_access("*p)"), "*p");
        assert_eq!(leading_access("((((["), "((((["[0..].trim());
        assert_eq!(leading_access(""), "");
        for (text, wanted) in [
            ("atomicAdd(c, 1)", Some("*c")),
            ("atomicAdd(&a[f(i, j)], 1)", Some("a[f(i, j)]")),
            ("atomicAdd(c + i, 1)", Some("*(c + i)")),
            ("atomicAdd(p->q, 1)", Some("*p->q")),
            ("ATOMIC", None),
            ("f()", None),
        ] {
            assert_eq!(pointed_at(text).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn returns_and_names() {
        assert_eq!(returned("return v + v;").as_deref(), Some("v + v"));
        assert_eq!(returned("return;").as_deref(), Some(""));
        assert_eq!(returned("returned = 1"), None);
        assert!(
            is_variable("abc")
                && is_variable("a.b")
                && !is_variable("a[3]")
                && !is_variable("")
                && !is_variable("*p")
        );
        assert!(
            is_access_of("a[i].x", "a")
                && !is_access_of("a[i] + 1", "a")
                && !is_access_of("j++", "j")
        );
    }
}
