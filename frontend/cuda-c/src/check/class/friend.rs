//! Friends that are defined in a class ([class.friend] 6).
//!
//! Idea: such a function is one of the namespace around the class. Where the namespace declares it too, both declarations
//! are one function, and every call sees it; otherwise only arguments of the class find it ([namespace.memdef] 3). What
//! was declared first keeps its id, as it may have been called: it gets what the definition says.

use optx_source::{Diagnostic, Span, code};

use super::access::friend_name;
use crate::{
    ast::{Base, Declaration, Flags, MemberFunction, MemberKind, Name, RecordSpec, TypeExpr},
    check::{Body, Checker, Entity, Env, TemplateId, file::is_auto, template::Declared},
    intern::Symbol,
    parse::index::{Item, ItemKind, Part},
    token::Tok,
    typed::{FunctionId, TypedArenas},
    types::{RecordId, Ty},
    words,
};

impl<'a> Body<'_, 'a, '_, '_> {
    /// Declares the friends of a class that have a body.
    pub(super) fn friends(&mut self, id: RecordId, r: &'a RecordSpec<'a>, env: &Env) {
        for f in r.functions {
            if !f.flags.has(Flags::FRIEND)
                || f.kind != MemberKind::Method
                || wrong!(FriendsAreMembers)
            {
                continue;
            }
            let tokens = &self.cx.declared.lists[r.list as usize].tokens;
            let end = (f.end as usize).min(tokens.len());
            let body = tokens[f.first as usize..end].iter().any(|t| t.kind == Tok::LBrace);
            if !body && (f.template || !f.flags.has(Flags::DEVICE)) {
                continue;
            }
            let Some(d) = self.cx.parse_method(id, r, f) else { continue };
            if !body && !is_plain(d) {
                if !f.template {
                    self.check_qualified_friend(id, d, env);
                }
                continue;
            }
            if f.template {
                self.friend_template(id, r, f, d, env);
                continue;
            }
            let arena = TypedArenas::small();
            let flags = Flags(f.flags.0 | Flags::FRIEND);
            let declared = Body::within(&mut *self.cx, &arena, env, Some(id))
                .declare_member_function(id, d, flags, f.kind, env);
            if let Some(g) = declared {
                // What stands before it is seen.
                if body && r.list == 0 {
                    self.cx.functions[g].home.place.defined = f.first + 1;
                }
                if body {
                    self.cx.add_friend(g);
                } else {
                    self.cx.declare_friend(g);
                }
            }
        }
    }

    /// Reports a friend of another class or of a namespace that declares no such function ([class.friend] 9,
    /// [dcl.meaning] 1).
    fn check_qualified_friend(&mut self, id: RecordId, d: &'a Declaration<'a>, env: &Env) {
        let [x] = d.declarators else { return };
        let TypeExpr::Function { params, result, quals, .. } = x.ty else { return };
        if x.template_args.is_some() || x.name.sym == words::OP_CONVERSION {
            return;
        }
        let arena = TypedArenas::small();
        let trial = self.cx.diags.begin_trial();
        let mut b = Body::within(&mut *self.cx, &arena, env, Some(id));
        let types: Vec<Ty> = b.param_list(params).iter().map(|p| p.ty.bare()).collect();
        let deduced = is_auto(result);
        let result = if deduced { Ty::ERROR } else { b.type_of(result) };
        let class = x.scope.map(|s| b.base_type(s, words::EMPTY));
        drop(b);
        if self.cx.diags.end_trial(trial) {
            return;
        }
        let signature =
            Signature { types, result: (!deduced).then_some(result), quals: quals.0 & 3 };
        match (class.map(|t| self.cx.class_id(t)), x.path) {
            (Some(Some(class)), _) => self.check_friend_of_class(class, x.name, &signature),
            (None, Some(p)) => {
                let Some(n) = self.cx.index.resolve(self.cx.site.namespace, p.global, p.names)
                else {
                    return;
                };
                self.cx.declare_in(n, x.name.sym);
                let known = self.cx.declared.overloads.get(&x.name.sym).into_iter().flatten();
                let known = known.filter_map(|f| self.cx.functions.get(*f));
                let found = known
                    .filter(|f| f.home.namespace == n)
                    .any(|f| signature.is_of(f.signature.params.iter().map(|p| p.ty)));
                if !found && !self.cx.templates.functions.contains_key(&x.name.sym) {
                    self.not_declared(n, x.name, "function of this type");
                }
            }
            _ => {}
        }
    }

    fn check_friend_of_class(&mut self, class: RecordId, name: Name, signature: &Signature) {
        let Some(spec) = self.cx.classes.all.get(&class).map(|c| c.spec) else { return };
        let several =
            spec.members.iter().any(|m| m.declarators.iter().any(|x| x.name.sym == name.sym));
        if name.sym == spec.name.sym || several {
            return;
        }
        let set = self.cx.declared_methods(class, name.sym, MemberKind::Method);
        if !set.templates.is_empty() {
            return;
        }
        let methods = set.functions.iter().filter_map(|f| self.cx.functions.get(*f));
        let found = methods.into_iter().find(|f| {
            signature.is_of(f.own_params().iter().map(|p| p.ty))
                && self.cx.object_quals(f) == signature.quals
        });
        let (of, text) = (self.cx.types.records[class].name.clone(), self.cx.text(name.sym));
        let wrong = match found {
            None if set.functions.is_empty() => format!("`{of}` has no member function `{text}`"),
            None => format!("`{of}` has no member function `{text}` of this type"),
            Some(f)
                if f.signature.deduced.is_none()
                    && signature.result.is_some_and(|r| r.bare() != f.signature.result.bare()) =>
            {
                format!("the member function `{text}` of `{of}` returns another type")
            }
            Some(_) => return,
        };
        self.error(code::UNKNOWN_MEMBER, name.span, wrong);
    }

    /// Notes the classes that a class names as its friends ([class.friend] 3): `friend T;` goes by the type, be it no class,
    /// and `friend struct X;` by the name, which it may declare. What has no meaning here is the host's, and goes by the
    /// name too.
    pub(super) fn note_friends(&mut self, id: RecordId, r: &'a RecordSpec<'a>) {
        let (mut types, mut names) = (Vec::new(), Vec::new());
        for f in r.friends {
            let trial = self.cx.diags.begin_trial();
            let ty = match f.base {
                Base::Tag(..) => Ty::ERROR,
                _ if wrong!(FriendsGoByName) => Ty::ERROR,
                _ => self.named_type(f, words::EMPTY).bare(),
            };
            if self.cx.diags.end_trial(trial) || ty.is_error() {
                names.extend(friend_name(f));
            } else {
                types.push(ty);
            }
        }
        if let Some(c) = self.cx.classes.all.get_mut(&id) {
            c.friends = (types, names);
        }
    }

    /// A friend that is a template: one of the class's namespace.
    fn friend_template(
        &mut self,
        id: RecordId,
        r: &'a RecordSpec<'a>,
        f: &MemberFunction,
        d: &'a Declaration<'a>,
        env: &Env,
    ) {
        let name = f.name.sym;
        let item = Item {
            list: r.list,
            first: f.first,
            end: f.end,
            kind: ItemKind::FunctionTemplate,
            flags: f.flags,
            library: self.cx.library_list(r.list),
            name,
            span: f.name.span,
            scope: words::EMPTY,
            namespace: self.cx.site.namespace,
            within: self.cx.site.namespace,
            member: false,
            part: Part::Whole,
        };
        let flags = Flags(f.flags.0 | d.spec.flags.0 | Flags::FRIEND);
        let new = Declared::new(d, env.clone(), Some(id), (item.namespace, item.place()));
        if let Some(t) = self.cx.declared_template(name, flags, false, &new) {
            if self.cx.template(t).declaration.body.is_some() {
                self.cx.defined_twice(name, f.name.span, self.cx.template(t).span);
                return;
            }
            let d = self.cx.with_default_arguments(self.cx.template(t).declaration, d);
            let old = &mut self.cx.templates.all[t];
            old.flags = Flags(old.flags.0 | flags.0);
            old.params = d.template.unwrap_or(&[]);
            (old.declaration, old.env, old.class) = (d, env.clone(), Some(id));
            (old.place.defined, old.span) = (item.place(), f.name.span);
            self.complete_instances(t);
            return;
        }
        let t = self.cx.add_template(&item, d, env.clone(), Some(id), name, f.name.span);
        let info = &mut self.cx.templates.all[t];
        (info.flags, info.hidden) = (flags, true);
        self.cx.templates.functions.entry(name).or_default().push(t);
        self.cx.enter_function_name(name);
    }

    /// Gives the instances that were asked for before their template was defined what its definition says.
    fn complete_instances(&mut self, t: TemplateId) {
        let mut made: Vec<_> = {
            let functions = &self.cx.made(t).functions;
            functions.iter().map(|(args, f)| (args.clone(), *f)).collect()
        };
        optx_whirl::stable_order::sort_by_key(&mut made, |(_, f)| *f);
        for (args, f) in made {
            let Some(g) = self.declare_with(t, args) else { continue };
            self.cx.define_as(f, g);
        }
    }
}

impl<'a> Checker<'a, '_> {
    /// Declares the classes of the file in which the word `friend` stands.
    pub(crate) fn declare_befriending_classes(&mut self) {
        let befriends = |cx: &Self, item: &Item| {
            let tokens = &cx.declared.lists[item.list as usize].tokens;
            let end = (item.end as usize).min(tokens.len());
            let own = tokens.get(item.first as usize..end).unwrap_or(&[]);
            item.kind == ItemKind::Type && own.iter().any(|t| t.is(words::FRIEND))
        };
        let items = self.index.items.iter().filter(|i| befriends(self, i));
        let names: Vec<Symbol> = items.map(|i| i.name).collect();
        for name in names {
            self.declare_named(name);
        }
    }

    /// Makes a name one of functions, where it is nothing yet.
    fn enter_function_name(&mut self, name: Symbol) {
        if self.entity(name).is_none() {
            self.set_entity(name, Entity::Functions(name));
        }
    }

    fn defined_twice(&mut self, name: Symbol, at: Span, first: Span) {
        let text = format!("the function `{}` is defined twice", self.text(name));
        let d = Diagnostic::new(code::REDEFINED, at, text);
        self.diags.push(d.note(first, "the first definition is here"));
    }

    /// Enters a friend that is defined in its class: as the definition of what the namespace declares, or by itself.
    fn add_friend(&mut self, g: FunctionId) {
        let name = self.functions[g].name;
        let Some(f) = self.declared_as(g) else {
            self.hide_friend(g);
            return;
        };
        let (old, new) = (&self.functions[f], &self.functions[g]);
        let (old_span, span) = (old.span, new.span);
        if old.body.is_some() {
            self.defined_twice(name, span, old_span);
        } else if old.signature.result.bare() != new.signature.result.bare() {
            let text =
                format!("the function `{}` returns another type here than before", self.text(name));
            let d = Diagnostic::new(code::REDEFINED, span, text);
            self.diags.push(d.note(old_span, "the first declaration is here"));
        } else {
            let given = old.signature.params.clone();
            let list = new.signature.params.clone();
            self.check_repeated_arguments(&given, &list);
            self.define_as(f, g);
        }
        // It stands among the functions, and is none that could be compiled.
        self.functions[g].body = None;
    }

    /// Enters a friend that is declared in its class, where nothing else declares it: its arguments find it.
    fn declare_friend(&mut self, g: FunctionId) {
        let (name, namespace) = {
            let info = &self.functions[g];
            (info.name, info.home.namespace)
        };
        // What the namespace declares after it is the same function, and looks for it.
        match self.declared_as(g) {
            None => self.hide_friend(g),
            Some(f) => {
                let (old, new) = (&self.functions[f], &self.functions[g]);
                let (was, is) = (old.signature.noexcept, new.signature.noexcept);
                if !old.origin.library && !new.origin.library {
                    let said =
                        self.other_noexcept(was, old.span, is, Name { sym: name, span: new.span });
                    said.into_iter().for_each(|d| self.diags.push(d));
                }
            }
        }
        self.declare_in(namespace, name);
    }

    fn hide_friend(&mut self, g: FunctionId) {
        let name = self.functions[g].name;
        self.functions[g].home.hidden = true;
        self.declared.overloads.entry(name).or_default().push(g);
        self.enter_function_name(name);
    }

    /// The function of the same namespace that a friend declares once more.
    fn declared_as(&self, g: FunctionId) -> Option<FunctionId> {
        let info = &self.functions[g];
        self.declared.overloads.get(&info.name)?.iter().copied().find(|f| {
            let old = &self.functions[*f];
            (old.membership.class.is_none() || old.flags.has(Flags::FRIEND))
                && old.home.namespace == info.home.namespace
                && old.is_device() == info.is_device()
                && old.signature.params.len() == info.signature.params.len()
                && old.signature.variadic == info.signature.variadic
                && old
                    .signature
                    .params
                    .iter()
                    .zip(&info.signature.params)
                    .all(|(a, b)| a.ty.bare() == b.ty.bare())
        })
    }

    /// Gives a function that is declared what `g` says, which defines it.
    fn define_as(&mut self, f: FunctionId, g: FunctionId) {
        let mut new = self.functions[g].clone();
        self.functions[g].body = None;
        let old = &mut self.functions[f];
        for (p, o) in new.signature.params.iter_mut().zip(&old.signature.params) {
            p.default = p.default.or(o.default);
        }
        new.flags = Flags(new.flags.0 | old.flags.0);
        new.launch_bounds = new.launch_bounds.or(old.launch_bounds);
        new.signature.noexcept = new.signature.noexcept.or(old.signature.noexcept);
        new.home.place.declared = old.home.place.declared;
        new.usage.used = old.usage.used;
        new.usage.calls = std::mem::take(&mut old.usage.calls);
        new.home.hidden = old.home.hidden;
        *old = new;
        // A call before asked for it in vain.
        if self.functions[f].usage.used.is_some() {
            self.output.queue.push(f);
        }
    }
}

/// What a friend declaration says of a function.
struct Signature {
    types: Vec<Ty>,
    /// Where it is not `auto`.
    result: Option<Ty>,
    /// Of the object.
    quals: u32,
}

impl Signature {
    /// Whether a function with these parameters is meant.
    fn is_of(&self, params: impl Iterator<Item = Ty>) -> bool {
        params.map(Ty::bare).eq(self.types.iter().copied())
    }
}

/// Whether a friend's name is one of the class's namespace: nothing stands before it, and no template's arguments behind.
fn is_plain(d: &Declaration<'_>) -> bool {
    matches!(d.declarators, [x] if x.template_args.is_none() && x.scope.is_none() && x.path.is_none())
}
