//! The bodies of inherited constructors ([class.inhctor.init]).

use optx_source::Span;

use crate::{
    check::{Body, Entity, body::E},
    typed::{FunctionId, LocalId, TKind, TStmt, TStmtKind},
    types::{RecordId, Ty},
    words,
};

impl<'t> Body<'_, '_, 't, '_> {
    /// The body of an inherited constructor: the base made of its arguments, all else by default.
    pub(in crate::check) fn inherited_body(
        &mut self,
        r: RecordId,
        from: FunctionId,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let Some(this) = self.this_object(span) else { return };
        let Some(base) = self.cx.functions[from].membership.class else { return };
        let base = self.cx.types.record(base);
        let fields = self.cx.types.records[r].fields.clone();
        for f in fields {
            let part = self.raw_field(this, &f);
            let value = if f.base && f.ty == base {
                Some(self.inherited_call(from, base, span))
            } else if wrong!(InheritedSkipMembers) {
                None
            } else {
                match self.member_initializer(r, &f) {
                    Some(init) => {
                        let this = self.scope_entity(words::THIS);
                        self.in_class_of(r, this, |b| b.initial(f.ty.bare(), init, span))
                    }
                    None => self.default_initial(f.ty.bare(), span),
                }
            };
            if let Some(v) = value.filter(|v| !v.ty.is_error()) {
                let e = self.mk(TKind::Init(part, v), Ty::VOID, span);
                out.push(TStmt { kind: TStmtKind::Expr(e), span });
            }
        }
    }

    /// The base made by the constructor that is inherited. The parameters are that constructor's own: nothing is made of
    /// them, and no other constructor is looked for ([class.inhctor.init] 1).
    fn inherited_call(&mut self, from: FunctionId, base: Ty, span: Span) -> E<'t> {
        let params: Vec<Ty> =
            self.cx.functions[from].signature.params.iter().skip(1).map(|p| p.ty).collect();
        if params.is_empty() {
            self.expected.making_base = Some((base, span));
            return self.construct(base, Vec::new(), true, span);
        }
        let locals = self.variables.locals.with_ids().filter(|(_, l)| l.param);
        let locals: Vec<LocalId> = locals.map(|(id, _)| id).skip(1).collect();
        let mut passed = Vec::with_capacity(params.len());
        for (l, ty) in locals.into_iter().zip(params) {
            let object = self.entity_value(Entity::Local(l), words::EMPTY, span);
            let pointer = self.cx.types.is_reference(ty);
            let by_pointer = pointer || self.cx.by_address(ty);
            passed.push(match by_pointer {
                true if !pointer && wrong!(InheritedParametersAreMoved) => {
                    let moved = self.as_xvalue(object);
                    self.pass(moved, ty)
                }
                true => self.address(object),
                false => self.read(object),
            });
        }
        if !self.mode.constant {
            self.cx.mark_used(from, self.function, span);
        }
        let passed = self.list(passed);
        self.mk(TKind::New(from, passed, false), base.bare(), span)
    }
}
