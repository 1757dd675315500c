//! `static_assert` ([dcl.dcl] 6): in blocks, in classes and in namespaces.
//!
//! In a block the condition must be a constant that holds. Outside of functions it may be about the host, whose library
//! is absent here: what needs that is left to the host's compiler, and so is, but in code that is all the device's, what
//! makes no sense or is no constant. One that does not hold is always an error.

use optx_source::code;

use crate::{
    ast::{Assertion, ExprKind},
    check::{Body, Checker},
    parse::index::ItemKind,
    typed::TKind,
    words,
};

impl<'a> Body<'_, 'a, '_, '_> {
    /// Checks an assertion in a block.
    pub(super) fn static_assertion(&mut self, a: Assertion<'a>) {
        let v = self.constant_condition(a.condition);
        match v.kind {
            TKind::Int(0) => self.does_not_hold(a),
            TKind::Int(_) | TKind::Error => {}
            _ => {
                let text = "a static assertion must be a constant";
                self.not_constant(code::NOT_CONSTANT, a.condition.span, text);
            }
        }
    }

    /// Checks an assertion in a class or namespace; where it is not `strict`, one that cannot be checked holds.
    pub(in crate::check) fn static_assertion_outside(&mut self, a: Assertion<'a>, strict: bool) {
        let trial = self.cx.diags.begin_trial();
        let v = self.constant_condition(a.condition);
        let found = self.cx.diags.close_trial(trial);
        match v.kind {
            TKind::Int(0) if !found.is_wrong() => self.does_not_hold(a),
            TKind::Int(_) if !found.is_wrong() => {}
            _ if strict && !found.lacks() => self.static_assertion(a),
            _ => {}
        }
    }

    fn does_not_hold(&mut self, a: Assertion<'a>) {
        let mut text = String::from("this static assertion does not hold");
        if let Some(ExprKind::Str([first, ..])) = a.message.map(|m| m.kind) {
            let message = self.cx.text(*first);
            if message != "\"\"" {
                text = format!("{text}: {message}");
            }
        }
        self.error(code::NOT_CONSTANT, a.condition.span, text);
    }
}

impl Checker<'_, '_> {
    /// Checks the assertions of the file's namespaces.
    pub(crate) fn check_assertions(&mut self) {
        let is_assertion = |cx: &Self, i: usize| {
            let item = &cx.index.items[i];
            let first = cx.declared.lists[item.list as usize].tokens.get(item.first as usize);
            item.kind == ItemKind::Other
                && !item.library
                && first.is_some_and(|t| t.is(words::STATIC_ASSERT) || t.is(words::STATIC_ASSERT_C))
        };
        for i in 0..self.index.items.len() {
            if is_assertion(self, i) {
                self.declare_item(i as u32);
            }
        }
    }
}
