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

use super::E;
use crate::{
    ast::{Capture, CaptureKind, Lambda, MemberKind, Param, TemplateParam, TypeExpr},
    check::{
        Body, Const, Entity, Env,
        class::{Captured, Closure, ClosureKey},
        site::LocalUsing,
    },
    intern::Symbol,
    typed::{FunctionId, InitPart, LocalId, TKind, TypedArenas},
    types::{RecordId, Ty},
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
    pub(super) fn new(name: Symbol, declared: Ty, ty: Ty, value: E<'t>) -> Found<'t> {
        Found { name, declared, ty, value, constant: None, known: None, element: None }
    }
}

/// A mention of a constant that the lambda at hand captures.
pub(super) struct Mention {
    /// The expression, by its place in memory; 0 for none.
    pub(super) at: usize,
    pub(super) member: u32,
    pub(super) value: Const,
    /// It stands where it is evaluated.
    pub(super) counts: bool,
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// `[...] (...) { ... }`.
    pub(super) fn lambda(&mut self, l: &'a Lambda<'a>, span: Span) -> E<'t> {
        if let Some(text) = self.refused_form(l) {
            let told = |b: &mut Self| b.error(code::LAMBDA, span, text);
            return if l.unevaluated { self.in_earnest(told) } else { told(self) };
        }
        self.check_parameters(l);
        self.check_defaults(l);
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

    /// Reports a variable of the function around, or its object, in a default argument, which is not evaluated there
    /// ([dcl.fct.default] 7, 8). A constant's value is none.
    fn check_defaults(&mut self, l: &Lambda<'_>) {
        for name in l.defaults {
            let variable = match self.scope_entity(name.sym) {
                Some(Entity::Local(l)) => {
                    let known = &self.variables;
                    !known.values.contains_key(&l) && !known.constants.contains_key(&l)
                }
                Some(e) => e.is_automatic(),
                None => false,
            };
            if variable {
                let text = self.cx.text(name.sym);
                let text =
                    format!("a default argument cannot name `{text}` of the function around");
                self.error(code::LAMBDA, name.span, text);
            }
        }
    }

    /// Why a lambda of this form cannot stand here.
    fn refused_form(&self, l: &Lambda<'_>) -> Option<&'static str> {
        let options = self.cx.options;
        let stated = |p: &TemplateParam<'_>| !words::AUTO_PARAMETERS.contains(&p.name.sym);
        if !options.dialect.is_cpp20() {
            if l.unevaluated {
                return Some(
                    "a lambda in an operand that is not evaluated, or in a template's argument, is C++20's",
                );
            }
            if l.call.template.is_some_and(|t| t.is_empty() || t.iter().any(stated)) {
                return Some("a lambda's template parameters that are written are C++20's");
            }
            if l.captures.iter().any(|c| c.pack && matches!(c.kind, CaptureKind::Init(_))) {
                return Some("a pack that is captured with an initialiser is C++20's");
            }
        }
        if options.dialect.nvrtc && l.marked {
            return Some(
                "NVRTC takes no `__device__` and no `__host__` before the parameters of a lambda",
            );
        }
        if options.dialect.nvrtc && l.host {
            return Some(
                "a lambda outside of functions is the host's without `-default-device`, and NVRTC has none of those",
            );
        }
        self.blocks_hide_functions()
            .then_some("a lambda beside functions that a block declares is not supported yet")
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
        let site = self.cx.site_of(&info);
        let arena = TypedArenas::small();
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
    pub(super) fn captured_member(&self, r: RecordId, k: u32) -> Option<Captured> {
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
        self.name_captures(r, l, found, &mut names);
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
    pub(super) fn declared_type(&self, l: LocalId) -> Ty {
        let ty = self.variables.locals.get(l).map_or(Ty::ERROR, |l| l.ty);
        if self.variables.owned.contains(&l) { self.cx.types.referred(ty) } else { ty }
    }

    /// The value of a variable that is a constant expression ([expr.const] 2.7).
    pub(super) fn constant_local(&self, l: LocalId) -> Option<(Ty, Const)> {
        let ty = self.variables.locals.get(l)?.ty;
        let value = *self.variables.values.get(&l)?;
        let fixed = self.variables.constants.contains_key(&l)
            || !self.cx.types.is_float(ty) && !self.variables.kept.contains(&l);
        fixed.then_some((ty, value))
    }
}
