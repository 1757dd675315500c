//! Classes and enums at file scope, by their tokens: the names that they declare.

use optx_source::{Diagnostic, Span, code};

use super::{Cutter, Declares, What, takes_group};
use crate::{intern::Symbol, parse::class_names::Member, token::Tok, words};

/// What a class that is defined outside of what declares it belongs to.
pub(super) struct Around {
    pub namespace: u32,
    /// The class that the name before the last `::` is.
    pub class: Symbol,
    /// It has members here, or values.
    pub defined: bool,
}

impl Cutter<'_> {
    /// The name of a class whose `struct` stands at `at`, and those of its bases; a base whose name cannot be told is empty.
    fn class_head(&self, at: usize) -> (Symbol, Vec<Symbol>) {
        let (mut name, mut bases) = (words::EMPTY, Vec::new());
        let (mut i, mut clause, mut last) = (at + 1, false, words::EMPTY);
        loop {
            let t = self.tokens[i];
            match t.kind {
                Tok::LBrace | Tok::Semi | Tok::Eof => break,
                Tok::LBracket | Tok::LParen => {
                    // `decltype(..)` as a base.
                    last = if clause { words::EMPTY } else { last };
                    i = self.skip_group(i);
                    continue;
                }
                Tok::Lt => {
                    i = self.skip_angles(i).max(i + 1);
                    continue;
                }
                Tok::Colon if !clause => (name, clause, last) = (last, true, words::EMPTY),
                Tok::Comma if clause => bases.push(std::mem::replace(&mut last, words::EMPTY)),
                Tok::Ident if !words::is_keyword(t.sym) && t.sym != words::FINAL => last = t.sym,
                _ => {}
            }
            i += 1;
        }
        match clause {
            true => bases.push(last),
            false => name = last,
        }
        (name, bases)
    }

    /// Notes a class that is defined, whose `struct` stands at `at`; in a class without a name stands what the one around
    /// it, `outer`, declares.
    fn define_class(&mut self, at: usize, outer: Symbol) -> Symbol {
        let (name, bases) = self.class_head(at);
        if name == words::EMPTY {
            return outer;
        }
        self.index.classes.define(name, &bases);
        name
    }

    fn note_type(&mut self, class: Symbol, name: Symbol) {
        self.index.member_types.insert(name, ());
        self.index.classes.note(class, name, Member::Type);
    }

    /// Notes the types and templates that a class declares among its members, between the braces at `from` and `end`.
    pub(super) fn class_members(&mut self, class: Symbol, from: usize, end: usize) {
        let mut i = from + 1;
        while i + 1 < end {
            let t = self.tokens[i];
            match t.kind {
                Tok::LParen | Tok::LBracket => {
                    i = self.skip_group(i);
                    continue;
                }
                Tok::LBrace => {
                    // Nested classes have members of their own; a function's body declares none.
                    let close = self.skip_group(i);
                    let mut head = i;
                    while head > from + 1
                        && !matches!(
                            self.kind(head - 1),
                            Tok::Semi | Tok::LBrace | Tok::RBrace | Tok::RParen
                        )
                    {
                        head -= 1;
                    }
                    let tag = (head..i).find(|&k| {
                        self.is(k, words::STRUCT)
                            || self.is(k, words::CLASS)
                            || self.is(k, words::UNION)
                    });
                    if let Some(tag) = tag {
                        let inner = self.define_class(tag, class);
                        self.class_members(inner, i, close);
                    }
                    i = close;
                    continue;
                }
                Tok::Ident => match t.sym {
                    words::TYPEDEF => {
                        for name in self.typedef_names(i, end) {
                            self.note_type(class, name);
                            self.index.classes.open(name);
                        }
                    }
                    words::USING
                        if self.kind(i + 1) == Tok::Ident && self.kind(i + 2) == Tok::Eq =>
                    {
                        self.note_type(class, self.tokens[i + 1].sym);
                        self.index.classes.open(self.tokens[i + 1].sym);
                    }
                    words::USING => {
                        let mut k = i + 1;
                        while k < end && self.kind(k) != Tok::Semi {
                            if self.kind(k) == Tok::Ident
                                && !matches!(self.kind(k + 1), Tok::ColonColon | Tok::Lt)
                            {
                                self.index.classes.note(class, self.tokens[k].sym, Member::Brought);
                            }
                            k += 1;
                        }
                        i = k;
                        continue;
                    }
                    words::STRUCT | words::CLASS | words::UNION | words::ENUM => {
                        let k = if self.is(i + 1, words::CLASS) || self.is(i + 1, words::STRUCT) {
                            i + 2
                        } else {
                            i + 1
                        };
                        if self.kind(k) == Tok::Ident
                            && matches!(self.kind(k + 1), Tok::LBrace | Tok::Colon | Tok::Semi)
                        {
                            self.note_type(class, self.tokens[k].sym);
                        }
                    }
                    words::TEMPLATE if self.kind(i + 1) == Tok::Lt => {
                        i = self.member_template(i, end, class);
                        continue;
                    }
                    _ => {}
                },
                _ => {}
            }
            i += 1;
        }
    }

    /// Notes the member template of a class that stands at `i`; the index where its parameters, body or value begin.
    fn member_template(&mut self, i: usize, end: usize, class: Symbol) -> usize {
        let mut k = self.skip_angles(i + 1);
        let mut name = None;
        let ty = self.is(k, words::STRUCT) || self.is(k, words::CLASS) || self.is(k, words::USING);
        while k < end
            && !matches!(self.kind(k), Tok::LParen | Tok::Semi | Tok::LBrace | Tok::Colon | Tok::Eq)
        {
            let t = self.tokens[k];
            if t.is(words::OPERATOR) && !ty {
                name = Some(self.operator(k).0);
                break;
            }
            // What stands in brackets before the name is not its parameters.
            if takes_group(t.sym) && self.kind(k + 1) == Tok::LParen {
                k = self.skip_group(k + 1);
                continue;
            }
            if t.kind == Tok::LBracket {
                k = self.skip_group(k);
                continue;
            }
            if t.kind == Tok::Lt {
                k = self.skip_angles(k).max(k + 1);
                continue;
            }
            if t.kind == Tok::Ident && !(ty && words::is_keyword(t.sym)) {
                name = Some(t.sym);
            }
            k += 1;
        }
        if let Some(s) = name {
            self.index.member_templates.insert(s, ());
            self.index.classes.note(class, s, Member::Template);
            if ty {
                self.note_type(class, s);
            }
        }
        k
    }

    /// The names that the typedef at `i` declares: the last one before each comma, bounds and parameters left out. A name with no
    /// type before it is the type.
    fn typedef_names(&self, i: usize, end: usize) -> Vec<Symbol> {
        let mut names = Vec::new();
        let (mut last, mut typed) = (None, false);
        let mut k = i;
        while k < end && self.kind(k) != Tok::Semi {
            let t = self.tokens[k];
            k = match t.kind {
                Tok::LBrace => {
                    typed = true;
                    self.skip_group(k)
                }
                Tok::LBracket => self.skip_group(k),
                Tok::LParen if typed && last.is_some() => self.skip_group(k),
                Tok::LParen => {
                    (typed, last) = (true, None);
                    k + 1
                }
                Tok::Lt => self.skip_angles(k).max(k + 1),
                Tok::Comma => {
                    names.extend(last.take());
                    k + 1
                }
                Tok::Star | Tok::Amp | Tok::AmpAmp => {
                    typed |= last.take().is_some();
                    k + 1
                }
                Tok::Ident
                    if matches!(
                        t.sym,
                        words::DECLTYPE
                            | words::TYPEOF
                            | words::TYPEOF_ALT
                            | words::UNDERLYING_TYPE
                    ) =>
                {
                    let behind = self.skip_group(k + 1);
                    typed |= self.kind(behind) != Tok::ColonColon;
                    behind
                }
                Tok::Ident if matches!(t.sym, words::ATTRIBUTE | words::DECLSPEC) => {
                    self.skip_group(k + 1)
                }
                Tok::Ident if words::is_keyword(t.sym) => {
                    let named = matches!(
                        t.sym,
                        words::STRUCT | words::CLASS | words::UNION | words::ENUM | words::TYPENAME
                    );
                    typed |= super::is_type_word(t.sym) && !named;
                    k + 1
                }
                Tok::Ident => {
                    let qualified = self.kind(k.wrapping_sub(1)) == Tok::ColonColon;
                    typed |= last.is_some() && !qualified;
                    last = Some(t.sym);
                    k + 1
                }
                _ => k + 1,
            };
        }
        names.extend(last);
        names
    }

    /// The namespace that declares a class which is defined as `N::X`: N, or an inline one in it.
    fn declaring(&self, namespace: u32, name: Option<Symbol>) -> u32 {
        let declares = |n: u32| {
            let named = name.map_or(&[][..], |s| self.index.named(s));
            named.iter().any(|i| self.index.items[*i as usize].namespace == n)
        };
        let mut inlined = self.index.inlined(namespace).iter().copied();
        let found = if declares(namespace) { None } else { inlined.find(|n| declares(*n)) };
        if found.is_none() && !declares(namespace) && !wrong!(UsingDeclarationsDeclareNoClasses) {
            return name.and_then(|s| self.used_from(namespace, s)).unwrap_or(namespace);
        }
        found.unwrap_or(namespace)
    }

    /// The namespace that a using declaration takes a name from.
    fn used_from(&self, namespace: u32, name: Symbol) -> Option<u32> {
        self.index.usings.iter().filter(|u| u.0 == namespace).find_map(|u| {
            let item = self.index.items.get(u.1 as usize).filter(|i| i.list == self.list)?;
            let tokens = self.tokens.get(item.first as usize + 1..item.end as usize)?;
            tokens.split(|t| t.kind == Tok::Comma).find_map(|tokens| {
                let global = tokens.first()?.kind == Tok::ColonColon;
                let names: Vec<Symbol> =
                    tokens.iter().filter(|t| t.kind == Tok::Ident).map(|t| t.sym).collect();
                let (last, path) = names.split_last()?;
                let meant = *last == name && !path.contains(&words::NAMESPACE);
                meant.then(|| self.index.resolve(namespace, global, path))?
            })
        })
    }

    /// Reports a class of a namespace that is defined in a namespace which does not lie around it ([class] 11).
    fn check_enclosed(&mut self, first: Symbol, inner: u32, span: Span) {
        if !self.index.is_namespace_from(self.namespace, first) {
            return;
        }
        if self.index.is_around(self.namespace, inner) {
            return;
        }
        let text = "what a namespace declares is defined in it or in one around it";
        self.diags.push(Diagnostic::new(code::BAD_DECLARATOR, span, text));
    }

    /// `struct X { ... }` and its relatives; the index after it.
    pub(super) fn tag(
        &mut self,
        at: usize,
        names: &mut Vec<Declares>,
        tag: &mut bool,
        around: &mut Around,
    ) -> usize {
        let is_enum = self.is(at, words::ENUM);
        let mut i = at + 1;
        let scoped = is_enum && (self.is(i, words::CLASS) || self.is(i, words::STRUCT));
        if scoped {
            i += 1;
        }
        let mut name = None;
        let (mut path, mut global) = (Vec::new(), false);
        loop {
            let Some(t) = self.tokens.get(i) else { return i };
            match t.kind {
                Tok::ColonColon if name.is_none() && path.is_empty() => global = true,
                Tok::Ident
                    if name.is_none()
                        && !words::is_keyword(t.sym)
                        && self.kind(i + 1) == Tok::ColonColon =>
                {
                    path.push(t.sym);
                    i += 1;
                }
                // `A<T>::In`: of a class that is made of a template.
                Tok::Ident
                    if name.is_none()
                        && !words::is_keyword(t.sym)
                        && self.kind(i + 1) == Tok::Lt
                        && self.kind(self.skip_angles(i + 1)) == Tok::ColonColon =>
                {
                    path.push(t.sym);
                    i = self.skip_angles(i + 1);
                }
                Tok::Ident if t.sym == words::TEMPLATE && !path.is_empty() && name.is_none() => {}
                Tok::Ident
                    if matches!(
                        t.sym,
                        words::ALIGN | words::ALIGNAS | words::ATTRIBUTE | words::DECLSPEC
                    ) && self.kind(i + 1) == Tok::LParen =>
                {
                    i = self.skip_group(i + 1);
                    continue;
                }
                Tok::Ident if name.is_none() && !words::is_keyword(t.sym) => {
                    name = Some((t.sym, t.span))
                }
                Tok::Ident
                    if t.sym == words::FINAL
                        && matches!(self.kind(i + 1), Tok::LBrace | Tok::Colon) => {}
                Tok::LBracket => {
                    i = self.skip_group(i);
                    continue;
                }
                Tok::Lt if name.is_some() => {
                    i = self.skip_angles(i).max(i + 1);
                    continue;
                }
                _ => break,
            }
            i += 1;
        }
        // A base clause or an underlying type.
        if self.kind(i) == Tok::Colon {
            while !matches!(self.kind(i), Tok::LBrace | Tok::Semi | Tok::Eof) {
                i += 1;
            }
        }
        if self.kind(i) == Tok::LBrace {
            *tag = true;
            if let Some((s, p)) = name {
                names.push(Declares::plain(s, p, What::Type));
            }
            if global || !path.is_empty() {
                self.declared_in(global, &path, name, around);
                around.defined = true;
            }
            let end = self.skip_group(i);
            if !is_enum {
                let class = self.define_class(at, words::EMPTY);
                self.class_members(class, i, end);
            }
            if is_enum && !scoped {
                let mut k = i + 1;
                while k + 1 < end {
                    if let Some(t) = self.tokens.get(k)
                        && t.kind == Tok::Ident
                    {
                        names.push(Declares::plain(t.sym, t.span, What::Enumerator));
                    }
                    while k + 1 < end && self.kind(k) != Tok::Comma {
                        k = if matches!(self.kind(k), Tok::LParen | Tok::LBrace | Tok::LBracket) {
                            self.skip_group(k)
                        } else {
                            k + 1
                        };
                    }
                    k += 1;
                }
            }
            return end;
        }
        if self.kind(i) == Tok::Semi
            && let Some((s, p)) = name
        {
            *tag = true;
            names.push(Declares::plain(s, p, What::Type));
            // A specialisation of a class's member may be declared first.
            if !path.is_empty() && self.is_member_of_class(global, &path) {
                around.class = path.last().copied().unwrap_or(words::EMPTY);
            }
        }
        i
    }

    /// Whether such a path ends in a class.
    fn is_member_of_class(&self, global: bool, path: &[Symbol]) -> bool {
        // A class that is nearer hides a namespace of its name.
        let class = |s: &Symbol| {
            !self.index.is_namespace_from(self.namespace, *s)
                && self.index.is_type_from(self.namespace, false, *s, 0)
        };
        !global && path.first().is_some_and(class)
            || self.index.resolve(self.namespace, global, path).is_none()
    }

    /// Notes what a class belongs to that is defined with a path before its name.
    fn declared_in(
        &mut self,
        global: bool,
        path: &[Symbol],
        name: Option<(Symbol, Span)>,
        around: &mut Around,
    ) {
        let found = self.index.resolve(self.namespace, global, path);
        match found.filter(|_| !self.is_member_of_class(global, path)) {
            Some(n) => {
                around.namespace = self.declaring(n, name.map(|n| n.0));
                if let (Some(first), Some((_, span))) = (path.first(), name) {
                    self.check_enclosed(*first, around.namespace, span);
                }
            }
            None => around.class = path.last().copied().unwrap_or(words::EMPTY),
        }
    }
}
