//! `__gloabl__ void k(int *p)`: a word that is nearly one of those that mark what is the device's, and without which nothing would be.
//!
//! What is not marked is host code, which is not looked at: without a word here a kernel would be missing from the PTX in silence.
//! Legality: host code may use macros of headers that are not at hand, so where one is missing nothing is told; the word is declared nowhere in the file.
//! Cost: one walk over the words before the names of functions and variables.

use optx_source::{Diagnostic, code, edit_distance};

use crate::{
    check::Checker,
    parse::index::ItemKind,
    token::{Tok, Token},
    words,
};

const MARKS: [&str; 6] =
    ["__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__"];

/// So many letters may be wrong.
const MOST_WRONG: usize = 2;

impl Checker<'_, '_> {
    /// Reports words before declarations that were meant as marks.
    pub(crate) fn check_marks(&mut self) {
        if self.sm.lacks_headers() {
            return;
        }
        let mut found = Vec::new();
        for item in self.index.items.iter().filter(|i| i.list == 0 && !i.library) {
            let declares = matches!(
                item.kind,
                ItemKind::Function | ItemKind::FunctionTemplate | ItemKind::Variable
            );
            if !declares || item.is_device() {
                continue;
            }
            let tokens = &self.declared.lists[0].tokens[item.first as usize..item.end as usize];
            let head = tokens.iter().take_while(|t| t.span != item.span);
            let misspelt = head.filter(|t| t.kind == Tok::Ident).find_map(|t| self.meant(t));
            found.extend(misspelt);
        }
        for (t, mark) in found {
            let text = self.text(t.sym).to_string();
            let told =
                Diagnostic::new(code::UNKNOWN_NAME, t.span, format!("`{text}` is not declared"));
            self.diags.push(told.suggest(t.span, mark, format!("did you mean `{mark}`?")));
        }
    }

    /// The mark that a word was meant as.
    fn meant(&self, t: &Token) -> Option<(Token, &'static str)> {
        let text = self.text(t.sym);
        let unknown = !words::is_keyword(t.sym) && self.index.named(t.sym).is_empty();
        if !unknown {
            return None;
        }
        let bare = |mark: &str| mark.trim_matches('_') == text;
        let lined = text.starts_with('_') || text.ends_with("__");
        let near =
            |mark: &&&str| bare(mark) || lined && edit_distance(text, mark, MOST_WRONG).is_some();
        MARKS.iter().find(near).map(|mark| (*t, *mark))
    }
}
