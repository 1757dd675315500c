//! Lambda expressions as they are written ([expr.prim.lambda]).

use super::*;

/// How a variable is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureMode {
    /// `x`, `=`: a copy.
    Copy,
    /// `&x`, `&`.
    Reference,
}

/// What one capture says.
#[derive(Clone, Copy, Debug)]
pub enum CaptureKind<'a> {
    /// A variable by its name.
    Variable(CaptureMode),
    /// `x = e`, `&x = e`: a variable of its own, as `auto` declares it.
    Init(&'a Declaration<'a>),
    /// `this`.
    This,
    /// `*this`.
    Object,
}

/// A capture of a list.
#[derive(Clone, Copy, Debug)]
pub struct Capture<'a> {
    /// The variable's name; that of `this` where it is meant.
    pub name: Name,
    /// What is captured, and how.
    pub kind: CaptureKind<'a>,
    /// `...` stands at it: the elements of a pack.
    pub pack: bool,
}

/// A condition of `if constexpr` that something stands under.
#[derive(Clone, Copy, Debug)]
pub struct Guard<'a> {
    /// The condition.
    pub condition: &'a Expr<'a>,
    /// What it is where that is not discarded.
    pub holds: bool,
}

/// A name in a lambda's body that it does not declare itself.
#[derive(Clone, Copy, Debug)]
pub struct Mentioned<'a> {
    /// The name; that of `this` where it is meant.
    pub name: Name,
    /// The conditions that it stands under, but for those that name what the lambda declares.
    pub guards: &'a [Guard<'a>],
}

/// A lambda expression.
#[derive(Debug)]
pub struct Lambda<'a> {
    /// `=` or `&` before the captures.
    pub default: Option<CaptureMode>,
    /// The captures that are written.
    pub captures: &'a [Capture<'a>],
    /// Its closure type: a class of `operator()` alone.
    pub record: &'a RecordSpec<'a>,
    /// `operator()`, a template where a parameter is `auto`.
    pub call: &'a Declaration<'a>,
    /// What it may capture; a name stands here again where its conditions are others.
    pub mentions: &'a [Mentioned<'a>],
    /// The names in its default arguments, where they are evaluated, that it does not declare.
    pub defaults: &'a [Name],
    /// Packs around it that it names and does not expand itself.
    pub packs: &'a [Symbol],
    /// `mutable`.
    pub mutable: bool,
    /// It stands in an operand that is not evaluated.
    pub unevaluated: bool,
    /// `__device__` or `__host__` stands before its parameters.
    pub marked: bool,
    /// It is the host's.
    pub host: bool,
}

impl Lambda<'_> {
    /// Whether nothing can be captured: the closure converts to a pointer to a function.
    pub fn is_free(&self) -> bool {
        self.default.is_none() && self.captures.is_empty()
    }
}
