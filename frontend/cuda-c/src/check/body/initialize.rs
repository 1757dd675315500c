//! Initialisation: the first value of an object ([dcl.init]).
//!
//! Idea: whatever an initialiser says becomes one value of the object's type, made in the object's place by the
//! translator; there is no other way by which an object gets its first value. Default initialisation that does nothing
//! gives no value. Aggregates are walked in `initializer`; everything else is here: default and value initialisation
//! ([dcl.init] 7, 8), copy and direct initialisation ([dcl.init] 17), lists ([dcl.init.list]), and constructors.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Access, Expr, ExprKind, Flags, MemberInit, MemberKind},
    check::{
        Body, Entity,
        body::E,
        body::sequence::{Conversion, is_const_only},
        class::special::Special,
    },
    intern::Symbol,
    typed::{FunctionId, TKind, TStmt, TStmtKind},
    types::{Field, RecordId, Ty, TypeKind, UNKNOWN},
    words,
};

/// An initialiser as written.
#[derive(Clone, Copy)]
pub(crate) enum Initial<'a> {
    /// None.
    Default,
    /// `()`.
    Value,
    /// `= e`, a list among them.
    Copy(&'a Expr<'a>),
    /// `(a, b)`.
    Direct(&'a [&'a Expr<'a>]),
    /// `{a, b}` without `=`.
    List(&'a Expr<'a>),
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The value that initialises an object; `None` where nothing is done. What is wrong is reported.
    pub(in crate::check) fn initial(
        &mut self,
        ty: Ty,
        init: Initial<'a>,
        span: Span,
    ) -> Option<E<'t>> {
        if ty.is_error() {
            if let Initial::Copy(e) = init
                && !matches!(e.kind, ExprKind::InitList(_))
            {
                self.expr(e);
            }
            return Some(self.bad(span));
        }
        match init {
            Initial::Default => self.default_initial(ty, span),
            Initial::Value | Initial::Direct([]) => Some(self.value_initial(ty, true, span)),
            Initial::Copy(e) if matches!(e.kind, ExprKind::InitList(_)) => {
                Some(self.list_initial(ty, e, false))
            }
            Initial::List(e) => Some(self.list_initial(ty, e, true)),
            Initial::Copy(e) => {
                if matches!(self.cx.types.kind(ty), TypeKind::Array(..)) {
                    return Some(self.list_initial(ty, e, false));
                }
                let v = self.expr(e);
                Some(self.copy_initial(v, ty))
            }
            Initial::Direct(args) => {
                if let ([one], TypeKind::Array(..)) = (args, self.cx.types.kind(ty))
                    && matches!(one.kind, ExprKind::Str(_))
                {
                    return Some(self.list_initial(ty, one, true));
                }
                let values = self.check_all(args);
                Some(self.direct_initial(values, ty, span))
            }
        }
    }

    /// Default initialisation ([dcl.init] 7): a constructor for classes, nothing for scalars.
    pub(in crate::check) fn default_initial(&mut self, ty: Ty, span: Span) -> Option<E<'t>> {
        match self.cx.types.kind(ty) {
            TypeKind::Array(_, UNKNOWN) => None,
            TypeKind::Array(elem, n) => {
                let element = self.default_initial(elem, span)?;
                let n = if wrong!(ArraysConstructOne) { 1 } else { n };
                Some(self.repeated(element, ty, n, span))
            }
            TypeKind::Record(_) if !self.cx.is_trivial(ty, Special::DefaultConstructor) => {
                Some(self.construct(ty, Vec::new(), true, span))
            }
            _ => None,
        }
    }

    /// Value initialisation ([dcl.init] 8): zero, and the default constructor where it does something. A constructor
    /// that the user provides sees what was there before; an explicit one is none where an empty list only stands for it.
    pub(in crate::check) fn value_initial(&mut self, ty: Ty, direct: bool, span: Span) -> E<'t> {
        match self.cx.types.kind(ty) {
            TypeKind::Array(elem, n) => {
                if n == UNKNOWN || self.cx.is_trivial(elem, Special::DefaultConstructor) {
                    return self.mk(TKind::Aggregate(&[]), ty.bare(), span);
                }
                let element = self.value_initial(elem, direct, span);
                self.repeated(element, ty, n, span)
            }
            TypeKind::Record(_) => {
                if self.cx.is_trivial(ty, Special::DefaultConstructor) {
                    return self.mk(TKind::Aggregate(&[]), ty.bare(), span);
                }
                let v = self.construct(ty, Vec::new(), direct, span);
                match v.kind {
                    TKind::New(f, args, _)
                        if self.cx.functions[f.0 as usize].special.is_some()
                            && !wrong!(DefaultedDoesNotZero) =>
                    {
                        self.mk(TKind::New(f, args, true), ty.bare(), span)
                    }
                    _ => v,
                }
            }
            _ => self.zero(ty, span),
        }
    }

    /// Zero of a scalar type.
    pub(in crate::check) fn zero(&self, ty: Ty, span: Span) -> E<'t> {
        let zero = if self.cx.types.is_float(ty) { TKind::Float(0.0) } else { TKind::Int(0) };
        self.mk(zero, ty.bare(), span)
    }

    fn repeated(&mut self, element: E<'t>, ty: Ty, count: u64, span: Span) -> E<'t> {
        if element.ty.is_error() {
            return element;
        }
        self.mk(TKind::Repeat { element, count }, ty.bare(), span)
    }

    /// Copy initialisation from a value or object ([dcl.init] 17): what an argument, a returned value and `T x = v` are.
    pub(in crate::check) fn copy_initial(&mut self, v: E<'t>, ty: Ty) -> E<'t> {
        if v.ty.bare() == Ty::BRACES {
            return self.braces_value(v, ty);
        }
        if v.ty.is_error() || !self.cx.types.is_record(ty) {
            return self.convert(v, ty.bare());
        }
        let elided =
            !wrong!(PrvaluesAreCopied) || !matches!(v.kind, TKind::Call(..) | TKind::New(..));
        if self.is_whole(v, ty) && elided {
            return v;
        }
        if wrong!(CopiesAreBytes) && v.ty.bare() == ty.bare() && v.is_glvalue() {
            return self.mk(TKind::Load(v), ty.bare(), v.span);
        }
        if self.cx.base_path(v.ty, ty).is_some() {
            return self.construct(ty, vec![v], false, v.span);
        }
        match self.user_conversion(v, ty, false, false) {
            Some((c, _)) => self.apply_conversion(c, v, ty),
            None => {
                self.explicit_only(v, ty);
                self.bad(v.span)
            }
        }
    }

    /// Whether a value is made in the place of an object of the type, without a copy ([dcl.init] 17.6).
    fn is_whole(&self, v: E<'t>, ty: Ty) -> bool {
        v.ty.bare() == ty.bare() && !v.is_glvalue() && !matches!(v.kind, TKind::Field { .. })
    }

    /// Says that nothing converts, or that only an explicit constructor would.
    fn explicit_only(&mut self, v: E<'t>, ty: Ty) {
        let found = self.user_conversion(v, ty, true, false);
        let (a, b) = (self.cx.type_name(v.ty), self.cx.type_name(ty.bare()));
        let Some((Conversion::Constructor(f) | Conversion::Function(f), _)) = found else {
            self.mismatch(v, ty.bare());
            return;
        };
        let at = self.cx.functions[f.0 as usize].span;
        let text = format!("a value of type `{a}` becomes a `{b}` only where that is written out");
        self.cx.diags.push(
            Diagnostic::new(code::TYPE_MISMATCH, v.span, text)
                .note(at, format!("this is `explicit`; `{b}(...)` calls it")),
        );
    }

    /// Direct initialisation by arguments in parentheses.
    pub(in crate::check) fn direct_initial(
        &mut self,
        values: Vec<E<'t>>,
        ty: Ty,
        span: Span,
    ) -> E<'t> {
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        if self.cx.types.is_record(ty) {
            if let [one] = values[..]
                && self.is_whole(one, ty)
            {
                return one;
            }
            return self.construct(ty, values, true, span);
        }
        match values[..] {
            [] => self.value_initial(ty, true, span),
            [one] if one.ty.bare() == Ty::BRACES => self.braces_value(one, ty),
            [one] => {
                // The explicit conversions of a class take part here, and null as a condition ([conv.bool]).
                let null = one.ty.bare() == Ty::NULLPTR && ty.bare() == Ty::BOOL;
                if self.cx.types.is_record(one.ty) || null {
                    return self.explicit(one, ty.bare(), span);
                }
                self.convert(one, ty.bare())
            }
            _ => self.error(code::BAD_INITIALIZER, span, "a scalar takes one value"),
        }
    }

    /// List initialisation ([dcl.init.list] 3); a string for an array of characters too.
    pub(in crate::check) fn list_initial(
        &mut self,
        ty: Ty,
        e: &'a Expr<'a>,
        direct: bool,
    ) -> E<'t> {
        let ExprKind::InitList(list) = e.kind else { return self.aggregate(ty, e) };
        if let TypeKind::Reference(r, rvalue) = self.cx.types.kind(ty) {
            let v = match self.related_element(list, r) {
                Some(one) => self.expr(one),
                None if rvalue || is_const_only(r) => self
                    .with_mode(|m| m.strict_lists = true, |b| b.list_initial(r.bare(), e, direct)),
                None => {
                    let text = "a reference that is not const refers to no temporary, which this list makes";
                    return self.error(code::TYPE_MISMATCH, e.span, text);
                }
            };
            return self.bind_reference(v, r, rvalue);
        }
        if self.cx.types.is_scalar(ty) {
            return match list {
                [] => self.zero(ty, e.span),
                [one] if matches!(one.value.kind, ExprKind::InitList(_)) => {
                    self.error(code::BAD_INITIALIZER, e.span, "a scalar takes one value")
                }
                [one] => {
                    let v = self.expr(one.value);
                    let fixed = self.cx.types.fixed_underlying(ty).is_some();
                    if direct && fixed && self.cx.types.is_arithmetic(v.ty) {
                        let to = self.cx.types.scalar(ty);
                        self.check_narrowing(v, to, Some(one.value), false);
                        return self.explicit(v, ty.bare(), e.span);
                    }
                    let null = v.ty.bare() == Ty::NULLPTR && ty.bare() == Ty::BOOL && direct;
                    if self.cx.types.is_record(v.ty) || null {
                        // The explicit conversions of a class take part where there is no `=`.
                        return match direct && !wrong!(ListsAreCopies) {
                            true => self.explicit(v, ty.bare(), e.span),
                            false => self.convert(v, ty.bare()),
                        };
                    }
                    let v = self.rvalue(v);
                    let strict = self.mode.strict_lists;
                    self.check_narrowing(v, ty, Some(one.value), strict);
                    self.convert(v, ty.bare())
                }
                _ => self.error(code::BAD_INITIALIZER, e.span, "a scalar takes one value"),
            };
        }
        if !self.cx.types.is_record(ty) {
            return self.aggregate(ty, e);
        }
        if !self.cx.types.is_complete(ty) {
            let n = self.cx.type_name(ty.bare());
            let text = format!("the type `{n}` is not complete");
            return self.error(code::INCOMPLETE_TYPE, e.span, text);
        }
        let aggregate = self.is_aggregate_class(ty);
        if aggregate {
            // A list of one object of the class, or of one derived from it, is that object.
            if let [one] = list
                && one.index.is_none()
                && one.field.sym == words::EMPTY
                && !matches!(one.value.kind, ExprKind::InitList(_))
                && self.may_be_class(one.value)
            {
                let v = self.probe(one.value);
                if v.is_some_and(|v| self.cx.base_path(v, ty).is_some()) {
                    let v = self.expr(one.value);
                    return self.direct_initial(vec![v], ty, e.span);
                }
            }
            return self.aggregate(ty, e);
        }
        if list.is_empty() && self.has_default_constructor(ty) {
            return self.value_initial(ty, direct, e.span);
        }
        let values: Vec<E<'t>> = list.iter().map(|x| self.argument(x.value)).collect();
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(e.span);
        }
        if let [one] = values[..]
            && self.is_whole(one, ty)
            && !wrong!(ListsCopyValues)
        {
            return one;
        }
        let candidates = self.constructors_for_list(ty, &values);
        let made = self.construct_by(&candidates, ty, values.clone(), direct, e.span);
        if let TKind::New(f, ..) = made.kind {
            let params: Vec<Ty> =
                self.cx.functions[f.0 as usize].params.iter().map(|p| p.ty).collect();
            for ((v, to), x) in values.iter().zip(params.into_iter().skip(1)).zip(list) {
                let to = match self.cx.types.kind(to) {
                    TypeKind::Reference(r, _) => r,
                    _ => to,
                };
                if self.cx.types.is_scalar(v.ty) {
                    let v = self.rvalue(v);
                    self.check_narrowing(v, to, Some(x.value), true);
                }
            }
        }
        made
    }

    /// Whether an expression may have a class's type; constants have not, and are not looked at twice.
    pub(in crate::check) fn may_be_class(&self, e: &Expr<'_>) -> bool {
        !matches!(
            e.kind,
            ExprKind::Int { .. }
                | ExprKind::Float { .. }
                | ExprKind::Bool(_)
                | ExprKind::Char { .. }
                | ExprKind::Str(_)
                | ExprKind::Nullptr
        )
    }

    /// The type of an expression, without its effects and errors.
    pub(in crate::check) fn probe(&mut self, e: &'a Expr<'a>) -> Option<Ty> {
        let trial = self.cx.diags.begin_trial();
        let locals = self.locals.len();
        let ty = self.unevaluated(|b| b.expr(e).ty);
        self.locals.truncate(locals);
        let wrong = self.cx.diags.end_trial(trial);
        (!wrong && !ty.is_error()).then_some(ty)
    }

    fn aggregate(&mut self, ty: Ty, e: &'a Expr<'a>) -> E<'t> {
        let (ty, parts) = self.parts(ty, e);
        self.value_of_parts(parts, ty, e.span)
    }

    /// Whether a class is an aggregate ([dcl.init.aggr] 1).
    pub(in crate::check) fn is_aggregate_class(&self, t: Ty) -> bool {
        let Some(c) = self.cx.class(t) else { return self.cx.types.is_record(t) };
        let constructors = c.spec.functions.iter().any(|f| {
            f.kind == MemberKind::Constructor
                && !f.flags.has(Flags::FRIEND)
                && (!f.defaulted && !f.deleted || f.flags.has(Flags::EXPLICIT))
        });
        let virtuals = c.spec.functions.iter().any(|f| f.flags.has(Flags::VIRTUAL));
        let hidden = self
            .cx
            .types
            .get_record(t)
            .is_some_and(|(_, r)| r.fields.iter().any(|f| f.access != Access::Public));
        let bases = c.bases.iter().any(|b| b.access != Access::Public);
        (!constructors || wrong!(ConstructorsDoNotMatterInLists))
            && !virtuals
            && !hidden
            && !bases
            && c.inherited.is_empty()
    }

    fn has_default_constructor(&mut self, ty: Ty) -> bool {
        self.constructors_for(ty, &[])
            .into_iter()
            .any(|f| self.cx.functions[f.0 as usize].counts().contains(&0))
    }

    /// Whether a class declares constructors.
    pub(in crate::check) fn has_own_constructors(&self, ty: Ty) -> bool {
        self.cx.class(ty).is_some_and(|c| {
            let own = |f: &crate::ast::MemberFunction| {
                f.kind == MemberKind::Constructor && !f.flags.has(Flags::FRIEND)
            };
            c.spec.functions.iter().any(own) || !c.inherited.is_empty()
        })
    }

    /// The bytes of a class whose copying does nothing else: of an object, of its base class, or of what converts to it.
    pub(in crate::check) fn whole_value(&mut self, e: E<'t>, ty: Ty) -> E<'t> {
        if e.ty.bare() == Ty::BRACES || self.cx.base_path(e.ty, ty).is_none() {
            return self.copy_initial(e, ty.bare());
        }
        let part = self.base_part(e, ty);
        let kind = if part.is_glvalue() { TKind::Load(part) } else { part.kind };
        self.mk(kind, ty.bare(), part.span)
    }

    /// The part of an object that is its base class, or the object itself.
    pub(in crate::check) fn base_part(&mut self, e: E<'t>, base: Ty) -> E<'t> {
        match self.cx.base_path(e.ty, base) {
            Some((offset, depth)) if depth > 0 => {
                self.part(e, offset, None, base.bare().with(e.ty.quals()))
            }
            _ => e,
        }
    }

    /// Reports a class whose objects need a destructor to run.
    pub(in crate::check) fn check_destructor(&mut self, t: Ty, span: Span) {
        let Some(at) = self.cx.destructor(t) else { return };
        let n = self.cx.type_name(t.bare());
        let message = format!("`{n}` has a destructor, and destructors are not supported yet");
        // Once for each class is enough.
        if self.cx.diags.list().iter().any(|d| d.message == message) {
            return;
        }
        let d = Diagnostic::new(code::CLASS, span, message);
        self.cx.diags.push(d.note(at, "it is declared here"));
    }

    /// Checks something that stands in a class, which sees the names there and no local of the function at hand; `this`
    /// is the one that is given.
    pub(in crate::check) fn in_class_of<T>(
        &mut self,
        r: RecordId,
        this: Option<Entity>,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(c) = self.cx.classes.get(&r) else { return f(self) };
        let (env, namespace, place) = (c.env.clone(), c.namespace, c.place);
        let env = match this {
            Some(e) => self.cx.new_env(&env, [(words::THIS, e)]),
            None => env,
        };
        let class = self.class.replace(r);
        let result = self.at_site(namespace, place, |b| b.elsewhere(&env, f));
        self.class = class;
        result
    }

    /// The initialiser that stands with a member's declaration.
    pub(in crate::check) fn member_initializer(
        &self,
        r: RecordId,
        f: &Field,
    ) -> Option<Initial<'a>> {
        let c = self.cx.classes.get(&r)?;
        let named = f.name != words::EMPTY;
        c.inits.iter().find(|i| named && i.0 == f.name).map(|i| i.1)
    }

    /// The statements before a constructor's body: base classes and members, in the order of the class
    /// ([class.base.init] 13).
    pub(in crate::check) fn constructor_prologue(
        &mut self,
        r: RecordId,
        inits: &'a [MemberInit<'a>],
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let Some(object) = self.this_object(span) else { return };
        let object = self.mk_lvalue(object.kind, object.ty.bare(), span);
        let class = self.cx.types.record(r);
        if let [one] = inits
            && self.names_class(one.name.sym, class)
        {
            // The work is another constructor's.
            let init = if wrong!(DelegationDefaults) { Initial::Value } else { written(one) };
            if let Some(value) = self.initial(class, init, one.name.span) {
                self.push_init(object, value, span, out);
            }
            return;
        }
        let Some(rec) = self.cx.types.records.get(r.0 as usize) else { return };
        let (mut fields, is_union) = (rec.fields.clone(), rec.is_union);
        if wrong!(MembersInWrittenOrder) {
            fields.sort_by_key(|f| inits.iter().position(|i| i.name.sym == f.name && !f.base));
        }
        let mut used = vec![false; inits.len()];
        for f in &fields {
            let position = inits.iter().position(|i| {
                if f.base {
                    self.names_class(i.name.sym, f.ty)
                } else {
                    f.name != words::EMPTY && i.name.sym == f.name
                }
            });
            let part = self.raw_field(object, f);
            let (init, at) = match position {
                Some(k) => {
                    used[k] = true;
                    (written(&inits[k]), inits[k].name.span)
                }
                None => match self.member_initializer(r, f) {
                    Some(init) => (init, span),
                    // An anonymous member's own initialisers are its class's.
                    None if is_union => continue,
                    None => (Initial::Default, span),
                },
            };
            // One of the members of an anonymous union is named here.
            if f.name == words::EMPTY && !f.base && self.names_member(inits, f.ty) {
                if !wrong!(AnonymousMembersLast) {
                    self.anonymous_members(f.ty, (object, class), inits, &mut used, out);
                }
                continue;
            }
            if position.is_some() {
                self.initialize_member(part, f.ty, init, at, out);
            } else {
                // It stands in the class: the constructor's parameters are not seen there.
                let this = self.scope_entity(words::THIS);
                self.in_class_of(r, this, |b| b.initialize_member(part, f.ty, init, at, out));
            }
        }
        for (i, used) in inits.iter().zip(used) {
            if used {
                continue;
            }
            match self.cx.find_member(class, i.name.sym) {
                Some(m) => {
                    let part = self.part(object, m.offset, m.bits, m.ty);
                    self.initialize_member(part, m.ty, written(i), i.name.span, out);
                }
                None => self.unknown_member(class, i.name),
            }
        }
    }

    /// The members of an anonymous struct or union that a constructor's initialisers name, in the order of their places.
    fn anonymous_members(
        &mut self,
        within: Ty,
        (object, class): (E<'t>, Ty),
        inits: &'a [MemberInit<'a>],
        used: &mut [bool],
        out: &mut Vec<TStmt<'t>>,
    ) {
        let mut named: Vec<(u64, usize)> = (0usize..)
            .zip(inits)
            .filter_map(|(k, i)| Some((self.cx.find_member(within, i.name.sym)?.offset, k)))
            .collect();
        named.sort_unstable();
        for (_, k) in named {
            let i = &inits[k];
            if let Some(m) = self.cx.find_member(class, i.name.sym).filter(|_| !used[k]) {
                used[k] = true;
                let part = self.part(object, m.offset, m.bits, m.ty);
                self.initialize_member(part, m.ty, written(i), i.name.span, out);
            }
        }
    }

    fn names_member(&self, inits: &[MemberInit<'_>], t: Ty) -> bool {
        inits.iter().any(|i| self.cx.find_member(t, i.name.sym).is_some())
    }

    fn initialize_member(
        &mut self,
        part: E<'t>,
        ty: Ty,
        init: Initial<'a>,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let value = match self.cx.types.kind(ty) {
            TypeKind::Reference(r, _) if wrong!(ReferenceMembersAreCopies) => {
                match self.initial(r.bare(), init, span) {
                    Some(v) => self.object_pointer(v, span),
                    None => return,
                }
            }
            TypeKind::Reference(r, rvalue) => self.reference_initial(r, rvalue, init, span),
            _ => match self.initial(ty.bare(), init, span) {
                Some(v) => v,
                None => return,
            },
        };
        let target = self.mk_as(part.kind, part.ty, part.category, span);
        self.push_init(target, value, span, out);
    }

    /// The pointer that a reference is initialised with.
    pub(in crate::check) fn reference_initial(
        &mut self,
        r: Ty,
        rvalue: bool,
        init: Initial<'a>,
        span: Span,
    ) -> E<'t> {
        match init {
            Initial::Copy(e) | Initial::List(e) if matches!(e.kind, ExprKind::InitList(_)) => {
                let ty = self.cx.types.reference(r, rvalue);
                self.list_initial(ty, e, matches!(init, Initial::List(_)))
            }
            Initial::Copy(e) | Initial::List(e) | Initial::Direct(&[e]) => {
                let v = self.argument(e);
                self.bind_reference(v, r, rvalue)
            }
            _ => self.error(code::BAD_INITIALIZER, span, "a reference needs an initialiser"),
        }
    }

    fn push_init(&mut self, part: E<'t>, value: E<'t>, span: Span, out: &mut Vec<TStmt<'t>>) {
        if value.ty.is_error() {
            return;
        }
        let e = self.mk(TKind::Init(part, value), Ty::VOID, span);
        out.push(TStmt { kind: TStmtKind::Expr(e), span });
    }

    /// Whether a name is a class's here: its own, its template's, or a typedef's of it.
    fn names_class(&self, s: Symbol, t: Ty) -> bool {
        let text = self.cx.text(s);
        let own = self
            .cx
            .types
            .get_record(t)
            .is_some_and(|(_, r)| r.name == text || r.name.split('<').next() == Some(text));
        let alias = |e: Option<Entity>| matches!(e, Some(Entity::Type(x)) if x.bare() == t.bare());
        own || alias(self.scope_entity(s))
            || alias(self.class_scope_entity(s))
            || alias(self.cx.entity(s))
    }

    /// Applies what [`Body::user_conversion`] found.
    pub(in crate::check) fn apply_conversion(&mut self, c: Conversion, e: E<'t>, to: Ty) -> E<'t> {
        match c {
            Conversion::Constructor(f) => self.call_constructor(f, vec![e], to.bare(), e.span),
            Conversion::Function(f) => {
                let v = self.call_conversion(f, e);
                if v.ty.is_error() { v } else { self.copy_initial(v, to) }
            }
            Conversion::List { .. } => self.bad(e.span),
            Conversion::Ambiguous => {
                let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
                let text = format!("several conversions from `{a}` to `{b}` fit equally");
                self.error(code::AMBIGUOUS, e.span, text)
            }
        }
    }

    /// A call of a conversion function; an object where it returns a reference.
    pub(in crate::check) fn call_conversion(&mut self, f: FunctionId, e: E<'t>) -> E<'t> {
        let class = self.cx.functions[f.0 as usize].class;
        let object = match class {
            Some(r) => {
                let base = self.cx.types.record(r);
                self.base_part(e, base)
            }
            None => e,
        };
        let this = self.object_pointer(object, e.span);
        self.call_function(f, e.span, vec![this], e.span)
    }

    /// The address of an object; a value is kept in a local for it.
    pub(in crate::check) fn object_pointer(&mut self, e: E<'t>, _span: Span) -> E<'t> {
        let e = self.materialize(e);
        self.address(e)
    }
}

/// An initialiser of a member as it is written.
fn written<'a>(i: &MemberInit<'a>) -> Initial<'a> {
    match i.args {
        [one] if matches!(one.kind, ExprKind::InitList(_)) => Initial::List(one),
        [] if wrong!(EmptyMemberInitialiserIsDefault) => Initial::Default,
        [] => Initial::Value,
        args => Initial::Direct(args),
    }
}
