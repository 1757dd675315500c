//! One declaration at file scope, gone over token by token: where it ends, and what it declares.

use std::ops::ControlFlow::{self, Break, Continue};

use optx_source::{Diagnostic, Span, code};

use super::{Cutter, Declares, MARKS, What, flag, is_mark, seen::Seen, takes_group};
use crate::{
    ast::Flags,
    intern::Symbol,
    parse::index::{Item, ItemKind, Part},
    token::{LINE_START, Tok, Token},
    words,
};

/// Where to go on, or where the declaration ends.
type Next = ControlFlow<usize, usize>;

impl Cutter<'_> {
    /// One declaration.
    pub(super) fn item(&mut self, c_linkage: bool) {
        let first = self.at;
        let flags = if c_linkage { Flags::EXTERN_C } else { 0 };
        let mut d = Seen::new(first, flags, self.namespace);
        let mut i = first;
        while let Some(t) = self.tokens.get(i).copied() {
            match self.token(&mut d, i, t) {
                Continue(next) => i = next,
                Break(end) => {
                    i = end;
                    break;
                }
            }
        }
        self.at = i.max(first + 1);
        if d.flags & Flags::GLOBAL == 0 {
            self.no_kernel_within(first);
        }
        d.guide &= self.kind(self.at.wrapping_sub(1)) == Tok::Semi;
        if d.guide {
            d.forget();
        }
        self.add_items(&d);
    }

    /// Goes over the token `t` at `i`, and what belongs to it.
    fn token(&mut self, d: &mut Seen, i: usize, t: Token) -> Next {
        match t.kind {
            // A `}` is the end of an enclosing namespace: this declaration lacks its `;`.
            Tok::Eof | Tok::RBrace => return Break(i),
            Tok::Semi => {
                d.declare_last();
                return Break(i + 1);
            }
            Tok::Ident => return self.word(d, i, t),
            // Template arguments of a type or of a specialisation, or of the result behind parameters.
            Tok::Lt if (d.last.is_some() || d.after) && !d.assigned => {
                return Continue(self.skip_angles(i).max(i + 1));
            }
            Tok::Lt if d.assigned && !wrong!(CommasInArgumentsEndDeclarators) => {
                if let Some(end) = self.arguments_end(d, i) {
                    return Continue(end);
                }
            }
            Tok::Colon if d.after => d.inits = true,
            Tok::Arrow if d.after && !d.typed => d.guide = true,
            Tok::LParen => return self.parentheses(d, i),
            Tok::LBracket => {
                if self.kind(i + 1) != Tok::LBracket {
                    d.declare_last();
                }
                return Continue(self.skip_group(i));
            }
            Tok::Eq => {
                d.declare_last();
                d.assigned = true;
            }
            Tok::Comma => {
                d.declare_last();
                d.next_declarator();
            }
            Tok::LBrace => return self.braces(d, i),
            _ => {}
        }
        Continue(i + 1)
    }

    /// The index behind template arguments in an initialiser, whose commas end no declarator: of `a < b, c > d` the comma would have no declarator behind it.
    /// What stands before a `=` or `;` ends there.
    fn arguments_end(&self, d: &mut Seen, i: usize) -> Option<usize> {
        if self.kind(i.checked_sub(1)?) != Tok::Ident {
            return None;
        }
        let stops = [Tok::Eof, Tok::Semi, Tok::Eq, Tok::RBrace];
        self.over_angles(i, &mut d.looks, &stops).ok()
    }

    /// Goes over the word `t` at `i`, and what belongs to it.
    fn word(&mut self, d: &mut Seen, i: usize, t: Token) -> Next {
        // Host code may be of words that are macros elsewhere.
        let is_device = d.flags & MARKS != 0;
        if is_device
            && d.function
            && d.after
            && !d.assigned
            && !d.inits
            && let Some(end) = self.behind_parameters(i)
        {
            d.refused = true;
            return Break(end);
        }
        match t.sym {
            words::TEMPLATE => return Continue(self.template_word(d, i)),
            words::STATIC_ASSERT | words::STATIC_ASSERT_C
                if i == d.first && self.kind(i + 1) == Tok::LParen =>
            {
                let end = self.skip_group(i + 1);
                if self.kind(end) != Tok::Semi {
                    self.missing_semicolon(end, "`;` is missing after the static assertion");
                    return Break(end);
                }
                return Continue(end);
            }
            words::TYPEDEF => d.typedef = true,
            words::USING => return self.using_word(d, i),
            words::STRUCT | words::CLASS | words::UNION | words::ENUM
                if !d.function && !d.assigned =>
            {
                return self.tag_word(d, i);
            }
            words::EXTERN => {
                d.flags |= Flags::EXTERN;
                if self.kind(i + 1) == Tok::Str {
                    d.flags |= Flags::EXTERN_C;
                    self.linkage(i + 1);
                    return Continue(i + 2);
                }
            }
            s if takes_group(s) && self.kind(i + 1) == Tok::LParen => {
                let end = self.skip_group(i + 1);
                if s == words::ATTRIBUTE || s == words::DECLSPEC {
                    let marks = self.tokens.get(i..end).unwrap_or(&[]);
                    d.flags |= marks.iter().fold(0, |f, t| f | attribute_flag(t));
                }
                d.typed |= is_type_word(s);
                return Continue(end);
            }
            // What is marked for the device is never read over: a mark in the middle of a declaration says
            // that it was not understood where that ends.
            // What has its type and its name ends before a mark on another line.
            s if t.flags & LINE_START != 0
                && is_mark(s)
                && d.typed
                && d.last.is_some()
                && !d.after
                && !d.assigned =>
            {
                d.declare_last();
                self.missing_semicolon(i, "`;` is missing after this declaration");
                return Break(i);
            }
            s if is_mark(s) && i > d.first && !d.assigned && !d.names.is_empty()
                || s == words::GLOBAL && d.flags & Flags::GLOBAL != 0 =>
            {
                let text = "this starts a declaration before the one before it ends";
                self.diags.push(Diagnostic::new(code::EXPECTED, t.span, text));
                return Break(i);
            }
            words::OPERATOR if !d.after && !d.assigned => {
                let (name, end) = self.operator(i);
                let qualified = self.kind(i.wrapping_sub(1)) == Tok::ColonColon;
                d.scope = if qualified { d.before } else { words::EMPTY };
                d.last = Some((name, t.span));
                return Continue(end);
            }
            _ => self.specifier_or_name(d, i, t),
        }
        Continue(i + 1)
    }

    /// `template` at `i`: the index after it and its parameters.
    fn template_word(&self, d: &mut Seen, i: usize) -> usize {
        if self.kind(i + 1) == Tok::Lt {
            d.template = true;
            return self.skip_angles(i + 1);
        }
        if i == d.first || i == d.first + 1 && self.is(d.first, words::EXTERN) {
            d.instantiation = true;
        }
        i + 1
    }

    /// `using` at `i`.
    fn using_word(&mut self, d: &mut Seen, i: usize) -> Next {
        d.using = true;
        let alias = self.kind(i + 2) == Tok::Eq || self.is(i + 2, words::ATTRIBUTE);
        if self.kind(i + 1) == Tok::Ident && alias {
            let name = self.tokens[i + 1];
            d.names.push(Declares::plain(name.sym, name.span, What::Type));
            // A class or enumeration that is defined there declares its own name and enumerators.
            let word = self.tokens.get(i + 3).map_or(words::EMPTY, |t| t.sym);
            if matches!(word, words::STRUCT | words::CLASS | words::UNION | words::ENUM) {
                let end = self.tag(i + 3, &mut d.names, &mut d.tag, &mut d.around);
                return Continue(end);
            }
        }
        let end = self.using_end(i);
        if self.kind(end) == Tok::Ident { Break(end) } else { Continue(end) }
    }

    /// `struct` or one of its relatives at `i`.
    fn tag_word(&mut self, d: &mut Seen, i: usize) -> Next {
        let end = self.tag(i, &mut d.names, &mut d.tag, &mut d.around);
        d.last = None;
        d.typed = true;
        let other = self.starts_other(end) || self.defines_function(end);
        if self.kind(end.saturating_sub(1)) == Tok::RBrace && other {
            self.missing_semicolon(end, "`;` is missing after the declaration of the type");
            return Break(end);
        }
        Continue(end)
    }

    /// Notes the word `t` at `i`: a specifier, or a name that may be the declared one.
    fn specifier_or_name(&self, d: &mut Seen, i: usize, t: Token) {
        d.flags |= flag(t.sym);
        if !words::is_keyword(t.sym) && !d.after {
            let tilde = self.kind(i.wrapping_sub(1)) == Tok::Tilde;
            let before = i.wrapping_sub(if tilde { 2 } else { 1 });
            let qualified = self.kind(before) == Tok::ColonColon;
            if !d.assigned {
                d.scope = if qualified { d.before } else { words::EMPTY };
            }
            d.typed |= d.last.is_some() && !qualified;
            d.before = t.sym;
            let sym = if qualified && tilde { words::DESTRUCTOR } else { t.sym };
            d.last = Some((sym, t.span));
        }
        d.typed |= is_type_word(t.sym);
    }

    /// The `(` at `i`: around a declarator, or before parameters, arguments or anything else.
    fn parentheses(&mut self, d: &mut Seen, i: usize) -> Next {
        // After the parameters initialisers of members, `noexcept(...)` and such.
        if !d.assigned && !d.after {
            let last = d.last.filter(|l| !self.is_parameter(d, l.0));
            // A guide's parameters are no name in parentheses.
            let guide = !d.typed && self.kind(self.skip_group(i)) == Tok::Arrow;
            let inner = match guide {
                true => None,
                false => self.declarator_in_parens(i, last, d.typed, d.scope),
            };
            if let Some(inner) = inner {
                d.last = None;
                d.scope = inner.scope;
                d.set_function(inner.function);
                d.declare(inner.name, inner.span);
            } else if let Some((name, span)) = d.last.take() {
                // Arguments of a constructor initialise a variable.
                d.set_function(!d.typedef && self.holds_parameters(i));
                d.declare(name, span);
            }
        }
        let (end, closed) = self.closed_group(i);
        d.refused |= !closed;
        if closed { Continue(end) } else { Break(end) }
    }

    /// Whether a name is a parameter of the declaration's template, and so a type rather than what is declared.
    fn is_parameter(&self, d: &Seen, name: Symbol) -> bool {
        let mut k = d.first;
        while d.template && d.scope == words::EMPTY && self.is(k, words::TEMPLATE) {
            let end = self.skip_angles(k + 1);
            if self.tokens.get(k..end).is_some_and(|head| head.iter().any(|t| t.is(name))) {
                return true;
            }
            k = end;
        }
        false
    }

    /// The `{` at `i`: of an initialiser, or of a function's body, which ends the declaration.
    fn braces(&mut self, d: &mut Seen, i: usize) -> Next {
        let function = d.function && !d.assigned;
        if function && self.is_member_init(d.first, i) {
            return Continue(self.closed_group(i).0);
        }
        let (end, closed) = self.closed_group(i);
        // That it is not closed is told, and all that is wrong with it.
        d.refused |= !closed;
        if function || !closed {
            return Break(end);
        }
        d.assigned |= d.declare_last();
        if self.starts_other(end) {
            let next = self.tokens.get(end).map_or(words::EMPTY, |t| t.sym);
            if is_mark(next) || d.flags & MARKS != 0 {
                self.missing_semicolon(end, "`;` is missing after this declaration");
            }
            return Break(end);
        }
        Continue(end)
    }

    /// Adds a declaration to the index: as one item, or one for each qualified name among several declarators.
    fn add_items(&mut self, d: &Seen) {
        let several = d.names.iter().filter(|n| n.what == What::Value).count() > 1;
        let alone = |n: &&Declares| several && n.scope != words::EMPTY;
        let rest: Vec<Declares> = d.names.iter().filter(|n| !alone(n)).copied().collect();
        let mut part = if d.names.iter().any(|n| alone(&n)) { Part::First } else { Part::Whole };
        if part == Part::Whole || !rest.is_empty() {
            self.add_item(d, &rest, part);
            part = Part::Other;
        }
        for name in d.names.iter().filter(alone) {
            self.add_item(d, std::slice::from_ref(name), part);
            part = Part::Other;
        }
    }

    /// Adds an item, and what it declares.
    fn add_item(&mut self, d: &Seen, names: &[Declares], part: Part) {
        let id = self.index.items.len() as u32;
        let first = self.tokens.get(d.first);
        let kind = if d.refused {
            ItemKind::Refused
        } else if d.guide {
            ItemKind::Guide
        } else if is_asm(first) || self.is_attribute(d.first) {
            ItemKind::Unread
        } else {
            d.kind(names)
        };
        let main = names.iter().rev().find(|n| n.what == What::Value).or(names.first());
        let nothing = || (words::EMPTY, first.map_or(Span::NONE, |t| t.span));
        let (name, span) = main
            .map(|n| (n.name, n.span))
            .or(d.guided.filter(|_| kind == ItemKind::Guide))
            .unwrap_or_else(nothing);
        let scope = d.scope_as(kind, main);
        let member = scope != words::EMPTY && self.names_class(scope);
        let variable = kind == ItemKind::Variable;
        self.index.push(Item {
            list: self.list,
            first: d.first as u32,
            end: self.at as u32,
            kind,
            flags: self.marked(kind, Flags(d.flags)),
            library: self.library,
            name,
            span,
            scope,
            namespace: if variable { self.namespace } else { d.around.namespace },
            within: self.namespace,
            member,
            part,
        });
        self.index.type_templates |= kind == ItemKind::TypeTemplate;
        if kind == ItemKind::Guide {
            self.index.guides.entry(name).or_default().push(id);
        }
        if d.using && kind == ItemKind::Other {
            self.index.usings.push((self.namespace, id));
        }
        // A class's member that is defined outside of it declares nothing around it: `X::X(int)` makes no function of
        // the type's name.
        if kind == ItemKind::Instantiation || member {
            return;
        }
        for n in names {
            let is_type = n.what == What::Type;
            if is_type && (d.typedef || d.using) {
                self.index.classes.open(n.name);
            }
            self.index.declare(n.name, id, is_type);
        }
    }

    /// The flags of a declaration, with those of the device where all of a file is the device's.
    fn marked(&self, kind: ItemKind, flags: Flags) -> Flags {
        match kind {
            ItemKind::Other | ItemKind::Guide | ItemKind::Unread | ItemKind::Refused => flags,
            ItemKind::Variable if wrong!(UnmarkedVariablesAreHost) => flags,
            ItemKind::Function if wrong!(UnmarkedFunctionsAreHost) => flags,
            _ => self.index.marked(flags),
        }
    }

    /// Whether a name before `::` is a class's rather than a namespace's.
    fn names_class(&self, s: Symbol) -> bool {
        self.index.is_type(s)
            || self.index.is_member_type(s)
            || self.index.has_template_of(s, &[ItemKind::TypeTemplate])
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
pub(in crate::parse) fn is_type_word(s: Symbol) -> bool {
    s.0 >= words::VOID.0 && s.0 <= words::DECLTYPE.0 && s != words::TYPENAME
}
