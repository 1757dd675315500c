//! The checker: syntax trees to typed trees.
//!
//! [`Checker`] holds what is known of the whole file: types, objects, functions, and the index of declarations
//! not looked at yet. A name is declared when it is first met, whatever stands around it. [`Body`] checks the
//! expressions and statements of one function, or one initialiser or array bound outside functions.

mod access;
mod asm;
mod body;
mod braces;
mod builtin_call;
mod builtins;
mod call;
mod category;
mod class;
mod constexpr;
mod convert;
mod declare;
mod deduce;
mod designator;
mod expression;
mod function;
mod gnu_builtin;
mod host;
mod initialize;
mod initializer;
mod layout;
mod local;
mod method;
mod name;
mod namespace;
mod operators;
mod overload;
mod printf;
mod range;
mod result;
mod sequence;
mod special;
mod statement;
mod template;

use std::rc::Rc;

use optx_source::{Code, Diagnostic, Diagnostics, Limits, SourceMap, Span, code};

use crate::{
    ast::{Arenas, Declaration, Flags, MemberInit, MemberKind, Stmt},
    intern::{Interner, Map, Symbol},
    options::FrontendOptions,
    parse::{
        self,
        index::{Index, ItemKind},
    },
    token::Token,
    typed::{FunctionId, GlobalId, LocalId},
    types::{RecordId, Ty, TypeKind, Types},
};

pub(crate) use body::{Body, CheckedBody};
pub(crate) use class::ClassInfo;
pub(crate) use initializer::StaticInit;
pub(crate) use special::Special;
pub(crate) use template::{Env, TArg, Template, TemplateId};

/// The value of a constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Const {
    Int(i64),
    Float(f64),
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Entity {
    Local(LocalId),
    /// A member of an anonymous union of the function, by its name.
    Part(LocalId),
    Global(GlobalId),
    /// The overloads of a name, by the name.
    Functions(Symbol),
    Type(Ty),
    Const(Ty, Const),
    /// A declaration that could not be parsed.
    Unparsable(u32),
    /// A class or alias template.
    ClassTemplate(TemplateId),
    /// A static data member that is no constant.
    StaticMember,
}

/// Where an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    /// Not on the device; only its constant value can be used there.
    Host,
    Device,
    Constant,
    Shared,
    SharedDynamic,
}

/// An object with static storage.
#[derive(Debug, Clone)]
pub(crate) struct Global {
    /// The name in PTX.
    pub name: String,
    /// The name in the source.
    pub source: Symbol,
    pub ty: Ty,
    pub space: Space,
    pub align: u64,
    pub init: Option<StaticInit>,
    pub value: Option<Const>,
    pub span: Span,
    pub is_extern: bool,
}

/// A parameter of a function.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ParamInfo<'a> {
    pub name: Symbol,
    pub ty: Ty,
    pub default: Option<&'a crate::ast::Expr<'a>>,
    pub span: Span,
}

/// A function.
#[derive(Debug, Clone)]
pub(crate) struct Function<'a> {
    pub name: Symbol,
    pub result: Ty,
    /// `auto` as written, where the result's type is not known yet.
    pub deduced: Option<&'a crate::ast::TypeExpr<'a>>,
    pub params: Vec<ParamInfo<'a>>,
    pub flags: Flags,
    pub body: Option<&'a Stmt<'a>>,
    /// The special member that the compiler makes, where it does.
    pub special: Option<Special>,
    /// The constructor of a base that it hands its arguments on to ([class.inhctor.init]).
    pub inherits: Option<FunctionId>,
    /// Its result is made where its first argument points: copying the result does something.
    pub in_place: bool,
    /// `...` after the parameters.
    pub variadic: bool,
    /// `= delete`, or implicitly so.
    pub deleted: bool,
    /// Who may call it, for members.
    pub access: crate::ast::Access,
    pub span: Span,
    pub launch_bounds: Option<(u32, Option<u32>)>,
    pub library: bool,
    /// Called, and where first.
    pub used: Option<Span>,
    /// Functions it calls, with the place of the first call.
    pub calls: Vec<(FunctionId, Span)>,
    /// Names bound around it.
    pub env: Env,
    /// Its class, for member functions and friends.
    pub class: Option<RecordId>,
    /// Its first parameter is `this`.
    pub has_this: bool,
    pub member: MemberKind,
    /// Initialisers of a constructor.
    pub inits: &'a [MemberInit<'a>],
    /// Its template arguments.
    pub args: Rc<[TArg]>,
    pub template: Option<TemplateId>,
    /// The namespace around it: a place in [`Index::namespaces`].
    pub namespace: u32,
}

impl Function<'_> {
    pub(crate) fn is_kernel(&self) -> bool {
        self.flags.has(Flags::GLOBAL)
    }

    pub(crate) fn is_device(&self) -> bool {
        self.flags.has(Flags::GLOBAL | Flags::DEVICE)
    }
}

/// A list of tokens that declarations lie in.
pub(crate) struct TokenList {
    pub tokens: Vec<Token>,
    /// Part of the device library or of a built-in header.
    pub library: bool,
}

/// What is known of the whole file.
pub(crate) struct Checker<'a, 'x> {
    pub arenas: &'a Arenas<'a>,
    pub lists: Vec<TokenList>,
    pub index: Index,
    pub names: &'x mut Interner,
    pub sm: &'x mut SourceMap,
    pub diags: &'x mut Diagnostics,
    pub options: &'x FrontendOptions<'x>,
    pub types: Types,
    pub globals: Vec<Global>,
    pub functions: Vec<Function<'a>>,
    pub overloads: Map<Symbol, Vec<FunctionId>>,
    /// What names at file scope stand for, by the namespace.
    entities: Map<(u32, Symbol), Entity>,
    /// What using directives and declarations of namespaces name, and how many of the index are resolved.
    used_namespaces: Map<u32, Vec<namespace::UsedNamespace>>,
    usings_resolved: usize,
    /// Those of the function at hand, with how many names were declared before them.
    local_usings: Vec<(namespace::UsedNamespace, usize)>,
    /// Per item: 0 not declared, 1 being declared, 2 declared.
    states: Vec<u8>,
    resolving: u32,
    /// Expressions that are being checked, in each other and in declarations that they need.
    depth: u32,
    /// Calls of `constexpr` functions that are being executed, in each other, and steps that are left for them.
    constant_depth: u32,
    constant_steps: u32,
    /// Functions whose bodies are being checked for the value of a call, the innermost last.
    constant_bodies: Vec<FunctionId>,
    loaded: Vec<&'static str>,
    /// Functions to check, in the order in which they were called.
    pub queue: Vec<FunctionId>,
    vectors: Map<Symbol, Ty>,
    /// Tags hidden by another thing of their name.
    tags: Map<Symbol, Ty>,
    /// Types made of struct and enum definitions, by the definition's place in memory and its environment.
    seen: Map<(usize, u32), Ty>,
    pub templates: Vec<Template<'a>>,
    /// Function templates by name.
    pub fn_templates: Map<Symbol, Vec<TemplateId>>,
    pub classes: Map<RecordId, ClassInfo<'a>>,
    /// Which special members of classes are trivial, as far as was asked.
    trivial: Map<(RecordId, Special), bool>,
    /// Which function templates are more special than others, as far as was asked.
    more_special: Map<(TemplateId, TemplateId), bool>,
    /// How many environments there are.
    envs: u32,
    no_env: Env,
    /// Types that no program can name, which stand for the parameters of templates that are compared.
    unique_types: Vec<Ty>,
    /// Alignments that typedefs give, by their names.
    aligned_typedefs: Map<Symbol, u64>,
    /// Declarations of members outside of their classes, parsed.
    outside: Map<u32, Option<&'a Declaration<'a>>>,
    global_names: Map<String, ()>,
    /// String constants by their bytes and the type of their characters.
    strings: Map<(Vec<u8>, Ty), GlobalId>,
}

impl<'a, 'x> Checker<'a, 'x> {
    pub(crate) fn new(
        arenas: &'a Arenas<'a>,
        tokens: Vec<Token>,
        names: &'x mut Interner,
        sm: &'x mut SourceMap,
        diags: &'x mut Diagnostics,
        options: &'x FrontendOptions<'x>,
    ) -> Checker<'a, 'x> {
        let mut index = Index::default();
        index.default_device = options.default_device;
        parse::cut::cut(&mut index, &tokens, 0, false, diags);
        // What built-in headers declare belongs to the library.
        if sm.files().iter().any(|f| f.builtin) {
            for item in &mut index.items {
                item.library =
                    sm.file_of(item.span).and_then(|f| sm.file(f)).is_some_and(|f| f.builtin);
            }
        }
        Checker {
            arenas,
            lists: vec![TokenList { tokens, library: false }],
            index,
            names,
            sm,
            diags,
            options,
            types: Types::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            overloads: Map::default(),
            entities: Map::default(),
            used_namespaces: Map::default(),
            usings_resolved: 0,
            local_usings: Vec::new(),
            states: Vec::new(),
            resolving: 0,
            depth: 0,
            constant_depth: 0,
            constant_steps: constexpr::STEPS,
            constant_bodies: Vec::new(),
            loaded: Vec::new(),
            queue: Vec::new(),
            vectors: Map::default(),
            tags: Map::default(),
            seen: Map::default(),
            templates: Vec::new(),
            fn_templates: Map::default(),
            classes: Map::default(),
            trivial: Map::default(),
            more_special: Map::default(),
            envs: 0,
            unique_types: Vec::new(),
            aligned_typedefs: Map::default(),
            no_env: Env { id: 0, names: Rc::from([]) },
            outside: Map::default(),
            global_names: Map::default(),
            strings: Map::default(),
        }
    }

    pub(crate) fn limits(&self) -> &'x Limits {
        &self.options.limits
    }

    pub(crate) fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diags.push(Diagnostic::new(code, span, message));
    }

    pub(crate) fn text(&self, s: Symbol) -> &str {
        self.names.get(s)
    }

    pub(crate) fn type_name(&self, t: Ty) -> String {
        self.types.name(t)
    }

    /// Declares everything that is marked for the device, in the order of the source.
    pub(crate) fn declare_device_items(&mut self) {
        let mut i = 0;
        while i < self.index.items.len() {
            let item = &self.index.items[i];
            let wanted = item.is_device() || item.kind == ItemKind::Instantiation;
            if wanted && !item.library {
                self.declare_item(i as u32);
            }
            if self.diags.is_full() {
                return;
            }
            i += 1;
        }
    }

    pub(crate) fn tag(&self, name: Symbol) -> Option<Ty> {
        self.tags.get(&name).copied()
    }

    fn set_tag(&mut self, name: Symbol, t: Ty) {
        self.tags.insert(name, t);
    }

    /// Hides a class or enum behind another thing of its name; false where the type is neither.
    fn hide_type(&mut self, name: Symbol, t: Ty) -> bool {
        let tagged = matches!(self.types.kind(t), TypeKind::Record(_) | TypeKind::Enum(_));
        if tagged {
            self.set_tag(name, t);
        }
        tagged
    }

    fn record_seen(&self, r: &crate::ast::RecordSpec<'_>, env: u32) -> Option<Ty> {
        self.seen.get(&(std::ptr::from_ref(r) as usize, env)).copied()
    }

    fn see_record(&mut self, r: &crate::ast::RecordSpec<'_>, env: u32, t: Ty) {
        self.seen.insert((std::ptr::from_ref(r) as usize, env), t);
    }

    fn enum_seen(&self, e: &crate::ast::EnumSpec<'_>, env: u32) -> Option<Ty> {
        self.seen.get(&(std::ptr::from_ref(e) as usize, env)).copied()
    }

    fn see_enum(&mut self, e: &crate::ast::EnumSpec<'_>, env: u32, t: Ty) {
        self.seen.insert((std::ptr::from_ref(e) as usize, env), t);
    }

    pub(crate) fn set_entity(&mut self, name: Symbol, e: Entity) {
        self.entities.insert((self.types.namespace, name), e);
    }

    pub(crate) fn entity(&self, name: Symbol) -> Option<Entity> {
        self.entities.get(&(self.types.namespace, name)).copied()
    }

    /// Parses and declares one top-level declaration, once.
    fn declare_item(&mut self, i: u32) {
        if self.states.len() < self.index.items.len() {
            self.states.resize(self.index.items.len(), 0);
        }
        if self.states[i as usize] != 0 {
            return;
        }
        let item = self.index.items[i as usize].clone();
        if self.resolving >= self.limits().nesting {
            self.error(
                code::LIMIT_NESTING,
                item.span,
                "declarations depend on each other too deep",
            );
            return;
        }
        self.states[i as usize] = 1;
        if item.scope != crate::words::EMPTY && (item.member || self.is_class(item.scope)) {
            // A member's definition outside of its class: its class looks for it.
            if item.is_device() {
                self.parsed_item(i);
            }
            self.states[i as usize] = 2;
            return;
        }
        self.resolving += 1;
        // Looked at once: errors in device code count even where it is looked at for a trial. A host declaration
        // that is wrong is as good as none.
        let counts = item.is_device() || item.library;
        let trials = if counts { self.diags.suspend() } else { 0 };
        let trial = (!counts && self.diags.in_trial()).then(|| self.diags.begin_trial());
        let namespace = std::mem::replace(&mut self.types.namespace, item.namespace);
        match (self.parse_item(i), item.kind) {
            (Some(d), ItemKind::TypeTemplate | ItemKind::FunctionTemplate) => {
                self.declare_template(&item, d);
            }
            (Some(d), ItemKind::Instantiation) => self.declare_instantiation(&item, d),
            (_, ItemKind::Instantiation) => {}
            (Some(d), k) if k != ItemKind::VariableTemplate => self.declare(&item, d),
            _ => {
                self.entities.entry((item.namespace, item.name)).or_insert(Entity::Unparsable(i));
            }
        }
        self.types.namespace = namespace;
        if counts {
            self.diags.resume(trials);
        }
        if let Some(t) = trial
            && self.diags.end_trial(t)
        {
            self.entities.insert((item.namespace, item.name), Entity::Unparsable(i));
        }
        self.resolving -= 1;
        self.states[i as usize] = 2;
    }

    /// Whether a name at file scope is a class or class template.
    fn is_class(&mut self, name: Symbol) -> bool {
        match self.lookup(name) {
            Some(Entity::Type(t)) => self.types.is_record(t),
            Some(Entity::ClassTemplate(_)) => true,
            _ => false,
        }
    }

    /// Parses a top-level declaration.
    fn parse_item(&mut self, i: u32) -> Option<Declaration<'a>> {
        let item = self.index.items[i as usize].clone();
        let input = parse::Input {
            arenas: self.arenas,
            tokens: &self.lists[item.list as usize].tokens,
            names: self.names,
            index: &self.index,
            limits: self.limits(),
            list: item.list,
        };
        // Errors in host declarations are told at their use.
        if item.is_device() || item.library {
            parse::parse_item(input, &item, self.diags)
        } else {
            let mut quiet = Diagnostics::default();
            parse::parse_item(input, &item, &mut quiet).filter(|_| !quiet.has_errors())
        }
    }

    /// The syntax tree of a member's definition outside of its class.
    fn parsed_item(&mut self, i: u32) -> Option<&'a Declaration<'a>> {
        if let Some(d) = self.outside.get(&i) {
            return *d;
        }
        let d = self.parse_item(i).map(|d| &*self.arenas.declarations.alloc(d));
        self.outside.insert(i, d);
        d
    }

    /// Loads a file of the device library; false if it is loaded already.
    pub(crate) fn load_library(&mut self, file: &'static str, text: &'static str) -> bool {
        if self.loaded.contains(&file) {
            return false;
        }
        self.loaded.push(file);
        let tokens = crate::preprocess::preprocess_library(
            &format!("<optx/{file}>"),
            text,
            self.limits(),
            self.sm,
            self.names,
            self.diags,
        );
        let list = self.lists.len() as u32;
        parse::cut::cut(&mut self.index, &tokens, list, true, self.diags);
        self.lists.push(TokenList { tokens, library: true });
        true
    }

    /// A name for an object that no other object has.
    pub(crate) fn unique_global_name(&mut self, name: String) -> String {
        let mut n = name.clone();
        let mut k = 1;
        while self.global_names.insert(n.clone(), ()).is_some() {
            n = format!("{name}${k}");
            k += 1;
        }
        n
    }

    pub(crate) fn add_global(&mut self, g: Global) -> GlobalId {
        self.globals.push(g);
        GlobalId(self.globals.len() as u32 - 1)
    }

    pub(crate) fn mark_used(&mut self, f: FunctionId, caller: Option<FunctionId>, span: Span) {
        if let Some(c) = caller
            && let Some(c) = self.functions.get_mut(c.0 as usize)
            && !c.calls.iter().any(|x| x.0 == f)
        {
            c.calls.push((f, span));
        }
        if let Some(x) = self.functions.get_mut(f.0 as usize)
            && x.used.is_none()
        {
            x.used = Some(span);
            self.queue.push(f);
        }
    }

    /// Reports calls that go round in circles.
    pub(crate) fn check_recursion(&mut self) {
        // 0 not seen, 1 on the path, 2 done.
        let mut state = vec![0u8; self.functions.len()];
        for root in 0..self.functions.len() {
            if state[root] != 0 {
                continue;
            }
            let mut path: Vec<(usize, usize)> = vec![(root, 0)];
            state[root] = 1;
            while let Some(&(f, k)) = path.last() {
                let Some(&(callee, span)) = self.functions[f].calls.get(k) else {
                    state[f] = 2;
                    path.pop();
                    continue;
                };
                if let Some(top) = path.last_mut() {
                    top.1 += 1;
                }
                let c = callee.0 as usize;
                match state[c] {
                    0 => {
                        state[c] = 1;
                        path.push((c, 0));
                    }
                    1 => {
                        let from = path.iter().position(|p| p.0 == c).unwrap_or(0);
                        let mut cycle: Vec<String> = path[from..]
                            .iter()
                            .map(|p| self.function_name(&self.functions[p.0]))
                            .collect();
                        cycle.push(self.function_name(&self.functions[c]));
                        let d = Diagnostic::new(
                            code::RECURSION,
                            span,
                            format!(
                                "recursive functions are not supported: {}",
                                cycle.join(" -> ")
                            ),
                        )
                        .note(self.functions[c].span, "the function is defined here");
                        self.diags.push(d);
                    }
                    _ => {}
                }
            }
        }
    }
}
