//! How expressions are looked at. A mode is set for a part of the source, and is as before after it.

use crate::check::Body;

/// What holds for the expressions that are looked at.
#[derive(Clone, Copy, Default)]
pub(in crate::check) struct Mode {
    /// Nothing is evaluated: operands of `sizeof` and `decltype`, and what is looked at for its type only
    /// ([expr.context] 1).
    pub unevaluated: bool,
    /// What stands here is evaluated by the compiler ([expr.const]): it may name the host's, and uses nothing at run time.
    pub constant: bool,
    /// A conversion that a class defines is being looked for: no second one follows it ([over.best.ics] 4).
    pub one_conversion: bool,
    /// A list in braces here takes no value that is narrowed.
    pub strict_lists: bool,
    /// No control gets here: what is called need not be defined.
    pub unreachable: bool,
    /// The type of a `__shared__` object is being read.
    pub shared: bool,
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

    /// Does something where nothing is evaluated.
    pub(in crate::check) fn unevaluated<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        self.with_mode(|m| m.unevaluated = true, act)
    }
}
