//! Lambda expressions: what they capture, and the closures that they are ([expr.prim.lambda]).
//!
//! Idea: the value of a lambda is an object of its closure type, made of what it captures: a copy, or the address of what is captured
//! by reference. What is captured beside what is written is what the body mentions of the variables around ([expr.prim.lambda.capture]
//! 7); the parser has noted it. A variable that is a constant expression, and a function that a pointer around is known to point to,
//! are what they are in the body too.
//!
//! Legality: a number that is a constant expression is captured by a default only where an object of it is needed ([basic.def.odr] 3). That
//! is found by a look at the body with all such numbers as members: a mention that is read at once needs none. A generic lambda
//! captures all that it mentions, which the size of its closure shows: other compilers look closer, and differ among themselves.
//!
//! Cost: a search of the scope for each name in the body; a body that mentions such numbers is looked at once more.

use optx_source::{Diagnostic, Span, code};

use super::{E, Initial};
use crate::{
    ast::{
        Capture, CaptureKind, CaptureMode, Declaration, Lambda, MemberKind, Name, Param,
        TemplateParam, TypeExpr,
    },
    check::{
        Body, Const, Entity, Env,
        class::{Captured, Closure, ClosureKey},
        site::{LocalUsing, Site},
    },
    intern::Symbol,
    typed::{FunctionId, InitPart, LocalId, TKind, TypedArenas},
    types::{CONST, RecordId, Ty, TypeKind},
    words,
};

/// How many lambdas in each other are looked at for what they need of constants: one that is deeper captures all that it mentions.
const DEEPEST: u32 = 4;

/// Something that is captured.
pub(super) struct Found<'t> {
    pub(super) name: Symbol,
    pub(super) declared: Ty,
    /// The member's type.
    pub(super) ty: Ty,
    pub(super) value: E<'t>,
    /// Its value, where it is a constant expression.
    pub(super) constant: Option<Const>,
    /// What the name stands for in the body, where that is no member.
    pub(super) known: Option<Entity>,
    /// Which element of a pack it is.
    pub(super) element: Option<u32>,
}

impl<'t> Found<'t> {
    fn new(name: Symbol, declared: Ty, ty: Ty, value: E<'t>) -> Found<'t> {
        Found { name, declared, ty, value, constant: None, known: None, element: None }
    }
}

/// A mention of a constant that the lambda at hand captures.
pub(super) struct Mention {
    /// The expression, by its place in memory; 0 for none.
    at: usize,
    member: u32,
    value: Const,
    /// It stands where it is evaluated.
    counts: bool,
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// `[...] (...) { ... }`.
    pub(super) fn lambda(&mut self, l: &'a Lambda<'a>, span: Span) -> E<'t> {
        if l.unevaluated && !self.cx.options.dialect.is_cpp20() {
            let text = "a lambda in an operand that is not evaluated, or in a template's argument, is C++20's";
            return self.error(code::LAMBDA, span, text);
        }
        let stated = |p: &TemplateParam<'_>| !words::AUTO_PARAMETERS.contains(&p.name.sym);
        if l.call.template.is_some_and(|t| t.is_empty() || t.iter().any(stated))
            && !self.cx.options.dialect.is_cpp20()
        {
            let text = "a lambda's template parameters that are written are C++20's";
            return self.error(code::LAMBDA, span, text);
        }
        if let Some(c) =
            l.captures.iter().find(|c| c.pack && matches!(c.kind, CaptureKind::Init(_)))
            && !self.cx.options.dialect.is_cpp20()
        {
            let text = "a pack that is captured with an initialiser is C++20's";
            return self.error(code::LAMBDA, c.name.span, text);
        }
        if self.cx.options.dialect.nvrtc && (l.marked || l.host) {
            let text = match l.marked {
                true => {
                    "NVRTC takes no `__device__` and no `__host__` before the parameters of a lambda"
                }
                false => {
                    "a lambda outside of functions is the host's without `-default-device`, and NVRTC has none of those"
                }
            };
            return self.error(code::LAMBDA, span, text);
        }
        if self.blocks_hide_functions() {
            let text = "a lambda beside functions that a block declares is not supported yet";
            return self.error(code::LAMBDA, span, text);
        }
        self.check_parameters(l);
        if !self.check_generic(l) {
            return self.bad(span);
        }
        let function = self.function.filter(|f| self.cx.functions[*f].origin.known.is_some());
        let env = if wrong!(ClosuresOfInstancesAreOne) { 0 } else { self.cx.site.env.id };
        let mut elements: Vec<u32> = self.block.packs.iter().map(|p| p.index).collect();
        if wrong!(ClosuresOfElementsAreOne) {
            elements.clear();
        }
        let key = ClosureKey { lambda: l.record.id, env, function, elements };
        let around = ClosureKey { env: 0, function: self.function_around(), ..key.clone() };
        let needs = match self.cx.classes.closures.needs.get(&around) {
            Some(needs) => needs.clone(),
            None => {
                let needs = self.constants_needed(l, span);
                self.cx.classes.closures.needs.insert(around, needs.clone());
                needs
            }
        };
        let Some(found) = self.captures_of(l, &needs, span) else { return self.bad(span) };
        let r = match self.cx.classes.closures.types.get(&key) {
            Some(r) => *r,
            None => {
                let r = self.new_closure(l, &found, span);
                self.cx.classes.closures.types.insert(key, r);
                self.cx.methods(r, words::OP_CALL, MemberKind::Method);
                r
            }
        };
        let Some(closure) = self.cx.closure_type(r) else { return self.bad(span) };
        let offsets: Vec<u64> = closure.captures.iter().map(|c| c.offset).collect();
        let ty = self.cx.types.record(r);
        if offsets.len() != found.len() || !self.cx.types.is_complete(ty) {
            return self.bad(span);
        }
        let parts = offsets.into_iter().zip(&found);
        let parts = parts.map(|(offset, f)| InitPart { offset, bits: None, value: f.value });
        let parts = self.arena.parts.alloc_extend(parts.collect::<Vec<_>>());
        self.mk(TKind::Aggregate(parts), ty, span)
    }

    /// Reports a parameter that has a capture's name ([expr.prim.lambda.capture] 5).
    fn check_parameters(&mut self, l: &Lambda<'_>) {
        let Some(TypeExpr::Function { params, .. }) = l.call.declarators.first().map(|x| x.ty)
        else {
            return;
        };
        for p in *params {
            let same = |c: &&Capture<'_>| c.name.sym == p.name.sym && p.name.sym != words::EMPTY;
            if let Some(c) = l.captures.iter().find(same) {
                let text =
                    format!("the parameter `{}` has a capture's name", self.cx.text(p.name.sym));
                let d = Diagnostic::new(code::LAMBDA, p.name.span, text);
                self.cx.diags.push(d.note(c.name.span, "it is captured here"));
            }
        }
    }

    /// The function around a lambda that is none itself, or the instance of a generic one: what a look at a lambda holds for.
    fn function_around(&self) -> Option<FunctionId> {
        let mut at = self.function?;
        loop {
            let f = self.cx.functions.get(at)?;
            let closure = f.membership.class.and_then(|r| self.cx.closure_type(r));
            match closure.filter(|_| f.origin.template.is_none()).and_then(|c| c.function) {
                Some(around) => at = around,
                None => return Some(at),
            }
        }
    }

    /// The constants around a lambda that its body needs as objects ([basic.def.odr] 3): all that it mentions where it is generic,
    /// since what depends on a parameter may need them; else those that are more than read when the body is looked at.
    fn constants_needed(&mut self, l: &'a Lambda<'a>, span: Span) -> Vec<Symbol> {
        if l.default.is_none() {
            return Vec::new();
        }
        let mut all: Vec<Symbol> = self.mentions_of(l).iter().map(|n| n.sym).collect();
        all.retain(|s| match self.scope_entity(*s) {
            Some(Entity::Local(l)) => self.constant_local(l).is_some(),
            Some(Entity::Captured(r, k)) => {
                self.captured_member(r, k).is_some_and(|c| c.constant.is_some())
            }
            _ => false,
        });
        if all.is_empty() || l.call.template.is_some() {
            return all;
        }
        if self.cx.classes.closures.trials >= DEEPEST {
            return all;
        }
        self.cx.classes.closures.trials += 1;
        let trial = self.cx.diags.begin_trial();
        let locals = self.variables.locals.len();
        let mentions = self.variables.captured.len();
        let needed = self.captures_of(l, &all, span).and_then(|found| {
            let r = self.new_closure(l, &found, span);
            self.needed_by(r)
        });
        self.variables.captured.truncate(mentions);
        self.variables.locals.truncate(locals);
        self.cx.diags.end_trial(trial);
        self.cx.classes.closures.trials -= 1;
        needed.unwrap_or(all)
    }

    /// What the body of a closure's `operator()` needs of the constants that are members.
    fn needed_by(&mut self, r: RecordId) -> Option<Vec<Symbol>> {
        let set = self.cx.methods(r, words::OP_CALL, MemberKind::Method);
        let f = *set.functions.first()?;
        let info = self.cx.functions.get(f)?.clone();
        let usings = self.cx.usings_around(info.membership.class);
        let site = self.cx.site.within(&info.env, info.membership.class);
        let site = Site { usings, ..site.at(info.home.namespace, info.home.place.defined) };
        let arena = TypedArenas::default();
        let mut b = Body::at_site(&mut *self.cx, &arena, site);
        b.function = Some(f);
        b.mode.unevaluated = true;
        b.returned.ty = info.signature.result;
        b.returned.deducing = info.signature.deduced.map(|pattern| (pattern, None));
        b.open_scope();
        b.declare_result(info.signature.result, info.span, info.body);
        b.declare_parameters(&info.signature.params, &info.signature.packs);
        b.function_body(info.body?);
        let captured = std::mem::take(&mut b.variables.captured);
        drop(b);
        let captures = &self.cx.closure_type(r)?.captures;
        let mut needed: Vec<Symbol> = Vec::new();
        for m in captured.iter().filter(|m| m.counts) {
            needed.extend(captures.get(m.member as usize).map(|c| c.name));
        }
        Some(needed)
    }

    /// A member of a closure.
    fn captured_member(&self, r: RecordId, k: u32) -> Option<Captured> {
        self.cx.closure_type(r)?.captures.get(k as usize).copied()
    }

    /// The value of a constant that the lambda at hand captures: it is read here, and needs no object.
    pub(super) fn captured_constant(&mut self, e: E<'t>) -> Option<Const> {
        let at = std::ptr::from_ref(e).addr();
        let i = self.variables.captured.iter().rposition(|m| m.at == at)?;
        Some(self.variables.captured.swap_remove(i).value)
    }

    /// Makes the closure type of a lambda.
    fn new_closure(&mut self, l: &'a Lambda<'a>, found: &[Found<'t>], span: Span) -> RecordId {
        let number = self.cx.classes.closures.all.len() + 1;
        let namespace = self.cx.site.namespace;
        let r = self.cx.types.new_record(namespace, format!("lambda{number}"), false);
        let mut names = self.names_for_lambda(l);
        let is_const = |n: &&(Symbol, Entity)| matches!(n.1, Entity::Const(..));
        let constants = names.iter().filter(is_const).map(|n| n.0).collect();
        self.name_captures((r, l), found, &mut names);
        let expanded = self.expanded_in_lambda(l, &names);
        let env = self.cx.new_env(&self.cx.site.env.clone(), names);
        let env = Env { expanded, ..env };
        let usings = self.cx.site.usings.iter();
        let usings = usings.map(|u| LocalUsing { used: u.used, mark: 0, depth: 0 }).collect();
        let captures = found.iter().map(|f| Captured {
            name: f.name,
            declared: f.declared,
            constant: f.constant,
            ty: f.ty,
            offset: 0,
        });
        let captures = captures.collect();
        let trial = self.cx.classes.closures.trials > 0;
        let function = self.function;
        let parameters = self.stated_parameters(l);
        let closure =
            Closure { lambda: l, captures, parameters, constants, usings, function, trial };
        self.define_closure(r, env, closure, span);
        r
    }

    /// The types of a generic lambda's parameters, errors where they are `auto`.
    fn stated_parameters(&mut self, l: &'a Lambda<'a>) -> Vec<Ty> {
        let params = match l.call.declarators.first().map(|x| x.ty) {
            Some(TypeExpr::Function { params, .. }) if l.call.template.is_some() => *params,
            _ => return Vec::new(),
        };
        let trial = self.cx.diags.begin_trial();
        let named = |b: &mut Self, p: &'a Param<'a>| match p.ty {
            TypeExpr::Pack(_) => Ty::ERROR,
            t => {
                let ty = b.type_named(t);
                b.cx.types.element(ty).map_or(ty, |e| b.cx.types.pointer(e.0))
            }
        };
        let list = params.iter().map(|p| self.unevaluated(|b| named(b, p))).collect();
        self.cx.diags.end_trial(trial);
        list
    }

    /// What names around a lambda are in it where it does not capture them.
    fn names_for_lambda(&mut self, lambda: &Lambda<'_>) -> Vec<(Symbol, Entity)> {
        let own = self.block.names.iter().filter(|n| *n.0 != words::CLOSURE);
        let mut names: Vec<(Symbol, Entity)> = own.map(|(s, e)| (*s, e.0)).collect();
        optx_whirl::stable_order::sort_by_key(&mut names, |n| n.0);
        for (s, e) in &mut names {
            *e = self.seen_by_lambda(lambda, *s, *e);
        }
        names
    }

    /// What a name around a lambda is in it where it does not capture it.
    pub(super) fn seen_by_lambda(&mut self, lambda: &Lambda<'_>, s: Symbol, e: Entity) -> Entity {
        match e {
            Entity::Local(l) => match self.constant_local(l) {
                Some((ty, c)) => Entity::Const(ty, c),
                None if lambda.default.is_none()
                    && lambda.mentions.iter().any(|n| n.name.sym == s)
                    && let Some(g) = self.object_of_constant(l) =>
                {
                    Entity::Global(g)
                }
                None => Entity::Automatic(self.declared_type(l)),
            },
            Entity::Captured(r, k) => match self.captured_member(r, k) {
                Some(Captured { declared, constant: Some(c), .. }) => Entity::Const(declared, c),
                c => Entity::Automatic(c.map_or(Ty::ERROR, |c| c.declared)),
            },
            Entity::Binding(_) | Entity::Part(_) => {
                let ty = self.unevaluated(|b| b.entity_value(e, s, Span::NONE).ty);
                Entity::Automatic(ty)
            }
            Entity::Parameters(..) | Entity::Seen(_) => self.pack_seen_by_lambda(lambda, s, e),
            e => e,
        }
    }

    /// The type that a variable is declared with: an object that is kept by its address is no reference.
    fn declared_type(&self, l: LocalId) -> Ty {
        let ty = self.variables.locals.get(l).map_or(Ty::ERROR, |l| l.ty);
        if self.variables.owned.contains(&l) { self.cx.types.referred(ty) } else { ty }
    }

    /// The value of a variable that is a constant expression ([expr.const] 2.7).
    fn constant_local(&self, l: LocalId) -> Option<(Ty, Const)> {
        let ty = self.variables.locals.get(l)?.ty;
        let value = *self.variables.values.get(&l)?;
        let fixed = self.variables.constants.contains_key(&l)
            || !self.cx.types.is_float(ty) && !self.variables.kept.contains(&l);
        fixed.then_some((ty, value))
    }

    /// What a lambda captures, in the order of its members; `None` where something is wrong, and reported.
    /// Of the constants around those are captured that it `needs`.
    fn captures_of(
        &mut self,
        l: &'a Lambda<'a>,
        needs: &[Symbol],
        span: Span,
    ) -> Option<Vec<Found<'t>>> {
        let mut found: Vec<Found<'t>> = Vec::new();
        let local = self.in_function() || self.scope_entity(words::THIS).is_some();
        if l.default.is_some() && !local {
            let text = "a lambda outside of a function has no default capture";
            self.error(code::LAMBDA, span, text);
            return None;
        }
        let mut wrong = false;
        for (i, c) in l.captures.iter().enumerate() {
            if l.captures[..i].iter().any(|d| d.name.sym == c.name.sym) {
                let text = format!("`{}` is captured twice", self.cx.text(c.name.sym));
                self.error(code::LAMBDA, c.name.span, text);
                wrong = true;
                continue;
            }
            if !self.check_default(l, c) {
                wrong = true;
                continue;
            }
            let done = match c.pack {
                true => self.capture_pack(c, &mut found),
                false => self.capture(c).map(|f| found.push(f)),
            };
            wrong |= done.is_none();
        }
        let default = l.default.filter(|_| !wrong);
        let mentions = if default.is_some() { self.mentions_of(l) } else { Vec::new() };
        for name in &mentions {
            let mode = default.unwrap_or(CaptureMode::Copy);
            let written = |s: Symbol| l.captures.iter().any(|c| c.name.sym == s);
            if written(name.sym) {
                continue;
            }
            match self.scope_entity(name.sym) {
                _ if name.sym == words::THIS => {}
                Some(Entity::Local(l))
                    if self.constant_local(l).is_some() && !needs.contains(&name.sym) =>
                {
                    continue;
                }
                Some(Entity::Captured(r, k))
                    if self.captured_member(r, k).is_some_and(|c| c.constant.is_some())
                        && !needs.contains(&name.sym) =>
                {
                    continue;
                }
                Some(e) if e.is_automatic() => {
                    found.push(self.capture_variable(*name, e, mode)?);
                    continue;
                }
                Some(e @ (Entity::Parameters(..) | Entity::Seen(_))) => {
                    self.capture_elements(*name, e, mode, &mut found)?;
                    continue;
                }
                Some(_) => continue,
                None if self.is_member_around(name.sym) => {}
                None => continue,
            }
            // `this`, which the body needs.
            if !written(words::THIS)
                && found.iter().all(|f| f.name != words::THIS)
                && self.this_object(name.span).is_some()
            {
                found.extend(self.capture_this(name.span, false));
            }
        }
        (!wrong && found.iter().all(|f| !f.value.ty.is_error())).then_some(found)
    }

    /// Whether a name that stands alone is a member of an object of the class at hand, or of one around it.
    pub(super) fn is_member_around(&self, s: Symbol) -> bool {
        let mut class = self.cx.site.class;
        while let Some(r) = class {
            let data =
                self.cx.types.find_record(r).is_some_and(|t| self.cx.find_member(t, s).is_some());
            if data || self.cx.has_object_method(r, s) {
                return true;
            }
            if self.cx.class_entity(r, s).is_some() || self.cx.method_class(r, s).is_some() {
                return false;
            }
            class = self.cx.classes.all.get(&r).and_then(|c| c.outer);
        }
        false
    }

    /// Whether a capture says something else than the default one ([expr.prim.lambda.capture] 2).
    fn check_default(&mut self, l: &Lambda<'_>, c: &Capture<'_>) -> bool {
        let text = match (l.default, c.kind) {
            (Some(CaptureMode::Copy), CaptureKind::Variable(CaptureMode::Copy)) => {
                "behind `=` a capture is one by reference"
            }
            (Some(CaptureMode::Reference), CaptureKind::Variable(CaptureMode::Reference)) => {
                "behind `&` a capture is one by copy"
            }
            (Some(CaptureMode::Copy), CaptureKind::This) if !self.cx.options.dialect.is_cpp20() => {
                "`this` behind `=` is C++20's: `=` captures it"
            }
            _ => return true,
        };
        self.error(code::LAMBDA, c.name.span, text);
        false
    }

    /// A capture that is written.
    pub(super) fn capture(&mut self, c: &'a Capture<'a>) -> Option<Found<'t>> {
        let Name { sym, span } = c.name;
        let mode = match c.kind {
            CaptureKind::This => return self.capture_this(span, false),
            CaptureKind::Object => return self.capture_this(span, true),
            CaptureKind::Init(d) => return self.capture_init(d),
            CaptureKind::Variable(mode) => mode,
        };
        let text = self.cx.text(sym).to_owned();
        match self.scope_entity(sym) {
            Some(e) if e.is_automatic() => self.capture_variable(c.name, e, mode),
            Some(Entity::Const(..)) if self.is_constant_around(sym) => {
                self.not_captured(sym, span);
                None
            }
            Some(Entity::Automatic(_)) => {
                self.not_captured(sym, span);
                None
            }
            Some(Entity::Part(_)) => {
                let text = "a capture of a member of an anonymous union is not supported yet";
                self.error(code::LAMBDA, span, text);
                None
            }
            _ => {
                let found = self.lookup(sym);
                let text = match found {
                    None if !self.is_member_around(sym) => {
                        self.unknown_name(sym, span);
                        return None;
                    }
                    None => {
                        format!("`{text}` is a member, and no variable: `this` is captured for it")
                    }
                    Some(Entity::Parameters(..) | Entity::Seen(_) | Entity::Pack(_)) => {
                        self.unexpanded(sym, span);
                        return None;
                    }
                    Some(Entity::Global(_)) => {
                        format!("`{text}` is not captured: it is there as long as the program")
                    }
                    _ => format!("`{text}` is no variable, and cannot be captured"),
                };
                self.error(code::LAMBDA, span, text);
                None
            }
        }
    }

    /// Whether a name is a constant of the function around the lambda at hand.
    fn is_constant_around(&self, s: Symbol) -> bool {
        self.closure_here().is_some_and(|c| c.constants.contains(&s))
    }

    /// Says that a lambda has no access to a variable around it.
    pub(in crate::check) fn not_captured(&mut self, s: Symbol, span: Span) -> E<'t> {
        let text = match s {
            words::THIS => "`this` is not captured by this lambda".to_owned(),
            _ => format!(
                "`{}` is not captured by this lambda, which has no default capture",
                self.cx.text(s)
            ),
        };
        let at = self.closure_here().map(|c| c.lambda.record.span);
        let d = Diagnostic::new(code::LAMBDA, span, text);
        let d = match at {
            Some(at) => d.note(at, "the lambda begins here"),
            None => d,
        };
        self.cx.diags.push(d);
        self.bad(span)
    }

    pub(super) fn capture_variable(
        &mut self,
        name: Name,
        e: Entity,
        mode: CaptureMode,
    ) -> Option<Found<'t>> {
        let Name { sym, span } = name;
        let declared = match e {
            Entity::Local(l) => self.declared_type(l),
            Entity::Captured(r, k) => self.cx.closure_type(r)?.captures.get(k as usize)?.declared,
            _ => self.unevaluated(|b| b.entity_value(e, sym, span)).ty,
        };
        let constant = match e {
            Entity::Local(l) => self.constant_local(l).map(|c| c.1),
            Entity::Captured(r, k) => self.captured_member(r, k).and_then(|c| c.constant),
            _ => None,
        };
        if matches!(e, Entity::Binding(_)) && !self.cx.options.dialect.is_cpp20() {
            let text = self.cx.text(sym);
            let text =
                format!("`{text}` is a structured binding, which lambdas capture from C++20 on");
            self.error(code::LAMBDA, span, text);
            return None;
        }
        let v = self.entity_value(e, sym, span);
        if v.ty.is_error() {
            return None;
        }
        if self.cx.types.function_type(v.ty).is_some() || self.cx.types.is_function_pointer(v.ty) {
            return self.capture_function(sym, declared, v);
        }
        // To capture it is to need it as an object.
        if let (Entity::Captured(_, member), Some(value)) = (e, constant) {
            self.variables.captured.push(Mention { at: 0, member, value, counts: true });
        }
        let found = match mode {
            _ if wrong!(CapturesByCopyRefer) && v.is_glvalue() => {
                let ty = self.cx.types.reference(v.ty, false);
                let value = self.bind_reference(v, v.ty, false);
                Found { constant, ..Found::new(sym, declared, ty, value) }
            }
            CaptureMode::Reference => {
                let ty = self.cx.types.reference(v.ty, false);
                let value = self.bind_reference(v, v.ty, false);
                Found { constant, ..Found::new(sym, declared, ty, value) }
            }
            CaptureMode::Copy => {
                let ty = v.ty;
                let value = self.captured_copy(v)?;
                Found { constant, ..Found::new(sym, declared, ty, value) }
            }
        };
        Some(found)
    }

    /// A function that a variable points or refers to: it is the same in the body.
    fn capture_function(&mut self, name: Symbol, declared: Ty, v: E<'t>) -> Option<Found<'t>> {
        let span = v.span;
        let v = self.rvalue(v);
        let v = self.folded(v);
        let Some(c) = self.const_of(v) else {
            let text =
                "a capture of a pointer to a function that is not known is not supported yet";
            self.error(code::FUNCTION_POINTER, span, text);
            return None;
        };
        let known = Some(Entity::Const(declared, c));
        let ty = self.cx.types.pointer(Ty::VOID);
        let value = self.mk(TKind::Int(0), ty, span);
        Some(Found { known, ..Found::new(name, declared, ty, value) })
    }

    /// A copy of a variable; of an array element by element ([expr.prim.lambda.capture] 15).
    fn captured_copy(&mut self, v: E<'t>) -> Option<E<'t>> {
        let (ty, span) = (v.ty, v.span);
        if !self.complete(ty, span) {
            return None;
        }
        let inner = self.cx.types.innermost(ty);
        let array = self.cx.types.element(ty).is_some();
        let value = match array {
            true if self.cx.by_address(inner) => self.elements_copied(v, inner)?,
            true => self.mk(TKind::Load(v), ty.bare(), span),
            false => self.copy_initial(v, ty.bare()),
        };
        (!value.ty.is_error()).then_some(value)
    }

    /// An array of copies of another one's elements.
    fn elements_copied(&mut self, v: E<'t>, element: Ty) -> Option<E<'t>> {
        let (size, span) = (self.cx.types.size(element).max(1), v.span);
        let count = self.cx.types.size(v.ty) / size;
        if count > u64::from(self.cx.limits().initializer_elements) {
            self.error(code::LIMIT_OBJECT, span, "this array is too long to be captured by copy");
            return None;
        }
        let quals = self.cx.types.qualifiers(v.ty) & 3;
        let mut parts = Vec::new();
        for offset in (0..count).map(|i| i * size) {
            let part = self.part(v, offset, None, element.with(quals));
            let value = self.copy_initial(part, element.bare());
            if value.ty.is_error() {
                return None;
            }
            parts.push(InitPart { offset, bits: None, value });
        }
        let parts = self.arena.parts.alloc_extend(parts);
        Some(self.mk(TKind::Aggregate(parts), v.ty.bare(), span))
    }

    /// `this`, or a copy of its object.
    fn capture_this(&mut self, span: Span, object: bool) -> Option<Found<'t>> {
        let Some(o) = self.this_object(span) else {
            let around = self.scope_entity(words::THIS).is_some() && self.closure_here().is_some();
            match around {
                true => self.not_captured(words::THIS, span),
                false => {
                    let text =
                        "`this` is captured where there is none: outside of member functions";
                    self.error(code::LAMBDA, span, text)
                }
            };
            return None;
        };
        let declared = self.cx.types.pointer(o.ty);
        let name = words::THIS;
        if object && !wrong!(CapturedObjectsAreThis) {
            let value = self.captured_copy(o)?;
            // The copy is none of the function's object, whatever that is ([expr.prim.lambda.capture] 10).
            return Some(Found::new(name, declared, o.ty.bare(), value));
        }
        let value = self.address(o);
        Some(Found::new(name, declared, declared, value))
    }

    /// `x = e`.
    pub(super) fn capture_init(&mut self, d: &'a Declaration<'a>) -> Option<Found<'t>> {
        let [x] = d.declarators else { return None };
        let span = x.name.span;
        let ty = self.auto_type(d, x);
        if ty.is_error() {
            return None;
        }
        let init = Initial::written(x)?;
        let name = x.name.sym;
        if ty.bare() == Ty::VOID {
            self.error(code::LAMBDA, span, "a capture that is `void` is no variable");
            return None;
        }
        let value = match self.cx.types.kind(ty) {
            TypeKind::Reference(to, rvalue) => self.reference_initial(to, rvalue, init, span),
            _ => self.initial(ty, init, span)?,
        };
        if value.ty.is_error() {
            return None;
        }
        if self.cx.types.names_function(ty) {
            return self.capture_function(name, ty, value);
        }
        Some(Found::new(name, ty, ty, value))
    }

    /// What a captured name is in the body: the closure's member, or what that refers to.
    pub(super) fn captured(&mut self, r: RecordId, k: u32, span: Span) -> E<'t> {
        let Some(closure) = self.cx.closure_type(r) else { return self.bad(span) };
        let mutable = closure.lambda.mutable;
        let Some(c) = closure.captures.get(k as usize).copied() else { return self.bad(span) };
        let object = match self.scope_entity(words::CLOSURE) {
            Some(Entity::Local(l)) => {
                let p = self.variables.locals[l].ty;
                let to = self.cx.types.pointee(p).unwrap_or(Ty::ERROR);
                let v = self.mk_lvalue(TKind::Local(l), p, span);
                let v = self.mk(TKind::Load(v), p.bare(), span);
                self.mk_lvalue(TKind::Deref(v), to, span)
            }
            _ => {
                let ty = self.cx.types.record(r).with(if mutable { 0 } else { CONST });
                self.object_of(ty, span)
            }
        };
        if self.cx.class_id(object.ty) != Some(r) {
            return self.bad(span);
        }
        let place = match self.cx.types.kind(c.ty) {
            TypeKind::Reference(to, _) => {
                let p = self.cx.types.pointer(to);
                let kept = self.part(object, c.offset, None, p);
                let v = self.rvalue(kept);
                self.mk_lvalue(TKind::Deref(v), to, span)
            }
            _ => {
                let ty = c.ty.with(object.ty.quals() & 3);
                self.part(object, c.offset, None, ty)
            }
        };
        if let Some(value) = c.constant {
            let at = std::ptr::from_ref(place).addr();
            let counts = !self.mode.operand;
            self.variables.captured.push(Mention { at, member: k, value, counts });
        }
        place
    }

    /// The object that `this` points to in a lambda that captures it.
    pub(in crate::check) fn captured_object(&mut self, r: RecordId, k: u32, span: Span) -> E<'t> {
        let v = self.captured(r, k, span);
        match self.cx.types.pointee(v.ty) {
            Some(to) => {
                let p = self.rvalue(v);
                self.mk_lvalue(TKind::Deref(p), to, span)
            }
            None => v,
        }
    }
}
