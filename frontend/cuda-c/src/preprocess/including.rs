//! `#include` and its relatives: where a header is looked for, and what is said where there is none.
//!
//! nvcc's way: a header in angle brackets that is built in is taken before a file of its name, one in quotes behind it; the header of another library
//! that is nowhere is told of and empty, since what it declares is mostly the host's.
//! NVRTC's way (asked of 13.5): what the program brings comes before what is built in, however it is named; there are no headers of the system; one
//! that is nowhere ends the compilation, in the words that tools look for.

use std::{rc::Rc, sync::Arc};

use optx_source::{Span, code};

use super::{Preprocessor, headers, spell};
use crate::{
    token::{Tok, Token},
    words,
};

impl Preprocessor<'_> {
    pub(super) fn include(&mut self, at: Token) {
        let Some(file) = self.files.last_mut() else { return };
        let (id, outermost) = (file.id, self.files.len() == 1);
        let from = self.sm.file_name(id).to_string();
        let next = at.sym == words::INCLUDE_NEXT && !outermost;
        let Some(file) = self.files.last_mut() else { return };
        if let Some((name, span)) = file.lexer.angled() {
            self.extra_tokens("include");
            return self.include_named(&name, false, span, &from, next);
        }
        let line = self.line_tokens();
        let tokens = match line.first() {
            Some(t) if t.kind == Tok::Str => line,
            _ => self.expand_list(line.into()),
        };
        let span = tokens.first().map_or(at.span, |t| t.span);
        match header_name(&tokens) {
            Some((true, name)) => {
                let name = spell(name, self.names);
                let name = name.trim_matches('"').to_string();
                self.include_named(&name, true, span, &from, next);
            }
            Some((false, name)) => {
                let name = spell(name, self.names);
                self.include_named(&name, false, span, &from, next);
            }
            None => self.error(
                code::BAD_DIRECTIVE,
                span,
                "`#include` needs a name in quotes or angle brackets",
            ),
        }
    }

    /// Opens the file that `-include` names.
    pub(super) fn include_file(&mut self, name: &str, from: &str) {
        self.include_named(name, true, Span::NONE, from, false);
    }

    /// Opens the file that `#include` names, or `#include_next` in the file `from`.
    fn include_named(&mut self, name: &str, quoted: bool, span: Span, from: &str, next: bool) {
        if self.files.len() as u32 >= self.limits.include_depth {
            self.error(
                code::LIMIT_INCLUDE,
                span,
                format!("includes nest deeper than {}", self.limits.include_depth),
            );
            self.stop();
            return;
        }
        let builtin = self.builtin_header(name);
        if let Some(text) = builtin.filter(|_| !self.own_first(name, quoted || next)) {
            self.keep_include(name, false, span);
            self.open_once(&format!("<{name}>"), text, true, span);
        } else if let Some((path, text)) = self.read(name, quoted, from, next) {
            self.open_once(&path, &text, false, span);
        } else if let Some(text) = builtin {
            self.keep_include(name, false, span);
            self.open_once(&format!("<{name}>"), text, true, span);
        } else if self.nvrtc {
            self.error(code::INCLUDE_MISSING, span, format!("cannot open source file \"{name}\""));
            self.stop();
        } else if quoted && !headers::is_vendor(name) {
            self.error(
                code::INCLUDE_MISSING,
                span,
                format!("there is no file `{name}` to include"),
            );
        } else {
            self.keep_include(name, quoted, span);
            self.sm.note_missing_header(name);
            self.error(
                code::UNKNOWN_HEADER,
                span,
                format!("the header `{name}` is unknown and taken as empty"),
            );
        }
    }

    /// Whether a file of the program's comes before a header that is built in.
    fn own_first(&self, name: &str, asked_so: bool) -> bool {
        asked_so || self.nvrtc || headers::yields(name)
    }

    fn builtin_header(&self, name: &str) -> Option<&'static str> {
        headers::header(name).filter(|_| !self.nvrtc || headers::is_nvrtcs(name))
    }

    /// The file that a name leads to: it is looked for once, as headers of a large library are named again and again.
    fn read(&mut self, name: &str, quoted: bool, from: &str, next: bool) -> Option<ReadFile> {
        // What stands in angle brackets is the same wherever it stands.
        let asked = Asked {
            name: name.to_owned(),
            quoted,
            from: if quoted || next { from.to_owned() } else { String::new() },
            next,
        };
        if let Some(known) = self.read.get(&asked) {
            return known.clone();
        }
        let found = match next {
            true => self.include.read_next(name, from),
            false => self.include.read(name, quoted, from),
        };
        let found = found.map(|(path, text)| (path.into(), text.into()));
        self.read.insert(asked, found.clone());
        found
    }

    fn open_once(&mut self, path: &str, text: &str, builtin: bool, span: Span) {
        let key = without_detours(path);
        let known = self.once.get(last_part(&key)).map_or(&[][..], Vec::as_slice);
        let was_read =
            known.iter().any(|file| file.path == key || file.text.trim_end() == text.trim_end());
        if !was_read && !self.is_guarded(&key) {
            self.open(path, text, builtin, span);
        }
    }

    /// `#pragma once` in the file that is read. It holds of the file, whatever way leads to it: one of the same name and text is the same,
    /// as g++ takes it.
    pub(super) fn only_once(&mut self) {
        if let Some(f) = self.files.last() {
            let path = without_detours(self.sm.file_name(f.id));
            let text = Arc::clone(&f.lexer.text);
            self.once.entry(last_part(&path).to_owned()).or_default().push(OnceFile { path, text });
        }
    }

    /// What `__has_include` says of the name in these tokens, or `__has_include_next`.
    pub(super) fn has_include(&mut self, tokens: Vec<Token>, next: bool) -> bool {
        let tokens = match tokens.first().map(|t| t.kind) {
            Some(Tok::Str | Tok::Lt) => tokens,
            _ => self.expand_list(tokens.into()),
        };
        let Some((quoted, name)) = header_name(&tokens) else { return false };
        let name = spell(name, self.names);
        let name = name.trim_matches('"').replace(' ', "");
        let from = self.files.last().map_or(String::new(), |f| self.sm.file_name(f.id).to_string());
        self.builtin_header(&name).is_some() || self.read(&name, quoted, &from, next).is_some()
    }
}

/// Whether a header stands in quotes, and the tokens of its name.
fn header_name(tokens: &[Token]) -> Option<(bool, &[Token])> {
    match tokens.first()?.kind {
        Tok::Str => Some((true, &tokens[..1])),
        Tok::Lt => {
            let end = tokens.iter().position(|t| t.kind == Tok::Gt).unwrap_or(tokens.len());
            Some((false, &tokens[1..end]))
        }
        _ => None,
    }
}

/// What a directive asks for: the name, the file that it stands in where that makes a difference, and whether it is `#include_next`.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Asked {
    name: String,
    quoted: bool,
    from: String,
    next: bool,
}

/// A file's path and its text.
pub(super) type ReadFile = (Rc<str>, Rc<str>);

/// A file that says `#pragma once`.
pub(super) struct OnceFile {
    path: String,
    text: Arc<str>,
}

/// The name of a file without its folders.
fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A path without `.` and without `x/..`, so that one file has one name.
pub(super) fn without_detours(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for (i, part) in path.split('/').enumerate() {
        match part {
            "." => {}
            "" if i > 0 => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, ".." | "")) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::without_detours;

    #[test]
    fn a_file_has_one_name() {
        for (path, wanted) in [
            ("a.h", "a.h"),
            ("./a.h", "a.h"),
            ("a/./b/../c.h", "a/c.h"),
            ("a/../../b.h", "../b.h"),
            ("../../b.h", "../../b.h"),
            ("/a//b/../c.h", "/a/c.h"),
            ("/../c.h", "/../c.h"),
            ("<a.h>", "<a.h>"),
        ] {
            assert_eq!(without_detours(path), wanted, "{path}");
        }
    }
}
