//! Declarations: specifiers, declarators, structs and enums.

use optx_source::{Span, code};

use super::{Parse, Parser, attribute::Attributes, path::Declared, placement::{Declares, is_placed}};
use crate::{
    ast::{
        Assertion, Base, Declaration, Declarator, Expr, ExprKind, Flags, Name, Param, Path, Spec,
        TypeExpr, Using,
    },
    token::Tok,
    words,
};

/// Words that may stand between a type and the name.
const BETWEEN: u32 = Flags::FORCEINLINE
    | Flags::NOINLINE
    | Flags::INLINE
    | Flags::GLOBAL
    | Flags::DEVICE
    | Flags::HOST
    | Flags::SHARED
    | Flags::CONSTANT
    | Flags::MANAGED;

impl<'a> Parser<'a, '_, '_> {
    /// Whether a declaration starts here.
    pub(super) fn starts_declaration(&self) -> bool {
        let t = self.tok();
        if t.kind != Tok::Ident {
            return self.kind() == Tok::ColonColon && self.starts_type(0) && self.is_declaration();
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
            _ => self.starts_type(0) && self.is_declaration(),
        }
    }

    /// The one declaration of a top-level item.
    pub(super) fn top_level(&mut self) -> Parse<Declaration<'a>> {
        if self.tok().is(words::EXTERN) && self.ahead(1).is(words::TEMPLATE) {
            // An explicit instantiation declaration: what it names is made where it is used.
            self.bump();
            let mut d = self.template_declaration()?;
            let flags = Flags(d.spec.flags.0 | Flags::EXTERN);
            d.spec = self.arenas().specs.alloc(Spec { flags, ..*d.spec });
            return Ok(d);
        }
        if self.tok().is(words::TEMPLATE) {
            return self.template_declaration();
        }
        let linkage = self.tok().is(words::EXTERN) && self.ahead(1).kind == Tok::Str;
        if linkage {
            self.bump();
            self.language()?;
        }
        if self.tok().is(words::USING) {
            return self.using();
        }
        if self.tok().is(words::STATIC_ASSERT) || self.tok().is(words::STATIC_ASSERT_C) {
            return self.assertion();
        }
        let d = self.declaration(true)?;
        if linkage && d.spec.flags.has(Flags::STATIC) {
            let text = "`static` does not go with `extern \"C\"`";
            return Err(self.error(code::BAD_SPECIFIERS, d.spec.span, text));
        }
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

    /// The language of a linkage, as in `extern "C"`.
    fn language(&mut self) -> Parse<()> {
        let t = self.bump();
        if matches!(self.input.names.get(t.sym), "\"C\"" | "\"C++\"") {
            return Ok(());
        }
        let text = "no other linkage is known than `extern \"C\"` and `extern \"C++\"`";
        Err(self.error(code::BAD_SPECIFIERS, t.span, text))
    }

    /// `static_assert(condition, message);`.
    pub(super) fn static_assertion(&mut self) -> Parse<Assertion<'a>> {
        self.bump();
        self.expect(Tok::LParen, "`static_assert`")?;
        let condition = self.bracketed(Self::conditional)?;
        let message =
            if self.eat(Tok::Comma) { Some(self.bracketed(Self::conditional)?) } else { None };
        self.expect(Tok::RParen, "the assertion")?;
        self.expect(Tok::Semi, "the assertion")?;
        Ok(Assertion { condition, message })
    }

    /// The same as a declaration. What is not understood is left to the host's compiler.
    pub(super) fn assertion(&mut self) -> Parse<Declaration<'a>> {
        let (span, depth) = (self.span(), self.depth);
        let end = self.after_group(self.at + 1);
        let trial = self.diags.begin_trial();
        let read = self.static_assertion();
        if self.diags.end_trial(trial) || read.is_err() {
            (self.at, self.split, self.depth) = (end, false, depth);
            self.eat(Tok::Semi);
            return Ok(self.empty_declaration(span));
        }
        let assertion = read?;
        Ok(Declaration { assertion: Some(assertion), ..self.empty_declaration(span) })
    }

    /// `template <...> declaration`, or `template declaration`, an explicit instantiation.
    fn template_declaration(&mut self) -> Parse<Declaration<'a>> {
        let scope = self.scope();
        let mut template = None;
        let mut heads = 0;
        if self.ahead(1).kind == Tok::Lt {
            while self.tok().is(words::TEMPLATE) && self.ahead(1).kind == Tok::Lt {
                // A member template of a class template has two heads; the inner one is the function's own.
                let span = self.span();
                let outer: Option<&[_]> = template;
                let head = self.template_head()?;
                if outer.is_some_and(|t| !t.is_empty() || !head.is_empty()) {
                    return Err(self.error(
                        code::TEMPLATE,
                        span,
                        "a member template defined outside of its class template is not supported yet",
                    ));
                }
                template = Some(head);
                heads += 1;
            }
        } else {
            self.bump();
        }
        let mut d =
            if self.tok().is(words::USING) { self.using()? } else { self.declaration(true)? };
        d.template = template;
        self.end_scope(scope);
        // A head for the class, where that is made of a template, and another for the member.
        if let [x] = d.declarators
            && let Some(class) = x.scope
            && template.is_some_and(<[_]>::is_empty)
            && heads > usize::from(matches!(class.base, Base::Template(..)))
            && matches!(class.base, Base::Template(..) | Base::Named(_))
        {
            return Err(self.no_member_specialisation(x.name.span));
        }
        Ok(d)
    }

    fn empty_declaration(&self, span: Span) -> Declaration<'a> {
        let spec = self.empty_spec(span);
        Declaration::new(spec, span)
    }

    fn empty_spec(&self, span: Span) -> &'a Spec<'a> {
        self.arenas().specs.alloc(Spec {
            base: Base::Error,
            flags: Flags::default(),
            launch_bounds: None,
            align: &[],
            path: None,
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
                path: None,
                span: from,
            });
            let declarators =
                self.arenas().declarators.alloc_extend([Declarator::new(name, ty, &[])]);
            let span = from.to(name.span);
            return Ok(Declaration { declarators, ..Declaration::new(spec, span) });
        }
        self.using_name(from)
    }

    /// `using namespace n;`, `using n::f;`, `using B::f;`, its first word read.
    fn using_name(&mut self, from: Span) -> Parse<Declaration<'a>> {
        let directive = self.eat_word(words::NAMESPACE);
        let (mut path, class, name);
        if directive {
            let global = self.eat(Tok::ColonColon);
            let mut names = Vec::new();
            let mut last = self.identifier("a namespace")?;
            while self.eat(Tok::ColonColon) {
                names.push(last.sym);
                last = self.identifier("a namespace")?;
            }
            // An alias of this function's stands for what it names.
            names.push(last.sym);
            path = self.path(global, &names);
            if let Some(p) = path
                && let Some((sym, names)) = p.names.split_last()
            {
                last.sym = *sym;
                path = Some(self.arenas().paths.alloc(Path { global: p.global, names }));
            }
            (class, name) = (None, last);
        } else {
            let typename = self.eat_word(words::TYPENAME);
            let before = self.before_name()?;
            name = if self.tok().is(words::OPERATOR) {
                self.operator_name()?
            } else {
                self.identifier("a name")?
            };
            (path, class) = (before.path, before.class);
            if path.is_none() && class.is_none() {
                return Err(self.error(
                    code::EXPECTED,
                    name.span,
                    "a using declaration needs a namespace or class before the name",
                ));
            }
            if class.is_some() && (typename || self.is_type_of_class(name.sym)) {
                self.declare_local(name.sym, true);
            }
            if class.is_none() {
                // It may have been a variable's name around here.
                let ty = self.is_outer_type(name.sym);
                self.declare_local(name.sym, ty);
            }
        }
        if self.kind() == Tok::Comma {
            let span = self.span();
            return Err(self.error(
                code::NOT_SUPPORTED,
                span,
                "several names in one using declaration are not supported yet",
            ));
        }
        self.expect(Tok::Semi, "the name")?;
        const NOWHERE: &Path<'static> = &Path { global: false, names: &[] };
        let path = path.unwrap_or(NOWHERE);
        let using = &*self.arenas().usings.alloc(Using { directive, path, class, name });
        Ok(Declaration { using: Some(using), ..self.empty_declaration(from.to(self.last_span())) })
    }

    /// What stands between a function's parameters and its body or result: `const`, `&` (1) or `&&` (2), and the
    /// condition of `noexcept`.
    fn after_parameters(
        &mut self,
        params: &'a [Param<'a>],
    ) -> Parse<(Flags, u8, Option<&'a Expr<'a>>)> {
        let (mut quals, mut object, mut noexcept) = (0, 0, None);
        loop {
            let t = self.tok();
            match t.kind {
                Tok::Amp | Tok::AmpAmp if object == 0 => {
                    object = if t.kind == Tok::Amp { 1 } else { 2 };
                    self.bump();
                }
                Tok::Ident if matches!(t.sym, words::CONST | words::CONST_ALT) => {
                    quals |= Flags::CONST;
                    self.bump();
                }
                Tok::Ident if matches!(t.sym, words::VOLATILE | words::VOLATILE_ALT) => {
                    quals |= Flags::VOLATILE;
                    self.bump();
                }
                Tok::Ident if t.sym == words::RESTRICT_ALT => {
                    self.bump();
                }
                Tok::Ident if t.sym == words::NOEXCEPT => {
                    self.bump();
                    noexcept = Some(if self.kind() == Tok::LParen {
                        self.noexcept_condition(params)
                    } else {
                        self.expr(ExprKind::Bool(true), t.span)
                    });
                }
                Tok::Ident if t.sym == words::THROW && self.ahead(1).kind == Tok::LParen => {
                    if self.ahead(2).kind == Tok::RParen {
                        noexcept = Some(self.expr(ExprKind::Bool(true), t.span));
                    }
                    self.bump();
                    self.at = self.after_group(self.at);
                }
                _ => return Ok((Flags(quals), object, noexcept)),
            }
        }
    }

    /// The condition of a `noexcept` whose word is read. Whether it makes sense is of interest only where it is asked for.
    fn noexcept_condition(&mut self, params: &'a [Param<'a>]) -> &'a Expr<'a> {
        let span = self.span();
        let end = self.after_group(self.at);
        let depth = self.depth;
        let scope = self.scope();
        for p in params {
            self.declare_local(p.name.sym, false);
        }
        self.bump();
        let trial = self.diags.begin_trial();
        let read = self.bracketed(Self::conditional);
        let wrong = self.diags.end_trial(trial);
        self.end_scope(scope);
        self.depth = depth;
        let whole = self.at + 1 == end && self.kind() == Tok::RParen;
        (self.at, self.split) = (end, false);
        match read {
            Ok(e) if whole && !wrong => e,
            _ => self.expr(ExprKind::Error, span),
        }
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
        let written = std::mem::take(&mut self.written);
        self.no_structured_binding(spec)?;
        let mut d = self.declarators(spec, from, top)?;
        self.check_declaration(&written, &d, top);
        if top && !d.declarators.is_empty() && !d.spec.flags.has(Flags::TYPEDEF) {
            let flags = self.input.index.marked(d.spec.flags);
            let left = wrong!(UnmarkedVariablesAreHost) || wrong!(UnmarkedFunctionsAreHost);
            let flags = if left { d.spec.flags } else { flags };
            if flags != d.spec.flags {
                d.spec = self.arenas().specs.alloc(Spec { flags, ..*d.spec });
            }
        }
        Ok(d)
    }

    /// Refuses `auto [a, b]`, the specifiers of which are read.
    pub(super) fn no_structured_binding(&mut self, spec: &Spec<'a>) -> Parse<()> {
        let reference = usize::from(matches!(self.kind(), Tok::Amp | Tok::AmpAmp));
        if !matches!(spec.base, Base::Auto) || self.ahead(reference).kind != Tok::LBracket {
            return Ok(());
        }
        let span = self.span();
        let text = "structured bindings are not supported yet";
        Err(self.error(code::STRUCTURED_BINDING, span, text))
    }

    /// What follows a declaration's specifiers. Apart from those, so that classes within classes take little stack.
    fn declarators(
        &mut self,
        mut spec: &'a Spec<'a>,
        from: Span,
        top: bool,
    ) -> Parse<Declaration<'a>> {
        let mode = self.mode.take();
        let mut base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
        let mut list: Vec<Declarator<'a>> = Vec::new();
        if self.eat(Tok::Semi) {
            let span = from.to(self.last_span());
            return Ok(Declaration::new(spec, span));
        }
        loop {
            let (name, ty) = self.declarator(base, !self.in_record)?;
            if wrong!(StarsBelongToTheType) && matches!(ty, TypeExpr::Pointer(..)) {
                base = ty;
            }
            let declared = std::mem::take(&mut self.declared);
            let was_in_class = self.in_class;
            self.in_class |= declared.class.is_some();
            let mut after = std::mem::take(&mut self.within);
            after.add(self.attributes_after()?);
            // What is said of one declarator's function is said of the declaration.
            let said = after.flags & !Flags::PACKED;
            if said & !spec.flags.0 != 0 {
                spec = self.arenas().specs.alloc(Spec {
                    base: spec.base,
                    flags: Flags(spec.flags.0 | said),
                    launch_bounds: spec.launch_bounds,
                    align: spec.align,
                    path: spec.path,
                    span: spec.span,
                });
            }
            let packed = after.flags & Flags::PACKED != 0 || spec.flags.has(Flags::PACKED);
            let d = Declarator {
                scope: declared.class,
                template_args: declared.args,
                path: declared.path,
                packed,
                mode: after.mode.or(mode),
                ..Declarator::new(name, ty, self.expr_list(after.align))
            };
            // A template's own name goes on to be a template's in its body.
            let own = top && self.is_function_template(name.sym);
            if (!top || name.sym != words::EMPTY) && !own {
                self.declare_local(name.sym, spec.flags.has(Flags::TYPEDEF));
            }
            if let TypeExpr::Function { params, .. } = ty
                && (self.kind() == Tok::LBrace
                    || top
                        && self.kind() == Tok::Colon
                        && (declared.class.is_some() || self.in_class))
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
                let inits = self.member_inits()?;
                let body = self.compound()?;
                self.end_scope(scope);
                self.in_class = was_in_class;
                list.push(d);
                let declarators = self.arenas().declarators.alloc_extend(list);
                return Ok(Declaration {
                    declarators,
                    body: Some(body),
                    inits,
                    ..Declaration::new(spec, from.to(name.span))
                });
            }
            let mut d = d;
            if self.in_record && self.eat(Tok::Colon) {
                d.bits = Some(self.conditional()?);
            }
            match self.kind() {
                Tok::Eq
                    if matches!(ty, TypeExpr::Function { .. })
                        && (self.ahead(1).is(words::DEFAULT)
                            || self.ahead(1).is(words::DELETE)) =>
                {
                    self.bump();
                    d.deleted = self.bump().is(words::DELETE);
                }
                Tok::Eq => {
                    self.bump();
                    d.init = Some(if self.kind() == Tok::LBrace {
                        self.init_list()?
                    } else {
                        self.assign()?
                    });
                }
                Tok::LBrace
                    if !self.in_record
                        || name.sym != words::EMPTY && !matches!(ty, TypeExpr::Function { .. }) =>
                {
                    d.init = Some(self.init_list()?);
                    d.direct = true;
                }
                Tok::LParen => {
                    self.bump();
                    d.args = Some(self.bracketed(Self::arguments)?);
                    self.expect(Tok::RParen, "the arguments")?;
                }
                _ => {}
            }
            self.in_class = was_in_class;
            list.push(d);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Semi, "the declaration")?;
        let declarators = self.arenas().declarators.alloc_extend(list);
        let span = from.to(self.last_span());
        Ok(Declaration { declarators, ..Declaration::new(spec, span) })
    }

    /// A type by itself, as in casts.
    pub(super) fn type_name(&mut self) -> Parse<&'a TypeExpr<'a>> {
        let spec = self.specifiers()?;
        self.placed(Declares::Type);
        self.no_mode(spec.span)?;
        let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
        self.enter()?;
        let within = std::mem::take(&mut self.within);
        let (name, ty) = self.declarator_inner(base, true)?;
        self.within = within;
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

    /// Refuses a mode where only a built-in type can have it.
    fn no_mode(&mut self, span: Span) -> Parse<()> {
        match self.mode.take() {
            Some(_) => Err(self.error(code::NOT_SUPPORTED, span, "`mode` is not supported here")),
            None => Ok(()),
        }
    }

    /// A declarator with a name.
    pub(super) fn declarator(
        &mut self,
        base: &'a TypeExpr<'a>,
        named: bool,
    ) -> Parse<(Name, &'a TypeExpr<'a>)> {
        self.declared = Declared::default();
        self.within = Attributes::default();
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

    /// `*`, `&` and their qualifiers.
    fn pointers(&mut self, mut base: &'a TypeExpr<'a>) -> Parse<&'a TypeExpr<'a>> {
        let mut levels = 0;
        loop {
            match self.kind() {
                Tok::Star => {
                    self.bump();
                    levels += 1;
                    self.enter()?;
                    let mut flags = 0;
                    while self.kind() == Tok::Ident {
                        match super::specifier::flag_word(self.tok().sym) {
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
                Tok::Ident if self.tok().is(words::ATTRIBUTE) || self.tok().is(words::DECLSPEC) => {
                    let mut within = std::mem::take(&mut self.within);
                    self.attribute(&mut within)?;
                    self.within = within;
                }
                Tok::Amp | Tok::AmpAmp => {
                    let t = self.bump();
                    if matches!(base, TypeExpr::Reference(..)) {
                        let text = "nothing refers to a reference";
                        return Err(self.error(code::BAD_DECLARATOR, t.span, text));
                    }
                    let rvalue = t.kind == Tok::AmpAmp;
                    base = self.arenas().types.alloc(TypeExpr::Reference(base, rvalue));
                    while self.tok().is(words::RESTRICT_ALT) || self.tok().is(words::RESTRICT_MS) {
                        self.bump();
                    }
                }
                _ => break,
            }
        }
        self.depth -= levels;
        Ok(base)
    }

    /// The type of a conversion function: without parameters, which are the function's.
    pub(super) fn conversion_type(&mut self) -> Parse<&'a TypeExpr<'a>> {
        let spec = self.specifiers()?;
        self.placed(Declares::Type);
        let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
        self.pointers(base)
    }

    fn declarator_inner(
        &mut self,
        mut base: &'a TypeExpr<'a>,
        abstract_: bool,
    ) -> Parse<(Name, &'a TypeExpr<'a>)> {
        base = self.pointers(base)?;
        // Words of CUDA and calling conventions between the type and the name.
        while self.kind() == Tok::Ident
            && let Some(f) = super::specifier::flag_word(self.tok().sym)
            && f & BETWEEN != 0
        {
            self.within.flags |= f;
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
        let named = t.kind == Tok::Ident && (!words::is_keyword(t.sym) || t.is(words::OPERATOR))
            || t.kind == Tok::ColonColon;
        let name = if named && !abstract_ {
            self.declared_name()?
        } else {
            Name { sym: words::EMPTY, span: t.span }
        };
        // Attributes of what is declared ([dcl.meaning] 1).
        while named && self.kind() == Tok::LBracket && self.ahead(1).kind == Tok::LBracket {
            let mut attributes = std::mem::take(&mut self.within);
            let read = self.bracket_attribute(&mut attributes);
            self.within = attributes;
            read?;
        }
        let was = self.in_class;
        self.in_class |= self.declared.class.is_some();
        let base =
            self.declared.conversion.filter(|_| name.sym == words::OP_CONVERSION).unwrap_or(base);
        let ty = self.suffixes(base);
        self.in_class = was;
        let ty = ty?;
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
        while self.kind() == Tok::LBracket && self.ahead(1).kind != Tok::LBracket {
            let from = self.bump().span;
            let len = if self.kind() == Tok::RBracket {
                None
            } else {
                Some(self.bracketed(Self::conditional)?)
            };
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
            if self.kind() == Tok::LParen && self.at_parameters() {
                let (span, text) = (self.span(), "the elements of an array cannot be functions");
                return Err(self.error(code::BAD_DECLARATOR, span, text));
            }
            return Ok(ty);
        }
        if self.kind() == Tok::LParen && self.at_parameters() {
            let ty = self.parameters(base)?;
            let what = match self.kind() {
                Tok::LParen => "a function",
                Tok::LBracket if self.ahead(1).kind != Tok::LBracket => "an array",
                _ => return Ok(ty),
            };
            let (span, text) = (self.span(), format!("a function cannot return {what}"));
            return Err(self.error(code::BAD_DECLARATOR, span, text));
        }
        Ok(base)
    }

    /// Whether the `(` here starts parameters rather than constructor arguments.
    fn at_parameters(&self) -> bool {
        let n = self.ahead(1);
        match n.kind {
            Tok::RParen | Tok::Ellipsis => true,
            Tok::LBracket => self.ahead(2).kind == Tok::LBracket,
            Tok::ColonColon => self.starts_type(1) && self.is_parameter_list(),
            Tok::Ident if n.sym == words::STD && self.ahead(2).kind == Tok::ColonColon => true,
            Tok::Ident => {
                self.starts_type(1) && self.is_parameter_list()
                    || matches!(n.sym, words::GRID_CONSTANT | words::ATTRIBUTE | words::RESTRICT_ALT)
                    // Words that start no expression, be they wrong here.
                    || is_placed(n.sym)
                    // An unknown name before another name or a pointer: a parameter of an undeclared type.
                    || !words::is_keyword(n.sym)
                        && !self.starts_type(1)
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

    pub(super) fn parameters(&mut self, result: &'a TypeExpr<'a>) -> Parse<&'a TypeExpr<'a>> {
        let was = std::mem::replace(&mut self.in_angles, false);
        let declared = self.declared;
        let within = std::mem::take(&mut self.within);
        let r = self.parameter_list(result);
        self.in_angles = was;
        self.declared = declared;
        self.within = within;
        r
    }

    fn parameter_list(&mut self, result: &'a TypeExpr<'a>) -> Parse<&'a TypeExpr<'a>> {
        let from = self.bump().span;
        self.enter()?;
        let mut list = Vec::new();
        let mut variadic = false;
        if self.tok().is(words::VOID) && self.ahead(1).kind == Tok::RParen {
            self.bump();
        }
        while self.kind() != Tok::RParen || self.last_kind() == Some(Tok::Comma) {
            if self.eat(Tok::Ellipsis) {
                variadic = true;
                break;
            }
            let start = self.span();
            let was = std::mem::replace(&mut self.in_record, false);
            let spec = self.specifiers();
            self.in_record = was;
            let spec = spec?;
            self.placed(Declares::Parameter);
            self.no_mode(spec.span)?;
            let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
            let (name, ty) = self.declarator(base, false)?;
            let after = self.attributes_after()?;
            self.mode = after.mode;
            self.no_mode(name.span)?;
            let default = match self.eat(Tok::Eq) {
                true if self.kind() == Tok::LBrace => Some(self.init_list()?),
                true => Some(self.assign()?),
                false => None,
            };
            list.push(Param { name, ty, spec, default, span: start.to(self.last_span()) });
            // `...` needs no comma before it ([dcl.fct] 3).
            if self.kind() != Tok::Ellipsis && !self.eat(Tok::Comma) {
                break;
            }
        }
        self.leave();
        let end = self.expect(Tok::RParen, "the parameters")?;
        let params = self.arenas().params.alloc_extend(list);
        let (quals, object, noexcept) = self.after_parameters(params)?;
        let mut result = result;
        if self.kind() == Tok::Arrow {
            self.bump();
            // The parameters are in scope in a result that is written after them.
            let scope = self.scope();
            for p in params.iter() {
                self.declare_local(p.name.sym, false);
            }
            result = self.type_name()?;
            self.end_scope(scope);
        }
        Ok(self.arenas().types.alloc(TypeExpr::Function {
            result,
            params,
            variadic,
            quals,
            object,
            noexcept,
            span: from.to(end),
        }))
    }
}
