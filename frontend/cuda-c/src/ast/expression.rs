//! Expressions: what was written, without meaning.

use optx_source::Span;

use super::*;

/// An expression.
#[derive(Debug)]
pub struct Expr<'a> {
    /// What it is.
    pub kind: ExprKind<'a>,
    /// Where it stands.
    pub span: Span,
    /// It stands in parentheses of its own.
    pub parens: bool,
}

impl Expr<'_> {
    /// Whether it is a name or a member, without parentheses around it ([dcl.type.simple] 4).
    pub fn is_plain_name(&self) -> bool {
        let named = matches!(
            self.kind,
            ExprKind::Name(_)
                | ExprKind::StdName(_)
                | ExprKind::TemplateName(..)
                | ExprKind::Qualified(..)
                | ExprKind::Scoped(_)
                | ExprKind::Member { .. }
        );
        named && !self.parens
    }
}

/// Operators with two operands. The comma is one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators of C")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    LogAnd,
    LogOr,
    Comma,
}

impl BinaryOp {
    /// `<`, `>`, `<=`, `>=`, `==` and `!=`.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Lt | Gt | Le | Ge | Eq | Ne)
    }

    /// The operator's spelling.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::LogAnd => "&&",
            BinaryOp::LogOr => "||",
            BinaryOp::Comma => ",",
        }
    }
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators of C")]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
    Deref,
    AddrOf,
}

impl UnaryOp {
    /// The operator's spelling.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
            UnaryOp::Deref => "*",
            UnaryOp::AddrOf => "&",
        }
    }
}

/// How a cast was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the casts of C and C++")]
pub enum CastStyle {
    C,
    Functional,
    Static,
    Reinterpret,
    Const,
}

/// A name with `::` or namespaces before it.
#[derive(Clone, Copy, Debug)]
pub struct Qualified<'a> {
    /// What stands before it.
    pub path: &'a Path<'a>,
    /// The name.
    pub name: Name,
    /// Template arguments after it; `None` where there are no brackets.
    pub args: Option<&'a [TemplateArg<'a>]>,
}

/// A member of a class, by the class.
#[derive(Clone, Copy, Debug)]
pub struct Scoped<'a> {
    /// The class or enum.
    pub class: &'a TypeExpr<'a>,
    /// The member.
    pub name: Name,
    /// Template arguments of the member; `<>` is none of them, and still says that a template is meant.
    pub args: Option<&'a [TemplateArg<'a>]>,
}

/// What few members of an object are written with.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemberMore<'a> {
    /// Template arguments of a member function, where a list of them stands, be it empty.
    pub args: Option<&'a [TemplateArg<'a>]>,
    /// `template` stands before the member.
    pub word: bool,
    /// The class in `a.B::m`.
    pub class: Option<&'a TypeExpr<'a>>,
}

/// A call that no program writes, as a range loop makes one ([stmt.ranged]), and a structured binding ([dcl.struct.bind] 3).
#[derive(Debug)]
pub struct Associated<'a> {
    /// The function's name.
    pub name: Name,
    /// Template arguments, where there are some.
    pub args: Option<&'a [TemplateArg<'a>]>,
    /// The one argument.
    pub argument: &'a Expr<'a>,
}

/// A conversion function called by its name.
#[derive(Clone, Copy, Debug)]
pub struct Conversion<'a> {
    /// The object or pointer, and `->`; `None` for that of the function at hand.
    pub object: Option<(&'a Expr<'a>, bool)>,
    /// The class before the name.
    pub class: Option<&'a TypeExpr<'a>>,
    /// The type that is converted to.
    pub ty: &'a TypeExpr<'a>,
}

/// What an expression is: 32 bytes, and what needs more and is rare stands elsewhere.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind<'a> {
    /// An integer constant with the properties that decide its type.
    Int {
        /// Its value.
        value: u64,
        /// Written in base ten.
        decimal: bool,
        /// `u`.
        unsigned: bool,
        /// `l` or `ll`.
        longs: u8,
    },
    /// A floating constant.
    Float {
        /// Its value.
        value: f64,
        /// Of type float.
        single: bool,
        /// `l` suffix.
        long: bool,
    },
    /// A character constant.
    Char {
        /// Its value.
        value: i64,
        /// What decides its type.
        kind: CharKind,
    },
    /// String constants side by side, as spelled.
    Str(&'a [Symbol]),
    /// `true`, `false`.
    Bool(bool),
    /// `nullptr`.
    Nullptr,
    /// A name.
    Name(Symbol),
    /// A name of namespace `std`, which the file does not declare there by itself.
    StdName(&'a Qualified<'a>),
    /// A function template with arguments: `f<float, 4>`.
    TemplateName(Symbol, &'a [TemplateArg<'a>]),
    /// A name with `::` or namespaces before it.
    Qualified(&'a Qualified<'a>),
    /// A member of a class, by the class: `X<T>::name`.
    Scoped(&'a Scoped<'a>),
    /// `this`.
    This,
    /// An operator with one operand.
    Unary(UnaryOp, &'a Expr<'a>),
    /// `++`, `--`.
    IncDec {
        /// `++` rather than `--`.
        inc: bool,
        /// Before the operand.
        prefix: bool,
        /// The operand.
        operand: &'a Expr<'a>,
    },
    /// An operator with two operands.
    Binary(BinaryOp, Span, &'a Expr<'a>, &'a Expr<'a>),
    /// An assignment, possibly with an operator.
    Assign(Option<BinaryOp>, Span, &'a Expr<'a>, &'a Expr<'a>),
    /// `? :`.
    Cond(&'a Expr<'a>, &'a Expr<'a>, &'a Expr<'a>),
    /// A call.
    Call(&'a Expr<'a>, &'a [&'a Expr<'a>]),
    /// `a[i]`.
    Index(&'a Expr<'a>, &'a Expr<'a>),
    /// `a.m`, `a->m`.
    Member {
        /// The object or pointer.
        base: &'a Expr<'a>,
        /// The member.
        name: Name,
        /// `->`.
        arrow: bool,
        /// What else is written, if anything is.
        more: Option<&'a MemberMore<'a>>,
    },
    /// A conversion function called by its name: `a.operator T()`.
    Conversion(&'a Conversion<'a>),
    /// A cast of one expression.
    Cast(CastStyle, &'a TypeExpr<'a>, &'a Expr<'a>),
    /// `T(a, b)`, `T()`, or with `braces` `T{a, b}` and `(T){a, b}`.
    Construct {
        /// The type.
        ty: &'a TypeExpr<'a>,
        /// The arguments, or one initialiser list.
        args: &'a [&'a Expr<'a>],
        /// The list is all there is: `T{a}`, not `T({a})`.
        braces: bool,
    },
    /// A number with a suffix of the user's ([lex.ext]).
    UserNumber {
        /// The operator that the suffix names.
        operator: Symbol,
        /// The number without the suffix.
        value: &'a Expr<'a>,
        /// The literal as it is written.
        literal: Symbol,
    },
    /// `sizeof expression`.
    SizeofExpr(&'a Expr<'a>),
    /// `sizeof(type)`.
    SizeofType(&'a TypeExpr<'a>),
    /// `alignof expression`.
    AlignofExpr(&'a Expr<'a>),
    /// `alignof(type)`.
    Alignof(&'a TypeExpr<'a>),
    /// `offsetof(type, member.member)`.
    Offsetof(&'a TypeExpr<'a>, &'a [Symbol]),
    /// A call of a function that its argument's classes alone bring.
    Associated(&'a Associated<'a>),
    /// A type trait of the compiler, and the types that it asks about.
    Trait(Trait, &'a [&'a TypeExpr<'a>]),
    /// `{ ... }` as an initialiser.
    InitList(&'a [Element<'a>]),
    /// Something that was wrong and is reported already.
    Error,
    /// `({ ... })`: a block.
    Statements(&'a Stmt<'a>),
    /// `[...] (...) { ... }`.
    Lambda(&'a Lambda<'a>),
    /// `e...`: the expression for each element of the packs in it.
    Pack(&'a Expr<'a>),
    /// One of what such an expression comes to.
    PackElement(&'a PackElement<'a>),
    /// `sizeof...(name)`.
    SizeofPack(Name),
    /// `(e + ...)` and its relatives ([expr.prim.fold]).
    Fold(&'a Fold<'a>),
    /// `new (place) T(a, b)`.
    New(&'a New<'a>),
    /// `object.*pointer`, `pointer->*pointer`.
    PointedMember {
        /// `->*`.
        arrow: bool,
        /// The object, or the pointer to it.
        object: &'a Expr<'a>,
        /// The pointer to the member.
        member: &'a Expr<'a>,
    },
    /// `noexcept(e)`.
    Noexcept(&'a Expr<'a>),
    /// What only a host can evaluate.
    HostOnly(HostOnly<'a>),
}

/// `new` ([expr.new]).
#[derive(Clone, Copy, Debug)]
pub struct New<'a> {
    /// `::` stands before it.
    pub global: bool,
    /// The arguments before the type.
    pub placement: &'a [&'a Expr<'a>],
    /// What is made; of an array its element.
    pub ty: &'a TypeExpr<'a>,
    /// `[n][m]`: the extents of an array; none where the list in braces counts its elements.
    pub extents: Option<&'a [&'a Expr<'a>]>,
    /// What it is made with.
    pub initial: NewInitial<'a>,
}

/// What an object is made with.
#[derive(Clone, Copy, Debug)]
pub enum NewInitial<'a> {
    /// Nothing.
    None,
    /// `(a, b)`.
    Parens(&'a [&'a Expr<'a>]),
    /// `{a, b}`.
    Braces(&'a Expr<'a>),
}

/// An expression with one element in the place of each pack. Only the checker makes them.
#[derive(Clone, Copy, Debug)]
pub struct PackElement<'a> {
    /// What is expanded.
    pub pattern: &'a Expr<'a>,
    /// The packs in it.
    pub packs: &'a [Symbol],
    /// Which element, from 0.
    pub index: u32,
}

/// A fold over packs.
#[derive(Clone, Copy, Debug)]
pub struct Fold<'a> {
    /// What stands between the elements.
    pub operator: FoldOperator,
    /// Where that stands.
    pub at: Span,
    /// What is expanded.
    pub pattern: &'a Expr<'a>,
    /// The operand beside the elements.
    pub initial: Option<&'a Expr<'a>>,
    /// The first two operands come first: `(... + e)`, `(i + ... + e)`.
    pub left: bool,
}

/// The operator of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldOperator {
    /// With two operands.
    Binary(BinaryOp),
    /// An assignment, possibly with an operator.
    Assign(Option<BinaryOp>),
}

/// One element of an initialiser list, with its designator if it has one.
#[derive(Debug)]
pub struct Element<'a> {
    /// `.name =`; the empty name where there is none.
    pub field: Name,
    /// `[index] =`.
    pub index: Option<&'a Expr<'a>>,
    /// The value.
    pub value: &'a Expr<'a>,
}
