//! The top-level declarations of a file by name, as the cut finds them.

use optx_source::Span;

use crate::{
    ast::Flags,
    intern::{Map, Symbol},
    words,
};

/// What a top-level declaration declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// A typedef, struct, union, class, enum or alias.
    Type,
    /// A function.
    Function,
    /// A variable.
    Variable,
    /// A class template, or an alias template.
    TypeTemplate,
    /// A function template, or a member function of a class template.
    FunctionTemplate,
    /// A variable template.
    VariableTemplate,
    /// An explicit instantiation: `template` without parameters.
    Instantiation,
    /// Nothing with a name.
    Other,
}

/// A top-level declaration.
#[derive(Clone, Debug)]
pub struct Item {
    /// The token list it lies in.
    pub list: u32,
    /// Its first token.
    pub first: u32,
    /// The token after its last.
    pub end: u32,
    /// What it declares.
    pub kind: ItemKind,
    /// Specifiers seen in its head, and [`Flags::EXTERN_C`] inside `extern "C"`.
    pub flags: Flags,
    /// Part of the device library or of a built-in header.
    pub library: bool,
    /// The first name it declares.
    pub name: Symbol,
    /// Where that name stands.
    pub span: Span,
    /// `X` in `X::name`; empty where the name is not qualified.
    pub scope: Symbol,
    /// The namespace around it: a place in [`Index::namespaces`].
    pub namespace: u32,
}

impl Item {
    /// Whether it is marked `__global__`, `__device__`, `__constant__` or `__shared__`.
    #[must_use]
    pub fn is_device(&self) -> bool {
        self.flags
            .has(Flags::GLOBAL | Flags::DEVICE | Flags::CONSTANT | Flags::SHARED | Flags::MANAGED)
    }
}

/// The declarations of all token lists, by name.
pub struct Index {
    /// The declarations in order.
    pub items: Vec<Item>,
    /// The namespaces met, from the outside in; the first is the file's. An unnamed one has an empty name.
    pub namespaces: Vec<Vec<Symbol>>,
    /// Names that are declared as types in some class.
    pub(super) member_types: Map<Symbol, ()>,
    /// Names of member templates of some class.
    pub(super) member_templates: Map<Symbol, ()>,
    /// Declarations of `X::name` outside of `X`.
    members: Map<(Symbol, Symbol), Vec<u32>>,
    by_name: Map<Symbol, Vec<u32>>,
    types: Map<Symbol, ()>,
    not_types: Map<Symbol, ()>,
}

impl Default for Index {
    fn default() -> Index {
        Index {
            items: Vec::new(),
            namespaces: vec![Vec::new()],
            member_types: Map::default(),
            member_templates: Map::default(),
            members: Map::default(),
            by_name: Map::default(),
            types: Map::default(),
            not_types: Map::default(),
        }
    }
}

impl Index {
    /// The declarations of `scope::name` outside of `scope`.
    #[must_use]
    pub fn members(&self, scope: Symbol, name: Symbol) -> &[u32] {
        self.members.get(&(scope, name)).map_or(&[], Vec::as_slice)
    }

    /// Whether some class declares `name` as a type.
    #[must_use]
    pub fn is_member_type(&self, name: Symbol) -> bool {
        self.member_types.contains_key(&name)
    }

    /// Whether some class declares `name` as a template.
    #[must_use]
    pub fn is_member_template(&self, name: Symbol) -> bool {
        self.member_templates.contains_key(&name)
    }

    /// The kind of template that `name` is at file scope, if it is one.
    #[must_use]
    pub fn template_kind(&self, name: Symbol) -> Option<ItemKind> {
        self.named(name).iter().find_map(|i| {
            let k = self.items.get(*i as usize)?.kind;
            matches!(
                k,
                ItemKind::TypeTemplate | ItemKind::FunctionTemplate | ItemKind::VariableTemplate
            )
            .then_some(k)
        })
    }

    /// The number of a namespace.
    pub(super) fn namespace(&mut self, path: &[Symbol]) -> u32 {
        let found = self.namespaces.iter().position(|n| n == path);
        let i = found.unwrap_or_else(|| {
            self.namespaces.push(path.to_vec());
            self.namespaces.len() - 1
        });
        i as u32
    }

    /// Adds a declaration.
    pub(super) fn push(&mut self, item: Item) {
        if item.scope != words::EMPTY {
            let id = self.items.len() as u32;
            self.members.entry((item.scope, item.name)).or_default().push(id);
        }
        self.items.push(item);
    }

    /// The declarations that declare `name`.
    #[must_use]
    pub fn named(&self, name: Symbol) -> &[u32] {
        self.by_name.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Whether `name` is declared as a type and not also as something else.
    #[must_use]
    pub fn is_type(&self, name: Symbol) -> bool {
        self.types.contains_key(&name) && !self.not_types.contains_key(&name)
    }

    /// All names declared.
    pub fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.by_name.keys().copied()
    }

    pub(super) fn declare(&mut self, name: Symbol, item: u32, ty: bool) {
        let v = self.by_name.entry(name).or_default();
        if v.last() != Some(&item) {
            v.push(item);
        }
        if ty {
            self.types.insert(name, ());
        } else {
            self.not_types.insert(name, ());
        }
    }
}
