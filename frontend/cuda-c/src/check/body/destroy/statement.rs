//! Statements, with the destruction of what they leave.

use optx_source::Span;

use super::{Lives, Living, ends_with_jump, expression::Whole};
use crate::{
    check::{Body, body::E},
    typed::{Label, LocalId, TKind, TStmt, TStmtKind},
    types::Ty,
};

impl<'t> Body<'_, '_, 't, '_> {
    /// Writes a statement with all that it destroys.
    pub(super) fn statement_with_ends(
        &mut self,
        s: TStmt<'t>,
        lives: &mut Lives<'t>,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let span = s.span;
        let begins = self.begins(&s);
        let kind = match s.kind {
            TStmtKind::Init(l, v) => {
                self.initialised_whole(l, v, begins, out);
                lives.stack.extend(begins);
                return;
            }
            TStmtKind::Lives(_) => {
                lives.stack.extend(begins);
                return;
            }
            TStmtKind::Block(list) => TStmtKind::Block(self.block_with_ends(list, lives, span)),
            TStmtKind::Expr(e) => TStmtKind::Expr(self.whole_effect(e)),
            TStmtKind::If(arms, other) => {
                let arms = arms.into_iter().map(|(c, s)| {
                    let c = self.whole_read(c);
                    (c, self.body_with_ends(s, lives))
                });
                let arms = arms.collect();
                TStmtKind::If(arms, other.map(|o| Box::new(self.body_with_ends(*o, lives))))
            }
            TStmtKind::While { cond, body, next, end, unroll } => {
                let cond = self.whole_read(cond);
                let body = Box::new(self.body_with_ends(*body, lives));
                TStmtKind::While { cond, body, next, end, unroll }
            }
            TStmtKind::DoWhile { cond, body, next, end, unroll } => {
                let body = Box::new(self.body_with_ends(*body, lives));
                let cond = self.whole_read(cond);
                TStmtKind::DoWhile { cond, body, next, end, unroll }
            }
            TStmtKind::For { .. } => {
                self.for_with_ends(s, lives, out);
                return;
            }
            TStmtKind::Switch { selector, cases, default, body, end } => {
                let selector = self.whole_read(selector);
                for (_, _, label) in &cases {
                    self.check_jump_lives(*label, lives, span);
                }
                default.iter().for_each(|label| self.check_jump_lives(*label, lives, span));
                let body = Box::new(self.body_with_ends(*body, lives));
                TStmtKind::Switch { selector, cases, default, body, end }
            }
            TStmtKind::Goto(label) => {
                self.destroy_for_jump(label, lives, out, span);
                TStmtKind::Goto(label)
            }
            TStmtKind::Return(value) => {
                let early = wrong!(ReturnsAfterDestroying) && value.is_some();
                if early {
                    self.destroy_at_return(lives, out, span);
                }
                let value = value.map(|v| self.returned_before(v, lives, out));
                if !early && !wrong!(ReturnsDestroyNothing) {
                    self.destroy_at_return(lives, out, span);
                }
                TStmtKind::Return(value)
            }
            TStmtKind::Translated { list, ends } => {
                if !lives.stack.is_empty() {
                    self.no_destruction("an object in a function of so many statements", span);
                }
                TStmtKind::Translated { list, ends }
            }
            TStmtKind::Asm(a) => {
                let outputs = a.outputs.iter().map(|o| o.0);
                let operands: Vec<E<'t>> = outputs.chain(a.inputs.iter().map(|i| i.0)).collect();
                if operands.into_iter().any(|e| self.makes_temporary(e)) {
                    self.no_destruction("a temporary in inline PTX", span);
                }
                TStmtKind::Asm(a)
            }
            kind @ (TStmtKind::Label(_) | TStmtKind::Empty) => kind,
        };
        out.push(TStmt { kind, span });
    }

    /// A variable with its value, and what the value's temporaries need around it.
    fn initialised_whole(
        &mut self,
        l: LocalId,
        v: E<'t>,
        begins: Option<Living<'t>>,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let keep = begins.and_then(|b| b.local()).filter(|k| *k != l);
        let span = v.span;
        let ty = self.variables.locals.get(l).map_or(Ty::ERROR, |l| l.ty);
        if keep.is_none()
            && self.cx.types.is_reference(ty)
            && !wrong!(ReferencesKeepNothing)
            && self.may_keep(v, &mut Vec::new())
        {
            self.no_destruction(
                "a temporary that a reference keeps behind a condition or a subscript",
                span,
            );
        }
        let Whole { value, before, after } = self.whole(v, true, keep);
        out.extend(before.map(|e| TStmt { kind: TStmtKind::Expr(e), span }));
        out.push(TStmt { kind: TStmtKind::Init(l, value), span });
        out.extend(after.map(|e| TStmt { kind: TStmtKind::Expr(e), span }));
    }

    /// The statements of a block, and the end of what lives in it.
    fn block_with_ends(
        &mut self,
        list: Vec<TStmt<'t>>,
        lives: &mut Lives<'t>,
        span: Span,
    ) -> Vec<TStmt<'t>> {
        let before = lives.stack.len();
        let mut out = Vec::with_capacity(list.len());
        for s in list {
            self.statement_with_ends(s, lives, &mut out);
        }
        if !ends_with_jump(&out) {
            self.destroy_from(before, lives, &mut out, span);
        }
        lives.stack.truncate(before);
        out
    }

    /// A statement with a scope of its own.
    fn body_with_ends(&mut self, s: TStmt<'t>, lives: &mut Lives<'t>) -> TStmt<'t> {
        let span = s.span;
        let mut list = self.block_with_ends(vec![s], lives, span);
        match (list.len(), list.pop()) {
            (1, Some(one)) => one,
            (_, last) => {
                list.extend(last);
                TStmt { kind: TStmtKind::Block(list), span }
            }
        }
    }

    /// `for`: what its first statement begins lives until the loop is over.
    fn for_with_ends(&mut self, s: TStmt<'t>, lives: &mut Lives<'t>, out: &mut Vec<TStmt<'t>>) {
        let span = s.span;
        let TStmtKind::For { init, cond, step, body, next, end, unroll } = s.kind else { return };
        let outside = lives.stack.len();
        let mut first = Vec::new();
        for s in init {
            self.statement_with_ends(s, lives, &mut first);
        }
        let cond = cond.map(|c| self.whole_read(c));
        let step = step.map(|e| self.whole_effect(e));
        let body = Box::new(self.body_with_ends(*body, lives));
        let kind = TStmtKind::For { init: first, cond, step, body, next, end, unroll };
        let mut list = vec![TStmt { kind, span }];
        self.destroy_from(outside, lives, &mut list, span);
        lives.stack.truncate(outside);
        match list.len() {
            1 => out.append(&mut list),
            _ => out.push(TStmt { kind: TStmtKind::Block(list), span }),
        }
    }

    /// Destroys what lives above a place of the stack, the last first.
    pub(super) fn destroy_from(
        &mut self,
        from: usize,
        lives: &Lives<'t>,
        out: &mut Vec<TStmt<'t>>,
        span: Span,
    ) {
        let mut ending: Vec<Living<'t>> = lives.stack.get(from..).unwrap_or(&[]).to_vec();
        if !wrong!(LocalsDieInOrder) {
            ending.reverse();
        }
        for x in ending {
            self.destroy_living(x, out, span);
        }
    }

    /// Refuses a jump to where something lives that does not live here.
    fn check_jump_lives(&mut self, label: Label, lives: &Lives<'t>, span: Span) {
        let last = lives.labels.get(&label).copied().flatten();
        if last.is_some() && !lives.stack.iter().any(|x| x.local() == last) {
            self.no_destruction("a jump past the beginning of an object", span);
        }
    }

    /// Destroys what lives at a jump and not at its label.
    fn destroy_for_jump(
        &mut self,
        label: Label,
        lives: &Lives<'t>,
        out: &mut Vec<TStmt<'t>>,
        span: Span,
    ) {
        self.check_jump_lives(label, lives, span);
        let last = lives.labels.get(&label).copied().flatten();
        let stays = |x: &Living<'t>| x.local() == last;
        let from = lives.stack.iter().rposition(stays).map_or(0, |k| k + 1);
        if !wrong!(JumpsDestroyNothing) {
            self.destroy_from(from, lives, out, span);
        }
    }

    /// The value of a `return`, kept while what lives is destroyed.
    fn returned_before(&mut self, v: E<'t>, lives: &Lives<'t>, out: &mut Vec<TStmt<'t>>) -> E<'t> {
        let span = v.span;
        let Whole { value, before, after } = self.whole(v, false, None);
        out.extend(before.map(|e| TStmt { kind: TStmtKind::Expr(e), span }));
        let ends = after.is_some() || lives.stack.iter().any(|x| !matches!(x, Living::Result(_)));
        if !ends || matches!(value.kind, TKind::Int(_) | TKind::Float(_)) {
            return value;
        }
        let ty = value.ty.bare();
        let l = self.temporary(ty, span);
        out.push(TStmt { kind: TStmtKind::Init(l, value), span });
        out.extend(after.map(|e| TStmt { kind: TStmtKind::Expr(e), span }));
        let place = self.mk_lvalue(TKind::Local(l), ty, span);
        self.mk(TKind::Load(place), ty, span)
    }

    /// Destroys all that lives but the function's result.
    fn destroy_at_return(&mut self, lives: &Lives<'t>, out: &mut Vec<TStmt<'t>>, span: Span) {
        let ends = |x: &&Living<'t>| !matches!(x, Living::Result(_));
        let mut ending: Vec<Living<'t>> = lives.stack.iter().filter(ends).copied().collect();
        if !wrong!(LocalsDieInOrder) {
            ending.reverse();
        }
        for x in ending {
            self.destroy_living(x, out, span);
        }
    }
}
