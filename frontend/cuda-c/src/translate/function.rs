//! The translation of a function, at once or piece by piece.
//!
//! Idea: between two pieces of a long function its WHIRL so far waits in the translator. Temporaries of one piece are made
//! before the variables of the next: at the end the locals are numbered anew, so that a function's WHIRL does not say how it
//! was cut. Only a long list within a loop or branch is translated before what stands around it.
//! Cost: a pass over the nodes of a function that was cut.

use optx_source::Span;
use optx_whirl::arena_id::Table;
use optx_whirl::{Inlining, LabelId, LaunchBounds, Loc, Pu, St, StId, Storage, WnId};

use super::{FunctionTranslator, Translator, object_align};
use crate::{
    ast::Flags,
    check::{CheckedBody, Checker, Sink},
    typed::{FunctionId, LocalId, LocalVar, TStmt},
    types::{self, Ty},
    words,
};

/// A function between two pieces of its statements.
pub(super) struct Open {
    function: FunctionId,
    pu: Pu,
    /// Of its variables so far.
    locals: Table<LocalId, StId>,
    labels: Vec<Option<LabelId>>,
    loc: Loc,
    last_span: Span,
    printed: Option<(StId, u64)>,
}

impl Open {
    /// Numbers variables before temporaries, as if the function had been translated at once.
    fn number(&mut self) {
        if self.locals.iter().enumerate().all(|(k, st)| st.index() == k) {
            return;
        }
        self.pu.put_first(self.locals.as_slice());
        for (k, st) in self.pu.locals.iter_mut().enumerate().skip(self.locals.len()) {
            st.name = temporary(k);
        }
    }
}

impl Translator {
    /// Translates a checked function, or what is left of it.
    pub(crate) fn function(&mut self, cx: &Checker<'_, '_>, f: FunctionId, body: &CheckedBody<'_>) {
        let index = self.function_index(cx, f);
        let open = self.opened(cx, f);
        let (mut open, ()) = self.within(cx, open, &body.locals, |x| x.body(&body.body));
        open.number();
        self.module.functions[index] = open.pu;
    }

    /// The function as far as it is translated.
    fn opened(&mut self, cx: &Checker<'_, '_>, f: FunctionId) -> Open {
        if let Some(open) = self.open.take().filter(|o| o.function == f) {
            return open;
        }
        let index = self.function_index(cx, f);
        let place = &mut self.module.functions[index];
        let empty = Pu::new("", "", place.kind);
        let mut pu = std::mem::replace(place, empty);
        if let Some(info) = cx.functions.get(f) {
            pu.launch_bounds = info
                .launch_bounds
                .map(|(max_threads, min_blocks)| LaunchBounds { max_threads, min_blocks });
            pu.inlining = if info.flags.has(Flags::NOINLINE) {
                Inlining::Never
            } else if info.flags.has(Flags::FORCEINLINE) {
                Inlining::Force
            } else {
                Inlining::Default
            };
            if info.signature.result.bare() != Ty::VOID && !info.signature.in_place {
                pu.result = Some(self.ty(cx, info.signature.result));
            }
        }
        Open {
            function: f,
            pu,
            locals: Table::new(),
            labels: Vec::new(),
            loc: Loc::NONE,
            last_span: Span::NONE,
            printed: None,
        }
    }

    /// Goes on with a function, which has the given variables by now.
    fn within<R>(
        &mut self,
        cx: &Checker<'_, '_>,
        mut open: Open,
        vars: &Table<LocalId, LocalVar>,
        act: impl FnOnce(&mut FunctionTranslator<'_, '_, '_, '_, '_>) -> R,
    ) -> (Open, R) {
        for (k, l) in vars.iter().enumerate().skip(open.locals.len()) {
            let st = self.local(cx, l, k);
            let id = open.pu.add_local(st);
            if l.param {
                open.pu.params.push(id);
            }
            open.locals.push(id);
        }
        let Open { function, pu, locals, labels, loc, last_span, printed } = open;
        let info = cx.functions.get(function);
        let result =
            info.filter(|f| !f.signature.in_place).map_or(Ty::VOID, |f| f.signature.result);
        let out = Vec::with_capacity(64);
        let (keep_changed, changed) = (false, None);
        let shared = self;
        let mut x = FunctionTranslator {
            cx,
            shared,
            pu,
            locals,
            vars,
            labels,
            out,
            loc,
            last_span,
            result,
            keep_changed,
            changed,
            printed,
        };
        let made = act(&mut x);
        let FunctionTranslator { pu, locals, labels, loc, last_span, printed, .. } = x;
        (Open { function, pu, locals, labels, loc, last_span, printed }, made)
    }

    fn local(&mut self, cx: &Checker<'_, '_>, l: &LocalVar, k: usize) -> St {
        let ty = self.ty(cx, l.ty);
        let name =
            if l.name == words::EMPTY { format!("tmp{k}") } else { cx.text(l.name).to_string() };
        let storage = if l.param { Storage::Param } else { Storage::Auto };
        let align = l.align.max(cx.types.align(l.ty));
        let align = if l.param { align } else { object_align(cx, l.ty, align) };
        let mut st = St::new(name, ty, storage, align as u32);
        st.temporary = l.name == words::EMPTY;
        if !st.temporary {
            st.pos = self.place(cx, l.span).pos();
        }
        let quals = match cx.types.element(l.ty) {
            Some((e, _)) => e.quals() | l.ty.quals(),
            None => l.ty.quals(),
        };
        st.volatile = quals & types::VOLATILE != 0;
        st.constant = cx.types.is_unchanging(l.ty);
        st.restrict = quals & types::RESTRICT != 0
            || self.module.options.restrict && l.param && cx.types.pointee(l.ty).is_some();
        st.unchanging = st.restrict
            && l.param
            && cx.types.pointee(l.ty).is_some_and(|to| {
                let quals = cx.types.element(to).map_or(0, |(e, _)| e.quals()) | to.quals();
                quals & (types::CONST | types::VOLATILE) == types::CONST
            });
        st
    }
}

impl Sink for Translator {
    fn translate(
        &mut self,
        cx: &Checker<'_, '_>,
        f: FunctionId,
        locals: &Table<LocalId, LocalVar>,
        list: &[TStmt<'_>],
    ) -> (Vec<WnId>, Span) {
        let open = self.opened(cx, f);
        let (open, made) = self.within(cx, open, locals, |x| x.side_by_side(list));
        let last = open.last_span;
        self.open = Some(open);
        (made, last)
    }
}

/// The name of a temporary.
pub(super) fn temporary(number: usize) -> String {
    format!("t{number}")
}
