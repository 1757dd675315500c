//! Statements of `constexpr` functions.

use super::{Machine, Outcome, Why, call::Frame, value::Value};
use crate::typed::{Label, LocalId, TExpr, TKind, TStmt, TStmtKind};

/// Where control goes after a statement.
pub(super) enum Flow {
    Next,
    Goto(Label),
    Return(Value),
}

impl Machine<'_, '_, '_> {
    /// How many objects the function at hand has made.
    fn mark(&self) -> usize {
        self.frames.last().map_or(0, |f| f.created.len())
    }

    /// Ends the objects that were made since a mark, but for some.
    fn end_since(&mut self, mark: usize, keep: &[LocalId]) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Frame { created, locals, .. } = frame;
        let kept: Vec<_> =
            keep.iter().filter_map(|l| locals.get(l.index()).copied().flatten()).collect();
        let gone = created.split_off(mark.min(created.len()));
        let (stay, gone): (Vec<_>, Vec<_>) = gone.into_iter().partition(|o| kept.contains(o));
        created.extend(stay);
        for o in gone {
            self.kill(o);
        }
    }

    /// An expression or block: its temporaries and variables end with it.
    fn whole<T>(&mut self, act: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let mark = self.mark();
        let result = act(self);
        self.end_since(mark, &[]);
        result
    }

    fn condition(&mut self, e: &TExpr<'_>) -> Outcome<bool> {
        self.whole(|m| m.holds(e))
    }

    pub(super) fn list(&mut self, list: &[TStmt<'_>]) -> Outcome<Flow> {
        for s in list {
            match self.statement(s)? {
                Flow::Next => {}
                out => return Ok(out),
            }
        }
        Ok(Flow::Next)
    }

    /// The body of a loop: whether the loop goes on, or how it is left.
    fn round(&mut self, body: &TStmt<'_>, next: Label, end: Label) -> Outcome<Option<Flow>> {
        Ok(match self.statement(body)? {
            Flow::Next => None,
            Flow::Goto(l) if l == next => None,
            Flow::Goto(l) if l == end => Some(Flow::Next),
            out => Some(out),
        })
    }

    pub(super) fn statement(&mut self, s: &TStmt<'_>) -> Outcome<Flow> {
        self.down(s.span)?;
        let flow = self.statement_of_kind(s);
        self.up_again();
        flow
    }

    fn statement_of_kind(&mut self, s: &TStmt<'_>) -> Outcome<Flow> {
        match &s.kind {
            TStmtKind::Empty | TStmtKind::Lives(_) | TStmtKind::Label(_) => Ok(Flow::Next),
            TStmtKind::Expr(e) => self.whole(|m| m.effect(e)).map(|()| Flow::Next),
            TStmtKind::Init(l, e) => self.declare(*l, e).map(|()| Flow::Next),
            TStmtKind::Block(list) => self.whole(|m| m.list(list)),
            TStmtKind::If(arms, other) => self.choice(arms, other.as_deref()),
            TStmtKind::While { .. } | TStmtKind::DoWhile { .. } => self.while_loop(s),
            TStmtKind::For { .. } => self.whole(|m| m.for_loop(s)),
            TStmtKind::Switch { .. } => self.whole(|m| m.switch(s)),
            TStmtKind::Goto(l) => Ok(Flow::Goto(*l)),
            TStmtKind::Return(Some(e)) => self.whole(|m| m.value(e)).map(Flow::Return),
            TStmtKind::Return(None) => Ok(Flow::Return(Value::Unset)),
            TStmtKind::Asm(_) => Err(Why::new(s.span, "runs inline PTX")),
            TStmtKind::Translated { .. } => Err(Why::new(s.span, "is translated already")),
        }
    }

    fn choice(
        &mut self,
        arms: &[(&TExpr<'_>, TStmt<'_>)],
        other: Option<&TStmt<'_>>,
    ) -> Outcome<Flow> {
        for (c, then) in arms {
            if self.condition(c)? {
                return self.statement(then);
            }
        }
        match other {
            Some(o) => self.statement(o),
            None => Ok(Flow::Next),
        }
    }

    /// The first value of a variable. Temporaries that references are bound to live as long as these do ([class.temporary] 6).
    fn declare(&mut self, l: LocalId, e: &TExpr<'_>) -> Outcome<()> {
        let ty = self.frames.last().and_then(|f| f.type_of(l)).unwrap_or(e.ty);
        let p = self.begin(l, ty, e.span)?;
        let mark = self.mark();
        let done = self.fill(&p, e);
        let mut keep = Vec::new();
        if self.cx.types.is_reference(ty) || !self.cx.types.is_scalar(ty) {
            extended(e, &mut keep);
        }
        self.end_since(mark, &keep);
        done
    }

    fn while_loop(&mut self, s: &TStmt<'_>) -> Outcome<Flow> {
        match &s.kind {
            TStmtKind::While { cond, body, next, end, .. } => {
                while self.condition(cond)? {
                    if let Some(out) = self.round(body, *next, *end)? {
                        return Ok(out);
                    }
                }
            }
            TStmtKind::DoWhile { cond, body, next, end, .. } => loop {
                if let Some(out) = self.round(body, *next, *end)? {
                    return Ok(out);
                }
                if !self.condition(cond)? {
                    break;
                }
            },
            _ => {}
        }
        Ok(Flow::Next)
    }

    fn for_loop(&mut self, s: &TStmt<'_>) -> Outcome<Flow> {
        let TStmtKind::For { init, cond, step, body, next, end, .. } = &s.kind else {
            return Ok(Flow::Next);
        };
        match self.list(init)? {
            Flow::Next => {}
            out => return Ok(out),
        }
        loop {
            if let Some(c) = cond
                && !self.condition(c)?
            {
                return Ok(Flow::Next);
            }
            self.spend(1, s.span)?;
            if let Some(out) = self.round(body, *next, *end)? {
                return Ok(out);
            }
            if let Some(e) = step {
                self.whole(|m| m.effect(e))?;
            }
        }
    }

    fn switch(&mut self, s: &TStmt<'_>) -> Outcome<Flow> {
        let TStmtKind::Switch { selector, cases, default, body, end } = &s.kind else {
            return Ok(Flow::Next);
        };
        let Value::Int(v) = self.whole(|m| m.value(selector))? else {
            return Err(Why::new(s.span, "switches over no number"));
        };
        let case = cases.iter().find(|c| is_among(v, c.0, c.1)).map(|c| c.2);
        let Some(label) = case.or(*default).filter(|l| l != end) else { return Ok(Flow::Next) };
        let list = match &body.kind {
            TStmtKind::Block(list) => &list[..],
            _ => std::slice::from_ref(&**body),
        };
        let at = |s: &TStmt<'_>| matches!(s.kind, TStmtKind::Label(l) if l == label);
        let Some(from) = list.iter().position(at) else {
            return Err(Why::beyond(
                s.span,
                "goes to a `case` within another statement, which is not supported yet",
            ));
        };
        Ok(match self.list(list.get(from..).unwrap_or(&[]))? {
            Flow::Goto(l) if l == *end => Flow::Next,
            out => out,
        })
    }
}

/// Whether a value is one of a range of cases, be their type signed or not: by how far it is from the first.
fn is_among(v: i64, lo: i64, hi: i64) -> bool {
    v.wrapping_sub(lo) as u64 <= hi.wrapping_sub(lo) as u64
}

/// The temporaries that an initialiser binds references to directly, as a whole or by a part.
pub(super) fn extended(e: &TExpr<'_>, out: &mut Vec<LocalId>) {
    match e.kind {
        TKind::Comma(_, b) => extended(b, out),
        TKind::Cond(_, a, b) => {
            extended(a, out);
            extended(b, out);
        }
        TKind::Cast(x) => extended(x, out),
        TKind::PtrAdd { ptr, .. } => extended(ptr, out),
        TKind::AddrOf(place) => {
            let mut place = place;
            loop {
                match place.kind {
                    TKind::Field { base, .. } => place = base,
                    TKind::Local(l) => {
                        out.push(l);
                        return;
                    }
                    _ => return,
                }
            }
        }
        TKind::Aggregate(parts) => parts.iter().for_each(|p| extended(p.value, out)),
        _ => {}
    }
}
