//! The syntax tree: what was written, without meaning. Nodes live in arenas and refer to each other.

mod declaration;
mod expression;
mod host_only;
mod lambda;
mod pack;
mod statement;

use optx_source::Span;
use typed_arena::Arena;

pub use declaration::*;
pub use expression::*;
pub use host_only::*;
pub use lambda::*;
pub use pack::Pattern;
pub(crate) use pack::{free_names, may_name};
pub use statement::*;

use crate::{intern::Symbol, type_trait::Trait, words};

/// The arenas of one compilation's syntax trees.
#[derive(Default)]
pub struct Arenas<'a> {
    pub(crate) exprs: Arena<Expr<'a>>,
    pub(crate) qualified: Arena<Qualified<'a>>,
    pub(crate) scoped: Arena<Scoped<'a>>,
    pub(crate) members: Arena<MemberMore<'a>>,
    pub(crate) associated: Arena<Associated<'a>>,
    pub(crate) folds: Arena<Fold<'a>>,
    pub(crate) pack_elements: Arena<PackElement<'a>>,
    pub(crate) news: Arena<New<'a>>,
    pub(crate) tries: Arena<Try<'a>>,
    pub(crate) handlers: Arena<Handler<'a>>,
    pub(crate) conversions: Arena<Conversion<'a>>,
    pub(crate) expr_refs: Arena<&'a Expr<'a>>,
    pub(crate) alignments: Arena<Alignment<'a>>,
    pub(crate) stmts: Arena<Stmt<'a>>,
    pub(crate) stmt_refs: Arena<&'a Stmt<'a>>,
    pub(crate) types: Arena<TypeExpr<'a>>,
    pub(crate) type_refs: Arena<&'a TypeExpr<'a>>,
    pub(crate) specs: Arena<Spec<'a>>,
    pub(crate) declarators: Arena<Declarator<'a>>,
    pub(crate) declarations: Arena<Declaration<'a>>,
    pub(crate) params: Arena<Param<'a>>,
    pub(crate) records: Arena<RecordSpec<'a>>,
    pub(crate) enums: Arena<EnumSpec<'a>>,
    pub(crate) enumerators: Arena<Enumerator<'a>>,
    pub(crate) elements: Arena<Element<'a>>,
    pub(crate) arms: Arena<(&'a Expr<'a>, &'a Stmt<'a>)>,
    pub(crate) asms: Arena<AsmStmt<'a>>,
    pub(crate) operands: Arena<AsmOperand<'a>>,
    pub(crate) symbols: Arena<Symbol>,
    pub(crate) names: Arena<Name>,
    pub(crate) clobbers: Arena<(&'a [Symbol], Span)>,
    pub(crate) template_params: Arena<TemplateParam<'a>>,
    pub(crate) heads: Arena<&'a [TemplateParam<'a>]>,
    pub(crate) template_args: Arena<TemplateArg<'a>>,
    pub(crate) member_inits: Arena<MemberInit<'a>>,
    pub(crate) member_functions: Arena<MemberFunction>,
    pub(crate) known: Arena<(Symbol, Known)>,
    pub(crate) spec_refs: Arena<&'a Spec<'a>>,
    pub(crate) bases: Arena<BaseSpec<'a>>,
    pub(crate) paths: Arena<Path<'a>>,
    pub(crate) usings: Arena<Using<'a>>,
    pub(crate) lambdas: Arena<Lambda<'a>>,
    pub(crate) captures: Arena<Capture<'a>>,
    pub(crate) guards: Arena<Guard<'a>>,
    pub(crate) mentions: Arena<Mentioned<'a>>,
}

impl Arenas<'_> {
    /// The number of the definition that is allocated next.
    pub(crate) fn next_definition(&self) -> DefinitionId {
        DefinitionId((self.records.len() + self.enums.len()) as u32)
    }
}

impl<'a> Arenas<'a> {
    /// Empty arenas.
    #[must_use]
    pub fn new() -> Arenas<'a> {
        Arenas::default()
    }
}

/// A name at a place.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// The name.
    pub sym: Symbol,
    /// Where it stands.
    pub span: Span,
}

impl Name {
    pub(crate) const NONE: Name = Name { sym: words::EMPTY, span: Span::NONE };
}

/// What a name is looked up in: the namespaces before it.
#[derive(Debug)]
pub struct Path<'a> {
    /// Begins with `::`.
    pub global: bool,
    /// The namespaces, from the outside in.
    pub names: &'a [Symbol],
}

/// What decides the type of a character constant ([lex.ccon]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CharKind {
    /// `'a'`, `u8'a'`: char.
    Char,
    /// `'ab'`: int.
    Several,
    /// `L'a'`: wchar_t.
    Wide,
    /// `u'a'`: char16_t.
    Utf16,
    /// `U'a'`: char32_t.
    Utf32,
}

/// Who may name a member ([class.access]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum MemberAccess {
    /// Everybody.
    #[default]
    Public,
    /// The class, those derived from it, and friends.
    Protected,
    /// The class and its friends.
    Private,
}

/// `using namespace n;`, `using n::f;`, `using B::f;`.
#[derive(Debug)]
pub struct Using<'a> {
    /// `using namespace`.
    pub directive: bool,
    /// The namespaces before the name; for a directive without its last.
    pub path: &'a Path<'a>,
    /// The class before the name, if it is a class's member.
    pub class: Option<&'a Spec<'a>>,
    /// The name; the class's own for its constructors.
    pub name: Name,
    /// `...` stands behind it: it is of each element of the packs in its class.
    pub pack: bool,
    /// The next one of the declaration.
    pub next: Option<&'a Using<'a>>,
}

impl<'a> Using<'a> {
    /// All that the declaration names: `using A::f, B::g;`.
    pub fn all(&'a self) -> impl Iterator<Item = &'a Using<'a>> {
        let later = |u: &&'a Using<'a>| u.next.filter(|_| !wrong!(UsingDeclarationsNameOne));
        std::iter::successors(Some(self), later)
    }
}
