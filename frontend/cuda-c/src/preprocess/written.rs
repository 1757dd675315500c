//! The text after preprocessing (`-E`), which is compiled as its source would have been.
//!
//! **Idea.** Tokens stand in the lines and columns of their places, as far as there is room; where there is none a line marker (`# 33 "x.cu"`) begins the line anew. So
//! places in messages and in `.loc` are those of the source. Within a macro's expansion tokens stand one behind the other, in its line and in other columns.
//!
//! What more than tokens reaches the compiler is written again where it stood: pragmas, and `#include` of headers that are built in, whose text is the compiler's own
//! (clang's `-fkeep-system-includes`), or that are nowhere. A name that is a macro of the compiler's or of a built-in header, and stands in the text all the same, is
//! undefined before it.
//!
//! Source: GCC's manual of its preprocessor, "Preprocessor Output": line markers, of whose flags 3 is for headers of the system.
//! Cost: a look at the place of each token.

use std::{collections::HashSet, fmt::Write as _};

use optx_source::{FileId, Pos, Span};

use super::{Macro, Preprocessor, predefined::LATER};
use crate::{
    intern::Symbol,
    token::{SPACE, Tok, Token},
};

/// What a run keeps beside its tokens, where its text is wanted.
#[derive(Default)]
pub(super) struct Kept {
    /// How many tokens have left so far.
    pub(super) left: usize,
    /// Lines to write: before which token, and where they stood.
    lines: Vec<(usize, Span, String)>,
    /// By symbol, what was a macro when the source began.
    at_start: Vec<u32>,
}

/// Macros of the user's that built-in headers ask for.
const ASKED_FOR: &str = "__CUDA_NO_";

/// Markers are written rather than so many empty lines.
const MOST_EMPTY: u32 = 8;

impl Preprocessor<'_> {
    /// Notes what is predefined: the source begins.
    pub(super) fn keep_start(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.at_start.clone_from(&self.defined);
        }
    }

    /// Keeps a pragma that does not become a token.
    pub(super) fn keep_pragma(&mut self, line: &[Token], span: Span) {
        // A marker says what is a header of the system.
        let of_file = line.get(1).is_some_and(|t| self.names.get(t.sym) == "system_header");
        if self.kept.is_some() && !of_file && !self.sm.is_builtin(span) {
            self.keep(span, format!("#pragma {}", super::spell(line, self.names)));
        }
    }

    /// Keeps the `#include` of a header that is built in, or is nowhere.
    pub(super) fn keep_include(&mut self, name: &str, quoted: bool, span: Span) {
        if self.kept.is_none() || self.sm.is_builtin(span) {
            return;
        }
        let asked = |m: &&Macro| m.name.starts_with(ASKED_FOR) && !self.sm.is_builtin(m.span);
        let asked: Vec<String> =
            self.macros.iter().filter(asked).map(|m| m.name.to_string()).collect();
        for name in asked {
            let symbol = self.names.intern(&name);
            let word = if self.has_macro(symbol) { "define" } else { "undef" };
            self.keep(span, format!("#{word} {name}"));
        }
        let named = if quoted { format!("\"{name}\"") } else { format!("<{name}>") };
        self.keep(span, format!("#include {named}"));
    }

    fn keep(&mut self, span: Span, line: String) {
        if let Some(kept) = &mut self.kept {
            kept.lines.push((kept.left, span, line));
        }
    }

    /// The names among the tokens that are macros where the text is compiled, and were none where they stand.
    fn coming_back(&mut self, tokens: &[Token], at_start: &[u32]) -> Vec<Symbol> {
        let of_headers: HashSet<Symbol> = (self.macros.iter())
            .filter(|m| self.sm.is_builtin(m.span))
            .map(|m| self.names.intern(&m.name))
            .collect();
        let own = |t: &&Token| t.kind == Tok::Ident && !self.sm.is_builtin(t.span);
        let mut back: Vec<Symbol> = tokens.iter().filter(own).map(|t| t.sym).collect();
        back.sort_unstable();
        back.dedup();
        back.retain(|name| {
            let slot = at_start.get(name.index()).copied().unwrap_or_default();
            let macros = 1..=self.macros.len() as u32;
            slot & LATER != 0 || macros.contains(&slot) || of_headers.contains(name)
        });
        back
    }

    /// The text of a run's tokens.
    pub(super) fn text_of(&mut self, tokens: &[Token]) -> String {
        let Some(kept) = self.kept.take() else { return String::new() };
        let back = self.coming_back(tokens, &kept.at_start);
        let undefined: Vec<String> =
            back.iter().map(|name| format!("#undef {}", self.names.get(*name))).collect();
        let mut page = Page::default();
        undefined.iter().for_each(|line| page.line(line));
        let mut lines = kept.lines.iter().peekable();
        let mut pack = 0;
        for (k, t) in tokens.iter().enumerate() {
            while let Some((_, span, line)) = lines.next_if(|line| line.0 <= k) {
                page.place(self, self.sm.pos(*span));
                page.line(line);
                if line.starts_with("#include") {
                    undefined.iter().for_each(|line| page.line(line));
                }
            }
            if t.kind == Tok::Eof || self.sm.is_builtin(t.span) {
                continue;
            }
            if t.pack() != pack {
                pack = t.pack();
                let bound = if pack == 0 { String::new() } else { pack.to_string() };
                page.line(&format!("#pragma pack({bound})"));
            }
            page.token(self, t);
        }
        page.end_line();
        page.text
    }
}

/// A text that is written, and the place in the source where its end stands.
#[derive(Default)]
struct Page {
    text: String,
    /// The line and column of the next character, in a file; none where the next line has no number.
    at: Option<(FileId, u32, u32)>,
    /// The last token.
    last: Option<(Token, Pos)>,
    /// A pragma's line is being written.
    in_pragma: bool,
}

impl Page {
    fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// A line that is none of the source's.
    fn line(&mut self, line: &str) {
        self.end_line();
        self.text.push_str(line);
        self.text.push('\n');
        (self.at, self.last) = (None, None);
    }

    /// Goes to the begin of a place's line, by a marker or by empty lines.
    fn place(&mut self, pp: &Preprocessor<'_>, pos: Pos) {
        match self.at {
            Some((file, line, column))
                if file == pos.file
                    && (line < pos.line || line == pos.line && column == 1)
                    && pos.line - line <= MOST_EMPTY =>
            {
                (line..pos.line).for_each(|_| self.text.push('\n'));
            }
            _ => {
                self.end_line();
                let name = pp.sm.file_name(pos.file).replace('\\', "\\\\").replace('"', "\\\"");
                let system = pp.sm.file(pos.file).is_some_and(|file| file.system);
                let flag = if system { " 3" } else { "" };
                let _ = writeln!(self.text, "# {} \"{name}\"{flag}", pos.line);
            }
        }
        (self.at, self.last) = (Some((pos.file, pos.line, 1)), None);
    }

    fn token(&mut self, pp: &Preprocessor<'_>, t: &Token) {
        let pos = match pp.sm.pos(t.span) {
            Pos::NONE => self.last.map_or(Pos::NONE, |last| last.1),
            pos => pos,
        };
        let spelled = match t.kind {
            Tok::PragmaUnroll => "#pragma unroll",
            Tok::PragmaNounroll => "#pragma nounroll",
            Tok::PragmaEnd => "",
            _ => t.spelling(pp.names),
        };
        let is_pragma = matches!(t.kind, Tok::PragmaUnroll | Tok::PragmaNounroll);
        if is_pragma {
            self.end_line();
            self.at = self.at.map(|(file, line, column)| (file, line + u32::from(column > 1), 1));
            self.place(pp, pos);
            self.text.push_str(spelled);
            self.in_pragma = t.kind == Tok::PragmaUnroll;
            if !self.in_pragma {
                self.text.push('\n');
            }
            (self.at, self.last) = (None, None);
            return;
        }
        if self.in_pragma {
            self.in_pragma = t.kind != Tok::PragmaEnd;
            self.text.push_str(if self.in_pragma { " " } else { "\n" });
            self.text.push_str(spelled);
            return;
        }
        let column = match self.at {
            Some((file, line, column)) if file == pos.file && line == pos.line => column,
            _ => u32::MAX,
        };
        // Of a macro's text, which has the place of its use, only what comes first stands there.
        let passed = column != u32::MAX && column >= pos.column && column > 1;
        let goes_on = passed && pp.sm.expansion(t.span).is_some();
        let adjacent =
            self.last.is_some_and(|(last, _)| last.span.hi == t.span.lo && t.flags & SPACE == 0);
        if goes_on {
            if !adjacent {
                self.write(" ");
            }
        } else {
            let fits = column < pos.column || column == pos.column && (adjacent || column == 1);
            if !fits {
                self.place(pp, pos);
            }
            let (.., column) = self.at.unwrap_or((pos.file, pos.line, 1));
            self.write(&" ".repeat(pos.column.saturating_sub(column) as usize));
        }
        self.write(spelled);
        self.last = Some((*t, pos));
    }

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
        if let Some((_, line, column)) = &mut self.at {
            // A raw string may go over lines.
            *line += text.matches('\n').count() as u32;
            *column = match text.rsplit_once('\n') {
                Some((_, rest)) => rest.len() as u32 + 1,
                None => *column + text.len() as u32,
            };
        }
    }
}
