//! The functions that a call by name may mean: those that lookup finds, and those of the classes of its arguments
//! ([basic.lookup.argdep]).

use optx_source::Span;

use crate::{
    ast::{Declaration, Declarator, Flags, Path, TypeExpr},
    check::{Body, Checker, TemplateId, body::E, file::namespace::Reach, template::Declared},
    intern::{Map, Symbol},
    typed::{FunctionId, TypedArenas},
    types::{RecordId, Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The functions and function templates that a call by name may mean; `None` where one was left alone, and that is told.
    pub(in crate::check) fn functions_named(
        &mut self,
        path: Option<&Path<'_>>,
        name: Symbol,
        values: &[E<'t>],
    ) -> Option<(Vec<FunctionId>, Vec<TemplateId>)> {
        let spaces = self.cx.function_namespaces(path, name);
        self.functions_among(spaces, path.is_none(), name, values)
    }

    /// The functions of a name that the arguments' classes bring, whatever else the name stands for.
    pub(in crate::check) fn associated_functions(
        &mut self,
        name: Symbol,
        values: &[E<'t>],
    ) -> Option<(Vec<FunctionId>, Vec<TemplateId>)> {
        match wrong!(RangesAskTheScope) {
            true => self.functions_named(None, name, values),
            false => self.functions_among(Vec::new(), true, name, values),
        }
    }

    /// The functions of a name in the namespaces that lookup gives, and in those of the arguments' classes where these are
    /// asked.
    fn functions_among(
        &mut self,
        mut spaces: Vec<Reach>,
        by_arguments: bool,
        name: Symbol,
        values: &[E<'t>],
    ) -> Option<(Vec<FunctionId>, Vec<TemplateId>)> {
        let (ordinary, mut associated, mut classes) = (spaces.len(), Vec::new(), Vec::new());
        if by_arguments && !wrong!(NoArgumentDependentLookup) {
            (associated, classes) = self.associated(values);
            for n in &associated {
                for m in self.cx.own_and_used(*n, name) {
                    if !spaces.iter().any(|s| s.namespace == m) {
                        self.cx.declare_in(m, name);
                        spaces.push(Reach { namespace: m, until: u32::MAX });
                    }
                }
            }
        }
        let at = values.first().map_or(Span::NONE, |v| v.span);
        if self.cx.tell_left_functions(name, &spaces, at) {
            return None;
        }
        // Dependent calls see all of their arguments' namespaces ([temp.dep.candidate]), others what stands before them.
        // A function that is defined as a friend is found by arguments of its class alone ([namespace.memdef] 3).
        let befriended = |hidden: bool, r: Option<RecordId>| {
            wrong!(FriendsAreVisible) || !hidden || r.is_none_or(|r| classes.contains(&r))
        };
        let dependent = self.cx.site.instance && !values.iter().all(|v| self.is_surely_plain(v));
        let seen = |b: &Self, namespace: u32, declared: u32| {
            let at = spaces.iter().position(|s| s.namespace == namespace)?;
            let associated = at >= ordinary || associated.contains(&namespace);
            if associated && dependent {
                return Some(true);
            }
            let used = associated || spaces.get(at).is_some_and(|s| declared <= s.until);
            Some(used && b.cx.is_before(declared))
        };
        let mut functions = Vec::new();
        for f in self.cx.declared.overloads.get(&name).cloned().unwrap_or_default() {
            let x = &self.cx.functions[f];
            if !befriended(x.home.hidden, x.membership.class) {
                continue;
            }
            let Some(seen) = seen(self, x.home.namespace, x.home.place.declared) else { continue };
            if seen || self.is_friend_of(&classes, f) {
                functions.push(f);
            }
        }
        let mut templates = Vec::new();
        for t in self.cx.templates.functions.get(&name).cloned().unwrap_or_default() {
            let x = &self.cx.templates.all[t];
            if !befriended(x.hidden, x.class) {
                continue;
            }
            let Some(seen) = seen(self, x.namespace, x.place.declared) else { continue };
            if seen || self.is_friend_template_of(&classes, t) {
                templates.push(t);
            }
        }
        self.join_c_functions(name, &mut functions);
        Some((functions, templates))
    }

    /// Functions of C's linkage that several namespaces declare are one ([dcl.link] 6): that with a body, if there is.
    fn join_c_functions(&mut self, name: Symbol, set: &mut Vec<FunctionId>) {
        let of_c = |cx: &Checker<'_, '_>, f: FunctionId| {
            let f = &cx.functions[f];
            f.flags.has(Flags::EXTERN_C) && f.membership.class.is_none()
        };
        let bodiless =
            |cx: &Checker<'_, '_>, f: FunctionId| of_c(cx, f) && cx.functions[f].body.is_none();
        if !set.iter().any(|f| bodiless(self.cx, *f)) {
            return;
        }
        self.cx.declare_named(name);
        let all = self.cx.declared.overloads.get(&name).map_or(&[][..], Vec::as_slice);
        let params = |f: FunctionId| self.cx.functions[f].signature.params.iter().map(|p| p.ty);
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

    /// The friends of a name that classes declare before the place at hand: their arguments find them, be they declared
    /// elsewhere only further down ([basic.lookup.argdep] 4).
    fn friends_named(
        &mut self,
        classes: &[RecordId],
        name: Symbol,
    ) -> Vec<(RecordId, &'a Declaration<'a>)> {
        let mut list = Vec::new();
        for &r in classes {
            let Some(c) = self.cx.classes.all.get(&r) else { continue };
            let spec = c.spec;
            if !self.cx.is_before(c.place) {
                continue;
            }
            for f in spec.functions {
                if f.flags.has(Flags::FRIEND)
                    && f.name.sym == name
                    && let Some(d) = self.cx.parse_method(r, spec, f)
                {
                    list.push((r, d));
                }
            }
        }
        list
    }

    fn is_friend_of(&mut self, classes: &[RecordId], f: FunctionId) -> bool {
        let name = self.cx.functions[f].name;
        for (r, d) in self.friends_named(classes, name) {
            let [Declarator { ty: TypeExpr::Function { params, .. }, .. }] = d.declarators else {
                continue;
            };
            let Some(c) = self.cx.classes.all.get(&r) else { continue };
            let (env, namespace, place) = (c.env.clone(), c.namespace, c.place);
            let trial = self.cx.diags.begin_trial();
            let arena = TypedArenas::small();
            let site = self.cx.site.within(&env, Some(r)).at(namespace, place);
            let list = Body::at_site(&mut *self.cx, &arena, site).param_list(params);
            let wrong = self.cx.diags.end_trial(trial);
            let own = self.cx.functions[f].signature.params.iter().map(|p| p.ty.bare());
            if !wrong && d.template.is_none() && own.eq(list.iter().map(|p| p.ty.bare())) {
                return true;
            }
        }
        false
    }

    fn is_friend_template_of(&mut self, classes: &[RecordId], t: TemplateId) -> bool {
        let (name, t) = (self.cx.template(t).name, self.cx.declared_as_template(t));
        let friends = self.friends_named(classes, name);
        friends.into_iter().any(|(r, d)| {
            let Some(c) = self.cx.classes.all.get(&r) else { return false };
            let (env, namespace, place) = (c.env.clone(), c.namespace, c.place);
            let friend = Declared::new(d, env, Some(r), (namespace, place));
            self.cx.is_one_template(&t, &friend)
        })
    }

    /// The namespaces of the arguments' classes and enums, their bases' and template arguments', and these classes.
    pub(in crate::check) fn associated(&mut self, values: &[E<'t>]) -> (Vec<u32>, Vec<RecordId>) {
        let (mut list, mut classes) = (Vec::new(), Vec::new());
        let mut seen: Map<Ty, ()> = Map::default();
        // With how deep it stands among templates' arguments: those of arguments need no definition.
        let mut work: Vec<(Ty, u32)> = values.iter().map(|v| (v.ty, 0)).collect();
        // Bases, theirs too, and the classes around: these bring no more than themselves.
        let mut others: Vec<Ty> = Vec::new();
        while let Some((t, depth)) = work.pop() {
            let t = t.bare();
            if seen.insert(t, ()).is_some() {
                continue;
            }
            match self.cx.types.kind(t) {
                TypeKind::Pointer(t) | TypeKind::Reference(t, _) | TypeKind::Array(t, _) => {
                    work.push((t, depth));
                }
                TypeKind::Enum(e) => {
                    let e = &self.cx.types.enums[e];
                    list.push(e.namespace);
                }
                TypeKind::Record(r) => {
                    if depth < 2 {
                        self.complete(t, values.first().map_or(Span::NONE, |v| v.span));
                    }
                    classes.push(r);
                    list.push(self.cx.types.records[r].namespace);
                    if let Some(c) = self.cx.classes.all.get(&r) {
                        others.extend(c.bases.iter().map(|b| b.ty));
                        others.extend(c.outer.and_then(|o| self.cx.types.find_record(o)));
                        if wrong!(BasesBringArguments) {
                            work.extend(c.bases.iter().map(|b| (b.ty, depth)));
                        }
                    }
                    if let Some(i) = self.cx.templates.instances.get(&r) {
                        work.extend(i.args.iter().filter_map(|a| match a {
                            crate::check::TArg::Type(t) => Some((*t, depth + 1)),
                            _ => None,
                        }));
                    }
                }
                _ => {}
            }
        }
        for t in self.cx.with_bases(others.into_iter()) {
            let Some(r) = self.cx.class_id(t) else { continue };
            classes.push(r);
            list.push(self.cx.types.records[r].namespace);
        }
        // With an inline namespace comes what is around it, and with a namespace the inline ones in it.
        let mut k = 0;
        while let Some(&n) = list.get(k) {
            k += 1;
            list.extend(
                self.cx.index.inline_set(n).filter(|m| !list.contains(m)).collect::<Vec<_>>(),
            );
        }
        list.sort_unstable();
        list.dedup();
        (list, classes)
    }
}
