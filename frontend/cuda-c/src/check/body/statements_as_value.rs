//! Statements as an expression, `({ ...; e; })` (GCC's manual, "Statements and Declarations in Expressions").
//!
//! Idea: the statements are done, and a temporary keeps the value of the last one where that is an expression with one: a copy, as of
//! what a function returns. In the typed tree this is the statements, a comma, and the temporary's value; so they run in the order
//! in which the operands around them do, and a conditional's arm runs its own alone.
//!
//! Legality: nothing leaves the statements but by their end. Jumps out of them, and labels and cases that jumps lead to, are refused;
//! so are statements outside of functions, where nothing could run them. NVRTC has none of this, and its mode neither.
//!
//! Cost: one walk over the statements for jumps.

use optx_source::{Span, code};

use crate::{
    ast::{Stmt, StmtKind},
    check::{Body, body::E},
    typed::{TKind, TStmt, TStmtKind},
    types::Ty,
};

/// What is around a statement that a jump may lead to the end of.
#[derive(Clone, Copy, Default)]
struct Around {
    loops: bool,
    switches: bool,
}

/// The first jump in a statement that leads out of what is looked at, or a label that one may lead to.
fn way_out(s: &Stmt<'_>, around: Around) -> Option<Span> {
    let within_loop = Around { loops: true, ..around };
    match s.kind {
        StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Label(_) => Some(s.span),
        StmtKind::Break if !around.loops && !around.switches => Some(s.span),
        StmtKind::Continue if !around.loops => Some(s.span),
        StmtKind::Case(..) | StmtKind::Default if !around.switches => Some(s.span),
        StmtKind::Block { list, .. } => list.iter().find_map(|s| way_out(s, around)),
        StmtKind::If { arms, other, .. } => {
            let arms = arms.iter().find_map(|(_, s)| way_out(s, around));
            arms.or_else(|| other.and_then(|s| way_out(s, around)))
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Range { body, .. } => way_out(body, within_loop),
        StmtKind::Switch(_, body) => way_out(body, Around { switches: true, ..around }),
        _ => None,
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// `({ ... })`.
    pub(super) fn statements_as_value(&mut self, s: &'a Stmt<'a>, span: Span) -> E<'t> {
        if self.cx.options.dialect.nvrtc {
            let text = "an expression must stand here: NVRTC has no statements as expressions";
            return self.error(code::EXPECTED_EXPRESSION, s.span, text);
        }
        if !self.in_function() {
            let text = "statements as an expression can stand only in a function";
            return self.error(code::EXPECTED_EXPRESSION, s.span, text);
        }
        if let Some(at) = way_out(s, Around::default()) {
            let text = "a jump out of statements that are an expression, and a label in them, are not supported yet";
            return self.error(code::NOT_SUPPORTED, at, text);
        }
        self.not_in_constexpr("statements as an expression", s.span);
        let StmtKind::Block { list, .. } = s.kind else { return self.bad(span) };
        let mark = (!wrong!(StatementValuesHaveNoScope)).then(|| self.open_scope());
        let mut all = Vec::new();
        let (last, before) = match list.split_last() {
            Some((Stmt { kind: StmtKind::Expr(e), .. }, before)) => (Some(*e), before),
            _ => (None, list),
        };
        self.in_turn(before, true, &mut all);
        let value = last.map(|e| self.expr(e));
        let kept = value.and_then(|v| self.kept_last(v, &mut all));
        if let Some(mark) = mark {
            self.close_scope_to(mark);
        }
        let stmts = self.arena.stmts.alloc_extend(all);
        let done = self.mk(TKind::Statements(stmts), Ty::VOID, span);
        match (value, kept) {
            (Some(v), None) if v.ty.is_error() => self.bad(span),
            (_, Some(kept)) => self.mk(TKind::Comma(done, kept), kept.ty, span),
            _ => done,
        }
    }

    /// The value of the last statement in a temporary; `None` where it has none.
    fn kept_last(&mut self, v: E<'t>, all: &mut Vec<TStmt<'t>>) -> Option<E<'t>> {
        let span = v.span;
        let v = match self.cx.types.is_record(v.ty) {
            true => self.copy_initial(v, v.ty.bare()),
            false if v.ty.bare() == Ty::VOID => v,
            false => self.rvalue(v),
        };
        if v.ty.is_error() {
            return Some(v);
        }
        if v.ty.bare() == Ty::VOID {
            all.push(TStmt { kind: TStmtKind::Expr(v), span });
            return None;
        }
        let ty = v.ty.bare();
        let l = self.temporary(ty, span);
        all.push(TStmt { kind: TStmtKind::Init(l, v), span });
        let place = self.mk_lvalue(TKind::Local(l), ty, span);
        Some(self.mk(TKind::Load(place), ty, span))
    }
}
