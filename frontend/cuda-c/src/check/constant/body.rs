//! The bodies of functions that constants call: checked once, kept as long as the file ([dcl.constexpr]).

use std::rc::Rc;

use optx_source::Span;

use super::{CHECKS, Outcome, Why};
use crate::{
    ast::{Flags, MemberKind},
    check::{Body, CheckedBody, Checker},
    typed::{FunctionId, GlobalId},
    types::Ty,
    words,
};

impl<'a> Checker<'a, '_> {
    /// The body of a function that a constant calls at a place; why it has none that could be executed.
    pub(super) fn constant_body(
        &mut self,
        f: FunctionId,
        span: Span,
    ) -> Outcome<Rc<CheckedBody<'a>>> {
        let Some(info) = self.functions.get(f.0 as usize) else {
            return Err(Why::new(span, "calls an unknown function"));
        };
        let at = info.span;
        // What the compiler makes is `constexpr` where what it calls is ([dcl.fct.def.default] 3).
        let is_constant = info.flags.has(Flags::CONSTEXPR) || info.special.is_some();
        if !is_constant || wrong!(ConstexprIsNoConstant) {
            let name = self.function_text(f);
            return Err(Why::new(span, format!("calls `{name}`, which is not `constexpr`"))
                .also(at, "it is declared here"));
        }
        let free = info.class.is_none() && info.template.is_none();
        let later = free && self.place != 0 && info.place.defined > self.place;
        let defined = info.body.is_some() || info.special.is_some() || info.inherits.is_some();
        if later || !defined || self.constant_checks.contains(&f) {
            let name = self.function_text(f);
            return Err(Why::new(span, format!("calls `{name}`, which is not defined before"))
                .also(at, "it is declared here"));
        }
        if !self.constant_bodies.contains_key(&f) {
            if self.constant_checks.len() >= CHECKS {
                return Err(Why::new(span, "needs too many functions within each other"));
            }
            self.constant_checks.push(f);
            let trial = self.diags.begin_trial();
            let arena = self.constant_trees;
            let body = Body::function_as(self, arena, f, true);
            let wrong = self.diags.end_trial(trial);
            self.constant_checks.pop();
            self.constant_bodies.insert(f, body.filter(|_| !wrong).map(Rc::new));
        }
        match self.constant_bodies.get(&f) {
            Some(Some(body)) => Ok(body.clone()),
            _ => {
                let name = self.function_text(f);
                Err(Why::new(span, format!("calls `{name}`, whose body has errors"))
                    .also(at, "it is declared here"))
            }
        }
    }

    pub(super) fn function_text(&self, f: FunctionId) -> String {
        self.functions.get(f.0 as usize).map_or_else(String::new, |f| self.function_name(f))
    }

    /// Whether a function may end without `return`: it gives nothing, or makes its result in place.
    pub(super) fn returns_nothing(&self, f: FunctionId) -> bool {
        self.functions
            .get(f.0 as usize)
            .is_some_and(|f| f.result.bare() == Ty::VOID || f.member == MemberKind::Constructor)
    }

    /// Whether an object is a string constant.
    pub(super) fn is_string(&self, g: GlobalId) -> bool {
        let global = self.globals.get(g.0 as usize);
        global.is_some_and(|g| g.source == words::EMPTY && g.name.starts_with("$str"))
    }
}
