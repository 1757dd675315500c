//! Cutting a token list into top-level declarations, by tokens and brackets alone.
//!
//! What device code does not name is never parsed, so host code outside the kernel language costs nothing.
//! For each declaration the cut finds out which names it declares, whether as types, and whether it is marked
//! for the device.

use optx_source::{Diagnostic, Diagnostics, Span, code};

mod class;
mod declarator;
mod namespace;
mod start;

use super::{
    index::{Index, Item, ItemKind},
    template::follows_value,
};
use class::Around;

use crate::{
    ast::Flags,
    intern::Symbol,
    token::{Tok, Token},
    words,
};

/// Cuts a token list and adds its declarations to the index.
pub fn cut(index: &mut Index, tokens: &[Token], list: u32, library: bool, diags: &mut Diagnostics) {
    let (open, path, namespace) = (Vec::new(), Vec::new(), 0);
    let mut c = Cutter { index, tokens, list, library, at: 0, open, path, namespace, diags };
    c.run();
}

/// What a name is declared as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Value,
    Type,
    Enumerator,
}

fn what(typedef: bool) -> What {
    if typedef { What::Type } else { What::Value }
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
        if let Some(o) = self.open.last() {
            self.diags.push(Diagnostic::new(
                code::UNBALANCED_BRACKET,
                o.span,
                "the `{` of this is not closed",
            ));
        }
    }

    /// Skips a bracketed group; the token at `i` opens it. Gives the index after its end.
    fn skip_group(&self, i: usize) -> usize {
        self.group_end(i).0
    }

    /// The index after a bracketed group, and whether it is closed. A `}` closes the nearest `{` whatever stands
    /// open in between, which is the parser's to report; `__global__` stands in no brackets, so it ends a group that
    /// is not closed before it.
    fn group_end(&self, i: usize) -> (usize, bool) {
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
                Tok::Ident if self.is(k, words::GLOBAL) && k > i => return (k, false),
                Tok::Eof => return (k, false),
                _ => {}
            }
            k += 1;
            if open.is_empty() {
                return (k, true);
            }
        }
    }

    /// Skips a bracketed group, and reports one that does not end.
    fn closed_group(&mut self, i: usize) -> (usize, bool) {
        let (end, closed) = self.group_end(i);
        if !closed {
            let t = self.tokens[i];
            self.diags.push(Diagnostic::new(
                code::UNBALANCED_BRACKET,
                t.span,
                format!("this `{}` is not closed", t.kind.text()),
            ));
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

    /// Skips `< ... >`; gives the index after it.
    fn skip_angles(&self, i: usize) -> usize {
        let mut depth = 0i32;
        let mut k = i;
        loop {
            match self.kind(k) {
                // Behind a value it is the operator; of names nothing is known yet.
                Tok::Lt if k > i && follows_value(self.kind(k - 1)) => {}
                Tok::Lt => depth += 1,
                Tok::Gt => depth -= 1,
                Tok::Shr => depth -= 2,
                Tok::LParen | Tok::LBracket | Tok::LBrace => {
                    k = self.skip_group(k);
                    continue;
                }
                Tok::Eof | Tok::Semi => return k,
                _ => {}
            }
            k += 1;
            if depth <= 0 {
                return k;
            }
        }
    }

    /// One declaration.
    fn item(&mut self, c_linkage: bool) {
        let first = self.at;
        let id = self.index.items.len() as u32;
        let mut flags = if c_linkage { Flags::EXTERN_C } else { 0 };
        let mut names: Vec<(Symbol, Span, What)> = Vec::new();
        let (mut template, mut instantiation) = (false, false);
        // `X` of the last `X::`, and of the declared name.
        let (mut before, mut scope) = (words::EMPTY, words::EMPTY);
        let (mut tag, mut typedef, mut function, mut assigned) = (false, false, false, false);
        let (mut using, mut destructor) = (false, false);
        let mut around = Around { namespace: self.namespace, class: words::EMPTY };
        // After a function's parameters; after the `:` of its initialisers.
        let (mut after, mut inits) = (false, false);
        // The last identifier at depth 0 that may be a declared name, and whether a type stands before it.
        let mut last: Option<(Symbol, Span)> = None;
        let mut typed = false;
        let mut i = first;
        while let Some(t) = self.tokens.get(i).copied() {
            match t.kind {
                Tok::Eof => {
                    break;
                }
                Tok::Semi => {
                    if let Some((s, p)) = last.take().filter(|_| !assigned) {
                        names.push((s, p, what(typedef)));
                    }
                    i += 1;
                    break;
                }
                Tok::Ident => match t.sym {
                    words::TEMPLATE => {
                        i += 1;
                        if self.kind(i) == Tok::Lt {
                            template = true;
                            i = self.skip_angles(i);
                        } else if i == first + 1 || i == first + 2 && self.is(first, words::EXTERN)
                        {
                            instantiation = true;
                        }
                        continue;
                    }
                    words::STATIC_ASSERT | words::STATIC_ASSERT_C
                        if i == first && self.kind(i + 1) == Tok::LParen =>
                    {
                        i = self.skip_group(i + 1);
                        if self.kind(i) != Tok::Semi {
                            self.missing_semicolon(i, "`;` is missing after the static assertion");
                            break;
                        }
                        continue;
                    }
                    words::TYPEDEF => typedef = true,
                    words::USING => {
                        using = true;
                        let alias = self.kind(i + 2) == Tok::Eq || self.is(i + 2, words::ATTRIBUTE);
                        if self.kind(i + 1) == Tok::Ident && alias {
                            names.push((
                                self.tokens[i + 1].sym,
                                self.tokens[i + 1].span,
                                What::Type,
                            ));
                        }
                        i = self.using_end(i);
                        if self.kind(i) == Tok::Ident {
                            break;
                        }
                        continue;
                    }
                    words::STRUCT | words::CLASS | words::UNION | words::ENUM
                        if !function && !assigned =>
                    {
                        i = self.tag(i, &mut names, &mut tag, &mut around);
                        last = None;
                        typed = true;
                        if self.kind(i.saturating_sub(1)) == Tok::RBrace && self.starts_other(i) {
                            let text = "`;` is missing after the declaration of the type";
                            self.missing_semicolon(i, text);
                            break;
                        }
                        continue;
                    }
                    words::EXTERN => {
                        flags |= Flags::EXTERN;
                        if self.kind(i + 1) == Tok::Str {
                            flags |= Flags::EXTERN_C;
                            self.linkage(i + 1);
                            i += 1;
                        }
                    }
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
                        if self.kind(i + 1) == Tok::LParen =>
                    {
                        let end = self.skip_group(i + 1);
                        if t.sym == words::ATTRIBUTE || t.sym == words::DECLSPEC {
                            let marks = self.tokens.get(i..end).unwrap_or(&[]);
                            flags |= marks.iter().fold(0, |f, t| f | attribute_flag(t));
                        }
                        typed |= is_type_word(t.sym);
                        i = end;
                        continue;
                    }
                    // What is marked for the device is never read over: a mark in the middle of a declaration says
                    // that it was not understood where that ends.
                    s if is_mark(s) && i > first && !assigned && !names.is_empty()
                        || s == words::GLOBAL && flags & Flags::GLOBAL != 0 =>
                    {
                        self.diags.push(Diagnostic::new(
                            code::EXPECTED,
                            t.span,
                            "this starts a declaration before the one before it ends",
                        ));
                        break;
                    }
                    words::OPERATOR if !after && !assigned => {
                        let (name, end) = self.operator(i);
                        scope = if self.kind(i.wrapping_sub(1)) == Tok::ColonColon {
                            before
                        } else {
                            words::EMPTY
                        };
                        last = Some((name, t.span));
                        i = end;
                        continue;
                    }
                    s => {
                        flags |= flag(s);
                        if !words::is_keyword(s) && !after {
                            let qualified = self.kind(i.wrapping_sub(1)) == Tok::ColonColon
                                || self.kind(i.wrapping_sub(1)) == Tok::Tilde
                                    && self.kind(i.wrapping_sub(2)) == Tok::ColonColon;
                            if !assigned {
                                scope = if qualified { before } else { words::EMPTY };
                            }
                            typed |= last.is_some() && !qualified;
                            destructor |= qualified && self.kind(i.wrapping_sub(1)) == Tok::Tilde;
                            before = s;
                            last = Some((s, t.span));
                        }
                        typed |= is_type_word(s);
                    }
                },
                Tok::Lt if last.is_some() && !assigned => {
                    // Template arguments of a type or of a specialisation.
                    let end = self.skip_angles(i);
                    i = end.max(i + 1);
                    continue;
                }
                Tok::ColonColon => {}
                Tok::Colon if after => inits = true,
                Tok::LParen => {
                    if !assigned {
                        if after {
                            // Initialisers of members, `noexcept(...)` and such.
                        } else if let Some(d) = self.declarator_in_parens(i, last, typed, scope) {
                            last = None;
                            scope = d.scope;
                            function = !typedef && d.function;
                            after = function;
                            names.push((d.name, d.span, what(typedef)));
                        } else if let Some((s, p)) = last.take() {
                            // Arguments of a constructor initialise a variable.
                            function = !typedef && self.holds_parameters(i);
                            after = function;
                            names.push((s, p, what(typedef)));
                        }
                    }
                    let (end, closed) = self.closed_group(i);
                    i = end;
                    if !closed {
                        break;
                    }
                    continue;
                }
                Tok::LBracket => {
                    if self.kind(i + 1) == Tok::LBracket {
                        i = self.skip_group(i);
                        continue;
                    }
                    if let Some((s, p)) = last.take().filter(|_| !assigned) {
                        names.push((s, p, what(typedef)));
                    }
                    i = self.skip_group(i);
                    continue;
                }
                Tok::Eq => {
                    if let Some((s, p)) = last.take().filter(|_| !assigned) {
                        names.push((s, p, what(typedef)));
                    }
                    assigned = true;
                }
                Tok::Comma => {
                    if let Some((s, p)) = last.take().filter(|_| !assigned) {
                        names.push((s, p, what(typedef)));
                    }
                    assigned = false;
                    after &= inits;
                }
                Tok::LBrace if function && !assigned && self.is_member_init(first, i) => {
                    i = self.closed_group(i).0;
                    continue;
                }
                Tok::LBrace => {
                    let (end, closed) = self.closed_group(i);
                    if function && !assigned || !closed {
                        i = end;
                        break;
                    }
                    if let Some((s, p)) = last.take().filter(|_| !assigned) {
                        names.push((s, p, what(typedef)));
                        assigned = true;
                    }
                    i = end;
                    if self.starts_other(i) {
                        let next = self.tokens.get(i).map_or(words::EMPTY, |t| t.sym);
                        if is_mark(next) || flags & MARKS != 0 {
                            self.missing_semicolon(i, "`;` is missing after this declaration");
                        }
                        break;
                    }
                    continue;
                }
                Tok::RBrace => {
                    // The end of an enclosing namespace: this declaration lacks its `;`.
                    break;
                }
                _ => {}
            }
            i += 1;
        }
        self.at = i.max(first + 1);
        if flags & Flags::GLOBAL == 0 {
            self.no_kernel_within(first);
        }
        if destructor {
            // `X::~X() {}`: what X's objects need is said where they are made.
            (flags, template, instantiation, function) = (0, false, false, false);
            names.clear();
        }
        let unread = destructor || is_asm(self.tokens.get(first)) || self.is_attribute(first);
        let kind = if unread {
            ItemKind::Unread
        } else if instantiation && !template {
            ItemKind::Instantiation
        } else if template {
            if using || tag && names.iter().all(|n| n.2 != What::Value) {
                ItemKind::TypeTemplate
            } else if function {
                ItemKind::FunctionTemplate
            } else {
                ItemKind::VariableTemplate
            }
        } else if using && names.is_empty() {
            ItemKind::Other
        } else if typedef || using || tag && names.iter().all(|n| n.2 != What::Value) {
            ItemKind::Type
        } else if function {
            ItemKind::Function
        } else if names.is_empty() {
            ItemKind::Other
        } else {
            ItemKind::Variable
        };
        let main = names.iter().rev().find(|n| n.2 == What::Value).or(names.first());
        let (name, span) = main.map_or_else(
            || (words::EMPTY, self.tokens.get(first).map_or(Span::NONE, |t| t.span)),
            |n| (n.0, n.1),
        );
        if !matches!(
            kind,
            ItemKind::Function
                | ItemKind::FunctionTemplate
                | ItemKind::Variable
                | ItemKind::VariableTemplate
        ) {
            scope = if kind == ItemKind::Type { around.class } else { words::EMPTY };
        }
        let member = scope != words::EMPTY && self.names_class(scope);
        self.index.push(Item {
            list: self.list,
            first: first as u32,
            end: self.at as u32,
            kind,
            flags: match kind {
                ItemKind::Other | ItemKind::Unread => Flags(flags),
                ItemKind::Variable if wrong!(UnmarkedVariablesAreHost) => Flags(flags),
                ItemKind::Function if wrong!(UnmarkedFunctionsAreHost) => Flags(flags),
                _ => self.index.marked(Flags(flags)),
            },
            library: self.library,
            name,
            span,
            scope,
            namespace: if kind == ItemKind::Variable { self.namespace } else { around.namespace },
            within: self.namespace,
            member,
        });
        if matches!(kind, ItemKind::TypeTemplate | ItemKind::VariableTemplate)
            && let Some((class, name)) = self.member_class(first)
        {
            self.index.note_member(class, name);
        }
        if using && kind == ItemKind::Other {
            self.index.usings.push((self.namespace, id));
        }
        if kind == ItemKind::Instantiation {
            return;
        }
        // A class's member that is defined outside of it declares nothing around it: `X::X(int)` makes no function of
        // the type's name.
        if member {
            return;
        }
        for (s, _, ty) in names {
            if ty == What::Type && (typedef || using) {
                self.index.classes.open(s);
            }
            self.index.declare(s, id, ty == What::Type);
        }
    }

    /// Whether a name before `::` is a class's rather than a namespace's.
    fn names_class(&self, s: Symbol) -> bool {
        self.index.is_type(s)
            || self.index.is_member_type(s)
            || self.index.template_kind(s) == Some(ItemKind::TypeTemplate)
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

    /// Whether the `{` at `i` initialises a member of a constructor: `X(int a) : x{a} {`.
    fn is_member_init(&self, first: usize, i: usize) -> bool {
        let colon = || {
            let mut depth = 0i32;
            (first..i).rev().any(|k| {
                match self.kind(k) {
                    Tok::RParen | Tok::RBrace | Tok::RBracket => depth += 1,
                    Tok::LParen | Tok::LBrace | Tok::LBracket => depth -= 1,
                    Tok::Colon if depth == 0 => return true,
                    _ => {}
                }
                false
            })
        };
        let Some(before) = self.tokens.get(i.wrapping_sub(1)).filter(|_| i > first) else {
            return false;
        };
        let named = before.kind == Tok::Ident
            && !words::is_keyword(before.sym)
            && !matches!(before.sym, words::OVERRIDE | words::FINAL);
        (named || matches!(before.kind, Tok::Gt | Tok::Shr)) && colon()
    }
}

/// Whether a declaration of inline PTX, or of the host's inline assembly, starts with the token.
fn is_asm(t: Option<&Token>) -> bool {
    t.is_some_and(|t| t.is(words::ASM) || t.is(words::ASM_ALT) || t.is(words::ASM_MS))
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

/// The flag that a word in `__attribute__((...))` stands for.
fn attribute_flag(t: &Token) -> u32 {
    match t.sym {
        _ if t.kind != Tok::Ident => 0,
        words::A_GLOBAL => Flags::GLOBAL,
        words::A_DEVICE => Flags::DEVICE,
        words::A_HOST => Flags::HOST,
        words::A_SHARED => Flags::SHARED,
        words::A_CONSTANT => Flags::CONSTANT,
        words::A_MANAGED => Flags::MANAGED,
        s => flag(s) & (MARKS | Flags::HOST),
    }
}

/// Whether a word is or begins a type.
fn is_type_word(s: Symbol) -> bool {
    s.0 >= words::VOID.0 && s.0 <= words::DECLTYPE.0 && s != words::TYPENAME
}
