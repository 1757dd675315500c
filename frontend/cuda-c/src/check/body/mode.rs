//! How expressions are looked at. A mode is set for a part of the source, and is as before after it.

use crate::{
    ast::{Expr, MemberKind},
    check::{Body, body::E},
    typed::{Category, FunctionId},
    types::{Ty, TypeKind},
};

/// What holds for the expressions that are looked at.
#[derive(Clone, Copy, Default)]
pub(in crate::check) struct Mode {
    /// Nothing is evaluated: operands of `sizeof` and `decltype`, and what is looked at for its type only
    /// ([expr.context] 1).
    pub unevaluated: bool,
    /// The same of what is never evaluated: an operand, and not what is looked at for its type.
    pub operand: bool,
    /// What stands here is asked what it throws: calls are kept.
    pub noexcept: bool,
    /// What stands here is evaluated by the compiler ([expr.const]): it may name the host's, and uses nothing at run time.
    pub constant: bool,
    /// A conversion that a class defines is being looked for: no second one follows it ([over.best.ics] 4).
    pub one_conversion: bool,
    /// A constructor is called with the one argument of a direct initialisation.
    pub direct_argument: bool,
    /// `explicit` conversion functions to references take part in what is bound to a reference here: by direct
    /// initialisation ([over.match.ref] 1), also to the first parameter of a constructor that takes a reference to its
    /// class (core issue 899).
    pub explicit_functions: bool,
    /// A list in braces here takes no value that is narrowed.
    pub strict_lists: bool,
    /// Nor does any element of this array of scalars, which a `std::initializer_list` lists.
    pub strict_elements: bool,
    /// No control gets here: what is called need not be defined.
    pub unreachable: bool,
    /// The type of a `__shared__` object is being read.
    pub shared: bool,
    /// A function is called by a pointer: who may name it is not asked again.
    pub by_pointer: bool,
    /// The parameters and the result of a function template's instance are being read.
    pub signature: bool,
}

impl Body<'_, '_, '_, '_> {
    /// Does something in a mode.
    pub(in crate::check) fn with_mode<R>(
        &mut self,
        set: impl FnOnce(&mut Mode),
        act: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let was = self.mode;
        set(&mut self.mode);
        let result = act(self);
        self.mode = was;
        result
    }

    /// Tells of what is wrong with a template's signature whatever its arguments are: it takes no template out of a choice, as
    /// nobody need substitute anything for it to be wrong ([temp.res] 8).
    pub(super) fn in_earnest<R>(&mut self, tell: impl FnOnce(&mut Self) -> R) -> R {
        if !self.mode.signature {
            return tell(self);
        }
        let trials = self.cx.diags.suspend();
        let told = tell(self);
        self.cx.diags.resume(trials);
        told
    }

    /// Does something for a parameter of a function, the first one where `first`.
    pub(super) fn for_parameter<R>(
        &mut self,
        f: FunctionId,
        parameter: Ty,
        first: bool,
        act: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let copies = first && self.mode.direct_argument && self.takes_own_class(f, parameter);
        self.with_mode(
            |m| {
                m.direct_argument = false;
                m.explicit_functions = copies;
            },
            act,
        )
    }

    /// Does something where a reference is initialised, directly or not.
    pub(super) fn for_reference<R>(&mut self, direct: bool, act: impl FnOnce(&mut Self) -> R) -> R {
        self.with_mode(|m| m.explicit_functions = direct, act)
    }

    /// Whether a parameter of a constructor is a reference to its class.
    fn takes_own_class(&self, f: FunctionId, parameter: Ty) -> bool {
        let own = self.cx.functions.get(f).filter(|f| f.membership.kind == MemberKind::Constructor);
        let TypeKind::Reference(r, _) = self.cx.types.kind(parameter) else { return false };
        let class = own.and_then(|f| self.cx.types.pointee(f.signature.params.first()?.ty));
        class.is_some_and(|c| c.bare() == r.bare())
    }

    /// Does something where nothing is evaluated.
    pub(in crate::check) fn unevaluated<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.made.get_mut().len();
        let value = self.with_mode(|m| (m.unevaluated, m.operand) = (true, true), act);
        // What it would make is nobody's.
        self.made.get_mut().truncate(before);
        value
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Whether what stands here is not evaluated, so that it need not be built.
    pub(super) fn is_only_named(&self) -> bool {
        self.mode.unevaluated && !wrong!(OperandsAreBuilt)
    }

    /// An operand that is not evaluated. Its temporaries could be destroyed ([class.temporary] 1): all objects that it makes but what it gives
    /// itself, where that is none.
    pub(in crate::check) fn unevaluated_operand(&mut self, e: &'a Expr<'a>, given: bool) -> E<'t> {
        let before = self.made.get_mut().len();
        let v = self.expr(e);
        let made = self.made.get_mut().split_off(before);
        for (ty, span) in made {
            let own = given
                && v.category == Category::Prvalue
                && v.span == span
                && v.ty.bare() == ty.bare();
            if !own && !wrong!(OperandsNeedNoDestructors) {
                self.check_destructor(ty, span);
            }
        }
        v
    }
}
