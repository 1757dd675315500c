//! Calls of `constexpr` functions ([expr.const] 2.2, [dcl.constexpr]).

use std::rc::Rc;

use optx_source::Span;

use super::{
    CALLS, Machine, Outcome, Why,
    statement::Flow,
    value::{ObjectId, Pointer, Value},
};
use crate::{
    check::CheckedBody,
    intern::Symbol,
    typed::{FunctionId, LocalId, TExpr, TStmtKind},
    types::Ty,
};

/// A call that is being executed; the first one stands for what is around the constant.
pub(super) struct Frame<'a> {
    /// The objects of its variables, as far as they began.
    pub locals: Vec<Option<ObjectId>>,
    /// The objects that it made, in order.
    pub created: Vec<ObjectId>,
    pub body: Option<Rc<CheckedBody<'a>>>,
}

impl Frame<'_> {
    pub(super) fn around() -> Frame<'static> {
        Frame { locals: Vec::new(), created: Vec::new(), body: None }
    }

    /// The object of a variable, where it began.
    pub(super) fn object(&self, l: LocalId) -> Option<ObjectId> {
        self.locals.get(l.index()).copied().flatten()
    }

    pub(super) fn type_of(&self, l: LocalId) -> Option<Ty> {
        self.body.as_ref()?.locals.get(l).map(|l| l.ty)
    }

    pub(super) fn name_of(&self, l: LocalId) -> Option<Symbol> {
        self.body.as_ref()?.locals.get(l).map(|l| l.name)
    }
}

impl Machine<'_, '_, '_> {
    /// The value of a call. `place` is where a constructor makes its object, or where a result is made that is not copied.
    pub(super) fn call(
        &mut self,
        f: FunctionId,
        args: &[&TExpr<'_>],
        place: Option<Pointer>,
        span: Span,
    ) -> Outcome<Value> {
        if self.frames.len() > CALLS {
            return Err(Why::beyond(span, format!("calls deeper than {CALLS} levels")));
        }
        let body = self.cx.constant_body(f, self.outer.instance, span)?;
        let mut values: Vec<Value> =
            place.into_iter().map(|p| Value::Pointer(Box::new(p))).collect();
        for a in args {
            values.push(self.value(a)?);
        }
        let frame = Frame {
            locals: Vec::with_capacity(body.locals.len()),
            created: Vec::new(),
            body: Some(body.clone()),
        };
        self.frames.push(frame);
        let flow = self.run(&body, values, span);
        if let Some(frame) = self.frames.pop() {
            for o in frame.created {
                self.kill(o);
            }
        }
        match flow {
            Ok(Flow::Return(v)) => Ok(v),
            Ok(Flow::Next) if self.cx.returns_nothing(f) => Ok(Value::Unset),
            Ok(Flow::Next) => {
                let name = self.cx.function_text(f);
                Err(Why::new(span, format!("calls `{name}`, which ends without a value")))
            }
            Ok(Flow::Goto(_)) => Err(Why::new(span, "jumps by `goto`")),
            Err(why) => {
                let name = self.cx.function_text(f);
                Err(why.also(span, format!("in the call of `{name}` here")))
            }
        }
    }

    fn run(&mut self, body: &CheckedBody<'_>, values: Vec<Value>, span: Span) -> Outcome<Flow> {
        let params = body.locals.with_ids().filter(|(_, l)| l.param);
        let params: Vec<(LocalId, Ty)> = params.map(|(id, l)| (id, l.ty)).collect();
        if params.len() != values.len() {
            return Err(Why::new(span, "passes arguments that the function does not take"));
        }
        for ((l, ty), v) in params.into_iter().zip(values) {
            let p = self.begin(l, ty, span)?;
            self.write(&p, v, true, span)?;
        }
        match &body.body.kind {
            TStmtKind::Block(list) => self.list(list),
            _ => self.statement(&body.body),
        }
    }
}
