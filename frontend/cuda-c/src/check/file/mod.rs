//! The file: its declarations, each looked at once, when it is first named or because it is the device's.

mod asm_name;
mod associated;
mod declare;
mod enumeration;
mod forward;
mod function;
mod host;
mod host_function;
mod host_use;
mod kernel_calls;
mod kinds;
mod launch;
mod launch_limits;
mod left_alone;
mod literal_operator;
pub(in crate::check) use launch_limits::LaunchedShared;
mod launches;
mod misspelt_marks;
mod name;
mod name_expression;
mod namespace;
mod recursion;
mod result;
mod tag;
mod types;
mod unread_specialization;
mod unused_names;
mod variable;
mod variable_template;

pub(in crate::check) use declare::quals;
pub(in crate::check) use name::{absent, is_built_in, is_texture};
pub(in crate::check) use namespace::UsedNamespace;
pub(in crate::check) use result::{have_value_or, is_auto, names_values, returned_local};

use optx_source::{Diagnostics, Span, code};
use optx_whirl::arena_id::Table;

use crate::{
    ast::{Declaration, DefinitionId},
    check::{Checker, Entity, Global, TokenList},
    intern::{Map, Symbol},
    parse::{
        self,
        index::{Item, ItemKind, Part},
    },
    token::Token,
    typed::{FunctionId, GlobalId},
    types::{Ty, TypeKind},
};

pub(in crate::check) use asm_name::AsmNames;

/// How far the declaration of an item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Unseen,
    UnderWay,
    Done,
}

/// What of the file is declared so far, and what its names stand for.
#[derive(Default)]
pub(crate) struct Declared {
    pub(in crate::check) lists: Vec<TokenList>,
    pub(in crate::check) overloads: Map<Symbol, Vec<FunctionId>>,
    /// What names at file scope stand for, by the namespace.
    pub(in crate::check) entities: Map<(u32, Symbol), Entity>,
    /// Where `struct X` declared a name before its own declaration, by the namespace.
    pub(in crate::check) ahead: Map<(u32, Symbol), u32>,
    /// How far each item is.
    states: Vec<State>,
    pub(in crate::check) resolving: u32,
    pub(in crate::check) loaded: Vec<&'static str>,
    pub(in crate::check) vectors: Map<Symbol, Ty>,
    /// Classes and enumerations that another thing of their name hides from where it is declared, by their namespaces.
    pub(in crate::check) hidden_types: Map<(u32, Symbol), Ty>,
    /// Types made of definitions of structs, unions and enums, by the definition and its environment.
    pub(in crate::check) definitions: Map<(DefinitionId, u32), Ty>,
    /// Declarations that need what is absent, by their names.
    left_alone: Map<Symbol, Vec<left_alone::LeftAlone>>,
    /// What using directives and declarations of namespaces name, and how many of the index are resolved.
    pub(in crate::check) used_namespaces: Map<u32, Vec<UsedNamespace>>,
    pub(in crate::check) usings_resolved: usize,
}

impl Declared {
    pub(in crate::check) fn new(tokens: Vec<Token>) -> Declared {
        let lists = vec![TokenList { tokens, library: false }];
        Declared { lists, ..Declared::default() }
    }
}

/// What the module will hold beside functions that are checked, and the functions still to check.
#[derive(Default)]
pub(crate) struct Output {
    /// Functions to check, in the order in which they were called.
    pub queue: Vec<FunctionId>,
    /// Objects with static storage.
    pub globals: Table<GlobalId, Global>,
    /// Launches whose dynamic shared memory may find no room beside what their kernels declare.
    pub(in crate::check) launched_shared: Vec<LaunchedShared>,
    pub(in crate::check) names: Map<String, ()>,
    /// Names of the file in inline PTX.
    pub(in crate::check) asm_names: AsmNames,
    /// String constants by their bytes and the type of their characters.
    pub(in crate::check) strings: Map<(Vec<u8>, Ty), GlobalId>,
}

impl<'a> Checker<'a, '_> {
    /// Tells of the declarations of the file that NVRTC refuses as the host's.
    pub(crate) fn refuse_hosts(&mut self) {
        let tokens = self.declared.lists.first().map_or(&[][..], |list| &list.tokens);
        crate::host_marks::refuse_hosts(&self.index, tokens, self.names, self.diags);
    }

    /// Declares everything that is marked for the device, in the order of the source.
    pub(crate) fn declare_device_items(&mut self) {
        let mut i = 0;
        while i < self.index.items.len() {
            let item = &self.index.items[i];
            let wanted = item.is_device()
                || item.kind == ItemKind::Instantiation
                || item.is_strict(self.index.default_device);
            if wanted && !item.library {
                self.declare_item(i as u32);
            }
            if self.diags.is_full() {
                return;
            }
            i += 1;
        }
    }

    /// The class or enumeration of the namespace at hand that something else of its name hides.
    pub(crate) fn tag(&self, name: Symbol) -> Option<Ty> {
        self.declared.hidden_types.get(&(self.site.namespace, name)).copied()
    }

    fn set_tag(&mut self, name: Symbol, t: Ty) {
        self.declared.hidden_types.insert((self.site.namespace, name), t);
    }

    /// Hides a class or enum behind another thing of its name; false where the type is neither.
    pub(in crate::check) fn hide_type(&mut self, name: Symbol, t: Ty) -> bool {
        let own = match self.types.kind(t) {
            TypeKind::Record(r) => self.types.records.get(r).map(|r| &r.name),
            TypeKind::Enum(e) => self.types.enums.get(e).map(|e| &e.name),
            _ => None,
        };
        // A typedef of it is hidden by nothing in its scope.
        let tagged = own.is_some_and(|n| n == self.text(name)) && t.quals() == 0;
        if tagged {
            self.set_tag(name, t);
        }
        tagged
    }

    /// The type made of a definition in an environment, if it was.
    fn type_of_definition(&self, id: DefinitionId, env: u32) -> Option<Ty> {
        self.declared.definitions.get(&(id, env)).copied()
    }

    fn note_definition(&mut self, id: DefinitionId, env: u32, t: Ty) {
        self.declared.definitions.insert((id, env), t);
    }

    pub(crate) fn set_entity(&mut self, name: Symbol, e: Entity) {
        self.declared.entities.insert((self.site.namespace, name), e);
    }

    pub(crate) fn entity(&self, name: Symbol) -> Option<Entity> {
        self.declared.entities.get(&(self.site.namespace, name)).copied()
    }

    /// Parses and declares one top-level declaration, once.
    pub(in crate::check) fn declare_item(&mut self, i: u32) {
        if self.declared.states.len() < self.index.items.len() {
            self.declared.states.resize(self.index.items.len(), State::Unseen);
        }
        if self.declared.states[i as usize] != State::Unseen {
            return;
        }
        let item = self.index.items[i as usize].clone();
        if item.kind == ItemKind::Refused {
            return;
        }
        if self.declared.resolving >= self.limits().nesting {
            self.error(
                code::LIMIT_NESTING,
                item.span,
                "declarations depend on each other too deep",
            );
            return;
        }
        self.declared.states[i as usize] = State::UnderWay;
        use ItemKind::{Function, Other, Type, Variable};
        let plain = [Variable, Function, Type, Other].contains(&item.kind);
        let point = if plain { item.place() } else { 0 };
        // Counted from here: to ask what a path's class is declares what else has that name, each with a path of its own.
        self.declared.resolving += 1;
        let site = (item.namespace, item.place());
        let before = self.diags.list().len();
        self.check_kind(&item);
        self.at_point(point, |cx| cx.at(site, |cx| cx.declare_at_its_site(i, &item)));
        self.leave_alone(i, &item, before);
        self.declared.resolving -= 1;
        self.declared.states[i as usize] = State::Done;
    }

    fn declare_at_its_site(&mut self, i: u32, item: &Item) {
        if item.kind == ItemKind::Type && item.member {
            // The class that declares it asks for it once it is complete.
            self.declare_named(item.scope);
        } else if item.scope != crate::words::EMPTY && (item.member || self.is_class(item.scope)) {
            // A member's definition outside of its class: its class looks for it.
            if item.is_device() {
                self.parsed_item(i);
            }
            return;
        }
        // Looked at once: errors in device code count even where it is looked at for a trial. A host declaration
        // that is wrong is as good as none.
        let counts = item.is_device() || item.library || item.is_strict(self.index.default_device);
        let trials = if counts { self.diags.suspend() } else { 0 };
        let trial = (!counts && self.diags.in_trial()).then(|| self.diags.begin_trial());
        match (self.parse_item(i), item.kind) {
            (
                Some(d),
                ItemKind::TypeTemplate | ItemKind::FunctionTemplate | ItemKind::VariableTemplate,
            ) => {
                self.declare_template(item, d);
            }
            (Some(d), ItemKind::Instantiation) => self.declare_instantiation(item, d),
            (_, ItemKind::Instantiation) => {}
            (Some(d), _) => self.declare(item, d),
            (None, ItemKind::TypeTemplate) if self.declare_unread_specialization(item) => {}
            (None, ItemKind::TypeTemplate) => {
                let key = (item.namespace, item.name);
                self.declared.entities.insert(key, Entity::Unparsable(i));
            }
            _ => {
                self.declared
                    .entities
                    .entry((item.namespace, item.name))
                    .or_insert(Entity::Unparsable(i));
            }
        }
        if counts {
            self.diags.resume(trials);
        }
        if let Some(t) = trial
            && self.diags.end_trial(t)
        {
            self.declared.entities.insert((item.namespace, item.name), Entity::Unparsable(i));
        }
    }

    /// Whether a name at file scope is a class or class template.
    fn is_class(&mut self, name: Symbol) -> bool {
        match self.lookup(name) {
            Some(Entity::Type(t, _)) => self.types.is_record(t),
            Some(Entity::ClassTemplate(_)) => true,
            _ => false,
        }
    }

    /// Parses a top-level declaration.
    fn parse_item(&mut self, i: u32) -> Option<Declaration<'a>> {
        let item = self.index.items[i as usize].clone();
        let input = parse::Input {
            arenas: self.arenas,
            tokens: &self.declared.lists[item.list as usize].tokens,
            names: self.names,
            index: &self.index,
            limits: self.limits(),
            list: item.list,
        };
        // Errors in host declarations are told at their use, and those of a declaration once.
        if item.part == Part::Other {
            let mut told = Diagnostics::default();
            parse::parse_item(input, &item, &mut told).filter(|_| !told.has_errors())
        } else if item.is_device() || item.library || item.is_strict(self.index.default_device) {
            parse::parse_item(input, &item, self.diags)
        } else {
            let mut quiet = Diagnostics::default();
            parse::parse_item(input, &item, &mut quiet).filter(|_| !quiet.has_errors())
        }
    }

    /// The syntax tree of a member's definition outside of its class.
    pub(in crate::check) fn parsed_item(&mut self, i: u32) -> Option<&'a Declaration<'a>> {
        if let Some(d) = self.classes.outside.get(&i) {
            return *d;
        }
        let d = self.parse_item(i).map(|d| &*self.arenas.declarations.alloc(d));
        self.classes.outside.insert(i, d);
        d
    }

    /// Loads a file of the device library; false if it is loaded already.
    pub(crate) fn load_library(&mut self, file: &'static str, text: &'static str) -> bool {
        if self.declared.loaded.contains(&file) {
            return false;
        }
        self.declared.loaded.push(file);
        let tokens = crate::preprocess::preprocess_library(
            (&format!("<optx/{file}>"), text),
            self.options.code.arch(),
            self.limits(),
            self.sm,
            self.names,
            self.diags,
        );
        let list = self.declared.lists.len() as u32;
        parse::cut::cut(&mut self.index, &tokens, list, true, self.diags);
        self.declared.lists.push(TokenList { tokens, library: true });
        true
    }

    /// A name for an object that no other object has.
    pub(crate) fn unique_global_name(&mut self, name: String) -> String {
        let mut n = name.clone();
        let mut k = 1;
        while self.output.names.insert(n.clone(), ()).is_some() {
            n = format!("{name}${k}");
            k += 1;
        }
        n
    }

    pub(crate) fn add_global(&mut self, g: Global) -> GlobalId {
        self.output.globals.push(g)
    }

    /// Adds an object, or says what one is that was declared ahead of its initialiser.
    pub(crate) fn complete_global(&mut self, ahead: Option<GlobalId>, g: Global) -> GlobalId {
        let Some(id) = ahead else { return self.add_global(g) };
        let own = g.init.as_ref().is_some_and(|i| i.addresses.iter().any(|a| a.1 == id));
        if own {
            let text =
                "an object whose first value holds its own address is not supported: PTX has none";
            self.error(code::NOT_SUPPORTED, g.span, text);
        }
        if let Some(place) = self.output.globals.get_mut(id) {
            *place = g;
        }
        id
    }

    /// Notes that a function is called, so that its body is compiled.
    pub(crate) fn mark_used(&mut self, f: FunctionId, caller: Option<FunctionId>, span: Span) {
        if let Some(c) = caller
            && let Some(c) = self.functions.get_mut(c)
            && !c.usage.calls.iter().any(|x| x.0 == f)
        {
            c.usage.calls.push((f, span));
        }
        self.check_stated_function(f, caller, span);
        if self.functions.get(f).is_some_and(|x| x.usage.used.is_none())
            && self.is_asked_for_within_bounds(f, caller, span)
            && let Some(x) = self.functions.get_mut(f)
        {
            // What only the host calls is none of the device's: who calls it is warned of.
            if !x.is_device() && !x.origin.library {
                x.usage.named = true;
                return;
            }
            (x.usage.used, x.usage.by) = (Some(span), caller);
            self.output.queue.push(f);
            self.check_noexcept(f);
        }
    }

    /// Whether the bodies that ask for each other's instances, down to this function's, are no more than the limit; an error
    /// where they are. The queue goes by breadth, so that what is known of each is the shortest way to it.
    fn is_asked_for_within_bounds(
        &mut self,
        f: FunctionId,
        caller: Option<FunctionId>,
        span: Span,
    ) -> bool {
        let Some(info) = self.functions.get(f) else { return false };
        if !self.is_instance(info) {
            return true;
        }
        let name = info.name;
        let around = caller.and_then(|c| self.templates.depths.get(&c)).copied().unwrap_or(0);
        if around >= self.limits().instances {
            let text = format!(
                "the bodies of templates ask for instances of each other more than {} deep, down to `{}`",
                self.limits().instances,
                self.text(name)
            );
            self.stop_instances(span, &text);
            return false;
        }
        self.templates.depths.insert(f, around + 1);
        true
    }
}
