//! Declarations of one function say the same of what it throws ([except.spec] 4).
//!
//! What hangs on the parameters of a template is not compared, and neither is what the library declares.

use optx_source::{Diagnostic, Span, code};

use super::outside::Outside;
use crate::{
    ast::{Declaration, Declarator, Expr, ExprKind, MemberKind, Name, TypeExpr},
    check::{Checker, TemplateId},
    typed::FunctionId,
};

/// What a `noexcept` says as it is written; `None` where that is not known.
fn says(e: Option<&Expr<'_>>) -> Option<bool> {
    match e.map(|e| e.kind) {
        None => Some(false),
        Some(ExprKind::Bool(holds)) => Some(holds),
        Some(_) => None,
    }
}

/// The condition of the `noexcept` of a declaration of a function.
fn noexcept_of<'a>(d: &Declaration<'a>) -> Option<Option<&'a Expr<'a>>> {
    match d.declarators {
        [Declarator { ty: TypeExpr::Function { noexcept, .. }, .. }] => Some(*noexcept),
        _ => None,
    }
}

impl<'a> Checker<'a, '_> {
    /// What is wrong with a declaration that says otherwise than the one before whether the function throws.
    pub(in crate::check) fn other_noexcept(
        &self,
        before: Option<&'a Expr<'a>>,
        first: Span,
        now: Option<&'a Expr<'a>>,
        name: Name,
    ) -> Option<Diagnostic> {
        let (before, now) = (says(before)?, says(now)?);
        (before != now).then(|| self.throws_otherwise(before, first, name))
    }

    fn throws_otherwise(&self, before: bool, first: Span, Name { sym, span }: Name) -> Diagnostic {
        let name = self.text(sym);
        let (was, is) = match before {
            true => ("throws nothing", "may throw"),
            false => ("may throw", "throws nothing"),
        };
        let text = format!("`{name}` {is} by this declaration, and {was} by the one before");
        Diagnostic::new(code::REDEFINED, span, text).note(first, "it is declared here")
    }

    /// The same of a template and another declaration or a specialisation of it.
    pub(in crate::check) fn template_other_noexcept(
        &self,
        t: TemplateId,
        d: &'a Declaration<'a>,
        name: Name,
    ) -> Option<Diagnostic> {
        let t = self.template(t);
        if t.library {
            return None;
        }
        let before = noexcept_of(t.declaration)?;
        self.other_noexcept(before, t.span, noexcept_of(d)?, name)
    }

    /// The same of a member function and its definition outside of its class. A destructor that says nothing throws what those of the
    /// parts do.
    pub(super) fn outside_other_noexcept(
        &mut self,
        o: &Outside<'a>,
        f: FunctionId,
        name: Name,
    ) -> Option<Diagnostic> {
        let info = &self.functions[f];
        let (before, now, first) = (info.signature.noexcept, noexcept_of(o.d)?, info.span);
        let (destructor, pattern) =
            (info.membership.kind == MemberKind::Destructor, !o.names.is_empty());
        let implied = |cx: &mut Self| cx.parts_end_throws(o.class).map(|throws| !throws);
        let was = match before {
            None if destructor && pattern => return None,
            None if destructor => implied(self)?,
            // What is written in a template hangs on its parameters.
            Some(_) if !pattern => self.says_noexcept(f)?,
            _ => says(before)?,
        };
        let is = match now {
            None if destructor && !pattern => implied(self)?,
            _ => says(now)?,
        };
        (was != is).then(|| self.throws_otherwise(was, first, name))
    }
}
