//! What the checker asks for: the constants that expressions are, and the first values of objects ([expr.const] 6,
//! [basic.start.static]).

use std::rc::Rc;

use optx_source::{Code, Diagnostic, Span, code};

use super::{
    ALL_STEPS, Machine, Outcome, Outer, STEPS, Why,
    call::Frame,
    temporary::Temporary,
    value::{Pointer, Root, Value},
};
use crate::{
    ast::{Expr, Flags},
    check::{
        Body, Checker, Const, Global, Space, StaticInit, body::E, body::Initial, class::Special,
    },
    typed::{GlobalId, LocalId, TKind},
    types::{CONST, Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The value of a checked expression, if it is a constant.
    pub(super) fn evaluate(&mut self, e: E<'t>) -> Outcome<Value> {
        self.run(e, (false, true)).map(|(v, _)| v)
    }

    /// The same, and the temporaries that belong to the value; `lenient` as of [`Machine`], whose `casts` it
    /// has too if not `strict`.
    fn run(
        &mut self,
        e: E<'t>,
        (lenient, strict): (bool, bool),
    ) -> Outcome<(Value, Vec<Temporary>)> {
        let left = self.cx.constants.steps.clamp(4096, STEPS);
        let instance = self.is_in_instance();
        let outer = Outer {
            locals: &self.variables.locals,
            values: &self.variables.values,
            constants: &self.variables.constants,
            instance,
        };
        let mut m = Machine {
            cx: &mut *self.cx,
            outer,
            heap: Vec::new(),
            free: Vec::new(),
            frames: vec![Frame::around()],
            constructing: Vec::new(),
            left,
            lenient,
            casts: lenient && !strict,
            extended: Vec::new(),
        };
        let value = m.whole_value(e).map(|v| (v, m.temporaries()));
        let used = left.saturating_sub(m.left);
        self.cx.constants.steps = self.cx.constants.steps.saturating_sub(used).min(ALL_STEPS);
        value
    }

    /// Whether this is a part of a template's instance, or of a class's that is one.
    fn is_in_instance(&self) -> bool {
        let class = self.member_of.or(self.cx.site.class);
        // The names of a variable template's instance are those of its parameters.
        let named = self.cx.site.env.instance && !wrong!(VariablesAreNoInstances);
        named || self.cx.site.template.is_some() || class.is_some_and(|r| self.cx.is_of_template(r))
    }

    /// The value of an expression that stands where a constant must. What is none stays an expression, with the reason
    /// noted for [`Body::not_constant`].
    pub(in crate::check) fn constant_value(&mut self, e: &'a Expr<'a>) -> E<'t> {
        self.with_mode(
            |m| m.constant = true,
            |b| {
                let v = b.value(e);
                let v = match b.cx.types.is_record(v.ty) {
                    true => b.contextual_integer(v).unwrap_or(v),
                    false => v,
                };
                b.folded(v)
            },
        )
    }

    /// The same of a condition.
    pub(in crate::check) fn constant_condition(&mut self, e: &'a Expr<'a>) -> E<'t> {
        self.with_mode(
            |m| m.constant = true,
            |b| {
                let v = b.value(e);
                let v = b.condition(v);
                b.folded(v)
            },
        )
    }

    /// The same of an initialiser for an arithmetic type.
    pub(in crate::check) fn constant(&mut self, e: &'a Expr<'a>, ty: Ty) -> Option<Const> {
        let e = match e.kind {
            crate::ast::ExprKind::InitList([one]) => one.value,
            _ => e,
        };
        let v = self.with_mode(
            |m| m.constant = true,
            |b| {
                let v = b.expr(e);
                let v = if b.cx.types.is_record(v.ty) { v } else { b.rvalue(v) };
                let v = b.convert(v, ty.bare());
                b.folded(v)
            },
        );
        self.const_of(v)
    }

    /// A scalar as the constant that it is.
    pub(in crate::check) fn folded(&mut self, v: E<'t>) -> E<'t> {
        self.cx.constants.why = None;
        let done = matches!(v.kind, TKind::Int(_) | TKind::Float(_) | TKind::Error);
        if done || v.ty.is_error() || v.is_glvalue() || !self.cx.types.is_scalar(v.ty) {
            return v;
        }
        match self.evaluate(v) {
            Ok(value) => self.node_of(&value, v.ty.bare(), v.span),
            Err(why) => {
                self.cx.constants.why = Some(why);
                v
            }
        }
    }

    /// Reports what is no constant, with the reason.
    pub(in crate::check) fn not_constant(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> E<'t> {
        let d = Diagnostic::new(code, span, message);
        let d = match self.cx.constants.why.take() {
            Some(why) => why.under(d),
            None => d,
        };
        self.cx.diags.push(d);
        self.bad(span)
    }

    /// The first value of an object with static storage, and its type with the length that an initialiser gives an array.
    /// Constant expressions may read it where it is `usable`.
    pub(in crate::check) fn static_initializer(
        &mut self,
        ty: Ty,
        init: Initial<'a>,
        usable: bool,
        span: Span,
    ) -> (Ty, StaticInit) {
        if matches!(init, Initial::Default) && !self.cx.sets_itself(ty) {
            self.error(code::BAD_INITIALIZER, span, "a `const` variable needs an initialiser");
            return (ty, StaticInit::default());
        }
        let kind = self.cx.types.kind(ty);
        let errors = self.cx.diags.errors();
        let value = self.with_mode(
            |m| m.constant = true,
            |b| match kind {
                TypeKind::Reference(to, rvalue) => {
                    Some(b.reference_initial(to, rvalue, init, span))
                }
                _ => b.initial(ty, init, span),
            },
        );
        let told = self.cx.diags.errors() > errors;
        let Some(value) = value.filter(|v| !v.ty.is_error() && !told) else {
            return (ty, StaticInit::default());
        };
        let whole = match kind {
            TypeKind::Array(..) => value.ty.with(ty.quals()),
            _ => ty,
        };
        if ty.is_error() || !self.fits(whole) {
            return (whole, StaticInit::default());
        }
        let refers = match kind {
            TypeKind::Reference(to, _) => Some(to),
            _ => None,
        };
        (whole, self.static_value(value, usable, refers))
    }

    /// Whether an object is small enough to be looked at; what is wrong with it is told elsewhere.
    fn fits(&self, ty: Ty) -> bool {
        self.cx.types.is_complete(ty) && self.cx.types.size(ty) <= self.cx.limits().object_bytes
    }

    /// The bytes of a static object of a value; of a reference to a type, where it is one.
    fn static_value(&mut self, value: E<'t>, usable: bool, refers: Option<Ty>) -> StaticInit {
        match self.run(value, (true, usable && refers.is_none())) {
            Ok((v, temporaries)) => {
                let fixed = refers.map_or(usable, |to| self.cx.types.is_const_only(to));
                let v = self.placed(v, temporaries, fixed, value.span);
                let mut init = self.image(&v, value.ty, value.span);
                let called = self.cx.types.is_function_pointer(value.ty);
                init.value = (usable || called).then(|| Rc::new(v));
                init.usable = usable;
                init
            }
            Err(why) => {
                self.cx.constants.why = Some(why);
                let text = "the initialiser of an object with static storage must be a constant";
                self.not_constant(code::NOT_CONSTANT, value.span, text);
                StaticInit::default()
            }
        }
    }

    /// The bytes of an object with static storage that has no initialiser: zero, and what its constructor says where that is
    /// a constant. A constructor that does something else would have to run, which nothing does; that of a `__shared__`
    /// object is left out with a warning, as nvcc has it.
    pub(in crate::check) fn static_default(
        &mut self,
        ty: Ty,
        space: Space,
        span: Span,
    ) -> Option<StaticInit> {
        if self.cx.is_trivial(ty, Special::DefaultConstructor) || self.is_empty_constructor(ty) {
            return None;
        }
        if matches!(space, Space::Shared | Space::SharedDynamic) {
            let n = self.cx.type_name(ty.bare());
            let text = format!("a `__shared__` object is not constructed: `{n}` stays unwritten");
            self.cx.diags.push(Diagnostic::new(code::SHARED_CONSTRUCTOR, span, text));
            return None;
        }
        let value = self.with_mode(|m| m.constant = true, |b| b.default_initial(ty, span))?;
        if value.ty.is_error() || !self.fits(ty) {
            return None;
        }
        match self.run(value, (true, false)) {
            Ok((v, temporaries)) => {
                let v = self.placed(v, temporaries, false, span);
                Some(self.image(&v, ty, span))
            }
            Err(why) => {
                self.cx.constants.why = Some(why);
                let n = self.cx.type_name(ty.bare());
                let text = format!(
                    "making a `{n}` of nothing is no constant, and would have to run before the kernel does"
                );
                self.not_constant(code::NOT_CONSTANT, span, text);
                None
            }
        }
    }

    /// Whether constant expressions may read an object that begins with a constant ([expr.const] 2.7): of integer type, or
    /// `constexpr`, or what a reference refers to. Tables of functions are read by calls.
    pub(in crate::check) fn is_usable(&self, ty: Ty, flags: Flags) -> bool {
        let types = &self.cx.types;
        let functions =
            types.element(ty).is_some() && types.is_function_pointer(types.innermost(ty));
        let constant = types.qualifiers(ty) & CONST != 0
            && (flags.has(Flags::CONSTEXPR) || types.is_integer(ty) || functions);
        let reference = types.is_reference(ty);
        (constant && !ty.is_volatile() || reference) && !wrong!(ConstantsAreVariables)
    }

    /// An object with static storage for a `constexpr` variable that is no number, which a lambda reads that does not capture it.
    pub(in crate::check) fn object_of_constant(&mut self, l: LocalId) -> Option<GlobalId> {
        let value = Rc::clone(self.variables.constants.get(&l)?);
        let local = self.variables.locals.get(l)?.clone();
        if self.cx.types.is_reference(local.ty) {
            return None;
        }
        let mut init = self.image(&value, local.ty.bare(), local.span);
        (init.value, init.usable) = (Some(value), true);
        let name = self.cx.text(local.name).to_owned();
        let name = self.cx.unique_global_name(format!("constant${name}"));
        Some(self.cx.add_global(Global {
            name,
            source: local.name,
            ty: local.ty.with(CONST),
            space: Space::Device,
            align: local.align,
            init: Some(init),
            value: None,
            span: local.span,
            is_extern: false,
            is_managed: false,
        }))
    }

    /// The number that an object outside of functions is, where that is known: of floating type only what is `constexpr`
    /// stands in constant expressions.
    pub(in crate::check) fn known_number(&self, g: GlobalId) -> Option<Const> {
        let g = self.cx.output.globals.get(g)?;
        let usable = g.init.as_ref().is_some_and(|i| i.usable);
        if g.init.as_ref().is_some_and(|i| !self.cx.sees_value(i)) {
            return None;
        }
        let function = self.cx.types.is_function_pointer(g.ty);
        let integer = |c: &Const| matches!(c, Const::Int(_)) && !function;
        g.value.filter(|c| usable || !self.mode.constant || integer(c))
    }

    /// The number that a constant is, for those who fold it.
    pub(in crate::check) fn known_value(&self, ty: Ty, init: &StaticInit) -> Option<Const> {
        let fixed = ty.is_const() && !ty.is_volatile();
        let function = self.cx.types.is_function_pointer(ty) && fixed;
        let known = self.cx.types.is_arithmetic(ty) || function;
        match init.value.as_deref().filter(|_| known) {
            Some(Value::Int(v)) => Some(Const::Int(*v)),
            Some(Value::Float(v)) if !v.is_nan() => Some(Const::Float(*v)),
            _ => None,
        }
    }

    /// The constant that a local variable begins with, as a value to begin with; noted for other constants.
    pub(in crate::check) fn local_constant(
        &mut self,
        l: LocalId,
        value: E<'t>,
        ty: Ty,
    ) -> Option<E<'t>> {
        if !self.fits(value.ty) {
            return None;
        }
        match self.evaluate(value) {
            Ok(v) => {
                let node = self.node_of(&v, value.ty.bare(), value.span);
                let known = match v {
                    Value::Int(n) => Some(Const::Int(n)),
                    Value::Float(n) => Some(Const::Float(n)),
                    _ => None,
                };
                let types = &self.cx.types;
                let number = types.is_arithmetic(ty) || types.is_function_pointer(ty);
                match known.filter(|_| number) {
                    Some(c) => {
                        self.variables.values.insert(l, c);
                        if matches!(c, Const::Float(_)) || self.cx.types.is_function_pointer(ty) {
                            self.variables.constants.insert(l, Rc::new(v));
                        }
                    }
                    None => {
                        self.variables.constants.insert(l, Rc::new(v));
                    }
                }
                Some(node)
            }
            Err(why) => {
                self.cx.constants.why = Some(why);
                None
            }
        }
    }
}

impl Checker<'_, '_> {
    /// Whether an object's first value is written before the place at hand.
    pub(super) fn sees_value(&self, init: &StaticInit) -> bool {
        self.site.place == 0 || init.from <= self.site.place
    }
}

impl Machine<'_, '_, '_> {
    /// The value of the expression that the evaluation is of.
    fn whole_value(&mut self, e: E<'_>) -> Outcome<Value> {
        let made = matches!(e.kind, TKind::New(..) | TKind::Aggregate(_) | TKind::Repeat { .. });
        let value =
            if made || self.cx.types.is_record(e.ty) || self.cx.types.element(e.ty).is_some() {
                let o = self.create(e.ty.bare());
                let p = Pointer::to(Root::Object(o));
                self.fill(&p, e)?;
                self.slot(o).map_or(Value::Unset, |s| std::mem::replace(&mut s.value, Value::Unset))
            } else {
                self.value(e)?
            };
        if self.lenient {
            self.extend(e);
        }
        self.settled(&value, e.ty, e.span)?;
        for o in self.extended.clone() {
            let inner = self.slot(o).map(|s| (s.value.clone(), s.ty));
            if let Some((v, ty)) = inner {
                self.settled(&v, ty, e.span)?;
            }
        }
        Ok(value)
    }

    /// Whether a value may outlive its evaluation: it is initialised and points to nothing that ends ([expr.const] 5).
    fn settled(&mut self, v: &Value, ty: Ty, span: Span) -> Outcome<()> {
        match v {
            Value::Unset if !self.cx.types.is_empty(ty) => {
                Err(Why::new(span, "leaves a part of its value uninitialised"))
            }
            Value::Pointer(p) => match p.root {
                Root::Object(o) if self.extended.contains(&o) => Ok(()),
                Root::Object(_) => {
                    Err(Why::new(span, "points to an object that ends with the evaluation"))
                }
                Root::Local(l) => {
                    let name = self.local_name(l);
                    Err(Why::new(span, format!("points to `{name}`, which is no static object")))
                }
                Root::Global(g) => {
                    let global = self.cx.output.globals.get(g);
                    match global {
                        Some(x) if x.space == Space::Host => {
                            let name = self.cx.text(x.source).to_string();
                            Err(Why::new(
                                span,
                                format!("points to `{name}`, a variable of the host"),
                            ))
                        }
                        _ => Ok(()),
                    }
                }
                Root::Literal(..) => Ok(()),
            },
            Value::Class(parts) => {
                for (i, v) in parts.iter().enumerate() {
                    let ty = super::path::step(&self.cx.types, ty, i as u64).unwrap_or(Ty::ERROR);
                    self.settled(v, ty, span)?;
                }
                Ok(())
            }
            Value::Array(a) => {
                let (elem, len) = self.cx.types.element(ty).unwrap_or((Ty::ERROR, 0));
                for v in &a.made {
                    self.settled(v, elem, span)?;
                }
                match len > a.made.len() as u64 && !a.zero {
                    true => self.settled(&Value::Unset, elem, span),
                    false => Ok(()),
                }
            }
            Value::Union(Some(active)) => {
                let ty = super::path::step(&self.cx.types, ty, active.0).unwrap_or(Ty::ERROR);
                self.settled(&active.1, ty, span)
            }
            _ => Ok(()),
        }
    }
}
