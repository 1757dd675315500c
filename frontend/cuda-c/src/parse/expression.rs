//! Expressions.

use optx_source::code;

use super::{Parse, Parser, template::Owner};
use crate::{
    ast::{
        BinaryOp, CastStyle, Element, Expr, ExprKind, HostOnly, MemberMore, Name, Qualified,
        Scoped, TemplateArg, TypeExpr, UnaryOp,
    },
    builtin_types,
    intern::Symbol,
    literal::{self, Number},
    token::Tok,
    words,
};

/// The operator and precedence of a token between operands; assignments and `?` are apart.
pub(super) fn binary(kind: Tok) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Tok::Shl if wrong!(ShiftsBindLikeSums) => (BinaryOp::Shl, 9),
        Tok::Amp if wrong!(BitwiseBeforeComparison) => (BinaryOp::And, 8),
        Tok::PipePipe => (BinaryOp::LogOr, 1),
        Tok::AmpAmp => (BinaryOp::LogAnd, 2),
        Tok::Pipe => (BinaryOp::Or, 3),
        Tok::Caret => (BinaryOp::Xor, 4),
        Tok::Amp => (BinaryOp::And, 5),
        Tok::EqEq => (BinaryOp::Eq, 6),
        Tok::Ne => (BinaryOp::Ne, 6),
        Tok::Lt => (BinaryOp::Lt, 7),
        Tok::Gt => (BinaryOp::Gt, 7),
        Tok::Le => (BinaryOp::Le, 7),
        Tok::Ge => (BinaryOp::Ge, 7),
        Tok::Shl => (BinaryOp::Shl, 8),
        Tok::Shr => (BinaryOp::Shr, 8),
        Tok::Plus => (BinaryOp::Add, 9),
        Tok::Minus => (BinaryOp::Sub, 9),
        Tok::Star => (BinaryOp::Mul, 10),
        Tok::Slash => (BinaryOp::Div, 10),
        Tok::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}

pub(super) fn assignment(kind: Tok) -> Option<Option<BinaryOp>> {
    Some(match kind {
        Tok::Eq => None,
        Tok::PlusEq => Some(BinaryOp::Add),
        Tok::MinusEq => Some(BinaryOp::Sub),
        Tok::StarEq => Some(BinaryOp::Mul),
        Tok::SlashEq => Some(BinaryOp::Div),
        Tok::PercentEq => Some(BinaryOp::Rem),
        Tok::ShlEq => Some(BinaryOp::Shl),
        Tok::ShrEq => Some(BinaryOp::Shr),
        Tok::AmpEq => Some(BinaryOp::And),
        Tok::PipeEq => Some(BinaryOp::Or),
        Tok::CaretEq => Some(BinaryOp::Xor),
        _ => return None,
    })
}

impl<'a> Parser<'a, '_, '_> {
    /// The kind of the next token, with C++'s alternative words for operators.
    pub(super) fn operator(&self) -> Tok {
        let t = self.tok();
        if t.kind != Tok::Ident {
            return t.kind;
        }
        match t.sym {
            words::AND => Tok::AmpAmp,
            words::OR => Tok::PipePipe,
            words::NOT => Tok::Bang,
            words::XOR => Tok::Caret,
            words::BITAND => Tok::Amp,
            words::BITOR => Tok::Pipe,
            words::COMPL => Tok::Tilde,
            words::NOT_EQ => Tok::Ne,
            words::AND_EQ => Tok::AmpEq,
            words::OR_EQ => Tok::PipeEq,
            words::XOR_EQ => Tok::CaretEq,
            _ => Tok::Ident,
        }
    }

    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parse<&'a Expr<'a>> {
        let mut left = self.assign()?;
        while self.kind() == Tok::Comma && !self.at_fold() {
            let op = self.bump().span;
            let right = self.assign()?;
            left = self
                .expr(ExprKind::Binary(BinaryOp::Comma, op, left, right), left.span.to(right.span));
        }
        Ok(left)
    }

    /// An expression without commas outside brackets.
    pub(super) fn assign(&mut self) -> Parse<&'a Expr<'a>> {
        if self.tok().is(words::THROW) {
            return self.throw_expression();
        }
        let left = self.conditional()?;
        let Some(op) = assignment(self.operator()).filter(|_| !self.at_fold()) else {
            return Ok(left);
        };
        let at = self.bump().span;
        self.enter()?;
        let right = if self.kind() == Tok::LBrace { self.init_list() } else { self.assign() }?;
        self.leave();
        if wrong!(AssignmentGroupsFromTheLeft)
            && let ExprKind::Assign(inner, from, middle, last) = right.kind
        {
            let left = self.expr(ExprKind::Assign(op, at, left, middle), left.span.to(middle.span));
            return Ok(
                self.expr(ExprKind::Assign(inner, from, left, last), left.span.to(last.span))
            );
        }
        Ok(self.expr(ExprKind::Assign(op, at, left, right), left.span.to(right.span)))
    }

    /// An expression without assignment and comma.
    pub(super) fn conditional(&mut self) -> Parse<&'a Expr<'a>> {
        let cond = self.binary(1)?;
        if self.kind() != Tok::Question {
            return Ok(cond);
        }
        self.bump();
        self.enter()?;
        let a = if self.kind() == Tok::Colon { cond } else { self.expression()? };
        self.expect(Tok::Colon, "the first choice of `?`")?;
        let b = self.assign()?;
        self.leave();
        if wrong!(ConditionalGroupsFromTheLeft)
            && let ExprKind::Cond(c, x, y) = b.kind
        {
            let first = self.expr(ExprKind::Cond(cond, a, c), cond.span.to(c.span));
            return Ok(self.expr(ExprKind::Cond(first, x, y), cond.span.to(y.span)));
        }
        Ok(self.expr(ExprKind::Cond(cond, a, b), cond.span.to(b.span)))
    }

    fn binary(&mut self, least: u8) -> Parse<&'a Expr<'a>> {
        let mut left = self.unary()?;
        loop {
            let kind = self.operator();
            let Some((op, p)) = binary(kind).filter(|b| b.1 >= least) else {
                if !matches!(kind, Tok::ArrowStar | Tok::DotStar) || self.at_fold() {
                    return Ok(left);
                }
                left = self.pointed_member(left)?;
                continue;
            };
            if self.in_angles && matches!(self.kind(), Tok::Gt | Tok::Shr) || self.at_fold() {
                return Ok(left);
            }
            let at = self.bump().span;
            let right = self.binary(p + u8::from(!wrong!(OperatorsGroupFromTheRight)))?;
            left = self.expr(ExprKind::Binary(op, at, left, right), left.span.to(right.span));
        }
    }

    /// A member that a pointer leads to ([expr.mptr.oper]), behind the object: it binds stronger than what [`Parser::binary`] reads, which comes
    /// to it only behind one operand.
    fn pointed_member(&mut self, object: &'a Expr<'a>) -> Parse<&'a Expr<'a>> {
        let arrow = self.bump().kind == Tok::ArrowStar;
        let member = self.unary()?;
        let kind = ExprKind::PointedMember { arrow, object, member };
        Ok(self.expr(kind, object.span.to(member.span)))
    }

    /// An operand with the operators before it.
    pub(super) fn unary(&mut self) -> Parse<&'a Expr<'a>> {
        let t = self.tok();
        let op = match self.operator() {
            Tok::Plus => UnaryOp::Plus,
            Tok::Minus => UnaryOp::Minus,
            Tok::Bang => UnaryOp::Not,
            Tok::Tilde => UnaryOp::BitNot,
            Tok::Star => UnaryOp::Deref,
            Tok::Amp => UnaryOp::AddrOf,
            Tok::PlusPlus | Tok::MinusMinus => {
                self.bump();
                self.enter()?;
                let e = self.unary()?;
                self.leave();
                let kind =
                    ExprKind::IncDec { inc: t.kind == Tok::PlusPlus, prefix: true, operand: e };
                return Ok(self.expr(kind, t.span.to(e.span)));
            }
            Tok::Ident
                if matches!(
                    t.sym,
                    words::SIZEOF | words::ALIGNOF | words::ALIGNOF_ALT | words::ALIGNOF_C
                ) =>
            {
                return self.size_of();
            }
            Tok::Ident if t.sym == words::NEW => return self.new_object(),
            Tok::ColonColon if self.ahead(1).is(words::NEW) => return self.new_object(),
            Tok::Ident if t.sym == words::DELETE => return self.delete_expression(),
            Tok::ColonColon if self.ahead(1).is(words::DELETE) => return self.delete_expression(),
            Tok::LParen if self.is_cast() => {
                if let Some(e) = self.cast()? {
                    return Ok(e);
                }
                return self.postfix();
            }
            _ => return self.postfix(),
        };
        self.bump();
        self.enter()?;
        let e = self.unary()?;
        self.leave();
        if wrong!(PrefixBeforePostfix)
            && let ExprKind::IncDec { inc, prefix: false, operand } = e.kind
        {
            let operand = self.expr(ExprKind::Unary(op, operand), t.span.to(e.span));
            let kind = ExprKind::IncDec { inc, prefix: false, operand };
            return Ok(self.expr(kind, t.span.to(e.span)));
        }
        Ok(self.expr(ExprKind::Unary(op, e), t.span.to(e.span)))
    }

    /// `(type) operand` or `(type){ ... }`.
    fn cast(&mut self) -> Parse<Option<&'a Expr<'a>>> {
        let open = self.at;
        let from = self.bump().span;
        let ty = self.bracketed(Self::type_name)?;
        if self.kind() != Tok::RParen {
            // `(T(x) + 1)`: the type name started an expression.
            self.at = open;
            return Ok(None);
        }
        self.bump();
        self.enter()?;
        let e = if self.kind() == Tok::LBrace {
            let list = self.init_list()?;
            let args = self.expr_list(vec![list]);
            self.expr(ExprKind::Construct { ty, args, braces: true }, from.to(list.span))
        } else {
            let e = self.unary()?;
            self.expr(ExprKind::Cast(CastStyle::C, ty, e), from.to(e.span))
        };
        self.leave();
        Ok(Some(e))
    }

    fn size_of(&mut self) -> Parse<&'a Expr<'a>> {
        let t = self.bump();
        if t.sym == words::SIZEOF && self.kind() == Tok::Ellipsis {
            return self.sizeof_pack(t.span);
        }
        self.enter()?;
        // `sizeof (T){1}` is of a value.
        let e = if self.kind() == Tok::LParen
            && self.is_type_in_parens(1)
            && !self.is_compound_literal()
        {
            self.bump();
            let ty = self.not_evaluated(|p| p.bracketed(Self::type_name))?;
            let end = self.expect(Tok::RParen, "the type")?;
            let kind = if t.sym == words::SIZEOF {
                ExprKind::SizeofType(ty)
            } else {
                ExprKind::Alignof(ty)
            };
            self.expr(kind, t.span.to(end))
        } else {
            let e = self.not_evaluated(Self::unary)?;
            let kind = if t.sym == words::SIZEOF {
                ExprKind::SizeofExpr(e)
            } else {
                ExprKind::AlignofExpr(e)
            };
            self.expr(kind, t.span.to(e.span))
        };
        self.leave();
        Ok(e)
    }

    /// Whether `(T){` stands here, the type known to be one.
    fn is_compound_literal(&self) -> bool {
        self.ahead(self.after_group(self.at) - self.at).kind == Tok::LBrace
    }

    /// An operand with the operators after it.
    fn postfix(&mut self) -> Parse<&'a Expr<'a>> {
        let mut e = self.primary()?;
        let mut length = 0u32;
        loop {
            let t = self.tok();
            match t.kind {
                Tok::LBracket
                | Tok::LParen
                | Tok::Dot
                | Tok::Arrow
                | Tok::PlusPlus
                | Tok::MinusMinus => {}
                Tok::LaunchOpen => {
                    return Err(self.error(
                        code::DEVICE_LAUNCH,
                        t.span,
                        "kernels cannot be launched from device code",
                    ));
                }
                _ => break,
            }
            // Each of these is a level of the tree.
            length += 1;
            self.enter()?;
            e = self.suffix(e)?;
        }
        self.depth -= length;
        Ok(e)
    }

    fn suffix(&mut self, e: &'a Expr<'a>) -> Parse<&'a Expr<'a>> {
        let t = self.bump();
        match t.kind {
            Tok::LBracket => {
                let i = self.bracketed(Self::expression)?;
                let end = self.expect(Tok::RBracket, "the subscript")?;
                Ok(self.expr(ExprKind::Index(e, i), e.span.to(end)))
            }
            Tok::LParen => {
                let args = self.bracketed(Self::arguments)?;
                let end = self.expect(Tok::RParen, "the arguments")?;
                Ok(self.expr(ExprKind::Call(e, args), e.span.to(end)))
            }
            Tok::Dot | Tok::Arrow => {
                let template = self.eat_word(words::TEMPLATE);
                let before = self.before_member()?;
                if self.tok().is(words::OPERATOR) && self.is_conversion(0) {
                    let object = Some((e, t.kind == Tok::Arrow));
                    return self.named_conversion(object, before.class, e.span);
                }
                if self.kind() == Tok::Tilde {
                    return self.named_destructor(e, t.kind == Tok::Arrow);
                }
                let name = if self.tok().is(words::OPERATOR) {
                    self.operator_name()?
                } else {
                    self.identifier("a member name")?
                };
                let class = before.class.map(|s| &*self.arenas().types.alloc(TypeExpr::Base(s)));
                let word = template || before.template;
                let owner = before.class.map_or(Owner::Unknown, |c| self.owner_of(c));
                let stated = self.kind() == Tok::Lt && word
                    || self.starts_member_args(name.sym, owner)
                    || name.sym == words::OP_CALL && self.at_template_args();
                let args = if stated { Some(self.template_args()?) } else { None };
                let arrow = t.kind == Tok::Arrow;
                let more = (args.is_some() || word || class.is_some())
                    .then(|| &*self.arenas().members.alloc(MemberMore { args, word, class }));
                let kind = ExprKind::Member { base: e, name, arrow, more };
                Ok(self.expr(kind, e.span.to(name.span)))
            }
            _ => {
                let kind =
                    ExprKind::IncDec { inc: t.kind == Tok::PlusPlus, prefix: false, operand: e };
                Ok(self.expr(kind, e.span.to(t.span)))
            }
        }
    }

    /// Arguments up to the closing bracket, which is not read.
    pub(super) fn arguments(&mut self) -> Parse<&'a [&'a Expr<'a>]> {
        let mut list = Vec::new();
        if !matches!(self.kind(), Tok::RParen | Tok::RBrace) {
            loop {
                let e = if self.kind() == Tok::LBrace { self.init_list()? } else { self.assign()? };
                list.push(self.expansion(e));
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        Ok(self.expr_list(list))
    }

    fn primary(&mut self) -> Parse<&'a Expr<'a>> {
        let t = self.tok();
        match t.kind {
            Tok::Number => self.number(),
            Tok::Char => {
                self.bump();
                match literal::character(self.input.names.get(t.sym)) {
                    Ok((value, kind)) => {
                        let e = self.expr(ExprKind::Char { value, kind }, t.span);
                        self.character_of_user(e)
                    }
                    Err(m) => Err(self.error(code::BAD_ESCAPE, t.span, m)),
                }
            }
            Tok::Str => {
                let (list, span) = self.strings();
                let e = self.expr(ExprKind::Str(list), span);
                self.string_of_user(e)
            }
            Tok::LParen => self.parenthesis(),
            Tok::ColonColon if self.starts_type(0) && !self.at_class_member() => self.construct(),
            Tok::ColonColon => self.primary_name(),
            Tok::Ident => self.word(),
            Tok::LBracket => self.lambda(),
            _ => {
                let found = t.describe(self.input.names);
                Err(self.error(
                    code::EXPECTED_EXPRESSION,
                    t.span,
                    format!("an expression must stand here, not {found}"),
                ))
            }
        }
    }

    /// `({ ... })`, behind the `(`.
    fn statements_in_parentheses(&mut self) -> Parse<&'a Expr<'a>> {
        let from = self.span();
        let angles = std::mem::replace(&mut self.in_angles, false);
        let block = self.compound();
        self.in_angles = angles;
        let block = block?;
        let end = self.expect(Tok::RParen, "the statements")?;
        Ok(self.expr(ExprKind::Statements(block), from.to(end)))
    }

    fn parenthesis(&mut self) -> Parse<&'a Expr<'a>> {
        let open = self.bump().span;
        if self.kind() == Tok::LBrace {
            return self.statements_in_parentheses();
        }
        self.enter()?;
        if self.kind() == Tok::Ellipsis {
            let fold = self.bracketed(|p| p.left_fold(open))?;
            self.leave();
            return Ok(fold);
        }
        let e = self.bracketed(Self::expression)?;
        if self.at_fold() {
            let fold = self.bracketed(|p| p.fold_behind(e, open))?;
            self.leave();
            return Ok(fold);
        }
        self.leave();
        self.expect(Tok::RParen, "the expression")?;
        Ok(self.arenas().exprs.alloc(Expr { kind: e.kind, span: e.span, parens: true }))
    }

    /// String constants side by side.
    pub(super) fn strings(&mut self) -> (&'a [Symbol], optx_source::Span) {
        let first = self.span();
        let mut span = first;
        let mut list = Vec::new();
        while self.kind() == Tok::Str {
            let t = self.bump();
            list.push(t.sym);
            span = span.to(t.span);
        }
        (self.arenas().symbols.alloc_extend(list), span)
    }

    fn number(&mut self) -> Parse<&'a Expr<'a>> {
        let t = self.bump();
        match literal::number(self.input.names.get(t.sym)) {
            Ok(Number::Int { value, decimal, unsigned, longs }) => {
                Ok(self.expr(ExprKind::Int { value, decimal, unsigned, longs }, t.span))
            }
            Ok(Number::Float { value, single, long }) => {
                if long {
                    self.long_double(t.span);
                }
                if value == 0.0 || value.is_infinite() {
                    self.lost_constant(t, value, single);
                }
                Ok(self.expr(ExprKind::Float { value, single, long }, t.span))
            }
            Err(m) => {
                if let Some(e) = self.number_of_user(t) {
                    return Ok(e);
                }
                self.error(code::BAD_NUMBER, t.span, m);
                Ok(self.expr(ExprKind::Error, t.span))
            }
        }
    }

    /// Tells of a floating constant that its type has no value near (NVRTC refuses it, clang warns, nvcc takes it).
    fn lost_constant(&mut self, t: crate::token::Token, value: f64, single: bool) {
        let text = self.input.names.get(t.sym);
        if value == 0.0 && !literal::is_written_nonzero(text) {
            return;
        }
        let ty = if single { "float" } else { "double" };
        let message = match value == 0.0 {
            true => format!("this constant is too small for `{ty}`, and is 0"),
            false => format!("this constant is too large for `{ty}`, and is infinite"),
        };
        self.error(code::OVERFLOW, t.span, message);
    }

    fn word(&mut self) -> Parse<&'a Expr<'a>> {
        let t = self.tok();
        match t.sym {
            words::TRUE | words::FALSE => {
                self.bump();
                Ok(self.expr(ExprKind::Bool(t.sym == words::TRUE), t.span))
            }
            words::NULLPTR => {
                self.bump();
                Ok(self.expr(ExprKind::Nullptr, t.span))
            }
            words::THIS => {
                self.bump();
                self.mention(Name { sym: words::THIS, span: t.span });
                Ok(self.expr(ExprKind::This, t.span))
            }
            words::STATIC_CAST
            | words::REINTERPRET_CAST
            | words::CONST_CAST
            | words::DYNAMIC_CAST => self.named_cast(),
            words::TYPEID => self.type_id_of(),
            words::BUILTIN_OFFSETOF | words::OFFSETOF if self.ahead(1).kind == Tok::LParen => {
                self.offset_of()
            }
            words::EXTENSION => {
                self.bump();
                self.unary()
            }
            words::OPERATOR if self.is_conversion(0) => self.named_conversion(None, None, t.span),
            words::OPERATOR => {
                let name = self.operator_name()?;
                self.mention(name);
                if self.kind() == Tok::Lt && self.is_function_template(name.sym) {
                    let args = self.template_args()?;
                    let span = name.span.to(self.last_span());
                    return Ok(self.expr(ExprKind::TemplateName(name.sym, args), span));
                }
                Ok(self.expr(ExprKind::Name(name.sym), name.span))
            }
            _ if self.starts_type(0) && !self.at_class_member() => self.construct(),
            words::NOEXCEPT => self.noexcept_operator(),
            _ if self.ahead(1).kind == Tok::LParen => self.trait_or_name(t),
            _ => self.primary_name(),
        }
    }

    /// `noexcept(e)`.
    fn noexcept_operator(&mut self) -> Parse<&'a Expr<'a>> {
        let from = self.bump().span;
        self.expect(Tok::LParen, "`noexcept`")?;
        self.enter()?;
        let e = self.not_evaluated(|p| p.bracketed(Self::expression))?;
        self.leave();
        let end = self.expect(Tok::RParen, "the operand of `noexcept`")?;
        Ok(self.expr(ExprKind::Noexcept(e), from.to(end)))
    }

    /// `static_cast<T>(e)` and its relatives.
    fn named_cast(&mut self) -> Parse<&'a Expr<'a>> {
        let t = self.bump();
        let style = match t.sym {
            words::STATIC_CAST => CastStyle::Static,
            words::REINTERPRET_CAST => CastStyle::Reinterpret,
            _ => CastStyle::Const,
        };
        self.expect(Tok::Lt, "the cast")?;
        let was = std::mem::replace(&mut self.in_angles, true);
        let ty = self.type_name();
        self.in_angles = was;
        let ty = ty?;
        self.close_angle("the type")?;
        self.expect(Tok::LParen, "the cast")?;
        self.enter()?;
        let e = self.bracketed(Self::expression)?;
        self.leave();
        let end = self.expect(Tok::RParen, "the expression")?;
        if t.is(words::DYNAMIC_CAST) {
            return Ok(self.expr(ExprKind::HostOnly(HostOnly::DynamicCast(ty, e)), t.span));
        }
        Ok(self.expr(ExprKind::Cast(style, ty, e), t.span.to(end)))
    }

    /// `T(a, b)`, `T{a, b}`.
    fn construct(&mut self) -> Parse<&'a Expr<'a>> {
        let from = self.span();
        let spec = self.simple_type()?;
        let ty: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
        self.enter()?;
        let e = match self.kind() {
            Tok::LBrace => {
                let list = self.init_list()?;
                let args = self.expr_list(vec![list]);
                self.expr(ExprKind::Construct { ty, args, braces: true }, from.to(list.span))
            }
            Tok::LParen => {
                self.bump();
                let args = self.bracketed(Self::arguments)?;
                let end = self.expect(Tok::RParen, "the arguments")?;
                match args {
                    [one] if !matches!(one.kind, ExprKind::InitList(_) | ExprKind::Pack(_)) => {
                        self.expr(ExprKind::Cast(CastStyle::Functional, ty, one), from.to(end))
                    }
                    _ => {
                        let kind = ExprKind::Construct { ty, args, braces: false };
                        self.expr(kind, from.to(end))
                    }
                }
            }
            Tok::Ident
                if self.ahead(1).kind == Tok::ColonColon && self.ahead(2).kind == Tok::Star =>
            {
                let text = "pointers to members are not supported";
                return Err(self.error(code::MEMBER_POINTER, from, text));
            }
            _ => {
                let found = self.tok().describe(self.input.names);
                return Err(self.error(
                    code::EXPECTED_EXPRESSION,
                    from,
                    format!("a type cannot stand here as an expression, before {found}"),
                ));
            }
        };
        self.leave();
        Ok(e)
    }

    fn offset_of(&mut self) -> Parse<&'a Expr<'a>> {
        let t = self.bump();
        self.bump();
        let ty = self.type_name()?;
        self.expect(Tok::Comma, "the type")?;
        let mut path = vec![self.identifier("a member name")?.sym];
        while self.eat(Tok::Dot) {
            path.push(self.identifier("a member name")?.sym);
        }
        let end = self.expect(Tok::RParen, "the member")?;
        let path = self.arenas().symbols.alloc_extend(path);
        Ok(self.expr(ExprKind::Offsetof(ty, path), t.span.to(end)))
    }

    /// Whether a class's name with `::` and a member that is no type stands here.
    fn at_class_member(&self) -> bool {
        if self.tok().is(words::DECLTYPE) {
            let Some(k) = self.group_ahead(1) else { return false };
            let makes = matches!(self.ahead(k + 2).kind, Tok::LParen | Tok::LBrace);
            return self.ahead(k).kind == Tok::ColonColon
                && !(makes && self.is_member_type(k + 1, Owner::Unknown));
        }
        match self.type_path(0, false) {
            Some(n) => self.ahead(n).kind == Tok::ColonColon,
            None => false,
        }
    }

    /// A name, possibly with namespaces or classes before it.
    pub(super) fn primary_name(&mut self) -> Parse<&'a Expr<'a>> {
        let from = self.span();
        let before = self.before_name()?;
        if let Some(class) = before.class {
            if self.tok().is(words::OPERATOR) && self.is_conversion(0) {
                return self.named_conversion(None, Some(class), from);
            }
            let name = if self.tok().is(words::OPERATOR) {
                self.operator_name()?
            } else {
                self.identifier("a member's name")?
            };
            self.mention(name);
            let stated = self.kind() == Tok::Lt && before.template
                || self.starts_member_args(name.sym, self.owner_of(class));
            let args = if stated { Some(self.template_args()?) } else { None };
            let class = match stated && !before.template {
                true => self.without_template(class),
                false => class,
            };
            let class = &*self.arenas().types.alloc(TypeExpr::Base(class));
            let span = from.to(self.last_span());
            let scoped = self.arenas().scoped.alloc(Scoped { class, name, args });
            return Ok(self.expr(ExprKind::Scoped(scoped), span));
        }
        let name = if before.path.is_some() && self.tok().is(words::OPERATOR) {
            self.operator_name()?
        } else {
            self.identifier("an expression")?
        };
        if before.path.is_none() {
            self.mention(name);
        }
        let index = self.input.index;
        let std = before.path.filter(|p| index.is_std(self.namespace, p));
        let text = self.input.names.get(name.sym);
        if self.kind() == Tok::Lt
            && builtin_types::is_texture_function(text)
            && self.input.index.named(name.sym).is_empty()
        {
            let message = format!("`{text}` is not supported: textures and surfaces are absent");
            return Err(self.error(code::TEXTURE, name.span, message));
        }
        let template =
            self.kind() == Tok::Lt && self.names_template(name.sym, before.path.is_some());
        // The file may declare names in `std` itself.
        let std = std.is_some() && !index.declares_in_std(name.sym);
        // `std::mutex m;` declares a variable.
        let declares = self.kind() == Tok::Ident && !words::is_keyword(self.tok().sym);
        if std && declares && index.named(name.sym).is_empty() {
            return Err(self.host_library(from.to(name.span), name.sym));
        }
        if std && self.kind() == Tok::Lt && self.at_template_args() {
            if self.input.names.get(name.sym) == "forward" {
                return self.forward(from);
            }
            if index.named(name.sym).is_empty() {
                return Err(self.host_library(from.to(name.span), name.sym));
            }
        }
        let args = if template { Some(self.template_args()?) } else { None };
        let kind = match (before.path, args) {
            (Some(path), args) => {
                let q = self.arenas().qualified.alloc(Qualified { path, name, args });
                if std { ExprKind::StdName(q) } else { ExprKind::Qualified(q) }
            }
            (None, Some(args)) => ExprKind::TemplateName(name.sym, args),
            (None, None) => ExprKind::Name(name.sym),
        };
        let first = if std || before.path.is_none() { name.span } else { from };
        Ok(self.expr(kind, first.to(self.last_span())))
    }

    /// `std::forward<T>(x)`, its name read: `static_cast<T &&>(x)` ([forward] 2).
    fn forward(&mut self, from: optx_source::Span) -> Parse<&'a Expr<'a>> {
        let args = self.template_args()?;
        let open = self.expect(Tok::LParen, "`std::forward<T>`")?;
        let e = self.bracketed(Self::expression)?;
        let end = self.expect(Tok::RParen, "the expression")?;
        let [TemplateArg::Type(ty)] = args else {
            return Err(self.error(code::EXPECTED_TYPE, open, "`std::forward` takes one type"));
        };
        let ty = self.arenas().types.alloc(TypeExpr::Reference(ty, true));
        Ok(self.expr(ExprKind::Cast(CastStyle::Static, ty, e), from.to(end)))
    }

    /// `{ ... }` as an initialiser.
    pub(super) fn init_list(&mut self) -> Parse<&'a Expr<'a>> {
        self.bracketed(Self::braced_list)
    }

    fn braced_list(&mut self) -> Parse<&'a Expr<'a>> {
        let open = self.expect(Tok::LBrace, "the initialiser")?;
        self.enter()?;
        let mut list = Vec::new();
        while !matches!(self.kind(), Tok::RBrace | Tok::Eof) {
            let mut field = Name::NONE;
            let mut index = None;
            if self.kind() == Tok::Dot {
                self.bump();
                field = self.identifier("a member name")?;
                if self.kind() != Tok::LBrace {
                    self.expect(Tok::Eq, "the member name")?;
                }
            } else if self.kind() == Tok::LBracket && !self.at_lambda() {
                self.bump();
                index = Some(self.conditional()?);
                self.expect(Tok::RBracket, "the index")?;
                self.expect(Tok::Eq, "the index")?;
            }
            let value = if self.kind() == Tok::LBrace { self.init_list()? } else { self.assign()? };
            let value = self.expansion(value);
            list.push(Element { field, index, value });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.leave();
        let close = self.expect(Tok::RBrace, "the initialiser")?;
        let list = self.arenas().elements.alloc_extend(list);
        Ok(self.expr(ExprKind::InitList(list), open.to(close)))
    }
}
