//! Declarations in conditions, and range loops.
//!
//! `if (T x = e) ...` is `{ T x = e; if (x) ... }`, and loops that declare their condition are endless loops that
//! leave where it does not hold: what comes after the parser knows nothing of such conditions.

use optx_source::{Diagnostic, Span, code};

use super::{
    Parse, Parser,
    head::names_of,
    path::Declared,
    placement::{Declares, Word},
};
use crate::{
    ast::{Declaration, Declarator, Expr, ExprKind, Stmt, StmtKind, TypeExpr, UnaryOp, Unroll},
    token::Tok,
    words,
};

/// A condition, and the declarations that stand in it.
pub(super) struct Condition<'a> {
    before: Vec<&'a Stmt<'a>>,
    pub value: &'a Expr<'a>,
}

impl<'a> Parser<'a, '_, '_> {
    /// A condition, in `if` and `switch` with an initialiser of its own before it.
    pub(super) fn condition(&mut self, initialiser: bool) -> Parse<Condition<'a>> {
        let mut before = Vec::new();
        // The initialiser may be an empty statement ([stmt.stmt] 1).
        if initialiser {
            self.eat(Tok::Semi);
        }
        loop {
            self.skip_attributes()?;
            let value = if self.starts_declaration() {
                let from = self.span();
                let (d, words) = self.condition_declaration()?;
                if initialiser && self.kind() == Tok::Semi {
                    self.check_declaration(&words, d, false);
                } else {
                    self.place_words(&words, Declares::Condition);
                }
                before.push(self.stmt(StmtKind::Decl(d), from.to(self.last_span())));
                let [.., last] = d.declarators else { return Err(self.no_condition(from)) };
                if !last.bindings.is_empty() && (!initialiser || self.kind() != Tok::Semi) {
                    let text =
                        "a structured binding is no condition: `;` and one have to follow it";
                    return Err(self.error(code::STRUCTURED_BINDING, last.name.span, text));
                }
                self.expr(ExprKind::Name(last.name.sym), last.name.span)
            } else {
                self.expression()?
            };
            if !initialiser || self.kind() != Tok::Semi {
                if let Some(Stmt { kind: StmtKind::Decl(d), .. }) = before.last()
                    && let ExprKind::Name(s) = value.kind
                    && let [one] = d.declarators
                    && one.name.sym == s
                    && one.init.is_none()
                    && one.name.span == value.span
                {
                    return Err(self.no_condition(value.span));
                }
                return Ok(Condition { before, value });
            }
            self.bump();
            if !matches!(value.kind, ExprKind::Name(_)) {
                before.push(self.stmt(StmtKind::Expr(value), value.span));
            }
        }
    }

    /// Attributes before a declaration in a statement's parentheses: there are none that mean something here.
    pub(super) fn skip_attributes(&mut self) -> Parse<()> {
        while self.kind() == Tok::LBracket && self.ahead(1).kind == Tok::LBracket {
            self.attributes_before()?;
        }
        Ok(())
    }

    fn no_condition(&mut self, span: Span) -> super::Failed {
        self.error(code::EXPECTED, span, "a condition that is declared needs an initialiser")
    }

    /// A declaration up to the `;` or `)` after it, which is not read, and the words of its specifiers.
    fn condition_declaration(&mut self) -> Parse<(&'a Declaration<'a>, Vec<Word>)> {
        let from = self.span();
        let spec = self.specifiers()?;
        let words = std::mem::take(&mut self.written);
        let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
        let mut list = Vec::new();
        loop {
            if self.is_structured_binding(spec) {
                list.push(self.bound_variable(spec)?);
                break;
            }
            let (name, ty) = self.declarator(base, true)?;
            self.declared = Declared::default();
            let after = self.attributes_after()?;
            self.declare_local(name.sym, false);
            let mut d = Declarator::new(name, ty, self.alignments(after.align));
            if self.eat(Tok::Eq) {
                d.init = Some(if self.kind() == Tok::LBrace {
                    self.init_list()?
                } else {
                    self.assign()?
                });
            } else if self.kind() == Tok::LBrace {
                d.init = Some(self.init_list()?);
                d.direct = true;
            } else if self.kind() == Tok::LParen && !matches!(ty, TypeExpr::Function { .. }) {
                // Before a `;`; in a condition it is none ([stmt.select] 2, [dcl.dcl] 1).
                self.bump();
                d.args = Some(self.bracketed(Self::arguments)?);
                self.expect(Tok::RParen, "the arguments")?;
            }
            list.push(d);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        let declarators = &*self.arenas().declarators.alloc_extend(list);
        let span = from.to(self.last_span());
        let d = Declaration { declarators, ..Declaration::new(spec, span) };
        Ok((self.arenas().declarations.alloc(d), words))
    }

    /// A statement with what its condition declares around it.
    pub(super) fn within(&self, c: Vec<&'a Stmt<'a>>, s: &'a Stmt<'a>) -> &'a Stmt<'a> {
        if c.is_empty() {
            return s;
        }
        let span = s.span;
        let mut list = c;
        list.push(s);
        let list = self.stmt_list(list);
        self.stmt(StmtKind::Block { list, bare: false }, span)
    }

    /// The arms of an `if` whose first condition is read, `else if` included, in a loop.
    pub(super) fn arms(
        &mut self,
        from: Span,
        constant: bool,
        first: Condition<'a>,
    ) -> Parse<&'a Stmt<'a>> {
        let guards = self.guards.len();
        let s = self.guarded_arms(from, constant, first);
        self.guards.truncate(guards);
        s
    }

    fn guarded_arms(
        &mut self,
        from: Span,
        constant: bool,
        first: Condition<'a>,
    ) -> Parse<&'a Stmt<'a>> {
        let mut arms = Vec::new();
        let mut cond = first.value;
        let mut head = names_of(&first.before);
        let other = loop {
            self.guard(constant.then_some(cond), true);
            let then = self.controlled(&head)?;
            arms.push((cond, then));
            self.end_guard(constant);
            self.guard(constant.then_some(cond), false);
            if !self.eat_word(words::ELSE) {
                break None;
            }
            if !self.tok().is(words::IF) {
                let other = self.controlled(&head)?;
                break Some(other);
            }
            let at = self.bump().span;
            let word = self.eat_word(words::CONSTEXPR);
            self.expect(Tok::LParen, "`if`")?;
            let scope = self.scope();
            let next = self.condition(true)?;
            self.expect(Tok::RParen, "the condition")?;
            // One that is `if constexpr` and one that is not are no arms of one list.
            if next.before.is_empty() && word == constant {
                cond = next.value;
                head.clear();
                continue;
            }
            self.enter()?;
            let nested = self.arms(at, word, next)?;
            self.leave();
            self.end_scope(scope);
            break Some(nested);
        };
        let arms = self.arenas().arms.alloc_extend(arms);
        let s = self.stmt(StmtKind::If { constant, arms, other }, from);
        Ok(self.within(first.before, s))
    }

    /// `switch`.
    pub(super) fn switch(&mut self) -> Parse<&'a Stmt<'a>> {
        let span = self.bump().span;
        self.expect(Tok::LParen, "`switch`")?;
        let scope = self.scope();
        let c = self.condition(true)?;
        self.expect(Tok::RParen, "the selector")?;
        let body = self.controlled(&names_of(&c.before))?;
        self.end_scope(scope);
        let s = self.stmt(StmtKind::Switch(c.value, body), span);
        Ok(self.within(c.before, s))
    }

    /// `while`, its word read.
    pub(super) fn while_loop(&mut self, unroll: Unroll<'a>, span: Span) -> Parse<&'a Stmt<'a>> {
        self.expect(Tok::LParen, "`while`")?;
        let scope = self.scope();
        let c = self.condition(false)?;
        self.expect(Tok::RParen, "the condition")?;
        let body = self.controlled(&names_of(&c.before))?;
        self.end_scope(scope);
        if c.before.is_empty() {
            return Ok(self.stmt(StmtKind::While { cond: c.value, body, unroll }, span));
        }
        let body = self.while_holds(c, body);
        let kind = StmtKind::For { init: None, cond: None, step: None, body, unroll };
        Ok(self.stmt(kind, span))
    }

    /// The body of a loop that declares its condition, left where that does not hold.
    fn while_holds(&mut self, c: Condition<'a>, body: &'a Stmt<'a>) -> &'a Stmt<'a> {
        let span = c.value.span;
        let not = self.expr(ExprKind::Unary(UnaryOp::Not, c.value), span);
        let out = self.stmt(StmtKind::Break, span);
        let arms = self.arenas().arms.alloc_extend([(not, out)]);
        let mut list = c.before;
        list.push(self.stmt(StmtKind::If { constant: false, arms, other: None }, span));
        list.push(body);
        let list = self.stmt_list(list);
        self.stmt(StmtKind::Block { list, bare: false }, body.span)
    }

    /// `for`, its word read.
    pub(super) fn for_loop(&mut self, unroll: Unroll<'a>, span: Span) -> Parse<&'a Stmt<'a>> {
        self.expect(Tok::LParen, "`for`")?;
        let scope = self.scope();
        self.skip_attributes()?;
        if self.at_range() {
            let s = self.range_loop(unroll, span)?;
            self.end_scope(scope);
            return Ok(s);
        }
        let init = if self.eat(Tok::Semi) {
            None
        } else if self.starts_declaration() {
            self.ends_first_part = self.comma_for_semicolon();
            Some(self.declaration_statement()?)
        } else {
            let e = self.expression()?;
            self.expect(Tok::Semi, "the first part of `for`")?;
            Some(self.stmt(StmtKind::Expr(e), e.span))
        };
        let cond = if self.kind() == Tok::Semi { None } else { Some(self.condition(false)?) };
        self.expect(Tok::Semi, "the condition of `for`")?;
        let step = if self.kind() == Tok::RParen { None } else { Some(self.expression()?) };
        self.expect(Tok::RParen, "the head of `for`")?;
        let mut head = init.map_or_else(Vec::new, |i| names_of(&[i]));
        let later = cond.as_ref().map_or_else(Vec::new, |c| names_of(&c.before));
        self.not_again(&head, &later)?;
        head.extend(later);
        let body = self.controlled(&head)?;
        self.end_scope(scope);
        let (cond, body) = match cond {
            Some(c) if !c.before.is_empty() => (None, self.while_holds(c, body)),
            Some(c) => (Some(c.value), body),
            None => (None, body),
        };
        Ok(self.stmt(StmtKind::For { init, cond, step, body, unroll }, span))
    }

    /// The comma that stands for the first `;` of a loop's head, reported: of one with a single `;`, in whose first part something is compared behind a comma.
    fn comma_for_semicolon(&mut self) -> Option<usize> {
        let (mut k, mut comma, mut compared, mut semicolons) = (self.at, None, None, 0);
        loop {
            let kind = self.input.tokens.get(k).filter(|_| k < self.end)?.kind;
            match kind {
                Tok::LParen | Tok::LBracket | Tok::LBrace => {
                    k = self.after_group(k);
                    continue;
                }
                Tok::RParen => break,
                Tok::Semi => semicolons += 1,
                Tok::Comma if semicolons == 0 && compared.is_none() => comma = Some(k),
                Tok::Lt | Tok::Gt | Tok::Le | Tok::Ge | Tok::Ne | Tok::EqEq if semicolons == 0 => {
                    compared = compared.or(comma);
                }
                _ => {}
            }
            k += 1;
        }
        let at = compared.filter(|_| semicolons == 1)?;
        let span = self.input.tokens[at].span;
        let text = "`;` must stand here, between the parts of `for`";
        let told = Diagnostic::new(code::EXPECTED, span, text);
        self.diags.push(told.suggest(span, ";", "put `;` here"));
        Some(at)
    }

    /// Whether a range loop's head follows: one `:` before the closing bracket, and no `;`.
    fn at_range(&self) -> bool {
        if !self.starts_declaration() {
            return false;
        }
        let (mut k, mut asked) = (0, 0);
        loop {
            match self.ahead(k).kind {
                Tok::LParen | Tok::LBracket | Tok::LBrace => {
                    k = self.after_group(self.at + k) - self.at;
                    continue;
                }
                Tok::Question => asked += 1,
                Tok::Colon if asked == 0 => return true,
                Tok::Colon => asked -= 1,
                Tok::Semi | Tok::RParen | Tok::RBrace | Tok::RBracket | Tok::Eof => return false,
                _ => {}
            }
            k += 1;
        }
    }

    /// `T x : range) body`.
    fn range_loop(&mut self, unroll: Unroll<'a>, span: Span) -> Parse<&'a Stmt<'a>> {
        let from = self.span();
        let spec = self.specifiers()?;
        self.placed(Declares::Condition);
        let variable = if self.is_structured_binding(spec) {
            self.bound_names(spec)?
        } else {
            let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
            let (name, ty) = self.declarator(base, true)?;
            self.declared = Declared::default();
            let after = self.attributes_after()?;
            Declarator::new(name, ty, self.alignments(after.align))
        };
        self.expect(Tok::Colon, "the variable of the loop")?;
        let range = if self.kind() == Tok::LBrace { self.init_list()? } else { self.expression()? };
        self.expect(Tok::RParen, "the range")?;
        let own = [variable.name];
        let names = if variable.bindings.is_empty() { &own } else { variable.bindings };
        for name in names {
            self.declare_local(name.sym, false);
        }
        let body = self.controlled(names)?;
        let variable = &*self.arenas().declarators.alloc(variable);
        let kind = StmtKind::Range { spec, variable, range, body, unroll };
        Ok(self.stmt(kind, from.to(span)))
    }
}
