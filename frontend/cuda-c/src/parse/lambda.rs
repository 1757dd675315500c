//! Lambda expressions ([expr.prim.lambda]).
//!
//! Idea: a lambda is read where it stands, its body too, and becomes a class without a name that has `operator()` alone. Each
//! parameter that is `auto` is one of a template's parameters that no program can name ([expr.prim.lambda.closure] 3).
//!
//! What a lambda may capture is what its body names and does not declare itself. The parser knows the scopes, so it notes those
//! names on the way, for each lambda around; names in operands that are not evaluated are left out ([expr.prim.lambda.capture] 7).

use optx_source::{Span, code};

use super::{Failed, Parse, Parser, attribute::Attributes, specifier::flag_word};
use crate::{
    ast::{
        Base, Capture, CaptureKind, CaptureMode, Declaration, Declarator, Expr, ExprKind, Flags,
        Guard, Known, Lambda, MemberAccess, MemberFunction, MemberKind, Mentioned, Name, Packed,
        Param, Pattern, RecordSpec, RefQualifier, Spec, Stmt, Tag, TemplateParam,
        TemplateParamKind, TypeExpr, free_names,
    },
    intern::{Map, Symbol},
    token::Tok,
    words,
};

/// A lambda whose body is being read.
pub(super) struct OpenLambda<'a> {
    /// How many names were declared before it.
    mark: usize,
    /// How many conditions are around it.
    guards: usize,
    mentions: Vec<Mentioned<'a>>,
    /// The names in its default arguments that it does not declare.
    defaults: Vec<Name>,
    /// How often a name is mentioned under conditions; no more of it is noted behind [`MENTIONS`].
    seen: Map<Symbol, u32>,
    host: bool,
    /// Its parameters are being read.
    head: bool,
}

/// How many mentions of a name are told apart by their conditions.
const MENTIONS: u32 = 32;

/// A condition of `if constexpr` around what is read.
pub(super) struct OpenGuard<'a> {
    guard: Guard<'a>,
    /// How many names were declared when the last one that it names was.
    declared: usize,
}

/// What stands between the captures of a lambda and its body.
struct Head<'a> {
    template: Vec<TemplateParam<'a>>,
    is_template: bool,
    params: &'a [Param<'a>],
    variadic: bool,
    flags: Flags,
    noexcept: Option<&'a Expr<'a>>,
    result: &'a TypeExpr<'a>,
    mutable: bool,
    span: Span,
}

impl<'a> Parser<'a, '_, '_> {
    /// Notes that a name is mentioned where it is evaluated, for the lambdas around that do not declare it.
    pub(super) fn mention(&mut self, name: Name) {
        let default = self.default_argument;
        if self.unevaluated || self.lambdas.is_empty() && default.is_none() {
            return;
        }
        let declared = self.undo.iter().rposition(|u| u.0 == name.sym);
        if let Some((first, end)) = default
            && declared.is_some_and(|at| (first..end).contains(&at))
        {
            // [dcl.fct.default] 9
            let text = self.input.names.get(name.sym);
            let text = format!("a default argument cannot name the parameter `{text}`");
            self.error(code::BAD_DECLARATOR, name.span, text);
            return;
        }
        if let Some(l) = self.lambdas.last_mut()
            && default.is_some_and(|d| d.0 >= l.mark)
            && declared.is_none_or(|at| at < l.mark)
        {
            l.defaults.push(name);
            return;
        }
        for l in self.lambdas.iter_mut().rev() {
            if declared.is_some_and(|at| at >= l.mark) {
                return;
            }
            let seen = l.seen.entry(name.sym).or_default();
            if *seen >= MENTIONS {
                continue;
            }
            let guards = self.guards.get(l.guards..).unwrap_or(&[]).iter();
            let guards = guards.filter(|g| g.declared <= l.mark).map(|g| g.guard);
            let guards = &*self.input.arenas.guards.alloc_extend(guards);
            *seen = if guards.is_empty() { MENTIONS } else { *seen + 1 };
            let guards = if *seen == MENTIONS { &[] } else { guards };
            l.mentions.push(Mentioned { name, guards });
        }
    }

    /// Notes a condition of `if constexpr` and what it is in what follows.
    pub(super) fn guard(&mut self, condition: Option<&'a Expr<'a>>, holds: bool) {
        let Some(condition) = condition else { return };
        let mut declared = 0;
        Pattern::Expr(condition).names(&mut |s| {
            let at = self.undo.iter().rposition(|u| u.0 == s);
            declared = declared.max(at.map_or(0, |at| at + 1));
        });
        self.guards.push(OpenGuard { guard: Guard { condition, holds }, declared });
    }

    /// Forgets the last one, where there is one.
    pub(super) fn end_guard(&mut self, constant: bool) {
        if constant {
            self.guards.pop();
        }
    }

    /// Whether the `[` here begins a lambda, and no index in braces.
    pub(super) fn at_lambda(&self) -> bool {
        let behind = self.group_ahead(0).map(|k| self.ahead(k).kind);
        matches!(behind, Some(Tok::LParen | Tok::LBrace | Tok::Lt | Tok::Ident))
    }

    fn in_lambda_head(&mut self, head: bool) {
        if let Some(l) = self.lambdas.last_mut() {
            l.head = head;
        }
    }

    /// Whether a parameter of this type is one of a lambda that makes it a template: `...` behind it is a pack then.
    pub(super) fn is_auto_parameter(&self, ty: &TypeExpr<'_>) -> bool {
        match ty {
            TypeExpr::Base(spec) => {
                matches!(spec.base, Base::Auto) && self.lambdas.last().is_some_and(|l| l.head)
            }
            TypeExpr::Pointer(to, _) | TypeExpr::Reference(to, _) => self.is_auto_parameter(to),
            _ => false,
        }
    }

    /// Reads an operand that is not evaluated.
    pub(super) fn not_evaluated<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let was = std::mem::replace(&mut self.unevaluated, true);
        let result = read(self);
        self.unevaluated = was;
        result
    }

    /// A lambda, at its `[`.
    pub(super) fn lambda(&mut self) -> Parse<&'a Expr<'a>> {
        if self.last_kind() == Some(Tok::LBracket) && self.at > 0 {
            let text = "two `[` begin attributes: put parentheses around the lambda";
            return Err(self.error(code::LAMBDA, self.span(), text));
        }
        let (first, from) = (self.at, self.bump().span);
        self.enter()?;
        let captures = self.bracketed(Self::lambda_captures);
        let (default, captures) = captures.inspect_err(|_| self.leave())?;
        let unevaluated = std::mem::take(&mut self.unevaluated);
        let angles = std::mem::take(&mut self.in_angles);
        let within = std::mem::take(&mut self.within);
        let written = std::mem::take(&mut self.written);
        let record = std::mem::take(&mut self.in_record);
        let declared = self.declared;
        let head = self.ends_first_part.take();
        let mark = self.scope();
        // Whose it is goes by the function around it; outside of functions it is the host's.
        let outside = !self.in_body || record || self.lambdas.last().is_some_and(|l| l.host);
        let host = outside && !self.input.index.default_device;
        self.lambdas.push(OpenLambda {
            mark,
            guards: self.guards.len(),
            mentions: Vec::new(),
            defaults: Vec::new(),
            seen: Map::default(),
            host,
            head: false,
        });
        for c in &captures {
            if matches!(c.kind, CaptureKind::Init(_)) {
                let known = if c.pack { Known::ValuePack } else { Known::Value };
                self.declare_known(c.name.sym, known);
            }
        }
        let body = std::mem::replace(&mut self.in_body, false);
        let read = self.lambda_rest(from);
        self.in_body = body;
        let open = self.lambdas.pop();
        self.end_scope(mark);
        self.ends_first_part = head;
        self.declared = declared;
        self.in_record = record;
        (self.within, self.written) = (within, written);
        (self.in_angles, self.unevaluated) = (angles, unevaluated);
        self.leave();
        let (mut head, body) = read?;
        let (mentions, defaults) = open.map(|l| (l.mentions, l.defaults)).unwrap_or_default();
        let free = default.is_none() && captures.is_empty();
        let span = from.to(self.last_span());
        const MARKS: u32 = Flags::DEVICE | Flags::HOST;
        let marked = head.flags.has(MARKS);
        let host = !head.flags.has(Flags::DEVICE) && (host || marked);
        if !host {
            head.flags.0 |= Flags::DEVICE;
        }
        let params = head.params.iter().map(|p| (p.name.sym, p.ty));
        let mut packs = free_names(params, head.result, &captures, body);
        packs.retain(|s| self.local.get(s).is_some_and(|k| k.is_pack()));
        let (call, record) = self.closure(&head, body, first, free, from);
        let arenas = self.arenas();
        let l = arenas.lambdas.alloc(Lambda {
            default,
            captures: arenas.captures.alloc_extend(captures),
            record,
            call,
            mentions: arenas.mentions.alloc_extend(mentions),
            defaults: arenas.names.alloc_extend(defaults),
            packs: arenas.symbols.alloc_extend(packs),
            mutable: head.mutable,
            unevaluated,
            marked,
            host,
        });
        Ok(self.expr(ExprKind::Lambda(l), span))
    }

    /// The class of a lambda, and its `operator()`; `free` says that it captures nothing.
    fn closure(
        &mut self,
        head: &Head<'a>,
        body: &'a Stmt<'a>,
        first: usize,
        free: bool,
        from: Span,
    ) -> (&'a Declaration<'a>, &'a RecordSpec<'a>) {
        let arenas = self.arenas();
        let name = Name { sym: words::OP_CALL, span: from };
        let quals = if head.mutable || free { 0 } else { Flags::CONST };
        let ty = arenas.types.alloc(TypeExpr::Function {
            result: head.result,
            params: head.params,
            variadic: head.variadic,
            quals: Flags(quals),
            object: RefQualifier::None,
            noexcept: head.noexcept,
            span: head.span,
        });
        // Without captures it needs no object, and is what the closure converts to ([expr.prim.lambda.closure] 7).
        let own = if free { Flags::STATIC } else { 0 };
        let flags = Flags(head.flags.0 | own);
        let spec = Spec { flags, ..Spec::new(Base::Auto, from) };
        let spec = arenas.specs.alloc(spec);
        let template = arenas.template_params.alloc_extend(head.template.iter().copied());
        let call = arenas.declarations.alloc(Declaration {
            declarators: arenas.declarators.alloc_extend([Declarator::new(name, ty, &[])]),
            body: Some(body),
            template: head.is_template.then_some(&*template),
            ..Declaration::new(spec, from)
        });
        let function = MemberFunction {
            name,
            kind: MemberKind::Method,
            flags,
            template: head.is_template,
            deleted: false,
            trivial: false,
            defaulted: false,
            access: MemberAccess::Public,
            first: first as u32,
            end: self.at as u32,
        };
        let record = arenas.records.alloc(RecordSpec {
            id: arenas.next_definition(),
            tag: Tag::Struct,
            name: Name { sym: words::EMPTY, span: from },
            class: None,
            path: None,
            template_args: None,
            is_final: false,
            bases: &[],
            friends: &[],
            guides: &[],
            members: &[],
            functions: arenas.member_functions.alloc_extend([function]),
            list: self.input.list,
            known: &[],
            align: &[],
            packed: Packed::No,
            pack: 0,
            span: from,
        });
        (call, record)
    }

    /// What stands in the brackets, up to behind the `]`.
    fn lambda_captures(&mut self) -> Parse<(Option<CaptureMode>, Vec<Capture<'a>>)> {
        let mut list = Vec::new();
        let ends = |t: Tok| matches!(t, Tok::RBracket | Tok::Comma);
        let default = match self.kind() {
            Tok::Eq => Some(CaptureMode::Copy),
            Tok::Amp if ends(self.ahead(1).kind) => Some(CaptureMode::Reference),
            _ => None,
        };
        if default.is_some() {
            self.bump();
            if self.kind() != Tok::RBracket {
                self.expect(Tok::Comma, "the default capture")?;
            }
        }
        while self.kind() != Tok::RBracket || self.last_kind() == Some(Tok::Comma) {
            list.push(self.lambda_capture()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBracket, "the captures")?;
        Ok((default, list))
    }

    fn lambda_capture(&mut self) -> Parse<Capture<'a>> {
        let t = self.tok();
        if t.is(words::THIS) || t.kind == Tok::Star && self.ahead(1).is(words::THIS) {
            let object = self.eat(Tok::Star);
            let span = t.span.to(self.bump().span);
            let name = Name { sym: words::THIS, span };
            self.mention(name);
            let kind = if object { CaptureKind::Object } else { CaptureKind::This };
            return Ok(Capture { name, kind, pack: false });
        }
        if t.kind == Tok::Eq || t.kind == Tok::Amp && self.ahead(1).kind == Tok::RBracket {
            let text = "a default capture stands before all others";
            return Err(self.error(code::LAMBDA, t.span, text));
        }
        let reference = self.eat(Tok::Amp);
        let ellipsis = self.span();
        let several = self.eat(Tok::Ellipsis);
        let name = self.identifier("the name of a variable")?;
        let mode = if reference { CaptureMode::Reference } else { CaptureMode::Copy };
        if !matches!(self.kind(), Tok::Eq | Tok::LParen | Tok::LBrace) {
            if several {
                let text = "`...` stands behind the pack that is captured";
                return Err(self.error(code::LAMBDA, ellipsis, text));
            }
            self.mention(name);
            let pack = self.eat(Tok::Ellipsis);
            return Ok(Capture { name, kind: CaptureKind::Variable(mode), pack });
        }
        if several && self.kind() != Tok::Eq {
            let text =
                "packs of captures with initialisers that are no `= e` are not supported yet";
            return Err(self.error(code::LAMBDA, ellipsis, text));
        }
        let d = self.init_capture(name, reference)?;
        Ok(Capture { name, kind: CaptureKind::Init(d), pack: several })
    }

    /// `x = e`, `x(e)` and `x{e}`: as `auto x = e;` and its like.
    fn init_capture(&mut self, name: Name, reference: bool) -> Parse<&'a Declaration<'a>> {
        let arenas = self.arenas();
        let spec = arenas.specs.alloc(Spec::new(Base::Auto, name.span));
        let mut ty: &'a TypeExpr<'a> = arenas.types.alloc(TypeExpr::Base(spec));
        if reference {
            ty = arenas.types.alloc(TypeExpr::Reference(ty, false));
        }
        let mut x = Declarator::new(name, ty, &[]);
        match self.kind() {
            Tok::LParen => {
                self.bump();
                x.args = Some(self.bracketed(Self::arguments)?);
                self.expect(Tok::RParen, "the initialiser")?;
            }
            Tok::LBrace => {
                (x.init, x.direct) = (Some(self.init_list()?), true);
            }
            _ => {
                self.bump();
                let list = self.kind() == Tok::LBrace;
                x.init = Some(if list { self.init_list()? } else { self.assign()? });
            }
        }
        let declarators = arenas.declarators.alloc_extend([x]);
        let span = name.span.to(self.last_span());
        Ok(arenas.declarations.alloc(Declaration { declarators, ..Declaration::new(spec, span) }))
    }

    /// What stands behind the captures.
    fn lambda_rest(&mut self, from: Span) -> Parse<(Head<'a>, &'a Stmt<'a>)> {
        let spec = &*self.arenas().specs.alloc(Spec::new(Base::Auto, from));
        let mut head = Head {
            template: Vec::new(),
            is_template: false,
            params: &[],
            variadic: false,
            flags: Flags::default(),
            noexcept: None,
            result: self.arenas().types.alloc(TypeExpr::Base(spec)),
            mutable: false,
            span: from,
        };
        if self.kind() == Tok::Lt {
            let list = self.template_params_in_angles()?;
            head.template = list.to_vec();
            head.is_template = true;
        }
        self.lambda_marks(&mut head)?;
        if self.kind() != Tok::LParen {
            // Without parameters nothing else stands here ([expr.prim.lambda] 4).
            return self.lambda_body(head);
        }
        self.in_lambda_head(true);
        let (params, variadic, span) = self.parameters_in_parentheses()?;
        self.in_lambda_head(false);
        (head.variadic, head.span) = (variadic, span);
        head.params = self.auto_parameters(params, &mut head)?;
        self.lambda_words(&mut head)?;
        if self.kind() == Tok::Arrow {
            self.bump();
            head.result = self.type_name()?;
        }
        self.lambda_body(head)
    }

    fn lambda_body(&mut self, head: Head<'a>) -> Parse<(Head<'a>, &'a Stmt<'a>)> {
        if self.kind() != Tok::LBrace {
            self.expect(Tok::LBrace, "the head of the lambda")?;
            return Err(Failed);
        }
        let body = self.compound()?;
        Ok((head, body))
    }

    /// CUDA's words and attributes before a lambda's parameters.
    fn lambda_marks(&mut self, head: &mut Head<'a>) -> Parse<()> {
        loop {
            let t = self.tok();
            match flag_word(t.sym).filter(|_| t.kind == Tok::Ident) {
                Some(f) if f & (Flags::DEVICE | Flags::HOST) != 0 => {
                    head.flags.0 |= f;
                    self.bump();
                }
                Some(Flags::GLOBAL) => {
                    let text = "a lambda is no kernel";
                    return Err(self.error(code::LAMBDA, t.span, text));
                }
                _ if t.is(words::ATTRIBUTE)
                    || t.kind == Tok::LBracket && self.ahead(1).kind == Tok::LBracket =>
                {
                    let a = self.attributes_before()?;
                    head.flags.0 |= a.flags;
                }
                _ => return Ok(()),
            }
        }
    }

    /// The words behind a lambda's parameters.
    fn lambda_words(&mut self, head: &mut Head<'a>) -> Parse<()> {
        let mut constant = false;
        loop {
            let t = self.tok();
            match t.sym {
                _ if t.kind == Tok::LBracket && self.ahead(1).kind == Tok::LBracket => {
                    self.bracket_attribute(&mut Attributes::default())?;
                }
                _ if t.kind != Tok::Ident => return Ok(()),
                words::ATTRIBUTE => {
                    let mut attributes = Attributes::default();
                    self.attribute(&mut attributes)?;
                    head.flags.0 |= attributes.flags;
                }
                words::MUTABLE | words::CONSTEXPR => {
                    let own =
                        if t.sym == words::MUTABLE { &mut head.mutable } else { &mut constant };
                    if std::mem::replace(own, true) {
                        let text = format!("`{}` stands here twice", self.input.names.get(t.sym));
                        self.error(code::BAD_SPECIFIERS, t.span, text);
                    }
                    if t.sym == words::CONSTEXPR {
                        head.flags.0 |= Flags::CONSTEXPR;
                    }
                    self.bump();
                }
                words::NOEXCEPT => head.noexcept = Some(self.noexcept_specifier()),
                words::CONSTEVAL | words::STATIC => {
                    let word = self.input.names.get(t.sym);
                    let text = format!("a lambda that is `{word}` is not supported yet");
                    return Err(self.error(code::LAMBDA, t.span, text));
                }
                words::CONST | words::VOLATILE => {
                    let text =
                        "a lambda is `const` unless `mutable` says otherwise, and never `volatile`";
                    return Err(self.error(code::LAMBDA, t.span, text));
                }
                words::DEVICE | words::HOST | words::GLOBAL => {
                    let text =
                        "`__device__` and `__host__` stand before the parameters of a lambda";
                    return Err(self.error(code::LAMBDA, t.span, text));
                }
                _ => return Ok(()),
            }
        }
    }

    /// Parameters with each `auto` as a parameter of the lambda's template.
    fn auto_parameters(
        &mut self,
        params: &'a [Param<'a>],
        head: &mut Head<'a>,
    ) -> Parse<&'a [Param<'a>]> {
        let mut list = Vec::with_capacity(params.len());
        let mut count = 0;
        for p in params {
            let word = words::AUTO_PARAMETERS.get(count).copied();
            let named = self.named_auto(p.ty, word.unwrap_or(words::EMPTY));
            let (ty, spec) = named.unwrap_or((p.ty, p.spec));
            if named.is_some() {
                let Some(sym) = word else {
                    let text = "a lambda with more than 16 parameters that are `auto` is not supported yet";
                    return Err(self.error(code::LAMBDA, p.span, text));
                };
                count += 1;
                let name = Name { sym, span: p.name.span };
                let pack = matches!(p.ty, TypeExpr::Pack(_));
                let kind = TemplateParamKind::Type(None);
                head.template.push(TemplateParam { name, kind, pack });
                head.is_template = true;
            }
            list.push(Param { name: p.name, ty, spec, default: p.default, span: p.span });
        }
        Ok(self.arenas().params.alloc_extend(list))
    }

    /// A type with a name for the `auto` in it, if there is one.
    fn named_auto(
        &self,
        t: &'a TypeExpr<'a>,
        word: Symbol,
    ) -> Option<(&'a TypeExpr<'a>, &'a Spec<'a>)> {
        let arenas = self.arenas();
        let word_or_int = match wrong!(AutoParametersOfLambdasAreInt) {
            true => Base::Word(crate::ast::BaseWord::Int),
            false => Base::Named(word),
        };
        let (made, spec) = match t {
            TypeExpr::Base(spec) if matches!(spec.base, Base::Auto) => {
                let spec = &*arenas.specs.alloc(Spec {
                    base: word_or_int,
                    tag: None,
                    flags: spec.flags,
                    launch_bounds: None,
                    align: spec.align,
                    path: None,
                    span: spec.span,
                });
                (TypeExpr::Base(spec), spec)
            }
            TypeExpr::Pointer(to, flags) => {
                let (to, spec) = self.named_auto(to, word)?;
                (TypeExpr::Pointer(to, *flags), spec)
            }
            TypeExpr::Reference(to, rvalue) => {
                let (to, spec) = self.named_auto(to, word)?;
                (TypeExpr::Reference(to, *rvalue), spec)
            }
            TypeExpr::Array(of, n, span) => {
                let (of, spec) = self.named_auto(of, word)?;
                (TypeExpr::Array(of, *n, *span), spec)
            }
            TypeExpr::Pack(of) => {
                let (of, spec) = self.named_auto(of, word)?;
                (TypeExpr::Pack(of), spec)
            }
            _ => return None,
        };
        Some((arenas.types.alloc(made), spec))
    }
}
