//! Statements.

use optx_source::{Diagnostic, code};

use std::collections::HashSet;

use super::{Failed, Parse, Parser, pragmas};
use crate::{
    ast::{AsmOperand, AsmStmt, Name, Stmt, StmtKind, Unroll},
    intern::Symbol,
    token::Tok,
    words,
};

/// A block with so many names is looked at for repeated ones.
const MANY_NAMES: usize = 1 << 16;

impl<'a> Parser<'a, '_, '_> {
    pub(super) fn stmt(&self, kind: StmtKind<'a>, span: optx_source::Span) -> &'a Stmt<'a> {
        self.arenas().stmts.alloc(Stmt { kind, span })
    }

    pub(super) fn stmt_list(&self, list: Vec<&'a Stmt<'a>>) -> &'a [&'a Stmt<'a>] {
        if list.is_empty() {
            return &[];
        }
        self.arenas().stmt_refs.alloc_extend(list)
    }

    /// `{ ... }`.
    pub(super) fn compound(&mut self) -> Parse<&'a Stmt<'a>> {
        let open = self.expect(Tok::LBrace, "the head of the block")?;
        self.enter()?;
        let was = std::mem::replace(&mut self.in_record, false);
        let body = std::mem::replace(&mut self.in_body, true);
        let scope = self.scope();
        let block = std::mem::replace(&mut self.block, scope);
        let mut list = Vec::new();
        let mut look_at = MANY_NAMES;
        while !matches!(self.kind(), Tok::RBrace | Tok::Eof) {
            let (before, mark) = (self.at, self.scope());
            let read = self.statement(&mut list);
            if self.scope() - scope >= look_at {
                look_at *= 2;
                self.are_names_new(scope)?;
            }
            if read.is_err() {
                self.recover();
                list.extend(self.refused_declaration(before, mark));
                if self.at == before {
                    self.bump();
                }
                if self.diags.is_full() {
                    self.at = self.end;
                    return Err(Failed);
                }
            }
        }
        self.end_scope(scope);
        self.block = block;
        self.in_record = was;
        self.in_body = body;
        self.depth = self.depth.saturating_sub(1);
        let close = if self.kind() == Tok::RBrace {
            self.bump().span
        } else {
            self.expect(Tok::RBrace, "the block")?
        };
        let list = self.stmt_list(list);
        Ok(self.stmt(StmtKind::Block { list, bare: false }, open.to(close)))
    }

    /// Gives up a block that mostly declares what it has declared: a syntax tree of a million such mistakes, which the
    /// checker would refuse one by one, takes more room than a mistake is worth.
    fn are_names_new(&mut self, scope: usize) -> Parse<()> {
        let names = &self.undo[scope..];
        let distinct: HashSet<Symbol> = names.iter().map(|n| n.0).collect();
        let Some(&(last, _)) = names.last().filter(|_| distinct.len() < names.len() / 2) else {
            return Ok(());
        };
        let text = self.input.names.get(last);
        let message = format!("`{text}` and others are declared again and again in this block");
        let span = self.last_span();
        self.at = self.end;
        Err(self.error(code::REDEFINED, span, message))
    }

    /// A statement where exactly one must stand; labels before it are kept with it.
    pub(super) fn one(&mut self) -> Parse<&'a Stmt<'a>> {
        // A block is one level with its `if` or loop, not two.
        if self.kind() == Tok::LBrace {
            return self.compound();
        }
        self.enter()?;
        let depth = self.depth;
        let from = self.span();
        let scope = self.scope();
        let mut list = Vec::new();
        let r = loop {
            let n = list.len();
            if let Err(f) = self.statement(&mut list) {
                break Err(f);
            }
            let marks = list[n..].iter().all(|s| {
                matches!(s.kind, StmtKind::Label(_) | StmtKind::Case(..) | StmtKind::Default)
            });
            if !marks || list.len() == n || self.kind() == Tok::RBrace {
                break Ok(());
            }
        };
        self.end_scope(scope);
        self.depth = depth - 1;
        r?;
        if let [one] = list[..]
            && !matches!(one.kind, StmtKind::Decl(_))
        {
            return Ok(one);
        }
        let list = self.stmt_list(list);
        Ok(self.stmt(StmtKind::Block { list, bare: false }, from.to(self.last_span())))
    }

    /// One statement; a label or case is one by itself.
    fn statement(&mut self, out: &mut Vec<&'a Stmt<'a>>) -> Parse<()> {
        let depth = self.depth;
        let r = self.statement_inner(out);
        // An error leaves in the middle of nested constructs.
        self.depth = depth;
        r
    }

    fn statement_inner(&mut self, out: &mut Vec<&'a Stmt<'a>>) -> Parse<()> {
        let t = self.tok();
        let s = match t.kind {
            Tok::LBrace => self.compound()?,
            Tok::Semi => {
                self.bump();
                self.stmt(StmtKind::Empty, t.span)
            }
            Tok::PragmaUnroll | Tok::PragmaNounroll => self.unrolled()?,
            // What attributes say of statements changes nothing.
            Tok::LBracket if self.ahead(1).kind == Tok::LBracket => {
                self.attributes_before()?;
                return self.statement_inner(out);
            }
            Tok::Ident if self.at_empty_attribute() => {
                self.attributes_before()?;
                self.bump();
                self.stmt(StmtKind::Empty, t.span)
            }
            Tok::Ident => match t.sym {
                words::IF => self.if_statement()?,
                words::WHILE | words::DO | words::FOR => self.loop_statement(Unroll::Unsaid)?,
                words::SWITCH => self.switch()?,
                words::CASE => {
                    self.bump();
                    let e = self.conditional()?;
                    let last =
                        if self.eat(Tok::Ellipsis) { Some(self.conditional()?) } else { None };
                    self.expect(Tok::Colon, "the case")?;
                    self.stmt(StmtKind::Case(e, last), t.span.to(e.span))
                }
                words::DEFAULT => {
                    self.bump();
                    self.expect(Tok::Colon, "`default`")?;
                    self.stmt(StmtKind::Default, t.span)
                }
                words::GOTO => {
                    self.bump();
                    let name = self.identifier("a label")?;
                    self.expect(Tok::Semi, "the label")?;
                    self.stmt(StmtKind::Goto(name), t.span.to(name.span))
                }
                words::BREAK | words::CONTINUE => {
                    self.bump();
                    self.expect(Tok::Semi, "this word")?;
                    let kind =
                        if t.sym == words::BREAK { StmtKind::Break } else { StmtKind::Continue };
                    self.stmt(kind, t.span)
                }
                words::RETURN => {
                    self.bump();
                    let e = match self.kind() {
                        Tok::Semi => None,
                        Tok::LBrace => Some(self.init_list()?),
                        _ => Some(self.expression()?),
                    };
                    self.expect(Tok::Semi, "the returned value")?;
                    self.stmt(StmtKind::Return(e), t.span.to(self.last_span()))
                }
                words::ASM | words::ASM_ALT | words::ASM_MS => self.asm()?,
                words::STATIC_ASSERT | words::STATIC_ASSERT_C => {
                    let assertion = self.static_assertion()?;
                    self.stmt(StmtKind::StaticAssert(assertion), t.span)
                }
                words::NAMESPACE => {
                    self.namespace_alias()?;
                    self.stmt(StmtKind::Empty, t.span)
                }
                words::ELSE => {
                    return Err(self.error(
                        code::MISPLACED_STATEMENT,
                        t.span,
                        "`else` without `if`",
                    ));
                }
                words::TRY => self.try_block()?,
                words::CATCH => {
                    return Err(self.error(
                        code::MISPLACED_STATEMENT,
                        t.span,
                        "`catch` without `try`",
                    ));
                }
                words::TEMPLATE => {
                    return Err(self.error(
                        code::TEMPLATE,
                        t.span,
                        "templates are not supported yet",
                    ));
                }
                _ if !words::is_keyword(t.sym) && self.ahead(1).kind == Tok::Colon => {
                    self.bump();
                    self.bump();
                    self.stmt(StmtKind::Label(Name { sym: t.sym, span: t.span }), t.span)
                }
                _ if self.starts_declaration() => self.declaration_statement()?,
                _ => self.expression_statement()?,
            },
            Tok::ColonColon if self.starts_declaration() => self.declaration_statement()?,
            _ => self.expression_statement()?,
        };
        out.push(s);
        Ok(())
    }

    /// Whether attributes and then `;` stand here.
    fn at_empty_attribute(&self) -> bool {
        let mut k = 0;
        while self.ahead(k).is(words::ATTRIBUTE) {
            k = self.after_group(self.at + k + 1) - self.at;
        }
        k > 0 && self.ahead(k).kind == Tok::Semi
    }

    pub(super) fn declaration_statement(&mut self) -> Parse<&'a Stmt<'a>> {
        let from = self.span();
        let d = self.declaration(false)?;
        let d = &*self.arenas().declarations.alloc(d);
        Ok(self.stmt(StmtKind::Decl(d), from.to(self.last_span())))
    }

    fn expression_statement(&mut self) -> Parse<&'a Stmt<'a>> {
        // `Unknown x;`: a declaration with a type that is not declared.
        let (a, b) = (self.tok(), self.ahead(1));
        if a.kind == Tok::Ident
            && b.kind == Tok::Ident
            && !words::is_keyword(a.sym)
            && !words::is_keyword(b.sym)
            && !matches!(a.sym, words::NOT | words::COMPL)
            && !words::is_alternative_operator(b.sym)
        {
            return Err(
                match self.input.index.named(a.sym).is_empty() && !self.local.contains_key(&a.sym) {
                    true => self.missing_type(),
                    false => {
                        let found = b.describe(self.input.names);
                        self.error(
                            code::EXPECTED,
                            b.span,
                            format!("an operator or `;` must stand before {found}"),
                        )
                    }
                },
            );
        }
        if let Some(failed) = self.type_of_unknown_namespace() {
            return Err(failed);
        }
        if self.is_pointer_to_unknown() {
            return Err(self.missing_type());
        }
        let e = self.expression()?;
        self.expect(Tok::Semi, "the expression")?;
        Ok(self.stmt(StmtKind::Expr(e), e.span))
    }

    fn if_statement(&mut self) -> Parse<&'a Stmt<'a>> {
        let from = self.bump().span;
        let constant = self.eat_word(words::CONSTEXPR);
        self.expect(Tok::LParen, "`if`")?;
        let scope = self.scope();
        let first = self.condition(true)?;
        self.expect(Tok::RParen, "the condition")?;
        let s = self.arms(from, constant, first)?;
        self.end_scope(scope);
        Ok(s)
    }

    /// A loop after `#pragma unroll` or `#pragma nounroll`; other statements have none before them ([`pragmas`]).
    fn unrolled(&mut self) -> Parse<&'a Stmt<'a>> {
        let (mut unroll, mut last) = (Unroll::Unsaid, None);
        while matches!(self.kind(), Tok::PragmaUnroll | Tok::PragmaNounroll) {
            let span = self.span();
            if let Some(before) = last.replace(span) {
                let message = "of the unroll pragmas before a loop only the last counts";
                self.diags.push(Diagnostic::new(code::UNROLL_IGNORED, before, message));
            }
            unroll = self.unroll_pragma()?;
        }
        self.loop_statement(unroll)
    }

    /// One unroll pragma, with its number.
    fn unroll_pragma(&mut self) -> Parse<Unroll<'a>> {
        if self.bump().kind == Tok::PragmaNounroll {
            return Ok(Unroll::Never);
        }
        let mut unroll = Unroll::Full;
        if self.kind() != Tok::PragmaEnd {
            unroll = Unroll::By(self.expression()?);
        }
        if self.kind() != Tok::PragmaEnd {
            let message = "`#pragma unroll` takes one number; it is ignored";
            self.diags.push(Diagnostic::new(code::UNROLL_IGNORED, self.span(), message));
            unroll = Unroll::Unsaid;
            while !matches!(self.kind(), Tok::PragmaEnd | Tok::Eof) {
                self.bump();
            }
        }
        self.bump();
        Ok(unroll)
    }

    fn loop_statement(&mut self, unroll: Unroll<'a>) -> Parse<&'a Stmt<'a>> {
        let t = self.bump();
        match t.sym {
            words::WHILE => self.while_loop(unroll, t.span),
            words::DO => {
                let body = self.one()?;
                // This `while` is no loop.
                while matches!(self.kind(), Tok::PragmaUnroll | Tok::PragmaNounroll) {
                    self.diags.push(pragmas::misplaced(self.span()));
                    self.unroll_pragma()?;
                }
                if !self.eat_word(words::WHILE) {
                    let span = self.span();
                    return Err(self.error(
                        code::EXPECTED,
                        span,
                        "`while` must stand here, after the body of `do`",
                    ));
                }
                self.expect(Tok::LParen, "`while`")?;
                let cond = self.expression()?;
                self.expect(Tok::RParen, "the condition")?;
                self.expect(Tok::Semi, "the condition")?;
                Ok(self.stmt(StmtKind::DoWhile { body, cond, unroll }, t.span))
            }
            _ => self.for_loop(unroll, t.span),
        }
    }

    /// `asm volatile ("..." : outputs : inputs : clobbers);`.
    fn asm(&mut self) -> Parse<&'a Stmt<'a>> {
        let from = self.bump().span;
        let mut volatile = false;
        loop {
            match self.tok().sym {
                words::VOLATILE | words::VOLATILE_ALT => volatile = true,
                words::GOTO => {
                    let span = self.span();
                    return Err(self.error(code::BAD_ASM, span, "`asm goto` is not supported"));
                }
                // GCC's word on how much code there is.
                words::INLINE | words::INLINE_ALT => {}
                _ => break,
            }
            self.bump();
        }
        self.expect(Tok::LParen, "`asm`")?;
        if self.kind() != Tok::Str {
            let span = self.span();
            return Err(self.error(code::BAD_ASM, span, "inline PTX must be a string"));
        }
        let (text, text_span) = self.strings();
        let mut sections: [Vec<AsmOperand<'a>>; 2] = [Vec::new(), Vec::new()];
        let mut clobbers = Vec::new();
        let mut section = 0;
        loop {
            match self.kind() {
                Tok::Colon => section += 1,
                Tok::ColonColon => section += 2,
                _ => break,
            }
            self.bump();
            while !matches!(self.kind(), Tok::Colon | Tok::ColonColon | Tok::RParen | Tok::Eof) {
                if section >= 3 {
                    let (list, span) = self.strings();
                    if list.is_empty() {
                        let span = self.span();
                        return Err(self.error(code::BAD_ASM, span, "a clobber must be a string"));
                    }
                    clobbers.push((list, span));
                } else {
                    let operand = self.asm_operand()?;
                    sections[section - 1].push(operand);
                }
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RParen, "the operands")?;
        self.expect(Tok::Semi, "the inline PTX")?;
        let [outputs, inputs] = sections;
        let a = AsmStmt {
            volatile,
            text,
            text_span,
            outputs: self.arenas().operands.alloc_extend(outputs),
            inputs: self.arenas().operands.alloc_extend(inputs),
            clobbers: self.arenas().clobbers.alloc_extend(clobbers),
        };
        let a = &*self.arenas().asms.alloc(a);
        Ok(self.stmt(StmtKind::Asm(a), from.to(self.last_span())))
    }

    fn asm_operand(&mut self) -> Parse<AsmOperand<'a>> {
        let mut name = Name::NONE;
        if self.eat(Tok::LBracket) {
            name = self.identifier("an operand name")?;
            self.expect(Tok::RBracket, "the operand name")?;
        }
        let t = self.tok();
        if t.kind != Tok::Str {
            return Err(self.error(
                code::BAD_ASM,
                t.span,
                "an operand starts with its constraint, a string",
            ));
        }
        self.bump();
        self.expect(Tok::LParen, "the constraint")?;
        self.enter()?;
        let expr = self.expression()?;
        self.leave();
        self.expect(Tok::RParen, "the operand")?;
        Ok(AsmOperand { name, constraint: Name { sym: t.sym, span: t.span }, expr })
    }
}
