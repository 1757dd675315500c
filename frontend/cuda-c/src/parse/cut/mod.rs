//! Cutting a token list into top-level declarations, by tokens and brackets alone.
//!
//! What device code does not name is never parsed, so host code outside the kernel language costs nothing.
//! For each declaration the cut finds out which names it declares, whether as types, and whether it is marked
//! for the device.

use std::cell::OnceCell;

use optx_source::{Diagnostic, Diagnostics, Span, code};

mod class;
mod declarator;
mod item;
mod namespace;
mod recover;
mod seen;
mod start;

pub(super) use item::is_type_word;

use super::{index::Index, template::follows_value};

use crate::{
    ast::Flags,
    intern::Symbol,
    token::{Tok, Token},
    words,
};

/// Cuts a token list and adds its declarations to the index.
pub fn cut(index: &mut Index, tokens: &[Token], list: u32, library: bool, diags: &mut Diagnostics) {
    let (open, path, namespace) = (Vec::new(), Vec::new(), 0);
    let closing = OnceCell::new();
    let mut c =
        Cutter { index, tokens, list, library, at: 0, open, path, namespace, closing, diags };
    c.run();
}

/// A name that is declared.
#[derive(Clone, Copy)]
struct Declares {
    name: Symbol,
    span: Span,
    what: What,
    /// `X` in `X::name`.
    scope: Symbol,
    function: bool,
}

impl Declares {
    /// A name of the scope at hand that is no function's.
    fn plain(name: Symbol, span: Span, what: What) -> Declares {
        Declares { name, span, what, scope: words::EMPTY, function: false }
    }
}

/// What a name is declared as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Value,
    Type,
    Enumerator,
}

struct Cutter<'a> {
    index: &'a mut Index,
    tokens: &'a [Token],
    list: u32,
    library: bool,
    at: usize,
    /// What stands open around the place at hand.
    open: Vec<Open>,
    /// The names of the open namespaces.
    path: Vec<Symbol>,
    /// Their number.
    namespace: u32,
    /// By token: how many more `}` than `{` stand from it on. Made when it is asked for.
    closing: OnceCell<Vec<i32>>,
    diags: &'a mut Diagnostics,
}

/// An open `extern "C" {` or `namespace x {`.
struct Open {
    c_linkage: bool,
    /// How many names it added to the path.
    added: usize,
    span: Span,
}

impl Cutter<'_> {
    fn kind(&self, i: usize) -> Tok {
        self.tokens.get(i).map_or(Tok::Eof, |t| t.kind)
    }

    fn is(&self, i: usize, s: Symbol) -> bool {
        self.tokens.get(i).is_some_and(|t| t.is(s))
    }

    fn run(&mut self) {
        loop {
            let c_linkage = self.open.last().is_some_and(|o| o.c_linkage);
            match self.kind(self.at) {
                Tok::Eof => break,
                Tok::Semi | Tok::PragmaNounroll | Tok::PragmaEnd => self.at += 1,
                Tok::PragmaUnroll => {
                    while !matches!(self.kind(self.at), Tok::PragmaEnd | Tok::Eof) {
                        self.at += 1;
                    }
                }
                Tok::RBrace => self.close(),
                Tok::Ident
                    if self.is(self.at, words::EXTERN)
                        && self.kind(self.at + 1) == Tok::Str
                        && self.kind(self.at + 2) == Tok::LBrace =>
                {
                    let span = self.tokens[self.at].span;
                    self.linkage(self.at + 1);
                    self.open.push(Open { c_linkage: true, added: 0, span });
                    self.at += 3;
                }
                Tok::Ident if self.at_namespace() => self.namespace(c_linkage),
                _ if !self.starts_declaration() => self.no_declaration(),
                _ => self.item(c_linkage),
            }
        }
        self.note_usings();
        if let Some(o) = self.open.last() {
            self.diags.push(Diagnostic::new(
                code::UNBALANCED_BRACKET,
                o.span,
                "the `{` of this is not closed",
            ));
        }
        self.check_end();
    }

    /// Skips a bracketed group; the token at `i` opens it. Gives the index after its end.
    fn skip_group(&self, i: usize) -> usize {
        self.group_end(i).0
    }

    /// The index after a bracketed group, and whether it is closed. A `}` closes the nearest `{` whatever stands
    /// open in between, which is the parser's to report; a kernel is defined in no brackets, so `__global__` ends a group that
    /// is not closed before it, but where it only declares one, as a block may.
    pub(super) fn group_end(&self, i: usize) -> (usize, bool) {
        let mut open: Vec<Tok> = Vec::new();
        let mut k = i;
        loop {
            let t = self.kind(k);
            match t {
                Tok::LParen | Tok::LBracket | Tok::LBrace => open.push(t),
                Tok::RParen | Tok::RBracket if open.last() != Some(&Tok::LBrace) => {
                    open.pop();
                }
                Tok::RBrace => {
                    while open.pop().is_some_and(|o| o != Tok::LBrace) {
                        if open.is_empty() {
                            // The group is no block: it ends before the `}` of the block around it.
                            return (k, false);
                        }
                    }
                }
                Tok::Ident
                    if self.is(k, words::GLOBAL)
                        && k > i
                        && !self.only_declares(k)
                        && !self.closes_behind(k, &open) =>
                {
                    return (k, false);
                }
                Tok::Eof => return (k, false),
                _ => {}
            }
            k += 1;
            if open.is_empty() {
                return (k, true);
            }
        }
    }

    /// Whether as many `}` stand behind `k` as close all that is open there: a kernel in braces is in a place where none can be, and no `}` is missing.
    fn closes_behind(&self, k: usize, open: &[Tok]) -> bool {
        let braces = open.iter().filter(|t| **t == Tok::LBrace).count();
        braces > 0 && self.closing_from(k) >= (braces + self.open.len()) as i32
    }

    /// Whether what begins at `k` comes to its `;` before a body.
    pub(super) fn only_declares(&self, mut k: usize) -> bool {
        let mut depth = 0usize;
        loop {
            match self.kind(k) {
                Tok::LParen => depth += 1,
                Tok::RParen if depth > 0 => depth -= 1,
                Tok::Semi if depth == 0 => return true,
                Tok::RParen | Tok::Semi | Tok::LBrace | Tok::RBrace | Tok::Eof => return false,
                _ => {}
            }
            k += 1;
        }
    }

    /// Skips a bracketed group, and reports one that does not end.
    fn closed_group(&mut self, i: usize) -> (usize, bool) {
        let (mut end, closed) = self.group_end(i);
        if !closed {
            end = self.next_definition(i, end);
            let t = self.tokens[i];
            let text = format!("this `{}` is not closed", t.kind.text());
            let told = Diagnostic::new(code::UNBALANCED_BRACKET, t.span, text);
            let behind = self.tokens.get(end.wrapping_sub(1)).map(|t| t.span.after());
            self.diags.push(match behind.filter(|_| self.lacks_one_brace(i, end)) {
                Some(at) => told.suggest(at, "}", "put `}` here, or where it belongs"),
                None => told,
            });
        }
        (end, closed)
    }

    /// Whether the word at `i` starts another declaration, so that a struct before it lacks its `;`.
    fn starts_other(&self, i: usize) -> bool {
        const WORDS: &[Symbol] = &[
            words::GLOBAL,
            words::DEVICE,
            words::CONSTANT,
            words::SHARED,
            words::TYPEDEF,
            words::TEMPLATE,
            words::STRUCT,
            words::CLASS,
            words::UNION,
            words::ENUM,
            words::VOID,
            words::EXTERN,
            words::NAMESPACE,
        ];
        self.tokens.get(i).is_some_and(|t| t.kind == Tok::Ident && WORDS.contains(&t.sym))
    }

    /// Skips `< ... >`; gives the index after it, or where the declaration ends.
    fn skip_angles(&self, i: usize) -> usize {
        let mut looks = usize::MAX;
        let over = self.over_angles(i, &mut looks, &[Tok::Eof, Tok::Semi]);
        over.unwrap_or_else(|stopped| stopped)
    }

    /// Goes over `< ... >`, of which `looks` tokens may be looked at, and which these tokens end: the index after it, or where it stopped.
    fn over_angles(&self, i: usize, looks: &mut usize, stops: &[Tok]) -> Result<usize, usize> {
        let mut depth = 0i32;
        let mut k = i;
        while *looks > 0 {
            *looks -= 1;
            match self.kind(k) {
                // Behind a value it is the operator; of names nothing is known yet.
                Tok::Lt if k > i && follows_value(self.kind(k - 1)) => {}
                Tok::Lt => depth += 1,
                Tok::Gt => depth -= 1,
                Tok::Shr => depth -= 2,
                Tok::LParen | Tok::LBracket | Tok::LBrace => {
                    let end = self.skip_group(k);
                    *looks = looks.saturating_sub(end - k);
                    k = end;
                    continue;
                }
                kind if stops.contains(&kind) => return Err(k),
                _ => {}
            }
            k += 1;
            if depth <= 0 {
                return Ok(k);
            }
        }
        Err(k)
    }

    /// The name that the `operator` at `i` starts, and the index after it.
    fn operator(&self, i: usize) -> (Symbol, usize) {
        match (self.kind(i + 1), self.kind(i + 2)) {
            (Tok::LParen, Tok::RParen) => (words::OP_CALL, i + 3),
            (Tok::LBracket, Tok::RBracket) => (words::OP_INDEX, i + 3),
            (t, _) => match words::operator_name(t) {
                Some(s) => (s, i + 2),
                None => {
                    let mut k = i + 1;
                    while !matches!(self.kind(k), Tok::Eof | Tok::Semi | Tok::LBrace | Tok::LParen)
                    {
                        k += 1;
                    }
                    (words::OP_CONVERSION, k)
                }
            },
        }
    }
}

/// The flag of a specifier word.
fn flag(s: Symbol) -> u32 {
    match s {
        words::GLOBAL => Flags::GLOBAL,
        words::DEVICE => Flags::DEVICE,
        words::HOST => Flags::HOST,
        words::SHARED => Flags::SHARED,
        words::CONSTANT => Flags::CONSTANT,
        words::MANAGED => Flags::MANAGED,
        words::STATIC => Flags::STATIC,
        words::INLINE => Flags::INLINE,
        words::CONST => Flags::CONST,
        words::CONSTEXPR => Flags::CONSTEXPR,
        _ => 0,
    }
}

/// The flags of what is marked for the device.
const MARKS: u32 = Flags::GLOBAL | Flags::DEVICE | Flags::CONSTANT | Flags::SHARED | Flags::MANAGED;

/// Whether a word marks a declaration for the device.
fn is_mark(s: Symbol) -> bool {
    flag(s) & MARKS != 0
}

/// Whether a word may have a group in parentheses behind it that declares nothing.
fn takes_group(s: Symbol) -> bool {
    matches!(
        s,
        words::ATTRIBUTE
            | words::DECLSPEC
            | words::LAUNCH_BOUNDS
            | words::ALIGN
            | words::ALIGNAS
            | words::MAXNREG
            | words::CLUSTER_DIMS
            | words::DECLTYPE
            | words::TYPEOF
            | words::TYPEOF_ALT
            | words::UNDERLYING_TYPE
    )
}
