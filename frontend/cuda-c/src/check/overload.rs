//! The choice among overloads, and what to say where there is none (ISO C++ 17 [over.match.best]).

use optx_source::{Diagnostic, Span, code};

use super::{Body, TemplateId, body::E, builtins::Row, convert::Rank};
use crate::{intern::Symbol, typed::FunctionId, types::Ty};

impl<'t> Body<'_, '_, 't, '_> {
    /// Chooses an overload: `Err(true)` where several fit equally, `Err(false)` where none fits. Member functions
    /// are called on `this`, a pointer.
    pub(super) fn choose(
        &mut self,
        set: &[FunctionId],
        values: &[E<'t>],
        this: Option<E<'t>>,
    ) -> Result<FunctionId, bool> {
        let mut viable: Vec<(FunctionId, Vec<Rank>)> = Vec::new();
        for &f in set {
            let info = &self.cx.functions[f.0 as usize];
            let skip = usize::from(info.has_this);
            let params: Vec<Ty> = info.params.iter().map(|p| p.ty).collect();
            let needed = info.params[skip..].iter().take_while(|p| p.default.is_none()).count();
            if values.len() < needed || values.len() > params.len() - skip {
                continue;
            }
            let mut ranks = Vec::with_capacity(params.len());
            let mut fits = true;
            if info.has_this {
                match this.and_then(|t| self.rank(t, params[0])) {
                    Some(k) => ranks.push(k),
                    None => continue,
                }
            } else if this.is_some() {
                ranks.push(Rank::Exact);
            }
            for (v, p) in values.iter().zip(&params[skip..]) {
                match self.rank(v, *p) {
                    Some(k) => ranks.push(k),
                    None => {
                        fits = false;
                        break;
                    }
                }
            }
            if fits {
                viable.push((f, ranks));
            }
        }
        if viable.is_empty() {
            return Err(false);
        }
        let best = viable.iter().find(|(f, r)| {
            viable.iter().all(|(g, s)| {
                f == g
                    || r.iter().zip(s).all(|(a, b)| a <= b)
                        && (r.iter().zip(s).any(|(a, b)| a < b) || self.more_special(*f, *g))
            })
        });
        match best {
            Some((f, _)) => Ok(*f),
            None => Err(true),
        }
    }

    /// Whether `f` is preferred to `g` where both convert alike: what is no template before templates, and the more
    /// special template before others.
    fn more_special(&self, f: FunctionId, g: FunctionId) -> bool {
        let (f, g) = (&self.cx.functions[f.0 as usize], &self.cx.functions[g.0 as usize]);
        let weight = |t: TemplateId| {
            let t = &self.cx.templates[t.0 as usize];
            match t.declaration.declarators.first().map(|x| x.ty) {
                Some(crate::ast::TypeExpr::Function { params, .. }) => {
                    params.iter().map(|p| super::deduce::type_weight(p.ty, t.params)).sum()
                }
                _ => 0,
            }
        };
        match (f.template, g.template) {
            (None, Some(_)) => true,
            (Some(a), Some(b)) => weight(a) > weight(b),
            _ => false,
        }
    }

    pub(super) fn no_overload(
        &mut self,
        ambiguous: bool,
        set: &[FunctionId],
        name: Symbol,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        let text = self.cx.text(name).to_string();
        if let [one] = set {
            // One function: say which argument is wrong.
            let skip = usize::from(self.cx.functions[one.0 as usize].has_this);
            let params = self.cx.functions[one.0 as usize].params[skip..].to_vec();
            let def = self.cx.functions[one.0 as usize].span;
            let needed = params.iter().take_while(|p| p.default.is_none()).count();
            if values.len() < needed || values.len() > params.len() {
                let wants = if needed == params.len() {
                    needed.to_string()
                } else {
                    format!("{needed} to {}", params.len())
                };
                let d = Diagnostic::new(
                    code::ARGUMENT_COUNT,
                    at,
                    format!(
                        "`{text}` takes {wants} argument{}, and {} {} given",
                        if wants == "1" { "" } else { "s" },
                        values.len(),
                        if values.len() == 1 { "is" } else { "are" }
                    ),
                )
                .note(def, "the function is declared here");
                self.cx.diags.push(d);
                return self.bad(span);
            }
            for (i, (v, p)) in values.iter().zip(&params).enumerate() {
                if self.rank(v, p.ty).is_none() {
                    let (a, b) = (self.cx.type_name(v.ty), self.cx.type_name(p.ty));
                    let d = Diagnostic::new(
                        code::TYPE_MISMATCH,
                        v.span,
                        format!(
                            "argument {} of `{text}` is of type `{a}`, and must be `{b}`",
                            i + 1
                        ),
                    )
                    .note(p.span, "the parameter is declared here");
                    self.cx.diags.push(d);
                }
            }
            return self.bad(span);
        }
        let types: Vec<String> = values.iter().map(|v| self.cx.type_name(v.ty)).collect();
        let (c, what) = if ambiguous {
            (code::AMBIGUOUS, "fits several overloads equally")
        } else {
            (code::NO_OVERLOAD, "fits no overload")
        };
        let mut d =
            Diagnostic::new(c, at, format!("the call `{text}({})` {what}", types.join(", ")));
        for f in set.iter().take(5) {
            d = d.note(self.cx.functions[f.0 as usize].span, "an overload is declared here");
        }
        self.cx.diags.push(d);
        self.bad(span)
    }

    /// Reports a call whose arguments fit no template of the name.
    pub(super) fn no_deduction(
        &mut self,
        templates: &[TemplateId],
        name: Symbol,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        let text = self.cx.text(name).to_string();
        let types: Vec<String> = values.iter().map(|v| self.cx.type_name(v.ty)).collect();
        let mut d = Diagnostic::new(
            code::NO_OVERLOAD,
            at,
            format!("the call `{text}({})` fits no template of that name", types.join(", ")),
        );
        for t in templates.iter().take(5) {
            d = d.note(self.cx.templates[t.0 as usize].span, "a template is declared here");
        }
        self.cx.diags.push(d);
        self.bad(span)
    }

    pub(super) fn all_exact(&mut self, f: FunctionId, values: &[E<'t>]) -> bool {
        let params: Vec<Ty> = self.cx.functions[f.0 as usize].params.iter().map(|p| p.ty).collect();
        values
            .iter()
            .zip(params)
            .all(|(v, p)| self.rank(v, p).is_some_and(|k| k <= Rank::Qualified))
    }

    pub(super) fn exact_row(&self, rows: &'static [Row], values: &[E<'t>]) -> Option<&'static Row> {
        rows.iter().find(|r| {
            r.params().count() == values.len()
                && r.params().zip(values).all(|(p, v)| v.ty.bare() == p)
        })
    }
}
