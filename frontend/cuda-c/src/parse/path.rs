//! What stands before a name: namespaces, and then classes.

use optx_source::code;

use super::{Parse, Parser};
use crate::{
    ast::{Base, Path, Spec, TypeExpr},
    intern::Symbol,
    token::Tok,
    words,
};

/// What stands before a name.
#[derive(Clone, Copy, Default)]
pub(super) struct Before<'a> {
    /// The namespaces, where no class follows them; else the class has them.
    pub path: Option<&'a Path<'a>>,
    /// The class.
    pub class: Option<&'a Spec<'a>>,
    /// `template` stands right before the name.
    pub template: bool,
}

/// What a declarator's name has around it.
#[derive(Clone, Copy, Default)]
pub(super) struct Declared<'a> {
    /// The namespaces in `ns::name`.
    pub path: Option<&'a Path<'a>>,
    /// The class in `X<T>::name`.
    pub class: Option<&'a Spec<'a>>,
    /// Template arguments after the name.
    pub args: Option<&'a [crate::ast::TemplateArg<'a>]>,
    /// The type of a conversion function.
    pub conversion: Option<&'a TypeExpr<'a>>,
}

impl<'a> Parser<'a, '_, '_> {
    /// A path; `None` where nothing was written. A namespace that an alias of the function at hand names is put in
    /// the alias's place, so that nobody else need know of it.
    pub(super) fn path(&self, global: bool, names: &[Symbol]) -> Option<&'a Path<'a>> {
        if !global && names.is_empty() {
            return None;
        }
        let alias = names.first().filter(|_| !global).and_then(|n| self.aliases.get(n));
        let p = match alias {
            Some(to) => {
                let list: Vec<Symbol> =
                    to.names.iter().chain(names.iter().skip(1)).copied().collect();
                Path { global: to.global, names: self.arenas().symbols.alloc_extend(list) }
            }
            None => {
                let names = self.arenas().symbols.alloc_extend(names.iter().copied());
                Path { global, names }
            }
        };
        Some(self.arenas().paths.alloc(p))
    }

    /// The namespace that the names before the token at `at` mean; `None` where they mean none that is known.
    fn namespace_before(&self, at: usize) -> Option<u32> {
        let kind = |i: usize| self.input.tokens.get(i).map_or(Tok::Eof, |t| t.kind);
        let mut names = Vec::new();
        let mut i = at;
        let mut global = false;
        while i > 0 && kind(i - 1) == Tok::ColonColon {
            let t = i.checked_sub(2).and_then(|i| self.input.tokens.get(i));
            match t {
                Some(t) if t.kind == Tok::Ident && !words::is_keyword(t.sym) => names.push(t.sym),
                _ => {
                    global = true;
                    break;
                }
            }
            i -= 2;
        }
        names.reverse();
        match names.split_first().filter(|_| !global) {
            Some((first, rest)) if self.aliases.contains_key(first) => {
                let to = self.aliases.get(first)?;
                let list: Vec<Symbol> = to.names.iter().chain(rest).copied().collect();
                self.input.index.resolve(self.namespace, to.global, &list)
            }
            _ => self.input.index.resolve(self.namespace, global, &names),
        }
    }

    /// Whether a name that stands at token `at` is a type: after `::` or a namespace no local name is meant, and before `::` no variable.
    pub(super) fn names_type(&self, at: usize, s: Symbol, qualified: bool, before: bool) -> bool {
        if words::is_keyword(s) || before && !qualified && self.aliases.contains_key(&s) {
            return false;
        }
        let index = self.input.index;
        let hidden = self.local.contains_key(&s) || self.in_class && self.is_type_of_class(s);
        if before && !qualified && !hidden && index.is_namespace_from(self.namespace, s) {
            return false;
        }
        if before
            && qualified
            && self.namespace_before(at).is_some_and(|n| index.namespace_in(n, s).is_some())
        {
            return false;
        }
        if qualified
            && index.is_both(s)
            && let Some(n) = self.namespace_before(at)
        {
            return index.is_type_from(n, true, s, self.place_of(at));
        }
        if qualified || before && self.local.get(&s).is_some_and(|k| k.is_value()) {
            let local = !qualified && self.block_tags.iter().any(|t| t.1 == s);
            return local || self.is_outer_type(s);
        }
        self.is_type_name(s)
    }

    /// Whether the component of a qualified name that stands `n` tokens ahead is followed by `::`; gives the place
    /// of the `::`.
    fn scope_ahead(&self, n: usize, template: bool) -> Option<usize> {
        let t = self.ahead(n);
        if t.kind != Tok::Ident || words::is_keyword(t.sym) {
            return None;
        }
        let k = n + 1;
        match self.ahead(k).kind {
            Tok::ColonColon => Some(k),
            Tok::Lt => {
                let known = template
                    || self.is_type_template(t.sym)
                    || self.input.index.is_member_template(t.sym);
                if !known {
                    return None;
                }
                let k = self.after_angles(k)?;
                (self.ahead(k).kind == Tok::ColonColon).then_some(k)
            }
            _ => None,
        }
    }

    /// Reads the namespaces and classes before a name.
    pub(super) fn before_name(&mut self) -> Parse<Before<'a>> {
        let from = self.span();
        let global = self.eat(Tok::ColonColon);
        let mut names = Vec::new();
        let mut class: Option<&'a Spec<'a>> = None;
        let mut template = false;
        if self.tok().is(words::DECLTYPE) {
            class = Some(self.class_of_expression()?);
            self.expect(Tok::ColonColon, "the type")?;
            template = self.eat_word(words::TEMPLATE);
        }
        while self.scope_ahead(0, template).is_some() {
            let at = self.at;
            let name = self.identifier("a name")?;
            let qualified = global || !names.is_empty();
            let args = if self.kind() == Tok::Lt { Some(self.template_args()?) } else { None };
            let is_class =
                class.is_some() || args.is_some() || self.names_type(at, name.sym, qualified, true);
            self.expect(Tok::ColonColon, "the name")?;
            let word = std::mem::replace(&mut template, self.eat_word(words::TEMPLATE));
            if !is_class {
                names.push(name.sym);
                continue;
            }
            let base = match (class, args) {
                (Some(c), Some(args)) if !word => {
                    Base::Nested(self.without_template(c), name, args)
                }
                (Some(c), args) => Base::Nested(c, name, args.unwrap_or(&[])),
                (None, Some(args)) => Base::Template(name, args),
                (None, None) => Base::Named(name.sym),
            };
            let path = if class.is_none() { self.path(global, &names) } else { None };
            let span = from.to(self.last_span());
            let spec = Spec { path, ..Spec::new(base, span) };
            class = Some(self.arenas().specs.alloc(spec));
        }
        let path = if class.is_none() { self.path(global, &names) } else { None };
        Ok(Before { path, class, template })
    }

    /// What stands before a member's name in `x.B::f`: its last part is a class, whatever it is known as.
    pub(super) fn before_member(&mut self) -> Parse<Before<'a>> {
        let from = self.span();
        let mut b = self.before_name()?;
        if let Some(p) = b.path.take()
            && let Some((last, names)) = p.names.split_last()
        {
            let path = self.path(p.global, names);
            let spec = Spec { path, ..Spec::new(Base::Named(*last), from.to(self.last_span())) };
            b.class = Some(self.arenas().specs.alloc(spec));
        }
        Ok(b)
    }

    /// Whether the word `operator` that stands `n` tokens ahead starts a conversion function's name.
    pub(super) fn is_conversion(&self, n: usize) -> bool {
        let (t, next) = (self.ahead(n + 1), self.ahead(n + 2).kind);
        match t.kind {
            Tok::LParen => next != Tok::RParen,
            Tok::LBracket => next != Tok::RBracket,
            Tok::Ident => !matches!(t.sym, words::NEW | words::DELETE),
            Tok::ColonColon => true,
            _ => false,
        }
    }

    /// Whether `X::X(`, `ns::X<T>::X(`, `X::~X(` or `X::operator T(` starts here: a constructor, destructor or conversion
    /// function defined outside of its class, which has no type before its name.
    pub(super) fn at_outside_special(&self) -> bool {
        let mut k = usize::from(self.kind() == Tok::ColonColon);
        let mut last = words::EMPTY;
        loop {
            let t = self.ahead(k);
            if t.is(words::OPERATOR) {
                return last != words::EMPTY && self.is_conversion(k);
            }
            if t.kind == Tok::Ident && t.sym == last && self.ahead(k + 1).kind == Tok::LParen {
                return true;
            }
            if t.kind == Tok::Tilde && last != words::EMPTY {
                return self.ahead(k + 1).sym == last && self.ahead(k + 2).kind == Tok::LParen;
            }
            last = t.sym;
            match self.scope_ahead(k, false) {
                Some(n) => k = n + 1,
                None => return false,
            }
        }
    }

    /// `namespace x = a::b;` in a function.
    pub(super) fn namespace_alias(&mut self) -> Parse<()> {
        self.bump();
        let name = self.identifier("a name")?;
        self.expect(Tok::Eq, "the name")?;
        let global = self.eat(Tok::ColonColon);
        let mut names = vec![self.identifier("a namespace")?.sym];
        while self.eat(Tok::ColonColon) {
            names.push(self.identifier("a namespace")?.sym);
        }
        self.expect(Tok::Semi, "the namespace")?;
        if let Some(path) = self.path(global, &names) {
            // Aliases of aliases add up.
            if path.names.len() > self.input.limits.nesting as usize {
                let message = "this names too many namespaces within each other";
                return Err(self.error(code::LIMIT_NESTING, name.span, message));
            }
            let old = self.aliases.insert(name.sym, path);
            self.alias_undo.push((self.scope(), name.sym, old));
            self.declare_local(name.sym, false);
        }
        Ok(())
    }
}
