//! What device code uses of the host's: its variables, of which the values of constants alone are known, and its functions.
//!
//! Calls in `__host__ __device__` functions that no kernel comes to are warned of, as nvcc does: the host may come to them.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Expr, ExprKind, Flags},
    check::{Body, Entity, FunctionId, Space, body::E},
    token::Tok,
    typed::GlobalId,
};

impl<'t> Body<'_, '_, 't, '_> {
    /// The host's variable that an expression names, which has a value here and no place.
    pub(super) fn host_constant(&mut self, x: &Expr<'_>) -> Option<GlobalId> {
        let ExprKind::Name(name) = x.kind else { return None };
        match self.lookup(name)? {
            Entity::Global(g) if self.cx.output.globals[g].space == Space::Host => Some(g),
            _ => None,
        }
    }

    /// Reports a use of a variable of the host.
    pub(super) fn host_variable(&mut self, g: GlobalId, span: Span) -> E<'t> {
        let variable = &self.cx.output.globals[g];
        let name = self.cx.text(variable.source);
        let constant = variable.ty.is_const() && self.cx.types.is_arithmetic(variable.ty);
        let (message, note) = match (constant, variable.value) {
            (true, Some(_)) => (
                format!(
                    "`{name}` is a constant of the host, which has a value in device code and no address"
                ),
                "it is declared here; `__device__` or `__constant__` would put it on the device",
            ),
            (true, None) => (
                format!("`{name}` is a variable of the host and cannot be used in device code"),
                "it is declared here; its initialiser is no constant that is known here",
            ),
            _ => (
                format!("`{name}` is a variable of the host and cannot be used in device code"),
                "it is declared here; `__device__` or `__constant__` would put it on the device",
            ),
        };
        let told = Diagnostic::new(code::HOST_ONLY, span, message);
        self.cx.diags.push(told.note(variable.span, note));
        self.bad(span)
    }

    /// Whether a call of a host function is the host's, as far as this file says, which is warned of: it stands in a function of host and device
    /// that is not translated.
    pub(super) fn warned_of_host_call(&mut self, called: FunctionId, at: Span) -> bool {
        let Some(f) = self.function.filter(|_| self.sink.is_none()) else { return false };
        let caller = &self.cx.functions[f];
        if !(caller.flags.has(Flags::HOST) && caller.flags.has(Flags::DEVICE)) {
            return false;
        }
        if self.is_left_unchecked(caller.span) {
            return true;
        }
        let called = &self.cx.functions[called];
        let (text, by) = (self.cx.function_name(called), self.cx.function_name(caller));
        let message = format!(
            "`{text}` is a function of the host, so that no kernel can call `{by}`, which calls it"
        );
        let told = Diagnostic::new(code::HOST_CALL, at, message);
        self.cx.diags.push(told.note(called.span, "it is declared here"));
        true
    }

    /// Whether `#pragma nv_exec_check_disable` stands before the function whose name is at a place.
    fn is_left_unchecked(&self, name: Span) -> bool {
        let (tokens, Some(at)) = (&self.cx.declared.lists[0].tokens, self.cx.token_at(name)) else {
            return false;
        };
        let ends = |kind| matches!(kind, Tok::Semi | Tok::LBrace | Tok::RBrace);
        let before = tokens[..at].iter().rev().find(|t| ends(t.kind));
        let from = before.map_or(Span::new(0, 0), |t| t.span);
        self.cx.sm.is_unchecked(from, name)
    }
}
