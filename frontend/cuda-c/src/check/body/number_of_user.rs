//! Numbers with a suffix of the user's ([lex.ext] 3, 4): `3_k` is a call of `operator""_k` with the number where one takes such a
//! number, else with its spelling as a string, else of the template of the spelling's characters.

use optx_source::{Span, code};

use super::{Body, E};
use crate::{
    ast::{CharKind, Expr, ExprKind, TemplateArg},
    check::Entity,
    intern::Symbol,
    parse::literal_operator,
    typed::FunctionId,
    types::Ty,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(super) fn number_of_user(
        &mut self,
        operator: Symbol,
        value: &'a Expr<'a>,
        literal: Symbol,
        span: Span,
    ) -> E<'t> {
        let number = match value.kind {
            ExprKind::Int { .. } => Ty::ULONGLONG,
            _ => Ty::LONGDOUBLE,
        };
        let found = match self.lookup(operator) {
            Some(Entity::Functions(name)) => self.functions_named(None, name, &[]),
            _ => None,
        };
        let (functions, templates) = found.unwrap_or_default();
        let takes = |b: &Self, is: &dyn Fn(Ty) -> bool| {
            functions.iter().any(|f| b.takes_one(*f).is_some_and(is))
        };
        let cooked = takes(self, &|t| t == number);
        let raw = takes(self, &|t| self.cx.types.pointee(t).is_some());
        if cooked || !raw && templates.is_empty() || wrong!(NumbersAreNeverSpelled) {
            let f = self.named(operator, span);
            return self.call_written(f, &[value], span);
        }
        if raw && !templates.is_empty() {
            let text = "this literal may be spelled for a function and for a template";
            return self.error(code::NO_OVERLOAD, span, text);
        }
        let spelled = self.spelled(operator, literal);
        if raw {
            let text = self.cx.names.intern(&format!("\"{spelled}\""));
            let list = self.cx.arenas.symbols.alloc_extend([text]);
            let string = self.node(ExprKind::Str(list), span);
            let f = self.named(operator, span);
            return self.call_written(f, &[string], span);
        }
        let character = |c: u8| {
            let kind = ExprKind::Char { value: i64::from(c), kind: CharKind::Char };
            TemplateArg::Value(self.node(kind, span))
        };
        let list: Vec<_> = spelled.bytes().map(character).collect();
        let list = self.cx.arenas.template_args.alloc_extend(list);
        let f = self.node(ExprKind::TemplateName(operator, list), span);
        self.call_written(f, &[], span)
    }

    /// The literal without the suffix.
    fn spelled(&self, operator: Symbol, literal: Symbol) -> String {
        let suffix = self.cx.text(operator).len() - literal_operator::OPERATOR.len();
        let text = self.cx.text(literal);
        text[..text.len().saturating_sub(suffix)].to_owned()
    }

    /// The type of the one parameter of a function.
    fn takes_one(&self, f: FunctionId) -> Option<Ty> {
        match &self.cx.functions.get(f)?.signature.params[..] {
            [one] => Some(one.ty.bare()),
            _ => None,
        }
    }

    fn call_written(&mut self, f: &'a Expr<'a>, args: &[&'a Expr<'a>], span: Span) -> E<'t> {
        let args = self.cx.arenas.expr_refs.alloc_extend(args.iter().copied());
        self.call(f, args, span)
    }
}
