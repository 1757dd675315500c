//! Members of classes: member functions, which are cut out as token ranges and parsed when they are called.

use optx_source::{Span, code};

use super::{Parse, Parser};
use crate::{
    ast::{
        Access, Base, BaseSpec, BaseWord, Declaration, Declarator, Expr, ExprKind, Flags,
        MemberFunction, MemberInit, MemberKind, Name, Spec, TypeExpr,
    },
    intern::Symbol,
    parse::{
        attribute::Attributes,
        index::ItemKind,
        path::Declared,
        placement::{Declares, PLACED, Word},
    },
    token::{Tok, Token},
    words,
};

impl<'a> Parser<'a, '_, '_> {
    /// The name that a declarator declares: `x`, `X<T>::x`, `operator+`, `f<float>`.
    pub(super) fn declared_name(&mut self) -> Parse<Name> {
        let before = self.before_name()?;
        let mut d = Declared { path: before.path, class: before.class, ..Declared::default() };
        let name = if self.tok().is(words::OPERATOR) && self.is_conversion(0) {
            let word = self.bump();
            d.conversion = Some(self.type_of_conversion()?);
            Name { sym: words::OP_CONVERSION, span: word.span }
        } else if self.tok().is(words::OPERATOR) {
            self.operator_name()?
        } else {
            self.identifier("a name")?
        };
        let template = self.input.index.template_kind(name.sym) == Some(ItemKind::FunctionTemplate);
        if self.kind() == Tok::Lt
            && d.class.is_some()
            && self.input.index.is_member_template(name.sym)
        {
            return Err(self.no_member_specialisation(name.span));
        }
        if self.kind() == Tok::Lt && template {
            d.args = Some(self.template_args()?);
        }
        self.declared = d;
        Ok(name)
    }

    /// The type behind `operator`, which may be a member of the class that is meant.
    fn type_of_conversion(&mut self) -> Parse<&'a TypeExpr<'a>> {
        let was = std::mem::replace(&mut self.in_class, true);
        let ty = self.conversion_type();
        self.in_class = was;
        ty
    }

    /// `operator T()` in an expression, behind what stands before it.
    pub(super) fn named_conversion(
        &mut self,
        object: Option<(&'a Expr<'a>, bool)>,
        class: Option<&'a Spec<'a>>,
        from: Span,
    ) -> Parse<&'a Expr<'a>> {
        self.bump();
        let ty = self.type_of_conversion()?;
        let class = class.map(|s| &*self.arenas().types.alloc(TypeExpr::Base(s)));
        self.expect(Tok::LParen, "the conversion function")?;
        let end =
            self.expect(Tok::RParen, "the conversion function's name, which takes no arguments")?;
        Ok(self.expr(ExprKind::Conversion { object, class, ty }, from.to(end)))
    }

    /// Refuses a specialisation of a member template.
    pub(super) fn no_member_specialisation(&mut self, span: Span) -> super::Failed {
        let text = "specialisations of member templates are not supported yet";
        self.error(code::TEMPLATE, span, text)
    }

    /// `operator` and what follows up to the parameters. A conversion's type is left to be read.
    pub(super) fn operator_name(&mut self) -> Parse<Name> {
        let word = self.bump();
        let (t, next) = (self.tok(), self.ahead(1));
        let sym = match (t.kind, next.kind) {
            (Tok::LParen, Tok::RParen) => {
                self.bump();
                words::OP_CALL
            }
            (Tok::LBracket, Tok::RBracket) => {
                self.bump();
                words::OP_INDEX
            }
            (Tok::Ident, _) if matches!(t.sym, words::NEW | words::DELETE) => {
                let text = "functions that allocate are not supported in device code";
                return Err(self.error(code::ALLOCATION, word.span, text));
            }
            (k, _) => match words::operator_name(k) {
                Some(s) => s,
                None => {
                    return Err(self.error(
                        code::CLASS,
                        word.span,
                        "this operator function is not supported yet",
                    ));
                }
            },
        };
        let end = self.bump().span;
        Ok(Name { sym, span: word.span.to(end) })
    }

    /// `: x(a), y{b}` before a constructor's body.
    pub(super) fn member_inits(&mut self) -> Parse<&'a [MemberInit<'a>]> {
        if !self.eat(Tok::Colon) {
            return Ok(&[]);
        }
        let mut list = Vec::new();
        loop {
            let (name, class) = self.member_init_name()?;
            let args = if self.kind() == Tok::LBrace {
                let l = self.init_list()?;
                self.expr_list(vec![l])
            } else {
                self.expect(Tok::LParen, "the member's name")?;
                let args = self.bracketed(Self::arguments)?;
                self.expect(Tok::RParen, "the member's initialiser")?;
                args
            };
            list.push(MemberInit { name, class, args });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(self.arenas().member_inits.alloc_extend(list))
    }

    /// What an initialiser of a constructor names: a member or class by its name alone, or a class by more.
    fn member_init_name(&mut self) -> Parse<(Name, Option<&'a Spec<'a>>)> {
        if self.kind() == Tok::Ident && !matches!(self.ahead(1).kind, Tok::ColonColon | Tok::Lt) {
            return Ok((self.identifier("a member's name")?, None));
        }
        let from = self.span();
        let was = std::mem::replace(&mut self.in_bases, true);
        let named = self.named_type(true);
        self.in_bases = was;
        let (base, path) = named?;
        let span = from.to(self.last_span());
        let sym = match base {
            Base::Named(s) => s,
            Base::Template(name, _) | Base::Nested(_, name, _) => name.sym,
            _ => words::EMPTY,
        };
        let spec = Spec { path, ..Spec::new(base, span) };
        Ok((Name { sym, span }, Some(self.arenas().specs.alloc(spec))))
    }

    /// A member function that was cut out before.
    pub(super) fn member_function(
        &mut self,
        class: Symbol,
        f: &MemberFunction,
    ) -> Parse<Declaration<'a>> {
        let mut template = None;
        if self.tok().is(words::TEMPLATE) {
            template = Some(self.template_head()?);
        }
        let mut d = match f.kind {
            MemberKind::Method => self.declaration(true)?,
            MemberKind::Constructor | MemberKind::Conversion => self.special_member(class, f)?,
            MemberKind::Destructor => {
                let span = self.span();
                return Err(self.error(code::CLASS, span, "destructors are not supported yet"));
            }
        };
        d.template = template;
        Ok(d)
    }

    /// A constructor or conversion function: it has no type before its name.
    fn special_member(&mut self, class: Symbol, f: &MemberFunction) -> Parse<Declaration<'a>> {
        let from = self.span();
        let mut attributes = Attributes::default();
        // Words before the name; they are known from the cut.
        loop {
            let t = self.tok();
            match t.sym {
                _ if t.kind != Tok::Ident => break,
                words::ATTRIBUTE | words::DECLSPEC => {
                    self.attribute(&mut attributes)?;
                }
                words::OPERATOR => break,
                s if s == class && f.kind == MemberKind::Constructor => break,
                _ => {
                    self.bump();
                }
            }
        }
        let (name, result): (Name, &'a TypeExpr<'a>) = if f.kind == MemberKind::Constructor {
            let t = self.bump();
            let spec = self.void_spec(t.span, f.flags);
            (Name { sym: class, span: t.span }, self.arenas().types.alloc(TypeExpr::Base(spec)))
        } else {
            let word = self.bump();
            let ty = self.conversion_type()?;
            if self.kind() == Tok::Ident && self.ahead(1).kind == Tok::ColonColon {
                let text = "pointers to members are not supported";
                return Err(self.error(code::MEMBER_POINTER, word.span, text));
            }
            (Name { sym: words::OP_CONVERSION, span: word.span }, ty)
        };
        if self.kind() != Tok::LParen {
            self.expect(Tok::LParen, "the name")?;
        }
        let ty = self.parameters(result)?;
        self.attributes_after()?;
        let scope = self.scope();
        if let TypeExpr::Function { params, .. } = ty {
            for p in *params {
                self.declare_local(p.name.sym, false);
            }
        }
        let inits = self.member_inits()?;
        let body = if self.kind() == Tok::LBrace { Some(self.compound()?) } else { None };
        self.end_scope(scope);
        let spec = self.void_spec(from, f.flags);
        let declarators = self.arenas().declarators.alloc_extend([Declarator::new(name, ty, &[])]);
        let d =
            Declaration { declarators, body, inits, ..Declaration::new(spec, from.to(name.span)) };
        self.check_object(&d, f.kind == MemberKind::Constructor);
        Ok(d)
    }

    fn void_spec(&self, span: Span, flags: Flags) -> &'a Spec<'a> {
        self.arenas().specs.alloc(Spec { flags, ..Spec::new(Base::Word(BaseWord::Void), span) })
    }

    /// A member function that starts here, cut out and skipped; `None` where a data member or type starts.
    pub(super) fn cut_member(&mut self, class: Symbol) -> Option<MemberFunction> {
        let first = self.at;
        let mut flags = 0;
        let mut template = false;
        let mut i = self.at;
        if self.input.tokens.get(i).is_some_and(|t| t.is(words::TEMPLATE)) {
            template = true;
            i = self.at + self.after_angles(1)?;
        }
        // The last name before the parameters.
        let mut name: Option<(Name, MemberKind)> = None;
        let mut tilde = false;
        let mut written = Vec::new();
        // The first word of a type before the name.
        let mut typed = None;
        while i < self.end {
            let t = self.input.tokens[i];
            match t.kind {
                Tok::Ident => match t.sym {
                    words::OPERATOR => {
                        let (sym, kind, end) = self.cut_operator(i);
                        name = Some((Name { sym, span: t.span }, kind));
                        i = end;
                        break;
                    }
                    words::ATTRIBUTE
                    | words::DECLSPEC
                    | words::ALIGN
                    | words::ALIGNAS
                    | words::LAUNCH_BOUNDS
                    | words::UNDERLYING_TYPE
                    | words::DECLTYPE => i = self.after_group(i + 1),
                    // `struct X *f();`, but not `struct X {` nor `struct X;`.
                    words::STRUCT | words::CLASS | words::UNION | words::ENUM
                        if self.is_elaborated(i) =>
                    {
                        i += 2;
                    }
                    words::TYPEDEF
                    | words::USING
                    | words::STRUCT
                    | words::CLASS
                    | words::UNION
                    | words::ENUM
                    | words::STATIC_ASSERT => return None,
                    s => {
                        if let Some(f) = super::specifier::flag_word(s).or(Self::member_flag(s)) {
                            flags |= f;
                            if f & PLACED != 0 {
                                written.push(Word { sym: s, flag: f, span: t.span });
                            } else if f & (Flags::CONST | Flags::VOLATILE) != 0 {
                                typed = typed.or(Some(t.span));
                            }
                        } else if words::is_keyword(s) {
                            typed = typed.or(Some(t.span));
                        } else {
                            typed = typed.or(name.map(|n| n.0.span));
                            let kind = if tilde {
                                MemberKind::Destructor
                            } else if s == class
                                && self
                                    .input
                                    .tokens
                                    .get(i + 1)
                                    .is_some_and(|t| t.kind == Tok::LParen)
                            {
                                MemberKind::Constructor
                            } else {
                                MemberKind::Method
                            };
                            name = Some((Name { sym: s, span: t.span }, kind));
                        }
                        i += 1;
                    }
                },
                Tok::Lt => {
                    i = self.at + self.after_angles(i - self.at)?;
                }
                Tok::Tilde => {
                    tilde = true;
                    i += 1;
                }
                Tok::Star | Tok::Amp | Tok::AmpAmp | Tok::ColonColon => {
                    if t.kind != Tok::ColonColon {
                        name = None;
                    }
                    i += 1;
                }
                Tok::LParen => break,
                Tok::LBracket
                    if self.input.tokens.get(i + 1).is_some_and(|t| t.kind == Tok::LBracket) =>
                {
                    i = self.after_group(i);
                }
                _ => return None,
            }
        }
        let (name, kind) = name?;
        if self.input.tokens.get(i).is_none_or(|t| t.kind != Tok::LParen) || i >= self.end {
            return None;
        }
        self.check_cut(&written, flags, kind, typed);
        let mut i = self.after_group(i);
        let (mut deleted, mut trivial, mut defaulted) = (false, false, false);
        let mut inits = false;
        while i < self.end {
            let t = self.input.tokens[i];
            match t.kind {
                Tok::Semi => {
                    i += 1;
                    break;
                }
                Tok::Eq => {
                    let next = self.input.tokens.get(i + 1);
                    deleted |= next.is_some_and(|t| t.is(words::DELETE));
                    defaulted |= next.is_some_and(|t| t.is(words::DEFAULT));
                    trivial |= defaulted;
                    // `= 0`: pure.
                    i += 1;
                }
                Tok::Colon => {
                    inits = true;
                    i += 1;
                }
                Tok::LParen | Tok::LBracket => i = self.after_group(i),
                Tok::LBrace => {
                    let before = self.input.tokens[i - 1];
                    let named = before.kind == Tok::Ident && !words::is_keyword(before.sym);
                    // A base's template arguments end so.
                    let closed = matches!(before.kind, Tok::Gt | Tok::Shr);
                    let member = inits && (named || closed);
                    let end = self.after_group(i);
                    if member {
                        i = end;
                        continue;
                    }
                    trivial |= !inits && end == i + 2;
                    i = end;
                    break;
                }
                Tok::RBrace => break,
                _ => i += 1,
            }
        }
        if self.input.tokens.get(i).is_some_and(|t| t.kind == Tok::Semi) && i < self.end {
            // A stray `;` after a body.
            self.at = i + 1;
        } else {
            self.at = i;
        }
        Some(MemberFunction {
            name,
            kind,
            flags: if wrong!(UnmarkedMembersAreHost) {
                Flags(flags)
            } else {
                self.input.index.marked(Flags(flags))
            },
            template,
            deleted,
            trivial,
            defaulted,
            access: Access::Public,
            first: first as u32,
            end: i as u32,
        })
    }

    /// Refuses words that may not stand in a member function, and types before a constructor's name.
    fn check_cut(&mut self, written: &[Word], flags: u32, kind: MemberKind, typed: Option<Span>) {
        let friend = flags & Flags::FRIEND != 0;
        let what = if friend { Declares::FriendFunction } else { Declares::Member(kind) };
        self.place_words(written, what);
        if let Some(span) = typed.filter(|_| kind == MemberKind::Constructor && !friend) {
            let text = "no type stands before a constructor's name";
            self.error(code::BAD_SPECIFIERS, span, text);
        }
    }

    /// Whether the word at `i` and the name after it are a type in a longer declaration.
    fn is_elaborated(&self, i: usize) -> bool {
        let kind = |k: usize| self.input.tokens.get(k).map_or(Tok::Eof, |t| t.kind);
        kind(i + 1) == Tok::Ident
            && self.input.tokens.get(i + 1).is_some_and(|t| !words::is_keyword(t.sym))
            && !matches!(
                kind(i + 2),
                Tok::LBrace | Tok::Colon | Tok::Semi | Tok::LBracket | Tok::LParen | Tok::Eof
            )
    }

    /// The operator function that the word at `i` starts, and the index of its `(`.
    fn cut_operator(&self, i: usize) -> (Symbol, MemberKind, usize) {
        let kind = |k: usize| self.input.tokens.get(k).map_or(Tok::Eof, |t| t.kind);
        match (kind(i + 1), kind(i + 2)) {
            (Tok::LParen, Tok::RParen) => (words::OP_CALL, MemberKind::Method, i + 3),
            (Tok::LBracket, Tok::RBracket) => (words::OP_INDEX, MemberKind::Method, i + 3),
            (Tok::Ident, next) if self.input.tokens.get(i + 1).is_some_and(is_allocation) => {
                let array = next == Tok::LBracket;
                (words::OP_ALLOCATION, MemberKind::Method, i + if array { 4 } else { 2 })
            }
            (t, _) => match words::operator_name(t) {
                Some(s) => (s, MemberKind::Method, i + 2),
                None => {
                    let mut k = i + 1;
                    while k < self.end && kind(k) != Tok::LParen {
                        k += 1;
                    }
                    (words::OP_CONVERSION, MemberKind::Conversion, k)
                }
            },
        }
    }

    /// The base classes after `:`, derived from with `access` where nothing is said.
    pub(super) fn bases(&mut self, access: Access) -> Parse<&'a [BaseSpec<'a>]> {
        let mut list = Vec::new();
        if !self.eat(Tok::Colon) {
            return Ok(&[]);
        }
        loop {
            let mut access = access;
            while matches!(
                self.tok().sym,
                words::PUBLIC | words::PRIVATE | words::PROTECTED | words::VIRTUAL
            ) && self.kind() == Tok::Ident
            {
                if self.tok().is(words::VIRTUAL) {
                    let span = self.span();
                    return Err(self.error(
                        code::CLASS,
                        span,
                        "virtual base classes are not supported",
                    ));
                }
                access = access_word(self.bump().sym).unwrap_or(access);
            }
            let was = std::mem::replace(&mut self.in_bases, true);
            let spec = self.specifiers();
            self.in_bases = was;
            let spec = spec?;
            self.placed(Declares::Base);
            if spec.flags.has(Flags::CONST | Flags::VOLATILE) {
                let text = "a base class is named without `const` and `volatile`";
                return Err(self.error(code::BAD_SPECIFIERS, spec.span, text));
            }
            list.push(BaseSpec { spec, access });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(self.arenas().bases.alloc_extend(list))
    }
}

/// What `public` and its relatives say.
pub(super) fn access_word(s: Symbol) -> Option<Access> {
    Some(match s {
        words::PUBLIC => Access::Public,
        words::PROTECTED => Access::Protected,
        words::PRIVATE => Access::Private,
        _ => return None,
    })
}

/// `new` or `delete`, as behind `operator`: nothing here calls such a function, and a class may have it.
fn is_allocation(t: &Token) -> bool {
    t.is(words::NEW) || t.is(words::DELETE)
}
