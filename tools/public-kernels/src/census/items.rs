//! The items of a file: definitions at its outermost level, those in namespaces included. It is no parser: what it cannot tell it passes over.

use super::mask::{FARTHEST, closing, mask, words};
use std::collections::BTreeSet;

/// Declarations without an end that a file may have before the rest of it is passed over.
const PATIENCE: usize = 200;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A `#define`.
    Define,
    /// An `#include`; the name is the path.
    Include,
    /// A type, `using` or `typedef`.
    Type,
    /// A function.
    Function,
    /// A variable or constant.
    Variable,
}

/// An item.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is.
    pub kind: Kind,
    /// The names that it defines; of a member that is defined outside of its class the class's too.
    pub names: Vec<String>,
    /// Its first line and its last one, from 1.
    pub lines: [usize; 2],
    /// Its masked text.
    pub text: String,
    /// True where a body is there.
    pub body: bool,
}

impl Item {
    /// What stands before the parameters of a function, or before the value of a variable.
    pub fn head(&self) -> &str {
        let name = self.names.first().map_or("", String::as_str);
        let at = words(&self.text).find(|(_, w)| *w == name).map_or(0, |(at, _)| at);
        &self.text[..at]
    }

    /// Whether its head holds one of these words.
    pub fn says(&self, set: &BTreeSet<String>) -> bool {
        words(self.head()).any(|(_, w)| set.contains(w))
    }
}

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// Its items, in order.
    pub items: Vec<Item>,
    /// The namespaces that it opens.
    pub namespaces: BTreeSet<String>,
}

/// Splits a text. `defined` are the macros of which `#ifdef` knows; the text's own are added.
pub fn split(text: &str, defined: &mut BTreeSet<String>) -> Split {
    let masked = mask(text);
    let breaks: Vec<usize> = masked.match_indices('\n').map(|(k, _)| k).collect();
    let mut splitter =
        Splitter { text, masked: &masked, breaks, defined, endless: 0, out: Split::default() };
    let mut at = 0;
    while at < masked.len() {
        at = splitter.step(at).max(at + 1);
    }
    splitter.out
}

struct Splitter<'t, 'd> {
    text: &'t str,
    masked: &'t str,
    breaks: Vec<usize>,
    defined: &'d mut BTreeSet<String>,
    /// Declarations whose end was not found.
    endless: usize,
    out: Split,
}

impl Splitter<'_, '_> {
    /// Takes what begins here, and says where it ends.
    fn step(&mut self, at: usize) -> usize {
        match self.masked.as_bytes()[at] {
            b'#' => self.directive(at),
            b if b.is_ascii_alphabetic() || b == b'_' => self.declaration(at),
            _ => at + 1,
        }
    }

    fn line(&self, at: usize) -> usize {
        self.breaks.partition_point(|&k| k < at) + 1
    }

    /// The end of a directive, whose lines a backslash prolongs.
    fn directive_end(&self, at: usize) -> usize {
        let mut end = at;
        for (k, _) in self.masked[at..].match_indices('\n') {
            end = at + k;
            if !self.masked[at..end].trim_end_matches('\r').ends_with('\\') {
                return end;
            }
        }
        if self.masked[end..].trim().is_empty() { end.max(at) } else { self.masked.len() }
    }

    fn directive(&mut self, at: usize) -> usize {
        let end = self.directive_end(at);
        let line = &self.masked[at..end];
        let mut names = words(line).map(|(_, w)| w);
        match names.next().unwrap_or_default() {
            "define" => {
                if let Some(name) = names.next() {
                    self.defined.insert(name.to_owned());
                    self.push(Kind::Define, vec![name.to_owned()], [at, end]);
                }
            }
            "include" => {
                let original = self.text.get(at..end).unwrap_or_default();
                let path = original.split(['"', '<', '>']).nth(1).unwrap_or_default();
                self.push(Kind::Include, vec![path.trim().to_owned()], [at, end]);
            }
            "if" | "ifdef" | "ifndef" if !holds(line, self.defined) => {
                return self.skip_branch(end, true);
            }
            // The branch before was taken.
            "else" | "elif" => return self.skip_branch(end, false),
            _ => {}
        }
        end
    }

    /// The end of a branch that is not taken: where the next one begins that `other` allows, or behind the `#endif`.
    fn skip_branch(&self, from: usize, other: bool) -> usize {
        let mut depth = 0_usize;
        let mut at = from;
        for line in self.masked[from..].split_inclusive('\n') {
            at += line.len();
            if !line.trim_start().starts_with('#') {
                continue;
            }
            match words(line).next().map_or("", |(_, w)| w) {
                "if" | "ifdef" | "ifndef" => depth += 1,
                "endif" if depth == 0 => return at,
                "endif" => depth -= 1,
                "else" if depth == 0 && other => return at,
                "elif" if depth == 0 && other && holds(line, self.defined) => return at,
                _ => {}
            }
        }
        self.masked.len()
    }

    /// A namespace's head, or a declaration to its end.
    fn declaration(&mut self, at: usize) -> usize {
        let rest = &self.masked[at..];
        let opens = rest.find(['{', ';', '#', '(', '=']).filter(|&k| rest.as_bytes()[k] == b'{');
        if let Some(open) = opens {
            let head: Vec<&str> = words(&rest[..open]).map(|(_, w)| w).collect();
            match head.as_slice() {
                ["namespace", names @ ..] | ["inline", "namespace", names @ ..] => {
                    self.out.namespaces.extend(names.iter().map(|n| (*n).to_owned()));
                    return at + open + 1;
                }
                ["extern"] => return at + open + 1,
                _ => {}
            }
        }
        let Some(end) = self.end(at) else {
            self.endless += 1;
            return if self.endless > PATIENCE {
                self.masked.len()
            } else {
                self.directive_end(at)
            };
        };
        let text = &self.masked[at..end];
        if let Some((kind, names)) = told(text) {
            self.push(kind, names, [at, end]);
        }
        end
    }

    /// Behind the declaration that begins here.
    fn end(&self, at: usize) -> Option<usize> {
        let bytes = self.masked.as_bytes();
        let mut k = at;
        if self.masked[at..].starts_with("template")
            && let Some(open) = self.masked[at..].find('<')
        {
            k = closing(self.masked, at + open)?;
        }
        let mut value = false;
        while k < bytes.len().min(at + FARTHEST) {
            match bytes[k] {
                b'(' | b'[' => k = closing(self.masked, k)?,
                b'=' => value |= !self.masked[at..k].contains("operator"),
                b';' => return Some(k + 1),
                b'}' => return None,
                b'#' if k > at => {
                    let line = self.masked[..k].rfind('\n').map_or(0, |n| n + 1);
                    if self.masked[line..k].trim().is_empty() && line > at {
                        k = self.directive_end(k);
                        continue;
                    }
                }
                b'{' => {
                    let close = closing(self.masked, k)?;
                    let head = &self.masked[at..k];
                    if !value && is_function(head) {
                        return Some(close + 1);
                    }
                    k = close;
                }
                _ => {}
            }
            k += 1;
        }
        None
    }

    fn push(&mut self, kind: Kind, names: Vec<String>, span: [usize; 2]) {
        let [begin, end] = span;
        let text = self.masked[begin..end].to_owned();
        let lines = [self.line(begin), self.line(end.saturating_sub(1).max(begin))];
        let body = text.contains('{');
        self.out.items.push(Item { kind, names, lines, text, body });
    }
}

/// Whether a condition may hold: what is not known to fail does.
fn holds(line: &str, defined: &BTreeSet<String>) -> bool {
    let names: Vec<&str> = words(line).map(|(_, w)| w).collect();
    match names.as_slice() {
        ["ifdef", name, ..] => defined.contains(*name),
        ["ifndef", name, ..] => !defined.contains(*name),
        ["if" | "elif", "defined", name] => defined.contains(*name) != line.contains('!'),
        ["if" | "elif"] => !line.trim_end().ends_with(" 0"),
        ["if" | "elif", name] => {
            *name != "false" && !name.contains("HIP") && !name.contains("ROCM")
        }
        _ => true,
    }
}

/// Words before parentheses that are no function's name.
const ATTRIBUTES: [&str; 9] = [
    "__launch_bounds__",
    "__attribute__",
    "__align__",
    "alignas",
    "decltype",
    "__declspec",
    "__maxnreg__",
    "noexcept",
    "__cluster_dims__",
];

/// The name before the parameters: where it begins.
fn function_name(text: &str) -> Option<(usize, &str)> {
    let mut from = 0;
    if text.trim_start().starts_with("template") {
        from = closing(text, text.find('<')?)? + 1;
    }
    let mut skip = from;
    for (at, word) in words(text).filter(|(at, _)| *at >= from) {
        if at < skip {
            continue;
        }
        if word == "operator" {
            return Some((at, word));
        }
        let behind = at + word.len();
        let next = behind + text[behind..].len() - text[behind..].trim_start().len();
        if text.as_bytes().get(next) != Some(&b'(') {
            continue;
        }
        if !ATTRIBUTES.contains(&word) {
            return Some((at, word));
        }
        skip = closing(text, next)?;
    }
    None
}

/// Whether what stands before `{` heads a function.
fn is_function(head: &str) -> bool {
    let typed = ["struct", "class", "union", "enum", "typedef"];
    let after = match head.trim_start().starts_with("template") {
        true => head.find('<').and_then(|k| closing(head, k)).map_or(0, |k| k + 1),
        false => 0,
    };
    let first = words(&head[after..]).map(|(_, w)| w).find(|w| *w != "static" && *w != "const");
    !first.is_some_and(|w| typed.contains(&w)) && function_name(head).is_some()
}

/// What a declaration is, and what it names; none where it is nothing that a kernel needs.
fn told(text: &str) -> Option<(Kind, Vec<String>)> {
    let own = |w: &str| vec![w.to_owned()];
    let after = match text.starts_with("template") {
        true => text.find('<').and_then(|k| closing(text, k)).map_or(0, |k| k + 1),
        false => 0,
    };
    let rest = &text[after..];
    let names: Vec<&str> = words(rest).map(|(_, w)| w).collect();
    match names.as_slice() {
        ["using", "namespace", ..] | [] => None,
        ["using", name, ..] => rest.contains('=').then(|| (Kind::Type, own(name))),
        ["typedef", ..] => Some((Kind::Type, typedef_names(rest))),
        ["struct" | "class" | "union" | "enum", ..] if !is_function(rest.split('{').next()?) => {
            Some((Kind::Type, type_names(rest)))
        }
        _ => {
            let head = rest.split('{').next().unwrap_or(rest);
            let valued = head.find('=').unwrap_or(head.len());
            match function_name(rest).filter(|(at, _)| *at < valued || head.contains("operator")) {
                Some((at, name)) => {
                    let mut names = own(name);
                    let before = rest[..at].trim_end();
                    if let Some(class) = before.strip_suffix("::") {
                        let class = class.split('<').next().unwrap_or(class);
                        names.extend(words(class).last().map(|(_, w)| w.to_owned()));
                    }
                    Some((Kind::Function, names))
                }
                None => Some((Kind::Variable, variable_names(rest))),
            }
        }
    }
}

fn type_names(text: &str) -> Vec<String> {
    let head = text.split(['{', ':', ';']).next().unwrap_or(text);
    let skipped = ["struct", "class", "union", "enum", "final", "__align__", "alignas"];
    let name = words(head).map(|(_, w)| w).find(|w| !skipped.contains(w) && !w.starts_with("__"));
    let mut names: Vec<String> = name.map(str::to_owned).into_iter().collect();
    if text.trim_start().starts_with("enum")
        && let Some((_, values)) = text.split_once('{')
    {
        names.extend(words(values).map(|(_, w)| w.to_owned()));
    }
    names
}

fn typedef_names(text: &str) -> Vec<String> {
    let tail = &text[text.rfind('}').map_or(0, |k| k + 1)..];
    let plain = tail.split('[').next().unwrap_or(tail);
    let mut names: Vec<String> = match tail.split_once("(*") {
        Some((_, pointer)) => words(pointer).take(1).map(|(_, w)| w.to_owned()).collect(),
        None => words(plain).last().map(|(_, w)| w.to_owned()).into_iter().collect(),
    };
    if text.contains('{') {
        names.extend(type_names(text.trim_start().trim_start_matches("typedef").trim_start()));
    }
    names
}

fn variable_names(text: &str) -> Vec<String> {
    let name_of = |part: &str| {
        let plain = part.split(['=', '[', '{', ';']).next().unwrap_or(part);
        words(plain).last().map(|(_, w)| w.to_owned())
    };
    super::mask::parts(text).into_iter().filter_map(name_of).collect()
}

#[cfg(test)]
#[path = "items_tests.rs"]
mod tests;
