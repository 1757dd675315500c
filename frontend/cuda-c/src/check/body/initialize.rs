//! Initialisation: the first value of an object ([dcl.init]).
//!
//! Idea: whatever an initialiser says becomes one value of the object's type, made in the object's place by the
//! translator; there is no other way by which an object gets its first value. Default initialisation that does nothing
//! gives no value. Aggregates are walked in `initializer`; everything else is here: default and value initialisation
//! ([dcl.init] 7, 8), copy and direct initialisation ([dcl.init] 17), lists ([dcl.init.list]), and constructors.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Declarator, Expr, ExprKind, Flags, MemberAccess, MemberKind},
    check::{
        Body, Entity, Space, body::E, body::call::Naming, body::sequence::Conversion,
        class::Special,
    },
    typed::{FunctionId, TKind},
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

impl<'a> Initial<'a> {
    /// The initialiser that a declarator has, if it has one.
    pub(in crate::check) fn written(x: &Declarator<'a>) -> Option<Initial<'a>> {
        match (x.init, x.args) {
            (Some(e), _) if x.direct => Some(Initial::List(e)),
            (Some(e), _) => Some(Initial::Copy(e)),
            (None, Some(args)) => Some(Initial::Direct(args)),
            (None, None) => None,
        }
    }
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
            TypeKind::Record(_) => {
                // What does nothing must be there and may be called all the same.
                let nothing = self.cx.is_trivial(ty, Special::DefaultConstructor);
                let made = self.construct(ty, Vec::new(), true, span);
                (!nothing || made.ty.is_error()).then_some(made)
            }
            _ => None,
        }
    }

    /// Value initialisation ([dcl.init] 8): zero, and the default constructor where it does something. A constructor
    /// that the user provides sees what was there before; an explicit one is none where an empty list only stands for it.
    pub(super) fn value_initial(&mut self, ty: Ty, direct: bool, span: Span) -> E<'t> {
        match self.cx.types.kind(ty) {
            TypeKind::Array(elem, n) => {
                if n == UNKNOWN || self.cx.is_trivial(elem, Special::DefaultConstructor) {
                    return self.mk(TKind::Aggregate(&[]), ty.bare(), span);
                }
                let element = self.value_initial(elem, direct, span);
                self.repeated(element, ty, n, span)
            }
            TypeKind::Record(_) => {
                let explicit = !direct && self.has_explicit_default_constructor(ty);
                if !explicit && self.cx.is_trivial(ty, Special::DefaultConstructor) {
                    return self.mk(TKind::Aggregate(&[]), ty.bare(), span);
                }
                let v = self.construct(ty, Vec::new(), direct, span);
                match v.kind {
                    TKind::New(f, args, _)
                        if self.cx.functions[f].origin.special.is_some()
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
        let zero = match self.cx.types.is_float(ty) {
            true => TKind::Float(0.0),
            false => TKind::Int(self.null_member(ty)),
        };
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
        if self.cx.derives(v.ty, ty) {
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
        let at = self.cx.functions[f].span;
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
    pub(super) fn list_initial(&mut self, ty: Ty, e: &'a Expr<'a>, direct: bool) -> E<'t> {
        let ExprKind::InitList(list) = e.kind else { return self.aggregate(ty, e) };
        if let TypeKind::Reference(r, rvalue) = self.cx.types.kind(ty) {
            return self.reference_by_list((r, rvalue), e, list, direct);
        }
        if self.cx.types.is_scalar(ty) {
            return match list {
                [] => self.zero(ty, e.span),
                [one] if !matches!(one.value.kind, ExprKind::InitList(_)) => {
                    self.scalar_by_list(ty, one.value, direct, e.span)
                }
                _ => self.error(code::BAD_INITIALIZER, e.span, "a scalar takes one value"),
            };
        }
        if !self.cx.types.is_record(ty) {
            return self.aggregate(ty, e);
        }
        if !self.cx.types.is_complete(ty) {
            return self.not_complete(ty.bare(), e.span);
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
        if let Some(element) = self.cx.initializer_list_of(ty) {
            let whole = match list {
                [one] => self.probe(one.value).filter(|t| t.bare() == ty.bare()),
                _ => None,
            };
            if whole.is_none() {
                return self.initializer_list(ty, element, e, list);
            }
        }
        self.construct_by_list(ty, e, list, direct)
    }

    /// A reference by a list in braces ([dcl.init.list] 3.9).
    fn reference_by_list(
        &mut self,
        (r, rvalue): (Ty, bool),
        e: &'a Expr<'a>,
        list: &'a [crate::ast::Element<'a>],
        direct: bool,
    ) -> E<'t> {
        let v = match self.related_element(list, r) {
            Some(one) => self.expr(one),
            // The temporary is of the type that the reference is to, whatever const value makes it.
            None if rvalue || self.cx.types.is_const_only(r) => {
                let v = self
                    .with_mode(|m| m.strict_lists = true, |b| b.list_initial(r.bare(), e, direct));
                let made = !v.is_glvalue() && v.ty.bare() == r.bare();
                if made { self.mk(v.kind, r.bare(), v.span) } else { v }
            }
            None => {
                let text =
                    "a reference that is not const refers to no temporary, which this list makes";
                return self.error(code::TYPE_MISMATCH, e.span, text);
            }
        };
        self.for_reference(direct, |b| b.bind_reference(v, r, rvalue))
    }

    /// A scalar by the one value of a list in braces ([dcl.init.list] 3.8, 3.10).
    fn scalar_by_list(&mut self, ty: Ty, value: &'a Expr<'a>, direct: bool, span: Span) -> E<'t> {
        let v = self.expr(value);
        let fixed = self.cx.types.fixed_underlying(ty).is_some();
        if direct
            && fixed
            && self.cx.types.is_arithmetic(v.ty)
            && (!self.cx.types.is_scoped(v.ty) || v.ty.bare() == ty.bare())
        {
            let to = self.cx.types.scalar(ty);
            self.check_narrowing(v, to, Some(value), false);
            return self.explicit(v, ty.bare(), span);
        }
        let null = v.ty.bare() == Ty::NULLPTR && ty.bare() == Ty::BOOL && direct;
        if self.cx.types.is_record(v.ty) || null {
            // The explicit conversions of a class take part where there is no `=`.
            return match direct && !wrong!(ListsAreCopies) {
                true => self.explicit(v, ty.bare(), span),
                false => self.convert(v, ty.bare()),
            };
        }
        let v = self.rvalue(v);
        let strict = self.mode.strict_lists;
        self.check_narrowing(v, ty, Some(value), strict);
        self.convert(v, ty.bare())
    }

    /// An object of a class by a constructor that a list in braces is for ([dcl.init.list] 3.7).
    fn construct_by_list(
        &mut self,
        ty: Ty,
        e: &'a Expr<'a>,
        list: &'a [crate::ast::Element<'a>],
        direct: bool,
    ) -> E<'t> {
        let whole = self.argument(e);
        let by_list = self.list_constructors(ty, whole);
        if !by_list.is_empty() && self.choose(&by_list, &[whole], None) != Err(false) {
            return self.construct_by(&by_list, ty, vec![whole], direct, e.span);
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
                self.cx.functions[f].signature.params.iter().map(|p| p.ty).collect();
            for ((v, to), x) in values.iter().zip(params.into_iter().skip(1)).zip(list) {
                let to = self.cx.types.referred(to);
                if self.cx.types.is_scalar(v.ty) || self.cx.types.element(v.ty).is_some() {
                    let v = self.rvalue(v);
                    self.check_narrowing(v, to, Some(x.value), true);
                }
            }
        }
        made
    }

    /// Whether an expression may have a class's type; constants have not, and are not looked at twice.
    pub(super) fn may_be_class(&self, e: &Expr<'_>) -> bool {
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
    pub(super) fn probe(&mut self, e: &'a Expr<'a>) -> Option<Ty> {
        let trial = self.cx.diags.begin_trial();
        let locals = self.variables.locals.len();
        let ty = self.unevaluated(|b| b.expr(e).ty);
        self.variables.locals.truncate(locals);
        let wrong = self.cx.diags.end_trial(trial);
        (!wrong && !ty.is_error()).then_some(ty)
    }

    fn aggregate(&mut self, ty: Ty, e: &'a Expr<'a>) -> E<'t> {
        let (ty, parts) = self.parts(ty, e);
        self.value_of_parts(parts, ty, e.span)
    }

    /// Whether a class is an aggregate ([dcl.init.aggr] 1).
    pub(super) fn is_aggregate_class(&self, t: Ty) -> bool {
        let Some(c) = self.cx.class(t) else { return self.cx.types.is_record(t) };
        if self.cx.class_id(t).is_some_and(|r| self.cx.closure_type(r).is_some()) {
            return false;
        }
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
            .is_some_and(|(_, r)| r.fields.iter().any(|f| f.access != MemberAccess::Public));
        let bases = c.bases.iter().any(|b| b.access != MemberAccess::Public);
        (!constructors || wrong!(ConstructorsDoNotMatterInLists))
            && !virtuals
            && !hidden
            && !bases
            && c.used.constructors.is_empty()
    }

    fn has_default_constructor(&mut self, ty: Ty) -> bool {
        self.constructors_for(ty, &[]).into_iter().any(|f| self.cx.functions[f].arity().takes(0))
    }

    /// Whether a default constructor is for initialisation without `=` alone.
    fn has_explicit_default_constructor(&self, ty: Ty) -> bool {
        self.cx.class(ty).is_some_and(|c| {
            c.spec.functions.iter().any(|f| {
                f.kind == MemberKind::Constructor && f.flags.has(Flags::EXPLICIT) && f.defaulted
            })
        })
    }

    /// Whether a class declares constructors.
    pub(super) fn has_own_constructors(&self, ty: Ty) -> bool {
        self.cx.class(ty).is_some_and(|c| {
            let own = |f: &crate::ast::MemberFunction| {
                f.kind == MemberKind::Constructor && !f.flags.has(Flags::FRIEND)
            };
            c.spec.functions.iter().any(own) || !c.used.constructors.is_empty()
        })
    }

    /// The bytes of a class whose copying does nothing else: of an object, of its base class, or of what converts to it.
    pub(super) fn whole_value(&mut self, e: E<'t>, ty: Ty) -> E<'t> {
        if e.ty.bare() == Ty::BRACES || !self.cx.derives(e.ty, ty) {
            return self.copy_initial(e, ty.bare());
        }
        if !self.reach_base(e.ty, ty, e.span) {
            return self.bad(e.span);
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

    /// Reports a base that a class has more than once.
    pub(in crate::check) fn ambiguous_base(&mut self, derived: Ty, base: Ty, span: Span) -> E<'t> {
        let (b, d) = (self.cx.type_name(base.bare()), self.cx.type_name(derived.bare()));
        self.error(code::AMBIGUOUS, span, format!("`{d}` has several bases `{b}`"))
    }

    /// The class whose destructor is deleted, or out of reach, where an object is made: the object's own from here, that of
    /// a base or member from its class ([class.dtor] 5).
    pub(super) fn unreachable_destructor(&self, t: Ty) -> Option<RecordId> {
        let r = self.cx.class_id(self.cx.types.innermost(t))?;
        let own = self.cx.destructor_access(r);
        let reached = own == MemberAccess::Public || self.may_access(r, own);
        if !reached || self.cx.is_destructor_deleted(r) {
            return Some(r);
        }
        self.cx.lacks_destructor(r)
    }

    /// Reports an object that nothing could destroy.
    pub(in crate::check) fn check_destructor(&mut self, t: Ty, span: Span) {
        if !self.cx.classes.declare_destructors {
            return;
        }
        if let Some(r) = self.unreachable_destructor(t) {
            let n = self.cx.type_name(t.bare());
            let c = self.cx.types.records.get(r).map_or("", |r| &r.name);
            let why = if self.cx.is_destructor_deleted(r) { "deleted" } else { "out of reach" };
            let text = format!("the destructor of `{c}` is {why}, and a `{n}` cannot be made here");
            self.error(code::CLASS_RULE, span, text);
        } else if let Some(r) = self.cx.destroyed_in_union(t) {
            let c = self.cx.types.records.get(r).map_or("", |r| &r.name);
            let text = format!(
                "a member of the union `{c}` has a destructor, and that is not supported yet"
            );
            self.error(code::CLASS, span, text);
        }
    }

    /// Reports an object with static storage that would have to be destroyed. A function's `__shared__` object is not, with a warning, as nvcc
    /// has it: which of a block's threads would do it nobody says.
    pub(in crate::check) fn check_static_destructor(&mut self, t: Ty, space: Space, span: Span) {
        if !self.cx.classes.declare_destructors {
            return;
        }
        let Some(at) = self.cx.destructor(t) else { return };
        let n = self.cx.type_name(t.bare());
        let shared = matches!(space, Space::Shared | Space::SharedDynamic);
        if shared && self.in_function() && !wrong!(SharedObjectsAreDestroyed) {
            let text = format!(
                "a `__shared__` object is not destroyed: what the destructor of `{n}` does is not done"
            );
            let d = Diagnostic::new(code::SHARED_CONSTRUCTOR, span, text);
            self.cx.diags.push(d.note(at, "it is declared here"));
            return;
        }
        let text = format!(
            "`{n}` has a destructor that does something, and destructors of objects that are not automatic are not supported"
        );
        self.cx
            .diags
            .push(Diagnostic::new(code::CLASS, span, text).note(at, "it is declared here"));
    }

    /// Checks something that stands in a class, which sees the names there and no local of the function at hand; `this`
    /// is the one that is given.
    pub(in crate::check) fn in_class_of<T>(
        &mut self,
        r: RecordId,
        this: Option<Entity>,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(c) = self.cx.classes.all.get(&r) else { return f(self) };
        let (env, namespace, place) = (c.env.clone(), c.namespace, c.place);
        let env = match this {
            Some(e) => self.cx.new_env(&env, [(words::THIS, e)]),
            None => env,
        };
        self.at((namespace, place), |b| b.in_class(Some(r), |b| b.elsewhere(&env, f)))
    }

    /// The initialiser that stands with a member's declaration.
    pub(in crate::check) fn member_initializer(
        &self,
        r: RecordId,
        f: &Field,
    ) -> Option<Initial<'a>> {
        let c = self.cx.classes.all.get(&r)?;
        let named = f.name != words::EMPTY;
        c.inits.iter().find(|i| named && i.0 == f.name).map(|i| i.1)
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
                self.complete(r, span);
                let ty = self.cx.types.reference(r, rvalue);
                self.list_initial(ty, e, matches!(init, Initial::List(_)))
            }
            Initial::Copy(e) | Initial::List(e) | Initial::Direct(&[e]) => {
                let v = self.argument(e);
                let direct = matches!(init, Initial::Direct(_));
                self.for_reference(direct, |b| b.bind_reference(v, r, rvalue))
            }
            _ => self.error(code::BAD_INITIALIZER, span, "a reference needs an initialiser"),
        }
    }

    /// Applies what [`Body::user_conversion`] found.
    pub(in crate::check) fn apply_conversion(&mut self, c: Conversion, e: E<'t>, to: Ty) -> E<'t> {
        match c {
            Conversion::Constructor(f) => self.call_constructor(f, vec![e], to.bare(), e.span),
            Conversion::Function(f) => {
                let v = self.call_conversion(f, e);
                if v.ty.is_error() { v } else { self.second_step(v, to) }
            }
            Conversion::List { .. } => self.bad(e.span),
            Conversion::Ambiguous => {
                let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
                let text = format!("several conversions from `{a}` to `{b}` fit equally");
                self.error(code::AMBIGUOUS, e.span, text)
            }
        }
    }

    /// What a conversion function gave as the object that is initialised with it: directly, by an explicit constructor too,
    /// and by no other conversion of a class ([dcl.init] 17.6.3, [over.best.ics] 4).
    fn second_step(&mut self, v: E<'t>, to: Ty) -> E<'t> {
        let made = v.ty.bare() == to.bare() && !v.is_glvalue();
        if !self.cx.types.is_record(to) || made || wrong!(SecondStepIsCopy) {
            return self.copy_initial(v, to);
        }
        let mut candidates = self.constructors_for(to, &[v]);
        candidates.retain(|&f| {
            let first = self.cx.functions[f].signature.params.get(1).map(|p| p.ty);
            first.is_none_or(|p| {
                self.with_mode(|m| m.one_conversion = true, |b| b.sequence(v, p).is_some())
            })
        });
        self.construct_by(&candidates, to, vec![v], true, v.span)
    }

    /// A call of a conversion function; an object where it returns a reference.
    pub(super) fn call_conversion(&mut self, f: FunctionId, e: E<'t>) -> E<'t> {
        if let Some(v) = self.converted_closure(f, e) {
            return v;
        }
        let class = self.cx.functions[f].membership.class;
        let object = match class {
            Some(r) => {
                let base = self.cx.types.record(r);
                self.base_part(e, base)
            }
            None => e,
        };
        let this = self.object_pointer(object, e.span);
        let naming = class.map(|class| Naming { class, by: Some(e.ty) });
        self.call_by(f, naming, e.span, vec![this], e.span)
    }

    /// The address of an object; a value is kept in a local for it.
    pub(in crate::check) fn object_pointer(&mut self, e: E<'t>, _span: Span) -> E<'t> {
        let e = self.materialize(e);
        self.address(e)
    }
}
