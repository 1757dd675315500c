//! Objects of classes: constructors, the initial values of members, and conversions that classes define.

use optx_source::{Diagnostic, Span, code};

use super::{Body, body::E, template::TArg};
use crate::{
    ast::{Expr, ExprKind, Flags, MemberInit, MemberKind},
    intern::Symbol,
    typed::{FunctionId, InitPart, TKind, TStmt, TStmtKind},
    types::{RecordId, Ty, TypeKind},
    words,
};

/// More elements than this are not constructed one by one.
pub(super) const MOST_ELEMENTS: u64 = 64;

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Whether the class declares constructors that do something.
    pub(super) fn has_constructors(&self, t: Ty) -> bool {
        self.cx.class(t).is_some_and(|c| {
            c.spec
                .functions
                .iter()
                .any(|f| f.kind == MemberKind::Constructor && !f.flags.has(Flags::FRIEND))
        })
    }

    /// Whether making an object of the type without arguments does something.
    pub(super) fn needs_construction(&self, t: Ty) -> bool {
        // Each class is looked at once: two members of a type with two members of a type and so on are many parts.
        let mut seen = crate::intern::Map::default();
        let mut rest = vec![t];
        while let Some(t) = rest.pop() {
            match self.cx.types.kind(t) {
                TypeKind::Array(e, _) => rest.push(e),
                TypeKind::Record(r) if seen.insert(r, ()).is_none() => {
                    if let Some(c) = self.cx.classes.get(&r) {
                        let own = |f: &crate::ast::MemberFunction| {
                            f.kind == MemberKind::Constructor && !f.trivial && !f.deleted
                        };
                        if c.spec.functions.iter().any(own) || !c.inits.is_empty() {
                            return true;
                        }
                        rest.extend(c.bases.iter().map(|b| b.0));
                    }
                    if let Some(rec) = self.cx.types.records.get(r.0 as usize) {
                        rest.extend(rec.fields.iter().filter(|f| f.bits.is_none()).map(|f| f.ty));
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Reports a class whose objects need a destructor to run.
    pub(super) fn check_destructor(&mut self, t: Ty, span: Span) {
        let Some(c) = self.cx.class(t) else { return };
        let at = c
            .spec
            .functions
            .iter()
            .find(|f| f.kind == MemberKind::Destructor && !f.trivial)
            .map(|f| f.name.span);
        if let Some(at) = at {
            let n = self.cx.type_name(t.bare());
            self.cx.diags.push(
                Diagnostic::new(
                    code::CLASS,
                    span,
                    format!("`{n}` has a destructor, and destructors are not supported yet"),
                )
                .note(at, "it is declared here"),
            );
        }
    }

    /// Initialises an object by the arguments of its declaration. The result is to be evaluated for its effect;
    /// `None` where nothing is to be done.
    pub(super) fn construct_object(
        &mut self,
        object: E<'t>,
        values: Vec<E<'t>>,
        span: Span,
    ) -> Option<E<'t>> {
        let ty = object.ty;
        if let TypeKind::Array(elem, n) = self.cx.types.kind(ty) {
            return self.construct_elements(object, elem, n, span);
        }
        let r = self.cx.class_id(ty)?;
        if !self.has_constructors(ty) {
            if let [one] = values[..]
                && one.ty.bare() == ty.bare()
            {
                let v = self.rvalue(one);
                return Some(self.mk(TKind::Assign(object, v), ty.bare(), span));
            }
            if values.is_empty() {
                return self.default_members(object, r, &[], span);
            }
            let n = self.cx.type_name(ty.bare());
            return Some(self.error(
                code::CLASS,
                span,
                format!("`{n}` has no constructor that takes these arguments"),
            ));
        }
        let name = self.cx.classes.get(&r).map_or(words::EMPTY, |c| c.spec.name.sym);
        let set = self.cx.methods(r, name, MemberKind::Constructor);
        let p = self.cx.types.pointer(ty.bare());
        let this = self.mk(TKind::AddrOf(object), p, span);
        let mut candidates: Vec<FunctionId> = set.functions.clone();
        for t in &set.templates {
            if let Some(f) = self.deduce_call(*t, &[], &values) {
                candidates.push(f);
            }
        }
        let found = self.choose(&candidates, &values, Some(this));
        // `T() = default;` and `T(const T &) = default;` do what the compiler's own do.
        if let Ok(f) = found
            && self.cx.functions[f.0 as usize].body.is_none()
            && self.cx.classes.get(&r).is_some_and(|c| {
                c.spec.functions.iter().any(|f| f.kind == MemberKind::Constructor && f.trivial)
            })
        {
            if values.is_empty() {
                return self.default_members(object, r, &[], span);
            }
            if let [one] = values[..]
                && one.ty.bare() == ty.bare()
            {
                let v = self.rvalue(one);
                return Some(self.mk(TKind::Assign(object, v), ty.bare(), span));
            }
        }
        match found {
            Ok(f) => {
                let mut list = vec![this];
                list.extend(values);
                Some(self.call_function(f, span, list, span))
            }
            Err(ambiguous) => {
                // The compiler's own copy.
                if let [one] = values[..]
                    && self.cx.base_offset(one.ty, ty).is_some()
                {
                    let v = self.convert(one, ty.bare());
                    return Some(self.mk(TKind::Assign(object, v), ty.bare(), span));
                }
                // A defaulted constructor without arguments.
                let defaulted = self.cx.classes.get(&r).is_some_and(|c| {
                    c.spec.functions.iter().any(|f| {
                        f.kind == MemberKind::Constructor && f.trivial && f.end - f.first <= 16
                    })
                });
                if values.is_empty() && !ambiguous && defaulted {
                    return self.default_members(object, r, &[], span);
                }
                Some(self.no_overload(ambiguous, &candidates, name, span, &values, span))
            }
        }
    }

    fn construct_elements(&mut self, object: E<'t>, elem: Ty, n: u64, span: Span) -> Option<E<'t>> {
        if !self.needs_construction(elem) {
            return None;
        }
        if n > MOST_ELEMENTS {
            return Some(self.error(
                code::CLASS,
                span,
                format!("arrays of more than {MOST_ELEMENTS} objects with constructors are not supported yet"),
            ));
        }
        let size = self.cx.types.size(elem);
        let mut all: Option<E<'t>> = None;
        for i in 0..n {
            let kind = TKind::Field { base: object, offset: i * size, bits: None };
            let part = self.mk_lvalue(kind, elem, span);
            if let Some(e) = self.construct_object(part, Vec::new(), span) {
                all = Some(self.then(all, e, span));
            }
        }
        all
    }

    /// One effect after another.
    pub(super) fn then(&mut self, first: Option<E<'t>>, second: E<'t>, span: Span) -> E<'t> {
        match first {
            Some(f) => self.mk(TKind::Comma(f, second), second.ty, span),
            None => second,
        }
    }

    /// Initialises the members of an object that `given` does not name, as their declarations say.
    fn default_members(
        &mut self,
        object: E<'t>,
        r: RecordId,
        given: &[Symbol],
        span: Span,
    ) -> Option<E<'t>> {
        let mut all: Option<E<'t>> = None;
        let fields = self.cx.types.records.get(r.0 as usize)?.fields.clone();
        let is_union = self.cx.types.records.get(r.0 as usize).is_some_and(|r| r.is_union);
        let inits = self.cx.classes.get(&r).map(|c| c.inits.clone()).unwrap_or_default();
        for f in fields {
            if f.name != words::EMPTY && given.contains(&f.name) {
                continue;
            }
            let kind = TKind::Field { base: object, offset: f.offset, bits: f.bits };
            let part = self.mk_lvalue(kind, f.ty, span);
            let effect = match inits.iter().find(|i| i.0 == f.name) {
                Some((_, e)) => {
                    let value = self.in_class_of(r, |b| match e.kind {
                        ExprKind::InitList(_) => b.initializer_value(f.ty.bare(), e),
                        _ => {
                            let v = b.expr(e);
                            b.convert(v, f.ty.bare())
                        }
                    });
                    Some(self.mk(TKind::Assign(part, value), f.ty.bare(), span))
                }
                None if is_union => None,
                None => self.construct_object_default(part, span),
            };
            if let Some(e) = effect {
                all = Some(self.then(all, e, span));
            }
        }
        all
    }

    fn construct_object_default(&mut self, part: E<'t>, span: Span) -> Option<E<'t>> {
        if !self.needs_construction(part.ty) {
            return None;
        }
        self.construct_object(part, Vec::new(), span)
    }

    /// Checks something with the names of a class in scope; locals of the function at hand stay hidden behind them.
    pub(super) fn in_class_of<T>(&mut self, r: RecordId, f: impl FnOnce(&mut Self) -> T) -> T {
        let Some(env) = self.cx.classes.get(&r).map(|c| c.env.clone()) else { return f(self) };
        let class = self.class.replace(r);
        let mark = self.open_scope();
        for (s, e) in env.names.iter() {
            self.declare_in_scope(*s, *e);
        }
        let result = f(self);
        self.close_scope_to(mark);
        self.class = class;
        result
    }

    /// The statements before a constructor's body: base classes and members, in the order of the class.
    pub(super) fn constructor_prologue(
        &mut self,
        r: RecordId,
        inits: &'a [MemberInit<'a>],
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let Some(object) = self.this_object(span) else { return };
        let class = self.cx.classes.get(&r).map_or(words::EMPTY, |c| c.spec.name.sym);
        let mut push = |e: E<'t>| {
            if !e.ty.is_error() {
                out.push(TStmt { kind: TStmtKind::Expr(e), span });
            }
        };
        if let [one] = inits
            && one.name.sym == class
        {
            // The work is another constructor's.
            let values = one.args.iter().map(|a| self.argument(a)).collect();
            if let Some(e) = self.construct_object(object, values, one.name.span) {
                push(e);
            }
            return;
        }
        let Some(rec) = self.cx.types.records.get(r.0 as usize) else { return };
        let (fields, is_union) = (rec.fields.clone(), rec.is_union);
        let bases: Vec<(Ty, u64)> =
            self.cx.classes.get(&r).map(|c| c.bases.clone()).unwrap_or_default();
        let mut used = vec![false; inits.len()];
        for f in &fields {
            let base =
                f.name == words::EMPTY && bases.iter().any(|b| b.0 == f.ty && b.1 == f.offset);
            let position = inits.iter().position(|i| {
                if base {
                    self.names_class(i.name.sym, f.ty)
                } else {
                    f.name != words::EMPTY && i.name.sym == f.name
                }
            });
            let kind = TKind::Field { base: object, offset: f.offset, bits: f.bits };
            let part = self.mk_lvalue(kind, f.ty, span);
            let effect = match position {
                Some(k) => {
                    used[k] = true;
                    Some(self.member_init(part, &inits[k]))
                }
                None => {
                    let stated = self
                        .cx
                        .classes
                        .get(&r)
                        .and_then(|c| c.inits.iter().find(|i| i.0 == f.name).map(|i| i.1));
                    match stated {
                        Some(e) => {
                            let value = match e.kind {
                                ExprKind::InitList(_) => self.initializer_value(f.ty.bare(), e),
                                _ => {
                                    let v = self.expr(e);
                                    self.convert(v, f.ty.bare())
                                }
                            };
                            Some(self.mk(TKind::Assign(part, value), f.ty.bare(), span))
                        }
                        None if is_union => None,
                        None => self.construct_object_default(part, span),
                    }
                }
            };
            if let Some(e) = effect {
                push(e);
            }
        }
        for (i, used) in inits.iter().zip(used) {
            let empty_base = bases.iter().any(|b| self.names_class(i.name.sym, b.0));
            if used || empty_base {
                continue;
            }
            // A member of an anonymous struct or union.
            let class = self.cx.types.record(r);
            match self.cx.find_member(class, i.name.sym) {
                Some((ty, offset, bits)) => {
                    let kind = TKind::Field { base: object, offset, bits };
                    let part = self.mk_lvalue(kind, ty, span);
                    let e = self.member_init(part, i);
                    push(e);
                }
                None => {
                    self.unknown_member(class, i.name);
                }
            }
        }
    }

    fn names_class(&self, s: Symbol, t: Ty) -> bool {
        let text = self.cx.text(s);
        self.cx
            .types
            .get_record(t)
            .is_some_and(|(_, r)| r.name == text || r.name.split('<').next() == Some(text))
            || matches!(self.scope_entity(s), Some(super::Entity::Type(x)) if x.bare() == t.bare())
            || matches!(self.class_scope_entity(s), Some(super::Entity::Type(x)) if x.bare() == t.bare())
    }

    fn member_init(&mut self, part: E<'t>, i: &MemberInit<'a>) -> E<'t> {
        let (ty, span) = (part.ty, i.name.span);
        if let [one] = i.args
            && let ExprKind::InitList(_) = one.kind
        {
            let value = if self.has_constructors(ty) {
                self.construct_value(ty, one, span)
            } else {
                self.initializer_value(ty.bare(), one)
            };
            return self.mk(TKind::Assign(part, value), ty.bare(), span);
        }
        let values: Vec<E<'t>> = i.args.iter().map(|a| self.argument(a)).collect();
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        if self.cx.types.is_scalar(ty) {
            let value = match values[..] {
                [] => {
                    let zero =
                        if self.cx.types.is_float(ty) { TKind::Float(0.0) } else { TKind::Int(0) };
                    self.mk(zero, ty.bare(), span)
                }
                [one] => self.convert(one, ty.bare()),
                _ => {
                    return self.error(code::BAD_INITIALIZER, span, "a scalar takes one value");
                }
            };
            if value.ty.is_error() {
                return value;
            }
            return self.mk(TKind::Assign(part, value), ty.bare(), span);
        }
        if values.is_empty() && !self.needs_construction(ty) {
            if let TypeKind::Array(..) = self.cx.types.kind(ty) {
                return self.zero_array(part, span);
            }
            let zero = self.mk(TKind::Aggregate(&[]), ty.bare(), span);
            return self.mk(TKind::Assign(part, zero), ty.bare(), span);
        }
        match self.construct_object(part, values, span) {
            Some(e) => e,
            None => self.mk(TKind::Int(0), Ty::INT, span),
        }
    }

    fn zero_array(&mut self, part: E<'t>, span: Span) -> E<'t> {
        let Some((elem, n)) = self.cx.types.element(part.ty) else { return self.bad(span) };
        if n > MOST_ELEMENTS || !self.cx.types.is_scalar(elem) {
            return self.error(
                code::CLASS,
                span,
                "this member array cannot be initialised to zero here yet",
            );
        }
        let size = self.cx.types.size(elem);
        let mut all = None;
        for k in 0..n {
            let kind = TKind::Field { base: part, offset: k * size, bits: None };
            let one = self.mk_lvalue(kind, elem, span);
            let zero = if self.cx.types.is_float(elem) { TKind::Float(0.0) } else { TKind::Int(0) };
            let zero = self.mk(zero, elem.bare(), span);
            let set = self.mk(TKind::Assign(one, zero), elem.bare(), span);
            all = Some(self.then(all, set, span));
        }
        all.unwrap_or_else(|| self.bad(span))
    }

    /// `T{a, b}` or `= {a, b}` for a class with constructors: a value.
    pub(super) fn construct_value(&mut self, ty: Ty, e: &'a Expr<'a>, span: Span) -> E<'t> {
        let ExprKind::InitList(list) = e.kind else { return self.bad(span) };
        let values: Vec<E<'t>> = list.iter().map(|x| self.argument(x.value)).collect();
        self.construct_temporary(ty, values, span)
    }

    /// A value of a class, made by a constructor in a temporary.
    pub(super) fn construct_temporary(&mut self, ty: Ty, values: Vec<E<'t>>, span: Span) -> E<'t> {
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        self.check_destructor(ty, span);
        let l = self.temporary(ty.bare(), span);
        let object = self.mk_lvalue(TKind::Local(l), ty.bare(), span);
        let zeroed = values.is_empty() && !self.has_constructors(ty);
        let effect = self.construct_object(object, values, span);
        if effect.is_some_and(|e| e.ty.is_error()) {
            return self.bad(span);
        }
        let mut first = None;
        if zeroed {
            let zero = self.mk(TKind::Aggregate(&[] as &[InitPart<'t>]), ty.bare(), span);
            first = Some(self.mk(TKind::Assign(object, zero), ty.bare(), span));
        }
        if let Some(e) = effect {
            first = Some(self.then(first, e, span));
        }
        let value = self.mk(TKind::Load(object), ty.bare(), span);
        self.then(first, value, span)
    }

    /// The conversion that a class defines from `e` to `to`: a constructor of `to` or a conversion function of `e`.
    pub(super) fn user_conversion(
        &mut self,
        e: E<'t>,
        to: Ty,
        explicit: bool,
    ) -> Option<Conversion> {
        let to = match self.cx.types.kind(to) {
            TypeKind::Reference(r, _) => r,
            _ => to,
        };
        if self.converting || e.ty.is_error() {
            return None;
        }
        self.converting = true;
        let found = self.user_conversion_inner(e, to, explicit);
        self.converting = false;
        found
    }

    fn user_conversion_inner(&mut self, e: E<'t>, to: Ty, explicit: bool) -> Option<Conversion> {
        if let Some(r) = self.cx.class_id(e.ty)
            && self.cx.declares(r, words::EMPTY, MemberKind::Conversion)
        {
            let set = self.cx.methods(r, words::EMPTY, MemberKind::Conversion);
            let mut best: Option<(super::convert::Rank, FunctionId)> = None;
            for &f in &set.functions {
                let info = &self.cx.functions[f.0 as usize];
                let (result, flags) = (info.result, info.flags);
                if flags.has(Flags::EXPLICIT) && !explicit {
                    continue;
                }
                let from = match self.cx.types.kind(result) {
                    TypeKind::Reference(r, _) => r,
                    _ => result,
                };
                let probe = self.mk(TKind::Error, from.bare(), e.span);
                if let Some(k) = self.rank(probe, to.bare())
                    && best.is_none_or(|b| k < b.0)
                {
                    best = Some((k, f));
                }
            }
            if let Some((_, f)) = best {
                return Some(Conversion::Function(f));
            }
        }
        if let Some(r) = self.cx.class_id(to)
            && self.has_constructors(to)
        {
            let name = self.cx.classes.get(&r).map_or(words::EMPTY, |c| c.spec.name.sym);
            let set = self.cx.methods(r, name, MemberKind::Constructor);
            let mut candidates: Vec<FunctionId> = set
                .functions
                .iter()
                .copied()
                .filter(|f| explicit || !self.cx.functions[f.0 as usize].flags.has(Flags::EXPLICIT))
                .collect();
            for t in &set.templates {
                if let Some(f) = self.deduce_call(*t, &[] as &[TArg], &[e]) {
                    candidates.push(f);
                }
            }
            let p = self.cx.types.pointer(to.bare());
            let this = self.mk(TKind::Error, p, e.span);
            if self.choose(&candidates, &[e], Some(this)).is_ok() {
                return Some(Conversion::Constructor);
            }
        }
        None
    }

    /// Applies what [`Body::user_conversion`] found.
    pub(super) fn apply_conversion(&mut self, c: Conversion, e: E<'t>, to: Ty) -> E<'t> {
        match c {
            Conversion::Constructor => self.construct_temporary(to.bare(), vec![e], e.span),
            Conversion::Function(f) => {
                let this = self.object_pointer(e, e.span);
                let v = self.call_function(f, e.span, vec![this], e.span);
                let v = self.rvalue(v);
                if v.ty.is_error() || v.ty.bare() == to.bare() { v } else { self.convert(v, to) }
            }
        }
    }

    /// The address of an object; a value is kept in a local for it.
    pub(super) fn object_pointer(&mut self, e: E<'t>, span: Span) -> E<'t> {
        let e = self.object(e);
        let p = self.cx.types.pointer(e.ty);
        if e.lvalue {
            return match e.kind {
                TKind::Deref(inner) if inner.ty.bare() == p => inner,
                _ => self.mk(TKind::AddrOf(e), p, span),
            };
        }
        // `this` may be changed through: a temporary is not const.
        let p = self.cx.types.pointer(e.ty.bare());
        let l = self.temporary(e.ty.bare(), span);
        let object = self.mk_lvalue(TKind::Local(l), e.ty.bare(), span);
        let set = self.mk(TKind::Assign(object, e), e.ty.bare(), span);
        let address = self.mk(TKind::AddrOf(object), p, span);
        self.mk(TKind::Comma(set, address), p, span)
    }
}

/// A conversion that a class defines.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conversion {
    Constructor,
    Function(FunctionId),
}
