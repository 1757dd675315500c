//! The typed tree: what the checker makes of a function, and the translator reads.
//!
//! Conversions are explicit nodes, names are resolved, an lvalue is told from its value by a [`TKind::Load`].

use optx_source::Span;
use optx_whirl::{AtomicScope, Intrinsic, Operator, WnId};
use typed_arena::Arena;

use crate::{
    ast::BinaryOp,
    types::{BitField, Ty},
};

optx_whirl::arena_id! {
    /// A local variable or parameter of the function at hand.
    LocalId, "local"
}
optx_whirl::arena_id! {
    /// An object with static storage.
    GlobalId, "global"
}
optx_whirl::arena_id! {
    /// A function.
    FunctionId, "function"
}
optx_whirl::arena_id! {
    /// A mention of functions by their name, which is no call.
    NamedId, "named"
}
optx_whirl::arena_id! {
    /// A label of the function at hand; `break` and `continue` have labels too.
    Label, "label"
}

#[derive(Default)]
pub(crate) struct TypedArenas<'t> {
    pub exprs: Arena<TExpr<'t>>,
    pub refs: Arena<&'t TExpr<'t>>,
    pub parts: Arena<InitPart<'t>>,
    pub stmts: Arena<TStmt<'t>>,
}

impl TypedArenas<'_> {
    /// Without room yet, for what hardly ever makes an expression.
    pub fn small() -> Self {
        TypedArenas {
            exprs: Arena::with_capacity(0),
            refs: Arena::with_capacity(0),
            parts: Arena::with_capacity(0),
            stmts: Arena::with_capacity(0),
        }
    }
}

/// What an expression is, beside its type ([basic.lval]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Category {
    /// An object.
    Lvalue,
    /// An object whose resources may be taken.
    Xvalue,
    /// A value, which is no object yet.
    Prvalue,
}

/// A typed expression.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TExpr<'t> {
    pub kind: TKind<'t>,
    pub ty: Ty,
    pub span: Span,
    pub category: Category,
    /// A literal 0, which may become a null pointer ([conv.ptr] 1); other zeros may not.
    pub null: bool,
}

impl TExpr<'_> {
    /// What a condition is, where it is a constant.
    pub fn decided(&self) -> Option<bool> {
        match self.kind {
            TKind::Int(v) => Some(v != 0),
            _ => None,
        }
    }

    /// Whether the expression only names an object or a constant: leaving it out changes nothing.
    pub fn is_plain(&self) -> bool {
        match self.kind {
            TKind::Int(_) | TKind::Float(_) | TKind::Local(_) | TKind::Global(_) => true,
            TKind::Field { base: e, .. }
            | TKind::Load(e)
            | TKind::AddrOf(e)
            | TKind::Cast(e)
            | TKind::Deref(e) => e.is_plain(),
            _ => false,
        }
    }

    /// Whether it denotes an object.
    pub(crate) fn is_glvalue(&self) -> bool {
        self.category != Category::Prvalue
    }
}

/// How a built-in function becomes WHIRL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// A WHIRL operator on the arguments.
    Operator(Operator),
    /// A pure intrinsic; its descriptor type is the first argument's.
    Pure(Intrinsic),
    /// An intrinsic statement, with or without a result.
    Effect(Intrinsic),
    /// A conversion through an intrinsic, from the argument's type to the result's.
    Convert(Intrinsic),
    /// The argument's bits as the result type.
    Bits,
    /// An atomic on the object that the first argument points to.
    Atomic(Intrinsic, AtomicScope),
    /// `atomicSub`: an addition of the negative.
    AtomicSub(AtomicScope),
    /// A shuffle: mask, value, lane or delta, width.
    Shuffle(Intrinsic),
    /// A vote; the second argument is a condition.
    Vote(Intrinsic),
    /// `__match_all_sync` with its predicate through a pointer.
    MatchAll,
    /// A barrier that reduces a condition.
    BarrierReduce(Intrinsic),
    /// `__ldg`.
    ReadOnly,
    /// `printf`, its arguments promoted.
    Printf,
    /// `isnan`, `isinf`, `isfinite`, `signbit`.
    IsNan,
    IsInf,
    IsFinite,
    SignBit,
    /// `round`: half away from zero.
    Round,
    /// `roundf` and such to an integer type, after the named operation.
    RoundToInt(Intrinsic),
    LroundToInt,
    /// `__byte_perm`: three bits of each digit of the selector count.
    BytePerm,
    /// Square root as the options say; `Fast` forms.
    Sqrt,
    /// `__expf`, `__exp10f`, `__logf`, `__log2f`, `__log10f`, `__powf`, `__tanf`.
    FastExp,
    FastExp10,
    FastLog,
    FastLog10,
    FastPow,
    FastTan,
    FastDiv,
    /// The upper half of a product.
    MulHigh,
    /// `fdim`.
    Fdim,
    /// `__builtin_constant_p` of what is no constant before it is evaluated.
    ConstantP,
    /// Packing and unpacking doubles: `__double2hiint` and such.
    HighInt,
    LowInt,
    HiLoToDouble,
    /// `__usad`, `__sad`.
    Sad,
}

impl Action {
    /// Whether it gives a value and does nothing else, so that only its arguments' effects remain where nobody wants it.
    pub(crate) fn is_value(self) -> bool {
        !matches!(
            self,
            Action::Effect(_)
                | Action::Atomic(..)
                | Action::AtomicSub(_)
                | Action::Shuffle(_)
                | Action::Vote(_)
                | Action::MatchAll
                | Action::BarrierReduce(_)
                | Action::Printf
        ) && !wrong!(DroppedCallsDropArguments)
    }
}

/// What a typed expression is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TKind<'t> {
    /// An integer, bool, enum or pointer constant; bits extended by the type's sign.
    Int(i64),
    Float(f64),
    Local(LocalId),
    Global(GlobalId),
    /// The object that a pointer points to.
    Deref(&'t TExpr<'t>),
    /// A member of an aggregate, lvalue where the aggregate is.
    Field {
        base: &'t TExpr<'t>,
        offset: u64,
        bits: Option<BitField>,
    },
    /// The value of an object.
    Load(&'t TExpr<'t>),
    AddrOf(&'t TExpr<'t>),
    Neg(&'t TExpr<'t>),
    BitNot(&'t TExpr<'t>),
    /// Logical negation of a bool.
    Not(&'t TExpr<'t>),
    /// Arithmetic on operands of the expression's type; shifts have a count of any integer type.
    Binary(BinaryOp, &'t TExpr<'t>, &'t TExpr<'t>),
    /// A comparison of operands of one type; a bool.
    Compare(BinaryOp, &'t TExpr<'t>, &'t TExpr<'t>),
    /// `pointer ± index * size`; the index is of a 64-bit or smaller integer type.
    PtrAdd {
        ptr: &'t TExpr<'t>,
        index: &'t TExpr<'t>,
        size: u64,
        minus: bool,
    },
    PtrDiff {
        a: &'t TExpr<'t>,
        b: &'t TExpr<'t>,
        size: u64,
    },
    And(&'t TExpr<'t>, &'t TExpr<'t>),
    Or(&'t TExpr<'t>, &'t TExpr<'t>),
    Cond(&'t TExpr<'t>, &'t TExpr<'t>, &'t TExpr<'t>),
    Comma(&'t TExpr<'t>, &'t TExpr<'t>),
    /// Statements that are done; of type void.
    Statements(&'t [TStmt<'t>]),
    Assign(&'t TExpr<'t>, &'t TExpr<'t>),
    /// Gives a new object its first value, in its place; of type void.
    Init(&'t TExpr<'t>, &'t TExpr<'t>),
    /// A value of a class that a constructor makes in the place of the object: the constructor, its arguments without
    /// `this`, and whether the object is zero before.
    New(FunctionId, &'t [&'t TExpr<'t>], bool),
    /// An array of `count` elements, each made as the value says: a constructor that runs once for each.
    Repeat {
        element: &'t TExpr<'t>,
        count: u64,
    },
    /// `object = T(common(object) op value)`; for pointers `common` is the pointer type and `size` not 0.
    OpAssign {
        target: &'t TExpr<'t>,
        op: BinaryOp,
        value: &'t TExpr<'t>,
        common: Ty,
        size: u64,
    },
    /// `size` is the pointee's for pointers, else 0.
    IncDec {
        target: &'t TExpr<'t>,
        inc: bool,
        prefix: bool,
        size: u64,
    },
    /// Conversion to the expression's type.
    Cast(&'t TExpr<'t>),
    Call(FunctionId, &'t [&'t TExpr<'t>]),
    Builtin(Action, &'t [&'t TExpr<'t>]),
    /// An aggregate: these parts, all else zero.
    Aggregate(&'t [InitPart<'t>]),
    Error,
    /// Functions by their name, before one is chosen.
    Functions(NamedId),
    /// An argument that is a list in braces, by its number: nothing until the parameter is known.
    Braces(u32),
}

impl<'t> TExpr<'t> {
    /// Gives the expressions that one is made of; statements are not gone into.
    pub(crate) fn operands(&self, mut give: impl FnMut(&'t TExpr<'t>)) {
        match self.kind {
            TKind::Int(_)
            | TKind::Float(_)
            | TKind::Local(_)
            | TKind::Global(_)
            | TKind::Error
            | TKind::Functions(_)
            | TKind::Braces(_)
            | TKind::Statements(_) => {}
            TKind::Deref(x)
            | TKind::Load(x)
            | TKind::AddrOf(x)
            | TKind::Neg(x)
            | TKind::BitNot(x)
            | TKind::Not(x)
            | TKind::Cast(x)
            | TKind::Field { base: x, .. }
            | TKind::IncDec { target: x, .. }
            | TKind::Repeat { element: x, .. } => give(x),
            TKind::Binary(_, a, b)
            | TKind::Compare(_, a, b)
            | TKind::And(a, b)
            | TKind::Or(a, b)
            | TKind::Comma(a, b)
            | TKind::Assign(a, b)
            | TKind::Init(a, b)
            | TKind::PtrAdd { ptr: a, index: b, .. }
            | TKind::PtrDiff { a, b, .. }
            | TKind::OpAssign { target: a, value: b, .. } => [a, b].into_iter().for_each(give),
            TKind::Cond(a, b, c) => [a, b, c].into_iter().for_each(give),
            TKind::New(_, list, _) | TKind::Call(_, list) | TKind::Builtin(_, list) => {
                list.iter().for_each(|x| give(x));
            }
            TKind::Aggregate(parts) => parts.iter().for_each(|p| give(p.value)),
        }
    }
}

/// A part of an aggregate value: a scalar or a whole aggregate at an offset.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InitPart<'t> {
    pub offset: u64,
    pub bits: Option<BitField>,
    pub value: &'t TExpr<'t>,
}

/// A variable of a function.
#[derive(Debug, Clone)]
pub(crate) struct LocalVar {
    pub name: crate::intern::Symbol,
    pub ty: Ty,
    pub align: u64,
    pub param: bool,
    /// Its type, as it is written, surely depends on no template's parameter.
    pub plain: bool,
    pub named: Uses,
    pub span: Span,
}

/// How often a variable is named.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Uses {
    /// Its value, or where it lies, is asked for: namings that are no sets.
    pub uses: u32,
    /// `=` sets it, or a part of it.
    pub sets: u32,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum TUnroll {
    Unsaid,
    /// 0 is full.
    By(u32),
}

#[derive(Debug)]
pub(crate) struct TStmt<'t> {
    pub kind: TStmtKind<'t>,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) enum TStmtKind<'t> {
    Expr(&'t TExpr<'t>),
    /// Initialises a local.
    Init(LocalId, &'t TExpr<'t>),
    /// From here a local has an object that its scope's end destroys, where no [`TStmtKind::Init`] says so: one whose making does
    /// nothing, or one that a reference leads to.
    Lives(LocalId),
    Block(Vec<TStmt<'t>>),
    If(Vec<(&'t TExpr<'t>, TStmt<'t>)>, Option<Box<TStmt<'t>>>),
    While {
        cond: &'t TExpr<'t>,
        body: Box<TStmt<'t>>,
        next: Label,
        end: Label,
        unroll: TUnroll,
    },
    DoWhile {
        cond: &'t TExpr<'t>,
        body: Box<TStmt<'t>>,
        next: Label,
        end: Label,
        unroll: TUnroll,
    },
    For {
        init: Vec<TStmt<'t>>,
        cond: Option<&'t TExpr<'t>>,
        step: Option<&'t TExpr<'t>>,
        body: Box<TStmt<'t>>,
        next: Label,
        end: Label,
        unroll: TUnroll,
    },
    /// The selector, cases, the default's label or the end, the body, the end.
    Switch {
        selector: &'t TExpr<'t>,
        cases: Vec<(i64, i64, Label)>,
        default: Option<Label>,
        body: Box<TStmt<'t>>,
        end: Label,
    },
    Label(Label),
    Goto(Label),
    Return(Option<&'t TExpr<'t>>),
    Asm(TAsm<'t>),
    /// Statements that are translated already, and whether control can run off their end.
    Translated {
        list: Vec<WnId>,
        ends: bool,
    },
    Empty,
}

/// Inline PTX.
#[derive(Debug)]
pub(crate) struct TAsm<'t> {
    pub text: String,
    pub volatile: bool,
    pub memory: bool,
    /// Target, class letter, and what it holds before.
    pub outputs: Vec<(&'t TExpr<'t>, char, TAsmBefore)>,
    pub inputs: Vec<(&'t TExpr<'t>, char)>,
}

/// What the register of an output holds when the text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TAsmBefore {
    /// Nothing that anyone may rely on.
    Nothing,
    /// The target's value: `"+r"`.
    Target,
    /// The value of an input, by its place among the inputs: `"0"`.
    Input(usize),
}
