//! Types, declarations, classes, enumerations and templates as they are written.

use optx_source::Span;

use super::*;

/// The words that name a built-in type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the types of C")]
pub enum BaseWord {
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Float,
    Double,
    /// `long double`.
    LongDouble,
    WChar,
    Char16,
    Char32,
}

/// What a declaration's specifiers name.
#[derive(Debug, Clone, Copy)]
pub enum Base<'a> {
    /// A built-in type.
    Word(BaseWord),
    /// A type by its name.
    Named(Symbol),
    /// `struct X`, `union X`, `enum X` without members.
    Tag(Tag, Symbol),
    /// A struct or union with its members.
    Record(&'a RecordSpec<'a>),
    /// An enum with its enumerators.
    Enum(&'a EnumSpec<'a>),
    /// A class template with arguments: `X<float>`.
    Template(Name, &'a [TemplateArg<'a>]),
    /// A type that is a member of a class: `X<T>::type`.
    Nested(&'a Spec<'a>, Name, &'a [TemplateArg<'a>]),
    /// `auto`.
    Auto,
    /// `decltype(e)`, `typeof(e)`; and whether `e` stands in parentheses of its own, or is no name.
    Decltype(&'a Expr<'a>, bool),
    /// `typeof(type)`.
    Typeof(&'a TypeExpr<'a>),
    /// `__underlying_type(E)`.
    Underlying(&'a TypeExpr<'a>),
    /// `decltype(auto)`.
    DecltypeAuto,
    /// Wrong, and reported.
    Error,
}

/// An argument of a template.
#[derive(Debug, Clone, Copy)]
pub enum TemplateArg<'a> {
    /// A type.
    Type(&'a TypeExpr<'a>),
    /// A constant.
    Value(&'a Expr<'a>),
}

/// What a template's parameter stands for.
#[derive(Debug, Clone, Copy)]
pub enum TemplateParamKind<'a> {
    /// A type, with its default.
    Type(Option<&'a TypeExpr<'a>>),
    /// A constant of a type, with its default.
    Value(&'a TypeExpr<'a>, Option<&'a Expr<'a>>),
    /// A class or alias template with such parameters, with its default.
    Template(&'a [TemplateParam<'a>], Option<TemplateArg<'a>>),
}

impl TemplateParamKind<'_> {
    /// What its name is to the grammar, of a pack or a single one.
    #[must_use]
    pub fn known(&self, pack: bool) -> Known {
        match (self, pack) {
            (TemplateParamKind::Type(_), false) => Known::Parameter,
            (TemplateParamKind::Type(_), true) => Known::TypePack,
            (TemplateParamKind::Value(..), false) => Known::Value,
            (TemplateParamKind::Value(..), true) => Known::ValuePack,
            (TemplateParamKind::Template(..), false) => Known::Template,
            (TemplateParamKind::Template(..), true) => Known::TemplatePack,
        }
    }

    /// Whether it has a default.
    #[must_use]
    pub fn has_default(&self) -> bool {
        match self {
            TemplateParamKind::Type(default) => default.is_some(),
            TemplateParamKind::Value(_, default) => default.is_some(),
            TemplateParamKind::Template(_, default) => default.is_some(),
        }
    }
}

/// A parameter of a template.
#[derive(Debug, Clone, Copy)]
pub struct TemplateParam<'a> {
    /// Its name; empty if it has none.
    pub name: Name,
    /// What it stands for.
    pub kind: TemplateParamKind<'a>,
    /// It stands for any number of them.
    pub pack: bool,
}

/// The kinds of tagged types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the words of C")]
pub enum Tag {
    Struct,
    Union,
    Enum,
}

/// A bit for each specifier that is present or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags(pub u32);

impl Flags {
    pub(crate) const CONST: u32 = 1;
    pub(crate) const VOLATILE: u32 = 1 << 1;
    pub(crate) const RESTRICT: u32 = 1 << 2;
    pub(crate) const TYPEDEF: u32 = 1 << 3;
    pub(crate) const EXTERN: u32 = 1 << 4;
    pub(crate) const STATIC: u32 = 1 << 5;
    pub(crate) const INLINE: u32 = 1 << 6;
    pub(crate) const CONSTEXPR: u32 = 1 << 7;
    pub(crate) const GLOBAL: u32 = 1 << 8;
    pub(crate) const DEVICE: u32 = 1 << 9;
    pub(crate) const HOST: u32 = 1 << 10;
    pub(crate) const SHARED: u32 = 1 << 11;
    pub(crate) const CONSTANT: u32 = 1 << 12;
    pub(crate) const MANAGED: u32 = 1 << 13;
    pub(crate) const FORCEINLINE: u32 = 1 << 14;
    pub(crate) const NOINLINE: u32 = 1 << 15;
    pub(crate) const PACKED: u32 = 1 << 16;
    pub(crate) const EXTERN_C: u32 = 1 << 17;
    pub(crate) const EXPLICIT: u32 = 1 << 18;
    pub(crate) const FRIEND: u32 = 1 << 19;
    pub(crate) const VIRTUAL: u32 = 1 << 20;
    pub(crate) const MUTABLE: u32 = 1 << 21;
    pub(crate) const THREAD_LOCAL: u32 = 1 << 22;
    /// The specifiers name a type in a class, without `typename` before it.
    pub(crate) const NO_TYPENAME: u32 = 1 << 23;
    /// A member template of this class is named without `template` before it.
    pub(crate) const NO_TEMPLATE: u32 = 1 << 24;
    /// A member template of this class is named with an empty list of arguments.
    pub(crate) const LISTS_NONE: u32 = 1 << 25;

    pub(crate) const REGISTER: u32 = 1 << 24;

    /// Whether any of the bits is set.
    #[must_use]
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }
}

/// The specifiers of a declaration.
#[derive(Debug)]
pub struct Spec<'a> {
    /// The type they name.
    pub base: Base<'a>,
    /// The word before the name of a template or of a class's member: `struct X<T>`.
    pub tag: Option<Tag>,
    /// The other words.
    pub flags: Flags,
    /// Arguments of `__launch_bounds__`.
    pub launch_bounds: Option<&'a [&'a Expr<'a>]>,
    /// What `__align__` and its relatives ask for.
    pub align: &'a [Alignment<'a>],
    /// What stands before the type's name.
    pub path: Option<&'a Path<'a>>,
    /// Where they stand.
    pub span: Span,
}

impl<'a> Spec<'a> {
    /// Specifiers that are a type and nothing else.
    pub(crate) fn new(base: Base<'a>, span: Span) -> Spec<'a> {
        let flags = Flags::default();
        Spec { base, tag: None, flags, launch_bounds: None, align: &[], path: None, span }
    }
}

/// What objects a member function is called on, by what stands behind its parameters ([dcl.fct] 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RefQualifier {
    /// Any.
    #[default]
    None,
    /// `&`: lvalues.
    Lvalue,
    /// `&&`: rvalues.
    Rvalue,
}

/// A type: specifiers with what a declarator puts around them.
#[derive(Debug)]
pub enum TypeExpr<'a> {
    /// The specifiers alone.
    Base(&'a Spec<'a>),
    /// A pointer with its qualifiers.
    Pointer(&'a TypeExpr<'a>, Flags),
    /// `T C::*`: a pointer to members of that type, of a class, with its qualifiers.
    Member(&'a TypeExpr<'a>, &'a TypeExpr<'a>, Flags),
    /// A reference; an rvalue reference (`&&`) where the flag is set.
    Reference(&'a TypeExpr<'a>, bool),
    /// An array, with its length if given.
    Array(&'a TypeExpr<'a>, Option<&'a Expr<'a>>, Span),
    /// `T...`: the type for each element of the packs in it ([temp.variadic]).
    Pack(&'a TypeExpr<'a>),
    /// A function.
    Function {
        /// What it returns.
        result: &'a TypeExpr<'a>,
        /// Its parameters.
        params: &'a [Param<'a>],
        /// `...`.
        variadic: bool,
        /// `const` and `volatile` after the parameters.
        quals: Flags,
        /// `&` or `&&` after the parameters.
        object: RefQualifier,
        /// The condition of `noexcept`, `true` where it has none.
        noexcept: Option<&'a Expr<'a>>,
        /// Where the parameter list stands.
        span: Span,
    },
}

/// A parameter.
#[derive(Debug)]
pub struct Param<'a> {
    /// Its name; empty if it has none.
    pub name: Name,
    /// Its type as written.
    pub ty: &'a TypeExpr<'a>,
    /// Its specifiers.
    pub spec: &'a Spec<'a>,
    /// Its default argument.
    pub default: Option<&'a Expr<'a>>,
    /// Where it stands.
    pub span: Span,
}

/// One declared name.
#[derive(Clone, Copy, Debug)]
pub struct Declarator<'a> {
    /// The name.
    pub name: Name,
    /// Its type as written.
    pub ty: &'a TypeExpr<'a>,
    /// Its initialiser.
    pub init: Option<&'a Expr<'a>>,
    /// The initialiser is a list without `=` before it.
    pub direct: bool,
    /// Arguments of an initialiser in parentheses.
    pub args: Option<&'a [&'a Expr<'a>]>,
    /// The width of a bit-field.
    pub bits: Option<&'a Expr<'a>>,
    /// What alignment attributes after the name ask for.
    pub align: &'a [Alignment<'a>],
    /// The class in `X<T>::name`.
    pub scope: Option<&'a Spec<'a>>,
    /// Template arguments after the name: a specialisation, or an instantiation.
    pub template_args: Option<&'a [TemplateArg<'a>]>,
    /// The namespaces before the name.
    pub path: Option<&'a Path<'a>>,
    /// `= delete` of a function.
    pub deleted: bool,
    /// `__attribute__((packed))` after it.
    pub packed: bool,
    /// What `__attribute__((mode(...)))` makes of its type.
    pub mode: Option<Mode>,
    /// The names of a structured binding; the declarator itself has none then.
    pub bindings: &'a [Name],
}

/// A width that `__attribute__((mode(...)))` gives an integer or floating type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "GCC's names")]
pub enum Mode {
    QI,
    HI,
    SI,
    DI,
    SF,
    DF,
}

impl<'a> Declarator<'a> {
    /// A name with its type and alignment, and nothing else.
    pub(crate) fn new(
        name: Name,
        ty: &'a TypeExpr<'a>,
        align: &'a [Alignment<'a>],
    ) -> Declarator<'a> {
        Declarator {
            name,
            ty,
            init: None,
            direct: false,
            args: None,
            bits: None,
            align,
            scope: None,
            template_args: None,
            path: None,
            deleted: false,
            packed: false,
            mode: None,
            bindings: &[],
        }
    }
}

/// An initialiser of a member or base class before a constructor's body.
#[derive(Debug)]
pub struct MemberInit<'a> {
    /// The member's or class's name.
    pub name: Name,
    /// The class, where its name does not stand by itself: namespaces or classes before it, a template's arguments behind it.
    pub class: Option<&'a Spec<'a>>,
    /// Its arguments, or one initialiser list.
    pub args: &'a [&'a Expr<'a>],
    /// `...` stands behind it: one for each element of the packs in it.
    pub pack: bool,
}

/// A declaration.
#[derive(Debug)]
pub struct Declaration<'a> {
    /// Its specifiers.
    pub spec: &'a Spec<'a>,
    /// The names it declares.
    pub declarators: &'a [Declarator<'a>],
    /// The body of a function definition.
    pub body: Option<&'a Stmt<'a>>,
    /// The parameters of a template; empty for a full specialisation.
    pub template: Option<&'a [TemplateParam<'a>]>,
    /// The heads `template <...>` before that, where a member of a class template is defined outside of it: outermost first.
    pub around: &'a [&'a [TemplateParam<'a>]],
    /// Initialisers of a constructor.
    pub inits: &'a [MemberInit<'a>],
    /// Who may name what it declares, in a class.
    pub access: MemberAccess,
    /// It is a using declaration or directive.
    pub using: Option<&'a Using<'a>>,
    /// It is a `static_assert`.
    pub assertion: Option<Assertion<'a>>,
    /// Where it stands.
    pub span: Span,
}

/// `static_assert(condition, message)`.
#[derive(Clone, Copy, Debug)]
pub struct Assertion<'a> {
    /// What must hold.
    pub condition: &'a Expr<'a>,
    /// What is said otherwise.
    pub message: Option<&'a Expr<'a>>,
}

impl<'a> Declaration<'a> {
    /// A declaration of specifiers alone.
    pub(crate) fn new(spec: &'a Spec<'a>, span: Span) -> Declaration<'a> {
        Declaration {
            spec,
            declarators: &[],
            body: None,
            template: None,
            around: &[],
            inits: &[],
            access: MemberAccess::Public,
            using: None,
            assertion: None,
            span,
        }
    }
}

/// What a member function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberKind {
    /// A function or operator.
    Method,
    /// A constructor.
    Constructor,
    /// A destructor.
    Destructor,
    /// A conversion to another type.
    Conversion,
}

/// A member function, not parsed until it is called: a range of the file's tokens.
#[derive(Clone, Copy, Debug)]
pub struct MemberFunction {
    /// Its name; the class's for constructors.
    pub name: Name,
    /// What it is.
    pub kind: MemberKind,
    /// `static`, `friend`, `virtual`, `explicit` and the words of CUDA.
    pub flags: Flags,
    /// A template.
    pub template: bool,
    /// `= delete`.
    pub deleted: bool,
    /// `= default`, or a body with nothing in it and no initialisers.
    pub trivial: bool,
    /// `= default`.
    pub defaulted: bool,
    /// Who may call it.
    pub access: MemberAccess,
    /// Its first token.
    pub first: u32,
    /// The token after its last.
    pub end: u32,
}

/// A base class as written.
#[derive(Clone, Copy, Debug)]
pub struct BaseSpec<'a> {
    /// The class.
    pub spec: &'a Spec<'a>,
    /// Who may use the derivation.
    pub access: MemberAccess,
    /// `...` stands behind it: one for each element of the packs in it.
    pub pack: bool,
}

/// The number of a definition of a struct, union or enum: its place among those of the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DefinitionId(pub u32);

/// An alignment that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Alignment<'a> {
    /// How many bytes.
    pub bytes: &'a Expr<'a>,
    /// By `alignas`: of 0 it says nothing, and it asks for no less than the type does ([dcl.align] 2, 5).
    pub alignas: bool,
}

/// Where a class has `packed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packed {
    /// It has none.
    No,
    /// Before its name: everything in it is packed, as NVCC has it.
    Before,
    /// Behind its members: as GCC has it, bases and members that are no plain data are not.
    Behind,
}

/// What a name of a scope is, as far as the grammar asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known {
    /// No type.
    Value,
    /// A type of a scope.
    Type,
    /// A template's parameter that is a type: what it has as members nobody knows yet.
    Parameter,
    /// A template's parameter that is a template.
    Template,
    /// A template's parameter that is any number of templates.
    TemplatePack,
    /// A template's parameter that is any number of types.
    TypePack,
    /// Any number of values: of a template's or function's parameters.
    ValuePack,
    /// The class of the file whose member is read.
    Class,
}

impl Known {
    /// What is a type, or is not.
    #[must_use]
    pub fn of(ty: bool) -> Known {
        if ty { Known::Type } else { Known::Value }
    }

    /// Whether it is a type.
    #[must_use]
    pub fn is_type(self) -> bool {
        !self.is_value()
    }

    /// Whether it is a value, or any number of them.
    #[must_use]
    pub fn is_value(self) -> bool {
        matches!(self, Known::Value | Known::ValuePack)
    }

    /// Whether it is any number of things.
    #[must_use]
    pub fn is_pack(self) -> bool {
        matches!(self, Known::TypePack | Known::ValuePack | Known::TemplatePack)
    }
}

/// A struct or union with members.
#[derive(Debug)]
pub struct RecordSpec<'a> {
    /// Which definition it is.
    pub id: DefinitionId,
    /// `struct` or `union`.
    pub tag: Tag,
    /// Its tag; empty if it has none.
    pub name: Name,
    /// The class before the tag's name: one that is defined outside of what declares it.
    pub class: Option<&'a Spec<'a>>,
    /// The namespaces before the tag's name.
    pub path: Option<&'a Path<'a>>,
    /// Template arguments after the tag: a specialisation.
    pub template_args: Option<&'a [TemplateArg<'a>]>,
    /// Nothing derives from it: `final`.
    pub is_final: bool,
    /// Its base classes.
    pub bases: &'a [BaseSpec<'a>],
    /// `friend class X;`.
    pub friends: &'a [&'a Spec<'a>],
    /// Its data members and member types.
    pub members: &'a [Declaration<'a>],
    /// Its member functions.
    pub functions: &'a [MemberFunction],
    /// Deduction guides for class templates among its members.
    pub guides: &'a [Declaration<'a>],
    /// The number of the token list that its functions lie in.
    pub list: u32,
    /// Names known around it when it was parsed.
    pub known: &'a [(Symbol, Known)],
    /// Alignment arguments.
    pub align: &'a [Alignment<'a>],
    /// `packed`.
    pub packed: Packed,
    /// The most that `#pragma pack` lets members be aligned to where it stands; 0 for no bound.
    pub pack: u8,
    /// Where it stands.
    pub span: Span,
}

/// An enum with enumerators.
#[derive(Debug)]
pub struct EnumSpec<'a> {
    /// Which definition it is.
    pub id: DefinitionId,
    /// Its tag; empty if it has none.
    pub name: Name,
    /// The class or namespace that declares it, where it is defined outside of that.
    pub class: Option<&'a Spec<'a>>,
    /// See `class`.
    pub path: Option<&'a Path<'a>>,
    /// `enum X : T;`: there are no enumerators here.
    pub opaque: bool,
    /// `: type`.
    pub underlying: Option<&'a TypeExpr<'a>>,
    /// `enum class`.
    pub scoped: bool,
    /// Its enumerators.
    pub list: &'a [Enumerator<'a>],
    /// Where it stands.
    pub span: Span,
}

/// An enumerator.
#[derive(Debug)]
pub struct Enumerator<'a> {
    /// Its name.
    pub name: Name,
    /// Its value, if given.
    pub value: Option<&'a Expr<'a>>,
}
