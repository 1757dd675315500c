//! Friends that are defined in a class ([class.friend] 6).
//!
//! Idea: such a function is one of the namespace around the class. Where the namespace declares it too, both declarations
//! are one function, and every call sees it; otherwise only arguments of the class find it ([namespace.memdef] 3). What
//! was declared first keeps its id, as it may have been called: it gets what the definition says.

use optx_source::{Diagnostic, Span, code};

use super::access::friend_name;
use crate::{
    ast::{Base, Declaration, Flags, MemberFunction, MemberKind, RecordSpec},
    check::{Body, Checker, Entity, Env, TemplateId, template::signature::same_signature},
    intern::Symbol,
    parse::index::{Item, ItemKind},
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
            let tokens = &self.cx.lists[r.list as usize].tokens;
            let end = (f.end as usize).min(tokens.len());
            let body = tokens[f.first as usize..end].iter().any(|t| t.kind == Tok::LBrace);
            if !body && (f.template || !f.flags.has(Flags::DEVICE)) {
                continue;
            }
            let Some(d) = self.cx.parse_method(id, r, f) else { continue };
            if !body && !is_plain(d) {
                continue;
            }
            if f.template {
                self.friend_template(id, r, f, d, env);
                continue;
            }
            let arena = TypedArenas::default();
            let mut b = Body::within(&mut *self.cx, &arena, env, Some(id));
            let flags = Flags(f.flags.0 | Flags::FRIEND);
            if let Some(g) = b.declare_member_function(id, d, flags, f.kind, env) {
                if body {
                    self.cx.add_friend(g);
                } else {
                    self.cx.declare_friend(g);
                }
            }
        }
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
        if let Some(c) = self.cx.classes.get_mut(&id) {
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
            namespace: self.cx.types.namespace,
            member: false,
        };
        let flags = Flags(f.flags.0 | d.spec.flags.0 | Flags::FRIEND);
        if let Some(t) = self.cx.declared_template(name, item.namespace, flags, d) {
            if self.cx.template(t).declaration.body.is_some() {
                self.cx.defined_twice(name, f.name.span, self.cx.template(t).span);
                return;
            }
            let d = self.cx.with_default_arguments(self.cx.template(t).declaration, d);
            let old = &mut self.cx.templates[t.0 as usize];
            old.flags = Flags(old.flags.0 | flags.0);
            old.params = d.template.unwrap_or(&[]);
            (old.declaration, old.env, old.class) = (d, env.clone(), Some(id));
            (old.place.defined, old.span) = (item.place(), f.name.span);
            self.complete_instances(t);
            return;
        }
        let t = self.cx.add_template(&item, d, env.clone(), Some(id), name, f.name.span);
        let info = &mut self.cx.templates[t.0 as usize];
        (info.flags, info.hidden) = (flags, true);
        self.cx.fn_templates.entry(name).or_default().push(t);
        self.cx.enter_function_name(name);
    }

    /// Gives the instances that were asked for before their template was defined what its definition says.
    fn complete_instances(&mut self, t: TemplateId) {
        let mut made: Vec<_> = {
            let functions = &self.cx.template(t).functions;
            functions.iter().map(|(args, f)| (args.clone(), *f)).collect()
        };
        made.sort_by_key(|(_, f)| f.0);
        for (args, f) in made {
            let Some(g) = self.declare_with(t, args) else { continue };
            self.cx.define_as(f, g);
        }
    }
}

impl Checker<'_, '_> {
    /// Declares the classes of the file in which the word `friend` stands.
    pub(crate) fn declare_befriending_classes(&mut self) {
        let befriends = |cx: &Self, item: &Item| {
            let tokens = &cx.lists[item.list as usize].tokens;
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
        let name = self.functions[g.0 as usize].name;
        let Some(f) = self.declared_as(g) else {
            self.hide_friend(g);
            return;
        };
        let (old, new) = (&self.functions[f.0 as usize], &self.functions[g.0 as usize]);
        let (old_span, span) = (old.span, new.span);
        if old.body.is_some() {
            self.defined_twice(name, span, old_span);
        } else if old.result.bare() != new.result.bare() {
            let text =
                format!("the function `{}` returns another type here than before", self.text(name));
            let d = Diagnostic::new(code::REDEFINED, span, text);
            self.diags.push(d.note(old_span, "the first declaration is here"));
        } else {
            let given = old.params.clone();
            let list = new.params.clone();
            self.check_repeated_arguments(&given, &list);
            self.define_as(f, g);
        }
        // It stands among the functions, and is none that could be compiled.
        self.functions[g.0 as usize].body = None;
    }

    /// Enters a friend that is declared in its class, where nothing else declares it: its arguments find it.
    fn declare_friend(&mut self, g: FunctionId) {
        let (name, namespace) = {
            let info = &self.functions[g.0 as usize];
            (info.name, info.namespace)
        };
        self.declare_in(namespace, name);
        if self.declared_as(g).is_none() {
            self.hide_friend(g);
        }
    }

    fn hide_friend(&mut self, g: FunctionId) {
        let name = self.functions[g.0 as usize].name;
        self.functions[g.0 as usize].hidden = true;
        self.overloads.entry(name).or_default().push(g);
        self.enter_function_name(name);
    }

    /// The function of the same namespace that a friend declares once more.
    fn declared_as(&self, g: FunctionId) -> Option<FunctionId> {
        let info = &self.functions[g.0 as usize];
        self.overloads.get(&info.name)?.iter().copied().find(|f| {
            let old = &self.functions[f.0 as usize];
            (old.class.is_none() || old.flags.has(Flags::FRIEND))
                && old.namespace == info.namespace
                && old.is_device() == info.is_device()
                && old.params.len() == info.params.len()
                && old.params.iter().zip(&info.params).all(|(a, b)| a.ty.bare() == b.ty.bare())
        })
    }

    /// Gives a function that is declared what `g` says, which defines it.
    fn define_as(&mut self, f: FunctionId, g: FunctionId) {
        let mut new = self.functions[g.0 as usize].clone();
        self.functions[g.0 as usize].body = None;
        let old = &mut self.functions[f.0 as usize];
        for (p, o) in new.params.iter_mut().zip(&old.params) {
            p.default = p.default.or(o.default);
        }
        new.flags = Flags(new.flags.0 | old.flags.0);
        new.launch_bounds = new.launch_bounds.or(old.launch_bounds);
        new.noexcept = new.noexcept.or(old.noexcept);
        new.place.declared = old.place.declared;
        new.used = old.used;
        new.calls = std::mem::take(&mut old.calls);
        new.hidden = old.hidden;
        *old = new;
        // A call before asked for it in vain.
        if self.functions[f.0 as usize].used.is_some() {
            self.queue.push(f);
        }
    }

    /// The function template that a namespace declares and this declaration declares once more.
    fn declared_template(
        &self,
        name: Symbol,
        namespace: u32,
        flags: Flags,
        d: &Declaration<'_>,
    ) -> Option<TemplateId> {
        let device = |f: Flags| f.has(Flags::GLOBAL | Flags::DEVICE);
        self.fn_templates.get(&name)?.iter().copied().find(|t| {
            let old = self.template(*t);
            !old.hidden
                && old.namespace == namespace
                && same_signature(old.params, old.declaration, d)
                && device(old.flags) == device(flags)
        })
    }
}

/// Whether a friend's name is one of the class's namespace: nothing stands before it, and no template's arguments behind.
fn is_plain(d: &Declaration<'_>) -> bool {
    matches!(d.declarators, [x] if x.template_args.is_none() && x.scope.is_none() && x.path.is_none())
}
