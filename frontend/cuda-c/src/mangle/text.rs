//! Components of mangled names, and what tells their full texts apart.

use crate::{
    ast::RefQualifier,
    intern::Map,
    types::{CONST, Suffix, Ty, VOLATILE},
};

/// The number of a component's full text among those of one name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TextId(pub(super) u32);

/// How a full text is made up. The grammar reads each in one way, so that equal texts are made up alike.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Made {
    /// A text without components.
    Word(String),
    /// A name, behind another or not. A parameter of a template is one.
    Name(Option<TextId>, String),
    /// Template arguments behind a name.
    Args(TextId, Vec<TextId>),
    /// What stands before a component: `P`, `R`, qualifiers, an array's length.
    Of(String, TextId),
    /// A function's result and parameters.
    Function(Suffix, Vec<TextId>),
    /// A pointer to members.
    Member(TextId, TextId),
    /// A function's name and parameters, or its address.
    Known(Vec<TextId>, bool),
    /// Texts and components by turns.
    Pieces(Vec<Result<TextId, String>>),
}

/// The full texts of one name's components.
#[derive(Default)]
pub(super) struct Texts(Map<Made, TextId>);

impl Texts {
    pub(super) fn number(&mut self, made: Made) -> TextId {
        let next = TextId(self.0.len() as u32);
        *self.0.entry(made).or_insert(next)
    }
}

/// A part of a qualified name with its template arguments.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) args: Option<Vec<Node>>,
    /// The full text of the name up to here, without its arguments.
    pub(super) bare: TextId,
    /// The same with them.
    pub(super) full: TextId,
    /// The namespace `std` of the file, which is written `St` and no component.
    pub(super) is_std: bool,
    /// What it is instead of a name, where it is a closure type.
    pub(super) local: Option<Box<Local>>,
}

/// A closure type of a function.
#[derive(Clone, Debug)]
pub(super) struct Local {
    /// The function that the lambda stands in.
    pub(super) around: Encoding,
    pub(super) params: Vec<Node>,
    /// Which lambda of such parameters it is there, from 0.
    pub(super) number: usize,
}

/// A component of a mangled name.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) text: TextId,
}

/// What a component is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Builtin(&'static str),
    /// A parameter of the template at hand.
    Param(usize),
    Pointer(Box<Node>),
    /// An rvalue reference where the flag is set.
    Reference(Box<Node>, bool),
    Array(u64, Box<Node>),
    /// A function's result, and its parameters.
    Function(Suffix, Vec<Node>),
    Qualified(u32, Box<Node>),
    Named(Vec<Part>),
    /// A pointer to members: the class, and what it points to.
    Member(Box<Node>, Box<Node>),
    /// The arguments of a pack.
    Pack(Vec<Node>),
    /// `T...`.
    Expansion(Box<Node>),
    /// A constant of a type.
    Literal(Box<Node>, i64, bool),
    /// An object that is a template's argument.
    Object(String),
    /// A function that is one, or its address.
    Known(Box<Encoding>, bool),
    /// What has an expression in it; a component itself where the flag is set.
    Pieces(Vec<Piece>, bool),
}

/// A part of an expression.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Text(String),
    Node(Node),
}

/// What stands behind `_Z` in a function's name.
#[derive(Clone, Debug)]
pub(super) struct Encoding {
    /// The name as it is, where the function is C's.
    pub(super) plain: Option<String>,
    pub(super) parts: Vec<Part>,
    /// What the object of a member function is.
    pub(super) this: Option<Ty>,
    pub(super) qualifier: RefQualifier,
    /// The result where that is said, and the parameters.
    pub(super) signature: Vec<Node>,
}

impl Encoding {
    /// What is no function.
    pub(super) fn object(parts: Vec<Part>) -> Encoding {
        Encoding { plain: None, parts, ..Encoding::c("") }
    }

    /// A function with C's name.
    pub(super) fn c(name: &str) -> Encoding {
        Encoding {
            plain: Some(name.to_owned()),
            parts: Vec::new(),
            this: None,
            qualifier: RefQualifier::None,
            signature: Vec::new(),
        }
    }
}

impl Node {
    /// What stands before a component, and that.
    pub(super) fn of(&self) -> Option<(String, &Node)> {
        Some(match &self.kind {
            Kind::Pointer(n) => ("P".to_owned(), n),
            Kind::Reference(n, rvalue) => ((if *rvalue { "O" } else { "R" }).to_owned(), n),
            Kind::Expansion(n) => ("Dp".to_owned(), n),
            Kind::Array(k, n) => (format!("A{k}_"), n),
            Kind::Qualified(q, n) => (qualifiers(*q), n),
            _ => return None,
        })
    }
}

pub(super) fn param_text(i: usize) -> String {
    if i == 0 { "T_".to_string() } else { format!("T{}_", base36(i - 1)) }
}

pub(super) fn base36(mut n: usize) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((n % 36) as u32, 36).unwrap_or('0').to_ascii_uppercase());
        n /= 36;
        if n == 0 {
            break;
        }
    }
    digits.iter().rev().collect()
}

pub(super) fn qualifiers(q: u32) -> String {
    let mut s = String::new();
    if q & VOLATILE != 0 {
        s.push('V');
    }
    if q & CONST != 0 {
        s.push('K');
    }
    s
}

pub(super) fn number(v: i64, signed: bool) -> String {
    if !signed {
        return (v as u64).to_string();
    }
    if v < 0 { format!("n{}", v.unsigned_abs()) } else { v.to_string() }
}
