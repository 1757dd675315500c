//! The checker: syntax trees to typed trees.
//!
//! [`Checker`] holds what is known of the whole file: types, objects, functions, and the index of declarations
//! not looked at yet. A name is declared when it is first met, whatever stands around it. [`Body`] checks the
//! expressions and statements of one function, or one initialiser or array bound outside functions.

mod arity;
mod body;
mod builtin;
mod class;
mod constant;
mod file;
mod site;
mod template;

use std::rc::Rc;

use optx_source::{Code, Diagnostic, Diagnostics, Limits, SourceMap, Span};
use optx_whirl::arena_id::Table;

use crate::{
    ast::{Arenas, Flags, MemberInit, MemberKind, RefQualifier, Stmt},
    intern::{Interner, Symbol},
    options::FrontendOptions,
    parse::{self, index::Index},
    token::Token,
    typed::{FunctionId, GlobalId, LocalId, TypedArenas},
    types::{RecordId, Ty, Types},
};

pub(crate) use body::KnownFunction;
pub(crate) use body::Sink;
pub(crate) use body::StaticInit;
pub(crate) use body::{Body, CheckedBody};
pub(crate) use builtin::is_c_function;
pub(crate) use class::Special;
pub(crate) use site::Site;
pub(crate) use template::{Env, PackId, SeenPackId, TArg, Template, TemplateId};

/// The value of a constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Const {
    Int(i64),
    Float(f64),
}

/// The alignment that a type's name gives what is declared with it, in bytes; 0 where it gives none. It is no part of what
/// the name stands for: names of one type are one thing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aligned(pub u32);

impl Aligned {
    /// The name gives none.
    pub(crate) const NONE: Aligned = Aligned(0);
}

impl PartialEq for Aligned {
    fn eq(&self, _: &Aligned) -> bool {
        true
    }
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Entity {
    Local(LocalId),
    /// The parameters that a function's pack is: the first, and how many they are.
    Parameters(LocalId, u32),
    /// The arguments that a template's pack is.
    Pack(PackId),
    /// The parameters that a pack is, as a lambda sees them.
    Seen(SeenPackId),
    /// A member of an anonymous union of the function, by its name.
    Part(LocalId),
    Global(GlobalId),
    /// A name of a structured binding of the function, by its number.
    Binding(u32),
    /// A variable of the function around a class, of which its type is known in the class ([class.local] 1).
    Automatic(Ty),
    /// What the lambda at hand captures: the member of a closure, by its number.
    Captured(RecordId, u32),
    /// The overloads of a name, by the name.
    Functions(Symbol),
    Type(Ty, Aligned),
    Const(Ty, Const),
    /// An object that is a template's argument, as the parameter: a pointer to it, or a reference.
    Object(Ty, GlobalId),
    /// A declaration that could not be parsed.
    Unparsable(u32),
    /// A class or alias template.
    ClassTemplate(TemplateId),
    /// A variable template.
    VariableTemplate(TemplateId),
    /// A static data member that is no constant; and which of those it is whose reason is known.
    StaticMember(Option<u32>),
    /// A static data member whose initialiser makes no sense, which was told.
    Faulty,
    /// Different things in namespaces or base classes that are looked through together.
    Ambiguous,
}

impl Entity {
    /// A type's name that gives no alignment.
    pub(crate) fn plain(t: Ty) -> Entity {
        Entity::Type(t, Aligned::NONE)
    }
}

/// Where an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    /// Not on the device; only its constant value can be used there.
    Host,
    Device,
    Constant,
    Shared,
    SharedDynamic,
}

/// An object with static storage.
#[derive(Debug, Clone)]
pub(crate) struct Global {
    /// The name in PTX.
    pub name: String,
    /// The name in the source.
    pub source: Symbol,
    pub ty: Ty,
    pub space: Space,
    pub align: u64,
    pub init: Option<StaticInit>,
    pub value: Option<Const>,
    pub span: Span,
    pub is_extern: bool,
    /// `__managed__`: the host reads and writes it, too.
    pub is_managed: bool,
}

/// A parameter of a function.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ParamInfo<'a> {
    pub name: Symbol,
    pub ty: Ty,
    pub default: Option<DefaultArgument<'a>>,
    /// Its type surely depends on no template's parameter.
    pub plain: bool,
    pub span: Span,
}

/// Parameters that a pack of a function is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ParameterPack {
    pub name: Symbol,
    /// The number of the first of them.
    pub first: u32,
    pub count: u32,
}

/// A default argument, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DefaultArgument<'a> {
    pub value: &'a crate::ast::Expr<'a>,
    pub place: u32,
}

/// A function's parameters as they are declared, without the object that it is called for.
#[derive(Debug, Default)]
pub(crate) struct ParameterList<'a> {
    pub params: Vec<ParamInfo<'a>>,
    /// Those of them that are packs.
    pub packs: Vec<ParameterPack>,
}

impl<'a> ParameterList<'a> {
    /// The same behind the object.
    pub fn behind(mut self, mut object: Vec<ParamInfo<'a>>) -> ParameterList<'a> {
        self.packs.iter_mut().for_each(|p| p.first += object.len() as u32);
        object.append(&mut self.params);
        ParameterList { params: object, ..self }
    }
}

/// How a function is called, and what that gives.
#[derive(Debug, Clone)]
pub(crate) struct Signature<'a> {
    pub result: Ty,
    /// `auto` as written, where the result's type is not known yet.
    pub deduced: Option<&'a crate::ast::TypeExpr<'a>>,
    pub params: Vec<ParamInfo<'a>>,
    /// Those of them that are packs.
    pub packs: Vec<ParameterPack>,
    /// `...` after the parameters.
    pub variadic: bool,
    /// The condition of its `noexcept`.
    pub noexcept: Option<&'a crate::ast::Expr<'a>>,
    /// `= delete`, or implicitly so.
    pub deleted: bool,
    /// Its result is made where its first argument points: copying the result does something.
    pub in_place: bool,
}

/// The functions that a function was made anew for, which it is called with.
#[derive(Debug)]
pub(crate) struct GivenFunctions {
    /// In the order of its parameters.
    pub numbers: Vec<i64>,
    /// Parameters among them that are pointers: their names, types and values.
    pub pointers: Vec<(Symbol, Ty, i64)>,
    /// Packs of parameters with such among their elements.
    pub packs: Vec<GivenPack>,
}

/// A pack of parameters that functions are elements of.
#[derive(Debug)]
pub(crate) struct GivenPack {
    pub name: Symbol,
    pub elements: Vec<GivenElement>,
}

/// An element of such a pack.
#[derive(Debug, Clone, Copy)]
pub(crate) enum GivenElement {
    /// The parameter of a number among those that are passed.
    Parameter(u32),
    /// A function, as a pointer or reference of a type.
    Function(Ty, i64),
}

/// Whom a function is from, where the source does not write it out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origin {
    /// The special member that the compiler makes, where it does.
    pub special: Option<Special>,
    /// The constructor of a base that it hands its arguments on to ([class.inhctor.init]).
    pub inherits: Option<FunctionId>,
    pub template: Option<TemplateId>,
    /// Its template arguments.
    pub args: Rc<[TArg]>,
    /// The functions that it was made anew for.
    pub known: Option<Rc<GivenFunctions>>,
    pub library: bool,
}

/// What a function is to its class.
#[derive(Debug, Clone)]
pub(crate) struct Membership<'a> {
    /// Its class, for member functions and friends.
    pub class: Option<RecordId>,
    /// Its first parameter is `this`.
    pub has_this: bool,
    /// `&` or `&&` behind its parameters.
    pub qualifier: RefQualifier,
    pub kind: MemberKind,
    /// Who may call it, for members.
    pub access: crate::ast::MemberAccess,
    /// Initialisers of a constructor.
    pub inits: &'a [MemberInit<'a>],
}

/// Who calls a function, and whom it calls.
#[derive(Debug, Clone, Default)]
pub(crate) struct Usage {
    /// Called, and where first.
    pub used: Option<Span>,
    /// Who called it first.
    pub by: Option<FunctionId>,
    /// Called where that leaves no trace in the program: by a constant, or within `sizeof`.
    pub named: bool,
    /// Functions it calls, with the place of the first call.
    pub calls: Vec<(FunctionId, Span)>,
}

/// Where a function is declared.
#[derive(Debug, Clone, Default)]
pub(crate) struct Home {
    /// The namespace around it: a place in [`Index::namespaces`].
    pub namespace: u32,
    pub place: DeclarationPlace,
    /// A friend that is defined in its class and declared nowhere else.
    pub hidden: bool,
}

/// A function.
#[derive(Debug, Clone)]
pub(crate) struct Function<'a> {
    pub name: Symbol,
    pub flags: Flags,
    pub body: Option<&'a Stmt<'a>>,
    pub span: Span,
    pub launch_bounds: Option<(u32, Option<u32>)>,
    /// Names bound around it.
    pub env: Env,
    pub signature: Signature<'a>,
    pub origin: Origin,
    pub membership: Membership<'a>,
    pub usage: Usage,
    pub home: Home,
}

/// Where in the file a function or template stands, by tokens; 0 where that hides nothing and is hidden from nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DeclarationPlace {
    /// Its first declaration: what stands before does not see it ([basic.lookup.unqual]).
    pub declared: u32,
    /// Its definition.
    pub defined: u32,
}

impl DeclarationPlace {
    fn of(item: &parse::index::Item) -> DeclarationPlace {
        DeclarationPlace { declared: item.place(), defined: item.place() }
    }
}

impl<'a> Function<'a> {
    /// Its parameters, `this` left out.
    pub(in crate::check) fn own_params(&self) -> &[ParamInfo<'a>] {
        self.signature.params.get(usize::from(self.membership.has_this)..).unwrap_or(&[])
    }

    pub(crate) fn is_kernel(&self) -> bool {
        self.flags.has(Flags::GLOBAL)
    }

    /// Whether there is something to compile.
    pub(crate) fn is_defined(&self) -> bool {
        self.body.is_some() || self.origin.special.is_some() || self.origin.inherits.is_some()
    }

    pub(crate) fn is_device(&self) -> bool {
        self.flags.has(Flags::GLOBAL | Flags::DEVICE)
    }
}

/// A list of tokens that declarations lie in.
pub(crate) struct TokenList {
    pub tokens: Vec<Token>,
    /// Part of the device library or of a built-in header.
    pub library: bool,
}

/// What is known of the whole file.
pub(crate) struct Checker<'a, 'x> {
    pub arenas: &'a Arenas<'a>,
    pub index: Index,
    pub names: &'x mut Interner,
    pub sm: &'x mut SourceMap,
    pub diags: &'x mut Diagnostics,
    pub options: &'x FrontendOptions<'x>,
    pub types: Types,
    pub functions: Table<FunctionId, Function<'a>>,
    /// Where names are looked up from.
    pub site: Site,
    pub declared: file::Declared,
    pub output: file::Output,
    pub templates: template::Templates<'a>,
    pub classes: class::Classes<'a>,
    pub constants: constant::Constants<'a>,
    pub nesting: body::Nesting,
}

/// The declarations of a file.
pub(crate) fn index_of(
    tokens: &[Token],
    names: &Interner,
    options: &FrontendOptions<'_>,
    diags: &mut Diagnostics,
) -> Index {
    let mut index = Index::default();
    index.default_device = options.default_device;
    index.cpp17 = options.dialect.is_cpp17();
    parse::cut::cut(&mut index, tokens, 0, false, diags);
    // What launches are asked of are words, and come first among all names.
    let variable =
        |s: Symbol| (crate::words::THREAD_IDX.0..=crate::words::WARP_SIZE.0).contains(&s.0);
    index.declare_built_in(|s| variable(s) || file::is_built_in(names.get(s)));
    index
}

impl<'a, 'x> Checker<'a, 'x> {
    pub(crate) fn new(
        arenas: &'a Arenas<'a>,
        trees: &'a TypedArenas<'a>,
        tokens: Vec<Token>,
        names: &'x mut Interner,
        sm: &'x mut SourceMap,
        diags: &'x mut Diagnostics,
        options: &'x FrontendOptions<'x>,
    ) -> Checker<'a, 'x> {
        let mut index = index_of(&tokens, names, options, diags);
        index.missing_headers = sm.missing_headers().to_vec();
        // What built-in headers declare belongs to the library.
        if sm.files().iter().any(|f| f.builtin) {
            let built_in = sm.files().iter().filter(|f| f.builtin);
            let named = built_in.filter_map(|f| f.name.strip_prefix('<')?.strip_suffix('>'));
            index.headers = named.map(str::to_owned).collect();
            for item in &mut index.items {
                item.library = sm.is_builtin(item.span);
            }
        }
        Checker {
            arenas,
            index,
            names,
            sm,
            diags,
            options,
            types: Types::new(),
            functions: Table::new(),
            site: Site::default(),
            declared: file::Declared::new(tokens),
            output: file::Output::default(),
            templates: template::Templates::new(options.limits.aliases),
            classes: class::Classes::default(),
            constants: constant::Constants::new(trees),
            nesting: body::Nesting::new(options.limits.brought),
        }
    }

    /// Notes what is wrong where nothing says so.
    pub(in crate::check) fn note_unsaid(&self, span: Span) {
        if !self.diags.in_trial() && !self.diags.has_errors() && self.nesting.unsaid.get().is_none()
        {
            self.nesting.unsaid.set(Some(span));
        }
    }

    /// Where something was found wrong, and left out, without a word since this was asked last.
    pub(crate) fn take_unsaid(&self) -> Option<Span> {
        self.nesting.unsaid.take()
    }

    pub(crate) fn limits(&self) -> &'x Limits {
        &self.options.limits
    }

    pub(crate) fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diags.push(Diagnostic::new(code, span, message));
    }

    pub(crate) fn text(&self, s: Symbol) -> &str {
        self.names.get(s)
    }

    pub(crate) fn type_name(&self, t: Ty) -> String {
        self.types.name(t)
    }
}
