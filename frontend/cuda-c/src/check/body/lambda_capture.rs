//! What lambdas capture ([expr.prim.lambda.capture]).
//!
//! Idea: what is written and what a default adds are members of the closure, each with the value that it begins with; a captured name
//! in the body is that member, or what the member refers to.

use optx_source::{Diagnostic, Span, code};

use super::{
    E, Initial,
    lambda::{Found, Mention},
};
use crate::{
    ast::{Capture, CaptureKind, CaptureMode, Declaration, Lambda, Name},
    check::{Body, Entity},
    intern::Symbol,
    typed::{InitPart, TKind},
    types::{CONST, RecordId, Ty, TypeKind},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// What a lambda captures, in the order of its members; `None` where something is wrong, and reported.
    /// Of the constants around those are captured that it `needs`.
    pub(super) fn captures_of(
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
        self.written_captures(l, &mut found)?;
        if let Some(mode) = l.default {
            self.default_captures(l, mode, needs, &mut found)?;
        }
        found.iter().all(|f| !f.value.ty.is_error()).then_some(found)
    }

    /// The captures that are written; `None` where one is wrong.
    fn written_captures(&mut self, l: &'a Lambda<'a>, found: &mut Vec<Found<'t>>) -> Option<()> {
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
                true => self.capture_pack(c, found),
                false => self.capture(c).map(|f| found.push(f)),
            };
            wrong |= done.is_none();
        }
        (!wrong).then_some(())
    }

    /// What a default captures: what the body mentions, and `this` where it mentions a member.
    fn default_captures(
        &mut self,
        l: &'a Lambda<'a>,
        mode: CaptureMode,
        needs: &[Symbol],
        found: &mut Vec<Found<'t>>,
    ) -> Option<()> {
        for name in &self.mentions_of(l) {
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
                    self.capture_elements(*name, e, mode, found)?;
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
        Some(())
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
