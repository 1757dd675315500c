//! The language's own operators as candidates beside the user's ([over.match.oper] 3.3, [over.built]).
//!
//! Idea: the standard has a candidate for each choice of promoted types. What an operand becomes best does not depend on
//! the other, so those with an operand's own promoted type, and for a class the promoted types of its conversions, beat all
//! others that fit; only these are made.

use crate::{
    check::{Body, body::E, body::sequence::Sequence},
    intern::Symbol,
    types::{Ty, TypeKind},
    words,
};

/// What an operator takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Conditions.
    Truth,
    Integers,
    Numbers,
    /// Numbers, a pointer and an integer, or two pointers.
    Sums,
    /// Numbers, or values of one pointer or enumeration type.
    Compared,
}

fn takes(name: Symbol) -> Option<Takes> {
    Some(match name {
        words::OP_AND | words::OP_OR | words::OP_BANG => Takes::Truth,
        words::OP_PERCENT
        | words::OP_AMP
        | words::OP_PIPE
        | words::OP_CARET
        | words::OP_SHL
        | words::OP_SHR
        | words::OP_TILDE => Takes::Integers,
        words::OP_STAR | words::OP_SLASH => Takes::Numbers,
        words::OP_PLUS | words::OP_MINUS => Takes::Sums,
        words::OP_LT | words::OP_GT | words::OP_LE | words::OP_GE | words::OP_EQ | words::OP_NE => {
            Takes::Compared
        }
        _ => return None,
    })
}

/// An operand as a type, and how it becomes one.
type Choice = (Ty, Sequence);

impl<'t> Body<'_, '_, 't, '_> {
    /// How the operands become those of the language's own operators of a name, one list a candidate.
    pub(in crate::check) fn built_in_operators(
        &mut self,
        name: Symbol,
        operands: &[E<'t>],
    ) -> Vec<Vec<Sequence>> {
        let Some(takes) = takes(name) else { return Vec::new() };
        // `*p` and `&x` are others.
        if operands.len() == 1 && matches!(name, words::OP_STAR | words::OP_AMP) {
            return Vec::new();
        }
        let choices: Vec<Vec<Choice>> =
            operands.iter().map(|e| self.operand_choices(takes, e)).collect();
        match &choices[..] {
            [one] => one.iter().map(|(_, s)| vec![*s]).collect(),
            [left, right] => {
                let mut list = Vec::new();
                for (a, x) in left {
                    for (b, y) in right {
                        if self.go_together(takes, name, *a, *b) {
                            list.push(vec![*x, *y]);
                        }
                    }
                }
                list
            }
            _ => Vec::new(),
        }
    }

    fn operand_choices(&mut self, takes: Takes, e: E<'t>) -> Vec<Choice> {
        if takes == Takes::Truth {
            let s = match self.cx.types.is_record(e.ty) {
                true => self.user_conversion(e, Ty::BOOL, true, false).map(|(c, s)| s.after(c)),
                false => self.standard_sequence(e, Ty::BOOL),
            };
            return s.map(|s| (Ty::BOOL, s)).into_iter().collect();
        }
        let mut types: Vec<Ty> = Vec::new();
        if self.cx.types.is_record(e.ty) {
            for (_, ty) in self.scalar_conversions(e) {
                let ty = match self.cx.types.kind(ty) {
                    TypeKind::Reference(r, _) => r.bare(),
                    _ => ty.bare(),
                };
                types.push(self.promoted_operand(ty));
            }
        } else {
            let ty = match self.cx.types.kind(e.ty) {
                TypeKind::Array(elem, _) => self.cx.types.pointer(elem.with(e.ty.quals() & 3)),
                _ => e.ty.bare(),
            };
            let number = self.cx.types.is_arithmetic(ty);
            let promoted = if number { self.promotion(e) } else { ty };
            types.push(if self.is_scoped(ty) { ty } else { promoted });
        }
        types.sort_unstable();
        types.dedup();
        types.retain(|t| self.may_take(takes, *t));
        types.into_iter().filter_map(|t| Some((t, self.sequence(e, t)?))).collect()
    }

    fn is_scoped(&self, t: Ty) -> bool {
        matches!(self.cx.types.kind(t), TypeKind::Enum(e) if self.cx.types.enums[e.0 as usize].scoped)
    }

    fn promoted_operand(&self, t: Ty) -> Ty {
        if self.cx.types.is_arithmetic(t) && !self.is_scoped(t) {
            self.cx.types.promote(t)
        } else {
            t
        }
    }

    fn may_take(&self, takes: Takes, t: Ty) -> bool {
        let types = &self.cx.types;
        if self.is_scoped(t) {
            return takes == Takes::Compared;
        }
        let pointer = types.is_pointer(t);
        match takes {
            Takes::Truth => true,
            Takes::Integers => types.is_integer(t),
            Takes::Numbers => types.is_arithmetic(t),
            Takes::Sums | Takes::Compared => types.is_arithmetic(t) || pointer,
        }
    }

    fn go_together(&self, takes: Takes, name: Symbol, a: Ty, b: Ty) -> bool {
        let types = &self.cx.types;
        let (p, q) = (types.is_pointer(a), types.is_pointer(b));
        if self.is_scoped(a) || self.is_scoped(b) {
            return a == b;
        }
        match (p, q) {
            (false, false) => true,
            (true, true) => takes == Takes::Compared || name == words::OP_MINUS,
            (true, false) => takes == Takes::Sums && types.is_integer(b),
            (false, true) => name == words::OP_PLUS && types.is_integer(a),
        }
    }
}
