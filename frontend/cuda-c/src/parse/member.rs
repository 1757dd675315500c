//! Members of classes: member functions, which are cut out as token ranges before and parsed when they are called.

use optx_source::{Span, code};

use super::{Parse, Parser};
use crate::{
    ast::{
        Base, BaseSpec, BaseWord, Conversion, Declaration, Declarator, Expr, ExprKind, Flags,
        MemberAccess, MemberFunction, MemberInit, MemberKind, MemberMore, Name, RefQualifier, Spec,
        TypeExpr,
    },
    intern::Symbol,
    parse::{Known, attribute::Attributes, index::ItemKind, path::Declared, placement::Declares},
    token::Tok,
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
        } else if self.kind() == Tok::Tilde && d.class.is_some() {
            self.bump();
            Name { sym: words::DESTRUCTOR, span: self.bump().span }
        } else {
            self.identifier("a name")?
        };
        let kinds = [ItemKind::FunctionTemplate, ItemKind::VariableTemplate];
        let index = self.input.index;
        let template = d.class.is_some() || index.has_template_of(name.sym, &kinds);
        if self.kind() == Tok::Lt && (template || index.is_member_template(name.sym)) {
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

    /// `~T` in an expression, behind an object. What is no type here may be the name of the object's class.
    pub(super) fn named_destructor(&mut self, e: &'a Expr<'a>, arrow: bool) -> Parse<&'a Expr<'a>> {
        let from = self.bump().span;
        let spec = if self.starts_type(0) {
            self.specifiers()?
        } else {
            let name = self.identifier("a type")?;
            self.arenas().specs.alloc(Spec::new(Base::Named(name.sym), name.span))
        };
        let name = Name { sym: words::DESTRUCTOR, span: from.to(self.last_span()) };
        let class = Some(&*self.arenas().types.alloc(TypeExpr::Base(spec)));
        let more = MemberMore { args: None, word: false, class };
        let more = Some(&*self.arenas().members.alloc(more));
        let kind = ExprKind::Member { base: e, name, arrow, more };
        Ok(self.expr(kind, e.span.to(name.span)))
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
        let call = self.arenas().conversions.alloc(Conversion { object, class, ty });
        Ok(self.expr(ExprKind::Conversion(call), from.to(end)))
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
                None if matches!(k, Tok::Question | Tok::Dot | Tok::ColonColon | Tok::Colon) => {
                    let text = "this is no operator that a function can stand for";
                    return Err(self.error(code::BAD_DECLARATOR, word.span, text));
                }
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
        self.see_members_below();
        if !self.eat(Tok::Colon) {
            return Ok(&[]);
        }
        let body = std::mem::replace(&mut self.in_body, true);
        let record = std::mem::replace(&mut self.in_record, false);
        let list = self.member_init_list();
        (self.in_body, self.in_record) = (body, record);
        Ok(self.arenas().member_inits.alloc_extend(list?))
    }

    fn member_init_list(&mut self) -> Parse<Vec<MemberInit<'a>>> {
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
            let pack = self.eat(Tok::Ellipsis);
            list.push(MemberInit { name, class, args, pack });
            if !self.eat(Tok::Comma) {
                return Ok(list);
            }
        }
    }

    /// What an initialiser of a constructor names: a member or class by its name alone, or a class by more.
    fn member_init_name(&mut self) -> Parse<(Name, Option<&'a Spec<'a>>)> {
        let more = matches!(self.ahead(1).kind, Tok::ColonColon | Tok::Lt);
        if self.kind() == Tok::Ident && !more && !self.tok().is(words::DECLTYPE) {
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
            MemberKind::Constructor | MemberKind::Conversion | MemberKind::Destructor => {
                self.special_member(class, f)?
            }
        };
        d.template = template;
        Ok(d)
    }

    /// A constructor, destructor or conversion function: it has no type before its name.
    fn special_member(&mut self, class: Symbol, f: &MemberFunction) -> Parse<Declaration<'a>> {
        let from = self.span();
        let mut attributes = Attributes::default();
        // Words before the name; they are known from the cut.
        loop {
            let t = self.tok();
            match t.sym {
                _ if t.kind == Tok::LBracket && self.ahead(1).kind == Tok::LBracket => {
                    self.standard_attributes(&mut attributes)?;
                }
                _ if t.kind != Tok::Ident => break,
                words::ATTRIBUTE | words::DECLSPEC => {
                    self.attribute(&mut attributes)?;
                }
                words::OPERATOR => break,
                s if s == class && f.kind == MemberKind::Constructor => break,
                words::INT
                | words::LONG
                | words::VOID
                | words::FLOAT
                | words::DOUBLE
                | words::CHAR
                | words::SHORT
                | words::BOOL
                | words::AUTO => {
                    // [class.conv.fct] 1, [class.dtor] 1
                    let text = "no type stands before this member function's name";
                    return Err(self.error(code::BAD_SPECIFIERS, t.span, text));
                }
                _ => {
                    self.bump();
                }
            }
        }
        let (name, result): (Name, &'a TypeExpr<'a>) = if f.kind == MemberKind::Constructor {
            let t = self.bump();
            let spec = self.void_spec(t.span, f.flags);
            (Name { sym: class, span: t.span }, self.arenas().types.alloc(TypeExpr::Base(spec)))
        } else if f.kind == MemberKind::Destructor {
            self.expect(Tok::Tilde, "a destructor")?;
            let t = self.bump();
            let spec = self.void_spec(t.span, f.flags);
            let name = Name { sym: words::DESTRUCTOR, span: t.span };
            if t.sym != class {
                let text = "a destructor is called as its class is";
                return Err(self.error(code::BAD_DECLARATOR, t.span, text));
            }
            (name, self.arenas().types.alloc(TypeExpr::Base(spec)))
        } else {
            let word = self.bump();
            let ty = self.conversion_type()?;
            (Name { sym: words::OP_CONVERSION, span: word.span }, ty)
        };
        if self.kind() != Tok::LParen {
            self.expect(Tok::LParen, "the name")?;
        }
        let ty = self.parameters(result)?;
        if f.kind == MemberKind::Destructor
            && let TypeExpr::Function { params, quals, object, .. } = ty
            && (!params.is_empty() || quals.0 != 0 || *object != RefQualifier::None)
        {
            let text = "a destructor takes nothing, and is called on every object";
            return Err(self.error(code::BAD_DECLARATOR, name.span, text));
        }
        self.attributes_after()?;
        let scope = self.scope();
        if let TypeExpr::Function { params, .. } = ty {
            for p in *params {
                self.declare_parameter(p);
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

    /// From here on all members are seen, but for what a parameter hides.
    fn see_members_below(&mut self) {
        for s in std::mem::take(&mut self.below) {
            self.local.entry(s).or_insert(Known::Value);
        }
    }

    fn void_spec(&self, span: Span, flags: Flags) -> &'a Spec<'a> {
        self.arenas().specs.alloc(Spec { flags, ..Spec::new(Base::Word(BaseWord::Void), span) })
    }

    /// The base classes after `:`, derived from with `access` where nothing is said.
    pub(super) fn bases(&mut self, access: MemberAccess) -> Parse<&'a [BaseSpec<'a>]> {
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
            let pack = self.eat(Tok::Ellipsis);
            list.push(BaseSpec { spec, access, pack });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(self.arenas().bases.alloc_extend(list))
    }
}

/// What `public` and its relatives say.
pub(super) fn access_word(s: Symbol) -> Option<MemberAccess> {
    Some(match s {
        words::PUBLIC => MemberAccess::Public,
        words::PROTECTED => MemberAccess::Protected,
        words::PRIVATE => MemberAccess::Private,
        _ => return None,
    })
}
