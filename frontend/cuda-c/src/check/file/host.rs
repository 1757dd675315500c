//! Which kernel templates the host's code asks for.
//!
//! nvcc compiles the instances of kernel templates that host code launches. Host code is not checked here; but where
//! it names a template with its arguments (`reduce<float, 256><<<...>>>`), or launches one with variables whose
//! declarations can be read, that says which instances are meant. A host template that launches (`run<T>` launches
//! `reduce<T>`) is followed the same way: its own uses say what `T` is. What cannot be understood is a warning.

use std::rc::Rc;

use optx_source::{Diagnostic, Span, code};

use super::{
    host_function::known_of,
    host_use::{HostTemplate, HostTemplates, Meaning},
    launch::Nesting,
};
use crate::{
    ast::{Declaration, Flags, Known},
    check::{Body, Checker, Entity, TArg, template::entity_of},
    intern::{Map, Symbol},
    parse::{self, host, index::ItemKind},
    token::Tok,
    typed::TypedArenas,
    types::Ty,
    words,
};

/// More instances of one host template than this are not followed.
const MOST: usize = 1024;

/// What the uses say that are gone through.
#[derive(Default)]
struct Findings {
    /// Launches of which no instance is known.
    unknown: Vec<(Span, Symbol)>,
    /// Templates that are used with arguments that are not understood.
    vague: Vec<Symbol>,
    /// Launches with a number of arguments that no kernel takes.
    wrong_counts: Vec<(Span, Symbol, usize)>,
}

impl<'a> Checker<'a, '_> {
    pub(super) fn input(&self, list: u32) -> parse::Input<'a, '_> {
        parse::Input {
            arenas: self.arenas,
            tokens: &self.declared.lists[list as usize].tokens,
            names: self.names,
            index: &self.index,
            limits: &self.options.limits,
            list,
        }
    }

    /// Makes the instances of kernel templates that host code asks for.
    pub(crate) fn instantiate_launches(&mut self) {
        let items = &self.index.items;
        let kernels = items.iter().any(|i| {
            i.kind == ItemKind::FunctionTemplate && i.flags.has(Flags::GLOBAL) && !i.library
        });
        if !kernels {
            return;
        }
        let hosts = self.host_items();
        // Each item's uses of templates: token, and the item that declares the template.
        let mut uses: Map<u32, Vec<u32>> = Map::default();
        for &i in &hosts {
            let item = &self.index.items[i as usize];
            let tokens = &self.declared.lists[0].tokens;
            let mut nesting = Nesting::default();
            for k in item.first..item.end {
                let t = tokens[k as usize];
                nesting.over(t.kind);
                let launches =
                    tokens.get(k as usize + 1).is_some_and(|t| t.kind == Tok::LaunchOpen);
                if launches && nesting.is_within() {
                    continue;
                }
                if t.kind == Tok::Ident
                    && (t.span != item.span || item.kind == ItemKind::Instantiation)
                    && self.index.template_kind(t.sym).is_some()
                {
                    uses.entry(i).or_default().push(k);
                }
            }
        }
        let mut templates = HostTemplates::default();
        let mut work: Vec<(u32, Rc<[TArg]>)> = Vec::new();
        for &i in &hosts {
            let item = &self.index.items[i as usize];
            let is_template =
                matches!(item.kind, ItemKind::FunctionTemplate | ItemKind::TypeTemplate);
            if !is_template {
                if uses.contains_key(&i) {
                    work.push((i, Rc::from([])));
                }
                continue;
            }
            let (first, end) = (item.first, item.end);
            let name = (item.kind == ItemKind::FunctionTemplate && item.scope == words::EMPTY)
                .then_some(item.span);
            if let Some(params) = host::parse_template_params(self.input(0), first, end) {
                let tokens = &self.declared.lists[0].tokens;
                let at = (first..end).find(|k| Some(tokens[*k as usize].span) == name);
                let counts = at.and_then(|at| host::parameter_counts(tokens, at, end));
                let template = HostTemplate { params, counts, instances: Vec::new() };
                templates.list.insert(i, template);
                let asked = if item.scope == words::EMPTY { item.name } else { item.scope };
                templates.by_name.entry(asked).or_default().push(i);
            }
        }
        // An explicit instantiation says by its signature which overload it means.
        work.retain(|(i, _)| {
            self.index.items[*i as usize].kind != ItemKind::Instantiation
                || !self.instantiated(*i, &mut templates.list)
        });
        for (i, t) in &templates.list {
            work.extend(t.instances.iter().map(|args| (*i, args.clone())));
        }
        optx_whirl::stable_order::sort_by_key(&mut work, |w| w.0);
        let mut found = Findings::default();
        let mut next = 0;
        while let Some((i, args)) = work.get(next).cloned() {
            next += 1;
            let Some(list) = uses.get(&i) else { continue };
            self.follow_uses(i, &args, list, &mut templates, &mut work, &mut found);
        }
        self.wrong_counts(found.wrong_counts);
        let mut unknown = found.unknown;
        self.vague_launches(&uses, &templates.list, found.vague, &mut unknown);
        // Launches in host templates that nothing uses are not launches.
        optx_whirl::stable_order::sort_by_key(&mut unknown, |u| u.0.lo);
        unknown.dedup();
        // Who states instances by hand knows what is launched.
        let stated: Map<Symbol, ()> = self
            .index
            .items
            .iter()
            .filter(|i| i.kind == ItemKind::Instantiation)
            .map(|i| (i.name, ()))
            .collect();
        unknown.retain(|(_, name)| !stated.contains_key(name));
        for (span, name) in unknown {
            let text = self.text(name).to_string();
            self.diags.push(
                Diagnostic::new(
                    code::UNKNOWN_INSTANCE,
                    span,
                    format!("which instance of the kernel template `{text}` is launched here is not known, so none is compiled for it"),
                )
                .note(Span::NONE, format!("`{text}<...><<<...>>>` or an explicit instantiation would say it")),
            );
        }
    }

    /// Notes the instance of a host template that an explicit instantiation makes; false where it cannot be told.
    fn instantiated(&mut self, i: u32, templates: &mut Map<u32, HostTemplate<'a>>) -> bool {
        let trial = self.diags.begin_trial();
        let found = self.parse_item(i).and_then(|d| {
            let d: &'a Declaration<'a> = self.arenas.declarations.alloc(d);
            let arena = TypedArenas::small();
            Body::outside(self, &arena).named_instance(d)
        });
        self.diags.end_trial(trial);
        let Some((t, args)) = found else { return false };
        let span = self.templates.all[t].span;
        let item = (0u32..).zip(&self.index.items).find(|(_, i)| i.span == span).map(|(i, _)| i);
        match item.and_then(|i| templates.get_mut(&i)) {
            Some(t) => {
                if !t.instances.contains(&args) {
                    t.instances.push(args);
                }
                true
            }
            None => false,
        }
    }

    /// The declarations of host code in the file itself.
    fn host_items(&self) -> Vec<u32> {
        (0u32..)
            .zip(&self.index.items)
            .filter(|(_, i)| {
                i.list == 0
                    && !i.library
                    && !i.flags.has(Flags::GLOBAL | Flags::CONSTANT | Flags::SHARED)
                    && (!i.flags.has(Flags::DEVICE) || i.flags.has(Flags::HOST))
            })
            .map(|(i, _)| i)
            .collect()
    }

    fn follow_uses(
        &mut self,
        i: u32,
        args: &Rc<[TArg]>,
        list: &[u32],
        templates: &mut HostTemplates<'a>,
        work: &mut Vec<(u32, Rc<[TArg]>)>,
        findings: &mut Findings,
    ) {
        let (first, end) = {
            let item = &self.index.items[i as usize];
            (item.first, item.end)
        };
        let params = templates.list.get(&i).map_or(&[][..], |t| t.params);
        let bound: Vec<(Symbol, Entity)> =
            params.iter().zip(args.iter()).map(|(p, a)| (p.name.sym, entity_of(*a))).collect();
        let mut known: Map<Symbol, Known> =
            params.iter().map(|p| (p.name.sym, p.kind.known(p.pack))).collect();
        // The variables stand after the name: what is before it are the template's parameters.
        let name = self.index.items[i as usize].span;
        let tokens = &self.declared.lists[0].tokens;
        let from = (first..end).find(|k| tokens[*k as usize].span == name).unwrap_or(first);
        let locals = host::parse_host_locals(self.input(0), &known, from, end);
        known.extend(known_of(&locals));
        let members = self.maybe_members(i, &known);
        let locals: &'a [Declaration<'a>] = self.arenas.declarations.alloc_extend(locals);
        let found: Vec<(Symbol, Span, Option<host::HostUse<'a>>)> = list
            .iter()
            .map(|&k| {
                let t = self.declared.lists[0].tokens[k as usize];
                (t.sym, t.span, host::parse_use(self.input(0), &known, k, end))
            })
            .collect();
        let env = self.instance_env(&self.templates.no_env.clone(), bound);
        let arena = TypedArenas::small();
        let trial = self.diags.begin_trial();
        // What it names is what its own namespace has there, and what `struct X` declares it declares there.
        let (namespace, place) = {
            let item = &self.index.items[i as usize];
            (item.namespace, item.place())
        };
        let site = match wrong!(HostCodeHasNoPlace) {
            true => self.site.within(&env, None),
            false => self.site.within(&env, None).at(namespace, place),
        };
        let mut b = Body::at_site(self, &arena, site);
        // Only types are asked for: functions of the host may be named, and nothing becomes used.
        b.mode.unevaluated = true;
        b.host_locals(locals);
        for &member in &members {
            let l = b.add_local(member, Ty::ERROR, 0, Span::NONE);
            b.bind(member, Entity::Local(l));
        }
        for (name, span, used) in found {
            let Some(used) = used else { continue };
            let instances = b.use_of(name, &used, templates);
            match instances {
                Meaning::Instances(more) => {
                    if more.is_empty() && used.args.is_some() {
                        findings.vague.push(name);
                    }
                    for (item, args) in more {
                        let Some(t) = templates.list.get_mut(&item) else { continue };
                        if t.instances.len() < MOST && !t.instances.contains(&args) {
                            t.instances.push(args.clone());
                            work.push((item, args));
                        }
                    }
                }
                Meaning::WrongCount(given) => findings.wrong_counts.push((span, name, given)),
                Meaning::Unknown if used.launched => findings.unknown.push((span, name)),
                Meaning::Unknown => findings.vague.push(name),
            }
        }
        drop(b);
        self.diags.end_trial(trial);
    }

    /// Reports launches of kernel templates with a number of arguments that none takes.
    fn wrong_counts(&mut self, mut launches: Vec<(Span, Symbol, usize)>) {
        // Each instance of a host template has them again.
        launches.sort_by_key(|(span, ..)| span.lo);
        launches.dedup_by_key(|(span, ..)| *span);
        for (span, name, given) in launches {
            let templates = self.templates.functions.get(&name).map_or(&[][..], |set| &set[..]);
            let (mut arities, mut declared) = (Vec::new(), Vec::new());
            for t in templates {
                let t = &self.templates.all[*t];
                arities.push(t.arity());
                declared.push(t.span);
            }
            self.takes(name, span, given, &arities, declared);
        }
    }

    /// Names that a member function defined outside of its class may mean members by: which they are is not known here, so they have no type.
    fn maybe_members(&self, item: u32, known: &Map<Symbol, Known>) -> Vec<Symbol> {
        let item = &self.index.items[item as usize];
        if item.scope == words::EMPTY {
            return Vec::new();
        }
        let tokens = &self.declared.lists[0].tokens;
        let of = |first: u32, end: u32| {
            let list = tokens[first as usize..end as usize].iter();
            list.filter(|t| t.kind == Tok::Ident && !words::is_keyword(t.sym)).map(|t| t.sym)
        };
        let classes = self.index.items_named(item.scope).filter(|i| i.list == 0);
        let declared: Map<Symbol, ()> =
            classes.flat_map(|i| of(i.first, i.end)).map(|s| (s, ())).collect();
        let mut found: Vec<Symbol> = of(item.first, item.end)
            .filter(|s| declared.contains_key(s) && !known.contains_key(s))
            // Types and functions are what they are.
            .filter(|s| !self.index.is_type(*s) && self.index.template_kind(*s).is_none())
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Launches in host templates that are used with arguments that are not understood: nothing says which kernels
    /// are meant.
    fn vague_launches(
        &self,
        uses: &Map<u32, Vec<u32>>,
        templates: &Map<u32, HostTemplate<'a>>,
        mut vague: Vec<Symbol>,
        unknown: &mut Vec<(Span, Symbol)>,
    ) {
        let mut seen: Map<Symbol, ()> = Map::default();
        while let Some(name) = vague.pop() {
            if seen.insert(name, ()).is_some() {
                continue;
            }
            for (i, list) in uses {
                let item = &self.index.items[*i as usize];
                let named = item.name == name || item.scope == name;
                if !named || !templates.get(i).is_some_and(|t| t.instances.is_empty()) {
                    continue;
                }
                for &k in list {
                    let t = self.declared.lists[0].tokens[k as usize];
                    let kernel = self.index.named(t.sym).iter().any(|i| {
                        let item = &self.index.items[*i as usize];
                        item.kind == ItemKind::FunctionTemplate && item.flags.has(Flags::GLOBAL)
                    });
                    if kernel {
                        unknown.push((t.span, t.sym));
                    } else {
                        vague.push(t.sym);
                    }
                }
            }
        }
    }
}
