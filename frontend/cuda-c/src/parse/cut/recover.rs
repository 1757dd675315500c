//! Where a declaration most likely ends whose `}` is missing: before the definition of a function, which stands in no other.

use optx_source::{Diagnostic, code};

use super::Cutter;
use crate::{
    token::{LINE_START, Tok, Token},
    words,
};

impl Cutter<'_> {
    /// Of what is not closed and begins at `i`: the index before `end` at which a line begins with what no function has in it, else `end`.
    pub(super) fn next_definition(&self, i: usize, end: usize) -> usize {
        // Each that is not closed is gone over to its end: those that are not told any more go there at once.
        if self.diags.is_full() {
            return end;
        }
        let most = (end - i).saturating_mul(4);
        let mut looks = 0;
        // Whether what is open is a class, which has functions.
        let mut classes = vec![false];
        for k in i + 1..end {
            let begins = self.tokens[k].flags & LINE_START != 0
                && matches!(self.kind(k - 1), Tok::Semi | Tok::RBrace)
                && classes.last() != Some(&true);
            if begins && (self.is_no_statement(k) || self.defines(k, &mut looks)) {
                return k;
            }
            if looks > most {
                return end;
            }
            match self.kind(k) {
                Tok::LBrace => classes.push(self.is_class_body(i, k)),
                Tok::RBrace if classes.len() > 1 => {
                    classes.pop();
                }
                _ => {}
            }
        }
        end
    }

    /// Reports a file that ends within a declaration, where nothing else is wrong with it yet.
    pub(super) fn check_end(&mut self) {
        if self.diags.errors() > 0 {
            return;
        }
        let open = if self.is_balanced() { None } else { self.open_at_end() };
        let written =
            |t: &&Token| !matches!(t.kind, Tok::Eof | Tok::PragmaEnd | Tok::PragmaNounroll);
        let last = self.tokens.iter().rev().find(written);
        let told = match (open, last) {
            (Some(k), _) => {
                let t = self.tokens[k];
                let text = format!("this `{}` is not closed", t.kind.text());
                Diagnostic::new(code::UNBALANCED_BRACKET, t.span, text)
            }
            (None, Some(t)) if !matches!(t.kind, Tok::Semi | Tok::RBrace) => Diagnostic::new(
                code::EXPECTED,
                t.span.after(),
                "the file ends within a declaration",
            ),
            _ => return,
        };
        self.diags.push(told);
    }

    /// Whether as many brackets of each kind are closed as are opened.
    fn is_balanced(&self) -> bool {
        let mut open = [0i32; 3];
        for t in self.tokens {
            match t.kind {
                Tok::LParen => open[0] += 1,
                Tok::RParen => open[0] -= 1,
                Tok::LBracket => open[1] += 1,
                Tok::RBracket => open[1] -= 1,
                Tok::LBrace => open[2] += 1,
                Tok::RBrace => open[2] -= 1,
                _ => {}
            }
        }
        open == [0; 3]
    }

    /// The bracket that the end of the file leaves open.
    fn open_at_end(&self) -> Option<usize> {
        let mut open = Vec::new();
        for (k, t) in self.tokens.iter().enumerate() {
            match t.kind {
                Tok::LParen | Tok::LBracket | Tok::LBrace => open.push(k),
                // A `}` closes the nearest `{`, whatever is open in between: that is the parser's to tell.
                Tok::RBrace => {
                    let block = open.iter().rposition(|k| self.kind(*k) == Tok::LBrace);
                    open.truncate(block.unwrap_or(0));
                }
                Tok::RParen | Tok::RBracket => {
                    open.pop_if(|k| self.kind(*k) != Tok::LBrace);
                }
                _ => {}
            }
        }
        open.pop()
    }

    /// Whether a `}` is all that is missing between two tokens.
    pub(super) fn lacks_one_brace(&self, i: usize, end: usize) -> bool {
        let mut open = [0i32; 3];
        for k in i..end {
            match self.kind(k) {
                Tok::LBrace => open[0] += 1,
                Tok::RBrace => open[0] -= 1,
                Tok::LParen => open[1] += 1,
                Tok::RParen => open[1] -= 1,
                Tok::LBracket => open[2] += 1,
                Tok::RBracket => open[2] -= 1,
                _ => {}
            }
        }
        open == [1, 0, 0]
    }

    /// Whether a template, a namespace or `extern "C"` begins at `k`.
    fn is_no_statement(&self, k: usize) -> bool {
        self.is(k, words::TEMPLATE)
            || self.is(k, words::NAMESPACE)
            || self.is(k, words::EXTERN) && self.kind(k + 1) == Tok::Str
    }

    /// Whether the definition of a function begins at `k`, on a line of its own: words, of which the last is its name, parameters and a body.
    pub(super) fn defines_function(&self, k: usize) -> bool {
        self.defines(k, &mut 0)
    }

    /// The same, counting the tokens that are looked at.
    fn defines(&self, k: usize, looks: &mut usize) -> bool {
        if self.tokens.get(k).is_none_or(|t| t.flags & LINE_START == 0) {
            return false;
        }
        let mut names = 0;
        let mut i = k;
        loop {
            match self.kind(i) {
                Tok::Ident if super::start::is_statement_word(self.tokens[i].sym) => return false,
                Tok::Ident if self.kind(i + 1) == Tok::LParen => {
                    let behind = self.skip_group(i + 1);
                    *looks += behind - i;
                    // `__launch_bounds__(128)` and such stand before a name.
                    match self.kind(behind) {
                        Tok::LBrace => return names > 0,
                        Tok::Ident if words::is_keyword(self.tokens[i].sym) => i = behind,
                        _ => return false,
                    }
                    continue;
                }
                Tok::Ident => names += 1,
                Tok::Star | Tok::Amp | Tok::ColonColon => {}
                Tok::Lt if i > k => {
                    let behind = self.skip_angles(i).max(i + 1);
                    *looks += behind - i;
                    i = behind;
                    continue;
                }
                _ => return false,
            }
            i += 1;
        }
    }
}
