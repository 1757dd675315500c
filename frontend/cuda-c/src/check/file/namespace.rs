//! Looking names up in namespaces ([basic.lookup]): outwards from where they stand, through using directives and
//! declarations and inline namespaces, by a path of namespaces, and by the classes of a call's arguments.
//!
//! Idea: what a namespace declares is found when its names are first asked for. A *level* is what one step outwards looks
//! at together: a namespace, the inline and unnamed ones in it, and those that its using directives and declarations
//! name. Functions of a name are one set for the whole file; which of them a call means is decided by the namespaces of
//! the level at which the name was found, and by those of the arguments' classes ([basic.lookup.argdep]).
//!
//! Only what is declared before the place that asks is found ([basic.lookup.unqual]); the classes of arguments are the
//! exception, and only in instances of templates ([temp.dep.candidate]).

use crate::check::site::LocalUsing;
use crate::{
    ast::Path,
    check::{Checker, Entity, builtin::standard},
    intern::Symbol,
    parse::index::ItemKind,
};

/// A using directive or declaration, resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UsedNamespace {
    /// The namespace that it names, or that its name is looked for in.
    target: u32,
    /// The one name of a declaration; `None` for a directive.
    name: Option<Symbol>,
    /// Where it stands.
    place: u32,
}

/// What a name is looked for as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sought {
    All,
    /// Types alone, as behind `struct`.
    Types,
}

/// A namespace that a name is looked for in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) struct Reach {
    pub namespace: u32,
    /// The token up to which its declarations count there: a using declaration brings what stands before it
    /// ([namespace.udecl] 11).
    pub until: u32,
}

impl Reach {
    fn of(namespace: u32) -> Reach {
        Reach { namespace, until: u32::MAX }
    }

    pub(super) fn is_of(&self, namespace: u32) -> bool {
        self.namespace == namespace
    }

    fn used(u: &UsedNamespace) -> Reach {
        let until = if u.name.is_some() && u.place != 0 { u.place } else { u32::MAX };
        Reach { namespace: u.target, until }
    }
}

impl<'a> Checker<'a, '_> {
    /// Whether what stands at a place is seen from the place at hand.
    pub(super) fn is_before(&self, place: u32) -> bool {
        self.site.place == 0 || place <= self.site.place || wrong!(NamesFromBelow)
    }

    /// Whether a namespace's own name is declared before the place at hand. What no item declares is.
    fn is_declared(&self, n: u32, name: Symbol) -> bool {
        if self.declared.ahead.get(&(n, name)).is_some_and(|place| self.is_before(*place)) {
            return true;
        }
        let mut places = self
            .index
            .items_named(name)
            .filter(|i| i.namespace == n && i.scope == crate::words::EMPTY)
            .map(|i| i.place())
            .peekable();
        places.peek().is_none() || places.any(|p| self.is_before(p))
    }

    /// Notes that `struct X` declares X where X is declared again further down.
    pub(in crate::check) fn note_ahead(&mut self, name: Symbol) {
        let key = (self.site.namespace, name);
        let place =
            self.declared.ahead.get(&key).map_or(self.site.place, |p| self.site.place.min(*p));
        self.declared.ahead.insert(key, place);
    }

    /// What a name stands for in the namespace at hand itself.
    pub(in crate::check) fn own_entity(&mut self, name: Symbol) -> Option<Entity> {
        self.declare_in(self.site.namespace, name);
        self.entity(name)
    }

    /// What a name stands for, seen from the namespace at hand outwards.
    pub(crate) fn lookup(&mut self, name: Symbol) -> Option<Entity> {
        match self.lookup_levels(name, Sought::All) {
            Some((e, _)) => Some(e),
            None => self.lookup_builtin(name),
        }
    }

    /// The type that `struct name` means, seen from the namespace at hand outwards or in one that is named: what is no
    /// type is not found ([basic.lookup.elab] 2).
    pub(super) fn lookup_elaborated(
        &mut self,
        path: Option<&Path<'_>>,
        name: Symbol,
    ) -> Option<Entity> {
        let found = self.lookup_at(path, name, Sought::Types)?;
        found.map(|f| f.0).or_else(|| self.lookup_builtin(name))
    }

    /// What a name stands for, with a path before it or not, and where; the outer `None` where the path names nothing.
    fn lookup_at(
        &mut self,
        path: Option<&Path<'_>>,
        name: Symbol,
        sought: Sought,
    ) -> Option<Option<(Entity, Vec<Reach>)>> {
        Some(match path {
            None => self.lookup_levels(name, sought),
            Some(p) => {
                let n = self.index.resolve(self.site.namespace, p.global, p.names)?;
                self.lookup_qualified(n, name, sought)
            }
        })
    }

    /// The first level outwards that has a name, and what it stands for there.
    fn lookup_levels(&mut self, name: Symbol, sought: Sought) -> Option<(Entity, Vec<Reach>)> {
        let here = self.site.namespace;
        // A using declaration in the function at hand hides what stands further out.
        // Those of one block add up ([namespace.udecl] 13).
        let mut named =
            self.site.usings.iter().rev().filter(|u| u.used.name == Some(name)).peekable();
        let block = named.peek().map(|u| u.depth);
        let mut own: Vec<Reach> =
            named.take_while(|u| Some(u.depth) == block).map(|u| Reach::used(&u.used)).collect();
        if wrong!(LastUsingDeclarationWins) {
            own.truncate(1);
        }
        if wrong!(UsingDeclarationsHideNothing) {
            own.clear();
        }
        for directives in [false, true] {
            let level = self.closure(own.clone(), name, directives);
            if let Some(e) = self.lookup_in_all(&level, name, sought) {
                return Some((e, level));
            }
            if self.brings_built_in(&level, name, sought) {
                return None;
            }
        }
        // Directives count where both the namespace that they stand in and the one that they name lie
        // ([basic.lookup.unqual] 2).
        let directives = self.active_directives(here);
        let mut around = Some(here);
        while let Some(n) = around {
            let mut level = vec![Reach::of(n)];
            level.extend(directives.iter().filter(|d| d.0 == n).map(|d| Reach::of(d.1)));
            let level = self.closure(level, name, false);
            if let Some(e) = self.lookup_in_all(&level, name, sought) {
                return Some((e, level));
            }
            if self.brings_built_in(&level, name, sought) {
                return None;
            }
            around = self.index.parent(n);
        }
        None
    }

    /// Whether a level has the built-in functions of a name, which nothing declares: they are the global namespace's.
    fn brings_built_in(&self, level: &[Reach], name: Symbol, sought: Sought) -> bool {
        sought == Sought::All
            && level.iter().any(|r| r.namespace == 0)
            && self.is_built_in(name)
            && !wrong!(BuiltInsAreLookedUpHere)
    }

    /// The directives that count for names in a namespace: where their names seem to be declared, and what they name.
    fn active_directives(&mut self, here: u32) -> Vec<(u32, u32)> {
        self.resolve_usings();
        let mut list: Vec<(u32, u32)> = Vec::new();
        let mut work: Vec<u32> = Vec::new();
        let mut around = Some(here);
        while let Some(n) = around {
            work.push(n);
            around = self.index.parent(n);
        }
        for LocalUsing { used: u, .. } in &self.site.usings {
            if u.name.is_none() {
                list.push((
                    if wrong!(DirectivesDeclareHere) { here } else { self.common(here, u.target) },
                    u.target,
                ));
                work.push(u.target);
            }
        }
        let mut k = 0;
        while let Some(&n) = work.get(k) {
            k += 1;
            for m in self.index.inlined(n) {
                if !work.contains(m) {
                    work.push(*m);
                }
            }
            for u in self.declared.used_namespaces.get(&n).map_or(&[][..], Vec::as_slice) {
                if u.name.is_some() || !self.is_before(u.place) {
                    continue;
                }
                // A directive within a named namespace counts as one of the place that named it.
                let place =
                    if wrong!(DirectivesDeclareHere) { here } else { self.common(here, u.target) };
                let entry = (place, u.target);
                if !list.contains(&entry) {
                    list.push(entry);
                }
                if !work.contains(&u.target) {
                    work.push(u.target);
                }
            }
        }
        list
    }

    /// Whether a namespace is another one or lies around it.
    pub(super) fn encloses(&self, outer: u32, inner: u32) -> bool {
        self.common(outer, inner) == outer
    }

    /// The nearest namespace that holds both.
    fn common(&self, a: u32, b: u32) -> u32 {
        let mut around = Some(a);
        while let Some(n) = around {
            let mut inner = Some(b);
            while let Some(m) = inner {
                if m == n {
                    return n;
                }
                inner = self.index.parent(m);
            }
            around = self.index.parent(n);
        }
        0
    }

    /// What `path::name` stands for.
    pub(crate) fn lookup_in(&mut self, path: &Path<'_>, name: Symbol) -> Option<Entity> {
        let from = self.site.namespace;
        let std = self.index.is_std(from, path);
        if std && wrong!(StdIsEverywhere) {
            return self.lookup(name);
        }
        let n = self.index.resolve(from, path.global, path.names);
        match n.and_then(|n| self.lookup_qualified(n, name, Sought::All)) {
            Some((e, _)) => Some(e),
            None if n == Some(0) => self.lookup_builtin(name),
            None if n.is_some_and(|n| self.brings_global(n, name)) => {
                let built_in = self.lookup_builtin(name);
                built_in.or_else(|| self.lookup_in_all(&[Reach::of(0)], name, Sought::All))
            }
            None if std && standard::is_type(self.text(name)) => self.lookup_builtin(name),
            None => None,
        }
    }

    /// A name in a namespace: its own, else what its directives name ([namespace.qual] 2).
    fn lookup_qualified(
        &mut self,
        n: u32,
        name: Symbol,
        sought: Sought,
    ) -> Option<(Entity, Vec<Reach>)> {
        let mut level = Vec::new();
        self.qualified_level(n, (name, sought), &mut Vec::new(), &mut level);
        let e = self.lookup_in_all(&level, name, sought)?;
        Some((e, level))
    }

    /// The namespaces in which a qualified name is found: one that has the name itself, else those that its directives
    /// name, each by the same rule.
    fn qualified_level(
        &mut self,
        n: u32,
        (name, sought): (Symbol, Sought),
        seen: &mut Vec<u32>,
        level: &mut Vec<Reach>,
    ) {
        if seen.contains(&n) {
            return;
        }
        seen.push(n);
        let own = match wrong!(UnnamedAreInline) {
            true => self.closure(vec![Reach::of(n)], name, wrong!(DirectivesReachThrough)),
            false => self.declared_level(n, name, wrong!(DirectivesReachThrough)),
        };
        // The built-in functions are the global namespace's own.
        let built_in = !wrong!(DirectivesHideBuiltIns) && self.brings_built_in(&own, name, sought);
        if built_in || self.lookup_in_all(&own, name, sought).is_some() {
            let new = own.into_iter().filter(|r| !level.iter().any(|l| l.namespace == r.namespace));
            level.extend(new.collect::<Vec<_>>());
            return;
        }
        let mut around = vec![n];
        around.extend(self.index.inlined(n));
        let used = around.iter().filter_map(|n| self.declared.used_namespaces.get(n)).flatten();
        let used = used.filter(|u| u.name.is_none() && self.is_before(u.place));
        // An unnamed namespace is named by a directive where it stands ([namespace.unnamed] 1).
        let unnamed = around.iter().copied().filter(|m| *m != n && self.index.is_unnamed(*m));
        for target in unnamed.chain(used.map(|u| u.target)).collect::<Vec<_>>() {
            self.qualified_level(target, (name, sought), seen, level);
        }
    }

    /// The namespaces whose functions of a name belong to one: itself, and those that its using declarations bring it from.
    pub(super) fn own_and_used(&mut self, n: u32, name: Symbol) -> Vec<u32> {
        if wrong!(NoUsedByArguments) {
            return vec![n];
        }
        self.resolve_usings();
        let mut list = vec![n];
        let mut k = 0;
        while let Some(n) = list.get(k) {
            k += 1;
            let used = self.declared.used_namespaces.get(n).map_or(&[][..], Vec::as_slice);
            let used = used.iter().filter(|u| u.name == Some(name) && self.is_before(u.place));
            let new: Vec<u32> = used.map(|u| u.target).filter(|t| !list.contains(t)).collect();
            list.extend(new);
        }
        list
    }

    /// Whether a namespace, or an inline one in it, has a name by a using declaration from the global one.
    fn brings_global(&mut self, n: u32, name: Symbol) -> bool {
        let mut list = vec![n];
        let mut k = 0;
        while let Some(n) = list.get(k).copied() {
            k += 1;
            let mut more = self.own_and_used(n, name);
            more.extend(self.index.inlined(n));
            more.retain(|n| !list.contains(n));
            list.extend(more);
        }
        list.contains(&0)
    }

    /// Whether a built-in function of a name may be meant behind a path: not in a namespace that neither brings it by a using
    /// declaration nor looks through others.
    pub(in crate::check) fn may_be_built_in(&mut self, path: &Path<'_>, name: Symbol) -> bool {
        match self.index.resolve(self.site.namespace, path.global, path.names) {
            None | Some(0) => true,
            Some(n) => {
                self.brings_global(n, name)
                    || self
                        .declared
                        .used_namespaces
                        .get(&n)
                        .is_some_and(|u| u.iter().any(|u| u.name.is_none()))
            }
        }
    }

    fn lookup_builtin(&mut self, name: Symbol) -> Option<Entity> {
        if let Some(t) = self.builtin_type(name) {
            return Some(Entity::plain(t));
        }
        let (file, text) = crate::library::type_file_of(self.text(name))?;
        let loaded = self.load_library(file, text);
        if loaded { self.lookup_in_all(&[Reach::of(0)], name, Sought::All) } else { None }
    }

    fn lookup_in_all(&mut self, level: &[Reach], name: Symbol, sought: Sought) -> Option<Entity> {
        let mut found = None;
        for &Reach { namespace: n, .. } in level {
            if !self.is_declared(n, name) {
                continue;
            }
            // More overloads may stand further down.
            let known = self.declared.entities.get(&(n, name));
            if known.is_none_or(|e| matches!(e, Entity::Functions(_))) || self.index.is_both(name) {
                self.declare_in(n, name);
            }
            let Some(e) = self.declared.entities.get(&(n, name)).copied() else { continue };
            let e = match sought {
                Sought::Types => match self.type_of_name(n, name, e) {
                    Some(t) => t,
                    None => continue,
                },
                Sought::All if matches!(e, Entity::Functions(_)) && self.are_hidden(n, name) => {
                    continue;
                }
                Sought::All => self.hidden_later(n, name).unwrap_or(e),
            };
            found = match found {
                Some(f) if self.differ(f, (n, e), name) => return Some(Entity::Ambiguous),
                Some(f) => Some(f),
                None => Some((n, e)),
            };
        }
        found.map(|f| f.1)
    }

    /// The type of a namespace's name, which what else it stands for may hide, where it is declared before the place at
    /// hand; what has no declaration of its own there, as a class that `struct X *p` declares, is.
    fn type_of_name(&self, n: u32, name: Symbol, e: Entity) -> Option<Entity> {
        let hidden = || self.declared.hidden_types.get(&(n, name)).map(|t| Entity::plain(*t));
        let ty = if matches!(e, Entity::Type(_, _)) { e } else { hidden()? };
        let items = self.index.items_named(name).filter(|i| i.namespace == n);
        let mut places = items.filter(|i| i.kind == ItemKind::Type).map(|i| i.place()).peekable();
        let ahead = self.declared.ahead.get(&(n, name)).is_some_and(|place| self.is_before(*place));
        let before = ahead || places.peek().is_none() || places.any(|p| self.is_before(p));
        before.then_some(ty)
    }

    /// The class or enumeration of a name that something declared further down hides ([basic.scope.hiding] 2).
    fn hidden_later(&self, n: u32, name: Symbol) -> Option<Entity> {
        let hidden = self.declared.hidden_types.get(&(n, name))?;
        let later = self.index.first_value(n, name).is_none_or(|place| !self.is_before(place));
        (later && !wrong!(NamesFromBelow)).then_some(Entity::plain(*hidden))
    }

    /// Whether a namespace has functions of a name only as friends of classes: lookup does not find these, and nor do they
    /// hide what stands further out ([namespace.memdef] 3).
    fn are_hidden(&self, n: u32, name: Symbol) -> bool {
        let functions = self.declared.overloads.get(&name).into_iter().flatten();
        let functions = functions.filter_map(|f| self.functions.get(*f));
        let templates = self.templates.functions.get(&name).into_iter().flatten();
        let templates = templates.filter_map(|t| self.templates.all.get(*t));
        let mut all = functions
            .map(|f| (f.home.namespace, f.home.hidden))
            .chain(templates.map(|t| (t.namespace, t.hidden)))
            .filter(|x| x.0 == n)
            .peekable();
        all.peek().is_some() && all.all(|x| x.1) && !wrong!(FriendsAreVisible)
    }

    /// Whether a name stands for different things in two namespaces, so that what sees both means neither
    /// ([namespace.udir] 6). Functions are overloads of each other; the library's names hide nothing.
    fn differ(&self, a: (u32, Entity), b: (u32, Entity), name: Symbol) -> bool {
        let same = match (a.1, b.1) {
            (Entity::Const(..), Entity::Const(..)) => false,
            (Entity::Unparsable(_), _) | (_, Entity::Unparsable(_)) => true,
            (a, b) => a == b,
        };
        let library = |n: u32| self.index.items_named(name).any(|i| i.namespace == n && i.library);
        !same && !library(a.0) && !library(b.0)
    }

    /// Namespaces with the inline and unnamed ones in them, those that using declarations bring the name from, and
    /// those that directives in them name where `directives`.
    fn closure(&mut self, first: Vec<Reach>, name: Symbol, directives: bool) -> Vec<Reach> {
        self.closure_of(first, name, directives, true)
    }

    /// A namespace as one that declares a name: with the inline ones in it, and what using declarations bring there, but
    /// not the unnamed ones ([namespace.qual] 2).
    fn declared_level(&mut self, n: u32, name: Symbol, directives: bool) -> Vec<Reach> {
        self.closure_of(vec![Reach::of(n)], name, directives, false)
    }

    fn closure_of(
        &mut self,
        first: Vec<Reach>,
        name: Symbol,
        directives: bool,
        unnamed: bool,
    ) -> Vec<Reach> {
        self.resolve_usings();
        let mut level = first;
        let mut k = 0;
        while let Some(&Reach { namespace: n, until }) = level.get(k) {
            k += 1;
            let inlined = self.index.inlined(n).iter();
            let inlined = inlined.filter(|m| unnamed || !self.index.is_unnamed(**m));
            let inlined = inlined.map(|m| Reach { namespace: *m, until });
            let used = self.declared.used_namespaces.get(&n).map_or(&[][..], Vec::as_slice);
            let used = used
                .iter()
                .filter(|u| u.name.map_or(directives, |s| s == name) && self.is_before(u.place))
                .map(|u| Reach { until: Reach::used(u).until.min(until), namespace: u.target });
            for m in inlined.chain(used) {
                match level.iter_mut().find(|l| l.namespace == m.namespace) {
                    Some(l) => l.until = l.until.max(m.until),
                    None => level.push(m),
                }
            }
        }
        level
    }

    /// Resolves the using directives and declarations of the lists of tokens that are read so far, once.
    fn resolve_usings(&mut self) {
        while let Some(&(n, item)) = self.index.usings.get(self.declared.usings_resolved) {
            self.declared.usings_resolved += 1;
            let trial = self.diags.begin_trial();
            let d = self.parse_item(item);
            self.diags.end_trial(trial);
            let place = self.index.items.get(item as usize).map_or(0, |i| i.place());
            for u in d.and_then(|d| d.using).into_iter().flat_map(|u| u.all()) {
                if let Some(mut used) = self.used_namespace(n, u) {
                    used.place = place;
                    self.declared.used_namespaces.entry(n).or_default().push(used);
                }
            }
        }
    }

    /// The namespace that a using directive or declaration names where it stands in `from`.
    pub(in crate::check) fn used_namespace(
        &self,
        from: u32,
        u: &crate::ast::Using<'_>,
    ) -> Option<UsedNamespace> {
        let mut names = u.path.names.to_vec();
        if u.directive {
            names.push(u.name.sym);
        }
        // The built-in functions that `std` has are the global namespace's.
        let standard = !u.directive && self.is_std_built_in(from, u);
        let target = match standard {
            true => 0,
            false => self.index.resolve(from, u.path.global, &names)?,
        };
        Some(UsedNamespace {
            target,
            name: (!u.directive).then_some(u.name.sym),
            place: self.site.place,
        })
    }

    /// Declares everything of a name that lies in a namespace, or is put there by a path before its name.
    pub(in crate::check) fn declare_in(&mut self, n: u32, name: Symbol) {
        let mut k = 0;
        while let Some(&item) = self.index.named(name).get(k) {
            let x = &self.index.items[item as usize];
            if x.namespace == n || x.scope != crate::words::EMPTY {
                self.declare_item(item);
            }
            k += 1;
        }
    }

    /// Declares everything of the file that has the name.
    pub(crate) fn declare_named(&mut self, name: Symbol) {
        let mut k = 0;
        while let Some(&item) = self.index.named(name).get(k) {
            self.declare_item(item);
            k += 1;
        }
    }

    /// The namespaces whose functions of a name are meant where it stands, with a path before it or not.
    pub(in crate::check) fn function_namespaces(
        &mut self,
        path: Option<&Path<'_>>,
        name: Symbol,
    ) -> Vec<Reach> {
        self.lookup_at(path, name, Sought::All).flatten().map(|f| f.1).unwrap_or_default()
    }

    /// What a name means that a namespace declares itself.
    pub(crate) fn entity_of(&self, namespace: u32, name: Symbol) -> Option<Entity> {
        self.declared.entities.get(&(namespace, name)).copied()
    }

    /// Names at file scope that messages may suggest are found by this; what a template's name is, wherever it lies.
    pub(crate) fn entity_anywhere(&self, name: Symbol) -> Option<Entity> {
        let mut around = Some(self.site.namespace);
        while let Some(n) = around {
            if let Some(e) = self.declared.entities.get(&(n, name)) {
                return Some(*e);
            }
            around = self.index.parent(n);
        }
        (0..self.index.namespaces.len() as u32)
            .find_map(|n| self.declared.entities.get(&(n, name)).copied())
    }
}
