//! Names that a namespace declares as things of two kinds ([basic.scope.declarative] 4).

use optx_source::{Diagnostic, Span, code};

use crate::{
    check::Checker,
    parse::index::{Item, ItemKind},
    words,
};

/// What a name is to other declarations of it. A class's is hidden by an object's or function's, and not told of here.
fn kind(item: &Item) -> Option<&'static str> {
    match item.kind {
        ItemKind::Variable | ItemKind::Function => Some("a variable or function"),
        ItemKind::FunctionTemplate => Some("a function"),
        ItemKind::TypeTemplate => Some("a class or alias template"),
        ItemKind::VariableTemplate => Some("a variable template"),
        ItemKind::Type => Some("a type"),
        _ => None,
    }
}

/// Whether a name may be both.
fn may_share(a: ItemKind, b: ItemKind) -> bool {
    use ItemKind::{Function, FunctionTemplate, Type, Variable};
    match (a, b) {
        (Function, FunctionTemplate) | (FunctionTemplate, Function) => true,
        // What is one of them by its text may be the other.
        (Variable, Function) | (Function, Variable) => true,
        (Type, Variable | Function | FunctionTemplate) => true,
        (Variable | Function | FunctionTemplate, Type) => true,
        _ => a == b,
    }
}

impl Checker<'_, '_> {
    /// Reports a declaration of a name that its namespace has declared as something else.
    pub(super) fn check_kind(&mut self, item: &Item) {
        let unnamed = item.name == words::EMPTY;
        if item.library || item.place() == 0 || item.scope != words::EMPTY || unnamed {
            return;
        }
        let Some(own) = kind(item) else { return };
        let before = |o: &&Item| {
            o.place() > 0
                && o.place() < item.place()
                && o.namespace == item.namespace
                && o.within == item.within
                && o.scope == words::EMPTY
                && kind(o).is_some()
                && !may_share(o.kind, item.kind)
        };
        let first = match self.index.named(item.name).len() {
            0 | 1 => None,
            _ => self.index.items_named(item.name).find(before).map(|o| o.span),
        };
        let namespace = self.index.has_namespace(item.namespace, item.name);
        if first.is_none() && !namespace {
            return;
        }
        let text =
            format!("`{}` is declared as something else, and here as {own}", self.text(item.name));
        let d = Diagnostic::new(code::REDEFINED, item.span, text);
        let (at, note) = match first {
            Some(at) => (at, "it is declared here"),
            None => (Span::NONE, "it is a namespace"),
        };
        self.diags.push(d.note(at, note));
    }
}
