//! Looking names up in namespaces ([basic.lookup]): outwards from where they stand, through using directives and
//! declarations and inline namespaces, by a path of namespaces, and by the classes of a call's arguments.
//!
//! Idea: what a namespace declares is found when its names are first asked for. A *level* is what one step outwards looks
//! at together: a namespace, the inline and unnamed ones in it, and those that its using directives and declarations
//! name. Functions of a name are one set for the whole file; which of them a call means is decided by the namespaces of
//! the level at which the name was found, and by those of the arguments' classes ([basic.lookup.argdep]).
//!
//! A directive counts in the whole namespace that it stands in, before it too.

use crate::{
    ast::{Flags, Path},
    check::TemplateId,
    check::{Body, Checker, Entity, body::E},
    intern::{Map, Symbol},
    typed::FunctionId,
    types::{RecordId, Ty, TypeKind},
};

/// A using directive or declaration, resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UsedNamespace {
    /// The namespace that it names, or that its name is looked for in.
    target: u32,
    /// The one name of a declaration; `None` for a directive.
    name: Option<Symbol>,
}

impl<'a> Checker<'a, '_> {
    /// What a name stands for, seen from the namespace at hand outwards.
    pub(crate) fn lookup(&mut self, name: Symbol) -> Option<Entity> {
        match self.lookup_levels(name) {
            Some((e, _)) => Some(e),
            None => self.lookup_builtin(name),
        }
    }

    /// The first level outwards that has a name, and what it stands for there.
    fn lookup_levels(&mut self, name: Symbol) -> Option<(Entity, Vec<u32>)> {
        let here = self.types.namespace;
        // A using declaration in the function at hand hides what stands further out.
        // Those of one block add up ([namespace.udecl] 13).
        let mut named =
            self.local_usings.iter().rev().filter(|u| u.0.name == Some(name)).peekable();
        let block = named.peek().map(|u| u.2);
        let mut own: Vec<u32> =
            named.take_while(|u| Some(u.2) == block).map(|u| u.0.target).collect();
        if wrong!(LastUsingDeclarationWins) {
            own.truncate(1);
        }
        if wrong!(UsingDeclarationsHideNothing) {
            own.clear();
        }
        if !own.is_empty() {
            let level = self.closure(own, name, true);
            if let Some(e) = self.lookup_in_all(&level, name) {
                return Some((e, level));
            }
        }
        // Directives count where both the namespace that they stand in and the one that they name lie
        // ([basic.lookup.unqual] 2).
        let directives = self.active_directives(here);
        let mut around = Some(here);
        while let Some(n) = around {
            let mut level = vec![n];
            level.extend(directives.iter().filter(|d| d.0 == n).map(|d| d.1));
            let level = self.closure(level, name, false);
            if let Some(e) = self.lookup_in_all(&level, name) {
                return Some((e, level));
            }
            around = self.index.parent(n);
        }
        None
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
        for (u, ..) in &self.local_usings {
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
            for u in self.used_namespaces.get(&n).map_or(&[][..], Vec::as_slice) {
                if u.name.is_some() {
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
        let Some(n) = self.index.resolve(self.types.namespace, path.global, path.names) else {
            return if path.names == [crate::words::STD] { self.lookup(name) } else { None };
        };
        let found = self.lookup_qualified(n, name);
        match found {
            Some((e, _)) => Some(e),
            None if n == 0 => self.lookup_builtin(name),
            None => None,
        }
    }

    /// A name in a namespace: its own, else what its directives name ([namespace.qual] 2).
    fn lookup_qualified(&mut self, n: u32, name: Symbol) -> Option<(Entity, Vec<u32>)> {
        for directives in [false, true] {
            let level = self.closure(vec![n], name, directives);
            if let Some(e) = self.lookup_in_all(&level, name) {
                return Some((e, level));
            }
        }
        None
    }

    fn lookup_builtin(&mut self, name: Symbol) -> Option<Entity> {
        if let Some(t) = self.builtin_type(name) {
            return Some(Entity::Type(t));
        }
        let (file, text) = crate::library::type_file_of(self.text(name))?;
        if self.load_library(file, text) { self.lookup_in_all(&[0], name) } else { None }
    }

    fn lookup_in_all(&mut self, level: &[u32], name: Symbol) -> Option<Entity> {
        for &n in level {
            // More overloads may stand further down.
            if !matches!(self.entities.get(&(n, name)), Some(e) if !matches!(e, Entity::Functions(_)))
            {
                self.declare_in(n, name);
            }
        }
        level.iter().find_map(|n| self.entities.get(&(*n, name)).copied())
    }

    /// Namespaces with the inline and unnamed ones in them, those that using declarations bring the name from, and
    /// those that directives in them name where `directives`.
    fn closure(&mut self, first: Vec<u32>, name: Symbol, directives: bool) -> Vec<u32> {
        self.resolve_usings();
        let mut level = first;
        let mut k = 0;
        while let Some(&n) = level.get(k) {
            k += 1;
            let inlined = self.index.inlined(n).iter().copied();
            let used = self.used_namespaces.get(&n).map_or(&[][..], Vec::as_slice);
            let used =
                used.iter().filter(|u| u.name.map_or(directives, |s| s == name)).map(|u| u.target);
            for m in inlined.chain(used) {
                if !level.contains(&m) {
                    level.push(m);
                }
            }
        }
        level
    }

    /// Resolves the using directives and declarations of the lists of tokens that are read so far, once.
    fn resolve_usings(&mut self) {
        while let Some(&(n, item)) = self.index.usings.get(self.usings_resolved) {
            self.usings_resolved += 1;
            let trial = self.diags.begin_trial();
            let d = self.parse_item(item);
            self.diags.end_trial(trial);
            if let Some(u) = d.and_then(|d| d.using)
                && let Some(used) = self.used_namespace(n, u)
            {
                self.used_namespaces.entry(n).or_default().push(used);
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
        let target = self.index.resolve(from, u.path.global, &names)?;
        Some(UsedNamespace { target, name: (!u.directive).then_some(u.name.sym) })
    }

    /// Declares everything of a name that lies in a namespace, or is put there by a path before its name.
    fn declare_in(&mut self, n: u32, name: Symbol) {
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
    fn function_namespaces(&mut self, path: Option<&Path<'_>>, name: Symbol) -> Vec<u32> {
        let found = match path {
            None => self.lookup_levels(name),
            Some(p) => {
                let n = self.index.resolve(self.types.namespace, p.global, p.names).unwrap_or(0);
                self.lookup_qualified(n, name)
            }
        };
        found.map(|f| f.1).unwrap_or_default()
    }

    /// Names at file scope that messages may suggest are found by this; what a template's name is, wherever it lies.
    pub(crate) fn entity_anywhere(&self, name: Symbol) -> Option<Entity> {
        let mut around = Some(self.types.namespace);
        while let Some(n) = around {
            if let Some(e) = self.entities.get(&(n, name)) {
                return Some(*e);
            }
            around = self.index.parent(n);
        }
        (0..self.index.namespaces.len() as u32).find_map(|n| self.entities.get(&(n, name)).copied())
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Checks something where names are looked up from another namespace.
    pub(in crate::check) fn in_namespace<T>(
        &mut self,
        n: u32,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let was = std::mem::replace(&mut self.cx.types.namespace, n);
        let r = f(self);
        self.cx.types.namespace = was;
        r
    }

    /// The functions and function templates that a call by name may mean.
    pub(in crate::check) fn functions_named(
        &mut self,
        path: Option<&Path<'_>>,
        name: Symbol,
        values: &[E<'t>],
    ) -> (Vec<FunctionId>, Vec<TemplateId>) {
        let mut spaces = self.cx.function_namespaces(path, name);
        let (ordinary, mut associated, mut classes) = (spaces.len(), Vec::new(), Vec::new());
        if path.is_none() && !wrong!(NoArgumentDependentLookup) {
            (associated, classes) = self.associated(values);
            for n in &associated {
                if !spaces.contains(n) {
                    self.cx.declare_in(*n, name);
                    spaces.push(*n);
                }
            }
        }
        // Dependent calls see all of their arguments' namespaces ([temp.dep.candidate]), others what stands before them.
        // A function that is defined as a friend is found by arguments of its class alone ([namespace.memdef] 3).
        let befriended = |flags: Flags, r: Option<RecordId>| {
            wrong!(FriendsAreVisible)
                || !flags.has(Flags::FRIEND)
                || r.is_none_or(|r| classes.contains(&r))
        };
        let seen = |namespace: u32, declared: u32| {
            let at = spaces.iter().position(|n| *n == namespace)?;
            let late = self.place != 0 && declared > self.place && !wrong!(NamesFromBelow);
            Some(!late || self.instance && (at >= ordinary || associated.contains(&namespace)))
        };
        let functions = self.cx.overloads.get(&name).map_or(&[][..], Vec::as_slice);
        let functions: Vec<(FunctionId, bool)> = functions
            .iter()
            .filter_map(|f| {
                let x = &self.cx.functions[f.0 as usize];
                if !befriended(x.flags, x.class) {
                    return None;
                }
                Some((*f, seen(x.namespace, x.place.declared)?))
            })
            .collect();
        let templates = self.cx.fn_templates.get(&name).map_or(&[][..], Vec::as_slice);
        let templates: Vec<(TemplateId, bool)> = templates
            .iter()
            .filter_map(|t| {
                let x = &self.cx.templates[t.0 as usize];
                if !befriended(x.flags, x.class) {
                    return None;
                }
                Some((*t, seen(x.namespace, x.place.declared)?))
            })
            .collect();
        // A name that is declared behind its only use is taken as it is.
        let none = !functions.iter().any(|f| f.1) && !templates.iter().any(|t| t.1);
        let mut functions: Vec<FunctionId> =
            functions.iter().filter(|f| f.1 || none).map(|f| f.0).collect();
        self.join_c_functions(name, &mut functions);
        let templates = templates.iter().filter(|t| t.1 || none).map(|t| t.0).collect();
        (functions, templates)
    }

    /// Functions of C's linkage that several namespaces declare are one ([dcl.link] 6): that with a body, if there is.
    fn join_c_functions(&mut self, name: Symbol, set: &mut Vec<FunctionId>) {
        let of_c = |cx: &Checker<'_, '_>, f: FunctionId| {
            let f = &cx.functions[f.0 as usize];
            f.flags.has(Flags::EXTERN_C) && f.class.is_none()
        };
        let bodiless = |cx: &Checker<'_, '_>, f: FunctionId| {
            of_c(cx, f) && cx.functions[f.0 as usize].body.is_none()
        };
        if !set.iter().any(|f| bodiless(self.cx, *f)) {
            return;
        }
        self.cx.declare_named(name);
        let all = self.cx.overloads.get(&name).map_or(&[][..], Vec::as_slice);
        let params = |f: FunctionId| self.cx.functions[f.0 as usize].params.iter().map(|p| p.ty);
        for f in set.iter_mut().filter(|f| bodiless(self.cx, **f)) {
            let other = all
                .iter()
                .copied()
                .find(|g| of_c(self.cx, *g) && !bodiless(self.cx, *g) && params(*g).eq(params(*f)));
            *f = other.unwrap_or(*f);
        }
        let mut seen = Vec::new();
        set.retain(|f| {
            let new = !seen.contains(f);
            seen.push(*f);
            new
        });
    }

    /// The namespaces of the arguments' classes and enums, their bases' and template arguments', and these classes.
    fn associated(&self, values: &[E<'t>]) -> (Vec<u32>, Vec<RecordId>) {
        let (mut list, mut classes) = (Vec::new(), Vec::new());
        let mut seen: Map<Ty, ()> = Map::default();
        let mut work: Vec<Ty> = values.iter().map(|v| v.ty).collect();
        while let Some(t) = work.pop() {
            let t = t.bare();
            if seen.insert(t, ()).is_some() {
                continue;
            }
            match self.cx.types.kind(t) {
                TypeKind::Pointer(t) | TypeKind::Reference(t, _) | TypeKind::Array(t, _) => {
                    work.push(t);
                }
                TypeKind::Enum(e) => {
                    let e = &self.cx.types.enums[e.0 as usize];
                    list.push(e.namespace);
                }
                TypeKind::Record(r) => {
                    classes.push(r);
                    list.push(self.cx.types.records[r.0 as usize].namespace);
                    if let Some(c) = self.cx.classes.get(&r) {
                        work.extend(c.bases.iter().map(|b| b.ty));
                        work.extend(c.outer.and_then(|o| self.cx.types.find_record(o)));
                        work.extend(c.args.iter().filter_map(|a| match a {
                            crate::check::TArg::Type(t) => Some(*t),
                            crate::check::TArg::Value(..) | crate::check::TArg::Object(..) => None,
                        }));
                    }
                }
                _ => {}
            }
        }
        list.sort_unstable();
        list.dedup();
        (list, classes)
    }
}
