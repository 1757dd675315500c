//! What the bodies of lambdas mention of the variables around them ([expr.prim.lambda.capture] 7).
//!
//! Idea: the parser notes the names, and the conditions of `if constexpr` that they stand under. A condition that names nothing of the
//! lambda's own has its value where the lambda stands: in an instance of a template, what it discards is not mentioned.

use optx_source::{Diagnostic, code};

use crate::{
    ast::{Guard, Lambda, Name},
    check::{Body, Entity},
    typed::TKind,
};

impl<'a> Body<'_, 'a, '_, '_> {
    /// What a lambda's body mentions, each name once. What a template's instance discards of it is not mentioned ([stmt.if] 2).
    pub(super) fn mentions_of(&mut self, l: &'a Lambda<'a>) -> Vec<Name> {
        let mut list: Vec<Name> = Vec::new();
        for m in l.mentions {
            if list.iter().all(|n| n.sym != m.name.sym) && !self.is_discarded(m.guards) {
                list.push(m.name);
            }
        }
        list
    }

    /// Whether one of the conditions is known not to be what it would have to be.
    fn is_discarded(&mut self, guards: &'a [Guard<'a>]) -> bool {
        if !self.cx.site.instance || wrong!(LambdasCaptureWhatIsDiscarded) {
            return false;
        }
        guards.iter().any(|g| {
            let trial = self.cx.diags.begin_trial();
            let condition = self.unevaluated(|b| b.constant_condition(g.condition));
            let wrong = self.cx.diags.end_trial(trial);
            match condition.kind {
                TKind::Int(n) if !wrong => (n != 0) != g.holds,
                _ => false,
            }
        })
    }

    /// Reports a variable that a generic lambda names and cannot capture: its body is not checked before a call. False where there is one.
    pub(super) fn check_generic(&mut self, l: &'a Lambda<'a>) -> bool {
        if l.call.template.is_none() || l.default.is_some() {
            return true;
        }
        for name in self.mentions_of(l) {
            let written = l.captures.iter().any(|c| c.name.sym == name.sym);
            let seen = self.scope_entity(name.sym).map(|e| self.seen_by_lambda(l, name.sym, e));
            let automatic = match seen {
                Some(Entity::Automatic(_)) => true,
                Some(e) => self.cx.variables_of(e).is_some_and(|l| !l.is_empty()),
                None => false,
            };
            if automatic && !written {
                let text = format!(
                    "`{}` is not captured by this lambda, which has no default capture",
                    self.cx.text(name.sym)
                );
                let told = Diagnostic::new(code::LAMBDA, name.span, text);
                self.cx.diags.push(told.note(l.record.span, "the lambda begins here"));
                return false;
            }
        }
        true
    }
}
