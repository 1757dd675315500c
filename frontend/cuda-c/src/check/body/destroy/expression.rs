//! Full-expressions, with the destruction of the temporaries that they make.

use optx_source::Span;

use crate::{
    check::{Body, body::E},
    typed::{Category, InitPart, LocalId, TExpr, TKind, TStmt, TStmtKind},
    types::Ty,
};

/// A full-expression: its value, and what stands before and behind it.
pub(super) struct Whole<'t> {
    pub value: E<'t>,
    pub before: Option<E<'t>>,
    pub after: Option<E<'t>>,
}

/// A temporary that a full-expression destroys.
struct Temporary {
    object: LocalId,
    /// Whether it was made, where an operand decides that.
    made: Option<LocalId>,
    span: Span,
}

/// What is known of a full-expression while it is gone through, in the order of evaluation.
struct Temporaries {
    list: Vec<Temporary>,
    /// How many operands around are evaluated or not.
    conditions: u32,
    /// The temporary that a reference keeps.
    keep: Option<LocalId>,
}

impl<'t> Body<'_, '_, 't, '_> {
    /// A full-expression; `object` where its value makes one.
    pub(super) fn whole(&mut self, e: E<'t>, object: bool, keep: Option<LocalId>) -> Whole<'t> {
        let mut made = Temporaries { list: Vec::new(), conditions: 0, keep };
        let value = self.gone_through(e, object, &mut made);
        let (mut before, mut after) = (None, None);
        let mut list = made.list;
        if !wrong!(TemporariesDieInOrder) {
            list.reverse();
        }
        for t in list {
            if let Some(flag) = t.made {
                let unset = self.set_flag(flag, false, t.span);
                before = Some(self.then(before, unset));
            }
            if !wrong!(TemporariesAreLeft) {
                let end = self.temporary_end(&t);
                after = Some(self.then(after, end));
            }
        }
        Whole { value, before, after }
    }

    /// A full-expression whose value is read.
    pub(super) fn whole_read(&mut self, e: E<'t>) -> E<'t> {
        let Whole { mut value, before, after } = self.whole(e, false, None);
        if let Some(after) = after {
            let ty = value.ty.bare();
            let l = self.temporary(ty, e.span);
            let place = self.mk_lvalue(TKind::Local(l), ty, e.span);
            let keep = self.mk(TKind::Init(place, value), Ty::VOID, e.span);
            let again = self.mk(TKind::Load(place), ty, e.span);
            let rest = self.mk(TKind::Comma(after, again), ty, e.span);
            value = self.mk(TKind::Comma(keep, rest), ty, e.span);
        }
        before.map_or(value, |b| self.mk(TKind::Comma(b, value), value.ty, e.span))
    }

    /// A full-expression whose value nobody reads.
    pub(super) fn whole_effect(&mut self, e: E<'t>) -> E<'t> {
        let Whole { value, before, after } = self.whole(e, false, None);
        let value = match after {
            Some(after) => self.mk(TKind::Comma(value, after), Ty::VOID, e.span),
            None => value,
        };
        before.map_or(value, |b| self.mk(TKind::Comma(b, value), value.ty, e.span))
    }

    fn then(&self, first: Option<E<'t>>, next: E<'t>) -> E<'t> {
        first.map_or(next, |f| self.mk(TKind::Comma(f, next), Ty::VOID, next.span))
    }

    fn set_flag(&mut self, flag: LocalId, value: bool, span: Span) -> E<'t> {
        let place = self.mk_lvalue(TKind::Local(flag), Ty::BOOL, span);
        let value = self.int(i64::from(value), Ty::BOOL, span);
        self.mk(TKind::Init(place, value), Ty::VOID, span)
    }

    /// The destruction of a temporary, if it was made.
    fn temporary_end(&mut self, t: &Temporary) -> E<'t> {
        let span = t.span;
        let ty = self.variables.locals.get(t.object).map_or(Ty::ERROR, |l| l.ty);
        let object = self.mk_lvalue(TKind::Local(t.object), ty, span);
        let end = self.destroyed(object, span);
        let Some(flag) = t.made.filter(|_| !wrong!(UnmadeTemporariesDie)) else { return end };
        let place = self.mk_lvalue(TKind::Local(flag), Ty::BOOL, span);
        let was_made = self.mk(TKind::Load(place), Ty::BOOL, span);
        let end = TStmt { kind: TStmtKind::Expr(end), span };
        let kind = TStmtKind::If(vec![(was_made, end)], None);
        let list = self.arena.stmts.alloc_extend([TStmt { kind, span }]);
        self.mk(TKind::Statements(list), Ty::VOID, span)
    }

    /// Notes a temporary that is made now, and gives what notes that when the program runs.
    fn note_temporary(&mut self, object: LocalId, init: E<'t>, made: &mut Temporaries) -> E<'t> {
        let span = init.span;
        if made.keep == Some(object) {
            if made.conditions > 0 {
                self.no_destruction("a temporary that a reference keeps behind a condition", span);
            }
            return init;
        }
        if made.conditions == 0 {
            made.list.push(Temporary { object, made: None, span });
            return init;
        }
        let flag = self.temporary(Ty::BOOL, span);
        made.list.push(Temporary { object, made: Some(flag), span });
        let set = self.set_flag(flag, true, span);
        self.mk(TKind::Comma(init, set), Ty::VOID, span)
    }

    /// An operand; `object` where its value makes an object that somebody else destroys.
    fn gone_through(&mut self, e: E<'t>, object: bool, made: &mut Temporaries) -> E<'t> {
        let makes = matches!(
            e.kind,
            TKind::Call(..)
                | TKind::New(..)
                | TKind::Aggregate(_)
                | TKind::Repeat { .. }
                | TKind::Cond(..)
                | TKind::Comma(..)
        );
        if makes && !object && !e.is_glvalue() && self.cx.is_destroyed(e.ty) {
            let value = self.gone_through(e, true, made);
            if self.is_again(value) {
                return value;
            }
            let (init, place) = self.kept_temporary(value, made);
            let again = self.mk(TKind::Load(place), place.ty, e.span);
            return self.mk(TKind::Comma(init, again), e.ty, e.span);
        }
        match self.operands_of(e, object, made) {
            Some(kind) => self.arena.exprs.alloc(TExpr { kind, ..*e }),
            None => e,
        }
    }

    /// A temporary with a value: what makes it, and the object.
    fn kept_temporary(&mut self, value: E<'t>, made: &mut Temporaries) -> (E<'t>, E<'t>) {
        let (ty, span) = (value.ty.bare(), value.span);
        let l = self.temporary(ty, span);
        let place = self.mk_lvalue(TKind::Local(l), ty, span);
        let init = self.mk(TKind::Init(place, value), Ty::VOID, span);
        (self.note_temporary(l, init, made), place)
    }

    /// Whether a value is that of an object that is there: behind commas its bytes are read.
    fn is_again(&self, e: E<'t>) -> bool {
        match e.kind {
            TKind::Comma(_, b) => self.is_again(b),
            TKind::Load(_) => true,
            _ => false,
        }
    }

    /// What an expression is with its operands gone through; `None` where none changed.
    fn operands_of(&mut self, e: E<'t>, object: bool, made: &mut Temporaries) -> Option<TKind<'t>> {
        let same = |a: E<'t>, b: E<'t>| std::ptr::eq(a, b);
        Some(match e.kind {
            TKind::Init(place, v) => {
                let temporary = match place.kind {
                    TKind::Local(l) if self.cx.is_destroyed(place.ty) => Some(l),
                    _ => None,
                };
                let place_now = self.gone_through(place, false, made);
                let value = self.gone_through(v, true, made);
                let kind = TKind::Init(place_now, value);
                let Some(l) = temporary else {
                    return (!same(place, place_now) || !same(v, value)).then_some(kind);
                };
                if self.cx.types.element(place.ty).is_some() {
                    self.no_destruction("an array that is a temporary", e.span);
                }
                let init = self.arena.exprs.alloc(TExpr { kind, ..*e });
                return Some(self.note_temporary(l, init, made).kind);
            }
            TKind::Deref(x) => TKind::Deref(self.changed(x, made)?),
            TKind::Load(x) => TKind::Load(self.changed(x, made)?),
            TKind::AddrOf(x) => TKind::AddrOf(self.changed(x, made)?),
            TKind::Neg(x) => TKind::Neg(self.changed(x, made)?),
            TKind::BitNot(x) => TKind::BitNot(self.changed(x, made)?),
            TKind::Not(x) => TKind::Not(self.changed(x, made)?),
            TKind::Cast(x) => TKind::Cast(self.changed(x, made)?),
            TKind::Field { base, offset, bits }
                if e.is_glvalue() && !base.is_glvalue() && self.cx.is_destroyed(base.ty) =>
            {
                let value = self.gone_through(base, true, made);
                let (init, place) = self.kept_temporary(value, made);
                let kind = TKind::Comma(init, place);
                let base = self.mk_as(kind, place.ty, Category::Xvalue, e.span);
                TKind::Field { base, offset, bits }
            }
            TKind::Field { base, offset, bits } => {
                TKind::Field { base: self.changed(base, made)?, offset, bits }
            }
            TKind::IncDec { target, inc, prefix, size } => {
                TKind::IncDec { target: self.changed(target, made)?, inc, prefix, size }
            }
            TKind::Binary(op, a, b) => {
                let (a, b) = self.both(a, b, made)?;
                TKind::Binary(op, a, b)
            }
            TKind::Compare(op, a, b) => {
                let (a, b) = self.both(a, b, made)?;
                TKind::Compare(op, a, b)
            }
            TKind::PtrAdd { ptr, index, size, minus } => {
                let (ptr, index) = self.both(ptr, index, made)?;
                TKind::PtrAdd { ptr, index, size, minus }
            }
            TKind::PtrDiff { a, b, size } => {
                let (a, b) = self.both(a, b, made)?;
                TKind::PtrDiff { a, b, size }
            }
            // The right operand comes first ([expr.ass] 1).
            TKind::Assign(to, v) => {
                let (v, to) = self.both(v, to, made)?;
                TKind::Assign(to, v)
            }
            TKind::OpAssign { target, op, value, common, size } => {
                let (value, target) = self.both(value, target, made)?;
                TKind::OpAssign { target, op, value, common, size }
            }
            TKind::Comma(a, b) => {
                let (x, y) =
                    (self.gone_through(a, false, made), self.gone_through(b, object, made));
                return (!same(a, x) || !same(b, y)).then_some(TKind::Comma(x, y));
            }
            TKind::And(a, b) => {
                let x = self.gone_through(a, false, made);
                let y = self.conditional_operand(b, false, made);
                return (!same(a, x) || !same(b, y)).then_some(TKind::And(x, y));
            }
            TKind::Or(a, b) => {
                let x = self.gone_through(a, false, made);
                let y = self.conditional_operand(b, false, made);
                return (!same(a, x) || !same(b, y)).then_some(TKind::Or(x, y));
            }
            TKind::Cond(c, a, b) => {
                let x = self.gone_through(c, false, made);
                let y = self.conditional_operand(a, object, made);
                let z = self.conditional_operand(b, object, made);
                let changed = !same(c, x) || !same(a, y) || !same(b, z);
                return changed.then_some(TKind::Cond(x, y, z));
            }
            TKind::New(f, args, zero) => TKind::New(f, self.all(args, made)?, zero),
            TKind::Call(f, args) => TKind::Call(f, self.all(args, made)?),
            TKind::Builtin(action, args) => TKind::Builtin(action, self.all(args, made)?),
            TKind::Repeat { element, count } => {
                let before = made.list.len();
                let now = self.gone_through(element, true, made);
                if made.list.len() > before {
                    self.no_destruction("a temporary of each element of an array", e.span);
                }
                return (!same(element, now)).then_some(TKind::Repeat { element: now, count });
            }
            TKind::Aggregate(parts) => return self.parts_of(parts, made),
            TKind::Statements(list) => {
                if list.iter().any(|s| self.destroys(s)) {
                    self.no_destruction("an object in statements as an expression", e.span);
                }
                return None;
            }
            TKind::Int(_)
            | TKind::Float(_)
            | TKind::Local(_)
            | TKind::Global(_)
            | TKind::Error
            | TKind::Functions(_)
            | TKind::Braces(_) => return None,
        })
    }

    fn conditional_operand(&mut self, e: E<'t>, object: bool, made: &mut Temporaries) -> E<'t> {
        made.conditions += 1;
        let e = self.gone_through(e, object, made);
        made.conditions -= 1;
        e
    }

    fn changed(&mut self, e: E<'t>, made: &mut Temporaries) -> Option<E<'t>> {
        let now = self.gone_through(e, false, made);
        (!std::ptr::eq(e, now)).then_some(now)
    }

    fn both(&mut self, a: E<'t>, b: E<'t>, made: &mut Temporaries) -> Option<(E<'t>, E<'t>)> {
        let (x, y) = (self.gone_through(a, false, made), self.gone_through(b, false, made));
        (!std::ptr::eq(a, x) || !std::ptr::eq(b, y)).then_some((x, y))
    }

    fn all(&mut self, args: &'t [E<'t>], made: &mut Temporaries) -> Option<&'t [E<'t>]> {
        let list: Vec<E<'t>> = args.iter().map(|a| self.gone_through(a, false, made)).collect();
        let changed = list.iter().zip(args).any(|(a, b)| !std::ptr::eq(*a, *b));
        changed.then(|| self.list(list))
    }

    /// The parts of an aggregate, which make its members. A reference among them would keep what it is bound to.
    fn parts_of(&mut self, parts: &'t [InitPart<'t>], made: &mut Temporaries) -> Option<TKind<'t>> {
        let mut changed = false;
        let mut list = Vec::with_capacity(parts.len());
        for p in parts {
            if self.kept_by_reference(p.value).is_some() {
                self.no_destruction(
                    "a temporary that a member of an aggregate keeps",
                    p.value.span,
                );
            }
            let value = self.gone_through(p.value, true, made);
            changed |= !std::ptr::eq(value, p.value);
            list.push(InitPart { value, ..*p });
        }
        changed.then(|| TKind::Aggregate(self.arena.parts.alloc_extend(list)))
    }

    /// Whether an expression makes a temporary that is destroyed.
    pub(super) fn makes_temporary(&mut self, e: E<'t>) -> bool {
        let mut made = Temporaries { list: Vec::new(), conditions: 0, keep: None };
        self.gone_through(e, false, &mut made);
        !made.list.is_empty()
    }

    /// Whether a statement within an expression makes something that is destroyed.
    fn destroys(&mut self, s: &TStmt<'t>) -> bool {
        if self.begins(s).is_some() {
            return true;
        }
        match &s.kind {
            TStmtKind::Expr(e) | TStmtKind::Init(_, e) | TStmtKind::Return(Some(e)) => {
                self.makes_temporary(e)
            }
            TStmtKind::Block(list) => list.iter().any(|s| self.destroys(s)),
            TStmtKind::If(arms, other) => {
                arms.iter().any(|(c, s)| self.makes_temporary(c) || self.destroys(s))
                    || other.as_ref().is_some_and(|s| self.destroys(s))
            }
            TStmtKind::While { cond, body, .. } | TStmtKind::DoWhile { cond, body, .. } => {
                self.makes_temporary(cond) || self.destroys(body)
            }
            TStmtKind::For { init, cond, step, body, .. } => {
                init.iter().any(|s| self.destroys(s))
                    || cond.iter().chain(step).any(|e| self.makes_temporary(e))
                    || self.destroys(body)
            }
            TStmtKind::Switch { selector, body, .. } => {
                self.makes_temporary(selector) || self.destroys(body)
            }
            _ => false,
        }
    }
}
