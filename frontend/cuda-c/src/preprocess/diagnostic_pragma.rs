//! Pragmas about warnings: nvcc's `nv_diag_suppress N`, `nv_diagnostic push`, and `GCC diagnostic ignored "-Wname"`, which clang has too.
//!
//! nvcc's take its words for the numbers too (`nv_diag_suppress set_but_not_used`). What they say of warnings that are not told here means nothing.
//! Those of its own that are malformed are told as NVRTC 13.5 tells them (253, 1222 to 1224, 3184 and 3185), and other compilers' are left alone: of its
//! words, of which only some are known here, one that cannot be one or is nearly one that is known.

use optx_source::{
    Diagnostic, Selector, Span, State, Switch, code, warning_number, warning_tag_near,
};

use super::Preprocessor;
use crate::{
    literal,
    token::{Tok, Token},
};

impl Preprocessor<'_> {
    /// Takes a pragma about warnings; false for another one.
    pub(super) fn pragma_of_warnings(&mut self, name: &str, line: &[Token], span: Span) -> bool {
        let words: Vec<String> = line
            .iter()
            .map(|t| match t.kind {
                Tok::Str => {
                    let text = literal::string_text(self.names.get(t.sym));
                    String::from_utf8_lossy(&text).into_owned()
                }
                _ => self.names.get(t.sym).to_string(),
            })
            .collect();
        let word = |k: usize| words.get(k).map_or("", String::as_str);
        let (own, name) = match name.strip_prefix("nv_") {
            Some(name) => (true, name),
            None => (false, name),
        };
        let set = |state| move |selector| Switch::Set(selector, state);
        let switch: &dyn Fn(Selector) -> Switch = match name {
            "diag_suppress" => &set(Some(State::Off)),
            "diag_warning" => &set(Some(State::On)),
            "diag_error" => &set(Some(State::Error)),
            "diag_default" => &set(None),
            "diag_once" => &Switch::Once,
            "diag_push" => return self.push_or_pop(true, span),
            "diag_pop" => return self.push_or_pop(false, span),
            "diagnostic" if own => {
                self.check_diagnostic_pragma(line, span);
                return self.diagnostic_pragma(&words[1..], span);
            }
            "diagnostic" => return self.diagnostic_pragma(&words[1..], span),
            "GCC" | "clang" if word(1) == "diagnostic" => {
                return self.diagnostic_pragma(&words[2..], span);
            }
            "GCC" if word(1) == "system_header" => {
                // A file of the user's is not one for saying so.
                match self.files.last() {
                    Some(file) if self.files.len() > 1 => self.sm.set_system(file.id),
                    _ => {
                        let text =
                            "`#pragma GCC system_header` is ignored outside of an included file";
                        self.diags.push(Diagnostic::new(code::UNKNOWN_PRAGMA, span, text));
                    }
                }
                return true;
            }
            _ => return false,
        };
        let number = |word: &String| word.parse().ok().or_else(|| warning_number(word));
        let end = match own {
            true => self.check_numbers(line, span),
            false => line.len(),
        };
        for number in words[1..end].iter().filter_map(number) {
            self.diags.switch(span, switch(Selector::Number(number)));
        }
        true
    }

    /// Tells of what is wrong with a list of numbers and words; gives where what can be read of it ends.
    fn check_numbers(&mut self, line: &[Token], span: Span) -> usize {
        let mut k = 1 + usize::from(line.get(1).is_some_and(|t| t.kind == Tok::Eq));
        loop {
            let Some(&t) = line.get(k) else {
                let at = line.last().map_or(span, |t| t.span);
                self.malformed(at, "a number of a warning, or its word, must stand behind this");
                return k;
            };
            let text = self.names.get(t.sym).to_string();
            match t.kind {
                Tok::Number if text.bytes().all(|b| b.is_ascii_digit()) => {
                    if !text.parse().is_ok_and(is_number) {
                        self.malformed(t.span, format!("nvcc has no warning of the number {text}"));
                    }
                }
                Tok::Ident => self.check_tag(t, &text),
                _ => {
                    let found = t.describe(self.names);
                    let text = format!("a number of a warning must stand here, not {found}");
                    self.malformed(t.span, text);
                    return k;
                }
            }
            match line.get(k + 1) {
                None => return k + 1,
                Some(t) if t.kind == Tok::Comma => k += 2,
                Some(t) => {
                    self.malformed(t.span, "a `,` must stand before this");
                    return k + 1;
                }
            }
        }
    }

    fn check_tag(&mut self, t: Token, text: &str) {
        let near = warning_tag_near(text);
        let is_none = text.bytes().any(|b| b.is_ascii_uppercase());
        if warning_number(text).is_some() || near.is_none() && !is_none {
            return;
        }
        let message = format!("`{text}` is no word for a warning of nvcc's");
        let told = Diagnostic::new(code::UNKNOWN_PRAGMA, t.span, message);
        self.diags.push(match near {
            Some(near) => told.suggest(t.span, near, format!("did you mean `{near}`?")),
            None => told,
        });
    }

    /// `#pragma nv_diagnostic` is `push` or `pop`.
    fn check_diagnostic_pragma(&mut self, line: &[Token], span: Span) {
        let word = line.get(1).map(|t| self.names.get(t.sym));
        let at = line.get(1).or(line.first()).map_or(span, |t| t.span);
        match word {
            Some("push") => {}
            Some("pop") if self.pushed > 0 => {}
            Some("pop") => self.malformed(at, "no `push` stands before this `pop`"),
            _ => self.malformed(at, "`push` or `pop` must stand behind `nv_diagnostic`"),
        }
    }

    fn malformed(&mut self, at: Span, text: impl Into<String>) {
        self.diags.push(Diagnostic::new(code::UNKNOWN_PRAGMA, at, text));
    }

    fn push_or_pop(&mut self, push: bool, span: Span) -> bool {
        self.pushed = if push { self.pushed + 1 } else { self.pushed.saturating_sub(1) };
        self.diags.switch(span, if push { Switch::Push } else { Switch::Pop });
        true
    }

    fn diagnostic_pragma(&mut self, words: &[String], span: Span) -> bool {
        let state = match words.first().map(String::as_str) {
            Some("push") => return self.push_or_pop(true, span),
            Some("pop") => return self.push_or_pop(false, span),
            Some("ignored") => State::Off,
            Some("warning") => State::On,
            Some("error" | "fatal") => State::Error,
            _ => return true,
        };
        if let Some(name) = words.get(1).and_then(|word| word.strip_prefix("-W")) {
            self.diags.switch(span, Switch::Set(Selector::Name(name.to_owned()), Some(state)));
        }
        true
    }
}

/// Whether nvcc 13.5 has a diagnostic of that number.
fn is_number(number: u32) -> bool {
    matches!(number, 1..=4012 | 20000..=20428)
}
