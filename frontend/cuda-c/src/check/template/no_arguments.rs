//! A class template's name without arguments, where a type is wanted.
//!
//! In the declaration of a variable that something initialises C++17 deduces them, which is absent here; anywhere else they are missing.

use optx_source::{Diagnostic, Span, code};

use super::{Template, TemplateId, mismatch::arity_of};
use crate::{
    ast::Flags,
    check::Checker,
    token::{Tok, Token},
};

impl<'a> Checker<'a, '_> {
    /// Reports a class template's name that stands without arguments.
    pub(in crate::check) fn template_without_arguments(&mut self, t: TemplateId, span: Span) {
        let template = self.templates.all[t].clone();
        let text = self.text(template.name).to_string();
        let variable =
            !template.flags.has(Flags::TYPEDEF) && !template.declaration.declarators.is_empty();
        let (code, message) = if variable {
            let message =
                format!("`{text}` is a variable template of a class, which is not supported yet");
            (code::TEMPLATE, message)
        } else if self.deduces_arguments(&template, span) {
            let message = format!(
                "deduced arguments of the class template `{text}` are not supported yet: it needs them, `{text}<...>`"
            );
            (code::TEMPLATE, message)
        } else {
            let arity = arity_of(&template);
            let missing = match arity.takes(0) {
                true => format!("needs its brackets here, `{text}<>`"),
                false => format!("{}: `{text}<...>`", arity.refuses(0)),
            };
            (code::ARGUMENT_COUNT, format!("the class template `{text}` {missing}"))
        };
        let told = Diagnostic::new(code, span, message);
        self.diags.push(told.note(template.span, "it is declared here"));
    }

    /// Whether C++ deduces the arguments of a class template whose name is in the specifiers at a place ([dcl.type.class.deduct]).
    fn deduces_arguments(&self, t: &Template<'a>, span: Span) -> bool {
        let named = |x: &Token| x.is(t.name) && span.lo <= x.span.lo && x.span.hi <= span.hi;
        let found = self.declared.lists.iter().find_map(|list| {
            let at = list.tokens.iter().position(named)?;
            list.tokens.get(at + 1..at + 3)
        });
        // What cannot be told may be so.
        let Some([next, behind]) = found else { return true };
        match (next.kind, behind.kind) {
            (Tok::LParen | Tok::LBrace, _) => true,
            (Tok::Ident, Tok::LParen | Tok::LBrace | Tok::Eq) => true,
            (Tok::Ident, Tok::Semi | Tok::Comma) => arity_of(t).takes(0),
            _ => false,
        }
    }
}
