//! Whether an initialisation, an assignment or a conversion of values of given types makes sense, throws, or calls anything
//! ([meta.unary.prop], [meta.rel]): what the compiler's traits ask.
//!
//! Idea: the expression that the standard defines each by is checked, as nobody's who has a right of access, with objects that are
//! nowhere; what it throws is read off its typed tree, as for `noexcept`, and it is trivial where it calls nothing.
//! Legality: what is not built yet is no "no": its error is told.

use optx_source::Span;

use super::{Body, E};
use crate::{
    ast::Expr,
    check::{Checker, class::Special},
    typed::{TKind, TypedArenas},
    types::{RecordId, Ty, TypeKind, UNKNOWN},
    words,
};

/// What is asked of types.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `T t(declval<Args>()...);`.
    Construction,
    /// `declval<T>() = declval<U>()`.
    Assignment,
    /// `return declval<From>();` of a function that gives a `To`: the types are from and to.
    Conversion,
}

/// What there is to say of an expression that makes sense.
#[derive(Clone, Copy)]
pub(super) struct Effects {
    /// Whether it may throw; `None` where that is not known.
    pub throws: Option<bool>,
    /// It calls nothing.
    pub trivial: bool,
}

impl<'a> Checker<'a, '_> {
    /// Looks at an expression over types; `None` where it makes no sense.
    pub(super) fn well_formed(&mut self, form: Form, types: &[Ty]) -> Option<Effects> {
        let trial = self.diags.begin_trial();
        let effects = self.as_nobody(|b| {
            b.unevaluated(|b| b.with_mode(|m| m.noexcept = true, |b| b.effects(form, types)))
        });
        let wrong = self.diags.end_substitution(trial);
        effects.filter(|_| !wrong)
    }

    /// Whether the value that a member begins with may throw; `None` where it is wrong.
    pub(super) fn value_throws(&mut self, r: RecordId, e: &'a Expr<'a>) -> Option<bool> {
        let trial = self.diags.begin_trial();
        let throws = self.as_nobody(|b| {
            b.in_class_of(r, None, |b| {
                b.unevaluated(|b| {
                    b.with_mode(
                        |m| m.noexcept = true,
                        |b| {
                            let value = b.expr(e);
                            b.may_throw(value)
                        },
                    )
                })
            })
        });
        let wrong = self.diags.end_trial(trial);
        throws.filter(|_| !wrong)
    }

    /// Looks at something where nothing is in scope, as nobody's member or friend.
    fn as_nobody<R>(&mut self, act: impl FnOnce(&mut Body<'_, 'a, '_, '_>) -> R) -> R {
        let arena = TypedArenas::small();
        let env = self.templates.no_env.clone();
        let mut body = Body::within(self, &arena, &env, None);
        if !wrong!(ConstructionsSeePrivate) {
            body.expected.asking = Some(words::EMPTY);
        }
        body.at((0, u32::MAX), act)
    }

    /// Whether an object's end makes sense.
    pub(super) fn is_destructible(&mut self, t: Ty) -> bool {
        match self.types.kind(t) {
            TypeKind::Reference(..) => true,
            TypeKind::Void | TypeKind::Function(_) | TypeKind::Array(_, UNKNOWN) => false,
            _ => self.as_nobody(|b| b.unreachable_destructor(t).is_none()),
        }
    }
}

impl<'t> Body<'_, '_, 't, '_> {
    fn effects(&mut self, form: Form, types: &[Ty]) -> Option<Effects> {
        let span = Span::NONE;
        let (&first, rest) = types.split_first()?;
        let made = match form {
            Form::Construction => self.constructed(first, rest, span)?,
            Form::Assignment => {
                let [target, value] = [first, *rest.first()?].map(|t| self.declared_value(t, span));
                self.assign_from(target?, value?, (span, span), span)
            }
            Form::Conversion if wrong!(ConversionsAreExplicit) => {
                self.constructed(*rest.first()?, &[first], span)?
            }
            Form::Conversion => return self.converted(first, *rest.first()?, span),
        };
        if made.ty.is_error() {
            return None;
        }
        let plain = form != Form::Construction
            || !rest.is_empty()
            || self.cx.is_trivial(first, Special::DefaultConstructor);
        let mut throws = self.may_throw(made);
        if form == Form::Construction && throws == Some(false) {
            throws = self.cx.destruction_may_throw(self.cx.types.innermost(first));
        }
        Some(Effects { throws, trivial: plain && calls_nothing(made) })
    }

    /// `std::declval<T>()`: no type has such an object whose reference would make no sense, `void` among them.
    fn declared_value(&mut self, t: Ty, span: Span) -> Option<E<'t>> {
        let object = self.cx.types.function_type(t).is_some_and(|f| f.suffix.has_object());
        if t.bare() == Ty::VOID || object {
            return None;
        }
        let reference = self.cx.types.reference(t, true);
        Some(self.value_of_type(reference, span))
    }

    /// The value of `T t(args...)`, whose end makes sense too.
    fn constructed(&mut self, t: Ty, args: &[Ty], span: Span) -> Option<E<'t>> {
        let values =
            args.iter().map(|a| self.declared_value(*a, span)).collect::<Option<Vec<_>>>()?;
        match (self.cx.types.kind(t), &values[..]) {
            (TypeKind::Void | TypeKind::Function(_) | TypeKind::Array(_, UNKNOWN), _) => None,
            (TypeKind::Reference(to, rvalue), &[one]) => {
                Some(self.for_reference(true, |b| b.bind_reference(one, to, rvalue)))
            }
            (TypeKind::Reference(..), _) => None,
            (TypeKind::Array(..), []) => {
                self.check_destructor(t, span);
                Some(self.value_initial(t, true, span))
            }
            (TypeKind::Array(..), _) => None,
            _ => {
                self.check_destructor(t, span);
                Some(self.direct_initial(values, t, span))
            }
        }
    }

    fn converted(&mut self, from: Ty, to: Ty, span: Span) -> Option<Effects> {
        if to.bare() == Ty::VOID || from.bare() == Ty::VOID {
            let both = to.bare() == from.bare();
            return both.then_some(Effects { throws: Some(false), trivial: true });
        }
        let value = self.declared_value(from, span)?;
        let made = match self.cx.types.kind(to) {
            TypeKind::Array(..) | TypeKind::Function(_) => return None,
            TypeKind::Reference(to, rvalue) => {
                self.for_reference(false, |b| b.bind_reference(value, to, rvalue))
            }
            _ => {
                self.check_destructor(to, span);
                self.copy_initial(value, to)
            }
        };
        let effects = Effects { throws: self.may_throw(made), trivial: calls_nothing(made) };
        (!made.ty.is_error()).then_some(effects)
    }
}

/// Whether a typed tree calls no function.
fn calls_nothing(e: E<'_>) -> bool {
    let mut list = vec![e];
    while let Some(e) = list.pop() {
        let made = matches!(e.kind, TKind::New(..)) && !wrong!(UserConstructorsAreTrivial);
        if made || matches!(e.kind, TKind::Call(..) | TKind::Statements(_)) {
            return false;
        }
        e.operands(|x| list.push(x));
    }
    true
}
