//! A class template's name without arguments, where a type is wanted and nothing deduces them ([dcl.type.class.deduct]).
//!
//! They are deduced where an object is declared with the name as its whole type, in `new` and where the name is called; anywhere else they
//! are missing. Through alias templates C++17 deduces nothing.

use optx_source::{Diagnostic, Span, code};

use super::{TemplateId, mismatch::arity_of};
use crate::{ast::Flags, check::Checker};

impl Checker<'_, '_> {
    /// Reports a class template's name that stands without arguments.
    pub(in crate::check) fn template_without_arguments(&mut self, t: TemplateId, span: Span) {
        let template = self.templates.all[t].clone();
        let text = self.text(template.name).to_string();
        let alias = template.flags.has(Flags::TYPEDEF);
        let variable = !alias && !template.declaration.declarators.is_empty();
        let (code, message) = if variable {
            let message =
                format!("`{text}` is a variable template of a class, which is not supported yet");
            (code::TEMPLATE, message)
        } else {
            let arity = arity_of(&template);
            let what = if alias { "alias" } else { "class" };
            let missing = match arity.takes(0) {
                true => format!("needs its brackets here, `{text}<>`"),
                false => format!("{}: `{text}<...>`", arity.refuses(0)),
            };
            (code::ARGUMENT_COUNT, format!("the {what} template `{text}` {missing}"))
        };
        let told = Diagnostic::new(code, span, message).note(template.span, "it is declared here");
        self.diags.push(match alias {
            true => told.note(Span::NONE, "arguments are deduced through alias templates in C++20"),
            false => told,
        });
    }
}
