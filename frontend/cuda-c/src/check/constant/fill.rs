//! First values: objects that are made in their places ([dcl.init], [class.init]).
//!
//! Idea: as the translator has it, the value of a class is made where it goes, so that constructors see their object's own
//! address. A value that goes nowhere yet is made in a temporary.

use optx_source::Span;

use super::{
    Machine, Outcome, Why, path,
    value::{ObjectId, Pointer, Root, Value},
};
use crate::{
    typed::{FunctionId, InitPart, LocalId, TExpr, TKind},
    types::Ty,
};

impl Machine<'_, '_, '_> {
    /// `Init`: a variable or temporary begins, or a part of an object that is being made.
    pub(super) fn initialise(&mut self, to: &TExpr<'_>, v: &TExpr<'_>) -> Outcome<()> {
        let p = match (to.kind, v.kind) {
            (TKind::Local(l), _) => self.begin(l, to.ty, to.span)?,
            (TKind::Field { base, offset, .. }, TKind::Repeat { element, count }) => {
                let p = self.place(base)?;
                return self.repeat_part(&p, offset, (element, count), v.span);
            }
            _ => self.place(to)?,
        };
        self.fill(&p, v)
    }

    /// A variable's new object.
    pub(super) fn begin(&mut self, l: LocalId, ty: Ty, span: Span) -> Outcome<Pointer> {
        let ty = self.stored(ty);
        let o = self.create(ty);
        let k = l.index();
        let Some(frame) = self.frames.last_mut() else {
            return Err(Why::new(span, "stands in no function"));
        };
        if k >= frame.locals.len() {
            frame.locals.resize(k + 1, None);
        }
        frame.locals[k] = Some(o);
        frame.created.push(o);
        Ok(Pointer::to(Root::Object(o)))
    }

    /// An object with the value of an expression, which ends with the expression around it.
    pub(super) fn temporary(&mut self, e: &TExpr<'_>) -> Outcome<ObjectId> {
        let o = self.create(e.ty.bare());
        if let Some(frame) = self.frames.last_mut() {
            frame.created.push(o);
        }
        self.fill(&Pointer::to(Root::Object(o)), e)?;
        Ok(o)
    }

    /// The value of something that is made in its place.
    pub(super) fn made(&mut self, e: &TExpr<'_>) -> Outcome<Value> {
        let o = self.temporary(e)?;
        self.read(&Pointer::to(Root::Object(o)), e.span)
    }

    /// Gives an object its first value.
    pub(super) fn fill(&mut self, p: &Pointer, e: &TExpr<'_>) -> Outcome<()> {
        match e.kind {
            TKind::Int(_) | TKind::Float(_) => self.fill_by_value(p, e),
            _ => {
                self.down(e.span)?;
                let done = self.fill_by_kind(p, e);
                self.up_again();
                done
            }
        }
    }

    fn fill_by_kind(&mut self, p: &Pointer, e: &TExpr<'_>) -> Outcome<()> {
        match e.kind {
            TKind::New(f, args, zero) => self.construct(p, f, args, zero, e.span),
            TKind::Aggregate(parts) => self.aggregate(p, parts, e),
            TKind::Repeat { element, count } => self.repeat(p, element, count, e.span),
            TKind::Cond(c, a, b) => {
                let chosen = if self.holds(c)? { a } else { b };
                self.fill(p, chosen)
            }
            TKind::Comma(a, b) => {
                self.effect(a)?;
                self.fill(p, b)
            }
            TKind::Call(f, args) if self.cx.by_address(e.ty) => {
                self.write(p, Value::Unset, true, e.span)?;
                self.call(f, args, Some(p.clone()), e.span).map(|_| ())
            }
            _ => self.fill_by_value(p, e),
        }
    }

    fn fill_by_value(&mut self, p: &Pointer, e: &TExpr<'_>) -> Outcome<()> {
        let v = self.value(e)?;
        self.write(p, v, true, e.span).map(|_| ())
    }

    fn repeat(&mut self, p: &Pointer, element: &TExpr<'_>, count: u64, span: Span) -> Outcome<()> {
        self.write(p, Value::Unset, true, span)?;
        for i in 0..count {
            let mut part = p.clone();
            part.path.push(i);
            self.spend(1, span)?;
            self.fill(&part, element)?;
        }
        Ok(())
    }

    fn construct(
        &mut self,
        p: &Pointer,
        f: FunctionId,
        args: &[&TExpr<'_>],
        zero: bool,
        span: Span,
    ) -> Outcome<()> {
        if wrong!(ConstructorsAreNoConstants) {
            return Err(Why::new(span, "calls a constructor"));
        }
        self.write(p, if zero { Value::Zero } else { Value::Unset }, true, span)?;
        self.constructing.push(p.clone());
        let done = self.call(f, args, Some(p.clone()), span);
        self.constructing.pop();
        done.map(|_| ())
    }

    /// The parts of an aggregate; all else is zero.
    fn aggregate(&mut self, p: &Pointer, parts: &[InitPart<'_>], e: &TExpr<'_>) -> Outcome<()> {
        self.write(p, Value::Zero, true, e.span)?;
        let whole = self.pointed(p, e.span)?;
        for part in parts {
            let repeated = !wrong!(ElementsLeftOutAreWhole);
            let (TKind::Repeat { element, count }, true) = (part.value.kind, repeated) else {
                self.fill_part(p, whole, *part)?;
                continue;
            };
            self.repeat_part(p, part.offset, (element, count), part.value.span)?;
        }
        Ok(())
    }

    /// The elements at the end of an array in the object at `p`, which are no object of their own.
    fn repeat_part(
        &mut self,
        p: &Pointer,
        offset: u64,
        (element, count): (&TExpr<'_>, u64),
        span: Span,
    ) -> Outcome<()> {
        let whole = self.pointed(p, span)?;
        let size = self.cx.types.size(element.ty);
        for i in 0..count {
            self.spend(1, span)?;
            let part = InitPart { offset: offset + i * size, bits: None, value: element };
            self.fill_part(p, whole, part)?;
        }
        Ok(())
    }

    /// One part of the aggregate at `p`.
    fn fill_part(&mut self, p: &Pointer, whole: Ty, part: InitPart<'_>) -> Outcome<()> {
        let way = path::part(&self.cx.types, whole, part.offset, part.bits, part.value.ty);
        let Some(way) = way else {
            return Err(Why::new(part.value.span, "gives a value to no part of an object"));
        };
        let mut to = p.clone();
        to.path.extend(way);
        self.fill(&to, part.value)
    }
}
