//! What is known of a declaration while it is gone over token by token.

use optx_source::Span;

use super::{Declares, What, class::Around};
use crate::{intern::Symbol, parse::index::ItemKind, words};

/// What was seen of a declaration so far.
pub(super) struct Seen {
    pub first: usize,
    pub flags: u32,
    /// What it declares so far.
    pub names: Vec<Declares>,
    pub template: bool,
    pub instantiation: bool,
    /// It defines or declares a class or an enumeration.
    pub tag: bool,
    pub typedef: bool,
    pub using: bool,
    pub function: bool,
    /// `->` stands behind parameters of what has no type before its name: a deduction guide, which declares nothing ([temp.deduct.guide]).
    pub guide: bool,
    /// The class template that a guide is for, and where it is named.
    pub guided: Option<(Symbol, Span)>,
    /// Its end is missing, or the `{` of its body, and that is told.
    pub refused: bool,
    /// After a `=`, up to the next `,`.
    pub assigned: bool,
    /// After a function's parameters.
    pub after: bool,
    /// After the `:` of a constructor's initialisers.
    pub inits: bool,
    /// `X` of the last `X::`.
    pub before: Symbol,
    /// `X` of the declared name's `X::`.
    pub scope: Symbol,
    pub around: Around,
    /// The last identifier at depth 0 that may be a declared name.
    pub last: Option<(Symbol, Span)>,
    /// A type stands before it.
    pub typed: bool,
    /// So many tokens may still be gone over to find template arguments in initialisers.
    pub looks: usize,
}

/// So many tokens of a declaration are gone over in vain.
const MOST_LOOKS: usize = 1 << 16;

impl Seen {
    /// Nothing is seen but `flags` around the declaration that begins at `first`.
    pub fn new(first: usize, flags: u32, namespace: u32) -> Seen {
        Seen {
            first,
            flags,
            names: Vec::new(),
            template: false,
            instantiation: false,
            tag: false,
            typedef: false,
            using: false,
            function: false,
            guide: false,
            guided: None,
            refused: false,
            assigned: false,
            after: false,
            inits: false,
            before: words::EMPTY,
            scope: words::EMPTY,
            around: Around { namespace, class: words::EMPTY, defined: false },
            last: None,
            typed: false,
            looks: MOST_LOOKS,
        }
    }

    /// Declares a name.
    pub fn declare(&mut self, name: Symbol, span: Span) {
        let what = if self.typedef { What::Type } else { What::Value };
        let scope = if self.typedef { words::EMPTY } else { self.scope };
        self.names.push(Declares { name, span, what, scope, function: self.function });
    }

    /// Declares the last identifier, where it is a declared name; whether it is.
    pub fn declare_last(&mut self) -> bool {
        let Some((name, span)) = self.last.take().filter(|_| !self.assigned) else { return false };
        self.declare(name, span);
        true
    }

    /// What stands behind a comma is the next declarator, or the next initialiser of a constructor.
    pub fn next_declarator(&mut self) {
        self.assigned = false;
        if !self.inits {
            (self.after, self.function, self.scope) = (false, false, words::EMPTY);
        }
    }

    /// Takes it as a function, whose parameters are next, or as none.
    pub fn set_function(&mut self, function: bool) {
        self.function = !self.typedef && function;
        self.after = self.function;
    }

    /// Forgets what a deduction guide seems to declare, but for the name that it has.
    pub fn forget(&mut self) {
        self.guided = self.names.last().map(|n| (n.name, n.span));
        (self.flags, self.template, self.instantiation, self.function) = (0, false, false, false);
        self.names.clear();
    }

    /// What kind of declaration it is for some of its names.
    pub fn kind(&self, names: &[Declares]) -> ItemKind {
        let tagged = self.tag && names.iter().all(|n| n.what != What::Value);
        let function = names.iter().any(|n| n.function);
        if self.instantiation && !self.template {
            ItemKind::Instantiation
        } else if self.template {
            if self.using || tagged {
                ItemKind::TypeTemplate
            } else if function {
                ItemKind::FunctionTemplate
            } else {
                ItemKind::VariableTemplate
            }
        } else if self.using && names.is_empty() {
            ItemKind::Other
        } else if self.typedef || self.using || tagged {
            ItemKind::Type
        } else if function {
            ItemKind::Function
        } else if names.is_empty() {
            ItemKind::Other
        } else {
            ItemKind::Variable
        }
    }

    /// `X` in `X::name`, for what may be a member of X; the class around, for a type.
    pub fn scope_as(&self, kind: ItemKind, main: Option<&Declares>) -> Symbol {
        match kind {
            ItemKind::Function
            | ItemKind::FunctionTemplate
            | ItemKind::Variable
            | ItemKind::VariableTemplate => main.map_or(words::EMPTY, |n| n.scope),
            ItemKind::Type if self.around.defined => self.around.class,
            ItemKind::TypeTemplate => self.around.class,
            _ => words::EMPTY,
        }
    }
}
