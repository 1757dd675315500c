//! The bodies of functions that constants call: checked once, kept as long as the file ([dcl.constexpr]).

use std::rc::Rc;

use optx_source::Span;

use super::{CHECKS, Outcome, Why};
use crate::{
    ast::{Flags, MemberKind},
    check::{Body, CheckedBody, Checker},
    typed::{FunctionId, GlobalId},
    types::{RecordId, Ty},
    words,
};

impl<'a> Checker<'a, '_> {
    /// The body of a function that a constant calls at a place, which may be in a template's `instance`; why it has none
    /// that could be executed.
    pub(super) fn constant_body(
        &mut self,
        f: FunctionId,
        instance: bool,
        span: Span,
    ) -> Outcome<Rc<CheckedBody<'a>>> {
        let Some(info) = self.functions.get(f) else {
            return Err(Why::new(span, "calls an unknown function"));
        };
        let at = info.span;
        // What the compiler makes is `constexpr` where what it calls is ([dcl.fct.def.default] 3).
        let is_constant =
            info.flags.has(Flags::CONSTEXPR) || info.origin.special.is_some() || self.is_lambda(f);
        if !is_constant || wrong!(ConstexprIsNoConstant) {
            let name = self.function_text(f);
            return Err(Why::new(span, format!("calls `{name}`, which is not `constexpr`"))
                .also(at, "it is declared here"));
        }
        let made = info.origin.template.is_some()
            || info.membership.class.is_some_and(|r| self.is_of_template(r));
        let judged = !made && !instance;
        let later = judged
            && !self.is_lambda(f)
            && self.site.place != 0
            && info.home.place.defined > self.site.place;
        let defined =
            info.body.is_some() || info.origin.special.is_some() || info.origin.inherits.is_some();
        // Members are defined where the outermost class around them is complete ([class.mem] 6). Instances of templates
        // are made where they are named, which may be before they are needed, and are not judged by that.
        let member = info.membership.class.filter(|_| !made && !instance && info.body.is_some());
        if let Some(open) = member.and_then(|r| self.open_class(r)) {
            let name = self.function_text(f);
            let text = format!("calls `{name}`, which is not defined before `{open}` is complete");
            return Err(Why::new(span, text).also(at, "it is declared here"));
        }
        if later || !defined || self.constants.checks.contains(&f) {
            let name = self.function_text(f);
            return Err(Why::new(span, format!("calls `{name}`, which is not defined before"))
                .also(at, "it is declared here"));
        }
        if !self.constants.bodies.contains_key(&f) {
            if self.constants.checks.len() >= CHECKS {
                return Err(Why::beyond(span, "needs too many functions within each other"));
            }
            self.constants.checks.push(f);
            let trial = self.diags.begin_trial();
            let arena = self.constants.trees;
            let body = Body::function_as(self, arena, f, true, None);
            let tried = self.diags.close_trial(trial);
            self.constants.checks.pop();
            let body = match Some(tried).filter(|t| t.is_wrong()).and_then(|t| t.into_first()) {
                Some(d) => Err((d.span, d.message)),
                None => body.map(Rc::new).ok_or((Span::NONE, String::new())),
            };
            self.constants.bodies.insert(f, body);
        }
        match self.constants.bodies.get(&f) {
            Some(Ok(body)) => Ok(body.clone()),
            found => {
                let first = found.and_then(|b| b.as_ref().err().cloned());
                let name = self.function_text(f);
                let why = Why::beyond(span, format!("calls `{name}`, whose body has errors"));
                Err(match first.filter(|f| !f.0.is_none()) {
                    Some((at, text)) => why.also(at, text),
                    None => why.also(at, "it is declared here"),
                })
            }
        }
    }

    /// The name of a member's class, or of one around it, that is not complete.
    fn open_class(&self, class: RecordId) -> Option<&str> {
        let outer = |r: &RecordId| self.classes.all.get(r).and_then(|c| c.outer);
        let mut around = std::iter::successors(Some(class), outer);
        let open = around.find_map(|r| {
            self.types.records.get(r).filter(|r| !r.complete || wrong!(ClassesStayOpen))
        });
        open.map(|r| &*r.name)
    }

    pub(super) fn function_text(&self, f: FunctionId) -> String {
        self.functions.get(f).map_or_else(String::new, |f| self.function_name(f))
    }

    /// Whether a function may end without `return`: it gives nothing, or makes its result in place.
    pub(super) fn returns_nothing(&self, f: FunctionId) -> bool {
        self.functions.get(f).is_some_and(|f| {
            f.signature.result.bare() == Ty::VOID || f.membership.kind == MemberKind::Constructor
        })
    }

    /// Whether an object is a string constant.
    pub(super) fn is_string(&self, g: GlobalId) -> bool {
        let global = self.output.globals.get(g);
        global.is_some_and(|g| g.source == words::EMPTY && g.name.starts_with("$str"))
    }
}
