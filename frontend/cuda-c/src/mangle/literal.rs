//! Literals in the signatures of templates.

use super::{
    Builder,
    scope::Scope,
    text::{Kind, Node, Piece},
};
use crate::{
    ast::{Base, Expr, ExprKind, TypeExpr},
    check::Entity,
    literal::{char_type, integer_type},
    types::{Ty, UNKNOWN},
};

impl<'a> Builder<'_, 'a, '_> {
    /// A literal as a constant of its type.
    pub(super) fn literal(&self, e: &Expr<'a>) -> Option<Node> {
        let (ty, value) = match e.kind {
            ExprKind::Int { value, decimal, unsigned, longs } => {
                (integer_type(value, decimal, unsigned, longs), value as i64)
            }
            ExprKind::Bool(b) => (Ty::BOOL, i64::from(b)),
            ExprKind::Char { value, kind } => (char_type(kind), value),
            ExprKind::Float { value, single, long: false } => {
                let text = match single {
                    true => format!("Lf{:08x}E", (value as f32).to_bits()),
                    false => format!("Ld{:016x}E", value.to_bits()),
                };
                return Some(self.node(Kind::Pieces(vec![Piece::Text(text)], false)));
            }
            _ => return None,
        };
        let of = Box::new(self.ty(ty));
        Some(self.node(Kind::Literal(of, value, self.cx.types.is_signed(ty))))
    }

    /// The size of a type that depends on nothing.
    pub(super) fn size_of(&self, t: &TypeExpr<'a>, scope: &Scope<'_, 'a>) -> Option<u64> {
        match t {
            TypeExpr::Base(spec) => match spec.base {
                Base::Word(w) => Some(self.cx.types.size(Ty::word(w))),
                Base::Named(s) => match self.named(scope.namespace, spec.path, s)? {
                    Entity::Type(ty, _) if self.cx.types.is_complete(ty) => {
                        Some(self.cx.types.size(ty))
                    }
                    _ => None,
                },
                _ => None,
            },
            TypeExpr::Pointer(..) => Some(8),
            TypeExpr::Array(inner, Some(n), _) => match n.kind {
                ExprKind::Int { value, .. } if value < UNKNOWN => {
                    self.size_of(inner, scope)?.checked_mul(value)
                }
                _ => None,
            },
            _ => None,
        }
    }
}
