//! Statements as they are written.

use optx_source::Span;

use super::*;

/// A statement.
#[derive(Debug)]
pub struct Stmt<'a> {
    /// What it is.
    pub kind: StmtKind<'a>,
    /// Where it stands.
    pub span: Span,
}

/// What `#pragma unroll` says of a loop.
#[derive(Debug, Clone, Copy)]
pub enum Unroll<'a> {
    /// Nothing was said.
    Unsaid,
    /// `#pragma unroll`.
    Full,
    /// `#pragma unroll N`.
    By(&'a Expr<'a>),
    /// `#pragma nounroll`.
    Never,
}

/// What a statement is. Labels and cases are statements of their own, before the one they mark.
#[derive(Debug)]
pub enum StmtKind<'a> {
    /// `;`.
    Empty,
    /// An expression.
    Expr(&'a Expr<'a>),
    /// A declaration.
    Decl(&'a Declaration<'a>),
    /// `{ ... }`; `bare` where no braces were written and no scope opens.
    Block {
        /// The statements.
        list: &'a [&'a Stmt<'a>],
        /// No scope.
        bare: bool,
    },
    /// `if`, with its `else if` in one list.
    If {
        /// `if constexpr`: the arms that are not chosen are not checked.
        constant: bool,
        /// Conditions and what they guard.
        arms: &'a [(&'a Expr<'a>, &'a Stmt<'a>)],
        /// The last `else`.
        other: Option<&'a Stmt<'a>>,
    },
    /// `while`.
    While {
        /// The condition.
        cond: &'a Expr<'a>,
        /// The body.
        body: &'a Stmt<'a>,
        /// The pragma before it.
        unroll: Unroll<'a>,
    },
    /// `do ... while`.
    DoWhile {
        /// The body.
        body: &'a Stmt<'a>,
        /// The condition.
        cond: &'a Expr<'a>,
        /// The pragma before it.
        unroll: Unroll<'a>,
    },
    /// `for`.
    For {
        /// The first part.
        init: Option<&'a Stmt<'a>>,
        /// The condition.
        cond: Option<&'a Expr<'a>>,
        /// The last part.
        step: Option<&'a Expr<'a>>,
        /// The body.
        body: &'a Stmt<'a>,
        /// The pragma before it.
        unroll: Unroll<'a>,
    },
    /// `for (T x : range)`.
    Range {
        /// The specifiers of the variable.
        spec: &'a Spec<'a>,
        /// The variable.
        variable: &'a Declarator<'a>,
        /// What it goes through.
        range: &'a Expr<'a>,
        /// The body.
        body: &'a Stmt<'a>,
        /// The pragma before it.
        unroll: Unroll<'a>,
    },
    /// `switch`.
    Switch(&'a Expr<'a>, &'a Stmt<'a>),
    /// `case`, and for GNU ranges the last value.
    Case(&'a Expr<'a>, Option<&'a Expr<'a>>),
    /// `default`.
    Default,
    /// A label.
    Label(Name),
    /// `goto`.
    Goto(Name),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<&'a Expr<'a>>),
    /// Inline PTX.
    Asm(&'a AsmStmt<'a>),
    /// `static_assert`.
    StaticAssert(Assertion<'a>),
    /// `try`, which only a host can do.
    Try(&'a Try<'a>),
}

/// Inline PTX.
#[derive(Debug)]
pub struct AsmStmt<'a> {
    /// `volatile`.
    pub volatile: bool,
    /// The text, as spelled.
    pub text: &'a [Symbol],
    /// Where the text stands.
    pub text_span: Span,
    /// Outputs.
    pub outputs: &'a [AsmOperand<'a>],
    /// Inputs.
    pub inputs: &'a [AsmOperand<'a>],
    /// Clobbers, as spelled, and where they stand.
    pub clobbers: &'a [(&'a [Symbol], Span)],
}

/// An operand of inline PTX.
#[derive(Debug)]
pub struct AsmOperand<'a> {
    /// `[name]`; empty if it has none.
    pub name: Name,
    /// The constraint as spelled.
    pub constraint: Name,
    /// The expression.
    pub expr: &'a Expr<'a>,
}
