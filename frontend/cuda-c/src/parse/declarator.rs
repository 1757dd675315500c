//! Declarators: pointers, references, arrays, parameters, and names in parentheses.

use optx_source::{Diagnostic, Span, code};

use super::{
    Parse, Parser,
    attribute::{Attributes, PLACES},
    path::Declared,
    placement::{Declares, is_placed},
    specifier::flag_word,
};
use crate::{
    ast::{Base, Expr, ExprKind, Flags, Name, Param, RefQualifier, TypeExpr},
    token::Tok,
    words,
};

/// Words that may stand between a type and the name.
const BETWEEN: u32 = Flags::NOINLINE
    | Flags::GLOBAL
    | Flags::DEVICE
    | Flags::HOST
    | Flags::SHARED
    | Flags::CONSTANT
    | Flags::MANAGED;

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// None, as in casts.
    Abstract,
    /// Of a parameter, which may have one: a type in parentheses is the parameter of a function ([dcl.ambig.res] 7).
    Parameter,
    /// The same of a template, where `...` always says that it stands for any number.
    TemplateParameter,
    /// One, be it a type's name elsewhere; a bit-field may have none.
    Named,
}

impl<'a> Parser<'a, '_, '_> {
    /// A type by itself, as in casts, where none is defined ([dcl.type] 3).
    pub(super) fn type_name(&mut self) -> Parse<&'a TypeExpr<'a>> {
        self.type_alone(false)
    }

    /// The type of an alias, which may be defined there.
    pub(super) fn aliased_type(&mut self) -> Parse<&'a TypeExpr<'a>> {
        self.type_alone(true)
    }

    fn type_alone(&mut self, defines: bool) -> Parse<&'a TypeExpr<'a>> {
        let spec = self.specifiers()?;
        if !defines && matches!(spec.base, Base::Record(_) | Base::Enum(_)) {
            let text = "a type cannot be defined here";
            return Err(self.error(code::BAD_SPECIFIERS, spec.span, text));
        }
        self.placed(Declares::Type);
        self.no_mode(spec.span)?;
        let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
        self.enter()?;
        let within = std::mem::take(&mut self.within);
        let (name, ty) = self.declarator_inner(base, Form::Abstract)?;
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
    pub(super) fn no_mode(&mut self, span: Span) -> Parse<()> {
        match self.mode.take() {
            Some(_) => Err(self.error(code::NOT_SUPPORTED, span, "`mode` is not supported here")),
            None => Ok(()),
        }
    }

    /// A declarator of a parameter, which may have a name, or of something else, which has one if `named`.
    pub(super) fn declarator(
        &mut self,
        base: &'a TypeExpr<'a>,
        named: bool,
    ) -> Parse<(Name, &'a TypeExpr<'a>)> {
        self.declarator_as(base, if named { Form::Named } else { Form::Parameter }, named)
    }

    /// A declarator of a template's parameter.
    pub(super) fn template_parameter_declarator(
        &mut self,
        base: &'a TypeExpr<'a>,
    ) -> Parse<(Name, &'a TypeExpr<'a>)> {
        self.declarator_as(base, Form::TemplateParameter, false)
    }

    /// A declarator of a variable, a function, a type, or a member, which need not have a name.
    pub(super) fn own_declarator(
        &mut self,
        base: &'a TypeExpr<'a>,
    ) -> Parse<(Name, &'a TypeExpr<'a>)> {
        self.declarator_as(base, Form::Named, !self.in_record)
    }

    fn declarator_as(
        &mut self,
        base: &'a TypeExpr<'a>,
        form: Form,
        named: bool,
    ) -> Parse<(Name, &'a TypeExpr<'a>)> {
        self.declared = Declared::default();
        self.within = Attributes::default();
        self.enter()?;
        let r = self.declarator_inner(base, form)?;
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

    /// Whether `C::*` may stand `n` tokens ahead, by two tokens.
    #[inline(always)]
    pub(super) fn may_point_to_member(&self, n: usize) -> bool {
        matches!(self.ahead(n + 1).kind, Tok::ColonColon | Tok::Lt | Tok::Ident)
    }

    /// How many tokens ahead the `*` of `C::*` stands, whose class begins `n` tokens ahead.
    pub(super) fn member_star(&self, n: usize) -> Option<usize> {
        let mut k = n + usize::from(self.ahead(n).kind == Tok::ColonColon);
        loop {
            let t = self.ahead(k);
            if t.kind != Tok::Ident || words::is_keyword(t.sym) {
                return None;
            }
            k += 1;
            if self.ahead(k).kind == Tok::Lt {
                k = self.after_angles(k)?;
            }
            if self.ahead(k).kind != Tok::ColonColon {
                return None;
            }
            k += 1;
            if self.ahead(k).kind == Tok::Star {
                return Some(k);
            }
        }
    }

    /// The class of `C::*`, up to behind the star.
    fn class_of_members(&mut self, star: usize) -> Parse<&'a TypeExpr<'a>> {
        let end = std::mem::replace(&mut self.end, self.at + star - 1);
        let class = self.simple_type();
        self.end = end;
        let class = class?;
        if self.kind() != Tok::ColonColon {
            self.expect(Tok::ColonColon, "the class")?;
        }
        self.bump();
        self.bump();
        Ok(self.arenas().types.alloc(TypeExpr::Base(class)))
    }

    /// The qualifiers behind a `*`.
    fn pointer_qualifiers(&mut self) -> Flags {
        let mut flags = 0;
        while self.kind() == Tok::Ident
            && let Some(f) = flag_word(self.tok().sym)
            && f & (Flags::CONST | Flags::VOLATILE | Flags::RESTRICT) != 0
        {
            flags |= f;
            self.bump();
        }
        Flags(flags)
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
                    let flags = self.pointer_qualifiers();
                    base = self.arenas().types.alloc(TypeExpr::Pointer(base, flags));
                }
                // Most names stand alone.
                Tok::Ident | Tok::ColonColon
                    if matches!(self.ahead(1).kind, Tok::ColonColon | Tok::Lt | Tok::Ident)
                        && let Some(star) = self.member_star(0) =>
                {
                    levels += 1;
                    self.enter()?;
                    let class = self.class_of_members(star)?;
                    let flags = self.pointer_qualifiers();
                    base = self.arenas().types.alloc(TypeExpr::Member(base, class, flags));
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
        form: Form,
    ) -> Parse<(Name, &'a TypeExpr<'a>)> {
        base = self.pointers(base)?;
        // Words of CUDA and calling conventions between the type and the name.
        while self.kind() == Tok::Ident
            && let Some(f) = flag_word(self.tok().sym)
            && f & BETWEEN != 0
        {
            self.within.flags |= f;
            self.bump();
        }
        if self.kind() == Tok::LParen && self.is_nested_declarator(form) {
            let inner = self.at + 1;
            let after = self.after_group(self.at);
            self.at = after;
            let outer = self.suffixes(base)?;
            let end = self.at;
            self.at = inner;
            self.enter()?;
            let r = self.declarator_inner(outer, form)?;
            self.leave();
            self.expect(Tok::RParen, "the declarator")?;
            self.at = end;
            return Ok(r);
        }
        let pack = match form {
            Form::Parameter => self.is_parameter_pack(base),
            Form::TemplateParameter => self.kind() == Tok::Ellipsis,
            Form::Abstract | Form::Named => false,
        };
        if pack {
            self.bump();
        }
        let t = self.tok();
        let named = t.kind == Tok::Ident && (!words::is_keyword(t.sym) || t.is(words::OPERATOR))
            || t.kind == Tok::ColonColon;
        let name = if named && form != Form::Abstract {
            self.declared_name()?
        } else {
            Name { sym: words::EMPTY, span: t.span }
        };
        // Attributes of what is declared ([dcl.meaning] 1).
        if named {
            let mut attributes = std::mem::take(&mut self.within);
            let read = self.standard_attributes(&mut attributes);
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
        let ty = if pack { self.arenas().types.alloc(TypeExpr::Pack(ty)) } else { ty };
        Ok((name, ty))
    }

    /// Whether the `(` here groups a declarator rather than starting parameters.
    fn is_nested_declarator(&self, form: Form) -> bool {
        let n = self.ahead(1);
        match n.kind {
            Tok::Star | Tok::Amp | Tok::AmpAmp => true,
            Tok::LParen | Tok::LBracket => true,
            Tok::Ident | Tok::ColonColon if self.member_star(1).is_some() => true,
            Tok::Ident if form == Form::Named && !wrong!(NamesOfTypesAreParameters) => {
                !words::is_keyword(n.sym)
            }
            Tok::Ident | Tok::ColonColon => {
                form != Form::Abstract && !self.starts_type(1) && !words::is_keyword(n.sym)
            }
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
                    || flag_word(n.sym).is_some_and(|f| f & PLACES != 0)
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
        let scope = self.scope();
        let r = self.parameter_list(result);
        self.end_scope(scope);
        self.in_angles = was;
        self.declared = declared;
        self.within = within;
        r
    }

    fn parameter_list(&mut self, result: &'a TypeExpr<'a>) -> Parse<&'a TypeExpr<'a>> {
        let (params, variadic, span) = self.parameters_in_parentheses()?;
        let (quals, object, noexcept) = self.after_parameters()?;
        let mut result = result;
        if self.kind() == Tok::Arrow {
            let auto = matches!(result, TypeExpr::Base(s) if matches!(s.base, Base::Auto));
            if !auto {
                // [dcl.fct] 2
                let text = "a result behind `->` needs `auto` before the name";
                return Err(self.error(code::BAD_DECLARATOR, self.span(), text));
            }
            self.bump();
            result = self.type_name()?;
        }
        Ok(self.arenas().types.alloc(TypeExpr::Function {
            result,
            params,
            variadic,
            quals,
            object,
            noexcept,
            span,
        }))
    }

    /// Parameters in their parentheses, which are in scope behind them; whether `...` is the last, and where they stand.
    pub(super) fn parameters_in_parentheses(&mut self) -> Parse<(&'a [Param<'a>], bool, Span)> {
        let from = self.bump().span;
        self.enter()?;
        let first = self.scope();
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
            self.no_space(spec);
            self.no_mode(spec.span)?;
            let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
            let (name, ty) = self.declarator(base, false)?;
            let within = std::mem::take(&mut self.within);
            let after = self.attributes_after()?;
            if let Some(a) = within.align.iter().chain(&after.align).find(|a| a.alignas) {
                let text = "`alignas` says nothing of a parameter";
                return Err(self.error(code::BAD_ALIGNMENT, a.bytes.span, text));
            }
            self.mode = after.mode;
            self.no_mode(name.span)?;
            // It is in scope from here on ([basic.scope.pdecl] 1, [basic.scope.param]).
            if name.sym != words::EMPTY && !wrong!(ParametersAreNotInScope) {
                self.declare_parameter_as(name.sym, ty);
            }
            let default =
                if self.eat(Tok::Eq) { Some(self.default_argument(first)?) } else { None };
            if let Some(value) = default.filter(|_| matches!(ty, TypeExpr::Pack(_))) {
                let text = "a pack has no default: without arguments it is empty";
                self.error(code::BAD_DECLARATOR, value.span, text);
            }
            list.push(Param { name, ty, spec, default, span: start.to(self.last_span()) });
            // `...` needs no comma before it ([dcl.fct] 3).
            if self.kind() == Tok::Ellipsis || self.eat(Tok::Comma) {
                continue;
            }
            if !self.starts_type(0) {
                break;
            }
            let at = self.last_span().after();
            let text = "`,` is missing between the parameters";
            let told = Diagnostic::new(code::EXPECTED, at, text);
            self.diags.push(told.suggest(at, ",", "put `,` here"));
        }
        self.leave();
        let end = self.expect(Tok::RParen, "the parameters")?;
        Ok((self.arenas().params.alloc_extend(list), variadic, from.to(end)))
    }

    /// A default argument of a function whose parameters are declared from `first` on.
    fn default_argument(&mut self, first: usize) -> Parse<&'a Expr<'a>> {
        let parameters = Some((first, self.scope()));
        let was = std::mem::replace(&mut self.default_argument, parameters);
        let read = match self.kind() {
            Tok::LBrace => self.init_list(),
            _ => self.assign(),
        };
        self.default_argument = was;
        read
    }

    /// What stands between a function's parameters and its body or result: `const`, `&` or `&&`, and the
    /// condition of `noexcept`.
    /// Refuses `const` or `volatile` behind `&` or `noexcept` ([dcl.decl] 4).
    fn no_qualifier_behind(
        &mut self,
        object: RefQualifier,
        noexcept: Option<&'a Expr<'a>>,
    ) -> Parse<()> {
        if object == RefQualifier::None && noexcept.is_none() {
            return Ok(());
        }
        let text = "`const` and `volatile` stand before `&` and `noexcept`";
        Err(self.error(code::BAD_DECLARATOR, self.span(), text))
    }

    fn after_parameters(&mut self) -> Parse<(Flags, RefQualifier, Option<&'a Expr<'a>>)> {
        let (mut quals, mut object, mut noexcept) = (0, RefQualifier::None, None);
        loop {
            let t = self.tok();
            match t.kind {
                Tok::Amp | Tok::AmpAmp if object == RefQualifier::None => {
                    object = match t.kind {
                        Tok::Amp => RefQualifier::Lvalue,
                        _ => RefQualifier::Rvalue,
                    };
                    self.bump();
                }
                Tok::Ident
                    if matches!(t.sym, words::CONST | words::CONST_ALT | words::CONST_GNU) =>
                {
                    self.no_qualifier_behind(object, noexcept)?;
                    quals |= Flags::CONST;
                    self.bump();
                }
                Tok::Ident if matches!(t.sym, words::VOLATILE | words::VOLATILE_ALT) => {
                    self.no_qualifier_behind(object, noexcept)?;
                    quals |= Flags::VOLATILE;
                    self.bump();
                }
                Tok::Ident if t.sym == words::RESTRICT_ALT => {
                    self.bump();
                }
                // Told of as virtual.
                Tok::Ident if self.in_class && matches!(t.sym, words::OVERRIDE | words::FINAL) => {
                    self.bump();
                }
                Tok::Ident if t.sym == words::NOEXCEPT => {
                    noexcept = Some(self.noexcept_specifier());
                }
                Tok::Ident if t.sym == words::THROW && self.ahead(1).kind == Tok::LParen => {
                    if self.ahead(2).kind == Tok::RParen {
                        noexcept = Some(self.expr(ExprKind::Bool(true), t.span));
                    } else if self.input.index.cpp17 {
                        let text = "C++17 has no lists of what a function throws";
                        self.diags.push(Diagnostic::new(code::BAD_DECLARATOR, t.span, text));
                    }
                    self.bump();
                    self.at = self.after_group(self.at);
                }
                _ => return Ok((Flags(quals), object, noexcept)),
            }
        }
    }

    /// The condition of a `noexcept`, `true` where it has none.
    pub(super) fn noexcept_specifier(&mut self) -> &'a Expr<'a> {
        let span = self.bump().span;
        match self.kind() {
            Tok::LParen => self.not_evaluated(Self::noexcept_condition),
            _ => self.expr(ExprKind::Bool(true), span),
        }
    }

    /// The condition of a `noexcept` whose word is read. Whether it makes sense is of interest only where it is asked for.
    fn noexcept_condition(&mut self) -> &'a Expr<'a> {
        let span = self.span();
        let end = self.after_group(self.at);
        let depth = self.depth;
        self.bump();
        let trial = self.diags.begin_trial();
        let read = self.bracketed(Self::conditional);
        let wrong = self.diags.end_trial(trial);
        self.depth = depth;
        let whole = self.at + 1 == end && self.kind() == Tok::RParen;
        (self.at, self.split) = (end, false);
        match read {
            Ok(e) if whole && !wrong => e,
            _ => self.expr(ExprKind::Error, span),
        }
    }
}
