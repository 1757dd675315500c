//! Looking names up in namespaces ([basic.lookup]): outwards from where they stand, through using directives and
//! declarations and inline namespaces, by a path of namespaces, and by the classes of a call's arguments.
//!
//! Idea: what a namespace declares is found when its names are first asked for. A *level* is what one step outwards looks
//! at together: a namespace, the inline and unnamed ones in it, and those that its using directives and declarations
//! name. Functions of a name are one set for the whole file; which of them a call means is decided by the namespaces of
//! the level at which the name was found, and by those of the arguments' classes ([basic.lookup.argdep]).
//!
//! A directive counts in the whole namespace that it stands in, before it too.

use super::{Body, Checker, Entity, body::E};
use crate::{
    ast::Path,
    check::TemplateId,
    intern::{Map, Symbol},
    typed::FunctionId,
    types::{Ty, TypeKind},
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
        let mut around = Some(self.types.namespace);
        let mut local = true;
        while let Some(n) = around {
            if let Some(e) = self.lookup_level(n, name, local) {
                return Some(e);
            }
            local = false;
            around = self.index.parent(n);
        }
        self.lookup_builtin(name)
    }

    /// What `path::name` stands for.
    pub(crate) fn lookup_in(&mut self, path: &Path<'_>, name: Symbol) -> Option<Entity> {
        let Some(n) = self.index.resolve(self.types.namespace, path.global, path.names) else {
            return if path.names == [crate::words::STD] { self.lookup(name) } else { None };
        };
        let found = self.lookup_level(n, name, false);
        if found.is_none() && n == 0 { self.lookup_builtin(name) } else { found }
    }

    fn lookup_builtin(&mut self, name: Symbol) -> Option<Entity> {
        if let Some(t) = self.builtin_type(name) {
            return Some(Entity::Type(t));
        }
        let (file, text) = crate::library::type_file_of(self.text(name))?;
        if self.load_library(file, text) { self.lookup_level(0, name, false) } else { None }
    }

    fn lookup_level(&mut self, n: u32, name: Symbol, local: bool) -> Option<Entity> {
        let level = self.level(n, name, local);
        for &n in &level {
            // More overloads may stand further down.
            if !matches!(self.entities.get(&(n, name)), Some(e) if !matches!(e, Entity::Functions(_)))
            {
                self.declare_in(n, name);
            }
        }
        level.iter().find_map(|n| self.entities.get(&(*n, name)).copied())
    }

    /// The namespaces that are looked at together with `n`.
    fn level(&mut self, n: u32, name: Symbol, local: bool) -> Vec<u32> {
        self.resolve_usings();
        let mut level = vec![n];
        if local {
            for u in &self.local_usings {
                if u.name.is_none_or(|s| s == name) && !level.contains(&u.target) {
                    level.push(u.target);
                }
            }
        }
        let mut k = 0;
        while let Some(&n) = level.get(k) {
            k += 1;
            let inlined = self.index.inlined(n).iter().copied();
            let used = self.used_namespaces.get(&n).map_or(&[][..], Vec::as_slice);
            let used = used.iter().filter(|u| u.name.is_none_or(|s| s == name)).map(|u| u.target);
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
    pub(super) fn used_namespace(
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
        let mut around = match path {
            Some(p) => self.index.resolve(self.types.namespace, p.global, p.names).or(Some(0)),
            None => Some(self.types.namespace),
        };
        let mut local = path.is_none();
        while let Some(n) = around {
            if self.lookup_level(n, name, local).is_some() {
                return self.level(n, name, local);
            }
            local = false;
            around = if path.is_none() { self.index.parent(n) } else { None };
        }
        Vec::new()
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
    pub(super) fn in_namespace<T>(&mut self, n: u32, f: impl FnOnce(&mut Self) -> T) -> T {
        let was = std::mem::replace(&mut self.cx.types.namespace, n);
        let r = f(self);
        self.cx.types.namespace = was;
        r
    }

    /// The functions and function templates that a call by name may mean.
    pub(super) fn functions_named(
        &mut self,
        path: Option<&Path<'_>>,
        name: Symbol,
        values: &[E<'t>],
    ) -> (Vec<FunctionId>, Vec<TemplateId>) {
        let mut spaces = self.cx.function_namespaces(path, name);
        if path.is_none() {
            for n in self.namespaces_of(values) {
                if !spaces.contains(&n) {
                    self.cx.declare_in(n, name);
                    spaces.push(n);
                }
            }
        }
        let functions = self.cx.overloads.get(&name).map_or(&[][..], Vec::as_slice);
        let functions = functions
            .iter()
            .copied()
            .filter(|f| spaces.contains(&self.cx.functions[f.0 as usize].namespace))
            .collect();
        let templates = self.cx.fn_templates.get(&name).map_or(&[][..], Vec::as_slice);
        let templates = templates
            .iter()
            .copied()
            .filter(|t| spaces.contains(&self.cx.templates[t.0 as usize].namespace))
            .collect();
        (functions, templates)
    }

    /// The namespaces of the arguments' classes and enums, their bases' and template arguments'.
    fn namespaces_of(&self, values: &[E<'t>]) -> Vec<u32> {
        let mut list = Vec::new();
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
                    list.push(self.cx.types.records[r.0 as usize].namespace);
                    if let Some(c) = self.cx.classes.get(&r) {
                        work.extend(c.bases.iter().map(|b| b.ty));
                        work.extend(c.outer.and_then(|o| self.cx.types.find_record(o)));
                        work.extend(c.args.iter().filter_map(|a| match a {
                            super::TArg::Type(t) => Some(*t),
                            super::TArg::Value(..) => None,
                        }));
                    }
                }
                _ => {}
            }
        }
        list.sort_unstable();
        list.dedup();
        list
    }
}
