//! Specifiers of declarations, and names of types.

use optx_source::{Diagnostic, Span, code};

use super::{Failed, Parse, Parser};
use crate::{
    ast::{Base, BaseWord, Expr, Flags, Path, Spec, Tag},
    header_names,
    intern::Symbol,
    parse::{
        attribute::Attributes,
        attribute::PLACES,
        index::{Item, ItemKind},
        placement::{Declares, PLACED, Word},
        type_words::{TypeWords, moded},
    },
    token::Tok,
    words,
};

/// Specifiers as far as they are read.
#[derive(Default)]
struct Specifiers<'a> {
    /// The words that are only present or not.
    flags: u32,
    /// Those of them that may not stand everywhere.
    written: Vec<Word>,
    /// The words that make up a built-in type.
    words: TypeWords,
    /// There is such a word.
    any_word: bool,
    /// Any other type, and how it is named.
    base: Option<Base<'a>>,
    path: Option<&'a Path<'a>>,
    tag: Option<Tag>,
    launch_bounds: Option<&'a [&'a Expr<'a>]>,
    attributes: Attributes<'a>,
}

impl Specifiers<'_> {
    /// Whether a type stands among them.
    fn has_type(&self) -> bool {
        self.base.is_some() || self.any_word
    }
}

impl<'a> Parser<'a, '_, '_> {
    /// Whether a type starts `n` tokens ahead.
    pub(super) fn starts_type(&self, n: usize) -> bool {
        let mut n = n;
        while self.ahead(n).is(words::ATTRIBUTE) && self.ahead(n + 1).kind == Tok::LParen {
            match self.group_ahead(n + 1) {
                Some(k) => n = k,
                None => return false,
            }
        }
        let t = self.ahead(n);
        if t.kind == Tok::ColonColon {
            return self.type_path(n, false).is_some();
        }
        if t.kind != Tok::Ident {
            return false;
        }
        if t.is(words::DECLTYPE) && self.is_value_of_class(n) {
            return false;
        }
        matches!(
            t.sym,
            words::VOID
                | words::BOOL
                | words::C_BOOL
                | words::CHAR
                | words::SHORT
                | words::INT
                | words::LONG
                | words::FLOAT
                | words::DOUBLE
                | words::SIGNED
                | words::SIGNED_ALT
                | words::SIGNED_GNU
                | words::UNSIGNED
                | words::WCHAR
                | words::AUTO
                | words::STRUCT
                | words::UNION
                | words::ENUM
                | words::CLASS
                | words::TYPENAME
                | words::TYPEOF
                | words::TYPEOF_ALT
                | words::UNDERLYING_TYPE
                | words::DECLTYPE
                | words::CONST
                | words::CONST_ALT
                | words::CONST_GNU
                | words::VOLATILE
                | words::VOLATILE_ALT
                | words::INT64_MS
                | words::INT128
                | words::CHAR16
                | words::CHAR32
        ) || self.type_path(n, false).is_some()
            || self.names_absent_type(n)
    }

    /// Whether `group::type` is one of a header that is included, which is absent here.
    fn names_absent_type(&self, n: usize) -> bool {
        if self.ahead(n + 1).kind != Tok::ColonColon {
            return false;
        }
        let (first, last) = (self.ahead(n), self.ahead(n + 2));
        if first.kind != Tok::Ident || last.kind != Tok::Ident {
            return false;
        }
        let name = self.input.names.get(last.sym);
        header_names::is_absent_type(name, &self.input.index.headers)
            && !matches!(self.ahead(n + 3).kind, Tok::ColonColon | Tok::LParen)
            && self.input.index.named(last.sym).is_empty()
    }

    /// A type's name by itself, for `T(x)`.
    pub(super) fn simple_type(&mut self) -> Parse<&'a Spec<'a>> {
        let t = self.tok();
        let spec = self.specifiers()?;
        self.placed(Declares::Type);
        let tagged = matches!(t.sym, words::STRUCT | words::UNION | words::CLASS | words::ENUM);
        if t.kind == Tok::Ident && (tagged || is_qualifier(t.sym))
            || spec.flags.has(Flags::CONST | Flags::VOLATILE)
        {
            let text = "a type's plain name must stand here to make a value of it";
            return Err(self.error(code::EXPECTED_TYPE, t.span, text));
        }
        Ok(spec)
    }

    /// Specifiers of a declaration or type name.
    pub(super) fn specifiers(&mut self) -> Parse<&'a Spec<'a>> {
        let from = self.span();
        let mut s = Specifiers::default();
        while self.specifier(&mut s)? {}
        let base = self.base_of(&mut s, from)?;
        self.mode = s.attributes.mode;
        self.written = s.written;
        let align = self.alignments(s.attributes.align);
        let span = from.to(self.last_span());
        Ok(self.arenas().specs.alloc(Spec {
            base,
            tag: s.tag.filter(|_| matches!(base, Base::Nested(..) | Base::Template(..))),
            flags: Flags(s.flags | s.attributes.flags),
            launch_bounds: s.launch_bounds,
            align,
            path: s.path,
            span,
        }))
    }

    /// Reads a specifier; false where none stands.
    fn specifier(&mut self, s: &mut Specifiers<'a>) -> Parse<bool> {
        let t = self.tok();
        match t.kind {
            Tok::ColonColon => return self.specifier_by_name(s),
            Tok::LBracket if self.ahead(1).kind == Tok::LBracket => {
                self.bracket_attribute(&mut s.attributes)?;
                return Ok(true);
            }
            Tok::Ident => {}
            _ => return Ok(false),
        }
        if let Some(flag) = flag_word(t.sym).or_else(|| Self::member_flag(t.sym)) {
            s.flags |= flag;
            if flag & PLACED != 0 {
                s.written.push(Word { sym: t.sym, flag, span: t.span });
            }
            self.bump();
            return Ok(true);
        }
        if let Some(fits) = s.words.add(t.sym) {
            if !fits || s.base.is_some() {
                return Err(self.bad_specifiers(t.span));
            }
            s.any_word = true;
            self.bump();
            return Ok(true);
        }
        if self.type_specifier(s)? || self.attribute_specifier(s)? {
            return Ok(true);
        }
        self.specifier_by_name(s)
    }

    /// Reads a type that a word other than those of the built-in types begins; false where none stands.
    fn type_specifier(&mut self, s: &mut Specifiers<'a>) -> Parse<bool> {
        let t = self.tok();
        let alone = matches!(
            t.sym,
            words::STRUCT
                | words::UNION
                | words::CLASS
                | words::ENUM
                | words::AUTO
                | words::TYPENAME
        );
        if alone && s.has_type() {
            return Err(self.bad_specifiers(t.span));
        }
        match t.sym {
            words::STRUCT | words::UNION | words::CLASS | words::ENUM => {
                s.tag = Some(match t.sym {
                    words::UNION => Tag::Union,
                    words::ENUM => Tag::Enum,
                    _ => Tag::Struct,
                });
                s.base =
                    Some(if t.sym == words::ENUM { self.enumeration()? } else { self.record()? });
                s.path = self.tag_path.take();
            }
            words::AUTO => {
                self.bump();
                s.base = Some(Base::Auto);
            }
            words::TYPENAME => {
                self.bump();
                let (base, path) = self.named_type(true)?;
                if path.is_none() && !matches!(base, Base::Nested(..)) {
                    return Err(self.bare_typename(t.span));
                }
                (s.base, s.path) = (Some(base), path);
            }
            words::UNDERLYING_TYPE => {
                self.bump();
                self.expect(Tok::LParen, "this word")?;
                let ty = self.bracketed(Self::type_name)?;
                self.expect(Tok::RParen, "the type")?;
                s.base = Some(Base::Underlying(ty));
            }
            words::TYPEOF | words::TYPEOF_ALT | words::DECLTYPE => {
                self.bump();
                self.expect(Tok::LParen, "this word")?;
                let base = self.type_of_expression(t.sym == words::DECLTYPE)?;
                s.base = Some(match self.kind() == Tok::ColonColon {
                    true => self.type_within(base, t.span, false)?,
                    false => base,
                });
            }
            words::INT128 => {
                let text = "`__int128` is not supported yet";
                return Err(self.error(code::NOT_SUPPORTED, t.span, text));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads attributes, alignments and launch bounds; false where none stand.
    fn attribute_specifier(&mut self, s: &mut Specifiers<'a>) -> Parse<bool> {
        let t = self.tok();
        match t.sym {
            words::ALIGN | words::ALIGNAS => {
                self.bump();
                let alignas = t.sym == words::ALIGNAS;
                if alignas && (s.has_type() || s.flags & !PLACES != 0) {
                    return Err(self.misplaced_alignas(t.span));
                }
                s.attributes.align.push(self.align_argument(alignas)?);
            }
            words::LAUNCH_BOUNDS => {
                self.bump();
                self.expect(Tok::LParen, "`__launch_bounds__`")?;
                let args = self.arguments()?;
                self.expect(Tok::RParen, "the launch bounds")?;
                if s.launch_bounds.replace(args).is_some() {
                    let text = "of several `__launch_bounds__` the last counts";
                    self.diags.push(Diagnostic::new(code::CONTRADICTION, t.span, text));
                }
            }
            words::ATTRIBUTE | words::DECLSPEC => {
                self.attribute(&mut s.attributes)?;
            }
            words::MAXNREG | words::CLUSTER_DIMS => {
                self.bump();
                if self.kind() == Tok::LParen {
                    self.at = self.after_group(self.at);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads a type's name, unless there is a type already; false where the specifiers end.
    fn specifier_by_name(&mut self, s: &mut Specifiers<'a>) -> Parse<bool> {
        if s.has_type() {
            return Ok(false);
        }
        if self.at_outside_special() {
            s.base = Some(Base::Word(BaseWord::Void));
            return Ok(false);
        }
        if self.type_path(0, false).is_none() {
            return Ok(false);
        }
        let (base, path) = self.named_type(false)?;
        s.flags |= self.without_typename(&base);
        (s.base, s.path) = (Some(base), path);
        Ok(true)
    }

    /// The type that specifiers name, as wide as `mode` among them says.
    fn base_of(&mut self, s: &mut Specifiers<'a>, from: Span) -> Parse<Base<'a>> {
        let base = match s.base {
            Some(b) => b,
            None if s.any_word => {
                let span = from.to(self.last_span());
                if s.words.is_long_double() {
                    self.long_double(span);
                }
                match s.words.base() {
                    Some(w) => Base::Word(w),
                    None => return Err(self.bad_specifiers(span)),
                }
            }
            None => return Err(self.missing_type()),
        };
        if let (Some(mode), Base::Word(w)) = (s.attributes.mode, base)
            && let Some(w) = moded(w, mode)
        {
            s.attributes.mode = None;
            return Ok(Base::Word(w));
        }
        Ok(base)
    }

    /// The flag of a type in a class that is named without `typename`; base classes need none ([temp.res] 5).
    fn without_typename(&self, base: &Base<'_>) -> u32 {
        if matches!(base, Base::Nested(..)) && !self.in_bases { Flags::NO_TYPENAME } else { 0 }
    }

    /// Refuses `typename` before a name without `::` ([temp.res] 3).
    fn bare_typename(&mut self, span: Span) -> Failed {
        let text = "`typename` needs a name with `::` in it";
        let d = Diagnostic::new(code::EXPECTED_TYPE, span, text);
        self.diags.push(d.suggest(span, "", "leave `typename` out"));
        Failed
    }

    /// A class that a member template is named in with an empty list of arguments.
    fn listing(&self, class: &'a Spec<'a>) -> &'a Spec<'a> {
        let flags = Flags(class.flags.0 | Flags::LISTS_NONE);
        self.arenas().specs.alloc(Spec { flags, ..*class })
    }

    /// A class that a member template is named in without the word `template`.
    pub(super) fn without_template(&self, class: &'a Spec<'a>) -> &'a Spec<'a> {
        let flags = Flags(class.flags.0 | Flags::NO_TEMPLATE);
        self.arenas().specs.alloc(Spec { flags, ..*class })
    }

    fn bad_specifiers(&mut self, span: Span) -> Failed {
        self.error(code::BAD_SPECIFIERS, span, "these specifiers do not go together")
    }

    /// Says once that `long double` is taken as `double`.
    pub(super) fn long_double(&mut self, span: Span) {
        if !self.diags.list().iter().any(|d| d.code == code::LONG_DOUBLE) {
            self.error(code::LONG_DOUBLE, span, "`long double` is `double` in device code");
        }
    }

    pub(super) fn missing_type(&mut self) -> Failed {
        let t = self.tok();
        if t.is(words::STD) && self.ahead(1).kind == Tok::ColonColon {
            return self.host_library(t.span.to(self.ahead(2).span), self.ahead(2).sym);
        }
        if self.names_absent_type(0) {
            let (span, name) = (t.span.to(self.ahead(2).span), self.ahead(2).sym);
            let name = self.input.names.get(name);
            let text = format!("the type `{name}` is not supported yet");
            return self.error(code::NOT_SUPPORTED, span, text);
        }
        let text = t.describe(self.input.names);
        if t.kind != Tok::Ident || words::is_keyword(t.sym) {
            return self.error(
                code::EXPECTED_TYPE,
                t.span,
                format!("a type must stand here, not {text}"),
            );
        }
        let name = self.input.names.get(t.sym);
        let declared = |i: &&Item| {
            i.span == t.span && matches!(i.kind, ItemKind::Function | ItemKind::FunctionTemplate)
        };
        if let Some(i) = self.input.index.items_named(t.sym).find(declared) {
            let message = format!("the type of `{name}` is missing before it");
            let told = Diagnostic::new(code::EXPECTED_TYPE, t.span, message);
            let at = Span::new(t.span.lo, t.span.lo);
            self.diags.push(match i.flags.has(Flags::GLOBAL) {
                true => told.suggest(at, "void ", "a kernel gives nothing back: it is `void`"),
                false => told,
            });
            return Failed;
        }
        let headers = &self.input.index.headers;
        let index = self.input.index;
        if header_names::is_absent(name, name, &index.headers, &index.missing_headers) {
            let text = format!("the type `{name}` is not supported yet");
            return self.error(code::NOT_SUPPORTED, t.span, text);
        }
        let texture = matches!(name, "texture" | "surface");
        let mut d = if texture {
            Diagnostic::new(code::TEXTURE, t.span, "textures and surfaces are not supported")
        } else {
            Diagnostic::new(code::UNKNOWN_TYPE, t.span, format!("the type {text} is not declared"))
        };
        let known = [
            "int", "unsigned", "float", "double", "char", "short", "long", "void", "bool",
            "size_t", "float4",
        ];
        if let Some(note) = header_names::note(name, headers) {
            d = d.note(Span::NONE, note);
            self.diags.push(d);
            return Failed;
        }
        let types = self.input.index.names().filter(|s| self.input.index.is_type(*s));
        let mut candidates: Vec<&str> =
            types.map(|s| self.input.names.get(s)).chain(known).collect();
        candidates.sort_unstable();
        if !texture && let Some(n) = optx_source::nearest(name, candidates) {
            d = d.suggest(t.span, n, format!("did you mean `{n}`?"));
        }
        self.diags.push(d);
        Failed
    }

    /// Reports a name of the host's standard library.
    pub(super) fn host_library(&mut self, span: Span, name: Symbol) -> Failed {
        let text = self.input.names.get(name).to_string();
        self.error(
            code::HOST_LIBRARY,
            span,
            format!("`std::{text}` is of the host's library and cannot be used in device code"),
        )
    }

    /// What `decltype` or `typeof` names, its `(` read.
    fn type_of_expression(&mut self, declared: bool) -> Parse<Base<'a>> {
        if self.tok().is(words::AUTO) && self.ahead(1).kind == Tok::RParen {
            self.bump();
            self.bump();
            return Ok(Base::DecltypeAuto);
        }
        if !declared && self.is_type_in_parens(0) {
            let ty = self.bracketed(Self::type_name)?;
            self.expect(Tok::RParen, "the type")?;
            return Ok(Base::Typeof(ty));
        }
        self.enter()?;
        let e = self.not_evaluated(|p| p.bracketed(Self::expression))?;
        self.leave();
        self.expect(Tok::RParen, "the expression")?;
        // `typeof` looks at a value's type and does not tell names from other expressions.
        Ok(Base::Decltype(e, declared && !e.is_plain_name()))
    }

    /// `decltype(e)` before `::` ([expr.prim.id.qual] 1).
    pub(super) fn class_of_expression(&mut self) -> Parse<&'a Spec<'a>> {
        let from = self.bump().span;
        self.expect(Tok::LParen, "this word")?;
        let base = self.type_of_expression(true)?;
        let spec = Spec::new(base, from.to(self.last_span()));
        Ok(self.arenas().specs.alloc(spec))
    }

    /// The member type behind `decltype(e)`, which has been read, and `::`.
    fn type_within(&mut self, base: Base<'a>, from: Span, typename: bool) -> Parse<Base<'a>> {
        let class = self.arenas().specs.alloc(Spec::new(base, from.to(self.last_span())));
        self.bump();
        let word = self.eat_word(words::TEMPLATE);
        let typename = typename && !wrong!(DecltypeNamesOneMember);
        Ok(self.type_from((Some(class), word), from, typename)?.0)
    }

    /// A type by its name: namespaces, template arguments, classes around it. `typename` says that it is a type.
    pub(super) fn named_type(&mut self, typename: bool) -> Parse<(Base<'a>, Option<&'a Path<'a>>)> {
        let from = self.span();
        if self.tok().is(words::DECLTYPE) {
            let class = self.class_of_expression()?;
            if self.kind() != Tok::ColonColon {
                return Ok((class.base, None));
            }
            return Ok((self.type_within(class.base, from, typename)?, None));
        }
        self.type_from((None, false), from, typename)
    }

    /// A type by its name, from within a class where one was read before it; `word` where `template` stands before the name.
    fn type_from(
        &mut self,
        (mut class, mut word): (Option<&'a Spec<'a>>, bool),
        from: Span,
        typename: bool,
    ) -> Parse<(Base<'a>, Option<&'a Path<'a>>)> {
        let end = match class {
            Some(_) => None,
            None => self.type_path(0, typename).map(|n| self.at + n),
        };
        let global = self.eat(Tok::ColonColon);
        let mut names = Vec::new();
        loop {
            let at = self.at;
            let name = self.identifier("a type")?;
            let qualified = global || !names.is_empty();
            let before = self.kind() == Tok::ColonColon;
            let ty = class.is_some() || self.names_type(at, name.sym, qualified, before);
            if !ty {
                // A namespace, or something unknown.
                if self.kind() == Tok::ColonColon {
                    self.bump();
                    names.push(name.sym);
                    continue;
                }
                self.at -= 1;
                return Err(self.missing_type());
            }
            let template = if class.is_some() {
                typename || self.input.index.is_member_template(name.sym)
            } else {
                self.is_type_template(name.sym) || self.input.index.is_member_template(name.sym)
            };
            let listed = self.kind() == Tok::Lt && template;
            let args = if listed { self.template_args()? } else { &[] };
            // `X::Y<>` and `X::Y` are not the same where Y is a template.
            class = class.map(|c| if listed && args.is_empty() { self.listing(c) } else { c });
            let base = match class {
                Some(c) if listed && !word => Base::Nested(self.without_template(c), name, args),
                Some(c) => Base::Nested(c, name, args),
                None if !listed => Base::Named(name.sym),
                None => Base::Template(name, args),
            };
            // Further on only where a member type, or a member known to be a type, follows.
            let more = self.kind() == Tok::ColonColon
                && !self.split
                && self.ahead(1).kind == Tok::Ident
                && end.map_or(typename, |e| self.at < e);
            let path = if class.is_none() { self.path(global, &names) } else { None };
            if !more {
                return Ok((base, path));
            }
            self.bump();
            word = self.eat_word(words::TEMPLATE);
            let spec = Spec { path, ..Spec::new(base, from.to(self.last_span())) };
            class = Some(self.arenas().specs.alloc(spec));
        }
    }
}

/// Whether a word is `const` or `volatile`.
fn is_qualifier(s: Symbol) -> bool {
    flag_word(s).is_some_and(|f| f & (Flags::CONST | Flags::VOLATILE) != 0)
}

/// The flag of a specifier that is only present or not.
pub(super) fn flag_word(s: Symbol) -> Option<u32> {
    Some(match s {
        words::CONST | words::CONST_ALT | words::CONST_GNU => Flags::CONST,
        words::VOLATILE | words::VOLATILE_ALT => Flags::VOLATILE,
        words::RESTRICT_ALT | words::RESTRICT_MS => Flags::RESTRICT,
        words::TYPEDEF => Flags::TYPEDEF,
        words::EXTERN => Flags::EXTERN,
        words::STATIC => Flags::STATIC,
        words::INLINE | words::INLINE_ALT | words::INLINE_MS => Flags::INLINE,
        words::CONSTEXPR | words::CONSTINIT | words::CONSTEVAL => Flags::CONSTEXPR,
        words::GLOBAL => Flags::GLOBAL,
        words::DEVICE => Flags::DEVICE,
        words::HOST => Flags::HOST,
        words::SHARED => Flags::SHARED,
        words::CONSTANT => Flags::CONSTANT,
        words::MANAGED => Flags::MANAGED,
        words::FORCEINLINE => Flags::FORCEINLINE,
        words::NOINLINE => Flags::NOINLINE,
        words::THREAD_LOCAL => Flags::THREAD_LOCAL,
        words::REGISTER => Flags::REGISTER,
        words::EXTENSION | words::NORETURN | words::GRID_CONSTANT => 0,
        _ => return None,
    })
}
