//! Where the words of a declaration may stand ([dcl.spec], [dcl.stc], [dcl.fct.spec], [dcl.typedef], [dcl.constexpr],
//! [dcl.inline], [class.mem]): one table, a row for each kind of declaration.

use optx_source::{Diagnostic, Span, code};

use super::{Parser, specifier::flag_word};
use crate::{
    ast::{Declaration, Declarator, Flags, MemberKind, RefQualifier, TypeExpr},
    intern::Symbol,
};

/// The words that the table is about.
pub(super) const PLACED: u32 = STORAGE
    | Flags::INLINE
    | Flags::CONSTEXPR
    | Flags::THREAD_LOCAL
    | Flags::VIRTUAL
    | Flags::EXPLICIT
    | Flags::FRIEND;

/// No two of these stand together.
const STORAGE: u32 =
    Flags::TYPEDEF | Flags::EXTERN | Flags::STATIC | Flags::REGISTER | Flags::MUTABLE;

/// A word of the table where it is written.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub sym: Symbol,
    pub flag: u32,
    pub span: Span,
}

/// What words stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Declares {
    /// A type alone, as in a cast or a template's argument.
    Type,
    Parameter,
    TemplateParameter,
    /// The declaration in a condition, or of a range loop.
    Condition,
    Base,
    /// A class or enumeration, and nothing of it.
    Class,
    Typedef,
    Variable,
    Function,
    BlockVariable,
    BlockFunction,
    DataMember,
    StaticMember,
    Member(MemberKind),
    Friend,
    FriendFunction,
    /// A member outside of its class.
    OutsideVariable,
    OutsideFunction,
}

impl Declares {
    /// The words that may stand in it, and what it is called.
    fn row(self) -> (u32, &'static str) {
        const EITHER: u32 = Flags::INLINE | Flags::CONSTEXPR;
        const LINKED: u32 = Flags::EXTERN | Flags::STATIC;
        match self {
            Declares::Type => (0, "a type"),
            // C's `register` means nothing.
            Declares::Parameter => (Flags::REGISTER, "the declaration of a parameter"),
            Declares::TemplateParameter => (0, "the declaration of a template's parameter"),
            Declares::Condition => (Flags::CONSTEXPR, "a condition or range loop"),
            Declares::Base => (0, "the name of a base class"),
            // Storage classes are without effect here, as compilers say.
            Declares::Class => (LINKED | Flags::TYPEDEF, "the declaration of a type alone"),
            Declares::Typedef => (Flags::TYPEDEF, "a typedef"),
            Declares::Variable => {
                (LINKED | EITHER | Flags::THREAD_LOCAL, "the declaration of a variable")
            }
            Declares::Function => (LINKED | EITHER, "the declaration of a function"),
            Declares::BlockVariable => (
                LINKED | Flags::REGISTER | Flags::CONSTEXPR | Flags::THREAD_LOCAL,
                "the declaration of a variable in a block",
            ),
            Declares::BlockFunction => {
                (Flags::EXTERN | Flags::CONSTEXPR, "the declaration of a function in a block")
            }
            Declares::DataMember => {
                (Flags::MUTABLE, "the declaration of a data member that is not static")
            }
            Declares::StaticMember => (
                Flags::STATIC | EITHER | Flags::THREAD_LOCAL,
                "the declaration of a static data member",
            ),
            Declares::Member(MemberKind::Method) => {
                (Flags::STATIC | Flags::VIRTUAL | EITHER, "the declaration of a member function")
            }
            Declares::Member(MemberKind::Constructor) => {
                (Flags::EXPLICIT | EITHER, "the declaration of a constructor")
            }
            Declares::Member(MemberKind::Destructor) => {
                (Flags::VIRTUAL | EITHER, "the declaration of a destructor")
            }
            Declares::Member(MemberKind::Conversion) => (
                Flags::EXPLICIT | Flags::VIRTUAL | EITHER,
                "the declaration of a conversion function",
            ),
            Declares::Friend => (Flags::FRIEND, "the declaration of a friend"),
            Declares::FriendFunction => (Flags::FRIEND | EITHER, "the declaration of a friend"),
            Declares::OutsideVariable => {
                (EITHER | Flags::THREAD_LOCAL, "the definition of a member outside of its class")
            }
            Declares::OutsideFunction => {
                (EITHER, "the definition of a member function outside of its class")
            }
        }
    }
}

/// What a word of the table is for.
fn purpose(w: Word) -> &'static str {
    match w.flag {
        Flags::TYPEDEF => "gives a type a name, in a declaration of its own",
        Flags::EXTERN => "is for variables and functions of namespaces",
        Flags::STATIC => "is for variables, members and functions of namespaces",
        Flags::REGISTER => "is C's, for variables in blocks",
        Flags::MUTABLE => "is for data members that are neither static nor const",
        Flags::INLINE => "is for functions, and for variables of namespaces and static members",
        Flags::CONSTEXPR => "is for variables, static data members and functions",
        Flags::THREAD_LOCAL => "is for variables and static data members",
        Flags::VIRTUAL => "is for member functions, in their class",
        Flags::EXPLICIT => "is for constructors and conversion functions, in their class",
        _ => "is for declarations in a class",
    }
}

impl<'a> Parser<'a, '_, '_> {
    /// Refuses words of the last specifiers that may not stand in what they declare.
    pub(super) fn placed(&mut self, what: Declares) {
        let words = std::mem::take(&mut self.written);
        self.place_words(&words, what);
    }

    /// Refuses words that may not stand in what they declare.
    pub(super) fn place_words(&mut self, words: &[Word], what: Declares) {
        let (allowed, text) = what.row();
        let wrong = words.iter().find(|w| w.flag & allowed == 0);
        if let Some(w) = wrong {
            let word = self.input.names.get(w.sym);
            let message = format!("`{word}` cannot stand in {text}");
            let help = format!("leave it out: `{word}` {}", purpose(*w));
            let d = Diagnostic::new(code::BAD_SPECIFIERS, w.span, message);
            self.diags.push(d.suggest(w.span, "", help));
            return;
        }
        let twice = |i: usize, w: &Word| {
            let before = words.get(..i).unwrap_or(&[]);
            before.iter().find(|b| b.sym == w.sym || b.flag & w.flag & STORAGE != 0).copied()
        };
        if let Some((w, b)) = words.iter().enumerate().find_map(|(i, w)| Some((w, twice(i, w)?))) {
            let word = self.input.names.get(w.sym);
            let text = format!("`{word}` stands here already");
            let d = Diagnostic::new(code::BAD_SPECIFIERS, w.span, text);
            self.diags.push(d.note(b.span, "here").suggest(w.span, "", "leave one of them out"));
            return;
        }
        let mut storage = words.iter().filter(|w| w.flag & STORAGE != 0);
        if let (Some(a), Some(b)) = (storage.next(), storage.next()) {
            let (a, word) = (self.input.names.get(a.sym), self.input.names.get(b.sym));
            let text = format!("`{a}` and `{word}` do not go together");
            self.error(code::BAD_SPECIFIERS, b.span, text);
        }
    }

    /// Refuses what may not stand in a declaration that is read: words, values of typedefs, what is said of an object that
    /// there is none of.
    pub(super) fn check_declaration(&mut self, words: &[Word], d: &Declaration<'a>, top: bool) {
        self.check_spaces(d, top);
        // The words of a member function are checked where it is cut out of its class.
        if top && self.is_member {
            self.check_object(d, d.spec.flags.has(Flags::STATIC | Flags::FRIEND));
            return;
        }
        let flags = d.spec.flags;
        if d.declarators.is_empty() {
            let friend = flags.has(Flags::FRIEND) && self.in_record && !top;
            self.place_words(words, if friend { Declares::Friend } else { Declares::Class });
            return;
        }
        let rows: Vec<Declares> =
            d.declarators.iter().map(|x| self.declares(flags, x, top)).collect();
        for (i, row) in rows.iter().enumerate() {
            if !rows.get(..i).unwrap_or(&[]).contains(row) {
                self.place_words(words, *row);
            }
        }
        let valued = |x: &&Declarator<'_>| x.init.is_some() || x.args.is_some();
        if flags.has(Flags::TYPEDEF)
            && let Some(x) = d.declarators.iter().find(valued)
        {
            let text = "a typedef has no value";
            self.error(code::BAD_DECLARATOR, x.name.span, text);
        }
        if flags.has(Flags::MUTABLE) {
            self.check_mutable(d);
        }
        let member = self.in_record && !top && !flags.has(Flags::STATIC | Flags::FRIEND);
        if !flags.has(Flags::TYPEDEF) && !member {
            self.check_object(d, true);
        }
    }

    fn declares(&self, flags: Flags, x: &Declarator<'_>, top: bool) -> Declares {
        let function = matches!(x.ty, TypeExpr::Function { .. });
        if flags.has(Flags::TYPEDEF) {
            return Declares::Typedef;
        }
        match (top, self.in_record) {
            (true, _) if x.scope.is_some() && function => Declares::OutsideFunction,
            (true, _) if x.scope.is_some() => Declares::OutsideVariable,
            (true, _) if function => Declares::Function,
            (true, _) => Declares::Variable,
            (false, true) if flags.has(Flags::FRIEND) && function => Declares::FriendFunction,
            (false, true) if flags.has(Flags::FRIEND) => Declares::Friend,
            (false, true) if function => Declares::Member(MemberKind::Method),
            // A specialisation is static as its template is, and does not say so ([dcl.stc] 1).
            (false, true) if self.specialises && x.template_args.is_some() => {
                Declares::OutsideVariable
            }
            (false, true) if flags.has(Flags::STATIC) => Declares::StaticMember,
            (false, true) => Declares::DataMember,
            (false, false) if function => Declares::BlockFunction,
            (false, false) => Declares::BlockVariable,
        }
    }

    /// `mutable` is for what may change: no const object and no reference ([dcl.stc] 9).
    fn check_mutable(&mut self, d: &Declaration<'a>) {
        let fixed = d.declarators.iter().find_map(|x| match element(x.ty) {
            TypeExpr::Base(s) if s.flags.has(Flags::CONST) => Some((x, "that is const")),
            TypeExpr::Pointer(_, q) if q.has(Flags::CONST) => Some((x, "that is const")),
            TypeExpr::Reference(..) => Some((x, "that is a reference")),
            _ => None,
        });
        if let Some((x, what)) = fixed {
            let text = format!("a member {what} cannot be `mutable`");
            self.error(code::BAD_SPECIFIERS, x.name.span, text);
        }
    }

    /// Refuses `const`, `volatile`, `&` and `&&` behind the parameters of functions that have no object ([dcl.fct] 6);
    /// `bare` says that unqualified names are such functions'.
    pub(super) fn check_object(&mut self, d: &Declaration<'a>, bare: bool) {
        let said = |x: &&Declarator<'_>| {
            let own = bare && x.scope.is_none() && x.path.is_none();
            own && matches!(x.ty, TypeExpr::Function { quals, object, .. } if quals.0 != 0 || *object != RefQualifier::None)
        };
        if let Some(x) = d.declarators.iter().find(said) {
            let text = "this function has no object, so that nothing can be said of one behind its parameters";
            let d = Diagnostic::new(code::BAD_DECLARATOR, x.name.span, text);
            let note =
                "`const`, `volatile`, `&` and `&&` are for member functions that are not static";
            self.diags.push(d.note(Span::NONE, note));
        }
    }
}

/// Whether a word is one of the table's.
pub(super) fn is_placed(s: Symbol) -> bool {
    let flag = flag_word(s).or_else(|| Parser::member_flag(s));
    flag.is_some_and(|f| f & PLACED != 0)
}

/// What an array is of, over all its dimensions.
fn element<'a, 'b>(ty: &'b TypeExpr<'a>) -> &'b TypeExpr<'a> {
    let mut ty = ty;
    while let TypeExpr::Array(of, ..) = ty {
        ty = of;
    }
    ty
}
