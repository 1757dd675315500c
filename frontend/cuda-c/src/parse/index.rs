//! The top-level declarations of a file by name, as the cut finds them.

use optx_source::Span;

use crate::{
    ast::{Flags, Path},
    intern::{Map, Symbol},
    parse::class_names::{Classes, Member},
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
    /// A deduction guide: it has the name of a class template, and declares nothing.
    Guide,
    /// What is not looked at: a destructor outside of its class, inline assembly.
    Unread,
    /// What is wrong in a way that is told already.
    Refused,
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
    /// The namespace that it stands in: `struct N::X { }` is N's, and stands around N.
    pub within: u32,
    /// `scope` is a class's name, as far as the declarations before it say, and not a namespace's.
    pub member: bool,
    /// Which of the declaration's declarators are its own.
    pub part: Part,
}

/// What an item is of a declaration: each qualified name among several declarators, `int g = 3, n::y = 7;`, is an item of its
/// own, since it is another scope's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// All of it.
    Whole,
    /// The first item of several: the unqualified names, where there are any. It tells what is wrong with the text.
    First,
    /// One of the others: one qualified name.
    Other,
}

impl Item {
    /// Where it stands in the file, by its first token, from 1; 0 for the library's, which hides nothing and is hidden from
    /// nothing.
    #[must_use]
    pub fn place(&self) -> u32 {
        if self.list == 0 && !self.library { self.first + 1 } else { 0 }
    }

    /// Whether it has no name, and is in a file that is all the device's.
    #[must_use]
    pub fn is_strict(&self, default_device: bool) -> bool {
        default_device && self.kind == ItemKind::Other && self.list == 0 && !self.library
    }

    /// Whether a declarator of its declaration is its own, where `named` are the places of the names that are items alone.
    #[must_use]
    pub fn owns(&self, name: Span, named: &[Span]) -> bool {
        self.part == Part::Whole
            || self.span == name
            || self.scope == words::EMPTY && !named.contains(&name)
    }

    /// Whether it is marked `__global__`, `__device__`, `__constant__` or `__shared__`.
    #[must_use]
    pub fn is_device(&self) -> bool {
        self.flags
            .has(Flags::GLOBAL | Flags::DEVICE | Flags::CONSTANT | Flags::SHARED | Flags::MANAGED)
    }
}

/// The declarations of all token lists, by name.
pub struct Index {
    /// What is not marked is the device's (`-default-device`).
    pub default_device: bool,
    /// The standard is C++17 or a later one.
    pub cpp17: bool,
    /// The headers that are built in and that the file includes.
    pub headers: Vec<String>,
    /// Those that it includes and that are not at hand.
    pub missing_headers: Vec<String>,
    /// The declarations in order.
    pub items: Vec<Item>,
    /// The namespaces met, from the outside in; the first is the file's. An unnamed one has an empty name.
    pub namespaces: Vec<Vec<Symbol>>,
    /// For each namespace, whether what it declares is found in the one around it too: inline and unnamed ones.
    pub inline_namespaces: Vec<bool>,
    /// Using declarations and directives at namespace scope: the namespace that each stands in, and its item.
    pub usings: Vec<(u32, u32)>,
    /// Other names for namespaces, by the namespace that they stand in.
    pub aliases: Map<(u32, Symbol), u32>,
    /// What using declarations bring into a namespace: where it comes from.
    brought: Map<(u32, Symbol), u32>,
    /// The namespaces that using directives in a namespace name.
    directives: Map<u32, Vec<u32>>,
    parents: Vec<u32>,
    children: Map<(u32, Symbol), u32>,
    /// The inline and unnamed namespaces in each.
    inlined: Map<u32, Vec<u32>>,
    /// Where declarations end whose `;` is missing, as was told: by list, the tokens behind them.
    unended: Map<(u32, u32), ()>,
    /// Names that are declared as types in some class.
    pub(super) member_types: Map<Symbol, ()>,
    /// Names of member templates of some class.
    pub(super) member_templates: Map<Symbol, ()>,
    /// Templates of types are among the items.
    pub(super) type_templates: bool,
    /// What classes declare by their names.
    pub(super) classes: Classes,
    /// Declarations of `X::name` outside of `X`.
    members: Map<(Symbol, Symbol), Vec<u32>>,
    by_name: Map<Symbol, Vec<u32>>,
    types: Map<Symbol, ()>,
    not_types: Map<Symbol, ()>,
    /// Deduction guides by the names of their class templates.
    pub guides: Map<Symbol, Vec<u32>>,
    /// For names that are declared as types and as something else: where they are what.
    declared: Map<(u32, Symbol), Kinds>,
}

/// What a name is declared as in one namespace.
#[derive(Clone, Copy, Default)]
struct Kinds {
    /// The first place that declares a type of the name.
    ty: Option<u32>,
    /// The first place that declares something else of the name.
    other: Option<u32>,
}

impl Kinds {
    /// What of it stands before a place; all of it for place 0.
    fn before(self, place: u32) -> (bool, bool) {
        let seen = |at: Option<u32>| at.is_some_and(|at| place == 0 || at <= place);
        (seen(self.ty), seen(self.other))
    }
}

impl Default for Index {
    fn default() -> Index {
        Index {
            default_device: false,
            cpp17: false,
            headers: Vec::new(),
            missing_headers: Vec::new(),
            items: Vec::new(),
            namespaces: vec![Vec::new()],
            inline_namespaces: vec![false],
            usings: Vec::new(),
            aliases: Map::default(),
            brought: Map::default(),
            directives: Map::default(),
            parents: vec![0],
            children: Map::default(),
            inlined: Map::default(),
            unended: Map::default(),
            member_types: Map::default(),
            member_templates: Map::default(),
            type_templates: false,
            classes: Classes::default(),
            members: Map::default(),
            by_name: Map::default(),
            types: Map::default(),
            not_types: Map::default(),
            guides: Map::default(),
            declared: Map::default(),
        }
    }
}

impl Index {
    /// Notes that it was told that a declaration which ends before a token lacks its `;`.
    pub(super) fn note_unended(&mut self, list: u32, end: usize) {
        self.unended.insert((list, end as u32), ());
    }

    /// Whether that was told of a declaration which ends before a token.
    pub(super) fn lacks_semicolon(&self, list: u32, end: usize) -> bool {
        self.unended.contains_key(&(list, end as u32))
    }

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

    /// Whether any template of types is declared, in a class or not.
    #[must_use]
    pub fn has_class_templates(&self) -> bool {
        self.type_templates || !self.member_templates.is_empty()
    }

    /// Whether some class declares `name` as a template.
    #[must_use]
    pub fn is_member_template(&self, name: Symbol) -> bool {
        self.member_templates.contains_key(&name)
    }

    /// Whether `class::name` is a type of a class at file scope; `None` where that cannot be told.
    pub(super) fn has_type(&self, class: Symbol, name: Symbol) -> Option<bool> {
        self.classes.has(class, name, Member::Type)
    }

    /// Whether `class::name` is a template of a class at file scope; `None` where that cannot be told.
    pub(super) fn has_template(&self, class: Symbol, name: Symbol) -> Option<bool> {
        self.classes.has(class, name, Member::Template)
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

    /// Whether some template of a kind has a name at file scope.
    #[must_use]
    pub fn has_template_of(&self, name: Symbol, kinds: &[ItemKind]) -> bool {
        let kind = |i: &u32| self.items.get(*i as usize).is_some_and(|i| kinds.contains(&i.kind));
        self.named(name).iter().any(kind)
    }

    /// The number of the namespace `name` in another, which is made if there is none yet.
    pub(super) fn child(&mut self, parent: u32, name: Symbol) -> u32 {
        if let Some(&n) = self.children.get(&(parent, name)) {
            return n;
        }
        let mut path = self.namespaces.get(parent as usize).cloned().unwrap_or_default();
        path.push(name);
        let n = self.namespaces.len() as u32;
        self.namespaces.push(path);
        self.inline_namespaces.push(false);
        self.parents.push(parent);
        self.children.insert((parent, name), n);
        n
    }

    /// Makes a namespace inline.
    pub(super) fn make_inline(&mut self, namespace: u32) {
        let Some(is) = self.inline_namespaces.get_mut(namespace as usize) else { return };
        if !std::mem::replace(is, true)
            && let Some(parent) = self.parent(namespace)
        {
            self.inlined.entry(parent).or_default().push(namespace);
        }
    }

    /// The namespace around another; `None` for the file's.
    #[must_use]
    pub fn parent(&self, namespace: u32) -> Option<u32> {
        if namespace == 0 {
            return None;
        }
        self.parents.get(namespace as usize).copied()
    }

    /// Whether a namespace is another one or lies around it.
    #[must_use]
    pub fn is_around(&self, outer: u32, inner: u32) -> bool {
        std::iter::successors(Some(inner), |n| self.parent(*n)).any(|n| n == outer)
    }

    /// The namespace of that path, from the outside in.
    #[must_use]
    #[allow(dead_code, reason = "for lookup by paths")]
    pub fn find_namespace(&self, path: &[Symbol]) -> Option<u32> {
        path.iter().try_fold(0, |n, s| self.children.get(&(n, *s)).copied())
    }

    /// Whether a namespace declares another one, or an alias, by a name.
    #[must_use]
    pub fn has_namespace(&self, namespace: u32, name: Symbol) -> bool {
        let key = (namespace, name);
        self.children.contains_key(&key) || self.aliases.contains_key(&key)
    }

    /// The namespace that `name` is in another one: its own, an alias, or one of an inline namespace in it.
    #[must_use]
    pub fn namespace_in(&self, namespace: u32, name: Symbol) -> Option<u32> {
        let key = (namespace, name);
        if let Some(n) = self.children.get(&key).or_else(|| self.aliases.get(&key)) {
            return Some(*n);
        }
        let inlined = self.inlined.get(&namespace)?;
        inlined.iter().find_map(|n| self.namespace_in(*n, name))
    }

    /// The inline and unnamed namespaces in a namespace.
    #[must_use]
    pub fn inlined(&self, namespace: u32) -> &[u32] {
        if wrong!(InlineIsOrdinary) {
            return &[];
        }
        self.inlined.get(&namespace).map_or(&[], Vec::as_slice)
    }

    /// Whether a namespace has no name.
    #[must_use]
    pub fn is_unnamed(&self, namespace: u32) -> bool {
        let path = self.namespaces.get(namespace as usize);
        path.and_then(|p| p.last()).is_some_and(|s| *s == words::EMPTY)
    }

    /// The namespaces that belong together with one by being inline: that around it, where it is inline itself, and the
    /// inline ones in it ([basic.lookup.argdep] 2). Unnamed ones are none.
    pub fn inline_set(&self, namespace: u32) -> impl Iterator<Item = u32> {
        let named = |n: u32| n != 0 && !self.is_unnamed(n);
        let is = self.inline_namespaces.get(namespace as usize).copied().unwrap_or(false);
        let around = self.parent(namespace).filter(|_| is && named(namespace));
        let within = self.inlined(namespace).iter().copied().filter(move |n| named(*n));
        around.into_iter().chain(within)
    }

    /// The namespace that the names before `::` mean where they stand in namespace `from`: the first of them is
    /// looked for from there outwards. Using directives are not followed.
    #[must_use]
    pub fn resolve(&self, from: u32, global: bool, names: &[Symbol]) -> Option<u32> {
        let Some((first, rest)) = names.split_first() else {
            return Some(if global { 0 } else { from });
        };
        let mut around = if global { 0 } else { from };
        let first = loop {
            if let Some(n) = self.namespace_in(around, *first) {
                break n;
            }
            around = self.parent(around)?;
        };
        rest.iter().try_fold(first, |n, s| self.namespace_in(n, *s))
    }

    /// Whether a path means namespace `std`, which is there without a declaration, and which aliases may name.
    #[must_use]
    pub fn is_std(&self, from: u32, path: &Path<'_>) -> bool {
        match self.resolve(from, path.global, path.names) {
            Some(n) => self.children.get(&(0, words::STD)) == Some(&n),
            None => path.names == [words::STD],
        }
    }

    /// Whether a namespace is `std`.
    #[must_use]
    pub fn is_namespace_std(&self, n: u32) -> bool {
        self.children.get(&(0, words::STD)) == Some(&n)
    }

    /// Whether the file declares a name in namespace `std`.
    #[must_use]
    pub fn declares_in_std(&self, name: Symbol) -> bool {
        let std = self.children.get(&(0, words::STD));
        let in_std = |i: &&u32| {
            let item = self.items.get(**i as usize);
            item.is_some_and(|i| !i.library && Some(&i.namespace) == std)
        };
        std.is_some() && self.named(name).iter().find(in_std).is_some()
    }

    /// The flags of a declaration: the device's where it is marked for nobody and that is what the options say.
    #[must_use]
    pub fn marked(&self, flags: Flags) -> Flags {
        const MARKS: u32 = Flags::GLOBAL
            | Flags::DEVICE
            | Flags::HOST
            | Flags::CONSTANT
            | Flags::SHARED
            | Flags::MANAGED;
        let unmarked = self.default_device && !flags.has(MARKS);
        if unmarked { Flags(flags.0 | Flags::DEVICE) } else { flags }
    }

    /// The places of the qualified names that items of one declaration declare.
    #[must_use]
    pub fn qualified(&self, list: u32, first: u32) -> Vec<Span> {
        let at = self.items.partition_point(|i| (i.list, i.first) < (list, first));
        let own = self.items.iter().skip(at).take_while(|i| (i.list, i.first) == (list, first));
        own.filter(|i| i.scope != words::EMPTY).map(|i| i.span).collect()
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

    /// The same, as what they are.
    pub fn items_named(&self, name: Symbol) -> impl Iterator<Item = &Item> {
        self.named(name).iter().filter_map(|i| self.items.get(*i as usize))
    }

    /// Whether `name` is declared as a type and not also as something else.
    #[must_use]
    pub fn is_type(&self, name: Symbol) -> bool {
        self.types.contains_key(&name) && !self.not_types.contains_key(&name)
    }

    /// Whether `name` is declared as a type and as something else.
    #[must_use]
    pub fn is_both(&self, name: Symbol) -> bool {
        self.types.contains_key(&name) && self.not_types.contains_key(&name)
    }

    /// Whether `name` is a type where it stands at a place in namespace `from`, or in that namespace itself if `inside`. The
    /// namespace and the place matter only for names that are declared as types and as something else.
    #[must_use]
    pub fn is_type_from(&self, from: u32, inside: bool, name: Symbol, place: u32) -> bool {
        if !self.types.contains_key(&name) || !self.not_types.contains_key(&name) {
            return self.types.contains_key(&name);
        }
        let mut around = Some(from);
        while let Some(n) = around {
            let mut kinds = self
                .own_and_brought(n, name)
                .into_iter()
                .filter_map(|n| self.declared.get(&(n, name)))
                .map(|k| k.before(place));
            if let Some((ty, other)) = kinds.find(|k| k.0 || k.1) {
                return ty && !other;
            }
            around = self.parent(n).filter(|_| !inside);
        }
        false
    }

    /// The namespaces whose names of a kind are seen in one: itself, and those that its inline namespaces, using declarations and
    /// directives bring. What a directive names seems to stand where both namespaces lie ([basic.lookup.unqual] 2); there
    /// the built-in functions stand, where that is around the file.
    fn own_and_brought(&self, n: u32, name: Symbol) -> Vec<u32> {
        let mut list = vec![n];
        list.extend(self.brought.get(&(n, name)));
        let near = |m: &u32| self.parent(n).is_some() && self.parent(*m) == self.parent(n);
        let named = self.directives.get(&n).into_iter().flatten();
        list.extend(named.filter(|m| near(m) && self.parent(n) != Some(0)));
        let inlined: Vec<u32> = list.iter().flat_map(|n| self.inlined(*n)).copied().collect();
        list.extend(inlined);
        list
    }

    /// Notes what a using declaration or directive at namespace scope names; what is not known is left.
    pub(super) fn note_used(&mut self, from: u32, directive: bool, global: bool, path: &[Symbol]) {
        let Some((name, before)) = path.split_last() else { return };
        let meant = if directive { path } else { before };
        let Some(to) = self.resolve(from, global, meant) else { return };
        if directive {
            self.directives.entry(from).or_default().push(to);
        } else {
            self.brought.insert((from, *name), to);
        }
    }

    /// Takes it that the file's namespace declares the built-in functions, as far as types elsewhere have their names: those hide
    /// none of them from others. A type of the file's own does.
    pub(crate) fn declare_built_in(&mut self, is_built_in: impl Fn(Symbol) -> bool) {
        for name in self.types.keys().copied().filter(|s| is_built_in(*s)).collect::<Vec<_>>() {
            let kinds = self.declared.entry((0, name)).or_default();
            if kinds.ty.is_none() && kinds.other.is_none() {
                kinds.other = Some(0);
                self.not_types.insert(name, ());
            }
        }
    }

    /// The first place where a namespace declares something of a name that is no type; an enumerator counts.
    #[must_use]
    pub fn first_value(&self, namespace: u32, name: Symbol) -> Option<u32> {
        self.declared.get(&(namespace, name)).and_then(|k| k.other)
    }

    /// Whether what a name before `::` means in namespace `from` is a namespace, and no type nearer by.
    #[must_use]
    pub fn is_namespace_from(&self, from: u32, name: Symbol) -> bool {
        let mut around = Some(from);
        while let Some(n) = around {
            if self.declared.get(&(n, name)).is_some_and(|k| k.ty.is_some()) {
                return false;
            }
            if self.namespace_in(n, name).is_some() {
                return true;
            }
            around = self.parent(n);
        }
        false
    }

    /// The namespace around a token.
    #[must_use]
    pub fn namespace_at(&self, list: u32, token: u32) -> u32 {
        let after = self.items.partition_point(|i| (i.list, i.first) <= (list, token));
        let item = after.checked_sub(1).and_then(|i| self.items.get(i));
        item.filter(|i| i.list == list).map_or(0, |i| i.namespace)
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
        let (namespace, place) =
            self.items.get(item as usize).map_or((0, 0), |i| (i.namespace, i.place()));
        let kinds = self.declared.entry((namespace, name)).or_default();
        let (known, first) = match ty {
            true => (&mut self.types, &mut kinds.ty),
            false => (&mut self.not_types, &mut kinds.other),
        };
        known.insert(name, ());
        *first = Some(first.map_or(place, |p| p.min(place)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        intern::Interner, options::FrontendOptions, parse::cut::cut, preprocess::preprocess,
    };
    use optx_source::{Diagnostics, SourceMap};

    #[test]
    fn namespaces() {
        let text = "namespace a::inline v { int x; namespace b { int y; } using b::y; } \
                    namespace c = a::b; namespace a { namespace d = b; using namespace b; } \
                    namespace { namespace e { } } namespace f = ::nowhere::g;";
        let (mut sm, mut names) = (SourceMap::new(), Interner::new());
        let mut diags = Diagnostics::default();
        let options = FrontendOptions::default();
        let tokens = preprocess("t.cu", text, &options, &mut sm, &mut names, &mut diags);
        let mut index = Index::default();
        cut(&mut index, &tokens, 0, false, &mut diags);
        assert!(diags.is_empty());
        let mut s = |text: &str| names.intern(text);
        let (a, v, b, c, d, e) = (s("a"), s("v"), s("b"), s("c"), s("d"), s("e"));
        let (f, g, x, y) = (s("f"), s("g"), s("x"), s("y"));
        let in_a = index.find_namespace(&[a]).expect("a");
        let in_v = index.find_namespace(&[a, v]).expect("a::v");
        let in_b = index.find_namespace(&[a, v, b]).expect("a::v::b");
        assert_eq!(index.find_namespace(&[a, b]), None);
        assert_eq!(index.resolve(0, false, &[a, b]), Some(in_b));
        assert_eq!(index.resolve(in_b, false, &[b]), Some(in_b));
        assert_eq!(index.resolve(in_b, true, &[b]), None);
        assert_eq!(index.resolve(0, false, &[c]), Some(in_b));
        assert_eq!(index.resolve(0, true, &[a, d]), Some(in_b));
        assert!(index.resolve(0, false, &[e]).is_some());
        assert_eq!(index.resolve(0, false, &[f]), index.find_namespace(&[s("nowhere"), g]));
        assert_eq!((index.parent(in_b), index.parent(in_v)), (Some(in_v), Some(in_a)));
        assert_eq!((index.parent(in_a), index.parent(0)), (Some(0), None));
        assert_eq!(index.inlined(in_a), [in_v]);
        assert!(index.inline_namespaces[in_v as usize] && !index.inline_namespaces[in_a as usize]);
        let place = |n| index.named(n).iter().map(|i| index.items[*i as usize].namespace);
        assert_eq!(place(x).collect::<Vec<_>>(), [in_v]);
        assert_eq!(place(y).collect::<Vec<_>>(), [in_b]);
        let usings: Vec<u32> = index.usings.iter().map(|u| u.0).collect();
        assert_eq!(usings, [in_v, in_a]);
        for (_, item) in &index.usings {
            assert_eq!(index.items[*item as usize].kind, ItemKind::Other);
        }
    }
}
