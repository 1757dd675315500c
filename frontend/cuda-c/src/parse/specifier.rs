//! Specifiers of declarations, and names of types.

use optx_source::{Diagnostic, Span, code};

use super::{Failed, Parse, Parser};
use crate::{
    ast::{Base, BaseWord, Flags, Mode, Path, Spec, Tag},
    intern::Symbol,
    parse::{
        attribute::Attributes,
        attribute::PLACES,
        placement::{Declares, PLACED, Word},
    },
    token::Tok,
    words,
};

/// Counts of the words that make up a built-in type.
#[derive(Default)]
struct TypeWords {
    void: bool,
    bool: bool,
    char: bool,
    short: bool,
    int: bool,
    long: u8,
    float: bool,
    double: bool,
    signed: bool,
    unsigned: bool,
    /// A word that goes with no other.
    single: Option<BaseWord>,
}

impl TypeWords {
    fn alone(&mut self, w: BaseWord) -> bool {
        self.single.replace(w).is_none()
    }

    fn base(&self) -> Option<BaseWord> {
        let kinds = [self.void, self.bool, self.char, self.float, self.double];
        let others = kinds.iter().filter(|k| **k).count();
        let modified = self.short || self.int || self.long > 0 || self.signed || self.unsigned;
        if others > 1
            || self.long > 2
            || self.short && self.long > 0
            || self.signed && self.unsigned
        {
            return None;
        }
        if let Some(w) = self.single {
            return (others == 0 && !modified).then_some(w);
        }
        if self.char && !self.short && !self.int && self.long == 0 {
            return Some(match (self.signed, self.unsigned) {
                (true, _) => BaseWord::SChar,
                (_, true) => BaseWord::UChar,
                _ => BaseWord::Char,
            });
        }
        if others == 1 {
            return if modified {
                None
            } else if self.void {
                Some(BaseWord::Void)
            } else if self.bool {
                Some(BaseWord::Bool)
            } else if self.float {
                Some(BaseWord::Float)
            } else {
                Some(BaseWord::Double)
            };
        }
        Some(match (self.short, self.long, self.unsigned) {
            (true, _, false) => BaseWord::Short,
            (true, _, true) => BaseWord::UShort,
            (_, 0, false) => BaseWord::Int,
            (_, 0, true) => BaseWord::UInt,
            (_, 1, false) => BaseWord::Long,
            (_, 1, true) => BaseWord::ULong,
            (_, _, false) => BaseWord::LongLong,
            (_, _, true) => BaseWord::ULongLong,
        })
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
                | words::VOLATILE
                | words::VOLATILE_ALT
                | words::INT64_MS
                | words::INT128
                | words::CHAR16
                | words::CHAR32
        ) || self.type_path(n, false).is_some()
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
        let mut flags = 0;
        let mut words_seen = TypeWords::default();
        let mut any_word = false;
        let mut base: Option<Base<'a>> = None;
        let mut launch_bounds = None;
        let mut attributes = Attributes::default();
        let mut path = None;
        let mut written = Vec::new();
        let mut tag = None;
        loop {
            let t = self.tok();
            if t.kind == Tok::ColonColon && base.is_none() && !any_word {
                if self.at_outside_special() {
                    base = Some(Base::Word(BaseWord::Void));
                    break;
                }
                if self.starts_type(0) {
                    let (b, p) = self.named_type(false)?;
                    flags |= self.without_typename(&b);
                    (base, path) = (Some(b), p);
                    continue;
                }
            }
            if t.kind == Tok::LBracket && self.ahead(1).kind == Tok::LBracket {
                self.bracket_attribute(&mut attributes)?;
                continue;
            }
            if t.kind != Tok::Ident {
                break;
            }
            if let Some(f) = flag_word(t.sym).or_else(|| Self::member_flag(t.sym)) {
                flags |= f;
                if f & PLACED != 0 {
                    written.push(Word { sym: t.sym, flag: f, span: t.span });
                }
                self.bump();
                continue;
            }
            let w = &mut words_seen;
            let known = match t.sym {
                words::VOID => !std::mem::replace(&mut w.void, true),
                words::BOOL | words::C_BOOL => !std::mem::replace(&mut w.bool, true),
                words::CHAR => !std::mem::replace(&mut w.char, true),
                words::SHORT => !std::mem::replace(&mut w.short, true),
                words::INT => !std::mem::replace(&mut w.int, true),
                words::LONG => {
                    w.long = w.long.saturating_add(1);
                    true
                }
                words::INT64_MS => {
                    w.long = w.long.saturating_add(2);
                    true
                }
                words::FLOAT => !std::mem::replace(&mut w.float, true),
                words::DOUBLE => !std::mem::replace(&mut w.double, true),
                words::SIGNED | words::SIGNED_ALT => !std::mem::replace(&mut w.signed, true),
                words::UNSIGNED => !std::mem::replace(&mut w.unsigned, true),
                words::WCHAR => w.alone(BaseWord::WChar),
                words::CHAR16 => w.alone(BaseWord::Char16),
                words::CHAR32 => w.alone(BaseWord::Char32),
                words::STRUCT | words::UNION | words::CLASS | words::ENUM => {
                    if base.is_some() || any_word {
                        return Err(self.bad_specifiers(t.span));
                    }
                    tag = Some(match t.sym {
                        words::UNION => Tag::Union,
                        words::ENUM => Tag::Enum,
                        _ => Tag::Struct,
                    });
                    base = Some(if t.sym == words::ENUM {
                        self.enumeration()?
                    } else {
                        self.record()?
                    });
                    path = self.tag_path.take();
                    continue;
                }
                words::AUTO => {
                    if base.is_some() || any_word {
                        return Err(self.bad_specifiers(t.span));
                    }
                    self.bump();
                    base = Some(Base::Auto);
                    continue;
                }
                words::TYPENAME => {
                    if base.is_some() || any_word {
                        return Err(self.bad_specifiers(t.span));
                    }
                    self.bump();
                    let (b, p) = self.named_type(true)?;
                    if p.is_none() && !matches!(b, Base::Nested(..)) {
                        return Err(self.bare_typename(t.span));
                    }
                    (base, path) = (Some(b), p);
                    continue;
                }
                words::UNDERLYING_TYPE => {
                    self.bump();
                    self.expect(Tok::LParen, "this word")?;
                    let ty = self.bracketed(Self::type_name)?;
                    self.expect(Tok::RParen, "the type")?;
                    base = Some(Base::Underlying(ty));
                    continue;
                }
                words::TYPEOF | words::TYPEOF_ALT | words::DECLTYPE => {
                    self.bump();
                    self.expect(Tok::LParen, "this word")?;
                    base = Some(self.type_of_expression(t.sym == words::DECLTYPE)?);
                    continue;
                }
                words::ALIGN | words::ALIGNAS => {
                    self.bump();
                    let alignas = t.sym == words::ALIGNAS;
                    if alignas && (base.is_some() || any_word || flags & !PLACES != 0) {
                        return Err(self.misplaced_alignas(t.span));
                    }
                    attributes.align.push(self.align_argument(alignas)?);
                    continue;
                }
                words::LAUNCH_BOUNDS => {
                    self.bump();
                    self.expect(Tok::LParen, "`__launch_bounds__`")?;
                    let args = self.arguments()?;
                    self.expect(Tok::RParen, "the launch bounds")?;
                    launch_bounds = Some(args);
                    continue;
                }
                words::ATTRIBUTE | words::DECLSPEC => {
                    self.attribute(&mut attributes)?;
                    continue;
                }
                words::MAXNREG | words::CLUSTER_DIMS => {
                    self.bump();
                    if self.kind() == Tok::LParen {
                        self.at = self.after_group(self.at);
                    }
                    continue;
                }
                words::INT128 => {
                    return Err(self.error(
                        code::NOT_SUPPORTED,
                        t.span,
                        "`__int128` is not supported yet",
                    ));
                }
                _ => {
                    if base.is_some() || any_word {
                        break;
                    }
                    if self.at_outside_special() {
                        base = Some(Base::Word(BaseWord::Void));
                        break;
                    }
                    if self.type_path(0, false).is_none() {
                        break;
                    }
                    let (b, p) = self.named_type(false)?;
                    flags |= self.without_typename(&b);
                    (base, path) = (Some(b), p);
                    continue;
                }
            };
            if !known || base.is_some() {
                return Err(self.bad_specifiers(t.span));
            }
            any_word = true;
            self.bump();
        }
        let base = match base {
            Some(b) => b,
            None if any_word => {
                if words_seen.long == 1 && words_seen.double {
                    self.long_double(from.to(self.last_span()));
                    words_seen.long = 0;
                }
                match words_seen.base() {
                    Some(w) => Base::Word(w),
                    None => return Err(self.bad_specifiers(from.to(self.last_span()))),
                }
            }
            None => return Err(self.missing_type()),
        };
        let base = match (attributes.mode, base) {
            (Some(mode), Base::Word(w)) => match moded(w, mode) {
                Some(w) => {
                    attributes.mode = None;
                    Base::Word(w)
                }
                None => base,
            },
            _ => base,
        };
        self.mode = attributes.mode;
        self.written = written;
        let align = self.alignments(attributes.align);
        let span = from.to(self.last_span());
        Ok(self.arenas().specs.alloc(Spec {
            base,
            tag: tag.filter(|_| matches!(base, Base::Nested(..) | Base::Template(..))),
            flags: Flags(flags | attributes.flags),
            launch_bounds,
            align,
            path,
            span,
        }))
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
        let text = t.describe(self.input.names);
        if t.kind != Tok::Ident || words::is_keyword(t.sym) {
            return self.error(
                code::EXPECTED_TYPE,
                t.span,
                format!("a type must stand here, not {text}"),
            );
        }
        let name = self.input.names.get(t.sym);
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
        let e = self.bracketed(Self::expression)?;
        self.leave();
        self.expect(Tok::RParen, "the expression")?;
        self.no_name_of_decltype()?;
        // `typeof` looks at a value's type and does not tell names from other expressions.
        Ok(Base::Decltype(e, declared && !e.is_plain_name()))
    }

    fn no_name_of_decltype(&mut self) -> Parse<()> {
        if self.kind() != Tok::ColonColon {
            return Ok(());
        }
        let text = "a name of what `decltype` gives is not supported yet: name its type with `using` first";
        Err(self.error(code::NOT_SUPPORTED, self.span(), text))
    }

    /// A type by its name: namespaces, template arguments, classes around it. `typename` says that it is a type.
    pub(super) fn named_type(&mut self, typename: bool) -> Parse<(Base<'a>, Option<&'a Path<'a>>)> {
        let mut class: Option<&'a Spec<'a>> = None;
        let mut word = false;
        let from = self.span();
        if self.tok().is(words::DECLTYPE) {
            self.at = self.after_group(self.at + 1);
            self.no_name_of_decltype()?;
        }
        let end = self.type_path(0, typename).map(|n| self.at + n);
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
                self.input.index.template_kind(name.sym)
                    == Some(super::index::ItemKind::TypeTemplate)
                    || self.input.index.is_member_template(name.sym)
            };
            let listed = self.kind() == Tok::Lt && template;
            let args = if listed { self.template_args()? } else { &[] };
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
        words::CONST | words::CONST_ALT => Flags::CONST,
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

/// The built-in type of a mode's width, for one that modes go with.
fn moded(w: BaseWord, mode: Mode) -> Option<BaseWord> {
    let signed = match w {
        BaseWord::Float | BaseWord::Double => {
            return match mode {
                Mode::SF => Some(BaseWord::Float),
                Mode::DF => Some(BaseWord::Double),
                _ => None,
            };
        }
        BaseWord::Short | BaseWord::Int | BaseWord::Long | BaseWord::LongLong | BaseWord::SChar => {
            true
        }
        BaseWord::UShort
        | BaseWord::UInt
        | BaseWord::ULong
        | BaseWord::ULongLong
        | BaseWord::UChar => false,
        _ => return None,
    };
    Some(match (mode, signed) {
        (Mode::QI, true) => BaseWord::SChar,
        (Mode::QI, false) => BaseWord::UChar,
        (Mode::HI, true) => BaseWord::Short,
        (Mode::HI, false) => BaseWord::UShort,
        (Mode::SI, true) => BaseWord::Int,
        (Mode::SI, false) => BaseWord::UInt,
        (Mode::DI, true) => BaseWord::Long,
        (Mode::DI, false) => BaseWord::ULong,
        (Mode::SF | Mode::DF, _) => return None,
    })
}
