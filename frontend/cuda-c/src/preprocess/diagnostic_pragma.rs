//! Pragmas about warnings: nvcc's `nv_diag_suppress N`, `nv_diagnostic push`, and `GCC diagnostic ignored "-Wname"`, which clang has too.
//!
//! nvcc's take its words for the numbers too (`nv_diag_suppress set_but_not_used`). What they say of warnings that are not told here means nothing, and what is malformed is left alone as other compilers' pragmas are.

use optx_source::{Selector, Span, State, Switch, warning_number};

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
        let name = name.strip_prefix("nv_").unwrap_or(name);
        let set = |state| move |selector| Switch::Set(selector, state);
        let switch: &dyn Fn(Selector) -> Switch = match name {
            "diag_suppress" => &set(Some(State::Off)),
            "diag_warning" => &set(Some(State::On)),
            "diag_error" => &set(Some(State::Error)),
            "diag_default" => &set(None),
            "diag_once" => &Switch::Once,
            "diag_push" => {
                self.diags.switch(span, Switch::Push);
                return true;
            }
            "diag_pop" => {
                self.diags.switch(span, Switch::Pop);
                return true;
            }
            "diagnostic" => return self.diagnostic_pragma(&words[1..], span),
            "GCC" | "clang" if word(1) == "diagnostic" => {
                return self.diagnostic_pragma(&words[2..], span);
            }
            "GCC" if word(1) == "system_header" => {
                if let Some(file) = self.files.last() {
                    self.sm.set_system(file.id);
                }
                return true;
            }
            _ => return false,
        };
        let number = |word: &String| word.parse().ok().or_else(|| warning_number(word));
        for number in words[1..].iter().filter_map(number) {
            self.diags.switch(span, switch(Selector::Number(number)));
        }
        true
    }

    fn diagnostic_pragma(&mut self, words: &[String], span: Span) -> bool {
        let state = match words.first().map(String::as_str) {
            Some("push") => {
                self.diags.switch(span, Switch::Push);
                return true;
            }
            Some("pop") => {
                self.diags.switch(span, Switch::Pop);
                return true;
            }
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
