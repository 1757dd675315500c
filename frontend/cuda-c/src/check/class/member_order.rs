//! Members that a constructor's list reads before anything has set them: members are set in the order in which the class declares them, whatever the order of the
//! list ([class.base.init] 13).
//!
//! Idea: an initialiser of a member of scalar type is walked down the operators that read their operands; a name in it that is a member of scalar type of the same class,
//! declared at its own place or behind it, is read before it is set. What a call is given, whose address is taken, or what a parameter of that name hides is no such read.
//!
//! Source: clang's `-Wuninitialized`, which tells of lists alike; nvcc 13.5 does not.
//! Cost: the names of a list's initialisers, each looked for among the members from its own on.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Expr, ExprKind, MemberInit, UnaryOp},
    check::{Body, Entity},
    intern::Symbol,
    types::Field,
    words,
};

impl<'a> Body<'_, 'a, '_, '_> {
    /// Tells of the members that an initialiser of `fields[0]` reads, and that no initialiser before it has set.
    pub(super) fn told_of_unset_members(&mut self, init: &MemberInit<'a>, fields: &[Field]) {
        if !fields.first().is_some_and(|field| self.cx.types.is_scalar(field.ty)) {
            return;
        }
        let mut read = Vec::new();
        for argument in init.args {
            reads(argument, &mut read);
        }
        for (name, at, by_this) in read {
            let unset = fields.iter().find(|f| f.name == name && !f.base);
            let is_member = by_this || !matches!(self.scope_entity(name), Some(Entity::Local(_)));
            let Some(field) = unset.filter(|f| is_member && self.cx.types.is_scalar(f.ty)) else {
                continue;
            };
            let name = self.cx.text(field.name);
            let text = format!("the member `{name}` is used here, and nothing has set it");
            let note = "members are set in the order in which the class declares them";
            self.cx
                .diags
                .push(Diagnostic::new(code::UNINITIALIZED, at, text).note(Span::NONE, note));
        }
    }
}

/// The names whose values an expression surely reads, where each stands, and whether it is written as `this->name`.
fn reads(e: &Expr<'_>, found: &mut Vec<(Symbol, Span, bool)>) {
    match &e.kind {
        ExprKind::Name(name) => found.push((*name, e.span, false)),
        ExprKind::Member { base, name, arrow: true, more: None }
            if matches!(base.kind, ExprKind::This) && name.sym != words::EMPTY =>
        {
            found.push((name.sym, e.span, true));
        }
        ExprKind::Unary(UnaryOp::AddrOf, _) => {}
        ExprKind::Unary(_, of) | ExprKind::Cast(_, _, of) => reads(of, found),
        // A long chain leans to the left.
        ExprKind::Binary(..) => {
            let mut left = e;
            while let ExprKind::Binary(_, _, l, r) = &left.kind {
                reads(r, found);
                left = l;
            }
            reads(left, found);
        }
        ExprKind::Cond(condition, ..) => reads(condition, found),
        ExprKind::InitList([one]) => reads(one.value, found),
        _ => {}
    }
}
