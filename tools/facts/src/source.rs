//! Source texts: of places, and what of a statement's text is assigned or accessed.

use crate::lex::{backward, between, closing, forward, is_word, tokens, unclosed, unopened};
use crate::macro_uses::MacroUses;
use crate::site::{FileId, Site};
use crate::statement::File;
use optx_source::{SourceMap, Span};
use optx_whirl::{Loc, Module, SourcePlace};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// The source of a module.
pub(crate) struct Source<'a> {
    module: &'a Module,
    map: &'a SourceMap,
    builtin: Vec<bool>,
    macros: HashSet<&'a str>,
    uses: MacroUses,
    numbers: HashMap<u16, FileId>,
    files: Vec<File>,
    /// Many statements have one place.
    texts: RefCell<HashMap<Loc, String>>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(module: &'a Module, map: &'a SourceMap) -> Source<'a> {
        let is_builtin = |name: &String| {
            let mut files = map.files().iter();
            files.find(|f| f.name == *name).is_some_and(|f| f.builtin)
        };
        let builtin = module.files.iter().map(is_builtin).collect();
        let macros = map.expansions().iter().map(|e| &*e.name).collect();
        Source {
            module,
            map,
            builtin,
            macros,
            uses: MacroUses::of(map),
            numbers: HashMap::new(),
            files: Vec::new(),
            texts: RefCell::default(),
        }
    }

    /// A file of the compiler's own library.
    pub(crate) fn is_builtin(&self, file: u16) -> bool {
        self.builtin.get(usize::from(file)).copied().unwrap_or(false)
    }

    /// A place, or the call in the source that it was inlined at where it is one of the library.
    pub(crate) fn visible(&self, loc: Loc) -> Loc {
        let mut at = loc;
        while !at.is_none() && self.is_builtin(self.place(at).file) {
            at = self.module.locs.inlined_at(at);
        }
        if at.is_none() { loc } else { at }
    }

    /// A call of a function, as far as its text says.
    pub(crate) fn is_call(&self, text: &str) -> bool {
        let tokens = tokens(text);
        let open = tokens.iter().position(|t| *t == "(");
        let called = open.and_then(|k| tokens.get(k.checked_sub(1)?)).copied();
        called.is_some_and(|name| name == ">" || is_word(name) && !self.macros.contains(name))
            && open.is_some_and(|k| closing(&tokens, k) + 1 == tokens.len())
    }

    pub(crate) fn place(&self, loc: Loc) -> SourcePlace {
        self.module.locs.get(loc)
    }

    /// A place as the report has it.
    pub(crate) fn site(&mut self, place: &SourcePlace) -> Site {
        let next = FileId(self.files.len() as u32);
        let file = *self.numbers.entry(place.file).or_insert(next);
        if file == next {
            let name = self.module.files.get(usize::from(place.file)).cloned().unwrap_or_default();
            let known = self.map.files().iter().find(|f| f.name == name);
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
        let span = self.map.locate(name, line, 1);
        self.map.source_line(span).map(|(_, text)| text.to_owned())
    }

    pub(crate) fn files(self) -> Vec<File> {
        self.files
    }

    /// The text at a place, on one line. Where nobody knows its length, an access or a call that begins there.
    pub(crate) fn text(&self, loc: Loc) -> String {
        let mut texts = self.texts.borrow_mut();
        texts.entry(loc).or_insert_with(|| self.found_text(loc)).clone()
    }

    fn found_text(&self, loc: Loc) -> String {
        let place = self.place(loc);
        let Some(name) = self.module.files.get(usize::from(place.file)) else {
            return String::new();
        };
        if place.line == 0 {
            return String::new();
        }
        let map = self.map;
        let begin = map.locate(name, place.line, u32::from(place.column));
        if begin.is_none() {
            return String::new();
        }
        if place.length == 0 {
            let line = map.source_line(begin);
            let rest = line.and_then(|(start, text)| text.get((begin.lo - start) as usize..));
            return rest.map_or(String::new(), |rest| one_line(leading_access(rest)));
        }
        let end = begin.lo.saturating_add(u32::from(place.length));
        let span = self.uses.whole(map, Span::new(begin.lo, end));
        let begin = Span::new(span.lo, span.lo + 1);
        let Some(text) = map.text(span) else { return String::new() };
        // A place that ends with something in brackets ends before the closing one.
        let mut left = unclosed(text);
        let mut text = text.to_owned();
        let mut at = span.hi;
        while left > 0
            && let Some(next) =
                map.text(Span::new(at, at + 1)).filter(|t| *t == ")" || t.trim().is_empty())
        {
            text.push_str(next);
            at += 1;
            left -= usize::from(next == ")");
        }
        let text = text.trim_end();
        // A place that begins with a cast begins behind the bracket around it.
        let open = unopened(text);
        match map.source_line(begin).filter(|_| open > 0) {
            None => one_line(text),
            Some((start, line)) => {
                let before = line.get(..(begin.lo - start) as usize).unwrap_or("");
                let brackets = before.chars().rev().take_while(|&c| c == '(').take(open).count();
                "(".repeat(brackets) + &one_line(text)
            }
        }
    }
}

/// White space as one blank, comments left as they are.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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

/// True for `=` and compound assignments.
fn sets(token: &str) -> bool {
    token == "="
        || token.len() >= 2 && token.ends_with('=') && !matches!(token, "==" | "!=" | "<=" | ">=")
}

/// What a store's text stores to: what stands before its first assignment, or all of it.
pub(crate) fn stored_to(text: &str) -> String {
    let tokens = tokens(text);
    let mut at = 0;
    while at < tokens.len() && !sets(tokens[at]) {
        at = if matches!(tokens[at], "(" | "[" | "{") { closing(&tokens, at) } else { at } + 1;
    }
    match at.checked_sub(1) {
        Some(last) if at < tokens.len() => between(text, &tokens, 0, last).to_owned(),
        _ => text.to_owned(),
    }
}

/// What of a statement's text sets a variable of that name: the name itself (a declaration), or what stands before `=`, a compound assignment,
/// `++` or `--`, or behind the latter.
pub(crate) fn assigned(text: &str, name: &str) -> Option<String> {
    if text == name {
        return Some(name.to_owned());
    }
    let tokens = tokens(text);
    for (k, token) in tokens.iter().enumerate() {
        let sets = sets(token);
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
pub(crate) fn pointed_at(call: &str) -> Option<String> {
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
pub(crate) fn returned(text: &str) -> Option<String> {
    let rest = text.strip_prefix("return")?;
    (!rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        .then(|| rest.trim_end_matches(';').trim().to_owned())
}

/// Whether a text is an access of a variable of that name, or of a part of it, and nothing more.
pub(crate) fn is_access_of(text: &str, name: &str) -> bool {
    let tokens = tokens(text);
    tokens.first() == Some(&name) && forward(&tokens, 0) + 1 == tokens.len()
}

/// A variable or a member of one: nothing that is indexed or pointed at.
pub(crate) fn is_variable(text: &str) -> bool {
    !text.is_empty() && tokens(text).iter().all(|t| is_word(t) || *t == ".")
}

#[cfg(test)]
mod tests {
    use super::{
        assigned, is_access_of, is_variable, leading_access, pointed_at, returned, stored_to,
    };

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
    fn what_is_stored_to() {
        assert_eq!(stored_to("ps[i = 1] = q"), "ps[i = 1]");
        assert_eq!(stored_to("*p += f(a = 2)"), "*p");
        assert_eq!(stored_to("a[i]"), "a[i]");
        assert_eq!(stored_to("= 3"), "= 3");
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
