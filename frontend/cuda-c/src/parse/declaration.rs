//! Declarations: specifiers, declarators, structs and enums.

use optx_source::{Diagnostic, Span, code};

use super::{Failed, Parse, Parser};
use crate::{
    ast::{Base, BaseWord, Declaration, Declarator, Expr, Flags, Name, Param, Spec, TypeExpr},
    intern::Symbol,
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
}

impl TypeWords {
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
        let t = self.ahead(n);
        if t.kind == Tok::ColonColon {
            return self.starts_type_name(n + 1);
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
                | words::DECLTYPE
                | words::CONST
                | words::CONST_ALT
                | words::VOLATILE
                | words::VOLATILE_ALT
                | words::INT64_MS
                | words::INT128
                | words::CHAR16
                | words::CHAR32
        ) || self.starts_type_name(n)
    }

    /// Whether a type's name, possibly in namespaces, stands `n` tokens ahead.
    fn starts_type_name(&self, mut n: usize) -> bool {
        for _ in 0..8 {
            let t = self.ahead(n);
            if t.kind != Tok::Ident || words::is_keyword(t.sym) {
                return false;
            }
            if self.ahead(n + 1).kind != Tok::ColonColon {
                return self.is_type_name(t.sym);
            }
            n += 2;
        }
        false
    }

    /// Whether a declaration starts here.
    pub(super) fn starts_declaration(&self) -> bool {
        let t = self.tok();
        if t.kind != Tok::Ident {
            return self.kind() == Tok::ColonColon && self.starts_type(0);
        }
        match t.sym {
            words::TYPEDEF
            | words::EXTERN
            | words::STATIC
            | words::REGISTER
            | words::INLINE
            | words::INLINE_ALT
            | words::INLINE_MS
            | words::CONSTEXPR
            | words::SHARED
            | words::DEVICE
            | words::CONSTANT
            | words::GLOBAL
            | words::HOST
            | words::MANAGED
            | words::ALIGN
            | words::ALIGNAS
            | words::ATTRIBUTE
            | words::THREAD_LOCAL
            | words::EXTENSION
            | words::FORCEINLINE
            | words::USING
            | words::RESTRICT_ALT => true,
            _ => {
                // `T(x);` and `T{...};` are expressions, but `T (*p)` is a declaration.
                self.starts_type(0)
                    && !(self.ahead(1).kind == Tok::LParen
                        && !matches!(self.ahead(2).kind, Tok::Star | Tok::Amp)
                        && !words::is_keyword(t.sym))
                    && (self.ahead(1).kind != Tok::LBrace
                        || matches!(
                            t.sym,
                            words::STRUCT | words::UNION | words::ENUM | words::CLASS
                        ))
            }
        }
    }

    /// The one declaration of a top-level item.
    pub(super) fn top_level(&mut self) -> Parse<Declaration<'a>> {
        if self.tok().is(words::TEMPLATE) {
            let span = self.span();
            return Err(self.error(code::TEMPLATE, span, "templates are not supported yet"));
        }
        if self.tok().is(words::EXTERN) && self.ahead(1).kind == Tok::Str {
            self.bump();
            self.bump();
        }
        if self.tok().is(words::USING) {
            return self.using();
        }
        if self.tok().is(words::STATIC_ASSERT) || self.tok().is(words::STATIC_ASSERT_C) {
            let span = self.span();
            self.at = self.end;
            let spec = self.empty_spec(span);
            return Ok(Declaration { spec, declarators: &[], body: None, span });
        }
        let d = self.declaration(true)?;
        if self.kind() != Tok::Eof && d.body.is_none() {
            let found = self.tok().describe(self.input.names);
            let span = self.span();
            return Err(self.error(
                code::EXPECTED,
                span,
                format!("{found} does not belong to this declaration"),
            ));
        }
        Ok(d)
    }

    fn empty_spec(&self, span: Span) -> &'a Spec<'a> {
        self.arenas().specs.alloc(Spec {
            base: Base::Error,
            flags: Flags::default(),
            launch_bounds: None,
            align: &[],
            span,
        })
    }

    /// `using X = T;`, `using namespace n;`.
    fn using(&mut self) -> Parse<Declaration<'a>> {
        let from = self.bump().span;
        if self.kind() == Tok::Ident && self.ahead(1).kind == Tok::Eq {
            let name = self.identifier("a name")?;
            self.bump();
            let ty = self.type_name()?;
            self.expect(Tok::Semi, "the type")?;
            let spec = self.arenas().specs.alloc(Spec {
                base: Base::Error,
                flags: Flags(Flags::TYPEDEF),
                launch_bounds: None,
                align: &[],
                span: from,
            });
            let d = Declarator { name, ty, init: None, args: None, bits: None, align: &[] };
            let declarators = self.arenas().declarators.alloc_extend([d]);
            return Ok(Declaration { spec, declarators, body: None, span: from.to(name.span) });
        }
        self.recover();
        let spec = self.empty_spec(from);
        Ok(Declaration { spec, declarators: &[], body: None, span: from })
    }

    /// A declaration with its `;` or its body.
    pub(super) fn declaration(&mut self, top: bool) -> Parse<Declaration<'a>> {
        if self.tok().is(words::USING) {
            let d = self.using()?;
            if let [one] = d.declarators {
                self.declare_local(one.name.sym, true);
            }
            return Ok(d);
        }
        let from = self.span();
        let spec = self.specifiers()?;
        let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
        let mut list: Vec<Declarator<'a>> = Vec::new();
        if self.eat(Tok::Semi) {
            return Ok(Declaration {
                spec,
                declarators: &[],
                body: None,
                span: from.to(self.last_span()),
            });
        }
        loop {
            let (name, ty) = self.declarator(base, !self.in_record)?;
            let align = self.attributes_after()?;
            if !top || name.sym != words::EMPTY {
                self.declare_local(name.sym, spec.flags.has(Flags::TYPEDEF));
            }
            if let TypeExpr::Function { params, .. } = ty
                && self.kind() == Tok::LBrace
            {
                if !top {
                    let span = self.span();
                    return Err(self.error(
                        code::MISPLACED_STATEMENT,
                        span,
                        "a function cannot be defined in a function",
                    ));
                }
                let scope = self.scope();
                for p in *params {
                    self.declare_local(p.name.sym, false);
                }
                let body = self.compound()?;
                self.end_scope(scope);
                list.push(Declarator { name, ty, init: None, args: None, bits: None, align });
                let declarators = self.arenas().declarators.alloc_extend(list);
                return Ok(Declaration {
                    spec,
                    declarators,
                    body: Some(body),
                    span: from.to(name.span),
                });
            }
            let mut d = Declarator { name, ty, init: None, args: None, bits: None, align };
            if self.in_record && self.eat(Tok::Colon) {
                d.bits = Some(self.conditional()?);
            }
            match self.kind() {
                Tok::Eq => {
                    self.bump();
                    d.init = Some(if self.kind() == Tok::LBrace {
                        self.init_list()?
                    } else {
                        self.assign()?
                    });
                }
                Tok::LBrace if !self.in_record => d.init = Some(self.init_list()?),
                Tok::LParen => {
                    self.bump();
                    d.args = Some(self.arguments()?);
                    self.expect(Tok::RParen, "the arguments")?;
                }
                _ => {}
            }
            list.push(d);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Semi, "the declaration")?;
        let declarators = self.arenas().declarators.alloc_extend(list);
        Ok(Declaration { spec, declarators, body: None, span: from.to(self.last_span()) })
    }

    /// A type's name by itself, for `T(x)`.
    pub(super) fn simple_type(&mut self) -> Parse<&'a Spec<'a>> {
        self.specifiers()
    }

    /// Specifiers of a declaration or type name.
    fn specifiers(&mut self) -> Parse<&'a Spec<'a>> {
        let from = self.span();
        let mut flags = 0;
        let mut words_seen = TypeWords::default();
        let mut any_word = false;
        let mut base: Option<Base<'a>> = None;
        let mut launch_bounds = None;
        let mut align: Vec<&'a Expr<'a>> = Vec::new();
        loop {
            let t = self.tok();
            if t.kind == Tok::ColonColon && base.is_none() && !any_word && self.starts_type(0) {
                self.bump();
                continue;
            }
            if t.kind == Tok::LBracket && self.ahead(1).kind == Tok::LBracket {
                self.at = self.after_group(self.at);
                continue;
            }
            if t.kind != Tok::Ident {
                break;
            }
            if let Some(f) = flag_word(t.sym) {
                flags |= f;
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
                words::WCHAR => !std::mem::replace(&mut w.int, true),
                words::STRUCT | words::UNION | words::CLASS | words::ENUM => {
                    if base.is_some() || any_word {
                        return Err(self.bad_specifiers(t.span));
                    }
                    base = Some(if t.sym == words::ENUM {
                        self.enumeration()?
                    } else {
                        self.record()?
                    });
                    continue;
                }
                words::AUTO => {
                    self.bump();
                    if base.is_none() && !any_word {
                        base = Some(Base::Auto);
                    }
                    continue;
                }
                words::TYPENAME => {
                    self.bump();
                    continue;
                }
                words::TYPEOF | words::TYPEOF_ALT | words::DECLTYPE => {
                    self.bump();
                    self.expect(Tok::LParen, "this word")?;
                    if self.starts_type(0) {
                        let span = self.span();
                        return Err(self.error(
                            code::NOT_SUPPORTED,
                            span,
                            "`typeof` of a type is not supported yet",
                        ));
                    }
                    self.enter()?;
                    let e = self.expression()?;
                    self.leave();
                    self.expect(Tok::RParen, "the expression")?;
                    base = Some(Base::Decltype(e));
                    continue;
                }
                words::ALIGN | words::ALIGNAS => {
                    self.bump();
                    align.push(self.align_argument()?);
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
                    flags |= self.attribute(&mut align)?;
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
                words::VIRTUAL | words::FRIEND | words::EXPLICIT => {
                    let word = self.input.names.get(t.sym).to_string();
                    return Err(self.error(
                        code::CLASS,
                        t.span,
                        format!("`{word}` is not supported yet"),
                    ));
                }
                _ => {
                    if base.is_some() || any_word || !self.starts_type_name(0) {
                        break;
                    }
                    while self.ahead(1).kind == Tok::ColonColon {
                        self.bump();
                        self.bump();
                    }
                    let name = self.bump();
                    if self.kind() == Tok::Lt
                        && self.input.index.named(name.sym).iter().any(|i| {
                            self.input.index.items[*i as usize].kind
                                == super::cut::ItemKind::Template
                        })
                    {
                        return Err(self.error(
                            code::TEMPLATE,
                            name.span,
                            "templates are not supported yet",
                        ));
                    }
                    base = Some(Base::Named(name.sym));
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
                if words_seen.long > 0 && words_seen.double {
                    return Err(self.error(
                        code::LONG_DOUBLE,
                        from.to(self.last_span()),
                        "`long double` is not supported in device code",
                    ));
                }
                match words_seen.base() {
                    Some(w) => Base::Word(w),
                    None => return Err(self.bad_specifiers(from.to(self.last_span()))),
                }
            }
            None => return Err(self.missing_type()),
        };
        let align = self.expr_list(align);
        let span = from.to(self.last_span());
        Ok(self.arenas().specs.alloc(Spec {
            base,
            flags: Flags(flags),
            launch_bounds,
            align,
            span,
        }))
    }

    fn bad_specifiers(&mut self, span: Span) -> Failed {
        self.error(code::BAD_SPECIFIERS, span, "these specifiers do not go together")
    }

    pub(super) fn missing_type(&mut self) -> Failed {
        let t = self.tok();
        let text = t.describe(self.input.names);
        if t.kind != Tok::Ident || words::is_keyword(t.sym) {
            return self.error(
                code::EXPECTED_TYPE,
                t.span,
                format!("a type must stand here, not {text}"),
            );
        }
        let name = self.input.names.get(t.sym);
        let texture = matches!(
            name,
            "texture" | "surface" | "cudaTextureObject_t" | "cudaSurfaceObject_t" | "tex1Dfetch"
        );
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

    /// A type by itself, as in casts.
    pub(super) fn type_name(&mut self) -> Parse<&'a TypeExpr<'a>> {
        let spec = self.specifiers()?;
        let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
        self.enter()?;
        let (name, ty) = self.declarator_inner(base, true)?;
        self.leave();
        if name.sym != words::EMPTY {
            return Err(self.error(
                code::BAD_DECLARATOR,
                name.span,
                "a name cannot stand in this type",
            ));
        }
        Ok(ty)
    }

    /// A declarator with a name.
    fn declarator(
        &mut self,
        base: &'a TypeExpr<'a>,
        named: bool,
    ) -> Parse<(Name, &'a TypeExpr<'a>)> {
        self.enter()?;
        let r = self.declarator_inner(base, false)?;
        self.leave();
        if named && r.0.sym == words::EMPTY {
            let found = self.tok().describe(self.input.names);
            let span = self.span();
            return Err(self.error(
                code::BAD_DECLARATOR,
                span,
                format!("a name must be declared here, before {found}"),
            ));
        }
        Ok(r)
    }

    fn declarator_inner(
        &mut self,
        mut base: &'a TypeExpr<'a>,
        abstract_: bool,
    ) -> Parse<(Name, &'a TypeExpr<'a>)> {
        let mut levels = 0;
        loop {
            match self.kind() {
                Tok::Star => {
                    self.bump();
                    levels += 1;
                    self.enter()?;
                    let mut flags = 0;
                    while self.kind() == Tok::Ident {
                        match flag_word(self.tok().sym) {
                            Some(f)
                                if f & (Flags::CONST | Flags::VOLATILE | Flags::RESTRICT) != 0 =>
                            {
                                flags |= f;
                                self.bump();
                            }
                            _ => break,
                        }
                    }
                    base = self.arenas().types.alloc(TypeExpr::Pointer(base, Flags(flags)));
                }
                Tok::Amp | Tok::AmpAmp => {
                    self.bump();
                    base = self.arenas().types.alloc(TypeExpr::Reference(base));
                    while self.tok().is(words::RESTRICT_ALT) || self.tok().is(words::RESTRICT_MS) {
                        self.bump();
                    }
                }
                _ => break,
            }
        }
        self.depth -= levels;
        // Words of CUDA and calling conventions between the type and the name.
        while self.kind() == Tok::Ident
            && matches!(self.tok().sym, words::FORCEINLINE | words::NOINLINE | words::INLINE)
        {
            self.bump();
        }
        if self.kind() == Tok::LParen && self.is_nested_declarator(abstract_) {
            let inner = self.at + 1;
            let after = self.after_group(self.at);
            self.at = after;
            let outer = self.suffixes(base)?;
            let end = self.at;
            self.at = inner;
            self.enter()?;
            let r = self.declarator_inner(outer, abstract_)?;
            self.leave();
            self.expect(Tok::RParen, "the declarator")?;
            self.at = end;
            return Ok(r);
        }
        let t = self.tok();
        let name = if t.kind == Tok::Ident && !words::is_keyword(t.sym) && !abstract_ {
            self.bump();
            Name { sym: t.sym, span: t.span }
        } else if t.is(words::OPERATOR) {
            return Err(self.error(
                code::CLASS,
                t.span,
                "operator functions are not supported yet",
            ));
        } else {
            Name { sym: words::EMPTY, span: t.span }
        };
        let ty = self.suffixes(base)?;
        Ok((name, ty))
    }

    /// Whether the `(` here groups a declarator rather than starting parameters.
    fn is_nested_declarator(&self, abstract_: bool) -> bool {
        let n = self.ahead(1);
        match n.kind {
            Tok::Star | Tok::Amp | Tok::AmpAmp => true,
            Tok::LParen | Tok::LBracket => true,
            Tok::Ident => !abstract_ && !self.starts_type(1) && !words::is_keyword(n.sym),
            _ => false,
        }
    }

    /// Array and function parts after a declarator's name.
    fn suffixes(&mut self, base: &'a TypeExpr<'a>) -> Parse<&'a TypeExpr<'a>> {
        let mut dims: Vec<(Option<&'a Expr<'a>>, Span)> = Vec::new();
        while self.kind() == Tok::LBracket {
            let from = self.bump().span;
            let len = if self.kind() == Tok::RBracket { None } else { Some(self.conditional()?) };
            let end = self.expect(Tok::RBracket, "the array length")?;
            dims.push((len, from.to(end)));
            if self.depth + dims.len() as u32 > self.input.limits.nesting {
                self.enter()?;
                return Err(self.error(code::LIMIT_NESTING, end, "too many dimensions"));
            }
        }
        if !dims.is_empty() {
            let mut ty = base;
            for (len, span) in dims.into_iter().rev() {
                ty = self.arenas().types.alloc(TypeExpr::Array(ty, len, span));
            }
            return Ok(ty);
        }
        if self.kind() == Tok::LParen && self.at_parameters() {
            return self.parameters(base);
        }
        Ok(base)
    }

    /// Whether the `(` here starts parameters rather than constructor arguments.
    fn at_parameters(&self) -> bool {
        let n = self.ahead(1);
        match n.kind {
            Tok::RParen | Tok::Ellipsis => true,
            Tok::Ident => {
                self.starts_type(1)
                    || matches!(n.sym, words::REGISTER | words::GRID_CONSTANT | words::ATTRIBUTE | words::RESTRICT_ALT)
                    // An unknown name before another name or a pointer: a parameter of an undeclared type.
                    || !words::is_keyword(n.sym)
                        && !self.local.contains_key(&n.sym)
                        && self.input.index.named(n.sym).is_empty()
                        && (self.ahead(2).kind == Tok::Ident
                            || matches!(self.ahead(2).kind, Tok::Star | Tok::Amp)
                                && self.ahead(3).kind == Tok::Ident
                                && matches!(self.ahead(4).kind, Tok::Comma | Tok::RParen))
            }
            _ => false,
        }
    }

    fn parameters(&mut self, result: &'a TypeExpr<'a>) -> Parse<&'a TypeExpr<'a>> {
        let from = self.bump().span;
        self.enter()?;
        let mut list = Vec::new();
        let mut variadic = false;
        if self.tok().is(words::VOID) && self.ahead(1).kind == Tok::RParen {
            self.bump();
        }
        while self.kind() != Tok::RParen {
            if self.eat(Tok::Ellipsis) {
                variadic = true;
                break;
            }
            let start = self.span();
            let was = std::mem::replace(&mut self.in_record, false);
            let spec = self.specifiers();
            self.in_record = was;
            let spec = spec?;
            let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
            let (name, ty) = self.declarator(base, false)?;
            self.attributes_after()?;
            let default = if self.eat(Tok::Eq) { Some(self.assign()?) } else { None };
            list.push(Param { name, ty, spec, default, span: start.to(self.last_span()) });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.leave();
        let end = self.expect(Tok::RParen, "the parameters")?;
        let params = self.arenas().params.alloc_extend(list);
        Ok(self.arenas().types.alloc(TypeExpr::Function {
            result,
            params,
            variadic,
            span: from.to(end),
        }))
    }
}

/// The flag of a specifier that is only present or not.
fn flag_word(s: Symbol) -> Option<u32> {
    Some(match s {
        words::CONST | words::CONST_ALT => Flags::CONST,
        words::VOLATILE | words::VOLATILE_ALT => Flags::VOLATILE,
        words::RESTRICT | words::RESTRICT_ALT | words::RESTRICT_MS => Flags::RESTRICT,
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
        words::REGISTER
        | words::THREAD_LOCAL
        | words::MUTABLE
        | words::EXTENSION
        | words::NORETURN
        | words::GRID_CONSTANT => 0,
        _ => return None,
    })
}
