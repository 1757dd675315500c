//! Why a template does not fit a call: said beside the error, one reason for each template.
//!
//! Idea: deduction is done once more, each argument of the call for itself, so that what two of them say of a parameter can be told apart.
//! Nothing is decided here: the call is wrong already.

use optx_source::{Diagnostic, Span, code};

use super::{TArg, Template, TemplateId, named_parameters::names_open};
use crate::{
    ast::{Param, TemplateParamKind, TypeExpr},
    check::{Body, arity::Arity, body::E},
    types::Ty,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Why a template is none that a call can mean.
    pub(in crate::check) fn why_no_deduction(
        &mut self,
        id: TemplateId,
        stated: &[TArg],
        values: &[E<'t>],
    ) -> String {
        let t = self.cx.templates.all[id].clone();
        let trial = self.cx.diags.begin_trial();
        let why = self.at((t.namespace, t.place.defined), |b| b.reason(&t, stated, values));
        self.cx.diags.end_trial(trial);
        why
    }

    /// Reports arguments in angle brackets that a class, alias or variable template does not take.
    pub(in crate::check) fn wrong_template_arguments(
        &mut self,
        t: &Template<'a>,
        given: &[TArg],
        span: Span,
    ) {
        let text = self.cx.text(t.name).to_string();
        let arity = arity_of(t);
        let (code, message) = if !arity.takes(given.len()) {
            let message = format!("the template `{text}` {}", arity.refuses(given.len()));
            (code::ARGUMENT_COUNT, message)
        } else if let Some(why) = self.wrong_kind(t, given) {
            let message = format!("these arguments do not fit the template `{text}`: {why}");
            (code::TYPE_MISMATCH, message)
        } else {
            (code::TEMPLATE, format!("these arguments do not fit the template `{text}`"))
        };
        let told = Diagnostic::new(code, span, message).note(t.span, "it is declared here");
        self.cx.diags.push(told);
    }

    fn reason(&mut self, t: &Template<'a>, stated: &[TArg], values: &[E<'t>]) -> String {
        let params = match t.declaration.declarators {
            [x] => match x.ty {
                TypeExpr::Function { params, .. } => *params,
                _ => return "it is declared here".to_owned(),
            },
            _ => return "it is declared here".to_owned(),
        };
        let arity = t.arity();
        if !arity.takes(values.len()) {
            return format!("it {}", arity.refuses(values.len()));
        }
        if stated.len() > t.params.len() && !t.params.iter().any(|p| p.pack) {
            let (most, given) = (t.params.len(), stated.len());
            return format!(
                "this template has {most} parameter{}, and {given} arguments stand in angle brackets",
                if most == 1 { "" } else { "s" }
            );
        }
        if let Some(why) = self.wrong_kind(t, stated) {
            return why;
        }
        self.conflict(t, params, stated, values)
    }

    /// An argument of a template as it is written.
    fn argument_text(&self, arg: TArg) -> String {
        let text = self.cx.args_text(&[arg]);
        let inner = text.strip_prefix('<').and_then(|text| text.strip_suffix('>'));
        inner.unwrap_or(&text).trim().to_owned()
    }

    /// A type where a value belongs, or the other way round.
    fn wrong_kind(&mut self, t: &Template<'a>, stated: &[TArg]) -> Option<String> {
        let last = t.params.last().filter(|p| p.pack);
        let params = t.params.iter().chain(last.into_iter().cycle());
        params.zip(&self.cx.flat(stated)).find_map(|(p, arg)| {
            let name = self.cx.text(p.name.sym).to_owned();
            let wants = match p.kind {
                TemplateParamKind::Type(_) => "a type",
                TemplateParamKind::Value(..) => "a value",
                TemplateParamKind::Template(..) => "a template",
            };
            let is = match arg {
                TArg::Type(_) => "a type",
                TArg::Template(_) => "a template",
                _ => "a value",
            };
            let given = self.argument_text(*arg);
            if wants != is {
                return Some(format!("its parameter `{name}` is {wants}, and `{given}` is {is}"));
            }
            let (TemplateParamKind::Template(own, _), TArg::Template(t)) = (&p.kind, arg) else {
                return None;
            };
            (!self.takes_template(own, *t)).then(|| {
                format!("its parameter `{name}` takes templates with other parameters than `{given}` has")
            })
        })
    }

    /// What the arguments say of the parameters: unlike things, things that do not fit, or nothing.
    fn conflict(
        &mut self,
        t: &Template<'a>,
        params: &'a [Param<'a>],
        stated: &[TArg],
        values: &[E<'t>],
    ) -> String {
        let Some(first) = self.stated(t, stated) else {
            return "its parameters do not take the arguments in angle brackets".to_owned();
        };
        // By parameter: what it was bound to, and by which argument of the call.
        let mut said: Vec<Option<(TArg, usize)>> = vec![None; t.params.len()];
        for (k, (v, p)) in values.iter().zip(params).enumerate() {
            if v.ty.bare() == Ty::BRACES
                || matches!(p.ty, TypeExpr::Pack(_))
                || !names_open(p.ty, t.params, &first)
            {
                continue;
            }
            let mut own = first.clone();
            let fits = v.ty.bare() != Ty::VOID && self.unify_argument(v, p.ty, t, &mut own);
            if !fits {
                let (of, wants) = (self.cx.type_name(v.ty), self.cx.sm.text(p.span).unwrap_or(""));
                return format!(
                    "argument {} is of type `{of}`, which does not fit `{wants}`",
                    k + 1
                );
            }
            for (i, bound) in own.iter().enumerate() {
                let Some(bound) = bound.filter(|_| first[i].is_none()) else { continue };
                match said[i] {
                    Some((before, at)) if before != bound => {
                        let name = self.cx.text(t.params[i].name.sym).to_string();
                        let (a, b) = (self.argument_text(before), self.argument_text(bound));
                        return format!(
                            "conflicting arguments for its parameter `{name}`: `{a}` by argument {}, `{b}` by argument {}",
                            at + 1,
                            k + 1
                        );
                    }
                    Some(_) => {}
                    None => said[i] = Some((bound, k)),
                }
            }
        }
        let bound = |i: usize| first[i].or(said[i].map(|(arg, _)| arg));
        let open = (0..t.params.len())
            .find(|&i| bound(i).is_none() && !t.params[i].kind.has_default() && !t.params[i].pack);
        if let Some(i) = open {
            let name = self.cx.text(t.params[i].name.sym);
            return format!(
                "nothing says what its parameter `{name}` is: state it in angle brackets"
            );
        }
        let list: Vec<String> = (0..t.params.len())
            .filter_map(|i| {
                let name = self.cx.text(t.params[i].name.sym);
                Some(format!("{name} = {}", self.argument_text(bound(i)?)))
            })
            .collect();
        format!(
            "with {} its declaration makes no sense, or its parameters do not take these arguments",
            list.join(", ")
        )
    }
}

/// How many arguments a template takes in angle brackets.
pub(super) fn arity_of(t: &Template<'_>) -> Arity {
    let single = t.params.iter().filter(|p| !p.pack);
    Arity::of(single.map(|p| p.kind.has_default()), t.params.iter().any(|p| p.pack))
}
