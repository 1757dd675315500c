//! Expressions: their values, the objects that they are, and what they do ([expr.const] 2).

use optx_source::Span;
use optx_whirl::Intrinsic;

use super::{
    LEVELS, Machine, Outcome, Why, path,
    value::{Pointer, Root, Value},
};
use crate::{
    check::Const,
    typed::{Action, FunctionId, LocalId, TExpr, TKind},
    types::{BitField, Ty, TypeKind},
};

impl Machine<'_, '_, '_> {
    /// Goes one level down, if there is room for it; [`Machine::up_again`] follows.
    pub(super) fn down(&mut self, span: Span) -> Outcome<()> {
        if self.cx.constants.depth >= LEVELS {
            return Err(Why::beyond(span, "nests too deep"));
        }
        self.spend(1, span)?;
        self.cx.constants.depth += 1;
        Ok(())
    }

    pub(super) fn up_again(&mut self) {
        self.cx.constants.depth -= 1;
    }

    /// The value of an expression; an object's where it is one of a class.
    pub(super) fn value(&mut self, e: &TExpr<'_>) -> Outcome<Value> {
        // Constants are most of what long lists are made of, and cost nothing.
        match e.kind {
            TKind::Int(v)
                if v == 0
                    || self.cx.types.pointee(e.ty).is_none()
                    || self.cx.types.is_function_pointer(e.ty) =>
            {
                return Ok(Value::Int(v));
            }
            TKind::Float(v) => return Ok(Value::Float(v)),
            _ => {}
        }
        self.down(e.span)?;
        let v = self.value_of_kind(e);
        self.up_again();
        match v {
            Ok(Value::Pointer(_)) if wrong!(OnlyNumbersAreConstants) => {
                Err(Why::new(e.span, "gives a pointer"))
            }
            Ok(Value::Pointer(p)) => self.adjusted(p, e.ty, e.span),
            v => v,
        }
    }

    /// Keeps nothing of its own while it goes deeper: the frames of all levels are on the stack together.
    fn value_of_kind(&mut self, e: &TExpr<'_>) -> Outcome<Value> {
        match e.kind {
            TKind::Load(x) => self.load(x, e.span),
            TKind::AddrOf(x) => self.pointer_to(x),
            TKind::Field { base, offset, bits } => self.part_of_value(base, offset, bits, e),
            TKind::Neg(_) | TKind::BitNot(_) | TKind::Not(_) => self.unary(e),
            TKind::Binary(op, a, b) => self.binary_of(op, a, b, e),
            TKind::Compare(op, a, b) => self.compare(op, a, b, e.span),
            TKind::PtrAdd { .. } | TKind::PtrDiff { .. } => self.pointer_arithmetic(e),
            TKind::And(a, b) => self.logic(a, b, false),
            TKind::Or(a, b) => self.logic(a, b, true),
            TKind::Cond(c, a, b) => self.conditional(c, a, b),
            TKind::Comma(a, b) => self.sequence(a, b),
            TKind::Cast(x) => self.cast(x, e),
            TKind::Assign(to, v) => self.assign_value(to, v, e.span),
            TKind::OpAssign { .. } => self.op_assign_value(e),
            TKind::IncDec { .. } => self.inc_dec_value(e),
            TKind::Init(to, v) => self.initialised(to, v),
            TKind::New(..) | TKind::Repeat { .. } | TKind::Aggregate(_) => self.made(e),
            TKind::Call(f, args) => self.call_value(f, args, e),
            TKind::Builtin(action, args) => self.builtin(action, args, e),
            TKind::Int(_) => Err(Why::new(e.span, "makes a pointer of a number")),
            TKind::Float(v) => Ok(Value::Float(v)),
            TKind::Local(_) | TKind::Global(_) | TKind::Deref(_) => self.load(e, e.span),
            TKind::Statements(_) => Err(Why::beyond(e.span, "runs statements")),
            TKind::Error | TKind::Functions(_) | TKind::Braces(_) => {
                Err(Why::new(e.span, "holds an error"))
            }
        }
    }

    fn pointer_to(&mut self, x: &TExpr<'_>) -> Outcome<Value> {
        self.place(x).map(|p| Value::Pointer(Box::new(p)))
    }

    fn logic(&mut self, a: &TExpr<'_>, b: &TExpr<'_>, either: bool) -> Outcome<Value> {
        let holds = if self.holds(a)? == either { either } else { self.holds(b)? };
        Ok(Value::Int(i64::from(holds)))
    }

    fn conditional(&mut self, c: &TExpr<'_>, a: &TExpr<'_>, b: &TExpr<'_>) -> Outcome<Value> {
        let chosen = if self.holds(c)? { a } else { b };
        self.value(chosen)
    }

    fn sequence(&mut self, a: &TExpr<'_>, b: &TExpr<'_>) -> Outcome<Value> {
        self.effect(a)?;
        self.value(b)
    }

    fn assign_value(&mut self, to: &TExpr<'_>, v: &TExpr<'_>, span: Span) -> Outcome<Value> {
        let v = self.value(v)?;
        let p = self.place(to)?;
        self.write(&p, v, false, span)
    }

    fn initialised(&mut self, to: &TExpr<'_>, v: &TExpr<'_>) -> Outcome<Value> {
        self.initialise(to, v).map(|()| Value::Unset)
    }

    fn call_value(&mut self, f: FunctionId, args: &[&TExpr<'_>], e: &TExpr<'_>) -> Outcome<Value> {
        match self.cx.by_address(e.ty) {
            true => self.made(e),
            false => self.call(f, args, None, e.span),
        }
    }

    fn load(&mut self, x: &TExpr<'_>, span: Span) -> Outcome<Value> {
        if !x.is_glvalue() {
            return self.value(x);
        }
        // Constants of the function around.
        if let (TKind::Local(l), true) = (x.kind, self.frames.len() == 1)
            && let Some(c) = self.outer.values.get(&l)
            && (self.is_readable(*c, x.ty) || self.outer.constants.contains_key(&l))
        {
            return Ok(super::of_const(*c));
        }
        let p = self.place(x)?;
        self.read(&p, span)
    }

    fn builtin(&mut self, action: Action, args: &[&TExpr<'_>], e: &TExpr<'_>) -> Outcome<Value> {
        match (action, args) {
            (Action::ConstantP, [v]) => {
                let known = match self.value(v) {
                    Ok(Value::Int(_) | Value::Float(_)) => true,
                    Ok(Value::Pointer(p)) => matches!(p.root, Root::Literal(..)),
                    _ => false,
                };
                Ok(Value::Int(i64::from(known)))
            }
            // Whether what is no constant holds is of no interest here.
            (Action::Effect(Intrinsic::Assume), [v]) => match self.value(v) {
                Ok(Value::Int(0)) => Err(Why::new(e.span, "assumes what does not hold")),
                _ => Ok(Value::Unset),
            },
            _ => Err(Why::beyond(e.span, "calls a built-in function that gives no constants")),
        }
    }

    /// A part of a class's value.
    fn part_of_value(
        &mut self,
        base: &TExpr<'_>,
        offset: u64,
        bits: Option<BitField>,
        e: &TExpr<'_>,
    ) -> Outcome<Value> {
        let whole = self.value(base)?;
        let way = path::part(&self.cx.types, base.ty, offset, bits, e.ty);
        let Some(path) = way else { return Err(Why::new(e.span, "names no part of an object")) };
        let o = self.create(base.ty.bare());
        let root = Root::Object(o);
        self.write(&Pointer::to(root), whole, true, e.span)?;
        let part = self.read(&Pointer { path, ..Pointer::to(root) }, e.span);
        self.kill(o);
        part
    }

    /// The number that an expression gives.
    pub(super) fn number(&mut self, e: &TExpr<'_>) -> Outcome<Const> {
        match self.value(e)? {
            Value::Int(v) => Ok(Const::Int(v)),
            Value::Float(v) => Ok(Const::Float(v)),
            Value::Zero if self.cx.types.is_float(e.ty) => Ok(Const::Float(0.0)),
            Value::Zero => Ok(Const::Int(0)),
            _ => Err(Why::new(e.span, "takes a pointer for a number")),
        }
    }

    /// Whether a condition holds.
    pub(super) fn holds(&mut self, e: &TExpr<'_>) -> Outcome<bool> {
        Ok(match self.value(e)? {
            Value::Int(v) => v != 0,
            Value::Float(v) => v != 0.0,
            Value::Pointer(_) => true,
            _ => false,
        })
    }

    /// An expression whose value is not wanted.
    pub(super) fn effect(&mut self, e: &TExpr<'_>) -> Outcome<()> {
        self.down(e.span)?;
        let done = self.effect_of_kind(e);
        self.up_again();
        done
    }

    fn effect_of_kind(&mut self, e: &TExpr<'_>) -> Outcome<()> {
        match e.kind {
            TKind::Cast(x) if e.ty.bare() == Ty::VOID => self.effect(x),
            TKind::Init(to, v) => self.initialise(to, v),
            TKind::Cond(c, a, b) if e.ty.bare() == Ty::VOID => {
                let chosen = if self.holds(c)? { a } else { b };
                self.effect(chosen)
            }
            TKind::Comma(a, b) => {
                self.effect(a)?;
                self.effect(b)
            }
            // Naming a variable does nothing.
            TKind::Local(_) | TKind::Global(_) => Ok(()),
            _ if e.is_glvalue() => self.place(e).map(|_| ()),
            _ => self.value(e).map(|_| ()),
        }
    }

    /// The object that an expression is.
    pub(super) fn place(&mut self, e: &TExpr<'_>) -> Outcome<Pointer> {
        self.down(e.span)?;
        let p = self.place_of_kind(e);
        self.up_again();
        p
    }

    fn place_of_kind(&mut self, e: &TExpr<'_>) -> Outcome<Pointer> {
        match e.kind {
            TKind::Local(l) => self.local(l, e.span),
            TKind::Global(g) => {
                let string = self.cx.is_string(g);
                let root = if string { Root::Literal(g, e.span.lo) } else { Root::Global(g) };
                Ok(Pointer::to(root))
            }
            TKind::Deref(p) => self.pointee(p, e),
            TKind::Field { base, offset, bits } => self.part_of_place(base, offset, bits, e),
            TKind::Cond(c, a, b) => {
                let chosen = if self.holds(c)? { a } else { b };
                self.place(chosen)
            }
            TKind::Comma(a, b) => {
                self.effect(a)?;
                self.place(b)
            }
            TKind::Assign(to, v) => self.assign(to, v, e.span),
            TKind::OpAssign { .. } => self.op_assign(e).map(|(p, _)| p),
            TKind::IncDec { .. } => self.inc_dec(e).map(|(p, ..)| p),
            TKind::Cast(x) if x.is_glvalue() => self.place(x),
            TKind::Error => Err(Why::new(e.span, "holds an error")),
            _ => self.temporary(e).map(|o| Pointer::to(Root::Object(o))),
        }
    }

    fn pointee(&mut self, p: &TExpr<'_>, e: &TExpr<'_>) -> Outcome<Pointer> {
        match self.value(p)? {
            Value::Pointer(p) => self.viewed(*p, e.ty, e.span),
            _ => Err(Why::new(e.span, "looks through a null pointer")),
        }
    }

    fn assign(&mut self, to: &TExpr<'_>, v: &TExpr<'_>, span: Span) -> Outcome<Pointer> {
        let v = self.value(v)?;
        let p = self.place(to)?;
        self.write(&p, v, false, span)?;
        Ok(p)
    }

    fn part_of_place(
        &mut self,
        base: &TExpr<'_>,
        offset: u64,
        bits: Option<BitField>,
        e: &TExpr<'_>,
    ) -> Outcome<Pointer> {
        let mut p = self.place(base)?;
        let whole = self.pointed(&p, e.span)?;
        match path::part(&self.cx.types, whole, offset, bits, e.ty) {
            Some(_) if p.past => Err(Why::new(e.span, "names a part behind the end of an object")),
            Some(way) => {
                p.path.extend(way);
                Ok(p)
            }
            None => Err(Why::new(e.span, "names no part of an object")),
        }
    }

    /// The variable of a function.
    fn local(&mut self, l: LocalId, span: Span) -> Outcome<Pointer> {
        let known = self.frames.last().and_then(|f| f.object(l));
        if let Some(o) = known {
            return Ok(Pointer::to(Root::Object(o)));
        }
        if self.frames.len() == 1 {
            let reference = self.outer.locals.get(l).map(|v| self.cx.types.kind(v.ty));
            let name = self.local_name(l);
            if matches!(reference, Some(TypeKind::Reference(..)))
                && !self.outer.constants.contains_key(&l)
            {
                let what = if name == "this" || name.is_empty() {
                    "`this`".into()
                } else {
                    format!("the reference `{name}`")
                };
                return Err(Why::new(
                    span,
                    format!("looks through {what}, whose object is not known here"),
                ));
            }
            return Ok(Pointer::to(Root::Local(l)));
        }
        let name = self.frames.last().and_then(|f| f.name_of(l));
        let name = name.map_or("a variable".to_string(), |s| format!("`{}`", self.cx.text(s)));
        Err(Why::new(span, format!("uses {name}, which has no initial value")))
    }
}
