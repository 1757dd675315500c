//! Objects are destroyed where their lives end ([class.dtor], [stmt.jump] 2, [class.temporary]).
//!
//! Idea: one walk over the typed tree of a function that is done. What lives is a stack: a variable begins with its
//! [`TStmtKind::Init`] or [`TStmtKind::Lives`], and is destroyed at the end of its block and at every jump to a place where less
//! lives; `return` first keeps the value that it gives. A temporary is what an expression's [`TKind::Init`] makes in a local,
//! and ends with its full-expression, or with the reference that is bound to it. A destructor's own bases and members lie at the
//! bottom of the stack.
//!
//! Legality: a jump never leads to where more lives than where it comes from; [`super::jump`] refuses that.
//!
//! Cost: one walk, in functions that destroy something alone.

mod call;
mod expression;
mod object;
mod statement;

use optx_source::{Span, code};

use crate::{
    ast::MemberKind,
    check::{Body, body::E},
    intern::Map,
    typed::{Label, LocalId, TKind, TStmt, TStmtKind},
    types::Ty,
};

/// An object that is destroyed when its scope ends.
#[derive(Clone, Copy)]
enum Living<'t> {
    /// A variable, or a temporary that a reference keeps.
    Local(LocalId),
    /// The object that the function returns, which only `return` leaves alive.
    Result(LocalId),
    /// A base or member of the object that the function destroys.
    Part(E<'t>),
}

impl Living<'_> {
    fn local(&self) -> Option<LocalId> {
        match self {
            Living::Local(l) | Living::Result(l) => Some(*l),
            Living::Part(_) => None,
        }
    }
}

/// What lives at a place of the walk, and what lives last at each label.
struct Lives<'t> {
    stack: Vec<Living<'t>>,
    labels: Map<Label, Option<LocalId>>,
}

impl<'t> Body<'_, '_, 't, '_> {
    /// The body of a function with the destruction of its objects.
    pub(super) fn with_destructors(&mut self, body: TStmt<'t>) -> TStmt<'t> {
        if !self.cx.classes.declare_destructors {
            return body;
        }
        let span = body.span;
        let parts = self.parts_to_destroy(span);
        if self.cx.diags.has_errors() || parts.is_empty() && !self.has_destroyed() {
            return body;
        }
        let mut lives = Lives { stack: parts, labels: Map::default() };
        self.note_labels(&body, &mut Vec::new(), &mut lives.labels);
        let mut list = Vec::new();
        self.statement_with_ends(body, &mut lives, &mut list);
        if !ends_with_jump(&list) {
            self.destroy_from(0, &lives, &mut list, span);
        }
        TStmt { kind: TStmtKind::Block(list), span }
    }

    /// A part of the function's statements, around which nothing lives, with the destruction of what it makes.
    pub(super) fn piece_with_destructors(&mut self, list: Vec<TStmt<'t>>) -> Vec<TStmt<'t>> {
        if self.cx.diags.has_errors() || !self.has_destroyed() {
            return list;
        }
        let mut lives = Lives { stack: Vec::new(), labels: Map::default() };
        let mut stack = Vec::new();
        list.iter().for_each(|s| self.note_labels(s, &mut stack, &mut lives.labels));
        let mut out = Vec::with_capacity(list.len());
        for s in list {
            let span = s.span;
            self.statement_with_ends(s, &mut lives, &mut out);
            if !lives.stack.is_empty() {
                self.no_destruction("an object in a function of so many statements", span);
                break;
            }
        }
        out
    }

    /// Whether the function has objects whose destruction does something.
    fn has_destroyed(&mut self) -> bool {
        self.has_destroyed_since(&mut (0, 0))
    }

    /// The same of the objects and variables behind so many that were seen before; all are, then.
    pub(super) fn has_destroyed_since(&mut self, seen: &mut (usize, usize)) -> bool {
        if !self.cx.classes.declare_destructors {
            return false;
        }
        let made = self.made.borrow();
        let mut types: Vec<Ty> = made.iter().skip(seen.0).map(|m| m.0).collect();
        let locals = self.variables.locals.iter().skip(seen.1);
        types.extend(locals.map(|l| self.cx.types.referred(l.ty)));
        *seen = (made.len(), self.variables.locals.len());
        drop(made);
        types.into_iter().any(|t| self.cx.is_destroyed(t))
    }

    /// The bases and members that a destructor destroys after its body ([class.dtor] 9).
    fn parts_to_destroy(&mut self, span: Span) -> Vec<Living<'t>> {
        let info = self.function.and_then(|f| self.cx.functions.get(f));
        let class = info.filter(|f| f.membership.kind == MemberKind::Destructor);
        let Some(r) = class.and_then(|f| f.membership.class) else { return Vec::new() };
        let this = self.variables.locals.with_ids().next().map(|l| l.0);
        let Some(this) = this.filter(|_| !wrong!(DestructorsLeaveMembers)) else {
            return Vec::new();
        };
        let ty = self.cx.types.record(r);
        let to = self.cx.types.pointer(ty);
        let pointer = self.mk_lvalue(TKind::Local(this), to, span);
        let pointer = self.mk(TKind::Load(pointer), pointer.ty, span);
        let object = self.mk_lvalue(TKind::Deref(pointer), ty, span);
        let record = self.cx.types.records.get(r).filter(|x| !x.is_union);
        let mut fields = record.map_or(Vec::new(), |x| x.fields.clone());
        if wrong!(MembersDieInOrder) {
            fields.reverse();
        }
        if wrong!(BasesDieFirst) {
            fields.sort_by_key(|f| f.base);
        }
        fields.retain(|f| self.cx.is_destroyed(f.ty));
        fields.iter().map(|f| Living::Part(self.raw_field(object, f))).collect()
    }

    /// What begins to live with a statement.
    fn begins(&mut self, s: &TStmt<'t>) -> Option<Living<'t>> {
        match s.kind {
            TStmtKind::Init(l, v) => {
                let ty = self.variables.locals.get(l)?.ty;
                if self.cx.types.is_reference(ty) {
                    return self.kept_by_reference(v).map(Living::Local);
                }
                self.cx.is_destroyed(ty).then_some(Living::Local(l))
            }
            TStmtKind::Lives(l) => {
                let result = self.returned.object.is_some_and(|r| r.0 == l);
                Some(if result { Living::Result(l) } else { Living::Local(l) })
            }
            _ => None,
        }
    }

    /// The temporary that lives as long as a reference that is bound to it, or to a part of it ([class.temporary] 6).
    fn kept_by_reference(&mut self, v: E<'t>) -> Option<LocalId> {
        if wrong!(ReferencesKeepNothing) {
            return None;
        }
        let (mut e, mut made) = (v, Vec::new());
        loop {
            match e.kind {
                TKind::Comma(a, b) => {
                    if let TKind::Init(place, _) = a.kind
                        && let TKind::Local(l) = place.kind
                    {
                        made.push(l);
                    }
                    e = b;
                }
                TKind::AddrOf(x) | TKind::Cast(x) => e = x,
                TKind::Field { base, .. } if base.is_glvalue() => e = base,
                TKind::Local(l) => {
                    let ty = self.variables.locals.get(l)?.ty;
                    return (made.contains(&l) && self.cx.is_destroyed(ty)).then_some(l);
                }
                _ => return None,
            }
        }
    }

    /// Refuses a temporary that a constructor binds a member to: NVRTC ends it with the constructor, which C++ has no word for
    /// ([class.base.init] 8).
    pub(in crate::check) fn check_bound_member(&mut self, v: E<'t>, span: Span) {
        if self.cx.classes.declare_destructors && self.kept_by_reference(v).is_some() {
            self.no_destruction("a temporary that a constructor binds a member to", span);
        }
    }

    /// Whether a reference may keep a temporary in a way that is not followed: behind a condition or a subscript.
    fn may_keep(&mut self, e: E<'t>, made: &mut Vec<LocalId>) -> bool {
        match e.kind {
            TKind::Comma(a, b) => {
                if let TKind::Init(place, _) = a.kind
                    && let TKind::Local(l) = place.kind
                {
                    made.push(l);
                }
                self.may_keep(b, made)
            }
            TKind::Cond(_, a, b) => self.may_keep(a, made) || self.may_keep(b, made),
            TKind::AddrOf(x) | TKind::Cast(x) | TKind::Deref(x) => self.may_keep(x, made),
            TKind::PtrAdd { ptr, .. } => self.may_keep(ptr, made),
            TKind::Field { base, .. } => self.may_keep(base, made),
            TKind::Local(l) => {
                let ty = self.variables.locals.get(l).map_or(Ty::ERROR, |l| l.ty);
                made.contains(&l) && self.cx.is_destroyed(ty)
            }
            _ => false,
        }
    }

    /// Notes what lives last at each label.
    fn note_labels(
        &mut self,
        s: &TStmt<'t>,
        stack: &mut Vec<LocalId>,
        labels: &mut Map<Label, Option<LocalId>>,
    ) {
        if let Some(l) = self.begins(s).and_then(|l| l.local()) {
            stack.push(l);
        }
        let before = stack.len();
        let top = stack.last().copied();
        match &s.kind {
            TStmtKind::Label(l) => {
                labels.insert(*l, top);
                return;
            }
            TStmtKind::Block(list) => list.iter().for_each(|s| self.note_labels(s, stack, labels)),
            TStmtKind::If(arms, other) => {
                for s in arms.iter().map(|a| &a.1).chain(other.iter().map(|o| &**o)) {
                    self.note_labels(s, stack, labels);
                    stack.truncate(before);
                }
            }
            TStmtKind::While { body, next, end, .. }
            | TStmtKind::DoWhile { body, next, end, .. } => {
                labels.extend([(*next, top), (*end, top)]);
                self.note_labels(body, stack, labels);
            }
            TStmtKind::For { init, body, next, end, .. } => {
                init.iter().for_each(|s| self.note_labels(s, stack, labels));
                let top = stack.last().copied();
                labels.extend([(*next, top), (*end, top)]);
                self.note_labels(body, stack, labels);
            }
            TStmtKind::Switch { body, end, .. } => {
                labels.insert(*end, top);
                self.note_labels(body, stack, labels);
            }
            _ => return,
        }
        stack.truncate(before);
    }

    /// Says that something about destructors is not supported yet.
    fn no_destruction(&mut self, what: &str, span: Span) {
        let text =
            format!("{what} is not supported yet where it has a destructor that does something");
        self.error(code::CLASS, span, text);
    }
}

/// Whether control does not get behind a list, as its last statement shows.
fn ends_with_jump(list: &[TStmt<'_>]) -> bool {
    list.last().is_some_and(|s| match &s.kind {
        TStmtKind::Return(_) | TStmtKind::Goto(_) => true,
        TStmtKind::Block(list) => ends_with_jump(list),
        _ => false,
    })
}
