//! Calls of `constexpr` functions where a constant must stand: the function's checked body is executed on constants
//! (ISO C++ 17 [expr.const]). Scalars only; what is not understood is no constant.

use optx_source::Span;

use crate::{
    ast::{BinaryOp, Expr, Flags},
    check::{Body, Const, body::E},
    typed::{FunctionId, Label, LocalId, LocalVar, TKind, TStmt, TStmtKind, TypedArenas},
    types::{Ty, TypeKind},
};

/// Calls in calls beyond this are no constants.
const DEPTH: u32 = 48;
/// Steps that one compilation spends on constants.
pub(in crate::check) const STEPS: u32 = 1 << 20;

/// Where control goes after a statement.
enum Flow {
    Next,
    Goto(Label),
    Return(Option<Const>),
}

/// A call that is being executed.
struct Call<'b, 'c, 'a, 't, 'x> {
    body: &'b mut Body<'c, 'a, 't, 'x>,
    values: Vec<Option<Const>>,
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The value of an expression that stands where a constant must.
    pub(in crate::check) fn constant_value(&mut self, e: &'a Expr<'a>) -> E<'t> {
        let set = |m: &mut super::mode::Mode| (m.constant, m.constant_or_not) = (true, false);
        self.with_mode(set, |b| b.value(e))
    }

    /// The value of a call with these arguments, if it is a constant.
    pub(in crate::check) fn constant_call(
        &mut self,
        f: FunctionId,
        values: &[E<'t>],
        span: Span,
    ) -> Option<E<'t>> {
        let info = self.cx.functions[f.0 as usize].clone();
        let arithmetic = self.cx.types.is_arithmetic(info.result);
        if !info.flags.has(Flags::CONSTEXPR) || info.has_this || !arithmetic {
            return None;
        }
        let body = info.body?;
        let mut arguments = Vec::with_capacity(info.params.len());
        for (k, p) in info.params.iter().enumerate() {
            let to = match self.cx.types.kind(p.ty) {
                TypeKind::Reference(r, _) if r.is_const() => r.bare(),
                TypeKind::Reference(_, _) => return None,
                _ => p.ty.bare(),
            };
            let v = match (values.get(k), p.default) {
                (Some(v), _) => v,
                (None, Some(d)) => self.default_argument(f, d, p.ty),
                (None, None) => return None,
            };
            if !self.cx.types.is_arithmetic(to) || !self.cx.types.is_arithmetic(v.ty) {
                return None;
            }
            let v = self.convert(v, to);
            arguments.push(Some(self.const_of(v)?));
        }
        // Within its own body a function is no constant yet.
        if self.cx.constant_depth >= DEPTH || self.cx.constant_bodies.contains(&f) {
            return None;
        }
        self.cx.constant_depth += 1;
        let trial = self.cx.diags.begin_trial();
        let arena = TypedArenas::default();
        let site = self.cx.enter(info.namespace, info.place.defined);
        let mut b = Body::within(&mut *self.cx, &arena, &info.env, info.class);
        b.mode.unevaluated = true;
        b.result = info.result;
        b.open_scope();
        b.declare_parameters(&info.params);
        b.cx.constant_bodies.push(f);
        let checked = b.function_body(body);
        b.cx.constant_bodies.pop();
        // Each call checks the body anew.
        let size = u32::try_from(arena.exprs.len()).unwrap_or(u32::MAX);
        b.cx.constant_steps = b.cx.constant_steps.saturating_sub(size.saturating_add(8));
        arguments.resize(b.locals.len(), None);
        let mut call = Call { body: &mut b, values: arguments };
        let flow = call.statement(&checked);
        self.cx.leave(site);
        let wrong = self.cx.diags.end_trial(trial);
        self.cx.constant_depth -= 1;
        match flow {
            Some(Flow::Return(Some(c))) if !wrong => {
                Some(self.constant_expr(c, info.result.bare(), span))
            }
            _ => None,
        }
    }
}

impl<'t> Call<'_, '_, '_, 't, '_> {
    fn step(&mut self) -> Option<()> {
        let left = &mut self.body.cx.constant_steps;
        *left = left.checked_sub(1)?;
        Some(())
    }

    fn list(&mut self, list: &[TStmt<'t>]) -> Option<Flow> {
        for s in list {
            match self.statement(s)? {
                Flow::Next => {}
                out => return Some(out),
            }
        }
        Some(Flow::Next)
    }

    /// Whether a condition holds.
    fn holds(&mut self, e: E<'t>) -> Option<bool> {
        match self.value(e)? {
            Const::Int(v) => Some(v != 0),
            Const::Float(v) => Some(v != 0.0),
        }
    }

    /// The body of a loop: whether the loop goes on, and how it is left.
    fn round(&mut self, body: &TStmt<'t>, next: Label, end: Label) -> Option<Result<(), Flow>> {
        Some(match self.statement(body)? {
            Flow::Next => Ok(()),
            Flow::Goto(l) if l == next => Ok(()),
            Flow::Goto(l) if l == end => Err(Flow::Next),
            out => Err(out),
        })
    }

    fn statement(&mut self, s: &TStmt<'t>) -> Option<Flow> {
        self.step()?;
        match &s.kind {
            TStmtKind::Empty | TStmtKind::Label(_) => {}
            TStmtKind::Expr(e) => self.effect(e)?,
            TStmtKind::Init(l, e) => {
                let v = self.value(e)?;
                self.put(*l, v)?;
            }
            TStmtKind::Block(list) => return self.list(list),
            TStmtKind::If(arms, other) => {
                for (c, then) in arms {
                    if self.holds(c)? {
                        return self.statement(then);
                    }
                }
                if let Some(o) = other {
                    return self.statement(o);
                }
            }
            TStmtKind::While { cond, body, next, end, .. } => {
                while self.holds(cond)? {
                    if let Err(out) = self.round(body, *next, *end)? {
                        return Some(out);
                    }
                }
            }
            TStmtKind::DoWhile { cond, body, next, end, .. } => loop {
                if let Err(out) = self.round(body, *next, *end)? {
                    return Some(out);
                }
                if !self.holds(cond)? {
                    break;
                }
            },
            TStmtKind::For { init, cond, step, body, next, end, .. } => {
                match self.list(init)? {
                    Flow::Next => {}
                    out => return Some(out),
                }
                loop {
                    if let Some(c) = cond
                        && !self.holds(c)?
                    {
                        break;
                    }
                    if let Err(out) = self.round(body, *next, *end)? {
                        return Some(out);
                    }
                    if let Some(e) = step {
                        self.effect(e)?;
                    }
                }
            }
            TStmtKind::Switch { selector, cases, default, body, end } => {
                let Const::Int(v) = self.value(selector)? else { return None };
                let case = cases.iter().find(|c| (c.0..=c.1).contains(&v)).map(|c| c.2);
                let Some(label) = case.or(*default) else { return Some(Flow::Next) };
                let TStmtKind::Block(list) = &body.kind else { return None };
                let at = |s: &TStmt<'_>| matches!(s.kind, TStmtKind::Label(l) if l == label);
                let from = list.iter().position(at)?;
                return Some(match self.list(&list[from..])? {
                    Flow::Goto(l) if l == *end => Flow::Next,
                    out => out,
                });
            }
            TStmtKind::Goto(l) => return Some(Flow::Goto(*l)),
            TStmtKind::Return(e) => {
                let v = match e {
                    Some(e) => Some(self.value(e)?),
                    None => None,
                };
                return Some(Flow::Return(v));
            }
            TStmtKind::Asm(_) => return None,
        }
        Some(Flow::Next)
    }

    fn effect(&mut self, e: E<'t>) -> Option<()> {
        match e.kind {
            TKind::Cast(x) if e.ty.bare() == Ty::VOID => self.effect(x),
            TKind::Local(_) => Some(()),
            _ => self.value(e).map(|_| ()),
        }
    }

    fn put(&mut self, l: LocalId, v: Const) -> Option<()> {
        let k = l.0 as usize;
        // A body may make locals while it is executed.
        if k >= self.values.len() {
            self.values.resize(self.body.locals.len(), None);
        }
        *self.values.get_mut(k)? = Some(v);
        Some(())
    }

    /// The local that an object is; parameters that are references hold what they refer to.
    fn place(&self, e: E<'t>) -> Option<LocalId> {
        match e.kind {
            TKind::Local(l) => Some(l),
            TKind::Deref(p) => match p.kind {
                TKind::Load(object) => match object.kind {
                    TKind::Local(l) if self.is_reference_parameter(l) => Some(l),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn is_reference_parameter(&self, l: LocalId) -> bool {
        let local: Option<&LocalVar> = self.body.locals.get(l.0 as usize);
        local.is_some_and(|v| {
            v.param && matches!(self.body.cx.types.kind(v.ty), TypeKind::Reference(_, _))
        })
    }

    /// The value of an expression as a node, for the checker's own folding.
    fn node(&mut self, e: E<'t>) -> Option<E<'t>> {
        let c = self.value(e)?;
        Some(self.body.constant_expr(c, e.ty.bare(), e.span))
    }

    /// An argument; the object itself where it is passed by reference.
    fn passed(&mut self, a: E<'t>) -> Option<E<'t>> {
        match a.kind {
            TKind::AddrOf(x) => {
                let v = (*self.values.get(self.place(x)?.0 as usize)?)?;
                Some(self.body.constant_expr(v, x.ty.bare(), a.span))
            }
            TKind::Comma(set, at) if matches!(at.kind, TKind::AddrOf(_)) => {
                self.effect(set)?;
                self.passed(at)
            }
            TKind::Load(x) if self.place(x).is_none() => None,
            TKind::Load(x) => match self.body.cx.types.kind(x.ty) {
                TypeKind::Reference(r, _) => {
                    let v = (*self.values.get(self.place(x)?.0 as usize)?)?;
                    Some(self.body.constant_expr(v, r.bare(), a.span))
                }
                _ => self.node(a),
            },
            _ => self.node(a),
        }
    }

    fn cast(&mut self, e: E<'t>, to: Ty) -> Option<E<'t>> {
        let v = self.body.cast_node(e, to);
        self.body.const_of(v)?;
        Some(v)
    }

    /// What does not fit its type is no constant.
    fn fold(&mut self, op: BinaryOp, a: E<'t>, b: E<'t>, ty: Ty) -> Option<E<'t>> {
        let (v, fits) = self.body.fold_wrapping(op, a, b, ty, a.span)?;
        fits.then_some(v)
    }

    fn value(&mut self, e: E<'t>) -> Option<Const> {
        self.step()?;
        let folded = match e.kind {
            TKind::Int(v) => return Some(Const::Int(v)),
            TKind::Float(v) => return Some(Const::Float(v)),
            TKind::Load(x) => {
                let l = self.place(x)?;
                return *self.values.get(l.0 as usize)?;
            }
            TKind::Neg(x) => match self.value(x)? {
                Const::Float(v) => return Some(Const::Float(-v)),
                Const::Int(_) => {
                    let zero = self.body.mk(TKind::Int(0), e.ty.bare(), e.span);
                    let x = self.node(x)?;
                    self.fold(BinaryOp::Sub, zero, x, e.ty.bare())?
                }
            },
            TKind::BitNot(x) => match self.value(x)? {
                Const::Int(v) => self.body.int(!v, e.ty.bare(), e.span),
                Const::Float(_) => return None,
            },
            TKind::Not(x) => return Some(Const::Int(i64::from(!self.holds(x)?))),
            TKind::Binary(op, a, b) => {
                let (a, b) = (self.node(a)?, self.node(b)?);
                self.fold(op, a, b, e.ty.bare())?
            }
            TKind::Compare(op, a, b) => {
                let (x, y) = (self.node(a)?, self.node(b)?);
                let v = self.body.fold_compare(op, x, y, a.ty)?;
                return Some(Const::Int(i64::from(v)));
            }
            TKind::And(a, b) => {
                return Some(Const::Int(i64::from(self.holds(a)? && self.holds(b)?)));
            }
            TKind::Or(a, b) => {
                return Some(Const::Int(i64::from(self.holds(a)? || self.holds(b)?)));
            }
            TKind::Cond(c, a, b) => {
                return if self.holds(c)? { self.value(a) } else { self.value(b) };
            }
            TKind::Comma(a, b) => {
                self.effect(a)?;
                return self.value(b);
            }
            TKind::Cast(x) => {
                let x = self.node(x)?;
                self.cast(x, e.ty)?
            }
            TKind::Assign(to, v) | TKind::Init(to, v) => {
                let v = self.value(v)?;
                let l = self.place(to)?;
                self.put(l, v)?;
                return Some(v);
            }
            TKind::OpAssign { target, op, value, common, size: 0 } => {
                let l = self.place(target)?;
                let old = (*self.values.get(l.0 as usize)?)?;
                let old = self.body.constant_expr(old, target.ty.bare(), e.span);
                let old = self.cast(old, common)?;
                let value = self.node(value)?;
                let new = self.fold(op, old, value, common.bare())?;
                let new = self.cast(new, target.ty)?;
                let v = self.body.const_of(new)?;
                self.put(l, v)?;
                new
            }
            TKind::IncDec { target, inc, prefix, size: 0 } => {
                let l = self.place(target)?;
                let old = (*self.values.get(l.0 as usize)?)?;
                let ty = target.ty.bare();
                let (Const::Int(v), true) = (old, self.body.cx.types.is_integer(ty)) else {
                    return None;
                };
                let new = if inc { v.checked_add(1)? } else { v.checked_sub(1)? };
                let new = self.body.int(new, ty, e.span);
                let new = self.body.const_of(new)?;
                self.put(l, new)?;
                return Some(if prefix { new } else { old });
            }
            TKind::Call(f, args) => {
                let mut values = Vec::with_capacity(args.len());
                for a in args {
                    values.push(self.passed(a)?);
                }
                self.body.constant_call(f, &values, e.span)?
            }
            _ => return None,
        };
        self.body.const_of(folded)
    }
}
