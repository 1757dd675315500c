//! What only a host can do, where a device would have to do it: refused, with the reason.

use optx_source::{Span, code};

use super::{Body, E};
use crate::ast::HostOnly;

impl<'t> Body<'_, '_, 't, '_> {
    pub(super) fn host_only(&mut self, what: HostOnly<'_>, span: Span) -> E<'t> {
        let (code, text) = match what {
            HostOnly::Throw(_) => (code::EXCEPTION, "exceptions cannot be thrown in device code"),
            HostOnly::Delete(_) => (code::ALLOCATION, "`delete` is not supported in device code"),
            HostOnly::TypeidExpr(_) | HostOnly::TypeidType(_) | HostOnly::DynamicCast(..) => {
                (code::CLASS, "run-time type information is not supported in device code")
            }
        };
        self.error(code, span, text)
    }

    pub(super) fn host_only_try(&mut self, span: Span) {
        self.error(code::EXCEPTION, span, "exceptions are not supported in device code");
    }
}
